#!/usr/bin/env python3
"""The program in five languages, from outside: help, errors, the table, and that what programs read is the same in all of them.

The system need not know the locales: only C.UTF-8 is there on a bare one.
"""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/server"))
import tap

PROGRAM = os.environ["TAPETE"]
LOCALES = {"es": "es_ES.UTF-8", "fr": "fr_FR.UTF-8", "sv": "sv_SE.UTF-8", "zh": "zh_CN.UTF-8"}
ROOM = tempfile.TemporaryDirectory()


def tapete(*words, given="", **environment):
    """What the program prints on both files, in an environment that says nothing else of languages."""
    clean = {name: value for name, value in os.environ.items() if not re.match(r"LC_|LANG|COLUMNS|TAPETE_", name)}
    clean |= {"XDG_DATA_HOME": ROOM.name} | environment
    return subprocess.run([PROGRAM, *words], input=given, capture_output=True, text=True, env=clean, check=False)


def columns(line):
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)


def help_of_every_command():
    """help on every command is in every language, within 80 columns, with every flag in its place"""
    names = re.findall(r"^  ([\w-]+)", tapete("help").stdout.split("\nPlay:\n")[1].split("Before")[0], re.MULTILINE)
    assert len(names) > 10, names
    for words in [["help"], *(["help", name] for name in names)]:
        english = tapete(*words).stdout
        flags = re.findall(r"^  (?:-h, )?--[\w-]+", english, re.MULTILINE)
        for language, locale in LOCALES.items():
            done = tapete(*words, LC_ALL=locale)
            assert done.returncode == 0 and done.stdout != english, (language, words)
            for line in done.stdout.splitlines():
                assert columns(line) <= 80 and line == line.rstrip(), (language, words, line)
            assert re.findall(r"^  (?:-h, )?--[\w-]+", done.stdout, re.MULTILINE) == flags, (language, words)
            paragraphs = {line for line in english.splitlines() if re.match(r"[A-Z]\w+ [\w,]+ [\w,]+ ", line)}
            assert not paragraphs & set(done.stdout.splitlines()), (language, words)


def errors():
    """what is wrong is one sentence in the language of the environment, with its own full stop"""
    for words in (
        ["fly"],
        ["play", "chess"],
        ["play", "sabacc", "--seat", "9"],
        ["play", "sabacc", "--vs", "nobody"],
        ["bench"],
        ["replay"],
        ["stats", "--loud"],
        ["play", "--resume", "--seed", "3"],
        ["games", "now"],
        ["--seed", "play"],
        ["serve", "--port", "0", "--db", f"sqlite:{PROGRAM}"],
        ["serve", "--port", "0", "--db", f"sqlite:{ROOM.name}/none/x.db"],
        ["serve", "--port", "0", "--db", f"sqlite:{ROOM.name}/x.db", "--proxy", "nobody"],
    ):
        english = tapete(*words)
        assert english.returncode == 2 and english.stderr.endswith(".\n"), (words, english)
        for language, locale in LOCALES.items():
            done = tapete(*words, LC_ALL=locale)
            end = "。\n" if language == "zh" else ".\n"
            assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1, (language, done)
            assert done.stderr != english.stderr and done.stderr.endswith(end), (language, done.stderr)


def bad_scripts():
    """what is wrong with each file of tests/cases/bad is told in one sentence of the reader's language, with the place as it is; each in one language in turn"""
    files = sorted((ROOT / "tests/cases/bad").glob("*.json"))
    assert len(files) > 200
    for number, path in enumerate(files):
        language, locale = list(LOCALES.items())[number % len(LOCALES)]
        english, done = tapete("run", str(path)), tapete("run", str(path), LC_ALL=locale)
        end = "。\n" if language == "zh" else ".\n"
        assert done.returncode == 2 and done.stdout == english.stdout, (language, done)
        assert done.stderr != english.stderr and done.stderr.count("\n") == 1 and done.stderr.endswith(end), (language, done.stderr)
        place = re.match(rf"tapete: {re.escape(str(path))}(: [a-z_]+[\[.][^ :]*)?: ", english.stderr)[0]
        assert done.stderr.startswith(place), (language, place, done.stderr)


def environment():
    """the environment is read as gettext does; --lang is stronger"""
    swedish, english = tapete("help", LC_ALL="sv_SE.UTF-8").stdout, tapete("help").stdout
    assert swedish.startswith("Användning")
    for settings, expected in (
        ({"LANG": "sv_SE.UTF-8"}, swedish),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "sv"}, swedish),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "sv", "LC_ALL": "C"}, english),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "fi:sv:fr"}, swedish),
        ({"LANG": "C.UTF-8", "LANGUAGE": "sv"}, english),
        ({"LC_ALL": "", "LANG": "sv_FI"}, swedish),
        ({"LANG": "fi_FI.UTF-8"}, english),
    ):
        assert tapete("help", **settings).stdout == expected, settings
    said = tapete("play", "sabacc", "--seed", "7", "--vs", "random", "--lang", "fr", given="q\n", LC_ALL="sv_SE.UTF-8").stdout
    assert "Votre coup" in said and "Ditt drag" not in said, said


def programs_read_the_same():
    """JSON, lines of scripts, records and completions are the same bytes in every language"""
    script = '{"game": "mus", "steps": [{"do": "paso"}, {"do": "envido 900"}, {"do": "nobody"}]}'

    def record(locale):
        path = Path(ROOM.name) / "game.jsonl"
        path.unlink(missing_ok=True)
        tapete("play", "sabacc", "--seed", "7", "--vs", "random", "--record", str(path), given="1\n" * 300, LC_ALL=locale)
        text = path.read_text(encoding="utf-8")
        assert '"result"' in text and '"key"' in text, text[-300:]
        return re.sub(r'"(date|time|started|ended)":"?[^",}]*"?', "", text)

    def everything(locale):
        return [
            *(tapete(*words, LC_ALL=locale).stdout for words in (["games", "--json"], ["agents", "--json"], ["stats", "--json"], ["completion", "fish"])),
            tapete("arena", "mulle", "--agents", "mulle-greedy,random", "--games", "2", "--json", LC_ALL=locale).stdout,
            tapete("run", "-", given=script, LC_ALL=locale).stdout,
            record(locale),
        ]

    english = everything("C.UTF-8")
    assert all(english), english
    for language, locale in LOCALES.items():
        for there, here in zip(everything(locale), english):
            assert there == here, (language, there[:500], here[:500])


def a_game_at_the_table():
    """a game to its end, with help, hint, undo and mistakes: as many lines in every language, and none left in English"""
    given = "?\nhint\n1\n1\nundo\nfly\n99\nhelp me\nsave x/y\n" + "1\n" * 300
    words = ["play", "sabacc", "--plain", "--seed", "7", "--vs", "random", "--lang"]
    english = tapete(*words, "en", given=given).stdout.splitlines()
    assert len(english) > 100
    for language in LOCALES:
        lines = tapete(*words, language, given=given).stdout.splitlines()
        assert len(lines) == len(english), (language, len(lines), len(english))
        same = {line for line in lines if line in english and re.search(r"[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}", line)}
        assert not same, (language, sorted(same)[:10])


def tables_line_up():
    """columns stay columns where letters take two of them"""
    for language, locale in {"en": "C.UTF-8", **LOCALES}.items():
        lines = tapete("arena", "mulle", "--agents", "mulle-greedy,random", "--games", "2", "--threads", "1", LC_ALL=locale).stdout.splitlines()
        heading, first, second = lines[2:5]
        ends = {columns(line[: line.index("%") + 1]) for line in (first, second)}
        assert len(ends) == 1 and columns(heading[: heading.index("95 %")]) == ends.pop() + 2, (language, lines)
        tapete("play", "sabacc", "--seed", "7", "--vs", "random", given="1\n" * 300)
        lines = tapete("stats", LC_ALL=locale).stdout.splitlines()
        rows = [line for line in lines if line.startswith("  ") and not line.lstrip().startswith(PROGRAM)]
        assert len(rows) >= 4 and len({columns(line) for line in rows if "--save" not in line}) == 1, (language, lines)


def the_answer_is_yes():
    """a player who is asked whether to leave may answer in their language or in English"""
    for language, answer, leaves in (("es", "s", True), ("fr", "Oui", True), ("sv", "ja", True), ("zh", "是", True), ("sv", "yes", True), ("en", "s", False), ("fr", "n", False)):
        child, terminal = pty.fork()
        if child == 0:
            os.environ.update({"XDG_DATA_HOME": ROOM.name, "LC_ALL": "C.UTF-8", "TERM": "dumb"})
            os.execv(PROGRAM, [PROGRAM, "play", "sabacc", "--plain", "--seed", "7", "--vs", "random", "--lang", language])

        def wait_for(pattern):
            heard = ""
            while not re.search(pattern, heard):
                assert select.select([terminal], [], [], 20)[0], (language, answer, heard)
                heard += os.read(terminal, 65536).decode("utf-8", "replace")

        wait_for(r"\n[^\n]{2,20}[:：] ?$")
        os.kill(child, signal.SIGINT)
        wait_for(r"\[./N\]")
        os.write(terminal, (answer + "\n").encode())
        if leaves:
            wait_for(r"--resume")
        else:
            wait_for(r"\n[^\n]{2,20}[:：] ?$")
            os.write(terminal, b"q\n")
            wait_for(r"--resume")
        _, status = os.waitpid(child, 0)
        os.close(terminal)
        assert os.waitstatus_to_exitcode(status) == (130 if leaves else 0), (language, answer, status)


if __name__ == "__main__":
    with ROOM:
        sys.exit(
            tap.run(
                [help_of_every_command, errors, bad_scripts, environment, programs_read_the_same, a_game_at_the_table, tables_line_up, the_answer_is_yes],
                sys.argv[1:],
            )
        )
