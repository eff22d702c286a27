"""The alt text of a picture is where screen readers find it."""

import pytest

from games.core.views.scene import Picture, Scene
from ui.components import MAX_ALT_CHARS, Embed, Message
from ui.delivery import to_discord

PICTURE = Picture(b"x", "board-1.webp", 1, 1)
SCENE = Scene("eight_minute_empire", "board", None, (), "es")


def shown(alt: str) -> Message:
    return Message(embed=Embed("Título", shows_picture=True), picture_source=SCENE, alt=alt)


def images(message: Message) -> list[dict]:
    """The picture of the embed when it is sent, changed, and changed before the new picture is drawn."""
    ways = (
        to_discord.send_kwargs(message, PICTURE),
        to_discord.edit_kwargs(message, PICTURE),
        to_discord.edit_kwargs(message, None, "board-0.webp"),
    )
    return [fields["embed"].to_dict()["image"] for fields in ways]


def test_an_embeds_picture_carries_its_words():
    for image in images(shown("El tablero en palabras.")):
        assert image["description"] == "El tablero en palabras."
        assert image["url"].startswith("attachment://board-")


def test_the_file_carries_them_too():
    assert (
        to_discord.send_kwargs(shown("El tablero."), PICTURE)["file"].description == "El tablero."
    )


@pytest.mark.parametrize(("alt", "length"), [("x" * 5000, MAX_ALT_CHARS), ("", 0)])
def test_words_of_a_picture_keep_to_discords_limit(alt, length):
    for image in images(shown(alt)):
        assert len(image.get("description", "")) == length


def test_a_card_without_a_picture_has_none():
    assert (
        "image"
        not in to_discord.send_kwargs(shown("El tablero.").without_picture(), None)[
            "embed"
        ].to_dict()
    )
