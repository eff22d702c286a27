"""Cards by their names, in either language: what may follow a few letters, which card is meant, and how it is shown. Pure."""

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
from ui.custom_ids import NOBODY, TableId, encode
from ui.i18n import Translator, plain
from ui.suggestions import named

_MOST = 25  # Discord's limit for choices
_NEAR = 3


@dataclass(frozen=True)
class CardRef:
    """A card of a game, with its names in every language and what tells it from others of its name."""

    game: str
    card: str
    names: dict[str, str]
    kinds: dict[str, str]

    @property
    def value(self) -> str:
        """What stands for it in a choice: `<game>:<card>`."""
        return f"{self.game}:{self.card}"

    @property
    def face(self) -> CardFace:
        """What stands on it."""
        return find(self.game).cards[self.card]

    def labels(self, lang: str) -> tuple[str, str]:
        """Both labels that suggestions have."""
        return self.label(lang, alone=True), self.label(lang, alone=False)

    def label(self, lang: str, *, alone: bool) -> str:
        """`Castle · Romans`; the game's name too unless only one is meant."""
        parts = [
            self.names[lang],
            self.kinds[lang],
            "" if alone else Translator(lang, self.game).short_name(),
        ]
        return cut(" · ".join(part for part in parts if part), LINE)


@lru_cache
def titles(game: str) -> tuple[CardRef, ...]:
    """All cards of a game, in its own order; KeyError for a game that there is not."""
    words = {lang: Translator(lang, game) for lang in LANGUAGES}

    def said(what: Msg | None) -> dict[str, str]:
        return {lang: "" if what is None else one(what) for lang, one in words.items()}

    return tuple(
        CardRef(game, card, said(face.name), said(face.kind))
        for card, face in find(game).cards.items()
    )


def with_cards(games: Iterable[str]) -> list[str]:
    """Those of the games that have cards, each once."""
    return [game for game in dict.fromkeys(games) if find(game).cards]


def matching(games: Sequence[str], lang: str, typed: str) -> list[CardRef]:
    """The cards whose name contains the typed words in either language: first those that begin so, best in the reader's."""
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
    """Values and labels for the option `name`: of the games played here, then those of `also` that contain what was typed."""
    alone = len(games) == 1
    found = [(one.value, one.label(lang, alone=alone)) for one in matching(games, lang, typed)]
    if typed.strip() or not found:
        others = [game for game in also if game not in games]
        found += [
            (one.value, one.label(lang, alone=False)) for one in matching(others, lang, typed)
        ]
    return found[:_MOST]


def sought_by_label(game: str, given: str) -> str:
    """Return a card's name where the whole line of a suggestion was given (`Castle · Romans`), else what was given."""
    every = [
        (one.names[lang], label)
        for one in titles(game)
        for lang in LANGUAGES
        for label in one.labels(lang)
    ]
    return named(given, every) or given


def read(games: Sequence[str], lang: str, given: str, also: Sequence[str] = ()) -> CardRef:
    """The card that a value, the name of a suggestion or a person's own words mean: of these games before those of `also`;
    `UserError` offers the nearest names."""
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
    """Which card is meant? A few that it may be."""
    text = literal(plain(cut(given, LINE // 2)))
    if not near:
        return msg("ui.card.unknown", text=text)
    return msg(
        "ui.card.near",
        text=text,
        cards=listed([f"«{one.label(lang, alone=True)}»" for one in near[:_NEAR]], "or"),
    )


def card_message(one: CardRef, words: Translator, scene: Scene | None) -> Message:
    """A card large: its name, what it is and does, what the rules say of it alone, and the way to the chapter about its like."""
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
    """For what has no words of its own: what its chapter says of it, or all that it says where it does not name it."""
    found = chapter(one.game, words.lang, one.face.rule) if not one.face.text else None
    if found is None:
        return []
    parts = paragraphs(found.text)
    return [
        part for part in parts if strip_accents(one.names[words.lang]) in strip_accents(part)
    ] or parts


def _says(face: CardFace) -> tuple[Msg, ...]:
    """What stands on a card, and whether we had to make up a part of it."""
    return (*face.text, msg("ui.card.ours")) if face.ours else face.text


def _rule_row(one: CardRef, words: Translator) -> tuple[Row, ...]:
    """The way to the chapter, if there is one."""
    found = chapter(one.game, words.lang, one.face.rule) if one.face.rule else None
    if found is None:
        return ()
    label = cut(words("ui.panel.rule", title=found.title), LABEL)
    return (
        (
            Button(
                label.rstrip("."), encode(TableId(NOBODY, "rules", f"{one.game}.{one.face.rule}"))
            ),
        ),
    )


def card_lines(game: str, words: Translator, sought: str, most: int = _NEAR) -> list[str]:
    """Cards whose name contains what is sought in the rules, in a line each."""
    fits = matching([game], words.lang, sought)[:most]
    said = [
        (one, [*_of_chapter(one, words)[:1], *(words.rich(line) for line in _says(one.face))])
        for one in fits
    ]
    return [f"**{one.label(words.lang, alone=True)}** {' '.join(lines)}" for one, lines in said]


def card_scene(one: CardRef, lang: str, prefs: Mapping[str, object]) -> Scene | None:
    """What render draws of the card for these eyes; None where its game has no picture of cards."""
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
