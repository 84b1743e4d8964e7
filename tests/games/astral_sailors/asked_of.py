"""Walking the options of a decision: what is offered, and what the questions lead to."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors import agenda
from games.astral_sailors.agenda import NOTATION
from games.astral_sailors.game import GAME
from games.astral_sailors.options import legality
from games.astral_sailors.rules.combat import questions
from games.astral_sailors.rules.combat.answering import Pay, React, Reroll
from games.astral_sailors.rules.turns import turns
from games.astral_sailors.secrets import ArmyDraft, TeamSecret
from games.astral_sailors.state import State, StepBuilder
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import Attack, AttackTarget, Move, Throw
from games.astral_sailors.view import Request, SailorsView
from games.core.questions import Choice, Options, Question
from games.core.types import Decision, Decisions, Forbidden, Seat, Seated
from tests.games.astral_sailors import positions


def seen(table: Table, seat: int = 0, objective: int = 2, target: int = -1) -> SailorsView:
    """The view of ``seat``, whose team has this objective."""
    team = table.team(seat)
    objectives = [objective if number == team else 2 for number in range(len(table.teams))]
    return SailorsView.of(positions.state(table, objectives, {team: target}), Seated(Seat(seat)))


def turn_of(table: Table, seat: int = 0, objective: int = 2) -> Options[Move]:
    return GAME.options(seen(table, seat, objective), decision("activate", seat))


def decision(kind: str, seat: int = 0, number: int = 0) -> Decision:
    return Decision(Seat(seat), kind, number)


def forbidden(
    table: Table,
    seat: int,
    move: Move,
    kind: str = "",
    own: TeamSecret | None = None,
    draft: ArmyDraft | None = None,
) -> Forbidden | None:
    """Why the rules forbid this move of a seat that is asked, in its turn where it takes one."""
    verb = NOTATION.verb(move, kind)
    kind = kind or verb.kinds[0]
    if kind in turns.KINDS.values() and table.turn.seat != seat:
        order = [*table.turn.order] or [seat]
        order[max(table.turn.at, 0)] = seat
        table = replace(table, turn=replace(table.turn, order=tuple(order)))
    drafts = (draft,) * len(table.players)
    view = SailorsView(table, drafts, Seat(seat), (own,) * len(table.teams))
    return NOTATION.refusal(Request(view, decision(kind, seat)), move)


def answer_refused(table: Table, seat: int, move: React | Reroll | Pay) -> Forbidden | None:
    """Why a seat cannot answer the open question of an attack like this."""
    task = table.attack
    concerned = questions.asked(table, task) if task else ()
    unit = "" if isinstance(move, Reroll) else move.unit
    about = concerned.index(unit) if unit in concerned else 0
    asking = decision(NOTATION.verb(move).kinds[0], seat, table.asked + about)
    drafts = (None,) * len(table.players)
    view = SailorsView(table, drafts, Seat(seat), (None,) * len(table.teams))
    return legality.refusal(view, asking, move)


def make(builder: StepBuilder, seat: int, move: Move, kind: str = "") -> None:
    """Make a legal move."""
    move.do(builder, decision(kind or NOTATION.verb(move).kinds[0], seat))


def asked(state: State, seat: int, kind: str) -> tuple[SailorsView, Decision]:
    """The open decision of this kind, with the view of its seat."""
    pending = agenda.pending(state)
    assert isinstance(pending, Decisions)
    found = next(each for each in pending.of(Seat(seat)) if each.kind == kind)
    return SailorsView.of(state, Seated(Seat(seat))), found


def question(options: Options[Move], *path: str) -> Question:
    found = options.question(path)
    assert isinstance(found, Question), found
    return found


def keys(options: Options[Move], *path: str) -> list[str]:
    return [choice.key for choice in question(options, *path).choices]


def choice(options: Options[Move], *path: str) -> Choice:
    return next(each for each in question(options, *path[:-1]).choices if each.key == path[-1])


def attacked(
    table: Table,
    how: str = "melee",
    stage: str = "react",
    throw: Throw | None = None,
    **values: int,
) -> Table:
    """``R1`` attacks ``B1``, and the attack waits at this stage."""
    task = Attack(
        how,  # type: ignore[arg-type]  # a literal in the tests
        "R1",
        (AttackTarget("B1", values.get("dice", 1)),),
        stage=stage,  # type: ignore[arg-type]
        throw=throw,
        ruled=(values.get("wounds", 0), 0),
    )
    return replace(table, agenda=(task,))
