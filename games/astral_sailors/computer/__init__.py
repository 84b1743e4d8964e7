"""The computer player: sees its seat's view, pursues its team's objective, one action at a time."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import partial

from games.astral_sailors import agenda
from games.astral_sailors.computer import attacks, movement, suggestions, supply
from games.astral_sailors.computer.attacks import Scored
from games.astral_sailors.computer.plan import PRIZE, PlayerSkill, Situation
from games.astral_sailors.options import options_for
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.rules.setup.bellicose import Bellicose
from games.astral_sailors.rules.setup.deployment import DeployRest
from games.astral_sailors.rules.setup.muster import Target
from games.astral_sailors.rules.setup.scenery import AutoPlace
from games.astral_sailors.rules.turns import turns
from games.astral_sailors.rules.turns.activation import Capture, EndUnit, Hold
from games.astral_sailors.rules.victory import capture, objectives
from games.astral_sailors.standing import STANDING
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Unit
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import SailorsView
from games.core.computer import Computer, ComputerPlayer, Level, Suggestion
from games.core.questions import sample
from games.core.types import Decision, Decisions, Seated


def act(plan: Situation, rng: random.Random) -> Move:
    """The next move of the turn. A player that overlooks actions considers one random unit."""
    table, active = plan.table, plan.table.turn.active
    units = turns.selectable(table, plan.army)
    if active and table.units[active].on_board:
        best = _best(plan, table.units[active], rng)
        if best.value > 0:
            return best.move
    waiting = [unit for unit in units if unit.code != active]
    if not waiting:
        return Done()
    if plan.skill.seen < 1:
        waiting = [rng.choice(waiting)]
    found = [(_best(plan, unit, rng), unit) for unit in waiting]
    best, unit = max(found, key=lambda pair: (pair[0].value, -pair[1].number))
    return best.move if best.value > 0 else Hold(unit.code)


def _best(plan: Situation, unit: Unit, rng: random.Random | None = None) -> Scored:
    """The most valuable action of a unit; ending its activation is worth nothing.

    ``rng`` picks what a player that overlooks actions does not see.
    """
    rest: Move = EndUnit() if plan.table.turn.active == unit.code else Hold(unit.code)
    found = rated(plan, unit, rng)
    return max((Scored(0, rest), *found), key=lambda scored: scored.value)


def rated(plan: Situation, unit: Unit, rng: random.Random | None = None) -> list[Scored]:
    """The actions of a unit with what they are worth; some come twice, once with what can be struck
    or shot afterwards."""
    found = list(_actions(plan, unit))
    if rng and plan.skill.seen < 1:
        found = [each for each in found if rng.random() < plan.skill.seen]
    if plan.skill.ways and turns.available_points(plan.table, unit) > 1:
        found = [*found, *movement.prepared(plan, unit)]
    return found


def _actions(plan: Situation, unit: Unit) -> Iterator[Scored]:
    yield from _captures(plan, unit)
    if turns.available_points(plan.table, unit) < 1:
        return
    if not unit.holds:
        yield from attacks.values(plan, unit)
        yield from movement.runs(plan, unit)
    yield from movement.marches(plan, unit)
    if plan.skill.skilled:
        yield from movement.jumps(plan, unit)
        yield from movement.turns(plan, unit)


def _captures(plan: Situation, unit: Unit) -> Iterator[Scored]:
    own = plan.view.known(plan.seat)
    for enemy in plan.enemies:
        if plan.prey(enemy) and capture.refusal(plan.table, own, unit, enemy.code) is None:
            yield Scored(100 * PRIZE, Capture(unit.code, enemy.code))


SKILLS: Mapping[Level, PlayerSkill] = {
    "easy": PlayerSkill(seen=0.4, pace=1, careful=False, skilled=False),
    "normal": PlayerSkill(),
    "hard": PlayerSkill(ways=4, strikes=True),
}


LOOKS = PlayerSkill(skilled=False)
"""What suggestions look at: every action but jumps, turns and split attacks."""


def suggest(view: SailorsView, decision: Decision) -> tuple[Suggestion[Move], ...]:
    """The next action of each unit of a turn, or the next unit of the Reserve."""
    plan = Situation.of(view, decision.seat, LOOKS)
    if decision.kind == "reinforce" and plan.army == decision.seat:
        return (suggestions.bring(plan, supply.reinforce(plan)),)
    if decision.kind != "activate" or plan.army != decision.seat:
        return ()
    units = tuple(turns.selectable(view.table, plan.army))
    found = suggestions.suggest(plan, units, _best, partial(_after, view, decision))
    options = options_for(view, decision)
    return tuple(each for each in found if not each.moves or options.contains(each.moves[0]))


def _after(view: SailorsView, decision: Decision, move: Move) -> Situation | None:
    """The position in which the seat goes on after a move, if nothing can come between."""
    if not options_for(view, decision).contains(move):
        return None
    builder = StepBuilder(view.supposed)
    move.do(builder, decision)
    agenda.run(builder)
    pending = agenda.pending(builder.state)
    open_ = pending.of(decision.seat) if isinstance(pending, Decisions) else ()
    if all(each.kind != decision.kind for each in open_):
        return None
    after = SailorsView.of(builder.state, Seated(decision.seat))
    return Situation.of(after, decision.seat, LOOKS)


def think(
    view: SailorsView, decision: Decision, rng: random.Random, skill: PlayerSkill
) -> Move | None:
    move = _wished(view, decision, rng, skill)
    if move is None and (not decision.waits or decision.kind == "army"):
        return None
    options = options_for(view, decision)
    if move is not None and options.contains(move):
        return move
    return sample(options, rng)


def _wished(
    view: SailorsView, decision: Decision, rng: random.Random, skill: PlayerSkill
) -> Move | None:
    match decision.kind:
        case "bellicose":
            return Bellicose(yes=False)
        case "army":
            return supply.enlist(view, decision, rng, strikes=skill.strikes)
        case "target":
            return Target(_weakest(view, decision.seat))
        case "scenery":
            return AutoPlace()
        case "deploy" if not skill.skilled:
            return DeployRest()
        case "deploy":
            return supply.deploy(Situation.of(view, decision.seat, skill))
        case "activate":
            return act(Situation.of(view, decision.seat, skill), rng)
        case "reinforce":
            return supply.reinforce(Situation.of(view, decision.seat, skill))
        case "react" | "reroll" | "pay":
            return STANDING.default(view, decision, ())
        case _:
            return None


def _weakest(view: SailorsView, seat: int) -> int:
    """The other team with the fewest players: the fewest Commanders to bring home."""
    table = view.table
    others = objectives.targets(table, table.team(seat)) or (table.team(seat),)
    return min(others, key=lambda team: (len(table.teams[team].seats), team))


COMPUTER: Computer[SailorsView, Move] = ComputerPlayer(SKILLS, think, suggest)
