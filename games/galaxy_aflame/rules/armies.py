"""Armies, chosen at once and in secret, and the roll-off (GA-01 to GA-03, GA-23)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.core.moves import also, move
from games.core.notation import one_of
from games.core.steps import SheetPhase, all_locked
from games.core.types import Decision, Forbidden, Roll, Seat
from games.galaxy_aflame import events as e
from games.galaxy_aflame.agreement import Agreement
from games.galaxy_aflame.catalogue import catalogue_of, pack_layout
from games.galaxy_aflame.ground import Ground
from games.galaxy_aflame.notation import ARMY, Move
from games.galaxy_aflame.rules import deployment, draft
from games.galaxy_aflame.rules.values import forbid
from games.galaxy_aflame.state import State, StepBuilder
from games.galaxy_aflame.table import BLUE, NAMES, RED, SEATS, Table, other
from games.galaxy_aflame.table.tasks import RollOff
from games.galaxy_aflame.view import Request, Sheet

ROLL_OFF = tuple(Roll(1, 6, f"{name}'s roll-off") for name in NAMES)
SECRET = {
    "army": SheetPhase("army", "army", "GA-03"),
    "ranking": SheetPhase("ranking", "ranking", "GA-25"),
    "deploy": SheetPhase("deploy", "deployment", "GA-30"),
}
"""The phases in which both seats answer at once and in secret."""


def opening(agreement: Agreement) -> State:
    """The first state. Without ``mirror`` Red chooses an army first, in the open."""
    blank = (Sheet(), Sheet()) if agreement.mirror else ()
    return State(Table(agreement, ground_of(agreement)), blank)


def ground_of(agreement: Agreement) -> Ground:
    """The table of the settings; without one in the pack the usual one."""
    catalogue = catalogue_of(agreement.pack)
    found = catalogue.layouts.get(agreement.layout) or pack_layout(catalogue)
    return (found or catalogue.layouts[Agreement().layout]).ground


def decisions(state: State) -> tuple[Decision, ...]:
    """The decisions of the secret phase."""
    phase = SECRET[state.table.phase]
    return tuple(phase.decision(seat, state.sheets[seat]) for seat in SEATS)


# --- Armies ---


def choices(table: Table, seat: Seat) -> tuple[str, ...]:
    """The armies that a seat may choose."""
    taken = "" if table.agreement.mirror else table.armies[other(seat)]
    return tuple(key for key in table.catalogue.armies if key != taken)


@move("army", "army", "ARMY {army}", also("army", "AUTO {army}", auto=True))
class ChooseArmy(Move):
    """``ARMY HALCYON``; ``AUTO HALCYON`` lets the bot deploy, too (GA-A07)."""

    army: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,19}$"), ARMY]
    auto: bool = False

    def refuse(self, request: Request) -> Forbidden | None:
        table = request.view.table
        if self.auto and table.agreement.deploy_mode == "secret":
            why = "In this match both sides place their units in secret."
            return forbid("OPTION", "30", why, "Choose an army; AUTO ALL deploys it later.")
        found = choices(table, request.decision.seat)
        if self.army in found:
            return None
        known = self.army in table.catalogue.armies
        why = "Your opponent has that army." if known else f"There is no army {self.army.upper()}."
        return forbid("OPTION", "03", why, f"You can choose {' or '.join(map(str.upper, found))}.")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """Choose an army; in secret the choice is locked at once."""
        if not builder.sheets:
            _choose_openly(builder, decision.seat, self.army, auto=self.auto)
            return
        deployment.write(builder, decision.seat, army=self.army, auto=self.auto, locked=True)
        if all_locked(builder.sheets):
            red, blue = builder.sheets
            builder.change(auto=(red.auto, blue.auto))
            _revealed(builder, (red.army, blue.army))


def _choose_openly(builder: StepBuilder, seat: Seat, army: str, *, auto: bool = False) -> None:
    """Blue is not asked where only one army is left."""
    red = builder.table.auto[RED]
    builder.change(auto=(red, auto) if seat == BLUE else (auto, False))
    builder.tell(e.ArmyChosen(seat, builder.table.catalogue.armies[army].name))
    if seat == BLUE:
        _revealed(builder, (builder.table.armies[RED], army))
        return
    builder.change(armies=(army, ""), active=BLUE)
    left = choices(builder.table, BLUE)
    if len(left) == 1:
        _choose_openly(builder, BLUE, left[0])


def _revealed(builder: StepBuilder, armies: tuple[str, str]) -> None:
    """Both decks are laid out (GA-22), and both roll a die."""
    builder.change(armies=armies, phase="rolloff")
    builder.sheets = ()
    names = [builder.table.catalogue.armies[army].name for army in armies]
    builder.tell(e.ArmiesRevealed((names[0], names[1])))
    draft.lay_out(builder)
    builder.push(RollOff())


@move("unlock", "army-open|ranking-open|deploy-open", "UNLOCK", quick=True)
class Unlock(Move):
    """``UNLOCK``: change a locked ranking, or locked places."""

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """A ranking is kept; starting places are taken back."""
        deployment.write(builder, decision.seat, places=())


# --- The roll-off ---


def rolled_off(builder: StepBuilder, faces: tuple[int, int]) -> None:
    """The higher roll chooses a privilege, or begins where there is no draft by turns (GA-D01)."""
    winner = Seat(faces.index(max(faces))) if len(set(faces)) > 1 else None
    builder.tell(e.RolledOff(faces, winner))
    if winner is None:
        builder.push(RollOff())
        return
    builder.change(winner=winner, active=winner, phase="privilege")
    if builder.table.agreement.muster != "draft":
        _begins(builder, winner)


@move("first", "privilege", "FIRST {first}")
class Privilege(Move):
    """``FIRST GAME`` or ``FIRST DRAFT`` (GA-23)"""

    first: Annotated[Literal["draft", "game"], FIRST]

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """The opponent gets the other privilege (GA-D05)."""
        seat = decision.seat
        _begins(builder, seat if self.first == "game" else other(seat))


def _begins(builder: StepBuilder, first: Seat) -> None:
    drafts = None if builder.table.agreement.muster == "random" else other(first)
    builder.change(first=first)
    builder.tell(e.PrivilegeSet(drafts, first))
    draft.begin(builder)


FIRST = one_of("GAME or DRAFT", {"GAME": "game", "DRAFT": "draft"})
