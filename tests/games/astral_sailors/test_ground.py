"""Where units stand, what a step costs, contact, front and rear."""

from __future__ import annotations

from random import Random

import pytest

from bench.games.astral_sailors import crowded_table
from games.astral_sailors.board import terrain
from games.astral_sailors.table import Table, Unit
from games.core.geometry.squares import Base, Facing, Square, square
from tests.games.astral_sailors.positions import kind, piece, piece_kind, table, unit
from tests.games.astral_sailors.step_costs import step_cost

MAN, BIG, GIANT, KITE, LIGHT, SWIM, WARY = "TT1", "TT2", "TT3", "TT4", "TT5", "TT6", "TT7"
KINDS = (
    kind(MAN),
    kind(BIG, base=2),
    kind(GIANT, base=3),
    kind(KITE, "Fly"),
    kind(LIGHT, "Light feet"),
    kind(SWIM, "Aquatic"),
    kind(WARY, "Reflexes"),
    piece_kind("X0", height=0, opacity="", entry="open", danger=1),
    piece_kind("XS", height=2, opacity="soft", entry="impassable"),
)


def base(at: str, side: int = 1) -> Base:
    found = square(at)
    assert found is not None
    return Base(found.c, found.r, side)


def near(at: str, facing: Facing, of: str, *pieces: tuple[str, str]) -> tuple[Table, Unit]:
    """A unit ``B1`` of this kind on ``at``, with pieces."""
    found = unit("B1", of, at, facing)
    return table([found], [piece(*each) for each in pieces], kinds=KINDS), found


# --- Names, distances, quadrants ---


@pytest.mark.rules("ASCW-D02")
def test_north_leads_to_row_1_and_east_to_later_letters() -> None:
    at = base("C4").anchor
    assert [str(at.plus(facing)) for facing in Facing] == [
        *("C3", "D3", "D4", "D5"),
        *("C5", "B5", "B4", "B3"),
    ]


@pytest.mark.rules("ASCW-D02", "ASCW-16", "ASCW-D63")
@pytest.mark.parametrize(
    ("at", "side", "name"),
    [
        ("A1", 1, "Q1-1"),
        ("H8", 1, "Q1-1"),
        ("I8", 1, "Q2-1"),
        ("A9", 1, "Q1-2"),
        ("P16", 1, "Q2-2"),
        ("AF32", 1, "Q4-4"),
        ("H8", 2, "Q1-1"),  # its centre is the corner of four quadrants: its anchor decides
        ("H3", 2, "Q1-1"),
        ("G3", 3, "Q1-1"),  # its centre is that of H4
        ("H3", 3, "Q2-1"),
        ("G7", 3, "Q1-1"),
    ],
)
def test_a_quadrant_is_named_by_column_band_and_row_band(at: str, side: int, name: str) -> None:
    assert terrain.quadrant(table((), size=32, teams=(4, 4)), base(at, side)) == name


@pytest.mark.rules("ASCW-D03", "ASCW-D04")
def test_distance_is_counted_in_kings_moves_between_the_nearest_squares() -> None:
    at = {"R1": (MAN, "C4"), "B1": (BIG, "E6"), "B2": (GIANT, "F1"), "B3": (MAN, "D5")}
    units = {code: unit(code, of, where) for code, (of, where) in at.items()}
    of = table(units.values(), kinds=KINDS)
    man = units["R1"]
    distances = {code: terrain.distance(of, man, each) for code, each in units.items()}
    assert distances == {"R1": 0, "B1": 2, "B2": 3, "B3": 1}
    assert terrain.distance(of, units["B1"], man) == 2


@pytest.mark.rules("WE-56", "ASCW-62", "ASCW-D04")
def test_a_range_is_inclusive_at_both_ends() -> None:
    sled = unit("R1", "EX10", "A1")
    targets = [unit(f"B{n}", "GU3", at) for n, at in enumerate(("C1", "D1", "R2", "S1"), 1)]
    of = table([sled, *targets], teams=(2, 2))
    reach = of.kind(sled)
    distances = [terrain.distance(of, sled, each) for each in targets]
    assert distances == [1, 2, 16, 17]
    assert [reach.nearest <= each <= reach.farthest for each in distances] == [
        *(False, True, True, False)
    ]


# --- Standing ---


@pytest.mark.rules("ASCW-D05", "ASCW-D06")
@pytest.mark.parametrize(
    ("of", "on", "may"),
    [
        (MAN, "CR", False),
        (MAN, "FE", False),
        (MAN, "MF", False),
        (MAN, "WO", True),
        (MAN, "BW", True),
        (MAN, "LV", True),
        (MAN, "SW", True),
        (MAN, "DW", False),
        (SWIM, "DW", True),
        (SWIM, "CR", False),
        (KITE, "CR", True),
        (KITE, "FE", True),
        (KITE, "DW", True),
        (LIGHT, "FE", False),
    ],
)
def test_who_may_stand_on_what(of: str, on: str, may: bool) -> None:
    with_piece, someone = near("A1", Facing.N, of, (on, "C4"))
    assert terrain.stands(with_piece, someone, base("C4")) is may


@pytest.mark.rules("ASCW-D05")
def test_nobody_stands_on_an_occupied_square_not_even_in_the_air() -> None:
    units = [unit("R1", KITE, "A1"), unit("R2", MAN, "E5"), unit("B1", BIG, "G5")]
    of = table(units, kinds=KINDS)
    kite = units[0]
    assert not terrain.stands(of, kite, base("E5"))
    assert not terrain.stands(of, kite, base("H6"))
    assert terrain.stands(of, kite, base("A1")), "its own square is no other's"
    assert not terrain.stands(of, kite, base("F5", 2)), "a bigger base would overlap B1"


@pytest.mark.rules("ASCW-D05")
def test_the_board_edge_is_a_wall_for_all_squares_of_a_base() -> None:
    of, giant = near("A1", Facing.N, GIANT)
    assert terrain.stands(of, giant, base("N14", 3))
    assert not terrain.stands(of, giant, base("O14", 3))
    assert not terrain.stands(of, giant, Base(-1, 0, 3))
    assert step_cost(of, giant, base("N14", 3), Facing.E) is None
    assert step_cost(of, giant, base("N14", 3), Facing.W) == 1


def test_terrain_is_found_on_every_square_of_a_turned_piece() -> None:
    of = table((), [piece("WA", "C4"), piece("CT", "H8", turned=True)])
    covered = {at: terrain.terrain_at(of, base(at).anchor) for at in ("C4", "E4", "H8", "H9")}
    assert covered == {"C4": 0, "E4": 0, "H8": 1, "H9": 1}
    assert terrain.terrain_at(of, base("I8").anchor) is None
    assert terrain.terrain_at(of, base("F4").anchor) is None


# --- Steps ---


@pytest.mark.rules("ASCW-96", "ASCW-97", "ASCW-98", "ASCW-99", "ASCW-151", "ASCW-D06", "ASCW-D15")
@pytest.mark.parametrize(
    ("onto", "costs"),
    # in this order: a man, Light feet, Aquatic, a flyer
    [
        ("WO", (2, 1, 2, 1)),
        ("RU", (2, 1, 2, 1)),
        ("RB", (2, 1, 2, 1)),
        ("FO", (2, 1, 2, 1)),
        ("SD", (2, 1, 2, 1)),
        ("MU", (2, 1, 2, 1)),
        ("SW", (2, 1, 1, 1)),
        ("FE", (2, 1, 2, 1)),
        ("BW", (1, 1, 1, 1)),
        ("LV", (1, 1, 1, 1)),
        ("DW", (None, None, 1, 1)),
        ("CR", (None, None, None, 1)),
        ("MF", (None, None, None, 1)),
    ],
)
def test_what_a_step_onto_a_piece_costs(onto: str, costs: tuple[int | None, ...]) -> None:
    for of, cost in zip((MAN, LIGHT, SWIM, KITE), costs, strict=True):
        with_piece, someone = near("F6", Facing.N, of, (onto, "G6"))
        assert step_cost(with_piece, someone, base("F6"), Facing.E) == cost
        assert step_cost(with_piece, someone, base("F6"), Facing.W) == 1


@pytest.mark.rules("WE-35", "ASCW-98", "ASCW-D12")
def test_a_big_base_pays_for_one_difficult_square_out_of_four() -> None:
    of, big = near("C3", Facing.N, BIG, ("MU", "E5"))
    assert step_cost(of, big, base("C3", 2), Facing.E) == 1
    assert step_cost(of, big, base("C3", 2), Facing.SE) == 2


@pytest.mark.rules("ASCW-D05")
def test_units_walk_through_friends_and_not_through_enemies() -> None:
    mine, friend, ally, enemy = (
        unit("R1", MAN, "F6"),
        unit("R2", MAN, "F5"),
        unit("B1", MAN, "G6"),
        unit("G1", KITE, "F7"),
    )
    of = table([mine, friend, ally, enemy], teams=(2, 1), kinds=KINDS)
    cost = {facing: step_cost(of, mine, base("F6"), facing) for facing in Facing}
    assert (cost[Facing.N], cost[Facing.E], cost[Facing.S]) == (1, 1, None)
    flyer = unit("R1", KITE, "F6")
    above = table([flyer, friend, ally, enemy], teams=(2, 1), kinds=KINDS)
    assert step_cost(above, flyer, base("F6"), Facing.S) == 1


@pytest.mark.rules("ASCW-D12")
def test_a_diagonal_step_needs_one_of_its_two_half_steps() -> None:
    both, man = near("F6", Facing.N, MAN, ("CR", "F5"), ("CR", "G6"))
    one, _ = near("F6", Facing.N, MAN, ("CR", "F5"))
    assert step_cost(both, man, base("F6"), Facing.NE) is None
    assert step_cost(one, man, base("F6"), Facing.NE) == 1
    flying, kite = near("F6", Facing.N, KITE, ("CR", "F5"), ("CR", "G6"))
    assert step_cost(flying, kite, base("F6"), Facing.NE) == 1


@pytest.mark.rules("ASCW-D12")
def test_enemies_and_the_edge_close_corners_as_walls_do() -> None:
    man, enemy = unit("R1", MAN, "A6"), unit("B1", MAN, "A5")
    of = table([man, enemy], [piece("CR", "B6")], kinds=KINDS)
    assert step_cost(of, man, base("A6"), Facing.NE) is None
    friend = unit("R2", MAN, "A5")
    with_friend = table([man, friend], [piece("CR", "B6")], kinds=KINDS)
    assert step_cost(with_friend, man, base("A6"), Facing.NE) == 1
    corner, big = near("A1", Facing.N, BIG, ("CR", "C2"))
    assert step_cost(corner, big, base("A1", 2), Facing.E) is None


@pytest.mark.rules("ASCW-D05", "ASCW-D12", "ASCW-D15")
@pytest.mark.parametrize("seed", range(25))
def test_steps_and_stands_agree_with_a_plain_reading_of_the_rules(seed: int) -> None:
    chance = Random(seed)
    of = crowded_table(chance, size=12, units=14, pieces=9, teams=(2, 1))
    for one in of.on_board():
        start = of.base(one)
        for facing in Facing:
            assert step_cost(of, one, start, facing) == _plain_cost(of, one, start, facing)
        for _ in range(10):
            where = Base(chance.randrange(-1, 12), chance.randrange(-1, 12), start.side)
            assert terrain.stands(of, one, where) is _plain_stands(of, one, where)


def _plain_cost(of: Table, one: Unit, start: Base, facing: Facing) -> int | None:
    def may(where: Base) -> bool:
        if not where.within(of.size):
            return False
        if of.kind(one).specials.fly:
            return True
        return not any(
            _kind_on(of, one, each) == "impassable" for each in where.squares()
        ) and not any(
            of.enemies(one, other) and where.gap(of.base(other)) == 0 for other in of.on_board()
        )

    dc, dr = facing.step
    to = Base(start.c + dc, start.r + dr, start.side)
    if not may(to):
        return None
    if dc and dr and not of.kind(one).specials.fly:
        halves = (Base(start.c + dc, start.r, start.side), Base(start.c, start.r + dr, start.side))
        if not any(map(may, halves)):
            return None
    light = of.kind(one).specials.light_feet
    hard = any(_kind_on(of, one, each) in ("difficult", "crossable") for each in to.squares())
    return 2 if hard and not light else 1


def _plain_stands(of: Table, one: Unit, where: Base) -> bool:
    if not where.within(of.size):
        return False
    if any(other != one and where.gap(of.base(other)) == 0 for other in of.on_board()):
        return False
    return not any(
        _kind_on(of, one, each) in ("impassable", "crossable") for each in where.squares()
    )


def _kind_on(of: Table, one: Unit, at: Square) -> str:
    special = of.kind(one).specials
    for each in of.pieces:
        kind_ = of.catalogue.pieces[each.kind]
        columns, rows = kind_.columns, kind_.rows
        if each.turned:
            columns, rows = rows, columns
        if each.c <= at.c < each.c + columns and each.r <= at.r < each.r + rows:
            return "open" if special.fly or (special.aquatic and kind_.water) else kind_.entry
    return "open"


# --- Contact ---


@pytest.mark.rules("ASCW-84", "ASCW-D09")
def test_contact_is_distance_1_diagonals_included() -> None:
    units = [unit("R1", MAN, "F6"), unit("B1", MAN, "G7"), unit("B2", BIG, "D4")]
    units += [unit("B3", MAN, "F8"), unit("B4", GIANT, "G3")]
    of = table(units, kinds=KINDS)
    assert [terrain.touching(of, units[0], each) for each in units[1:]] == [
        *(True, True, False, True)
    ]
    assert all(
        terrain.touching(of, a, b) == terrain.touching(of, b, a) for a in units for b in units
    )


@pytest.mark.rules("ASCW-D09")
@pytest.mark.parametrize(
    ("pieces", "touch"),
    [
        ((("CR", "F5"), ("CR", "G6")), False),
        ((("CR", "F5"),), True),
        ((("CR", "F5"), ("XS", "G6")), True),
        ((("CR", "F5"), ("X0", "G6")), True),
    ],
)
def test_a_corner_between_two_solid_pieces_is_no_contact(
    pieces: tuple[tuple[str, str], ...], touch: bool
) -> None:
    units = [unit("R1", MAN, "F6"), unit("B1", MAN, "G5")]
    of = table(units, [piece(*each) for each in pieces], kinds=KINDS)
    assert terrain.touching(of, units[0], units[1]) is touch
    assert terrain.touching(of, units[1], units[0]) is touch


@pytest.mark.rules("ASCW-D09")
def test_low_fences_are_solid_too_and_corners_of_big_bases_count_alike() -> None:
    big, giant = unit("R1", BIG, "C3"), unit("B1", GIANT, "E5")
    fences = [piece("CR", "E4"), piece("FE", "B5")]
    of = table([big, giant], fences, kinds=KINDS)
    assert not terrain.touching(of, big, giant)
    assert terrain.touching(table([big, giant], fences[:1], kinds=KINDS), big, giant)


@pytest.mark.rules("ASCW-D09")
def test_walls_at_its_corners_do_not_part_units_side_by_side() -> None:
    units = [unit("R1", MAN, "F6"), unit("B1", BIG, "G5")]
    of = table(units, [piece("CR", "F5"), piece("CR", "G7")], kinds=KINDS)
    assert terrain.touching(of, units[0], units[1])


# --- Front and rear ---


def _rear(of: Table, victim: Unit, around: tuple[str, ...]) -> set[str]:
    return {at for at in around if terrain.in_rear(of, victim, base(at))}


@pytest.mark.rules("WE-15a", "ASCW-10", "ASCW-11", "ASCW-85", "ASCW-D07", "ASCW-D08")
def test_the_rear_of_a_small_unit_is_behind_the_line_and_not_on_it() -> None:
    of, victim = near("F6", Facing.NE, MAN)
    around = ("E5", "F5", "G5", "G6", "G7", "F7", "E7", "E6")
    assert _rear(of, victim, around) == {"E6", "E7", "F7"}


@pytest.mark.rules("WE-15b", "ASCW-10", "ASCW-11", "ASCW-D07", "ASCW-D08")
def test_the_rear_of_a_big_unit_is_counted_from_its_centre() -> None:
    of, victim = near("F6", Facing.S, BIG)
    around = ("E5", "F5", "G5", "H5", "E6", "H6", "E7", "H7", "E8", "F8", "G8", "H8")
    assert _rear(of, victim, around) == {"E5", "F5", "G5", "H5", "E6", "H6"}


@pytest.mark.rules("ASCW-D08")
def test_an_attack_comes_from_the_centre_of_the_attackers_base() -> None:
    of, victim = near("F6", Facing.N, MAN)
    assert terrain.in_rear(of, victim, base("G5", 3)) is False, "the centre H6 is on the line"
    assert terrain.in_rear(of, victim, base("G6", 3)) is True, "the centre is on H7"


@pytest.mark.rules("WE-15", "ASCW-153")
def test_reflexes_have_no_rear_and_look_all_around() -> None:
    of, victim = near("F6", Facing.NE, WARY)
    assert not _rear(of, victim, ("E6", "E7", "F7", "A16"))
    behind = unit("R1", MAN, "E7")
    both = table([victim, behind], kinds=KINDS)
    assert terrain.in_arc(both, victim, behind, touching=True)


@pytest.mark.rules("ASCW-D07", "ASCW-10")
@pytest.mark.parametrize("facing", list(Facing))
def test_front_and_rear_turn_with_the_facing(facing: Facing) -> None:
    of, victim = near("F6", facing, MAN)
    at = base("F6").anchor
    steps = {turn: Base(*at.plus(Facing((facing + turn) % 8))) for turn in range(8)}
    rear = {turn for turn, where in steps.items() if terrain.in_rear(of, victim, where)}
    assert rear == {3, 4, 5}


@pytest.mark.rules("ASCW-D10")
def test_a_target_is_in_arc_with_any_square_in_front() -> None:
    shooter = unit("R1", MAN, "F6", Facing.N)
    targets = [
        unit("B1", MAN, "F2"),
        unit("B2", MAN, "K6"),
        unit("B3", MAN, "F9"),
        unit("B4", GIANT, "A6"),
        unit("B5", GIANT, "H7"),
    ]
    of = table([shooter, *targets], kinds=KINDS)
    arcs = [terrain.in_arc(of, shooter, each, touching=False) for each in targets]
    assert arcs == [True, True, False, True, False]


@pytest.mark.rules("ASCW-D10")
def test_in_melee_a_square_that_touches_has_to_be_in_front() -> None:
    man = unit("R1", MAN, "D7", Facing.N)
    arcs = {}
    for at in ("A4", "A5", "A7", "A8"):  # the last touches with C8 alone
        of = table([man, unit("B1", GIANT, at)], kinds=KINDS)
        assert terrain.touching(of, man, of.units["B1"])
        arcs[at] = terrain.in_arc(of, man, of.units["B1"], touching=True)
    assert arcs == {"A4": True, "A5": True, "A7": True, "A8": False}
    apart = table([man, unit("B1", GIANT, "D1")], kinds=KINDS)
    assert terrain.in_arc(apart, man, apart.units["B1"], touching=False)
    assert not terrain.in_arc(apart, man, apart.units["B1"], touching=True)
