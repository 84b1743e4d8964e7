"""Content packs written by people in the game's data format."""

from __future__ import annotations

from typing import Protocol

from games.core.refusals import Unreadable


class PackFault(ValueError):
    """What is wrong with a pack; ``line`` counts from 1, 0 stands for the whole pack."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason
        super().__init__(f"line {line}: {reason}" if line else reason)

    def refusal(self) -> Unreadable:
        """The fault in words, with its line."""
        where = f"Line {self.line}: " if self.line else "The pack as a whole: "
        return Unreadable(f"{where}{self.reason}")


class Packs(Protocol):
    """Reads the content packs of a game.

    ``setting``   the field of the settings that holds the text of a pack; the
                  lobby does not ask for it, the host fills it in
    ``most``      the most bytes that a pack may have
    """

    setting: str
    most: int

    def title(self, text: str) -> str:
        """Check a whole pack and return its title. Raises ``PackFault``."""
        ...
