"""A message before it is Discord's: text, one card, rows of controls. Plain values, to be tested without Discord."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from games.core.text.messages import Msg
from games.core.views.scene import Animation, Scene

_MARKUP = re.compile(r"\\([\\*_~`|<>\[\]()#@:])|\*+|`+|~~|\|\|")
Style = Literal["blue", "green", "red", "grey"]
LABEL, LINE, TITLE, BODY, FOOT, NOTE, ALT = 80, 100, 256, 4000, 2048, 150, 900
IN_ROW, IN_MENU = 5, 25  # buttons of a row, lines of a menu: Discord takes no more
SAFFRON = 0xD9952B
SEAT_COLOURS = (
    0xD02216,
    0x0052B4,
    0xE3A622,
    0x579A79,
    0x774256,
    0xEFE8D7,
)  # as on the pieces (`render/theme.toml`)


@dataclass(frozen=True)
class Button:
    """A button: with an `id` it comes back to us, with a `url` it opens a page."""

    label: str
    id: str = ""
    style: Style = "grey"
    url: str = ""
    off: bool = False


@dataclass(frozen=True)
class SelectOption:
    """One line of a menu; Discord takes at most 100 characters of each of its three texts."""

    value: str
    label: str
    note: str = ""
    chosen: bool = False


@dataclass(frozen=True)
class Select:
    """A drop-down list; it fills a row by itself. Of `channels` or `roles` Discord lists those of the server itself: those of
    `ids` are chosen."""

    id: str
    choices: tuple[SelectOption, ...]
    hint: str = ""
    min: int = 1
    max: int = 1
    of: Literal["lines", "channels", "roles"] = "lines"
    ids: tuple[int, ...] = ()


Row = tuple[Button, ...] | Select


@dataclass(frozen=True)
class Embed:
    """An embed. `picture` says whether the message's picture stands in it."""

    title: str = ""
    text: str = ""
    author: str = ""
    footer: str = ""
    colour: int = SAFFRON
    picture: bool = False


@dataclass(frozen=True)
class TextAttachment:
    """A file of text that goes with a message."""

    name: str
    data: bytes


@dataclass(frozen=True)
class PanelRef:
    """Whose choosing panel a message is: of this match, on *My hand* or not; it `rests` while the table waits for others. It
    shows the `seat`'s choice for this `decision` as `written` (`Panel.written`), and what has just been `saved`."""

    match: str
    rests: bool
    hand: bool
    seat: int | None = None
    decision: int = 0
    written: int = 0
    saved: Msg | None = None


@dataclass(frozen=True)
class Message:
    """What is shown. `scene` is the picture still to be drawn and `alt` its words; `pings` are the only users whom it notifies,
    and a `silent` one makes no sound for anybody (Discord's SUPPRESS_NOTIFICATIONS);
    `panel` says that it is a choosing panel; `wait` is said below it while its picture takes long; `undrawn` that its picture
    could not be drawn just now, and may be later."""

    content: str = ""
    card: Embed | None = None
    rows: tuple[Row, ...] = ()
    scene: Scene | Animation | None = None
    alt: str = ""
    wait: str = ""
    pings: tuple[int, ...] = ()
    silent: bool = False
    paper: TextAttachment | None = None
    panel: PanelRef | None = None
    undrawn: bool = False

    def without_picture(self, *, undrawn: bool = False) -> Message:
        """The same message, its words only."""
        card = replace(self.card, picture=False) if self.card else None
        return replace(self, card=card, scene=None, undrawn=undrawn)


@dataclass(frozen=True)
class ModalField:
    """One field of a form that pops up: a line to write in, or a menu when it has `choices`."""

    id: str
    label: str
    value: str = ""
    choices: tuple[SelectOption, ...] = ()
    hint: str = ""


@dataclass(frozen=True)
class Modal:
    """A modal: at most five fields."""

    id: str
    title: str
    entries: tuple[ModalField, ...] = field(default=())


def cut(text: str, limit: int) -> str:
    """`text`, at most `limit` characters long; what is cut ends in an ellipsis."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def bare(text: str) -> str:
    """Strip Discord's markup from a text, for alt texts: escaped characters stay."""
    return _MARKUP.sub(lambda found: found[1] or "", text)


def evenly(head: Sequence[str], others: Sequence[str], limit: int) -> list[str]:
    """Fit all `others` into the limit, after as much of `head` as leaves them half of it.

    Where the others are too long together, the longest of them are cut to the same length.
    """
    kept, least = list(head), limit // 2
    while kept and sum(len(one) + 1 for one in kept) > least:
        kept.pop()
    room, cuts = limit - sum(len(one) + 1 for one in kept), dict[int, str]()
    for left, at in enumerate(sorted(range(len(others)), key=lambda at: len(others[at]))):
        cuts[at] = cut(others[at], max(1, room // (len(others) - left) - 1))
        room -= len(cuts[at]) + 1
    return [*kept, *(cuts[at] for at in range(len(others)))]


def filled(sentences: Iterable[str], last: str, limit: int) -> str:
    """As many sentences as fit whole, in order, and `last`, which says where the rest stands: nothing ends in the middle."""
    text, room = "", limit - len(last) - 1
    for one in sentences:
        if len(text) + len(one) + 1 > room:
            break
        text += f" {one}" if text else one
    return f"{text} {last}".strip()


def paragraphs(lines: Iterable[str], limit: int = BODY) -> list[str]:
    """Lines as texts of at most `limit` characters each, broken between lines, a longer line between words. One at least, which
    may be empty."""
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
        at = line.rfind(" ", 1, limit)
        at = at if at > 0 else limit
        yield line[:at]
        line = line[at:].lstrip()
    yield line


def colour_of(seat: int | None) -> int:
    """The colour of a seat; saffron for everybody and nobody."""
    return SAFFRON if seat is None else SEAT_COLOURS[seat % len(SEAT_COLOURS)]
