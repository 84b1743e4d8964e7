"""Pictures of Colonial Space Wars that somebody has looked at, and what must be seen in each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from games.colonial_space_wars.table import Table
from games.colonial_space_wars.view import Sheet
from games.core.geometry.squares import Base, Square
from games.core.overlay import Arrow, Loss, Overlay, Route
from games.core.types import Ending, Seat
from renderers import Look
from renderers.cards import legend
from renderers.colonial_space_wars import RENDERER, CswScene
from renderers.colonial_space_wars.art import SILHOUETTES, CounterLook, counter, shape_of
from renderers.palette import YELLOW
from renderers.scene import Drawing
from tests.renderers import colonial
from tests.renderers.colonial import seen
from tests.renderers.pixels import changed_blocks, decoded

LOOK = Look(("Vera Rubin", "Edwin Hubble"))


def scene(table: Table, look: Look = LOOK) -> CswScene:
    return RENDERER.scene(seen(table), look)


def close() -> CswScene:
    found = scene(colonial.large()).closeup
    assert found is not None
    return found


def told() -> CswScene:
    """A turn: a walk and a shot, a shot that destroys, a passenger that gets out."""
    at = {code: Square(*square) for code, square in {"D9": (3, 8), "E8": (4, 7)}.items()}
    here, there = Square(6, 5), Square(6, 2)
    parts = (
        Route(places=(at["D9"], at["E8"]), number=1, seat=Seat(0), told="R9 moves from D9 to E8"),
        Arrow(start=Square(5, 5), end=here, number=2, seat=Seat(0), label="2p", told="R4 hits B2"),
        Arrow(start=Square(6, 7), end=there, number=3, seat=Seat(0), label="3p -1", told="R7 hits"),
        Loss(place=Square(3, 3), number=3, seat=Seat(1), label="B5", told="B5 destroyed on D4"),
    )
    return scene(colonial.battle(), replace(LOOK, overlay=Overlay(parts, (here,))))


def listed() -> CswScene:
    """Red's list, while it is written."""
    units = ("COM", *["CAP"] * 2, *["BRI"] * 5, "LAN", "ENG", "MAS", "BAS")
    return RENDERER.scene(replace(colonial.writing(), sheets=(Sheet("union", units), None)), LOOK)


def card() -> Drawing:
    found = RENDERER.card("ARK", None, LOOK)
    assert found is not None
    return found.drawing


PICTURES: dict[str, Callable[[], Drawing]] = {
    "card": card,
    "legend": lambda: legend.drawing(scene(colonial.battle(), replace(LOOK, threats=True)).legend),
    "list": lambda: listed().drawing,
}
SCENES: dict[str, Callable[[], CswScene]] = {
    "told": told,
    "battle": lambda: scene(colonial.battle()),
    "threats": lambda: scene(colonial.battle(), replace(LOOK, threats=True)),
    "deploying-turned": lambda: scene(colonial.deploying(), replace(LOOK, turned=True)),
    "writing": lambda: RENDERER.scene(colonial.writing(), LOOK),
    "over": lambda: scene(colonial.over()),
    "large": lambda: scene(colonial.large()),
    "close-up": close,
}


def picture(shown: CswScene) -> Image.Image:
    return decoded(shown.paint())


def test_a_square_of_the_small_board_has_96_pixels_and_of_the_wide_one_72() -> None:
    assert scene(colonial.battle()).drawing.width == 1152
    wide = tuple((row * 2)[:16] for row in colonial.MARCH)
    for rows, cell in ((colonial.MARCH, 96), (wide, 72)):
        drawing = scene(replace(colonial.battle(), rows=rows)).drawing
        assert {art.width for art, _, _ in drawing.marks if art.cut} == {cell}


# --- Nothing that changes goes unseen ---


def changed(code: str, **values: Any) -> Callable[[Table], Table]:
    return lambda found: found.put(replace(found.units[code], **values))


CHANGES: dict[str, Callable[[Table], Table]] = {
    "a unit is gone": changed("B9", at=None, health=0),
    "a unit stands elsewhere": changed("B9", at=Square(0, 0)),
    "a unit has lost a level": changed("B9", health=3),
    "a unit has been struck": changed("B9", struck=1),
    "a unit is activated": changed("R2", activated=True),
    "a unit has dug in": changed("R2", dug_in=True),
    "a unit is inspired": changed("R2", inspired=True),
    "a unit is under Dread": changed("R2", dread=True),
    "a passenger has left": changed("R9", cargo=("R5",)),
    "no activation is open": lambda found: replace(found, open=None),
    "the other side is to act": lambda found: replace(found, active=Seat(1)),
    "another round": lambda found: replace(found, round=4),
    "the pool": lambda found: replace(found, pool=3),
    "the bonus": lambda found: replace(found, bonus=(0, 0)),
    "the roles": lambda found: replace(found, attacker=Seat(1)),
    "the terrain": lambda found: replace(found, rows=("B" + found.rows[0][1:], *found.rows[1:])),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_is_seen(change: str) -> None:
    table = colonial.battle()
    assert changed_blocks(picture(scene(table)), picture(scene(CHANGES[change](table))))


def test_every_type_has_a_silhouette_of_its_own() -> None:
    kinds = colonial.battle().catalogue.units
    assert set(kinds) <= set(SILHOUETTES)
    shapes = {
        counter(CounterLook("R1", 0, code, True, YELLOW, 4), 96).shapes for code in SILHOUETTES
    }
    assert len(shapes) == len(SILHOUETTES)


@pytest.mark.parametrize(
    ("light", "flying", "shape"),
    [(True, False, "light"), (False, False, "heavy"), (False, True, "flying")],
)
def test_a_type_of_a_pack_has_the_silhouette_of_its_class(
    light: bool, flying: bool, shape: str
) -> None:
    assert shape_of("XYZ", light=light, flying=flying) == shape


# --- Parts of the board ---


def test_a_part_shows_what_was_asked_for() -> None:
    shown = scene(colonial.large())
    for name, base in (("b9", Base(7, 1)), ("R5", Base(4, 7)), ("Z20", Base(25, 19))):
        part = shown.around(name)
        assert part is not None
        assert part.window is not None
        assert part.window.shows(base)


@pytest.mark.parametrize("name", ["R3", "B5", "R99", "AA1", "Z21", "-1", "nothing"])
def test_there_is_no_part_around_what_is_not_there(name: str) -> None:
    assert scene(colonial.large()).around(name) is None


def test_only_a_board_too_large_for_a_phone_has_a_close_up() -> None:
    assert scene(colonial.battle()).closeup is None
    assert close().window is not None
    assert close().closeup is None


def test_a_part_or_a_close_up_shows_where_a_story_ends() -> None:
    overlay = told().look.overlay
    assert overlay is not None
    story = Overlay(overlay.parts, (Square(3, 3), Square(25, 19)))
    shown = scene(colonial.large(), replace(LOOK, overlay=story))
    for part in (shown.around(""), shown.closeup):
        assert part is not None
        assert part.window is not None
        assert part.window.shows(Base(25, 19))
        assert part.paint()


def test_a_row_is_numbered_where_no_unit_hides_it() -> None:
    def numbers(*squares: tuple[int, int]) -> list[int]:
        units = [colonial.unit(f"R{n}", "BRI") for n in range(len(squares))]
        placed = [replace(one, at=Square(*at)) for one, at in zip(units, squares, strict=True)]
        marks = scene(colonial.table(*placed)).drawing.marks
        return [x for art, x, _ in marks if art.height == 24 and art.width < 40][:2]

    assert numbers((5, 5)) == [0, 1135]
    assert numbers((0, 0)) == [1135, 0]
    assert numbers((11, 0)) == [0, 0]
    assert numbers((0, 0), (11, 0)) == [0, 0]


# --- Words ---


def test_the_alt_text_tells_who_acts_and_where_everybody_is() -> None:
    alt = scene(colonial.battle()).alt
    for said in ("Round 3 of 20", "Red to act", "R4 BRI F6 health 3", "B9 HOS H2", "income 8"):
        assert said in alt
    assert len(scene(replace(colonial.large(), pool=99)).alt) <= 1024


def test_the_text_board_tells_every_unit_with_all_that_counts() -> None:
    lines = scene(colonial.battle()).board.split("\n")
    found = next(line for line in lines if line.startswith("R4 BRI"))
    assert found.endswith("PRT 3, active with 1 movement, spent 2/0, dug in")
    for line in (
        "R9 MAS, E8, health 1 (major damage), cost 3, PRT 3",
        "R5 BRI, inside R9, health 4 (undamaged), cost 1, PRT 2",
        "R3 CAP, destroyed",
        "B1 PRE, G3, health 3 (minor damage), cost 1, PRT 2, 3 points received",
        "SUN Sunlance team: CMD 1, MOV 2, Light, ATA 1/3, RNG 4, PRT 1, RES 3, Voice",
    ):
        assert line in lines
    assert "6   .   B   .   .   A   R4  B2  C   B6  .   .   ." in lines


def test_threats_are_told_where_they_are_drawn() -> None:
    shown = scene(colonial.battle(), replace(LOOK, threats=True))
    line = (
        "R4 (PRT 3, 20 points) can be hit by B2, B7 and B8, "
        "after a move by B1, B3, B4, B6, B9 and B10"
    )
    assert line in shown.board.split("\n")
    assert line not in scene(colonial.battle()).board
    assert "R1 (PRT 3, 12 points) can be hit after a move by B2, B3, B6, B7 and B8" in shown.board
    marks = {line.mark for line in shown.legend}
    assert {"Arrow, code or number", "Arrow on a dark plate"} < marks
    assert not {"Arrow, code or number"} & {each.mark for each in scene(colonial.battle()).legend}
    assert len(shown.alt) <= 1024
    quiet = scene(replace(colonial.battle(), phase="deploy"), replace(LOOK, threats=True))
    assert "can be hit" not in quiet.board


def test_the_end_says_why() -> None:
    assert "Over: Blue wins: the opponent can activate no unit." in scene(colonial.over()).alt
    resigned = Ending("resigned", (Seat(0),), (), "CSW-119")
    shown = scene(colonial.battle(), replace(LOOK, ending=resigned))
    assert "Over: Blue concedes: Red wins." in shown.board
    ruled = replace(LOOK, ending=resigned, result="The referee has ended the match: Red wins.")
    assert "Over: The referee has ended the match: Red wins." in scene(colonial.battle(), ruled).alt
    drawn = Ending("score", (), (9.25, 9.25), "CSW-118")
    shown = scene(replace(colonial.over(), ending=drawn))
    assert "surviving units are worth 9 1/4 for Red and 9 1/4 for Blue" in shown.alt
