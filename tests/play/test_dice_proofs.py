"""Every roll can be checked once a match is over, and the seed stays secret until then."""

from __future__ import annotations

import json

import pytest

from bot.play.application import build
from bot.play.history import dice_proofs as play_dice_proofs
from bot.play.lobby import lobby
from bot.play.lobby.lobby import Opening
from bot.play.match import views
from bot.play.refusals import NoMatch, NotNow
from bot.play.storage.records import EntryKind, MatchId
from games import all_games
from games.core.log import dice_proofs
from tests.play.conftest import ALICE, BOB, SERVER, Club, KnownEntropy


async def test_the_commitment_is_shown_from_the_opening_on_and_never_changes(club: Club) -> None:
    match = await club.open()
    seed = (await club.match(match)).seed
    shown = (await club.public(match)).commitment
    assert shown == dice_proofs.commitment(seed, match)
    await club.join(match, BOB)
    await club.start(match)
    assert (await club.sees(match, ALICE)).commitment == shown


async def test_the_proof_of_a_match_holds_all_its_dice_and_convinces(club: Club) -> None:
    match = await club.begin_with_lamps()
    commitment = (await club.public(match)).commitment
    with pytest.raises(NotNow, match="shown when the match is over") as refused:
        await play_dice_proofs.build_proof(club.app, match)
    assert commitment in refused.value.instead
    await club.resign(match, ALICE)
    data = await play_dice_proofs.build_proof(club.app, match)
    proof = dice_proofs.Proof.model_validate_json(data)
    assert dice_proofs.check(proof) == ()
    assert (proof.match, proof.game, proof.commitment) == (match, "toy", commitment)
    [dice] = [entry for entry in await club.entries(match) if entry.kind is EntryKind.DICE]
    [thrown] = proof.rolls
    assert thrown.entry == dice.seq
    assert [each.why for each in thrown.asked] == ["Which beacon stands in the wind?"]
    forged = json.loads(data)
    forged["rolls"][0]["faces"][0][0] = thrown.faces[0][0] % 6 + 1
    assert dice_proofs.check(dice_proofs.Proof.model_validate(forged)) != ()


async def test_there_is_no_proof_without_match_or_without_dice(club: Club) -> None:
    with pytest.raises(NoMatch):
        await play_dice_proofs.build_proof(club.app, MatchId("nowhere2"))
    app = build(club.app.store, all_games(), club.clock, KnownEntropy())
    match = (await lobby.open(app, Opening(SERVER, 300, ALICE, "astralis", 901))).match
    with pytest.raises(NotNow, match="Astralis has no dice"):
        await play_dice_proofs.build_proof(app, match)
    assert (await views.load_public(app, match)).commitment == ""
