"""Which entries of a log count: the path, and what has been taken back beside it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from bot.play.positions import back_to
from bot.play.storage.records import CHANGING, Entry


class ActivePath:
    """The path that leads to entry ``last``.

    ``cuts``  the entries of the log that take back, in order
    """

    def __init__(self, last: int, cuts: Sequence[Entry]) -> None:
        self._cuts = tuple((cut.seq, back_to(cut), cut.seat) for cut in cuts if cut.seq <= last)
        self._parts: list[tuple[int, int]] = []
        """The stretches that count, first and last entry of each, in order."""
        for seq, to, _ in reversed(self._cuts):
            if seq <= last:
                if seq < last:
                    self._parts.insert(0, (seq + 1, last))
                last = to
        if last > 0:
            self._parts.insert(0, (1, last))

    def counts(self, seq: int) -> bool:
        """Whether this entry is on the path. One that takes back never is."""
        found = self._part(seq)
        return found is not None and found[0] <= seq <= found[1]

    def before(self, seq: int) -> int:
        """The newest entry that counts and is not newer than ``seq``; 0 for none."""
        found = self._part(seq)
        return 0 if found is None else min(seq, found[1])

    def undone(self, entry: Entry) -> bool:
        """Whether this entry has been taken back, as far as those may know who can read it.

        What only a seat knows of is taken back by nobody else: when the others go back, it is
        chosen again.
        """
        if entry.kind not in CHANGING:
            return False  # what is agreed on beside the board stays in force
        cutters = [seat for seq, to, seat in self._cuts if to < entry.seq < seq]
        if not cutters or self.counts(entry.seq):
            return False
        return entry.shown is not None or entry.seat in cutters

    def _part(self, seq: int) -> tuple[int, int] | None:
        at = bisect_right(self._parts, seq, key=lambda part: part[0])
        return self._parts[at - 1] if at else None
