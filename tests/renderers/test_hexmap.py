from __future__ import annotations

import pytest

from games.core.geometry.hexes import Direction, Hex
from renderers.boards.hexmap import HexMap, pitch_for

SIZES = (3, 4, 5, 6, 7, 8)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("turned", [False, True])
def test_every_hex_has_one_brick_and_no_two_bricks_overlap(size: int, turned: bool) -> None:
    board = HexMap(size, turned)
    slots = board.slots()
    assert {slot.hex for slot in slots} - {None} == set(board.hexagon.all())
    assert len([slot for slot in slots if slot.hex]) == len(board.hexagon)
    covered: set[tuple[int, int]] = set()
    for slot in slots:
        half = board.pitch.wide // 2
        halves = [0, half]
        high = board.pitch.high
        if slot.hex is None:
            high = board.pitch.slope
            halves = [0] if None in slot.below else [0, half]
        for left in halves:
            for row in range(high):
                pixel = (slot.x + left, slot.y + row)
                assert pixel not in covered
                covered.add(pixel)


@pytest.mark.parametrize("size", SIZES)
def test_the_places_follow_the_coordinates(size: int) -> None:
    board = HexMap(size, False)
    x, y = board.place(Hex(0, 0))
    wide, high = board.pitch.wide, board.pitch.high
    steps = {"E": (wide, 0), "NE": (wide // 2, -high), "NW": (-wide // 2, -high)}
    for direction in Direction:
        across, down = board.place(direction.value)
        if direction.name in steps:
            assert (across - x, down - y) == steps[direction.name]
    assert board.place(Hex(1 - board.hexagon.side, board.hexagon.side - 1))[1] > y  # A1


@pytest.mark.parametrize("size", SIZES)
def test_turning_puts_every_hex_opposite(size: int) -> None:
    usual, turned = HexMap(size, False), HexMap(size, True)
    for hex in usual.hexagon.all():
        assert turned.place(hex) == usual.place(Hex(-hex.q, -hex.r))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("turned", [False, True])
def test_the_rim_names_every_row_and_every_line_once(size: int, turned: bool) -> None:
    board = HexMap(size, turned)
    texts = [caption.text for caption in board.rim()]
    letters = [text for text in texts if text.isalpha()]
    numbers = [int(text) for text in texts if text.isdigit()]
    assert sorted(letters) == [chr(65 + row) for row in range(2 * size - 1)]
    assert sorted(numbers) == list(range(1, 2 * size))


@pytest.mark.parametrize("turned", [False, True])
def test_rim_letters_stand_left_of_their_rows_and_numbers_at_their_lines(turned: bool) -> None:
    board = HexMap(8, turned)
    for caption in board.rim():
        if caption.text.isalpha():
            row = [hex for hex in board.hexagon.all() if board.hexagon.letter(hex) == caption.text]
            first = min(board.place(hex) for hex in row)
            assert 0 < first[0] - caption.x < 70
            assert abs(caption.y - first[1]) < 15
        else:
            line = [
                hex for hex in board.hexagon.all() if board.hexagon.number(hex) == int(caption.text)
            ]
            x, y = max((board.place(hex) for hex in line), key=lambda place: place[1])
            assert 0 < caption.x - x < 70
            assert 0 < caption.y - y < 80


@pytest.mark.parametrize("size", SIZES)
def test_the_plate_lies_inside_the_picture_and_left_of_the_panel(size: int) -> None:
    for art, x, y in HexMap(size, False).plate():
        assert x >= -4
        assert y >= 0
        assert x + art.width <= 1214
        assert y + art.height <= 1050


def test_a_pitch_is_made_of_whole_pixels() -> None:
    for size in SIZES:
        pitch = pitch_for(size)
        assert pitch.wide % 2 == 0
        assert pitch.straight % 2 == 0
