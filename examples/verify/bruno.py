"""What Bruno draws from: the deck, the hands that a 10 collects, and the copies of a rank in a hand. docs/rules/exact/bruno.md has the rules."""

from verify.dealer import in_order, uniform


class Bruno:
    RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()
    DECK = [rank + suit for rank in RANKS for suit in "shdc"]
    FUNCTIONS = ("2", "3", "9", "10")

    def __init__(self, options, seats):
        self.strict_nine = options.get("strict_nine", False)
        self.hidden = [[] for _ in range(seats)]  # the next to be flipped first
        self.shown = [set() for _ in range(seats)]
        self.known = [set() for _ in range(seats)]  # hand cards that everybody saw going there
        self.unknown = [set() for _ in range(seats)]  # the other hand cards
        self.pile = set()
        self.to_beat = None  # a rank

    def begin_at(self, position):
        self.hidden = [list(cards) for cards in position["hidden"]]
        self.shown = [set(cards) for cards in position["shown"]]
        self.known = [set(cards) for cards in position["known"]]
        self.unknown = [set(cards) - known for cards, known in zip(position["hands"], self.known)]
        self.pile = set(position["pile"])
        self.to_beat = position["to_beat"]

    def deal(self, dealer):
        deck = uniform(self.DECK)
        for hidden, shown, hand in zip(self.hidden, self.shown, self.unknown):
            hidden.extend(dealer.take("deal", deck) for _ in range(3))
            shown.update(dealer.take("deal", deck) for _ in range(3))
            hand.update(dealer.take("deal", deck) for _ in range(7))
        dealer.draw("first", uniform(range(len(self.hidden))))

    def move(self, seat, move, dealer):
        if move == "PICKUP":
            self.pick_up(seat)
        elif move == "FLIP":
            card = self.hidden[seat].pop(0)
            last = not (self.hidden[seat] or self.shown[seat] or self.known[seat] or self.unknown[seat])
            if self.beats(card[:-1]) and not (last and card[:-1] in self.FUNCTIONS):
                self.play(seat, [card], dealer)
            else:
                self.known[seat].add(card)
                self.pick_up(seat)
        else:
            rank, copies = move.split("x")
            leave = self.leave_hand if self.known[seat] or self.unknown[seat] else self.leave_shown
            self.play(seat, leave(seat, rank, int(copies), dealer), dealer)

    def beats(self, rank):
        if self.to_beat is None:
            return True
        if self.to_beat == "9":
            return self.RANKS.index(rank) <= self.RANKS.index("8" if self.strict_nine else "10")
        return rank in self.FUNCTIONS or self.RANKS.index(rank) >= self.RANKS.index(self.to_beat)

    def of_rank(self, cards, rank):
        return [card for card in in_order(self.DECK, cards) if card[:-1] == rank]

    def leave_hand(self, seat, rank, copies, dealer):
        """Those that everybody knows go first, then others by chance."""
        cards = self.of_rank(self.known[seat], rank)[:copies]
        self.known[seat].difference_update(cards)
        while len(cards) < copies:
            card = dealer.draw("copy", uniform(self.of_rank(self.unknown[seat], rank)))
            self.unknown[seat].remove(card)
            cards.append(card)
        return cards

    def leave_shown(self, seat, rank, copies, dealer):
        cards = self.of_rank(self.shown[seat], rank)[:copies]
        self.shown[seat].difference_update(cards)
        return cards

    def play(self, seat, cards, dealer):
        rank = cards[0][:-1]
        if rank == "10":
            self.redistribute(seat, dealer)
            return
        self.pile.update(cards)
        if rank not in ("2", "3"):
            self.to_beat = rank

    def redistribute(self, seat, dealer):
        pool = uniform(in_order(self.DECK, set().union(*self.known, *self.unknown)))
        self.known = [set() for _ in self.known]
        self.unknown = [set() for _ in self.known]
        if pool:
            dealer.shuffle("deal")
        for i in range(len(pool)):
            self.unknown[(seat + i) % len(self.unknown)].add(dealer.take("deal", pool))

    def pick_up(self, seat):
        self.known[seat] |= self.pile
        self.pile = set()
        self.to_beat = None
