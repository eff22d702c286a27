"""A panel as text has everything: prompt, options with costs, position and hand.

It is split into as many parts as needed.
"""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.engine.game import find
from games.core.prompts.prompt import SelectPrompt
from tests.contract import playouts
from tests.contract.test_panels import match_of, panel_of
from tests.ui.panels import faults
from ui.components import MAX_EMBED_CHARS, Message
from ui.custom_ids import PanelAct, PanelId, decode
from ui.i18n import Translator
from ui.views.panel.forms import PanelViewState
from ui.views.panel.panel import render_panel
from ui.views.panel.presenter import position_lines

MOST = 6000  # characters of all texts of a message's embeds together: Discord's limit


def verbs(message: Message) -> dict[str, int]:
    """Return the panel's own verbs on its buttons, with their pages."""
    taps = [
        decode(one.id) for row in message.rows if isinstance(row, tuple) for one in row if one.id
    ]
    return {
        tap.arg: tap.page for tap in taps if isinstance(tap, PanelId) and tap.act is PanelAct.RUN
    }


def size(message: Message) -> int:
    card = message.embed
    assert card is not None
    return sum(map(len, (card.title, card.text, card.author, card.footer)))


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_a_panel_in_words_tells_question_options_position_and_hand(
    game: str, n: int, seed: str
) -> None:
    played = playouts.played(game, n, seed)
    for moment in played.some(8):
        for depth in range(len(moment.path) + 1):
            panel = panel_of(
                match_of(played, moment.pos), moment.pos, moment.seat, moment.path[:depth]
            )
            panel.view = find(game).view(moment.pos, moment.seat)
            words = Translator.of(panel.match, ("es", "en")[moment.seat % 2])
            told, parts, at = position_lines(panel, words), list[str](), 0
            assert told, "every game tells its position"
            while True:
                message = render_panel(
                    panel, words, PanelViewState(as_text=True, text_part=at), (), told
                )
                assert list(faults(message)) == []
                assert size(message) <= MOST
                assert message.embed is not None
                parts.append(message.embed.text)
                shown = verbs(message)
                opened = shown | verbs(
                    render_panel(
                        panel,
                        words,
                        PanelViewState(as_text=True, shows_more=True, text_part=at),
                        (),
                        told,
                    )
                )
                assert "picture" in opened or not find(game).pictures, (
                    "there is a way back to the picture"
                )
                at = opened.get("text", 0)
                if not at:
                    break
            whole = " ".join(" ".join(parts).split())
            assert all(len(part) <= MAX_EMBED_CHARS for part in parts)
            assert all(" ".join(line.split()) in whole for line in told)
            form = walk.ask(moment.pos, moment.seat, moment.path[:depth])
            for option in form.options if isinstance(form, SelectPrompt) else ():
                assert words.option(option) in whole
                assert (
                    option.detail is None
                    or " ".join(words.with_markup(option.detail).split()) in whole
                )
            for shut in form.blocked if isinstance(form, SelectPrompt) else ():
                assert words(shut.label) in whole
