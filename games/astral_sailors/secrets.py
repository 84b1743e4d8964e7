"""What a player or a team keeps from the others."""

from __future__ import annotations

from dataclasses import dataclass

from games.astral_sailors.tasks import NOBODY


@dataclass(frozen=True, slots=True)
class TeamSecret:
    """What a team keeps from the others.

    ``objective``  1 to 6; 0 before the roll and for Bellicose Hedonists
    ``target``     the team it hunts, ``NOBODY`` when there is none or it is to be named
    ``retarget``   how often it has had to name a new one; its members know
    ``asked``      whether a target is to be named now
    ``bellicose``  its answer, ``None`` before it
    ``hopeless``   whether it has been told that its objective is out of reach (D-74)
    """

    objective: int = 0
    target: int = NOBODY
    retarget: int = 0
    asked: bool = False
    bellicose: bool | None = None
    hopeless: bool = False


@dataclass(frozen=True, slots=True)
class ArmyDraft:
    """An army being built: kinds of units in list order; ``edits`` counts the changes, and with
    ``auto`` the bot places its player's scenery and deploys it."""

    units: tuple[str, ...] = ()
    locked: bool = False
    edits: int = 0
    auto: bool = False


@dataclass(frozen=True, slots=True)
class SecretAnswer:
    """An answer to one of several simultaneous questions, kept until all are in.

    ``about``  the code of the unit concerned
    ``choice`` ``none``, ``counter``, ``cover``, or the number of wounds paid for
    """

    about: str
    choice: str
