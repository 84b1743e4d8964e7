"""Values of settings as people write them."""

from __future__ import annotations

import json
from typing import Any

from games.cli.files import finite


def value_of(text: str) -> Any:
    """``8`` is a number, ``true`` a truth value, anything else a word."""
    try:
        found = json.loads(text, parse_float=finite, parse_constant=finite)
    except (ValueError, RecursionError):
        return text
    return found if isinstance(found, bool | int | float) else text
