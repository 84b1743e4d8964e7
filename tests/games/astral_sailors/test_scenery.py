"""Placing scenery."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.astral_sailors.content.catalogue import fewest, quadrants
from games.astral_sailors.events import PresetLaid, TurnOrder
from games.astral_sailors.rules.setup import scenery
from games.astral_sailors.rules.setup.scenery import AutoPlace, PlacePiece
from games.astral_sailors.rules.turns import turns
from games.astral_sailors.state import State, StepBuilder
from games.astral_sailors.table import Scenery, Table, Turn
from games.astral_sailors.tasks import NOBODY
from games.core.geometry.squares import Square, square
from games.core.types import Forbidden
from tests.games.astral_sailors import positions
from tests.games.astral_sailors.asked_of import forbidden
from tests.games.astral_sailors.flow import (
    code,
    mustered,
    of,
    opened,
    peaceful,
    play,
    roll,
    waiting,
    wanted,
)


def placing(players: int = 2, *, left: int | None = None, **options: object) -> Table:
    """A board on which seat 0 places now; ``left`` pieces still to come, its own included."""
    size = 16 if players == 2 else 24 if players <= 6 else 32
    table = positions.table(
        teams=[1] * players,
        size=size,
        phase="scenery",
        round=0,
        **options,  # type: ignore[arg-type]
    )
    order = turns.line(table, 0) * 5
    at = 0 if left is None else len(order) - left
    at -= at % players
    order = order[: len(order) if left is None else at + left]
    return replace(table, turn=Turn(order, at=at))


def place(kind: str, at: str, *, turned: bool = False) -> PlacePiece:
    found = square(at)
    assert found is not None
    return PlacePiece(kind, found, turned)


def put(table: Table, seat: int, *moves: PlacePiece) -> Table:
    pieces = tuple(Scenery(m.kind, m.at.c, m.at.r, m.turned, seat) for m in moves)
    return replace(table, pieces=(*table.pieces, *pieces))


def why(table: Table, move: PlacePiece) -> str:
    found = forbidden(table, 0, move)
    return "" if found is None else found.code


def start(*teams: int, **options: object) -> State:
    """The dice-off for the first piece is due."""
    return mustered(peaceful(opened(*teams, **options))).state


# --- The order ---


@pytest.mark.rules("ASCW-20", "ASCW-21", "ASCW-D41", "ASCW-D49")
def test_players_place_five_pieces_each_in_turn() -> None:
    state = start(1, 1)
    assert wanted(state) == (2, "dice-off: scenery")
    outcome = roll(state, 2, 6)
    assert of(outcome, TurnOrder) == [TurnOrder(order=(1, 0))]
    state = outcome.state
    seats = []
    while state.table.phase == "scenery":
        ((kind, seat),) = waiting(state)
        assert kind == "scenery"
        seats.append(seat)
        outcome = play(state, seat, scenery.automatic(state.table))
        state = outcome.state
    assert seats == [1, 0] * 5
    assert len(state.table.pieces) == 10
    assert wanted(state) == (2, "dice-off: deployment")


@pytest.mark.rules("ASCW-20", "ASCW-22", "ASCW-D50", "WE-45")
@pytest.mark.parametrize(
    ("players", "pieces", "least"),
    [(2, 10, 2), (3, 15, 1), (4, 20, 2), (6, 30, 2), (7, 35, 2), (8, 40, 2)],
)
def test_pieces_and_the_least_of_a_quadrant(players: int, pieces: int, least: int) -> None:
    table = placing(players)
    assert scenery.pieces_left(table) == pieces
    assert fewest(table.size, players) == least


@pytest.mark.rules("ASCW-D41", "ASCW-D49", "ASCW-D59")
def test_who_has_left_places_no_more() -> None:
    state = roll(start(1, 1, 1), 6, 4, 2).state
    builder = StepBuilder(state)
    builder.put_player(1, left=True, removed=True)
    assert scenery.pieces_left(builder.table) == 10
    outcome = play(builder.done().state, 0, place("CR", "C3"))
    assert waiting(outcome.state) == (("scenery", 2),)


@pytest.mark.rules("ASCW-D49")
def test_every_piece_and_every_turn_has_a_decision_of_its_own() -> None:
    state = roll(start(1, 1), 5, 3).state
    numbers = [(state.table.turns, state.table.turn.number)]
    for _ in range(3):
        seat = state.table.turn.seat
        state = play(state, seat, scenery.automatic(state.table)).state
        numbers.append((state.table.turns, state.table.turn.number))
    assert numbers == [(0, 1), (1, 2), (2, 3), (3, 4)]


# --- Where a piece may lie ---


@pytest.mark.rules("ASCW-D49")
@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (place("WA", "B2"), ""),
        (place("WA", "A2"), "BORDER"),
        (place("WA", "M2"), ""),
        (place("WA", "N2"), "BORDER"),
        (place("WA", "O2"), "OFF_BOARD"),
        (place("WA", "O13", turned=True), ""),
        (place("WA", "O14", turned=True), "BORDER"),
        (place("WA", "O15", turned=True), "OFF_BOARD"),
        (place("CR", "Q5"), "OFF_BOARD"),
        (place("CR", "B2", turned=True), "TURNED"),
        (place("XX", "B2"), "UNKNOWN_PIECE"),
        (PlacePiece("CR", Square(-1, 3)), "OFF_BOARD"),
    ],
)
def test_a_piece_lies_on_the_board_and_not_on_its_border(move: PlacePiece, expected: str) -> None:
    assert why(placing(), move) == expected


@pytest.mark.rules("ASCW-D49")
def test_the_border_may_be_covered_if_so_agreed() -> None:
    table = placing(perimeter_clear=False)
    assert why(table, place("WA", "A1")) == ""
    assert why(table, place("WA", "N16")) == ""
    assert why(table, place("WA", "O16")) == "OFF_BOARD"


@pytest.mark.rules("ASCW-D49")
def test_pieces_do_not_overlap() -> None:
    table = put(placing(), 1, place("WA", "D5", turned=True))  # D5, D6, D7
    found = forbidden(table, 0, place("FE", "B6"))
    assert isinstance(found, Forbidden)
    assert (found.rule, found.code) == ("ASCW-D49", "OVERLAP")
    assert "D6" in found.sentence
    assert why(table, place("FE", "B8")) == ""
    assert why(table, place("MI", "E5")) == ""


@pytest.mark.rules("ASCW-D49", "ASCW-D50", "ASCW-D70")
def test_two_copies_of_a_piece_are_the_most() -> None:
    table = put(placing(), 0, place("TW", "B2"), place("TW", "D2"))
    found = forbidden(table, 0, place("TW", "F2"))
    assert found is not None
    assert found.code == "PIECE_LIMIT"
    assert "2 times" in found.sentence
    # Those of others do not count, and neither does the piece that is left to the bot.
    others = put(placing(), 1, place("TW", "B2"), place("TW", "D2"))
    assert why(others, place("TW", "F2")) == ""
    walls = put(placing(), 0, place("WA", "J2"), place("WA", "J4"))
    assert scenery.automatic(walls) == place("WA", "D5")
    assert why(walls, place("WA", "D5")) == "PIECE_LIMIT"
    assert scenery.spots_of_seat(walls, 0, "WA", turned=False) == ()
    state = roll(start(1, 1), 5, 3).state
    auto = play(replace(state, table=walls), state.table.turn.seat, AutoPlace())
    assert auto.state.table.pieces[-1].kind == "WA"


@pytest.mark.rules("ASCW-22", "ASCW-D50", "WE-45")
def test_the_last_pieces_go_where_quadrants_are_empty() -> None:
    # Three players, nine quadrants, one piece in each of five: four are left, four are empty.
    five = [place("CR", name) for name in ("C3", "K3", "S3", "C11", "K11")]
    table = placing(3, left=4)
    table = put(table, 1, *five)
    found = forbidden(table, 0, place("BU", "F6"))
    assert found is not None
    assert (found.rule, found.code) == ("ASCW-D50", "QUADRANT_RULE")
    assert "4 are missing" in found.sentence
    assert "3 would be left" in found.sentence
    assert found.instead == "Place it in Q3-2, Q1-3, Q2-3, Q3-3."
    assert why(table, place("BU", "S12")) == ""
    assert why(put(placing(3, left=5), 1, *five), place("BU", "F6")) == ""


@pytest.mark.rules("ASCW-22", "ASCW-D49", "ASCW-D50")
def test_a_piece_belongs_to_the_quadrant_of_its_north_western_square() -> None:
    table = put(placing(2, left=2), 1, *[place("CR", f"{c}{r}") for c in "CEJL" for r in (3, 11)])
    # Every quadrant has two. Without one of them, a wall that reaches into it does not help.
    table = replace(table, pieces=table.pieces[1:])
    table = replace(table, turn=replace(table.turn, at=len(table.turn.order) - 1))
    assert why(table, place("WA", "I7")) == "QUADRANT_RULE"
    assert why(table, place("WA", "H7")) == ""


@pytest.mark.rules("ASCW-D50")
def test_when_the_number_cannot_be_reached_any_more_every_piece_has_to_help() -> None:
    table = placing(2, left=2)  # eight are missing
    table = put(table, 1, place("CR", "C3"), place("CR", "E3"))
    assert why(table, place("CR", "G3")) == "QUADRANT_RULE"
    assert why(table, place("CR", "J3")) == ""


# --- Presets ---


@pytest.mark.rules("ASCW-D49")
@pytest.mark.parametrize(
    ("players", "preset", "name", "count"),
    [
        (2, "auto", "Dockyard", 10),
        (2, "dockyard", "Dockyard", 10),
        (2, "reactor-pit", "Reactor pit", 10),
        (2, "colony", "Dockyard", 10),
        (2, "pack", "Dockyard", 10),
        (3, "auto", "Colony pattern", 15),
        (3, "dockyard", "Colony pattern", 15),
        (7, "auto", "Colony pattern", 35),
        (8, "colony", "Colony pattern", 40),
    ],
)
def test_a_preset_is_laid_at_once(players: int, preset: str, name: str, count: int) -> None:
    table = placing(players, scenery="preset", preset=preset)
    builder = positions.builder(table)
    scenery.begin(builder, "")
    (event,) = of(builder.done(), PresetLaid)
    assert (event.name, event.pieces) == (name, count)
    assert len(builder.table.pieces) == count
    assert {piece.seat for piece in builder.table.pieces} == {NOBODY}
    corners = [Square(piece.c, piece.r) for piece in builder.table.pieces]
    least = fewest(table.size, players)
    assert min(quadrants(corners, table.size).values()) >= least


@pytest.mark.rules("ASCW-D49")
def test_the_colony_pattern_begins_as_in_the_canon() -> None:
    builder = positions.builder(placing(3, scenery="preset"))
    scenery.begin(builder, "")
    first = [f"{piece.kind} {Square(piece.c, piece.r)}" for piece in builder.table.pieces[:5]]
    assert first == ["WA C3", "WO K5", "WA S3", "WO C13", "WA K11"]


@pytest.mark.rules("ASCW-D49")
def test_a_piece_is_suggested_where_the_preset_has_it() -> None:
    table = placing(3)
    assert str(scenery.wish(table, "WO", turned=False)) == "K5"
    assert str(scenery.wish(table, "WA", turned=False)) == "C3"


PACKED = """title = "Pack"

[[presets]]
key = "big"
name = "Too big"
sizes = [24]
even = ["CR 3,3", "CR 6,6", "CR 5,5", "CR 2,5"]
odd = ["CR 3,3", "CR 6,6", "CR 5,5", "CR 2,5"]

[[presets]]
key = "yard"
name = "Own yard"
sizes = [16]
spots = [
    "WA D5", "WA K12", "CR G8", "CR J9", "FE J6 turned",
    "FE E11", "WO M3", "WO C13", "MI B8", "MI M8",
]
"""


@pytest.mark.rules("ASCW-D49")
def test_the_first_preset_of_a_pack_that_fits_is_laid() -> None:
    table = placing(2, scenery="preset", preset="pack")
    table = replace(table, agreement=table.agreement.replace(pack=PACKED))
    assert scenery.preset_for(table).name == "Own yard"
    builder = positions.builder(table)
    scenery.begin(builder, "")
    assert [piece.turned for piece in builder.table.pieces].count(True) == 1


@pytest.mark.rules("ASCW-D49")
def test_the_referee_begins_with_an_empty_board() -> None:
    state = mustered(opened(1, 1, scenery="gm")).state
    assert state.table.pieces == ()
    assert wanted(state) == (2, "dice-off: deployment")


# --- The bot ---


@pytest.mark.rules("ASCW-D49")
def test_the_referee_may_cover_the_border_too() -> None:
    found = scenery.room(put(placing(), 0, place("WA", "A1")), 3, 1)
    assert len(found) == 16 * 14 - 3, "16 rows with 14 places, without A1, B1 and C1"
    assert {str(at) for at in found} >= {"D1", "A2", "N16"}


@pytest.mark.rules("ASCW-D70")
def test_the_bot_lays_the_next_piece_of_the_preset_that_fits() -> None:
    table = placing()
    assert scenery.automatic(table) == place("WA", "D5")
    table = put(table, 1, place("CR", "E5"))
    assert scenery.automatic(table) == place("WA", "K12")
    assert scenery.automatic(placing(3)) == place("WA", "C3")


@pytest.mark.rules("ASCW-D70")
def test_without_room_for_the_preset_the_bot_lays_a_crate() -> None:
    table = placing()
    walls = [PlacePiece("CR", Square(c, r)) for r in range(1, 15) for c in range(1, 15)]
    kept = [move for move in walls if move.at not in (Square(9, 1), Square(4, 9))]
    table = put(table, 1, *kept)
    assert scenery.automatic(table) == place("CR", "J2")
    with pytest.raises(LookupError):
        scenery.automatic(put(table, 1, place("CR", "J2"), place("CR", "E10")))


@pytest.mark.rules("ASCW-D70", "ASCW-D76")
def test_nobody_is_asked_for_a_piece_that_has_no_room() -> None:
    state = roll(start(1, 1), 5, 3).state
    walls = [PlacePiece("CR", Square(c, r)) for r in range(1, 15) for c in range(1, 15)]
    full = put(state.table, 1, *walls[:-1])
    outcome = play(replace(state, table=full), 0, PlacePiece("CR", walls[-1].at))
    assert wanted(outcome.state) == (2, "dice-off: deployment")


@pytest.mark.rules("ASCW-22", "ASCW-D49", "ASCW-D50", "ASCW-D70")
@settings(max_examples=25)
@given(
    st.integers(2, 4),
    st.lists(
        st.tuples(
            st.sampled_from(("WA", "CR", "TG", "RB", "TW", "DW")),
            st.integers(0, 23),
            st.integers(0, 23),
            st.booleans(),
        ),
        max_size=20,
    ),
)
def test_the_bot_lays_legal_pieces_until_all_quadrants_have_theirs(
    players: int, wishes: list[tuple[str, int, int, bool]]
) -> None:
    table = placing(players)
    for at, seat in enumerate(table.turn.order):
        table = replace(table, turn=replace(table.turn, at=at))
        wish = (
            PlacePiece(wishes[at][0], Square(*wishes[at][1:3]), wishes[at][3])
            if at < len(wishes)
            else None
        )
        if wish is None or forbidden(table, seat, wish) is not None:
            wish = scenery.automatic(table)
            refused = forbidden(table, seat, wish)
            assert refused is None or refused.code == "PIECE_LIMIT"
        table = put(table, seat, wish)
    corners = [Square(piece.c, piece.r) for piece in table.pieces]
    assert min(quadrants(corners, table.size).values()) >= fewest(table.size, players)
    assert len(table.pieces) == 5 * players


@pytest.mark.rules("ASCW-D49", "ASCW-D50")
def test_spots_are_the_squares_that_are_not_refused() -> None:
    table = put(placing(), 1, place("BU", "E5"))
    found = scenery.spots(table, "WA", turned=True)
    assert found == tuple(
        Square(c, r)
        for r in range(16)
        for c in range(16)
        if why(table, PlacePiece("WA", Square(c, r), turned=True)) == ""
    )
    assert code(roll(start(1, 1), 6, 1).state, 0, place("WA", "A1")) == "BORDER"
