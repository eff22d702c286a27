"""Every fault, a few times, at tables of every game.

The stored match is intact, it is shown as it is, the user was answered, the log is short.
`TEST_LONG`: many times; `python -m tests.faults` prints a row for each fault.
"""

from __future__ import annotations

import os

import pytest

from games.hosted import HOSTED
from tests.faults.case import FAULTS
from tests.faults.report import Report
from tests.faults.runner import played

LONG = bool(os.environ.get("TEST_LONG"))

# What was found by the harness: the fault, and the control (@ the state of the table) that showed it; each did not heal then.
FOUND = (
    ("429, half a second, four times", "table log"),  # a line of the log for each call
    ("30046, old messages edited too often", "panel confirm"),  # the same
    ("503, all calls", "table undo"),  # five lines of the log for one tap
    ("500, all calls", "panel pick"),  # a choice stood in one of its two places only
    (
        "an answer is lost: done, and yet 502",
        "panel choose ▾",
    ),  # "already acknowledged" was a failure of ours
    ("a tap's token is dead when the answer comes", "panel more"),  # so was a dead token
    ("a tap is delivered twice at once", "/undo table…"),  # and suggestions that came twice
    (
        "hang: no call is answered",
        "panel pick",
    ),  # five minutes of waiting; the tapped screen stayed as it was
    ("502, two calls", "panel take"),  # a picture was believed to be where it was not
    ("the thread is archived", "panel confirm"),  # its picture was sent again as an empty file
    (
        "40003, direct messages too fast",
        "/pass",
    ),  # a choice begun in words did not show on the private screen
    ("the clock jumps nine days ahead", "panel earlier"),  # a stack trace for "too many requests"
    (
        "the database is read-only, and is mended",
        "/table substitute",
    ),  # a line of the log for every try
    ("the gateway is down", "table play"),  # and the bot was deaf for up to 17 minutes more
    (
        "the bot is sent out of the server, and invited again",
        "panel pick",
    ),  # a choice did not show on the screen
    ("every picture fails", "panel add"),  # a stack trace for a process that ended
    (
        "hang: no call is answered",
        "panel undo @ it has lost its channel",
    ),  # a line of the log for each private screen
    ("500, all calls", "panel confirm @ it was halted"),  # the same
    ("the line tears in the midst of calls", "table alone @ no table is here"),  # the same
    (
        "the gateway closes for good (4011)",
        "table replay @ it has ended",
    ),  # a lesser line for each screen put off at the start
    (
        "every picture fails",
        "table leave",
    ),  # a lobby stayed without its picture until the next change
    (
        "the thread is archived and locked, and opened again",
        "table try_here",
    ),  # a code for a thread that is locked
    (
        "30046, old messages edited too often",
        "table leave @ it has not begun",
    ),  # who left last was not told
    (
        "VIEW_CHANNEL is lost, and given back",
        "table rewind_sure @ whoever looks after the server",
    ),  # a call stayed for good
    ("the channel is deleted", "/table substitute @ the game runs"),  # its organiser was told twice
    (
        "500, all calls",
        "table erase_sure @ one's own settings",
    ),  # and of the channel of a table that is over
    (
        "500, all calls",
        "/pass @ the game runs",
    ),  # a choice begun in words, unheard, did not show on the screen
    (
        "the gateway closes for good (4013)",
        "panel cancel",
    ),  # nor, in the next life, one made right before the end
    (
        "429 for the whole bot, ten seconds",
        "/me display @ the game runs",
    ),  # a screen stayed in words, or in a picture
    (
        "the gateway's line is torn, and resumed",
        "table pref @ one's own settings",
    ),  # new arms came to no board until a move
    (
        "the gateway closes for good (4013)",
        "/me display @ the game runs",
    ),  # a screen stayed as it was, in the next life too
    (
        "a painter's process is killed",
        "table unfollow @ somebody watches",
    ),  # their note went on saying that they follow
)


@pytest.mark.e2e
@pytest.mark.parametrize("seed", range(1, 5 if LONG else 2))
@pytest.mark.parametrize("game", HOSTED)
def test_whatever_goes_wrong_everything_is_whole_and_true_a_minute_later(game: str, seed: int):
    names = list(FAULTS)
    if not LONG:  # each fault with one of the titles, and so each command and verb
        names = [name for n, name in enumerate(names) if n % len(HOSTED) == HOSTED.index(game)]
    report = played([(name, "") for name in names], game, seed, Report(), each=8 if LONG else 1)
    assert report.wrong == []
    assert sum(one.healed for one in report.by_fault.values()) >= len(names) + len(
        report.share(game)
    )
    assert report.share(game) - report.met == set()


@pytest.mark.e2e
@pytest.mark.parametrize("seed", range(5 if LONG else 1))
def test_what_was_found_once_heals(seed: int):
    report = played(FOUND * (2 if LONG else 1), "tadmor", seed, Report())
    assert report.wrong == []
