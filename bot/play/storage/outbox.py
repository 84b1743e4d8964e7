"""Outgoing messages: stored in the transaction of their cause, sent afterwards by the chat."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.play.storage.stored_fields import DiscordId, MatchId, Nonce, RowNumber


class MessageKind(StrEnum):
    """What a message is for."""

    PANEL = "panel"
    """Post a new panel of the match."""
    REFRESH = "refresh"
    """Edit the live panel to show the present position."""
    RETIRE = "retire"
    """Take the buttons off an old panel, or an answered reminder of ``user`` (``message``)."""
    TURN = "turn"
    """Tell ``user`` by DM that the match waits for them."""
    SECRET = "secret"
    """Tell ``user`` by DM what only their seat learned at entry ``seq``. Nobody else may know that
    there was anything to learn."""
    ASK = "ask"
    """Ask ``user`` by DM for what they choose in secret. Whom the rules ask is no secret."""
    OFFER = "offer"
    """Ask ``user`` by DM for a secret choice that the match does not wait for. Nobody else may know
    that there is one."""
    OVER = "over"
    """Tell ``user`` by DM that the match is over."""
    REMIND = "remind"
    """Remind ``user`` by DM, or in the channel, that the time for ``about`` runs out."""
    LATE = "late"
    """Say in the channel that the time for ``about`` is over, and what can be done."""
    PROPOSAL = "proposal"
    """Ask ``user`` privately for their answer to the proposal ``about``."""
    ANSWERED = "answered"
    """Tell ``user`` the outcome of their proposal ``about``."""
    DROPPED = "dropped"
    """Tell ``user`` by DM that what they had prepared for their seat was dropped."""
    REFEREE = "referee"
    """Tell the referee ``user`` by DM what needs their attention; ``about`` says what."""
    VACANT = "vacant"
    """Tell ``user``, who plays on, that a seat was left at entry ``seq`` and what they can do."""
    REMOVED = "removed"
    """Tell ``user``, whose seat others have given away at entry ``seq``, what has happened."""
    CLOSING = "closing"
    """Say in the channel that the lobby will be closed, or that the match rests."""
    UNREADABLE = "unreadable"
    """Tell ``user`` by DM that the match cannot be opened, and waits."""
    INVITE = "invite"
    """Ask ``user`` to join the lobby."""
    FOLLOW = "follow"
    """Tell ``user``, who follows the match, what is new in it."""
    TALK = "talk"
    """Let who has left a team out of its thread, and who has come into it."""
    ADVERT = "advert"
    """Offer the free seats where the server wants that, or show there what has become of them."""
    CHRONICLE = "chronicle"
    """Tell in ``channel``, the server's own for results, how the match ended."""
    GONE = "gone"
    """Tell ``user`` by DM that the channel of the match was deleted."""


PANELS = (MessageKind.PANEL, MessageKind.REFRESH)
"""What the panel tells; it goes before all else."""


@dataclass(frozen=True, slots=True)
class OutboxMessage:
    """An outgoing message, stored in the same transaction as its cause.

    It carries ids only: the words and pictures are made from views when it is
    sent. ``nonce`` (at most 25 characters) is the same at every try.

    ``channel``  where, if not in the match's channel
    ``about``    the key of a decision, or the id of a proposal
    """

    match: MatchId
    kind: MessageKind
    seq: int
    nonce: Nonce
    due_at: datetime
    user: DiscordId | None = None
    message: DiscordId | None = None
    tries: int = 0
    id: RowNumber | None = None
    channel: DiscordId | None = None
    about: str = ""
