"""List of the games that Sobremesa hosts.

Adding an id to `HOSTED` is all that is needed to offer a game: the id is the name of the folders
with its rules and pictures.
"""

from __future__ import annotations

from typing import Any

from games.core.engine.game import Game, find

HOSTED = ("eight_minute_empire", "era_medieval_age", "tadmor", "imperial_settlers", "el_mapa")
GAMES: tuple[Game[Any, Any], ...] = tuple(find(game) for game in HOSTED)
