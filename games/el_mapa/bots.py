"""The computer player: it looks, builds, hires, explores and fights for what `planning` thinks worth while, one step at a time.

It sees a view and a guess at what it cannot know: tiles that lie face down and others' hands never enter its reckoning.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core import walk
from games.core.forms import Allot, Done, Pick, Reject
from games.core.messages import Path, Seat
from games.core.position import Position
from games.core.rules import find
from games.core.table import Table
from games.el_mapa import planning, war
from games.el_mapa.building import free_spaces
from games.el_mapa.catalog import BUILDINGS, RULES, SPACES, TROOPS
from games.el_mapa.decisions import Decide
from games.el_mapa.economy import can_pay, trade_limit
from games.el_mapa.hiring import payable
from games.el_mapa.marching import Moving
from games.el_mapa.moving import starts
from games.el_mapa.orders import obey
from games.el_mapa.paths import fresh, reach
from games.el_mapa.state import NEUTRAL, Group, MapState, Troops, fought, head, marching, ordered
from games.el_mapa.turns import Actions
from games.el_mapa.view import GameView

Pos = Position[MapState, Any]
WORTH_IT = 0.55               # a move must bring so much more than staying
SPARE = 2                     # gold kept for the next building
SCOUTS = 2                    # so many may wander
REACH = 8                     # steps to a prize that an army sets out for


def choose(_view: GameView, guess: Pos, seat: Seat) -> Path:
    """The move of the computer player in `seat`."""
    top = (guess.lanes[seat] or guess.stack)[-1]
    path: Path | None = None
    match top:
        case Actions():
            path = _turn(guess, seat)
        case Moving():
            path = _onward(guess, seat)
        case Decide(side=side):
            path = _battle(guess, seat, side)
    if path is None or not isinstance(walk.ask(guess, seat, path), Done):
        return walk.default_path(guess, seat)
    return path


def _turn(pos: Pos, seat: Seat) -> Path:
    """What costs nothing first, then building, moving, hiring, until nothing is worth while."""
    for plan in (_look, _vision, _produce, _muster, _build, _move, _hire, _bank):
        path = plan(pos, seat)
        if path is not None and isinstance(walk.ask(pos, seat, path), Done):
            return path
    return ("end",)


def _verbs(pos: Pos, seat: Seat) -> set[str]:
    root = walk.ask(pos, seat)
    return {option.key for option in root.options} if isinstance(root, Pick) else set()


def _look(pos: Pos, seat: Seat) -> Path | None:
    """A tile near own troops, so that more is known where it helps."""
    if "look" not in _verbs(pos, seat):
        return None
    form = walk.ask(pos, seat, ("look",))
    if not isinstance(form, Pick) or not form.options:
        return None
    s = pos.state
    own = [*s.players[seat].stacks, *s.villages(seat)]

    def far(cell: str) -> int:
        return min((s.board.distance(cell, other) for other in own), default=0)

    path: Path = ("look", min((option.key for option in form.options), key=lambda cell: (far(cell), cell)))
    return walk.default_path(pos, seat, path)


def _vision(pos: Pos, seat: Seat) -> Path | None:
    """Vision turns up a tile: a point."""
    if "vision" not in s_hand(pos, seat) or "tech" not in _verbs(pos, seat):
        return None
    form = walk.ask(pos, seat, ("tech",))
    if isinstance(form, Pick) and any(option.key == "vision" for option in form.options):
        return walk.default_path(pos, seat, ("tech", "vision"))
    return None


def _produce(pos: Pos, seat: Seat) -> Path | None:
    """Production at once."""
    if "produce" not in _verbs(pos, seat):
        return None
    return walk.default_path(pos, seat, ("produce",))


def s_hand(pos: Pos, seat: Seat) -> list[str]:
    """The own cards."""
    return pos.state.players[seat].hand


# --- building and trade -------------------------------------------------------------------------------------------------


def wishes(pos: Pos, seat: Seat) -> list[tuple[float, str, str]]:
    """Buildings that could stand somewhere, with castle, the best first: worth less price."""
    s = pos.state
    found = []
    for cell in s.villages(seat):
        castle = s.castles[cell]
        if castle.built >= int(pos.options["build_limit"]):
            continue
        for name, facts in BUILDINGS.items():
            if name in castle.spaces.values() or not s.supply.get(name, 1) or not free_spaces(castle, name):
                continue
            found.append((planning.house_worth(pos, seat, cell, name) - planning.expense(facts.cost), cell, name))
    return sorted(found, reverse=True)


def _build(pos: Pos, seat: Seat) -> Path | None:
    """The best building that can be paid now. A castle builds once a turn, so that something is better than nothing."""
    if "build" not in _verbs(pos, seat):
        return None
    goods = pos.state.players[seat].goods
    for worth, cell, name in wishes(pos, seat):
        if worth > -1 and can_pay(goods, BUILDINGS[name].cost):
            path: Path = ("build", cell, name, _space(pos, cell, name))
            return _finish(pos, seat, path)
    return None


def _space(pos: Pos, cell: str, name: str) -> str:
    """The lowest row, beside what stands: buildings of a high level keep away from low rows anyway."""
    return min(free_spaces(pos.state.castles[cell], name), key=SPACES.index)


def _finish(pos: Pos, seat: Seat, path: Path) -> Path | None:
    """The rest of a sentence: cards that make it cheaper are played without boosts, then it is paid."""
    for _ in range(8):
        form = walk.ask(pos, seat, path)
        match form:
            case Done():
                return path
            case Pick(options=options):
                keys = [option.key for option in options]
                path = (*path, next((key for key in keys if key != "pay"), "pay"))
            case Allot():
                path = (*path, {})
                if isinstance(walk.ask(pos, seat, path), Reject):
                    path = (*path[:-1], form.auto())
            case _:
                return None
    return None


def _bank(pos: Pos, seat: Seat) -> Path | None:
    """Change goods for the building that is wanted most, or, in the last rounds, for nothing at all."""
    s = pos.state
    if s.turn.traded >= trade_limit(s, seat) or "trade" not in _verbs(pos, seat):
        return None
    goods = s.players[seat].goods
    for worth, _, name in wishes(pos, seat)[:4]:
        if worth <= 0:
            break
        cost = BUILDINGS[name].cost
        for rate in RULES.bank:
            after = {good: n - rate.give.get(good, 0) + rate.get.get(good, 0) for good, n in goods.items()}
            lacked = sum(max(0, n - goods[good]) for good, n in cost.items())
            lacks = sum(max(0, n - after[good]) for good, n in cost.items())
            if min(after.values()) >= 0 and lacks < lacked and not any(after[good] < cost.get(good, 0) for good in rate.give):
                return ("trade", rate.id, 1)
    return None


def _hire(pos: Pos, seat: Seat) -> Path | None:
    """Troops from what gold is left beside the next building; strong ones first."""
    if "hire" not in _verbs(pos, seat):
        return None
    s, left = pos.state, planning.rounds_left(pos)
    if left < 2:
        return None
    force = sum(head(troops) for troops in s.players[seat].stacks.values())
    spare = s.players[seat].goods["gold"] - (0 if force < 2 else SPARE if s.round > 2 else 0)
    if spare <= 0 or force > 8 + 2 * s.round:
        return None
    best = max(s.villages(seat), key=lambda cell: head(payable(s, seat, cell)), default=None)
    if best is None:
        return None
    most, some = payable(s, seat, best), dict[str, int]()
    for kind in ("cavalry", "soldier", "archer", "levy"):
        gold = TROOPS[kind].cost.get("gold", 0)
        n = min(most.get(kind, 0), spare // gold if gold else 0)
        if n:
            some[kind] = n
            spare -= n * gold
    return ("hire", best, ordered(some)) if some else None


def _muster(pos: Pos, seat: Seat) -> Path | None:
    """Troops for a prize that is worth more than the next building: as few as can win it from a castle."""
    if "hire" not in _verbs(pos, seat) or planning.rounds_left(pos) < 2:
        return None
    s = pos.state
    best, top = None, max([3.0, *(worth for worth, _, _ in wishes(pos, seat)[:1])])
    for target, prize in planning.prizes(pos, seat).items():
        steps = planning.far(s, target)
        ready = (some for at, some in s.players[seat].stacks.items() if steps.get(at, REACH + 1) <= REACH)
        if any(planning.outcome(pos, seat, target, some, prize) > 0 for some in ready):
            continue                            # who is near enough can go already
        for cell in s.villages(seat):
            if cell not in steps or steps[cell] > REACH:
                continue
            here, most = s.players[seat].stacks.get(cell, {}), payable(s, seat, cell)
            for some in _levies(most):
                whole = {kind: here.get(kind, 0) + some.get(kind, 0) for kind in {*here, *some}}
                worth = planning.outcome(pos, seat, target, ordered(whole), prize) * planning.soon(steps[cell])
                if worth > top:
                    best, top = ("hire", cell, some), worth
                if worth > 0:
                    break
    return best


def _levies(most: Troops) -> Iterator[Troops]:
    """Ever more troops, the cheap ones first, as far as they can be paid."""
    some: Troops = {}
    for kind in ("levy", "archer", "soldier", "cavalry"):
        for _ in range(most.get(kind, 0)):
            some = {**some, kind: some.get(kind, 0) + 1}
            yield ordered(some)
        if some:
            return


# --- moving -------------------------------------------------------------------------------------------------------------


def _move(pos: Pos, seat: Seat) -> Path | None:
    """The move that brings most, if any brings enough."""
    if "move" not in _verbs(pos, seat):
        return None
    game = find(pos.game)
    t: Table[MapState] = Table(game, pos)
    draw = planning.pull(pos, seat)
    best, top = _march(pos, seat, t)
    for cell in starts(t, seat):
        all_of = fresh(pos.state, seat, cell)
        stay = planning.guard(pos, seat, cell)
        for some in _groups(all_of):
            group = Group(some, cell, cell, min(TROOPS[kind].moves for kind in some))
            left = head(pos.state.players[seat].stacks[cell]) - head(some)
            cost = stay / (1 + left) if left else stay
            for target, way in reach(t, seat, group).items():
                worth = _worth(pos, seat, group, target, way, draw) - cost
                worth -= 0.12 * head(some) if not pos.state.foe(target, seat) else 0
                if worth > top:
                    best, top = ("move", cell, some, target), worth
    return best


def _march(pos: Pos, seat: Seat, t: Table[MapState]) -> tuple[Path | None, float]:
    """The best way of a whole army towards a guarded prize that it would win but does not reach this turn."""
    s = pos.state
    best: Path | None = None
    top = WORTH_IT
    for target, prize in planning.prizes(pos, seat).items():
        steps = planning.far(s, target)
        for cell in starts(t, seat):
            some = fresh(s, seat, cell)
            moves = min(TROOPS[kind].moves for kind in some)
            if steps.get(cell, REACH + 1) > REACH or steps[cell] <= moves:
                continue
            worth = 0.6 * planning.outcome(pos, seat, target, some, prize) * planning.soon(steps[cell], moves)
            worth -= planning.guard(pos, seat, cell)
            if worth <= top:
                continue
            ways = reach(t, seat, Group(some, cell, cell, moves))
            free = [other for other in ways if s.foe(other, seat) is None and steps.get(other, REACH) < steps[cell]]
            if free:
                near = min(free, key=lambda other: (steps[other], s.board.at[other]))
                best, top = ("move", cell, dict(some), near), worth
    return best, top


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


def _worth(pos: Pos, seat: Seat, group: Group, target: str, way: tuple[str, ...], draw: dict[str, float]) -> float:
    """What a group gains by going there: tiles seen, things taken, a fight won; and where it then stands."""
    s, ladder = pos.state, pos.options["troop_levels"] == "ladder"
    worth = planning.FLIP * planning.sight(s, way)
    foe = s.foe(target, seat)
    scouts = head(group.troops) <= SCOUTS       # armies go where something is to be won, not to look around
    beyond = 0.25 * (draw.get(target, 0.0) - draw.get(group.at, 0.0)) if scouts else 0.0
    if foe is None:
        return worth + planning.claim_worth(pos, seat, target) + beyond
    others = s.garrisons[target] if foe == NEUTRAL else s.players[foe].stacks[target]
    mine = dict(group.troops)
    if target in s.turn.entries:                # more of us wait for this battle
        for kind, n in s.players[seat].stacks.get(target, {}).items():
            mine[kind] = mine.get(kind, 0) + n
    left, rest = planning.clash(pos, target, seat, mine, foe, others)
    lost = planning.price({kind: n - left.get(kind, 0) for kind, n in mine.items()})
    if rest:
        return -1.0 - lost if target not in s.turn.entries else -0.5
    gained = float(planning.spoils(others, rest, ladder)) if left else 0.0
    taken = planning.claim_worth(pos, seat, target) if left else 0.0
    return worth + gained - lost + taken


def _onward(pos: Pos, seat: Seat) -> Path | None:
    """A group on its way: on to something better, or it stops."""
    group = marching(pos.state)
    game = find(pos.game)
    t: Table[MapState] = Table(game, pos)
    if group.points <= 0:
        return ("stop",)
    draw = planning.pull(pos, seat)
    here = planning.claim_worth(pos, seat, group.at)
    best, top = "", here + 0.2
    for target, way in reach(t, seat, group).items():
        worth = _worth(pos, seat, group, target, way, draw)
        if worth > top:
            best, top = target, worth
    return ("go", best) if best else ("stop",)


# --- battles ------------------------------------------------------------------------------------------------------------


def _battle(pos: Pos, seat: Seat, side: int) -> Path | None:
    """Flee when all would fall; a card when it saves troops or turns the fight; else stand."""
    s = pos.state
    battle = fought(s)
    doomed = war.doomed(s, battle, side, pos.options)
    if doomed:
        flight = obey(None, pos, seat, {"battle_flee": "if_doomed", "battle_cards": "ask"})
        if flight is not None and flight[0] == "flee":
            return flight
    verbs = _verbs(pos, seat)
    easy = war.alive(battle.sides[side]) > 2 * war.alive(battle.sides[1 - side])
    if "card" in verbs and not easy:
        form = walk.ask(pos, seat, ("card",))
        if isinstance(form, Pick) and form.options:
            path = walk.default_path(pos, seat, ("card", form.options[0].key))
            if isinstance(walk.ask(pos, seat, path), Done):
                return path
    return ("stay",)
