#!/usr/bin/env python3
"""The man page says what the program's own help says: every command, every flag of each, every exit status. Reports as TAP."""

import os
import re
import subprocess
import sys

SOURCE = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
PROGRAM = os.environ.get("TAPETE", os.path.join(SOURCE, "build", "tapete"))
COMMON = {"--help", "--version"}
count = failed = 0


def report(name, expected, found):
    global count, failed
    count += 1
    print(f"{'ok' if expected == found else 'not ok'} {count} - {name}")
    if expected != found:
        failed += 1
        print(f"# help:     {sorted(expected)}\n# man page: {sorted(found)}")


def help_of(*arguments):
    return subprocess.run([PROGRAM, "help", *arguments], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout


with open(os.path.join(SOURCE, "man", "tapete.1"), encoding="utf-8") as file:
    page = re.sub(r'^\.\\".*\n', "", file.read(), flags=re.MULTILINE).replace("\\-", "-")
sections = dict(re.findall(r"^\.SH (.+)\n((?:(?!\.SH ).*\n)*)", page, re.MULTILINE))
texts = {}
for names, text in re.findall(r"^\.SS (.+)\n((?:(?!\.SS ).*\n)*)", sections["COMMANDS"], re.MULTILINE):
    for name in names.replace(",", " ").split():
        texts[name] = text
synopsis = {}
for text in re.findall(r"^\.SY tapete\n((?:(?!\.YS).*\n)*)", sections["SYNOPSIS"], re.MULTILINE):
    for name in re.match(r"\.BR? ([a-z |]+)", text)[1].replace("|", " ").split():
        synopsis[name] = synopsis.get(name, "") + text

overview = help_of()
commands = re.findall(r"^  ([a-z]+)", re.search(r"Commands:\n((?:  .*\n)+)", overview)[1], re.MULTILINE)
report("every command has a section", set(commands), set(texts))
report("every command is in the synopsis", set(commands), set(synopsis))
for command in commands:
    flags = set(re.findall(r"^  (?:-\w, )?(--[a-z]+)", help_of(command), re.MULTILINE)) - COMMON
    described = set(re.findall(r"^\.BI? (--[a-z]+)|^\.BR? (--[a-z]+)", texts.get(command, ""), re.MULTILINE))
    report(f"{command}: its flags are described", flags, {a or b for a, b in described})
    report(f"{command}: its flags are in the synopsis", flags, set(re.findall(r"--[a-z]+", synopsis.get(command, ""))))
report("the flags of every command", COMMON | {"-h"}, set(re.findall(r"--?[a-z]+", sections["DESCRIPTION"])))
report("exit statuses", set(re.findall(r"^  (\d+) ", overview, re.MULTILINE)),
       set(re.findall(r"^\.B (\d+)", sections["EXIT STATUS"], re.MULTILINE)))
print(f"1..{count}")
sys.exit(1 if failed else 0)
