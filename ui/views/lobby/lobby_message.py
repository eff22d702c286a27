"""Messages of a table that has not begun. Pure functions.

- the public lobby message, and the message that replaces it after the start
- pages that one user sees: the table's options, and lists of open tables or games
- direct messages: the lobby is full, or closes tomorrow
- texts that other pages use too: the table's heading, names and values of options
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil
from typing import Any

from app.match.lobby import strengths
from app.model.ai_request import DEFAULT_STRENGTH
from app.model.match import Match, User
from app.model.time_control import PACES, preset_name
from games.core.engine.game import find
from games.core.guides.rulebook import chapters
from games.core.guides.tutorials import lesson
from games.core.state.options import Choice as ChoiceSetting
from games.core.state.options import Order, Range, Setting, Toggle, applies, value_key
from games.core.text.i18n import seat_mark
from games.core.text.languages import COMPLETE_LANGUAGES, DECLARED
from ui.components import (
    MAX_EMBED_CHARS,
    MAX_OPTION_CHARS,
    MAX_SELECT_OPTIONS,
    MAX_TITLE_CHARS,
    Button,
    Embed,
    Message,
    Row,
    Select,
    SelectOption,
    cut,
)
from ui.custom_ids import NO_MATCH, TableAction, TableId, encode
from ui.i18n import (
    EMBLEMS,
    Translator,
    escape_markup,
    jump_url,
    name_of,
    strength,
    table_label,
    table_name,
)

TURNS_A_DAY = 3  # turns per player and day that the estimate of a game's length assumes


def lobby_message(match: Match, words: Translator) -> Message:
    """Return the lobby message: seats, settings, and buttons.

    Discord shows the message the same to everybody. Join is green until the game can start. From
    then on, Start is the only colored button, so that no seated player presses Join to begin.
    """
    match_id = match.id
    can_start = len(match.seats) in find(match.game).players
    is_full = len(match.seats) >= match.size
    rows: tuple[Row, ...] = (
        (
            Button(
                words("ui.lobby.join"),
                encode(TableId(match_id, TableAction.JOIN)),
                "grey" if can_start or is_full else "green",
                disabled=is_full,
            ),
            Button(words("ui.lobby.leave"), encode(TableId(match_id, TableAction.LEAVE))),
            Button(words("ui.lobby.options"), encode(TableId(match_id, TableAction.SHOW_OPTIONS))),
            Button(
                words("ui.lobby.start"),
                encode(TableId(match_id, TableAction.START)),
                "blue" if can_start else "grey",
            ),
        ),
    )
    bot = Button(
        words("ui.lobby.bot", level=words(f"ui.strength.plays.{DEFAULT_STRENGTH}")),
        encode(TableId(match_id, TableAction.ADD_BOT)),
        disabled=is_full,
    )
    guides = (
        [Button(words("ui.help.rules"), encode(TableId(match_id, TableAction.SHOW_RULES_SHEET)))]
        if chapters(match.game, words.lang)
        else []
    )
    if lesson(match.game):
        guides.append(
            Button(words("ui.lobby.learn"), encode(TableId(match_id, TableAction.START_TUTORIAL)))
        )
    rows += ((bot, *guides),)
    if not is_full:
        rows += (_strength_select(match, words),)
    lines = [seats_line(match, words), settings_line(match, words)]
    lines.insert(0, length_line(match, words))
    if words.catalogue.has(f"{match.game}.pitch"):
        lines.insert(0, words(f"{match.game}.pitch"))
    card = Embed(
        title=cut(words("ui.lobby.seated", n=len(match.seats), m=match.size), MAX_TITLE_CHARS),
        text=cut("\n".join(lines), MAX_EMBED_CHARS),
        author=cut(table_heading(match, words), MAX_TITLE_CHARS),
        footer=_footer(match, words),
    )
    return Message(embed=card, rows=rows)


def _strength_select(match: Match, words: Translator) -> Select:
    """Return the select that adds an AI player of the chosen strength.

    Its custom_id contains the number of taken seats and so changes with each added player.
    Otherwise a Discord client would not let a user choose the same option twice.
    """
    lines = tuple(
        SelectOption(
            kind,
            f"{words(f'ui.strength.{kind}')} {EMBLEMS[kind]}",
            cut(words(f"ui.strength.about.{kind}"), MAX_OPTION_CHARS),
        )
        for kind in strengths(match.game)
    )
    return Select(
        encode(TableId(match.id, TableAction.ADD_BOT, str(len(match.seats)))),
        lines,
        words("ui.lobby.bot_strength"),
    )


def invitation_message(match: Match, by: User, guest: int, words: Translator) -> Message:
    """Return the invitation of a guest to a lobby, with a button to take a seat.

    `by` is the user who invites, `guest` the id of the invited user.
    """
    text = words(
        "ui.lobby.invitation",
        who=f"<@{guest}>",
        by=escape_markup(by.name),
        table=escape_markup(table_heading(match, words)),
    )
    join = Button(
        words("ui.lobby.join"), encode(TableId(match.id, TableAction.ACCEPT_INVITATION)), "green"
    )
    return Message(content=text, rows=((join,),), pings=(guest,))


def rematch_text(match: Match, by: User, words: Translator) -> str:
    """Return the answer to the user `by`, who opened or joined a rematch.

    It names the table and, if all seats are taken, who can start. If the game has begun already, it
    says so.
    """
    if match.status != "lobby":
        return words("ui.end.rematch_begun", code=match.id)
    # with AI players the lobby of a rematch may be full at once
    is_full = len(match.seats) >= match.size
    if by.id == match.organizer:
        return words("ui.end.new_table_full" if is_full else "ui.end.new_table", code=match.id)
    return words("ui.end.seat", code=match.id) + (
        f" {words('ui.lobby.full', host=escape_markup(_host(match)))}" if is_full else ""
    )


def _footer(match: Match, words: Translator) -> str:
    """Return what users can do now: join, or start once all seats are taken."""
    if len(match.seats) < match.size:
        return words("ui.lobby.footer")
    return words("ui.lobby.full", host=_host(match))


def _host(match: Match) -> str:
    """Return the name of the organizer, who has a seat while the lobby is open."""
    return next((name_of(seat) for seat in match.seats if seat.user == match.organizer), "?")


def complexity_text(game: str, words: Translator) -> str:
    """Return how complex the game is, in words."""
    return words(f"ui.weight.{find(game).complexity}")


def menu_line(game: str, words: Translator) -> str:
    """Return how many may play and how complex the game is, short enough for a phone's menu."""
    players = find(game).players
    how_many = words("ui.lobby.players", n=players.start, m=players.stop - 1)
    return f"{how_many} · {complexity_text(game, words)}"


def length_line(match: Match, words: Translator) -> str:
    """Return the complexity and the expected length in days.

    The length is measured per number of players: that of the seated players or, if these are too
    few to play, of a full table. It is left out if an option that changes the length is set,
    because it was measured without that option. If all opponents are AI players, a sentence says so
    instead, because they answer within seconds.
    """
    game = find(match.game)
    players = len(match.seats) if len(match.seats) in game.pings_per_player else match.size
    sentences = [f"{complexity_text(match.game, words)}."]
    # a player's turn begins with a ping, so there are as many turns as pings
    turns = (
        None
        if any(setting.id in game.length_options for setting in changed_options(match))
        else game.pings_per_player.get(players)
    )
    only_ai_opponents = (
        1 < players == len(match.seats) and sum(not seat.played_by_ai for seat in match.seats) == 1
    )
    if only_ai_opponents:
        sentences.append(words("ui.lobby.alone"))
    elif turns:
        days = ceil(turns / TURNS_A_DAY)
        sentences.append(words("ui.lobby.length", n=days, people=players, a_day=TURNS_A_DAY))
    return " ".join(sentences)


def join_message(matches: Sequence[Match], lang: str) -> Message:
    """Return a message with a select of the open lobbies `matches`, to join one."""
    words = Translator(lang)
    lines = tuple(
        SelectOption(
            match.id,
            cut(table_heading(match, Translator.of(match, lang)), MAX_OPTION_CHARS),
            words("ui.join.seats", n=len(match.seats), m=match.size),
        )
        for match in matches[:MAX_SELECT_OPTIONS]
    )
    return Message(
        content=words("ui.join.which"),
        rows=(
            Select(
                encode(TableId(NO_MATCH, TableAction.JOIN_CHOSEN)), lines, words("ui.join.choose")
            ),
        ),
    )


def games_message(games: Iterable[str], lang: str, reason_key: str) -> Message:
    """Return a message with a select of games, which opens a table.

    `lang` is the language of the user and of the new table. `reason_key` is the key of the text
    that says why there is no table to join.
    """
    words, lines = Translator(lang), []
    for game in games:
        game_words = Translator(lang, game)
        lines.append(
            SelectOption(
                game,
                cut(game_words.game_name(), MAX_OPTION_CHARS),
                cut(menu_line(game, game_words), MAX_OPTION_CHARS),
            )
        )
    menu = Select(
        encode(TableId(NO_MATCH, TableAction.OPEN_TABLE, lang)),
        tuple(lines[:MAX_SELECT_OPTIONS]),
        words("ui.join.games"),
    )
    return Message(content=words(reason_key), rows=(menu,))


def replaced_lobby_message(match: Match, words: Translator, link: str) -> Message:
    """Return the message that replaces the lobby message after start or closing.

    After the start, the message has a button with the URL `link`, which leads to the board ("" for
    no button).
    """
    if match.status == "closed":
        # if this is set, the lobby was closed for inactivity: every change of the lobby clears it
        closed_for_inactivity = match.closing_warned
        if not closed_for_inactivity:
            reason_key = "ui.lobby.closed"
        elif match.full_at:
            reason_key = "ui.lobby.closed_full"
        else:
            reason_key = "ui.lobby.closed_empty"
        return Message(
            content=words(reason_key, table=f"**{escape_markup(table_heading(match, words))}**")
        )
    unnamed = words("ui.table.head_unnamed", game=words.game_name(), code=match.id)
    # This message is never edited again, so it must not contain the organizer's name, which the
    # bot would have to erase on request.
    table = f"**{escape_markup(table_heading(match, words) if match.name else unnamed)}**"
    rows: tuple[Row, ...] = ((Button(words("ui.hand.table"), url=link),),) if link else ()
    begun = words("ui.lobby.begun", table=table)
    # It also can't be changed later, so it proves that the shuffle was fixed before the game. The
    # hash itself is a spoiler: few users ever compare it.
    fingerprint = words("ui.lobby.fingerprint", commitment=match.commitment)
    return Message(content=f"{begun}\n-# {fingerprint}" if match.commitment else begun, rows=rows)


def full_message(match: Match, words: Translator, *, by_name: bool) -> Message:
    """Return the message that tells the organizer that every seat is taken.

    With `by_name`, the message is for the channel and mentions the organizer; otherwise the message
    is a direct message.
    """
    table = escape_markup(table_label(match, words))
    if by_name:
        text = words("ui.lobby.full_call", who=f"<@{match.organizer}>", table=table)
        return Message(content=text, rows=start_row(match, words), pings=(match.organizer,))
    return Message(content=words("ui.lobby.full_told", table=table), rows=start_row(match, words))


def closing_message(match: Match, words: Translator) -> Message:
    """Return the warning that the lobby closes tomorrow, why, and how to keep it open."""
    is_full = len(match.seats) >= match.size
    text = words(
        "ui.lobby.closes_full" if is_full else "ui.lobby.closes",
        table=escape_markup(table_label(match, words)),
    )
    return Message(content=text, rows=start_row(match, words) if is_full else ())


def start_row(match: Match, words: Translator) -> tuple[Row, ...]:
    """Return a row with a Start button and, if the table has a message, a link to it."""
    jump = (Button(words("ui.hand.table"), url=link),) if (link := jump_url(match)) else ()
    return (
        (
            Button(words("ui.lobby.start"), encode(TableId(match.id, TableAction.START)), "blue"),
            *jump,
        ),
    )


def table_heading(match: Match, words: Translator) -> str:
    """Return the game's name, the table's name and code: `Tadmor · «Los lunes» · 4K2`.

    The text has no markup.
    """
    name = table_name(match, words)
    return words(
        "ui.table.head" if name else "ui.table.head_unnamed",
        game=words.game_name(),
        name=name,
        code=match.id,
    )


def seats_line(match: Match, words: Translator) -> str:
    """Return one line with the mark, name and role of each seat, then the free seats.

    Example: `● Ana (organiza)  ■ Bruno  ▲ Autómata 1 ♗ (medio)  ○ libre`.
    """
    taken = []
    for seat in match.seats:
        ai_strength = strength(seat)
        # the mark of an AI player is never alone at the end of a line
        space = "\N{NO-BREAK SPACE}" if ai_strength else " "
        name = f"{seat_mark(seat.seat)}{space}{escape_markup(name_of(seat))}"
        remark = (
            words("ui.lobby.hosts")
            if seat.user == match.organizer
            else words(f"ui.strength.plays.{ai_strength}")
            if ai_strength
            else ""
        )
        taken.append(f"{name} ({remark})" if remark else name)
    return "  ".join([*taken, *[words("ui.lobby.free")] * (match.size - len(match.seats))])


def settings_line(match: Match, words: Translator) -> str:
    """Return a line with the changed options, the time control, and the language."""
    parts = [
        words(
            "ui.options.is",
            name=option_name(setting, match, words),
            value=value_name(setting, match.options[setting.id], match, words),
        )
        for setting in changed_options(match)
    ]
    time = pace_text(match, words)
    parts = parts or [words("ui.options.usual")]
    if match.animates:
        parts.append(words("ui.options.moving").lower())
    return " · ".join([*parts, time, words.language_name(match.lang)])


def pace_text(match: Match, words: Translator) -> str:
    """Return the name of the time control, and its unusual settings.

    Two settings are unusual: the clock pauses on weekends, or a default move is made if the time
    runs out.
    """
    pace = match.pace
    parts = [words(f"host.pace.{preset_name(pace)}")]
    if pace.kind != "none" and not pace.weekends:
        parts.append(words("ui.options.no_weekends"))
    if pace.kind != "none" and pace.absent == "default":
        parts.append(words("ui.options.by_default"))
    return ", ".join(parts)


def applicable_options(match: Match) -> list[Setting]:
    """Return the options that can be set, given the number of seats and the other options."""
    game = find(match.game)
    all_values = {**game.defaults(match.size), **match.options}
    return [setting for setting in game.options if applies(setting, all_values, match.size)]


def changed_options(match: Match) -> list[Setting]:
    """Return the options whose value is not the default for this many seats."""
    return [
        setting
        for setting in applicable_options(match)
        if value_of(setting, match) != setting.fallback(match.size)
    ]


def value_of(setting: Setting, match: Match) -> Any:
    """Return an option's current value: the chosen one, else the default for this many seats."""
    return match.options.get(setting.id, setting.fallback(match.size))


def option_name(setting: Setting, match: Match, words: Translator, kind: str = "option") -> str:
    """Return an option's name in words, or its id if there is no translation.

    `kind` is "option" or, for a standing order, "order"; it is a part of the message key.
    """
    key = f"{match.game}.{kind}.{setting.id}.name"
    return words(key) if words.catalogue.has(key) else setting.id


def value_name(
    setting: Setting, value: Any, match: Match, words: Translator, kind: str = "option"
) -> str:
    """Return an option's value in words, or as it is stored if there is no translation.

    `kind` is "option" or, for a standing order, "order"; it is a part of the message key.
    """
    match setting:
        case Toggle():
            return words("ui.options.yes" if value else "ui.options.no")
        case ChoiceSetting() if isinstance(value, str):
            key = f"{match.game}.{kind}.{setting.id}.value.{value_key(value)}"
            return words(key) if words.catalogue.has(key) else value
        case Order():
            return ", ".join(words.seat(seat) for seat in value if seat < len(match.seats))
    return str(value)


def options_message(
    match: Match,
    words: Translator,
    *,
    may_change: bool,
    may_change_language: bool = False,
    opened: str = "",
) -> Message:
    """Return the page with the table's options.

    `may_change` says whether the user may change the options, and `may_change_language` whether
    they may change at least the language, which is possible in a running game too. `opened` is the
    id of the option whose values are shown, "" for none.
    """
    lines = []
    for setting in applicable_options(match):
        value = value_name(setting, value_of(setting, match), match, words)
        lines.append(f"**{option_name(setting, match, words)}**: {escape_markup(value)}")
    lines.append(f"**{words('ui.options.pace')}**: {pace_text(match, words)}")
    lines.append(words("ui.options.lang", lang=words.language_name(match.lang)))
    if may_change and not changed_options(match):
        lines.append(words("ui.options.first"))
    opened_option = next(
        (option for option in applicable_options(match) if option.id == opened), None
    )
    rows: tuple[Row, ...] = ()
    if may_change:
        rows = (
            _value_rows(match, opened_option, words)
            if opened_option
            else _option_rows(match, words)
        )
    elif may_change_language:
        rows = (_language_buttons(match),)
    card = Embed(
        title=option_name(opened_option, match, words)
        if opened_option
        else words("ui.options.title"),
        text=cut(
            _detail(opened_option, match, words) if opened_option else "\n".join(lines),
            MAX_EMBED_CHARS,
        ),
        author=cut(table_heading(match, words), MAX_TITLE_CHARS),
        footer=""
        if may_change or match.status == "closed"
        else words(_read_only_key(match, may_change_language)),
    )
    return Message(embed=card, rows=rows)


def options_page(match: Match, by: User, opened: str = "") -> Message:
    """Return the page with the options as the user `by` may change them.

    The organizer may change the options; other users can only read them. `opened` is the id of the
    option whose values the organizer sees, "" for none.
    """
    is_organizer = match.organizer == by.id
    may_change = is_organizer and match.status == "lobby"
    page = options_message(
        match,
        Translator.of(match, by.lang),
        may_change=may_change,
        may_change_language=is_organizer and match.status in ("lobby", "running"),
        opened=opened if may_change else "",
    )
    return replace(page, lobby_options=match.id) if match.status == "lobby" else page


def _read_only_key(match: Match, may_change_language: bool) -> str:
    """Return the key of the text that says why the user can't change the options.

    `may_change_language` says whether the user may change at least the language.
    """
    if match.status == "lobby":
        return "ui.options.only_host"
    return "ui.options.only_lang" if may_change_language else "ui.options.fixed"


def _language_buttons(match: Match) -> tuple[Button, ...]:
    """Return a button for each other language of public messages, named in that language.

    Beta languages, whose translation is incomplete, have no button.
    """
    return tuple(
        Button(
            f"🌐 {DECLARED[lang].name}", encode(TableId(match.id, TableAction.SET_LANGUAGE, lang))
        )
        for lang in COMPLETE_LANGUAGES
        if lang != match.lang
    )


def _detail(setting: Setting, match: Match, words: Translator) -> str:
    key = f"{match.game}.option.{setting.id}.detail"
    if isinstance(setting, Order):
        return words(
            "ui.options.order",
            now=escape_markup(value_name(setting, value_of(setting, match), match, words)),
        )
    return words(key) if words.catalogue.has(key) else ""


def _option_rows(match: Match, words: Translator) -> tuple[Row, ...]:
    """Return selects for preset, seats, time control and game options, then buttons."""
    game = find(match.game)
    rows: list[Row] = [_preset_select(match, words)] if game.presets else []
    rows += [_size_select(match, words), _pace_select(match, words)]
    lines = tuple(
        SelectOption(
            setting.id,
            cut(option_name(setting, match, words), MAX_OPTION_CHARS),
            cut(value_name(setting, value_of(setting, match), match, words), MAX_OPTION_CHARS),
        )
        for setting in applicable_options(match)[:MAX_SELECT_OPTIONS]
    )
    if lines:
        rows.append(
            Select(
                encode(TableId(match.id, TableAction.SHOW_OPTION)), lines, words("ui.options.which")
            )
        )
    last_buttons = []
    if "board" in game.pictures:
        label = words("ui.options.moving")
        moving = encode(TableId(match.id, TableAction.TOGGLE_ANIMATION))
        last_buttons.append(
            Button(f"✓ {label}", moving, "blue") if match.animates else Button(label, moving)
        )
    if any(seat.played_by_ai for seat in match.seats):
        last_buttons.append(
            Button(words("ui.options.no_bot"), encode(TableId(match.id, TableAction.REMOVE_BOT)))
        )
    return (*rows, (*last_buttons, *_language_buttons(match)))


def _preset_select(match: Match, words: Translator) -> Select:
    presets = tuple(
        SelectOption(
            name,
            cut(words(key) if words.catalogue.has(key) else name, MAX_OPTION_CHARS),
            chosen=match.preset == name,
        )
        for name in find(match.game).presets
        for key in [f"{match.game}.preset.{name}"]
    )
    return Select(
        encode(TableId(match.id, TableAction.SET_PRESET)), presets, words("ui.options.preset")
    )


def _size_select(match: Match, words: Translator) -> Select:
    """Return the select of the number of seats, which can't be below the number of players."""
    sizes = tuple(
        SelectOption(str(size), words("ui.options.seats", n=size), chosen=size == match.size)
        for size in find(match.game).players
        if size >= len(match.seats)
    )
    return Select(encode(TableId(match.id, TableAction.SET_SIZE)), sizes, words("ui.options.size"))


def _pace_select(match: Match, words: Translator) -> Select:
    """Return the select of the time control.

    Its last two options switch other settings: whether weekends count, and what happens after a
    missed deadline (`Pace.weekends`, `Pace.absent`).
    """
    paces = (
        SelectOption(
            name,
            cut(words(f"host.pace.{name}"), MAX_OPTION_CHARS),
            chosen=name == preset_name(match.pace),
        )
        for name in PACES
    )
    weekends = "ui.options.weekends_off" if match.pace.weekends else "ui.options.weekends_on"
    lines = (
        *paces,
        SelectOption("weekends", words(weekends)),
        SelectOption("absent", words(f"ui.options.absent.{match.pace.absent}")),
    )
    return Select(
        encode(TableId(match.id, TableAction.SET_TIME_CONTROL)), lines, words("ui.options.pace")
    )


def _value_rows(match: Match, setting: Setting, words: Translator) -> tuple[Row, ...]:
    """Return a select of the option's values and a button back to all options."""
    current_value = value_of(setting, match)
    if isinstance(setting, Order):
        lines = [
            SelectOption(str(seat.seat), cut(words.seat(seat.seat), MAX_OPTION_CHARS))
            for seat in match.seats
        ]
    else:
        lines = [
            SelectOption(
                str(index),
                cut(value_name(setting, value, match, words), MAX_OPTION_CHARS),
                chosen=value == current_value,
            )
            for index, value in enumerate(values_of(setting))
        ]
    menu = Select(
        encode(TableId(match.id, TableAction.SET_OPTION, setting.id)),
        tuple(lines[:MAX_SELECT_OPTIONS]),
        words("ui.options.value"),
    )
    return (
        menu,
        (
            Button(
                words("ui.panel.back"), encode(TableId(match.id, TableAction.SHOW_OPTIONS, "back"))
            ),
        ),
    )


def values_of(setting: Setting) -> list[Any]:
    """Return all values of an option; empty for an `Order` of the seats, which has too many."""
    match setting:
        case Toggle():
            return [True, False]
        case ChoiceSetting():
            return list(setting.values)
        case Range():
            return list(range(setting.lo, setting.hi + 1))
        case Order():
            return []


def order_beginning_with(seat: int, match: Match, setting: Order) -> list[int]:
    """Return a seating order that begins with `seat`; the other seats keep their order.

    `setting` is the option that holds the current order.
    """
    order = list(value_of(setting, match))
    return [seat, *(other for other in order if other != seat)]
