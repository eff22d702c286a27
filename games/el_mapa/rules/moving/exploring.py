"""Revealing tiles, placing markers, opening treasures (rules 7)."""

from __future__ import annotations

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import IllegalPath, MoveReady, Option, PromptResult, SelectPrompt
from games.core.text.messages import Msg, Path, Seat, msg
from games.el_mapa.model.catalog import LEVELS, RULES, TECHS, TILES
from games.el_mapa.model.events import Chest, Claimed, Flipped, Razed, Rotated, Treasure
from games.el_mapa.model.holdings import hand_levels
from games.el_mapa.model.names import GOODS, TECH_NAMES, cell_name
from games.el_mapa.model.options import ends_at_once, last_round
from games.el_mapa.model.state import Castle, MapState, counts
from games.el_mapa.rules.technology import cards
from games.el_mapa.rules.technology.resources import PRODUCTION

T = StepContext[MapState]
LUCK = "luck"
_LAST_TILES, _LAST_TILES_NOW = msg("map.effect.last_tiles"), msg("map.effect.last_tiles_now")


def unseen(s: MapState, cell: str) -> list[str]:
    """Return the face-down tiles around a cell, corners included."""
    board, up = s.board, s.up
    return [other for other in board.around[cell] if up[board.at[other]] == "0"]


def last_tiles_effects(t: T, n: int) -> tuple[Msg, ...]:
    """Return the effect of revealing `n` tiles on the end of the game.

    It says that the game ends if no tile is left face down. Return () if tiles are left, or if the
    end is known already.
    """
    if not n or last_round(t.state, t.options) or n < t.state.up.count("0"):
        return ()
    return (_LAST_TILES_NOW if ends_at_once(t.options) else _LAST_TILES,)


def flip(t: T, seat: Seat, some: list[str], how: str) -> None:
    """Turn the tiles in the cells `some` face up; the player gets a point for each.

    `how` says why, as in `Flipped`.
    """
    if not some:
        return
    s = t.state
    for cell in some:
        turn_face_up(s, cell)
    s.players[seat].tiles += len(some)
    t.reveal()
    t.emit(Flipped(seat, some, [s.kind(cell) for cell in some], how))


def turn_face_up(s: MapState, cell: str) -> None:
    """Turn a tile face up and place its garrison and treasures.

    No points are given and no event is emitted.
    """
    at = s.board.at[cell]
    s.up = f"{s.up[:at]}1{s.up[at + 1 :]}"
    tile = TILES[s.kind(cell)]
    if tile.garrison:
        s.garrisons[cell] = dict(tile.garrison)
    if tile.treasures:
        s.chests[cell] = tile.treasures


def look_around(t: T, seat: Seat, cell: str) -> None:
    """Turn the tiles around a cell face up, because troops have entered it (rules 7.1)."""
    flip(t, seat, unseen(t.state, cell), "sight")


def rotate(t: T, seat: Seat, cell: str, turned: int) -> None:
    """Rotate a tile with the power of a watchtower; this cannot be undone.

    `turned` is its new rotation in quarter turns clockwise (0 to 3).
    """
    s = t.state
    at = s.board.at[cell]
    s.turned = f"{s.turned[:at]}{turned}{s.turned[at + 1 :]}"
    t.reveal()
    t.emit(Rotated(seat, cell, turned))


def has_claim(s: MapState, seat: Seat, cell: str) -> bool:
    """Return whether a player has something to claim in a cell."""
    return cell in s.chests or (TILES[s.kind(cell)].claimable and s.owners.get(cell) != seat)


def claim(t: T, seat: Seat, cell: str) -> list[Frame[MapState]]:
    """Put the player's marker on the village, mine or tower of a cell (rules 7.2).

    Return the frames that open the treasures of the cell.
    """
    s = t.state
    tile = TILES[s.kind(cell)]
    before = s.owners.get(cell, -1)
    if tile.claimable and before != seat:
        s.owners[cell] = seat
        if tile.village:
            _take_village(t, seat, cell)
        t.emit(Claimed(seat, cell, "village" if tile.village else tile.mine or "tower", before))
    return [Opening(seat, cell)] if cell in s.chests else []


def _take_village(t: T, seat: Seat, cell: str) -> None:
    """Create a castle in the village, or capture the castle of another player (rules 7.5).

    A captured castle loses its reserve and training; with the option `captured_castle` = `raze`
    also its buildings.
    """
    s = t.state
    castle = s.castles.get(cell)
    if castle is None:
        s.castles[cell] = Castle(seat)
        return
    castle.owner = seat
    castle.reserve, castle.progress = {}, {}
    if t.options["captured_castle"] == "raze" and castle.spaces:
        t.emit(Razed(cell, sorted(castle.spaces.values())))
        castle.spaces = {}


class Opening(Frame[MapState], tag="luck"):
    """Frame that opens the treasures of a cell one after the other (rules 7.3).

    A first die decides the good, then the player may play Luck, then a second die decides the
    amount of this good. A player without Luck is also asked, unless public information rules Luck
    out; so the question reveals nothing. `what` is the good once it is known, `luck` the amount
    added by Luck so far, and `boosted` whether the lasting copy was boosted for this treasure.
    """

    free = (PRODUCTION,)

    seat: int
    cell: str
    what: str = ""
    luck: int = 0
    boosted: bool = False

    def actors(self, t: T) -> tuple[Seat, ...]:
        """Return the player, if the good is known and the player could have Luck."""
        return (self.seat,) if self.what and could_have_luck(t.state, self.seat) else ()

    def advance(self, t: T) -> None:
        """Roll the first die, or the second die if the good is known.

        The second die is rolled without asking about Luck: this method is called only while the
        frame has no actors.
        """
        if self.cell not in t.state.chests:
            t.pop()
        elif not self.what:
            self.what = RULES.treasure.kinds[t.rng.below(6)]
            t.emit(Chest(self.seat, self.cell, self.what))
        else:
            self._open(t)

    def prompt(self, t: T, seat: Seat, path: Path) -> PromptResult:
        """Ask to open the treasure or to add Luck first.

        Paths are `("open",)` and `("luck", "card" or "lasting", {boost})`.
        """
        sources = [source for source in cards.sources(t, seat, LUCK) if self._useful(t, source)]
        match path:
            case ():
                options = [
                    Option(
                        "open", msg("map.verb.open"), tone="main", spot=self.cell, rule="treasures"
                    )
                ]
                if sources:
                    options.append(
                        Option(
                            LUCK,
                            TECH_NAMES[LUCK],
                            msg("map.tech_does.luck"),
                            art=LUCK,
                            rule="technologies",
                        )
                    )
                prompt = msg("map.ask.luck", what=GOODS[self.what], at=cell_name(self.cell))
                return SelectPrompt(tuple(options), prompt, default="open")
            case ("open",):
                return MoveReady(
                    msg("map.done.open", what=GOODS[self.what]),
                    ghost=(self.cell,),
                    advice=msg("map.advice.open"),
                )
            case ("luck",):
                return cards.source_form(sources, LUCK)
            case ("luck", str(source)):
                played, least = (
                    ((LUCK,), 0) if source == cards.FROM_HAND else ((), TECHS[LUCK].boost)
                )
                return cards.boost_form(
                    t, LUCK, cards.hand_without(t.state.players[seat], *played), least=least
                )
        boost = counts(path[2])
        if why := cards.why_boost_wasted(LUCK, boost, t.options):
            return IllegalPath(why, "technologies")
        return MoveReady(
            msg("map.done.luck", n=cards.boosted(LUCK, boost, t.options), what=GOODS[self.what]),
            effects=cards.boost_effects(LUCK, boost, t.options),
            ghost=(self.cell,),
            advice=msg("map.advice.luck"),
        )

    def _useful(self, t: T, source: str) -> bool:
        """Return whether playing Luck from this source adds something.

        A lasting copy works without being played; playing it only boosts it, once.
        """
        if source == cards.FROM_HAND:
            return True
        return (
            not self.boosted
            and cards.worth(cards.hand_without(t.state.players[self.seat]), t.options)
            >= TECHS[LUCK].boost
        )

    def apply(self, t: T, seat: Seat, path: Path) -> None:
        """Open the treasure, or play Luck; then the player is asked again."""
        if path[0] == "open":
            self._open(t)
            return
        boost = counts(path[2])
        self.luck += cards.play(t, seat, LUCK, str(path[1]), boost)
        self.boosted = self.boosted or path[1] == cards.LASTING
        t.reveal()

    def _open(self, t: T) -> None:
        s = t.state
        player = s.players[self.seat]
        if LUCK in player.lasting and not self.boosted:
            self.luck += TECHS[LUCK].amount
        n = RULES.treasure.amounts[self.what][t.rng.below(6)] + self.luck
        player.goods[self.what] += n
        s.chests[self.cell] -= 1
        t.emit(Treasure(self.seat, self.cell, self.what, n, self.luck))
        self.what, self.luck, self.boosted = "", 0, False
        if not s.chests[self.cell]:
            del s.chests[self.cell]
            t.pop()


def could_have_luck(s: MapState, seat: Seat) -> bool:
    """Return whether a player could play or boost Luck, as far as public information tells.

    A hand card of the level of Luck may be it; a lasting copy can be boosted with any card.
    """
    player = s.players[seat]
    if LUCK in player.lasting:
        return bool(player.hand)
    return hand_levels(player.hand)[LEVELS[TECHS[LUCK].level - 1]] > 0
