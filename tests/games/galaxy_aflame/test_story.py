"""The turn as it is drawn over the table."""

from __future__ import annotations

from games.core.events import Edited, Event
from games.core.overlay import Arrow, Loss, Marker, Route
from games.core.types import Seat
from games.galaxy_aflame import events as e
from games.galaxy_aflame.words.story import story
from tests.games.galaxy_aflame import reports as r
from tests.games.galaxy_aflame.reports import AT

RED, BLUE = Seat(0), Seat(1)
MARCH = e.Moved(r.INFECTORS, (AT("7 16"), AT("8 14"), AT("14 14")), 83, run=False)


def told(*events: Event) -> list[str]:
    return [f"{part.number} {part.told}" for part in story(events).parts]


def labels(*events: Event) -> list[str]:
    return [part.label for part in story(events).parts]


def test_a_move_is_a_trail_with_its_way_points() -> None:
    assert story((MARCH,)).parts == (
        Route(
            number=1,
            seat=RED,
            told="R1 moves 8.3 in to 14 14",
            places=(AT("7 16"), AT("8 14"), AT("14 14")),
        ),
    )


def test_a_shot_is_a_line_with_its_effect() -> None:
    assert story((r.T03,)).parts == (
        Arrow(
            number=1,
            seat=RED,
            label="-2",
            told="R1 shoots B1, 2 models lost",
            start=AT("24 24"),
            end=AT("24 12"),
        ),
    )
    assert labels(r.T04) == ["S"]
    assert labels(r.T05) == ["S -1"]
    assert labels(r.T09) == ["!"]
    assert labels(r.T29) == ["-1"]
    assert labels(r.shot(r.INFECTORS, r.RIFLES, 1)) == ["0"]


def test_what_a_shot_did_is_told_for_those_who_cannot_see_it() -> None:
    assert told(r.T07) == ["1 B2 shoots R1, suppresses R1, suppresses R2, 3 models lost"]
    assert told(r.T09) == ["1 B3 shoots R4, shaken"]
    assert told(r.shot(r.INFECTORS, r.RIFLES, 1)) == ["1 R1 shoots B1, no effect"]


def test_the_steps_of_a_unit_have_one_number_and_its_name_once() -> None:
    assert told(MARCH, r.T03, r.T13) == [
        "1 R1 moves 8.3 in to 14 14",
        "1 shoots B1, 2 models lost",
        "2 R2 assaults B1, 1 model lost",
    ]


def test_a_unit_that_flees_leaves_a_trail_and_is_lost_at_the_edge() -> None:
    back, loss = story(r.FLED).parts
    assert isinstance(back, Route)
    assert (back.places, back.label) == ((AT("4 12"), AT("0 12")), "back")
    assert loss == Loss(number=1, seat=BLUE, label="B1", told="B1 flees", place=AT("0 12"))


def test_returned_hits_and_passengers_are_marked_where_they_stand() -> None:
    assert told(r.T13, r.T13_RETURNED)[1] == "1 R2 is struck back, 1 model lost"
    marker = story((r.T29, r.T29_REMOVED, r.T29_OUT)).parts[2]
    assert marker == Marker(
        number=1,
        seat=RED,
        label="R2 out",
        told="R2 gets out at 24 20, 2 models lost",
        place=AT("24 20"),
    )


def test_transports_and_arrivals_are_told() -> None:
    assert told(
        e.Placed(r.GUNS, AT("24 5"), arrives=True),
        e.Placed(r.HUNTERS, AT("20 5"), "B4"),
        e.Embarked(r.REEF, r.SKIFF, AT("24 30"), AT("24 26")),
        e.Disembarked(r.REEF, r.SKIFF, AT("24 16"), AT("24 12.1")),
    ) == ["1 B2 arrives at 24 5", "2 B3 deploys in B4", "3 R2 boards R3", "3 leaves R3 for 24 12.1"]


def test_the_story_begins_after_the_last_change_by_the_referee() -> None:
    edited = Edited(what="moved R1")
    assert told(r.T03, edited, MARCH) == ["1 R1 moves 8.3 in to 14 14"]


def test_a_cropped_picture_shows_all_places_the_last_one_surely() -> None:
    assert story((MARCH, r.T03)).focus == (*MARCH.path, AT("24 24"), AT("24 12"))


def test_what_has_no_place_is_not_drawn() -> None:
    assert not story((e.TurnStarted(RED, 1, 0, 0, 0), e.TurnEnded(RED)))
