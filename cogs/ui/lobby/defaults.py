"""How tables begin that are opened on a server, as menus for whoever looks after it. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from cogs.ui.ids import NOBODY, TableId, encode
from cogs.ui.message import BODY, LINE, Button, Card, Choice, Menu, Message, Row, cut
from cogs.ui.words import Words
from games.core.text import LANGUAGES
from host.pace import PACES
from host.servers import MOST, Choices

AS_DISCORD, NONE = "discord", "none"    # no language chosen; no channel or role any more


def defaults_message(chosen: Choices, there: Collection[int], words: Words) -> Message:
    """What is chosen, and a menu for each: language, channels, roles, time. `there` are those of the channels and roles that
    still exist: no menu can hold another."""
    languages = tuple(
        Choice(one, words(f"ui.defaults.{one}") if one == AS_DISCORD else words(f"ui.language.{one}").capitalize(),
               chosen=one == (chosen.lang or AS_DISCORD))
        for one in (AS_DISCORD, *LANGUAGES)
    )
    paces = tuple(Choice(one, cut(words(f"host.pace.{one}"), LINE), chosen=one == chosen.pace) for one in PACES)
    rows: list[Row] = [
        Menu(_id("lang"), languages, words("ui.defaults.lang")),
        Menu(_id("channels"), (), words("ui.defaults.channels"), 0, MOST, "channels", _kept(chosen.channels, there)),
        Menu(_id("roles"), (), words("ui.defaults.roles"), 0, MOST, "roles", _kept(chosen.roles, there)),
        Menu(_id("pace"), paces, words("ui.defaults.pace")),
    ]
    free = tuple(
        Button(words(f"ui.defaults.{name}_{NONE}"), encode(TableId(NOBODY, "default", f"{name}.{NONE}")))
        for name in ("channels", "roles") if getattr(chosen, name)
    )
    text = "\n".join([*defaults_lines(chosen, words), "", words("ui.defaults.note")])
    return Message(card=Card(title=words("ui.defaults.title"), text=cut(text, BODY)), rows=(*rows, *((free,) if free else ())))


def defaults_lines(chosen: Choices, words: Words) -> list[str]:
    """Where tables are opened, in which language, by whom, and how much time they give: a line each."""
    where = _mentions("<#{}>", chosen.channels)
    who = _mentions("<@&{}>", chosen.roles)
    lang = words(f"ui.language.{chosen.lang}") if chosen.lang else ""
    return [
        words("ui.setup.where_only", channels=where) if where else words("ui.setup.where"),
        words("ui.setup.language_chosen", lang=lang) if lang else words("ui.setup.language"),
        words("ui.setup.who_only", roles=who) if who else words("ui.setup.who"),
        words("ui.setup.time", pace=words(f"host.pace.{chosen.pace}")),
    ]


def _id(name: str) -> str:
    return encode(TableId(NOBODY, "default", name))


def _kept(ids: Iterable[int], there: Collection[int]) -> tuple[int, ...]:
    return tuple(one for one in ids if one in there)


def _mentions(form: str, ids: Iterable[int]) -> str:
    return " ".join(form.format(one) for one in ids)
