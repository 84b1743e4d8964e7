"""What to know of a move: notes beside a choice, and what is told before confirming."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from games.astral_sailors import odds
from games.astral_sailors.board import line_of_sight, paths, terrain
from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.content.pack_form import write_specials
from games.astral_sailors.names import (
    called,
    counted,
    facing_name,
    hidden_per_cent,
    inside,
    listed,
    per_cent,
)
from games.astral_sailors.notation import Aim
from games.astral_sailors.rules.any_time import Done, Leave
from games.astral_sailors.rules.combat import attack, questions, wounds
from games.astral_sailors.rules.combat.aiming import charge_dice
from games.astral_sailors.rules.combat.answering import Pay, React, Reroll
from games.astral_sailors.rules.combat.questions import reactions
from games.astral_sailors.rules.setup import armies, deployment
from games.astral_sailors.rules.setup.armies import Dismiss, Enlist, TakeList
from games.astral_sailors.rules.setup.deployment import Deploy
from games.astral_sailors.rules.setup.muster import AutoArmy, Lock
from games.astral_sailors.rules.turns import turns
from games.astral_sailors.rules.turns.activation import (
    Capture,
    Hold,
    Jump,
    March,
    Melee,
    Run,
    Shoot,
    TurnTo,
)
from games.astral_sailors.rules.turns.reinforcing import Reinforce
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import Attack, AttackTarget, Move
from games.astral_sailors.view import SailorsView
from games.astral_sailors.words.event_sentences import REACTS
from games.core.types import Decision


def unit_label(table: Table, unit: Unit) -> str:
    """``R3 Contract Trooper, F6, 2 AP``."""
    parts = [f"{unit.code} {table.kind(unit).name}"]
    if unit.on_board:
        parts += [str(table.base(unit).anchor), f"{unit.ap} AP"]
    return ", ".join(parts)


def unit_state(table: Table, unit: Unit) -> str:
    """``RE 2 of 3, faces south, in Cover``."""
    kind = table.kind(unit)
    marks = {"in Cover": unit.cover, "poisoned": unit.poison, f"holds {unit.holds}": unit.holds}
    said = (mark for mark, there in marks.items() if there)
    left = f"RE {kind.resistance - unit.lost} of {kind.resistance}"
    return ", ".join((left, f"faces {facing_name(unit.facing)}", *said))


def stats(kind: UnitKind) -> str:
    """``RE 1, AT 2/1, DA 1/0, RA 1-12, DE 1, MV 5``, as in an army list."""
    shot_damage = str(kind.shot_damage) if kind.shots else "–"
    blow_damage = str(kind.blow_damage) if kind.blows else "–"
    reach = f"RA {kind.nearest}-{kind.farthest}, " if kind.shots else ""
    return (
        f"RE {kind.resistance}, AT {kind.shots}/{kind.blows}, DA {shot_damage}/{blow_damage}, "
        f"{reach}DE {kind.defence}, MV {kind.movement}"
    )


def values(kind: UnitKind) -> str:
    """``RE 1, AT 2/1, DA 1/0, RA 1-12, DE 1, MV 5, Cover 2``: with its special rules."""
    return ", ".join((stats(kind), *write_specials(kind.specials)))


def way(table: Table, unit: Unit, path: paths.Path, *, leap: bool = False) -> str:
    """``faces south-east, cost 3, through mud``."""
    parts = [f"faces {facing_name(path.facing)}"]
    if not leap:
        parts.append(f"cost {path.cost}")
    through = terrain_on(table, unit, path, leap=leap)
    if through:
        parts.append(f"through {listed(through)}")
    return ", ".join(parts)


def terrain_on(table: Table, unit: Unit, path: paths.Path, *, leap: bool) -> list[str]:
    """Names of the terrain that a path enters, without repeats."""
    if table.kind(unit).specials.fly:
        return []
    bases = path.bases[-1:] if leap else path.bases[1:]
    places = (terrain.terrain_at(table, square) for base in bases for square in base.squares())
    kinds = (terrain.piece_kind(table, place) for place in places if place is not None)
    return [*dict.fromkeys(inside(kind.name) for kind in kinds)]


def cover(seen: line_of_sight.Sight) -> str:
    """``in the clear``, ``half cover (50%)``, ``hidden (80%)``."""
    if seen.result == "clear":
        return "in the clear"
    return f"{'half cover' if seen.result == 'half' else 'hidden'} ({hidden_per_cent(seen.score)}%)"


def shot(table: Table, unit: Unit, target: Unit, seen: line_of_sight.Sight, dice: int) -> str:
    """``38% to wound, 11% to kill · half cover (50%), range 7``."""
    half = seen.result == "half"
    found = odds.of_attack(table, unit, target, "shoot", dice, half=half)
    reach = terrain.distance(table, unit, target)
    return f"{wound_chances(table, target, found)} · {cover(seen)}, range {reach}"


def blow(table: Table, unit: Unit, target: Unit, dice: int, how: str = "melee") -> str:
    """``70% to wound, 20% to kill · from the rear``."""
    side = "from the rear" if terrain.in_rear(table, target, table.base(unit)) else "from the front"
    found = odds.of_attack(table, unit, target, how, dice)
    return f"{wound_chances(table, target, found)} · {side}"


def charge_odds(table: Table, unit: Unit, target: Unit, path: paths.Path) -> Mapping[int, Fraction]:
    """The wounds of the blow at the end of a Run."""
    there = at_end(unit, path)
    dice = charge_dice(table, unit, target)
    return odds.of_attack(table.put(there), there, target, "charge", dice)


def charge(table: Table, unit: Unit, target: Unit, path: paths.Path) -> str:
    """``42% to wound, 11% to kill``."""
    return wound_chances(table, target, charge_odds(table, unit, target, path))


def at_end(unit: Unit, path: paths.Path) -> Unit:
    """The unit at the end of its path, its Cover lost (D-28)."""
    end = path.bases[-1]
    return replace(unit, c=end.c, r=end.r, facing=path.facing, cover=False)


def wound_chances(table: Table, target: Unit, found: Mapping[int, Fraction]) -> str:
    """``42% to wound, 11% to kill``: the latter if it may be, and nobody pays wounds off."""
    some, kill = at_least(found, 1), to_kill(table, target, found)
    if kill == some > 0:
        return f"{per_cent(kill)} to kill"
    return f"{per_cent(some)} to wound" + (f", {per_cent(kill)} to kill" if kill else "")


def to_kill(table: Table, target: Unit, found: Mapping[int, Fraction]) -> Fraction:
    return at_least(found, wounds.lethal(table, target))


def at_least(found: Mapping[int, Fraction], count: int) -> Fraction:
    return sum((chance for number, chance in found.items() if number >= count), Fraction(0))


def spread(chances: Mapping[int, Fraction]) -> str:
    """``no wound 40%, 1 wound 45%, 2 wounds 15%``."""
    return ", ".join(
        f"{counted(number, 'wound') if number else 'no wound'} {per_cent(chance)}"
        for number, chance in sorted(chances.items())
    )


def name_hiders(table: Table, seen: line_of_sight.Sight) -> Iterator[str]:
    """What hides a target: units by code, scenery by name."""
    for blocker in seen.blockers:
        if isinstance(blocker, str):
            yield blocker
        else:
            yield f"the {inside(terrain.piece_kind(table, blocker).name)}"


# --- Before confirming ---

MOST_HIDERS = 4
_REPLIES = {"counter": "strike back", "cover": "take Cover"}


def consider(view: SailorsView, decision: Decision, move: Move) -> tuple[str, ...]:
    """Return one sentence per consideration, none for an obvious move."""
    table = view.table
    match move:
        case March() | Run() | Jump():
            return (*_way(table, move), *_ends(table, move.unit))
        case Shoot() | Melee():
            return (*_strike(table, move), *_ends(table, move.unit))
        case React():
            return tuple(_reaction(table, move))
        case Enlist() | Dismiss() | TakeList() | Lock() | AutoArmy():
            return tuple(_army(view, decision, move))
        case _:
            return tuple(_other(view, move))


def answered(view: SailorsView, decision: Decision, move: Move) -> str:
    """What an answer does of which no event tells before the next dice or answer."""
    match move:
        case Reroll(dice):
            who = called(view.table, questions.unit_asked(view, decision))
            return f"{who} re-rolls {counted(len(dice), 'die', 'dice') if dice else 'nothing'}."
        case React(unit, choice):
            return f"{called(view.table, unit)} {REACTS[choice]}."
        case Pay(unit, wounds=count):
            what = counted(count, "wound") if count else "nothing"
            return f"{called(view.table, unit)} pays off {what}."
    return ""


def _ends(table: Table, code: str) -> Iterator[str]:
    """The unit whose activation ends because another unit acts."""
    active = table.units.get(table.turn.active)
    if active is not None and active.code != code and active.ap:
        yield f"This ends {active.code}'s activation; it keeps {active.ap} AP for reactions."


# --- Moving ---


def _way(table: Table, move: March | Run | Jump) -> Iterator[str]:
    unit, leap = table.units[move.unit], isinstance(move, Jump)
    path = move.way(table, unit)
    left = turns.available_points(table, unit) - 1
    cost = "" if leap else f"{counted(path.cost, 'movement point')} and "
    end, facing = path.bases[-1].anchor, facing_name(path.facing)
    yield f"{unit.code} goes to {end} for {cost}1 AP ({left} AP left), facing {facing}."
    if through := terrain_on(table, unit, path, leap=leap):
        yield f"The path crosses {listed(through)}."
    there = at_end(unit, path)
    for piece in attack.new_hazards(table, unit, paths.crossed(table, unit, path, leap=leap)):
        yield _danger(table.put(there), there, piece)
    if unit.cover:
        yield f"{unit.code} loses its Cover."
    if isinstance(move, Run):
        yield from _charge(table, unit, move, path)


def _danger(table: Table, unit: Unit, piece: int) -> str:
    kind = terrain.piece_kind(table, piece)
    damage = kind.danger or 0
    chances = wound_chances(table, unit, odds.of_automatic(table, unit, damage))
    return f"The {inside(kind.name)} attacks with Damage {damage}: {chances}."


def _charge(table: Table, unit: Unit, run: Run, path: paths.Path) -> Iterator[str]:
    if not run.target:
        return
    target = table.units[run.target]
    dice = charge_dice(table, unit, target)
    said = _chances(table, target, charge_odds(table, unit, target, path))
    number = counted(dice, "die", "dice")
    yield f"{unit.code} charges {target.code} with {number}, Damage 0: {said}."
    task = Attack("charge", unit.code, (AttackTarget(target.code, dice),))
    yield from _replies(table.put(at_end(unit, path)), task)


# --- Attacking ---


def _strike(table: Table, move: Shoot | Melee) -> Iterator[str]:
    unit, how = table.units[move.unit], move.how
    targets = tuple(table.units[aim.target] for aim in move.aims)
    seen = line_of_sight.look_all(table, unit, targets) if how == "shoot" else {}
    for aim in move.aims:
        yield _aim(table, unit, aim, how, seen.get(aim.target))
    parts = tuple(AttackTarget(aim.target, aim.dice) for aim in move.aims)
    yield from _replies(table, Attack(how, unit.code, parts))
    if how == "shoot":
        if limited := table.kind(unit).specials.limited:
            yield f"This is Limited shot {unit.used + 1} of {limited}."
        until = "until the end of next round"
        yield f"Because it shoots, melee attacks on {unit.code} get +1 {until}."
    if unit.cover:
        yield f"{unit.code} loses its Cover."


def _aim(table: Table, unit: Unit, aim: Aim, how: str, seen: line_of_sight.Sight | None) -> str:
    target = table.units[aim.target]
    dice = counted(aim.dice, "die", "dice")
    reach = terrain.distance(table, unit, target)
    if seen is None:
        rear = terrain.in_rear(table, target, table.base(unit))
        where = "from the rear, +2 on each die" if rear else "from the front"
    else:
        hiders = list(name_hiders(table, seen))[:MOST_HIDERS]
        behind = f" behind {listed(hiders)}" if hiders and seen.result != "clear" else ""
        where = f"range {reach}, {cover(seen)}{behind}"
    half = seen is not None and seen.result == "half"
    found = odds.of_attack(table, unit, target, how, aim.dice, half=half)
    left = wounds.left(table, target)
    said = _chances(table, target, found)
    return f"{aim.target} ({left} RE) with {dice}: {said}; {where}."


def _chances(table: Table, target: Unit, found: Mapping[int, Fraction]) -> str:
    """``42% to wound, 11% to kill (no wound 58%, 1 wound 31%, 2 wounds 11%)``."""
    matter = wound_chances(table, target, found)
    return f"{matter} ({spread(found)})" if len(found) > 2 else matter


def _replies(table: Table, task: Attack) -> Iterator[str]:
    """Reactions open to the targets before the dice are rolled."""
    for part in task.parts:
        able = [_REPLIES[each] for each in reactions(table, task, part) if each in _REPLIES]
        if able:
            ap = table.units[part.target].ap
            yield f"{part.target} could {listed(able, 'or')} for 1 of its {ap} AP."


def _reaction(table: Table, move: React) -> Iterator[str]:
    task, unit = table.attack, table.units[move.unit]
    if task is None or not task.attacker:
        return
    attacker, kind, meeting = table.units[task.attacker], table.kind(unit), unit
    match move.choice:
        case "counter":
            striking = odds.parameters(table, unit, attacker, "melee", kind.blows, counter=True)
            said = _chances(table, attacker, odds.chances(striking))
            yield f"{unit.code} strikes back with {counted(kind.blows, 'die', 'dice')}: {said}."
            if unit.cover:
                yield f"{unit.code} loses its Cover before the dice are rolled."
            meeting = replace(unit, cover=False)
        case "cover":
            better = kind.defence * kind.specials.cover
            until = "until the end of the round or until it acts"
            yield f"Its Defence rises from {kind.defence} to {better} {until}."
            meeting = replace(unit, cover=True)
        case _:
            yield f"{unit.code} keeps its {unit.ap} AP."
    part = questions.part_of(task, move.unit)
    found = odds.of_attack(
        table.put(meeting), attacker, meeting, task.how, part.dice, half=part.half
    )
    yield f"Odds of the attack on {part.target}: {_chances(table, unit, found)}."


# --- Everything else ---


def _army(
    view: SailorsView, decision: Decision, move: Enlist | Dismiss | TakeList | Lock | AutoArmy
) -> Iterator[str]:
    """The army list after the move: its price and composition."""
    table = view.table.agreed_with(decision.seat)
    units = view.sheet(decision.seat).units
    if isinstance(move, AutoArmy):
        units = armies.ready(table)[move.key] if move.key else units
    elif not isinstance(move, Lock):
        units = move.edited(table, units)
    military = sum(table.catalogue.units[code].military for code in units)
    price, size = armies.price(table.catalogue, units), table.agreement.army_size
    made_up = f"{military} military, {counted(len(units) - military, 'civilian')}"
    number = counted(len(units), "unit")
    yield f"The list will have {number} for {price} of {size} points: {made_up}."
    if fault := armies.fault(table.agreement, table.catalogue, units):
        yield f"Not yet ready: {fault.sentence}"
    if isinstance(move, AutoArmy):
        yield "The bot sets it up for you: your next question is about the battle."
        yield "You can unlock it until all armies are locked."


def _other(view: SailorsView, move: Move) -> Iterator[str]:
    table = view.table
    match move:
        case TurnTo(code):
            left = turns.available_points(table, table.units[code]) - 1
            yield f"Turning costs 1 AP ({left} AP left)."
            if table.units[code].cover:
                yield f"{code} loses its Cover."
        case Capture(code, target):
            yield f"While {code} holds {target}, it cannot attack or run and defends at −2."
            yield "Your objective is revealed to everyone."
        case Hold(code):
            ap = turns.available_points(table, table.units[code])
            yield f"{code} counts as activated and keeps {ap} AP for reactions."
        case Done(hold) if table.phase == "activation":
            if held := turns.held(table, table.turn.seat, hold):
                yield f"Counts as activated without acting: {listed(held)}."
        case Deploy(code):
            kind = table.kind(table.units[code])
            points = f"{counted(kind.cost, 'point')} of the {deployment.MOST} you may deploy"
            free = kind.category == "commander"
            yield "Commanders deploy for free." if free else f"It uses {points}."
        case Reinforce(code):
            cost, pool = table.kind(table.units[code]).cost, table.players[table.turn.seat].pool
            yield f"{code} costs {counted(cost, 'point')} and leaves {pool - cost} of {pool}."
            yield f"{code} can be attacked at once and acts from next round on."
        case Pay(code, count):
            yield from _paid(table, table.units[code], count)
        case Leave():
            yield "You cannot come back."
        case _:
            return


def _paid(table: Table, unit: Unit, count: int) -> Iterator[str]:
    task = table.attack
    if task is None or unit.code not in questions.asked(table, task):
        return
    price, pool = count * wounds.price(table.kind(unit).cost), table.players[unit.seat].pool
    hurt = max(0, questions.suffered(task, unit.code) - count)
    after = max(0, wounds.left(table, unit) - hurt)
    end = f"{unit.code} has {after} RE left" if after else f"{unit.code} is eliminated"
    yield f"You pay {price} of {counted(pool, 'point')}; {end}."
