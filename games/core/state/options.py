"""A table's options as data: what may be set before the start, with defaults and conditions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from games.core.text.messages import Msg, msg


class Choice(Struct, frozen=True, tag=True):
    """One of `values`. `when` names other options' values, `players` the numbers of seats, that make it apply."""

    id: str
    values: tuple[str, ...]
    default: str
    players: tuple[int, ...] = ()
    when: dict[str, Any] = field(default_factory=dict)
    per_seat: bool = False

    def fallback(self, n: int) -> Any:
        """The value when nobody chose: with `per_seat` a list, the default once for each of `n` seats."""
        return [self.default] * n if self.per_seat else self.default

    def fits(self, value: Any) -> bool:
        """True when `value` may be set: with `per_seat` a list of them, one for each seat."""
        if self.per_seat:
            return isinstance(value, list) and all(one in self.values for one in value)
        return value in self.values


class Toggle(Struct, frozen=True, tag=True):
    """Yes or no."""

    id: str
    default: bool = False
    players: tuple[int, ...] = ()
    when: dict[str, Any] = field(default_factory=dict)

    def fallback(self, _n: int) -> Any:
        """The value when nobody chose."""
        return self.default

    def fits(self, value: Any) -> bool:
        """True when `value` may be set."""
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
        """The value when nobody chose."""
        return self.default

    def fits(self, value: Any) -> bool:
        """True for an int of `lo..hi`; a bool is none."""
        return type(value) is int and self.lo <= value <= self.hi


class Order(Struct, frozen=True, tag=True):
    """An order of the seats (age: youngest first). Unset, it is the reverse of the joining order."""

    id: str
    players: tuple[int, ...] = ()
    when: dict[str, Any] = field(default_factory=dict)

    def fallback(self, n: int) -> Any:
        """All of `n` seats, the last to join first."""
        return list(range(n - 1, -1, -1))

    def fits(self, value: Any) -> bool:
        """True for a list of the seats from 0 on, each once; how many there must be is for `check` to say."""
        return (
            isinstance(value, list)
            and all(type(one) is int for one in value)
            and sorted(value) == list(range(len(value)))
        )


Setting = Choice | Toggle | Range | Order


def applies(setting: Setting, options: Mapping[str, Any], n: int) -> bool:
    """True when the option means something for these seats and other options."""
    if setting.players and n not in setting.players:
        return False
    return all(options.get(other) == value for other, value in setting.when.items())


def check(settings: tuple[Setting, ...], options: Mapping[str, Any], n: int) -> Msg | None:
    """Why these options can't be played by `n` seats; None when they can."""
    known = {setting.id: setting for setting in settings}
    for name, value in options.items():
        if name not in known:
            return msg("core.options.unknown", option=name)
        by_seat = isinstance(value, list)  # only orders and options per seat are lists
        if not known[name].fits(value) or (by_seat and len(value) != n):
            return msg("core.options.value", option=name, value=str(value))
    return None


def complete(settings: tuple[Setting, ...], options: Mapping[str, Any], n: int) -> dict[str, Any]:
    """All options: the chosen ones where they apply, defaults elsewhere. A condition names options declared before."""
    full = {setting.id: setting.fallback(n) for setting in settings} | dict(options)
    for setting in settings:
        if not applies(setting, full, n):
            full[setting.id] = setting.fallback(n)
    return full
