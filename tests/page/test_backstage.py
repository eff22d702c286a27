"""Every control of Backstage, clicked on the page of a real sandbox: it takes effect, and can be taken back."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from functools import partial

import aiohttp
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from sandbox.state.model import Permission
from sandbox.state.permissions import in_channel
from tests.page.conftest import PATIENCE, opened
from tests.page.real import Real

pytestmark = pytest.mark.e2e

ROOM = "mesa-verde"
PERMISSIONS = (
    "VIEW_CHANNEL", "SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS", "EMBED_LINKS", "ATTACH_FILES", "CREATE_PUBLIC_THREADS",
)  # fmt: skip
HOUR_S, DAY_S = 3600, 86_400


@pytest.fixture
def real() -> Iterator[Real]:
    made = Real()
    yield made
    made.stop()


@pytest.fixture
def visit(chrome: Browser, real: Real) -> Iterator[Callable[..., Page]]:
    """`visit(size, locale)` opens the page as at a first visit."""
    pages: list[Page] = []

    def one(size: str = "wide", locale: str = "es-ES") -> Page:
        pages.append(opened(chrome, real, size, locale=locale))  # type: ignore[arg-type]
        return pages[-1]

    yield one
    for page in pages:
        page.context.close()
    assert [e for page in pages for e in page.errors] == []  # type: ignore[attr-defined]


@pytest.fixture
def page(visit: Callable[..., Page], real: Real) -> Page:
    """Backstage, as Ana in #mesa-verde, with a message of the bot's."""
    real.api(
        "POST", f"/channels/{real.channel(ROOM)['id']}/messages", {"embeds": [{"title": "Mesa"}]}
    )
    made = visit()
    made.locator(f"#channels [data-channel='{real.channel(ROOM)['id']}']").click()
    made.wait_for_selector("#log .title")
    made.locator("#tab-backstage").click()
    made.locator("#panel-backstage summary").click()
    return made


def flip(page: Page, name: str, *, on: bool) -> None:
    """Click a switch, and wait until the page shows that it took effect."""
    page.locator(f"[data-switch='{name}']").click()
    expect(page.locator(f"[data-switch='{name}']")).to_have_attribute(
        "aria-checked", str(on).lower()
    )


def until(real: Real, holds: Callable[[], bool]) -> None:
    """Wait until something holds in the sandbox."""
    end = time.monotonic() + PATIENCE / 1000
    while not real.call(holds):
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def toasts(page: Page) -> Locator:
    return page.locator("#toasts .toast")


def test_backstage_has_no_control_that_is_not_tested_here(page: Page, real: Real) -> None:
    names = page.locator("#panel-backstage :is(button, select)").evaluate_all(
        "all => all.map(e => e.dataset.switch || e.dataset.act || e.id)"
    )
    tried = [
        "hour", "day", "deadline", "dms", "user-locale", "phone", "slow", "429", "5xx", *PERMISSIONS, "cut", "delete-message",
        "delete-channel",
    ]  # fmt: skip
    assert names == tried, "Ana cannot leave: it is her server"


def test_a_slow_network(page: Page, real: Real) -> None:
    flip(page, "slow", on=True)
    assert real.box.faults.slow == 2000
    real.api("GET", "/users/@me")
    assert real.box.api.calls[-1]["ms"] >= 1900
    flip(page, "slow", on=False)
    assert real.box.faults.slow == 0
    expect(toasts(page)).to_have_count(0)


def test_discords_limits(page: Page, real: Real) -> None:
    flip(page, "429", on=False)
    assert "X-RateLimit-Limit" not in real.api("GET", "/users/@me")[2]
    flip(page, "429", on=True)
    assert "X-RateLimit-Limit" in real.api("GET", "/users/@me")[2]
    expect(toasts(page)).to_have_count(0)


def test_server_errors_are_counted_down_on_the_page(page: Page, real: Real) -> None:
    flip(page, "5xx", on=True)
    row = page.locator(".ln", has=page.locator("[data-switch='5xx']"))
    expect(row).to_contain_text("quedan 3")
    assert real.api("GET", "/users/@me")[0] == 500
    expect(row).to_contain_text("quedan 2")
    assert [real.api("GET", "/users/@me")[0] for _ in range(3)] == [500, 500, 200]
    expect(page.locator("[data-switch='5xx']")).to_have_attribute("aria-checked", "false")
    flip(page, "5xx", on=True)
    flip(page, "5xx", on=False)
    assert real.api("GET", "/users/@me")[0] == 200
    expect(toasts(page)).to_have_count(0)


@pytest.mark.parametrize("name", PERMISSIONS)
def test_a_lost_permission(page: Page, real: Real, name: str) -> None:
    room, bot = real.channel(ROOM), real.box.world.bots()[0]["id"]

    def has() -> bool:
        return bool(real.call(lambda: in_channel(real.box.world, room, bot)) & Permission[name])

    assert has()
    flip(page, name, on=True)
    assert not has()
    flip(page, name, on=False)
    assert has()
    expect(toasts(page)).to_have_count(0)


def test_permissions_are_refused_by_the_api(page: Page, real: Real) -> None:
    path = f"/channels/{real.channel(ROOM)['id']}/messages"
    for name, code in (("SEND_MESSAGES", 50013), ("VIEW_CHANNEL", 50001)):
        flip(page, name, on=True)
        assert real.api("POST", path, {"content": "x"})[1]["code"] == code
        flip(page, name, on=False)
    assert real.api("POST", path, {"content": "x"})[0] == 200


def test_a_cut_line(page: Page, real: Real) -> None:
    async def connects() -> bool:
        async with aiohttp.ClientSession() as session:
            try:
                await (await session.ws_connect(real.box.gateway_url)).close()
            except aiohttp.WSServerHandshakeError:
                return False
            return True

    button = page.locator("[data-act=cut]")
    assert real.run(connects())
    button.click()
    expect(button).to_have_text("Recuperar la conexión")
    assert not real.run(connects())
    button.click()
    expect(button).to_have_text("Cortar la conexión")
    assert real.run(connects())
    expect(toasts(page)).to_have_count(0)


def test_the_clock(page: Page, real: Real) -> None:
    deadline = page.locator("[data-act=deadline]")
    expect(deadline).to_be_disabled()
    page.locator("[data-act=hour]").click()
    expect(page.locator("[data-act=reset]")).to_be_visible()
    assert real.box.clock.offset == HOUR_S
    page.locator("[data-act=day]").click()
    until(real, lambda: real.box.clock.offset == HOUR_S + DAY_S)
    page.locator("[data-act=reset]").click()
    until(real, lambda: real.box.clock.offset == 0)
    due = int(real.box.clock.now().timestamp()) + 5 * HOUR_S
    real.api("POST", f"/channels/{real.channel(ROOM)['id']}/messages", {"content": f"<t:{due}:R>"})
    deadline.click()
    until(real, lambda: real.box.clock.now().timestamp() >= due)
    assert real.box.clock.offset <= 5 * HOUR_S + 2
    expect(toasts(page)).to_have_count(0)


def chose(real: Real, user: str, locale: str) -> bool:
    """Return whether a user has this language by choice."""
    found = real.box.world.users[user]
    return (found["locale"], found["chosen"]) == (locale, True)


def test_the_settings_of_a_person(page: Page, real: Real) -> None:
    ana = real.user("Ana")["id"]
    flip(page, "dms", on=False)
    assert not real.user("Ana")["dms_open"]
    flip(page, "dms", on=True)
    assert real.user("Ana")["dms_open"]
    for code in ("es-ES", "en-US", "es-419", "en-GB"):
        page.locator("#user-locale").select_option(code)
        until(real, partial(chose, real, ana, code))
    page.locator("#user-locale").select_option("")
    until(real, lambda: not real.box.world.users[ana]["chosen"])
    with page.expect_popup() as popup:
        page.locator("[data-act=phone]").click()
    assert popup.value.url == page.url
    expect(toasts(page)).to_have_count(0)


def test_a_message_and_a_channel_are_deleted(page: Page, real: Real) -> None:
    room = real.channel(ROOM)["id"]
    page.locator("[data-act=delete-message]").click()
    expect(page.locator("#log .title")).to_have_count(0)
    assert real.api("GET", f"/channels/{room}/messages")[1] == []
    page.locator("[data-act=delete-channel]").click()
    expect(page.locator(f"#channels [data-channel='{room}']")).to_have_count(0)
    assert real.api("GET", f"/channels/{room}")[1]["code"] == 10003
    expect(page.locator("#channels [aria-current=page]")).to_have_count(1)
    expect(toasts(page)).to_have_count(0)


def test_calls_are_listed(page: Page, real: Real) -> None:
    real.api("GET", "/users/1")
    first = page.locator("#api li").first
    expect(first).to_have_class("bad")
    expect(first).to_contain_text(re.compile(r"GET.*/users/1.*404"))


def test_a_person_leaves_a_server_and_comes_back(page: Page, real: Real) -> None:
    guild, bruno = real.guild()["id"], real.user("Bruno")["id"]
    page.locator(f"#top [data-user='{bruno}']").click()
    page.get_by_role("button", name="Salir de Casa de juegos").click()
    expect(page.locator(f"#servers [data-server='{guild}']")).to_have_count(0)
    expect(page.locator("#log li.msg")).to_have_count(0)
    assert real.api("GET", f"/guilds/{guild}/members/{bruno}")[1]["code"] == 10007
    page.get_by_role("button", name="Entrar en Casa de juegos").click()
    page.locator(f"#servers [data-server='{guild}']").click()
    expect(page.locator("#log")).to_have_attribute("aria-label", ROOM)
    assert real.api("GET", f"/guilds/{guild}/members/{bruno}")[0] == 200
    expect(toasts(page)).to_have_count(0)


def test_a_server_belongs_to_whoever_adds_it(page: Page, real: Real) -> None:
    page.locator("#add-persona").click()
    page.get_by_label("Nombre").fill("Olga")
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="Olga")).to_be_checked()
    page.locator("#add-server").click()
    page.get_by_label("Nombre").fill("La de Olga")
    page.keyboard.press("Enter")
    expect(page.locator("#channels")).to_contain_text("La de Olga")
    made = real.call(
        lambda: next(g for g in real.box.world.guilds.values() if g["name"] == "La de Olga")
    )
    assert made["owner_id"] == real.user("Olga")["id"]
    expect(page.locator("#panel-backstage .ln", has_text="La de Olga")).to_contain_text("es suyo")


@pytest.mark.parametrize(
    ("locale", "words"),
    [("es-ES", "Este mensaje ya no existe."), ("en-US", "This message no longer exists.")],
)
def test_refusals_are_in_the_language_of_the_page(
    visit: Callable[..., Page], locale: str, words: str
) -> None:
    page = visit(locale=locale)
    expect(page.locator("#add-persona")).to_have_text("Persona" if locale == "es-ES" else "Person")
    page.evaluate(
        "async () => (await import(new URL('js/actions.js', document.baseURI))).tell('message.delete', {message: '1'})"
    )
    expect(toasts(page)).to_have_text(words)


def test_on_a_phone(visit: Callable[..., Page], real: Real) -> None:
    page = visit("narrow", "en-US")
    page.locator("#drawer-toggle").click()
    page.locator("#settings").click()
    flip(page, "slow", on=True)
    assert real.box.faults.slow == 2000
    flip(page, "slow", on=False)
    page.locator("#beside-close").click()
    page.locator("#user-sheet").click()
    page.locator("#users").get_by_role("radio", name="Bruno").click()
    page.locator("#drawer-toggle").click()
    page.locator("#settings").click()
    page.get_by_role("button", name="Leave House of games").click()
    expect(page.get_by_role("button", name="Join House of games")).to_be_visible()
    expect(toasts(page)).to_have_count(0)
