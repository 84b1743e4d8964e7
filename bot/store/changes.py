"""Writing: the statements of a step of a match, and the small ones beside it.

Every statement is a way to the database's thread and back, so a step uses few
of them, and lists go in one.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, Insert, Table, bindparam, delete, func, insert, select, update

from bot.play.outbox import OutboxMessage
from bot.play.ports import Conflict
from bot.play.profiles import Explained, Holiday, Player, Proposal, Result, Seen
from bot.play.records import (
    SNAPSHOT_EVERY,
    Audit,
    Change,
    MatchId,
    OpenDecision,
    Pack,
    Press,
    Server,
    Status,
    Sweep,
)
from bot.store import tables
from bot.store.codec import Record, values
from bot.store.tables import Delivery

# Without ``inline`` the driver is asked for the number of the new row each time.
_ADD: dict[Table, Insert] = {
    table: insert(table).inline() for table in tables.metadata.tables.values()
}
# Neither who it is, nor ``panel`` and ``told``: they are set when a message is known, beside the
# steps of the match, and a step that was built before must not take them back.
_FIXED = {"id", "panel", "told", "disclosed"}
_STEP = update(tables.matches).where(
    tables.matches.c.id == bindparam("moved"), tables.matches.c.seq == bindparam("expected")
)
# A match whose seed has been handed out stays over, however that fell together.
_STEP_OF_OPEN = _STEP.where(tables.matches.c.disclosed.is_(False))
_CLEAR_HOLDS = delete(tables.seat_holders).where(tables.seat_holders.c.match == bindparam("moved"))
_CLOSE = delete(tables.decisions).where(
    tables.decisions.c.match == bindparam("moved"), tables.decisions.c.key == bindparam("closed")
)
_RE_TIME = (
    update(tables.decisions)
    .where(
        tables.decisions.c.match == bindparam("moved"),
        tables.decisions.c.key == bindparam("put_off"),
    )
    .values(
        due_at=bindparam("later"),
        act_at=bindparam("then"),
        reminded=bindparam("times"),
        late=bindparam("over"),
    )
)
_RENEW = update(tables.snapshots).where(
    tables.snapshots.c.match == bindparam("moved"), tables.snapshots.c.seq == bindparam("old")
)


def record(connection: Connection, change: Change) -> None:
    """Write a step of a match. Raises ``Conflict`` when it was built on an older one."""
    _move(connection, change)
    match = change.match.id
    _add(connection, tables.entries, change.entries)
    _keep(connection, change)
    if change.holders is not None:
        if change.expected is not None:
            connection.execute(_CLEAR_HOLDS, {"moved": match})
        _add(connection, tables.seat_holders, change.holders)
    # Should what is stored have strayed from what the rules hold open, an old row must not
    # stand in the way of a new one.
    gone = (*change.closed, *(decision.key for decision in change.opened))
    if gone and change.expected is not None:
        connection.execute(_CLOSE, [{"moved": match, "closed": key} for key in gone])
    _add(connection, tables.decisions, change.opened)
    post(connection, change.outbox_messages)
    keep_proposals(connection, change.proposals)
    if change.results is not None:
        keep_results(connection, match, change.results)
    _add(connection, tables.audit, (change.audit,))
    if change.press is not None:
        _add(connection, tables.presses, (change.press,))


def _move(connection: Connection, change: Change) -> None:
    row = values(change.match)
    if change.expected is None:
        connection.execute(_ADD[tables.matches], row)
        return
    moved = {name: value for name, value in row.items() if name not in _FIXED}
    moved |= {"moved": change.match.id, "expected": change.expected}
    step = _STEP if change.match.status is Status.OVER else _STEP_OF_OPEN
    if connection.execute(step, moved).rowcount != 1:
        raise Conflict("the match has moved on")


def _keep(connection: Connection, change: Change) -> None:
    """The newest snapshot takes the place of the one before it, unless that is there to stay."""
    snapshots, old = change.snapshots, change.expected or 0
    if snapshots and old % SNAPSHOT_EVERY:
        row = values(snapshots[-1]) | {"moved": change.match.id, "old": old}
        if connection.execute(_RENEW, row).rowcount == 1:
            snapshots = snapshots[:-1]
    _add(connection, tables.snapshots, snapshots)


def _add(connection: Connection, table: Table, lines: Sequence[Record]) -> None:
    if lines:
        connection.execute(_ADD[table], [values(line) for line in lines])


def keep_player(connection: Connection, player: Player) -> None:
    preferences = values(player)
    user = preferences.pop("user")
    known = update(tables.players).where(tables.players.c.user == user).values(preferences)
    if connection.execute(known).rowcount == 0:
        _add(connection, tables.players, (player,))


def see_server(connection: Connection, server: int, now: datetime) -> None:
    known = select(tables.servers.c.id).where(tables.servers.c.id == server)
    if connection.execute(known).first() is None:
        _add(connection, tables.servers, (Server(server, now),))


def allow_alpha(connection: Connection, server: int, since: datetime | None) -> None:
    this = update(tables.servers).where(tables.servers.c.id == server)
    connection.execute(this.values(alpha_since=since))


def post(connection: Connection, outbox_messages: tuple[OutboxMessage, ...]) -> None:
    if outbox_messages:
        waiting = {"delivery": Delivery.WAITING}
        rows = [values(outbox_message) | waiting for outbox_message in outbox_messages]
        for row in rows:
            del row["id"]  # the database numbers them in the order in which they are posted
        connection.execute(_ADD[tables.outbox], rows)


def set_panel(connection: Connection, match: MatchId, message: int | None, told: int) -> None:
    matches = tables.matches
    live = update(matches).where(matches.c.id == match).values(panel=message, told=told)
    connection.execute(live)


def lost_channel(connection: Connection, channel: int, now: datetime) -> None:
    matches = tables.matches
    these = (matches.c.channel == channel, matches.c.status == Status.OVER)
    connection.execute(update(matches).where(*these).values(gone_at=now))


def disclose(connection: Connection, match: MatchId) -> bool:
    matches = tables.matches
    these = (matches.c.id == match, matches.c.status == Status.OVER)
    return connection.execute(update(matches).where(*these).values(disclosed=True)).rowcount > 0


def not_due(connection: Connection, match: MatchId, keys: tuple[str, ...]) -> None:
    decisions = tables.decisions
    these = (decisions.c.match == match, decisions.c.key.in_(keys))
    connection.execute(update(decisions).where(*these).values(due_at=None, act_at=None))


def swept(connection: Connection, now: datetime) -> None:
    if connection.execute(update(tables.sweeps).values(at=now)).rowcount == 0:
        _add(connection, tables.sweeps, (Sweep(now),))


def re_time(connection: Connection, rows: Sequence[OpenDecision]) -> None:
    """Give these open decisions the times that stand in them."""
    if rows:
        these = [
            {
                "moved": row.match,
                "put_off": row.key,
                "later": row.due_at,
                "then": row.act_at,
                "times": row.reminded,
                "over": row.late,
            }
            for row in rows
        ]
        connection.execute(_RE_TIME, these)


def keep_pack(connection: Connection, pack: Pack) -> None:
    drop_pack(connection, pack.server, pack.game, pack.key)
    _add(connection, tables.packs, (pack,))


def drop_pack(connection: Connection, server: int, game: str, key: str) -> bool:
    packs = tables.packs.c
    these = (packs.server == server, packs.game == game, packs.key == key)
    return connection.execute(delete(tables.packs).where(*these)).rowcount > 0


def note(connection: Connection, audit: Audit, press: Press) -> None:
    _add(connection, tables.audit, (audit,))
    _add(connection, tables.presses, (press,))


def message_sent(
    connection: Connection, outbox_message: int, message: int | None, now: datetime
) -> None:
    _deliver(connection, outbox_message, delivery=Delivery.SENT, sent_at=now, sent_message=message)


def message_again(
    connection: Connection, outbox_message: int, due_at: datetime, fault: str
) -> None:
    _deliver(
        connection, outbox_message, due_at=due_at, fault=fault, tries=tables.outbox.c.tries + 1
    )


def message_parked(connection: Connection, outbox_message: int, fault: str, blocked: bool) -> None:
    tries = tables.outbox.c.tries + 1
    delivery = Delivery.BLOCKED if blocked else Delivery.PARKED
    _deliver(connection, outbox_message, delivery=delivery, fault=fault, tries=tries)


def unblock(connection: Connection, match: MatchId, channel: int, now: datetime) -> None:
    outbox = tables.outbox
    here = select(tables.matches.c.channel).where(tables.matches.c.id == match).scalar_subquery()
    these = update(outbox).where(
        outbox.c.match == match,
        tables.unsent,
        outbox.c.delivery == Delivery.BLOCKED,
        func.coalesce(outbox.c.channel, here) == channel,
    )
    connection.execute(these.values(delivery=Delivery.WAITING, due_at=now))


def _deliver(connection: Connection, outbox_message: int, **news: object) -> None:
    outbox = tables.outbox
    connection.execute(update(outbox).where(outbox.c.id == outbox_message).values(**news))


def keep_proposals(connection: Connection, proposals: Sequence[Proposal]) -> None:
    """Add them, or put them in the place of those with their ids."""
    if not proposals:
        return
    table = tables.proposals
    connection.execute(delete(table).where(table.c.id.in_([each.id for each in proposals])))
    connection.execute(insert(table), [values(each) for each in proposals])


def keep_results(connection: Connection, match: MatchId, results: Sequence[Result]) -> None:
    """Instead of those that are stored of this match."""
    table = tables.results
    connection.execute(delete(table).where(table.c.match == match))
    if results:
        connection.execute(insert(table), [values(each) for each in results])


def see(connection: Connection, seen: Seen) -> None:
    """Never less than was seen before."""
    table = tables.seen
    this = (table.c.match == seen.match, table.c.user == seen.user)
    known = connection.scalar(select(table.c.seq).where(*this))
    if known is None:
        connection.execute(insert(table), values(seen))
    elif known < seen.seq:
        connection.execute(update(table).where(*this).values(seq=seen.seq))


def explain(connection: Connection, marks: Sequence[Explained]) -> None:
    """Add those that are not there yet."""
    each = tables.explained.c
    for mark in marks:
        this = (each.user == mark.user, each.game == mark.game, each.mark == mark.mark)
        if connection.execute(select(each.mark).where(*this)).first() is None:
            _add(connection, tables.explained, (mark,))


def forget_explained(connection: Connection, user: int) -> None:
    connection.execute(delete(tables.explained).where(tables.explained.c.user == user))


def keep_holiday(connection: Connection, holiday: Holiday) -> None:
    row = values(holiday)
    number = row.pop("id")
    table = tables.holidays
    if number is None:
        connection.execute(insert(table), row)
    else:
        connection.execute(update(table).where(table.c.id == number).values(row))


def drop_holiday(connection: Connection, holiday: int) -> None:
    connection.execute(delete(tables.holidays).where(tables.holidays.c.id == holiday))
