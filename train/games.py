"""What is trained: the games with their variants, and the settings that worked. docs/networks.md has what each of them made."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Settings:
    game: str
    variants: tuple  # options of the games that are played, each for as many of them
    plays: dict  # options, each with the values that the network plays (the first line of its file)
    decisions: int  # how long: the schedules run over this
    most_moves: int  # legal moves of a row; a longer list is an error
    usual_moves: int  # most lists are not longer; the rest of the moves is looked at for `long_share` of the rows only
    long_share: float = 0.25
    n: int = 8192  # games at once
    steps: int = 64  # decisions of each game in a window
    minibatch: int = 8192
    epochs: int = 1
    rate: float = 6e-4  # at the start; it falls to 0
    entropy: tuple = (0.05, 0.01)
    clip: float = 0.1
    trace: float = 0.95  # lambda of the advantages
    first: int = 512
    second: int = 256
    joint: int = 64
    temperature: float = 1.0
    margin: float = 0.0  # how much of the reward is the margin of the result, for games of two sides
    sides: tuple = (0, 1)  # of each seat, for playing against an agent
    against: str = ""  # the agent to play against; empty: itself

    def is_against_in(self, options):
        """Whether the game with these options has the seats of `sides`."""
        return self.game != "sabacc" or options == f"players={len(self.sides)}"


def small(settings, decisions=200_000):
    """The same for a processor without a GPU, so that everything can be tried in a minute."""
    return replace(settings, decisions=decisions, n=128, steps=32, minibatch=1024, first=64, second=64, joint=32)


# A network for pairs plays these rules, however many juegos make a match.
MUS = {"kings8": ["true"], "min_discard": ["1"], "target": ["40"], "pares_order": ["STD"], "real31": ["OFF"],
       "deje": ["LAST_AGREED"], "min_bet": ["2"], "min_raise": ["2"], "max_raises": ["none"], "raises": ["none"],
       "team_answer": ["FIRST_WINS"]}
PAIRS = {"players": ["4"], "teams": ["PAIRS"], "mus": ["UNTIL_CUT"], **MUS}
TWO = {"players": ["2"], "mus": ["NONE"], **MUS}
SABACC = {"early_reveal": ["false"], "chips": ["8"], "tokens": ["random"]}
BRUNO = {"shown_one": ["false"], "strict_nine": ["false"]}

PARTNERS = (0, 1, 0, 1)

SETTINGS = {
    "sabacc": Settings("sabacc", ("players=4", "players=4", "players=3", "players=2"), SABACC, 800_000_000, 16, 16, temperature=0.5, sides=(0, 1, 2, 3)),
    "bruno": Settings("bruno", ("",), BRUNO, 1_000_000_000, 54, 16, 0.125, temperature=0.0, sides=PARTNERS),
    "mus-f4": Settings("mus", ("preset=F4,best_of=1",), PAIRS, 1_200_000_000, 44, 12, 0.375, rate=8e-4, sides=PARTNERS),
    "mus-s2": Settings("mus", ("preset=S2,best_of=1",), TWO, 500_000_000, 44, 12, 0.5, rate=8e-4),
    "leduc": Settings("leduc", ("",), {}, 20_000_000, 8, 8, first=64, second=64, joint=32),
    "mulle": Settings("mulle", ("",), {}, 760_000_000, 144, 16, first=384, margin=0.5, temperature=0.3),
}
