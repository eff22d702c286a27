"""Page with a user's standing orders at a table, to read and change them. Pure functions."""

from __future__ import annotations

from typing import Any

from app.account.standing_orders import StandingOrdersView
from games.core.state.options import Setting, Toggle
from ui.components import (
    MAX_EMBED_CHARS,
    MAX_LABEL_CHARS,
    MAX_OPTION_CHARS,
    MAX_PLACEHOLDER_CHARS,
    MAX_SELECT_OPTIONS,
    MAX_TITLE_CHARS,
    Button,
    Embed,
    Message,
    Row,
    Select,
    SelectOption,
    append_button,
    colour_of,
    cut,
)
from ui.custom_ids import TableAction, TableId, encode
from ui.i18n import Translator, escape_markup
from ui.views.lobby.lobby_message import option_name, table_heading, value_name, values_of

_KIND = "order"  # part of the message keys with the orders' names
_BUTTONS_PER_ROW = 2  # the names of orders are long


def orders_message(orders: StandingOrdersView, words: Translator) -> Message:
    """Return the page: each order's value and description, with components to change it."""
    lines = [words("ui.orders.intro"), ""]
    for setting in orders.settings:
        value = escape_markup(
            value_name(setting, orders.values[setting.id], orders.match, words, _KIND)
        )
        lines.append(
            words(
                "ui.options.is",
                name=f"**{escape_markup(option_name(setting, orders.match, words, _KIND))}**",
                value=value,
            )
        )
        key = f"{orders.match.game}.{_KIND}.{setting.id}.detail"
        lines += [words(key)] if words.catalogue.has(key) else []
    card = Embed(
        title=words("ui.orders.title"),
        text=cut("\n".join(lines), MAX_EMBED_CHARS),
        author=cut(table_heading(orders.match, words), MAX_TITLE_CHARS),
        footer=words("ui.orders.obeyed") if orders.obeyed else words("ui.orders.footer"),
        colour=colour_of(orders.seat),
    )
    return Message(embed=card, rows=_rows(orders, words))


def order_value(setting: Setting, index: int | None) -> Any:
    """Return the value with this index among an order's values; None without one."""
    values = values_of(setting)
    return values[index] if index is not None and 0 <= index < len(values) else None


def _rows(orders: StandingOrdersView, words: Translator) -> tuple[Row, ...]:
    """Return a toggle for each yes/no order, a select for each other, a note button.

    The button for the user's private note is left out if the orders take all rows.
    """
    switches = [
        _switch(setting, orders, words)
        for setting in orders.settings
        if isinstance(setting, Toggle)
    ]
    rows: list[Row] = [
        tuple(switches[index : index + _BUTTONS_PER_ROW])
        for index in range(0, len(switches), _BUTTONS_PER_ROW)
    ]
    rows += [
        _menu(setting, orders, words)
        for setting in orders.settings
        if not isinstance(setting, Toggle)
    ]
    note = Button(words("ui.note.button"), encode(TableId(orders.match.id, TableAction.WRITE_NOTE)))
    return append_button(tuple(rows), note)


def _switch(setting: Toggle, orders: StandingOrdersView, words: Translator) -> Button:
    """Return a button that turns a yes/no order on or off."""
    is_on, name = orders.values[setting.id], option_name(setting, orders.match, words, _KIND)
    # The custom_id holds the value to set, so that a double click has the same effect as one.
    value_to_set = values_of(setting).index(not is_on)
    target = TableId(orders.match.id, TableAction.SET_ORDER, f"{setting.id}.{value_to_set}")
    return Button(
        cut(f"✓ {name}" if is_on else name, MAX_LABEL_CHARS),
        encode(target),
        "blue" if is_on else "grey",
    )


def _menu(setting: Setting, orders: StandingOrdersView, words: Translator) -> Select:
    """Return a select with the values of an order."""
    name = option_name(setting, orders.match, words, _KIND)
    lines = []
    for index, value in enumerate(values_of(setting)[:MAX_SELECT_OPTIONS]):
        label = words(
            "ui.options.is", name=name, value=value_name(setting, value, orders.match, words, _KIND)
        )
        lines.append(
            SelectOption(
                str(index), cut(label, MAX_OPTION_CHARS), chosen=value == orders.values[setting.id]
            )
        )
    return Select(
        encode(TableId(orders.match.id, TableAction.SET_ORDER, setting.id)),
        tuple(lines),
        cut(name, MAX_PLACEHOLDER_CHARS),
    )
