"""The host's form, built from whatever settings a game has."""

from __future__ import annotations

import json
from typing import Literal

from pydantic import Field, create_model

from bot.chat import limits
from bot.chat.panels import agreement, lobby_settings
from bot.chat.panels.lobby_panel import lobby_panel
from bot.play.records import SeatingOrder, Status
from games.core.contract import Settings
from tests.chat import match_views
from tests.chat.conftest import World
from tests.chat.forms import faults_of_form
from tests.chat.guests import Guest, buttons, ids, parts, words
from tests.toy.game import Toy


class ManySettings(Settings):
    size: Literal[8, 7] = Field(7, title="Board", description="How big.")
    mood: Literal["calm", "wild"] = Field("wild", title="Mood", description="How it blows.")
    fog: bool = Field(True, title="Fog", description="Whether one sees far.")
    komi: float = Field(-2.5, ge=-9, le=9, title="Komi", description="Extra points.")


class Many(Toy):
    settings: type[Settings] = ManySettings


def test_every_kind_of_setting_is_asked_for_with_its_present_value() -> None:
    match_view = match_views.seen(None, game=Many(), settings=ManySettings().model_dump_json())
    asked = {each.name: (each.value, each.choices) for each in agreement.asked(match_view)}
    assert asked["size"] == (7, (("8", 8), ("7", 7)))
    assert asked["mood"] == ("wild", (("Calm", "calm"), ("Wild", "wild")))
    assert asked["fog"] == (True, (("Yes", True), ("No", False)))
    assert asked["komi"] == (-2.5, ())
    assert asked["seating"][0] == "choice"
    form = lobby_settings.form(match_view)
    assert limits.of_message(form) == ()
    chosen = [
        option["label"]
        for part in match_views.parts(form.view)
        if part["type"] == 3
        for option in part["options"]
        if option.get("default")
    ]
    assert chosen == [
        "Players choose",
        "1v1",
        "No limit",
        "7",
        "Wild",
        "Yes",
    ]
    assert match_views.labels(form) == ["Type your own", "Change -2.5"]


async def test_the_host_sets_seating_and_the_lobby_shows_it(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="toy")
    form = await ann.presses("Settings")
    assert form.private
    seating = next(each for each in ids(form.message) if each.endswith(":seating"))
    changed = await ann.picks("choice", form.message, custom_id=seating)
    assert changed.message.id == form.message.id
    assert (await world.match()).seating is SeatingOrder.CHOICE
    assert "Join as Green" in buttons(ann.newest)


async def test_a_number_is_typed_into_a_form_and_checked(world: World, ann: Guest) -> None:
    await ann.types("match new", game="toy")
    settings = await ann.presses("Settings")
    form = await ann.presses("Change 4", settings.message)
    assert form.result.modal is not None
    assert faults_of_form(form.result.modal) == ()
    changed = await ann.fills(form, value=" 6 ")
    assert "Change 6" in buttons(changed.message)
    assert json.loads((await world.match()).settings) == {"oil": 6}
    assert "Oil: 6" in words(ann.newest)

    for wrong in ("7", "many", "1e400", "-2", "3.5"):
        again = await ann.presses("Change 6", changed.message)
        refused = await ann.fills(again, value=wrong)
        assert refused.private
        assert refused.words.startswith("Oil:")
    assert json.loads((await world.match()).settings) == {"oil": 6}


async def test_only_the_host_opens_the_form_and_only_before_the_start(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="toy")
    form = await ann.presses("Settings")
    read = await bo.presses("Settings")
    assert "Only the player who opened the match can change these." in read.words
    assert "- Oil: 4" in read.words
    assert not buttons(read.message)
    assert not [each for each in parts(read.message) if each["type"] == 3]
    await bo.presses("Join")
    await ann.presses("Start")
    late = await ann.presses("Change 4", form.message)
    assert late.result.modal is None
    assert "The settings are fixed" in late.words
    assert (await world.match()).status is Status.RUNNING


async def test_a_choice_of_astralis_is_kept_as_the_type_it_has(world: World, ann: Guest) -> None:
    await ann.types("match new", game="astralis")
    form = await ann.presses("Settings")
    size = next(each for each in ids(form.message) if each.endswith(":size"))
    changed = await ann.picks("7", form.message, custom_id=size)
    assert json.loads((await world.match()).settings)["size"] == 7
    for wrong, told in (
        ("0.3", "please choose a multiple of 0.5."),
        ("100", "please choose 99.5 or less."),
        ("-100", "please choose -99.5 or more."),
        ("much", "please write a number, such as 2.5."),
    ):
        komi = await ann.presses("Change 3.5", changed.message)
        refused = await ann.fills(komi, value=wrong)
        assert refused.words == f"Komi, extra points for Cyan: {told}"
    komi = await ann.presses("Change 3.5", changed.message)
    changed = await ann.fills(komi, value="-0,5")
    assert json.loads((await world.match()).settings)["komi"] == -0.5
    labels = {part.get("label") for part in parts(changed.message)}
    assert "Change -0.5" in labels


class Rules(Settings):
    """As many settings as a large game has."""

    army: int = Field(100, ge=100, le=500, multiple_of=50, title="Army", description="In points.")
    chief: Literal["gm", "own_zone", "natural6"] = Field("gm", title="Chief", description="Who.")


MANY = {
    f"rule{number}": (bool, Field(False, title=f"Rule {number}", description="Or not."))
    for number in range(35)
}


def large() -> type[Settings]:
    made: type[Settings] = create_model("Large", __base__=Rules, **MANY)  # type: ignore[call-overload]  # fields by name
    return made


class Large(Toy):
    settings: type[Settings] = large()


def test_a_game_with_many_settings_has_a_list_to_choose_one_from() -> None:
    match_view = match_views.seen(None, game=Large(), settings='{"rule30": true, "army": 250}')
    for number, shown in ((0, 25), (1, 12), (9, 12)):
        form = lobby_settings.form(match_view, (), number)
        assert limits.of_message(form) == ()
        listed = [part for part in match_views.parts(form.view) if part["type"] == 3][-1]
        assert listed["custom_id"] == f"s1:setting:abcdefg2:{min(number, 1)}"
        assert len(listed["options"]) == shown
    assert "- Army: 250\n- Rule 30: yes" in match_views.words(form)
    lobby = match_views.words(lobby_panel(match_view))
    assert (
        "- Army: 250\n- Rule 30: yes\n- Everything else at its default: see **Settings**" in lobby
    )
    assert "Rule 1:" not in lobby


def test_values_are_told_in_words_a_person_reads() -> None:
    match_view = match_views.seen(None, game=Large(), settings="{}")
    army, chief, *_ = agreement.settings_of(match_view)
    assert [words for words, _ in army.choices] == [str(n) for n in range(100, 501, 50)]
    assert [words for words, _ in chief.choices] == ["Referee", "Own zone", "Natural 6"]
    assert agreement.line(chief) == "- Chief: referee"
    teams = agreement.AgreementItem("teams", "Teams", "", "1v1", (), own=False)
    assert agreement.line(teams) == "- Teams: 1v1"
    assert [agreement.team_words(each) for each in ("1v1", "1v1v1", "1v2v2")] == [
        "1v1",
        "3 players, each alone",
        "1v2v2",
    ]


def test_all_that_is_settled_can_be_read_in_one_message() -> None:
    match_view = match_views.seen(None, game=Large(), settings="{}")
    read = lobby_settings.as_they_stand(match_view)
    assert limits.of_message(read) == ()
    assert "- Rule 34: no" in match_views.words(read)


async def test_teams_and_time_are_settled_by_the_host_and_shown_to_all(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="toy", seating="choice")
    form = await ann.presses("Settings")
    fields = {each.rpartition(":")[2]: each for each in ids(form.message)}
    changed = await ann.picks("1v2", form.message, custom_id=fields["teams"])
    await ann.picks("24h", changed.message, custom_id=fields["clock"])
    match = await world.match()
    assert (match.teams, match.clock) == ((0, 1, 1), "24h")
    lobby = words(bo.newest)
    assert "Team A\n- Red: Ann\nTeam B\n- Green: *free*\n- Blue: *free*" in lobby
    assert "- Time to think: 1 day" in lobby
    assert "They are" not in (await bo.types("match settings")).words
    await bo.presses("Join as Green")
    await world.guest("di").presses("Join as Blue")
    refused = await ann.picks("1v1", form.message, custom_id=fields["teams"])
    assert "3 seats are taken, and these teams have 2." in refused.words
    await ann.presses("Start")
    assert "They are fixed: the match has started." in (await ann.types("match settings")).words
