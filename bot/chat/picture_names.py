"""How a picture is drawn for a viewer: their names, their colours, how the match ended."""

from __future__ import annotations

from collections.abc import Iterable

from bot.play.match import views
from bot.play.match.views import LogLine, MatchView
from renderers import Look
from renderers.palettes import PALETTES

STANDARD = "standard"


def look_of(
    match_view: MatchView,
    told: Iterable[LogLine] = (),
    *,
    threats: bool = False,
    turned: bool = False,
) -> Look:
    """In the colours that the viewer has chosen: those of a spectator's sight are the usual ones,
    and so are those of every public picture.

    ``told``  the entries whose story is drawn over the board
    """
    events = views.happened(told)
    palette = match_view.palette if match_view.palette in PALETTES else STANDARD
    return Look(
        names=match_view.names,
        threats=threats,
        turned=turned,
        ending=match_view.ending,
        overlay=match_view.game.story(match_view.view, events) if events else None,
        palette=palette,
    )
