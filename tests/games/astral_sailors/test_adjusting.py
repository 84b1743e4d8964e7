"""What a referee sets by hand: text, state, sentence, refusal (canon 4.6)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.astral_sailors.editing import EDITING
from games.astral_sailors.events import UnitRevealed
from games.astral_sailors.game import AstralSailors
from games.astral_sailors.table import Poison
from games.core.events import Edited
from games.core.questions import Question, typed_key
from games.core.types import REFEREE, Forbidden, Seat, Seated, Unreadable
from tests.games.astral_sailors import flow
from tests.games.astral_sailors.by_hand import Referee, skirmish, unsound
from tests.games.astral_sailors.positions import table, unit
from tools.sources import ROOT

GAME = AstralSailors()
CODE = re.compile(r"`([^`]+)`")


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
    assert [type(event) for event in there.events] == [Edited, UnitRevealed]
    assert all(event.only is None for event in there.events)


def test_who_plays_does_not_learn_what_hidden_armies_hold() -> None:
    of = skirmish(open_armies=False)
    of = of.put(unit("B4", "GU3", ""))
    there = Referee(of, Seated(Seat(0)))
    said = {str(there.refused(text)) for text in ("B4 KILLS 1", "B4 SEEN")}
    assert said == {"There is no unit B4. The codes run from B1 to B3."}
    said = {str(there.refused(f"CREATE {code} GU3")) for code in ("B4", "B5", "B3")}
    assert said == {
        "You may not know which units Blue has. A referee who is not playing can do this."
    }
    assert "You may not know which units" in str(there.refused("R2 BECOMES B4"))
    Referee(of).sets("CREATE B5 GU3", "B4 SEEN")


@pytest.mark.rules("ASCW-30")
def test_a_referee_who_plays_moves_nobody_to_another_team() -> None:
    there = Referee(flow.roll(flow.peaceful(flow.opened(1, 2, 1)), 1, 2, 4).state)
    there.viewer = Seated(Seat(0))
    assert "is not playing" in str(there.refused("TEAM BLUE A"))


# --- Texts ---


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
