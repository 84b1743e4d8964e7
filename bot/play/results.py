"""How everybody has fared in a match that is over, for statistics and ratings."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from bot.play.people import Fared, Result
from bot.play.records import Hold, Match
from bot.play.seatings import spare
from games.core.endings import ABANDONED, Ending
from games.core.seats import Seat


def results_of(
    match: Match, holds: Iterable[Hold], ending: Ending, now: datetime
) -> tuple[Result, ...]:
    """One for each person who held a seat at the end, or had given one up; none where there is
    no result. Whoever left without giving up, and whoever they left their seat to and who left
    again, is not among them.

    Rated is a match of people only: at the end each seat was held by one, or had been given up.
    """
    holds = tuple(holds)
    if ending.kind == ABANDONED or spare(holds):  # nobody wins against oneself
        return ()
    people = {hold.user: hold.seat for hold in holds if hold.user is not None}
    quit_by = dict(zip(match.resigned_by, (Seat(seat) for seat in match.resigned), strict=True))
    seats = {**quit_by, **people}
    teams = match.sides.teams
    sides = {teams[seat] for seat in seats.values()}
    rated = (
        not match.practice
        and match.origin.partition(":")[0] not in ("fork", "import")
        and set(seats.values()) == set(match.sides.all())
        and len(sides) > 1
    )

    def fared(user: int, seat: Seat) -> Fared:
        if user not in people:
            return Fared.LOST
        if not ending.winners:
            return Fared.DRAWN
        return Fared.WON if seat in ending.winners else Fared.LOST

    return tuple(
        Result(
            match=match.id,
            seat=seat,
            user=user,
            team=teams[seat],
            teams=len(set(teams)),
            server=match.server,
            game=match.game,
            at=now,
            outcome=fared(user, seat),
            rated=rated,
        )
        for user, seat in sorted(seats.items(), key=lambda each: (each[1], each[0]))
    )
