"""Matches in which armies are being built."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.secrets import ArmyDraft
from games.astral_sailors.state import State
from tests.games.astral_sailors.flow import opened, roll, wanted

SAMPLE = ("EX1", "EX3", "EX3", "EX4", "EX7", "EX8", "CV2", "CV2", *("CV1",) * 6)
"""WE-44."""


def building(*teams: int, objectives: tuple[int, ...] = (), **options: object) -> State:
    """Armies are being built; objectives are Glory unless named."""
    state = opened(*(teams or (1, 1)), **options)
    count, _ = wanted(state)
    return roll(state, *(objectives or (2,) * count)).state


def drafted(state: State, seat: int, units: tuple[str, ...]) -> State:
    sheets = list(state.sheets)
    sheets[seat] = ArmyDraft(units, edits=1)
    return replace(state, sheets=tuple(sheets))
