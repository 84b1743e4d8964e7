"""The file of a match: written, read, followed; and what is wrong with others."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pydantic_core
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.log import bounded_json, match_file
from games.core.log.match_file import UnreadableFile, canonical, linked
from games.core.log.verification import Wrong, follow
from tests.games.core.logs import COURSE, made, raw, sealed
from tests.toy import GAME as TOY


def test_what_is_written_is_read_and_followed_to_the_same_state() -> None:
    log = match_file.read(made())
    assert log.broken == ""
    *_, last = follow(TOY, log)
    assert hashlib.sha256(TOY.state_form.write(last.state)).hexdigest() == log.end.state
    assert [each.entry.kind for each in follow(TOY, log)][4:8] == [
        "move",
        "undone",
        "move",
        "adjusted",
    ]


def test_the_chain_is_what_the_page_about_the_format_says() -> None:
    """Computed here with nothing but hashlib and json, as anybody could."""
    file = raw(made())

    def link(before: str, value: Any) -> str:
        text = json.dumps(value, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256((before + text).encode()).hexdigest()

    last = link("", {"format": file["format"], "version": 2, "match": file["match"]})
    for entry in file["entries"]:
        said = entry.pop("hash")
        last = link(last, entry)
        assert said == last
    assert link(last, file["end"]) == file["head"]


@given(st.data())
def test_whatever_value_is_changed_the_chain_breaks_there(data: st.DataObject) -> None:
    file = raw(made())
    place = data.draw(st.integers(0, len(file["entries"]) - 1))
    entry = file["entries"][place]
    name = data.draw(st.sampled_from(sorted(set(entry) - {"hash", "kind", "number"})))
    before = entry[name]
    entry[name] = {"at": "2020", "rules": 9}.get(name, [] if isinstance(before, list) else None)
    if entry[name] == before:
        return
    try:
        log = match_file.read(json.dumps(file).encode())
    except UnreadableFile:
        return
    assert log.broken == f"entry {place + 1}"


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(
    st.fixed_dictionaries(
        {"format": st.just("starpost-match"), "version": st.sampled_from((1, 2)) | json_values},
        optional=dict.fromkeys(("match", "entries", "end", "head"), json_values),
    )
)
def test_any_json_is_read_or_refused_in_one_line(file: dict[str, Any]) -> None:
    with pytest.raises(UnreadableFile) as refused:
        match_file.read(json.dumps(file).encode())
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 500


@given(st.data())
def test_a_file_with_any_value_in_any_place_is_followed_or_refused(data: st.DataObject) -> None:
    """Nothing but ``UnreadableFile`` and ``Wrong`` ever comes out, with a chain that holds."""
    file = raw(made())
    place = data.draw(st.integers(0, len(file["entries"]) - 1))
    entry = file["entries"][place]
    entry[data.draw(st.sampled_from(sorted(entry)))] = data.draw(json_values)
    with suppress(UnreadableFile, Wrong):
        list(follow(TOY, match_file.read(sealed(file))))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not JSON"),
        (b"\xff", "not JSON"),
        (b"null", "not a match file"),
        (b'{"format": "starpost-match"}', "version another"),
        (b'{"format": "starpost-match", "version": 7}', "version 7"),
        (b'{"format": "starpost-match", "version": ' + b"1" * 6000 + b"}", "damaged"),
        (b"[" * 300_000, "nested too deeply"),
        (b"[" * 3_000_000, "more than 2000000 parts"),
        (b'{"entries": [{"a": 1' + b"0" * 50 + b"}]}", "number is too long"),
        (b'{"entries": [{"a": "' + b"a" * 2_000_000 + b'"}]}', "string is unterminated or too"),
        (b'{"a": "no end}', "string is unterminated"),
        (b'{"entries": [[' + b"1," * 20_001 + b"1]]}", "one item has more than 20000 parts"),
        (b'{"match": {' + b'"a":1,' * 20_001 + b'"b":1}}', "one item has more than 20000"),
        (b'{"entries": [{}], "entries": [{}]}', "not JSON"),
        (b'{"entries": ["\\u0000"]}', "not JSON"),
        (b'{"entries": [{]}}', "not JSON"),
        (b'{"entries": [{}}', "not JSON"),
        (b'{"a":' * 120 + b"1" + b"}" * 120, "nested too deeply"),
        (b" " * (match_file.MOST_BYTES + 1), "the limit is"),
    ],
)
def test_what_is_no_such_file_is_refused_kindly(data: bytes, said: str) -> None:
    with pytest.raises(UnreadableFile, match=said):
        match_file.read(data)


@pytest.mark.parametrize("number", ["1e309", "-1e309", "NaN", "Infinity", "-Infinity"])
@pytest.mark.parametrize(
    "place", ['"rules": 1', '"height": 2', '"oil": 4', '"kind": "move"', '"version": 2']
)
def test_numbers_that_are_not_finite_are_refused_wherever_they_stand(
    number: str, place: str
) -> None:
    data = made()
    changed = data.replace(place.encode(), f"{place.partition(':')[0]}: {number}".encode(), 1)
    assert changed != data
    with pytest.raises(UnreadableFile, match=r"^The file is damaged"):
        match_file.read(changed)


@given(st.dictionaries(st.text(max_size=8), json_values | st.lists(json_values), max_size=6))
def test_what_is_read_in_pieces_is_what_a_parser_reads_at_once(value: dict[str, Any]) -> None:
    if "\\u0000" in json.dumps(value):
        return
    for indent in (None, 1):
        text = json.dumps(value, ensure_ascii=False, indent=indent).encode()
        found = bounded_json.parsed(text, 10**6, 10**6)
        assert found == value
        assert list(found) == list(value)


def test_no_step_of_reading_parses_more_than_one_item(monkeypatch: pytest.MonkeyPatch) -> None:
    """A parser holds the interpreter's lock as long as it reads."""
    longest = 0

    def from_json(text: bytes, *, allow_inf_nan: bool) -> Any:
        nonlocal longest
        longest = max(longest, len(text))
        return pydantic_core.from_json(text, allow_inf_nan=allow_inf_nan)

    monkeypatch.setattr(bounded_json, "from_json", from_json)
    data = made()
    match_file.read(data)
    items = [len(json.dumps(each, ensure_ascii=False)) for each in raw(data)["entries"]]
    assert 0 < longest < max(items) + 900 < len(data)


def _entry(place: int, **changes: Any) -> bytes:
    file = raw(made())
    file["entries"][place - 1] |= changes
    return sealed(file)


@pytest.mark.parametrize(
    ("data", "number", "said"),
    [
        (_entry(5, decision="turn-9-0"), 5, "moved on"),
        (_entry(5, seat=None), 5, "who answered"),
        (_entry(4, faces=[[9]]), 4, "not asked for"),
        (_entry(4, asked=[{"count": 1, "sides": 20}]), 4, "different dice"),
        (_entry(6, to=6), 6, "does not exist"),
        (_entry(7, branch=4), 7, "place in the log"),
        (_entry(8, adjustment={"kind": "none"}), 8, "form"),
        (_entry(3, kind="start"), 3, "one start"),
        (_entry(3, number=9), 3, "in sequence"),
        (_entry(11, rules=2), 11, "version 2"),
    ],
)
def test_an_entry_that_cannot_be_is_named(data: bytes, number: int, said: str) -> None:
    log = match_file.read(data)
    assert log.broken == ""
    with pytest.raises(Wrong, match=said) as wrong:
        list(follow(TOY, log))
    assert wrong.value.number == number


def test_a_move_against_the_rules_is_refused_with_the_rule() -> None:
    with pytest.raises(Wrong) as wrong:
        list(
            follow(
                TOY, match_file.read(_entry(5, move={"kind": "light", "beacon": 4, "height": 9}))
            )
        )
    assert wrong.value.rule.startswith("TOY-")


def test_from_a_position_on_a_match_is_followed_although_it_began_under_older_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = raw(made(COURSE[:4]))
    states = [each.state for each in follow(TOY, match_file.read(sealed(file)))]
    monkeypatch.setattr(type(TOY), "meta", replace(TOY.meta, rules_version=2))
    position = json.loads(TOY.state_form.write(states[-1]))
    last = {"number": 6, "kind": "position", "position": position, "rules": 2}
    file["entries"].append(last | {"at": file["entries"][0]["at"], "place": 6, "branch": 0})
    followed = list(follow(TOY, match_file.read(sealed(file))))
    assert [each.state for each in followed[:5]] == [None] * 5
    assert followed[-1].state == states[-1]


def test_equal_values_give_equal_text() -> None:
    assert canonical({"b": [1, "é"], "a": None}) == '{"a":null,"b":[1,"\\u00e9"]}'
    assert linked("", {"a": 1}) == hashlib.sha256(b'{"a":1}').hexdigest()
