"""Records for the tests of the store: plain, complete, different from their defaults."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind, OutboxMessage
from bot.play.storage.packing import pack
from bot.play.storage.records import (
    Audit,
    Change,
    Entry,
    EntryKind,
    Match,
    MatchId,
    OpenDecision,
    PreparedAnswers,
    Press,
    SeatHolder,
    SeatingOrder,
    Snapshot,
    Status,
)
from bot.store.store import SqlStore
from games.core.types import Seat

Found = TypeVar("Found")

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
MATCH = MatchId("abcdefg2")


def at(minutes: float) -> datetime:
    """So many minutes past noon."""
    return NOON + timedelta(minutes=minutes)


async def look_up(store: SqlStore, query: queries.Query[Found]) -> Found:
    async with store.reading() as reader:
        return await reader.read(query)


def a_match(number: int = 0, *, status: Status = Status.LOBBY, minutes: float = 0) -> Match:
    """Match ``number``, each in a channel of its own on server 7."""
    return Match(
        id=MatchId(f"match{number:03}"),
        game="toy",
        settings='{"size":8}',
        rules_version=3,
        status=status,
        server=7,
        channel=1000 + number,
        host=51,
        seats=2,
        seating=SeatingOrder.CHOICE,
        seed=bytes(range(32)),
        created_at=at(minutes),
    )


def an_entry(match: Match, seq: int, *, decision: str | None = None) -> Entry:
    return Entry(
        match=match.id,
        seq=seq,
        kind=EntryKind.MOVE,
        body=f'{{"to":{seq}}}',
        events="[]",
        rules_version=match.rules_version,
        at=at(seq),
        shown=seq,
        seat=Seat(seq % 2),
        user=51,
        decision=decision or f"turn{seq}",
        text=f"E5-H{seq}",
    )


def an_outbox_message(
    match: Match, seq: int, *, minutes: float = 0, kind: MessageKind = MessageKind.PANEL
) -> OutboxMessage:
    return OutboxMessage(match.id, kind, seq, f"nonce-{seq}-{kind}", at(minutes))


def a_press(interaction: int, match: Match | None = None) -> Press:
    return Press(interaction, 51, match.id if match else None, "done", at(1))


def opening(match: Match) -> Change:
    """The change that makes a new match."""
    return Change(match, None, Audit(at(0), match.host, "new", match.id))


def step(match: Match) -> Change:
    """Everything that one move writes, on top of ``match`` as it is stored."""
    seq = match.seq + 1
    return Change(
        match=replace(match, status=Status.RUNNING, seq=seq, shown=seq),
        expected=match.seq,
        audit=Audit(at(seq), 51, "move", match.id, f"#{seq}"),
        entries=(an_entry(match, seq),),
        snapshots=(Snapshot(match.id, seq, pack(b"state %d" % seq), match.rules_version),),
        holders=(
            SeatHolder(match.id, Seat(0), 51, "Ann", answers="{}"),
            SeatHolder(match.id, Seat(1), 52, "Bo"),
        ),
        answers=(PreparedAnswers(match.id, Seat(0), "{}"),),
        closed=(f"turn{seq}",),
        opened=(
            OpenDecision(
                match.id, f"turn{seq + 1}", Seat((seq + 1) % 2), "turn", True, at(seq + 60)
            ),
        ),
        outbox_messages=(an_outbox_message(match, seq, minutes=seq),),
        press=a_press(9000 + seq, match),
    )
