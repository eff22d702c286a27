"""Eight-Minute Empire (Ryan Laukat, Red Raven Games 2012): area majority with a row of cards."""

from __future__ import annotations

from pathlib import Path

from games.core.engine.game import Game
from games.eight_minute_empire.ai import fierce
from games.eight_minute_empire.ai.decide import choose, choose_by, estimate
from games.eight_minute_empire.ai.purpose import purpose
from games.eight_minute_empire.ai.turns import candidates, expected_points, rollout_plan
from games.eight_minute_empire.ai.weights import WEIGHTS
from games.eight_minute_empire.model.events import ACHIEVEMENTS, EmpireEvent, spots, stats
from games.eight_minute_empire.model.options import PRESETS, SETTINGS
from games.eight_minute_empire.model.state import Empire, blank
from games.eight_minute_empire.rules.audit import audit, determinize
from games.eight_minute_empire.rules.bidding import Bid, Bids, ChooseFirstPlayer, Neutral
from games.eight_minute_empire.rules.ending import Settle, Wilds
from games.eight_minute_empire.rules.orders import ORDERS, order_answer
from games.eight_minute_empire.rules.scoring import score
from games.eight_minute_empire.rules.setup import Games, setup
from games.eight_minute_empire.rules.turns import Act, TakeCard, TurnLoop
from games.eight_minute_empire.views.looks import CARDS, closeups
from games.eight_minute_empire.views.narrate import describe, narrate, summary
from games.eight_minute_empire.views.recap import RECAP
from games.eight_minute_empire.views.standing import standing
from games.eight_minute_empire.views.traces import movements
from games.eight_minute_empire.views.view import GameView, own_picture, panel_picture, view

# 2: `CampaignOver` event. 3: finished games of a campaign keep their boards. 4: paths that move
# several armies (`c6_x2`) or the army that has just moved (`c6-c8`). 5: paths over several borders
# (`c6_c8`).
RULES_VERSION = 5

GAME: Game[Empire, GameView] = Game(
    id="eight_minute_empire",
    rules=RULES_VERSION,
    players=range(2, 6),
    state=Empire,
    frames=Games
    | Neutral
    | Bids
    | Bid
    | ChooseFirstPlayer
    | TurnLoop
    | TakeCard
    | Act
    | Settle
    | Wilds,
    events=EmpireEvent,
    setup=setup,
    blank=blank,
    view=view,
    narrate=narrate,
    score=score,
    standing=standing,
    determinize=determinize,
    describe=describe,
    summary=summary,
    options=SETTINGS,
    presets=PRESETS,
    orders=ORDERS,
    order_answer=order_answer,
    audit=audit,
    changed_spots=spots,
    recap=RECAP,
    movements=movements,
    stats=stats,
    achievements=ACHIEVEMENTS,
    estimate=estimate,
    bot=choose,
    strong_bot=fierce.choose,
    purpose=purpose,
    candidates=candidates,
    rollout_policy=rollout_plan,
    expected_points=expected_points,
    weights=WEIGHTS,
    weighted_bot=choose_by,
    stage=lambda state: state.turn,
    complexity="light",
    pings_per_player={2: 14, 3: 11, 4: 9, 5: 8},
    length_options=("mode",),
    pictures=("board", "take", "map", "row", "crop", "private", "end", "past", "card", "cover"),
    panel_picture=panel_picture,
    own_picture=own_picture,
    closeups=closeups,
    cards=CARDS,
    folder=Path(__file__).parent,
)
