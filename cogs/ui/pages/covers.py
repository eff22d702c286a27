"""Covers: what lobby, help and rules open with."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from cogs.ui.message import ALT, Card, Message, cut
from cogs.ui.words import Words
from games.core.rules import find
from games.core.scene import Scene
from host.app import App

_HOURS = (21, 18, 9, 6)      # from then on the light is another (`render/cover.py`)


class Covers:
    """Puts covers on messages, in the light of now or of another moment (unix seconds); nothing where there are no pictures."""

    def __init__(self, app: App) -> None:
        self._app = app

    def one(self, message: Message, words: Words, game: str, at: float | None = None) -> Message:
        """The message with a game's cover."""
        return self._covered(message, words, (game,), at)

    def all(self, message: Message, words: Words) -> Message:
        """The message with the covers of all games side by side."""
        return self._covered(message, words, tuple(self._app.games), None)

    def _covered(self, message: Message, words: Words, games: tuple[str, ...], at: float | None) -> Message:
        shown = [game for game in games if "cover" in find(game).pictures]
        if self._app.images is None or not shown:
            return message
        light = light_of(self._app.clock.now() if at is None else at)
        scene = Scene(shown[0], "cover", light, (), words.lang)
        if len(games) > 1:
            scene = Scene(shown[0], "shelf", (*light, *shown), (), words.lang)
        names = ", ".join(Words(words.lang, game).game_name() for game in shown)
        content, card = ("", Card(text=message.content)) if message.card is None else (message.content, message.card)
        alt = cut(words("ui.alt.cover", games=names), ALT)
        return replace(message, content=content, card=replace(card, picture=True), scene=scene, alt=alt)


def light_of(at: float) -> tuple[int, int]:
    """An hour and a month that stand for the light and the season of a moment: equal light is an equal picture."""
    moment = datetime.fromtimestamp(at, UTC)
    hour = next((first for first in _HOURS if moment.hour >= first), 0)
    return hour % _HOURS[0], moment.month // 3 * 3 or 12
