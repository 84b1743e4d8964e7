"""The tasks of the agenda. Without tasks the match waits for the phase's seats."""

from __future__ import annotations

from games.core.steps import Agenda, TaskKind
from games.core.types import Chance
from games.galaxy_aflame.rules import armies, draft, orders, shooting, turns
from games.galaxy_aflame.state import State, StepBuilder
from games.galaxy_aflame.tasks import DrawDecks, OrderSteps, RollOff, Shot

AGENDA: Agenda[StepBuilder] = Agenda(
    {
        RollOff: TaskKind(
            rolls=lambda builder, task: armies.ROLL_OFF,
            rolled=lambda builder, task, rolled: armies.rolled_off(
                builder, (rolled.faces[0][0], rolled.faces[1][0])
            ),
        ),
        DrawDecks: TaskKind(
            rolls=lambda builder, task: draft.draw_rolls(builder.table),
            rolled=lambda builder, task, rolled: draft.drawn(builder, rolled),
        ),
        Shot: TaskKind(
            shooting.proceed,
            rolls=shooting.rolls,
            rolled=shooting.rolled,
        ),
        OrderSteps: TaskKind(orders.proceed),
    },
    {"first-turn": turns.begin_first},
    over=lambda builder: builder.table.ending is not None,
)


def awaited(state: State) -> Chance | None:
    """The dice that the match needs to go on."""
    if not state.table.agenda:
        return None
    return Chance(AGENDA.rolls(StepBuilder(state)))
