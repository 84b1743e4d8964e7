"""The moves: typed answers of a seat to a decision. What they answer is said by the verbs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from games.core.geometry.squares import Facing, Square

Name: TypeAlias = Annotated[str, Field(max_length=20)]
"""A code of a unit, a kind of unit, a piece, a list or a quadrant."""


class Move:
    """Base class; the field ``move`` tells the types apart."""

    __slots__ = ()

    move: str


@dataclass(frozen=True, slots=True)
class Bellicose(Move):
    """A team's answer whether it fights as Bellicose Hedonists (D-65)."""

    yes: bool
    move: Literal["bellicose"] = "bellicose"


@dataclass(frozen=True, slots=True)
class Enlist(Move):
    """Put ``count`` units of a kind on the army list."""

    kind: Name
    count: int = 1
    move: Literal["enlist"] = "enlist"


@dataclass(frozen=True, slots=True)
class Dismiss(Move):
    """Take ``count`` units of a kind off the list again."""

    kind: Name
    count: int = 1
    move: Literal["dismiss"] = "dismiss"


@dataclass(frozen=True, slots=True)
class TakeList(Move):
    """Replace the list by a ready-made one; an empty ``key`` clears it."""

    key: Name
    move: Literal["take-list"] = "take-list"


@dataclass(frozen=True, slots=True)
class Lock(Move):
    """The list is final, unless it is unlocked before all are.

    ``main``  the kind of the main Commander; empty for the first Commander on the list
    """

    main: Name = ""
    move: Literal["lock"] = "lock"


@dataclass(frozen=True, slots=True)
class AutoArmy(Move):
    """Take a ready-made list, or with an empty ``key`` the own one, and lock it; the bot then
    places the scenery and deploys."""

    key: Name = ""
    move: Literal["auto-army"] = "auto-army"


@dataclass(frozen=True, slots=True)
class Unlock(Move):
    move: Literal["unlock"] = "unlock"


@dataclass(frozen=True, slots=True)
class Target(Move):
    """The team that the Manhunt is after."""

    team: int
    move: Literal["target"] = "target"


@dataclass(frozen=True, slots=True)
class PlacePiece(Move):
    """``at`` is the north-western square of the piece as it lies."""

    kind: Name
    at: Square
    turned: bool = False
    move: Literal["place"] = "place"


@dataclass(frozen=True, slots=True)
class AutoPlace(Move):
    """Let the bot lay the next piece of its list (D-70)."""

    move: Literal["place-auto"] = "place-auto"


@dataclass(frozen=True, slots=True)
class Deploy(Move):
    unit: Name
    at: Square
    facing: Facing
    move: Literal["deploy"] = "deploy"


@dataclass(frozen=True, slots=True)
class TakeBack(Move):
    """Undo the deployment of one unit."""

    unit: Name
    move: Literal["take-back"] = "take-back"


@dataclass(frozen=True, slots=True)
class DeployRest(Move):
    """Let the bot place what is not deployed yet, and end the deployment (D-70)."""

    move: Literal["deploy-rest"] = "deploy-rest"


@dataclass(frozen=True, slots=True)
class Done(Move):
    """End the deployment, the half-turn or the reinforcements.

    In the first half units may be named that count as activated without action
    (D-43); ``hold`` are their codes.
    """

    hold: tuple[Name, ...] = ()
    move: Literal["done"] = "done"


@dataclass(frozen=True, slots=True)
class March(Move):
    """The action Move: to ``to``, by the cheapest path or along ``path`` (directions)."""

    unit: Name
    to: Square
    path: Annotated[tuple[Facing, ...], Field(max_length=40)] = ()
    move: Literal["march"] = "march"


@dataclass(frozen=True, slots=True)
class TurnTo(Move):
    unit: Name
    facing: Facing
    move: Literal["turn"] = "turn"


@dataclass(frozen=True, slots=True)
class Run(Move):
    """``target`` names the enemy to strike when the Run ends as a Charge."""

    unit: Name
    facing: Facing
    steps: int
    target: Name = ""
    move: Literal["run"] = "run"


@dataclass(frozen=True, slots=True)
class Jump(Move):
    unit: Name
    facing: Facing
    squares: int
    move: Literal["jump"] = "jump"


@dataclass(frozen=True, slots=True)
class Aim:
    target: Name
    dice: int


@dataclass(frozen=True, slots=True)
class Shoot(Move):
    """One target with all dice; several only with Split attacks."""

    unit: Name
    aims: Annotated[tuple[Aim, ...], Field(max_length=12)]
    move: Literal["shoot"] = "shoot"


@dataclass(frozen=True, slots=True)
class Melee(Move):
    unit: Name
    aims: Annotated[tuple[Aim, ...], Field(max_length=12)]
    move: Literal["melee"] = "melee"


@dataclass(frozen=True, slots=True)
class Capture(Move):
    unit: Name
    target: Name
    move: Literal["capture"] = "capture"


@dataclass(frozen=True, slots=True)
class Release(Move):
    unit: Name
    move: Literal["release"] = "release"


@dataclass(frozen=True, slots=True)
class Hold(Move):
    """Activate a unit without any action; its AP stay for reactions."""

    unit: Name
    move: Literal["hold"] = "hold"


@dataclass(frozen=True, slots=True)
class EndUnit(Move):
    """End the activation of the active unit, keeping its other AP."""

    move: Literal["end-unit"] = "end-unit"


@dataclass(frozen=True, slots=True)
class React(Move):
    """The answer of ``unit`` to an attack on it, before any die."""

    unit: Name
    choice: Literal["none", "counter", "cover"]
    move: Literal["react"] = "react"


@dataclass(frozen=True, slots=True)
class Reroll(Move):
    """Throw these dice again, by their places in the throw (from 0); none when empty."""

    dice: Annotated[tuple[int, ...], Field(max_length=12)] = ()
    move: Literal["reroll"] = "reroll"


@dataclass(frozen=True, slots=True)
class Pay(Move):
    """Cancel this many wounds of ``unit``."""

    unit: Name
    wounds: int
    move: Literal["pay"] = "pay"


@dataclass(frozen=True, slots=True)
class Reinforce(Move):
    unit: Name
    at: Square
    facing: Facing
    move: Literal["reinforce"] = "reinforce"


@dataclass(frozen=True, slots=True)
class Leave(Move):
    """Give up: the units leave the board."""

    move: Literal["leave"] = "leave"


Action: TypeAlias = March | TurnTo | Run | Jump | Shoot | Melee | Capture | Release | Hold
"""What a unit may do in its activation."""
