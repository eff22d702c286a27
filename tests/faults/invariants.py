"""Conditions that hold after any fault: the stored match is intact and shown correctly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from msgspec import structs

from app.model.match import Match, SeatRow
from app.ports.services import RetryLaterError
from games.core.engine import history
from games.core.engine.game import find
from games.core.views.scene import Scene
from tests.faults.fault_harness import FaultHarness, name_of
from ui import custom_ids
from ui.components import Message, Select
from ui.handlers.panel import PanelHandler
from ui.i18n import Translator
from ui.views.lobby.lobby_message import lobby_message
from ui.views.pages.animations import last_turn_animation
from ui.views.table.board_message import board_message, has_board, public_picture_kind

Log = dict[int, tuple[str, ...]]  # rows of a match by number, as text


async def log_of(harness: FaultHarness, match: str) -> Log:
    """Return the rows of a match."""
    rows = [entry.row for entry in await harness.app.repo.game_log.entries(match)]
    return {row.n: (repr(row.path), row.by, str(row.seat)) for row in rows}


async def storage_errors(
    harness: FaultHarness, match: str, before: Log, *, halted: bool = False
) -> Iterator[str]:
    """Return what is wrong with a stored match, one sentence each.

    The rows in `before` must still exist; only with `halted` may the match be halted.
    """
    return iter([one async for one in _storage_errors(harness, match, before, halted=halted)])


async def _storage_errors(harness: FaultHarness, match: str, before: Log, *, halted: bool) -> Any:
    stored = await harness.app.repo.matches.load(match)
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
    _, start = await harness.app.repo.game_log.checkpoint(match, upto=0)
    rows = [entry.row for entry in await harness.app.repo.game_log.entries(match)]
    if encode(history.fold(start, rows, table.seed)) != encode(stored.pos):
        yield "the position is not what its rows fold to"
    clicks = [
        entry.interaction
        for entry in await harness.app.repo.game_log.entries(match)
        if entry.interaction
    ]
    if len(set(clicks)) != len(clicks):
        yield "a click counts twice"


# --- what is shown ---


def empty(doc: dict[str, Any]) -> bool:
    """Return whether a message has an empty file."""
    return any(not one["size"] for one in doc["attachments"])


def look_of_document(doc: dict[str, Any]) -> tuple[Any, ...]:
    """Return embed and controls of a message in the sandbox."""
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


def look_of_message(message: Message) -> tuple[Any, ...]:
    """Return embed and controls of a message that should be shown."""
    card = message.embed
    cards: tuple[Any, ...] = ()
    if card is not None:
        picture = (
            name_of(message.picture_source)
            if message.picture_source is not None and card.shows_picture
            else ""
        )
        cards = ((card.title, card.text, card.author, card.footer, picture),)
    parts: list[Any] = []
    for row in message.rows:
        if isinstance(row, Select):
            parts.append(("", row.id, tuple((one.label, one.value) for one in row.choices)))
        else:
            parts += [(one.label, one.id or one.url, ()) for one in row]
    return cards, tuple(parts)


def asked(shown: tuple[Any, ...]) -> tuple[tuple[int, int], ...]:
    """Return the decisions that a panel asks for, and how far each is answered."""
    found = [custom_ids.decode(custom_id) for _, custom_id, _ in shown[1]]
    panels = [
        one
        for one in found
        if isinstance(one, custom_ids.PanelId) and one.verb is not custom_ids.PanelVerb.SHOW_PICTURE
    ]
    return tuple(sorted({(one.decision, one.depth) for one in panels}))


def has_controls_of(doc: dict[str, Any], match: str) -> bool:
    """Return whether a message has controls of this table."""
    return any(
        f":{match}:" in str(part.get("custom_id", ""))
        for row in doc["components"]
        for part in row["components"]
    )


async def wrong_surfaces(harness: FaultHarness, match: str, *, lost: bool = False) -> list[str]:
    """Return which messages of a table are wrong, one sentence each.

    A table without a channel has only private messages. With `lost` the ping message may be
    missing: the bot does not notice its deletion.
    """
    table = await harness.app.lobby.get(match)
    wrong: list[str] = []
    if table.published < table.version and await _can_be_shown(harness, table):
        wrong.append(f"version {table.version} was not shown, only {table.published}")
    wrong += await wrong_in_channel(harness, table, lost=lost)
    if table.status == "running":
        wrong += await _panel_errors(harness, table)
        for seat in table.seats:
            if seat.user is not None and not seat.resigned:
                wrong += await _private_message_errors(harness, table, seat)
    return wrong


async def wrong_in_channel(harness: FaultHarness, table: Match, *, lost: bool = False) -> list[str]:
    """Return which messages in the channel are wrong."""
    if not table.places.channel or not await _can_be_shown(harness, table):
        return []
    if table.status == "lobby":
        return _lobby_errors(harness, table)
    return (
        await _channel_errors(harness, table, lost=lost)
        if table.status in ("running", "ended")
        else []
    )


async def _can_be_shown(harness: FaultHarness, table: Match) -> bool:
    """Return whether a table has a place to be shown; an ended one is lost with its channel."""
    has_place = table.status != "ended" or str(table.places.home) in harness.box.world.channels
    return has_place and not harness.bot.table_publisher.is_guild_gone(table)


async def _channel_errors(harness: FaultHarness, table: Match, *, lost: bool) -> list[str]:
    """Check the board, the ping message and the end message."""
    wrong, places = list[str](), table.places
    board = harness.box.store.message(str(places.board))
    if board is None:
        wrong.append("there is no board")
    else:
        wrong += ["the board's picture is an empty file"] if empty(board) else []
        wrong += different(
            "the board",
            look_of_document(board),
            look_of_message(
                _with_emblems(harness, board, table, await _expected_board(harness, table))
            ),
        )
    known = {
        places.board,
        places.ping,
        places.ended,
        places.lobby,
        places.vote_request if table.vote is not None else 0,
    }
    called = any(
        seat.awaited and seat.knows_newest_ping and seat.user is not None for seat in table.seats
    )
    summons_exists = harness.box.store.message(str(places.ping)) is not None
    if table.status == "running" and called and places.ping and not summons_exists and not lost:
        wrong.append("the summons is gone")
    for doc in harness.box.store.messages(str(places.home), 200):
        if (
            doc["ephemeral_for"] is None
            and has_controls_of(doc, table.id)
            and int(doc["id"]) not in known
        ):
            wrong.append(
                f"a message that nobody knows of any more: {doc['content'][:40]} {look_of_document(doc)[0]}"
            )
    return wrong


def _with_emblems(
    harness: FaultHarness, board: dict[str, Any], table: Match, message: Message
) -> Message:
    """Return the message of an ended match with the emblems that its players had at the end."""
    arms = (
        harness.painter.arms.get(look_of_document(board)[0][0][-1])
        if table.status == "ended" and board["embeds"]
        else None
    )
    if arms is None or not isinstance(message.picture_source, Scene):
        return message
    return replace(message, picture_source=structs.replace(message.picture_source, arms=arms))


def _lobby_errors(harness: FaultHarness, table: Match) -> list[str]:
    """Check the lobby message."""
    doc, words = harness.box.store.message(str(table.places.lobby)), Translator.of(table)
    if doc is None:
        return ["there is no lobby"]
    message = harness.bot.table_publisher._covers.one(
        lobby_message(table, words), words, table.game, None, table.created_at
    )
    return different("the lobby", look_of_document(doc), look_of_message(message))


async def _expected_board(harness: FaultHarness, table: Match) -> Message:
    words = Translator.of(table)
    look = await harness.app.queries.view(table.id, None)
    scene = None
    if has_board(table):
        scene = await last_turn_animation(harness.app, table) or await harness.app.queries.scene(
            table.id, None, public_picture_kind(table), table.lang
        )
    return board_message(look, await harness.app.queries.latest_log(table), words, scene)


async def _panel_errors(harness: FaultHarness, table: Match) -> list[str]:
    """Check that no open panel says that it waits although its user must act."""
    live = harness.bot.table_publisher.live
    waiting_users = [
        user
        for (match, user), one in live._open.items()
        if match == table.id and one.is_waiting and live._is_editable(one)
    ]
    seats = [seat for seat in table.seats if seat.user in waiting_users and seat.awaited]
    return [
        f"the open panel of seat {one.seat} waits"
        for one in seats
        if not await live._is_choosing_elsewhere(table.id, one, any_decision=False)
    ]


async def _private_message_errors(harness: FaultHarness, table: Match, seat: SeatRow) -> list[str]:
    """Check a user's private message."""
    by = await harness.app.repo.users.get(seat.user or 0)
    if by is None or by.dm_closed or not seat.screen:
        return []
    doc = harness.box.store.message(str(seat.screen[1]))
    if doc is None:
        return [f"the screen of seat {seat.seat} is gone"]
    message = await PanelHandler(harness.app).build_message(
        await harness.app.game_service.open_or_refresh_panel(table.id, by), by, in_dm=True
    )
    wrong = different(
        f"the screen of seat {seat.seat}",
        asked(look_of_document(doc)),
        asked(look_of_message(message)),
    )
    others = [
        one
        for one in harness.box.store.messages(str(seat.screen[0]), 200)
        if has_controls_of(one, table.id)
        and one["id"] != doc["id"]
        and one["ephemeral_for"] is None
        and one["embeds"]
    ]
    return wrong + [
        f"seat {seat.seat} has another screen: {look_of_document(one)[0][0][:1]}" for one in others
    ]


def different(what: str, actual: Any, wanted: Any) -> list[str]:
    """Return a sentence if two values differ."""
    return [] if actual == wanted else [f"{what} shows {_first_difference(actual, wanted)}"]


def _first_difference(actual: Any, wanted: Any) -> str:
    """Return the first difference of two values."""
    if isinstance(actual, tuple) and isinstance(wanted, tuple) and len(actual) == len(wanted):
        return next(_first_difference(a, b) for a, b in zip(actual, wanted, strict=True) if a != b)
    return f"{actual!r:.300} in the place of {wanted!r:.300}"


__all__ = ["RetryLaterError", "log_of", "storage_errors", "wrong_surfaces"]
