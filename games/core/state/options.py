"""Options of a match, as a game declares them: possible values, default, condition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from games.core.text.languages import PLURAL_CATEGORIES
from games.core.text.messages import Msg, msg


def value_key(value: str) -> str:
    """Return the last part of the message key for a value of a `Choice`.

    Names of plural forms, such as `one` and `many`, get the prefix `as_`: a table of texts with
    these keys would be read as plural forms.
    """
    return f"as_{value}" if value in PLURAL_CATEGORIES else value


class Choice(Struct, frozen=True, tag=True):
    """Option with one of `values`; with `per_seat`, one value for each seat.

    The option applies only if the other options have the values in `when` and the number of seats
    is in `players` (empty: any number). `Toggle`, `Range` and `Order` have the same conditions.
    """

    id: str
    values: tuple[str, ...]
    default: str
    players: tuple[int, ...] = ()
    when: dict[str, Any] = field(default_factory=dict)
    per_seat: bool = False

    def fallback(self, n_seats: int) -> Any:
        """Return the default; with `per_seat`, a list with the default for each seat."""
        return [self.default] * n_seats if self.per_seat else self.default

    def fits(self, value: Any) -> bool:
        """Return whether `value` may be set; with `per_seat`, it must be a list of values."""
        if self.per_seat:
            return isinstance(value, list) and all(item in self.values for item in value)
        return value in self.values


class Toggle(Struct, frozen=True, tag=True):
    """A yes-or-no option."""

    id: str
    default: bool = False
    players: tuple[int, ...] = ()
    when: dict[str, Any] = field(default_factory=dict)

    def fallback(self, _n: int) -> Any:
        """Return the default."""
        return self.default

    def fits(self, value: Any) -> bool:
        """Return whether `value` may be set."""
        return isinstance(value, bool)


class Range(Struct, frozen=True, tag=True):
    """A whole number from `lo` to `hi`, both included."""

    id: str
    lo: int
    hi: int
    default: int
    players: tuple[int, ...] = ()
    when: dict[str, Any] = field(default_factory=dict)

    def fallback(self, _n: int) -> Any:
        """Return the default."""
        return self.default

    def fits(self, value: Any) -> bool:
        """Return whether `value` is an int in `lo..hi`; a bool is not."""
        return type(value) is int and self.lo <= value <= self.hi


class Order(Struct, frozen=True, tag=True):
    """Order of the seats, such as youngest first.

    By default the player who joined last is first, then the one before, and so on.
    """

    id: str
    players: tuple[int, ...] = ()
    when: dict[str, Any] = field(default_factory=dict)

    def fallback(self, n_seats: int) -> Any:
        """Return all seats, in reverse order of joining."""
        return list(range(n_seats - 1, -1, -1))

    def fits(self, value: Any) -> bool:
        """Return whether `value` lists the seats from 0 on, each once, in any order.

        The number of seats is not known here; `check` compares it.
        """
        return (
            isinstance(value, list)
            and all(type(seat) is int for seat in value)
            and sorted(value) == list(range(len(value)))
        )


Setting = Choice | Toggle | Range | Order


def applies(setting: Setting, options: Mapping[str, Any], n_seats: int) -> bool:
    """Return whether the option `setting` applies.

    This depends on the number of seats and on the values of other options.
    """
    if setting.players and n_seats not in setting.players:
        return False
    return all(options.get(other) == value for other, value in setting.when.items())


def check(settings: tuple[Setting, ...], options: Mapping[str, Any], n_seats: int) -> Msg | None:
    """Return why an option is unknown or its value not allowed; None if all are valid.

    A list must have one value per seat.
    """
    settings_by_id = {setting.id: setting for setting in settings}
    for name, value in options.items():
        if name not in settings_by_id:
            return msg("core.options.unknown", option=name)
        is_per_seat = isinstance(value, list)
        if not settings_by_id[name].fits(value) or (is_per_seat and len(value) != n_seats):
            return msg("core.options.value", option=name, value=str(value))
    return None


def complete(
    settings: tuple[Setting, ...], options: Mapping[str, Any], n_seats: int
) -> dict[str, Any]:
    """Return all options: the chosen ones that apply, and defaults for all others.

    A condition (`when`) may only name options that are declared earlier.
    """
    all_options = {setting.id: setting.fallback(n_seats) for setting in settings} | dict(options)
    for setting in settings:
        if not applies(setting, all_options, n_seats):
            all_options[setting.id] = setting.fallback(n_seats)
    return all_options
