"""Reinforcements."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.astral_sailors import agenda
from games.astral_sailors.board import line_of_sight, zones
from games.astral_sailors.events import TurnEnded, TurnSkipped, TurnStarted, UnitReinforced
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.rules.combat import wounds
from games.astral_sailors.rules.turns import reinforcing
from games.astral_sailors.rules.turns.reinforcing import Reinforce
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Scenery, Table, Unit
from games.core.geometry.squares import Base, Facing, Square, square
from games.core.steps import Do
from tests.games.astral_sailors import positions
from tests.games.astral_sailors.asked_of import forbidden
from tests.games.astral_sailors.flow import Outcome, code, of, play, waiting

N, S = Facing.N, Facing.S


def at(name: str) -> Square:
    found = square(name)
    assert found is not None
    return found


def table(
    units: Iterable[Unit], pieces: Iterable[Scenery] = (), *, pool: int = 99, **options: Any
) -> Table:
    """It is the turn of seat 0 to bring reinforcements."""
    return positions.table(
        units,
        pieces,
        phase="reinforcement",
        pools={0: pool},
        **options,
    )


def why(of_table: Table, name: str, where: str) -> str:
    found = forbidden(of_table, 0, Reinforce(name, at(where), N))
    return "" if found is None else found.code


def begins(of_table: Table) -> Outcome:
    """What happens when the reinforcement phase comes."""
    ready = replace(of_table, phase="activation", agenda=(Do("reinforcement"),))
    builder = StepBuilder(positions.state(ready))
    agenda.run(builder)
    return builder.done()


# --- Distances ---


@pytest.mark.rules(
    "ASCW-54", "ASCW-55", "ASCW-56", "ASCW-57", "ASCW-58", "ASCW-D04", "ASCW-D47", "WE-42"
)
def test_reinforcements_keep_three_from_enemies_and_are_within_eight_of_friends() -> None:
    units = [
        positions.unit("R1", "EX1", "M9"),
        positions.unit("R2", "EX3", ""),
        positions.unit("R3", "EX8", ""),
        positions.unit("B1", "GU1", "H3"),
    ]
    found = table(units)
    assert why(found, "R2", "E1") == ""
    refusal = forbidden(found, 0, Reinforce("R2", at("F1"), N))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("ASCW-57", "ENEMY_NEAR")
    assert "2 away" in refusal.sentence
    refusal = forbidden(found, 0, Reinforce("R2", at("D1"), N))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("ASCW-58", "FRIEND_FAR")
    assert "9 away" in refusal.sentence
    assert why(found, "R3", "D1") == ""
    assert why(found, "R3", "E1") == "ENEMY_NEAR"


@pytest.mark.rules("ASCW-56", "ASCW-D05", "ASCW-D47")
def test_a_base_covers_a_border_square_and_stands_where_it_may() -> None:
    units = [
        positions.unit("R1", "EX1", "H5"),
        positions.unit("R2", "EX3", ""),
        positions.unit("R3", "EX8", ""),
        positions.unit("R4", "CV1", "E1"),
        positions.unit("B1", "GU1", "H16"),
    ]
    found = table(units, [positions.piece("WA", "I1"), positions.piece("WO", "M1")])
    assert why(found, "R2", "H1") == ""
    assert why(found, "R2", "H2") == "NOT_ON_EDGE"
    assert why(found, "R2", "E1") == "OCCUPIED"
    assert why(found, "R2", "J1") == "NOT_STANDABLE"
    assert why(found, "R2", "M1") == ""
    assert why(found, "R2", "Q1") == "NOT_STANDABLE"
    assert why(found, "R3", "F1") == ""
    assert why(found, "R3", "F2") == "NOT_ON_EDGE"
    assert why(found, "R3", "O5") == ""  # its eastern half is on the border
    assert why(found, "R3", "P5") == "NOT_STANDABLE"
    assert why(found, "R3", "D1") == "OCCUPIED"


@pytest.mark.rules("ASCW-58", "ASCW-D47")
def test_allies_count_as_friends_and_captives_do_not() -> None:
    units = [
        positions.unit("R1", "EX1", "", place="captive", held_by="G1"),
        positions.unit("R2", "EX3", ""),
        positions.unit("B1", "EX1", "X20"),
        positions.unit("G1", "GU1", "M12"),
    ]
    found = table(units, teams=(2, 1))
    assert why(found, "R2", "X12") == ""
    assert why(found, "R2", "X11") == "FRIEND_FAR"


@pytest.mark.rules("ASCW-58", "ASCW-D47")
def test_without_a_unit_of_the_team_the_own_zone_counts() -> None:
    units = [
        positions.unit("R1", "EX1", "", place="out"),
        positions.unit("R2", "EX3", ""),
        positions.unit("R3", "EX8", ""),
        positions.unit("B1", "GU1", "H12"),
    ]
    found = table(units)
    assert why(found, "R2", "H1") == ""
    assert why(found, "R2", "A6") == ""
    refusal = forbidden(found, 0, Reinforce("R2", at("A7"), N))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("ASCW-D47", "FRIEND_FAR")
    assert refusal.instead == "Your zone: A1–P6."
    assert why(found, "R3", "A5") == ""
    assert why(found, "R3", "A6") == "FRIEND_FAR"  # half of it is outside
    assert why(table(units, reinforce_alone="anywhere"), "R2", "A7") == ""


# --- Which ---


@pytest.mark.rules("ASCW-54", "ASCW-55", "ASCW-149")
def test_units_of_the_reserve_come_for_their_price() -> None:
    units = [
        positions.unit("R1", "EX1", "", place="out"),
        positions.unit("R2", "EX3", "H5"),
        positions.unit("R3", "EX8", ""),
        positions.unit("R4", "CV1", ""),
        positions.unit("B1", "GU1", "H12"),
        positions.unit("B2", "GU3", ""),
        positions.unit("R5", "EX3", "", place="captive", held_by="B2"),
    ]
    found = table(units, pool=17)
    assert [unit.code for unit in reinforcing.affordable(found, 0)] == ["R4"]
    assert why(found, "R5", "H1") == "NOT_IN_RESERVE"
    refusal = forbidden(found, 0, Reinforce("R3", at("H1"), N))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("ASCW-54", "NOT_ENOUGH_POINTS")
    assert "18" in refusal.sentence
    assert "17" in refusal.sentence
    assert why(found, "R1", "H1") == "DEAD_COMMANDER"
    assert why(found, "R2", "H1") == "NOT_IN_RESERVE"
    assert why(found, "B2", "H1") == "NOT_IN_RESERVE"
    assert why(found, "R9", "H1") == "NOT_IN_RESERVE"
    assert why(found, "R4", "H1") == ""
    held = forbidden(found, 0, Done(("R2",)), "reinforce")
    assert held is not None
    assert held.code == "NOT_A_HALF"
    assert forbidden(found, 0, Done(), "reinforce") is None


@pytest.mark.rules("ASCW-54", "ASCW-D29", "ASCW-D47")
def test_a_reinforcement_stands_there_without_action_points() -> None:
    units = [
        positions.unit("R1", "EX1", "H5"),
        positions.unit("R2", "EX3", ""),
        positions.unit("R3", "CV1", ""),
        positions.unit("B1", "GU1", "H12"),
    ]
    state = positions.state(table(units, pool=20))
    outcome = play(state, 0, Reinforce("R2", at("H1"), Facing.SW))
    assert of(outcome, UnitReinforced) == [
        UnitReinforced(unit="R2", at=at("H1"), facing=Facing.SW, cost=7, pool=13)
    ]
    unit = outcome.state.table.units["R2"]
    assert (unit.place, unit.c, unit.r, unit.facing, unit.ap) == ("board", 7, 0, Facing.SW, 0)
    assert unit.seen
    assert unit.activated != outcome.state.table.round
    assert outcome.state.table.players[0].pool == 13
    assert waiting(outcome.state) == (("reinforce", 0),)
    assert outcome.state.table.turns == state.table.turns + 1
    assert code(outcome.state, 0, Reinforce("R3", at("H1"), N)) == "OCCUPIED"


@pytest.mark.rules("ASCW-08", "ASCW-09", "ASCW-D46")
def test_one_pool_pays_for_units_and_for_wounds() -> None:
    # 7 points bring a Contract Trooper, or cancel two of its wounds.
    units = [
        positions.unit("R1", "EX1", "H5"),
        positions.unit("R2", "EX3", ""),
        positions.unit("B1", "GU1", "H12"),
    ]
    found = table(units, pool=7)
    assert [unit.code for unit in reinforcing.affordable(found, 0)] == ["R2"]
    price = wounds.price(found.kind(units[1]).cost)
    assert price == 3
    spent = found.with_player(replace(found.players[0], pool=7 - 2 * price))
    assert reinforcing.affordable(spent, 0) == ()


@pytest.mark.rules("ASCW-54", "ASCW-D76")
def test_any_number_of_units_may_come_and_the_turn_ends_when_none_can_any_more() -> None:
    units = [
        positions.unit("R1", "EX1", "H5"),
        *(positions.unit(f"R{n}", "CV1", "") for n in (2, 3, 4)),
        positions.unit("B1", "GU1", "H12"),
    ]
    outcome = play(positions.state(table(units, pool=8)), 0, Reinforce("R2", at("A1"), S))
    assert of(outcome, TurnEnded) == []
    outcome = play(outcome.state, 0, Reinforce("R3", at("B1"), S))
    assert of(outcome, TurnEnded) == [TurnEnded(seat=0)]  # 2 points left
    stopped = play(positions.state(table(units)), 0, Done())
    assert of(stopped, TurnEnded) == [TurnEnded(seat=0)]


@pytest.mark.rules("ASCW-08", "ASCW-41", "ASCW-54", "ASCW-94", "ASCW-95", "ASCW-149", "WE-55")
def test_a_unit_that_fell_may_return_in_the_same_round() -> None:
    units = [
        positions.unit("R1", "GU1", "H5"),
        positions.unit("R2", "GU4", "H7"),
        positions.unit("B1", "EX1", "H9"),
        positions.unit("B2", "EX3", "H12"),
    ]
    builder = positions.builder(positions.table(units, round=3, pools={0: 11}))
    wounds.eliminate(builder, (("R2", "B2"), ("R1", "B1")))
    assert builder.player(1).pool == 6 + 11
    found = replace(builder.table, phase="reinforcement", agenda=())
    assert found.units["R2"].place == "reserve"
    assert why(found, "R2", "H1") == ""
    assert why(found, "R1", "J1") == "DEAD_COMMANDER"
    outcome = play(positions.state(found), 0, Reinforce("R2", at("H1"), S))
    unit = outcome.state.table.units["R2"]
    assert (unit.lost, unit.ap) == (0, 0)
    assert outcome.state.table.players[0].pool == 0


# --- Silent units and Detect ---


WALLS = """[[pieces]]
code = "W1"
name = "Square of wall"
size = [1, 1]
height = 2
opacity = "solid"
entry = "impassable"
"""


def silent_table(watcher: str, **options: Any) -> Table:
    """WE-43: an enemy on J8, walls of height 2 on F8 and F9, the Silent unit in the Reserve."""
    units = [
        positions.unit("R1", "EX1", "C16"),
        positions.unit("R2", "EX6", ""),
        positions.unit("B1", watcher, "J8"),
    ]
    walls = [positions.piece("W1", "F8"), positions.piece("W1", "F9")]
    return table(units, walls, kinds=[WALLS], **options)


@pytest.mark.rules("ASCW-141", "ASCW-155", "ASCW-156", "ASCW-D48", "WE-43")
def test_a_silent_unit_enters_anywhere_unseen() -> None:
    found = silent_table("EX3")
    unit, watcher = found.units["R2"], found.units["B1"]
    scores = [line_of_sight.look(found, watcher, unit, at=Base(2, r, 1)).score for r in (7, 6, 5)]
    assert scores == [128, 64, 0]
    assert [why(found, "R2", name) for name in ("C8", "C7", "C6")] == ["", "", "IN_SIGHT"]
    refusal = forbidden(found, 0, Reinforce("R2", at("C6"), N))
    assert refusal is not None
    assert refusal.rule == "ASCW-156"
    assert "0 of its 128" in refusal.sentence
    strict = silent_table("EX3", silent_los="any")
    assert [why(strict, "R2", name) for name in ("C8", "C7", "C6")] == ["", "IN_SIGHT", "IN_SIGHT"]


@pytest.mark.rules("ASCW-156", "ASCW-D39", "ASCW-D48")
@pytest.mark.parametrize(
    ("los", "hidden", "seen", "how"),
    [
        ("clean", ("E9", 32), ("F9", 8), "clearly"),
        ("any", ("B7", 97), ("E9", 32), "in half cover"),
    ],
)
def test_a_silent_unit_is_seen_clearly_below_32_and_at_all_up_to_96(
    los: str, hidden: tuple[str, int], seen: tuple[str, int], how: str
) -> None:
    bush = WALLS.replace("W1", "S1").replace("solid", "soft").replace("height = 2", "height = 0.5")
    units = [
        positions.unit("R1", "EX1", "C16"),
        positions.unit("R2", "EX6", ""),
        positions.unit("B1", "EX3", "J8"),
    ]
    walls = [positions.piece("W1", "E6"), positions.piece("W1", "F8"), positions.piece("S1", "E7")]
    found = table(units, walls, kinds=[WALLS, bush], silent_los=los)
    for (name, score), fault in ((hidden, ""), (seen, "IN_SIGHT")):
        base = Base(at(name).c, at(name).r, 1)
        assert (
            line_of_sight.look(found, found.units["B1"], found.units["R2"], at=base).score == score
        )
        assert why(found, "R2", name) == fault
    refusal = forbidden(found, 0, Reinforce("R2", at(seen[0]), N))
    assert refusal is not None
    assert f" {how} on {seen[0]}: {seen[1]} of its 128" in refusal.sentence


@pytest.mark.rules("ASCW-141", "ASCW-D48", "WE-43")
def test_detect_keeps_silent_units_eight_squares_away() -> None:
    found = silent_table("EX9")
    assert [why(found, "R2", name) for name in ("C8", "C7", "C6")] == ["DETECTED"] * 3
    assert why(found, "R2", "B1") == "DETECTED"  # the border too
    assert why(found, "R2", "A1") == ""  # 9 away
    plain = found.put(replace(found.units["R2"], kind="EX3"))
    assert why(plain, "R2", "E16") == ""  # only Silent units are kept out


@pytest.mark.rules("ASCW-155", "ASCW-156", "ASCW-D48")
def test_on_the_border_a_silent_unit_may_be_seen_and_has_no_need_of_friends() -> None:
    units = [
        positions.unit("R1", "EX1", "P16"),
        positions.unit("R2", "EX6", ""),
        positions.unit("B1", "GU1", "D5"),
    ]
    found = table(units)
    assert why(found, "R2", "D1") == ""
    assert why(found, "R2", "D2") == "IN_SIGHT"
    assert why(found, "R2", "A7") == ""
    assert why(found, "R2", "A6") == ""
    assert why(found, "R2", "B3") == "ENEMY_NEAR"
    near = table(units, silent_gap=0)
    assert why(near, "R2", "D4") == "IN_SIGHT"
    assert why(near.put(replace(units[2], r=1)), "R2", "D1") == ""
    assert why(found.put(replace(units[2], r=1)), "R2", "D1") == "ENEMY_NEAR"


@pytest.mark.rules("ASCW-155", "ASCW-D47", "ASCW-D48")
def test_a_silent_unit_without_friends_is_not_bound_to_its_zone() -> None:
    units = [
        positions.unit("R1", "EX1", "", place="out"),
        positions.unit("R2", "EX6", ""),
        positions.unit("B1", "GU1", "H2"),
    ]
    assert why(table(units), "R2", "H16") == ""


# --- Turns that pass ---


def alone(kind: str, pool: int, **options: Any) -> Table:
    units = [
        positions.unit("R1", "GU1", "H5"),
        positions.unit("R2", kind, ""),
        positions.unit("B1", "EX1", "H12"),
    ]
    return table(units, pool=pool, **options)


@pytest.mark.rules("ASCW-54", "ASCW-65", "ASCW-D76", "WE-60")
def test_nobody_is_asked_who_can_bring_nothing() -> None:
    outcome = begins(alone("GU3", 4))
    assert TurnSkipped(seat=0, reason="no points") in of(outcome, TurnSkipped)
    assert of(outcome, TurnStarted) == []
    outcome = begins(alone("GU3", 6))
    assert of(outcome, TurnStarted) == [TurnStarted(seat=0, phase="reinforcement", half=1)]
    assert waiting(outcome.state) == (("reinforce", 0),)
    done = play(outcome.state, 0, Done())
    assert done.state.table.players[0].pool == 6


@pytest.mark.rules("ASCW-D76")
def test_the_reason_of_a_turn_that_passes_is_told() -> None:
    empty = table([positions.unit("R1", "GU1", "H5"), positions.unit("B1", "EX1", "H12")])
    assert reinforcing.nothing_to_bring(empty, 0) == "no reserve"
    far = alone("GU3", 9)
    assert reinforcing.nothing_to_bring(far, 0) is None
    middle = far.put(replace(far.units["R1"], c=40, r=40))
    assert reinforcing.spots(middle, middle.units["R2"]) == ()
    assert reinforcing.nothing_to_bring(middle, 0) == "no room"


@pytest.mark.rules("ASCW-D54", "ASCW-D76")
def test_with_closed_armies_a_turn_passes_for_public_reasons_only() -> None:
    # The cheapest unit of all costs 3. Whether the Reserve holds something nobody may learn.
    empty = [positions.unit("R1", "GU1", "H5"), positions.unit("B1", "EX1", "H12")]
    for pool, expected in ((2, "no points"), (3, None), (50, None)):
        full = alone("GU9", pool, open_armies=False)
        without = table(empty, pool=pool, open_armies=False)
        assert reinforcing.nothing_to_bring(full, 0) == expected
        assert reinforcing.nothing_to_bring(without, 0) == expected


# --- Spots ---


@pytest.mark.rules("ASCW-56", "ASCW-57", "ASCW-58", "ASCW-155", "ASCW-156", "ASCW-D47")
@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(("EX3", "EX6", "EX8", "EX9", "MC4")),
    st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15)), min_size=2, max_size=6),
    st.lists(
        st.tuples(
            st.sampled_from(("WA", "WO", "DW", "FE")), st.integers(1, 12), st.integers(1, 12)
        ),
        max_size=4,
    ),
    st.tuples(
        st.sampled_from((0, 3)),
        st.sampled_from(("clean", "any")),
        st.sampled_from(("own_zone", "anywhere")),
    ),
)
def test_spots_are_the_anchors_that_are_not_refused(
    kind: str,
    places: list[tuple[int, int]],
    pieces: list[tuple[str, int, int]],
    options: tuple[int, str, str],
) -> None:
    gap, los, lone = options
    units = [positions.unit("R1", "EX1", ""), positions.unit("R2", kind, "")]
    for number, place in enumerate(dict.fromkeys(places)):
        name = f"R{number + 3}" if number % 3 == 2 else f"B{number + 1}"
        of = "GU5" if number == 3 else "GU3"  # one with Detect
        units.append(positions.unit(name, "EX3" if name[0] == "R" else of, str(Square(*place))))
    found = table(
        units,
        [Scenery(*piece) for piece in pieces],
        silent_gap=gap,
        silent_los=los,
        reinforce_alone=lone,
    )
    unit, spots = found.units["R2"], reinforcing.spots(found, found.units["R2"])
    assert spots == _not_refused(found)
    if not found.kind(unit).specials.silent:
        side = found.kind(unit).base
        assert all(zones.on_border(found, Base(*spot, side)) for spot in spots)


def _not_refused(of_table: Table) -> tuple[Square, ...]:
    return tuple(
        Square(c, r)
        for r in range(16)
        for c in range(16)
        if forbidden(of_table, 0, Reinforce("R2", Square(c, r), N)) is None
    )


@pytest.mark.rules("ASCW-156", "ASCW-D39", "ASCW-D48")
@pytest.mark.parametrize("los", ["clean", "any"])
def test_a_silent_unit_enters_out_of_the_sight_of_all_enemies(los: str) -> None:
    units = [
        positions.unit("R1", "EX1", ""),
        positions.unit("R2", "EX6", ""),
        positions.unit("B1", "GU3", "H12"),
        positions.unit("B2", "GU3", "C4"),
    ]
    pieces = [Scenery("WA", 5, 6), Scenery("WA", 9, 9), Scenery("DW", 3, 2)]
    found = table(units, pieces, silent_gap=3, silent_los=los)
    spots = reinforcing.spots(found, found.units["R2"])
    assert any(0 < spot.c < 15 and 0 < spot.r < 15 for spot in spots)
    assert spots == _not_refused(found)


@pytest.mark.rules("ASCW-D47")
@pytest.mark.parametrize("lone", ["own_zone", "anywhere"])
def test_the_spots_of_a_unit_without_friends_follow_the_setting(lone: str) -> None:
    units = [positions.unit("R2", "EX3", ""), positions.unit("B1", "GU3", "H12")]
    found = table(units, reinforce_alone=lone)
    assert reinforcing.spots(found, found.units["R2"]) == _not_refused(found)
