"""The smallest whole game. For three rounds all secretly cast two dice, twice at most, and lay a card on them; then all is
shown, and in seat order the cards do what their ops say. Most coins win."""

from pathlib import Path

from games.core.engine.game import Game, register
from tests.fishers.ai.evaluate import worth
from tests.fishers.model.events import Told
from tests.fishers.model.state import Fishers
from tests.fishers.rules.casting import Cast
from tests.fishers.rules.rounds import Days, Resolve, setup
from tests.fishers.rules.scoring import score
from tests.fishers.views.describe import describe, looks, narrate
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
    estimate=worth,
    own_picture=hand,
    closeups=looks,
    pictures=("board", "hand", "end"),
    panel_picture=panel_picture,
    folder=Path(__file__).parent,
)
register(GAME)
