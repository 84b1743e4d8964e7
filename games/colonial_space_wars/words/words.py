"""Sentences about views and events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from games.colonial_space_wars import events as e
from games.colonial_space_wars.notation import Move
from games.colonial_space_wars.rules import attacks, damage, deployment, ending
from games.colonial_space_wars.rules.attacks import DeclareAttack
from games.colonial_space_wars.rules.orders import Order
from games.colonial_space_wars.rules.values import piece
from games.colonial_space_wars.state import State, StepBuilder
from games.colonial_space_wars.table import NAMES, UNDAMAGED, Table, other
from games.colonial_space_wars.threats import Threat, threatened_units
from games.colonial_space_wars.view import Sheet, View
from games.core.contract import Words
from games.core.events import Event, Phrases
from games.core.telling import ScoredSide, Tally, counted, roster, told_score
from games.core.types import Decision, Ending, Seat

_EFFECTS = {"dug_in": "dug in", "inspired": "inspired", "dread": "under Dread"}
_PHRASES = Phrases(
    side=NAMES.__getitem__, other=lambda seat: NAMES[other(seat)], effect=_EFFECTS.__getitem__
)
_USES = {
    "inspire": "{e.unit} inspires {e.target}.",
    "dig in": "{e.unit} digs in on {e.at}.",
    "repair": "{e.unit} repairs {e.target}.",
    "heal": "{e.unit} heals {e.target}.",
    "barrage": "{e.unit} fires a barrage at {e.square}.",
    "leap": "{e.unit} leaps to {e.square}.",
    "dread": "{e.unit} spreads Dread: {e.target} costs 1 more to activate.",
}


def tell(event: Event) -> str:
    """One event as one sentence."""
    return _PHRASES.tell(event, _BUILT)


def _sheet(event: e.SheetChanged) -> str:
    units = ", ".join(event.units)
    return f"Your list: {units or 'nothing'}."


def _initiative(event: e.InitiativeRolled) -> str:
    (red, blue), winner = event.faces, event.winner
    ends = "they roll again" if winner is None else f"{NAMES[winner]} has the initiative"
    return f"Initiative: Red {red}, Blue {blue}; {ends}."


def _deployed(event: e.UnitDeployed) -> str:
    if event.at:
        return f"{event.unit} is placed on {event.at}."
    return f"{event.unit} {f'boards {event.inside}' if event.inside else 'is taken back'}."


def _health(event: e.HealthLost) -> str:
    where = " in the wreck" if event.wreck else ""
    return f"{event.unit} falls from health {event.before} to {event.after}{where}."


def _destroyed(event: e.Destroyed) -> str:
    by = f"by {event.by}" if event.by else "with its transport"
    return f"{event.unit} is destroyed on {event.at} {by}."


def _defeated(event: e.Defeated) -> str:
    why = "can activate no unit" if event.reason == "command" else "has no unit left"
    return f"{NAMES[event.seat]} {why} and is defeated."


def _turn(event: e.TurnStarted) -> str:
    parts = [f"{event.leaders} from leaders"]
    parts += [f"{event.voices} from Voices"] * bool(event.voices)
    fallen = int(event.martyr and event.bonus > 0)
    parts += ["1 from a Martyr"] * fallen
    parts += [f"{event.bonus - fallen} from the referee"] * (event.bonus > fallen)
    side = NAMES[event.seat]
    return (
        f"Round {event.round}: {side} has {counted(event.income, 'command point')} "
        f"({', '.join(parts)})."
    )


def _turn_ended(event: e.TurnEnded) -> str:
    lost = f"; {_points_are(event.unspent)} lost" if event.unspent else ""
    return f"{NAMES[event.seat]} ends the turn{lost}."


def _activated(event: e.Activated) -> str:
    return f"{event.unit} is activated for {event.cost}; {_points_are(event.pool)} left."


def _points_are(count: int) -> str:
    if count == 1:
        return "1 command point is"
    return f"{count or 'no'} command points are"


def _attack(event: e.Attacked) -> str:
    does = "strikes" if event.barrage else "attacks"
    hits = counted(event.hits, "hit") if event.hits else "no hit"
    return (
        f"{event.unit} {does} {event.target} with {counted(event.points, 'point')}: {hits} "
        f"({event.struck} against protection {event.protection})."
    )


def _result(event: e.GameOver) -> str:
    won = f"{NAMES[event.winner]} wins." if event.winner is not None else "The match is a draw."
    if event.scores is None:
        return won
    red, blue = (told_score(Fraction(score, UNDAMAGED)) for score in event.scores)
    return f"Surviving units are worth {red} for Red and {blue} for Blue: {won}"


# --- What came of it, without arithmetic ---


def outcome(view: View, event: Event) -> str:
    match event:
        case e.SheetChanged() if view.table.units:
            return ""  # the armies are open since, and that is told
        case e.SheetChanged():
            return f"Your list: {unit_names(view.table, event.units) or 'nothing'}."
        case e.ArmiesRevealed():
            red, blue = (
                f"{sword}: {unit_names(view.table, army)}"
                for sword, army in zip(event.swords, event.armies, strict=True)
            )
            return f"Red commands the {red}. Blue commands the {blue}."
        case e.InitiativeRolled(winner=winner):
            who = "A tie: nobody" if winner is None else NAMES[winner]
            return f"{who} has the initiative."
        case e.TurnStarted():
            points = counted(event.income, "command point")
            return f"Round {event.round}: {NAMES[event.seat]} has {points}."
        case e.Moved():
            return f"{event.unit} moves from {event.path[0]} to {event.to}."
        case e.Attacked():
            does = "strikes" if event.barrage else "attacks"
            hits = counted(event.hits, "hit") if event.hits else "no hit"
            return f"{event.unit} {does} {event.target}: {hits}."
        case e.GameOver(winner=winner, scores=scores):
            # Without scores the sentence of the result says it, and who is defeated.
            worth = [Fraction(score, UNDAMAGED) for score in scores or ()]
            return _told_scores(winner, worth) if worth else ""
    return tell(event)


def _told_scores(winner: Seat | None, scores: Sequence[Fraction]) -> str:
    won = "The match is a draw" if winner is None else f"{NAMES[winner]} wins"
    red, blue = map(told_score, scores)
    return f"{won}: surviving units are worth {red} for Red and {blue} for Blue."


def unit_names(table: Table, kinds: Sequence[str]) -> str:
    """``Prelate, 4 Pilgrims and Templars``"""
    return roster(table.catalogue.units[kind].name for kind in kinds)


_BUILT: Mapping[type[Event], Callable[[Any], str]] = {
    e.SheetChanged: _sheet,
    e.InitiativeRolled: _initiative,
    e.UnitDeployed: _deployed,
    e.TurnStarted: _turn,
    e.TurnEnded: _turn_ended,
    e.Activated: _activated,
    e.Attacked: _attack,
    e.HealthLost: _health,
    e.Destroyed: _destroyed,
    e.SkillUsed: lambda event: _USES[event.skill].format(e=event),
    e.SheetLocked: lambda e: "Your list is ready." if e.locked else "Your list is open again.",
    e.Defeated: _defeated,
    e.GameOver: _result,
}


def threats(view: View) -> tuple[Threat, ...]:
    """What could be attacked when units are next activated."""
    return tuple(threatened_units(view.table))


class CswWords(Words[View, Event]):
    nobody = "a wreck"

    def seat(self, view: View, seat: Seat) -> str:
        return NAMES[seat]

    def ask(self, view: View, decision: Decision) -> str:
        table = view.table
        match decision.kind:
            case "faction":
                return "Choose your faction."
            case "army":
                return "Choose your army in secret, then say you are ready."
            case "army-open":
                return "Your list is locked. You can open it until both are ready."
            case "role":
                return "You have the initiative: attack or defend?"
            case "zone":
                return "Choose the zone in which you deploy; you deploy first."
            case "deploy":
                left = len(deployment.missing(table, decision.seat))
                placing = f"{counted(left, 'unit')} to place" if left else "All units are placed"
                return f"Deploy in the {table.zone_of(decision.seat)} zone. {placing}."
            case _:
                return self._ask_turn(table)

    def _ask_turn(self, table: Table) -> str:
        points = counted(table.pool, "command point")
        if table.open is None:
            return f"Activate a unit or end your turn. You have {points}."
        unit = piece(table, table.units[table.open.unit])
        return (
            f"{unit} is active, with {counted(table.open.left, 'movement point')}. "
            f"You have {points} for other units."
        )

    def consider(self, view: View, decision: Decision, move: Move) -> tuple[str, ...]:
        return tuple(_considered(view, decision, move))

    def tell(self, event: Event) -> str:
        return tell(event)

    def outcome(self, view: View, event: Event) -> str:
        return outcome(view, event)

    def standing(self, view: View) -> str:
        table = view.table
        match table.phase:
            case "army":
                return "Both sides choose their armies."
            case "initiative":
                return "The dice decide the initiative."
            case "role":
                return f"{NAMES[table.active]} has the initiative and chooses a role."
            case "zone":
                return f"{NAMES[table.active]} attacks and chooses a deployment zone."
            case "deploy":
                return f"{NAMES[table.active]} deploys in the {table.zone_of(table.active)} zone."
            case "over":
                return f"The match is over. {_forces(table)}."
        side, pool = NAMES[table.active], counted(table.pool, "command point")
        return f"Round {table.round}, {side} to play with {pool}. {_forces(table)}."

    def tally(self, view: View) -> Tally:
        table = view.table
        sides = tuple(ScoredSide(NAMES[seat], (seat,)) for seat in ending.SEATS)
        scores = tuple(ending.score(table, seat) for seat in ending.SEATS)
        counted_from = table.phase in ("turn", "over")
        turn = f"Round {table.round}, {NAMES[table.active]}"
        return Tally(turn, "Value of units in play", sides, scores * counted_from)

    def secrets(self, view: View) -> tuple[str, ...]:
        return tuple(
            f"{NAMES[seat]}: {_told_list(view.table, sheet)}{', ready' if sheet.locked else ''}."
            for seat, sheet in enumerate(view.sheets)
            if sheet is not None
        )

    def ending(self, view: View, ending: Ending) -> str:
        if ending.kind == "resigned" and ending.winners:
            winner = ending.winners[0]
            return f"{NAMES[other(winner)]} concedes: {NAMES[winner]} wins."
        if ending.scores:
            return _told_scores(next(iter(ending.winners), None), [*map(Fraction, ending.scores)])
        won = f"{NAMES[ending.winners[0]]} wins" if ending.winners else "The match is a draw"
        if ending.kind == "command":
            return f"{won}: the opponent can activate no unit."
        return f"{won}: no unit of the opponent is left." if ending.winners else f"{won}."


def _told_list(table: Table, sheet: Sheet) -> str:
    """``Union of Terra, Captain and 3 Brigades``"""
    sword = table.catalogue.swords[sheet.sword].name if sheet.sword else "no faction"
    return f"{sword}, {unit_names(table, sheet.units) or 'no units'}"


def _forces(table: Table) -> str:
    return ", ".join(
        f"{NAMES[seat]} {counted(len(tuple(table.in_play(seat))), 'unit')}, income "
        f"{sum(table.income(seat)) + table.bonus[seat]}"
        for seat in ending.SEATS
    )


def _considered(view: View, decision: Decision, move: Move) -> Iterator[str]:
    """The cost of a step, its effect, and what is left afterwards."""
    table, seat = view.table, decision.seat
    if decision.kind != "turn":
        return
    if isinstance(move, DeclareAttack):
        yield told_attack(table, move)
    builder = StepBuilder(State(table))
    move.do(builder, decision)
    after = builder.table
    if isinstance(move, Order):
        yield from (tell(event) for event in builder.done().events if event.weight)
    if after.active != seat or after.ending:
        yield "Your turn ends with it."
    else:
        yield f"Your pool: {after.pool} of {table.pool} command points are left."
    yield f"Your next income, as it stands: {sum(after.income(seat)) + after.bonus[seat]}."


def told_attack(table: Table, move: DeclareAttack) -> str:
    """The hits of an attack by the open unit, and what the target then costs its owner."""
    assert table.open is not None
    unit, target = table.units[table.open.unit], table.units[move.target]
    points = attacks.points_against(table, unit, target) if move.points is None else move.points
    hits = damage.new_hits(table, target, points)
    if not hits:
        return f"No hit: {target.code} keeps health {target.health}."
    if hits >= target.health:
        return f"{counted(hits, 'hit')}: {target.code} is destroyed."
    builder = StepBuilder(State(table))
    hurt = builder.put(target, health=target.health - hits)
    price = builder.table.cost(hurt)
    return f"{counted(hits, 'hit')}: {target.code} falls to health {hurt.health} and costs {price}."
