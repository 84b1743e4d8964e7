"""Our page beside the channel page, asked as its script asks it."""

from __future__ import annotations

import pytest

from bot.playground.world import World
from tests.playground.conftest import ALT, PICTURE, SmallBot, Visitor

GUARDS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


@pytest.fixture
async def letter(world: World, visitor: Visitor) -> dict[str, str]:
    """Bob has got a message; what a deed with it must name."""
    bob = world.people[1]
    await world.act(lambda: bob.member.slash(world.channel, "write"))
    state = await visitor.state(str(bob.id))
    (message,) = state["messages"]
    return {"person": str(bob.id), "message": message["id"]}


async def test_the_page_is_not_found_without_its_token(visitor: Visitor) -> None:
    root = visitor.page.url.rsplit("/", 2)[0]
    for path in ("/", "/state", "/guess/state"):
        async with visitor.session.get(root + path) as answer:
            assert answer.status == 404


async def test_the_page_answers_under_its_own_name_only(visitor: Visitor) -> None:
    for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
        async with visitor.session.get(f"{visitor.page.url}state", headers=headers) as answer:
            assert answer.status == 403
    port = visitor.page.url.split(":")[2].split("/")[0]
    async with visitor.session.get(
        f"{visitor.page.url}state", headers={"Host": f"localhost:{port}"}
    ) as answer:
        assert answer.status == 200


@pytest.mark.parametrize("name", ["", "page.css", "page.js", "words.js", "icon.svg"])
async def test_the_page_brings_all_it_needs_and_allows_nothing_else(
    visitor: Visitor, name: str
) -> None:
    async with visitor.session.get(visitor.page.url + name) as answer:
        text = await answer.text()
        assert answer.status == 200
        assert {key: answer.headers[key] for key in GUARDS} == GUARDS
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none';")
    addresses = text.replace("http://www.w3.org/2000/svg", "")
    assert "http://" not in addresses.replace("(http:", "")
    assert 'src="http' not in addresses
    assert "innerHTML" not in text


async def test_a_message_comes_with_words_picture_and_controls(
    visitor: Visitor, letter: dict[str, str]
) -> None:
    state = await visitor.state(letter["person"])
    (message,) = state["messages"]
    (group,) = message["parts"]
    words, gallery, buttons, choice = group["parts"]
    assert group["accent"] == "#3355ff"
    assert words == {"kind": "text", "text": "### Your turn <script>alert(1)</script>"}
    assert [(each["label"], each["style"]) for each in buttons["parts"]] == [
        ("Yes", "success"),
        ("Type it", "secondary"),
    ]
    assert [each["value"] for each in choice["parts"][0]["options"]] == ["red", "blue"]
    (picture,) = gallery["parts"]
    assert (picture["kind"], picture["alt"]) == ("picture", ALT)
    async with visitor.session.get(visitor.page.url + picture["address"]) as answer:
        assert (answer.status, answer.content_type) == (200, "image/png")
        assert await answer.read() == PICTURE
    async with visitor.session.get(f"{visitor.page.url}picture/1/2") as answer:
        assert answer.status == 404


async def test_nobody_sees_the_messages_of_another(
    world: World, visitor: Visitor, letter: dict[str, str]
) -> None:
    alice = await visitor.state(str(world.people[0].id))
    assert alice["messages"] == []
    status, answer = await visitor.do(
        "press", person=alice["person"], message=letter["message"], control="yes"
    )
    assert (status, answer) == (409, {"fault": "This message is gone."})


async def test_a_button_can_be_pressed_and_its_answer_is_private(
    visitor: Visitor, bot: SmallBot, letter: dict[str, str]
) -> None:
    assert await visitor.do("press", **letter, control="yes") == (200, {"form": None})
    assert bot.heard == [("yes", None)]
    state = await visitor.state(letter["person"])
    assert state["messages"][-1]["parts"] == [{"kind": "text", "text": "Heard yes"}]
    assert state["messages"][-1]["private"]


async def test_a_button_that_is_not_there_cannot_be_pressed(
    visitor: Visitor, bot: SmallBot, letter: dict[str, str]
) -> None:
    status, answer = await visitor.do("press", **letter, control="no")
    assert status == 409
    assert "no" in answer["fault"]
    assert bot.heard == []


async def test_a_select_can_be_used(
    visitor: Visitor, bot: SmallBot, letter: dict[str, str]
) -> None:
    status, _ = await visitor.do("choose", **letter, control="colour", values=["blue"])
    assert status == 200
    assert bot.heard == [("colour", ["blue"])]


async def test_a_modal_becomes_a_form_that_can_be_sent_once(
    visitor: Visitor, bot: SmallBot, letter: dict[str, str]
) -> None:
    _, opened = await visitor.do("press", **letter, control="ask")
    form = opened["form"]
    (field,) = form["fields"]
    assert (form["title"], field["id"], field["label"]) == ("Your move", "text", "Move")
    assert (field["detail"], field["least"], field["most"]) == ("like A4-D7", 2, 20)

    person = letter["person"]
    short, _ = await visitor.do("send", person=person, form=form["name"], values={"text": "A"})
    assert short == 409
    sent = await visitor.do("send", person=person, form=form["name"], values={"text": "A4-D7"})
    assert sent == (200, {"form": None})
    assert bot.heard == [("ask", None), "A4-D7"]
    again, answer = await visitor.do("send", person=person, form=form["name"], values={})
    assert (again, answer) == (409, {"fault": "This form is no longer open."})


async def test_nobody_sends_the_form_of_another(
    world: World, visitor: Visitor, bot: SmallBot, letter: dict[str, str]
) -> None:
    _, opened = await visitor.do("press", **letter, control="ask")
    status, _ = await visitor.do(
        "send",
        person=str(world.people[0].id),
        form=opened["form"]["name"],
        values={"text": "A4-D7"},
    )
    assert status == 409
    assert bot.heard == [("ask", None)]


async def test_commands_can_be_given_in_private(visitor: Visitor, bot: SmallBot) -> None:
    state = await visitor.state()
    assert state["commands"] == ["fail", "post", "thread", "write"]
    assert (await visitor.do("command", person=state["person"], name="write"))[0] == 200
    state = await visitor.state()
    assert len(state["messages"]) == 2


async def test_a_command_that_fails_is_told(visitor: Visitor) -> None:
    person = (await visitor.state())["person"]
    status, answer = await visitor.do("command", person=person, name="fail")
    assert (status, answer["fault"]) == (409, "The bot did not answer; the terminal says more.")


async def test_somebody_can_close_and_open_their_messages(
    world: World, visitor: Visitor, bot: SmallBot
) -> None:
    person = str(world.people[2].id)
    await visitor.do("closed", person=person, closed=True)
    assert [each["closed"] for each in (await visitor.state())["people"]] == [False, False, True]
    await world.act(lambda: world.people[2].member.slash(world.channel, "write"))
    assert bot.heard == [50007]
    await visitor.do("closed", person=person, closed=False)
    assert not any(each["closed"] for each in (await visitor.state())["people"])


async def test_threads_are_listed_and_can_be_shown(world: World, visitor: Visitor) -> None:
    await world.act(lambda: world.people[0].member.slash(world.channel, "thread"))
    channel, thread = (await visitor.state())["places"]
    assert (channel["thread"], thread["thread"], thread["name"]) == (False, True, "Side table")
    address = f"{visitor.page.url}channel?place={thread['id']}"
    async with visitor.session.get(address, allow_redirects=False) as answer:
        assert answer.status == 303
        assert answer.headers["Location"] == await world.show()
    assert [place["shown"] for place in (await visitor.state())["places"]] == [False, True]
    for nowhere in ("12345", "x", "²"):
        async with visitor.session.get(f"{visitor.page.url}channel?place={nowhere}") as answer:
            assert answer.status == 404


@pytest.mark.parametrize(
    ("deed", "wish"),
    [
        ("press", {"person": "1", "message": "1", "control": "yes"}),
        ("press", {"message": "1", "control": "yes"}),
        ("press", {"person": "²", "message": "1", "control": "yes"}),
        ("choose", {"values": "red"}),
        ("send", {"form": "x", "values": []}),
        ("closed", []),
    ],
)
async def test_a_request_that_makes_no_sense_is_refused_in_words(
    visitor: Visitor, deed: str, wish: object
) -> None:
    async with visitor.session.post(visitor.page.url + deed, json=wish) as answer:
        assert answer.status == 409
        assert (await answer.json())["fault"]
