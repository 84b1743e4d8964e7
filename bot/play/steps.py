"""From what the rules say happened to what the store must write."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from bot.play import dice, effects
from bot.play.positions import ENDINGS, ROLLS
from bot.play.records import (
    Audit,
    Change,
    Entry,
    Hold,
    Kind,
    Match,
    OpenDecision,
    Snapshot,
    Status,
)
from games.core.contract import AnyGame, Pending
from games.core.decisions import Decision, Decisions
from games.core.endings import Ending
from games.core.events import Event
from games.core.replay import settle
from games.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Line:
    """One entry in the making, with the state it leads to."""

    kind: Kind
    body: str
    state: Any
    events: tuple[Event, ...]
    seat: Seat | None = None
    decision: Decision | None = None
    text: str = ""


def is_public(line: Line) -> bool:
    """Whether everybody may know that this entry exists."""
    return line.kind is not Kind.MOVE or any(event.only is None for event in line.events)


def with_dice(game: AnyGame, match: Match, line: Line) -> list[Line]:
    """The line, followed by the rolls that the rules ask for after it."""
    lines = [line]

    def roll(chance: Any) -> Any:
        return dice.roll(match.seed, match.id, match.seq + len(lines) + 1, chance)

    for thrown, step in settle(game, line.state, roll):
        body = ROLLS.write(thrown.rolled).decode()
        lines.append(Line(Kind.DICE, body, step.state, step.events))
    return lines


def change(
    game: AnyGame,
    match: Match,
    holds: tuple[Hold, ...],
    lines: Sequence[Line],
    *,
    user: int,
    before: frozenset[str],
    now: datetime,
    action: str,
    ending: Ending | None = None,
) -> Change:
    """Everything these lines write.

    ``ending`` ends the match from outside the rules (a resignation); otherwise
    the rules' own ``pending`` of the last state decides.
    """
    entries = _entries(game, match, lines, user, now)
    state = lines[-1].state
    pending: Pending = ending or game.pending(state)
    over = pending if isinstance(pending, Ending) else None
    after = pending if isinstance(pending, Decisions) else None
    grown = replace(
        match,
        seq=entries[-1].seq,
        shown=max((entry.shown for entry in entries if entry.shown), default=match.shown),
        status=Status.OVER if over else Status.RUNNING,
        ending=ENDINGS.write(over).decode() if over else None,
        finished_at=now if over else None,
    )
    happened = [
        (entry.seq, entry.shown is not None, line.events)
        for entry, line in zip(entries, lines, strict=True)
    ]
    return Change(
        match=grown,
        expected=match.seq,
        audit=Audit(now, user, action, match.id),
        entries=entries,
        snapshots=tuple(
            Snapshot(
                match.id, entry.seq, game.state_form.write(line.state), game.meta.rules_version
            )
            for entry, line in zip(entries, lines, strict=True)
        ),
        closed=tuple(sorted(before - {d.key for d in (after.open if after else ())})),
        opened=tuple(
            OpenDecision(match.id, d.key, d.seat, d.kind, d.waits, now)
            for d in (after.open if after else ())
            if d.key not in before
        ),
        parcels=effects.of_step(grown, holds, lines[0].seat, before, after, happened, now),
    )


def _entries(
    game: AnyGame, match: Match, lines: Sequence[Line], user: int, now: datetime
) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    shown = match.shown
    for number, line in enumerate(lines, start=1):
        public = is_public(line)
        shown += public
        secret = line.decision is not None and line.decision.secret
        written = (game.event_form.write(event).decode() for event in line.events)
        entries.append(
            Entry(
                match=match.id,
                seq=match.seq + number,
                kind=line.kind,
                body=line.body,
                events=f"[{','.join(written)}]",
                rules_version=game.meta.rules_version,
                at=now,
                shown=shown if public else None,
                seat=line.seat,
                user=user if line.seat is not None else None,
                decision=line.decision.key if line.decision else None,
                text="" if secret else line.text,
            )
        )
    return tuple(entries)


def start_body(settings: str, teams: tuple[int, ...]) -> str:
    return json.dumps({"settings": json.loads(settings), "teams": list(teams)})
