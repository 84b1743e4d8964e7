"""What is drawn over a board: what happened in a turn, or the choices of a question.

An overlay is made from a view and from events that its viewer may see. It holds places of the
game's own type ``P`` (hexes, bases of squares), seats and short texts; the renderer
(``renderers/overlay/overlays.py``) chooses colours, pixels and the positions of texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from games.core.seats import Seat

P = TypeVar("P")


@dataclass(frozen=True, slots=True, kw_only=True)
class OverlayPart(Generic[P]):
    """Base of all parts.

    ``number``  from 1: the step of the story, or the choice of the question, that it belongs to;
                0 for neither. Earlier steps are drawn fainter
    ``seat``    whose colour it has; ``None`` for a neutral colour
    ``label``   the text beside it on the picture, a few characters: ``R5 -2``
    ``told``    the same for alt text, without number and full stop: ``R5 shoots B6, 2 wounds``
    """

    number: int = 0
    seat: Seat | None = None
    label: str = ""
    told: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Route(OverlayPart[P]):
    """A path over at least two ``places``, its start included."""

    places: tuple[P, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrow(OverlayPart[P]):
    """A shot, a blow, or anything else that goes straight from ``start`` to ``end``."""

    start: P
    end: P


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss(OverlayPart[P]):
    """A piece of ``seat`` that was lost at ``place``."""

    place: P


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker(OverlayPart[P]):
    """A number at ``place``: a choice, or where a step of the story took place."""

    place: P


@dataclass(frozen=True, slots=True, kw_only=True)
class Region(OverlayPart[P]):
    """``places`` as an area: hatched, such as what is in reach, or as an outline only."""

    places: frozenset[P]
    hatched: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring(OverlayPart[P]):
    """Everything within ``radius`` steps of ``place``; 0 draws attention to the place itself."""

    place: P
    radius: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ghost(OverlayPart[P]):
    """The outline of a piece at ``place``, where it would stand; its code is the ``label``."""

    place: P


@dataclass(frozen=True, slots=True)
class Overlay(Generic[P]):
    """Parts in the order in which they are drawn and told.

    ``focus`` are the places that a cropped picture must show, the most important one last; empty
    when the whole board matters. ``asks``: the numbers are choices of a question, of which the
    first matter most, and not steps of a story.
    """

    parts: tuple[OverlayPart[P], ...] = ()
    focus: tuple[P, ...] = ()
    asks: bool = False

    def __bool__(self) -> bool:
        return bool(self.parts)
