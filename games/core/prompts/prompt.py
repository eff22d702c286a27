"""Closed union of the prompts that a frame may ask, and of its answers to a complete path."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from typing import Literal

from msgspec import Struct

from games.core.text.messages import Key, Msg, msg

Tone = Literal["plain", "main", "finish", "danger", "free"]
Layout = Literal["buttons", "menu", "grid", "cards", "counter"]
_KEY = re.compile(r"[a-z0-9_-]{1,40}\Z")
_NO_PROMPT = Msg("core.prompt.choose")


class Option(Struct, frozen=True, gc=False):
    """One thing to choose; all but `key` and `label` are display hints.

    - `tone`: `finish` marks the verb that ends the turn, which panels keep apart; `free` marks one
      that may be used at any time, which panels keep behind *More* at every depth.
    - `group`: a level of its own on screen.
    - `spot`: board place that pictures can letter; `art`: card or piece id; `rule`: anchor of the
      rules reference.
    - `mark`: text that the picture has at the spot (a row's number) in place of the next letter; the
      label contains it too.
    - `name`: text before `detail` on a line of its own, if the label says more than that.
    """

    key: str
    label: Msg
    detail: Msg | None = None
    tone: Tone = "plain"
    group: Msg | None = None
    spot: str | None = None
    art: str | None = None
    rule: str | None = None
    mark: str | None = None
    name: Msg | None = None


class DisabledOption(Struct, frozen=True, gc=False):
    """Option that a player would expect but may not choose now, and why.

    `group` and `tone` as in `Option`.
    """

    key: str
    label: Msg
    why: Msg
    rule: str | None = None
    spot: str | None = None
    art: str | None = None
    group: Msg | None = None
    tone: Tone = "plain"


class Slot(Struct, frozen=True, gc=False):
    """One row of a `DistributePrompt`: at most `most` units, each of weight `weight`."""

    key: str
    label: Msg
    most: int
    weight: int = 1
    art: str | None = None


class SelectPrompt(Struct, frozen=True):
    """Choice of `min..max` options: a key if both are 1, else a list of keys in prompt order.

    - `also`: keys that are legal without being listed (places beyond the proposals, which users reach
      by row and column). Proposals can change without making a stored path illegal.
    - `shown`: ask even if a single option is left, because it is worth seeing (a card of the hand, an
      offer, a price).
    - `back`: label of the button back to the previous question ("Another army"), if the usual label is
      not clear; `more`: label of the next page of a long menu ("More spaces…").
    """

    options: tuple[Option, ...]
    prompt: Msg = _NO_PROMPT
    blocked: tuple[DisabledOption, ...] = ()
    min: int = 1
    max: int = 1
    default: str | tuple[str, ...] | None = None
    layout: Layout = "buttons"
    also: Container[str] = ()
    back: Msg | None = None
    shown: bool = False
    more: Msg | None = None

    def auto(self) -> Key:
        """Return a valid answer: the default, else the first options."""
        if self.max == 1 == self.min:
            return self.default if isinstance(self.default, str) else self.options[0].key
        if isinstance(self.default, tuple):
            return list(self.default)
        return [option.key for option in self.options[: self.min]]

    def only(self) -> Key | None:
        """Return the only possible answer, None if there is a choice.

        `also` and `shown` are ignored.
        """
        if self.max == 1 == self.min:
            return self.options[0].key if len(self.options) == 1 else None
        return [option.key for option in self.options] if len(self.options) == self.min else None


class AmountPrompt(Struct, frozen=True):
    """A whole number from `lo` to `hi`, both included; `default` is `lo` unless given.

    `unit` names what is counted.
    """

    lo: int
    hi: int
    prompt: Msg = _NO_PROMPT
    default: int | None = None
    unit: Msg | None = None

    def auto(self) -> Key:
        """Return a valid answer: the default, else the minimum."""
        return self.lo if self.default is None else self.default

    def only(self) -> Key | None:
        """Return the only possible answer, None if there is a choice."""
        return self.lo if self.lo == self.hi else None


class DistributePrompt(Struct, frozen=True):
    """Distribution of units over slots; the weighted sum is in `lo..hi`.

    With `full` no further unit may fit (damage by hit points). With `change` the default is
    what nearly all users want (a payment without gold): it is taken without asking and shown
    with the finished move; `change` labels the button that opens the counters before the move
    is confirmed.
    """

    slots: tuple[Slot, ...]
    lo: int
    hi: int
    prompt: Msg = _NO_PROMPT
    full: bool = False
    default: dict[str, int] | None = None
    unit: Msg | None = None
    change: Msg | None = None

    def auto(self) -> Key:
        """Return a valid answer: the default, else the first sum that the slots can make.

        Sums are tried from `lo` up, with `full` from `hi` down.
        """
        if self.default is not None:
            return dict(self.default)
        heavy = sorted((slot for slot in self.slots if slot.weight), key=lambda slot: -slot.weight)
        given = {slot.key: slot.most for slot in self.slots if self.full and not slot.weight}
        for goal in range(self.hi, self.lo - 1, -1) if self.full else range(self.lo, self.hi + 1):
            split = _split(heavy, 0, goal, set())
            if split is not None:
                given.update(split)
                break
        return {slot.key: given[slot.key] for slot in self.slots if given.get(slot.key)}

    def only(self) -> Key | None:
        """Return the only possible answer in simple cases: nothing, everything, or a single slot."""
        if all(slot.weight for slot in self.slots):
            if self.hi == 0:
                return {}
            if self.lo == sum(slot.most * slot.weight for slot in self.slots):
                return {slot.key: slot.most for slot in self.slots if slot.most}
            if len(self.slots) == 1 and self.lo == self.hi and self.lo % self.slots[0].weight == 0:
                return {self.slots[0].key: self.lo // self.slots[0].weight}
        return None


class MoveReady(Struct, frozen=True):
    """Answer for a complete path.

    - `summary`: what the move does; `effects`: its consequences.
    - `instant`: needs no confirmation.
    - `then`: where the same seat most likely goes on (prefix for its next question, dropped if it is
      not legal there).
    """

    summary: Msg
    instant: bool = False
    then: tuple[Key, ...] = ()
    effects: tuple[Msg, ...] = ()
    label: Msg | None = None
    ghost: tuple[str, ...] = ()


class IllegalPath(Struct, frozen=True):
    """Answer for an illegal path: the reason; `rule` is an anchor of the rules reference."""

    why: Msg
    rule: str | None = None


Prompt = SelectPrompt | AmountPrompt | DistributePrompt
Answer = Prompt | MoveReady | IllegalPath


def _split(
    slots: list[Slot], at: int, goal: int, dead: set[tuple[int, int]]
) -> dict[str, int] | None:
    """Return units on `slots[at:]` that weigh exactly `goal`, most on the first slots.

    None if it is not possible. `dead` collects failed pairs of slot and goal.
    """
    if goal == 0:
        return {}
    if at == len(slots) or (at, goal) in dead:
        return None
    slot = slots[at]
    for n in range(min(slot.most, goal // slot.weight), -1, -1):
        rest = _split(slots, at + 1, goal - n * slot.weight, dead)
        if rest is not None:
            return {slot.key: n, **rest}
    dead.add((at, goal))
    return None


def verbs(
    *options: Option,
    prompt: Msg = _NO_PROMPT,
    default: str | None = None,
    blocked: Iterable[DisabledOption] = (),
) -> SelectPrompt:
    """Return the root prompt of a tree: a choice of one verb; the default is the first."""
    return SelectPrompt(options, prompt, tuple(blocked), default=default)


# keys that pass, end or decline
ENDINGS = frozenset(("pass", "end", "done", "stop", "ready", "decline", "refuse", "reject", "none"))


def endings(form: Answer | None) -> tuple[Option, ...]:
    """Return the options that pass, end or decline, by key; else those that end the turn."""
    if not isinstance(form, SelectPrompt) or (form.min, form.max) != (1, 1):
        return ()
    named = tuple(option for option in form.options if option.key in ENDINGS)
    return named or tuple(option for option in form.options if option.tone == "finish")


def refuse(form: Prompt, key: Key) -> IllegalPath | None:
    """Return why `key` does not answer `form`; None if it does. Never raises."""
    match form:
        case SelectPrompt():
            return _refuse_pick(form, key)
        case AmountPrompt(lo=lo, hi=hi):
            if type(key) is not int:
                return IllegalPath(msg("core.refused.number"))
            if lo <= key <= hi:
                return None
            if lo == hi:
                return IllegalPath(msg("core.refused.beyond", n=key, hi=hi))
            return IllegalPath(msg("core.refused.range", n=key, lo=lo, hi=hi))
        case DistributePrompt():
            return _refuse_allot(form, key)


def _refuse_pick(form: SelectPrompt, key: Key) -> IllegalPath | None:
    if form.min == 1 == form.max:
        if not isinstance(key, str):
            return IllegalPath(msg("core.refused.option"))
        for option in form.options:
            if option.key == key:
                return None
        for blocked in form.blocked:
            if blocked.key == key:
                return IllegalPath(blocked.why, blocked.rule)
        return None if key in form.also else IllegalPath(msg("core.refused.option"))
    if not isinstance(key, list) or not form.min <= len(key) <= form.max:
        return IllegalPath(how_many(form))
    place = {option.key: at for at, option in enumerate(form.options)}
    order = [place.get(one, -1) if isinstance(one, str) else -1 for one in key]
    if -1 in order or order != sorted(set(order)):
        return IllegalPath(msg("core.refused.option"))
    return None


def how_many(form: SelectPrompt) -> Msg:
    """Return how many options to choose, at most as many as there are."""
    hi = min(form.max, len(form.options))
    if form.min == hi:
        return msg("core.refused.exactly", n=hi)
    return (
        msg("core.refused.count", lo=form.min, hi=hi)
        if form.min
        else msg("core.refused.at_most", n=hi)
    )


def _refuse_allot(form: DistributePrompt, key: Key) -> IllegalPath | None:
    if not isinstance(key, dict):
        return IllegalPath(msg("core.refused.allot"))
    most = {slot.key: slot for slot in form.slots}
    total = 0
    for name, n in key.items():
        if name not in most or type(n) is not int or not 1 <= n <= most[name].most:
            return IllegalPath(msg("core.refused.allot"))
        total += n * most[name].weight
    if not form.lo <= total <= form.hi:
        hi = min(form.hi, sum(slot.most * slot.weight for slot in form.slots))
        if form.lo == hi:
            return IllegalPath(msg("core.refused.sum_exact", n=total, hi=hi))
        free = msg("core.refused.sum_free", n=total, hi=hi)
        return IllegalPath(msg("core.refused.sum", n=total, lo=form.lo, hi=hi) if form.lo else free)
    if form.full and any(
        key.get(s.key, 0) < s.most and s.weight <= form.hi - total for s in form.slots
    ):
        return IllegalPath(msg("core.refused.full"))
    return None


def good_key(key: object) -> bool:
    """Return whether `key` has one of the four shapes of a path's keys."""
    match key:
        case bool():
            return False
        case int():
            return True
        case str():
            return bool(_KEY.match(key))
        case list():
            return all(isinstance(one, str) and _KEY.match(one) for one in key)
        case dict():
            return all(
                isinstance(k, str) and _KEY.match(k) and type(n) is int and n != 0
                for k, n in key.items()
            )
        case _:
            return False
