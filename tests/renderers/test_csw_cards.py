"""Cards of units, the list that is written as a picture, and the legend."""

from __future__ import annotations

from dataclasses import replace

from games.colonial_space_wars.catalogue import catalogue_of
from games.colonial_space_wars.view import Sheet, View
from games.core.geometry.squares import Base
from games.core.overlay import Loss, Overlay
from games.core.types import Seat
from renderers import Look
from renderers.colonial_space_wars import RENDERER
from tests.renderers import colonial
from tests.renderers.colonial import seen

KINDS = catalogue_of("").units


def writing(*codes: str, seat: int | None = 0) -> View:
    table = colonial.table(phase="army", swords=("", ""))
    sheets = (Sheet("union", codes), None) if seat == 0 else (None, None)
    return seen(table, None if seat is None else Seat(seat), sheets)


def test_a_card_tells_the_attributes_and_skills_on_the_colour_of_the_faction() -> None:
    card, other = (RENDERER.card(name, None, Look()) for name in ("commodore", "SUN"))
    assert card is not None
    assert other is not None
    assert "COM Commodore, Union of Terra. Command (CMD) 1, Movement (MOV) 3" in card.alt
    assert "(RES) 4. Skills: Leader (3), Inspire." in card.alt
    (frame, _, _), (beside, _, _) = card.drawing.marks[0], other.drawing.marks[0]
    assert frame.shapes != beside.shapes


def test_the_list_is_drawn_while_it_is_written_for_its_player_only() -> None:
    shown = RENDERER.scene(writing("COM", "BRI", "BRI"), Look())
    texts = [caption.text for caption in shown.drawing.captions]
    assert {"1 × Commodore", "2 × Brigade", "BRI, 4 points"} <= set(texts)
    assert "Your list: Commodore (COM), 2 Brigades (BRI)" in shown.alt
    assert "Your list: Commodore (COM), 2 Brigades (BRI)" in shown.board
    assert "Your list" not in RENDERER.scene(writing(seat=None), Look()).alt


def test_a_list_of_every_type_fits_the_picture() -> None:
    shown = RENDERER.scene(writing(*KINDS), Look())
    assert shown.paint()
    assert all(caption.y < shown.drawing.height for caption in shown.drawing.captions)


def test_the_legend_has_a_line_for_each_mark_that_is_there_and_for_no_other() -> None:
    view = seen(colonial.battle())
    marks = {line.mark for line in RENDERER.scene(view, Look()).legend}
    assert {"Crown", "+2", "1/2", "Bar below", "White corners", "Dark counter", "C"} < marks
    assert not {"White ring", "Ground in a side's colour", "Red cross"} & marks
    lost = Overlay((Loss(place=Base(3, 3), seat=Seat(0)),))
    told = {line.mark for line in RENDERER.scene(view, Look(overlay=lost)).legend}
    assert told - marks == {"Red cross"}
    units = {
        code: replace(unit, struck=0, dug_in=False, health=4)
        for code, unit in view.table.units.items()
        if unit.at is not None
    }
    later = replace(view, table=replace(view.table, units=units, open=None))
    left = {line.mark for line in RENDERER.scene(later, Look()).legend}
    assert marks - left >= {"1/2", "Bar below", "White corners", "Red arrow to the left"}
