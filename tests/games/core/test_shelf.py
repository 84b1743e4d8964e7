"""Games on the shelf: the card is at hand, the rules come when somebody asks for them."""

from __future__ import annotations

import copy
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import get_type_hints

import pytest

from games import all_games
from games.core.contract import AnyGame, Game
from games.core.seats import SPECTATOR, Seats
from games.core.shelf import shelved, unshelved
from tests.toy import GAME as TOY

ROOT = Path(__file__).parents[3]
MEMBERS = sorted({*get_type_hints(Game), *(name for name in vars(Game) if name[0] != "_")})

LOOK_AT_THE_CARDS = """
import sys
from games import all_games
cards = [game.meta.title for game in all_games()]
assert len(cards) > 1
many = [name for name in sys.modules if name.startswith("games.") and name.count(".") > 1]
sys.stdout.write(" ".join(sorted(name for name in many if not name.startswith("games.core."))))
"""


@pytest.fixture
def plug(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module that exports the toy."""
    module = ModuleType("a_game_on_the_shelf")
    vars(module)["GAME"] = TOY
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return module


def test_whoever_looks_at_the_cards_reads_no_rules() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOOK_AT_THE_CARDS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    read = done.stdout.split()
    assert {name.rpartition(".")[2] for name in read} >= {"meta"}
    assert not {name.split(".")[2] for name in read} & {"game", "rules", "state", "table", "course"}
    assert len(read) <= 4 * len(all_games()), read


def test_all_of_the_contract_is_found_on_the_shelf(plug: ModuleType) -> None:
    game = shelved(TOY.meta, plug.__name__)
    assert "apply" in MEMBERS
    assert "rulebook" in MEMBERS
    for name in MEMBERS:
        assert getattr(game, name) == getattr(TOY, name), name
    assert unshelved(game) is TOY


def test_a_match_begins_with_a_game_from_the_shelf(plug: ModuleType) -> None:
    game = shelved(TOY.meta, plug.__name__)
    seats = Seats.alone(game.meta.players[0])
    state = game.setup(game.settings(), seats)
    assert game.view(state, SPECTATOR) == TOY.view(state, SPECTATOR)


def test_a_game_that_stands_open_is_itself() -> None:
    assert unshelved(TOY) is TOY


def test_copying_a_card_reads_no_rules() -> None:
    game = shelved(TOY.meta, "a_module_that_is_not_there")
    assert copy.copy(game).meta is TOY.meta
    with pytest.raises(ModuleNotFoundError, match="a_module_that_is_not_there"):
        unshelved(game)


def test_a_name_that_no_game_has_is_refused(plug: ModuleType) -> None:
    with pytest.raises(AttributeError, match="cheat"):
        _ = getattr(shelved(TOY.meta, plug.__name__), "cheat")  # noqa: B009  not in the contract


@pytest.mark.parametrize("exported", [None, TOY])
def test_a_card_without_its_game_is_named(plug: ModuleType, exported: AnyGame | None) -> None:
    vars(plug)["GAME"] = exported
    (other, *_) = (game.meta for game in all_games())
    with pytest.raises(TypeError, match="a_game_on_the_shelf must export GAME"):
        unshelved(shelved(other, plug.__name__))
