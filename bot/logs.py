"""What the bot writes about itself: one JSON object a line, ids and kinds only.

Nothing that people wrote, no parameters and no token can reach it: the text of
a record is its template, never filled in, and of an exception only its kind
and the places in the code are kept.
"""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from pathlib import Path

_LONGEST = 200
_FRAMES = 8


class JsonLines(logging.Formatter):
    """Ids are handed over as ``extra={"ids": {...}}``."""

    def format(self, record: logging.LogRecord) -> str:
        lines = str(record.msg).splitlines() or [""]
        told: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "log": record.name,
            "what": lines[0][:_LONGEST],
        }
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            told |= {"error": type(error).__name__, "places": places(error)}
        told |= getattr(record, "ids", {})
        return json.dumps(told, default=str)


def places(error: BaseException) -> list[str]:
    """Where in the code it happened, the innermost last."""
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    return [f"{Path(frame.filename).name}:{frame.lineno}:{frame.name}" for frame in frames]


def set_up(level: str) -> None:
    """Log to standard error, of libraries only warnings and errors."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("bot").setLevel(level)
    # At DEBUG it writes down the arguments of every statement.
    logging.getLogger("aiosqlite").setLevel(logging.INFO)
