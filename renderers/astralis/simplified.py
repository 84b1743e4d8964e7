"""Simplified turns: planets and ships only, until the end; wrong claims are crossed."""

from __future__ import annotations

from collections.abc import Iterator

from games.astralis.view.simplified import SimplifiedView
from renderers.astralis import art
from renderers.astralis.picture import Field, Pieces
from renderers.scene import Art


class SimplifiedPieces(Pieces):
    def __init__(self, view: SimplifiedView, field: Field) -> None:
        super().__init__(view, field)
        self._wrong = view.wrong

    def more(self) -> Iterator[tuple[Art, int]]:
        for hex in self.view.hexes:
            if self._wrong >> hex & 1:
                yield art.wrong_of(self.pitch), hex
