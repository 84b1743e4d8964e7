"""Every record comes back from the database as it went in."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, Table, insert, select

from bot.play import outbox, profiles, records
from bot.play.records import MatchId
from bot.store import codec, tables
from bot.store.engines import migrating_engine
from bot.store.migrate import migrate
from games.core.seats import Seat

TABLES: dict[type[Any], Table] = {
    records.Match: tables.matches,
    records.SeatHolder: tables.seat_holders,
    records.Entry: tables.entries,
    records.Snapshot: tables.snapshots,
    records.OpenDecision: tables.decisions,
    records.Sweep: tables.sweeps,
    records.Press: tables.presses,
    outbox.OutboxMessage: tables.outbox,
    records.Audit: tables.audit,
    profiles.Player: tables.players,
    records.Server: tables.servers,
    records.Pack: tables.packs,
    profiles.Holiday: tables.holidays,
    profiles.Proposal: tables.proposals,
    profiles.Result: tables.results,
    profiles.Seen: tables.seen,
    profiles.Explained: tables.explained,
}

snowflakes = st.integers(0, 2**63 - 1)
numbers = st.integers(0, 2**31 - 1)
zones = st.integers(-840, 840).map(lambda minutes: timezone(timedelta(minutes=minutes)))
times = st.datetimes(
    datetime(2000, 1, 1),  # noqa: DTZ001  # Hypothesis puts the zone on it
    datetime(2200, 1, 1),  # noqa: DTZ001  # as above
    timezones=zones,
)
# PostgreSQL stores no NUL in text.
words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
match_ids = st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=8, max_size=8).map(MatchId)
for kind, values in (
    (MatchId, match_ids),
    (Seat, numbers.map(Seat)),
    (int, numbers),
    (datetime, times),
    (str, words),
    # In whole seconds: so they are stored.
    (timedelta, st.integers(1, 10**9).map(lambda seconds: timedelta(seconds=seconds))),
):
    st.register_type_strategy(kind, values)

WIDE = {"server", "channel", "host", "panel", "user", "interaction", "message", "id", "by"}
"""Fields that hold Discord's numbers."""


def made(kind: type[Any]) -> st.SearchStrategy[Any]:
    by_type = {"int": snowflakes, "int | None": st.none() | snowflakes}
    wide = {
        field.name: by_type[str(field.type)]
        for field in fields(kind)
        if field.name in WIDE and field.type in by_type
    }
    return st.builds(kind, **wide)


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Any:
    file: Path = tmp_path_factory.mktemp("codec") / "starpost.db"
    migrate(file, 0.2)
    # Without references: a record stands alone here.
    with migrating_engine(file, 0.2).connect() as connected:
        yield connected


def test_every_record_has_a_table_and_every_table_a_record() -> None:
    assert {table.name for table in TABLES.values()} == set(tables.metadata.tables)


@pytest.mark.parametrize("kind", TABLES, ids=lambda kind: kind.__name__)
def test_every_field_has_its_column(kind: type[Any]) -> None:
    assert {field.name for field in fields(kind)} <= set(TABLES[kind].c.keys())


@pytest.mark.parametrize("kind", TABLES, ids=lambda kind: kind.__name__)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_record_comes_back_as_it_went_in(
    connection: Connection, kind: type[Any], data: st.DataObject
) -> None:
    table = TABLES[kind]
    before = data.draw(made(kind))
    row = codec.values(before)
    if kind is profiles.Holiday and before.id is None:
        del row["id"]
    if kind is outbox.OutboxMessage:
        row["delivery"] = tables.Delivery.WAITING
    connection.execute(insert(table), row)
    after = codec.record(kind, connection.execute(select(*codec.columns(table, kind))).one())
    connection.rollback()
    if kind in (outbox.OutboxMessage, profiles.Holiday) and before.id is None:
        before = replace(before, id=1)  # the database numbers the first row of an empty table
    assert after == before
    for field in fields(kind):
        value = getattr(after, field.name)
        assert type(value) is type(getattr(before, field.name))
        if isinstance(value, datetime):
            assert value.tzinfo is UTC


def test_no_row_is_no_record() -> None:
    assert codec.record(records.Match, None) is None
