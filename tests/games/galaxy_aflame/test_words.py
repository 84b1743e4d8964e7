"""What is said of events and positions, word for word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from games.core.events import Edited, Event
from games.core.telling import ScoredSide, Tally, percent
from games.core.types import Decision, Ending, Seat, Seated, Seats
from games.galaxy_aflame import events as e
from games.galaxy_aflame.agreement import Agreement
from games.galaxy_aflame.game import GAME
from games.galaxy_aflame.notation import Move
from games.galaxy_aflame.rules.movement import Advance, MoveTo
from games.galaxy_aflame.rules.orders import Order
from games.galaxy_aflame.rules.reinforcements import Auto
from games.galaxy_aflame.rules.shooting import Shoot
from games.galaxy_aflame.rules.turns import End
from games.galaxy_aflame.tools.position import GaPosition
from games.galaxy_aflame.view import Placing, Sheet, View
from games.galaxy_aflame.words.sentences import MOST_DICE, tell
from games.galaxy_aflame.words.words import GaWords
from tests.games.galaxy_aflame import reports as r
from tests.games.galaxy_aflame.reports import AT
from tests.games.told import tell_again

RED, BLUE = Seat(0), Seat(1)
WORDS = GaWords()

TOLD: tuple[tuple[Event, str], ...] = (
    (e.SheetChanged(Sheet()), "Your choice so far: nothing."),
    (e.SheetChanged(Sheet("halcyon")), "Your choice so far: army HALCYON."),
    (
        e.SheetChanged(Sheet(own=("LAM", "SPA"), enemy=("HUN",))),
        "Your choice so far: to take LAM, SPA; to deny HUN.",
    ),
    (
        e.SheetChanged(Sheet(places=(Placing("R3", AT("24 31")), Placing("R2", inside="R3")))),
        "Your choice so far: R3 at 24 31, R2 in R3.",
    ),
    (e.SheetLocked(False), "Your choice is open again."),
    (e.ArmyChosen(RED, "Halcyon Line"), "Red commands the Halcyon Line."),
    (
        e.ArmiesRevealed(("Aquanaratta Families", "Halcyon Line")),
        "Red commands the Aquanaratta Families, Blue the Halcyon Line.",
    ),
    (e.RolledOff((3, 3), None), "Roll-off: Red 3, Blue 3; they roll again."),
    (e.ArmiesRevealed(("Halcyon Line", "Halcyon Line")), "Both sides command the Halcyon Line."),
    (e.PrivilegeSet(BLUE, RED), "Blue drafts first; Red has the first turn and the south edge."),
    (e.Drafted(RED, r.INFECTORS, ""), "Red took R1 Infectors."),
    (e.Drafted(BLUE, r.RIFLES, "Lampreys"), "Blue took B1 Line Rifles and denied Lampreys."),
    (e.Drafted(RED, None, "Walker"), "Red denied Walker."),
    (
        e.RankingsRevealed((("LAM", "SPA"), ("HUN",)), (("HUN",), ("SPA", "LAM"))),
        "Red ranked: take LAM SPA, deny HUN. Blue ranked: take HUN, deny SPA LAM.",
    ),
    (e.PlacesRevealed(), "All starting places are open now."),
    (
        e.Moved(r.INFECTORS, (AT("7 16"), AT("8 14"), AT("14 14"), AT("15 16")), 105, run=True),
        "R1 Infectors ran from 7 16 to 15 16 by way of 8 14 and 14 14, 10.5 in.",
    ),
    (
        r.T04,
        (
            "R1 Infectors shot at B1 Line Rifles over 12 in to suppress: 1 success with 10 dice "
            "(1 2 4 1 1 2 3 1 2 3, 4+). Suppressed: B1 Line Rifles."
        ),
    ),
    (
        r.T05,
        (
            "R1 Infectors shot at B1 Line Rifles over 12 in to suppress: 3 successes with 10 dice "
            "(4 4 4 1 1 2 3 1 2 3, 4+). Suppressed: B1 Line Rifles. A d4 adds 3 hits on B1. "
            "Checks 4 1 6 on 4+: 2 saves, 1 model lost, 6 left."
        ),
    ),
    (
        r.T07,
        (
            "B2 Gun Platoon shot at R1 Infectors over 14 in to suppress, without a roll. "
            "Suppressed: R1 Infectors and R2 Reef Guard. A d4 adds 4 hits on R1. "
            "Checks 1 4 2 3 on 4+: 1 save, 3 models lost, 7 left."
        ),
    ),
    (
        r.T09,
        (
            "B3 Tank Hunters shot at R4 Leviathan over 14 in: 2 hits with 3 dice (8 4 3, 4+). "
            "Checks 9 2 on 4+: 1 save, 1 failure: shaken."
        ),
    ),
    (
        r.shot(r.INFECTORS, r.RIFLES, 3, need=3, checks=r.checks(r.RIFLES, 6, left=7)),
        (
            "R1 Infectors shot at B1 Line Rifles over 12 in: 1 hit with 1 die (3, 3+). "
            "Checks 6 on 4+: 1 save, no loss."
        ),
    ),
    (
        r.shot(r.INFECTORS, r.HUNTERS, 4, 4, checks=r.checks(r.HUNTERS, 2, 1, lost=1, fate="out")),
        (
            "R1 Infectors shot at B3 Tank Hunters over 12 in: 2 hits with 2 dice (4 4, 4+). "
            "Checks 2 1 on 4+: 2 failures, 1 model lost, none left."
        ),
    ),
    (
        r.T29,
        (
            "B3 Tank Hunters shot at R3 Manta Skiff over 14 in: 3 hits with 3 dice (10 10 10, 4+). "
            "Checks 1 2 3 on 4+: no save, 3 failures: destroyed."
        ),
    ),
    (
        r.T29_OUT,
        (
            "R2 Reef Guard got out of R3 Manta Skiff at 24 20 with 3 hits. "
            "Checks 1 5 2 on 4+: 1 save, 2 models lost, 4 left."
        ),
    ),
    (r.FLED[1], "B1 Line Rifles left the game with 4 models."),
    (
        e.Removed(r.REEF, AT("24 20"), "wreck", 1),
        "R2 Reef Guard found no place beside the wreck and left the game with 1 model.",
    ),
    (
        e.Removed(r.REEF, AT("24 0"), "carried", 6),
        "R2 Reef Guard left the game with its transport and 6 models.",
    ),
    (r.FLED[0], "B1 Line Rifles fell back west from 4 12 off the table."),
    (
        e.OrderStopped(3, "SHOOT R1 B2 KILL", "B2 is out of the game."),
        "The order stopped at step 3, SHOOT R1 B2 KILL: B2 is out of the game.",
    ),
    (
        e.SuppressionEnded((r.INFECTORS, r.REEF)),
        "No longer suppressed: R1 Infectors and R2 Reef Guard.",
    ),
    (e.GameOver(RED, "units"), "Blue has no unit left: Red wins."),
    (e.GameOver(None, "units"), "Neither side has a unit left: the match is a draw."),
    (
        e.GameOver(RED, "rounds", ("7", "61/10")),
        "The last round is over: units left are worth 7 for Red and 6 1/10 for Blue; Red wins.",
    ),
    (
        e.GameOver(None, "deadlock", ("4", "4")),
        (
            "Only vehicles are left: units left are worth 4 for Red and 4 for Blue; the match is a "
            "draw."
        ),
    ),
    (
        Edited(what="set R1's models", before="5", after="3"),
        "The referee set R1's models from 5 to 3.",
    ),
)


@pytest.mark.parametrize(("event", "sentence"), TOLD)
def test_an_event_is_told_in_plain_words(event: Event, sentence: str) -> None:
    assert tell(event) == sentence


def test_every_event_is_told_here_or_in_the_recorded_match() -> None:
    here = {type(event) for event, _ in TOLD}
    assert here | tell_again("galaxy_aflame").kinds == set(GAME.event_form.types)


def test_a_roll_of_very_many_dice_is_cut_short() -> None:
    faces = (1,) * (MOST_DICE + 1)
    assert f"with 25 dice ({'1 ' * MOST_DICE}…, 4+)" in tell(r.shot(r.INFECTORS, r.RIFLES, *faces))


# --- Positions ---

UNITS = {"R1": "INF 24 24", "R2": "REE 24 30", "R3": "SPI", "B1": "RIF 24 12", "B2": "GUN"}


def seen(units: Mapping[str, Any] = UNITS, **more: Any) -> View:
    """A position as Red sees it; ``settings`` are those of the match."""
    settings = Agreement.model_validate(more.pop("settings", {}))
    position = GaPosition.model_validate({"units": units, "armies": ARMIES, **more})
    return View.of(position.state(settings, Seats.alone(2)), Seated(RED))


ARMIES = {"R": "aquanaratta", "B": "halcyon"}


def asked(kind: str, view: View) -> str:
    assert view.seat is not None
    return WORDS.ask(view, Decision(view.seat, kind, 0))


def considered(move: Move, view: View, kind: str = "turn") -> tuple[str, ...]:
    assert view.seat is not None
    return WORDS.consider(view, Decision(view.seat, kind, 0), move)


def foretold(text: str, view: View, kind: str = "turn") -> str:
    assert view.seat is not None
    asked_now = Decision(view.seat, kind, 0)
    return GAME.foretell(view, asked_now, GAME.read(view, asked_now, text))


def test_a_preview_says_in_the_present_what_a_move_does() -> None:
    view = seen({"R1": "REE 24 20", "B1": "RIF 24 27"})
    reef, rifles = "R1 Reef Guard", "B1 Line Rifles"
    assert foretold("MOVE R1 24 21", view) == f"{reef} moves to 24 21."
    assert foretold("SHOOT R1 B1 KILL", view) == f"{reef} shoots at {rifles}."
    assert foretold("SHOOT R1 B1 SUPPRESS", view) == f"{reef} suppresses {rifles}."
    order = "ORDER MOVE R1 24 21; SHOOT R1 B1 KILL"
    assert foretold(order, view) == f"{reef} moves to 24 21 and shoots at {rifles}."


def test_each_decision_is_one_question() -> None:
    draft: dict[str, Any] = {"phase": "draft", "decks": {"R": ["SPA", "LAM"], "B": ["HUN"]}}
    assert asked("draft", seen({}, **draft)) == "Take one of your 2 cards."
    step = seen(**draft, drafted=1)
    assert asked("draft", step) == "Take one of your 2 cards and deny one of your opponent's."
    alone = seen(phase="draft", decks={"R": [], "B": ["HUN"]}, drafted=1)
    assert asked("draft", alone) == "Deny one of your opponent's."
    deploy = seen({"R1": "INF", "R2": "REE 24 31", "R3": "SPI"}, phase="deploy")
    assert asked("deploy", deploy) == "Place 1 unit within 6 in of the south edge."


def test_reinforcements_are_asked_with_their_number_and_the_edge() -> None:
    two = seen(phase="reinforce", rights=2)
    assert asked("reinforce", two) == "You may bring up to 2 units, within 6 in of the south edge."
    alone = seen({"R1": "INF", "B1": "RIF 24 12"}, phase="reinforce", rights=1)
    assert asked("reinforce", alone) == (
        "You may bring 1 unit, within 6 in of the south edge. You must bring one."
    )


def test_a_turn_is_asked_with_what_is_left_to_do() -> None:
    assert asked("turn", seen()) == "Your turn. Not used yet: R1 and R2."
    moved = {"card": "INF", "at": [24, 24], "moved": True}
    shot = {"card": "SPI", "at": [30, 30], "shots": 1}
    ran = {"card": "REE", "at": [24, 30], "ran": True}
    half = seen({"R1": moved, "R2": ran, "R3": shot, "B1": "RIF 24 12"})
    assert asked("turn", half) == "Your turn. Half used: R1 and R3."
    out_of_reach = seen({"R1": moved, "R2": ran, "B1": "RIF 24 5"})
    assert asked("turn", out_of_reach) == "Your turn. All units are used."


@pytest.mark.parametrize(
    ("kind", "question"),
    [
        ("army", "Choose your army in private; both are revealed together."),
        ("army-open", "Your army is locked until both are."),
        ("privilege", "You won the roll-off: first in the draft, or first in the game?"),
        ("ranking", "Rank both decks in private: what you want, and what you deny."),
        ("ranking-open", "Your rankings are locked until both are."),
        ("deploy-open", "Your starting places are locked until both are."),
    ],
)
def test_early_decisions_have_a_question_of_their_own(kind: str, question: str) -> None:
    assert asked(kind, seen()) == question


def test_an_army_that_is_chosen_in_the_open_is_asked_for_as_such() -> None:
    view = seen(settings={"mirror": False})
    assert asked("army", view) == "Choose your army; your opponent takes another."


@pytest.mark.parametrize(
    ("position", "line"),
    [
        ({"phase": "army"}, "Both sides choose their armies."),
        ({"phase": "rolloff"}, "The dice decide who chooses first."),
        ({"phase": "privilege", "turn": "B"}, "Blue won the roll-off and chooses first."),
        ({"phase": "draft"}, "Red drafts. Red has 3 units, Blue 2."),
        ({"phase": "ranking"}, "Both sides rank the cards."),
        ({"phase": "deploy", "turn": "B"}, "Blue deploys at the north edge."),
        (
            {"phase": "deploy", "settings": {"deploy_mode": "secret"}},
            "Both sides choose their starting places.",
        ),
        (
            {"phase": "reinforce", "turn": "B", "round": 3, "rights": 1},
            (
                "Round 3, Blue may bring units. Red: 2 units, 1 in reserve, worth 17; "
                "Blue: 1 unit, 1 in reserve, worth 12."
            ),
        ),
        (
            {"round": 2},
            (
                "Round 2, Red to play. Red: 2 units, 1 in reserve, worth 17; "
                "Blue: 1 unit, 1 in reserve, worth 12."
            ),
        ),
    ],
)
def test_the_standing_is_one_line(position: dict[str, Any], line: str) -> None:
    assert WORDS.standing(seen(**position)) == line


def test_a_move_is_weighed_by_its_length_its_cover_and_who_sees_it() -> None:
    view = seen(layout={"cover": [{"circle": [24, 24, 3]}]})
    assert considered(MoveTo("R1", AT("24 21"), (AT("24 22"),)), view) == (
        "To 24 21: 3 in of 6 in.",
        "R1 is in cover there.",
        "Seen by B1 at 9 in.",
    )
    run = Advance("R1", target="B1", run=True)
    assert considered(run, view)[0] == "To 24 14: 10 in of 12 in."


def test_a_solid_piece_hides_and_a_barrier_covers() -> None:
    wall = seen(layout={"solid": [[20, 15, 28, 17]]})
    away = MoveTo("R1", AT("24 25"))
    assert considered(away, wall)[1:] == ("No enemy sees it there.",)
    blind = seen(layout={"solid": [[20, 15, 28, 17]]}, settings={"los": False})
    assert considered(away, blind)[1:] == ("Seen by B1 at 13 in.",)
    barrier = seen(layout={"barriers": [[[20, 24], [28, 24]]]})
    assert considered(away, barrier)[1:] == ("Seen by B1 at 13 in across a barrier.",)


def test_a_shot_is_weighed_by_its_exact_chances() -> None:
    view = seen()
    assert considered(Shoot("R1", "B1", False), view) == (
        "B1 Line Rifles: 1.2 models lost on average, falls back 12%, destroyed under 1%.",
    )
    assert considered(Shoot("R1", "B1", True), view) == (
        "B1 Line Rifles: suppressed 94%, 0.9 models lost on average, falls back 8%.",
    )


def test_a_shot_at_a_vehicle_is_weighed_without_models() -> None:
    view = seen({"R1": "LAM 24 24", "B1": "CAR 24 12"})
    (chances,) = considered(Shoot("R1", "B1", False), view)
    assert chances == "B1 Carrier: shaken 40%, destroyed 16%."


def test_what_could_strike_back_is_told_before_an_assault() -> None:
    view = seen({"R1": "REE 24 17", "B1": "RIF 24 12"}, layout={"cover": [{"circle": [24, 12, 3]}]})
    assert considered(Shoot("R1", "B1", False), view)[1] == (
        "Its saves strike back: 1.1 models lost on average, falls back 8%, destroyed under 1%."
    )


def test_a_percentage_is_certain_only_where_the_dice_are() -> None:
    found = [percent(Fraction(*each)) for each in ((0, 1), (1, 999), (1, 8), (998, 999), (1, 1))]
    assert found == ["0%", "under 1%", "13%", "over 99%", "100%"]


def test_what_the_bot_would_place_is_told() -> None:
    view = seen({"R1": "INF", "R2": "SPA"}, phase="deploy")
    assert considered(Auto(), view, "deploy") == ("R2 Spawn Tide at 24 31.",)


def test_ending_a_turn_names_the_units_that_did_nothing() -> None:
    assert considered(End(), seen()) == ("Not used yet: R1 and R2.",)


def test_an_order_is_weighed_step_by_step_until_dice_are_rolled() -> None:
    steps = (MoveTo("R1", AT("24 20")), Shoot("R1", "B1", False), MoveTo("R2", AT("24 29")))
    assert considered(Order(steps), seen()) == (
        "Step 1: To 24 20: 4 in of 6 in. Seen by B1 at 8 in.",
        "Step 2: B1 Line Rifles: 1.2 models lost on average, falls back 12%, destroyed under 1%.",
    )


def test_the_score_is_counted_from_the_first_turn() -> None:
    sides = (ScoredSide("Red", (RED,)), ScoredSide("Blue", (BLUE,)))
    half = {"R1": {"card": "INF", "at": [24, 24], "models": 5}, "R2": "SPI", "B1": "STO 24 12"}
    assert WORDS.tally(seen(half, round=20)) == Tally(
        "Round 20, Red", "Value of units left", sides, (Fraction(7), Fraction(6))
    )
    assert WORDS.tally(seen(half, phase="draft")).scores == ()


def test_scores_of_the_end_are_said_as_while_playing() -> None:
    view = seen({"R1": {"card": "INF", "at": [24, 24], "models": 4}, "B1": "STO 24 12"})
    red, blue = map(WORDS.score, WORDS.tally(view).scores)
    assert "/" in red
    assert f"worth {red}" in WORDS.standing(view)
    assert f"worth {blue}" in WORDS.standing(view)


def test_secrets_are_the_viewers_own_choices() -> None:
    army, ranks = Sheet(army="halcyon", locked=True), Sheet(own=("LAM",), enemy=("HUN", "WAL"))
    view = replace(seen(), sheets=(army, None))
    assert WORDS.secrets(view) == ("Red: Halcyon Line; locked.",)
    assert WORDS.secrets(replace(view, sheets=(None, ranks))) == (
        "Blue: to take Lampreys; to deny Tank Hunters, Walker.",
    )
    places = Sheet(places=(Placing("R1", AT("24 31")),))
    assert WORDS.secrets(replace(view, sheets=(places, Sheet()))) == (
        "Red: R1 at 24 31.",
        "Blue: nothing chosen yet.",
    )
    assert WORDS.secrets(seen()) == ()


@pytest.mark.parametrize(
    ("ending", "sentence"),
    [
        (Ending("units", (RED,), (), "GA-102"), "Red wins: Blue has no unit left."),
        (Ending("units", (), (), "GA-103"), "The match is a draw: neither side has a unit left."),
        (
            Ending("rounds", (RED,), (17.0, 12.0), "GA-104"),
            "Red wins: units left are worth 17 for Red and 12 for Blue.",
        ),
        (Ending.given_up((BLUE,), "GA-106"), "Red concedes: Blue wins."),
    ],
)
def test_the_result_is_one_sentence(ending: Ending, sentence: str) -> None:
    assert WORDS.ending(seen(), ending) == sentence


def test_seats_are_called_by_their_colours() -> None:
    assert [WORDS.seat(seen(), seat) for seat in (RED, BLUE)] == ["Red", "Blue"]
