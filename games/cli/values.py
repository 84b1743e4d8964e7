"""Parses setting values."""

from __future__ import annotations

import json
from typing import Any

from games.cli.files import finite


def value_of(text: str) -> Any:
    """Parse ``8`` as a number, ``true`` as a boolean, anything else as text."""
    try:
        found = json.loads(text, parse_float=finite, parse_constant=finite)
    except (ValueError, RecursionError):
        return text
    return found if isinstance(found, bool | int | float) else text
