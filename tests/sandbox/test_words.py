"""Refusals on the page: each has Spanish words with the same placeholders."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.page import words
from sandbox.state.errors import ApiError, PersonError, api_error

SOURCES = Path(words.__file__).parents[1]
ALONE = {"client.py"}  # what people in tests do; no page shows it


def sentences() -> Iterator[str]:
    """Yield the literals that may be the words of a `PersonError`."""
    for path in sorted(SOURCES.rglob("*.py")):
        if path.name in ALONE:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "PersonError"
            ):
                yield from literals(node.args[0])


def literals(node: ast.expr) -> list[str]:
    assert not isinstance(node, ast.JoinedStr), (
        f"line {node.lineno}: words with names in them are no key to a table"
    )
    return [
        one.value
        for one in ast.walk(node)
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]


def names(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", text))


def test_every_refusal_has_spanish_words_with_the_same_names() -> None:
    found = set(sentences())
    assert len(found) > 40
    assert found - words.spanish().keys() == set()
    assert {text for text in found if names(text) != names(words.spanish()[text])} == set()


INNER = PersonError("The menu has no such option.")


@pytest.mark.parametrize(
    ("error", "locale", "text"),
    [
        (PersonError("This button is disabled."), "es-ES", "Este botón está desactivado."),
        (PersonError("This button is disabled."), "en-US", "This button is disabled."),
        (PersonError("There is no fault called {name}.", name="{x}"), "es-419", "No hay ninguna avería llamada {x}."),
        (PersonError("{label}: {error}", label="A", error=INNER), "es-ES", "A: El menú no tiene esa opción."),
        (PersonError("Something new."), "es-ES", "Something new."),
        (api_error(10003), "es-ES", "Este canal ya no existe."),
        (api_error(10003), "None", "Unknown Channel"),
    ],
)  # fmt: skip
def test_a_refusal_in_a_language(error: PersonError | ApiError, locale: str, text: str) -> None:
    assert words.sentence(error, locale) == text
