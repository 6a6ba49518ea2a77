#!/usr/bin/env python3
"""The translations are complete: every message that is marked in src is in the catalogues of every language, translated and not fuzzy, with the same
arguments and the same seats; nothing is left over; and a sentence that is new in C is found by this test.

The catalogues, po and those of the games, are brought up to date with scripts/update-languages; docs/languages.md says how to translate.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/server"))
import tap

LOADER = SourceFileLoader("make_catalogue", str(ROOT / "scripts/make-catalogue"))
catalogue = module_from_spec(spec_from_loader("make_catalogue", LOADER))
LOADER.exec_module(catalogue)

LANGUAGES = ["es", "fr", "sv", "zh"]

# What the program says is marked, except in these files: completion is made by the build, signature speaks to programs.
UNMARKED_FILES = {"completion.c", "signature.c"}
# Nobody reads what is handed to these as a sentence.
QUIET_CALLS = re.compile(
    r"cli_(given|value|value_at|count|integer|real)|read_risk|str(case|ncase|n)?cmp|strlen|str(case)?str|strc?spn|json_\w+|getenv|setlocale|f?open|tp_language_set|first_set|find_flag|measure|installed_find|print_command|tigetstr|tigetflag|add_farewell|(text|block)_mark|memfd_create|member|send_plain|join_answer|load_(member|is)|growth|metric|(load_)?ask|_Static_assert|copy_text|row_(number|truth)|request_to|set_text|punish|lift"
)
# In the library, what numbers of a tensor and fields of an event mean is for those who write programs.
FOR_PROGRAMS = {"observe.c", "data.c"}
MARKUP = re.compile(r'"(?:<|\.\w+ \{|\w+ \{|@media|\w+=\\").*')
# What keeps a server from starting; what it writes later is its log, and English.
STARTS = ["server/files.c", "net/net.c", "server/server.c", "server/workers.c", "server/writer.c", "store/sqlite_open.c"]
# Titles of games are names, and not translated.
QUIET_FIELDS = {"name", "title", "value", "words", "operands", "operand_words", "game"}
# Names of files, flags, agents and variables of the environment: one word with something in it that is no letter, or in capitals.
TECHNICAL = re.compile(r"[^\s\"]*[./:=\[-][^\s\"]*|[A-Z0-9_]+")
# Words that are the same everywhere: names, what is typed at the table or in a shell, keys of JSON, and what programs wait for.
SAME_EVERYWHERE = {
    # names of options of games; what the kernel writes
    "exploit.c": ["raises", "max_raises"],
    "solve.c": ["raises", "max_raises", "preset", "NashConv", "MemAvailable: %llu kB"],
    "solve_engine.c": ["stones, win"],
    "solve_show.c": ["pares both, pares mano, pares postre, pares none", "juego both, juego none"],
    # names of checks in JSON, and what TAP says
    "bot_check.c": ["games", "keep", "members", "undo", "quit", "ok    ", "not ok"],
    "admin.c": ["show", "resolve", "report", "reports"],
    "admin_show.c": ["%lld min", "KiB", "MiB", "GiB", "TiB"],
    "arena_table.c": ["Elo", "LOS", "+inf", "+inf  ", "-inf  "],
    "client_http.c": ["%s %s HTTP/1.1\\r\\nHost: %s\\r\\nConnection: close\\r\\nAccept-Language: %s\\r\\n%s%s%s", "Cookie: ",
                      "Tapete-Invite: %s\\r\\n", "Origin: http://%s\\r\\nContent-Type: application/json\\r\\nContent-Length: %zu\\r\\n"],
    "client_socket.c": ["GET %s HTTP/1.1\\r\\nHost: %s\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n",
                        "Sec-WebSocket-Key: %s\\r\\nSec-WebSocket-Version: 13\\r\\n", "Sec-WebSocket-Protocol: tapete.1\\r\\n%s%s%s\\r\\n",
                        "Cookie: ", "HTTP/1.1 101"],
    "dealer.c": ["tapete commitment 1", "tapete deal 1", "tapete seed 1"],
    "exec.c": ["seat 0", "seat 1", "seat 2", "seat 3"],
    "join_commands.c": ["help", "yes", "no", "sit", "fill", "rematch", "hint", "hints", "undo", "say", "resign", "link", "table", "log", "rules", "quit"],
    "join_hear.c": ["open", "commit", "playing", "over", "closed"],
    "keys.c": ["undo", "save", "auto", "auto on", "new", "stronger", "Enter", "help", "hint", "rules", "log"],
    "load.c": ["en", "max", "\\ntapete_%s ", "resident_memory_bytes"],
    "load_hear.c": ["tapete: %s\\n", "{\\\"do\\\":\\\"%s\\\",\\\"ref\\\":%lld%s}", "\\\"me\\\"", ",\\\"open\\\""],
    "load_read.c": ["true"],
    "notation.c": ["capture %s all+", "build %s on %u to %u", "no mus", "no quiero"],
    "run.c": ["%zu passed, %zu failed\\n"],
    "program.c": ["tapete %s\\n"],
    "output.c": ["tapete", "tapete: ", "tapete: %s%s%s%s\\n"],
    "play_auto.c": ["fair"],
    "play_begin.c": ["seat", "vs", "seed", "option", "record", "fair", "normal"],
    "play_commands.c": ["help", "hint", "undo", "table", "log", "rules", "save", "load", "quit", "auto", "pace", "instant", "fast", "normal", "slow"],
    "play_screen.c": ["help", "rules", "quit", "auto", "pace", "new", "stronger"],
    "rules.c": ["rules"],
    "serve.c": ["tapete", "tapete: %s\\n", "localhost", "listening on http://%s:%d\\n", "stopped; every game is kept\\n",
                "stopped; the database failed, and what was not acknowledged is not kept\\n"],
    "bruno/look.c": ["Bruno"],
    "mulle/look.c": ["Mulle", "  %s♣ KL  ♠ SP  ♥ HJ  ♦ RU%s\\n"],
    "mus/look.c": ["Mus", "ordago", "órdago", "%u mas"],
    "sealed.c": ["tapete seal 1", "tapete list 1", "tapete deal 2"],
    "mus/look_words.c": ["Grande", "Chica", "Pares", "Juego", "Punto", "Mus, "],
    "sabacc/look.c": ["Kessel Sabacc"],
    "bench.c": ["memory"],
    "train_method.c": ["tapete train %s --method %s", " --option ", " --episodes %", " --seed %", " --out FILE"],
    "train.c": ["agent", "games", "vs", "episodes", "out", "random"],
    "records.c": ["finished", "unfinished", "in_use", "damaged"],
    "stats.c": ["won", "shared", "lost", "  %s review --save '%s'\\n", "tapete: "],
}
WIDEST_RULES = 78  # columns, as game.h promises


def run(*words, **settings):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **settings)


def catalogues(root):
    """The catalogues under a folder, as paths below it: of all games together, and of each game."""
    return sorted(path.relative_to(root) for pattern in ("po/*.po", "src/games/*/po/*.po") for path in root.glob(pattern))


def copy_of(root):
    """A copy of the catalogues under a folder, for the caller to remove."""
    room = Path(tempfile.mkdtemp())
    for name in [*catalogues(root), Path("po/tapete.pot")]:
        (room / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, room / name)
    return room


def problems_of(sources, root):
    """Everything that is wrong with the translations under `root` of these sources."""
    fresh, found = copy_of(root), []
    try:
        done = run(str(ROOT / "scripts/update-languages"), str(fresh), cwd=sources)
        assert done.returncode == 0, done.stdout
        if (fresh / "po/tapete.pot").read_bytes() != (root / "po/tapete.pot").read_bytes():
            found.append("tapete.pot is not what the sources say: run scripts/update-languages")
        for name in sorted({*catalogues(fresh), *catalogues(root)}):
            if not (fresh / name).exists() or not (root / name).exists():
                found.append(f"{name} is new, or has no messages: run scripts/update-languages")
                continue
            done = run("msgfmt", "--check", "--statistics", "--output-file=/dev/null", str(fresh / name), env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"})
            if done.returncode != 0 or not re.fullmatch(r"\d+ translated messages?\.\n", done.stdout):
                found.append(f"{name}: {done.stdout.strip()}")
            if (fresh / name).read_bytes() != (root / name).read_bytes():
                found.append(f"{name} is not up to date: run scripts/update-languages")
    finally:
        shutil.rmtree(fresh)
    return found


def entries(language):
    return [entry for name in catalogues(ROOT) if name.stem == language for entry in catalogue.read_po(ROOT / name) if entry["msgid"] != ""]


def translations(entry):
    return [text for key, text in entry.items() if key.startswith("msgstr")]


def columns(line):
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)


def changed_sources(change):
    """A copy of the sources in which a file was changed."""
    room = Path(tempfile.mkdtemp())
    shutil.copytree(ROOT / "src", room / "src")
    shutil.copytree(ROOT / "tools", room / "tools")
    path = room / "src/games/sabacc/sentences.c"
    before = path.read_text(encoding="utf-8")
    after = change(before)
    assert after != before
    path.write_text(after, encoding="utf-8")
    return room


def complete():
    """every message is in every catalogue, translated, not fuzzy, with the same arguments; and none is left over"""
    found = problems_of(ROOT, ROOT)
    assert not found, "\n".join(found)
    return f"{len(entries('es'))} messages in {len(LANGUAGES)} languages beside English"


def new_sentence_is_found():
    """a sentence that is new in C, and one that is not said any more, are found"""
    for change, expected in (
        (lambda text: text + '\nconst char *sabacc_new(void) { return TR("A sentence that nobody has translated."); }\n', "untranslated"),
        (lambda text: text.replace('"{who} passes."', '"{who} goes by."'), "fuzzy"),
        (lambda text: text.replace('TR("that player is immune")', '"x"'), "tapete.pot"),
    ):
        sources = changed_sources(change)
        found = problems_of(sources, ROOT)
        shutil.rmtree(sources)
        assert any(expected in problem for problem in found), (expected, found)


def broken_formats_are_found():
    """a translation with another argument than the message is found"""
    room = copy_of(ROOT)
    try:
        path = room / "src/games/sabacc/po/sv.po"
        text = path.read_text(encoding="utf-8")
        assert 'msgstr "Runda %u."' in text
        path.write_text(text.replace('msgstr "Runda %u."', 'msgstr "Runda %s."'), encoding="utf-8")
        assert any("format specifications" in problem for problem in problems_of(ROOT, room))
    finally:
        shutil.rmtree(room)


def each_in_its_file():
    """what only one game says is in that game's catalogues; a catalogue that is missing, and an entry in the wrong file, are found and mended"""
    games = {name.parts[2] for name in catalogues(ROOT) if name.parts[0] == "src"}
    assert "sabacc" in games
    for name in catalogues(ROOT):
        text = (ROOT / name).read_text(encoding="utf-8")
        for entry in text.split("\n\n")[1:]:
            said_by = {place.split("/")[2] if place.startswith("src/games/") and place.count("/") > 2 else "" for line in re.findall(r"^#: (.*)$", entry, re.MULTILINE) for place in line.split()}
            owner = said_by.pop() if len(said_by) == 1 else ""
            assert owner == (name.parts[2] if name.parts[0] == "src" else ""), f"{name}:\n{entry}"
    room = copy_of(ROOT)
    try:
        moved, shared = room / "src/games/leduc/po/fr.po", room / "po/fr.po"
        shared.write_text(shared.read_text(encoding="utf-8") + "\n" + moved.read_text(encoding="utf-8").split("\n\n", 1)[1], encoding="utf-8")
        moved.unlink()
        assert any("leduc/po/fr.po is new" in problem for problem in problems_of(ROOT, room))
        done = run(str(ROOT / "scripts/update-languages"), str(room), cwd=ROOT)
        assert done.returncode == 0, done.stdout
        for name in catalogues(ROOT):
            assert (room / name).read_bytes() == (ROOT / name).read_bytes(), name
    finally:
        shutil.rmtree(room)
    return f"{', '.join(sorted(games))} have catalogues of their own"


def same_seats():
    """a translation names the same roles as the message: {who}, {whom}"""
    for language in LANGUAGES:
        for entry in entries(language):
            wanted = sorted(re.findall(r"\{\w*\}", entry.get("msgid_plural", entry["msgid"])))
            for text in translations(entry):
                assert sorted(re.findall(r"\{\w*\}", text)) == wanted, (language, entry["msgid"], text)


def same_places():
    """a field of JSON that is named before a colon, "hands[%u].%s: ...", is the same in every language"""
    name = r"(?:%s|[a-z_]+)(?:\.(?:%s|[a-z_]+)|\[%z?u\])*"
    for language in LANGUAGES:
        for entry in entries(language):
            place = re.match(rf"({name})((?:, [a-z_]+)*)(?: and ({name}))?: ", entry["msgid"])
            fields = re.findall(name, " ".join(filter(None, place.groups()))) if place else []
            if place and place[0] == "verified and witnessed: ":  # a verdict
                continue
            if not any(re.search(r"[._\[]|^%s$", field) for field in fields) and not (place and place[3]):
                continue
            for text in translations(entry):
                assert all(field in text.split(": ")[0] for field in fields), (language, entry["msgid"], text)


def whole_sentences():
    """what begins or ends with a space, and what ends a sentence in the middle, is no sentence"""
    for entry in entries("es"):
        for text in [entry["msgid"], *translations(entry)]:
            assert text == text.strip(" "), (entry["msgid"], text)


def french_spaces():
    """in French the space before ; : ? and ! does not break a line"""
    for entry in entries("fr"):
        for text in translations(entry):
            assert not re.search(r"\S [;:?!](\s|$)", text), text


def only_marked():
    """what the games say is marked to be translated: no letters in a format that is not"""
    for path in sorted((ROOT / "src/games").glob("*/*.c")):
        text = path.read_text(encoding="utf-8")
        for call in re.finditer(r'\b(?:say(?:_whom?)?|phrase_of)\((?:[^"();]|\([^()]*\))*"((?:[^"\\]|\\.)*)"', text):
            words = re.sub(r"%[0-9.$*]*[a-z]+|\\.", "", call[1])
            before = text[call.start() : call.start(1)]
            assert "TR" in before or not re.search(r"[A-Za-z]{2}", words), f"{path}: {call[0]}"


TOKEN = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)|(?P<directive>^[ \t]*\#(?:[^\n\\]|\\.|\\\n)*)|(?P<string>"(?:[^"\\\n]|\\.)*")|(?P<letter>'(?:[^'\\]|\\.)*')"""
    r"""|(?P<field>\.\w+\s*=(?!=))|(?P<call>\w*\s*\()|(?P<close>\))|(?P<end>[;,{}])""",
    re.DOTALL | re.MULTILINE,
)
CONVERSION = re.compile(r"%[-+ 0-9.*$#]*(?:hh|h|ll|l|z|j)?[a-zA-Z%]|\\[0-7]{1,3}(?:\[[\d;]*[A-Za-z])?|\\.")
# Which argument of these is the sentence.
SENTENCE_OF = {"tp_fail": 2, "tp_refuse": 2, "tp_error_at": 1, "position_fail": 1, "FAIL": 1, "tell": 3, "sqlite_system_error": 1}
MARKS = {"TR", "TR_N", "TR_MARK", "TR_MARK_N", "TR_IN", "cli_bad"}


def unmarked(name, text):
    return (found for found, _, _ in strings(name, text))


def strings(name, text):
    """The strings of a file in C that people may read and that are not marked, each with the call that it is handed to and as which argument."""
    calls, places, field = [], [0], None
    for found in TOKEN.finditer(text):
        kind = found.lastgroup
        if kind == "call":
            calls.append(found[0].rstrip("( \n"))
            places.append(0)
        elif kind == "close" and calls:
            calls.pop()
            places.pop()
        elif kind == "field":
            field = found[0][1:].split("=")[0].strip()
        elif kind == "end":
            field = None
            places[-1] += found[0] == ","
        elif kind == "string":
            string = found[0][1:-1]
            harmless = (
                not re.search(r"[A-Za-z]{2}", CONVERSION.sub("", string))
                or MARKS & set(calls)
                or (calls and QUIET_CALLS.fullmatch(calls[-1]))
                or field in QUIET_FIELDS
                or TECHNICAL.fullmatch(string)
                or string in SAME_EVERYWHERE.get(name, [])
            )
            if not harmless:
                yield f"{name}:{text.count(chr(10), 0, found.start()) + 1}: {found[0]}", calls[-1] if calls else "", places[-1]


def program_files():
    """What only the program has, not the library: its commands, the full screen, drawing, and the tables of the games."""
    source = ROOT / "src"
    return sorted([*source.glob("cli/*.c"), *source.glob("tui/*.c"), *source.glob("look/*.c"), *source.glob("net/client*.c"), *source.glob("games/*/look*.c"),
                   *(ROOT / "tools").glob("*/*.c")])


def name_of(path):
    """Files of the program by their names, and the tables of the games with the name of the game."""
    return f"{path.parent.name}/{path.name}" if path.parent.parent.name == "games" else path.name


def program_is_marked():
    """what the program itself says is marked to be translated, and a string that is not is found"""
    left = []
    for path in program_files():
        if path.name not in UNMARKED_FILES:
            left += unmarked(name_of(path), path.read_text(encoding="utf-8"))
    assert not left, "\n".join(left)
    for planted in ('say(session, "This is new.");', 'static const char *const words[] = {"new"};', 'printf("%d new\\n", 1);', 'tp_fail(e, 1, "no \\"%s\\"", x);'):
        assert list(unmarked("play.c", planted)), planted
        assert not list(unmarked("play.c", re.sub(r'("(?:[^"\\]|\\.)*")', r"TR(\1)", planted, count=1))), planted


def unmarked_sentences(name, text):
    """What would reach a person in English alone: the sentence of an error, or two words that stand anywhere else."""
    for found, call, place in strings(name, text):
        string = found.split(": ", 1)[1]
        if MARKUP.fullmatch(string):
            continue
        is_path = call == "tp_error_at" and " " not in string
        if place == SENTENCE_OF.get(call) and not is_path or re.search(r"\w[,:;]? \w", string):
            yield found


def errors_are_marked():
    """what is wrong with an agent, a record, a script, a position, an arena, a review or the start of a server is marked to be translated, and a sentence that is not is found"""
    left = []
    for folder in ("core", "games", "agents", "arena", "match", "review"):
        for path in sorted((ROOT / "src" / folder).rglob("*.[ch]")):
            if path.name not in FOR_PROGRAMS and path not in program_files():
                left += unmarked_sentences(path.name, path.read_text(encoding="utf-8"))
    for name in STARTS:
        text = (ROOT / "src" / name).read_text(encoding="utf-8")
        left += [found for found, call, place in strings(Path(name).name, text) if place == SENTENCE_OF.get(call)]
    assert not left, "\n".join(left)
    for planted in (
        'tp_fail(error, TP_E_INPUT, "phase: unknown");',
        'tp_fail(error, TP_E_INPUT, fine ? TR("this is fine") : "unknown", 3);',
        'FAIL(r, "%s[%u]: a card", name, seat);',
        'position_fail(&r->base, "cards");',
        'tell(run, SCRIPT_BAD, "do", "refused");',
        'return bad_field(r, "not a card");',
        'static const char *const words[] = {"a hand", "?"};',
        'tp_error_at(error, "in %s", name);',
    ):
        assert list(unmarked_sentences("check.c", planted)), planted
    for planted in ('tp_fail(error, TP_E_INPUT, TR("no %s"), "flatmc");', 'tp_error_at(error, "steps[%zu]", i);', 'tell(run, SCRIPT_BAD, "do", TR("no"));'):
        assert not list(unmarked_sentences("check.c", planted)), planted


def rules_fit():
    """the rules in short are at most 78 columns wide in every language"""
    for language in LANGUAGES:
        for entry in entries(language):
            if entry["msgid"].count("\n") < 10:
                continue
            for line in translations(entry)[0].splitlines():
                assert columns(line) <= WIDEST_RULES, f"{language}: {columns(line)} columns: {line}"


def bad_files_are_refused():
    """a file that is no catalogue stops the build with one sentence"""
    header = 'msgid ""\nmsgstr "Plural-Forms: nplurals=1; plural=0;\\n"\n'
    for text, expected in (
        ('msgid "a"\nmsgstr b\n', "quoted string"),
        ('"a"\n', "without a keyword"),
        ('msgid "a"\nmsgstring "b"\n', "no keyword"),
        ('msgid "a"\nmsgstr "b"\n', "header"),
        (header.replace("plural=0", "plural=system(1)"), "Plural-Forms"),
    ):
        with tempfile.TemporaryDirectory() as room:
            path = Path(room) / "xx.po"
            path.write_text(text, encoding="utf-8")
            done = run(str(ROOT / "scripts/make-catalogue"), str(Path(room) / "out.c"), str(path))
            assert done.returncode == 1 and expected in done.stdout and done.stdout.count("\n") == 1, (text, done.stdout)
    entry = '\nmsgid "a"\nmsgstr "b"\n'
    for first, second, expected in (
        (header + entry, header + entry, "in another file"),
        (header, header.replace("nplurals=1", "nplurals=2"), "Plural-Forms should be those"),
    ):
        with tempfile.TemporaryDirectory() as room:
            paths = [Path(room) / folder / "xx.po" for folder in ("one", "two")]
            for path, text in zip(paths, (first, second)):
                path.parent.mkdir()
                path.write_text(text, encoding="utf-8")
            done = run(str(ROOT / "scripts/make-catalogue"), str(Path(room) / "out.c"), *map(str, paths))
            assert done.returncode == 1 and expected in done.stdout and done.stdout.count("\n") == 1, (expected, done.stdout)


if __name__ == "__main__":
    sys.exit(
        tap.run(
            [
                complete,
                new_sentence_is_found,
                broken_formats_are_found,
                each_in_its_file,
                same_seats,
                same_places,
                whole_sentences,
                french_spaces,
                only_marked,
                program_is_marked,
                errors_are_marked,
                rules_fit,
                bad_files_are_refused,
            ],
            sys.argv[1:],
        )
    )
