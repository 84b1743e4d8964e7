"""What a referee sets by hand: text, state, sentence, refusal (canon 4.6)."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import Any

import pytest

from games.astral_sailors.adjusted import Adjusted
from games.astral_sailors.adjusting import ADJUSTING
from games.astral_sailors.events import (
    ArmyHandedOver,
    ArmyRemoved,
    TeamChanged,
    UnitRevealed,
)
from games.astral_sailors.game import AstralSailors
from games.astral_sailors.table import NOBODY, Piece, Poison, Table
from games.core.decisions import Decisions
from games.core.options import Question
from games.core.refusals import Forbidden, Unreadable
from games.core.seats import REFEREE, Seat, Seated
from games.core.squares import Facing
from tests.games.astral_sailors import flow
from tests.games.astral_sailors.by_hand import Referee, skirmish
from tests.games.astral_sailors.positions import piece, table, unit

GAME = AstralSailors()


@pytest.mark.rules("ASCW-D79")
@pytest.mark.parametrize(
    ("text", "field", "after", "said"),
    [
        ("R2 TO D6", "c", 3, "The referee moves R2 from C5 to D6."),
        ("r2 to d6 se", "facing", Facing.SE, "moves R2 from C5 to D6, facing south-east."),
        ("R3 TO A1", "place", "board", "The referee moves R3 from the Reserve to A1."),
        ("R2 RESERVE", "place", "reserve", "The referee moves R2 from C5 to the Reserve."),
        ("R2 OUT", "place", "out", "The referee takes R2 out of the match."),
        ("R2 FACES NW", "facing", Facing.NW, "turns R2 from north to north-west."),
        ("R2 RE 1", "lost", 1, "The referee sets the RE of R2 from 2 to 1."),
        ("R1 AP 3", "ap", 3, "The referee sets the AP of R1 from 2 to 3."),
        ("R2 ACTIVATED YES", "activated", 4, "notes that R2 has been activated in this round."),
        ("R2 SHOT 3", "shot", 3, "sets when R2 has shot last: in round 3, not never."),
        ("B1 TOUGH 1", "absorbed", 1, "wounds that B1 has absorbed in this round from 0 to 1."),
        ("R2 KILLS 2", "kills", 2, "The referee sets the kills of R2 from 0 to 2."),
        ("R2 COVER YES", "cover", True, "The referee notes that Cover of R2 is active."),
        (
            "R2 POISON B2:1:3",
            "poison",
            (Poison("B2", 1, 3),),
            "sets the poison of R2 from none to B2, Damage 1, 3 rounds.",
        ),
        (
            "R2 REROLLS ATTACK-AURA DEFENCE-AURA",
            "rerolls",
            ("attack-aura", "defence-aura"),
            "re-rolls that R2 has used from none to attack-aura and defence-aura.",
        ),
        ("R1 LENT ATTACK", "lent", ("attack",), "re-rolls that R1 has lent from none to attack."),
    ],
)
def test_a_unit_is_set(text: str, field: str, after: Any, said: str) -> None:
    code = text[:2].upper()
    there = Referee(skirmish()).sets(text)
    assert getattr(there.unit(code), field) == after
    assert there.said.endswith(said)
    others = {each for each in there.table.units if each != code}
    assert all(there.unit(each) == skirmish().units[each] for each in others)


@pytest.mark.rules("ASCW-D79")
@pytest.mark.parametrize(
    ("text", "field", "after", "said"),
    [
        ("POOL RED 12", "players", 12, "The referee sets the pool of Red from 7 to 12."),
        ("ROUND 5", "round", 5, "The referee sets the round from 4 to 5."),
        ("QUOTA 1", "turn.quota", 1, "sets the number of units still to begin from 3 to 1."),
        ("PHASE REINFORCEMENT", "phase", "reinforcement", "first half to reinforcement."),
        (
            "PHASE ACTIVATION 2",
            "turn.half",
            2,
            "first half to activation, second half.",
        ),
        ("ACTIVE BLUE", "turn.seat", 1, "The referee gives the turn to Blue instead of Red."),
        ("ORDER BLUE RED", "turn.order", (1, 0), "sets the order of players from Red and Blue to"),
        ("STARTER B", "starter", 1, "team that started this round from Team A to Team B."),
        ("OPTION ROUND_LIMIT 9", "agreement.round_limit", 9, "“Round limit” from 20 to 9."),
        ("OPTION ZONES STRIPS", "agreement.zones", "strips", "zones” from auto to strips."),
        ("OPTION RETARGET NO", "agreement.retarget", False, "target” from yes to no."),
    ],
)
def test_the_match_is_set(text: str, field: str, after: Any, said: str) -> None:
    there = Referee(skirmish()).sets(text)
    found = attrgetter(field)(there.table)
    assert (found[0].pool if field == "players" else found) == after
    assert said in there.said


@pytest.mark.parametrize(
    ("text", "rule", "why"),
    [
        ("R2 TO D5", "ASCW-D05", "B2 Night Warrant stands there already."),
        ("R2 TO F8", "ASCW-D05", "cannot stand on"),
        ("R2 TO Z9", "ASCW-D05", "would not stand fully on the board"),
        ("R2 RE 3", "ASCW-91", "R2 has RE from 1 to 2, not 3."),
        ("R2 RE 0", "ASCW-91", "R2 has RE from 1 to 2, not 0."),
        ("R2 AP 3", "ASCW-51", "R2 has AP from 0 to 2, not 3."),
        ("R3 AP 1", "ASCW-D79", "R3 is in the Reserve, not on the board."),
        ("R2 SHOT 5", "ASCW-86", "in a round from 0 to 4, not 5."),
        ("R2 USED 1", "ASCW-150", "from 0 to 0, not 1."),
        ("R1 COVER YES", "ASCW-139", "R1 has no Cover."),
        ("R2 POISON R1:1:3", "ASCW-158", "R1 is no enemy of R2."),
        ("R2 POISON B2:1:4", "ASCW-158", "from 1 to 3, not 4."),
        ("R2 POISON B2:1:3 B2:1:2", "ASCW-D33", "from 0 to 1, not 2."),
        ("R2 REROLLS ATTACK", "ASCW-D26", "no use of a re-roll"),
        ("R2 LENT ATTACK", "ASCW-148", "R2 is no Commander"),
        ("R2 HOLDS B2", "ASCW-119", "B2 Night Warrant is no Commander."),
        ("R2 HOLDS R1", "ASCW-119", "R1 is no enemy of R2."),
        ("R9 AP 1", "ASCW-D79", "There is no unit R9 here. There are R1 to R3."),
        ("CREATE R2 EX3", "ASCW-D79", "There is a R2"),
        ("CREATE R9 XX9", "ASCW-D79", "No unit has the code XX9."),
        ("CREATE G1 EX3", "ASCW-D79", "Nobody plays that colour here."),
        ("R2 BECOMES R9", "ASCW-D79", "R2 belongs to Red already."),
        ("R2 BECOMES B2", "ASCW-D79", "There is a B2"),
        ("SCENERY ADD WA E8", "ASCW-D49", "would lie on"),
        ("SCENERY ADD WA C5", "ASCW-D05", "R2"),
        ("SCENERY ADD WA P1", "ASCW-D49", "fully on the board"),
        ("SCENERY ADD ZZ A9", "ASCW-20", "No piece has the code ZZ."),
        ("SCENERY A1 REMOVE", "ASCW-D79", "No piece of scenery has its corner on A1."),
        ("QUADRANT Q3-1 A 1", "ASCW-129", "The board has no such quadrant."),
        ("QUADRANT Q1-1 A 3", "ASCW-131", "from 0 to 2, not 3."),
        ("ROUND 21", "ASCW-D67", "The last round is 20."),
        ("ROUND 0", "ASCW-D79", "from 1 to 99, not 0."),
        ("QUOTA 9", "ASCW-D43", "from 0 to 2, not 9."),
        ("PHASE ACTIVATION 3", "ASCW-D79", "halves 1 and 2"),
        ("ORDER RED", "ASCW-D79", "The order has Red and Blue in it, each once."),
        ("POOL RED 7", "ASCW-D79", "The pool of Red holds 7 already."),
        ("MAIN RED R2", "ASCW-D45", "is no Commander of Red"),
        ("HANDOVER RED BLUE", "ASCW-D77", "Only a team-mate can take an army over."),
        ("RETURN RED", "ASCW-D79", "Red has not left."),
        ("TEAM RED B", "ASCW-D79", "only in the phases"),
        ("OPTION START_POOL 9", "ASCW-D79", "set those"),
        ("OPTION COMMANDERS 2", "ASCW-D79", "armies are built with that many"),
        ("OPTION PACK X", "ASCW-D79", "cannot be changed any more"),
        ("OPTION BELLICOSE_PUBLIC NO", "ASCW-D79", "cannot be changed any more"),
        ("OPTION OPEN_ARMIES NO", "ASCW-D79", "means nothing any more"),
        ("OPTION DEPLOY_GAP 0", "ASCW-D79", "means nothing any more: armies have been deployed."),
        ("OPTION ARMY_SIZE 120", "ASCW-D79", "in steps of 50, so not 120."),
        ("OPTION ROUND_LIMIT 3", "ASCW-D67", "Round 4 is under way"),
        ("OPTION GLORY MAYBE", "ASCW-D79", "It can be SUM, ANY or EACH."),
        ("OPTION LUCK 1", "ASCW-D79", "No option has that name."),
        ("DROP ATTACK", "ASCW-D79", "No attack waits for an answer."),
        ("OBJECTIVE A 2", "ASCW-D79", "It is Glory already."),
        ("OBJECTIVE A 7", "ASCW-112", "from 1 to 6, not 7."),
        ("TARGET A B", "ASCW-119", "Team A has no Manhunt. Give it one: OBJECTIVE A 3."),
        ("BELLICOSE A YES", "ASCW-134", "With two teams nobody fights"),
        ("DRAFT RED EX1", "ASCW-D79", "Army lists are made only in the phases muster"),
        ("DELIVERED A A", "ASCW-119", "A team does not deliver its own."),
    ],
)
def test_what_cannot_be_is_refused_with_numbers(text: str, rule: str, why: str) -> None:
    refusal = Referee(skirmish()).refused(text)
    assert refusal.rule == rule
    assert why in str(refusal)
    assert refusal.rule in GAME.rulebook.by_id


@pytest.mark.parametrize(
    "text",
    ["", "R2", "R2 JUMPS 3", "R2 TO", "R2 TO 55", "R2 AP MANY", "POOL RED", "POOL MAUVE 3", "TEAM9",
     "SCENERY D4 FLY", "PHASE LUNCH", "R2 POISON B2", "DROP IT", "R2 COVER PERHAPS", "ROUND 99999",
     "DRAFT RED", "x" * 5000, "R2 RE 1 2"],
)  # fmt: skip
def test_what_says_nothing_is_answered_with_an_example(text: str) -> None:
    view = GAME.view(Referee(skirmish()).state, REFEREE)
    with pytest.raises(Unreadable, match="Write for example R1 TO C5") as unreadable:
        ADJUSTING.read(view, text)
    assert len(str(unreadable.value)) <= 400


# --- Units, in detail ---


def test_a_unit_that_leaves_the_board_leaves_its_marks_there() -> None:
    there = Referee(skirmish()).sets("R2 RE 1", "R2 COVER YES", "R2 POISON B2:1:2", "R2 KILLS 1")
    there.sets("R2 RESERVE")
    gone = there.unit("R2")
    assert (gone.lost, gone.ap, gone.cover, gone.poison) == (0, 0, False, ())
    assert (gone.kills, gone.c, gone.r) == (1, -1, -1)
    there.sets("R2 TO C6")
    assert (there.unit("R2").ap, there.unit("R2").seen) == (0, True)


@pytest.mark.rules("ASCW-119", "ASCW-D61")
def test_a_captive_goes_with_its_captor_until_it_is_put_on_a_square() -> None:
    there = Referee(skirmish()).sets("R2 HOLDS B1")
    assert there.said == "The referee puts B1 into the hands of R2."
    assert (there.unit("B1").place, there.unit("B1").held_by) == ("captive", "R2")
    there.sets("R2 TO E6")
    assert (there.unit("B1").c, there.unit("B1").r) == (4, 5)
    for text in ("R2 OUT", "R2 BECOMES B9", "DELETE R2", "DELETE B1"):
        assert "TO C5" in there.refused(text).instead
    there.sets("B1 TO N14")
    assert (there.unit("R2").holds, there.unit("B1").held_by) == ("", "")
    assert there.unit("B1").place == "board"


def test_a_new_owner_brings_a_new_code_and_poison_goes_on_under_it() -> None:
    there = Referee(skirmish()).sets("R2 POISON B2:1:2", "R1 TO B3", "B2 BECOMES R4")
    assert list(there.table.units) == ["R1", "R2", "R3", "R4", "B1", "B3"]
    assert there.unit("R4").seat == 0
    assert there.unit("R2").poison == (Poison("R4", 1, 2),)
    assert there.said == "The referee gives B2 to Red, as R4."
    assert "R2 is poisoned by R4." in str(there.refused("DELETE R4"))


def test_a_seat_without_its_main_commander_has_the_next_one() -> None:
    there = Referee(skirmish()).sets("CREATE R4 EX1", "R4 TO A9", "R1 BECOMES B9")
    assert there.table.players[0].main == "R4"
    assert there.table.players[1].main == "B1"
    there.sets("MAIN BLUE B9", "DELETE R4")
    assert there.table.players[0].main == ""
    assert there.table.players[1].main == "B9"
    assert there.said.startswith("The referee takes R4 ")


def test_units_come_into_being_in_the_reserve_in_the_order_of_codes() -> None:
    there = Referee(skirmish()).sets("CREATE R9 EX3", "CREATE R5 CV1")
    assert list(there.table.units)[:5] == ["R1", "R2", "R3", "R5", "R9"]
    assert there.unit("R9").place == "reserve"
    assert "a new unit into the Reserve: R5" in there.said


def test_the_active_unit_is_active_no_more_when_it_is_gone_or_fresh() -> None:
    for text in ("R2 OUT", "R2 ACTIVATED NO", "DELETE R2", "R2 BECOMES B9"):
        of = skirmish()
        turn = replace(of.turn, active="R2", struck=(0,))
        there = Referee(replace(of, turn=turn)).puts("R2", activated=4).sets(text)
        assert (there.table.turn.active, there.table.turn.struck) == ("", ())


# --- The board ---


def test_scenery_is_laid_moved_turned_exchanged_and_taken_away() -> None:
    there = Referee(skirmish()).sets("SCENERY ADD CR J3")
    assert there.said == "The referee lays the crate on J3."
    there.sets("SCENERY G8 TO F10")
    assert there.table.pieces[0] == piece("WA", "F10")
    there.sets("SCENERY F10 TURN")
    assert there.table.pieces[0] == piece("WA", "F10", turned=True)
    there.sets("SCENERY F11 AS MF")
    assert there.table.pieces[0] == piece("MF", "F10", turned=True)
    there.sets("SCENERY F10 REMOVE")
    assert there.table.pieces == (Piece("CR", 9, 2),)


def test_a_piece_may_come_to_lie_under_who_can_stand_on_it() -> None:
    there = Referee(skirmish())
    assert "R2" in str(there.refused("SCENERY ADD FE C5"))
    there.sets("SCENERY ADD MU C5").sets("SCENERY ADD BU A9")


@pytest.mark.rules("ASCW-D16")
def test_pieces_that_struck_the_active_unit_are_known_by_their_new_places() -> None:
    of = skirmish()
    pieces = (*of.pieces, piece("CR", "A15"), piece("CR", "C15"))
    turn = replace(of.turn, struck=(0, 2))
    there = Referee(replace(of, pieces=pieces, turn=turn)).sets("SCENERY A15 REMOVE")
    assert there.table.turn.struck == (0, 1)


@pytest.mark.rules("ASCW-131", "ASCW-D63")
def test_a_quadrant_has_one_holder() -> None:
    there = Referee(skirmish()).sets("QUADRANT Q1-2 A 2")
    assert there.said == "The referee sets the counter of Q1-2 from not held to captured by Team A."
    there.sets("QUADRANT Q1-2 B 1")
    assert [team.quadrants for team in there.table.teams] == [{}, {"Q1-2": 1}]
    there.sets("QUADRANT Q1-2 B 0")
    assert not any(team.quadrants for team in there.table.teams)


# --- The round ---


@pytest.mark.rules("ASCW-86", "ASCW-48")
def test_with_the_round_what_units_did_is_carried_along() -> None:
    there = Referee(skirmish()).puts("R1", activated=4, shot=3).puts("B1", shot=1).sets("ROUND 2")
    assert (there.unit("R1").activated, there.unit("R1").shot) == (2, 1)
    assert there.unit("B1").shot == 0


def test_a_turn_that_is_given_is_a_new_one_with_a_quota_by_the_rules() -> None:
    there = Referee(skirmish())
    before = there.table.turn.number
    there.sets("ACTIVE BLUE")
    assert (there.table.turn.quota, there.table.turn.number) == (2, before + 1)
    assert flow.waiting(there.state) == (("activate", 1),)
    there.sets("PHASE REINFORCEMENT")
    assert flow.waiting(there.state) == (("reinforce", 1),)
    there.sets("ACTIVE RED", "PHASE ACTIVATION 2")
    assert (flow.waiting(there.state), there.table.turn.quota) == ((("activate", 0),), 2)


def test_the_order_of_a_deployment_leaves_nobody_out() -> None:
    of = skirmish(phase="deployment", round=0)
    players = tuple(replace(each, deployed=False) for each in of.players)
    units = {code: replace(each, ap=0) for code, each in of.units.items()}
    there = Referee(replace(of, players=players, units=units, starter=NOBODY))
    assert "Red would never deploy." in str(there.refused("ACTIVE BLUE"))
    assert "Blue would never deploy before Red." in str(there.refused("ORDER BLUE RED"))
    there.refused("R2 RE 1")
    there.refused("R2 HOLDS B1")
    done = tuple(replace(each, deployed=each.seat == 0) for each in players)
    turn = replace(of.turn, at=1)
    there = Referee(replace(there.table, players=done, turn=turn)).sets("ACTIVE RED")
    assert not there.table.players[0].deployed
    assert flow.waiting(there.state) == (("deploy", 0),)


# --- Players and teams ---


@pytest.mark.rules("ASCW-D77")
def test_an_army_is_handed_to_a_team_mate_and_back() -> None:
    there = Referee(_teams()).sets("HANDOVER GREEN BLUE")
    assert ArmyHandedOver(seat=2, to=1) in there.events
    assert (there.table.players[2].left, there.table.controller(2)) == (True, 1)
    there.sets("ACTIVE GREEN")
    assert flow.waiting(there.state) == (("activate", 1),)
    there.sets("RETURN GREEN")
    assert flow.waiting(there.state) == (("activate", 2),)


@pytest.mark.rules("ASCW-D59")
def test_a_player_who_is_removed_takes_the_army_along_and_the_turn_passes() -> None:
    there = Referee(_teams(turn=1)).sets("REMOVE BLUE")
    assert ArmyRemoved(seat=1, units=("B1",)) in there.events
    assert there.unit("B1").place == "out"
    assert flow.waiting(there.state)[0][1] != 1
    assert "out of the match" in str(there.refused("HANDOVER BLUE GREEN"))
    assert "return first" in str(there.refused("B1 TO C12"))
    there.sets("RETURN BLUE", "B1 TO C12")
    assert there.unit("B1").place == "board"


def test_kills_and_deliveries_of_players_and_teams_are_counted_by_hand() -> None:
    there = Referee(skirmish()).sets("CIVILIANS BLUE 3", "COMMANDERS TEAM2 1", "DELIVERED B A")
    assert there.table.players[1].civilians == 3
    assert there.table.teams[1].commanders == 1
    assert there.table.teams[1].delivered == (0,)
    assert not there.sets("DELIVERED B NONE").table.teams[1].delivered


@pytest.mark.rules("ASCW-30")
def test_before_the_deployment_a_player_moves_to_the_team_beside() -> None:
    there = Referee(flow.peaceful(flow.opened(1, 2, 1)))
    there = Referee(flow.roll(there.state, 1, 2, 4).state)
    assert "would be empty" in str(there.refused("TEAM RED B"))
    assert "does not sit beside" in str(Referee(_mustered(1, 1, 2)).refused("TEAM YELLOW A"))
    there.sets("TEAM BLUE A")
    assert there.events == (TeamChanged(seat=1, team=1, to=0),)
    assert [team.seats for team in there.table.teams] == [(0, 1), (2,), (3,)]
    there.viewer = Seated(Seat(0))
    assert "does not play" in str(there.refused("TEAM GREEN A"))


def _mustered(*teams: int) -> Any:
    return flow.roll(flow.peaceful(flow.opened(*teams)), *range(1, len(teams) + 1)).state


def _teams(**options: Any) -> Table:
    """Red against Blue and Green."""
    units = (
        unit("R1", "EX1", "B2"),
        unit("R2", "EX4", "C5"),
        unit("B1", "GU1", "N14"),
        unit("G1", "GU1", "P20"),
        unit("G2", "CV1", "Q20"),
    )
    return table(units, teams=(1, 2), **options)


# --- Secrets ---


@pytest.mark.rules("ASCW-112", "ASCW-D79")
def test_an_objective_is_set_for_its_team_alone() -> None:
    there = Referee(skirmish()).sets("OBJECTIVE TEAM1 3")
    secret = there.state.secrets.teams[0]
    assert (secret.objective, secret.target, secret.asked) == (3, 1, False)
    [event] = there.events
    assert event.only == (Seat(0),)
    assert there.said == "The referee sets the objective of Team A from Glory to Manhunt."
    there.sets("TARGET A NONE")
    pending = GAME.pending(there.state)
    assert isinstance(pending, Decisions)
    assert any(each.kind == "target" and each.seat == 0 for each in pending.open)
    there.sets("TARGET A BLUE", "OBJECTIVE A GLORY")
    assert there.state.secrets.teams[0].target == NOBODY


def test_what_was_shown_is_a_secret_again_with_another_objective() -> None:
    of = skirmish()
    teams = (replace(of.teams[0], objective=2), of.teams[1])
    there = Referee(replace(of, teams=teams)).sets("OBJECTIVE A 4")
    assert there.table.teams[0].objective == 0


@pytest.mark.rules("ASCW-134")
def test_roles_keep_to_their_number_and_are_told_to_all() -> None:
    there = Referee(_mustered(1, 1, 1)).sets("BELLICOSE B YES")
    assert there.said == "The referee notes that Team B fights as Bellicose Hedonists."
    assert there.state.secrets.teams[1].objective == 0
    assert "1 team may be Bellicose" in str(there.refused("BELLICOSE A YES"))
    assert "needs an objective" in str(there.refused("BELLICOSE B NO"))
    there.sets("OBJECTIVE B 5")
    assert there.table.teams[1].bellicose is False


def test_the_last_answer_and_the_last_lock_by_hand_let_the_match_go_on() -> None:
    there = Referee(flow.opened(1, 1, 1)).sets("BELLICOSE A NO", "BELLICOSE B NO", "BELLICOSE C NO")
    assert flow.wanted(there.state)[1] == "objectives"
    there = Referee(_mustered(1, 1, 1))
    for colour in ("RED", "BLUE", "GREEN"):
        there.sets(f"DRAFT {colour} EX1 2 EX3 3 CV1")
        assert there.events[0].only is not None
        there.sets(f"LOCK {colour}")
    assert there.table.units["R6"].kind == "CV1"


def test_a_list_that_breaks_a_rule_is_not_locked() -> None:
    there = Referee(_mustered(1, 1)).sets("DRAFT RED EX1 EX1")
    assert there.refused("LOCK RED").rule != "ASCW-D79"
    assert "No unit has the code EX99." in str(there.refused("DRAFT RED EX99"))


@pytest.mark.parametrize(
    "text",
    ["OBJECTIVE A 3", "OBJECTIVE B 3", "TARGET A B", "BELLICOSE A YES", "DRAFT RED EX1",
     "LOCK BLUE", "OBJECTIVE Q 9"],
)  # fmt: skip
def test_nobody_who_plays_sets_secrets_and_the_answer_is_always_the_same(text: str) -> None:
    there = Referee(skirmish(), Seated(Seat(0)))
    view = GAME.view(there.state, there.viewer)
    try:
        said = str(there.refused(text))
    except Unreadable as unreadable:
        said = str(unreadable)
        assert "no team" in said
    else:
        assert said == "Only a referee who does not play may set what is secret."
    root = ADJUSTING.options(view).question(())
    assert isinstance(root, Question)
    assert not {"objective", "target", "bellicose", "draft"} & {each.key for each in root.choices}


# --- Closed armies ---


@pytest.mark.rules("ASCW-D54")
def test_with_closed_armies_a_hidden_unit_is_set_for_its_team_alone() -> None:
    of = skirmish(open_armies=False)
    there = Referee(of, Seated(Seat(0))).sets("R3 KILLS 2")
    assert [event.only for event in there.events] == [(Seat(0),)]
    there.sets("CREATE R4 EX3")
    assert [event.only for event in there.events] == [(Seat(0),)]
    there.sets("R3 SEEN")
    assert UnitRevealed(unit="R3", of="EX4") in there.events
    there.sets("R4 TO A1")
    assert [type(event) for event in there.events] == [UnitRevealed, Adjusted]
    assert all(event.only is None for event in there.events)


def test_who_plays_does_not_learn_what_hidden_armies_hold() -> None:
    of = skirmish(open_armies=False)
    of = of.with_unit(unit("B4", "GU3", ""))
    there = Referee(of, Seated(Seat(0)))
    said = {str(there.refused(text)) for text in ("B4 KILLS 1", "B4 SEEN")}
    assert said == {"There is no unit B4 here. There are B1 to B3."}
    said = {str(there.refused(f"CREATE {code} GU3")) for code in ("B4", "B5", "B3")}
    assert said == {
        "Which units Blue has is not for you to know. A referee who does not play can do this."
    }
    assert "not for you to know" in str(there.refused("R2 BECOMES B4"))
    Referee(of).sets("CREATE B5 GU3", "B4 SEEN")


# --- What a log may hold ---


@pytest.mark.parametrize(
    "text", ["R2 TO D5", "R2 AP 9", "R9 AP 1", "OBJECTIVE A 9", "SCENERY ADD WA P1", "ROUND 0"]
)
def test_what_is_refused_is_refused_too_when_a_log_holds_it(text: str) -> None:
    there = Referee(skirmish())
    adjustment = ADJUSTING.read(GAME.view(there.state, REFEREE), text)
    with pytest.raises(Forbidden):
        ADJUSTING.apply(there.state, adjustment)


def test_a_square_of_a_piece_is_read_as_its_corner() -> None:
    view = GAME.view(Referee(skirmish()).state, REFEREE)
    assert ADJUSTING.write(ADJUSTING.read(view, "scenery h8 to a1")) == "SCENERY F8 TO A1"
