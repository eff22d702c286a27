"""Group on the move: steps, teleports and Light feet, until it stops (rules 6.4, 6.5)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import IllegalPath, MoveReady, Option, PromptResult, SelectPrompt
from games.core.text.messages import Path, Seat, msg
from games.el_mapa.model.catalog import LEVELS, TECHS
from games.el_mapa.model.events import Hurried, Moved, Stopped
from games.el_mapa.model.holdings import hand_levels
from games.el_mapa.model.names import TECH_NAMES, cell_name, in_short, troops
from games.el_mapa.model.state import Group, MapState, add, moving_group
from games.el_mapa.rules.moving.exploring import claim, look_around
from games.el_mapa.rules.moving.paths import (
    ASK,
    FEET,
    JUMP,
    JUMP_OPTION,
    STEP,
    WAR,
    blocked_neighbors,
    can_jump,
    claim_effects,
    move_prompt,
    onward,
    reach,
    survivors_against_garrison,
    target_options,
)
from games.el_mapa.rules.technology import cards
from games.el_mapa.rules.technology.resources import PRODUCTION

T = StepContext[MapState]


def go(t: T, seat: Seat, rest: list[Any]) -> None:
    """Move the group by `rest`, the part of a path about the way.

    The forms of `rest` are those of `paths.move_prompt`. If `rest` names the target cell, the group
    stops there.
    """
    s = t.state
    group = moving_group(s)
    if rest[0] == "jump":
        boost = rest[2]
        cards.play(t, seat, JUMP, str(rest[1]), boost)
        if rest[1] == cards.LASTING:
            s.turn.used.append(JUMP)
        enter(t, seat, (str(rest[3]),), jump=True)
    elif rest[0] == STEP:
        enter(t, seat, (s.board.beside[group.at][str(rest[1])],))
    else:
        target = str(rest[0]).removesuffix(WAR)
        if target != rest[0]:
            fights_on = rest[1:] != [ASK]
            s.turn.set_hold(
                target, survivors_against_garrison(t, seat, group, target) if fights_on else 0
            )
        enter(t, seat, reach(t, seat, group)[target])
        if s.moving is not None:
            stop(t, seat)


def enter(t: T, seat: Seat, cells: Iterable[str], jump: bool = False) -> None:
    """Move the group over `cells` and reveal tiles; stop it at troops of others.

    `jump`: the group is teleported to the only cell of `cells`.
    """
    s = t.state
    group = moving_group(s)
    t.emit(Moved(seat, group.at, list(cells), dict(group.troops), jump))
    for cell in cells:
        previous, group.at = group.at, cell
        group.points -= 1
        look_around(t, seat, cell)
        if s.foe(cell, seat) is not None:
            if group.origin not in s.turn.attacks:
                s.turn.attacks.append(group.origin)
            entries = s.turn.entries.setdefault(cell, [])
            if previous not in entries:
                entries.append(previous)
            stop(t, seat)
            return


def stop(t: T, seat: Seat) -> None:
    """Stop the group and pop its frame; it claims the cell unless a battle will follow."""
    s = t.state
    group = moving_group(s)
    add(s.players[seat].stacks.setdefault(group.at, {}), group.troops)
    add(s.turn.spent.setdefault(group.at, {}), group.troops)
    s.moving = None
    t.pop()
    fight = s.foe(group.at, seat) is not None
    t.emit(Stopped(seat, group.at, fight))
    if not fight:
        t.push(*claim(t, seat, group.at))


class Moving(Frame[MapState], tag="move"):
    """Frame for a group on the move.

    The player is asked while the group can move on, as far as public information tells: it has
    steps left, or the player has cards of the levels of Light feet or Teleport.
    """

    free = (PRODUCTION,)

    seat: int

    def actors(self, t: T) -> tuple[Seat, ...]:
        """Return the owner of the group, if the group could move on."""
        group = moving_group(t.state)
        if group.points > 0 and onward(t, self.seat, group.origin, group.at):
            return (self.seat,)
        if _could_play(t, self.seat, FEET) or (
            group.points > 0 and _could_play(t, self.seat, JUMP)
        ):
            return (self.seat,)
        return ()

    def advance(self, t: T) -> None:
        """Stop the group, because it cannot move on."""
        stop(t, self.seat)

    def prompt(self, t: T, seat: Seat, path: Path) -> PromptResult:
        """Ask for the next part of the way.

        Paths are `("go", cell)`, `("step", side)`, `("jump", ...)`, `("feet", source, {boost})`
        for more steps, and `("stop",)`.
        """
        group = moving_group(t.state)
        match path:
            case ():
                return self._verbs(t, group)
            case ("stop",):
                return self._stop(t, group)
            case ("go",):
                ways = reach(t, seat, group)
                prompt = msg(
                    "map.ask.target",
                    at=cell_name(group.at),
                    n=group.points,
                    who=in_short(group.troops),
                )
                return SelectPrompt(
                    target_options(t, seat, ways, group),
                    prompt,
                    blocked_neighbors(t, seat, group),
                    layout="grid",
                    unlisted_keys=ways,
                )
            case ("go", str(target), *answer):
                return move_prompt(t, seat, group, [target, *answer])
            case ("feet", *rest):
                return self._feet(t, rest)
        return move_prompt(t, seat, group, list(path))

    def _verbs(self, t: T, group: Group) -> SelectPrompt:
        options = []
        if group.points > 0 and onward(t, self.seat, group.origin, group.at):
            options += [_STEP_ON, _GO] if group.points > 1 else [_STEP_ON]
        if cards.sources(t, self.seat, FEET):
            options.append(_FEET)
        if can_jump(t, self.seat, group):
            options.append(JUMP_OPTION)
        who, at = troops(group.troops), cell_name(group.at)
        prompt = (
            msg("map.ask.moving", who=who, at=at, n=group.points)
            if group.points
            else msg("map.ask.stopped", who=who, at=at)
        )
        return SelectPrompt((*options, _stop_at(group.at)), prompt, default="stop")

    def _stop(self, t: T, group: Group) -> MoveReady:
        s = t.state
        effects = (
            claim_effects(s, self.seat, group.at) if s.foe(group.at, self.seat) is None else ()
        )
        return MoveReady(
            msg("map.done.stop", at=cell_name(group.at)),
            instant=len(effects) < 2,
            unconfirmed=True,
            then=("move",),
            effects=effects,
            ghost=(group.at,),
            advice=msg("map.advice.stop", at=cell_name(group.at)),
        )

    def _feet(self, t: T, rest: list[Any]) -> PromptResult:
        found = cards.sources(t, self.seat, FEET)
        match rest:
            case []:
                return cards.source_form(found, FEET)
            case [str(source)]:
                played = [FEET] if source == cards.FROM_HAND else []
                return cards.boost_form(
                    t, FEET, cards.hand_without(t.state.players[self.seat], *played)
                )
            case [str(), dict(boost)]:
                if why := cards.why_boost_wasted(FEET, boost, t.options):
                    return IllegalPath(why, "technologies")
                n = cards.boosted(FEET, boost, t.options)
                return MoveReady(
                    msg("map.done.feet", n=n),
                    effects=cards.boost_effects(FEET, boost, t.options),
                    advice=msg("map.advice.feet"),
                )
        return IllegalPath(msg("core.refused.option"))

    def apply(self, t: T, seat: Seat, path: Path) -> None:
        """Play Light feet or a part of the move.

        The move ends with `stop`, at the target of `go`, or in a cell with troops of others.
        """
        s = t.state
        match path:
            case ("stop",):
                stop(t, seat)
            case ("feet", source, dict(boost)):
                n = cards.play(t, seat, FEET, str(source), boost)
                if source == cards.LASTING:
                    s.turn.used.append(FEET)
                moving_group(s).points += n
                t.emit(Hurried(seat, moving_group(s).at, n))
            case ("go", *rest):
                go(t, seat, rest)
            case _:
                go(t, seat, list(path))


@lru_cache(1024)
def _stop_at(cell: str) -> Option:
    return Option("stop", msg("map.verb.stop"), tone="finish", spot=cell, rule="move")


def _could_play(t: T, seat: Seat, card: str) -> bool:
    """Return whether a player could play a technology, as far as public information tells."""
    player = t.state.players[seat]
    if card in player.lasting and card not in t.state.turn.used:
        return True
    return hand_levels(player.hand)[LEVELS[TECHS[card].level - 1]] > 0


_STEP_ON = Option(STEP, msg("map.verb.step"), tone="main", rule="move")
_GO = Option("go", msg("map.verb.go"), rule="move")
_FEET = Option(
    "feet", TECH_NAMES[FEET], msg("map.tech_does.light_feet"), art=FEET, rule="technologies"
)
