"""Messages for users without a seat: a table's status, and a manager's rewind.

Pure functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.model.match import Match, TableView
from app.review.replay_viewer import StepView
from games.core.state.score import Scoreboard
from games.core.text.messages import Msg
from games.core.views.scene import Scene
from ui.components import MAX_EMBED_CHARS, MAX_TITLE_CHARS, Button, Embed, Message, Row, cut
from ui.custom_ids import TableAction, TableId, encode
from ui.i18n import Translator, jump_url
from ui.views.lobby.lobby_message import table_heading
from ui.views.table.board_message import board_message, end_message


def status_message(
    table_view: TableView,
    log_sentences: Sequence[Msg],
    words: Translator,
    scene: Scene | None,
    scores: Scoreboard | None,
) -> Message:
    """Return a spectator's status message: the table's public state, with buttons.

    `log_sentences` are the last sentences of the log. `scores` are the points if the game has
    ended, else None. `scene` is the public picture, None if there is none.
    """
    shown = (
        board_message(table_view, log_sentences, words, scene)
        if scores is None
        else end_message(table_view.match, scores, words, scene, log_sentences)
    )
    return replace(
        shown,
        content=words("ui.follow.note") if scores is None else "",
        pings=(),
        rows=_buttons(table_view.match, words),
    )


def _buttons(match: Match, words: Translator) -> tuple[Row, ...]:
    row = [Button(words("ui.end.replay"), encode(TableId(match.id, TableAction.SHOW_REPLAY)))]
    if link := jump_url(match):
        row.insert(0, Button(words("ui.hand.table"), url=link))
    if match.status == "running":
        row.append(Button(words("ui.follow.stop"), encode(TableId(match.id, TableAction.UNFOLLOW))))
    return (tuple(row),)


def rewind_message(step: StepView, words: Translator) -> Message:
    """Return the confirmation before a manager undoes all steps after `step`.

    It tells what happened at `step`, and how many steps are undone.
    """
    match, undone = step.match, step.last - step.at
    target = [words.with_markup(sentence) for sentence in step.said] or [words("ui.replay.start")]
    lines = [*target, "", words("ui.rewind.note", n=undone)]
    confirm_button = Button(
        words("ui.rewind.sure"),
        encode(TableId(match.id, TableAction.REWIND, f"{step.at}.{step.last}")),
        "red",
    )
    card = Embed(
        cut(words("ui.rewind.ask", n=step.at), MAX_TITLE_CHARS),
        cut("\n".join(lines), MAX_EMBED_CHARS),
        cut(table_heading(match, words), MAX_TITLE_CHARS),
    )
    return Message(embed=card, rows=((confirm_button,),))
