"""The host's form, built from whatever settings a game has."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import Field, create_model

from bot.chat.lobby import agreement, lobby_settings
from bot.chat.lobby.lobby_panel import build_lobby_panel
from bot.chat.platform.message import message_faults
from bot.play.executor import Command
from bot.play.lobby import lobby
from bot.play.refusals import NotNow, NotSeated
from bot.play.storage.records import SeatingOrder, Status
from games import all_games
from games.core.contract import AnyGame
from games.core.settings import Labels, Settings, Some, setting
from tests.chat import match_views
from tests.chat.conftest import World, a_world
from tests.chat.forms import faults_of_form
from tests.chat.guests import Guest, buttons, ids, parts, words
from tests.toy import RENDERER
from tests.toy.game import Toy, ToySettings


class ManySettings(Settings):
    size: Literal[8, 7] = Field(7, title="Board", description="How big.")
    mood: Literal["calm", "wild"] = Field("wild", title="Mood", description="How it blows.")
    fog: bool = Field(True, title="Fog", description="Whether one sees far.")
    komi: float = Field(-2.5, ge=-9, le=9, title="Komi", description="Extra points.")


class Many(Toy):
    settings: type[Settings] = ManySettings


def test_every_kind_of_setting_is_asked_for_with_its_present_value() -> None:
    match_view = match_views.seen(None, game=Many(), settings=ManySettings().model_dump_json())
    asked = {
        each.name: (each.value, each.choices) for each in agreement.agreement_items(match_view)
    }
    assert asked["size"] == (7, (("8", 8), ("7", 7)))
    assert asked["mood"] == ("wild", (("Calm", "calm"), ("Wild", "wild")))
    assert asked["fog"] == (True, (("Yes", True), ("No", False)))
    assert asked["komi"] == (-2.5, ())
    assert asked["seating"][0] == "choice"
    form = lobby_settings.build_form(match_view)
    assert message_faults(form) == ()
    chosen = [
        option["label"]
        for part in match_views.parts(form.view)
        if part["type"] == 3
        for option in part["options"]
        if option.get("default")
    ]
    assert chosen == ["Players choose", "1v1", "No limit", "As usual", "7", "Wild", "Yes"]
    assert match_views.labels(form) == ["Type your own", "Change -2.5"]


async def test_the_host_sets_seating_and_the_lobby_shows_it(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="toy")
    form = await ann.presses("Settings")
    assert form.private
    changed = await ann.chooses("seating", form, "choice")
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
    changed = await ann.chooses("size", form, "7")
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


def large(house: Sequence[int] = ()) -> type[Settings]:
    many = {
        f"rule{number}": (bool, setting(False, f"Rule {number}", "Or not.", house=number in house))
        for number in range(35)
    }
    made: type[Settings] = create_model("Large", __base__=Rules, **many)  # type: ignore[call-overload]  # fields by name
    return made


class Large(Toy):
    settings: type[Settings] = large()


def test_a_game_with_many_settings_has_a_list_to_choose_one_from() -> None:
    match_view = match_views.seen(None, game=Large(), settings='{"rule30": true, "army": 250}')
    for number, shown in ((0, 25), (1, 12), (9, 12)):
        form = lobby_settings.build_form(match_view, (), number)
        assert message_faults(form) == ()
        listed = [part for part in match_views.parts(form.view) if part["type"] == 3][-1]
        assert listed["custom_id"] == f"s1:setting:abcdefg2:{min(number, 1)}"
        assert len(listed["options"]) == shown
    assert "- Army: 250\n- Rule 30: yes" in match_views.words(form)
    lobby = match_views.words(build_lobby_panel(match_view))
    assert (
        "- Army: 250\n- Rule 30: yes\n- Everything else at its default: see **Settings**" in lobby
    )
    assert "Rule 1:" not in lobby


class WithHouseRules(Toy):
    settings: type[Settings] = large(house=range(10, 35))


def test_house_rules_have_a_list_of_their_own() -> None:
    match_view = match_views.seen(None, game=WithHouseRules(), settings='{"rule30": true}')
    for number, shown, way in ((0, 12, "House rules"), (1, 25, "Rules")):
        form = lobby_settings.build_form(match_view, (), number)
        assert message_faults(form) == ()
        listed = [part for part in match_views.parts(form.view) if part["type"] == 3][-1]
        assert len(listed["options"]) == shown
        turned = [part for part in match_views.parts(form.view) if part.get("label") == way]
        assert [part["custom_id"] for part in turned] == [f"s1:setup:abcdefg2:{1 - number}"]
        assert "- Rule 30: yes" in match_views.words(form)
    read = match_views.words(lobby_settings.build_overview(match_view))
    assert "- Rule 9: no" in read
    assert "- Rule 30: yes" in read
    assert "- House rules: 24 as usual" in read
    assert "- Rule 11:" not in read


def test_values_are_told_in_words_a_person_reads() -> None:
    match_view = match_views.seen(None, game=Large(), settings="{}")
    army, chief, *_ = agreement.game_settings(match_view)
    assert [words for words, _ in army.choices] == [str(n) for n in range(100, 501, 50)]
    assert [words for words, _ in chief.choices] == ["Referee", "Own zone", "Natural 6"]
    assert agreement.item_line(chief) == "- Chief: referee"
    teams = agreement.AgreementItem("teams", "Teams", "", "1v1", (), own=False)
    assert agreement.item_line(teams) == "- Teams: 1v1"
    assert [agreement.team_words(each) for each in ("1v1", "1v1v1", "1v2v2")] == [
        "1v1",
        "3 players, each alone",
        "1v2v2",
    ]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: str(game.meta.id))
def test_a_limit_of_none_is_told_in_words(game: AnyGame) -> None:
    for each in agreement.game_settings(match_views.seen(None, game=game, settings="{}")):
        if re.search("0 (for|means) no limit", each.about):
            assert replace(each, value=0).text == "no limit"
            assert replace(each, value=3).text == "3"


def test_all_that_is_settled_can_be_read_in_one_message() -> None:
    match_view = match_views.seen(None, game=Large(), settings="{}")
    read = lobby_settings.build_overview(match_view)
    assert message_faults(read) == ()
    assert "- Rule 34: no" in match_views.words(read)


async def test_teams_and_time_are_settled_by_the_host_and_shown_to_all(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="toy", seating="choice")
    form = await ann.presses("Settings")
    await ann.chooses("clock", await ann.chooses("teams", form, "1v2"), "24h")
    match = await world.match()
    assert (match.teams, match.clock) == ((0, 1, 1), "24h")
    lobby = words(bo.newest)
    assert "Team A\n- Red: Ann\nTeam B\n- Green: *free*\n- Blue: *free*" in lobby
    assert "- Time to think: 1 day" in lobby
    assert "They are" not in (await bo.opens("match show", "Settings")).words
    await bo.presses("Join as Green")
    await world.guest("di").presses("Join as Blue")
    refused = await ann.chooses("teams", form, "1v1")
    assert "3 seats are taken, and these teams have 2." in refused.words
    await ann.presses("Start")
    assert (
        "They are fixed: the match has started."
        in (await ann.opens("match show", "Settings")).words
    )


class NamedSettings(ToySettings):
    """With a set, a text, and a setting that has only one value."""

    barred: Annotated[Some[Literal[1, 2, 3]], Labels({1: "North", 2: "East", 3: "Sea"})] = Field(
        (), title="Barred beacons", description="Those that nobody may light."
    )
    hues: Some[Literal["dark_red", "blue"]] = Field((), title="Hues", description="Of the flames.")
    chart: str = Field("usual", max_length=30, title="Chart", description="Winds, in order.")
    sort: Literal["lamp"] = Field("lamp", title="Sort", description="What is hidden.")


class Named(Toy):
    meta = replace(
        Toy.meta, id="named", presets={"standard": {}, "short_night": {"oil": 2, "barred": [2, 1]}}
    )
    settings: type[Settings] = NamedSettings


@pytest.fixture
async def named(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path, also={Named(): RENDERER}) as world:
        yield world


async def test_any_of_a_set_are_picked_from_one_list_and_read_by_their_names(named: World) -> None:
    ann = named.guest("ann")
    await ann.types("match new", game="named")
    form = await ann.presses("Settings")
    barred = next(each for each in ids(form.message) if each.endswith(":barred"))
    (asked,) = (part for part in parts(form.message) if part.get("custom_id") == barred)
    assert (asked["min_values"], asked["max_values"], asked["placeholder"]) == (0, 3, "None")
    assert [option["label"] for option in asked["options"]] == ["North", "East", "Sea"]
    form = await ann.chooses("barred", form, "3")
    assert "- Barred beacons: Sea" in words(ann.newest)
    await ann.chooses("barred", form, "3", "1")
    assert json.loads((await named.match()).settings) == {"barred": [1, 3]}
    assert "- Barred beacons: North, Sea\n- Hues: none" in words(ann.newest)
    form = await ann.presses("Settings")
    (asked,) = (part for part in parts(form.message) if part.get("custom_id") == barred)
    assert [option.get("default", False) for option in asked["options"]] == [True, False, True]
    await ann.chooses("barred", form)
    assert json.loads((await named.match()).settings) == {"barred": []}
    assert "- Barred beacons: none" in words(ann.newest)
    await ann.chooses("hues", form, "dark_red")
    assert "- Hues: dark red" in words(ann.newest)


async def test_a_text_is_typed_as_long_as_it_may_be_and_told_as_it_is(named: World) -> None:
    ann = named.guest("ann")
    await ann.types("match new", game="named")
    settings = await ann.presses("Settings")
    form = await ann.presses("Change usual", settings.message)
    assert form.result.modal is not None
    assert faults_of_form(form.result.modal) == ()
    changed = await ann.fills(form, value="  4,5 \u202e**6** ")
    assert json.loads((await named.match()).settings) == {"chart": "4,5 **6**"}
    assert "- Chart: 4,5 \\*\\*6\\*\\*" in words(ann.newest)
    again = await ann.presses("Change 4,5 **6**", changed.message)
    await ann.fills(again, value="")
    assert "- Chart: nothing" in words(ann.newest)


def test_what_has_only_one_value_is_not_asked_for() -> None:
    match_view = match_views.seen(None, game=Named(), settings="{}")
    names = [each.name for each in agreement.game_settings(match_view)]
    assert names == ["oil", "barred", "hues", "chart"]


async def test_a_preset_fills_all_settings_with_one_press(named: World) -> None:
    ann = named.guest("ann")
    await ann.types("match new", game="named")
    assert "- Preset: Standard" in words(ann.newest)
    form = await ann.presses("Settings")
    assert "Standard ✓" not in buttons(form.message), "it cannot be pressed"
    change = await ann.presses("Change usual", form.message)
    form = await ann.fills(change, value="west")
    assert "Preset" not in words(ann.newest)
    form = await ann.presses("Short night", form.message)
    assert json.loads((await named.match()).settings) == {"oil": 2, "barred": [1, 2]}
    told = words(ann.newest)
    assert "- Preset: Short night\n- Oil: 2\n- Barred beacons: North, East" in told
    assert {"Standard", "Change 2"} <= set(buttons(form.message))
    with pytest.raises(NotSeated, match="Only"):
        await lobby.fill_settings(named.app, Command((await named.match()).id, 5, 7), "standard")
    await named.guest("bo").presses("Join")
    await ann.presses("Start")
    assert "The settings are fixed" in (await ann.presses("Standard", form.message)).words


class PresetsAndMany(Large):
    meta = replace(Toy.meta, presets={f"preset{n}": {"army": 50 * n} for n in range(2, 7)})


class PresetsAndFew(Toy):
    meta = replace(Toy.meta, presets={"calm": {"mood": "calm"}, "clear": {"fog": False}})
    settings: type[Settings] = ManySettings


def test_presets_fit_beside_many_settings_and_beside_few() -> None:
    for game, settings in ((PresetsAndMany(), large()), (PresetsAndFew(), ManySettings)):
        usual = settings().model_dump_json()
        match_view = match_views.seen(None, game=game, settings=usual)
        assert message_faults(lobby_settings.build_form(match_view)) == ()


async def test_a_preset_that_is_no_more_is_refused(named: World) -> None:
    ann = named.guest("ann")
    await ann.types("match new", game="named")
    match = await named.match()
    with pytest.raises(NotNow, match="Beacons has no preset with this name"):
        await lobby.fill_settings(named.app, Command(match.id, ann.id, 77), "full")


async def test_more_players_than_sides_make_teams_without_being_told(
    world: World, ann: Guest
) -> None:
    await ann.types("match new", game="cosmic_conflict", players=12)
    assert "Teams: 3v3v3v3." in words(ann.newest)
    assert "Waiting for 11 more players." in words(ann.newest)
