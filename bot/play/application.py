"""All of ``bot.play``, put together once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.play.deadlines.sweeper import Deadlines
from bot.play.executor import Executor
from bot.play.history.dice_proofs import DiceProofs
from bot.play.history.exports import Exports
from bot.play.history.forks import Forks
from bot.play.history.imports import Imports
from bot.play.history.positions import History
from bot.play.history.undo import Undoing
from bot.play.lobby.idle import LOBBY_DAYS, IdleLobbies, Patience
from bot.play.lobby.lobby import Lobby
from bot.play.lobby.packs import ContentPacks
from bot.play.lobby.practice import PracticeMatches
from bot.play.lobby.rematches import Rematches
from bot.play.match.computers import Computers
from bot.play.match.conditional_moves import ConditionalMoves
from bot.play.match.standing_orders import StandingOrders
from bot.play.match.table import Table
from bot.play.match.views import Views
from bot.play.people.hourly_limits import HourlyLimits
from bot.play.people.preferences import Preferences
from bot.play.people.proposals import Proposals
from bot.play.people.quiet_hours import QuietHours
from bot.play.people.resigning import Resigning
from bot.play.people.statistics import Statistics
from bot.play.ports import Clock, Entropy, Store
from bot.play.positions import Positions
from bot.play.referee.authority import RefereeActions
from bot.play.referee.lost_channels import LostChannels
from bot.play.referee.views import RefereeViews
from games.core.contract import AnyGame


@dataclass(frozen=True, slots=True)
class Application:
    """What the chat is given: the games, and everything one can do and see."""

    games: Mapping[str, AnyGame]
    store: Store
    clock: Clock
    executor: Executor
    lobby: Lobby
    table: Table
    resigning: Resigning
    rematches: Rematches
    idle: IdleLobbies
    statistics: Statistics
    preferences: Preferences
    views: Views
    history: History
    hourly: HourlyLimits
    exports: Exports
    imports: Imports
    forks: Forks
    standing: StandingOrders
    prepared: ConditionalMoves
    packs: ContentPacks
    proofs: DiceProofs
    computers: Computers
    deadlines: Deadlines
    quiet: QuietHours
    proposals: Proposals
    undoing: Undoing
    referee: RefereeActions
    referee_eyes: RefereeViews
    lost_channels: LostChannels


def build(
    store: Store,
    games: Iterable[AnyGame],
    clock: Clock,
    entropy: Entropy,
    *,
    lobby_days: int = LOBBY_DAYS,
) -> Application:
    """``lobby_days``: after so many days without anybody doing anything a lobby is closed."""
    by_id = {game.meta.id: game for game in games}
    positions = Positions(by_id)
    executor = Executor(store, clock, positions)
    views = Views(store, by_id, positions)
    history = History(store, by_id, positions, views)
    lobby = Lobby(executor, by_id, entropy)
    founder = PracticeMatches(executor, by_id, entropy, lobby)
    computers = Computers(executor, by_id)
    executor.go_on = computers.wake
    proposals = Proposals(executor, by_id, entropy)
    return Application(
        games=by_id,
        store=store,
        clock=clock,
        executor=executor,
        lobby=lobby,
        table=Table(executor, by_id),
        resigning=Resigning(executor, by_id),
        rematches=Rematches(executor, by_id, entropy, lobby),
        idle=IdleLobbies(executor, Patience(lobby_days)),
        statistics=Statistics(store),
        preferences=Preferences(executor),
        views=views,
        history=history,
        hourly=HourlyLimits(clock),
        exports=Exports(store, by_id, positions, views, history),
        imports=Imports(founder),
        forks=Forks(founder, views, history),
        standing=StandingOrders(executor, by_id),
        prepared=ConditionalMoves(executor, by_id),
        packs=ContentPacks(executor, by_id),
        proofs=DiceProofs(store, by_id),
        computers=computers,
        deadlines=Deadlines(executor, by_id),
        quiet=QuietHours(executor),
        proposals=proposals,
        undoing=Undoing(executor, by_id, proposals),
        referee=RefereeActions(executor, by_id),
        referee_eyes=RefereeViews(store, by_id, positions, views),
        lost_channels=LostChannels(executor, by_id),
    )
