"""What referees can do in every game: change settings of a running match, and end a turn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from games import all_games
from games.core.contract import AnyGame
from games.core.questions import Question
from games.core.referee.edits import Edit
from games.core.types import Chance, Forbidden, Rolled, Seats, Unreadable
from tests.games.crowds import crowds

GAMES = tuple(all_games())


def _begun(game: AnyGame) -> Any:
    """The first state that waits for a player."""
    state = game.setup(game.settings(), Seats.alone(game.meta.players[0]))
    while isinstance(pending := game.pending(state), Chance):
        dice = (range(1, roll.count + 1) for roll in pending.rolls)
        state = game.chance(state, Rolled(tuple(map(tuple, dice)))).state
    return state


def _asked(game: AnyGame, state: Any, *path: str) -> Question:
    asked = game.editing.options(game.editing.see(state)).question(("option", *path))
    assert isinstance(asked, Question)
    return asked


def _agreement(game: AnyGame, state: Any) -> dict[str, Any]:
    now, view = game.editing.acts["option"].now, game.editing.see(state)
    assert now is not None
    return {name: now(view, name) for name in game.settings.model_fields}


def _refusal(game: AnyGame, state: Any, edit: Edit) -> Forbidden:
    refusal = game.editing.refusal(game.editing.see(state), edit)
    assert refusal is not None
    assert refusal.rule in game.rulebook.by_id
    return refusal


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_a_setting_changes_by_option_or_the_reason_why_not_is_said(game: AnyGame) -> None:
    state, editing = _begun(game), game.editing
    offered = {choice.text.split()[1].lower(): choice.key for choice in _asked(game, state).choices}
    before = _agreement(game, state)
    assert offered
    for name in game.settings.model_fields:
        if name in offered:
            choices = _asked(game, state, offered[name]).choices
            edit = editing.read(editing.see(state), choices[0].text)
            assert edit.edit == "option"
            after = _agreement(game, editing.apply(state, edit).state)
            assert {each for each in after if after[each] != before[each]} == {name}
        else:
            now = editing.acts["option"].argument([name]).value.write(_agreement(game, state)[name])
            refusal = _refusal(game, state, Edit("option", (name.upper(), now)))
            # Others may leave it no value but the one it has.
            only = f"The option “{game.settings.model_fields[name].title}” is already {now}."
            cannot = f"“{game.settings.model_fields[name].title}” can"
            assert refusal.sentence == only or refusal.sentence.startswith(cannot)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_what_is_no_option_is_refused_with_some_that_are(game: AnyGame) -> None:
    state, view = _begun(game), game.editing.see(_begun(game))
    refusal = _refusal(game, state, game.editing.read(view, "OPTION LUCK 1"))
    assert refusal.sentence == "There is no option LUCK."
    assert refusal.instead.startswith("Some are ")
    with pytest.raises(Unreadable):
        game.editing.read(view, "OPTION")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_every_game_has_an_end_of_turn(game: AnyGame) -> None:
    view = game.editing.see(_begun(game))
    assert game.editing.write(game.editing.read(view, "end turn")) == "END TURN"


BY_ID = {game.meta.id: game for game in GAMES}
CROWDS = crowds()
MOST_TRIED = 60


@pytest.mark.parametrize("game", CROWDS)
def test_the_first_page_opens_fast_where_sides_have_all_units_they_can_have(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    editing, crowd = BY_ID[game].editing, CROWDS[game]
    sound, tried = editing.sound, list[Any]()

    def counted(state: Any) -> Iterator[Forbidden]:
        tried.append(state)
        return sound(state)

    monkeypatch.setattr(editing, "sound", counted)
    assert isinstance(editing.options(crowd.at(crowd.MOST)).question(()), Question)
    assert len(tried) <= MOST_TRIED


@pytest.mark.parametrize(
    ("game", "edit", "args", "text", "now"),
    [
        ("astralis", "komi", ["0.5"], "KOMI 0,5", "OPTION KOMI 0.5"),
        (
            "astralis",
            "bonus",
            ["IMMEDIATE"],
            "BONUS IMMEDIATE",
            "OPTION BONUS_UNDER_SHIP IMMEDIATE",
        ),
        ("astralis", "supply", ["THIRTY"], "supply thirty", "OPTION STRICT_SUPPLY YES"),
        ("astralis", "swap", ["ON"], "SWAP ON", "OPTION SWAP YES"),
        ("astralis", "size", ["7"], "SIZE 7", "OPTION SIZE 7"),
        (
            "colonial_space_wars",
            "roundlimit",
            ["9"],
            "option round-limit 9",
            "OPTION ROUND_LIMIT 9",
        ),
        ("colonial_space_wars", "autoend", ["NO"], "OPTION AUTO_END OFF", "OPTION AUTO_END NO"),
        ("cosmic_conflict", "vcexclude", ["1 3"], "VC EXCLUDE 1 3", "OPTION VC_EXCLUDE 1 3"),
        ("cosmic_conflict", "pwsrange", ["2.5"], "PWS RANGE 2.50", "OPTION PWS_RANGE 2.5"),
        ("cosmic_conflict", "pwselection", ["MOVER"], "PWS BY MOVER", "OPTION PWS_ELECTION MOVER"),
        ("astral_sailors", "option", ["GLORY", "ANY"], "option glory any", "OPTION GLORY ANY"),
    ],
)  # fmt: skip
def test_edits_and_texts_of_earlier_releases_are_still_read(
    game: str, edit: str, args: list[str], text: str, now: str
) -> None:
    editing = BY_ID[game].editing
    view = editing.see(_begun(BY_ID[game]))
    stored = editing.form.read(json.dumps({"edit": edit, "args": args}))
    assert stored == editing.read(view, text) == editing.read(view, now)
    assert editing.write(stored) == now
    assert editing.refusal(view, stored) is None
