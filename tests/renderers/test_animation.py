"""Animations, decoded by Pillow and compared with the painted pictures pixel by pixel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import pairwise
from textwrap import shorten

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageSequence

from renderers import Look, animation, gif, paint, renderer_for
from renderers.animation import (
    AIM,
    FEW,
    FEWEST,
    HEAD,
    LONGEST,
    MOST,
    PACE,
    REST,
    SLOWEST,
    WIDEST,
    Reel,
    Still,
    WantedPicture,
    chosen,
)  # fmt: skip
from renderers.astralis import RENDERER
from renderers.palette import CARD, CYAN, PALETTE, RED, VOID, WHITE, YELLOW, Colour
from renderers.palettes import colours_of
from renderers.scene import Art, Caption, Drawing, Mark, Style
from tests.renderers import sailors
from tests.renderers.pixels import decoded
from tests.renderers.positions import complete_game
from tests.renderers.reels import animated, asked, in_rgb

LOOK = Look(("Vera Rubin", "Edwin Hubble"), wide=True)
PLENTY = 10 << 20
INKS = (VOID, CARD, WHITE, YELLOW, CYAN, RED)


def shown(data: bytes) -> list[tuple[Image.Image, int]]:
    """The pictures as a viewer sees them, and for how many milliseconds.

    The first images of a picture, where there are several, last 20 ms; what is to
    be seen then is not yet the picture.
    """
    file = Image.open(BytesIO(data))
    assert file.format == "GIF"
    pictures, waited = [], 0
    for image in ImageSequence.Iterator(file):
        pause = int(image.info["duration"])
        if pause == 10 * gif.BRIEF:
            waited += pause
        else:
            pictures.append((image.convert("RGB"), pause + waited))
            waited = 0
    assert waited == 0
    return pictures


def pixels(data: bytes) -> list[bytes]:
    return [picture.tobytes() for picture, _ in shown(data)]


def filmed(drawings: Iterable[Drawing], limit: int = PLENTY) -> Reel:
    return animated([Still(gif.canvas(drawing)) for drawing in drawings], limit)


def small(drawing: Drawing, times: int = 1) -> Image.Image:
    """The picture as it is shown, or so many times smaller."""
    scale = times * -(-drawing.width // WIDEST)
    return in_rgb(gif.reduced(gif.canvas(drawing), scale))


def told(drawings: Sequence[Drawing], *captions: str) -> list[Still]:
    return [Still(gif.canvas(each), said) for each, said in zip(drawings, captions, strict=True)]


def square(size: int, colour: Colour, x: int, y: int, wide: int = 80, high: int = 60) -> Drawing:
    return Drawing(wide, high, VOID, ((Art(size, size, colour, ()), x, y),))


def of_astralis() -> list[Drawing]:
    return [RENDERER.scene(view, LOOK).drawing for view in complete_game()]


def numbered(count: int) -> Iterator[Drawing]:
    """Small pictures of which each differs from all others."""
    bar, style = Art(40, 12, YELLOW, ()), Style(20, WHITE, VOID)
    for number in range(count):
        place = number * 7 % 200, 40 + number * 3 % 100
        caption = Caption(str(number), 8, 24, style)
        yield Drawing(240, 160, VOID, ((bar, *place),), (caption,))


# --- The same pixels ---


def test_every_picture_of_a_match_is_shown_as_it_is_painted() -> None:
    drawings = of_astralis()
    reel = filmed(drawings)
    assert reel.frames == len(drawings) == 33
    assert reel.left_out == 0
    assert pixels(reel.gif) == [small(drawing).tobytes() for drawing in drawings]


def test_every_picture_of_a_battle_is_shown_as_it_is_painted() -> None:
    renderer = renderer_for("astral_sailors")
    tables = (sailors.skirmish(), sailors.captured(), sailors.deploying(), sailors.placing())
    drawings = [renderer.scene(sailors.seen(table), LOOK).drawing for table in tables]
    for (picture, _), drawing in zip(shown(filmed(drawings).gif), drawings, strict=True):
        alone = small(drawing)
        assert picture.width <= WIDEST < drawing.width
        assert picture.crop((0, 0, *alone.size)).tobytes() == alone.tobytes()


patches = st.builds(
    lambda size, ink, x, y: (Art(size, size, ink, ()), x, y),
    st.integers(1, 30),
    st.sampled_from(INKS),
    st.integers(0, 90),
    st.integers(0, 60),
)


@given(st.lists(st.lists(patches, max_size=4), min_size=1, max_size=8))
@settings(max_examples=60, deadline=None)
def test_any_pictures_are_shown_as_they_are_painted(many: list[list[Mark]]) -> None:
    drawings = [Drawing(120, 90, VOID, marks) for marks in many]
    expected: list[bytes] = []
    for drawing in drawings:
        alone = decoded(paint.png(drawing)).tobytes()
        if not expected or expected[-1] != alone:
            expected.append(alone)
    reel = filmed(drawings)
    assert pixels(reel.gif) == expected
    assert (reel.frames, reel.left_out) == (len(expected), 0)


@given(st.lists(st.tuples(st.integers(20, 140), st.integers(20, 100), st.sampled_from(INKS)),
                min_size=1, max_size=6))  # fmt: skip
@settings(max_examples=40, deadline=None)
def test_pictures_of_several_sizes_lie_in_the_upper_left_corner(
    many: list[tuple[int, int, Colour]],
) -> None:
    drawings = [
        Drawing(wide, high, VOID, ((Art(9, 9, ink, ()), 3, number), (Art(4, 4, WHITE, ()), 30, 2)))
        for number, (wide, high, ink) in enumerate(many)
    ]
    expected: list[bytes] = []
    size = max(wide for wide, _, _ in many), max(high for _, high, _ in many)
    for drawing in drawings:
        whole = Image.new("RGB", size, VOID)
        whole.paste(decoded(paint.png(drawing)), (0, 0))
        if not expected or expected[-1] != whole.tobytes():
            expected.append(whole.tobytes())
    assert pixels(filmed(drawings).gif) == expected


def test_another_palette_changes_only_the_table_of_colours() -> None:
    shots = [Still(gif.canvas(drawing)) for drawing in of_astralis()[10:14]]
    usual, other = (
        animated(shots, PLENTY, colours_of(name)).gif for name in ("standard", "deuteranopia")
    )
    table = bytes(value for colour in colours_of("deuteranopia") for value in colour)
    assert usual[:13] + table + bytes(768 - len(table)) + usual[781:] == other


# --- Captions, time, and the form of the file ---


def captioned(drawing: Drawing, caption: str) -> Image.Image:
    (picture, _) = shown(animated(told([drawing], caption), PLENTY).gif)[0]
    return picture


def test_a_caption_stands_above_and_leaves_the_picture_alone() -> None:
    plain = small(of_astralis()[20])
    picture, other = (captioned(of_astralis()[20], said) for said in ("#12", "#13"))
    strip = picture.height - plain.height
    assert picture.width == plain.width
    assert picture.crop((0, strip, *picture.size)).tobytes() == plain.tobytes()
    line = picture.crop((0, 0, plain.width, strip))
    assert WHITE in {colour for _, colour in line.getcolors() or ()}
    assert line.tobytes() != other.crop((0, 0, plain.width, strip)).tobytes()


def test_a_caption_changes_with_its_picture_and_not_where_only_the_caption_does() -> None:
    drawings = of_astralis()[20:23]
    reel = animated(told(drawings, "#1", "#2", "#3"), PLENTY)
    expected = [captioned(each, f"#{number}") for number, each in enumerate(drawings, 1)]
    assert pixels(reel.gif) == [picture.tobytes() for picture in expected]


def test_a_caption_is_read_on_a_telephone_and_has_two_lines_of_room() -> None:
    plain = small(of_astralis()[20])
    brief, long = (captioned(of_astralis()[20], "#1 " + "Hat ball " * n) for n in (1, 12))
    strip = brief.height - plain.height
    assert long.height == brief.height, "pictures of a film are of one size"
    ground = Image.new("RGB", (plain.width, strip), VOID)
    ink = ImageChops.difference(brief.crop((0, 0, plain.width, strip)), ground).getbbox()
    assert ink is not None
    assert (ink[3] - ink[1]) * 380 / plain.width >= 8.5, "pixels of a capital letter"
    second = long.crop((0, strip * 6 // 10, plain.width, strip))
    assert WHITE in {colour for _, colour in second.getcolors() or ()}


def test_a_long_caption_is_cut_at_the_edge() -> None:
    picture = captioned(square(9, RED, 0, 0, 200), "#1234 " + "all along the watchtower " * 9)
    right = picture.crop((196, 0, 200, picture.height - 60))
    assert right.getcolors() == [(right.width * right.height, VOID)]


def test_what_is_said_of_very_much_is_cut_after_a_word() -> None:
    drawing = of_astralis()[20]
    said = " ".join(f"B{number} moves to C{number}," for number in range(900))
    assert captioned(drawing, said) == captioned(drawing, shorten(said, 110, placeholder="…"))


def test_a_board_that_stays_the_same_is_skipped_whatever_is_said_of_it() -> None:
    one, other = square(9, RED, 3, 3), square(9, CYAN, 40, 30)
    drawings = (one, one, other, other, other, one)
    reel = animated(told(drawings, *(f"#{number}" for number in range(6))), PLENTY)
    assert (reel.frames, reel.left_out) == (3, 0)
    assert [round(pause / 1000, 2) for _, pause in shown(reel.gif)] == [PACE, PACE, PACE + REST]


def test_a_longer_caption_is_shown_longer_and_the_last_picture_longest() -> None:
    captions = (f"#{number} " + "words " * words for number, words in enumerate((1, 4, 60)))
    reel = animated(told(list(numbered(3)), *captions), PLENTY)
    short, longer, last = (pause / 1000 for _, pause in shown(reel.gif))
    assert PACE == short < longer < SLOWEST
    assert last == pytest.approx(SLOWEST + REST)


def test_a_single_picture_is_an_animation_too() -> None:
    drawing = square(9, RED, 3, 3)
    reel = filmed([drawing])
    assert pixels(reel.gif) == [decoded(paint.png(drawing)).tobytes()]


def test_no_picture_is_no_animation() -> None:
    with pytest.raises(ValueError, match="at least one picture"):
        animated([], PLENTY)


def test_it_starts_again_at_its_end() -> None:
    file = Image.open(BytesIO(filmed([square(9, RED, 3, 3), square(9, RED, 30, 3)]).gif))
    assert file.info["loop"] == 0


def test_many_pictures_are_shown_faster() -> None:
    pauses = [pause / 1000 for _, pause in shown(filmed(numbered(200)).gif)]
    assert sum(pauses) == pytest.approx(LONGEST + REST, rel=0.02)
    assert len({round(pause, 1) for pause in pauses[:-1]}) == 1


def test_parts_of_a_picture_follow_each_other_at_once() -> None:
    """What is far apart is written as several images; together they take no longer than one."""
    here, there = Art(8, 8, RED, ()), Art(8, 8, CYAN, ())
    first = Drawing(600, 400, VOID, ())
    second = Drawing(600, 400, VOID, ((here, 0, 0), (there, 590, 390)))
    reel = filmed([first, second])
    file = Image.open(BytesIO(reel.gif))
    pauses = [image.info["duration"] for image in ImageSequence.Iterator(file)]
    assert pauses == [800, 20, 800 + 3000 - 20]
    assert len(reel.gif) < HEAD + 2500
    assert len(shown(reel.gif)) == reel.frames == 2


def test_equal_pictures_give_equal_bytes_whatever_was_made_before() -> None:
    drawings = of_astralis()[:12]
    first = filmed(drawings, 200_000)
    filmed(of_astralis()[15:20])
    again = filmed([RENDERER.scene(view, LOOK).drawing for view in complete_game()[:12]], 200_000)
    assert first == again


# --- How many, and how large ---


def test_evenly_chosen_pictures_hold_the_first_and_the_last() -> None:
    assert chosen(10, 10) == list(range(10))
    assert chosen(10, 4) == [0, 3, 6, 9]
    assert chosen(11, 3) == [0, 5, 10]
    assert chosen(7, 2) == [0, 6]
    assert chosen(7, 1) == [6]
    for total in range(2, 60):
        for count in range(2, total + 1):
            places = chosen(total, count)
            assert len(places) == count
            steps = [after - before for before, after in pairwise(places)]
            assert max(steps) - min(steps) <= 1


def numbers(data: bytes, drawings: Sequence[Drawing], times: int) -> list[int]:
    """The numbers of the drawings that are shown, each as many times smaller as the file is."""
    alone = {small(drawing, times).tobytes(): number for number, drawing in enumerate(drawings)}
    return [alone[picture] for picture in pixels(data)]


def canvases(drawings: Iterable[Drawing]) -> list[Still]:
    return [Still(gif.canvas(drawing)) for drawing in drawings]


def test_few_pictures_are_drawn_once_each() -> None:
    reel, wanted = asked(canvases(numbered(FEW)), PLENTY)
    assert wanted == [WantedPicture(0, None), *(WantedPicture(n, n - 1) for n in range(1, FEW))]
    assert (reel.frames, reel.left_out) == (FEW, 0)


def test_of_very_many_pictures_only_some_are_drawn_evenly_chosen() -> None:
    shots = canvases(numbered(40))
    reel, wanted = asked([shots[number % 40] for number in range(20 * MOST)], PLENTY)
    assert (reel.frames, reel.left_out) == (MOST, 19 * MOST)
    shown_ones = wanted[-MOST:]
    assert len(wanted) - MOST <= 8, "a sample"
    assert [each.number for each in shown_ones] == chosen(20 * MOST, MOST)
    assert [each.since for each in shown_ones[1:]] == [each.number for each in shown_ones[:-1]]


def test_of_large_pictures_fewer_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(animation, "PAINTED", 80 * 240 * 160)
    reel, wanted = asked(canvases(numbered(200)), PLENTY)
    assert (reel.frames, reel.left_out) == (80, 120)
    assert len(wanted) <= 80 + 8


def test_of_large_crowds_fewer_are_drawn() -> None:
    shots = [shot._replace(marks=1000) for shot in canvases(numbered(200))]
    reel, wanted = asked(shots, PLENTY)
    assert (reel.frames, reel.left_out) == (MOST * 4 // 25, 200 - MOST * 4 // 25)
    assert len(wanted) <= reel.frames + 8
    largest = animated([shot._replace(marks=10_000) for shot in shots], PLENTY)
    assert largest.frames == FEWEST


def test_the_sample_finds_how_many_fit_at_the_first_try() -> None:
    drawings = list(numbered(200))
    limit = 3 * len(filmed(drawings).gif) // 4
    reel, wanted = asked(canvases(drawings), limit)
    assert AIM * 0.8 * limit <= len(reel.gif) <= limit
    assert len(wanted) == reel.frames + 8
    assert reel.frames + reel.left_out == 200
    found = numbers(reel.gif, drawings, 1)
    assert (found[0], found[-1]) == (0, 199)
    steps = {after - before for before, after in pairwise(found)}
    assert max(steps) - min(steps) <= 1


def test_where_few_would_remain_the_pictures_become_smaller() -> None:
    drawings = list(numbered(200))
    whole = len(filmed(drawings).gif)
    seen = {}
    for part in (1.4, 4, 9):
        limit = int(whole / part)
        reel = filmed(drawings, limit)
        assert len(reel.gif) <= limit
        times = 240 // Image.open(BytesIO(reel.gif)).size[0]
        found = numbers(reel.gif, drawings, times)
        assert (found[0], found[-1]) == (0, 199)
        seen[part] = times
    assert 1 == seen[1.4] < seen[4] <= seen[9]


def test_what_the_sample_did_not_foresee_is_made_a_second_time() -> None:
    """The sample falls on pictures that hardly change."""
    still = [square(9, RED, number % 2, 3, 240, 160) for number in range(400)]
    drawings = [
        quiet if place % 50 < 30 else lively
        for place, (quiet, lively) in enumerate(zip(still, numbered(400), strict=True))
    ]
    limit = len(filmed(drawings[:MOST]).gif) * 2 // 3
    reel, wanted = asked(canvases(drawings), limit)
    assert len(reel.gif) <= limit
    assert len(wanted) <= 2 * MOST + 8
    assert reel.frames >= FEW


def test_sizes_that_are_not_even_are_made_smaller_as_well() -> None:
    drawings = [square(11, RED, number, number, 83, 61) for number in range(0, 40, 2)]
    limit = len(filmed(drawings).gif) - 300
    reel = filmed(drawings, limit)
    assert len(reel.gif) <= limit
    assert 1 < reel.frames <= 20


def test_with_room_for_one_picture_it_is_the_last() -> None:
    drawings = of_astralis()
    scale = 4 * -(-drawings[-1].width // WIDEST)
    last = gif.reduced(gif.canvas(drawings[-1]), scale)
    alone = len(gif.file(last.size, PALETTE, gif.shown((gif.whole(last).image(),), 80)))
    reel = filmed(drawings, alone)
    assert (reel.frames, reel.left_out) == (1, 32)
    assert len(reel.gif) == alone
    assert pixels(reel.gif) == [in_rgb(last).tobytes()]


def test_a_limit_below_one_small_picture_is_refused_with_the_limit() -> None:
    with pytest.raises(ValueError, match="3,000 bytes are too few for a single picture"):
        filmed(of_astralis()[:3], 3000)


@given(st.integers(2, 60), st.integers(1500, 9000))
@settings(max_examples=25, deadline=None)
def test_no_limit_is_ever_broken(count: int, limit: int) -> None:
    try:
        reel = filmed(numbered(count), limit)
    except ValueError:
        assert limit < 2500
    else:
        assert len(reel.gif) <= limit
        assert reel.frames + reel.left_out == count
        assert len(shown(reel.gif)) == reel.frames
