"""Where labels find room."""

from __future__ import annotations

import random

from renderers.overlay.callouts import Box, Wanted, leader, placed

AREA = Box(0, 0, 1000, 1000)
TOKEN = Box(400, 400, 100, 100)


def alone(wanted: Wanted, *taken: Box, lines: tuple[tuple[float, float], ...] = ()) -> Box | None:
    return placed([wanted], taken, lines, AREA, 25)[0]


def test_a_label_stands_right_beside_what_it_is_about() -> None:
    found = alone(Wanted(TOKEN, 120, 40), TOKEN)
    assert found is not None
    assert not found.meets(TOKEN)
    assert Box(380, 380, 340, 140).meets(found)


def test_a_label_takes_the_place_it_would_like_best_while_that_is_free() -> None:
    wanted = Wanted(TOKEN, 40, 40, ((450, 450), (550, 450)))
    assert alone(wanted) == Box(430, 430, 40, 40)
    assert alone(wanted, TOKEN) == Box(530, 430, 40, 40)


def test_a_label_leaves_lines_to_be_seen_where_it_can() -> None:
    right = tuple((x, 450.0) for x in range(510, 700, 10))
    found = alone(Wanted(TOKEN, 120, 40), TOKEN, lines=right)
    assert found is not None
    assert not any(map(found.holds, right))


def test_a_label_without_any_room_has_no_place() -> None:
    assert alone(Wanted(TOKEN, 120, 40), AREA) is None


def test_a_label_goes_no_further_than_it_may() -> None:
    crowd = Box(300, 300, 300, 300)
    wanted = [Wanted(TOKEN, 120, 40)]
    assert placed(wanted, (crowd,), (), AREA, 25, 50) == [None]
    assert placed(wanted, (crowd,), (), AREA, 25, 150) == placed(wanted, (crowd,), (), AREA, 25)


def test_labels_meet_no_token_and_no_other_label_however_crowded() -> None:
    rng = random.Random(5)
    for _ in range(20):
        tokens = [Box(100 * rng.randrange(10), 100 * rng.randrange(10), 96, 96) for _ in range(50)]
        wanted = [Wanted(token, rng.randrange(50, 140), 50) for token in tokens[:20]]
        found = [box for box in placed(wanted, tokens, (), AREA, 25) if box is not None]
        assert len(found) >= 12
        for number, box in enumerate(found):
            assert box.inside(AREA)
            assert not any(map(box.meets, (*tokens, *found[:number])))
        assert placed(wanted, tokens, (), AREA, 25) == placed(wanted, tokens, (), AREA, 25)


def test_a_line_leads_from_a_label_to_what_it_is_about_unless_they_are_near() -> None:
    far = list(leader(Box(800, 400, 100, 40), TOKEN, 20))
    assert all(500 < x < 800 for x, _ in far)
    assert len(far) > 10
    assert not list(leader(Box(510, 400, 100, 40), TOKEN, 20))


def test_a_label_stands_straight_beside_its_piece_rather_than_at_a_corner() -> None:
    piece, beside = Box(100, 100, 40, 40), Box(140, 100, 40, 40)
    (found,) = placed([Wanted(piece, 20, 20)], [piece, beside], (), Box(0, 0, 300, 300), 10)
    assert found is not None
    assert found.centre[0] == piece.centre[0]
    assert found.top > piece.top
