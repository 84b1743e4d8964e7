"""What the referee of the toy may set by hand: oil, beacons, wind, lamps, turns."""

from __future__ import annotations

from dataclasses import replace

from games.core.notation import one_of
from games.core.referee.edits import Act, Argument, Editing, choice, number
from games.core.types import REFEREE, Forbidden, Seat
from tests.toy.state import State, view_of
from tests.toy.view import BEACONS, HIGHEST, NAMES, Flame, ToyEvent, View, put

EVERY = range(1, BEACONS + 1)
FULL = 9
"""What goes into a jar by hand."""


def _no_seat(view: View, seat: int) -> Forbidden | None:
    playing = ", ".join(NAMES[: len(view.oil)])
    wrong = Forbidden("TOY-02", f"Nobody plays that colour, only {playing}.")
    return None if seat < len(view.oil) else wrong


def _no_beacon(_: View, beacon: int) -> Forbidden | None:
    wrong = Forbidden("TOY-01", "There are beacons 1 to 6, and no other.")
    return None if beacon in EVERY else wrong


SEATS = {name.upper(): seat for seat, name in enumerate(NAMES)}
SEAT = choice(
    "a colour",
    SEATS,
    "Whose?",
    offered=lambda view: range(len(view.oil)),
    label=lambda _, seat: NAMES[seat],
    called=lambda _, seat: NAMES[seat],
    missing=_no_seat,
)
BEACON = choice(
    "a number",
    {str(number): number for number in range(10)},
    "Which beacon?",
    offered=lambda *_: EVERY,
    label=lambda _, beacon: f"Beacon {beacon}",
    called=lambda _, beacon: f"beacon {beacon}",
    missing=_no_beacon,
)


def _name_flame(_: View, flame: Flame | None) -> str:
    return f"{NAMES[flame.seat]}'s, {flame.height} high" if flame else "dark"


FLAMES = {f"{name} {tall}": Flame(at, tall) for name, at in SEATS.items() for tall in range(10)}
WRITTEN = one_of("OUT, or a colour and a height", {"OUT": None, **FLAMES})
FLAME = Argument(
    replace(WRITTEN, extent="OUT|[A-Z]+ [0-9]"),
    "What burns there?",
    offered=lambda view, _: [None, *(each for each in FLAMES.values() if _may_burn(view, each))],
    called=_name_flame,
    missing=lambda view, flame: flame and _no_seat(view, flame.seat),
)


def _may_burn(view: View, flame: Flame) -> bool:
    return 1 <= flame.height <= HIGHEST and flame.seat < len(view.oil)


def _cannot_burn(view: View, _: int, flame: Flame | None) -> Forbidden | None:
    if flame is None or _may_burn(view, flame):
        return None
    return Forbidden("TOY-04", f"A beacon burns 1 to {HIGHEST} high, not {flame.height}.")


def _no_wind(view: View, _: int) -> Forbidden | None:
    return None if view.wind else Forbidden("TOY-03", "All lamps must be hidden first.")


def _cannot_hide(view: View, seat: int, _: int) -> Forbidden | None:
    if not view.hidden[seat]:
        return Forbidden("TOY-02", f"{NAMES[seat]} has not hidden a lamp yet.")
    if view.seat is not None or not view.lamps[seat]:
        return Forbidden("TOY-02", "Only a referee who is not playing may move a hidden lamp.")
    return None


class ToyEditing(Editing[State, View, State, ToyEvent]):
    rule = "TOY-01"
    example = "OIL RED 3, BEACON 2 OUT, WIND 4, LAMP RED 5 or TURN 3"
    menu = (
        Act(
            "oil", "OIL {seat} {oil}", "Oil", {"seat": SEAT, "oil": number(range(FULL + 1))},
            lambda state, seat, oil: replace(state, oil=put(state.oil, seat, oil)),
            what="the oil of {seat}", rule="TOY-05", now=lambda view, seat: view.oil[seat],
        ),
        Act(
            "beacon", "BEACON {beacon} {flame}", "A beacon", {"beacon": BEACON, "flame": FLAME},
            lambda state, at, flame: replace(state, flames=put(state.flames, at - 1, flame)),
            what="{beacon}", rule="TOY-04", now=lambda view, at: view.flames[at - 1],
            refuse=_cannot_burn,
        ),
        Act(
            "wind", "WIND {beacon}", "The wind", {"beacon": BEACON},
            lambda state, beacon: replace(state, wind=beacon),
            what="the wind", rule="TOY-03", now=lambda view: view.wind, refuse=_no_wind,
        ),
        Act(
            "lamp", "LAMP {seat} {beacon}", "A hidden lamp", {"seat": SEAT, "beacon": BEACON},
            lambda state, seat, beacon: replace(state, lamps=put(state.lamps, seat, beacon)),
            what="the lamp of {seat}", rule="TOY-02", now=lambda view, seat: view.lamps[seat],
            refuse=_cannot_hide, only=lambda _, seat, __: (Seat(seat),),
        ),
        Act(
            "turn", "TURN {turns}", "The turn",
            {"turns": number(lambda view: range(view.length))},
            lambda state, turns: replace(state, turns=turns),
            what="the number of turns taken", rule="TOY-07", now=lambda view: view.turns,
            refuse=_no_wind,
        ),
    )  # fmt: skip

    def see(self, state: State) -> View:
        return view_of(state, REFEREE)
