"""The tree of questions for adjustments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.astral_sailors.adjusting import choices_of_table, choices_of_units, reading, secrets
from games.astral_sailors.adjusting.kinds import Adjustment, Drop
from games.astral_sailors.adjusting.legality import refusal
from games.astral_sailors.adjusting.tree import Grown, leaf
from games.astral_sailors.adjusting.writing import text_of
from games.astral_sailors.subjects import attack_under_way
from games.astral_sailors.view import SailorsView
from games.core.branching import Branching, Fork
from games.core.options import Question
from games.core.refusals import Forbidden

TYPED = "typed"
_SIGNS = {"-": "x", ":": "z", "_": "y"}
"""Keys hold letters and digits only; texts are written in capitals, so that small ones are free."""


@dataclass(frozen=True)
class AdjustmentOptions:
    """Implements ``games.core.options.Options`` and ``Guided``."""

    view: SailorsView

    def refusal(self, adjustment: Adjustment) -> Forbidden | None:
        return refusal(self.view, adjustment)

    def contains(self, adjustment: Adjustment) -> bool:
        return self.refusal(adjustment) is None

    def question(self, path: Sequence[str]) -> Question | Adjustment:
        if not path or path[0] != TYPED:
            return self._tree.question(path)
        text = " ".join(path[1:])
        for sign, letter in _SIGNS.items():
            text = text.replace(letter, sign)
        found = reading.read(self.view.table, text)
        if refused := self.refusal(found):
            raise refused
        return found

    def path_to(self, adjustment: Adjustment) -> tuple[str, ...] | None:
        """Accept values that can only be typed."""
        text = text_of(adjustment)
        if not self.contains(adjustment) or self._offers(self._root, adjustment, text):
            return None
        for sign, letter in _SIGNS.items():
            text = text.replace(sign, letter)
        return (TYPED, *text.split())

    def __iter__(self) -> Iterator[Adjustment]:
        return iter(self._tree)

    @property
    def _tree(self) -> Branching[Adjustment]:
        return Branching(self._root, self.refusal)

    @property
    def _root(self) -> Fork[Adjustment]:
        return Fork("What do you change?", self._first)

    def _first(self) -> Iterator[Grown]:
        view = self.view
        if view.table.result is not None:
            return
        if attack_under_way(view.table) is None:
            yield from choices_of_units.armies(view.table)
            yield from choices_of_table.of_round(view.table)
            yield from choices_of_table.of_players(view.table)
            yield from choices_of_table.of_board(view.table)
            yield from choices_of_table.of_agreement(view.table)
        else:
            yield leaf("drop", "Cancel the attack", Drop())
            all_of_it = "Cancel the attack and all that follow"
            yield leaf("dropall", all_of_it, Drop(everything=True))
        if secrets.knows_all(view):
            yield from choices_of_table.of_secrets(view)

    def _offers(self, fork: Fork[Adjustment], adjustment: Adjustment, text: str) -> bool:
        """Whether choices lead there: their texts are prefixes of its own."""
        for choice, then in fork.grow():
            if isinstance(then, Fork):
                if text.startswith(choice.text) and self._offers(then, adjustment, text):
                    return True
            elif then == adjustment:
                return True
        return False
