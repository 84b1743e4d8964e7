"""Sentences about views and events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from games.core.contract import Words
from games.core.events import Event
from games.core.geometry import plane
from games.core.geometry.plane import Point
from games.core.telling import ScoredSide, Tally, average, counted, listed, percent, told_score
from games.core.types import Decision, Ending, Seat
from games.galaxy_aflame.ground import inches
from games.galaxy_aflame.notation import Move
from games.galaxy_aflame.odds import NEVER, Odds, shot
from games.galaxy_aflame.odds.threats import Threat, threatened_units
from games.galaxy_aflame.rules import deployment, movement, reinforcements, shooting
from games.galaxy_aflame.rules.deployment import Deploy
from games.galaxy_aflame.rules.movement import Advance, MoveTo
from games.galaxy_aflame.rules.orders import Order
from games.galaxy_aflame.rules.reinforcements import Auto, Reinforce
from games.galaxy_aflame.rules.shooting import Shoot
from games.galaxy_aflame.rules.transports import Disembark, Embark
from games.galaxy_aflame.rules.turns import End
from games.galaxy_aflame.rules.values import piece
from games.galaxy_aflame.state import State, StepBuilder
from games.galaxy_aflame.table import DEPLOYED, NAMES, SEATS, Table, Unit, other
from games.galaxy_aflame.view import Sheet, View
from games.galaxy_aflame.words.outcomes import outcome, told_sheet
from games.galaxy_aflame.words.sentences import place, tell, told_result

_ASKED = {
    "army": "Choose your army in private; both are revealed together.",
    "army-open": "Your army is locked until both are.",
    "privilege": "You won the roll-off: first in the draft, or first in the game?",
    "ranking": "Rank both decks in private: what you want, and what you deny.",
    "ranking-open": "Your rankings are locked until both are.",
    "deploy-open": "Your starting places are locked until both are.",
}


class GaWords(Words[View, Event]):
    nobody = "a wreck"

    def seat(self, view: View, seat: Seat) -> str:
        return NAMES[seat]

    def ask(self, view: View, decision: Decision) -> str:
        table, seat = view.table, decision.seat
        match decision.kind:
            case "army" if not table.agreement.mirror:
                return "Choose your army; your opponent takes another."
            case "draft":
                return _ask_draft(table, seat)
            case "deploy":
                return _ask_deployment(deployment.planned(view, seat), seat)
            case "reinforce":
                return _ask_reinforcements(table, seat)
            case "turn":
                return f"Your turn. {' '.join(_unused(table, seat)) or 'All units are used.'}"
        return _ASKED[decision.kind]

    def consider(self, view: View, decision: Decision, move: Move) -> tuple[str, ...]:
        table = deployment.planned(view, decision.seat)
        return tuple(_considered(table, decision, move))

    def foretell(self, view: View, decision: Decision, move: Move, events: Sequence[Event]) -> str:
        """What a move does, without its events: they tell of shots only with their dice."""
        steps = move.steps if isinstance(move, Order) else (move,)
        return _told_deeds(view.table, steps) or super().foretell(view, decision, move, events)

    def tell(self, event: Event) -> str:
        return tell(event)

    def outcome(self, view: View, event: Event) -> str:
        return outcome(view, event)

    def standing(self, view: View) -> str:
        table = view.table
        side = NAMES[table.active]
        match table.phase:
            case "army":
                return "Both sides choose their armies."
            case "rolloff":
                return "The dice decide who chooses first."
            case "privilege":
                return f"{side} won the roll-off and chooses first."
            case "draft":
                red, blue = (len(table.of(seat)) for seat in SEATS)
                return f"{side} drafts. Red has {counted(red, 'unit')}, Blue {blue}."
            case "ranking":
                return "Both sides rank the cards."
            case "deploy" if view.sheets:
                return "Both sides choose their starting places."
            case "deploy":
                return f"{side} deploys at the {table.home(table.active)} edge."
            case "over":
                return f"The match is over. {_forces(table)}."
        does = "may bring units" if table.phase == "reinforce" else "to play"
        return f"Round {table.round}, {side} {does}. {_forces(table)}."

    def tally(self, view: View) -> Tally:
        table = view.table
        sides = tuple(ScoredSide(NAMES[seat], (seat,)) for seat in SEATS)
        scores = tuple(map(table.score, SEATS))
        counts = table.phase in ("reinforce", "turn", "over")
        turn = f"Round {table.round}, {NAMES[table.active]}"
        return Tally(turn, "Value of units left", sides, scores * counts)

    def secrets(self, view: View) -> tuple[str, ...]:
        return tuple(
            _told_sheet(view.table, Seat(seat), sheet)
            for seat, sheet in enumerate(view.sheets)
            if sheet is not None
        )

    def ending(self, view: View, ending: Ending) -> str:
        winner = ending.winners[0] if ending.winners else None
        if ending.kind == "resigned" and winner is not None:
            return f"{NAMES[other(winner)]} concedes: {NAMES[winner]} wins."
        scores = tuple(map(view.table.score, SEATS)) if ending.scores else ()
        won, why = told_result(winner, scores)
        return f"{won.capitalize()}: {why}."


# --- Phases ---


def _ask_draft(table: Table, seat: Seat) -> str:
    own, enemy = table.decks[seat], table.decks[other(seat)]
    parts = [f"take one of your {counted(len(own), 'card')}"] * bool(own)
    parts += ["deny one of your opponent's"] * bool(enemy and table.drafted)
    return f"{' and '.join(parts).capitalize()}."


def _ask_deployment(table: Table, seat: Seat) -> str:
    left = min(DEPLOYED, len(table.left(seat))) - len(table.in_play(seat))
    hand, edge = inches(table.agreement.hand), table.home(seat)
    return f"Place {counted(left, 'unit')} within {hand} of the {edge} edge."


def _ask_reinforcements(table: Table, seat: Seat) -> str:
    units, hand = counted(table.rights, "unit"), inches(table.agreement.hand)
    must = " You must bring one." if reinforcements.must(table, seat) else ""
    upto = "up to " if table.rights > 1 else ""
    return f"You may bring {upto}{units}, within {hand} of the {table.home(seat)} edge.{must}"


def _told_sheet(table: Table, seat: Seat, sheet: Sheet) -> str:
    told = told_sheet(table, sheet) or "nothing chosen yet"
    return f"{NAMES[seat]}: {told}{'; locked' if sheet.locked else ''}."


def _forces(table: Table) -> str:
    return "; ".join(
        f"{NAMES[seat]}: {counted(len(table.in_play(seat)), 'unit')}, "
        f"{len(table.reserve(seat))} in reserve, worth {told_score(table.score(seat))}"
        for seat in SEATS
    )


def _unused(table: Table, seat: Seat) -> Iterator[str]:
    """Which units can still act this turn."""
    units = list(table.on_table(seat))
    fresh = [unit.code for unit in units if not (unit.moved or unit.ran or unit.shots)]
    if fresh:
        yield f"Not used yet: {listed(fresh)}."
    if half := [unit.code for unit in units if _is_half_used(table, unit)]:
        yield f"Half used: {listed(half)}."


def _is_half_used(table: Table, unit: Unit) -> bool:
    """Whether a unit has shot once without moving, or moved and sees something to shoot at."""
    at = unit.at
    if not unit.moved or at is None:
        return unit.shots == 1
    enemies = table.on_table(other(unit.seat)) if not (unit.shots or unit.limited) else ()
    return any(shooting.is_target(table, unit, enemy, at) for enemy in enemies)


# --- Before confirming ---


def _told_deeds(table: Table, steps: Sequence[Move]) -> str:
    """``R1 Manta Skiff moves to 24 16.6; R4 Eel Riders gets out and shoots at B1 Infectors.``"""
    deeds = [deed for step in steps if (deed := _deed(table, step))]
    told = (
        f"{piece(table, table.units[unit])} {listed(does for _, does in those)}"
        for unit, those in groupby(deeds, key=lambda deed: deed[0])
    )
    return f"{'; '.join(told)}." if deeds else ""


def _deed(table: Table, step: Move) -> tuple[str, str] | None:
    """A unit and what it does."""
    match step:
        case MoveTo(unit, to, run=run):
            return unit, f"{'runs' if run else 'moves'} to {place(to)}"
        case Advance(unit, target, goal, run=run):
            toward = piece(table, table.units[target]) if target else place(goal) if goal else ""
            return unit, f"{'runs' if run else 'moves'} toward {toward}"
        case Shoot(unit, target, suppress, victim):
            hit = f", to hit {piece(table, table.units[victim])}" if victim else ""
            does = "suppresses" if suppress else "shoots at"
            return unit, f"{does} {piece(table, table.units[target])}{hit}"
        case Disembark(unit, at):
            return unit, f"gets out at {place(at)}"
        case Embark(unit, transport):
            return unit, f"gets into {piece(table, table.units[transport])}"
        case Deploy(unit, at):
            return unit, f"starts at {place(at)}"
        case Reinforce(unit, at):
            return unit, f"arrives at {place(at)}"
    return None


def _considered(table: Table, decision: Decision, move: Move) -> Iterator[str]:
    """Length and cover of a move and who sees its end, the odds of a shot, what is left undone."""
    match move:
        case MoveTo(unit, to, via, run):
            yield from _told_way(table, table.units[unit], (*via, to), run)
        case Advance(unit, run=run):
            if end := movement.destination(table, table.units[unit], move):
                yield from _told_way(table, table.units[unit], (end,), run)
        case Disembark(unit, at) | Deploy(unit, at) | Reinforce(unit, at):
            yield from told_place(table, table.units[unit], at)
        case Auto():
            if found := deployment.choice(table, decision.seat):
                yield f"{piece(table, found[0])} at {place(found[1])}."
                yield from told_place(table, *found)
        case Shoot(unit, target, suppress, victim):
            units = table.units
            hit = units[victim or target]
            chances = shot(table, units[unit], units[target], suppress, victim=hit)
            first, *rest = told_odds(chances, vehicle=table.card(hit).vehicle)
            yield from (f"{piece(table, hit)}: {first}", *rest)
        case End():
            yield from _unused(table, decision.seat)
        case Order():
            yield from _told_order(table, decision, move)


def _told_way(table: Table, unit: Unit, way: tuple[Point, ...], run: bool) -> Iterator[str]:
    used, most = plane.length((unit.spot, *way)), movement.allowed(table, unit, run)
    yield f"To {place(way[-1])}: {inches(used)} of {inches(most)}."
    yield from told_place(table, unit, way[-1])


def told_place(table: Table, unit: Unit, at: Point) -> Iterator[str]:
    """The cover of a place, and which enemies see a unit there."""
    if table.ground.in_cover(at):
        yield f"{unit.code} is in cover there."
    enemies = [enemy for enemy in table.on_table() if enemy.seat != unit.seat and enemy.at]
    if seen := [_told_watcher(table, each, at) for each in enemies if _sees(table, each, at)]:
        yield f"Seen by {listed(seen)}."
    elif enemies:
        yield "No enemy sees it there."


def _sees(table: Table, enemy: Unit, at: Point) -> bool:
    return not table.agreement.los or table.ground.sees(enemy.spot, at)


def _told_watcher(table: Table, enemy: Unit, at: Point) -> str:
    """``B2 at 17.6 in``"""
    behind = table.ground.behind_barrier(enemy.spot, at) and not table.ground.in_cover(at)
    far = inches(plane.length((enemy.spot, at)))
    return f"{enemy.code} at {far}{' across a barrier' if behind else ''}"


def _told_order(table: Table, decision: Decision, order: Order) -> Iterator[str]:
    """An order step by step, up to the first dice."""
    builder = StepBuilder(State(table))
    for number, step in enumerate(order.steps, 1):
        if facts := " ".join(_considered(builder.table, decision, step)):
            yield f"Step {number}: {facts}"
        if isinstance(step, Shoot):
            return
        step.do(builder, decision)


def told_odds(odds: Odds, *, vehicle: bool) -> Iterator[str]:
    """What to expect of a shot, and in a second sentence of the hits that come back."""
    lost = NEVER if vehicle else odds.lost
    found = _told_chances(odds.suppress, lost, odds.shake, odds.breaks, odds.destroy)
    yield found or "no effect is possible."
    if own := _told_chances(NEVER, odds.own_lost, NEVER, odds.own_breaks, odds.own_destroy):
        yield f"Its saves strike back: {own}"


def _told_chances(suppress: Fraction, lost: Fraction, *others: Fraction) -> str:
    parts = [f"suppressed {percent(suppress)}"] * bool(suppress)
    parts += [f"{average(lost)} models lost on average"] * bool(lost)
    for name, chance in zip(("shaken", "falls back", "destroyed"), others, strict=True):
        parts += [f"{name} {percent(chance)}"] * bool(chance)
    return f"{', '.join(parts)}." if parts else ""


# --- For pictures ---


def threats(view: View) -> tuple[Threat, ...]:
    """Who could attack each unit in the enemy's next turn."""
    return tuple(threatened_units(view.table))
