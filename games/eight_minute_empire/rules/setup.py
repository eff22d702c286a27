"""Setup of a match and of each of its games: one, or three in a campaign."""

from __future__ import annotations

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.state.position import Outcome
from games.core.state.score import places
from games.eight_minute_empire.model.catalog import RULES, deck, tokens
from games.eight_minute_empire.model.events import Began, CampaignOver
from games.eight_minute_empire.model.options import board_side, game_count
from games.eight_minute_empire.model.state import Empire
from games.eight_minute_empire.rules.bidding import Bids, Neutral
from games.eight_minute_empire.rules.ending import Settle
from games.eight_minute_empire.rules.scoring import score
from games.eight_minute_empire.rules.turns import TurnLoop


class Games(Frame[Empire], tag="games"):
    """Frame at the bottom of the stack that starts the next game or ends the match."""

    def advance(self, t: StepContext[Empire]) -> None:
        """Set up a game and push its phases; end the match after the last game."""
        s = t.state
        if s.game == game_count(t.options):
            board = score(t.pos)
            ranks = places(board.ranking)
            if s.game > 1:
                t.emit(CampaignOver(list(board.total), ranks))
            t.end(Outcome(ranks))
            return
        lay_out(t)
        phases: list[Frame[Empire]] = [Bids(), TurnLoop(), Settle()]
        if t.options["neutral_armies"]:  # the youngest begins (rules 13.5)
            phases.insert(0, Neutral(t.options["age_order"][0], RULES.neutral))
        t.push(*phases)


def setup(t: StepContext[Empire]) -> list[Frame[Empire]]:
    """Draw the board side if it is random, and return the initial stack."""
    if t.options["map_side"] == "random":
        t.options["map_side"] = ("side_a", "side_b")[t.rng.below(2)]
    return [Games()]


def lay_out(t: StepContext[Empire]) -> None:
    """Set up a new game (rules 4, steps 1 to 5).

    Only `past` stays from earlier games; the final board of the previous game is added to it.
    """
    s, n, numbers = t.state, t.n, RULES.by_players[t.n]
    if s.past:
        s.past[-1].board = s.final_board()
    s.game += 1
    s.side = board_side(t.options, s.game)
    s.turn, s.order, s.taken, s.bids, s.wilds = 0, [], None, [], [None] * n
    s.coins = [numbers.coins] * n
    s.reserve = [RULES.armies - RULES.start_armies] * n
    s.lost = [0] * n
    s.city_reserve = [RULES.cities] * n
    s.cards = [[] for _ in range(n)]
    s.armies = {region: [0] * (n + 1) for region in s.map.regions}
    s.armies[s.map.start] = [RULES.start_armies] * n + [0]
    s.cities = {region: [0] * n for region in s.map.regions}
    s.deck = deck(n)
    s.row = [t.rng.draw(s.deck) for _ in RULES.prices]
    bag = tokens() if t.options["goods_tokens"] else []
    s.tokens = {region: t.rng.draw(bag) for region in s.map.goods_spots if bag}
    t.emit(Began(s.game, game_count(t.options), s.side, dict(s.tokens)))
