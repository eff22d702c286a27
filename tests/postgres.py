"""PostgreSQL server for tests.

`python -m tests.postgres` prints the folder of its programs, or fails.
"""

from __future__ import annotations

import ctypes
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any

START_TIMEOUT_S = 60.0  # timeout of the start, in seconds
MADE = "made"  # database that is copied for each test
PORT_TRIES = 5  # starts on different ports, because a free port may be taken meanwhile


@lru_cache
def find() -> Path | None:
    """Return the folder of the server's programs, or None; the variable PGBIN comes first."""
    places = [
        os.environ.get("PGBIN", ""),
        *sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True),
    ]
    found = shutil.which("postgres")
    for place in (*places, str(Path(found).parent) if found else ""):
        if place and (Path(place) / "postgres").exists() and (Path(place) / "initdb").exists():
            return Path(place)
    return None


def _user() -> dict[str, Any]:
    """Return the `subprocess` arguments that run the server as another user than root."""
    if os.geteuid():
        return {}
    try:
        one = pwd.getpwnam("postgres")
    except KeyError:
        one = pwd.getpwnam("nobody")
    return {"user": one.pw_uid, "group": one.pw_gid, "extra_groups": []}


def _terminate_with_parent() -> None:
    """Ask the kernel to end this process together with the tests (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGINT)


class Server:
    """PostgreSQL server in a temporary folder, on a free port. Commits are flushed to disk."""

    def __init__(self, programs: Path) -> None:
        self._programs, self._run_as, self._number = programs, _user(), count(1)
        self.folder = Path(tempfile.mkdtemp(prefix="sobremesa-postgres-"))
        if self._run_as:
            os.chown(self.folder, self._run_as["user"], self._run_as["group"])
        self._run_program(
            "initdb",
            "-D",
            "data",
            "-U",
            "sobremesa",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
        )
        self.port = 0
        self.process: subprocess.Popen[bytes]
        self.start()

    def _run_program(self, program: str, *args: str) -> str:
        done = subprocess.run(
            [self._programs / program, *args],
            capture_output=True,
            text=True,
            cwd=self.folder,
            check=False,
            **self._run_as,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self) -> None:
        """Start the server, on the port it had before if there was one."""
        for _ in range(PORT_TRIES):
            self.port = self.port or _free_port()
            if self._try_start():
                return
            self.port = 0
        raise RuntimeError((self.folder / "log").read_text("utf-8", "replace"))

    def _try_start(self) -> bool:
        args = [
            "-D",
            "data",
            "-p",
            str(self.port),
            "-h",
            "127.0.0.1",
            "-k",
            "",
            "-c",
            "autovacuum=off",
        ]
        with (self.folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [self._programs / "postgres", *args],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                preexec_fn=_terminate_with_parent,
                **self._run_as,
            )
        until = time.monotonic() + START_TIMEOUT_S
        while time.monotonic() < until and self.process.poll() is None:
            ready = [
                str(self._programs / "pg_isready"),
                "-q",
                "-h",
                "127.0.0.1",
                "-p",
                str(self.port),
            ]
            if subprocess.run(ready, check=False).returncode == 0:
                return True
            time.sleep(0.02)
        return False

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server and drop its connections; SIGQUIT simulates a crash."""
        self.process.send_signal(how)
        self.process.wait(START_TIMEOUT_S)

    def close(self) -> None:
        """Stop the server and delete its folder."""
        self.stop()
        shutil.rmtree(self.folder)

    def url(self, database: str) -> str:
        """Return the URL of a database."""
        return f"postgresql://sobremesa@127.0.0.1:{self.port}/{database}"

    def sql(self, what: str, database: str = "postgres") -> str:
        """Return the unaligned output of psql for a statement."""
        return self._run_program(
            "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", what, self.url(database)
        ).strip()

    def empty(self) -> str:
        """Create an empty database and return its URL."""
        return self._create_database("template0")

    def new(self) -> str:
        """Create a database with an empty store (a copy of the one named `MADE`); return its URL."""
        return self._create_database(MADE)

    def _create_database(self, template: str) -> str:
        name = f"t{next(self._number)}"
        self.sql(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Delete a database."""
        self.sql(f"DROP DATABASE IF EXISTS {url.rpartition('/')[2]} WITH (FORCE)")


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


if __name__ == "__main__":
    sys.exit(print(find()) if find() else "no PostgreSQL server found")
