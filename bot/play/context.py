"""The context of all functions of ``bot.play``, and commands as transactions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from bot.play.executor import Executor, Outcome, Receipt
from bot.play.positions import Positions
from bot.play.storage.ports import Clock, Entropy, Store, UnitOfWork
from bot.play.storage.records import MatchId
from games.core.contract import AnyGame


@dataclass(frozen=True, slots=True)
class PlayContext:
    """``busy``  names of long tasks that are running"""

    games: Mapping[str, AnyGame]
    store: Store
    clock: Clock
    entropy: Entropy
    positions: Positions
    executor: Executor
    busy: set[str] = field(default_factory=set)


class Executable(Protocol):
    """Something that ``user`` does by an interaction, which is carried out once.

    ``lock``  names what must not run concurrently: a match, or a channel for a match that does
              not exist yet
    """

    @property
    def lock(self) -> str: ...

    @property
    def user(self) -> int: ...

    @property
    def interaction(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Command:
    """What ``user`` does in a match."""

    match: MatchId
    user: int
    interaction: int

    @property
    def lock(self) -> str:
        return self.match


P = ParamSpec("P")
C = TypeVar("C", bound=Executable)


def transactional(
    step: Callable[Concatenate[UnitOfWork, PlayContext, C, P], Awaitable[Outcome]],
) -> Callable[Concatenate[PlayContext, C, P], Coroutine[Any, Any, Receipt]]:
    """Make a function of a unit of work a command, to be called without one.

    ``Executor.execute`` carries it out: what it raises is raised, and nothing is stored then.
    """

    @wraps(step)
    async def handle(
        context: PlayContext, command: C, /, *args: P.args, **kwargs: P.kwargs
    ) -> Receipt:
        return await context.executor.execute(
            command.lock,
            command.user,
            command.interaction,
            lambda work: step(work, context, command, *args, **kwargs),
        )

    return handle
