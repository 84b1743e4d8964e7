"""How the computer player answers windows: by the automatic rules, and with Tokens it has left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.cosmic_conflict.computer import gunnery
from games.cosmic_conflict.computer.situation import Situation
from games.cosmic_conflict.moves import NOTATION
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.odds import best_reroll
from games.cosmic_conflict.rules.attacks.shots import Interrupt
from games.cosmic_conflict.rules.orders.usage import in_force
from games.cosmic_conflict.rules.reactions import Decline, Reroll
from games.cosmic_conflict.standing import STANDING
from games.cosmic_conflict.table.tasks import Firing, Interruption

REAIM: Final = 2.5
"""How much more damage a reroll must promise to be worth a Token."""


def answer(now: Situation) -> Answer | None:
    """What the automatic rules answer, or better."""
    automatic = STANDING.default(now.view, now.decision, ())
    if not isinstance(automatic, Decline):
        return automatic
    legal = (move for move in _wishes(now) if NOTATION.refusal(now.request, move) is None)
    return next(legal, automatic)


def _wishes(now: Situation) -> Iterator[Answer]:
    task = now.view.course.agenda[-1]
    if isinstance(task, Firing) and task.stage == "reroll" and task.attack:
        die = best_reroll(task.attack.terms, task.dice)
        if die and gunnery.promised(task.attack.terms, task.dice) >= REAIM:
            yield Reroll(die, "TOKEN")
    elif isinstance(task, Interruption):
        yield from _shots(now, task)


def _shots(now: Situation, task: Interruption) -> Iterator[Interrupt]:
    """Weapons that are left: of a Contingent Attack once an enemy has moved, with Tokens at the
    end of the Activation Phase, when little else can use them."""
    last = task.point == "ends"
    for unit in now.own:
        free = unit.activated and in_force(unit, "contingent")
        if not (free and (last or task.point == "moved")) and not (last and unit.token):
            continue
        for shot in gunnery.shots(now, unit):
            if free:
                yield Interrupt("contingent", unit.id, shot.weapon, shot.target)
            if last and unit.token:
                yield Interrupt("snap", unit.id, shot.weapon, shot.target, pay="TOKEN")
