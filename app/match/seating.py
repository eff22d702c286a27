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


def not_seated_error(match: Match, user: int) -> UserError:
    """Return the error for a user without a seat in the match.

    If the user had a seat, the message says who has it now, and since when.
    """
    lost = seat_notices.lost(match, user)
    if lost is None:
        return user_error("not_seated")
    seat = match.seats[lost.seat]
    if seat.user is None or seat.resigned:
        return UserError(msg("host.trouble.lost_to_bot", at=int(lost.at)))
    takeovers = (
        notice.at
        for notice in match.notices
        if notice.what == msg("host.substitute", seat=seat_name(seat.seat))
    )
    taken_at = int(max(takeovers, default=lost.at))
    return UserError(msg("host.trouble.lost", seat=seat_name(seat.seat), at=taken_at), match)


def checked_name(name: str) -> str:
    """Return a match name without invisible characters and surplus spaces.

    Raises `UserError` if it is empty or longer than `MAX_NAME_LENGTH`.
    """
    cleaned = clean_name(name)
    if not 1 <= len(cleaned) <= MAX_NAME_LENGTH:
        raise user_error("name", n=MAX_NAME_LENGTH)
    return cleaned


def new_seat(person: User, seat: int) -> SeatRow:
    """Return a new seat row with the number `seat` for the user `person`."""
    return SeatRow(seat=seat, user=person.id, name=person.name, computer=None, lang=person.lang)


def already_seated_error(match: Match, by: User, rules: Game[Any, Any], now: float) -> UserError:
    """Return the error for a player who wants to join their own lobby again.

    It says what starts the game. `rules` is the match's game.
    """
    try:
        require_may_start(match, by, now)
    except UserError:
        return user_error("seated_wait", name=literal(_organiser_name(match)))
    if len(match.seats) in rules.players:
        return user_error("seated_start")
    return user_error("seated_few")


def require_not_kicked(match: Match, user: int) -> None:
    """Raise `UserError` if the organizer removed the user and has not invited them since."""
    if seat_notices.was_kicked(match, user):
        raise user_error("kicked", name=literal(_organiser_name(match)))


def require_free_seat(match: Match) -> None:
    """Raise `UserError` if no seat is free."""
    if time_control.is_full(match):
        raise user_error("full")


def require_lobby(match: Match, by: User) -> None:
    """Raise `UserError` if the match has started or is closed.

    If the match is running, the message tells a player to play, and any other user to watch.
    """
    if match.status == "running":
        raise user_error("playing") if match.seat_of(by.id) else user_error("begun")
    if match.status != "lobby":
        raise user_error(match.status)


def require_may_invite(match: Match, by: User, user: int) -> None:
    """Raise `UserError` unless `by` may invite the user.

    `by` must have a seat, the user must not have one, and a seat must be free.
    """
    if not match.seat_of(by.id):
        raise user_error("not_seated")
    if user == by.id:
        raise user_error("seated")
    if match.seat_of(user):
        raise user_error("sits_already")
    require_free_seat(match)


def require_organiser(match: Match, by: User) -> None:
    """Raise `UserError` unless `by` is the organizer."""
    if match.organizer != by.id:
        raise user_error("not_host", name=literal(_organiser_name(match)))


def require_may_start(match: Match, by: User, now: float) -> None:
    """Raise `UserError` unless `by` may start the match.

    The organizer may; any other player may once the lobby has been full for
    `FULL_LOBBY_START_AFTER_S`.
    """
    if match.organizer == by.id or match.seat_of(by.id) is None or not match.full_at:
        require_organiser(match, by)
        return
    left = match.full_at + time_control.FULL_LOBBY_START_AFTER_S - now
    if left > 0:
        name = _organiser_name(match)
        raise user_error("start_later", name=literal(name), n=ceil(left / time_control.HOUR))


def _organiser_name(match: Match) -> str:
    return next((seat.name for seat in match.seats if seat.user == match.organizer), "?")


def renumber(match: Match) -> None:
    """Set each seat's number to its index in the list."""
    for number, seat in enumerate(match.seats):
        seat.seat = number


def remove_seat(match: Match, user: int) -> None:
    """Remove a user's seat.

    The lobby closes if no human player is left; if the organizer left, another player becomes
    organizer.
    """
    seat = match.seat_of(user)
    if seat is None:
        raise not_seated_error(match, user)
    match.seats.remove(seat)
    renumber(match)
    people = [other.user for other in match.seats if other.user is not None]
    if not people:
        match.status = "closed"
    elif match.organizer == user:
        match.organizer = people[0]


def resize(match: Match, rules: Game[Any, Any], size: int) -> None:
    """Set the number of seats of a lobby.

    `rules` is the match's game. Raises `UserError` if the game does not allow `size` players, or if
    more seats are taken already.
    """
    if size not in rules.players:
        raise user_error("size", lo=min(rules.players), hi=max(rules.players))
    if size < len(match.seats):
        raise user_error("seats_taken", n=len(match.seats))
    match.size = size


def set_preset(match: Match, rules: Game[Any, Any], preset: str) -> None:
    """Set all options to a preset of the game `rules`.

    Raises `UserError` for an unknown preset.
    """
    if preset not in rules.presets:
        raise user_error("preset")
    match.options, match.preset = dict(rules.presets[preset]), preset


def applicable_options(rules: Game[Any, Any], options: dict[str, Any], n: int) -> dict[str, Any]:
    """Return the options that are valid for `n` seats.

    Unknown options are left out, and so are lists with one value per seat that do not have `n`
    values.
    """
    known = {setting.id for setting in rules.options}
    return {
        name: value
        for name, value in options.items()
        if name in known and (not isinstance(value, list) or len(value) == n)
    }
