"""The answers that a seat can give, with their text forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from games.core.forms import keeping
from games.core.geometry.plane import Point
from games.cosmic_conflict.limits import FleetUnit
from games.cosmic_conflict.odds import Die
from games.cosmic_conflict.table import CommandName, MarkEffect, OrderName

UnitId: TypeAlias = Annotated[str, Field(pattern=r"^[ab][0-9]{1,3}$")]
Target: TypeAlias = Annotated[str, Field(pattern=r"^[abt][0-9]{1,4}$")]
Label: TypeAlias = Annotated[str, Field(pattern=r"^[A-Z]{2,4}[0-9]{1,2}$")]
Code: TypeAlias = Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9]{0,3}$")]
Pay: TypeAlias = Annotated[str, Field(pattern=r"^(|TOKEN|MAIN|[A-Z]{2,4}[0-9]{1,2})$")]
"""What pays for a Command: the Token, the Order in the main slot or in that of an item; empty for
the automatic choice (CC-065, CC-068)."""
Change: TypeAlias = Literal[-1, 0, 1]

# --- Before turn 1 ---


@dataclass(frozen=True, slots=True)
class ChooseFleet:
    """``FLEET A``"""

    fleet: Code
    kind: Literal["fleet"] = "fleet"


@dataclass(frozen=True, slots=True)
class BuildFleet:
    """``FLEET OF HEAR Old Hearth; HORN 1; DART``: designs, the place of a Fighter's carrier, and
    names"""

    units: Annotated[tuple[FleetUnit, ...], Field(min_length=1, max_length=200)]
    kind: Literal["fleet-of"] = "fleet-of"


@dataclass(frozen=True, slots=True)
class Unlock:
    """``UNLOCK``"""

    kind: Literal["unlock"] = "unlock"


@dataclass(frozen=True, slots=True)
class Lock:
    """``LOCK``: a secret deployment, the Orders of a turn, or the end of placing Fighters"""

    kind: Literal["lock"] = "lock"


@dataclass(frozen=True, slots=True)
class Place:
    """``PLACE a1 27 4 HEADING 350 V3`` (CC-211)"""

    unit: UnitId
    at: Point
    heading: Annotated[int, Field(ge=0, le=359)] | None = None
    velocity: Annotated[int, Field(ge=0, le=9)] = 2
    kind: Literal["place"] = "place"


@dataclass(frozen=True, slots=True)
class Auto:
    """``AUTO``: the bot places the next unit (4.1)."""

    kind: Literal["auto"] = "auto"


# --- The Command Phase ---


@dataclass(frozen=True, slots=True)
class GiveOrder:
    """``ORDER a1 EVASIVE``, ``ORDER a1 NAV EVASIVE`` (CC-063); ``slot`` is empty for the main one,
    else the label of an item."""

    unit: UnitId
    order: OrderName
    slot: Label | Literal[""] = ""
    kind: Literal["order"] = "order"


@dataclass(frozen=True, slots=True)
class GiveToken:
    """``TOKEN a1``"""

    unit: UnitId
    slot: Label | Literal[""] = ""
    kind: Literal["token"] = "token"


@dataclass(frozen=True, slots=True)
class Clear:
    """``CLEAR a1``, ``CLEAR a1 NAV``"""

    unit: UnitId
    slot: Label | Literal[""] = ""
    kind: Literal["clear"] = "clear"


# --- An activation ---


@dataclass(frozen=True, slots=True)
class Fire:
    """``FIRE KIN1 AT b3``, ``FIRE MSL1 AT b3/b1 TOKEN 12 20.5``: at the first target that is legal
    (CC-029)"""

    weapon: Label
    targets: Annotated[tuple[UnitId, ...], Field(min_length=1, max_length=9)]
    token: Point | None = None
    kind: Literal["fire"] = "fire"


@dataclass(frozen=True, slots=True)
class Reroll:
    """``REROLL ACC``, ``REROLL DMG1 PAY TOKEN`` (CC-154, CC-155): by Offensive Focus where there is
    one, unless it says what pays for Re-aim."""

    die: Die
    pay: Pay = ""
    kind: Literal["reroll"] = "reroll"


@dataclass(frozen=True, slots=True)
class FireAws:
    """``AWS 1 AT t2`` (CC-103)"""

    number: Annotated[int, Field(ge=1, le=9)]
    target: Target
    kind: Literal["aws"] = "aws"


@dataclass(frozen=True, slots=True)
class MarkTarget:
    """``MARK b3`` (CC-169)"""

    target: UnitId
    kind: Literal["mark"] = "mark"


@dataclass(frozen=True, slots=True)
class Spend:
    """``SPEND b3 2`` (CC-170)"""

    target: UnitId
    effect: MarkEffect
    kind: Literal["spend"] = "spend"


@dataclass(frozen=True, slots=True)
class Reveal:
    """``REVEAL EVASIVE``, ``REVEAL a2 VELOCITY +1``, ``REVEAL SCANNERS b3``; without a unit, that
    which acts (CC-064)."""

    order: OrderName
    unit: UnitId | Literal[""] = ""
    change: Change = 0
    target: UnitId | Literal[""] = ""
    kind: Literal["reveal"] = "reveal"


@dataclass(frozen=True, slots=True)
class UseCommand:
    """``COMMAND VELOCITY +1 PAY NAV1``, ``COMMAND a2 SENSORS`` (CC-068)"""

    command: CommandName
    unit: UnitId | Literal[""] = ""
    change: Change = 0
    pay: Pay = ""
    kind: Literal["command"] = "command"


@dataclass(frozen=True, slots=True)
class Move:
    """``MOVE V+1 TO 20 14.5 TURN -30 PWS b1 CONFIRM``, ``MOVE V0 BEARING 75 2`` (CC-022): the shift
    ends at a point, or goes so far along a bearing."""

    change: Change = 0
    to: Point | None = None
    bearing: Annotated[int, Field(ge=0, le=359)] | None = None
    far: Annotated[int, Field(ge=0, le=99999)] = 0
    turn: Annotated[int, Field(ge=-359, le=359)] = 0
    pws: Annotated[tuple[UnitId, ...], Field(max_length=20)] = ()
    confirmed: bool = False
    kind: Literal["move"] = "move"

    def __post_init__(self) -> None:
        if self.far and self.bearing is None:
            raise ValueError("a length needs a bearing")


@dataclass(frozen=True, slots=True)
class Fly:
    """``MOVE TO 20 14.5 PWS b1 CONFIRM``: a Fighter (CC-128)"""

    to: Point
    pws: Annotated[tuple[UnitId, ...], Field(max_length=20)] = ()
    confirmed: bool = False
    kind: Literal["fly"] = "fly"


@dataclass(frozen=True, slots=True)
class Go:
    """``GO``: on with a move that a Contingent Attack could interrupt (CC-153)"""

    kind: Literal["go"] = "go"


@dataclass(frozen=True, slots=True)
class Launch:
    """``LAUNCH a6 20 14.5`` (CC-116)"""

    fighter: UnitId
    at: Point
    kind: Literal["launch"] = "launch"


@dataclass(frozen=True, slots=True)
class Collect:
    """``COLLECT a6`` (CC-117)"""

    fighter: UnitId
    kind: Literal["collect"] = "collect"


@dataclass(frozen=True, slots=True)
class Done:
    """``DONE``: the end of the activation (CC-078)"""

    kind: Literal["done"] = "done"


ActivationStep: TypeAlias = (
    Fire
    | Reroll
    | FireAws
    | MarkTarget
    | Spend
    | Reveal
    | UseCommand
    | Move
    | Fly
    | Go
    | Launch
    | Collect
    | Done
)
Steps: TypeAlias = Annotated[
    tuple[Annotated[ActivationStep, Field(discriminator="kind"), keeping("kind")], ...],
    Field(max_length=60),
]


@dataclass(frozen=True, slots=True)
class Activate:
    """``ACTIVATE a1``, ``ACTIVATE a1; FIRE KIN1 AT b3; MOVE V0; DONE`` (CC-069)"""

    unit: UnitId
    steps: Steps = ()
    kind: Literal["activate"] = "activate"


@dataclass(frozen=True, slots=True)
class Pass:
    """``PASS`` (CC-070)"""

    kind: Literal["pass"] = "pass"


@dataclass(frozen=True, slots=True)
class Stop:
    """``STOP``: propose to end the match and count, or agree to that (CC-213)"""

    kind: Literal["stop"] = "stop"


# --- Reactions ---


@dataclass(frozen=True, slots=True)
class React:
    """``REACT EVASIVE``: yes, to a window that asks no more."""

    key: Literal["evasive", "brace", "pws", "survey", "jump"]
    kind: Literal["react"] = "react"


@dataclass(frozen=True, slots=True)
class Decline:
    """``REACT NO``"""

    kind: Literal["decline"] = "decline"


@dataclass(frozen=True, slots=True)
class Request:
    """``REACT BLOCKING DMG1`` (CC-191)"""

    die: Die
    kind: Literal["blocking"] = "blocking"


@dataclass(frozen=True, slots=True)
class ReactCommand:
    """``REACT DODGE``, ``REACT DAMCON PAY TOKEN`` (CC-160, CC-163)"""

    command: Literal["dodge", "damcon"]
    pay: Pay = ""
    kind: Literal["react-command"] = "react-command"


@dataclass(frozen=True, slots=True)
class Keep:
    """``REACT KEEP 7`` (CC-158)"""

    result: Annotated[int, Field(ge=2, le=12)]
    kind: Literal["keep"] = "keep"


@dataclass(frozen=True, slots=True)
class Sacrifice:
    """``REACT SACRIFICE BEAM1``, ``REACT SACRIFICE A`` (CC-053, CC-054, CC-056): items, or an
    option of Propulsion Damage"""

    items: Annotated[tuple[Label, ...], Field(max_length=2)] = ()
    option: Literal["", "a", "b"] = ""
    kind: Literal["sacrifice"] = "sacrifice"


@dataclass(frozen=True, slots=True)
class TracksFirst:
    """``REACT ABSORB ARM1 SHD1`` (D-034), ``REACT REINFORCE SHD2 SHD1`` (D-067): tracks in order;
    those left out follow in SIC order."""

    key: Literal["absorb", "reinforce"]
    items: Annotated[tuple[Label, ...], Field(max_length=24)] = ()
    kind: Literal["tracks"] = "tracks"


@dataclass(frozen=True, slots=True)
class Interrupt:
    """``SNAP a1 KIN1 AT b2 PAY TOKEN``, ``CONTINGENT a1 KIN1 AT b2 TOKEN 12 20.5`` (CC-153,
    CC-156)"""

    by: Literal["snap", "contingent"]
    unit: UnitId
    weapon: Label
    target: UnitId
    token: Point | None = None
    pay: Pay = ""
    kind: Literal["interrupt"] = "interrupt"


Answer: TypeAlias = (
    ChooseFleet
    | BuildFleet
    | Unlock
    | Lock
    | Place
    | Auto
    | GiveOrder
    | GiveToken
    | Clear
    | Activate
    | Pass
    | Stop
    | ActivationStep
    | React
    | Decline
    | Request
    | ReactCommand
    | Keep
    | Sacrifice
    | TracksFirst
    | Interrupt
)
"""All moves of the game; ``Move`` is that of a ship."""
