"""Permanent parts of a table (`Closeup.permanent`), each posted once in its own message.

A permanent part shows something that no longer changes, such as the board of the first game in a
match of several games. Its message is not edited like the board message.
"""

from __future__ import annotations

import msgspec

from app.app import App
from app.model.match import Match, TableView
from app.ports.services import RetryLaterError
from app.runtime.bounded_dict import BoundedDict
from games.core.views.closeups import Closeup
from games.core.views.scene import Picture, Scene
from ui.components import Message
from ui.delivery.channel_client import MAX_KNOWN_MESSAGES, ChannelClient, EditLimitError
from ui.i18n import Translator, has_erased_player
from ui.views.table.board_message import has_board
from ui.views.table.closeups import permanent_message


async def public_scene(app: App, match: Match, kind: str) -> Scene | None:
    """Return the scene of a public picture of the match.

    `kind` is the game's name for the picture. Returns None if the game has no board or this bot
    renders no pictures.
    """
    if not has_board(match) or app.renderer is None:
        return None
    return await app.queries.scene(match.id, None, kind, match.lang)


class PermanentMessages:
    """Poster of a table's permanent parts.

    When a player's data is erased, the poster removes the player's name from the parts, and deletes
    the pictures of the match that users have posted (`ui/handlers/posts.py`).
    """

    def __init__(self, app: App, channel_client: ChannelClient) -> None:
        self._app, self._channel_client = app, channel_client
        # by match: the players' names with which its messages were last edited in this process
        self._names_shown = BoundedDict[str, tuple[str, ...]](MAX_KNOWN_MESSAGES)

    async def update(self, table_view: TableView, words: Translator) -> None:
        """Post the permanent parts of the table that have no message yet.

        If an undo has removed a part and the game creates it again, it is posted in a new message.
        The names of erased users are removed from older messages.
        """
        match, repo = table_view.match, self._app.repo
        permanent = [closeup for closeup in table_view.closeups if closeup.permanent]
        if match.places.permanent_count > len(permanent):
            match.places.permanent_count = len(permanent)
            await repo.matches.save_message_ids(match)
        if has_erased_player(match) and self._names_shown.get(match.id) != match.names:
            for index, channel, message_id in await repo.matches.permanent_messages(match.id):
                if index < 0:  # a picture that a user posted shows a name that was erased
                    await self._channel_client.delete(channel, message_id)
                elif index < len(permanent):
                    await self._edit_names(
                        channel,
                        message_id,
                        *await self._rendered(table_view, permanent[index], words),
                    )
            self._names_shown[match.id] = match.names
        # `permanent_count` is the number of parts that have been posted
        for closeup in permanent[match.places.permanent_count :]:
            # raises while the store is unwritable: a part whose message can't be stored would be
            # posted again
            await repo.matches.save_message_ids(match)
            rendered = await self._rendered(table_view, closeup, words)
            sent = await self._channel_client.send(match.places.home, *rendered)
            await repo.matches.save_permanent_message(
                match.id, match.places.permanent_count, match.places.home, sent
            )
            match.places.permanent_count += 1
            await repo.matches.save_message_ids(match)

    async def _edit_names(
        self, channel: int, message_id: int, message: Message, picture: Picture | None
    ) -> None:
        """Edit a permanent part's message so that it shows the players' current names.

        Raises `RetryLaterError` if Discord refuses more edits of the message for now.
        """
        try:
            await self._channel_client.edit(channel, message_id, message, picture)
        except EditLimitError:
            raise RetryLaterError from None  # the publisher tries again

    async def _rendered(
        self, table_view: TableView, closeup: Closeup, words: Translator
    ) -> tuple[Message, Picture | None]:
        """Return the message of a permanent part and its rendered picture."""
        scene = await public_scene(self._app, table_view.match, closeup.picture)
        if scene is not None:
            scene = msgspec.structs.replace(scene, focus=closeup.seat, spot=closeup.spot)
        return await self._channel_client.render_picture(
            permanent_message(table_view, closeup, words, scene)
        )
