"""Impossible settings for the seats of a match (canon 3.10 and 4, BAD_OPTION)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.board.zones import RECTANGLES
from games.astral_sailors.meta import META
from games.astral_sailors.rules.victory.conditions import GLORY_READINGS
from games.astral_sailors.table import catalogue_of_pack
from games.core.content import PackFault
from games.core.types import Forbidden, Refusal, Seats


def fault(agreement: Agreement, seats: Seats) -> Refusal | None:
    """The first fault; ``None`` when a match can be set up."""
    return next(faults(agreement, seats), None)


def faults(agreement: Agreement, seats: Seats) -> Iterator[Refusal]:
    if wrong := META.misseated(seats):
        together = list(seats.teams) == sorted(seats.teams)
        count = len(seats) in META.players
        yield _bad_option("ASCW-01" if not count else "ASCW-28" if together else "ASCW-30", wrong)
    if agreement.zones == "rectangles" and len(seats) not in RECTANGLES:
        yield _bad_option(
            "ASCW-D51",
            f"With {len(seats)} players some zones bend around a corner, so rectangles are not "
            "possible. Choose strips or auto.",
        )
    adds = GLORY_READINGS[agreement.glory].adds
    sharing = max(Counter(seats.teams).values(), default=1) if adds else 1
    size = agreement.army_size
    most = (size - 1) // sharing
    if agreement.start_pool > most:
        yield _bad_option(
            "ASCW-D46",
            f"With armies of {size} points a pool can start with at most {most}, so that no "
            "team begins with enough for Glory.",
        )
    try:
        catalogue_of_pack(agreement.pack)
    except PackFault as wrong:
        yield wrong.refusal()


def _bad_option(rule: str, sentence: str) -> Forbidden:
    return Forbidden(rule, sentence, code="BAD_OPTION")
