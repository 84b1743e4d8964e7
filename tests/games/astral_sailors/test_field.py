"""Scenery and the first deployment: presets, the bot, and the squares that are offered."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.astral_sailors.board import zones
from games.astral_sailors.content.catalogue import fewest, quadrants
from games.astral_sailors.content.loading import BASE
from games.astral_sailors.rules.setup import deployment, scenery
from games.astral_sailors.rules.setup.deployment import Deploy
from games.astral_sailors.rules.setup.scenery import PlacePiece
from games.astral_sailors.rules.turns import placing as placement
from games.astral_sailors.rules.turns import turns
from games.astral_sailors.table import LETTERS, Scenery, Table, Turn, Unit
from games.core.geometry.squares import Base, Facing, Square
from games.core.types import Forbidden
from tests.games.astral_sailors import positions
from tests.games.astral_sailors.asked_of import forbidden
from tests.games.astral_sailors.flow import deployed, mustered, opened, play, roll, wanted
from tests.games.astral_sailors.positions import at

EVERYWHERE = [Square(c, r) for r in range(16) for c in range(16)]


# --- Scenery ---


def placing(players: int = 2, **options: object) -> Table:
    """A board on which seat 0 places now."""
    size = 16 if players == 2 else 24 if players <= 6 else 32
    teams = [1] * players
    table = positions.table(teams=teams, size=size, phase="scenery", round=0, **options)  # type: ignore[arg-type]
    return replace(table, turn=Turn(turns.line(table, 0) * 5))


def put(table: Table, seat: int, *moves: PlacePiece) -> Table:
    pieces = tuple(Scenery(m.kind, m.at.c, m.at.r, m.turned, seat) for m in moves)
    return replace(table, pieces=(*table.pieces, *pieces))


@pytest.mark.rules("ASCW-20", "ASCW-22", "ASCW-D49", "ASCW-D50", "WE-45")
@pytest.mark.parametrize(
    ("players", "preset", "pieces", "least"),
    [
        (2, "auto", 10, 2),
        (3, "dockyard", 15, 1),
        (4, "auto", 20, 2),
        (6, "auto", 30, 2),
        (7, "auto", 35, 2),
        (8, "colony", 40, 2),
    ],
)
def test_presets_have_as_many_pieces_as_players_would_place_and_enough_in_each_quadrant(
    players: int, preset: str, pieces: int, least: int
) -> None:
    table = placing(players, scenery="preset", preset=preset)
    assert scenery.pieces_left(table) == pieces
    assert fewest(table.size, players) == least
    builder = positions.builder(table)
    scenery.begin(builder, "")
    laid = builder.table.pieces
    assert len(laid) == pieces
    corners = [Square(piece.c, piece.r) for piece in laid]
    assert min(quadrants(corners, table.size).values()) >= least
    if players > 2:  # the colony pattern of the canon
        first = [f"{piece.kind} {at}" for piece, at in zip(laid, corners, strict=True)][:5]
        assert first[:3] == ["WA C3", "WO K5", "WA S3"]
        assert (first[3:] == ["WO C13", "WA K11"]) == (players <= 6)


@pytest.mark.rules("ASCW-D49")
def test_a_piece_is_suggested_where_the_preset_has_it() -> None:
    table = placing(3)
    assert [str(scenery.wish(table, of, turned=False)) for of in ("WO", "WA")] == ["K5", "C3"]
    walls = put(placing(), 0, PlacePiece("WA", at("J2")), PlacePiece("WA", at("J4")))
    assert scenery.spots_of_seat(walls, 0, "WA", turned=False) == (), "two are the most"
    assert scenery.spots_of_seat(walls, 1, "WA", turned=False)
    found = scenery.room(put(placing(), 0, PlacePiece("WA", at("A1"))), 3, 1)
    assert len(found) == 16 * 14 - 3, "a referee may cover the border too, but not A1, B1, C1"
    assert {str(each) for each in found} >= {"D1", "A2", "N16"}


@pytest.mark.rules("ASCW-D70", "ASCW-D76")
def test_without_room_for_the_preset_the_bot_lays_a_crate_or_nobody_is_asked() -> None:
    state = roll(mustered(opened(1, 1)).state, 5, 3).state
    inner = [PlacePiece("CR", Square(c, r)) for r in range(1, 15) for c in range(1, 15)]
    free = PlacePiece("CR", at("J2")), PlacePiece("CR", at("E10"))
    table = put(state.table, 1, *(move for move in inner if move not in free))
    assert scenery.automatic(table) == free[0]
    with pytest.raises(LookupError):
        scenery.automatic(put(table, 1, *free))
    outcome = play(replace(state, table=put(table, 1, free[0])), 0, free[1])
    assert wanted(outcome.state) == (2, "dice-off: deployment")


@pytest.mark.rules("ASCW-22", "ASCW-D49", "ASCW-D50", "ASCW-D70")
@settings(max_examples=25)
@given(
    st.integers(2, 4),
    st.lists(
        st.builds(
            PlacePiece,
            st.sampled_from(("WA", "CR", "TG", "RB", "TW", "DW")),
            st.builds(Square, st.integers(0, 23), st.integers(0, 23)),
            st.booleans(),
        ),
        max_size=20,
    ),
)
def test_the_bot_lays_legal_pieces_until_all_quadrants_have_theirs(
    players: int, wishes: list[PlacePiece]
) -> None:
    table = placing(players)
    for number, seat in enumerate(table.turn.order):
        table = replace(table, turn=replace(table.turn, at=number))
        wish = wishes[number] if number < len(wishes) else None
        if wish is None or forbidden(table, seat, wish) is not None:
            wish = scenery.automatic(table)
            refused = forbidden(table, seat, wish)
            assert refused is None or refused.code == "PIECE_LIMIT"
        table = put(table, seat, wish)
    corners = [Square(piece.c, piece.r) for piece in table.pieces]
    assert min(quadrants(corners, table.size).values()) >= fewest(table.size, players)
    assert len(table.pieces) == 5 * players


@pytest.mark.rules("ASCW-D49", "ASCW-D50")
def test_spots_of_a_piece_are_the_squares_that_are_not_refused() -> None:
    table = put(placing(), 1, PlacePiece("BU", at("E5")))
    legal = [each for each in EVERYWHERE if not forbidden(table, 0, PlacePiece("WA", each, True))]
    assert list(scenery.spots(table, "WA", turned=True)) == legal


# --- Deployment ---


def deploying(units: list[Unit], pieces: list[Scenery], teams: tuple[int, ...] = (1, 1)) -> Table:
    table = positions.table(units, pieces, teams=teams, phase="deployment", round=0)
    players = tuple(replace(player, deployed=False) for player in table.players)
    return replace(table, players=players, turn=Turn(turns.line(table, 0), number=1))


def reserve(seat: int, *kinds: str) -> list[Unit]:
    letter = LETTERS[seat]
    return [positions.unit(f"{letter}{n}", kind, "") for n, kind in enumerate(kinds, 1)]


@pytest.mark.rules("ASCW-34", "ASCW-D48", "ASCW-D52")
@pytest.mark.parametrize("kind", ["EX8", "EX6"])
def test_spots_are_the_anchors_that_are_not_refused(kind: str) -> None:
    watcher = positions.unit("B1", "GU5", "H12")
    table = deploying([*reserve(0, kind), watcher], [positions.piece("WA", "F2")])
    legal = [each for each in EVERYWHERE if not forbidden(table, 0, Deploy("R1", each, Facing.S))]
    assert list(deployment.spots(table, table.units["R1"])) == legal


@pytest.mark.rules("ASCW-D70", "ASCW-D52")
def test_on_a_long_march_everybody_is_deployed_by_the_bot() -> None:
    outcome = deployed(mustered(opened(1, 1, scenery="preset"), "boardroom", "hammer").state)
    table = outcome.state.table
    for seat in (0, 1):
        assert table.units[table.players[seat].main].on_board
        assert 0 < deployment.spent(table, seat) <= 45
    assert table.turn.seat == -1


LISTS = st.lists(
    st.sampled_from([code for code, kind in BASE.units.items() if kind.category != "commander"]),
    max_size=14,
)
PIECES = st.lists(
    st.builds(
        Scenery,
        st.sampled_from(("WA", "CR", "WO", "FE", "DW", "MI")),
        st.integers(1, 20),
        st.integers(1, 20),
    ),
    max_size=6,
)


@pytest.mark.rules("ASCW-34", "ASCW-36", "ASCW-D52", "ASCW-D70")
@settings(max_examples=30)
@given(st.sampled_from([(1, 1), (1, 1, 1), (2, 2), (2, 1, 2)]), st.data())
def test_whatever_the_bot_deploys_is_legal(teams: tuple[int, ...], data: st.DataObject) -> None:
    armies = [data.draw(LISTS) for _ in range(sum(teams))]
    units = [unit for seat, army in enumerate(armies) for unit in reserve(seat, "EX1", *army)]
    size = 16 if sum(teams) == 2 else 24
    pieces = [piece for piece in data.draw(PIECES) if Base(piece.c, piece.r, 3).within(size)]
    table = deploying(units, pieces, teams)
    for seat in turns.line(table, 0):
        for move in deployment.automatic(table, seat):
            found = forbidden(table, seat, move)
            waived = isinstance(found, Forbidden) and found.code == "TOO_CLOSE"
            assert found is None or (waived and move.unit.endswith("1")), found
            table = table.put(placement.placed(table.units[move.unit], move.at, move.facing))
        assert deployment.spent(table, seat) <= 45
        assert table.units[f"{LETTERS[seat]}1"].on_board
        squares = zones.zone(table, seat)
        own = (unit for unit in table.of(seat) if unit.on_board)
        assert all(squares >= set(table.base(unit).squares()) for unit in own)
