"""What Mus draws from: a fresh deck for every hand, and the discards when the stock runs out. docs/rules/exact/mus.md has the rules."""

from verify.dealer import Wrong, in_order, uniform


class Mus:
    DECK = [rank + suit for rank in "A234567SCR" for suit in "oceb"]

    def __init__(self, options, seats):
        self.seats = seats
        self.counts_as = {"3": "R", "2": "A"} if options.get("kings8", True) else {}
        self.reshuffles_all = options.get("reshuffle", "PREVIOUS") == "ALL"
        self.mano = options.get("mano_start", "0")

    def begin_at(self, position):
        self.mano = position["mano"]
        self.hands = [set(hand) for hand in position["hands"]]
        self.stock = set(position["stock"])
        self.latest = set(position["put_down"])
        self.discards = {card for cards in position["discards"] for card in cards} - self.latest
        done = (position["to_act"] - self.mano) % self.seats if position["phase"] == "DISCARD" else 0
        self.discarded = {seat: position["discarded"][seat] for seat in self.order()[:done]}

    def order(self):
        return [(self.mano + i) % self.seats for i in range(self.seats)]

    def deal(self, dealer):
        self.mano = int(dealer.draw("mano", uniform(range(self.seats))) if self.mano == "random" else self.mano)
        self.deal_hand(dealer)

    def deal_hand(self, dealer):
        self.hands = [set() for _ in range(self.seats)]
        self.stock = set(self.DECK)
        self.discards = set()  # of the rounds before
        self.latest = set()  # of the round under way
        self.discarded = {}  # seat: how many, in the round under way
        dealer.shuffle("card")
        for seat in self.order():
            self.draw_cards(seat, 4, dealer)

    def draw_cards(self, seat, count, dealer):
        for _ in range(count):
            if not self.stock:
                self.reshuffle(dealer)
            card = dealer.draw("card", uniform(in_order(self.DECK, self.stock)))
            self.stock.remove(card)
            self.hands[seat].add(card)

    def reshuffle(self, dealer):
        dealer.shuffle("card")
        self.stock, self.discards = self.discards, set()
        if self.reshuffles_all:
            self.stock, self.latest = self.stock | self.latest, set()

    def move(self, seat, move, dealer):
        if move.startswith("discard "):
            self.discard(seat, move.removeprefix("discard "), dealer)
        elif dealer.next_kind() is not None:  # the hand is over: who won it is not followed
            self.mano = (self.mano + 1) % self.seats
            self.deal_hand(dealer)

    def discard(self, seat, words, dealer):
        ranks = [] if words == "-" else words.split(",")
        for rank in ranks:
            cards = [card for card in self.hands[seat] if self.counts_as.get(card[0], card[0]) == rank]
            if not cards:
                raise Wrong(f"seat {seat} holds no {rank} to discard")
            card = in_order(self.DECK, cards)[0]
            self.hands[seat].remove(card)
            self.latest.add(card)
        self.discarded[seat] = len(ranks)
        if len(self.discarded) == self.seats:
            for drawer in self.order():
                self.draw_cards(drawer, self.discarded[drawer], dealer)
            self.discards |= self.latest
            self.latest, self.discarded = set(), {}
