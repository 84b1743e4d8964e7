"""Sights of a match of the toy, made without a store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import discord

from bot.chat.platform.message import Message, walk
from bot.play.match.views import LogLine, MatchView
from bot.play.storage.records import EntryKind, Match, MatchId, SeatHolder, SeatingOrder, Status
from games.core.contract import AnyGame
from games.core.types import SPECTATOR, Decisions, Ending, Seat, Seated, Viewer
from tests.toy import GAME as TOY
from tests.toy.game import State
from tests.toy.view import Flame, ToyEvent

MATCH = Match(
    id=MatchId("abcdefg2"),
    game="toy",
    settings='{"oil": 5}',
    rules_version=1,
    status=Status.RUNNING,
    server=10,
    channel=20,
    host=1,
    seats=2,
    seating=SeatingOrder.CHOICE,
    seed=bytes(32),
    created_at=datetime(2026, 1, 1, tzinfo=UTC),
    seq=7,
    shown=6,
    panel=30,
)
ANN = SeatHolder(MATCH.id, Seat(0), 1, "Ann")
BO = SeatHolder(MATCH.id, Seat(1), 2, "Bo")

HIDING = State(lamps=(0, 0), oil=(4, 4))
PLAYING = State(lamps=(4, 2), oil=(4, 2), flames=(Flame(0, 2), *(None,) * 5), wind=1)
"""Red's lamp is in beacon 4 and Green's in beacon 2. It is Red's turn."""
DONE = replace(PLAYING, turns=4)


def seen(
    state: Any = PLAYING,
    viewer: Viewer = SPECTATOR,
    *,
    holders: tuple[SeatHolder, ...] = (ANN, BO),
    game: AnyGame = TOY,
    signs: Mapping[str, str] = MappingProxyType({}),
    **changes: Any,
) -> MatchView:
    """The match of ``game`` in ``state`` (``None`` for the lobby) as ``viewer`` sees it."""
    if state is None:
        lobby = replace(MATCH, status=Status.LOBBY, seq=0, shown=0, panel=None)
        return MatchView(replace(lobby, **changes), game, holders, viewer)
    pending = game.pending(state)
    opened = pending.open if isinstance(pending, Decisions) else ()
    ending = pending if isinstance(pending, Ending) else None
    match = replace(MATCH, status=Status.OVER if ending else Status.RUNNING)
    seat = viewer.seat if isinstance(viewer, Seated) else None
    return MatchView(
        replace(match, **changes),
        game,
        holders,
        viewer,
        game.view(state, viewer),
        mine=tuple(d for d in opened if d.seat == seat),
        awaited=tuple(d.seat for d in opened if not d.secret),
        waiting=tuple(d for d in opened if d.waits and not d.secret),
        secretly=any(d.secret for d in opened),
        ending=ending,
        signs=signs,
    )


def move(shown: int, seat: int, text: str, *sentences: str) -> LogLine:
    return LogLine(shown, EntryKind.MOVE, Seat(seat), text, sentences)


def did(
    shown: int, seat: int, text: str, *events: ToyEvent, kind: EntryKind = EntryKind.MOVE
) -> LogLine:
    """A move with what it led to."""
    sentences = tuple(map(TOY.words.tell, events))
    return LogLine(shown, kind, Seat(seat), text, sentences, events=events)


def parts(view: discord.ui.LayoutView) -> list[dict[str, Any]]:
    """All components as they are sent."""
    components: Iterable[dict[str, Any]] = view.to_components()  # type: ignore[no-untyped-call]  # discord.py left it untyped
    return [dict(part) for part in walk(components)]


def words(message: Message) -> str:
    """All text of a message."""
    return "\n".join(part["content"] for part in parts(message.view) if part["type"] == 10)


def labels(message: Message) -> list[str]:
    """The buttons, in order."""
    return [part["label"] for part in parts(message.view) if part["type"] == 2]


def ids(message: Message) -> list[str]:
    return [part["custom_id"] for part in parts(message.view) if "custom_id" in part]
