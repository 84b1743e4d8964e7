"""Activations in the flow of a match: their steps, their end, who is next (2.6, 4.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core import notation
from games.core.agenda import Do
from games.core.decisions import Decision
from games.core.notation import verb
from games.core.refusals import Forbidden
from games.cosmic_conflict import events as e
from games.cosmic_conflict import moves as m
from games.cosmic_conflict.course import Acting, seat_of
from games.cosmic_conflict.notation import (
    CONFIRM,
    DEGREES,
    EFFECT,
    LABEL,
    LENGTH,
    NEW_VELOCITY,
    NUMBER,
    POINT,
    TARGET,
    TARGETS,
    TURN,
    UNIT,
    UNITS,
    Verb,
)
from games.cosmic_conflict.orders import in_force, refuse_contingent, refuse_reveal, reveal
from games.cosmic_conflict.rules import (
    activation,
    arrivals,
    attacks,
    commands,
    marks,
    moving,
    reacting,
    windows,
)
from games.cosmic_conflict.rules.values import (
    acting,
    forbid,
    hidden,
    moment,
    no_item,
    no_unit_acts,
    not_own,
    side,
    unknown,
)
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table import MissileToken, Table, Unit
from games.cosmic_conflict.tasks import AwsShot, Firing, Interruption, Moving, Steps
from games.cosmic_conflict.view import Asked
from games.cosmic_conflict.weapons import Weapon

# --- Whose turn it is ---


def begin(builder: StepBuilder, about: str = "") -> None:
    builder.change(phase="activation")
    _turn(builder, activation.first(builder.table))


def _turn(builder: StepBuilder, now: activation.Activation | None) -> None:
    """The next side, or the end of the phase, which is an interrupt point for both (D-065)."""
    builder.change(activation=now, acting=None)
    if now is None:
        first = builder.table.initiative
        points = (Interruption(side, "ends") for side in (first, 3 - first))
        builder.push(*points, Do("resolution"))


def next_turn(builder: StepBuilder, about: str = "") -> None:
    now = builder.course.activation
    assert now is not None
    _turn(builder, activation.after(builder.table, now))


def check_turn(builder: StepBuilder, about: str = "") -> None:
    """After shots between activations: a side may have lost what it was to activate."""
    now = builder.course.activation
    if now and not any(activation.waiting(builder.table, now.size, now.side)):
        next_turn(builder)


def decisions(builder: StepBuilder) -> tuple[Decision, ...]:
    """The side that is to activate a unit, or whose unit acts; between activations the other may
    act as well (D-065)."""
    course, now = builder.course, builder.course.activation
    assert now is not None
    turn = Decision(seat_of(now.side), "activate", course.steps)
    other = 3 - now.side
    if course.acting or not any(_may_act(builder.table, each) for each in builder.table.of(other)):
        return (turn,)
    return (turn, Decision(seat_of(other), "idle", course.steps, waits=False))


def _may_act(table: Table, unit: Unit) -> bool:
    """Whether a unit may reveal or use something, as everybody knows."""
    hides = unit.in_space and (unit.token or unit.slots)
    return bool(hides) or (in_force(unit, "contingent") and windows.armed(table, unit))


# --- Activate, pass ---


def refuse_activate(asked: Asked, move: m.Activate) -> Forbidden | None:
    """CC-069, CC-078."""
    table, course = asked.view.table, asked.view.course
    if refused := no_turn(asked) or not_own(asked, move.unit):
        return refused
    assert course.activation is not None
    return activation.refuse(table, course.activation, table.units[move.unit])


def no_turn(asked: Asked) -> Forbidden | None:
    """E-PHASE where a unit is being activated already, E-NOT-YOUR-TURN for the other side."""
    course = asked.view.course
    if course.activation is None or course.activation.side != side(asked):
        return forbid("NOT-YOUR-TURN", "CC-069", "Your opponent is to activate a unit.")
    if course.acting:
        why = f"{course.acting.unit} is being activated."
        return forbid("PHASE", "CC-078", why, "End its activation with DONE.")
    return None


def activate(builder: StepBuilder, decision: Decision, move: m.Activate) -> None:
    unit = builder.unit(move.unit)
    builder.tell(e.Activated(builder.piece(unit.id)))
    if activation.is_leaving(unit):
        _leave(builder, unit)
        return
    builder.change(acting=Acting(unit.id))
    if move.steps:
        builder.write(decision.seat, steps=move.steps)
        builder.push(Steps(1))
    builder.push(Interruption(3 - unit.side, "activates", unit.id))


def _leave(builder: StepBuilder, unit: Unit) -> None:
    """A ship that jumps (CC-178)."""
    assert unit.at is not None
    aboard = tuple(each.id for each in builder.table.aboard(unit.id))
    builder.tell(e.Fled(builder.piece(unit.id), "jump", unit.at, aboard))
    builder.table = activation.departed(builder.table, unit)
    builder.then("next-activation")


def refuse_pass(asked: Asked, move: m.Pass) -> Forbidden | None:
    """CC-070, CC-074, CC-075."""
    now = asked.view.course.activation
    if refused := no_turn(asked):
        return refused
    assert now is not None
    try:
        activation.passing(asked.view.table, now)
    except Forbidden as refused:
        return refused
    return None


def do_pass(builder: StepBuilder, decision: Decision, move: m.Pass) -> None:
    now = builder.course.activation
    assert now is not None
    builder.tell(e.Passed(now.side, now.size))
    _turn(builder, activation.passing(builder.table, now))


# --- Its steps ---


def refuse_fire(asked: Asked, move: m.Fire) -> Forbidden | None:
    """The first fault of an attack in the order of 3.7, that of the first target."""
    unit, table = acting(asked), asked.view.table
    if unit is None or (refused := _no_attack(asked, unit, move.weapon)):
        return refused if unit else no_unit_acts(asked)
    if refused := next((wrong for id in move.targets if (wrong := unknown(table, id))), None):
        return refused
    refusals = [_refuse_shot(table, unit, move, id) for id in move.targets]
    return None if None in refusals else refusals[0]


def _no_attack(asked: Asked, unit: Unit, label: str) -> Forbidden | None:
    """After the attack sequence only a Contingent Attack fires (CC-077, CC-153)."""
    design, now = asked.view.table.design(unit), asked.view.course.acting
    if refused := no_item(design, unit, label, "Weapon"):
        return refused
    if not isinstance(design.items[design.labels.index(label)], Weapon):
        return forbid("UNKNOWN-ID", "CC-029", f"{label} of {unit.id} is not a Weapon.")
    if now and now.stage != "attacks":
        return refuse_contingent(unit, "moving")
    return None


def _refuse_shot(table: Table, unit: Unit, move: m.Fire, id: str) -> Forbidden | None:
    target, place = table.units[id], table.design(unit).labels.index(move.weapon)
    effects = marks.effects(unit, target)
    try:
        attack = attacks.declared(table, unit, place, target, effects)
        if attack.needs_token or move.token:
            attacks.launched(table, attack, "", effects, move.token)
    except Forbidden as refused:
        return refused
    return None


def fire(builder: StepBuilder, decision: Decision, move: m.Fire) -> None:
    now, table = builder.course.acting, builder.table
    assert now is not None
    unit = builder.unit(now.unit)
    legal = (id for id in move.targets if _refuse_shot(table, unit, move, id) is None)
    place = table.design(unit).labels.index(move.weapon)
    means: Any = "own" if now.stage == "attacks" else "contingent"
    after = () if means == "own" else (Do("after-shot"),)
    builder.push(Firing(unit.id, place, next(legal), means, point=move.token), *after)


def refuse_aws(asked: Asked, move: m.FireAws) -> Forbidden | None:
    """CC-103."""
    unit, table, label = acting(asked), asked.view.table, f"AWS{move.number}"
    if unit is None or (refused := _no_sequence(asked, unit)):
        return refused if unit else no_unit_acts(asked)
    if refused := no_item(table.design(unit), unit, label, "Area Weapons System"):
        return refused
    target = _aws_target(table, move.target)
    if target is None:
        why = f"There is neither a unit nor a Missile token {move.target}."
        return forbid("UNKNOWN-ID", "CC-103", why)
    try:
        attacks.check_aws(table, unit, table.design(unit).labels.index(label), target)
    except Forbidden as refused:
        return refused
    return None


def _aws_target(table: Table, id: str) -> Unit | MissileToken | None:
    tokens = (each for each in table.missiles if each.id == id)
    return table.units.get(id) or next(tokens, None)


def _no_sequence(asked: Asked, unit: Unit) -> Forbidden | None:
    """E-WINDOW outside the own attack sequence (CC-077)."""
    now = asked.view.course.acting
    if now and now.stage == "attacks":
        return None
    return forbid("WINDOW", "CC-077", f"The attack sequence of {unit.id} is over.")


def fire_aws(builder: StepBuilder, decision: Decision, move: m.FireAws) -> None:
    now = builder.course.acting
    assert now is not None
    unit = builder.unit(now.unit)
    place = builder.table.design(unit).labels.index(f"AWS{move.number}")
    builder.put(unit, used=(*unit.used, place))
    target = _aws_target(builder.table, move.target)
    if isinstance(target, MissileToken):
        left = tuple(each for each in builder.table.missiles if each != target)
        builder.table = replace(builder.table, missiles=left)
        goal, by = builder.piece(target.target), builder.piece(unit.id)
        builder.tell(e.MissileLost(target.id, target.at, goal, "aws", by=by))
    else:
        builder.push(AwsShot(unit.id, move.target))


def refuse_mark(asked: Asked, move: m.MarkTarget) -> Forbidden | None:
    """CC-169."""
    unit, table = acting(asked), asked.view.table
    if unit is None:
        return no_unit_acts(asked)
    if refused := unknown(table, move.target):
        return refused
    if "mark" not in hidden(asked, unit).names:
        return commands.nothing_hidden(unit, "mark")
    return refuse_reveal(unit, "mark", moment(asked, unit)) or marks.refuse_mark(
        table, unit, table.units[move.target]
    )


def mark(builder: StepBuilder, decision: Decision, move: m.MarkTarget) -> None:
    now = builder.course.acting
    assert now is not None
    unit = builder.unit(now.unit)
    orders = builder.hidden(unit)
    slot = next(slot for slot, name in orders.hidden if name == "mark")
    unit, left = reveal(unit, orders, slot)
    builder.put(unit)
    builder.hide(unit, left)
    builder.table = marks.mark(builder.table, unit, builder.unit(move.target))
    builder.tell(e.Marked(builder.piece(unit.id), builder.piece(move.target)))


def refuse_spend(asked: Asked, move: m.Spend) -> Forbidden | None:
    """CC-170."""
    unit, table = acting(asked), asked.view.table
    if unit is None:
        return no_unit_acts(asked)
    if refused := unknown(table, move.target):
        return refused
    target = table.units[move.target]
    return marks.refuse_spend(table, unit, target, move.effect, moment(asked, unit))


def spend(builder: StepBuilder, decision: Decision, move: m.Spend) -> None:
    now = builder.course.acting
    assert now is not None
    unit, target = builder.unit(now.unit), builder.unit(move.target)
    builder.table = marks.spend(builder.table, unit, target, move.effect)
    builder.tell(e.MarkSpent(builder.piece(unit.id), builder.piece(target.id), move.effect))


def refuse_go(asked: Asked, move: m.Go) -> Forbidden | None:
    now = asked.view.course.acting
    if acting(asked) and now and now.stage == "moving":
        return None
    return forbid("WINDOW", "CC-153", "No move has been interrupted.")


def go(builder: StepBuilder, decision: Decision, move: m.Go) -> None:
    task: Any = builder.pop()
    moving.go_on(builder, task)


# --- After the move ---


def refuse_launch(asked: Asked, move: m.Launch) -> Forbidden | None:
    """CC-116, CC-117."""
    unit, table = acting(asked), asked.view.table
    if unit is None or (refused := _not_moved(asked, unit) or not_own(asked, move.fighter)):
        return refused if unit else no_unit_acts(asked)
    return arrivals.refuse_launch(table, unit, table.units[move.fighter], move.at)


def launch(builder: StepBuilder, decision: Decision, move: m.Launch) -> None:
    now = builder.course.acting
    assert now is not None
    carrier, fighter = builder.unit(now.unit), builder.unit(move.fighter)
    assert carrier.at is not None
    builder.table = arrivals.launched(builder.table, carrier, fighter, move.at)
    pieces = builder.piece(fighter.id), builder.piece(carrier.id)
    builder.tell(e.FighterLaunched(*pieces, carrier.at, move.at))
    settle(builder)


def refuse_collect(asked: Asked, move: m.Collect) -> Forbidden | None:
    """CC-117: by the carrier or the Fighter, whichever has moved."""
    unit, table = acting(asked), asked.view.table
    if unit is None or (refused := _not_moved(asked, unit) or not_own(asked, move.fighter)):
        return refused if unit else no_unit_acts(asked)
    fighter = table.units[move.fighter]
    carrier = table.units.get(fighter.carrier)
    if carrier is None or unit.id not in (carrier.id, fighter.id):
        why = f"Neither {fighter.id} nor its carrier has just moved."
        return forbid("COLLECT", "CC-117", why)
    return arrivals.refuse_collect(table, carrier, fighter)


def collect(builder: StepBuilder, decision: Decision, move: m.Collect) -> None:
    fighter = builder.unit(move.fighter)
    carrier = builder.unit(fighter.carrier)
    assert carrier.at is not None
    assert fighter.at is not None
    start = fighter.at
    builder.table = arrivals.collected(builder.table, carrier, fighter)
    pieces = builder.piece(fighter.id), builder.piece(carrier.id)
    builder.tell(e.FighterCollected(*pieces, start, carrier.at))
    now = builder.course.acting
    if now and now.unit == fighter.id:
        end(builder)
    else:
        settle(builder)


def _not_moved(asked: Asked, unit: Unit) -> Forbidden | None:
    now = asked.view.course.acting
    if now and now.stage == "moved":
        return None
    why = f"{unit.id} has not moved yet."
    return forbid("WINDOW", "CC-117", why, "Fighters come and go after the move.")


def refuse_done(asked: Asked, move: m.Done) -> Forbidden | None:
    """The straight move is compulsory (CC-024)."""
    unit, now = acting(asked), asked.view.course.acting
    if unit is None:
        return no_unit_acts(asked)
    if now and now.stage in ("attacks", "closing"):
        why = f"{unit.id} has not moved yet: its move is compulsory."
        return forbid("MOVE-DUE", "CC-024", why, "Write MOVE first, such as MOVE V0.")
    if now and now.stage == "moving":
        return forbid("MOVE-DUE", "CC-024", f"{unit.id} is still moving.", "Write GO.")
    return None


def done(builder: StepBuilder, decision: Decision, move: m.Done) -> None:
    end(builder)


# --- The end of an activation ---


def after_move(builder: StepBuilder, about: str = "") -> None:
    """The activation goes on where there is something left to do."""
    now = builder.course.acting
    assert now is not None
    builder.change(acting=Acting(now.unit, "moved"))
    if not builder.unit(now.unit).in_space:
        end(builder)
    elif not (builder.agenda and isinstance(builder.agenda[-1], Steps)):
        settle(builder)


def after_shot(builder: StepBuilder, about: str = "") -> None:
    """A Contingent Attack after the move may have been the last thing to do."""
    now = builder.course.acting
    if now and now.stage == "moved" and not builder.agenda:
        settle(builder)


def settle(builder: StepBuilder) -> None:
    """End an activation in which nothing is left to do after the move."""
    now = builder.course.acting
    if now is None or now.stage != "moved" or builder.agenda:
        return
    if not has_more(builder.table, builder.unit(now.unit)):
        end(builder)


def has_more(table: Table, unit: Unit) -> bool:
    """Whether a unit that has moved can launch, collect or fire."""
    if moving.may_fire_on(table, unit):
        return True
    if any(arrivals.can_launch(table, unit, each) for each in table.aboard(unit.id)):
        return True
    own = table.of(unit.side)
    pairs = [(unit, each) for each in own if each.carrier == unit.id]
    pairs += [(table.units[unit.carrier], unit)] if unit.carrier else []
    return any(arrivals.refuse_collect(table, *pair) is None for pair in pairs)


def end(builder: StepBuilder) -> None:
    """CC-078. What waited for the unit is dropped: it may be gone."""
    now = builder.course.acting
    assert now is not None
    unit = builder.unit(now.unit)
    builder.agenda = ()
    builder.write(seat_of(unit.side), steps=())
    if unit.state == "in":
        builder.table = activation.ended(builder.table, marks.lapsed(unit))
    builder.tell(e.ActivationEnded(builder.piece(unit.id)))
    builder.change(acting=None)
    builder.push(Interruption(3 - unit.side, "moved", unit.id), Do("next-activation"))


def check_acting(builder: StepBuilder, about: str = "") -> None:
    """After an interrupt: the unit that acts may be gone."""
    now = builder.course.acting
    if now and builder.unit(now.unit).state != "in":
        end(builder)


# --- Several steps in one text ---


def proceed(builder: StepBuilder, task: Steps) -> None:
    """Carry out the next step that waits; an illegal one ends them (4.6)."""
    now = builder.course.acting
    assert now is not None
    seat = seat_of(builder.unit(now.unit).side)
    step, *rest = builder.sheet(seat).steps
    decision = Decision(seat, "activate", builder.course.steps)
    if refused := STEPS.refusal(Asked(builder.view, decision), step):
        builder.write(seat, steps=())
        written = STEPS.write(step)
        builder.tell(e.StepsStopped(task.number, written, str(refused), only=(seat,)))
        settle(builder)
        return
    builder.write(seat, steps=tuple(rest))
    if rest:
        builder.push(Steps(task.number + 1))
    STEPS.verb(step).do(builder, decision, step)


def next_step(builder: StepBuilder, kind: type[m.ActivationStep]) -> Any:
    """The step that waits right below the task at work, taken away if it is of a kind."""
    if not (builder.agenda and isinstance(top := builder.agenda[-1], Steps)):
        return None
    now = builder.course.acting
    assert now is not None
    seat = seat_of(builder.unit(now.unit).side)
    step, *rest = builder.sheet(seat).steps
    if not isinstance(step, kind):
        return None
    builder.pop()
    builder.write(seat, steps=tuple(rest))
    if rest:
        builder.push(Steps(top.number + 1))
    return step


def on_the_way(builder: StepBuilder, task: Moving) -> None:
    """A ship in its move: the next step of a text may be a shot from here (D-064)."""
    if waits(builder) and _fires_here(builder):
        step = next_step(builder, m.Fire)
        builder.push(task)
        fire(builder, Decision(seat_of(builder.unit(task.unit).side), "activate", 0), step)
    else:
        moving.go_on(builder, task)


def waits(builder: StepBuilder) -> bool:
    """Whether steps of a text wait right below."""
    return bool(builder.agenda) and isinstance(builder.agenda[-1], Steps)


def _fires_here(builder: StepBuilder) -> bool:
    now = builder.course.acting
    assert now is not None
    seat = seat_of(builder.unit(now.unit).side)
    step = builder.sheet(seat).steps[0]
    asked = Asked(builder.view, Decision(seat, "activate", 0))
    return isinstance(step, m.Fire) and refuse_fire(asked, step) is None


STEP_VERBS: tuple[Verb, ...] = (
    verb(
        m.Fire,
        "activate",
        "FIRE {weapon} AT {targets}[ TOKEN {token}] | FIRE {weapon} {targets}[ TOKEN {token}]",
        refuse_fire,
        fire,
        {"weapon": LABEL, "targets": TARGETS, "token": POINT},
    ),
    verb(
        m.FireAws,
        "activate",
        "AWS {number} AT {target} | AWS {number} {target}",
        refuse_aws,
        fire_aws,
        {"number": NUMBER, "target": TARGET},
    ),
    verb(
        m.MarkTarget,
        "activate",
        "MARK {target} | REVEAL MARK {target}",
        refuse_mark,
        mark,
        {"target": UNIT},
    ),
    verb(
        m.Spend,
        "activate",
        "SPEND {target} {effect}",
        refuse_spend,
        spend,
        {"target": UNIT, "effect": EFFECT},
    ),
    *commands.VERBS,
    verb(
        m.Fly,
        "activate",
        "MOVE TO {to}[ PWS {pws}][ {confirmed}]",
        moving.refuse_flight,
        moving.fly,
        {"to": POINT, "pws": UNITS, "confirmed": CONFIRM},
    ),
    verb(
        m.Move,
        "activate",
        "MOVE {change}[ TO {to}][ BEARING {bearing} {far}][ TURN {turn}][ PWS {pws}][ {confirmed}]",
        moving.refuse,
        moving.move,
        {
            "change": NEW_VELOCITY,
            "to": POINT,
            "bearing": DEGREES,
            "far": LENGTH,
            "turn": TURN,
            "pws": UNITS,
            "confirmed": CONFIRM,
        },
    ),
    verb(m.Go, "activate", "GO", refuse_go, go),
    verb(
        m.Launch,
        "activate",
        "LAUNCH {fighter} {at}",
        refuse_launch,
        launch,
        {"fighter": UNIT, "at": POINT},
    ),
    verb(m.Collect, "activate", "COLLECT {fighter}", refuse_collect, collect, {"fighter": UNIT}),
    verb(m.Done, "activate", "DONE", refuse_done, done),
    reacting.REROLL,
)
STEPS = notation.Notation[Asked, m.ActivationStep](STEP_VERBS, lambda asked: "FIRE KIN1 AT b3")
