"""Automatic updates of open ephemeral panels, so that users see their turn begin.

Pages with the options of a lobby are tracked too, and replaced when the game begins.

The newest panel of each user and match is tracked while its interaction token is valid. A restart
forgets the panels. A panel that asks its user a question is updated only if the question no longer
exists, for example after an offer was withdrawn.
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
from ui.custom_ids import TableAction, TableId, encode
from ui.delivery import to_discord
from ui.delivery.message_edits import Edit, MessageEdits, result_or_none, wait_for_picture
from ui.delivery.retry import RetryPolicy
from ui.i18n import Translator
from ui.views.pages.begun_options import begun_options_page
from ui.views.panel.presenter import PanelPresenter

log = logging.getLogger(__name__)
# seconds after its interaction in which an ephemeral panel can be edited (Discord: 15 minutes)
EDITABLE_S = 14 * 60.0
MAX_LIVE_PANELS = 500  # tracked panels
TEXT_FIRST_AFTER_S = 0.4  # seconds until the text is shown without waiting for its picture
Key = tuple[str, int]  # match, user


@dataclass(frozen=True, eq=False)
class _OpenPanel:
    """Ephemeral panel that is currently open.

    - `edit`: function that edits the message
    - `shown_at`: when it was shown (Unix seconds)
    - `is_waiting`, `shows_hand`, `decision`, `committed_move`: as in `PanelRef`
    """

    message_id: int
    edit: Edit
    shown_at: float
    is_waiting: bool
    shows_hand: bool
    decision: int
    committed_move: Msg | None = None


@dataclass(frozen=True, eq=False)
class _OptionsPage:
    """Ephemeral page, currently open, with the options of a lobby.

    The fields have the same meaning as in `_OpenPanel`.
    """

    message_id: int
    edit: Edit
    shown_at: float


class LivePanels:
    """Tracker and updater of open panels.

    Each panel has at most one update task. If the match changes while the task runs, the task
    updates the panel once more, to the newest state.
    """

    def __init__(self, app: App, panels: PanelPresenter, edits: MessageEdits) -> None:
        self._app, self._panels, self._edits = app, panels, edits
        self._open: dict[Key, _OpenPanel] = {}
        self._options: dict[Key, _OptionsPage] = {}
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._replacing: set[asyncio.Task[None]] = set()
        self._again: set[Key] = set()
        # panels whose match changed while a click of their user was handled
        self._missed: set[Key] = set()
        self._clicks: Counter[int] = Counter()  # by user: clicks that are being handled
        self._closed = False

    # --- called by the dispatcher and the publisher ---

    def pause_updates(self, user: int) -> None:
        """Don't update a user's panels while their click is handled, until `resume_updates`."""
        self._clicks[user] += 1

    def resume_updates(self, user: int) -> None:
        """Allow updates of a user's panels again, and make up for the skipped ones.

        If several clicks of the user are being handled, this happens after the last of them.
        """
        self._clicks[user] -= 1
        if self._clicks[user] <= 0:
            del self._clicks[user]
            missed = {key for key in self._missed if key[1] == user}
            self._missed -= missed
            for key in [
                key
                for key, panel in self._open.items()
                if key[1] == user and (panel.is_waiting or key in missed)
            ]:
                self._start_update(key)

    def track(self, user: int, message_id: int, message: Message, edit: Edit) -> None:
        """Record which panel the message `message_id` shows the user, if any.

        `message` is the content of this message; `edit` is the function that edits it later. If an
        older panel of the same match is open, its components are replaced by one button.
        """
        for key in [
            key
            for key, panel in self._open.items()
            if key[1] == user and panel.message_id == message_id
        ]:
            del self._open[key]
        self._track_options(user, message_id, message, edit)
        if message.panel is None:
            return
        key = message.panel.match, user
        if (older_panel := self._open.pop(key, None)) is not None and self._is_editable(
            older_panel
        ):
            self._start_replacing_components(*key, older_panel)
        panel = message.panel
        self._open[key] = _OpenPanel(
            message_id=message_id,
            edit=edit,
            shown_at=self._app.clock.now(),
            is_waiting=panel.is_waiting,
            shows_hand=panel.shows_hand,
            decision=panel.decision,
            committed_move=panel.committed_move,
        )
        while self._open and (
            len(self._open) > MAX_LIVE_PANELS
            or not self._is_editable(next(iter(self._open.values())))
        ):
            del self._open[next(iter(self._open))]  # the oldest

    def _track_options(self, user: int, message_id: int, message: Message, edit: Edit) -> None:
        """Record whether the message `message_id` shows the options of a lobby.

        `message` is the content of this message; `edit` is the function that edits it later. Only
        the newest such message of each user and match is tracked.
        """
        for key, page in [*self._options.items()]:
            if key[1] == user and page.message_id == message_id:
                del self._options[key]
        if message.lobby_options:
            key = message.lobby_options, user
            self._options.pop(key, None)
            self._options[key] = _OptionsPage(message_id, edit, self._app.clock.now())
            if len(self._options) > MAX_LIVE_PANELS:
                del self._options[next(iter(self._options))]

    async def _close_options(self, key: Key, page: _OptionsPage) -> None:
        """Replace a page of options if its table is no longer a lobby, so that nothing can be set.

        `key` is (match, user).
        """
        match, by = (
            await self._app.repo.matches.get(key[0]),
            await self._app.repo.users.get(key[1]),
        )
        if match is None or by is None or match.status == "lobby":
            return
        if self._options.get(key) is page:
            del self._options[key]
        if not self._is_editable(page):
            return
        try:
            await self._edits.change(
                page.message_id, page.edit, begun_options_page(match, by), None, ""
            )
        except (discord.DiscordException, aiohttp.ClientError, OSError, RuntimeError) as error:
            # harmless: a click on an outdated component is answered with the reason
            log.info("match %s: options keep their menus: %s", key[0], error)

    def _start_replacing_components(
        self, match_id: str, user: int, older_panel: _OpenPanel
    ) -> None:
        """Start to replace an older panel's components, mostly outdated, by one button.

        The button opens the panel in the older message again, in case the user dismisses the newer
        one.
        """
        if not self._closed:
            task = asyncio.create_task(
                self._replace_components(match_id, user, older_panel),
                name=f"older panel {older_panel.message_id}",
            )
            self._replacing.add(task)
            task.add_done_callback(self._replacing.discard)

    async def _replace_components(self, match_id: str, user: int, older_panel: _OpenPanel) -> None:
        # cancel a pending edit with a picture: it would show the old components again
        claim = self._edits.claim(older_panel.message_id, None)
        by = await self._app.repo.users.get(user)
        play_button = Button(
            Translator(by.lang if by else "es")("ui.board.play"),
            encode(TableId(match_id, TableAction.OPEN_PANEL)),
        )
        try:
            await older_panel.edit(view=to_discord.view(((play_button,),)))
        except (discord.DiscordException, aiohttp.ClientError, OSError, RuntimeError) as error:
            # no harm if this fails: a click on an outdated component is answered with an explanation
            log.info("older panel keeps its buttons: %s", error)
        finally:
            self._edits.release(claim)

    def refresh(self, match_id: str) -> None:
        """Start to update a match's open panels and options pages after a change.

        A panel that asks its user a question stays as it is while the question exists.
        """
        for key, page in [*self._options.items()]:
            if key[0] == match_id and not self._closed:
                task = asyncio.create_task(
                    self._close_options(key, page), name=f"options {match_id}"
                )
                self._replacing.add(task)
                task.add_done_callback(self._replacing.discard)
        for key in [key for key in self._open if key[0] == match_id]:
            if self._clicks[key[1]]:
                self._missed.add(key)
            else:
                self._start_update(key)

    def untrack(self, match_id: str, user: int) -> None:
        """Forget a panel that can't be edited any more."""
        self._open.pop((match_id, user), None)

    async def rerender(self, match_id: str, user: int) -> None:
        """Update the user's open panel after they changed their choice on their other panel."""
        shown, by = self._open.get((match_id, user)), await self._app.repo.users.get(user)
        if shown is not None and by is not None and self._is_editable(shown):
            message = await self._panels.build_message(
                await self._app.game_service.open_or_refresh_panel(match_id, by),
                by,
                hand=shown.shows_hand,
            )
            await self._show((match_id, user), shown, message)

    def close(self) -> None:
        """Start no more updates; those in `tasks` continue."""
        self._closed = True

    def tasks(self) -> list[asyncio.Task[None]]:
        """Return the updates in progress."""
        return [*self._tasks.values(), *self._replacing]

    async def idle(self) -> None:
        """Wait until no update is in progress."""
        while tasks := self.tasks():
            await asyncio.wait(tasks)
            await asyncio.sleep(0)

    # --- updating ---

    def _is_editable(self, shown: _OpenPanel | _OptionsPage) -> bool:
        return self._app.clock.now() - shown.shown_at < EDITABLE_S

    def _start_update(self, key: Key) -> None:
        if self._closed:
            return
        if key in self._tasks:
            self._again.add(key)
            return
        self._tasks[key] = task = asyncio.create_task(self._run(key), name=f"live {key[0]}")
        task.add_done_callback(lambda _: self._tasks.pop(key, None))

    async def _run(self, key: Key) -> None:
        """Update the panel of the match and user `key`, with retries after failures.

        If the match changes during the update, the panel is updated once more.
        """
        retries = RetryPolicy()
        while True:
            self._again.discard(key)
            try:
                await self._update(key)
            except Exception as error:
                if await retries.wait_before_retry(error):
                    continue
                if isinstance(error, discord.HTTPException | UserError):
                    # the user has dismissed the panel, or the table was deleted
                    log.info("match %s: open panel not refreshed: %s", key[0], error)
                    self.untrack(*key)
                else:
                    log.exception("match %s: refreshing a panel failed", key[0])
            if key not in self._again:
                return

    async def _update(self, key: Key) -> None:
        """Update the panel of the match and user `key`, if what it shows is outdated.

        It is outdated if the user must move now, if the panel's question is gone, or if the game is
        over. While the user is making a choice elsewhere (`_is_choosing_elsewhere`), the panel is
        not updated.
        """
        (match_id, user), shown = key, self._open.get(key)
        if shown is None or self._clicks[user] or not self._is_editable(shown):
            return
        by, match = await self._app.repo.users.get(user), await self._app.repo.matches.get(match_id)
        seat = None if match is None else match.seat_of(user)
        if by is None or match is None or seat is None:
            return
        question_is_gone = shown.decision != seat.decision
        if not (shown.is_waiting or question_is_gone):
            return
        if match.status == "running" and not (seat.awaited or question_is_gone):
            return
        if (
            match.status == "running"
            and seat.awaited
            and await self._is_choosing_elsewhere(match_id, seat, any_decision=not shown.is_waiting)
        ):
            return
        panel = await self._app.game_service.open_or_refresh_panel(match_id, by)
        recap = await self._app.queries.recap(match_id, by, seen=False)
        if recap is not None and recap.elapsed < MINUTE:
            # AI players answer at once: keep the line about the user's move, which was not read yet
            panel.committed_move = panel.committed_move or shown.committed_move
        await self._show(
            key,
            shown,
            await self._panels.build_message(panel, by, recap=recap, hand=shown.shows_hand),
        )

    async def _is_choosing_elsewhere(
        self, match_id: str, seat: SeatRow, *, any_decision: bool
    ) -> bool:
        """Return whether the user has begun a choice elsewhere.

        The panel must not change then. Elsewhere means on the private message or by a typed text.
        With `any_decision`, a choice about an earlier question counts too; the user may have begun
        it on the panel itself.
        """
        draft = await self._app.repo.drafts.get(match_id, seat.seat)
        if draft is None or not (any_decision or draft.decision == seat.decision):
            return False
        return bool(draft.path) or draft.pending is not None

    async def _show(self, key: Key, shown: _OpenPanel, message: Message) -> None:
        """Edit the panel's message; if the picture is slow, show the text first.

        `key` is (match, user). Nothing happens if a newer panel has replaced `shown`, or while a
        click of the user is being handled.
        """
        render_task = self._edits.start_rendering(message.picture_source)
        if render_task is not None:
            await wait_for_picture(
                asyncio.get_running_loop().time() + TEXT_FIRST_AFTER_S, render_task
            )
        if self._open.get(key) is not shown or self._clicks[key[1]]:
            if render_task is not None:
                render_task.cancel()
            return
        claim = self._edits.claim(shown.message_id, render_task)
        picture_is_late = render_task is not None and not render_task.done()
        picture = (
            result_or_none(render_task) if render_task is not None and not picture_is_late else None
        )
        updated = (
            replace(shown, is_waiting=False)
            if message.panel is None
            else replace(
                shown, is_waiting=message.panel.is_waiting, decision=message.panel.decision
            )
        )
        self._open[key] = updated
        try:
            text = message if picture or picture_is_late else message.without_picture()
            keeps_picture = picture_is_late and self._edits.shown_file(shown.message_id)
            if keeps_picture and text.embed is not None and text.wait_footer:
                # the older picture must not be taken for the current one
                text = replace(text, embed=replace(text.embed, footer=text.wait_footer))
            await self._edit(updated, text, picture)
            if picture_is_late:
                await self._edits.attach_picture_later(updated.edit, message, claim)
        except BaseException:
            if self._open.get(key) is updated:
                self._open[key] = shown  # restore the old state, so that the edit can be retried
            raise
        finally:
            self._edits.release(claim)
        if (
            key in self._open
            and self._open[key] is not updated
            and self._open[key].message_id == updated.message_id
        ):
            # a click was answered while this edit was on its way: the edit may have overwritten the answer
            await self.rerender(*key)

    async def _edit(self, shown: _OpenPanel, message: Message, picture: Any) -> None:
        await self._edits.change(
            shown.message_id, shown.edit, message, picture, self._edits.shown_file(shown.message_id)
        )
