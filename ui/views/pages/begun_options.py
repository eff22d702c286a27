"""Page that replaces a lobby's options once the game has begun or the table has closed.

Pure functions.
"""

from __future__ import annotations

from dataclasses import replace

from app.model.match import Match, User
from ui.components import Message
from ui.i18n import Translator, escape_markup, table_label
from ui.views.lobby.lobby_message import options_page
from ui.views.pages.way_back import has_way_back, with_way_back


def begun_options_page(match: Match, by: User) -> Message:
    """Return the page that replaces a lobby's options and says why they can't be changed now.

    Players get a button to their panel.
    """
    words = Translator.of(match, by.lang)
    page = options_page(match, by)
    if has_way_back(match, by):
        page = with_way_back(page, match, by)
    key = "ui.lobby.closed" if match.status == "closed" else "ui.lobby.begun"
    return replace(page, content=words(key, table=escape_markup(table_label(match, words))))
