"""What the referee sets by hand: pieces and points, or all of a position; and the next dice."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass
from typing import Any

from bot.play.executor import PlayContext
from bot.play.match import preset_dice
from bot.play.match.transitions import PendingEntry
from bot.play.match.views import MatchView
from bot.play.referee.authority import ActionResult, RefereeCase, Ruling, open_trial, referee_action
from bot.play.referee.referee_views import choose_viewer, load_seen, load_view
from bot.play.refusals import NotNow
from bot.play.storage.records import EntryKind
from games.core.log import position_files
from games.core.questions import Question
from games.core.types import Forbidden, Referee, Unreadable

MOST_DICE = 50
_HIGHEST_FACE = 1000


@dataclass(frozen=True, slots=True)
class AdjustmentInput:
    """An adjustment, typed or as the keys of choices."""

    text: str = ""
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacePreview:
    """``after``: the board of a file's position, as the referee would see it."""

    match_view: MatchView
    after: Any


@referee_action("adjust")
async def adjust(case: RefereeCase, wanted: AdjustmentInput) -> ActionResult:
    """Raises a ``Refusal``: what cannot be read, and a state that cannot be."""
    transition, editing = case.transition, case.transition.game.editing
    looked = await load_seen(case.work, transition.game, transition.match.id, case.ruling.user)
    viewer = choose_viewer(transition.game, case.seat, looked)
    view = transition.game.view(transition.state, viewer)
    options = editing.options(view)
    by_text = bool(wanted.text)
    adjustment = editing.read(view, wanted.text) if by_text else options.question(wanted.path)
    if isinstance(adjustment, Question):
        raise Unreadable("This adjustment is not complete yet.")
    if refusal := options.refusal(adjustment):
        raise refusal
    try:
        transition.adjust(adjustment, **case.line)
    except Forbidden:
        if isinstance(viewer, Referee) or not transition.game.meta.secrets:
            raise
        return _note_attempt(case)
    text = editing.write(adjustment)
    hidden = any(event.only is not None for event in transition.lines[-1].events)
    unseen = " Only those it concerns know what." if hidden else ""
    return ActionResult(f"Set: {text}. Everybody can read that you did, and why.{unseen}")


@referee_action("place")
async def place(case: RefereeCase, data: bytes) -> ActionResult:
    """Let the match go on from the position of a file. Raises a ``Refusal``."""
    state = await _read_place(case, data)
    case.transition.set_position(state, **case.line)
    return ActionResult(
        "The match goes on from the position of the file. Everybody can read that you set it, "
        "and why."
    )


async def preview_place(context: PlayContext, ruling: Ruling, data: bytes) -> PlacePreview:
    """Raises a ``Refusal`` where ``place`` does."""
    async with open_trial(context, ruling) as case:
        state = await _read_place(case, data)
        match_view = await load_view(context, case.match.id, ruling.user, manages=ruling.manages)
    return PlacePreview(match_view, match_view.game.view(state, match_view.viewer))


async def write_place(context: PlayContext, ruling: Ruling) -> bytes:
    """The file of the position as it stands. Raises a ``Refusal``."""
    async with open_trial(context, ruling, after_the_end=True) as case:
        _check_hides_nothing(case)
        game = case.transition.game
        looked = await load_seen(case.work, game, case.match.id, ruling.user)
        if not looked.all:
            raise NotNow("Secrets stand in that file.", instead="`/referee look` at all first.")
        settings = game.settings.model_validate_json(case.match.settings)
        known = (game, settings, case.match.sides, case.transition.state)
        return await asyncio.to_thread(position_files.write_file, *known)


async def _read_place(case: RefereeCase, data: bytes) -> Any:
    _check_hides_nothing(case)
    game = case.transition.game
    settings = game.settings.model_validate_json(case.match.settings)
    known = (game, data, settings, case.match.sides, case.transition.state)
    return await asyncio.to_thread(position_files.read_file, *known)


def _check_hides_nothing(case: RefereeCase) -> None:
    """Secrets stand in a position. Raises ``NotNow``."""
    if case.seat is not None and case.transition.game.meta.secrets:
        raise NotNow("Only a referee who does not play may set or read a whole position.")


@referee_action("dice")
async def set_dice(case: RefereeCase, text: str) -> ActionResult:
    """The next dice show these faces, such as "6 3 1"; none at all takes back those that lie."""
    transition = case.transition
    if not transition.game.meta.dice:
        raise NotNow(f"{transition.game.meta.title} has no dice.")
    faces = _parse_faces(text)
    if not faces and not transition.dice:
        raise NotNow("No dice are set.", instead="Write what they show, such as 6 3 1.")
    body = json.dumps({"faces": faces})
    said = " ".join(map(str, faces))
    transition.dice = preset_dice.to_text(faces)
    transition.add(PendingEntry(EntryKind.SET_DICE, body, transition.state, text=said, **case.line))
    if not faces:
        return ActionResult("The dice that were set are cleared.", still=True)
    return ActionResult(f"The next dice will show {said}.", still=True)


def _note_attempt(case: RefereeCase) -> ActionResult:
    """Note an attempt that only hidden facts forbid, without telling them.

    What the referee could see allowed it, so the attempt counts as a look.
    """
    case.transition.add(
        PendingEntry(EntryKind.TRIED, "{}", case.transition.state, hidden=True, **case.line)
    )
    return ActionResult(
        "This is not possible in the current position: something that you do not see is in the "
        "way. Everybody is told when the match is over that you found this out. Somebody who does "
        "not play, and looks at everything first, can see why.",
        still=True,
    )


def _parse_faces(text: str) -> tuple[int, ...]:
    """Raises ``Unreadable``."""
    parts = [part for part in re.split(r"[\s,;]+", text.strip()) if part]
    if not all(part.isascii() and part.isdecimal() and len(part) < 5 for part in parts):
        raise Unreadable("Write dice as numbers.", instead="For example: 6 3 1.")
    faces = tuple(map(int, parts))
    if len(faces) > MOST_DICE:
        raise Unreadable(f"These are {len(faces)} dice; {MOST_DICE} can lie at once.")
    if any(not 1 <= face <= _HIGHEST_FACE for face in faces):
        raise Unreadable("No die shows that.", instead="For example: 6 3 1.")
    return faces
