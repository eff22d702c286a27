"""Prompts that a frame may ask, and the other results that a frame may return for a path.

A path is the sequence of a player's answers so far. For a path, a frame returns a `PromptResult`:
the next prompt (`SelectPrompt`, `AmountPrompt` or `DistributePrompt`), `MoveReady` if nothing is
left to ask, or `IllegalPath`. `why_illegal` checks an answer to a prompt.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from games.core.text.messages import Key, Msg, msg

Tone = Literal["plain", "main", "finish", "danger", "free"]
Layout = Literal["buttons", "menu", "menus", "grid", "cards", "counter"]
_KEY = re.compile(r"[a-z0-9_-]{1,40}\Z")
_NO_PROMPT = Msg("core.prompt.choose")


class Option(Struct, frozen=True, gc=False):
    """One thing to choose. Only `key` matters for the rules.

    The other fields say how the option is shown:

    - `tone`: `finish` marks the option that ends the turn, which panels show separately; `free`
      marks one that may be used at any time, which panels show behind *More* at every prompt of a
      move
    - `group`: options of one group are shown behind one button
    - `spot`: place on the board that pictures can mark with a letter
    - `art`: card or piece id
    - `rule`: anchor of a chapter in the rules
    - `mark`: text at the spot in the picture (a row's number) instead of the next letter; the label
      contains it too
    - `name`: short label for the line with `detail`, if `label` is longer
    - `short`: label of the button if a picture above it shows everything else at `spot`
    - `shortcut`: the option stands for a longer path; lessons teach that path instead
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
    short: Msg | None = None
    shortcut: bool = False


class DisabledOption(Struct, frozen=True, gc=False):
    """Option that a player would expect but may not choose now; `why` is the reason.

    `group`, `tone` and `short` mean the same as in `Option`.
    """

    key: str
    label: Msg
    why: Msg
    rule: str | None = None
    spot: str | None = None
    art: str | None = None
    group: Msg | None = None
    tone: Tone = "plain"
    short: Msg | None = None


class Slot(Struct, frozen=True, gc=False):
    """One row of a `DistributePrompt`: takes up to `most` units, each of weight `weight`."""

    key: str
    label: Msg
    most: int
    weight: int = 1
    art: str | None = None


class SelectPrompt(Struct, frozen=True):
    """Choice of `min` to `max` options.

    The answer is one key if `min` and `max` are 1, else a list of keys in the order of the options.

    - `unlisted_keys`: keys that are legal although no option has them, such as places that are not
      proposed and that users reach by row and column. So a stored path stays legal when the
      proposals change. A tuple of keys allows the list of these keys as an answer
    - `ask_single`: ask even if only one option is left, because users should see it (a card of the
      hand, an offer, a price)
    - `alternatives`: keys of options of the previous prompt; panels show a button for each, which
      replaces the previous answer ("another army: C8"). No prompt with a forced answer may lie
      between the two prompts
    - `back_label`: label of the button to the previous prompt ("Another army"), if the usual label
      is not clear
    - `more_label`: label of the button to the next page of a long menu ("More spaces…")
    - `incomplete`: message for an answer with too few options, where the default "Choose 1 to 4."
      would hide another possibility, such as keeping everything
    - `lines`: sentences above the options on what the choice depends on, if the picture doesn't
      show it (the seat's goods during a placement on the board)
    - `proposed`: with the layout `menus` (a menu for each group), keys of the options that also
      have a button above the menus
    - `origin`: place on the board that a previous answer chose and from which the options start;
      pictures mark it apart from the options
    - `details_in_lesson`: lessons show the options' details too: in lines if a phone has room, else
      in a menu
    """

    options: tuple[Option, ...]
    prompt: Msg = _NO_PROMPT
    blocked: tuple[DisabledOption, ...] = ()
    min: int = 1
    max: int = 1
    default: str | tuple[str, ...] | None = None
    layout: Layout = "buttons"
    unlisted_keys: Container[object] = ()
    back_label: Msg | None = None
    ask_single: bool = False
    more_label: Msg | None = None
    proposed: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    incomplete: Msg | None = None
    lines: tuple[Msg, ...] = ()
    origin: str | None = None
    details_in_lesson: bool = False

    def default_answer(self) -> Key:
        """Return a valid answer: the default, else the first `min` options."""
        if self.max == 1 == self.min:
            return self.default if isinstance(self.default, str) else self.options[0].key
        if isinstance(self.default, tuple):
            return list(self.default)
        return [option.key for option in self.options[: self.min]]

    def only_answer(self) -> Key | None:
        """Return the only answer that the listed options allow; None if there is a choice.

        `unlisted_keys` and `ask_single` are ignored.
        """
        if self.max == 1 == self.min:
            return self.options[0].key if len(self.options) == 1 else None
        return [option.key for option in self.options] if len(self.options) == self.min else None


class AmountPrompt(Struct, frozen=True):
    """Choice of a whole number from `lo` to `hi`, both included.

    `default` is `lo` unless given; `unit` names what is counted.
    """

    lo: int
    hi: int
    prompt: Msg = _NO_PROMPT
    default: int | None = None
    unit: Msg | None = None

    def default_answer(self) -> Key:
        """Return a valid answer: the default, else the minimum."""
        return self.lo if self.default is None else self.default

    def only_answer(self) -> Key | None:
        """Return the only possible answer; None if there is a choice."""
        return self.lo if self.lo == self.hi else None


class DistributePrompt(Struct, frozen=True):
    """Distribution of units over slots; the sum of their weights is `lo` to `hi`.

    With `full`, the answer must leave no room for another unit (for example when damage is assigned
    to troops).

    `change_label` is set where nearly all users want the default, such as a payment without gold.
    Then the default is taken without asking. The panel shows it with the complete move and a button
    of this label, which opens the counters.

    `starts_empty` is set where no answer is likelier than another: the counters begin at zero
    instead of at the answer of `default_answer`.

    `progress` is the key of a message that says in the game's words how much is distributed. Its
    arguments are the sum `n`, the rest `left`, and the bounds `lo` and `hi`.
    """

    slots: tuple[Slot, ...]
    lo: int
    hi: int
    prompt: Msg = _NO_PROMPT
    full: bool = False
    default: dict[str, int] | None = None
    unit: Msg | None = None
    change_label: Msg | None = None
    starts_empty: bool = False
    progress: str = ""

    def initial(self) -> Key:
        """Return what the counters show at first: nothing if `starts_empty`, else the default."""
        return {} if self.starts_empty else self.default_answer()

    def default_answer(self) -> Key:
        """Return a valid answer: the default, else one with the smallest possible sum.

        With `full` and no default, the sum is the largest possible one, and slots of weight 0 are
        filled.
        """
        if self.default is not None:
            return dict(self.default)
        weighted = sorted(
            (slot for slot in self.slots if slot.weight), key=lambda slot: -slot.weight
        )
        given = {slot.key: slot.most for slot in self.slots if self.full and not slot.weight}
        for goal in range(self.hi, self.lo - 1, -1) if self.full else range(self.lo, self.hi + 1):
            units = _units_weighing(weighted, 0, goal, impossible=set())
            if units is not None:
                given.update(units)
                break
        return {slot.key: given[slot.key] for slot in self.slots if given.get(slot.key)}

    def only_answer(self) -> Key | None:
        """Return the only possible answer in simple cases, else None.

        The cases are: no unit may be given, all must be given, or a single slot must take a fixed
        number.
        """
        if all(slot.weight for slot in self.slots):
            if self.hi == 0:
                return {}
            if self.lo == sum(slot.most * slot.weight for slot in self.slots):
                return {slot.key: slot.most for slot in self.slots if slot.most}
            if len(self.slots) == 1 and self.lo == self.hi and self.lo % self.slots[0].weight == 0:
                return {self.slots[0].key: self.lo // self.slots[0].weight}
        return None


class MoveReady(Struct, frozen=True):
    """Result for a complete path: the move can be played.

    - `summary`: what the move does
    - `effects`: its consequences
    - `why_final`: why the move can't be undone, if the usual reasons ("the result is random",
      "hidden information is revealed") would not be clear; not shown if the reason is the end of
      the game or whose turn is next
    - `instant`: the move needs no confirmation, unless it cannot be undone; the confirm button then
      shows `label`
    - `takeback`: an instant move that needs no confirmation although it ends the seat's turn; if it
      revealed nothing, the seat may undo it until another seat answers
    - `asks_if_final`: a `takeback` move that needs confirmation if it can't be undone because other
      seats, such as bots, answer at once; for moves that use up what the seat could use otherwise
    - `unconfirmed`: an instant move that needs no confirmation even if it cannot be undone, because
      the button of its last answer says so (with `label` and 🔒)
    - `told`: the button of the first answer has already told everything that follows automatically,
      including a proposed payment, so users need not see the payment again
    - `then`: beginning of the path that opens at the seat's next prompt (ignored if not legal
      there)
    - `ghost`: places and pieces that the move will change, for the picture
    - `quiet`: the button that completes the move has no color, because the move gives something up
    - `gives_up`: what the seat loses or can no longer do if it passes or ends its turn now, as
      sentences; such a move always needs a confirmation, which lists them
    - `advice`: the move as an order without a full stop (`re-roll P1 and P2`), for hints; with
      None, a hint names the answers of the path
    """

    summary: Msg
    instant: bool = False
    then: tuple[Key, ...] = ()
    effects: tuple[Msg, ...] = ()
    label: Msg | None = None
    ghost: tuple[str, ...] = ()
    quiet: bool = False
    why_final: Msg | None = None
    advice: Msg | None = None
    takeback: bool = False
    unconfirmed: bool = False
    gives_up: tuple[Msg, ...] = ()
    asks_if_final: bool = False
    told: bool = False


class IllegalPath(Struct, frozen=True):
    """Result for an illegal path: why, and the anchor of the chapter of the rules about it."""

    why: Msg
    rule: str | None = None


Prompt = SelectPrompt | AmountPrompt | DistributePrompt
PromptResult = Prompt | MoveReady | IllegalPath


def _units_weighing(
    slots: list[Slot], start: int, goal: int, impossible: set[tuple[int, int]]
) -> dict[str, int] | None:
    """Return units on `slots[start:]` that weigh exactly `goal`; None if there is no solution.

    The first slot gets as many units as possible, then the second, and so on. `impossible` collects
    the pairs (`start`, `goal`) without a solution, so that none is tried twice.
    """
    if goal == 0:
        return {}
    if start == len(slots) or (start, goal) in impossible:
        return None
    slot = slots[start]
    for n in range(min(slot.most, goal // slot.weight), -1, -1):
        rest = _units_weighing(slots, start + 1, goal - n * slot.weight, impossible)
        if rest is not None:
            return {slot.key: n, **rest}
    impossible.add((start, goal))
    return None


def verb_prompt(
    *options: Option,
    prompt: Msg = _NO_PROMPT,
    default: str | None = None,
    blocked: Iterable[DisabledOption] = (),
) -> SelectPrompt:
    """Return the choice of one verb (kind of action), the first prompt of a move.

    `options` are the verbs, `blocked` the disabled ones. Without `default`, the first option
    is the default.
    """
    return SelectPrompt(options, prompt, tuple(blocked), default=default)


# Keys of options that pass, end or decline.
ENDINGS = frozenset(("pass", "end", "done", "stop", "ready", "decline", "refuse", "reject", "none"))


def ending_options(prompt: PromptResult | None) -> tuple[Option, ...]:
    """Return the options that pass, end or decline: those whose key is in `ENDINGS`.

    If there are none, return the options that end the turn (tone `finish`). Returns () if the
    prompt does not ask for exactly one option.
    """
    if not isinstance(prompt, SelectPrompt) or (prompt.min, prompt.max) != (1, 1):
        return ()
    by_key = tuple(option for option in prompt.options if option.key in ENDINGS)
    return by_key or tuple(option for option in prompt.options if option.tone == "finish")


def why_illegal(prompt: Prompt, key: Key) -> IllegalPath | None:
    """Return why `key` is not a valid answer to `prompt`; None if it is valid.

    Never raises, whatever `key` is.
    """
    match prompt:
        case SelectPrompt():
            return _refuse_selection(prompt, key)
        case AmountPrompt(lo=lo, hi=hi):
            if type(key) is not int:
                return IllegalPath(msg("core.refused.number"))
            if lo <= key <= hi:
                return None
            if lo == hi:
                return IllegalPath(msg("core.refused.beyond", n=key, hi=hi))
            return IllegalPath(msg("core.refused.range", n=key, lo=lo, hi=hi))
        case DistributePrompt():
            return _refuse_distribution(prompt, key)


def why_incomplete(prompt: Prompt, key: Key) -> IllegalPath | None:
    """Return why the user cannot send the answer `key` of a form yet; None if they can.

    Like `why_illegal`, but refuses an answer that is only in `unlisted_keys`.
    """
    if isinstance(prompt, SelectPrompt) and prompt.unlisted_keys:
        prompt = replace(prompt, unlisted_keys=())
    return why_illegal(prompt, key)


def _refuse_selection(prompt: SelectPrompt, key: Key) -> IllegalPath | None:
    """Return why the answer `key` to a `SelectPrompt` is illegal; None if it is legal.

    Several keys must be different and in the order of the options.
    """
    if isinstance(key, list) and tuple(key) in prompt.unlisted_keys:
        return None
    if prompt.min == 1 == prompt.max:
        if not isinstance(key, str):
            return IllegalPath(msg("core.refused.option"))
        for option in prompt.options:
            if option.key == key:
                return None
        for blocked in prompt.blocked:
            if blocked.key == key:
                return IllegalPath(blocked.why, blocked.rule)
        return None if key in prompt.unlisted_keys else IllegalPath(msg("core.refused.option"))
    if not isinstance(key, list) or not prompt.min <= len(key) <= prompt.max:
        too_few = isinstance(key, list) and len(key) < prompt.min
        return IllegalPath((too_few and prompt.incomplete) or how_many_message(prompt))
    index_of = {option.key: index for index, option in enumerate(prompt.options)}
    chosen = [index_of.get(name, -1) if isinstance(name, str) else -1 for name in key]
    if -1 in chosen or chosen != sorted(set(chosen)):
        return IllegalPath(msg("core.refused.option"))
    return None


def how_many_message(prompt: SelectPrompt) -> Msg:
    """Return a sentence that says how many options to choose."""
    hi = min(prompt.max, len(prompt.options))
    if prompt.min == hi:
        return msg("core.refused.exactly", n=hi)
    return (
        msg("core.refused.count", lo=prompt.min, hi=hi)
        if prompt.min
        else msg("core.refused.at_most", n=hi)
    )


def _refuse_distribution(prompt: DistributePrompt, key: Key) -> IllegalPath | None:
    """Return why the answer `key` to a `DistributePrompt` is illegal; None if it is legal."""
    if not isinstance(key, dict):
        return IllegalPath(msg("core.refused.allot"))
    slots = {slot.key: slot for slot in prompt.slots}
    total = 0
    for name, n in key.items():
        if name not in slots or type(n) is not int or not 1 <= n <= slots[name].most:
            return IllegalPath(msg("core.refused.allot"))
        total += n * slots[name].weight
    if not prompt.lo <= total <= prompt.hi:
        hi = min(prompt.hi, sum(slot.most * slot.weight for slot in prompt.slots))
        if prompt.lo == hi:
            return IllegalPath(msg("core.refused.sum_exact", n=total, hi=hi))
        if prompt.lo == 0:
            return IllegalPath(msg("core.refused.sum_free", n=total, hi=hi))
        return IllegalPath(msg("core.refused.sum", n=total, lo=prompt.lo, hi=hi))
    if prompt.full and any(
        key.get(s.key, 0) < s.most and s.weight <= prompt.hi - total for s in prompt.slots
    ):
        return IllegalPath(msg("core.refused.full"))
    return None


def has_answer_form(key: object) -> bool:
    """Return whether `key` has the form of an answer to a prompt.

    An answer is an int, a name, a list of names, or a dict of counts (not 0) by name. A name has 1
    to 40 characters of `a-z`, `0-9`, `_` and `-`.
    """
    match key:
        case bool():
            return False
        case int():
            return True
        case str():
            return bool(_KEY.match(key))
        case list():
            return all(isinstance(name, str) and _KEY.match(name) for name in key)
        case dict():
            return all(
                isinstance(k, str) and _KEY.match(k) and type(n) is int and n != 0
                for k, n in key.items()
            )
        case _:
            return False
