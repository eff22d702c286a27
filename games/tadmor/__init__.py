"""Tadmor - Palmyra: The Bride of the Desert (Gianluca Piacentini, Gotha Games).

Worker placement in nine turns and three Eras.
"""

from __future__ import annotations

from pathlib import Path

from games.core.engine.game import Game
from games.tadmor.ai.decide import choose, choose_by, choose_harder
from games.tadmor.ai.evaluate import estimate
from games.tadmor.ai.purpose import purpose
from games.tadmor.ai.weights import WEIGHTS
from games.tadmor.model.events import ACHIEVEMENTS, TadmorEvent, spots
from games.tadmor.model.options import PRESETS, SETTINGS
from games.tadmor.model.state import TadmorState, blank
from games.tadmor.rules.flow.audit import audit, determinize
from games.tadmor.rules.flow.orders import ORDERS, order_answer
from games.tadmor.rules.flow.scoring import score
from games.tadmor.rules.flow.setup import Bonus, Bonuses, StartTile, StartTiles, TurnOrder, setup
from games.tadmor.rules.flow.upgrades import upgrade
from games.tadmor.rules.goods.gains import apply_automatic_gains
from games.tadmor.rules.goods.rare_goods import Spoils
from games.tadmor.rules.turn.buying import Buy, Gathering, Grants, Resolution
from games.tadmor.rules.turn.construction import Build, Construction
from games.tadmor.rules.turn.kingdom import (
    Court,
    Duties,
    FirstKingdomWork,
    GiveUp,
    Kingdom,
    KingdomEnd,
    Storage,
    Tax,
    War,
)
from games.tadmor.rules.turn.placing import Placement, PlacePiece
from games.tadmor.rules.turn.raid import Aftermath, Camp, Hire, Raid, Reaction, Removal
from games.tadmor.views.looks import CARDS, closeups
from games.tadmor.views.narrate import describe, narrate, summary
from games.tadmor.views.recap import RECAP
from games.tadmor.views.standing import standing
from games.tadmor.views.statistics import stats
from games.tadmor.views.traces import movements
from games.tadmor.views.view import GameView, own_picture, panel_picture, view

# Changes of the rules by version; `K...` are missions, `I...` upgrade tiles. 2: K25 and K26 fetch
# an upgrade that is not on display.
# 3: pairs of tower levels cost more from level 11 on, single levels from 16 on.
# 4: in Eras II and III, K25 and K26 may also fetch those of I1 to I4 that nobody took.
# 5: an event sums up what each player has placed; moves are as in 4.
RULES_VERSION = 5

GAME: Game[TadmorState, GameView] = Game(
    id="tadmor",
    rules=RULES_VERSION,
    players=range(2, 5),
    state=TadmorState,
    frames=(
        Bonuses
        | Bonus
        | StartTiles
        | StartTile
        | TurnOrder
        | Placement
        | PlacePiece
        | Raid
        | Reaction
        | Removal
        | Aftermath
        | Camp
        | Hire
        | Resolution
        | Buy
        | Grants
        | Gathering
        | Construction
        | Build
        | Spoils
        | Kingdom
        | Court
        | Duties
        | Tax
        | War
        | FirstKingdomWork
        | KingdomEnd
        | Storage
        | GiveUp
    ),
    events=TadmorEvent,
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
    draws_only=True,
    check_state=apply_automatic_gains,
    audit=audit,
    upgrade=upgrade,
    changed_spots=spots,
    recap=RECAP,
    movements=movements,
    stats=stats,
    achievements=ACHIEVEMENTS,
    estimate=estimate,
    bot=choose,
    strong_bot=choose_harder,
    purpose=purpose,
    weights=WEIGHTS,
    weighted_bot=choose_by,
    stage=lambda state: state.turn,
    complexity="heavy",
    pings_per_player={2: 71, 3: 79, 4: 80},
    pictures=("board", "mat", "region", "display", "missions", "end", "card", "cover"),
    panel_picture=panel_picture,
    own_picture=own_picture,
    closeups=closeups,
    cards=CARDS,
    folder=Path(__file__).parent,
)
