"""Cover pictures of the games for lobby, help and rules.

They show the light of the current hour and season.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from app.app import App
from app.model.match import User
from games.core.engine.game import find
from games.core.views.scene import Scene
from ui.components import MAX_ALT_CHARS, Embed, Message, cut
from ui.i18n import Translator

# first hour (UTC) of each light, latest first
HOURS = ((21, "night"), (18, "dusk"), (9, "day"), (6, "dawn"), (0, "night"))
# of the northern hemisphere, where all the games are set
SEASONS = ("winter", "spring", "summer", "autumn")


class Covers:
    """Service that adds cover pictures to messages.

    A message stays unchanged if this bot renders no pictures, or if the user who sees the message
    prefers text.
    """

    def __init__(self, app: App) -> None:
        self._app = app

    def one(
        self,
        message: Message,
        words: Translator,
        game: str,
        by: User | None,
        at: float | None = None,
    ) -> Message:
        """Return the message with the cover of the game `game`.

        `at` is the time whose light and season the cover shows (Unix seconds; None: now). `by` is
        the user who sees the message, None if everybody sees it.
        """
        return self._covered(message, words, (game,), by, at)

    def all(self, message: Message, words: Translator, by: User | None) -> Message:
        """Return the message with the covers of all games side by side.

        `by` is the user who sees the message, None if everybody sees it.
        """
        return self._covered(message, words, tuple(self._app.games), by, None)

    def _covered(
        self,
        message: Message,
        words: Translator,
        games: tuple[str, ...],
        by: User | None,
        time: float | None,
    ) -> Message:
        """Return the message with the cover of one game, or of several side by side.

        `time` and `by` are as `at` and `by` in `one`.
        """
        shown = [game for game in games if "cover" in find(game).pictures]
        if self._app.renderer is None or not shown or (by is not None and by.prefs.get("text")):
            return message
        light_and_season = light_of(self._app.clock.now() if time is None else time)
        scene = Scene(shown[0], "cover", light_and_season, (), words.lang)
        if len(games) > 1:
            scene = Scene(shown[0], "shelf", (*light_and_season, *shown), (), words.lang)
        names = ", ".join(Translator(words.lang, game).game_name() for game in shown)
        content, card = (
            ("", Embed(text=message.content))
            if message.embed is None
            else (message.content, message.embed)
        )
        alt = cut(words("ui.alt.cover", games=names), MAX_ALT_CHARS)
        return replace(
            message,
            content=content,
            embed=card,
            picture_source=scene,
            alt=alt,
        )


def light_of(at: float) -> tuple[str, str]:
    """Return (light, season) at the time `at` (Unix seconds): ("dusk", "winter").

    The names are those in `[cover]` of render/layout.toml.
    """
    time = datetime.fromtimestamp(at, UTC)
    light = next(light for first_hour, light in HOURS if time.hour >= first_hour)
    return light, SEASONS[time.month % 12 // 3]
