"""Plain values for Discord messages and modals: text, one embed, rows of components.

Views and handlers return these values, so tests need no Discord; `ui/delivery/to_discord.py`
converts them to discord.py's objects. The functions at the end fit texts into Discord's limits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from games.core.text.messages import Msg
from games.core.views.scene import Animation, Scene

_MARKUP = re.compile(r"\\([\\*_~`|<>\[\]()#@:])|\*+|`+|~~|\|\|")
Style = Literal["blue", "green", "red", "grey"]
# maximum characters, each at most Discord's limit
(
    MAX_LABEL_CHARS,
    MAX_OPTION_CHARS,
    MAX_TITLE_CHARS,
    MAX_EMBED_CHARS,
    MAX_FOOTER_CHARS,
    MAX_PLACEHOLDER_CHARS,
    MAX_ALT_CHARS,
) = 80, 100, 256, 4000, 2048, 150, 900
MAX_BUTTONS_PER_ROW, MAX_SELECT_OPTIONS = (
    5,
    25,
)  # buttons per row and options per select: Discord's limits
MAX_ROWS = 5  # rows of components in a message: Discord's limit
MAX_MODAL_LABEL_CHARS = 45  # of a modal's title and of its fields' labels
SAFFRON = 0xD9952B  # default color of embeds
# the colors of the pieces (`render/theme.toml`)
SEAT_COLOURS = (
    0xD02216,
    0x0052B4,
    0xE3A622,
    0x579A79,
    0x774256,
    0xEFE8D7,
)


@dataclass(frozen=True)
class Button:
    """Button: with an `id` (custom_id) it sends an interaction, with a `url` it opens a page."""

    label: str
    id: str = ""
    style: Style = "grey"
    url: str = ""
    disabled: bool = False


@dataclass(frozen=True)
class SelectOption:
    """Option of a select.

    Discord allows at most 100 characters each for value, label and description.
    """

    value: str
    label: str
    description: str = ""
    chosen: bool = False


@dataclass(frozen=True)
class Select:
    """Select menu, which takes a whole row.

    With the `kind` "channels" or "roles", Discord's client lists the guild's channels or roles
    instead of `choices`. `preselected` are then the ids of the channels or roles already chosen.
    The user must choose at least `min` and at most `max` options.
    """

    id: str
    choices: tuple[SelectOption, ...]
    placeholder: str = ""
    min: int = 1
    max: int = 1
    kind: Literal["lines", "channels", "roles"] = "lines"
    preselected: tuple[int, ...] = ()


Row = tuple[Button, ...] | Select


@dataclass(frozen=True)
class Embed:
    """Embed of a message; `colour` is an RGB number.

    If `shows_picture`, the message's picture is inside the embed, where Discord's desktop client
    shows it at most 400 x 300 px large. Otherwise it is an attachment above the embed, at most 550
    x 350 px.
    """

    title: str = ""
    text: str = ""
    author: str = ""
    footer: str = ""
    colour: int = SAFFRON
    shows_picture: bool = False


@dataclass(frozen=True)
class TextAttachment:
    """Text file attached to a message."""

    name: str
    data: bytes


@dataclass(frozen=True)
class PanelRef:
    """Which panel a message shows; needed to update the message later.

    - `match`: the match's code
    - `is_waiting`: the panel asks nothing, because other players must move
    - `shows_hand`: the panel shows the *My hand* page
    - `seat`, `decision`: the seat whose choice the panel shows, and the number of its question
    - `version`: how often that choice was stored (`Panel.written`)
    - `committed_move`: the move that the panel reports as just made
    """

    match: str
    is_waiting: bool
    shows_hand: bool
    seat: int | None = None
    decision: int = 0
    version: int = 0
    committed_move: Msg | None = None


@dataclass(frozen=True)
class Message:
    """Message to send, or new content for an existing message.

    - `embed`: its embed
    - `rows`: its components
    - `picture_source`: the scene of the picture, which is still to be rendered; `alt` is its alt
      text
    - `pings`: ids of the only users whom its mentions notify
    - `silent`: it makes no notification sound (Discord's SUPPRESS_NOTIFICATIONS)
    - `attachment`: a text file to attach
    - `panel`: set if the message shows a panel
    - `lobby_options`: if the message shows the options of a lobby, the id of its match
    - `wait_footer`: footer that is shown while rendering the picture takes long
    - `picture_failed`: rendering the picture failed; a later try may succeed
    - `wordy`: the message to show if there is no picture: its text also says what the picture would
      show; None if the same text will do
    """

    content: str = ""
    embed: Embed | None = None
    rows: tuple[Row, ...] = ()
    picture_source: Scene | Animation | None = None
    alt: str = ""
    wait_footer: str = ""
    pings: tuple[int, ...] = ()
    silent: bool = False
    attachment: TextAttachment | None = None
    panel: PanelRef | None = None
    lobby_options: str = ""
    picture_failed: bool = False
    wordy: Message | None = None

    def without_picture(self, *, picture_failed: bool = False) -> Message:
        """Return the message to show without the picture: `wordy` if there is one.

        `picture_failed` is True if rendering failed and a later try may succeed; the result stores
        it.
        """
        base = self.wordy or self
        card = replace(base.embed, shows_picture=False) if base.embed else None
        return replace(
            base,
            content=self.content,
            embed=card,
            picture_source=None,
            picture_failed=picture_failed,
        )

    def with_last_button(self, button: Button) -> Message:
        """Return the message with one more button at the end, if there is room."""
        wordy = self.wordy.with_last_button(button) if self.wordy else None
        return replace(self, rows=append_at_end(self.rows, button), wordy=wordy)


@dataclass(frozen=True)
class ModalField:
    """Field of a modal: a text input, or a select if it has `choices`.

    `value` is the text that is filled in already, and `max_chars` how much may be typed. With
    `paragraph`, the text input has several lines.
    """

    id: str
    label: str
    value: str = ""
    choices: tuple[SelectOption, ...] = ()
    placeholder: str = ""
    max_chars: int = 100
    paragraph: bool = False


@dataclass(frozen=True)
class Modal:
    """Modal with at most five fields."""

    id: str
    title: str
    fields: tuple[ModalField, ...] = field(default=())


def append_at_end(rows: tuple[Row, ...], button: Button) -> tuple[Row, ...]:
    """Return the rows with one more button, in a new row if the last one is full.

    If no new row is possible, the rows are returned unchanged.
    """
    button = replace(button, label=cut(button.label, MAX_LABEL_CHARS))
    last = rows[-1] if rows else None
    if isinstance(last, tuple) and len(last) < MAX_BUTTONS_PER_ROW:
        return (*rows[:-1], (*last, button))
    return (*rows, (button,)) if len(rows) < MAX_ROWS else rows


def append_button(rows: tuple[Row, ...], button: Button) -> tuple[Row, ...]:
    """Return the rows with one more button, or unchanged if there is no room at all.

    The button is added to the last row if there is room, else in a new row, else to the last row
    that has room.
    """
    appended = append_at_end(rows, button)
    if appended != rows:
        return appended
    for index in reversed(range(len(rows))):
        row = rows[index]
        if isinstance(row, tuple) and len(row) < MAX_BUTTONS_PER_ROW:
            return (*rows[:index], (*row, button), *rows[index + 1 :])
    return rows


def cut(text: str, limit: int) -> str:
    """Return `text` with at most `limit` characters; a shortened text ends in an ellipsis."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def strip_markup(text: str) -> str:
    """Strip Discord's markup from a text, for alt texts.

    Of an escaped character, only the backslash is removed.
    """
    return _MARKUP.sub(lambda found: found[1] or "", text)


def fit_lines(head: Sequence[str], others: Sequence[str], limit: int) -> list[str]:
    """Return the lines of `head`, then all of `others`, in at most `limit` characters.

    If `head` needs more than half of the limit, lines at its end are left out, even if `others` are
    short. If the text is still too long, the longest lines of `others` are cut to one common
    length. Each line counts one character more than its text, for the line break.
    """
    kept_head, half_limit = list(head), limit // 2
    while kept_head and sum(len(line) + 1 for line in kept_head) > half_limit:
        kept_head.pop()
    characters_left, shortened_others = (
        limit - sum(len(line) + 1 for line in kept_head),
        dict[int, str](),
    )
    # shortest first: longer lines then share the room that a short line does not need
    for count_done, index in enumerate(
        sorted(range(len(others)), key=lambda index: len(others[index]))
    ):
        shortened_others[index] = cut(
            others[index], max(1, characters_left // (len(others) - count_done) - 1)
        )
        characters_left -= len(shortened_others[index]) + 1
    return [*kept_head, *(shortened_others[index] for index in range(len(others)))]


def join_until_full(sentences: Iterable[str], last: str, limit: int) -> str:
    """Join as many whole sentences as fit into `limit` characters, and append `last`.

    `last` is a sentence that tells the user where to read more; `limit` includes it.
    """
    text, room = "", limit - len(last) - 1
    for sentence in sentences:
        if len(text) + len(sentence) + 1 > room:
            break
        text += f" {sentence}" if text else sentence
    return f"{text} {last}".strip()


def paragraphs(lines: Iterable[str], limit: int = MAX_EMBED_CHARS) -> list[str]:
    """Join lines into texts of at most `limit` characters, split between lines.

    A longer line is split between words. Returns at least one text, which may be empty.
    """
    texts = [""]
    for line in lines:
        for piece in _pieces(line, limit):
            if texts[-1] and len(texts[-1]) + len(piece) + 1 > limit:
                texts.append(piece)
            else:
                texts[-1] += f"\n{piece}" if texts[-1] else piece
    return texts


def _pieces(line: str, limit: int) -> Iterable[str]:
    while len(line) > limit:
        split_at = line.rfind(" ", 1, limit)
        split_at = split_at if split_at > 0 else limit
        yield line[:split_at]
        line = line[split_at:].lstrip()
    yield line


def colour_of(seat: int | None) -> int:
    """Return the embed color of a seat; the default color for None."""
    return SAFFRON if seat is None else SEAT_COLOURS[seat % len(SEAT_COLOURS)]
