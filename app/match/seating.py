"""Checks and changes of a lobby: name, seats, options. Pure; raises `UserError`."""

from __future__ import annotations

from math import ceil
from typing import Any

from app.model import seat_notices, time_control
from app.model.match import Match, SeatRow, User, UserError
from app.people.users import clean_name
from games.core.engine.game import Game
from games.core.text.messages import literal, msg, seat_name

MAX_NAME_LENGTH = 40


def user_error(key: str, **args: Any) -> UserError:
    """Return a `UserError` with the message `host.trouble.<key>`."""
    return UserError(msg(f"host.trouble.{key}", **args))


def not_seated_error(table: Match, user: int) -> UserError:
    """Return the error for a user without a seat.

    For a former player, it says who has their seat now, and since when.
    """
    lost = seat_notices.lost(table, user)
    if lost is None:
        return user_error("not_seated")
    seat = table.seats[lost.seat]
    if seat.user is None or seat.resigned:
        return UserError(msg("host.trouble.lost_to_bot", at=int(lost.at)))
    takeovers = (
        notice.at
        for notice in table.notices
        if notice.what == msg("host.substitute", seat=seat_name(seat.seat))
    )
    taken_at = int(max(takeovers, default=lost.at))
    return UserError(msg("host.trouble.lost", seat=seat_name(seat.seat), at=taken_at), table)


def checked_name(name: str) -> str:
    """Return a match name without invisible characters and surplus spaces.

    Raises `UserError` if it is empty or longer than `MAX_NAME_LENGTH`.
    """
    cleaned = clean_name(name)
    if not 1 <= len(cleaned) <= MAX_NAME_LENGTH:
        raise user_error("name", n=MAX_NAME_LENGTH)
    return cleaned


def new_seat(person: User, seat: int) -> SeatRow:
    """Return a seat for a user."""
    return SeatRow(seat=seat, user=person.id, name=person.name, computer=None, lang=person.lang)


def require_not_kicked(table: Match, user: int) -> None:
    """Raise `UserError` if the organizer removed the user and has not invited them since."""
    if seat_notices.was_kicked(table, user):
        raise user_error("kicked", name=literal(_organiser_name(table)))


def require_free_seat(table: Match) -> None:
    """Raise `UserError` if no seat is free."""
    if time_control.is_full(table):
        raise user_error("full")


def require_lobby(table: Match) -> None:
    """Raise `UserError` if the match has started or is closed."""
    if table.status != "lobby":
        raise user_error("begun" if table.status == "running" else table.status)


def require_may_invite(table: Match, by: User, user: int) -> None:
    """Raise `UserError` unless `by` may invite the user.

    `by` must have a seat, the user must not have one, and a seat must be free.
    """
    if not table.seat_of(by.id):
        raise user_error("not_seated")
    if user == by.id:
        raise user_error("seated")
    if table.seat_of(user):
        raise user_error("sits_already")
    require_free_seat(table)


def require_organiser(table: Match, by: User) -> None:
    """Raise `UserError` unless `by` is the organizer."""
    if table.organizer != by.id:
        raise user_error("not_host", name=literal(_organiser_name(table)))


def require_may_start(table: Match, by: User, now: float) -> None:
    """Raise `UserError` unless `by` may start the match.

    The organizer may; any other player may once the lobby has been full for
    `FULL_LOBBY_START_AFTER_S`.
    """
    if table.organizer == by.id or table.seat_of(by.id) is None or not table.full_at:
        require_organiser(table, by)
        return
    left = table.full_at + time_control.FULL_LOBBY_START_AFTER_S - now
    if left > 0:
        name = _organiser_name(table)
        raise user_error("start_later", name=literal(name), n=ceil(left / time_control.HOUR))


def _organiser_name(table: Match) -> str:
    return next((seat.name for seat in table.seats if seat.user == table.organizer), "?")


def renumber(table: Match) -> None:
    """Number the seats by their order."""
    for number, seat in enumerate(table.seats):
        seat.seat = number


def remove_seat(table: Match, user: int) -> None:
    """Remove a user's seat.

    The lobby closes if no human player is left; if the organizer left, another player becomes
    organizer.
    """
    seat = table.seat_of(user)
    if seat is None:
        raise not_seated_error(table, user)
    table.seats.remove(seat)
    renumber(table)
    people = [other.user for other in table.seats if other.user is not None]
    if not people:
        table.status = "closed"
    elif table.organizer == user:
        table.organizer = people[0]


def resize(table: Match, rules: Game[Any, Any], size: int) -> None:
    """Set the number of seats, if the game allows it and enough seats remain."""
    if size not in rules.players:
        raise user_error("size", lo=min(rules.players), hi=max(rules.players))
    if size < len(table.seats):
        raise user_error("seats_taken", n=len(table.seats))
    table.size = size


def set_preset(table: Match, rules: Game[Any, Any], preset: str) -> None:
    """Set all options to a preset of the game."""
    if preset not in rules.presets:
        raise user_error("preset")
    table.options, table.preset = dict(rules.presets[preset]), preset


def applicable_options(rules: Game[Any, Any], options: dict[str, Any], n: int) -> dict[str, Any]:
    """Return the options without unknown ones and without lists that don't have `n` seats."""
    known = {setting.id for setting in rules.options}
    return {
        name: value
        for name, value in options.items()
        if name in known and (not isinstance(value, list) or len(value) == n)
    }
