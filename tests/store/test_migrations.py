"""The schema: as the code describes it, up and down, whole or not at all."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from bot.play.answers.conditional_moves import line_text
from bot.play.seat_holders import load_answers
from bot.play.storage import queries
from bot.play.storage.records import SeatHolder
from bot.store import migrate as migrating
from bot.store import reading, tables
from bot.store.migrate import config, head
from bot.store.sqlite.database_file import migrate
from bot.store.sqlite.engines import migrating_engine
from bot.store.store import SqlStore
from bot.store.unusable import StoreUnusable
from games.core.standing import StandingOrder
from games.core.types import Seat
from tests.store.make import a_match, opening, step

LATER = """
import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{below}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    {upgrade}


def downgrade() -> None:
    {downgrade}
"""


@contextmanager
def connected(file: Path) -> Iterator[Connection]:
    with migrating_engine(file, 0.2).begin() as connection:
        yield connection


def schema(file: Path) -> set[tuple[str, str]]:
    """Kind and definition of everything in the schema of ``file``."""
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute("SELECT type, coalesce(sql, name) FROM sqlite_schema").fetchall()
    return set(rows)


def one_more(folder: Path, monkeypatch: pytest.MonkeyPatch, upgrade: str, downgrade: str) -> None:
    """A later release with one more migration than there is now."""
    scripts = folder / "migrations"
    (scripts / "versions").mkdir(parents=True)
    for script in (migrating.SCRIPTS / "env.py", *migrating.SCRIPTS.glob("versions/*.py")):
        (scripts / script.relative_to(migrating.SCRIPTS)).write_bytes(script.read_bytes())
    text = LATER.format(revision="later", below=head(), upgrade=upgrade, downgrade=downgrade)
    (scripts / "versions" / "later.py").write_text(text)
    monkeypatch.setattr(migrating, "SCRIPTS", scripts)


async def fill(file: Path) -> dict[str, int]:
    store = await SqlStore.open(f"sqlite:///{file}")
    match = a_match()
    async with store.writing() as work:
        await work.record(opening(match))
        await work.record(step(match))
        await work.commit()
    counts = dict(await store.counts())
    await store.aclose()
    return counts


def test_the_migrations_make_exactly_the_tables_of_the_code(file: Path) -> None:
    migrate(file, 0.2)
    with connected(file) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, tables.metadata) == []


def test_the_comparison_would_see_a_difference(file: Path) -> None:
    migrate(file, 0.2)
    with connected(file) as connection:
        connection.exec_driver_sql("ALTER TABLE audit ADD COLUMN extra TEXT")
        connection.exec_driver_sql("DROP INDEX uq_matches_open_channel")
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert len(compare_metadata(context, tables.metadata)) == 2


def test_constraints_are_the_same_as_those_of_the_code(file: Path, tmp_path: Path) -> None:
    migrate(file, 0.2)
    described = tmp_path / "described.db"
    with connected(described) as connection:
        tables.metadata.create_all(connection)

    def keys(path: Path) -> dict[str, list[str]]:
        # Without the first column, a running number.
        with closing(sqlite3.connect(path)) as connection:
            return {
                f"{pragma} {table}": sorted(
                    repr(row[1:]) for row in connection.execute(f"PRAGMA {pragma}({table})")
                )
                for table in tables.metadata.tables
                for pragma in ("foreign_key_list", "index_list", "table_info")
            }

    assert keys(file) == keys(described)


def test_there_is_one_line_of_migrations() -> None:
    scripts = ScriptDirectory(str(migrating.SCRIPTS))
    assert scripts.get_heads() == [head()]
    assert scripts.get_bases() == ["0001"]


async def test_down_to_nothing_and_up_again(file: Path) -> None:
    await fill(file)
    whole = schema(file)
    with connected(file) as connection:
        command.downgrade(config(connection), "base")
    assert {kind for kind, _ in schema(file)} <= {"table", "index"}
    with closing(sqlite3.connect(file)) as plain:
        names = plain.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    assert names == [("alembic_version",)]
    with connected(file) as connection:
        command.upgrade(config(connection), "head")
    assert schema(file) == whole


async def test_a_start_on_an_up_to_date_file_changes_and_copies_nothing(file: Path) -> None:
    counts = await fill(file)
    store = await SqlStore.open(f"sqlite:///{file}")
    assert await store.counts() == counts
    await store.aclose()
    assert [path.name for path in file.parent.iterdir()] == [file.name]


async def test_a_file_that_is_behind_is_copied_and_upgraded_with_its_data(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = await fill(file)
    before = schema(file)
    one_more(
        tmp_path,
        monkeypatch,
        "op.add_column('audit', sa.Column('why', sa.Text(), server_default='-'))",
        "op.drop_column('audit', 'why')",
    )
    store = await SqlStore.open(f"sqlite:///{file}")
    assert await store.counts() == counts
    await store.aclose()
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT why FROM audit").fetchall() == [("-",), ("-",)]
    assert schema(file.with_name("starpost-before-later.db")) == before
    with connected(file) as connection:
        command.downgrade(config(connection), "-1")
    assert schema(file) == before


async def test_a_table_with_references_to_it_can_be_built_anew(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = await fill(file)
    one_more(
        tmp_path,
        monkeypatch,
        "with op.batch_alter_table('matches', recreate='always') as table:\n"
        "        table.add_column(sa.Column('motto', sa.Text()))",
        "pass",
    )
    store = await SqlStore.open(f"sqlite:///{file}")
    assert await store.counts() == counts
    await store.aclose()


@pytest.mark.parametrize("point", ["raise OSError('power')", "op.execute('DELETE FROM matches')"])
async def test_a_migration_that_fails_half_way_leaves_the_old_database(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, point: str
) -> None:
    counts = await fill(file)
    before = schema(file)
    with monkeypatch.context() as later:
        one_more(tmp_path, later, f"op.drop_table('audit')\n    {point}", "pass")
        with pytest.raises((OSError, StoreUnusable), match=r"power|broken references"):
            await SqlStore.open(f"sqlite:///{file}")
    assert schema(file) == before
    store = await SqlStore.open(f"sqlite:///{file}")
    assert await store.counts() == counts
    await store.aclose()


async def test_a_newer_database_is_refused_in_words_and_left_as_it_is(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as later:
        one_more(tmp_path, later, "op.add_column('audit', sa.Column('why', sa.Text()))", "pass")
        await fill(file)
    before = schema(file)
    with pytest.raises(StoreUnusable, match=rf"newer Starpost \(schema later; .* up to {head()}\)"):
        await SqlStore.open(f"sqlite:///{file}")
    assert schema(file) == before


async def test_a_newer_database_names_the_copy_that_this_release_can_use(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = await fill(file)
    file.with_name("starpost-before-0009.db").write_bytes(b"not the first of its name")
    with monkeypatch.context() as later:
        one_more(tmp_path, later, "op.add_column('audit', sa.Column('why', sa.Text()))", "pass")
        await (await SqlStore.open(f"sqlite:///{file}")).aclose()
    copy = file.with_name("starpost-before-later.db")
    with pytest.raises(StoreUnusable) as refused:
        await SqlStore.open(f"sqlite:///{file}")
    assert f"or put the copy {copy}, saved before the upgrade, in its place" in str(refused.value)
    assert "remove the -wal and -shm files beside it" in str(refused.value)
    copy.replace(file)
    store = await SqlStore.open(f"sqlite:///{file}")
    assert await store.counts() == counts
    await store.aclose()


async def test_two_starts_at_once_migrate_once(file: Path) -> None:
    stores = await asyncio.gather(*(SqlStore.open(f"sqlite:///{file}") for _ in range(4)))
    for store in stores:
        assert (await store.counts())["matches"] == 0
        await store.aclose()


async def test_missing_scripts_are_refused_in_words(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrating, "SCRIPTS", tmp_path / "nowhere")
    with pytest.raises(StoreUnusable, match="nowhere is missing"):
        await SqlStore.open(f"sqlite:///{file}")


TREE = [
    {
        "when": "D7",
        "reply": "B5",
        "further": [
            {"when": "*", "reply": "C5", "further": []},
            {"when": "E8", "reply": "C6", "further": [{"when": "*", "reply": "D6", "further": []}]},
        ],
    },
    {"when": "*", "reply": "B6", "further": []},
]
WAYS = ["D7 : B5 / * : C5", "D7 : B5 / E8 : C6 / * : D6", "* : B6"]
OLDER_ANSWERS = (
    ("", ""),
    ('[{"topic":"zone","about":"","value":"ask"}]', ""),
    ('[{"topic":"pay","about":"B2","value":"“no”"}]', json.dumps(TREE)),
    ("", json.dumps(TREE)),
)


async def test_answers_in_advance_move_to_a_table_of_their_own_and_back(store: SqlStore) -> None:
    """From two columns of the holders, the conditional moves as a tree."""
    match = replace(a_match(), seats=len(OLDER_ANSWERS))
    seats = [Seat(seat) for seat in range(match.seats)]
    holders = tuple(SeatHolder(match.id, seat, 51 + seat, "x") for seat in seats)

    def before(connection: Connection) -> None:
        command.downgrade(config(connection), "0013")
        for seat, (orders, lines) in enumerate(OLDER_ANSWERS):
            given = {"orders": orders, "lines": lines, "seat": seat}
            connection.execute(
                text("UPDATE seat_holders SET orders = :orders, lines = :lines WHERE seat = :seat"),
                given,
            )

    def columns(connection: Connection) -> list[tuple[Any, ...]]:
        rows = connection.execute(text("SELECT orders, lines FROM seat_holders ORDER BY seat"))
        return [tuple(json.loads(each or "[]") for each in row) for row in rows]

    async with store.writing() as work:
        await work.record(replace(opening(match), holders=holders))
        run = work._database.run
        await run(before)
        was = await run(columns)
        await run(lambda connection: command.upgrade(config(connection), "head"))
        answers = [load_answers(each) for each in await work.read(queries.Holders(match.id))]
        assert [each.orders for each in answers] == [
            tuple(StandingOrder(**order) for order in orders) for orders, _ in was
        ]
        assert [[line_text(line) for line in each.lines] for each in answers] == [
            [],
            [],
            WAYS,
            WAYS,
        ]
        assert (await run(reading.counts))["answers"] == 3
        await run(lambda connection: command.downgrade(config(connection), "0013"))
        assert await run(columns) == was


async def test_who_took_a_seat_over_in_an_earlier_release_has_helped_and_not_lost(
    file: Path,
) -> None:
    await fill(file)
    results = {
        "rated": [(1, "won", 1), (2, "left", 1), (3, "lost", 0), (4, "left", 0)],
        "other": [(1, "lost", 0), (5, "lost", 0)],  # unrated; the log says who began
        "train": [(6, "lost", 0)],  # for practice
    }
    began = json.dumps([[0, 1, "Ann"], [1, None, "Computer 1"]])
    with connected(file) as connection:
        command.downgrade(config(connection), "0014")
    with closing(sqlite3.connect(file)) as plain:
        for channel, (name, rows) in enumerate(results.items()):
            copy(plain, "matches", id=name, channel=channel, practice=name == "train")
            for user, outcome, rated in rows:
                row = (name, user, 0, 0, 2, 7, "toy", "2026-03-01 12:00:00", outcome, rated)
                plain.execute(f"INSERT INTO results VALUES ({', '.join('?' * len(row))})", row)
        copy(plain, "entries", match_id="other", seating=began)
        plain.commit()
    await (await SqlStore.open(f"sqlite:///{file}")).aclose()
    with closing(sqlite3.connect(file)) as plain:
        known = plain.execute("SELECT match_id, user_id, outcome FROM results").fetchall()
    assert sorted(known) == [
        ("other", 1, "lost"),
        ("other", 5, "helped"),
        ("rated", 1, "won"),
        ("rated", 2, "left"),
        ("rated", 3, "helped"),
        ("rated", 4, "helped"),
        ("train", 6, "lost"),
    ]


def copy(connection: sqlite3.Connection, table: str, **other: object) -> None:
    """One more row like the first of ``table``, with some ``other`` values."""
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    values = ", ".join(f":{each}" if each in other else each for each in columns)
    connection.execute(f"INSERT INTO {table} SELECT {values} FROM {table} LIMIT 1", other)
