"""Command names in all languages, and their registration with Discord."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from app.runtime import paths
from games.core.text.languages import DECLARED, FALLBACK
from games.core.text.messages import literal, msg
from ui.i18n import catalogue

# English is the language of the commands themselves.
_LANGUAGE_OF_LOCALE = {
    discord.Locale(locale): language.code
    for language in DECLARED.values()
    for locale in language.locales
    if language.code != FALLBACK
}


class CommandSyncError(Exception):
    """Error if Discord refuses the bot's commands; `what` says why and what to do."""

    def __init__(self, refusal: discord.HTTPException | discord.RateLimited) -> None:
        super().__init__(str(refusal))
        why = "429"
        if isinstance(refusal, discord.HTTPException):
            why = (
                f"{refusal.status}, {refusal.code}: {(refusal.text.splitlines() or [''])[0][:200]}"
            )
        self.what = msg(
            "ui.start.sync_refused", why=literal(why), sync=literal(paths.command_hint("sync"))
        )


def command_text(key: str) -> locale_str:
    """Return a command's name or description in English, to be translated by `CommandTranslator`.

    discord.py calls `CommandTranslator` for the other languages.
    """
    return locale_str(catalogue(FALLBACK).say(msg(f"ui.cmd.{key}")), key=f"ui.cmd.{key}")


class CommandTranslator(app_commands.Translator):
    """Translator of `command_text` strings for Discord's locales of the declared languages."""

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the string in this locale; None means that Discord shows the English one."""
        del context
        key, lang = string.extras.get("key"), _LANGUAGE_OF_LOCALE.get(locale)
        if not key or lang is None or key not in catalogue(lang).own:
            return None
        return catalogue(lang).say(msg(key))


async def payload(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """Return the commands as Discord receives them: JSON with translations."""
    translator = tree.translator
    commands = tree.get_commands()
    if translator is None:
        return [command.to_dict(tree) for command in commands]
    return [await command.get_translated_payload(tree, translator) for command in commands]


async def sync_commands(
    tree: app_commands.CommandTree[Any],
    digest_file: Path | None,
    application: int,
    *,
    force: bool = False,
) -> bool:
    """Register the commands if they have changed since the last time; return whether they had.

    `digest_file` has the digest of the last registration, and `application` is the bot's
    application id. If `digest_file` is None, or with `force`, the commands are always registered.
    Raises discord.py's errors.
    """
    data = json.dumps([application, await payload(tree)], sort_keys=True).encode()
    digest = hashlib.sha256(data).hexdigest()
    if (
        digest_file is not None
        and not force
        and await asyncio.to_thread(_read, digest_file) == digest
    ):
        return False
    await tree.sync()
    if digest_file is not None:
        with contextlib.suppress(
            OSError
        ):  # without the file, the commands are only registered once more
            await asyncio.to_thread(digest_file.write_text, digest + "\n", "ascii")
    return True


def _read(digest_file: Path) -> str:
    return digest_file.read_text("ascii").strip() if digest_file.is_file() else ""
