"""Delivery of each kind of message: build it, send it, record that it was sent.

Raises what Discord or the store raise; the sender decides what then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import discord

from bot.chat.delivery.request_limits import RequestLimits
from bot.chat.delivery.transport import Transport, addressee, row_number
from bot.chat.lobby import adverts, idle_lobbies, lost_channels
from bot.chat.match import panel
from bot.chat.messages import dms, ending, reminders
from bot.chat.people import proposals, team_talk
from bot.chat.platform import permissions
from bot.chat.platform.interactions import Context
from bot.chat.platform.message import Message
from bot.play import effects
from bot.play.history import excerpts, looking_back
from bot.play.lobby import lessons, rematches
from bot.play.match import views
from bot.play.match.views import LogLine, MatchView
from bot.play.people import following, team_threads
from bot.play.people import proposals as play_proposals
from bot.play.refusals import load_seated
from bot.play.seat_holders import free_seats, people_of
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind, OutboxMessage
from bot.play.storage.profiles import Follower, NotificationChannel, Player, Proposal
from bot.play.storage.records import MOVES, Advert, EntryKind, Match, MatchId, Pauser, Status
from bot.play.tournaments import sign_up
from games.core.types import SPECTATOR, Seat


@dataclass(frozen=True, slots=True)
class _Known:
    """What a panel is made of, of one moment.

    ``untold``  messages of panels that have been given up, or wait as well
    ``players``  who hold the seats
    """

    match_view: MatchView
    untold: tuple[OutboxMessage, ...]
    reminders: tuple[OutboxMessage, ...]
    proposed: tuple[Proposal, ...]
    players: Mapping[int, Player]
    unwanted: Sequence[OutboxMessage]
    followers: Sequence[Follower]


class Deliveries:
    """Every method takes messages of one match and one addressee, the oldest first."""

    def __init__(self, client: discord.Client, context: Context, limits: RequestLimits) -> None:
        self._app, self._client = context.app, client
        self._pictures = context.pictures
        self._transport = Transport(client, context, limits)

    def inherit(self, outbox_message: int) -> None:
        """Take messages over: another process may have tried all up to this one."""
        self._transport.inherit(outbox_message)

    async def deliver_panel(
        self, messages: Sequence[OutboxMessage], turns: Sequence[OutboxMessage] = ()
    ) -> Sequence[OutboxMessage]:
        """The match as it stands: a new panel when something has happened in it, else an edit.

        It tells everything since the last panel that was delivered, also what was given up. Of
        the ``turns`` those are done with it whose addressees want no such message.
        """
        known = await self._load_known(messages[0].match, turns)
        unwanted = known.unwanted
        match = known.match_view.match
        messages = sorted({*messages, *known.untold}, key=row_number)
        news = match.seq > 0 and any(
            outbox_message.kind is MessageKind.PANEL for outbox_message in messages
        )
        if match.panel is not None and not news:
            message = await self._build_panel(known, messages)
            if await self._transport.try_edit(match.channel, match.panel, message, messages):
                await self._transport.record_sent(messages, match.panel, unwanted)
                await self._retire_reminders(match, known.reminders)
                return unwanted
        message = await self._build_panel(known, messages)
        posted, told = await self._transport.post(match.channel, message, messages)
        await self._transport.record_panel(
            match, told, posted, self._first_entry(match, told), unwanted
        )
        await self._retire_reminders(match, known.reminders)
        return unwanted

    async def _load_known(self, match: MatchId, turns: Sequence[OutboxMessage]) -> _Known:
        async with self._app.store.reading() as reader:
            found = await reader.read_together(
                queries.Looked(match),
                queries.Untold(match),
                queries.Reminders(match),
                queries.OpenProposals(match),
                queries.PlayersIn(match),
                queries.FollowersOf(match),
            )
            records, untold, reminders, proposed, players, followers = found
            match_view = await views.build_view(
                reader, self._app, views.check_found(records), SPECTATOR
            )
        wanted = {user for user, player in players.items() if _wants_turns(player)}
        unwanted = [each for each in turns if addressee([each]) not in wanted]
        return _Known(match_view, untold, reminders, proposed, players, unwanted, followers)

    async def _retire_reminders(self, match: Match, reminders: Iterable[OutboxMessage]) -> None:
        """Remove the buttons of reminders once their decision is closed."""
        for reminder in reminders:
            match_view = await views.load_for_user(self._app, match.id, addressee([reminder]))
            if not {decision.key for decision in match_view.mine} & {*reminder.about.split()}:
                await self._transport.retire(match, reminder)

    async def retire(self, messages: Sequence[OutboxMessage]) -> None:
        """Take the buttons off an old panel, or an answered reminder of ``user``. When that cannot
        be, they answer politely anyway."""
        for outbox_message in messages:
            match, old = (
                await self._transport.load_match(outbox_message.match),
                outbox_message.message,
            )
            if outbox_message.user is not None:
                home = await self._transport.dm_channel(outbox_message.user)
                for place in (home, match.channel):  # reminders are sent either way
                    await self._transport.remove_buttons(match, place, old)
            elif old != match.panel:
                place = outbox_message.channel or match.channel
                moved = place != match.channel
                await self._transport.remove_buttons(match, place, old, moved=moved)
            await self._transport.record_sent([outbox_message], old)

    async def deliver_turn(self, messages: Sequence[OutboxMessage]) -> None:
        """Tell a player that it is their turn, unless they have answered by now or want no DM."""
        player, match_view, public = await self._load_addressee(messages)
        waits = any(decision.waits and not decision.secret for decision in match_view.mine)
        wanted = waits and _wants_turns(player)
        if not (wanted and await self._is_unanswered(match_view, messages[-1].seq)):
            await self._transport.record_sent(messages, None)
            return
        lines = await excerpts.lines_since_acted(self._app, match_view)
        message = await dms.build_turn(match_view, lines, self._pictures)
        await self._transport.tell(
            messages, message, public, aloud=match_view.seat in public.awaited
        )

    async def deliver_secret(self, messages: Sequence[OutboxMessage]) -> None:
        """What one seat learned, and what it is to choose in secret if that is still open.

        Always tried, unless DMs are known to be closed. Only what everybody may
        know, that the seat was asked, may show in public that they are: that it
        learned something must not.
        """
        player, match_view, public = await self._load_addressee(messages)
        learned: list[str] = []
        aloud = False
        for outbox_message in messages:
            known, own = await excerpts.entry_lines(
                *(self._app, public.match, outbox_message.seq), SPECTATOR, match_view.viewer
            )
            if outbox_message.kind is MessageKind.SECRET:
                if any(
                    each.kind is EntryKind.TAKEN and each.seat == match_view.seat for each in own
                ):
                    learned += match_view.game.words.secrets(match_view.view)
                learned += (
                    Counter(_join_sentences(own)) - Counter(_join_sentences(known))
                ).elements()
            elif outbox_message.kind is MessageKind.ASK:
                aloud = aloud or bool(known)
        asked = any(
            outbox_message.kind in (MessageKind.ASK, MessageKind.OFFER)
            for outbox_message in messages
        )
        asks = dms.question_lines(match_view, secret=True) if asked else ()
        wanted = match_view.seat is not None and bool(learned or asks)
        if not wanted or player.dm_closed_at is not None:
            await self._transport.record_sent(messages, None)
            return
        lines = await excerpts.lines_since_acted(self._app, match_view) if asks else ()
        message = await dms.build_secret(
            match_view, tuple(learned), self._pictures, asks=asks, lines=lines
        )
        aloud = aloud and bool(asks)
        await self._transport.tell(messages, message, public, aloud=aloud, quiet=not aloud)

    async def deliver_closing(self, messages: Sequence[OutboxMessage]) -> None:
        """A lobby will be closed, or has been. Not said when it is not so any more."""
        match_view = await views.load_public(self._app, messages[0].match)
        for outbox_message in messages:
            message = idle_lobbies.build_message(
                match_view, outbox_message.about, self._app.patience
            )
            posted = None
            if message is not None:
                posted, _ = await self._transport.post(
                    match_view.match.channel, message, [outbox_message]
                )
            await self._transport.record_sent([outbox_message], posted)

    async def deliver_ending(self, messages: Sequence[OutboxMessage]) -> None:
        """Send the result to a player who wants it."""
        player, match_view, _ = await self._load_addressee(messages)
        if not player.dm_over or player.dm_closed_at is not None:
            await self._transport.record_sent(messages, None)
            return
        seated = match_view.seat is not None
        lines = await excerpts.lines_since_acted(self._app, match_view) if seated else ()
        score_history = await looking_back.load_score_history(self._app, match_view.match)
        message = await dms.build_ending(match_view, lines, score_history, self._pictures)
        await self._transport.tell(messages, message, match_view, aloud=False)

    async def deliver_invitation(self, messages: Sequence[OutboxMessage]) -> None:
        """Ask somebody to join a lobby: by DM, or in its channel where their DMs are closed."""
        user, public = (addressee(messages), await views.load_public(self._app, messages[0].match))
        if not free_seats(public.match, public.holders) or any(
            holder.user == user for holder in public.holders
        ):
            await self._transport.record_sent(messages, None)
            return

        async def build_dm() -> Message:
            return adverts.build_invitation(public)

        aloud = adverts.build_public_invitation(public, user)
        await self._transport.reach(messages, build_dm, aloud, way=NotificationChannel.DM)

    async def deliver_news(self, messages: Sequence[OutboxMessage]) -> None:
        """Tell somebody who follows the match what is new in it, as any spectator sees it."""
        match_view = await views.load_public(self._app, messages[0].match)
        match, user = match_view.match, addressee(messages)
        if not await permissions.may_see(self._client, match.server, match.channel, user):
            await following.lose_follower(self._app, match.id, user)
            await self._transport.record_sent(messages, None)
            return
        first = int(messages[0].about) + 1
        numbers = range(first, match_view.match.shown + 1)
        lines = await excerpts.numbered_lines(self._app, match_view.match, SPECTATOR, numbers)
        message = await dms.build_news(match_view, lines, self._pictures)
        await self._transport.tell(messages, message, match_view, aloud=False, quiet=True)

    async def update_team_threads(self, messages: Sequence[OutboxMessage]) -> None:
        """Let who has left a team out of its thread, and who has come into it."""
        async with self._app.store.reading() as reader:
            match, holders = await load_seated(reader, messages[0].match)
            threads = await reader.read(queries.TeamThreadsOf(match.id))
        for known in threads:
            users = people_of(match, holders, known.team)
            if await team_talk.update_members(self._client, known, users):
                await team_threads.keep(self._app, known.thread, match.id, known.team, users)
        await self._transport.record_sent(messages, None)

    async def deliver_advert(self, messages: Sequence[OutboxMessage]) -> None:
        """Offer the free seats of a match where the server wants that, and show there what has
        become of them. A role is notified by the first message alone."""
        match_view = await views.load_public(self._app, messages[0].match)
        match = match_view.match
        async with self._app.store.reading() as reader:
            known, server = await reader.read_together(
                queries.AdvertOf(match.id), queries.ServerById(match.server)
            )
        channel = None if server is None else server.open_seats
        posted = None
        if known is not None:
            advert = adverts.build_advert(match_view)
            await self._transport.try_edit(known.channel, known.message, advert, messages)
        elif (
            server is not None
            and channel
            and free_seats(match, match_view.holders)
            # Who opened the match asked for it; where somebody left, nobody did.
            and (match.status is Status.LOBBY or not self._is_hidden(match, channel))
        ):
            advert = adverts.build_advert(match_view, server.players)
            posted, messages = await self._transport.post(channel, advert, messages)
            async with self._app.store.writing(match.id) as work:
                await work.keep(Advert(match.id, channel, posted))
                await work.commit()
        await self._transport.record_sent(messages, posted)

    def _is_hidden(self, match: Match, told_in: int) -> bool:
        """Whether fewer see the match than the channel in which it would be told."""
        return permissions.is_hidden(self._client, match.server, match.channel, told_in)

    async def deliver_chronicle(self, messages: Sequence[OutboxMessage]) -> None:
        """Tell how the match ended where the server wants that told. Not once it goes on again."""
        outbox_message = messages[0]
        match_view = await views.load_public(self._app, outbox_message.match)
        match, posted = match_view.match, None
        channel = outbox_message.channel or match.channel
        still = match.status is Status.OVER and match.seq == outbox_message.seq
        if still and not self._is_hidden(match, channel):
            async with self._app.store.reading() as reader:
                others = await reader.read(queries.EndingsOn(match.server, match.game, match.id))
            score_history = await looking_back.load_score_history(self._app, match)
            message = await ending.build_chronicle(
                match_view, score_history, self._pictures, others
            )
            posted, _ = await self._transport.post(channel, message, messages)
        await self._transport.record_sent(messages, posted)

    async def deliver_dropped(self, messages: Sequence[OutboxMessage]) -> None:
        """Tell a player that their conditional moves are void. Always sent, and only to them."""
        player, match_view, _ = await self._load_addressee(messages)
        if match_view.seat is None or player.dm_closed_at is not None:
            await self._transport.record_sent(messages, None)
            return
        message = dms.build_dropped(match_view, messages[-1].about)
        await self._transport.tell(messages, message, match_view, aloud=False, quiet=True)

    async def deliver_vacant(self, messages: Sequence[OutboxMessage]) -> None:
        """Tell players by DM that a seat was left, if they want to be asked like that.

        The panel tells everybody, and offers what they can do.
        """
        for outbox_message in messages:
            player, match_view, _ = await self._load_addressee([outbox_message])
            [lines] = await excerpts.entry_lines(
                *(self._app, match_view.match, outbox_message.seq), match_view.viewer
            )
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
                await self._transport.record_sent([outbox_message], None)
                continue
            message = dms.build_vacant(match_view, lines[0])
            await self._transport.tell(
                [outbox_message], message, match_view, aloud=False, quiet=True
            )

    async def deliver_removed(self, messages: Sequence[OutboxMessage]) -> None:
        """Tell players whose seats were given away: always, by DM or else in the channel."""
        for outbox_message in messages:
            user = addressee([outbox_message])
            public = await views.load_public(self._app, outbox_message.match)
            [lines] = await excerpts.entry_lines(
                *(self._app, public.match, outbox_message.seq), SPECTATOR
            )
            if not lines or any(holder.user == user for holder in public.holders):
                await self._transport.record_sent([outbox_message], None)
                continue
            match_view = await views.load_for_user(self._app, outbox_message.match, user)

            async def build_dm(
                match_view: MatchView = match_view, line: LogLine = lines[0]
            ) -> Message:
                return dms.build_removed(match_view, line)

            aloud = dms.build_public_removed(public, lines[0], user)
            await self._transport.reach(
                [outbox_message], build_dm, aloud, way=NotificationChannel.DM
            )

    async def deliver_proposal(self, messages: Sequence[OutboxMessage]) -> None:
        """Ask a player to agree to a proposal, in the way they have chosen."""
        outbox_message = messages[0]
        user = addressee(messages)
        put = await play_proposals.load(self._app, outbox_message.about)
        match_view = await views.load_for_user(self._app, outbox_message.match, user)
        asked = proposals.is_still_asked(match_view, put)
        if not asked or play_proposals.why_not(
            match_view.match, put.proposal, self._app.clock.now()
        ):
            await self._transport.record_sent(messages, None)
            return
        public = await views.load_public(self._app, outbox_message.match)
        letter = partial(proposals.build_dm, self._app, match_view, put, user, self._pictures)
        await self._transport.reach(
            messages, letter, proposals.build_public_question(public, put, user)
        )

    async def deliver_outcome(self, messages: Sequence[OutboxMessage]) -> None:
        """Tell the player who made a proposal its outcome."""
        outbox_message = messages[0]
        put = await play_proposals.load(self._app, outbox_message.about)
        match_view = await views.load_for_user(self._app, outbox_message.match, addressee(messages))
        if not proposals.is_worth_telling(match_view, put):
            await self._transport.record_sent(messages, None)
            return

        async def build_dm() -> Message:
            return proposals.build_outcome(match_view, put)

        public = await views.load_public(self._app, outbox_message.match)
        await self._transport.reach(messages, build_dm, proposals.build_public_outcome(public, put))

    async def remind(self, messages: Sequence[OutboxMessage]) -> None:
        """Remind a player that time runs out, in the way they want. Of a secret choice only in
        private: nobody else may learn that it is still missing, not even from the way in which
        the player is reminded of other decisions."""
        user, match = addressee(messages), messages[0].match
        keys = frozenset(key for each in messages for key in each.about.split())
        match_view = await views.load_for_user(self._app, match, user)
        open_still = [
            each for each in match_view.mine if each.key in keys and each.key in match_view.due
        ]
        if not open_still:
            await self._transport.record_sent(messages, None)
            return
        lines = await excerpts.lines_since_acted(self._app, match_view)
        letter = partial(dms.build_reminder, match_view, keys, lines, self._pictures)
        if all(each.secret for each in open_still):
            player = await self._transport.load_player(user)
            if player.dm_closed_at is not None:
                await self._transport.record_sent(messages, None)
                return
            await self._transport.tell(
                messages, await letter(), match_view, aloud=False, quiet=True
            )
            return
        public = await views.load_public(self._app, match)
        await self._transport.reach(
            messages, letter, reminders.build_public_reminder(public, user, keys)
        )

    async def deliver_late(self, messages: Sequence[OutboxMessage]) -> None:
        """Say in the channel who is late, if they still are."""
        match_view = await views.load_public(self._app, messages[0].match)
        keys = frozenset(key for each in messages for key in each.about.split())
        message = reminders.build_late(match_view, keys)
        posted, told = None, messages
        if message is not None:
            posted, told = await self._transport.post(match_view.match.channel, message, messages)
        await self._transport.record_sent(told, posted)

    async def deliver_to_referee(self, messages: Sequence[OutboxMessage]) -> None:
        """Tell the referee that they are needed."""
        public = await views.load_public(self._app, messages[0].match)
        for outbox_message in messages:
            message = reminders.build_for_referee(public, outbox_message.about)
            if asked := outbox_message.about.partition(effects.ASKED)[2]:
                put = await play_proposals.load(self._app, asked)
                message = proposals.build_for_referee(self._app, public, put)
            if message is None:
                await self._transport.record_sent([outbox_message], None)
            else:
                await self._transport.tell(
                    [outbox_message], message, public, aloud=False, quiet=True
                )

    async def deliver_unreadable(self, messages: Sequence[OutboxMessage]) -> None:
        """Tell a player that the match cannot be opened; it has no view."""
        async with self._app.store.reading() as reader:
            match = await reader.read(queries.MatchById(messages[0].match))
        if match is None or match.paused_by != Pauser.UNREADABLE:
            await self._transport.record_sent(messages, None)
        else:
            message = dms.build_unreadable(match, self._app.games[match.game].meta.title)
            await self._transport.tell(messages, message, None, aloud=False, quiet=True)

    async def deliver_gone(self, messages: Sequence[OutboxMessage]) -> None:
        """Tell a player that the channel of the match was deleted."""
        public = await views.load_public(self._app, messages[0].match)
        message = lost_channels.build_dm(public, addressee(messages))
        if message is None:
            await self._transport.record_sent(messages, None)
        else:
            await self._transport.tell(messages, message, public, aloud=False, quiet=True)

    async def _build_panel(self, known: _Known, messages: Sequence[OutboxMessage]) -> Message:
        match_view, match = known.match_view, known.match_view.match
        since = self._first_entry(match, messages)
        async with self._app.store.reading() as reader:
            # What was committed after the view was taken comes with a panel of its own.
            found = await views.read_lines(
                *(reader, self._app, match, SPECTATOR), after=max(0, since - 1), until=match.seq
            )
            lobby = match.status is Status.LOBBY
            invited = await rematches.missing_players(reader, match) if lobby else ()
            cup = await sign_up.find_title(reader, match) if match.origin else ""
        news = tuple(line for _, line in found if line.shown)
        closed = _unreachable_seats(known)
        over = match.status is Status.OVER
        unseen = await excerpts.referee_lines(self._app, match.id) if over else ()
        puts = play_proposals.select_open(match, known.proposed, self._app.clock.now())
        proposed = tuple(proposals.proposal_line(match_view, put) for put in puts)
        return await panel.build_panel(
            match_view,
            news,
            self._pictures,
            unreachable=closed,
            invited=invited,
            unseen=unseen,
            proposed=proposed,
            score_history=await looking_back.load_score_history(self._app, match) if over else None,
            lessons=await lessons.load_progress(self._app, match_view),
            followers=known.followers,
            tournament=cup,
        )

    @staticmethod
    def _first_entry(match: Match, messages: Sequence[OutboxMessage]) -> int:
        """The first entry whose news the panel tells.

        A new panel tells what no panel has told yet; an edited one keeps its own start.
        """
        anew = match.panel is None or any(each.kind is MessageKind.PANEL for each in messages)
        return min(outbox_message.seq for outbox_message in messages) if anew else match.told

    async def _is_unanswered(self, match_view: MatchView, seq: int) -> bool:
        """Whether the seat has not moved since entry ``seq``, which asked it to."""
        match = match_view.match
        if seq == match.seq:
            return True
        async with self._app.store.reading() as reader:
            found = await reader.read(queries.Entries(match.id, after=seq, until=match.seq))
        return not any(
            each.kind in MOVES and each.seat == match_view.seat and not each.again for each in found
        )

    async def _load_addressee(
        self, messages: Sequence[OutboxMessage]
    ) -> tuple[Player, MatchView, MatchView]:
        return await views.load_for_message(self._app, messages[0].match, addressee(messages))


def _unreachable_seats(known: _Known) -> frozenset[Seat]:
    """The seats whose players cannot be sent secrets by DM."""
    if not known.match_view.game.meta.secrets:
        return frozenset()
    closed = {user for user, player in known.players.items() if player.dm_closed_at is not None}
    return frozenset(each.seat for each in known.match_view.holders if each.user in closed)


def _wants_turns(player: Player) -> bool:
    return player.dm_turn and player.dm_closed_at is None


def _join_sentences(lines: tuple[LogLine, ...]) -> tuple[str, ...]:
    return tuple(sentence for line in lines for sentence in line.sentences)
