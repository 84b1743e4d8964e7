"""Reading and writing files."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

from games.cli.faults import Fault


def read_text(name: str) -> str:
    """The text of a file, ``-`` for standard input. Raises ``Fault``."""
    try:
        if name == "-":
            return sys.stdin.read()
        return Path(name).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise Fault(f"{name}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Fault(f"{name}: not a text file in UTF-8") from None


def read_object(name: str, text: str) -> dict[str, Any]:
    """The JSON object in ``text``. Raises ``Fault``."""
    try:
        found = json.loads(text, parse_float=finite, parse_constant=finite)
    except json.JSONDecodeError as error:
        raise Fault(f"{name}: not JSON, line {error.lineno}: {error.msg}") from None
    except ValueError:
        raise Fault(f"{name}: a number is too long or out of range") from None
    except RecursionError:
        raise Fault(f"{name}: nested too deeply") from None
    if not isinstance(found, dict):
        raise Fault(f"{name}: expected a JSON object")
    return found


def finite(written: str) -> float:
    """A number of JSON. Raises ``ValueError`` for what is none: ``NaN``, ``1e309``."""
    number = float(written)
    if not math.isfinite(number):
        raise ValueError(f"not a finite number: {written[:20]}")
    return number


def write_bytes(name: str, data: bytes) -> None:
    try:
        Path(name).write_bytes(data)
    except OSError as error:
        raise Fault(f"{name}: {error.strerror}") from None
