"""What each unit could do when it activates, as the computer player weighs it, for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from math import prod

from games.core.computer import Suggestion
from games.core.geometry.plane import Point
from games.core.telling import average, listed, percent
from games.core.types import Decision
from games.cosmic_conflict.computer import commanding, forming, gunnery, plans
from games.cosmic_conflict.computer.activations import legal
from games.cosmic_conflict.computer.situation import PlayerSkill, Situation
from games.cosmic_conflict.content.contacts import guess
from games.cosmic_conflict.moves import Activate
from games.cosmic_conflict.notation import ActivationStep, Answer
from games.cosmic_conflict.odds import Odds
from games.cosmic_conflict.rules import movement
from games.cosmic_conflict.rules.attacks import shared, targeting
from games.cosmic_conflict.rules.movement import Bearing, Fly, Move, MovePlan
from games.cosmic_conflict.rules.orders import marks
from games.cosmic_conflict.rules.orders.commands import GiveOrder, Lock
from games.cosmic_conflict.rules.setup import fleets
from games.cosmic_conflict.rules.setup.fleets import ChooseFleet
from games.cosmic_conflict.rules.turns import activation
from games.cosmic_conflict.rules.turns.activation import Pass
from games.cosmic_conflict.rules.turns.sacrifices import Reroute, Scuttle
from games.cosmic_conflict.space import SCALE
from games.cosmic_conflict.table.orders import ORDERS
from games.cosmic_conflict.table.units import Unit
from games.cosmic_conflict.view import Request, View

LOOKS = PlayerSkill(shifts=90)
LONGEST = 80
"""Characters of a button."""
WAITS = "who acts later sees more, and none of these can fire yet"
DONE, HAS = "no Order is worth more than a Token", "it has what it needs"
SCUTTLES = "its Conditions count for the enemy, and nothing else can decide"
MOST = 3
"""Units whose whole activations are worked out; the others come behind them."""


def suggest(view: View, decision: Decision) -> tuple[Suggestion[Answer], ...]:
    """Fleets; Orders for all ships, then for each; Formations and Escorts; an activation for each
    unit that can act, whose fire is worth most first."""
    if decision.kind == "fleet":
        return tuple(_fleets(view))
    turn, now = view.course.activation, Situation(Request(view, decision), LOOKS)
    if decision.kind == "orders":
        return tuple(_orders(now))
    if decision.kind == "form":
        return tuple(_groups(now))
    if decision.kind != "activate" or turn is None or view.course.acting is not None:
        return ()
    units = list(activation.waiting(now.table, turn.size, now.side))
    worth = {unit.id: gunnery.best(gunnery.shots(now, unit)) for unit in units}
    units.sort(key=lambda unit: (not activation.is_leaving(unit), -worth[unit.id]))
    found = list[Suggestion[Answer]]()
    for unit in units:
        each = _suggestion(now, unit, whole=sum(bool(known.moves) for known in found) < MOST)
        if not each.moves or legal(now, each.moves[0]):
            found.append(each)
    may_wait = not any(worth.values()) and not any(map(activation.is_leaving, units))
    if may_wait and legal(now, Pass()):
        found.insert(0, Suggestion("pass", "Pass", WAITS, (Pass(),)))
    found.sort(key=lambda each: not each.moves)
    return tuple(found) if found and found[0].moves else ()


def _fleets(view: View) -> Iterator[Suggestion[Answer]]:
    """The dearest that the points allow, which the bot deploys."""
    agreed = view.course.agreement
    able = [agreed.catalogue.fleets[code] for code in fleets.choices(agreed, "")]
    for each in sorted(able, key=lambda fleet: -fleet.points)[:MOST]:
        label = f"Take {each.code} {each.name} and deploy for me"
        worth = f"{each.points} of {agreed.points} points"
        yield Suggestion(f"auto{each.code}", label, worth, (ChooseFleet(each.code, auto=True),))


# --- Orders ---


def _orders(now: Situation) -> Iterator[Suggestion[Answer]]:
    wishes = sorted(commanding.plan(now), key=lambda wish: -wish.worth)
    given = [
        (wish.unit, wish.move, wish.reason) for wish in wishes if isinstance(wish.move, GiveOrder)
    ]
    if given:
        label = f"{', '.join(_gift(move) for _, move, _ in given)}; lock"
        if len(label) > LONGEST:
            label = f"Orders for {listed(unit.id for unit, _, _ in given)}; lock"
        reason = "; ".join(f"{unit.id}: {why}" for unit, _, why in given)
        yield Suggestion("", label, reason, (*(move for _, move, _ in given), Lock()))
    else:
        yield Suggestion("lock", "Lock your Orders", DONE, (Lock(),))
    for unit, move, reason in given:
        yield Suggestion(unit.id, _gift(move), reason, (move,), unit.at)
    waiting = {wish.unit.id: wish.reason for wish in wishes}
    ordered = {unit.id for unit, _, _ in given}
    for unit in now.own:
        if unit.id not in ordered and not now.table.design(unit).fighter:
            yield Suggestion(unit.id, "", waiting.get(unit.id, HAS))


def _gift(move: GiveOrder) -> str:
    """``a1 Evasive Actions``"""
    return " ".join(filter(None, (move.unit, move.slot, ORDERS[move.order].name)))


def _groups(now: Situation) -> Iterator[Suggestion[Answer]]:
    """The changes of groups that are wished for, each key once."""
    found = {wish.key: wish for wish in reversed((*forming.wishes(now),))}
    for key, wish in reversed(found.items()):
        yield Suggestion(key, wish.label, wish.reason, (wish.move,))


# --- Activations ---


def _suggestion(now: Situation, unit: Unit, *, whole: bool) -> Suggestion[Answer]:
    id = unit.id
    if activation.is_leaving(unit):
        said = "leaves the match with what is left of it"
        return Suggestion(id, f"{id} jumps to Hyperspace", said, (Activate(id),), unit.at)
    itself = next(_to_itself(now, unit), None)
    if isinstance(itself, Scuttle):
        return Suggestion(
            id, f"{id} destroys itself", SCUTTLES, (Activate(id, (itself,)),), unit.at
        )
    shots = _best_shots(now, unit)
    move = _move(now, unit) if whole else None
    does = list(_fires(shots))
    again = next(gunnery.twice(now, _fired(now, unit, shots)), None)
    if again is not None:
        does.append(f"fires {again.weapon} again")
    if itself is not None:
        does.insert(0, "reroutes")
    at = unit.at
    if move is not None:
        at, told = _end(now, unit, move)
        does.append(told)
    chances = [*_chances(now, unit, shots)]
    reason = "; ".join(said for said, _ in chances) or "nobody in reach before it moves"
    parts = (itself, *(shot.move for shot in shots), again, move)
    steps: tuple[ActivationStep, ...] = tuple(each for each in parts if each is not None)
    if not steps:
        return Suggestion(id, "", reason)
    mark = chances[0][1] if chances else ""
    return Suggestion(id, f"{id} {', '.join(does)}", reason, (Activate(id, steps),), at, mark)


def _to_itself(now: Situation, unit: Unit) -> Iterator[Scuttle | Reroute]:
    """What a ship should do to itself before all else (CC-250, CC-252)."""
    found: Iterator[Scuttle | Reroute] = chain(
        gunnery.scuttling(now, unit), gunnery.rerouting(now, unit)
    )
    return (each for each in found if legal(now, Activate(unit.id, (each,))))


def _best_shots(now: Situation, unit: Unit) -> list[gunnery.RatedShot]:
    """The best shot of each Weapon that all can be fired one after the other."""
    found, used = list[gunnery.RatedShot](), set[tuple[str, str]]()
    for shot in gunnery.shots(now, unit):
        weapons = {(shot.unit or unit.id, shot.weapon), *shot.support}
        if not weapons & used and legal(now, Activate(unit.id, (shot.move,))):
            found.append(shot)
            used |= weapons
    return found


def _fires(shots: Sequence[gunnery.RatedShot]) -> Iterator[str]:
    """``fires a2 KIN1 at b1 with a3 KIN1``, ``fires MSL1 and MSL2 at b1``"""
    volleys: dict[tuple[str, tuple[tuple[str, str], ...]], list[str]] = {}
    for shot in shots:
        weapons = volleys.setdefault((shot.target, shot.support), [])
        weapons.append(f"{shot.unit} {shot.weapon}".lstrip())
    for (target, support), weapons in volleys.items():
        helped = listed(f"{id} {item}" for id, item in support)
        yield f"fires {listed(weapons)} at {target}{f' with {helped}' if helped else ''}"


def _fired(now: Situation, unit: Unit, shots: Sequence[gunnery.RatedShot]) -> Unit:
    """A unit whose Weapons have attacked."""
    labels = now.table.design(unit).labels
    used = (labels.index(shot.weapon) for shot in shots if not shot.unit)
    return replace(unit, used=(*unit.used, *used))


def _move(now: Situation, unit: Unit) -> Move | Fly | None:
    """The best move that is legal as things stand."""
    ways = plans.flights if now.table.design(unit).fighter else plans.moves
    moves: Iterator[Move | Fly] = iter(ways(now, unit))
    return next((move for move in moves if legal(now, Activate(unit.id, (move,)))), None)


def _end(now: Situation, unit: Unit, move: Move | Fly) -> tuple[Point, str]:
    """Where a move leads, and in words."""
    if isinstance(move, Fly):
        return move.to, f"flies to {SCALE.name(move.to)}"
    shift = move.to if move.bearing is None else Bearing(move.bearing, move.far)
    plan = MovePlan(move.change, shift, move.turn)
    end = movement.plot(now.table, unit, plan).to
    turn = f", {abs(move.turn)}° to {'starboard' if move.turn > 0 else 'port'}" if move.turn else ""
    return end, f"moves at V{unit.velocity + move.change}{turn}"


def _chances(
    now: Situation, unit: Unit, shots: Sequence[gunnery.RatedShot]
) -> Iterator[tuple[str, str]]:
    """What each target has to expect of all shots together, and the same as a mark."""
    odds: dict[str, list[Odds]] = {}
    for shot in shots:
        odds.setdefault(shot.target, []).append(_odds(now, unit, shot))
    for target, found in odds.items():
        chance = percent(1 - prod((1 - each.harm for each in found), start=Fraction(1)))
        mean = average(sum((each.mean for each in found), Fraction()))
        told = f"{chance} to do damage to {target}", f"{mean} on average"
        size = guess(now.table.design(now.table.units[target]))
        yield ", ".join((*told, *size)), f"{target} {chance}"


def _odds(now: Situation, unit: Unit, shot: gunnery.RatedShot) -> Odds:
    unit = now.table.units[shot.unit or unit.id]
    place = now.table.design(unit).labels.index(shot.weapon)
    enemy = now.table.units[shot.target]
    effects = set(marks.effects(unit, enemy))
    terms = targeting.declared(now.table, unit, place, enemy, effects).terms
    labels = ((id, now.table.design(now.table.units[id]).labels, it) for id, it in shot.support)
    sizes = shared.sizes(now.table, tuple((id, known.index(it)) for id, known, it in labels))
    return terms.supported(sizes).odds
