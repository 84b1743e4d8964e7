"""The pack that the document for authors shows."""

from __future__ import annotations

from pathlib import Path

DOCUMENT = Path(__file__).parents[3] / "docs" / "content-packs.md"


def example_pack() -> str:
    document = DOCUMENT.read_text(encoding="utf-8")
    return document.split("```toml\n")[-1].split("```")[0]
