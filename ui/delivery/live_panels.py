"""Automatic updates of open panels: a waiting user sees their turn come without a click.

The newest panel of each user and match is tracked as long as its interaction token lives. A
restart forgets them; the users are then pinged. A panel that asks its user something does not
change, unless the question is gone (an offer that was withdrawn or answered): then it shows the
current state.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import aiohttp
import discord

from app.app import App
from app.model.match import SeatRow, UserError
from app.model.time_control import MINUTE
from games.core.text.messages import Msg
from ui.components import Button, Message
from ui.custom_ids import TableId, encode
from ui.delivery import to_discord
from ui.delivery.message_edits import Edit, Edits, result_or_none, wait_until
from ui.delivery.retry import RetryPolicy
from ui.i18n import Translator
from ui.views.panel.presenter import PanelPresenter

log = logging.getLogger("sobremesa.live")
EDITABLE_S = (
    14 * 60.0
)  # seconds in which a panel in passing can still be edited (Discord: 15 minutes)
MAX_LIVE_PANELS = 500  # panels
TEXT_FIRST_AFTER_S = 0.4  # seconds for a picture before the words go ahead of it
Key = tuple[str, int]  # match, user


@dataclass(frozen=True, eq=False)
class _Open:
    """Open ephemeral panel: its message id, how to edit it, and when it was sent.

    `rests`: it waits for other players. `hand`: it shows *My hand*. It asks for `decision` and
    says what was `saved` last.
    """

    place: int
    edit: Edit
    since: float
    rests: bool
    hand: bool
    decision: int
    saved: Msg | None = None


class LivePanels:
    """Open panels; changes during an update are shown by the same task, only the newest."""

    def __init__(self, app: App, panels: PanelPresenter, edits: Edits) -> None:
        self._app, self._panels, self._edits = app, panels, edits
        self._open: dict[Key, _Open] = {}
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._older: set[asyncio.Task[None]] = set()
        self._again: set[Key] = set()
        self._missed: set[Key] = (
            set()
        )  # panels of tables at which something happened during a tap of their user
        self._taps: Counter[int] = Counter()
        self._closed = False

    # --- what the edge tells ---

    def hold(self, user: int) -> None:
        """Freeze a user's panels while their click is handled, until `answered`."""
        self._taps[user] += 1

    def release(self, user: int) -> None:
        """Unfreeze a user's panels; show what has happened meanwhile."""
        self._taps[user] -= 1
        if self._taps[user] <= 0:
            del self._taps[user]
            missed = {key for key in self._missed if key[1] == user}
            self._missed -= missed
            for key in [
                key
                for key, one in self._open.items()
                if key[1] == user and (one.rests or key in missed)
            ]:
                self._wake(key)

    def track(self, user: int, place: int, message: Message, edit: Edit) -> None:
        """Record what a message now shows the user: a new panel, or none.

        An older panel of the same match loses its components.
        """
        for key in [
            key for key, one in self._open.items() if key[1] == user and one.place == place
        ]:
            del self._open[key]
        if message.panel is None:
            return
        key = message.panel.match, user
        if (older := self._open.pop(key, None)) is not None and self._lives(older):
            self._bare(*key, older)
        panel = message.panel
        self._open[key] = _Open(
            place, edit, self._app.clock.now(), panel.rests, panel.hand, panel.decision, panel.saved
        )
        while self._open and (
            len(self._open) > MAX_LIVE_PANELS or not self._lives(next(iter(self._open.values())))
        ):
            del self._open[next(iter(self._open))]  # the oldest

    def _bare(self, match: str, user: int, older: _Open) -> None:
        """Replace an older panel's components by one button; most of the others are stale.

        The button opens the panel in this message again, as the user may dismiss the newer one.
        """
        if not self._closed:
            task = asyncio.create_task(
                self._laid_bare(match, user, older), name=f"older panel {older.place}"
            )
            self._older.add(task)
            task.add_done_callback(self._older.discard)

    async def _laid_bare(self, match: str, user: int, older: _Open) -> None:
        claim = self._edits.claim(
            older.place, None
        )  # a picture that is still to come for it would bring them back
        by = await self._app.repo.users.get(user)
        on = Button(
            Translator(by.lang if by else "es")("ui.board.play"), encode(TableId(match, "play"))
        )
        try:
            await older.edit(view=to_discord.view(((on,),)))
        except (discord.DiscordException, aiohttp.ClientError, OSError, RuntimeError) as error:
            log.info(
                "older panel keeps its buttons: %s", error
            )  # each of them says what is the matter
        finally:
            self._edits.release(claim)

    def refresh(self, match: str) -> None:
        """Update the match's panels that wait or whose question is gone, in tasks of their own."""
        for key in [key for key in self._open if key[0] == match]:
            if self._taps[key[1]]:
                self._missed.add(key)
            else:
                self._wake(key)

    def untrack(self, match: str, user: int) -> None:
        """Forget a panel that can't be edited any more."""
        self._open.pop((match, user), None)

    async def rerender(self, match: str, user: int) -> None:
        """Update the user's open panel after they have changed their choice elsewhere."""
        shown, by = self._open.get((match, user)), await self._app.repo.users.get(user)
        if shown is not None and by is not None and self._lives(shown):
            message = await self._panels.show(
                await self._app.game_service.panel(match, by), by, hand=shown.hand
            )
            await self._put((match, user), shown, message)

    def close(self) -> None:
        """Start no more updates; those in progress continue (`tasks`)."""
        self._closed = True

    def tasks(self) -> list[asyncio.Task[None]]:
        """Return the updates in progress."""
        return [*self._tasks.values(), *self._older]

    async def idle(self) -> None:
        """Wait until every panel is up to date."""
        while tasks := self.tasks():
            await asyncio.wait(tasks)
            await asyncio.sleep(0)

    # --- how a panel goes on ---

    def _lives(self, shown: _Open) -> bool:
        return self._app.clock.now() - shown.since < EDITABLE_S

    def _wake(self, key: Key) -> None:
        if self._closed:
            return
        if key in self._tasks:
            self._again.add(key)
            return
        self._tasks[key] = task = asyncio.create_task(self._run(key), name=f"live {key[0]}")
        task.add_done_callback(lambda _: self._tasks.pop(key, None))

    async def _run(self, key: Key) -> None:
        patience = RetryPolicy()
        while True:
            self._again.discard(key)
            try:
                await self._go_on(key)
            except Exception as error:
                if await patience.wait_before_retry(error):
                    continue
                if isinstance(error, discord.HTTPException | UserError):
                    log.info(
                        "match %s: open panel not refreshed: %s", key[0], error
                    )  # closed, or the table is no more
                    self.untrack(*key)
                else:
                    log.exception("match %s: refreshing a panel failed", key[0])
            if key not in self._again:
                return

    async def _go_on(self, key: Key) -> None:
        """Show the user's question, the end of the game, or that the question is gone."""
        (match, user), shown = key, self._open.get(key)
        if shown is None or self._taps[user] or not self._lives(shown):
            return
        by, table = await self._app.repo.users.get(user), await self._app.repo.matches.get(match)
        seat = None if table is None else table.seat_of(user)
        if by is None or table is None or seat is None:
            return
        gone = shown.decision != seat.asked
        if not (shown.rests or gone):
            return
        if table.status == "running" and not (seat.awaited or gone):
            return
        if (
            table.status == "running"
            and seat.awaited
            and await self._chooses(match, seat, any_decision=not shown.rests)
        ):
            return
        panel, since = (
            await self._app.game_service.panel(match, by),
            await self._app.queries.recap(match, by, seen=False),
        )
        if (
            since is not None and since.elapsed < MINUTE
        ):  # computer players answer at once: it could not be read yet
            panel.saved = panel.saved or shown.saved
        await self._put(
            key, shown, await self._panels.show(panel, by, since=since, hand=shown.hand)
        )

    async def _chooses(self, match: str, seat: SeatRow, *, any_decision: bool) -> bool:
        """Return whether the user is making a choice, begun on the private message or in text.

        With `any_decision`, also one begun on the panel itself before its question changed.
        """
        draft = await self._app.repo.drafts.get(match, seat.seat)
        if draft is None or not (any_decision or draft.decision == seat.asked):
            return False
        return bool(draft.path) or draft.pending is not None

    async def _put(self, key: Key, shown: _Open, message: Message) -> None:
        """Edit the message, text first if the picture takes long.

        Does nothing if a click has replaced the panel or is being handled.
        """
        drawing = self._edits.draw(message.scene)
        if drawing is not None:
            await wait_until(asyncio.get_running_loop().time() + TEXT_FIRST_AFTER_S, drawing)
        if self._open.get(key) is not shown or self._taps[key[1]]:
            if drawing is not None:
                drawing.cancel()
            return
        claim = self._edits.claim(shown.place, drawing)
        late = drawing is not None and not drawing.done()
        picture = result_or_none(drawing) if drawing is not None and not late else None
        rests, decision = (
            (message.panel.rests, message.panel.decision)
            if message.panel
            else (False, shown.decision)
        )
        self._open[key] = now = replace(shown, rests=rests, decision=decision)
        try:
            await self._edit(
                now, message if picture or late else message.without_picture(), picture
            )
            if late:
                await self._edits.attach_picture_later(now.edit, message, claim)
        except BaseException:
            if self._open.get(key) is now:
                self._open[key] = shown  # restore the old state, so that the edit can be retried
            raise
        finally:
            self._edits.release(claim)
        if key in self._open and self._open[key] is not now and self._open[key].place == now.place:
            await self.rerender(
                *key
            )  # a click was answered during our edit, which may have overwritten the answer

    async def _edit(self, shown: _Open, message: Message, picture: Any) -> None:
        await self._edits.change(
            shown.place, shown.edit, message, picture, self._edits.shown_file(shown.place)
        )
