"""What must hold after any fault: the stored game is whole, and every surface shows it as it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from msgspec import structs

from app.model.match import Match, SeatRow
from app.ports.store import PublishDeferredError
from games.core.engine import history
from games.core.engine.game import find
from games.core.views.scene import Scene
from tests.faults.fault_harness import FaultHarness, name_of
from ui import custom_ids
from ui.components import Message, Select
from ui.handlers.panel import PanelHandler
from ui.i18n import Translator
from ui.views.lobby.lobby_message import lobby_message
from ui.views.pages.animations import last_turn
from ui.views.table.board_message import board_message, has_board, picture_of

Log = dict[int, tuple[str, ...]]  # rows of a table, by number: what they say, as text


async def log_of(harness: FaultHarness, match: str) -> Log:
    """The rows that stand."""
    rows = [entry.row for entry in await harness.app.repo.entries(match)]
    return {row.n: (repr(row.path), row.by, str(row.seat)) for row in rows}


async def broken(
    harness: FaultHarness, match: str, before: Log, *, halted: bool = False
) -> Iterator[str]:
    """What is wrong with a table as it is stored: one sentence each. `before` are rows that stood once; it may be `halted`."""
    return iter([one async for one in _broken(harness, match, before, halted=halted)])


async def _broken(harness: FaultHarness, match: str, before: Log, *, halted: bool) -> Any:
    stored = await harness.app.repo.load(match)
    if stored is None:
        return
    table, now = stored.match, await log_of(harness, match)
    if table.status == "halted" and not halted:
        yield "the table was halted"
    if sorted(now) != list(range(1, table.rows + 1)):
        yield f"rows {sorted(now)} where {table.rows} are counted"
    for n, row in before.items():
        if now.get(n) != row:
            yield f"row {n} was {row}, is {now.get(n)}"
    encode = find(table.game).codec.encode
    _, start = await harness.app.repo.checkpoint(match, upto=0)
    rows = [entry.row for entry in await harness.app.repo.entries(match)]
    if encode(history.fold(start, rows, table.seed)) != encode(stored.pos):
        yield "the position is not what its rows fold to"
    clicks = [
        entry.interaction for entry in await harness.app.repo.entries(match) if entry.interaction
    ]
    if len(set(clicks)) != len(clicks):
        yield "a click counts twice"


# --- what is shown ---


def empty(doc: dict[str, Any]) -> bool:
    """Whether a message shows a file in which there is nothing."""
    return any(not one["size"] for one in doc["attachments"])


def seen(doc: dict[str, Any]) -> tuple[Any, ...]:
    """What is to be seen of a message as the sandbox keeps it: card and controls."""
    cards = tuple(
        (
            card.get("title", ""),
            card.get("description", ""),
            card.get("author", {}).get("name", ""),
            card.get("footer", {}).get("text", ""),
            card.get("image", {}).get("url", "").split("?")[0].rsplit("/", 1)[-1],
        )
        for card in doc["embeds"]
    )
    parts = [
        (
            part.get("label", ""),
            part.get("custom_id", part.get("url", "")),
            tuple((o["label"], o["value"]) for o in part.get("options", ())),
        )
        for row in doc["components"]
        for part in row["components"]
    ]
    return cards, tuple(parts)


def meant(message: Message) -> tuple[Any, ...]:
    """The same of a message that is to be shown."""
    card = message.card
    cards: tuple[Any, ...] = ()
    if card is not None:
        picture = name_of(message.scene) if message.scene is not None and card.picture else ""
        cards = ((card.title, card.text, card.author, card.footer, picture),)
    parts: list[Any] = []
    for row in message.rows:
        if isinstance(row, Select):
            parts.append(("", row.id, tuple((one.label, one.value) for one in row.choices)))
        else:
            parts += [(one.label, one.id or one.url, ()) for one in row]
    return cards, tuple(parts)


def asked(shown: tuple[Any, ...]) -> tuple[tuple[int, int], ...]:
    """Which question a panel asks, and how far it is answered; how much of it is shown is its reader's affair."""
    found = [custom_ids.decode(custom_id) for _, custom_id, _ in shown[1]]
    panels = [
        one
        for one in found
        if isinstance(one, custom_ids.PanelId) and (one.act, one.arg) != ("verb", "picture")
    ]
    return tuple(sorted({(one.decision, one.depth) for one in panels}))


def ours(doc: dict[str, Any], match: str) -> bool:
    """Whether a message has controls of this table's."""
    return any(
        f":{match}:" in str(part.get("custom_id", ""))
        for row in doc["components"]
        for part in row["components"]
    )


async def untrue(harness: FaultHarness, match: str, *, lost: bool = False) -> list[str]:
    """Which surfaces of a table do not show it as it is: one sentence each. A table without a channel has its screens only. A
    summons that was `lost` has done its work: the bot, which reads nobody's messages, sees it with the next one."""
    table = await harness.app.lobby.get(match)
    wrong: list[str] = []
    if table.published < table.version and await _can_be_shown(harness, table):
        wrong.append(f"version {table.version} was not shown, only {table.published}")
    wrong += await in_channel(harness, table, lost=lost)
    if table.status == "running":
        wrong += await _panels(harness, table)
        for seat in table.seats:
            if seat.user is not None and not seat.resigned:
                wrong += await _screen(harness, table, seat)
    return wrong


async def in_channel(harness: FaultHarness, table: Match, *, lost: bool = False) -> list[str]:
    """The same of what everybody sees of it, where there is a place for it."""
    if not table.places.channel or not await _can_be_shown(harness, table):
        return []
    if table.status == "lobby":
        return _lobby(harness, table)
    return await _channel(harness, table, lost=lost) if table.status in ("running", "ended") else []


async def _can_be_shown(harness: FaultHarness, table: Match) -> bool:
    """Whether there is a place to show it: a table that is over goes with its own."""
    there = table.status != "ended" or str(table.places.home) in harness.box.world.channels
    return there and not harness.bot.messenger.is_guild_gone(table)


async def _channel(harness: FaultHarness, table: Match, *, lost: bool) -> list[str]:
    """Board, summons and end: each there once, the board as it is to be."""
    wrong, places = list[str](), table.places
    board = harness.box.store.message(str(places.board))
    if board is None:
        wrong.append("there is no board")
    else:
        wrong += ["the board's picture is an empty file"] if empty(board) else []
        wrong += different(
            "the board",
            seen(board),
            meant(_dressed(harness, board, table, await _board(harness, table))),
        )
    known = {
        places.board,
        places.summons,
        places.ended,
        places.lobby,
        places.asked if table.vote is not None else 0,
    }
    called = any(seat.awaited and seat.called and seat.user is not None for seat in table.seats)
    there = harness.box.store.message(str(places.summons)) is not None
    if table.status == "running" and called and places.summons and not there and not lost:
        wrong.append("the summons is gone")
    for doc in harness.box.store.messages(str(places.home), 200):
        if doc["ephemeral_for"] is None and ours(doc, table.id) and int(doc["id"]) not in known:
            wrong.append(
                f"a message that nobody knows of any more: {doc['content'][:40]} {seen(doc)[0]}"
            )
    return wrong


def _dressed(
    harness: FaultHarness, board: dict[str, Any], table: Match, message: Message
) -> Message:
    """What is to be shown of a table that is over: its people keep the arms there that they had."""
    arms = (
        harness.painter.arms.get(seen(board)[0][0][-1])
        if table.status == "ended" and board["embeds"]
        else None
    )
    if arms is None or not isinstance(message.scene, Scene):
        return message
    return replace(message, scene=structs.replace(message.scene, arms=arms))


def _lobby(harness: FaultHarness, table: Match) -> list[str]:
    """The lobby's message."""
    doc, words = harness.box.store.message(str(table.places.lobby)), Translator.of(table)
    if doc is None:
        return ["there is no lobby"]
    message = harness.bot.messenger._covers.one(
        lobby_message(table, words), words, table.game, None, table.created_at
    )
    return different("the lobby", seen(doc), meant(message))


async def _board(harness: FaultHarness, table: Match) -> Message:
    words = Translator.of(table)
    look = await harness.app.game_service.view(table.id, None)
    scene = None
    if has_board(table):
        scene = await last_turn(harness.app, table) or await harness.app.game_service.scene(
            table.id, None, picture_of(table), table.lang
        )
    return board_message(look, await harness.app.game_service.latest_log(table), words, scene)


async def _panels(harness: FaultHarness, table: Match) -> list[str]:
    """Panels that are open: none waits for others where it is its person's turn."""
    live = harness.bot.messenger.live
    waits = [
        user
        for (match, user), one in live._open.items()
        if match == table.id and one.rests and live._is_editable(one)
    ]
    seats = [seat for seat in table.seats if seat.user in waits and seat.awaited]
    return [
        f"the open panel of seat {one.seat} waits"
        for one in seats
        if not await live._chooses(table.id, one, any_decision=False)
    ]


async def _screen(harness: FaultHarness, table: Match, seat: SeatRow) -> list[str]:
    """A person's private screen: the question as it is now."""
    by = await harness.app.repo.person(seat.user or 0)
    if by is None or by.dm_closed or not seat.screen:
        return []
    doc = harness.box.store.message(str(seat.screen[1]))
    if doc is None:
        return [f"the screen of seat {seat.seat} is gone"]
    message = await PanelHandler(harness.app).show(
        await harness.app.game_service.panel(table.id, by), by, private=True
    )
    wrong = different(f"the screen of seat {seat.seat}", asked(seen(doc)), asked(meant(message)))
    others = [
        one
        for one in harness.box.store.messages(str(seat.screen[0]), 200)
        if ours(one, table.id)
        and one["id"] != doc["id"]
        and one["ephemeral_for"] is None
        and one["embeds"]
    ]
    return wrong + [f"seat {seat.seat} has another screen: {seen(one)[0][0][:1]}" for one in others]


def different(what: str, there: Any, wanted: Any) -> list[str]:
    """A sentence where two are not the same."""
    return [] if there == wanted else [f"{what} shows {_apart(there, wanted)}"]


def _apart(there: Any, wanted: Any) -> str:
    """The first parts that differ."""
    if isinstance(there, tuple) and isinstance(wanted, tuple) and len(there) == len(wanted):
        return next(_apart(a, b) for a, b in zip(there, wanted, strict=True) if a != b)
    return f"{there!r:.300} in the place of {wanted!r:.300}"


__all__ = ["PublishDeferredError", "broken", "log_of", "untrue"]
