"""Refusals of the host itself, beside the three of the rules.

They are ``Refusal`` too, so that the chat answers all of them the same way.
"""

from __future__ import annotations

from bot.play.storage import queries
from bot.play.storage.ports import Reader
from bot.play.storage.records import Match, MatchId, SeatHolder, Status
from games.core.types import Refusal

PAUSED = "This match is paused."
ONLY_WATCHING = "You have no seat in this match, so you can only watch."


class NoMatch(Refusal):
    """There is no such match here; matches of other servers do not count."""


class NotSeated(Refusal):
    """Only somebody with a seat in the match may do this."""


class NotNow(Refusal):
    """The match is in no condition for this: full, running, over, ..."""


async def load_seated(reader: Reader, match_id: MatchId) -> tuple[Match, tuple[SeatHolder, ...]]:
    """Load a match and its seat holders. Raises ``NoMatch``."""
    found = await reader.read(queries.SeatedMatch(match_id))
    if found is None:
        raise NoMatch("There is no such match.")
    return found


def check_running(match: Match, *, paused: bool = False) -> None:
    """Raise ``NotNow`` for a match that has not started, or is over, or is paused.

    ``paused``  whether one that is paused will do
    """
    if match.status is Status.LOBBY:
        raise NotNow("This match has not started yet.", instead="Press Start once all have joined.")
    if match.status is Status.OVER:
        raise NotNow(
            "This match is over.",
            instead="A referee can take its end back with `/referee undo`; `/match new` starts "
            "another.",
        )
    if not paused:
        check_has_channel(match)
    if match.paused_at is not None and not paused:
        raise NotNow(
            PAUSED, instead="All clocks are stopped. The panel says who can end the pause."
        )


def check_has_channel(match: Match) -> None:
    """Raise ``NotNow`` for a match whose channel was deleted."""
    if match.gone_at is not None:
        raise NotNow(
            "The channel of this match was deleted. It is paused until it is moved to another.",
            instead="`/orders` says who can move it.",
        )


class BadCharacter(Refusal):
    """Text with U+0000, which not every database can hold."""

    code = "BAD_CHARACTER"

    def __init__(self) -> None:
        super().__init__(
            "There is a character in this that cannot be stored: U+0000, which nobody can see.",
            instead="Please type the text anew, or take the character out of the file.",
        )
