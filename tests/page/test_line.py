# ruff: noqa: E501 - scripts and staged things read best on one line
"""What arrives over the line: reconnecting, unread marks, typing, deletions, channels, backstage."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page import staged
from tests.page.conftest import create, scroll
from tests.page.fake import Fake

pytestmark = pytest.mark.e2e


def test_the_line_comes_back_by_itself(page: Page, fake: Fake) -> None:
    page.locator("#message").fill("borrador")
    fake.cut()
    expect(page.locator("[data-bar=offline]")).to_contain_text("Se ha perdido la conexión")
    create(fake, staged.GREEN, "mientras tanto")
    expect(page.locator("[data-bar=offline]")).to_have_count(0)
    expect(page.locator("#log")).to_contain_text("mientras tanto")
    expect(page.locator("#message")).to_have_value("borrador")


def test_icons_are_part_of_the_page_and_need_no_server(page: Page) -> None:
    used = page.locator("use").evaluate_all(
        "all => [...new Set(all.map(e => e.getAttribute('href')))]"
    )
    assert used
    assert [
        ref
        for ref in used
        if not ref.startswith("#i-") or page.locator(f"symbol{ref}").count() != 1
    ] == []


def test_a_bot_that_is_away(page: Page, fake: Fake) -> None:
    fake.push(t="bot", id="900", online=False)
    expect(page.locator("[data-bar=bot]")).to_contain_text("Sobremesa no está en línea")
    fake.push(t="bot", id="900", online=True)
    expect(page.locator("[data-bar=bot]")).to_have_count(0)


def test_reading_and_the_unread_line(page: Page, fake: Fake) -> None:
    expect(page.locator("#log .day.new")).to_have_text("sin leer")
    order = page.locator("#log > li").evaluate_all("all => all.map(e => e.dataset.key)")
    assert order[order.index("unread") + 1] == "2003"
    fake.heard("read", user=staged.ANA, channel=staged.GREEN, message="2003")
    create(fake, staged.ERA, "te llamo", mentions=[staged.USERS[0]])
    fake.push(t="unread", user=staged.ANA, channel=staged.ERA, count=1, mentions=1, since="5001")
    expect(page.locator(f"#channels [data-channel='{staged.ERA}'] .n")).to_have_text("1")
    expect(page.locator(f"#servers [data-server='{staged.HOME}'] .n")).to_have_text("1")


def test_the_clock_counts_live_summonses(page: Page, fake: Fake) -> None:
    chip = page.locator(f"#top [data-user='{staged.DIEGO}']")
    expect(chip).to_have_attribute("aria-label", "Diego")
    create(
        fake,
        staged.LONG,
        "<@104> gana",
        mentions=[staged.USERS[3]],
        components=[staged.row(staged.button("Revancha", "again", 3))],
    )
    row = [staged.row(staged.button("Jugar", "play", 1))]
    made = create(fake, staged.LONG, "<@104> te toca", mentions=[staged.USERS[3]], components=row)
    expect(chip).to_have_attribute("aria-label", "Diego, 1 mesa espera")
    create(fake, staged.LONG, "<@104> hola", author=staged.USERS[0], mentions=[staged.USERS[3]])
    fake.push(t="message", op="delete", channel_id=staged.LONG, id=made["id"])
    expect(chip).to_have_attribute("aria-label", "Diego")


def test_typing(page: Page, fake: Fake) -> None:
    fake.push(t="typing", channel=staged.GREEN, user=staged.BRUNO)
    expect(page.locator("#status")).to_have_text("Bruno está escribiendo…")
    create(fake, staged.GREEN, "ya", author=staged.USERS[1])
    expect(page.locator("#status")).to_have_text("")


def test_a_deleted_message_gives_its_focus_on(page: Page, fake: Fake) -> None:
    page.locator("#log [data-message-id='2003'] [data-custom-id=play]").focus()
    fake.push(t="message", op="delete", channel_id=staged.GREEN, id="2003")
    expect(page.locator("#log [data-message-id='2002']")).to_be_focused()
    expect(page.locator("#say")).to_have_text("Mensaje borrado.")


def test_replies_and_originals_that_are_gone(page: Page, fake: Fake) -> None:
    reply = {
        "type": 19,
        "message_reference": {"message_id": "2001", "channel_id": staged.GREEN},
        "referenced_message": fake.messages["2001"],
    }
    made = create(fake, staged.GREEN, "de acuerdo", author=staged.USERS[2], **reply)
    ref = page.locator(f"#log [data-message-id='{made['id']}'] .ref")
    expect(ref).to_contain_text("En H3 hay inquilinos nuevos")
    lost = create(
        fake,
        staged.GREEN,
        "¿qué?",
        author=staged.USERS[2],
        **(reply | {"referenced_message": None, "message_reference": {"message_id": "1"}}),
    )
    expect(page.locator(f"#log [data-message-id='{lost['id']}'] .ref")).to_have_text(
        "El mensaje original se ha borrado."
    )
    ref.click()
    expect(page.locator("#log [data-message-id='2001']")).to_be_focused()


def test_thinking_then_the_answer(page: Page, fake: Fake) -> None:
    made = create(fake, staged.GREEN, "", flags=128)
    box = page.locator(f"#log [data-message-id='{made['id']}']")
    expect(box).to_contain_text("Sobremesa está pensando…")
    fake.push(t="message", op="update", message=made | {"flags": 0, "content": "listo"})
    expect(box).to_contain_text("listo")


def test_older_messages_come_when_asked_for(page: Page) -> None:
    page.locator(f"#channels [data-channel='{staged.TALK}']").click()
    page.wait_for_selector("[data-message-id='1039']")
    expect(page.locator("[data-message-id='1000']")).to_have_count(0)
    page.locator("#log").evaluate("e => { e.scrollTop = 0 }")
    page.wait_for_selector("[data-message-id='1000']", state="attached")
    expect(page.locator("#log [data-key=start]")).to_have_count(1)


def test_channels_come_and_go(page: Page, fake: Fake) -> None:
    page.locator("#add-channel").click()
    page.get_by_label("Nombre").fill("mesa-nueva")
    page.keyboard.press("Enter")
    expect(page.locator("#header")).to_contain_text("mesa-nueva")
    expect(page.locator("#log")).to_contain_text("Aquí empieza el canal")
    room = fake.guilds[0]["channels"][-1]
    fake.push(t="channel", op="delete", channel=room, guild_id=staged.HOME)
    expect(page.locator("#header")).not_to_contain_text("mesa-nueva")
    page.locator("#add-server").click()
    page.get_by_label("Nombre").fill("Prima y compañía")
    page.keyboard.press("Enter")
    expect(page.get_by_role("navigation", name="Canales de Prima y compañía")).to_contain_text(
        "no tiene canales"
    )


def test_a_dm_can_be_begun(page: Page, fake: Fake) -> None:
    page.locator(f"#top [data-user='{staged.DIEGO}']").click()
    page.locator("#servers [data-server=dm]").click()
    expect(page.locator("#log")).to_contain_text("Aún no hay mensajes directos.")
    page.locator("#channels [data-bot='900']").click()
    expect(page.locator("#log")).to_contain_text(
        "Aquí empiezan tus mensajes directos con Sobremesa"
    )
    assert fake.dms[-1]["user"] == staged.DIEGO


def test_backstage(page: Page, fake: Fake) -> None:
    page.locator("#tab-backstage").click()
    panel = page.get_by_role("tabpanel", name="Bambalinas")
    panel.locator("[data-act=day]").click()
    expect(panel).to_contain_text("adelantado 24 h")
    panel.locator("[data-act=deadline]").click()
    expect(panel).not_to_contain_text("adelantado 24 h")
    panel.locator("[data-act=reset]").click()
    expect(panel).not_to_contain_text("adelantado")
    dms = panel.get_by_role("switch", name="Acepta mensajes directos")
    dms.click()
    expect(dms).not_to_be_checked()
    expect(dms).to_be_focused()
    assert fake.users[0]["dms_open"] is False
    panel.get_by_label("Idioma").select_option("en-US")
    page.locator("#message").fill("/")
    expect(page.locator("#picker")).to_contain_text("/table new")
    panel.get_by_role("switch", name="Red lenta (+2 s)").click()
    expect(panel.get_by_role("switch", name="Red lenta (+2 s)")).to_be_checked()
    panel.locator("summary").click()
    panel.get_by_role("switch", name="Quitar «Adjuntar archivos»").click()
    expect(panel.get_by_role("switch", name="Quitar «Adjuntar archivos»")).to_be_checked()
    assert fake.faults["missing"] == {staged.GREEN: ["ATTACH_FILES"]}
    assert fake.faults["slow"] == 2000
    expect(panel.locator("#api")).to_contain_text("/users/@me/channels")
    fake.push(t="api", method="PATCH", path="/webhooks/9/…/messages/@original", status=200, ms=61.4)
    expect(panel.locator("#api li").first).to_contain_text("61 ms")
    panel.locator("[data-act=delete-message]").click()
    expect(page.locator("#log [data-message-id='2002']")).to_have_count(0)


def test_nothing_moves_between_the_seconds(page: Page, fake: Fake) -> None:
    fake.heard("read", user=staged.ANA, channel=staged.GREEN)  # what the opening still had to say
    page.evaluate(
        "new MutationObserver(all => { window.n += all.length }).observe(document.body, {childList: true, subtree: true, attributes: true})"
    )
    for _ in range(20):  # the opening may take its time
        page.evaluate("window.n = 0")
        page.wait_for_timeout(2300)
        if page.evaluate("window.n") <= 4:
            return
    raise AssertionError("it never stands still")


def test_ones_own_answers_come_into_sight_and_others_do_not_move_the_page(
    page: Page, fake: Fake
) -> None:
    page.locator(f"#channels [data-channel='{staged.TALK}']").click()
    page.wait_for_selector("[data-message-id='1039']")
    scroll(page, 300)
    other = create(fake, staged.TALK, "de otra persona", author=staged.USERS[1])
    page.wait_for_selector(f"#log [data-message-id='{other['id']}']", state="attached")
    assert page.locator("#log").evaluate("e => e.scrollHeight - e.scrollTop - e.clientHeight") > 100
    own = create(
        fake,
        staged.TALK,
        "tu respuesta",
        via={"user": staged.ANA, "kind": 3, "name": "Jugar"},
        ephemeral_for=staged.ANA,
        flags=64,
    )
    expect(page.locator(f"#log [data-message-id='{own['id']}']")).to_be_in_viewport()
    expect(page.locator(f"#log [data-message-id='{own['id']}'] .ref")).to_have_text(
        "A" + "Ana ha pulsado Jugar"
    )
