"""A recap above a question gets shorter until it fits; what the reader lost stays whole."""

from __future__ import annotations

from msgspec import structs

from app.log.log_page import Recap
from games.core.text.messages import literal
from tests.ui.panels import match_of
from ui.i18n import Translator
from ui.views.panel.recap_lines import recap_forms, text_px

ES = Translator.of(match_of(), "es")
MARK = ES.seat(1)
LOSS = literal(f"{MARK} destruye uno de tus ejércitos en C8 y te quita la región y el continente.")
DEED = literal(f"{MARK} toma la carta de herramientas gratis y mueve E1→E2→E5→E6→E7 con el barco.")
RECAP = Recap((), 3600.0, True, (LOSS, DEED), 3, ((LOSS, DEED),), losses=(LOSS,))


def test_each_form_keeps_losses_whole() -> None:
    forms = list(recap_forms(RECAP, ES, with_omitted=True))
    assert len(forms) > 3
    for form in forms:
        assert ES(LOSS).rstrip(".") in "\n".join(form.lines)
        assert form.has_more


def test_no_form_has_little_more_than_the_name_of_a_rival() -> None:
    for losses in ((LOSS,), ()):
        recap = structs.replace(RECAP, losses=losses)
        told = ["\n".join(form.lines) for form in recap_forms(recap, ES, with_omitted=True)]
        assert any("…" in one for one in told), "a move of a rival is cut"
        assert all("la carta de herramientas" in one for one in told if one.count(MARK) == 2)
        assert told[-1].count(MARK) == 1, "the last form has one sentence"
        kept = "destruye uno de tus" if losses else "toma la carta"
        assert told[-1].startswith(f"-# {MARK} {kept}"), "losses, else the newest move"


def test_what_is_said_of_the_end_of_the_game_stays_in_each_form() -> None:
    end = literal("Última ronda: la partida acaba con este turno.")
    recap = structs.replace(RECAP, short=(DEED, LOSS, end), shorter=(), losses=())
    told = ["\n".join(form.lines) for form in recap_forms(recap, ES, with_omitted=True)]
    assert all("Última ronda" in one for one in told)
    assert told[-1].count(MARK) == 0


def test_the_last_form_is_lower_than_the_first() -> None:
    first, *_, last = recap_forms(RECAP, ES, with_omitted=True)
    assert not first.is_cut
    assert last.is_cut
    assert text_px(last.lines) < text_px(first.lines)


def test_without_news_there_is_no_form() -> None:
    known = Recap((), 3600.0, False, (DEED,))
    assert list(recap_forms(known, ES, with_omitted=True)) == []
