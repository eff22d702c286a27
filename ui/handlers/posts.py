"""Button *Post here*: posts a picture of a table publicly in the table's channel.

A post shows only what everybody may see: the public picture, in the default colors and in the
table's language. Each user may post once a day in a guild. The daily limit survives a restart,
because it is computed from the audit log.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from msgspec import structs

from app.app import App
from app.model.match import Match, User, UserError
from app.model.time_control import DAY
from app.ports.audit_log import AuditLogEntry
from app.review import replay_viewer
from games.core.text.messages import literal, msg
from ui.action import ActionHandlers, ComponentAction
from ui.components import Message
from ui.custom_ids import TableAction
from ui.discord_actions import GuildChecks
from ui.i18n import Translator, timestamp
from ui.response import Response
from ui.views.pages import animations, common, replay
from ui.views.pages.posts import PostKind, parse_post
from ui.views.pages.replay import ReplayCursor
from ui.views.table.board_message import has_board, public_picture_kind

POSTED = "posted"  # kind of the audit entry
POST_INTERVAL_S = DAY  # seconds between two posts of a person in a guild


class PostHandler:
    """Action that posts a picture, or raises `UserError` with the reason."""

    def __init__(self, app: App, guild_channels: GuildChecks) -> None:
        self._app, self._guild_channels = app, guild_channels
        self.actions: ActionHandlers = {TableAction.POST_HERE: self.post}

    async def post(self, action: ComponentAction) -> Response:
        """Post the picture that the button names, if guild, channel and daily limit allow it."""
        app, by = self._app, action.by
        match = await app.lobby.get(action.match)
        guild, home = match.places.guild, match.places.home
        if not guild:
            raise UserError(msg("ui.server_only"))
        if action.origin.guild != guild or action.channel not in (home, match.places.channel):
            raise UserError(msg("ui.post.elsewhere", channel=literal(f"<#{home}>")))
        if not (await app.guild_settings.get(guild)).posts:
            raise UserError(msg("ui.post.off"))
        channel = action.channel
        async with app.locks(f"post {guild} {by.id}"):
            await self._require_quota(guild, by)
            message = await self._public_message(match, action.arg, by)
            sent = await self._guild_channels.post_picture(channel, message, by.lang)
            # posts are stored under a negative number; erasing a player's data deletes them
            await app.repo.matches.save_permanent_message(match.id, -sent, channel, sent)
            entry = AuditLogEntry(guild, app.clock.now(), by.id, POSTED, match.id)
            await app.repo.audit_log.add(entry)
        words = Translator.of(match, by.lang)
        return Response(Message(content=words("ui.post.done", channel=f"<#{channel}>")), edit=False)

    async def _require_quota(self, guild: int, by: User) -> None:
        """Raise `UserError` with the next possible time if the user has posted in the last day."""
        posts = [
            entry.at
            for entry in await self._app.repo.audit_log.of_user(by.id)
            if entry.guild == guild and entry.what == POSTED
        ]
        again = max(posts, default=0.0) + POST_INTERVAL_S
        if again > self._app.clock.now():
            raise UserError(msg("ui.post.again", t=literal(timestamp(again))))

    async def _public_message(self, match: Match, arg: str, by: User) -> Message:
        """Return the post without buttons; `arg` names film, poster, score or replay step."""
        kind, step, own = parse_post(arg)
        if kind is None:
            raise UserError(msg("ui.stale_control"))
        if self._app.renderer is None or not has_board(match):
            raise UserError(msg("ui.film.no_pictures"))
        # the same user without own settings: the picture has the default colors
        default_user = structs.replace(by, prefs={})
        match kind:
            case PostKind.FILM | PostKind.POSTER:
                message = await self._film(match, kind, default_user)
            case PostKind.SCORE:
                message = await self._score(match)
            case PostKind.STEP:
                message = await self._step(match, step, default_user, own=own)
        return replace(message, rows=(), wait_footer="", content="", pings=())

    async def _film(self, match: Match, kind: PostKind, default_user: User) -> Message:
        table, frames = await self._app.replays.animation_frames(
            match.id, None, animations.MAX_FILM_FRAMES, whole=True
        )
        name: Literal["film", "poster"] = "film" if kind is PostKind.FILM else "poster"
        return animations.film_message(table, frames, name, Translator.of(table), default_user)

    async def _score(self, match: Match) -> Message:
        if match.status != "ended":  # until the end, a score may contain hidden points
            raise UserError(msg("host.trouble.no_film"))
        scores = await self._app.queries.score(match.id)
        scene = await self._app.queries.scene(
            match.id, None, public_picture_kind(match), match.lang
        )
        return common.score_post(match, scores, Translator.of(match), scene)

    async def _step(self, match: Match, at: int, default_user: User, *, own: bool) -> Message:
        """Return the replay step `at` as everybody may see it.

        `default_user` is the user who posts, without own settings. With `own`, `at` is a step of
        the user's own view; it is converted to the public step. Raises `UserError` if the match was
        played with older rules and can't be replayed.
        """
        step = await self._app.replays.step_view(match.id, default_user, at, own=False, turned=own)
        if step.view is None or step.seat is not None:
            raise UserError(msg("host.trouble.older_rules"))
        words = Translator.of(step.match)
        kind = public_picture_kind(step.match) if step.over else "board"
        scene = replay_viewer.scene(step, kind, words.lang, default_user)
        public = ReplayCursor(step.at, own=False, form=replay.BOARD)
        return replay.replay_message(step, public, words, scene, pictures=True)
