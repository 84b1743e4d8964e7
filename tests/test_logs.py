"""The log holds ids, kinds and places in the code, and nothing that anybody wrote."""

from __future__ import annotations

import json
import logging

import pytest

from bot.logs import JsonLines, set_up


def written(logger: str, message: str, *args: object, **extra: object) -> dict[str, object]:
    record = logging.getLogger(logger).makeRecord(
        logger, logging.ERROR, "file.py", 1, message, args, None, extra={"ids": extra}
    )
    line = JsonLines().format(record)
    assert "\n" not in line
    told: dict[str, object] = json.loads(line)
    return told


def test_a_record_is_one_line_of_json_with_its_ids() -> None:
    told = written("bot.chat.boundary", "interaction failed", user=17, match="abcdefg2")
    assert (told["what"], told["user"], told["match"]) == ("interaction failed", 17, "abcdefg2")
    assert (told["level"], told["log"]) == ("ERROR", "bot.chat.boundary")


def test_what_a_library_fills_in_is_left_out() -> None:
    told = written("discord.http", "limited: %s %s", "POST", "/webhooks/1/SECRET-TOKEN")
    assert told["what"] == "limited: %s %s"
    assert "SECRET" not in json.dumps(told)


def test_only_the_first_line_of_a_message_is_kept() -> None:
    told = written("asyncio", "Task exception was never retrieved\nfuture: <Task LAMP3>")
    assert told["what"] == "Task exception was never retrieved"


def test_of_an_exception_kind_and_place_are_kept_and_its_words_are_not() -> None:
    try:
        raise ValueError("the lamp is in 3")
    except ValueError as error:
        record = logging.LogRecord("bot", logging.ERROR, "f", 1, "oops", (), None)
        record.exc_info = (type(error), error, error.__traceback__)
    told = json.loads(JsonLines().format(record))
    assert told["error"] == "ValueError"
    assert told["places"][-1].startswith("test_logs.py:")
    assert "lamp" not in json.dumps(told)


def test_the_driver_never_logs_the_arguments_of_statements(monkeypatch: pytest.MonkeyPatch) -> None:
    logger = logging.getLogger("aiosqlite")
    monkeypatch.setattr(logger, "level", logging.DEBUG)
    monkeypatch.setattr(logging, "basicConfig", lambda **_: None)
    set_up("INFO")
    assert not logger.isEnabledFor(logging.DEBUG)
