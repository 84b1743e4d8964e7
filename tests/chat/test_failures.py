from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.chat.platform.failures import Remedy, describe_fault, find_remedy, waiting_time
from bot.play.refusals import NoMatch
from bot.play.storage.ports import StoreBusy


def answer(status: int, code: int = 0) -> discord.HTTPException:
    response = cast(Any, SimpleNamespace(status=status, reason="made up"))
    return discord.HTTPException(response, {"code": code, "message": "secret words"})


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (answer(500), Remedy.LATER),
        (answer(503, 130000), Remedy.LATER),
        (answer(429), Remedy.LATER),
        (answer(401), Remedy.LATER),
        (TimeoutError(), Remedy.LATER),
        (aiohttp.ClientConnectionError(), Remedy.LATER),
        (ConnectionResetError(), Remedy.LATER),
        (StoreBusy("locked"), Remedy.LATER),
        (answer(403, 50007), Remedy.CLOSED),
        (answer(400, 50278), Remedy.CLOSED),
        (answer(403, 50001), Remedy.BLOCKED),
        (answer(403, 50013), Remedy.BLOCKED),
        (answer(404, 10003), Remedy.NEVER),
        (answer(400, 50083), Remedy.BLOCKED),
        (answer(400, 160005), Remedy.BLOCKED),
        (answer(400, 50035), Remedy.NEVER),
        (NoMatch("There is no such match."), Remedy.NEVER),
        (KeyError("x"), Remedy.UNFORESEEN),
    ],
)
def test_every_failure_of_a_new_message_has_a_remedy(error: Exception, expected: Remedy) -> None:
    assert find_remedy(error) is expected


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (answer(404, 10008), Remedy.ANEW),
        (answer(400, 30046), Remedy.ANEW),
        (answer(400, 50083), Remedy.ANEW),
        (answer(403, 50005), Remedy.ANEW),
        (answer(404, 10003), Remedy.NEVER),
        (answer(502), Remedy.LATER),
    ],
)
def test_every_failure_of_an_edit_has_a_remedy(error: Exception, expected: Remedy) -> None:
    assert find_remedy(error, editing=True) is expected


def test_a_fault_names_codes_and_places_and_no_contents() -> None:
    assert describe_fault(answer(403, 50013)) == "HTTP 403, code 50013"
    assert describe_fault(KeyError("a secret")) == "KeyError"
    with pytest.raises(ValueError, match="secret") as raised:
        raise ValueError("a secret")
    assert describe_fault(raised.value).startswith("ValueError at test_failures.py:")


def test_the_waits_double_up_to_five_minutes() -> None:
    for tries in range(40):
        longest = min(300.0, 2.0 ** (tries + 1))
        found = waiting_time(17, tries)
        assert timedelta(seconds=longest * 0.75) < found <= timedelta(seconds=longest)


def test_parcels_that_failed_together_come_back_apart() -> None:
    waits = {waiting_time(outbox_message, 7) for outbox_message in range(1, 101)}
    assert len(waits) == 100
    assert max(waits) - min(waits) > timedelta(seconds=40)
    assert waiting_time(5, 3) == waiting_time(5, 3)
