"""How the computer player answers windows: by the automatic rules, and with Tokens it has left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.cosmic_conflict import moves as m
from games.cosmic_conflict.computer import gunnery
from games.cosmic_conflict.computer.situation import Situation
from games.cosmic_conflict.odds import best_reroll
from games.cosmic_conflict.orders import in_force
from games.cosmic_conflict.standing import STANDING
from games.cosmic_conflict.tasks import Firing, Interruption
from games.cosmic_conflict.verbs import NOTATION

REAIM: Final = 2.5
"""How much more damage a reroll must promise to be worth a Token."""


def answer(now: Situation) -> m.Answer | None:
    """What the automatic rules answer, or better."""
    automatic = STANDING.default(now.view, now.decision, ())
    if not isinstance(automatic, m.Decline):
        return automatic
    legal = (move for move in _wishes(now) if NOTATION.refusal(now.asked, move) is None)
    return next(legal, automatic)


def _wishes(now: Situation) -> Iterator[m.Answer]:
    task = now.view.course.agenda[-1]
    if isinstance(task, Firing) and task.stage == "reroll" and task.attack:
        die = best_reroll(task.attack.terms, task.dice)
        if die and gunnery.promised(task.attack.terms, task.dice) >= REAIM:
            yield m.Reroll(die, "TOKEN")
    elif isinstance(task, Interruption):
        yield from _shots(now, task)


def _shots(now: Situation, task: Interruption) -> Iterator[m.Interrupt]:
    """Weapons that are left: of a Contingent Attack once an enemy has moved, with Tokens at the
    end of the Activation Phase, when little else can use them."""
    last = task.point == "ends"
    for unit in now.own:
        free = unit.activated and in_force(unit, "contingent")
        if not (free and (last or task.point == "moved")) and not (last and unit.token):
            continue
        for shot in gunnery.shots(now, unit):
            if free:
                yield m.Interrupt("contingent", unit.id, shot.weapon, shot.target)
            if last and unit.token:
                yield m.Interrupt("snap", unit.id, shot.weapon, shot.target, pay="TOKEN")
