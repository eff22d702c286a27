# ruff: noqa: E501 - scripts and staged things read best on one line
"""Everything by keyboard, as the page's help promises."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page import staged
from tests.page.fake import Fake

pytestmark = pytest.mark.e2e


def test_alt_digits_change_the_user(page: Page) -> None:
    page.locator("#message").focus()
    page.keyboard.press("Alt+2")
    expect(page.locator(f"#top [data-user='{staged.BRUNO}']")).to_be_checked()
    page.keyboard.press("Alt+9")
    expect(page.locator(f"#top [data-user='{staged.BRUNO}']")).to_be_checked()


def test_alt_arrows_walk_through_channels_and_unread_ones(page: Page) -> None:
    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator("#channels [aria-current]")).to_have_attribute(
        "data-channel", staged.TADMOR
    )
    page.keyboard.press("Alt+ArrowUp")
    expect(page.locator("#channels [aria-current]")).to_have_attribute("data-channel", staged.GREEN)
    page.keyboard.press("Alt+Shift+ArrowDown")
    expect(page.locator("#channels [aria-current]")).to_have_attribute("data-channel", staged.TALK)


def test_arrows_in_the_log(page: Page, fake: Fake) -> None:
    page.locator("#log [data-message-id='2003']").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#log [data-message-id='2002']")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#log [data-message-id='2002'] [data-custom-id=play]")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#log [data-message-id='2002'] [data-custom-id=hand]")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator("#log [data-kind=ephemeral]")).to_be_visible()
    fake.heard("press", custom_id="play")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#log [data-message-id='2003']")).to_be_focused()


def test_only_one_message_is_in_the_tab_order(page: Page) -> None:
    page.locator("#log [data-message-id='2002']").focus()
    reachable = page.locator("#log").evaluate(
        "e => [...e.querySelectorAll('[tabindex=\"0\"]')].map(x => x.closest('li').dataset.messageId)"
    )
    assert set(reachable) == {"2002"}


def test_ctrl_k_goes_anywhere(page: Page) -> None:
    page.keyboard.press("Control+k")
    box = page.get_by_role("combobox", name="Ir a…")
    expect(box).to_be_focused()
    page.keyboard.type("otono")
    page.keyboard.press("Enter")
    expect(page.locator("#header")).to_contain_text("Era «Otoño»")
    page.keyboard.press("Control+k")
    page.keyboard.type("carla")
    page.keyboard.press("Enter")
    expect(page.locator(f"#top [data-user='{staged.CARLA}']")).to_be_checked()
    page.keyboard.press("Control+k")
    page.keyboard.press("Escape")
    expect(page.locator("#jump")).to_have_count(0)


def test_f6_goes_round_the_regions(page: Page) -> None:
    page.locator("#top [aria-checked=true]").focus()
    seen = []
    for _ in range(6):
        page.keyboard.press("F6")
        seen.append(
            page.evaluate(
                "document.activeElement.closest('#top,#servers,#channels,#log,#foot,#beside').id"
            )
        )
    assert seen == ["servers", "channels", "log", "foot", "beside", "top"]
    page.keyboard.press("Shift+F6")
    assert page.evaluate("document.activeElement.closest('#beside') !== null")


def test_slash_b_and_esc(page: Page) -> None:
    page.locator("#log [data-message-id='2003']").focus()
    page.keyboard.press("b")
    expect(page.locator("#beside")).to_be_hidden()
    page.keyboard.press("b")
    expect(page.locator("#beside")).to_be_visible()
    expect(page.locator("#log .day.new")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#log .day.new")).to_have_count(0)
    page.keyboard.press("/")
    expect(page.locator("#message")).to_be_focused()
    expect(page.locator("#message")).to_have_value("/")
    expect(page.locator("#picker")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#picker")).to_be_hidden()
    page.keyboard.type("b")
    expect(page.locator("#beside")).to_be_visible()


def test_regions_and_roles(page: Page) -> None:
    expect(page.get_by_role("banner")).to_have_attribute("aria-label", "Quién eres")
    expect(page.get_by_role("navigation", name="Servidores")).to_be_visible()
    expect(page.get_by_role("navigation", name="Canales de Casa de juegos")).to_be_visible()
    expect(page.get_by_role("complementary", name="Panel lateral")).to_be_visible()
    log = page.get_by_role("log", name="mesa-verde")
    expect(log).to_have_attribute("aria-live", "polite")
    expect(log.get_by_role("article", name="● Le toca a Ana")).to_be_visible()
    expect(page.get_by_role("tab", name="Mensajes directos de Ana")).to_have_attribute(
        "aria-selected", "true"
    )
    unnamed = page.evaluate(
        "[...document.querySelectorAll('button,a[href],input,textarea,select,[role=combobox]')].filter(e => e.getClientRects().length"
        " && !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.textContent.trim() || e.labels?.length)).map(e => e.outerHTML.slice(0, 120))"
    )
    assert unnamed == []
