"""Conditions on the opponent's turn, for conditional moves.

``D7+E7``  to D7, planting E7     ``D7``  to D7 without planting   ``D7+?``  to D7 in any case
``+E7``    planting E7            ``*``   anything
``D7*``    in Beeline: to D7, planting ahead
``H8``     in Dispersed Go: a stone on H8    ``PASS``  in Dispersed Go: a pass

With ``!`` behind it, only if the turn brought nobody a bonus, an extraction or a deferred planet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.astralis.events import Awarded, Bonus, Captured, Deferred, Extracted, Planted
from games.astralis.moves import Flight, Move, VariantMove
from games.astralis.view import AstralisView
from games.core.events import Event
from games.core.standing import ANYTHING
from games.core.types import Unreadable

_GAINS = (Awarded, Bonus, Captured, Deferred, Extracted)
_HEX = r"[A-O](?:1[0-5]|[1-9])"
_FORM = re.compile(rf"(?:{_HEX}-)?({_HEX})?(?:\+({_HEX}|\?))?|(?:{_HEX}-)?({_HEX}\*)|\*|PASS")
_AHEAD, _PASS = "*", "PASS"
_EITHER = "?"


class AstralisConditions:
    """Implements ``games.core.standing.Conditions``."""

    def read(self, text: str) -> str:
        tidy = "".join(text.upper().split())
        quiet = tidy.endswith("!")
        body = tidy.removesuffix("!")
        found = _FORM.fullmatch(body)
        if not body or found is None or (found[1] is None and found[2] == _EITHER):
            raise Unreadable(
                f"{text.strip()[:20]!r} is not an opponent's move.",
                instead="Write D7+E7, D7, D7+? (planting or not), +E7, or * for any move.",
            )
        if body not in (ANYTHING, _PASS):
            body = found[3] or (found[1] or "") + (f"+{found[2]}" if found[2] else "")
        return f"{body}!" if quiet else body

    def meets(self, condition: str, move: Move, events: Sequence[Event]) -> bool:
        body = condition.removesuffix("!")
        if condition != body and any(isinstance(event, _GAINS) for event in events):
            return False
        if body == ANYTHING:
            return True
        if isinstance(move, VariantMove):
            planted = {f"+{event.hex}" for event in events if isinstance(event, Planted)}
            return body in (*move.conditions, *planted)
        if not isinstance(move, Flight):
            return False
        to, plus, plant = body.partition("+")
        if to and to != move.to:
            return False
        return plant == _EITHER or (move.plant or "") == plant if to or plus else False

    def around(self, move: Move) -> tuple[str, ...]:
        if isinstance(move, VariantMove):
            return (*move.conditions, ANYTHING)
        if not isinstance(move, Flight):
            return (ANYTHING,)
        exact = f"{move.to}+{move.plant}" if move.plant else move.to
        planting = (f"+{move.plant}",) if move.plant else ()
        return (exact, f"{move.to}+{_EITHER}", *planting, ANYTHING)

    def tell(self, condition: str, view: AstralisView) -> str:
        body = condition.removesuffix("!")
        quietly = ", gaining nothing" if condition != body else ""
        to, _, plant = body.partition("+")
        if body == ANYTHING:
            said = "plays anything"
        elif body == _PASS:
            said = "passes"
        elif body.endswith(_AHEAD):
            said = f"goes to {body.removesuffix(_AHEAD)} and plants ahead"
        elif not to:
            said = f"plants {plant} from anywhere"
        elif plant == _EITHER:
            said = f"goes to {to}, planting or not"
        elif plant:
            said = f"goes to {to} and plants {plant}"
        else:
            said = view.lands.format(to)
        return said + quietly
