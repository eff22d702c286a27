"""Answers while the bot logs in, and what its operator reads."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from app.runtime.settings import SettingsError
from games.core.text.languages import LANGUAGES
from games.core.text.messages import msg
from gateway.connection import NotJsonError, require_json
from ui.i18n import catalogue
from ui.interactions import login
from ui.interactions.login import (
    AddressBlockedError,
    StartError,
    classify_login_errors,
    explain_start_error,
    wait_until_unblocked,
)


def refused(status: int, body: Any = "", **headers: str) -> discord.HTTPException:
    """What discord.py raises for an answer."""
    answer: Any = SimpleNamespace(status=status, reason="", headers=headers)
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if status >= 500 else kinds.get(status, discord.HTTPException)
    return kind(answer, body)


HTML = {"Content-Type": "text/html; charset=UTF-8"}


def sorted_out(error: Exception) -> Exception:
    try:
        with classify_login_errors():
            raise error
    except Exception as found:  # noqa: BLE001 - that is what is looked at
        return found


@pytest.mark.parametrize(
    ("error", "minutes"),
    [
        (refused(429, "<html>1015</html>", **HTML, **{"Retry-After": "3000"}), 50),
        (
            refused(
                429, {"message": "You are being blocked", "code": 0}, **{"Retry-After": "61.5"}
            ),
            2,
        ),
        (refused(429, "error code: 1015"), 15),
        (refused(429, "error code: 1015", **{"Retry-After": "soon"}), 15),
        (refused(429, "error code: 1015", **{"Retry-After": "-3"}), 15),
        (discord.RateLimited(120.0), 2),
    ],
)
def test_an_address_that_discord_refuses_is_told_for_how_long(error: Exception, minutes: int):
    found = sorted_out(error)
    assert isinstance(found, AddressBlockedError)
    what, code = explain_start_error(found) or (None, 0)
    assert (what, code) == (msg("ui.start.blocked", minutes=minutes), login.EXIT_NETWORK)
    for lang in LANGUAGES:
        assert what is not None
        assert f"{minutes} min" in catalogue(lang).say(what)


def failed(cause: discord.HTTPException) -> discord.LoginFailure:
    error = discord.LoginFailure("Improper token has been passed.")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (refused(403, "<html>", **HTML), 403),
        (refused(404, "<html>", **HTML), 404),
        (failed(refused(401, "<html>", **HTML)), 401),
        (NotJsonError(200), 200),
    ],
)
def test_a_page_in_discords_place_is_called_so(error: Exception, status: int):
    found = sorted_out(error)
    assert explain_start_error(found) == (msg("ui.start.page", status=status), login.EXIT_NETWORK)
    for lang in LANGUAGES:
        assert str(status) in catalogue(lang).say(msg("ui.start.page", status=status))


@pytest.mark.parametrize(
    ("error", "code", "key"),
    [
        (
            failed(refused(401, {"message": "401: Unauthorized", "code": 0})),
            login.EXIT_LOGIN,
            "token",
        ),
        (refused(502, "<html>", **HTML), login.EXIT_NETWORK, "network"),
        (refused(403, {"message": "no", "code": 1}), login.EXIT_NETWORK, "network"),
        (aiohttp.ClientConnectionError("refused"), login.EXIT_NETWORK, "network"),
        (discord.GatewayNotFound(), login.EXIT_NETWORK, "network"),
        (discord.PrivilegedIntentsRequired(None), login.EXIT_CLOSED, "closed_4014"),
        (SettingsError(msg("host.settings.user")), login.EXIT_SETTINGS, ""),
        (StartError(msg("ui.start.synced"), 4), 4, "synced"),
    ],
)
def test_all_else_is_as_it_was(error: Exception, code: int, key: str):
    found = sorted_out(error)
    assert found is error
    what, number = explain_start_error(found) or (None, 0)
    assert number == code
    assert what is not None
    assert not key or what.key == f"ui.start.{key}"


def test_our_own_mistakes_are_no_refusals():
    assert explain_start_error(KeyError("x")) is None


async def test_text_in_the_place_of_an_object_is_noticed_and_no_content_is_none():
    answers: list[Any] = [{"id": "1"}, "", "<html>Welcome to our hotel</html>", '{"id": "2"}', [1]]

    async def request(_route: Any, **_more: Any) -> Any:
        return answers.pop(0)

    http: Any = SimpleNamespace(request=request)
    require_json(http)
    assert (await http.request(None), await http.request(None)) == ({"id": "1"}, "")
    with pytest.raises(NotJsonError):
        await http.request(None)
    assert (await http.request(None), await http.request(None)) == ({"id": "2"}, [1])


async def test_the_wait_has_bounds_and_ends_when_the_bot_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
):
    waited = list[float]()

    async def wait_for(work: Any, seconds: float) -> None:
        waited.append(seconds)
        work.close()
        raise TimeoutError

    stop = asyncio.Event()
    with monkeypatch.context() as patch:
        patch.setattr("ui.interactions.login.asyncio.wait_for", wait_for)
        for seconds in (3.0, 600.0, 1e9):
            assert not await wait_until_unblocked(AddressBlockedError(seconds), stop)
    assert waited == [login.MIN_BAN_S, 600.0, login.MAX_BAN_S]
    stop.set()
    assert await wait_until_unblocked(AddressBlockedError(3000.0), stop)
