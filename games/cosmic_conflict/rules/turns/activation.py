"""The Activation Phase: whose turn it is, which Size, passing, how an activation ends (CC-069 to
078, canon 3.10, 4.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from games.core.moves import move
from games.core.steps import Do
from games.core.types import Decision, Forbidden, Seat
from games.cosmic_conflict import events as e
from games.cosmic_conflict.notation import ActivationStep, Answer, StepList
from games.cosmic_conflict.rules import fighters, movement, stealth, windows
from games.cosmic_conflict.rules.damage import bury
from games.cosmic_conflict.rules.orders import marks
from games.cosmic_conflict.rules.orders.usage import barred, in_force
from games.cosmic_conflict.rules.values import acting, forbid, no_unit_acts, not_own, side
from games.cosmic_conflict.space import FEWEST_SIDES
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table import course
from games.cosmic_conflict.table.conditions import POWER
from games.cosmic_conflict.table.course import Acting, ActivationPhase, seat_of, side_of
from games.cosmic_conflict.table.tasks import Interruption, Moving, Steps
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import Request


def waiting(table: Table, size: int | None = None, side: int | None = None) -> Iterator[Unit]:
    """The units on the board that are still to be activated, of a group the one that leads."""
    for unit in table.in_space(side):
        if not (unit.activated or unit.bond) and size in (None, table.group_size(unit)):
            yield unit


def first(table: Table) -> ActivationPhase | None:
    """Who begins; ``None`` where no unit is to be activated."""
    return _ascending(table, _sizes(table))


def after(table: Table, now: ActivationPhase) -> ActivationPhase | None:
    """Who is next once a unit of the side has been activated; ``None`` at the end of the phase."""
    side = _next_side(table, now)
    if side:
        return replace(now, side=side)
    sizes = _sizes(table)
    if not now.descending and (found := _ascending(table, (s for s in sizes if s > now.size))):
        return found
    return (
        ActivationPhase(sizes[-1], _starting(table, sizes[-1]), sizes[-1], True) if sizes else None
    )


def passing(table: Table, now: ActivationPhase) -> ActivationPhase | None:
    """Who is next once the side has passed. Raises ``Forbidden`` where it must not (CC-070)."""
    if now.descending:
        why = "On the way down from the largest Size nobody passes."
        raise Forbidden("CC-075", why, code="E-PASS-DOWN")
    if not now.may_pass:
        why = f"Size {now.size} is the largest: all of its units activate now."
        raise Forbidden("CC-074", why, code="E-PASS-TOP")
    return after(table, replace(now, passed=(*now.passed, now.side)))


def refuse(table: Table, now: ActivationPhase, unit: Unit) -> Forbidden | None:
    """Why a unit of the side cannot be activated (CC-069, CC-078)."""
    if not unit.in_space:
        why = f"{unit.id} is not on the board."
    elif unit.bond:
        member, lead = unit.bond.kind == "member", unit.bond.to
        why = f"{unit.id} acts with {lead}, {'its Lead Ship' if member else 'which it escorts'}."
        rule, code = ("CC-265", "E-MEMBER") if member else ("CC-278", "E-ESCORT")
        return Forbidden(rule, why, instead=f"Activate {lead}.", code=code)
    elif (size := table.group_size(unit)) != now.size:
        counts = "acts at" if table.bound(unit.id) else "counts as" if unit.hidden else "is of"
        size_now = f"Size {now.size} is" if now.size else "Fighters are"
        is_of = f"{counts} Size {size}" if size else "is a Fighter"
        why = f"{unit.id} {is_of}; now {size_now} activated."
    elif unit.activated:
        return Forbidden("CC-078", f"{unit.id} has activated this turn.", code="E-DONE")
    else:
        return None
    eligible = ", ".join(each.id for each in waiting(table, now.size, now.side))
    return Forbidden("CC-069", why, instead=f"Possible: {eligible}.", code="E-SIZE-ORDER")


def is_leaving(unit: Unit) -> bool:
    """Whether a unit jumps when it is activated; Propulsion Damage cancels it (CC-178, D-070)."""
    return unit.jumping and not barred(unit, "hyperspace")


def departed(table: Table, unit: Unit) -> Table:
    """The table after the activation of a unit that jumps: it has fled (CC-178)."""
    assert is_leaving(unit), f"{unit.id} does not jump"
    return table.removed(unit, "fled")


def ended(table: Table, unit: Unit) -> Table:
    """The table after the activation of a unit that stays (CC-078)."""
    return table.put(replace(unit, activated=True))


def _sizes(table: Table) -> list[int]:
    return sorted({table.group_size(unit) for unit in waiting(table)})


def _ascending(table: Table, sizes: Iterable[int]) -> ActivationPhase | None:
    """The first of some Sizes; the largest is judged when it begins."""
    found = list(sizes)
    return ActivationPhase(found[0], _starting(table, found[0]), found[-1]) if found else None


def _starting(table: Table, size: int) -> int:
    """The first side from the initiative's on that has units of the Size (CC-072, D-071)."""
    return next(side for side in table.rotation() if any(waiting(table, size, side)))


def _next_side(table: Table, now: ActivationPhase) -> int:
    """The next side that has not passed and has units of the Size, at last the same; 0 without
    one."""
    sides = (*table.others(now.side), now.side)
    free = (side for side in sides if side not in now.passed)
    return next((side for side in free if any(waiting(table, now.size, side))), 0)


# --- Whose turn it is ---


def begin(builder: StepBuilder, about: str = "") -> None:
    builder.change(phase="activation")
    _turn(builder, first(builder.table))


def _turn(builder: StepBuilder, now: course.ActivationPhase | None) -> None:
    """The next side, or the end of the phase, which is an interrupt point for all (D-065)."""
    builder.change(activation=now, acting=None)
    if _is_agreed(builder, builder.course.agreed):
        builder.then("stopped")
    elif now is None:
        points = (Interruption(side, "ends") for side in builder.table.rotation())
        builder.push(*points, Do("resolution"))


def end_phase(builder: StepBuilder) -> None:
    """End the phase although units are still to be activated."""
    if builder.course.acting:
        end(builder)
        builder.agenda = ()
    _turn(builder, None)


def next_turn(builder: StepBuilder, about: str = "") -> None:
    now = builder.course.activation
    assert now is not None
    _turn(builder, after(builder.table, now))


def check_turn(builder: StepBuilder, about: str = "") -> None:
    """Pass on the turn of a side that has lost all it could activate to shots in between."""
    now = builder.course.activation
    if now and not any(waiting(builder.table, now.size, now.side)):
        next_turn(builder)


def decisions(builder: StepBuilder) -> tuple[Decision, ...]:
    """The side that is to activate a unit, or whose unit acts; between activations the others may
    act as well (D-065)."""
    course, table, now = builder.course, builder.table, builder.course.activation
    assert now is not None
    proposed = asked_to_stop(course) and not course.acting
    turn = Decision(seat_of(now.side), "activate", course.steps, proposed=proposed)
    others = () if course.acting else table.others(now.side)
    able = (each for each in others if any(may_act(table, unit) for unit in table.of(each)))
    idle = (Decision(seat_of(each), "idle", course.steps, waits=False) for each in able)
    return (turn, *idle)


def may_act(table: Table, unit: Unit) -> bool:
    """Whether a unit may reveal or use something, as everybody knows."""
    hides = unit.in_space and (unit.tokens or unit.slots)
    return bool(hides or (unit.bond and unit.bond.kind == "escort")) or (
        in_force(unit, "contingent") and windows.armed(table, unit)
    )


# --- Activate, pass ---


def refuse_unit(request: Request, unit: str) -> Forbidden | None:
    """Why a unit cannot be activated now (CC-069, CC-078)."""
    table, course = request.view.table, request.view.course
    if refused := no_turn(request) or not_own(request, unit):
        return refused
    assert course.activation is not None
    return refuse(table, course.activation, table.units[unit])


def no_turn(request: Request) -> Forbidden | None:
    """E-PHASE where a unit is being activated already, E-NOT-YOUR-TURN for the other sides."""
    course, two = request.view.course, request.view.table.side_count == FEWEST_SIDES
    now = course.activation
    if now is None or now.side != side(request):
        who = "Your opponent" if two or now is None else f"Side {now.side}"
        return forbid("NOT-YOUR-TURN", "CC-069", f"{who} is to activate a unit.")
    if course.acting:
        why = f"{course.acting.unit} is being activated."
        return forbid("PHASE", "CC-078", why, "End its activation with DONE.")
    return None


def activate(builder: StepBuilder, seat: Seat, code: str, steps: StepList = ()) -> None:
    unit = builder.unit(code)
    _play_on(builder, unit.side)
    group = builder.table.group(unit)
    builder.tell(e.Activated(builder.piece(unit.id), builder.pieces(u.id for u in group[1:])))
    if is_leaving(unit):
        _leave(builder, unit)
        return
    if any(each.suffers(POWER) for each in group):
        _rest(builder, unit)
        return
    builder.change(acting=Acting(unit.id))
    if steps:
        builder.write(seat, steps=steps)
        builder.push(Steps(1))
    builder.push(*builder.interruptions("activates", unit))


def _rest(builder: StepBuilder, unit: Unit) -> None:
    """An empty activation, with which Power Loss ends (CC-247, D-104); that of one ship stops all
    that activate with it."""
    for each in builder.table.group(unit):
        if places := [at for at, one in enumerate(each.conditions) if one.result == POWER]:
            builder.tell(e.PowerLost(builder.piece(each.id)))
            builder.put(each.without(places[0]))
    builder.table = ended(builder.table, builder.unit(unit.id))
    builder.push(*builder.interruptions("activates", unit), Do("next-activation"))


def _leave(builder: StepBuilder, unit: Unit) -> None:
    """A ship that jumps, with its Formation (CC-178)."""
    if not stealth.reveal(builder, unit.id):
        builder.then("next-activation")
        return
    unit = builder.unit(unit.id)
    before = builder.table
    for each in before.formation(unit):
        if is_leaving(each):
            aboard = tuple(fighter.id for fighter in before.aboard(each.id))
            builder.tell(e.Fled(builder.piece(each.id), "jump", each.spot, aboard))
            builder.table = departed(builder.table, each)
    bury(builder, before)
    builder.then("next-activation")


@move("pass", "activate", "PASS")
class Pass(Answer):
    """``PASS`` (CC-070)"""

    def refuse(self, request: Request) -> Forbidden | None:
        """Checks CC-070, CC-074, CC-075."""
        now = request.view.course.activation
        if refused := no_turn(request):
            return refused
        assert now is not None
        try:
            passing(request.view.table, now)
        except Forbidden as refused:
            return refused
        return None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        now = builder.course.activation
        assert now is not None
        _play_on(builder, now.side)
        builder.tell(e.Passed(now.side, now.size))
        _turn(builder, passing(builder.table, now))


@move("stop", "activate", "STOP")
class Stop(Answer):
    """``STOP``: propose to end the match and count, or agree to that (CC-213)"""

    def refuse(self, request: Request) -> Forbidden | None:
        """Checks CC-213."""
        if refused := no_turn(request):
            return refused
        view = request.view
        if side(request) not in (view.course.stopping, *view.course.agreed):
            return None
        they = "your opponent decides" if view.table.side_count == FEWEST_SIDES else "others decide"
        return forbid("PHASE", "CC-213", f"You have proposed that, and {they}.")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """Propose to end the match, or agree: once all have, it is counted as it stands (D-089)."""
        own = side_of(decision.seat)
        if not builder.course.stopping:
            builder.change(stopping=own)
            builder.tell(e.StopProposed(own))
            return
        agreed = (*builder.course.agreed, own)
        if _is_agreed(builder, agreed):
            builder.then("stopped")
        else:
            builder.change(agreed=agreed)
            builder.tell(e.StopAgreed(own))


def asked_to_stop(course: course.Progress) -> bool:
    """Whether the side that is to activate a unit has a proposal to stop before it (CC-213)."""
    now, wanted = course.activation, (course.stopping, *course.agreed)
    return bool(now and course.stopping and now.side not in wanted)


def _is_agreed(builder: StepBuilder, agreed: tuple[int, ...]) -> bool:
    """Whether all sides with units on the board, or cloaked, want to stop, after a proposal (D-087,
    D-089)."""
    left = {unit.side for unit in builder.table.units.values() if unit.plays}
    return bool(agreed) and left <= {builder.course.stopping, *agreed}


def _play_on(builder: StepBuilder, side: int) -> None:
    """Who plays on declines another's proposal to stop."""
    if side not in (builder.course.stopping, *builder.course.agreed):
        builder.change(stopping=0, agreed=())


# --- The end of an activation ---


@move("go", "activate", "GO")
class Go(ActivationStep):
    """``GO``: on with a move that a Contingent Attack could interrupt (CC-153)"""

    def refuse(self, request: Request) -> Forbidden | None:
        now = request.view.course.acting
        if acting(request) and now and now.stage == "moving":
            return None
        return forbid("WINDOW", "CC-153", "No move has been interrupted.")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        task = builder.pop()
        assert isinstance(task, Moving)
        movement.go_on(builder, task)


@move("done", "activate", "DONE")
class Done(ActivationStep):
    """``DONE``: the end of the activation (CC-078)"""

    def refuse(self, request: Request) -> Forbidden | None:
        """The straight move is compulsory (CC-024)."""
        unit, now = acting(request), request.view.course.acting
        if unit is None:
            return no_unit_acts(request)
        if now and now.stage in ("attacks", "closing"):
            why = f"{unit.id} has not moved yet: its move is compulsory."
            return forbid("MOVE-DUE", "CC-024", why, "Write MOVE first, such as MOVE V0.")
        if now and now.stage == "moving":
            return forbid("MOVE-DUE", "CC-024", f"{unit.id} is still moving.", "Write GO.")
        return None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        end(builder)


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
    settle(builder)


def settle(builder: StepBuilder) -> None:
    """End an activation in which nothing is left to do after the move."""
    now = builder.course.acting
    if now is None or now.stage != "moved" or builder.agenda:
        return
    if not has_more(builder.table, builder.unit(now.unit)):
        end(builder)


def has_more(table: Table, unit: Unit) -> bool:
    """Whether a unit that has moved can launch, collect or fire; what a hidden ship has aboard is
    not known (D-100)."""
    if unit.hidden:
        return True
    if movement.may_fire_on(table, unit):
        return True
    own, group = table.of(unit.side), table.group(unit)
    pairs = [(ship, each) for ship in group for each in own if each.carrier == ship.id]
    if any(fighters.can_launch(table, *pair) for pair in pairs):
        return True
    pairs += [(table.units[unit.carrier], unit)] if unit.carrier else []
    return any(fighters.refuse_collect(table, *pair) is None for pair in pairs)


def end(builder: StepBuilder) -> None:
    """CC-078. What waited for the unit is dropped: it may be gone."""
    unit = builder.acting
    builder.agenda = ()
    builder.write(seat_of(unit.side), steps=())
    if unit.state == "in":
        for each in builder.table.group(unit):
            builder.put(marks.lapsed(each))
        builder.table = ended(builder.table, builder.unit(unit.id))
    builder.tell(e.ActivationEnded(builder.piece(unit.id)))
    builder.change(acting=None)
    builder.push(*builder.interruptions("moved", unit), Do("next-activation"))


def check_acting(builder: StepBuilder, about: str = "") -> None:
    """End the activation of a unit that an interrupt has destroyed."""
    now = builder.course.acting
    if now and builder.unit(now.unit).state != "in":
        end(builder)
