"""Scenes of boards that can be shown as a whole or in part, and which part that is."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from renderers import Look, Scene
from renderers.cards.legend import LegendLine, of_overlay
from renderers.overlay import threat_marks
from renderers.overlay.threat_marks import Threats
from renderers.palette import SEATS, Colour
from renderers.scene import Drawing

V = TypeVar("V")
W = TypeVar("W")
P = TypeVar("P")


class Page(NamedTuple):
    """How the boards of a game are drawn, written and explained: each from a view, a look and the
    part that is shown.

    ``focus``    the places that matter now, from a view and a look
    ``threats``  units that could be hit, by code, with those who could, from a view
    ``colours``  those of the seats
    """

    draw: Callable[..., Drawing]
    alt: Callable[..., str]
    board: Callable[..., str]
    legend: Callable[..., tuple[LegendLine, ...]] | None = None
    focus: Callable[..., Sequence[Any]] = lambda view, look: ()
    threats: Callable[[Any], Iterable[tuple[str, Threats]]] = lambda view: ()
    colours: Sequence[Colour] = SEATS


@dataclass(frozen=True, slots=True)
class BoardScene(Scene, Generic[V, W, P]):
    """``window`` is the part that is shown, ``None`` for the whole board."""

    view: V
    look: Look
    window: W | None = None
    page: ClassVar[Page]

    @property
    def alt(self) -> str:
        return self.page.alt(self.view, self.look, self.window)

    @property
    def board(self) -> str:
        return self.page.board(self.view, self.look, self.window)

    @property
    def drawing(self) -> Drawing:
        return self.page.draw(self.view, self.look, self.window)

    @property
    def legend(self) -> tuple[LegendLine, ...]:
        if self.page.legend is None:
            return tuple(of_overlay(self.look.overlay, self.colours))
        return self.page.legend(self.view, self.look, self.window)

    @property
    def colours(self) -> Sequence[Colour]:
        return self.page.colours

    # --- Parts ---

    def matters(self) -> Sequence[P]:
        """Where something matters now, the most important place last; may be empty."""
        return self.page.focus(self.view, self.look)

    @abstractmethod
    def find(self, name: str) -> P | None:
        """The place of this name, or that of the piece."""

    @abstractmethod
    def around_places(self, places: Sequence[P]) -> W:
        """A part with these places in its middle; of the middle of the board if there are none.
        Where they do not all fit, the last one is sure to be seen."""

    @abstractmethod
    def shows(self, window: W, place: P) -> bool:
        """Whether a place can be seen in a part."""

    def stand(self, code: str) -> tuple[P | None, bool]:
        """Where a unit stands, and whether it is the viewer's."""
        return None, False

    def opponents(self, places: Sequence[P]) -> Iterable[P]:
        """The places of units that could hit, or be hit by, the viewer's units at these places."""
        return threat_marks.opponents(self.page.threats(self.view), self.stand, places)

    @property
    def has_parts(self) -> bool:
        return True

    @property
    def is_readable(self) -> bool:
        """Whether everything on the whole board can be read on a phone."""
        return False

    def close_to(self, places: Sequence[P]) -> W:
        """The part of a close-up, where that has another size."""
        return self.around_places(places)

    def around(self, name: str) -> Self | None:
        if not self.has_parts:
            return None
        place = self.find(name.strip()) if name else None
        if name and place is None:
            return None
        if place is None:
            return replace(self, window=self.close_to(self.matters()))
        return replace(self, window=self.around_places((place,)))

    @property
    def closeup(self) -> Self | None:
        """What matters of a question: all its choices, and who could shoot or be shot at."""
        places = self.matters()
        if self.window is not None or not (places and self.has_parts) or self.is_readable:
            return None
        if not self.is_question:
            return replace(self, window=self.close_to(places))
        places = (*self.opponents(places), *places)
        part = self.close_to(places)
        fits = all(self.shows(part, place) for place in places)
        return replace(self, window=part) if fits else None

    @property
    def is_question(self) -> bool:
        """Whether the overlay asks something."""
        return self.look.overlay is not None and self.look.overlay.is_question
