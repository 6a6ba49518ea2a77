#!/usr/bin/env python3
"""The shared library keeps what docs/library.md promises. Reports as TAP.

Its interface, as compilers see it (functions, structs with the places of their members, constants), is compared with tests/golden/library.txt, what
the file shows with libtapete.map, and programs are built with what `meson install` and pkg-config give them. `TAPETE_GOLDEN=write` writes
the list anew, where nothing is broken that the number of the library promises.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import built

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/server"))
import tap  # noqa: E402

BUILD = Path(os.environ.get("TAPETE", ROOT / "build/tapete")).resolve().parent
LIBRARY = BUILD / "libtapete.so"
KEPT = ROOT / "tests/golden/library.txt"
# What the library hands out by pointer only, and what counts: these may grow.
MAY_GROW = re.compile(r"struct (tp_game|tp_agent_kind): |TP_\w+_COUNT = ")
room = Path(tempfile.mkdtemp(prefix="tapete-library-"))


def output(*command, **more):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False, **more)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}"
    return done.stdout


# ---- the interface, from the headers ----

def everything(*arguments):
    """Have gcc read all headers, as a user of the library does."""
    alone = room / "all.c"
    alone.write_text("#include <tapete/tapete.h>\n", encoding="utf-8")
    output("gcc", "-std=c11", "-I", ROOT / "include", *arguments, alone)


def prototypes():
    """The functions that are not inline: their names, and how they are called."""
    everything("-fsyntax-only", "-aux-info", room / "functions")
    lines = (room / "functions").read_text(encoding="utf-8").splitlines()
    found = (re.fullmatch(r"/\* .*/tapete/\w+\.h:\S+ \*/ extern (.*?\b(tp_\w+) \(.*\);)", line) for line in lines)
    return {match[2]: match[1] for match in found if match}


def entries():
    """The entries of the debugging information, in order: depth, tag, attributes."""
    everything("-c", "-gdwarf-4", "-gstrict-dwarf", "-fno-eliminate-unused-debug-types", "-o", room / "all.o")
    found = []
    for line in output("readelf", "--debug-dump=info", "--wide", room / "all.o").splitlines():
        begin = re.match(r"\s*<([0-9a-f]+)><[0-9a-f]+>: Abbrev Number: \d+ \((DW_TAG_\w+)\)", line)
        attribute = re.match(r"\s*<[0-9a-f]+>\s+(DW_AT_\w+)\s*:\s*(?:\([^)]*\):? ?)*(.*?)\s*$", line)
        if begin:
            found.append((int(begin[1], 16), begin[2], {}))
        elif attribute and found:
            found[-1][2].setdefault(attribute[1], attribute[2])
    return found


def layout():
    """Structs with their sizes and the places of their members, and all constants."""
    lines, inside = [], None
    for depth, tag, attributes in entries():
        name = attributes.get("DW_AT_name", "")
        if depth <= 1:
            inside = name if tag == "DW_TAG_structure_type" and name.startswith("tp_") and "DW_AT_byte_size" in attributes else None
            if inside:
                lines.append(f"struct {inside}: {attributes['DW_AT_byte_size']} bytes")
        elif tag == "DW_TAG_member" and inside:
            lines.append(f"struct {inside} has {name} at {attributes['DW_AT_data_member_location']}")
        elif tag == "DW_TAG_enumerator" and name.startswith("TP_"):
            lines.append(f"{name} = {attributes['DW_AT_const_value']}")
    return lines


def soname():
    return re.search(r"\(SONAME\).*\[(.+)\]", output("readelf", "--dynamic", "--wide", LIBRARY))[1]


def interface():
    return [soname()] + sorted(prototypes().values()) + layout()


def broken(kept, found):
    """What a program that was built with the old interface would miss in the new one."""
    return [line for line in kept if line not in set(found) and not MAY_GROW.match(line)]


def test_interface():
    """the interface is the one that is kept as a list, and nothing is gone from it"""
    found, kept = interface(), KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else []
    is_same_number = kept[:1] == found[:1]
    gone = broken(kept, found) if is_same_number else []
    assert not gone, f"this breaks programs that use {kept[0]}: see docs/library.md. Gone or changed:\n" + "\n".join(gone)
    if os.environ.get("TAPETE_GOLDEN") == "write":
        KEPT.write_text("\n".join(found) + "\n", encoding="utf-8")
        return
    new = [line for line in found if line not in set(kept)]
    assert found == kept, "TAPETE_GOLDEN=write tests/scripts/test_library.py writes the list with what is new:\n" + "\n".join(new)


def test_breaks_are_found():
    """a function that is gone or is called in another way, a struct that grows or is shuffled, another constant: all would be noticed"""
    kept = KEPT.read_text(encoding="utf-8").splitlines()
    for old, new in (("tp_fail (tp_error *", "tp_fail (int, tp_error *"), ("tp_commitment (", "tp_committed ("),
                     ("struct tp_match_setup: ", "struct tp_match_setup: 1"), ("struct tp_error has text at ", "struct tp_error has text at 1"),
                     ("struct tp_game has apply at ", "struct tp_game has apply at 1"), ("TP_E_IO = ", "TP_E_IO = 1")):
        changed = [line.replace(old, new) for line in kept]
        assert len(broken(kept, changed)) == 1, old
    assert broken(kept, kept + ["int tp_new (void);"]) == []
    assert broken(kept, [line.replace("struct tp_game: ", "struct tp_game: 1") for line in kept]) == []


# ---- the file ----

def test_exports():
    """the library shows the functions of its headers and nothing else, all of them under a version"""
    map_text = re.sub(r"/\*.*?\*/", "", (ROOT / "libtapete.map").read_text(encoding="utf-8"), flags=re.DOTALL)
    listed = {name: version for version, names in re.findall(r"^(TAPETE_[\d.]+) \{(.*?)^\}", map_text, re.DOTALL | re.MULTILINE)
              for name in re.findall(r"\b(tp_\w+);", names)}
    shown = {}
    for line in output("nm", "--dynamic", "--defined-only", "--with-symbol-versions", LIBRARY).splitlines():
        _, kind, name = line.split()
        if kind != "A":  # the versions themselves
            shown[name.partition("@")[0]] = name.partition("@")[2].lstrip("@")
    assert shown == listed, f"the library and libtapete.map differ: {sorted(shown.items() ^ listed.items())}"
    declared = set(prototypes())
    assert set(listed) == declared, f"libtapete.map and include/tapete differ: {sorted(set(listed) ^ declared)}"


def test_installed():
    """with what is installed, the example in C++ is built by pkg-config's flags, finds the library by its number, and plays"""
    output("meson", "install", "-C", BUILD, "--no-rebuild", "--tags", "devel,runtime", "--destdir", room / "there", cwd=ROOT)
    folder = next((room / "there").rglob("tapete.pc")).parent
    environment = dict(os.environ, PKG_CONFIG_PATH=str(folder), PKG_CONFIG_SYSROOT_DIR=str(room / "there"),
                       LD_LIBRARY_PATH=str(folder.parent))
    version = output("pkg-config", "--modversion", "tapete", env=environment).strip()
    assert (folder.parent / f"libtapete.so.{version}").is_file()
    assert (folder.parent / soname()).resolve().name == f"libtapete.so.{version}"
    flags = output("pkg-config", "--cflags", "--libs", "tapete", env=environment).split()
    compiler = "clang++" if "clang" in os.path.basename(built.compiler(str(BUILD))[0]) else "g++"
    output(compiler, "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", *built.sanitizer_flags(str(BUILD)),
           ROOT / "examples/duel.cpp", "-o", room / "duel", *flags, env=environment)
    assert f"[{soname()}]" in output("readelf", "--dynamic", "--wide", room / "duel")
    said = output(room / "duel", "mulle", "mulle-greedy", "random", "4", env=environment)
    assert re.fullmatch(r"mulle-greedy won \d of 4 games of Mulle\n", said), said


try:
    status = tap.run([test_interface, test_breaks_are_found, test_exports, test_installed], sys.argv[1:])
finally:
    shutil.rmtree(room, ignore_errors=True)
sys.exit(status)
