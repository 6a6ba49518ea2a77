"""What Kessel Sabacc draws from: two families of cards, tokens and dice. docs/rules/exact/sabacc.md has the rules."""

from verify.dealer import Wrong, uniform


class Sabacc:
    FAMILY = {"1": 3, "2": 3, "3": 3, "4": 3, "5": 3, "6": 3, "I": 3, "S": 1}
    TOKENS = """FREE_DRAW REFUND EXTRA_REFUND GENERAL_TARIFF TARGET_TARIFF EMBARGO DEVALUATION IMMUNITY GENERAL_AUDIT
    TARGET_AUDIT MAJOR_FRAUD EMBEZZLEMENT COOK_THE_BOOKS EXHAUSTION DIRECT_TRANSACTION SABACC_PRIME""".split()

    def __init__(self, options, seats):
        self.seats = seats
        self.random_tokens = options.get("tokens", "random") == "random"
        self.piles = {}

    def begin_at(self, position):
        for family, cards in position["draw_pile"].items():
            self.piles[family] = {card: cards.count(card) for card in self.FAMILY}

    def deal(self, dealer):
        tokens = uniform(self.TOKENS)
        for _ in range(3 if self.random_tokens else 0):
            dealer.take("token", tokens)
        dealer.draw("first", uniform(range(self.seats)))
        self.deal_round(dealer)

    def deal_round(self, dealer):
        """How many seats are still in play is not followed: the cards of the record are counted."""
        cards = {"sand": 0, "blood": 0}
        for family in cards:
            dealer.shuffle(family)
            self.piles[family] = dict(self.FAMILY)
            while dealer.next_kind() == family:
                dealer.take(family, self.piles[family])
                cards[family] += 1
        if cards["sand"] != cards["blood"]:
            raise Wrong("a round is dealt with as many cards of each family")

    def move(self, seat, move, dealer):
        families = {"DRAW_SAND": ["sand"], "DRAW_BLOOD": ["blood"], "EXHAUSTION": ["sand", "blood"]}
        for family in families.get(move.partition("@")[0], []):
            dealer.take(family, self.piles[family])
        if dealer.next_kind() == "die":
            for _ in range(2):
                dealer.draw("die", uniform(range(1, 7)))
        if dealer.next_kind() == "sand":
            self.deal_round(dealer)
