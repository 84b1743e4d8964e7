"""The schema: as the code describes it, up and down, whole or not at all."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.play import clocks
from bot.play.chairs import Instead
from bot.play.house import furnish
from bot.play.motions import Wish
from bot.play.people import Proposed
from bot.play.records import MatchId
from bot.play.seatings import seatings
from bot.play.table import Submit, Typed
from bot.store import migrate as migrating
from bot.store import tables
from bot.store.engines import migrating_engine
from bot.store.faults import StoreUnusable
from bot.store.migrate import config, head, migrate
from bot.store.store import SqlStore
from tests.play.conftest import ALICE, BOB, Club, HeldClock, KnownEntropy
from tests.play.folding import from_log
from tests.store.make import a_match, opening, step
from tests.toy import GAME as TOY

OLD = """
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
    text = OLD.format(revision="later", below=head(), upgrade=upgrade, downgrade=downgrade)
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


FIRST_RELEASE = """
    INSERT INTO servers VALUES (100, '2026-01-01 12:00:00');
    INSERT INTO matches VALUES ('oldmatch', 'toy', '{"oil":4}', 1, 'running', 100, 200, 1, 2,
        'choice', x'00112233', '2026-01-01 12:00:00', 4, 4, 555, NULL, NULL);
    INSERT INTO holds VALUES ('oldmatch', 0, 1, 'Alice'), ('oldmatch', 1, 2, 'Bob');
    INSERT INTO entries VALUES
        ('oldmatch', 1, 'start', '{"settings":{"oil":4},"teams":[0,1]}', '[]', 1,
         '2026-01-01 12:00:00', 1, NULL, NULL, NULL, '', 1),
        ('oldmatch', 2, 'move', '{"lamp":2,"kind":"hide"}', '[]', 1,
         '2026-01-01 12:00:00', 2, 0, 1, 'hide-0-0', '', 1),
        ('oldmatch', 3, 'move', '{"lamp":3,"kind":"hide"}', '[]', 1,
         '2026-01-01 12:00:00', 3, 1, 2, 'hide-0-1', '', 1),
        ('oldmatch', 4, 'dice', '{"faces":[[1]]}', '[]', 1,
         '2026-01-01 12:00:00', 4, NULL, NULL, NULL, '', 1);
    INSERT INTO snapshots SELECT 'oldmatch', seq, '{"lamps":[2,3],"oil":[4,4],"fires":'
        || '[null,null,null,null,null,null],"wind":1,"turns":0}', 1, 1 FROM entries;
    INSERT INTO decisions VALUES
        ('oldmatch', 'turn-0-0', 0, 'turn', 1, '2026-01-01 12:00:00');
"""
"""A running match as version 0001 of the schema stored it."""


async def test_a_match_that_runs_goes_on_over_an_update_and_back(file: Path) -> None:
    with connected(file) as connection:
        command.upgrade(config(connection), "0001")
    with closing(sqlite3.connect(file)) as plain, plain:
        plain.executescript(FIRST_RELEASE)
        before = plain.execute("SELECT * FROM holds").fetchall()
    store = await SqlStore.open(f"sqlite:///{file}")
    house = furnish(store, (TOY,), HeldClock(), KnownEntropy())
    match = MatchId("oldmatch")
    sight = await house.eyes.by_public(match)
    assert (sight.match.sides.teams, sight.match.clock, sight.match.told) == ((0, 1), "", 4)
    assert (sight.awaited, sight.names, sight.due) == ((0,), ("Alice", "Bob"), {})
    await house.table.submit(Submit(match, 1, Typed("REST"), 901))
    await house.standing.give(match, 1, Typed("REST DRY"), 902)
    await house.lobby.leave(match, 2, 903, Instead.COMPUTER)
    await house.computers.settled()
    async with store.reading() as reader:
        grown = await reader.match(match)
        assert grown is not None
        state = await from_log(reader, grown, TOY)
        snapshot = await reader.snapshot(match, grown.seq)
    assert snapshot is not None
    assert TOY.state_form.write(state) == snapshot.state
    await store.aclose()
    with closing(sqlite3.connect(file)) as plain:
        assert plain.execute("SELECT seq FROM snapshots").fetchall() == [(snapshot.seq,)]
    with connected(file) as connection:
        command.downgrade(config(connection), "0001")
    with closing(sqlite3.connect(file)) as plain:
        # An older release knows no computer players: the seat stands empty.
        assert plain.execute("SELECT * FROM holds").fetchall() == before[:1]
        assert plain.execute("PRAGMA foreign_key_check").fetchall() == []


async def test_time_limits_become_clocks_and_go_back(file: Path) -> None:
    with connected(file) as connection:
        command.upgrade(config(connection), "0001")
    with closing(sqlite3.connect(file)) as plain, plain:
        plain.executescript(FIRST_RELEASE)
    with connected(file) as connection:
        command.upgrade(config(connection), "0003")
    with closing(sqlite3.connect(file)) as plain, plain:
        plain.execute("UPDATE matches SET limit_seconds = 259200")
        plain.execute("UPDATE decisions SET due_at = '2026-01-04 12:00:00'")
        plain.execute("UPDATE holds SET expired = 2 + seat")
    store = await SqlStore.open(f"sqlite:///{file}")
    async with store.reading() as reader:
        match = await reader.match(MatchId("oldmatch"))
        [row] = await reader.decisions(MatchId("oldmatch"))
        away = [hold.away for hold in await reader.holds(MatchId("oldmatch"))]
    assert match is not None
    assert clocks.stored(match.clock) == clocks.parse("3d")
    assert row.act_at == row.due_at is not None
    assert away == [False, True]
    await store.aclose()
    for clock, seconds in (
        (match.clock, 259_200),
        ("1h30m; hide 8h", 5_400),
        ("72h+12h max 120h; grace 1h", 259_200),
        ("none; hide 8h", None),
    ):
        with closing(sqlite3.connect(file)) as plain, plain:
            plain.execute("UPDATE matches SET clock = ?", (clock,))
        with connected(file) as connection:
            command.downgrade(config(connection), "0003")
        with closing(sqlite3.connect(file)) as plain:
            assert plain.execute("SELECT limit_seconds FROM matches").fetchall() == [(seconds,)]
        with connected(file) as connection:
            command.upgrade(config(connection), "head")


async def test_the_log_of_older_releases_names_who_held_the_seats_then(file: Path) -> None:
    with connected(file) as connection:
        command.upgrade(config(connection), "0001")
    with closing(sqlite3.connect(file)) as plain, plain:
        plain.executescript(FIRST_RELEASE)
    with connected(file) as connection:
        command.upgrade(config(connection), "0004")
    with closing(sqlite3.connect(file)) as plain, plain:
        plain.executescript(
            """
            INSERT INTO entries (match_id, seq, kind, body, events, rules_version, at, shown, seat,
                user_id, text, schema_version) VALUES
                ('oldmatch', 5, 'left', '{"holders":[2]}', '[]', 1, '2026-01-02 12:00:00', 5, 1, 2,
                 'Bob', 1),
                ('oldmatch', 6, 'taken', '{"holders":[3]}', '[]', 1, '2026-01-02 13:00:00', 6, 1, 3,
                 'Carol', 1);
            UPDATE holds SET user_id = 3, name = 'Carol' WHERE seat = 1;
            INSERT INTO holds (match_id, seat, user_id, name) VALUES
                ('oldmatch', 2, NULL, 'Computer 1');
            UPDATE matches SET seq = 6, shown = 6;
            """
        )
    store = await SqlStore.open(f"sqlite:///{file}")
    async with store.reading() as reader:
        match = await reader.match(MatchId("oldmatch"))
        assert match is not None
        known = await seatings(reader, match)
        now = await reader.holds(match.id)
    assert [hold.level for hold in now] == ["", "", "normal"]
    names = [
        tuple((hold.user, hold.name) for hold in known.at(seq) if hold.user) for seq in range(1, 7)
    ]
    alice = (1, "Alice")
    assert names == [(alice, (2, "Bob"))] * 4 + [(alice,), (alice, (3, "Carol"))]
    await store.aclose()


async def test_an_older_release_finds_no_word_that_it_does_not_know(file: Path) -> None:
    store = await SqlStore.open(f"sqlite:///{file}")
    club = Club(furnish(store, (TOY,), HeldClock(), KnownEntropy()), HeldClock())
    match = await club.begin()
    await club.leave(match, BOB)
    await club.house.proposals.propose(match, ALICE.user, 901, Wish(Proposed.CLAIM))
    await club.begin(channel=300)
    await club.house.lost_channels.lost(300)
    await store.aclose()
    new = {"vacant", "gone", "left", "tried", "nobody"}
    with closing(sqlite3.connect(file)) as plain, plain:
        plain.execute("UPDATE entries SET kind = 'tried' WHERE kind = 'closed'")
        assert new <= _words(plain)
    with connected(file) as connection:
        command.downgrade(config(connection), "0004")
    with closing(sqlite3.connect(file)) as plain:
        assert not new & _words(plain)


def _words(plain: sqlite3.Connection) -> set[str]:
    asked = """
        SELECT errand FROM outbox UNION SELECT outcome FROM results
        UNION SELECT paused_by FROM matches UNION SELECT kind FROM entries WHERE kind != 'left'
    """
    return {word for (word,) in plain.execute(asked)}


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
    with pytest.raises(StoreUnusable, match=r"newer Starpost \(schema later; .* up to 0005\)"):
        await SqlStore.open(f"sqlite:///{file}")
    assert schema(file) == before


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
