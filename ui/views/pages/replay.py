"""Replay of a game, one step per message: board, log, and buttons to other steps. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app.model.match import Match
from app.review.hints import TurningPoint
from app.review.replay_viewer import ReplayFrame
from games.core.views.scene import Scene
from ui.components import (
    ALT,
    BODY,
    IN_MENU,
    LINE,
    TITLE,
    Button,
    Embed,
    Message,
    Row,
    Select,
    SelectOption,
    colour_of,
    cut,
    filled,
    paragraphs,
)
from ui.custom_ids import TableAction, TableId, encode, number
from ui.i18n import Translator
from ui.views.lobby.lobby_message import head

BOARD, HAND, TEXT = (
    "b",
    "h",
    "t",
)  # picture of the board, picture of the user's own pieces, text
_OWN, _ALL = "o", "p"


class ReplayCursor(NamedTuple):
    """Step, view and form of a replay: the argument of each of its components, `12.o.t.2`.

    `at` None is the default step, `own` None the user's usual view, `form` "" follows their
    settings; `page` is the page of a long text, from 1.
    """

    at: int | None = None
    own: bool | None = None
    form: str = ""
    page: int = 1

    @property
    def arg(self) -> str:
        """Return the argument `<at>.<eyes>.<form>.<page>`, which `spot` parses."""
        eyes = "" if self.own is None else _OWN if self.own else _ALL
        return f"{'' if self.at is None else self.at}.{eyes}.{self.form}.{self.page}"


def spot(arg: str) -> ReplayCursor:
    """Parse an argument or a typed number; missing parts keep their defaults."""
    at, eyes, form, page, *_ = [*arg.split("."), "", "", "", ""]
    own = {_OWN: True, _ALL: False}.get(eyes)
    step = number(at)
    known = form if form in (BOARD, HAND, TEXT) else ""
    return ReplayCursor(
        None if step is None else max(0, step), own, known, max(1, number(page) or 1)
    )


def replay_message(
    still: ReplayFrame,
    here: ReplayCursor,
    words: Translator,
    scene: Scene | None,
    *,
    pictures: bool = False,
) -> Message:
    """Return a step as a picture, or as text if there is no `scene`.

    `here` says what is shown, `pictures` whether pictures are available.
    """
    said = [words.rich(one) for one in still.said] or [
        words("ui.replay.now" if still.at else "ui.replay.start")
    ]
    state = [words.rich(still.summary)] if still.summary else [words("ui.replay.read")]
    told = [words.rich(one) for one in still.words if one != still.summary]
    pages = paragraphs([*said, "", *state, *told])
    page = min(here.page, len(pages))
    body = cut("\n".join([*said, *state]), BODY) if scene is not None else pages[page - 1]
    moment = words("ui.replay.title", n=still.at, m=still.last)
    title = moment if still.chapter is None else f"{moment} · {words(still.chapter).rstrip('.')}"
    card = Embed(
        title=cut(title, TITLE),
        text=body,
        author=cut(head(still.match, words), TITLE),
        footer=_eyes(still, words),
        colour=colour_of(still.seat),
        picture=scene is not None,
    )
    rows = [
        _steps(still, here, words),
        *_chapters(still, here, words),
        _display_buttons(still, here, words, pictures=pictures),
    ]
    if scene is None and len(pages) > 1:
        rows.append(_pager(still, here._replace(page=page), len(pages), words))
    alt = filled(
        [f"{words.game_name()}, {moment}.", *said, *state, *told], words("ui.replay.more"), ALT
    ).replace("**", "")
    return Message(card=card, rows=tuple(rows), scene=scene, alt=alt if scene is not None else "")


def moments_message(
    match: Match, found: Sequence[TurningPoint], here: ReplayCursor, words: Translator
) -> Message:
    """Return the turns that changed most, each with the step at which it ended."""

    def line(one: TurningPoint) -> str:
        shares = {"before": round(100 * one.before), "after": round(100 * one.after)}
        return words("ui.replay.moment", n=one.step, seat=words.seat(one.seat), **shares)

    ways = [
        Button(
            words("ui.replay.step", n=one.step),
            encode(
                TableId(match.id, TableAction.SHOW_REPLAY, here._replace(at=one.step, page=1).arg)
            ),
        )
        for one in found
    ]
    card = Embed(
        words("ui.replay.moments_title"),
        "\n".join(map(line, found)),
        author=cut(head(match, words), TITLE),
        footer=words("ui.replay.moments_how"),
    )
    return Message(card=card, rows=(tuple(ways),))


def _id(still: ReplayFrame, action: TableAction, there: ReplayCursor) -> str:
    return encode(TableId(still.match.id, action, there.arg))


def _eyes(still: ReplayFrame, words: Translator) -> str:
    if still.seat is None:
        return words("ui.replay.as_all")
    return words("ui.replay.as_seat", seat=words.seat(still.seat))


def _steps(still: ReplayFrame, here: ReplayCursor, words: Translator) -> tuple[Button, ...]:
    """Return `◀◀ ◀ ▶ ▶▶`, and the other view for a player.

    First and last have actions of their own, as no two custom_ids may be equal.
    """
    here = here._replace(page=1)
    first, last = still.at <= 0, still.at >= still.last
    row = [
        Button("◀◀", _id(still, TableAction.SHOW_FIRST_STEP, here._replace(at=0)), off=first),
        Button("◀", _id(still, TableAction.SHOW_REPLAY, here._replace(at=still.at - 1)), off=first),
        Button(
            "▶",
            _id(still, TableAction.SHOW_REPLAY, here._replace(at=still.at + 1)),
            "blue",
            off=last,
        ),
        Button("▶▶", _id(still, TableAction.SHOW_LAST_STEP, here._replace(at=None)), off=last),
    ]
    if still.own is not None:
        other = here._replace(
            at=still.at, own=still.seat is None, form="" if here.form == HAND else here.form
        )
        row.append(
            Button(
                words("ui.replay.own" if still.seat is None else "ui.replay.all"),
                _id(still, TableAction.SWITCH_REPLAY_VIEW, other),
            )
        )
    return tuple(row)


def _chapters(still: ReplayFrame, here: ReplayCursor, words: Translator) -> list[Row]:
    """Return a select of rounds, near the step if there are too many.

    Empty if the game has only one.
    """
    if len(still.chapters) < 2:
        return []
    newest = max((n for n, (at, _) in enumerate(still.chapters) if at <= still.at), default=0)
    begin = max(0, min(newest - IN_MENU // 2, len(still.chapters) - IN_MENU))
    shown = list(still.chapters[begin : begin + IN_MENU])
    if begin:
        shown[0] = still.chapters[0]
    if begin + IN_MENU < len(still.chapters):
        shown[-1] = still.chapters[-1]
    begun = still.chapters[newest][
        0
    ]  # before the first round none is preselected: a preselected option can't be picked
    lines = tuple(
        SelectOption(
            str(at),
            cut(words("ui.replay.line", what=words(name).rstrip("."), n=at), LINE),
            chosen=at == begun <= still.at,
        )
        for at, name in shown
    )
    return [
        Select(
            _id(still, TableAction.SHOW_REPLAY_ROUND, here._replace(at=None, page=1)),
            lines,
            words("ui.replay.rounds"),
        )
    ]


def _display_buttons(
    still: ReplayFrame, here: ReplayCursor, words: Translator, *, pictures: bool
) -> tuple[Button, ...]:
    """Return buttons to go to a step and to show the picture, the text or the user's pieces."""
    here = here._replace(at=still.at, page=1)
    row = [Button(words("ui.replay.go"), _id(still, TableAction.GO_TO_STEP, here))]
    offered = {
        BOARD: "ui.panel.in_picture" if here.form == TEXT else "ui.look.board",
        HAND: "ui.board.hand",
        TEXT: "ui.panel.in_words",
    }
    can = {BOARD: pictures, HAND: pictures and bool(still.hand), TEXT: pictures}
    row += [
        Button(words(key), _id(still, TableAction.SHOW_REPLAY, here._replace(form=form)))
        for form, key in offered.items()
        if can[form] and form != here.form
    ]
    if still.match.status == "ended" and len(still.match.seats) > 1:
        row.append(Button(words("ui.replay.moments"), _id(still, TableAction.SHOW_MOMENTS, here)))
    return tuple(row)


def _pager(
    still: ReplayFrame, here: ReplayCursor, pages: int, words: Translator
) -> tuple[Button, ...]:
    here = here._replace(at=still.at)
    return (
        Button(
            "‹",
            _id(still, TableAction.SHOW_REPLAY, here._replace(page=here.page - 1)),
            off=here.page <= 1,
        ),
        Button(
            words("ui.page.of", n=here.page, m=pages),
            encode(TableId(still.match.id, TableAction.PAGE_NUMBER)),
            off=True,
        ),
        Button(
            "›",
            _id(still, TableAction.SHOW_REPLAY, here._replace(page=here.page + 1)),
            off=here.page >= pages,
        ),
    )
