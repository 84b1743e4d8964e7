"""The topics of standing orders, with their values and defaults (4.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Scope: TypeAlias = Literal["units", "player", "queue"]

ASK: Final = "ask"
UNLIMITED: Final = "none"
MOST_POINTS: Final = 999
MOST_DICE: Final = 12


@dataclass(frozen=True, slots=True)
class Topic:
    """One thing to be decided.

    ``key``      as in an order: ``reroll-attack``
    ``short``    as in a custom id: letters and digits
    ``about``    whether it can differ between units
    ``values``   what can be chosen; for numbers a handful of examples
    ``numbers``  lowest and highest, when any number between may be written
    ``default``  what holds when nobody says anything; ``commander`` may differ
    """

    key: str
    short: str
    label: str
    about: Scope
    values: Mapping[str, str]
    default: str
    commander: str = ""
    numbers: tuple[int, int] | None = None

    def allows(self, value: str) -> bool:
        """Whether ``value`` can be ordered; the empty one, which takes back, aside."""
        if value in self.values:
            return True
        if self.numbers is None or not value.isascii() or not value.isdecimal():
            return False
        lowest, highest = self.numbers
        return str(int(value)) == value and lowest <= int(value) <= highest


def _asking(automatic: Mapping[str, str]) -> Mapping[str, str]:
    """These values, and being asked, with what holds when time runs out."""
    later = {f"{ASK}-{key}": f"ask me; on timeout: {said}" for key, said in automatic.items()}
    return {**automatic, ASK: "ask me", **later}


_REACTION = {
    "always": "always",
    "acted": "only after the unit's activation this round",
    "never": "never",
}
_LETHAL = "only if the unit would otherwise be lost"

TOPICS: Final = (
    Topic("counter", "counter", "Counter-attack", "units", _asking(_REACTION), "acted"),
    Topic("cover", "cover", "Cover", "units", _asking(_REACTION), "acted"),
    Topic(
        "prefer",
        "prefer",
        "If both reactions are possible",
        "units",
        {"counter": "strike back", "cover": "take Cover"},
        "counter",
    ),
    Topic(
        "cover-dice",
        "dice",
        "Take Cover only against",
        "units",
        {str(number): f"at least {number} dice" for number in (1, 2, 3, 4)},
        "2",
        numbers=(1, MOST_DICE),
    ),
    Topic(
        "reroll-attack",
        "attack",
        "Re-roll failed attack dice",
        "units",
        _asking(
            {
                "always": "at the first opportunity",
                "two": "if at least 2 failed",
                "never": "never",
            }
        ),
        "always",
    ),
    Topic(
        "reroll-defence",
        "defence",
        "Re-roll failed defence dice",
        "units",
        _asking({"always": "at the first opportunity", "lethal": _LETHAL, "never": "never"}),
        "lethal",
    ),
    Topic(
        "pay",
        "pay",
        "Pay off wounds",
        "units",
        _asking(
            {
                "never": "never",
                "lethal": "only if it saves the unit",
                "always": "as many as you can afford, unless the unit dies anyway",
            }
        ),
        "never",
        commander="lethal",
    ),
    Topic(
        "pay-max",
        "paymax",
        "Most points to pay at a time",
        "units",
        {UNLIMITED: "no limit", **{str(number): f"{number} points" for number in (5, 10, 15, 20)}},
        UNLIMITED,
        numbers=(0, MOST_POINTS),
    ),
    Topic(
        "pay-keep",
        "paykeep",
        "Points to keep in the pool",
        "player",
        {str(number): f"{number} points" for number in (0, 5, 10, 20, 40)},
        "0",
        numbers=(0, MOST_POINTS),
    ),
    Topic(
        "activation",
        "turn",
        "Activation turns",
        "player",
        {ASK: "ask me", "pass": "pass: all units hold"},
        ASK,
    ),
    Topic(
        "reinforce",
        "bring",
        "Reinforcement turns",
        "player",
        {ASK: "ask me", "pass": "pass: bring nothing"},
        ASK,
    ),
    Topic("queue", "queue", "Queue", "queue", {}, ""),
)

BY_KEY: Final[Mapping[str, Topic]] = {topic.key: topic for topic in TOPICS}
BY_SHORT: Final[Mapping[str, Topic]] = {topic.short: topic for topic in TOPICS}

ALIASES: Final[Mapping[str, str]] = {
    "cover-min-dice": "cover-dice",
    "turn-activation": "activation",
    "turn-reinforce": "reinforce",
    "reinforcement": "reinforce",
    "counter-attack": "counter",
}
"""Aliases of topics."""

CLASSES: Final[Mapping[str, str]] = {
    "commander": "Commanders",
    "military": "other military units",
    "civilian": "civilians",
}
"""Classes of units; a Commander belongs only to its own class."""
