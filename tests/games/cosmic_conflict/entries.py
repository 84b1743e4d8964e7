"""The data of designs for the tests, as players write them."""

from __future__ import annotations

from typing import Any

import pytest

from games.cosmic_conflict.content.design_data import read
from games.cosmic_conflict.content.limits import DesignFault


def items(*types: str) -> list[dict[str, Any]]:
    return [{"type": one} for one in types]


def gun(kind: str = "KIN", arcs: str = "F", variant: str | None = None) -> dict[str, Any]:
    return {"type": kind, "arcs": arcs, "variant": variant}


def ship(size: int = 3, primary: Any = (), secondary: Any = (), **more: Any) -> dict[str, Any]:
    return {"size": size, "primary": list(primary), "secondary": list(secondary), **more}


def fighter(primary: Any = None, secondary: Any = ()) -> dict[str, Any]:
    return {"primary": primary, "secondary": list(secondary)}


def fault(data: Any) -> tuple[str, str]:
    """The code and the sentence of the refusal."""
    with pytest.raises(DesignFault) as found:
        read(data)
    assert found.value.rule.startswith("CC-")
    return found.value.code, found.value.sentence
