"""Lists of matches, each with its link."""

from __future__ import annotations

from bot.chat.answers import note
from bot.chat.desk import Desk, Interaction, desk_of, link
from bot.chat.message import Message
from bot.chat.safe_text import escape, shown
from bot.play.ports import Reader
from bot.play.records import Match, Status

LISTED = 10
LOOKED_AT = 200


async def page(interaction: Interaction) -> Message:
    """The open matches of the server, and those of them in which the asker sits."""
    desk, user = desk_of(interaction), interaction.user.id
    lines: list[str] = []
    async with desk.house.store.reading() as reader:
        here = await reader.open_on(interaction.guild_id or 0, LOOKED_AT)
        held = await reader.open_of(user, LOOKED_AT)
        mine = tuple(each for each in held if each.server == interaction.guild_id)
        others = [each for each in here if each not in mine]
        rest = "Other matches on this server" if mine else "Matches on this server"
        for title, found in (("Your matches", mine), (rest, others)):
            if not found:
                continue
            lines.append(f"### {title}")
            lines += [await _line(desk, reader, each) for each in found[:LISTED]]
            if len(found) > LISTED:
                lines.append(f"… and {len(found) - LISTED} more.")
    return note("\n".join(lines or ["No match is open on this server. `/match new` opens one."]))


async def _line(desk: Desk, reader: Reader, match: Match) -> str:
    title = escape(desk.house.games[match.game].meta.title)
    names = ", ".join(shown(hold.name) for hold in await reader.holds(match.id))
    where = f"[{title}]({link(match)}) in <#{match.channel}>"
    state = "lobby" if match.status is Status.LOBBY else f"#{match.shown}"
    return f"- {where}, {state}: {names}"
