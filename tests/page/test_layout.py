# ruff: noqa: E501 - scripts and staged things read best on one line
"""Wide, middle, narrow, zoomed: nothing cut, nothing out of reach."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.page import staged
from tests.page.fake import Fake

pytestmark = pytest.mark.e2e
Make = Callable[..., Page]
OVERFLOW = "document.scrollingElement.scrollWidth - innerWidth"
CUT = """() => [...document.querySelectorAll('#log .b, #log .sel .label, #composer .cbtn, #top button, .modal-foot .b, #menu .option b')]
  .filter(e => e.getClientRects().length).filter(e => { const r = e.getBoundingClientRect();
    return e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline' || r.right > innerWidth + 0.5 || r.left < -0.5; })
  .map(e => e.outerHTML.slice(0, 90))"""
SMALL = """() => [...document.querySelectorAll('button, a.b, input, textarea, select, [role=option]')].filter(e => e.getClientRects().length && !e.closest('.md') &&
    !e.disabled && getComputedStyle(e).visibility === 'visible').map(e => [e.getBoundingClientRect(), e]).filter(([r, e]) => r.height < 43.5 && !e.matches('.opt input, button.ref, .boxed input'))
  .map(([r, e]) => `${Math.round(r.height)} ${e.id} ${e.className} ${e.textContent.slice(0, 20)}`)"""


def go(page: Page, channel: str) -> None:
    page.locator("#drawer-toggle").click()
    page.locator(f"#channels [data-channel='{channel}']").click()
    expect(page.locator("#scrim")).to_be_hidden()


def test_narrow_everything_fits_and_is_big_enough(make: Make) -> None:
    page = make("narrow", "light")
    for channel, message in (
        (staged.GREEN, "2003"),
        (staged.ERA, "2301"),
        (staged.WELCOME, "1100"),
    ):
        go(page, channel)
        page.wait_for_selector(f"[data-message-id='{message}']")
        assert page.evaluate(OVERFLOW) <= 0
        assert (
            page.evaluate(
                "document.getElementById('log').scrollWidth - document.getElementById('log').clientWidth"
            )
            <= 0
        )
        assert page.evaluate(CUT) == []
        assert page.evaluate(SMALL) == []
    go(page, staged.GREEN)
    page.wait_for_selector("#log [data-message-id='2002']")
    tops = page.locator("#log [data-message-id='2002'] .row .b").evaluate_all(
        "all => all.map(e => Math.round(e.getBoundingClientRect().top))"
    )
    assert len(tops) == 5
    assert len(set(tops)) <= 2  # beside the avatar, the table's five buttons wrap as in Discord


@pytest.mark.parametrize("size", ["wide", "narrow"])
def test_tips_tell_what_this_window_has(make: Make, size: str) -> None:
    """A phone has no Alt key, and nothing stands beside the channel there."""
    page = make(size)
    if size == "narrow":
        page.locator("#drawer-toggle").click()
    page.locator(f"[data-server='{staged.MARTES}']").click()
    page.locator("#channels [data-channel='320']").click()
    tips = page.locator("#log .tips")
    expect(tips).to_have_count(1)
    said = tips.inner_text()
    assert ("Alt+" in said, "panel lateral" in said) == (
        (True, True) if size == "wide" else (False, False)
    )
    assert "tip." not in said


def test_narrow_drawer_and_users_sheet(make: Make) -> None:
    page = make("narrow")
    expect(page.locator("#channels")).to_be_hidden()
    page.locator("#drawer-toggle").click()
    expect(page.locator("#channels [data-channel='303']")).to_be_in_viewport()
    expect(page.locator("#phone-theme")).to_be_visible()
    page.locator("#phone-lang").click()
    expect(page.locator("#phone-lang")).to_have_text("EN")
    page.keyboard.press("Escape")
    expect(page.locator("#channels")).to_be_hidden()
    page.get_by_role("button", name="You are Ana, 1 table waiting, 3 unread. Change").click()
    sheet = page.get_by_role("dialog", name="You are")
    expect(sheet.get_by_role("radio", name="Bruno, 1 table waiting, 2 unread")).to_be_visible()
    assert page.evaluate(SMALL) == []
    sheet.locator(f"[data-user='{staged.BRUNO}']").click()
    expect(sheet).to_have_count(0)
    expect(page.locator("#user-sheet")).to_contain_text("Bruno")


def test_narrow_menu_and_dialog_are_sheets(make: Make) -> None:
    page = make("narrow")
    go(page, staged.ERA)
    page.locator("[data-custom-id=build]").click()
    box = page.locator("#menu").bounding_box()
    assert box
    assert (box["x"], box["width"], round(box["y"] + box["height"])) == (0, 390, 844)
    assert page.evaluate(SMALL) == []
    page.keyboard.press("Escape")
    page.locator("[data-custom-id=modal]").click()
    box = page.locator("#modal").bounding_box()
    assert box
    assert (box["width"], round(box["y"] + box["height"])) == (390, 844)
    assert page.evaluate(CUT) == []
    page.locator("[data-field=wood]").click()
    page.get_by_role("option", name="1 par").click()
    page.locator("[data-field=note]").fill("nota")
    page.locator("[data-modal=submit]").click()
    expect(page.locator("#modal")).to_have_count(0)


def test_narrow_picker_and_backstage(make: Make) -> None:
    page = make("narrow")
    page.locator("#commands").click()
    page.locator("#picker [data-value='table new']").click()
    page.locator("#picker [data-value=tadmor]").click()
    page.locator("[data-add=seats]").click()
    assert page.evaluate(OVERFLOW) <= 0
    page.locator("#composer [type=submit]").click()
    page.locator("#drawer-toggle").click()
    page.locator("#settings").click()
    expect(page.locator("#panel-backstage")).to_be_visible()
    assert page.evaluate(OVERFLOW) <= 0
    page.locator("#beside-close").click()
    expect(page.locator("#log")).to_be_visible()


def test_middle_beside_opens_over_the_messages(make: Make) -> None:
    page = make("middle", "light")
    expect(page.locator("#beside")).to_be_hidden()
    before = page.locator("#main").bounding_box()
    page.locator("#beside-toggle").click()
    expect(page.locator("#beside-log")).to_contain_text("¿Hacia dónde?")
    assert page.locator("#main").bounding_box() == before
    page.keyboard.press("Escape")
    expect(page.locator("#beside")).to_be_hidden()
    assert page.evaluate(OVERFLOW) <= 0


def test_wide_measures(page: Page) -> None:
    sizes = {
        s: page.locator(s).bounding_box() for s in ("#top", "#servers", "#channels", "#beside")
    }
    assert [round(b["width" if s != "#top" else "height"]) for s, b in sizes.items() if b] == [
        56,
        76,
        248,
        452,
    ]


def test_zoom_and_text_spacing_cut_nothing(make: Make, fake: Fake) -> None:
    page = make("wide")
    page.set_viewport_size({"width": 720, "height": 500})  # 1440 x 1000 at 200 %
    page.locator("#channels [data-channel='307']").click()
    page.wait_for_selector("[data-message-id='2301']")
    page.evaluate(
        """() => { for (const e of document.querySelectorAll('body, body *')) { e.style.letterSpacing = '.12em'; e.style.wordSpacing = '.16em'; e.style.lineHeight = '1.5'; } }"""
    )
    assert page.evaluate(OVERFLOW) <= 0
    assert [c for c in page.evaluate(CUT) if "chip" not in c] == []
    expect(page.locator("#message")).to_be_in_viewport()


def test_light_dark_and_language_are_remembered(make: Make) -> None:
    page = make("wide", "light", "en-US")
    assert page.evaluate(
        "[document.documentElement.dataset.theme, document.documentElement.lang]"
    ) == ["light", "en"]
    page.locator("#theme").click()
    page.locator("#lang").click()
    expect(page.locator("#you-are")).to_have_text("Eres")
    page.reload()
    page.wait_for_selector("#app[data-ready=true]")
    assert page.evaluate(
        "[document.documentElement.dataset.theme, document.documentElement.lang]"
    ) == ["dark", "es"]
