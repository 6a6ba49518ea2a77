"""Tests as functions, reported as TAP: what a function's docstring says is what holds when it returns."""

import sys
import time
import traceback


def run(tests, only=()):
    """Run them in order; the exit status. `only`: names of functions, for one test alone."""
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
