"""Setup of the match, the sequence of turns, and the end (rules 3, 4, 7, 8)."""

from __future__ import annotations

from functools import lru_cache

from games.core.cards.turn_order import ForEachSeat
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import DisabledOption, MoveReady, Option, PromptResult, SelectPrompt
from games.core.state.position import Outcome
from games.core.state.score import places
from games.core.text.messages import Path, Seat, msg
from games.tadmor.model.catalog import RULES, era_of
from games.tadmor.model.effects import STARTING, UPGRADES, Trade, effect_text, tiles_of_era
from games.tadmor.model.events import Began, Chose, Displayed, Ended, EraBegan, TookStart, TurnBegan
from games.tadmor.model.names import GOODS, short_amounts, upgrade_name
from games.tadmor.model.state import TadmorState
from games.tadmor.rules.flow.scoring import score
from games.tadmor.rules.goods.gains import draw_missions
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.rules.turn.buying import Resolution
from games.tadmor.rules.turn.construction import Construction
from games.tadmor.rules.turn.kingdom import Kingdom, Storage
from games.tadmor.rules.turn.placing import Placement
from games.tadmor.rules.turn.raid import Raid


def setup(ctx: StepContext[TadmorState]) -> list[Frame[TadmorState]]:
    """Fill the decks, draw the first player, and return the opening stack (rules 3)."""
    s, n = ctx.state, ctx.n
    eras = range(1, len(RULES.eras) + 1)
    s.later = sorted(tile for era in eras for tile in tiles_of_era(n, era))
    s.box = sorted(tile for era in eras for tile in tiles_of_era(4, era) if tile not in s.later)
    s.deck = sorted(MISSIONS)
    for color, pile in RULES.rare.items():
        s.piles[color] = sorted(good for good in pile.goods for _ in range(RULES.copies[n]))
        s.tops[color] = ctx.rng.draw(s.piles[color])
    s.first = ctx.rng.below(n)
    s.order = [(s.first + at) % n for at in range(n)]
    ctx.emit(Began(s.first))
    return [Bonuses(), StartTiles(list(reversed(s.order))), TurnOrder()]


class Bonuses(Frame[TadmorState], tag="bonuses"):
    """Start bonuses: one lane per seat whose position in the turn order brings goods."""

    asked: bool = False

    def advance(self, ctx: StepContext[TadmorState]) -> None:
        """Fork one lane per seat that chooses bonus goods.

        The choices are independent (rules 3.5). The second call, after the lanes have ended,
        removes the frame.
        """
        if self.asked:
            ctx.pop()
            return
        self.asked = True
        ctx.fork(
            {seat: Bonus(seat, at) for at, seat in enumerate(ctx.state.order) if RULES.bonus[at]}
        )


class Bonus(Frame[TadmorState], tag="bonus"):
    """Choice of bonus goods for the position `at` (from 0) in the first turn order.

    `got` is the number of goods chosen so far.
    """

    seat: int
    at: int
    got: int = 0

    def prompt(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> PromptResult:
        """Ask for one of two kinds; the fourth position is asked twice (rules 3.5)."""
        if not path:
            return _BONUS
        return (
            MoveReady(
                msg("tad.bonus.done", what=GOODS[str(path[1])]),
                instant=True,
                advice=msg("tad.bonus.advice", what=GOODS[str(path[1])]),
            )
            if len(path) > 1
            else _bonus_prompt(self.at, self.got)
        )

    def apply(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> None:
        """Put the good into the warehouse."""
        what = str(path[1])
        ctx.state.players[seat].store[what] += 1
        ctx.emit(Chose(seat, what))
        self.got += 1
        if self.got == len(RULES.bonus[self.at]):
            ctx.pop()


class StartTiles(ForEachSeat[TadmorState], tag="start_tiles"):
    """Choice of starting tiles in reverse turn order, followed by the dealing.

    After the last choice, the upgrades of Era I are displayed and the missions dealt.
    """

    def visit(self, ctx: StepContext[TadmorState], seat: Seat) -> None:
        """Push the seat's choice."""
        ctx.push(StartTile(seat))

    def after_last(self, ctx: StepContext[TadmorState]) -> None:
        """Lay out the display and deal two missions to each seat.

        A match begun under version 1 of the rules (`RULES_VERSION`) dealt the missions earlier; its
        seats get no more.
        """
        s = ctx.state
        if not ctx.options["expert_start"]:
            rest = [tile for tile in STARTING if tile in s.later]
            s.later = [tile for tile in s.later if tile not in rest]
            s.box = sorted(s.box + rest)
        display_tiles(ctx)
        for seat in s.order:
            draw_missions(ctx, seat, RULES.start.missions - len(s.players[seat].hand))


class StartTile(Frame[TadmorState], tag="start_tile"):
    """Choice of one of I1 to I4, or (with the expert start) of any tile of Era I."""

    seat: int

    def prompt(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> PromptResult:
        """Ask for the tile; tiles that other seats have taken are disabled (rules 3.7)."""
        if not path:
            return _START
        if len(path) > 1:
            tile = str(path[1])
            return MoveReady(
                msg("tad.start.done", tile=upgrade_name(tile)),
                effects=(effect_text(tile),),
                advice=msg("tad.start.advice", tile=upgrade_name(tile)),
            )
        return _start_tiles_prompt(
            tuple(tiles_of_era(ctx.n, 1) if ctx.options["expert_start"] else STARTING),
            tuple(ctx.state.later),
        )

    def apply(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> None:
        """Take the tile; its effect begins at once."""
        tile = str(path[1])
        ctx.state.later.remove(tile)
        ctx.state.players[seat].tiles.append(tile)
        ctx.pop()
        ctx.emit(TookStart(seat, tile))


class TurnOrder(Frame[TadmorState], tag="turns"):
    """Bottom frame of the stack: nine turns, a new Era after every three, then the end."""

    def advance(self, ctx: StepContext[TadmorState]) -> None:
        """Fix the seat order of the next turn and push its phases, or end the match."""
        s = ctx.state
        if s.turn and s.turn % RULES.turns_per_era == 0:
            if s.turn == RULES.turns:
                _end_match(ctx)
                return
            _score_tower_levels(ctx)
        s.turn += 1
        s.order = [(s.first + at) % ctx.n for at in range(ctx.n)]
        if s.turn > 1 and era_of(s.turn) != era_of(s.turn - 1):
            display_tiles(ctx)
        ctx.emit(TurnBegan(s.turn, list(s.order)))
        ctx.push(
            Placement(), Raid(), Resolution(), Construction(list(s.order)), Kingdom(), Storage()
        )


def display_tiles(ctx: StepContext[TadmorState]) -> None:
    """Lay out random tiles of the present Era (rules 3.8, 7).

    The tiles displayed before and the present Era's other tiles leave the game.
    """
    s = ctx.state
    era = era_of(max(s.turn, 1)) + 1
    gone = [tile for tile in s.display if tile]
    pool = [tile for tile in tiles_of_era(ctx.n, era) if tile in s.later]
    s.later = [tile for tile in s.later if tile not in pool]
    s.display = [ctx.rng.draw(pool) for _ in range(RULES.display[ctx.n])]
    s.box = sorted(s.box + gone + pool)
    ctx.emit(Displayed(era, list(s.display)))


def _score_tower_levels(ctx: StepContext[TadmorState]) -> None:
    """Score tower levels at the start of an Era (E4)."""
    points = [RULES.level * player.tower for player in ctx.state.players]
    for player, n in zip(ctx.state.players, points, strict=True):
        player.add_points("tower_eras", n)
    ctx.emit(EraBegan(ctx.state.turn // RULES.turns_per_era + 1, points))


def _end_match(ctx: StepContext[TadmorState]) -> None:
    board = score(ctx.pos)
    standing = places(board.ranking)
    sources = [[row.values[seat] for row in board.rows] for seat in range(ctx.n)]
    ctx.emit(Ended(list(board.total), standing, sources))
    ctx.end(Outcome(standing))


@lru_cache(8)
def _bonus_prompt(at: int, got: int) -> SelectPrompt:
    """Ask the seat at position `at`, which has chosen `got` goods, for the next one."""
    choices = RULES.bonus[at]
    return SelectPrompt(
        tuple(Option(what, GOODS[what], art=what, rule="setup") for what in choices[got]),
        msg("tad.ask.bonus")
        if len(choices) == 1
        else msg("tad.ask.bonus_of", n=got + 1, m=len(choices)),
    )


@lru_cache(256)
def _start_tiles_prompt(tiles: tuple[str, ...], left: tuple[str, ...]) -> SelectPrompt:
    ordered, gone = sorted(tiles, key=lambda tile: int(tile[1:])), msg("tad.why.tile_taken")
    usual_four = len(ordered) == len(STARTING)
    options = tuple(_start_tile_option(tile, usual_four) for tile in ordered if tile in left)
    disabled = tuple(
        DisabledOption(tile, _start_tile_option(tile, usual_four).label, gone, "setup", art=tile)
        for tile in ordered
        if tile not in left
    )
    return SelectPrompt(options, msg("tad.ask.start"), disabled)


def _start_tile_option(tile: str, usual_four: bool) -> Option:
    """Return a starting tile as an option.

    `usual_four` is True if the tiles on offer are I1 to I4. They differ only in their exchange, so
    the label shows the exchange instead of the name.
    """
    op = UPGRADES[tile].effects[0]
    if not usual_four or not isinstance(op, Trade):
        return Option(tile, upgrade_name(tile), effect_text(tile), art=tile, rule="setup")
    (rate,) = op.rates
    trade = msg(
        "tad.trade.rate",
        give=short_amounts({rate.give[0]: 1}),
        got=short_amounts({rate.get[0]: rate.n}),
    )
    return Option(tile, trade, art=tile, rule="setup")


_BONUS = SelectPrompt((Option("bonus", msg("tad.verb.bonus"), tone="main", rule="setup"),))
_START = SelectPrompt((Option("start", msg("tad.verb.start"), tone="main", rule="setup"),))
