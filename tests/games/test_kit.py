"""The contract kit finds what it is there to find: toys with a planted fault each."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from games.core.contract import Pending
from games.core.events import Step
from games.core.questions import Choice, Options, Question, TextField
from games.core.questions.tree import Tree, Typed
from games.core.settings import Labels, Settings, Some
from games.core.standing import GivenOrders, StandingOrder
from games.core.steps import TableView
from games.core.types import (
    REFEREE,
    Chance,
    Decision,
    Decisions,
    Ending,
    Forbidden,
    Form,
    Referee,
    Seat,
    Seated,
    Unreadable,
    Viewer,
)
from renderers import Look, Renderer
from tests.games import by_default, legality, surfaces
from tests.games.kit import Match, Title, random_match, some_settings
from tests.games.worlds import check_two_worlds
from tests.stakes import GAME as STAKES
from tests.stakes import RENDERER as MEADOWS
from tests.stakes.game import Stake, Stakes
from tests.stakes.view import MEADOW
from tests.stakes.view import View as Meadow
from tests.toy import RENDERER
from tests.toy.game import Hide, Light, Move, Rest, State, Toy, ToyComputer, ToyOptions, ToyStanding
from tests.toy.picture import ToyRenderer, ToyScene
from tests.toy.view import Flame, OwnLamp, Revealed, ToyEvent, View

Check = Callable[[Match, random.Random, int], None]


def title(game: Toy) -> Title:
    return Title(game, RENDERER)


def matches(game: Toy) -> Iterator[tuple[Match, random.Random]]:
    for seed in range(16):
        yield random_match(title(game), seed), random.Random(seed)


def two_worlds(game: Toy, renderer: Renderer = RENDERER) -> None:
    for seed in range(16):
        match, rng = random_match(Title(game, renderer), seed), random.Random(seed)
        for viewer in match.viewers:
            check_two_worlds(match, viewer, rng)


def check_all(check: Check, played: Iterable[tuple[Match, random.Random]]) -> None:
    for match, rng in played:
        check(match, rng, 4)


@cache
def honest() -> tuple[Match, ...]:
    return tuple(match for match, _ in matches(Toy()))


@cache
def check_honest(check: Check) -> None:
    """The check finds nothing in the honest toy."""
    check_all(check, ((match, random.Random(seed)) for seed, match in enumerate(honest())))


class TellsLamps(Toy):
    def view(self, state: State, viewer: Viewer) -> View:
        return replace(super().view(state, viewer), lamps=state.lamps)


class TellsWhetherLampBurns(Toy):
    """The public score moves with a secret."""

    def view(self, state: State, viewer: Viewer) -> View:
        honest = super().view(state, viewer)
        burning = sum(bool(lamp and state.flames[lamp - 1]) for lamp in state.lamps)
        return replace(honest, turns=honest.turns + burning)


class TellsInAnEvent(Toy):
    def apply(
        self, state: State, seat: Seat, decision: Decision, move: Move, found: Any = None
    ) -> Step[State, ToyEvent]:
        step = super().apply(state, seat, decision, move, found)
        open_to_all = (
            replace(event, only=None) if isinstance(event, OwnLamp) else event
            for event in step.events
        )
        return Step(step.state, tuple(open_to_all))


class TellsInAKey(Toy):
    """The number of a decision counts what its seat cannot see."""

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        if not isinstance(pending, Decisions):
            return pending
        return Decisions(tuple(replace(one, number=sum(state.lamps)) for one in pending.open))


class TellsByWaiting(Toy):
    """Whom the match waits for, for all to see, depends on the lamps."""

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        if not isinstance(pending, Decisions):
            return pending
        odd = sum(state.lamps) % 2 == 1
        return Decisions(tuple(replace(each, secret=odd) for each in pending.open))


class TellsInDice(Toy):
    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        if isinstance(pending, Chance):
            return Chance((replace(pending.rolls[0], why=f"Lamps: {state.lamps}"),))
        return pending


class ForgetsToReimagine(Toy):
    def reimagine(self, view: View, rng: random.Random) -> State:
        return replace(super().reimagine(view, rng), oil=(9,) * len(view.oil))


@pytest.mark.parametrize(
    "leaky",
    [
        TellsLamps,
        TellsWhetherLampBurns,
        TellsInAnEvent,
        TellsInAKey,
        TellsByWaiting,
        TellsInDice,
        ForgetsToReimagine,
    ],
)
def test_two_worlds_find_a_leak(leaky: type[Toy]) -> None:
    with pytest.raises(AssertionError, match="can tell two worlds apart"):
        two_worlds(leaky())


def test_two_worlds_find_a_leak_in_a_picture() -> None:
    states: list[State] = []

    class Remembers(Toy):
        def view(self, state: State, viewer: Viewer) -> View:
            states.append(state)
            return super().view(state, viewer)

    class Peeking(ToyRenderer):
        def scene(self, view: View, look: Look) -> ToyScene:
            flames = sum(states[-1].lamps)
            return super().scene(replace(view, wind=flames % 6), look)

    with pytest.raises(AssertionError, match="can tell two worlds apart"):
        two_worlds(Remembers(), Peeking())


def test_two_worlds_find_no_leak_in_the_honest_toy() -> None:
    two_worlds(Toy())


def test_a_secret_unveiled_by_an_event_without_the_label_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Revealed, "reveals", False)
    with pytest.raises(AssertionError, match="can tell two worlds apart: events"):
        two_worlds(Toy())


class Faulty(ToyOptions):
    """Options to plant faults in."""

    __slots__ = ()


class AllowsAll(Faulty):
    def refusal(self, move: Move) -> Forbidden | None:
        return None


class AllowsMoreThanItOffers(Faulty):
    def refusal(self, move: Move) -> Forbidden | None:
        if isinstance(move, Light) and move.height == 0:
            return None
        return super().refusal(move)


class OffersTooMuch(Faulty):
    def __iter__(self) -> Iterator[Move]:
        yield from super().__iter__()
        yield Light(7, 1)


class OffersTwice(Faulty):
    def __iter__(self) -> Iterator[Move]:
        yield from itertools.chain(super().__iter__(), super().__iter__())


class OffersTooLittle(Faulty):
    def __iter__(self) -> Iterator[Move]:
        yield from (move for move in super().__iter__() if not isinstance(move, Rest))


class CitesNoRule(Faulty):
    def refusal(self, move: Move) -> Forbidden | None:
        refusal = super().refusal(move)
        return refusal and Forbidden("TOY-99", refusal.sentence)


class Silent(Faulty):
    def refusal(self, move: Move) -> Forbidden | None:
        refusal = super().refusal(move)
        return refusal and Forbidden(refusal.rule, " ")


class AsksOddly(Faulty):
    """Changes the choices of every question."""

    def changed(self, choice: Choice) -> Choice:
        raise NotImplementedError

    def question(self, path: Sequence[str]) -> Question | Move:
        asked = super().question(path)
        if not isinstance(asked, Question):
            return asked
        return Question(asked.prompt, tuple(map(self.changed, asked.choices)))


class LongLabel(AsksOddly):
    def changed(self, choice: Choice) -> Choice:
        return replace(choice, label="x" * 81)


class LongDetail(AsksOddly):
    def changed(self, choice: Choice) -> Choice:
        return replace(choice, detail="x" * 101)


class OddKey(AsksOddly):
    def changed(self, choice: Choice) -> Choice:
        return replace(choice, key=f"{choice.key}.")


class WrongText(AsksOddly):
    def changed(self, choice: Choice) -> Choice:
        return replace(choice, text="LAMP1", short="")


class WrongShortForm(AsksOddly):
    def changed(self, choice: Choice) -> Choice:
        return replace(choice, short="LAMP1")


class LeavesOutTheLast(Faulty):
    def question(self, path: Sequence[str]) -> Question | Move:
        asked = super().question(path)
        if not isinstance(asked, Question) or len(asked.choices) < 2:
            return asked
        return Question(asked.prompt, asked.choices[:-1])


class LeadsNowhere(Faulty):
    """One beacon is offered, and no oil for it."""

    def question(self, path: Sequence[str]) -> Question | Move:
        asked = super().question(path)
        if tuple(path) == ("6",) and isinstance(asked, Question):
            return Question(asked.prompt, ())
        return asked


class HasNothingToChoose(Faulty):
    def question(self, path: Sequence[str]) -> Question | Move:
        if tuple(path) == ("6",):
            raise Unreadable("There is nothing to choose right now.")
        return super().question(path)


class OddExample(Faulty):
    def _any_height(self, beacon: int) -> Typed[Move]:
        return Typed(TextField("Any amount", "much", 4), super()._any_height(beacon).read)


class TakesAnyPath(Faulty):
    def question(self, path: Sequence[str]) -> Question | Move:
        return super().question(path if path in ((), ["1"]) else ("1",))


@pytest.mark.parametrize(
    ("faulty", "check"),
    [
        (AllowsAll, legality.check_refusals),
        (AllowsMoreThanItOffers, legality.check_refusals),
        (OffersTooMuch, legality.check_offers),
        (OffersTwice, legality.check_offers),
        (OffersTooLittle, legality.check_refusals),
        (OffersTooLittle, legality.check_tree),
        (CitesNoRule, legality.check_refusals),
        (Silent, legality.check_refusals),
        (LongLabel, legality.check_tree),
        (LongDetail, legality.check_tree),
        (OddKey, legality.check_tree),
        (WrongText, legality.check_tree),
        (WrongText, legality.check_completions),
        (WrongShortForm, legality.check_tree),
        (LeavesOutTheLast, legality.check_tree),
        (LeavesOutTheLast, legality.check_completions),
        (LeadsNowhere, legality.check_tree),
        (LeadsNowhere, legality.check_questions),
        (HasNothingToChoose, legality.check_questions),
        (OddExample, legality.check_tree),
        (TakesAnyPath, legality.check_tree),
    ],
)
def test_faulty_options_are_found(faulty: type[ToyOptions], check: Check) -> None:
    class Dressed(Toy):
        def options(self, view: View, decision: Decision) -> Options[Move]:
            return faulty(view, decision)

    # Matches of the honest toy: a fault in the offers would stop the play before the check.
    check_honest(check)
    dressed = [
        (replace(match, title=title(Dressed())), random.Random(seed))
        for seed, match in enumerate(honest())
    ]
    with pytest.raises((AssertionError, Forbidden)):
        check_all(check, dressed)


class SkipsTheBorder(Stakes):
    """Does not know what to say to a point off the meadow."""

    def options(self, view: Meadow, decision: Decision) -> Tree[Stake]:
        def read(text: str) -> Stake:
            move = self.read(view, decision, text)
            if move.at not in MEADOW:
                raise Unreadable("Where is that?")
            return move

        return self.typed_by(read, view, decision)


class TakesWhatIsAlmostAPoint(Stakes):
    def options(self, view: Meadow, decision: Decision) -> Tree[Stake]:
        def read(text: str) -> Stake:
            return self.read(view, decision, text.replace("+", ""))

        return self.typed_by(read, view, decision)


@pytest.mark.parametrize("faulty", [SkipsTheBorder, TakesWhatIsAlmostAPoint])
def test_points_that_are_read_wrongly_are_found(faulty: type[Stakes]) -> None:
    stakes, rng = random_match(Title(STAKES, MEADOWS), seed=1), random.Random(1)
    legality.check_tree(stakes, rng, 2)
    with pytest.raises(AssertionError):
        legality.check_tree(replace(stakes, title=Title(faulty(), MEADOWS)), rng, 2)


class KnowsNothing(ToyComputer):
    def choose(self, *given: Any, **level: Any) -> None:
        return None


class LightsTooHigh(ToyComputer):
    def choose(self, view: View, decision: Decision, *more: Any, **level: Any) -> Move | None:
        return Light(1, 99) if decision.kind == "turn" else super().choose(view, decision, *more)


@pytest.mark.parametrize(
    ("computer", "found"),
    [(KnowsNothing(), "has no answer"), (LightsTooHigh(), "normal plays B1.99"), (None, "")],
)
def test_computer_players_that_cannot_go_on_are_found(
    computer: ToyComputer | None, found: str
) -> None:
    game = Toy()
    game.computer = computer or ToyComputer()
    with nullcontext() if not found else pytest.raises(AssertionError, match=found):
        check_all(legality.check_computer, matches(game))


class ForgetsOrders(ToyStanding):
    def given(self, orders: GivenOrders, order: StandingOrder) -> GivenOrders:
        return ()


class ReadsAnyOrder(ToyStanding):
    def read(self, view: View, text: str) -> StandingOrder:
        return StandingOrder("rest", "", "always")


class SaysNothing(ToyStanding):
    def show(self, view: View, orders: GivenOrders) -> tuple[str, ...]:
        return ("",)


@pytest.mark.parametrize("faulty", [ForgetsOrders, ReadsAnyOrder, SaysNothing])
def test_orders_in_advance_that_go_wrong_are_found(
    faulty: type[ToyStanding], monkeypatch: pytest.MonkeyPatch
) -> None:
    check_honest(legality.check_standing)
    monkeypatch.setattr(Toy, "standing", faulty())
    with pytest.raises(AssertionError):
        check_all(legality.check_standing, matches(Toy()))


class WritesAmbiguously(Toy):
    def write(self, move: Move) -> str:
        return "LAMP1" if isinstance(move, Hide) else super().write(move)


class ReadsAnything(Toy):
    def read(self, view: View, decision: Decision, text: str) -> Move:
        return Hide(1) if decision.kind == "hide" else Rest()


class Forgetful(Form[Move]):
    def read(self, data: bytes | str) -> Move:
        return Rest()


class LosesInJson(Toy):
    move_form: Form[Move] = Forgetful(Move)


@pytest.mark.parametrize("faulty", [WritesAmbiguously, ReadsAnything, LosesInJson])
def test_forms_that_lose_something_are_found(faulty: type[Toy]) -> None:
    with pytest.raises(AssertionError):
        check_all(legality.check_offers, matches(faulty()))


def test_a_match_without_an_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(Toy):
        def pending(self, state: State) -> Pending:
            pending = super().pending(state)
            if isinstance(pending, Ending):
                return Decisions((Decision(Seat(0), "turn", state.turns),))
            return pending

    monkeypatch.setattr("tests.games.kit.LONGEST", 50)
    with pytest.raises(AssertionError, match="does not end"):
        random_match(title(Endless()), 0)


def test_a_decision_without_a_default_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(Toy.standing), "default", lambda *given: None)
    with pytest.raises(AssertionError, match="waits for ever"):
        by_default.check_end(title(Toy()), random.Random(1))


def test_a_state_in_a_view_is_found() -> None:
    @dataclass(frozen=True)
    class Careless:
        own: tuple[int, ...]
        all: tuple[State | None, ...]

    @dataclass(frozen=True)
    class Vague:
        anything: object

    @dataclass(frozen=True)
    class Whole(TableView[Flame, State]):  # type: ignore[type-var]  # neither table nor sheet
        pass

    surfaces.check_view_types(View, State)
    for view in (Careless, Vague, Whole, State):
        with pytest.raises(AssertionError):
            surfaces.check_view_types(view, State)


class NoLimit(Settings):
    oil: int = Field(4, title="Oil", description="How much.")


class NoTitle(Settings):
    windy: bool = Field(True, description="Whether there is wind.")


class NoDefault(Settings):
    windy: bool = Field(title="Wind", description="Whether there is wind.")


class FreeText(Settings):
    motto: str = Field("", title="Motto", description="Anything.")


class LongText(Settings):
    motto: str = Field("", max_length=101, title="Motto", description="Almost anything.")


class AnySet(Settings):
    winds: Some[str] = Field((), title="Winds", description="Any of them.")


class MissingLabel(Settings):
    wind: Annotated[Literal[1, 2], Labels({1: "North"})] = Field(
        1, title="Wind", description="Whence it blows."
    )


@pytest.mark.parametrize(
    "settings", [NoLimit, NoTitle, NoDefault, FreeText, LongText, AnySet, MissingLabel]
)
def test_settings_a_lobby_cannot_ask_for_are_found(settings: type[Settings]) -> None:
    with pytest.raises(AssertionError):
        surfaces.check_settings(settings)


class Askable(Settings):
    winds: Annotated[Some[Literal[2, 1]], Labels({1: "North", 2: "East"})] = Field(
        (), title="Winds", description="Any of them."
    )
    motto: str = Field("", max_length=100, title="Motto", description="Almost anything.")
    sort: Literal["lamp"] = Field("lamp", title="Sort", description="Only one.")


def test_sets_and_bounded_texts_can_be_asked_for() -> None:
    surfaces.check_settings(Askable)
    chosen = [some_settings(Asking(), random.Random(seed), {}) for seed in range(30)]
    written = {settings.model_dump_json() for settings in chosen}
    assert written == {
        f'{{"winds":{winds},"motto":"","sort":"lamp"}}' for winds in ("[]", "[1]", "[2]", "[1,2]")
    }


class Asking(Toy):
    settings: type[Settings] = Askable


@pytest.mark.parametrize(
    "presets",
    [
        {"Full": {}},
        {"full": {}, "standard": {"oil": 4}},
        {f"oil{number}": {"oil": 2 + number % 5} for number in range(6)},
    ],
)
def test_presets_a_lobby_cannot_offer_are_found(presets: dict[str, dict[str, int]]) -> None:
    meta = replace(Toy.meta, presets=presets)
    with pytest.raises(AssertionError):
        surfaces.check_presets(meta, Toy.settings)
    surfaces.check_presets(
        replace(meta, presets={"full": {}, "less_oil": {"oil": 2}}), Toy.settings
    )


class ShowsNothing(Toy):
    def preview(self, view: View, decision: Decision, move: Move) -> View:
        return view


class ShowsTheOtherTurn(Stakes):
    def preview(self, view: Meadow, decision: Decision, move: Stake) -> Meadow:
        shown = super().preview(view, decision, move)
        return replace(shown, turn=1 - shown.turn)


def test_previews_that_show_too_little_or_something_else_are_found() -> None:
    for faulty, why in (
        (title(ShowsNothing()), "shows nothing"),
        (Title(ShowsTheOtherTurn(), MEADOWS), "shows something else"),
    ):
        with pytest.raises(AssertionError, match=why):
            surfaces.check_previews(random_match(faulty, 0), random.Random(0), 12)


def test_the_toy_keeps_its_secrets_until_the_end() -> None:
    """The example in numbers: who knows the lamps of a finished and an unfinished match."""
    toy, hidden = Toy(), State(lamps=(4, 2), oil=(4, 4), wind=1, turns=3)
    assert toy.view(hidden, Seated(Seat(0))).lamps == (4, 0)
    assert toy.view(hidden, Seated(Seat(1))).lamps == (0, 2)
    assert toy.view(hidden, REFEREE).lamps == (4, 2)
    assert toy.view(replace(hidden, turns=4), Seated(Seat(0))).lamps == (4, 2)
    assert isinstance(REFEREE, Referee)
