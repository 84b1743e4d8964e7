"""What the two sides of a counter show (CSW-03, CSW-04, CSW-88)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.colonial_space_wars.game import GAME
from games.core.types import SPECTATOR
from renderers import Look
from renderers import palette as c
from renderers.colonial_space_wars import RENDERER
from renderers.colonial_space_wars.art import HEALTH
from renderers.scene import Area, Art, Disc
from tests.games.colonial_space_wars.course import position


def counter(**values: Any) -> Art:
    """The counter of a Brigade with these values."""
    course = position({"B1": "BRI E5"})
    view = GAME.view(course.state, SPECTATOR)
    unit = replace(course.unit("B1"), **values)
    scene = RENDERER.scene(replace(view, table=view.table.put(unit)), Look())
    (found,) = (art for art, _, _ in scene.drawing.marks if art.cut)
    return found


@pytest.mark.rules("CSW-03")
def test_the_front_shows_the_type_the_faction_and_the_health() -> None:
    looks = [counter(), counter(kind="LAN"), counter(kind="PIL"), counter(health=3)]
    assert len({look.shapes for look in looks}) == 4


@pytest.mark.rules("CSW-03")
@pytest.mark.parametrize(
    ("kind", "border", "foreign"),
    [
        ("BRI", c.WATER_LIGHT, c.YELLOW_EDGE),
        ("BAS", c.WATER_LIGHT, c.YELLOW_EDGE),
        ("PIL", c.YELLOW_EDGE, c.WATER_LIGHT),
        ("ARK", c.YELLOW_EDGE, c.WATER_LIGHT),
    ],
)
def test_the_border_has_the_colour_of_the_faction(
    kind: str, border: c.Colour, foreign: c.Colour
) -> None:
    _, ring, *others = counter(kind=kind).shapes
    assert isinstance(ring, Disc | Area)
    assert ring.colour == border
    assert foreign not in {each.colour for each in others if isinstance(each, Disc | Area)}


@pytest.mark.rules("CSW-04")
@pytest.mark.parametrize(
    ("code", "says"),
    [
        (
            "BAS",
            (
                "BAS Bastion tank, Union of Terra. Command (CMD) 2, Movement (MOV) 3, Class Heavy, "
                "Attack (ATA) on Light 3, Attack (ATA) on Heavy 4, Range (RNG) 3, "
                "Protection (PRT) 4, Resources (RES) 5. Skills: none."
            ),
        ),
        (
            "PIL",
            (
                "PIL Pilgrims, Centauri Brotherhood. Command (CMD) 1, Movement (MOV) 4, "
                "Class Light, Attack (ATA) on Light 3, Attack (ATA) on Heavy 1, Range (RNG) 1, "
                "Protection (PRT) 2, Resources (RES) 2. Skills: Voice, Martyr."
            ),
        ),
    ],
)
def test_the_back_shows_name_attributes_and_skills(code: str, says: str) -> None:
    card = RENDERER.card(code, None, Look())
    assert card is not None
    assert card.alt == says


@pytest.mark.rules("CSW-88")
@pytest.mark.parametrize(
    ("health", "ahead"), [(4, (0, -1)), (3, (1, 0)), (2, (0, 1)), (1, (-1, 0))]
)
def test_the_arrow_turns_a_quarter_clockwise_for_every_level_lost(
    health: int, ahead: tuple[int, int]
) -> None:
    shapes = counter(health=health).shapes
    (arrow,) = (each for each in shapes if isinstance(each, Area) and each.colour == HEALTH[health])
    tail, tip, other = arrow.points
    pointed = tuple(2 * tip[way] - tail[way] - other[way] for way in (0, 1))
    assert tuple(0 if abs(far) < 0.01 else far / abs(far) for far in pointed) == ahead
