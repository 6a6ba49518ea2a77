#!/usr/bin/env python3
"""What the documentation says is so: its commands run, its programs compile, its JSON parses, its links lead somewhere.

Looks at README.md, CONTRIBUTING.md, CHANGELOG.md, SECURITY.md, docs/*.md, docs/rules/*.md and their translations. Every page is in the index docs/README.md, every folder in the map of
docs/architecture.md. The blocks of a page are taken in order, in a folder of their own
that looks like a clone after `make build` (build/tapete is the program under test), with an empty home, as if a reader typed them
into one terminal:

    ```sh       is run and must succeed; what it exports holds for the blocks after it
    ```text     with <!-- output --> above it: what the sh or python block before it prints, with … for any part of a line,
                and for any number of lines where it stands alone
    ```c        with a main() is compiled against the library and run
    ```json     parses; so does each line of ```jsonl
    ```python   is run, with the package for Python and numpy

<!-- file: NAME --> above a block also puts it into that folder under this name. <!-- not run: REASON --> above a block leaves it out.
Reports as TAP.
"""

import collections
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

import built

SOURCE = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
PROGRAM = os.path.realpath(os.environ.get("TAPETE", os.path.join(SOURCE, "build", "tapete")))
BUILD = os.path.dirname(PROGRAM)
TIME_LIMIT_S = 120

Block = collections.namedtuple("Block", "page line language text directives")
count = failed = 0


def report(name, problem):
    """One line of TAP; `problem` is None or says what is wrong."""
    global count, failed
    count += 1
    print(f"{'not ok' if problem else 'ok'} {count} - {name}")
    if problem:
        failed += 1
        for line in problem.splitlines():
            print("# " + line)
    sys.stdout.flush()


# ---- reading pages ----

def read(page):
    with open(os.path.join(SOURCE, page), encoding="utf-8") as file:
        return file.read()


def split(page):
    """The fenced blocks of a page, and its prose with the blocks left out."""
    blocks, prose, directives, lines = [], [], [], read(page).splitlines()
    at = 0
    while at < len(lines):
        fence = re.fullmatch(r"(\s*)(```+)(\w*)", lines[at].rstrip())
        directive = re.fullmatch(r"<!-- (not run|file|output)(?:: (.+))? -->", lines[at].strip())
        if fence:
            start, body = at + 1, []
            at += 1
            while lines[at].strip() != fence[2]:
                body.append(lines[at].removeprefix(fence[1]))
                at += 1
            blocks.append(Block(page, start, fence[3], "\n".join(body) + "\n", dict(directives)))
            directives = []
        elif directive:
            directives.append((directive[1], directive[2]))
        else:
            if lines[at].strip():
                directives = []
            prose.append(lines[at])
        at += 1
    return blocks, "\n".join(prose)


# ---- a folder that looks like a clone ----

def make_clone(folder):
    for name in os.listdir(SOURCE):
        if not name.startswith((".", "build")):
            os.symlink(os.path.join(SOURCE, name), os.path.join(folder, name))
    os.symlink(BUILD, os.path.join(folder, "build"))
    tools = os.path.join(folder, ".tools")
    for path in (tools, os.path.join(folder, ".home")):
        os.mkdir(path)
    os.symlink(PROGRAM, os.path.join(tools, "tapete"))
    # By its whole path and without ccache, which would look for cc again and find this one.
    compiler = [word for word in built.compiler(BUILD) if os.path.basename(word) != "ccache"]
    compiler[0] = shutil.which(compiler[0]) or compiler[0]
    with open(os.path.join(tools, "cc"), "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\nexec " + " ".join(compiler) + ' "$@"\n')
    os.chmod(os.path.join(tools, "cc"), 0o755)
    # As if it were installed: by paths without a space, which a shell would split in $(pkg-config --cflags tapete).
    with open(os.path.join(tools, "tapete.pc"), "w", encoding="utf-8") as file:
        file.write(re.sub(r"(?m)^(prefix|srcdir)=.*$",
                          lambda found: f"{found[1]}={os.path.join(folder, 'build') if found[1] == 'prefix' else folder}",
                          read(os.path.join(BUILD, "meson-uninstalled", "tapete-uninstalled.pc"))))
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "TAPETE", "PKG_CONFIG"))}
    environment.update(HOME=os.path.join(folder, ".home"), PATH=tools + os.pathsep + os.environ["PATH"],
                       PKG_CONFIG_PATH=tools, LD_LIBRARY_PATH=BUILD,
                       LC_ALL="C.UTF-8", TERM="dumb")
    return environment


def run(command, folder, environment):
    """The output of a command, and what is wrong with it or None."""
    process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", start_new_session=True)
    try:
        output, _ = process.communicate(timeout=TIME_LIMIT_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return process.communicate()[0], f"still running after {TIME_LIMIT_S} seconds"
    return output, f"exit status {process.returncode}\n{output[-4000:]}" if process.returncode else None


# ---- one block ----

def run_shell(text, folder, environment):
    carried = os.path.join(folder, ".exported")
    script = f"set -eu -o pipefail\n[ ! -e '{carried}' ] || . '{carried}'\n{text}\nexport -p >'{carried}'\n"
    return run(["bash", "-c", script], folder, environment)


def run_c(text, folder, environment):
    source, program = os.path.join(folder, ".block.c"), os.path.join(folder, ".block")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-I", os.path.join(SOURCE, "include"), "-L", BUILD]
    _, problem = run([os.path.join(folder, ".tools", "cc"), *flags, source, "-o", program, "-ltapete"], folder, environment)
    return run([program], folder, environment)[1] if problem is None else problem


def compare_output(expected, found):
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == "…" else re.escape(line.rstrip()).replace("…", ".*") + r"[ ]*\n"
                      for line in expected.splitlines())
    found = "".join(line.rstrip() + "\n" for line in found.splitlines())
    return None if re.fullmatch(pattern, found) else f"expected:\n{expected}found:\n{found}"


def parse_json(texts):
    for text in texts:
        try:
            json.loads(text)
        except ValueError as error:
            return f"{error} in: {text[:200]}"
    return None


def check_block(block, folder, environment, printed):
    """Check one block; `printed` is the output of the sh or python block before it. Returns the output of this one."""
    name = f"{block.page}:{block.line} {block.language}"
    if "file" in block.directives:
        with open(os.path.join(folder, block.directives["file"]), "w", encoding="utf-8") as file:
            file.write(block.text)
    if "not run" in block.directives:
        report(f"{name}: a reason why it is not run", None if block.directives["not run"] else "there is none")
    elif block.language == "sh":
        printed, problem = run_shell(block.text, folder, environment)
        report(f"{name}: runs", problem and f"{block.text}{problem}")
        return printed
    elif block.language == "c" and re.search(r"^int main\(", block.text, re.MULTILINE):
        report(f"{name}: compiles and runs", run_c(block.text, folder, environment))
    elif block.language == "python":
        python = os.path.join(BUILD, "venv", "bin", "python")
        package = dict(environment, PYTHONPATH=os.path.join(BUILD, "bindings", "python"))
        printed, problem = run([python if os.path.exists(python) else sys.executable, "-c", block.text], folder, package)
        report(f"{name}: runs", problem)
        return printed
    elif block.language == "json":
        report(f"{name}: parses", parse_json([block.text]))
    elif block.language == "jsonl":
        report(f"{name}: every line parses", parse_json(block.text.splitlines()))
    elif "output" in block.directives:
        report(f"{name}: is what is printed", compare_output(block.text, printed or ""))
    return printed


# ---- links ----

def anchors(page):
    """The anchors of the headings of a page, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", split(page)[1], re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", h.strip().lower()).replace(" ", "-") for h in headings}


def check_links(page, prose):
    wrong = []
    targets = re.findall(r"\]\(([^)\s]+)\)", prose) + re.findall(r"(?:src|href)=\"([^\"]+)\"", prose)
    for target in targets:
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        there = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        if not os.path.exists(os.path.join(SOURCE, there)):
            wrong.append(f"{target}: there is no {there}")
        elif anchor and anchor not in anchors(there):
            wrong.append(f"{target}: there is no such heading in {there}")
    return "\n".join(wrong) or None


def check_paths(prose):
    """Files and folders that are named `like/this`; capitals as in GAME stand for a name to fill in."""
    folders = "|".join(sorted(re.escape(d) for d in os.listdir(SOURCE) if os.path.isdir(os.path.join(SOURCE, d))))
    wrong = []
    for path in re.findall(rf"`((?:{folders})/[\w./-]*)`", prose):
        fill_in = re.search(r"(?<![A-Z])(?:GAME|NAME)(?![A-Z])", path)
        if not path.startswith("build") and not fill_in and not os.path.exists(os.path.join(SOURCE, path)):
            wrong.append(f"there is no {path}")
    return "\n".join(wrong) or None


def check_index():
    """Every page is in docs/README.md, by which the documentation is read."""
    linked = {os.path.normpath(os.path.join("docs", target)) for target in re.findall(r"\]\(([^)#\s]+)", read("docs/README.md"))}
    missing = sorted(page for page in glob.glob("docs/**/*.md", root_dir=SOURCE, recursive=True) if page not in linked | {"docs/README.md"})
    return "\n".join(f"docs/README.md does not lead to {page}" for page in missing) or None


def check_map():
    """Every folder of the project and of src is in the map of docs/architecture.md."""
    table = re.search(r"^## The map\n(.*?)^## ", read("docs/architecture.md"), re.MULTILINE | re.DOTALL)[1]
    mapped = re.findall(r"`([\w./-]+)/`", "\n".join(line.split("|")[1] for line in table.splitlines() if line.startswith("|")))
    folders = [name for name in os.listdir(SOURCE) if not name.startswith(("build", ".")) and os.path.isdir(os.path.join(SOURCE, name))]
    folders += [os.path.join("src", entry.name) for entry in os.scandir(os.path.join(SOURCE, "src")) if entry.is_dir()]
    missing = sorted(name for name in folders if not any(place == name or place.startswith(name + "/") for place in mapped))
    return "\n".join(f"the map has no {name}" for name in missing) or None


def main():
    pages = [p for p in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md") if os.path.exists(os.path.join(SOURCE, p))]
    for pattern in ("docs/*.md", "docs/rules/*.md", "docs/rules/??/*.md"):
        pages += sorted(os.path.relpath(path, SOURCE) for path in glob.glob(os.path.join(SOURCE, pattern)))
    wanted = sys.argv[1:] or pages
    if wanted == pages:
        report("docs/README.md leads to every page of docs", check_index())
        report("docs/architecture.md: its map has every folder", check_map())
    for page in wanted:
        blocks, prose = split(page)
        report(f"{page}: links lead somewhere", check_links(page, prose))
        report(f"{page}: files that it names are there", check_paths(prose))
        folder = tempfile.mkdtemp(prefix="tapete-docs-")
        try:
            environment, printed = make_clone(folder), None
            for block in blocks:
                printed = check_block(block, folder, environment, printed)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"1..{count}")
    sys.exit(1 if failed else 0)


main()
