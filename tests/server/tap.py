"""Tests reported as TAP: functions, of which the docstring says what holds when they return; or, where one scene shows many things, checks one by one."""

import os
import sys
import time
import traceback


def of_files(test):
    """Marks a test that looks into SQLite's files: it is none of those that run on PostgreSQL too."""
    test.of_files = True
    return test


def run(tests, only=()):
    """Run them in order; the exit status. `only`: names of functions, for one test alone."""
    if "TAPETE_POSTGRES" in os.environ:
        tests = [test for test in tests if not hasattr(test, "of_files")]
    failed = count = 0
    for test in tests:
        if only and test.__name__ not in only:
            continue
        count += 1
        begin = time.monotonic()
        try:
            notes = test()
            problem = None
        except Exception:  # a test that cannot go on has failed, and the next one begins
            notes = None
            problem = traceback.format_exc()
            failed += 1
        print(f"{'not ok' if problem else 'ok'} {count} - {test.__doc__.strip()}")
        for line in (problem or notes or "").splitlines():
            print("# " + line[:2000])
        print(f"# {test.__name__}: {time.monotonic() - begin:.2f} s")
        sys.stdout.flush()
    print(f"1..{count}")
    return 1 if failed else 0


checked = {"all": 0, "failed": 0}


def check(name, good, about=""):
    """One line of the report; what it is about where it is not good."""
    checked["all"] += 1
    checked["failed"] += not good
    print(f"{'ok' if good else 'not ok'} {checked['all']} - {name}", flush=True)
    if not good:
        print("\n".join("# " + line for line in str(about).splitlines()), flush=True)


def finish():
    """The end of the checks; the exit status."""
    print(f"1..{checked['all']}")
    return 1 if checked["failed"] else 0
