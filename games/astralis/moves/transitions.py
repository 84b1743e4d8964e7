"""State transitions of a match and their events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeAlias

from games.astralis import events as e
from games.astralis.agreement import Agreement, EndKind
from games.astralis.board import board_of, name, names
from games.astralis.moves import AnswerScore, AskScore, Flight, Turn
from games.astralis.rules import ending as results
from games.astralis.rules.setup import ready_at
from games.astralis.rules.turn import Outcome, Position, play
from games.astralis.sides import Side, pair
from games.astralis.state import State, sound
from games.astralis.view import LastTurn
from games.core.events import Event, Step
from games.core.types import Decision, Ending, Seat

AstralisStep: TypeAlias = Step[State, Event]


def opening(agreement: Agreement, kind: type[State] = State) -> State:
    """The start: no planets, and ships only if they stand ready (AST-13, AST-15).

    Unlike the settings, takes any size from 3 to 8.
    """
    board = board_of(agreement.size)
    if not (agreement.ready and kind.has_ships):
        return kind(agreement)
    ships = (ready_at(board, Side.YELLOW), ready_at(board, Side.CYAN))
    return kind(agreement, phase="playing", ships=ships, turn=1)


def arranged(
    agreement: Agreement,
    planets: tuple[Iterable[str], Iterable[str]],
    ships: tuple[str, str],
    to_move: Side = Side.YELLOW,
    kind: type[State] = State,
) -> State:
    """A position set up by hand, by names of hexes; the turn that is due counts as the first.

    No bonus or extraction is made up for (D-28). A position in which the match is over has
    ended; a side that is stuck has passed already. Raises ``ValueError`` for a position that
    cannot be.
    """
    board = board_of(agreement.size)
    if unknown := {hex for hexes in (*planets, ships) for hex in hexes} - board.hex_of.keys():
        raise ValueError(f"not on this board: {', '.join(sorted(unknown))}")
    yellow, cyan = (board.bits(*hexes) for hexes in planets)
    state = kind(
        agreement,
        phase="playing",
        planets=(yellow, cyan),
        ships=(board.hex_of[ships[0]], board.hex_of[ships[1]]),
        to_move=to_move,
        turn=1,
    )
    at = state.position(state.to_move)
    if state.is_over(at):
        state = ended(state, state.end_kind)[0]
    elif state.is_stuck(at):
        state = replace(state, to_move=to_move.other, turn=2, quiet=1)
    return sound(state)


def place(state: State, hex: str) -> AstralisStep:
    """Place the ship of the side to move (AST-15)."""
    side = state.to_move
    start = state.board.hex_of[hex]
    last = side is Side.CYAN  # AST-16: then Yellow takes the first turn
    placed = replace(
        state,
        ships=pair(side, start, state.ships[side.other]),
        to_move=side.other,
        phase="playing" if last else "placing",
        turn=1 if last else 0,
    )
    return Step(placed, (e.Placed(side, hex, what=state.mover),))


def take_turn(state: State, move: Turn, at: Position | None = None) -> AstralisStep:
    """Move the ship and perhaps plant (AST-18); the next side is then to move, or it is over.

    ``at``  the position before, if it is at hand
    """
    agreement, side = state.agreement, state.to_move
    board = state.board
    to = board.hex_of[move.to]
    plant = None if move.plant is None else board.hex_of[move.plant]
    before = at or state.position(side)
    strict, beneath = agreement.strict_supply, agreement.bonus_under_ship == "immediate"
    outcome = play(board, before, to, plant, strict, beneath)
    last = _recorded(side, before, outcome, plant)
    return concluded(state, outcome, last, told_turn(move, outcome, last))


def concluded(
    state: State, outcome: Outcome, last: LastTurn, told: Iterable[Event], **more: Any
) -> AstralisStep:
    """The end of a turn with this outcome: the match is over, or the next side is to move.

    ``told``  what the turn did
    ``more``  fields of the state that only its variant has
    """
    agreement, side = state.agreement, last.side
    after = outcome.position.turned()
    events = list(told)
    quiet = 0 if outcome.awarded or last.planted is not None else state.quiet + 1
    over = state.is_over(after)
    stuck = not over and state.is_stuck(outcome.position)
    if stuck:
        events.append(e.ForcedPass(side.other, name(after.other)))
        last = replace(last, passed=True)
        quiet += 1
    next_side = side if stuck else side.other
    asked = None if over or not _request_stands(state, next_side, quiet) else state.asked
    moved = type(state)(
        agreement=agreement,
        phase="playing",
        planets=pair(side, after.own, after.opposing),
        ships=pair(side, after.ship, after.other),
        to_move=next_side,
        seats=state.seats,
        turn=state.turn + 1 + stuck,
        quiet=quiet,
        swap_open=agreement.swap and state.turn == 1 and side is Side.YELLOW and not over,
        asked=asked,
        asked_in=state.asked_in,
        last=last,
        **more,
    )
    if over:
        moved, end = ended(moved, state.end_kind)
        return Step(moved, (*events, end))
    marks = (results.STALL_NOTICE, results.STALL_CLAIM)
    events += [e.Stalled(mark, what=state.piece) for mark in marks if state.quiet < mark <= quiet]
    if state.asked is not None and asked is None:
        events.append(e.SettleLapsed(Side(state.seats.index(state.asked))))
    return Step(moved, tuple(events))


def swap(state: State) -> AstralisStep:
    """The players exchange their colours; the position and the side to move stay (AST-D25)."""
    yellow, cyan = state.seats
    return Step(replace(state, seats=(cyan, yellow), swap_open=False), (e.Swapped(),))


def ask_score(state: State, decision: Decision, move: AskScore) -> AstralisStep:
    """A seat asks to score the position as it stands (AST-45)."""
    told = e.SettleAsked(state.side_of(decision.seat))
    return Step(replace(state, asked=decision.seat, asked_in=state.turn), (told,))


def answer_score(state: State, decision: Decision, move: AnswerScore) -> AstralisStep:
    """A seat answers the request; with its consent the match is over (AST-45)."""
    answered = e.SettleAnswered(state.side_of(decision.seat), move.agree)
    if not move.agree:
        return Step(replace(state, asked=None), (answered,))
    over, end = ended(state, "settled")
    return Step(over, (answered, end))


def ended(state: State, reason: EndKind) -> tuple[State, e.Ended]:
    """The match over and scored (AST-41 to AST-43, AST-45), and the event that tells it."""
    totals = results.totals(state.scores, state.agreement.komi)
    winner = results.winner(totals)
    by_seat = (totals[state.seats.index(Seat(0))], totals[state.seats.index(Seat(1))])
    ending = Ending(
        kind=reason,
        winners=() if winner is None else (state.seats[winner],),
        scores=by_seat,
        rule=state.settle_rule if reason == "settled" else state.end_rule,
    )
    over = replace(state, phase="over", asked=None, ending=ending)
    return over, e.Ended(reason, winner, *totals)


def _recorded(side: Side, before: Position, outcome: Outcome, plant: int | None) -> LastTurn:
    """What a turn of ``side`` did, both positions as ``side`` sees them."""
    after = outcome.position.turned()
    # Control of planet-free hexes: no hex with a planet is next to another planet.
    mine = after.near_own & ~after.near_opposing
    theirs = after.near_opposing & ~after.near_own
    contested = after.near_own & after.near_opposing
    return LastTurn(
        side=side,
        origin=before.ship,
        to=after.ship,
        planted=plant,
        bonuses=outcome.bonuses | outcome.further,
        extracted=outcome.extracted,
        awarded=before.ship if outcome.awarded else None,
        pending=after.other if outcome.pending else None,
        controlled=mine & ~(before.near_own & ~before.near_opposing),
        contested=contested & ~(before.near_own & before.near_opposing),
        lost=before.near_opposing & ~before.near_own & ~theirs,
    )


def told_turn(move: Flight, outcome: Outcome, last: LastTurn) -> Iterable[Event]:
    """The events of a turn, in the order of telling (D-06)."""
    side = last.side
    yield e.Moved(side, move.origin, move.to)
    if last.awarded is not None:
        yield e.Awarded(side.other, name(last.awarded))
    if move.plant is not None:
        yield e.Planted(side, move.plant)
        if outcome.bonuses:
            yield e.Bonus(side, names(outcome.bonuses))
        if outcome.extracted:
            yield e.Extracted(side, names(outcome.extracted))
        if outcome.further:
            yield e.Bonus(side, names(outcome.further))
    if last.pending is not None:
        yield e.Deferred(side, name(last.pending))
    if last.controlled or last.contested or last.lost:
        yield e.TilesChanged(side, names(last.controlled), names(last.contested), names(last.lost))


def _request_stands(state: State, next_side: Side, quiet: int) -> bool:
    """Whether a request stays open: until the asker's next turn, or a new planet (AST-45)."""
    return quiet >= results.STALL_CLAIM and state.seats[next_side] != state.asked
