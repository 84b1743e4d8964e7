from __future__ import annotations

import struct
import zlib

import pytest
from PIL import Image

from renderers import Look, paint
from renderers.astralis import RENDERER, picture
from renderers.astralis.panel import TALL
from renderers.palette import CARD, PALETTE, VOID, WHITE
from renderers.scene import Area, Art, Caption, Disc, Drawing, Label, Style
from tests.renderers.pixels import changed_box, decoded, noise
from tests.renderers.positions import complete_game, random_views, threatened

LOOK = Look(("Vera Rubin", "Edwin Hubble"), wide=True)


def chunks(png: bytes) -> list[tuple[bytes, bytes]]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    found, at = [], 8
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", png, at + 8 + length) == (zlib.crc32(kind + data),)
        found.append((kind, data))
        at += 12 + length
    return found


def forget() -> None:
    """As in a fresh process."""
    for kept in (paint._strip, paint._glyph):
        kept.cache_clear()
    paint._tile.clear()
    paint._backdrop.clear()
    picture.field_for.cache_clear()


def test_the_file_is_a_plain_palette_png_without_texts() -> None:
    found = chunks(RENDERER.scene(complete_game()[20], LOOK).paint())
    assert [kind for kind, _ in found] == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    assert found[0][1] == struct.pack(">IIBBBBB", 1650, 1050, 8, 3, 0, 0, 0)
    assert found[1][1] == bytes(value for colour in PALETTE for value in colour)


def test_the_scanlines_are_unfiltered_palette_indices() -> None:
    scene = RENDERER.scene(threatened(), Look(LOOK.names, threats=True, wide=True))
    lines = paint.scanlines(scene.drawing)
    assert zlib.decompress(chunks(scene.paint())[2][1]) == lines
    assert len(lines) == 1651 * 1050
    assert set(lines[::1651]) == {0}
    assert max(lines) < len(PALETTE)


def test_equal_views_give_equal_bytes_whatever_was_painted_before() -> None:
    views = complete_game()
    in_order = [RENDERER.scene(view, LOOK).paint() for view in views[::4]]
    forget()
    backwards = [RENDERER.scene(view, LOOK).paint() for view in reversed(views[::4])]
    assert in_order == backwards[::-1]


def test_without_isal_the_picture_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = RENDERER.scene(complete_game()[20], LOOK)
    fast = scene.paint()
    monkeypatch.setattr(paint, "_deflate", zlib.compress)
    monkeypatch.setattr(paint, "_crc", zlib.crc32)
    slow = scene.paint()
    assert [kind for kind, _ in chunks(slow)] == [kind for kind, _ in chunks(fast)]
    assert changed_box(decoded(fast), decoded(slow)) is None


def test_pasting_past_the_checks_paints_what_pillow_paints() -> None:
    """``paint`` uses the paste under ``Image.paste``; this one uses ``Image.paste``."""
    drawing = RENDERER.scene(threatened(), Look(LOOK.names, threats=True)).drawing
    assert drawing.backdrop is not None
    size = (drawing.width + 1, drawing.height)
    slow = Image.frombytes("L", size, paint._backdrop(drawing.backdrop))
    for art, x, y in drawing.marks:
        tile = paint._tile(art)
        pixels, mask = Image.new("L", (art.width, art.height)), None
        pixels.im = tile.pixels
        if tile.mask is not None:
            mask = Image.new("1", (art.width, art.height))
            mask.im = tile.mask
        slow.paste(pixels, (x + 1, y), mask)
    for caption in drawing.captions:
        strip = paint._strip(caption.text, caption.style, caption.anchor, caption.room)
        pixels = Image.new("L", (strip.width, strip.height))
        pixels.im = strip.pixels
        slow.paste(pixels, (caption.x + 1 - strip.left, caption.y - strip.up))
    assert slow.tobytes() == paint.scanlines(drawing)


def test_the_palette_shows_the_art_as_it_was_drawn() -> None:
    """A noise of 6.5 is a PSNR of 40 dB."""
    drawing = RENDERER.scene(threatened(), Look(LOOK.names, threats=True)).drawing
    assert drawing.backdrop is not None
    colours = bytes(value for colour in PALETTE for value in colour)
    total = area = 0.0
    for art in {art for art, _, _ in (*drawing.marks, *drawing.backdrop.marks)}:
        drawn = paint._drawn(art)
        shown = Image.frombytes("P", drawn.size, paint.indexed(drawn).tobytes())
        shown.putpalette(colours)
        found = noise(drawn, shown.convert("RGB"))
        assert found < 40, art
        total += found * art.width * art.height
        area += art.width * art.height
    assert total / area < 6.5


def test_caches_stay_within_their_bounds() -> None:
    forget()
    for seed in range(3):
        for view in random_views(8, seed, 40)[::3]:
            RENDERER.scene(view, Look(LOOK.names, threats=True)).paint()
    assert 100_000 < paint._tile.bytes < paint.ARTS
    assert paint._backdrop.bytes == (TALL.wide + 1) * TALL.high
    assert paint._strip.cache_info().maxsize == 384
    assert paint._glyph.cache_info().maxsize == 1024


def test_art_is_antialiased_and_exact_inside() -> None:
    art = Art(20, 20, VOID, (Disc(10, 10, 8, WHITE),))
    lines = paint.scanlines(Drawing(20, 20, VOID, ((art, 0, 0),)))
    rows = [lines[21 * row + 1 : 21 * row + 21] for row in range(20)]
    assert rows[10][10] == PALETTE.index(WHITE)
    assert rows[0][0] == PALETTE.index(VOID)
    assert len({index for row in rows for index in row}) > 4


def test_cut_art_leaves_the_rest_of_its_box_alone() -> None:
    below = Art(20, 20, CARD, ())
    cut = Art(20, 20, VOID, (Area(((5, 5), (15, 5), (15, 15), (5, 15)), WHITE),), cut=True)
    lines = paint.scanlines(Drawing(20, 20, VOID, ((below, 0, 0), (cut, 0, 0))))
    rows = [lines[21 * row + 1 : 21 * row + 21] for row in range(20)]
    assert rows[10][10] == PALETTE.index(WHITE)
    assert {rows[2][2], rows[17][17], rows[10][2], rows[2][10]} == {PALETTE.index(CARD)}


def test_a_label_is_painted_on_its_art() -> None:
    style = Style(17, WHITE, CARD)
    with_label = Art(40, 22, CARD, (Label(20, 11, "H10", style),))
    lines = paint.scanlines(Drawing(40, 22, CARD, ((with_label, 0, 0),)))
    assert PALETTE.index(WHITE) in lines


@pytest.mark.parametrize("anchor", ["left", "middle", "right"])
def test_a_caption_hangs_on_its_anchor(anchor: str) -> None:
    style = Style(30, WHITE, VOID)
    place = {"left": 10, "middle": 150, "right": 290}[anchor]
    assert anchor in ("left", "middle", "right")
    caption = Caption("Astralis", place, 40, style, anchor)  # type: ignore[arg-type]  # narrowed above
    lines = paint.scanlines(Drawing(300, 60, VOID, (), (caption,)))
    inked = [at % 301 - 1 for at, index in enumerate(lines) if index]
    wide = paint.width("Astralis", style)
    start = {"left": 10, "middle": 150 - wide // 2, "right": 290 - wide}[anchor]
    assert abs(min(inked) - start) <= 4
    assert abs(max(inked) - start - wide) <= 4


def test_a_text_is_cut_to_its_room() -> None:
    style = Style(30, WHITE, VOID)
    assert paint.fitted("Vera", style, 200) == "Vera"
    cut = paint.fitted("Vera Florence Cooper Rubin", style, 200)
    assert cut.endswith("…")
    assert "Vera Florence Cooper Rubin".startswith(cut[:-1])
    assert paint.width(cut, style) <= 200
    assert paint.width(f"{cut[:-1]}XX…", style) > 200


def test_long_texts_are_broken_into_two_even_lines() -> None:
    style = Style(30, WHITE, VOID)
    assert paint.wrapped("short", style, 400) == ("short",)
    assert paint.wrapped("", style, 400) == ()
    assert paint.wrapped("x" * 90, style, 400) == ("x" * 90,)
    text = "one two three four five six seven eight nine"
    first, second = paint.wrapped(text, style, 400)
    assert f"{first} {second}" == text
    assert max(paint.width(first, style), paint.width(second, style)) <= 400
