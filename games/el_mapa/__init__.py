"""El Mapa (The Map): exploration, building, trade and war on a hidden map, for two to six."""

from __future__ import annotations

from pathlib import Path

from games.core.engine.game import Game
from games.el_mapa.ai.candidates import plans
from games.el_mapa.ai.decide import caretaker_move, choose, choose_by
from games.el_mapa.ai.fierce import choose as harder
from games.el_mapa.ai.prospects import expected_points
from games.el_mapa.ai.purpose import purpose
from games.el_mapa.ai.weights import WEIGHTS
from games.el_mapa.model.events import ACHIEVEMENTS, MapEvent, spots
from games.el_mapa.model.options import PRESETS, SETTINGS
from games.el_mapa.model.state import MapState, blank
from games.el_mapa.rules.battle.battles import Battles, Fight
from games.el_mapa.rules.battle.decisions import Decide
from games.el_mapa.rules.battle.flights import Flight
from games.el_mapa.rules.battle.outcomes import Return
from games.el_mapa.rules.battle.strikes import Allocate, Exchange
from games.el_mapa.rules.ending.endings import check_end_triggers
from games.el_mapa.rules.ending.scoring import score
from games.el_mapa.rules.flow.audit import audit, determinize
from games.el_mapa.rules.flow.orders import ORDERS, order_answer
from games.el_mapa.rules.flow.rounds import Rounds
from games.el_mapa.rules.flow.setup import setup
from games.el_mapa.rules.flow.turns import TurnActions
from games.el_mapa.rules.flow.upgrades import upgrade
from games.el_mapa.rules.moving.exploring import Opening
from games.el_mapa.rules.moving.marching import Moving
from games.el_mapa.rules.trade.offers import Offer
from games.el_mapa.views.build_view import own_picture, panel_picture, view
from games.el_mapa.views.describe import describe, summary
from games.el_mapa.views.looks import CARDS, closeups
from games.el_mapa.views.narrate import narrate
from games.el_mapa.views.recap import RECAP
from games.el_mapa.views.standing import standing
from games.el_mapa.views.statistics import stats
from games.el_mapa.views.traces import movements
from games.el_mapa.views.view import GameView

# 2: lasting copies are boosted at each use; a side that plays a card cannot flee in that decision
# 3: homes are closer together on the maps for 2, 3, 5 and 6 players
# 4: Shield covers the whole army and technology cards can be traded (both by option); no card is
# spent without effect
# 5: the end of a battle names the losses, and each fighter sees it as their own; moves are as in 4
RULES_VERSION = 5

GAME: Game[MapState, GameView] = Game(
    id="el_mapa",
    rules=RULES_VERSION,
    players=range(2, 7),
    state=MapState,
    frames=Rounds
    | TurnActions
    | Moving
    | Opening
    | Offer
    | Battles
    | Fight
    | Decide
    | Exchange
    | Allocate
    | Flight
    | Return,
    events=MapEvent,
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
    orders_answer_by_default=True,
    check_state=check_end_triggers,
    audit=audit,
    changed_spots=spots,
    recap=RECAP,
    movements=movements,
    stats=stats,
    achievements=ACHIEVEMENTS,
    complexity="heavy",
    pings_per_player={2: 10, 3: 15, 4: 13, 5: 15, 6: 15},
    length_options=("round_limit",),
    pictures=("board", "crop", "castle", "cards", "battle", "end", "card", "cover"),
    panel_picture=panel_picture,
    own_picture=own_picture,
    closeups=closeups,
    cards=CARDS,
    bot=choose,
    strong_bot=harder,
    purpose=purpose,
    caretaker=caretaker_move,
    weights=WEIGHTS,
    weighted_bot=choose_by,
    stage=lambda state: state.round,
    candidates=plans,
    expected_points=expected_points,
    upgrade=upgrade,
    folder=Path(__file__).parent,
)
