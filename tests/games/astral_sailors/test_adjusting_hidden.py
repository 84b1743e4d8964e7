"""Closed armies, and attacks that wait: who may set what, and who is told."""

from __future__ import annotations

import pytest

from games.astral_sailors.editing import EDITING
from games.astral_sailors.events import UnitRevealed
from games.astral_sailors.game import AstralSailors
from games.astral_sailors.notation import Aim
from games.astral_sailors.rules.turns.activation import Melee
from games.core.geometry.squares import Facing
from games.core.types import Edited, Seat, Seated, Unreadable
from tests.games.astral_sailors.battle import Battle
from tests.games.astral_sailors.by_hand import Referee, skirmish
from tests.games.astral_sailors.positions import kind, unit

GAME = AstralSailors()


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
    for text in ("R2 TO A8", "POOL RED 3", "ROUND 3", "SCENERY ADD CR J9", "HANDOVER RED BLUE"):
        refusal = there.refused(text)
        assert "An attack on B1 Test QQ1 awaits an answer." in str(refusal)
        assert "undo the attack" in refusal.instead
    with pytest.raises(Unreadable, match="nothing to choose"):
        EDITING.options(GAME.view(there.state, Seated(Seat(0)))).question(())
