"""Jumps, and the dangerous ground that any way touches."""

from __future__ import annotations

import pytest

from games.astral_sailors.board import paths
from games.astral_sailors.table import Table, Unit
from games.core.geometry.squares import Facing
from tests.games.astral_sailors.fields import (
    BIG,
    HAWK,
    HOP,
    KITE,
    LIGHT,
    MAN,
    SWIM,
    field,
    refused,
)
from tests.games.astral_sailors.positions import piece, table, unit

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
        "R1 jumps at most 5 squares, not 6.",
    )
    tower = table([jumper], [piece("TW", "D7")])
    assert not paths.jumps(tower, jumper, Facing.N)
    assert refused(paths.jump_refusal(tower, jumper, Facing.N, 3)) == (
        "TOO_HIGH",
        "ASCW-154",
        "Tower on D7 is 3 squares high, but R1 jumps over at most 2 squares.",
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
