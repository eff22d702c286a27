"""Page where a guild's managers set the defaults of new tables. Pure functions."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from app.model.time_control import PACES
from app.people.guild_settings import MAX_SELECT_VALUES, GuildSettings
from games.core.text.languages import LANGUAGES
from ui.components import (
    MAX_EMBED_CHARS,
    MAX_OPTION_CHARS,
    Button,
    Embed,
    Message,
    Row,
    Select,
    SelectOption,
    cut,
)
from ui.custom_ids import NO_MATCH, TableAction, TableId, encode
from ui.i18n import Translator

AS_DISCORD = "discord"  # value of the language select: the guild's language in Discord
NONE = "none"  # argument of the buttons that clear the channels or the roles


def defaults_message(
    settings: GuildSettings, existing_ids: Collection[int], words: Translator
) -> Message:
    """Return the page: a select for each default, and the current defaults as text.

    The defaults are language, channels, roles and time control. A button switches *Post here* on or
    off. `existing_ids` are the ids of the channels and roles that still exist: Discord refuses a
    select that preselects a deleted one. The text mentions deleted channels and roles too; Discord
    shows such mentions as unknown.
    """
    rows: list[Row] = [
        _language_select(settings, words),
        Select(
            id=_id("channels"),
            choices=(),
            placeholder=words(
                "ui.defaults.channels" if settings.channels else "ui.defaults.channels_any"
            ),
            min=0,
            max=MAX_SELECT_VALUES,
            kind="channels",
            preselected=_existing(settings.channels, existing_ids),
        ),
        Select(
            id=_id("roles"),
            choices=(),
            placeholder=words("ui.defaults.roles" if settings.roles else "ui.defaults.roles_any"),
            min=0,
            max=MAX_SELECT_VALUES,
            kind="roles",
            preselected=_existing(settings.roles, existing_ids),
        ),
        _pace_select(settings, words),
    ]
    clear_buttons = tuple(
        Button(
            words(f"ui.defaults.{name}_{NONE}"),
            encode(TableId(NO_MATCH, TableAction.SET_DEFAULT, f"{name}.{NONE}")),
        )
        for name in ("channels", "roles")
        if getattr(settings, name)
    )
    new_posts = "off" if settings.posts else "on"
    posts_button = Button(
        words.switched(words("ui.defaults.posts"), is_on=settings.posts),
        encode(TableId(NO_MATCH, TableAction.SET_DEFAULT, f"posts.{new_posts}")),
        "blue" if settings.posts else "grey",
    )
    limits = [
        line
        for line, ids in zip(
            _limits(settings, words), (settings.channels, settings.roles), strict=True
        )
        if ids
    ]
    text = "\n".join([*limits, *([""] if limits else []), words("ui.defaults.note")])
    return Message(
        embed=Embed(title=words("ui.defaults.title"), text=cut(text, MAX_EMBED_CHARS)),
        rows=(*rows, (*clear_buttons, posts_button)),
    )


def _language_select(settings: GuildSettings, words: Translator) -> Select:
    names = {
        AS_DISCORD: words("ui.defaults.discord"),
        **{lang: words.language_name(lang) for lang in LANGUAGES},
    }
    languages = tuple(
        SelectOption(
            lang,
            cut(words("ui.defaults.lang_is", lang=name), MAX_OPTION_CHARS),
            chosen=lang == (settings.lang or AS_DISCORD),
        )
        for lang, name in names.items()
    )
    return Select(_id("lang"), languages, words("ui.defaults.lang"))


def _pace_select(settings: GuildSettings, words: Translator) -> Select:
    paces = tuple(
        SelectOption(
            pace,
            cut(words("ui.defaults.pace_is", pace=words(f"host.pace.{pace}")), MAX_OPTION_CHARS),
            chosen=pace == settings.pace,
        )
        for pace in PACES
    )
    return Select(_id("pace"), paces, words("ui.defaults.pace"))


def defaults_lines(settings: GuildSettings, words: Translator) -> list[str]:
    """Return one line each on channels, language, who may open tables, and time control."""
    where, who = _limits(settings, words)
    lang = words.language_name(settings.lang) if settings.lang else ""
    language = words("ui.setup.language_chosen", lang=lang) if lang else words("ui.setup.language")
    return [where, language, who, words("ui.setup.time", pace=words(f"host.pace.{settings.pace}"))]


def _limits(settings: GuildSettings, words: Translator) -> tuple[str, str]:
    """Return two lines: where tables may be opened, and by whom."""
    where, who = _mentions("<#{}>", settings.channels), _mentions("<@&{}>", settings.roles)
    return (
        words("ui.setup.where_only", channels=where) if where else words("ui.setup.where"),
        words("ui.setup.who_only", roles=who) if who else words("ui.setup.who"),
    )


def _id(name: str) -> str:
    return encode(TableId(NO_MATCH, TableAction.SET_DEFAULT, name))


def _existing(ids: Iterable[int], existing_ids: Collection[int]) -> tuple[int, ...]:
    return tuple(selected_id for selected_id in ids if selected_id in existing_ids)


def _mentions(template: str, ids: Iterable[int]) -> str:
    return " ".join(template.format(mentioned_id) for mentioned_id in ids)
