"""Options within an attack: reactions, re-rolls, paying off wounds (D-21)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal

from games.astral_sailors.names import counted, listed
from games.astral_sailors.options import sketches
from games.astral_sailors.options.legality import Gated
from games.astral_sailors.rules.combat import questions, wounds
from games.astral_sailors.rules.combat.answering import Pay, React, Reroll
from games.astral_sailors.rules.combat.attack import throw_of
from games.astral_sailors.tasks import Move
from games.core.geometry.squares import Base
from games.core.overlay import Overlay
from games.core.questions.tree import Ask, Node, branch, leaf

AT_A_GLANCE = 4
"""Most failed dice for which every selection is a single choice."""

MOST_WOUNDS = 24
"""The most dice of one attack."""

_REACTIONS: tuple[tuple[Literal["counter", "cover", "none"], str, str], ...] = (
    ("counter", "Counter-attack", "1 AP, each die at −1; both attacks are resolved together"),
    ("cover", "Cover", "1 AP; better Defence for the rest of the round"),
    ("none", "Do nothing", "keeps its AP"),
)


class AnswerTree(Gated):
    """The questions of ``react``, ``reroll`` and ``pay``; illegal reactions are sifted out."""

    def root(self) -> Ask[Move]:
        match self.decision.kind:
            case "react":
                return Ask(f"How does {self.code} react?", self.reactions, ground=self._ground)
            case "pay":
                prompt = f"How many wounds of {self.code} do you pay off?"
                return Ask(prompt, self.payments, ground=self._ground)
            case _:
                return Ask("Which dice do you re-roll?", self.rerolls, ground=self._ground)

    def _ground(self) -> Overlay[Base]:
        """The attack that is to be answered."""
        task, units = self.table.attack, self.table.units
        if task is None or task.attacker not in units:
            return Overlay()
        targets = [units[part.target] for part in task.parts if units[part.target].on_board]
        return sketches.attack(self.table, units[task.attacker], targets)

    @property
    def code(self) -> str:
        return questions.unit_asked(self.view, self.decision)

    def _alone(self) -> bool:
        """Whether the unit code may be omitted."""
        return len(questions.units_asked(self.view, self.decision)) == 1

    def reactions(self) -> Iterator[Node[Move]]:
        for choice, label, detail in _REACTIONS:
            short = choice.upper() if self._alone() else ""
            yield leaf(choice, label, React(self.code, choice), detail, short)

    def payments(self) -> Iterator[Node[Move]]:
        unit = self.table.units[self.code]
        price = wounds.price(self.table.kind(unit).cost)
        pool = self.table.players[unit.seat].pool
        for count in range(MOST_WOUNDS + 1):
            move = Pay(unit.code, count)
            if not self.legal(move):
                return
            label = f"Pay off {counted(count, 'wound')}" if count else "Pay for none"
            detail = f"{counted(count * price, 'point')} of {pool}" if count else ""
            short = f"PAY {count}" if self._alone() else ""
            yield leaf(str(count), label, move, detail, short)

    # --- Re-rolls (D-26) ---

    def rerolls(self) -> Iterator[Node[Move]]:
        failed = questions.failed_dice(self.view, self.decision)
        if not failed or not self.legal(Reroll()):
            return
        everything = f"All failed dice: {self._faces(failed)}"
        yield leaf("all", everything, Reroll(failed), "the new faces stand", "REROLL ALL")
        yield leaf("none", "None", Reroll(), "saves the re-roll for another attack")
        if 1 < len(failed) <= AT_A_GLANCE:
            for count in range(1, len(failed)):
                for some in combinations(failed, count):
                    yield self._some(some)
        elif len(failed) > AT_A_GLANCE:
            yield from (self._picked((die,), failed) for die in failed)

    def _some(self, dice: tuple[int, ...], key: str = "") -> Node[Move]:
        joined = "d".join(str(die + 1) for die in dice)
        return leaf(key or f"d{joined}", f"Only {self._faces(dice)}", Reroll(dice))

    def _picked(self, dice: tuple[int, ...], failed: tuple[int, ...]) -> Node[Move]:
        """A selection of dice that may still grow."""
        later = tuple(die for die in failed if die > dice[-1])

        def more() -> Iterator[Node[Move]]:
            yield self._some(dice, "only")
            for die in later:
                if (*dice, die) != failed:
                    yield self._picked((*dice, die), failed)

        key = str(dice[-1] + 1)
        if not later or (len(later) == 1 and (*dice, *later) == failed):
            return self._some(dice, key)
        ask = Ask("Which other dice?", more, ground=self._ground)
        return branch(key, f"Die {dice[-1] + 1}, a {self._face(dice[-1])}", "REROLL ", ask)

    def _faces(self, dice: Sequence[int]) -> str:
        return listed([f"die {die + 1} ({self._face(die)})" for die in dice])

    def _face(self, die: int) -> str:
        """What lies there: of attack dice or defence dice."""
        task = self.table.attack
        assert task is not None, "only attacks ask"
        throw = throw_of(task)
        return str((throw.attack if task.stage.startswith("attack") else throw.defence)[die])
