"""The page draws pictures as large as Discord does, never larger (sandbox/web/css/discord.css)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.page import staged
from tests.page.conftest import create
from tests.page.fake import Fake

pytestmark = pytest.mark.e2e
Make = Callable[..., Page]

PORTRAIT, LANDSCAPE, STRIP, SMALL = (1200, 1500), (2200, 1400), (1100, 9600), (200, 100)


def attached(name: str, size: tuple[int, int]) -> staged.Json:
    """Return a picture of this size as an attachment."""
    url = f"/cdn/attachments/303/9/{name}"
    return {
        "id": "9",
        "filename": name,
        "url": url,
        "proxy_url": url,
        "width": size[0],
        "height": size[1],
        "content_type": "image/png",
    }


def embed(size: tuple[int, int], place: str = "image") -> staged.Json:
    """Return a message's fields with an embed that shows a picture of this size."""
    return {
        "embeds": [{"title": "Tablero", "description": "Turno", place: attached("e.png", size)}]
    }


def gallery(*sizes: tuple[int, int]) -> staged.Json:
    """Return a message's fields with a media gallery."""
    items = [{"media": attached(f"{at}.png", size)} for at, size in enumerate(sizes)]
    return {"flags": 32768, "components": [{"type": 12, "items": items}]}


def drawn(
    page: Page, fake: Fake, fields: staged.Json, room: str = staged.GREEN
) -> list[tuple[int, int]]:
    """Post a message and return the sizes of its pictures in px."""
    made = create(fake, room, "", **fields)
    pictures = page.locator(f"#log [data-message-id='{made['id']}'] .pic")
    expect(pictures.first).to_be_visible()
    boxes = [picture.bounding_box() for picture in pictures.all()]
    return [(round(box["width"]), round(box["height"])) for box in boxes if box]


WIDE = [
    (embed(LANDSCAPE), [(400, 255)]),
    (embed(PORTRAIT), [(240, 300)]),
    (embed(STRIP), [(34, 300)]),
    (embed(SMALL), [(200, 100)]),
    (embed(PORTRAIT, "thumbnail"), [(64, 80)]),
    ({"attachments": [attached("a.png", LANDSCAPE)]}, [(550, 350)]),
    ({"attachments": [attached("a.png", PORTRAIT)]}, [(280, 350)]),
    (gallery(LANDSCAPE), [(550, 350)]),
    (gallery(LANDSCAPE, LANDSCAPE), [(273, 273)] * 2),
]
NARROW = [
    (embed(LANDSCAPE), [(288, 183)]),
    (embed(PORTRAIT), [(240, 300)]),
    ({"attachments": [attached("a.png", LANDSCAPE)]}, [(320, 204)]),
    ({"attachments": [attached("a.png", PORTRAIT)]}, [(280, 350)]),
    (gallery(LANDSCAPE, LANDSCAPE), [(158, 158)] * 2),
]


def test_pictures_on_the_desktop_are_as_large_as_in_discord(page: Page, fake: Fake) -> None:
    assert [drawn(page, fake, fields) for fields, _ in WIDE] == [sizes for _, sizes in WIDE]


def test_pictures_on_a_phone_fit_the_column_beside_the_avatar(make: Make, fake: Fake) -> None:
    page = make("narrow")
    assert [drawn(page, fake, fields, staged.WELCOME) for fields, _ in NARROW] == [
        sizes for _, sizes in NARROW
    ]


def test_a_picture_opens_at_full_size(page: Page, fake: Fake) -> None:
    made = create(fake, staged.GREEN, "", **embed(PORTRAIT))
    page.locator(f"#log [data-message-id='{made['id']}'] .shot").click()
    expect(page.locator("dialog.viewer img")).to_be_visible()
