"""The events of adjustments, and their sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from games.astral_sailors.names import seat_name, team_name
from games.core.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjusted(Event):
    """A referee's adjustment.

    ``what``   a key of ``SENTENCES``
    ``about``  the unit, player, team, piece or option
    ``before``, ``after``  what was and what is, as people read it
    """

    weight: ClassVar[int] = 2

    what: str
    about: str = ""
    before: str = ""
    after: str = ""
    kind: Literal["adjusted"] = "adjusted"


_VALUES = {
    "re": "the RE of {about}",
    "ap": "the AP of {about}",
    "used": "the Limited shots used by {about}",
    "tough": "the wounds absorbed by {about} this round",
    "kills": "the kills of {about}",
    "poison": "the poison of {about}",
    "rerolls": "the re-rolls used by {about}",
    "lent": "the re-rolls lent by {about}",
    "quadrant": "the counter of {about}",
    "option": "the option “{about}”",
    "round": "the round",
    "phase": "the phase",
    "order": "the turn order",
    "quota": "the number of units left to activate",
    "starter": "the team that starts this round",
    "pool": "the pool of {about}",
    "size": "the army size of {about}",
    "civilians": "the civilians eliminated by {about}",
    "commanders": "the Commanders eliminated by {about}",
    "delivered": "the Commanders delivered by {about}",
    "objective": "the objective of {about}",
    "target": "the target of {about}",
    "draft": "the army list of {about}",
}
"""What is set from one value to another."""

SENTENCES = {
    **{
        what: f"The referee sets {of} from {{before}} to {{after}}." for what, of in _VALUES.items()
    },
    "to": "The referee moves {about} from {before} to {after}.",
    "out": "The referee takes {about} out of the match.",
    "faces": "The referee turns {about} from {before} to {after}.",
    "shot": "The referee sets the last shot of {about} from {before} to {after}.",
    "activated": "The referee sets {about}: it {after} this round.",
    "cover": "The referee sets Cover of {about}: it {after}.",
    "show": "The referee reveals {about} to everyone.",
    "hold": "The referee makes {about} a captive of {after}.",
    "become": "The referee gives {before} to {about} as {after}.",
    "create": "The referee adds a unit to the Reserve: {about} {after}.",
    "delete": "The referee deletes {about}.",
    "add-piece": "The referee places the {about} on {after}.",
    "move-piece": "The referee moves the {about} from {before} to {after}.",
    "turn-piece": "The referee turns the {about} on {after}.",
    "change-piece": "The referee replaces the {before} with the {about} on {after}.",
    "remove-piece": "The referee removes the {about} on {before}.",
    "active": "The referee gives the turn to {after} instead of {before}.",
    "main": "The referee makes {after} the main Commander of {about}.",
    "hand-over": "The referee gives the army of {about} to {after}.",
    "remove": "The referee removes {about} from the match.",
    "return": "The referee brings {about} back into the match.",
    "role": "The referee sets {about}: it {after} as Bellicose Hedonists.",
    "lock": "The referee {after} the army list of {about}.",
    "drop": "The referee cancels {about}.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamChanged(Event):
    """A player sits in the team ``to`` instead of ``team`` from now on, and shares its secrets."""

    reveals: ClassVar[bool] = True
    weight: ClassVar[int] = 2

    seat: int
    team: int
    to: int
    kind: Literal["team-changed"] = "team-changed"


def tell(event: Adjusted | TeamChanged) -> str:
    if isinstance(event, TeamChanged):
        teams = f"from {team_name(event.team)} to {team_name(event.to)}"
        return f"The referee moves {seat_name(event.seat)} {teams}."
    sentence = SENTENCES.get(event.what, "The referee sets {about} to {after}.")
    said = (event.about, event.before or "nothing", event.after or "nothing")
    return sentence.format(about=said[0], before=said[1], after=said[2])
