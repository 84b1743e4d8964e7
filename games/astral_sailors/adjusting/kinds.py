"""Types of adjustments, each of one thing (canon 4.6).

Units are named by their codes, seats and teams by their numbers from 0, pieces of scenery by
their north-western squares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from games.astral_sailors.moves import Name
from games.astral_sailors.table import Poison
from games.core.geometry.squares import Facing, Square

NumberOf: TypeAlias = Literal["re", "ap", "shot", "used", "tough", "kills"]
UsesOf: TypeAlias = Literal["rerolls", "lent"]

# --- Units ---


@dataclass(frozen=True, slots=True)
class SetNumber:
    """``re`` are points left; ``shot`` is the round of the last shot, 0 for none; ``used`` counts
    Limited shots, ``tough`` the wounds absorbed in this round, ``kills`` military victims."""

    unit: Name
    of: NumberOf
    value: int
    adjust: Literal["number"] = "number"


@dataclass(frozen=True, slots=True)
class SetFlag:
    unit: Name
    of: Literal["activated", "cover"]
    on: bool
    adjust: Literal["flag"] = "flag"


@dataclass(frozen=True, slots=True)
class Face:
    unit: Name
    facing: Facing
    adjust: Literal["face"] = "face"


@dataclass(frozen=True, slots=True)
class PutOn:
    """Put a unit on the board, keeping its facing by default; frees a captive."""

    unit: Name
    at: Square
    facing: Facing | None = None
    adjust: Literal["put-on"] = "put-on"


@dataclass(frozen=True, slots=True)
class PutAway:
    unit: Name
    to: Literal["reserve", "out"]
    adjust: Literal["put-away"] = "put-away"


@dataclass(frozen=True, slots=True)
class Show:
    """Reveal a unit to everyone (closed armies); cannot be reversed."""

    unit: Name
    adjust: Literal["show"] = "show"


@dataclass(frozen=True, slots=True)
class SetPoison:
    """Replace all poison marks of a unit."""

    unit: Name
    marks: tuple[Poison, ...]
    adjust: Literal["poison"] = "poison"


@dataclass(frozen=True, slots=True)
class SetUses:
    """Re-rolls spent this round: ``rerolls`` by role and source, ``lent`` by an aura."""

    unit: Name
    of: UsesOf
    uses: tuple[Name, ...]
    adjust: Literal["uses"] = "uses"


@dataclass(frozen=True, slots=True)
class Hold:
    unit: Name
    captive: Name
    adjust: Literal["hold"] = "hold"


@dataclass(frozen=True, slots=True)
class Become:
    """Change the owner to the one named by the letter of ``code``."""

    unit: Name
    code: Name
    adjust: Literal["become"] = "become"


@dataclass(frozen=True, slots=True)
class Create:
    """Add a unit to the Reserve."""

    unit: Name
    of: Name
    adjust: Literal["create"] = "create"


@dataclass(frozen=True, slots=True)
class Delete:
    """Delete a unit; ``PutAway`` only takes it out of the match."""

    unit: Name
    adjust: Literal["delete"] = "delete"


# --- The board ---


@dataclass(frozen=True, slots=True)
class AddPiece:
    piece: Name
    at: Square
    turned: bool = False
    adjust: Literal["add-piece"] = "add-piece"


@dataclass(frozen=True, slots=True)
class MovePiece:
    at: Square
    to: Square
    adjust: Literal["move-piece"] = "move-piece"


@dataclass(frozen=True, slots=True)
class TurnPiece:
    at: Square
    adjust: Literal["turn-piece"] = "turn-piece"


@dataclass(frozen=True, slots=True)
class ChangePiece:
    """Replace a piece by another kind, with its own height, opacity or danger."""

    at: Square
    piece: Name
    adjust: Literal["change-piece"] = "change-piece"


@dataclass(frozen=True, slots=True)
class RemovePiece:
    at: Square
    adjust: Literal["remove-piece"] = "remove-piece"


@dataclass(frozen=True, slots=True)
class SetQuadrant:
    """Set a counter from 0 to 2 (captured); clears the other teams' counters."""

    quadrant: Name
    team: int
    counter: int
    adjust: Literal["quadrant"] = "quadrant"


# --- The round, and what was agreed ---


@dataclass(frozen=True, slots=True)
class SetOption:
    option: Name
    value: bool | int | Name
    adjust: Literal["option"] = "option"


@dataclass(frozen=True, slots=True)
class SetRound:
    """Set the round; activations and shots move with it."""

    round: int
    adjust: Literal["round"] = "round"


@dataclass(frozen=True, slots=True)
class SetPhase:
    """Set the phase and its ``half``; AP and marks stay."""

    phase: Literal["activation", "reinforcement"]
    half: int = 1
    adjust: Literal["phase"] = "phase"


@dataclass(frozen=True, slots=True)
class SetActive:
    """Begin a new turn of this seat, ending the current one."""

    seat: int
    adjust: Literal["active"] = "active"


@dataclass(frozen=True, slots=True)
class SetOrder:
    """Set the turn order; the seat on turn stays."""

    seats: tuple[int, ...]
    adjust: Literal["order"] = "order"


@dataclass(frozen=True, slots=True)
class SetQuota:
    """Set the units left to activate in this half-turn."""

    units: int
    adjust: Literal["quota"] = "quota"


@dataclass(frozen=True, slots=True)
class SetStarter:
    """Set the team that starts this round."""

    team: int
    adjust: Literal["starter"] = "starter"


# --- Players and teams ---


@dataclass(frozen=True, slots=True)
class SetPool:
    seat: int
    points: int
    adjust: Literal["pool"] = "pool"


@dataclass(frozen=True, slots=True)
class SetSize:
    """Set one seat's army size, to balance unequal teams (D-53)."""

    seat: int
    points: int
    adjust: Literal["size"] = "size"


@dataclass(frozen=True, slots=True)
class SetCivilians:
    """Set the enemy civilians eliminated by a seat."""

    seat: int
    count: int
    adjust: Literal["civilians"] = "civilians"


@dataclass(frozen=True, slots=True)
class SetCommanders:
    """Set the enemy Commanders eliminated by a team."""

    team: int
    count: int
    adjust: Literal["commanders"] = "commanders"


@dataclass(frozen=True, slots=True)
class SetDelivered:
    """Set the teams from which a team has delivered a Commander."""

    team: int
    teams: tuple[int, ...]
    adjust: Literal["delivered"] = "delivered"


@dataclass(frozen=True, slots=True)
class SetMain:
    seat: int
    unit: Name
    adjust: Literal["main"] = "main"


@dataclass(frozen=True, slots=True)
class HandOver:
    """Hand all armies of a seat to a team-mate (D-77)."""

    seat: int
    to: int
    adjust: Literal["hand-over"] = "hand-over"


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a player, as if they had left without a handover (D-59)."""

    seat: int
    adjust: Literal["remove"] = "remove"


@dataclass(frozen=True, slots=True)
class Return:
    """Bring a player back; removed units stay removed."""

    seat: int
    adjust: Literal["return"] = "return"


@dataclass(frozen=True, slots=True)
class ChangeTeam:
    """Move a player to the neighbouring team, before deployment."""

    seat: int
    team: int
    adjust: Literal["team"] = "team"


# --- Secrets: for a referee who does not play ---


@dataclass(frozen=True, slots=True)
class GiveObjective:
    """Set an objective from 1 to 6; it is secret, and the team no longer Bellicose."""

    team: int
    objective: int
    adjust: Literal["objective"] = "objective"


@dataclass(frozen=True, slots=True)
class GiveTarget:
    """Set a target, or -1 to let the team choose."""

    team: int
    target: int
    adjust: Literal["target"] = "target"


@dataclass(frozen=True, slots=True)
class GiveRole:
    """Set whether a team is Bellicose, or its answer while that is asked."""

    team: int
    bellicose: bool
    adjust: Literal["role"] = "role"


@dataclass(frozen=True, slots=True)
class SetDraft:
    """Set an army list, unlocked."""

    seat: int
    units: Annotated[tuple[Name, ...], Field(max_length=200)]
    adjust: Literal["draft"] = "draft"


@dataclass(frozen=True, slots=True)
class LockDraft:
    seat: int
    locked: bool
    adjust: Literal["lock"] = "lock"


# --- What is under way ---


@dataclass(frozen=True, slots=True)
class Drop:
    """The attack that waits for an answer comes to nothing; with ``everything`` all attacks that
    were to follow it, too."""

    everything: bool = False
    adjust: Literal["drop"] = "drop"


OfUnit: TypeAlias = SetNumber | SetFlag | Face | PutOn | PutAway | Show | SetPoison | SetUses
Link: TypeAlias = Hold | Become | Create | Delete
OfBoard: TypeAlias = AddPiece | MovePiece | TurnPiece | ChangePiece | RemovePiece | SetQuadrant
OfRound: TypeAlias = (
    SetOption | SetRound | SetPhase | SetActive | SetOrder | SetQuota | SetStarter | Drop
)
Tally: TypeAlias = SetPool | SetSize | SetCivilians | SetMain
Seating: TypeAlias = HandOver | Remove | Return | ChangeTeam
OfPlayer: TypeAlias = Tally | Seating | SetCommanders | SetDelivered
Secret: TypeAlias = GiveObjective | GiveTarget | GiveRole | SetDraft | LockDraft
Adjustment: TypeAlias = OfUnit | Link | OfBoard | OfRound | OfPlayer | Secret
TaggedAdjustment: TypeAlias = Annotated[Adjustment, Field(discriminator="adjust")]
