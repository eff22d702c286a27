"""Button *Post here* and its argument. Pure functions."""

from __future__ import annotations

from enum import StrEnum

from app.model.match import Match
from ui.components import Button
from ui.custom_ids import TableAction, TableId, encode, number
from ui.i18n import Translator


class PostKind(StrEnum):
    """Kind of picture that can be posted; its value is part of the custom_id."""

    FILM = "film"
    POSTER = "poster"
    SCORE = "score"
    STEP = "step"


def post_button(
    match: Match, kind: PostKind, words: Translator, step: int = 0, *, own: bool = False
) -> tuple[Button, ...]:
    """Return the button that posts the picture `kind`; empty without a guild.

    For `PostKind.STEP`, `step` is the number of the replay step. With `own`, the picture shows the
    user's own view, else the public view.
    """
    if not match.places.guild:
        return ()
    arg = f"{kind}.{step}.{'o' if own else 'p'}" if kind is PostKind.STEP else str(kind)
    return (Button(words("ui.post.here"), encode(TableId(match.id, TableAction.POST_HERE, arg))),)


def parse_post(arg: str) -> tuple[PostKind | None, int, bool]:
    """Parse the button's argument into (kind, step, own); the kind is None if unknown.

    The values are as in `post_button`.
    """
    name, _, rest = arg.partition(".")
    step, _, view = rest.partition(".")
    try:
        kind = PostKind(name)
    except ValueError:
        return None, 0, False
    return kind, max(0, number(step) or 0), view == "o"
