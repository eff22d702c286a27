"""One person as several users: nobody's channel, scroll, draft or open menu gets lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page import staged
from tests.page.conftest import scroll
from tests.page.fake import Fake

pytestmark = pytest.mark.e2e


def be(page: Page, user: str) -> None:
    page.locator(f"#top [data-user='{user}']").click()
    expect(page.locator(f"#top [data-user='{user}']")).to_have_attribute("aria-checked", "true")


def test_the_chips_tell_who_waits_and_what_is_unread(page: Page) -> None:
    group = page.get_by_role("radiogroup", name="Eres")
    expect(group.get_by_role("radio", name="Ana, 1 mesa espera, 2 sin leer")).to_be_checked()
    expect(group.get_by_role("radio", name="Bruno, 1 mesa espera, 2 sin leer")).to_be_visible()
    expect(group.get_by_role("radio", name="Diego", exact=True)).to_be_visible()


def test_each_user_keeps_channel_scroll_draft_and_menu(page: Page) -> None:
    page.locator(f"#channels [data-channel='{staged.TALK}']").click()
    page.wait_for_selector("[data-message-id='1039']")
    page.locator("#message").fill("a medias")
    scroll(page, 200)
    before = page.locator("#log").evaluate(
        "e => [...e.children].find(c => c.offsetTop + c.offsetHeight > e.scrollTop).dataset.key"
    )
    be(page, staged.BRUNO)
    page.locator(f"#channels [data-channel='{staged.ERA}']").click()
    page.locator("[data-custom-id=goods]").click()
    page.locator("#menu [data-value=church]").click()
    expect(page.locator("#message")).to_have_value("")
    be(page, staged.ANA)
    expect(page.locator("#menu")).to_have_count(0)
    expect(page.locator("#channels [aria-current=page]")).to_have_attribute(
        "data-channel", staged.TALK
    )
    expect(page.locator("#message")).to_have_value("a medias")
    page.wait_for_function(
        "key => { const e = document.querySelector('#log');"
        " return [...e.children].find(c => c.offsetTop + c.offsetHeight > e.scrollTop).dataset.key === key }",
        arg=before,
    )
    be(page, staged.BRUNO)
    expect(page.locator("#menu [data-value=church]")).to_have_attribute("aria-selected", "true")


def test_whoever_was_nowhere_yet_comes_along_to_the_channel_in_sight(page: Page) -> None:
    here = page.locator("#channels [aria-current=page]")
    expect(here).to_have_attribute("data-channel", staged.GREEN)
    be(page, staged.BRUNO)
    expect(here).to_have_attribute("data-channel", staged.GREEN)
    page.locator(f"#channels [data-channel='{staged.TALK}']").click()
    be(page, staged.ANA)
    expect(here).to_have_attribute("data-channel", staged.GREEN)
    be(page, staged.BRUNO)
    expect(here).to_have_attribute("data-channel", staged.TALK)
    page.locator("#servers [data-server=dm]").click()
    be(page, staged.DIEGO)
    expect(page.locator("#header")).to_contain_text(
        "bienvenida"
    )  # nobody sees another's private messages


def test_a_command_half_typed_is_there_again(page: Page) -> None:
    page.locator("#message").fill("/jug")
    page.keyboard.press("Tab")
    page.locator("[data-option=move]").fill("pasar")
    be(page, staged.CARLA)
    expect(page.locator("#message")).to_have_value("")
    be(page, staged.ANA)
    expect(page.locator("[data-option=move]")).to_have_value("pasar")


def test_ephemeral_messages_are_seen_by_their_user_only(page: Page) -> None:
    page.locator("[data-message-id='2003'] [data-custom-id=play]").click()
    secret = page.locator("#log [data-kind=ephemeral]")
    expect(secret).to_contain_text("Solo tú ves esto")
    expect(secret).to_contain_text("Ana ha pulsado")
    be(page, staged.BRUNO)
    page.locator(f"#channels [data-channel='{staged.GREEN}']").click()
    expect(page.locator("#log [data-message-id='2003']")).to_have_attribute("data-kind", "plain")
    expect(secret).to_have_count(0)
    be(page, staged.ANA)
    secret.locator("[data-dismiss]").click()
    expect(secret).to_have_count(0)


def test_a_new_persona(page: Page, fake: Fake) -> None:
    page.locator("#add-persona").click()
    page.get_by_label("Nombre").fill("Ana")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="taken")).to_be_visible()
    page.get_by_label("Nombre").fill("Eva")
    page.get_by_label("English").check()
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="Eva")).to_be_checked()
    assert fake.users[-1]["locale"] == "en-US"
    expect(page.locator("#channels .me")).to_contain_text("Eva")


def test_arrow_keys_walk_through_the_users(page: Page) -> None:
    page.locator("#top [aria-checked=true]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(f"#top [data-user='{staged.BRUNO}']")).to_be_focused()
    expect(page.locator(f"#top [data-user='{staged.BRUNO}']")).to_be_checked()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(f"#top [data-user='{staged.ANA}']")).to_be_checked()


def test_the_private_screen_beside_belongs_to_the_present_user(page: Page) -> None:
    expect(page.locator("#beside-log")).to_contain_text("¿Hacia dónde? Paso 1 de 3")
    be(page, staged.BRUNO)
    expect(page.locator("#tab-dm")).to_have_text("Mensajes directos de Bruno")
    expect(page.locator("#beside-log")).to_contain_text("Bruno aún no tiene mensajes directos")
    be(page, staged.CARLA)
    expect(
        page.locator("#beside-log").get_by_role("img", name="Tu mano: tres cartas")
    ).to_be_visible()
    page.locator("#servers [data-server=dm]").click()
    expect(page.locator("#log")).to_contain_text("Tu mano")
    expect(page.locator("#tab-dm")).to_have_text("Mesa")


def test_after_a_reload_one_is_who_one_was_where_one_was(page: Page) -> None:
    be(page, staged.BRUNO)
    page.locator(f"#channels [data-channel='{staged.ERA}']").click()
    page.reload()
    page.wait_for_selector("#app[data-ready=true]")
    expect(page.locator(f"#top [data-user='{staged.BRUNO}']")).to_be_checked()
    expect(page.locator("#header")).to_contain_text("Era «Otoño»")
