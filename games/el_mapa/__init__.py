"""El Mapa (The Map): explore, expand, exploit and exterminate on a hidden map, for two to six."""

from __future__ import annotations

from pathlib import Path

from games.core.rules import Game
from games.el_mapa.audit import audit, determinize
from games.el_mapa.battles import Battles, Fight
from games.el_mapa.bots import choose
from games.el_mapa.decisions import Decide
from games.el_mapa.endings import always
from games.el_mapa.events import MapEvent, spots
from games.el_mapa.exploring import Opening
from games.el_mapa.figures import figures
from games.el_mapa.flights import Flight
from games.el_mapa.looks import CARDS, looks
from games.el_mapa.marching import Moving
from games.el_mapa.offers import Offer
from games.el_mapa.orders import ORDERS, obey
from games.el_mapa.outcomes import Return
from games.el_mapa.rounds import Rounds
from games.el_mapa.scoring import score
from games.el_mapa.settings import PRESETS, SETTINGS
from games.el_mapa.setup import setup
from games.el_mapa.state import MapState, blank
from games.el_mapa.strikes import Allocate, Exchange
from games.el_mapa.telling import describe, summary
from games.el_mapa.turns import Actions
from games.el_mapa.upgrades import upgrade
from games.el_mapa.view import GameView
from games.el_mapa.viewing import own_picture, panel_picture, view
from games.el_mapa.words import narrate

RULES_VERSION = 2  # 2: copies for good are boosted at each use; who plays a card in a decision does not flee in it

GAME: Game[MapState, GameView] = Game(
    id="el_mapa",
    rules=RULES_VERSION,
    players=range(2, 7),
    state=MapState,
    frames=Rounds | Actions | Moving | Opening | Offer | Battles | Fight | Decide | Exchange | Allocate | Flight | Return,
    events=MapEvent,
    setup=setup,
    blank=blank,
    view=view,
    narrate=narrate,
    score=score,
    determinize=determinize,
    describe=describe,
    summary=summary,
    options=SETTINGS,
    presets=PRESETS,
    orders=ORDERS,
    obey=obey,
    unasked=True,
    always=always,
    audit=audit,
    spots=spots,
    figures=figures,
    pictures=("board", "crop", "castle", "cards", "battle", "end", "card"),
    panel_picture=panel_picture,
    hand=own_picture,
    looks=looks,
    cards=CARDS,
    bot=choose,
    upgrade=upgrade,
    folder=Path(__file__).parent,
)
