"""What stands for ships whose SICs are hidden, and false contacts (CC-231 to 235, D-100).

An opponent sees a hidden ship as a contact: an ID, a heading and what the form of Stealth shows of
its Size. By that a contact also counts wherever Size shows in the open, which are the order of
deployment and activation and the ranges of scans and marks: a true Size would be given away there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from games.cosmic_conflict.content.components import Component
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.hulls import SIZES

Stealth: TypeAlias = Literal["off", "category", "size", "blank"]
CATEGORIES: Final = (("Small", 2), ("Medium", 3), ("Large", 5))
"""Of the Sizes 1 and 2, 3 and 4, 5 and 6 (CC-233), each with the Size that it counts as."""
UNKNOWN: Final = 2
"""What all contacts count as that show nothing of their Size, as bogeys do."""


def _contact(code: str, name: str, size: int) -> Design:
    return Design(f"?{code}", name, size, (), ())


_BLANK: Final = _contact("", "Contact", UNKNOWN)
_BY_CATEGORY: Final = tuple(_contact(name[0], f"{name} contact", size) for name, size in CATEGORIES)
_BY_SIZE: Final = tuple(_contact(str(size), f"Size {size} contact", size) for size in range(1, 7))
BOGEY: Final = Design("?B", "Bogey", 2, (), (), "false contact")
"""A false contact: it moves and is activated as Size 2 (CC-234)."""
STAND_INS: Final[Mapping[str, Design]] = {
    each.code: each for each in (_BLANK, *_BY_CATEGORY, *_BY_SIZE, BOGEY)
}
"""By codes that no design of a player can have."""


def is_contact(design: Design) -> bool:
    """Whether it stands for a SIC that the viewer does not know."""
    return design.code in STAND_INS and design.code != BOGEY.code


def guess(design: Design) -> tuple[str, ...]:
    """``as of Size 2``: what odds against a contact go by; nothing for a SIC that is known."""
    return (f"as of Size {design.size}",) if is_contact(design) else ()


def contact(form: Stealth, design: Design) -> Design:
    """What a viewer sees of a design that is hidden from it."""
    if is_contact(design):
        return design
    if form == "size":
        return _BY_SIZE[min(max(design.size + _step(design), SIZES[0]), SIZES[-1]) - 1]
    if form == "category":
        category = (design.size - 1) // 2 + _step(design)
        return _BY_CATEGORY[min(max(category, 0), len(CATEGORIES) - 1)]
    return _BLANK


def _step(design: Design) -> int:
    """How much larger a ship looks by Stealth Plating (CC-235)."""
    tags = [item.tag for item in design.secondary if isinstance(item, Component)]
    return tags.count("Larger") - tags.count("Smaller")
