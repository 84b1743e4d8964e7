"""Text forms of moves, by a declaration of a made-up game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest

from games.core.notation import Notation, Request, Value, Verb, many, number, one_of, shown
from games.core.types import Decision, Forbidden, Malformed, Seat, Unreadable


@dataclass(frozen=True, slots=True)
class Go:
    unit: str
    steps: int
    target: str = ""
    kind: Literal["go"] = "go"


@dataclass(frozen=True, slots=True)
class Aim:
    unit: str
    at: tuple[str, ...]
    kind: Literal["aim"] = "aim"


@dataclass(frozen=True, slots=True)
class Say:
    yes: bool
    kind: Literal["say"] = "say"


@dataclass(frozen=True, slots=True)
class Buy:
    what: str
    count: int = 1
    kind: Literal["buy"] = "buy"


@dataclass(frozen=True, slots=True)
class Fly:
    origin: str
    to: str
    plant: str | None = None
    kind: Literal["fly"] = "fly"


def read_unit(request: Request[str], text: str) -> str:
    if not (text[0] == "U" and text[1:].isdecimal()):
        raise ValueError
    return text


UNIT = Value("a unit such as U1", read_unit)
PLACE = Value[Any, Any]("a place", lambda request, text: text, extent="[A-Z][0-9]+")
ANSWERS = {"YES": True, "Y": True, "NO": False}


def whole(request: Request[str], values: dict[str, Any]) -> Mapping[str, Any]:
    return {"origin": request.view, **values}


def verb(of: type[Any], kinds: str, *forms: str, **more: Any) -> Verb[Any, Any, Any, None]:
    def refuse(request: Request[str], move: Any) -> Forbidden | None:
        return None

    def do(builder: object, decision: Decision, move: Any) -> None:
        return None

    return Verb(of, (kinds,), forms, refuse, do, **more)


VERBS = (
    verb(
        Go,
        "turn",
        "{unit} GO {steps}[ ON {target}]",
        "GO {unit} {steps}",
        fields={"unit": UNIT, "steps": number("a number of steps"), "target": UNIT},
    ),
    verb(Aim, "turn", "{unit} AIM {at}", fields={"unit": UNIT, "at": many(UNIT, 3)}, quick=True),
    verb(Say, "ask", "SAY {yes}", "{yes}", fields={"yes": one_of("YES or NO", ANSWERS)}),
    verb(Buy, "ask", "BUY[ {count}] {what}", fields={"count": number(), "what": UNIT}),
    verb(Buy, "ask", "NOTHING", values={"what": "", "count": 1}),
    verb(Buy, "market", "OBTAIN {what}", short=("{what}", "THE {what}"), fields={"what": UNIT}),
    verb(
        Fly,
        "fly",
        "[{origin}-]{to}[+{plant}]",
        fields={"origin": PLACE, "to": PLACE, "plant": PLACE},
        fill=whole,
    ),
)
NOTATION = Notation[Request[str], Any](VERBS, lambda request: "U1 GO 2", lambda a: a.decision.kind)


def read(text: str, kind: str = "turn") -> Any:
    return NOTATION.read(Request("A4", Decision(Seat(0), kind, 0)), text)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("U1 GO 2", Go("U1", 2)),
        ("u1  go 2 on u7", Go("U1", 2, "U7")),
        ("go u1, 2", Go("U1", 2)),
        ("U1 AIM U2 U3", Aim("U1", ("U2", "U3"))),
        ("U1 AIM U2,U3", Aim("U1", ("U2", "U3"))),
        ("U1,go,2", Go("U1", 2)),
        ("SAY NO", Say(yes=False)),
        ("y", Say(yes=True)),
        ("BUY U4", Buy("U4")),
        ("BUY 3 U4", Buy("U4", 3)),
        ("NOTHING", Buy("")),
        ("A4–D7+E7", Fly("A4", "D7", "E7")),
        ("d7 + e7", Fly("A4", "D7", "E7")),
        ("D7", Fly("A4", "D7")),
    ],
)
def test_every_form_is_read(text: str, move: object) -> None:
    assert read(text) == move


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Go("U1", 2), "U1 GO 2"),
        (Go("U1", 2, "U7"), "U1 GO 2 ON U7"),
        (Aim("U1", ("U2", "U3")), "U1 AIM U2 U3"),
        (Say(yes=True), "SAY YES"),
        (Buy("U4", 3), "BUY 3 U4"),
        (Buy(""), "NOTHING"),
        (Fly("A4", "D7", "E7"), "A4-D7+E7"),
    ],
)
def test_the_first_form_is_written_and_read_again(move: object, text: str) -> None:
    assert NOTATION.write(move) == text
    assert read(text) == move


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "The text is empty."),
        ("hello there", "I don't understand “hello there”."),
        ("U1 GO", "Missing: a number of steps."),
        ("U1 GO far", "“FAR” is not a number of steps."),
        ("X1 GO 2", "“X1” is not a unit such as U1."),
        ("X1 GO", "“X1” is not a unit such as U1."),
        ("U1 GO 2 on", "Missing after ON: a unit such as U1."),
        ("U1 GO 2 on 7", "“7” is not a unit such as U1."),
        ("U1 GO 2 on U7 on U8", "“ON U8” is not expected here."),
        ("U1 GO 2 now", "“NOW” is not expected here."),
        ("U1 AIM", "Missing: a unit such as U1."),
        ("U1 AIM U1 U2 U3 U4", "At most 3 can be named here, not 4."),
        ("SAY perhaps", "“PERHAPS” is not YES or NO."),
        ("NOTHING else", "“ELSE” is not expected here."),
        ("OBTAIN A4", "“A4” is not a unit such as U1."),
        ("THE U2", "I don't understand “THE U2”."),
    ],
)
def test_what_cannot_be_read_is_said_with_an_example(text: str, why: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read(text)
    assert refused.value.sentence == why
    assert refused.value.instead == "For example: U1 GO 2."


def test_a_text_that_skips_a_fixed_word_is_told_which() -> None:
    fields = {"unit": UNIT, "steps": number("a number of steps")}
    sending = Notation[Request[str], Any](
        (verb(Go, "turn", "SEND {unit} OVER {steps}", fields=fields),), lambda _: "SEND U1 OVER 2"
    )
    with pytest.raises(Unreadable) as refused:
        sending.read(Request("A4", Decision(Seat(0), "turn", 0)), "SEND U1 2")
    assert refused.value.sentence == "“2” is not expected here: OVER comes first."


def test_a_short_form_is_read_only_where_its_kind_is_asked() -> None:
    assert read("THE U2", "market") == Buy("U2")
    assert read("U2", "market") == Buy("U2")
    with pytest.raises(Unreadable) as refused:
        read("THE A4", "market")
    assert refused.value.sentence == "“A4” is not a unit such as U1."
    assert NOTATION.write(Buy("U2")) == "BUY U2"


def test_a_form_with_a_word_says_more_than_one_without() -> None:
    with pytest.raises(Unreadable) as refused:
        read("BUY A4", "market")
    assert refused.value.sentence == "“A4” is not a unit such as U1."
    with pytest.raises(Unreadable) as short:
        read("GO", "market")
    assert short.value.sentence == "Missing: a unit such as U1."


def test_a_better_example_may_be_given() -> None:
    with pytest.raises(Unreadable) as refused:
        NOTATION.read(Request("A4", Decision(Seat(0), "turn", 0)), "U1 GO", lambda: "U7 GO 3")
    assert refused.value.instead == "For example: U7 GO 3."


def test_verbs_of_the_kind_that_is_asked_come_first() -> None:
    other = replace(VERBS[2], type=Buy, kinds=("shop",), forms=("{what}",), fields={"what": UNIT})
    notation = Notation[Request[str], Any]((*VERBS, other), lambda request: "", lambda a: a.view)
    decision = Decision(Seat(0), "", 0)
    assert notation.read(Request("shop", decision), "U2") == Buy("U2")
    assert notation.verb(Buy("U2"), "shop") is other
    assert notation.verb(Buy("U2"), "ask") is VERBS[3]


def test_the_table_tells_what_is_quick_and_the_json_form() -> None:
    assert NOTATION.quick(Aim("U1", ("U2",)))
    assert not NOTATION.quick(Go("U1", 2))
    form = NOTATION.form("kind")
    for move in (Go("U1", 2), Say(yes=True), Fly("A4", "D7")):
        assert form.read(form.write(move)) == move
    with pytest.raises(Malformed):
        form.read('{"kind": "unknown"}')


def test_a_move_is_refused_by_its_verb_or_as_the_answer_to_another_question() -> None:
    no, other = Forbidden("NO-1", "No."), Forbidden("NO-2", "Say YES or NO first.")
    verbs = (VERBS[0], replace(VERBS[2], refuse=lambda request, move: None if move.yes else no))
    notation = Notation[Request[str], Any](
        verbs,
        lambda request: "",
        lambda request: request.decision.kind,
        lambda request, kinds: other,
    )
    request = Request("", Decision(Seat(0), "ask", 0))
    assert notation.refusal(request, Say(yes=True)) is None
    assert notation.refusal(request, Say(yes=False)) is no
    assert notation.refusal(request, Go("U1", 2)) is other
    assert Notation[Request[str], Any](verbs, lambda _: "").refusal(request, Go("U1", 2)) is None


def test_a_refusal_repeats_no_sign_that_is_unseen() -> None:
    assert shown("A1 \u202e\x00B2\n") == "A1 B2"
