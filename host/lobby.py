"""Before the game: tables are opened, joined, set up and started. After it: a rematch."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, cast

from games.core import history, walk
from games.core import options as settings
from games.core.messages import literal, msg
from games.core.rng import commitment
from games.core.rules import Game
from games.core.text import LANGUAGES, Catalogue
from host import pace
from host.locks import Locks
from host.mind import USUAL
from host.model import Entry, Lang, Match, Person, Places, SeatRow, Trouble
from host.moves import Moves, mark_seats
from host.people import tidy
from host.ports import Already, Change, Clock, Games, Repo
from minds import think

CODE = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # nothing that looks like something else
TRIES = 6                                  # for a code of each length
NAME_AT_MOST = 40


def strengths(game: str) -> tuple[str, ...]:
    """How strong a game's computer players can be."""
    return think.offered(game)


def trouble(key: str, **args: Any) -> Trouble:
    """A `Trouble` that says `host.trouble.<key>` of the catalogues."""
    return Trouble(msg(f"host.trouble.{key}", **args))


class Lobby:
    """What people do at a table that has not begun. Every method raises `Trouble` for what can't be done.

    A `click` that has counted already changes nothing and gives the match as it is.
    """

    def __init__(
        self, repo: Repo, clock: Clock, locks: Locks, games: Games, moves: Moves, words: Callable[[str], Catalogue],
    ) -> None:
        self._repo, self._clock, self._locks, self._games, self._moves, self._words = repo, clock, locks, games, moves, words

    async def get(self, match: str) -> Match:
        """The match with this id; `Trouble` when there is none."""
        found = await self._repo.match(match)
        if found is None:
            raise trouble("no_table")
        return found

    async def here(
        self, *, channel: int, by: Person | None = None, statuses: tuple[str, ...] = ("lobby", "running")
    ) -> list[Match]:
        """The tables of a channel or thread (with `by`: those at which they sit), oldest change first."""
        return await self._repo.matches(channel=channel, user=None if by is None else by.id, statuses=statuses)

    async def create(
        self, by: Person, game: str, *, guild: int, channel: int, name: str | None = None, size: int | None = None,
        lang: str | None = None, click: str | None = None,
    ) -> Match:
        """Open a table; `by` organises it and takes the first seat. Without a `name` it is called after its organiser when it is
        spoken of."""
        rules = self._game(game)
        if lang is not None and lang not in LANGUAGES:
            raise trouble("language", languages=", ".join(LANGUAGES))
        spoken = cast("Lang", lang or by.lang)
        now = self._clock.now()
        match = Match(
            "", game, _name(name) if name else "", spoken, by.id, {}, max(rules.players), "lobby", [_sit(by, 0)],
            Places(guild=guild, channel=channel), now, now, rules=rules.rules, version=1,
            pace=pace.PACES[pace.USUAL if guild else "none"],
        )
        if size is not None:
            _resize(match, rules, size)
        return await self._open(match, click)

    async def join(self, match: str, by: Person, click: str | None = None) -> Match:
        """Take the next free seat; refused to who has one, and when as many sit there as the table has seats."""

        def work(table: Match) -> None:
            if table.seat_of(by.id):
                raise trouble("seated")
            _full(table)
            table.seats.append(_sit(by, len(table.seats)))

        return await self._change(match, click, work)

    async def leave(self, match: str, by: Person, click: str | None = None) -> Match:
        """Give the seat back; the table closes when nobody is left, and somebody else organises when the organiser goes."""
        return await self._change(match, click, lambda table: _remove(table, by.id))

    async def kick(self, match: str, by: Person, user: int, click: str | None = None) -> Match:
        """The organiser takes somebody's seat away."""

        def work(table: Match) -> None:
            if user == by.id:
                raise trouble("kick_self")
            if not table.seat_of(user):
                raise trouble("not_at_table")
            _remove(table, user)

        return await self._arrange(match, by, click, work)

    async def invite(self, match: str, by: Person, user: int, click: str | None = None) -> Match:
        """Note that somebody was invited (the edge tells them)."""

        def work(table: Match) -> None:
            if not table.seat_of(by.id):
                raise trouble("not_seated")
            if table.seat_of(user):
                raise trouble("sits_already")
            _full(table)
            if user not in table.invited:
                table.invited.append(user)

        return await self._change(match, click, work)

    async def add_computer(self, match: str, by: Person, click: str | None = None, kind: str = USUAL) -> Match:
        """Seat a computer player; `kind` is one of those that the game has (`minds.think.offered`)."""

        def work(table: Match) -> None:
            if kind not in think.STRENGTHS:
                raise trouble("computer_kind")
            if kind not in think.offered(table.game):
                raise trouble("no_fierce")
            _full(table)
            self._seat_computer(table, kind)

        return await self._arrange(match, by, click, work)

    async def remove_computer(self, match: str, by: Person, click: str | None = None) -> Match:
        """Take away the computer player that sits last; for the organiser alone."""

        def work(table: Match) -> None:
            last = next((seat for seat in reversed(table.seats) if seat.automatic), None)
            if last is None:
                raise trouble("no_computer")
            table.seats.remove(last)
            _number(table)

        return await self._arrange(match, by, click, work)

    async def set_option(self, match: str, by: Person, option: str, value: Any, click: str | None = None) -> Match:
        """Set an option of the game, by its id, to a value that fits it; no preset is named then. For the organiser alone."""

        def work(table: Match) -> None:
            rules = self._game(table.game)
            wished = {**table.options, option: value}
            if wrong := settings.check(rules.options, {option: value}, table.size):
                raise Trouble(wrong)
            table.options, table.preset = wished, ""

        return await self._arrange(match, by, click, work)

    async def set_preset(self, match: str, by: Person, preset: str, click: str | None = None) -> Match:
        """Set all options to a preset of the game."""
        return await self._arrange(match, by, click, lambda table: _set_preset(table, self._game(table.game), preset))

    async def set_pace(self, match: str, by: Person, name: str, click: str | None = None) -> Match:
        """Set how much time there is (`pace.PACES`), or turn around whether weekends count (`weekends`) and who answers for those
        who are late (`absent`)."""

        def work(table: Match) -> None:
            table.pace = pace.chosen(table.pace, name)

        return await self._arrange(match, by, click, work)

    async def set_moving(self, match: str, by: Person, click: str | None = None) -> Match:
        """Let the board show the last turn in motion, or no longer."""

        def work(table: Match) -> None:
            table.moving = not table.moving

        return await self._arrange(match, by, click, work)

    async def set_size(self, match: str, by: Person, size: int, click: str | None = None) -> Match:
        """Set the number of seats: one that the game can be played by, and not below those taken. For the organiser alone."""
        return await self._arrange(match, by, click, lambda table: _resize(table, self._game(table.game), size))

    async def start(self, match: str, by: Person, click: str | None = None, seed: str = "") -> Match:
        """Begin with those seated, if the game can be played by so many. The seed is dealt here (but for a lesson's) and its
        commitment is public."""
        async with self._locks(match):
            if click is not None and await self._repo.clicked(click):
                return await self.get(match)
            table = await self._lobby(match)
            _organiser(table, by)
            rules, n = self._game(table.game), len(table.seats)
            if n not in rules.players:
                raise trouble("few", n=min(rules.players) - n)
            options = _fitting(rules, table.options, n)
            if wrong := settings.check(rules.options, options, n):
                raise Trouble(wrong)
            if wrong := rules.check_options(settings.complete(rules.options, options, n), n):
                raise Trouble(wrong)
            table.seed, table.salt = seed or secrets.token_hex(16), secrets.token_hex(16)
            table.commitment = commitment(table.seed, table.salt)
            table.options, table.size, table.rules, table.status = options, n, rules.rules, "running"
            step, now = walk.begin(rules, options, n, table.seed), self._clock.now()
            mark_seats(table, step.pos, None, now)
            opening = Entry(history.make(0, None, "table", ["@start"], step), now)
            change = Change(pos=step.pos, entries=[opening], keep=True, final=True, click=click)
            return await self._moves.change(table, change)

    async def close(self, match: str, by: Person, click: str | None = None) -> Match:
        """Close a table that has not begun; for the organiser alone."""

        def work(table: Match) -> None:
            table.status = "closed"

        return await self._arrange(match, by, click, work)

    async def lost(self, match: str, channel: int) -> Match | None:
        """The channel or thread is no more: a table of the thread lives in its channel, one of the channel nowhere for now. None
        where it does not live there any more."""
        async with self._locks(match):
            table = await self.get(match)
            places = table.places
            if channel not in (places.channel, places.thread):
                return None
            table.places = Places(places.guild, 0 if channel == places.channel else places.channel)
            await self._repo.settle(match, places.guild, table.places.channel)
            return await self._moves.change(table)

    async def move(self, match: str, by: Person, guild: int, channel: int, click: str | None = None) -> Match:
        """The table lives in another channel from now on, and is shown there: its organiser may say so, and whoever sits at one
        that has lost its channel."""
        async with self._locks(match):
            table = await self.get(match)
            if click is not None and await self._repo.clicked(click):
                return table
            if table.status in ("ended", "closed"):
                raise trouble(table.status)
            if not table.seat_of(by.id):
                raise trouble("not_seated")
            if table.places.channel:
                _organiser(table, by)
            if table.places.home == channel:
                raise trouble("at_home")
            table.places = Places(guild, channel)
            await self._repo.settle(match, guild, channel)
            return await self._moves.change(table, Change(click=click))

    async def rematch(self, match: str, by: Person, click: str | None = None) -> Match:
        """A lobby with the same people invited and the same options; who played and taps sits down, others find it themselves."""
        async with self._locks(match):
            old = await self.get(match)
            if old.status != "ended":
                raise trouble("not_ended")
            if not any(seat.user == by.id for seat in old.seats):
                raise trouble("rematch")
            new = await self._repo.match(old.rematch) if old.rematch else None
            if new is None or new.status == "closed":
                return await self._again(old, by, click)
        return new if new.seat_of(by.id) else await self.join(new.id, by, click)

    async def _again(self, old: Match, by: Person, click: str | None) -> Match:
        """The new table of a rematch, noted at the old one."""
        now = self._clock.now()
        places = Places(guild=old.places.guild, channel=old.places.channel)
        new = Match(
            "", old.game, old.name, old.lang, by.id, dict(old.options), old.size, "lobby", [_sit(by, 0)], places, now, now,
            rules=self._game(old.game).rules, version=1, preset=old.preset, pace=old.pace, moving=old.moving,
            invited=[seat.user for seat in old.seats if seat.user is not None and seat.user != by.id],
        )
        for seat in old.seats:
            if seat.computer is not None and seat.user is None:
                self._seat_computer(new, seat.computer)
        new = await self._open(new, click)
        old.rematch = new.id
        await self._moves.change(old)
        return new

    def _game(self, game: str) -> Game[Any, Any]:
        found = self._games.get(game)
        if found is None:
            raise trouble("no_game")
        return found

    def _seat_computer(self, table: Match, kind: str) -> None:
        """The next seat for a computer player, with the first name of its kind that is free."""
        say, n = self._words(table.lang).say, 1
        while (name := say(msg("host.computer", n=n))) in table.names:
            n += 1
        table.seats.append(SeatRow(len(table.seats), None, name, kind, table.lang))

    async def _open(self, match: Match, click: str | None) -> Match:
        """Store a new table under the shortest code that is free."""
        match.wake = pace.wake(match)
        for length in range(3, 12):
            for _ in range(TRIES):
                match.id = "".join(secrets.choice(CODE) for _ in range(length))
                try:
                    await self._repo.create_match(match, click)
                except KeyError:
                    continue
                except Already:
                    return await self.get(await self._repo.clicked(click or "") or "")
                self._moves.tell(match)
                return match
        raise RuntimeError("no code is free")

    async def _lobby(self, match: str) -> Match:
        """A table that has not begun."""
        table = await self.get(match)
        if table.status != "lobby":
            raise trouble("begun" if table.status == "running" else table.status)
        return table

    async def _change(self, match: str, click: str | None, work: Callable[[Match], None]) -> Match:
        """`work` on a lobby, in the lock and in one transaction."""
        async with self._locks(match):
            if click is not None and await self._repo.clicked(click):
                return await self.get(match)
            table = await self._lobby(match)
            work(table)
            table.warned = False
            return await self._moves.change(table, Change(click=click))

    async def _arrange(self, match: str, by: Person, click: str | None, work: Callable[[Match], None]) -> Match:
        """The same, by the organiser alone."""

        def allowed(table: Match) -> None:
            _organiser(table, by)
            work(table)

        return await self._change(match, click, allowed)


def _name(name: str) -> str:
    """A table's name, tidied."""
    called = tidy(name)
    if not 1 <= len(called) <= NAME_AT_MOST:
        raise trouble("name", n=NAME_AT_MOST)
    return called


def _sit(person: Person, seat: int) -> SeatRow:
    return SeatRow(seat, person.id, person.name, None, person.lang)


def _full(table: Match) -> None:
    if len(table.seats) >= table.size:
        raise trouble("full")


def _organiser(table: Match, by: Person) -> None:
    if table.host != by.id:
        name = next((seat.name for seat in table.seats if seat.user == table.host), "?")
        raise trouble("not_host", name=literal(name))


def _number(table: Match) -> None:
    for at, seat in enumerate(table.seats):
        seat.seat = at


def _remove(table: Match, user: int) -> None:
    """Take a person's seat away; the table closes when no person is left."""
    seat = table.seat_of(user)
    if seat is None:
        raise trouble("not_seated")
    table.seats.remove(seat)
    _number(table)
    people = [one.user for one in table.seats if one.user is not None]
    if not people:
        table.status = "closed"
    elif table.host == user:
        table.host = people[0]


def _resize(table: Match, rules: Game[Any, Any], size: int) -> None:
    if size not in rules.players:
        raise trouble("size", lo=min(rules.players), hi=max(rules.players))
    if size < len(table.seats):
        raise trouble("seats_taken", n=len(table.seats))
    table.size = size


def _set_preset(table: Match, rules: Game[Any, Any], preset: str) -> None:
    if preset not in rules.presets:
        raise trouble("preset")
    table.options, table.preset = dict(rules.presets[preset]), preset


def _fitting(rules: Game[Any, Any], options: dict[str, Any], n: int) -> dict[str, Any]:
    """Options without those that were set seat by seat for another number of seats, and those that the game has no more."""
    known = {setting.id for setting in rules.options}
    return {name: value for name, value in options.items() if name in known and (not isinstance(value, list) or len(value) == n)}
