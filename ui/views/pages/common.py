"""Pages about a table that only one user sees, and direct messages about tables.

Pages: the board as text, the log, what happened since the user's last move, scores, verification of
the log, help, the inbox of all tables. Direct messages: reminder, and farewell after the bot's
removal from a guild. Pure functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from app.log.log_page import LogPage, Recap
from app.match import ballots
from app.model.match import Match, Panel, SeatRow, TableView, VerificationResult
from app.play.inbox import InboxItem
from games.core.engine.game import find
from games.core.guides.rulebook import chapter
from games.core.state.score import Scoreboard, ScoreRow, leader_first
from games.core.text.i18n import seat_mark
from games.core.text.languages import Lang
from games.core.text.messages import literal, msg, seat_name
from games.core.views.closeups import Closeup
from games.core.views.scene import Scene
from ui.components import (
    MAX_ALT_CHARS,
    MAX_EMBED_CHARS,
    MAX_LABEL_CHARS,
    MAX_TITLE_CHARS,
    Button,
    Embed,
    Message,
    Row,
    colour_of,
    cut,
    paragraphs,
    strip_markup,
)
from ui.custom_ids import NO_MATCH, TableAction, TableId, encode
from ui.i18n import (
    Translator,
    escape_markup,
    has_lost_channel,
    jump_url,
    table_label,
    timestamp,
    titles,
)
from ui.rules_search import question_help
from ui.views.lobby.lobby_message import table_heading
from ui.views.pages.posts import PostKind, post_button
from ui.views.table.board_message import (
    half_over,
    has_board,
    ranking_lines,
    waiting_text,
    winner_line,
)
from ui.views.table.closeups import closeup_row, spectate_button

SNOOZES = (1, 4, 12)  # hours by which reminders can be snoozed
_SENTENCES_PER_PAGE = 10  # sentences on a page of events since the user's last step
# Argument of the button that opens the log where the user left off. A row number in the
# custom_id would reveal how many hidden steps others have made.
LOG_SINCE_LAST_MOVE = "since"
_MAX_INBOX_BUTTONS = 5  # tables with a button in the inbox
# in characters: least width of the labels in a score grid, least width of its columns, and the
# width of a phone's screen
_MIN_LABEL_WIDTH, _COLUMN_WIDTH, _PHONE_WIDTH = 13, 4, 34
_MANY_SCORE_ROWS = 12  # with more rows, a grid omits those in which nobody has points
PICTURE = "picture"  # argument that shows the board as a picture even to users who prefer text
# topics of the help page: first steps, what to do now, something went wrong
FIRST_STEPS = "first"
TOPICS = (FIRST_STEPS, "turn", "wrong")


def position_pages(
    table_view: TableView, words: Translator, part: Closeup | None = None
) -> list[str]:
    """Return the position, or a part of it, as texts that each fit a message."""
    sentences = part.words if part is not None and part.words else table_view.words
    lines = [words.with_markup(table_view.summary)] if table_view.summary else []
    if part is None:
        lines += standing_lines(table_view.standing, words)
    return paragraphs(
        [
            *lines,
            *(
                words.with_markup(sentence)
                for sentence in sentences
                if sentence != table_view.summary
            ),
        ]
    )


def text_message(
    table_view: TableView,
    words: Translator,
    page: int = 1,
    part: Closeup | None = None,
    *,
    pictures: bool = False,
) -> Message:
    """Return a page with the whole board, or a `part` of it, as text.

    `page` is from 1. There is a Play button if the user must move and, with `pictures`, a button to
    the picture.
    """
    match = table_view.match
    pages = position_pages(table_view, words, part)
    page = max(1, min(page, len(pages)))
    action, arg_prefix = (
        (TableAction.SHOW_TEXT, "")
        if part is None
        else (TableAction.SHOW_PART_AS_TEXT, f"{part.id}.")
    )
    rows = pager(match.id, action, page, len(pages), words, arg_prefix)
    buttons = [
        Button(words("ui.hand.refresh"), encode(TableId(match.id, action, f"{arg_prefix}{page}")))
    ]
    if part is not None:
        buttons.insert(
            0, Button(words("ui.look.board"), encode(TableId(match.id, TableAction.SHOW_TEXT)))
        )
    if table_view.seat in table_view.waiting and match.status == "running":
        buttons.insert(
            0,
            Button(
                words("ui.board.play"), encode(TableId(match.id, TableAction.OPEN_PANEL)), "blue"
            ),
        )
    if pictures:
        target = (
            TableId(match.id, TableAction.SHOW_BOARD, PICTURE)
            if part is None
            else TableId(match.id, TableAction.SHOW_PART_AS_PICTURE, part.id)
        )
        buttons.append(Button(words("ui.panel.in_picture"), encode(target)))
    buttons += spectate_button(table_view, words)
    rows += [
        tuple(buttons),
        *closeup_row(match.id, table_view.closeups, words, chosen=part.id if part else ""),
    ]
    title = waiting_text(match, words) if part is None else words.with_markup(part.label)
    card = Embed(
        title=cut(title, MAX_TITLE_CHARS),
        text=pages[page - 1],
        author=cut(table_heading(match, words), MAX_TITLE_CHARS),
        colour=colour_of(table_view.seat if part is None else part.seat),
    )
    return Message(embed=card, rows=tuple(rows))


def since_message(match: Match, recap: Recap, words: Translator, page: int = 1) -> Message:
    """Return a page of what others did since the user's last move (`/table since`).

    `page` is from 1. Users without a seat see the newest rows of the log instead. A button opens
    the log at the first row shown.
    """
    size = _SENTENCES_PER_PAGE
    pages = [recap.all[index : index + size] for index in range(0, len(recap.all), size)] or [()]
    page = max(1, min(page, len(pages)))
    empty_key = "ui.since.nothing" if recap.seated and recap.played else "ui.log.empty"
    lines = [f"• {words.with_markup(sentence)}" for sentence in pages[page - 1]] or [
        words(empty_key)
    ]
    omitted = sum(map(len, pages[page:]))
    if omitted:
        lines.append(words("ui.since.more", n=omitted))
    key = "ui.since.title" if recap.played else "ui.since.begun"
    title = (
        words(key, t=words.elapsed_suffix(recap.elapsed))
        if recap.seated
        else words("ui.since.newest")
    )
    log_id = TableId(match.id, TableAction.SHOW_LOG, LOG_SINCE_LAST_MOVE if recap.seated else "")
    play_buttons = (
        [Button(words("ui.board.play"), encode(TableId(match.id, TableAction.OPEN_PANEL)), "blue")]
        if recap.seated and match.status != "ended"
        else []
    )
    row = (*play_buttons, Button(words("ui.since.all"), encode(log_id)))
    rows = (*pager(match.id, TableAction.SHOW_RECAP, page, len(pages), words), row)
    return Message(
        embed=Embed(
            cut(title, MAX_TITLE_CHARS),
            cut("\n".join(lines), MAX_EMBED_CHARS),
            table_heading(match, words),
        ),
        rows=rows,
    )


def all_news_button(match: Match, words: Translator) -> Button:
    """Return the button to all events since the user's last step.

    A panel shows this button if it has room for only some of the events.
    """
    return Button(words("ui.since.rest"), encode(TableId(match.id, TableAction.SHOW_RECAP)))


def log_message(match: Match, log: LogPage, words: Translator) -> Message:
    """Return a page of the log, oldest row first.

    A button leads to the board as it was after the page's last row.
    """
    lines = [words.with_markup(sentence) for row in log.rows for sentence in row.said] or [
        words("ui.log.empty")
    ]
    card = Embed(
        title=words("ui.board.log"),
        text=cut("\n".join(lines), MAX_EMBED_CHARS),
        author=cut(table_heading(match, words), MAX_TITLE_CHARS),
    )
    rows = pager(match.id, TableAction.SHOW_LOG, log.page, log.pages, words)
    if log.rows:
        rows.append(
            (
                Button(
                    words("ui.log.board"),
                    encode(TableId(match.id, TableAction.REPLAY_FROM_LOG, str(log.page))),
                ),
            )
        )
    return Message(embed=card, rows=tuple(rows))


def pager(
    match_id: str,
    action: TableAction,
    page: int,
    pages: int,
    words: Translator,
    arg_prefix: str = "",
) -> list[Row]:
    """Return a row of buttons `‹ 2 of 5 ›` that run `action`; no row for a single page.

    The first page is 1. `arg_prefix` precedes the page number in the custom_ids' argument.
    """
    if pages < 2:
        return []
    return [
        (
            Button(
                "‹",
                encode(TableId(match_id, action, f"{arg_prefix}{page - 1}")),
                disabled=page <= 1,
            ),
            Button(
                words("ui.page.of", n=page, m=pages),
                encode(TableId(match_id, TableAction.PAGE_NUMBER)),
                disabled=True,
            ),
            Button(
                "›",
                encode(TableId(match_id, action, f"{arg_prefix}{page + 1}")),
                disabled=page >= pages,
            ),
        )
    ]


def standing_lines(standing: Sequence[tuple[int, int]], words: Translator) -> list[str]:
    """Return a heading and one line with the points of all players, the leader first.

    `standing` has one pair per seat: the points scored so far, and the points if the game ended
    now. Empty for a solo game.
    """
    if len(standing) < 2:
        return []
    projects = any(now != end for now, end in standing)
    return [
        words("ui.standing.heading" if projects else "ui.standing.now"),
        " · ".join(
            words.with_markup(
                "ui.standing.points" if now == end else "ui.standing.projected",
                seat=seat_name(seat),
                now=now,
                end=end,
            )
            for seat in leader_first(standing)
            for now, end in (standing[seat],)
        ),
    ]


def score_message(
    match: Match,
    scores: Scoreboard,
    words: Translator,
    standing: Sequence[tuple[int, int]] = (),
) -> Message:
    """Return the points as a grid, and below it what each seat got its points for.

    While the game runs, the current totals are above the grid. `standing` holds these totals, one
    pair of points per seat (see `standing_lines`).
    """
    lines = [
        *standing_lines(standing, words),
        "```",
        *_score_grid(match, scores, words),
        "```",
        *_score_details(match, scores, words),
    ]
    may_post = match.status == "ended" and has_board(match)
    post = post_button(match, PostKind.SCORE, words) if may_post else ()
    return Message(
        embed=Embed(
            title=words("ui.end.score"),
            text=cut("\n".join(lines), MAX_EMBED_CHARS),
            author=cut(table_heading(match, words), MAX_TITLE_CHARS),
        ),
        rows=(post,) if post else (),
    )


def score_post(match: Match, scores: Scoreboard, words: Translator, scene: Scene | None) -> Message:
    """Return the final score of an ended match as a public post: winner, ranking, picture."""
    ranking = ranking_lines(scores, words)
    title = winner_line(scores, words)
    card = Embed(
        title=cut(title, MAX_TITLE_CHARS),
        text=cut("\n".join(ranking), MAX_EMBED_CHARS),
        author=cut(table_heading(match, words), MAX_TITLE_CHARS),
    )
    alt = strip_markup(" ".join([f"{words.game_name()}.", title, *ranking]))
    return Message(embed=card, picture_source=scene, alt=cut(alt, MAX_ALT_CHARS))


def _score_grid(match: Match, scores: Scoreboard, words: Translator) -> list[str]:
    """Return the lines of a grid narrow enough for a phone, with one column per seat."""
    shown_rows = list(scores.rows)
    if len(scores.rows) > _MANY_SCORE_ROWS:
        shown_rows = [row for row in scores.rows if any(row.values)]
    rows = [*shown_rows, ScoreRow("total", msg("ui.end.total"), scores.total)]
    max_label_width = max(_MIN_LABEL_WIDTH, _PHONE_WIDTH - _COLUMN_WIDTH * len(match.seats))
    # a long label takes several lines
    labels = [
        wrap(words(row.label), max_label_width, subsequent_indent=" ") or [""] for row in rows
    ]
    label_width = max(len(part) for label in labels for part in label)
    seats = range(len(scores.total))
    lines = [" " * label_width + "".join(f"{seat_mark(seat):>{_COLUMN_WIDTH}}" for seat in seats)]
    for label, row in zip(labels, rows, strict=True):
        lines += [
            *label[:-1],
            f"{label[-1]:<{label_width}}"
            + "".join(f"{points:>{_COLUMN_WIDTH}}" for points in row.values),
        ]
    return lines


def _score_details(match: Match, scores: Scoreboard, words: Translator) -> list[str]:
    """Return one line per seat with the explanations of its points, in the order of seats."""
    lines = []
    for seat in range(len(scores.total)):
        explanations = [
            (row.label, row.detail[seat]) for row in scores.rows if seat < len(row.detail)
        ]
        if len(match.seats) == 1:
            # `apart`: what decided whether the solo game was won, and the result
            for row in scores.apart:
                text = row.detail[0] if row.detail else None
                explanations.append((row.label, text or literal(row.values[0])))
        joined = " · ".join(
            f"{words(label)}: {words.with_markup(text)}"
            for label, text in explanations
            if text is not None
        )
        lines.append(f"**{words.with_markup(seat_name(seat))}**" + (f" {joined}" if joined else ""))
    return lines


def verify_message(match: Match, result: VerificationResult, words: Translator) -> Message:
    """Return the message about a replay of the match's log, with the commitment to its seed.

    The commitment is a hash of the random seed and a salt. The bot posted it at the start, so it
    proves that the seed was not changed later. After the end of the game the message also has the
    seed and the salt, so that users can compute the hash themselves.
    """
    if not result.ok:
        lines = [words("ui.verify.broken", n=result.first_broken_row or 0)]
    elif not result.not_replayable:
        lines = [words("ui.verify.holds", n=result.rows)]
    else:
        since = [words("ui.verify.since", n=result.rows)] if result.rows else []
        lines = [*since, words("ui.verify.read", n=result.not_replayable)]
    lines.append(words("ui.verify.promise", commitment=result.commitment))
    if result.seed is not None:
        lines.append(words("ui.verify.opened", seed=result.seed, salt=result.salt or ""))
    else:
        lines.append(words("ui.verify.shut"))
    return Message(
        embed=Embed(
            title=words("ui.end.verify"),
            text="\n".join(lines),
            author=cut(table_heading(match, words), MAX_TITLE_CHARS),
        )
    )


def resign_message(match: Match, words: Translator) -> Message:
    """Return the confirmation before a user leaves a game for good."""
    row = (Button(words("ui.resign.sure"), encode(TableId(match.id, TableAction.RESIGN)), "red"),)
    return Message(
        embed=Embed(
            words("ui.resign.ask"),
            words("ui.resign.note"),
            cut(table_heading(match, words), MAX_TITLE_CHARS),
        ),
        rows=(row,),
    )


def _play_button(panel: Panel, words: Translator) -> list[Button]:
    """Return a Play button if the panel asks the user something, else nothing.

    The help is a separate message below the panel, so the user could not see the panel's buttons.
    """
    if panel.asked is None or panel.match.status != "running":
        return []
    return [
        Button(
            words("ui.board.play"), encode(TableId(panel.match.id, TableAction.OPEN_PANEL)), "blue"
        )
    ]


def first_game_row(words: Translator, match: Match | None = None) -> Row:
    """Return the buttons for a user's first game: the tutorial, and a new table.

    With a `match`, the first button starts the tutorial of its game, and there is no button for a
    new table.
    """
    match_id = match.id if match else NO_MATCH
    guided = Button(
        words("ui.first_game.guided"),
        encode(TableId(match_id, TableAction.START_TUTORIAL)),
        "green",
    )
    table = Button(
        words("ui.first_game.table"), encode(TableId(NO_MATCH, TableAction.NEW_TABLE)), "blue"
    )
    return (guided,) if match else (guided, table)


def welcome_message(words: Translator) -> Message:
    """Return the first message in a guild that has invited the bot."""
    return Message(
        embed=Embed(title=words("ui.first_game.title"), text=words("ui.first_game.welcome")),
        rows=(first_game_row(words),),
    )


def help_message(
    words: Translator, match: Match | None, topic: str = "", panel: Panel | None = None
) -> Message:
    """Return the help on a topic, with a button to the rules.

    `topic` is one of `TOPICS`, or "" for the start of the help. Without a match, the start has
    buttons for a first game. `panel` is the user's panel of the match, if they have a seat.
    """
    match_id = match.id if match else NO_MATCH
    rows: list[Row] = [
        tuple(
            Button(
                words(f"ui.help.{topic_of_button}.ask"),
                encode(TableId(match_id, TableAction.SHOW_HELP, topic_of_button)),
                "blue" if topic_of_button == topic else "grey",
            )
            for topic_of_button in TOPICS
        )
    ]
    if match:
        help_buttons = [
            *(_play_button(panel, words) if panel else ()),
            Button(words("ui.help.rules"), encode(TableId(match_id, TableAction.SHOW_RULES))),
        ]
        if match.status == "running" and find(match.game).orders:
            help_buttons.append(
                Button(words("ui.orders.title"), encode(TableId(match_id, TableAction.SHOW_ORDERS)))
            )
        if match.status == "running":
            help_buttons.append(
                Button(
                    words("ui.lobby.options"),
                    encode(TableId(match_id, TableAction.SHOW_OPTIONS)),
                )
            )
        rows.append(tuple(help_buttons))
    if topic == FIRST_STEPS or not (topic or match):
        rows.insert(0, first_game_row(words, match))
    text = words(f"ui.help.{topic}.answer") if topic in TOPICS else words("ui.help.intro")
    if topic == "turn" and match:
        text = _turn_help(match, text, words, panel)
    return Message(embed=Embed(title=words("ui.board.help"), text=text), rows=tuple(rows))


def _turn_help(match: Match, text: str, words: Translator, panel: Panel | None) -> str:
    """Return the help on what to do in a turn.

    First comes the help on the current question of `panel`, with the question's chapter of the
    rules. Then comes `text`, then the chapter of the rules with the anchor "now".
    """
    question = question_help(match.game, words.lang, panel) if panel else None
    turn_chapter = chapter(match.game, words.lang, "now")
    parts = []
    if question and (rule_chapter := chapter(match.game, words.lang, question.rule)):
        title = words("ui.help.asked", what=rule_chapter.title)
        parts += ["\n".join([f"**{title}**", *question.sentences]), rule_chapter.text]
    parts += [
        text.strip(),
        *([f"**{turn_chapter.title}**\n{turn_chapter.text}"] if turn_chapter else []),
    ]
    return cut("\n\n".join(parts), MAX_EMBED_CHARS)


def inbox_message(items: Sequence[InboxItem], lang: str, now: float) -> Message:
    """Return the list of all tables of a user.

    `items` has one item per table; `now` is in Unix seconds. Tables that wait for the user come
    first, the longest wait first, each with a button. Then come votes that the user must cast,
    tables that they can start, and the others.
    """
    words, names = Translator(lang), titles((item.match for item in items), lang)

    def line(item: InboxItem, number_of_button: int = 0) -> str:
        table_words = Translator.of(item.match, lang)
        return _inbox_line(item, number_of_button, names[item.match.id], table_words, now)

    waiting_for_user = [item for item in items if item.waits_for_user]
    startable = [item for item in items if item.may_start(now)]
    open_votes = [item for item in items if item.seat.user in ballots.open_voters(item.match)]
    others = [
        item
        for item in items
        if item not in waiting_for_user and item not in startable and item not in open_votes
    ]
    lines = [line(item, number) for number, item in enumerate(waiting_for_user, 1)]
    lines += [_vote_line(item, names[item.match.id], lang) for item in open_votes]
    lines += map(line, startable)
    if others:
        lines += [*([""] if lines else []), words("ui.inbox.others"), *map(line, others)]
    table_buttons = tuple(
        Button(
            cut(words("ui.inbox.go", n=number, table=names[item.match.id]), MAX_LABEL_CHARS),
            encode(TableId(item.match.id, TableAction.OPEN_FROM_INBOX)),
            "blue",
        )
        for number, item in enumerate(waiting_for_user[:_MAX_INBOX_BUTTONS], 1)
    )
    vote_buttons = tuple(
        Button(
            cut(words("ui.inbox.vote", table=names[item.match.id]), MAX_LABEL_CHARS),
            encode(TableId(item.match.id, TableAction.SHOW_VOTE)),
        )
        for item in open_votes[:_MAX_INBOX_BUTTONS]
    )
    if waiting_for_user:
        title = words("ui.inbox.title", n=len(waiting_for_user))
    elif open_votes:
        title = words("ui.inbox.votes")
    else:
        title = words("ui.inbox.ready" if startable else "ui.inbox.empty")
    snooze_buttons = _snooze(words) if table_buttons else ()
    rows: tuple[Row, ...] = tuple(
        row for row in (table_buttons, vote_buttons, snooze_buttons) if row
    )
    return Message(embed=Embed(title, cut("\n".join(lines), MAX_EMBED_CHARS)), rows=rows)


def _vote_line(item: InboxItem, title: str, lang: str) -> str:
    """Return a line on an open vote, such as `🗳 **Tadmor** · Ana proposes a pause.`."""
    match, words = item.match, Translator.of(item.match, lang)
    assert match.vote is not None  # noqa: S101 - the caller has checked
    return f"🗳 {_linked(match, title)} · {words.with_markup(ballots.proposal(match, match.vote))}"


def _linked(match: Match, title: str) -> str:
    """Return a table's title, linked to its message if there is one."""
    return (
        f"[{escape_markup(title)}]({jump_url(match)})" if jump_url(match) else escape_markup(title)
    )


def _snooze(words: Translator) -> Row:
    """Return the buttons that snooze reminders."""
    return tuple(
        Button(
            words("ui.inbox.snooze", n=hours),
            encode(TableId(NO_MATCH, TableAction.SNOOZE_REMINDERS, str(hours))),
        )
        for hours in SNOOZES
    )


def reminder_message(waiting: Sequence[tuple[Match, SeatRow]], lang: str, now: float) -> Message:
    """Return the direct message about all tables that wait for a user.

    `waiting` has the user's seat at each table, `now` is in Unix seconds. The message shows each
    deadline and has a button for each table. A table's line calls itself a reminder if half of the
    time for the move is over.
    """
    words, lines, buttons = Translator(lang), [], []
    names = titles((match for match, _ in waiting), lang)
    for number, (match, seat) in enumerate(waiting[:_MAX_INBOX_BUTTONS], 1):
        name = _linked(match, table_label(match, Translator.of(match, lang)))
        reminder_key = "ui.inbox.reminder" if half_over(seat, now) else "ui.inbox.turn_until"
        lines.append(
            words(
                reminder_key if seat.deadline else "ui.inbox.turn",
                table=name,
                t=timestamp(seat.deadline),
            )
        )
        label = cut(words("ui.inbox.go", n=number, table=names[match.id]), MAX_LABEL_CHARS)
        buttons.append(
            Button(label, encode(TableId(match.id, TableAction.OPEN_FROM_INBOX)), "blue")
        )
    return Message(content="\n".join(lines), rows=(tuple(buttons), _snooze(words)))


def farewell_message(tables: Sequence[Match], until: float, lang: Lang | None) -> Message:
    """Return the message that tells an organizer when their tables in a guild are deleted.

    The guild has removed the bot; `until` is the time of the deletion (Unix seconds).
    """
    words = Translator(lang or tables[0].lang)
    named = [
        escape_markup(table_label(match, Translator.of(match, words.lang)))
        for match in tables[:_MAX_INBOX_BUTTONS]
    ]
    more = [f"+{len(tables) - _MAX_INBOX_BUTTONS}"] if len(tables) > _MAX_INBOX_BUTTONS else []
    return Message(
        content=words(
            "ui.farewell", n=len(tables), tables=", ".join([*named, *more]), t=timestamp(until, "D")
        )
    )


def _inbox_line(
    item: InboxItem, number_of_button: int, title: str, words: Translator, now: float
) -> str:
    """Return the line of a table in the inbox.

    `number_of_button` is the number of the table's button below, 0 if it has none. `title` is the
    table's title, and `now` is in Unix seconds.
    """
    match = item.match
    number_text = f"**{number_of_button}** " if number_of_button else ""
    if match.status == "lobby":
        state = words(
            "ui.inbox.begin" if item.may_start(now) else "ui.lobby.seated",
            n=len(match.seats),
            m=match.size,
        )
    elif item.waits_for_user and item.seat.deadline:
        state = words(
            "ui.inbox.until", t=timestamp(min(item.since, now)), left=timestamp(item.seat.deadline)
        )
    elif item.waits_for_user:
        state = words("ui.inbox.since", t=timestamp(min(item.since, now)))
    else:
        state = waiting_text(match, words)
    lost_channel = [words("ui.inbox.homeless")] if has_lost_channel(match) else []
    return " · ".join(
        [
            f"{number_text}{words.seat(item.seat.seat)[:1]} {_linked(match, title)}",
            state,
            *lost_channel,
        ]
    )
