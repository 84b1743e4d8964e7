"""Random legal designs, for what nobody may know and for tests."""

from __future__ import annotations

import random
from dataclasses import replace
from string import ascii_uppercase
from typing import Final

from games.cosmic_conflict.content import hulls
from games.cosmic_conflict.content.components import COMPONENTS, Component
from games.cosmic_conflict.content.designs import Design, Item
from games.cosmic_conflict.content.limits import PLATING, design_faults
from games.cosmic_conflict.content.weapons import ARCS, STRUCTURAL, VARIANTS, WEAPONS, Weapon

_NAMES: Final = ("Lynx", "Otter", "Heron", "Bison", "Gecko", "Raven", "Viper", "Whale")


def random_design(rng: random.Random, *, fighter: bool = False) -> Design:
    """Any legal design: items in any number that are allowed together."""
    size = hulls.FIGHTER if fighter else rng.choice(hulls.SIZES)
    code = "".join(rng.choices(ascii_uppercase, k=4))
    row = hulls.FIGHTER_ROW if fighter else hulls.ROW
    design = Design(code, f"{rng.choice(_NAMES)} {code.title()}", size, (), (), row=row)
    for _ in range(rng.randint(1, 6 if fighter else 4 * size + 2)):
        design = _with_item(design, _random_item(rng, size))
    return design


def _with_item(design: Design, item: Item) -> Design:
    """The design with another item, if that is allowed."""
    if item.primary:
        more = replace(design, primary=(*design.primary, item))
    else:
        more = replace(design, secondary=(*design.secondary, item))
    one_too_many = design.fighter and len(more.primary) > 1
    return design if one_too_many or next(design_faults(more), None) else more


def _random_item(rng: random.Random, size: int) -> Item:
    primary, code = rng.random() < 0.5, rng.choice((*WEAPONS, *WEAPONS, *COMPONENTS))
    if code in COMPONENTS:
        return Component(code, primary, rng.choice(PLATING) if code == "STL" else "")
    if size == hulls.FIGHTER:
        return Weapon(code, primary, rng.choice(hulls.SIZES))
    variant = rng.choice(("", "", *VARIANTS))
    most = 1 if variant == STRUCTURAL else len(ARCS)
    arcs = "".join(sorted(rng.sample(ARCS, rng.randint(1, most)), key=ARCS.find))
    return Weapon(code, primary, size - (not primary), arcs, variant)
