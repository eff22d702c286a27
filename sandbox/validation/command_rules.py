"""Rules for application commands that Discord's OpenAPI description does not contain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from sandbox.state.errors import FieldError, api_error
from sandbox.state.model import LOCALES, Json, Option

NAME = re.compile(r"[-_'\w]{1,32}")
MAX_COMMANDS, MAX_SIZE = {1: 100, 2: 15, 3: 15}, 8000  # commands by type; characters of a command
Path = tuple[str | int, ...]


def commands(bodies: list[Json]) -> list[FieldError]:
    """Return the errors of a list of commands, as sent by `PUT`; paths start with the index."""
    errors: list[FieldError] = []
    seen: set[tuple[int, str]] = set()
    for index, body in enumerate(bodies):
        key = (kind_of(body), body["name"])
        if key in seen:
            words = "Application command names must be unique"
            errors.append(FieldError((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", words))
        seen.add(key)
        errors += command(body, (index,))
    return errors


def check_count(kinds: Iterable[int]) -> None:
    """Raise 30032 if there are too many commands of a type; `kinds` has one type per command."""
    for kind, number in Counter(kinds).items():
        if number > MAX_COMMANDS[kind]:
            raise api_error(30032, most=MAX_COMMANDS[kind])


def kind_of(body: Json) -> int:
    """Return a command's type: 1 slash, 2 on a user, 3 on a message."""
    return int(body.get("type") or 1)


def command(body: Json, path: Path = ()) -> Iterator[FieldError]:
    """Yield the errors of one command, which is at `path` in the request."""
    if kind_of(body) != 1:
        if body.get("description"):
            yield FieldError(
                (*path, "description"),
                "BASE_TYPE_MAX_LENGTH",
                "Context menu commands cannot have description",
            )
        return
    if not (body.get("description") or "").strip():
        yield FieldError((*path, "description"), "BASE_TYPE_REQUIRED", "This field is required")
    yield from _names(body, path)
    yield from _options(body.get("options") or [], (*path, "options"), depth=0)
    if _size(body) > MAX_SIZE:
        yield FieldError(
            path, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({MAX_SIZE})"
        )


def _names(body: Json, path: Path) -> Iterator[FieldError]:
    """Check name and translations: pattern, lower case, known locales."""
    if not _name_fits(body["name"]):
        yield FieldError(
            (*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid"
        )
    for key in ("name_localizations", "description_localizations"):
        for locale, words in (body.get(key) or {}).items():
            if locale not in LOCALES:
                choices = f"Value must be one of {sorted(LOCALES)}."
                yield FieldError((*path, key, locale), "ENUM_TYPE_COERCE", choices)
            elif key == "name_localizations" and not _name_fits(words):
                yield FieldError(
                    (*path, key, locale),
                    "APPLICATION_COMMAND_INVALID_NAME",
                    "Command name is invalid",
                )


def _name_fits(name: str) -> bool:
    return bool(NAME.fullmatch(name)) and name == name.lower()


def _options(options: list[Json], path: Path, depth: int) -> Iterator[FieldError]:
    yield from _siblings(options, path)
    optional_seen = False
    nested = [option["type"] in (Option.SUBCOMMAND, Option.GROUP) for option in options]
    if any(nested) and not all(nested):
        words = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        yield FieldError(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words)
    for index, option in enumerate(options):
        option_path = (*path, index)
        yield from _names(option, option_path)
        if option.get("required") and optional_seen:
            words = "Required options must be placed before non-required options"
            yield FieldError(
                (*option_path, "required"), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", words
            )
        optional_seen |= not option.get("required")
        if nested[index]:
            group = option["type"] == Option.GROUP
            if depth > (0 if group else 1):
                words = "Sub-commands cannot be nested this deep"
                yield FieldError(
                    (*option_path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words
                )
            if group and any(
                suboption["type"] != Option.SUBCOMMAND for suboption in option.get("options") or []
            ):
                words = "Sub-command groups can only contain sub-commands"
                yield FieldError(
                    (*option_path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words
                )
            yield from _options(option.get("options") or [], (*option_path, "options"), depth + 1)
        else:
            yield from _choices(option, option_path)


def _siblings(options: list[Json], path: Path) -> Iterator[FieldError]:
    """Check that names of sibling options differ, in every language."""
    seen: set[tuple[str | None, str]] = set()
    for index, option in enumerate(options):
        names: list[tuple[str | None, str]] = [(None, option["name"])]
        names += list((option.get("name_localizations") or {}).items())
        for locale, name in names:
            if (locale, name) in seen:
                words = "Option name already exists"
                key = ("name_localizations", locale) if locale else ("name",)
                yield FieldError(
                    (*path, index, *key), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", words
                )
            seen.add((locale, name))


def _choices(option: Json, path: Path) -> Iterator[FieldError]:
    choices = option.get("choices") or []
    if choices and option.get("autocomplete"):
        words = "Choices and autocomplete are mutually exclusive"
        yield FieldError(
            (*path, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_EXCLUSIVE", words
        )
    for key in ("name", "value"):
        seen: set[Any] = set()
        for index, choice in enumerate(choices):
            if choice[key] in seen:
                words = f"Option choice {key} already exists"
                yield FieldError(
                    (*path, "choices", index, key),
                    f"APPLICATION_COMMAND_OPTIONS_CHOICE_{key.upper()}_EXISTS",
                    words,
                )
            seen.add(choice[key])
    for low, high in (("min_value", "max_value"), ("min_length", "max_length")):
        if (
            option.get(low) is not None
            and option.get(high) is not None
            and option[low] > option[high]
        ):
            words = f"Must be less than or equal to {high}"
            yield FieldError(
                (*path, low), "APPLICATION_COMMAND_OPTIONS_MIN_GREATER_THAN_MAX", words
            )


def _size(body: Json) -> int:
    """Return the number of characters in the names, descriptions and choices of a command.

    Each text counts in its longest language; options are included recursively.
    """
    total = 0
    for key in ("name", "description"):
        words = [body.get(key) or "", *(body.get(f"{key}_localizations") or {}).values()]
        total += max(len(text) for text in words)
    for choice in body.get("choices") or []:
        names = [choice["name"], *(choice.get("name_localizations") or {}).values()]
        total += max(len(text) for text in names) + len(str(choice["value"]))
    return total + sum(_size(option) for option in body.get("options") or [])
