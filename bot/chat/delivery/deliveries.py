"""How each kind of parcel is carried out: make the message, send it, write that it was sent.

Raises what Discord or the store raise; the sender decides what then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial

import discord

from bot.chat.delivery.posting import Posting
from bot.chat.failures import Remedy, remedy
from bot.chat.message import Message
from bot.chat.panels import awaited, dms, idle_lobbies, lost_channels, panel, reminders
from bot.chat.people import proposal_messages, proposals
from bot.chat.picking import conditional_moves
from bot.chat.pictures import Pictures
from bot.play import effects
from bot.play.application import Application
from bot.play.match.views import LogLine, MatchView
from bot.play.profiles import NotificationChannel, Player
from bot.play.records import MOVES, Kind, Match, MatchId, MessageKind, OutboxMessage, Status
from games.core.seats import SPECTATOR, Seat


class Deliveries:
    """Every method takes parcels of one match and one addressee, the oldest first."""

    def __init__(self, client: discord.Client, house: Application, pictures: Pictures) -> None:
        self._client = client
        self._house = house
        self._pictures = pictures
        self._posting = Posting(client)

    def inherit(self, parcel: int) -> None:
        """Another process may have tried all parcels up to this one."""
        self._posting.inherited = parcel

    async def panel(self, parcels: Sequence[OutboxMessage]) -> None:
        """The match as it stands: a new panel when something has happened in it, else an edit.

        It tells everything since the last panel that was delivered, also what was given up.
        """
        sight = await self._house.eyes.by_public(parcels[0].match)
        match = sight.match
        async with self._house.store.reading() as reader:
            untold = await reader.untold(match.id)
        # What was committed after the sight was taken comes with a panel of its own.
        all_of_it = {*parcels, *(parcel for parcel in untold if parcel.seq <= match.seq)}
        parcels = sorted(all_of_it, key=number)
        news = match.seq > 0 and any(parcel.errand is MessageKind.PANEL for parcel in parcels)
        if match.panel is not None and not news:
            message = await self._panel(sight, parcels)
            if await self._edited(match.channel, match.panel, message):
                await self._sent(parcels, match.panel)
                return
        message = await self._panel(sight, parcels)
        posted, told = await self._post(match.channel, message, parcels)
        await self._live(match, told, posted, self._since(match, told))

    async def retire(self, parcels: Sequence[OutboxMessage]) -> None:
        """Take the buttons off an old panel. When that cannot be, they answer politely anyway."""
        for parcel in parcels:
            match = await self._match(parcel.match)
            place = parcel.channel or match.channel
            if parcel.message is not None and parcel.message != match.panel:
                try:
                    old = await self._channel(place).fetch_message(parcel.message)
                    rest = panel.retired(old, moved_to=None if place == match.channel else match)
                    if rest is not None:
                        await old.edit(**rest.for_edit())
                except discord.HTTPException as error:
                    if remedy(error, editing=True) is not Remedy.ANEW:
                        raise
            await self._sent([parcel], parcel.message)

    async def turn(self, parcels: Sequence[OutboxMessage]) -> None:
        """Once for each turn, if the player wants it and has not answered by now."""
        user = _user(parcels)
        player = await self._player(user)
        sight = await self._house.eyes.by_user(parcels[0].match, user)
        waits = any(decision.waits and not decision.secret for decision in sight.mine)
        wanted = player.dm_turn and player.dm_closed_at is None
        if not (wanted and waits and await self._unanswered(sight, parcels[-1].seq)):
            await self._sent(parcels, None)
            return
        public = await self._house.eyes.by_public(sight.match.id)
        message = await dms.turn(sight, self._pictures)
        await self._tell(parcels, message, public, aloud=sight.seat in public.awaited)

    async def secret(self, parcels: Sequence[OutboxMessage]) -> None:
        """What one seat learned, and what it is to choose in secret if that is still open.

        Always tried, unless DMs are known to be closed. Only what everybody may
        know, that the seat was asked, may show in public that they are: that it
        learned something must not.
        """
        user = _user(parcels)
        player = await self._player(user)
        sight = await self._house.eyes.by_user(parcels[0].match, user)
        public = await self._house.eyes.by_public(sight.match.id)
        learned: list[str] = []
        aloud = False
        for parcel in parcels:
            known = await self._at(public, parcel.seq)
            if parcel.errand is MessageKind.SECRET:
                own = await self._at(sight, parcel.seq)
                if any(each.kind is Kind.TAKEN and each.seat == sight.seat for each in own):
                    learned += sight.game.words.secrets(sight.view)
                learned += (Counter(_told(own)) - Counter(_told(known))).elements()
            elif parcel.errand is MessageKind.ASK:
                aloud = aloud or bool(known)
        asked = any(parcel.errand in (MessageKind.ASK, MessageKind.OFFER) for parcel in parcels)
        asks = dms.asked(sight, secret=True) if asked else ()
        wanted = sight.seat is not None and bool(learned or asks)
        if not wanted or player.dm_closed_at is not None:
            await self._sent(parcels, None)
            return
        message = await dms.secret(sight, tuple(learned), self._pictures, asks=asks)
        aloud = aloud and bool(asks)
        await self._tell(parcels, message, public, aloud=aloud, quiet=not aloud)

    async def closing(self, parcels: Sequence[OutboxMessage]) -> None:
        """A lobby will be closed, or has been. Not said when it is not so any more."""
        sight = await self._house.eyes.by_public(parcels[0].match)
        for parcel in parcels:
            message = idle_lobbies.message(sight, parcel.about, self._house.idle.patience)
            posted = None
            if message is not None:
                posted, _ = await self._post(sight.match.channel, message, [parcel])
            await self._sent([parcel], posted)

    async def over(self, parcels: Sequence[OutboxMessage]) -> None:
        """If the player wants it."""
        user = _user(parcels)
        player = await self._player(user)
        if not player.dm_over or player.dm_closed_at is not None:
            await self._sent(parcels, None)
            return
        sight = await self._house.eyes.by_user(parcels[0].match, user)
        message = await dms.over(sight, self._pictures)
        await self._tell(parcels, message, sight, aloud=False)

    async def dropped(self, parcels: Sequence[OutboxMessage]) -> None:
        """What somebody had prepared is void. Always tried, and nobody else's business."""
        user = _user(parcels)
        player = await self._player(user)
        sight = await self._house.eyes.by_user(parcels[0].match, user)
        if sight.seat is None or player.dm_closed_at is not None:
            await self._sent(parcels, None)
            return
        message = conditional_moves.dropped(sight, parcels[-1].about)
        await self._tell(parcels, message, sight, aloud=False, quiet=True)

    async def vacant(self, parcels: Sequence[OutboxMessage]) -> None:
        """A seat was left: by DM to those who want to be asked like that. The panel says it to
        all, and what can be done."""
        for parcel in parcels:
            user = _user([parcel])
            player = await self._player(user)
            sight = await self._house.eyes.by_user(parcel.match, user)
            lines = await self._at(sight, parcel.seq)
            closed = player.dm_closed_at is not None
            free = bool(lines) and lines[0].seat is not None and not sight.holder(lines[0].seat)
            if (
                closed
                or player.asked == NotificationChannel.CHANNEL
                or sight.seat is None
                or not free
            ):
                await self._sent([parcel], None)
                continue
            message = dms.vacant(sight, lines[0], claim=sight.seat in awaited.can_claim(sight))
            await self._tell([parcel], message, sight, aloud=False, quiet=True)

    async def removed(self, parcels: Sequence[OutboxMessage]) -> None:
        """Others have given somebody's seat away. Always told: by DM, else in the channel."""
        for parcel in parcels:
            user = _user([parcel])
            public = await self._house.eyes.by_public(parcel.match)
            lines = await self._at(public, parcel.seq)
            if not lines or any(hold.user == user for hold in public.holds):
                await self._sent([parcel], None)
                continue
            sight = await self._house.eyes.by_user(parcel.match, user)

            async def letter(sight: MatchView = sight, line: LogLine = lines[0]) -> Message:
                return dms.removed(sight, line)

            aloud = dms.removed_aloud(public, lines[0], user)
            await self._reach([parcel], letter, aloud, way=NotificationChannel.DM)

    async def proposal(self, parcels: Sequence[OutboxMessage]) -> None:
        """A question to somebody at the table, the way they want to be asked."""
        parcel = parcels[0]
        user = _user(parcels)
        put, _ = await self._house.proposals.put(parcel.about)
        sight = await self._house.eyes.by_user(parcel.match, user)
        asked = proposal_messages.still_asked(sight, put)
        if not asked or self._house.proposals.why_not(sight.match, put):
            await self._sent(parcels, None)
            return
        public = await self._house.eyes.by_public(parcel.match)
        letter = partial(proposal_messages.question, self._house, sight, put, user, self._pictures)
        await self._reach(parcels, letter, proposal_messages.question_aloud(public, put, user))

    async def answered(self, parcels: Sequence[OutboxMessage]) -> None:
        """What has become of a proposal, to whoever made it."""
        parcel = parcels[0]
        put, _ = await self._house.proposals.put(parcel.about)
        sight = await self._house.eyes.by_user(parcel.match, _user(parcels))
        if not proposal_messages.worth_telling(sight, put):
            await self._sent(parcels, None)
            return

        async def letter() -> Message:
            return proposal_messages.fate(sight, put)

        public = await self._house.eyes.by_public(parcel.match)
        await self._reach(parcels, letter, proposal_messages.fate_aloud(public, put))

    async def remind(self, parcels: Sequence[OutboxMessage]) -> None:
        """That time runs out, the way the player wants to be reminded. Of a secret choice only in
        private: that somebody has still to make theirs is nobody else's business, and neither
        shows it in how they are reminded of the rest."""
        user, match = _user(parcels), parcels[0].match
        keys = frozenset(key for each in parcels for key in each.about.split())
        sight = await self._house.eyes.by_user(match, user)
        open_still = [each for each in sight.mine if each.key in keys and each.key in sight.due]
        if not open_still:
            await self._sent(parcels, None)
            return
        letter = partial(dms.reminder, sight, keys, self._pictures)
        if all(each.secret for each in open_still):
            player = await self._player(user)
            if player.dm_closed_at is not None:
                await self._sent(parcels, None)
                return
            await self._tell(parcels, await letter(), sight, aloud=False, quiet=True)
            return
        public = await self._house.eyes.by_public(match)
        await self._reach(parcels, letter, reminders.aloud(public, user, keys))

    async def late(self, parcels: Sequence[OutboxMessage]) -> None:
        """One word in the channel about who is late, if it is still so."""
        sight = await self._house.eyes.by_public(parcels[0].match)
        keys = frozenset(key for each in parcels for key in each.about.split())
        message = reminders.late(sight, keys)
        posted, told = None, parcels
        if message is not None:
            posted, told = await self._post(sight.match.channel, message, parcels)
        await self._sent(told, posted)

    async def referee(self, parcels: Sequence[OutboxMessage]) -> None:
        """Something that the referee should look after."""
        public = await self._house.eyes.by_public(parcels[0].match)
        for parcel in parcels:
            message = reminders.for_referee(public, parcel.about)
            if asked := parcel.about.partition(effects.ASKED)[2]:
                put, _ = await self._house.proposals.put(asked)
                message = proposal_messages.for_referee(self._house, public, put)
            if message is None:
                await self._sent([parcel], None)
            else:
                await self._tell([parcel], message, public, aloud=False, quiet=True)

    async def gone(self, parcels: Sequence[OutboxMessage]) -> None:
        """The channel of the match was deleted."""
        public = await self._house.eyes.by_public(parcels[0].match)
        message = lost_channels.letter(public, _user(parcels))
        if message is None:
            await self._sent(parcels, None)
        else:
            await self._tell(parcels, message, public, aloud=False, quiet=True)

    async def _reach(
        self,
        parcels: Sequence[OutboxMessage],
        letter: Callable[[], Awaitable[Message]],
        aloud: Message,
        *,
        way: NotificationChannel | None = None,
    ) -> None:
        """Tell somebody ``way``, by default as they want it: by DM, in the channel, or both. Where
        their DMs are closed the channel is taken."""
        user = _user(parcels)
        player = await self._player(user)
        way = way or NotificationChannel(player.asked)
        posted, told = None, parcels
        closed = player.dm_closed_at is not None
        if way is not NotificationChannel.CHANNEL and not closed:
            try:
                posted, told = await self._write(user, await letter(), parcels)
            except discord.HTTPException as error:
                if remedy(error) is not Remedy.CLOSED:
                    raise
                closed = True
                await self._house.wishes.arrives(user, arrived=False)
        if way is not NotificationChannel.DM or closed:
            match = await self._match(told[0].match)
            posted, told = await self._post(match.channel, aloud, told, aloud=True)
        await self._sent(told, posted)

    async def _panel(self, sight: MatchView, parcels: Sequence[OutboxMessage]) -> Message:
        since = self._since(sight.match, parcels)
        lines = await self._house.eyes.log(sight.match.id, SPECTATOR, after=max(0, since - 1))
        # What was committed after the sight was taken comes with a panel of its own.
        news = tuple(line for line in lines if line.shown and line.shown <= sight.match.shown)
        closed = await self._unreachable(sight)
        async with self._house.store.reading() as reader:
            invited = await self._house.rematches.missing(reader, sight.match)
        over = sight.match.status is Status.OVER
        unseen = await self._house.eyes.looks(sight.match.id) if over else ()
        puts = await self._house.proposals.open_in(sight.match)
        proposed = tuple(proposals.line(sight, put) for put in puts)
        return await panel.panel(
            sight,
            news,
            self._pictures,
            unreachable=closed,
            invited=invited,
            unseen=unseen,
            proposed=proposed,
        )

    @staticmethod
    def _since(match: Match, parcels: Sequence[OutboxMessage]) -> int:
        """The first entry to tell: a new panel tells what no panel has told, an edited one goes
        on telling what it tells."""
        anew = match.panel is None or any(each.errand is MessageKind.PANEL for each in parcels)
        return min(parcel.seq for parcel in parcels) if anew else match.told

    async def _unreachable(self, sight: MatchView) -> frozenset[Seat]:
        if not sight.game.meta.secrets:
            return frozenset()
        async with self._house.store.reading() as reader:
            players = [
                (hold.seat, await reader.player(hold.user))
                for hold in sight.holds
                if hold.user is not None
            ]
        return frozenset(seat for seat, player in players if player.dm_closed_at is not None)

    async def _unanswered(self, sight: MatchView, seq: int) -> bool:
        """Whether the seat has not moved since entry ``seq`` asked it to."""
        lines = await self._house.eyes.log(sight.match.id, sight.viewer, after=seq)
        return not any(line.kind in MOVES and line.seat == sight.seat for line in lines)

    async def _at(self, sight: MatchView, seq: int) -> tuple[LogLine, ...]:
        """The entry ``seq`` as the viewer may read it, if at all."""
        return await self._house.eyes.log(sight.match.id, sight.viewer, after=seq - 1, limit=1)

    async def _tell(
        self,
        parcels: Sequence[OutboxMessage],
        message: Message,
        public: MatchView,
        *,
        aloud: bool,
        quiet: bool = False,
    ) -> None:
        """Send a DM. When they are closed, remember it, and say so once if ``aloud``.

        Panels show what is remembered. Of a ``quiet`` letter nothing is.
        """
        user = _user(parcels)
        try:
            posted, told = await self._write(user, message, parcels)
        except discord.HTTPException as error:
            if remedy(error) is not Remedy.CLOSED:
                raise
            if quiet:
                await self._sent(parcels, None)
                return
            if aloud:
                await self._say_closed(public, user, parcels)
            await self._close(parcels, user)
            return
        await self._sent(told, posted)

    async def _say_closed(
        self, public: MatchView, user: int, parcels: Sequence[OutboxMessage]
    ) -> None:
        for hold in public.holds:
            if hold.user == user:
                try:
                    notice = dms.closed(public, hold)
                    await self._post(public.match.channel, notice, parcels, aloud=True)
                except discord.HTTPException as error:
                    if remedy(error) is Remedy.LATER:
                        raise

    async def _close(self, parcels: Sequence[OutboxMessage], user: int) -> None:
        now = self._house.clock.now()
        async with self._house.store.writing() as work:
            await work.keep_player(replace(await work.player(user), dm_closed_at=now))
            for parcel in parcels:
                await work.parcel_sent(number(parcel), None, now)
            await work.commit()
        self._posting.noted(parcels)

    async def _edited(self, channel: int, panel_id: int, message: Message) -> bool:
        """Whether the message could be edited; ``False`` when a new one is needed."""
        try:
            live = self._channel(channel).get_partial_message(panel_id)
            await live.edit(**message.for_edit())
        except discord.HTTPException as error:
            if remedy(error, editing=True) is not Remedy.ANEW:
                raise
            return False
        return True

    async def _post(
        self,
        channel: int,
        message: Message,
        parcels: Sequence[OutboxMessage],
        *,
        aloud: bool = False,
    ) -> tuple[int, Sequence[OutboxMessage]]:
        """The message, and which of the parcels it tells."""
        where = self._channel(channel)
        posted, told = await self._posting.once(where, message, parcels, aloud=aloud)
        return posted.id, told

    async def _write(
        self, user: int, message: Message, parcels: Sequence[OutboxMessage]
    ) -> tuple[int, Sequence[OutboxMessage]]:
        """The letter, and which of the parcels it tells."""
        letterbox = await self._client.create_dm(discord.Object(user))
        posted, told = await self._posting.once(letterbox, message, parcels)
        return posted.id, told

    async def _live(
        self, sent_of: Match, parcels: Sequence[OutboxMessage], posted: int, since: int
    ) -> None:
        """In one transaction: these are told, this is the panel, the old one is to be retired.

        When the match has gone to another channel since, what was posted is an old panel itself.
        """
        now = self._house.clock.now()
        async with self._house.store.writing() as work:
            match = await work.match(sent_of.id)
            assert match is not None
            for parcel in parcels:
                await work.parcel_sent(number(parcel), posted, now)
            if match.channel != sent_of.channel:
                stray = effects.parcel(match, MessageKind.RETIRE, match.seq, now, mark=posted)
                await work.post((replace(stray, message=posted, channel=sent_of.channel),))
            elif match.panel != posted:
                await work.set_panel(match.id, posted, since)
                if match.panel is not None:
                    retire = effects.parcel(match, MessageKind.RETIRE, match.seq, now)
                    await work.post((replace(retire, message=match.panel),))
            await work.commit()
        self._posting.noted(parcels)

    async def _sent(self, parcels: Sequence[OutboxMessage], message: int | None) -> None:
        """Done with these; ``message`` is ``None`` when nothing had to be said."""
        now = self._house.clock.now()
        async with self._house.store.writing() as work:
            for parcel in parcels:
                await work.parcel_sent(number(parcel), message, now)
            await work.commit()
        self._posting.noted(parcels)

    async def _match(self, match_id: MatchId) -> Match:
        async with self._house.store.reading() as reader:
            match = await reader.match(match_id)
        assert match is not None, "a parcel belongs to a match"
        return match

    async def _player(self, user: int) -> Player:
        async with self._house.store.reading() as reader:
            return await reader.player(user)

    def _channel(self, channel: int) -> discord.PartialMessageable:
        """By its id alone: needs no cache, and a closed thread opens when it is sent to."""
        return self._client.get_partial_messageable(channel)


def number(parcel: OutboxMessage) -> int:
    """The row of a stored parcel."""
    assert parcel.id is not None, "only stored parcels are sent"
    return parcel.id


def _user(parcels: Sequence[OutboxMessage]) -> int:
    user = parcels[0].user
    assert user is not None, "a DM has an addressee"
    return user


def _told(lines: tuple[LogLine, ...]) -> tuple[str, ...]:
    return tuple(sentence for line in lines for sentence in line.sentences)
