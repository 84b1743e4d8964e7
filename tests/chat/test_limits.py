from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import ui

from bot.chat.platform import interactions
from bot.chat.platform.message import (
    UPLOAD,
    Attached,
    Message,
    attach,
    first_fitting,
    fit,
    message_faults,
    panel_faults,
)
from bot.chat.platform.pictures import Picture
from tests.chat.forms import faults_of_form, faults_of_suggestions

Item = ui.Item[ui.LayoutView]


def message(*items: Item, files: tuple[Attached, ...] = (), pings: tuple[int, ...] = ()) -> Message:
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    return Message(view, files, pings)


def of_size(characters: int) -> Message:
    return message(ui.TextDisplay("a" * characters))


def press(custom_id: str, label: str = "Press") -> ui.Button[ui.LayoutView]:
    return ui.Button(label=label, custom_id=custom_id)


def select(*values: str, **more: Any) -> ui.ActionRow[ui.LayoutView]:
    options = [discord.SelectOption(label=value, value=value) for value in values]
    return ui.ActionRow(ui.Select(custom_id="pick", options=options, **more))


@pytest.mark.parametrize(
    "taken",
    [
        message(ui.TextDisplay("a" * 4000)),
        message(ui.ActionRow(press("i" * 100, "l" * 80))),
        message(ui.TextDisplay("hi"), files=(Attached("b.png", b"", "a" * 1024),)),
        message(select(*(f"v{n}" for n in range(25)))),
        message(ui.TextDisplay("hi"), pings=tuple(range(100))),
        message(
            ui.MediaGallery(discord.MediaGalleryItem("attachment://b.png")),
            files=(Attached("b.png", b""),),
        ),
    ],
)
def test_what_discord_takes_has_no_faults(taken: Message) -> None:
    assert message_faults(taken) == ()


@pytest.mark.parametrize(
    ("refused", "fault"),
    [
        (message(ui.TextDisplay("a" * 4001)), "characters: 4001, at most 4000"),
        (
            message(ui.TextDisplay("a" * 2001), ui.TextDisplay("a" * 2000)),
            "characters: 4001, at most 4000",
        ),
        (message(ui.TextDisplay("星" * 2997)), "bytes: 9003, at most 9000"),
        (message(ui.TextDisplay("")), "an empty text"),
        (message(ui.ActionRow(press("a"), press("a"))), "custom id 'a' stands twice"),
        (message(ui.ActionRow(press("a" * 101))), "custom id: 101, at most 100"),
        (message(ui.ActionRow(press("a", "l" * 81))), "label: 81, at most 80"),
        (message(ui.ActionRow()), "an empty row"),
        (message(select("a", "a")), "option 'a' stands twice"),
        (message(select("a" * 101)), "option's value: 101, at most 100"),
        (message(select("a", placeholder="p" * 151)), "placeholder: 151, at most 150"),
        (
            message(ui.TextDisplay("hi"), files=(Attached("b.png", b"", "a" * 1025),)),
            "alt text of b.png: 1025, at most 1024",
        ),
        (message(ui.MediaGallery(discord.MediaGalleryItem("attachment://b.png"))), "no file b.png"),
        (
            message(ui.TextDisplay("hi"), files=(Attached("b.png", bytes(10 * 2**20 + 1)),)),
            "bytes of files: 10485761, at most 10485760",
        ),
        (message(ui.TextDisplay("hi"), pings=tuple(range(101))), "pings: 101, at most 100"),
    ],
)
def test_what_discord_refuses_is_named(refused: Message, fault: str) -> None:
    assert fault in message_faults(refused)


def test_twenty_six_options_are_too_many() -> None:
    options = [discord.SelectOption(label=f"{n}", value=f"{n}") for n in range(26)]
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow(ui.Select(custom_id="pick", options=options))
    assert message_faults(message(row)) == ("options: 26, at most 25",)


def test_nested_components_are_counted() -> None:
    texts = [ui.TextDisplay[ui.LayoutView]("hi") for _ in range(29)]
    assert panel_faults(message(ui.Container(*texts))) == ()
    more = [ui.TextDisplay[ui.LayoutView]("hi") for _ in range(30)]
    assert panel_faults(message(ui.Container(*more))) == ("components: 31, at most 30",)


def form(**changes: Any) -> dict[str, Any]:
    field = {"type": 4, "custom_id": "text", "placeholder": "p" * 100, "value": "v" * 4000}
    label = {"type": 18, "label": "l" * 45, "description": "d" * 100, "component": field}
    return {"title": "t" * 45, "custom_id": "form", "components": [label], **changes}


def test_a_form_within_the_limits_is_taken() -> None:
    assert faults_of_form(form()) == ()


def test_a_form_that_is_too_big_is_refused() -> None:
    assert faults_of_form(form(title="t" * 46)) == ("title: 46, at most 45",)
    label = form()["components"][0]
    bad = {**label, "label": "l" * 46, "component": {**label["component"], "value": "v" * 4001}}
    faults = faults_of_form(form(components=[bad]))
    assert faults == ("label: 46, at most 45", "value: 4001, at most 4000")
    six = [{"type": 10, "content": str(n)} for n in range(6)]
    assert faults_of_form(form(components=six)) == ("fields: 6, at most 5",)


def test_suggestions_are_counted() -> None:
    assert faults_of_suggestions([("n" * 100, "v" * 100)] * 25) == ()
    assert faults_of_suggestions([("n", "v")] * 26) == ("suggestions: 26, at most 25",)
    assert faults_of_suggestions([("", "v" * 101)]) == ("value: 101, at most 100", "an empty name")


def test_the_first_candidate_that_fits_is_taken_and_else_the_last() -> None:
    found = first_fitting(partial(of_size, size) for size in (5000, 4001, 4000, 10))
    assert found.view.content_length() == 4000
    hopeless = first_fitting(partial(of_size, size) for size in (6000, 5000))
    assert hopeless.view.content_length() == 5000


def contents(of: Message) -> list[str]:
    return [each.content for each in of.view.walk_children() if isinstance(each, ui.TextDisplay)]


@pytest.mark.parametrize("sign", ["a", "é", "星", "🚀"])
@pytest.mark.parametrize("sizes", [(4001,), (9000, 10), (1500, 1500, 1500), (300,) * 30])
def test_texts_that_are_too_long_together_are_fitted(sign: str, sizes: tuple[int, ...]) -> None:
    texts = [sign * size for size in sizes]
    fitted = fit(message(*map(ui.TextDisplay[ui.LayoutView], texts)))
    assert message_faults(fitted) == ()
    together = "".join(contents(fitted))
    assert len(together) > 3900 or len(together.encode()) > 8400, "no more is cut than must be"
    for before, after in zip(texts, contents(fitted), strict=True):
        assert after == before or (after.endswith("…") and before.startswith(after[:-1]))


def test_only_the_longest_texts_are_cut_and_that_by_whole_lines() -> None:
    rows = "\n".join(f"- row {number}" for number in range(900))
    title, kept = "### Title", "x" * 500
    texts = (ui.TextDisplay[ui.LayoutView](each) for each in (title, rows, kept))
    first, cut, last = contents(fit(message(*texts)))
    assert (first, last) == (title, kept)
    assert cut.endswith("\n…")
    assert rows.startswith(f"{cut[:-2]}\n")
    fits = ("a" * 2000, "b" * 2000)
    assert contents(fit(message(*map(ui.TextDisplay[ui.LayoutView], fits)))) == [*fits]


def test_what_is_read_again_as_code_stays_whole() -> None:
    code = f"```\n{'R1 ' * 660}\n```"
    fitted = fit(message(ui.TextDisplay("星" * 3900), ui.TextDisplay(code)))
    assert message_faults(fitted) == ()
    assert contents(fitted)[1] == code


def test_every_private_answer_is_sent_where_it_is_fitted() -> None:
    chat = Path(interactions.__file__).parent
    sends = (
        "response.send_message",
        "edit_original_response",
        "followup.",
        "response.edit_message",
    )
    found = [
        str(file.relative_to(chat))
        for file in sorted(chat.rglob("*.py"))
        if any(each in file.read_text(encoding="utf-8") for each in sends)
    ]
    assert found == ["interactions.py"]


def test_a_closeup_stays_out_when_both_pictures_would_be_too_much() -> None:
    part = Picture(b"p" * 5, "A part.")
    whole = Picture(b"w" * 5, "The whole.", closeup=part)
    names = [file.name for file in attach(whole, "board-3.png")]
    assert names == ["closeup-board-3.png", "board-3.png"]
    large = replace(whole, png=b"w" * (8 * 1024 * 1024))
    (only,) = attach(large, "board-3.png")
    assert only.name == "board-3.png"
    assert len(only.data) < UPLOAD
