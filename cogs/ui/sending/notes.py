"""Followers of a table hear of it in one direct message without a sound, which the next one takes the place of."""

from __future__ import annotations

import logging

import discord

from cogs.ui.message import Message
from cogs.ui.pages.overseen import note_message
from cogs.ui.sending.post import Post
from cogs.ui.table.board_message import has_board, picture_of
from cogs.ui.words import Words
from host.app import App
from host.model import Match, Person
from host.ports import Follower, NotShown

log = logging.getLogger("sobremesa.messenger")


class Notes:
    """Sends them. A note that Discord does not take now comes with the table's next change: it holds up nothing."""

    def __init__(self, app: App, post: Post) -> None:
        self._app, self._post = app, post

    async def show(self, match: Match) -> None:
        """Tell everybody who is to hear of the table as it is now; who has closed their direct messages follows no longer."""
        for one in await self._app.followers.seated(match):
            await self._app.repo.forget_follower(match.id, one.user)
            if one.message:
                await self._post.delete(one.channel, one.message)
        for one in await self._app.followers.due(match):
            by = await self._app.repo.person(one.user)
            if by is None or await self._send(match, one, by) is False:
                await self._app.repo.forget_follower(match.id, one.user)

    async def first(self, match: Match, by: Person) -> bool:
        """Tell one follower right now; False when that can't be."""
        one = next((one for one in await self._app.repo.followers(match.id) if one.user == by.id), None)
        return one is not None and bool(await self._send(match, one, by))

    async def _send(self, match: Match, one: Follower, by: Person) -> bool | None:
        """True when it was sent, False when the person takes none, None when Discord would not just now."""
        try:
            sent = await self._post.direct(by.id, *await self._post.picture(await self._note(match, by), "screen"))
        except (discord.HTTPException, NotShown) as error:
            log.info("a follower of %s hears of it later: %s", match.id, error)
            return None
        if sent is None:
            return False
        await self._app.followers.told(match, one, *sent)
        if one.message:
            await self._post.delete(one.channel, one.message)
        return True

    async def _note(self, match: Match, by: Person) -> Message:
        words, tables = Words.of(match, by.lang), self._app.tables
        look, scene = await tables.look(match.id), None
        if has_board(match) and self._app.images is not None and not by.prefs.get("text"):
            scene = await tables.scene(match.id, None, picture_of(match), by.lang, by=by)
        said = [one for row in (await tables.log(match.id)).rows for one in row.said]
        return note_message(look, said, words, scene, await tables.score(match.id) if match.status == "ended" else None)
