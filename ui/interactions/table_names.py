"""Turn what somebody typed for the option `table` into a code: the code itself, a name as it is suggested, a piece of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from app.match.access import cleaned
from app.model.match import Match, User, UserError
from games.core.text.i18n import LANGUAGES
from games.core.text.messages import literal, msg
from ui.components import LINE, cut
from ui.i18n import Translator, plain, table_name
from ui.suggestions import completed, named
from ui.views.lobby.lobby_message import head

if TYPE_CHECKING:
    import discord

    from ui.interactions.dispatcher import Dispatcher

SHORTEST_PIECE = 4  # letters of a name that are enough: fewer look like a code
_LOOKS_LIKE_CODE = re.compile(
    r"[A-Za-z0-9]{3,12}\Z|[A-Za-z0-9]{2,6}(?:[- ][A-Za-z0-9]{2,6})\Z"
)  # hyphens help to read one
_PASTED = re.compile(r"·\s*([A-Za-z0-9]{3,12})\W*\Z")  # `Tadmor · «Los lunes» · 4K2`
_MAX_ECHO_CHARS = 60  # characters of somebody's own words that are repeated to them


async def typed_code(
    dispatcher: Dispatcher, interaction: discord.Interaction[Any], by: User, typed: str
) -> str:
    """Return the code of the table that is meant; whether it opens to this person is for others to say.

    Only tables that are suggested to them here are known by name. Raises `UserError` for a name that none of them has.
    """
    text, known = typed.strip(), await nameable(dispatcher, interaction, by)
    code = cleaned(text)
    if code in {match.id for match in known}:
        return code
    heads = [(match.id, name) for match in known for name in _heads(match)]
    if found := named(text, heads) or named(
        text, [(match.id, name) for match in known for name in _own_names(match)]
    ):
        return found
    if pasted := _PASTED.search(text):
        return pasted[1].upper()
    if len(text) >= SHORTEST_PIECE and (found := completed(text, heads)):
        return found
    if _LOOKS_LIKE_CODE.match(text):
        return code
    raise UserError(msg("ui.which.unknown", text=literal(plain(cut(text, _MAX_ECHO_CHARS)))))


async def nameable(
    dispatcher: Dispatcher, interaction: discord.Interaction[Any], by: User
) -> list[Match]:
    """Return the tables that a person may name here: their own, and all of the channel, those that have ended too."""
    found = [turn.match for turn in await dispatcher.app.tables.inbox(by)]
    if interaction.channel_id is not None:
        every = ("lobby", "running", "halted", "ended")
        found += await dispatcher.app.lobby.tables_in_channel(
            channel=interaction.channel_id, statuses=every
        )
    return list({match.id: match for match in found}.values())


def _heads(match: Match) -> list[str]:
    """Return what a table is called among suggestions, in every language: whoever pastes it may read another."""
    return [cut(head(match, Translator.of(match, lang)), LINE) for lang in LANGUAGES]


def _own_names(match: Match) -> list[str]:
    return [name for lang in LANGUAGES if (name := table_name(match, Translator.of(match, lang)))]
