"""Pausing and resuming a match: in between, all clocks are stopped and nobody moves."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.play.executor import Continuation
from bot.play.match import submission
from bot.play.match.transitions import PendingEntry, Transition
from bot.play.refusals import NotNow, check_has_channel
from bot.play.storage.records import EntryKind, Pauser


def pause(
    transition: Transition, now: datetime, by: Pauser, until: datetime | None = None, **line: Any
) -> None:
    """Add an entry that pauses the match from ``now`` on.

    Args:
        line: More of its ``PendingEntry``: ``reason``, ``user``, …

    Raises:
        NotNow: It is paused already, or ``until`` is not in the future.
    """
    if transition.match.paused_at is not None:
        raise NotNow("The match is already paused.")
    if until is not None and until <= now:
        raise NotNow(
            "The end of a pause must lie in the future.",
            instead="Leave the end out to pause until further notice.",
        )
    transition.match = replace(
        transition.match, paused_at=now, paused_until=until, paused_by=by.value
    )
    body = {"by": by.value, "until": None if until is None else until.isoformat()}
    transition.add(PendingEntry(EntryKind.PAUSED, json.dumps(body), transition.state, **line))


async def resume(transition: Transition, **line: Any) -> Continuation:
    """Add an entry that resumes the match with the time everybody had left, and what follows.

    The transition comes from ``table.begun(…, paused=True)``: others are refused in a paused match.

    Raises:
        NotNow: The match is not paused, or has no channel.
    """
    if transition.match.paused_at is None:
        raise NotNow("The match is not paused.")
    check_has_channel(transition.match)
    transition.match = replace(transition.match, paused_at=None, paused_until=None, paused_by="")
    transition.add(PendingEntry(EntryKind.RESUMED, "{}", transition.state, **line))
    return await submission.carry_on(transition)
