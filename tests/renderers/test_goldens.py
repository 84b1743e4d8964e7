"""Pictures of Astralis that somebody has looked at, and faults that they would show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from PIL import Image

from games.astralis.board import index_of
from games.astralis.rules.terms import Tiles
from games.astralis.view import AstralisView
from games.core.contract import recast
from renderers import Look, Scene
from renderers.astralis import RENDERER
from tests.renderers.pixels import Goldens, changed_blocks, decoded
from tests.renderers.positions import bonus_waits, complete_game, threatened

GOLDENS = Goldens(".")

VIEWS: dict[str, tuple[Callable[[], AstralisView], Look]] = {
    "placing": (lambda: complete_game()[0], Look(("Ада", "田中さくら"))),
    "wide": (threatened, Look(("Vera Rubin", "Edwin Hubble"), threats=True, wide=True)),
    "bonus-waits-turned": (bonus_waits, Look(("Łucja", "Ελένη"), turned=True)),
    "threats": (threatened, Look(("Vera Rubin", "Edwin Hubble"), threats=True)),
    "extraction": (lambda: complete_game()[29], Look(("Vera Rubin", "Edwin Hubble"))),
    "ending": (lambda: complete_game()[-1], Look(("Vera Rubin", "Edwin Hubble"))),
}


def shown(name: str) -> Scene:
    make, look = VIEWS[name]
    return RENDERER.scene(make(), look)


SCENES: dict[str, Callable[[], Scene]] = {name: partial(shown, name) for name in VIEWS}


def painted(view: AstralisView, look: Look) -> Image.Image:
    return decoded(RENDERER.scene(view, look).paint())


def without_planet(view: AstralisView, hex: str) -> AstralisView:
    bit = 1 << index_of(hex)
    yellow, cyan = view.planets
    assert bit & (yellow | cyan)
    return replace(view, planets=(yellow & ~bit, cyan & ~bit))


def contested(view: AstralisView, hex: str) -> AstralisView:
    bit = 1 << index_of(hex)
    yellow, cyan, both, none = view.tiles
    assert not bit & both

    class Changed(AstralisView):
        @property
        def tiles(self) -> Tiles:
            return Tiles(yellow & ~bit, cyan & ~bit, both | bit, none & ~bit)

    return recast(view, Changed)


def exchanged(view: AstralisView, hex: str) -> AstralisView:
    bit = 1 << index_of(hex)
    yellow, cyan = view.planets
    assert bit & (yellow | cyan)
    return replace(view, planets=(yellow ^ bit, cyan ^ bit))


PLANTED: dict[str, Callable[[AstralisView], AstralisView]] = {
    "a planet is missing": lambda view: without_planet(view, "K8"),
    "a planet has another owner": lambda view: exchanged(view, "F1"),
    "a controlled hex is contested": lambda view: contested(view, "E5"),
    "an unexplored hex is contested": lambda view: contested(view, "K11"),
    "the last turn is not marked": lambda view: replace(view, last=None),
    "a ship stands elsewhere": lambda view: replace(view, ships=(view.ships[0], index_of("J4"))),
    "the other side is to move": lambda view: replace(view, to_move=view.to_move.other),
    "another turn is due": lambda view: replace(view, turn=view.turn + 1),
    "the komi is another": lambda view: replace(
        view, agreement=view.agreement.replace(komi=view.komi + 1)
    ),
}
"""Faults a renderer could have, as small as can be."""


@pytest.mark.parametrize("fault", PLANTED)
def test_no_fault_slips_through_the_tolerance(fault: str) -> None:
    make, look = VIEWS["extraction"]
    wrong = painted(PLANTED[fault](make()), look)
    right = GOLDENS.image("extraction")
    assert wrong.size != right.size or changed_blocks(wrong, right), fault


def test_a_missing_mark_of_a_threat_does_not_slip_through() -> None:
    make, look = VIEWS["threats"]
    wrong = painted(make(), replace(look, threats=False))
    board = (0, 190, 1206, 1210)
    places = changed_blocks(wrong.crop(board), GOLDENS.image("threats").crop(board))
    assert len({x // 80 + y // 80 * 100 for x, y in places}) >= 6


def test_one_wrong_letter_on_a_hex_does_not_slip_through(monkeypatch: pytest.MonkeyPatch) -> None:
    from renderers.astralis import panel, picture

    make, look = VIEWS["ending"]
    field = picture.field_for(make().board, False, None, panel.TALL)
    monkeypatch.setitem(field.names, index_of("C4"), "G4")
    monkeypatch.setattr(field, "_labels", {})
    assert 1 <= len(changed_blocks(painted(make(), look), GOLDENS.image("ending"))) <= 8
