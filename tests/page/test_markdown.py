# ruff: noqa: E501 - scripts and staged things read best on one line
"""Discord's markdown: what it becomes, and that data never becomes markup."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.page import staged
from tests.page.fake import Fake

pytestmark = pytest.mark.e2e

PARSE = "async s => (await import('/js/view/parse.js')).parse(s)"
HOSTILE = [
    "<img src=x onerror=alert(1)>", "<script>window.hit=1</script>", "[x](javascript:alert(1))", "[x](data:text/html,1)", "<javascript:alert(1)>",
    "**<b onclick=alert(1)>bold</b>**", "`<i>code</i>`", "```html\n<svg onload=alert(1)>\n```", "||<iframe src=//x>||", "> <object data=x>",
    "# <h1>x</h1>", "&lt;img&gt; &#60;", "<t:1:R\"onload=x>", "https://x.org/\"onmouseover=\"alert(1)", "[<img src=x>](https://x.org)",
]  # fmt: skip


def kinds(tree: list[dict]) -> list[str]:
    return [n["kind"] + (":" + ",".join(kinds(n["kids"])) if n.get("kids") else "") for n in tree]


def say(fake: Fake, page: Page, content: str, **more: object) -> str:
    made = staged.message(fake.id(), staged.GREEN, staged.BOT, 0, content, **more)
    fake.messages[made["id"]] = made
    fake.push(t="message", op="create", message=made)
    page.wait_for_selector(f"[data-message-id='{made['id']}']")
    return f"[data-message-id='{made['id']}']"


TREES = [
    (
        "**a** *b* _c_ __d__ ~~e~~",
        ["lines:bold:text,text,italic:text,text,italic:text,text,underline:text,text,strike:text"],
    ),
    ("***x***", ["lines:bold:italic:text"]),
    ("snake_case_name 2*3*4", ["lines:text,italic:text,text"]),
    (r"\*no\* \_no\_", ["lines:text"]),
    ("`a ** b`", ["lines:code"]),
    ("```py\nx = 1\n```", ["block"]),
    ("> a\n> **b**\nc", ["quote:lines:text,bold:text", "lines:text"]),
    (
        "# T\n-# s\n- a\n- b\n1. c",
        ["heading:text", "small:text", "list:item:text,item:text", "list:item:text"],
    ),
    (
        "<@12> <#13> <@&14> <t:5:R> ||s|| <:e:16> </play:17>",
        ["lines:user,text,channel,text,role,text,time,text,spoiler:text,text,emoji,text,command"],
    ),
    (
        "https://a.b/c. [t](https://d.e) <https://f.g>",
        ["lines:link:text,text,link:text,text,link:text"],
    ),
    ("[x](javascript:alert(1))", ["lines:text"]),
    ("a\n\nb", ["lines:text"]),
]


def test_trees(page: Page) -> None:
    found = [(source, kinds(page.evaluate(PARSE, source))) for source, _ in TREES]
    assert found == TREES


def test_nothing_that_is_said_becomes_markup(page: Page, fake: Fake) -> None:
    embed = {k: "\n".join(HOSTILE) for k in ("description",)} | {
        "title": HOSTILE[0],
        "url": "javascript:alert(1)",
        "author": {"name": HOSTILE[1], "url": "javascript:1"},
        "footer": {"text": HOSTILE[0]},
        "fields": [{"name": HOSTILE[0], "value": HOSTILE[1]}],
    }
    row = staged.row(
        staged.button(HOSTILE[0][:80], HOSTILE[0]),
        {
            "type": 3,
            "custom_id": "x\"]'",
            "options": [{"label": HOSTILE[0], "value": HOSTILE[1]}],
            "placeholder": HOSTILE[1],
        },
    )
    where = say(fake, page, "\n".join(HOSTILE), embeds=[embed], components=[row])
    box = page.locator(f"#log {where}")
    assert (
        box.locator(
            "script,img,iframe,object,[onclick],[onerror],[onload],[onmouseover],b[onclick]"
        ).count()
        == 0
    )
    hrefs = box.locator("a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    assert hrefs
    assert all(h.startswith("https://") for h in hrefs)
    assert HOSTILE[1] in (box.text_content() or "")
    assert page.evaluate("window.hit") is None
    box.locator("[role=combobox]").click()
    assert HOSTILE[0] in (page.locator("#menu").text_content() or "")
    assert page.locator("#menu img").count() == 0


def test_marks_as_discord_shows_them(page: Page, fake: Fake) -> None:
    where = say(fake, page, "<@102> en <#304> ||secreto|| <t:1900000000:R> 🔒 `x`")
    box = page.locator(f"#log {where}")
    assert box.locator(".at").all_text_contents() == ["@Bruno", "#Tadmor «Los lunes»"]
    assert box.locator("time.in").get_attribute("title")
    assert box.get_by_role("img", name="🔒").count() == 1
    hidden = box.get_by_role("button", name="Texto oculto. Pulsa para verlo.")
    hidden.click()
    assert (
        box.locator(".spoiler").evaluate("e => getComputedStyle(e.firstChild).visibility")
        == "visible"
    )
    box.locator("a.at").click()
    page.wait_for_selector("[data-message-id='2101']")


def test_signs_are_drawn_in_code_too(page: Page, fake: Fake) -> None:
    where = say(fake, page, "`🔒 C4` ```\n⚔ G5\n```")
    code = page.locator(f"#log {where} code")
    assert [box.get_by_role("img").get_attribute("aria-label") for box in code.all()] == ["🔒", "⚔"]
    assert [text.strip() for text in code.all_text_contents()] == ["C4", "G5"]


def test_what_a_message_says_in_short_has_one_stop_between_its_parts(
    page: Page, fake: Fake
) -> None:
    embeds = [{"title": "Se acabó.", "description": "Gana Ana", "type": "rich"}]
    where = say(fake, page, "La partida ha terminado.", embeds=embeds)
    label = page.locator(f"#log {where}").get_attribute("aria-label")
    assert label
    assert label.endswith("La partida ha terminado. Se acabó. Gana Ana")
    bare = say(fake, page, "Falta Ana", embeds=embeds)
    assert (page.locator(f"#log {bare}").get_attribute("aria-label") or "").endswith(
        "Falta Ana. Se acabó. Gana Ana"
    )


def test_links_to_discords_channels_jump_inside_the_page(page: Page) -> None:
    page.locator("#channels [data-channel='302']").click()
    page.locator("#channels [data-channel='304']").click()
    page.locator("[data-message-id='2101'] a.b").click()
    page.wait_for_selector("[data-message-id='2002']:focus")
    assert len(page.context.pages) == 1


def test_the_parts_of_a_message_are_read_as_sentences_with_one_full_stop_each(
    page: Page, fake: Fake
) -> None:
    card = {
        "type": "rich",
        "title": "Ahora no te toca, pero puedes mirar tu mano.",
        "description": "Falta Bruno",
    }
    told = page.locator(say(fake, page, "Tu mano", embeds=[card])).get_attribute("aria-label") or ""
    assert told.endswith("Tu mano. Ahora no te toca, pero puedes mirar tu mano. Falta Bruno")
