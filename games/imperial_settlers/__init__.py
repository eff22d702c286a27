"""Imperial Settlers (Ignacy Trzewiczek, Portal Games): four factions build Empires of cards in five rounds."""

from __future__ import annotations

from pathlib import Path

from games.core.rules import Game
from games.imperial_settlers.activating import Repeat
from games.imperial_settlers.aims import Aim
from games.imperial_settlers.audit import audit, determinize
from games.imperial_settlers.bots import choose
from games.imperial_settlers.building import BuildNow
from games.imperial_settlers.choices import Deploy, Discard, Either, Exchange, Look, Select
from games.imperial_settlers.events import SettlersEvent, spots
from games.imperial_settlers.exploring import Draft, Explore, Keep, Row, SoloRow
from games.imperial_settlers.figures import figures
from games.imperial_settlers.looks import CARDS, looks
from games.imperial_settlers.orders import ORDERS, obey
from games.imperial_settlers.prose import describe
from games.imperial_settlers.resolve import Draw, Resolve
from games.imperial_settlers.rounds import Cleanup, Harvest, Rounds
from games.imperial_settlers.scoring import score
from games.imperial_settlers.settings import PRESETS, SETTINGS
from games.imperial_settlers.setup import Deal, Factions, setup
from games.imperial_settlers.solo import Attacks, Sacrifice
from games.imperial_settlers.state import SettlersState, blank
from games.imperial_settlers.turn import Actions, Turn
from games.imperial_settlers.view import GameView, own_picture, panel_picture, view
from games.imperial_settlers.words import narrate, summary
from games.imperial_settlers.worths import worth

RULES_VERSION = 1

GAME: Game[SettlersState, GameView] = Game(
    id="imperial_settlers",
    rules=RULES_VERSION,
    players=range(1, 5),
    state=SettlersState,
    frames=(
        Factions | Deal | Rounds | Explore | Row | Draft | Keep | SoloRow | Harvest | Actions | Turn | Cleanup | Attacks
        | Sacrifice | Resolve | Draw | Either | Exchange | Look | Select | Deploy | Discard | Aim | BuildNow | Repeat
    ),
    events=SettlersEvent,
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
    audit=audit,
    spots=spots,
    figures=figures,
    worth=worth,
    bot=choose,
    pictures=("board", "empire0", "empire1", "empire2", "empire3", "hand", "offer", "card", "end"),
    panel_picture=panel_picture,
    hand=own_picture,
    looks=looks,
    cards=CARDS,
    folder=Path(__file__).parent,
)
