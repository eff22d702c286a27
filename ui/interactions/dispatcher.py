"""Dispatch interactions: acknowledge in time, run the handler, render, explain errors.

Each interaction goes through `handle`, which runs a handler and delivers its `Response`:

- `on_component` and `on_modal` find the handler of a button, select or modal by its custom_id
- slash commands bring their own handler (`ui/interactions/commands.py`)

If the answer is not ready soon, the interaction is deferred. If the text is ready long before its
picture, it is sent alone, and the picture is added by an edit. Afterwards the user's other panel of
the match is updated (`PanelSync`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import discord

from app.app import App
from app.model.match import User, UserError
from app.runtime.bounded_dict import BoundedDict
from games.core.text.languages import FALLBACK, language_of_locale
from games.core.text.messages import msg
from games.core.views.scene import Picture
from gateway.duplicate_token import DuplicateTokenDetector
from gateway.outages import outage_kind
from ui import custom_ids
from ui.action import ComponentAction
from ui.components import Message
from ui.custom_ids import TableAction
from ui.delivery import to_discord
from ui.delivery.message_edits import Edit, result_or_none, wait_for_picture
from ui.delivery.table_publisher import TablePublisher
from ui.errors import ALREADY_ACKNOWLEDGED, TOKEN_EXPIRED, explain
from ui.handlers import notes, panel, replay
from ui.handlers.panel import PanelHandler
from ui.handlers.table import TableHandler
from ui.i18n import Translator
from ui.interactions.pending_commands import Handler, PendingCommands
from ui.permissions import SetupPermissions, managed_guild, origin, table_creator
from ui.response import Response
from ui.views.table.choice import SeveralTablesError

log = logging.getLogger(__name__)
# seconds until an interaction is deferred if answer or picture are not ready; Discord's limit is 3
DEFER_AFTER_S = 0.15
# seconds until deferral if the answer may be a modal, because a deferred interaction can't open one
MODAL_WAIT_S = 2.0
PICTURE_WAIT_S = 0.8  # seconds that a text waits for its picture before it is shown without it
# If a user has this many unanswered interactions, the next one waits for `THROTTLE_S`. If they are
# still unanswered then, it is acknowledged and dropped.
MAX_PENDING_PER_USER = 4
THROTTLE_S = 0.8  # seconds; Discord shows the click as pending meanwhile
MAX_CONCURRENT_HANDLERS = 8  # handlers that run concurrently; more would slow down each of them
# With more interactions in progress, each is deferred before its handler runs. With more pictures
# in progress, texts do not wait for their pictures.
BUSY_THRESHOLD = 4
SEEN_INTERACTIONS = 4000  # ids that are remembered, as Discord may deliver an interaction twice
Interaction = discord.Interaction[Any]


class Dispatcher:
    """Dispatcher of every interaction: slash command, button, select, modal.

    It limits how many interactions a user may have in progress, and how many handlers run
    concurrently.
    """

    def __init__(self, app: App, table_publisher: TablePublisher) -> None:
        self.app, self.table_publisher = app, table_publisher
        self.panel_handler = PanelHandler(app)
        self.table_handler = TableHandler(app, self.panel_handler, table_publisher)
        self.live, self.edits, self.panel_sync = (
            table_publisher.live,
            table_publisher.edits,
            table_publisher.panel_sync,
        )
        self.setup_permissions = SetupPermissions(app.clock)
        self.duplicate_token = DuplicateTokenDetector(app.clock)
        self._unanswered: set[int] = set()  # interactions whose answer is not shown yet
        # ids of received interactions; True: Discord has an answer, but its confirmation was lost
        self._seen = BoundedDict[int, bool](SEEN_INTERACTIONS)
        self.pending = PendingCommands()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._pending_by_user = Counter[int]()  # unanswered interactions of each user
        self._slots = asyncio.Semaphore(MAX_CONCURRENT_HANDLERS)
        # called with the type and duration of each interaction
        self.on_answered: Callable[[str, float], None] = lambda _kind, _seconds: None
        self._open = True
        self._in_progress_count = 0
        self._all_answered = asyncio.Event()
        self._all_answered.set()

    async def user_of(self, interaction: Interaction) -> User:
        """Return the stored user of an interaction, created or updated from Discord's data.

        The language is the one of the user's Discord app until the user chooses one.
        """
        user, guild = interaction.user, interaction.guild_id or 0
        own = user.global_name or user.name
        return await self.app.users.get(
            user.id, user.display_name, str(interaction.locale), guild=guild, own=own
        )

    async def on_component(self, interaction: Interaction) -> None:
        """Handle a click on a button or select; explain an outdated custom_id to the user."""
        data: Any = interaction.data
        clicked = custom_ids.decode(data["custom_id"])
        values = tuple(data.get("values", ()))
        in_dm, click, may_access = _is_in_dm(interaction), str(interaction.id), False

        async def handler(by: User) -> Response:
            nonlocal may_access
            match clicked:
                case custom_ids.PanelId():
                    await self.app.access.require_access(clicked.match, by.id, origin(interaction))
                    may_access = True
                    return await self.panel_handler.handle_click(
                        clicked, by, click, values, in_dm=in_dm
                    )
                case custom_ids.TableId(action=TableAction.CHOOSE_TABLE):
                    return self._update_dm_after(await self.pending.resume(clicked, by, values), by)
                case custom_ids.TableId():
                    action = self._component_action(interaction, clicked, by, values)
                    try:
                        return await self.table_handler.handle_click(action)
                    finally:
                        # a click on a private message shows that its user is present; for
                        # panels, `GameService` records that itself
                        if in_dm:
                            await self.app.game_service.mark_present(clicked.match, by)
            raise UserError(msg("ui.stale_control"))

        # a command that asked which table it means may open a modal once it knows
        is_table_choice = (
            isinstance(clicked, custom_ids.TableId) and clicked.action is TableAction.CHOOSE_TABLE
        )
        was_delivered = await self.handle(
            interaction,
            handler,
            may_open_modal=is_table_choice or (clicked is not None and opens_modal(clicked)),
        )
        if isinstance(clicked, custom_ids.PanelId) and may_access:
            self._update_other_panel(interaction, clicked, was_delivered=was_delivered)

    def _component_action(
        self,
        interaction: Interaction,
        component: custom_ids.TableId,
        by: User,
        values: Sequence[str],
    ) -> ComponentAction:
        """Return the click as a `ComponentAction`, with what Discord says about user and channel.

        `values` are the chosen values of a select, or the fields of a modal.
        """
        return ComponentAction(
            component,
            by,
            str(interaction.id),
            tuple(values),
            _is_in_dm(interaction),
            interaction.channel_id,
            managed_guild(interaction),
            table_creator(interaction),
            origin(interaction),
            self.setup_permissions.allowed_guild(interaction),
        )

    async def on_modal(self, interaction: Interaction) -> None:
        """Handle a submitted modal; its custom_id names the component that opened it.

        So a modal that was opened before a restart of the bot works as well.
        """
        data: Any = interaction.data
        opened_by = custom_ids.decode(data["custom_id"])
        if opened_by is None:
            return
        fields = dict(_fields(data["components"]))
        in_dm, click, may_access = _is_in_dm(interaction), str(interaction.id), False

        async def handler(by: User) -> Response:
            nonlocal may_access
            if not opens_modal(opened_by):
                raise UserError(msg("ui.stale_control"))
            match opened_by:
                case custom_ids.PanelId():
                    await self.app.access.require_access(
                        opened_by.match, by.id, origin(interaction)
                    )
                    may_access = True
                    return await self.panel_handler.submit(
                        opened_by, by, click, fields, in_dm=in_dm
                    )
                case custom_ids.TableId():
                    return await self.table_handler.handle_modal(
                        self._component_action(interaction, opened_by, by, tuple(fields.values()))
                    )

        was_delivered = await self.handle(interaction, handler)
        if isinstance(opened_by, custom_ids.PanelId) and may_access:
            self._update_other_panel(interaction, opened_by, was_delivered=was_delivered)

    def _update_other_panel(
        self, interaction: Interaction, clicked: custom_ids.PanelId, *, was_delivered: bool
    ) -> None:
        """Update the user's other panel of this match: private message or ephemeral panel.

        `clicked` is the component of the clicked panel. If Discord refused the answer
        (`was_delivered` is False), the clicked panel is updated as well.
        """
        if not self._open:
            return
        is_in_dm, user_id = _is_in_dm(interaction), interaction.user.id
        if not is_in_dm or not was_delivered:
            self.panel_sync.update_dm(clicked.match, user_id)
        if is_in_dm or not was_delivered:
            self.panel_sync.update_channel_panel(clicked.match, user_id)

    async def handle(
        self, interaction: Interaction, handler: Handler, *, may_open_modal: bool = False
    ) -> bool:
        """Run the handler, acknowledge in time, and show the answer or an error to the user.

        With `may_open_modal`, the answer may be a modal, which Discord accepts only as the first
        answer. Returns False if Discord accepted no answer.
        """
        user_id = interaction.user.id
        # Discord may deliver an interaction twice
        if not self._open or interaction.id in self._seen:
            return True
        self._seen[interaction.id] = False
        # one user who clicks too fast must not make the others wait
        if self._pending_by_user[user_id] >= MAX_PENDING_PER_USER:
            await asyncio.sleep(THROTTLE_S)
            if self._pending_by_user[user_id] >= MAX_PENDING_PER_USER:
                with contextlib.suppress(discord.HTTPException):
                    await self._acknowledge(interaction)
                return True
        started = asyncio.get_running_loop().time()
        self._pending_by_user[user_id] += 1
        self._in_progress_count += 1
        self._all_answered.clear()
        self._unanswered.add(interaction.id)
        self.live.pause_updates(interaction.user.id)
        answer_task = asyncio.ensure_future(
            self._serve(interaction, handler, may_open_modal=may_open_modal)
        )
        self._tasks.add(answer_task)
        was_delivered = False
        try:
            await asyncio.wait({answer_task})
            if not answer_task.cancelled():
                answer_task.result()
            was_delivered = True
        except Exception as error:
            if not await self._handle_refused_answer(interaction, error):
                raise
        finally:
            self._mark_answered(interaction)
            self.on_answered(interaction.type.name, asyncio.get_running_loop().time() - started)
            self._tasks.discard(answer_task)
            self._in_progress_count -= 1
            if not self._in_progress_count:
                self._all_answered.set()
        return was_delivered

    async def _handle_refused_answer(self, interaction: Interaction, error: Exception) -> bool:
        """Log that Discord refused an answer; if possible, send the user the reason as text.

        Returns False if `error` comes neither from Discord nor from an outage.
        """
        if isinstance(error, discord.NotFound) or (
            isinstance(error, discord.HTTPException) and error.code == TOKEN_EXPIRED
        ):
            # the user dismissed the message, or the interaction has expired
            log.info("interaction expired before it was answered")
        elif isinstance(error, discord.HTTPException):
            _log_refused("response not accepted", error)
            await self._deliver_text(interaction, explain(error, _translator_of(interaction)))
        elif outage_kind(error) is not None:
            log.warning("response not accepted", exc_info=error)
        else:
            return False
        return True

    @property
    def in_progress_count(self) -> int:
        """Return the number of interactions in progress."""
        return self._in_progress_count

    async def idle(self) -> None:
        """Wait until every interaction is answered, pictures included, and all panels are updated."""
        await self._all_answered.wait()
        await self.panel_sync.idle()
        await self.live.idle()

    def _mark_answered(self, interaction: Interaction) -> None:
        """Record that the text of an answer is shown; only the first call has an effect.

        From then on the interaction does not limit the user's next clicks, even if its picture
        follows.
        """
        if interaction.id in self._unanswered:
            self._unanswered.discard(interaction.id)
            self._pending_by_user -= Counter([interaction.user.id])
            self.live.resume_updates(interaction.user.id)

    async def close(self, grace: float) -> None:
        """Accept no more interactions; wait `grace` seconds for those in progress, then cancel.

        What a cancelled handler has saved stays saved.
        """
        self._open = False
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.idle(), grace)
        tasks = (
            *self._tasks,
            *self.panel_sync.tasks(),
            *self.live.tasks(),
            *self.table_publisher.private_messages.tasks(),
        )
        self.live.close()
        unfinished = [task for task in tasks if not task.done()]
        for task in unfinished:
            task.cancel()
        await asyncio.gather(*unfinished, return_exceptions=True)

    async def _serve(
        self, interaction: Interaction, handler: Handler, *, may_open_modal: bool
    ) -> None:
        """Run the handler, defer if it takes long, and deliver its answer.

        `may_open_modal` has the same meaning as in `handle`.
        """
        started = asyncio.get_running_loop().time()
        if self._in_progress_count > BUSY_THRESHOLD and not may_open_modal:
            await self._defer(interaction)
        task = asyncio.ensure_future(self._response_to(interaction, handler))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.wait({task}, timeout=MODAL_WAIT_S if may_open_modal else DEFER_AFTER_S)
        if not task.done():
            await self._defer(interaction)
        response = await task
        if response.modal is not None and not self._has_first_answer(interaction):
            with self._first_answer(interaction):
                await interaction.response.send_modal(to_discord.modal(response.modal))
        elif response.message is None:
            await self._acknowledge(interaction)
        else:
            await self._deliver(interaction, response, response.message, started)

    async def _response_to(self, interaction: Interaction, handler: Handler) -> Response:
        """Return the handler's response; if the handler fails, a message that explains the error.

        If the handler can't tell which table is meant, the answer asks the user.
        """
        words = _translator_of(interaction)
        try:
            by = await self.user_of(interaction)
            words = Translator(by.lang)
            async with self._slots:
                response = await handler(by)
            is_command = interaction.type is discord.InteractionType.application_command
            return self._update_dm_after(response, by) if is_command else response
        except SeveralTablesError as several:
            return self.pending.ask(interaction.id, by, handler, several)
        except Exception as error:  # noqa: BLE001 - users get a sentence, `explain` logs the rest
            return Response(explain(error, words), edit=False)

    def _update_dm_after(self, response: Response, by: User) -> Response:
        """Update the user's private message if `response` is a panel; return `response` unchanged."""
        if response.message is not None and response.message.panel is not None:
            self.panel_sync.update_dm(response.message.panel.match, by.id)
        return response

    async def _deliver(
        self, interaction: Interaction, response: Response, message: Message, started: float
    ) -> None:
        """Show text and picture together if the picture is fast, else the text first.

        `message` is the response's message; `started` is the time of the event loop at which the
        interaction arrived. If the picture is not ready after `DEFER_AFTER_S`, the interaction is
        deferred. If the text comes first, an edited message keeps its old picture until the new one
        is rendered.
        """
        edit = response.edit and _may_edit(interaction, public=response.public)
        render_task = self.edits.start_rendering(message.picture_source)
        claim = self.edits.claim(
            interaction.message.id if edit and interaction.message else 0, render_task
        )
        picture, picture_late = None, False
        if render_task is not None:
            await wait_for_picture(started + DEFER_AFTER_S, render_task)
            if not render_task.done():
                await self._defer(interaction)
                if (
                    self.edits.pictures_in_progress <= BUSY_THRESHOLD
                ):  # with many pictures in progress, this one would be late
                    await wait_for_picture(started + PICTURE_WAIT_S, render_task)
            picture_late = not render_task.done()
            picture = None if picture_late else result_or_none(render_task)
        if not self.edits.is_latest(claim):
            await self._defer(interaction)
            return
        shown = message if picture is not None or picture_late else message.without_picture()
        if response.saved:
            footer = Translator((await self.user_of(interaction)).lang)("ui.drawing")
        elif message.panel is None or (edit and self._shown_file(interaction)):
            footer = message.wait_footer
        else:  # the footer of a panel is about an older picture, and none is shown
            footer = ""
        if picture_late and footer and shown.embed is not None:
            shown = replace(shown, embed=replace(shown.embed, footer=footer))
        message_id, edit_later = await self._send_or_edit(interaction, shown, picture, edit=edit)
        if not claim.message_id:
            claim = self.edits.claim(message_id, render_task)
        if not _is_in_dm(interaction):
            self.live.track(interaction.user.id, message_id, message, edit_later)
        elif edit and message.panel is not None:
            await self.table_publisher.private_messages.mark_answered(message.panel)
        self._mark_answered(interaction)
        if picture_late:
            await self.edits.attach_picture_later(edit_later, message, claim)
        self.edits.release(claim)

    def _shown_file(self, interaction: Interaction) -> str:
        """Return the file name of the picture that the clicked message shows; "" if it has none."""
        message = interaction.message
        if message is None:
            return ""
        return self.edits.shown_file(message.id) or _embed_file_name(message)

    async def _send_or_edit(
        self, interaction: Interaction, message: Message, picture: Picture | None, *, edit: bool
    ) -> tuple[int, Edit]:
        """Edit the clicked message (`edit`), or send an ephemeral one.

        Returns the id of the message and the function that edits it later. Without a `picture`, an
        edited message keeps its old picture until the new one is rendered.
        """
        response = interaction.response
        if edit and interaction.message is not None:
            edit_message: Edit = (
                interaction.edit_original_response
                if self._has_first_answer(interaction)
                else partial(self._edit_clicked, interaction)
            )
            await self.edits.change(
                interaction.message.id,
                edit_message,
                message,
                picture,
                self._shown_file(interaction),
            )
            return interaction.message.id, interaction.edit_original_response
        edit_later: Edit = interaction.edit_original_response
        message_id = 0
        if not self._has_first_answer(interaction):
            with self._first_answer(interaction):
                message_id = (
                    await response.send_message(
                        ephemeral=True, **to_discord.send_kwargs(message, picture)
                    )
                ).message_id or 0
        elif interaction.type is discord.InteractionType.application_command:
            message_id = (
                await interaction.edit_original_response(**to_discord.edit_kwargs(message, picture))
            ).id
        else:
            sent = await interaction.followup.send(
                ephemeral=True, wait=True, **to_discord.send_kwargs(message, picture)
            )
            message_id, edit_later = sent.id, sent.edit
        self.edits.set_shown_file(message_id, picture.filename if picture else "")
        return message_id, edit_later

    async def _defer(self, interaction: Interaction) -> None:
        """Defer the interaction, unless it has its first answer."""
        if self._has_first_answer(interaction):
            return
        with self._first_answer(interaction):
            if interaction.type is discord.InteractionType.application_command:
                await interaction.response.defer(ephemeral=True)
            else:
                await interaction.response.defer()

    async def _edit_clicked(self, interaction: Interaction, **fields: Any) -> None:
        with self._first_answer(interaction):
            await interaction.response.edit_message(**fields)

    def _has_first_answer(self, interaction: Interaction) -> bool:
        """Return whether Discord has received the first answer."""
        return interaction.response.is_done() or self._seen.get(interaction.id, False)

    @contextlib.contextmanager
    def _first_answer(self, interaction: Interaction) -> Iterator[None]:
        """Return a context manager in which to send the first answer to an interaction.

        It ignores Discord's error that the interaction already has an answer. Either Discord's
        confirmation of our answer was lost, which does no harm, or another program with the same
        bot token has answered.
        """
        try:
            yield
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
            self._seen[interaction.id] = True
            self.duplicate_token.count_foreign_answer()

    async def _acknowledge(self, interaction: Interaction) -> None:
        """Acknowledge without an answer; for a command, also delete its loading message."""
        await self._defer(interaction)
        if interaction.type is discord.InteractionType.application_command:
            await interaction.delete_original_response()

    async def _deliver_text(self, interaction: Interaction, message: Message) -> None:
        try:
            await self._send_or_edit(interaction, message, None, edit=False)
        except discord.HTTPException as error:
            _log_refused("text of the response not accepted either", error)
        except Exception as error:
            if outage_kind(error) is None:
                raise


def _log_refused(what: str, error: discord.HTTPException) -> None:
    """Log an answer that Discord refused; `what` begins the log line.

    During an outage, `OutageLogFilter` drops repeated log lines.
    """
    log.warning("%s: %s %s", what, error.status, error.code, extra={"outage": outage_kind(error)})


def opens_modal(component: custom_ids.AnyId) -> bool:
    """Return whether a component opens a modal."""
    match component:
        case custom_ids.PanelId():
            return panel.opens_modal(component)
        case custom_ids.TableId():
            return replay.opens_modal(component) or notes.opens_modal(component)


def _translator_of(interaction: Interaction) -> Translator:
    """Return the translator for a user without known settings, by their app's locale."""
    return Translator(language_of_locale(str(interaction.locale)) or FALLBACK)


def _is_in_dm(interaction: Interaction) -> bool:
    """Return whether the clicked component is in a direct message of the bot."""
    message = interaction.message
    return interaction.guild_id is None and message is not None and not message.flags.ephemeral


def _may_edit(interaction: Interaction, *, public: bool) -> bool:
    """Return whether the answer may replace the clicked message.

    A public message is replaced only by a `public` answer.
    """
    message = interaction.message
    if message is None:
        return False
    return public or message.flags.ephemeral or interaction.guild_id is None


def _embed_file_name(message: discord.Message) -> str:
    """Return the file name of the embed's picture; "" if it has none.

    Discord does not list such a file among the attachments.
    """
    urls = [embed.image.url for embed in message.embeds if embed.image and embed.image.url]
    return urls[0].split("?")[0].rsplit("/", 1)[-1] if urls else ""


def _fields(components: list[Any]) -> list[tuple[str, str]]:
    """Return one (custom_id, value) per field of a submitted modal, in order.

    `components` is the part of Discord's data that nests the fields in labels or in action rows.
    """
    found: list[tuple[str, str]] = []
    for outer in components:
        for inner in [outer["component"]] if "component" in outer else outer.get("components", []):
            value = inner.get("value")
            found.append(
                (
                    inner["custom_id"],
                    value if value is not None else next(iter(inner.get("values", [])), ""),
                )
            )
    return found
