"""Fishers, the smallest whole game. For three rounds all secretly cast two dice, twice at most, and lay a card on them; then all
is shown, and in seat order the cards do what their ops say. Most coins win."""

from __future__ import annotations

from pathlib import Path as File

from msgspec import Struct, field

from games.core import walk
from games.core.bags import redeal
from games.core.catalog import by_id
from games.core.effects import Chain, Op, Ref, told
from games.core.events import Event
from games.core.forms import Answer, Done, Option, Pick, verbs
from games.core.frame import Frame
from games.core.messages import Msg, Path, Seat, listed, literal, msg, seat_name
from games.core.position import Position
from games.core.rng import Rng
from games.core.rules import Game
from games.core.score import Criterion, Scoreboard, ScoreRow, rank
from games.core.table import Table

ROUNDS = HAND = 3


class Fishers(Struct, forbid_unknown_fields=True):
    coins: list[int] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    dice: list[list[int]] = field(default_factory=list)
    laid: list[str] = field(default_factory=list)   # the card on the dice, "" while there is none
    bag: list[str] = field(default_factory=list)
    round: int = 0


class Told(Event, frozen=True, tag="told"):
    what: str                                       # the last part of its sentence's key
    seat: int
    n: int = 0
    card: str = "net"
    dice: list[int] = field(default_factory=list)


class Catch(Op[Fishers], frozen=True, tag="catch"):
    words = "fishers.op"
    least: int
    n: int

    def apply(self, t: Table[Fishers], seat: Seat, here: Ref) -> None:
        won = self.n * sum(die >= self.least for die in t.state.dice[seat])
        t.state.coins[seat] += won
        t.emit(Told("gained", seat, won))


class Steal(Op[Fishers], frozen=True, tag="steal"):
    words = "fishers.op"
    n: int

    def apply(self, t: Table[Fishers], seat: Seat, here: Ref) -> None:
        for rival in range(t.n):
            lost = 0 if rival == seat else min(self.n, t.state.coins[rival])
            t.state.coins[rival] -= lost
            t.state.coins[seat] += lost
        t.emit(Told("stole", seat, self.n))


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    copies: int
    ops: tuple[Catch | Steal, ...]


CARDS = by_id(File(__file__).parent / "cards.json", Card)


class Resolve(Chain[Fishers], tag="resolve"):
    cards = CARDS


class Days(Frame[Fishers], tag="days"):             # the script: what was laid is shown and resolved, then a round is forked
    def run(self, t: Table[Fishers]) -> None:
        s = t.state
        if any(s.laid):
            t.reveal()
            t.push(*(Resolve(seat, Ref(card, "ops")) for seat, card in enumerate(s.laid)))
            for seat in range(t.n):
                t.emit(Told("shown", seat, card=s.laid[seat], dice=s.dice[seat]))
            s.laid = [""] * t.n
        elif s.round == ROUNDS:
            t.finish()
        else:
            s.round, s.dice = s.round + 1, [[] for _ in range(t.n)]
            t.fork({seat: Cast(seat) for seat in range(t.n)})


class Cast(Frame[Fishers], tag="cast"):
    seat: int                                       # in a lane: cast, cast again, lay
    left: int = 2

    def ask(self, t: Table[Fishers], seat: Seat, path: Path) -> Answer:
        match path:  # who sees no picture reads the dice in the prompt
            case ():
                cast = [Option("cast", msg("fishers.cast"))] if self.left else []
                lay = [Option("lay", msg("fishers.lay"), tone="finish")] if self.left < 2 else []
                return verbs(*cast, *lay, default="lay" if lay else "cast", prompt=dice_said(t.state.dice[seat]))
            case ("lay",):
                return Pick(tuple(Option(c, name(c), does(c)) for c in sorted(set(t.state.hands[seat]))), msg("fishers.which"))
        return Done(does(str(path[1]))) if path[1:] else Done(msg("fishers.cast"), instant=True, label=msg("fishers.cast"))

    def play(self, t: Table[Fishers], seat: Seat, path: Path) -> None:
        if path == ("cast",):
            self.left -= 1
            t.state.dice[seat] = sorted(die + 1 for die in t.rng.dice(2, 6))
            return t.emit(Told("cast", seat), secret={seat: Told("cast_own", seat, dice=t.state.dice[seat])})
        t.state.laid[seat] = str(path[1])
        t.state.hands[seat].remove(str(path[1]))
        return t.pop()


class View(Struct, frozen=True):
    round: int
    actors: tuple[int, ...]
    coins: tuple[int, ...]
    hand: tuple[str, ...]
    laid: str                                       # the viewer's own, as the dice are
    dice: list[int]

    def headings(self) -> list[Msg]:
        return [msg("fishers.name"), describe(self)[0], *map(literal, self.dice), *map(name, self.hand)]


def setup(t: Table[Fishers]) -> list[Frame[Fishers]]:
    t.state.coins, t.state.laid = [0] * t.n, [""] * t.n
    t.state.bag = sorted(card.id for card in CARDS.values() for _ in range(card.copies))
    t.state.hands = [sorted(t.rng.draw(t.state.bag) for _ in range(HAND)) for _ in range(t.n)]
    return [Days()]


def view(pos: Position, seat: Seat | None) -> View:
    s, known = pos.state, seat is not None and pos.outcome is None
    mine = (s.laid[seat], list(s.dice[seat])) if known else ("", [])
    return View(s.round, walk.actors(pos), tuple(s.coins), tuple(s.hands[seat]) if known else (), *mine)


def determinize(pos: Position, seat: Seat | None, rng: Rng) -> None:
    s, others = pos.state, [other for other in range(pos.n) if other != seat]
    laid = {other: [s.laid[other]] for other in others if s.laid[other]}
    redeal(rng, s.bag, *laid.values(), *(s.hands[other] for other in others))
    for other in others:
        s.laid[other] = laid.get(other, [""])[0]
        s.dice[other] = sorted(die + 1 for die in rng.dice(len(s.dice[other]), 6))


def score(pos: Position) -> Scoreboard:
    coins = ("coins", msg("fishers.coins"), tuple(pos.state.coins))
    return Scoreboard((ScoreRow(*coins),), coins[2], rank([Criterion(*coins)]))


def name(card: str) -> Msg:
    return msg(f"fishers.card.{card}")


def does(card: str) -> Msg:
    return msg("fishers.does", card=name(card), does=told(CARDS[card].ops))


def dice_said(dice: list[int]) -> Msg:
    return msg("fishers.dice" if dice else "fishers.no_dice", dice=listed(map(str, dice)))


def narrate(event: Told) -> Msg:
    dice, who = listed(map(str, event.dice)), seat_name(event.seat)
    return msg(f"fishers.log.{event.what}", seat=who, n=event.n, card=name(event.card), dice=dice)


def describe(v: View) -> list[Msg]:
    has = [msg("fishers.has", seat=seat_name(seat), n=n) for seat, n in enumerate(v.coins)]
    own = [dice_said(v.dice)] * bool(v.dice) + [msg("fishers.laid", card=name(v.laid))] * bool(v.laid)
    return [msg("fishers.round", n=v.round, m=ROUNDS), *has, *own, *map(does, v.hand)]


GAME = Game(
    id="fishers", rules=1, players=range(2, 5), state=Fishers, frames=Days | Cast | Resolve, events=Told, setup=setup, view=view,
    narrate=narrate, score=score, determinize=determinize, describe=describe,
)
