"""How a match ended, for the picture and the text below the last board."""

from __future__ import annotations

from fractions import Fraction

from bot.chat.platform.blocks import board_file
from bot.chat.platform.message import Attached, attach
from bot.chat.platform.pictures import Pictures, build_look
from bot.play.match import outcomes
from bot.play.match.views import MatchView
from games.core.telling import Course, ScoredSide
from games.core.types import Ending
from renderers.ending import Party, Result

_FINEST = 1000
"""No score of a game has a larger denominator; in an ending they are rounded."""


async def render_picture(
    match_view: MatchView, result: Result, pictures: Pictures
) -> tuple[Attached, ...]:
    last = pictures.build_scene(match_view.match.game, match_view.view, build_look(match_view))
    drawn = await pictures.render_result(last, result)
    return attach(drawn, f"result-{board_file(match_view)}")


def build_result(match_view: MatchView, course: Course) -> Result:
    """The result of a match that is over and had begun."""
    words, view, ending = match_view.game.words, match_view.view, match_view.ending
    winners = () if ending is None else ending.winners
    names = outcomes.join_names([words.seat(view, seat) for seat in winners])
    if winners:
        headline = f"{names} {'wins' if len(winners) == 1 else 'win'}"
    else:
        headline = "No result" if ending is None or ending.kind == Ending.ABANDONED else "A draw"
    sides = course.sides or _scored_sides(match_view)
    parties = tuple(
        Party(
            side.name,
            ", ".join(name for seat in side.seats if (name := match_view.names[seat])),
            side.seats[0],
            bool({*side.seats} & {*winners}),
            score,
        )
        for side, score in zip(sides, _final_scores(match_view, course, sides), strict=True)
    )
    title, why = match_view.game.meta.title, match_view.result
    return Result(title, headline, why, parties, course, words.score)


def _scored_sides(match_view: MatchView) -> tuple[ScoredSide, ...]:
    tally = match_view.game.words.tally(match_view.view)
    if tally is not None:
        return tally.sides
    seats = match_view.match.sides.all()
    return tuple(
        ScoredSide(match_view.game.words.seat(match_view.view, seat), (seat,)) for seat in seats
    )


def _final_scores(
    match_view: MatchView, course: Course, sides: tuple[ScoredSide, ...]
) -> tuple[Fraction | None, ...]:
    """The last ones; those of the ending where the course has none."""
    if course.samples:
        return course.samples[-1].scores
    ending = match_view.ending
    if ending is None or not ending.scores:
        return (None,) * len(sides)
    scores = [Fraction(score).limit_denominator(_FINEST) for score in ending.scores]
    return tuple(sum((scores[seat] for seat in side.seats), Fraction()) for side in sides)
