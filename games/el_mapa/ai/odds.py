"""Simulated battles against the troops that may defend a cell, by the rules of the game.

`clash` simulates one battle; `outcome` uses it to value an attack.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.core.text.messages import Seat
from games.el_mapa.ai.evaluate import Valuation
from games.el_mapa.ai.lands import TroopItems, spoils
from games.el_mapa.model.catalog import STRONGEST, TROOPS
from games.el_mapa.model.state import NEUTRAL, Battle, MapState, Side, Troops, add, ordered
from games.el_mapa.rules.strength import strength

MAX_BATTLE_ROUNDS = 30  # a simulated battle has at most so many rounds
NO_HELP = (0, 0)  # no supporting archers on either side


def clash(
    v: Valuation, cell: str, attacker: Seat, some: TroopItems, defender: Seat, others: TroopItems
) -> tuple[Troops, Troops]:
    """Return the troops left to attacker and defender after a battle in a cell.

    `some` are the attacker's and `others` the defender's troops. No side flees or plays cards;
    after a standoff both have troops left. The result is cached: do not change it.
    """
    neutral = attacker == NEUTRAL, defender == NEUTRAL
    helpers = (_support(v, attacker, cell), _support(v, defender, cell)) if v.shooters else NO_HELP
    return _fought(some, others, neutral, helpers, v.ladder)


def _support(v: Valuation, seat: Seat, cell: str) -> int:
    """Return the number of archers of a seat that support a battle in the cell."""
    if seat not in v.shooters:
        return 0
    return v.cached(_support_uncached, seat, cell)


def _support_uncached(v: Valuation, seat: Seat, cell: str) -> int:
    return strength.support(v.s, seat, cell, v.pos.options)


@lru_cache(20_000)
def _fought(
    some: TroopItems,
    others: TroopItems,
    neutral: tuple[bool, bool],
    helpers: tuple[int, int],
    ladder: bool,
) -> tuple[Troops, Troops]:
    """Simulate a battle between the attackers `some` and the defenders `others`.

    `neutral` tells for attacker and defender whether they are neutral, `helpers` is the number of
    their supporting archers. The result is cached, because the same armies meet often and nothing
    is random.
    """
    # Only whether a side is neutral matters, so 0 and 1 stand for the seats of players.
    seats = [NEUTRAL if is_neutral else at for at, is_neutral in enumerate(neutral)]
    sides = [
        Side(seat, strength.squads(dict(army)))
        for seat, army in zip(seats, (some, others), strict=True)
    ]
    battle = Battle(cell="", sides=sides)
    for _ in range(MAX_BATTLE_ROUNDS):
        before = [strength.alive(side) for side in battle.sides]
        step: int | None = strength.next_step(battle)
        while step and all(strength.alive(side) for side in battle.sides):
            strength.exchange(battle, step, helpers, ladder)
            step = strength.next_step(battle, step)
        after = [strength.alive(side) for side in battle.sides]
        if before == after or not all(after):
            break
    attacker_left, defender_left = (strength.troops(side) for side in battle.sides)
    return attacker_left, defender_left


def defenders(v: Valuation, cell: str, *, later: bool = False) -> Troops:
    """Return the troops of others in a cell.

    With `later`, add those that the owner of a village could hire before an army arrives.
    """
    s = v.s
    foe = v.foes.get(cell)
    some = (
        {}
        if foe is None
        else dict(s.garrisons[cell] if foe == NEUTRAL else s.players[foe].stacks[cell])
    )
    castle = s.castles.get(cell)
    if later and castle is not None and castle.owner != v.seat and foe in (None, castle.owner):
        add(
            some,
            hireable(
                s,
                cell,
                max(1, round(v.weights.rival_gold_share * s.players[castle.owner].goods["gold"])),
            ),
        )
    return ordered(some)


def hireable(s: MapState, cell: str, gold: int) -> Troops:
    """Return the troops that a castle's owner could hire for `gold`.

    The owner buys as many as possible of the weakest kind, then of the next one, and so on.
    """
    hired: Troops = {}
    for kind in reversed(STRONGEST):
        n = min(s.castles[cell].reserve.get(kind, 0), gold // TROOPS[kind].cost["gold"])
        gold -= n * TROOPS[kind].cost["gold"]
        add(hired, {kind: n})
    return hired


def with_card_bonus(s: MapState, foe: Seat, others: Troops) -> Troops:
    """Return `others`, the troops of `foe`, plus one troop if `foe` has technologies.

    A card can help in a battle about as much as one more troop of the strongest kind.
    """
    if foe == NEUTRAL or not others or not (s.players[foe].hand or s.players[foe].lasting):
        return others
    strongest = next(kind for kind in STRONGEST if others.get(kind))
    return {**others, strongest: others[strongest] + 1}


def victory_worth(v: Valuation, cell: str) -> float:
    """Return the value of beating a cell's defenders.

    It is the points won. If a rival defends the cell, what the rival's loss is worth to the seat is
    added.
    """
    camp = v.camps.get(cell)
    return v.cached(_victory_worth_uncached, cell) if camp is None else camp.bounty


def _victory_worth_uncached(v: Valuation, cell: str) -> float:
    others = defenders(v, cell)
    # `swing` - 1 is what the loss of a rival's point is worth to the seat.
    return float(spoils(others, {}, v.ladder)) + (v.swing - 1) * v.price(others)


def outcome(v: Valuation, cell: str, some: Troops, worth: float, *, later: bool = False) -> float:
    """Return the value of an attack by `some` on a cell.

    It is `worth`, the value of the prize, minus the value of own losses, or -1 if the attack fails.
    `later` is as in `defenders`.
    """
    enemy, others = guards(v, cell, later=later)
    if not others:
        return worth
    army = tuple(some.items())
    own_left, others_left = clash(v, cell, v.seat, army, enemy, others)
    return worth - v.loss(army, own_left) if own_left and not others_left else -1.0


def guards(v: Valuation, cell: str, *, later: bool = False) -> tuple[Seat, TroopItems]:
    """Return the seat that defends a cell, and its troops as increased by `with_card_bonus`.

    Without defenders return (`NEUTRAL`, no troops). `later` is as in `defenders`.
    """
    camp = v.camps.get(cell)
    return v.cached(_guards_uncached, cell, later) if camp is None else (NEUTRAL, camp.troops)


def _guards_uncached(v: Valuation, cell: str, later: bool) -> tuple[Seat, TroopItems]:
    enemy, others = v.foes.get(cell), defenders(v, cell, later=later)
    if enemy is None:
        # Nobody is there: the troops, if any, are those that the village's owner could hire.
        enemy = v.s.owners[cell] if others else NEUTRAL
    return enemy, tuple(with_card_bonus(v.s, enemy, others).items())


def union(here: Troops, some: Troops) -> Troops:
    """Return the troops `here` and `some` together, as a new dict."""
    whole = dict(here)
    add(whole, some)
    return ordered(whole)


def growing_groups(most: Troops) -> Iterator[Troops]:
    """Yield groups of 1, 2, 3... troops of the cheapest kind in `most`, up to all of them."""
    some: Troops = {}
    for kind in ("levy", "archer", "soldier", "cavalry"):
        for _ in range(most.get(kind, 0)):
            some = {**some, kind: some.get(kind, 0) + 1}
            yield ordered(some)
        if some:
            return
