"""Localized text: translation with names and seat marks, timestamps, names of tables.

A `Translator` translates messages into one language for one table; variables that hold a translator
are called `words`. The catalogue of a table has the texts of the engine, the app, this package and
the table's game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from app.model.match import Match, SeatRow
from app.model.time_control import DAY, HOUR, MINUTE
from games.core.engine.game import find
from games.core.prompts.prompt import Option
from games.core.text.i18n import MessageCatalogue, core_folder, seat_mark
from games.core.text.languages import DECLARED, LANGUAGES, Lang
from games.core.text.messages import Msg, Seat, msg

_UI_TEXTS = Path(__file__).parent / "text"
_APP_TEXTS = Path(__file__).parents[1] / "app" / "text"
# Symbols for the strength of an AI player, shown after its name: pawn, knight, bishop, rook, queen.
# They are narrow, differ from all seat marks, and no client shows them as emoji.
EMBLEMS = {"beginner": "♙", "easy": "♘", "medium": "♗", "firm": "♖", "fierce": "♕"}
_MARKDOWN = str.maketrans({sign: f"\\{sign}" for sign in "\\*_~`|<>[]()#@:"})


@lru_cache
def _interface_catalogue(lang: str) -> MessageCatalogue:
    return MessageCatalogue.load(lang, (core_folder(), _APP_TEXTS, _UI_TEXTS))


@lru_cache
def catalogue(lang: str, game: str = "") -> MessageCatalogue:
    """Return the interface's messages, plus the messages of a game if one is named.

    Raises KeyError for an unknown game.
    """
    interface = _interface_catalogue(lang if lang in LANGUAGES else LANGUAGES[0])
    folder = find(game).folder / "text" if game else None
    if folder is None or not folder.is_dir():
        return interface
    return interface.overlaid(MessageCatalogue.load(interface.lang, [folder]))


def escape_markup(text: str) -> str:
    """Escape a user's own text so that Discord shows it without markup and mentions."""
    return text.translate(_MARKDOWN)


class Translator:
    """Translator of messages into one language for one table.

    `names` are the players' names by seat.
    """

    def __init__(self, lang: str, game: str = "", names: Iterable[str] = ()) -> None:
        self.catalogue = catalogue(lang, game)
        self.lang = self.catalogue.lang
        self.game = game
        self.names = tuple(names)

    @classmethod
    def of(cls, match: Match, lang: str | None = None) -> Translator:
        """Return the translator for a table, in the table's language unless `lang` is given."""
        return cls(lang or match.lang, match.game, map(name_of, match.seats))

    def __call__(self, what: Msg | str, /, **args: Any) -> str:
        """Translate a message or an interface key, for places without markup such as labels.

        `args` are the arguments of the message with the key `what`.
        """
        return self.catalogue.say(self._message(what, args), self.seat)

    def with_markup(self, what: Msg | str, /, **args: Any) -> str:
        """Translate as `__call__` does, for places with markup: names are escaped."""
        return self.catalogue.say(
            self._message(what, args), lambda seat: escape_markup(self.seat(seat))
        )

    def seat(self, seat: Seat) -> str:
        """Return a seat's mark and name, `▲ Carla`; the mark alone if the name is unknown."""
        name = self.names[seat] if 0 <= seat < len(self.names) else ""
        return f"{seat_mark(seat)} {name}".rstrip()

    def game_name(self) -> str:
        """Return the game's name in this language; if it has none, a name made from its id."""
        key = f"{self.game}.name"
        return (
            self.catalogue.say(msg(key))
            if self.catalogue.has(key)
            else self.game.replace("_", " ").title()
        )

    def short_name(self) -> str:
        """Return the game's short name, or its full one."""
        key = f"{self.game}.short"
        return self.catalogue.say(msg(key)) if self.catalogue.has(key) else self.game_name()

    def language_name(self, lang: Lang) -> str:
        """Return the name of `lang` in this language.

        A beta language has no name in other languages: its own name is returned, marked as beta.
        """
        key = f"ui.language.{lang}"
        if self.catalogue.has(key):
            return self(key)
        return DECLARED[lang].label if lang in DECLARED else lang

    def option(self, option: Option) -> str:
        """Return an option's label."""
        return self(option.label)

    def switched(self, name: str, *, is_on: bool) -> str:
        """Return a setting's name with its value, `name: on` or `name: off`, for its button."""
        return self(
            "ui.options.is", name=name, value=self("ui.options.on" if is_on else "ui.options.off")
        )

    def span(self, seconds: float) -> str:
        """Return a duration as text, in its largest unit: `5 h`.

        `seconds` is the duration.
        """
        for unit, size in (("days", DAY), ("hours", HOUR), ("minutes", MINUTE)):
            if seconds >= size:
                return self(msg(f"ui.span.{unit}", n=int(seconds // size)))
        return self("ui.span.moment")

    def elapsed_suffix(self, seconds: float) -> str:
        """Return a duration in parentheses to end a sentence, ` (5 h)`; "" below a minute.

        `seconds` is the duration.
        """
        return f" ({self.span(seconds)})" if seconds >= MINUTE else ""

    @staticmethod
    def _message(what: Msg | str, args: dict[str, Any]) -> Msg:
        return what if isinstance(what, Msg) else Msg(what, args)


def strength(seat: SeatRow) -> str:
    """Return the strength of the seat's AI player; "" if the seat belongs to a user.

    The seat of a user who has resigned counts as the user's.
    """
    return seat.computer if seat.user is None and seat.computer in EMBLEMS else ""


def name_of(seat: SeatRow) -> str:
    """Return a seat's name, with the strength symbol of an AI player: `Autómata 1 ♗`."""
    return f"{seat.name} {EMBLEMS[strength(seat)]}" if strength(seat) else seat.name


def timestamp(at: float, style: str = "R") -> str:
    """Return a Discord timestamp, which each user sees in their own time zone.

    `at` is in Unix seconds; `style` is Discord's letter for the format ("R": relative).
    """
    return f"<t:{int(at)}:{style}>"


def table_name(match: Match, words: Translator) -> str:
    """Return the table's name, else one made from the organizer's name.

    Returns "" if there is no organizer either. A name made from the organizer's is never stored,
    because it must disappear with the organizer's data.
    """
    if match.name:
        return match.name
    host = next(
        (
            seat.name
            for seat in match.seats
            if seat.user is not None and seat.user == match.organizer
        ),
        "",
    )
    return words("host.table_name", name=host) if host else ""


def table_title(match: Match, words: Translator) -> str:
    """Return the game's name and the table's name, without markup: `Tadmor «Los lunes»`."""
    name = table_name(match, words)
    return (
        words("ui.table.title", game=words.short_name(), name=name) if name else words.short_name()
    )


def table_label(match: Match, words: Translator) -> str:
    """Return the table's title and code: `Tadmor «Los lunes» (4K2)`; titles are not unique."""
    name = table_name(match, words)
    key = "ui.table.label" if name else "ui.table.label_unnamed"
    return words(key, game=words.short_name(), name=name, code=match.id)


def titles(matches: Iterable[Match], lang: str | None = None) -> dict[str, str]:
    """Return each table's title by its code; if tables share a title, add their codes.

    The titles are in `lang`. If `lang` is None, each title is in its table's own language.
    """
    tables = {match.id: (match, Translator.of(match, lang)) for match in matches}
    short = {code: table_title(match, words) for code, (match, words) in tables.items()}
    uses = Counter(short.values())
    return {
        code: title if uses[title] == 1 else table_label(*tables[code])
        for code, title in short.items()
    }


def has_erased_player(match: Match) -> bool:
    """Return whether the data of a player of the table was erased (`app/account/privacy.py`)."""
    placeholder = Translator(match.lang)("host.someone")
    return any(seat.user is None and seat.name == placeholder for seat in match.seats)


def has_lost_channel(match: Match) -> bool:
    """Return whether the table's channel was deleted.

    False for a tutorial, which never had a guild or channel.
    """
    return bool(match.places.guild) and not match.places.channel


def jump_url(match: Match) -> str:
    """Return the URL of the table's message in the channel; "" while it has none."""
    message = match.places.board or match.places.lobby
    if not message:
        return ""
    return (
        f"https://discord.com/channels/{match.places.guild or '@me'}/{match.places.home}/{message}"
    )
