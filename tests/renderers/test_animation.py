"""Animations, decoded by Pillow and compared with the painted pictures pixel by pixel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import cycle, islice, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageSequence

from games.core.log.replay import act
from games.core.seats import SPECTATOR, Seats
from renderers import Look, animation, fitting, gif, paint, renderer_for
from renderers.animation import LEAST, LONGEST, PACE, REST, SLOWEST, Film, Reel, captioned
from renderers.astralis import RENDERER
from renderers.palette import CARD, CYAN, PALETTE, RED, VOID, WHITE, YELLOW, Colour
from renderers.palettes import colours_of
from renderers.scene import Art, Caption, Drawing, Mark, Style
from tests.games.kit import random_action, title_of
from tests.renderers import sailors
from tests.renderers.pixels import decoded
from tests.renderers.positions import complete_game

LOOK = Look(("Vera Rubin", "Edwin Hubble"))
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
    film = Film(limit)
    for drawing in drawings:
        film.add(gif.canvas(drawing))
    return film.gif()


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
    painted_alone = [decoded(paint.png(drawing)).tobytes() for drawing in drawings]
    assert pixels(reel.gif) == painted_alone


def test_every_picture_of_a_battle_is_shown_as_it_is_painted() -> None:
    renderer = renderer_for("astral_sailors")
    tables = (sailors.skirmish(), sailors.captured(), sailors.deploying(), sailors.placing())
    scenes = [renderer.scene(sailors.seen(table), LOOK) for table in tables]
    reel = filmed(scene.drawing for scene in scenes)
    wide, high = Image.open(BytesIO(reel.gif)).size
    for (picture, _), scene in zip(shown(reel.gif), scenes, strict=True):
        alone = decoded(scene.paint())
        assert picture.crop((0, 0, *alone.size)).tobytes() == alone.tobytes()
        assert (wide, high) >= alone.size


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
    film = Film(PLENTY)
    for drawing in of_astralis()[10:14]:
        film.add(gif.canvas(drawing))
    usual, other = film.gif().gif, film.gif(colours_of("deuteranopia")).gif
    table = bytes(value for colour in colours_of("deuteranopia") for value in colour)
    assert usual[:13] + table + bytes(768 - len(table)) + usual[781:] == other


# --- Captions, time, and the form of the file ---


def test_a_caption_stands_above_and_leaves_the_picture_alone() -> None:
    plain = gif.canvas(of_astralis()[20])
    picture, other = captioned(plain, "#12"), captioned(plain, "#13")
    strip = picture.height - plain.height
    assert picture.width == plain.width
    assert picture.crop((0, strip, *picture.size)).tobytes() == plain.tobytes()
    line = picture.crop((0, 0, plain.width, strip))
    assert PALETTE.index(WHITE) in line.tobytes()
    assert line.tobytes() != other.crop((0, 0, plain.width, strip)).tobytes()


def test_a_caption_is_read_on_a_telephone_and_has_two_lines_of_room() -> None:
    plain = gif.canvas(of_astralis()[20])
    short, long = (captioned(plain, "#1 " + "Hat ball " * words) for words in (1, 12))
    strip = short.height - plain.height
    assert long.height == short.height, "pictures of a film are of one size"
    ink = ImageChops.difference(
        short.crop((0, 0, plain.width, strip)),
        Image.new("L", (plain.width, strip), PALETTE.index(VOID)),
    ).getbbox()
    assert ink is not None
    assert (ink[3] - ink[1]) * 380 / plain.width >= 8.5, "pixels of a capital letter"
    second = long.crop((0, strip * 6 // 10, plain.width, strip))
    assert PALETTE.index(WHITE) in second.tobytes()


def test_a_long_caption_is_cut_at_the_edge() -> None:
    plain = gif.canvas(square(9, RED, 0, 0, 200))
    picture = captioned(plain, "#1234 " + "all along the watchtower " * 9)
    right = picture.crop((196, 0, 200, picture.height - 60))
    assert set(right.tobytes()) == {PALETTE.index(VOID)}


def test_a_board_that_stays_the_same_is_skipped_whatever_is_said_of_it() -> None:
    one, other = square(9, RED, 3, 3), square(9, CYAN, 40, 30)
    film = Film(PLENTY)
    for number, drawing in enumerate((one, one, other, other, other, one)):
        film.add(gif.canvas(drawing), f"#{number}")
    reel = film.gif()
    assert (reel.frames, reel.left_out) == (3, 0)
    assert [round(pause / 1000, 2) for _, pause in shown(reel.gif)] == [PACE, PACE, PACE + REST]


def test_a_longer_caption_is_shown_longer_and_the_last_picture_longest() -> None:
    film = Film(PLENTY)
    for number, (drawing, words) in enumerate(zip(numbered(3), (1, 4, 60), strict=True)):
        film.add(gif.canvas(drawing), f"#{number} " + "words " * words)
    short, longer, last = (pause / 1000 for _, pause in shown(film.gif().gif))
    assert PACE == short < longer < SLOWEST
    assert last == pytest.approx(SLOWEST + REST)


def test_a_single_picture_is_an_animation_too() -> None:
    drawing = square(9, RED, 3, 3)
    reel = filmed([drawing])
    assert pixels(reel.gif) == [decoded(paint.png(drawing)).tobytes()]


def test_no_picture_is_no_animation() -> None:
    with pytest.raises(ValueError, match="at least one picture"):
        Film(PLENTY).gif()


def test_it_starts_again_at_its_end() -> None:
    file = Image.open(BytesIO(filmed([square(9, RED, 3, 3), square(9, RED, 30, 3)]).gif))
    assert file.info["loop"] == 0


def test_many_pictures_are_shown_faster_and_none_too_fast() -> None:
    pauses = [pause / 1000 for _, pause in shown(filmed(numbered(200)).gif)]
    assert sum(pauses) == pytest.approx(LONGEST + REST, rel=0.02)
    pauses = [pause / 1000 for _, pause in shown(filmed(numbered(700)).gif)]
    assert min(pauses) == pytest.approx(LEAST)


def test_parts_of_a_picture_follow_each_other_at_once() -> None:
    """What is far apart is written as several images; together they take no longer than one."""
    here, there = Art(8, 8, RED, ()), Art(8, 8, CYAN, ())
    first = Drawing(600, 400, VOID, ())
    second = Drawing(600, 400, VOID, ((here, 0, 0), (there, 590, 390)))
    reel = filmed([first, second])
    file = Image.open(BytesIO(reel.gif))
    pauses = [image.info["duration"] for image in ImageSequence.Iterator(file)]
    assert pauses == [800, 20, 800 + 3000 - 20]
    assert len(reel.gif) < fitting.HEAD + 2500
    assert len(shown(reel.gif)) == reel.frames == 2


def test_equal_pictures_give_equal_bytes_whatever_was_made_before() -> None:
    drawings = of_astralis()[:12]
    first = filmed(drawings, 200_000)
    filmed(of_astralis()[15:20])
    again = filmed([RENDERER.scene(view, LOOK).drawing for view in complete_game()[:12]], 200_000)
    assert first == again


def test_without_isal_the_animation_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    import zlib

    drawings = of_astralis()[:8]
    fast = filmed(drawings, 120_000)
    monkeypatch.setattr(gif, "compress", zlib.compress)
    monkeypatch.setattr(gif, "decompress", zlib.decompress)
    assert filmed(drawings, 120_000) == fast


# --- Within a limit ---


def test_evenly_chosen_pictures_hold_the_first_and_the_last() -> None:
    assert fitting.chosen(10, 10) == set(range(10))
    assert fitting.chosen(10, 4) == {0, 3, 6, 9}
    assert fitting.chosen(11, 3) == {0, 5, 10}
    assert fitting.chosen(7, 2) == {0, 6}
    assert fitting.chosen(7, 1) == {6}
    for total in range(2, 60):
        for count in range(2, total + 1):
            places = sorted(fitting.chosen(total, count))
            assert len(places) == count
            steps = [after - before for before, after in pairwise(places)]
            assert max(steps) - min(steps) <= 1


def matching(data: bytes, drawings: Sequence[Drawing], scale: int) -> list[int]:
    """The numbers of the drawings that are shown, each reduced as the file is."""
    made = [gif.reduced(gif.canvas(drawing), scale) for drawing in drawings]
    alone = {_in_rgb(picture): number for number, picture in enumerate(made)}
    return [alone[picture] for picture in pixels(data)]


def _in_rgb(picture: gif.Canvas) -> bytes:
    file = Image.frombytes("P", picture.size, picture.tobytes())
    file.putpalette(bytes(value for colour in PALETTE for value in colour))
    return file.convert("RGB").tobytes()


def test_pictures_are_left_out_evenly_until_the_rest_fits() -> None:
    drawings = list(numbered(200))
    whole = filmed(drawings)
    limit = 3 * len(whole.gif) // 4
    reel = filmed(drawings, limit)
    assert fitting.ENOUGH * limit * 0.9 <= len(reel.gif) <= limit
    assert reel.frames + reel.left_out == 200
    numbers = matching(reel.gif, drawings, 1)
    assert (numbers[0], numbers[-1]) == (0, 199)
    steps = {after - before for before, after in pairwise(numbers)}
    assert max(steps) - min(steps) <= 1


def test_where_few_would_remain_the_pictures_become_smaller() -> None:
    drawings = list(numbered(200))
    whole = len(filmed(drawings).gif)
    seen = {}
    for part in (2, 4, 9):
        reel = filmed(drawings, whole // part)
        assert len(reel.gif) <= whole // part
        size = Image.open(BytesIO(reel.gif)).size
        scale = 240 // size[0]
        numbers = matching(reel.gif, drawings, scale)
        assert (numbers[0], numbers[-1]) == (0, 199)
        seen[part] = scale
    assert seen[2] <= seen[4] <= seen[9]
    assert seen[9] > 1


def test_sizes_that_are_not_even_are_made_smaller_as_well() -> None:
    drawings = [square(11, RED, number, number, 83, 61) for number in range(0, 40, 2)]
    limit = len(filmed(drawings).gif) - 300
    reel = filmed(drawings, limit)
    assert len(reel.gif) <= limit
    assert 1 < reel.frames <= 20


def test_with_room_for_one_picture_it_is_the_last() -> None:
    drawings = of_astralis()
    last = gif.reduced(gif.padded(gif.canvas(drawings[-1]), (1652, 1052), PALETTE.index(VOID)), 4)
    alone = len(gif.file(last.size, PALETTE, gif.shown((gif.whole(last).image(),), 80)))
    reel = filmed(drawings, alone)
    assert (reel.frames, reel.left_out) == (1, 32)
    assert len(reel.gif) == alone
    assert pixels(reel.gif) == [_in_rgb(last)]


def test_a_limit_below_one_small_picture_is_refused_with_the_limit() -> None:
    with pytest.raises(ValueError, match="5,000 bytes are too few for a single picture"):
        filmed(of_astralis()[:3], 5000)


def test_the_fewest_are_tried_before_a_size_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """However wrong the guesses are."""
    tried: list[int] = []

    def too_large(search: fitting._Search, count: int) -> fitting.Fit | int:
        tried.append(count)
        return 10_001

    monkeypatch.setattr(fitting._Search, "_tried", too_large)
    step = fitting.GifFrame(0, (), 1.0)
    assert fitting.fitted([step] * 1000, (400, 400), 10_000) is None
    assert tried[0] == 1000
    assert tried[-1] == 1
    assert 500 in tried
    assert 12 in tried
    assert len(tried) <= 3 * fitting.TRIES


@given(st.integers(2, 40), st.integers(1500, 9000))
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


def long_match() -> list[Drawing]:
    """What a spectator sees after each entry of a random battle."""
    game, rng = title_of("astral_sailors").game, Random(4)
    wishes = game.settings.model_validate({"scenery": "preset"})
    state, drawings = game.setup(wishes, Seats.alone(2)), []
    renderer = renderer_for("astral_sailors")
    while (log_action := random_action(game, state, rng, 0)) is not None:
        state = act(game, state, log_action).state
        view = game.view(state, SPECTATOR)
        drawings.append(renderer.scene(view, LOOK).drawing)
    return drawings


def test_a_match_of_a_thousand_entries_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []
    tried = fitting._Search._tried

    def counted(search: fitting._Search, count: int) -> fitting.Fit | int:
        tries.append(count)
        return tried(search, count)

    monkeypatch.setattr(fitting._Search, "_tried", counted)
    pictures = [gif.canvas(drawing) for drawing in long_match()]
    films = Film(10 << 20), Film(400 << 10)
    for film, count in zip(films, (1000, len(pictures)), strict=True):
        for number, picture in enumerate(islice(cycle(pictures), count), 1):
            film.add(picture, f"#{number}")
    large, small = (film.gif() for film in films)
    assert large.left_out == 0
    assert 500 < large.frames < 1000, "some boards are like the ones before them"
    assert 1 << 20 < len(large.gif) <= 10 << 20
    assert small.frames >= 12
    assert 150 < small.frames + small.left_out <= len(pictures)
    assert 0.8 * (400 << 10) < len(small.gif) <= 400 << 10
    assert len(tries) <= 12
    assert all(film._weight <= animation.KEPT for film in films)


def test_of_very_many_pictures_only_so_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every other one is let go again and again; what remains is even, with first and last."""
    drawings = list(numbered(300))
    monkeypatch.setattr(animation, "KEPT", 9000)
    film = Film(PLENTY)
    for drawing in drawings:
        film.add(gif.canvas(drawing))
        assert film._weight <= 9000 or len(film._steps) <= 2
        assert film._weight == sum(step.weight for step in film._steps)
    reel = film.gif()
    assert reel.frames + reel.left_out == 300
    assert 8 < reel.frames < 150
    numbers = matching(reel.gif, drawings, 1)
    assert (numbers[0], numbers[-1]) == (0, 299)
    assert len({after - before for before, after in pairwise(numbers[:-1])}) == 1
