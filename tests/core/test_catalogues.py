"""Every catalogue can be translated: same keys and placeholders, plural forms, tools read it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from translate.misc.multistring import multistring
from translate.storage.toml import GoI18nTOMLFile

from games.core.text.i18n import MessageCatalogue, flattened
from games.core.text.languages import (
    DECLARED,
    LANGUAGES,
    PLURAL_CATEGORIES,
    plural_forms,
)
from games.core.text.messages import listed, literal, msg
from tools import catalogues

ROOT = Path(__file__).parents[2]
BUTTON = 25  # characters
EN = "en.toml"
FILES = [path for folder in catalogues.folders() for path in sorted(folder.glob("*.toml"))]
every_file = pytest.mark.parametrize(
    "path", FILES, ids=[str(path.relative_to(ROOT)) for path in FILES]
)


def texts_of(path: Path) -> dict[str, Any]:
    return catalogues.texts_of(path)


def forms_of(text: Any) -> dict[str, str]:
    return dict(text) if isinstance(text, Mapping) else {"other": text}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_each_complete_language_has_every_file() -> None:
    complete = {f"{code}.toml" for code, one in DECLARED.items() if not one.beta}
    for folder in catalogues.folders():
        there = {path.name for path in folder.glob("*.toml")}
        assert complete <= there <= {f"{code}.toml" for code in LANGUAGES}, folder


@every_file
def test_keys_and_placeholders_are_those_of_english(path: Path) -> None:
    own, english = texts_of(path), texts_of(path.with_name(EN))
    assert own.keys() <= english.keys()
    assert DECLARED[path.stem].beta or own.keys() == english.keys()
    for key, text in own.items():
        assert isinstance(text, Mapping) == isinstance(english[key], Mapping), key
        named = [placeholders(one) for one in forms_of(text).values()]
        known = set[str]().union(*map(placeholders, forms_of(english[key]).values()))
        assert set[str]().union(*named) == known, key
        # forms for one number may leave the number out: "one day"
        assert all(known - names <= {"n"} or len(named) > 1 for names in named), key


@every_file
def test_every_plural_form_of_the_language_is_there_and_no_other(path: Path) -> None:
    needed = plural_forms(path.stem)
    for key, text in texts_of(path).items():
        assert not isinstance(text, Mapping) or set(text) == needed, key


@every_file
def test_no_table_is_read_as_plural_forms_by_accident(path: Path) -> None:
    def check(table: Mapping[str, Any], name: str) -> None:
        inner = {key: one for key, one in table.items() if isinstance(one, Mapping)}
        assert (
            inner.keys() == table.keys()
            or not table.keys() <= PLURAL_CATEGORIES
            or ("other" in table)
        ), name
        for key, one in inner.items():
            check(one, f"{name}.{key}")

    check(tomllib.loads(path.read_text("utf-8")), path.stem)


@every_file
def test_translation_tools_read_each_text(path: Path) -> None:
    store = GoI18nTOMLFile(path.read_bytes())
    read = {
        unit.getid(): unit.target.strings if isinstance(unit.target, multistring) else unit.target
        for unit in store.units
    }
    own = {
        key: [text[form] for form in catalogues.FORMS if form in text]
        if isinstance(text, Mapping)
        else text
        for key, text in texts_of(path).items()
    }
    assert read == own


@every_file
def test_what_a_translation_tool_writes_has_the_same_texts_and_is_given_its_layout_back(
    path: Path,
) -> None:
    store = GoI18nTOMLFile(path.read_bytes())
    store.settargetlanguage(path.stem.replace("-", "_"))
    written = dict(flattened(tomllib.loads(bytes(store).decode("utf-8"))))
    assert written == texts_of(path)
    if path.name != EN:
        english = path.with_name(EN).read_text("utf-8")
        assert catalogues.rewritten(english, written, path.stem) == path.read_text("utf-8")


def test_the_layout_refuses_what_it_would_lose_and_adds_plural_forms() -> None:
    english = '# why\n[a]\n# n: coins\ncoin = { one = "{n} coin", other = "{n} coins" }\nb = "b"\n'
    coin = {"one": "{n} moeda", "other": "{n} moedas"}
    assert catalogues.rewritten(english, {"a.coin": coin}, "pt-BR") == (
        '[a]\ncoin = { one = "{n} moeda", many = "{n} moedas", other = "{n} moedas" }\n'
    )
    with pytest.raises(ValueError, match=r"not in en\.toml: a\.c"):
        catalogues.rewritten(english, {"a.c": "x"}, "pt-BR")


@pytest.mark.parametrize("path", [one for one in FILES if one.parts[-3] == "ui"], ids=str)
def test_buttons_are_short(path: Path) -> None:
    texts = texts_of(path)
    keys = [key for key in texts if re.fullmatch(r"ui\.(board|panel|me\.switch)\.\w+", key)]
    english = texts_of(path.with_name(EN))
    short = [key for key in keys if len(str(english[key])) <= BUTTON]
    assert [(key, texts[key]) for key in short if len(str(texts[key])) > BUTTON] == []


# ---- a language of which a part is translated

STUB = {
    "en": '[shop]\ncoin = { one = "{n} coin", other = "{n} coins" }\nrival = "the rival"\n'
    'buy = "You buy {what} from {who}."\nsell = "You sell {what}."\n',
    "pt-BR": '[shop]\ncoin = { one = "{n} moeda", many = "{n} moedas", other = "{n} moedas" }\n'
    'rival = "o rival"\nsell = ""\nbuy = "Compras {what} de {who}."\n',
}


@pytest.fixture
def portuguese(tmp_path: Path) -> MessageCatalogue:
    (tmp_path / "none").mkdir()
    (tmp_path / "none" / EN).write_text('[other]\nday = "a day"\n', "utf-8")
    for lang, text in STUB.items():
        (tmp_path / f"{lang}.toml").write_text(text, "utf-8")
    return MessageCatalogue.load("pt-BR", [tmp_path, tmp_path / "none"])


def test_english_stands_in_for_each_missing_text(portuguese: MessageCatalogue) -> None:
    words = portuguese
    assert words.say(msg("other.day")) == "a day"
    assert words.say(msg("shop.sell", what=msg("shop.coin", n=2))) == "You sell 2 coins."
    bought = msg("shop.buy", what=msg("shop.coin", n=2), who=msg("shop.rival"))
    assert words.say(bought) == "Compras 2 moedas do rival."
    assert words.has("shop.sell")
    assert "shop.sell" not in words.own
    with pytest.raises(KeyError):
        words.say(msg("shop.steal"))


@pytest.mark.parametrize(("n", "said"), [(0, "0 moeda"), (1, "1 moeda"), (2, "2 moedas")])
def test_zero_is_singular_in_portuguese(portuguese: MessageCatalogue, n: int, said: str) -> None:
    assert portuguese.say(msg("shop.coin", n=n)) == said


@pytest.mark.parametrize(("word", "said"), [("and", "a, b e c"), ("or", "a, b ou c")])
def test_lists_are_joined_by_the_words_of_the_language(
    portuguese: MessageCatalogue, word: str, said: str
) -> None:
    assert portuguese.say(listed([literal(one) for one in "abc"], word)) == said


def test_a_text_written_as_a_table_with_other_alone_is_a_text() -> None:
    assert dict(flattened({"a": {"b": {"other": "x"}}})) == {"a.b": "x"}
