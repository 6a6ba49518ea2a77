#!/usr/bin/env python3
"""Who may use whom: every #include in C and every import in the page is an edge that these tables allow, and no shared file
names a game. docs/architecture.md explains the layers.

The tables have no cycles. A file that is in none of the rooms fails too: a new folder needs a row here and in the map.
"""

import os
import re
import sys
from pathlib import Path

ROOT = Path(os.environ.get("TAPETE_SOURCE", Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(ROOT / "tests/server"))
import tap

# ---- the rooms of the C sources: pattern, name; the first that fits ----

ROOMS = [
    (r"include/tapete/.*", "include"),
    (r"src/core/.*", "core"),
    (r"src/games/plays\.c", "list of players"),
    (r"src/games/looks\.c", "list of looks"),
    (r"src/games/(registry\.[ch]|list\.def)", "list of games"),
    (r"src/games/\w+/look\w*\.[ch]", "look of a game"),
    (r"src/games/\w+/(play|bot\w*|model\w*|rollout\w*)\.[ch]", "players of a game"),
    (r"src/games/\w+/solve\w*\.[ch]", "solution of a game"),
    (r"src/games/\w+/\w+\.[ch]", "rules of a game"),
    (r"src/(neural|agents|batch|match|arena|review|solve|store|net|server|look|tui|cli|wasm)/.*", r"\1"),
    (r"tools/(\w+)/.*", r"tools/\1"),
    (r"bindings/python/.*", "python"),
]

# What each may include, beside itself and the public headers.
ALLOWED = {
    "include": set(),
    "core": set(),
    "list of games": {"core"},
    "rules of a game": {"core", "list of games"},
    "neural": {"core"},
    "agents": {"core", "neural"},
    "solution of a game": {"core", "agents", "solve", "rules of a game", "list of games"},
    "players of a game": {"core", "agents", "solve", "solution of a game", "rules of a game", "list of games"},
    "list of players": {"agents", "list of games"},
    "batch": {"core"},
    "match": {"core"},
    "arena": {"core", "match"},
    "review": {"core", "match", "agents"},
    "solve": {"core", "agents"},
    "store": {"core"},
    "net": {"core"},
    "server": {"core", "agents", "match", "arena", "review", "solve", "store", "net"},
    "look": {"core"},
    "look of a game": {"core", "look", "rules of a game"},
    "list of looks": {"look", "list of games"},
    "tui": {"core", "look"},
    "cli": {"core", "agents", "match", "arena", "review", "solve", "net", "server", "look", "tui"},
    "wasm": {"core", "agents", "match", "review", "cli", "store", "net", "server"},
    "tools/load": {"core", "match", "net", "look", "cli"},
    "tools/mpi": {"core", "arena", "cli", "solve"},
    "python": {"core", "match", "arena", "review", "solve", "look"},
}

# Edges that are allowed all the same.
EXCEPTIONS = {("src/cli/store.c", "src/store/copy.h")}  # copies, checks and backups, which need no server

# Rooms of which the others see these headers only.
DOORS = {"server": {"src/server/serve.h"}}

# Who is behind the door: what the server in a page has in place of sockets and threads.
INSIDERS = {("wasm", "server")}

# ---- the rooms of the page ----

WEB_ROOMS = [
    (r"web/src/games/index\.ts", "list of games"),
    (r"web/src/games/(\w+)/.*", "a game"),
    (r"web/src/(\w+)/.*", r"\1"),
    (r"web/src/(App\.svelte|main\.ts)", "main"),
]

# What each may import, beside itself.
WEB_ALLOWED = {
    "base": set(),
    "style": set(),
    "verify": set(),
    "lang": set(),
    "art": {"base"},
    "lib": {"base", "lang", "verify", "art"},
    "guides": {"lang", "lib"},
    "after": {"lang", "lib", "verify"},
    "game": {"lang", "lib", "guides", "verify"},
    "parts": {"base", "lang", "lib", "art", "guides", "after", "game"},
    "tables": {"lang", "lib", "art", "game", "parts"},
    "a game": {"lang", "lib", "art", "guides", "verify", "game", "parts", "tables"},
    "list of games": {"game", "a game"},
    "pages": {"base", "lang", "lib", "guides", "after", "game", "parts", "tables"},
    "main": {"base", "lang", "lib", "style", "game", "parts", "pages", "list of games"},
}

# ---- names of games ----

# The lists that name each game once, and files that still name one. The second list only gets shorter.
LISTS = {"src/games/list.def", "web/src/games/index.ts"}
STILL_NAMING = set()

SOURCES = ("include", "src", "tools", "bindings", "web/src")
TEXTS = {".c", ".h", ".def", ".build", ".ts", ".mjs", ".js", ".svelte", ".css", ".json", ".html"}


def read_sources():
    """Every source as path to text."""
    found = {}
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in TEXTS and path.is_file():
                found[path.relative_to(ROOT).as_posix()] = path.read_text(encoding="utf-8")
    return found


def room_of(path, rooms):
    for pattern, room in rooms:
        found = re.fullmatch(pattern, path)
        if found:
            return found.expand(room)
    return None


def game_of(path):
    """The game whose folder a file is in, or None."""
    found = re.match(r"(?:web/)?src/games/(\w+)/", path)
    return found and found[1]


# ---- C ----


def includes(sources):
    """(file, included file) for every #include of a file of ours."""
    for path, text in sources.items():
        if not path.endswith((".c", ".h")):
            continue
        for found in re.finditer(r'^\s*#\s*include\s+"([^"]+)"', text, re.MULTILINE):
            near = os.path.normpath(os.path.join(os.path.dirname(path), found[1]))
            for candidate in ("include/" + found[1], "src/" + found[1], "tools/" + found[1], near):
                if candidate in sources:
                    yield path, candidate
                    break
            else:
                yield path, found[1]


def wrong_includes(sources):
    wrong = []
    for path, target in includes(sources):
        here, there = room_of(path, ROOMS), room_of(target, ROOMS)
        if (path, target) in EXCEPTIONS:
            continue
        if here is None or there is None:
            wrong.append(f"{path} includes {target}, and one of them is in no room")
        elif game_of(target) not in (None, game_of(path)):
            wrong.append(f"{path} includes {target}, which is another game's")
        elif here != there and there != "include" and there not in ALLOWED[here]:
            wrong.append(f"{path} ({here}) includes {target} ({there})")
        elif here != there and (here, there) not in INSIDERS and target not in DOORS.get(there, {target}):
            wrong.append(f"{path} includes {target}: of {there} others see {', '.join(sorted(DOORS[there]))} only")
    return wrong


# ---- the page ----


def imports(sources):
    """(file, imported file without its ending) for every import of a file of the page."""
    for path, text in sources.items():
        if not path.startswith("web/src/") or not path.endswith((".ts", ".svelte", ".mjs", ".js")):
            continue
        for found in re.finditer(r"""(?:\bfrom|\bimport\s*\(?)\s*["'](\.[^"']+)["']""", text):
            yield path, os.path.normpath(os.path.join(os.path.dirname(path), found[1]))


def wrong_imports(sources):
    stems = {path.rsplit(".", 1)[0]: path for path in sources}
    wrong = []
    for path, target in imports(sources):
        if not target.startswith("web/src/"):
            continue
        whole = target if target in sources else stems.get(target, stems.get(target + "/index", target))
        here, there = room_of(path, WEB_ROOMS), room_of(whole, WEB_ROOMS)
        if here is None or there is None:
            wrong.append(f"{path} imports {whole}, and one of them is in no room")
        elif there == "a game":
            if here != "list of games" and game_of(whole) != game_of(path):
                wrong.append(f"{path} imports {whole}, which belongs to a game")
        elif here != there and there not in WEB_ALLOWED.get(here, set()):
            wrong.append(f"{path} ({here}) imports {whole} ({there})")
    return wrong


# ---- names ----


def listed_games():
    return re.findall(r"^GAME\((\w+)\)", (ROOT / "src/games/list.def").read_text(encoding="utf-8"), re.MULTILINE)


def names_in(text, game):
    """The lines that name a game, as a word or as part of a name: mus, mus_bot, MusTable, MUS_HAND, but not "must"."""
    lower, upper, title = re.escape(game), re.escape(game.upper()), re.escape(game.capitalize())
    pattern = re.compile(rf"(?<![a-z]){lower}(?![a-z])|{title}(?![a-z])|(?<![A-Z]){upper}(?![A-Z])")
    return [number for number, line in enumerate(text.split("\n"), 1) if pattern.search(line)]


def naming_files(sources, games):
    """Shared files that name a game: path to lines."""
    found = {}
    for path, text in sources.items():
        if path in LISTS:
            continue
        for game in games:
            lines = names_in(text, game) if game_of(path) != game else []
            if game in Path(path).name.lower().replace(".", "_").split("_"):
                lines = [0] + lines
            if lines:
                found.setdefault(path, []).extend(f"{game}:{line}" for line in lines)
    return found


# ---- tests ----

SOURCES_READ = read_sources()


def tables_have_no_cycle():
    """the tables of what may use what have no cycle, and every room is in them"""
    for table in (ALLOWED, WEB_ALLOWED):
        used = set().union(*table.values())
        assert used <= table.keys(), used - table.keys()
        left = dict(table)
        while left:
            free = [room for room, edges in left.items() if not edges & left.keys() - {room}]
            assert free, f"a cycle among {sorted(left)}"
            for room in free:
                del left[room]


def includes_are_allowed():
    """every #include goes to a room that its own room may use"""
    wrong = wrong_includes(SOURCES_READ)
    assert not wrong, "\n".join(wrong)
    return f"{len(list(includes(SOURCES_READ)))} includes"


def planted_includes_are_found():
    """an #include that is not allowed is found: upwards, into another game, past a door, from a folder that nobody knows"""
    for path, target in (
        ("src/core/planted.c", "games/registry.h"),
        ("src/match/planted.c", "server/serve.h"),
        ("src/agents/planted.c", f"games/{listed_games()[0]}/rules.h"),
        (f"src/games/{listed_games()[0]}/planted.c", "agents/play.h"),
        (f"src/games/{listed_games()[0]}/planted.c", f"games/{listed_games()[1]}/rules.h"),
        (f"src/games/{listed_games()[0]}/bot_planted.c", "look/draw.h"),
        ("src/look/planted.c", "cli/cli.h"),
        ("src/tui/planted.h", "cli/cli.h"),
        ("src/cli/planted.c", "server/server.h"),
        ("src/cli/planted.c", "load/load.h"),
        ("src/elsewhere/planted.c", "core/language.h"),
        ("src/core/planted.c", "elsewhere/planted.h"),
    ):
        planted = {**SOURCES_READ, path: f'#include "{target}"\n'}
        found = [line for line in wrong_includes(planted) if "planted" in line]
        assert found, f"{path} includes {target}, and that was not found"
    fine = {**SOURCES_READ, "src/cli/planted.c": '#include "server/serve.h"\n', f"src/games/{listed_games()[0]}/bot_planted.c": '#include "agents/play.h"\n'}
    assert not [line for line in wrong_includes(fine) if "planted" in line]


def imports_are_allowed():
    """every import of the page goes to a room that its own room may use"""
    wrong = [line for line in wrong_imports(SOURCES_READ) if line.split(" ", 1)[0] not in STILL_NAMING]
    assert not wrong, "\n".join(wrong)
    return f"{len(list(imports(SOURCES_READ)))} imports"


def planted_imports_are_found():
    """an import that is not allowed is found: of a game, of another game, upwards, from a folder that nobody knows"""
    first, second = listed_games()[:2]
    for path, target in (
        ("web/src/pages/planted.ts", f"../games/{first}/verify"),
        (f"web/src/games/{first}/planted.ts", f"../{second}/verify"),
        ("web/src/lib/planted.ts", "../parts/Button.svelte"),
        ("web/src/verify/planted.ts", "../lib/connection"),
        ("web/src/lib/planted.ts", "../elsewhere/planted"),
    ):
        planted = {**SOURCES_READ, path: f'import {{ a }} from "{target}";\n'}
        assert [line for line in wrong_imports(planted) if "planted" in line], f"{path} imports {target}, and that was not found"


def shared_files_name_no_game():
    """no file outside a game's two folders and the two lists names a game"""
    games = listed_games()
    found = naming_files(SOURCES_READ, games)
    new = {path: lines for path, lines in found.items() if path not in STILL_NAMING}
    assert not new, "\n".join(f"{path} names {', '.join(lines)}" for path, lines in sorted(new.items()))
    settled = STILL_NAMING - found.keys() - {line.split(" ", 1)[0] for line in wrong_imports(SOURCES_READ)}
    notes = [f"{len(games)} games, {len(STILL_NAMING)} files that still name one"]
    return "\n".join(notes + [f"take it out of STILL_NAMING: {path}" for path in sorted(settled)])


def planted_names_are_found():
    """a name of a game that is planted in a shared file is found, however it is written"""
    for game in listed_games():
        for text in (f'"{game}"', f"{game}_thing", f"{game.capitalize()}Table", f"partnerOf{game.capitalize()}", f"{game.upper()}_SEATS", f"/* at {game.capitalize()}, */"):
            for path in ("src/match/planted.c", "include/tapete/planted.h", "web/src/lib/planted.ts"):
                assert naming_files({path: text}, [game]) == {path: [f"{game}:1"]}, (path, text)
        assert naming_files({f"web/src/parts/{game}_Planted.svelte": ""}, [game])
        assert not naming_files({f"src/games/{game}/planted.c": game, f"web/src/games/{game}/planted.ts": game}, [game])
    assert not naming_files({"src/match/planted.c": "must museum amuse bruno2x"}, ["mus"])


if __name__ == "__main__":
    sys.exit(tap.run([tables_have_no_cycle, includes_are_allowed, planted_includes_are_found, imports_are_allowed, planted_imports_are_found,
                      shared_files_name_no_game, planted_names_are_found], sys.argv[1:]))
