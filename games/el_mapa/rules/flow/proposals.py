"""Quick moves: moves that the first question of a turn proposes, each as one button.

The key of a quick move is short for a longer path. The proposed group of a cell is all its unmoved
troops; if an own village would be left empty, one of several troops stays on guard.

- `go-c3-c4` moves one of the weakest unmoved troops from C3 to C4
- `group-c3-c4` moves the proposed group of C3 to C4
- `war-c3-d3` attacks D3 with the proposed group of C3
- `all-c3-c4` moves all unmoved troops of C3 to C4, or attacks C4 with them
- `make-c3-bank-2-1` builds a bank in a space of C3
- `hire-all` hires the proposed troops of all castles
- `see-a5` reveals A5 with a watchtower
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from msgspec import Struct, structs

from games.core.engine.context import StepContext
from games.core.prompts.prompt import (
    IllegalPath,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
    why_illegal,
)
from games.core.text.messages import Msg, Path, Seat, msg, seat_name
from games.el_mapa.model.catalog import BUILDINGS, TILES
from games.el_mapa.model.holdings import can_pay
from games.el_mapa.model.names import (
    BUILDING_NAMES,
    amounts,
    building_effect,
    cell_name,
    in_short,
    short_amounts,
)
from games.el_mapa.model.options import limit_of
from games.el_mapa.model.state import NEUTRAL, MapState, Troops, troop_count
from games.el_mapa.model.terrain import reading
from games.el_mapa.rules.castles import building, hiring
from games.el_mapa.rules.moving import moving, sighting
from games.el_mapa.rules.moving.paths import (
    WAR,
    move_points,
    reach,
    reveals,
    survivors_against_garrison,
    survivors_if_won,
    unmoved_troops,
)

T = StepContext[MapState]
_WHOLE_MOVES, _OTHER_GROUPS = msg("map.group.moves"), msg("map.group.others")
GO, GROUP, ATTACK, ALL, BUILD, SEE = "go", "group", "war", "all", "make", "see"
HIRE_ALL = "hire-all"
_VERBS = (GO, GROUP, ATTACK, ALL, BUILD, SEE)
MAX_MOVES = 2  # proposed moves of troops; more would not fit on a phone beside the actions
MAX_OTHERS = 1  # other proposals, beside that of the watchtower
MAX_ORIGINS = 4  # cells to leave from that have a button of their own; more are in the menu only
MAX_LINES = 25  # of a menu of whole moves
MIN_PROPOSALS = 2
MAX_BUTTONS = 7  # proposals and actions that a phone shows below a picture
# rounds in which proposals say why they are worth making; the second says what ends the game
EXPLAINED_ROUNDS = 1
DANGER_STEPS = 4  # an own village is not left empty if a rival's troops are so near
# value of what a group claims in points, compared with 1 for each tile that it reveals
CLAIM_WORTH = {"village": 6, "gold": 5, "stone": 4, "wood": 3, "tower": 3}
TREASURE_WORTH = 3
LOST_TROOP_WORTH = 1
# value of what buildings bring in points: each round, or once
PER_ROUND = {"gold": 0.6, "cards": 0.5, "looks": 1.0, "trains": 0.5, "doubles": 0.4}
ONCE = {"origins": 2.0, "trade": 1.5}
PRICE = {"gold": 0.5, "wood": 0.8, "stone": 1.2}
USUAL_ROUNDS = 13


class Proposal(NamedTuple):
    """Proposed move of the troops `some` from `origin` over `way` to `target`.

    `verb` is `go`, `group`, `war` or `all`. `claimed` is what the move claims ("": nothing), and
    `gains` are the points for revealed tiles and for the battle. `worth` ranks the moves.
    """

    worth: int
    verb: str
    origin: str
    target: str
    some: Troops
    claimed: str
    gains: int
    way: tuple[str, ...]


class QuickKeys(Struct, frozen=True):
    """Container of all keys with the form of a quick move, and of `others`.

    Because of it, a stored quick move can still be played when it is no longer among the proposals.
    `ask` refuses the keys that are illegal in the position.
    """

    others: tuple[str, ...] = ()

    def __contains__(self, key: object) -> bool:
        return key in self.others or (isinstance(key, str) and is_quick((key,)))


ANY_QUICK_KEY = QuickKeys()


def is_quick(path: Path) -> bool:
    """Return whether a path begins with the key of a quick move."""
    key = path[0] if path else ""
    if not isinstance(key, str):
        return False
    return key == HIRE_ALL or ("-" in key and key.partition("-")[0] in _VERBS)


def full_path(s: MapState, seat: Seat, path: Path) -> Path:
    """Return the path that a quick move stands for; () if the quick move is impossible."""
    verb, *rest = str(path[0]).split("-", 3)
    match verb, rest:
        case "hire", ["all"]:
            able = hiring.proposed_by_castle(s, seat)
            where = hiring.EVERYWHERE if len(able) > 1 else f"{next(iter(able), '')}-all"
            return ("hire", where, *path[1:]) if able else ()
        case "see", [cell]:
            return ("look", cell, *path[1:])
        case "make", [cell, house, space]:
            return ("build", cell, house, space, *path[1:])
        case (("go" | "group" | "war" | "all"), [origin, target]) if unmoved_troops(
            s, seat, origin
        ):
            some = dict(_group(s, seat, verb, origin))
            # battles against players are fought with questions, so their key is the cell alone
            foe = s.foe(target, seat)
            fights_out = (
                foe == NEUTRAL if verb == ALL else verb == ATTACK and foe in (None, NEUTRAL)
            )
            return ("move", origin, some, target + (WAR if fights_out else ""), *path[1:])
    return ()


def ask(t: T, seat: Seat, path: Path, then: Path = ()) -> PromptResult:
    """Return the result for a quick move; `IllegalPath` if it is illegal now.

    `path` begins with the key of the quick move. After the move the panel opens at `then`; () opens
    the first question, which shows the next proposals.
    """
    if len(path) == 1 and not _is_legal(t, seat, str(path[0])):
        return IllegalPath(msg("core.refused.option"))
    result = _ask_full(t, seat, full_path(t.state, seat, path))
    return structs.replace(result, then=then) if isinstance(result, MoveReady) else result


def options(t: T, seat: Seat, actions: int) -> tuple[Option, ...]:
    """Return the options of the proposals, the moves of troops first.

    `actions` is the number of buttons for actions; the more there are, the fewer moves are
    proposed.
    """
    moves, look = _proposed_moves(t, seat), _look_option(t, seat)
    found = (propose(t, seat) for propose in (_building_option, _hiring_option))
    others = tuple(islice((one for one in found if one is not None), MAX_OTHERS))
    room = max(MIN_PROPOSALS, MAX_BUTTONS - actions)
    looks = () if look is None else (look,)
    return _first_explained(t, (*moves[: room - len(others)], *looks, *others))


def proposes_look(proposed: tuple[Option, ...]) -> bool:
    """Return whether a tile for the watchtower is among the proposals."""
    return any(one.key.startswith(f"{SEE}-") for one in proposed)


def with_moves(t: T, seat: Seat, form: SelectPrompt) -> SelectPrompt:
    """Return `form`, the question for an origin, with options for whole moves added.

    The best moves are buttons. One menu has the moves of proposed groups and the origins, another
    menu the moves of all troops or of a single troop.
    """
    best = _first_explained(t, _proposed_moves(t, seat))
    listed, origins = {option.key for option in best}, form.options

    def unlisted(*verbs: str) -> list[Option]:
        return [
            option
            for one in _whole_moves(t, seat, verbs)
            if (option := _move_option(t.state, seat, one, names_troops=True)).key not in listed
        ]

    room = max(0, MAX_LINES - len(best) - len(origins))
    usual = (*best, *unlisted(GROUP)[:room], *origins)
    others = unlisted(GO, ALL)[:MAX_LINES]
    with_buttons = (*best, *(origins if len(origins) <= MAX_ORIGINS else ()))
    return structs.replace(
        form,
        options=(
            *(structs.replace(option, group=_WHOLE_MOVES) for option in usual),
            *(structs.replace(option, group=_OTHER_GROUPS) for option in others),
        ),
        layout="menus",
        proposed=tuple(option.key for option in with_buttons),
        default=origins[0].key,
    )


def _first_explained(t: T, some: tuple[Option, ...]) -> tuple[Option, ...]:
    """Remove the details of all options but the first, and later also of the first.

    The first option has details only up to round `EXPLAINED_ROUNDS`. Details are lines above the
    picture, for which a phone has little room. After each move another proposal comes first, so
    each proposal is explained at some time.
    """
    explained = 1 if t.state.round <= EXPLAINED_ROUNDS else 0
    return (
        *some[:explained],
        *(structs.replace(option, detail=None) for option in some[explained:]),
    )


def _proposed_moves(t: T, seat: Seat) -> tuple[Option, ...]:
    """Return the options of the best moves of troops, the best first."""
    return tuple(_move_option(t.state, seat, one) for one in _best_moves(t, seat))


def _is_legal(t: T, seat: Seat, key: str) -> bool:
    """Return whether a quick move is legal: each key of its full path must be legal."""
    s = t.state
    verb, *rest = key.split("-")
    known = rest[0] in s.board.at if verb != "hire" else True
    if not known or (verb == SEE and not isinstance(sighting.look_verb(t, seat), Option)):
        return False
    full = full_path(s, seat, (key,))
    if not full or (verb in (GO, GROUP) and s.foe(rest[1], seat) is not None):
        return False
    for depth in range(1, len(full)):
        prompt = _ask_full(t, seat, full[:depth])
        if isinstance(prompt, MoveReady | IllegalPath) or why_illegal(prompt, full[depth]):
            return False
    return not isinstance(_ask_full(t, seat, full), IllegalPath)


def _ask_full(t: T, seat: Seat, path: Path) -> PromptResult:
    match path:
        case ("move", *_):
            return moving.ask(t, seat, path)
        case ("build", *_):
            return building.ask(t, seat, path)
        case ("hire", *_):
            return hiring.ask(t, seat, path)
        case ("look", *_):
            return sighting.ask_look(t, path)
    return IllegalPath(msg("core.refused.option"))


# --- moves of troops ---------------------------------------------------------------------------


def _group(s: MapState, seat: Seat, verb: str, origin: str) -> Troops:
    """Return the troops of a quick move from `origin`.

    They are one of the weakest troops for the verb `go`, all unmoved troops for `all`, else the
    proposed group.
    """
    unmoved = unmoved_troops(s, seat, origin)
    if verb == ALL:
        return unmoved
    return moving.scout(unmoved) if verb == GO else moving.proposed_group(s, seat, origin)


def _best_moves(t: T, seat: Seat) -> list[Proposal]:
    """Return the best moves of troops, one per target, the best first."""
    by_target: dict[str, Proposal] = {}
    for origin in moving.movable_cells(t, seat):
        for one in _moves_from(t, seat, origin):
            known = by_target.get(one.target)
            if known is None or one.worth > known.worth:
                by_target[one.target] = one
    ranked = sorted(by_target.values(), key=lambda one: (-one.worth, len(one.way)))
    return [one for one in ranked if one.worth > 0][:MAX_MOVES]


def _moves_from(t: T, seat: Seat, origin: str) -> Iterator[Proposal]:
    """Yield the useful moves from a cell: those of a scout, and sure victories over garrisons."""
    s = t.state
    scout, some = (_group(s, seat, verb, origin) for verb in (GO, ATTACK))
    scouts = moving.group_at_start(scout, origin)
    group = moving.group_at_start(some, origin)
    ways = reach(t, seat, scouts)
    stays = _leaves_in_danger(s, seat, origin)
    for target, way in ways.items():
        if not stays and s.foe(target, seat) is None:
            claimed, worth = _claim(s, seat, target)
            if worth + (gains := move_points(t, seat, way)):
                yield Proposal(worth + gains, GO, origin, target, scout, claimed, gains, way)
    if group.points != scouts.points:
        ways = reach(t, seat, group)
    for target, way in ways.items():
        if target not in s.garrisons or target in s.turn.entries:
            continue
        if left := survivors_against_garrison(t, seat, group, target):
            claimed, worth = _claim(s, seat, target)
            gains = move_points(t, seat, way, group)
            worth += gains - LOST_TROOP_WORTH * (troop_count(some) - left)
            yield Proposal(worth, ATTACK, origin, target, some, claimed, gains, way)


def _whole_moves(t: T, seat: Seat, verbs: tuple[str, ...]) -> list[Proposal]:
    """Return the moves of groups that lead to no battle or to a victory, best first.

    `verbs` select the groups (see the module). A single troop or all troops are left out if they
    are the proposed group of their cell.
    """
    found = list[Proposal]()
    for origin in moving.movable_cells(t, seat):
        proposed, single = (_group(t.state, seat, verb, origin) for verb in (GROUP, GO))
        for verb in verbs:
            some = _group(t.state, seat, verb, origin)
            if verb == GROUP or (some != proposed and (verb == GO or some != single)):
                found += _moves_of(t, seat, GO if some == single else verb, origin, some)
    return sorted(found, key=lambda one: -one.worth)


def _moves_of(t: T, seat: Seat, verb: str, origin: str, some: Troops) -> Iterator[Proposal]:
    """Yield the moves of a group that lead to no battle or to a victory, in reading order.

    The victories are those of the forecast.
    """
    s, group = t.state, moving.group_at_start(some, origin)
    ways = reach(t, seat, group)
    for target in reading(s.board, ways):
        is_battle = s.foe(target, seat) is not None
        if is_battle and (target in s.turn.entries or not survivors_if_won(t, seat, group, target)):
            continue
        key = verb
        if is_battle and verb != ALL:
            if some != moving.proposed_group(s, seat, origin):
                continue  # a single troop of several
            key = ATTACK
        claimed, worth = _claim(s, seat, target)
        gains = move_points(t, seat, ways[target], group)
        yield Proposal(worth + gains, key, origin, target, some, claimed, gains, ways[target])


def _leaves_in_danger(s: MapState, seat: Seat, origin: str) -> bool:
    """Return whether moving one troop leaves an own village empty with rivals near."""
    if origin not in s.castles or s.owners[origin] != seat:
        return False
    if troop_count(s.players[seat].stacks[origin]) > 1:
        return False
    return any(
        s.board.distance(origin, cell) <= DANGER_STEPS
        for other, player in enumerate(s.players)
        if other != seat
        for cell in player.stacks
    )


def _claim(s: MapState, seat: Seat, cell: str) -> tuple[str, int]:
    """Return what a player would claim in a cell ("": nothing), and its rough worth."""
    tile, worth, what = TILES[s.kind(cell)], 0, ""
    if tile.claimable and s.owners.get(cell) != seat:
        what = "village" if tile.village else tile.mine or "tower"
        worth = CLAIM_WORTH[what]
    if cell in s.chests:
        worth += TREASURE_WORTH * s.chests[cell]
        what = what or "chest"
    return what, worth


def best_move_left(t: T, seat: Seat) -> Msg | None:
    """Describe the best move of troops that still brings something; None without one."""
    for one in _best_moves(t, seat):
        return msg("map.effect.best_move", way=_way(one), what=_gains(t.state, one))
    return None


def _gains(s: MapState, one: Proposal) -> Msg:
    """Describe what a proposed move brings: `mina, +2 PV`.

    A village names its present owner, who loses it.
    """
    gains: list[Msg] = []
    if one.claimed:
        owner = s.owners.get(one.target) if one.claimed == "village" else None
        gains.append(
            msg(f"map.gain.{one.claimed}")
            if owner is None
            else msg("map.gain.village_of", seat=seat_name(owner))
        )
    if one.gains:
        gains.append(msg("map.gain.points", n=one.gains))
    return gains[0] if len(gains) == 1 else msg("map.gain.two", a=gains[0], b=gains[1])


def _way(one: Proposal) -> Msg:
    return msg("map.way", origin=cell_name(one.origin), at=cell_name(one.target))


def _move_option(s: MapState, seat: Seat, one: Proposal, *, names_troops: bool = False) -> Option:
    """Return the option of a move; its detail is the reason to make the move.

    With `names_troops` there is no detail. Instead the label names the troops, unless the cell has
    only one unmoved troop.
    """
    label, detail = _way(one), None
    if names_troops and troop_count(unmoved_troops(s, seat, one.origin)) > 1:
        label = msg("map.propose.troops", way=label, who=in_short(one.some))
    if not names_troops:
        why = ATTACK if one.verb == ATTACK else one.claimed or "explore"
        detail = msg(f"map.reason.{why}", who=in_short(one.some))
    if one.claimed or one.gains:
        is_battle = s.foe(one.target, seat) is not None
        key = "map.propose.war" if is_battle else "map.propose.go"
        label = msg(key, way=label, what=_gains(s, one))
    if reveals(s, seat, one.way, stops=True):
        label = msg("map.sealed", what=label)
    key = f"{one.verb}-{one.origin}-{one.target}"
    return Option(key, label, detail, tone="main", rule="move", name=_way(one), shortcut=True)


# --- other actions -----------------------------------------------------------------------------


def _building_option(t: T, seat: Seat) -> Option | None:
    """Return the option of the best building that the player can pay without cards."""
    s, goods = t.state, t.state.players[seat].goods
    left = max(2, (limit_of(t.options) or USUAL_ROUNDS) - s.round)
    found = [
        (_building_worth(name, left), cell, name)
        for cell in s.villages(seat)
        if building.is_below_build_limit(t, s.castles[cell])
        for name in BUILDINGS
        if can_pay(goods, BUILDINGS[name].cost)
        and building.why_not_buildable(t, seat, s.castles[cell], name) is None
    ]
    if not found:
        return None
    _, cell, name = max(found, key=lambda one: one[0])
    return Option(
        f"{BUILD}-{cell}-{name}-{building.lowest_space(s.castles[cell], name)}",
        msg("map.propose.build", what=BUILDING_NAMES[name]),
        msg(
            "map.view.then",
            a=amounts(BUILDINGS[name].cost),
            b=building_effect(name, t.options),
        ),
        tone="main",
        rule="build",
        name=BUILDING_NAMES[name],
        shortcut=True,
    )


def _building_worth(name: str, left: int) -> float:
    """Return the rough worth in points of a building with `left` rounds to come."""
    house = BUILDINGS[name]
    brings = sum(worth * left * bool(getattr(house, what)) for what, worth in PER_ROUND.items())
    once = sum(worth * bool(getattr(house, what)) for what, worth in ONCE.items())
    price = sum(PRICE[what] * n for what, n in house.cost.items())
    return house.level + house.points + brings + once - price


def _hiring_option(t: T, seat: Seat) -> Option | None:
    """Return the option to hire in all castles; None for fewer than two troops.

    A single troop needs no proposal, because the action `hire` hires it with one click.
    """
    by_castle = hiring.proposed_by_castle(t.state, seat)
    total = hiring.total_of(by_castle)
    if troop_count(total) < 2:
        return None
    priced = msg("map.priced_troop", what=in_short(total), cost=short_amounts(hiring.price(total)))
    label = msg("map.label.hire", who=priced)
    return Option(HIRE_ALL, label, tone="main", rule="hire", shortcut=True)


def _look_option(t: T, seat: Seat) -> Option | None:
    """Return the option to reveal with a watchtower the tile nearest to own pieces.

    Return None if no tile can be revealed.
    """
    if t.options["watchtower"] == "rotate" or not isinstance(sighting.look_verb(t, seat), Option):
        return None
    s = t.state
    own = [*s.players[seat].stacks, *s.villages(seat)]
    cell = min(
        s.hidden(),
        key=lambda cell: (
            min((s.board.distance(cell, other) for other in own), default=0),
            cell,
        ),
    )
    label = msg("map.sealed", what=msg("map.propose.see", at=cell_name(cell)))
    return Option(f"{SEE}-{cell}", label, tone="main", rule="watchtower", shortcut=True)
