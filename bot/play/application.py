"""All of ``bot.play``, put together once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.play.deadlines.sweeper import Deadlines
from bot.play.executor import Door
from bot.play.history.dice_proofs import Proofs
from bot.play.history.exports import Exports
from bot.play.history.forks import Forks
from bot.play.history.imports import Imports
from bot.play.history.positions import History
from bot.play.history.undo import Undoing
from bot.play.lobby.idle import LOBBY_DAYS, IdleLobbies, Patience
from bot.play.lobby.lobby import Lobby
from bot.play.lobby.packs import ContentPacks
from bot.play.lobby.practice import Founder
from bot.play.lobby.rematches import Rematches
from bot.play.match.computers import Computers
from bot.play.match.conditional_moves import PreparedAnswers
from bot.play.match.standing_orders import StandingOrders
from bot.play.match.table import Table
from bot.play.match.views import Eyes
from bot.play.people.hourly_limits import HourlyLimits
from bot.play.people.preferences import Wishes
from bot.play.people.proposals import Proposals
from bot.play.people.quiet_hours import Quiet
from bot.play.people.resigning import Resigning
from bot.play.people.statistics import Statistics
from bot.play.ports import Clock, Entropy, Store
from bot.play.positions import Positions
from bot.play.referee.authority import Refereeing
from bot.play.referee.lost_channels import LostChannels
from bot.play.referee.views import RefereeEyes
from games.core.contract import AnyGame


@dataclass(frozen=True, slots=True)
class House:
    """What the chat is given: the games, and everything one can do and see."""

    games: Mapping[str, AnyGame]
    store: Store
    clock: Clock
    door: Door
    lobby: Lobby
    table: Table
    resigning: Resigning
    rematches: Rematches
    idle: IdleLobbies
    statistics: Statistics
    wishes: Wishes
    eyes: Eyes
    history: History
    hourly: HourlyLimits
    exports: Exports
    imports: Imports
    forks: Forks
    standing: StandingOrders
    prepared: PreparedAnswers
    packs: ContentPacks
    proofs: Proofs
    computers: Computers
    deadlines: Deadlines
    quiet: Quiet
    proposals: Proposals
    undoing: Undoing
    referee: Refereeing
    referee_eyes: RefereeEyes
    lost_channels: LostChannels


def furnish(
    store: Store,
    games: Iterable[AnyGame],
    clock: Clock,
    entropy: Entropy,
    *,
    lobby_days: int = LOBBY_DAYS,
) -> House:
    """``lobby_days``: after so many days without anybody doing anything a lobby is closed."""
    by_id = {game.meta.id: game for game in games}
    positions = Positions(by_id)
    door = Door(store, clock, positions)
    eyes = Eyes(store, by_id, positions)
    history = History(store, by_id, positions, eyes)
    lobby = Lobby(door, by_id, entropy)
    founder = Founder(door, by_id, entropy, lobby)
    computers = Computers(door, by_id)
    door.go_on = computers.wake
    proposals = Proposals(door, by_id, entropy)
    return House(
        games=by_id,
        store=store,
        clock=clock,
        door=door,
        lobby=lobby,
        table=Table(door, by_id),
        resigning=Resigning(door, by_id),
        rematches=Rematches(door, by_id, entropy, lobby),
        idle=IdleLobbies(door, Patience(lobby_days)),
        statistics=Statistics(store),
        wishes=Wishes(door),
        eyes=eyes,
        history=history,
        hourly=HourlyLimits(clock),
        exports=Exports(store, by_id, positions, eyes, history),
        imports=Imports(founder),
        forks=Forks(founder, eyes, history),
        standing=StandingOrders(door, by_id, eyes),
        prepared=PreparedAnswers(door, by_id, eyes),
        packs=ContentPacks(door, by_id),
        proofs=Proofs(store, by_id),
        computers=computers,
        deadlines=Deadlines(door, by_id),
        quiet=Quiet(door),
        proposals=proposals,
        undoing=Undoing(door, by_id, proposals),
        referee=Refereeing(door, by_id),
        referee_eyes=RefereeEyes(store, by_id, positions, eyes),
        lost_channels=LostChannels(door, by_id),
    )
