"""How the computer player fires: targets, marks, and what it shoots down; and how it answers
windows, by the automatic rules and with Tokens it has left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from games.core.types import Forbidden
from games.cosmic_conflict.computer.situation import Situation
from games.cosmic_conflict.moves import NOTATION
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.odds import Terms, best_reroll
from games.cosmic_conflict.rules import windows
from games.cosmic_conflict.rules.attacks import shared, targeting
from games.cosmic_conflict.rules.attacks.shots import Fire, FireAws, Interrupt, MarkTarget, Spend
from games.cosmic_conflict.rules.orders import marks
from games.cosmic_conflict.rules.orders.commands import Reveal, UseCommand
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


class RatedShot(NamedTuple):
    """``unit`` where it is not the one that leads its group; ``support`` of an Offensive
    Formation."""

    worth: float
    weapon: str
    target: str
    unit: str = ""
    support: tuple[tuple[str, str], ...] = ()

    @property
    def move(self) -> Fire:
        return Fire(self.weapon, (self.target,), unit=self.unit, support=self.support)


def shots(now: Situation, unit: Unit, extra: tuple[MarkEffect, ...] = ()) -> list[RatedShot]:
    """The legal shots that could do damage, the best first.

    ``extra``  Marked effects that the unit could buy
    """
    found = [
        RatedShot(
            _worth(now, ship, place, enemy, extra),
            now.table.design(ship).labels[place],
            enemy.id,
            "" if ship is unit else ship.id,
        )
        for ship in (unit, *now.table.bound(unit.id))
        for place in windows.ready_weapons(now.table, ship)
        for enemy in now.enemies
    ]
    found += _supported(now, unit, found) if unit.stance == "offensive" else ()
    return sorted((shot for shot in found if shot.worth), key=lambda shot: -shot.worth)


def _supported(now: Situation, unit: Unit, single: Sequence[RatedShot]) -> Iterator[RatedShot]:
    """Attacks that the other ships support, where that is worth more than what their Weapons do
    alone (CC-270)."""
    table = now.table
    alone = {(each.unit or unit.id, each.weapon): each.worth for each in _first(single)}
    for shot in single:
        ship, enemy = table.units[shot.unit or unit.id], table.units[shot.target]
        place = table.design(ship).labels.index(shot.weapon)
        if not shot.worth or not now.skill.weighs:
            continue
        attack = targeting.declared(table, ship, place, enemy, marks.effects(ship, enemy))
        helping = [*shared.largest(table, shared.supporters(table, attack))]
        support = tuple((each.id, table.design(each).labels[at]) for each, at in helping)
        sizes = shared.sizes(table, tuple((each.id, at) for each, at in helping))
        worth = now.gain(enemy, attack.terms.supported(sizes), attack.type)
        if support and worth > shot.worth + sum(alone.get(each, 0.0) for each in support):
            yield shot._replace(worth=worth, support=support)


def _first(found: Sequence[RatedShot]) -> Iterator[RatedShot]:
    """The best shot of each Weapon."""
    kept: set[tuple[str, str]] = set()
    for shot in sorted(found, key=lambda shot: -shot.worth):
        if (shot.unit, shot.weapon) not in kept:
            kept.add((shot.unit, shot.weapon))
            yield shot


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


def best(found: list[RatedShot]) -> float:
    """The sum of the best shots of each Weapon."""
    return sum(shot.worth for shot in _first(found))


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


# --- Contacts ---


def scans(now: Situation, unit: Unit) -> Iterator[Reveal | UseCommand]:
    """Find out what the contact is that it would fire at, which may be false: a scan costs less
    than the fire (CC-166, CC-175, CC-234)."""
    if not now.view.course.agreement.bogeys or not now.skill.weighs:
        return
    aims = (now.table.units[shot.target] for shot in shots(now, unit))
    contact = next((each for each in aims if each.hidden), None)
    if contact is not None:
        yield Reveal("scanners", target=contact.id, sic=True)
        yield UseCommand("sensors", target=contact.id, pay="TOKEN")


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
                who, target = shot.unit or unit.id, now.table.units[shot.target]
                others = shared.salvo(now.table, now.table.units[who], target)
                yield Interrupt("snap", who, shot.weapon, target.id, None, "TOKEN", others)
