# ruff: noqa: E501 - scripts and staged things read best on one line
"""Slash commands: picker, pills, autocomplete, what is sent."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page import staged
from tests.page.fake import Fake

pytestmark = pytest.mark.e2e


def last(fake: Fake, what: str) -> staged.Json:
    return fake.heard(what)


def options(page: Page) -> list[str]:
    return page.locator("#picker [role=option]").evaluate_all(
        "all => all.map(e => e.dataset.value)"
    )


def test_commands_in_the_users_language_subcommands_unfolded(page: Page) -> None:
    page.locator("#message").press("/")
    page.locator("#message").fill("/")
    assert options(page) == ["help", "play", "table new", "table vote skip"]
    expect(page.locator("#picker")).to_contain_text("/mesa nueva")
    expect(page.locator("#picker")).to_contain_text("Haz tu jugada")
    page.locator("#message").fill("/nuev")
    assert options(page) == ["table new"]
    page.locator("#message").fill("/zzz")
    expect(page.locator("#picker")).to_contain_text("Ningún comando coincide")
    page.locator("#message").fill("")
    page.locator(f"#top [data-user='{staged.CARLA}']").click()
    page.locator("#message").fill("/")
    expect(page.locator("#picker")).to_contain_text("/table new")


ME = {"id": "704", "application_id": "900", "type": 1, "name": "me", "description": "Me", "name_localizations": {"es-ES": "yo"}, "options": [
    {"type": 1, "name": "language", "name_localizations": {"es-ES": "idioma"}, "description": "x", "options": []},
    {"type": 1, "name": "data", "name_localizations": {"es-ES": "datos"}, "description": "x", "options": []},
]}  # fmt: skip
TABLE = {"id": "705", "application_id": "900", "type": 1, "name": "table", "description": "T", "name_localizations": {"es-ES": "mesa"}, "options": [
    {"type": 1, "name": "new", "name_localizations": {"es-ES": "nueva"}, "description": "x", "options": []},
    {"type": 1, "name": "bot", "name_localizations": {"es-ES": "bot"}, "description": "x", "options": []},
    {"type": 1, "name": "resign", "name_localizations": {"es-ES": "abandonar"}, "description": "x", "options": []},
]}  # fmt: skip


FIRST = {  # what is typed, and what then stands first
    "/me": "me language",
    "/yo": "me language",
    "/me ": "me language",
    "/yo da": "me data",
    "/me data": "me data",
    "/mes": "table new",
    "/mesa ": "table new",
    "/table b": "table bot",
    "/mesa b": "table bot",
    "/bot": "table bot",
    "/jugar ": "play",
    "/play ": "play",
    "/jugar c8 a c6": "play",
    "/ayuda ": "help",
    "/mesa aba": "table resign",
}


def test_what_is_named_in_either_language_comes_first_and_what_takes_away_never_does(
    page: Page, fake: Fake
) -> None:
    fake.push(t="commands", commands=[*staged.COMMANDS[:1], staged.COMMANDS[2], TABLE, ME])
    for typed, first in FIRST.items():
        page.locator("#message").fill("")
        expect(page.locator("#picker")).to_be_hidden()
        page.locator("#message").fill(typed)
        expect(page.locator("#picker")).to_be_visible()
        assert options(page)[0] == first, typed


def test_what_is_typed_after_a_command_goes_into_its_first_option(page: Page, fake: Fake) -> None:
    page.locator("#message").fill("/jugar Acuerdo Jardines")
    page.keyboard.press("Enter")
    expect(page.locator("[data-option=move]")).to_have_value("Acuerdo Jardines")
    page.locator("[data-option=move]").fill("")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.locator("#message").fill("/ayuda ")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("Ana ha usado /ayuda")


def test_whoever_has_no_language_of_their_own_acts_in_the_pages(make, fake: Fake) -> None:
    for user in fake.users:
        user["chosen"] = user["id"] == staged.CARLA
    english, spanish = make(locale="en-GB"), make(locale="es-ES")
    for page, name, locale in (
        (english, "Make your move", "en-GB"),
        (spanish, "Haz tu jugada", "es-ES"),
    ):
        page.locator("#message").fill("/play")
        expect(page.locator("#picker")).to_contain_text(name)
        page.keyboard.press("Enter")
        page.keyboard.type("x")
        page.keyboard.press("Enter")
        assert last(fake, "command")["speaks"] == locale
        fake.asked.clear()
    spanish.locator(f"#top [data-user='{staged.CARLA}']").click()
    spanish.locator("#message").fill("/table")
    expect(spanish.locator("#picker")).to_contain_text("/table new")


def test_autocomplete_loads_completes_and_sends_the_value(page: Page, fake: Fake) -> None:
    page.locator("#message").fill("/jug")
    page.locator("#message").press("Tab")
    field = page.get_by_role("combobox", name="jugada. escribe palabras sueltas")
    expect(field).to_be_focused()
    page.keyboard.type("acuer", delay=15)
    expect(page.locator("#picker")).to_contain_text("Cargando…")
    expect(page.locator("#picker [role=option]")).to_have_count(4)
    assert (
        len([a for a in fake.asked if a["do"] == "autocomplete"]) <= 2
    )  # typed in one go: asked after a pause
    page.keyboard.press("ArrowDown")
    assert field.get_attribute("aria-activedescendant") == "pick-1"
    page.keyboard.press("Tab")
    expect(field).to_have_value("acuerdo Colonia mercantil: 1 obrero por ronda")
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("Ana ha usado /jugar")
    assert last(fake, "command") | {"id": 0} == {
        "id": 0, "do": "command", "user": staged.ANA, "channel": staged.GREEN, "command": "701", "speaks": "es-ES",
        "options": [{"type": 3, "name": "move", "value": "v:acuerdo Colonia mercantil: 1 obrero por ronda"}],
    }  # fmt: skip
    expect(page.locator("#message")).to_be_focused()


def test_autocomplete_with_nothing_or_no_answer(page: Page, fake: Fake) -> None:
    page.locator("#message").fill("/jugar")
    page.keyboard.press("Tab")
    page.keyboard.type("zzz")
    expect(page.locator("#picker")).to_contain_text("Sin resultados")
    fake.silent_autocomplete = True
    page.keyboard.type("q")
    expect(page.locator("#picker")).to_contain_text("No se han podido cargar las sugerencias")
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("zzzq")
    assert last(fake, "command")["options"][0]["value"] == "zzzq"


def test_an_empty_optional_word_is_not_sent(page: Page, fake: Fake) -> None:
    page.locator("#message").fill("/jugar")
    page.keyboard.press("Enter")
    expect(page.locator("[data-option=move]")).to_be_focused()
    expect(page.locator("#picker [role=option]").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("Hecho: []")
    assert last(fake, "command")["options"] == []


def test_subcommands_choices_numbers_and_people(page: Page, fake: Fake) -> None:
    page.locator("#message").fill("/mesa nueva")
    page.keyboard.press("Enter")
    game = page.locator("[data-option=game]")
    expect(game).to_have_attribute("aria-required", "true")
    assert options(page) == ["eme", "tadmor"]
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("Falta «juego».")
    page.keyboard.type("nada")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("«juego»: elige de la lista.")
    game.fill("imperio")
    page.keyboard.press("Tab")
    expect(game).to_have_value("Imperio en 8 minutos")
    page.locator("[data-add=seats]").click()
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("«asientos» tiene que estar entre 2 y 5.")
    page.locator("[data-option=seats]").fill("3")
    page.locator("[data-add=rival]").click()
    page.keyboard.type("bru")
    page.keyboard.press("Tab")
    expect(page.locator("[data-option=rival]")).to_have_value("@Bruno")
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("Hecho:")
    inside = [
        {"type": 3, "name": "game", "value": "eme"},
        {"type": 4, "name": "seats", "value": 3},
        {"type": 6, "name": "rival", "value": staged.BRUNO},
    ]
    assert last(fake, "command")["options"] == [{"type": 1, "name": "new", "options": inside}]


def test_groups_of_subcommands(page: Page, fake: Fake) -> None:
    page.locator("#message").fill("/mesa vote")
    page.keyboard.press("Enter")
    page.locator("#cmdname").press("Enter")
    expect(page.locator("#log")).to_contain_text("Hecho:")
    assert last(fake, "command")["options"] == [
        {"type": 2, "name": "vote", "options": [{"type": 1, "name": "skip", "options": []}]}
    ]


def test_leaving_a_command(page: Page) -> None:
    page.locator("#message").fill("/jugar")
    page.keyboard.press("Tab")
    page.keyboard.press("Backspace")
    expect(page.locator("#message")).to_have_value("/jugar")
    expect(page.locator("#picker")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#picker")).to_be_hidden()
    expect(page.locator("#message")).to_have_value("/jugar")


def test_a_used_command_is_named_in_the_language_of_who_looks(page: Page, fake: Fake) -> None:
    page.locator("#message").fill("/mesa vote skip")
    page.locator("#message").press("Enter")
    page.locator("#cmdname").press("Enter")
    expect(page.locator("#log li.msg").last).to_contain_text("Ana ha usado /mesa vote skip")
    page.locator(f"#top [data-user='{staged.CARLA}']").click()
    page.locator(f"#channels [data-channel='{staged.GREEN}']").click()
    expect(page.locator("#log li.msg").last).to_contain_text("/table vote skip")


def test_a_failed_command_tells_so_above_the_composer(page: Page, fake: Fake) -> None:
    page.locator("#message").fill("/ayuda")
    page.keyboard.press("Enter")
    page.locator("#cmdname").press("Enter")
    expect(page.locator("#log")).to_contain_text("Ana ha usado /ayuda")
    fake.cut()
    expect(page.locator("[data-bar=offline]")).to_be_visible()
    expect(page.locator("[data-bar=offline]")).to_have_count(0)


def test_words_are_sent_with_mentions_and_failures_keep_them(page: Page, fake: Fake) -> None:
    page.locator("#message").fill("hola @Bruno, mira #mesa-verde")
    page.keyboard.press("Enter")
    expect(page.locator("#log li.msg").last).to_contain_text("hola @Bruno, mira #mesa-verde")
    assert last(fake, "send")["content"] == f"hola <@{staged.BRUNO}>, mira <#{staged.GREEN}>"
    expect(page.locator("#message")).to_have_value("")
    page.locator("#message").fill("una")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("dos")
    expect(page.locator("#message")).to_have_value("una\ndos")
