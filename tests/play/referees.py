"""Acts of a referee, in short words for the tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.play import (
    referee_adjusting,
    referee_course,
    referee_log,
    referee_moves,
    referee_seats,
)
from bot.play.chairs import Instead, Person
from bot.play.receipts import Receipt
from bot.play.records import MatchId
from bot.play.referee import Refereeing, Ruling
from bot.play.referee_adjusting import Wanted
from games.core.seats import Seat
from tests.play.conftest import Club

GM = Person(9, "Gm")
WHY = "Agreed at the table"


@dataclass
class Whistle:
    """``by`` acts as the referee of ``match``; by default somebody who manages the server."""

    club: Club
    match: MatchId
    by: Person = GM
    manages: bool = True
    why: str = WHY

    @property
    def acts(self) -> Refereeing:
        return self.club.house.referee

    def ruling(self, why: str | None = None, interaction: int | None = None) -> Ruling:
        number = next(self.club.interactions) if interaction is None else interaction
        reason = self.why if why is None else why
        return Ruling(self.match, self.by, self.manages, reason, number)

    async def adjust(self, text: str, **more: Any) -> Receipt:
        return await referee_adjusting.adjust(self.acts, self.ruling(**more), Wanted(text))

    async def pick(self, *path: str) -> Receipt:
        return await referee_adjusting.adjust(self.acts, self.ruling(), Wanted(path=path))

    async def dice(self, faces: str) -> Receipt:
        return await referee_adjusting.set_dice(self.acts, self.ruling(), faces)

    async def undo(self, number: int) -> Receipt:
        return await referee_log.undo(self.acts, self.ruling(), number)

    async def reopen(self, seat: int) -> Receipt:
        return await referee_log.reopen(self.acts, self.ruling(), Seat(seat))

    async def default(self, seat: int) -> Receipt:
        return await referee_moves.default(self.acts, self.ruling(), Seat(seat))

    async def move(self, seat: int, text: str) -> Receipt:
        return await referee_moves.move(self.acts, self.ruling(), Seat(seat), text)

    async def give(self, seat: int, person: Person) -> Receipt:
        return await referee_seats.give(self.acts, self.ruling(), Seat(seat), person)

    async def clear(self, seat: int, instead: Instead = Instead.VACANT) -> Receipt:
        return await referee_seats.clear(self.acts, self.ruling(), Seat(seat), instead)

    async def look(self, seat: int | None) -> Receipt:
        whose = None if seat is None else Seat(seat)
        return await referee_seats.look(self.acts, self.ruling(), whose)

    async def close(self, winners: tuple[int, ...] | None) -> Receipt:
        won = None if winners is None else tuple(map(Seat, winners))
        return await referee_course.close(self.acts, self.ruling(), won)

    async def move_to(self, channel: int) -> Receipt:
        return await referee_course.move_to(self.acts, self.ruling(), channel)

    async def pause(self) -> Receipt:
        return await referee_course.rest(self.acts, self.ruling(), None)

    async def resume(self) -> Receipt:
        return await referee_course.go_on(self.acts, self.ruling())

    async def time(self, seat: int, hours: int) -> Receipt:
        return await referee_course.more_time(self.acts, self.ruling(), Seat(seat), hours)
