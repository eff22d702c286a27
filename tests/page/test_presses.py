# ruff: noqa: E501 - scripts read best on one line
"""A press and a redraw at the same time: no click is lost, and no redraw is put off for ever."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page import staged
from tests.page.fake import Fake

pytestmark = pytest.mark.e2e

CHANGED = "otra cosa"
STORE = "const store = await import(new URL('js/store.js', document.baseURI));"
ARRIVED = f"async ([room, id]) => {{ {STORE} return store.state.messages.get(room).get(id).content === '{CHANGED}' }}"
# two timers later everything that was scheduled before has run
SETTLED = "await new Promise((done) => setTimeout(() => setTimeout(done, 0), 0));"


# a busy machine may need longer for a test than the page waits for the end of a press
WITHOUT_LIMIT = "() => { const real = window.setTimeout; window.setTimeout = (fn, ms, ...more) => (ms > 1000 ? 0 : real(fn, ms, ...more)) }"


@pytest.fixture
def limited(page: Page) -> Locator:
    """The panel, on a page as it is."""
    page.locator(f"#channels [data-channel='{staged.ERA}']").click()
    return page.locator("#log [data-message-id='2301']")


@pytest.fixture
def panel(limited: Locator, page: Page) -> Locator:
    """The panel, on a page that waits for the end of a press as long as it takes."""
    page.evaluate(WITHOUT_LIMIT)
    return limited


def change(page: Page, fake: Fake) -> None:
    """Change the panel's message, and wait until the page knows it."""
    fake.push(t="message", op="update", message=fake.messages["2301"] | {"content": CHANGED})
    page.wait_for_function(ARRIVED, arg=[staged.ERA, "2301"])


def drawn(panel: Locator) -> bool:
    """Whether the change is shown, after all that was scheduled for it."""
    return bool(
        panel.evaluate(f"async (e) => {{ {SETTLED} return e.textContent.includes('{CHANGED}') }}")
    )


def test_nothing_is_redrawn_during_a_press_and_all_of_it_after(
    panel: Locator, page: Page, fake: Fake
) -> None:
    panel.locator("[data-custom-id=count]").hover()
    page.mouse.down()
    change(page, fake)
    assert not drawn(panel)
    page.mouse.up()
    expect(panel.get_by_role("button", name="Sumar 1")).to_be_visible()
    expect(panel).to_contain_text(CHANGED)


def test_a_press_that_begins_between_a_change_and_its_redraw_counts(
    panel: Locator, page: Page, fake: Fake
) -> None:
    """A busy page: the change is noted, and the mouse goes down before its redraw."""
    stayed = panel.locator("[data-custom-id=count]").evaluate(
        f"""async (button, content) => {{
          {STORE}
          store.apply({{t: 'message', op: 'update', message: {{...store.state.messages.get('{staged.ERA}').get('2301'), content}}}});
          button.dispatchEvent(new MouseEvent('mousedown', {{bubbles: true, button: 0}}));
          {SETTLED}
          return button.isConnected;
        }}""",
        CHANGED,
    )
    assert stayed, "the button was replaced under the mouse"
    page.evaluate("document.dispatchEvent(new MouseEvent('mouseup', {bubbles: true}))")
    expect(panel).to_contain_text(CHANGED)


def test_the_space_bar_is_a_press_too(panel: Locator, page: Page, fake: Fake) -> None:
    panel.locator("[data-custom-id=count]").focus()
    page.keyboard.down("Space")
    change(page, fake)
    page.keyboard.up("Space")
    expect(panel.get_by_role("button", name="Sumar 1")).to_be_visible()
    expect(panel).to_contain_text(CHANGED)


ENDS = {
    "the system takes the pointer": "document.dispatchEvent(new PointerEvent('pointercancel', {bubbles: true}))",
    "the capture of the pointer is lost": "document.dispatchEvent(new PointerEvent('lostpointercapture', {bubbles: true}))",
    "only the pointer's end is told": "document.dispatchEvent(new PointerEvent('pointerup', {bubbles: true}))",
    "a drag begins": "document.querySelector('#log').dispatchEvent(new DragEvent('dragstart', {bubbles: true}))",
    "a drag ends": "document.querySelector('#log').dispatchEvent(new DragEvent('dragend', {bubbles: true}))",
    "a context menu opens": "document.querySelector('#log').dispatchEvent(new MouseEvent('contextmenu', {bubbles: true}))",
    "the window loses the focus": "window.dispatchEvent(new FocusEvent('blur'))",
    "another tab comes to the front": "document.dispatchEvent(new Event('visibilitychange'))",
    "the page is left": "window.dispatchEvent(new PageTransitionEvent('pagehide'))",
    "the pointer comes back without a button down": "document.dispatchEvent(new PointerEvent('pointermove', {bubbles: true, buttons: 0}))",
}


@pytest.mark.parametrize("event", ENDS.values(), ids=ENDS.keys())
def test_whatever_ends_a_press_lets_the_page_go_on(
    panel: Locator, page: Page, fake: Fake, event: str
) -> None:
    panel.locator("[data-custom-id=count]").evaluate(
        "b => b.dispatchEvent(new MouseEvent('mousedown', {bubbles: true, button: 0}))"
    )
    change(page, fake)
    assert not drawn(panel)
    page.evaluate(event)
    assert drawn(panel)


def test_a_press_whose_end_is_never_told_holds_the_page_for_seconds_only(
    limited: Locator, page: Page, fake: Fake
) -> None:
    limited.locator("[data-custom-id=count]").evaluate(
        "b => b.dispatchEvent(new MouseEvent('mousedown', {bubbles: true, button: 0}))"
    )
    change(page, fake)
    expect(limited).to_contain_text(CHANGED)


def test_the_other_mouse_buttons_put_nothing_off(panel: Locator, page: Page, fake: Fake) -> None:
    panel.locator("[data-custom-id=count]").evaluate(
        "b => b.dispatchEvent(new MouseEvent('mousedown', {bubbles: true, button: 2}))"
    )
    change(page, fake)
    assert drawn(panel)
