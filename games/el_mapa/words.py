"""The game in words."""

from __future__ import annotations

from games.core.messages import Msg, msg, seat_name
from games.el_mapa.events import MapEvent
from games.el_mapa.view import GameView


def narrate(event: MapEvent) -> Msg | None:
    """An event as a sentence."""
    return None if event is None else msg(f"map.log.{event.__struct_config__.tag}")


def describe(view: GameView) -> list[Msg]:
    """A view in words."""
    return [summary(view)]


def summary(view: GameView) -> Msg:
    """One line."""
    return msg("map.status.turn", n=view.round, seat=seat_name(max(0, view.active)))
