"""The settings that players agree on, as questions and as text, for any game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from annotated_types import MaxLen, MultipleOf
from pydantic.fields import FieldInfo

from bot.chat.messages import clock_words
from bot.chat.platform.safe_text import escape
from bot.play.clocks import time_controls
from bot.play.lobby import teams
from bot.play.lobby.agreement import (
    CLOCK,
    HINTS,
    PACK,
    SEATING,
    TEAMS,
    USUAL_HINTS,
    check_settings,
    seated,
)
from bot.play.match.views import MatchView
from bot.play.refusals import NotNow
from bot.play.storage.records import Hints, Pack, SeatingOrder
from games.core.geometry.plane import Scale
from games.core.settings import HouseRule, Labels, bounds_of, find_mark, has_several, values_of

MOST_CHOICES = 25
FEW = 7
"""A game with so few settings shows them all; of another, the lobby tells what is unusual."""
NO_PACK = "-"
"""Stands for the game's own content: Discord takes no empty value."""

_SEATING_WORDS = {
    SeatingOrder.RANDOM: "Seats are drawn at the start",
    SeatingOrder.CHOICE: "Players choose",
}
_HINT_WORDS = {
    USUAL_HINTS: "As usual",
    Hints.FULL: "Whole moves are suggested",
    Hints.ORDER: "Choices come in the order of what they are good for",
    Hints.OFF: "None",
}
_SELF_SPEAKING = Labels()
_SHORT = {"gm": "referee", "los": "line of sight"}


@dataclass(frozen=True, slots=True)
class AgreementItem:
    """One thing to agree on: ``choices`` by what a person reads, empty for what is typed.

    ``value``    as it stands; ``usual`` what it is when nobody names anything
    ``own``      whether it is a setting of the game, and not of the lobby
    ``typed``    whether anything can be typed beside the choices
    ``scale``    in what a length is written
    ``several``  whether any of the choices may be chosen, or none; ``value`` has those that are
    ``longest``  of a text, its most characters; 0 for anything else
    ``labels``   what values are called that do not speak for themselves
    ``house``    whether it only chooses between readings of an unclear rule
    """

    name: str
    title: str
    about: str
    value: Any
    choices: tuple[tuple[str, Any], ...]
    usual: Any = None
    own: bool = True
    typed: bool = False
    scale: Scale | None = None
    several: bool = False
    longest: int = 0
    labels: Labels = _SELF_SPEAKING
    house: bool = False

    def read(self, text: str) -> object:
        """The value that somebody typed. Raises ``NotNow``."""
        if not self.own:
            return text
        if self.longest:
            return " ".join("".join(each if each.isprintable() else " " for each in text).split())
        text = text.replace(",", ".")
        if self.scale is None:
            return text
        try:
            return self.scale.read(text)
        except ValueError:
            most = self.scale.decimals
            fine = f"at most {most} decimal{'' if most == 1 else 's'}"
            example = self.scale.write(self.value)
            raise NotNow(
                f"{self.title}: please write a number with {fine}, such as {example}."
            ) from None

    @property
    def text(self) -> str:
        """The value in words."""
        if self.scale is not None:
            return self.scale.write(self.value)
        if self.several:
            return ", ".join(map(self._label_of, self.value)) or "none"
        if self.longest:
            return self.value or "nothing"
        if self.own:
            return self._label_of(self.value)
        words = next((words for words, value in self.choices if value == self.value), None)
        return str(self.value) if words is None else words

    def _label_of(self, value: object) -> str:
        return self.labels.by_value.get(value) or value_words(value)


def agreement_items(match_view: MatchView, packs: Sequence[Pack] = ()) -> Iterator[AgreementItem]:
    """Everything of the match: what all lobbies ask, then the game's own in their order.

    ``packs``  the content packs of the server for the game
    """
    yield from _lobby_items(match_view, packs)
    yield from game_settings(match_view)


def game_settings(match_view: MatchView) -> Iterator[AgreementItem]:
    """The game's own settings, without a content pack's text and those with a single value.

    A game may leave a default out of what it writes.
    """
    values = match_view.settings.model_dump(mode="json")
    usual = match_view.game.settings().model_dump(mode="json")
    content = None if match_view.game.packs is None else match_view.game.packs.setting
    for name, field in match_view.game.settings.model_fields.items():
        choices = _choices(field)
        followed, carried = match_view.game.settings.team_count, match_view.game.settings.carried
        if name not in (content, followed, carried) and len(choices) != 1:
            title, about = field.title or name, field.description or ""
            now, default = (each.get(name, field.default) for each in (values, usual))
            yield AgreementItem(
                *(name, title, about, now, choices, default),
                scale=find_mark(field, Scale),
                several=has_several(field),
                longest=_longest_text(field),
                labels=_labels(field),
                house=find_mark(field, HouseRule) is not None,
            )


def find_preset(match_view: MatchView) -> str | None:
    """The preset that the settings equal, if any."""
    game = match_view.game
    named = game.meta.presets.items()
    settings = match_view.settings
    presets = ((key, seated(game, each, match_view.match)) for key, each in named)
    return next((key for key, each in presets if check_settings(game, each) == settings), None)


def _lobby_items(match_view: MatchView, packs: Sequence[Pack]) -> Iterator[AgreementItem]:
    match, meta = match_view.match, match_view.game.meta
    seating = tuple((words, each.value) for each, words in _SEATING_WORDS.items())
    yield AgreementItem(
        SEATING, "Seats", "How players get them.", match.seating.value, seating, own=False
    )
    possible = teams.list_choices(meta, MOST_CHOICES + 1)
    if len(possible) > 1:
        now = teams.to_text(match.sides)
        about = "Numbers of seats with a v between the teams, such as 1v2v2."
        listed = tuple((team_words(each), each) for each in possible)
        if now not in possible[:MOST_CHOICES]:
            listed = ((team_words(now), now), *listed)
        more = len(possible) > MOST_CHOICES
        title = "Players" if meta.largest_team == 1 else "Players and teams"
        shown = tuple(dict.fromkeys(listed))[:MOST_CHOICES]
        yield AgreementItem(TEAMS, title, about, now, shown, own=False, typed=more)
    yield _clock_item(match_view)
    if match_view.game.computer is not None:
        about = "Usually whole moves; between people in a match that is rated, only the order."
        listed = tuple((words, str(each)) for each, words in _HINT_WORDS.items())
        now = str(match.hints or USUAL_HINTS)
        yield AgreementItem(HINTS, "Hints", about, now, listed, own=False)
    if match_view.game.packs is not None and (packs or match.pack):
        known = tuple((pack.title, pack.key) for pack in packs)
        listed = (("Only what comes with the game", NO_PACK), *known)
        about = "What this server has added: units, scenery, lists."
        yield AgreementItem(PACK, "Content pack", about, match.pack or NO_PACK, listed, own=False)


def item_line(each: AgreementItem) -> str:
    """``- Board: 8``, escaped."""
    return f"- {escape(each.title)}: {escape(each.text)}"


def value_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return humanise(value) if isinstance(value, str) else str(value)


def humanise(key: str) -> str:
    """``own_zone`` as "own zone", ``natural6`` as "natural 6"."""
    words = re.sub(r"(?<=[a-z])(?=[0-9])", " ", re.sub(r"[_-]+", " ", key)).split()
    return " ".join(_SHORT.get(word, word) for word in words) or key


def team_words(written: str) -> str:
    """``1v2`` stays; where everybody plays alone, that is said."""
    sizes = written.split("v")
    alone = all(size == "1" for size in sizes)
    return f"{len(sizes)} players, each alone" if alone and len(sizes) > 2 else written


def _clock_item(match_view: MatchView) -> AgreementItem:
    """The presets; any other clock can be typed, and is then listed among them."""
    meta, now = match_view.game.meta, match_view.match.clock
    known = {name: time_controls.read_choice(name, meta) for name in time_controls.presets(meta)}
    held = time_controls.from_stored(now)
    name = next((name for name, each in known.items() if each == held), now)
    listed = {each: clock_words.choice_label(each, clock, meta) for each, clock in known.items()}
    if name not in listed:
        listed[name] = clock_words.choice_label("", held, meta)
    about = "When it is over, the match goes on as the panel says."
    # The one that holds must be among them.
    shown = sorted(listed, key=lambda each: each != name)[:MOST_CHOICES]
    choices = tuple((words, each) for each, words in listed.items() if each in shown)
    return AgreementItem(CLOCK, "Time to think", about, name, choices, own=False, typed=True)


def _choices(field: FieldInfo) -> tuple[tuple[str, Any], ...]:
    """The values to choose from; of a number with few steps all of them."""
    labels = _labels(field).by_value
    values: Sequence[Any] = values_of(field)
    if field.annotation is int and find_mark(field, MultipleOf) is not None:
        values = bounds_of(field)
    few = values if len(values) <= MOST_CHOICES else ()
    return tuple((labels.get(value) or to_label(value), value) for value in few)


def _labels(field: FieldInfo) -> Labels:
    return find_mark(field, Labels) or _SELF_SPEAKING


def to_label(value: object) -> str:
    words = value_words(value)
    return words[:1].upper() + words[1:]


def _longest_text(field: FieldInfo) -> int:
    longest = find_mark(field, MaxLen)
    return longest.max_length if longest and field.annotation is str else 0
