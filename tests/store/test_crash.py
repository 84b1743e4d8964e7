"""``kill -9`` at every point of a step: what was said to be stored is there, and whole."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.store import SqlStore
from tests.store.crash_child import POINTS, STEPS
from tests.store.make import a_match, opening, step

COUNTS = """
    SELECT (SELECT count(*) FROM entries),
           (SELECT coalesce(max(seq), 0) FROM entries),
           (SELECT coalesce(max(seq), 0) FROM snapshots),
           (SELECT count(*) FROM outbox),
           (SELECT count(*) FROM presses),
           (SELECT count(*) - 1 FROM audit)
"""


async def killed(folder: Path, *options: str) -> dict[str, list[str]]:
    """Kill at every point; what is wrong afterwards, by point and step."""
    template = folder / "template.db"
    store = await SqlStore.open(f"sqlite:///{template}")
    async with store.writing() as work:
        await work.record(opening(a_match()))
        await work.commit()
    await store.aclose()
    run = subprocess.run(
        [sys.executable, "-m", "tests.store.crash_child", template, folder, *options],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert run.returncode == 0, "a crash point was never reached"
    return {
        f"{point}-{at_step}": faults
        for point in POINTS
        for at_step in STEPS
        if (faults := wrong(folder / f"{point}-{at_step}.db"))
    }


def wrong(file: Path) -> list[str]:
    """Everything in ``file`` that breaks a promise."""
    acknowledged = len(file.with_suffix(".acks").read_text().splitlines())
    with closing(sqlite3.connect(file)) as connection:
        (check,) = connection.execute("PRAGMA integrity_check").fetchone()
        (seq,) = connection.execute("SELECT seq FROM matches").fetchone()
        counts = connection.execute(COUNTS).fetchone()
        open_now = connection.execute("SELECT decision FROM decisions").fetchall()
    faults = []
    if check != "ok":
        faults.append(f"integrity: {check}")
    if set(counts) != {seq}:
        faults.append(f"half a step: {counts} at {seq}")
    if open_now != ([(f"turn{seq + 1}",)] if seq else []):
        faults.append(f"decisions: {open_now} at {seq}")
    if not acknowledged <= seq <= acknowledged + 1:
        faults.append(f"{acknowledged} acknowledged, {seq} stored")
    return faults


async def test_no_kill_loses_an_acknowledged_step_or_leaves_half_of_one(tmp_path: Path) -> None:
    assert len(POINTS) * len(STEPS) == 42
    assert await killed(tmp_path) == {}


async def test_the_harness_finds_a_store_that_acknowledges_too_early(tmp_path: Path) -> None:
    found = await killed(tmp_path, "--early")
    assert found == {
        f"{point}-{at_step}": [f"{at_step} acknowledged, {at_step - 1} stored"]
        for point in POINTS
        if point.startswith("before_")
        for at_step in STEPS
    }


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM outbox WHERE seq = 2",
        "DELETE FROM presses WHERE interaction = 9003",
        "UPDATE matches SET seq = 3",
        "UPDATE decisions SET decision = 'turn4'",
    ],
)
async def test_the_harness_finds_half_a_step(file: Path, damage: str) -> None:
    store = await SqlStore.open(f"sqlite:///{file}")
    async with store.writing() as work:
        match = a_match()
        await work.record(opening(match))
        for _ in range(4):
            change = step(match)
            await work.record(change)
            match = change.match
        await work.commit()
    await store.aclose()
    file.with_suffix(".acks").write_text("ack\n" * 4)
    assert wrong(file) == []
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(damage)
    assert wrong(file)
