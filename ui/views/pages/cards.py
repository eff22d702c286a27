"""Cards by name in any language: suggestions, lookup and display. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from app.model.match import UserError
from app.people.users import palette_of
from games.core.engine.game import find
from games.core.guides.rulebook import chapter, paragraphs, passage, strip_accents
from games.core.text.i18n import LANGUAGES
from games.core.text.messages import Msg, listed, literal, msg
from games.core.views.closeups import CardFace
from games.core.views.scene import Scene
from ui.components import ALT, BODY, LABEL, LINE, TITLE, Button, Embed, Message, Row, cut, filled
from ui.custom_ids import NOBODY, TableAction, TableId, encode
from ui.i18n import Translator, plain
from ui.suggestions import named

_MOST = 25  # Discord's limit for choices
_NEAR = 3


@dataclass(frozen=True)
class CardRef:
    """Card of a game, with its names by language and what distinguishes cards of one name."""

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
        """Return both labels that suggestions may have."""
        return self.label(lang, alone=True), self.label(lang, alone=False)

    def label(self, lang: str, *, alone: bool) -> str:
        """Return `Castle · Romans`, with the game's name unless there is only one game."""
        parts = [
            self.names[lang],
            self.kinds[lang],
            "" if alone else Translator(lang, self.game).short_name(),
        ]
        return cut(" · ".join(part for part in parts if part), LINE)


@lru_cache
def titles(game: str) -> tuple[CardRef, ...]:
    """Return all cards of a game in its own order; KeyError for an unknown game."""
    words = {lang: Translator(lang, game) for lang in LANGUAGES}

    def said(what: Msg | None) -> dict[str, str]:
        return {lang: "" if what is None else one(what) for lang, one in words.items()}

    return tuple(
        CardRef(game, card, said(face.name), said(face.kind))
        for card, face in find(game).cards.items()
    )


def with_cards(games: Iterable[str]) -> list[str]:
    """Return the games that have cards, each once."""
    return [game for game in dict.fromkeys(games) if find(game).cards]


def matching(games: Sequence[str], lang: str, typed: str) -> list[CardRef]:
    """Return the cards whose name in some language contains the text.

    Names that begin with it come first, and names in the user's language.
    """
    sought = strip_accents(typed.strip())

    def order(one: CardRef) -> tuple[bool, bool, bool, str]:
        own = strip_accents(one.names[lang])
        begins = any(strip_accents(name).startswith(sought) for name in one.names.values())
        return (not own.startswith(sought), not begins, sought not in own, own)

    found = [
        one
        for game in games
        for one in titles(game)
        if any(sought in strip_accents(name) for name in one.names.values())
    ]
    return sorted(found, key=order)


def suggestions(
    games: Sequence[str], lang: str, typed: str, also: Sequence[str] = ()
) -> list[tuple[str, str]]:
    """Return values and labels for the option `name`: the games played here, then `also`."""
    alone = len(games) == 1
    found = [(one.value, one.label(lang, alone=alone)) for one in matching(games, lang, typed)]
    if typed.strip() or not found:
        others = [game for game in also if game not in games]
        found += [
            (one.value, one.label(lang, alone=False)) for one in matching(others, lang, typed)
        ]
    return found[:_MOST]


def sought_by_label(game: str, given: str) -> str:
    """Return a card's name if a whole suggestion was given (`Castle · Romans`), else the text."""
    every = [
        (one.names[lang], label)
        for one in titles(game)
        for lang in LANGUAGES
        for label in one.labels(lang)
    ]
    return named(given, every) or given


def read(games: Sequence[str], lang: str, given: str, also: Sequence[str] = ()) -> CardRef:
    """Return the card meant by a value, a suggestion's label or typed text.

    `games` are searched before `also`. Raises `UserError` with the nearest names.
    """
    others, sought = [game for game in also if game not in games], strip_accents(given.strip())
    for some in (games, others):
        for fits in _candidates(some, lang, given, sought):
            if len(fits) == 1:
                return fits[0]
            if fits and sought:
                raise UserError(_which(fits, lang, given))
    every = [one for game in (*games, *others) for one in titles(game)]
    names = {strip_accents(name): one for one in every for name in one.names.values()}
    near = get_close_matches(sought, list(names), _NEAR, 0.5)
    raise UserError(_which([names[name] for name in near], lang, given))


def _candidates(
    games: Sequence[str], lang: str, given: str, sought: str
) -> Iterator[Sequence[CardRef]]:
    """Yield the cards that fit: by value or suggestion, by their whole name, by a part of it."""
    here = [one for game in games for one in titles(game)]
    labels = [
        (one.value, label) for one in here for spoken in LANGUAGES for label in one.labels(spoken)
    ]
    value = named(given, labels)
    yield [one for one in here if one.value == value]
    yield [one for one in here if sought in map(strip_accents, one.names.values())]
    yield matching(games, lang, given)


def _which(near: Sequence[CardRef], lang: str, given: str) -> Msg:
    """Return the question which card is meant, with a few candidates."""
    text = literal(plain(cut(given, LINE // 2)))
    if not near:
        return msg("ui.card.unknown", text=text)
    return msg(
        "ui.card.near",
        text=text,
        cards=listed([f"«{one.label(lang, alone=True)}»" for one in near[:_NEAR]], "or"),
    )


def card_message(one: CardRef, words: Translator, scene: Scene | None) -> Message:
    """Return a large card: name, text, rulings, and a button to the rules about its kind."""
    face, said = one.face, passage(one.game, words.lang, f"card-{one.card}")
    lines = [*_of_chapter(one, words), *(words.rich(line) for line in _says(face))]
    if said:
        title = words("ui.card.rulings")
        lines += ["", f"**{title}**", said]
    own = one.names[words.lang]
    other = next(name for lang, name in one.names.items() if lang != words.lang)
    card = Embed(
        title=cut(own, TITLE),
        text=cut("\n".join(lines), BODY),
        footer="" if other == own else cut(words("ui.card.other", name=other), TITLE),
        author=cut(
            " · ".join(part for part in (words.short_name(), one.kinds[words.lang]) if part), TITLE
        ),
        picture=scene is not None,
    )
    alt = filled([f"{own}. {one.kinds[words.lang]}".strip(), *map(words, _says(face))], "", ALT)
    return Message(card=card, rows=_rule_row(one, words), scene=scene, alt=alt)


def _of_chapter(one: CardRef, words: Translator) -> list[str]:
    """Return the chapter's text about a card without a text of its own.

    If no paragraph names the card, all paragraphs.
    """
    found = chapter(one.game, words.lang, one.face.rule) if not one.face.text else None
    if found is None:
        return []
    parts = paragraphs(found.text)
    return [
        part for part in parts if strip_accents(one.names[words.lang]) in strip_accents(part)
    ] or parts


def _says(face: CardFace) -> tuple[Msg, ...]:
    """Return the card's text, with a note if the project had to write a part of it."""
    return (*face.text, msg("ui.card.ours")) if face.ours else face.text


def _rule_row(one: CardRef, words: Translator) -> tuple[Row, ...]:
    """Return a button to the card's chapter, if there is one."""
    found = chapter(one.game, words.lang, one.face.rule) if one.face.rule else None
    if found is None:
        return ()
    label = cut(words("ui.panel.rule", title=found.title), LABEL)
    return (
        (
            Button(
                label.rstrip("."),
                encode(TableId(NOBODY, TableAction.SHOW_RULES, f"{one.game}.{one.face.rule}")),
            ),
        ),
    )


def card_lines(game: str, words: Translator, sought: str, most: int = _NEAR) -> list[str]:
    """Return one line for each card whose name contains the text searched in the rules."""
    fits = matching([game], words.lang, sought)[:most]
    said = [
        (one, [*_of_chapter(one, words)[:1], *(words.rich(line) for line in _says(one.face))])
        for one in fits
    ]
    return [f"**{one.label(words.lang, alone=True)}** {' '.join(lines)}" for one, lines in said]


def card_scene(one: CardRef, lang: str, prefs: Mapping[str, object]) -> Scene | None:
    """Return the card's scene; None without a picture of it or for users who prefer text."""
    if "card" not in find(one.game).pictures or not one.face.pictured or prefs.get("text"):
        return None
    return Scene(
        one.game,
        "card",
        one.face.drawn or one.card,
        (),
        lang,
        palette=palette_of(prefs),
        large=bool(prefs.get("large")),
    )
