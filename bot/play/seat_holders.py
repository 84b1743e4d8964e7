"""Who holds the seats of a match, who held them at any entry of its log, and their answers in
advance.

A person has one seat. In a practice match without computer players the person who began it holds
all seats that nobody else has taken, and acts for the one that is asked.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from bot.play.storage import queries
from bot.play.storage.ports import Reader
from bot.play.storage.records import Match, SeatHolder, Status
from games.core.contract import AnyGame
from games.core.standing import GivenOrders
from games.core.types import Decision, Form, Seat


def acting_seat(
    holders: Iterable[SeatHolder],
    user: int,
    opened: Iterable[Decision] = (),
    key: str | None = None,
) -> Seat | None:
    """The seat with which ``user`` acts: of several the one that is asked, ``None`` without any.

    ``key``  of the decision that they answer, if it is known
    """
    own = sorted(holder.seat for holder in holders if holder.user == user)
    if len(own) < 2:
        return own[0] if own else None
    asked = [each for each in opened if each.seat in own]
    first = sorted(asked, key=lambda each: (each.key != key, not each.waits, each.seat))
    return first[0].seat if first else own[0]


def seats_of_people(
    match: Match, holders: Iterable[SeatHolder], opened: Iterable[Decision] = ()
) -> tuple[Seat, ...]:
    """The seats where people sit who have not given up; of somebody with several one."""
    holders, opened = tuple(holders), tuple(opened)
    return tuple(
        sorted(
            holder.seat
            for holder in holders
            if holder.user is not None
            and holder.seat == acting_seat(holders, holder.user, opened)
            and holder.seat not in match.resigned
        )
    )


def can_agree_on_draw(
    match: Match, holders: Iterable[SeatHolder], opened: Iterable[Decision] = ()
) -> bool:
    """Whether every team has somebody who can agree to a draw."""
    teams = match.sides.teams
    return {teams[each] for each in seats_of_people(match, holders, opened)} == set(teams)


def free_seats(match: Match, holders: Iterable[SeatHolder]) -> tuple[Seat, ...]:
    """The seats that nobody holds and anybody may take; none once the match is over."""
    taken = {holder.seat for holder in holders} | set(match.resigned)
    over = match.status is Status.OVER
    return () if over else tuple(seat for seat in match.sides.all() if seat not in taken)


def team_of(match: Match, holders: Iterable[SeatHolder], user: int) -> tuple[int, tuple[int, ...]]:
    """The team in which somebody plays, -1 for none, and the people in it."""
    held, teams = tuple(holders), match.sides.teams
    own = next((teams[each.seat] for each in held if each.user == user), -1)
    return own, people_of(match, held, own)


def people_of(match: Match, holders: Iterable[SeatHolder], team: int) -> tuple[int, ...]:
    """The people who play in a team, by seat."""
    seats = (each for each in holders if match.sides.teams[each.seat] == team)
    return tuple(dict.fromkeys(each.user for each in seats if each.user is not None))


def spare_seats(holders: Iterable[SeatHolder]) -> frozenset[Seat]:
    """Seats whose users hold others as well, so that somebody else can take them."""
    holders = tuple(holders)
    users = [holder.user for holder in holders]
    return frozenset(
        holder.seat
        for holder in holders
        if holder.user is not None and users.count(holder.user) > 1
    )


def to_json(holders: Iterable[SeatHolder]) -> str:
    """``Entry.seating`` for these holders."""
    by_seat = sorted(holders, key=lambda holder: holder.seat)
    return json.dumps([[holder.seat, holder.user, holder.name] for holder in by_seat])


class Seatings:
    """``changes`` are the entries after which others hold the seats than before, in order."""

    def __init__(self, match: Match, changes: Sequence[tuple[int, str]]):
        self._match = match
        self._changes = changes
        self._read: dict[int, tuple[SeatHolder, ...]] = {}

    def holders_after(self, seq: int) -> tuple[SeatHolder, ...]:
        """Who holds the seats after entry ``seq``: nobody before the start."""
        place = bisect_right(self._changes, seq, key=lambda change: change[0]) - 1
        if place < 0:
            return ()
        if place not in self._read:
            self._read[place] = tuple(
                SeatHolder(self._match.id, Seat(seat), user, name)
                for seat, user, name in json.loads(self._changes[place][1])
            )
        return self._read[place]


async def load_seatings(reader: Reader, match: Match) -> Seatings:
    return Seatings(match, await reader.read(queries.SeatingChanges(match.id)))


def anyone_present(holders: Iterable[SeatHolder]) -> bool:
    """Whether any person is present: without, a match does not continue automatically."""
    return any(is_present(holder) for holder in holders)


TOURNAMENT = "tournament:"
"""How ``Match.origin`` begins for a match of a tournament; its id follows."""


def is_of_tournament(match: Match) -> bool:
    return match.origin.startswith(TOURNAMENT)


def goes_on(match: Match, holders: Iterable[SeatHolder]) -> bool:
    """Whether a match continues by itself: somebody is present, or computer players were paired
    with each other in a tournament."""
    holders = tuple(holders)
    if anyone_present(holders):
        return True
    everywhere = len(holders) == match.seats and all(holder.is_computer for holder in holders)
    return everywhere and is_of_tournament(match)


def is_present(holder: SeatHolder | None) -> bool:
    """Whether the seat is held by a person for whom the match waits."""
    return holder is not None and not holder.is_computer and not holder.is_autopilot


def is_deserted(
    match: Match, holders: Iterable[SeatHolder], seat: Seat, began: Collection[Seat] = ()
) -> bool:
    """Whether nobody plays against ``seat`` any more, so that it can claim the win.

    Args:
        began: the seats that people held when the match began. A computer player in one of them
            has taken a person's place; any other is an opponent.
    """
    against = match.sides.others(seat)
    return not match.practice and all(
        holder.is_computer and holder.seat in began for holder in holders if holder.seat in against
    )


def find_claimants(match: Match, holders: Sequence[SeatHolder]) -> tuple[Seat, ...]:
    """The seats of people who are told that they can claim the win: all others are empty."""
    if match.status is not Status.RUNNING or match.paused_at is not None:
        return ()
    return tuple(
        holder.seat
        for holder in holders
        if holder.user is not None
        and holder.seat not in match.resigned
        and is_deserted(match, holders, holder.seat)
    )


# --- Answers in advance: only the player of the seat sees them, and they go with that player ---


@dataclass(frozen=True, slots=True)
class ConditionalMove:
    """If the other side's move meets ``when``, the answer is ``reply``."""

    when: str
    reply: str


Line: TypeAlias = tuple[ConditionalMove, ...]
"""Conditional moves that follow each other, a move of the other side before each."""


@dataclass(frozen=True, slots=True)
class Answers:
    """``lines`` that begin the same belong together: no two answer the same move differently."""

    orders: GivenOrders = ()
    lines: tuple[Line, ...] = ()


NONE = Answers()
ANSWERS: Form[Answers] = Form(Answers, sparse=True)


def load_answers(holder: SeatHolder | None) -> Answers:
    return ANSWERS.read(holder.answers) if holder is not None and holder.answers else NONE


def known_answers(holder: SeatHolder | None, game: AnyGame) -> Answers:
    """The answers of a seat, without orders of earlier releases that today's rules lack."""
    answers = load_answers(holder)
    if game.standing is None or not answers.orders:
        return answers
    return replace(answers, orders=game.standing.known(answers.orders))


def with_answers(holder: SeatHolder, answers: Answers) -> SeatHolder:
    return replace(holder, answers="" if answers == NONE else ANSWERS.write(answers).decode())
