"""View of a viewer, and determinization for a seat."""

from typing import Any

from msgspec import Struct, structs

from games.core.cards.decks import redeal
from games.core.engine import walk
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.state.score import Scoreboard
from games.core.text.messages import Seat
from tests.fishers.model.state import Fishers
from tests.fishers.rules.scoring import score


class View(Struct, frozen=True):
    """View of a viewer (None: spectator). `hand`, `laid` and `dice` are the viewer's own."""

    game: str
    viewer: int | None
    n: int
    round: int
    actors: tuple[int, ...]
    coins: tuple[int, ...]
    scoreboard: Scoreboard | None = None  # once the game is over
    hand: tuple[str, ...] = ()
    laid: str = ""
    dice: tuple[int, ...] = ()


def view(pos: Position[Fishers, Any], seat: Seat | None) -> View:
    """Return the view of a viewer."""
    s, scoreboard = pos.state, score(pos) if pos.outcome is not None else None
    coins = tuple(s.coins)
    seen = View(pos.game, seat, pos.n, s.round, walk.actors(pos), coins, scoreboard)
    if seat is None or scoreboard:
        return seen
    return structs.replace(
        seen, hand=tuple(s.hands[seat]), laid=s.laid[seat], dice=tuple(s.dice[seat])
    )


def panel_picture(v: View, _spots: tuple[str, ...]) -> str:
    """Return the kind of picture on a viewer's panel."""
    return "end" if v.scoreboard else hand(v) or "board"


def hand(v: View) -> str:
    """Return the kind of picture of the viewer's hand; "" without a hand."""
    return "hand" if v.hand else ""


def determinize(pos: Position[Fishers, Any], seat: Seat | None, rng: Rng) -> None:
    """Redraw in place what the seat cannot know: bag, others' hands, cards and dice."""
    s, others = pos.state, [other for other in range(pos.n) if other != seat]
    laid = {other: [s.laid[other]] for other in others if s.laid[other]}
    redeal(rng, s.bag, *laid.values(), *(s.hands[other] for other in others))
    for other in others:
        s.laid[other] = laid.get(other, [""])[0]
        s.dice[other] = sorted(die + 1 for die in rng.dice(len(s.dice[other]), 6))
