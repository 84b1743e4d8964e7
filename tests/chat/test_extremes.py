"""The longest names, the fullest lists and the last pages keep Discord's limits.

What is sent in any test of this folder is held against the limits; here it is
made as large as it can become.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from bot.chat.platform.custom_ids import Action, CustomId, QuestionTree
from bot.play.executor import Command
from bot.play.lobby import lobby, seating
from bot.play.lobby.lobby import Opening
from bot.play.lobby.seating import Person
from bot.play.match import submission, views
from bot.play.match.submission import TypedMove
from bot.play.storage.records import SeatingOrder
from games import all_games
from games.core.contract import AnyGame
from games.core.questions import Completion
from tests.amounts import LONG
from tests.chat.conftest import World
from tests.chat.guests import Guest, alt_text, begin, buttons, choices, words
from tests.chat.test_strangers import laid
from tests.games.kit import most_alone
from tests.toy import GAME as TOY
from tests.toy.view import ToyWords

NAMES = ("🚀" * 32, "_-" * 16, "W" * 32, "星" * 32, "!." * 16)


def guest(world: World, number: int, name: str) -> Guest:
    user = world.env.create_user(f"user{number}", global_name=name)
    return Guest(user, world.guild.add_member(user), world.channel)


async def plays_on(world: World, players: dict[int, Guest], seed: int) -> bool:
    """Play one random legal move for any seat that can; whether the match goes on."""
    match = await world.match()
    public = await views.load_public(world.app, match.id)
    if public.ending is not None:
        return False
    rng = random.Random(seed)
    for user in players:
        match_view = await views.load_for_user(world.app, match.id, user)
        waiting = [each for each in match_view.mine if each.waits]
        if waiting:
            options = match_view.game.options(match_view.view, waiting[0])
            text = match_view.game.write(rng.choice(list(options)))
            wish = Command(match.id, user, 10**6 + seed)
            await submission.submit(world.app, wish, TypedMove(text))
            return True
    return False


@pytest.mark.parametrize(
    ("game", "name"),
    [
        pytest.param(game, name, id=f"{name}-{game.meta.id}")
        for number, game in enumerate((*all_games(), TOY))
        for name in (NAMES if LONG or game is TOY else NAMES[number % len(NAMES) :][:1])
    ],
)
async def test_a_match_of_the_longest_names_fits_everywhere(
    world: World, game: AnyGame, name: str
) -> None:
    seats = most_alone(game)
    people = [guest(world, number, name) for number in range(seats)]
    await people[0].types("match new", game=game.meta.id, players=seats, thread=False)
    for person in people[1:]:
        await person.types("match join")
    assert words(people[0].newest)
    await people[0].presses("Start")
    players = {person.id: person for person in people}
    seed = 0
    while seed < 12 and await plays_on(world, players, seed):
        seed += 1
    await world.drain()
    assert len(alt_text(people[0].newest)) <= 1024
    for person in people:
        for command in ("match show", "match log", "match list", "orders"):
            assert (await person.types(command)).private
        for looks in ({"text": True}, {"looks": "threats.turned"}):
            assert (await person.types("match show", **looks)).private
        await person.suggested("move", "text", "")
        await person.presses("My orders") if "My orders" in buttons(person.newest) else None
    assert (await people[0].types("match leave")).private


async def test_lists_of_many_matches_fit_and_say_how_many_are_left_out(
    world: World, ann: Guest
) -> None:
    for number in range(25):
        channel = world.guild.create_text_channel(f"c{number}")
        host = Person(ann.id, "🚀" * 32)
        wish = Opening(
            world.guild.id, channel.id, host, "toy", 1000 + number, seating=SeatingOrder.CHOICE
        )
        match = (await lobby.open(world.app, wish)).match
        await seating.join(world.app, Command(match, 5, 2000 + number), "星" * 32)
        await lobby.start(world.app, Command(match, ann.id, 3000 + number))
    await world.drain()
    told = await ann.types("match list")
    assert "Next" in buttons(told.message)
    overview = await ann.at_home.types("orders")
    assert "Play 10" in buttons(overview.message)
    assert "limit" in (await ann.types("match new", game="toy")).words


@pytest.mark.parametrize("game", [*all_games(), TOY], ids=lambda game: str(game.meta.id))
async def test_every_page_of_the_rules_and_every_search_fits(
    world: World, ann: Guest, game: AnyGame
) -> None:
    told = await ann.types("rules", game=game.meta.id)
    read = told.words
    for _ in range(100):
        if "Next" not in buttons(told.message):
            break
        told = await ann.presses("Next", told.message)
        read += told.words
    for rule in game.rulebook:
        assert f"**{rule.id} " in read
    for text in (
        "e",
        "the",
        " ",
        "@everyone",
        "x" * 4000,
        "*" * 4000,
        next(iter(game.rulebook)).id,
    ):
        assert (await ann.types("rules", game=game.meta.id, words=text)).private


@pytest.mark.parametrize("text", ["@everyone", "x" * 6000, "`" * 2000, "\u202e" * 100, "\n\n# Big"])
async def test_hostile_words_in_any_field_are_answered_and_never_repeated_as_they_are(
    world: World, toy: Guest, text: str
) -> None:
    hall = world.guild.create_text_channel("other")
    await toy.at(hall).types("match new", game="toy", seating="choice")
    for told in (
        await toy.at(hall).types("match new", game=text),
        await toy.at(hall).types("match join", seat=text),
        await toy.types("rules", game=text),
        await toy.types("rules", words=text),
    ):
        assert told.private
        assert text not in told.words
        assert "@everyone" not in told.words
    await toy.suggested("match join", "seat", text)
    await toy.suggested("match new", "game", text)
    await toy.suggested("rules", "words", text)
    await toy.suggested("move", "text", text)


@pytest.mark.parametrize("typed", ["", " " * 200, "A" * 200, "A B"])
async def test_the_word_that_there_is_more_to_suggest_fits(
    world: World, toy: Guest, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    found = tuple(Completion(f"B{number}", f"Beacon {number}") for number in range(25))

    async def many(*_: object) -> tuple[tuple[Completion, ...], int]:
        return found, 10

    monkeypatch.setattr(views, "load_completions", many)
    values = await toy.suggested("move", "text", typed)
    assert len(values) == 25
    assert values[-1] == ("".join(typed.split())[:100] or "…")


LENGTHY = " " + "_星*" * 300
"""Every other sign of it has to be escaped."""


@pytest.fixture
def _long_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sentence of the toy is longer than any of a real game, and a seat has many secrets."""

    def long(real: Callable[..., str]) -> Callable[..., str]:
        return lambda *args: f"{real(*args)}{LENGTHY}"

    for name in ("ask", "tell", "standing", "ending"):
        monkeypatch.setattr(ToyWords, name, long(getattr(ToyWords, name)))
    monkeypatch.setattr(ToyWords, "secrets", lambda *_: (f"A secret.{LENGTHY}",) * 12)
    monkeypatch.setattr(ToyWords, "consider", lambda *_: (f"The odds.{LENGTHY}",) * 12)


@pytest.mark.usefixtures("_long_sentences")
async def test_the_longest_sentences_fit_into_every_private_answer(
    world: World, ann: Guest, bo: Guest, gm: Guest
) -> None:
    await begin(ann, bo, game="night")
    for guest in (ann, bo):
        asked = await guest.presses("Make a move")
        looked = await guest.picks("3", asked.message)
        assert "went wrong" not in (await guest.presses("Confirm", looked.message)).words
    match = (await world.match()).id
    (seat,) = (await views.load_public(world.app, match)).awaited
    mover, other = (ann, bo) if seat == 0 else (bo, ann)
    asked = await mover.presses("Make a move")
    for _ in range(2):  # the next question stands below what came of the move
        looked = asked
        while "Confirm" not in buttons(looked.message):
            looked = await mover.picks(choices(looked.message)[0], looked.message)
        asked = await mover.presses("Confirm", looked.message)
        assert "went wrong" not in asked.words
    old = CustomId(Action.CONFIRM, match, (QuestionTree.MOVE, "hide-0-0.3"))
    for told in (
        await ann.types("match show"),
        await ann.types("match show", at=2),
        await ann.opens("match show", "Catch up"),
        await ann.types("match log"),
        await ann.types("orders"),
        await ann.opens("orders", "Standing orders"),
        await ann.presses("Press", await laid(world, world.channel.id, old)),
        await mover.presses("Take back", (await mover.types("orders")).message),
        await gm.types("referee look", seat="Red", reason="x" * 300),
        await gm.types("referee adjust"),
        await other.types("match show", text=True, looks="threats"),
        await other.types("move", text="LAMP9"),
    ):
        assert told.private
        assert "went wrong" not in told.words
