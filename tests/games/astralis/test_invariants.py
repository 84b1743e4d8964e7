"""What always holds: the canon's statements D-01 to D-12, in random matches."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.astralis.agreement import Agreement
from games.astralis.board import Board, board_of, members, name
from games.astralis.events import (
    Awarded,
    Bonus,
    Deferred,
    Ended,
    Extracted,
    ForcedPass,
    Moved,
    Planted,
    SettleLapsed,
    Stalled,
    TilesChanged,
)
from games.astralis.moves import Turn
from games.astralis.rules.terms import surrounded, tiles
from games.astralis.sides import Side
from games.astralis.state import State, sound
from tests.games.astralis.matches import BUILDER, WANDERER, Manner, Moment, random_match
from tests.games.astralis.positions import options, turns, view

SIZES = st.sampled_from([3, 4, 5, 7, 8])
SEEDS = st.integers(min_value=0, max_value=10**6)

anywhere = given(SIZES, SEEDS)
few = settings(max_examples=15, deadline=None)


def match(size: int, seed: int) -> list[Moment]:
    """A match by chance; every third is one of a greedy side and one that hardly plants."""
    manners = (BUILDER, WANDERER) if seed % 3 == 0 else (Manner(), Manner())
    return random_match(Agreement(size=size), seed, longest=120, manners=manners)


def board(state: State) -> Board:
    return board_of(state.agreement.size)


@pytest.mark.rules("AST-05", "AST-27")
@few
@anywhere
def test_planets_are_never_adjacent_and_never_vanish(size: int, seed: int) -> None:
    for moment in match(size, seed):
        sound(moment.after)
        before, after = (sum(state.planets) for state in (moment.before, moment.after))
        assert before & ~after == 0
        taken = (
            moment.before.planets[moment.last.side.other] & moment.after.planets[moment.last.side]
        )
        assert taken == moment.last.extracted


@pytest.mark.rules("AST-10", "AST-11")
@few
@anywhere
def test_every_hex_has_one_status_that_a_plain_recount_confirms(size: int, seed: int) -> None:
    for moment in match(size, seed)[::7]:
        state, seen = moment.after, view(moment.after)
        owners = {hex: side for side in Side for hex in members(state.planets[side])}
        for hex in seen.hexes:
            near = {owners[k] for k in members(board(state).around[hex]) if k in owners}
            if hex in owners:
                near = {owners[hex]}
            expected = {
                frozenset[Side](): "unexplored",
                frozenset({Side.YELLOW}): "yellow",
                frozenset({Side.CYAN}): "cyan",
                frozenset(Side): "contested",
            }[frozenset(near)]
            assert seen.status(hex) == expected


@pytest.mark.rules("AST-31")
@few
@anywhere
def test_bonus_planets_change_no_hex_but_their_own(size: int, seed: int) -> None:
    for moment in match(size, seed):
        last, side = moment.last, moment.last.side
        if not last.bonuses:
            continue
        own, other = moment.after.planets[side], moment.after.planets[side.other]
        around = board(moment.after)
        with_them = tiles(around, own, other)
        without = tiles(around, own & ~last.bonuses, other)
        assert with_them.yellow == without.yellow | last.bonuses
        assert with_them[1:3] == without[1:3]


@pytest.mark.rules("AST-29", "AST-32", "AST-34")
@few
@anywhere
def test_after_a_turn_no_surrounded_hex_is_left_but_a_pending_one(size: int, seed: int) -> None:
    for moment in match(size, seed):
        seen = view(moment.after)
        left = 0
        for side in Side:
            left |= surrounded(seen.board, seen.tiles.unexplored, seen.tiles.of(side))
        pending = 0 if seen.pending is None else 1 << seen.pending
        assert left == pending
        assert pending in (0, 1 << (moment.after.ships[moment.last.side.other] or 0))


@pytest.mark.rules("AST-33")
@few
@anywhere
def test_the_side_not_on_turn_gains_planets_only_by_departures(size: int, seed: int) -> None:
    for moment in match(size, seed):
        other = moment.last.side.other
        gained = moment.after.planets[other] & ~moment.before.planets[other]
        assert gained == (0 if moment.last.awarded is None else 1 << moment.last.awarded)
        now, then = view(moment.after).tiles.of(other), view(moment.before).tiles.of(other)
        assert now & ~then == gained


@pytest.mark.rules("AST-35", "AST-36", "AST-37", "AST-38")
@few
@anywhere
def test_extractions_leave_no_new_ring_of_contest_around_the_other_side(
    size: int, seed: int
) -> None:
    for moment in match(size, seed):
        last, now, then = moment.last, view(moment.after), view(moment.before)
        ringed = surrounded(now.board, now.planets[last.side.other], now.tiles.contested)
        already = surrounded(then.board, then.planets[last.side.other], then.tiles.contested)
        assert ringed & ~already == 0


@pytest.mark.rules("AST-19", "AST-20")
@few
@anywhere
def test_a_side_that_is_asked_for_a_turn_has_a_legal_one(size: int, seed: int) -> None:
    for moment in match(size, seed):
        if moment.after.phase == "playing":
            assert turns(moment.after)
        if moment.last.passed:
            stuck = moment.after.ships[moment.last.side.other]
            assert board(moment.after).corners >> (stuck or 0) & 1
            assert moment.after.to_move is moment.last.side


@pytest.mark.rules("AST-16", "AST-45")
@few
@anywhere
def test_turns_alternate_and_quiet_turns_are_counted(size: int, seed: int) -> None:
    for moment in match(size, seed):
        before, after, last = moment.before, moment.after, moment.last
        passed = int(last.passed)
        assert last.side is before.to_move
        assert after.turn == before.turn + 1 + passed
        new_planet = sum(before.planets) != sum(after.planets)
        assert after.quiet == (0 if new_planet else before.quiet + 1) + passed


@pytest.mark.rules("AST-18")
@few
@anywhere
def test_events_come_in_the_order_of_the_turn_and_tell_the_new_position(
    size: int, seed: int
) -> None:
    order = [
        *(Moved, Awarded, Planted, Bonus, Extracted, Bonus, Deferred, TilesChanged),
        *(Ended, ForcedPass, Stalled, SettleLapsed),
    ]
    for moment in match(size, seed):
        remaining = iter(order)
        for event in moment.step.events:
            assert any(type(event) is kind for kind in remaining), moment.step.events
        told = {type(event): event for event in moment.step.events}
        changes = told.get(TilesChanged)
        seen = view(moment.after)
        if isinstance(changes, TilesChanged):
            own = "yellow" if changes.side is Side.YELLOW else "cyan"
            assert {seen.status(seen.board.hex_of[hex]) for hex in changes.controlled} <= {own}
            assert {seen.status(seen.board.hex_of[hex]) for hex in changes.contested} <= {
                "contested"
            }


@few
@anywhere
def test_what_is_offered_is_legal_and_everything_else_is_refused(size: int, seed: int) -> None:
    moments = match(min(size, 5), seed)
    state = moments[seed % len(moments)].before
    tree, offered = options(state), set(turns(state))
    start = turns(state)[0].origin
    hexes = [name(hex) for hex in board(state).hexes]
    for to in hexes:
        for plant in (None, *hexes):
            move = Turn(start, to, plant)
            assert tree.contains(move) == (move in offered)
