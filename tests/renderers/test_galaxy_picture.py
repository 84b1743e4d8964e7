"""Pictures of A Galaxy Aflame that somebody has looked at, and what must be seen in every one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from games.core.geometry.plane import Point, Rectangle
from games.core.overlay import Arrow, Marker, Overlay, Route
from games.core.types import Ending, Seat
from games.galaxy_aflame.catalogue import BASE
from games.galaxy_aflame.ground import Ground
from games.galaxy_aflame.table import BLUE, RED, Table, Unit
from games.galaxy_aflame.view import View
from renderers import Look
from renderers.cards import legend
from renderers.galaxy_aflame import RENDERER, GaScene
from renderers.galaxy_aflame.art import LARGE, SILHOUETTES, MarkerLook, marker, shape_of
from renderers.galaxy_aflame.picture import MOST, WIDE, look_of, plan_for
from renderers.overlay.callouts import Box
from renderers.scene import Art, Drawing, Label
from tests.renderers import galaxy
from tests.renderers.galaxy import at, seen
from tests.renderers.pixels import changed_blocks, decoded

LOOK = Look(("Vera Rubin", "Edwin Hubble"))


def scene(table: Table, look: Look = LOOK) -> GaScene:
    return RENDERER.scene(seen(table), look)


def with_overlay(overlay: Overlay[Any]) -> GaScene:
    return scene(galaxy.battle(), replace(LOOK, overlay=overlay))


def close() -> GaScene:
    found = with_overlay(galaxy.told()).closeup
    assert found is not None
    return found


def card() -> Drawing:
    found = RENDERER.card("leviathan", None, LOOK)
    assert found is not None
    return found.drawing


def explained() -> Drawing:
    return legend.drawing(scene(galaxy.battle(), replace(LOOK, threats=True)).legend)


PICTURES: dict[str, Callable[[], Drawing]] = {"card": card, "legend": explained}
SCENES: dict[str, Callable[[], GaScene]] = {
    "told": lambda: with_overlay(galaxy.told()),
    "close-up": close,
    "asked": lambda: with_overlay(galaxy.asked()),
    "aimed": lambda: with_overlay(galaxy.aimed()),
    "threats": lambda: scene(galaxy.battle(), replace(LOOK, threats=True)),
    "choosing": lambda: RENDERER.scene(galaxy.choosing(), LOOK),
    "drafting": lambda: scene(galaxy.drafting()),
    "deploying-turned": lambda: scene(galaxy.deploying(), replace(LOOK, turned=True)),
    "reinforcing": lambda: scene(galaxy.reinforcing()),
    "over": lambda: scene(galaxy.over()),
    "wide": lambda: scene(galaxy.wide()),
    "many": lambda: scene(galaxy.many()),
}


def picture(shown: GaScene) -> Image.Image:
    return decoded(shown.paint())


# --- True to scale ---


@pytest.mark.rules("GA-09", "GA-12")
def test_an_inch_has_24_pixels_and_a_marker_its_true_radius() -> None:
    plan = plan_for(galaxy.QUARTER.table, None, turned=False)
    assert (plan.wide, plan.high) == (1152, 864)
    assert plan.at(Point(0, 0)) == (plan.x, plan.y)
    assert plan.at(at("24 18")) == (plan.x + 576, plan.y + 432)
    markers = markers_of(scene(galaxy.battle()))
    assert markers["R2"].wide == 2 * 24
    assert markers["B3"].wide == 3 * 24
    assert markers["R2"].centre == plan.at(at("30 28"))
    assert markers["B3"].centre == plan.at(at("31 9.5"))


@pytest.mark.rules("GA-09")
@pytest.mark.parametrize(
    ("width", "height", "per"),
    [(24, 24, 48), (48, 36, 24), (96, 24, 12), (24, 96, 15), (96, 96, 12), (60, 30, 19)],
)
def test_a_table_of_any_size_fits_the_picture(width: int, height: int, per: int) -> None:
    ground = Ground(10 * width, 10 * height)
    plan = plan_for(ground.table, None, turned=False)
    assert plan.per == per
    assert plan.wide <= MOST
    assert 2 * plan.x + plan.wide <= WIDE
    shown = scene(replace(galaxy.battle(), ground=ground))
    assert shown.drawing.width == WIDE
    assert (shown.closeup is None) == (per > 40)


def markers_of(shown: GaScene) -> dict[str, Box]:
    """The boxes of the markers on a picture, by code."""
    table, close = shown.view.table, shown.window is not None
    arts = {id(marker(look_of(table, each), 96 if close else 48)): each for each in units(table)}
    return {
        arts[id(art)].code: Box(x, y, art.width, art.height)
        for art, x, y in shown.drawing.marks
        if id(art) in arts
    }


def units(table: Table) -> tuple[Unit, ...]:
    return tuple(table.units.values())


def test_a_unit_on_the_border_is_seen_as_a_whole() -> None:
    table = galaxy.battle().put(galaxy.unit("R2", "SPA", "0 36"), galaxy.unit("B4", "HOW", "48 0"))
    shown = scene(table)
    red, blue = (markers_of(shown)[code] for code in ("R2", "B4"))
    assert red.left >= 0
    assert blue.left + blue.wide <= WIDE
    window = shown.around("R2")
    assert window is not None
    assert markers_of(window)["R2"].wide == 96
    for word in shown.drawing.captions:
        box = Box.around((word.x, word.y - 7), 20, 14)
        assert not box.meets(red)
        assert not box.meets(blue)


def test_a_turned_table_has_the_north_below() -> None:
    shown = markers_of(scene(galaxy.battle()))
    turned = markers_of(scene(galaxy.battle(), replace(LOOK, turned=True)))
    assert shown["B4"].top < shown["R2"].top
    assert turned["B4"].top > turned["R2"].top


# --- Nothing that changes goes unseen ---


def changed(code: str, **values: Any) -> Callable[[Table], Table]:
    return lambda found: found.put(replace(found.units[code], **values))


CHANGES: dict[str, Callable[[Table], Table]] = {
    "a unit is gone": changed("B4", at=None, out=True),
    "a unit stands elsewhere": changed("B4", at=at("44 5.5")),
    "a unit has lost a model": changed("B4", models=1),
    "a unit is suppressed": changed("B4", suppressed=True),
    "a vehicle is shaken no more": changed("B3", shaken=False),
    "a unit has moved": changed("R4", moved=True),
    "a unit is spent": changed("R2", shots=1),
    "the transport is empty": changed("R4", cargo=()),
    "a unit is out and not in reserve": changed("R5", out=True),
    "nobody is engaged": lambda found: replace(found, engaged=()),
    "the other side is to act": lambda found: replace(found, active=BLUE),
    "another round": lambda found: replace(found, round=4),
    "the losses": lambda found: replace(found, losses=((0, 0), (5, 1))),
    "reinforcements": lambda found: replace(found, phase="reinforce", rights=1),
    "the terrain": lambda found: replace(
        found, ground=replace(found.ground, barriers=found.ground.barriers[1:])
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_is_seen(change: str) -> None:
    table = galaxy.battle()
    now, then = (picture(scene(each)) for each in (table, CHANGES[change](table)))
    assert now.size != then.size or changed_blocks(now, then)


DRAFTS: dict[str, Callable[[Table], Table]] = {
    "a card is taken": lambda found: found.put(galaxy.unit("R3", "SPA")),
    "a card is denied": lambda found: replace(found, denied=(("LEV", "SPI", "INF"), ("HUN",))),
    "two copies": lambda found: replace(found, agreement=found.agreement.replace(deck_copies=2)),
}


@pytest.mark.parametrize("change", DRAFTS)
def test_whatever_changes_in_a_draft_is_seen(change: str) -> None:
    table = galaxy.drafting()
    assert changed_blocks(picture(scene(table)), picture(scene(DRAFTS[change](table))))


def test_every_card_has_a_silhouette_of_its_own() -> None:
    assert set(BASE.cards) <= set(SILHOUETTES)
    shapes = {marker(MarkerLook("R1", 0, each, False, 5), LARGE).shapes for each in SILHOUETTES}
    assert len(shapes) == len(SILHOUETTES)
    assert shape_of(replace(BASE.cards["INF"], code="XYZ")) == "squad"
    assert shape_of(replace(BASE.cards["LEV"], code="XYZ")) == "vehicle"


@pytest.mark.parametrize("wide", [240, 320])
def test_codes_of_close_ups_can_be_read_on_a_phone(wide: int) -> None:
    part = Rectangle(0, 0, wide, wide * 3 // 4)
    size = plan_for(galaxy.QUARTER.table, part, turned=False).unit
    shapes = marker(MarkerLook("R1", 0, "squad", False, 5), size).shapes
    (code,) = [each for each in shapes if isinstance(each, Label) and each.text == "R1"]
    assert code.style.size * 380 / WIDE > 8.5


def texts(art: Art) -> list[str]:
    return [shape.text for shape in art.shapes if isinstance(shape, Label)]


@pytest.mark.parametrize("size", [48, 96])
def test_a_marker_says_what_it_is_and_how_it_is_at_any_size(size: int) -> None:
    table = galaxy.battle()
    for code, said in (("B1", {"B1", "4", "S"}), ("R4", {"R4", "!", "P1"}), ("B3", {"B3", "!"})):
        look = look_of(table, table.units[code])
        assert set(texts(marker(look, size))) == said
        assert marker(look, size).shapes != marker(replace(look, shape="SPA"), size).shapes


def test_no_label_and_no_number_covers_a_marker() -> None:
    for shown in (with_overlay(galaxy.told()), with_overlay(galaxy.asked()), close()):
        markers = list(markers_of(shown).values())
        labels = [
            Box(x, y, art.width, art.height)
            for art, x, y in shown.drawing.marks
            if any(text.strip("-").isdigit() for text in texts(art))
        ]
        labels = [box for box in labels if box not in markers]
        assert labels
        assert not any(box.meets(each) for box in labels for each in markers)


def test_numbers_of_near_choices_hide_each_other_nowhere() -> None:
    spots = ("30 20", "30.4 20.1", "29.8 20", "30 20.6")
    overlay = galaxy.asked()
    near = [
        Marker(place=at(spot), number=part.number)
        for part, spot in zip(overlay.parts[1:], spots, strict=False)
    ]
    found = [
        Box(x, y, art.width, art.height)
        for art, x, y in with_overlay(replace(overlay, parts=tuple(near))).drawing.marks
        if texts(art) in (["1"], ["2"], ["3"], ["4"]) and y < 1000
    ]
    assert len(found) == 4
    small = [Box.around(box.centre, box.wide * 0.75, box.high * 0.75) for box in found]
    assert not any(a.meets(b) for n, a in enumerate(small) for b in found[:n])


# --- Parts of the table ---


def test_a_part_shows_what_was_asked_for() -> None:
    shown = scene(galaxy.battle())
    for name, point in (("b4", at("44 5")), ("R3", at("15 26")), ("47.5 1", at("47.5 1"))):
        part = shown.around(name)
        assert part is not None
        assert part.window is not None
        assert part.window.covers(point)
        assert (part.window.x1 - part.window.x0, part.window.y1 - part.window.y0) == (240, 180)


@pytest.mark.parametrize("name", ["R5", "B5", "R99", "48.1 3", "-1 4", "4", "1e9 2", "nothing"])
def test_there_is_no_part_around_what_is_not_there(name: str) -> None:
    assert scene(galaxy.battle()).around(name) is None


def test_a_close_up_is_drawn_around_the_last_fight_else_the_nearest_enemies() -> None:
    window = close().window
    assert window is not None
    assert window.covers(at("33 15.5"))
    quiet = scene(galaxy.battle()).closeup
    assert quiet is not None
    assert quiet.window == Rectangle(110, 120, 350, 300)
    assert quiet.closeup is None
    assert scene(galaxy.drafting()).closeup is None
    assert scene(galaxy.drafting()).around("R1") is None
    empty = replace(galaxy.battle(), units={})
    assert scene(empty).closeup is None
    assert scene(empty).around("") is not None


# --- Words ---


def test_the_alt_text_begins_with_the_outcome() -> None:
    assert scene(galaxy.over()).alt.startswith(
        "Red wins: units left are worth 24 1/10 for Red and 18 for Blue."
    )
    told = with_overlay(galaxy.told()).alt
    assert told.startswith("1: R1 Infectors move 9.8 in. 2: R1 assaults B1: 3 models lost, 4 left.")
    assert "Round 3 of 20. Red to act." in told
    for said in (
        "Lost 2 models: may bring 1 unit next turn",
        "R2 SPA 11/14 at 30 28 in cover",
        "R3 REE 6/6 in R4",
        "in reserve R5 SPI",
        "B3 WAL at 31 9.5 shaken",
    ):
        assert said in told
    assert "Close-up, 17 to 41 across, 11 to 29 down." in close().alt


def test_alt_texts_are_short_enough() -> None:
    route = Route(places=(at("1 1"), at("2 2")), told="a very long story " * 9)
    look = replace(LOOK, overlay=Overlay((route,) * 9), threats=True)
    assert len(scene(galaxy.many(), look).alt) <= 1024


@pytest.mark.rules("GA-08", "GA-11")
def test_the_text_board_tells_every_unit_with_all_that_counts() -> None:
    lines = scene(galaxy.battle()).board.split("\n")
    for line in (
        "R1 Infectors (INF), at 21.5 22.5, 6/10 models, PV 6, moved, shot, engaged with B1",
        "  B1 3.6 in, in cover; B2 15.9 in, in cover; B3 16.2 in; B4 28.6 in",
        "R3 Reef Guard (REE), inside R4, 6/6 models, PV 7",
        "R5 Spine Hunters (SPI), in reserve, 3/3 models, PV 4",
        "B3 Walker (WAL), at 31 9.5, PV 6, shaken: next turn it gives up moving or shooting",
        "  R1 3.6 in; R2 10 in, no sight; R4 10.9 in, behind a barrier",
        "B5 Penal Company (PEN), out",
        "Barriers, cover within 2 inches behind them: 14 24 to 20 24; 28 12 to 34 12.",
        "WAL Walker: 1 × 4d8, def d12, move 6, C A, Vehicle, Anti-Vehicle, PV 6",
    ):
        assert line in lines
    cover = next(line for line in lines if line.startswith("Cover: "))
    assert cover.startswith("Cover: circle around 24 18, radius 3; 16 5 to 20 9; 28 27 to 32 31")


@pytest.mark.rules("GA-22")
def test_a_draft_is_told_card_by_card() -> None:
    lines = scene(galaxy.drafting()).board.split("\n")
    for line in (
        "Draft, 13 cards left.",
        "  LAM Lampreys: 4 × 1d8, def d6, move 7, C A, Anti-Vehicle, PV 5 - taken as R1",
        "  HUN Tank Hunters: 3 × 1d10, def d6, move 6, C A, Anti-Vehicle, PV 4 - denied",
        "  STO Storm Troopers: 5 × 1d8, def d8, move 6, C A, Fearless, PV 6",
    ):
        assert line in lines
    assert "Halcyon Line:" in RENDERER.scene(galaxy.choosing(), LOOK).board


def test_secret_rankings_and_places_are_shown_to_their_player_alone() -> None:
    mine = RENDERER.scene(galaxy.ranking(), LOOK)
    assert "LEV" in mine.board
    assert "wanted 1" in mine.board
    assert "to deny 2" in mine.board
    for seat in (BLUE, None):
        unseen = View(galaxy.ranking().table, (None, None), seat)
        assert "wanted" not in RENDERER.scene(unseen, LOOK).board
        assert "to deny" not in RENDERER.scene(unseen, LOOK).board
    placed = RENDERER.scene(galaxy.placing(), LOOK)
    assert "B1 Line Rifles (RIF), at 24 5" in placed.board
    assert set(markers_of(placed)) == {"B1", "B3"}
    other = View(galaxy.placing().table, (None, None), RED)
    hidden = RENDERER.scene(other, LOOK)
    assert not markers_of(hidden)
    assert "at 24 5" not in hidden.board


def test_threats_are_told_where_they_are_drawn() -> None:
    shown = scene(galaxy.battle(), replace(LOOK, threats=True))
    line = "R2 can be attacked by B4, after a move by B1"
    assert line in shown.board.split("\n")
    assert line in shown.alt
    assert line not in scene(galaxy.battle()).board
    marks = {each.mark for each in shown.legend}
    assert {"Arrow, code or number", "Arrow on a dark plate"} < marks
    assert not {"Arrow, code or number"} & {each.mark for each in scene(galaxy.battle()).legend}


def test_the_legend_has_a_line_for_each_mark_that_is_there_and_for_no_other() -> None:
    marks = {line.mark for line in scene(galaxy.battle()).legend}
    assert {"Disc", "Square frame", "S", "!", "P2", "Dark disc", "Orange dots"} < marks
    assert "Strip in a side's colour" not in marks
    quiet = {line.mark for line in scene(galaxy.many()).legend}
    assert {"S", "!", "P2", "Dark disc", "Orange dots", "Square frame"} & quiet == set()
    assert "Strip in a side's colour" in {line.mark for line in scene(galaxy.deploying()).legend}


def test_a_side_without_a_unit_in_play_is_told_that_one_comes_without_losses() -> None:
    table = galaxy.battle()
    gone = {code: replace(unit, at=None, out=True) for code, unit in table.units.items()}
    units = {**table.units, **{code: gone[code] for code in ("R1", "R2", "R3", "R4")}}
    alone = replace(table, units=units, losses=((0, 0), (0, 0)), active=BLUE, engaged=())
    assert "4 PV left, May bring 1 unit next turn" in scene(alone).board


@pytest.mark.rules("GA-104", "GA-106")
def test_the_end_says_why() -> None:
    ends = {
        Ending("resigned", (Seat(0),), (), "GA-106"): "Blue concedes: Red wins",
        Ending("units", (Seat(1),), (), "GA-102"): "Blue wins: Red has no unit left",
        Ending("units", (), (), "GA-103"): "The match is a draw: neither side has a unit left",
        Ending("agreed", (), (), "GA-106"): "A draw by agreement",
        Ending("rounds", (), (4.0, 4.0), "GA-104"): (
            "The match is a draw: units left are worth 24 1/10 for Red and 18 for Blue"
        ),
    }
    for ending, said in ends.items():
        result = f"{said}." if ending.kind == "agreed" else ""
        shown = scene(galaxy.battle(), replace(LOOK, ending=ending, result=result))
        assert shown.alt.startswith(f"{said}.")
        assert f"Over: {said}." in shown.board
        assert shown.paint()


def test_a_shot_is_drawn_up_to_the_rim_of_a_part() -> None:
    arrow = Arrow(start=at("2 2"), end=at("24 20"), seat=RED, number=1, told="R9 shoots")
    part = scene(galaxy.battle(), replace(LOOK, overlay=Overlay((arrow,), (at("24 20"),)))).closeup
    assert part is not None
    plan = plan_for(galaxy.QUARTER.table, part.window, turned=False)
    left = picture(part).crop((0, plan.y, plan.x, plan.y + plan.high))
    assert len(left.getcolors(4096) or ()) < 40
