"""Smallest whole game, the example that a new game is copied from.

In each of three rounds all seats secretly cast two dice, at most twice, and play a card on them
face down. Then all cards are revealed and, in seat order, their ops are applied. Most coins
win.
"""

from pathlib import Path

from games.core.engine.game import Game, register
from tests.fishers.ai.evaluate import estimate
from tests.fishers.model.events import Told
from tests.fishers.model.state import Fishers
from tests.fishers.rules.casting import Cast
from tests.fishers.rules.rounds import Days, Resolve, setup
from tests.fishers.rules.scoring import score
from tests.fishers.views.describe import closeups, describe, narrate
from tests.fishers.views.view import View, determinize, hand, panel_picture, view

GAME: Game[Fishers, View] = Game(
    id="fishers",
    rules=1,
    players=range(2, 5),
    state=Fishers,
    frames=Days | Cast | Resolve,
    events=Told,
    setup=setup,
    view=view,
    narrate=narrate,
    score=score,
    determinize=determinize,
    describe=describe,
    estimate=estimate,
    own_picture=hand,
    closeups=closeups,
    pictures=("board", "hand", "end"),
    panel_picture=panel_picture,
    folder=Path(__file__).parent,
)
register(GAME)
