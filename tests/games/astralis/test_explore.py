"""How ships move."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from games.astralis import GAME
from games.astralis.agreement import Agreement
from games.astralis.board import board_of, members
from games.astralis.counting import perft
from games.astralis.events import ForcedPass, Moved
from games.astralis.moves import Turn
from games.astralis.rules.explore import is_stuck
from games.astralis.sides import Side
from games.astralis.state import State
from games.core.types import Decision, Decisions, Forbidden, Seat
from tests.games.astralis.positions import (
    count,
    destinations,
    far_planets,
    gained,
    only,
    plantable,
    played,
    position,
    refused,
    step,
    turns,
    view,
)

STRICT = Agreement(strict_supply=True)


@pytest.mark.rules("W03", "AST-21")
def test_from_the_start_the_ship_reaches_28_hexes() -> None:
    state = position(sy="A4", sc="O11")
    expected = (
        "A1 A2 A3 A5 A6 A7 A8 B4 B5 C4 C6 D4 D7 E4 E8 F4 F9 G4 G10 H4 H11 I4 I12 J4 J13 K4 K14 L15"
    )
    assert " ".join(destinations(state)) == expected
    assert len(turns(state)) == 176
    assert len(destinations(position(sy="A3", sc="M10", size=7))) == 24


@pytest.mark.rules("W03")
@pytest.mark.parametrize(
    ("size", "ships", "counts"),
    [
        (8, ("A4", "O11"), (176, 29_975, 5_368_857)),
        (8, ("A2", "O9"), (176, 29_958, 5_381_331)),
        (7, ("A3", "M10"), (150, 21_571, 3_182_517)),
        (7, ("A4", "M10"), (150, 21_574, 3_181_660)),
    ],
)
def test_the_numbers_of_turn_sequences_are_those_of_the_canon(
    size: int, ships: tuple[str, str], counts: tuple[int, int, int]
) -> None:
    state = position(sy=ships[0], sc=ships[1], size=size)
    assert tuple(perft(state, depth) for depth in (1, 2, 3)) == counts


def contract_count(state: State, depth: int) -> int:
    """The same as ``perft``, move by move through the public contract."""
    if not isinstance(GAME.pending(state), Decisions):
        return 0
    legal = turns(state)
    if depth == 1:
        return len(legal)
    return sum(contract_count(played(state, GAME.write(turn)), depth - 1) for turn in legal)


@pytest.mark.rules("W03", "AST-17", "AST-20", "AST-40")
@pytest.mark.parametrize(
    ("state", "depth"),
    [
        (position(sy="A2", sc="E4", size=3), 3),
        (position(y="B2 B4 D1 D3 D5", c="F3 F6 G5", sy="C4", sc="C6", size=4), 3),
        (position(c="A2", sy="A1", sc="B4", t="C", size=3), 3),
        (position(y=" ".join(far_planets(30)), sy="B3", sc="A5", agreed=STRICT), 1),
        (position(y=" ".join(far_planets(29)), sy="B3", sc="A5", agreed=STRICT), 2),
    ],
)
def test_the_public_contract_counts_the_same_sequences(state: State, depth: int) -> None:
    assert perft(state, depth) == contract_count(state, depth) > 0
    assert perft(state, 0) == 1


@pytest.mark.rules("AST-40")
def test_there_are_no_sequences_after_the_end() -> None:
    over = position(y="C3", c="A1 A3 E3 E5 C1 C5", sy="B1", sc="D5", size=3)
    assert [perft(over, depth) for depth in (0, 1, 2)] == [1, 0, 0]
    last = position(y="B2 B4 D1 D3 D5", c="F3 F6 G5", sy="C4", sc="C6", size=4)
    ending = played(last, "C4-E6+E7")
    assert (perft(ending, 1), perft(ending, 2)) == (9, 0)


@pytest.mark.rules("W04", "AST-21", "AST-22", "AST-23")
def test_own_planets_are_flown_over_and_opposing_pieces_stop_the_ship() -> None:
    state = position(y="J10", c="H5", sy="H8", sc="F6")
    assert " ".join(destinations(state)) == (
        "A8 B8 C8 D8 E8 F8 G7 G8 H6 H7 H9 H10 H11 H12 H13 H14 H15 I8 I9 J8 K8 K11 L8 L12 "
        "M8 M13 N8 N14 O8 O15"
    )


@pytest.mark.rules("AST-23")
def test_any_number_of_own_planets_may_lie_on_the_way() -> None:
    state = position(y="A3 A5 A7", sy="A2", sc="O11")
    assert [hex for hex in destinations(state) if hex[0] == "A"] == ["A1", "A4", "A6", "A8"]
    same_for_cyan = position(c="A3 A5 A7", sy="O11", sc="A2", t="C")
    assert [hex for hex in destinations(same_for_cyan) if hex[0] == "A"] == ["A1", "A4", "A6", "A8"]


@pytest.mark.rules("W05")
def test_the_legal_turns_of_the_example_are_counted_and_accepted() -> None:
    state = position(y="F7 J10", c="E9 H5", sy="H8", sc="F6")
    assert len(destinations(state)) == 30
    assert len(turns(state)) == 158
    for text in ("I9+I8", "K8+K7", "G8+H9", "H9+H10", "H13+H14"):
        moved = step(state, text).events[0]
        assert moved == Moved(Side.YELLOW, "H8", text.split("+")[0])


@pytest.mark.rules("W05", "AST-21", "AST-22", "AST-23", "AST-26")
@pytest.mark.parametrize(
    ("text", "code", "rule", "names"),
    [
        ("H8", "E06", "AST-21", "H8"),
        ("J9", "E07", "AST-21", "J9"),
        ("J10", "E08", "AST-22", "J10"),
        ("H5", "E08", "AST-22", "H5"),
        ("F6", "E09", "AST-22", "F6"),
        ("H4", "E10", "AST-23", "H5 by Cyan's planet"),
        ("E5", "E10", "AST-23", "F6 by Cyan's ship"),
        ("H13+J14", "E11", "AST-26", "J14"),
        ("I9+J10", "E12", "AST-26", "J10 holds a planet of Yellow"),
        ("I9+J9", "E12", "AST-26", "next to the planet on J10"),
        ("G7+F6", "E13", "AST-26", "ship of Cyan stands on F6"),
        ("Z3", "E03", "AST-02", "Z3"),
    ],
)
def test_illegal_turns_are_refused_with_hex_rule_and_code(
    text: str, code: str, rule: str, names: str
) -> None:
    state = position(y="F7 J10", c="E9 H5", sy="H8", sc="F6")
    refusal = refused(state, text)
    assert (refusal.code, refusal.rule) == (code, rule)
    assert names in refusal.sentence
    assert refusal.instead


@pytest.mark.rules("AST-24")
def test_no_status_restricts_movement_and_corners_may_be_entered() -> None:
    bare = position(sy="H8", sc="A4")
    assert {"H1", "H15", "O15", "A1", "A8", "O8"} <= set(destinations(bare))
    mixed = position(y="I7 I10", c="G9", sy="H8", sc="A4")
    seen = view(mixed)
    around = {hex: seen.status(seen.board.hex_of[hex]) for hex in ("H7", "H9", "G7", "G8")}
    assert around == {"H7": "yellow", "H9": "contested", "G7": "unexplored", "G8": "cyan"}
    assert around.keys() <= set(destinations(mixed))


@pytest.mark.rules("AST-19")
def test_passing_is_refused() -> None:
    with pytest.raises(Forbidden) as caught:
        step(position(sy="A4", sc="O11"), "Pass")
    assert (caught.value.rule, caught.value.code) == ("AST-19", "E15")
    with pytest.raises(Forbidden) as stayed:
        step(position(sy="A4", sc="O11"), "A4-A4")
    assert stayed.value.code == "E06"


@pytest.mark.rules("W29", "AST-20")
def test_a_trapped_ship_loses_its_turn() -> None:
    state = position(c="A2", sy="A1", sc="B9", t="C")
    assert count(state).cyan == 5
    trapped = step(state, "B9-B2+B1")
    assert gained(state, trapped.state, Side.CYAN) == "B1"
    assert count(trapped.state).cyan == 8
    assert only(trapped.events, ForcedPass) == ForcedPass(Side.YELLOW, "A1")
    assert trapped.events[-1] == ForcedPass(Side.YELLOW, "A1")
    assert trapped.state.last is not None
    assert trapped.state.last.passed
    assert GAME.pending(trapped.state) == Decisions((Decision(Seat(1), "turn", 3),))
    assert (len(destinations(trapped.state)), len(turns(trapped.state))) == (27, 169)
    freed = played(trapped.state, "B2-B5")
    assert " ".join(destinations(freed)) == "B2 C3 D4 E5 F6 G7 H8 I9 J10 K11 L12 M13 N14 O15"
    assert len(turns(freed)) == 87


@pytest.mark.rules("W29", "AST-20")
def test_a_forced_pass_counts_as_a_quiet_turn_and_changes_nothing_else() -> None:
    state = position(c="A2 B1", sy="A1", sc="B9", t="C")
    before = played(state, "B9-B3")
    assert before.quiet == 1
    assert len(destinations(before)) > 0
    trapped = step(state, "B9-B2")
    assert (trapped.state.quiet, trapped.state.turn) == (2, 3)
    assert trapped.state.planets == state.planets
    assert trapped.state.ships[Side.YELLOW] == state.ships[Side.YELLOW]


@pytest.mark.rules("AST-20")
def test_an_arranged_position_with_a_trapped_ship_has_passed_already() -> None:
    state = position(c="A2 B1", sy="A1", sc="B2", t="Y")
    assert (state.to_move, state.turn, state.quiet) == (Side.CYAN, 2, 1)


@pytest.mark.rules("W30", "AST-20")
def test_an_own_planet_or_an_open_edge_lets_the_ship_out_of_the_corner() -> None:
    over = position(y="A2", c="B1", sy="A1", sc="B2")
    assert " ".join(destinations(over)) == "A3 A4 A5 A6 A7 A8"
    assert len(turns(over)) == 26
    open_edge = position(c="A2", sy="A1", sc="B2")
    assert " ".join(destinations(open_edge)) == "B1 C1 D1 E1 F1 G1 H1"
    assert len(turns(open_edge)) == 32


@pytest.mark.rules("AST-20")
@pytest.mark.parametrize("size", [3, 4])
def test_a_ship_is_stuck_only_in_a_corner_closed_by_two_planets_and_the_other_ship(
    size: int,
) -> None:
    board = board_of(size)
    for ship in board.hexes:
        ring = list(members(board.around[ship]))
        for other in board.hexes:
            for chosen in chain.from_iterable(combinations(ring, n) for n in range(4)):
                planets = sum(1 << hex for hex in chosen)
                if planets & (board.near(planets) | 1 << other) or other == ship:
                    continue
                closed = (
                    bool(1 << ship & board.corners)
                    and len(chosen) == 2
                    and 1 << other == board.around[ship] & ~planets
                )
                assert is_stuck(board, ship, 0, planets, other) == closed


@pytest.mark.rules("AST-18", "AST-25")
def test_plantings_depend_on_the_destination() -> None:
    state = position(sy="A4", sc="O11")
    assert plantable(state, "A1") == ["A2", "B1", "B2"]
    assert Turn("A4", "A1", "A2") in turns(state)
    assert Turn("A4", "A1") in turns(state)
