"""Every record comes back from the database as it went in."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, insert, select

from bot.play.refusals import BadCharacter
from bot.play.storage import outbox, profiles, records
from bot.play.storage.records import MatchId
from bot.store import codec, tables
from bot.store.sqlite.database_file import migrate
from bot.store.sqlite.engines import migrating_engine
from bot.store.store import SqlStore
from games.core.types import Seat
from tests.store.make import a_match, opening

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


def made(kind: type[Any]) -> st.SearchStrategy[Any]:
    by_type = {"DiscordId": snowflakes, "DiscordId | None": st.none() | snowflakes}
    wide = {field.name: by_type[str(field.type)] for field in fields(kind) if field.type in by_type}
    return st.builds(kind, **wide)


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Any:
    file: Path = tmp_path_factory.mktemp("codec") / "starpost.db"
    migrate(file, 0.2)
    # Without references: a record stands alone here.
    with migrating_engine(file, 0.2).connect() as connected:
        yield connected


@pytest.mark.parametrize("kind", tables.OF, ids=lambda kind: kind.__name__)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_record_comes_back_as_it_went_in(
    connection: Connection, kind: type[Any], data: st.DataObject
) -> None:
    table = tables.OF[kind]
    before = data.draw(made(kind))
    row = codec.values(before)
    if kind in (profiles.Holiday, profiles.Try) and before.id is None:
        del row["id"]
    if kind is outbox.OutboxMessage:
        row["delivery"] = tables.Delivery.WAITING
    connection.execute(insert(table), row)
    after = codec.record(kind, connection.execute(select(*codec.columns(table, kind))).one())
    connection.rollback()
    if hasattr(before, "id") and before.id is None:
        before = replace(before, id=1)  # the database numbers the first row of an empty table
    assert after == before
    for field in fields(kind):
        value = getattr(after, field.name)
        assert type(value) is type(getattr(before, field.name))
        if isinstance(value, datetime):
            assert value.tzinfo is UTC


def test_no_row_is_no_record() -> None:
    assert codec.record(records.Match, None) is None


async def test_text_that_not_every_database_takes_is_refused(store: SqlStore) -> None:
    host = records.SeatHolder(a_match().id, Seat(0), 51, "An\0n")
    async with store.writing() as work:
        await work.record(replace(opening(a_match()), holders=(host,)))
        with pytest.raises(BadCharacter):
            await work.commit()
    assert (await store.counts())["matches"] == 0
