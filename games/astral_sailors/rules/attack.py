"""An attack, step by step (D-21): reactions, dice, re-rolls, wounds."""

from __future__ import annotations

from games.astral_sailors.course import Course
from games.astral_sailors.moves import Pay, React, Reroll
from games.astral_sailors.state import Secrets
from games.astral_sailors.table import Attack, Part, Table, Unit
from games.core.chance import Roll
from games.core.decisions import Decision
from games.core.refusals import Forbidden


def rolls(table: Table, task: Attack) -> tuple[Roll, ...]:
    """The dice it needs now; empty when it needs none."""
    raise NotImplementedError


def questions(table: Table, secrets: Secrets, task: Attack) -> tuple[Decision, ...]:
    """Whom it asks now (``react``, ``reroll``, ``pay``); several at once are secret."""
    raise NotImplementedError


def proceed(course: Course, task: Attack) -> None:
    """Take a stage without dice or questions; the attack goes back on the agenda if it goes on."""
    raise NotImplementedError


def rolled(course: Course, task: Attack, faces: tuple[tuple[int, ...], ...]) -> None:
    """Go on with the dice."""
    raise NotImplementedError


def refusal(table: Table, seat: int, move: React | Reroll | Pay) -> Forbidden | None:
    """Why an answer to the open question cannot be given."""
    raise NotImplementedError


def answer(course: Course, seat: int, move: React | Reroll | Pay) -> None:
    """Take the answer of a seat to the attack on top of the agenda."""
    raise NotImplementedError


def declare(course: Course, how: str, attacker: Unit, parts: tuple[Part, ...]) -> None:
    """Put a legal attack of a unit on the agenda and tell of it."""
    raise NotImplementedError


def reactions(table: Table, task: Attack, part: Part) -> tuple[str, ...]:
    """What the target may do before the dice: ``none`` and perhaps ``counter``, ``cover``."""
    raise NotImplementedError


def modifiers(
    table: Table, how: str, attacker: Unit | None, target: Unit, *, counter: bool, damage: int = 0
) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]:
    """What is added to attack dice and to defence dice, in words and numbers (D-22)."""
    raise NotImplementedError


def rerollable(table: Table, task: Attack) -> tuple[int, ...]:
    """Places of the failed dice that the asked side may throw again now."""
    raise NotImplementedError
