"""Imperial Settlers (Ignacy Trzewiczek, Portal Games): build an Empire in five rounds."""

from __future__ import annotations

from pathlib import Path

from games.core.engine.game import Game
from games.imperial_settlers.ai.decide import choose, choose_by, choose_harder
from games.imperial_settlers.ai.evaluate import estimate
from games.imperial_settlers.ai.orders import ORDERS, order_answer
from games.imperial_settlers.ai.purpose import purpose
from games.imperial_settlers.ai.weights import WEIGHTS
from games.imperial_settlers.model.events import ACHIEVEMENTS, SettlersEvent, spots
from games.imperial_settlers.model.options import PRESETS, SETTINGS
from games.imperial_settlers.model.state import SettlersState, blank
from games.imperial_settlers.rules.actions.activating import Repeat
from games.imperial_settlers.rules.actions.building import BuildNow
from games.imperial_settlers.rules.effects.choices import (
    Deploy,
    Discard,
    Either,
    Exchange,
    LookAtCards,
    Select,
)
from games.imperial_settlers.rules.effects.resolve import Draw, Resolve
from games.imperial_settlers.rules.effects.targets import Aim
from games.imperial_settlers.rules.flow.audit import audit, determinize
from games.imperial_settlers.rules.flow.exploring import Draft, Explore, Keep, OpenRow, SoloRow
from games.imperial_settlers.rules.flow.rounds import Cleanup, Harvest, Rounds
from games.imperial_settlers.rules.flow.scoring import score
from games.imperial_settlers.rules.flow.setup import DealCards, Factions, setup
from games.imperial_settlers.rules.flow.solo import Attacks, Sacrifice
from games.imperial_settlers.rules.flow.turn import PlayerTurn, RoundActions
from games.imperial_settlers.rules.flow.upgrades import upgrade
from games.imperial_settlers.views.describe import describe
from games.imperial_settlers.views.looks import FACES, closeups
from games.imperial_settlers.views.narrate import narrate, summary
from games.imperial_settlers.views.recap import RECAP
from games.imperial_settlers.views.standing import standing
from games.imperial_settlers.views.statistics import stats
from games.imperial_settlers.views.traces import movements
from games.imperial_settlers.views.view import GameView, own_picture, panel_picture, view

RULES_VERSION = 3

GAME: Game[SettlersState, GameView] = Game(
    id="imperial_settlers",
    rules=RULES_VERSION,
    players=range(1, 5),
    state=SettlersState,
    frames=(
        Factions
        | DealCards
        | Rounds
        | Explore
        | OpenRow
        | Draft
        | Keep
        | SoloRow
        | Harvest
        | RoundActions
        | PlayerTurn
        | Cleanup
        | Attacks
        | Sacrifice
        | Resolve
        | Draw
        | Either
        | Exchange
        | LookAtCards
        | Select
        | Deploy
        | Discard
        | Aim
        | BuildNow
        | Repeat
    ),
    events=SettlersEvent,
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
    upgrade=upgrade,
    audit=audit,
    draws_only=True,
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
    stage=lambda state: state.round,
    pings_per_player={2: 68, 3: 78, 4: 85},
    pictures=(
        "board",
        "empire0",
        "empire1",
        "empire2",
        "empire3",
        "hand",
        "offer",
        "card",
        "end",
        "cover",
    ),
    panel_picture=panel_picture,
    own_picture=own_picture,
    closeups=closeups,
    cards=FACES,
    folder=Path(__file__).parent,
)
