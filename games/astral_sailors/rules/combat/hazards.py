"""Dangerous terrain (ASCW-100, D-16)."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.board import paths
from games.astral_sailors.rules.combat import attack
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Table, Unit


def under(table: Table, unit: Unit) -> tuple[int, ...]:
    """Dangerous pieces that the unit stands on and that have not struck it yet."""
    where = paths.Path((table.base(unit),), 0, unit.facing)
    return new(table, unit, paths.crossed(table, unit, where, leap=True))


def new(table: Table, unit: Unit, pieces: tuple[int, ...]) -> tuple[int, ...]:
    """Those of ``pieces`` that neither have struck ``unit`` in its activation nor are about to."""
    if table.turn.active != unit.code:
        return pieces
    known = {*table.turn.struck, *table.turn.touched}
    return tuple(piece for piece in pieces if piece not in known)


def strike(builder: StepBuilder, about: str) -> None:
    """Step ``strike-terrain``: the pieces that the unit ``about`` has touched strike it in turn."""
    turn = builder.table.turn
    if not builder.unit(about).on_board:
        return  # the strike before felled it
    piece, *rest = turn.touched
    then = replace(turn, touched=tuple(rest), struck=(*turn.struck, piece))
    builder.table = replace(builder.table, turn=then)
    kind = builder.table.catalogue.pieces[builder.table.pieces[piece].kind]
    if rest:
        builder.then("strike-terrain", about=about)
    attack.automatic(builder, about, kind.danger or 0, piece=piece)
