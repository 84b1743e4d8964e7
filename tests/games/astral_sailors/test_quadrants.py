"""Occupation: quadrants held, captured, entered and lost."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.astral_sailors.events import QuadrantChanged
from games.astral_sailors.rules.victory import capture, quadrants
from games.astral_sailors.table import LastAction, Table, Unit
from games.core.geometry.squares import Base
from tests.games.astral_sailors.goals import checked, commander, having, told, winner
from tests.games.astral_sailors.positions import builder, kind, table, unit

OCCUPATION = 5

BOTH = [
    commander(0),  # B2, in Q1-1
    unit("R2", "EX3", "C3"),
    unit("R3", "EX3", "A10"),
    unit("R4", "EX3", "B10"),
    unit("R5", "EX3", "C10"),
    commander(1),  # O15, in Q2-2
]
"""WE-48, turned: Red's zone touches Q1-1 and Q2-1; two units in Q1-1, three in Q1-2."""


@pytest.mark.rules("ASCW-129", "ASCW-130", "ASCW-131", "ASCW-D63", "WE-48")
def test_two_quadrants_held_at_two_ends_of_round_win_with_two_players() -> None:
    match = builder(table(BOTH), (OCCUPATION,))
    quadrants.count(match)
    assert match.table.teams[0].quadrants == {"Q1-1": 1, "Q1-2": 1}
    assert winner(checked(match)) is None
    quadrants.count(match)
    assert match.table.teams[0].quadrants == {"Q1-1": 2, "Q1-2": 2}
    assert winner(checked(match)) == ("won", 0, "ASCW-129")


@pytest.mark.rules("ASCW-131", "ASCW-D63")
def test_a_captured_quadrant_needs_no_garrison_but_no_enemy_may_stay_in_it() -> None:
    match = builder(table(BOTH), (OCCUPATION,))
    quadrants.count(match)
    quadrants.count(match)
    for code in ("R3", "R4"):
        match.put(match.unit(code), place="reserve")
    quadrants.count(match)  # one of three is left
    assert match.table.teams[0].quadrants == {"Q1-1": 2, "Q1-2": 2}
    match.put(unit("B2", "EX3", "H16"))
    quadrants.count(match)
    assert match.table.teams[0].quadrants == {"Q1-1": 2}


@pytest.mark.rules("ASCW-132", "ASCW-D63", "WE-48")
def test_an_enemy_who_ends_an_action_in_a_quadrant_undoes_its_counter() -> None:
    match = builder(table(BOTH), (OCCUPATION,))
    quadrants.count(match)
    match.put(unit("B2", "EX3", "H16"))
    checked(match)
    match.put(unit("B2", "EX3", ""))
    quadrants.count(match)
    assert match.table.teams[0].quadrants == {"Q1-1": 2, "Q1-2": 1}
    assert winner(checked(match)) is None
    assert told(match, QuadrantChanged)[2:] == [
        QuadrantChanged(quadrant="Q1-2", team=0, counter=0),
        QuadrantChanged(quadrant="Q1-1", team=0, counter=2),
        QuadrantChanged(quadrant="Q1-2", team=0, counter=1),
    ]


@pytest.mark.rules("ASCW-130", "ASCW-D63", "WE-48")
@pytest.mark.parametrize(
    ("held", "won"),
    [
        ({"Q1-1": 2, "Q2-2": 2}, False),
        ({"Q1-1": 2, "Q1-2": 2}, True),
        ({"Q1-1": 2, "Q1-2": 1}, False),
        ({"Q1-1": 2, "Q2-1": 2}, False),
        ({"Q1-1": 2, "Q2-1": 2, "Q2-2": 2}, True),
        ({"Q1-2": 2, "Q2-2": 2}, True),
    ],
)
def test_captured_quadrants_have_to_share_a_side(held: dict[str, int], won: bool) -> None:
    at = having(table([commander(0), commander(1, place="reserve")]), 0, quadrants=held)
    assert (winner(checked(builder(at, (OCCUPATION,)))) is not None) == won


@pytest.mark.rules("ASCW-D63", "WE-48")
def test_with_all_home_quadrants_standing_still_wins_on_the_small_board() -> None:
    units = [commander(0), commander(1, place="reserve")]
    at = having(table(units, home_quadrants="all"), 0, quadrants={"Q1-1": 2, "Q2-1": 2})
    assert winner(checked(builder(at, (OCCUPATION,)))) == ("won", 0, "ASCW-129")


@pytest.mark.rules("ASCW-D63")
@pytest.mark.parametrize(
    ("teams", "most", "home"),
    [
        ((1, 1), 1, {"Q1-1", "Q2-1"}),
        ((1, 1, 1), 2, {"Q1-1", "Q2-1", "Q3-1"}),
        ((4, 4), 4, {"Q1-1", "Q2-1", "Q3-1", "Q4-1", "Q4-2", "Q4-3", "Q4-4"}),
    ],
)
def test_half_of_the_number_needed_may_lie_at_home(
    teams: tuple[int, ...], most: int, home: set[str]
) -> None:
    at = table([], teams=teams)
    assert (quadrants.most_at_home(at), set(quadrants.home(at, 0))) == (most, home)
    at = having(at, 0, quadrants=dict.fromkeys(home, 2))
    assert quadrants.largest(at, 0) == most


@pytest.mark.rules("ASCW-129")
@pytest.mark.parametrize(("teams", "wanted"), [((1, 1), 2), ((1, 1, 1), 5), ((4, 4), 8)])
def test_half_of_the_quadrants_rounded_up_are_wanted(teams: tuple[int, ...], wanted: int) -> None:
    assert quadrants.wanted(table([], teams=teams)) == wanted


@pytest.mark.rules("ASCW-130")
def test_quadrants_are_joined_through_others() -> None:
    names = ("Q1-1", "Q2-1", "Q2-2", "Q3-2", "Q1-3", "Q3-3")
    at = table([], teams=(1, 1, 1), home_quadrants="all")
    at = having(at, 0, quadrants=dict.fromkeys(names, 2))
    assert quadrants.largest(at, 0) == 5
    assert quadrants.captured(at, 0) == frozenset(names)


@pytest.mark.rules("ASCW-131", "ASCW-D63")
@pytest.mark.parametrize(
    "units",
    [
        [unit("R2", "EX3", "A9")],
        [unit("R2", "EX3", "A9"), unit("R3", "EX3", "B9"), unit("B2", "EX3", "H16")],
        [unit("R2", "EX3", "A9"), unit("R3", "EX3", "", place="captive", held_by="B2")],
    ],
)
def test_one_unit_or_a_contested_quadrant_holds_nothing(units: list[Unit]) -> None:
    at = having(table(units), 0, quadrants={"Q1-2": 1})
    match = builder(at)
    quadrants.count(match)
    assert match.table.teams[0].quadrants == {}
    assert told(match, QuadrantChanged) == [QuadrantChanged(quadrant="Q1-2", team=0, counter=0)]


@pytest.mark.rules("ASCW-131", "ASCW-D63")
def test_a_captured_quadrant_needs_no_garrison() -> None:
    match = builder(having(table([commander(1)]), 0, quadrants={"Q1-1": 2}))
    for _ in range(3):
        quadrants.count(match)
        checked_quadrants(match.table, {"Q1-1": 2})


def checked_quadrants(at: Table, wanted: dict[str, int]) -> None:
    assert at.teams[0].quadrants == wanted


@pytest.mark.rules("ASCW-132", "ASCW-D63")
def test_a_captured_quadrant_is_lost_to_an_enemy_and_a_captive_is_none() -> None:
    at = having(table([commander(0)]), 0, quadrants={"Q1-1": 2})
    match = builder(at)
    match.put(unit("B2", "EX3", "", place="captive", held_by="R1"))
    quadrants.intrude(match)
    checked_quadrants(match.table, {"Q1-1": 2})
    match.put(unit("B2", "EX3", "A1"))
    quadrants.intrude(match)
    checked_quadrants(match.table, {})


@pytest.mark.rules("ASCW-131")
def test_members_of_a_team_hold_a_quadrant_together() -> None:
    units = [unit("R1", "EX3", "A1"), unit("B1", "EX3", "B1")]
    match = builder(table(units, teams=(2, 1)))
    quadrants.count(match)
    assert match.table.teams[0].quadrants == {"Q1-1": 1}


@pytest.mark.rules("ASCW-D63")
@pytest.mark.parametrize(
    ("side", "anchor", "name"), [(2, "H1", "Q1-1"), (2, "I1", "Q2-1"), (3, "H8", "Q2-2")]
)
def test_a_unit_is_where_its_centre_is_and_on_a_border_where_its_anchor_is(
    side: int, anchor: str, name: str
) -> None:
    one = kind("MC9", base=side)
    units = [
        unit("R1", "MC9", anchor),
        unit("R2", "EX3", {"Q1-1": "A1", "Q2-1": "P1"}.get(name, "P16")),
    ]
    match = builder(table(units, kinds=[one]))
    quadrants.count(match)
    assert match.table.teams[0].quadrants == {name: 1}


@pytest.mark.rules("ASCW-D63")
@pytest.mark.parametrize(
    ("option", "left"), [("end", {"Q1-1": 2, "Q2-1": 2}), ("path", {"Q1-1": 2})]
)
def test_with_an_option_a_quadrant_that_is_crossed_is_lost_too(
    option: str, left: dict[str, int]
) -> None:
    runner = unit("B2", "EX3", "J9")
    path = (Base(9, 8), Base(9, 7), Base(9, 8))
    at = having(table([runner], intrusion=option), 0, quadrants={"Q1-1": 2, "Q2-1": 2})
    match = builder(replace(at, last=LastAction("B2", 1, "move", path)))
    capture.arrive(match, "B2")
    checked(match)
    assert match.table.teams[0].quadrants == left


NAMES = st.sampled_from(quadrants.names(table([], teams=(4, 4))))


@pytest.mark.rules("ASCW-130")
@given(st.frozensets(NAMES))
def test_the_largest_group_is_found_whatever_is_held(names: frozenset[str]) -> None:
    """Against a slower way: groups grow until none touches another."""
    groups = [{name} for name in sorted(names)]
    joined = True
    while joined:
        joined = False
        for a in groups:
            for b in groups:
                if a is not b and any(_beside(x, y) for x in a for y in b):
                    a |= b
                    groups.remove(b)
                    joined = True
                    break
            if joined:
                break
    home = {"Q1-1", "Q2-1", "Q3-1", "Q4-1", "Q4-2", "Q4-3", "Q4-4"}
    sizes = {
        "all": [len(group) for group in groups],
        "half": [len(group - home) + min(4, len(group & home)) for group in groups],
    }
    for option, found in sizes.items():
        at = table([], teams=(4, 4), home_quadrants=option)
        at = having(at, 0, quadrants=dict.fromkeys(names, 2))
        assert quadrants.largest(at, 0) == max(found, default=0)


def _beside(a: str, b: str) -> bool:
    (ac, ar), (bc, br) = ((int(part) for part in name[1:].split("-")) for name in (a, b))
    return abs(ac - bc) + abs(ar - br) == 1
