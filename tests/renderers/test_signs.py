"""The signs that stand beside names in texts."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from games import all_games
from games.core.contract import AnyGame
from renderers import paint, renderer_for
from renderers.palette import VOID
from renderers.scene import SIGN, Art, Disc, Icon, seat_key
from renderers.silhouettes import load_silhouettes

GAMES = all_games()
MOST_BYTES = 256 * 1024
"""Of an emoji of Discord."""


def signs(game: AnyGame) -> dict[str, Icon]:
    return dict(renderer_for(game.meta.id).signs())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_every_seat_and_every_kind_that_all_matches_can_have_is_drawn(game: AnyGame) -> None:
    named = game.meta.team_names or max(game.meta.seat_names.values(), key=len)
    kinds = renderer_for(game.meta.id).kinds(None)
    found = signs(game)
    assert set(found) == {seat_key(at) for at in range(len(named))} | set(kinds)
    assert [found[seat_key(at)].words for at in range(len(named))] == list(named)
    assert all(each.words in kinds[key] for key, each in found.items() if key in kinds)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_signs_are_small_squares_with_nothing_around_what_is_drawn(game: AnyGame) -> None:
    for sign in signs(game).values():
        file, pixels = paint.sign(sign.art)
        picture = Image.open(BytesIO(file))
        assert picture.size == (SIGN, SIGN)
        assert len(file) < MOST_BYTES
        assert picture.convert("RGBA").tobytes() == pixels
        assert pixels[3] == 0, "the corner"
        # Enough of it is solid, and differs from itself: it can be seen on any page.
        alpha = picture.getchannel("A")
        assert sum(alpha.histogram()[128:]) / SIGN**2 > 0.1
        assert len(picture.convert("RGB").getcolors(SIGN**2) or ()) > 10


def test_edges_keep_their_colour_and_are_mixed_with_nothing() -> None:
    red = (255, 90, 79)
    _, pixels = paint.sign(Art(64, 64, VOID, (Disc(32, 32, 20, red),)))
    half_seen = [
        pixels[at : at + 3] for at in range(0, len(pixels), 4) if 60 < pixels[at + 3] < 200
    ]
    assert half_seen
    assert all(abs(a - b) <= 4 for each in half_seen for a, b in zip(each, red, strict=True))


@pytest.mark.parametrize("written", ["A 0,0 1,1", "D 0,0", "L 0,0 1,1", "B 0,0 1,1 2,2", "{hat}"])
def test_a_silhouette_that_cannot_be_drawn_is_refused_when_it_is_loaded(
    written: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "drawn"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "silhouettes.toml").write_text(f'[kinds]\nX = "{written}"\n', encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "drawn", raising=False)
    with pytest.raises((ValueError, KeyError)):
        load_silhouettes.__wrapped__("drawn")
