"""What the bot must be allowed to do where a match is played."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.play.refusals import NotNow

NEEDED: Mapping[str, str] = {
    "view_channel": "View Channel",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
TO_WRITE: Mapping[str, str] = {"send_messages": "Send Messages"}
TO_WRITE_IN_THREADS: Mapping[str, str] = {"send_messages_in_threads": "Send Messages in Threads"}
TO_MAKE_THREADS: Mapping[str, str] = {"create_public_threads": "Create Public Threads"}


def to_play(*, in_thread: bool) -> Mapping[str, str]:
    """The permissions, by their names in discord.py, and as people know them."""
    return {**NEEDED, **(TO_WRITE_IN_THREADS if in_thread else TO_WRITE)}


def check(may: discord.Permissions, needed: Mapping[str, str], where: str = "here") -> None:
    """Raises ``NotNow`` that names what is missing."""
    missing = [name for flag, name in needed.items() if not has(may, flag)]
    if missing:
        raise NotNow(
            f"I may not do that {where}. I lack: {', '.join(missing)}.",
            instead="Somebody who manages this channel can allow it in its settings.",
        )


def has(may: discord.Permissions, flag: str) -> bool:
    return bool(may.administrator or getattr(may, flag))
