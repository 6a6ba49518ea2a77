#!/usr/bin/env python3
"""run_cases.py PROGRAM FILE: run a file of cases with `tapete run` and report as TAP.

The program's last line, "N passed, M failed", gives the number of tests. It must account for every case of the file, and the
exit status must agree with it.
"""

import json
import re
import subprocess
import sys

program, path = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    cases = len(json.load(file)["cases"])

run = subprocess.run([program, "run", path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                     encoding="utf-8", errors="replace", check=False)
lines = run.stdout.splitlines()
summary = re.fullmatch(r"(\d+) passed, (\d+) failed", lines[-1] if lines else "")
passed, failed = (int(summary[1]), int(summary[2])) if summary else (0, 0)

# One object for each case says how it went; a case without one is told by its number alone.
verdicts = [json.loads(line) for line in lines if line.startswith('{"case":') and '"passed":' in line]
names = {good: [str(v["case"]) for v in verdicts if v["passed"] is good] for good in (True, False)}
for number in range(1, passed + 1):
    name = names[True][number - 1] if number <= len(names[True]) else "without a line of its own"
    print(f"ok {number} - case {name}")
for number in range(passed + 1, passed + failed + 1):
    index = number - passed - 1
    name = names[False][index] if index < len(names[False]) else "without a line of its own"
    print(f"not ok {number} - case {name}")

total = passed + failed + 1
if not summary:
    wrong = "the last line is not 'N passed, M failed'"
elif passed + failed != cases:
    wrong = f"the file holds {cases} cases, the program counts {passed + failed}"
elif run.returncode != (1 if failed else 0):
    wrong = f"exit status {run.returncode} with {failed} failed"
else:
    wrong = None
print(f"not ok {total} - {wrong}" if wrong else f"ok {total} - every case is counted, and the exit status agrees")
print(f"1..{total}")
if failed or wrong:
    for line in lines[-400:]:
        print("# " + line)
sys.exit(1 if failed or wrong else 0)
