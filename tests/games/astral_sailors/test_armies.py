"""Armies: building lists, what they may hold, the default when time runs out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.astral_sailors import GAME, agenda
from games.astral_sailors.content.loading import BASE
from games.astral_sailors.events import ArmiesRevealed, ArmyEdited, ArmyLocked, BellicoseResolved
from games.astral_sailors.rules.any_time import Leave
from games.astral_sailors.rules.setup import armies, muster
from games.astral_sailors.rules.setup.armies import Dismiss, Enlist, TakeList
from games.astral_sailors.rules.setup.bellicose import Bellicose
from games.astral_sailors.rules.setup.muster import Lock, Unlock
from games.astral_sailors.secrets import Draft, TeamSecret
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.words.words import WORDS
from games.core.questions import Question
from games.core.types import Decisions, Seat, Seated
from tests.games.astral_sailors import positions
from tests.games.astral_sailors.asked_of import forbidden
from tests.games.astral_sailors.building import SAMPLE, building, drafted
from tests.games.astral_sailors.flow import code, mustered, of, opened, play, refused, roll, waiting

# --- Army lists ---


@pytest.mark.rules("ASCW-07", "ASCW-23", "ASCW-25", "ASCW-26", "ASCW-27", "ASCW-66", "WE-44")
def test_the_sample_of_the_canon_costs_100_and_is_legal() -> None:
    state = drafted(building(), 0, SAMPLE)
    assert armies.price(BASE, SAMPLE) == 100
    military = [unit for unit in SAMPLE if BASE.units[unit].military]
    assert (len(military), len(SAMPLE) - len(military)) == (6, 8)
    assert code(state, 0, Lock()) == ""


@pytest.mark.rules("ASCW-25", "WE-44")
def test_every_military_unit_needs_a_civilian() -> None:
    state = drafted(building(), 0, SAMPLE[:-3])
    found = refused(state, 0, Lock())
    assert found is not None
    assert (found.rule, found.code) == ("ASCW-25", "CIVILIANS_MISSING")
    assert "6 military" in found.sentence
    assert "5 civilian" in found.sentence


@pytest.mark.rules("ASCW-07", "ASCW-27", "ASCW-D54")
def test_an_army_cannot_cost_more_than_agreed() -> None:
    state = drafted(building(), 0, SAMPLE)
    found = refused(state, 0, Enlist("CV1"))
    assert found is not None
    assert (found.rule, found.code) == ("ASCW-27", "OVER_POINTS")
    assert "103" in found.sentence
    assert "100" in found.sentence
    assert code(drafted(building(army_size=150), 0, SAMPLE), 0, Enlist("CV1", 16)) == ""
    assert code(drafted(building(army_size=150), 0, SAMPLE), 0, Enlist("CV1", 17)) == "OVER_POINTS"


@pytest.mark.rules("ASCW-D54")
def test_an_army_is_of_one_faction_with_mercenaries_and_civilians() -> None:
    state = drafted(building(), 0, ("CV1", "MC1", "GU3"))
    assert code(state, 0, Enlist("GU4")) == ""
    assert code(state, 0, Enlist("MC5")) == ""
    found = refused(state, 0, Enlist("EX3"))
    assert found is not None
    assert (found.rule, found.code) == ("ASCW-D54", "WRONG_FACTION")
    assert code(drafted(building(), 0, ("CV1", "MC1")), 0, Enlist("EX3")) == ""


@pytest.mark.rules("ASCW-D45")
@pytest.mark.parametrize(("main", "code"), [("", "R2"), ("EX1", "R2"), ("EX2", "R2")])
def test_locking_a_list_names_the_main_commander(main: str, code: str) -> None:
    list_ = ("CV1", "EX1", "CV1", "EX2")
    state = drafted(building(commanders=2, scenery="gm"), 0, list_)
    state = drafted(state, 1, list_)
    found = refused(state, 0, Lock("EX3"))
    assert found is not None
    assert (found.rule, found.code) == ("ASCW-D45", "NOT_ON_LIST")
    assert found.instead == "Its Commanders are EX1, EX2."
    none = armies.not_main(BASE, ("CV1", "EX3"), "EX1")
    assert none is not None
    assert none.instead == ""
    state = play(play(state, 0, Lock(main)).state, 1, Lock()).state
    assert state.table.players[0].main == code
    assert state.table.units[code].kind == (main or "EX1")
    assert sorted(unit.kind for unit in state.table.of(0)) == sorted(list_)


@pytest.mark.rules("ASCW-D45")
def test_the_form_asks_for_the_main_commander_where_there_is_a_choice() -> None:
    state = drafted(building(commanders=2), 0, ("EX1", "EX2", "CV1", "CV1"))
    pending = agenda.pending(state)
    assert isinstance(pending, Decisions)
    asked = next(each for each in pending.of(Seat(0)) if each.kind == "army")
    options = GAME.options(GAME.view(state, Seated(Seat(0))), asked)
    question = options.question(("lock",))
    assert isinstance(question, Question)
    assert [choice.key for choice in question.choices] == ["first", "EX1", "EX2"]
    assert options.question(("lock", "first")) == Lock()
    assert options.question(("lock", "EX2")) == Lock("EX2")
    first = options.question(())
    assert isinstance(first, Question)
    lock = first.choice("lock")
    assert lock is not None
    assert lock.text == "", "LOCK alone would be played with the first Commander"


@pytest.mark.rules("ASCW-D45", "ASCW-D54")
def test_an_army_has_just_the_agreed_number_of_commanders() -> None:
    state = drafted(building(), 0, ("EX1",))
    found = refused(state, 0, Enlist("EX2"))
    assert found is not None
    assert (found.rule, found.code) == ("ASCW-D45", "TOO_MANY_COMMANDERS")
    found = refused(drafted(building(), 0, ("EX3", "CV1")), 0, Lock())
    assert found is not None
    assert found.code == "NO_COMMANDER"
    assert found.sentence == "The list has 0 of 1 Commander."
    three = drafted(building(commanders=3), 0, ("EX1", "EX2", "CV1", "CV1"))
    found = refused(three, 0, Lock())
    assert found is not None
    assert "2 of 3 Commanders" in found.sentence
    assert found.instead == "Add 1 more."
    assert code(three, 0, Enlist("EX1")) == ""
    assert code(three, 0, Enlist("EX1", 2)) == "TOO_MANY_COMMANDERS"


@pytest.mark.rules("ASCW-D54")
@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (Enlist("EX99"), "UNKNOWN_UNIT"),
        (Enlist("CV1", 0), "NUMBER"),
        (Enlist("CV1", -1), "NUMBER"),
        (Dismiss("EX99"), "UNKNOWN_UNIT"),
        (Dismiss("CV1", 0), "NUMBER"),
        (Dismiss("CV1", 7), "NOT_ON_LIST"),
        (Dismiss("CV1", 6), ""),
        (Dismiss("EX9"), "NOT_ON_LIST"),
        (TakeList("nonsense"), "UNKNOWN_LIST"),
        (TakeList("takeover"), "OVER_POINTS"),
        (TakeList("hammer"), ""),
        (TakeList("PlainGU"), ""),
        (TakeList(""), ""),
    ],
)
def test_edits_are_refused_with_their_reason(
    move: Enlist | Dismiss | TakeList, expected: str
) -> None:
    assert code(drafted(building(), 0, SAMPLE), 0, move) == expected


@pytest.mark.rules("ASCW-D54")
def test_an_empty_list_cannot_be_cleared() -> None:
    assert code(building(), 0, TakeList("")) == "NOT_ON_LIST"


@pytest.mark.rules("ASCW-D54")
def test_edits_are_told_to_the_team_and_counted() -> None:
    state = building(2, 1)
    outcome = play(state, 0, Enlist("CV1", 2))
    (event,) = of(outcome, ArmyEdited)
    assert (event.units, event.total, event.only) == (("CV1", "CV1"), 6, (Seat(0), Seat(1)))
    assert event.quiet
    state = play(outcome.state, 0, Enlist("EX3")).state
    state = play(state, 0, Enlist("CV1")).state
    state = play(state, 0, Dismiss("CV1", 2)).state
    assert state.sheets[0] == Draft(("CV1", "EX3"), edits=4)
    assert state.sheets[1] == Draft()


@pytest.mark.rules("ASCW-D54")
def test_a_list_can_be_unlocked_until_all_are_locked() -> None:
    state = drafted(building(), 0, SAMPLE)
    outcome = play(state, 0, Lock())
    (event,) = of(outcome, ArmyLocked)
    assert (event.locked, event.only) == (True, (Seat(0),))
    state = outcome.state
    assert waiting(state) == (("army", 1),)
    locked = Draft(SAMPLE, locked=True, edits=2)
    found = forbidden(state.table, 0, Enlist("CV1"), draft=locked)
    assert found is not None
    assert found.code == "LOCKED"
    open_ = forbidden(state.table, 0, Unlock(), draft=Draft(SAMPLE))
    assert open_ is not None
    assert open_.code == "NOT_LOCKED"
    state = play(state, 0, Unlock()).state
    assert state.sheets[0] == Draft(SAMPLE, edits=3)
    assert waiting(state) == (("army", 0), ("army", 1))


@pytest.mark.rules("ASCW-D54", "ASCW-D45")
def test_to_lock_and_unlock_a_list_is_all_one_batch_and_gives_no_more_time() -> None:
    state = drafted(building(), 0, SAMPLE)
    batches = []
    for move in (Lock(), Unlock(), Lock()):
        state = play(state, 0, move).state
        batches += [each.batch for each in muster.decisions(state) if each.seat == 0]
    assert batches == ["army-0"] * 3


def test_when_all_are_locked_units_get_their_codes_and_lists_are_open() -> None:
    outcome = mustered(opened(1, 1, scenery="gm"), "boardroom", "hammer")
    (event,) = of(outcome, ArmiesRevealed)
    assert event.lists[0] == BASE.lists["boardroom"].units
    units = outcome.state.table.units
    assert [unit.kind for unit in units.values() if unit.seat == 0] == list(event.lists[0])
    assert list(units)[:3] == ["R1", "R2", "R3"]
    assert units["B1"].kind == "GU2"
    assert all(unit.place == "reserve" and not unit.seen for unit in units.values())
    assert [player.main for player in outcome.state.table.players] == ["R1", "B1"]


@pytest.mark.rules("ASCW-D54")
def test_closed_armies_are_not_told() -> None:
    outcome = mustered(opened(1, 1, scenery="gm", open_armies=False))
    assert of(outcome, ArmiesRevealed) == [ArmiesRevealed(lists=())]


@pytest.mark.rules("ASCW-D45")
def test_the_first_commander_on_the_list_is_the_main_one() -> None:
    state = building(commanders=2, scenery="gm")
    for kind in ("CV1", "EX3", "EX2", "EX1", "CV1", "CV1"):
        state = play(state, 0, Enlist(kind)).state
    state = play(state, 0, Lock()).state
    state = play(state, 1, TakeList("PlainGU")).state
    state = play(state, 1, Lock()).state
    assert state.table.players[0].main == "R3"
    assert state.table.units["R3"].kind == "EX2"


# --- When time runs out ---


@pytest.mark.rules("ASCW-D78")
def test_a_legal_list_is_locked_as_it_is() -> None:
    table = building().table
    assert muster.default_list(table, 0, Draft(SAMPLE)) == SAMPLE
    assert muster.default_move(table, TeamSecret(), Draft(SAMPLE), 0) == Lock()


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
    draft = Draft(units)
    assert muster.default_move(table, TeamSecret(), draft, seat) == TakeList(expected)
    assert muster.default_list(table, seat, draft) == armies.ready(table)[expected]


@pytest.mark.rules("ASCW-D78")
def test_the_plain_army_is_commanders_and_pairs() -> None:
    table = building(army_size=200, commanders=2).table
    # 2 x (21 + 3) = 48, and 15 pairs of 7 + 3
    assert muster.default_list(table, 0, Draft()) == (("EX1",) * 2 + ("EX3",) * 15 + ("CV1",) * 17)
    assert armies.ready_name(table, "PlainEX").startswith("Plain army")


@pytest.mark.rules("ASCW-D78", "ASCW-25", "ASCW-27")
@pytest.mark.parametrize("commanders", [1, 2, 3])
@pytest.mark.parametrize("size", range(100, 501, 50))
def test_default_armies_are_always_legal(size: int, commanders: int) -> None:
    table = building(army_size=size, commanders=commanders).table
    for seat in (0, 1):
        units = muster.default_list(table, seat, Draft())
        assert armies.fault(table.agreement, table.catalogue, units) is None
        assert units[0].startswith(("EX", "GU")[seat])


@pytest.mark.rules("ASCW-D56", "ASCW-D78")
def test_a_team_without_a_target_does_not_lock_by_default() -> None:
    table = building().table
    assert muster.default_move(table, TeamSecret(asked=True), Draft(SAMPLE), 0) is None


# --- Any order of edits ---

CODES = st.sampled_from(tuple(BASE.units))
EDITS = st.one_of(
    st.builds(Enlist, CODES, st.integers(1, 4)),
    st.builds(Dismiss, CODES, st.integers(1, 2)),
    st.builds(TakeList, st.sampled_from(("", "boardroom", "hammer", "takeover", "PlainEX"))),
    st.just(Lock()),
    st.just(Unlock()),
)


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
    units = [unit.kind for unit in builder.table.of(0)]
    assert tuple(units) == BASE.lists["boardroom"].units
    removed = StepBuilder(state)
    removed.put_player(0, left=True, removed=True)
    muster.reveal(removed, "")
    assert removed.table.of(0) == ()


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


@pytest.mark.rules("ASCW-D56", "ASCW-D59", "ASCW-D65")
def test_a_team_that_everybody_has_left_is_not_bellicose() -> None:
    state = opened(1, 1, 1)
    for seat in (0, 1):
        state = play(state, seat, Bellicose(yes=seat == 0)).state
    builder = StepBuilder(state)
    builder.put_player(2, left=True, removed=True)
    muster.settle(builder)
    assert [secret.bellicose for secret in builder.secrets] == [True, False, False]
    assert of(builder.done(), BellicoseResolved) == [BellicoseResolved(teams=(0,))]


@pytest.mark.rules("ASCW-D54")
def test_a_ready_made_list_that_does_not_fit_says_why() -> None:
    found = refused(building(), 0, TakeList("takeover"))
    assert found is not None
    assert found.rule == "ASCW-27"
    assert "Hostile Takeover" in found.sentence
    assert "150" in found.sentence
    assert "boardroom" in found.instead
    two = refused(building(commanders=2), 0, TakeList("boardroom"))
    assert two is not None
    assert two.code == "NO_COMMANDER"


LONELY = """title = "Pack"

[[armies]]
code = "XX"
name = "Lonely"
"""


@pytest.mark.rules("ASCW-D78")
def test_a_faction_that_lacks_a_sort_of_units_has_no_plain_army() -> None:
    leader = positions.kind(
        "XX1", "Commander", army="XX", category="commander", resistance=2, cost=20
    )
    pack = f"{LONELY}\n{leader}\n"
    table = building(pack=pack).table
    assert "PlainXX" not in armies.ready(table)
    draft = Draft(("XX1",))
    # Its faction has no ready-made list at all: any other one is better than none.
    key = armies.default_key(table, 0, draft.units)
    assert armies.fault(table.agreement, table.catalogue, armies.ready(table)[key]) is None


@pytest.mark.rules("ASCW-D54", "ASCW-D59")
def test_the_unfinished_list_of_one_who_left_is_not_revealed() -> None:
    state = opened(1, 1, 1)
    for seat in range(3):
        state = play(state, seat, Bellicose(yes=False)).state
    state = roll(state, 2, 2, 2).state
    state = play(state, 0, TakeList("PlainEX")).state
    state = play(state, 0, Leave()).state
    for seat in (1, 2):
        state = play(state, seat, TakeList("PlainGU")).state
        outcome = play(state, seat, Lock())
        state = outcome.state
    (revealed,) = of(outcome, ArmiesRevealed)
    assert [len(units) for units in revealed.lists] == [0, 20, 20]
    said = WORDS.tell(revealed)
    assert said == "All armies are locked and revealed: Blue 20 units and Green 20 units."
