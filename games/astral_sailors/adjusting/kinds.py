"""Adjustments: what a referee sets by hand, one thing at a time (canon 4.6).

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
    """On the board, its facing kept when none is named. A captive is free by that."""

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
    """With closed armies: all know the unit from now on. There is no way back."""

    unit: Name
    adjust: Literal["show"] = "show"


@dataclass(frozen=True, slots=True)
class SetPoison:
    """All marks that the unit has from now on."""

    unit: Name
    marks: tuple[Poison, ...]
    adjust: Literal["poison"] = "poison"


@dataclass(frozen=True, slots=True)
class SetUses:
    """All that is spent in this round: ``rerolls`` by role and source, ``lent`` of an aura."""

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
    """A new owner, whom the letter of the new ``code`` names."""

    unit: Name
    code: Name
    adjust: Literal["become"] = "become"


@dataclass(frozen=True, slots=True)
class Create:
    """A new unit, in the Reserve."""

    unit: Name
    of: Name
    adjust: Literal["create"] = "create"


@dataclass(frozen=True, slots=True)
class Delete:
    """As if the unit had never been; ``PutAway`` takes one out of the match."""

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
    """Another kind in its place: so a piece gets another height, opacity or danger."""

    at: Square
    piece: Name
    adjust: Literal["change-piece"] = "change-piece"


@dataclass(frozen=True, slots=True)
class RemovePiece:
    at: Square
    adjust: Literal["remove-piece"] = "remove-piece"


@dataclass(frozen=True, slots=True)
class SetQuadrant:
    """``counter`` 0 to 2, where 2 is captured; no other team has any hold on it then."""

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
    """What counts from this round, activations and shots, is carried along."""

    round: int
    adjust: Literal["round"] = "round"


@dataclass(frozen=True, slots=True)
class SetPhase:
    """``half`` of the activation phase, else 1. AP and marks stay as they are."""

    phase: Literal["activation", "reinforcement"]
    half: int = 1
    adjust: Literal["phase"] = "phase"


@dataclass(frozen=True, slots=True)
class SetActive:
    """A new turn of this seat begins; who played before has ended theirs."""

    seat: int
    adjust: Literal["active"] = "active"


@dataclass(frozen=True, slots=True)
class SetOrder:
    """All seats that take part; whose turn it is stays so."""

    seats: tuple[int, ...]
    adjust: Literal["order"] = "order"


@dataclass(frozen=True, slots=True)
class SetQuota:
    """Units still to be begun in this half-turn."""

    units: int
    adjust: Literal["quota"] = "quota"


@dataclass(frozen=True, slots=True)
class SetStarter:
    """The team that counts as the one that started this round."""

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
    """What the army of one seat may cost, to balance unequal teams (D-53)."""

    seat: int
    points: int
    adjust: Literal["size"] = "size"


@dataclass(frozen=True, slots=True)
class SetCivilians:
    """Enemy civilians that the seat's units have eliminated."""

    seat: int
    count: int
    adjust: Literal["civilians"] = "civilians"


@dataclass(frozen=True, slots=True)
class SetCommanders:
    """Enemy Commanders that the team's units have eliminated."""

    team: int
    count: int
    adjust: Literal["commanders"] = "commanders"


@dataclass(frozen=True, slots=True)
class SetDelivered:
    """Teams of whom the team has delivered a Commander."""

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
    """As if the seat had left and a team-mate had taken over all that it plays (D-77)."""

    seat: int
    to: int
    adjust: Literal["hand-over"] = "hand-over"


@dataclass(frozen=True, slots=True)
class Remove:
    """As if the seat had left without handing over (D-59)."""

    seat: int
    adjust: Literal["remove"] = "remove"


@dataclass(frozen=True, slots=True)
class Return:
    """A seat that was left plays its own army again. Units that were removed stay so."""

    seat: int
    adjust: Literal["return"] = "return"


@dataclass(frozen=True, slots=True)
class ChangeTeam:
    """Before the deployment: to the team beside it."""

    seat: int
    team: int
    adjust: Literal["team"] = "team"


# --- Secrets: for a referee who does not play ---


@dataclass(frozen=True, slots=True)
class GiveObjective:
    """1 to 6. A team that was Bellicose is so no more; what was shown is a secret again."""

    team: int
    objective: int
    adjust: Literal["objective"] = "objective"


@dataclass(frozen=True, slots=True)
class GiveTarget:
    """``target`` -1: the team has to name one."""

    team: int
    target: int
    adjust: Literal["target"] = "target"


@dataclass(frozen=True, slots=True)
class GiveRole:
    """Whether the team fights as Bellicose Hedonists; while that is asked, its answer."""

    team: int
    bellicose: bool
    adjust: Literal["role"] = "role"


@dataclass(frozen=True, slots=True)
class SetDraft:
    """An army list in the making; it is open after that."""

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
