"""Factions and lists of units, chosen at once and in secret (CSW-17 to 19, 5.4, 5.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from games.colonial_space_wars import events as e
from games.colonial_space_wars.agreement import Agreement
from games.colonial_space_wars.catalogue import (
    catalogue_of,
    over_limits,
    pack_board,
    without_leader,
)
from games.colonial_space_wars.notation import LIST, Code, Move, Sword, TypeCode
from games.colonial_space_wars.rules.values import forbid
from games.colonial_space_wars.state import State, StepBuilder
from games.colonial_space_wars.table import LETTERS, NAMES, Table, Unit
from games.colonial_space_wars.view import Request, Sheet
from games.core.moves import also, move
from games.core.steps import SheetPhase, all_locked, edited_sheet
from games.core.types import Decision, Forbidden, Seat

SHEETS = SheetPhase("army", "list", "CSW-19")
Units = tuple[str, ...]


def opening(agreement: Agreement) -> State:
    """The first state."""
    return State(Table(agreement, board_rows(agreement)), (Sheet(), Sheet()))


def board_rows(agreement: Agreement) -> tuple[str, ...]:
    """The board of the settings; the default follows the number of Swords (3.2)."""
    catalogue, board = catalogue_of(agreement.pack), agreement.board
    if board == "pack" and (found := pack_board(catalogue)) is not None:
        return found.rows
    if board in ("auto", "pack"):
        board = "broken_march" if agreement.swords == 1 else "split_river"
    return catalogue.boards[board].rows


def standard(table: Table, sword: str) -> Units:
    """The standard army (CSW-19): the units of the Sword, as many times as agreed."""
    return table.catalogue.swords[sword].units * table.agreement.swords


def decisions(state: State) -> tuple[Decision, ...]:
    """Who chooses a faction or a list; with ``mirror`` off Red chooses first, in the open."""
    table = state.table
    if not table.agreement.mirror and not all(table.swords):
        return (Decision(Seat(1 if table.swords[0] else 0), "faction", 0),)
    return tuple(SHEETS.decision(Seat(seat), sheet) for seat, sheet in enumerate(state.sheets))


def own_sheet(request: Request) -> Sheet:
    return request.view.sheets[request.decision.seat] or Sheet()


# --- Factions ---


def factions(table: Table, seat: Seat) -> tuple[str, ...]:
    """The Swords that a seat may choose."""
    swords, taken = table.catalogue.swords, table.swords[1 - seat]
    if table.agreement.mirror or not taken:
        return tuple(swords)
    faction = swords[taken].faction
    return tuple(key for key, sword in swords.items() if sword.faction != faction)


@move(
    "faction",
    "faction",
    "FACTION {sword}",
    also("army", "FACTION {sword}", quick=True),
    short="{sword}",
)
class ChooseFaction(Move):
    """``FACTION UNION``"""

    sword: Sword

    def refuse(self, request: Request) -> Forbidden | None:
        table, seat = request.view.table, request.decision.seat
        if request.decision.kind == "army":
            if refused := _closed(request):
                return refused
            if table.swords[seat]:
                return forbid("OPTION", "19", "Your faction has been chosen.")
        found = factions(table, seat)
        if self.sword in found:
            return None
        known = self.sword in table.catalogue.swords
        why = (
            "Your opponent has that faction."
            if known
            else (f"There is no faction {self.sword.upper()}.")
        )
        return forbid("OPTION", "19", why, f"You can choose {' or '.join(map(str.upper, found))}.")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        if decision.kind == "army":
            _choose(builder, decision.seat, self.sword)
        else:
            _choose_openly(builder, decision.seat, self.sword)


def _choose(builder: StepBuilder, seat: Seat, sword: str) -> None:
    """The list begins as the standard army."""
    _change(builder, seat, sword=sword, units=standard(builder.table, sword))


def _choose_openly(builder: StepBuilder, seat: Seat, sword: str) -> None:
    """Blue is not asked where only one faction is left."""
    _set_faction(builder, seat, sword)
    if seat == 0 and len(left := factions(builder.table, Seat(1))) == 1:
        _set_faction(builder, Seat(1), left[0])
    swords = builder.table.swords
    if not all(swords):
        return
    for each, chosen in enumerate(swords):
        builder.put_sheet(Seat(each), Sheet(chosen, standard(builder.table, chosen)))
    if builder.table.agreement.army_mode == "standard":
        reveal(builder)


def _set_faction(builder: StepBuilder, seat: Seat, sword: str) -> None:
    swords = list(builder.table.swords)
    swords[seat] = sword
    builder.change(swords=(swords[0], swords[1]))
    builder.tell(e.FactionSet(seat, builder.table.catalogue.swords[sword].name))


# --- Lists ---


def _closed(request: Request) -> Forbidden | None:
    sheet = own_sheet(request)
    return SHEETS.refusal(sheet, f"{len(sheet.units)} units", opens=False)


def _not_listable(request: Request, units: Units) -> Forbidden | None:
    """Why a list is illegal, ignoring a missing Leader: it can still be added."""
    table, sheet = request.view.table, own_sheet(request)
    if refused := _closed(request):
        return refused
    if table.agreement.army_mode == "standard":
        return forbid("ARMY", "19", "This match is played with standard armies.")
    if not sheet.sword:
        return forbid("ARMY", "19", "Choose a faction first.", "For example: FACTION UNION.")
    return refuse_list(table, sheet.sword, units)


def refuse_list(table: Table, sword: str, units: Units) -> Forbidden | None:
    """Why no list of a faction can have these units, ignoring a missing Leader."""
    codes = [kind.code for kind in table.catalogue.sword_kinds(sword)]
    for code in units:
        if code not in codes:
            why = f"{code} is not a unit of your faction."
            return forbid("ARMY", "19", why, f"Its units are {', '.join(codes)}.")
    wrong = over_limits(table.catalogue.units, units, table.agreement.swords)
    return forbid("ARMY", "19", wrong) if wrong else None


@move("army", "army", "ARMY {units}", quick=True)
class ListArmy(Move):
    """``ARMY COM 2 CAP 3 BRI``: the whole list."""

    units: Annotated[tuple[Code, ...], Field(min_length=1, max_length=99), LIST]

    def refuse(self, request: Request) -> Forbidden | None:
        return _not_listable(request, self.units) or leaderless(request.view.table, self.units)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        _change(builder, decision.seat, units=self.units)


def leaderless(table: Table, units: Units) -> Forbidden | None:
    wrong = without_leader(table.catalogue.units, units)
    return forbid("ARMY", "19", wrong) if wrong else None


@move("add", "army", "ADD {unit}", quick=True)
class Add(Move):
    """``ADD BRI``: one more of a type of units."""

    unit: TypeCode

    def refuse(self, request: Request) -> Forbidden | None:
        return _not_listable(request, added(own_sheet(request).units, self.unit))

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        _change(builder, decision.seat, units=added(builder.sheets[decision.seat].units, self.unit))


def added(units: Units, code: str) -> Units:
    """A list with one more of a type, next to others of that type."""
    last = max((at for at, each in enumerate(units, 1) if each == code), default=len(units))
    return (*units[:last], code, *units[last:])


@move("drop", "army", "DROP {unit}", quick=True)
class Drop(Move):
    """``DROP BRI``: one less."""

    unit: TypeCode

    def refuse(self, request: Request) -> Forbidden | None:
        units = own_sheet(request).units
        if refused := _not_listable(request, ()):
            return refused
        return (
            None if self.unit in units else forbid("ARMY", "19", f"No {self.unit} is on your list.")
        )

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        units = list(builder.sheets[decision.seat].units)
        units.remove(self.unit)
        _change(builder, decision.seat, units=tuple(units))


@move("ready", "army", "READY[ {sword}]", also("army", "AUTO[ {sword}]", auto=True))
class Ready(Move):
    """``READY``, ``READY UNION`` with the standard army of a faction; ``AUTO`` and ``AUTO UNION``
    leave role, zone and deployment to the bot"""

    sword: Sword | Literal[""] = ""
    auto: bool = False

    def refuse(self, request: Request) -> Forbidden | None:
        sheet = own_sheet(request)
        if refused := _closed(request):
            return refused
        if self.sword:
            return ChooseFaction(self.sword).refuse(request)
        if not sheet.sword:
            return forbid("ARMY", "19", "Choose a faction first.", "For example: FACTION UNION.")
        return leaderless(request.view.table, sheet.units)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        if self.sword:
            _choose(builder, decision.seat, self.sword)
        _lock(builder, decision.seat, locked=True, auto=self.auto)
        if all_locked(builder.sheets):
            reveal(builder)


@move("unready", "army-open", "UNREADY", quick=True)
class Unready(Move):
    """``UNREADY``"""

    def refuse(self, request: Request) -> Forbidden | None:
        sheet = own_sheet(request)
        return SHEETS.refusal(sheet, f"{len(sheet.units)} units", opens=True)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        _lock(builder, decision.seat, locked=False)


def _lock(builder: StepBuilder, seat: Seat, *, locked: bool, auto: bool = False) -> None:
    builder.put_sheet(seat, edited_sheet(builder.sheets[seat], locked=locked, auto=auto))
    builder.tell(e.SheetLocked(locked, only=(seat,)))


def _change(builder: StepBuilder, seat: Seat, **values: object) -> None:
    sheet = edited_sheet(builder.sheets[seat], **values)
    builder.put_sheet(seat, sheet)
    builder.tell(e.SheetChanged(sheet.sword, sheet.units, only=(seat,)))


# --- The armies ---


def reveal(builder: StepBuilder) -> None:
    """Both lists are shown, and the units get their codes; the dice come next (CSW-20)."""
    red, blue = builder.sheets
    builder.change(
        phase="initiative",
        swords=(red.sword, blue.sword),
        auto=(red.auto, blue.auto),
        units={unit.code: unit for seat in (0, 1) for unit in army(Seat(seat), builder.sheets)},
    )
    swords = builder.table.catalogue.swords
    names = swords[red.sword].name, swords[blue.sword].name
    builder.tell(e.ArmiesRevealed(names, (red.units, blue.units)))
    builder.sheets = ()


def army(seat: Seat, found: tuple[Sheet, ...]) -> tuple[Unit, ...]:
    """The units of a list: ``R1``, ``R2`` and so on."""
    return tuple(
        Unit(f"{LETTERS[seat]}{number}", kind, seat)
        for number, kind in enumerate(found[seat].units, 1)
    )


def sheet_faults(table: Table, seat: Seat, sheet: Sheet) -> Iterator[Forbidden]:
    """What a seat cannot have written."""
    if not sheet.sword:
        if sheet.units or sheet.locked:
            yield forbid("ARMY", "19", f"{NAMES[seat]} has a list without a faction.")
        return
    chosen = table.swords[seat] or sheet.sword
    if sheet.sword != chosen or chosen not in table.catalogue.swords:
        yield forbid("OPTION", "19", f"{NAMES[seat]} cannot have that faction.")
        return
    if table.agreement.army_mode == "standard" and sheet.units != standard(table, sheet.sword):
        yield forbid("ARMY", "19", f"{NAMES[seat]} has the standard army.")
    refused = refuse_list(table, sheet.sword, sheet.units)
    if refused := refused or (leaderless(table, sheet.units) if sheet.locked else None):
        yield refused


def sheet_of(table: Table, sword: str, units: Units = ()) -> Sheet:
    """The final list: the standard army, or these units."""
    return replace(Sheet(sword), units=units or standard(table, sword), locked=True)
