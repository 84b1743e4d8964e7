"""The topics of standing orders, with their values and defaults (4.4, D-69)."""

from __future__ import annotations

from typing import Final

from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.names import called
from games.astral_sailors.notation import UNIT_CODE
from games.astral_sailors.standing.queue import QUEUED
from games.astral_sailors.view import SailorsView
from games.core.standing import ASK, Subjects, Topic, asking, numbers

UNLIMITED: Final = "none"

_REACTION = asking(
    {"always": "always", "acted": "only after the unit's activation this round", "never": "never"}
)
_LETHAL = "only if the unit would otherwise be lost"

Units = Topic[SailorsView]

COUNTER: Final = Units(
    "counter", "Counter-attack", _REACTION, "acted", differs=True, aliases=("counter-attack",)
)
COVER: Final = Units("cover", "Cover", _REACTION, "acted", differs=True)
PREFER: Final = Units(
    "prefer",
    "If both reactions are possible",
    {"counter": "strike back", "cover": "take Cover"},
    "counter",
    differs=True,
)
COVER_DICE: Final = Units(
    "cover-dice",
    "Take Cover only against",
    {str(number): f"at least {number} dice" for number in (1, 2, 3, 4)},
    "2",
    differs=True,
    typed=numbers(1, 12),
    aliases=("cover-min-dice",),
)
REROLL_ATTACK: Final = Units(
    "reroll-attack",
    "Re-roll failed attack dice",
    asking({"always": "at the first opportunity", "two": "if at least 2 failed", "never": "never"}),
    "always",
    differs=True,
)
REROLL_DEFENCE: Final = Units(
    "reroll-defence",
    "Re-roll failed defence dice",
    asking({"always": "at the first opportunity", "lethal": _LETHAL, "never": "never"}),
    "lethal",
    differs=True,
)
PAY: Final = Units(
    "pay",
    "Pay off wounds",
    asking(
        {
            "never": "never",
            "lethal": "only if it saves the unit",
            "always": "as many as you can afford, unless the unit dies anyway",
        }
    ),
    "never",
    {"commander": "lethal"},
    differs=True,
)
PAY_MAX: Final = Units(
    "pay-max",
    "Most points to pay at a time",
    {UNLIMITED: "no limit", **{str(number): f"{number} points" for number in (5, 10, 15, 20)}},
    UNLIMITED,
    differs=True,
    typed=numbers(0, 999),
)
PAY_KEEP: Final = Units(
    "pay-keep",
    "Points to keep in the pool",
    {str(number): f"{number} points" for number in (0, 5, 10, 20, 40)},
    "0",
    typed=numbers(0, 999),
)
ACTIVATION: Final = Units(
    "activation",
    "Activation turns",
    {ASK: "ask me", "pass": "pass: all units hold"},
    ASK,
    aliases=("turn-activation",),
)
REINFORCE: Final = Units(
    "reinforce",
    "Reinforcement turns",
    {ASK: "ask me", "pass": "pass: bring nothing"},
    ASK,
    aliases=("turn-reinforce", "reinforcement"),
)
QUEUE: Final = Units("queue", "Queue", {"DONE": "end the turn"}, typed=QUEUED, queue=60)

TOPICS: Final = (
    *(COUNTER, COVER, PREFER, COVER_DICE, REROLL_ATTACK, REROLL_DEFENCE),
    *(PAY, PAY_MAX, PAY_KEEP, ACTIVATION, REINFORCE, QUEUE),
)


def class_of(kind: UnitKind) -> str:
    """Which of the three classes a kind belongs to; a Commander belongs only to its own."""
    if kind.category == "commander":
        return "commander"
    return "military" if kind.military else "civilian"


def _own(view: SailorsView) -> dict[str, str]:
    """Units that the viewer plays and that are still in the match."""
    table, seat = view.table, view.seat
    return {
        unit.code: called(table, unit.code)
        for unit in table.units.values()
        if seat is not None and unit.place != "out" and table.controller(unit.seat) == seat
    }


UNITS: Final = Subjects(
    "unit",
    {"commander": "Commanders", "military": "other military units", "civilian": "civilians"},
    {"COMMANDERS": "commander", "CIVILIANS": "civilian"},
    UNIT_CODE,
    _own,
)
