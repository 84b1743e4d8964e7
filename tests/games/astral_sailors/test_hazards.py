"""Dangerous terrain: when it strikes, and how often."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.astral_sailors.events import (
    ActivationEnded,
    AttackDeclared,
    ExchangeResolved,
    PartLost,
    UnitMoved,
    WoundsTaken,
)
from games.astral_sailors.notation import Aim
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.rules.combat.answering import Pay, Reroll
from games.astral_sailors.rules.turns.activation import (
    EndUnit,
    Hold,
    Jump,
    March,
    Run,
    Shoot,
    TurnTo,
)
from games.astral_sailors.state import State
from games.core.geometry.squares import Facing, Square, square
from games.core.types import Chance, Form, Roll
from tests.games.astral_sailors.battle import Battle
from tests.games.astral_sailors.positions import kind, piece, unit


def to(name: str) -> Square:
    found = square(name)
    assert found is not None
    return found


def terrain(fight: Battle) -> list[str]:
    """The pieces that have struck, in order."""
    return [each.piece for each in fight.told(AttackDeclared) if each.how == "terrain"]


WALKER = kind("QW1", resistance=3, movement=6)


@pytest.mark.rules("WE-36", "ASCW-100", "ASCW-101", "ASCW-D16", "ASCW-D20")
def test_barbed_wire_strikes_once_in_an_activation() -> None:
    cast = [unit("R1", "QW1", "D8", Facing.E)]
    fight = Battle(cast, [piece("BW", "E8")], kinds=[WALKER])
    fight.act(March("R1", to("J8"), (Facing.E,) * 6), 5, 3)
    found = fight.last(ExchangeResolved)
    assert (found.how, found.piece, found.pairs, found.wounds) == ("terrain", "BW", ((5, 4),), 1)
    assert fight.last(AttackDeclared) == AttackDeclared(
        how="terrain", attacker="", targets=("R1",), dice=(1,), piece="BW"
    )
    assert fight.unit("R1").lost == 1
    fight.act(March("R1", to("G8")))
    assert terrain(fight) == ["BW"]
    assert fight.counts == ()


@pytest.mark.rules("WE-36", "ASCW-14", "ASCW-101", "ASCW-D25")
def test_lava_strikes_with_damage_3_and_the_extension_blocks() -> None:
    fight = Battle([unit("R1", "QW1", "D8", Facing.E)], [piece("LV", "E8")], kinds=[WALKER])
    fight.act(March("R1", to("E8")))
    waiting = fight.pending
    assert isinstance(waiting, Chance)
    assert [roll.why for roll in waiting.rolls] == ["Lava strikes R1", "R1 defends"]
    fight.dice(6, 6)
    assert fight.counts == (1,)
    fight.dice(4)
    assert fight.last(ExchangeResolved).pairs == ((9, 7),)
    assert fight.unit("R1").lost == 0


@pytest.mark.rules("ASCW-101")
def test_the_damage_of_each_kind_of_danger() -> None:
    pieces = Battle([]).table.catalogue.pieces
    found = {code: each.danger for code, each in pieces.items() if each.danger is not None}
    assert found == {"BW": 0, "AA": 1, "AB": 2, "LV": 3, "TG": 1, "MI": 1}


@pytest.mark.rules("ASCW-D16")
def test_several_pieces_strike_in_the_order_in_which_they_are_touched() -> None:
    pieces = [piece("MI", "H8"), piece("LV", "E8")]
    fight = Battle([unit("R1", "QW1", "D8", Facing.E)], pieces, kinds=[WALKER])
    fight.act(March("R1", to("I8"), (Facing.E,) * 5), 1, 6, 1, 6)
    assert terrain(fight) == ["LV", "MI"]


@pytest.mark.rules("ASCW-D16")
def test_a_unit_that_starts_on_a_piece_is_struck_after_its_first_movement() -> None:
    fight = Battle([unit("R1", "QW1", "E8", Facing.E)], [piece("LV", "E8")], kinds=[WALKER])
    fight.act(TurnTo("R1", Facing.S))
    assert fight.counts == ()
    fight.act(March("R1", to("G8")), 1, 6)
    assert terrain(fight) == ["LV"]
    fight.act(EndUnit())
    assert terrain(fight) == ["LV"]


@pytest.mark.rules("ASCW-100", "ASCW-D16")
def test_a_unit_that_was_struck_where_it_stops_is_not_struck_again_at_the_end() -> None:
    fight = Battle([unit("R1", "QW1", "D8", Facing.E)], [piece("LV", "E8")], kinds=[WALKER])
    fight.act(March("R1", to("E8")), 1, 6).act(EndUnit())
    assert terrain(fight) == ["LV"]


@pytest.mark.rules("ASCW-D16")
def test_a_unit_that_does_not_move_is_struck_at_the_end_of_its_activation() -> None:
    fight = Battle([unit("R1", "QW1", "E8", Facing.E)], [piece("LV", "E8")], kinds=[WALKER])
    fight.act(TurnTo("R1", Facing.S)).act(EndUnit(), 1, 6)
    assert terrain(fight) == ["LV"]
    assert fight.told(ActivationEnded) == [ActivationEnded(unit="R1")]
    held = Battle([unit("R1", "QW1", "E8", Facing.E)], [piece("LV", "E8")], kinds=[WALKER])
    held.act(Hold("R1"), 1, 6)
    assert terrain(held) == ["LV"]


@pytest.mark.rules("ASCW-D16", "ASCW-D43")
def test_units_activated_without_action_are_struck_too() -> None:
    cast = [unit("R1", "QW1", "E8"), unit("R2", "QW1", "F9"), unit("R3", "QW1", "J9")]
    fight = Battle(cast, [piece("LV", "E8")], kinds=[WALKER])
    fight.act(Done())
    assert fight.table.turn.quota == 0
    fight.dice(1, 6, 1, 6)
    struck = [each.targets for each in fight.told(AttackDeclared)]
    assert struck == [("R1",), ("R2",)]


@pytest.mark.rules("ASCW-D16")
def test_who_falls_to_one_piece_is_struck_by_no_other() -> None:
    wide = kind("QW2", resistance=1, base=2)
    pieces = [piece("LV", "D8"), piece("MI", "F8")]
    fight = Battle([unit("R1", "QW2", "E8")], pieces, kinds=[wide])
    fight.act(Done(), 6, 1)
    assert terrain(fight) == ["LV"]
    assert fight.unit("R1").place == "reserve"


@pytest.mark.rules("ASCW-D43", "ASCW-D16")
def test_beginning_another_unit_ends_the_one_before_and_its_terrain_strikes_first() -> None:
    cast = [unit("R1", "QW1", "E8"), unit("R2", "QW1", "J9")]
    fight = Battle(cast, [piece("LV", "E8")], kinds=[WALKER])
    fight.act(TurnTo("R1", Facing.S)).act(March("R2", to("J8")))
    assert terrain(fight) == ["LV"]
    assert fight.told(UnitMoved) == []
    form: Form[State] = Form(State, sparse=True)
    stored = form.write(fight.state)
    assert form.read(stored) == fight.state
    fight.dice(1, 6)
    assert [each.unit for each in fight.told(UnitMoved)] == ["R2"]
    assert fight.table.turn.active == "R2"
    assert fight.unit("R2").ap == 1


@pytest.mark.rules("ASCW-D43", "ASCW-D61")
def test_an_action_that_terrain_has_made_impossible_is_chosen_anew() -> None:
    # R1 falls and lets go of the Commander, who then stands on the way of R2
    captive = unit("B8", "GU1", "", place="captive", held_by="R1", lost=1)
    cast = [unit("R1", "EX3", "E8", holds="B8"), unit("R2", "QW1", "G8"), captive]
    fight = Battle(cast, [piece("LV", "E8")], kinds=[WALKER])
    fight.act(TurnTo("R1", Facing.S)).act(March("R2", to("D8"), (Facing.W,) * 3), 6, 1)
    assert not fight.unit("R1").on_board
    assert (fight.unit("B8").c, fight.unit("B8").r) == (4, 7)
    assert (fight.unit("R2").c, fight.unit("R2").ap, fight.unit("R2").activated) == (6, 2, 0)
    assert fight.table.turn.active == ""
    assert fight.table.agenda == ()


@pytest.mark.rules("ASCW-D16", "ASCW-D35")
def test_who_falls_to_terrain_charges_no_more_and_rewards_nobody() -> None:
    cast = [unit("R1", "EX3", "C8", Facing.E), unit("B1", "GU3", "H8", Facing.W)]
    fight = Battle(cast, [piece("LV", "E8")])
    fight.act(Run("R1", Facing.E, 4, "B1"), 6, 1)
    assert not fight.unit("R1").on_board
    assert [event.target for event in fight.told(PartLost)] == ["B1"]
    assert fight.unit("B1").lost == 0
    assert [player.pool for player in fight.table.players] == [0, 0]
    assert fight.table.agenda == ()


@pytest.mark.rules("ASCW-D16", "ASCW-D19")
def test_terrain_strikes_before_the_charge() -> None:
    cast = [unit("R1", "QW1", "C8", Facing.E), unit("B1", "GU3", "H8", Facing.W)]
    fight = Battle(cast, [piece("LV", "E8")], kinds=[WALKER])
    fight.act(Run("R1", Facing.E, 4, "B1"), 6, 1, 6, 1)
    assert [each.how for each in fight.told(ExchangeResolved)] == ["terrain", "charge"]
    assert not fight.unit("B1").on_board


@pytest.mark.rules("ASCW-D16", "ASCW-D17")
def test_a_leap_over_a_piece_touches_only_where_it_ends() -> None:
    pieces = [piece("LV", "D6"), piece("MI", "D3")]
    fight = Battle([unit("R1", "EX5", "D8", Facing.N)], pieces)
    fight.act(Jump("R1", Facing.N, 5), 1, 6)
    assert terrain(fight) == ["MI"]


@pytest.mark.rules("ASCW-160", "ASCW-D18", "WE-31")
def test_flyers_are_not_struck() -> None:
    fight = Battle([unit("R1", "GU10", "D8", Facing.E)], [piece("LV", "E8")])
    fight.act(March("R1", to("H8"), (Facing.E,) * 4))
    assert terrain(fight) == []


@pytest.mark.rules("ASCW-D20", "ASCW-D26", "ASCW-D34", "ASCW-D72", "ASCW-144")
def test_rerolls_cover_tough_and_payment_count_against_terrain() -> None:
    tough = kind("QT1", "Elite", "Tough 1", "Cover 2", resistance=3, cost=10, defence=1)
    fight = Battle(
        [unit("R1", "QT1", "E8", cover=True)], [piece("LV", "E8")], kinds=[tough], pools={0: 5}
    )
    fight.act(Hold("R1"), 4, 1)
    assert fight.asked == [("reroll", 0)]
    fight.answer(0, Reroll((0,)), 2)
    taken = fight.last(WoundsTaken)
    assert (taken.absorbed, taken.lost) == (1, 0)
    assert fight.last(ExchangeResolved).pairs == ((7, 4),)
    again = replace(fight.table.turn, active="", quota=9)
    fight.then(turn=again).put("R1", activated=0)
    fight.act(Hold("R1"), 6, 1)
    assert fight.asked == [("pay", 0)]
    fight.answer(0, Pay("R1", 1))
    assert (fight.unit("R1").lost, fight.pool(0)) == (0, 0)


@pytest.mark.rules("ASCW-D16")
def test_a_second_activation_in_another_round_is_struck_again() -> None:
    fight = Battle([unit("R1", "QW1", "E8")], [piece("LV", "E8")], kinds=[WALKER])
    fight.act(Hold("R1"), 1, 6)
    fight.then(round=2, turn=replace(fight.table.turn, quota=2))
    fight.act(Hold("R1"), 1, 6)
    assert terrain(fight) == ["LV", "LV"]


@pytest.mark.rules("ASCW-D16")
def test_shooting_from_a_piece_does_not_wake_it_before_the_end() -> None:
    cast = [unit("R1", "EX3", "E8", Facing.N), unit("B1", "GU3", "E3", Facing.S)]
    fight = Battle(cast, [piece("LV", "E8")])
    fight.act(Shoot("R1", (Aim("B1", 2),)), 1, 1, 6, 6)
    assert not fight.counts
    fight.act(EndUnit())
    assert [roll.count for roll in _rolls(fight)] == [1, 1]


def _rolls(fight: Battle) -> tuple[Roll, ...]:
    waiting = fight.pending
    assert isinstance(waiting, Chance)
    return waiting.rolls
