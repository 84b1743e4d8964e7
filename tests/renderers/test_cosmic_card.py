"""The card of a ship: as a picture, and the same in words."""

from __future__ import annotations

import random

import pytest

from games.cosmic_conflict.content import design_text
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.random_designs import random_design
from games.cosmic_conflict.content.weapons import Weapon
from games.cosmic_conflict.words import designs as words
from renderers import Look
from renderers.cosmic_conflict import RENDERER
from renderers.cosmic_conflict.card import WIDE, DesignCard
from renderers.lettering import LONGEST_ALT


def card(text: str) -> DesignCard:
    return DesignCard(design_text.parse(text), Look())


@pytest.mark.rules("CC-005", "CC-012", "CC-013", "CC-014", "CC-016", "CC-017", "CC-018", "CC-020")
def test_a_card_tells_all_about_a_ship() -> None:
    scene = RENDERER.card("Vanguard", None, Look())
    assert scene is not None
    assert scene.alt == (
        "Card of Vanguard (VANG): Size 4 cruiser, 275 points. Size 120 + items 155 = 275 points. "
        "Primary slots 4 of 8, Secondary 4 of 8; above 4 they cost extra. "
        "Primary: Kinetic [FPS], Beam [FPS], Shields (10 boxes) and Armor (10 boxes). "
        "Secondary: Kinetic Linked 1 [PS], Beam [F], Proximity Weapon System and Maneuver Enhance."
        " Health 4 x 10, Shields 10, Armor 10. Attacks on it miss to 0, glance 1, hit from 2. "
        "Maneuver and Heading: V0 0/3, V1 1/3, V2 1/2, V3 2/2, V4 1/1, V5 1/1."
    )


def test_arcs_variants_and_faults_change_the_picture() -> None:
    pictures = {
        card(text).paint()
        for text in (
            "WOLF = 2 KIN.F | - | Wolf",
            "WOLF = 2 KIN.P | - | Wolf",
            "WOLF = 2 KIN.OV.F | - | Wolf",
            "WOLF = 2 KIN.SM.F | - | Wolf",
            "WOLF = 2 BEAM.F | - | Wolf",
            "WOLF = 2 BEAM.F FH | - | Wolf",
        )
    }
    assert len(pictures) == 6
    assert "(CC-120)" in card("WOLF = 2 FH | - | Wolf").alt


def test_no_card_draws_beyond_its_edge() -> None:
    rng = random.Random(5)
    designs = [random_design(rng, fighter=at % 4 == 0) for at in range(60)]
    items = " ".join(["SHD"] * 12)
    full = design_text.parse(f"BIGG = 6 {items} | {items} | {'W' * 24} | {'m' * 40}")
    for design in (*BASE.designs.values(), *designs, full):
        scene = DesignCard(design, Look())
        drawing = scene.drawing
        assert len(scene.alt) <= LONGEST_ALT
        assert all(x >= 0 and x + art.width <= WIDE for art, x, _ in drawing.marks)
        assert all(y + art.height <= drawing.height for art, _, y in drawing.marks)
        assert max(caption.y for caption in drawing.captions) < drawing.height <= 1400
        for item in design.items:
            said = f"[{item.arcs}]" if isinstance(item, Weapon) else item.name
            assert said in scene.board or design.fighter
        assert words.price(design).split()[-2] == str(design.points)


def test_an_unknown_name_has_no_card_and_other_creations_no_picture() -> None:
    assert RENDERER.card("Nothing", None, Look()) is None
    assert RENDERER.creation("a fleet", Look()) is None
    assert set(RENDERER.kinds(None)) == set(BASE.designs)
