"""Move and Run: where they lead, by which way, and why not elsewhere."""

from __future__ import annotations

import pytest

from games.astral_sailors.board import paths
from games.astral_sailors.table import Table, Unit
from games.core.geometry.squares import Base, Facing, Square
from tests.games.astral_sailors.fields import (
    BIG,
    CRAWL,
    KINDS,
    KITE,
    LIGHT,
    MAN,
    SLOW,
    STILL,
    SWIM,
    at,
    field,
    refused,
    way,
)
from tests.games.astral_sailors.positions import piece, table, unit

# --- Move ---


@pytest.mark.rules("ASCW-64", "ASCW-68", "ASCW-D12")
def test_on_open_ground_a_move_leads_mv_kings_steps_far() -> None:
    of, man = field(MAN, "H8")
    reach = paths.moves(of, man)
    assert len(reach) == 11 * 11 - 1
    assert at("H8") not in reach
    assert at("C3") in reach
    assert at("M13") in reach
    assert at("N8") not in reach
    assert all(reach[to].cost == Base(*to).gap(of.base(man)) for to in reach)
    assert list(reach) == sorted(reach, key=lambda each: (each.r, each.c))


@pytest.mark.rules("WE-34", "ASCW-68", "ASCW-69", "ASCW-70", "ASCW-D11")
def test_after_a_move_the_unit_faces_the_way_of_its_last_step() -> None:
    of, man = field("EX4", "C5")
    path = paths.along(of, man, (Facing.E, Facing.E, Facing.SE))
    assert isinstance(path, paths.Path)
    assert way(path) == ["C5", "D5", "E5", "F6"]
    assert (path.cost, path.facing) == (3, Facing.SE)


@pytest.mark.rules("WE-35", "ASCW-98", "ASCW-151", "ASCW-D15")
@pytest.mark.parametrize(
    ("of", "mud", "farthest"),
    [
        (MAN, "BCDEFGH", "C"),  # two squares of mud
        (MAN, "EFGH", "E"),  # three normal ones and one of mud
        (SLOW, "BCDEFGH", "B"),
        (SLOW, "B", "C"),  # one of mud, then a normal one
        (LIGHT, "BCDEFGH", "F"),
    ],
)
def test_mud_costs_two_points_a_step(of: str, mud: str, farthest: str) -> None:
    walls = [("W8", f"{column}2") for column in "ABCDEFGH"]
    one, walker = field(of, "A1", *walls, *((("L1", f"{column}1")) for column in mud))
    reach = paths.moves(one, walker)
    assert str(max(reach, key=lambda each: each.c)) == f"{farthest}1"


@pytest.mark.rules("ASCW-D12")
def test_one_single_legal_step_is_always_a_move() -> None:
    of, crawler = field(CRAWL, "C3", ("L1", "D3"), ("CR", "C2"))
    reach = paths.moves(of, crawler)
    assert len(reach) == 7
    assert reach[at("D3")].cost == 2
    assert isinstance(paths.along(of, crawler, (Facing.E,)), paths.Path)
    assert refused(paths.along(of, crawler, (Facing.E, Facing.E)))[0] == "TOO_FAR"
    still, rock = field(STILL, "C3")
    assert not paths.moves(still, rock)
    assert refused(paths.along(still, rock, (Facing.E,)))[0] == "TOO_FAR"


@pytest.mark.rules("ASCW-D12")
def test_a_first_step_of_two_points_is_legal_in_mud_on_all_sides() -> None:
    around = [("L1", name) for name in ("B2", "C2", "D2", "B3", "D3", "B4", "C4", "D4")]
    of, crawler = field(CRAWL, "C3", *around)
    assert {path.cost for path in paths.moves(of, crawler).values()} == {2}
    assert len(paths.moves(of, crawler)) == 8


@pytest.mark.rules("ASCW-D05")
def test_a_move_passes_friends_and_ends_on_nobody() -> None:
    friend, enemy = unit("R2", MAN, "D3"), unit("B1", MAN, "C4")
    walls = [("W8", "B1"), ("CR", "D2"), ("CR", "D4"), ("CR", "C2")]
    of, man = field(SLOW, "C3", *walls, others=[friend, enemy])
    reach = paths.moves(of, man)
    assert at("D3") not in reach
    assert at("C4") not in reach
    assert way(reach[at("E3")]) == ["C3", "D3", "E3"]
    assert refused(paths.why_not(of, man, at("D3"))) == (
        "OCCUPIED",
        "ASCW-D05",
        "D3 is occupied by R2 on D3.",
    )
    assert refused(paths.along(of, man, (Facing.S,))) == (
        "BLOCKED",
        "ASCW-D05",
        "The way is blocked by B1 on C4, and no unit passes through enemies.",
    )


@pytest.mark.rules("ASCW-D05", "ASCW-D12")
def test_low_fences_are_crossed_at_double_cost_and_nobody_stops_on_them() -> None:
    of, man = field(MAN, "C5", ("FE", "B4"))
    reach = paths.moves(of, man)
    assert not {at("B4"), at("C4"), at("D4")} & set(reach)
    assert reach[at("C3")].cost == 3
    assert refused(paths.why_not(of, man, at("C4"))) == (
        "BLOCKED",
        "ASCW-D05",
        "Low fence lies on C4, which R1 may cross but not stop on.",
    )
    light, feet = field(LIGHT, "C5", ("FE", "B4"))
    assert paths.moves(light, feet)[at("C3")].cost == 2
    assert at("C4") not in paths.moves(light, feet)
    above, kite = field(KITE, "C5", ("FE", "B4"))
    assert paths.moves(above, kite)[at("C4")].cost == 1


@pytest.mark.rules("ASCW-D12")
def test_nobody_squeezes_between_two_corners() -> None:
    of, man = field(MAN, "F6", ("CR", "F5"), ("CR", "G6"))
    assert paths.moves(of, man)[at("G5")].cost == 3
    code, rule, sentence = refused(paths.along(of, man, (Facing.NE,)))
    assert (code, rule) == ("BLOCKED", "ASCW-D12")
    assert "between two corners" in sentence
    above, kite = field(KITE, "F6", ("CR", "F5"), ("CR", "G6"))
    assert paths.moves(above, kite)[at("G5")].cost == 1


@pytest.mark.rules("ASCW-D06", "ASCW-97")
def test_deep_water_is_open_to_swimmers_alone() -> None:
    of, man = field(MAN, "A5", ("DW", "B4"))
    swim, diver = field(SWIM, "A5", ("DW", "B4"))
    assert at("C5") not in paths.moves(of, man)
    assert paths.moves(swim, diver)[at("C5")].cost == 2


@pytest.mark.rules("ASCW-D12", "ASCW-D05")
def test_a_big_base_needs_room_for_all_its_squares() -> None:
    of, big = field(BIG, "A1", ("W8", "D1"), ("W8", "D10"))
    reach = paths.moves(of, big)
    assert {each.c for each in reach} == {0, 1}
    assert refused(paths.why_not(of, big, at("F4")))[0] == "BLOCKED", "the gap is one square wide"
    gap, _ = field(BIG, "A1", ("W8", "C1"), ("CR", "C10"))
    assert at("B9") not in paths.moves(gap, big)


@pytest.mark.rules("WE-31", "ASCW-97", "ASCW-160", "ASCW-D18")
def test_a_flyer_crosses_everything_at_cost_1_and_ends_on_nobody() -> None:
    pieces = [piece("WA", "H5"), piece("WO", "J5"), piece("MI", "G7"), piece("DW", "L5")]
    units = [unit("R1", "GU10", "H8"), unit("B1", "GU4", "H3"), unit("R2", "GU4", "K3")]
    of = table(units, pieces, size=24)
    harrier = units[0]
    reach = paths.moves(of, harrier)
    assert all(path.cost == len(path.bases) - 1 for path in reach.values())
    assert reach[at("H1")].cost == 7
    assert "H3" in way(reach[at("H1")])
    assert at("H3") not in reach
    assert at("G2") not in reach, "its base would cover H3"
    assert at("H5") in reach
    assert not any(paths.crossed(of, harrier, path, leap=False) for path in reach.values())


@pytest.mark.rules("ASCW-D12")
def test_among_equal_ways_the_first_in_order_of_directions_is_taken() -> None:
    of, man = field(MAN, "H8")
    reach = paths.moves(of, man)
    assert way(reach[at("H5")]) == ["H8", "H7", "H6", "H5"]
    assert way(reach[at("I5")]) == ["H8", "H7", "H6", "I5"]
    assert way(reach[at("K7")]) == ["H8", "I7", "J6", "K7"]
    assert way(reach[at("J9")]) == ["H8", "I8", "J9"]
    assert way(reach[at("G11")]) == ["H8", "I9", "H10", "G11"]
    assert way(reach[at("E7")]) == ["H8", "G9", "F8", "E7"]


@pytest.mark.rules("ASCW-D12", "ASCW-D16")
def test_among_the_cheapest_ways_the_one_through_fewest_dangers_is_taken() -> None:
    of, man = field(MAN, "H8", ("D1", "H7"), ("D1", "I7"))
    reach = paths.moves(of, man)
    assert way(reach[at("H6")]) == ["H8", "G7", "H6"]
    assert way(reach[at("J6")]) == ["H8", "I7", "J6"], "no cheapest way avoids I7"
    assert way(reach[at("H7")]) == ["H8", "H7"]


@pytest.mark.rules("ASCW-D12", "ASCW-D16")
def test_a_piece_entered_twice_counts_once_and_one_stood_on_does_not_count() -> None:
    """From A8 to D9 two different pieces are on one way, a single long one on the other."""
    walls = [("W8", f"{column}1") for column in "BCDEFG"]
    pieces = [("D1", "C9"), ("D1", "B9"), ("D8", "B10")]
    of, man = field(MAN, "A9", *pieces, *walls)
    assert way(paths.moves(of, man)[at("D9")]) == ["A9", "B10", "C10", "D9"]
    on_it, there = field(MAN, "B8", ("D8", "A8"), ("D1", "C7"), ("D1", "C9"))
    assert way(paths.moves(on_it, there)[at("D8")]) == ["B8", "C8", "D8"]


@pytest.mark.rules("ASCW-D12")
def test_a_costlier_way_around_danger_is_for_the_player_to_name() -> None:
    of, man = field(MAN, "H8", *(("D1", f"{column}7") for column in "GHI"))
    assert paths.moves(of, man)[at("H6")].cost == 2
    around = (Facing.W, Facing.NW, Facing.NE, Facing.NE, Facing.E)
    named = paths.along(of, man, around)
    assert isinstance(named, paths.Path)
    assert paths.crossed(of, man, named, leap=False) == ()


@pytest.mark.rules("ASCW-68", "ASCW-D12")
def test_a_move_too_far_is_refused_with_the_numbers() -> None:
    of, man = field(MAN, "H8")
    code, rule, sentence = refused(paths.why_not(of, man, at("N8")))
    assert (code, rule) == ("TOO_FAR", "ASCW-68")
    assert sentence == "N8 costs 6 movement points, but R1 has MV 5."
    assert (
        paths.why_not(of, man, at("N8"))
        .args[0]
        .endswith("The nearest that R1 can reach is M8, for 5 movement points.")
    )
    long = paths.along(of, man, (Facing.E,) * 6)
    assert refused(long)[2] == "This path to N8 costs 6 movement points, but R1 has MV 5."


@pytest.mark.rules("ASCW-D05", "ASCW-D11", "ASCW-D12")
def test_each_other_way_to_be_refused_a_move_has_its_reason() -> None:
    ring = [("CR", name) for name in ("B1", "B2", "A2")]
    shut, man = field(MAN, "A1", *ring)
    code, rule, sentence = refused(paths.why_not(shut, man, at("D4")))
    assert (code, rule) == ("BLOCKED", "ASCW-D05")
    assert "from A1 to D4" in sentence
    assert "cannot move from A1 at all" in str(paths.why_not(shut, man, at("D4")))
    assert refused(paths.why_not(shut, man, at("B2")))[2] == (
        "Crate lies on B2, which R1 cannot enter."
    )
    assert refused(paths.why_not(shut, man, at("A1")))[:2] == ("TOO_SHORT", "ASCW-D11")
    assert refused(paths.along(shut, man, ()))[:2] == ("TOO_SHORT", "ASCW-D11")
    off = paths.why_not(shut, man, Square(16, 0))
    assert refused(off)[0] == "BLOCKED"
    assert "over the edge of the board" in off.sentence
    assert "over the edge" in refused(paths.along(shut, man, (Facing.N,)))[2]
    assert refused(paths.along(shut, man, (Facing.E,)))[2] == (
        "The way is blocked by Crate on B1, which R1 cannot enter."
    )
    fence, other = field(MAN, "C5", ("FE", "B4"))
    assert refused(paths.along(fence, other, (Facing.N,)))[0] == "BLOCKED"


# --- Run ---


@pytest.mark.rules("WE-33", "ASCW-71", "ASCW-72", "ASCW-73", "ASCW-D13", "ASCW-D14")
def test_a_run_goes_straight_and_costs_from_half_to_twice_the_movement() -> None:
    of, man = field(MAN, "L12", size=24)
    assert list(paths.all_runs(of, man)) == list(Facing)
    for facing in Facing:
        found = paths.runs(of, man, facing)
        assert list(found) == list(range(3, 11))
        assert found[4].facing == facing
        assert found[4].bases[-1].anchor == at("L12").plus(facing, 4)


@pytest.mark.rules("WE-33", "ASCW-73", "ASCW-D14", "ASCW-D15")
def test_difficult_squares_count_double_in_a_run() -> None:
    four, man = field(MAN, "A1", ("L1", "D1"), ("L1", "E1"), size=24)
    assert paths.runs(four, man, Facing.E)[4].cost == 6
    two, _ = field(MAN, "A1", ("L1", "B1"), ("L1", "C1"), size=24)
    assert min(paths.runs(two, man, Facing.E)) == 2
    ten, _ = field(MAN, "A1", ("L1", "K1"), size=24)
    assert 10 not in paths.runs(ten, man, Facing.E)
    code, rule, sentence = refused(paths.run_refusal(ten, man, Facing.E, 10))
    assert (code, rule) == ("TOO_FAR", "ASCW-73")
    assert sentence == (
        "A Run of 10 squares E costs 11 movement points, but twice the movement of R1 is 10."
    )


@pytest.mark.rules("WE-33", "ASCW-73", "ASCW-74", "ASCW-D14")
def test_an_enemy_one_step_away_is_too_near_to_be_charged() -> None:
    of, man = field(MAN, "A5", others=[unit("B1", MAN, "C5")])
    assert not paths.runs(of, man, Facing.E)
    found = paths.run_refusal(of, man, Facing.E, 1)
    assert refused(found) == (
        "TOO_SHORT",
        "ASCW-73",
        (
            "A Run of 1 square E costs 1 movement point, but R1 must spend at least 3: "
            "half its movement, rounded up."
        ),
    )


@pytest.mark.rules("ASCW-73", "ASCW-D14")
@pytest.mark.parametrize(
    ("of", "steps"), [(CRAWL, [1, 2]), (SLOW, [2, 3, 4, 5, 6]), ("EX4", [2, 3, 4, 5, 6, 7, 8])]
)
def test_half_of_an_odd_movement_is_rounded_up(of: str, steps: list[int]) -> None:
    with_room, runner = field(of, "A1")
    assert list(paths.runs(with_room, runner, Facing.SE)) == steps


@pytest.mark.rules("ASCW-72", "ASCW-D05")
def test_a_run_passes_friends_and_fences_but_does_not_end_there() -> None:
    of, man = field(MAN, "A1", ("FE", "E1"), others=[unit("R2", MAN, "D1")])
    assert list(paths.runs(of, man, Facing.E)) == [7]
    assert paths.runs(of, man, Facing.E)[7].cost == 10
    assert refused(paths.run_refusal(of, man, Facing.E, 3))[0] == "OCCUPIED"
    assert refused(paths.run_refusal(of, man, Facing.E, 5))[0] == "BLOCKED"
    found = paths.run_refusal(of, man, Facing.E, 3)
    assert found is not None
    assert found.instead == "E, a Run of R1 can go 7 squares."


@pytest.mark.rules("ASCW-72", "ASCW-D05", "ASCW-D13")
def test_a_run_is_refused_with_what_stops_it() -> None:
    of, man = field(MAN, "A5", ("CR", "D5"), others=[unit("B1", MAN, "A9")])
    assert refused(paths.run_refusal(of, man, Facing.E, 5))[0] == "BLOCKED"
    assert "Crate on D5" in refused(paths.run_refusal(of, man, Facing.E, 5))[2]
    assert "B1 on A9" in refused(paths.run_refusal(of, man, Facing.S, 5))[2]
    assert "edge" in refused(paths.run_refusal(of, man, Facing.W, 3))[2]
    assert refused(paths.run_refusal(of, man, Facing.NE, 0))[0] == "TOO_SHORT"
    wide, runner = field(MAN, "A5", size=32)
    assert refused(paths.run_refusal(wide, runner, Facing.E, 11))[0] == "TOO_FAR"
    assert refused(paths.run_refusal(wide, runner, Facing.E, 99))[0] == "TOO_FAR"
    assert paths.run_refusal(wide, runner, Facing.E, 10) is None


# --- Charge ---


def charge(of: Table, one: Unit, facing: Facing, steps: int) -> tuple[str, ...]:
    return paths.charged(of, one, paths.runs(of, one, facing)[steps])


@pytest.mark.rules("WE-32", "ASCW-74", "ASCW-75", "ASCW-D19")
def test_a_strider_that_runs_into_contact_may_strike() -> None:
    strider, conscript = unit("R1", "EX8", "C3", Facing.S), unit("B1", "GU3", "E9")
    of = table([strider, conscript])
    assert charge(of, strider, Facing.S, 4) == ("B1",)
    assert charge(of, strider, Facing.S, 3) == ()


@pytest.mark.rules("ASCW-74", "ASCW-75", "ASCW-D19", "ASCW-D10")
def test_only_enemies_in_front_newly_touched_may_be_struck() -> None:
    others = [
        unit("B1", MAN, "B4"),  # touched from the start
        unit("B2", MAN, "E4"),
        unit("B10", MAN, "F5"),
        unit("B3", MAN, "D6"),  # behind at the end
        unit("R2", MAN, "F6"),  # no enemy
        unit("B4", MAN, "G5", place="captive", held_by="R2"),
    ]
    of, man = field(MAN, "B5", others=others)
    assert charge(of, man, Facing.E, 3) == ("B2", "B10")
    every = table(of.units.values(), kinds=KINDS, melee_arc="all")
    assert charge(every, man, Facing.E, 3) == ("B2", "B3", "B10")


@pytest.mark.rules("ASCW-74", "ASCW-D19")
def test_an_enemy_touched_before_and_after_the_run_is_no_target() -> None:
    giant = unit("B1", "GU9", "C3")
    of, man = field(CRAWL, "B4", others=[giant])
    assert charge(of, man, Facing.S, 1) == ()


@pytest.mark.rules("WE-31", "ASCW-161", "ASCW-D18", "ASCW-D19")
def test_only_flyers_charge_flyers_and_they_charge_the_ground_if_agreed() -> None:
    others = [unit("B1", MAN, "F4"), unit("B2", KITE, "F6")]
    ground_, man = field(MAN, "B5", others=others)
    assert charge(ground_, man, Facing.E, 3) == ("B1",)
    air, kite = field(KITE, "B5", others=others)
    assert charge(air, kite, Facing.E, 3) == ("B1", "B2")
    agreed, _ = field(KITE, "B5", others=others, fly_melee_down=False)
    assert charge(agreed, kite, Facing.E, 3) == ("B2",)


@pytest.mark.rules("ASCW-D09", "ASCW-D19")
def test_a_corner_between_walls_is_no_contact_for_a_charge() -> None:
    of, man = field(MAN, "B5", ("CR", "F5"), ("CR", "E4"), others=[unit("B1", MAN, "F4")])
    assert charge(of, man, Facing.E, 3) == ()
