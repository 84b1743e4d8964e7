"""Which messages must leave because of a step of a match.

Parcels carry ids only. Whether a player wants a DM is looked up when it is
sent: wishes may have changed by then.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from datetime import datetime

from bot.play.records import Errand, Hold, Match, Parcel, Status
from games.core.decisions import Decisions
from games.core.events import Event
from games.core.seats import Seat


def parcel(
    match: Match, errand: Errand, seq: int, now: datetime, *, user: int | None = None, mark: int = 0
) -> Parcel:
    """A parcel whose nonce tells this errand of this entry from all others.

    ``mark`` tells apart what shares errand and entry: the seat, or the moment.
    Discord shows the nonce with the message, so ``seq`` does not stand in it to be read.
    """
    name = f"nonce:{match.id}:{seq}:{errand}:{mark}"
    nonce = hmac.digest(match.seed, name.encode(), hashlib.sha256).hex()[:24]
    return Parcel(match.id, errand, seq, nonce, now, user=user)


def lobby(match: Match, seq: int, now: datetime) -> tuple[Parcel, ...]:
    """The lobby changed: its panel is posted once and then edited."""
    if match.panel is None:
        return (parcel(match, Errand.PANEL, 0, now),)
    moment = round(now.timestamp() * 1e6)
    return (parcel(match, Errand.REFRESH, seq, now, mark=moment),)


def of_step(
    match: Match,
    holds: tuple[Hold, ...],
    actor: Seat | None,
    before: frozenset[str],
    after: Decisions | None,
    happened: Iterable[tuple[int, bool, tuple[Event, ...]]],
    now: datetime,
) -> tuple[Parcel, ...]:
    """What must be said after some entries.

    ``before``    keys of the decisions that were open
    ``after``     the decisions open now, ``None`` when the match is over
    ``happened``  per entry: its ``seq``, whether the public may know of it, its events
    """
    parcels: list[Parcel] = []
    users = {hold.seat: hold.user for hold in holds}
    entries = tuple(happened)
    public = [seq for seq, shown, _ in entries if shown]
    if public:
        parcels.append(parcel(match, Errand.PANEL, public[0], now))
    last = entries[-1][0]
    opened = after.open if after is not None else ()
    newly = [decision for decision in opened if decision.key not in before]
    for seq, _, events in entries:
        # The one who acted is told, too: private answers vanish, a DM stays.
        told = {seat for event in events if event.only is not None for seat in event.only}
        parcels.extend(
            parcel(match, Errand.SECRET, seq, now, user=users[seat], mark=seat)
            for seat in sorted(told)
            if seat in users
        )
    if match.status is Status.OVER:
        parcels.extend(
            parcel(match, Errand.OVER, last, now, user=hold.user, mark=hold.seat) for hold in holds
        )
    else:
        # The one who acted is asked as well: a secret choice is named nowhere in the channel.
        parcels.extend(
            parcel(match, Errand.ASK, last, now, user=users[seat], mark=seat)
            for seat in sorted({decision.seat for decision in newly if decision.secret})
            if seat in users
        )
        turns = {decision.seat for decision in newly if decision.waits and not decision.secret}
        parcels.extend(
            parcel(match, Errand.TURN, last, now, user=users[seat], mark=seat)
            for seat in sorted(turns)
            if seat != actor and seat in users
        )
    return tuple(parcels)
