"""Content packs of any text: read or refused, never anything else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from games.astral_sailors.content.loading import PACKS
from games.astral_sailors.content.pack_form import ARMIES, LISTS, PIECES, PRESETS, UNITS
from games.core.content import PackFault, RecordType
from tests.games.astral_sailors.packs import example_pack

TABLES: tuple[RecordType[Any], ...] = (ARMIES, UNITS, PIECES, PRESETS, LISTS)
WORDS = st.sampled_from(
    [
        "title", "units", "[[units]]", "[[lists]]", "[[presets]]", "[[pieces]]", "[[armies]]", "[",
        "]", "{", "}", "=", ".", ",", "\n", '"', "'", '"""', "'''", "\\", "#", "\0", "\u202e", " ",
        "code", "name", "specials", "range", "height", "1", "-1", "0.5", "1e400", "nan", "9" * 50,
        "true", '"EX1"', '"Cover 2"', "1979-05-27", "\r\n", "\r", "\ud800", "spots", '"WA D5"',
    ]
)  # fmt: skip
VALUES = st.recursive(
    st.sampled_from(
        [
            '""',
            '"x"',
            "0",
            "1",
            "-7",
            "1.5",
            "nan",
            "true",
            "1979-05-27",
            '"EX"',
            '"WA D5"',
            "9" * 30,
        ]
    ),
    lambda inner: st.lists(inner, max_size=4).map(lambda values: "[" + ", ".join(values) + "]"),
    max_leaves=12,
)


@st.composite
def tables(draw: st.DrawFn) -> str:
    """A pack with known tables and fields, of which some have values of any kind."""
    lines = ['title = "T"']
    for kind in draw(st.lists(st.sampled_from(TABLES), max_size=4)):
        lines.append(f"[[{kind.table}]]")
        lines += [f"{field} = {draw(VALUES)}" for field in kind.fields if draw(st.integers(0, 9))]
    return "\n".join(lines)


def is_told_kindly(text: str) -> None:
    found = None
    try:
        assert 1 <= len(PACKS.title(text)) <= 40
    except PackFault as refused:
        found = refused
    if found is not None:
        assert 0 <= found.line <= text.count("\n") + 1
        assert len(found.reason) < 400
        assert found.reason.isprintable()


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(st.text(max_size=200), st.lists(WORDS, max_size=60).map("".join), tables()))
@example("a" + ".a" * 32_000 + " = 1")
@example(("a" + ".a" * 400 + " = 1\n") * 70)
@example("x = " + "[" * 60_000)
@example("title = 'T'\nunits = " + "[\n" * 30_000)
@example("x = " + "{a=" * 20_000)
@example('x = """' + '\\"""' * 16_000)
@example("x = " + "9" * 60_000)
@example("[[a]]\n" * 10_000)
@example("[a." * 20_000)
@example("'''" * 21_000)
def test_no_text_does_more_than_be_refused(text: str) -> None:
    is_told_kindly(text)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_good_pack_with_a_scratch_is_read_or_refused(data: st.DataObject) -> None:
    text = example_pack()
    at = data.draw(st.integers(0, len(text)))
    until = min(len(text), at + data.draw(st.integers(0, 12)))
    is_told_kindly(text[:at] + data.draw(st.lists(WORDS, max_size=3).map("".join)) + text[until:])


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8"), min_size=61, max_size=400))
def test_no_more_than_sixty_characters_are_repeated(noise: str) -> None:
    escaped = "".join(f"\\U{ord(letter):08x}" for letter in noise[:90])
    for text in (f'"{escaped}" = 1', f'title = "T"\n[[units]]\n"{escaped}" = 1'):
        with pytest.raises(PackFault) as caught:
            PACKS.title(text)
        reason = caught.value.reason
        assert reason.isprintable()
        assert noise[:61] not in reason
