"""Signs beside names, as emojis of the application."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.chat import emojis
from bot.chat.emojis import MOST, Emojis, draw
from bot.chat.platform.blocks import kind_sign
from bot.play.storage.leases import ALL, Shards
from renderers import Look, Renderer, Scene
from renderers.palette import VOID
from renderers.scene import SIGN, Art, Disc, Icon, seat_key
from tests.chat.conftest import World
from tests.chat.guests import Guest, Seen, parts, words
from tests.chat.match_views import seen
from tests.chat.test_csw_match import prepared, seated

EMOJI = re.compile(r"<:(\w+):(\d+)> ?")
PATH = "/applications/*/emojis"
RED, BLUE = 200, 100


class Drawing(Renderer):
    """Signs of as many seats, each a disc of its shade."""

    def __init__(self, *shades: int) -> None:
        self.shades = shades

    def scene(self, view: Any, look: Look) -> Scene:
        raise NotImplementedError

    def signs(self) -> dict[str, Icon]:
        discs = (Disc(64, 64, 60, (shade, 80, 80)) for shade in self.shades)
        return {
            seat_key(at): Icon(f"Side {at + 1}", Art(SIGN, SIGN, VOID, (disc,)))
            for at, disc in enumerate(discs)
        }


def names(world: World) -> list[str]:
    return [each.name for each in world.env.backend.application_emojis.values()]


def uploads(world: World) -> int:
    return sum(
        each.method == "POST" and each.path.endswith("/emojis") for each in world.env.http_requests
    )


def process(world: World, renderer: Renderer, shards: Shards | None = ALL) -> Emojis:
    """The signs of Astralis in one of several processes."""

    class App:
        signs = world.app.signs

    app: Any = App()
    app.shards = shards
    return Emojis(world.bot, app, {"astralis": renderer})


async def lobby(ann: Guest) -> str:
    """The text of the panel of a new lobby, which is closed at once."""
    await ann.types("match new", game="astralis", seating="choice")
    shown = words(ann.newest)
    await ann.presses("Leave")
    return shown


def signed(message: Seen) -> dict[str, str]:
    """The emoji of each button and option that has one, by its label."""
    boxes = parts(message)
    named = [*boxes, *(option for box in boxes for option in box.get("options", ()))]
    return {each["label"]: each["emoji"]["name"] for each in named if each.get("emoji")}


async def test_signs_stand_beside_names_and_never_alone(world: World, ann: Guest) -> None:
    plain = await lobby(ann)
    assert not EMOJI.search(plain)
    await world.bot.signs.look()
    drawn = {each.name for each in draw(world.renderers)}
    assert len(names(world)) == len(drawn)
    assert set(names(world)) == drawn
    shown = await lobby(ann)
    found = EMOJI.findall(shown)
    assert [name.partition("_")[0] for name, _ in found] == ["Yellow", "Cyan"]
    assert {int(id) for _, id in found} <= set(world.env.backend.application_emojis)
    assert EMOJI.sub("", shown) == plain
    await ann.types("match new", game="astralis", seating="choice")
    joins = {label: name[:4] for label, name in signed(ann.newest).items()}
    assert joins == {"Join as Cyan": "Cyan"}


async def test_units_have_theirs_where_one_is_chosen(world: World, ann: Guest, bo: Guest) -> None:
    await world.bot.signs.look()
    await seated(ann, bo)
    party = await prepared(world, ann, bo)
    waiting = await party.waiting()
    assert waiting is not None
    guest = (ann, bo)[waiting[0]]
    page = await guest.presses("Make a move")
    found = signed(page.message)
    assert len(found) >= 4
    for label, name in found.items():
        kind = label.split(" ", 1)[1].rpartition(":")[0]
        assert name.rpartition("_")[0].lower() in kind.lower().replace(" ", "_")


async def test_where_uploading_fails_everything_reads_as_before(world: World, ann: Guest) -> None:
    plain = await lobby(ann)
    world.env.inject_error("POST", PATH, status=400, code=50035, times=None)
    await world.bot.signs.look()
    assert await lobby(ann) == plain
    assert names(world) == []
    world.env.backend.faults.clear()
    await world.bot.signs.look()
    assert EMOJI.sub("", await lobby(ann)) == plain
    assert len(EMOJI.findall(await lobby(ann))) == 2


async def test_what_has_been_uploaded_before_a_failure_is_shown(world: World, ann: Guest) -> None:
    backend = world.env.backend
    for _ in range(MOST - 1):
        backend.create_application_emoji("another")
    await process(world, Drawing(RED, BLUE)).look()
    assert uploads(world) == 1
    shown = await lobby(ann)
    assert [name.rpartition("_")[0] for name, _ in EMOJI.findall(shown)] == ["Side_1"]
    assert "- Cyan:" in shown


async def test_where_the_emojis_cannot_be_listed_nothing_is_uploaded(world: World) -> None:
    world.env.inject_error("GET", PATH, status=403, code=50013, times=1)
    await process(world, Drawing(RED, BLUE)).look()
    assert uploads(world) == 0
    assert world.app.signs == {}


async def test_a_changed_drawing_is_another_emoji_and_the_former_stays(
    world: World, ann: Guest
) -> None:
    await process(world, Drawing(RED, BLUE)).look()
    before = EMOJI.findall(await lobby(ann))
    await process(world, Drawing(RED + 1, BLUE)).look()
    after = EMOJI.findall(await lobby(ann))
    assert uploads(world) == 3
    assert before[1] == after[1]
    assert before[0][0] != after[0][0]
    assert {int(id) for _, id in (*before, *after)} == set(world.env.backend.application_emojis)


async def test_what_is_there_is_not_uploaded_again(world: World) -> None:
    signs = process(world, Drawing(RED, BLUE))
    await signs.look()
    asked = len(world.env.http_requests)
    await signs.look()
    assert len(world.env.http_requests) == asked, "it knows that it is done"
    await process(world, Drawing(RED, BLUE)).look()
    assert uploads(world) == len(names(world)) == 2


@pytest.mark.parametrize("shards", [Shards(1, 1, 2), None])
async def test_of_several_processes_that_with_the_first_shard_uploads(
    world: World, ann: Guest, shards: Shards | None
) -> None:
    other, first = (
        process(world, Drawing(RED), shards),
        process(world, Drawing(RED), Shards(0, 0, 2)),
    )
    await other.look()
    assert uploads(world) == 0
    assert not EMOJI.search(await lobby(ann))
    await first.look()
    world.app.signs.clear()
    await other.look()
    assert uploads(world) == 1
    assert EMOJI.search(await lobby(ann))


async def test_the_bot_looks_by_itself_when_it_starts(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(emojis, "draw", lambda _: draw({"astralis": Drawing(RED)}))
    await world.restart()
    assert names(world) == []
    await world.restart(emojis=True)
    assert [name[:6] for name in names(world)] == ["Side_1"]


def test_units_of_packs_have_none() -> None:
    signs = {"BRI": "<:Brigade_123456:1>", seat_key(0): "<:Red_123456:2>"}
    assert kind_sign(seen(signs=signs), "BRI") == signs["BRI"]
    assert kind_sign(seen(signs=signs), "XXX") == ""
    assert kind_sign(seen(signs=signs, pack="mine"), "BRI") == ""
