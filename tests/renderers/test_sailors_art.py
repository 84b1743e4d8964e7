"""How units and pieces of scenery of Astral Sailors look, each for itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.astral_sailors.content.catalogue import Specials
from games.core.geometry.squares import Facing
from renderers import paint
from renderers.astral_sailors.scenery import painter_of, piece_of
from renderers.astral_sailors.units import SILHOUETTES, UnitLook, silhouette_of, unit_of
from renderers.palette import PALETTE
from renderers.scene import Art, Drawing, Label
from tests.renderers import sailors


def test_every_kind_of_unit_has_a_silhouette_of_its_own() -> None:
    kinds = sailors.skirmish().catalogue.units
    assert set(SILHOUETTES) == set(kinds)
    assert len(set(SILHOUETTES.values())) == len(kinds)
    own = UnitLook("R3", 0, "EX8", False, 1, Facing.N, "ready", 1, 1, 2)
    for code in kinds:
        other = unit_of(own._replace(kind="EX9" if code == "EX8" else "EX8"), 96)
        assert shrunk(unit_of(own._replace(kind=code), 96)) != shrunk(other)


def shrunk(art: Art) -> bytes:
    """As it is seen where the picture is 550 pixels wide."""
    return paint._drawn(art).resize((32, 32)).tobytes()


@pytest.mark.parametrize(
    ("values", "like"),
    [
        ({"category": "commander"}, "EX1"),
        ({"category": "troop"}, "EX3"),
        ({"category": "mercenary"}, "MC3"),
        ({"category": "civilian"}, "CV1"),
        ({"specials": Specials(fly=True)}, "EX9"),
        ({"specials": Specials(fly=True), "base": 2}, "GU10"),
        ({"base": 3}, "GU9"),
        ({"farthest": 14}, "EX10"),
        ({}, "EX8"),
    ],
)
def test_a_unit_of_a_pack_has_the_silhouette_of_one_that_does_the_same(
    values: dict[str, Any], like: str
) -> None:
    plain = sailors.skirmish().catalogue.units["EX9"]
    kind = replace(plain, code="ZZ1", base=1, farthest=8, specials=Specials())
    assert silhouette_of(replace(kind, **values)) == like


def test_every_piece_of_the_game_looks_like_itself() -> None:
    catalogue = sailors.skirmish().catalogue
    drawn = {
        paint.scanlines(Drawing(art.width, art.height, PALETTE[0], ((art, 0, 0),))).hex()
        for kind in catalogue.pieces.values()
        for art in (piece_of(kind, False, 96),)
    }
    assert len(drawn) == len(catalogue.pieces) == 22


@pytest.mark.parametrize(
    ("values", "like"),
    [
        ({"water": True, "entry": "impassable", "height": 0, "opacity": ""}, "DW"),
        ({"water": True, "entry": "difficult", "height": 0, "opacity": ""}, "SW"),
        ({"danger": 2, "height": 0, "opacity": "", "entry": "open"}, "AA"),
        ({"danger": 3, "height": 0, "opacity": "", "entry": "open"}, "LV"),
        ({"danger": 1, "height": 4, "opacity": "soft", "entry": "open"}, "TG"),
        ({"height": 4, "opacity": "soft", "entry": "difficult"}, "WO"),
        ({"height": 2, "opacity": "soft", "entry": "difficult"}, "RU"),
        ({"height": 2, "opacity": "soft", "entry": "impassable"}, "MF"),
        ({"height": 1, "opacity": "solid", "entry": "crossable"}, "FE"),
        ({"height": 4, "opacity": "solid", "entry": "impassable"}, "BU"),
        ({"height": 2, "opacity": "solid", "entry": "impassable"}, "CT"),
        ({"height": 0, "opacity": "", "entry": "difficult"}, "RB"),
        ({"height": 0, "opacity": "", "entry": "open"}, "FO"),
    ],
)
def test_a_piece_of_a_pack_looks_like_what_it_does(values: dict[str, Any], like: str) -> None:
    pieces = sailors.skirmish().catalogue.pieces
    kind = replace(pieces["CR"], code="ZZ", **values)
    assert painter_of(kind) is painter_of(pieces[like])


def test_a_unit_of_much_resistance_shows_numbers_for_pips() -> None:
    look = UnitLook("R3", 0, "EX8", False, 2, Facing.N, "ready", 7, 9, 2)
    assert "7/9" in [shape.text for shape in unit_of(look, 96).shapes if isinstance(shape, Label)]
