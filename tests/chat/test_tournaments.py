"""Tournaments in a simulated Discord: from the sign-up to the winner."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from bot.chat.lobby import empty_threads
from bot.chat.platform.custom_ids import Action, CustomId
from bot.chat.platform.message import message_faults
from bot.chat.tournaments import cup_pages, cup_words
from bot.play.storage import queries
from bot.play.storage.queries import TournamentRecords
from bot.play.storage.records import Match, MatchId
from bot.play.storage.stored_fields import TournamentId
from bot.play.storage.tournaments import Entrant, Pairing, Stage, Tournament, TournamentFormat
from bot.play.tournaments.progress import Present
from bot.play.tournaments.rounds import count_rounds, pair_round
from bot.play.tournaments.sign_up import build_match
from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, alt_text, buttons, words
from tests.chat.test_strangers import laid

MINUTE, DAY = 60, 86_400
PAGES = ("join", "leave", "left", "referee", "standings", "pairings", "settings", "log", "sides")
FORMS = ("join", "award", "swap", "replace", "remove", "next", "pause", "resume", "cancel")


@dataclass
class Cup:
    """A tournament in the channel of the world, and who plays in it."""

    world: World
    gm: Guest

    async def open(self, **options: object) -> Told:
        usual = {"title": "Cup", "format": "swiss", "game": "toy", "places": 4}
        given = {key: value for key, value in {**usual, **options}.items() if value is not None}
        told = await self.gm.types("tournament new", **given)
        await self.pass_time()
        return told

    async def pass_time(self, seconds: float = MINUTE, sweeps: int = 2) -> None:
        """So that everything happens that goes by itself."""
        for _ in range(sweeps):
            await self.world.env.advance_time(seconds / sweeps)
            await self.world.look()

    async def known(self, number: int = 0) -> TournamentRecords:
        there = await self.world.read(queries.TournamentsOn(self.world.guild.id, 9))
        found = await self.world.read(queries.TournamentById(TournamentId(there[number].id)))
        assert found is not None
        return found

    async def round(self) -> list[Pairing]:
        known = await self.known()
        return [each for each in known.pairings if each.round == known.tournament.round]

    async def match(self, pairing: Pairing) -> Match:
        assert pairing.played_in is not None
        found = await self.world.read(queries.MatchById(pairing.played_in))
        assert found is not None
        return found

    async def at_match(self, guest: Guest) -> Guest:
        """The guest in the thread of their match of this round."""
        known = await self.known()
        side = next(each.entrant for each in known.members if each.user == guest.id)
        (pairing,) = [each for each in await self.round() if side in (each.one, each.other)]
        match = await self.match(pairing)
        thread = next(each for each in self.world.channel.threads if each.id == match.channel)
        return guest.at(thread)

    async def play_to_the_end(self, *guests: Guest) -> list[str]:
        """The best of these wins each of their matches, the computer none; the first two then."""
        for _ in range(9):
            if (await self.known()).tournament.stage is Stage.OVER:
                return [each.entrant.name for each in cup_words.rank(await self.known())][:2]
            known = await self.known()
            sides = {
                each.entrant: guest
                for guest in guests
                for each in known.members
                if each.user == guest.id
            }
            for pairing in await self.round():
                if pairing.result is None and pairing.other is not None:
                    pair = [sides[n] for n in (pairing.one, pairing.other) if n in sides]
                    worst = max(pair, key=guests.index)
                    if len(pair) == 2:
                        await self.loses(worst)
                    else:
                        won = "one" if pairing.one in sides else "other"
                        await self.award(pairing, won)
            await self.pass_time()
        raise AssertionError("it does not end")

    async def loses(self, guest: Guest) -> None:
        await (await self.at_match(guest)).resigns()

    @property
    def panels(self) -> list[discord.Message]:
        return [each for each in self.world.channel.history() if "Cup" in words(each)]

    @property
    def panel(self) -> str:
        return words(self.panels[-1])

    async def award(self, pairing: Pairing, result: str) -> Told:
        place = {"round": str(pairing.round), "table": str(pairing.table)}
        return await self.rule("Set a result", **place, result=result)

    async def rule(self, what: str, reason: str = "because", **fields: object) -> Told:
        page = await self.gm.presses("Referee", self.panels[-1])
        form = await self.gm.presses(what, page.message)
        return await self.gm.fills(form, reason=reason, **fields)


@pytest.fixture
def cup(world: World, gm: Guest) -> Cup:
    return Cup(world, gm)


@pytest.mark.on_both
@pytest.mark.parametrize("form", list(TournamentFormat))
async def test_a_tournament_runs_from_sign_up_to_its_winner(
    cup: Cup, ann: Guest, bo: Guest, cy: Guest, form: TournamentFormat
) -> None:
    told = await cup.open(format=form.value, computers=1)
    assert "Sign-up for Cup is open." in told.words
    assert "1 of 4 players signed up" in cup.panel
    assert "You take part in Cup." in (await ann.presses("Join", cup.panels[-1])).words
    assert "You have signed up already" in (await ann.types("tournament join")).words
    for guest in (bo, cy):
        await guest.types("tournament join", tournament="cup")
    await cup.pass_time()
    assert "**Round 1" in cup.panel
    assert len(cup.world.channel.threads) == len(await cup.round()) == 2
    assert "-# 🏆 Cup, round 1" in words((await cup.at_match(ann)).newest)
    assert await cup.play_to_the_end(ann, bo, cy) == ["Ann", "Bo"]
    known = await cup.known()
    assert known.tournament.stage is Stage.OVER
    assert "🥇 **Ann** has won Cup." in cup.panel
    if form is TournamentFormat.KNOCK_OUT:
        assert "Cy comes before Computer 1 by Buchholz, the points of the" in cup.panel
    if form is TournamentFormat.SWISS:
        assert "Bo comes before Cy by lot." in cup.panel
    assert alt_text(cup.panels[-1])
    assert all(each.result is not None for each in known.pairings)
    matches = [each.played_in for each in known.pairings if each.played_in]
    assert len(set(matches)) == len(matches) == len(cup.world.channel.threads)


# --- Signing up and withdrawing ---


async def test_sign_up_is_taken_back_freely_and_later_costs_the_match(
    cup: Cup, ann: Guest, bo: Guest
) -> None:
    await cup.open(format="knock-out", places=2)
    assert "You do not take part in it." in (await ann.presses("Withdraw", cup.panels[-1])).words
    await ann.presses("Join", cup.panels[-1])
    told = await ann.types("tournament withdraw")
    assert "You do not take part in Cup any more." in told.words
    await ann.types("tournament join")
    await bo.types("tournament join")
    await cup.pass_time()
    asked = await ann.presses("Withdraw", cup.panels[-1])
    assert "The match you are in, and all to come, are lost." in asked.words
    assert "withdrawn from Cup" in (await ann.presses("Withdraw", asked.message)).words
    await cup.pass_time()
    assert "🥇 **Bo** has won Cup." in cup.panel
    assert "by forfeit" in words((await bo.presses("Pairings", cup.panels[-1])).message)
    assert "Join" not in buttons(cup.panels[-1])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"places": None}, "When does it begin?"),
        ({"places": None, "until": "2001-01-01"}, "Sign-up ends on a day to come"),
        ({"places": None, "until": "01.01.2030"}, "A day is written as year, month, day."),
        ({"game": None}, "open a lobby here with"),
        ({"game": "chess"}, "There is no such game here."),
        ({"computers": 5}, "5 computer players are more than the 4 places."),
        ({"computers": 1, "level": "easy"}, "no computer player of that level"),
        ({"title": "\u200b\u202e"}, "A tournament needs a title."),
    ],
)
async def test_what_no_tournament_can_be_is_refused(
    cup: Cup, options: dict[str, object], said: str
) -> None:
    told = await cup.open(**options)
    assert said in told.words
    assert not cup.panels


async def test_only_referees_open_and_rule_tournaments(cup: Cup, ann: Guest) -> None:
    told = await ann.types("tournament new", title="Mine", format="swiss", game="toy", places=4)
    assert "Only referees of this server can do this." in told.words
    await cup.open()
    told = await ann.presses("Referee", cup.panels[-1])
    assert "Only referees of this server can do this." in told.words
    assert "There is a tournament of that title." in (await cup.open(title="CUP")).words
    assert await ann.suggested("tournament join", "tournament", "cu") != []


async def test_a_lobby_gives_its_settings_and_teams(cup: Cup, ann: Guest, bo: Guest) -> None:
    await cup.gm.types("match new", game="astral_sailors", teams="2v2", clock="24h")
    told = await cup.gm.types("tournament new", title="Cup", format="swiss", places=2)
    assert "Sign-up for Cup is open." in told.words
    await cup.pass_time()
    assert "teams of 2" in cup.panel
    form = await ann.presses("Join", cup.panels[-1])
    await ann.fills(form, team="Reds")
    await bo.types("tournament join", team="reds")
    assert "Name your team" in (await cup.gm.types("tournament join")).words
    people = [cup.world.guest(name) for name in ("dee", "eve", "fay")]
    for guest in people[:2]:
        await guest.types("tournament join", team="Blues")
    assert "Blues is complete." in (await people[2].types("tournament join", team="Blues")).words
    await cup.pass_time()
    (pairing,) = await cup.round()
    match = await cup.match(pairing)
    assert (match.teams, match.clock) == ((0, 0, 1, 1), "24h")
    shown = words((await ann.types("tournament show")).message)
    assert "Reds" in shown
    settings = (await ann.presses("Settings", cup.panels[-1])).words
    assert "- Time to think: 1 day" in settings
    assert "Seats: " not in settings


# --- The referee ---


async def test_the_referee_replaces_a_player_in_the_match_under_way(
    cup: Cup, ann: Guest, bo: Guest, cy: Guest
) -> None:
    await cup.open(format="round-robin", places=2)
    for guest in (ann, bo):
        await guest.types("tournament join")
    await cup.pass_time()
    told = await cup.rule("Replace a player", one="ann", user=[cy.user])
    assert "Cy plays in place of Ann." in told.words
    assert "That holds for the match under way as well." in told.words
    await cup.pass_time()
    assert "Cy" in cup.panel
    assert "⚖️ Cy plays in place of Ann. Gm: “because”" in cup.panel
    await cup.loses(bo)
    await cup.pass_time()
    assert "🥇 **Cy** has won Cup." in cup.panel
    log = await ann.presses("Rulings", cup.panels[-1])
    assert "Cy plays in place of Ann." in log.words


async def test_the_end_is_told_where_results_are(cup: Cup, ann: Guest, bo: Guest) -> None:
    results = cup.world.guild.create_text_channel("results")
    await cup.gm.names("chronicle", results)
    await cup.open(format="knock-out", places=2)
    for guest in (ann, bo):
        await guest.types("tournament join")
    await cup.pass_time()
    await cup.loses(ann)
    await cup.pass_time()
    told = [each for each in results.history() if "🥇 **Bo** has won Cup." in words(each)]
    assert len(told) == 1
    await cup.pass_time()
    assert len([each for each in results.history() if "has won Cup" in words(each)]) == 1


@pytest.mark.parametrize("form", [TournamentFormat.SWISS, TournamentFormat.DOUBLE_ELIMINATION])
async def test_messages_of_the_largest_tournament_keep_to_discords_limits(
    cup: Cup, form: TournamentFormat
) -> None:
    await cup.open(format=form.value, places=256)
    plain = (await cup.known()).tournament
    running = replace(plain, stage=Stage.RUNNING, rounds=count_rounds(plain, 256))
    names = "_Émile*W" * 4
    entrants = tuple(
        Entrant(plain.id, number, f"{names[:-3]}{number}", "normal", seed=number)
        for number in range(1, 257)
    )
    first = pair_round(running, entrants, ())
    shape = with_matches(cup, replace(running, round=1), entrants, first)
    for present in (shape, replace(shape, known=replace(shape.known, tournament=running))):
        context = cup.world.bot.context
        built = [await cup_pages.build_panel(context, present)]
        for what in (cup_pages.STANDINGS, cup_pages.PAIRINGS, cup_pages.SIDES, cup_pages.LOG):
            places = ((), (0, 7), (1, 7), (15,))
            built += [await cup_pages.build_page(context, present, what, at) for at in places]
        assert [message_faults(each) for each in built] == [()] * len(built)
        for each in built:
            each.view.stop()


def with_matches(
    cup: Cup, tournament: Tournament, entrants: tuple[Entrant, ...], pairings: tuple[Pairing, ...]
) -> Present:
    """Where each pairing has a match in a channel with a long number."""
    base = build_match(cup.world.app, tournament, 2**62)
    matches = {}
    playing = []
    for number, pairing in enumerate(pairings):
        match = replace(base, id=MatchId(f"{number:08}"), panel=2**62)
        matches[match.id] = match
        playing.append(replace(pairing, played_in=match.id))
    known = TournamentRecords(tournament, entrants, (), tuple(playing))
    return Present(known, matches, dict.fromkeys(matches, ()))


async def test_a_tournament_that_may_make_no_threads_waits_until_it_is_resumed(
    cup: Cup, ann: Guest, bo: Guest
) -> None:
    await cup.open(format="knock-out", places=2)
    path = f"/channels/{cup.world.channel.id}/threads"
    cup.world.env.inject_error("POST", path, status=403, code=50013, times=1)
    for guest in (ann, bo):
        await guest.types("tournament join")
    await cup.pass_time()
    assert "⏸️ **Round 1 of 1**: paused." in cup.panel
    assert "“I may not make threads here.”" in cup.panel
    await cup.rule("Resume here")
    await cup.pass_time()
    assert len(cup.world.channel.threads) == 1
    assert "under way" in cup.panel


@pytest.mark.parametrize("how", ["at once", "later"])
async def test_a_round_whose_threads_discord_refuses_for_a_while_begins_bit_by_bit(
    cup: Cup, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    refused, make = [0], empty_threads.make_thread

    async def refuse(*wanted: Any) -> discord.Thread:
        """Discord takes one of three, and says it at once or in an answer."""
        refused[0] += 1
        if refused[0] % 3 == 1:
            return await make(*wanted)
        if how == "at once":
            raise discord.RateLimited(30)
        path = f"/channels/{cup.world.channel.id}/threads"
        cup.world.env.inject_error("POST", path, status=429, code=0, times=1)
        return await make(*wanted)

    monkeypatch.setattr(empty_threads, "make_thread", refuse)
    await cup.open(format="knock-out", computers=8, places=8)
    for _ in range(40):
        if (await cup.known()).tournament.stage is Stage.OVER:
            break
        await cup.pass_time()
    known = await cup.known()
    assert known.tournament.stage is Stage.OVER
    assert refused[0] > len(known.pairings) == 7
    matches = [each.played_in for each in known.pairings]
    assert None not in matches
    assert len({*matches}) == len(cup.world.channel.threads) == 7, "and no thread is left over"


async def test_on_another_server_there_is_no_such_tournament(
    cup: Cup, ann: Guest, bo: Guest
) -> None:
    await cup.open(places=2)
    await ann.presses("Join", cup.panels[-1])
    guild = cup.world.env.create_guild("Elsewhere")
    there = guild.create_text_channel("games")
    manager = cup.world.manager(cup.gm, guild)
    stranger = manager.actor
    assert isinstance(stranger, MemberActor)
    before = await cup.known()
    here = [CustomId(Action.CUP, None, (before.tournament.id, what)) for what in PAGES]
    forms = [CustomId(Action.CUPFORM, None, (before.tournament.id, what)) for what in FORMS]
    for custom_id in (*here, *forms):
        message = await laid(cup.world, there.id, custom_id)
        told = Told(await stranger.click(message, custom_id=str(custom_id)))
        if custom_id.args[1] == "join" and told.result.modal is not None:
            told = Told(await stranger.submit_modal(told.result, {"team": "Reds"}))
        assert "There is no such tournament." in told.words, custom_id
    shown = Told(await stranger.slash(there, "tournament show"))
    assert "Cup" not in shown.words
    joined = Told(await stranger.slash(there, "tournament join", tournament="Cup"))
    assert "There is no" in joined.words
    assert await cup.known() == before


async def test_who_asks_to_be_forgotten_is_named_in_no_tournament(
    cup: Cup, ann: Guest, bo: Guest
) -> None:
    await cup.open(format="knock-out", places=2)
    for guest in (ann, bo):
        await guest.types("tournament join")
    await cup.pass_time()
    assert "Ann" in cup.panel + alt_text(cup.panels[-1])
    asked = await ann.opens("me", "Forget me")
    (forget,) = [each for each in buttons(asked.message) if "orget" in each]
    await ann.presses(forget, asked.message)
    await cup.pass_time()
    shown = cup.panel + alt_text(cup.panels[-1]) + (await bo.types("tournament show")).words
    assert "Ann" not in shown
    assert "a former player" in shown


# --- Restarts ---


async def test_after_a_restart_the_panel_is_found_and_matches_go_on(
    cup: Cup, ann: Guest, bo: Guest
) -> None:
    await cup.open(format="knock-out", places=2)
    for guest in (ann, bo):
        await guest.types("tournament join")
    await cup.pass_time()
    async with cup.world.app.store.writing() as work:
        known = await cup.known()
        # As after a kill between posting the panel and noting it.
        unnoted = replace(known.tournament, panel=None, panel_round=0, told=0)
        await work.keep(unnoted)
        await work.commit()
    count = len(cup.panels)
    await cup.world.restart()
    await cup.pass_time()
    assert len(cup.panels) == count
    await cup.loses(ann)
    await cup.pass_time()
    assert "🥇 **Bo** has won Cup." in cup.panel
