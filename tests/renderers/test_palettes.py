"""Palettes of viewers: measured as their eyes see them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import pytest

from games.core.types import SPECTATOR, Seats
from renderers import Look, Scene, palette, renderer_for
from renderers.overlay.overlay_art import LIGHT, cased
from renderers.palette import PALETTE, Colour
from renderers.palettes import PALETTES, colours_of
from tests.renderers import sailors
from tests.renderers.eyes import OPINIONS, apart, contrast
from tests.renderers.positions import threatened
from tests.renderers.test_paint import chunks
from tests.toy import GAME as TOY
from tests.toy import RENDERER as TOY_RENDERER

MISSING = ("protanopia", "deuteranopia", "tritanopia")
"""Palettes that are called like the eyes they are for."""

SEATS = ("RED", "BLUE", "GREEN", "YELLOW", "PURPLE", "ORANGE", "CYAN", "WHITE")
GROUNDS = ("WOOD", "EARTH", "SAND", "WATER", "ACID", "LAVA", "GAS", "STONE", "GROUND")
LIGHTS = tuple(f"{name}_LIGHT" for name in GROUNDS if name not in ("LAVA", "GROUND"))
SIDES = tuple(
    tuple(f"{side}_{part}" for side in ("YELLOW", "CYAN", "SPLIT", *dark))
    for part, dark in (("FILL", ("DARK",)), ("MARK", ()), ("EDGE", ("DARK",)), ("TEXT", ("DARK",)))
)
GROUPS = {"seats": (SEATS,), "grounds": (GROUNDS, LIGHTS), "sides": SIDES}
FLOORS = {"seats": 26, "grounds": 12, "sides": 10}
"""ΔE between any two of a group, for eyes that miss a kind of cone. 2 can just be told apart."""

LETTERING = (
    *((f"{side}_TEXT", f"{side}_FILL") for side in ("YELLOW", "CYAN", "SPLIT", "DARK")),
    *((text, ground) for text in ("WHITE", "MUTED") for ground in ("VOID", "PLATE", "CARD")),
    *(("VOID", seat) for seat in SEATS),
    *((seat, "CARD") for seat in SEATS),
)
"""Lettering and what it stands on: hexes, cards, counters, names of seats."""


def named(table: str, name: str) -> Colour:
    return colours_of(table)[PALETTE.index(getattr(palette, name))]


def nearest(table: str, eyes: str, group: str) -> float:
    """The least distance between two of a group, in the less favourable opinion."""
    models = OPINIONS if eyes != "mono" else OPINIONS[:1]
    return min(
        apart(model(named(table, one), eyes), model(named(table, other), eyes))
        for model in models
        for names in GROUPS[group]
        for one, other in combinations(names, 2)
    )


def faintest(table: str) -> float:
    return min(contrast(named(table, text), named(table, ground)) for text, ground in LETTERING)


def test_seen_by_such_eyes_red_and_green_come_near_each_other() -> None:
    red, green = (200, 60, 50), (120, 120, 40)
    for model in OPINIONS:
        assert apart(model(red, "deuteranopia"), model(green, "deuteranopia")) < 0.5 * apart(
            red, green
        )
        for eyes in MISSING:
            for grey in ((0, 0, 0), (128, 128, 128), (255, 255, 255)):
                assert apart(model(grey, eyes), grey) < 2


@pytest.mark.parametrize("eyes", MISSING)
@pytest.mark.parametrize("group", GROUPS)
def test_such_eyes_tell_apart_what_the_standard_palette_mixes_up(eyes: str, group: str) -> None:
    assert nearest(eyes, eyes, group) >= FLOORS[group] > nearest("standard", eyes, group)


def test_seats_lie_apart_in_greys() -> None:
    assert nearest("mono", "mono", "seats") >= 6 > 2 > nearest("standard", "mono", "seats")
    assert all(red == green == blue for red, green, blue in colours_of("mono"))


@pytest.mark.parametrize("table", [name for name in PALETTES if name != "mono"])
def test_other_eyes_tell_seats_apart_in_every_palette(table: str) -> None:
    seats = [named(table, name) for name in SEATS]
    assert min(apart(one, other) for one, other in combinations(seats, 2)) > 30


@pytest.mark.parametrize("table", PALETTES)
def test_lettering_stands_out_from_its_ground(table: str) -> None:
    assert faintest(table) >= 4.5
    assert min(contrast(named(table, seat), named(table, "GROUND")) for seat in SEATS) >= 3


@pytest.mark.parametrize("table", PALETTES)
def test_traces_of_every_seat_stand_out_from_the_board(table: str) -> None:
    """By a light line on dark ground, by the dark one around it on light ground."""
    light, dark = (colours_of(table)[PALETTE.index(ink)] for ink in (LIGHT, palette.VOID))
    assert contrast(light, dark) >= 7
    for ground in (*GROUNDS, *LIGHTS, "GROUND_ODD", "DARK_FILL", "PLATE", "YELLOW_FILL"):
        below = named(table, ground)
        assert max(contrast(light, below), contrast(dark, below)) >= 3, ground
    assert contrast(light, named(table, "GROUND")) >= 6
    inks = [[ink for ink, _ in cased(getattr(palette, seat))] for seat in SEATS]
    assert all(ink[:2] == [palette.VOID, LIGHT] for ink in inks)


def test_high_contrast_is_higher_than_that_of_the_standard_palette() -> None:
    assert faintest("contrast") >= 7 > faintest("standard")


@pytest.mark.parametrize("table", PALETTES)
def test_every_palette_has_the_same_places(table: str) -> None:
    assert len(colours_of(table)) == len(PALETTE)
    assert PALETTES[table].title
    assert len(PALETTES[table].description) <= 100


def test_a_palette_that_is_none_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no palette 'sepia'; there are standard, contrast"):
        colours_of("sepia")


def scenes(look: Look) -> Iterable[Scene]:
    yield renderer_for("astralis").scene(threatened(), look)
    whole = renderer_for("astral_sailors").scene(
        sailors.seen(sailors.battle(4, 32, (0, 1, 2, 3))), look
    )
    assert whole.closeup is not None
    yield from (whole, whole.closeup)
    state = TOY.setup(TOY.settings(), Seats.alone(2))
    yield TOY_RENDERER.scene(TOY.view(state, SPECTATOR), look)


@pytest.mark.parametrize("table", PALETTES)
def test_every_picture_honours_the_palette_of_its_viewer(table: str) -> None:
    """Only the table of colours is another; the pixels and the texts are the same."""
    colours = bytes(value for colour in colours_of(table) for value in colour)
    for usual, own in zip(scenes(Look()), scenes(Look(palette=table)), strict=True):
        head, _, pixels, end = chunks(usual.paint())
        assert chunks(own.paint()) == [head, (b"PLTE", colours), pixels, end]
        assert own.alt == usual.alt
        assert own.board == usual.board
