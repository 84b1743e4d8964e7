"""Line of sight and cover: exact, in whole numbers (D-37 to D-40)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from games.astral_sailors.board.boxes import (
    Body,
    Eye,
    Figure,
    Thing,
    eye,
    figure,
    foot,
    gap,
    things,
)
from games.astral_sailors.board.line_of_sight_rays import ALL, hit_by, near_wedge
from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.table import Table, Unit
from games.core.geometry.squares import Base

FULL = 128
"""The score of a target of which nothing is seen."""


class Sight(NamedTuple):
    """What a shooter sees of a target.

    ``score``     0 to 128 (D-39)
    ``blockers``  what hides it: codes of units, then, for pieces, their place in ``table.pieces``
    """

    score: int
    blockers: tuple[str | int, ...] = ()

    @property
    def result(self) -> Literal["clear", "half", "blocked"]:
        return "clear" if self.score < 32 else "half" if self.score <= 96 else "blocked"


def look(table: Table, shooter: Unit, target: Unit, *, at: Base | None = None) -> Sight:
    """What ``shooter`` sees of ``target``, who is imagined at ``at`` if that is given (D-48)."""
    return _lookout(table, shooter).see(target, at)


def look_all(table: Table, shooter: Unit, targets: tuple[Unit, ...]) -> dict[str, Sight]:
    """``look`` for many targets at once, by code; as fast as 60 targets in autocomplete need."""
    lookout = _lookout(table, shooter)
    return {target.code: lookout.see(target) for target in targets}


def _lookout(table: Table, shooter: Unit) -> Lookout:
    return Lookout(table.catalogue.units, shooter, things(table))


class Lookout:
    """A shooter with everything around it sorted: what lies next to it, and the rest (D-40)."""

    def __init__(
        self, kinds: Mapping[str, UnitKind], shooter: Unit, around: Sequence[Thing]
    ) -> None:
        kind = kinds[shooter.kind]
        base = Base(shooter.c, shooter.r, kind.base)
        self._kinds = kinds
        self._eye = eye(base, kind)
        self._near: list[Body] = []
        self._rest: list[Body] = []
        for thing in around:
            if gap(base, thing.whole.box) > 1:
                # Seen from farther away the squares of a piece hide what all of it hides.
                self._rest.append(thing.whole)
                continue
            for body in thing.parts:
                far = gap(base, body.box)
                if far > 1:
                    self._rest.append(body)
                elif far == 1 and body.solid and body.owner != shooter.code:
                    # Soft boxes next to the shooter can never hide a whole target: they do not
                    # count.
                    self._near.append(body)

    def see(self, target: Unit, at: Base | None = None, enough: int = FULL + 1) -> Sight:
        """What the shooter sees of ``target``, who is imagined at ``at`` if that is given.

        ``enough``  a score from which on it does not matter how much more is hidden, and by what
        """
        kind = self._kinds[target.kind]
        base = Base(target.c, target.r, kind.base) if at is None else at
        shape = figure(base, foot(kind), kind.height)
        hidden = _hidden(self._eye, shape, self._near, target.code) if self._near else None
        return hidden or _seen(self._eye, shape, self._rest, target.code, enough)


def _hidden(eye: Eye, shape: Figure, near: Sequence[Body], target: str) -> Sight | None:
    """The sight if what lies next to the shooter hides all of the target, else ``None``."""
    rays = 0
    blockers: list[str | int] = []
    for body in near_wedge(eye, shape, near):
        if body.owner != target and (hit := hit_by(eye, shape, body.box)):
            rays |= hit
            blockers.append(body.owner)
    return Sight(FULL, tuple(dict.fromkeys(blockers))) if rays == ALL else None


def _seen(eye: Eye, shape: Figure, rest: Sequence[Body], target: str, enough: int) -> Sight:
    score = solid = soft = 0
    blockers: list[str | int] = []
    for body in near_wedge(eye, shape, rest):
        if body.owner != target and (hit := hit_by(eye, shape, body.box)):
            blockers.append(body.owner)
            if body.solid:
                solid |= hit
            else:
                soft |= hit
            score = 2 * solid.bit_count() + (soft & ~solid).bit_count()
            if score >= enough:
                break
    return Sight(score, tuple(dict.fromkeys(blockers)))
