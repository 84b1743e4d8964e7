"""The time that a seat has left while its clock is stopped: ``SeatHolder.time``."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import timedelta

from bot.play.storage.records import SeatHolder
from games.core.forms import Form

_MOST_KEPT = 8


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """Times are in whole seconds, rounded up: nothing is due early.

    ``bank``    what the seat has for the rest of the match; ``None`` while that is all of it
    ``broken``  what belongs together and was interrupted, with what was left of it; the newest
                last. With a bank: what has earned its increment, so that it does so once
    """

    bank: int | None = None
    broken: tuple[tuple[str, int], ...] = ()

    def interrupted(self, unit: str) -> timedelta | None:
        found = dict(self.broken).get(unit)
        return None if found is None else timedelta(seconds=found)

    def with_interrupted(self, unit: str, left: timedelta) -> TimeLeft:
        others = tuple(each for each in self.broken if each[0] != unit)
        return replace(self, broken=(*others, (unit, whole_seconds(left)))[-_MOST_KEPT:])


_FORM: Form[TimeLeft] = Form(TimeLeft)
NOTHING_YET = TimeLeft()


def load_time_left(holder: SeatHolder) -> TimeLeft:
    return _FORM.read(holder.time) if holder.time else NOTHING_YET


def to_json(spare: TimeLeft) -> str:
    return _FORM.write(spare).decode() if spare != NOTHING_YET else ""


def whole_seconds(length: timedelta) -> int:
    return math.ceil(length / timedelta(seconds=1))
