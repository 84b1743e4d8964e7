"""Army lists: the form, any order of edits, and the default when time runs out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.astral_sailors import GAME
from games.astral_sailors.content.loading import BASE
from games.astral_sailors.rules.setup import armies, muster
from games.astral_sailors.rules.setup.armies import Dismiss, Enlist, TakeList
from games.astral_sailors.rules.setup.bellicose import Bellicose
from games.astral_sailors.rules.setup.muster import Lock, Target, Unlock
from games.astral_sailors.secrets import ArmyDraft, TeamSecret
from games.astral_sailors.state import StepBuilder
from games.core.questions import Question
from tests.games.astral_sailors import positions
from tests.games.astral_sailors.asked_of import asked, forbidden
from tests.games.astral_sailors.building import SAMPLE, building, drafted
from tests.games.astral_sailors.flow import play, refused, waiting


@pytest.mark.rules("ASCW-D45")
def test_the_form_asks_for_the_main_commander_where_there_is_a_choice() -> None:
    state = drafted(building(commanders=2), 0, ("EX1", "EX2", "CV1", "CV1"))
    options = GAME.options(*asked(state, 0, "army"))
    question, first = options.question(("lock",)), options.question(())
    assert isinstance(question, Question)
    assert [choice.key for choice in question.choices] == ["first", "EX1", "EX2"]
    assert options.question(("lock", "first")) == Lock()
    assert options.question(("lock", "EX2")) == Lock("EX2")
    assert isinstance(first, Question)
    lock = first.choice("lock")
    assert lock is not None
    assert lock.text == "", "LOCK alone would be played with the first Commander"


@pytest.mark.rules("ASCW-D54", "ASCW-D45")
def test_to_lock_and_unlock_a_list_is_all_one_batch_and_gives_no_more_time() -> None:
    state = drafted(building(), 0, SAMPLE)
    batches = []
    for move in (Lock(), Unlock(), Lock()):
        state = play(state, 0, move).state
        batches += [each.batch for each in muster.decisions(state) if each.seat == 0]
    assert batches == ["army-0"] * 3


@pytest.mark.rules("ASCW-D45", "ASCW-D54", "ASCW-D56", "ASCW-119")
def test_what_no_text_can_say_is_refused_as_well() -> None:
    """Lists that are not offered, and answers to questions that are closed."""
    state = building()
    found = refused(state, 0, TakeList("takeover"))
    assert found is not None
    assert (found.rule, "Hostile Takeover" in found.sentence) == ("ASCW-27", True)
    assert "150" in found.sentence
    assert "boardroom" in found.instead
    two = refused(building(commanders=2), 0, TakeList("boardroom"))
    assert two is not None
    assert two.code == "NO_COMMANDER"
    none = armies.not_main(BASE, ("CV1", "EX3"), "EX1")
    assert none is not None
    assert none.instead == ""
    closed = forbidden(state.table, 0, Enlist("CV1"), draft=ArmyDraft(SAMPLE, locked=True))
    opened = forbidden(state.table, 0, Unlock(), draft=ArmyDraft(SAMPLE))
    named = forbidden(state.table, 0, Target(1), own=TeamSecret(objective=3, target=1))
    for said, word in ((True, "yes"), (False, "no")):
        again = forbidden(state.table, 0, Bellicose(False), own=TeamSecret(bellicose=said))
        assert again is not None
        assert again.rule == "ASCW-D56"
        assert f" {word}" in again.sentence
    assert [each and each.code for each in (closed, opened, named)] == [
        *("LOCKED", "NOT_LOCKED", "NO_OBJECTIVE")
    ]


# --- When time runs out ---


@pytest.mark.rules("ASCW-D56", "ASCW-D78")
def test_a_legal_list_is_locked_as_it_is_but_for_a_team_without_a_target() -> None:
    table = building().table
    assert muster.default_list(table, 0, ArmyDraft(SAMPLE)) == SAMPLE
    assert muster.default_move(table, TeamSecret(), ArmyDraft(SAMPLE), 0) == Lock()
    assert muster.default_move(table, TeamSecret(asked=True), ArmyDraft(SAMPLE), 0) is None


@pytest.mark.rules("ASCW-D78")
@pytest.mark.parametrize(
    ("size", "seat", "units", "expected"),
    [
        (100, 0, (), "boardroom"),
        (100, 1, (), "hammer"),
        (150, 2, (), "takeover"),
        (150, 3, (), "curriculum"),
        (100, 0, ("GU1", "GU3"), "hammer"),
        (100, 1, ("CV1", "EX2", "EX3"), "boardroom"),
        (100, 0, ("GU3",), "boardroom"),  # no Commander: the seat decides
        (200, 0, (), "PlainEX"),
        (200, 1, (), "PlainGU"),
    ],
)
def test_without_a_legal_list_the_sample_army_is_taken(
    size: int, seat: int, units: tuple[str, ...], expected: str
) -> None:
    table = building(2, 2, army_size=size).table
    draft = ArmyDraft(units)
    assert muster.default_move(table, TeamSecret(), draft, seat) == TakeList(expected)
    assert muster.default_list(table, seat, draft) == armies.ready(table)[expected]


@pytest.mark.rules("ASCW-D78")
def test_the_plain_army_is_commanders_and_pairs() -> None:
    table = building(army_size=200, commanders=2).table
    # 2 x (21 + 3) = 48, and 15 pairs of 7 + 3
    assert muster.default_list(table, 0, ArmyDraft()) == (
        ("EX1",) * 2 + ("EX3",) * 15 + ("CV1",) * 17
    )
    assert armies.ready_name(table, "PlainEX").startswith("Plain army")


@pytest.mark.rules("ASCW-D78", "ASCW-25", "ASCW-27")
@pytest.mark.parametrize("commanders", [1, 2, 3])
@pytest.mark.parametrize("size", range(100, 501, 50))
def test_default_armies_are_always_legal(size: int, commanders: int) -> None:
    table = building(army_size=size, commanders=commanders).table
    for seat in (0, 1):
        units = muster.default_list(table, seat, ArmyDraft())
        assert armies.fault(table.agreement, table.catalogue, units) is None
        assert units[0].startswith(("EX", "GU")[seat])


@pytest.mark.rules("ASCW-D78")
def test_a_faction_that_lacks_a_sort_of_units_has_no_plain_army() -> None:
    leader = positions.kind("XX1", army="XX", category="commander", cost=20)
    army = '[[armies]]\ncode = "XX"\nname = "Lonely"\n'
    table = building(pack=positions.pack(army, leader)).table
    assert "PlainXX" not in armies.ready(table)
    # Its faction has no ready-made list at all: any other one is better than none.
    key = armies.default_key(table, 0, ("XX1",))
    assert armies.fault(table.agreement, table.catalogue, armies.ready(table)[key]) is None


@pytest.mark.rules("ASCW-D77", "ASCW-D78")
def test_the_army_of_one_who_left_is_the_default_one() -> None:
    state = building(2, 1, scenery="gm")
    for seat in (1, 2):
        state = play(drafted(state, seat, SAMPLE), seat, Lock()).state
    builder = StepBuilder(state)
    builder.put_player(0, left=True, played_by=1)
    assert waiting(builder.done().state) == ()
    muster.settle(builder)
    muster.reveal(builder, "")
    assert tuple(unit.kind for unit in builder.table.of(0)) == BASE.lists["boardroom"].units
    removed = StepBuilder(state)
    removed.put_player(0, left=True, removed=True)
    muster.reveal(removed, "")
    assert removed.table.of(0) == ()


# --- Any order of edits ---

CODES = st.sampled_from(tuple(BASE.units))
EDITS = st.one_of(
    st.builds(Enlist, CODES, st.integers(1, 4)),
    st.builds(Dismiss, CODES, st.integers(1, 2)),
    st.builds(TakeList, st.sampled_from(("", "boardroom", "hammer", "takeover", "PlainEX"))),
    st.just(Lock()),
    st.just(Unlock()),
)


@pytest.mark.rules("ASCW-25", "ASCW-27", "ASCW-D45", "ASCW-D54")
@given(st.lists(st.tuples(st.integers(0, 1), EDITS), max_size=40))
def test_any_interleaving_of_edits_keeps_the_lists_sound(
    edits: list[tuple[int, Enlist | Dismiss | TakeList | Lock | Unlock]],
) -> None:
    state = building()
    for seat, move in edits:
        if state.table.phase != "muster" or state.table.agenda:
            break
        before = state.sheets
        if forbidden(state.table, seat, move, draft=before[seat]) is not None:
            continue
        state = play(state, seat, move).state
        after = state.sheets
        assert after[1 - seat] == before[1 - seat]
        assert after[seat].edits == before[seat].edits + 1
        catalogue, agreement = state.table.catalogue, state.table.agreement
        assert armies.price(catalogue, after[seat].units) <= agreement.army_size
        assert armies.commanders(catalogue, after[seat].units) <= agreement.commanders
        of_factions = {catalogue.units[unit].army for unit in after[seat].units}
        assert len(of_factions & set(catalogue.armies)) <= 1
        if after[seat].locked:
            assert armies.fault(agreement, catalogue, after[seat].units) is None
