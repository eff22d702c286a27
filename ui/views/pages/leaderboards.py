"""Pages with records: a guild's games, one of its games, the user's own games. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from app.model.match import User
from app.people.leaderboards import DEEDS, UNLISTED, UNSUNG, GameRecord
from app.ports.results import Achievement, GameCount, LeaderboardRow, NotableGame, PersonalStats
from games.core.text.messages import Msg, listed, literal, msg
from ui.components import (
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
    cut,
)
from ui.custom_ids import NOBODY, TableAction, TableId, encode
from ui.i18n import Translator, escape_markup, timestamp

_MAX_SHOWN_ROWS = 10  # users in a list, besides the user who reads it
_HERE = "here"  # argument for the guild in which the component is clicked


def server_message(tallies: Sequence[GameCount], left: int, by: User) -> Message:
    """Return the numbers of all games of a guild, with a select of games.

    `left` is the number of matches that are not counted yet.
    """
    words = Translator(by.lang)
    lines = []
    for game, some in _by_game(tallies):
        begun, ended = sum(one.begun for one in some), sum(one.ended for one in some)
        lines.append(
            f"**{Translator(by.lang, game).game_name()}**: "
            + words("ui.records.begun", n=begun, ended=ended)
        )
    text = "\n".join([*(lines or [words("ui.records.none")]), *_left(left, words)])
    return Message(
        embed=Embed(words("ui.records.title"), cut(text, BODY)), rows=_menu(tallies, "", by)
    )


def game_message(record: GameRecord, tallies: Sequence[GameCount], left: int, by: User) -> Message:
    """Return a game's records in a guild: matches, wins, ratings, longest and closest match."""
    words = Translator(by.lang, record.game)
    begun, ended = (
        sum(one.begun for one in record.tallies),
        sum(one.ended for one in record.tallies),
    )
    lines = [words("ui.records.begun", n=begun, ended=ended)]
    sizes = [
        words("ui.records.size", n=one.size, games=one.ended) for one in record.tallies if one.ended
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
    lines += _left(left, words)
    rows = (*_menu(tallies, record.game, by), (_listing_button(by, records_of(record.game).arg),))
    return Message(
        embed=Embed(
            cut(words("ui.records.of", game=words.game_name()), TITLE), cut("\n".join(lines), BODY)
        ),
        rows=rows,
    )


def own_message(
    own: Sequence[PersonalStats], left: int, by: User, firsts: Sequence[Achievement] = ()
) -> Message:
    """Return the user's own results by game, with their achievements (`firsts`)."""
    words = Translator(by.lang)
    lines = []
    for one in own:
        lines += [
            _own_line(one, words),
            *(f"-# {_first_line(first, words)}" for first in firsts if first.game == one.game),
        ]
    footer = words("ui.records.is_unlisted" if by.prefs.get(UNLISTED) else "ui.records.is_listed")
    text = cut("\n".join([*(lines or [words("ui.records.none_own")]), *_left(left, words)]), BODY)
    return Message(
        embed=Embed(words("ui.records.own"), text, footer=footer),
        rows=((_listing_button(by, ""), _achievements_button(by)),),
    )


def firsts_said(firsts: Sequence[Achievement], match: str, words: Translator) -> str:
    """Return what the user achieved for the first time in this ended match; "" for nothing."""
    done = [_achievement(one) for one in firsts if one.match == match]
    return words("ui.first.told", what=listed(done)) if done else ""


def records_of(game: str = "") -> TableId:
    """Return the component id of the page with a guild's records, of all games or of one."""
    return TableId(NOBODY, TableAction.SHOW_RECORDS, f"{_HERE}.{game}" if game else _HERE)


def own_button(words: Translator) -> Button:
    """Return the button to the user's own results and achievements."""
    return Button(words("ui.records.own"), encode(TableId(NOBODY, TableAction.SHOW_OWN_RECORDS)))


def _first_line(one: Achievement, words: Translator) -> str:
    text = Translator(words.lang, one.game)(_achievement(one))
    return words(
        "ui.first.line",
        what=literal(text[:1].upper() + text[1:]),
        t=timestamp(one.at, "D"),
        table=one.match,
    )


def _achievement(one: Achievement) -> Msg:
    return msg(f"ui.first.{one.kind}" if one.kind in DEEDS else f"{one.game}.first.{one.kind}")


def _achievements_button(by: User) -> Button:
    """Return the button that turns messages about the user's achievements off or on."""
    off = bool(by.prefs.get(UNSUNG))
    return Button(
        Translator(by.lang)("ui.first.show" if off else "ui.first.hide"),
        encode(
            TableId(
                NOBODY, TableAction.ANNOUNCE_FIRST_TIMES if off else TableAction.MUTE_FIRST_TIMES
            )
        ),
    )


def _own_line(own: PersonalStats, words: Translator) -> str:
    parts = [words("ui.records.played", n=own.played)]
    if own.place is not None and own.size is not None:
        parts.append(words("ui.records.won", n=own.won))
        parts.append(
            words(
                "ui.records.place", place=_decimal(own.place, words), size=_decimal(own.size, words)
            )
        )
    if own.alone:
        parts.append(words("ui.records.alone", n=own.alone, beaten=own.beaten))
    return f"**{Translator(words.lang, own.game).game_name()}**: {', '.join(parts)}."


def _decimal(number: float, words: Translator) -> str:
    text = f"{number:.1f}".removesuffix(".0")
    return text.replace(".", ",") if words.lang == "es" else text


def _people(people: Sequence[LeaderboardRow], by: User, words: Translator) -> list[str]:
    """Return the lines of the first users, and that of `by` at any rank."""
    shown = [one for at, one in enumerate(people) if at < _MAX_SHOWN_ROWS or one.user == by.id]
    lines = []
    for one in shown:
        only = one.user == by.id and by.prefs.get(UNLISTED)
        key = "ui.records.person_unlisted" if only else "ui.records.person"
        lines.append(
            "• " + words(key, name=literal(escape_markup(one.name)), won=one.won, n=one.played)
        )
    if len(people) > len(shown):
        lines.append(words("ui.records.more", n=len(people) - len(shown)))
    return lines


def _ratings(record: GameRecord, by: User, words: Translator) -> list[str]:
    """Return the lines of the strongest users, and that of `by` at any rank."""
    names = {one.user: one.name for one in record.people}
    shown = [
        one
        for at, one in enumerate(record.ratings or ())
        if one.user in names and (at < _MAX_SHOWN_ROWS or one.user == by.id)
    ]
    return [
        "• "
        + words(
            "ui.records.rating",
            name=literal(escape_markup(names[one.user])),
            n=one.games,
            strength=_decimal(one.strength, words),
            doubt=_decimal(one.doubt, words),
        )
        for one in shown
    ]


def _notable_line(key: str, game: NotableGame | None, words: Translator) -> str:
    """Return the line of the longest or closest match.

    The line has the match's code instead of its name, which may contain users' names.
    """
    if game is None:
        return ""
    best, second = game.best or 0, game.second or 0
    return words(
        key, n=game.moves, best=best, second=second, table=game.match, t=timestamp(game.ended, "D")
    )


def _left(left: int, words: Translator) -> list[str]:
    return ["", words("ui.records.left", n=left)] if left else []


def _by_game(tallies: Sequence[GameCount]) -> list[tuple[str, list[GameCount]]]:
    """Return the counts of each game, the game with the most matches first."""
    grouped = [
        (game, list(counts))
        for game, counts in groupby(sorted(tallies, key=lambda one: one.game), lambda one: one.game)
    ]
    return sorted(grouped, key=lambda item: -sum(tally.begun for tally in item[1]))


def _menu(tallies: Sequence[GameCount], chosen: str, by: User) -> tuple[Row, ...]:
    games = [game for game, _ in _by_game(tallies)][:IN_MENU]
    if not games:
        return ()
    lines = tuple(
        SelectOption(game, cut(Translator(by.lang, game).game_name(), LINE), chosen=game == chosen)
        for game in games
    )
    return (Select(encode(records_of()), lines, Translator(by.lang)("ui.records.which")),)


def _listing_button(by: User, back: str) -> Button:
    """Return the button that hides the user in lists that others see, or shows them again.

    `back` is the page to show after a click: `here.<game>`, or "" for the user's own results.
    """
    hidden = bool(by.prefs.get(UNLISTED))
    label = Translator(by.lang)("ui.records.list" if hidden else "ui.records.unlist")
    return Button(
        label,
        encode(
            TableId(
                NOBODY,
                TableAction.LIST_IN_RECORDS if hidden else TableAction.HIDE_FROM_RECORDS,
                back,
            )
        ),
    )
