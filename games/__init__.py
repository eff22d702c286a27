"""The games that Sobremesa hosts: `GAMES` is the only registry."""

from __future__ import annotations

from typing import Any

from games.core.rules import Game
from games.eight_minute_empire import GAME as EIGHT_MINUTE_EMPIRE
from games.el_mapa import GAME as EL_MAPA
from games.era_medieval_age import GAME as ERA_MEDIEVAL_AGE
from games.imperial_settlers import GAME as IMPERIAL_SETTLERS
from games.tadmor import GAME as TADMOR

GAMES: tuple[Game[Any, Any], ...] = (
    EIGHT_MINUTE_EMPIRE, ERA_MEDIEVAL_AGE, TADMOR, IMPERIAL_SETTLERS, EL_MAPA,
)
