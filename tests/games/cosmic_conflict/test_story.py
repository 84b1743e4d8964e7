"""The turn as it is drawn over the board."""

from __future__ import annotations

from dataclasses import replace

from games.core.events import Edited, Event
from games.core.overlay import Arrow, Loss, Marker, Route
from games.core.types import Seat
from games.cosmic_conflict import events as e
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.words.story import story
from tests.games.cosmic_conflict import reports as r
from tests.games.cosmic_conflict.duels import attack, duel, gun
from tests.games.cosmic_conflict.outcomes import hull
from tests.games.cosmic_conflict.reports import BULWARK, CITADEL, HEARTH, HORNET, LONGBOW
from tests.games.cosmic_conflict.scenes import du

SOUTH, NORTH = Seat(0), Seat(1)
A, B, C = du("20 5"), du("20 8"), du("21 8")
MOVED = e.Moved(CITADEL, A, B, C, 3, 30, turn=30)
HIT = r.attacked(duel("PART", "VANG", "14"), 3, 5)
GLANCE = r.attacked(duel("PART", "VANG", "14"), 1, 4)
MISS = r.attacked(duel(gun("KIN", 5), "BULW", "14"), 2, 5)
LAUNCHED = e.MissileLaunched(LONGBOW, ("MSL1", "Missiles"), BULWARK, "t1", A, B)


def told(*events: Event) -> list[str]:
    return [f"{part.number} {part.told}" for part in story(events).parts]


def labels(*events: Event) -> list[str]:
    return [part.label for part in story(events).parts]


def test_a_move_is_a_trail_with_its_straight_part() -> None:
    assert story((MOVED,)).parts == (
        Route(number=1, seat=SOUTH, told="a1 moves 3 to 21 8", places=(A, B, C)),
    )


def test_a_trail_has_no_leg_without_length() -> None:
    straight = e.Moved(CITADEL, A, B, B, 3, 0)
    shift = e.Moved(CITADEL, A, A, B, 0, 0)
    flight = e.Moved(HORNET, A, B, B, 0, 0, fighter=True)
    parts = story((straight, shift, flight)).parts
    assert [part.places for part in parts if isinstance(part, Route)] == [(A, B)] * 3
    assert parts[2].told == "a6 flies to 20 8"


def test_a_ship_that_turns_in_place_is_marked() -> None:
    assert story((e.Moved(CITADEL, A, A, A, 0, 60, turn=60),)).parts == (
        Marker(number=1, seat=SOUTH, label="a1", told="a1 stays at 20 5, heading 60°", place=A),
    )


def test_attacks_are_lines_with_their_result() -> None:
    assert story((HIT,)).parts == (
        Arrow(
            number=1,
            seat=SOUTH,
            label="hit 4",
            told="a1 hits b1 for 4",
            start=du("10 1"),
            end=du("10 15"),
        ),
    )
    assert labels(HIT, GLANCE, MISS) == ["hit 4", "glance 2", "miss"]
    assert told(GLANCE, MISS) == ["1 a1 grazes b1 for 2", "1 misses b1"]


def test_the_steps_of_a_unit_have_one_number_and_its_name_once() -> None:
    taken = e.Moved(BULWARK, A, B, B, 3, 0)
    assert told(HIT, MOVED, taken) == [
        "1 a1 hits b1 for 4",
        "1 moves 3 to 21 8",
        "2 b3 moves 3 to 20 8",
    ]


def test_missiles_are_drawn_from_launch_to_loss() -> None:
    lost = e.MissileLost("t1", B, BULWARK, "target")
    assert told(LAUNCHED, lost) == ["1 a2 launches t1 at b3", "1 t1 is lost"]
    assert labels(LAUNCHED, lost) == ["t1", "t1 lost"]


def test_a_missile_strikes_from_its_token() -> None:
    table = duel("LONG", "VANG", "9")
    made = replace(attack(table), token="t1")
    assert told(r.attacked((table, made), 6, 6))[0].startswith("1 t1 hits b1 for ")


def test_pws_and_aws_are_drawn_with_their_damage() -> None:
    exchange = e.Exchanged(CITADEL, BULWARK, A, B, (2, 3), (4,))
    aws = e.AwsFired(BULWARK, HORNET, B, A, 3)
    assert labels(exchange, aws) == ["PWS 5/4", "AWS 3"]
    assert told(exchange, aws) == [
        "1 a1 deals 5 to b3 and takes 4 by PWS",
        "2 b3 hits a6 with its AWS for 3",
    ]


def test_conditions_and_terrain_damage_are_marked_where_they_strike() -> None:
    table = hull(BASE.designs["PART"], health=8, absorbers=(3, 2))
    event = r.damaged(table, 9, 5, 4, cause="hazard", by="T2")
    assert labels(event) == ["b1 −9", "b1 !"]
    assert told(event) == ["1 b1 takes 9 from T2", "1 b1: Component Damage deactivates PWS1"]
    assert labels(r.damaged(table, 3)) == []


def test_units_that_are_lost_are_crossed_out_with_what_is_aboard() -> None:
    hearth, fighter = story((r.lost(HEARTH, "a6"),)).parts
    place = du("10 10")
    assert hearth == Loss(number=1, seat=SOUTH, label="a5", told="a5 is destroyed", place=place)
    assert fighter == Loss(number=1, seat=SOUTH, label="a6", told="a6 is lost with it", place=place)
    assert told(e.Fled(CITADEL, "jump", A), e.Crashed(BULWARK, "T1", B)) == [
        "1 a1 jumps to Hyperspace",
        "1 b3 is destroyed inside T1",
    ]


def test_a_false_contact_that_is_removed_is_no_loss() -> None:
    assert story((e.BogeyRemoved(BULWARK, B),)).parts == (
        Marker(number=1, seat=NORTH, label="b3 false", told="b3 was a false contact", place=B),
    )


def test_terrain_and_what_it_shifts_leave_trails() -> None:
    shifted = e.Displaced(CITADEL, "T2", A, B)
    terrain = e.TerrainMoved((("T1", A, B),), ("T3",))
    assert labels(shifted, terrain) == ["shift", "T1"]
    assert told(shifted, terrain) == ["1 a1 is shifted by T2 to 20 8", "1 T1 moves to 20 8"]
    assert [part.seat for part in story((shifted, terrain)).parts] == [SOUTH, None]


def test_fighters_leave_and_board_their_carrier() -> None:
    launched, boarded = (
        kind(HORNET, HEARTH, A, B) for kind in (e.FighterLaunched, e.FighterCollected)
    )
    assert told(launched, boarded) == ["1 a6 leaves a5", "1 boards a5"]


def test_deployment_is_marked() -> None:
    deployed = e.Deployed(BULWARK, B, 180, 2)
    assert story((deployed,)).parts == (
        Marker(number=1, seat=NORTH, label="b3", told="b3 deploys at 20 8", place=B),
    )


def test_the_story_begins_after_the_last_change_by_the_referee() -> None:
    assert told(HIT, Edited(what="moved a1"), MOVED) == ["1 a1 moves 3 to 21 8"]


def test_a_unit_that_is_activated_again_begins_another_step() -> None:
    assert [line[0] for line in told(HIT, e.Activated(CITADEL), MOVED)] == ["1", "2"]


def test_a_cropped_picture_shows_all_places_the_last_one_surely() -> None:
    assert story((MOVED, HIT)).focus == (A, B, C, du("10 1"), du("10 15"))


def test_what_has_no_place_is_not_drawn() -> None:
    assert not story((e.TurnBegan(1, 1), e.ShieldsRestored(CITADEL, 4)))
