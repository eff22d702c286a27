"""Rare goods for the first completed temples, taken at once, one at a time (rules 6.2)."""

from __future__ import annotations

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import MoveReady, Option, PromptResult, SelectPrompt
from games.core.text.messages import Path, Seat, msg
from games.tadmor.model.names import RARE_NAMES
from games.tadmor.model.state import TadmorState
from games.tadmor.rules.goods.gains import open_piles, take_rare
from games.tadmor.rules.goods.hints import rare_gain
from games.tadmor.rules.goods.picks import pick_pile, pick_tile

_TAKE_PROMPT = SelectPrompt((Option("take", msg("tad.verb.take"), tone="main", rule="temple"),))


class Spoils(Frame[TadmorState], tag="spoils"):
    """Choice of `left` rare goods by the seat that completed a temple."""

    seat: int
    left: int

    def prompt(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> PromptResult:
        """Ask for a pile; with I43 also for a tile of the pile (R28).

        Without I43, the seat takes the top tile.
        """
        s, player = ctx.state, ctx.state.players[seat]
        if not path:
            return _TAKE_PROMPT
        if len(path) == 1:
            taker = None if player.powers.may_choose_rare else player
            return pick_pile(s, prompt=msg("tad.ask.spoils", n=self.left), taker=taker)
        color = str(path[1])
        if len(path) == 2 and player.powers.may_choose_rare:  # path: verb and color
            return pick_tile(s, player, color)
        good = _chosen_tile(s, path)
        worth = msg("tad.rare.worth", n=rare_gain(player, good))
        return MoveReady(
            msg("tad.rare.free", what=RARE_NAMES[good]),
            instant=True,
            effects=(worth,),
            advice=msg("tad.rare.advice_free", good=RARE_NAMES[good]),
        )

    def apply(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> None:
        """Take the tile for free; it does not count as gained by an action."""
        take_rare(ctx, seat, _chosen_tile(ctx.state, path), {}, 0, by_action=False)
        self.left -= 1
        if not self.left or not open_piles(ctx.state):
            ctx.pop()


def _chosen_tile(s: TadmorState, path: Path) -> str:
    """Return the tile that the path names, else the top tile of the pile."""
    return str(path[2]) if len(path) > 2 else s.tops[str(path[1])]
