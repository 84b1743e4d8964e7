"""Refusals of the host itself, beside the three of the rules.

They are ``Refusal`` too, so that the chat answers all of them the same way.
"""

from __future__ import annotations

from games.core.refusals import Refusal

ONLY_WATCHING = "You have no seat in this match, so you can only watch."


class NoMatch(Refusal):
    """There is no such match, or none here. A match of another server is none."""


class NotSeated(Refusal):
    """Only somebody with a seat in the match may do this."""


class NotNow(Refusal):
    """It cannot be done to this match as it stands: full, running, over, ..."""
