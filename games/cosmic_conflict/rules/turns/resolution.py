"""How turns begin, the Resolution Phase, and the end of the match (2.12, 3.11).

Steps R2 and R3 are in ``rules.terrain``; R5 belongs to the scenario.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias

from games.core.steps import Do, TaskKind
from games.core.types import Ending, Forbidden, Roll, Rolled
from games.cosmic_conflict import events as e
from games.cosmic_conflict.agreement import InitiativeMode
from games.cosmic_conflict.rules import cloak, parting, scoring, stealth
from games.cosmic_conflict.rules.attacks.targeting import LostToken, resolved
from games.cosmic_conflict.rules.damage import bury, repairable
from games.cosmic_conflict.rules.fighters import resupplied
from games.cosmic_conflict.rules.orders import commands
from games.cosmic_conflict.rules.orders import usage as rules
from games.cosmic_conflict.rules.orders.commands import nothing_hidden, revealed
from games.cosmic_conflict.rules.orders.usage import in_force
from games.cosmic_conflict.rules.scoring import DICE, refuse_rescue, refuse_survey, sides_left
from games.cosmic_conflict.rules.setup import deployment
from games.cosmic_conflict.rules.terrain import dangers, move_terrain
from games.cosmic_conflict.rules.values import forbid, hidden
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table.course import seat_of
from games.cosmic_conflict.table.orders import MAIN, ORDERS, Moment
from games.cosmic_conflict.table.tasks import (
    Asking,
    AskingKey,
    Attack,
    EndDie,
    Firing,
    Hurt,
    Repairing,
    RollOff,
    Scoring,
    VictoryDraw,
)
from games.cosmic_conflict.table.units import MissileToken, OrderName, Table, Unit, VictoryCondition
from games.cosmic_conflict.view import Request

Step: TypeAlias = Literal["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9"]
RESOLUTION: Final[tuple[tuple[Step, str], ...]] = (
    ("R1", "Reinforce Shields"),
    ("R2", "Mobile terrain"),
    ("R3", "Dangerous terrain"),
    ("R4", "Missiles"),
    ("R5", "Scenario actions"),
    ("R6", "Repair and scenario checks"),
    ("R7", "Clean-up"),
    ("R8", "Jumps to Hyperspace"),
    ("R9", "End of the turn"),
)
"""In their order (D-073)."""
REPAIRED: Final = 4
"""The least that a die must show for a repair (D-105)."""
ENDING: Final = 4
"""The least that a die must show in step R9 to end the match (CC-213)."""


def _by_initiative(table: Table) -> Iterator[Unit]:
    """The units on the board, those of the initiative's side first."""
    for side in table.rotation():
        yield from table.in_space(side)


# --- R1 ---


def reinforcing(table: Table) -> tuple[Unit, ...]:
    """The ships whose Shields are reinforced, those of the initiative's side first."""
    return tuple(unit for unit in _by_initiative(table) if in_force(unit, "reinforce"))


def reinforced(table: Table, unit: Unit, order: Sequence[int] = ()) -> Unit:
    """A unit after Reinforce Shields: Size + Shields that work, in SIC order (CC-159, D-067).

    ``order``  the places of the Shields that the owner wants first
    """
    design, boxes = table.design(unit), list(unit.absorbers)
    tracks = [
        (place, at, size)
        for at, (place, size) in enumerate(design.absorbers)
        if design.items[place].type == "SHD" and place not in unit.off
    ]
    left = design.size + len(tracks)
    tracks.sort(key=lambda one: order.index(one[0]) if one[0] in order else len(order))
    for _, at, size in tracks:
        regained = min(size - boxes[at], left)
        boxes[at] += regained
        left -= regained
    return replace(unit, absorbers=tuple(boxes))


# --- R4 ---


def next_missile(table: Table) -> tuple[Attack | LostToken, Table] | None:
    """What the token launched first does, with the table without it; ``None`` without a token."""
    if not table.missiles:
        return None
    token, *rest = table.missiles
    return resolved(table, token), replace(table, missiles=tuple(rest))


# --- R7 and R8 ---


def cleaned(table: Table) -> Table:
    """The table after step R7; of hidden Orders ``Orders.jump`` stays (CC-076, CC-137, CC-174)."""
    rested = table.put(*resupplied(table))
    return replace(rested, marked=()).put(*map(_cleaned, rested.units.values()))


def _cleaned(unit: Unit) -> Unit:
    return replace(
        unit,
        token=False,
        second=False,
        drilled=False,
        slots=tuple(slot for slot in unit.slots if slot == MAIN),
        revealed=tuple(name for name in unit.revealed if name == "jump"),
        commands=(),
        used=(),
        activated=False,
        navigated=False,
        evading=False,
        bracing=False,
        attacked=False,
        bought=(),
        jumping=False,
        guarded=(),
    )


def jumped(table: Table) -> Table:
    """The table after step R8: who revealed a Jump leaves next turn, other Orders go (D-070)."""
    jumping = {unit.id for unit in table.in_space() if in_force(unit, "jump")}
    return table.put(
        *(
            replace(unit, slots=(), revealed=(), jumping=unit.id in jumping)
            for unit in table.units.values()
        )
    )


def needs_end_die(table: Table, min_turns: int = 5, max_turns: int | None = None) -> bool:
    """Whether a die decides in step R9 if there is another turn (CC-213, D-089)."""
    return (
        len(sides_left(table)) > 1
        and table.turn >= min_turns
        and (max_turns is None or table.turn < max_turns)
    )


def is_over(table: Table, max_turns: int | None = None, die: int | None = None) -> bool:
    """Whether the match ends now; ``die`` where ``needs_end_die`` (CC-213, CC-214)."""
    if len(sides_left(table)) < 2 or (max_turns is not None and table.turn >= max_turns):
        return True
    return die is not None and die >= ENDING


def next_turn(table: Table, option: InitiativeMode = "alternate", winner: int = 0) -> Table:
    """The start of the next turn; ``winner`` of the roll where it is rolled for (D-071)."""
    sides = {"alternate": table.rotation()[1], "fixed": table.initiative, "roll": winner}
    return replace(table, turn=table.turn + 1, initiative=sides[option])


def roll_off(dice: Sequence[int]) -> int:
    """The side with the highest die, the first die being of side 1; 0 for a tie (CC-061)."""
    best = max(dice)
    return dice.index(best) + 1 if dice.count(best) == 1 else 0


# --- The beginning of a turn ---


def begin(builder: StepBuilder, about: str = "") -> None:
    """The Command Phase of a turn (CC-062)."""
    builder.tell(e.TurnBegan(builder.table.turn, builder.table.initiative))
    commands.begin(builder)


def _roll_off(builder: StepBuilder, task: RollOff) -> tuple[Roll, ...]:
    return tuple(Roll(1, 6, f"Initiative, side {side}") for side in builder.table.sides)


def _rolled_off(builder: StepBuilder, task: RollOff, rolled: Rolled) -> None:
    """The highest die has the initiative; after a tie all roll again (CC-061, D-071)."""
    faces = tuple(face for (face,) in rolled.faces)
    winner = roll_off(faces)
    builder.tell(e.InitiativeRolled(faces, winner))
    if winner:
        builder.table = replace(builder.table, initiative=winner)
    else:
        builder.push(RollOff())


# --- The Resolution Phase ---


def resolve(builder: StepBuilder, about: str = "") -> None:
    """All steps in their order (CC-076, D-073)."""
    builder.change(phase="resolution", activation=None, acting=None)
    builder.then(*(step for step, _ in RESOLUTION))


def _reinforce(builder: StepBuilder, about: str) -> None:
    """R1: who has revealed Reinforce Shields, then who may hide it and has lost boxes (CC-159)."""
    for unit in reinforcing(builder.table):
        _restore(builder, unit)
    table = builder.table
    lacking = (each for each in _by_initiative(table) if _may_lack(table, each))
    _ask(builder, "reinforce", lacking)


def _may_lack(table: Table, unit: Unit) -> bool:
    """Whether it has lost boxes, which of a hidden ship nobody else knows (D-100)."""
    return unit.hidden or reinforced(table, unit) != unit


def _restore(builder: StepBuilder, unit: Unit, order: Sequence[int] = ()) -> None:
    after = reinforced(builder.table, unit, order)
    builder.table = builder.table.put(after)
    if boxes := sum(after.absorbers) - sum(unit.absorbers):
        piece = builder.piece(unit.id)
        builder.tell(e.ShieldsRestored(piece, boxes, only=stealth.knowing(unit)))


def _move_terrain(builder: StepBuilder, about: str) -> None:
    """R2: features move, and their Solid zones destroy what they catch (CC-192); so do cloaked
    ships (CC-236)."""
    cloak.advance(builder)
    for id, _ in move_terrain(builder.table).destroyed:
        stealth.reveal(builder, id)
    before = builder.table
    found = move_terrain(before)
    starts = {each.id: each.zones[0].centre for each in before.features}
    moved = tuple((each.id, starts[each.id], each.zones[0].centre) for each in found.moved)
    if moved or found.removed:
        builder.tell(e.TerrainMoved(moved, found.removed))
    builder.table = found.table
    for id, feature in found.destroyed:
        at, aboard = before.units[id].at, tuple(each.id for each in before.aboard(id))
        assert at is not None
        builder.tell(e.Crashed(builder.piece(id), feature, at, aboard))
    bury(builder, before)


def _endanger(builder: StepBuilder, about: str) -> None:
    """Step R3: dangers of terrain (CC-189)."""
    found = dangers(builder.table)
    builder.push(*(Hurt(each.unit, each.amount, "danger", each.feature) for each in found))


def _resolve_missile(builder: StepBuilder, about: str) -> None:
    """R4: one Missile token after the other, each as the board is then (CC-100)."""
    found = next_missile(builder.table)
    if found is None:
        return
    token = builder.table.missiles[0]
    attack, builder.table = found
    builder.then("R4")
    if isinstance(attack, LostToken):
        _lose(builder, token, attack)
        return
    if builder.unit(attack.target).bogey:
        stealth.reveal(builder, attack.target)
        return
    builder.push(
        Firing(
            attack.attacker,
            attack.weapon,
            attack.target,
            means="missile",
            stage="evasive",
            point=token.at,
            attack=attack,
            left=len(attack.blocking),
        )
    )


def _lose(builder: StepBuilder, token: MissileToken, lost: LostToken) -> None:
    target = builder.piece(token.target)
    builder.tell(
        e.MissileLost(token.id, token.at, target, lost.reason, lost.distance, lost.feature)
    )


def _act(builder: StepBuilder, about: str) -> None:
    """R5: ships that may hide Enhance Scanners and could gain a token, or take the VIP aboard
    (CC-222, D-096, D-109)."""
    table = builder.table
    match builder.course.agreement.scenario:
        case "deep_survey":
            able = (each for each in _leading(table) if not refuse_survey(table, each))
            _ask(builder, "survey", able)
        case "rescue":
            able = (each for each in _leading(table) if not refuse_rescue(table, each))
            _ask(builder, "rescue", able)


def _leading(table: Table) -> Iterator[Unit]:
    """The units that carry out a scan: of a Formation the Lead Ship (D-075)."""
    return (each for each in _by_initiative(table) if table.commander(each) is each)


def _repair(builder: StepBuilder, about: str) -> None:
    """R6: ships with a revealed Repair, and those that may hide one, also contacts without any
    Condition; no scenario has checks here (CC-076, CC-248, D-100)."""
    table = builder.table
    able = [each for each in _by_initiative(table) if repairable(each) or each.hidden]
    asked = {table.commander(each).id: each for each in reversed(able)}
    for unit in reversed(able):
        if table.repair and in_force(unit, "repair"):
            begin_repairs(builder, Repairing(unit.id))
        elif asked[table.commander(unit).id] is unit:
            _ask(builder, "repair", (unit,))


def begin_repairs(builder: StepBuilder, *tasks: Repairing) -> None:
    """Repair what can be repaired; that reveals its ships (D-100)."""
    tasks = tuple(each for each in tasks if repairable(builder.unit(each.unit)))
    for each in tasks:
        stealth.reveal(builder, each.unit)
    builder.push(*tasks)


def _repair_rolls(builder: StepBuilder, task: Repairing) -> tuple[Roll, ...]:
    if task.place < 0 or not builder.unit(task.unit).in_space:
        return ()
    return (Roll(1, 6, f"{builder.piece(task.unit)}: Repair, on 4 to 6"),)


def _repair_chosen(builder: StepBuilder, task: Repairing) -> None:
    """The worst Condition, where nobody is asked."""
    unit = builder.unit(task.unit)
    if unit.in_space and (found := repairable(unit)):
        builder.push(Repairing(task.unit, found[0]))


def _repair_rolled(builder: StepBuilder, task: Repairing, rolled: Rolled) -> None:
    unit, die = builder.unit(task.unit), rolled.faces[0][0]
    condition, labels = unit.conditions[task.place], builder.table.design(unit).labels
    items = tuple(labels[at] for at in condition.items if at in unit.off)
    done = die >= REPAIRED
    builder.tell(e.Repaired(builder.piece(unit.id), condition.result, die, done, items))
    if done:
        builder.put(unit.without(task.place))


def _clean(builder: StepBuilder, about: str) -> None:
    """R7: of all hidden Orders only those of step R8 are kept (CC-076, CC-137)."""
    fed = tuple(unit.id for unit in resupplied(builder.table))
    builder.table = cleaned(builder.table)
    if fed:
        builder.tell(e.Resupplied(builder.pieces(fed)))
    for seat in builder.table.seats:
        kept = {id: found.late for id, found in builder.sheet(seat).orders.items()}
        builder.write(seat, orders={id: found for id, found in kept.items() if found.hidden})


def _ask_jumps(builder: StepBuilder, about: str) -> None:
    """Step R8: cloaked ships come back; then it is asked who jumps (CC-176) and who cloaks, in this
    order for all ships (CC-236)."""
    cloak.appear(builder)
    builder.then("jumps-shown")
    _ask(builder, "cloak", _by_initiative(builder.table))
    _ask(builder, "jump", _by_initiative(builder.table))


def _jumps_shown(builder: StepBuilder, about: str) -> None:
    """All other Orders are lost (D-063, D-070). An Escort that jumps is on its own (D-077)."""
    before = builder.table
    builder.table = jumped(before)
    for unit in tuple(builder.table.in_space()):
        if unit.jumping and unit.bond and unit.bond.kind == "escort":
            builder.table = builder.table.freed(unit)
    parting.tell_parted(builder, before)
    for seat in builder.table.seats:
        builder.write(seat, orders={})


# --- Windows of the Resolution Phase ---

WINDOWS: Final[Mapping[str, tuple[OrderName, Moment]]] = {
    "evasive": ("evasive", "aimed"),
    "brace": ("brace", "damage"),
    "reinforce": ("reinforce", "R1"),
    "survey": ("scanners", "R5"),
    "rescue": ("scanners", "R5"),
    "repair": ("repair", "R6"),
    "jump": ("jump", "R8"),
    "cloak": ("cloak", "R8"),
}
"""The Order that a window is about, and when it is revealed."""


def _ask(builder: StepBuilder, key: AskingKey, units: Iterable[Unit]) -> None:
    """Ask for every unit that may hide the Order, as everybody knows; for a Formation once."""
    order, table = WINDOWS[key][0], builder.table
    able = [unit for unit in units if rules.may_hide(table, unit, order)]
    first = {table.commander(unit).id: unit for unit in reversed(able)}
    asked = (unit for unit in able if first[table.commander(unit).id] is unit)
    builder.push(*(Asking(key, unit.id) for unit in asked))


def refuse_yes(request: Request, unit: Unit, key: str) -> Forbidden | None:
    """Why a unit cannot reveal the Order that a window is about."""
    name, moment = WINDOWS[key]
    if name in hidden(request, unit).names:
        if name == "cloak" and (refused := rules.refuse_cloak(request.view.table, unit)):
            return refused
        return rules.refuse_reveal(request.view.table.commander(unit), name, moment)
    if key not in ("survey", "rescue"):
        return nothing_hidden(unit, name)
    why = f"{unit.id} does not hide {ORDERS[name].name}, which a {key} needs."
    return forbid("SCENARIO", "CC-222" if key == "survey" else "D-109", why)


def answer_asking(builder: StepBuilder, task: Asking, order: Sequence[int] = ()) -> None:
    """Go on after a yes to a window, which is no longer on the agenda.

    ``order``  the places of the Shields to reinforce first (D-067)
    """
    revealed(builder, builder.unit(task.unit), WINDOWS[task.key][0])
    unit = builder.unit(task.unit)
    if task.key == "reinforce":
        for each in builder.table.formation(unit):
            _restore(builder, each, order if each.id == unit.id else ())
    elif task.key == "survey":
        builder.put(unit, surveyed=True)
        builder.tell(e.Surveyed(builder.piece(unit.id)))
    elif task.key == "rescue":
        builder.put(unit, vip=True)
        builder.lay(objectives=())
        builder.drop([each for each in builder.agenda if isinstance(each, Asking)])
        builder.tell(e.VipRescued(builder.piece(unit.id)))
    elif task.key == "jump":  # then it does not cloak
        builder.drop([each for each in builder.agenda if each == Asking("cloak", task.unit)])


# --- The end of a turn ---


def _most_turns(builder: StepBuilder) -> int | None:
    return builder.course.agreement.max_turns or None


def _end_turn(builder: StepBuilder, about: str) -> None:
    """Step R9: the turn ends (CC-213, CC-214)."""
    least = builder.course.agreement.min_turns
    if needs_end_die(builder.table, least, _most_turns(builder)):
        builder.push(EndDie())
    else:
        _turn_ended(builder)


def _end_die(builder: StepBuilder, task: EndDie) -> tuple[Roll, ...]:
    return (Roll(1, 6, f"End of turn {builder.table.turn}: 4 to 6 ends the match"),)


def _end_rolled(builder: StepBuilder, task: EndDie, rolled: Rolled) -> None:
    _turn_ended(builder, rolled.faces[0][0])


def _turn_ended(builder: StepBuilder, die: int = 0) -> None:
    over = is_over(builder.table, _most_turns(builder), die)
    builder.tell(e.TurnEnded(builder.table.turn, die, over))
    if over:
        _begin_scoring(builder)
    elif builder.course.agreement.initiative == "roll":
        builder.push(RollOff(), Do("next-turn"))
    else:
        builder.then("next-turn")


def _stopped(builder: StepBuilder, about: str) -> None:
    """Both sides have agreed to end the match (CC-213)."""
    builder.change(activation=None)
    builder.tell(e.TurnEnded(builder.table.turn, 0, over=True))
    _begin_scoring(builder)


def _next_turn(builder: StepBuilder, about: str) -> None:
    """The initiative has been rolled for already where that is agreed (D-071)."""
    table = builder.table
    option = builder.course.agreement.initiative
    builder.table = next_turn(table, option, table.initiative)
    begin(builder)


# --- The end of the match ---

CONDITIONS: Final[Mapping[VictoryCondition, str]] = {
    "area": "Area Control",
    "remaining": "Ships Remaining",
    "lost": "Ships Destroyed or Fled",
    "conditions": "Conditions Inflicted",
    "deep_survey": "Deep Survey",
    "contested_marks": "Contested Marks",
    "rescue": "Rescue",
}


def _begin_scoring(builder: StepBuilder, about: str = "") -> None:
    """The scenario's own victory condition counts first (CC-215)."""
    cloak.appear(builder, everywhere=True)
    stealth.reveal_all(builder)
    scenario = builder.course.agreement.scenario
    builder.change(phase="scoring", drawn=() if scenario == "open" else (scenario,))
    _draw(builder, ())


def _drawn(builder: StepBuilder, faces: Sequence[int]) -> tuple[VictoryCondition, ...]:
    agreement = builder.course.agreement
    return scoring.drawn(faces, agreement.vc_random, agreement.vc_exclude)


def _draw(builder: StepBuilder, faces: tuple[int, ...]) -> None:
    """One die at a time until enough are drawn (D-090)."""
    if len(_drawn(builder, faces)) < builder.course.agreement.vc_random:
        builder.push(VictoryDraw(faces))
    else:
        builder.push(*map(Scoring, builder.course.drawn), Do("result"))


def _draw_roll(builder: StepBuilder, task: VictoryDraw) -> tuple[Roll, ...]:
    return (Roll(1, 6, "Victory condition"),)


def _draw_rolled(builder: StepBuilder, task: VictoryDraw, rolled: Rolled) -> None:
    die = rolled.faces[0][0]
    faces = (*task.faces, die)
    new = _drawn(builder, faces)[len(_drawn(builder, task.faces)) :]
    builder.change(drawn=(*builder.course.drawn, *new))
    builder.tell(e.VictoryDrawn(die, new[0] if new else ""))
    _draw(builder, faces)


def _score_rolls(builder: StepBuilder, task: Scoring) -> tuple[Roll, ...]:
    name = CONDITIONS[task.condition]
    return tuple(Roll(1, 6, f"{name}: {what}") for what in DICE.get(task.condition, ()))


def _score_rolled(builder: StepBuilder, task: Scoring, rolled: Rolled) -> None:
    _score(builder, task, tuple(face for (face,) in rolled.faces))


def _score(builder: StepBuilder, task: Scoring, dice: tuple[int, ...] = ()) -> None:
    found = scoring.score(builder.table, task.condition, dice)
    builder.change(scores=(*builder.course.scores, found))
    builder.tell(e.VictoryScored(found, dice))


def _result(builder: StepBuilder, about: str) -> None:
    """The result of the match (CC-220, D-094)."""
    found = scoring.result(builder.course.scores, builder.table.sides)
    winners = (seat_of(found.winner),) if found.winner else ()
    ending = Ending("score", winners, tuple(map(float, found.won)), "CC-220")
    builder.tell(e.GameOver(found.won, found.winner, found.margin))
    builder.change(result=found, ending=ending)


STEPS: Final[dict[str, Callable[[StepBuilder, str], None]]] = {
    "deploy": deployment.begin,
    "turn": begin,
    "resolution": resolve,
    "R1": _reinforce,
    "R2": _move_terrain,
    "R3": _endanger,
    "R4": _resolve_missile,
    "R5": _act,
    "R6": _repair,
    "R7": _clean,
    "R8": _ask_jumps,
    "jumps-shown": _jumps_shown,
    "R9": _end_turn,
    "next-turn": _next_turn,
    "scoring": _begin_scoring,
    "stopped": _stopped,
    "result": _result,
}
KINDS: Final[dict[type[Any], TaskKind[StepBuilder, Any]]] = {
    RollOff: TaskKind(rolls=_roll_off, rolled=_rolled_off),
    Repairing: TaskKind(_repair_chosen, _repair_rolls, _repair_rolled),
    EndDie: TaskKind(rolls=_end_die, rolled=_end_rolled),
    VictoryDraw: TaskKind(rolls=_draw_roll, rolled=_draw_rolled),
    Scoring: TaskKind(_score, rolls=_score_rolls, rolled=_score_rolled),
}
