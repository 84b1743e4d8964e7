"""The topics of standing orders, with their values and defaults (4.3, 4.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

from games.core.notation import Request
from games.core.questions import TextField
from games.core.standing import ASK, LONGEST, GivenOrders, Subjects, Topic, TypedValue, numbers
from games.core.types import Decision, Seat, Unreadable
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.moves import NOTATION, Activate
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.odds import DODGE_MIN
from games.cosmic_conflict.rules.cloak import COURSE
from games.cosmic_conflict.rules.setup.deployment import Place
from games.cosmic_conflict.rules.setup.placing import PlaceTerrain
from games.cosmic_conflict.rules.windows import WindowKey
from games.cosmic_conflict.space import LETTERS
from games.cosmic_conflict.table.bonds import STARBOARD
from games.cosmic_conflict.table.course import SETUP, side_of
from games.cosmic_conflict.table.orders import ORDERS
from games.cosmic_conflict.view import View

AUTO, NEVER, PASS, TOKEN = "auto", "never", "pass", "token"
Topics = Topic[View]

# --- What can be typed ---


def _typed(label: str, example: str, wanted: str, read: Callable[[View, str], str]) -> Any:
    return TypedValue(TextField(label, example, LONGEST), wanted, read)


def _command(kind: str, *types: type[Answer], wanted: str) -> Callable[[View, str], str]:
    """A command of some types in its canonical form."""

    def read(view: View, text: str) -> str:
        request = Request(view, Decision(Seat(view.seat or 0), kind, 0))
        move = NOTATION.read(request, text)
        if not isinstance(move, types):
            why = f"“{text[:30]}” is not a command that can be queued here."
            raise Unreadable(why, instead=wanted)
        return NOTATION.write(move)

    return read


# --- Policies for windows (4.3) ---

_LEAST: Final = {str(least): f"at least {least} damage" for least in range(1, 7)}


def _policy(key: str, label: str, auto: str, *aliases: str, **more: Any) -> Topics:
    """``auto``, ``ask`` and ``never`` (4.3); with ``least`` a number of damage too."""
    values = {AUTO: auto, ASK: "ask me; the automatic rule if time runs out", NEVER: NEVER}
    if more.pop("needed", False):
        del values[NEVER]
    if more.pop("least", False):
        values |= _LEAST
        more["typed"] = numbers(1, 99)
    default = more.pop("default", AUTO)
    return Topic(key, label, values, default, differs=True, aliases=aliases, **more)


def _course(view: View, text: str) -> str:
    return COURSE.write(COURSE.read(view, text.upper()))


POLICIES: Final[dict[WindowKey, Topics]] = {
    "evasive": _policy("evasive", "Reveal Evasive Actions", "at the first attack on the ship"),
    "reroll": _policy(
        "reroll", "Roll a die of your attacks again", "if that promises more damage and is free"
    ),
    "blocking": _policy(
        "blocking", "Blocking terrain: have a die rolled again", "if that promises less damage"
    ),
    "dodge": _policy("dodge", "Dodge", f"if it saves {DODGE_MIN} damage", least=True),
    "redirect": _policy(
        "redirect",
        "Pass hits on in a Defensive Formation",
        "if that saves a Health row, to the ship with most boxes left",
    ),
    "escort": _policy(
        "absorb",
        "Hits that an escort takes",
        "if that saves a Health row, the escort with most boxes left",
    ),
    "absorb": _policy(
        "tracks", "Which Shields and Armor take damage first", "Shields, then Armor", needed=True
    ),
    "brace": _policy(
        "brace", "Reveal Brace for Impact", "if a Health row that is not the last would be filled"
    ),
    "luck": _policy(
        "luck", "Roll again for a Condition of a lucky ship", "against results 2, 3, 8, 9 and 10"
    ),
    "keep": _policy("brace-keep", "Which of two Conditions to keep", "the mildest", needed=True),
    "damcon": _policy("damcon", "Damage Control", "against results 2, 3, 8, 9 and 10"),
    "sacrifice": _policy("sacrifice", "What to deactivate", "the cheapest", needed=True),
    "pws": _policy("pws", "PWS exchanges with enemies that come near", "if you have more dice"),
    "reinforce": _policy("reinforce", "Reveal Reinforce Shields", "yes, in Resolution"),
    "survey": _policy("survey", "Deep Survey: place a token", "yes, if it is legal"),
    "rescue": _policy("rescue", "Rescue: take the VIP aboard", "yes, if it is legal"),
    "repair": _policy("repair", "Reveal Repair, and of what", "yes, of the worst Condition"),
    "jump": _policy("jump", "Reveal a Jump to Hyperspace", "yes, at the end of Resolution"),
    "cloak": _policy(
        "cloak",
        "Cloak, and on which course",
        "adrift for one turn",
        default=ASK,
        typed=_typed(
            "The moves while it is cloaked",
            "MOVE V+1 TURN 30; MOVE V0",
            "a course of up to 3 moves such as MOVE V+1 TURN 30; MOVE V0",
            _course,
        ),
    ),
}
"""By window; those that need an answer cannot be declined."""


def _shots(key: str, label: str) -> Topics:
    """Shots are never fired without an order, so that nobody waits for the other side."""
    values = {AUTO: "as soon as one promises damage", ASK: "ask me whenever a ship could fire"}
    values |= {NEVER: NEVER, **_LEAST}
    return Topic(key, label, values, NEVER, differs=True, typed=numbers(1, 99))


SHOTS: Final[dict[Literal["contingent", "snap"], Topics]] = {
    "contingent": _shots("contingent", "Contingent Attacks in the enemy's activations"),
    "snap": _shots("snap", "Snap Attacks in the enemy's activations"),
}
"""By what allows a shot outside the ship's own activation: from which mean damage on (4.6)."""

# --- Queues and the phases (4.6, D-088) ---


def _may_place_terrain(view: View) -> bool:
    placed = view.course.agreement.terrain_setup in ("alternate", "split")
    return placed and view.course.phase in ("fleet", "terrain")


ESCORT_BEARING: Final = Topics(
    "escort-bearing",
    "Where escorts are beside their ward, and stand once released",
    {str(STARBOARD): "to starboard", "270": "to port", "0": "ahead", "180": "astern"},
    str(STARBOARD),
    typed=numbers(0, 359),
    differs=True,
)
"""Degrees from the heading of the ward (D-077)."""
DEFAULT_ORDER: Final = Topics(
    "default-order",
    "What a ship left blank gets if you do not lock yourself",
    {TOKEN: "a Token", **{name: kind.name for name, kind in ORDERS.items()}},
    TOKEN,
    differs=True,
)
FLEET: Final = Topics(
    "fleet",
    "Fleet",
    {ASK: "ask me", **{code.lower(): each.name for code, each in BASE.fleets.items()}},
    ASK,
)
TERRAIN: Final = Topics(
    "terrain",
    "Terrain plan",
    {"accept": "place no more"},
    typed=_typed(
        "A piece of terrain",
        "TERRAIN DUST CLOUD 20 12",
        "a piece such as TERRAIN DUST CLOUD 20 12",
        _command("terrain", PlaceTerrain, wanted="You can queue TERRAIN and ACCEPT."),
    ),
    queue=10,
    past=lambda view: not _may_place_terrain(view),
)
PLACED: Final = Topics(
    "deploy",
    "Deployment plan",
    {AUTO: "the next unit in its slot", "lock": "leave the rest aboard"},
    typed=_typed(
        "A place",
        "PLACE A1 27 4 HEADING 10 V2",
        "a place such as PLACE A1 27 4",
        _command("deploy", Place, wanted="You can queue PLACE, AUTO and LOCK."),
    ),
    queue=40,
    past=lambda view: view.course.phase not in SETUP,
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
        _command("activate", Activate, wanted="You can queue ACTIVATE and PASS."),
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
    *SHOTS.values(),
    ESCORT_BEARING,
    DEFAULT_ORDER,
    FLEET,
    TERRAIN,
    PLACED,
    LOCK,
    QUEUE,
    ELSE,
)


def about(unit: str) -> str:
    """How orders name a unit."""
    return unit.upper()


def without(orders: GivenOrders, topic: Topics) -> GivenOrders:
    return tuple(order for order in orders if order.topic != topic.key)


def _own(view: View) -> dict[str, str]:
    """The viewer's units that are still in the match."""
    if view.seat is None:
        return {}
    table = view.table
    own = (unit for unit in table.of(side_of(view.seat)) if unit.state == "in")
    return {about(unit.id): f"{unit.id}, {unit.name or table.design(unit).name}" for unit in own}


UNITS: Final[Subjects[View]] = Subjects(
    "unit", {}, {}, f"[{LETTERS.upper()}][1-9][0-9]{{0,2}}", _own
)
