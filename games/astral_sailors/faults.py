"""What settings cannot be for the seats of a match (canon 3.10 and 4, BAD_OPTION)."""

from __future__ import annotations

from collections.abc import Iterator

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.meta import META
from games.astral_sailors.table import catalogue_of_pack
from games.core.packs import PackFault
from games.core.refusals import Forbidden, Refusal
from games.core.seats import Seats


def fault(agreement: Agreement, seats: Seats) -> Refusal | None:
    """The first thing that cannot be; ``None`` when a match can be set up."""
    return next(_faults(agreement, seats), None)


def _faults(agreement: Agreement, seats: Seats) -> Iterator[Refusal]:
    if wrong := META.misseated(seats):
        together = list(seats.teams) == sorted(seats.teams)
        count = len(seats) in META.players
        yield _bad_option("ASCW-01" if not count else "ASCW-28" if together else "ASCW-30", wrong)
    if agreement.army_size < 100 or agreement.army_size % 50:
        yield _bad_option(
            "ASCW-24",
            f"Armies are of 100, 150, 200, ... points, not of {agreement.army_size}.",
        )
    try:
        catalogue_of_pack(agreement.pack)
    except PackFault as wrong:
        yield wrong.refusal()


def _bad_option(rule: str, sentence: str) -> Forbidden:
    return Forbidden(rule, sentence, code="BAD_OPTION")
