"""Verbs that are always possible are offered under More at every depth."""

from __future__ import annotations

from app.model.match import Breadcrumb
from games.core.prompts.prompt import DisabledOption, Option, SelectPrompt
from games.core.text.messages import literal
from tests.ui.panels import buttons, faults, label_list, match_of, panel_of
from ui.custom_ids import PanelAct, PanelId, decode
from ui.i18n import Translator
from ui.views.panel.forms import PanelViewState
from ui.views.panel.panel import render_panel

ES = Translator.of(match_of())
TRADE, DROP = (
    Option(key, literal(label), tone="free")
    for key, label in (("trade", "Cambiar"), ("drop", "Descartar"))
)
SHUT = DisabledOption("gift", literal("Regalar"), literal("hoy no"), tone="free")
BUILD, STOP = (
    Option("build", literal("Construir")),
    Option("stop", literal("Terminar"), tone="finish"),
)


def shown(panel, show: PanelViewState | None = None):
    message = render_panel(panel, ES, show or PanelViewState())
    assert list(faults(message)) == []
    return message


def test_they_hide_behind_more_where_there_is_something_else():
    panel = panel_of(SelectPrompt((BUILD, TRADE, DROP, STOP), blocked=(SHUT,)))
    assert label_list(shown(panel)) == ["Construir", "Más…", "Terminar"]
    assert label_list(shown(panel, PanelViewState(shows_more=True))) == [
        "Cambiar",
        "Descartar",
        "✕ Regalar",
        "‹ Volver",
        "Ver en texto",
    ]


def test_below_the_root_they_are_at_hand_too_and_lead_back_to_it():
    root = SelectPrompt((BUILD, TRADE, STOP))
    below = panel_of(
        SelectPrompt((Option("house", literal("Casa")),)),
        root=root,
        path=("build",),
        crumbs=(Breadcrumb(literal("Construir"), forced=True),),
    )
    assert "Cambiar" not in label_list(shown(below))
    trade = next(
        b for b in buttons(shown(below, PanelViewState(shows_more=True))) if b.label == "Cambiar"
    )
    read = decode(trade.id)
    assert isinstance(read, PanelId)
    assert (read.act, read.arg, read.depth) == (PanelAct.PICK, "trade", 0)


def test_with_nothing_else_to_do_they_stand_open():
    panel = panel_of(SelectPrompt((STOP, TRADE, DROP), blocked=(SHUT,)))
    assert label_list(shown(panel)) == [
        "Cambiar",
        "Descartar",
        "✕ Regalar",
        "Terminar",
        "Ver en texto",
    ]


def test_an_open_group_tells_the_reasons_of_its_own():
    def place(at: int) -> Option:
        return Option(f"o{at}", literal(f"Casa {at}"), group=literal(f"Barrio {at % 2}"))

    def port(at: int) -> DisabledOption:
        return DisabledOption(
            f"b{at}", literal(f"Puerto {at}"), literal("ocupado"), group=literal(f"Barrio {at % 2}")
        )

    shut = tuple(port(at) for at in range(9))
    panel = panel_of(SelectPrompt(tuple(place(at) for at in range(12)), blocked=shut))
    assert not any("Por qué" in label for label in label_list(shown(panel)))
    assert "¿Por qué no? (5)" in label_list(shown(panel, PanelViewState(group=0)))
    told = shown(panel, PanelViewState(group=1, shows_reasons=True)).embed.text
    assert "Puerto 1" in told
    assert "Puerto 0" not in told
