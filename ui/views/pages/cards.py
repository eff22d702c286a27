"""Cards of the games, for the command `/card`. Pure functions.

- `suggestions`: autocomplete for the card's name
- `find_card`: the card that a text means, in any language
- `card_message`, `card_lines`: a card's page, and short lines for a search in the rules
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from app.model.match import UserError
from app.people.users import palette_of
from games.core.engine.game import find
from games.core.guides.rulebook import chapter, fold_case_and_accents, paragraphs, passage
from games.core.text.languages import LANGUAGES, other_language
from games.core.text.messages import Msg, listed, literal, msg
from games.core.views.closeups import CardFace
from games.core.views.scene import Scene
from ui.components import (
    MAX_ALT_CHARS,
    MAX_EMBED_CHARS,
    MAX_LABEL_CHARS,
    MAX_OPTION_CHARS,
    MAX_TITLE_CHARS,
    Button,
    Embed,
    Message,
    Row,
    cut,
    join_until_full,
)
from ui.custom_ids import NO_MATCH, TableAction, TableId, encode
from ui.i18n import Translator, escape_markup
from ui.suggestions import match_suggestion

_MAX_CHOICES = 25  # Discord's limit for autocomplete
_MAX_SIMILAR = 3  # similar names that the error for an unknown card lists
_MIN_SIMILARITY = 0.5  # of `difflib`, 0 to 1


@dataclass(frozen=True)
class CardRef:
    """Card of a game.

    `card` is the card's id in the game. `names` and `kinds` map a language to the text. The kind
    (for example the card's faction) distinguishes cards of the same name.
    """

    game: str
    card: str
    names: dict[str, str]
    kinds: dict[str, str]

    @property
    def value(self) -> str:
        """Return the autocomplete value: `<game>:<card>`."""
        return f"{self.game}:{self.card}"

    @property
    def face(self) -> CardFace:
        """Return the card's definition."""
        return find(self.game).cards[self.card]

    def labels(self, lang: str) -> tuple[str, str]:
        """Return both labels that a suggestion may have: without and with the game's name."""
        return self.label(lang, with_game=False), self.label(lang, with_game=True)

    def label(self, lang: str, *, with_game: bool) -> str:
        """Return name and kind, `Castle · Romans`; with `with_game`, also the game's name."""
        parts = [
            self.names[lang],
            self.kinds[lang],
            Translator(lang, self.game).short_name() if with_game else "",
        ]
        return cut(" · ".join(part for part in parts if part), MAX_OPTION_CHARS)


@lru_cache
def cards_of_game(game: str) -> tuple[CardRef, ...]:
    """Return all cards of a game in its own order; raises `KeyError` for an unknown game."""
    words = {lang: Translator(lang, game) for lang in LANGUAGES}

    def translated(text: Msg | None) -> dict[str, str]:
        return {
            lang: "" if text is None else translator(text) for lang, translator in words.items()
        }

    return tuple(
        CardRef(game, card, translated(face.name), translated(face.kind))
        for card, face in find(game).cards.items()
    )


def games_with_cards(games: Iterable[str]) -> list[str]:
    """Return the games among `games` that have cards, without duplicates."""
    return [game for game in dict.fromkeys(games) if find(game).cards]


def matching_cards(games: Sequence[str], lang: str, typed: str) -> list[CardRef]:
    """Return the cards of `games` whose name in any language contains the typed text.

    Names that begin with the text come first; names in `lang` come before other languages.
    """
    sought = fold_case_and_accents(typed.strip())

    def rank(card: CardRef) -> tuple[bool, bool, bool, str]:
        own = fold_case_and_accents(card.names[lang])
        begins = any(fold_case_and_accents(name).startswith(sought) for name in card.names.values())
        return (not own.startswith(sought), not begins, sought not in own, own)

    found = [
        card
        for game in games
        for card in cards_of_game(game)
        if any(sought in fold_case_and_accents(name) for name in card.names.values())
    ]
    return sorted(found, key=rank)


def suggestions(
    games: Sequence[str], lang: str, typed: str, other_games: Sequence[str] = ()
) -> list[tuple[str, str]]:
    """Return (value, label) pairs for the option `name` of `/card`, best first.

    The cards of `games` (the games of the channel's tables) come first. The cards of `other_games`
    follow if the user has typed something, or if `games` have no matching card.
    """
    several_games = len(games) > 1
    found = [
        (card.value, card.label(lang, with_game=several_games))
        for card in matching_cards(games, lang, typed)
    ]
    if typed.strip() or not found:
        others = [game for game in other_games if game not in games]
        found += [
            (card.value, card.label(lang, with_game=True))
            for card in matching_cards(others, lang, typed)
        ]
    return found[:_MAX_CHOICES]


def name_of_label(game: str, given: str) -> str:
    """Return the card's name if `given` is a whole suggestion (`Castle · Romans`).

    Otherwise `given` is returned unchanged.
    """
    labels = [
        (card.names[lang], label)
        for card in cards_of_game(game)
        for lang in LANGUAGES
        for label in card.labels(lang)
    ]
    return match_suggestion(given, labels) or given


def find_card(
    games: Sequence[str], lang: str, given: str, other_games: Sequence[str] = ()
) -> CardRef:
    """Return the card that `given` means: a suggestion's value or label, or other text.

    `games` are searched before `other_games`. If no card fits, or several do, raises `UserError`
    with similar names in the language `lang`.
    """
    others, sought = (
        [game for game in other_games if game not in games],
        fold_case_and_accents(given.strip()),
    )
    for searched in (games, others):
        for candidates in _candidates(searched, lang, given, sought):
            if len(candidates) == 1:
                return candidates[0]
            if candidates and sought:
                raise UserError(_ambiguous_card(candidates, lang, given))
    all_cards = [card for game in (*games, *others) for card in cards_of_game(game)]
    names = {
        fold_case_and_accents(name): card for card in all_cards for name in card.names.values()
    }
    similar = get_close_matches(sought, list(names), _MAX_SIMILAR, _MIN_SIMILARITY)
    raise UserError(_ambiguous_card([names[name] for name in similar], lang, given))


def _candidates(
    games: Sequence[str], lang: str, given: str, sought: str
) -> Iterator[Sequence[CardRef]]:
    """Yield lists of matching cards, best match first.

    The first list is by value or suggestion, the second by the whole name, the third by a part of
    the name. `given` is the user's text, `sought` the same text normalized.
    """
    cards = [card for game in games for card in cards_of_game(game)]
    labels = [
        (card.value, label)
        for card in cards
        for spoken in LANGUAGES
        for label in card.labels(spoken)
    ]
    value = match_suggestion(given, labels)
    yield [card for card in cards if card.value == value]
    yield [card for card in cards if sought in map(fold_case_and_accents, card.names.values())]
    yield matching_cards(games, lang, given)


def _ambiguous_card(similar: Sequence[CardRef], lang: str, given: str) -> Msg:
    """Return the message that asks which of the `similar` cards is meant.

    If `similar` is empty, return the message that no card is found. `given` is the user's text.
    """
    text = literal(escape_markup(cut(given, MAX_OPTION_CHARS // 2)))
    if not similar:
        return msg("ui.card.unknown", text=text)
    names = [f"«{card.label(lang, with_game=False)}»" for card in similar[:_MAX_SIMILAR]]
    return msg("ui.card.near", text=text, cards=listed(names, "or"))


def card_message(card_ref: CardRef, words: Translator, scene: Scene | None) -> Message:
    """Return the page of a card: name, text, rulings, and a button to the rules for its kind.

    `scene` is the card's picture, if any.
    """
    face, rulings = card_ref.face, passage(card_ref.game, words.lang, f"card-{card_ref.card}")
    lines = [
        *_chapter_text(card_ref, words),
        *(words.with_markup(line) for line in _card_text(face)),
    ]
    if rulings:
        title = words("ui.card.rulings")
        lines += ["", f"**{title}**", rulings]
    own = card_ref.names[words.lang]
    other = card_ref.names[other_language(words.lang)]
    card = Embed(
        title=cut(own, MAX_TITLE_CHARS),
        text=cut("\n".join(lines), MAX_EMBED_CHARS),
        footer="" if other == own else cut(words("ui.card.other", name=other), MAX_TITLE_CHARS),
        author=cut(
            " · ".join(part for part in (words.short_name(), card_ref.kinds[words.lang]) if part),
            MAX_TITLE_CHARS,
        ),
    )
    heading = f"{own}. {card_ref.kinds[words.lang]}".strip()
    alt = join_until_full([heading, *map(words, _card_text(face))], "", MAX_ALT_CHARS)
    return Message(embed=card, rows=_rule_row(card_ref, words), picture_source=scene, alt=alt)


def _chapter_text(card: CardRef, words: Translator) -> list[str]:
    """Return the paragraphs of the rules about a card that has no text of its own.

    The paragraphs are those of the card's chapter that name the card, or all of the chapter if none
    does. Returns an empty list for a card with a text.
    """
    card_chapter = chapter(card.game, words.lang, card.face.rule) if not card.face.text else None
    if card_chapter is None:
        return []
    all_paragraphs = paragraphs(card_chapter.text)
    return [
        paragraph
        for paragraph in all_paragraphs
        if fold_case_and_accents(card.names[words.lang]) in fold_case_and_accents(paragraph)
    ] or all_paragraphs


def _card_text(face: CardFace) -> tuple[Msg, ...]:
    """Return the card's text, with a note if this project and not the publisher wrote a part."""
    return (*face.text, msg("ui.card.ours")) if face.reconstructed else face.text


def _rule_row(card: CardRef, words: Translator) -> tuple[Row, ...]:
    """Return a row with a button to the card's chapter in the rules, if it has one."""
    card_chapter = chapter(card.game, words.lang, card.face.rule) if card.face.rule else None
    if card_chapter is None:
        return ()
    label = cut(words("ui.panel.rule", title=card_chapter.title), MAX_LABEL_CHARS)
    return (
        (
            Button(
                label.rstrip("."),
                encode(TableId(NO_MATCH, TableAction.SHOW_RULES, f"{card.game}.{card.face.rule}")),
            ),
        ),
    )


def card_lines(game: str, words: Translator, sought: str, most: int = _MAX_SIMILAR) -> list[str]:
    """Return one line per card whose name contains the text `sought`, at most `most` lines.

    Each line has the card's name and text.
    """
    cards = matching_cards([game], words.lang, sought)[:most]
    texts = [
        (
            card,
            [
                *_chapter_text(card, words)[:1],
                *(words.with_markup(line) for line in _card_text(card.face)),
            ],
        )
        for card in cards
    ]
    return [
        f"**{card.label(words.lang, with_game=False)}** {' '.join(lines)}" for card, lines in texts
    ]


def card_scene(card: CardRef, lang: str, prefs: Mapping[str, object]) -> Scene | None:
    """Return the scene of the card's picture, with the user's preferences `prefs`.

    Returns None if the card has no picture, or if the user prefers text.
    """
    if "card" not in find(card.game).pictures or not card.face.pictured or prefs.get("text"):
        return None
    return Scene(
        card.game,
        "card",
        card.face.image_id or card.card,
        (),
        lang,
        palette=palette_of(prefs),
        large=bool(prefs.get("large")),
    )
