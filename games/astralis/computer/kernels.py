"""What computer players know of each variant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.astralis.agreement import VariantName
from games.astralis.computer.bees import Bees
from games.astralis.computer.planting import DicePlanting, Planting, SimplifiedPlanting
from games.astralis.computer.search import Kernel
from games.astralis.computer.stones import Stones
from games.astralis.sides import Side
from games.astralis.view import AstralisView

KERNELS: Mapping[VariantName, type[Kernel[Any]]] = {
    "base": Planting,
    "simplified": SimplifiedPlanting,
    "dice": DicePlanting,
    "beeline": Bees,
    "dispersed_go": Stones,
}


def kernel_of(view: AstralisView) -> Kernel[Any]:
    return KERNELS[view.agreement.variant].of(view)


def komi_of(view: AstralisView) -> float:
    """What the side to move is given."""
    return view.komi if view.to_move is Side.CYAN else -view.komi
