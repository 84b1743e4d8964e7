"""Positions of Cosmic Conflict that show everything a picture can show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core.geometry.plane import Point
from games.core.overlay import Arrow, Ghost, Loss, Marker, Overlay, OverlayPart, Ring, Route
from games.core.types import Ending, Seat
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.maps import KINDS, features
from games.cosmic_conflict.rules.scoring import score
from games.cosmic_conflict.rules.setup import preparation
from games.cosmic_conflict.space import DU, SCALE
from games.cosmic_conflict.table import units
from games.cosmic_conflict.table.course import Acting, ActivationPhase, MatchResult, Phase, Progress
from games.cosmic_conflict.table.orders import Orders
from games.cosmic_conflict.table.tasks import Hurt
from games.cosmic_conflict.table.units import Condition, MarkedToken, MissileToken, Table
from games.cosmic_conflict.view import Sheet, View

QUICK = {"map": "quick", "board_w": 36 * DU, "board_h": 24 * DU, "points": 481, "vc_random": 1}


def at(text: str) -> Point:
    return SCALE.point(text)


def agreed(**options: Any) -> Agreement:
    return Agreement(**options)


def fleets(agreement: Agreement, south: str = "A", north: str = "C") -> Table:
    """Both fleets before they are placed."""
    table, designs = preparation.opening(agreement), dict(BASE.designs)
    for side, code in ((1, south), (2, north)):
        table = replace(table, designs=designs).put(
            *preparation.units(designs, side, BASE.fleets[code].units)
        )
    return table


def put(table: Table, places: dict[str, str], **more: dict[str, Any]) -> Table:
    """Units at ``x y heading velocity``, with other fields by ID."""
    for id, text in places.items():
        x, y, *course = text.split()
        heading, velocity = map(int, course or (0, 0))
        unit = replace(
            table.units[id], at=at(f"{x} {y}"), heading=heading, velocity=velocity, aboard=""
        )
        table = table.put(unit)
    for id, fields in more.items():
        unit, worn = table.units[id], fields.pop("worn", ())
        left = (*worn, *unit.absorbers[len(worn) :])
        table = table.put(replace(unit, **{"absorbers": left, **fields}))
    return table


def seen(
    table: Table,
    phase: Phase = "activation",
    *,
    agreement: Agreement = Agreement(),  # noqa: B008
    sheets: tuple[Sheet | None, ...] = (None, None),
    seat: Seat | None = None,
    **more: Any,
) -> View:
    fields: dict[str, Any] = {"fleets": ("Anvil", "Nest"), **more}
    if phase == "activation":
        fields = {"activation": ActivationPhase(3, 1, 6), **fields}
    return View(table, Progress(agreement, phase, **fields), sheets, seat)


def deploying() -> View:
    """Three ships are placed; Side 1 is to place the next."""
    table = put(fleets(agreed()), {"a1": "24 4 0 2", "b1": "30 25 180 2", "b2": "22 26.5 170 1"})
    return seen(table, "deploy")


def placing() -> View:
    """Side 2 deploys in secret."""
    agreement = agreed(deploy="secret")
    places = (
        units.Placement("b1", at("30 25"), 180, 2),
        units.Placement("b2", at("20 26"), 200, 3),
    )
    sheets = (None, Sheet(places=places))
    return seen(fleets(agreement), "deploy", agreement=agreement, sheets=sheets, seat=Seat(1))


def fresh() -> Table:
    """Both fleets on the board as turn 1 begins."""
    return put(
        fleets(agreed()),
        {
            "a1": "27 5 0 2",
            "a2": "20 6 0 2",
            "a3": "33.5 6 10 2",
            "a4": "14 3 0 2",
            "a5": "42 7 340 3",
            "b1": "27 26 180 2",
            "b2": "33 25 180 2",
            "b3": "20 24 180 2",
            "b4": "12 24 170 3",
            "b5": "44 24 190 3",
            "b6": "25 22",
        },
    )


def battle() -> Table:
    """Turn 4: missiles, marks, Conditions, losses, a unit inside terrain, two at one place."""
    table = put(
        fresh(),
        {
            "a1": "25.5 11 20 1",
            "a2": "18.2 14.4 75 2",
            "a3": "31 12.2 330 3",
            "a4": "12 8 30 2",
            "a5": "40 15.5 310 4",
            "b1": "29.8 22 200 1",
            "b2": "32.5 19 235 2",
            "b3": "19.6 19.8 140 2",
            "b4": "36 18.5 250 4",
            "b6": "18.2 14.4",
            "b7": "24 14.9",
        },
        a1={"health": 27, "worn": (0, 4), "conditions": (Condition(4),)},
        a2={
            "health": 12,
            "conditions": (Condition(8, "a"), Condition(11, "b"), Condition(5), Condition(10)),
            "off": (0,),
            "activated": True,
        },
        a3={"used": (0,), "activated": True, "evading": True, "revealed": ("evasive",)},
        a4={"token": True, "surveyed": True},
        a5={"slots": (-1,)},
        b1={"health": 8, "slots": (-1,), "jumping": True},
        b2={"health": 41, "bracing": True, "revealed": ("brace",), "activated": True},
        b3={"token": True, "conditions": (Condition(6),), "activated": True},
        b5={"state": "destroyed", "at": None},
        b6={"shots": 0},
        b8={"state": "destroyed", "at": None, "aboard": ""},
    )
    longest = 24 * DU
    return replace(
        table,
        turn=4,
        initiative=2,
        missiles=(
            MissileToken("t1", at("19.5 12.3"), "a4", 0, "b2", longest),
            MissileToken("t2", at("33 13.5"), "b3", 0, "a5", longest),
        ),
        marked=(MarkedToken("b3", "a1"), MarkedToken("a3", "b2")),
    )


def middle(**more: Any) -> View:
    """Side 1 acts with the Citadel."""
    fields: dict[str, Any] = {
        "activation": ActivationPhase(6, 1, 6),
        "acting": Acting("a1"),
        **more,
    }
    return seen(battle(), **fields)


def asked() -> View:
    """In the middle of an attack, Side 2 may brace."""
    bare = (0,) * len(battle().units["b1"].absorbers)
    table = put(battle(), {}, b1={"slots": (-1,), "health": 8, "absorbers": bare})
    return seen(table, agenda=(Hurt("b1", 4, "attack", "a1"),))


def melee() -> View:
    """Eight a side within a few du, and five of them at the same place."""
    table = fleets(agreed(points=2000, scenario="contested_marks"), "D", "D")
    spots = {
        "a1": "25 13 40 2",
        "a2": "26 14 90 2",
        "a3": "26.4 14.1 120 2",
        "a4": "24 15 60 3",
        "a5": "28 15 0 2",
        "a6": "26 14 180 5",
        "a7": "29 13.2 300 4",
        "b1": "27.5 16 220 2",
        "b2": "26 14 270 2",
        "b3": "26.2 14.3 250 2",
        "b4": "24.6 16.5 130 2",
        "b5": "28.4 14 270 3",
        "b6": "26 14 200 5",
        "b7": "27 12.4 330 4",
    }
    table = put(table, spots, a2={"conditions": (Condition(4),)}, b1={"activated": True})
    return seen(table, agreement=agreed(points=2000, scenario="contested_marks"))


def ordering() -> View:
    """Side 1 writes its Orders."""
    orders = {"a1": Orders(False, ((-1, "brace"),)), "a2": Orders(True)}
    sheets = (Sheet(orders=orders), None)
    return seen(fresh(), "orders", sheets=sheets, seat=Seat(0))


def choosing() -> View:
    agreement = agreed()
    sheets = (Sheet(code="A", fleet=BASE.fleets["A"].units), None)
    return seen(
        preparation.opening(agreement), "fleet", fleets=("", ""), sheets=sheets, seat=Seat(0)
    )


def over() -> View:
    """The end, with its victory conditions."""
    table = battle()
    scores = (score(table, "deep_survey"), score(table, "lost", (5,)), score(table, "conditions"))
    return seen(
        table,
        "scoring",
        activation=None,
        drawn=("deep_survey", "lost", "conditions"),
        scores=scores,
        result=MatchResult((2, 1), 1, "victory"),
        ending=Ending("score", (Seat(0),), (2.0, 1.0), "CC-220"),
    )


def mapped(name: str, **more: Any) -> View:
    """The fleets on another map."""
    agreement = agreed(map=name, **more)
    table = preparation.opening(agreement)
    return seen(replace(fresh(), features=table.features), agreement=agreement)


def quick() -> View:
    agreement = agreed(**QUICK, scenario="open")
    table = put(
        fleets(agreement, "Q1", "Q3"),
        {
            "a1": "18 5 0 2",
            "a2": "9 4 0 2",
            "a3": "27 7 350 3",
            "b1": "18 20 180 2",
            "b3": "26 19 180 2",
            "b4": "9 18 160 2",
        },
    )
    return seen(table, agreement=agreement, fleets=("Patrol", "Picket"))


def sized(wide: int, high: int) -> View:
    """The battle on another board."""
    agreement = agreed(board_w=wide * DU, board_h=high * DU)
    terrain = features(
        [
            {"kind": "planet", "at": [wide * 3 // 10, high * 6 // 10]},
            {"kind": "gravity_anomaly_field", "at": [wide * 3 // 4, high * 3 // 10]},
        ]
    )
    board = preparation.opening(agreement).board
    units = [
        replace(
            each,
            at=each.at and Point(each.at.x * board.width // 5400, each.at.y * board.height // 3000),
        )
        for each in battle().units.values()
    ]
    table = replace(battle(), board=board, features=terrain, missiles=()).put(*units)
    return seen(table, agreement=agreement)


def catalogue() -> View:
    """One of every kind of terrain."""
    kinds = list(KINDS)
    terrain = features(
        [
            {
                "kind": kind,
                "at": [6 + 12 * (number % 4) + 2 * (number // 4 % 2), 4 + 7 * (number // 4)],
                "direction": 20 * number,
            }
            for number, kind in enumerate(kinds)
        ]
    )
    agreement = agreed(scenario="open")
    table = replace(preparation.opening(agreement), features=terrain)
    return seen(table, "orders", agreement=agreement)


# --- What is drawn over a board ---


def told() -> Overlay[Any]:
    """An activation: a move, shots, a token, a loss."""
    one, two = Seat(0), Seat(1)
    return Overlay(
        (
            Route(
                places=(at("24.2 7.6"), at("24.9 9.5"), at("25.5 11")),
                number=1,
                seat=one,
                told="a1 Citadel moves to 25.5 11, V1, heading 20",
            ),
            Arrow(
                start=at("25.5 11"),
                end=at("32.5 19"),
                number=2,
                seat=one,
                label="-7",
                told="a1 fires KIN1 at b2 Tempest, hit: 7 damage, Structural Damage",
            ),
            Arrow(
                start=at("25.5 11"),
                end=at("29.8 22"),
                number=3,
                seat=one,
                label="miss",
                told="a1 fires BEAM1 at b1 Hearth: miss",
            ),
            Loss(place=at("33 24"), number=4, seat=two, label="b5", told="b5 Dart is destroyed"),
        ),
        (at("25.5 11"), at("32.5 19")),
    )


def plotted() -> Overlay[Any]:
    """The sketch of a move: straight on, then a shift; what the weapons reach from there."""
    start, straight, end = at("31 12.2"), at("29.5 14.8"), at("30.3 15.9")
    return Overlay(
        (
            Route(places=(start, straight, end), seat=Seat(0), told="a3 moves to 30.3 15.9"),
            Ring(place=straight, radius=200, told="a3 may shift 2"),
            Ghost(place=end, seat=Seat(0), label="a3", told="a3 would be at 30.3 15.9"),
            Ring(place=end, radius=600, seat=Seat(0), told="6 du"),
        ),
        (end,),
    )


def targets() -> Overlay[Any]:
    """Whom to fire at: numbered choices at ships, and free places for a token."""
    spots = ("32.5 19", "29.8 22", "19.6 19.8", "28 16", "29 13.4", "21 13")
    parts: list[OverlayPart[Any]] = [Ring(place=at("25.5 11"), told="a1 fires MSL1")]
    parts += (
        Marker(place=at(spot), number=number, seat=Seat(0), told=f"at {spot}")
        for number, spot in enumerate(spots, 1)
    )
    return Overlay(tuple(parts), (at("25.5 11"),), is_question=True)
