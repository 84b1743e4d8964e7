"""The results of the players of a finished match, for statistics and ratings."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from bot.play.seat_holders import spare
from bot.play.storage.profiles import PlayerResult, Result
from bot.play.storage.records import Match, SeatHolder
from games.core.endings import ABANDONED, Ending
from games.core.seats import Seat


def results_of(
    match: Match,
    holders: Iterable[SeatHolder],
    ending: Ending,
    now: datetime,
    began: Iterable[SeatHolder] | None = None,
) -> tuple[Result, ...]:
    """The result of each person, at most one each; none where there is no result.

    ``began``  who held the seats when the match began, if others than now. A player who left has
               lost when the match ends against their seat, and has no result otherwise; a player
               who took over has helped where they have not won. In practice all begin alike

    A match is rated only if a person held each seat when it began.
    """
    holders = tuple(holders)
    if ending.kind == ABANDONED or spare(holders):  # nobody wins against oneself
        return ()
    users = _users(holders)
    given_up = dict(zip(map(Seat, match.resigned), match.resigned_by, strict=True))
    first = {**given_up, **users} if began is None else _users(began)
    there = set(users.values())

    def outcome(seat: Seat) -> PlayerResult:
        if not ending.winners:
            return PlayerResult.DRAWN
        return PlayerResult.WON if seat in ending.winners else PlayerResult.LOST

    # By user: the seat, the outcome, and whether it counts for Elo.
    found: dict[int, tuple[Seat, PlayerResult, bool]] = {}
    for seat, user in first.items():
        gave_up = given_up.get(seat) == user and user not in there
        if users.get(seat) != user and (gave_up or outcome(seat) is PlayerResult.LOST):
            found[user] = (seat, PlayerResult.LEFT, True)
    helped = PlayerResult.LOST if match.practice else PlayerResult.HELPED
    for seat, user in users.items():
        fared, from_start = outcome(seat), first.get(seat) == user
        if fared is PlayerResult.LOST and not from_start:
            fared = helped
        found.setdefault(user, (seat, fared, from_start or fared is PlayerResult.WON))
    for seat, user in given_up.items():
        found.setdefault(user, (seat, helped, False))
    teams = match.sides.teams
    rated = (
        not match.practice
        and match.origin.partition(":")[0] not in ("fork", "import")
        and set(first) == set(match.sides.all())
        and len({teams[seat] for seat, _, counts in found.values() if counts}) > 1
    )
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
            outcome=fared,
            rated=rated and counts,
        )
        for user, (seat, fared, counts) in sorted(
            found.items(), key=lambda each: (each[1][0], each[0])
        )
    )


def _users(holders: Iterable[SeatHolder]) -> dict[Seat, int]:
    return {holder.seat: holder.user for holder in holders if holder.user is not None}
