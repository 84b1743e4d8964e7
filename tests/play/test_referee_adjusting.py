"""What the referee sets by hand: adjustments, and the dice of a real table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.play.history import dice_proofs as play_dice_proofs
from bot.play.history import excerpts, undo
from bot.play.lobby.seating import Person
from bot.play.positions import THROWS
from bot.play.referee import referee_views
from bot.play.refusals import NotNow
from bot.play.storage.outbox import MessageKind
from bot.play.storage.records import EntryKind
from games.core.events import Step
from games.core.log import dice_proofs
from games.core.questions import Question
from games.core.referee.edits import Edit
from games.core.types import REFEREE, SPECTATOR, Forbidden, Refusal, Seat, Seated, Unreadable
from tests.play.conftest import ALICE, BOB, Club, a_club
from tests.play.referees import GM, WHY, Whistle, seen
from tests.toy.game import State, Toy, ToyEditing
from tests.toy.view import ToyEvent


async def test_what_is_set_by_hand_holds_and_play_goes_on_from_there(club: Club) -> None:
    match = await club.begin_with_lamps()
    await club.posted()
    await Whistle(club, match).adjust("beacon 2 red 3")
    assert (await seen(club, match)).flames[1] is not None
    assert MessageKind.PANEL in [kind for kind, _ in await club.posted()]
    mover, _ = await club.on_turn(match)
    with pytest.raises(Refusal):
        await club.say(match, mover, "B2+1")
    await Whistle(club, match).adjust("TURN 3")
    other, _ = await club.on_turn(match)
    assert other != mover
    await club.say(match, other, "REST")
    await club.replayed(match)


async def test_an_adjustment_is_picked_by_the_keys_of_its_choices(club: Club) -> None:
    match = await club.begin_with_lamps()
    asked = await referee_views.load_node(club.app, match, GM.user, (), manages=True)
    assert isinstance(asked.question, Question)
    assert "oil" in [choice.key for choice in asked.question.choices]
    done = await referee_views.load_node(
        club.app, match, GM.user, ("oil", "RED", "9"), manages=True
    )
    assert (done.question, done.text) == (None, "OIL RED 9")
    typed = await referee_views.read_typed(club.app, match, GM.user, "oil red 9", manages=True)
    assert typed.path == ("oil", "RED", "9")
    await Whistle(club, match).pick("oil", "RED", "9")
    assert (await seen(club, match)).oil[0] == 9
    with pytest.raises(Unreadable, match="not complete yet"):
        await Whistle(club, match).pick("oil", "RED")
    with pytest.raises(Unreadable):
        await Whistle(club, match).pick("nowhere")


async def test_a_state_that_cannot_be_is_refused_and_changes_nothing(club: Club) -> None:
    match = await club.begin_with_lamps()
    before = await club.match(match)
    for text, kind, said in (
        ("OIL RED 10", Forbidden, "The oil of Red must be from 0 to 9, not 10."),
        ("BEACON 9 RED 1", Forbidden, "There is no beacon 9"),
        ("BEACON 2 RED 7", Forbidden, "A beacon burns 1 to 4 high, not 7."),
        ("make it nice", Unreadable, "I don't understand “make it nice”"),
    ):
        with pytest.raises(kind, match=said):
            await Whistle(club, match).adjust(text)
        assert await club.match(match) == before, text


async def test_what_is_hidden_can_be_set_only_by_who_has_looked_and_is_told_to_its_seat_alone(
    club: Club,
) -> None:
    match = await club.begin_with_lamps()
    gm = Whistle(club, match)
    with pytest.raises(Forbidden, match="Only a referee who is not playing"):
        await gm.adjust("LAMP RED 5")
    await gm.look(None)
    await club.posted()
    receipt = await gm.adjust("LAMP RED 5")
    assert "Only those it concerns know what." in receipt.text
    assert (MessageKind.SECRET, ALICE.user) in await club.posted()
    assert (await seen(club, match, ALICE.user)).lamps[0] == 5
    assert (await seen(club, match, BOB.user)).lamps[0] == 0
    for viewer, told in ((Seated(Seat(0)), True), (Seated(Seat(1)), False), (SPECTATOR, False)):
        line = (await club.log(match, viewer))[-1]
        assert line.kind is EntryKind.ADJUSTED
        assert line.shown is not None
        assert bool(line.sentences) == told
        assert "5" not in line.text + line.reason


async def test_a_preview_is_shown_only_where_the_referee_sees_everything(club: Club) -> None:
    match = await club.begin_with_lamps()
    blind = await referee_views.read_typed(club.app, match, GM.user, "OIL RED 9", manages=True)
    assert blind.preview is None
    assert blind.match_view.viewer == SPECTATOR
    await Whistle(club, match).look(None)
    open_eyed = await referee_views.read_typed(club.app, match, GM.user, "OIL RED 9", manages=True)
    assert open_eyed.match_view.viewer == REFEREE
    assert open_eyed.preview.oil[0] == 9
    playing = await referee_views.read_typed(club.app, match, BOB.user, "OIL RED 9", manages=True)
    assert playing.match_view.viewer == Seated(Seat(1))
    assert playing.preview is None


# --- Dice ---


async def test_dice_from_a_real_table_come_up_next_and_are_marked(club: Club) -> None:
    match = await club.begin()
    gm = Whistle(club, match)
    receipt = await gm.dice("6")
    assert receipt.text == "The next dice will show 6."
    assert (await club.match(match)).dice == "6"
    entry = (await club.entries(match))[-1]
    assert (entry.kind, entry.text, entry.shown is not None) == (EntryKind.SET_DICE, "6", True)
    await club.say(match, BOB, "LAMP3")
    await club.say(match, ALICE, "LAMP2")
    assert (await seen(club, match)).wind == 6
    assert (await club.match(match)).dice == ""
    [dice] = [entry for entry in await club.entries(match) if entry.kind is EntryKind.DICE]
    assert THROWS.read(dice.body).by_hand
    assert dice.text == "by hand"
    await club.resign(match, ALICE)
    proof = dice_proofs.Proof.model_validate_json(
        await play_dice_proofs.build_proof(club.app, match)
    )
    assert [thrown.by_hand for thrown in proof.rolls] == [True]
    assert dice_proofs.check(proof) == ()
    assert (await club.match(match)).disclosed


async def test_set_dice_can_be_taken_away_again(club: Club) -> None:
    match = await club.begin()
    gm = Whistle(club, match)
    with pytest.raises(NotNow, match="No dice are set"):
        await gm.dice(" ")
    for none in ("six", "0", "-1", "1001", "6 " * 51, "²"):
        with pytest.raises(Unreadable):
            await gm.dice(none)
        assert (await club.match(match)).dice == "", none
    shown = (await club.match(match)).shown
    await gm.dice("6, 3;1")
    assert (await club.match(match)).dice == "6,3,1"
    await gm.dice("")
    assert (await club.match(match)).dice == ""
    await gm.dice("2")
    await gm.undo(shown + 1)
    assert (await club.match(match)).dice == "6,3,1"
    await gm.undo(shown)
    assert (await club.match(match)).dice == ""


async def test_set_dice_that_were_thrown_lie_again_when_that_is_taken_back(club: Club) -> None:
    match = await club.begin()
    gm = Whistle(club, match)
    await gm.dice("5")
    shown = (await club.match(match)).shown
    await club.say(match, BOB, "LAMP3")
    await club.say(match, ALICE, "LAMP2")
    assert (await seen(club, match)).wind == 5
    await gm.undo(shown)
    opened = (await club.sees(match, BOB)).mine
    if opened:
        await club.say(match, BOB, "LAMP4")
    if not (await seen(club, match)).wind:
        await club.say(match, ALICE, "LAMP1")
    assert (await seen(club, match)).wind == 5
    await club.resign(match, ALICE)
    proof = dice_proofs.Proof.model_validate_json(
        await play_dice_proofs.build_proof(club.app, match)
    )
    assert [thrown.taken_back for thrown in proof.rolls] == [True, False]
    assert dice_proofs.check(proof) == ()
    assert json.loads(proof.model_dump_json())["rolls"][0]["place"]


async def test_a_computer_player_thinks_again_about_what_the_referee_has_changed(
    club: Club,
) -> None:
    match = await club.solo()
    await club.say(match, ALICE, "LAMP2")
    await club.settled()
    mine = (await club.sees(match, ALICE)).mine
    assert [decision.kind for decision in mine] == ["turn"]
    shown = (await club.match(match)).shown
    await club.say(match, ALICE, "REST")
    await club.settled()
    answered = await club.match(match)
    assert answered.shown > shown + 1
    gm = Whistle(club, match)
    await gm.undo(shown + 1)
    await club.settled()
    assert (await club.match(match)).shown > answered.shown + 1
    await gm.adjust("OIL GREEN 0")
    await club.settled()
    assert (await club.sees(match, ALICE)).mine
    await club.replayed(match)


class Guarding(ToyEditing):
    """No beacon is set where a lamp is hidden, which not everybody can see."""

    def apply(self, state: State, adjustment: Edit) -> Step[State, ToyEvent]:
        if adjustment.edit == "beacon" and adjustment.args[0] in map(str, state.lamps):
            raise Forbidden("TOY-04", "A lamp is hidden there.")
        return super().apply(state, adjustment)


class Guarded(Toy):
    editing = Guarding()


@pytest.mark.parametrize("by", [GM, BOB])
async def test_what_is_found_out_by_a_refusal_is_noted_like_a_look(
    tmp_path: Path, by: Person
) -> None:
    async with a_club(tmp_path, (Guarded(),)) as club:
        match = await club.begin_with_lamps()
        shown = (await club.match(match)).shown
        await club.posted()
        gm = Whistle(club, match, by)
        receipt = await gm.adjust("BEACON 2 GREEN 1")
        assert "not possible in the current position" in receipt.text
        assert "lamp" not in receipt.text
        assert (await club.match(match)).shown == shown
        assert await club.posted() == []
        assert await excerpts.referee_lines(club.app, match) == ()
        assert (await seen(club, match)).flames[1] is None
        mover, _ = await club.on_turn(match)
        await club.say(match, mover, "REST")
        assert (await undo.classify(club.app, match, mover.user)).plan is not None
        await club.resign(match, ALICE)
        [told] = await excerpts.referee_lines(club.app, match)
        assert (told.kind, told.referee, told.reason) == (EntryKind.TRIED, by.name, WHY)
        await club.replayed(match)


async def test_who_found_out_something_hidden_takes_no_seat_and_who_sees_all_is_told_the_rule(
    tmp_path: Path,
) -> None:
    async with a_club(tmp_path, (Guarded(),)) as club:
        match = await club.begin_with_lamps()
        await club.leave(match, BOB)
        gm = Whistle(club, match)
        await gm.adjust("BEACON 2 GREEN 1")
        with pytest.raises(NotNow, match="found out something that is hidden"):
            await club.join(match, GM)
        await gm.look(None)
        with pytest.raises(Forbidden, match="A lamp is hidden there"):
            await gm.adjust("BEACON 2 GREEN 1")
