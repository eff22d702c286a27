"""Second small game, for what Cellar lacks: nested windows, a campaign, hands in lanes, left seats.

"Ferry": two games of two rounds. Everybody secretly throws a die (twice at most), packs one or
two cards and spreads the die over them. Then in turn order one card may be played, which the
others may parry, and a parry may be parried.
"""

from __future__ import annotations

from pathlib import Path as File
from typing import Any, ClassVar

from msgspec import Struct, field

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.engine.game import Game, register
from games.core.prompts.prompt import (
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
from games.core.state.options import Choice, Order, Range, Toggle
from games.core.state.position import Outcome, Position
from games.core.state.rng import Rng
from games.core.state.score import Criterion, Scoreboard, ScoreRow, places, rank
from games.core.text.messages import Msg, Path, Seat, literal

W = literal


class Ferry(Struct, forbid_unknown_fields=True):
    hands: list[list[str]]
    packed: list[list[str]]
    loads: list[dict[str, int]]
    die: list[int]
    points: list[int]
    sums: list[int]
    bag: list[str] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    game: int = 0


class Packed(Event, frozen=True, tag="packed"):
    seat: int
    cards: list[str] = field(default_factory=list)


class Played(Event, frozen=True, tag="played"):
    seat: int
    card: str
    counts: bool


class Luck(Event, frozen=True, tag="luck"):
    seat: int
    die: int


def value(card: str) -> int:
    return int(card[1])


class Campaign(Frame[Ferry], tag="campaign"):
    """Lowest frame: starts each game."""

    def advance(self, t: StepContext[Ferry]) -> None:
        s = t.state
        s.sums = [a + b for a, b in zip(s.sums, s.points, strict=True)]
        s.points = [0] * t.n
        if s.game == 2:
            t.end(Outcome(places(score(t.pos).ranking)))
            return
        s.game += 1
        s.bag = sorted(f"k{1 + i % 5}_{i}" for i in range(5 * t.n))
        s.pile = []
        s.hands = [sorted(t.rng.draw(s.bag) for _ in range(t.options["cards"])) for _ in range(t.n)]
        t.push(Round(), Round())


class Round(Frame[Ferry], tag="round"):
    def advance(self, t: StepContext[Ferry]) -> None:
        t.pop()
        t.push(Show(), *(Next(seat) for seat in t.options["order"]))
        t.fork({seat: Pack(seat) for seat in range(t.n)})


class Pack(Frame[Ferry], tag="pack"):
    """Frame in a lane: throw, throw, pack."""

    seat: int
    thrown: int = 0

    def actors(self, t: StepContext[Ferry]) -> tuple[Seat, ...]:
        return (self.seat,) if t.state.hands[self.seat] else ()

    def advance(self, t: StepContext[Ferry]) -> None:
        t.pop()

    def prompt(self, t: StepContext[Ferry], seat: Seat, path: Path) -> PromptResult:
        hand = t.state.hands[seat]
        match path:
            case ():
                throw = (Option("throw", W("throw")),) if self.thrown < 2 else ()
                shut = () if throw else (DisabledOption("throw", W("throw"), W("twice is all")),)
                return verb_prompt(*throw, Option("pack", W("pack")), default="pack", blocked=shut)
            case ("throw",):
                return MoveReady(W("thrown"))
            case ("pack",):
                return SelectPrompt(
                    tuple(Option(c, W(c), art=c) for c in hand),
                    max=min(2, len(hand)),
                    min=0 if t.options["lazy"] else 1,
                    default=(hand[0],),
                    layout="cards",
                )
            case ("pack", list() | str()):
                return MoveReady(W("packed"))
        return IllegalPath(W("no"))

    def apply(self, t: StepContext[Ferry], seat: Seat, path: Path) -> None:
        s = t.state
        if path == ("throw",):
            self.thrown += 1
            s.die[seat] = 1 + t.rng.below(6)
            t.emit(None, secret={seat: Luck(seat, s.die[seat])})
            return
        cards = (
            [path[1]] if isinstance(path[1], str) else path[1]
        )  # the answer to a prompt for exactly one option is a key, not a list
        assert isinstance(cards, list)
        s.packed[seat] = cards
        s.hands[seat] = [c for c in s.hands[seat] if c not in cards]
        t.pop()
        if s.die[seat] and cards:
            t.push(Load(seat))


class Load(Frame[Ferry], tag="load"):
    """Frame in a lane: distribute the die over the packed cards."""

    seat: int

    def prompt(self, t: StepContext[Ferry], seat: Seat, path: Path) -> PromptResult:
        s = t.state
        match path:
            case ():
                return verb_prompt(Option("load", W("load")))
            case ("load",):
                slots = tuple(Slot(c, W(c), 2, value(c)) for c in s.packed[seat])
                return DistributePrompt(slots, 0, s.die[seat], full=True)
            case ("load", dict()):
                return MoveReady(W("loaded"))
        return IllegalPath(W("no"))

    def apply(self, t: StepContext[Ferry], seat: Seat, path: Path) -> None:
        load = path[1]
        assert isinstance(load, dict)
        t.state.loads[seat] = load
        t.pop()


class Show(Frame[Ferry], tag="show"):
    """Frame that reveals everything."""

    def advance(self, t: StepContext[Ferry]) -> None:
        s = t.state
        t.pop()
        t.reveal()
        for seat in range(t.n):
            t.emit(Packed(seat, list(s.packed[seat])))
            s.points[seat] += len(s.packed[seat]) + sum(s.loads[seat].values())
            s.pile = sorted(s.pile + s.packed[seat])
            s.packed[seat], s.loads[seat], s.die[seat] = [], {}, 0


class Next(Frame[Ferry], tag="next"):
    """Frame that passes the turn, leaving out seats that have left.

    Actors must not look at `gone`, because nothing runs when a seat leaves.
    """

    seat: int

    def advance(self, t: StepContext[Ferry]) -> None:
        t.pop()
        if not t.gone[self.seat]:
            t.push(Turn(self.seat))


class Turn(Frame[Ferry], tag="turn"):
    """Frame: play a card, or rest."""

    seat: int

    def prompt(self, t: StepContext[Ferry], seat: Seat, path: Path) -> PromptResult:
        hand = t.state.hands[seat]
        match path:
            case ():
                play = (Option("play", W("play")),) if hand else ()
                return verb_prompt(*play, Option("rest", W("rest"), tone="finish"), default="rest")
            case ("rest",):
                return MoveReady(W("rest"), instant=True)
            case ("play",):
                return SelectPrompt(tuple(Option(c, W(c)) for c in hand), layout="cards")
            case ("play", str()):
                return MoveReady(W("played"))
        return IllegalPath(W("no"))

    def apply(self, t: StepContext[Ferry], seat: Seat, path: Path) -> None:
        t.pop()
        if path[0] == "play":
            lay(t, seat, str(path[1]), Resolve(seat, str(path[1])))


def lay(t: StepContext[Ferry], seat: Seat, card: str, then: Frame[Ferry]) -> None:
    """Play a card: final for all; all others may react before it counts."""
    t.state.hands[seat].remove(card)
    t.state.pile = sorted([*t.state.pile, card])
    t.reveal()
    t.push(Window(seat, card, [(seat + i) % t.n for i in range(1, t.n)]), then)


class Window(Frame[Ferry], tag="window"):
    """Frame that asks each seat with cards, as these could react; the others may pass in advance."""

    by: int
    card: str
    order: list[int]

    def able(self, t: StepContext[Ferry]) -> list[Seat]:
        return [seat for seat in self.order if t.state.hands[seat]]

    def actors(self, t: StepContext[Ferry]) -> tuple[Seat, ...]:
        return tuple(self.able(t)[:1])

    def optional_actors(self, t: StepContext[Ferry]) -> tuple[Seat, ...]:
        return tuple(self.able(t)[1:])

    def advance(self, t: StepContext[Ferry]) -> None:
        t.pop()

    def prompt(self, t: StepContext[Ferry], seat: Seat, path: Path) -> PromptResult:
        fits = [c for c in t.state.hands[seat] if value(c) >= value(self.card)]
        match path:
            case ():
                if seat not in self.actors(t):
                    return verb_prompt(Option("pass", W("pass")))
                parry = (Option("parry", W("parry")),) if fits else ()
                shut = () if fits else (DisabledOption("parry", W("parry"), W("too small")),)
                return verb_prompt(*parry, Option("pass", W("pass")), default="pass", blocked=shut)
            case ("pass",):
                return MoveReady(W("pass"))
            case ("parry",):
                return SelectPrompt(tuple(Option(c, W(c)) for c in fits))
            case ("parry", str()):
                return MoveReady(W("parried"))
        return IllegalPath(W("no"))

    def apply(self, t: StepContext[Ferry], seat: Seat, path: Path) -> None:
        if path == ("pass",):
            self.order.remove(seat)
            return
        t.pop()
        lay(t, seat, str(path[1]), Resolve(seat, str(path[1]), parry=True))


class Resolve(Frame[Ferry], tag="resolve"):
    """Frame: the card counts unless it was parried."""

    seat: int
    card: str
    parry: bool = False
    stopped: bool = False

    def advance(self, t: StepContext[Ferry]) -> None:
        t.pop()
        t.emit(Played(self.seat, self.card, not self.stopped))
        beneath = t.stack[-1]
        if self.stopped:
            return
        if self.parry and isinstance(beneath, Resolve):
            beneath.stopped = True
        else:
            t.state.points[self.seat] += value(self.card)


def always(t: StepContext[Ferry]) -> None:
    """End the whole campaign at 18 points in one game."""
    if max(t.state.points) >= 18 and t.pos.outcome is None:
        t.end(Outcome(places(score(t.pos).ranking)))


class FerryView(Struct):
    viewer: int | None
    game: int
    points: list[int]
    sums: list[int]
    held: list[int]
    pile: list[str]
    bag: int
    open: list[bool]
    hand: list[str]
    packed: list[str]
    die: int
    load: dict[str, int]


def view(pos: Position[Ferry, Any], viewer: Seat | None) -> FerryView:
    s = pos.state
    held = [len(a) + len(b) for a, b in zip(s.hands, s.packed, strict=True)]
    hand, packed, die, load = [], [], 0, {}
    if viewer is not None:
        hand, packed, die, load = (
            list(s.hands[viewer]),
            list(s.packed[viewer]),
            s.die[viewer],
            dict(s.loads[viewer]),
        )
    return FerryView(
        viewer,
        s.game,
        list(s.points),
        list(s.sums),
        held,
        list(s.pile),
        len(s.bag),
        [bool(x) for x in pos.lanes],
        hand,
        packed,
        die,
        load,
    )


def determinize(pos: Position[Ferry, Any], seat: Seat | None, rng: Rng) -> None:
    s = pos.state
    others = [o for o in range(pos.n) if o != seat]
    held = {o: len(s.hands[o]) + len(s.packed[o]) for o in others}
    pool = sorted(s.bag + [c for o in others for c in s.hands[o] + s.packed[o]])
    secret = any(pos.lanes)
    for o in others:
        s.hands[o] = sorted(rng.draw(pool) for _ in range(held[o]))
        s.packed[o], s.loads[o], s.die[o] = [], {}, 0
        if pos.lanes[o]:
            pos.lanes[o] = [Pack(o)]
        elif secret and s.hands[o]:
            s.packed[o] = [s.hands[o].pop()]
            s.die[o] = 1 + rng.below(6)
    s.bag = pool


def score(pos: Position[Ferry, Any]) -> Scoreboard:
    s = pos.state
    now, before = tuple(s.points), tuple(s.sums)
    total = tuple(a + b for a, b in zip(now, before, strict=True))
    rows = (ScoreRow("now", W("this game"), now), ScoreRow("before", W("before"), before))
    return Scoreboard(rows, total, rank([Criterion("total", W("points"), total)]))


def narrate(event: Event) -> Msg | None:
    return None if isinstance(event, Luck) else W(type(event).__name__)


def audit(pos: Position[Ferry, Any]) -> list[str]:
    s = pos.state
    cards = sorted([*s.bag, *s.pile, *(c for hand in s.hands + s.packed for c in hand)])
    return (
        [] if cards == sorted(f"k{1 + i % 5}_{i}" for i in range(5 * pos.n)) else ["cards are lost"]
    )


def blank(n: int) -> Ferry:
    return Ferry(
        [[] for _ in range(n)],
        [[] for _ in range(n)],
        [{} for _ in range(n)],
        [0] * n,
        [0] * n,
        [0] * n,
    )


class Settings:
    ALL: ClassVar = (
        Range("cards", 2, 4, 4),
        Toggle("lazy"),
        Order("order"),
        Choice("colour", ("red", "blue"), "red", per_seat=True),
        Choice("tide", ("low", "high"), "low", players=(2,)),
    )


FERRY = Game(
    id="ferry",
    folder=File(__file__).parent,
    rules=1,
    players=range(2, 5),
    state=Ferry,
    frames=Campaign | Round | Pack | Load | Show | Next | Turn | Window | Resolve,
    events=Packed | Played | Luck,
    setup=lambda t: [Campaign()],
    blank=blank,
    view=view,
    narrate=narrate,
    score=score,
    determinize=determinize,
    check_state=always,
    audit=audit,
    describe=lambda v: [W(f"{v.points} {v.held} {v.pile}")],
    summary=lambda v: W(f"game {v.game}"),
    options=Settings.ALL,
    estimate=lambda pos, seat: float(pos.state.points[seat]),
)
register(FERRY)
