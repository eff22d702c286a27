"""Audit log of a guild: actions of organizers and changes in `/setup`. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.background.retention import AUDIT_RETENTION_S
from app.model.time_control import DAY
from app.ports.audit_log import AuditEntryView
from games.core.engine.game import find
from ui.components import BODY, Embed, Message, cut
from ui.custom_ids import NOBODY, TableAction
from ui.i18n import Translator, escape_markup, timestamp
from ui.views.pages.common import pager

PER_PAGE = 10


def done_message(
    entries: Sequence[AuditEntryView], page: int, pages: int, words: Translator
) -> Message:
    """Return a page of the audit log, newest first; pages count from 1."""
    lines = [f"{timestamp(entry.entry.at)} · {sentence(entry, words)}" for entry in entries] or [
        words("ui.done.empty")
    ]
    card = Embed(
        title=words("ui.done.title"),
        text=cut("\n".join(lines), BODY),
        footer=words("ui.done.kept", n=round(AUDIT_RETENTION_S / DAY)),
    )
    return Message(
        embed=card, rows=tuple(pager(NOBODY, TableAction.SHOW_AUDIT_LOG, page, pages, words))
    )


def sentence(entry: AuditEntryView, words: Translator) -> str:
    """Return an entry as a sentence: `**Ana** opened table 4K2 (Tadmor).`."""
    doing, unknown = entry.entry, words("host.someone")
    own = Translator(words.lang, entry.game)
    args = {
        "who": f"**{escape_markup(entry.name or unknown)}**",
        "about": escape_markup(entry.about or unknown),
        "table": words("ui.done.table", code=doing.match, game=own.short_name())
        if entry.game
        else doing.match,
    }
    key, more = _key_and_args(doing.what, doing.args, own)
    return words(f"ui.done.{key}", **args, **more)


def _key_and_args(what: str, given: dict[str, Any], own: Translator) -> tuple[str, dict[str, Any]]:
    """Return the last part of an entry's message key, and the message's further arguments.

    `what` is the kind of action, `given` its stored arguments. `own` translates with the game's
    messages.
    """
    value = given.get("value")
    match what:
        case "option":
            return what, {"option": _option(own, given["option"], value)}
        case "preset":
            key = f"{own.game}.preset.{given['preset']}"
            return what, {"preset": own(key) if own.catalogue.has(key) else given["preset"]}
        case "pace" | "voted_pace":
            return what, {"pace": own(f"host.pace.{given['pace']}")}
        case "moved":
            return what, {"channel": f"<#{given['channel']}>"}
        case "chose_lang" if value:
            return what, {"lang": own(f"ui.language.{value}")}
        case "chose_channels" if value:
            return what, {"channels": " ".join(f"<#{one}>" for one in value)}
        case "chose_roles" if value:
            return what, {"roles": " ".join(f"<@&{one}>" for one in value)}
        case "chose_pace" if value:
            return what, {"pace": own(f"host.pace.{value}")}
        case "chose_rated" if value:
            return what, {}
        case "chose_lang" | "chose_channels" | "chose_roles" | "chose_pace" | "chose_rated":
            return f"{what}_not", {}
    return what, {name: one for name, one in given.items() if isinstance(one, int)}


def _option(own: Translator, name: str, value: Any) -> str:
    """Return an option and its value: `Variant: short`.

    Returns only the option's name if the value is a list, which has an item for each seat.
    `own` are the words of the table's game.
    """
    base = f"{own.game}.option.{name}"
    known = (
        own.game
        and any(option.id == name for option in find(own.game).options)
        and own.catalogue.has(f"{base}.name")
    )
    label = own(f"{base}.name") if known else name
    if isinstance(value, bool):
        return f"{label}: {own('ui.options.yes' if value else 'ui.options.no')}"
    if isinstance(value, list):
        return label
    key = f"{base}.value.{value}"
    return f"{label}: {own(key) if own.catalogue.has(key) else escape_markup(str(value))}"
