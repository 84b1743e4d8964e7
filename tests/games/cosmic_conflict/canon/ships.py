"""What ships and Fighters are, alone and in groups (canon 2.2, 2.7 to 2.9, 2.14, 3.5, 3.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.cosmic_conflict.content import design_data

GUNS = {
    "KIN": [(1000, 0), (1800, 1)],
    "BEAM": [(1200, 0), (2000, 1)],
    "RKT": [(600, 0), (1200, 1), (1800, 2)],
    "MSL": [(2400, 0)],
}
"""The bands of each Weapon, with what they cost in Accuracy (CC-091 to CC-097)."""
MOVES = """
2/6 3/5 3/4 3/4 3/3 2/3 2/2
1/5 2/4 2/4 2/3 2/3 2/2 1/2
1/4 1/4 2/3 2/3 2/2 1/2 1/1
0/3 1/3 1/3 2/2 1/2 1/1
0/3 1/3 1/2 1/2 1/1 0/1
0/2 0/2 1/2 1/1 0/1
0/2 0/2 1/1 0/1
"""
TABLE = [
    [tuple(map(int, cell.split("/"))) for cell in row.split()] for row in MOVES.strip().split("\n")
]
"""Maneuver and Heading by Size and Velocity (3.5)."""
FASTEST = [0, 6, 6, 5, 5, 4, 3]
CHART = [(1, 3), (1, 3), (1, 2), (0, 2), (0, 1), (0, 1), (-1, 0)]
"""The highest Accuracy of a miss and of a glance, by Size (3.6)."""
_read: dict[int, tuple[Any, Hull]] = {}


@dataclass
class Gun:
    """A Weapon: its place among the items, its label, type, Weapon Size, arcs and Variant."""

    place: int
    label: str
    type: str
    size: int
    arcs: str
    variant: str
    bands: list[tuple[int, int]]

    @property
    def dice(self) -> int:
        """How many Damage dice it rolls in its first band."""
        return 2 if self.variant in ("OV", "SM") or self.type == "RKT" else 1


@dataclass
class Hull:
    """A design: ``items`` are those of its Primary slots, then the Secondary ones."""

    data: dict[str, Any]
    size: int
    items: list[dict[str, Any]]
    primaries: int
    guns: dict[str, Gun]

    def count(self, unit: Any, kind: str, primary: bool | None = None) -> int:
        """How many items of a type work."""
        return sum(
            item["type"] == kind
            and place not in unit.off
            and primary in (None, place < self.primaries)
            for place, item in enumerate(self.items)
        )

    def has(self, advantage: str) -> bool:
        return advantage in (self.data.get("faction") or {}).get("advantages", ())

    @property
    def rows(self) -> int:
        return max(self.size, 1)

    @property
    def row(self) -> int:
        """Boxes of a Health row."""
        return int(self.data["row_len"]) if self.size else 6

    @property
    def tracks(self) -> list[int]:
        """The places of Armor and Shields."""
        return [at for at, item in enumerate(self.items) if item["type"] in ("ARM", "SHD")]


def hull(table: Any, unit: Any) -> Hull:
    """The design of a unit; false contacts are ships of Size 2 without items (CC-234)."""
    design = table.designs.get(unit.sic)
    if design is None:
        return Hull({"row_len": 10}, 2, [], 0, {})
    if id(design) not in _read:
        _read[id(design)] = design, _hull(design_data.write(design))
    return _read[id(design)][1]


def _hull(data: dict[str, Any]) -> Hull:
    size = int(data.get("size", 0))
    first = data["primary"] if size else [data["primary"]] if data["primary"] else []
    found = Hull(data, size, [*first, *data["secondary"]], len(first), {})
    seen: dict[str, int] = {}
    for place, item in enumerate(found.items):
        seen[item["type"]] = seen.get(item["type"], 0) + 1
        if item["type"] not in GUNS:
            continue
        bands, variant = list(GUNS[item["type"]]), item.get("variant") or ""
        if item["type"] == "BEAM" and found.has("REACH BEAM 2"):
            bands[0] = bands[0][0] + 200, 0
        wider = {"OV": 200, "SM": 400}.get(variant, 0)
        bands[-1] = bands[-1][0] + wider, bands[-1][1]
        if not size:
            bands = bands[:1]
        of_size = int(item.get("wsize", size if place < len(first) else size - 1))
        label = f"{item['type']}{seen[item['type']]}"
        arcs = item["arcs"] if size else "FPSA"
        found.guns[label] = Gun(place, label, item["type"], of_size, arcs, variant, bands)
    return found


# --- Groups ---


def there(unit: Any) -> bool:
    """Whether it is on the board."""
    return unit.state == "in" and unit.at is not None


def has(unit: Any, result: int, choice: str = "") -> bool:
    """Whether it has a Condition, with an option if one is named."""
    return any(each.result == result and choice in ("", each.choice) for each in unit.conditions)


def leader(table: Any, unit: Any) -> Any:
    return table.units[unit.bond.to] if unit.bond else unit


def group(table: Any, unit: Any) -> list[Any]:
    """All that activate together, the one that moves first."""
    lead = leader(table, unit)
    return [lead, *(each for each in table.units.values() if each.bond and each.bond.to == lead.id)]


def formation(table: Any, unit: Any) -> list[Any]:
    """The members of its Formation, or the ship alone."""
    if unit.bond and unit.bond.kind == "escort":
        return [unit]
    lead = leader(table, unit)
    return [each for each in group(table, lead) if each is lead or each.bond.kind == "member"]


def counted(table: Any, unit: Any) -> int:
    """The Size as it shows in the open (D-100)."""
    return shown_size(table, unit) if unit.hidden else hull(table, unit).size


def shown_size(table: Any, unit: Any) -> int:
    shown = shown_as(table, unit)
    return (
        {"Small": 2, "Medium": 3, "Large": 5, "": 2}[shown] if not shown.isdigit() else int(shown)
    )


def shown_as(table: Any, unit: Any) -> str:
    """A category, a Size or nothing, by the form of Stealth and its Plating (CC-233, CC-235)."""
    found = hull(table, unit)
    plating = [item.get("tag") for item in found.items if item["type"] == "STL"]
    step = plating.count("Larger") - plating.count("Smaller")
    if table.stealth == "size":
        return str(min(max(found.size + step, 1), 6))
    if table.stealth == "category":
        return ("Small", "Medium", "Large")[min(max((found.size - 1) // 2 + step, 0), 2)]
    return ""


def agility(table: Any, unit: Any, velocity: int) -> tuple[int, int]:
    """Maneuver and Heading of a Formation: the lowest of its members (CC-266, D-016, D-104)."""
    rows = []
    for each in formation(table, unit):
        found, less = hull(table, each), sum(one.result == 14 for one in each.conditions)
        for at, kind in enumerate(("MAN", "HDG")):
            row = max(found.size - found.count(each, kind), 0)
            rows.append((at, max(TABLE[row][velocity][at] - less, 0)))
    return min(value for at, value in rows if not at), min(value for at, value in rows if at)


def top_speed(table: Any, unit: Any) -> int:
    return min(FASTEST[hull(table, each).size] for each in formation(table, unit))


def speed_locked(table: Any, unit: Any) -> bool:
    """Propulsion Damage (b), or Compromised Engines after a Navigate (CC-056, CC-246, D-074)."""
    members = formation(table, unit)
    return any(has(each, 11, "b") or has(each, 14, "b") for each in members)
