"""Guild defaults of new tables, as selects for its managers. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from app.model.time_control import PACES
from app.people.guild_settings import MAX_SELECT_VALUES, GuildSettings
from games.core.text.i18n import LANGUAGES
from ui.components import BODY, LINE, Button, Embed, Message, Row, Select, SelectOption, cut
from ui.custom_ids import NOBODY, TableAction, TableId, encode
from ui.i18n import Translator

AS_DISCORD, NONE = "discord", "none"  # no language chosen; clears channels or roles


def defaults_message(chosen: GuildSettings, there: Collection[int], words: Translator) -> Message:
    """Return a select for each default: language, channels, roles, time control.

    `there` are the channels and roles that still exist: a select can hold no others; the text
    names all.
    """
    tongues = {
        AS_DISCORD: words("ui.defaults.discord"),
        **{one: words(f"ui.language.{one}") for one in LANGUAGES},
    }
    languages = tuple(
        SelectOption(
            one,
            cut(words("ui.defaults.lang_is", lang=said), LINE),
            chosen=one == (chosen.lang or AS_DISCORD),
        )
        for one, said in tongues.items()
    )
    paces = tuple(
        SelectOption(
            one,
            cut(words("ui.defaults.pace_is", pace=words(f"host.pace.{one}")), LINE),
            chosen=one == chosen.pace,
        )
        for one in PACES
    )
    rows: list[Row] = [
        Select(_id("lang"), languages, words("ui.defaults.lang")),
        Select(
            _id("channels"),
            (),
            words("ui.defaults.channels" if chosen.channels else "ui.defaults.channels_any"),
            0,
            MAX_SELECT_VALUES,
            "channels",
            _kept(chosen.channels, there),
        ),
        Select(
            _id("roles"),
            (),
            words("ui.defaults.roles" if chosen.roles else "ui.defaults.roles_any"),
            0,
            MAX_SELECT_VALUES,
            "roles",
            _kept(chosen.roles, there),
        ),
        Select(_id("pace"), paces, words("ui.defaults.pace")),
    ]
    free = tuple(
        Button(
            words(f"ui.defaults.{name}_{NONE}"),
            encode(TableId(NOBODY, TableAction.SET_DEFAULT, f"{name}.{NONE}")),
        )
        for name in ("channels", "roles")
        if getattr(chosen, name)
    )
    bounds = [
        line
        for line, some in zip(_bounds(chosen, words), (chosen.channels, chosen.roles), strict=True)
        if some
    ]
    text = "\n".join([*bounds, *([""] if bounds else []), words("ui.defaults.note")])
    return Message(
        card=Embed(title=words("ui.defaults.title"), text=cut(text, BODY)),
        rows=(*rows, *((free,) if free else ())),
    )


def defaults_lines(chosen: GuildSettings, words: Translator) -> list[str]:
    """Return a line each: where tables are opened, language, by whom, time control."""
    where, who = _bounds(chosen, words)
    lang = words(f"ui.language.{chosen.lang}") if chosen.lang else ""
    language = words("ui.setup.language_chosen", lang=lang) if lang else words("ui.setup.language")
    return [where, language, who, words("ui.setup.time", pace=words(f"host.pace.{chosen.pace}"))]


def _bounds(chosen: GuildSettings, words: Translator) -> tuple[str, str]:
    """Return where tables are opened, and by whom."""
    where, who = _mentions("<#{}>", chosen.channels), _mentions("<@&{}>", chosen.roles)
    return (
        words("ui.setup.where_only", channels=where) if where else words("ui.setup.where"),
        words("ui.setup.who_only", roles=who) if who else words("ui.setup.who"),
    )


def _id(name: str) -> str:
    return encode(TableId(NOBODY, TableAction.SET_DEFAULT, name))


def _kept(ids: Iterable[int], there: Collection[int]) -> tuple[int, ...]:
    return tuple(one for one in ids if one in there)


def _mentions(form: str, ids: Iterable[int]) -> str:
    return " ".join(form.format(one) for one in ids)
