"""The first deployment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.astral_sailors.board import zones
from games.astral_sailors.content.loading import BASE
from games.astral_sailors.events import (
    DeploymentDone,
    RestDeployed,
    TargetSet,
    TurnOrder,
    UnitDeployed,
    UnitUndeployed,
)
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.rules.setup import deployment
from games.astral_sailors.rules.setup.deployment import Deploy, DeployRest, TakeBack
from games.astral_sailors.rules.turns import placing, turns
from games.astral_sailors.state import State, StepBuilder
from games.astral_sailors.table import LETTERS, Scenery, Table, Turn, Unit
from games.core.geometry.squares import Base, Facing, Square, square
from games.core.types import Forbidden, Seat
from tests.games.astral_sailors import positions
from tests.games.astral_sailors.asked_of import forbidden
from tests.games.astral_sailors.flow import (
    code,
    deployed,
    mustered,
    of,
    opened,
    play,
    roll,
    waiting,
    wanted,
)

N, S = Facing.N, Facing.S


def at(name: str) -> Square:
    found = square(name)
    assert found is not None
    return found


def deploying(
    units: Iterable[Unit] = (),
    pieces: Iterable[Scenery] = (),
    *,
    teams: Sequence[int] = (1, 1),
    turn: int = 0,
    kinds: Sequence[str] = (),
    **options: object,
) -> Table:
    """The seat ``turn`` deploys."""
    table = positions.table(
        units,
        pieces,
        teams=teams,
        kinds=kinds,
        phase="deployment",
        round=0,
        **options,  # type: ignore[arg-type]
    )
    players = tuple(replace(player, deployed=False) for player in table.players)
    order = turns.line(table, table.team(turn))
    return replace(table, players=players, turn=Turn(order, number=1))


def reserve(seat: int, *kinds: str) -> list[Unit]:
    letter = LETTERS[seat]
    return [positions.unit(f"{letter}{n}", kind, "") for n, kind in enumerate(kinds, 1)]


def why(table: Table, name: str, where: str, seat: int = 0) -> str:
    found = forbidden(table, seat, Deploy(name, at(where), S))
    return "" if found is None else found.code


# --- The order ---


@pytest.mark.rules("ASCW-35", "ASCW-38", "ASCW-39", "ASCW-D41")
def test_the_winner_begins_with_its_first_player_and_another_team_follows() -> None:
    state = mustered(opened(2, 2, scenery="gm")).state
    assert wanted(state) == (2, "dice-off: deployment")
    outcome = roll(state, 2, 5)
    assert of(outcome, TurnOrder) == [TurnOrder(order=(2, 0, 3, 1))]
    state, seats = outcome.state, []
    while state.table.phase == "deployment":
        ((kind, seat),) = waiting(state)
        assert kind == "deploy"
        seats.append(seat)
        outcome = play(state, seat, DeployRest())
        state = outcome.state
    assert seats == [2, 0, 3, 1]
    assert all(player.deployed for player in state.table.players)
    # The first round begins with a dice-off of its own.
    assert wanted(state) == (2, "dice-off: start")
    assert state.table.round == 1


@pytest.mark.rules("ASCW-36", "ASCW-37", "ASCW-D52")
def test_a_player_deploys_everything_in_one_turn() -> None:
    state = roll(mustered(opened(1, 1, scenery="gm"), "boardroom").state, 6, 1).state
    assert code(state, 0, Done()) == "COMMANDER_MISSING"
    outcome = play(state, 0, Deploy("R1", at("H3"), S))
    assert of(outcome, UnitDeployed) == [UnitDeployed(unit="R1", at=at("H3"), facing=S)]
    state = outcome.state
    assert waiting(state) == (("deploy", 0),)
    state = play(state, 0, Deploy("R6", at("H5"), Facing.SE)).state
    unit = state.table.units["R6"]
    assert (unit.place, unit.c, unit.r, unit.facing, unit.ap) == ("board", 7, 4, Facing.SE, 0)
    assert unit.seen
    outcome = play(state, 0, TakeBack("R6"))
    assert of(outcome, UnitUndeployed) == [UnitUndeployed(unit="R6")]
    assert outcome.state.table.units["R6"].place == "reserve"
    outcome = play(outcome.state, 0, Done())
    assert of(outcome, DeploymentDone) == [DeploymentDone(seat=0)]
    left = [unit for unit in outcome.state.table.of(0) if unit.place == "reserve"]
    assert len(left) == len(BASE.lists["boardroom"].units) - 1
    assert waiting(outcome.state) == (("deploy", 1),)


@pytest.mark.rules("ASCW-D56")
def test_targets_that_nobody_named_are_the_next_team_clockwise() -> None:
    table = replace(positions.table(teams=(1, 1, 1)), phase="scenery")
    builder = positions.builder(table, (3, 2, 3), targets={2: 1})
    builder.put_secret(0, asked=True)
    deployment.begin(builder, "")
    assert [each.target for each in builder.secrets] == [1, -1, 1]
    assert not builder.secrets[0].asked
    assert of(builder.done(), TargetSet) == [TargetSet(team=0, target=1, only=(Seat(0),))]


@pytest.mark.rules("ASCW-D41", "ASCW-D59", "ASCW-D77")
def test_armies_in_other_hands_are_deployed_and_removed_ones_not() -> None:
    table = deploying(
        [*reserve(0, "EX1"), *reserve(1, "GU1"), *reserve(2, "EX1"), *reserve(3, "GU1")],
        teams=(2, 2),
    )
    builder = StepBuilder(positions.state(table))
    builder.put_player(2, left=True, played_by=3)
    builder.put_player(1, left=True, removed=True)
    outcome = play(builder.done().state, 0, DeployRest())
    assert [each.seat for each in of(outcome, DeploymentDone)] == [0]
    assert waiting(outcome.state) == (("deploy", 3),)
    assert outcome.state.table.turn.seat == 2


# --- What may be deployed ---


@pytest.mark.rules("ASCW-36", "ASCW-37", "ASCW-D52", "WE-46")
def test_units_of_45_points_may_join_the_commander() -> None:
    kinds = ("EX1", "EX8", "EX4", "EX3", "EX3", "CV1")
    table = deploying(reserve(0, *kinds))
    for name, where in (("R1", "H1"), ("R2", "E3"), ("R3", "G3"), ("R4", "H3"), ("R5", "I3")):
        assert why(table, name, where) == ""
        unit = placing.placed(table.units[name], at(where), S)
        table = table.put(unit)
    assert deployment.spent(table, 0) == 44  # 18 + 12 + 7 + 7, the Commander's 21 not counted
    found = forbidden(table, 0, Deploy("R6", at("A1"), S))
    assert found is not None
    assert (found.rule, found.code) == ("ASCW-36", "OVER_45")
    assert "47" in found.sentence
    # A deployed unit may be put elsewhere.
    assert why(table, "R5", "A1") == ""


@pytest.mark.rules("ASCW-36")
def test_units_of_exactly_45_points_may_join() -> None:
    table = deploying(reserve(0, "EX1", "EX4", "EX4", "EX3", "EX3", "EX3"))
    for name, where in (("R2", "E3"), ("R3", "F3"), ("R4", "G3"), ("R5", "H3"), ("R6", "I3")):
        assert why(table, name, where) == ""
        table = table.put(placing.placed(table.units[name], at(where), S))
    assert deployment.spent(table, 0) == 45


@pytest.mark.rules("ASCW-36", "ASCW-D45", "ASCW-D52")
def test_all_commanders_are_deployed_and_cost_nothing() -> None:
    table = deploying(reserve(0, "EX1", "EX2", "EX8"), commanders=2)
    found = forbidden(table, 0, Done(), "deploy")
    assert found is not None
    assert found.code == "COMMANDER_MISSING"
    assert "R1" in found.sentence
    assert "R2 Fleet Broker have not been" in found.sentence
    table = table.put(placing.placed(table.units["R1"], at("H1"), S))
    found = forbidden(table, 0, Done(), "deploy")
    assert found is not None
    assert "R2 Fleet Broker has not been" in found.sentence
    table = table.put(placing.placed(table.units["R2"], at("J1"), S))
    assert forbidden(table, 0, Done(), "deploy") is None
    assert deployment.spent(table, 0) == 0


@pytest.mark.rules("ASCW-36", "ASCW-D43")
def test_only_own_units_of_the_reserve_are_deployed() -> None:
    units = [*reserve(0, "EX1", "EX3"), *reserve(1, "GU1")]
    units[1] = replace(units[1], place="out")
    table = deploying(units)
    assert why(table, "B1", "H3") == "NOT_IN_RESERVE"
    assert why(table, "R2", "H3") == "NOT_IN_RESERVE"
    assert why(table, "R9", "H3") == "NOT_IN_RESERVE"
    found = forbidden(table, 0, Deploy("R2", at("H3"), S))
    assert found is not None
    assert found.instead == "It holds R1."
    nobody = table.put(replace(units[0], place="out"))
    found = forbidden(nobody, 0, Deploy("R2", at("H3"), S))
    assert found is not None
    assert found.instead == "It is empty."
    back = forbidden(table, 0, TakeBack("R1"))
    assert back is not None
    assert (back.code, back.instead) == ("NOT_DEPLOYED", "You have deployed nothing yet.")
    held = forbidden(table, 0, Done(("R1",)), "deploy")
    assert held is not None
    assert (held.rule, held.code) == ("ASCW-D43", "NOT_A_HALF")


# --- Where ---


@pytest.mark.rules("ASCW-34", "ASCW-D52", "WE-46")
def test_the_whole_base_lies_in_the_own_zone() -> None:
    table = deploying(reserve(0, "EX1", "EX8"))
    assert why(table, "R1", "P6") == ""
    assert why(table, "R1", "P7") == "NOT_YOUR_ZONE"
    assert why(table, "R2", "O5") == ""
    assert why(table, "R2", "O6") == "NOT_YOUR_ZONE"
    found = forbidden(table, 0, Deploy("R2", at("P3"), S))
    assert found is not None
    assert found.code == "NOT_YOUR_ZONE"
    assert "Q3" in found.sentence
    assert found.instead == "Your zone: A1–P6."
    assert found.rule == "ASCW-34"


@pytest.mark.rules("ASCW-D05", "ASCW-D52")
def test_a_unit_stands_where_it_may_stand() -> None:
    units = [*reserve(0, "EX1", "EX8", "EX9"), positions.unit("R4", "EX3", "C3")]
    pieces = [positions.piece("WA", "F2"), positions.piece("FE", "F4"), positions.piece("WO", "J2")]
    table = deploying(units, pieces)
    assert why(table, "R1", "C3") == "OCCUPIED"
    assert why(table, "R2", "B2") == "OCCUPIED"
    found = forbidden(table, 0, Deploy("R1", at("G2"), S))
    assert found is not None
    assert found.code == "NOT_STANDABLE"
    assert "High wall" in found.sentence
    assert why(table, "R1", "G4") == "NOT_STANDABLE"  # crossed, but nobody stops on a fence
    assert why(table, "R1", "J2") == ""
    assert why(table, "R3", "G2") == ""  # it flies
    assert why(table, "R4", "C3") == ""  # where it stands already


@pytest.mark.rules("ASCW-D04", "ASCW-D52")
def test_enemies_deployed_before_keep_three_squares() -> None:
    units = [*reserve(0, "EX1"), positions.unit("B1", "GU3", "V5")]
    table = deploying(units, teams=(1, 1, 1, 1))
    found = forbidden(table, 0, Deploy("R1", at("T4"), S))
    assert found is not None
    assert (found.rule, found.code) == ("ASCW-D52", "TOO_CLOSE")
    assert "2 away" in found.sentence
    assert why(table, "R1", "S4") == ""
    free = deploying(units, teams=(1, 1, 1, 1), deploy_gap=0)
    assert why(free, "R1", "T4") == ""
    assert why(free, "R1", "V5") == "NOT_YOUR_ZONE"
    allies = deploying(units, teams=(2, 2))
    assert why(allies, "R1", "T4") == ""


@pytest.mark.rules("ASCW-141", "ASCW-155", "ASCW-D48")
def test_detect_keeps_silent_units_away_at_the_deployment_too() -> None:
    # GU5 Pathfinder has Detect; EX6 Ghost Auditor is Silent, and deploys like anyone otherwise.
    units = [*reserve(0, "EX1", "EX6"), positions.unit("B1", "GU5", "H12")]
    table = deploying(units)
    found = forbidden(table, 0, Deploy("R2", at("H4"), S))
    assert found is not None
    assert (found.rule, found.code) == ("ASCW-141", "DETECTED")
    assert "8 away" in found.sentence
    assert found.instead == "Choose a square at least 9 away from it."
    assert why(table, "R2", "H3") == ""
    zone = {Square(c, r) for r in range(6) for c in range(16)}
    assert set(deployment.spots(table, units[1])) == {each for each in zone if each.r < 3}
    assert set(deployment.spots(table, units[0])) == zone
    seen = deploying([*reserve(0, "EX1", "EX6"), positions.unit("B1", "GU3", "H12")])
    assert set(deployment.spots(seen, units[1])) == zone
    assert why(table, "R1", "H4") == ""
    assert why(table, "R2", "H9") == "NOT_YOUR_ZONE"
    own = deploying([*reserve(0, "EX1", "EX6"), positions.unit("R3", "CV2", "H5")])
    assert why(own, "R2", "H4") == ""


@pytest.mark.rules("ASCW-34", "ASCW-D52")
def test_spots_are_the_anchors_that_are_not_refused() -> None:
    table = deploying(reserve(0, "EX8"), [positions.piece("WA", "F2")])
    unit = table.units["R1"]
    assert deployment.spots(table, unit) == tuple(
        Square(c, r)
        for r in range(16)
        for c in range(16)
        if forbidden(table, 0, Deploy("R1", Square(c, r), S)) is None
    )


# --- The bot ---


@pytest.mark.rules("ASCW-D70")
def test_the_bot_deploys_the_commander_then_the_dear_then_civilians() -> None:
    # Military by price: 18, 12 (30), 9 (39), no 7 more; civilians 3, 3 up to 45.
    kinds = ("EX3", "EX1", "EX7", "CV2", "EX8", "CV1", "EX4", "CV1", "CV1")
    table = deploying(reserve(0, *kinds))
    moves = deployment.automatic(table, 0)
    assert [move.unit for move in moves] == ["R2", "R5", "R7", "R3", "R6", "R8"]
    assert {move.facing for move in moves} == {S}
    places = {move.unit: str(move.at) for move in moves}
    assert places == {
        "R2": "H1",  # Commander at the edge, nearest to the middle between H and I
        "R5": "H5",  # 2 by 2: rows 5 and 6, its centre on the middle
        "R7": "G6",
        "R3": "J6",
        "R6": "I1",
        "R8": "G1",
    }


@pytest.mark.rules("ASCW-D70")
def test_the_bot_passes_over_what_is_too_dear_and_goes_on() -> None:
    table = deploying(reserve(1, "GU2", "GU9", "GU8", "GU3", "CV1"), turn=1)
    moves = deployment.automatic(table, 1)
    # 31 + 12 would be 43, more than 39; 31 + 5 = 36; then 3.
    assert [move.unit for move in moves] == ["B1", "B2", "B4", "B5"]
    assert {move.facing for move in moves} == {N}
    assert str(moves[0].at) == "H16"


@pytest.mark.rules("ASCW-D70")
def test_the_bot_deploys_military_units_of_39_points_at_most() -> None:
    kinds = [positions.kind("QA1", cost=40), positions.kind("QB1", cost=39)]
    table = deploying(reserve(0, "EX1", "QA1", "QB1", "CV1"), kinds=kinds)
    assert [move.unit for move in deployment.automatic(table, 0)] == ["R1", "R3", "R4"]


@pytest.mark.rules("ASCW-D70")
def test_the_bot_completes_what_the_player_began() -> None:
    table = deploying(
        [
            positions.unit("R1", "EX1", "B2"),
            positions.unit("R2", "EX8", "D5"),
            *reserve(0, "EX1", "EX8", "EX8", "EX4", "CV1")[2:],
        ]
    )
    # 18 are deployed: another 18 makes 36, 12 more is too much, 3 more is not.
    assert [move.unit for move in deployment.automatic(table, 0)] == ["R3", "R5"]


@pytest.mark.rules("ASCW-D70", "ASCW-D52")
def test_for_the_commander_alone_the_distance_to_enemies_is_waived() -> None:
    # Enemies everywhere along the zone, three squares deep into it.
    crowd = [
        positions.unit(f"B{n}", "GU3", str(Square(c, r)))
        for n, (c, r) in enumerate([(c, r) for c in range(0, 16, 3) for r in (1, 4)], 1)
    ]
    table = deploying([*reserve(0, "EX1", "EX3", "CV1"), *crowd])
    assert why(table, "R1", "H1") == "TOO_CLOSE"
    moves = deployment.automatic(table, 0)
    assert [move.unit for move in moves] == ["R1"]
    outcome = play(positions.state(table), 0, DeployRest())
    assert outcome.state.table.units["R2"].place == "reserve"
    assert of(outcome, DeploymentDone) == [DeploymentDone(seat=0)]
    (move,) = moves
    assert of(outcome, RestDeployed) == [
        RestDeployed(seat=0, units=("R1",), squares=(move.at,), facings=(move.facing,))
    ]
    assert of(outcome, UnitDeployed) == []


@pytest.mark.rules("ASCW-D70")
def test_on_a_long_march_everybody_is_deployed_by_the_bot() -> None:
    outcome = deployed(mustered(opened(1, 1, scenery="preset"), "boardroom", "hammer").state)
    table = outcome.state.table
    for seat in (0, 1):
        assert table.units[table.players[seat].main].on_board
        assert 0 < deployment.spent(table, seat) <= 45


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
    players = sum(teams)
    armies = [data.draw(LISTS) for _ in range(players)]
    units = [unit for seat, army in enumerate(armies) for unit in reserve(seat, "EX1", *army)]
    size = 16 if players == 2 else 24
    pieces = [piece for piece in data.draw(PIECES) if Base(piece.c, piece.r, 3).within(size)]
    table = deploying(units, pieces, teams=teams)
    for seat in turns.line(table, 0):
        for move in deployment.automatic(table, seat):
            found = forbidden(table, seat, move)
            waived = isinstance(found, Forbidden) and found.code == "TOO_CLOSE"
            assert found is None or (waived and move.unit.endswith("1")), found
            table = table.put(placing.placed(table.units[move.unit], move.at, move.facing))
        assert deployment.spent(table, seat) <= 45
        assert table.units[f"{LETTERS[seat]}1"].on_board
        assert all(
            zones.zone(table, seat) >= set(table.base(unit).squares())
            for unit in table.of(seat)
            if unit.on_board
        )


@pytest.mark.rules("ASCW-D52")
def test_the_state_after_the_deployment_has_nobodys_turn() -> None:
    outcome = deployed(mustered(opened(1, 1, scenery="gm")).state)
    assert isinstance(outcome.state, State)
    assert outcome.state.table.turn.seat == -1
