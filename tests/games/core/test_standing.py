"""Standing orders from declared topics, and queues of commands."""

from __future__ import annotations

import re

import pytest

from games.core.questions import Question, path_of, typed_key
from games.core.questions.tree import Ask, Tree, leaf
from games.core.standing import (
    ASK,
    GivenOrders,
    StandingOrder,
    StandingOrders,
    Subjects,
    Topic,
    asking,
    numbers,
)
from games.core.standing.queues import Queue
from games.core.types import Decision, Forbidden, Seat, Unreadable

DUCK = Topic[None](
    "duck",
    "Duck",
    asking({"always": "always", "never": "never"}),
    "never",
    {"crew": "always"},
    differs=True,
    aliases=("take-cover",),
)
OIL = {"0": "none", "5": "5 cans"}
KEEP = Topic[None]("keep-oil", "Oil to keep", OIL, "0", typed=numbers(0, 9))
LATER = Topic[None]("later", "Later", {}, typed=numbers(1, 9), queue=2)
PIECES = Subjects[None](
    "boat",
    {"crew": "crews", "cargo": "cargo boats"},
    {"CREWS": "crew"},
    "B[0-9]",
    lambda view: {"B2": "B2 Gig", "B1": "B1 Tug"},
)
ORDERS = StandingOrders(
    (DUCK, KEEP, LATER), "TOY-1", "For example: DUCK ALL.", {"turn": "Default: none."}, PIECES
)


def given(*texts: str) -> GivenOrders:
    orders: GivenOrders = ()
    for text in texts:
        orders = ORDERS.given(orders, ORDERS.read(None, text))
    return orders


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("DUCK B1 ALWAYS", StandingOrder("duck", "B1", "always")),
        ("b1 duck always", StandingOrder("duck", "B1", "always")),
        ("DUCK ALL ASK NEVER", StandingOrder("duck", "", "ask-never")),
        ("duck, ask", StandingOrder("duck", "", ASK)),
        ("take_cover crews never", StandingOrder("duck", "crew", "never")),
        ("DUCK CARGO CLEAR", StandingOrder("duck", "cargo", "")),
        ("KEEP-OIL 007", StandingOrder("keep-oil", "", "7")),
        ("LATER 3", StandingOrder("later", "", "3")),
    ],
)
def test_orders_are_read_in_many_ways_and_written_in_one(text: str, order: StandingOrder) -> None:
    assert ORDERS.read(None, text) == order
    assert ORDERS.read(None, ORDERS.write(order)) == order


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The order is empty. For example: DUCK ALL."),
        ("SING", "“SING” is not a standing order. Orders begin with DUCK, KEEP-OIL, LATER."),
        ("DUCK", "Missing: a value. Write ALWAYS, NEVER, ASK or CLEAR."),
        ("DUCK B1 OFTEN", "“OFTEN” is not a value of DUCK. Write ALWAYS, NEVER, ASK or CLEAR."),
        ("KEEP-OIL 10", "“10” is not a value of KEEP-OIL. Write 0 to 9 or CLEAR."),
        ("DUCK " + "X" * 4000, "The order has 4005 characters; the limit is 4000."),
    ],
)
def test_what_is_no_order_is_told_with_what_would_be_one(text: str, sentence: str) -> None:
    with pytest.raises(Unreadable, match=re.escape(sentence)):
        ORDERS.read(None, text)


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (StandingOrder("sing", "", "x"), "SING is not a standing order."),
        (StandingOrder("duck", "", "often"), "DUCK cannot be OFTEN."),
        (StandingOrder("duck", "B3", "always"), "You have no boat B3."),
        (StandingOrder("keep-oil", "B1", "5"), "KEEP-OIL applies to you, not to single boats."),
        (StandingOrder("keep-oil", "", "05"), "KEEP-OIL cannot be 05."),
        (StandingOrder("keep-oil", "", "10"), "KEEP-OIL cannot be 10."),
    ],
)
def test_an_order_that_cannot_be_given_is_refused(order: StandingOrder, sentence: str) -> None:
    found = ORDERS.options(None).refusal(order)
    assert isinstance(found, Forbidden)
    assert (found.rule, found.code, found.sentence) == ("TOY-1", "BAD_KEY", sentence)


def test_the_tree_offers_all_values_for_everything_classes_and_own_pieces() -> None:
    options = ORDERS.options(None)
    found = options.question(("duck",))
    assert isinstance(found, Question)
    assert [(choice.key, choice.label, choice.text) for choice in found.choices] == [
        ("all", "All boats", "DUCK ALL "),
        ("crew", "Crews", "DUCK CREW "),
        ("cargo", "Cargo boats", "DUCK CARGO "),
        ("B2", "B2 Gig", "DUCK B2 "),
        ("B1", "B1 Tug", "DUCK B1 "),
    ]
    offered = list(options)
    assert len(offered) == 5 * 6 + 3 + 1
    for order in (*offered, StandingOrder("keep-oil", "", "7"), StandingOrder("later", "", "3")):
        assert options.contains(order)
        assert options.question(path_of(options, order, ORDERS.write(order))) == order
    for path in (("duck", "B3"), ("keepoil", typed_key("10")), ("later", "3")):
        with pytest.raises(Unreadable):
            options.question(path)


def test_what_is_said_of_a_piece_counts_more_than_of_its_class_and_of_all() -> None:
    assert DUCK.value((), "B1", "crew") == "always"
    assert DUCK.value((), "B1", "cargo") == "never"
    orders = given("DUCK ALL ASK")
    assert DUCK.value(orders, "B1", "crew") == ASK
    orders = given("DUCK ALL ASK", "DUCK CREW ASK NEVER", "DUCK B2 NEVER")
    assert DUCK.value(orders, "B1", "crew") == "ask-never"
    assert DUCK.value(orders, "B2", "crew") == "never"
    assert [DUCK.asks(orders, each, "crew") for each in ("B1", "B2")] == [True, False]
    assert DUCK.unasked(orders, "B1", "crew") == "never"
    assert DUCK.unasked(given("DUCK ALL ASK"), "B1", "crew") == "always", "its class's default"


def test_an_order_replaces_the_one_about_the_same_and_a_queue_grows_to_its_limit() -> None:
    texts = ("DUCK B1 ALWAYS", "DUCK ALL ASK", "DUCK B1 NEVER", "LATER 1", "LATER 2", "LATER 3")
    orders = given(*texts)
    assert orders == (
        StandingOrder("duck", "", ASK),
        StandingOrder("duck", "B1", "never"),
        StandingOrder("later", "", "1"),
        StandingOrder("later", "", "2"),
    )
    assert ORDERS.given(orders, StandingOrder("later", "", "")) == orders[:2]
    assert ORDERS.given(orders, StandingOrder("duck", "B1", "")) == (orders[0], *orders[2:])


def test_an_order_that_was_stored_under_a_former_name_is_still_in_force() -> None:
    former = StandingOrder("take-cover", "B1", "always")
    orders: GivenOrders = (former, *given("DUCK ALL ASK"))
    assert DUCK.value(orders, "B1", "crew") == "always"
    assert DUCK.asks(orders, "B2")
    assert ORDERS.write(former) == "DUCK B1 ALWAYS"
    assert ORDERS.refusal(None, former) is None
    assert "Duck, B1: always." in ORDERS.show(None, orders)
    assert ORDERS.given(orders, StandingOrder("duck", "B1", "")) == orders[1:]
    assert ORDERS.given(orders, StandingOrder("take-cover", "", "")) == orders[:1]


def test_all_orders_in_force_are_shown_with_the_defaults() -> None:
    assert ORDERS.show(None, ()) == (
        "Duck: never (default).",
        "Duck, crews: always (default).",
        "Oil to keep: none (default).",
    )
    orders = given("DUCK B1 ALWAYS", "DUCK B2 NEVER", "DUCK ALL ASK", "KEEP-OIL 7", "LATER 4")
    assert ORDERS.show(None, orders) == (
        "Duck: ask me.",
        "Duck, B2: never.",
        "Duck, B1: always.",
        "Oil to keep: 7.",
        "Later, 1: 4.",
    )


def test_what_happens_without_an_answer_is_said_by_the_kind_of_decision() -> None:
    assert ORDERS.unless(None, Decision(Seat(0), "turn", 0), ()) == "Default: none."
    assert ORDERS.unless(None, Decision(Seat(0), "talk", 0), ()) == ""


# --- Queues ---


class Row(str):
    """A command of a turn."""

    __slots__ = ()


class Fish(str):
    """A command of another kind of turn."""

    __slots__ = ()


class Build(str):
    """A command of the time before all turns."""

    __slots__ = ()


class End(str):
    """Ends a turn."""

    __slots__ = ()


COMMANDS = {"ROW": Row("ROW"), "FISH": Fish("FISH"), "BUILD": Build("BUILD"), "END": End("END")}
LEGAL = {"ROW", "END", "FISH"}


def command(view: tuple[int, bool], decision: Decision, text: str) -> str:
    if text not in COMMANDS:
        raise Unreadable("What?")
    return COMMANDS[text]


def options(view: tuple[int, bool], decision: Decision) -> Tree[str]:
    root = Ask[str]("What now?", lambda: [leaf("ROW", "Row", COMMANDS["ROW"])])
    forbidden = Forbidden("TOY-2", "The boat is burnt.")
    return Tree(root, lambda move: None if move in LEGAL else forbidden, str)


QUEUE: Queue[tuple[int, bool], str] = Queue(
    "later",
    command,
    options,
    turn=lambda view, decision: view,
    answers={"turn": (Row, End), "fishing": (Fish, End)},
    ends=(End,),
    past={"turn": (Build,)},
)
OTHER = StandingOrder("duck", "", ASK)


def queued(*texts: str, about: str = "") -> GivenOrders:
    return tuple(StandingOrder("later", about, text) for text in texts)


def answered(
    orders: GivenOrders, number: int = 3, *, first: bool = True, kind: str = "turn"
) -> tuple[str | None, GivenOrders] | None:
    found = QUEUE.answer((number, first), Decision(Seat(0), kind, 7), orders)
    return None if found is None else (found.move, found.left)


def test_a_queue_begins_with_the_turn_and_goes_on_through_it() -> None:
    orders = (OTHER, *queued("ROW", "ROW", "END"))
    assert answered(orders, first=False) is None
    found = answered(orders)
    assert found == ("ROW", (OTHER, *queued("ROW", "END", about="3")))
    assert answered(found[1], first=False) == ("ROW", (OTHER, *queued("END", about="3")))
    assert answered((), first=True) is None
    assert answered(orders, kind="talk") is None


def test_what_follows_the_end_of_a_turn_waits_for_the_next() -> None:
    assert answered(queued("END", "ROW")) == ("END", queued("ROW"))


def test_the_whole_queue_is_dropped_at_the_first_illegal_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert answered((OTHER, *queued("SING", "ROW"))) == (None, (OTHER,))
    monkeypatch.setattr(f"{__name__}.LEGAL", {"END"})
    assert answered((OTHER, *queued("ROW", "END"))) == (None, (OTHER,))


def test_a_command_for_another_kind_of_turn_waits_and_one_of_the_past_is_gone() -> None:
    assert answered(queued("FISH", "ROW")) is None
    assert answered(queued("FISH"), kind="fishing") == ("FISH", ())
    assert answered(queued("BUILD", "ROW")) == ("ROW", ())


def test_an_end_that_came_by_itself_is_not_made_up_for() -> None:
    orders = (*queued("ROW", "END", "ROW", "END", about="2"), *queued("ROW"))
    assert answered(orders) == ("ROW", queued("END", "ROW", about="3"))
