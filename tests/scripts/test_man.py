#!/usr/bin/env python3
"""The man pages say what the program's own help says: every command, every flag of each, every exit status. Reports as TAP."""

import glob
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


def page_of(path):
    """The sections of a man page, by their names; empty if there is no such page."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        page = re.sub(r'^\.\\".*\n', "", file.read(), flags=re.MULTILINE).replace("\\-", "-")
    return dict(re.findall(r"^\.SH (.+)\n((?:(?!\.SH ).*\n)*)", page, re.MULTILINE))


overview = help_of()
summaries = {}
for command, summary in re.findall(r"^  ([a-z-]+)(?: \S+)*?(?:  +|\n    +)(.*\n(?:    +.*\n)*)", re.search(r"\nPlay:\n(.*)\nBefore the command:", overview, re.DOTALL)[1], re.MULTILINE):
    summaries[command] = " ".join(summary.split())
main = page_of(os.path.join(SOURCE, "man", "tapete.1"))
listed = re.findall(r"^\.BR tapete-([a-z-]+) \(1\)\n(.*)", main["COMMANDS"], re.MULTILINE)
report("every command is listed, and said to do the same", set(summaries.items()), set(listed))
pages = {os.path.basename(path)[len("tapete-") : -len(".1")] for path in glob.glob(os.path.join(SOURCE, "man", "tapete-*.1"))}
report("every command has a page, and no other", set(summaries), pages)
for command, summary in summaries.items():
    sections = page_of(os.path.join(SOURCE, "man", f"tapete-{command}.1"))
    name = f"tapete-{command} - {summary[0].lower()}{summary[1:].rstrip('.')}"
    report(f"{command}: its page is called by what it does", {name}, {sections.get("NAME", "").strip()})
    flags = set(re.findall(r"^  (?:-\w, )?(--[a-z]+)", help_of(command), re.MULTILINE)) - COMMON
    described = set(re.findall(r"^\.(?:BI|BR|B) (--[a-z]+)", sections.get("OPTIONS", ""), re.MULTILINE))
    report(f"{command}: its flags are described", flags, described)
    report(f"{command}: its flags are in the synopsis", flags, set(re.findall(r"--[a-z]+", sections.get("SYNOPSIS", ""))))
report("the flags of every command", COMMON | {"-h"}, set(re.findall(r"--?[a-z]+", main["DESCRIPTION"])))
report("exit statuses", set(re.findall(r"^  (\d+) ", overview, re.MULTILINE)),
       set(re.findall(r"^\.B (\d+)", main["EXIT STATUS"], re.MULTILINE)))
print(f"1..{count}")
sys.exit(1 if failed else 0)
