"""The computer player: it looks, builds, hires, explores and fights for what `evaluate` thinks worth while, one step at a time.

It sees a view and a guess at what it cannot know: tiles that lie face down and others' hands never enter its reckoning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from games.core import walk
from games.core.forms import Allot, Done, Pick, Reject
from games.core.messages import Path, Seat
from games.core.position import Position
from games.core.rules import find
from games.core.table import Table
from games.el_mapa.model.catalog import BUILDINGS, SPACES, TROOPS
from games.el_mapa.model.holdings import can_pay
from games.el_mapa.model.state import NEUTRAL, Group, MapState, Troops, fought, head, marching, ordered
from games.el_mapa.player import campaigns, defence, odds, trade
from games.el_mapa.player.evaluate import Valuation, sight
from games.el_mapa.rules.battle.decisions import Decide
from games.el_mapa.rules.castles.building import PAY, free_spaces
from games.el_mapa.rules.castles.hiring import payable
from games.el_mapa.rules.course.orders import obey
from games.el_mapa.rules.course.turns import Actions
from games.el_mapa.rules.moving.marching import Moving
from games.el_mapa.rules.moving.moving import starts
from games.el_mapa.rules.moving.paths import fresh, reach
from games.el_mapa.rules.strength import strength
from games.el_mapa.rules.technology.cards import CARD
from games.el_mapa.rules.technology.discounts import FOR_GOOD
from games.el_mapa.rules.technology.resources import CARD as PRODUCTION
from games.el_mapa.rules.trade.offers import Offer
from games.el_mapa.show.view import GameView

Pos = Position[MapState, Any]
SCOUTS = 2                    # so many may wander


class Turn:
    """What a seat weighs in its turn, at a position that stands still."""

    def __init__(self, pos: Pos, seat: Seat) -> None:
        self.pos, self.seat, self.v = pos, seat, Valuation(pos, seat)

    @cached_property
    def verbs(self) -> set[str]:
        """What it may do."""
        return _verbs(self.pos, self.seat)

    @cached_property
    def war(self) -> campaigns.War:
        """What it could fight for."""
        return campaigns.War(self.v)


def choose(_view: GameView, guess: Pos, seat: Seat) -> Path:
    """The move of the computer player in `seat`."""
    return decide(guess, seat, deals=True)


def mind(_view: GameView, guess: Pos, seat: Seat) -> Path:
    """The move of who minds the seat of somebody else: the same, but no deal with other players is made for them."""
    return decide(guess, seat, deals=False)


def decide(guess: Pos, seat: Seat, *, deals: bool) -> Path:
    """What it does, whatever it is asked."""
    top = (guess.lanes[seat] or guess.stack)[-1]
    path: Path | None = None
    match top:
        case Actions():
            path = _turn(guess, seat, deals=deals)
        case Moving():
            path = _onward(guess, seat)
        case Decide(side=side):
            path = _battle(guess, seat, side)
        case Offer(to=to) as offer if to == seat:
            path = trade.answer(guess, seat, offer) if deals else ("refuse",)
    if path is None or not isinstance(walk.ask(guess, seat, path), Done):
        return walk.default_path(guess, seat)
    return path


def _turn(pos: Pos, seat: Seat, *, deals: bool) -> Path:
    """What costs nothing first, then building, moving, hiring, until nothing is worth while."""
    turn = Turn(pos, seat)
    with walk.still(pos):
        for plan in PLANS:
            path = plan(turn) if deals or plan not in DEALS else None
            if path is not None and isinstance(walk.ask(pos, seat, path), Done):
                return path
    return ("end",)


def _verbs(pos: Pos, seat: Seat) -> set[str]:
    root = walk.ask(pos, seat)
    return {option.key for option in root.options} if isinstance(root, Pick) else set()


def _look(turn: Turn) -> Path | None:
    """A tile near own troops, so that more is known where it helps; not the last one, as long as somebody leads."""
    if "look" not in turn.verbs or turn.v.hastens:
        return None
    form = walk.ask(turn.pos, turn.seat, ("look",))
    if not isinstance(form, Pick) or not form.options:
        return None
    s = turn.v.s
    own = [*s.players[turn.seat].stacks, *s.villages(turn.seat)]

    def far(cell: str) -> int:
        return min((s.board.distance(cell, other) for other in own), default=0)

    path: Path = ("look", min((option.key for option in form.options), key=lambda cell: (far(cell), cell)))
    return walk.default_path(turn.pos, turn.seat, path)


def _vision(turn: Turn) -> Path | None:
    """Vision turns up a tile: a point."""
    if turn.v.hastens or "vision" not in turn.v.s.players[turn.seat].hand or "tech" not in turn.verbs:
        return None
    form = walk.ask(turn.pos, turn.seat, ("tech",))
    if isinstance(form, Pick) and any(option.key == "vision" for option in form.options):
        return walk.default_path(turn.pos, turn.seat, ("tech", "vision"))
    return None


def _produce(turn: Turn) -> Path | None:
    """Production at once; what is for good is not boosted."""
    if "produce" not in turn.verbs or PRODUCTION not in turn.v.s.players[turn.seat].hand:
        return None
    return walk.default_path(turn.pos, turn.seat, ("produce", CARD))


# --- building and trade -------------------------------------------------------------------------------------------------


def _build(turn: Turn) -> Path | None:
    """The best building that can be paid now, or with what the bank changes. A castle builds once a turn, so that something is
    better than nothing."""
    if not turn.verbs & {"build", "trade"}:     # what nothing in hand pays the bank may still help to
        return None
    v = turn.v
    goods = v.s.players[v.seat].goods
    ready = next((wish for wish in v.wishes if wish[0] > -1 and can_pay(goods, BUILDINGS[wish[2]].cost)), None)
    for worth, _, name in v.wishes:
        if worth * v.weights.strait <= (ready[0] if ready else 0.0):
            break
        change = trade.cover(v, BUILDINGS[name].cost)
        if change is not None:
            return change
    return finish(turn.pos, turn.seat, ("build", ready[1], ready[2], space(turn.pos, ready[1], ready[2]))) if ready else None


def space(pos: Pos, cell: str, name: str) -> str:
    """The lowest row, beside what stands: buildings of a high level keep away from low rows anyway."""
    return min(free_spaces(pos.state.castles[cell], name), key=SPACES.index)


def finish(pos: Pos, seat: Seat, path: Path) -> Path | None:
    """The rest of a sentence: cards that make it cheaper are played without boosts, then it is paid."""
    for _ in range(8):
        form = walk.ask(pos, seat, path)
        match form:
            case Done():
                return path
            case Pick(options=options):
                keys = [option.key for option in options]
                cards = [key for key in keys if key != PAY]
                free = [key for key in cards if not key.endswith(FOR_GOOD)]     # a copy for good already counts
                path = (*path, free[0] if free else PAY if PAY in keys else cards[0])
            case Allot():
                path = (*path, {})
                if isinstance(walk.ask(pos, seat, path), Reject):
                    path = (*path[:-1], form.auto())
            case _:
                return None
    return None


def _hire(turn: Turn) -> Path | None:
    """Troops from what gold is left beside the next building; strong ones first."""
    v = turn.v
    if "hire" not in turn.verbs or v.left < 2:
        return None
    s = v.s
    spare = s.players[v.seat].goods["gold"] - (0 if v.force < 2 else round(v.weights.saved) if s.round > 2 else 0)
    if spare <= 0 or v.force > 8 + 2 * s.round:
        return None
    best = max(s.villages(v.seat), key=lambda cell: head(payable(s, v.seat, cell)), default=None)
    if best is None:
        return None
    most, some = payable(s, v.seat, best), dict[str, int]()
    for kind in ("cavalry", "soldier", "archer", "levy"):
        gold = TROOPS[kind].cost.get("gold", 0)
        n = min(most.get(kind, 0), spare // gold if gold else 0)
        if n:
            some[kind] = n
            spare -= n * gold
    return ("hire", best, ordered(some)) if some else None


def _take(turn: Turn) -> Path | None:
    """A standing offer that is good."""
    return trade.take(turn.v) if "trade" in turn.verbs else None


def _offer(turn: Turn) -> Path | None:
    """An offer that should please both, once a turn: others have to answer it."""
    return trade.offer(turn.v) if not turn.v.s.turn.offers and "trade" in turn.verbs else None


def _sell(turn: Turn) -> Path | None:
    """What is not needed becomes gold."""
    return trade.sell(turn.v) if "trade" in turn.verbs else None


def _defend(turn: Turn) -> Path | None:
    """Troops for a village in danger."""
    return defence.defend(turn.v) if "hire" in turn.verbs else None


def _muster(turn: Turn) -> Path | None:
    """Troops for a prize."""
    return campaigns.muster(turn.war) if "hire" in turn.verbs else None


# --- moving -------------------------------------------------------------------------------------------------------------


def _move(turn: Turn) -> Path | None:
    """The move that brings most, if any brings enough."""
    if "move" not in turn.verbs:
        return None
    v, war = turn.v, turn.war
    t: Table[MapState] = Table(find(turn.pos.game), turn.pos)
    best, top = campaigns.march(v, t, v.weights.worth_it, war.prizes)
    for worth, path in moves(v, war, t):
        if worth > top:
            best, top = path, worth
    return best


def moves(v: Valuation, war: campaigns.War, t: Table[MapState]) -> Iterator[tuple[float, Path]]:
    """Every move of this turn to a cell in reach, and what it brings."""
    s = v.s
    for cell in starts(t, v.seat):
        for some in _groups(fresh(s, v.seat, cell)):
            group = Group(some, cell, cell, min(TROOPS[kind].moves for kind in some))
            kept, risks = campaigns.held(v, war.aim, cell, some), dict[str, float]()
            for stop, way in reach(t, v.seat, group).items():
                foe = s.foe(stop, v.seat)
                beaten = "" if foe is None or foe == NEUTRAL else stop
                if beaten not in risks:
                    risks[beaten] = defence.exposed(v, cell, some, beaten)
                worth = _worth(v, group, stop, way) - kept - risks[beaten]
                worth += war.threats.get(beaten, 0.0) if worth > 0 else 0.0
                worth -= v.weights.idle * head(some) if foe is None else 0.0
                yield worth, ("move", cell, some, stop)


def _groups(here: Troops) -> Iterator[Troops]:
    """Groups that may be worth sending: all, all but one, one of the cheapest, each kind alone."""
    some = ordered(here)
    seen: list[Troops] = []
    first = next(iter(some))
    less = {kind: n - (kind == first) for kind, n in some.items() if n - (kind == first)}
    alone, halves = ({kind: n} for kind, n in some.items()), ({kind: n // 2} for kind, n in some.items())
    for tried in (some, less, {first: 1}, *alone, *halves):
        group = {kind: n for kind, n in tried.items() if n}
        if group and group not in seen:
            seen.append(group)
            yield group


def _worth(v: Valuation, group: Group, target: str, way: tuple[str, ...]) -> float:
    """What a group gains by going there: tiles seen, things taken, a fight won; and where it then stands."""
    s = v.s
    worth = v.weights.flip * sight(s, way)
    if s.foe(target, v.seat) is None:
        scouts = head(group.troops) <= SCOUTS       # armies go where something is to be won, not to look around
        beyond = v.weights.scouting * (v.pull.get(target, 0.0) - v.pull.get(group.at, 0.0)) if scouts else 0.0
        return worth + v.claim_worth(target) + beyond + defence.relief(v, target, group.troops)
    mine = dict(group.troops)
    if target in s.turn.entries:                # more of us wait for this battle
        mine = odds.union(mine, s.players[v.seat].stacks.get(target, {}))
    foe, others = odds.guards(v, target)
    left, rest = odds.clash(v, target, v.seat, mine, foe, others)
    lost = v.price({kind: n - left.get(kind, 0) for kind, n in mine.items()})
    if rest:
        return -1.0 - lost if target not in s.turn.entries else -0.5
    if not left:
        return worth - lost
    return worth - lost + odds.triumph(v, target) + v.claim_worth(target)


def _onward(pos: Pos, seat: Seat) -> Path | None:
    """A group on its way: on to something better, or it stops."""
    v, group = Valuation(pos, seat), marching(pos.state)
    if group.points <= 0:
        return ("stop",)
    best, top = "", v.claim_worth(group.at) + 0.2
    for target, way in reach(Table(find(pos.game), pos), seat, group).items():
        worth = _worth(v, group, target, way)
        if worth > top:
            best, top = target, worth
    return ("go", best) if best else ("stop",)


PLANS: tuple[Callable[[Turn], Path | None], ...] = (
    _look, _vision, _produce, _take, _defend, _muster, _offer, _build, _move, _hire, _sell,
)
DEALS = (_take, _offer)       # with other players: who minds somebody else's seat makes none


# --- battles ------------------------------------------------------------------------------------------------------------


def _battle(pos: Pos, seat: Seat, side: int) -> Path | None:
    """Flee when all would fall; a card when it saves troops or turns the fight; else stand."""
    s = pos.state
    battle = fought(s)
    doomed = strength.doomed(s, battle, side, pos.options)
    if doomed:
        flight = obey(None, pos, seat, {"battle_flee": "if_doomed", "battle_cards": "ask"})
        if flight is not None and flight[0] == "flee":
            return flight
    verbs = _verbs(pos, seat)
    after = strength.outlook(s, battle, pos.options).sides
    easy = not strength.alive(after[1 - side]) and strength.alive(after[side]) == strength.alive(battle.sides[side])
    if "card" in verbs and not easy:            # who wins without a loss keeps cards for another day
        form = walk.ask(pos, seat, ("card",))
        if isinstance(form, Pick) and form.options:
            path = walk.default_path(pos, seat, ("card", form.options[0].key))
            if isinstance(walk.ask(pos, seat, path), Done):
                return path
    return ("stay",)
