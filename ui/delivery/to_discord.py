"""Conversion of plain messages to discord.py objects: embeds, views, files and modals."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

import discord

from games.core.views.scene import Picture
from ui.components import (
    MAX_ALT_CHARS,
    MAX_PLACEHOLDER_CHARS,
    Button,
    Embed,
    Message,
    Modal,
    Row,
    Select,
    Style,
    TextAttachment,
    cut,
    strip_markup,
)

NO_PINGS = discord.AllowedMentions.none()
_STYLES: dict[Style, discord.ButtonStyle] = {
    "blue": discord.ButtonStyle.primary,
    "green": discord.ButtonStyle.success,
    "red": discord.ButtonStyle.danger,
    "grey": discord.ButtonStyle.secondary,
}

# channel types that can hold tables, also in their threads and posts
_TABLE_CHANNELS = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
]


def allowed_mentions(users: Iterable[int]) -> discord.AllowedMentions:
    """Return mentions that notify only these users."""
    people = [discord.Object(user) for user in users]
    return discord.AllowedMentions(everyone=False, roles=False, users=people, replied_user=False)


def embed(card: Embed, filename: str, alt: str = "") -> discord.Embed:
    """Return the embed, with the picture under its file name.

    Screen readers read the description of an embed's image, not that of the file, so the alt
    text is set there.
    """
    made = discord.Embed(
        title=card.title or None, description=card.text or None, colour=card.colour
    )
    if card.author:
        made.set_author(name=card.author)
    if card.footer:
        made.set_footer(text=card.footer)
    if not (card.shows_picture and filename):
        return made
    image = {"url": f"attachment://{filename}"} | (
        {"description": cut(strip_markup(alt), MAX_ALT_CHARS)} if alt else {}
    )
    # `set_image` takes no description
    return discord.Embed.from_dict({**made.to_dict(), "image": image})


def view(rows: Iterable[Row]) -> discord.ui.View | None:
    """Return a view with these rows of components; None if there are none.

    The view is stopped at once, because discord.py would keep a running view in memory for
    ever. The dispatcher finds a component's handler by its custom_id.
    """
    made = discord.ui.View(timeout=None)
    for at, row in enumerate(rows):
        if isinstance(row, Select):
            made.add_item(_menu(row, at))
        else:
            for button in row:
                made.add_item(_button(button, at))
    made.stop()
    return made if made.children else None


def _button(button: Button, row: int) -> discord.ui.Button[Any]:
    if button.url:
        return discord.ui.Button(label=button.label, url=button.url, row=row)
    return discord.ui.Button(
        label=button.label,
        custom_id=button.id,
        style=_STYLES[button.style],
        disabled=button.disabled,
        row=row,
    )


def _menu(menu: Select, row: int | None = None) -> discord.ui.Item[Any]:
    if menu.kind != "lines":
        return _native_select(menu, row)
    options = [
        discord.SelectOption(
            label=c.label, value=c.value, description=c.description or None, default=c.chosen
        )
        for c in menu.choices
    ]
    return discord.ui.Select(
        custom_id=menu.id,
        placeholder=cut(menu.placeholder, MAX_PLACEHOLDER_CHARS) or None,
        min_values=menu.min,
        max_values=menu.max,
        options=options,
        row=row,
    )


def _native_select(menu: Select, row: int | None) -> discord.ui.Item[Any]:
    """Return a select whose options, roles or channels, Discord's client fills in."""
    hint = cut(menu.placeholder, MAX_PLACEHOLDER_CHARS) or None
    chosen = [discord.Object(one) for one in menu.preselected]
    if menu.kind == "roles":
        return discord.ui.RoleSelect(
            custom_id=menu.id,
            placeholder=hint,
            min_values=menu.min,
            max_values=menu.max,
            row=row,
            default_values=[discord.SelectDefaultValue.from_role(one) for one in chosen],
        )
    return discord.ui.ChannelSelect(
        custom_id=menu.id,
        placeholder=hint,
        min_values=menu.min,
        max_values=menu.max,
        row=row,
        channel_types=_TABLE_CHANNELS,
        default_values=[discord.SelectDefaultValue.from_channel(one) for one in chosen],
    )


def modal(sheet: Modal) -> discord.ui.Modal:
    """Return a modal, stopped at once like `view`.

    The dispatcher finds the handler of a submitted modal by its custom_id.
    """
    made = discord.ui.Modal(title=sheet.title, custom_id=sheet.id, timeout=None)
    for entry in sheet.fields:
        component: discord.ui.Item[Any]
        if entry.choices:
            component = _menu(Select(entry.id, entry.choices, entry.placeholder))
        else:
            component = discord.ui.TextInput(
                custom_id=entry.id,
                default=entry.value or None,
                placeholder=entry.placeholder or None,
                max_length=100,
                required=False,
            )
        made.add_item(discord.ui.Label(text=entry.label, component=component))
    made.stop()
    return made


def file(picture: Picture, alt: str) -> discord.File:
    """Return the picture's file with its alt text."""
    return discord.File(
        io.BytesIO(picture.data),
        filename=picture.filename,
        description=cut(strip_markup(alt), MAX_ALT_CHARS) or None,
    )


def _text_file(paper: TextAttachment) -> discord.File:
    return discord.File(io.BytesIO(paper.data), filename=paper.name)


def send_kwargs(message: Message, picture: Picture | None) -> dict[str, Any]:
    """Return the arguments that send a message."""
    made: dict[str, Any] = {"allowed_mentions": allowed_mentions(message.pings)}
    if message.content:
        made["content"] = message.content
    if message.embed:
        made["embed"] = embed(message.embed, picture.filename if picture else "", message.alt)
    if picture is not None:
        made["file"] = file(picture, message.alt)
    elif message.attachment is not None:
        made["file"] = _text_file(message.attachment)
    if controls := view(message.rows):
        made["view"] = controls
    return made


def edit_kwargs(message: Message, picture: Picture | None, shown_file: str = "") -> dict[str, Any]:
    """Return the arguments of `edit` that turn an existing message into this one.

    `shown_file` is the name of the file that the existing message shows. The same picture is
    not sent again. If the new picture is still to be rendered, the old one stays.
    """
    keep = shown_file if picture is None and message.picture_source is not None else ""
    made: dict[str, Any] = {
        "content": message.content or None,
        "embed": embed(message.embed, picture.filename if picture else keep, message.alt)
        if message.embed
        else None,
        "view": view(message.rows),
        "allowed_mentions": allowed_mentions(message.pings),
    }
    if message.attachment is not None:
        made["attachments"] = [_text_file(message.attachment)]
    elif picture is None and not keep:
        made["attachments"] = []
    elif picture is not None and picture.filename != shown_file:
        made["attachments"] = [file(picture, message.alt)]
    return made
