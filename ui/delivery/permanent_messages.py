"""Permanent parts of a table, each posted in a message of its own."""

from __future__ import annotations

import msgspec

from app.app import App
from app.model.match import Match, TableView
from app.ports.store import PublishDeferredError
from app.runtime.bounded_dict import BoundedDict
from games.core.views.closeups import Closeup
from games.core.views.scene import Picture, Scene
from ui.components import Message
from ui.delivery.channel_client import MAX_KNOWN_MESSAGES, ChannelClient, EditLimitError
from ui.i18n import Translator, has_erased_player
from ui.views.table.board_message import has_board
from ui.views.table.closeups import kept_message


async def scene_of(app: App, match: Match, kind: str) -> Scene | None:
    """Return the scene of the public picture of this kind; None without rendering."""
    if not has_board(match) or app.renderer is None:
        return None
    return await app.queries.scene(match.id, None, kind, match.lang)


class PermanentMessages:
    """Posts the permanent parts once; edits the name of an erased user out of them."""

    def __init__(self, app: App, post: ChannelClient) -> None:
        self._app, self._post = app, post
        self._reworded = BoundedDict[str, tuple[str, ...]](
            MAX_KNOWN_MESSAGES
        )  # names to which a table's messages were last edited

    async def keep(self, look: TableView, words: Translator) -> None:
        """Post the parts that have no message yet.

        After a rewind some may be posted again.
        """
        match, stand, repo = look.match, [one for one in look.closeups if one.kept], self._app.repo
        if match.places.kept > len(stand):
            match.places.kept = len(stand)
            await repo.matches.save_places(match)
        if (
            match.places.kept
            and has_erased_player(match)
            and self._reworded.get(match.id) != match.names
        ):
            for n, channel, message in await repo.matches.permanent_messages(match.id):
                if n < len(stand):
                    await self._reword(channel, message, *await self._drawn(look, stand[n], words))
            self._reworded[match.id] = match.names
        for one in stand[match.places.kept :]:
            await repo.matches.save_places(match)
            sent = await self._post.send(match.places.home, *await self._drawn(look, one, words))
            await repo.matches.save_permanent_message(
                match.id, match.places.kept, match.places.home, sent
            )
            match.places.kept += 1
            await repo.matches.save_places(match)

    async def _reword(
        self, channel: int, old: int, message: Message, picture: Picture | None
    ) -> None:
        try:
            await self._post.edit(channel, old, message, picture)
        except EditLimitError:
            raise PublishDeferredError from None  # the publisher tries again

    async def _drawn(
        self, look: TableView, one: Closeup, words: Translator
    ) -> tuple[Message, Picture | None]:
        scene = await scene_of(self._app, look.match, one.picture)
        if scene is not None:
            scene = msgspec.structs.replace(scene, focus=one.seat, spot=one.spot)
        return await self._post.picture(kept_message(look, one, words, scene))
