"""The answers that a seat can give, with their text forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from games.colonial_space_wars.board import StoredSquare

Code: TypeAlias = Annotated[str, Field(pattern=r"^[A-Z]{1,3}[0-9]{0,3}$")]
Key: TypeAlias = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,19}$")]

# --- Before the first turn ---


@dataclass(frozen=True, slots=True)
class Faction:
    """``FACTION UNION``"""

    sword: Key
    kind: Literal["faction"] = "faction"


@dataclass(frozen=True, slots=True)
class Army:
    """``ARMY COM 2 CAP 3 BRI``: the whole list."""

    units: Annotated[tuple[Code, ...], Field(min_length=1, max_length=99)]
    kind: Literal["army"] = "army"


@dataclass(frozen=True, slots=True)
class Add:
    """``ADD BRI``: one more of a type of units."""

    unit: Code
    kind: Literal["add"] = "add"


@dataclass(frozen=True, slots=True)
class Drop:
    """``DROP BRI``: one less."""

    unit: Code
    kind: Literal["drop"] = "drop"


@dataclass(frozen=True, slots=True)
class Ready:
    """``READY``, ``READY UNION`` with the standard army of a faction; ``AUTO`` and ``AUTO UNION``
    leave role, zone and deployment to the bot"""

    sword: Key | Literal[""] = ""
    auto: bool = False
    kind: Literal["ready"] = "ready"


@dataclass(frozen=True, slots=True)
class Unready:
    """``UNREADY``"""

    kind: Literal["unready"] = "unready"


@dataclass(frozen=True, slots=True)
class Role:
    """``ROLE ATTACKER`` (CSW-21), ``ROLE ATTACKER SOUTH`` with the zone (CSW-22)"""

    attacker: bool
    zone: Literal["north", "south", ""] = ""
    kind: Literal["role"] = "role"


@dataclass(frozen=True, slots=True)
class ChooseZone:
    """``ZONE NORTH`` (CSW-22)"""

    zone: Literal["north", "south"]
    kind: Literal["zone"] = "zone"


@dataclass(frozen=True, slots=True)
class Deploy:
    """``DEPLOY R4 C9`` (CSW-26)"""

    unit: Code
    to: StoredSquare
    kind: Literal["deploy"] = "deploy"


@dataclass(frozen=True, slots=True)
class DeployInside:
    """``DEPLOY R5 IN R9``"""

    unit: Code
    transport: Code
    kind: Literal["deploy-in"] = "deploy-in"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """``DEPLOY R4 OFF`` (CSW-27)"""

    unit: Code
    kind: Literal["deploy-off"] = "deploy-off"


@dataclass(frozen=True, slots=True)
class DeployAuto:
    """``DEPLOY AUTO`` (CSW-A09)"""

    kind: Literal["deploy-auto"] = "deploy-auto"


@dataclass(frozen=True, slots=True)
class DeployDone:
    """``DEPLOY DONE`` (CSW-A10), ``DEPLOY AUTO DONE`` after placing the rest"""

    rest: bool = False
    kind: Literal["deploy-done"] = "deploy-done"


# --- In a turn ---


@dataclass(frozen=True, slots=True)
class Activate:
    """``ACTIVATE R4`` (CSW-41)"""

    unit: Code
    kind: Literal["activate"] = "activate"


@dataclass(frozen=True, slots=True)
class MoveTo:
    """``MOVE F6 VIA E5`` (CSW-49)"""

    to: StoredSquare
    via: Annotated[tuple[StoredSquare, ...], Field(max_length=20)] = ()
    kind: Literal["move"] = "move"


@dataclass(frozen=True, slots=True)
class Attack:
    """``ATTACK B2 2``, ``ATTACK B2 MAX`` without a number of points (CSW-78)"""

    target: Code
    points: int | None
    kind: Literal["attack"] = "attack"


@dataclass(frozen=True, slots=True)
class UseSkill:
    """``SKILL DIG IN``, ``SKILL HEAL B3``, ``SKILL BARRAGE B3`` (CSW-98)"""

    skill: Annotated[str, Field(pattern=r"^[a-z -]{1,20}$")]
    target: Annotated[str, Field(pattern=r"^([A-Z]{1,2}[0-9]{1,3})?$")] = ""
    kind: Literal["skill"] = "skill"


@dataclass(frozen=True, slots=True)
class Embark:
    """``EMBARK R9``, ``EMBARK`` where only one transport is near (CSW-65)"""

    transport: Code | Literal[""] = ""
    kind: Literal["embark"] = "embark"


@dataclass(frozen=True, slots=True)
class Disembark:
    """``DISEMBARK F9`` (CSW-67)"""

    to: StoredSquare
    kind: Literal["disembark"] = "disembark"


@dataclass(frozen=True, slots=True)
class Finish:
    """``FINISH`` (CSW-A17)"""

    kind: Literal["finish"] = "finish"


@dataclass(frozen=True, slots=True)
class End:
    """``END`` (CSW-39)"""

    kind: Literal["end"] = "end"


OrderStep: TypeAlias = MoveTo | Attack | UseSkill | Embark | Disembark


@dataclass(frozen=True, slots=True)
class Order:
    """``ORDER R4: MOVE F6; ATTACK B2 2; MOVE F4`` (CSW-A18)"""

    unit: Code
    steps: Annotated[
        tuple[Annotated[OrderStep, Field(discriminator="kind")], ...],
        Field(min_length=1, max_length=99),
    ]
    kind: Literal["order"] = "order"


SetupMove: TypeAlias = (
    Faction
    | Army
    | Add
    | Drop
    | Ready
    | Unready
    | Role
    | ChooseZone
    | Deploy
    | DeployInside
    | TakeBack
    | DeployAuto
    | DeployDone
)
Move: TypeAlias = SetupMove | Activate | OrderStep | Finish | End | Order
