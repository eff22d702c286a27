"""Tadmor - Palmyra: The Bride of the Desert (Gianluca Piacentini, Gotha Games): worker placement in nine turns and three Eras."""

from __future__ import annotations

from pathlib import Path

from games.core.rules import Game
from games.tadmor.audit import audit, determinize
from games.tadmor.bots import choose
from games.tadmor.buying import Buy, Gathering, Grants, Resolution
from games.tadmor.construction import Build, Construction
from games.tadmor.events import TadmorEvent, spots
from games.tadmor.figures import figures
from games.tadmor.gains import always
from games.tadmor.kingdom import Court, Duties, First, GiveUp, Kingdom, Last, Storage, Tax, War
from games.tadmor.looks import CARDS, looks
from games.tadmor.orders import ORDERS, obey
from games.tadmor.placing import Place, Placement
from games.tadmor.planning import worth
from games.tadmor.raid import Aftermath, Camp, Hire, Raid, Reaction, Removal
from games.tadmor.scoring import score
from games.tadmor.settings import PRESETS, SETTINGS
from games.tadmor.setup import Bonus, Bonuses, StartTile, StartTiles, Turns, setup
from games.tadmor.spoils import Spoils
from games.tadmor.state import TadmorState, blank
from games.tadmor.versions import upgrade
from games.tadmor.view import GameView, own_picture, panel_picture, view
from games.tadmor.words import describe, narrate, summary

RULES_VERSION = 2

GAME: Game[TadmorState, GameView] = Game(
    id="tadmor",
    rules=RULES_VERSION,
    players=range(2, 5),
    state=TadmorState,
    frames=(
        Bonuses | Bonus | StartTiles | StartTile | Turns | Placement | Place | Raid | Reaction | Removal | Aftermath | Camp | Hire
        | Resolution | Buy | Grants | Gathering | Construction | Build | Spoils | Kingdom | Court | Duties | Tax | War | First
        | Last | Storage | GiveUp
    ),
    events=TadmorEvent,
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
    always=always,
    audit=audit,
    upgrade=upgrade,
    spots=spots,
    figures=figures,
    worth=worth,
    bot=choose,
    pictures=("board", "mat", "region", "display", "missions", "end", "card"),
    panel_picture=panel_picture,
    hand=own_picture,
    looks=looks,
    cards=CARDS,
    folder=Path(__file__).parent,
)
