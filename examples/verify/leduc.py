"""What Leduc poker draws from: a card for each seat, and the one that is turned up after the first round. docs/rules/exact/leduc.md has the rules."""

from verify.dealer import uniform


class Leduc:
    DECK = [rank + suit for rank in "JQK" for suit in "sh"]

    def __init__(self, options, seats):
        self.seats = seats
        self.deck = uniform(self.DECK)
        self.round, self.played = 1, 0  # the betting round, and the moves in it

    def begin_at(self, position):
        for card in [*position["cards"], position.get("board")]:
            if card is not None:
                self.deck[card] = 0
        for move in position.get("history", []):
            self.follow(move)

    def deal(self, dealer):
        dealer.shuffle("card")
        for _ in range(self.seats):
            dealer.take("card", self.deck)

    def move(self, seat, move, dealer):
        before = self.round
        self.follow(move)
        if before == 1 and self.round == 2:
            dealer.take("card", self.deck)

    def follow(self, move):
        """A call ends a round, and so does the second of two checks."""
        self.played += 1
        if move == "CALL" or (move == "CHECK" and self.played == 2):
            self.round, self.played = self.round + 1, 0
