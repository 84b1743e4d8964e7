"""The events of adjustments, and their sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from games.astral_sailors.names import seat_name, team_name
from games.core.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjusted(Event):
    """The referee has set something by hand.

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
    "used": "the Limited shots that {about} has used",
    "tough": "the wounds that {about} has absorbed in this round",
    "kills": "the kills of {about}",
    "poison": "the poison of {about}",
    "rerolls": "the re-rolls that {about} has used",
    "lent": "the re-rolls that {about} has lent",
    "quadrant": "the counter of {about}",
    "option": "the option “{about}”",
    "round": "the round",
    "phase": "the phase",
    "order": "the order of players",
    "quota": "the number of units still to begin",
    "starter": "the team that started this round",
    "pool": "the pool of {about}",
    "size": "the army size of {about}",
    "civilians": "the civilians eliminated by {about}",
    "commanders": "the Commanders eliminated by {about}",
    "delivered": "what {about} has delivered",
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
    "shot": "The referee sets when {about} has shot last: {after}, not {before}.",
    "activated": "The referee notes that {about} {after} in this round.",
    "cover": "The referee notes that Cover of {about} {after}.",
    "show": "The referee shows {about} to all.",
    "hold": "The referee puts {about} into the hands of {after}.",
    "become": "The referee gives {before} to {about}, as {after}.",
    "create": "The referee puts a new unit into the Reserve: {about} {after}.",
    "delete": "The referee takes {about} away, as if it had never been.",
    "add-piece": "The referee lays the {about} on {after}.",
    "move-piece": "The referee moves the {about} from {before} to {after}.",
    "turn-piece": "The referee turns the {about} on {after}.",
    "change-piece": "The referee puts the {about} on {after} in place of the {before}.",
    "remove-piece": "The referee takes the {about} on {before} away.",
    "active": "The referee gives the turn to {after} instead of {before}.",
    "main": "The referee makes {after} the main Commander of {about}.",
    "hand-over": "The referee gives the army of {about} to {after}.",
    "remove": "The referee removes {about} from the match.",
    "return": "The referee lets {about} play again.",
    "role": "The referee notes that {about} {after} as Bellicose Hedonists.",
    "lock": "The referee {after} the army list of {about}.",
    "drop": "The referee calls off {about}.",
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
