"""The game in words: its events as a story, and a whole position for people who don't look at the picture."""

from __future__ import annotations

from games.core.messages import Msg, msg
from games.imperial_settlers.events import SettlersEvent
from games.imperial_settlers.view import GameView


def narrate(event: SettlersEvent) -> Msg | None:
    """An event as a sentence."""
    return None


def summary(view: GameView) -> Msg:
    """One line: round and phase."""
    return msg("imp.summary", n=view.round, m=view.rounds, phase=msg(f"imp.phase.{view.phase}"))


def describe(view: GameView) -> list[Msg]:
    """The whole position."""
    return [summary(view)]
