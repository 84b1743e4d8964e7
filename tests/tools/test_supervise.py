from __future__ import annotations

import signal
import subprocess
import sys
from itertools import pairwise

import pytest

from bot.serving import Exit
from tools.sources import ROOT
from tools.supervise import UNUSABLE, pause, shards_of, supervise


class Bot:
    """Runs for so many seconds and ends with so much status, run after run; stops at the last."""

    def __init__(self, *runs: tuple[float, int]) -> None:
        self.runs = list(runs)
        self.now = 1000.0
        self.starts: list[float] = []

    def run(self) -> int:
        self.starts.append(self.now)
        seconds, status = self.runs.pop(0)
        self.now += seconds
        return status

    def wait(self, seconds: float) -> bool:
        self.now += seconds
        return not self.runs

    def supervised(self, shards: int = 1) -> int:
        return supervise(self.run, lambda: self.now, self.wait, shards)

    def gaps(self) -> list[float]:
        return [later - earlier for earlier, later in pairwise(self.starts)]


def test_starts_lie_ninety_seconds_apart_and_further_each_time() -> None:
    bot = Bot(*[(1.0, 1)] * 7)
    assert bot.supervised() == 1
    assert bot.gaps() == [90, 180, 360, 720, 900, 900]


def test_a_day_of_failures_stays_below_the_thousand_sessions_of_discord() -> None:
    bot = Bot(*[(0.0, 1)] * 200)
    bot.supervised()
    assert sum(start < 1000 + 86_400 for start in bot.starts) == 99


@pytest.mark.parametrize(
    ("setting", "shards", "gaps"),
    [
        ("", 1, [90, 180, 360]),
        ("all", 1, [90, 180, 360]),
        ("none", 1, [90, 180, 360]),
        ("5/8", 1, [90, 180, 360]),
        ("4-7/8", 4, [360, 720, 900]),
        ("0-15/16", 16, [1440, 1440, 1440]),
    ],
)
def test_each_shard_of_a_process_counts_for_a_start(
    setting: str, shards: int, gaps: list[float]
) -> None:
    assert shards_of(setting) == shards
    bot = Bot(*[(1.0, 1)] * 4)
    bot.supervised(shards)
    assert bot.gaps() == gaps


def test_a_bot_that_ran_long_is_started_again_at_once() -> None:
    bot = Bot((1.0, 1), (1.0, 1), (5000.0, 1), (1.0, 1), (1.0, 1))
    bot.supervised()
    assert bot.gaps() == [90, 180, 5000, 180]


@pytest.mark.parametrize("status", [0, UNUSABLE])
def test_a_bot_that_is_done_or_refuses_its_settings_is_left_alone(status: int) -> None:
    bot = Bot((1.0, 1), (1.0, status), (1.0, 1))
    assert bot.supervised() == status
    assert len(bot.starts) == 2


def test_refused_settings_have_the_status_that_the_bot_gives_them() -> None:
    assert UNUSABLE == Exit.SETTINGS


def test_a_long_row_of_failures_does_not_overflow() -> None:
    assert pause(100_000, 0.0) == 900


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_reaches_the_bot_and_ends_both(number: signal.Signals) -> None:
    bot = (
        "import signal, sys, threading\n"
        "stop = threading.Event()\n"
        "for one in (signal.SIGTERM, signal.SIGINT):\n"
        "    signal.signal(one, lambda number, frame: (print(number), stop.set()))\n"
        "print('up', flush=True)\n"
        "stop.wait()\n"
        "sys.exit(3)\n"
    )
    with subprocess.Popen(
        [sys.executable, "tools/supervise.py", sys.executable, "-c", bot],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as supervisor:
        assert supervisor.stdout is not None
        assert supervisor.stdout.readline() == "up\n"
        supervisor.send_signal(number)
        assert supervisor.stdout.read() == f"{int(number)}\n"
    assert supervisor.returncode == 3
