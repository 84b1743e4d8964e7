"""Wounds, paying them off, elimination, rewards (2.14, D-31 to D-36, D-73)."""

from __future__ import annotations

from games.astral_sailors.course import Course


def price(cost: int) -> int:
    """Points for ignoring one wound (ASCW-91, D-34)."""
    raise NotImplementedError


def reward(cost: int) -> int:
    """Points for eliminating a unit (ASCW-95, D-35)."""
    raise NotImplementedError


def eliminate(course: Course, fallen: tuple[tuple[str, str], ...]) -> None:
    """Remove units at one moment: pairs of a code and of who did it, empty for terrain. Then book
    rewards and kills, release captives, and put ``check`` on the agenda (D-73)."""
    raise NotImplementedError
