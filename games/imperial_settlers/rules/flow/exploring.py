"""The Exploration phase: the open row, the hidden draft, the row of the solo game (rules 4.1, 11)."""

from __future__ import annotations

from functools import lru_cache

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import Answer, MoveReady, Option, SelectPrompt
from games.core.text.messages import Path, Seat, msg
from games.imperial_settlers.model.catalog import COMMON, RULES
from games.imperial_settlers.model.events import Drew, Kept, Left, Revealed, Took
from games.imperial_settlers.model.names import FACTION_NAMES, card_name
from games.imperial_settlers.model.state import VIRTUAL, Location, SettlersState
from games.imperial_settlers.rules.actions.cards import says
from games.imperial_settlers.rules.effects.choices import root
from games.imperial_settlers.rules.effects.resolve import off, take

T = StepContext[SettlersState]


class Explore(Frame[SettlersState], tag="explore"):
    """The script of the phase: what is drawn, then how cards are offered (rules 4.1)."""

    def advance(self, t: T) -> None:
        """A faction card for everybody (in the peaceful variant a Common one too), then the offer."""
        s, n = t.state, t.n
        facts = RULES.exploration
        t.pop()
        extra = facts.peaceful if t.options["peaceful"] and not s.solo else 0
        for seat in s.order:
            take(t, seat, ["faction"] * facts.faction + [COMMON] * extra, quiet=True)
        if s.solo:
            t.push(SoloRow())
            return
        match t.options["exploration"]:
            case "alternative":
                t.push(Draft())
            case "advanced":
                order = [*s.order, *s.order]
                t.push(
                    OpenRow(
                        [[seat, size] for seat, size in zip(order, facts.advanced[n], strict=True)]
                    )
                )
            case _:
                sizes = range(n + 1, 1, -1)
                t.push(
                    OpenRow([[seat, size] for seat, size in zip(s.order, sizes, strict=True)]),
                    OpenRow(
                        [[seat, size] for seat, size in zip(reversed(s.order), sizes, strict=True)]
                    ),
                )


class OpenRow(Frame[SettlersState], tag="row"):
    """Cards picked from an open row. `left` are seats with the size to which the row is filled up before their pick."""

    left: list[list[int]]

    def actors(self, t: T) -> tuple[Seat, ...]:
        """Who is next, once the row is laid and if it offers a choice."""
        return (self.left[0][0],) if self._laid(t) and len(t.state.offer) > 1 else ()

    def advance(self, t: T) -> None:
        """Lay the row; a card without a choice is taken; what nobody took is discarded."""
        s = t.state
        if self.left and not self._laid(t):
            self._lay(t)
        elif self.left and s.offer:
            self._take(t, s.offer[0])
        else:
            t.pop()
            if s.offer:
                t.emit(Left(list(s.offer)))
                s.discard += s.offer
                s.offer = []

    def prompt(self, t: T, seat: Seat, path: Path) -> Answer:
        """One card of the row (D1). Before the first ones everybody is told whom they play."""
        s = t.state
        return ask_card(tuple(s.offer), path, s.players[seat].faction if s.round == 1 else "")

    def apply(self, t: T, seat: Seat, path: Path) -> None:
        """Into the hand."""
        self._take(t, str(path[1]))

    def _laid(self, t: T) -> bool:
        """True when the row is as full as it can be for the next pick (ruling R33)."""
        if not self.left:
            return False
        s = t.state
        return len(s.offer) >= self.left[0][1] or not (s.deck or s.discard)

    def _lay(self, t: T) -> None:
        s = t.state
        new: list[str] = []
        while len(s.offer) < self.left[0][1] and (card := off(t, self.left[0][0], COMMON)):
            s.offer.append(card)
            new.append(card)
        if new:
            t.emit(Revealed(new))

    def _take(self, t: T, card: str) -> None:
        seat = self.left.pop(0)[0]
        t.state.offer.remove(card)
        t.state.players[seat].hand.append(card)
        t.emit(Took(seat, card))


class Draft(Frame[SettlersState], tag="draft"):
    """The alternative exploration: everybody keeps one of three, passes two to the left, keeps one of those (D2)."""

    stage: int = 0

    def advance(self, t: T) -> None:
        """Deal, pass on, gather in; in between all choose at once."""
        s = t.state
        self.stage += 1
        if self.stage == 1:
            for seat in s.order:
                self._deal(t, seat)
        elif self.stage == 2:
            piles = [player.looking for player in s.players]
            t.reveal()
            for seat, pile in enumerate(piles):
                s.players[(seat + 1) % t.n].looking = pile
        else:
            t.pop()
            self._gather(t)
            return
        t.fork({seat: Keep(seat) for seat, player in enumerate(s.players) if player.looking})

    def _deal(self, t: T, seat: Seat) -> None:
        found = [card for _ in range(RULES.exploration.draft) if (card := off(t, seat, COMMON))]
        t.state.players[seat].looking = found

    def _gather(self, t: T) -> None:
        s = t.state
        t.reveal()
        left: list[str] = []
        for seat, player in enumerate(s.players):
            if player.kept:
                told = Drew(seat, [COMMON] * len(player.kept), quiet=True)
                t.emit(told, {seat: Drew(seat, told.decks, list(player.kept), quiet=True)})
            player.hand += player.kept
            left += player.looking
            player.kept, player.looking = [], []
        if left:
            t.emit(Left(sorted(left)))
            s.discard += sorted(left)


class Keep(Frame[SettlersState], tag="keep"):
    """One player's hidden choice, in a lane (D2)."""

    seat: int

    def actors(self, t: T) -> tuple[Seat, ...]:
        """Who has more than one card to choose from."""
        return (self.seat,) if len(t.state.players[self.seat].looking) > 1 else ()

    def advance(self, t: T) -> None:
        """The only one."""
        self._keep(t, t.state.players[self.seat].looking[0])

    def prompt(self, t: T, seat: Seat, path: Path) -> Answer:
        """One of the cards."""
        return ask_card(tuple(t.state.players[seat].looking), path)

    def apply(self, t: T, seat: Seat, path: Path) -> None:
        """Kept; the others are passed on, and discarded after the second time."""
        self._keep(t, str(path[1]))

    def _keep(self, t: T, card: str) -> None:
        player = t.state.players[self.seat]
        player.looking.remove(card)
        player.kept.append(card)
        t.pop()
        t.emit(Kept(self.seat), {self.seat: Kept(self.seat, card)})


class SoloRow(Frame[SettlersState], tag="solo_row"):
    """Solo: one of four; one of the rest by lot to the virtual player; one of the last two, the last to the virtual player
    (D3; ruling R33). `gone` cards have left the row; -1: it is not laid yet."""

    gone: int = -1

    def actors(self, t: T) -> tuple[Seat, ...]:
        """The player, at the first and third card, while there is a choice."""
        return (0,) if self.gone in (0, 2) and len(t.state.offer) > 1 else ()

    def advance(self, t: T) -> None:
        """Lay the row; what needs no answer is given away."""
        s = t.state
        if self.gone < 0:
            self.gone = 0
            s.offer = [card for _ in range(RULES.solo.offer) if (card := off(t, 0, COMMON))]
            if s.offer:
                t.emit(Revealed(list(s.offer)))
        elif s.offer:
            self._give(t, t.rng.pick(s.offer) if len(s.offer) > 1 else s.offer[0])
        else:
            t.pop()

    def prompt(self, t: T, seat: Seat, path: Path) -> Answer:
        """One card of those that are left in the row (D3)."""
        return ask_card(tuple(t.state.offer), path)

    def apply(self, t: T, seat: Seat, path: Path) -> None:
        """Into the hand."""
        self._give(t, str(path[1]))

    def _give(self, t: T, card: str) -> None:
        """The next card, to the player and the virtual player in turn."""
        s, own = t.state, self.gone % 2 == 0
        self.gone += 1
        s.offer.remove(card)
        if own:
            s.players[0].hand.append(card)
        else:
            s.virtual.append(Location(card))
        t.emit(Took(0 if own else VIRTUAL, card))


def ask_card(offer: tuple[str, ...], path: Path, faction: str = "") -> Answer:
    """The verb `take`, then one of some cards laid out; the question says which faction one plays, if any."""
    if not path:
        return root("take")
    return _offer(offer, faction) if len(path) == 1 else _taken(str(path[1]))


@lru_cache(4096)
def _offer(offer: tuple[str, ...], faction: str) -> SelectPrompt:
    options = tuple(
        Option(card, card_name(card), says(card), spot=card, art=card, rule="exploration")
        for card in offer
    )
    prompt = (
        msg("imp.ask.take_first", faction=FACTION_NAMES[faction])
        if faction
        else msg("imp.ask.take")
    )
    return SelectPrompt(options, prompt, layout="cards")


@lru_cache(256)
def _taken(card: str) -> MoveReady:
    return MoveReady(
        msg("imp.sure.take", card=card_name(card)),
        effects=(says(card),),
        ghost=(card,),
        label=card_name(card),
    )
