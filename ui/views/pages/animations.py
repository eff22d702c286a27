"""Messages with animations: the last turn, and a whole game as an animation or a poster."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Literal

from app.app import App
from app.model.match import Match, User, UserError
from app.people.users import palette_of
from app.review.replay_viewer import AnimationPosition
from games.core.text.messages import Msg
from games.core.views.scene import Animation, Scene
from ui.components import ALT, BODY, TITLE, Button, Embed, Message, colour_of, cut, join_until_full
from ui.custom_ids import TableAction, TableId, encode
from ui.i18n import Translator
from ui.views.lobby.lobby_message import head
from ui.views.table.board_message import has_board, picture_of

TURN, FILM = 6, 36  # maximum number of frames: of a turn, of a whole game
PICTURE_KIND = "board"
# by kind: message keys of the title and of the alt text
WHOLE = {
    "film": ("ui.film.film", "ui.film.film_alt"),
    "poster": ("ui.film.poster", "ui.film.poster_alt"),
}


def turn_message(
    match: Match,
    frames: Sequence[AnimationPosition],
    said: Sequence[Msg],
    words: Translator,
    by: User,
) -> Message:
    """Return the message with the last turn as an animation, and the turn's log sentences."""
    lines = [f"• {words.with_markup(one)}" for one in said]
    row = [Button(words("ui.since.all"), encode(TableId(match.id, TableAction.SHOW_LOG)))]
    if match.status == "running":
        row.insert(
            0,
            Button(
                words("ui.board.play"), encode(TableId(match.id, TableAction.OPEN_PANEL)), "blue"
            ),
        )
    text, author = cut("\n".join(lines), BODY), cut(head(match, words), TITLE)
    card = Embed(words("ui.film.turn"), text, author, colour=colour_of(None), shows_picture=True)
    alt = join_until_full(
        [f"{words.game_name()}, {words('ui.film.turn')}.", *(words(one) for one in said)],
        words("ui.alt.more"),
        ALT,
    )
    motion = turn_of(match, frames, words.lang, by)
    return Message(
        embed=card, rows=(tuple(row),), scene=motion, alt=alt, wait_footer=words("ui.film.wait")
    )


def turn_of(
    match: Match, frames: Sequence[AnimationPosition], lang: str, by: User | None
) -> Animation:
    """Return the animation of a turn in the palette that `by` prefers (None: the default)."""
    return Animation("turn", tuple(_scene(match, frame, lang, by) for frame in frames))


async def last_turn(app: App, match: Match) -> Animation | None:
    """Return the animation of the last turn for the board message.

    Returns None if the table's option for animations is off, the game has no board, or nothing
    on the board changed.
    """
    if (
        not match.animates
        or match.status != "running"
        or not has_board(match)
        or app.renderer is None
    ):
        return None
    with suppress(UserError):  # rows that an older version of the rules wrote can't be replayed
        _, frames = await app.replays.animation_frames(match.id, None, TURN)
        if any(frame.trail.changed for frame in frames[1:]):
            return turn_of(match, frames, match.lang, None)
    return None


def film_message(
    match: Match,
    frames: Sequence[AnimationPosition],
    kind: Literal["film", "poster"],
    words: Translator,
    by: User,
) -> Message:
    """Return the whole game as an animation ("film") or a tall picture ("poster").

    A button leads to the other kind.
    """
    *story, end = [_scene(match, frame, words.lang, by) for frame in frames]
    end = Scene(
        match.game,
        picture_of(match),
        end.view,
        end.names,
        end.lang,
        palette=end.palette,
        arms=end.arms,
    )
    captions = tuple(
        "" if frame.chapter is None else words(frame.chapter).rstrip(".") for frame in frames
    )
    scene = Animation(
        kind=kind,
        scenes=(*story, end),
        captions=captions,
        points=tuple(frame.points for frame in frames),
    )
    label, action = (
        ("ui.film.poster", TableAction.SHOW_POSTER)
        if kind == "film"
        else ("ui.film.film", TableAction.SHOW_FILM)
    )
    row = (Button(words(label), encode(TableId(match.id, action))),)
    title, description = WHOLE[kind]
    card = Embed(
        words(title), "", cut(head(match, words), TITLE), colour=colour_of(None), shows_picture=True
    )
    alt = cut(f"{words.game_name()}: {words(description)}", ALT)
    return Message(embed=card, rows=(row,), scene=scene, alt=alt, wait_footer=words("ui.film.wait"))


def _scene(match: Match, frame: AnimationPosition, lang: str, by: User | None) -> Scene:
    """Return the scene of one frame."""
    return Scene(
        match.game,
        PICTURE_KIND,
        frame.view,
        match.names,
        lang,
        changed=frame.trail.changed,
        trail=frame.trail.moved,
        palette=palette_of(by.prefs if by is not None else {}),
        arms=frame.arms,
    )
