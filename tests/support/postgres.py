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


class Replicated:
    """A PostgreSQL with synchronous standbys, of which one has to have what is committed. `url()` names all of them: libpq finds the one that
    can be written to. What Patroni does on real machines is done here by hand: `promote` and `rejoin`."""

    def __init__(self, standbys=2, settings=()):
        names = ["one", "two", "three", "four"][:standbys + 1]
        self.wish = f"synchronous_standby_names=ANY 1 ({', '.join(names)})"
        self.settings = ["wal_level=replica", "hot_standby=on", "wal_keep_size=1GB", "max_wal_senders=10", "wal_receiver_status_interval=1s",
                         "wal_retrieve_retry_interval=200ms", *settings]
        # A database has to be made before anybody waits for a standby that is not there.
        self.primary = Postgres(settings=[*self.settings, "cluster_name=one"])
        self.names = {"one": self.primary}
        self.standbys = []
        for name in names[1:]:
            self.names[name] = self._follow(name)
            self.standbys.append(self.names[name])
        self.primary.stop("fast")
        self.primary.settings.append(self.wish)
        self.primary.start()

    def _follow(self, name):
        """A copy of the primary that follows it."""
        standby = Postgres.__new__(Postgres)
        standby.folder = tempfile.mkdtemp(prefix="tapete-pg-")
        standby.user, standby.process = self.primary.user, None
        standby.data = os.path.join(standby.folder, "data")
        standby.settings = [setting for setting in self.primary.settings if "=" in setting and not setting.startswith(("cluster_name", "unix_socket", "synch"))]
        standby.settings += [f"cluster_name={name}", "unix_socket_directories=" + standby.folder, self.wish]
        if standby.user:
            os.chown(standby.folder, standby.user["user"], standby.user["group"])
        os.chmod(standby.folder, 0o755)
        self._copy(standby)
        standby.start()
        return standby

    def _copy(self, standby):
        shutil.rmtree(standby.data, ignore_errors=True)
        standby._run("pg_basebackup", "-h", self.primary.folder, "-U", "tapete", "-D", standby.data, "-R", "-c", "fast", "--no-sync", "-X", "stream")

    def url(self, schema=None):
        folders = ",".join(server.folder for server in self.names.values())
        place = f"postgresql:///tapete?host={folders}&user=tapete"
        return place if schema is None else place + "&options=-csearch_path%3D" + schema

    def execute(self, statements, database="tapete"):
        return self.primary.execute(statements, database)

    def schema(self, name):
        self.execute(f"CREATE SCHEMA {name}")
        return self.url(name)

    def in_step(self):
        """The names of the standbys that follow now."""
        return self.execute("SELECT application_name FROM pg_stat_replication WHERE state = 'streaming' ORDER BY 1", "postgres")

    def wait_in_step(self, count, patience=60):
        deadline = time.monotonic() + patience
        while len(self.in_step()) < count:
            if time.monotonic() > deadline:
                raise RuntimeError(f"only {self.in_step()} follow")
            time.sleep(0.05)

    def promote(self):
        """The primary is lost. Of the standbys, the one that has most takes over, and the others follow it: so it has all that was acknowledged."""
        lost = self.primary
        lost.stop("immediate")
        received = {}
        for standby in self.standbys:
            received[standby] = standby.execute("SELECT coalesce(pg_last_wal_receive_lsn(), '0/0') - '0/0'::pg_lsn", "postgres")[0]
        best = max(self.standbys, key=lambda standby: int(float(received[standby])))
        best.execute("SELECT pg_promote()", "postgres")
        self.standbys.remove(best)
        self.primary = best
        for standby in self.standbys:
            self._point(standby)
        return lost

    def _point(self, standby):
        name = next(name for name, server in self.names.items() if server is standby)
        standby.execute(f"ALTER SYSTEM SET primary_conninfo = 'user=tapete host={self.primary.folder} application_name={name}'", "postgres")
        standby.execute("SELECT pg_reload_conf()", "postgres")

    def rejoin(self, server):
        """A machine that was lost comes back as a standby, with a fresh copy."""
        self._copy(server)
        name = next(name for name, known in self.names.items() if known is server)
        server.settings = [setting for setting in server.settings if not setting.startswith("synch")] + [self.wish]
        if not any(setting.startswith("cluster_name") for setting in server.settings):
            server.settings.append(f"cluster_name={name}")
        server.start()
        self.standbys.append(server)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self.names.values():
            if server.process.poll() is None:
                server.stop()
            shutil.rmtree(server.folder, ignore_errors=True)
