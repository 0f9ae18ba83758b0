# SPDX-License-Identifier: MIT
"""A PostgreSQL server of its own for tests, from Debian's packages: on a Unix socket in a temporary
folder, without fsync unless it is asked for. PostgreSQL refuses to run as root, so root starts it as
the user postgres."""
import itertools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

SETTINGS = {"listen_addresses": "", "max_connections": 200, "shared_buffers": "64MB", "fsync": "off",
            "full_page_writes": "off", "max_locks_per_transaction": 256, "log_min_messages": "fatal"}

numbers = itertools.count(1)


def find_programs():
    """The newest version's folder of programs; None if PostgreSQL is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"),
                   key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


def new_database():
    """The URL of a new database on the server of TEST_STORE; None if the tests run on SQLite."""
    server = os.environ.get("TEST_STORE")
    if not server:
        return None
    name = f"test_{os.getpid()}_{next(numbers)}"
    subprocess.run([find_programs() / "psql", "-XAtq", server, "-c", f"CREATE DATABASE {name}"],
                   check=True, timeout=120)
    return server.replace("/postgres?", f"/{name}?")


class Cluster:
    """Use it with `with`. `url(database)` is the URL of a database; `create()` makes a new one."""

    def __init__(self, **settings):
        self.settings = SETTINGS | settings
        self.programs = find_programs()
        self.databases = 0
        if not self.programs:
            raise RuntimeError("PostgreSQL is not installed: run tools/setup test")

    def run(self, program, *arguments, check=True):
        command = [str(self.programs / program), *map(str, arguments)]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        ended = subprocess.run(command, cwd="/", check=False, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if check and ended.returncode:
            raise RuntimeError(f"{program} failed: {ended.stderr.strip()}")

    def __enter__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="rookery-postgres-"))
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        self.folder.chmod(0o755)
        self.run("initdb", "-D", self.folder / "data", "-U", "rookery", "--auth=trust", "-E", "UTF8",
                 "--locale=C.UTF-8", "--no-sync")
        with open(self.folder / "data/postgresql.conf", "a", encoding="utf-8") as file:
            for name, value in (self.settings | {"unix_socket_directories": self.folder}).items():
                file.write(f"{name} = '{value}'\n")
        self.start()
        return self

    def __exit__(self, *_):
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self):
        self.run("pg_ctl", "-D", self.folder / "data", "-w", "-t", "120", "-l", self.folder / "log",
                 "start")

    def stop(self, mode="fast"):
        self.run("pg_ctl", "-D", self.folder / "data", "-w", "-t", "120", "-m", mode, "stop",
                 check=False)

    def url(self, database="postgres"):
        return f"postgresql://rookery@/{database}?host={self.folder}"

    def create(self):
        """Creates a database and returns its URL."""
        self.databases += 1
        name = f"test{self.databases}"
        self.run("createdb", "-h", self.folder, "-U", "rookery", name)
        return self.url(name)

    def execute(self, database_url, sql):
        return subprocess.run([self.programs / "psql", "-XAtq", database_url, "-c", sql], check=True,
                              capture_output=True, text=True, timeout=60).stdout.strip()

