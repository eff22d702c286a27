"""Rules of the card actions: label, prompts and effect of each operation (op).

They are in `model` because the data of the cards are decoded into these classes.

A path begins with the op's verb: `("place", "c4")`, `("move", "c8", "c6")`, `("city", "c7")`,
`("destroy", "c4", "p2")`. Shortcuts save presses: `("place", "c4_x3")` and `("move", "c8",
"c6_x2")` use several armies, and `("move", "c8", "c6_c5")` moves an army over C6 to C5. `("move",
"c8", "c6-c5")` moves the army that has just gone from C8 to C6 on to C5.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import ClassVar

from msgspec import Struct

from games.core.engine.context import StepContext
from games.core.prompts.prompt import DisabledOption, MoveReady, Option, PromptResult, SelectPrompt
from games.core.text.i18n import seat_mark
from games.core.text.messages import Msg, Path, Seat, listed, literal, msg, seat_name
from games.eight_minute_empire.model.board import CODES, SIDES, holder, holders, rulers
from games.eight_minute_empire.model.events import ArmiesPlaced, Destroyed, Founded, Moved
from games.eight_minute_empire.model.state import Empire

NEUTRAL = "neutral"
MAX_TARGETS = 11  # buttons for the targets of an army: three lines on a phone
MAX_STEPS_AT_ONCE = 3
MAX_FARTHER = 6  # codes of regions without a button: one line on a phone
MAX_ALTERNATIVES = 3  # buttons for other armies: one line on a phone
NAMES: dict[str, Msg] = {region: msg(f"eme.region.{region}") for region in CODES}
CONTINENTS: dict[str, Msg] = {
    c: msg(f"eme.continent.{c}") for side in SIDES.values() for c in side.continents
}
PLACES: dict[str, Msg] = {
    region: msg("eme.place_name", code=CODES[region], name=NAMES[region]) for region in CODES
}


class _EmpireOp(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op"):
    """Base class of the ops; a seat may use an op at most `n` times (ruling R3)."""

    n: int
    verb: ClassVar[str] = ""

    @property
    def text_key(self) -> str:
        """Return the last part of the op's message keys."""
        return self.verb

    def label(self, left: int) -> Msg:
        """Return the button label: the verb and the number of uses left."""
        return msg(f"eme.op.{self.text_key}", n=left)

    def hindrance(self, t: StepContext[Empire], seat: Seat) -> Msg | None:
        """Return why the seat can't use the op now, or None if it can."""
        raise NotImplementedError

    def prompt(self, t: StepContext[Empire], seat: Seat, left: int, where: Path) -> PromptResult:
        """Return what follows `where`: the next prompt, `MoveReady` or `IllegalPath`.

        `where` is the path after the verb; `left` is the number of uses left.
        """
        raise NotImplementedError

    def apply(self, t: StepContext[Empire], seat: Seat, where: Path) -> int:
        """Apply the op with the answers in `where`, and return the number of uses spent."""
        raise NotImplementedError


class PlaceArmies(_EmpireOp, frozen=True, tag="place"):
    """Op: place armies from the reserve in the start region or in regions with an own city."""

    verb: ClassVar[str] = "place"

    def hindrance(self, t: StepContext[Empire], seat: Seat) -> Msg | None:
        """Return the reason if the reserve is empty (ruling R4)."""
        return None if t.state.reserve[seat] else msg("eme.why.reserve")

    def prompt(self, t: StepContext[Empire], seat: Seat, left: int, where: Path) -> PromptResult:
        """Ask for a region, for one army or for all armies that can still be placed."""
        s = t.state
        if where:
            region, n = region_and_count(where[0])
            effects = _effects(s, seat, (region, seat, n))
            return MoveReady(
                _placed(region, n),
                instant=True,
                then=("place",) if min(left, s.reserve[seat]) > n else (),
                effects=effects,
                label=_placed_label(region, n),
                advice=msg("eme.place.advice", n=n, at=CODES[region]),
                ghost=(region,),
            )
        start, cities, sites, without_city = s.map.start, s.cities, [], []
        for region in s.map.regions:
            if region == start or cities[region][seat]:
                sites.append(region)
            elif s.armies[region][seat]:
                without_city.append(region)
        n = min(left, s.reserve[seat])
        return _place_prompt(start, tuple(sites), n, tuple(without_city), is_all_left=n < left)

    def apply(self, t: StepContext[Empire], seat: Seat, where: Path) -> int:
        """Move armies from the reserve to the board (rules 8.1); return the uses spent."""
        region, n = region_and_count(where[0])
        t.state.reserve[seat] -= n
        t.state.armies[region][seat] += n
        t.emit(ArmiesPlaced(seat, region, n))
        return n


class Move(_EmpireOp, frozen=True, tag="move"):
    """Op: move own armies step by step over land borders, with `sea` also over sea routes."""

    sea: bool = False
    verb: ClassVar[str] = "move"

    @property
    def text_key(self) -> str:
        """Return the key of the op's texts: `sail` if it may move by sea, else the verb."""
        return "sail" if self.sea else "move"

    def hindrance(self, t: StepContext[Empire], seat: Seat) -> Msg | None:
        """Return why the seat can't move: it has no army on the board; None if it has one.

        Every region has a land neighbor, so any army can move.
        """
        return (
            None
            if any(armies[seat] for armies in t.state.armies.values())
            else msg("eme.why.no_army")
        )

    def prompt(self, t: StepContext[Empire], seat: Seat, left: int, where: Path) -> PromptResult:
        """Ask for a region with own armies, then for a target within reach (rules 8.2, 8.3).

        The next question is about the same region while it has armies to spare, else see
        `_next_start`.
        """
        s = t.state
        if not where:
            own = [
                _from_option(region, n) for region in s.map.regions if (n := s.armies[region][seat])
            ]
            return SelectPrompt(tuple(own), _move_from(left))
        if len(where) == 1:
            start = str(where[0])
            others = [region for region in by_spare_armies(s, seat) if region != start]
            arrived = _last_arrival(t)
            others.sort(key=lambda region: region != arrived)
            return _target_prompt(
                start,
                self.sea,
                min(left, s.armies[start][seat]),
                left,
                self._gone_from(t, seat, start),
                tuple(others[:MAX_ALTERNATIVES]),
                _stage(t, seat, start),
                _far_targets(s, seat, start, self.sea, left),
            )
        way, n = parse_move(where)
        start, to = way[0], way[-1]
        changes = {start: -n, to: n} if start != to else {}
        effects = _effects(s, seat, *((region, seat, d) for region, d in changes.items()))
        then: Path = ()
        rest = left - n * (len(way) - 1)
        if rest and not t.keys_only:
            asked = str(where[0])
            then = (
                "move",
                self._next_start(s, seat, asked, to, changes, rest, is_far=len(way) > 2),
            )
        return MoveReady(
            _moved(start, to, n),
            instant=True,
            then=then,
            effects=effects,
            label=_moved_label(start, to, n),
            advice=msg("eme.move.advice", n=n, start=CODES[start], to=CODES[to]),
            ghost=tuple(dict.fromkeys(way)),
        )

    def apply(self, t: StepContext[Empire], seat: Seat, where: Path) -> int:
        """Move armies step by step (rules 8.2); return the uses spent: the number of steps."""
        way, n = parse_move(where)
        for start, to in pairwise(way):
            t.state.armies[start][seat] -= n
            t.state.armies[to][seat] += n
            for _ in range(n):
                t.emit(Moved(seat, start, to))
        return n * (len(way) - 1)

    def _next_start(
        self,
        s: Empire,
        seat: Seat,
        asked: str,
        to: str,
        changes: dict[str, int],
        left: int,
        *,
        is_far: bool,
    ) -> str:
        """Return the region to ask about after the move from `asked` to `to`.

        `changes` are the armies added by the move, by region; `left` are the steps that are left.
        The result is `asked` while it has spare armies. Otherwise it is the region whose army can
        gain most with these steps: `asked` or one with spare armies, or any region if `asked` is
        empty. On ties, `to` is first after a move over several borders (`is_far`), else last.
        """
        if spare_armies(s, seat, asked, changes) > 0:
            return asked
        others = [r for r in by_spare_armies(s, seat, changes) if r not in (asked, to)]
        if s.armies[asked][seat] + changes.get(asked, 0):
            starts = [r for r in others if spare_armies(s, seat, r, changes) > 0] + [asked]
        else:
            starts = [to, *others] if is_far else [*others, to]
        return max(starts, key=lambda r: _best_gain(s, seat, r, self.sea, left, changes))

    def _gone_from(self, t: StepContext[Empire], seat: Seat, start: str) -> str:
        """Return the present region of the army that was the last to leave `start` in this turn.

        The army may have made several steps. Return "" if no army left `start`, or if it is back.
        """
        steps: list[list[str]] = getattr(t.stack[-1], "steps", [])  # the frame is `Act`
        at = ""
        for step in steps:
            if step[0] == "move" and step[1] in (start, at):
                at = step[2]
        return at if at != start and at and t.state.armies[at][seat] else ""


def _last_arrival(t: StepContext[Empire]) -> str:
    """Return the region in which the turn's last step ended; "" if it was no move."""
    steps: list[list[str]] = getattr(t.stack[-1], "steps", [])  # the frame is `Act`
    return steps[-1][2] if steps and steps[-1][0] == "move" else ""


def _stage(t: StepContext[Empire], seat: Seat, start: str) -> str:
    """Return which question to ask for a step from `start`, by the earlier steps.

    "onward" if the only army there has just arrived; "again" if the last move began or ended there;
    "switched" if the last move was elsewhere; "" if the turn's last step was no move or there was
    none.
    """
    steps: list[list[str]] = getattr(t.stack[-1], "steps", [])  # the frame is `Act`
    if not steps or steps[-1][0] != "move":
        return ""
    last_start, last_end = steps[-1][1:3]
    for step in reversed(steps[:-1]):  # a move over several regions is several steps
        if step[0] != "move" or step[2] != last_start:
            break
        last_start = step[1]
    if start not in (last_start, last_end):
        return "switched"
    has_arrived = last_end == start and t.state.armies[start][seat] == 1
    return "onward" if has_arrived else "again"


class City(_EmpireOp, frozen=True, tag="city"):
    """Op: found a city in a region with an own army (rules 8.4)."""

    verb: ClassVar[str] = "city"

    def hindrance(self, t: StepContext[Empire], seat: Seat) -> Msg | None:
        """Return the reason if no city is left in the reserve or no region is allowed."""
        if not t.state.city_reserve[seat]:
            return msg("eme.why.towns")
        return None if self._sites(t, seat) else msg("eme.why.army_there")

    def prompt(self, t: StepContext[Empire], seat: Seat, left: int, where: Path) -> PromptResult:
        """Ask for a region with an own army.

        An option of the match forbids regions that already have an own city (ruling R7).
        """
        s = t.state
        if where:
            region = str(where[0])
            new_city = (region, seat, 1)  # adds as much strength as an army
            effects = _effects(s, seat, new_city)
            return MoveReady(
                _founded(region),
                instant=True,
                effects=effects,
                label=_founded_label(region),
                advice=msg("eme.city.advice", at=CODES[region]),
                ghost=(region,),
            )
        sites = self._sites(t, seat)
        disabled = [
            _disabled(r, "eme.why.city_once" if s.armies[r][seat] else "eme.why.army_there", "city")
            for r in s.map.regions
            if s.cities[r][seat] and r not in sites
        ]
        return SelectPrompt(
            tuple(_plain_option(region, "city") for region in sites), _CITY_WHERE, tuple(disabled)
        )

    def apply(self, t: StepContext[Empire], seat: Seat, where: Path) -> int:
        """Move a city from the reserve to the board, permanently; return the uses spent, 1."""
        region = str(where[0])
        t.state.city_reserve[seat] -= 1
        t.state.cities[region][seat] += 1
        t.emit(Founded(seat, region))
        return 1

    def _sites(self, t: StepContext[Empire], seat: Seat) -> list[str]:
        s, once = t.state, t.options["one_city_per_player_per_region"]
        return [r for r in s.map.regions if s.armies[r][seat] and not (once and s.cities[r][seat])]


class Destroy(_EmpireOp, frozen=True, tag="destroy"):
    """Op: remove one army of any player, including an own one (ruling R6)."""

    verb: ClassVar[str] = "destroy"

    def hindrance(self, t: StepContext[Empire], seat: Seat) -> Msg | None:
        """Return the reason if there is no army on the board, neutral ones included."""
        return (
            None
            if any(any(armies) for armies in t.state.armies.values())
            else msg("eme.why.no_armies")
        )

    def prompt(self, t: StepContext[Empire], seat: Seat, left: int, where: Path) -> PromptResult:
        """Ask for a region with armies, then for the owner.

        Own armies come last, so that the default is a rival's army.
        """
        s = t.state
        if not where:
            with_armies = [region for region in s.map.regions if any(s.armies[region])]
            with_rival = [r for r in with_armies if sum(s.armies[r]) > s.armies[r][seat]]
            only_own = [r for r in with_armies if r not in with_rival]
            return SelectPrompt(
                tuple(
                    _armies_option(region, tuple(s.armies[region]), seat)
                    for region in (*with_rival, *only_own)
                ),
                _DESTROY_WHERE,
                default=with_rival[0] if with_rival else None,
            )
        region = str(where[0])
        armies = s.armies[region]
        if len(where) == 1:
            owners = sorted((who for who, n in enumerate(armies) if n), key=lambda who: who == seat)
            return SelectPrompt(
                tuple(_owner_option(who, armies[who], t.n, own=who == seat) for who in owners),
                _destroy_whose(region),
            )
        who = owner_of(str(where[1]), t.n)
        effects = _effects(s, seat, (region, who, -1))
        key = "own" if who == seat else "rival" if who < t.n else "neutral"
        return MoveReady(
            msg(_DESTROYED[key], owner=owner_name(who, t.n), at=PLACES[region]),
            True,
            effects=effects,
            label=msg("eme.destroy.label", at=CODES[region]),
            advice=msg(_DESTROY_ADVICE[key], owner=owner_name(who, t.n), at=CODES[region]),
            ghost=(region,),
        )

    def apply(self, t: StepContext[Empire], seat: Seat, where: Path) -> int:
        """Remove the army from the board: to its owner's reserve or out of the game (ruling R5).

        A neutral army is out of the game. Return the number of uses spent, 1.
        """
        s, region = t.state, str(where[0])
        who = owner_of(str(where[1]), t.n)
        s.armies[region][who] -= 1
        if who < t.n:
            (s.lost if t.options["destroyed_armies"] == "out_of_game" else s.reserve)[who] += 1
        t.emit(Destroyed(seat, region, who))
        return 1


Op = PlaceArmies | Move | City | Destroy


def owner_key(who: int, n: int) -> str:
    """Return the key of an owner: `p2` for seat 2, `neutral` for the index `n`.

    `n` is the number of seats, which is also the index of the neutral color.
    """
    return NEUTRAL if who == n else f"p{who}"


def owner_of(key: str, n: int) -> int:
    """Return the owner with this key: a seat, or `n` for the neutral color."""
    return n if key == NEUTRAL else int(key[1:])


def owner_name(who: int, n: int) -> Msg:
    """Return the name of player `who`, or of the neutral color if `who` is `n`.

    `n` is the number of players.
    """
    return msg("eme.neutral.name") if who == n else seat_name(who)


def region_and_count(key: object) -> tuple[str, int]:
    """Return region and number of armies of a key: `c4` is one army in C4, `c4_x3` are three."""
    region, _, times = str(key).partition("_x")
    return region, int(times or 1)


def parse_move(where: Path) -> tuple[tuple[str, ...], int]:
    """Return the regions of a move in order and its number of armies.

    `where` is the path after the verb.
    """
    start, to = str(where[0]), str(where[1])
    if "-" in to:
        return tuple(to.split("-")), 1
    if (parsed := region_and_count(to))[1] > 1:
        return (start, parsed[0]), parsed[1]
    return (start, *to.split("_")), 1


def spare_armies(
    s: Empire, seat: Seat, region: str, changes: Mapping[str, int] = MappingProxyType({})
) -> int:
    """Return how many armies of a seat can leave a region without a loss.

    Armies that the seat needs to hold the region, or to stay tied there, are not spare. `changes`
    (region to number) are added to the seat's armies.
    """
    armies, cities = s.armies[region], s.cities[region]
    own = armies[seat] + changes.get(region, 0)
    strength = own + cities[seat]
    rival = max(
        n + (cities[who] if who < len(cities) else 0) for who, n in enumerate(armies) if who != seat
    )
    needed = rival + 1 if strength > rival else rival if strength == rival else 0
    return min(own, strength - needed)


def by_spare_armies(
    s: Empire, seat: Seat, changes: Mapping[str, int] = MappingProxyType({})
) -> list[str]:
    """Return the regions with armies of a seat, those with most spare armies first.

    On ties, the region with most armies is first. `changes` (region to number) are added to the
    seat's armies.
    """
    own = {
        region: n
        for region in s.map.regions
        if (n := s.armies[region][seat] + changes.get(region, 0))
    }
    return sorted(own, key=lambda region: (-spare_armies(s, seat, region, changes), -own[region]))


def _best_gain(
    s: Empire,
    seat: Seat,
    start: str,
    sea: bool,
    left: int,
    changes: Mapping[str, int] = MappingProxyType({}),
) -> int:
    """Return the highest gain (see `_gains`) of an army from `start` with `left` steps."""
    ends = tuple(way[-1] for way in _ways(start, sea, left, least=1))
    return max(_gains(s, seat, start, ends, changes).values(), default=0)


def _gains(
    s: Empire,
    seat: Seat,
    start: str,
    ends: tuple[str, ...],
    changes: Mapping[str, int] = MappingProxyType({}),
) -> dict[str, int]:
    """Return for each end what an army of a seat gains there if it comes from `start`.

    A region or continent that the seat controls counts 2, one that another player controls -1.
    `changes` (region to number) are added to the seat's armies.
    """
    before = _held_with(s, seat, {region: changes.get(region, 0) for region in s.map.regions})
    worth_before = _worth(s, seat, before)
    gains = {}
    for end in ends:
        moved = {start: changes.get(start, 0) - 1, end: changes.get(end, 0) + 1}
        now = _held_with(s, seat, moved)
        after = {r: who for r, who in before.items() if r not in moved} | now
        gains[end] = 0 if after == before else _worth(s, seat, after) - worth_before
    return gains


def _held_with(s: Empire, seat: Seat, changes: Mapping[str, int]) -> dict[str, int]:
    """Return the holders of the regions in `changes` that would be held.

    `changes` are the numbers of armies added to the seat's, by region.
    """
    armies = {region: s.armies[region].copy() for region in changes}
    for region, more in changes.items():
        armies[region][seat] += more
    return holders(armies, s.cities)


def _worth(s: Empire, seat: Seat, held: Mapping[str, int]) -> int:
    """Return 2 for each region and continent of the seat, minus 1 for each of another owner."""
    owners = (*held.values(), *rulers(s.map, held).values())
    return sum(2 if who == seat else -1 for who in owners)


def as_steps(path: Path) -> list[list[str]]:
    """Return a path of an action as steps of `TurnEnded`, such as `[["place", "c4", "3"]]`."""
    if path[0] == "place":
        region, n = region_and_count(path[1])
        return [["place", region, str(n)]]
    if path[0] == "move":
        way, n = parse_move(path[1:])
        return [["move", start, to] for start, to in pairwise(way) for _ in range(n)]
    return [[str(key) for key in path]]


def _effects(s: Empire, seat: Seat, *changes: tuple[str, int, int]) -> tuple[Msg, ...]:
    """Return sentences on the regions whose holder would change.

    `changes` are (region, owner, number of pieces added or, if negative, removed).
    """
    effects = []
    for region, who, delta in changes:
        armies, cities = s.armies[region], s.cities[region]
        before = holder(armies, cities)
        after_armies = armies.copy()
        after_armies[who] += delta
        after = holder(after_armies, cities)
        if before != after:
            effects.append(_holder_change(region, seat, before, after, len(cities)))
    return tuple(effects)


@lru_cache(4096)
def _holder_change(region: str, seat: Seat, before: int | None, after: int | None, n: int) -> Msg:
    if after == seat:
        return msg("eme.effect.yours", at=PLACES[region])
    if after is not None:
        return msg("eme.effect.theirs", at=PLACES[region], who=owner_name(after, n))
    if before == seat:
        return msg("eme.effect.yours_lost", at=PLACES[region])
    return msg(
        "eme.effect.nobody",
        at=PLACES[region],
        who=owner_name(before if before is not None else n, n),
    )


@lru_cache(512)
def _plain_option(region: str, rule: str) -> Option:
    return Option(
        region, msg("eme.at", at=CODES[region]), spot=region, rule=rule, mark=CODES[region]
    )


@lru_cache(1024)
def _from_option(region: str, n: int) -> Option:
    return Option(
        region,
        msg("eme.label.count", at=CODES[region], count=n),
        spot=region,
        rule="move",
        mark=CODES[region],
    )


@lru_cache(2048)
def _armies_option(region: str, armies: tuple[int, ...], seat: Seat) -> Option:
    """Return the option for a region; it lists the armies there, those of `seat` last.

    If only `seat` has armies there, the label says so. `armies` has the number of armies of each
    owner, the neutral color last.
    """
    neutral = len(armies) - 1
    owners = [
        msg(
            "eme.destroy.owner",
            who=msg("eme.neutral.name") if who == neutral else literal(seat_mark(who)),
            count=count,
        )
        for who, count in enumerate(armies)
        if count and who != seat
    ]
    label = "eme.at" if owners else "eme.destroy.only_own"
    if armies[seat]:
        owners.append(msg("eme.destroy.own", count=armies[seat]))
    return Option(
        region,
        msg(label, at=CODES[region]),
        listed(owners),
        spot=region,
        rule="destroy",
        mark=CODES[region],
    )


@lru_cache(512)
def _disabled(region: str, why: str, rule: str) -> DisabledOption:
    return DisabledOption(region, msg("eme.at", at=CODES[region]), msg(why), rule, region)


@lru_cache(512)
def _owner_option(who: int, count: int, n: int, *, own: bool) -> Option:
    return Option(
        owner_key(who, n),
        msg(
            "eme.destroy.owner_own" if own else "eme.destroy.owner",
            who=owner_name(who, n),
            count=count,
        ),
        rule="destroy",
    )


@lru_cache(8192)
def _place_prompt(
    start: str, sites: tuple[str, ...], n: int, without_city: tuple[str, ...], *, is_all_left: bool
) -> SelectPrompt:
    """Ask where to place one army or, to save clicks, all `n` remaining armies.

    `sites` are the regions that are allowed, and `start` is the start region, the default. Regions
    in `without_city` are disabled. With `is_all_left`, a line says that the reserve has only `n`
    armies although the card would allow more.
    """
    single = [
        Option(
            r,
            msg("eme.label.all", n=1, at=CODES[r])
            if n > 1
            else msg("eme.at" if r == start else "eme.label.city", at=CODES[r]),
            spot=r,
            rule="place",
            mark=CODES[r],
        )
        for r in sites
    ]
    many = [
        Option(f"{r}_x{n}", msg("eme.label.all", n=n, at=CODES[r]), rule="place")
        for r in sites
        if n > 1
    ]
    disabled = tuple(_disabled(r, "eme.why.place_where", "place") for r in without_city)
    question = "eme.place.cities" if len(sites) > 1 else "eme.place.where"
    where = msg(question, n=n, at=CODES[start])
    lines = (msg("eme.place.all_left", n=n),) if is_all_left else ()
    return SelectPrompt((*single, *many), where, disabled, default=start, lines=lines)


@lru_cache(16)
def _move_from(left: int) -> Msg:
    return msg("eme.move.from", n=left)


@lru_cache(8192)
def _target_prompt(
    start: str,
    sea: bool,
    n: int,
    left: int,
    gone: str,
    others: tuple[str, ...],
    stage: str,
    far_targets: tuple[str, ...],
) -> SelectPrompt:
    """Offer the regions within `left` steps; sea neighbors are disabled without `sea`.

    Regions several steps away for which there is no button are named in a line. If there is room,
    there are also options to move `n` armies at once. The army that has moved from `start` to
    `gone` may move on from there, although no option says so.

    The user is asked even if `start` has only one neighbor: otherwise an army that moved into a
    dead end would be moved back automatically. `others` are other regions with own armies; `stage`
    is from `_stage`; `far_targets` are the regions several steps away that get a button.
    """
    side = next(side for side in SIDES.values() if start in side.home)
    # no names: up to eleven of them would not fit a phone beside the map
    land = [_plain_option(r, "move") for r in side.land[start]]
    sail = [
        Option(r, msg("eme.label.sail", at=CODES[r]), spot=r, rule="sea", mark=CODES[r])
        for r in side.sea[start]
        if sea
    ]
    far = [_far_option(way, sea=sea) for way in _ways(start, sea, min(left, MAX_STEPS_AT_ONCE))]
    many = [
        Option(f"{option.key}_x{n}", msg("eme.label.many", n=n, at=option.label), rule=option.rule)
        for option in (*land, *sail)
        if n > 1
    ]
    disabled = [
        DisabledOption(r, msg("eme.label.sail", at=CODES[r]), msg("eme.why.no_sea"), "sea", r)
        for r in side.sea[start]
        if not sea
    ]
    room = MAX_TARGETS - len(disabled)
    shown = [*land, *sail, *(option for option in far if option.spot in far_targets)][:room]
    has_far = any(option in shown for option in far)
    if len(shown) + len(many) <= room:
        shown += many
    onward = [
        f"{gone}-{r}"
        for r in (*side.land.get(gone, ()), *(side.sea.get(gone, ()) if sea else ()))
        if r != start
    ]
    return SelectPrompt(
        tuple(shown),
        msg(_TARGET_QUESTIONS[stage, has_far], n=left, at=CODES[start]),
        tuple(disabled),
        layout="grid",  # more than five: a menu would cost one more press
        unlisted_keys=frozenset((*onward, *(option.key for option in (*far, *many)))),
        back_label=_ANOTHER,
        ask_single=True,
        alternatives=others,
        lines=_farther(start, sea, left, {option.spot for option in shown}),
        origin=start,
    )


def _far_targets(s: Empire, seat: Seat, start: str, sea: bool, left: int) -> tuple[str, ...]:
    """Return the regions several steps away that get a button, nearest first.

    Where not all of them have room, those in which an army gains most are chosen (see `_gains`),
    then those that the seat doesn't control, then the nearest.
    """
    room = max(0, MAX_TARGETS - len(s.map.land[start]) - len(s.map.sea[start]))
    steps = {way[-1]: len(way) - 1 for way in _ways(start, sea, min(left, MAX_STEPS_AT_ONCE))}
    if len(steps) <= room:
        return tuple(steps)
    gains = _gains(s, seat, start, tuple(steps))
    # wide buttons: no more than if the nearest were chosen, or two, so that the lines do not wrap
    wide = max(2, sum(n == MAX_STEPS_AT_ONCE for n in list(steps.values())[:room]))
    chosen = set[str]()
    for end in sorted(
        steps, key=lambda end: (-gains[end], holder(s.armies[end], s.cities[end]) == seat)
    ):
        is_wide = steps[end] == MAX_STEPS_AT_ONCE
        if len(chosen) < room and (wide or not is_wide):
            chosen.add(end)
            wide -= is_wide
    return tuple(end for end in steps if end in chosen)


def _farther(start: str, sea: bool, left: int, shown: set[str | None]) -> tuple[Msg, ...]:
    """Return a line on regions within `left` steps that have no button; () if none.

    `shown` are the regions with a button.
    """
    ends = [way[-1] for way in _ways(start, sea, left)]
    hidden = [CODES[region] for region in ends if region not in shown]
    if len(hidden) > MAX_FARTHER:
        return (_FARTHER_MANY,)
    return (msg("eme.move.farther", what=listed(hidden)),) if hidden else ()


@lru_cache(2048)
def _ways(start: str, sea: bool, most: int, *, least: int = 2) -> tuple[tuple[str, ...], ...]:
    """Return the shortest way to each region `least` to `most` steps away, nearest first.

    `sea`: the way may go over sea routes.
    """
    side = next(side for side in SIDES.values() if start in side.home)
    ways: dict[str, tuple[str, ...]] = {start: (start,)}
    queue: list[tuple[str, ...]] = [(start,)]
    for way in queue:
        for region in (*side.land[way[-1]], *(side.sea[way[-1]] if sea else ())):
            if region not in ways and len(way) <= most:
                ways[region] = (*way, region)
                queue.append(ways[region])
    order = list(side.regions)
    found = [way for way in ways.values() if len(way) > least]
    return tuple(sorted(found, key=lambda way: (len(way), order.index(way[-1]))))


def _far_option(way: tuple[str, ...], *, sea: bool) -> Option:
    """Return the option to move an army over several borders at once, with an arrow for each."""
    return Option(
        "_".join(way[1:]),
        msg("eme.label.far", arrows=literal("→" * (len(way) - 1)), at=CODES[way[-1]]),
        spot=way[-1],
        rule="sea" if sea else "move",
        mark=CODES[way[-1]],
    )


@lru_cache(256)
def _destroy_whose(region: str) -> Msg:
    return msg("eme.destroy.whose", at=PLACES[region])


@lru_cache(512)
def _placed(region: str, n: int) -> Msg:
    return msg("eme.place.done", n=n, at=CODES[region])


@lru_cache(512)
def _placed_label(region: str, n: int) -> Msg:
    return msg("eme.place.label", n=n, at=CODES[region])


@lru_cache(1024)
def _moved(start: str, to: str, n: int) -> Msg:
    return msg("eme.move.done", n=n, start=CODES[start], to=CODES[to])


@lru_cache(1024)
def _moved_label(start: str, to: str, n: int) -> Msg:
    label = msg("eme.move.label", start=CODES[start], to=CODES[to])
    return label if n == 1 else msg("eme.label.times", what=label, n=n)


@lru_cache(256)
def _founded(region: str) -> Msg:
    return msg("eme.city.done", at=CODES[region])


@lru_cache(256)
def _founded_label(region: str) -> Msg:
    return msg("eme.city.label", at=CODES[region])


# by stage and whether regions several steps away have buttons
_TARGET_QUESTIONS = {
    ("", False): "eme.move.to",
    ("", True): "eme.move.far",
    ("again", False): "eme.move.again",
    ("again", True): "eme.move.again_far",
    ("switched", False): "eme.move.switched",
    ("switched", True): "eme.move.switched_far",
    ("onward", False): "eme.move.onward",
    ("onward", True): "eme.move.onward_far",
}
_DESTROYED = {
    "own": "eme.destroy.done_own",
    "rival": "eme.destroy.done",
    "neutral": "eme.destroy.done_neutral",
}
_DESTROY_ADVICE = {
    "own": "eme.destroy.advice_own",
    "rival": "eme.destroy.advice",
    "neutral": "eme.destroy.advice_neutral",
}
_ANOTHER = msg("eme.move.another")
_FARTHER_MANY = msg("eme.move.farther_many")
_CITY_WHERE = msg("eme.city.where")
_DESTROY_WHERE = msg("eme.destroy.where")
