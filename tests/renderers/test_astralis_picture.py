from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops, ImageStat

from games.astralis.agreement import Agreement
from games.astralis.board import index_of
from games.astralis.moves.transitions import arranged, opening
from games.astralis.sides import Side
from games.astralis.view import AstralisView
from games.core.types import Ending, Seat
from renderers import Look, paint, palette, renderer_for
from renderers.astralis import RENDERER, art
from renderers.astralis.panel import (
    BELOW,
    CARD_HIGH,
    CARD_TOPS,
    EDGE,
    LEFT,
    LOW_CARD,
    RIGHT,
    TALL,
    WIDE,
)
from renderers.astralis.picture import field_for
from renderers.boards.hexmap import pitch_for
from renderers.palette import PALETTE
from renderers.palettes import PALETTES, colours_of
from renderers.scene import Label
from tests.renderers.eyes import luminance
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
LOOKS = (LOOK, replace(LOOK, wide=True))

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
        wide, high = decoded(RENDERER.scene(view, look).paint()).size
        assert wide == TALL.wide
        assert BELOW + LOW_CARD < high <= TALL.high
        assert decoded(RENDERER.scene(view, replace(look, wide=True)).paint()).size == (1650, 1050)


def test_hexes_are_a_third_larger_than_in_a_wide_picture_of_the_same_width() -> None:
    view = complete_game()[20]
    tall, wide = (RENDERER.scene(view, look).drawing for look in LOOKS)
    assert wide.width / tall.width > 4 / 3
    assert field_for(view.board, False).pitch == field_for(view.board, False, None, WIDE).pitch


def test_the_near_side_stands_below_the_board_and_the_far_side_above() -> None:
    view = complete_game()[20]
    for turned, above in ((False, "Edwin Hubble"), (True, "Vera Rubin")):
        words = RENDERER.scene(view, replace(LOOK, turned=turned)).drawing.captions
        assert min(words, key=lambda word: (word.text not in LOOK.names, word.y)).text == above


def test_every_position_of_a_complete_game_is_painted() -> None:
    pictures = {RENDERER.scene(view, LOOK).paint() for view in complete_game()}
    assert len(pictures) == len(complete_game()) == 33


def test_what_must_be_read_in_chat_is_at_least_30_pixels_high() -> None:
    views = (complete_game()[0], bonus_waits(), threatened(), complete_game()[-1])
    for view in views:
        drawing = RENDERER.scene(view, Look(LOOK.names, threats=True)).drawing
        assert drawing.backdrop is not None
        lines = (*drawing.captions, *drawing.backdrop.captions)
        assert len(lines) > 15 + 14
        assert min(line.style.size for line in lines) >= 30


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7, 8])
def test_nothing_touches_the_edge_of_the_picture(size: int) -> None:
    view = random_views(size, 1, 8)[-1]
    for layout in (TALL, WIDE):
        look = Look(("W" * 400, "田" * 60), threats=True, wide=layout is WIDE)
        shown = RENDERER.scene(view, look).drawing
        plate = next(field_for(view.board, False, None, layout).map.plate())
        for mark, x, y in (*shown.marks, plate):
            assert 16 <= x <= layout.wide - 8 - mark.width
            assert 16 <= y <= shown.height - 8 - mark.height
        for line in shown.captions:
            long = min(line.room, paint.width(line.text, line.style))
            end = line.x + {"left": long, "middle": long // 2, "right": 0}[line.anchor]
            assert end <= layout.wide - 16


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7, 8])
def test_hexes_lie_on_the_plate(size: int) -> None:
    """The bricks at the edge of the board leave the line around the plate as it is."""
    field = field_for(random_views(size, 1, 1)[-1].board, False)
    plate, left, top = next(field.map.plate())
    lines = paint._mask(plate).load()
    rim = paint.indexed(paint._drawn(plate)).load()
    assert lines is not None
    assert rim is not None
    edge = {
        (left + x, top + y)
        for x in range(plate.width)
        for y in range(plate.height)
        if lines[x, y] and rim[x, y] == PALETTE.index(palette.RIM)
    }
    for *_, x, y, key in field.slots:
        brick = field._brick(key)
        assert not any(
            x <= at[0] < x + brick.width and y <= at[1] < y + brick.height for at in edge
        )


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7, 8])
def test_names_of_hexes_can_be_read_in_a_picture_550_pixels_wide(size: int) -> None:
    field = field_for(random_views(size, 1, 1)[-1].board, False)
    label = art.label_of(field.pitch, art.Tile.YELLOW, "A1")
    sizes = [shape.style.size for shape in label.shapes if isinstance(shape, Label)]
    assert min(sizes) * 550 / TALL.wide >= 11


def test_the_panel_tells_score_komi_turn_and_last_move() -> None:
    texts = captions(complete_game()[21])
    assert texts == [
        "turn 20", "Cyan", "to move", "41", "+ 3.5 = 44.5", "Edwin Hubble", "Yellow", "48",
        "Vera Rubin", "Yellow A4-I12+J12", "bonus L13",
        "control", "contested 12", "unexplored 26", "last flight", "new planet", "by bonus",
    ]  # fmt: skip
    assert sorted(captions(complete_game()[21], LOOKS[1])) == sorted(texts)


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


def test_the_legend_lists_what_is_on_the_board() -> None:
    start = captions(complete_game()[0])
    assert not {"control", "last flight", "new planet", "by bonus"} & set(start)
    assert not any(text.startswith(("contested", "unexplored")) for text in start)
    assert "unexplored 0" not in captions(complete_game()[-1])
    assert "extracted" in captions(complete_game()[29])
    assert "bonus waits" in captions(bonus_waits())
    shown = set(captions(threatened(), Look(LOOK.names, threats=True)))
    threats = {"bonus next turn", "bonus later", "can be extracted later"}
    assert threats <= shown
    assert not threats & set(captions(threatened()))


def test_why_the_larger_score_has_lost_is_said_in_words() -> None:
    end = complete_game()[-1]
    assert end.ending is not None
    ending = replace(end.ending, winners=(Seat(1),), scores=(59, 70.5))
    komi = replace(end, agreement=end.agreement.replace(komi=20.5), ending=ending)
    decided = "70.5 to 59, by komi: 50 hexes against 59. The sky is explored"
    assert captions(komi)[-7:-5] == ["Cyan wins by 11.5", decided]
    assert "by komi" not in " ".join(captions(end))
    result = "Cyan resigns while ahead, 44.5 to 41: Yellow wins."
    look = replace(LOOK, ending=Ending("resigned", (Seat(0),), (), ""), result=result)
    texts = captions(complete_game()[20], look)
    assert "Cyan resigns while ahead 44.5 to 41: Yellow wins" in " ".join(texts)


def test_marks_of_flight_waiting_and_reach_differ_by_shape() -> None:
    """Also in grey and as small as where the picture is 380 pixels wide."""
    pitch = pitch_for(8)
    marks = (
        art.origin_of(pitch, 0),
        art.ship_of(pitch, 0, None, None),
        art.ship_of(pitch, 0, None, 1),
        art.ghost_of(pitch, 0, True),
        art.ghost_of(pitch, 0, False),
        art.planet_of(pitch, 0, "before", 0),
        art.planet_of(pitch, 0, "before", art.NOW),
        art.planet_of(pitch, 0, "before", art.LATER),
    )
    small = [paint._drawn(mark).convert("L").resize((16, 16)) for mark in marks]
    for one, other in combinations(small, 2):
        assert sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) > 4


@pytest.mark.parametrize("table", PALETTES)
def test_to_move_is_brighter_than_all_other_lettering(table: str) -> None:
    colours = colours_of(table)
    for view in complete_game()[2:5]:
        lines = RENDERER.scene(view, LOOK).drawing.captions
        light = {line.text: luminance(colours[PALETTE.index(line.style.colour)]) for line in lines}
        assert light["to move"] == max(light.values())


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
    assert texts.index("Cyan") < texts.index("Vera Rubin") < texts.index("Yellow")


def test_a_ship_on_a_planet_shows_both() -> None:
    view = beneath_a_ship()
    plain = decoded(RENDERER.scene(bonus_waits(), LOOK).paint())
    both = decoded(RENDERER.scene(view, LOOK).paint())
    x, y = field_for(view.board, False).places[index_of("H8")]
    box = (x - 35, y - 35, x + 35, y + 35)
    assert changed_box(plain.crop(box), both.crop(box)) is not None


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_breaks_the_picture_outside_of_its_own_line(name: str) -> None:
    view = complete_game()[20]
    rooms = (
        (EDGE + 96, 72 + 45, TALL.wide - EDGE - 8, 72 + LOW_CARD - 8),
        (LEFT + 100, CARD_TOPS[1] + 45, RIGHT - 8, CARD_TOPS[1] + CARD_HIGH - 60),
    )
    for look, room in zip(LOOKS, rooms, strict=True):
        usual = decoded(RENDERER.scene(view, look).paint())
        named = replace(look, names=("Vera Rubin", name))
        box = changed_box(usual, decoded(RENDERER.scene(view, named).paint()))
        assert box is not None
        left, top, right, low = box
        assert room[0] <= left < right <= room[2]
        assert room[1] <= top < low <= room[3]


def test_missing_names_are_replaced_by_the_sides() -> None:
    assert captions(complete_game()[20], Look()).count("Yellow") == 2
    assert captions(complete_game()[20], Look(("🚀",))).count("Yellow") == 2


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=80), st.text(max_size=80))
def test_any_names_are_painted(yellow: str, cyan: str) -> None:
    png = RENDERER.scene(complete_game()[20], Look((yellow, cyan))).paint()
    assert decoded(png).size[0] == TALL.wide


def test_the_sides_differ_by_shape_and_not_only_by_colour() -> None:
    """In grey, and brought to the same mean, their symbols still differ."""
    pitch = pitch_for(8)
    pairs = (
        [art.planet_of(pitch, side, "before", 0) for side in (0, 1)],
        [art.ship_of(pitch, side, None, None) for side in (0, 1)],
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


def test_the_cards_of_the_sides_are_painted_once_for_all_pictures() -> None:
    views = [view for view in complete_game()[4:12] if view.to_move is Side.YELLOW][:2]
    for look, wide in zip(LOOKS, (TALL.wide - 2 * EDGE, RIGHT - LEFT), strict=True):
        cards = [
            {id(mark) for mark, _, _ in RENDERER.scene(v, look).drawing.marks if mark.width == wide}
            for v in views
        ]
        assert len(cards[0]) == 2
        assert cards[0] == cards[1]
