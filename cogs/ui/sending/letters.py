"""Reminders by direct message: one a person, of all tables that wait for them; it goes when none of them does any more."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from msgspec.structs import replace

from cogs.ui.pages.pages import reminder_message
from cogs.ui.sending.post import Post
from games.core.messages import Seat
from host.model import Match, Person
from host.ports import Letter, NotShown, Repo


class Letters:
    """Sends them and takes them back. The store knows where they are; what it knew at the start is kept at hand, for every table
    that is shown asks whether somebody at it was answered."""

    def __init__(self, repo: Repo, post: Post) -> None:
        self._repo, self._post = repo, post
        self._sent: dict[int, Letter] | None = None

    async def send(self, person: Person, waiting: Sequence[tuple[Match, Seat]]) -> bool:
        """One message, with a sound, in the place of the one before it; False when the person takes none."""
        seats = [(match, match.seats[seat]) for match, seat in waiting]
        try:
            sent = await self._post.direct(person.id, reminder_message(seats, person.lang), silent=False)
        except (discord.HTTPException, NotShown):
            return False
        if sent is None:
            return False
        if before := (await self._known()).get(person.id):
            await self._post.delete(before.channel, before.message)
        await self._keep(Letter(person.id, *sent, sorted({match.id for match, _ in waiting})))
        return True

    async def answered(self, match: Match) -> None:
        """Who is no longer awaited at this table needs no reminder of it."""
        known = await self._known()
        for seat in match.seats:
            letter = known.get(seat.user or 0)
            if letter is None or match.id not in letter.matches or (seat.awaited and match.status == "running"):
                continue
            if left := [one for one in letter.matches if one != match.id]:
                await self._keep(replace(letter, matches=left))
            else:
                del known[letter.user]
                await self._repo.forget_letter(letter.user)
                await self._post.delete(letter.channel, letter.message)

    async def _keep(self, letter: Letter) -> None:
        (await self._known())[letter.user] = letter
        await self._repo.save_letter(letter)

    async def _known(self) -> dict[int, Letter]:
        if self._sent is None:
            found = {one.user: one for one in await self._repo.letters()}
            self._sent = found if self._sent is None else self._sent    # several tables may have asked at once
        return self._sent
