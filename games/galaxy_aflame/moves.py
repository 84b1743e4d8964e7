"""The answers that a seat can give, with their text forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from games.core.geometry.plane import Point

Code: TypeAlias = Annotated[str, Field(pattern=r"^[RB][0-9]{1,3}$")]
CardCode: TypeAlias = Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
Key: TypeAlias = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,19}$")]
Cards: TypeAlias = Annotated[tuple[CardCode, ...], Field(min_length=1, max_length=40)]

FARTHEST = 9999
"""Tenths of an inch that can be named, more than any table is long."""

# --- Before the first turn ---


@dataclass(frozen=True, slots=True)
class ChooseArmy:
    """``ARMY HALCYON``"""

    army: Key
    kind: Literal["army"] = "army"


@dataclass(frozen=True, slots=True)
class Privilege:
    """``FIRST GAME`` or ``FIRST DRAFT`` (GA-23)"""

    first: Literal["draft", "game"]
    kind: Literal["first"] = "first"


@dataclass(frozen=True, slots=True)
class Draft:
    """``DRAFT LAM DENY HUN``, ``DRAFT LAM`` in the first step, ``DRAFT DENY HUN`` without own
    cards (GA-24 to GA-26)"""

    card: CardCode | Literal[""] = ""
    deny: CardCode | Literal[""] = ""
    kind: Literal["draft"] = "draft"


@dataclass(frozen=True, slots=True)
class Rank:
    """``RANK OWN LAM SPA``, ``RANK ENEMY HUN WAL``: cards in order, the most wanted first."""

    deck: Literal["own", "enemy"]
    cards: Cards
    kind: Literal["rank"] = "rank"


@dataclass(frozen=True, slots=True)
class Unlock:
    """``UNLOCK``: change a locked ranking, or locked places."""

    kind: Literal["unlock"] = "unlock"


@dataclass(frozen=True, slots=True)
class Deploy:
    """``DEPLOY R1 24 31`` (GA-29)"""

    unit: Code
    at: Point
    kind: Literal["deploy"] = "deploy"


@dataclass(frozen=True, slots=True)
class DeployInside:
    """``DEPLOY R2 IN R4`` (GA-31)"""

    unit: Code
    transport: Code
    kind: Literal["deploy-in"] = "deploy-in"


@dataclass(frozen=True, slots=True)
class Reinforce:
    """``REINFORCE R3 24 31`` (GA-90)"""

    unit: Code
    at: Point
    kind: Literal["reinforce"] = "reinforce"


@dataclass(frozen=True, slots=True)
class ReinforceInside:
    """``REINFORCE R3 IN R4`` (GA-90)"""

    unit: Code
    transport: Code
    kind: Literal["reinforce-in"] = "reinforce-in"


@dataclass(frozen=True, slots=True)
class NoReinforcement:
    """``REINFORCE NONE`` (GA-91)"""

    kind: Literal["reinforce-none"] = "reinforce-none"


@dataclass(frozen=True, slots=True)
class Auto:
    """``AUTO``: the bot places one unit (GA-A07)."""

    kind: Literal["auto"] = "auto"


# --- In a turn ---


@dataclass(frozen=True, slots=True)
class MoveTo:
    """``MOVE R1 24 18 VIA 20 20``, ``RUN R1 24 18`` (GA-40)"""

    unit: Code
    to: Point
    via: Annotated[tuple[Point, ...], Field(max_length=20)] = ()
    run: bool = False
    kind: Literal["move"] = "move"


@dataclass(frozen=True, slots=True)
class Advance:
    """``MOVE R1 TOWARD B1 4``, ``RUN R1 TOWARD 24 18``: straight towards a unit or a point, at
    most ``far`` tenths of an inch where it is not 0 (GA-A08)."""

    unit: Code
    target: Code | Literal[""] = ""
    goal: Point | None = None
    far: Annotated[int, Field(ge=0, le=FARTHEST)] = 0
    run: bool = False
    kind: Literal["advance"] = "advance"


@dataclass(frozen=True, slots=True)
class Shoot:
    """``SHOOT R1 B2 KILL``, ``SHOOT B6 R1 SUPPRESS VICTIM R3`` (GA-46)"""

    unit: Code
    target: Code
    suppress: bool
    victim: Code | Literal[""] = ""
    kind: Literal["shoot"] = "shoot"


@dataclass(frozen=True, slots=True)
class Embark:
    """``EMBARK R1 R4`` (GA-93)"""

    unit: Code
    transport: Code
    kind: Literal["embark"] = "embark"


@dataclass(frozen=True, slots=True)
class Disembark:
    """``DISEMBARK R1 24 12.1`` (GA-94)"""

    unit: Code
    at: Point
    kind: Literal["disembark"] = "disembark"


@dataclass(frozen=True, slots=True)
class End:
    """``END`` (GA-39)"""

    kind: Literal["end"] = "end"


TurnStep: TypeAlias = MoveTo | Advance | Shoot | Embark | Disembark


@dataclass(frozen=True, slots=True)
class Order:
    """``ORDER MOVE R1 24 18; SHOOT R1 B2 KILL`` (GA-A13)"""

    steps: Annotated[
        tuple[Annotated[TurnStep, Field(discriminator="kind")], ...],
        Field(min_length=1, max_length=99),
    ]
    kind: Literal["order"] = "order"


SetupMove: TypeAlias = (
    ChooseArmy
    | Privilege
    | Draft
    | Rank
    | Unlock
    | Deploy
    | DeployInside
    | Reinforce
    | ReinforceInside
    | NoReinforcement
    | Auto
)
Move: TypeAlias = SetupMove | TurnStep | Order | End
