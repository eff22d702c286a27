"""All requests that a user can make at a table, and the parts of their answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec

from app.match.access import Origin
from app.model.match import LoadedMatch, User, UserError
from cogs.play import _choices, _no_move_error
from games.core.engine import walk
from games.core.engine.game import find
from games.core.prompts.prompt import IllegalPath, SelectPrompt
from games.core.state.rng import Rng
from games.core.text.messages import Seat
from tests.contract import playouts
from tests.leaks.twin_matches import GUILD, HERE, Pos, TwinMatch
from ui.action import ComponentAction
from ui.components import Button, Message, Select, TextAttachment
from ui.custom_ids import PanelAct, PanelId, TableId, decode
from ui.errors import explain
from ui.i18n import Translator
from ui.response import Response
from ui.views.pages import common
from ui.views.pages.leaderboards import records_id
from ui.views.panel import pass_command, text_moves
from ui.views.table import closeups

Said = Message | list[str] | bytes | None
Ask = Callable[[TwinMatch], Awaitable[Said]]
READ = (
    "board",
    "text",
    "help",
    "explain",
    "score",
    "verify",
    "turn",
    "since",
    "log",
    "replay",
    "replay_first",
    "replay_last",
    "play",
    "go",
    "hand",
    "film",
    "poster",
    "moments",
    "orders",
    "records",
)
REFUSED = (
    ("take", "9"),
    ("take", "x"),
    ("take_sure", "9.1"),
    ("take_sure", "x"),
    ("vote", ""),
    ("vote_yes", "x"),
    ("go_on", ""),
    ("resume", ""),
    ("rewind_sure", "1.1"),
    ("nonsense", ""),
)
TYPED = ("", "a", "c", "p", "t", "e 1", "xyzzy")


class Part(NamedTuple):
    """Visible part of an answer: its name and its bytes."""

    what: str
    seen: bytes


def parts(said: Said) -> Iterator[Part]:
    """Return the parts of an answer.

    Text, alt text, controls in order with labels and ids, the scene of its picture, and the rest
    (pings and attachments).
    """
    match said:
        case Message():
            yield Part("words", plain([said.content, said.embed]))
            if said.alt:
                yield Part("alt text", said.alt.encode())
            if said.rows:
                yield Part("controls", plain(said.rows))
            if said.picture_source is not None:
                yield Part(
                    "picture", msgspec.json.encode(said.picture_source, order="deterministic")
                )
            # whether the private screen was noted as up to date yet nobody sees, and depends on the machine
            panel = replace(said.panel, version=0) if said.panel is not None else None
            yield Part("the rest", plain([said.wait_footer, said.pings, said.attachment, panel]))
        case list():
            yield Part("completion", plain(said))
        case bytes():
            yield Part("file", said)
        case None:
            yield Part("silence", b"")


def plain(what: Any) -> bytes:
    """Return the bytes of a plain value."""
    return msgspec.json.encode(what, order="deterministic")


async def answered(ask: Ask, world: TwinMatch, by: User) -> Said:
    """Return an answer; a refusal as the sentence that the user reads."""
    try:
        return await ask(world)
    except UserError as trouble:
        table = await world.app.lobby.get(world.match)
        return explain(trouble, Translator.of(table, by.lang))


class Asker:
    """User who makes all possible requests, in either world."""

    def __init__(self, by: User, seat: Seat | None, rng: Rng) -> None:
        self.by, self.seat, self.rng = by, seat, rng

    def tap(self, verb: str, arg: str = "", *values: str, **more: Any) -> Ask:
        """Press a control of the table, or send the command with the same effect."""

        async def ask(world: TwinMatch) -> Said:
            component = decode(f"t1:{world.match}:{verb}:{arg}".removesuffix(":"))
            assert isinstance(component, TableId)
            component = records_id() if verb == "records" else component
            action = ComponentAction(
                component, self.by, None, values, origin=Origin(GUILD, HERE), **more
            )
            return _said(await world.tables.handle_modal(action))

        return ask

    def press(self, control: PanelId, *values: str, in_dm: bool = False) -> Ask:
        """Press a control of the panel."""

        async def ask(world: TwinMatch) -> Said:
            return _said(
                await world.panels.handle_click(control, self.by, None, values, in_dm=in_dm)
            )

        return ask

    def everything(self, stored: LoadedMatch, last: int) -> Iterator[tuple[str, Ask]]:
        """Yield all requests except those that follow from a panel.

        `stored` gives the parts of the match, `last` the number of steps that can be replayed.
        """
        pos = stored.pos
        view = find(pos.game).view(pos, self.seat)
        for verb in READ:
            yield verb, self.tap(verb)
        for verb, arg in REFUSED:
            yield "refusal", self.tap(verb, arg)
        for row in stored.match.seats:
            if (
                self.seat is not None or not row.offered
            ):  # a stranger who takes a free seat may see what that seat sees
                yield "refusal", self.tap("take", f"{row.seat}")
                yield "refusal", self.tap("take_sure", f"{row.seat}.{row.user or 0}")
        yield "resign", self._asks_to_resign
        for manages in (GUILD, None):
            yield "rewind", self._asks_to_rewind(manages)
        for verb in ("done", "defaults"):
            yield "refusal", self.tap(verb)
            yield "who did what", self.tap(verb, managed_guild=GUILD)
        yield "help", self.tap("help", "turn")
        yield "hand", self.tap("hand", in_dm=True)
        for page in (1, 2, 1 + self.rng.below(9)):
            yield "log", self.tap("log", f"{page}")
            yield "replay", self.tap("replay_page", f"{page}")
        parts_of_it = list(find(pos.game).closeups(view))
        self.rng.shuffle(parts_of_it)
        for one in parts_of_it[:3]:
            for verb in ("look", "look_text", "legend"):
                yield verb, self.tap(verb, one.id)
        for which in ("", "own"):
            yield "legend", self.tap("legend", which)
        yield from self._past(last)
        for typed in TYPED:
            yield "completion", self._completed(typed)
        yield "completion", self._parts_named
        yield "inbox", self._inbox
        yield "export", self._export
        yield from self._refused(pos)

    def _past(self, last: int) -> Iterator[tuple[str, Ask]]:
        """Yield replay requests of two random steps and the last one.

        With both points of view (`o`, `p`) and in all forms (`b` board, `h` the user's own
        things, `t` text).
        """
        for _ in range(2):
            at = self.rng.below(last + 1)
            for eyes in "op":
                for form in "bht":
                    yield "replay", self.tap("replay", f"{at}.{eyes}.{form}.1")
            yield "replay", self.tap("replay_eyes", f"{at}.{self.rng.pick('op')}.b.1")
        yield "replay", self.tap("replay", f"{last}.p.b.1")

    def _completed(self, typed: str) -> Ask:
        async def ask(world: TwinMatch) -> Said:
            match = await world.app.lobby.get(world.match)
            asker = await world.app.game_service.move_tree(match.id, self.by)
            with asker.cached_prompts():
                found = text_moves.complete(asker.ask, Translator.of(match, self.by.lang), typed)
            return [
                f"{text_moves.label(one)} {text_moves.suggestion_value(one.path)}" for one in found
            ]

        return ask

    async def _parts_named(self, world: TwinMatch) -> Said:
        look = await world.app.queries.view(world.match, self.by)
        words = Translator.of(look.match, self.by.lang)
        return [
            f"{one.name} {one.value}"
            for some in (
                closeups.view_suggestions(look, words),
                closeups.seat_suggestions(look, words),
            )
            for one in _choices(some, "")
        ]

    async def _asks_to_resign(self, world: TwinMatch) -> Said:
        return _said(await world.tables.ask_to_resign(world.match, self.by))

    def _asks_to_rewind(self, manages: int | None) -> Ask:
        async def ask(world: TwinMatch) -> Said:
            return _said(
                await world.tables.moderation.ask_to_rewind(world.match, self.by, 1, manages)
            )

        return ask

    async def _inbox(self, world: TwinMatch) -> Said:
        return common.inbox_message(
            await world.app.queries.inbox(self.by), self.by.lang, world.app.clock.now()
        )

    async def _export(self, world: TwinMatch) -> Said:
        return Message(
            attachment=TextAttachment("sobremesa.json", await world.app.privacy.export(self.by))
        )

    def _refused(self, pos: Pos) -> Iterator[tuple[str, Ask]]:
        """Yield requests that must fail: moves of other seats, illegal moves, and passes."""
        for other in walk.actors(pos):
            if other != self.seat:
                path = walk.random_move(pos, other, self.rng)
                if self.seat is not None and not isinstance(
                    walk.ask(pos, self.seat, path), IllegalPath
                ):
                    continue

                async def theirs(world: TwinMatch, path: Any = path) -> Said:
                    panel = await world.app.game_service.play(world.match, self.by, path)
                    return await world.panels.build_message(panel, self.by)

                yield "refusal", theirs

        async def words(world: TwinMatch) -> Said:
            match = await world.app.lobby.get(world.match)
            asker = await world.app.game_service.move_tree(match.id, self.by)
            with asker.cached_prompts():
                raise UserError(
                    _no_move_error(asker.ask, Translator.of(match, self.by.lang), "xyzzy plugh")
                )

        async def passes(world: TwinMatch) -> Said:
            return await world.panels.build_message(
                await pass_command.play_pass(world.app.game_service, world.match, self.by, None),
                self.by,
            )

        yield "refusal", words
        if self.seat not in playouts.movers(pos):
            yield "refusal", passes

    def controls(self, message: Said) -> list[tuple[PanelId, tuple[str, ...]]]:
        """Return the controls of a panel that commit nothing by themselves."""
        found: list[tuple[PanelId, tuple[str, ...]]] = []
        for row in message.rows if isinstance(message, Message) else ():
            for one in (row,) if isinstance(row, Select) else row:
                component = decode(one.id)
                if isinstance(component, PanelId) and not (
                    isinstance(one, Button) and one.disabled
                ):
                    values = (self.rng.pick(one.choices).value,) if isinstance(one, Select) else ()
                    found.append((component, values))
        return found

    def blocked(self, stored: LoadedMatch, decision: int) -> list[PanelId]:
        """Return the disabled options as their buttons would send them."""
        root = walk.ask(stored.pos, self.seat) if self.seat is not None else None
        shut = root.blocked if isinstance(root, SelectPrompt) else ()
        return [PanelId(stored.match.id, decision, 0, PanelAct.PICK, one.key) for one in shut[:2]]


def _said(answer: Response) -> Said:
    """Return the message of an answer, or its form as text."""
    if answer.modal is not None:
        return [plain(answer.modal).decode()]
    return answer.message
