from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from renderers import paint
from renderers.fonts import Face, holds
from renderers.lettering import drawable, plain, runs, sections


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ada Lovelace", "Ada Lovelace"),
        ("Łukasz Żółć", "Łukasz Żółć"),
        ("Борис", "Борис"),
        ("Ελένη", "Ελένη"),
        ("田中さくら", "田中さくら"),
        ("김민준", "김민준"),
        ("Ada 🚀", "Ada"),
        ("👩‍🚀 Ada", "Ada"),
        ("🇫🇷", ""),
        ("", ""),
        ("   ", ""),
        ("Ada\nLovelace\r\n\t!", "Ada Lovelace !"),
        ("e\u0301te\u0301", "été"),
        ("Z\u0351\u0352a\u0300\u0316lgo", "Zàlgo"),
        ("\u202eadA", "adA"),
        ("Ada مرحبا Bo", "Ada □ Bo"),
        ("مرحبا", ""),
        ("x\x00y\x1b[0m", "xy[0m"),
        ("\ud800", ""),
    ],
)
def test_a_name_becomes_what_the_fonts_can_draw(text: str, shown: str) -> None:
    assert drawable(text) == shown


def test_a_long_text_is_cut_with_an_ellipsis() -> None:
    assert plain("x" * 64) == "x" * 64
    assert plain("x" * 65) == "x" * 63 + "…"
    assert plain("word " * 40, 12) == "word word w…"


def test_plain_text_keeps_what_no_font_can_draw() -> None:
    assert plain("Ada 🚀 مرحبا") == "Ada 🚀 مرحبا"


def test_a_text_is_split_by_the_faces_that_draw_it() -> None:
    assert list(runs("Bo 田中!", "medium")) == [("medium", "Bo "), ("cjk", "田中"), ("medium", "!")]


@pytest.mark.parametrize("face", ["medium", "semibold", "cjk"])
def test_every_character_that_a_face_claims_is_drawn(face: Face) -> None:
    """The glyph is not the one of a character that is certainly missing."""
    font = paint._font(face, 20)

    def drawn(character: str) -> bytes:
        picture = Image.new("L", (40, 40))
        ImageDraw.Draw(picture).text((5, 30), character, 255, font, anchor="ls")
        return picture.tobytes()

    missing = drawn("\ue123")
    samples = "AŁЖЯΩω09+−×…" if face != "cjk" else "一田龍さアー김힝"
    assert all(holds(face, character) for character in samples)
    assert all(drawn(character) != missing for character in samples)
    assert not any(holds(face, character) for character in "🚀م\ue123")
    assert not holds(face, "田" if face != "cjk" else "A")


def test_parts_of_a_text_board_that_say_anything_stand_apart() -> None:
    assert sections(["Round 1.", "Red to act."], (), iter(["R1"])) == "Round 1.\nRed to act.\n\nR1"
    assert sections((), ()) == ""
