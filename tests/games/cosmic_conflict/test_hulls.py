"""Hulls: Velocity, movement, charts, tracks (canon 3.5, 3.6)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.cosmic_conflict.content import hulls
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.design_data import read

MOVEMENT = """
2/6 3/5 3/4 3/4 3/3 2/3 2/2
1/5 2/4 2/4 2/3 2/3 2/2 1/2
1/4 1/4 2/3 2/3 2/2 1/2 1/1
0/3 1/3 1/3 2/2 1/2 1/1
0/3 1/3 1/2 1/2 1/1 0/1
0/2 0/2 1/2 1/1 0/1
0/2 0/2 1/1 0/1
""".strip().splitlines()
"""Canon 3.5, row 0 first."""

PRINTED = {
    "WREN": ("1/5 2/4 2/4 2/3 2/3 2/2 1/2", 1, 3),
    "DART": ("1/5 2/4 2/4 2/3 2/3 2/2 1/2", 1, 3),
    "HALB": ("1/4 1/4 2/3 2/3 2/2 1/2 1/1", 1, 2),
    "LONG": ("1/4 1/4 2/3 2/3 2/2 1/2 1/1", 1, 2),
    "PIKE": ("1/4 1/4 2/3 2/3 2/2 1/2 1/1", 1, 3),
    "PART": ("0/3 1/3 1/3 2/2 1/2 1/1", 0, 2),
    "BULW": ("0/3 1/3 1/3 2/2 1/2 1/1", 0, 2),
    "LANC": ("0/4 1/4 1/3 2/3 1/2 1/2", 0, 2),
    "VANG": ("0/3 1/3 1/2 2/2 1/1 1/1", 0, 1),
    "TEMP": ("0/3 0/3 1/2 1/2 0/1", 0, 2),
    "CITA": ("0/2 0/2 1/1 0/1", -1, 0),
    "HEAR": ("0/3 1/3 1/2 1/2 1/1 0/1", 0, 1),
    "ROOS": ("0/3 1/3 1/3 2/2 1/2 1/1", 0, 2),
}
"""Canon 5.1: movement, the highest miss, the highest glance."""


def movement(size: int, speeds: int) -> str:
    cells = [(hulls.maneuver(size, v), hulls.heading_value(size, v)) for v in range(speeds)]
    return " ".join(f"{maneuver}/{heading}" for maneuver, heading in cells)


@pytest.mark.rules("D-014", "CC-017")
def test_the_movement_table_is_that_of_the_canon() -> None:
    assert [hulls.vmax(size) for size in range(1, 7)] == [6, 6, 5, 5, 4, 3]
    for size, row in enumerate(MOVEMENT):
        assert movement(size, len(row.split())) == row
        assert len(row.split()) == (hulls.vmax(size) if size else 6) + 1


@pytest.mark.rules("CC-112", "CC-113", "D-016")
def test_an_enhance_component_serves_its_own_column_while_it_works() -> None:
    lance, vanguard = BASE.designs["LANC"], BASE.designs["VANG"]
    heading = lance.labels.index("HDG1")
    assert (lance.heading_value(0), lance.maneuver(0)) == (4, 0)
    assert lance.heading_value(0, off={heading}) == 3
    maneuver = vanguard.labels.index("MAN1")
    assert (vanguard.maneuver(3), vanguard.heading_value(3)) == (2, 2)
    assert vanguard.maneuver(3, off={maneuver}) == 1
    three = read({"size": 4, "secondary": [{"type": "MAN"}] * 3 + [{"type": "HDG"}] * 2})
    assert (three.maneuver(1), three.heading_value(1)) == (2, 4)
    assert hulls.vmax(three.size) == 5


@pytest.mark.rules("D-016")
def test_an_enhance_component_never_harms() -> None:
    for velocity in range(7):
        fast = [row.split()[velocity] for row in MOVEMENT if len(row.split()) > velocity]
        values = [tuple(map(int, cell.split("/"))) for cell in fast]
        for smaller, larger in pairwise(values):
            assert smaller[0] >= larger[0]
            assert smaller[1] >= larger[1]


@pytest.mark.rules("CC-017", "CC-018", "D-014", "D-017")
@pytest.mark.parametrize("code", PRINTED)
def test_a_ship_has_the_printed_movement_and_chart(code: str) -> None:
    design, (row, miss, glance) = BASE.designs[code], PRINTED[code]
    speeds = range(hulls.vmax(design.size) + 1)
    cells = [f"{design.maneuver(v)}/{design.heading_value(v)}" for v in speeds]
    assert " ".join(cells) == row
    assert (design.chart().miss, design.chart().glance) == (miss, glance)


@pytest.mark.rules("CC-018", "D-017")
@pytest.mark.parametrize(
    ("size", "bands"),
    [
        (0, "mmmggh"),
        (1, "mmmggh"),
        (2, "mmmghh"),
        (3, "mmgghh"),
        (4, "mmghhh"),
        (5, "mmghhh"),
        (6, "mghhhh"),
    ],
)
def test_an_accuracy_total_misses_glances_or_hits(size: int, bands: str) -> None:
    found = [hulls.chart(size).band(accuracy) for accuracy in range(-1, 5)]
    assert "".join(band[0] for band in found) == bands


@pytest.mark.rules("CC-110", "D-053")
def test_a_secondary_ecm_widens_the_glance_band_upwards() -> None:
    cruiser = {"size": 4, "secondary": [{"type": "ECM"}, {"type": "ECM"}]}
    design = read({**cruiser, "primary": [{"type": "ECM"}]})
    bands = [design.chart().band(accuracy) for accuracy in (0, 1, 2, 3, 4)]
    assert bands == ["miss", "glance", "glance", "glance", "hit"]
    assert design.chart(off={0, 1}).glance == 2
    assert read({**cruiser, "secondary": []}).chart().glance == 1
