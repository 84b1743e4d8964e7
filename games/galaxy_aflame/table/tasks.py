"""What remains to be done of a step: dice to roll, steps of an order, plain steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from games.core.geometry.plane import Point
from games.core.steps import Do
from games.core.types import keeping
from games.galaxy_aflame.notation import TurnStep


@dataclass(frozen=True, slots=True)
class RollOff:
    """Both roll a die for the privilege (GA-23)."""

    task: Literal["roll-off"] = "roll-off"


@dataclass(frozen=True, slots=True)
class DrawDecks:
    """The bot draws half of each deck (``muster = random``)."""

    task: Literal["draw-decks"] = "draw-decks"


@dataclass(frozen=True, slots=True)
class Checks:
    """The defence checks of a unit: dice, and what each needs.

    ``faces``  once they are rolled
    """

    unit: str
    hits: int
    need: int
    faces: tuple[int, ...] = ()

    @property
    def saves(self) -> int:
        return sum(face >= self.need for face in self.faces)

    @property
    def failures(self) -> int:
        return len(self.faces) - self.saves


@dataclass(frozen=True, slots=True)
class PassengerHits:
    """A passenger beside the wreck of its transport (GA-96).

    ``hits``  of the d4, 0 before it is rolled
    """

    unit: str
    hits: int = 0


Stage: TypeAlias = Literal["bonus", "attack", "hits", "checks", "passengers", "returned"]


@dataclass(frozen=True, slots=True)
class Shot:
    """An attack that is being resolved, step by step in the order of GA-21.

    ``victim``      who receives hits: the target, or another unit by GA-59
    ``need``        what an attack die needs (GA-55)
    ``close``       whether it is at hand range (GA-70)
    ``first``       the first round of an Assault (GA-71)
    ``cover``       whether the victim is in cover
    ``bonus``       attack dice added by the d4 of GA-72, 0 before or without it
    ``dice``        attack dice as rolled
    ``suppressed``  codes of the units that this attack suppresses
    ``checks``      those of the victim
    ``wreck``       the destroyed transport whose ``passengers`` get out, in boarding order
    ``returned``    the attacker's checks of GA-73
    """

    attacker: str
    target: str
    victim: str
    suppress: bool
    start: Point
    end: Point
    need: int
    close: bool
    first: bool
    cover: bool
    stage: Stage
    bonus: int = 0
    dice: tuple[int, ...] = ()
    suppressed: tuple[str, ...] = ()
    checks: Checks | None = None
    wreck: str = ""
    passengers: tuple[PassengerHits, ...] = ()
    returned: Checks | None = None
    task: Literal["shot"] = "shot"

    @property
    def successes(self) -> int:
        return sum(face >= self.need for face in self.dice)


@dataclass(frozen=True, slots=True)
class OrderSteps:
    """The steps of an ORDER that are still to be carried out (GA-A13).

    ``number``  that of the first of them, from 1
    """

    steps: tuple[Annotated[TurnStep, keeping("kind")], ...]
    number: int
    task: Literal["order"] = "order"


RuleTask: TypeAlias = RollOff | DrawDecks | Shot | OrderSteps
Task: TypeAlias = Annotated[RuleTask | Do, Field(discriminator="task"), keeping("task")]
