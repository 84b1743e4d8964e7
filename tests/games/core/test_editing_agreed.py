"""Settings that a referee changes: what their types say is offered, read and refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest

from games.core.events import Event
from games.core.geometry.plane import Scale
from games.core.questions import Question, typed_key
from games.core.referee.edits import SAME, Edit, Editing, Former
from games.core.referee.settable import Agreed
from games.core.settings import Labels, Settings, Some, setting
from games.core.types import Forbidden, Unreadable

Fish = Literal["pike", "blue-gill", "eel"]


class Lake(Settings):
    depth: Annotated[int, Scale(1)] = setting(25, "Depth", "In feet.", ge=5, le=90)
    boats: int = setting(4, "Boats", "How many.", ge=2, le=20, multiple_of=2)
    frozen: bool = setting(False, "Frozen", "Or not.")
    fish: Annotated[Fish, Labels({"eel": "Slippery ones"})] = setting("pike", "Fish", "Which.")
    banned: Some[Fish] = setting((), "Banned fish", "Any.")
    name: str = setting("", "Name", "Typed.", max_length=20, fixed="it is on the map")
    shore: str = setting("", "Shore", "Typed.", fixed="it is summer", before=("spring",))


def _refused(lake: Lake, setting: str, after: Lake) -> Forbidden | None:
    dry = after.boats > after.depth
    return Forbidden("LAK-03", "The boats would run aground.") if dry else None


AGREED = Agreed(
    Lake,
    lambda why, instead: Forbidden("LAK-02", why, instead=instead),
    _refused,
    agreement=lambda lake: lake,
    put=lambda lake, after: after,
    phase=lambda lake: "summer" if lake.frozen else "spring",
)


class LakeEditing(Editing[Lake, Lake, Lake, Event]):
    rule = "LAK-01"
    example = "OPTION BOATS 6"
    menu = (AGREED.act,)
    former = (Former("ice", "ICE {value}", "option", ("FROZEN",), {"THICK": "YES"}),)


EDITING, LAKE = LakeEditing(), Lake()


@pytest.mark.parametrize(
    ("text", "written", "name", "value"),
    [
        ("option depth 03.5", "OPTION DEPTH 3.5", "depth", 35),
        ("OPTION BOATS 06", "OPTION BOATS 6", "boats", 6),
        ("OPTION FROZEN ON", "OPTION FROZEN YES", "frozen", True),
        ("OPTION FISH blue-gill", "OPTION FISH BLUE-GILL", "fish", "blue-gill"),
        ("OPTION BANNED eel, pike", "OPTION BANNED EEL PIKE", "banned", ("eel", "pike")),
        ("ICE THICK", "OPTION FROZEN YES", "frozen", True),
    ],
)
def test_a_setting_is_read_by_its_type(text: str, written: str, name: str, value: Any) -> None:
    edit = EDITING.read(LAKE, text)
    assert EDITING.write(edit) == written
    assert EDITING.form.read(EDITING.form.write(edit)) == edit
    changed: dict[str, Any] = {name: value}
    assert EDITING.apply(LAKE, edit).state == LAKE.replace(**changed)


@pytest.mark.parametrize(
    ("text", "rule", "sentence"),
    [
        ("OPTION BOATS 7", "LAK-02", "“Boats” must be a multiple of 2, not 7."),
        ("OPTION BOATS 22", "LAK-02", "“Boats” must be from 2 to 20, not 22."),
        ("OPTION DEPTH 9.1", "LAK-02", "“Depth” must be from 0.5 to 9, not 9.1."),
        ("OPTION DEPTH 0.5", "LAK-01", ""),
        ("OPTION NAME Erie", "LAK-02", "“Name” can no longer be changed: it is on the map."),
        ("OPTION TIDES 3", "LAK-02", "There is no option TIDES."),
        ("OPTION FISH PIKE", "LAK-01", "The option “Fish” is already pike."),
        ("OPTION BANNED NONE", "LAK-01", "The option “Banned fish” is already none."),
    ],
)
def test_what_a_setting_cannot_be_is_refused(text: str, rule: str, sentence: str) -> None:
    refusal = EDITING.refusal(LAKE, EDITING.read(LAKE, text))
    if not sentence:
        assert refusal is None
        return
    assert refusal is not None
    assert (refusal.rule, refusal.sentence) == (rule, sentence)
    assert (refusal.code == SAME) == ("already" in sentence)


def test_what_would_be_impossible_is_the_games_to_refuse() -> None:
    shallow = LAKE.replace(depth=5)
    refusal = EDITING.refusal(shallow, EDITING.read(shallow, "OPTION BOATS 6"))
    assert refusal is not None
    assert refusal.rule == "LAK-03"


@pytest.mark.parametrize("value", ["", "TENCH", "MAYBE", "PIKE PIKE"])
@pytest.mark.parametrize("name", ["FISH", "FROZEN", "BANNED", "BOATS", "DEPTH"])
def test_what_is_no_value_is_not_read(name: str, value: str) -> None:
    with pytest.raises(Unreadable, match="For example: OPTION BOATS 6"):
        EDITING.read(LAKE, f"OPTION {name} {value}")


def test_the_questions_offer_what_can_be_changed_and_numbers_can_be_typed() -> None:
    options = EDITING.options(LAKE)
    settings = options.question(("option",))
    assert isinstance(settings, Question)
    told = [(choice.label, choice.detail) for choice in settings.choices]
    assert told == [
        ("Depth", "now 2.5"), ("Boats", "now 4"), ("Frozen", "now no"), ("Fish", "now pike"),
        ("Banned fish", "now none"),
    ]  # fmt: skip
    fish = options.question(("option", "FISH"))
    assert isinstance(fish, Question)
    assert [choice.label for choice in fish.choices] == ["Blue-gill", "Slippery ones"]
    assert options.question(("option", "DEPTH", typed_key("4.5"))) == Edit(
        "option", ("DEPTH", "4.5")
    )
