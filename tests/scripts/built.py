"""What a build directory says of itself, for tests that compile something beside it."""

import json
import os
import shutil


def info(build, name):
    """One of the lists that meson writes; empty where it has not."""
    try:
        with open(os.path.join(build, "meson-info", f"intro-{name}.json"), encoding="utf-8") as file:
            return json.load(file)
    except OSError:
        return []


def option(build, name):
    return next((o["value"] for o in info(build, "buildoptions") if o["name"] == name), None)


def sanitizer_flags(build):
    """What a program needs that is linked with a library that has sanitizers."""
    sanitizer = option(build, "b_sanitize")
    return [f"-fsanitize={sanitizer}"] if sanitizer not in (None, "none") else []


def compiler(build):
    """The compiler that the library was built with, and what it needs beside a library with sanitizers."""
    command = next((list(source["compiler"]) for target in info(build, "targets") for source in target["target_sources"]
                    if source.get("language") == "c"), ["cc"])  # what a script writes has no language
    command[0] = shutil.which(command[0]) or command[0]
    return command + sanitizer_flags(build)
