"""What Sobremesa hosts: `HOSTED` is the one place where a game is entered. Its rules and pictures are found by its id."""

from __future__ import annotations

from typing import Any

from games.core.engine.game import Game, find

HOSTED = ("eight_minute_empire", "era_medieval_age", "tadmor", "imperial_settlers", "el_mapa")
GAMES: tuple[Game[Any, Any], ...] = tuple(find(game) for game in HOSTED)
