"""What may be chosen in the toy."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.core.decisions import Decision
from games.core.options import Choice, Question
from games.core.refusals import Forbidden, Unreadable
from tests.toy.state import BEACONS, HIGHEST, Hide, Light, Move, Rest
from tests.toy.view import View

HIDING = ("hide", "shift")
"""Kinds of decisions that are about a lamp."""
_LAMP = re.compile(r"(?:LAMP)?([0-9]{1,3})")
_LIGHT = re.compile(r"B?([0-9]{1,3})\+([0-9]{1,3})")


def write(move: Move) -> str:
    match move:
        case Hide(lamp=lamp):
            return f"LAMP{lamp}"
        case Light(beacon=beacon, height=height):
            return f"B{beacon}+{height}"
        case Rest():
            return "REST"


def read(decision: Decision, text: str) -> Move:
    tidy = re.sub(r"\s+", "", text).upper()
    if decision.kind in HIDING:
        if found := _LAMP.fullmatch(tidy):
            return Hide(int(found[1]))
        raise Unreadable("That is no beacon for a lamp.", instead="For example: LAMP4.")
    if tidy == "REST":
        return Rest()
    if found := _LIGHT.fullmatch(tidy):
        return Light(int(found[1]), int(found[2]))
    raise Unreadable("That is neither lighting nor resting.", instead="Write B3+2 or REST.")


@dataclass(frozen=True, slots=True)
class ToyOptions:
    view: View
    decision: Decision

    @property
    def _oil(self) -> int:
        return self.view.oil[self.decision.seat]

    def refusal(self, move: Move) -> Forbidden | None:
        if (self.decision.kind in HIDING) != isinstance(move, Hide):
            return Forbidden("TOY-02", "Lamps are hidden first, and only then.")
        number = {Hide: "lamp", Light: "beacon"}.get(type(move))
        if number and not 1 <= getattr(move, number) <= BEACONS:
            return Forbidden("TOY-01", f"There is no beacon {getattr(move, number)}, only 1 to 6.")
        if isinstance(move, Light):
            return self._cannot_light(move)
        return None

    def _cannot_light(self, move: Light) -> Forbidden | None:
        if self.view.flames[move.beacon - 1] is not None:
            return Forbidden("TOY-04", f"Beacon {move.beacon} burns already.")
        if not 1 <= move.height <= HIGHEST:
            return Forbidden("TOY-04", f"A beacon takes 1 to 3 oil, not {move.height}.")
        if move.height > self._oil:
            return Forbidden("TOY-05", f"You have {self._oil} oil and asked for {move.height}.")
        return None

    def contains(self, move: Move) -> bool:
        return self.refusal(move) is None

    def question(self, path: Sequence[str]) -> Question | Move:
        move: Move
        match tuple(path):
            case ():
                return self._first()
            case (lamp,) if self.decision.kind in HIDING and re.fullmatch("[1-6]", lamp):
                move = Hide(int(lamp))
            case ("R",) if self.decision.kind not in HIDING:
                move = Rest()
            case (beacon, *rest) if beacon in self._dark() and self.decision.kind not in HIDING:
                if not rest:
                    return self._second(int(beacon))
                if len(rest) > 1 or not re.fullmatch("[1-3]", rest[0]):
                    raise Unreadable("That choice is not available.")
                move = Light(int(beacon), int(rest[0]))
            case _:
                raise Unreadable("That choice is no longer available.")
        if refusal := self.refusal(move):
            raise refusal
        return move

    def _dark(self) -> tuple[str, ...]:
        flames = enumerate(self.view.flames, 1)
        return tuple(str(number) for number, flame in flames if flame is None) if self._oil else ()

    def _first(self) -> Question:
        if self.decision.kind in HIDING:
            return Question(
                "Where do you hide your lamp?",
                tuple(
                    Choice(f"{n}", f"Beacon {n}", f"LAMP{n}", short=f"{n}", final=True)
                    for n in range(1, BEACONS + 1)
                ),
            )
        lit = (Choice(n, f"Beacon {n}", f"B{n}+", short=f"{n}+") for n in self._dark())
        return Question("Which beacon?", (*lit, Choice("R", "Rest", "REST", final=True)))

    def _second(self, beacon: int) -> Question:
        return Question(
            "How much oil?",
            tuple(
                Choice(f"{n}", f"{n} oil", f"B{beacon}+{n}", short=f"{beacon}+{n}", final=True)
                for n in range(1, min(HIGHEST, self._oil) + 1)
            ),
        )

    def __iter__(self) -> Iterator[Move]:
        if self.decision.kind in HIDING:
            yield from map(Hide, range(1, BEACONS + 1))
            return
        for beacon in self._dark():
            for height in range(1, min(HIGHEST, self._oil) + 1):
                yield Light(int(beacon), height)
        yield Rest()
