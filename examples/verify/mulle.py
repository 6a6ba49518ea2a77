"""What Mulle draws from: two decks for every omgång. docs/rules/exact/mulle.md has the rules."""

from verify.dealer import uniform


class Mulle:
    DECK = [suit + rank for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split() for suit in ("KL", "SP", "HJ", "RU")]

    def __init__(self, options, seats):
        self.omgangar = options.get("omgangar", 1)
        self.starter = options.get("starter", "A")
        self.omgang = 0
        self.given = []  # of the stock of a position, in the order that it gives

    def begin_at(self, position):
        self.omgang, self.rond = position["omgang"], position["rond"]
        self.hands = [len(position["hands"][seat]) for seat in "AB"]  # how many: which is of no consequence
        self.given = list(position["stock"])
        self.stock = dict.fromkeys(self.DECK, 2)
        piles = [*position["hands"].values(), *position["captured"].values()]
        piles += [[pile] if isinstance(pile, str) else pile["cards"] for pile in position["table"]]
        for card in (card for pile in piles for card in pile):
            self.stock[card] -= 1

    def deal(self, dealer):
        if self.starter == "random":
            dealer.draw("starter", uniform("AB"))
        self.deal_omgang(dealer)

    def deal_omgang(self, dealer):
        self.omgang += 1
        self.rond = 0
        self.stock = dict.fromkeys(self.DECK, 2)
        dealer.shuffle("card")
        for _ in range(8):
            dealer.take("card", self.stock)  # to the table
        self.deal_rond(dealer)

    def deal_rond(self, dealer):
        self.rond += 1
        self.hands = [0, 0]
        for seat in range(2):
            while self.hands[seat] < 8 and any(self.stock.values()):
                card = dealer.draw("card", {self.given.pop(0): 1} if self.given else self.stock)
                self.stock[card] -= 1
                self.hands[seat] += 1

    def move(self, seat, move, dealer):
        self.hands[seat] -= 1
        if any(self.hands):
            return
        if self.rond < 6 and any(self.stock.values()):
            self.deal_rond(dealer)
        elif self.omgang < self.omgangar:
            self.deal_omgang(dealer)
