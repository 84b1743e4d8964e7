"""Acts of a referee, in short words for the tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.play.executor import Receipt
from bot.play.lobby.seating import Person
from bot.play.people.leaving import Replacement
from bot.play.referee import adjusting, assignments, corrections, lifecycle, moves
from bot.play.referee.adjusting import AdjustmentInput
from bot.play.referee.authority import Ruling
from bot.play.storage.records import MatchId
from games.core.types import Seat
from tests.play.conftest import Club
from tests.toy.view import View

GM = Person(9, "Gm")
WHY = "Agreed at the table"


async def seen(club: Club, match: MatchId, user: int = 99) -> View:
    """What somebody may see of a match of the toy; nobody has 99."""
    view = (await club.sees(match, user)).view
    assert isinstance(view, View)
    return view


@dataclass
class Whistle:
    """``by`` acts as the referee of ``match``; by default somebody who manages the server."""

    club: Club
    match: MatchId
    by: Person = GM
    manages: bool = True
    why: str = WHY

    def ruling(self, why: str | None = None, interaction: int | None = None) -> Ruling:
        number = next(self.club.interactions) if interaction is None else interaction
        reason = self.why if why is None else why
        return Ruling(self.match, self.by, self.manages, reason, number)

    async def adjust(self, text: str, **more: Any) -> Receipt:
        return await adjusting.adjust(self.club.app, self.ruling(**more), AdjustmentInput(text))

    async def pick(self, *path: str) -> Receipt:
        return await adjusting.adjust(self.club.app, self.ruling(), AdjustmentInput(path=path))

    async def dice(self, faces: str) -> Receipt:
        return await adjusting.set_dice(self.club.app, self.ruling(), faces)

    async def undo(self, number: int) -> Receipt:
        return await corrections.undo(self.club.app, self.ruling(), number)

    async def reopen(self, seat: int) -> Receipt:
        return await corrections.reopen(self.club.app, self.ruling(), Seat(seat))

    async def default(self, seat: int) -> Receipt:
        return await moves.default(self.club.app, self.ruling(), Seat(seat))

    async def move(self, seat: int, text: str) -> Receipt:
        return await moves.move(self.club.app, self.ruling(), Seat(seat), text)

    async def give(self, seat: int, person: Person) -> Receipt:
        return await assignments.give(self.club.app, self.ruling(), Seat(seat), person)

    async def clear(self, seat: int, instead: Replacement = Replacement.VACANT) -> Receipt:
        return await assignments.clear(self.club.app, self.ruling(), Seat(seat), instead)

    async def look(self, seat: int | None) -> Receipt:
        whose = None if seat is None else Seat(seat)
        return await assignments.look(self.club.app, self.ruling(), whose)

    async def close(self, winners: tuple[int, ...] | None) -> Receipt:
        won = None if winners is None else tuple(map(Seat, winners))
        return await lifecycle.close(self.club.app, self.ruling(), won)

    async def move_to(self, channel: int) -> Receipt:
        return await lifecycle.move_to(self.club.app, self.ruling(), channel)

    async def pause(self) -> Receipt:
        return await lifecycle.rest(self.club.app, self.ruling(), None)

    async def resume(self) -> Receipt:
        return await lifecycle.go_on(self.club.app, self.ruling())

    async def time(self, seat: int, hours: int) -> Receipt:
        return await lifecycle.more_time(self.club.app, self.ruling(), Seat(seat), hours)
