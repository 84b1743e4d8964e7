from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.astralis.agreement import Agreement
from games.astralis.course import arranged, opening
from games.astralis.view import AstralisView
from games.core.seats import Seat
from renderers import Look, renderer_for
from renderers.astralis import RENDERER, art
from renderers.astralis.panel import CARD_HIGH, CARD_TOPS, LEFT, LEGEND_TOP, WIDE
from tests.renderers.pixels import changed_box, decoded
from tests.renderers.positions import (
    beneath_a_ship,
    bonus_waits,
    complete_game,
    played,
    random_views,
    seen,
    threatened,
)

LOOK = Look(("Vera Rubin", "Edwin Hubble"))

HOSTILE = [
    "", " ", "\n", "🚀🚀🚀", "👩\u200d🚀 family", "مرحبا بالعالم", "\u202eright to left",
    "Z\u0351\u0352\u0353algo" * 9, "W" * 400, "田" * 60, "\x00\x1b[31m", "\ud800", "﷽" * 8,
    "`*_~|>@everyone", "\u3000", "a\u0301" * 50,
]  # fmt: skip


def captions(view: AstralisView, look: Look = LOOK) -> list[str]:
    return [caption.text for caption in RENDERER.scene(view, look).drawing.captions]


def test_the_renderer_is_found_by_the_id_of_the_game() -> None:
    assert renderer_for("astralis") is RENDERER


def test_a_game_without_a_picture_is_named() -> None:
    with pytest.raises(TypeError, match=r"games/chess needs a renderers/chess package"):
        renderer_for("chess")


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("turned", [False, True])
def test_boards_of_all_sizes_are_painted(size: int, turned: bool) -> None:
    look = Look(LOOK.names, threats=True, turned=turned)
    for view in random_views(size, 1, 12)[::4]:
        assert decoded(RENDERER.scene(view, look).paint()).size == (1650, 1050)


def test_every_position_of_a_complete_game_is_painted() -> None:
    pictures = {RENDERER.scene(view, LOOK).paint() for view in complete_game()}
    assert len(pictures) == len(complete_game()) == 33


def test_what_must_be_read_in_chat_is_at_least_30_pixels_high() -> None:
    views = (complete_game()[0], bonus_waits(), threatened(), complete_game()[-1])
    for view in views:
        drawing = RENDERER.scene(view, Look(LOOK.names, threats=True)).drawing
        assert drawing.backdrop is not None
        lines = (*drawing.captions, *drawing.backdrop.captions)
        read = [line for line in lines if line.y < LEGEND_TOP - 20 or line.x < LEFT]
        assert len(read) > 15 + 14
        assert min(line.style.size for line in read) >= 30


def test_nothing_of_the_panel_leaves_the_picture() -> None:
    for view in (*complete_game()[::5], bonus_waits(), threatened()):
        drawing = RENDERER.scene(view, Look(("W" * 400, "田" * 60), threats=True)).drawing
        for mark, x, y in drawing.marks:
            assert 0 <= x <= 1650 - mark.width
            assert 0 <= y <= 1050 - mark.height


def test_the_panel_tells_score_komi_turn_and_last_move() -> None:
    texts = captions(complete_game()[21])
    assert texts == [
        "turn 20", "Yellow", "Vera Rubin", "48", "Cyan", "to move", "Edwin Hubble", "41",
        "+ 3.5 = 44.5", "Yellow A4-I12+J12", "bonus L13", "contested 12", "unexplored 26",
    ]  # fmt: skip


def test_the_panel_tells_an_extraction_before_a_bonus() -> None:
    assert "extracts C7; bonus A6" in captions(complete_game()[29])


def test_the_panel_tells_who_won_and_by_how_much() -> None:
    texts = captions(complete_game()[-1])
    assert "Yellow wins by 5.5" in texts
    assert texts.count("winner") == 1
    assert "30 turns" in texts
    assert "to move" not in texts


def test_the_panel_asks_for_the_ship_to_be_placed() -> None:
    yellow, cyan = captions(complete_game()[0]), captions(complete_game()[1])
    assert "Yellow places a ship" in yellow
    assert "anywhere from A2 to A6" in yellow
    assert "a ship may start here" in yellow
    assert "anywhere from M8 to M12" in cyan


def test_a_waiting_bonus_is_named() -> None:
    assert "H8 waits for Yellow" in captions(bonus_waits())


def test_threats_are_explained_only_when_they_are_shown() -> None:
    assert "can be extracted" in captions(threatened(), Look(LOOK.names, threats=True))
    assert "can be extracted" not in captions(threatened())


def test_a_komi_of_nothing_is_not_shown_and_a_negative_one_is_taken_off() -> None:
    def shown(komi: float) -> list[str]:
        view = seen(arranged(Agreement(size=7, komi=komi), (["D4"], ["G7"]), ("A1", "B1")))
        return [text for text in captions(view) if "=" in text]

    assert shown(0) == []
    assert shown(-2) == ["− 2 = 5"]
    assert shown(3.5) == ["+ 3.5 = 10.5"]


def test_names_follow_the_seats_when_colours_are_swapped() -> None:
    state = opening(Agreement(size=7, swap=True))
    for text in ("A3", "M8", "A3-C3+B2", "swap"):
        state = played(state, text)
    texts = captions(seen(state))
    assert seen(state).seats == (Seat(1), Seat(0))
    assert texts.index("Edwin Hubble") < texts.index("Vera Rubin")


def test_a_ship_on_a_planet_shows_both() -> None:
    view = beneath_a_ship()
    plain = decoded(RENDERER.scene(bonus_waits(), LOOK).paint())
    both = decoded(RENDERER.scene(view, LOOK).paint())
    box = (596 - 26, 502 - 26, 596 + 26, 502 + 26)
    assert changed_box(plain.crop(box), both.crop(box)) is not None


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_breaks_the_picture_outside_of_its_own_line(name: str) -> None:
    view = complete_game()[20]
    usual = decoded(RENDERER.scene(view, LOOK).paint())
    box = changed_box(usual, decoded(RENDERER.scene(view, Look(("Vera Rubin", name))).paint()))
    assert box is not None
    left, top, right, low = box
    assert LEFT + 100 <= left < right <= LEFT + WIDE - 8
    assert CARD_TOPS[1] + 45 <= top < low <= CARD_TOPS[1] + CARD_HIGH - 60


def test_missing_names_are_replaced_by_the_sides() -> None:
    assert captions(complete_game()[20], Look()).count("Yellow") == 2
    assert captions(complete_game()[20], Look(("🚀",))).count("Yellow") == 2


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=80), st.text(max_size=80))
def test_any_names_are_painted(yellow: str, cyan: str) -> None:
    png = RENDERER.scene(complete_game()[20], Look((yellow, cyan))).paint()
    assert decoded(png).size == (1650, 1050)


def test_the_sides_differ_by_shape_and_not_only_by_colour() -> None:
    """In grey, and brought to the same mean, their symbols still differ."""
    from renderers import paint
    from renderers.hexmap import pitch_for

    pitch = pitch_for(8)
    pairs = (
        [art.planet_of(pitch, side, "before", 0) for side in (0, 1)],
        [art.ship_of(pitch, side, art.Tile.UNEXPLORED, None, None) for side in (0, 1)],
        [art.brick_of(pitch, tile, tile, tile) for tile in (art.Tile.YELLOW, art.Tile.CYAN)],
    )
    for pair in pairs:
        one, other = (paint._drawn(symbol).convert("L") for symbol in pair)
        lit = [
            {place for place, value in enumerate(grey.tobytes()) if value > _middle(grey.tobytes())}
            for grey in (one, other)
        ]
        shared = len(lit[0] & lit[1]) / len(lit[0] | lit[1])
        assert shared < 0.75


def _middle(values: bytes) -> float:
    return (min(values) + max(values)) / 2
