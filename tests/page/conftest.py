"""Fake server and browser for tests of the page; without a Chromium they are skipped."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests import browser as browsers
from tests.page import staged
from tests.page.fake import Fake

# timeout of all waits in milliseconds; generous, because the machine may be busy
PATIENCE = 180_000
expect.set_options(timeout=PATIENCE)
SIZES = {"wide": (1440, 1000), "middle": (1000, 800), "narrow": (390, 844)}


@pytest.fixture(scope="package")
def fake() -> Iterator[Fake]:
    server = Fake()
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="package")
def chrome(chromium: str) -> Iterator[Browser]:
    # package scope: Playwright's own event loop must end before the async tests of other
    # folders start
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=list(browsers.ARGS))
        yield browser
        browser.close()


def opened(
    chrome: Browser, fake: Fake, size: str = "wide", theme: str = "dark", locale: str = "es-ES"
) -> Page:
    """Return a new page in its own context; `page.errors` keeps the errors of its scripts."""
    width, height = SIZES[size]
    page = chrome.new_context(
        viewport={"width": width, "height": height}, locale=locale, color_scheme=theme,  # type: ignore[arg-type]
        has_touch=size == "narrow", reduced_motion="reduce",
    ).new_page()  # fmt: skip
    page.set_default_timeout(PATIENCE)
    errors: list[str] = []
    page.errors = errors  # type: ignore[attr-defined]

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(message.text)

    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", on_console)
    return begin(page, fake, size)


def scroll(page: Page, top: int) -> None:
    """Scroll the log to a place and wait until the page has noticed."""
    page.locator("#log").evaluate(
        "(e, top) => new Promise(heard => {"
        " e.addEventListener('scroll', () => requestAnimationFrame(heard), {once: true}); e.scrollTop = top })",
        top,
    )


def begin(page: Page, fake: Fake, size: str) -> Page:
    """Load the page."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(fake.base)
    page.wait_for_selector("#app[data-ready=true]")
    page.wait_for_selector("#log li")
    return page


@pytest.fixture(scope="package")
def pool() -> dict[tuple[str, str, str], Page]:
    """Return the open pages by size, theme and language.

    They are reused, because a new browser context takes a second.
    """
    return {}


@pytest.fixture
def make(chrome: Browser, fake: Fake, pool: dict[tuple[str, str, str], Page]) -> Iterator[object]:
    """Return `make(size, theme, locale)`: it opens a page as at a first visit, on reset data."""
    fake.stage()
    pages: list[Page] = []

    def one(size: str = "wide", theme: str = "dark", locale: str = "es-ES") -> Page:
        key = (size, theme, locale)
        if key in pool:
            pool[key].errors.clear()  # type: ignore[attr-defined]
            pages.append(begin(pool[key], fake, size))
        else:
            pool[key] = opened(chrome, fake, *key)
            pages.append(pool[key])
        return pages[-1]

    yield one
    for page in pages:
        page.evaluate("localStorage.clear()")
        page.goto("about:blank")
    expected = ("ERR_CONNECTION", "WebSocket")  # some tests cut the connection
    assert [e for p in pages for e in p.errors if not any(w in e for w in expected)] == []  # type: ignore[attr-defined]


@pytest.fixture
def page(make: object) -> Page:
    """Return the wide page, as Ana in #mesa-verde."""
    made: Page = make()  # type: ignore[operator]
    made.locator("#channels [data-channel='303']").click()
    made.wait_for_selector("[data-message-id='2003']")
    return made


def create(
    fake: Fake, room: str, content: str, author: staged.Json = staged.BOT, **more: object
) -> staged.Json:
    """Add a message and send it to the page."""
    made = staged.message(fake.id(), room, author, 0, content, **more)
    fake.messages[made["id"]] = made
    fake.push(t="message", op="create", message=made)
    return made
