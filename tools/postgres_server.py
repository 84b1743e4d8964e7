"""A PostgreSQL server of its own, to try things on: ``python -m tools.postgres_server``.

Its data lie in a temporary folder and go with it, and it does not wait for the disk: nothing for
matches that anybody wants to keep.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

_LONGEST_START = 60.0
"""Seconds."""
_USER = "postgres"
"""Debian's user for it: the server refuses to run as root."""
_QUICK = ("fsync=off", "full_page_writes=off", "autovacuum=off", "max_wal_size=256MB")


def programs() -> Path | None:
    """The folder of the server's programs, the newest version's; ``None`` where there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=_version)
    program = str(found[-1]) if found else shutil.which("postgres")
    return Path(program).resolve().parent if program else None


def _version(program: Path) -> float:
    return float(program.parts[-3])


@contextmanager
def running(*settings: str) -> Iterator[str]:
    """Run a server on a free port of this machine; its URL, to which a database is added.

    ``settings`` are those of ``postgresql.conf``, as ``name=value``. Raises ``RuntimeError`` when
    there is no server here or it does not start.
    """
    there = programs()
    if there is None:
        raise RuntimeError("There is no PostgreSQL server here: install the package postgresql.")
    as_user: dict[str, Any] = {"user": _USER, "extra_groups": []} if os.getuid() == 0 else {}
    folder = Path(tempfile.mkdtemp(prefix="starpost-postgres-"))
    try:
        if as_user:
            shutil.chown(folder, _USER)
        data = folder / "data"
        wanted = ("--username", _USER, "--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync")
        made = subprocess.run(
            (there / "initdb", *wanted, "--auth", "trust", "--pgdata", data),
            **as_user,
            cwd=folder,
            capture_output=True,
            text=True,
        )
        if made.returncode:
            raise RuntimeError(f"initdb has failed: {made.stderr.strip()}")
        port = _free_port()
        given = (f"port={port}", "listen_addresses=127.0.0.1", "unix_socket_directories=")
        options = [each for setting in (*given, *_QUICK, *settings) for each in ("-c", setting)]
        with (
            (folder / "log").open("wb") as log,
            subprocess.Popen(
                (there / "postgres", "-D", data, *options),
                **as_user,
                cwd=folder,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for who has started it
            ) as server,
        ):
            try:
                _wait(there, port, server, folder / "log")
                yield f"postgresql://{_USER}@127.0.0.1:{port}"
            finally:
                server.send_signal(signal.SIGQUIT)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
        return port


def _wait(there: Path, port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    """Until it answers."""
    ready = (there / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port))
    end = time.monotonic() + _LONGEST_START
    while time.monotonic() < end and server.poll() is None:
        if subprocess.run(ready).returncode == 0:
            return
        time.sleep(0.05)
    raise RuntimeError(f"PostgreSQL has not started: {log.read_text(errors='replace').strip()}")


if __name__ == "__main__":
    with running() as url, suppress(KeyboardInterrupt):
        print(f"{url}/postgres until Ctrl-C", flush=True)
        signal.pause()
