"""Line of sight and cover: the canon's examples, and its own slow code for comparison."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from bench.games.astral_sailors import crowded_table, look_plainly
from games.astral_sailors.board import line_of_sight
from games.astral_sailors.board.line_of_sight import things
from games.astral_sailors.notation import Aim
from games.astral_sailors.rules.turns.activation import Shoot
from games.astral_sailors.table import Scenery, Table, Unit
from games.core.geometry.squares import Base
from tests.effort import calls
from tests.games.astral_sailors.battle import Battle
from tests.games.astral_sailors.positions import kind, piece, piece_kind, table, unit

MAN, BIG, GIANT, KITE = "TT1", "TT2", "TT3", "TT4"
LOW, WALL1, WALL2, LEAF, LEAF3, FIELD, FENCE = "L0", "W1", "W2", "F2", "F3", "FL", "FN"

KINDS = (
    kind(MAN),
    kind(BIG, base=2, height=2),
    kind(GIANT, base=3, height=2),
    kind(KITE, "Fly", height=0.5),
    piece_kind(LOW, height=0.5, entry="crossable"),
    piece_kind(WALL1, height=1),
    piece_kind(WALL2, height=2),
    piece_kind(LEAF, height=2, opacity="soft", entry="difficult"),
    piece_kind(LEAF3, height=3, opacity="soft", entry="difficult"),
    piece_kind(FIELD, size=[3, 2], height=0, opacity="", entry="difficult"),
    piece_kind(FENCE, size=[7, 1], height=0.5, entry="crossable"),
)


def yard(
    shooter: tuple[str, str],
    target: tuple[str, str],
    *pieces: tuple[str, str],
    others: Sequence[Unit] = (),
) -> tuple[Table, Unit, Unit]:
    """Kind and square of the shooter ``R1``, the target ``B1``, and the pieces."""
    eye, aim = unit("R1", *shooter), unit("B1", *target)
    return table([eye, aim, *others], [piece(*each) for each in pieces], kinds=KINDS), eye, aim


def seen(
    shooter: str,
    target: str,
    *pieces: tuple[str, str],
    kinds: tuple[str, str] = (MAN, MAN),
    others: Sequence[Unit] = (),
) -> line_of_sight.Sight:
    found = line_of_sight.look(
        *yard((kinds[0], shooter), (kinds[1], target), *pieces, others=others)
    )
    assert found == look_plainly(
        *yard((kinds[0], shooter), (kinds[1], target), *pieces, others=others)
    )
    return found


def both(found: line_of_sight.Sight) -> tuple[int, str]:
    return found.score, found.result


# --- The examples ---


@pytest.mark.rules("WE-09", "ASCW-102", "ASCW-103", "ASCW-104", "ASCW-105", "ASCW-106", "ASCW-107")
def test_a_yard_with_a_fence_a_wall_and_a_man_hides_each_target_as_much_as_printed() -> None:
    units = [unit("R1", MAN, "C13")] + [
        unit(code, MAN, at) for code, at in (("B1", "C4"), ("B2", "C2"), ("B3", "G5"))
    ]
    fence, wall = piece(FENCE, "B10"), piece(WALL2, "G7")
    whole = table(units, [fence, wall], kinds=KINDS)
    shooter, aims = units[0], tuple(units[1:])
    found = line_of_sight.look_all(whole, shooter, aims)
    assert both(found["B1"]) == (8, "clear")
    assert both(found["B2"]) == (128, "blocked")
    assert found["B2"].blockers[0] == "B1"
    assert both(found["B3"]) == (56, "half")
    assert found["B3"].blockers == (0, 1)
    only_fence = table(units, [fence], kinds=KINDS)
    only_wall = table(units, [wall], kinds=KINDS)
    assert line_of_sight.look(only_fence, shooter, aims[2]).score == 32
    assert line_of_sight.look(only_wall, shooter, aims[2]).score == 32
    alone = table([units[0], units[2]], [fence, wall], kinds=KINDS)
    assert line_of_sight.look(alone, shooter, aims[1]).score == 0


@pytest.mark.rules("WE-10", "ASCW-103", "ASCW-104", "ASCW-108", "ASCW-D38")
def test_three_quarters_hidden_is_half_cover_and_a_little_more_is_blocked() -> None:
    assert both(seen("C13", "D6", (WALL1, "D9"))) == (96, "half")
    assert both(seen("C13", "D6", (WALL1, "D9"), (LOW, "D8"))) == (104, "blocked")


@pytest.mark.rules("WE-11", "ASCW-105", "ASCW-108")
@pytest.mark.parametrize(
    ("at", "score", "result"),
    [
        ("C11", 0, "clear"),
        ("C10", 8, "clear"),
        ("C9", 32, "half"),
        ("C8", 32, "half"),
        ("C5", 64, "half"),
    ],
)
def test_a_low_fence_hides_more_the_nearer_it_is_to_the_target(
    at: str, score: int, result: str
) -> None:
    assert both(seen("C13", "C4", (LOW, at))) == (score, result)


@pytest.mark.rules("WE-12", "ASCW-106", "ASCW-111", "ASCW-D40")
def test_what_stands_next_to_the_shooter_counts_only_if_it_hides_everything() -> None:
    assert seen("C13", "C5", (LOW, "C12")) == line_of_sight.Sight(0)
    assert seen("C13", "C5", (WALL1, "C12")) == line_of_sight.Sight(128, (0,))
    friend = unit("R2", MAN, "C12")
    assert seen("C13", "C5", others=[friend]) == line_of_sight.Sight(128, ("R2",))
    aside = unit("R2", MAN, "D12")
    assert both(seen("C13", "C5", others=[aside])) == (0, "clear")
    big = (BIG, GIANT)
    assert both(seen("C13", "C4", (WALL2, "C11"), kinds=big))[1] == "half"
    assert both(seen("C13", "C4", (WALL2, "C12"), kinds=big)) == (0, "clear")


@pytest.mark.rules("WE-13", "ASCW-99", "ASCW-104", "ASCW-108")
def test_soft_pieces_alone_hide_half_and_with_a_fence_three_quarters() -> None:
    assert both(seen("C13", "C5", (LEAF, "C6"))) == (64, "half")
    assert both(seen("C13", "C5", (LEAF, "C5"), (LOW, "C6"))) == (96, "half")
    many = [(LEAF, f"C{row}") for row in range(5, 11)]
    assert both(seen("C13", "C5", *many)) == (64, "half")


@pytest.mark.rules("WE-14a", "ASCW-102", "ASCW-108")
def test_a_tall_shooter_sees_over_a_wall_that_blocks_a_man() -> None:
    walls = ((WALL1, "C9"), (WALL1, "D9"))
    assert both(seen("C12", "C5", *walls, kinds=(BIG, MAN))) == (64, "half")
    assert both(seen("C12", "C5", *walls)) == (128, "blocked")


@pytest.mark.rules("WE-14b", "ASCW-102")
def test_a_flyer_is_seen_over_a_wall_near_it_and_hidden_by_one_near_the_shooter() -> None:
    assert both(seen("C13", "C5", (WALL2, "C6"), kinds=(MAN, KITE))) == (0, "clear")
    assert both(seen("C13", "C5", (WALL2, "C9"), kinds=(MAN, KITE))) == (128, "blocked")


@pytest.mark.rules("WE-14c", "ASCW-103", "ASCW-108")
def test_a_flying_shooter_looks_down_the_better_the_nearer_it_is() -> None:
    assert both(seen("C13", "C5", (WALL1, "C6"), kinds=(KITE, MAN))) == (112, "blocked")
    assert both(seen("C8", "C5", (WALL1, "C6"), kinds=(KITE, MAN))) == (80, "half")


@pytest.mark.rules("WE-14d", "ASCW-102", "ASCW-103", "ASCW-108")
def test_a_giant_is_hidden_by_little_things_only_in_part() -> None:
    kinds = (MAN, GIANT)
    assert both(seen("B13", "A3", (WALL1, "B6"), kinds=kinds)) == (32, "half")
    man = [unit("B2", MAN, "B6")]
    assert both(seen("B13", "A3", kinds=kinds, others=man)) == (32, "half")
    low = [(WALL1, at) for at in ("A6", "B6", "C6")]
    assert both(seen("B13", "A3", *low, kinds=kinds)) == (64, "half")
    high = [(WALL2, at) for at in ("A6", "B6", "C6")]
    assert both(seen("B13", "A3", *high, kinds=kinds)) == (128, "blocked")


# --- The decisions, one by one ---


@pytest.mark.rules("ASCW-D37", "ASCW-103")
def test_a_hidden_target_is_the_one_that_cannot_be_attacked_not_a_visible_one() -> None:
    assert seen("C13", "C5").result == "clear"
    assert seen("C13", "C5", (WALL2, "C9")).result == "blocked"
    cast = [unit("R1", MAN, "C13"), unit("B1", MAN, "C5")]
    for wall, code in ((LEAF, ""), (WALL2, "NO_LOS")):
        fight = Battle(cast, [piece(wall, "C9")], kinds=KINDS)
        found = fight.refusal(Shoot("R1", (Aim("B1", 1),)))
        assert (found.code if found else "") == code


@pytest.mark.rules("ASCW-D38", "ASCW-103", "ASCW-105", "ASCW-108")
@pytest.mark.parametrize(
    ("score", "result"),
    [
        (0, "clear"),
        (31, "clear"),
        (32, "half"),
        (96, "half"),
        (97, "blocked"),
        (128, "blocked"),
    ],
)
def test_a_quarter_and_three_quarters_are_both_half_cover(score: int, result: str) -> None:
    assert line_of_sight.Sight(score).result == result


@pytest.mark.rules("ASCW-106")
def test_friends_and_enemies_hide_alike_and_captives_hide_nothing() -> None:
    friend, enemy = unit("R2", MAN, "C9"), unit("B2", MAN, "C9")
    assert seen("C13", "C5", others=[friend]).blockers == ("R2",)
    assert seen("C13", "C5", others=[enemy]).blockers == ("B2",)
    captive = replace(enemy, place="captive", held_by="R1")
    assert seen("C13", "C5", others=[captive]) == line_of_sight.Sight(0)


@pytest.mark.rules("ASCW-D39")
def test_what_lies_under_the_shooter_is_ignored_and_what_lies_under_the_target_counts() -> None:
    assert seen("C13", "C5", (LEAF3, "C13")) == line_of_sight.Sight(0)
    assert seen("C13", "C5", (LEAF3, "C5")) == line_of_sight.Sight(64, (0,))


@pytest.mark.rules("ASCW-D39")
def test_flat_ground_hides_nothing() -> None:
    assert seen("C13", "C5", (FIELD, "B8")) == line_of_sight.Sight(0)


@pytest.mark.rules("ASCW-D39")
def test_to_touch_an_edge_of_a_box_is_to_hit_it() -> None:
    """Seen from A1, 16 rays to D4 pass exactly through the corner that C2 and B3 share, and 24
    on either side of it."""
    assert seen("A1", "D4", (WALL2, "C2")).score == 2 * (24 + 16)
    assert seen("A1", "D4", (WALL2, "B3")).score == 2 * (24 + 16)
    assert seen("A1", "D4", (WALL2, "C2"), (WALL2, "B3")).score == 128


@pytest.mark.rules("ASCW-D39")
def test_sight_has_no_end_and_need_not_be_mutual() -> None:
    far = seen("A16", "P1")
    assert far == line_of_sight.Sight(0)
    there = seen("C13", "C5", (LOW, "C12"))
    back = seen("C5", "C13", (LOW, "C12"))
    assert (there.result, back.result) == ("clear", "half")


@pytest.mark.rules("ASCW-D40")
def test_things_next_to_the_shooter_are_judged_together() -> None:
    """Neither of the two walls hides the man in the north-east alone; both do."""
    north, east = (WALL2, "H8"), (WALL2, "I9")
    assert [seen("H9", "K6", each).score for each in (north, east)] == [0, 0]
    assert seen("H9", "K6", north, east) == line_of_sight.Sight(128, (0, 1))


@pytest.mark.rules("ASCW-D40", "ASCW-111")
def test_soft_things_next_to_the_shooter_never_count() -> None:
    assert seen("C13", "C5", (LEAF3, "C12")) == line_of_sight.Sight(0)


@pytest.mark.rules("ASCW-D40")
def test_the_exception_is_for_the_shooter_only() -> None:
    assert both(seen("C13", "C5", (LOW, "C6"))) == (64, "half")


@pytest.mark.rules("ASCW-D48")
def test_a_target_can_be_imagined_elsewhere() -> None:
    walls = [piece(WALL2, "F8"), piece(WALL2, "F9")]
    watcher, hidden = unit("R1", MAN, "J8"), unit("B1", MAN, "")
    yard_ = table([watcher, hidden], walls, kinds=KINDS)
    scores = {
        at: line_of_sight.look(yard_, watcher, hidden, at=Base(2, row - 1)).score
        for at, row in (("C8", 8), ("C7", 7), ("C6", 6))
    }
    assert scores == {"C8": 128, "C7": 64, "C6": 0}


# --- Against the slow code ---


def _differences(
    of: Table, shooter: Unit
) -> list[tuple[str, line_of_sight.Sight, line_of_sight.Sight]]:
    targets = tuple(each for each in of.on_board() if each.code != shooter.code)
    fast = line_of_sight.look_all(of, shooter, targets)
    slow = {target.code: look_plainly(of, shooter, target) for target in targets}
    return [(code, fast[code], slow[code]) for code in slow if fast[code] != slow[code]]


@pytest.mark.rules("ASCW-D39", "ASCW-D40")
@pytest.mark.parametrize("seed", range(40))
def test_crowded_boards_are_seen_as_the_plain_code_sees_them(seed: int) -> None:
    """Flyers, big bases, captives, soft and turned pieces, things next to the shooter."""
    chance = Random(seed)
    of = crowded_table(chance, size=12, units=16, pieces=9, teams=(1, 1))
    for shooter in chance.sample(of.on_board(), min(3, len(of.on_board()))):
        assert not _differences(of, shooter)


@pytest.mark.rules("ASCW-D39", "ASCW-D40")
@pytest.mark.parametrize("seed", range(10))
def test_a_big_battle_is_seen_as_the_plain_code_sees_it(seed: int) -> None:
    chance = Random(1000 + seed)
    of = crowded_table(chance, size=32, units=60, pieces=40, teams=(2, 2, 2, 2))
    shooter = chance.choice(of.on_board())
    targets = tuple(chance.sample([u for u in of.on_board() if u != shooter], 12))
    fast = line_of_sight.look_all(of, shooter, targets)
    for target in targets:
        assert fast[target.code] == look_plainly(of, shooter, target)
        assert fast[target.code] == line_of_sight.look(of, shooter, target)


@pytest.mark.rules("ASCW-D39")
@pytest.mark.parametrize("seed", range(10))
def test_imagined_targets_are_seen_as_the_plain_code_sees_them(seed: int) -> None:
    chance = Random(2000 + seed)
    of = crowded_table(chance, size=12, units=12, pieces=8, teams=(1, 1))
    watcher, target = of.on_board()[:2]
    for _ in range(15):
        side = of.kind(target).base
        at = Base(chance.randrange(12 - side), chance.randrange(12 - side), side)
        expected = look_plainly(of, watcher, target, at)
        assert line_of_sight.look(of, watcher, target, at=at) == expected


@pytest.mark.parametrize("seed", range(6))
def test_asking_only_whether_enough_is_hidden_gives_the_same_answer(seed: int) -> None:
    of = crowded_table(Random(3000 + seed), size=12, units=16, pieces=9, teams=(1, 1))
    around, scores = things(of), set()
    for shooter, target in permutations(of.on_board(), 2):
        lookout = line_of_sight.Lookout(of.catalogue.units, shooter, around)
        whole = lookout.see(target)
        scores.add(whole.score)
        for enough in (1, 32, 97, 128):
            found = lookout.see(target, enough=enough)
            assert (found.score >= enough) == (whole.score >= enough)
            assert found == whole or found.score >= enough
    assert len(scores) > 5


def test_sixty_targets_are_less_work_than_four_with_the_plain_code() -> None:
    of = crowded_table(Random(7), size=32, units=140, pieces=40, teams=(2, 2, 2, 2))
    shooter, *others = of.on_board()
    targets = tuple(others[:60])
    assert len(targets) == 60
    line_of_sight.look_all(of, shooter, targets)
    fast = calls(lambda: line_of_sight.look_all(of, shooter, targets))
    slow = calls(lambda: [look_plainly(of, shooter, target) for target in targets[:4]])
    assert fast < slow


def test_a_piece_is_named_once_however_many_of_its_squares_are_in_the_way() -> None:
    row = replace(piece(FENCE, "C8"), turned=True)
    of = table([unit("R1", MAN, "C16"), unit("B1", MAN, "C5")], [row], kinds=KINDS)
    found = line_of_sight.look(of, of.units["R1"], of.units["B1"])
    assert found.blockers == (0,)
    assert isinstance(of.pieces[0], Scenery)
