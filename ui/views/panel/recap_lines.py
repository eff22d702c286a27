"""What happened since the user's last move, in lines that fit a phone above the question.

A panel with a picture and many buttons has room for two or three lines of text. The recap has
several forms: a list, a paragraph, a paragraph in which the moves of rivals are cut short, and one
with fewer of them. The panel shows the longest form that fits. What the reader lost is never cut,
and of a rival's move more than the name must be left. Pure functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import NamedTuple

from app.log.log_page import Recap
from games.core.text.messages import Msg
from ui.components import Message, Row
from ui.i18n import Translator, escape_markup

# estimates of a phone's heights, in pixels: the screen between the app's bars, the line with the
# sender's name, the picture, a row of components, the parts of an embed
_SCREEN_PX, _SENDER_PX, _PICTURE_PX = 700, 37, 245
_COLUMN_PX, _TOUCH_PX, _ABOVE_ROW_PX = 320, 44, 8
_BUTTON_PX, _BUTTON_GAP_PX, _LETTER_PX = 22, 7, 8  # padding, gap, width of a letter
_EMBED_PX, _GAP_PX, _TITLE_PX, _LINE_PX, _SMALL_PX, _FOOTER_PX = 29, 6, 26, 23.2, 20.4, 21
_CONTENT_PX = 24  # line above the picture in a private message
# characters in a line on a phone; of these, the second is the number for small text
_LINE_CHARS, SMALL_CHARS, _TITLE_CHARS = 40, 46, 30
# characters that are left of a rival's move, without its name; fewer would not say what was taken
_CUTS = (60, 45, 38)
_LEAST = _CUTS[-1]
SMALL = "-# "  # Discord's markdown for small text


class RecapText(NamedTuple):
    """Lines of a recap.

    `has_more` says whether the lines leave something out, `is_cut` whether they cut a sentence.
    """

    lines: list[str]
    has_more: bool = False
    is_cut: bool = False


NO_RECAP = RecapText([])


def text_px(lines: list[str]) -> float:
    """Return the estimated height of lines of an embed's text on a phone."""
    return sum(_line_px(part) for line in lines for part in line.split("\n"))


def _line_px(line: str) -> float:
    plain = line.replace("**", "")
    if plain.startswith(SMALL):
        return _SMALL_PX * max(1, len(wrap(plain[len(SMALL) :], SMALL_CHARS)))
    return _LINE_PX * max(1, len(wrap(plain, _LINE_CHARS)))


def _row_px(row: Row) -> float:
    """Return the estimated height of a row, whose buttons a phone wraps into lines."""
    lines, used = 1, 0.0
    for button in row if isinstance(row, tuple) else ():
        width = max(_TOUCH_PX, _BUTTON_PX + _LETTER_PX * len(button.label))
        if used and used + width > _COLUMN_PX:
            lines, used = lines + 1, 0.0
        used += width + _BUTTON_GAP_PX
    return _ABOVE_ROW_PX + lines * _TOUCH_PX + (lines - 1) * _BUTTON_GAP_PX


def room_px(message: Message) -> float:
    """Return how many pixels of a phone's screen are left below a panel's message.

    The estimate includes the panel's picture. The number is negative if the message does not fit.
    """
    used: float = _SENDER_PX + _PICTURE_PX + (_CONTENT_PX if message.content else 0)
    used += sum(map(_row_px, message.rows))
    if (embed := message.embed) is not None:
        text = embed.text.strip("\n")
        used += _EMBED_PX + _TITLE_PX * len(wrap(embed.title, _TITLE_CHARS))
        used += _GAP_PX + (text_px([text]) if text else 0.0)
        used += (_GAP_PX + _FOOTER_PX) * bool(embed.footer) + (_GAP_PX + 19) * bool(embed.author)
    return _SCREEN_PX - used


def has_recap(recap: Recap | None) -> bool:
    """Return whether the recap has news that the user's panel has not shown yet."""
    return recap is not None and recap.has_news and bool(recap.short)


def recap_forms(
    recap: Recap | None, words: Translator, *, with_omitted: bool
) -> Iterator[RecapText]:
    """Yield the forms of a recap from the longest to the shortest; nothing if there is no news.

    With `with_omitted`, the forms that have a title say how many sentences they leave out.
    """
    if recap is None or not has_recap(recap):
        return
    for chosen in (recap.short, *reversed(recap.shorter)):
        yield _listed(recap, chosen, words, with_omitted=with_omitted)
    shortest = (*recap.shorter, recap.short)[0]
    for max_chars in (None, *_CUTS):
        yield _paragraph(recap, shortest, words, max_chars, with_omitted=with_omitted)
    yield _bare(recap, shortest, words, _LEAST, small=False)
    yield _bare(recap, shortest, words, _LEAST, small=True)
    for fewer in _fewer(recap, shortest, words):
        yield _bare(recap, fewer, words, None, small=True)
        yield _bare(recap, fewer, words, _LEAST, small=True)


def _fewer(recap: Recap, chosen: tuple[Msg, ...], words: Translator) -> Iterator[tuple[Msg, ...]]:
    """Yield the sentences `chosen` without the oldest move, without the oldest two and so on.

    Sentences that do not begin with a player's name, such as those about the end of the game, and
    what the reader lost are never left out. One sentence stays.
    """
    names = tuple(escape_markup(words.seat(seat)) for seat in range(len(words.names)))
    moves = [
        one
        for one in chosen
        if one not in recap.losses and words.with_markup(one).startswith(names)
    ]
    for count in range(1, len(moves) + 1):
        if rest := tuple(one for one in chosen if one not in moves[:count]):
            yield rest


def _title(recap: Recap, words: Translator) -> str:
    return words("ui.since.title", t=words.elapsed_suffix(recap.elapsed))


def _omitted(recap: Recap, chosen: tuple[Msg, ...]) -> int:
    return recap.omitted + len(recap.short) - len(chosen)


def _listed(
    recap: Recap, chosen: tuple[Msg, ...], words: Translator, *, with_omitted: bool
) -> RecapText:
    omitted = _omitted(recap, chosen)
    lines = [
        _title(recap, words),
        *(f"• {words.with_markup(sentence)}" for sentence in chosen),
        *([words("ui.since.more", n=omitted)] if omitted and with_omitted else []),
        "",
    ]
    return RecapText(lines, omitted > 0)


def _paragraph(
    recap: Recap,
    chosen: tuple[Msg, ...],
    words: Translator,
    max_chars: int | None,
    *,
    with_omitted: bool,
) -> RecapText:
    """Return the recap as one paragraph: the reader's losses, then the others in small text.

    `chosen` and `max_chars` are as in `_recap_texts`.
    """
    omitted, title = _omitted(recap, chosen), _title(recap, words)
    losses, others, is_cut = _recap_texts(recap, chosen, words, max_chars)
    if omitted and with_omitted:
        others.append(words("ui.since.more", n=omitted))
    lines = [f"{title} {losses}"] if losses else []
    if others:
        lines.append(f"{SMALL}{'' if losses else f'{title} '}{' · '.join(others)}")
    return RecapText(lines, omitted > 0 or is_cut, is_cut)


def _bare(
    recap: Recap, chosen: tuple[Msg, ...], words: Translator, max_chars: int | None, *, small: bool
) -> RecapText:
    """Return the sentences alone: no title, and no number of omitted sentences.

    With `small`, the reader's losses are in small text too. `chosen` and `max_chars` are as in
    `_recap_texts`.
    """
    losses, others, _ = _recap_texts(recap, chosen, words, max_chars)
    if small:
        return RecapText(
            [SMALL + " · ".join([*([losses] if losses else []), *others])],
            has_more=True,
            is_cut=True,
        )
    lines = [*([losses] if losses else []), *([SMALL + " · ".join(others)] if others else [])]
    return RecapText(lines, has_more=True, is_cut=True)


def _recap_texts(
    recap: Recap, chosen: tuple[Msg, ...], words: Translator, max_chars: int | None
) -> tuple[str, list[str], bool]:
    """Return the reader's losses, the other sentences, and whether any other is cut.

    `chosen` are the sentences to show. Those that tell what the reader lost are joined to one text.
    The others lose their full stops, and `_cut_move` cuts each to `max_chars` characters (None: not
    cut).
    """
    losses = " ".join(words.with_markup(one) for one in chosen if one in recap.losses)
    whole = [words.with_markup(one) for one in chosen if one not in recap.losses]
    others = [_cut_move(one, words, max_chars) for one in whole]
    return losses, [one.rstrip(".") for one in others], others != whole


def _cut_move(sentence: str, words: Translator, max_chars: int | None) -> str:
    """Return the sentence, cut if it begins with a seat's name.

    At most `max_chars` characters are left after the name (None: not cut). Other sentences stay
    whole, because the names in them may be what matters.
    """
    names = (escape_markup(words.seat(seat)) for seat in range(len(words.names)))
    name = next((name for name in names if sentence.startswith(name)), "")
    rest = sentence[len(name) :]
    if max_chars is None or not name or len(rest) <= max_chars + 2:
        return sentence
    kept = rest[: rest.rfind(" ", 0, max_chars + 1)].rstrip(" ,;:.(·")
    if kept.count("**") % 2:
        kept += "**"
    return f"{name}{kept}…"
