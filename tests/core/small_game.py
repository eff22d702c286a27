"""Small game that tests lanes, nested frames, free actions and windows.

"Cellar": everybody secretly throws dice in a lane (once or twice), then all dice are revealed.
In turn order each seat may buy with a distribution, offer a gift to a rival, or stop; a free
action swaps tokens at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path as File
from typing import Any, ClassVar

from msgspec import Struct, field

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame, FreeActions
from games.core.engine.game import Game, register
from games.core.prompts.prompt import (
    AmountPrompt,
    DisabledOption,
    DistributePrompt,
    IllegalPath,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
    Slot,
    verb_prompt,
)
from games.core.state.events import Event
from games.core.state.options import Choice, Range, Toggle
from games.core.state.position import Outcome, Position
from games.core.state.rng import Rng
from games.core.state.score import Criterion, Scoreboard, ScoreRow, places, rank
from games.core.text.messages import Msg, Path, Seat, literal, msg

WORD = literal


class Cellar(Struct, forbid_unknown_fields=True):
    n: int
    dice: list[list[int]]
    tokens: list[int]
    wine: list[int]
    bag: list[str]
    drawn: list[list[str]]
    round: int = 0


class Threw(Event, frozen=True, tag="threw"):
    seat: int
    dice: list[int] = field(default_factory=list)


class Bought(Event, frozen=True, tag="bought"):
    seat: int
    wine: int
    oil: int


class Gave(Event, frozen=True, tag="gave"):
    seat: int
    to: int
    taken: bool


class Drew(Event, frozen=True, tag="drew"):
    seat: int
    card: str | None = None


class Swap(FreeActions[Cellar]):
    """Free action: two tokens for a bottle."""

    verbs: ClassVar[tuple[str, ...]] = ("swap",)

    def offer(self, t: StepContext[Cellar], seat: int) -> tuple[Option | DisabledOption, ...]:
        return (Option("swap", WORD("swap")),) if t.state.tokens[seat] >= 2 else ()

    def prompt(self, t: StepContext[Cellar], seat: int, path: Path) -> PromptResult:
        return (
            MoveReady(WORD("swapped"), instant=True)
            if t.state.tokens[seat] >= 2
            else IllegalPath(WORD("two tokens needed"))
        )

    def apply(self, t: StepContext[Cellar], seat: int, path: Path) -> None:
        t.state.tokens[seat] -= 2
        t.state.wine[seat] += 1


SWAP = Swap()


class Round(Frame[Cellar], tag="round"):
    """Script: three rounds of secret throws and open turns."""

    def advance(self, t: StepContext[Cellar]) -> None:
        s = t.state
        if s.round == 3:
            t.pop()
            t.end(Outcome(places(score(t.pos).ranking)))
            return
        s.round += 1
        t.push(Reveal(), *(Turn(seat) for seat in range(t.n)))
        t.fork({seat: Throw(seat, 3) for seat in range(t.n)})


class Throw(Frame[Cellar], tag="throw"):
    seat: int
    left: int

    def prompt(self, t: StepContext[Cellar], seat: Seat, path: Path) -> PromptResult:
        match path:
            case ():
                keep = (Option("keep", WORD("keep"), tone="finish"),) if t.state.dice[seat] else ()
                throw = (Option("throw", WORD("throw")),) if self.left else ()
                return verb_prompt(*throw, *keep)
            case ("throw",):
                return MoveReady(WORD("throw"), instant=True)
            case ("keep",):
                return MoveReady(WORD("keep"))
        return IllegalPath(WORD("no"))

    def apply(self, t: StepContext[Cellar], seat: Seat, path: Path) -> None:
        if path == ("keep",):
            t.pop()
            return
        t.state.dice[seat] = sorted(t.rng.dice(3, 6))
        t.emit(Threw(seat), secret={seat: Threw(seat, list(t.state.dice[seat]))})
        self.left -= 1


class Reveal(Frame[Cellar], tag="reveal"):
    def advance(self, t: StepContext[Cellar]) -> None:
        t.pop()
        t.reveal()
        for seat, dice in enumerate(t.state.dice):
            t.emit(Threw(seat, list(dice)))
            t.state.tokens[seat] += len(set(dice))


class Turn(Frame[Cellar], tag="turn"):
    seat: int
    free: ClassVar = (SWAP,)

    def optional_actors(self, t: StepContext[Cellar]) -> tuple[Seat, ...]:
        return tuple(s for s in range(t.n) if s != self.seat and t.state.tokens[s] >= 2)

    def prompt(self, t: StepContext[Cellar], seat: Seat, path: Path) -> PromptResult:
        if seat != self.seat:
            return IllegalPath(WORD("not your turn"))
        have = t.state.tokens[seat]
        match path:
            case ():
                blocked = (
                    () if have else (DisabledOption("buy", WORD("buy"), WORD("1 token short")),)
                )
                options = [
                    Option("stop", WORD("stop"), tone="finish"),
                    Option("draw", WORD("draw")),
                ]
                if have:
                    options += [Option("buy", WORD("buy")), Option("give", WORD("give"))]
                if not t.state.bag:
                    options.pop(1)
                return verb_prompt(*options, blocked=blocked, default="stop")
            case ("stop",) | ("draw",):
                return MoveReady(WORD(str(path[0])))
            case ("buy",):
                return DistributePrompt(
                    (Slot("wine", WORD("wine"), 2, 2), Slot("oil", WORD("oil"), 3)), 1, have
                )
            case ("buy", dict() as what):
                return (
                    IllegalPath(WORD("never exactly three oils"))
                    if what == {"oil": 3}
                    else MoveReady(WORD("bought"))
                )
            case ("give",):
                return SelectPrompt(
                    tuple(Option(f"p{s}", WORD(s)) for s in range(t.n) if s != seat)
                )
            case ("give", str()):
                return AmountPrompt(1, have)
            case ("give", str(), int()):
                return MoveReady(WORD("offered"))
        return IllegalPath(WORD("no"))

    def apply(self, t: StepContext[Cellar], seat: Seat, path: Path) -> None:
        s = t.state
        match path:
            case ("stop",):
                t.pop()
            case ("draw",):
                card = t.rng.draw(s.bag)
                s.drawn[seat].append(card)
                t.emit(Drew(seat), secret={seat: Drew(seat, card)})
                t.pop()
            case ("buy", dict() as what):
                s.tokens[seat] -= 2 * what.get("wine", 0) + what.get("oil", 0)
                s.wine[seat] += what.get("wine", 0)
                t.emit(Bought(seat, what.get("wine", 0), what.get("oil", 0)))
            case ("give", str() as to, int(n)):
                t.push(Gift(int(to[1:]), seat, n))


class Gift(Frame[Cellar], tag="gift"):
    """Frame: a rival answers an offer; the giver may withdraw it."""

    seat: int
    giver: int
    n: int

    def optional_actors(self, t: StepContext[Cellar]) -> tuple[Seat, ...]:
        return (self.giver,)

    def prompt(self, t: StepContext[Cellar], seat: Seat, path: Path) -> PromptResult:
        if seat == self.giver:
            return (
                verb_prompt(Option("withdraw", WORD("withdraw")))
                if path == ()
                else MoveReady(WORD("withdrawn"))
            )
        if path == ():
            return verb_prompt(
                Option("accept", WORD("accept")), Option("reject", WORD("reject")), default="reject"
            )
        return MoveReady(WORD(str(path[0])))

    def apply(self, t: StepContext[Cellar], seat: Seat, path: Path) -> None:
        t.pop()
        taken = path == ("accept",)
        if taken:
            t.state.tokens[self.giver] -= self.n
            t.state.tokens[self.seat] += self.n
        t.emit(Gave(self.giver, self.seat, taken))


class CellarView(Struct):
    viewer: int | None
    round: int
    tokens: list[int]
    wine: list[int]
    dice: list[list[int] | None]
    cards: list[int]
    hand: list[str]
    bag: int


def view(pos: Position[Cellar, Any], viewer: Seat | None) -> CellarView:
    s = pos.state
    secret = any(pos.lanes)
    dice = [None if secret and seat != viewer else list(d) for seat, d in enumerate(s.dice)]
    hand = list(s.drawn[viewer]) if viewer is not None else []
    return CellarView(
        viewer,
        s.round,
        list(s.tokens),
        list(s.wine),
        dice,
        [len(c) for c in s.drawn],
        hand,
        len(s.bag),
    )


def determinize(pos: Position[Cellar, Any], seat: Seat | None, rng: Rng) -> None:
    """Deal anew others' secret dice and cards."""
    s = pos.state
    if any(pos.lanes):
        for other in range(pos.n):
            if other != seat:
                s.dice[other] = sorted(rng.dice(3, 6))
                frame = Throw(other, rng.below(3))
                if pos.lanes[other]:
                    pos.lanes[other] = [frame]
    pool = sorted(
        s.bag + [card for other, cards in enumerate(s.drawn) if other != seat for card in cards]
    )
    for other, cards in enumerate(s.drawn):
        if other != seat:
            s.drawn[other] = [rng.draw(pool) for _ in cards]
    s.bag = pool


def score(pos: Position[Cellar, Any]) -> Scoreboard:
    s = pos.state
    wine, tokens = tuple(3 * w for w in s.wine), tuple(s.tokens)
    total = tuple(w + x for w, x in zip(wine, tokens, strict=True))
    ranking = rank(
        [Criterion("total", WORD("points"), total), Criterion("wine", WORD("wine"), wine)]
    )
    return Scoreboard(
        (ScoreRow("wine", WORD("wine"), wine), ScoreRow("tokens", WORD("tokens"), tokens)),
        total,
        ranking,
    )


def narrate(event: Event) -> Msg:
    return literal(type(event).__name__)


def blank(n: int) -> Cellar:
    return Cellar(
        n,
        [[] for _ in range(n)],
        [0] * n,
        [0] * n,
        [f"card_{i}" for i in range(6)],
        [[] for _ in range(n)],
    )


def audit(pos: Position[Cellar, Any]) -> list[str]:
    return [f"seat {s} owes tokens" for s, n in enumerate(pos.state.tokens) if n < 0]


ORDERS = (
    Range("throws", 0, 3, 0),
    Toggle("keep", when={"throws": 3}),
    Choice("gifts", ("ask", "accept", "reject"), "ask"),
)


def order_answer(
    view: CellarView, guess: Position[Cellar, Any], seat: Seat, orders: Mapping[str, Any]
) -> Path | None:
    """Return the standing orders: that many throws, keep the third, one answer to all offers."""
    lane, top = guess.lanes[seat], guess.stack[-1]
    if lane:
        thrown = 3 - lane[-1].left
        return (
            ("throw",)
            if thrown < orders["throws"]
            else ("keep",)
            if orders["keep"] and thrown
            else None
        )
    if isinstance(top, Gift) and top.seat == seat and orders["gifts"] != "ask":
        return (orders["gifts"],)
    return None


CELLAR = Game(
    id="cellar",
    folder=File(__file__).parent,
    rules=1,
    players=range(2, 6),
    state=Cellar,
    frames=Round | Throw | Reveal | Turn | Gift,
    events=Threw | Bought | Gave | Drew,
    setup=lambda t: [Round()],
    blank=blank,
    view=view,
    narrate=narrate,
    score=score,
    determinize=determinize,
    audit=audit,
    describe=lambda v: [literal(str(v))],
    summary=lambda v: msg("core.trail", what="round", n=v.round),
    orders=ORDERS,
    order_answer=order_answer,
    estimate=lambda pos, seat: pos.state.wine[seat] * 3 + pos.state.tokens[seat],
)
register(CELLAR)
