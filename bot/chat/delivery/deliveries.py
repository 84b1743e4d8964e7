"""Delivery of each kind of message: build it, send it, record that it was sent.

Raises what Discord or the store raise; the sender decides what then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

import discord

from bot.chat.delivery.transport import Transport, addressee, number
from bot.chat.failures import Remedy, remedy
from bot.chat.message import Message
from bot.chat.panels import awaited, dms, idle_lobbies, lost_channels, panel, reminders
from bot.chat.people import proposal_messages, proposals
from bot.chat.pictures import Pictures
from bot.play import effects, queries
from bot.play.application import Application
from bot.play.history import positions
from bot.play.lobby import rematches
from bot.play.match import views
from bot.play.match.views import LogLine, MatchView
from bot.play.outbox import MessageKind, OutboxMessage
from bot.play.people import proposals as play_proposals
from bot.play.profiles import NotificationChannel
from bot.play.records import MOVES, Kind, Match, Status
from games.core.seats import SPECTATOR, Seat


class Deliveries:
    """Every method takes messages of one match and one addressee, the oldest first."""

    def __init__(self, client: discord.Client, app: Application, pictures: Pictures) -> None:
        self._app = app
        self._pictures = pictures
        self._transport = Transport(client, app)

    def inherit(self, outbox_message: int) -> None:
        """Another process may have tried all messages up to this one."""
        self._transport.inherit(outbox_message)

    async def panel(self, messages: Sequence[OutboxMessage]) -> None:
        """The match as it stands: a new panel when something has happened in it, else an edit.

        It tells everything since the last panel that was delivered, also what was given up.
        """
        match_view = await views.by_public(self._app, messages[0].match)
        match = match_view.match
        async with self._app.store.reading() as reader:
            untold = await reader.read(queries.Untold(match.id))
        # What was committed after the view was taken comes with a panel of its own.
        all_of_it = {
            *messages,
            *(outbox_message for outbox_message in untold if outbox_message.seq <= match.seq),
        }
        messages = sorted(all_of_it, key=number)
        news = match.seq > 0 and any(
            outbox_message.kind is MessageKind.PANEL for outbox_message in messages
        )
        if match.panel is not None and not news:
            message = await self._panel(match_view, messages)
            if await self._transport.edited(match.channel, match.panel, message):
                await self._transport.sent(messages, match.panel)
                await self._answered_reminders(match)
                return
        message = await self._panel(match_view, messages)
        posted, told = await self._transport.post(match.channel, message, messages)
        await self._transport.live(match, told, posted, self._since(match, told))
        await self._answered_reminders(match)

    async def _answered_reminders(self, match: Match) -> None:
        """Remove the buttons of reminders once their decision is closed."""
        async with self._app.store.reading() as reader:
            standing = await reader.read(queries.Reminders(match.id))
        for reminder in standing:
            match_view = await views.by_user(self._app, match.id, addressee([reminder]))
            if not {decision.key for decision in match_view.mine} & {*reminder.about.split()}:
                await self._transport.retire(match, reminder)

    async def retire(self, messages: Sequence[OutboxMessage]) -> None:
        """Take the buttons off an old panel, or an answered reminder of ``user``. When that cannot
        be, they answer politely anyway."""
        for outbox_message in messages:
            match, old = await self._transport.match(outbox_message.match), outbox_message.message
            if outbox_message.user is not None:
                home = await self._transport.home(outbox_message.user)
                for place in (home, match.channel):  # reminders are sent either way
                    await self._without_buttons(place, old)
            elif old != match.panel:
                place = outbox_message.channel or match.channel
                await self._without_buttons(
                    place, old, moved_to=None if place == match.channel else match
                )
            await self._transport.sent([outbox_message], old)

    async def _without_buttons(
        self, place: int, old: int | None, moved_to: Match | None = None
    ) -> None:
        if old is None:
            return
        try:
            message = await self._transport.channel(place).fetch_message(old)
            rest = panel.retired(message, moved_to)
            if rest is not None:
                await message.edit(**rest.for_edit())
        except discord.HTTPException as error:
            if remedy(error, editing=True) is not Remedy.ANEW:
                raise

    async def turn(self, messages: Sequence[OutboxMessage]) -> None:
        """Once for each turn, if the player wants it and has not answered by now."""
        user = addressee(messages)
        player = await self._transport.player(user)
        match_view = await views.by_user(self._app, messages[0].match, user)
        waits = any(decision.waits and not decision.secret for decision in match_view.mine)
        wanted = player.dm_turn and player.dm_closed_at is None
        if not (wanted and waits and await self._unanswered(match_view, messages[-1].seq)):
            await self._transport.sent(messages, None)
            return
        public = await views.by_public(self._app, match_view.match.id)
        lines = await views.since_acted(self._app, match_view)
        message = await dms.turn(match_view, lines, self._pictures)
        await self._transport.tell(
            messages, message, public, aloud=match_view.seat in public.awaited
        )

    async def secret(self, messages: Sequence[OutboxMessage]) -> None:
        """What one seat learned, and what it is to choose in secret if that is still open.

        Always tried, unless DMs are known to be closed. Only what everybody may
        know, that the seat was asked, may show in public that they are: that it
        learned something must not.
        """
        user = addressee(messages)
        player = await self._transport.player(user)
        match_view = await views.by_user(self._app, messages[0].match, user)
        public = await views.by_public(self._app, match_view.match.id)
        learned: list[str] = []
        aloud = False
        for outbox_message in messages:
            known = await self._at(public, outbox_message.seq)
            if outbox_message.kind is MessageKind.SECRET:
                own = await self._at(match_view, outbox_message.seq)
                if any(each.kind is Kind.TAKEN and each.seat == match_view.seat for each in own):
                    learned += match_view.game.words.secrets(match_view.view)
                learned += (Counter(_told(own)) - Counter(_told(known))).elements()
            elif outbox_message.kind is MessageKind.ASK:
                aloud = aloud or bool(known)
        asked = any(
            outbox_message.kind in (MessageKind.ASK, MessageKind.OFFER)
            for outbox_message in messages
        )
        asks = dms.asked(match_view, secret=True) if asked else ()
        wanted = match_view.seat is not None and bool(learned or asks)
        if not wanted or player.dm_closed_at is not None:
            await self._transport.sent(messages, None)
            return
        lines = await views.since_acted(self._app, match_view) if asks else ()
        message = await dms.secret(
            match_view, tuple(learned), self._pictures, asks=asks, lines=lines
        )
        aloud = aloud and bool(asks)
        await self._transport.tell(messages, message, public, aloud=aloud, quiet=not aloud)

    async def closing(self, messages: Sequence[OutboxMessage]) -> None:
        """A lobby will be closed, or has been. Not said when it is not so any more."""
        match_view = await views.by_public(self._app, messages[0].match)
        for outbox_message in messages:
            message = idle_lobbies.message(match_view, outbox_message.about, self._app.patience)
            posted = None
            if message is not None:
                posted, _ = await self._transport.post(
                    match_view.match.channel, message, [outbox_message]
                )
            await self._transport.sent([outbox_message], posted)

    async def over(self, messages: Sequence[OutboxMessage]) -> None:
        """If the player wants it."""
        user = addressee(messages)
        player = await self._transport.player(user)
        if not player.dm_over or player.dm_closed_at is not None:
            await self._transport.sent(messages, None)
            return
        match_view = await views.by_user(self._app, messages[0].match, user)
        seated = match_view.seat is not None
        lines = await views.since_acted(self._app, match_view) if seated else ()
        course = await positions.course(self._app, match_view.match)
        message = await dms.over(match_view, lines, course, self._pictures)
        await self._transport.tell(messages, message, match_view, aloud=False)

    async def dropped(self, messages: Sequence[OutboxMessage]) -> None:
        """Somebody's conditional moves are void. Always sent, and only to them."""
        user = addressee(messages)
        player = await self._transport.player(user)
        match_view = await views.by_user(self._app, messages[0].match, user)
        if match_view.seat is None or player.dm_closed_at is not None:
            await self._transport.sent(messages, None)
            return
        message = dms.dropped(match_view, messages[-1].about)
        await self._transport.tell(messages, message, match_view, aloud=False, quiet=True)

    async def vacant(self, messages: Sequence[OutboxMessage]) -> None:
        """A seat was left: by DM to those who want to be asked like that. The panel says it to
        all, and what can be done."""
        for outbox_message in messages:
            user = addressee([outbox_message])
            player = await self._transport.player(user)
            match_view = await views.by_user(self._app, outbox_message.match, user)
            lines = await self._at(match_view, outbox_message.seq)
            closed = player.dm_closed_at is not None
            free = (
                bool(lines) and lines[0].seat is not None and not match_view.holder(lines[0].seat)
            )
            if (
                closed
                or player.asked == NotificationChannel.CHANNEL
                or match_view.seat is None
                or not free
            ):
                await self._transport.sent([outbox_message], None)
                continue
            message = dms.vacant(
                match_view, lines[0], claim=match_view.seat in awaited.can_claim(match_view)
            )
            await self._transport.tell(
                [outbox_message], message, match_view, aloud=False, quiet=True
            )

    async def removed(self, messages: Sequence[OutboxMessage]) -> None:
        """Others have given somebody's seat away. Always told: by DM, else in the channel."""
        for outbox_message in messages:
            user = addressee([outbox_message])
            public = await views.by_public(self._app, outbox_message.match)
            lines = await self._at(public, outbox_message.seq)
            if not lines or any(holder.user == user for holder in public.holders):
                await self._transport.sent([outbox_message], None)
                continue
            match_view = await views.by_user(self._app, outbox_message.match, user)

            async def letter(
                match_view: MatchView = match_view, line: LogLine = lines[0]
            ) -> Message:
                return dms.removed(match_view, line)

            aloud = dms.removed_aloud(public, lines[0], user)
            await self._transport.reach([outbox_message], letter, aloud, way=NotificationChannel.DM)

    async def proposal(self, messages: Sequence[OutboxMessage]) -> None:
        """A question to somebody at the table, the way they want to be asked."""
        outbox_message = messages[0]
        user = addressee(messages)
        put, _ = await play_proposals.put(self._app, outbox_message.about)
        match_view = await views.by_user(self._app, outbox_message.match, user)
        asked = proposal_messages.still_asked(match_view, put)
        if not asked or play_proposals.why_not(
            match_view.match, put.proposal, self._app.clock.now()
        ):
            await self._transport.sent(messages, None)
            return
        public = await views.by_public(self._app, outbox_message.match)
        letter = partial(
            proposal_messages.question, self._app, match_view, put, user, self._pictures
        )
        await self._transport.reach(
            messages, letter, proposal_messages.question_aloud(public, put, user)
        )

    async def answered(self, messages: Sequence[OutboxMessage]) -> None:
        """The outcome of a proposal, for the player who made it."""
        outbox_message = messages[0]
        put, _ = await play_proposals.put(self._app, outbox_message.about)
        match_view = await views.by_user(self._app, outbox_message.match, addressee(messages))
        if not proposal_messages.worth_telling(match_view, put):
            await self._transport.sent(messages, None)
            return

        async def letter() -> Message:
            return proposal_messages.fate(match_view, put)

        public = await views.by_public(self._app, outbox_message.match)
        await self._transport.reach(messages, letter, proposal_messages.fate_aloud(public, put))

    async def remind(self, messages: Sequence[OutboxMessage]) -> None:
        """Remind a player that time runs out, in the way they want. Of a secret choice only in
        private: nobody else may learn that it is still missing, not even from the way in which
        the player is reminded of other decisions."""
        user, match = addressee(messages), messages[0].match
        keys = frozenset(key for each in messages for key in each.about.split())
        match_view = await views.by_user(self._app, match, user)
        open_still = [
            each for each in match_view.mine if each.key in keys and each.key in match_view.due
        ]
        if not open_still:
            await self._transport.sent(messages, None)
            return
        lines = await views.since_acted(self._app, match_view)
        letter = partial(dms.reminder, match_view, keys, lines, self._pictures)
        if all(each.secret for each in open_still):
            player = await self._transport.player(user)
            if player.dm_closed_at is not None:
                await self._transport.sent(messages, None)
                return
            await self._transport.tell(
                messages, await letter(), match_view, aloud=False, quiet=True
            )
            return
        public = await views.by_public(self._app, match)
        await self._transport.reach(messages, letter, reminders.aloud(public, user, keys))

    async def late(self, messages: Sequence[OutboxMessage]) -> None:
        """A notice in the channel about who is late, if they still are."""
        match_view = await views.by_public(self._app, messages[0].match)
        keys = frozenset(key for each in messages for key in each.about.split())
        message = reminders.late(match_view, keys)
        posted, told = None, messages
        if message is not None:
            posted, told = await self._transport.post(match_view.match.channel, message, messages)
        await self._transport.sent(told, posted)

    async def referee(self, messages: Sequence[OutboxMessage]) -> None:
        """Something that needs the referee."""
        public = await views.by_public(self._app, messages[0].match)
        for outbox_message in messages:
            message = reminders.for_referee(public, outbox_message.about)
            if asked := outbox_message.about.partition(effects.ASKED)[2]:
                put, _ = await play_proposals.put(self._app, asked)
                message = proposal_messages.for_referee(self._app, public, put)
            if message is None:
                await self._transport.sent([outbox_message], None)
            else:
                await self._transport.tell(
                    [outbox_message], message, public, aloud=False, quiet=True
                )

    async def gone(self, messages: Sequence[OutboxMessage]) -> None:
        """The channel of the match was deleted."""
        public = await views.by_public(self._app, messages[0].match)
        message = lost_channels.letter(public, addressee(messages))
        if message is None:
            await self._transport.sent(messages, None)
        else:
            await self._transport.tell(messages, message, public, aloud=False, quiet=True)

    async def _panel(self, match_view: MatchView, messages: Sequence[OutboxMessage]) -> Message:
        since = self._since(match_view.match, messages)
        lines = await views.log(self._app, match_view.match.id, SPECTATOR, after=max(0, since - 1))
        # What was committed after the view was taken comes with a panel of its own.
        news = tuple(line for line in lines if line.shown and line.shown <= match_view.match.shown)
        closed = await self._unreachable(match_view)
        async with self._app.store.reading() as reader:
            invited = await rematches.missing(reader, match_view.match)
        over = match_view.match.status is Status.OVER
        unseen = await views.looks(self._app, match_view.match.id) if over else ()
        puts = await play_proposals.open_in(self._app, match_view.match)
        proposed = tuple(proposals.line(match_view, put) for put in puts)
        return await panel.panel(
            match_view,
            news,
            self._pictures,
            unreachable=closed,
            invited=invited,
            unseen=unseen,
            proposed=proposed,
            course=await positions.course(self._app, match_view.match) if over else None,
        )

    @staticmethod
    def _since(match: Match, messages: Sequence[OutboxMessage]) -> int:
        """The first entry to tell: a new panel tells what no panel has told, an edited one goes
        on telling what it tells."""
        anew = match.panel is None or any(each.kind is MessageKind.PANEL for each in messages)
        return min(outbox_message.seq for outbox_message in messages) if anew else match.told

    async def _unreachable(self, match_view: MatchView) -> frozenset[Seat]:
        if not match_view.game.meta.secrets:
            return frozenset()
        async with self._app.store.reading() as reader:
            players = [
                (holder.seat, await reader.read(queries.PlayerOf(holder.user)))
                for holder in match_view.holders
                if holder.user is not None
            ]
        return frozenset(seat for seat, player in players if player.dm_closed_at is not None)

    async def _unanswered(self, match_view: MatchView, seq: int) -> bool:
        """Whether the seat has not moved since entry ``seq`` asked it to."""
        lines = await views.log(self._app, match_view.match.id, match_view.viewer, after=seq)
        return not any(line.kind in MOVES and line.seat == match_view.seat for line in lines)

    async def _at(self, match_view: MatchView, seq: int) -> tuple[LogLine, ...]:
        """The entry ``seq`` as the viewer may read it, if at all."""
        return await views.log(
            self._app, match_view.match.id, match_view.viewer, after=seq - 1, limit=1
        )


def _told(lines: tuple[LogLine, ...]) -> tuple[str, ...]:
    return tuple(sentence for line in lines for sentence in line.sentences)
