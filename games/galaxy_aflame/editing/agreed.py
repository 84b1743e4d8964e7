"""Settings that a referee may change in a running match (canon 3.2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from games.core.editing.agreed import Agreed
from games.core.refusals import Forbidden
from games.galaxy_aflame.agreement import Agreement
from games.galaxy_aflame.meta import GaSettings
from games.galaxy_aflame.rules.values import forbid
from games.galaxy_aflame.table import Phase
from games.galaxy_aflame.view import View

_MUSTER: tuple[Phase, ...] = ("army", "rolloff", "privilege")
_DRAFT: tuple[Phase, ...] = (*_MUSTER, "draft", "ranking")
_SET: Mapping[str, tuple[str, tuple[Phase, ...]]] = {
    "layout": ("the table has been set", ()),
    "mirror": ("the armies are chosen by it", ()),
    "pack": ("the cards come from it", ()),
    "muster": ("the units are being chosen or have been", ("army", "rolloff")),
    "deck_copies": ("the decks have been laid out", _MUSTER),
    "deploy_mode": ("units are being placed or have been", _DRAFT),
}
"""What fixes a setting, and the phases before that."""


def _fixed(view: View, name: str) -> str:
    phase = view.table.phase
    if name == "hand" and phase == "deploy":
        return "cannot be changed while units are placed within it"
    why, before = _SET.get(name, ("", (phase,)))
    return "" if phase in before else f"can no longer be changed: {why}"


def _refused(view: View, name: str, after: Agreement) -> Forbidden | None:
    """Only pinned infantry gives anything up (GA-62)."""
    if name != "suppression" or after.suppression == "pinned":
        return None
    for unit in view.table.units.values():
        if unit.limited and not view.table.card(unit).vehicle:
            why = f"{unit.code} is pinned and gives something up in this turn."
            return forbid("SHAKEN", "62", why, f"First use {unit.code} LIMITED NO.")
    return None


AGREED = Agreed(
    GaSettings,
    lambda holder: holder.table.agreement,
    lambda builder, agreement: builder.change(agreement=agreement),
    partial(forbid, "OPTION", "07"),
    _fixed,
    _refused,
)
