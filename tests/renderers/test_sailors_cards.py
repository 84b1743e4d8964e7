"""Cards of kinds of units, the army that is being built as a picture, and the legend."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.content.loading import catalogue_of
from games.astral_sailors.secrets import ArmyDraft
from games.astral_sailors.view import SailorsView
from renderers import Look
from renderers import palette as c
from renderers.astral_sailors import RENDERER
from renderers.astral_sailors.units import BODIES
from renderers.cards import legend, sides
from tests.renderers import sailors
from tests.renderers.sailors import seen

KINDS = catalogue_of("").units


def building(*codes: str, seat: int | None = 0) -> SailorsView:
    table = replace(sailors.skirmish(), phase="muster", units={}, last=None, pieces=())
    drafts = (ArmyDraft(codes), None) if seat == 0 else (None, None)
    return replace(seen(table, seat), sheets=drafts)


def test_a_card_tells_everything_of_its_kind() -> None:
    card = RENDERER.card("GU9", None, Look())
    assert card is not None
    for each in (
        "31 points",
        "(RE) 4",
        "(DE) 2",
        "(MV) 3",
        "3 dice, Damage 2",
        "2–14",
        "3×3",
        "Tough 1",
    ):
        assert each in card.alt


def test_the_army_is_drawn_while_it_is_built_for_its_player_only() -> None:
    shown = RENDERER.scene(building("EX1", "EX3", "EX3"), Look())
    texts = [caption.text for caption in shown.drawing.captions]
    assert "1 × Director-Marshal" in texts
    assert "2 × Contract Trooper" in texts
    assert "2 Contract Trooper" in shown.alt
    assert "Trooper" not in RENDERER.scene(building(seat=None), Look()).alt


def test_an_army_of_every_kind_fits_the_picture() -> None:
    shown = RENDERER.scene(building(*KINDS), Look())
    assert shown.paint()
    assert all(caption.y < shown.drawing.height for caption in shown.drawing.captions)
    assert len(shown.alt) <= 1024


def test_the_legend_has_a_line_for_each_mark_that_is_there_and_for_no_other() -> None:
    view = seen(sailors.skirmish())
    marks = {line.mark for line in RENDERER.scene(view, Look()).legend}
    assert {"White wedge", "Cross-hair", "Green disc", "Yellow bar in front"} < marks
    assert {"Dashes with a head"} < marks
    assert not {"White corners", "Swords, code or number"} & marks
    table = view.table
    healthy = {code: replace(unit, poison=(), cover=False) for code, unit in table.units.items()}
    later = replace(view, table=replace(table, units=healthy, round=3, pieces=()))
    left = {line.mark for line in RENDERER.scene(later, Look()).legend}
    assert marks - left >= {"Cross-hair", "Green disc", "Yellow bar in front", "White hatching"}


def test_threats_are_in_the_legend_where_they_are_drawn() -> None:
    shown = RENDERER.scene(seen(sailors.skirmish()), Look(threats=True)).legend
    assert "Swords, code or number" in legend.told(shown)


def test_the_sign_of_a_player_who_has_left_is_hollow() -> None:
    table = sailors.skirmish()
    left = table.with_player(replace(table.players[1], left=True))
    for found, hollow in ((table, False), (left, True)):
        marks = RENDERER.scene(seen(found), Look()).drawing.marks
        assert sides.chip("B", BODIES[1], 96, c.CARD, hollow) in [art for art, *_ in marks]
