"""Turn of a seat in its lane: cast, cast again, play a card."""

from collections.abc import Sequence

from games.core.cards.effects import ops_in_words
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import MoveReady, Option, PromptResult, SelectPrompt, verb_prompt
from games.core.text.messages import Msg, Path, Seat, listed, msg
from tests.fishers.model.catalog import CARDS, name
from tests.fishers.model.events import Told
from tests.fishers.model.state import Fishers


def does(card: str) -> Msg:
    """Return a card's name with its effect."""
    return msg("fish.does", card=name(card), does=ops_in_words(CARDS[card].ops))


def dice_said(dice: Sequence[int]) -> Msg:
    """Return the dice of a seat as text."""
    return msg("fish.dice" if dice else "fish.no_dice", dice=listed(map(str, dice)))


class Cast(Frame[Fishers], tag="cast"):
    """Frame that asks its seat until a card is played; `left` is the number of casts."""

    seat: int
    left: int = 2

    def prompt(self, t: StepContext[Fishers], seat: Seat, path: Path) -> PromptResult:
        """Offer casting and the cards."""
        match path:  # the prompt names the dice for users who see no pictures
            case ():
                cast = [Option("cast", msg("fish.cast"), rule="casting")]
                lay = [Option("lay", msg("fish.lay"), tone="finish", rule="cards")]
                verbs = {2: cast, 1: cast + lay, 0: lay}[self.left]
                dice = dice_said(t.state.dice[seat])
                return verb_prompt(*verbs, default=verbs[-1].key, prompt=dice)
            case ("lay",):
                hand = sorted(set(t.state.hands[seat]))
                return SelectPrompt(
                    tuple(Option(card, name(card), does(card), rule="cards") for card in hand),
                    msg("fish.which"),
                )
        return (
            MoveReady(does(str(path[1])))
            if path[1:]
            else MoveReady(msg("fish.cast"), instant=True, label=msg("fish.cast"))
        )

    def apply(self, t: StepContext[Fishers], seat: Seat, path: Path) -> None:
        """Cast the dice, hidden from others, or play a card face down."""
        if path == ("cast",):
            self.left -= 1
            t.state.dice[seat] = sorted(die + 1 for die in t.rng.dice(2, 6))
            return t.emit(
                Told("cast", seat), secret={seat: Told("cast_own", seat, dice=t.state.dice[seat])}
            )
        t.state.laid[seat] = str(path[1])
        t.state.hands[seat].remove(str(path[1]))
        return t.pop()
