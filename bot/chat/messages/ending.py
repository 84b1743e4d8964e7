"""How a match ended, for the picture and the text below the last board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from bot.chat.messages.clock_words import count_things, describe_length
from bot.chat.platform import blocks
from bot.chat.platform.blocks import board_file
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.message import Attached, Message, attach
from bot.chat.platform.pictures import Pictures, build_look
from bot.chat.platform.safe_text import escape
from bot.play.match import outcomes
from bot.play.match.views import MatchView
from bot.play.positions import ENDINGS
from games.core.telling import ScoredSide, ScoreHistory
from games.core.types import Ending
from renderers.results.ending import Party, Result, lines


async def render_picture(
    match_view: MatchView, result: Result, pictures: Pictures
) -> tuple[Attached, ...]:
    last = pictures.build_scene(match_view.match.game, match_view.view, build_look(match_view))
    drawn = await pictures.render_result(last, result)
    return attach(drawn, f"result-{board_file(match_view)}")


def build_result(match_view: MatchView, score_history: ScoreHistory) -> Result:
    """The result of a match that is over and had begun."""
    words, view, ending = match_view.game.words, match_view.view, match_view.ending
    winners = () if ending is None else ending.winners
    names = outcomes.join_names([words.seat(view, seat) for seat in winners])
    if winners:
        headline = f"{names} {'wins' if len(winners) == 1 else 'win'}"
    else:
        headline = "No result" if ending is None or ending.kind == Ending.ABANDONED else "A draw"
    sides = score_history.sides or _scored_sides(match_view)
    parties = tuple(
        Party(
            side.name,
            ", ".join(name for seat in side.seats if (name := match_view.names[seat])),
            side.seats[0],
            bool({*side.seats} & {*winners}),
            score,
        )
        for side, score in zip(sides, _final_scores(match_view, score_history, sides), strict=True)
    )
    title, why = match_view.game.meta.title, match_view.result
    revealed = match_view.revealed
    return Result(title, headline, why, parties, score_history, words.score, revealed)


async def build_chronicle(
    match_view: MatchView,
    score_history: ScoreHistory,
    pictures: Pictures,
    others: Iterable[tuple[int, str]],
) -> Message:
    """The end of a match for those who did not play in it.

    ``others``  public entries and ending of all other matches of the game on this server
    """
    match, result = match_view.match, build_result(match_view, score_history)
    files = await render_picture(match_view, result, pictures)
    players = ", ".join(
        blocks.seat_and_player(match_view, seat)
        for seat in match.sides.all()
        if match_view.holder(seat) is not None
    )
    lasted = describe_length((match.finished_at or match.created_at) - match.created_at)
    text = blocks.text(
        f"### {escape(result.title)} · {escape(_as_sentence(match_view.result))}",
        # The result has said the score, which is the first of these where there is one.
        *map(escape, list(lines(result))[any(each.score is not None for each in result.parties) :]),
        f"-# Played by {players}: {count_things(match.shown, 'log line')} in {lasted}.",
        *(f"🏅 {escape(record)}" for record in record_lines(match_view, others)),
    )
    buttons = (
        blocks.button("Replay", Action.REPLAY, match.id),
        *([] if match.gone_at else [blocks.link_to(match)]),
    )
    parts = (text, *blocks.pictures(files), *blocks.rows(buttons))
    return Message(blocks.layout(blocks.OVER, parts), files)


def record_lines(match_view: MatchView, others: Iterable[tuple[int, str]]) -> Iterator[str]:
    """The records of the server that the match has set."""
    if match_view.ending is None:
        return
    ended, meta = (match_view.match.shown, match_view.ending), match_view.game.meta
    known = ((lines, ENDINGS.read(ending)) for lines, ending in others if ending)
    for kind, value in outcomes.records_of(meta, ended, known).items():
        how_much = {
            "length": count_things(int(value), "log line"),
            "score": match_view.game.words.score(value),
            "margin": f"by {match_view.game.words.score(value)}",
        }[kind]
        yield f"{meta.records[kind]} of {meta.title} on this server so far: {how_much}."


def _as_sentence(said: str) -> str:
    return said if said.endswith((".", "!")) else f"{said}."


def _scored_sides(match_view: MatchView) -> tuple[ScoredSide, ...]:
    tally = match_view.game.words.tally(match_view.view)
    if tally is not None:
        return tally.sides
    seats = match_view.match.sides.all()
    return tuple(
        ScoredSide(match_view.game.words.seat(match_view.view, seat), (seat,)) for seat in seats
    )


def _final_scores(
    match_view: MatchView, score_history: ScoreHistory, sides: tuple[ScoredSide, ...]
) -> tuple[Fraction | None, ...]:
    """The last ones; those of the ending where the course has none."""
    if score_history.samples:
        return score_history.samples[-1].scores
    ending = match_view.ending
    if ending is None or not ending.scores:
        return (None,) * len(sides)
    scores = [Fraction(score).limit_denominator(outcomes.FINEST) for score in ending.scores]
    return tuple(sum((scores[seat] for seat in side.seats), Fraction()) for side in sides)
