"""``replay FILE``: a match entry by entry, in words."""

from __future__ import annotations

from games.cli import logfile
from games.cli.course import run
from games.cli.files import read_text
from games.cli.matchfile import read_match
from games.cli.telling import agreed, concluded, headline
from games.core.seats import REFEREE


def replay(name: str) -> None:
    """Print every entry, the final score and the ending."""
    text = read_text(name)
    if (log := logfile.log_in(name, text)) is not None:
        logfile.tell(name, log)
        return
    file = read_match(name, text)
    game = file.game
    state = game.setup(file.settings, file.seats)
    print(f"{game.meta.title}. {agreed(file.settings)}")
    for entry in run(game, file.seats, state, file.items):
        print(f"\n{entry.number:>3}  {headline(game, state, entry.log_action)}")
        for event in entry.events:
            if sentence := game.words.tell(event):
                print(f"     {sentence}")
        state = entry.state
        print(f"     {game.words.standing(game.view(state, REFEREE))}")
    concluded(game, state)
