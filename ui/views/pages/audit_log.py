"""Audit log of a guild: actions of organizers and changes in `/setup`. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.background.retention import AUDIT_RETENTION_S
from app.model.time_control import DAY
from app.ports.audit_log import AuditLogEntryView
from games.core.engine.game import find
from games.core.state.options import value_key
from ui.components import MAX_EMBED_CHARS, Embed, Message, cut
from ui.custom_ids import NO_MATCH, TableAction
from ui.i18n import Translator, escape_markup, timestamp
from ui.views.pages.common import pager

PER_PAGE = 10


def audit_log_message(
    entries: Sequence[AuditLogEntryView], page: int, pages: int, words: Translator
) -> Message:
    """Return page `page` of `pages` of the audit log, newest entry first; the first page is 1."""
    lines = [f"{timestamp(entry.entry.at)} · {sentence(entry, words)}" for entry in entries] or [
        words("ui.done.empty")
    ]
    card = Embed(
        title=words("ui.done.title"),
        text=cut("\n".join(lines), MAX_EMBED_CHARS),
        footer=words("ui.done.kept", n=round(AUDIT_RETENTION_S / DAY)),
    )
    return Message(
        embed=card, rows=tuple(pager(NO_MATCH, TableAction.SHOW_AUDIT_LOG, page, pages, words))
    )


def sentence(entry: AuditLogEntryView, words: Translator) -> str:
    """Return an entry as a sentence, such as `**Ana** opened table 4K2 (Tadmor).`."""
    action, unknown = entry.entry, words("host.someone")
    game_words = Translator(words.lang, entry.game)
    args = {
        "who": f"**{escape_markup(entry.name or unknown)}**",
        "about": escape_markup(entry.about or unknown),
        "table": words("ui.done.table", code=action.match, game=game_words.short_name())
        if entry.game
        else action.match,
    }
    key, more_args = _key_and_args(action.what, action.args, game_words)
    return words(f"ui.done.{key}", **args, **more_args)


def _key_and_args(
    kind: str, args: dict[str, Any], game_words: Translator
) -> tuple[str, dict[str, Any]]:
    """Return the end of an entry's message key, and further arguments of the message.

    `kind` is the kind of action, and `args` are its stored arguments. `game_words` translates with
    the game's messages.
    """
    value = args.get("value")
    match kind:
        case "option":
            return kind, {"option": _option(game_words, args["option"], value)}
        case "preset":
            key = f"{game_words.game}.preset.{args['preset']}"
            return kind, {
                "preset": game_words(key) if game_words.catalogue.has(key) else args["preset"]
            }
        case "pace" | "voted_pace":
            return kind, {"pace": game_words(f"host.pace.{args['pace']}")}
        case "moved":
            return kind, {"channel": f"<#{args['channel']}>"}
        case "lang" | "chose_lang" if value:
            return kind, {"lang": game_words.language_name(value)}
        case "chose_channels" if value:
            return kind, {"channels": " ".join(f"<#{value_of_arg}>" for value_of_arg in value)}
        case "chose_roles" if value:
            return kind, {"roles": " ".join(f"<@&{value_of_arg}>" for value_of_arg in value)}
        case "chose_pace" if value:
            return kind, {"pace": game_words(f"host.pace.{value}")}
        case "chose_rated" if value:
            return kind, {}
        case "chose_posts":
            return f"{kind}_not" if value is False else kind, {}
        case "chose_lang" | "chose_channels" | "chose_roles" | "chose_pace" | "chose_rated":
            return f"{kind}_not", {}
    return kind, {
        name: value_of_arg for name, value_of_arg in args.items() if isinstance(value_of_arg, int)
    }


def _option(game_words: Translator, name: str, value: Any) -> str:
    """Return an option and its value in words: `Variant: short`.

    `name` is the option's id. If the value is a list (an item for each seat), only the option's
    name is returned.
    """
    base = f"{game_words.game}.option.{name}"
    known = (
        game_words.game
        and any(option.id == name for option in find(game_words.game).options)
        and game_words.catalogue.has(f"{base}.name")
    )
    label = game_words(f"{base}.name") if known else name
    if isinstance(value, bool):
        return f"{label}: {game_words('ui.options.yes' if value else 'ui.options.no')}"
    if isinstance(value, list):
        return label
    key = f"{base}.value.{value_key(str(value))}"
    return f"{label}: {game_words(key) if game_words.catalogue.has(key) else escape_markup(str(value))}"
