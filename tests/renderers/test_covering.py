"""No mark and no label covers a unit, a target, a place's name or another label, in any game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from games.core.overlay import Overlay
from games.core.questions import Question
from renderers import Look, Scene
from renderers.cosmic_conflict import scenery
from renderers.overlay import overlays, threat_marks
from renderers.overlay.callouts import Box
from renderers.scene import Art, Label
from tests.amounts import amount
from tests.games.kit import Title, match_of, titles
from tests.games.legality import open_questions

MOMENTS = amount(6, 40)
FIVE = [title for title in titles() if title.game.__module__.startswith("games.")]


class Covered:
    """Watches what is drawn over boards: the pieces that are to be seen, names of places, plates
    and labels."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tokens: list[Box] = []
        self.said: list[Box] = []
        self.plates: dict[int, Art] = {}
        self.names: list[Box] = []
        draw, plates, names = overlays.draw, threat_marks.plates, scenery.names

        def watched(*args: Any) -> Any:
            layers = draw(*args)
            self.tokens = list(args[3])
            self.said = [
                Box.of_mark(mark)
                for mark in layers.over
                if any(isinstance(shape, Label) for shape in mark[0].shapes)
            ]
            return layers

        def watched_plates(*args: Any) -> Iterator[Art]:
            for art in plates(*args):
                self.plates[id(art)] = art
                yield art

        def watched_names(*args: Any) -> Iterator[tuple[Box, Art]]:
            for name in names(*args):
                self.names.append(name[0])
                yield name

        monkeypatch.setattr(scenery, "names", watched_names)
        monkeypatch.setattr(overlays, "draw", watched)
        monkeypatch.setattr(threat_marks, "plates", watched_plates)

    def faults(self, scene: Scene) -> Iterator[str]:
        self.tokens, self.said, self.names = [], [], []
        marks = scene.drawing.marks
        threats = [Box.of_mark(mark) for mark in marks if id(mark[0]) in self.plates]
        for label in self.said:
            if any(_covers(label, token) for token in self.tokens):
                yield f"a label over a piece: {label}"
            if any(_covers(label, name) for name in self.names):
                yield f"a label over the name of a place: {label}"
        for one, other in combinations(self.said, 2):
            if _covers(one, other):
                yield f"a label over another: {one} {other}"
        for plate in threats:
            if any(_covers(plate, label) for label in self.said):
                yield f"a threat and a label: {plate}"
            if sum(_covers(plate, token) for token in self.tokens if token not in threats) > 1:
                yield f"a threat over another piece: {plate}"
        for one, other in combinations(threats, 2):
            if _covers(one, other):
                yield f"two threats: {one} {other}"


def _covers(box: Box, other: Box) -> bool:
    """More than a rim of it, of which the number of a choice may lie over another's."""
    return Box.around(box.centre, box.wide * 0.75, box.high * 0.75).meets(other)


def looks(title: Title, rng: random.Random) -> Iterator[tuple[Any, Overlay[Any]]]:
    """Views with stories of some entries, and with the questions on the way to some moves."""
    match = match_of(title, 0)
    for _, _, view, options in open_questions(title, match.moments(rng, MOMENTS)):
        path: tuple[str, ...] = ()
        while isinstance(asked := options.question(path), Question) and asked.choices:
            shown = asked.advised()
            if shown.drawn:
                yield view, shown.sketch()
            path = (*path, rng.choice(asked.choices).key)


@pytest.mark.parametrize("title", FIVE, ids=lambda title: title.game.meta.id)
def test_no_mark_covers_a_piece_or_another_mark(
    title: Title, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng, watch, shown = random.Random(1), Covered(monkeypatch), 0
    for view, overlay in looks(title, rng):
        whole = title.renderer.scene(view, Look(overlay=overlay, threats=True))
        for scene in (whole, whole.closeup):
            if scene is not None:
                found = list(watch.faults(scene))
                assert not found, (found, overlay)
                shown += len(watch.said)
    assert shown
