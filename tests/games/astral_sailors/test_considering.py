"""What is told before a move is confirmed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from games.astral_sailors.game import GAME
from games.astral_sailors.notation import Aim
from games.astral_sailors.rules.any_time import Done, Leave
from games.astral_sailors.rules.combat.answering import Pay, React
from games.astral_sailors.rules.setup.armies import Enlist
from games.astral_sailors.rules.turns.activation import (
    Capture,
    Hold,
    March,
    Melee,
    Run,
    Shoot,
    TurnTo,
)
from games.astral_sailors.rules.turns.reinforcing import Reinforce
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import Move
from games.astral_sailors.words import considerations
from games.astral_sailors.words.words import WORDS
from games.core.geometry.squares import Facing, Square
from tests.games.astral_sailors.asked_of import attacked, decision, seen
from tests.games.astral_sailors.positions import kind, piece, piece_kind, table, unit
from tests.games.surfaces import plain

# --- What is worth knowing before confirming ---


def considered(of: Table, move: Move, kind: str = "activate", seat: int = 0) -> tuple[str, ...]:
    said = WORDS.consider(seen(of, seat), decision(kind, seat), move)
    for sentence in said:
        plain(sentence)
    return said


def test_a_move_tells_its_cost_its_facing_and_its_dangers() -> None:
    of = table([unit("R1", "EX3", "C5"), unit("B1", "GU3", "P16")], [piece("MI", "D4")])
    said = considered(of, March("R1", Square(6, 4), (Facing.E,) * 4))
    assert said == (
        "R1 goes to G5 for 4 movement points and 1 AP (1 AP left), facing east.",
        "The path crosses minefield A.",
        "The minefield A attacks with Damage 1: 42% to kill.",
    )


def test_a_unit_that_acts_tells_whose_activation_it_ends() -> None:
    of = table([unit("R1", "EX3", "C5"), unit("R2", "EX3", "A1", ap=1), unit("B1", "GU3", "P16")])
    move = March("R1", Square(3, 4), (Facing.E,))
    ends = "This ends R2's activation; it keeps 1 AP for reactions."
    assert ends not in considered(of, move)
    of = replace(of, turn=replace(of.turn, active="R2"))
    assert considered(of, move)[-1] == ends
    own = March("R2", Square(1, 0), (Facing.E,))
    assert ends not in considered(of, own)


def danger(of: Table, code: str = "R1") -> str:
    """What is said of the minefield on D5 before this unit moves through it from C5 to G5."""
    return considered(of, March(code, Square(6, 4), (Facing.E,) * 4))[2]


@pytest.mark.rules("ASCW-140", "ASCW-D28", "ASCW-D16")
def test_the_odds_of_dangerous_ground_are_those_without_the_cover_that_moving_ends() -> None:
    mines = [piece("MI", "D4")]
    foe = unit("B1", "GU3", "P16")
    plain_table = table([unit("R1", "EX4", "C5"), foe], mines)
    covered = table([unit("R1", "EX4", "C5", cover=True), foe], mines)
    assert danger(covered) == danger(plain_table)


@pytest.mark.rules("ASCW-148", "ASCW-D26")
def test_the_odds_of_dangerous_ground_count_the_aura_where_the_way_ends() -> None:
    mines = [piece("MI", "D4")]
    walker, foe = unit("R1", "EX3", "C5"), unit("B1", "GU3", "P16")
    behind = table([walker, unit("R2", "EX1", "A5"), foe], mines)
    ahead = table([walker, unit("R2", "EX1", "I5"), foe], mines)
    assert danger(behind).endswith("42% to kill.")
    assert danger(ahead).endswith("25% to kill.")


@pytest.mark.rules("ASCW-D25")
def test_the_odds_of_dangerous_ground_follow_the_options_of_the_extension() -> None:
    def odds(**options: Any) -> str:
        of = table(
            [unit("R1", "EX4", "C5"), unit("B1", "GU3", "P16")], [mine], kinds=[pit], **options
        )
        return danger(of)

    pit = piece_kind("PT", size=[3, 2], height=0, entry="open", danger=3)
    mine = piece("PT", "D4")
    assert odds() != odds(extension_first="total6")


@pytest.mark.rules("ASCW-100", "ASCW-D16")
def test_ground_that_has_struck_another_unit_is_still_told_of() -> None:
    units = [unit("R1", "EX3", "C5"), unit("R2", "EX3", "A1"), unit("B1", "GU3", "P16")]
    of = table(units, [piece("MI", "D4")])
    struck = replace(of.turn, active="R2", struck=(0,), moved=True)
    assert danger(replace(of, turn=struck)) == danger(of)
    own = replace(of, turn=replace(struck, active="R1"))
    assert len(considered(own, March("R1", Square(6, 4), (Facing.E,) * 4))) == 2


@pytest.mark.rules("ASCW-140", "ASCW-D28")
def test_who_takes_cover_is_told_what_ends_it() -> None:
    units = [unit("R1", "EX4", "C5", cover=True), unit("B1", "GU3", "P16")]
    assert "R1 loses its Cover." in considered(table(units), TurnTo("R1", Facing.S))


@pytest.mark.rules("ASCW-D28")
def test_the_odds_against_a_counter_attack_are_those_without_the_cover_it_ends() -> None:
    foe = unit("R1", "EX3", "F6", Facing.S)
    counter = React("B1", "counter")
    covered = attacked(table([foe, unit("B1", "EX4", "F7", Facing.N, cover=True)]))
    bare = attacked(table([foe, unit("B1", "EX4", "F7", Facing.N)]))
    said = considered(covered, counter, "react", 1)
    assert "B1 loses its Cover before the dice are rolled." in said
    assert said[-1] == considered(bare, counter, "react", 1)[-1]


@pytest.mark.rules("ASCW-76")
def test_a_run_tells_that_it_is_a_charge_and_how_it_may_end() -> None:
    of = table([unit("R1", "EX3", "C5"), unit("B1", "EX4", "H5", Facing.W)])
    said = considered(of, Run("R1", Facing.E, 4, "B1"))
    assert said[1] == "R1 charges B1 with 1 die, Damage 0: 17% to wound."
    assert said[2] == "B1 could strike back or take Cover for 1 of its 2 AP."
    assert considered(of, Run("R1", Facing.N, 3)) == (
        "R1 goes to C2 for 3 movement points and 1 AP (1 AP left), facing north.",
    )


@pytest.mark.rules("ASCW-108")
def test_a_shot_tells_range_cover_who_hides_and_the_odds() -> None:
    units = [unit("R1", "EX10", "C3"), unit("B1", "GU3", "J3"), unit("B2", "GU3", "J4")]
    of = table(units, [piece("WO", "H3")])
    said = considered(of, Shoot("R1", (Aim("B1", 2), Aim("B2", 1))))
    assert said[0] == (
        "B1 (1 RE) with 2 dice: 40% to kill (no wound 60%, 1 wound 30%, 2 wounds 10%); range 6, "
        "half cover (50%) behind the woods."
    )
    assert "This is Limited shot 1 of 5." in said
    assert said[-1].startswith("Because it shoots, melee attacks on R1 get +1")


@pytest.mark.rules("ASCW-85")
def test_a_blow_tells_front_or_rear() -> None:
    of = table([unit("R1", "EX3", "F7"), unit("B1", "GU3", "F6", Facing.N)])
    assert "from the rear, +2 on each die" in considered(of, Melee("R1", (Aim("B1", 1),)))[0]


def test_reactions_tell_what_they_change() -> None:
    units = [unit("R1", "EX3", "F6", Facing.S), unit("B1", "EX4", "F7", Facing.N)]
    of = attacked(table(units))
    counter = considered(of, React("B1", "counter"), "react", 1)
    assert counter[0].startswith("B1 strikes back with 2 dice: 18% to kill (no wound ")
    cover = considered(of, React("B1", "cover"), "react", 1)
    assert cover[0].startswith("Its Defence rises from 2 to 4 ")
    nothing = considered(of, React("B1", "none"), "react", 1)
    assert nothing[0] == "B1 keeps its 2 AP."
    assert cover[-1] != nothing[-1], "cover changes the odds"


@pytest.mark.rules("ASCW-91")
def test_paying_tells_the_price_and_the_outcome() -> None:
    units = [unit("R1", "EX3", "F6"), unit("B1", "EX4", "F7", lost=1)]
    of = attacked(table(units, pools={1: 20}), stage="pay?", wounds=2)
    assert considered(of, Pay("B1", 2), "pay", 1) == ("You pay 12 of 20 points; B1 has 1 RE left.",)
    assert considered(of, Pay("B1", 1), "pay", 1) == ("You pay 6 of 20 points; B1 is eliminated.",)


def test_other_moves_tell_what_follows_of_them() -> None:
    units = [
        unit("R1", "EX3", "F7"),
        unit("R2", "CV1", "A1"),
        unit("R3", "EX3", ""),
        unit("B1", "GU1", "F6"),
    ]
    of = table(units, pools={0: 10})
    assert considered(of, Done()) == ("Counts as activated without acting: R2 and R1.",)
    assert considered(of, Hold("R1"))[0].endswith("keeps 2 AP for reactions.")
    assert considered(of, TurnTo("R1", Facing.S)) == ("Turning costs 1 AP (1 AP left).",)
    assert "Your objective is revealed" in considered(of, Capture("R1", "B1"))[1]
    bringing = replace(of, phase="reinforcement")
    said = considered(bringing, Reinforce("R3", Square(5, 0), Facing.S), "reinforce")
    assert said[0] == "R3 costs 7 points and leaves 3 of 10."
    assert considered(of, Leave(), "talk") == ("You cannot come back.",)
    mustering = replace(of, phase="muster")
    assert considered(mustering, Enlist("EX3", 2), "army") == (
        "The list will have 2 units for 14 of 100 points: 2 military, 0 civilians.",
        "Not yet ready: The list has 0 of 1 Commander.",
    )


HALVES = {0: Fraction(1, 2), 1: Fraction(1, 4), 2: Fraction(1, 8), 3: Fraction(1, 8)}


@pytest.mark.rules("ASCW-D31")
def test_the_chance_to_kill_counts_what_is_lost_and_what_tough_absorbs() -> None:
    tough = [kind("TT1", "Tough 1", resistance=2), kind("PL1", resistance=2)]

    def said(of: str, **values: Any) -> str:
        target = unit("B1", of, "F6", **values)
        return considerations.wound_chances(table([target], kinds=tough), target, HALVES)

    assert said("PL1") == "50% to wound, 25% to kill"
    assert said("PL1", lost=1) == "50% to kill"
    assert said("TT1") == "50% to wound, 13% to kill"
    assert said("TT1", absorbed=1) == "50% to wound, 25% to kill"


def test_a_preview_shows_the_chances_of_a_shot_and_of_a_charge() -> None:
    of = table([unit("R1", "EX3", "C5"), unit("B1", "EX4", "H5", Facing.W)])
    asking = decision("activate")
    charge = GAME.preview(seen(of), asking, Run("R1", Facing.E, 4, "B1")).plan
    assert charge
    assert charge.chances == ("17% to wound",)
    shot = GAME.preview(seen(of), asking, Shoot("R1", (Aim("B1", 1),))).plan
    assert shot
    told = considered(of, Shoot("R1", (Aim("B1", 1),)))[0]
    assert told.startswith(f"B1 (2 RE) with 1 die: {shot.chances[0]}; ")
