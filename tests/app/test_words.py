"""Messages of the app: complete in both languages, none unused."""

import re
from pathlib import Path
from typing import get_args

from app.app import catalogue, text_folder
from app.model.match import Status
from app.model.time_control import PACES
from app.model.votes import VoteKind
from games.core.text.languages import LANGUAGES

ROOT = Path(__file__).parents[2]
BUILT = {  # keys that code puts together
    *(f"host.trouble.{status}" for status in ("lobby", "running", "ended", "closed", "halted")),
    *(
        f"host.vote.{of}{what}"
        for what in get_args(VoteKind)
        for of in ("", "effect.", "subject.", "done.")
    ),
    "host.vote.effect.rewind_before",
    *(f"host.pace.{name}" for name in (*PACES, "own")),
    *(
        f"host.store.{word}"
        for word in (
            "locked",
            "newer",
            "corrupt",
            "missing",
            "not_a_database",
            "unwritable",
            "older",
            "away",
            "no_driver",
            "not_empty",
            "other_application",
        )
    ),
}


def own(lang: str) -> set[str]:
    return {key for key in catalogue(lang).placeholders if key.startswith("host.")}


def test_both_languages_have_the_same_keys_and_placeholders():
    es, en = (catalogue(lang) for lang in ("es", "en"))
    assert own("es") == own("en") != set()
    assert {key: es.placeholders[key] for key in own("es")} == {
        key: en.placeholders[key] for key in own("en")
    }


def test_every_key_is_used_and_every_used_key_exists():
    code = "\n".join(
        file.read_text(encoding="utf-8")
        for room in ("app", "db")
        for file in (ROOT / room).rglob("*.py")
    )
    used = set(re.findall(r'"(host\.[a-z_.]+)"', code))
    used |= {f"host.trouble.{key}" for key in re.findall(r'user_error\("([a-z_]+)"', code)}
    assert used | BUILT == own("es")


def test_every_status_has_its_sentence():
    for lang in LANGUAGES:
        for status in get_args(Status):
            assert catalogue(lang).has(f"host.trouble.{status}"), (lang, status)


def test_sentences_fit_a_phone():
    for lang in LANGUAGES:
        for key in own(lang):
            if key.startswith(("host.store", "host.settings")):
                continue  # these stand in a terminal
            leaf = catalogue(lang).words[key]
            for text in leaf.values() if isinstance(leaf, dict) else (leaf,):
                assert len(text) <= 90, (lang, key, len(text))


def test_the_words_lie_beside_the_code():
    files = {file.name for file in text_folder().iterdir()}
    assert {"en.toml", "es.toml"} <= files <= {f"{lang}.toml" for lang in LANGUAGES}
