"""What to do when a message could not be sent."""

from __future__ import annotations

import traceback
from datetime import timedelta
from enum import Enum

import aiohttp
import discord

from bot.play.storage.ports import StoreBusy, StoreUnwritable
from games.core.types import Refusal

LONGEST_WAIT = timedelta(minutes=5)
ANSWER_SECONDS = 15.0
"""After which nobody waits for an answer of Discord any more."""
MOST_TRIES = 20
"""For faults that nobody foresaw; an outage of Discord may last longer."""


class Remedy(Enum):
    LATER = "later"
    """It is Discord, the network or the disk: try again, for as long as it takes."""
    ANEW = "anew"
    """The message to be edited is gone or can no longer be edited: post a new one."""
    CLOSED = "closed"
    """This user takes no DMs."""
    BLOCKED = "blocked"
    """The channel is closed to us: try again when it is open again."""
    NEVER = "never"
    """No further try can help: the channel is gone, or the message is wrong."""
    UNFORESEEN = "unforeseen"
    """Unknown: a limited number of tries."""


_UNKNOWN_MESSAGE = 10008
_NOT_OURS = 50005
_NO_DM = frozenset({50007, 50278})
_ARCHIVED = 50083
_TOO_MANY_EDITS = 30046
_ANEW = frozenset({_UNKNOWN_MESSAGE, _NOT_OURS, _ARCHIVED, _TOO_MANY_EDITS})
_NO_ACCESS, _NO_PERMISSION, _LOCKED = 50001, 50013, 160005
_BLOCKED = frozenset({_NO_ACCESS, _NO_PERMISSION, _LOCKED, _ARCHIVED})
_OVERLOADED = 130000
_UNAUTHORIZED, _TIMED_OUT, _TOO_MANY = 401, 408, 429


def find_remedy(error: Exception, *, editing: bool = False) -> Remedy:
    """What helps against ``error``; ``editing`` tells whether a message was to be changed."""
    if isinstance(error, discord.HTTPException):
        return _remedy_of_answer(error, editing)
    if isinstance(error, discord.RateLimited | aiohttp.ClientError | OSError):
        return Remedy.LATER
    if isinstance(error, StoreBusy | StoreUnwritable):
        return Remedy.LATER
    if isinstance(error, Refusal):
        return Remedy.NEVER
    return Remedy.UNFORESEEN


def _remedy_of_answer(error: discord.HTTPException, editing: bool) -> Remedy:
    passing = error.status in (_UNAUTHORIZED, _TIMED_OUT, _TOO_MANY) or error.status >= 500
    if passing or error.code == _OVERLOADED:
        return Remedy.LATER
    if error.code in _NO_DM:
        return Remedy.CLOSED
    if editing and error.code in _ANEW:
        return Remedy.ANEW
    return Remedy.BLOCKED if error.code in _BLOCKED else Remedy.NEVER


def describe_fault(error: Exception) -> str:
    """The failure for the log: kind, Discord's code and place in our code, never contents."""
    if isinstance(error, discord.HTTPException):
        return f"HTTP {error.status}, code {error.code}"
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}"


def waiting_time(outbox_message: int, tries: int) -> timedelta:
    """How long to wait after try number ``tries`` (from 0): 2 s, 4 s, ... at most 5 minutes.

    Up to a quarter is taken off, by the number of the message, so that many
    that failed together do not come back together.
    """
    longest = min(LONGEST_WAIT.total_seconds(), 2.0 ** min(tries + 1, 16))
    # Knuth's multiplicative hash spreads neighbouring numbers.
    share = (outbox_message * 2654435761 + tries * 40503) % 2**32 / 2**32
    return timedelta(seconds=longest * (1 - share / 4))
