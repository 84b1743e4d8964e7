"""Dice, markers, sheets and sides: what everybody can see and check (canon 2.1, 2.16, 3.12)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.types import SPECTATOR, Refusal, Seat, Seated, Seats
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.game import GAME
from games.cosmic_conflict.state import view_of
from games.cosmic_conflict.table.orders import MAIN
from games.cosmic_conflict.table.units import Condition, MarkedToken, MissileToken
from games.cosmic_conflict.view import View
from games.cosmic_conflict.words.facts import command
from games.cosmic_conflict.words.sentences import tell
from tests.games.cosmic_conflict.activations import Pair, acting, hidden, pass_over, ship
from tests.games.cosmic_conflict.asking import keys
from tests.games.cosmic_conflict.matches import Match, at_end, deployed, quick, standing
from tests.games.cosmic_conflict.scenes import du, plain, scene, unit

TWO = Seated(Seat(1))


def public(match: Match) -> View:
    return view_of(match.state, SPECTATOR)


def attacking(*others: Pair, attacker: str = "VANG", fire: str = "BEAM1") -> Match:
    """a1 fires at b1, 10.00 away."""
    one = ship("a1", attacker, "20 5", velocity=0)
    match = acting(one, *others, only="a1").play("ACTIVATE a1")
    return pass_over(match).play(f"FIRE {fire} AT b1")


# --- Dice ---


@pytest.mark.rules("D-013", "CC-032")
def test_all_dice_of_an_attack_are_asked_for_in_their_order_with_what_they_are_for() -> None:
    match = attacking(ship("b1", plain(4), "20 15"))
    what = "a1 Vanguard at b1 with BEAM1: Accuracy, then Damage"
    assert match.dice == (what, what)
    match.roll(2, 6)
    (event,) = match.told("Attacked")
    assert event.dice == (2, 6)
    assert (event.total, event.before) == (2, 6), "the first is Accuracy, the second Damage"
    two = attacking(ship("b1", plain(4), "20 15"), attacker="LANC")
    assert len(two.dice) == 3, "Accuracy and two of Damage"
    two.roll(6, 2, 3)
    assert two.told("Attacked")[0].dice == (6, 2, 3)


@pytest.mark.rules("D-013", "CC-047")
def test_a_condition_is_rolled_for_at_once_before_what_comes_after_it() -> None:
    table = scene(
        unit("a1", plain(3), "10 10", health=9),
        unit("b1", plain(3), "20 20", health=9),
        terrain=[{"kind": "minefield", "at": at} for at in ([10, 10], [20, 20])],
    )
    match = standing(table).step("R3")
    assert match.dice == ("a1 Unnamed: Condition", "a1 Unnamed: Condition")
    match.roll(6, 6)
    assert match.dice == ("b1 Unnamed: Condition", "b1 Unnamed: Condition")


@pytest.mark.rules("D-013", "D-052")
def test_the_mover_rolls_first_in_an_exchange() -> None:
    mover = ship("a1", plain(3, "PWS", "PWS"), "20 5")
    enemy = ship("b1", plain(3, "PWS"), "20 9", activated=True)
    match = acting(mover, enemy).play("ACTIVATE a1", "MOVE V0 PWS b1")
    assert [label.split()[0] for label in match.dice] == ["a1", "a1", "b1"]
    match.roll(1, 2, 5)
    (event,) = match.told("Exchanged")
    assert (event.own, event.other) == ((1, 2), (5,))
    assert (match.unit("b1").health, match.unit("a1").health) == (3, 5)


@pytest.mark.rules("D-013", "CC-006")
def test_initiative_and_the_end_are_rolled_for_by_name() -> None:
    roll_off = quick().play("1: FLEET Q1", "2: FLEET Q2")
    assert list(roll_off.dice) == ["Initiative, side 1", "Initiative, side 2"]
    roll_off.roll(3, 5)
    assert roll_off.told("InitiativeRolled")[0].faces == (3, 5)
    match = at_end(5, vc_random=1)
    assert list(match.dice) == ["End of turn 5: 4 to 6 ends the match"]
    match.roll(5)
    assert list(match.dice) == ["Victory condition"]
    match.roll(1)
    assert list(match.dice) == ["Area Control: parts", "Area Control: axis"]
    match.roll(3, 2)
    assert match.told("TurnEnded")[0].die == 5
    assert match.told("VictoryScored")[-1].dice == (3, 2)


# --- Markers ---


@pytest.mark.rules("CC-010", "CC-078", "CC-290")
def test_markers_show_everybody_who_has_activated_and_who_has_an_order_or_a_token() -> None:
    match = deployed()
    match.play("1: ORDER a1 EVASIVE", "1: TOKEN a2", "1: LOCK")
    before = public(match).table.units
    assert not any(each.token or each.slots for each in before.values())
    match.play("2: LOCK")
    units = public(match).table.units
    assert (units["a1"].token, len(units["a1"].slots)) == (False, 1)
    assert (units["a2"].token, units["a2"].slots) == (True, (3,))
    acted = acting(ship("a1", plain(1), "20 5"), ship("b1", plain(2), "20 25"))
    pass_over(acted.play("ACTIVATE a1; MOVE V0; DONE"))
    activated = {id: each.activated for id, each in public(acted).table.units.items()}
    assert activated == {"a1": True, "b1": False}


@pytest.mark.rules("CC-010", "CC-058", "CC-169", "CC-290")
def test_conditions_and_tokens_lie_open_until_they_are_over() -> None:
    table = scene(
        unit("a1", "LONG", "10 10", conditions=(Condition(4),), evading=True),
        unit("b1", "VANG", "10 20"),
        marked=(MarkedToken("a1", "b1"),),
        missiles=(MissileToken("t1", du("10 16"), "a1", 0, "b1", 2400),),
    )
    match = standing(table)
    seen = public(match).table
    assert seen.units["a1"].conditions == (Condition(4),)
    assert (seen.units["a1"].evading, len(seen.marked), len(seen.missiles)) == (True, 1, 1)
    after = public(match.step("R7")).table
    assert after.units["a1"].conditions == (Condition(4),), "it lasts"
    assert (after.units["a1"].evading, after.marked) == (False, ())


@pytest.mark.rules("CC-289", "CC-064", "CC-047")
def test_orders_are_typed_or_chosen_and_conditions_rolled_for_without_cards() -> None:
    typed = deployed().play("1: ORDER a1 BRACE")
    chosen = deployed()
    assert chosen.asked[0] == "1: orders"
    decision = chosen.open[0]
    options = GAME.options(chosen.view(1), decision)
    move = GAME.read(chosen.view(1), decision, "ORDER a1 BRACE")
    assert options.refusal(move) is None
    assert "a1" in keys(chosen)
    assert any("brace" in key for key in keys(chosen, "a1"))
    assert typed.sheet(1).of("a1").names == ("brace",)
    mine = {"kind": "mine", "disc": [10, 10, 2], "dangerous": 1}
    table = scene(unit("b1", plain(2), "10 10", health=9), terrain=[mine])
    hit = standing(table).step("R3")
    assert len(hit.dice) == 2, "two dice instead of a card"
    assert hit.roll(2, 2).unit("b1").conditions == (Condition(4),)


@pytest.mark.rules("CC-290", "CC-005", "CC-016")
def test_the_bot_keeps_the_sheet_of_every_ship() -> None:
    match = deployed()
    for viewer in (SPECTATOR, TWO):
        table = view_of(match.state, viewer).table
        for each in table.units.values():
            design = table.design(each)
            assert each.sic == design.code
            assert each.absorbers == tuple(boxes for _, boxes in design.absorbers)
            assert each.health == 0
    hit = attacking(ship("b1", "PART", "20 15")).roll(6, 6)
    pass_over(hit)
    (attack,) = hit.told("Attacked")
    left = public(hit).table.units["b1"].absorbers
    assert sum(left) == 15 - attack.applied, "the boxes are ticked off by the bot"


# --- Orders that come too late ---


@pytest.mark.rules("CC-067")
def test_what_has_been_revealed_or_rolled_is_rewound_only_with_consent() -> None:
    """The host asks the other side wherever an event discloses something, or dice fell."""
    match = attacking(hidden(ship("b1", plain(4), "20 15"), "evasive"))
    match.play("REACT EVASIVE")
    (shown,) = match.told("OrderRevealed")
    assert type(shown).reveals
    assert match.dice, "dice: nothing is taken back without consent"


# --- Sides, maps and scenarios ---


@pytest.mark.rules("D-087", "CC-001")
@pytest.mark.parametrize("teams", [(0,), (0, 0), (0, 1, 2), (0, 0, 1, 2), (0, 1, 2, 3)])
def test_as_many_sides_as_agreed_can_play(teams: tuple[int, ...]) -> None:
    assert isinstance(GAME.fault(Agreement(), Seats(teams)), Refusal)
    for two in (Seats.alone(2), Seats((0, 0, 1)), Seats((0, 0, 0, 1, 1, 1))):
        assert GAME.fault(Agreement(), two) is None


@pytest.mark.rules("D-095", "CC-210")
@pytest.mark.parametrize(
    ("scenario", "name"),
    [("deep_survey", "Deep Survey"), ("contested_marks", "Contested Marks"), ("rescue", "Rescue")],
)
def test_the_scenarios_are_called_by_their_names(scenario: Any, name: str) -> None:
    match = at_end(5, scenario=scenario, vc_random=0).roll(6)
    (scored,) = match.told("VictoryScored")
    assert name in tell(scored)


# --- Beside the board ---


@pytest.mark.parametrize(
    ("orders", "slots", "token", "said"),
    [
        (("evasive",), (MAIN,), 0, "Order hidden"),
        (("evasive", "mark"), (MAIN, 2), 0, "1 or more Orders hidden"),
        (("mark",), (2,), 1, "Token, perhaps an Order hidden"),
    ],
)
def test_what_an_enemy_may_hide_is_short_enough_for_its_card(
    orders: Any, slots: tuple[int, ...], token: int, said: str
) -> None:
    one = ship("b1", "LONG", "20 15", token=bool(token))
    match = acting(ship("a1", "VANG", "20 5"), hidden(one, *orders, slots=slots))
    assert command(match.view(1), match.unit("b1")) == said
    assert len(said) <= 30
