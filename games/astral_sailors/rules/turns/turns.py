"""Whose turn it is, and which unit may act (2.8, D-29, D-41, D-43, D-59, D-71, D-77)."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.names import counted
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Player, Table, Turn, Unit
from games.astral_sailors.tasks import NOBODY
from games.astral_sailors.view import Request, SailorsView
from games.core.telling import listed
from games.core.types import Decision, Forbidden, Seat


def full_points(kind: UnitKind) -> int:
    """AP of a unit of this kind for a round (ASCW-51, 147)."""
    return 3 if kind.specials.commander else 2


def are_carried(table: Table) -> bool:
    """Whether saved AP last until the unit's next activation (D-29)."""
    return table.agreement.saved_ap == "carry"


def available_points(table: Table, unit: Unit) -> int:
    """AP that ``unit`` could spend on actions now, its activation begun if need be.

    Where they are carried over they are granted when the activation begins, and what was saved
    before is gone then.
    """
    if are_carried(table) and table.turn.active != unit.code:
        return full_points(table.kind(unit))
    return unit.ap


def army(view: SailorsView, decision: Decision) -> int | None:
    """The seat whose army plays now, if it is the decision's seat that plays it (D-77)."""
    table, seat = view.table, view.table.turn.seat
    return seat if seat != NOBODY and table.controller(seat) == decision.seat else None


# --- Which unit may act ---


def unbegun(table: Table, seat: int) -> tuple[Unit, ...]:
    """Units of an army in the game area that were not activated in this round, by code."""
    return tuple(unit for unit in table.of(seat) if unit.on_board and unit.activated != table.round)


def selectable(table: Table, seat: int) -> tuple[Unit, ...]:
    """Units that the seat whose turn it is may act with now, the active one first (canon 4.2)."""
    turn = table.turn
    if table.phase != "activation" or turn.seat != seat:
        return ()
    active = tuple(unit for unit in table.of(seat) if unit.code == turn.active and unit.on_board)
    if turn.quota < 1:
        return active
    return (*active, *(unit for unit in unbegun(table, seat) if unit.code != turn.active))


def held(table: Table, seat: int, named: tuple[str, ...]) -> tuple[str, ...]:
    """Units that count as activated without action when the turn ends now (D-43).

    As many as the quota still asks for: those ``named``, then the cheapest.
    """
    left = [unit for unit in unbegun(table, seat) if unit.code != table.turn.active]
    left.sort(key=lambda unit: (table.kind(unit).cost, unit.number))
    rest = [unit.code for unit in left if unit.code not in named]
    return (*named, *rest)[: table.turn.quota]


def not_owned(table: Table, code: str) -> Forbidden | None:
    """Whether it is a unit of the army, in the game area and free to act."""
    unit = table.units.get(code)
    own = listed(each.code for each in table.of(table.turn.seat) if each.on_board)
    can = f"You command {own}." if own else ""
    if unit is None:
        why = f"There is no unit {code}."
        return Forbidden("ASCW-48", why, instead=can, code="UNKNOWN_UNIT")
    if unit.seat != table.turn.seat:
        why = f"{code} is not one of your units."
        return Forbidden("ASCW-48", why, instead=can, code="NOT_YOUR_TURN")
    if unit.place == "captive":
        why = f"{code} is a captive of {unit.held_by} and cannot act."
        return Forbidden("ASCW-127", why, code="CAPTIVE")
    if unit.on_board:
        return None
    can = "You can activate only units on the board."
    return Forbidden("ASCW-48", f"{code} is not on the board.", instead=can)


def _not_selectable(table: Table, unit: Unit) -> Forbidden | None:
    """Why a unit can neither go on with its activation nor be activated."""
    turn = table.turn
    if turn.active == unit.code:
        return None
    others = ", ".join(other.code for other in selectable(table, turn.seat))
    instead = f"Still to act: {others}." if others else "End the turn."
    if unit.activated == table.round:
        why = f"{unit.code} has already been activated in round {table.round}."
        return Forbidden("ASCW-48", why, instead=instead, code="ALREADY_ACTIVATED")
    if turn.quota < 1:
        half = "first" if turn.half == 1 else "second"
        why = f"You have activated all that you can in the {half} half of round {table.round}."
        return Forbidden("ASCW-D43", why, instead=instead, code="QUOTA_USED")
    return None


def unable(request: Request, code: str) -> Forbidden | None:
    """Why the unit is not free to act, or has no AP for an action."""
    table = request.view.table
    if wrong := unready(table, code):
        return wrong
    if available_points(table, table.units[code]) < 1:
        why = f"{code} has 0 AP left, and an action costs 1."
        return Forbidden("ASCW-51", why, instead="You can end its activation.", code="NO_AP")
    return None


def unready(table: Table, code: str) -> Forbidden | None:
    return not_owned(table, code) or _not_selectable(table, table.units[code])


def not_held(request: Request, hold: tuple[str, ...]) -> Forbidden | None:
    """Whether the units named can count as activated without action (D-43)."""
    table = request.view.table
    left = {unit.code for unit in unbegun(table, table.turn.seat)} - {table.turn.active}
    wrong = [code for code in hold if code not in left]
    if wrong:
        why = f"{wrong[0]} is not one of your units still to act."
        instead = f"You can name {', '.join(sorted(left))}." if left else "Name no unit."
        return Forbidden("ASCW-D43", why, instead=instead)
    if len(set(hold)) < len(hold):
        return Forbidden("ASCW-D43", "Name each unit once.")
    if len(hold) > table.turn.quota:
        named = counted(len(hold), "unit")
        why = f"You named {named}, but only {table.turn.quota} can still be activated."
        return Forbidden("ASCW-D43", why, instead="Name fewer.", code="QUOTA_USED")
    return None


# --- Order of players ---

KINDS = {
    "scenery": "scenery",
    "deployment": "deploy",
    "activation": "activate",
    "reinforcement": "reinforce",
}
"""The kind of decision in each phase of turns."""


def takes_part(player: Player) -> bool:
    """Whether the army of this seat is still in the match: the seat may have been left, if a
    team-mate plays it now."""
    if player.removed:
        return False
    return not player.left or player.played_by != NOBODY


def seats(table: Table) -> tuple[int, ...]:
    """All seats whose armies are still in the match."""
    return tuple(player.seat for player in table.players if takes_part(player))


def teams(table: Table) -> tuple[int, ...]:
    """All teams that still have such a seat, by their lowest seat."""
    return tuple(sorted({table.team(seat) for seat in seats(table)}))


def line(table: Table, team: int) -> tuple[int, ...]:
    """The order of players when ``team`` starts (D-41): from team to team, a player of each."""
    count = len(table.teams)
    left = {
        number: [seat for seat in table.teams[number].seats if takes_part(table.players[seat])]
        for number in range(count)
    }
    found = []
    at = team
    while any(left.values()):
        if left[at]:
            found.append(left[at].pop(0))
        at = (at + 1) % count
    return tuple(found)


def give(builder: StepBuilder, turn: Turn) -> None:
    """A new turn of the match begins."""
    begun = replace(turn, number=builder.table.turn.number + 1, first=builder.table.turns)
    builder.change(turn=begun)


def nobodys(builder: StepBuilder) -> None:
    """Make it nobody's turn, as between phases."""
    builder.change(turn=Turn(number=builder.table.turn.number))


def count_move(builder: StepBuilder) -> None:
    """A decision of a turn has been answered: the next one has a key of its own."""
    builder.change(turns=builder.table.turns + 1)


def decisions(table: Table) -> tuple[Decision, ...]:
    """The decision of the turn, for the player of the army whose turn it is."""
    kind, seat = KINDS.get(table.phase), table.turn.seat
    if kind is None or seat == NOBODY:
        return ()
    player = Seat(table.controller(seat))
    return (Decision(player, kind, table.turns, batch=f"half-{table.turn.number}-{seat}"),)
