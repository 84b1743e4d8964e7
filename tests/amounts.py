"""How much is tried where more of the same is better: the nightly run (``make test-long``) tries
more matches, presses and examples than every other one."""

from __future__ import annotations

import os

LONG = os.environ.get("STARPOST_LONG") == "1"


def amount(usual: int, nightly: int) -> int:
    return nightly if LONG else usual
