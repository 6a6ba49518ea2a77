"""A PostgreSQL of the tests' own: in a temporary folder, as an ordinary user, reached by a socket in that folder alone."""

import glob
import os
import pwd
import shutil
import subprocess
import tempfile
import time


def programs():
    """The folder of initdb and postgres; Debian keeps them out of the path."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda folder: int(folder.split("/")[4]))
    if found:
        return found[-1]
    initdb = shutil.which("initdb")
    if initdb is None:
        raise SystemExit("PostgreSQL's server is needed for this test: scripts/install-packages test installs it")
    return os.path.dirname(os.path.realpath(initdb))


class Postgres:
    """Begins with `with`; `url()` is an address for tapete. Everything is synced to the disk, as in production, unless told otherwise."""

    def __init__(self, synced=True, settings=()):
        self.folder = tempfile.mkdtemp(prefix="tapete-pg-")
        self.data = os.path.join(self.folder, "data")
        self.settings = ["listen_addresses=", "unix_socket_directories=" + self.folder, "shared_buffers=64MB", "max_connections=60",
                         "fsync=" + ("on" if synced else "off"), "log_min_messages=fatal", "autovacuum_naptime=10s", "recovery_init_sync_method=syncfs",
                         *settings]
        self.process = None
        # PostgreSQL refuses to run as root: then it runs as nobody in particular.
        self.user = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            self.user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
        os.chmod(self.folder, 0o755)
        self._run("initdb", "-D", self.data, "-U", "tapete", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions")
        self.start()
        self.execute("CREATE DATABASE tapete", "postgres")

    def _run(self, name, *arguments):
        done = subprocess.run([os.path.join(programs(), name), *arguments], capture_output=True, text=True, cwd="/", check=False, **self.user)
        if done.returncode:
            raise RuntimeError(f"{name}: {done.stdout}{done.stderr}")
        return done.stdout

    def start(self):
        words = [word for setting in self.settings for word in ("-c", setting)]
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen([os.path.join(programs(), "postgres"), "-D", self.data, *words], stdout=log, stderr=log, cwd="/",
                                            **self.user)
        deadline = time.monotonic() + 60
        while subprocess.run([os.path.join(programs(), "pg_isready"), "-q", "-h", self.folder, "-U", "tapete", "-d", "postgres"], check=False).returncode:
            if self.process.poll() is not None or time.monotonic() > deadline:
                with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as log:
                    raise RuntimeError("PostgreSQL does not start: " + log.read()[-2000:])
            time.sleep(0.02)

    def stop(self, how="immediate"):
        """As a crash, or in an orderly way ("fast")."""
        signals = {"immediate": 3, "fast": 2}
        self.process.send_signal(signals[how])
        self.process.wait(60)

    def execute(self, statements, database="tapete"):
        """Run them; the first column of the last answer, as a list."""
        done = subprocess.run([os.path.join(programs(), "psql"), "-qAtX", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "tapete", "-d", database],
                              input=statements, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout.split("\n")[:-1]

    def url(self, schema=None):
        place = f"postgresql:///tapete?host={self.folder}&user=tapete"
        return place if schema is None else place + "&options=-csearch_path%3D" + schema

    def schema(self, name):
        """An address with nothing in it yet."""
        self.execute(f"CREATE SCHEMA {name}")
        return self.url(name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
