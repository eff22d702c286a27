"""The games that Sobremesa hosts: `GAMES` is the only registry."""

from __future__ import annotations

from typing import Any

from games.core.rules import Game

GAMES: tuple[Game[Any, Any], ...] = ()
