"""Typed settings from the environment and `.env`.

`.env.example` explains every setting.
"""

from __future__ import annotations

import difflib
import ipaddress
import os
import re
import shlex
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from dotenv import dotenv_values
from msgspec import Struct, field

from app.runtime import paths, token_names
from games.core.text.languages import COMPLETE_LANGUAGES, FALLBACK, Lang, language_of_locale
from games.core.text.messages import Msg, literal, msg

TOKEN = token_names.TOKEN
PREFIX = "SOBREMESA_"
LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first variable that is set applies (POSIX, 8.2)
NO_LANGUAGE = ("", "C", "POSIX")  # locales without a language
HOST = re.compile(r"(?:\[[^\]]*\]|[^:\[\]]*)(?::\d*)?")  # database host with port
# what a process does: `gateway` connects to Discord and serves matches, `worker` renders images
# and runs AI players for all processes
ROLES = ("gateway", "worker")


class SettingsError(ValueError):
    """Error for a setting with an unusable value; `what` is the message for the user."""

    def __init__(self, what: Msg) -> None:
        super().__init__(f"{what.key} {what.args}")
        self.what = what


class Secret(str):
    """String that hides its value in logs and tracebacks."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "'***'" if self else "''"


class Settings(Struct, frozen=True):
    """Settings of the bot. Without a `token`, the local sandbox replaces Discord."""

    token: Secret = field(default_factory=Secret)
    proxy: str = ""  # proxy for all HTTP requests to Discord; "": none
    data: Path = paths.DATA
    language: Lang = "es"
    terminal: Lang | None = None  # terminal language from the locale, if no language is set
    admin: int = 0  # user to tell about halted matches; 0: nobody
    sandbox_port: int = 8080  # 0: any free port
    log_level: str = "INFO"
    log_format: str = "text"  # text or json
    metrics_port: int = 0  # port for /metrics and /health; 0: none
    metrics_host: str = "127.0.0.1"  # local address for /metrics and /health
    sentry_dsn: Secret = field(default_factory=Secret)  # Sentry project for error reports; "": none
    render_workers: int = 2  # render workers, at most one for each core
    publish_pause: float = 0.2  # seconds
    recent_click_s: float = (
        120.0  # no pings for this many seconds after a user's last click in a match
    )
    backups_hourly: int = 24  # hourly backups to keep; 0: none
    backups_daily: int = 7
    backups_weekly: int = 4
    keep_finished: int = 0  # days to keep ended and closed matches; 0: forever
    shards: int = 0  # shards with a shared database; 0: as many as Discord recommends
    roles: tuple[str, ...] = ROLES  # roles of this process, if several share a database
    server: Secret = field(default_factory=Secret)  # PostgreSQL URL; "": a file
    backup_command: tuple[str, ...] = ()  # run after each backup, with the file as last argument

    @property
    def application_database(self) -> Path:
        """Return the database file of the matches on Discord."""
        return self.data / "sobremesa.sqlite3"

    @property
    def sandbox_tables(self) -> Path:
        """Return the database file of matches created in the sandbox."""
        return self.data / "sandbox-tables.sqlite3"

    @property
    def database(self) -> Path:
        """Return the database file: the application's with a token, else the sandbox's."""
        return self.application_database if self.token else self.sandbox_tables

    @property
    def store(self) -> Path | Secret:
        """Return the address of the store: a PostgreSQL URL or a file."""
        return self.server or self.database

    @property
    def sandbox_database(self) -> Path:
        """Return the sandbox's own file: its guilds, channels, users and messages."""
        return self.data / "sandbox.sqlite3"

    @property
    def terminal_lang(self) -> Lang:
        """Return the language of the terminal."""
        return self.terminal or self.language


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        found = next((word for word in words if word.lower() == text.lower()), None)
        if found is None:
            raise ValueError(", ".join(words))
        return found

    return read


def _some_of(*words: str) -> Callable[[str], tuple[str, ...]]:
    def read(text: str) -> tuple[str, ...]:
        given = set(text.lower().replace(",", " ").split())
        if not given or not given <= set(words):
            raise ValueError(", ".join(words))
        return tuple(word for word in words if word in given)

    return read


def _user(text: str) -> int:
    """Parse a Discord user id, or 0 for nobody. Raises `ValueError`."""
    if not text.isascii() or not text.isdigit() or int(text) >= 2**63:
        raise ValueError(msg("host.settings.user"))
    return int(text)


def _folder(text: str) -> Path:
    """Parse a folder, with `~` for the home. Raises `ValueError` if it has a `$VARIABLE`."""
    try:
        if "$" not in text:
            return Path(text).expanduser()
    except RuntimeError:  # unknown home
        pass
    raise ValueError(msg("host.settings.folder"))


def _address(text: str) -> Secret:
    """Parse an HTTP URL. Raises `ValueError`."""
    if not text.startswith(("https://", "http://")):
        raise ValueError(msg("host.settings.address"))
    return Secret(text)


def _dsn(text: str) -> Secret:
    """Parse a Sentry DSN. Raises `ValueError`."""
    try:
        parts = urlsplit(text)
        is_valid = (
            parts.scheme in ("https", "http")
            and parts.username
            and parts.hostname
            and parts.port != 0
        )
    except ValueError:
        is_valid = False
    if not is_valid or not parts.path.rpartition("/")[2].isdigit():
        raise ValueError(msg("host.settings.dsn"))
    return Secret(text)


def _ip_address(text: str) -> str:
    """Parse an IP address. Raises `ValueError`."""
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise ValueError(msg("host.settings.own_address")) from None


def _server(text: str) -> Secret:
    """Parse a PostgreSQL URL. Raises `ValueError`, also for an unencoded password."""
    if not text.startswith(("postgresql://", "postgres://")):
        raise ValueError(msg("host.settings.server"))
    rest = text.partition("//")[2]
    # every URL parser ends user, password and host at the first of these characters
    authority = re.split(r"[/?#]", rest, maxsplit=1)[0]
    path, _, options = rest[len(authority) :].partition("?")
    hosts = authority.rpartition("@")[2].split(",")
    if (
        "@" in path
        or any("@" in option and "=" not in option for option in options.split("&"))
        or not all(map(HOST.fullmatch, hosts))
    ):
        raise ValueError(msg("host.settings.password"))
    return Secret(text)


def _command(text: str) -> tuple[str, ...]:
    """Split a command line as a shell does. Raises `ValueError` if its program is not found."""
    try:
        parts = tuple(shlex.split(text, posix=os.name != "nt"))
    except ValueError:
        parts = ()
    if not parts or shutil.which(parts[0]) is None:
        raise ValueError(msg("host.settings.command"))
    return parts


def _within(lo: float, hi: float, kind: type[int] | type[float]) -> Callable[[str], int | float]:
    """Return a parser for a number from `lo` to `hi`, which raises `ValueError` for others."""

    def read(text: str) -> int | float:
        out_of_range = kind(lo) - 1
        try:
            # refuse non-ASCII digits, which int() would accept
            value = kind(text) if text.isascii() else out_of_range
        except ValueError:
            value = out_of_range
        if not lo <= value <= hi:
            raise ValueError(f"{lo:g}-{hi:g}")
        return value

    return read


READERS: dict[str, Callable[[str], Any]] = {
    "proxy": _address,
    "data": _folder,
    "language": _one_of(*COMPLETE_LANGUAGES),
    "admin": _user,
    "sandbox_port": _within(0, 65535, int),
    "log_level": _one_of("DEBUG", "INFO", "WARNING", "ERROR"),
    "log_format": _one_of("text", "json"),
    "database": _server,
    "shards": _within(0, 100_000, int),
    "roles": _some_of(*ROLES),
    "metrics_port": _within(0, 65535, int),
    "metrics_host": _ip_address,
    "sentry_dsn": _dsn,
    "painters": _within(1, 8, int),
    "publish_pause": _within(0, 60, float),
    "call_after": _within(0, 3600, float),
    "backups_hourly": _within(0, 1000, int),
    "backups_daily": _within(0, 1000, int),
    "backups_weekly": _within(0, 1000, int),
    "keep_finished": _within(0, 36500, int),
    "backup_command": _command,
}

# settings whose field in `Settings` has another name
FIELDS = {"database": "server", "painters": "render_workers", "call_after": "recent_click_s"}


def load(env: Path | None = paths.ENV, environ: Mapping[str, str] | None = None) -> Settings:
    """Return the settings from the environment and `.env`; the environment has priority.

    An empty value means the default. Raises `SettingsError` for an invalid value or combination, an
    unknown name, or an unreadable `.env`.
    """
    environ = os.environ if environ is None else environ
    file = _read_env_file(env)
    variables = {**file, **environ}
    _check_token_name(env, file, environ)
    values: dict[str, Any] = {
        "token": Secret(variables.get(TOKEN, "").strip()),
        "terminal": locale_language(environ),
    }
    for name, text in variables.items():
        if name.startswith(PREFIX):
            setting = _setting_of(name)
            if text.strip():
                values[FIELDS.get(setting, setting)] = _parse(name, setting, text)
    if "language" in values:
        del values["terminal"]
    settings = Settings(**values)
    if settings.roles != ROLES and not (
        settings.server and (settings.token or "gateway" not in settings.roles)
    ):
        raise SettingsError(msg("host.settings.roles", roles=literal(", ".join(settings.roles))))
    return settings


def _check_token_name(
    env: Path | None, file: Mapping[str, str], environ: Mapping[str, str]
) -> None:
    """Raise `SettingsError` if a variable holds the token under a wrong name."""
    if wrong_name := token_names.misnamed(file, environ):
        place = literal(str(env)) if wrong_name in file else msg("host.settings.environment")
        # Any other variable may belong to another program; its message offers to set `TOKEN` too.
        is_bot_setting = wrong_name in file or wrong_name.upper().startswith(PREFIX)
        key = "host.settings.token_name" if is_bot_setting else "host.settings.token_name_set"
        raise SettingsError(msg(key, name=wrong_name, token=TOKEN, env=place))


def _setting_of(name: str) -> str:
    """Return the setting, a key of `READERS`, for the variable `name`.

    Raises `SettingsError` if there is none.
    """
    setting = name.removeprefix(PREFIX).lower()
    if setting not in READERS:
        close = difflib.get_close_matches(name, [PREFIX + known.upper() for known in READERS], 1)
        raise SettingsError(
            msg("host.settings.unknown", name=name, close=close[0] if close else ".env.example")
        )
    return setting


def _parse(name: str, setting: str, text: str) -> Any:
    """Return the value of a setting, parsed from `text`.

    `name` is the variable's name, `setting` the field. Raises `SettingsError` if the text is
    invalid.
    """
    try:
        return READERS[setting](text.strip())
    except ValueError as error:
        raise SettingsError(
            msg(
                "host.settings.value",
                name=name,
                value=without_credentials(text),
                wanted=error.args[0],
            )
        ) from error


def source_of(name: str, environ: Mapping[str, str] | None = None) -> Msg:
    """Return where an admin changes this setting, as a message.

    The message names "the environment" or the path of the file. It names the environment if the
    variable `name` is set there, or if an installed bot has no file and gets some settings from the
    environment (a service, a container).
    """
    variables = os.environ if environ is None else environ
    has_settings = any(name == TOKEN or name.startswith(PREFIX) for name in variables)
    has_file = os.path.exists(paths.ENV)  # noqa: PTH110 - never raises
    if name in variables or (has_settings and not paths.CHECKOUT and not has_file):
        return msg("host.settings.environment")
    return literal(str(paths.ENV))


def sources(env: Path = paths.ENV) -> str:
    """Return where the settings were read from, for the log."""
    try:
        exists = env.exists()
    except OSError:
        exists = False
    return (
        f"{env.absolute()} and the environment"
        if exists
        else f"the environment; there is no file {env.absolute()}"
    )


def locale_language(environ: Mapping[str, str]) -> Lang | None:
    """Return the language of the system's locale; None if the locale names none.

    Returns English if the terminal's texts are not translated into the language.
    """
    locale = next((environ[name] for name in LOCALES if environ.get(name)), "").partition(".")[0]
    if locale.upper() in NO_LANGUAGE:
        return None
    lang = language_of_locale(locale)
    return lang if lang in COMPLETE_LANGUAGES else FALLBACK


def startup_language(environ: Mapping[str, str]) -> Lang:
    """Return the language for error messages while the settings can't be read."""
    wanted = environ.get(f"{PREFIX}LANGUAGE", "").strip().lower()
    if wanted in COMPLETE_LANGUAGES:
        return wanted
    return locale_language(environ) or COMPLETE_LANGUAGES[0]


def without_credentials(text: str) -> str:
    """Return a value with the user and password of a URL removed."""
    return re.sub(r"//.*@", "//...@", text, flags=re.DOTALL)


def _read_env_file(env: Path | None) -> dict[str, str]:
    """Return the values in `.env`; empty if it does not exist. Raises `SettingsError`."""
    if env is None:
        return {}
    try:
        if not env.exists():
            return {}
        with env.open(encoding="utf-8") as file:
            return {
                name: value or ""
                for name, value in dotenv_values(stream=file, interpolate=False).items()
            }
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            msg("host.settings.unreadable", path=str(env), why=type(error).__name__)
        ) from error
