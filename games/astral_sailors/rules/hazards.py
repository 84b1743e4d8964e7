"""Dangerous terrain (ASCW-100, D-16)."""

from __future__ import annotations

from games.astral_sailors.course import Course


def strike(course: Course, about: str) -> None:
    """Step ``strike-terrain``: the pieces that the unit ``about`` has touched strike it in turn."""
    raise NotImplementedError
