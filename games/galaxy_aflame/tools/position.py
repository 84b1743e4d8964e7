"""Positions as people write them in JSON: lengths are inches with at most one decimal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import (
    Discriminator,
    Field,
    PlainSerializer,
    PlainValidator,
    StrictBool,
    StrictInt,
    StrictStr,
    Tag,
    model_validator,
)

from games.core.geometry.plane import Disc, Point, Rectangle
from games.core.tools import (
    SEAT_OF,
    Letter,
    Number,
    PositionForm,
    StrictForm,
    UnitCode,
    boarded,
    by_code,
    known,
)
from games.core.types import Ending, Seat, Seats
from games.galaxy_aflame.agreement import Agreement
from games.galaxy_aflame.catalogue import catalogue_of
from games.galaxy_aflame.ground import INCH, INCHES, Cover, Ground
from games.galaxy_aflame.rules import armies, draft, reinforcements
from games.galaxy_aflame.rules.values import forbid
from games.galaxy_aflame.state import State, StepBuilder
from games.galaxy_aflame.table import LETTERS, SEATS, Phase, Table, Unit
from games.galaxy_aflame.table.tasks import RollOff
from games.galaxy_aflame.view import Sheet

USUAL_ARMIES = ("aquanaratta", "halcyon")

# --- Inches ---


def _tenths(found: object) -> int:
    """A length, as a number of inches or as text."""
    if isinstance(found, int | float | str) and not isinstance(found, bool):
        try:
            return INCHES.read(str(found))
        except ValueError:
            pass
    raise ValueError(f"{str(found)[:20]!r} is not a length in inches with at most one decimal")


def point_of(found: object) -> Point:
    """Parse a point: ``[24, 19.5]`` or ``"24 19.5"``."""
    parts = found.replace(",", " ").split() if isinstance(found, str) else found
    if not isinstance(parts, list | tuple) or len(parts) != 2:
        raise ValueError(f"{str(found)[:20]!r} is not a point such as [24, 19.5]")
    return Point(*map(_tenths, parts))


def inches(units: int, per_inch: int = INCH) -> float:
    whole, rest = divmod(units, per_inch)
    return units / per_inch if rest else whole


def at_of(point: Point) -> list[float]:
    return [inches(point.x), inches(point.y)]


Length: TypeAlias = Annotated[
    int, PlainValidator(_tenths), PlainSerializer(lambda tenths: inches(tenths), return_type=Any)
]
Place: TypeAlias = Annotated[
    Point, PlainValidator(point_of), PlainSerializer(at_of, return_type=Any)
]
Corners: TypeAlias = tuple[Length, Length, Length, Length]


# --- Terrain ---


class CoverForm(StrictForm):
    circle: tuple[Length, Length, Length] | None = None
    rect: Corners | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.circle is None) == (self.rect is None):
            raise ValueError("either circle or rect")
        return self

    @classmethod
    def of(cls, area: Cover) -> CoverForm:
        if isinstance(area, Disc):
            return cls.model_validate({"circle": [*at_of(area.centre), inches(area.radius)]})
        return cls.model_validate({"rect": _corners(area)})

    @property
    def area(self) -> Cover:
        if self.circle is None:
            return Rectangle(*(self.rect or ()))
        x, y, radius = self.circle
        return Disc(Point(x, y), radius)


class LayoutForm(StrictForm):
    """A table with its terrain."""

    size: tuple[Length, Length] = (480, 360)
    solid: tuple[Corners, ...] = ()
    cover: tuple[CoverForm, ...] = ()
    barriers: tuple[tuple[Place, Place], ...] = ()

    @classmethod
    def of(cls, ground: Ground) -> LayoutForm:
        return cls.model_validate(
            {
                "size": [inches(ground.width), inches(ground.height)],
                "solid": [_corners(piece) for piece in ground.solid],
                "cover": [CoverForm.of(area) for area in ground.cover],
                "barriers": [list(map(at_of, barrier)) for barrier in ground.barriers],
            }
        )

    @property
    def ground(self) -> Ground:
        solid = tuple(Rectangle(*corners) for corners in self.solid)
        return Ground(*self.size, solid, tuple(each.area for each in self.cover), self.barriers)


def _corners(piece: Rectangle) -> list[float]:
    return list(map(inches, (piece.x0, piece.y0, piece.x1, piece.y1)))


LayoutField: TypeAlias = Annotated[
    Annotated[StrictStr | None, Tag("name")] | Annotated[LayoutForm, Tag("pieces")],
    Discriminator(lambda found: "name" if isinstance(found, str | None) else "pieces"),
]

# --- Units ---


class UnitForm(StrictForm):
    """A unit: ``at`` a place, ``in`` a transport, or in a ``state``, by default in reserve.

    ``boarded``  by default for all that are inside without having embarked this turn
    """

    card: StrictStr
    at: Place | None = None
    inside: StrictStr | None = Field(None, alias="in")
    state: Literal["reserve", "out"] | None = None
    models: Number | None = None
    suppressed: StrictBool = False
    shaken: StrictBool = False
    limited: StrictBool = False
    moved: StrictBool = False
    ran: StrictBool = False
    shots: Annotated[StrictInt, Field(ge=0, le=2)] = 0
    fails: Number = 0
    fell_back: StrictBool = False
    boarded: StrictBool | None = None
    embarked: StrictBool = False
    disembarked: StrictBool = False

    @model_validator(mode="before")
    @classmethod
    def _text(cls, written: object) -> object:
        """``INF 24 24``, or ``INF`` in reserve."""
        if not isinstance(written, str):
            return written
        card, _, at = written.partition(" ")
        return {"card": card, "at": at or None}

    @classmethod
    def of(cls, table: Table, unit: Unit) -> UnitForm:
        inside = table.carrier(unit.code)
        reserve = "reserve" if table.is_reserve(unit) else None
        return cls.model_validate(
            {
                **{name: getattr(unit, name) for name in _COMMON},
                "at": None if unit.at is None else at_of(unit.at),
                "in": inside and inside.code,
                "state": "out" if unit.out else reserve,
            }
        )

    def unit(self, code: str, table: Table) -> Unit:
        card = table.catalogue.cards.get(self.card)
        if card is None:
            raise ValueError(f"{code}: there is no card {self.card[:10]!r}")
        if sum(each is not None for each in (self.at, self.inside, self.state)) > 1:
            raise ValueError(f"{code}: one of at, in and state")
        if self.at is not None and self.at not in table.ground.table:
            raise forbid("SPOT", "13", f"{INCHES.name(self.at)} is not on the table.")
        out = self.state == "out" or self.models == 0
        models = (0 if out else card.models) if self.models is None else self.models
        if models > card.models:
            raise ValueError(f"{code}: {card.name} have {card.models} models")
        values = {name: getattr(self, name) for name in _COMMON}
        values |= {"models": models, "at": None if out else self.at}
        if self.boarded is None:
            values["boarded"] = self.inside is not None and not self.embarked
        return Unit(code=code, seat=SEAT_OF[code[0]], out=out, **values)


_COMMON = UnitForm.model_fields.keys() & Unit.__dataclass_fields__.keys()
"""Fields that a unit and its form have in common."""

# --- Positions ---


class GaPosition(PositionForm):
    """A position. It is not checked against the rules on reading.

    ``layout``   without one that of the settings if they name one, else an empty table
    ``armies``   by default those of each side's first unit
    ``first``    who has the first turn of the game, and the south
    ``turn``     who is asked, where only one can be
    ``decks``    cards that are not drafted yet, ``denied`` those that are out
    ``rolled``   the winner of the roll-off
    ``drafted``  steps of the draft so far
    ``rights``   units that may still be brought, by default for the losses of the side
    ``ending``   of a match that is over
    """

    layout: LayoutField = None
    armies: dict[Letter, StrictStr] = Field(default_factory=dict)
    first: Letter = "R"
    turn: Letter | None = None
    round: Number = 1
    phase: Phase = "turn"
    units: dict[UnitCode, UnitForm] = Field(default_factory=dict)
    losses: dict[Letter, tuple[Number, Number]] = Field(default_factory=dict)
    rights: Annotated[StrictInt, Field(ge=0, le=2)] | None = None
    engaged: tuple[tuple[StrictStr, StrictStr], ...] = ()
    decks: dict[Letter, tuple[StrictStr, ...]] | None = None
    denied: dict[Letter, tuple[StrictStr, ...]] | None = None
    drafted: Number | None = None
    rolled: Letter | None = None
    ending: Ending | None = None

    @classmethod
    def of(cls, state: State) -> Self:
        table = state.table
        return cls.model_validate(
            {
                "layout": _layout_name(table) or LayoutForm.of(table.ground),
                "armies": {key: army for key, army in _by_letter(table.armies).items() if army},
                "first": LETTERS[table.first],
                "turn": LETTERS[table.active],
                "round": table.round,
                "phase": table.phase,
                "units": {each.code: UnitForm.of(table, each) for each in boarded(table.units)},
                "losses": _by_letter(table.losses),
                "rights": table.rights if table.phase == "reinforce" else None,
                "engaged": table.engaged,
                "decks": _by_letter(table.decks) if any(table.decks) else None,
                "denied": _by_letter(table.denied) if any(table.denied) else None,
                "drafted": table.drafted if table.drafted or table.phase == "draft" else None,
                "rolled": None if table.winner is None else LETTERS[table.winner],
                "ending": table.ending,
            }
        )

    def state(self, settings: Agreement, seats: Seats) -> State:
        first = SEAT_OF[self.first]
        table = Table(
            settings,
            self._ground(settings),
            self.phase,
            first=first,
            active=first if self.turn is None else SEAT_OF[self.turn],
            round=self.round,
            winner=None if self.rolled is None else SEAT_OF[self.rolled],
            drafted=self._drafted(),
            turns=int(self.phase in ("reinforce", "turn")),
            agenda=(RollOff(),) if self.phase == "rolloff" else (),
            ending=self.ending,
        )
        if (self.phase == "over") != (self.ending is not None):
            raise ValueError("ending: needed in the phase over, and only there")
        table = self._with_units(table)
        table = replace(table, armies=(self._army(table, "R"), self._army(table, "B")))
        table = self._with_cards(table)
        return State(self._with_losses(table), _sheets(table))

    def _ground(self, settings: Agreement) -> Ground:
        if isinstance(self.layout, LayoutForm):
            return self.layout.ground
        if self.layout is None:
            named = "layout" in settings.model_fields_set
            return armies.ground_of(settings) if named else Ground()
        return known("layout", self.layout, catalogue_of(settings.pack).layouts).ground

    def _with_units(self, table: Table) -> Table:
        forms = self.units
        for code in by_code(forms):
            table = table.put(forms[code].unit(code, table))
        for code, form in forms.items():
            if form.inside is not None and not table.units[code].out:
                into = table.units.get(form.inside)
                if into is None or into.at is None:
                    raise ValueError(f"{code}: there is no unit {form.inside[:10]!r} on the table")
                table = table.put(replace(into, cargo=(*into.cargo, code)))
        if unknown := [code for pair in self.engaged for code in pair if code not in table.units]:
            raise ValueError(f"engaged: there is no unit {unknown[0][:10]!r}")
        pairs = sorted((min(pair), max(pair)) for pair in self.engaged)
        return replace(table, engaged=tuple(pairs))

    def _army(self, table: Table, letter: Letter) -> str:
        """The given one, or else that of the side's first unit."""
        if letter in self.armies:
            return known("armies", self.armies[letter], table.catalogue.armies).key
        if table.phase == "army":
            return ""
        found = [table.card(unit).army for unit in table.of(SEAT_OF[letter])]
        return found[0] if found else USUAL_ARMIES[SEAT_OF[letter]]

    def _drafted(self) -> int:
        """The draft; by default one step for each unit."""
        if self.drafted is None:
            return len(self.units) if self.phase == "draft" else 0
        return self.drafted

    def _with_cards(self, table: Table) -> Table:
        """The table with the cards of the draft, by default all neither drafted nor denied."""
        denied, decks = (self._cards(table, each or {}) for each in (self.denied, self.decks))
        table = replace(table, denied=denied, decks=decks)
        if self.decks is not None or table.phase not in _DRAFTING:
            return table
        builder = StepBuilder(State(table))
        draft.lay_out(builder)
        red, blue = (_undrafted(builder.table, seat) for seat in SEATS)
        return replace(table, decks=(red, blue))

    def _cards(
        self, table: Table, cards: Mapping[Letter, tuple[str, ...]]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        named = [card for each in cards.values() for card in each]
        if unknown := [card for card in named if card not in table.catalogue.cards]:
            raise ValueError(f"there is no card {unknown[0][:10]!r}")
        return cards.get("R", ()), cards.get("B", ())

    def _with_losses(self, table: Table) -> Table:
        """A reinforcement step whose rights are not told begins with the losses."""
        losses = (self.losses.get("R", (0, 0)), self.losses.get("B", (0, 0)))
        table = replace(table, losses=losses, rights=self.rights or 0)
        if self.phase != "reinforce" or self.rights is not None:
            return table
        builder = StepBuilder(State(table))
        reinforcements.begin(builder)
        return builder.table


_DRAFTING = ("rolloff", "privilege", "draft", "ranking")


def _undrafted(table: Table, seat: Seat) -> tuple[str, ...]:
    gone = Counter([*(unit.card for unit in table.of(seat)), *table.denied[seat]])
    return tuple((Counter(table.decks[seat]) - gone).elements())


def _sheets(table: Table) -> tuple[Sheet, ...]:
    """Empty ones, in a phase that is answered in secret."""
    secret = {
        "army": table.agreement.mirror,
        "ranking": True,
        "deploy": table.agreement.deploy_mode == "secret",
    }
    return (Sheet(), Sheet()) if secret.get(table.phase) else ()


def _layout_name(table: Table) -> str:
    layouts = table.catalogue.layouts.items()
    return next((key for key, layout in layouts if layout.ground == table.ground), "")


def _by_letter(values: Sequence[Any]) -> dict[str, Any]:
    return dict(zip(LETTERS, values, strict=True))
