"""Cosmic Conflict with a planted leak of hidden ships each: two worlds have to find every one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.core.contract import Pending
from games.core.questions import Options, Question
from games.core.types import Chance, Decision, Decisions, Forbidden, Seat, Step, Viewer
from games.cosmic_conflict.events import CosmicEvent
from games.cosmic_conflict.game import CosmicConflict
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.state import State
from games.cosmic_conflict.table.units import Unit
from games.cosmic_conflict.view import Cloaked, View
from games.cosmic_conflict.words.words import CosmicWords
from renderers import Look, Renderer
from renderers.cosmic_conflict import RENDERER, CosmicScene

PEEKED: list[State] = []
"""The state behind the view that was made last."""


def hidden_ships(state: State) -> list[Unit]:
    return [unit for unit in state.table.units.values() if unit.hidden]


def secret() -> str:
    """The designs of the ships that are hidden, and courses, as nobody should tell them."""
    state = PEEKED[-1]
    names = (state.table.design(unit).name for unit in hidden_ships(state))
    return " ".join((*names, *(repr(each) for each in courses(state).values())))


def courses(state: State) -> dict[str, Cloaked]:
    return {id: each for sheet in state.sheets for id, each in sheet.cloaks.items()}


class Peeking(CosmicConflict):
    """Honest so far, but its parts can look past the view."""

    def view(self, state: State, viewer: Viewer) -> View:
        PEEKED[:] = [state]
        return super().view(state, viewer)


# --- In views ---


class ShowsUnits(CosmicConflict):
    """Shows fields of a hidden ship through its contact."""

    def shown(self, state: State, true: Unit, seen: Unit) -> Unit:
        raise NotImplementedError

    def view(self, state: State, viewer: Viewer) -> View:
        found = super().view(state, viewer)
        units = {
            id: self.shown(state, state.table.units[id], unit) if unit.hidden else unit
            for id, unit in found.table.units.items()
        }
        return replace(found, table=replace(found.table, units=units))


class ShowsTracks(ShowsUnits):
    def shown(self, state: State, true: Unit, seen: Unit) -> Unit:
        return replace(seen, absorbers=true.absorbers)


class ShowsSlots(ShowsUnits):
    """That a ship has an extra slot."""

    def shown(self, state: State, true: Unit, seen: Unit) -> Unit:
        return replace(seen, slots=true.slots)


class ShowsSizes(ShowsUnits):
    """The Size, in the name of a contact."""

    def shown(self, state: State, true: Unit, seen: Unit) -> Unit:
        return replace(seen, name=f"Size {state.table.size(true)}")


class KeepsDesigns(CosmicConflict):
    """Designs that only hidden ships have are still in the list of the table."""

    def view(self, state: State, viewer: Viewer) -> View:
        found = super().view(state, viewer)
        return replace(found, table=replace(found.table, designs=state.table.designs))


class ShowsHeadings(CosmicConflict):
    """How cloaked ships head now."""

    def view(self, state: State, viewer: Viewer) -> View:
        found, units = super().view(state, viewer), {}
        for id, course in courses(state).items():
            units[id] = replace(found.table.units[id], heading=course.now.heading)
        return replace(found, table=found.table.put(*units.values()))


# --- What is waited for ---


class AsksByEquipment(CosmicConflict):
    """Numbers decisions by what hidden ships carry."""

    def pending(self, state: State) -> Pending:
        found = super().pending(state)
        if not isinstance(found, Decisions):
            return found
        items = sum(len(state.table.design(unit).items) for unit in hidden_ships(state))
        return Decisions(tuple(replace(each, number=each.number + items) for each in found.open))


class RollsBySize(CosmicConflict):
    """Rolls more dice where hidden ships are larger."""

    def pending(self, state: State) -> Pending:
        found = super().pending(state)
        if not isinstance(found, Chance):
            return found
        sizes = sum(state.table.size(unit) for unit in hidden_ships(state))
        first, *rest = found.rolls
        return replace(found, rolls=(replace(first, why=f"{first.why} {sizes}"), *rest))


# --- In events, words, options, answers in advance ---


class TellsAll(CosmicConflict):
    """Events that only some may know are for everybody."""

    def _open(self, step: Step[State, CosmicEvent]) -> Step[State, CosmicEvent]:
        return Step(step.state, tuple(replace(each, only=None) for each in step.events))

    def apply(
        self, state: State, seat: Seat, decision: Decision, move: Answer, found: Any = None
    ) -> Step[State, CosmicEvent]:
        return self._open(super().apply(state, seat, decision, move, found))


class Tallying(CosmicWords):
    def standing(self, view: View) -> str:
        return f"{super().standing(view)} {secret()}"


class TellsFleets(Peeking):
    words = Tallying()


class Asking(CosmicWords):
    def ask(self, view: View, decision: Decision) -> str:
        return f"{super().ask(view, decision)} {secret()}"


class AsksLouder(Peeking):
    words = Asking()


class Considering(CosmicWords):
    def consider(self, view: View, decision: Decision, move: Answer) -> tuple[str, ...]:
        return (*super().consider(view, decision, move), secret())


class Warns(Peeking):
    words = Considering()


@dataclass(frozen=True)
class Excusing:
    """Options whose refusals tell what is hidden."""

    honest: Options[Answer]

    def refusal(self, move: Answer) -> Forbidden | None:
        found = self.honest.refusal(move)
        return found and Forbidden(found.rule, f"{found.sentence} {secret()}")

    def check(self, move: Answer) -> Any:
        return self.honest.check(move)

    def contains(self, move: Answer) -> bool:
        return self.honest.contains(move)

    def question(self, path: Sequence[str]) -> Question | Answer:
        return self.honest.question(path)

    def __iter__(self) -> Iterator[Answer]:
        return iter(self.honest)


class Suggesting(Excusing):
    """Choices that tell what is hidden."""

    def refusal(self, move: Answer) -> Forbidden | None:
        return self.honest.refusal(move)

    def question(self, path: Sequence[str]) -> Question | Answer:
        asked = self.honest.question(path)
        if not isinstance(asked, Question) or not asked.choices:
            return asked
        first, *rest = asked.choices
        return Question(asked.prompt, (replace(first, detail=secret()), *rest))


class RefusesBySecrets(Peeking):
    def options(self, view: View, decision: Decision) -> Options[Answer]:
        return Excusing(super().options(view, decision))


class SuggestsTargets(Peeking):
    def options(self, view: View, decision: Decision) -> Options[Answer]:
        return Suggesting(super().options(view, decision))


class PreviewsTheTruth(Peeking):
    """A preview shows the ships behind contacts."""

    def preview(self, view: View, decision: Decision, move: Answer) -> View:
        found = super().preview(view, decision, move)
        return replace(found, table=PEEKED[-1].table)


# --- In pictures ---


@dataclass(frozen=True, slots=True)
class LeakyScene(CosmicScene):
    """Honest but for the part that ``leaks``."""

    leaks: str = ""

    @property
    def _honest(self) -> CosmicScene:
        return CosmicScene(self.view, self.look, self.window)

    @property
    def alt(self) -> str:
        return self._honest.alt + (secret() if self.leaks == "alt" else "")

    @property
    def board(self) -> str:
        return self._honest.board + (secret() if self.leaks == "board" else "")

    def paint(self) -> bytes:
        return self._honest.paint() + (secret().encode() if self.leaks == "pixels" else b"")


@dataclass(frozen=True)
class LeakyRenderer(Renderer):
    leaks: str

    def scene(self, view: Any, look: Look) -> LeakyScene:
        honest = RENDERER.scene(view, look)
        return LeakyScene(honest.view, honest.look, honest.window, self.leaks)
