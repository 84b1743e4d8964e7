"""Checks that what is offered, what is allowed and what can be written are one thing."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial, reduce
from itertools import combinations, islice
from typing import Any, TypeAlias

from games.core.computer import numbered_moves, rank_choices
from games.core.contract import AnyGame
from games.core.geometry.plane import Board, Disc, Point, Rectangle, Shape
from games.core.log.replay import Played, carry_out, play, read
from games.core.questions import (
    Choice,
    Options,
    Points,
    Question,
    TextField,
    complete,
    path_of,
    sample,
    text_of_key,
    typed_key,
)
from games.core.standing import GivenOrders
from games.core.types import (
    Chance,
    Decision,
    Decisions,
    Forbidden,
    Form,
    Malformed,
    NotYourDecision,
    Refusal,
    Seat,
    Seated,
    Unreadable,
)
from tests.games.kit import Match, Title

APPLIED, OTHERS, BEYOND = 12, 60, 40

MANY = 100
"""Of more moves than this, as many are looked at one by one, chosen by chance; all are listed."""

FEW = 5
"""Of the answers to a question so many are followed in a tree of ``MANY`` moves and more."""

LISTED = 1000
"""Of a tree with more moves than this the first ones are listed, and others drawn by chance."""

DEEP = 3
"""Of such a tree one answer is followed to each question below so many others."""

POINTED = 3
"""Of the fields for points that are called alike so many are tried in a walk."""

ASKED = 200
"""Of a tree with more questions than this as many are asked, chosen by chance."""

NONSENSE = ("", "?", "ZZZ", "-", "+", "A", "0", "99999", "A1-", "💥", "É5", "x" * 200, "DROP TABLE")

NO_POINTS = ("24.555 1", "+1 2", "1e9 2", "1.2.3 4", "1 2 3 4")
"""What is no point, in any scale."""

Place: TypeAlias = tuple[str | int, ...]
"""The keys that lead to something in a JSON value."""

_ORDER_KEY = re.compile(r"[A-Za-z0-9]{1,13}|_[A-Za-z0-9_-]+")

_LETTERED = re.compile(r"([A-Za-z]+)([0-9]+)")
"""A place or a code, such as ``F6``: a number in its way."""


def open_questions(
    title: Title, states: Sequence[Any]
) -> Iterator[tuple[Any, Decision, Any, Options[Any]]]:
    """State, decision, the seat's view and its options, for every open decision."""
    for state in states:
        pending = title.game.pending(state)
        for decision in pending.open if isinstance(pending, Decisions) else ():
            view = title.game.view(state, Seated(decision.seat))
            yield state, decision, view, title.game.options(view, decision)


def some_offers(options: Options[Any], rng: random.Random, count: int) -> list[Any]:
    """At most ``count`` different moves that are offered, without a list of them all."""
    try:
        options.question(())
    except (Unreadable, Forbidden):
        return []
    return list(dict.fromkeys(sample(options, rng) for _ in range(count)))


@dataclass(frozen=True)
class Offered:
    """Different moves that are offered.

    ``all``  whether they are all
    """

    moves: tuple[Any, ...]
    all: bool


def offered_by(options: Options[Any], rng: random.Random) -> Offered:
    """All moves of a tree, or the first of a large one and some more."""
    first = tuple(islice(options, LISTED + 1))
    assert len(set(first)) == len(first), "a move is offered twice"
    if len(first) <= LISTED:
        return Offered(first, all=True)
    drawn = some_offers(options, rng, MANY)
    return Offered(tuple(dict.fromkeys((*first, *drawn))), all=False)


def check_offers(match: Match, rng: random.Random, moments: int) -> None:
    """Every offered move is legal, applies, and has its text and its JSON form."""
    game = match.title.game
    for state, decision, view, options in open_questions(match.title, match.moments(rng, moments)):
        offered = offered_by(options, rng).moves
        assert offered or not decision.waits, f"nothing can be answered to {decision.key}"
        texts = {game.write(move) for move in offered}
        assert len(texts) == len(offered), f"two moves share a text: {decision.key}"
        some = rng.sample(offered, min(MANY, len(offered)))
        assert len({game.move_form.write(move) for move in some}) == len(some)
        for move in some:
            assert options.contains(move), f"offered but not contained: {game.write(move)}"
            assert options.refusal(move) is None
            assert game.move_form.read(game.move_form.write(move)) == move
            for text in (game.write(move), f" {game.write(move).lower()} "):
                assert game.read(view, decision, text) == move, f"{text!r} reads as another move"
            assert read(game, state, decision.seat, game.write(move))[1] == move
        before = game.state_form.write(state)
        for move in rng.sample(offered, min(APPLIED, len(offered))):
            step = play(game, state, decision, move)
            _check_follow(game, view, decision, move, step.state)
            unchecked = game.apply(state, decision.seat, decision, move)
            assert step == unchecked, "what the check has found leads elsewhere"
            written = game.state_form.write(step.state)
            again = game.state_form.read(written)
            assert again == step.state
            assert game.state_form.write(again) == written
            for event in step.events:
                assert game.event_form.read(game.event_form.write(event)) == event
                assert set(event.only or ()) <= set(match.seats.all())
        assert game.state_form.write(state) == before, "a move changed the state it was given"


def _check_follow(game: AnyGame, view: Any, decision: Decision, move: Any, after: Any) -> None:
    """A plan goes on from what the seat really sees then, if dice do not come between."""
    followed = game.follow(view, decision, move)
    if followed is not None and not isinstance(game.pending(after), Chance):
        assert game.view(after, Seated(decision.seat)) == followed[0], f"planned otherwise: {move}"


def check_suggestions(match: Match, rng: random.Random, moments: int) -> None:
    """What is suggested is legal, the same for equal views, leads to its move by one key, and can
    be drawn; choices that lead to nothing useful come last and say why."""
    game = match.title.game
    if game.computer is None:
        return
    for _, decision, view, options in open_questions(match.title, match.moments(rng, moments)):
        found = game.computer.suggest(view, decision)
        assert found == game.computer.suggest(view, decision), "not the same for equal views"
        useful = [each for each in found if each.moves]
        assert list(found[: len(useful)]) == useful, "what is useless comes before what is useful"
        assert not found or useful, "nothing to suggest is said to be useful"
        for each in useful:
            assert each.label, f"a suggestion without a label: {each}"
            assert game.read(view, decision, game.write(each.moves[0])) == each.moves[0]
            _check_plan(game, view, decision, each.moves)
        assert all(each.reason for each in found), "a suggestion without its reason"
        asked = options.question(()) if found else None
        if isinstance(asked, Question):
            shown = rank_choices(asked, found, game.write, 3)
            keys, whole = [choice.key for choice in shown.choices], shown.choices[: shown.whole]
            assert {choice.key for choice in asked.choices} <= set(keys), "a choice is gone"
            assert len(keys) == len(set(keys)), "offered twice"
            texts = [choice.text for choice in asked.choices if choice.final]
            assert all(each.text not in texts or asked.choice(each.key) for each in whole)
            plans = [numbered_moves(found, f"w{at}") for at, _ in enumerate(whole, 1)]
            for better, later in combinations(plans, 2):
                assert not set(later) <= set(better), f"offered again: {later}"
            for choice in shown.choices[: shown.whole]:
                move, *_ = numbered_moves(found, choice.key) or (options.question((choice.key,)),)
                assert game.write(move) == choice.text
            shown.sketch()


def _check_plan(game: AnyGame, view: Any, decision: Decision, moves: Sequence[Any]) -> None:
    """All of the moves are legal, one after the other."""
    asked: tuple[Any, Decision] | None = (view, decision)
    for move in moves:
        assert asked is not None, f"suggested, but nothing can follow: {moves}"
        assert game.options(*asked).contains(move), f"suggested but illegal: {moves}"
        asked = game.follow(*asked, move)


def check_standing(match: Match, rng: random.Random, moments: int) -> None:
    """Every order that can be given in advance is legal, has its text, a way that leads to it with
    keys that fit a button, and a sentence; what is none is refused."""
    game, standing = match.title.game, match.title.game.standing
    if standing is None:
        return
    for state in match.moments(rng, moments):
        seat = rng.choice(match.seats.all())
        view = game.view(state, Seated(seat))
        given: GivenOrders = ()
        options, read = standing.options(view), partial(standing.read, view)
        listed = tuple(islice(options, LISTED))
        assert len(set(listed)) == len(listed), "an order is offered twice"
        for order in rng.sample(listed, min(FEW * FEW, len(listed))):
            assert options.contains(order), f"offered but not contained: {order}"
            text = standing.write(order)
            assert read(text) == read(f" {text.lower()} ") == order, f"{text!r} is read otherwise"
            path = path_of(options, order, text)
            assert options.question(path) == order
            assert all(_ORDER_KEY.fullmatch(key) for key in path), path
            given = standing.given(given, order)
            assert bool(order.value) == (order in given), f"{text} is given, or withdrawn"
        assert standing.known(given) == given
        assert all(standing.show(view, given))
        walk = Walk(read, options, rng, FEW)
        assert set(walk.leaves(())) <= set(listed) or len(listed) == LISTED
        first = options.question(())
        assert isinstance(first, Question)
        for path in (("zz",), ("",), ("💥",), (first.choices[0].key, "zz")):
            assert isinstance(refused(options.question, path), Forbidden | Unreadable)
        for text in NONSENSE:
            assert isinstance(refused(read, text), Forbidden | Unreadable)


def check_computer(match: Match, rng: random.Random, moments: int) -> None:
    """Computer players of every level can go on from there: what they answer is legal, and while
    the match waits somebody has an answer."""
    game, computer = match.title.game, match.title.game.computer
    if computer is None:
        return
    for state in match.moments(rng, moments):
        asked = [*open_questions(match.title, [state])]
        for level in computer.levels:
            answered = not any(decision.waits for _, decision, _, _ in asked)
            for _, decision, view, options in asked:
                move = computer.choose(view, decision, random.Random(0), level)
                assert move is None or options.contains(move), f"{level} plays {game.write(move)}"
                answered |= move is not None and decision.waits
            assert answered, f"{level} has no answer: {[each.key for _, each, _, _ in asked]}"


def check_refusals(match: Match, rng: random.Random, moments: int) -> None:
    """Whatever is not offered is refused by a rule that exists, and changes nothing."""
    game, states = match.title.game, match.moments(rng, moments)
    elsewhere = [
        log_action.move for log_action in match.log_actions if isinstance(log_action, Played)
    ]
    for _, _, _, options in open_questions(match.title, states):
        elsewhere += some_offers(options, rng, 5)
    for state, decision, view, options in open_questions(match.title, states):
        listed = offered_by(options, rng)
        offered, legal = listed.moves, frozenset(listed.moves)
        before = game.state_form.write(state)
        tried = others(game.move_form, elsewhere, rng)
        for move in (*tried, *beyond(game.move_form, offered, rng)):
            allowed = move in legal or _led_to(game, options, move, typed=listed.all)
            assert options.contains(move) == allowed, f"offers and check differ: {move}"
            refusal = options.refusal(move)
            assert (refusal is None) == allowed, f"refusal and check differ: {move}"
            if refusal is not None:
                teaches(game, refusal)
                refused(play, game, state, decision, move)
            elif move not in legal:
                assert game.read(view, decision, game.write(move)) == move
                play(game, state, decision, move)
        _check_strangers(match, state, decision, next(iter(options), None))
        for text in NONSENSE:
            _check_nonsense(game, view, decision, options, listed, text)
        assert game.state_form.write(state) == before, "a refusal changed the state"
    for seat in match.seats.all():
        assert isinstance(refused(read, game, states[-1], seat, "A1"), NotYourDecision)


def others(
    form: Form[Any], elsewhere: Sequence[Any], rng: random.Random, count: int = OTHERS
) -> Iterator[Any]:
    """Moves of other moments as they are, and with their values changed or mixed."""
    yield from rng.sample(elsewhere, min(count // 2, len(elsewhere)))
    for _ in range(count // 2):
        values = json.loads(form.write(rng.choice(elsewhere)))
        if not isinstance(values, dict) or not values:
            continue
        name = rng.choice(sorted(values))
        mixed = json.loads(form.write(rng.choice(elsewhere)))
        if isinstance(values[name], int) and not isinstance(values[name], bool):
            values[name] = _other_number(values[name], rng)
        elif isinstance(values[name], list) and values[name] and rng.random() < 0.5:
            at = rng.randrange(len(values[name]))
            if f"{values[name][at]}".isdecimal():
                values[name][at] = f"{_other_number(int(values[name][at]), rng)}"
        elif isinstance(mixed, dict) and name in mixed:
            values[name] = mixed[name]
        try:
            yield form.read(json.dumps(values))
        except Malformed:
            continue


def _other_number(number: int, rng: random.Random) -> int:
    return rng.choice((number + rng.randint(-9, 9), -1, 0, 255, 10**6))


def beyond(
    form: Form[Any], offered: Sequence[Any], rng: random.Random, count: int = BEYOND
) -> Iterator[Any]:
    """Moves that differ from an offered one in a number: inside, on and past the limits between
    which moves are offered that are alike in all the rest."""
    alike: dict[tuple[str, Place], list[int]] = {}
    for move in rng.sample(offered, min(MANY, len(offered))):
        values = json.loads(form.write(move))
        for place, letters, number in _numbers(values, ()):
            rest = json.dumps(_put(values, place, letters))
            alike.setdefault((rest, place), []).append(number)
    for rest, place in rng.sample(list(alike), min(count, len(alike))):
        lowest, highest = min(alike[rest, place]), max(alike[rest, place])
        for number in {lowest - 1, lowest, rng.randint(lowest, highest), highest, highest + 1}:
            with suppress(Malformed):
                yield form.read(json.dumps(_put(json.loads(rest), place, number)))


def around(limit: Shape, rng: random.Random) -> Iterator[Point]:
    """Points on the border of a shape, one unit from there, and anywhere near it."""
    match limit:
        case Disc():
            turns = (0, 90, 180, 270, *(rng.randrange(360) for _ in range(4)))
            plane = Board(0, 0, 1)
            border = [plane.ahead(limit.centre, turn, limit.radius) for turn in turns]
        case Rectangle(x0, y0, x1, y1):
            border = [Point(x, y) for x in (x0, x1) for y in (y0, rng.randint(y0, y1), y1)]
            border += [Point(rng.randint(x0, x1), y) for y in (y0, y1)]
        case _:
            border = list(limit.corners)
    for at in border:
        yield at
        yield at.plus(rng.choice((-1, 1)), 0)
        yield at.plus(0, rng.choice((-1, 1)))
    (left, right), (low, high) = ((min(each), max(each)) for each in zip(*border, strict=True))
    for _ in border:
        yield Point(rng.randint(left - 9, right + 9), rng.randint(low - 9, high + 9))


def _numbers(value: Any, place: Place) -> Iterator[tuple[Place, str, int]]:
    """The place of each number in a JSON value, the letters in front of it, and the number."""
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _numbers(each, (*place, key))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield place, "", value
    elif isinstance(value, str) and (found := _LETTERED.fullmatch(value)):
        yield place, found[1], int(found[2])


def _put(values: Any, place: Place, new: int | str) -> Any:
    """``values`` with something else at a place; a number behind the letters that stand there."""
    values = json.loads(json.dumps(values))
    *way, last = place
    inside = reduce(lambda inside, key: inside[key], way, values)
    before = inside[last]
    inside[last] = f"{before}{new}" if isinstance(new, int) and before else new
    return values


def refused(log_action: Callable[..., Any], *given: Any) -> Refusal:
    try:
        log_action(*given)
    except Refusal as refusal:
        return refusal
    raise AssertionError("what must be refused was played")


def teaches(game: AnyGame, refusal: Refusal) -> None:
    assert refusal.sentence.strip(), "a refusal without a word"
    assert len(str(refusal)) <= 400, f"a refusal of {len(str(refusal))} characters"
    if isinstance(refusal, Forbidden):
        assert refusal.rule in game.rulebook.by_id, f"no such rule: {refusal.rule}"


def _check_strangers(match: Match, state: Any, decision: Decision, move: Any) -> None:
    """The right answer of the wrong seat, or to a decision that is not open."""
    game = match.title.game
    for seat in match.seats.all():
        if seat != decision.seat:
            log_action = Played(seat, decision.key, move)
            assert isinstance(refused(carry_out, game, state, log_action), NotYourDecision)
    stale = Played(Seat(0), "nothing-0-0", move)
    assert isinstance(refused(carry_out, game, state, stale), NotYourDecision)


def _led_to(game: AnyGame, options: Options[Any], move: Any, *, typed: bool) -> bool:
    """Whether it is a legal move to which questions lead. ``typed``: and that no choice offers,
    such as a path typed step by step."""
    if not options.contains(move):
        return False
    path = path_back(options, move, game.write(move))
    return bool(path) and (not typed or any(text_of_key(key) is not None for key in path))


def path_back(options: Options[Any], move: Any, text: str) -> tuple[str, ...]:
    """The way to a legal move; empty if there is none."""
    try:
        path = path_of(options, move, text)
    except LookupError:
        return ()
    return path if options.question(path) == move else ()


def _check_nonsense(
    game: AnyGame, view: Any, decision: Decision, options: Options[Any], listed: Offered, text: str
) -> None:
    try:
        move = game.read(view, decision, text)
    except (Unreadable, Forbidden) as refusal:
        teaches(game, refusal)
        return
    assert (
        options.refusal(move) is not None
        or move in listed.moves
        or _led_to(game, options, move, typed=listed.all)
    )


def check_tree(match: Match, rng: random.Random, moments: int) -> None:
    """The questions lead to exactly the offered moves, within the limits of a choice.

    Of a large tree some branches are walked, and it is asked the way to some moves.
    """
    game = match.title.game
    for _, decision, view, options in open_questions(match.title, match.moments(rng, moments)):
        listed = offered_by(options, rng)
        offered = listed.moves
        most = FEW if len(offered) > MANY else len(offered)
        walk = Walk(partial(game.read, view, decision), options, rng, most, deep=not listed.all)
        reached = list(walk.leaves(()))
        assert len(set(reached)) == len(reached), "two paths lead to one move"
        if listed.all:
            assert set(reached) <= set(offered), "questions lead to what is not offered"
        assert all(map(options.contains, reached)), "questions lead to what is not legal"
        assert len(offered) > MANY or set(reached) == set(offered), "questions and offers differ"
        for move in rng.sample(offered, min(FEW, len(offered))):
            assert options.question(path_of(options, move, game.write(move))) == move
        first = options.question(())
        assert isinstance(first, Question)
        known = {choice.key for choice in first.choices}
        for path in (("zz",), ("",), ("-1",), ("0" * 40,), ("💥",), (first.choices[0].key, "zz")):
            if path[0] not in known or len(path) > 1:
                refusal = refused(options.question, path)
                assert isinstance(refusal, Forbidden | Unreadable)
                teaches(game, refusal)


def check_questions(match: Match, rng: random.Random, positions: int) -> None:
    """Every question of some positions can be answered: no choice leads nowhere, and one answer
    to each that ends a move is looked at. Of many questions some are asked."""
    states = rng.sample(match.states, min(positions, len(match.states)))
    for _, decision, _, options in open_questions(match.title, states):
        waiting: list[tuple[str, ...]] = [()]
        asked = 0
        while waiting and asked < ASKED:
            path = waiting.pop(rng.randrange(len(waiting)))
            asked += 1
            try:
                question = options.question(path)
            except Refusal as refusal:
                if not path and not decision.waits:
                    continue
                why = f"nothing can be answered to {decision.key} at {path}"
                raise AssertionError(why) from refusal
            assert isinstance(question, Question), f"not final, and no question: {path}"
            assert question.choices or question.field, f"an empty question: {path}"
            waiting += [(*path, choice.key) for choice in question.choices if not choice.final]
            if final := [choice.key for choice in question.choices if choice.final]:
                assert options.contains(options.question((*path, rng.choice(final))))


@dataclass(frozen=True)
class Walk:
    """A walk through the questions of options, down at most ``most`` branches of each.

    ``read``  the move that a text means there
    ``deep``  whether it goes down one branch only of each question below ``DEEP`` others
    ``pointed``  how many fields for points were tried, by what they are called
    """

    read: Callable[[str], Any]
    options: Options[Any]
    rng: random.Random
    most: int
    deep: bool = False
    pointed: Counter[str] = field(default_factory=Counter)

    def leaves(self, path: tuple[str, ...]) -> Iterator[Any]:
        question = self.options.question(path)
        assert isinstance(question, Question)
        assert question.prompt.strip()
        assert len({choice.key for choice in question.choices}) == len(question.choices)
        for choice in question.choices:
            _check_choice(choice, path)
            self._check_first_answer((*path, choice.key))
        if question.field is not None:
            self._check_field(question.field, path)
        ways = [choice for choice in question.choices if not choice.final]
        most = 1 if self.deep and len(path) >= DEEP else self.most
        for choice in self.rng.sample(ways, min(most, len(ways))):
            self._check_unfinished(choice, path)
            yield from self.leaves((*path, choice.key))
        for choice in question.choices:
            if choice.final:
                yield self._move(choice, (*path, choice.key))

    def _check_unfinished(self, choice: Choice, path: tuple[str, ...]) -> None:
        """What leads on is no move yet, or the one that stands if nothing is added to it."""
        try:
            move = _legal(self.read, self.options, choice.text)
        except Refusal:
            return
        further = (*path, choice.key)
        below = self.options.question(further)
        assert isinstance(below, Question)
        standing = [self.options.question((*further, c.key)) for c in below.choices if c.stands]
        assert standing == [move], f"what leads on is a move: {choice.text!r}"

    def _check_first_answer(self, path: tuple[str, ...]) -> None:
        """Below every choice that is shown something can be answered."""
        try:
            while isinstance(found := self.options.question(path), Question) and found.choices:
                path = (*path, found.choices[0].key)
        except Refusal as refusal:
            raise AssertionError(f"a choice leads to nothing: {path}") from refusal
        assert not isinstance(found, Question) or found.field, f"an empty question at {path}"

    def _check_field(self, field: TextField, path: tuple[str, ...]) -> None:
        """Its example can be read, and nonsense is refused."""
        assert 1 <= len(field.label) <= 45, field
        assert 1 <= len(field.example) <= field.longest <= 4000, field
        for text in (field.example, *NONSENSE):
            try:
                found = self.options.question((*path, typed_key(text)))
            except Forbidden:
                continue
            except Unreadable:
                assert text != field.example, f"an example that nobody understands: {field}"
                continue
            assert isinstance(found, Question) or self.options.contains(found)
        if field.points is not None and self.pointed[field.label] < POINTED:
            self.pointed[field.label] += 1
            self._check_points(field.points, path)

    def _check_points(self, points: Points, path: tuple[str, ...]) -> None:
        """Every point is understood, is a key of the path, and is legal or refused by a rule."""
        tried = {at for limit in points.limits for at in around(limit, self.rng)}
        answers = []
        for text in map(points.scale.name, sorted(tried)):
            try:
                answers.append(self._answer(text, path))
            except Unreadable as unreadable:
                raise AssertionError(f"a point that nobody understands: {text}") from unreadable
        assert not all(answers), f"every point can be typed at {path}"
        for text in NO_POINTS:
            with suppress(Unreadable):
                self._answer(text, path)
                raise AssertionError(f"{text!r} is taken for a point")

    def _answer(self, text: str, path: tuple[str, ...]) -> bool:
        """Whether a point can be typed. Raises ``Unreadable``."""
        try:
            found = self.options.question((*path, typed_key(text)))
        except Forbidden:
            return False
        if not isinstance(found, Question):
            assert self.options.contains(found), text
            asked = self.options.question(path)
            assert isinstance(asked, Question)
            for choice in asked.near(found):
                beside = self.options.question((*path, choice.key))
                assert self.options.contains(beside), choice.text
        return True

    def _move(self, choice: Choice, path: tuple[str, ...]) -> Any:
        move = self.options.question(path)
        assert not isinstance(move, Question), f"not final after all: {path}"
        for text in filter(None, (choice.text, choice.short)):
            assert self.read(text) == move, f"{text!r} reads as another move"
        return move


def _check_choice(choice: Choice, path: tuple[str, ...]) -> None:
    further = (*path, choice.key)
    assert choice.key.isascii(), choice.key
    assert choice.key.isalnum(), choice.key
    assert len(".".join(further)) <= 60, further
    assert 1 <= len(choice.label) <= 80, f"a label of {len(choice.label)} characters"
    assert len(choice.detail) <= 100, choice.detail


def _legal(read: Callable[[str], Any], options: Options[Any], text: str) -> Any:
    """The legal move that ``text`` means. Raises a ``Refusal``."""
    move = read(text)
    if refusal := options.refusal(move):
        raise refusal
    return move


def check_completions(match: Match, rng: random.Random, moments: int) -> None:
    """Every beginning of a legal text is completed, and only to legal texts."""
    game = match.title.game
    for _, decision, view, options in open_questions(match.title, match.moments(rng, moments)):
        offered = offered_by(options, rng).moves
        for move in rng.sample(offered, min(2, len(offered))):
            text = game.write(move).upper().replace(" ", "")
            for end in range(len(text) + 1):
                suggested = list(complete(options, text[:end]))
                assert suggested, f"nothing is suggested for {text[:end]!r}"
                for completion in rng.sample(suggested, min(3, len(suggested))):
                    assert 1 <= len(completion.label) <= 100
                    leads_to_a_move(partial(game.read, view, decision), options, completion.text)
        assert not list(complete(options, "ZZZZ"))


def leads_to_a_move(read: Callable[[str], Any], options: Options[Any], text: str) -> None:
    for _ in range(10):
        try:
            _legal(read, options, text)
        except Refusal:
            further = list(complete(options, text.upper().replace(" ", "")))
            assert further, f"a dead end is suggested: {text!r}"
            assert further[-1].text != text, f"a dead end is suggested: {text!r}"
            text = further[-1].text
        else:
            return
    raise AssertionError(f"{text!r} never becomes a move")
