"""The topics of standing orders, with their values and defaults (4.3, 4.4)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from games.core.decisions import Decision
from games.core.notation import Asked
from games.core.options import TextField
from games.core.refusals import Unreadable
from games.core.seats import Seat
from games.core.standing.orders import ASK, LONGEST, Orders
from games.core.standing.topics import Pieces, Topic, TypedValue, numbers
from games.cosmic_conflict import moves as m
from games.cosmic_conflict.catalogue import BASE
from games.cosmic_conflict.components import ABSORBERS
from games.cosmic_conflict.course import side_of
from games.cosmic_conflict.odds import DODGE_MIN
from games.cosmic_conflict.orders import ORDERS
from games.cosmic_conflict.rules.windows import WindowKey
from games.cosmic_conflict.standing import triggers
from games.cosmic_conflict.verbs import NOTATION
from games.cosmic_conflict.view import View

AUTO, NEVER, PASS, TOKEN, YES = "auto", "never", "pass", "token", "yes"
Topics = Topic[View]

# --- What can be typed ---


def _typed(label: str, example: str, wanted: str, read: Callable[[View, str], str]) -> Any:
    return TypedValue(TextField(label, example, LONGEST), wanted, read)


def _results(view: View, text: str) -> str:
    """Results of the Condition table."""
    found = sorted({int(word) for word in text.split()})
    if not found or not set(found) <= set(range(2, 13)):
        raise ValueError
    return " ".join(map(str, found))


def _items(view: View, text: str) -> str:
    """Items, the first choice first: ``KIN2 NAV1``."""
    words = text.split()
    if not all(re.fullmatch("[A-Z]{2,4}[0-9]{1,2}", word) for word in words):
        raise ValueError
    return " ".join(words)


def _tracks(view: View, text: str) -> str:
    """Tracks, or all of a kind, the first to fill first: ``ARM1 SHD``."""
    words = text.split()
    pattern = f"({'|'.join(ABSORBERS)})[0-9]{{0,2}}"
    if not all(re.fullmatch(pattern, word) for word in words):
        raise ValueError
    return " ".join(words)


def _command(kind: str, *types: type[m.Answer], wanted: str) -> Callable[[View, str], str]:
    """A command of some types in its canonical form."""

    def read(view: View, text: str) -> str:
        asked = Asked(view, Decision(Seat(view.seat or 0), kind, 0))
        move = NOTATION.read(asked, text)
        if not isinstance(move, types):
            why = f"“{text[:30]}” is not a command that can be queued here."
            raise Unreadable(why, instead=wanted)
        return NOTATION.write(move)

    return read


# --- Policies for windows (4.3) ---


def _policy(key: str, label: str, auto: str, *aliases: str, **more: Any) -> Topics:
    """``auto``, ``ask`` and ``never`` (4.3)."""
    values = {AUTO: auto, ASK: "ask me; the automatic rule if time runs out", NEVER: NEVER}
    if more.pop("needed", False):
        del values[NEVER]
    return Topic(key, label, values, AUTO, differs=True, aliases=aliases, **more)


POLICIES: Final[dict[WindowKey, Topics]] = {
    "evasive": _policy("evasive", "Reveal Evasive Actions", "at the first attack on the ship"),
    "reroll": _policy("reroll", "Roll a die of your attacks again", "if that promises more damage"),
    "blocking": _policy(
        "blocking", "Blocking terrain: have a die rolled again", "if that promises less damage"
    ),
    "dodge": _policy("dodge", "Dodge", "if it saves enough damage"),
    "absorb": _policy(
        "tracks", "Which Shields and Armor take damage first", "in the order you set", "absorb"
    ),
    "brace": _policy(
        "brace", "Reveal Brace for Impact", "if a Health row that is not the last would be filled"
    ),
    "keep": _policy("brace-keep", "Which of two Conditions to keep", "the mildest", needed=True),
    "damcon": _policy("damcon", "Damage Control", "against the results you set"),
    "sacrifice": _policy(
        "sacrifice", "What to deactivate", "what your list names, else the cheapest", needed=True
    ),
    "pws": _policy("pws", "PWS exchanges with enemies that come near", "if you have more dice"),
    "reinforce": _policy("reinforce", "Reveal Reinforce Shields", "yes, in Resolution"),
    "survey": _policy("survey", "Deep Survey: place a token", "yes, if it is legal"),
    "jump": _policy("jump", "Reveal a Jump to Hyperspace", "yes, at the end of Resolution"),
}
"""By window; those that need an answer cannot be declined."""
INTERRUPT: Final = Topics(
    "interrupt",
    "Shots in the enemy's activations",
    {AUTO: "by your triggers", ASK: "ask me whenever a ship could fire", NEVER: NEVER},
    AUTO,
    aliases=("triggers",),
)

# --- What the automatic rules go by (4.4) ---

_YES_OR_NO: Final = {YES: YES, "no": "no"}
DODGE_LEAST: Final = Topics(
    "dodge-min",
    "Dodge to save at least",
    {str(least): f"{least} damage" for least in range(1, 7)},
    str(DODGE_MIN),
    differs=True,
    typed=numbers(1, 99),
)
CONTROLLED: Final = Topics(
    "damcon-set",
    "Damage Control against",
    {},
    "2 3 8 9 10",
    differs=True,
    typed=_typed("Results from 2 to 12", "2 3 8", "results such as 2 3 8", _results),
)
PAY_WITH_ORDER: Final = Topics(
    "pay-with-order", "Pay automatic Commands with the main Order", _YES_OR_NO, "no", differs=True
)
REROLL_TOKEN: Final = Topics(
    "reroll-token", "Pay for automatic rerolls (Re-aim)", _YES_OR_NO, "no", differs=True
)
ABSORB_ORDER: Final = Topics(
    "absorb-order",
    "Damage goes first to",
    {AUTO: "Shields, then Armor"},
    AUTO,
    differs=True,
    typed=_typed("Tracks, the first to fill first", "ARM SHD1", "tracks such as ARM SHD1", _tracks),
)
SACRIFICED: Final = Topics(
    "sacrifice-order",
    "Deactivate first",
    {AUTO: "the cheapest items"},
    AUTO,
    differs=True,
    typed=_typed("Items, the first choice first", "KIN2 PWS1", "items such as KIN2 PWS1", _items),
)
DEFAULT_ORDER: Final = Topics(
    "default-order",
    "What a ship left blank gets if you do not lock yourself",
    {TOKEN: "a Token", **{name: kind.name for name, kind in ORDERS.items()}},
    TOKEN,
    differs=True,
)

# --- Triggers, queues, and the phases (4.6, D-088) ---

TRIGGERS: Final = Topics(
    "trigger",
    "Trigger",
    {},
    typed=_typed(
        "A shot in advance", triggers.EXAMPLE, f"a trigger: {triggers.EXAMPLE}", triggers.canonical
    ),
    queue=30,
)
FLEET: Final = Topics(
    "fleet",
    "Fleet",
    {ASK: "ask me", **{code.lower(): each.name for code, each in BASE.fleets.items()}},
    ASK,
)
PLACED: Final = Topics(
    "deploy",
    "Deployment plan",
    {AUTO: "the next unit in its slot", "lock": "leave the rest aboard"},
    typed=_typed(
        "A place",
        "PLACE A1 27 4 HEADING 10 V2",
        "a place such as PLACE A1 27 4",
        _command("deploy", m.Place, wanted="You can queue PLACE, AUTO and LOCK."),
    ),
    queue=40,
)
LOCK: Final = Topics(
    "lock",
    "Lock your Orders",
    {ASK: "when you say so", AUTO: "at once every turn, with the default Orders"},
    ASK,
)
QUEUE: Final = Topics(
    "queue",
    "Queue",
    {PASS: "pass"},
    typed=_typed(
        "A whole activation",
        "ACTIVATE A1; FIRE KIN1 AT B3/B1; MOVE V0; DONE",
        "PASS, or an activation such as ACTIVATE A1; FIRE KIN1 AT B3/B1; MOVE V0; DONE",
        _command("activate", m.Activate, wanted="You can queue ACTIVATE and PASS."),
    ),
    queue=40,
)
ELSE: Final = Topics(
    "else",
    "If the next of your queue is not legal now",
    {ASK: "ask me", PASS: "pass, or ask me where passing is not legal"},
    ASK,
)
TOPICS: Final = (
    *POLICIES.values(),
    INTERRUPT,
    DODGE_LEAST,
    CONTROLLED,
    PAY_WITH_ORDER,
    REROLL_TOKEN,
    ABSORB_ORDER,
    SACRIFICED,
    DEFAULT_ORDER,
    TRIGGERS,
    FLEET,
    PLACED,
    LOCK,
    QUEUE,
    ELSE,
)


def about(unit: str) -> str:
    """How orders name a unit."""
    return unit.upper()


def without(orders: Orders, topic: Topics) -> Orders:
    return tuple(order for order in orders if order.topic != topic.key)


def _own(view: View) -> dict[str, str]:
    """The viewer's units that are still in the match."""
    if view.seat is None:
        return {}
    table = view.table
    own = (unit for unit in table.of(side_of(view.seat)) if unit.state == "in")
    return {about(unit.id): f"{unit.id}, {unit.name or table.design(unit).name}" for unit in own}


UNITS: Final[Pieces[View]] = Pieces("unit", {}, {}, "[AB][1-9][0-9]{0,2}", _own)
