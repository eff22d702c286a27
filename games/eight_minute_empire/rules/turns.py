"""Turn of a player: take a card, use its action step by step, end the turn.

Nothing hidden is revealed before the end of the turn, so a turn can be undone until then.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec import field
from msgspec.structs import replace

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import (
    DisabledOption,
    IllegalPath,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
)
from games.core.text.messages import Msg, Path, Seat, listed, literal, msg
from games.eight_minute_empire.model.board import CODES, holder, holders, rulers
from games.eight_minute_empire.model.catalog import CARDS, RULES, WILD, Action
from games.eight_minute_empire.model.events import Refilled, Took, TurnEnded
from games.eight_minute_empire.model.operations import (
    Op,
    as_steps,
    by_spare_armies,
    owner_key,
    owner_of,
)
from games.eight_minute_empire.model.state import Empire
from games.eight_minute_empire.rules.scoring import gain_of

CARD_LETTERS = "ABCDEF"  # of the places in the row, from the left: the same all game long


class TurnLoop(Frame[Empire], tag="turns"):
    """Frame that pushes turns until every seat has its final number of cards (rules 10)."""

    def advance(self, t: StepContext[Empire]) -> None:
        """Push the next turn in clockwise order, or end the game."""
        s = t.state
        if s.turn == total_turns(t.n):
            t.pop()
        else:
            t.push(TakeCard(s.order[s.turn % t.n]))


class TakeCard(Frame[Empire], tag="take"):
    """Frame in which the seat must take a card from the row (ruling R30)."""

    seat: int

    def prompt(self, t: StepContext[Empire], seat: Seat, path: Path) -> PromptResult:
        """Offer the six places with their prices; too expensive cards are disabled (rules 7)."""
        if not path:
            return _TAKE
        s, english_printing = t.state, t.options["ore_card"] == "english_printing"
        if len(path) > 1:
            place = int(str(path[1])[4:])
            card = s.row[place - 1]
            ready = _take_ready(
                card, RULES.prices[place - 1], english_printing, poor=not s.coins[seat]
            )
            ops = action_of(card, t.options).ops
            armies = by_spare_armies(s, seat) if [op.verb for op in ops] == ["move"] else []
            return replace(ready, then=("move", armies[0])) if armies else ready
        coins, options, disabled = s.coins[seat], [], []
        gains = gain_of(s, seat, s.row)
        for at, (card, gain) in enumerate(zip(s.row, gains, strict=True)):
            option, too_expensive = _card_option(at, card, english_printing, coins, gain)
            if option:
                options.append(option)
            if too_expensive:
                disabled.append(too_expensive)
        last = len(s.cards[seat]) + 1 == RULES.by_players[t.n].cards
        return SelectPrompt(
            tuple(options),
            _which_card(min((gain for gain in gains if gain), default=0), last=last),
            tuple(disabled),
            default="card1",
            layout="grid",
        )

    def apply(self, t: StepContext[Empire], seat: Seat, path: Path) -> None:
        """Pay for the card and take it; it stays visible in the row until the refill (R29)."""
        s, place = t.state, int(str(path[1])[4:])
        card, price = s.row[place - 1], RULES.prices[place - 1]
        s.coins[seat] -= price
        s.cards[seat].append(card)
        s.taken = place
        t.emit(Took(seat, card, place, price))
        t.pop()
        t.push(Act(seat, [op.n for op in action_of(card, t.options).ops]))


class Act(Frame[Empire], tag="act"):
    """Frame for the action of the card just taken.

    `left` counts the uses left of each op. `side` is the index of the op that the seat has begun
    to use on an `or` card. `steps` are the steps done, as in `TurnEnded`.
    """

    seat: int
    left: list[int]
    side: int | None = None
    steps: list[list[str]] = field(default_factory=list)

    def prompt(self, t: StepContext[Empire], seat: Seat, path: Path) -> PromptResult:
        """Offer the card's verbs and the end of the turn."""
        if not path:
            return self._verbs(t)
        if path[0] == "end":
            return _end_ready(self._usable(t), self._action(t).join)
        for at, op in enumerate(self._action(t).ops):
            if op.verb == path[0]:
                return op.prompt(t, seat, self.left[at], path[1:])
        return IllegalPath(msg("core.refused.option"))

    def apply(self, t: StepContext[Empire], seat: Seat, path: Path) -> None:
        """Apply one use of an op, or end the turn.

        After the first use of one side of an `or` card the other cannot be used (rules 8.6).
        """
        if path[0] == "end":
            self._end(t)
            return
        action = self._action(t)
        at = next(at for at, op in enumerate(action.ops) if op.verb == path[0])
        self.left[at] -= action.ops[at].apply(t, seat, path[1:])
        if action.join == "or":
            self.side = at
        self.steps += as_steps(path)

    def _action(self, t: StepContext[Empire]) -> Action:
        return action_of(t.state.cards[self.seat][-1], t.options)

    def _hindrance(self, t: StepContext[Empire], at: int, op: Op) -> Msg | None:
        return _OTHER_SIDE if self.side not in (None, at) else op.hindrance(t, self.seat)

    def _usable(self, t: StepContext[Empire]) -> tuple[tuple[str, int], ...]:
        """Return (text key of the op, number of uses left) for each op that can still be used."""
        ops = enumerate(self._action(t).ops)
        return tuple(
            (op.text_key, self._possible(t, at, op))
            for at, op in ops
            if self.left[at] and self._hindrance(t, at, op) is None
        )

    def _possible(self, t: StepContext[Empire], at: int, op: Op) -> int:
        """Return how many uses of the op at the index `at` are possible.

        No more armies can be placed than the reserve has.
        """
        left = self.left[at]
        return min(left, t.state.reserve[self.seat]) if op.verb == "place" else left

    def _verbs(self, t: StepContext[Empire]) -> SelectPrompt:
        action = self._action(t)
        options: list[Option] = []
        disabled: list[DisabledOption] = []
        for at, op in enumerate(action.ops):
            left = self.left[at]
            if not left:
                continue
            why = self._hindrance(t, at, op)
            if why is None:
                options.append(_verb(op.verb, op.text_key, self._possible(t, at, op)))
            else:
                disabled.append(
                    DisabledOption(
                        op.verb, op.label(left), why, "or_and" if why is _OTHER_SIDE else op.verb
                    )
                )
        prompt = _NOTHING if not options else _MORE if self.steps else _FIRST_USE
        return SelectPrompt(
            (*options, _end_option(self._usable(t), action.join)),
            prompt,
            tuple(disabled),
            default="end",
        )

    def _end(self, t: StepContext[Empire]) -> None:
        """End the turn: remove the card from the row and refill it, except after the last turn."""
        s, seat = t.state, self.seat
        place = s.taken or 1
        card = s.row.pop(place - 1)
        s.taken = None
        s.turn += 1
        t.reveal()
        changes = control_changes(s, seat, self.steps)
        won = [region for region, _, after in changes if after == f"p{seat}" and region in CODES]
        t.emit(TurnEnded(seat, s.turn, card, RULES.prices[place - 1], self.steps, won, changes))
        t.pop()
        if s.turn < total_turns(t.n):
            s.row.append(t.rng.draw(s.deck))
            t.emit(Refilled(s.row[-1]))


def total_turns(n: int) -> int:
    """Return the number of turns in a game of `n` players."""
    return n * RULES.by_players[n].cards


def action_of(card: str, options: Mapping[str, Any]) -> Action:
    """Return a card's action in the printing that the match uses (ruling R18)."""
    return _actions(card, options["ore_card"] == "english_printing")


def control_changes(s: Empire, seat: Seat, steps: list[list[str]]) -> list[list[str]]:
    """Return the regions and continents that changed hands by `steps` of `seat`, as in `TurnEnded`."""
    n = len(s.coins)
    # Armies before the steps, by region. A new city is subtracted as an army: it has the same
    # strength.
    before: dict[str, list[int]] = {}

    def undo(region: str, who: Seat, pieces: int) -> None:
        armies = before.setdefault(region, s.armies[region].copy())
        armies[who] += pieces

    for verb, region, *more in steps:
        match verb:
            case "place":
                undo(region, seat, -int(more[0]))
            case "move":
                undo(region, seat, 1)
                undo(more[0], seat, -1)
            case "city":
                undo(region, seat, -1)
            case _:
                undo(region, owner_of(more[0], n), 1)
    held = holders(s.armies, s.cities)
    held_before = held.copy()
    for region, armies in before.items():
        who = holder(armies, s.cities[region])
        if who is None:
            held_before.pop(region, None)
        else:
            held_before[region] = who
    if held == held_before:
        return []
    ruled, ruled_before = rulers(s.map, held), rulers(s.map, held_before)
    places = [(region, held_before.get(region), held.get(region)) for region in before]
    places += [(c, ruled_before.get(c), ruled.get(c)) for c in s.map.continents]
    return [
        [place, *("" if who is None else owner_key(who, n) for who in (was, now))]
        for place, was, now in places
        if was != now
    ]


@lru_cache(128)
def _actions(card: str, english_printing: bool) -> Action:
    return CARDS[card].action(english_printing)


@lru_cache(128)
def short_action(card: str, english_printing: bool) -> Msg:
    """Return a card's action in short words: `3 por mar`, `colocar 3 o mover 4`.

    `english_printing`: as printed in the English edition (`Card.english`).
    """
    action = _actions(card, english_printing)
    parts = [msg(f"eme.short.{op.text_key}", n=op.n) for op in action.ops]
    return parts[0] if len(parts) == 1 else msg(f"eme.short.{action.join}", a=parts[0], b=parts[1])


@lru_cache(128)
def card_name(card: str) -> Msg:
    """Return a card's name, which is that of its good: `la carta de madera`, `un comodín`."""
    facts = CARDS[card]
    if facts.good == WILD:
        return msg("eme.card.wild")
    return msg(
        "eme.card.double" if facts.symbols > 1 else "eme.card.one",
        good=msg(f"eme.good.{facts.good}"),
    )


@lru_cache(128)
def goods_on_card(card: str) -> Msg:
    """Return the goods on a card in words: `Madera`, `Alimento ×2`, `Comodín`."""
    facts = CARDS[card]
    good = msg(f"eme.goods.{facts.good}")
    return msg("eme.card.scroll_double", good=good) if facts.symbols > 1 else good


@lru_cache(4096)
def _card_option(
    at: int, card: str, english_printing: bool, coins: int, gain: int
) -> tuple[Option | None, DisabledOption | None]:
    price = RULES.prices[at]
    facts = CARDS[card]
    good = msg(f"eme.good.{facts.good}")
    if facts.symbols > 1:
        good = msg("eme.card.scroll_double", good=good)
    what = short_action(card, english_printing)
    letter = CARD_LETTERS[at]
    coin = msg("eme.take.price", n=price) if price else msg("eme.take.detail_free")
    short = msg("eme.take.short", letter=letter, price=coin)
    label = msg("eme.take.label", price=short, good=good, what=what)
    if gain:
        short = msg("eme.take.gain_short", label=short, n=gain)
        label = msg("eme.take.gain", label=label, n=gain)
    key = f"card{at + 1}"
    if price > coins:
        why = msg("eme.why.coins", n=price, m=coins)
        return None, DisabledOption(key, label, why, "take", key, card, short=short)
    detail = msg("eme.take.detail", n=price) if price else msg("eme.take.detail_free")
    option = Option(
        key,
        label,
        detail,
        spot=key,
        art=card,
        rule="take",
        mark=letter,
        name=literal(letter),
        short=short,
    )
    return option, None


@lru_cache(32)
def _which_card(gain: int, *, last: bool) -> Msg:
    """Return the question for a card; `last` says whether it is the seat's last card.

    `gain` is the lowest number of points on the buttons (0: none); the question then explains these
    points.
    """
    if gain:
        return msg("eme.take.last_gains" if last else "eme.take.which_gains", n=gain)
    return msg("eme.take.last" if last else "eme.take.which")


@lru_cache(1024)
def _take_ready(card: str, price: int, english_printing: bool, *, poor: bool) -> MoveReady:
    """Return the finished move of taking a card for `price`.

    A seat without coins (`poor`) could only take the first card and was not asked which one, so the
    move says why.
    """
    done = msg(
        "eme.take.done",
        card=card_name(card),
        does=short_action(card, english_printing),
        price=price_words(price),
    )
    return MoveReady(
        done,
        instant=True,
        effects=(_ONLY_FIRST_CARD,) if poor else (),
        label=msg("eme.take.undo", good=goods_on_card(card)),
        advice=msg(
            "eme.take.advice",
            card=card_name(card),
            does=short_action(card, english_printing),
            price=price_words(price),
        ),
    )


@lru_cache(16)
def price_words(price: int) -> Msg:
    """Return the price in words: `gratis`, `por 1`."""
    return msg("eme.price.some", n=price) if price else msg("eme.price.free")


@lru_cache(256)
def _verb(verb: str, text_key: str, left: int) -> Option:
    return Option(
        verb,
        msg(f"eme.op.{text_key}", n=left),
        tone="main",
        rule="sea" if text_key == "sail" else verb,
    )


def _unused_words(unused: tuple[tuple[str, int], ...], join: str) -> Msg:
    return listed(
        [msg(f"eme.short.{text_key}", n=n) for text_key, n in unused],
        "or" if join == "or" else "and",
    )


@lru_cache(512)
def _end_ready(unused: tuple[tuple[str, int], ...], join: str) -> MoveReady:
    """Return the finished move that ends the turn.

    `unused` are (text key, number of uses left) of the ops that can still be used; if there are
    any, the move must be confirmed. `join` is `or` or `and`.
    """
    if unused:
        loss = msg("eme.end.left", what=_unused_words(unused, join))
        return MoveReady(_END_DONE, gives_up=(loss,), advice=_END_ADVICE)
    return MoveReady(_END_DONE, instant=True, advice=_END_ADVICE)


@lru_cache(512)
def _end_option(unused: tuple[tuple[str, int], ...], join: str) -> Option:
    detail = msg("eme.end.unused", what=_unused_words(unused, join)) if unused else None
    return Option("end", msg("eme.end.label"), detail, tone="finish", rule="end")


_TAKE = SelectPrompt((Option("take", msg("eme.verb.take"), tone="main", rule="take"),))
_ONLY_FIRST_CARD = msg("eme.take.only")
_END_DONE = msg("eme.end.done")
_END_ADVICE = msg("eme.end.advice")
_OTHER_SIDE = msg("eme.why.other_side")
_NOTHING = msg("eme.action.nothing")
_FIRST_USE = msg("eme.action.first")
_MORE = msg("eme.action.more")
