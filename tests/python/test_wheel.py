#!/usr/bin/env python3
"""The wheel and the sources: one small file with licences, installed without a compiler, quick to install and to import; the
sources build in a virtual environment. What is installed passes test_package.py."""

import os
import re
import resource
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(os.environ.get("TAPETE_SOURCE", Path(__file__).resolve().parents[2]))
VENV = Path(os.environ.get("TAPETE_VENV", ROOT / "build/venv"))
sys.path.insert(0, str(ROOT / "tests/server"))
import tap

MB = 1000 * 1000
room = Path(tempfile.mkdtemp(prefix="tapete-wheel-"))
found = {}


def run(*command, **keywords):
    process = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **keywords)
    assert process.returncode == 0, f"{command} exits with {process.returncode}\n{process.stdout[-3000:]}"
    return process.stdout


def cpu_of(*command, **keywords):
    """CPU seconds of a command; other work on the machine does not count."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(*command, **keywords)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_made():
    """make wheel: one abi3 file of at most 6 MB, 1.5 MB without networks, with the licences of what it bundles; and the sources"""
    run(ROOT / "scripts/make-wheel", room, VENV)
    wheels = list(room.glob("*.whl"))
    assert len(wheels) == 1 and re.fullmatch(r"tapete-[\d.]+-cp311-abi3-manylinux_2_\d+_\w+\.whl", wheels[0].name), wheels
    found["wheel"] = wheels[0]
    size = wheels[0].stat().st_size
    with zipfile.ZipFile(wheels[0]) as archive:
        names = archive.namelist()
        networks = sum(info.compress_size for info in archive.infolist() if "/learnt/" in info.filename)
    assert any("tapete.libs/libjansson" in name for name in names), names
    for part in ("jansson", "libsodium"):
        assert any(f"licences/{part}.txt" in name for name in names), part
    assert "tapete/py.typed" in names and "tapete/_core.pyi" in names
    assert size <= 6 * MB and size - networks <= 1.5 * MB, (size, networks)
    found["sources"] = list(room.glob("*.tar.gz"))
    return f"{wheels[0].name}: {size / MB:.2f} MB, {(size - networks) / MB:.2f} MB without networks"


def installed(folder, package, environment=None):
    """A new virtual environment with the package: its python, and the CPU seconds of installing."""
    run(sys.executable, "-m", "venv", folder)
    python = folder / "bin/python"
    seconds = cpu_of(python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--disable-pip-version-check", package, env=environment)
    return python, seconds


def test_installed():
    """the wheel installs without a compiler within 5 s and imports within 60 ms, and passes the tests"""
    nothing = room / "nothing"
    nothing.mkdir()
    python, seconds = installed(room / "plain", found["wheel"], {"PATH": str(nothing), "HOME": str(room)})
    assert seconds < 5, seconds
    code = "import time; begin = time.process_time(); import tapete; print(time.process_time() - begin)"
    times = [float(run(python, "-c", code, cwd=room)) for _ in range(5)]
    assert min(times) < 0.06, times
    environment = {**os.environ, "TAPETE_PYTHON": str(nothing)}
    environment.pop("PYTHONPATH", None)
    assert "site-packages" in run(python, "-c", "import tapete; print(tapete.__file__)", cwd=room)
    out = run(python, ROOT / "tests/python/test_package.py", env=environment)
    assert "not ok" not in out
    run(python, "-c", "import tapete; tapete.Agent('strong', 'mulle').choose(tapete.Game('mulle').deal(1).view())", cwd=room)
    return f"installed in {seconds:.1f} CPU seconds, imported in {1000 * min(times):.0f} ms"


def test_sources():
    """the sources build with a compiler, and what comes out passes the tests"""
    assert len(found["sources"]) == 1, "there are no sources: this is not a clone"
    run(VENV / "bin/python", "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--disable-pip-version-check", "--wheel-dir", room / "own",
        found["sources"][0], env={**os.environ, "PATH": f"{VENV}/bin{os.pathsep}{os.environ['PATH']}"})
    python, _ = installed(room / "second", next((room / "own").glob("*.whl")))
    out = run(python, ROOT / "tests/python/test_package.py", env={**os.environ, "TAPETE_PYTHON": str(room / "nothing")})
    assert "not ok" not in out


if __name__ == "__main__":
    try:
        code = tap.run([test_made, test_installed, test_sources])
    finally:
        subprocess.run(["rm", "-rf", room], check=False)
    sys.exit(code)
