"""Era: Medieval Age (Matt Leacock, eggertspiele 2019): secret dice build a town on a grid."""

from __future__ import annotations

from pathlib import Path

from games.core.engine.game import Game
from games.era_medieval_age.ai.decide import choose, choose_by, estimate
from games.era_medieval_age.ai.fierce import choose_harder
from games.era_medieval_age.ai.purpose import purpose
from games.era_medieval_age.ai.weights import WEIGHTS
from games.era_medieval_age.model.events import ACHIEVEMENTS, EraEvent, spots, stats
from games.era_medieval_age.model.options import ORDERS, PRESETS, SETTINGS
from games.era_medieval_age.model.state import EraState, blank
from games.era_medieval_age.rules.domain.building import Build, Builders
from games.era_medieval_age.rules.domain.layout import DomainLayout, Layouts
from games.era_medieval_age.rules.domain.scoring import score
from games.era_medieval_age.rules.flow.audit import audit, determinize
from games.era_medieval_age.rules.flow.setup import RoundEnd, Rounds, setup
from games.era_medieval_age.rules.phases.calamities import (
    Attack,
    Bandits,
    Calamities,
    Fire,
    Remove,
    ReturnDie,
    Scorch,
    Treason,
)
from games.era_medieval_age.rules.phases.extortion import (
    Demand,
    Extort,
    TakeByForce,
    Yield,
    order_answer,
)
from games.era_medieval_age.rules.phases.harvest import Choose, Collect
from games.era_medieval_age.rules.phases.rolling import (
    CountSkulls,
    FirstRoll,
    Quill,
    RollPhase,
    SecretRoll,
)
from games.era_medieval_age.views.cards import CARDS
from games.era_medieval_age.views.looks import closeups
from games.era_medieval_age.views.narrate import describe, narrate, summary
from games.era_medieval_age.views.recap import RECAP
from games.era_medieval_age.views.standing import standing
from games.era_medieval_age.views.traces import movements
from games.era_medieval_age.views.view import GameView, own_picture, panel_picture, view

# 3: a place and its rotation may be one step of a path (`g7-90`).
# 4: the first roll of a round needs no move; a piece and its place may be a whole path.
# 5: steps in which nothing happens, and what decided the game, are events; moves are as in 4.
# 6: a largest area that changes hands is an event; moves are as in 4.
RULES_VERSION = 6

GAME: Game[EraState, GameView] = Game(
    id="era_medieval_age",
    rules=RULES_VERSION,
    players=range(1, 5),
    state=EraState,
    frames=(
        Layouts
        | DomainLayout
        | Rounds
        | RollPhase
        | FirstRoll
        | SecretRoll
        | Quill
        | CountSkulls
        | Collect
        | Choose
        | Calamities
        | Bandits
        | Treason
        | Scorch
        | Fire
        | Attack
        | Remove
        | ReturnDie
        | Builders
        | Build
        | Extort
        | Demand
        | Yield
        | TakeByForce
        | RoundEnd
    ),
    events=EraEvent,
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
    strong_bot=choose_harder,
    hint_strength="fierce",
    purpose=purpose,
    weights=WEIGHTS,
    weighted_bot=choose_by,
    stage=lambda state: state.round,
    pings_per_player={2: 10, 3: 16, 4: 19},
    length_options=("round_limit",),
    pictures=("board", "domain", "layouts", "dice", "end", "cover"),
    panel_picture=panel_picture,
    own_picture=own_picture,
    closeups=closeups,
    cards=CARDS,
    folder=Path(__file__).parent,
)
