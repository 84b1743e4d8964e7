"""Move, Run and Jump: where they lead, by which way, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from games.astral_sailors import ground, paths
from games.astral_sailors.table import Table, Unit
from games.core.refusals import Forbidden
from games.core.squares import Base, Facing, Square, square
from tests.games.astral_sailors.battles import battle
from tests.games.astral_sailors.positions import kind, piece, piece_kind, table, unit

MAN, SLOW, CRAWL, STILL, LIGHT, BIG, KITE, HOP, SWIM, HAWK = (f"TT{n}" for n in range(1, 11))
KINDS = (
    kind(MAN, movement=5),
    kind(SLOW, movement=3),
    kind(CRAWL, movement=1),
    kind(STILL, movement=0),
    kind(LIGHT, "Light feet", movement=5),
    kind(BIG, movement=5, base=2),
    kind(KITE, "Fly", movement=5),
    kind(HOP, "Jump 5/2", movement=1),
    kind(SWIM, "Aquatic", movement=5),
    kind(HAWK, "Fly", "Jump 4/0", movement=5),
    piece_kind("L1", height=0, opacity="", entry="difficult"),
    piece_kind("L5", size=[8, 1], height=0, opacity="", entry="difficult"),
    piece_kind("D1", height=0, opacity="", entry="open", danger=1),
    piece_kind("D2", size=[1, 2], height=0, opacity="", entry="open", danger=1),
    piece_kind("D8", size=[8, 1], height=0, opacity="", entry="open", danger=1),
    piece_kind("P1", height=0, opacity="", entry="difficult", danger=2, water=True),
    piece_kind("T3", height=3),
    piece_kind("T2", height=2),
    piece_kind("W4", height=3, opacity="soft", entry="open"),
    piece_kind("W8", size=[1, 8], height=1),
)


def at(name: str) -> Square:
    found = square(name)
    assert found is not None
    return found


def field(
    of: str,
    on: str,
    *pieces: tuple[str, str],
    others: Iterable[Unit] = (),
    size: int = 16,
    **options: Any,
) -> tuple[Table, Unit]:
    """A unit ``R1`` of this kind, pieces, and perhaps others."""
    one = unit("R1", of, on)
    return (
        table([one, *others], [piece(*each) for each in pieces], kinds=KINDS, size=size, **options),
        one,
    )


def way(path: paths.Path) -> list[str]:
    return [str(each.anchor) for each in path.bases]


def refused(found: object) -> tuple[str, str, str]:
    assert isinstance(found, Forbidden)
    return found.code, found.rule, found.sentence


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
        "D3 is occupied: R2 stands on D3.",
    )
    assert refused(paths.along(of, man, (Facing.S,))) == (
        "BLOCKED",
        "ASCW-D05",
        "The way is blocked by B1 on C4: nobody passes through enemies.",
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
    assert sentence == "N8 costs 6 movement points and R1 has 5."
    assert (
        paths.why_not(of, man, at("N8"))
        .args[0]
        .endswith("The nearest that R1 can reach is M8, for 5 movement points.")
    )
    long = paths.along(of, man, (Facing.E,) * 6)
    assert refused(long)[2] == "This way to N8 costs 6 movement points and R1 has 5."


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


@pytest.mark.rules("ASCW-D12", "ASCW-D11")
def test_a_player_may_ask_for_the_last_direction() -> None:
    of, man = field(MAN, "H8")
    path = paths.arriving(of, man, at("H5"), Facing.NE)
    assert isinstance(path, paths.Path)
    assert way(path) == ["H8", "H7", "G6", "H5"]
    assert (path.cost, path.facing) == (3, Facing.NE)
    loop = paths.arriving(of, man, at("H7"), Facing.S)
    assert isinstance(loop, paths.Path)
    assert (way(loop)[-2:], loop.cost) == (["H6", "H7"], 3)
    assert refused(paths.arriving(of, man, at("H3"), Facing.S))[0] == "NO_PATH_WITH_FACING"
    assert refused(paths.arriving(of, man, at("N8"), Facing.E))[0] == "TOO_FAR"
    short, crawler = field(CRAWL, "C3", ("L1", "D3"))
    single = paths.arriving(short, crawler, at("D3"), Facing.E)
    assert isinstance(single, paths.Path)
    assert single.cost == 2
    wrong = paths.arriving(short, crawler, at("D3"), Facing.N)
    assert isinstance(wrong, Forbidden)
    assert wrong.instead == "It can arrive there facing E."


# --- Run ---


@pytest.mark.rules("WE-33", "ASCW-71", "ASCW-72", "ASCW-73", "ASCW-D13", "ASCW-D14")
def test_a_run_goes_straight_and_costs_from_half_to_twice_the_movement() -> None:
    of, man = field(MAN, "L12", size=24)
    for facing in Facing:
        found = paths.runs(of, man, facing)
        assert list(found) == list(range(3, 11))
        assert found[4].facing == facing
        assert found[4].bases[-1].anchor == at("L12").plus(facing, 4)


@pytest.mark.rules("WE-33", "ASCW-73", "ASCW-D14", "ASCW-D15")
def test_difficult_squares_count_double_in_a_run() -> None:
    four, man = field(MAN, "A1", ("L1", "D1"), ("L1", "E1"), size=24)
    assert paths.runs(four, man, Facing.E)[4].cost == 6
    ten, _ = field(MAN, "A1", ("L1", "K1"), size=24)
    assert 10 not in paths.runs(ten, man, Facing.E)
    code, rule, sentence = refused(paths.run_refusal(ten, man, Facing.E, 10))
    assert (code, rule) == ("TOO_FAR", "ASCW-73")
    assert sentence == (
        "A Run of 10 squares E costs 11 movement points, and twice the movement of R1 is 10."
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
            "A Run of 1 square E costs 1 movement point, and R1 has to spend at least 3: "
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


# --- Jump ---


@pytest.mark.rules("WE-30", "ASCW-154", "ASCW-D17")
def test_a_skyjumper_leaps_over_a_high_wall_but_not_over_a_tower() -> None:
    jumper = unit("R1", "EX5", "D8", Facing.W)
    wall = table([jumper], [piece("WA", "C7")])
    assert list(paths.jumps(wall, jumper, Facing.N)) == [2, 3, 4, 5]
    ends = [str(path.bases[-1].anchor) for path in paths.jumps(wall, jumper, Facing.N).values()]
    assert ends == ["D6", "D5", "D4", "D3"]
    assert {path.facing for path in paths.jumps(wall, jumper, Facing.N).values()} == {Facing.N}
    assert refused(paths.jump_refusal(wall, jumper, Facing.N, 1))[0] == "NOT_STANDABLE"
    assert refused(paths.jump_refusal(wall, jumper, Facing.N, 6)) == (
        "TOO_FAR",
        "ASCW-154",
        "R1 leaps at most 5 squares far, not 6.",
    )
    tower = table([jumper], [piece("TW", "D7")])
    assert not paths.jumps(tower, jumper, Facing.N)
    assert refused(paths.jump_refusal(tower, jumper, Facing.N, 3)) == (
        "TOO_HIGH",
        "ASCW-154",
        "Tower on D7 is 3 squares high, and R1 leaps over at most 2 squares.",
    )


@pytest.mark.rules("ASCW-154", "ASCW-D17")
def test_units_are_leapt_over_if_they_are_low_enough_and_flyers_always() -> None:
    others = [unit("B1", MAN, "C4"), unit("R2", "GU9", "E2"), unit("B2", KITE, "C2")]
    of, hopper = field(HOP, "C3", others=others)
    assert list(paths.jumps(of, hopper, Facing.S)) == [2, 3, 4, 5], "over an enemy"
    assert list(paths.jumps(of, hopper, Facing.E)) == [1, 5], "over a friend as high as 2"
    assert list(paths.jumps(of, hopper, Facing.N)) == [2], "over a flyer"
    assert refused(paths.jump_refusal(of, hopper, Facing.E, 3))[0] == "OCCUPIED"


@pytest.mark.rules("ASCW-154", "ASCW-D17", "ASCW-160")
def test_nothing_is_too_high_for_a_flyer_that_leaps() -> None:
    of, hawk = field(HAWK, "C8", ("T3", "C7"), others=[unit("B1", MAN, "C6")])
    assert list(paths.jumps(of, hawk, Facing.N)) == [1, 3, 4]


@pytest.mark.rules("ASCW-154", "ASCW-D17")
def test_a_leap_needs_a_landing_where_the_unit_may_stand() -> None:
    of, hopper = field(HOP, "C8", ("FE", "C6"), ("MI", "C3"), ("T2", "F8"))
    north = paths.jumps(of, hopper, Facing.N)
    assert list(north) == [1, 3, 4, 5], "not on the fence, but on the minefield"
    assert refused(paths.jump_refusal(of, hopper, Facing.N, 2))[0] == "NOT_STANDABLE"
    assert refused(paths.jump_refusal(of, hopper, Facing.W, 3))[0] == "NOT_STANDABLE"
    assert list(paths.jumps(of, hopper, Facing.W)) == [1, 2]
    assert list(paths.jumps(of, hopper, Facing.E)) == [1, 2, 4, 5]
    found = paths.jump_refusal(of, hopper, Facing.E, 0)
    assert found is not None
    assert (found.code, found.instead) == (
        "TOO_SHORT",
        "E, a Jump of R1 can go 1 to 2, 4 to 5 squares.",
    )


@pytest.mark.rules("ASCW-154", "ASCW-D17")
def test_movement_and_corners_do_not_matter_for_a_leap() -> None:
    of, hopper = field(HOP, "C8", ("CR", "C7"), ("CR", "D8"), ("MU", "D5"))
    assert list(paths.jumps(of, hopper, Facing.NE)) == [1, 2, 3, 4, 5]


@pytest.mark.rules("ASCW-154", "ASCW-D17")
def test_what_one_starts_from_and_lands_in_is_not_leapt_over() -> None:
    of, hopper = field(HOP, "C8", ("W4", "C8"), ("W4", "C5"))
    assert list(paths.jumps(of, hopper, Facing.N)) == [1, 2, 3]


@pytest.mark.rules("ASCW-154")
def test_who_has_no_jump_does_not_jump() -> None:
    of, man = field(MAN, "C8")
    assert not paths.jumps(of, man, Facing.N)
    assert refused(paths.jump_refusal(of, man, Facing.N, 1))[:2] == ("NO_JUMP", "ASCW-154")


# --- Dangerous ground ---


def touched(of: Table, one: Unit, steps: tuple[Facing, ...]) -> tuple[int, ...]:
    path = paths.along(of, one, steps)
    assert isinstance(path, paths.Path)
    return paths.crossed(of, one, path, leap=False)


@pytest.mark.rules("WE-36a", "ASCW-96", "ASCW-100", "ASCW-D16")
def test_two_squares_of_one_piece_of_wire_are_touched_once() -> None:
    of, man = field(MAN, "A5", ("BW", "B5"))
    assert touched(of, man, (Facing.E,) * 5) == (0,)


@pytest.mark.rules("ASCW-100", "ASCW-D16")
def test_pieces_are_named_in_the_order_they_are_touched_the_start_included() -> None:
    of, man = field(MAN, "A5", ("D1", "D5"), ("D1", "B5"), ("D1", "A5"))
    assert touched(of, man, (Facing.E,) * 4) == (2, 1, 0)
    assert touched(of, man, (Facing.S,)) == (2,)


@pytest.mark.rules("ASCW-D16")
def test_pieces_touched_by_one_step_are_named_in_order_of_placement() -> None:
    of, big = field(BIG, "A5", ("D1", "C6"), ("D1", "C5"))
    assert touched(of, big, (Facing.E,)) == (0, 1)
    turned, _ = field(BIG, "A5", ("D1", "C5"), ("D1", "C6"))
    assert touched(turned, big, (Facing.E,)) == (0, 1)


@pytest.mark.rules("ASCW-D16", "ASCW-D17")
def test_a_leap_touches_only_where_it_starts_and_ends() -> None:
    of, hopper = field(HOP, "A5", ("D1", "A5"), ("D1", "B5"), ("D1", "D5"))
    leap = paths.jumps(of, hopper, Facing.E)[3]
    assert paths.crossed(of, hopper, leap, leap=True) == (0, 2)


@pytest.mark.rules("ASCW-97", "ASCW-160", "ASCW-D06", "ASCW-D16", "ASCW-D18")
def test_flyers_touch_nothing_and_swimmers_are_at_home_in_water() -> None:
    for one, expected in ((MAN, (0, 1)), (SWIM, (1,)), (KITE, ())):
        of, walker = field(one, "A5", ("P1", "B5"), ("D1", "C5"))
        assert touched(of, walker, (Facing.E, Facing.E)) == expected


@pytest.mark.rules("ASCW-151", "ASCW-D16")
def test_light_feet_do_not_protect_from_danger() -> None:
    of, light = field(LIGHT, "A5", ("LV", "B5"))
    assert touched(of, light, (Facing.E,)) == (0,)


# --- Against a plain search ---


def _all_ways(
    of: Table, one: Unit, points: int
) -> dict[Square, tuple[int, int, tuple[Facing, ...]]]:
    """Every way of at most ``points``, one after the other; the best for each end."""
    best: dict[Square, tuple[int, int, tuple[Facing, ...]]] = {}
    start = of.base(one)

    def dangers(base: Base) -> frozenset[int]:
        special = of.kind(one).specials
        found = set()
        for each in () if special.fly else base.squares():
            place = ground.terrain_at(of, each)
            if place is not None:
                under = of.catalogue.pieces[of.pieces[place].kind]
                if under.danger is not None and not (under.water and special.aquatic):
                    found.add(place)
        return frozenset(found)

    first = dangers(start)

    def go(base: Base, spent: int, entered: frozenset[int], steps: tuple[Facing, ...]) -> None:
        if steps and base != start and ground.stands(of, one, base):
            found = (spent, len(entered - first), steps)
            if base.anchor not in best or found < best[base.anchor]:
                best[base.anchor] = found
        for facing in Facing:
            cost = ground.step_cost(of, one, base, facing)
            if cost is not None and (spent + cost <= points or (not steps and points)):
                to = base.at(base.anchor.plus(facing))
                go(to, spent + cost, entered | dangers(to), (*steps, facing))

    go(start, 0, frozenset(), ())
    return best


@pytest.mark.rules("ASCW-68", "ASCW-D05", "ASCW-D12", "ASCW-D15")
@pytest.mark.parametrize("seed", range(30))
def test_canonical_paths_are_those_of_a_search_through_all_ways(seed: int) -> None:
    chance = Random(seed)
    of = battle(chance, size=10, units=9, pieces=10, teams=(2, 1))
    slow = [each for each in of.on_board() if of.kind(each).movement <= 3]
    for one in slow[:2]:
        points = of.kind(one).movement
        expected = _all_ways(of, one, points)
        reach = paths.moves(of, one)
        assert set(reach) == set(expected)
        for to, (cost, _, steps) in expected.items():
            path = reach[to]
            assert (path.cost, _steps(path)) == (cost, steps)
            assert paths.along(of, one, steps) == path
            assert reach.cost(to) == cost


@pytest.mark.rules("ASCW-D12", "ASCW-D16")
@pytest.mark.parametrize("seed", range(12))
def test_ways_through_many_dangers_are_those_of_a_search_through_all_ways(seed: int) -> None:
    chance = Random(seed)
    spots = chance.sample(
        [Square(c, r) for c in range(7) for r in range(7) if (c, r) != (3, 3)], 16
    )
    pieces = [(chance.choice(("D1", "D1", "L1", "P1")), str(each)) for each in spots]
    of, man = field(SLOW, "D4", *pieces)
    expected = _all_ways(of, man, 3)
    assert {to: _steps(path) for to, path in paths.moves(of, man).items()} == {
        to: steps for to, (_, _, steps) in expected.items()
    }


def _steps(path: paths.Path) -> tuple[Facing, ...]:
    pairs = zip(path.bases, path.bases[1:], strict=False)
    return tuple(next(each for each in Facing if a.anchor.plus(each) == b.anchor) for a, b in pairs)


@pytest.mark.rules("ASCW-72", "ASCW-73", "ASCW-D13", "ASCW-D14")
@pytest.mark.parametrize("seed", range(10))
def test_every_run_is_legal_or_refused_with_a_reason(seed: int) -> None:
    of = battle(Random(seed), size=12, units=14, pieces=9, teams=(1, 1))
    for one in of.on_board():
        most = 2 * of.kind(one).movement
        for facing in Facing:
            found = paths.runs(of, one, facing)
            jumps = paths.jumps(of, one, facing)
            for steps in range(most + 2):
                reason = paths.run_refusal(of, one, facing, steps)
                assert (steps in found) is (reason is None)
                leap = paths.jump_refusal(of, one, facing, steps)
                assert (steps in jumps) is (leap is None)
                assert reason is None or (reason.code and reason.sentence.endswith("."))


@pytest.mark.rules("ASCW-68")
@pytest.mark.parametrize("seed", range(10))
def test_every_square_is_reached_or_refused_with_a_reason(seed: int) -> None:
    of = battle(Random(100 + seed), size=10, units=10, pieces=9, teams=(1, 1))
    for one in of.on_board()[:4]:
        reach = paths.moves(of, one)
        for to in (Square(c, r) for c in range(-1, 11) for r in range(-1, 11)):
            if to not in reach:
                reason = paths.why_not(of, one, to)
                assert reason.code in ("TOO_FAR", "OCCUPIED", "BLOCKED", "TOO_SHORT")
                with pytest.raises(KeyError):
                    reach[to]


@pytest.mark.rules("ASCW-D12")
@pytest.mark.parametrize("seed", range(8))
def test_a_path_is_the_same_whether_asked_for_alone_or_with_all_others(seed: int) -> None:
    of = battle(Random(200 + seed), size=16, units=20, pieces=14, teams=(1, 1))
    for one in of.on_board()[:5]:
        every = dict(paths.moves(of, one))
        for to in list(every)[::7]:
            assert paths.moves(of, one)[to] == every[to]
