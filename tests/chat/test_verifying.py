"""The proof of the dice: bound before, handed out after, and right."""

from __future__ import annotations

import json
from pathlib import Path

from bot.chat.platform.custom_ids import Action, CustomId
from games.__main__ import main
from games.core.log import dice_proofs
from tests.chat.conftest import World
from tests.chat.guests import Guest, begin, buttons, files, words
from tests.chat.test_router import posted


async def test_the_commitment_is_shown_at_the_start_and_on_demand(
    world: World, toy: Guest, cy: Guest
) -> None:
    match = await world.match()
    bound = dice_proofs.commitment(match.seed, match.id)
    assert f"The dice are bound: `{bound[:16]}…`" in words(toy.newest)
    told = await cy.opens("match show", "Check the dice")
    assert told.private
    assert f"Commitment: `{bound}`" in told.words
    assert "When the match is over" in told.words
    assert match.seed.hex() not in told.words
    assert not files(told.message)


async def test_after_the_end_everybody_gets_a_file_that_proves_every_roll(
    world: World, toy: Guest, bo: Guest, cy: Guest, tmp_path: Path
) -> None:
    await toy.types("move", text="LAMP1")
    await bo.types("move", text="LAMP2")
    await toy.resigns()
    match = await world.match()
    assert "Check the dice" in buttons(cy.newest)
    told = await cy.presses("Check the dice")
    assert told.private
    (file,) = files(told.message)
    assert file.filename == f"dice-{match.id}.json"
    assert f"python -m games verify dice-{match.id}.json" in told.words
    assert "I have computed the dice of 1 entry again: all agree with the seed." in told.words
    proof = await file.read()
    assert json.loads(proof)["seed"] == match.seed.hex()
    assert dice_proofs.check(dice_proofs.Proof.model_validate_json(proof)) == ()
    there = tmp_path / file.filename
    there.write_bytes(proof)
    assert main(["verify", str(there)]) == 0


async def test_a_game_without_dice_says_so(world: World, ann: Guest, bo: Guest) -> None:
    await begin(ann, bo, game="astralis")
    assert "The dice are bound" not in words(ann.newest)
    assert "Check the dice" not in buttons((await ann.types("match show")).message)
    verify = str(CustomId(Action.VERIFY, (await world.match()).id))
    told = await ann.presses("0", await posted(world, verify))
    assert "Astralis has no dice." in told.words
