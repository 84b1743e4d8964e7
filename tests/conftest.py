"""What every test has: examples that are the same in each run and on every machine, however busy
it is, and folders in memory."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from hypothesis import settings

from tests.amounts import LONG

_SAME = settings.get_profile("ci")
"""Neither chance nor a deadline; hypothesis takes it by itself where it knows the machine."""

settings.register_profile("usual", _SAME)
settings.register_profile("nightly", _SAME, derandomize=False, max_examples=1000)
settings.load_profile("nightly" if LONG else "usual")

_MEMORY, _ROOM = Path("/dev/shm"), 2 << 30
"""Tens of thousands of commits wait for the disk, some milliseconds each; these bytes must be
free, for containers often have 64 MiB."""

if "TMPDIR" not in os.environ and _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM:
    os.environ["TMPDIR"] = tempfile.tempdir = str(_MEMORY)
