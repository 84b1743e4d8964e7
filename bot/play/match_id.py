"""The name of a match."""

from __future__ import annotations

from typing import NewType

MatchId = NewType("MatchId", str)
"""Eight characters of ``[a-z2-7]``, drawn at random: nothing can be counted from it."""
