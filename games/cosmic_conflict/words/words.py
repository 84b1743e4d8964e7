"""Sentences about views and events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.core.contract import Words, member_name
from games.core.events import Event
from games.core.telling import MOST_NAMED, Nouns, ScoredSide, Tally, counted, listed
from games.core.types import Decision, Ending, Seat, Seated, Viewer
from games.cosmic_conflict import events as e
from games.cosmic_conflict import teams
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.rules import scoring, windows
from games.cosmic_conflict.rules.setup import deployment, placing, preparation
from games.cosmic_conflict.rules.turns import activation
from games.cosmic_conflict.rules.turns.resolution import CONDITIONS
from games.cosmic_conflict.rules.turns.steps import STEPS
from games.cosmic_conflict.space import rounded
from games.cosmic_conflict.table.course import Acting, seat_of, side_of
from games.cosmic_conflict.table.orders import ORDERS
from games.cosmic_conflict.table.units import Table
from games.cosmic_conflict.view import Sheet, View
from games.cosmic_conflict.words import facts, outcomes
from games.cosmic_conflict.words.considerations import answered, blanks, considered, deeds
from games.cosmic_conflict.words.facts import EDGE_NAMES, both
from games.cosmic_conflict.words.questions import ask_window, named
from games.cosmic_conflict.words.sentences import (
    side_name,
    tell,
    told_result,
    told_sheet,
    with_scores,
)

_LOCKED = {
    "fleet-open": "Your fleet is locked until {} are.",
    "deploy-open": "Your starting places are locked until {} are.",
    "orders-open": "Your Orders are locked until {} sides' are.",
}


class CosmicWords(Words[View, Event]):
    nobody = "an earlier hit"

    def seat(self, view: View, seat: Seat) -> str:
        side = view.table.side_of(seat)
        members = view.table.members(side)
        return member_name(side_name(side), members.index(seat), len(members))

    def side(self, view: View, seat: Seat) -> int:
        return seat_of(view.table.side_of(seat))

    def nouns(self, view: View, viewer: Viewer) -> Nouns:
        """Events tell of sides; who shares one is addressed as that."""
        seats = (viewer.seat,) if isinstance(viewer, Seated) else ()
        you = tuple(seat_of(view.table.side_of(seat)) for seat in seats)
        return Nouns(
            lambda seat: side_name(side_of(seat)),
            piece=lambda piece: str(outcomes.name_known(view, piece)),
            you=you,
            ours=you,
            nobody=self.nobody,
        )

    def ask(self, view: View, decision: Decision) -> str:
        decision = teams.by_side(view.table, decision)
        match decision.kind:
            case "fleet":
                most = view.course.agreement.points
                together = f"{both(view.table)} are revealed together"
                return f"Choose a fleet of at most {most} points; {together}."
            case "agree":
                return _ask_to_agree(view)
            case "terrain":
                return _ask_terrain(view)
            case "deploy":
                return _ask_deployment(view, decision)
            case "orders":
                blank = blanks(view, decision)
                missing = f"nothing yet for {listed(blank)}" if blank else "all are given, lock"
                return f"An Order or a Token for each ship, turn {view.table.turn}: {missing}."
            case "form":
                return "You may announce Formations and Escorts; all see them at once."
            case "activate":
                return _ask_activation(view)
            case "idle":
                assert view.course.activation is not None
                other = side_name(view.course.activation.side)
                return f"You may reveal an Order, use a Command or fire while {other} decides."
            case "react" | "resolve" | "cloak":
                return ask_window(view)
        return _LOCKED[decision.kind].format(both(view.table))

    def consider(self, view: View, decision: Decision, move: Answer) -> tuple[str, ...]:
        return tuple(considered(view, teams.by_side(view.table, decision), move))

    def foretell(
        self, view: View, decision: Decision, move: Answer, events: Sequence[Event]
    ) -> str:
        """What a move does; of an activation by its steps, as events stop at the first dice."""
        changed = [each for each in events if isinstance(each, e.SheetChanged)]
        known = [
            each
            for each in events
            if each not in changed[:-1] and not outcomes.is_of_contact(view, each)
        ]
        told = deeds(view, move) or super().foretell(view, decision, move, known)
        return told or answered(view, move)

    def tell(self, event: Event) -> str:
        return tell(event)

    def outcome(self, view: View, event: Event) -> str:
        return outcomes.outcome(view, event)

    def standing(self, view: View) -> str:
        parts = [_told_phase(view)]
        if view.table.units:
            parts.append(f"{'; '.join(_forces(view.table, side) for side in view.table.sides)}.")
        scenario = view.course.agreement.scenario
        if scenario != "open" and view.course.phase in _PLAYED:
            totals = scoring.score(view.table, scenario).totals
            parts.append(f"{CONDITIONS[scenario]}: {' to '.join(map(str, totals))}.")
        return " ".join(parts)

    def tally(self, view: View) -> Tally:
        table = view.table
        sides = tuple(ScoredSide(side_name(side), table.members(side)) for side in table.sides)
        scores = tuple(Fraction(_health(table, side)[0]) for side in table.sides)
        counts = view.course.phase in _PLAYED
        return Tally(f"Turn {view.table.turn}", "Health left", sides, scores * counts)

    def secrets(self, view: View) -> tuple[str, ...]:
        return tuple(
            f"{side_name(side)}: {told}." if told != _NOTHING else _NOTHING
            for side, sheet in enumerate(view.sheets, 1)
            if sheet is not None
            for told in _told_secrets(view, sheet)
            if view.seat is not None or told != _NOTHING
        )

    def ending(self, view: View, ending: Ending) -> str:
        winner = view.table.side_of(ending.winners[0]) if ending.winners else 0
        if ending.kind == Ending.RESIGNED and winner:
            lost = listed(map(side_name, view.table.others(winner)))
            return f"{lost} concedes: {side_name(winner)} wins."
        result = view.course.result
        if result is None:
            return f"{side_name(winner)} wins." if winner else "The battle is a draw."
        won = told_result(result.won, result.winner, result.margin)
        return with_scores(won, view.course.scores)


_PLAYED = ("orders", "activation", "resolution", "scoring")


# --- Questions ---


def _ask_to_agree(view: View) -> str:
    if proposal := view.course.proposal:
        return f"{side_name(proposal.side)} proposes other ground: {proposal.what}. Do you agree?"
    by_map = view.course.agreement.terrain_setup == "map"
    until = "the fleets are revealed" if by_map else "the first ship is placed"
    return f"You may propose other terrain until {until}."


def _ask_terrain(view: View) -> str:
    turn, table = view.course.terrain, view.table
    assert turn is not None
    if turn.choosing:
        return "The terrain lies: choose the edge that you start from."
    left = placing.placed_left(table, turn, view.course.agreement.terrain_setup == "split")
    return f"Place a piece of terrain, {left} left, or accept what lies there."


def _ask_deployment(view: View, decision: Decision) -> str:
    table, side = view.table, side_of(decision.seat)
    zone = f"within {rounded(preparation.ZONE)} of the {EDGE_NAMES[side]} edge"
    if deployment.is_secret(view):
        left = preparation.unplaced(deployment.planned(view, decision.seat), side)
        todo = f"place {listed(each.id for each in left)} {zone}" if left else "all placed, lock"
        return f"Starting places, in private: {todo}."
    units = preparation.placeable(table, side)
    ids = listed((each.id for each in units), "or")
    if size := max(map(table.size, units), default=0):
        return f"Place {ids}, Size {size}, {zone}."
    return f"Place {ids}, or lock: what is aboard stays there."


def _ask_activation(view: View) -> str:
    if acting := view.course.acting:
        return _ask_step(view, acting)
    now = view.course.activation
    assert now is not None
    found = [each.id for each in activation.waiting(view.table, now.size, now.side)]
    what = f"unit of Size {now.size}" if now.size else "Fighter"
    passing = "you may pass" if now.may_pass else "you cannot pass"
    asks = f"Activate a {what}: {listed(found, 'or')}; {passing}."
    if not activation.asked_to_stop(view.course):
        return asks
    two = both(view.table) == "both"
    who = "Your opponent" if two else side_name(view.course.stopping)
    return f"{who} proposes to end the match now. {asks}"


def _ask_step(view: View, acting: Acting) -> str:
    table, unit = view.table, view.table.units[acting.unit]
    labels = table.design(unit).labels
    who = named(table, unit)
    unused = [labels[at] for at in windows.ready_weapons(table, unit)]
    if acting.stage == "moved":
        return f"{who} has moved: launch, collect, reveal or fire what it still can, or end it."
    if acting.stage == "moving":
        return f"{who} is in its move: fire {' or '.join(unused)}, or go on."
    fire = f"fire {' or '.join(unused)}, or " if unused and acting.stage == "attacks" else ""
    return f"{who} acts: {fire}move."


# --- Standing ---


def _told_phase(view: View) -> str:
    table, course = view.table, view.course
    if course.ending is not None:
        return "The match is over."
    match course.phase:
        case "fleet":
            return f"{both(table).capitalize()} sides choose their fleets."
        case "terrain" if course.terrain:
            does = "chooses an edge" if course.terrain.choosing else "places terrain"
            return f"{side_name(course.terrain.side)} {does}."
        case "deploy" if deployment.is_secret(view):
            return f"{both(table).capitalize()} sides choose their starting places."
        case "deploy":
            return f"{side_name(course.placing)} deploys."
        case "orders":
            return f"Turn {table.turn}: {both(table)} sides give Orders."
        case "activation" if course.acting:
            return f"Turn {table.turn}: {named(table, table.units[course.acting.unit])} acts."
        case "activation" if course.activation:
            now = course.activation
            return f"Turn {table.turn}: {side_name(now.side)} activates Size {now.size}."
        case "scoring":
            return "The battle is over and is being scored."
    phase = "Resolution" if course.phase == "resolution" else "Activation"
    return f"Turn {table.turn}: {phase} Phase."


def _health(table: Table, side: int) -> tuple[int, int]:
    """The boxes of Health that are left, and how many there were in all; without false contacts,
    as far as they are known."""
    units = [(each, table.design(each).health) for each in table.of(side) if not each.bogey]
    left = sum(boxes - unit.health for unit, boxes in units if unit.is_left)
    return left, sum(boxes for _, boxes in units)


def _forces(table: Table, side: int) -> str:
    """``Side 1: 4 of 5 ships, Health 92 of 150 left``"""
    ships = [each for each in table.of(side) if table.size(each) and not each.bogey]
    left, boxes = _health(table, side)
    count = sum(each.is_left for each in ships)
    of = f"{count} of {counted(len(ships), 'ship')}"
    return f"{side_name(side)}: {of}, Health {left} of {boxes} left"


# --- Secrets ---


_NOTHING = "Your side hides nothing."


def _told_secrets(view: View, sheet: Sheet) -> Iterator[str]:
    """What a side has chosen and hides, the steps that wait, what its ships found this turn."""
    table = view.table
    labels = {unit.id: table.design(unit).labels for unit in table.units.values()}
    chosen = told_sheet(sheet, labels, view.course.agreement.catalogue) or [_NOTHING]
    chosen += ["locked"] * sheet.locked
    for first in range(0, len(chosen), MOST_NAMED):
        yield "; ".join(chosen[first : first + MOST_NAMED])
    if sheet.steps:
        steps = "; ".join(map(STEPS.write, sheet.steps))
        yield f"{counted(len(sheet.steps), 'step')} of the activation to come: {steps}"
    yield from (facts.course(view, table.units[id]) for id in sheet.cloaks)
    for scan in sheet.scans:
        if scan.turn == table.turn:
            found = [ORDERS[name].name for name in scan.orders]
            yield f"{scan.unit} was scanned and hid {listed(found) if found else 'no Order'}"
