#!/usr/bin/env python3
"""`tapete join` against a server of its own: line by line, on the full screen (tmux), two terminals at one table, a server that is killed in the middle. Reports as TAP."""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from client import PATIENCE_S, Client, Server, TAPETE
from tap import check, finish

PROGRAM = os.path.realpath(TAPETE)
ROOM = tempfile.mkdtemp(prefix="tapete-join-")
for name in ("TMUX", "NO_COLOR", "COLUMNS", "LINES", "TAPETE_TABLE", "LANGUAGE"):
    os.environ.pop(name, None)
os.environ["LC_ALL"] = "C.UTF-8"


def join(who, *arguments, typed="", timeout=300):
    """Line by line: what is typed comes through a pipe."""
    return subprocess.run([PROGRAM, "join", *arguments], input=typed, encoding="utf-8", stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=timeout, check=False,
                          env={**os.environ, "XDG_DATA_HOME": os.path.join(ROOM, who)})


class Terminal:
    """A person at a terminal of their own."""

    def __init__(self, who, *arguments, size=(80, 24)):
        self.who = who
        command = " ".join(f"'{word}'" for word in (PROGRAM, "join", *arguments))
        self.tmux("-f", "/dev/null", "-u", "new-session", "-d", "-s", who, "-x", str(size[0]), "-y", str(size[1]),
                  f"XDG_DATA_HOME='{ROOM}/{who}' {command}; echo \"code $?\"; sleep 60")

    @staticmethod
    def tmux(*arguments):
        return subprocess.run(["tmux", "-L", f"tapete-join-{os.getpid()}", *arguments], encoding="utf-8",
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False).stdout

    def screen(self):
        return self.tmux("capture-pane", "-p", "-t", self.who)

    def keys(self, *keys):
        self.tmux("send-keys", "-t", self.who, *keys)

    def type(self, line):
        self.tmux("send-keys", "-t", self.who, "-l", ":" + line)
        self.keys("Enter")

    def shown(self, pattern, seconds=PATIENCE_S):
        """Whether this comes to stand on the screen; what was found."""
        end = time.monotonic() + seconds
        found = None
        while not found and time.monotonic() < end:
            found = re.search(pattern, self.screen())
            time.sleep(0 if found else 0.05)
        return found


def play_to_the_end(*terminals, seconds=300):
    """The player to move makes the first move, until all see that it is over. It is typed by its name: a key that comes late would mean something else by then."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        screens = [terminal.screen() for terminal in terminals]
        if all(re.search(r"^ The game is over\.", screen, re.M) for screen in screens):
            return True
        for terminal, screen in zip(terminals, screens):
            first = re.search(r"^ +1  (.+?)(  .*)?$", screen, re.M)
            if "▶ Your move" in screen and first:
                terminal.type(first[1])
        time.sleep(0.03)
    return False


def addresses(server):
    for address, sentence in ((f"https://localhost:{server.port}/table/t1", "https"),
                              (f"{server.origin}/elsewhere", "is not a table"),
                              (f"{server.origin}/table/t1?invite=", "is not a table"),
                              (f"{server.origin}/table/nowhere", "no such table"),
                              ("http://localhost:1", "nothing listens"),
                              ("http://", "is not the URL")):
        run = join("nobody", address)
        check(f"{address.replace(str(server.port), 'PORT')}: one sentence", run.returncode in (1, 2) and
              sentence in run.stderr and run.stderr.count("\n") == 1, run)
    run = join("nobody", server.origin, "--vs", "random")
    check("--vs without --game is refused", run.returncode == 2 and "--game" in run.stderr, run)
    run = join("nobody", server.origin, "--game", "sabac")
    check("a game that is misspelt is refused with its right name", run.returncode == 2 and "sabacc" in run.stderr, run)


def by_lines(server):
    run = join("ana", server.origin, "--game", "sabacc", "--vs", "random", "--option", "players=2", "chips=2", "--plain",
               "--name", "Ana", typed="no token\npass\ndie1\n" * 400)
    check("a game against a bot, line by line, to its end", run.returncode == 0 and "the winner" in run.stdout and
          "rematch" in run.stdout, run.stdout[-2000:] + run.stderr)
    check("nothing of it is coloured", "\033" not in run.stdout)
    check("the deal is compared with the list that was kept before it", "The deal: verified and witnessed" in run.stdout, run.stdout[-2000:])
    folder = os.path.join(ROOM, "ana", "tapete", "witnesses")
    kept = os.path.join(folder, os.listdir(folder)[0])
    check("the list is kept, for its owner alone", len(os.listdir(folder)) == 1 and stat.S_IMODE(os.stat(kept).st_mode) == 0o600)
    with open(os.path.join(ROOM, "ana", "tapete", "guests.json"), encoding="utf-8") as file:
        ana = json.load(file)[f"localhost:{server.port}"]
    with open(kept, encoding="utf-8") as file:
        table = json.load(file)["lists"][0]["table"]
    record = os.path.join(ROOM, "ana.jsonl")
    with open(record, "wb") as file:
        file.write(server.request("GET", "/api/record/" + table, cookie=ana)[2])
    run = subprocess.run([PROGRAM, "verify", record, "--witness", kept], encoding="utf-8", capture_output=True, check=False)
    check("tapete verify compares the record with that file", run.returncode == 0 and run.stdout.startswith("verified and witnessed: "), run)
    run = join("ana", server.origin, "--game", "sabacc", "--vs", "random", "--option", "players=2", "--plain",
               typed="hint\n1\nundo\n1\nquit\n")
    check("lines of a pipe wait for their answers", run.stdout.find("100 % is a sure win") < run.stdout.find("takes back") and
          "100 % is a sure win" in run.stdout and run.returncode == 0, run)
    # A player who has paid the only chip for a card can only pass in the next turn.
    run = join("ana", server.origin, "--game", "sabacc", "--vs", "random", "--option", "players=2", "chips=1",
               "tokens=IMMUNITY,MAJOR_FRAUD,COOK_THE_BOOKS", "--plain", typed="no token\ndraw sand\nkeep\nno token\nundo\nno token\nquit\n")
    check("a move without a choice is made without asking, and undo goes back over it", run.returncode == 0 and
          run.stdout.count("You had only one move, so it was made: pass.") == 2 and len(re.findall("takes? back", run.stdout)) == 1, run)
    kept = os.path.join(ROOM, "ana", "tapete", "guests.json")
    check("who one is is kept, for its owner alone", stat.S_IMODE(os.stat(kept).st_mode) == 0o600)
    with open(kept, encoding="utf-8") as file:
        cookie = json.load(file)[f"localhost:{server.port}"]
    run = join("ana", server.origin, "--game", "bruno", "--plain", typed="link\nsay hej där\nquit\n")
    link = re.search(r"http://\S+", run.stdout)
    check("a new table with free seats says how others come there", run.returncode == 0 and link and
          "Your seat stays yours" in run.stdout, run)
    with open(kept, encoding="utf-8") as file:
        check("the same guest the next time", json.load(file)[f"localhost:{server.port}"] == cookie)
    run = join("ana", server.origin, "--plain", typed="q\n")
    run_wrong = join("ana", server.origin, "--plain", typed="nonsense\nq\n")
    check("what is neither a table nor a game is told", '"nonsense" is neither' in run_wrong.stdout, run_wrong)
    number = (re.findall(r"(\d+)\. Bruno: Ana; 3 seats are free; you sit there", run.stdout) or ["none"])[0]
    run = join("ana", server.origin, "--plain", typed=f"{number}\nlog\nq\n")
    check("the tables are listed, and a number sits down there", "Ana: hej där" in run.stdout, run)
    bo = Terminal("bo", link[0], "--lang", "sv", "--name", "Bo")
    check("somebody else comes with the address, in another language", bo.shown("Bo slår sig ner") and
          bo.shown("Väntar på spelare: 2 platser"), bo.screen())
    bo.keys("q")
    bo.shown("code 0")


def looking_on(server):
    owner = Client(server, server.guest())
    made = owner.ask(do="create", game="mulle", options={}, seats=["me", "random"], settings={"public": True})
    address = f"{server.origin}/table/{made['table']}"
    eva = Terminal("eva", address)
    check("where no seat is free one looks on", eva.shown("all seats are taken") and eva.shown("It is the turn of"), eva.screen())
    eva.keys("q")
    check("and leaves without being asked", eva.shown("code 0"), eva.screen())
    made = owner.ask(do="create", game="mulle", options={}, seats=["open", "random"], settings={"move_s": 600, "game_s": 7000})
    eva = Terminal("fia", f"{server.origin}/table/{made['table']}#invite={made['invite']}")
    first = eva.shown(r"Your move  \d+:\d\d  1:\d\d:\d\d")
    check("clocks are shown, and run", first and eva.shown(rf"Your move  (?!{first[0][11:]})\d+:\d\d  1:\d\d:\d\d"), eva.screen())
    owner.socket.close()


def alone_on_screen(server):
    ana = Terminal("cleo", server.origin, "--game", "sabacc", "--vs", "random", "--option", "players=2", "chips=3")
    check("on the full screen it is one's turn", ana.shown("▶ Your move"), ana.screen())
    ana.keys("h")
    check("the server gives a hint", ana.shown("100 % is a sure win"), ana.screen())
    ana.keys("h", "Enter")
    ana.shown("▶ Your move")
    ana.type("undo")
    check("against bots a move is taken back at once", ana.shown("takes? back"), ana.screen())
    check("a game at 80x24 to its end", play_to_the_end(ana), ana.screen())
    check("with the standing", ana.shown("★"), ana.screen())
    ana.keys("p")
    check("the game can be gone through", ana.shown("0 of [0-9]+"), ana.screen())
    check("where everybody is told of by name", ana.shown(r"Guest \d+ goes|random goes") and "You gets" not in ana.screen(), ana.screen())
    ana.keys("q")
    ana.shown("The game is over")
    ana.keys("v")
    check("and is reviewed", ana.shown("Looking back"), ana.screen())
    ana.keys("v")
    ana.shown("1  rematch")
    ana.keys(*":rematch", "Enter", "p")
    check("a rematch begins, and the game before is put away", ana.shown("Your move|the turn of random"), ana.screen())
    ana.keys("q")
    check("leaving asks, since the game goes on", ana.shown("Leave the table"), ana.screen())
    ana.keys("y")
    check("and says how to come back", ana.shown("Come back with") and ana.shown("code 0"), ana.screen())


def two_terminals(server):
    dan = Terminal("dan", server.origin, "--game", "sabacc", "--option", "players=2", "chips=2", "--name", "Dan", size=(100, 30))
    check("a table waits for somebody", dan.shown("1 seat is free"), dan.screen())
    link = re.search(r"http://\S+", dan.screen())[0]
    eli = Terminal("eli", link, "--name", "Eli", size=(100, 30))
    check("two terminals at one table", dan.shown("Your move|the turn of Eli") and eli.shown("Your move|the turn of Dan"),
          dan.screen() + eli.screen())
    eli.type("say good evening")
    check("what is said is heard", dan.shown("Eli: good evening"), dan.screen())
    first, second = (dan, eli) if "▶ Your move" in dan.screen() else (eli, dan)
    first.keys("Enter")
    first.shown("▶ Your move|the turn of")
    first.type("undo")
    check("the other is asked whether a move may be taken back", second.shown("1  yes") and second.shown("2  no"), second.screen())
    check("and the player who asks is told", first.shown("[Tt]he others are asked"), first.screen())
    for _ in range(60):  # an answer in haste is not taken
        second.keys("y")
        if first.shown("takes? back", 1):
            break
    check("and with a yes it is taken back", first.shown("takes? back") and first.shown("▶ Your move"), first.screen())
    server.kill()
    check("both see that the server is gone", dan.shown("connection is lost") and eli.shown("connection is lost"), dan.screen())
    server.start()
    check("and that it onnected again", dan.shown("onnected again") and eli.shown("onnected again"), dan.screen())
    check("they play to the end", play_to_the_end(dan, eli), dan.screen() + eli.screen())
    dan.keys("p")
    dan.shown("0 of [0-9]+")
    eli.type("say well played")
    check("a player who steps through the game hears what is said", dan.shown("0 of [0-9]+.*│  Eli: well played"), dan.screen())
    eli.type("rematch")
    check("and that a rematch is asked for", dan.shown("0 of [0-9]+.*│  Eli asks to play again"), dan.screen())
    check("who asks is told that the others are asked", eli.shown("[Tt]he others are asked to play again"), eli.screen())
    dan.keys("q")
    check("the question stands where the moves do", dan.shown("You are asked to play again") and dan.shown("1  yes"),
          dan.screen())
    for _ in range(60):
        dan.keys("y")
        if dan.shown("Your move|the turn of Eli", 1):
            break
    check("and once more", dan.shown("Your move|the turn of Eli") and eli.shown("Your move|the turn of Dan"), dan.screen() + eli.screen())
    mover = dan if "▶ Your move" in dan.screen() else eli
    other = eli if mover is dan else dan
    mover.keys("h")
    check("there are no hints where others play", mover.shown("Hints are off, because other people play here"), mover.screen())
    mover.keys("h")  # closes what said so
    mover.type("hints")
    check("the other is asked for hints", other.shown("You are asked to allow hints for everyone"), other.screen())
    for _ in range(60):
        other.keys("y")
        if mover.shown("Everyone agrees: hints are on", 1):
            break
    mover.keys("h")
    check("and with a yes there are some", mover.shown("100 % is a sure win"), mover.screen())
    mover.keys("h")  # closes the pane, which would hide what comes
    eli.type("resign")
    check("giving up ends it", dan.shown("The game ended by resignation"), dan.screen())


try:
    with Server() as running:
        for part in (addresses, by_lines, looking_on, alone_on_screen, two_terminals):
            part(running)
finally:
    Terminal.tmux("kill-server")
    shutil.rmtree(ROOM, ignore_errors=True)
sys.exit(finish())
