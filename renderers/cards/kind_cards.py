"""Cards of kinds of pieces: a title on a band, the piece, its values, and a line below."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeVar

from renderers import Look, Renderer, Scene
from renderers import palette as c
from renderers.cards import sides
from renderers.glyphs import box, larger
from renderers.lettering import drawable, plain
from renderers.palette import Colour
from renderers.scene import SIGN, Area, Art, Caption, Drawing, Icon, Stroke, Style

S = TypeVar("S", bound=Scene)

WIDE, HIGH, BAND = 1000, 694, 120
TOKEN = 260
"""The side of the picture of the piece."""

_CODE = Style(40, c.MUTED, c.CARD)
_NAME = Style(36, c.MUTED, c.CARD)
_VALUE = Style(42, c.WHITE, c.CARD)
_SKILL = Style(38, c.YELLOW, c.CARD)


@dataclass(frozen=True, slots=True)
class KindCard(Scene):
    """``origin`` is the army, ``skills`` what is special, ``special`` what that is called."""

    look: Look
    code: str
    name: str
    origin: str
    colour: Colour
    token: Art
    values: Mapping[str, str]
    skills: tuple[str, ...]
    special: str

    @property
    def alt(self) -> str:
        values = ", ".join(f"{name} {value}" for name, value in self.values.items())
        skills = ", ".join(self.skills) or "none"
        name = f"{self.code} {plain(self.name, 64)}"
        return f"{name}, {self.origin}. {values}. {self.special}: {skills}."

    @property
    def board(self) -> str:
        return self.alt

    @property
    def drawing(self) -> Drawing:
        left = TOKEN + 80
        marks = [(_ground(self.colour), 0, 0), (self.token, 40, BAND + 40)]
        title = Style(60, c.VOID, self.colour)
        captions = [
            Caption(drawable(self.name), 40, 92, title, room=WIDE - 80),
            Caption(self.code, 40 + TOKEN // 2, BAND + TOKEN + 90, _CODE, "middle"),
            Caption(self.origin, left, BAND + 66, _NAME, room=WIDE - left - 40),
        ]
        for number, (name, value) in enumerate(self.values.items()):
            y = BAND + 124 + 50 * number
            captions.append(Caption(name, left, y, _NAME))
            captions.append(Caption(value, WIDE - 40, y, _VALUE, "right"))
        said = ", ".join(self.skills) or f"No {self.special.lower()}"
        captions.append(Caption(said, 40, HIGH - 34, _SKILL, room=WIDE - 80))
        return Drawing(WIDE, HIGH, c.VOID, marks, captions)


@dataclass(frozen=True, slots=True)
class KindRenderer(Renderer, Generic[S]):
    """The renderer of a game whose pieces are of kinds in a catalogue.

    ``make_scene``    a scene of a view
    ``catalogue_of``  the catalogue with a content pack, and ``kinds_of`` the kinds in it
    ``make_card``     the card of a kind of a catalogue
    ``chip``          the sign of a seat
    """

    make_scene: Callable[[Any, Look], S]
    catalogue_of: Callable[[str], Any]
    kinds_of: Callable[[Any], Mapping[str, Any]]
    make_card: Callable[[Any, Any, Look], KindCard]
    seats: Sequence[str]
    chip: Callable[[int, int, Colour], Art]

    def scene(self, view: Any, look: Look) -> S:
        return self.make_scene(view, look)

    def kinds(self, view: Any | None) -> Mapping[str, str]:
        return titles(self.kinds_of(self._catalogue(view)))

    def signs(self) -> Mapping[str, Icon]:
        """Those of the seats, and the pieces on the cards of the kinds that every match has."""
        kinds = {code: _sign(self.card(code, None, Look())) for code in self.kinds(None)}
        return sides.chip_signs(self.seats, self.chip) | kinds

    def card(self, name: str, view: Any | None, look: Look) -> KindCard | None:
        catalogue = self._catalogue(view)
        kind = named(self.kinds_of(catalogue), name)
        return None if kind is None else self.make_card(kind, catalogue, look)

    def _catalogue(self, view: Any | None) -> Any:
        return self.catalogue_of("") if view is None else view.table.catalogue


def _sign(card: KindCard | None) -> Icon:
    assert card is not None
    shapes = (larger(shape, SIGN / TOKEN) for shape in card.token.shapes)
    return Icon(card.name, Art(SIGN, SIGN, c.VOID, tuple(shapes)))


class Named(Protocol):
    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=Named)


def titles(kinds: Mapping[str, Named]) -> dict[str, str]:
    return {code: f"{code} {plain(kind.name, 64)}" for code, kind in kinds.items()}


def named(kinds: Mapping[str, N], name: str) -> N | None:
    """Find a kind by code or name; a part of a name will do if it fits one only."""
    wanted = name.strip().casefold()
    if (kind := kinds.get(wanted.upper())) is not None:
        return kind
    found = [kind for kind in kinds.values() if wanted in kind.name.casefold()]
    same = [kind for kind in found if kind.name.casefold() == wanted]
    fitting = same or found
    return fitting[0] if wanted and len(fitting) == 1 else None


@lru_cache(maxsize=16)
def _ground(colour: Colour) -> Art:
    """A card with a band of its colour for the name."""
    frame = box(6, 6, WIDE - 12, HIGH - 12, 28)
    band = (
        Area(box(6, 6, WIDE - 12, BAND, 28), colour),
        Area(box(6, BAND // 2, WIDE - 12, BAND - BAND // 2 + 6, 0), colour),
    )
    edge = Stroke(frame, 4, colour, closed=True)
    return Art(WIDE, HIGH, c.VOID, (Area(frame, c.CARD), *band, edge))
