"""Lobbies: create, join, configure and start a match; rematches after it.

`Lobby` holds the match's lock during each change, and uses the checks of `app/match/seating.py`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from ai import think
from app.match import seating
from app.match.moves import Moves, update_seats_for_position
from app.match.seating import user_error
from app.model import seat_notices, time_control
from app.model.ai_request import DEFAULT_STRENGTH
from app.model.match import LogEntry, Match, MessageRefs, SeatRow, User, UserError
from app.people.guild_settings import ANYBODY, GuildSettingsService, TableCreator
from app.ports import audit_log
from app.ports.audit_log import AuditLogEntry
from app.ports.commit import CommitDetails
from app.ports.errors import DuplicateInteractionError
from app.ports.repo import Repo
from app.ports.services import Clock, Games
from app.runtime.locks import Locks
from games.core.engine import history, walk
from games.core.engine.game import Game
from games.core.state import options as settings
from games.core.state.rng import commitment
from games.core.text.i18n import MessageCatalogue
from games.core.text.languages import LANGUAGES
from games.core.text.messages import msg

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # without characters that look alike
# characters in a new match code, and the most if shorter codes are taken; earlier versions used 3
CODE_LENGTH, CODE_MAX_LENGTH = 8, 11
TRIES_PER_LENGTH = 6  # random codes tried for each length
Work = Callable[[Match], Sequence[AuditLogEntry]]  # changes the match; returns its audit entries


def strengths(game: str) -> tuple[str, ...]:
    """Return the AI strengths that the game offers."""
    return think.offered_strengths(game)


class Lobby:
    """Service for matches that have not started, and for settings that can be changed later.

    Methods raise `UserError` if the request is not possible. `click` is the interaction's id: if
    the interaction was already processed, nothing changes and the match is returned as it is.
    Actions of organizers are written to the guild's audit log (`app/ports/audit_log.py`).
    """

    def __init__(
        self,
        repo: Repo,
        clock: Clock,
        locks: Locks,
        games: Games,
        *,
        moves: Moves,
        guild_settings: GuildSettingsService,
        words: Callable[[str], MessageCatalogue],
    ) -> None:
        self._repo, self._clock, self._locks, self._games, self._moves, self._words = (
            repo,
            clock,
            locks,
            games,
            moves,
            words,
        )
        self._guild_settings = guild_settings

    async def get(self, match_id: str) -> Match:
        """Return the match with this id; raise `UserError` if there is none."""
        found = await self._repo.matches.get(match_id)
        if found is None:
            raise user_error("no_table")
        return found

    async def tables_in_channel(
        self,
        *,
        channel: int,
        by: User | None = None,
        statuses: tuple[str, ...] = ("lobby", "running"),
    ) -> list[Match]:
        """Return the matches of a channel or thread, the least recently changed first.

        These are the matches with one of `statuses` and, with `by`, only those in which the user
        has a seat.
        """
        return await self._repo.matches.find(
            channel=channel, user=None if by is None else by.id, statuses=statuses
        )

    async def create(
        self,
        by: User,
        game: str,
        *,
        guild: int,
        channel: int,
        name: str | None = None,
        size: int | None = None,
        lang: str | None = None,
        click: str | None = None,
        creator: TableCreator = ANYBODY,
    ) -> Match:
        """Create a match; `by` becomes its organizer and takes the first seat.

        The guild's settings apply: their language, if set, overrides `lang`. Raises `UserError` if
        they forbid this match, depending on the channel and on `creator` (the user's roles and
        permissions). Without a `name`, the match is named after its organizer.
        """
        definition = self._game(game)
        if lang is not None and lang not in LANGUAGES:
            raise user_error("language", languages=", ".join(LANGUAGES))
        guild_settings = await self._guild_settings.settings_for_new_match(guild, channel, creator)
        match_lang = guild_settings.lang or lang or by.lang
        now = self._clock.now()
        match = Match(
            id="",
            game=game,
            name=seating.checked_name(name) if name else "",
            lang=match_lang,
            organizer=by.id,
            options={},
            size=max(definition.players),
            status="lobby",
            seats=[seating.new_seat(by, 0)],
            places=MessageRefs(guild=guild, channel=channel),
            created_at=now,
            changed_at=now,
            rules=definition.rules,
            version=1,
            pace=time_control.PACES[guild_settings.pace if guild else "none"],
        )
        if size is not None:
            seating.resize(match, definition, size)
        return await self._store_new_match(match, by, click)

    async def join(self, match_id: str, by: User, click: str | None = None) -> Match:
        """Take the next free seat for the user `by`; return the match.

        Raises `UserError` if the user has a seat (the error says what starts the game) or was
        removed by the organizer, or if no seat is free.
        """

        def work(match: Match) -> Sequence[AuditLogEntry]:
            if match.seat_of(by.id):
                rules = self._game(match.game)
                raise seating.already_seated_error(match, by, rules, self._clock.now())
            seating.require_not_kicked(match, by.id)
            seating.require_free_seat(match)
            match.seats.append(seating.new_seat(by, len(match.seats)))
            return ()

        return await self._change(match_id, by, click, work)

    async def leave(self, match_id: str, by: User, click: str | None = None) -> Match:
        """Leave the lobby.

        The lobby closes if no human player is left. If the organizer leaves, another player becomes
        organizer.
        """

        def work(match: Match) -> Sequence[AuditLogEntry]:
            seating.remove_seat(match, by.id)
            return self._audit_log_entries(match, by, "closed") if match.status == "closed" else ()

        return await self._change(match_id, by, click, work)

    async def kick(self, match_id: str, by: User, user: int, click: str | None = None) -> Match:
        """Remove the player `user` and their invitation; only the organizer may do so.

        The removed user gets a notice, and can only come back if they are invited again.
        """

        def work(match: Match) -> Sequence[AuditLogEntry]:
            if user == by.id:
                raise user_error("kick_self")
            if not match.seat_of(user):
                raise user_error("not_at_table")
            seating.remove_seat(match, user)
            match.invited = [invited for invited in match.invited if invited != user]
            seat_notices.notify(match, user, "kicked", 0, self._clock.now())
            return self._audit_log_entries(match, by, "kicked", user)

        return await self._change_as_organiser(match_id, by, click, work)

    async def invite(self, match_id: str, by: User, user: int, click: str | None = None) -> Match:
        """Record an invitation of `user`, who may then open the match from anywhere.

        A user whom the organizer has removed can only be invited by the organizer.
        """

        def work(match: Match) -> Sequence[AuditLogEntry]:
            seating.require_may_invite(match, by, user)
            if seat_notices.was_kicked(match, user):
                seating.require_organiser(match, by)
                seat_notices.forget(match, user)
            if user not in match.invited:
                match.invited.append(user)
            return ()

        return await self._change(match_id, by, click, work)

    async def add_computer(
        self, match_id: str, by: User, click: str | None = None, kind: str = DEFAULT_STRENGTH
    ) -> Match:
        """Add an AI player of strength `kind`, one of `strengths(game)`; for the organizer only."""

        def work(match: Match) -> Sequence[AuditLogEntry]:
            if kind not in think.STRENGTHS:
                raise user_error("computer_kind")
            if kind not in think.offered_strengths(match.game):
                raise user_error("no_fierce")
            seating.require_free_seat(match)
            self._seat_computer(match, kind)
            return self._audit_log_entries(match, by, "computer")

        return await self._change_as_organiser(match_id, by, click, work)

    async def remove_computer(self, match_id: str, by: User, click: str | None = None) -> Match:
        """Remove the last AI player; for the organizer only."""

        def work(match: Match) -> Sequence[AuditLogEntry]:
            last = next((seat for seat in reversed(match.seats) if seat.played_by_ai), None)
            if last is None:
                raise user_error("no_computer")
            match.seats.remove(last)
            seating.renumber(match)
            return self._audit_log_entries(match, by, "no_computer")

        return await self._change_as_organiser(match_id, by, click, work)

    async def set_option(
        self, match_id: str, by: User, option: str, value: Any, click: str | None = None
    ) -> Match:
        """Set a game option to a valid value and clear the preset; for the organizer only."""

        def work(match: Match) -> Sequence[AuditLogEntry]:
            rules = self._game(match.game)
            options = {**match.options, option: value}
            if wrong := settings.check(rules.options, {option: value}, match.size):
                raise UserError(wrong, match)
            match.options, match.preset = options, ""
            return self._audit_log_entries(match, by, "option", option=option, value=value)

        return await self._change_as_organiser(match_id, by, click, work)

    async def set_preset(
        self, match_id: str, by: User, preset: str, click: str | None = None
    ) -> Match:
        """Set all options to a preset of the game; for the organizer only."""

        def work(match: Match) -> Sequence[AuditLogEntry]:
            seating.set_preset(match, self._game(match.game), preset)
            return self._audit_log_entries(match, by, "preset", preset=preset)

        return await self._change_as_organiser(match_id, by, click, work)

    async def set_pace(self, match_id: str, by: User, name: str, click: str | None = None) -> Match:
        """Set the time control; for the organizer only.

        `name` is a preset in `time_control.PACES`, or a field to toggle: "weekends" (whether they
        count) or "absent" (who answers for a late player).
        """

        def work(match: Match) -> Sequence[AuditLogEntry]:
            match.pace = time_control.changed_pace(match.pace, name)
            return self._audit_log_entries(
                match, by, "pace", pace=time_control.preset_name(match.pace)
            )

        return await self._change_as_organiser(match_id, by, click, work)

    async def set_language(
        self, match_id: str, by: User, lang: str, click: str | None = None
    ) -> Match:
        """Set the language of the public messages, also in a running game; for the organizer only."""
        if lang not in LANGUAGES:
            raise user_error("language", languages=", ".join(LANGUAGES))
        async with self._locks(match_id):
            match = await self.get(match_id)
            if click is not None and await self._repo.game_log.match_of_interaction(click):
                return match
            if match.status not in ("lobby", "running"):
                raise user_error(match.status)
            seating.require_organiser(match, by)
            match.lang, match.closing_warned = lang, False
            audit_log_entries = self._audit_log_entries(match, by, "lang", value=lang)
            return await self._moves.save(
                match, CommitDetails(click=click, audit_log_entries=audit_log_entries)
            )

    async def toggle_animation(self, match_id: str, by: User, click: str | None = None) -> Match:
        """Turn the animation of the last turn on or off; for the organizer only."""

        def work(match: Match) -> Sequence[AuditLogEntry]:
            match.animates = not match.animates
            return self._audit_log_entries(match, by, "moving" if match.animates else "still")

        return await self._change_as_organiser(match_id, by, click, work)

    async def set_size(self, match_id: str, by: User, size: int, click: str | None = None) -> Match:
        """Set the number of seats; for the organizer only.

        The game must allow the number, and it must not be below the seats taken.
        """

        def work(match: Match) -> Sequence[AuditLogEntry]:
            seating.resize(match, self._game(match.game), size)
            return self._audit_log_entries(match, by, "size", n=size)

        return await self._change_as_organiser(match_id, by, click, work)

    async def start(
        self, match_id: str, by: User, click: str | None = None, seed: str = ""
    ) -> Match:
        """Start the game with the seated players, if the game allows that number.

        The organizer may start it; any player may if the lobby has been full for a day. Draws the
        random seed unless `seed` is given (for a lesson), and stores the public commitment to the
        seed.
        """
        async with self._locks(match_id):
            if click is not None and await self._repo.game_log.match_of_interaction(click):
                return await self.get(match_id)
            match = await self._lobby(match_id, by)
            now = self._clock.now()
            seating.require_may_start(match, by, now)
            rules, n = self._game(match.game), len(match.seats)
            if n not in rules.players:
                raise user_error("few", n=min(rules.players) - n)
            options = seating.applicable_options(rules, match.options, n)
            if wrong := settings.check(rules.options, options, n):
                raise UserError(wrong, match)
            if wrong := rules.why_options_invalid(settings.complete(rules.options, options, n), n):
                raise UserError(wrong, match)
            match.seed, match.salt = seed or secrets.token_hex(16), secrets.token_hex(16)
            match.commitment = commitment(match.seed, match.salt)
            match.options, match.size, match.rules, match.status = (
                options,
                n,
                rules.rules,
                "running",
            )
            step = walk.start_with_events(rules, options, n, match.seed)
            update_seats_for_position(match, step.pos, None, now)
            opening = LogEntry(history.move_row(0, None, "table", ["@start"], step), now)
            change = CommitDetails(
                pos=step.pos, entries=[opening], keep_checkpoint=True, final=True, click=click
            )
            change.audit_log_entries = self._audit_log_entries(match, by, "started", n=n)
            return await self._moves.save(match, change)

    async def close(self, match_id: str, by: User, click: str | None = None) -> Match:
        """Close a lobby; for the organizer only."""

        def work(match: Match) -> Sequence[AuditLogEntry]:
            match.status = "closed"
            return self._audit_log_entries(match, by, "closed")

        return await self._change_as_organiser(match_id, by, click, work)

    async def on_channel_deleted(self, match_id: str, channel: int) -> Match | None:
        """Detach the match from a deleted channel or thread; return the match.

        After a thread is deleted, the match is shown in the thread's channel. After a channel is
        deleted, the match is shown nowhere until a player moves it. Returns None if the match was
        not shown in the deleted channel.
        """
        async with self._locks(match_id):
            match = await self.get(match_id)
            places = match.places
            if channel not in (places.channel, places.thread):
                return None
            match.places = MessageRefs(
                places.guild, 0 if channel == places.channel else places.channel
            )
            await self._repo.matches.set_channel(match_id, places.guild, match.places.channel)
            return await self._moves.save(match)

    async def move(
        self,
        match_id: str,
        by: User,
        guild: int,
        channel: int,
        click: str | None = None,
        *,
        parent: int = 0,
    ) -> Match:
        """Show the match in another channel or thread from now on.

        Only the organizer may do so, unless the match's channel was deleted: then any player may.
        Raises `UserError` if the guild's settings do not allow the new place. If `channel` is a
        thread, `parent` is its channel; else 0.
        """
        async with self._locks(match_id):
            match = await self.get(match_id)
            if click is not None and await self._repo.game_log.match_of_interaction(click):
                return match
            if match.status in ("ended", "closed"):
                raise user_error(match.status)
            if not match.seat_of(by.id):
                raise seating.not_seated_error(match, by.id)
            if match.places.channel:
                seating.require_organiser(match, by)
            if match.places.home == channel:
                raise user_error("at_home")
            await self._guild_settings.require_channel_allowed(guild, channel, parent)
            match.places = MessageRefs(guild, channel)
            await self._repo.matches.set_channel(match_id, guild, channel)
            return await self._moves.save(
                match,
                CommitDetails(
                    click=click,
                    audit_log_entries=self._audit_log_entries(match, by, "moved", channel=channel),
                ),
            )

    async def rematch(
        self, match_id: str, by: User, click: str | None = None, creator: TableCreator = ANYBODY
    ) -> Match:
        """Create a rematch: a lobby with the same options.

        The other players are invited to it. If another player has already created the rematch, the
        user joins that lobby instead. `creator` has the user's roles and permissions, which decide
        whether they may create a match.
        """
        async with self._locks(match_id):
            old = await self.get(match_id)
            if old.status != "ended":
                raise user_error("not_ended")
            if not any(seat.user == by.id for seat in old.seats):
                raise user_error("rematch")
            new = await self._repo.matches.get(old.rematch) if old.rematch else None
            if new is None or new.status == "closed":
                await self._guild_settings.settings_for_new_match(
                    old.places.guild, old.places.channel, creator
                )
                return await self._create_rematch(old, by, click)
        return new if new.seat_of(by.id) else await self.join(new.id, by, click)

    async def _create_rematch(self, old: Match, by: User, click: str | None) -> Match:
        """Create the lobby of a rematch and store its id in the old match."""
        now = self._clock.now()
        places = MessageRefs(guild=old.places.guild, channel=old.places.channel)
        new = Match(
            id="",
            game=old.game,
            name=old.name,
            lang=old.lang,
            organizer=by.id,
            options=dict(old.options),
            size=old.size,
            status="lobby",
            seats=[seating.new_seat(by, 0)],
            places=places,
            created_at=now,
            changed_at=now,
            rules=self._game(old.game).rules,
            version=1,
            preset=old.preset,
            pace=old.pace,
            animates=old.animates,
            invited=[
                seat.user for seat in old.seats if seat.user is not None and seat.user != by.id
            ],
        )
        for seat in old.seats:
            if seat.computer is not None and seat.user is None:
                self._seat_computer(new, seat.computer)
        new = await self._store_new_match(new, by, click)
        old.rematch = new.id
        await self._moves.save(old)
        return new

    def _game(self, game: str) -> Game[Any, Any]:
        found = self._games.get(game)
        if found is None:
            raise user_error("no_game")
        return found

    def _seat_computer(self, match: Match, kind: str) -> None:
        """Add an AI player of strength `kind`, with the first default name that is free."""
        say, n = self._words(match.lang).say, 1
        while (name := say(msg("host.computer", n=n))) in match.names:
            n += 1
        match.seats.append(
            SeatRow(seat=len(match.seats), user=None, name=name, computer=kind, lang=match.lang)
        )

    def _audit_log_entries(
        self, match: Match, by: User, what: str, about: int | None = None, **args: Any
    ) -> Sequence[AuditLogEntry]:
        return audit_log.entries_for_match(match, self._clock.now(), by, what, about, **args)

    async def _store_new_match(self, match: Match, by: User, click: str | None) -> Match:
        """Store a new match under a code that no other match has; return the stored match.

        If the interaction `click` has already created a match, return that match instead.
        """
        time_control.record_full_lobby(match, match.created_at, by.id)
        match.check_at = time_control.next_check_at(match)
        for length in range(CODE_LENGTH, CODE_MAX_LENGTH + 1):
            for _ in range(TRIES_PER_LENGTH):
                match.id = "".join(secrets.choice(CODE_ALPHABET) for _ in range(length))
                try:
                    await self._repo.matches.create(
                        match, click, self._audit_log_entries(match, by, "opened")
                    )
                except KeyError:
                    continue
                except DuplicateInteractionError:
                    return await self.get(
                        await self._repo.game_log.match_of_interaction(click or "") or ""
                    )
                self._moves.notify_committed(match)
                return match
        raise RuntimeError("no code is free")

    async def _lobby(self, match_id: str, by: User) -> Match:
        """Return the match if it has not started; else raise `UserError`.

        The error's message depends on whether `by` is a player.
        """
        match = await self.get(match_id)
        seating.require_lobby(match, by)
        return match

    async def _change(self, match_id: str, by: User, click: str | None, work: Work) -> Match:
        """Run `work` on a lobby while holding its lock, then store the lobby and audit entries."""
        async with self._locks(match_id):
            if click is not None and await self._repo.game_log.match_of_interaction(click):
                return await self.get(match_id)
            match = await self._lobby(match_id, by)
            audit_log_entries = work(match)
            match.closing_warned = False
            time_control.record_full_lobby(match, self._clock.now(), by.id)
            return await self._moves.save(
                match, CommitDetails(click=click, audit_log_entries=audit_log_entries)
            )

    async def _change_as_organiser(
        self, match_id: str, by: User, click: str | None, work: Work
    ) -> Match:
        """Run `_change` with `work`; raise `UserError` unless the user is the organizer."""

        def checked_work(match: Match) -> Sequence[AuditLogEntry]:
            seating.require_organiser(match, by)
            return work(match)

        return await self._change(match_id, by, click, checked_work)
