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


def needed_to_play(*, in_thread: bool) -> Mapping[str, str]:
    """The permissions, by their names in discord.py, and as people know them."""
    return {**NEEDED, **(TO_WRITE_IN_THREADS if in_thread else TO_WRITE)}


def needed_for_threads() -> Mapping[str, str]:
    """What the bot needs in a channel whose threads matches are played in."""
    return {**needed_to_play(in_thread=False), **TO_WRITE_IN_THREADS, **TO_MAKE_THREADS}


def check_writes(may: discord.Permissions, *, in_thread: bool) -> None:
    """Raises ``NotNow`` for somebody who could not write there themselves."""
    needed = ("view_channel", *(TO_WRITE_IN_THREADS if in_thread else TO_WRITE))
    if not all(has_permission(may, flag) for flag in needed):
        raise NotNow(
            "You may not write in that channel.",
            instead="Choose another, or ask somebody who manages this server.",
        )


def check(may: discord.Permissions, needed: Mapping[str, str], where: str = "here") -> None:
    """Raises ``NotNow`` that names what is missing."""
    missing = [name for flag, name in needed.items() if not has_permission(may, flag)]
    if missing:
        raise NotNow(
            f"I may not do that {where}. I lack: {', '.join(missing)}.",
            instead="Somebody who manages this channel can allow it in its settings.",
        )


def check_unlocked(may: discord.Permissions, thread: discord.Thread) -> None:
    """Raises ``NotNow`` for a thread or post that is locked, where the bot could not write once it
    is closed."""
    if thread.locked and not has_permission(may, "manage_threads"):
        raise NotNow(
            "This thread is locked.",
            instead="Somebody who may manage it can unlock it, or let me manage threads.",
        )


def may_notify(guild: discord.Guild, role: int) -> bool:
    """Whether members with a role are notified when the bot mentions it."""
    found = guild.get_role(role)
    if found is None:
        return False
    return found.mentionable or guild.me.guild_permissions.mention_everyone


def is_hidden(client: discord.Client, server: int, place: int, told_in: int) -> bool:
    """Whether a channel is known to be seen by fewer than another one in which it would be told."""
    guild = client.get_guild(server)
    if guild is None:
        return False
    here, there = (guild.get_channel_or_thread(each) for each in (place, told_in))
    if here is None or there is None:
        return False
    if isinstance(here, discord.Thread) and here.is_private():
        return True
    seen = (each.permissions_for(guild.default_role).view_channel for each in (here, there))
    return tuple(seen) == (False, True)


async def may_play(client: discord.Client, channel: int) -> bool:
    """Whether a match can be played in the channel or thread, as far as Discord tells."""
    try:
        place = client.get_channel(channel) or await client.fetch_channel(channel)
        if isinstance(place, discord.abc.PrivateChannel):
            return False
        may = await _own_permissions(client, place)
    except discord.HTTPException:
        return False
    in_thread = isinstance(place, discord.Thread)
    if (
        isinstance(place, discord.Thread)
        and place.locked
        and not has_permission(may, "manage_threads")
    ):
        return False
    return all(has_permission(may, flag) for flag in needed_to_play(in_thread=in_thread))


async def may_see(client: discord.Client, server: int, channel: int, user: int) -> bool:
    """Whether somebody can look into a channel or thread. Raises ``discord.HTTPException`` where
    Discord does not say."""
    guild = client.get_guild(server)
    place = None if guild is None else guild.get_channel_or_thread(channel)
    if guild is None or place is None:
        return True  # nothing is known of it here, or it is an archived thread
    try:
        member = await guild.fetch_member(user)
        if isinstance(place, discord.Thread) and place.is_private():
            await place.fetch_member(user)
    except discord.NotFound:
        return False
    may = place.permissions_for(member)
    return has_permission(may, "view_channel") and has_permission(may, "read_message_history")


async def _own_permissions(
    client: discord.Client, place: discord.abc.GuildChannel | discord.Thread
) -> discord.Permissions:
    """What the bot may do there; of a server that this process hears nothing of, Discord is asked.

    Raises ``discord.HTTPException``.
    """
    assert client.user is not None, "known from the login on"
    us = place.guild.get_member(client.user.id)
    if us is not None:
        return place.permissions_for(us)
    guild = await client.fetch_guild(place.guild.id, with_counts=False)
    # The permissions in a thread are those in the channel above it.
    above = place.parent_id if isinstance(place, discord.Thread) else place.id
    there = await guild.fetch_channel(above)
    return there.permissions_for(await guild.fetch_member(client.user.id))


def has_permission(may: discord.Permissions, flag: str) -> bool:
    return bool(may.administrator or getattr(may, flag))
