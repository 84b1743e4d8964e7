"""Positions of A Galaxy Aflame that show everything a picture can show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core.geometry.plane import Disc, Point, Rectangle
from games.core.overlay import Arrow, Ghost, Loss, Marker, Overlay, OverlayPart, Ring, Route
from games.core.types import Ending, Seat
from games.galaxy_aflame.agreement import Agreement
from games.galaxy_aflame.catalogue import BASE
from games.galaxy_aflame.ground import INCHES, Ground
from games.galaxy_aflame.table import BLUE, RED, Phase, Table, Unit
from games.galaxy_aflame.view import Placing, Sheet, View

QUARTER = BASE.layouts["ruined_quarter"].ground
ARMIES = ("aquanaratta", "halcyon")


def at(text: str) -> Point:
    return INCHES.point(text)


def unit(code: str, card: str, place: str = "", **more: Any) -> Unit:
    models = more.pop("models", BASE.cards[card].models)
    seat = Seat("RB".index(code[0]))
    return Unit(code, card, seat, models, at(place) if place else None, **more)


def seen(table: Table, seat: Seat | None = None, sheets: tuple[Sheet | None, ...] = ()) -> View:
    return View(table, sheets, seat)


def table(*units: Unit, phase: Phase = "turn", ground: Ground = QUARTER, **more: Any) -> Table:
    by_code = {one.code: one for one in units}
    values: dict[str, Any] = {"armies": ARMIES, "round": 3, **more}
    return Table(Agreement(), ground, phase=phase, units=by_code, **values)


def battle() -> Table:
    """Every mark: cover, assault, suppression, a shaken vehicle, passengers, losses, reserves."""
    return table(
        unit("R1", "INF", "21.5 22.5", models=6, moved=True, shots=1),
        unit("R2", "SPA", "30 28", models=11, moved=True),
        unit("R3", "REE", models=6),
        unit("R4", "MAN", "15 26", cargo=("R3",), limited=True),
        unit("R5", "SPI"),
        unit("B1", "RIF", "24 20", models=4, suppressed=True, fails=2),
        unit("B2", "HUN", "18 7", suppressed=True),
        unit("B3", "WAL", "31 9.5", shaken=True),
        unit("B4", "HOW", "44 5"),
        unit("B5", "PEN", models=0, out=True),
        losses=((2, 0), (5, 1)),
        engaged=(("B1", "R1"),),
    )


def told() -> Overlay[Any]:
    """A turn: a move and a shot, a shot that suppresses, a unit lost."""
    red = Seat(0)
    return Overlay(
        (
            Route(
                places=(at("24 31.5"), at("21.5 27.5"), at("21.5 22.5")),
                number=1,
                seat=red,
                told="R1 Infectors move 9.8 in",
            ),
            Arrow(
                start=at("21.5 22.5"),
                end=at("24 20"),
                number=2,
                seat=red,
                label="-3",
                told="R1 assaults B1: 3 models lost, 4 left",
            ),
            Arrow(
                start=at("15 26"),
                end=at("18 7"),
                number=3,
                seat=red,
                label="S",
                told="R4 suppresses B2",
            ),
            Arrow(
                start=at("30 28"),
                end=at("33 15.5"),
                number=4,
                seat=red,
                label="-5",
                told="R2 shoots B5: 5 models lost",
            ),
            Loss(place=at("33 15.5"), number=4, seat=BLUE, label="B5", told="B5 is out"),
        ),
        (at("21.5 22.5"), at("24 20"), at("33 15.5")),
    )


def asked() -> Overlay[Any]:
    """Where R2 may go: numbered markers, and its reach."""
    spots = (
        "30 20.5, 27.5 21.5, 33.5 21, 36.5 24, 22.8 28, 25 33, 30 35.5, 35.5 33.5, 37.8 28, 24.5 22"
    )
    parts: list[OverlayPart[Any]] = [Ring(place=at("30 28"), radius=80, told="R2 moves 8 in")]
    parts += (
        Marker(place=at(spot), number=number, told=f"{spot} in the open", seat=RED)
        for number, spot in enumerate(spots.split(", "), 1)
    )
    return Overlay(tuple(parts), (at("30 28"),), is_question=True)


def aimed() -> Overlay[Any]:
    """Where R2 would stand, with rings of hand and arm range, and who sees it."""
    here, there = at("30 28"), at("33.5 21")
    return Overlay(
        (
            Route(places=(here, there), seat=RED, told="R2 moves 7.8 of 8 in"),
            Ghost(place=there, seat=RED, label="R2", told="R2 would stand at 33.5 21"),
            Ring(place=there, radius=60, seat=RED, told="6 in"),
            Ring(place=there, radius=180, seat=RED, told="18 in"),
        ),
        (there,),
    )


def deck(army: str) -> tuple[str, ...]:
    return tuple(card.code for card in BASE.deck(army))


def drafting() -> Table:
    """Two cards are taken on each side, and some denied; Blue is to draft."""
    red, blue = deck("aquanaratta"), deck("halcyon")
    denied = (("LEV", "SPI"), ("HUN",))
    units = (unit("R1", "LAM"), unit("R2", "INF"), unit("B1", "RIF"), unit("B2", "WAL"))
    gone = {one.card for one in units} | {card for cards in denied for card in cards}
    decks = tuple(tuple(card for card in cards if card not in gone) for cards in (red, blue))
    return table(*units, phase="draft", decks=decks, denied=denied, active=BLUE, drafted=4, round=1)


def ranking() -> View:
    """Red has ranked its own deck and writes what it denies."""
    red, blue = deck("aquanaratta"), deck("halcyon")
    shown = table(phase="ranking", decks=(red, blue), round=1)
    return seen(shown, RED, (Sheet(own=red[::-1], enemy=("HUN", "WAL")), None))


def choosing() -> View:
    return seen(table(phase="army", armies=("", ""), round=1), RED, (Sheet(), None))


def deploying() -> Table:
    """Red has placed two units; Blue is next."""
    units = replace(battle(), losses=((0, 0), (0, 0)), engaged=()).units
    fresh = [
        replace(
            one, models=BASE.cards[one.card].models, at=None, cargo=(), out=False, limited=False
        )
        for one in units.values()
    ]
    plain = [
        replace(one, suppressed=False, shaken=False, fails=0, shots=0, moved=False) for one in fresh
    ]
    places = {"R1": "20 32", "R4": "32 30.5"}
    placed = [replace(one, at=at(places[one.code])) if one.code in places else one for one in plain]
    return table(*placed, phase="deploy", active=BLUE, round=1)


def placing() -> View:
    """Blue places its units in secret."""
    sheet = Sheet(places=(Placing("B1", at("24 5")), Placing("B3", at("30 4.5"))))
    units = {code: replace(one, at=None) for code, one in deploying().units.items()}
    return seen(replace(deploying(), units=units), BLUE, (None, sheet))


def reinforcing() -> Table:
    """Blue may bring one unit, and B5 waits in reserve."""
    found = battle().put(unit("B5", "PEN"))
    return replace(found, phase="reinforce", active=BLUE, rights=1, losses=((2, 0), (0, 0)))


def over() -> Table:
    ending = Ending("rounds", (RED,), (22.0, 15.5), "GA-104")
    return replace(battle(), phase="over", ending=ending, engaged=())


def wide() -> Table:
    """A layout of a pack: 96 x 24 inches, with a barrier aslant."""
    ground = Ground(
        960,
        240,
        (Rectangle(300, 80, 400, 160), Rectangle(560, 80, 660, 160)),
        (Disc(Point(480, 120), 60), Rectangle(100, 40, 200, 100)),
        ((Point(200, 200), Point(260, 140)), (Point(700, 60), Point(700, 180))),
    )
    return _moved(ground, 2, 1)


def small() -> Table:
    """The smallest table: 24 x 24 inches."""
    ground = Ground(
        240,
        240,
        (Rectangle(100, 100, 140, 140),),
        (Disc(Point(60, 60), 30),),
        ((Point(150, 60), Point(210, 60)),),
    )
    return _moved(ground, 1, 1)


def tall() -> Table:
    return _moved(Ground(240, 960, (Rectangle(100, 440, 140, 520),)), 1, 2)


def _moved(ground: Ground, across: int, down: int) -> Table:
    """The battle on another table."""
    units = battle().units.values()
    moved = [
        replace(
            one,
            at=one.at and Point(one.at.x * ground.width // 480, one.at.y * ground.height // 360),
        )
        for one in units
    ]
    return table(*moved, ground=ground, losses=((2, 0), (5, 1)), engaged=(("B1", "R1"),))


def many() -> Table:
    """Ten units a side: two copies of each card."""
    red, blue = deck("aquanaratta"), deck("halcyon")
    units = [
        unit(f"{letter}{number}", card, f"{4.5 * number - 0.5} {y}" if number < 8 else "")
        for letter, cards, y in (("R", red, 27), ("B", blue, 8))
        for number, card in enumerate(cards, 1)
    ]
    return table(*units)
