"""What events did, as an overlay."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias

from games.astral_sailors import GAME
from games.astral_sailors import events as e
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import Throw
from games.astral_sailors.view import SailorsView
from games.core.events import Edited, Event
from games.core.geometry.squares import Base, Facing, Square, square
from games.core.overlay import Arrow, Loss, Marker, Overlay, Route
from tests.games.astral_sailors.positions import table, unit

How: TypeAlias = Literal["shoot", "melee", "counter", "poison"]


def at(name: str) -> Square:
    found = square(name)
    assert found is not None
    return found


def base(name: str, side: int = 1) -> Base:
    return Base(*at(name), side)


def moved(code: str, *names: str, how: Literal["move", "run"] = "move") -> e.UnitMoved:
    path = tuple(map(at, names))
    return e.UnitMoved(unit=code, how=how, path=path, cost=1, facing=Facing.N)


def exchanged(by: str, target: str, wounds: int, how: How = "shoot") -> e.ExchangeResolved:
    throw = Throw(by, target, half=False, a_mod=0, d_mod=0, wounds=wounds)
    return e.ExchangeResolved(how=how, throw=throw, pairs=(), a_why=(), d_why=(), wounds=wounds)


def hurt(code: str, lost: int, paid: int = 0) -> e.WoundsTaken:
    return e.WoundsTaken(
        unit=code, wounds=lost + paid, absorbed=0, paid=paid, price=0, lost=lost, left=1, pool=0
    )


def view(*units: str) -> SailorsView:
    """Units as they stand now: ``R1 EX1 A1``."""
    found: Table = table([unit(code, kind, where) for code, kind, where in map(str.split, units)])
    return SailorsView(found, (None,) * len(found.players), None, (None,) * len(found.teams))


def told(found: Overlay[Base]) -> list[tuple[int, str]]:
    return [(part.number, part.told) for part in found.parts]


def test_every_unit_that_acts_has_a_step_with_its_moves_and_shots() -> None:
    now = view("R2 EX3 C4", "R3 EX3 H8", "B2 GU3 C9")
    events: list[Event] = [
        moved("R2", "A1", "A2"),
        moved("R2", "A2", "C4", how="run"),
        exchanged("R2", "B2", 1),
        hurt("B2", 1),
        exchanged("R3", "B2", 0),
    ]
    story = GAME.story(now, events)
    assert told(story) == [
        (1, "R2 runs A1-C4"),
        (1, "shoots B2 for 1"),
        (2, "R3 shoots B2 in vain"),
    ]
    route, shot, miss = story.parts
    assert isinstance(route, Route)
    assert route.places == (base("A1"), base("A2"), base("C4"))
    assert shot == Arrow(
        start=base("C4"),
        end=base("C9"),
        number=1,
        seat=shot.seat,
        label="-1",
        told="shoots B2 for 1",
    )
    assert miss.label == "miss"
    assert set(story.focus) >= {base("A1"), base("C9"), base("H8")}


def test_misses_on_the_same_target_are_counted() -> None:
    now = view("R2 EX3 C4", "B2 GU3 C9")
    missed = [exchanged("R2", "B2", 0)] * 3
    assert told(GAME.story(now, missed)) == [(1, "R2 shoots B2 in vain 3 times")]
    mixed: list[Event] = [*missed, exchanged("R2", "B2", 1), hurt("B2", 1)]
    assert told(GAME.story(now, mixed)) == [(1, "R2 shoots B2 for 1, in vain 3 times")]


def test_places_are_those_of_the_moment_and_not_of_now() -> None:
    now = view("R2 EX3 F6", "B2 GU3 C9")
    events: list[Event] = [
        exchanged("R2", "B2", 1),
        hurt("B2", 1),
        moved("B2", "B7", "C9"),
        moved("R2", "D4", "F6"),
    ]
    shot = GAME.story(now, events).parts[0]
    assert isinstance(shot, Arrow)
    assert (shot.start, shot.end) == (base("D4"), base("B7"))


def test_a_kill_is_marked_where_the_unit_stood() -> None:
    now = view("R2 EX3 C4", "B2 GU3 P16")
    reserve = replace(now.table.units["B2"], place="reserve", c=-1, r=-1)
    now = replace(now, table=now.table.put(reserve))
    events: list[Event] = [
        exchanged("R2", "B2", 2),
        hurt("B2", 2),
        e.UnitEliminated(unit="B2", by="R2", commander=False, at=at("C9")),
    ]
    shot, loss = GAME.story(now, events).parts
    assert (shot.label, shot.told) == ("", "R2 kills B2")
    assert isinstance(loss, Loss)
    assert (loss.place, loss.label, loss.number) == (base("C9"), "B2", 1)
    events[2] = e.UnitEliminated(unit="B2", by="R2", commander=False)
    assert not GAME.story(now, events).parts


def test_of_several_attacks_only_the_last_one_kills() -> None:
    now = view("R2 EX3 C9", "B2 GU3 C10")
    gone = e.UnitEliminated(unit="B2", by="R2", commander=False, at=at("C10"))
    events = [exchanged("R2", "B2", 0), exchanged("R2", "B2", 1, "melee"), hurt("B2", 1), gone]
    assert told(GAME.story(now, events))[:2] == [(1, "R2 shoots B2 in vain"), (1, "kills B2")]


def test_events_of_older_matches_are_read_without_the_place() -> None:
    data = b'{"only":null,"unit":"B2","by":"R2","commander":false,"kind":"unit-eliminated"}'
    assert GAME.event_form.read(data) == e.UnitEliminated(unit="B2", by="R2", commander=False)


def test_a_counter_attack_belongs_to_the_step_of_the_attack() -> None:
    now = view("R2 EX3 C4", "B2 GU3 C5")
    events: list[Event] = [
        exchanged("R2", "B2", 0, "melee"),
        exchanged("B2", "R2", 1, "counter"),
        hurt("R2", 0, paid=1),
    ]
    assert told(GAME.story(now, events)) == [
        (1, "R2 strikes B2 in vain"),
        (1, "B2 strikes back at R2 paid off"),
    ]


def test_poison_and_reinforcements_have_steps_without_an_arrow() -> None:
    now = view("R2 EX3 C4", "B2 GU3 C5", "B3 GU3 D5")
    events: list[Event] = [
        exchanged("B2", "R2", 1, "poison"),
        hurt("R2", 1),
        e.UnitReinforced(unit="B2", at=at("C5"), facing=Facing.N, cost=1, pool=0),
        e.UnitReinforced(unit="B3", at=at("D5"), facing=Facing.N, cost=1, pool=0),
    ]
    story = GAME.story(now, events)
    assert told(story) == [
        (1, "poison hurts R2 for 1"),
        (2, "B2 enters at C5"),
        (2, "B3 enters at D5"),
    ]
    assert all(isinstance(part, Marker) for part in story.parts)


def test_a_long_story_says_its_misses_in_words_alone() -> None:
    units = [f"R{number} EX3 A{number}" for number in range(1, 9)]
    now = view(*units, "B2 GU3 P9")
    events = [exchanged(line.split()[0], "B2", 0) for line in units]
    story = GAME.story(now, events)
    assert not any(part.label for part in story.parts)
    assert all(part.told.endswith("in vain") for part in story.parts)


def test_what_a_referee_changed_begins_the_story_anew() -> None:
    now = view("R2 EX3 C4", "B2 GU3 C5")
    edit = Edited(what="UNIT R2 AT C3")
    events: list[Event] = [moved("R2", "A1", "A2"), edit, moved("R2", "C3", "C4")]
    assert told(GAME.story(now, events)) == [(1, "R2 moves C3-C4")]
