"""What could be played but not read from the log again is refused before it is stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.core.events import Step
from games.core.types import Form, Unreadable, Unstorable
from tests.play.conftest import Club
from tests.play.referees import Whistle
from tests.toy import GAME as TOY


def _other_text(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(type(TOY), "write", lambda game, move: "B1+1")


def _unreadable_text(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(type(TOY), "write", lambda game, move: "???")


def _lossy_json(patch: pytest.MonkeyPatch) -> None:
    """Like a number that JSON rounds."""
    read = TOY.move_form.read
    lost = object()
    patch.setattr(
        TOY.move_form, "read", lambda data: lost if b"rest" in bytes(data) else read(data)
    )


def _state_out_of_bounds(patch: pytest.MonkeyPatch) -> None:
    apply = TOY.apply

    def applied(game: Any, *args: Any) -> Step[Any, Any]:
        done = apply(*args)
        return replace(done, state=replace(done.state, oil=(1.5, 4)))

    patch.setattr(type(TOY), "apply", applied)


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")
@pytest.mark.parametrize(
    "spoil", [_other_text, _unreadable_text, _lossy_json, _state_out_of_bounds]
)
async def test_a_move_that_could_not_be_read_again_is_refused_and_changes_nothing(
    club: Club, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[pytest.MonkeyPatch], None]
) -> None:
    match = await club.begin_with_lamps()
    person, _ = await club.on_turn(match)
    before, rows = await club.match(match), await club.rows()
    with monkeypatch.context() as patch:
        spoil(patch)
        with pytest.raises(Unstorable, match="cannot be stored"):
            await club.say(match, person, "REST")
    assert (await club.match(match), await club.rows()) == (before, rows)
    await club.say(match, person, "REST")
    await club.replayed(match)


async def test_an_adjustment_that_could_not_be_read_again_is_refused(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    before = await club.match(match)
    with monkeypatch.context() as patch:
        patch.setattr(TOY.editing.form, "read", lambda data: None)
        with pytest.raises(Unstorable):
            await Whistle(club, match).adjust("WIND 3")
    assert await club.match(match) == before


def test_a_form_proves_what_it_writes() -> None:
    form: Form[float] = Form(float)
    assert form.proved(1.5) == b"1.5"
    for lost in (float("nan"), float("inf")):  # JSON has no such numbers
        with pytest.raises(Unstorable):
            form.proved(lost)
    assert not issubclass(Unstorable, Unreadable), "the player's words were understood"
