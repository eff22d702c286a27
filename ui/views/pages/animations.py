"""Messages with animations, whose frames are rendered from several positions of a match.

- the last turn: in a message for one user (`turn_message`), or as the picture of the board message
  (`last_turn_animation`)
- a whole game, as an animation ("film") or as a tall picture ("poster"): `film_message`
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Literal

from app.app import App
from app.model.match import Match, User, UserError
from app.people.users import palette_of
from app.review.replay_viewer import ReplayFrame
from games.core.text.messages import Msg
from games.core.views.scene import Animation, Scene
from ui.components import (
    MAX_ALT_CHARS,
    MAX_EMBED_CHARS,
    MAX_TITLE_CHARS,
    Button,
    Embed,
    Message,
    colour_of,
    cut,
    join_until_full,
)
from ui.custom_ids import TableAction, TableId, encode
from ui.i18n import Translator
from ui.views.lobby.lobby_message import table_heading
from ui.views.pages.posts import PostKind, post_button
from ui.views.table.board_message import has_board, public_picture_kind

MAX_TURN_FRAMES, MAX_FILM_FRAMES = 6, 36  # maximum number of frames: of a turn, of a whole game
PICTURE_KIND = "board"
# by kind: message keys of the title and of the alt text
TITLE_AND_ALT_KEYS = {
    "film": ("ui.film.film", "ui.film.film_alt"),
    "poster": ("ui.film.poster", "ui.film.poster_alt"),
}


def turn_message(
    match: Match,
    frames: Sequence[ReplayFrame],
    log_sentences: Sequence[Msg],
    words: Translator,
    by: User,
) -> Message:
    """Return the message with the last turn as an animation, and the turn's log sentences.

    `frames` are the positions to show, in order; `by` is the user who sees the message.
    """
    lines = [f"• {words.with_markup(sentence)}" for sentence in log_sentences]
    row = [Button(words("ui.since.all"), encode(TableId(match.id, TableAction.SHOW_LOG)))]
    if match.status == "running":
        row.insert(
            0,
            Button(
                words("ui.board.play"), encode(TableId(match.id, TableAction.OPEN_PANEL)), "blue"
            ),
        )
    text, author = (
        cut("\n".join(lines), MAX_EMBED_CHARS),
        cut(table_heading(match, words), MAX_TITLE_CHARS),
    )
    card = Embed(words("ui.film.turn"), text, author, colour=colour_of(None))
    alt = join_until_full(
        [
            f"{words.game_name()}, {words('ui.film.turn')}.",
            *(words(sentence) for sentence in log_sentences),
        ],
        words("ui.alt.more"),
        MAX_ALT_CHARS,
    )
    animation = turn_animation(match, frames, words.lang, by)
    return Message(
        embed=card,
        rows=(tuple(row),),
        picture_source=animation,
        alt=alt,
        wait_footer=words("ui.film.wait"),
    )


def turn_animation(
    match: Match, frames: Sequence[ReplayFrame], lang: str, by: User | None
) -> Animation:
    """Return the animation of a turn, in the palette of the user `by` (None: the default).

    `frames` are the positions to show, in order.
    """
    return Animation("turn", tuple(_scene(match, frame, lang, by) for frame in frames))


async def last_turn_animation(app: App, match: Match) -> Animation | None:
    """Return the animation of the last turn for the board message.

    Returns None if the table's option for animations is off, the game does not run or has no board,
    this bot renders no pictures, or nothing on the board changed. Also returns None if the moves
    were made under older rules, which can't be replayed.
    """
    if (
        not match.animates
        or match.status != "running"
        or not has_board(match)
        or app.renderer is None
    ):
        return None
    with suppress(UserError):  # moves that were made under older rules can't be replayed
        _, frames = await app.replays.animation_frames(match.id, None, MAX_TURN_FRAMES)
        if any(frame.trail.changed for frame in frames[1:]):
            return turn_animation(match, frames, match.lang, None)
    return None


def film_message(
    match: Match,
    frames: Sequence[ReplayFrame],
    kind: Literal["film", "poster"],
    words: Translator,
    by: User,
) -> Message:
    """Return a whole game as an animation (`kind` "film") or a tall picture ("poster").

    `frames` are the positions to show, in order. A button leads to the other kind.
    """
    *earlier, last = [_scene(match, frame, words.lang, by) for frame in frames]
    # the last frame is the final picture of the match, without marks of the last move, but with the
    # players' coats of arms
    final = Scene(
        match.game,
        public_picture_kind(match),
        last.view,
        last.names,
        last.lang,
        palette=last.palette,
        arms=last.arms,
    )
    captions = tuple(
        "" if frame.chapter is None else words(frame.chapter).rstrip(".") for frame in frames
    )
    animation = Animation(
        kind=kind,
        scenes=(*earlier, final),
        captions=captions,
        points=tuple(frame.points for frame in frames),
    )
    label, action = (
        ("ui.film.poster", TableAction.SHOW_POSTER)
        if kind == "film"
        else ("ui.film.film", TableAction.SHOW_FILM)
    )
    row = (
        Button(words(label), encode(TableId(match.id, action))),
        *post_button(match, PostKind(kind), words),
    )
    title, description = TITLE_AND_ALT_KEYS[kind]
    card = Embed(
        words(title),
        "",
        cut(table_heading(match, words), MAX_TITLE_CHARS),
        colour=colour_of(None),
    )
    alt = cut(f"{words.game_name()}: {words(description)}", MAX_ALT_CHARS)
    return Message(
        embed=card,
        rows=(row,),
        picture_source=animation,
        alt=alt,
        wait_footer=words("ui.film.wait"),
    )


def _scene(match: Match, frame: ReplayFrame, lang: str, by: User | None) -> Scene:
    """Return the scene of one frame, in the palette of the user `by` (None: the default).

    The scene has the players' names and their coats of arms (`arms`).
    """
    return Scene(
        match.game,
        PICTURE_KIND,
        frame.view,
        match.names,
        lang,
        changed=frame.trail.changed,
        moved=frame.trail.moved,
        palette=palette_of(by.prefs if by is not None else {}),
        arms=frame.arms,
        news=frame.news,
    )
