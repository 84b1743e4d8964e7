"""The agenda: tasks that remain before the match waits for a turn again; the base of moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field

from games.core import moves
from games.core.steps import Do
from games.core.types import keeping

NOBODY = -1
"""No seat, no team, no piece."""


class Move(moves.Move[Any, Any]):
    """A typed answer of a seat to a decision; the field ``move`` tells the types apart."""

    __slots__ = ()

    tag: ClassVar[str] = "move"
    move: str


class Action(Move):
    """What a unit may do in its activation."""

    __slots__ = ()

    unit: str

    def act(self, builder: Any, unit: Any) -> None:
        """Carry it out once its activation has begun."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice of one exchange, attacker against defender (D-21, steps 3 to 9).

    Natural faces as they lie now, re-rolls included. ``a_mod``/``d_mod`` are all
    modifiers together; ``half`` halves attack dice first. ``extended`` holds the
    extension dice, in the order rolled, by place in ``defence``.
    """

    attacker: str
    defender: str
    half: bool
    a_mod: int
    d_mod: int
    attack: tuple[int, ...] = ()
    defence: tuple[int, ...] = ()
    a_again: tuple[int, ...] = ()
    d_again: tuple[int, ...] = ()
    extended: tuple[tuple[int, int], ...] = ()
    wounds: int = 0


@dataclass(frozen=True, slots=True)
class AttackTarget:
    """One target of an attack: how many dice, how it is hidden, how its side reacts."""

    target: str
    dice: int
    score: int = 0
    half: bool = False
    reaction: Literal["", "none", "counter", "cover"] = ""


Stage: TypeAlias = Literal[
    "react",
    "part",  # the next target's turn has come
    "dice",
    "attack-reroll?",
    "attack-reroll",
    "defence-reroll?",
    "defence-reroll",
    "extension",
    "pay?",
]


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack under way.

    ``attacker``  code of the unit; for poison its source; empty for terrain
    ``piece``     for terrain: the piece's place in ``Table.pieces``
    ``damage``    for terrain and poison: the X of the automatic attack
    ``part``      the place in ``parts`` that is being rolled
    ``counter``   whether the exchange under way is the Counter-attack
    ``throw``, ``back``  the dice of the attack and of its Counter-attack
    ``ruled``     wounds after Tough of the target and of the attacker, once known
    """

    how: Literal["shoot", "melee", "charge", "terrain", "poison"]
    attacker: str
    parts: tuple[AttackTarget, ...]
    piece: int = NOBODY
    damage: int = 0
    part: int = 0
    stage: Stage = "react"
    counter: bool = False
    throw: Throw | None = None
    back: Throw | None = None
    ruled: tuple[int, int] = (0, 0)
    task: Literal["attack"] = "attack"


@dataclass(frozen=True, slots=True)
class DiceOff:
    """Teams roll for something; those tied for the highest roll again (ASCW-03, 04, D-72).

    ``left``   contestants (teams) still in it
    ``rolls``  what they rolled so far, a turn of rolling each
    """

    purpose: Literal["bellicose", "scenery", "deployment", "start", "round", "victory"]
    left: tuple[int, ...]
    rolls: tuple[tuple[int, ...], ...] = ()
    task: Literal["dice-off"] = "dice-off"


@dataclass(frozen=True, slots=True)
class RollObjectives:
    """One die for each of these teams, unseen by the others (ASCW-112)."""

    teams: tuple[int, ...]
    task: Literal["objectives"] = "objectives"


@dataclass(frozen=True, slots=True)
class RollIncome:
    """One die for each of these seats (ASCW-45)."""

    seats: tuple[int, ...]
    task: Literal["income"] = "income"


@dataclass(frozen=True, slots=True)
class Tick:
    """The next poison mark rolls against its victim (D-33): ``mark`` is its place there."""

    unit: str
    mark: int = 0
    task: Literal["tick"] = "tick"


@dataclass(frozen=True, slots=True)
class DelayedAction:
    """A delayed action for the army of ``seat``: terrain strikes the unit before it."""

    seat: int
    action: Annotated[Action, keeping("move")]
    task: Literal["act"] = "act"


Task: TypeAlias = Annotated[
    Attack | DiceOff | RollObjectives | RollIncome | Tick | DelayedAction | Do,
    Field(discriminator="task"),
    keeping("task"),
]
