"""Rules for messages that Discord's OpenAPI description does not contain.

The functions return lists or iterators of `FieldError`; their paths start at the message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sandbox.state.emoji import is_emoji
from sandbox.state.errors import FieldError
from sandbox.state.model import SELECTS, Component, Json, MessageFlag

MAX_CONTENT, MAX_EMBEDS_TEXT, MAX_ROWS, MAX_V2, MAX_V2_TEXT = 2000, 6000, 5, 40, 4000
LINK, PREMIUM = 5, 6
Path = tuple[str | int, ...]


def message(doc: Json) -> list[FieldError]:
    """Return the errors of a message document as it would be after the request."""
    errors = [*_content(doc), *_embeds(doc["embeds"]), *_files(doc)]
    if doc["flags"] & MessageFlag.COMPONENTS_V2:
        errors += _layout_v2(doc)
    else:
        errors += _layout(doc["components"])
    return errors + list(components(doc["components"], ("components",)))


def is_empty(doc: Json) -> bool:
    """Return whether the message has no content at all (Discord's 50006)."""
    return not (doc["content"].strip() or doc["embeds"] or doc["components"] or doc["attachments"])


def mentions(body: Json) -> list[FieldError]:
    """Return the errors of the request's `allowed_mentions`.

    For example, a kind of mention can't be both in `parse` and listed by id.
    """
    allowed = body.get("allowed_mentions") or {}
    found = []
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or ()) and allowed.get(kind):
            words = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            found.append(
                FieldError(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", words)
            )
    return found


def _content(doc: Json) -> Iterator[FieldError]:
    if len(doc["content"]) > MAX_CONTENT:
        yield FieldError(
            ("content",), "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_CONTENT} or fewer in length."
        )


# -- embeds --------------------------------------------------------------------------------------
def _embeds(embeds: list[Json]) -> Iterator[FieldError]:
    total = 0
    for index, embed in enumerate(embeds):
        path: Path = ("embeds", index)
        author, footer, fields = (
            embed.get("author") or {},
            embed.get("footer") or {},
            embed.get("fields") or [],
        )
        texts = [
            embed.get("title"),
            embed.get("description"),
            author.get("name"),
            footer.get("text"),
        ]
        texts += [text for field in fields for text in (field.get("name"), field.get("value"))]
        total += sum(len(text) for text in texts if text)
        if not any(texts) and not any(
            embed.get(part) for part in ("image", "thumbnail", "url", "video")
        ):
            yield FieldError((*path, "description"), "BASE_TYPE_REQUIRED", "This field is required")
        for part, holder in (("author", "name"), ("footer", "text")):
            if embed.get(part) is not None and not (embed[part].get(holder) or "").strip():
                yield FieldError(
                    (*path, part, holder), "BASE_TYPE_REQUIRED", "This field is required"
                )
        for field_index, field in enumerate(fields):
            for key in ("name", "value"):
                if not (field.get(key) or "").strip():
                    yield FieldError(
                        (*path, "fields", field_index, key),
                        "BASE_TYPE_REQUIRED",
                        "This field is required",
                    )
        yield from _embed_urls(embed, path)
    if total > MAX_EMBEDS_TEXT:
        yield FieldError(
            ("embeds",),
            "MAX_EMBED_SIZE_EXCEEDED",
            f"Embed size exceeds maximum size of {MAX_EMBEDS_TEXT}",
        )


def _embed_urls(embed: Json, path: Path) -> Iterator[FieldError]:
    plain, files = ("http", "https"), ("http", "https", "attachment")
    places = [
        ((), "url", plain),
        (("author",), "url", plain),
        (("image",), "url", files),
        (("thumbnail",), "url", files),
    ]
    places += [(("author",), "icon_url", files), (("footer",), "icon_url", files)]
    for where, key, schemes in places:
        holder = (embed.get(where[0]) or {}) if where else embed
        url = holder.get(key)
        if url is None:
            continue
        scheme = url.split(":", 1)[0].lower() if ":" in url else ""
        if not scheme:
            yield FieldError((*path, *where, key), "URL_TYPE_INVALID_URL", "Not a well formed URL.")
        # the sandbox stores URLs of its own files as cdn:// (`sandbox/services/messages.py`)
        elif scheme not in schemes and scheme != "cdn":
            words = f'Scheme "{scheme}" must be one of {plain}.'
            yield FieldError((*path, *where, key), "URL_TYPE_INVALID_SCHEME", words)


def _files(doc: Json) -> Iterator[FieldError]:
    """Check that every attachment:// URL names a file of the message."""
    names = {attachment["filename"] for attachment in doc["attachments"]}
    for key in ("embeds", "components"):
        for path, url in _urls(doc[key], (key,)):
            if url.startswith("attachment://") and url[13:] not in names:
                words = f'The attachment "{url[13:]}" was not found in the uploaded files.'
                yield FieldError(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", words)


def _urls(node: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(node, list):
        for index, part in enumerate(node):
            yield from _urls(part, (*path, index))
    elif isinstance(node, dict):
        for key, part in node.items():
            if key in ("url", "icon_url") and isinstance(part, str):
                yield (*path, key), part
            else:
                yield from _urls(part, (*path, key))


# -- components ----------------------------------------------------------------------------------
def _layout(rows: list[Json]) -> Iterator[FieldError]:
    """Check the layout of a message without the V2 flag: only action rows, at most five."""
    if len(rows) > MAX_ROWS:
        yield FieldError(
            ("components",), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MAX_ROWS} in length."
        )
    for n, row in enumerate(rows):
        if row["type"] != Component.ROW:
            yield FieldError(
                ("components", n, "type"),
                "UNION_TYPE_CHOICES",
                'Value of field "type" must be one of (1,).',
            )


def _layout_v2(doc: Json) -> Iterator[FieldError]:
    """Check the layout of a message with the flag IS_COMPONENTS_V2.

    It has at most 40 components and 4000 characters, and neither content nor embeds.
    """
    for key in ("content", "embeds"):
        if doc[key]:
            words = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            yield FieldError((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", words)
    nodes = [node for _, node in walk(doc["components"], ())]
    if len(nodes) > MAX_V2:
        words = f"The total number of components exceeds {MAX_V2}"
        yield FieldError(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", words)
    if (
        sum(len(node.get("content") or "") for node in nodes if node["type"] == Component.TEXT)
        > MAX_V2_TEXT
    ):
        words = f"The total displayable text size exceeds {MAX_V2_TEXT}"
        yield FieldError(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", words)


def walk(parts: list[Json], path: Path) -> Iterator[tuple[Path, Json]]:
    """Yield all components of a tree with their paths, outer before inner."""
    for n, part in enumerate(parts):
        yield (*path, n), part
        yield from walk(part.get("components") or [], (*path, n, "components"))
        for key in ("accessory", "component"):
            if isinstance(part.get(key), dict):
                yield (*path, n, key), part[key]


def components(parts: list[Json], path: Path) -> Iterator[FieldError]:
    """Check each component of a message or modal: duplicate ids, buttons, select menus, rows."""
    ids: set[str] = set()
    for where, part in walk(parts, path):
        custom_id = part.get("custom_id")
        if custom_id is not None and custom_id in ids:
            yield FieldError(
                (*where, "custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        ids.add(custom_id or "")
        match part["type"]:
            case Component.ROW:
                yield from _row(part, where)
            case Component.BUTTON:
                yield from _button(part, where)
            case kind if kind in SELECTS:
                yield from _select(part, where)


def _row(row: Json, path: Path) -> Iterator[FieldError]:
    inner = row["components"]
    if len(inner) > 1 and any(part["type"] != Component.BUTTON for part in inner):
        words = "The specified component exceeds the maximum width"
        yield FieldError((*path, "components", 1), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", words)


def _button(button: Json, path: Path) -> Iterator[FieldError]:
    if button["style"] == LINK:
        if not button.get("url"):
            yield FieldError((*path, "url"), "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
        if button.get("custom_id"):
            words = "A custom id and url cannot both be specified"
            yield FieldError(
                (*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", words
            )
    elif button["style"] != PREMIUM:
        if not button.get("custom_id"):
            yield FieldError(
                (*path, "custom_id"),
                "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED",
                "A custom id is required",
            )
        if button.get("url"):
            words = "A custom id and url cannot both be specified"
            yield FieldError(
                (*path, "url"), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", words
            )
    if (
        not (button.get("label") or "").strip()
        and not button.get("emoji")
        and button["style"] != PREMIUM
    ):
        yield FieldError((*path, "label"), "BASE_TYPE_REQUIRED", "This field is required")
    yield from _emoji(button.get("emoji"), (*path, "emoji"))


def _select(menu: Json, path: Path) -> Iterator[FieldError]:
    low, high = menu.get("min_values"), menu.get("max_values")
    low, high = 1 if low is None else low, 1 if high is None else high
    if low > high:
        yield FieldError(
            (*path, "min_values"),
            "SELECT_COMPONENT_MIN_GREATER_THAN_MAX",
            f"Must be {high} or less.",
        )
    if menu["type"] != Component.STRING_SELECT:
        return
    options = menu["options"]
    if high > len(options):
        words = f"Must be less than or equal to the number of options ({len(options)})."
        yield FieldError((*path, "max_values"), "SELECT_COMPONENT_MAX_GREATER_THAN_OPTIONS", words)
    if sum(bool(option.get("default")) for option in options) > high:
        words = "The number of default options exceeds max_values"
        yield FieldError((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", words)
    seen: set[str] = set()
    for index, option in enumerate(options):
        option_path = (*path, "options", index)
        if option["value"] in seen:
            words = "The specified option value is already used"
            yield FieldError(
                (*option_path, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", words
            )
        seen.add(option["value"])
        for key in ("label", "value"):
            if not option[key].strip():
                yield FieldError(
                    (*option_path, key), "BASE_TYPE_REQUIRED", "This field is required"
                )
        yield from _emoji(option.get("emoji"), (*option_path, "emoji"))


def _emoji(emoji: Json | None, path: Path) -> Iterator[FieldError]:
    if emoji and not emoji.get("id") and not is_emoji(emoji["name"]):
        yield FieldError((*path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


# -- modals --------------------------------------------------------------------------------------
def modal(data: Json) -> list[FieldError]:
    """Check a modal: at most five parts, one input each, consistent lengths and defaults."""
    parts = data["components"]
    errors = list(components(parts, ("data", "components")))
    if len(parts) > MAX_ROWS:
        errors.append(
            FieldError(
                ("data", "components"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length."
            )
        )
    for path, part in walk(parts, ("data", "components")):
        if part["type"] == Component.ROW and len(part["components"]) > 1:
            words = "The specified component exceeds the maximum width"
            errors.append(
                FieldError((*path, "components", 1), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", words)
            )
        if part["type"] == Component.TEXT_INPUT:
            errors += _text_input(part, path)
    return errors


def _text_input(part: Json, path: Path) -> Iterator[FieldError]:
    low, high = part.get("min_length") or 0, part.get("max_length") or 4000
    labelled = "component" in path  # inside a Label, which has the text
    if not labelled and not (part.get("label") or "").strip():
        yield FieldError((*path, "label"), "BASE_TYPE_REQUIRED", "This field is required")
    if low > high:
        yield FieldError(
            (*path, "min_length"), "TEXT_INPUT_MIN_GREATER_THAN_MAX", f"Must be {high} or less."
        )
    if part.get("value") and not low <= len(part["value"]) <= high:
        yield FieldError(
            (*path, "value"), "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length."
        )


def safe_filename(name: str) -> str:
    """Return the name that Discord gives an uploaded file.

    The name has no folders, spaces or unusual characters.
    """
    name = re.sub(r"\s", "_", name.replace("\\", "/").rsplit("/", 1)[-1])
    return re.sub(r"[^A-Za-z0-9._-]", "", name).lstrip(".") or "unknown"
