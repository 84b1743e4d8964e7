"""Legality of adjustments, decided from the referee's view."""

from __future__ import annotations

from games.astral_sailors.adjusting import board, links, people, rounds, secrets, units
from games.astral_sailors.adjusting.kinds import (
    Adjustment,
    ChangeTeam,
    Drop,
    Link,
    OfBoard,
    OfPlayer,
    OfRound,
    OfUnit,
    Secret,
)
from games.astral_sailors.adjusting.replies import refuse
from games.astral_sailors.names import called, listed
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.subjects import attack_under_way
from games.astral_sailors.view import SailorsView
from games.core.refusals import Forbidden


def refusal(view: SailorsView, adjustment: Adjustment) -> Forbidden | None:
    """Why the viewer of ``view`` cannot make the adjustment."""
    if view.table.result is not None:
        return refuse("The match is over.", "Undo the last steps first.")
    if not isinstance(adjustment, Drop | Secret) and (busy := _busy(view)):
        return busy
    if isinstance(adjustment, OfUnit):
        return units.refusal(view.table, adjustment)
    if isinstance(adjustment, Link):
        return links.refusal(view, adjustment)
    if isinstance(adjustment, OfBoard):
        return board.refusal(view.table, adjustment)
    if isinstance(adjustment, OfRound):
        return rounds.refusal(view.table, adjustment)
    if isinstance(adjustment, OfPlayer):
        hidden = isinstance(adjustment, ChangeTeam) and not secrets.knows_all(view)
        return secrets.not_for_players() if hidden else people.refusal(view.table, adjustment)
    return secrets.refusal(view, adjustment)


def _busy(view: SailorsView) -> Forbidden | None:
    """Refuse changes to anything that a pending attack depends on."""
    attack = attack_under_way(view.table)
    if attack is None:
        return None
    targets = listed([called(view.table, part.target) for part in attack.parts])
    return refuse(
        f"An attack on {targets} awaits an answer.",
        "Let it be answered first, or cancel it: DROP ATTACK.",
    )


def perform(builder: StepBuilder, adjustment: Adjustment) -> None:
    if isinstance(adjustment, OfUnit):
        units.perform(builder, adjustment)
    elif isinstance(adjustment, Link):
        links.perform(builder, adjustment)
    elif isinstance(adjustment, OfBoard):
        board.perform(builder, adjustment)
    elif isinstance(adjustment, OfRound):
        rounds.perform(builder, adjustment)
    elif isinstance(adjustment, OfPlayer):
        people.perform(builder, adjustment)
    else:
        secrets.perform(builder, adjustment)
