"""Nothing that a team keeps to itself reaches anybody else, and what would is found."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

import pytest

from games.astral_sailors.events import UnitRevealed
from games.astral_sailors.game import AstralSailors
from games.astral_sailors.reimagining import reimagine
from games.astral_sailors.rules.turns import reinforcing
from games.astral_sailors.rules.turns.activation import Capture
from games.astral_sailors.rules.turns.placing import appears
from games.astral_sailors.rules.victory.objectives import draw
from games.astral_sailors.state import State, StepBuilder
from games.astral_sailors.table import Result, Table
from games.astral_sailors.tasks import Attack, AttackTarget, DelayedAction
from games.astral_sailors.view import SailorsView
from games.astral_sailors.words.words import WORDS
from games.core.geometry.squares import Facing, Square
from games.core.types import REFEREE, SPECTATOR, Chance, Seat, Seated
from tests.games.astral_sailors import leaky
from tests.games.astral_sailors.positions import state, table, unit
from tests.games.astral_sailors.sources import Source, source
from tests.games.kit import Title
from tests.games.worlds import Leak
from tools.two_worlds import Counts, check_source

SEEDS = (3, 13, 7, 1, 2, 26)
GOAL = Counts(120, 40, 3)

sources = lru_cache(maxsize=None)(source)


def compare(game: AstralSailors) -> None:
    """Raises ``Leak`` when one is found in some hundred pairs; of the honest game ``make check``
    compares thousands, and ``tests/games/test_leaks.py`` looks for leaks on all surfaces."""
    for seed in SEEDS:
        check_source(sources(seed), Title(game), random.Random(seed), GOAL)


@pytest.mark.parametrize(
    ("leak", "surface"),
    [
        (leaky.ShowsObjectives, "view"),
        (leaky.ShowsReserves, "view"),
        (leaky.ShowsMainCommanders, "view"),
        (leaky.ShowsWhoHasAnswered, "view"),
        (leaky.WaitsForTargets, "awaited in secret|awaited"),
        (leaky.HurriesTargets, "awaited in secret"),
        (leaky.TellsAll, "events"),
    ],
)
def test_a_planted_leak_is_found(leak: type[AstralSailors], surface: str) -> None:
    with pytest.raises(Leak) as found:
        compare(leak())
    assert found.value.surface in surface.split("|")


def test_a_die_too_few_for_a_secret_role_is_found() -> None:
    match = sources(13)
    (at,) = (n for n, state in enumerate(match.states) if _rolls_objectives(state))
    rolling = Source(match.seats, match.states[at : at + 2], match.log_actions[at : at + 1])
    with pytest.raises(Leak) as found:
        check_source(rolling, Title(leaky.RollsForFewer()), random.Random(1), GOAL)
    assert found.value.surface == "dice"


def _rolls_objectives(state: State) -> bool:
    pending = AstralSailors().pending(state)
    return isinstance(pending, Chance) and pending.rolls[0].why == "objectives"


def test_a_turn_that_passes_by_itself_for_want_of_a_hidden_reserve_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = reinforcing.nothing_to_bring

    def looks(of: Table, seat: int) -> str | None:
        return real(replace(of, agreement=of.agreement.replace(open_armies=True)), seat)

    monkeypatch.setattr(reinforcing, "nothing_to_bring", looks)
    with pytest.raises(Leak):
        check_source(source(7), Title(AstralSailors()), random.Random(7), GOAL)


# --- Other worlds are other worlds ---


def test_other_worlds_differ_in_everything_that_is_secret() -> None:
    rng = random.Random(1)
    different = set()
    for seed in SEEDS:
        for true in sources(seed).states:
            for viewer in (SPECTATOR, Seated(Seat(0))):
                different |= set(_differences(true, reimagine(SailorsView.of(true, viewer), rng)))
    assert different == {
        *("objective", "target", "retarget", "asked", "bellicose"),
        *("units", "locked", "edits", "answers", "hidden kinds", "hidden number", "main"),
    }


def _differences(true: State, other: State) -> Iterable[str]:
    for one, two in zip(true.secrets, other.secrets, strict=True):
        for name in ("objective", "target", "retarget", "asked", "bellicose", "hopeless"):
            if getattr(one, name) != getattr(two, name):
                yield name
    for draft, imagined in zip(true.sheets, other.sheets, strict=True):
        for name in ("units", "locked", "edits"):
            if getattr(draft, name) != getattr(imagined, name):
                yield name
    if true.answers != other.answers:
        yield "answers"
    units, imagined_units = true.table.units, other.table.units
    if units.keys() != imagined_units.keys():
        yield "hidden number"
    if any(units[code].kind != imagined_units[code].kind for code in units & imagined_units.keys()):
        yield "hidden kinds"
    if true.table.players != other.table.players:
        yield "main"


def test_the_referee_and_a_finished_match_leave_nothing_to_imagine() -> None:
    rng = random.Random(2)
    builder = StepBuilder(sources(3).states[0])
    assert reimagine(SailorsView.of(builder.done().state, REFEREE), rng) == builder.done().state
    draw(builder, "ASCW-D75")
    assert reimagine(SailorsView.of(builder.done().state, SPECTATOR), rng) == builder.done().state


# --- What was found when the game was written ---


@pytest.mark.rules("ASCW-D54")
def test_a_hidden_unit_is_known_from_its_first_coming_and_told_before_it() -> None:
    units = (unit("R1", "EX1", "C4"), unit("B1", "GU1", ""), unit("G1", "GU1", "T15"))
    builder = StepBuilder(state(table(units, open_armies=False, teams=(1, 1, 1))))
    before = SailorsView.of(builder.done().state, SPECTATOR)
    assert "B1" not in before.table.units
    assert [player.main for player in before.table.players] == ["R1", "", "G1"]
    appears(builder, "B1", Square(9, 9), Facing.S)
    (told,) = builder.done().events
    assert told == UnitRevealed(unit="B1", of="GU1")
    after = SailorsView.of(builder.done().state, SPECTATOR)
    assert [player.main for player in after.table.players] == ["R1", "B1", "G1"]
    builder = StepBuilder(builder.done().state)
    appears(builder, "B1", Square(10, 9), Facing.S)
    assert builder.done().events == (), "it is known already"
    builder = StepBuilder(state(table(units, teams=(1, 1, 1))))
    appears(builder, "B1", Square(9, 9), Facing.S)
    assert builder.done().events == (), "armies are open"


@pytest.mark.rules("ASCW-D54")
def test_closed_armies_are_told_to_all_after_the_end() -> None:
    units = (unit("R1", "EX1", "C4"), unit("B1", "GU3", ""), unit("B2", "GU3", ""))
    playing = table(units, open_armies=False, teams=(1, 1))
    over = replace(playing, result=Result("victory", "ASCW-41", 0))
    said = "Blue has not shown 2 Line Conscripts."
    assert said not in WORDS.secrets(SailorsView.of(state(playing), SPECTATOR))
    assert said in WORDS.secrets(SailorsView.of(state(over), SPECTATOR))


@pytest.mark.rules("ASCW-D16")
def test_an_action_that_waits_for_the_terrain_is_known_to_all_who_read_the_log() -> None:
    waiting = (
        DelayedAction(0, Capture("R1", "B1")),
        Attack("terrain", "", (AttackTarget("R1", 1),), piece=0, damage=1, stage="pay?"),
    )
    on_table = replace(
        table([unit("R1", "EX1", "C4"), unit("B1", "GU1", "J9")], teams=(1, 1)), agenda=waiting
    )
    true = state(on_table)
    for viewer in (SPECTATOR, Seated(Seat(1)), Seated(Seat(0)), REFEREE):
        assert SailorsView.of(true, viewer).table.agenda == waiting
