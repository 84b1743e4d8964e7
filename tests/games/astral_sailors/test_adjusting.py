"""What a referee sets by hand: text, state, sentence, refusal (canon 4.6)."""

from __future__ import annotations

import re
from operator import attrgetter
from typing import Any

import pytest

from games.astral_sailors.editing import EDITING
from games.astral_sailors.game import AstralSailors
from games.astral_sailors.table import Poison
from games.core.geometry.squares import Facing
from games.core.questions import Question, typed_key
from games.core.types import REFEREE, Forbidden, Unreadable
from tests.games.astral_sailors.by_hand import Referee, skirmish, unsound
from tests.games.astral_sailors.positions import table
from tools.sources import ROOT

GAME = AstralSailors()
CODE = re.compile(r"`([^`]+)`")


@pytest.mark.rules("ASCW-D79")
@pytest.mark.parametrize(
    ("text", "field", "after", "said"),
    [
        ("R2 TO D6", "c", 3, "The referee moves R2 from C5 to D6."),
        ("r2 to d6 se", "facing", Facing.SE, "moves R2 from C5 to D6, facing south-east."),
        ("R3 TO A1", "place", "board", "The referee moves R3 from the Reserve to A1."),
        ("R2 RESERVE", "place", "reserve", "The referee moves R2 from C5 to the Reserve."),
        ("R2 OUT", "place", "out", "The referee takes R2 out of the match."),
        ("R2 FACES NW", "facing", Facing.NW, "sets the facing of R2 from north to north-west."),
        ("R2 RE 1", "lost", 1, "The referee sets the RE of R2 from 2 to 1."),
        ("R1 AP 3", "ap", 3, "The referee sets the AP of R1 from 2 to 3."),
        ("R2 ACTIVATED YES", "activated", 4, "sets the activation of R2 from not done to done."),
        ("R2 SHOT 3", "shot", 3, "sets the last shot of R2 from never to round 3."),
        ("B1 TOUGH 1", "absorbed", 1, "wounds absorbed this round of B1 from 0 to 1."),
        ("R2 KILLS 2", "kills", 2, "The referee sets the kills of R2 from 0 to 2."),
        ("R2 COVER YES", "cover", True, "The referee sets the Cover of R2 from over to active."),
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
            "re-rolls used of R2 from none to attack-aura and defence-aura.",
        ),
        ("R1 LENT ATTACK", "lent", ("attack",), "re-rolls lent of R1 from none to attack."),
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
        ("QUOTA 1", "turn.quota", 1, "sets the number of units left to activate from 3 to 1."),
        ("PHASE REINFORCEMENT", "phase", "reinforcement", "first half to reinforcement."),
        (
            "PHASE ACTIVATION 2",
            "turn.half",
            2,
            "first half to activation, second half.",
        ),
        ("ACTIVE BLUE", "turn.seat", 1, "The referee passes the turn from Red to Blue."),
        ("ORDER BLUE RED", "turn.order", (1, 0), "sets the turn order from Red and Blue to"),
        ("STARTER B", "starter", 1, "team that starts this round from Team A to Team B."),
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
        ("R2 TO D5", "ASCW-D05", "B2 Night Warrant already stands there."),
        ("R2 TO F8", "ASCW-D05", "cannot stand on"),
        ("R2 TO Z9", "ASCW-D05", "would not fit on the board"),
        ("R2 RE 3", "ASCW-93", "The RE of R2 must be from 1 to 2, not 3."),
        ("R2 RE 0", "ASCW-93", "The RE of R2 must be from 1 to 2, not 0."),
        ("R2 AP 3", "ASCW-51", "The AP of R2 must be from 0 to 2, not 3."),
        ("R3 AP 1", "ASCW-D36", "R3 is in the Reserve but has marks from the board."),
        ("R2 SHOT 5", "ASCW-86", "The last shot of R2 must be from 0 to 4, not 5."),
        ("R2 USED 1", "ASCW-150", "from 0 to 0, not 1."),
        ("R1 COVER YES", "ASCW-139", "R1 does not have the special rule Cover."),
        ("R2 POISON R1:1:3", "ASCW-158", "R2 is poisoned by R1, which is not an enemy."),
        ("R2 POISON B2:1:4", "ASCW-158", "from 1 to 3, not 4."),
        ("R2 POISON B2:1:3 B2:1:2", "ASCW-D33", "The most marks of poison on R2 are 1."),
        ("R2 REROLLS ATTACK", "ASCW-D26", "Each re-roll of R2 can be named once"),
        ("R2 LENT ATTACK", "ASCW-148", "R2 is not a Commander"),
        ("R2 HOLDS B2", "ASCW-119", "B2 Night Warrant is not a Commander."),
        ("R2 HOLDS R1", "ASCW-119", "R1 is not an enemy of R2."),
        ("R9 AP 1", "ASCW-D79", "There is no unit R9. The codes run from R1 to R3."),
        ("CREATE R2 EX3", "ASCW-D79", "R2 Vault Warden already exists"),
        ("CREATE R9 XX9", "ASCW-D79", "There is no unit type XX9."),
        ("CREATE G1 EX3", "ASCW-D79", "No player has that colour in this match."),
        ("R2 BECOMES R1", "ASCW-D79", "R1 Director-Marshal already exists."),
        ("R2 BECOMES B2", "ASCW-D79", "B2 Night Warrant already exists"),
        ("SCENERY ADD WA E8", "ASCW-D49", "would overlap"),
        ("SCENERY ADD WA C5", "ASCW-D05", "R2"),
        ("SCENERY ADD WA P1", "ASCW-D49", "would not fit on the board"),
        ("SCENERY ADD ZZ A9", "ASCW-20", "There is no piece ZZ."),
        (
            "SCENERY A1 REMOVE",
            "ASCW-D79",
            "There is no piece of scenery on A1.",
        ),
        ("QUADRANT Q3-1 A 1", "ASCW-129", "The board has no quadrant of that name."),
        ("QUADRANT Q1-1 A 3", "ASCW-131", "from 0 to 2, not 3."),
        ("ROUND 21", "ASCW-D67", "The last round is 20."),
        ("ROUND 0", "ASCW-D79", "from 1 to 99, not 0."),
        ("QUOTA 9", "ASCW-D43", "from 0 to 2, not 9."),
        ("ORDER RED", "ASCW-D79", "The order must list Red and Blue once each."),
        ("POOL RED 7", "ASCW-D79", "The pool of Red is already 7."),
        ("MAIN RED R2", "ASCW-D45", "R2 is not a Commander of Red."),
        (
            "HANDOVER RED BLUE",
            "ASCW-D77",
            "can play the army of Red.",
        ),
        ("RETURN RED", "ASCW-D79", "That is so already."),
        ("TEAM RED B", "ASCW-D79", "only in the phase"),
        ("OPTION START_POOL 9", "ASCW-D79", "set those"),
        ("OPTION COMMANDERS 2", "ASCW-D79", "armies are built with that number"),
        ("OPTION PACK X", "ASCW-D79", "can no longer be changed"),
        ("OPTION BELLICOSE_PUBLIC NO", "ASCW-D79", "can no longer be changed"),
        ("OPTION OPEN_ARMIES NO", "ASCW-D79", "can no longer be changed"),
        ("OPTION DEPLOY_GAP 0", "ASCW-D79", "can no longer be changed: armies have been deployed."),
        ("OPTION ARMY_SIZE 120", "ASCW-D79", "must be a multiple of 50, not 120."),
        ("OPTION ROUND_LIMIT 3", "ASCW-D67", "The last round is 3."),
        ("OPTION LUCK 1", "ASCW-D79", "There is no option LUCK."),
        ("DELIVERED A A", "ASCW-119", "Team A has delivered Commanders it cannot have delivered."),
    ],
)
def test_what_cannot_be_is_refused_with_numbers(text: str, rule: str, why: str) -> None:
    refusal = Referee(skirmish()).refused(text)
    assert refusal.rule == rule
    assert why in str(refusal)
    assert refusal.rule in GAME.rulebook.by_id


FIVE, PAIRS = (1, 1, 1, 1, 1), (2, 2)


@pytest.mark.rules("ASCW-D51", "ASCW-D46", "ASCW-D79")
@pytest.mark.parametrize(
    ("teams", "there", "option", "kept", "rule"),
    [
        (FIVE, {"phase": "scenery", "round": 0}, "ZONES RECTANGLES", "ZONES STRIPS", "ASCW-D51"),
        (PAIRS, {"glory": "any", "start_pool": 60}, "GLORY SUM", "GLORY EACH", "ASCW-D46"),
        (
            (1, 1),
            {"army_size": 300, "start_pool": 220},
            "ARMY_SIZE 200",
            "ARMY_SIZE 250",
            "ASCW-D46",
        ),
    ],
)
def test_an_agreement_that_could_not_have_begun_cannot_be_set(
    teams: tuple[int, ...], there: dict[str, Any], option: str, kept: str, rule: str
) -> None:
    of = table(teams=teams, **there)
    refusal = Referee(of).refused(f"OPTION {option}")
    assert (refusal.rule, refusal.code) == (rule, "BAD_OPTION")
    name, _, value = option.partition(" ")
    path = ("option", name.replace("_", "x"))
    question = EDITING.options(GAME.view(Referee(of).state, REFEREE)).question(path)
    assert isinstance(question, Question)
    offered = [choice.key for choice in question.choices]
    assert offered
    assert value not in offered
    Referee(of).sets(f"OPTION {kept}")


@pytest.mark.rules("ASCW-D46", "ASCW-D53")
def test_nobody_gets_an_army_so_small_that_they_begin_with_a_glory() -> None:
    of = table(phase="bellicose", round=0, army_size=300, start_pool=220)
    assert Referee(of).refused("SIZE BLUE 200").rule == "ASCW-D46"
    Referee(of).sets("SIZE BLUE 250")


@pytest.mark.rules("ASCW-D79")
def test_nobody_becomes_a_friend_of_their_poisoner_and_stacked_doses_do_not_shrink() -> None:
    there = Referee(skirmish()).sets("R2 POISON B2:1:3")
    for text in ("R2 BECOMES B9", "B2 BECOMES R9", "DELETE B2"):
        refusal = there.refused(text)
        assert refusal.rule == "ASCW-158"
        assert "is poisoned by" in refusal.sentence
        assert refusal.instead == "Remove the poison first."
    there.sets("R1 BECOMES B8", "OPTION VENOM_STACK STACK", "R2 POISON B2:1:3 B2:1:1")
    assert there.refused("OPTION VENOM_STACK REFRESH").rule == "ASCW-D33"
    there.sets("R2 POISON NONE", "OPTION VENOM_STACK REFRESH", "B2 BECOMES R9")


@pytest.mark.rules("ASCW-D79")
def test_what_was_wrong_before_an_edit_can_be_put_right_step_by_step() -> None:
    there = Referee(skirmish()).puts("R2", poison=(Poison("R1", 1, 4),)).puts("R1", lent=("x",))
    for text in ("POOL RED 12", "R2 POISON NONE", "R1 LENT NONE"):
        step = EDITING.apply(there.state, EDITING.read(GAME.view(there.state, REFEREE), text))
        there.state = step.state
    assert not unsound(there.state)


@pytest.mark.rules("ASCW-D51")
def test_a_fault_that_is_there_already_stands_in_nobodys_way() -> None:
    of = table(teams=FIVE, phase="scenery", round=0, zones="rectangles")
    there = Referee(of)
    view = GAME.view(there.state, REFEREE)
    adjustment = EDITING.read(view, "OPTION ROUND_LIMIT 9")
    assert EDITING.refusal(view, adjustment) is None
    assert EDITING.apply(there.state, adjustment).state.table.agreement.round_limit == 9


@pytest.mark.parametrize(
    "text",
    ["", "R2", "R2 JUMPS 3", "R2 TO", "R2 TO 55", "R2 AP MANY", "POOL RED", "POOL MAUVE 3", "TEAM9",
     "SCENERY D4 FLY", "PHASE LUNCH", "PHASE ACTIVATION 3", "R2 POISON B2", "R2 COVER PERHAPS",
     "DROP ATTACK", "ROUND 99999", "OPTION GLORY MAYBE", "OPTION ROUND_LIMIT MANY", "OPTION ZONES",
     "OBJECTIVE A 3", "x" * 5000, "R2 RE 1 2"],
)  # fmt: skip
def test_what_says_nothing_is_answered_with_an_example(text: str) -> None:
    view = GAME.view(Referee(skirmish()).state, REFEREE)
    with pytest.raises(Unreadable, match="For example: R1 TO C5") as unreadable:
        EDITING.read(view, text)
    assert len(str(unreadable.value)) <= 400


def test_a_typed_argument_leads_to_the_next_question() -> None:
    view = GAME.view(Referee(skirmish()).state, REFEREE)
    options = EDITING.options(view)
    kind = options.question(("create", typed_key("r9")))
    assert isinstance(kind, Question)
    assert kind.choices[0].text.startswith("CREATE R9 ")
    assert options.question(("create", typed_key("R9 EX3"))) == EDITING.read(view, "CREATE R9 EX3")
    with pytest.raises(Forbidden, match="No player has that colour"):
        options.question(("create", typed_key("G1")))


# --- What a log may hold ---


@pytest.mark.parametrize("text", ["R2 TO D5", "R2 AP 9", "R9 AP 1", "SCENERY ADD WA P1", "ROUND 0"])
def test_what_is_refused_is_refused_too_when_a_log_holds_it(text: str) -> None:
    there = Referee(skirmish())
    adjustment = EDITING.read(GAME.view(there.state, REFEREE), text)
    with pytest.raises(Forbidden):
        EDITING.apply(there.state, adjustment)


def test_a_square_of_a_piece_is_read_as_its_corner() -> None:
    view = GAME.view(Referee(skirmish()).state, REFEREE)
    assert EDITING.write(EDITING.read(view, "scenery h8 remove")) == "SCENERY F8 REMOVE"


def test_the_guide_for_referees_shows_every_verb_and_nothing_else() -> None:
    guide = (ROOT / "docs" / "setting-by-hand.md").read_text(encoding="utf-8")
    shown = [
        text for line in guide.splitlines() if line.startswith("|") for text in CODE.findall(line)
    ]
    view = GAME.view(Referee(skirmish()).state, REFEREE)
    found = {text: EDITING.read(view, text) for text in shown}
    assert {each.edit for each in found.values()} == set(EDITING.acts)
    assert all(EDITING.write(each) == text for text, each in found.items())
