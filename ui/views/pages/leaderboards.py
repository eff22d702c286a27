"""Pages with records: a guild's games, one of its games, the user's own games.

Users may hide themselves from the lists that others see (`UNLISTED`), and may mute the messages
about their achievements (`UNSUNG`); the buttons for both are on these pages. Pure functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from app.model.match import User
from app.people.leaderboards import DEEDS, UNLISTED, UNSUNG, GameRecord
from app.ports.results import (
    FirstAchievement,
    GameCount,
    LeaderboardRow,
    NotableGame,
    PersonalStats,
)
from games.core.text.languages import decimal_sign
from games.core.text.messages import Msg, listed, literal, msg
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
from ui.i18n import Translator, escape_markup, timestamp

_MAX_SHOWN_ROWS = 10  # users in a list, besides the user who reads it
_HERE = "here"  # argument for the guild in which the component is clicked


def server_message(game_counts: Sequence[GameCount], uncounted: int, by: User) -> Message:
    """Return how many matches of each game a guild has played, with a select of games.

    `game_counts` has one count per game and number of seats, `uncounted` is the number of ended
    matches that are not counted yet, and `by` the user who sees the page.
    """
    words = Translator(by.lang)
    lines = []
    for game, counts in _by_game(game_counts):
        matches_begun, matches_ended = (
            sum(count.begun for count in counts),
            sum(count.ended for count in counts),
        )
        lines.append(
            f"**{Translator(by.lang, game).game_name()}**: "
            + words("ui.records.begun", n=matches_begun, ended=matches_ended)
        )
    text = "\n".join([*(lines or [words("ui.records.none")]), *_left(uncounted, words)])
    return Message(
        embed=Embed(words("ui.records.title"), cut(text, MAX_EMBED_CHARS)),
        rows=_menu(game_counts, "", by),
    )


def game_message(
    record: GameRecord, game_counts: Sequence[GameCount], uncounted: int, by: User
) -> Message:
    """Return a game's records in a guild: matches, wins, ratings, longest and closest match.

    `game_counts` fill the select of games; `uncounted` and `by` as in `server_message`.
    """
    words = Translator(by.lang, record.game)
    matches_begun, matches_ended = (
        sum(count.begun for count in record.tallies),
        sum(count.ended for count in record.tallies),
    )
    lines = [words("ui.records.begun", n=matches_begun, ended=matches_ended)]
    sizes = [
        words("ui.records.size", n=count.size, games=count.ended)
        for count in record.tallies
        if count.ended
    ]
    if sizes:
        lines.append(words("ui.records.sizes", sizes=" · ".join(sizes)))
    if record.people or record.nameless[0]:
        lines += ["", "**" + words("ui.records.wins") + "**", *_people(record.people, by, words)]
        if record.nameless[0]:
            lines.append(
                "• " + words("ui.records.nameless", n=record.nameless[0], won=record.nameless[1])
            )
    if record.ratings:
        lines += ["", "**" + words("ui.records.ratings") + "**", *_ratings(record, by, words)]
    notable = [
        _notable_line("ui.records.longest", record.longest, words),
        _notable_line("ui.records.closest", record.closest, words),
    ]
    lines += ["", *(line for line in notable if line)] if any(notable) else []
    lines += _left(uncounted, words)
    rows = (
        *_menu(game_counts, record.game, by),
        (_listing_button(by, records_id(record.game).arg),),
    )
    return Message(
        embed=Embed(
            cut(words("ui.records.of", game=words.game_name()), MAX_TITLE_CHARS),
            cut("\n".join(lines), MAX_EMBED_CHARS),
        ),
        rows=rows,
    )


def own_message(
    own: Sequence[PersonalStats],
    uncounted: int,
    by: User,
    achievements: Sequence[FirstAchievement] = (),
) -> Message:
    """Return the user's own results by game, with their achievements.

    `uncounted` is the number of ended matches that are not counted yet.
    """
    words = Translator(by.lang)
    lines = []
    for stats in own:
        lines += [
            _own_line(stats, words),
            *(
                f"-# {_first_line(achievement, words)}"
                for achievement in achievements
                if achievement.game == stats.game
            ),
        ]
    footer = words("ui.records.is_unlisted" if by.prefs.get(UNLISTED) else "ui.records.is_listed")
    text = cut(
        "\n".join([*(lines or [words("ui.records.none_own")]), *_left(uncounted, words)]),
        MAX_EMBED_CHARS,
    )
    return Message(
        embed=Embed(words("ui.records.own"), text, footer=footer),
        rows=((_listing_button(by, ""), _achievements_button(by)),),
    )


def achievements_text(
    achievements: Sequence[FirstAchievement], match_id: str, words: Translator
) -> str:
    """Return the achievements that the user reached for the first time in this match, or "".

    `match_id` is the match's code.
    """
    achieved = [
        _achievement(achievement) for achievement in achievements if achievement.match == match_id
    ]
    return words("ui.first.told", what=listed(achieved)) if achieved else ""


def records_id(game: str = "") -> TableId:
    """Return the id of the button to a guild's records.

    The records are those of `game`, or of all games for "".
    """
    return TableId(NO_MATCH, TableAction.SHOW_RECORDS, f"{_HERE}.{game}" if game else _HERE)


def own_button(words: Translator) -> Button:
    """Return the button to the user's own results and achievements."""
    return Button(words("ui.records.own"), encode(TableId(NO_MATCH, TableAction.SHOW_OWN_RECORDS)))


def _first_line(achievement: FirstAchievement, words: Translator) -> str:
    text = Translator(words.lang, achievement.game)(_achievement(achievement))
    return words(
        "ui.first.line",
        what=literal(text[:1].upper() + text[1:]),
        t=timestamp(achievement.at, "D"),
        table=achievement.match,
    )


def _achievement(achievement: FirstAchievement) -> Msg:
    return msg(
        f"ui.first.{achievement.name}"
        if achievement.name in DEEDS
        else f"{achievement.game}.first.{achievement.name}"
    )


def _achievements_button(by: User) -> Button:
    """Return the button that turns messages about the user's achievements off or on."""
    are_muted = bool(by.prefs.get(UNSUNG))
    return Button(
        Translator(by.lang)("ui.first.show" if are_muted else "ui.first.hide"),
        encode(
            TableId(
                NO_MATCH,
                TableAction.ANNOUNCE_FIRST_TIMES if are_muted else TableAction.MUTE_FIRST_TIMES,
            )
        ),
    )


def _own_line(stats: PersonalStats, words: Translator) -> str:
    """Return the line with the user's own statistics in one game."""
    parts = [words("ui.records.played", n=stats.played)]
    if stats.place is not None and stats.size is not None:
        parts.append(words("ui.records.won", n=stats.won))
        parts.append(
            words(
                "ui.records.place",
                place=_decimal(stats.place, words),
                size=_decimal(stats.size, words),
            )
        )
    if stats.alone:
        parts.append(words("ui.records.alone", n=stats.alone, beaten=stats.beaten))
    return f"**{Translator(words.lang, stats.game).game_name()}**: {', '.join(parts)}."


def _decimal(number: float, words: Translator) -> str:
    text = f"{number:.1f}".removesuffix(".0")
    return text.replace(".", decimal_sign(words.lang))


def _people(rows: Sequence[LeaderboardRow], by: User, words: Translator) -> list[str]:
    """Return the lines of the best users; the user `by` has a line even with a low rank."""
    shown = [row for index, row in enumerate(rows) if index < _MAX_SHOWN_ROWS or row.user == by.id]
    lines = []
    for row in shown:
        only_user_sees = row.user == by.id and by.prefs.get(UNLISTED)
        key = "ui.records.person_unlisted" if only_user_sees else "ui.records.person"
        lines.append(
            "• " + words(key, name=literal(escape_markup(row.name)), won=row.won, n=row.played)
        )
    if len(rows) > len(shown):
        lines.append(words("ui.records.more", n=len(rows) - len(shown)))
    return lines


def _ratings(record: GameRecord, by: User, words: Translator) -> list[str]:
    """Return the lines of the users with the best ratings.

    The user `by` has a line even with a low rank.
    """
    names = {rating.user: rating.name for rating in record.people}
    shown = [
        rating
        for index, rating in enumerate(record.ratings or ())
        if rating.user in names and (index < _MAX_SHOWN_ROWS or rating.user == by.id)
    ]
    return [
        "• "
        + words(
            "ui.records.rating",
            name=literal(escape_markup(names[rating.user])),
            n=rating.games,
            strength=_decimal(rating.strength, words),
            doubt=_decimal(rating.doubt, words),
        )
        for rating in shown
    ]


def _notable_line(key: str, game: NotableGame | None, words: Translator) -> str:
    """Return the line on the longest or closest match `game`; "" for None.

    `key` is the message key of the line. The line has the match's code instead of the table's name,
    which may contain users' names.
    """
    if game is None:
        return ""
    best, second = game.best or 0, game.second or 0
    return words(
        key, n=game.moves, best=best, second=second, table=game.match, t=timestamp(game.ended, "D")
    )


def _left(uncounted: int, words: Translator) -> list[str]:
    return ["", words("ui.records.left", n=uncounted)] if uncounted else []


def _by_game(game_counts: Sequence[GameCount]) -> list[tuple[str, list[GameCount]]]:
    """Return (game, its counts) pairs, the game with the most matches first."""
    grouped = [
        (game, list(counts))
        for game, counts in groupby(
            sorted(game_counts, key=lambda count: count.game), lambda count: count.game
        )
    ]
    return sorted(
        grouped, key=lambda game_and_counts: -sum(count.begun for count in game_and_counts[1])
    )


def _menu(game_counts: Sequence[GameCount], chosen: str, by: User) -> tuple[Row, ...]:
    """Return a select of the games that were played in the guild; no row if there are none.

    `chosen` is the game that the page shows, "" for none.
    """
    games = [game for game, _ in _by_game(game_counts)][:MAX_SELECT_OPTIONS]
    if not games:
        return ()
    lines = tuple(
        SelectOption(
            game,
            cut(Translator(by.lang, game).game_name(), MAX_OPTION_CHARS),
            chosen=game == chosen,
        )
        for game in games
    )
    return (Select(encode(records_id()), lines, Translator(by.lang)("ui.records.which")),)


def _listing_button(by: User, back: str) -> Button:
    """Return the button that hides the user in others' lists, or shows them again.

    `back` says which page is shown after a click: `here.<game>`, or "" for the user's own results.
    """
    hidden = bool(by.prefs.get(UNLISTED))
    label = Translator(by.lang)("ui.records.list" if hidden else "ui.records.unlist")
    return Button(
        label,
        encode(
            TableId(
                NO_MATCH,
                TableAction.LIST_IN_RECORDS if hidden else TableAction.HIDE_FROM_RECORDS,
                back,
            )
        ),
    )
