"""Secrets, closed armies, and attacks that wait: who may set what, and who is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.astral_sailors.editing import EDITING
from games.astral_sailors.events.battle import (
    UnitRevealed,
)
from games.astral_sailors.game import AstralSailors
from games.astral_sailors.moves import Aim, Melee
from games.astral_sailors.state import Draft
from games.astral_sailors.table import Poison
from games.astral_sailors.tasks import NOBODY
from games.core.chance import Chance
from games.core.decisions import Decisions
from games.core.editing.acts import Edited
from games.core.geometry.squares import Facing
from games.core.options import Question
from games.core.refusals import Unreadable
from games.core.seats import Seat, Seated
from tests.games.astral_sailors import flow
from tests.games.astral_sailors.battle import Battle
from tests.games.astral_sailors.by_hand import Referee, skirmish
from tests.games.astral_sailors.positions import kind, unit

GAME = AstralSailors()


def _mustered(*teams: int) -> Any:
    return flow.roll(flow.peaceful(flow.opened(*teams)), *range(1, len(teams) + 1)).state


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
    assert there.said == "The referee sets Team B: it fights as Bellicose Hedonists."
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


def test_the_bot_sets_up_an_army_or_its_player_does_as_the_referee_says() -> None:
    there = Referee(_mustered(1, 1)).sets("DRAFT RED EX1", "AUTO RED YES")
    assert there.said == "The referee lets the bot set up the army of Red."
    assert there.events[0].only == (Seat(0),)
    assert there.state.secrets.drafts[0] == Draft(("EX1",), edits=1, auto=True)
    assert "already" in str(there.refused("AUTO RED YES"))
    there.sets("AUTO RED NO")
    assert not there.state.secrets.drafts[0].auto
    assert "Who sets an army up" in str(Referee(skirmish()).refused("AUTO RED YES"))


def test_a_list_that_breaks_a_rule_is_not_locked() -> None:
    there = Referee(_mustered(1, 1)).sets("DRAFT RED EX1 EX1")
    assert there.refused("LOCK RED").rule != "ASCW-D79"
    assert "There is no unit type EX99." in str(there.refused("DRAFT RED EX99"))


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
        assert said == "Only a referee who is not playing may set secrets."
    root = EDITING.options(view).question(())
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
    assert [type(event) for event in there.events] == [Edited, UnitRevealed]
    assert all(event.only is None for event in there.events)


def test_who_plays_does_not_learn_what_hidden_armies_hold() -> None:
    of = skirmish(open_armies=False)
    of = of.with_unit(unit("B4", "GU3", ""))
    there = Referee(of, Seated(Seat(0)))
    said = {str(there.refused(text)) for text in ("B4 KILLS 1", "B4 SEEN")}
    assert said == {"There is no unit B4. The codes run from B1 to B3."}
    said = {str(there.refused(f"CREATE {code} GU3")) for code in ("B4", "B5", "B3")}
    assert said == {
        "You may not know which units Blue has. A referee who is not playing can do this."
    }
    assert "You may not know which units" in str(there.refused("R2 BECOMES B4"))
    Referee(of).sets("CREATE B5 GU3", "B4 SEEN")


# --- An attack that waits for an answer ---


def _attacked() -> Battle:
    """Two blows on B1 wait for its answer, and R1's turn goes on after them."""
    kinds = [kind("QP1", blows=2), kind("QQ1", "Counter-attack", blows=2)]
    cast = [
        unit("R1", "QP1", "F6", Facing.N),
        unit("R2", "QP1", "A9"),
        unit("B1", "QQ1", "F5", Facing.S, ap=1),
    ]
    fight = Battle(cast, kinds=kinds).act(Melee("R1", (Aim("B1", 2),)))
    assert fight.asked == [("react", 1)]
    return fight


def test_while_an_attack_waits_everything_it_rests_on_stands_still() -> None:
    there = Referee(_attacked().state)
    for text in ("R2 TO A8", "POOL RED 3", "ROUND 3", "SCENERY ADD CR J9", "REMOVE RED"):
        refusal = there.refused(text)
        assert "An attack on B1 Test QQ1 awaits an answer." in str(refusal)
        assert "DROP ATTACK" in refusal.instead
    root = EDITING.options(GAME.view(there.state, Seated(Seat(0)))).question(())
    assert isinstance(root, Question)
    assert [choice.text for choice in root.choices] == ["DROP ATTACK", "DROP ALL"]
    there.sets("OBJECTIVE A 1")


def test_an_attack_that_is_dropped_comes_to_nothing_and_the_turn_goes_on() -> None:
    fight = _attacked()
    there = Referee(fight.state, Seated(Seat(1))).sets("DROP ATTACK")
    assert there.said == ("The referee cancels the attack of R1 Test QP1 on B1 Test QQ1.")
    assert not there.table.agenda
    assert (there.unit("B1"), there.unit("R1").ap) == (fight.unit("B1"), 1)
    assert flow.waiting(there.state) == (("activate", 0),)
    assert there.table.asked == fight.table.asked + 1
    there.sets("R1 AP 2")


def test_poison_at_the_start_of_a_round_is_dropped_mark_by_mark_or_all_at_once() -> None:
    cast = [
        unit("R1", "GU8", "H6"),
        unit("B1", "EX4", "H5", poison=(Poison("R1", 1, 3),)),
        unit("B2", "EX4", "J5", poison=(Poison("R1", 1, 3),)),
    ]

    def ticking() -> Referee:
        fight = Battle(cast, round=2, pools={1: 12}).step("begin-round").dice(6, 1)
        assert fight.asked == [("pay", 1)]
        return Referee(fight.state)

    there = ticking().sets("DROP ATTACK")
    pending = GAME.pending(there.state)
    assert isinstance(pending, Chance)
    assert pending.rolls[0].why == "poison of R1 on B2"
    there = ticking().sets("DROP ALL")
    assert there.said.endswith("on B1 Vault Warden, and what was to follow.")
    assert flow.wanted(there.state)[1] == "income"
