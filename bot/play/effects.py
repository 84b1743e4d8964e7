"""Outbox messages produced by a step of a match.

Messages carry ids only. Whether a player wants a DM is looked up when it is
sent, as preferences may have changed by then.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Protocol

from bot.play.seat_holders import spare_seats
from bot.play.storage.outbox import MessageKind, OutboxMessage
from bot.play.storage.profiles import Proposal, ProposalStatus
from bot.play.storage.records import Change, EntryKind, Match, SeatHolder, Server, Status
from games.core.events import Event
from games.core.types import Decision, Seat

ASKED = "asked:"
"""Prefix of ``about`` in a message that asks the referee about a proposal."""


def refresh_panel(match: Match, now: datetime) -> tuple[OutboxMessage, ...]:
    """Refresh the live panel, because a player or the bot itself is back."""
    moment = round(now.timestamp() * 1e6)
    return (outbox_message(match, MessageKind.REFRESH, match.seq, now, mark=moment),)


class PublicEntry(Protocol):
    """What messages need to know of an entry."""

    @property
    def public(self) -> bool:
        """Whether everybody may know of it."""
        ...

    @property
    def events(self) -> tuple[Event, ...]: ...

    @property
    def again(self) -> bool:
        """Whether the seat knows of the entry already."""
        ...


def outbox_message(
    match: Match,
    kind: MessageKind,
    seq: int,
    now: datetime,
    *,
    user: int | None = None,
    mark: int = 0,
) -> OutboxMessage:
    """A message whose nonce identifies its kind and entry.

    ``mark`` distinguishes messages of the same kind and entry: the seat, or the moment.
    Discord shows the nonce with the message, so ``seq`` is not readable in it.
    """
    name = f"nonce:{match.id}:{seq}:{kind}:{mark}"
    nonce = hmac.digest(match.seed, name.encode(), hashlib.sha256).hex()[:24]
    return OutboxMessage(match.id, kind, seq, nonce, now, user=user)


def lobby_messages(match: Match, seq: int, now: datetime) -> tuple[OutboxMessage, ...]:
    """The lobby changed: its panel is posted once and then edited."""
    moment = round(now.timestamp() * 1e6)
    kind, entry = (MessageKind.PANEL, 0) if match.panel is None else (MessageKind.REFRESH, seq)
    advert = (outbox_message(match, MessageKind.ADVERT, seq, now, mark=moment),)
    panel = outbox_message(match, kind, entry, now, mark=moment)
    return (panel, *(advert if match.offered else ()))


def step_messages(
    match: Match,
    holders: tuple[SeatHolder, ...],
    actor: Seat | None,
    before: tuple[Decision, ...],
    after: tuple[Decision, ...] | None,
    happened: Sequence[tuple[int, PublicEntry]],
    now: datetime,
    taken: Mapping[Seat, int] | None = None,
) -> tuple[OutboxMessage, ...]:
    """The messages after some entries.

    ``before``    the decisions that were open
    ``after``     the decisions open now, ``None`` when the match is over
    ``happened``  the entries with their ``seq``
    ``taken``     seats in which somebody else sits now, and the entry that tells it: they learn
                  what the seat knows, and are asked all that is open
    """
    newcomers = taken or {}
    users = {holder.seat: holder.user for holder in holders if holder.user is not None}
    alone = spare_seats(holders)  # who plays several seats is there, and reads what happens
    last = happened[-1][0]

    def to_seats(kind: MessageKind, seq: int, seats: Iterable[Seat]) -> Iterator[OutboxMessage]:
        for seat in sorted(set(seats)):
            if seat in users and seat not in alone:
                yield outbox_message(match, kind, seq, now, user=users[seat], mark=seat)

    outbox_messages: list[OutboxMessage] = []
    public = [seq for seq, entry in happened if entry.public]
    newly = _newly_asked(tuple(each for each in before if each.seat not in newcomers), after or ())
    if public:
        goes_on = after is not None and _needs_no_panel(actor, before, after, newly, users)
        kind = MessageKind.REFRESH if goes_on else MessageKind.PANEL
        outbox_messages.append(outbox_message(match, kind, public[0], now))
    for seq, entry in happened:
        # The one who acted is told, too: private answers vanish, a DM stays.
        news = () if entry.again else entry.events
        told = [seat for event in news if not event.quiet for seat in event.only or ()]
        outbox_messages.extend(to_seats(MessageKind.SECRET, seq, told))
    for seat, seq in newcomers.items():
        outbox_messages.extend(to_seats(MessageKind.SECRET, seq, (seat,)))
    if match.status is Status.OVER:
        outbox_messages.extend(to_seats(MessageKind.OVER, last, users))
        return tuple(outbox_messages)
    # The one who acted is asked as well: a secret choice is named nowhere in the channel.
    secret = [decision for decision in newly if decision.secret]
    phases = {each.phase for each in before if each.phase}
    aloud = [each for each in secret if each.waits and each.phase not in phases]
    asks = {each.seat for each in aloud}
    outbox_messages.extend(to_seats(MessageKind.ASK, last, asks - newcomers.keys()))
    # Whether somebody who has just come is asked would tell whether the seat had chosen, and that
    # somebody is asked while a phase goes on, what for.
    offers = {each.seat for each in secret if each not in aloud} | (asks & newcomers.keys())
    # What follows from one's own secret choice is seen where that was made.
    outbox_messages.extend(
        to_seats(MessageKind.OFFER, last, offers if public else offers - {actor})
    )
    turns = {decision.seat for decision in newly if decision.waits and not decision.secret}
    outbox_messages.extend(to_seats(MessageKind.TURN, last, turns - {actor}))
    return tuple(outbox_messages)


def announce(change: Change, server: Server | None) -> Change:
    """A change with what is told in the channels that the server has named: how the match ended,
    which of its seats are free.

    ``server``  needed where the match ends, or somebody leaves
    """
    match, now = change.match, change.audit.at
    over, kinds = match.status is Status.OVER, {entry.kind for entry in change.entries}
    messages: list[OutboxMessage] = []
    if (
        server is not None
        and server.open_seats is not None
        and EntryKind.LEFT in kinds
        and not over
    ):
        match = replace(match, offered=True)
    in_teams = len({*match.sides.teams}) < match.seats
    if in_teams and kinds & {EntryKind.LEFT, EntryKind.TAKEN}:
        messages.append(outbox_message(match, MessageKind.TALK, match.seq, now))
    if match.offered and (over or kinds & {EntryKind.START, EntryKind.LEFT, EntryKind.TAKEN}):
        messages.append(outbox_message(match, MessageKind.ADVERT, match.seq, now))
    if server is not None and server.chronicle is not None and over:
        told = outbox_message(match, MessageKind.CHRONICLE, match.seq, now)
        messages.append(replace(told, channel=server.chronicle))
    if not messages:
        return change
    return replace(change, match=match, outbox_messages=(*change.outbox_messages, *messages))


def dropped_messages(
    match: Match, holders: Iterable[SeatHolder], why: Mapping[Seat, str], now: datetime
) -> Iterator[OutboxMessage]:
    """Messages to players whose conditional moves are void, with the reason."""
    for holder in holders:
        if holder.seat in why and holder.user is not None:
            letter = outbox_message(
                match, MessageKind.DROPPED, match.seq, now, user=holder.user, mark=holder.seat
            )
            yield replace(letter, about=str(why[holder.seat]))


def removed_messages(
    match: Match, out: Iterable[tuple[int, Seat, int]], now: datetime
) -> Iterator[OutboxMessage]:
    """Messages to users whose seats were given away: by entry, seat and user."""
    for seq, seat, user in out:
        yield outbox_message(match, MessageKind.REMOVED, seq, now, user=user, mark=seat)


def vacant_messages(
    match: Match, holders: Iterable[SeatHolder], left: Iterable[int], now: datetime
) -> Iterator[OutboxMessage]:
    """Messages to all who play on, about the entries by which seats were left."""
    seats = {holder.user: holder.seat for holder in holders if holder.user is not None}
    for seq in left:
        for user, seat in seats.items():
            yield outbox_message(match, MessageKind.VACANT, seq, now, user=user, mark=seat)


def proposed_messages(
    match: Match, proposal: str, users: Iterable[int], now: datetime
) -> tuple[OutboxMessage, ...]:
    """Messages to everybody who is asked, and a panel that shows the proposal."""
    letters = (_message_about(match, MessageKind.PROPOSAL, user, proposal, now) for user in users)
    return (*refresh_panel(match, now), *letters)


def referee_messages(
    match: Match, proposal: str, referee: int, now: datetime
) -> tuple[OutboxMessage, ...]:
    """Ask the referee to decide, because nobody present could agree; once for each proposal."""
    about = f"{ASKED}{proposal}"
    return (
        *refresh_panel(match, now),
        _message_about(match, MessageKind.REFEREE, referee, about, now),
    )


def answered_messages(
    match: Match, proposal: Proposal, now: datetime, *, panel: bool = True
) -> tuple[OutboxMessage, ...]:
    """Somebody has answered; once it is decided, the proposer is told.

    ``panel``  whether the panel has to be drawn for it
    """
    decided = proposal.fate not in (ProposalStatus.OPEN, ProposalStatus.WITHDRAWN)
    letter = _message_about(match, MessageKind.ANSWERED, proposal.user, proposal.id, now)
    return (*(refresh_panel(match, now) if panel else ()), *((letter,) if decided else ()))


def _message_about(
    match: Match, kind: MessageKind, user: int, about: str, now: datetime
) -> OutboxMessage:
    mark = int.from_bytes(hashlib.sha256(f"{about}:{user}".encode()).digest()[:6], "big")
    return replace(outbox_message(match, kind, match.seq, now, user=user, mark=mark), about=about)


def _newly_asked(before: tuple[Decision, ...], after: tuple[Decision, ...]) -> tuple[Decision, ...]:
    """Decisions of seats that were not asked the same kind of thing before.

    The next action of a turn, or the next change of a draft, is no news.
    """
    known = {(each.seat, each.kind, each.secret, each.waits) for each in before}
    return tuple(
        each for each in after if (each.seat, each.kind, each.secret, each.waits) not in known
    )


def _needs_no_panel(
    actor: Seat | None,
    before: tuple[Decision, ...],
    after: tuple[Decision, ...],
    newly: tuple[Decision, ...],
    users: Container[Seat],
) -> bool:
    """Whether the one on turn has acted and nobody else is called: the live panel is edited.

    Either their turn goes on, or a computer player is next, whose own panel follows at once.
    Looks at nothing but what everybody may know.

    ``users``  seats where people sit
    """
    asks_others = any(
        not each.secret and each.seat != actor and each.seat in users for each in newly
    )
    secretly = [any(each.secret and each.waits for each in some) for some in (before, after)]
    awaited = _awaited_seats(after)
    theirs = awaited == {actor}
    computers = bool(awaited) and not any(seat in users for seat in awaited)
    return (
        _awaited_seats(before) == {actor}
        and (theirs or computers)
        and secretly[0] == secretly[1]
        and not asks_others
    )


def _awaited_seats(decisions: tuple[Decision, ...]) -> set[Seat]:
    return {each.seat for each in decisions if each.waits and not each.secret}
