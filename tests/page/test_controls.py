# ruff: noqa: E501 - scripts and staged things read best on one line
"""Buttons, menus, dialogs: the way there and back, waiting, failing, and where the focus stays."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page import staged
from tests.page.fake import Fake

pytestmark = pytest.mark.e2e


@pytest.fixture
def panel(page: Page) -> Locator:
    page.locator(f"#channels [data-channel='{staged.ERA}']").click()
    return page.locator("#log [data-message-id='2301']")


def last(fake: Fake, what: str) -> staged.Json:
    return fake.heard(what)


def test_a_press_goes_out_with_who_where_and_what(panel: Locator, fake: Fake) -> None:
    panel.locator("[data-custom-id=count]").click()
    expect(panel.get_by_role("button", name="Sumar 1")).to_be_visible()
    asked = last(fake, "press")
    assert {k: asked[k] for k in ("user", "channel", "message", "custom_id")} == {
        "user": staged.ANA,
        "channel": staged.ERA,
        "message": "2301",
        "custom_id": "count",
    }
    expect(panel).to_contain_text("editado")


def test_focus_stays_on_the_button_in_the_same_place(panel: Locator) -> None:
    button = panel.locator("[data-custom-id=count]")
    button.focus()
    for n in (1, 2):
        button.press("Enter")
        expect(panel.get_by_role("button", name=f"Sumar {n}")).to_be_focused()


def test_focus_goes_to_the_title_when_the_place_is_gone(
    panel: Locator, page: Page, fake: Fake
) -> None:
    panel.locator("[data-custom-id=count]").focus()
    fake.push(t="message", op="update", message=fake.messages["2301"] | {"components": []})
    expect(panel.locator("h4")).to_be_focused()
    expect(page.locator("#say")).to_contain_text("¿Qué construyes? Quedan 2 martillos")


def test_an_edit_keeps_the_element_and_its_picture(page: Page, fake: Fake) -> None:
    table = page.locator("#log [data-message-id='2002']")
    table.evaluate("e => { e.mark = 1; e.querySelector('img').mark = 1 }")
    fake.push(t="message", op="update", message=fake.messages["2002"] | {"content": "nuevo"})
    expect(table).to_contain_text("nuevo")
    assert table.evaluate("e => [e.mark, e.querySelector('img').mark]") == [1, 1]


def test_a_press_counts_though_its_message_changes_under_the_mouse(
    panel: Locator, page: Page, fake: Fake
) -> None:
    panel.locator("[data-custom-id=count]").hover()
    page.mouse.down()
    fake.push(t="message", op="update", message=fake.messages["2301"] | {"content": "otra cosa"})
    heard = "async ([room, id]) => (await import(new URL('js/store.js', document.baseURI))).state.messages.get(room).get(id).content === 'otra cosa'"
    page.wait_for_function(heard, arg=[staged.ERA, "2301"])
    page.mouse.up()
    expect(panel).to_contain_text("otra cosa")
    expect(panel.get_by_role("button", name="Sumar 1")).to_be_visible()


WATCHED = """() => {
  window.states = []
  const note = () => window.states.push(document.querySelector('[data-custom-id=silent]')?.dataset.state)
  new MutationObserver(note).observe(document.querySelector('#log'), {subtree: true, childList: true, attributes: true})
}"""


def test_waiting_then_failed_after_silence(panel: Locator, page: Page, fake: Fake) -> None:
    button = panel.locator("[data-custom-id=silent]")
    page.evaluate(WATCHED)
    button.evaluate(
        "b => { b.click(); b.click() }"
    )  # the second one comes before the first can have failed
    expect(button).to_have_attribute("data-state", "failed")
    assert "waiting" in page.evaluate("window.states")
    expect(panel.get_by_role("alert")).to_have_text("La aplicación no ha respondido")
    assert len([a for a in fake.asked if a["do"] == "press"]) == 1
    panel.locator("[data-custom-id=count]").click()
    expect(panel.get_by_role("alert")).to_have_count(0)


def test_a_refusal_of_the_server_stands_below_the_row(panel: Locator, fake: Fake) -> None:
    del fake.messages["2301"]
    panel.locator("[data-custom-id=yes]").click()
    expect(panel.get_by_role("alert")).to_have_text("This message no longer exists.")


def test_button_styles_links_and_disabled(panel: Locator, page: Page) -> None:
    expect(panel.get_by_role("button", name="Cerrado")).to_be_disabled()
    colours = {
        panel.locator(f"[data-custom-id={c}]").evaluate("e => getComputedStyle(e).backgroundColor")
        for c in ("count", "yes", "no", "silent")
    }
    assert len(colours) == 4
    page.locator(f"#channels [data-channel='{staged.GREEN}']").click()
    expect(page.get_by_role("link", name="Mesa")).to_have_attribute("rel", "noopener noreferrer")


def test_choosing_one(panel: Locator, page: Page, fake: Fake) -> None:
    field = panel.get_by_role("combobox", name="¿Qué construyes?")
    field.click()
    expect(field).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_role("option")).to_have_count(5)
    page.keyboard.press("g")
    page.keyboard.press("Enter")
    expect(panel).to_contain_text("Elegido: farm")
    assert last(fake, "select")["values"] == ["farm"]
    expect(panel.locator("[data-custom-id=build]")).to_be_focused()


def test_choosing_several_by_keyboard(panel: Locator, page: Page, fake: Fake) -> None:
    panel.locator("[data-custom-id=goods]").click()
    listbox = page.get_by_role("listbox")
    expect(listbox).to_have_attribute("aria-multiselectable", "true")
    done = page.locator("[data-menu=done]")
    page.keyboard.press("Space")
    expect(done).to_be_disabled()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")  # a third one: no more than two
    expect(page.locator("#menu [aria-selected=true]")).to_have_count(2)
    page.keyboard.press("Tab")
    expect(done).to_be_focused()
    page.keyboard.press("Enter")
    expect(panel).to_contain_text("Elegido: church, market")
    assert last(fake, "select")["values"] == ["church", "market"]


def test_choosing_a_person_and_thinking_better_of_it(
    panel: Locator, page: Page, fake: Fake
) -> None:
    panel.locator("[data-custom-id=rival]").click()
    expect(page.get_by_role("option", name="Carla")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#menu")).to_have_count(0)
    expect(panel.locator("[data-custom-id=rival]")).to_be_focused()
    panel.locator("[data-custom-id=rival]").click()
    page.get_by_role("option", name="Carla").click()
    expect(panel).to_contain_text("Elegido: 103")
    assert last(fake, "select")["values"] == [staged.CARLA]


def test_a_menu_survives_an_edit_of_its_message(panel: Locator, page: Page, fake: Fake) -> None:
    panel.locator("[data-custom-id=build]").click()
    fake.push(t="message", op="update", message=fake.messages["2301"] | {"content": "otra cosa"})
    expect(panel).to_contain_text("otra cosa")
    expect(page.locator("#menu")).to_be_visible()
    fake.push(t="message", op="update", message=fake.messages["2301"] | {"components": []})
    expect(page.locator("#menu")).to_have_count(0)


def test_a_dialog_checks_sends_and_returns_the_focus(
    panel: Locator, page: Page, fake: Fake
) -> None:
    opener = panel.locator("[data-custom-id=modal]")
    opener.focus()
    opener.press("Enter")
    dialog = page.get_by_role("dialog", name="Gastar obreros")
    expect(dialog).to_be_visible()
    expect(dialog.locator("[data-field=wood]")).to_be_focused()
    dialog.locator("[data-modal=submit]").click()
    note = dialog.locator("[data-field=note]")
    expect(note).to_be_focused()
    expect(dialog.get_by_role("alert").filter(has_text="es obligatorio")).to_be_visible()
    note.fill("ab")
    note.press("Enter")
    expect(dialog.get_by_role("alert").filter(has_text="Al menos 3")).to_be_visible()
    note.fill("abc")
    dialog.locator("[data-field=wood]").click()
    page.get_by_role("option", name="2 pares").click()
    expect(dialog.locator("[data-field=wood]")).to_contain_text("2 pares")
    dialog.locator("[data-modal=submit]").click()
    expect(dialog).to_have_count(0)
    parts = [c["component"] for c in last(fake, "modal")["components"]]
    assert [(c["type"], c["custom_id"], c.get("value", c.get("values"))) for c in parts] == [
        (3, "wood", ["2"]),
        (3, "stone", []),
        (4, "note", "abc"),
    ]
    assert [c["type"] for c in last(fake, "modal")["components"]] == [18, 18, 18]
    expect(opener).to_be_focused()


def test_a_dialog_of_the_old_kind(panel: Locator, page: Page, fake: Fake) -> None:
    panel.locator("[data-custom-id=oldmodal]").click()
    field = page.get_by_label("Nombre de la mesa")
    expect(field).to_have_value("Los lunes")
    field.fill("Otra")
    page.locator("[data-modal=submit]").click()
    expect(page.locator("#modal")).to_have_count(0)
    assert last(fake, "modal")["components"] == [
        {"type": 1, "components": [{"type": 4, "custom_id": "name", "value": "Otra"}]}
    ]


def test_a_dialog_waits_for_its_own_user(panel: Locator, page: Page) -> None:
    panel.locator("[data-custom-id=modal]").click()
    page.locator("[data-field=note]").fill("mi nota")
    page.keyboard.press("Escape")
    expect(page.locator("#modal")).to_have_count(0)
    panel.locator("[data-custom-id=oldmodal]").click()
    page.locator("[data-field=name]").fill("a medias")
    page.evaluate("import('/js/view/topbar.js')")
    page.evaluate(f"document.querySelector('#top [data-user=\"{staged.BRUNO}\"]').click()")
    expect(page.locator("#modal")).to_have_count(0)
    page.evaluate(f"document.querySelector('#top [data-user=\"{staged.ANA}\"]').click()")
    expect(page.locator("[data-field=name]")).to_have_value("a medias")


def test_pictures_open_at_full_size(page: Page) -> None:
    shot = page.locator("#log [data-message-id='2002'] .shot")
    assert shot.locator("img").get_attribute("alt") == ""
    shot.click()
    expect(page.locator("dialog.viewer img")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.viewer")).to_have_count(0)
    expect(shot).to_be_focused()


def test_attachments_show_their_description_and_embeds_do_not_show_them_twice(
    page: Page, fake: Fake
) -> None:
    picture = {
        "id": "9",
        "filename": "b.png",
        "size": 5,
        "content_type": "image/png",
        "url": f"{fake.base}/cdn/attachments/303/9/b.png",
        "width": 40,
        "height": 40,
    }
    made = staged.message(
        fake.id(),
        staged.GREEN,
        staged.BOT,
        0,
        attachments=[picture, picture | {"id": "10", "url": f"{fake.base}/cdn/c.png"}],
        embeds=[{"title": "x", "image": {"url": "attachment://b.png"}}],
    )
    fake.push(t="message", op="create", message=made)
    box = page.locator(f"#log [data-message-id='{made['id']}']")
    expect(box.locator("img")).to_have_count(2)
    expect(box.get_by_role("img", name="Imagen sin descripción")).to_have_count(1)
    expect(box.get_by_role("article", name="x")).to_be_visible()


def test_an_embeds_picture_says_what_it_shows(page: Page, fake: Fake) -> None:
    """Its own words, else those of the file that it shows."""
    file = {
        "id": "9",
        "filename": "b.png",
        "size": 5,
        "content_type": "image/png",
        "description": "El tablero",
        "url": f"{fake.base}/cdn/attachments/303/9/b.png",
        "width": 40,
        "height": 40,
    }
    own = {"url": f"{fake.base}/cdn/c.png", "description": "La mano"}
    made = staged.message(
        fake.id(),
        staged.GREEN,
        staged.BOT,
        0,
        attachments=[file],
        embeds=[
            {"title": "x", "image": {"url": "attachment://b.png"}},
            {"title": "y", "image": own, "thumbnail": own},
        ],
    )
    fake.push(t="message", op="create", message=made)
    box = page.locator(f"#log [data-message-id='{made['id']}']")
    expect(box.get_by_role("article", name="x").locator("img")).to_have_attribute(
        "alt", "El tablero"
    )
    expect(box.get_by_role("article", name="x").get_by_role("button")).to_have_attribute(
        "aria-label", re.compile("El tablero")
    )
    assert box.get_by_role("article", name="y").locator("img").evaluate_all(
        "all => all.map(e => e.alt)"
    ) == ["La mano", "La mano"]


def test_the_newer_kind_of_layout(page: Page, fake: Fake) -> None:
    inside = [
        {"type": 10, "content": "**Hola**"},
        {"type": 14},
        {
            "type": 9,
            "components": [{"type": 10, "content": "texto"}],
            "accessory": staged.button("Ver", "see"),
        },
        staged.row(staged.button("Jugar", "count2")),
    ]
    made = staged.message(
        fake.id(),
        staged.GREEN,
        staged.BOT,
        0,
        flags=32768,
        components=[{"type": 17, "accent_color": 255, "components": inside}],
    )
    fake.push(t="message", op="create", message=made)
    box = page.locator(f"#log [data-message-id='{made['id']}']")
    expect(box.get_by_role("button", name="Ver")).to_be_visible()
    expect(box.locator("strong")).to_have_text("Hola")
