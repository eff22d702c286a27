"""Turn the text typed for the option `table` into a match code.

The text may be the code, a suggested name, or a part of a name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from app.match.access import normalize_code
from app.model.match import Match, User, UserError
from games.core.text.languages import LANGUAGES
from games.core.text.messages import literal, msg
from ui.components import MAX_OPTION_CHARS, cut
from ui.i18n import Translator, escape_markup, table_name
from ui.suggestions import match_or_complete, match_suggestion
from ui.views.lobby.lobby_message import table_heading

if TYPE_CHECKING:
    import discord

    from ui.interactions.dispatcher import Dispatcher

MIN_PART_CHARS = 4  # characters; a shorter part of a name would look like a code
# users may write a code with a hyphen
_LOOKS_LIKE_CODE = re.compile(r"[A-Za-z0-9]{3,12}\Z|[A-Za-z0-9]{2,6}(?:[- ][A-Za-z0-9]{2,6})\Z")
_PASTED_HEAD = re.compile(r"·\s*([A-Za-z0-9]{3,12})\W*\Z")  # `Tadmor · «Los lunes» · 4K2`
_MAX_ECHO_CHARS = 60  # characters of the user's input that an error message repeats


async def code_of_typed_table(
    dispatcher: Dispatcher, interaction: discord.Interaction[Any], by: User, typed: str
) -> str:
    """Return the code of the table that the user typed; the caller checks access.

    Names are recognized only for the tables in `tables_that_can_be_named`. Raises `UserError` if
    the text is not the name of one of them and does not look like a code.
    """
    text, known = typed.strip(), await tables_that_can_be_named(dispatcher, interaction, by)
    code = normalize_code(text)
    if code in {match.id for match in known}:
        return code
    suggestion_texts = [(match.id, name) for match in known for name in _suggestion_texts(match)]
    if found := match_suggestion(text, suggestion_texts) or match_suggestion(
        text, [(match.id, name) for match in known for name in _chosen_names(match)]
    ):
        return found
    if pasted := _PASTED_HEAD.search(text):
        return pasted[1].upper()
    if len(text) >= MIN_PART_CHARS and (found := match_or_complete(text, suggestion_texts)):
        return found
    if _LOOKS_LIKE_CODE.match(text):
        return code
    raise UserError(
        msg("ui.which.unknown", text=literal(escape_markup(cut(text, _MAX_ECHO_CHARS))))
    )


async def tables_that_can_be_named(
    dispatcher: Dispatcher, interaction: discord.Interaction[Any], by: User
) -> list[Match]:
    """Return the tables that a user may name here: their own and the channel's.

    The channel's tables include ended ones.
    """
    found = [turn.match for turn in await dispatcher.app.queries.inbox(by)]
    if interaction.channel_id is not None:
        every = ("lobby", "running", "halted", "ended")
        found += await dispatcher.app.lobby.tables_in_channel(
            channel=interaction.channel_id, statuses=every
        )
    return list({match.id: match for match in found}.values())


def _suggestion_texts(match: Match) -> list[str]:
    """Return the table's suggestion text in every language.

    The user may have pasted a text in any language.
    """
    return [
        cut(table_heading(match, Translator.of(match, lang)), MAX_OPTION_CHARS)
        for lang in LANGUAGES
    ]


def _chosen_names(match: Match) -> list[str]:
    return [name for lang in LANGUAGES if (name := table_name(match, Translator.of(match, lang)))]
