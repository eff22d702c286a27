"""Panels for tests, and a check of messages against Discord's limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.model.match import Match, MessageRefs, Panel, SeatRow
from app.play.panel_builder import letters, prefilled
from games.core.prompts.prompt import (
    DisabledOption,
    IllegalPath,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
)
from games.core.text.messages import literal
from ui.components import Button, Message, Select

GAME = "eight_minute_empire"


def match_of(n: int = 3, **more: Any) -> Match:
    names = ("Ana", "Bruno", "Carla", "Diego", "Eva")
    seats = [SeatRow(s, 10 + s, names[s]) for s in range(n)]
    fields: dict[str, Any] = {
        "status": "running",
        "places": MessageRefs(guild=1, channel=2, board=3),
    } | more
    return Match(
        "4K2",
        GAME,
        "Los lunes",
        "es",
        10,
        {},
        n,
        seats=seats,
        created_at=0.0,
        changed_at=0.0,
        **fields,
    )


def panel_of(answer: PromptResult | None, **more: Any) -> Panel:
    """Return a panel that asks this question."""
    pending = (
        None if answer is None or isinstance(answer, MoveReady | IllegalPath) else prefilled(answer)
    )
    fields: dict[str, Any] = {
        "match": match_of(),
        "seat": 0,
        "decision": 7,
        "pending": pending,
        "letters": letters(answer),
    } | more
    return Panel(asked=answer, **fields)


def options(n: int, **more: Any) -> tuple[Option, ...]:
    return tuple(Option(f"o{i}", literal(f"Opción {i}"), **more) for i in range(n))


def pick(n: int, blocked: int = 0, **more: Any) -> SelectPrompt:
    shut = tuple(
        DisabledOption(f"b{i}", literal(f"Cerrada {i}"), literal("falta 1 de madera"))
        for i in range(blocked)
    )
    hints = {name: more.pop(name) for name in ("spot", "group", "tone") if name in more}
    return SelectPrompt(options(n, **hints), literal("¿Qué quieres hacer?"), shut, **more)


def faults(message: Message | None) -> Iterator[str]:
    """Yield what Discord would refuse about a message."""
    assert message is not None
    seen: set[str] = set()
    if len(message.rows) > 5:
        yield f"{len(message.rows)} rows"
    for row in message.rows:
        if isinstance(row, Select):
            yield from _menu_faults(row)
            ids = [row.id]
        else:
            if not 1 <= len(row) <= 5:
                yield f"{len(row)} buttons in a row"
            yield from (fault for button in row for fault in _button_faults(button))
            ids = [button.id for button in row if button.id]
        for one in ids:
            if one in seen:
                yield f"{one} stands twice"
            if not 1 <= len(one) <= 100:
                yield f"{one} is too long"
            seen.add(one)
    card = message.embed
    if card:
        for name, limit in (("title", 256), ("text", 4096), ("author", 256), ("footer", 2048)):
            if len(getattr(card, name)) > limit:
                yield f"{name} is too long"
    if len(message.content) > 2000:
        yield "content is too long"


def _menu_faults(menu: Select) -> Iterator[str]:
    if menu.kind != "lines":
        if menu.choices or not 0 <= menu.min <= menu.max <= 25 or len(menu.preselected) > menu.max:
            yield f"a menu of {menu.kind}: {menu.min} to {menu.max}, {len(menu.preselected)} chosen"
        return
    if not 1 <= len(menu.choices) <= 25:
        yield f"{len(menu.choices)} lines in a menu"
    if not 0 <= menu.min <= menu.max <= len(menu.choices):
        yield f"a menu of {menu.min} to {menu.max}"
    if len({choice.value for choice in menu.choices}) < len(menu.choices):
        yield "a value stands twice"
    for choice in menu.choices:
        if (
            not 1 <= len(choice.label) <= 100
            or not 1 <= len(choice.value) <= 100
            or len(choice.description) > 100
        ):
            yield f"line {choice}"
    if len(menu.placeholder) > 150:
        yield "the hint is too long"


def _button_faults(button: Button) -> Iterator[str]:
    if not 1 <= len(button.label) <= 80:
        yield f"label {button.label!r}"
    if bool(button.id) == bool(button.url):
        yield f"{button.label} leads nowhere"


def buttons(message: Message) -> list[Button]:
    return [button for row in message.rows if not isinstance(row, Select) for button in row]


def menus(message: Message) -> list[Select]:
    return [row for row in message.rows if isinstance(row, Select)]


def label_list(message: Message) -> list[str]:
    return [button.label for button in buttons(message)]
