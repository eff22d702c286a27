"""Conversion of plain messages (`ui/components.py`) to discord.py's objects.

`send_kwargs` and `edit_kwargs` return the arguments with which a message is sent or edited.
"""

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
    """Return the embed `card`, which shows the picture with the file name `filename`.

    Screen readers read the description of an embed's image, not the file's, so the alt text
    is set there.
    """
    result = discord.Embed(
        title=card.title or None, description=card.text or None, colour=card.colour
    )
    if card.author:
        result.set_author(name=card.author)
    if card.footer:
        result.set_footer(text=card.footer)
    if not (card.shows_picture and filename):
        return result
    image = {"url": f"attachment://{filename}"} | (
        {"description": cut(strip_markup(alt), MAX_ALT_CHARS)} if alt else {}
    )
    # `set_image` takes no description
    return discord.Embed.from_dict({**result.to_dict(), "image": image})


def view(rows: Iterable[Row]) -> discord.ui.View | None:
    """Return a view with these rows of components; None if there are none.

    The view is stopped at once, because discord.py would keep a running view in memory for
    ever. The dispatcher finds a component's handler by its custom_id.
    """
    result = discord.ui.View(timeout=None)
    for row_number, row in enumerate(rows):
        if isinstance(row, Select):
            result.add_item(_menu(row, row_number))
        else:
            for button in row:
                result.add_item(_button(button, row_number))
    result.stop()
    return result if result.children else None


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


def _menu(select: Select, row: int | None = None) -> discord.ui.Item[Any]:
    """Return the discord.py select for `select`, in the row `row` (None: discord.py chooses)."""
    if select.kind != "lines":
        return _native_select(select, row)
    options = [
        discord.SelectOption(
            label=choice.label,
            value=choice.value,
            description=choice.description or None,
            default=choice.chosen,
        )
        for choice in select.choices
    ]
    return discord.ui.Select(
        custom_id=select.id,
        placeholder=cut(select.placeholder, MAX_PLACEHOLDER_CHARS) or None,
        min_values=select.min,
        max_values=select.max,
        options=options,
        row=row,
    )


def _native_select(select: Select, row: int | None) -> discord.ui.Item[Any]:
    """Return a select whose options (roles or channels) Discord's client fills in.

    `row` is the number of its row; None: discord.py chooses.
    """
    placeholder = cut(select.placeholder, MAX_PLACEHOLDER_CHARS) or None
    chosen = [discord.Object(chosen_id) for chosen_id in select.preselected]
    if select.kind == "roles":
        return discord.ui.RoleSelect(
            custom_id=select.id,
            placeholder=placeholder,
            min_values=select.min,
            max_values=select.max,
            row=row,
            default_values=[
                discord.SelectDefaultValue.from_role(chosen_id) for chosen_id in chosen
            ],
        )
    return discord.ui.ChannelSelect(
        custom_id=select.id,
        placeholder=placeholder,
        min_values=select.min,
        max_values=select.max,
        row=row,
        channel_types=_TABLE_CHANNELS,
        default_values=[discord.SelectDefaultValue.from_channel(chosen_id) for chosen_id in chosen],
    )


def modal(source: Modal) -> discord.ui.Modal:
    """Return a modal, stopped at once like `view`.

    The dispatcher finds the handler of a submitted modal by its custom_id.
    """
    result = discord.ui.Modal(title=source.title, custom_id=source.id, timeout=None)
    for field in source.fields:
        component: discord.ui.Item[Any]
        if field.choices:
            component = _menu(Select(field.id, field.choices, field.placeholder))
        else:
            component = discord.ui.TextInput(
                custom_id=field.id,
                default=field.value or None,
                placeholder=field.placeholder or None,
                max_length=field.max_chars,
                style=discord.TextStyle.long if field.paragraph else discord.TextStyle.short,
                required=False,
            )
        result.add_item(discord.ui.Label(text=field.label, component=component))
    result.stop()
    return result


def file(picture: Picture, alt: str) -> discord.File:
    """Return the picture's file with its alt text."""
    return discord.File(
        io.BytesIO(picture.data),
        filename=picture.filename,
        description=cut(strip_markup(alt), MAX_ALT_CHARS) or None,
    )


def _text_file(attachment: TextAttachment) -> discord.File:
    return discord.File(io.BytesIO(attachment.data), filename=attachment.name)


def send_kwargs(message: Message, picture: Picture | None) -> dict[str, Any]:
    """Return the arguments that send a message; `picture` is its rendered picture, if any."""
    result: dict[str, Any] = {"allowed_mentions": allowed_mentions(message.pings)}
    if message.content:
        result["content"] = message.content
    if message.embed:
        result["embed"] = embed(message.embed, picture.filename if picture else "", message.alt)
    if picture is not None:
        result["file"] = file(picture, message.alt)
    elif message.attachment is not None:
        result["file"] = _text_file(message.attachment)
    if controls := view(message.rows):
        result["view"] = controls
    return result


def edit_kwargs(message: Message, picture: Picture | None, shown_file: str = "") -> dict[str, Any]:
    """Return the arguments of `edit` that make an existing message show `message`.

    `picture` is the rendered picture of `message`, if any. `shown_file` is the name of the file
    that the existing message shows: a picture with that name is not sent again. If the new picture
    is still to be rendered, the old one stays.
    """
    kept_file = shown_file if picture is None and message.picture_source is not None else ""
    result: dict[str, Any] = {
        "content": message.content or None,
        "embed": embed(message.embed, picture.filename if picture else kept_file, message.alt)
        if message.embed
        else None,
        "view": view(message.rows),
        "allowed_mentions": allowed_mentions(message.pings),
    }
    if message.attachment is not None:
        result["attachments"] = [_text_file(message.attachment)]
    elif picture is None and not kept_file:
        result["attachments"] = []
    elif picture is not None and picture.filename != shown_file:
        result["attachments"] = [file(picture, message.alt)]
    return result
