"""Uploaded files: names, types, sizes, and the `attachments` list of a request."""

from __future__ import annotations

import io
import mimetypes
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from PIL import Image, UnidentifiedImageError

from sandbox.state.errors import ApiError, FieldError, api_error, raise_if_any
from sandbox.state.model import ATTACHMENT_LIMIT, Json
from sandbox.state.server_state import ServerState
from sandbox.validation.message_rules import safe_filename


@dataclass(frozen=True)
class Upload:
    """File part of a multipart request."""

    filename: str
    data: bytes


def updated_attachments(
    world: ServerState,
    channel_id: str,
    message_id: str,
    kept: list[Json],
    listed: list[Json] | None,
    files: dict[int, Upload],
) -> list[Json]:
    """Return the attachments of a message after a request; new files are stored.

    `kept` are the attachments that the message has. `listed` is the request's list (None: all
    stay): it names by id the attachments that stay, and describes new files by their index. Raises
    40005 for a file that is too large, and 50035 for an unknown id or more than 10 attachments.
    """
    if any(len(upload.data) > ATTACHMENT_LIMIT for upload in files.values()):
        raise api_error(40005)
    old_by_id = {attachment["id"]: attachment for attachment in kept}
    errors, result, entries_by_file = [], [], {}
    for index, entry in enumerate(kept if listed is None else listed):
        key = str(entry["id"])
        if key in old_by_id:
            changes = {
                key_of_entry: value
                for key_of_entry, value in entry.items()
                if key_of_entry == "description" and value is not None
            }
            result.append(old_by_id[key] | changes)
        elif key.isdigit() and int(key) in files:
            entries_by_file[int(key)] = entry
        else:
            words = f"No attachment or uploaded file has the id {key}"
            errors.append(FieldError(("attachments", index, "id"), "ATTACHMENT_NOT_FOUND", words))
    raise_if_any(errors)
    if len(result) + len(files) > 10:
        raise _too_many()
    new_attachments = [
        _new(world, upload, entries_by_file.get(index) or {})
        for index, upload in sorted(files.items())
    ]
    _unique_names(new_attachments, {attachment["filename"] for attachment in result})
    for doc, (_, upload) in zip(new_attachments, sorted(files.items()), strict=True):
        mime = doc.get("content_type") or "application/octet-stream"
        world.store.put_file(doc["id"], channel_id, message_id, doc["filename"], mime, upload.data)
    return result + new_attachments


def delete_files(world: ServerState, before: Iterable[Json], after: Iterable[Json]) -> None:
    """Delete the files of attachments that are in `before` but not in `after`."""
    for file_id in {attachment["id"] for attachment in before} - {
        attachment["id"] for attachment in after
    }:
        world.store.drop_file(file_id)


def _too_many() -> ApiError:
    status, words = 400, "Must be 10 or fewer in length."
    leaf = {"_errors": [{"code": "BASE_TYPE_MAX_LENGTH", "message": words}]}
    return ApiError(status, 50035, "Invalid Form Body", {"attachments": leaf})


def _new(world: ServerState, upload: Upload, entry: Json) -> Json:
    name = safe_filename(entry.get("filename") or upload.filename)
    doc: Json = {"id": world.new_id(), "filename": name, "size": len(upload.data)}
    mime = mimetypes.guess_type(name)[0]
    if mime:
        doc["content_type"] = mime
    if mime and mime.startswith("image/"):
        doc |= _size(upload.data)
    if entry.get("description"):
        doc["description"] = entry["description"]
    return doc


def _unique_names(fresh: list[Json], taken: set[str]) -> None:
    """Rename the files in `fresh` whose name is in `taken`: `name.png` becomes `name_1.png`."""
    for doc in fresh:
        stem, dot, suffix = doc["filename"].rpartition(".")
        stem, n = stem if dot else suffix, 0
        while doc["filename"] in taken:
            n += 1
            doc["filename"] = f"{stem}_{n}{dot}{suffix if dot else ''}"
        taken.add(doc["filename"])


def _size(data: bytes) -> dict[str, Any]:
    """Return an image's width and height, read from its header; empty if it is no image."""
    try:
        with Image.open(io.BytesIO(data)) as picture:
            return {"width": picture.width, "height": picture.height}
    except (UnidentifiedImageError, OSError, ValueError):
        return {}
