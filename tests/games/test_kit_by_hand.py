"""The contract kit finds what is wrong with adjustments: toys with a planted fault each."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from games.core.contract import Pending
from games.core.events import Edited, Step
from games.core.questions import Options, Question
from games.core.referee.edits import Edit
from games.core.types import Decisions, Forbidden, Form, Viewer
from tests.amounts import amount
from tests.games import by_hand, surfaces
from tests.games.kit import Match, Title, random_match
from tests.games.replaying import check_replay
from tests.games.worlds import check_two_worlds
from tests.toy import RENDERER
from tests.toy.game import State, Toy, ToyEditing
from tests.toy.variants import Dusk, Night
from tests.toy.view import Rested, ToyEvent, View

TOLD = frozenset().union(*(random_match(Title(Toy(), RENDERER), seed).told for seed in range(6)))
"""The events of the toy's own rules."""


def title(editing: ToyEditing) -> Title:
    class Dressed(Toy):
        pass

    dressed = Dressed()
    dressed.editing = editing
    return Title(dressed, RENDERER)


def offers(editing: ToyEditing) -> None:
    for match, rng in honest(editing):
        by_hand.check_offers(match, rng, 4, TOLD)


def refusals(editing: ToyEditing) -> None:
    for match, rng in honest(editing):
        by_hand.check_refusals(match, rng, 4)


def tree(editing: ToyEditing) -> None:
    for match, rng in honest(editing):
        by_hand.check_tree(match, rng, 2)


def desks(editing: ToyEditing) -> None:
    learn(title(editing))


def learn(dressed: Title) -> None:
    """Every viewer tries to learn something by setting things."""
    for seed in range(6):
        match, rng = random_match(dressed, seed), random.Random(seed)
        for viewer in match.viewers:
            by_hand.check_two_desks(match, viewer, rng, 3)


def worlds(editing: ToyEditing) -> None:
    for match, rng in played(editing):
        for viewer in match.viewers:
            check_two_worlds(match, viewer, rng, 4)


def replays(editing: ToyEditing) -> None:
    for match, _ in played(editing):
        check_replay(match)


def honest(editing: ToyEditing) -> Iterator[tuple[Match, random.Random]]:
    """Matches without an adjustment."""
    dressed = title(editing)
    for seed in range(6):
        yield random_match(dressed, seed), random.Random(seed)


def played(editing: ToyEditing) -> Iterator[tuple[Match, random.Random]]:
    dressed = title(editing)
    for seed in range(16):
        like = random_match(dressed, seed)
        yield by_hand.adjusted_match(like, seed), random.Random(seed)


Check = Callable[[ToyEditing], None]


@dataclass(frozen=True)
class Faulty:
    """The toy's own options, to plant faults in."""

    own: Options[Edit]

    def refusal(self, move: Edit) -> Forbidden | None:
        return self.own.refusal(move)

    def check(self, move: Edit) -> Any:
        return self.own.check(move)

    def contains(self, move: Edit) -> bool:
        return self.refusal(move) is None

    def question(self, path: Any) -> Question | Edit:
        return self.own.question(path)

    def __iter__(self) -> Iterator[Edit]:
        return iter(self.own)


def _last_number(edit: Edit) -> int:
    return int(edit.args[-1]) if edit.args[-1].isdecimal() else 0


class AllowsAll(Faulty):
    def refusal(self, move: Edit) -> Forbidden | None:
        return None


class AllowsABitMore(Faulty):
    """A jar that nobody offers can be typed."""

    def refusal(self, move: Edit) -> Forbidden | None:
        if move.edit == "oil" and move.args[0] == "RED" and _last_number(move) > 9:
            return None
        return super().refusal(move)


class CitesNoRule(Faulty):
    def refusal(self, move: Edit) -> Forbidden | None:
        refusal = super().refusal(move)
        return refusal and Forbidden("TOY-99", refusal.sentence)


class OffersWhatItRefuses(Faulty):
    def refusal(self, move: Edit) -> Forbidden | None:
        if move.edit == "wind":
            return Forbidden("TOY-03", "The wind is not to be turned.")
        return super().refusal(move)


class LeavesOutOil(Faulty):
    def question(self, path: Any) -> Question | Edit:
        asked = self.own.question(path)
        if isinstance(asked, Question) and not path:
            return Question(asked.prompt, asked.choices[1:])
        return asked


class TakesAnyPath(Faulty):
    def question(self, path: Any) -> Question | Edit:
        asked = self.own.question(())
        assert isinstance(asked, Question)
        known = not path or path[0] in {choice.key for choice in asked.choices}
        return self.own.question(path if known else ())


def dressed(options: type[Faulty]) -> ToyEditing:
    class Dressed(ToyEditing):
        def options(self, view: View) -> Options[Edit]:
            return options(super().options(view))

    return Dressed()


@pytest.mark.parametrize(
    ("faulty", "check", "why"),
    [
        (AllowsAll, refusals, "legal but never offered"),
        (AllowsABitMore, refusals, "legal but never offered"),
        (CitesNoRule, refusals, "no such rule"),
        (OffersWhatItRefuses, offers, "offered but not contained"),
        (LeavesOutOil, offers, "no questions lead to 'OIL"),
        (TakesAnyPath, tree, "what must be refused was played"),
    ],
)
def test_faulty_options_are_found(faulty: type[Faulty], check: Check, why: str) -> None:
    with pytest.raises(AssertionError, match=why):
        check(dressed(faulty))


class WritesWhatNobodyReads(ToyEditing):
    def write(self, adjustment: Edit) -> str:
        return f"SET {super().write(adjustment)}"


class ReadsNonsense(ToyEditing):
    def read(self, view: View, text: str) -> Edit:
        return Edit("oil", ("RED", "99"))


class SharesTexts(ToyEditing):
    def write(self, adjustment: Edit) -> str:
        return "WIND 3" if adjustment.edit == "wind" else super().write(adjustment)


class Forgetful(Form[Edit]):
    def read(self, data: bytes | str) -> Edit:
        return Edit("wind", ("1",))


class LosesInJson(ToyEditing):
    form: Form[Edit] = Forgetful(Edit)


class Changes(ToyEditing):
    """Changes what the honest toy does."""

    def changed(self, state: State, step: Step[State, ToyEvent]) -> Step[State, ToyEvent]:
        raise NotImplementedError

    def apply(self, state: State, adjustment: Edit) -> Step[State, ToyEvent]:
        return self.changed(state, super().apply(state, adjustment))


class TriggersRules(Changes):
    """Whoever has no oil left by hand rests at once."""

    def changed(self, state: State, step: Step[State, ToyEvent]) -> Step[State, ToyEvent]:
        if 0 not in step.state.oil or step.state.turns + 1 >= step.state.length:
            return step
        rested = Rested(seat=step.state.oil.index(0))
        after = replace(step.state, turns=step.state.turns + 1)
        return Step(after, (*step.events, rested))


class TellsNobody(Changes):
    def changed(self, state: State, step: Step[State, ToyEvent]) -> Step[State, ToyEvent]:
        return Step(step.state, ())


class TellsTooLittle(Changes):
    def changed(self, state: State, step: Step[State, ToyEvent]) -> Step[State, ToyEvent]:
        return Step(step.state, (Edited(what="changes something"),))


class ChangesNothing(Changes):
    def changed(self, state: State, step: Step[State, ToyEvent]) -> Step[State, ToyEvent]:
        return Step(state, step.events)


class TellsEverybody(Changes):
    """A secret event without an audience."""

    def changed(self, state: State, step: Step[State, ToyEvent]) -> Step[State, ToyEvent]:
        told = (replace(each, only=None) for each in step.events)
        return Step(step.state, tuple(told))


class Counts(Changes):
    """What comes of an adjustment depends on those before it."""

    made = 0

    def changed(self, state: State, step: Step[State, ToyEvent]) -> Step[State, ToyEvent]:
        self.made += 1
        return Step(replace(step.state, oil=(self.made,) * len(state.oil)), step.events)


class GoesOnForEver(Changes):
    """The turn is set behind the last."""

    def changed(self, state: State, step: Step[State, ToyEvent]) -> Step[State, ToyEvent]:
        return Step(replace(step.state, turns=step.state.length + 1), step.events)


class TakesWhatItRefuses(ToyEditing):
    """A log is believed whatever it says."""

    def apply(self, state: State, adjustment: Edit) -> Step[State, ToyEvent]:
        if adjustment.edit == "oil":
            oil = (_last_number(adjustment),) * len(state.oil)
            return Step(replace(state, oil=oil), (Edited(what="does something"),))
        return super().apply(state, adjustment)


@pytest.mark.parametrize(
    ("faulty", "check", "why"),
    [
        (WritesWhatNobodyReads, offers, "cannot be read"),
        (ReadsNonsense, offers, "reads as another adjustment"),
        (SharesTexts, offers, "two adjustments share a text"),
        (LosesInJson, offers, "another adjustment in JSON"),
        (Counts, replays, "a replay gives other states"),
        (TriggersRules, offers, "a rule was triggered: Rested"),
        (TellsNobody, offers, "nobody is told"),
        (TellsTooLittle, offers, "told of another adjustment"),
        (ChangesNothing, offers, "changed nothing"),
        (TellsEverybody, worlds, "can tell two worlds apart: events"),
        (GoesOnForEver, replays, "does not end"),
        (TakesWhatItRefuses, refusals, "refused and made all the same"),
    ],
)
def test_faulty_adjusting_is_found(
    faulty: type[ToyEditing], check: Check, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.games.kit.LONGEST", 200)
    with pytest.raises((AssertionError, Forbidden), match=why):
        check(faulty())


class RefusesByASecret(ToyEditing):
    """A referee who plays finds out by trying which beacons hide lamps."""

    def apply(self, state: State, adjustment: Edit) -> Step[State, ToyEvent]:
        if adjustment.edit == "beacon" and adjustment.args[0] in map(str, state.lamps):
            raise Forbidden("TOY-04", "There is a lamp in that beacon.")
        return super().apply(state, adjustment)


class TellsASecretInAnEvent(ToyEditing):
    def apply(self, state: State, adjustment: Edit) -> Step[State, ToyEvent]:
        step = super().apply(state, adjustment)
        if adjustment.edit == "wind":
            told = Edited(what=f"sees {sum(state.lamps)}")
            return Step(step.state, (*step.events, told))
        return step


class OffersByASecret(ToyEditing):
    """The turn can be set only while no lamp is in the wind: any viewer knows that."""

    seen: State | None = None

    def options(self, view: View) -> Options[Edit]:
        own = super().options(view)
        if self.seen is not None and self.seen.wind in self.seen.lamps:
            return NoTurns(own)
        return own


class NoTurns(Faulty):
    def refusal(self, move: Edit) -> Forbidden | None:
        if move.edit == "turn":
            return Forbidden("TOY-03", "There is a lamp in the wind.")
        return super().refusal(move)


@pytest.mark.parametrize("leaky", [RefusesByASecret, TellsASecretInAnEvent])
def test_what_a_referee_who_plays_could_learn_is_found(leaky: type[ToyEditing]) -> None:
    with pytest.raises(AssertionError, match="can tell two worlds apart"):
        desks(leaky())


def test_offers_that_look_behind_the_view_are_found() -> None:
    editing = OffersByASecret()

    class Remembers(Toy):
        def view(self, state: State, viewer: Viewer) -> View:
            editing.seen = state
            return super().view(state, viewer)

    game = Remembers()
    game.editing = editing
    with pytest.raises(AssertionError, match="can tell two worlds apart"):
        learn(Title(game, RENDERER))


def test_a_kind_of_decision_without_a_name_is_found() -> None:
    class Nameless(Toy):
        meta = replace(Toy.meta, kinds={"turn": "a turn"}, clocks={"standard": "24h"})

    by_hand.check_kinds(random_match(Title(Toy(), RENDERER), 0))
    by_hand.check_kinds(random_match(Title(Night(), RENDERER), 0))
    with pytest.raises(AssertionError, match="no name for hide"):
        by_hand.check_kinds(random_match(Title(Nameless(), RENDERER), 0))


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ({"secret": False}, "everybody sees when"),
        ({"phase": "dusk"}, "no name for dusk"),
        ({"batch": ""}, "is late by itself"),
        ({"batch": "other"}, "is late by itself"),
    ],
)
def test_a_phase_that_would_tell_what_is_asked_in_it_is_found(
    fault: dict[str, Any], told: str
) -> None:
    class Faulty(Dusk):
        def pending(self, state: State) -> Pending:
            pending = super().pending(state)
            if not isinstance(pending, Decisions):
                return pending
            wrong = (replace(d, **fault) if d.kind == "hide" else d for d in pending.open)
            return Decisions(tuple(wrong))

    by_hand.check_kinds(random_match(Title(Dusk(0, 1, 2), RENDERER), 0))
    with pytest.raises(AssertionError, match=told):
        by_hand.check_kinds(random_match(Title(Faulty(0, 1, 2), RENDERER), 0))


@pytest.mark.parametrize("clock", ["", "24h; sleep 8h", "hide 8h", "24h; hide"])
def test_clocks_for_no_kind_of_decision_are_found(clock: str) -> None:
    surfaces.check_clocks(Toy.meta)
    with pytest.raises(AssertionError):
        surfaces.check_clocks(replace(Toy.meta, clocks={"standard": clock}))


@pytest.mark.parametrize("seed", range(amount(2, 4)))
def test_the_long_night_is_adjusted_like_the_toy(seed: int) -> None:
    night = Title(Night(), RENDERER)
    match, rng = by_hand.adjusted_match(random_match(night, seed), seed), random.Random(seed)
    by_hand.check_offers(match, rng, 3, TOLD)
    by_hand.check_refusals(match, rng, 3)
    check_replay(match)
    for viewer in match.viewers:
        check_two_worlds(match, viewer, rng, 3)
        by_hand.check_two_desks(match, viewer, rng, 2)
