"""How the computer player fires: targets, marks, and what it shoots down; and how it answers
windows, by the automatic rules and with Tokens it has left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from games.core.types import Forbidden
from games.cosmic_conflict.computer.situation import Situation
from games.cosmic_conflict.moves import NOTATION
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.odds import Terms, best_reroll
from games.cosmic_conflict.rules import windows
from games.cosmic_conflict.rules.attacks import targeting
from games.cosmic_conflict.rules.attacks.shots import Fire, FireAws, Interrupt, MarkTarget, Spend
from games.cosmic_conflict.rules.orders import marks
from games.cosmic_conflict.rules.orders.usage import in_force
from games.cosmic_conflict.rules.reactions import Decline, Reroll
from games.cosmic_conflict.rules.turns import sacrifices
from games.cosmic_conflict.rules.turns.sacrifices import Reroute, Scuttle
from games.cosmic_conflict.standing import STANDING
from games.cosmic_conflict.table.tasks import Firing, Interruption
from games.cosmic_conflict.table.units import MarkEffect, Unit

TOKEN: Final = 0.8
"""What a Missile is worth that arrives at the end of the turn, if at all."""
LEAST: Final = 1.0
"""What a Marked effect must add."""
LOST: Final = 10
"""With so few boxes left a ship hardly survives the turn, so that it minds no further Condition."""
OTHERS: Final = frozenset((1, 2, 3))
"""The victory conditions besides that of the fewest Conditions (CC-219)."""
REAIM: Final = 2.5
"""How much more damage a reroll must promise to be worth a Token."""


class Shot(NamedTuple):
    """``unit`` where it is not the one that leads its group."""

    worth: float
    weapon: str
    target: str
    unit: str = ""

    @property
    def move(self) -> Fire:
        return Fire(self.weapon, (self.target,), unit=self.unit)


def shots(now: Situation, unit: Unit, extra: tuple[MarkEffect, ...] = ()) -> list[Shot]:
    """The legal shots that could do damage, the best first.

    ``extra``  Marked effects that the unit could buy
    """
    found = (
        Shot(
            _worth(now, ship, place, enemy, extra),
            now.table.design(ship).labels[place],
            enemy.id,
            "" if ship is unit else ship.id,
        )
        for ship in (unit, *now.table.bound(unit.id))
        for place in windows.ready_weapons(now.table, ship)
        for enemy in now.enemies
    )
    return sorted((shot for shot in found if shot.worth), key=lambda shot: -shot.worth)


def _worth(
    now: Situation, unit: Unit, place: int, enemy: Unit, extra: tuple[MarkEffect, ...]
) -> float:
    effects = {*marks.effects(unit, enemy), *extra}
    try:
        attack = targeting.declared(now.table, unit, place, enemy, effects)
    except Forbidden:
        return 0.0
    if not now.skill.weighs:
        return float(attack.terms.odds.mean)
    worth = now.gain(enemy, attack.terms, attack.type)
    return worth * (TOKEN if attack.needs_token else 1 - 0.15 * len(attack.blocking))


def best(found: list[Shot]) -> float:
    """The sum of the best shots of each Weapon."""
    most: dict[tuple[str, str], float] = {}
    for shot in found:
        most.setdefault((shot.unit, shot.weapon), shot.worth)
    return sum(most.values())


# --- Marks ---


def marking(now: Situation, unit: Unit) -> Iterator[Answer]:
    """Mark who will be hit better then, and buy effects of tokens that help the unit most."""
    hides = now.hides(unit, "mark")
    on = {each.target for each in now.table.marked if not each.spent}
    if not now.skill.weighs or not (hides or on):
        return
    if hides:
        targets = sorted(now.enemies, key=lambda each: -_helped(now, unit, each))
        yield from (MarkTarget(each.id) for each in targets if not now.table.design(each).fighter)
    for enemy in now.enemies:
        if marks.tokens(now.table, now.side, enemy.id):
            yield from _bought(now, unit, enemy)


def _helped(now: Situation, unit: Unit, enemy: Unit) -> float:
    """What a mark on an enemy is worth to the unit or to a friend that activates later."""
    friends = (
        each
        for each in now.own
        if not each.activated and each.id != unit.id and not now.table.design(each).fighter
    )
    return max(_gained(now, each, enemy, "accuracy") for each in (unit, *friends))


def _gained(now: Situation, unit: Unit, enemy: Unit, effect: MarkEffect) -> float:
    """How much more all Weapons of a unit would do to an enemy."""
    return sum(
        _worth(now, unit, place, enemy, (effect,)) - _worth(now, unit, place, enemy, ())
        for place in windows.ready_weapons(now.table, unit)
    )


def _bought(now: Situation, unit: Unit, enemy: Unit) -> Iterator[Spend]:
    found = {each: _gained(now, unit, enemy, each) for each in marks.EFFECTS}
    effect = max(found, key=found.__getitem__)
    later = (each for each in now.own if not each.activated and each.id != unit.id)
    rivals = (_gained(now, each, enemy, "accuracy") for each in later)
    if found[effect] > max(LEAST, 1.3 * max(rivals, default=0.0)):
        yield Spend(enemy.id, effect)


# --- What a ship does to itself ---


def twice(now: Situation, unit: Unit) -> Iterator[Fire]:
    """A second attack of its best Weapon, of a ship that is about to be lost (CC-251)."""
    if not now.table.design(unit).berserk or now.left(unit) > LOST or not now.skill.weighs:
        return
    labels = now.table.design(unit).labels
    for place in unit.used:
        ready = targeting.rearmed(unit, place)
        if place not in windows.weapons(now.table, unit):
            continue
        worth = ((_worth(now, ready, place, enemy, ()), enemy.id) for enemy in now.enemies)
        best_worth, target = max(worth, default=(0.0, ""))
        if best_worth:
            yield Fire(labels[place], (target,), again=True)


def rerouting(now: Situation, unit: Unit) -> Iterator[Reroute]:
    """Items that work again, for a jump that the ship will hardly make (CC-252)."""
    if now.skill.weighs and not now.hides(unit, "jump"):
        for at in sacrifices.reroutable(unit):
            if unit.conditions[at].items:
                yield Reroute("a", at + 1)


def scuttling(now: Situation, unit: Unit) -> Iterator[Scuttle]:
    """A ship with Conditions, once the match may end, where to have fewest of them is all that can
    win; not the last ship (CC-219, CC-250)."""
    agreed, table = now.view.course.agreement, now.table
    friends = any(table.size(each) for each in now.own if each.in_space and each.id != unit.id)
    alone = agreed.scenario == "open" and agreed.vc_random and set(agreed.vc_exclude) >= OTHERS
    if alone and table.turn >= agreed.min_turns and friends and unit.received:
        yield Scuttle()


# --- Area Weapons Systems ---


def intercepts(now: Situation, unit: Unit) -> Iterator[FireAws]:
    """Missile tokens and Fighters within reach, what would do most first."""
    count = now.table.design(unit).count("AWS")
    if not count:
        return
    table = now.table
    tokens = [each for each in table.missiles if table.units[each.launcher].side != now.side]
    tokens.sort(key=lambda each: -now.price(table.units[each.target]))
    fighters = [each for each in now.enemies if table.design(each).fighter]
    targets = [*(each.id for each in tokens), *(each.id for each in sorted(fighters, key=now.left))]
    for number in range(1, count + 1):
        yield from (FireAws(number, target) for target in targets)


# --- Rerolls ---


def promised(terms: Terms, dice: tuple[int, ...]) -> float:
    """How much more damage the best reroll promises."""
    return max(terms.reroll_sums(dice)) / 6 - terms.result(dice).applied


# --- Windows ---


def answer(now: Situation) -> Answer | None:
    """What the automatic rules answer, or better."""
    automatic = STANDING.default(now.view, now.asked, ())
    if not isinstance(automatic, Decline):
        return automatic
    legal = (move for move in _wishes(now) if NOTATION.refusal(now.request, move) is None)
    return next(legal, automatic)


def _wishes(now: Situation) -> Iterator[Answer]:
    task = now.view.course.agenda[-1]
    if isinstance(task, Firing) and task.stage == "reroll" and task.attack:
        die = best_reroll(task.attack.terms, task.dice)
        if die and promised(task.attack.terms, task.dice) >= REAIM:
            yield Reroll(die, "TOKEN")
    elif isinstance(task, Interruption):
        yield from _interrupts(now, task)


def _interrupts(now: Situation, task: Interruption) -> Iterator[Interrupt]:
    """Weapons that are left: of a Contingent Attack once an enemy has moved, with Tokens at the
    end of the Activation Phase, when little else can use them."""
    last = task.point == "ends"
    for unit in now.own:
        free = unit.activated and in_force(unit, "contingent")
        if not (free and (last or task.point == "moved")) and not (last and unit.tokens):
            continue
        for shot in shots(now, unit):
            if free:
                yield Interrupt("contingent", shot.unit or unit.id, shot.weapon, shot.target)
            if last and unit.tokens:
                who = shot.unit or unit.id
                yield Interrupt("snap", who, shot.weapon, shot.target, pay="TOKEN")
