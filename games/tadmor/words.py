"""The game in words: its events as sentences, a position described, one line of summary."""

from __future__ import annotations

from games.core.messages import Msg, msg
from games.tadmor.events import TadmorEvent
from games.tadmor.view import GameView


def narrate(event: TadmorEvent) -> Msg | None:
    """An event as a sentence."""
    return None


def summary(view: GameView) -> Msg:
    """Turn, Era, phase."""
    return msg("tad.summary", turn=view.turn, turns=view.turns, era=view.era, phase=msg(f"tad.phase.{view.phase}"))


def describe(view: GameView) -> list[Msg]:
    """The whole position."""
    return [summary(view)]
