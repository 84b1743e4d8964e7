"""An attack, step by step (D-21); terrain and poison attack alike (D-16, D-33)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from games.astral_sailors import events as e
from games.astral_sailors.board import paths
from games.astral_sailors.rules.combat import exchange, wounds
from games.astral_sailors.rules.combat import questions as responses
from games.astral_sailors.rules.combat.exchange import Reasons, modifiers, total
from games.astral_sailors.rules.combat.questions import answered, asked, duel, under_way
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Hit, LastAction, Table, Unit
from games.astral_sailors.tasks import NOBODY, Attack, AttackTarget, Stage, Throw, Tick
from games.core.types import Roll, Rolled


def declare(
    builder: StepBuilder,
    how: Literal["shoot", "melee", "charge"],
    attacker: Unit,
    parts: tuple[AttackTarget, ...],
) -> None:
    """Put a legal attack of a unit on the agenda and tell of it."""
    builder.push(Attack(how, attacker.code, parts))
    targets, dice = tuple(part.target for part in parts), tuple(part.dice for part in parts)
    scores = tuple(part.score for part in parts) if how == "shoot" else ()
    builder.tell(e.AttackDeclared(how, attacker.code, targets, dice, scores))


def automatic(
    builder: StepBuilder, victim: str, damage: int, *, piece: int = NOBODY, source: str = ""
) -> None:
    """The attack of a dangerous ``piece``, or of the poison of ``source`` (D-20): one die."""
    how: Literal["poison", "terrain"] = "poison" if source else "terrain"
    builder.push(Attack(how, source, (AttackTarget(victim, 1),), piece=piece, damage=damage))
    kind = "" if source else builder.table.pieces[piece].kind
    builder.tell(e.AttackDeclared(how, source, (victim,), (1,), piece=kind))


# --- Dice ---


def rolls(table: Table, task: Attack) -> tuple[Roll, ...]:
    """The dice it needs now; empty when it needs none."""
    throw = under_way(task)
    if throw is None:
        return ()
    match task.stage:
        case "dice":
            count, what = _dice(table, task), _what_attacks(table, task)
            return Roll(count, 6, what), Roll(count, 6, f"{throw.defender} defends")
        case "attack-reroll":
            return (Roll(len(throw.a_again), 6, f"{throw.attacker}: attack dice again"),)
        case "defence-reroll":
            return (Roll(len(throw.d_again), 6, f"{throw.defender}: defence dice again"),)
        case "extension":
            count = len(extending(table, task, throw))
            own = exchange.extended_by(throw, table.agreement) == "attack"
            who = (throw.attacker or _terrain(table, task)) if own else throw.defender
            return (Roll(count, 6, f"{who}: extension"),) if count else ()
        case _:
            return ()


def rolled(builder: StepBuilder, task: Attack, dice: Rolled) -> None:
    """Go on with the dice."""
    throw, faces = throw_of(task), dice.faces
    match task.stage:
        case "dice":
            throw = replace(throw, attack=faces[0], defence=faces[1])
            builder.push(with_throw(task, throw, stage="attack-reroll?"))
        case "attack-reroll":
            places = throw.a_again
            after = _reroll(builder, throw.attacker, throw.attack, places, faces[0], "attack")
            throw = replace(throw, attack=after)
            builder.push(with_throw(task, throw, stage="defence-reroll?"))
        case "defence-reroll":
            places = throw.d_again
            after = _reroll(builder, throw.defender, throw.defence, places, faces[0], "defence")
            builder.push(with_throw(task, replace(throw, defence=after), stage="extension"))
        case "extension":
            places = extending(builder.table, task, throw)
            extended = tuple(zip(places, faces[0], strict=True))
            _resolve(builder, with_throw(task, replace(throw, extended=extended)))
        case stage:
            raise ValueError(f"no dice are rolled at {stage}")


def _dice(table: Table, task: Attack) -> int:
    """How many dice each side throws in this exchange (D-23, D-27)."""
    part = task.parts[task.part]
    return table.kind(table.units[part.target]).blows if task.counter else part.dice


def extending(table: Table, task: Attack, throw: Throw) -> tuple[int, ...]:
    """Places of the dice that are extended. Terrain and poison have no bases (D-25)."""
    if throw.extended:
        return ()
    sides = exchange.Sides()
    if task.how not in ("terrain", "poison"):
        attacker, defender = table.units[throw.attacker], table.units[throw.defender]
        sides = exchange.Sides(table.kind(attacker).base, table.kind(defender).base)
    return exchange.extending(throw, sides, table.agreement)


def _reroll(
    builder: StepBuilder,
    unit: str,
    faces: tuple[int, ...],
    places: tuple[int, ...],
    new: tuple[int, ...],
    role: exchange.Role,
) -> tuple[int, ...]:
    """The faces with new ones in these places."""
    source = exchange.last_source(builder.unit(unit))
    builder.tell(e.Rerolled(unit, role, source, tuple(faces[place] for place in places), new))
    by_place = dict(zip(places, new, strict=True))
    return tuple(by_place.get(place, face) for place, face in enumerate(faces))


def _what_attacks(table: Table, task: Attack) -> str:
    attacker, defender = duel(task)
    if task.how == "terrain":
        return f"{_terrain(table, task)} strikes {defender}"
    if task.how == "poison":
        return f"poison of {attacker} on {defender}"
    if task.counter:
        return f"{attacker} strikes back at {defender}"
    return f"{attacker} attacks {defender}"


def _terrain(table: Table, task: Attack) -> str:
    return table.catalogue.pieces[table.pieces[task.piece].kind].name


# --- Stages without dice and questions ---


def proceed(builder: StepBuilder, task: Attack) -> None:
    """Take a stage without dice or questions; the attack goes back on the agenda if it goes on."""
    match task.stage:
        case "react":
            _take_reactions(builder, task)
        case "part":
            _begin_part(builder, task)
        case "attack-reroll?":
            builder.push(replace(task, stage="defence-reroll?"))
        case "defence-reroll?":
            builder.push(replace(task, stage="extension"))
        case "extension":
            _resolve(builder, task)
        case "pay?":
            _take_effect(builder, task)
        case stage:
            raise ValueError(f"{stage} needs dice")


def _take_reactions(builder: StepBuilder, task: Attack) -> None:
    """All have answered: everybody learns what they chose."""
    concerned = asked(builder.table, task)
    choices: dict[str, Any] = close(builder, concerned)
    builder.tell(*(e.ReactionChosen(code, choices[code]) for code in concerned))
    parts = [replace(part, reaction=choices.get(part.target, "none")) for part in task.parts]
    builder.push(replace(task, parts=tuple(parts), stage="part"))


def _begin_part(builder: StepBuilder, task: Attack) -> None:
    """The target's turn has come, unless the attacker fell on the way (D-21)."""
    part = task.parts[task.part]
    strikes = task.how in ("shoot", "melee", "charge")
    if strikes and not builder.unit(task.attacker).on_board:
        builder.tell(*(e.PartLost(lost.target) for lost in task.parts[task.part :]))
    elif not builder.unit(part.target).on_board:
        _next_part(builder, task)
    else:
        responses.book_reaction(builder, part)
        a_mod, d_mod = map(total, _reasons(builder.table, task))
        throw = Throw(task.attacker, part.target, part.half, a_mod, d_mod)
        builder.push(replace(task, stage="dice", throw=throw))


def _reasons(table: Table, task: Attack) -> tuple[Reasons, Reasons]:
    """The modifiers of the exchange under way."""
    code, other = duel(task)
    striker = None if task.how in ("terrain", "poison") else table.units[code]
    target, counter = table.units[other], task.counter
    return modifiers(table, task.how, striker, target, counter=counter, damage=task.damage)


def _resolve(builder: StepBuilder, task: Attack) -> None:
    """An exchange is over; the Counter-attack follows, or the question who pays."""
    table, throw = builder.table, throw_of(task)
    count = exchange.wounds(throw, table.agreement)
    throw = replace(throw, wounds=count)
    a_why, d_why = _reasons(table, task)
    how = "counter" if task.counter else task.how
    piece = table.pieces[task.piece].kind if task.piece != NOBODY else ""
    totals = exchange.totals(throw)
    builder.tell(e.ExchangeResolved(how, throw, totals, a_why, d_why, count, piece))
    task = with_throw(task, throw)
    if task.parts[task.part].reaction == "counter" and not task.counter:
        task = replace(task, counter=True, stage="dice")
        a_mod, d_mod = map(total, _reasons(table, task))
        builder.push(replace(task, back=Throw(*duel(task), False, a_mod, d_mod)))
    else:
        builder.push(replace(task, stage="pay?", ruled=_ruled(table, task)))


def _ruled(table: Table, task: Attack) -> tuple[int, int]:
    """Wounds after Tough: of the target, and of the attacker by a Counter-attack."""
    target = table.units[task.parts[task.part].target]
    assert task.throw is not None, "the target has thrown"
    first = wounds.after_tough(table, target, task.throw.wounds)
    if task.back is None:
        return first, 0
    return first, wounds.after_tough(table, table.units[task.attacker], task.back.wounds)


def _take_effect(builder: StepBuilder, task: Attack) -> None:
    """Wounds of both sides at the same moment; then who falls, and the next part (D-21)."""
    choices = close(builder, asked(builder.table, task))
    throws = [
        throw
        for throw in (task.throw, task.back)
        if throw is not None and builder.unit(throw.defender).on_board
    ]
    losses = [
        wounds.suffer(builder, each.defender, each.wounds, int(choices.get(each.defender, "0")))
        for each in throws
    ]
    fallen = []
    for each, lost in zip(throws, losses, strict=True):
        gone = wounds.left(builder.table, builder.unit(each.defender)) < 1
        if gone:
            fallen.append((each.defender, each.attacker))
        elif lost and task.how not in ("terrain", "poison"):
            wounds.poisoned(builder, each.defender, each.attacker)
        _note(builder, task, each, gone=gone)
    _next_part(builder, task)
    if fallen:
        wounds.eliminate(builder, tuple(fallen))
    else:
        builder.then("check")


def _next_part(builder: StepBuilder, task: Attack) -> None:
    if task.part + 1 < len(task.parts):
        builder.push(Attack(task.how, task.attacker, task.parts, part=task.part + 1, stage="part"))


def _note(builder: StepBuilder, task: Attack, throw: Throw, *, gone: bool) -> None:
    """Keep what was rolled for pictures of the action."""
    last, counter = builder.table.last, throw is task.back
    if last is None:
        return
    score, totals = 0 if counter else task.parts[task.part].score, exchange.totals(throw)
    dice = throw.attack, throw.defence
    hit = Hit(throw.attacker, throw.defender, score, *dice, throw.wounds, gone, counter, totals)
    builder.change(last=replace(last, hits=(*last.hits, hit)))


def close(builder: StepBuilder, concerned: tuple[str, ...]) -> dict[str, str]:
    """The answers to the questions about these units, which are closed now."""
    found = answered(builder.answers)
    builder.answers = ()
    builder.change(asked=builder.table.asked + len(concerned))
    if len(concerned) > 1:
        builder.tell(e.AnswersOpened(concerned))
    return found


def throw_of(task: Attack) -> Throw:
    throw = under_way(task)
    assert throw is not None, "no dice are on the table"
    return throw


def with_throw(task: Attack, throw: Throw, *, stage: Stage | None = None) -> Attack:
    task = replace(task, stage=stage or task.stage)
    return replace(task, back=throw) if task.counter else replace(task, throw=throw)


# --- Dangerous terrain (ASCW-100, D-16) ---


def hazards_under(table: Table, unit: Unit) -> tuple[int, ...]:
    """Dangerous pieces that the unit stands on and that have not struck it yet."""
    where = paths.Path((table.base(unit),), 0, unit.facing)
    return new_hazards(table, unit, paths.crossed(table, unit, where, leap=True))


def new_hazards(table: Table, unit: Unit, pieces: tuple[int, ...]) -> tuple[int, ...]:
    """The ``pieces`` that have not struck ``unit`` in its activation and are not about to."""
    if table.turn.active != unit.code:
        return pieces
    known = {*table.turn.struck, *table.turn.touched}
    return tuple(piece for piece in pieces if piece not in known)


def strike_hazard(builder: StepBuilder, about: str) -> None:
    """Step ``strike-terrain``: the pieces that the unit ``about`` has touched strike it in turn."""
    turn = builder.table.turn
    if not builder.unit(about).on_board:
        return  # the strike before felled it
    piece, *rest = turn.touched
    builder.turn(touched=tuple(rest), struck=(*turn.struck, piece))
    kind = builder.table.catalogue.pieces[builder.table.pieces[piece].kind]
    if rest:
        builder.then("strike-terrain", about=about)
    automatic(builder, about, kind.danger or 0, piece=piece)


# --- Venomous and Electric (ASCW-158, 159, D-33) ---


def start_poison(builder: StepBuilder) -> None:
    """Put a ``Tick`` on the agenda for every victim, by code, at the start of a round.

    Where marks stack, each tick is followed by that of the victim's next mark.
    """
    victims = (unit for unit in builder.table.on_board() if unit.poison)
    builder.push(*(Tick(unit.code) for unit in victims))


def tick_poison(builder: StepBuilder, task: Tick) -> None:
    """One mark ticks: its automatic attack goes on the agenda."""
    unit = builder.unit(task.unit)
    if task.mark >= len(unit.poison):
        return  # it fell, and its marks with it
    mark = unit.poison[task.mark]
    worn = (replace(mark, ticks=mark.ticks - 1),) if mark.ticks > 1 else ()
    marks = (*unit.poison[: task.mark], *worn, *unit.poison[task.mark + 1 :])
    following = task.mark + len(worn)
    builder.put(unit, poison=marks)
    if following < len(marks):
        builder.push(Tick(unit.code, following))
    seat, aims = builder.unit(mark.source).seat, (builder.base(unit.code),)
    builder.change(last=LastAction(mark.source, seat, "poison", aims=aims))
    automatic(builder, unit.code, mark.damage, source=mark.source)
