from __future__ import annotations

from dataclasses import replace

import pytest

from games.astral_sailors.secrets import ArmyDraft, TeamSecret
from games.astral_sailors.table import Hit, LastAction
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Base
from renderers import Look
from renderers.astral_sailors import RENDERER
from renderers.astral_sailors.text import brief, cover
from tests.renderers import sailors
from tests.renderers.sailors import seen
from tests.renderers.test_sailors_picture import ALL, EIGHT, LOOK


def board(view: SailorsView, look: Look = LOOK) -> list[str]:
    return RENDERER.scene(view, look).board.split("\n")


def alt(view: SailorsView, look: Look = LOOK) -> str:
    return RENDERER.scene(view, look).alt


@pytest.mark.parametrize("name", ALL)
def test_alt_texts_are_short_enough_and_whole(name: str) -> None:
    shown = RENDERER.scene(ALL[name](), EIGHT)
    for one in (shown, shown.closeup):
        if one is not None:
            assert 40 < len(one.alt) <= 1024
            assert "None" not in one.alt
            assert "None" not in one.board


def test_the_alt_text_says_who_is_to_act_and_what_happened_last() -> None:
    said = alt(seen(sailors.skirmish()))
    assert "Round 2 of 20, activation, first half." in said
    assert "Red to act" in said
    assert "R2 Contract Trooper shoots at B2: B2 takes 1 wound" in said
    assert "R2 6-4 = 4, 3 against 5-1 = 6, 2 (half cover, 38%)" in said
    assert "R1 H2 RE 3/3, B1 I15 RE 3/3" in said
    assert "Q2-2 captured by Blue" in said
    assert "Red (Vera Rubin): 7 points, 8 on board, 5 in Reserve, secret objective." in said


@pytest.mark.parametrize(
    ("totals", "dice"),
    [
        (((6, 5), (4, 2)), "6-4 against 5-1 = 5, 2"),
        (((7, 5), (5, 1)), "6-4 = 7, 5 against 5-1"),
        ((), "6-4 against 5-1"),
    ],
)
def test_totals_are_told_where_they_are_not_what_the_dice_show(
    totals: tuple[tuple[int, int], ...], dice: str
) -> None:
    hit = Hit("R2", "B2", 0, (4, 6), (5, 1), 1, gone=False, totals=totals)
    last = LastAction("R2", 0, "shoot", (), (Base(7, 8),), (hit,))
    shown = RENDERER.scene(seen(replace(sailors.skirmish(), last=last)), LOOK)
    assert f"B2 takes 1 wound: R2 {dice}" in [line.text for line in shown.drawing.captions]
    assert f"B2 takes 1 wound: R2 {dice}." in shown.board


def test_a_very_long_name_does_not_push_facts_out_of_the_alt_text() -> None:
    look = Look(tuple("W" * 500 for _ in range(8)))
    said = alt(seen(sailors.battle(8, 32, (1,) * 8)), look)
    assert len(said) <= 1024
    assert "White (" in said
    assert not said.endswith("…")


@pytest.mark.parametrize("name", ["skirmish", "crowd", "six", "eight"])
def test_the_board_lists_every_unit_with_its_square_and_state(name: str) -> None:
    view = ALL[name]()
    lines = board(view, EIGHT)
    for unit in view.table.on_board():
        place = f"{unit.code:<4}{view.table.kind(unit).name}, "
        line = next(line for line in lines if line.startswith(place))
        anchor = str(view.table.base(unit).anchor)
        assert f", {anchor} {unit.facing.name}, RE " in line
        assert f"AP {unit.ap}" in line


def test_the_board_tells_all_states_of_a_unit() -> None:
    lines = board(seen(sailors.skirmish()))
    line = {one.split(" ")[0]: one for one in lines if one[:1] in "RB" and "RE" in one}
    assert line["R2"].endswith("RE 1/1, AP 0, activated, has shot")
    assert line["R4"].endswith("RE 2/2, AP 1, ready, Cover")
    assert line["R8"].endswith("ready, flies")
    assert line["B7"].endswith("poison of R6: Damage 1, 2 rounds left")
    assert "RE 2/3" in line["R6"]
    captured = board(seen(sailors.captured()))
    assert any(one.startswith("R6") and one.endswith("holds B1") for one in captured)
    assert "Blue, captive: B1 Political Overseer, held by R6" in captured


def test_the_board_lists_reserves_with_their_cost() -> None:
    lines = board(seen(sailors.skirmish()))
    assert "Blue, Reserve: B4 Line Conscript 5; B11-B14 Labourer 3" in lines


def test_the_board_lists_scenery_with_its_squares() -> None:
    lines = board(seen(sailors.skirmish()))
    assert "D5-F5 High wall, 2 high, solid, impassable" in lines
    assert "E11-G11 Low fence, ½ high, solid, crossable" in lines
    assert "B8-D9 Minefield A, Damage 1" in lines


def test_the_board_gives_the_values_of_the_kinds_in_play() -> None:
    lines = board(seen(sailors.skirmish()))
    assert (
        "Vault Warden: RE 2, AT 2/2, DA 1/0, RA 1-8, DE 2, MV 4, CO 12, 1x1, 1 high, "
        "Counter-attack, Cover 2"
    ) in lines
    assert not any(one.startswith("Legate:") for one in lines)


def test_a_board_of_sixteen_squares_is_drawn_as_a_grid() -> None:
    lines = board(seen(sailors.skirmish()))
    row = next(one for one in lines if one.startswith("5   "))
    assert row.split() == [
        "5", ".", ".", ".", "wa", "wa", "wa", "R3", ".", "|", ".", ".", ".", "R6", "R6", ".", ".",
        ".",
    ]  # fmt: skip
    turned = board(seen(sailors.skirmish()), replace(LOOK, turned=True))
    row = next(one for one in turned if one.startswith("5   "))
    assert row.split()[1:] == [
        ".", ".", ".", "R6", "R6", ".", ".", ".", "|", ".", "R3", "wa", "wa", "wa", ".", ".", ".",
    ]  # fmt: skip
    heads = next(one for one in turned if one.strip().startswith("P"))
    assert heads.split()[0] == "P"
    assert turned.index(row) < turned.index(next(one for one in turned if one.startswith("4   ")))


def test_a_large_board_is_a_list_and_its_close_up_has_a_grid() -> None:
    shown = RENDERER.scene(seen(sailors.battle(8, 32, (1,) * 8)), EIGHT)
    assert "Small letters" not in shown.board
    assert shown.closeup is not None
    assert "Small letters" in shown.closeup.board
    assert shown.closeup.alt.startswith("Astral Sailors, close-up of ")


def test_deployment_zones_are_told_row_by_row() -> None:
    lines = board(seen(sailors.deploying()))
    assert lines[-2:] == ["Zone of Red: A-P 1 to 6", "Zone of Blue: A-P 11 to 16"]


def test_zones_around_corners_are_told_in_runs() -> None:
    table = replace(
        sailors.battle(6, 24, (1,) * 6), phase="deployment", units={}, pieces=(), last=None
    )
    lines = [one for one in board(seen(table), EIGHT) if one.startswith("Zone of ")]
    assert len(lines) == 6
    view = seen(table)
    for seat, line in enumerate(lines):
        rows = {square.r + 1 for square in view.zone(seat)}
        assert str(min(rows)) in line
        assert str(max(rows)) in line


def test_a_preview_says_that_nothing_has_been_done() -> None:
    said = alt(sailors.plan_to_shoot())
    assert (
        "Preview: R4 Vault Warden shoots at B7 and B3. B7: 42% to wound, 11% to kill · half "
        "cover, 26%. B3: 60% to kill · clear. Nothing has been played" in said
    )
    said = "Preview: B4 Line Conscript comes from the Reserve to P13 facing W."
    assert said in alt(sailors.plan_to_reinforce())
    assert any("G5-G6-H7-H8" in line for line in board(sailors.plan_to_run()))


def test_an_open_question_is_told() -> None:
    said = alt(seen(sailors.asked()))
    assert "The attack by R2 on B3 (half cover, 31%) awaits an answer." in said


def test_closed_armies_stay_closed() -> None:
    table = sailors.skirmish()
    closed = replace(table, agreement=table.agreement.replace(open_armies=False))
    units = {code: unit for code, unit in closed.units.items() if unit.seen or unit.seat == 0}
    view = seen(replace(closed, units=units), 0, known=(TeamSecret(2), None))
    lines = board(view)
    assert any(one.startswith("Blue") and "Reserve hidden" in one for one in lines)
    assert any(one.startswith("Red") and "5 in Reserve" in one for one in lines)


STEP = (Base(6, 4), Base(6, 5))
STRUCK = (Hit("R3", "B2", 0, (4,), (3,), 1, gone=False),)
BURNT = (Hit("", "R3", 0, (4,), (3,), 1, gone=True),)


@pytest.mark.parametrize(
    ("last", "said"),
    [
        (
            LastAction("R3", 0, "run", STEP, (), STRUCK),
            "R3 Contract Trooper runs G5-G6 and strikes B2: B2 takes 1 wound: R3 4 against 3",
        ),
        (
            LastAction("R3", 0, "move", STEP, (), BURNT),
            "R3 Contract Trooper moves G5-G6: R3 takes 1 wound and is out: the ground 4 against 3",
        ),
        (LastAction("R3", 0, "turn", STEP[:1]), "R3 Contract Trooper turns to south-east"),
        (LastAction("R3", 0, "hold", STEP[:1]), "R3 Contract Trooper holds G5"),
        (LastAction("R6", 0, "poison", (), (Base(9, 10),)), "poison of R6 on B7"),
        (LastAction("R6", 0, "shoot", (), (Base(9, 10),)), "R6 Arc Strider shoots at B7"),
    ],
)
def test_the_last_action_is_told(last: LastAction, said: str) -> None:
    table = replace(sailors.skirmish(), last=last)
    assert f"Last: {said}." in board(seen(table))


def test_while_armies_are_built_a_player_reads_the_own_list_and_all_kinds() -> None:
    view = seen(sailors.building(), 1)
    own = ArmyDraft(("GU1", "CV1", "CV1"))
    view = replace(view, sheets=(ArmyDraft(("EX1",)), own))
    lines = board(view)
    assert "Your army, 27 of 100 points, not locked: Legate and 2 Labourers" in lines
    assert not any("Director" in line for line in lines if line.startswith("Your army"))
    assert any(
        line.startswith("Void Hound: RE 2, AT 0/3, DA –/1, DE 1, MV 6, CO ") for line in lines
    )
    public = board(seen(sailors.building()))
    assert not any(line.startswith("Your army") for line in public)


@pytest.mark.parametrize(
    ("score", "said", "short"),
    [
        (0, "clear", "clear"),
        (31, "clear, 24% hidden", "clear"),
        (32, "half cover, 25%", "½ cover"),
        (96, "half cover, 75%", "½ cover"),
        (97, "blocked, 76%", "blocked"),
        (128, "blocked, 100%", "blocked"),
    ],
)
def test_sight_scores_are_told_as_the_rules_have_them(score: int, said: str, short: str) -> None:
    assert cover(score) == said
    assert brief(score) == short


def test_the_alt_text_of_a_close_up_without_units_says_so() -> None:
    table = sailors.battle(8, 32, (1,) * 8)
    units = {code: replace(unit, place="reserve") for code, unit in table.units.items()}
    empty = replace(table, phase="deployment", units=units, last=None)
    shown = RENDERER.scene(seen(empty), EIGHT)
    assert shown.closeup is not None
    assert shown.closeup.alt.endswith("Units: none.")


def test_threats_tell_who_can_be_hit_and_by_whom() -> None:
    view = seen(sailors.skirmish())
    for look, told in ((LOOK, False), (replace(LOOK, threats=True), True)):
        shown = RENDERER.scene(view, look)
        for text in (shown.alt, shown.board):
            assert ("R5 can be hit after a Move by B2, B6 and B8" in text) is told
