"""Turn of a player: actions in any order, then the battles (rules 5.3).

Each action has a module with three functions: `verb` returns its option in the first question,
`ask` asks the further questions, and `play` applies the action.
"""

from __future__ import annotations

from msgspec import structs

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import IllegalPath, MoveReady, Option, PromptResult, SelectPrompt
from games.core.text.messages import Msg, Path, Seat, listed, msg, seat_name
from games.el_mapa.model.events import TurnEnded
from games.el_mapa.model.names import NOTHING, amounts, cells
from games.el_mapa.model.options import last_round, limit_of
from games.el_mapa.model.state import MapState
from games.el_mapa.model.terrain import reading
from games.el_mapa.rules.battle.battles import Battles
from games.el_mapa.rules.castles import building, hiring
from games.el_mapa.rules.ending.endings import ends_with_turn, seats_without_pieces
from games.el_mapa.rules.flow import proposals
from games.el_mapa.rules.moving import moving, sighting
from games.el_mapa.rules.moving.paths import unmoved_troops
from games.el_mapa.rules.strength.forecast import forecast
from games.el_mapa.rules.technology.resources import PRODUCTION
from games.el_mapa.rules.trade import trading

T = StepContext[MapState]
EXPLAINED_END_ROUND = 2  # in this round the first question says what ends the game


class TurnActions(Frame[MapState], tag="turn"):
    """Frame for the actions of `seat`, in any order, until the turn ends.

    Actions are building, trading, hiring, moving, technologies and the watchtower.
    """

    free = (PRODUCTION,)

    seat: int

    def prompt(self, t: T, seat: Seat, path: Path) -> PromptResult:
        """Ask for an action; the module of the action asks the further questions."""
        if not path:
            return self._verbs(t, seat)
        if proposals.is_quick(path):
            return proposals.ask(t, seat, path)
        match path[0]:
            case "move":
                return self._move(t, path)
            case "build":
                return self._then_move(t, building.ask(t, seat, path))
            case "hire":
                return self._then_move(t, hiring.ask(t, seat, path))
            case "trade":
                return trading.ask(t, seat, path)
            case "tech":
                return sighting.ask_tech(t, seat, path)
            case "look":
                return sighting.ask_look(t, path)
            case "end":
                return self._end(t)
        return IllegalPath(msg("core.refused.option"))

    def _verbs(self, t: T, seat: Seat) -> SelectPrompt:
        verbs = (
            moving.verb(t, seat),
            building.verb(t, seat),
            hiring.verb(t, seat),
            trading.verb(t, seat),
            sighting.tech_verb(t, seat),
            sighting.look_verb(t, seat),
        )
        options = tuple(one for one in verbs if isinstance(one, Option))
        if t.keys_only:
            return SelectPrompt((*options, _END), _POOR, default="end")
        # behind More: a phone has no room for what needs a building or a card first, or is done
        disabled = tuple(
            structs.replace(one, tone="free")
            if one.key in ("trade", "tech") or one.why.key == "map.why.one_a_turn"
            else one
            for one in verbs
            if not isinstance(one, Option)
        )
        shown = len(options) + sum(one.tone != "free" for one in disabled)
        proposed = proposals.options(t, seat, shown)
        if proposals.proposes_look(proposed):  # other tiles are behind More
            options = tuple(
                structs.replace(one, detail=None, tone="free") if one.key == "look" else one
                for one in options
            )
        return SelectPrompt(
            (*proposed, *options, _END),
            self._prompt(t),
            disabled,
            default="end",
            unlisted_keys=proposals.ANY_QUICK_KEY,
            lines=self._lines(t),
        )

    def _move(self, t: T, path: Path) -> PromptResult:
        """Ask for a move; if there are several origins, offer whole moves too."""
        if proposals.is_quick(path[1:]):
            return proposals.ask(t, self.seat, path[1:], then=("move",))
        result = moving.ask(t, self.seat, path)
        if t.keys_only or len(path) > 1 or not isinstance(result, SelectPrompt):
            return result
        legal = proposals.QuickKeys(tuple(moving.movable_cells(t, self.seat)))
        result = structs.replace(result, unlisted_keys=legal)
        return proposals.with_moves(t, self.seat, result) if len(result.options) > 1 else result

    def _then_move(self, t: T, ready: PromptResult) -> PromptResult:
        """Return `ready`, after which the panel may open at moves of troops.

        It does so if, before `ready`, only one castle could build or only hiring was possible, and
        no watchtower could be used. Trade and technologies are ignored.
        """
        if t.keys_only or not isinstance(ready, MoveReady):
            return ready
        sites = building.buildable_castles(t, self.seat)
        hires = isinstance(hiring.verb(t, self.seat), Option)
        looks = isinstance(sighting.look_verb(t, self.seat), Option)
        only_this = len(sites) + hires == 1
        return structs.replace(ready, then=("move",)) if only_this and not looks else ready

    def _prompt(self, t: T) -> Msg:
        """Return the prompt with the player's goods.

        It also says how the last offer was answered, or that this is the last round.
        """
        goods, turn, last = (
            t.state.players[self.seat].goods,
            t.state.turn,
            last_round(t.state, t.options),
        )
        in_words = amounts(goods) if any(goods.values()) else NOTHING
        if turn.answer:
            return msg(f"map.ask.turn_{turn.answer}", seat=seat_name(turn.partner), goods=in_words)
        if not any(goods.values()):
            return _LAST_POOR if last else _POOR
        return msg("map.ask.turn_last" if last else "map.ask.turn", goods=in_words)

    def _lines(self, t: T) -> tuple[Msg, ...]:
        """Return a line about how to win (round 1) or how the game ends (round 2).

        Return () in later rounds and after the first action of a turn, because then the panel shows
        the result of that action.
        """
        turn = t.state.turn
        has_acted = (
            turn.origins
            or turn.offers
            or turn.traded
            or any(c.built for c in t.state.castles.values() if c.owner == self.seat)
        )
        if t.state.round > EXPLAINED_END_ROUND or has_acted or last_round(t.state, t.options):
            return ()
        if t.state.round < EXPLAINED_END_ROUND:
            return (msg("map.ask.turn_first"),)
        if limit := limit_of(t.options):
            return (msg("map.ask.turn_second_limit", of=limit, n=t.n),)
        return (msg("map.ask.turn_second", n=t.n),)

    def _end(self, t: T) -> MoveReady:
        """Return the end of the turn as a finished move.

        Its effects are the battles to come, eliminations, and actions that are still possible. It
        needs confirmation if a battle is not settled, a player is eliminated, the game ends,
        something can still be built or revealed, or a move of troops would still bring something.
        Troops that could move but would gain nothing need no confirmation.
        """
        if t.keys_only:
            return _END_KEY
        s = t.state
        fights = reading(s.board, s.turn.entries)
        effects = [msg("map.effect.battles", n=len(fights), at=cells(fights))] if fights else []
        unsettled = any(not s.turn.hold(cell) for cell in fights)
        effects += [forecast(s, self.seat, cell, {}, t.options) for cell in fights]
        idle = sum(
            sum(unmoved_troops(s, self.seat, cell).values())
            for cell in moving.movable_cells(t, self.seat)
        )
        left = [msg("map.effect.idle", n=idle)] if idle else []
        best_move = proposals.best_move_left(t, self.seat) if idle else None
        if best_move is not None:
            left.append(best_move)
        eliminations = self._eliminations(s)
        effects += eliminations
        ends = ends_with_turn(t, self.seat)
        if ends:
            effects.append(_GAME_ENDS)
        other_actions = (
            (building.verb, _BUILD_LEFT),
            (hiring.verb, _HIRE_LEFT),
            (sighting.look_verb, _LOOK_LEFT),
        )
        left += [hint for verb, hint in other_actions if isinstance(verb(t, self.seat), Option)]
        gives_up = _BUILD_LEFT in left or _LOOK_LEFT in left or best_move is not None
        return MoveReady(
            _END_SURE,
            instant=not (unsettled or eliminations or ends),
            effects=tuple(effects if gives_up else [*effects, *left]),
            gives_up=tuple(left) if gives_up else (),
            ghost=tuple(fights),
            advice=_ADVICE_TO_END,
        )

    def _eliminations(self, s: MapState) -> list[Msg]:
        """Return who is eliminated at the end of this turn, and whether that ends the game.

        Battles still to be fought are ignored.
        """
        eliminated = seats_without_pieces(s)
        if not eliminated:
            return []
        who = msg("map.effect.out", seats=listed(seat_name(seat) for seat in eliminated))
        rivals_left = set(s.alive()) - {*eliminated, self.seat}
        return [who] if rivals_left or self.seat in eliminated else [who, _ALONE]

    def apply(self, t: T, seat: Seat, path: Path) -> None:
        """Apply an action; `end` starts the battles."""
        t.state.turn.answer = ""
        if path[0] != "end":
            t.state.idle = 0
        quick = path[1:] if path[0] == "move" else path
        if proposals.is_quick(quick):
            path = proposals.full_path(t.state, seat, quick)
        match path[0]:
            case "move":
                moving.play(t, seat, path)
            case "build":
                building.play(t, seat, path)
            case "hire":
                hiring.play(t, seat, path)
            case "trade":
                trading.play(t, seat, path)
            case "tech":
                sighting.play_tech(t, seat, path)
            case "look":
                sighting.play_look(t, seat, path)
            case _:
                s = t.state
                fights = reading(s.board, s.turn.entries)
                if fights:
                    s.reports = []
                t.pop()
                t.emit(TurnEnded(seat, fights))
                t.push(Battles(seat, fights))


_END = Option("end", msg("map.verb.end"), tone="finish", rule="turn")
_BUILD_LEFT = msg("map.effect.build")
_LOOK_LEFT = msg("map.effect.look")
_HIRE_LEFT = msg("map.effect.hire")
_POOR, _LAST_POOR = msg("map.ask.turn_poor"), msg("map.ask.turn_last_poor")
_ADVICE_TO_END = msg("map.advice.end")
_END_SURE, _ALONE = msg("map.done.end"), msg("map.effect.out_all")
_GAME_ENDS = msg("map.effect.game_ends")
_END_KEY = MoveReady(_END_SURE)
