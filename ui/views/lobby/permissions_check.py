"""Messages of `/setup`: missing permissions per channel, defaults, health check. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from app.people.guild_settings import GuildSettings
from app.ports.store import HealthFinding
from ui.components import BODY, TITLE, Button, Embed, Message, TextAttachment, cut
from ui.custom_ids import NOBODY, TableAction, TableId, encode
from ui.errors import TABLE_PERMISSIONS, permission_names
from ui.i18n import Translator, escape_markup
from ui.views.lobby.defaults import defaults_lines

AGAIN = "again"  # argument of the button that repeats the health check
DEFAULT_SETTINGS = GuildSettings()
MAX_LISTED = 12  # channels that are listed; the others are only counted


@dataclass(frozen=True)
class Channel:
    """Channel of the guild, as `/setup` reports it.

    - `missing`: the permissions that the bot lacks there, by Discord's names
    - `threads`: whether the bot may open threads there
    - `kind`: "voice" means the text chat of a voice channel
    """

    id: int
    missing: tuple[str, ...] = ()
    threads: bool = True
    kind: Literal["text", "voice", "thread", "forum"] = "text"

    @property
    def hidden(self) -> bool:
        """Return whether the bot can't see the channel, which is often intended."""
        return self.missing == TABLE_PERMISSIONS[:1]


def setup_message(
    channels: Sequence[Channel],
    here: int,
    words: Translator,
    chosen: GuildSettings = DEFAULT_SETTINGS,
    *,
    operator: bool = False,
) -> Message:
    """Return the answer to `/setup`: the state of the channels, and the guild's defaults.

    The current channel (`here`) comes first. Buttons: post a test message, change the defaults
    (`chosen`), audit log, ratings, and for an `operator` of the bot the health check.
    """
    rest = [*defaults_lines(chosen, words), words("ui.setup.leaving")]
    ready = not any(channel.missing for channel in channels if channel.id == here)
    card = Embed(
        title=cut(words("ui.setup.ready" if ready else "ui.setup.not_ready"), TITLE),
        text=cut("\n".join([*_channel_lines(channels, here, words), "", *rest]), BODY),
        author=words("ui.setup.title"),
    )
    test = Button(
        words("ui.setup.try"),
        encode(TableId(NOBODY, TableAction.TEST_PERMISSIONS, str(here))),
        "blue",
    )
    health = (
        (
            Button(
                words("ui.setup.condition"), encode(TableId(NOBODY, TableAction.SHOW_HEALTH_CHECK))
            ),
        )
        if operator
        else ()
    )
    defaults = Button(
        words("ui.setup.defaults"), encode(TableId(NOBODY, TableAction.SHOW_DEFAULTS))
    )
    done = Button(words("ui.done.title"), encode(TableId(NOBODY, TableAction.SHOW_AUDIT_LOG)))
    return Message(
        embed=card,
        rows=((test, defaults, done, ratings_button(words, rated=chosen.rated), *health),),
    )


def _channel_lines(channels: Sequence[Channel], here: int, words: Translator) -> list[str]:
    """Return the number of usable channels, then a line for each that needs a remark."""
    fine = [channel for channel in channels if not channel.missing]
    lacking = [
        channel
        for channel in channels
        if channel.missing and (not channel.hidden or channel.id == here)
    ]
    hidden = [channel for channel in channels if channel.hidden and channel.id != here]
    # channels where nothing is missing, but tables have no threads of their own
    without_threads = [
        channel
        for channel in fine
        if (
            not channel.threads
            if channel.kind == "text"
            else channel.kind == "forum" or channel.id == here
        )
    ]
    reported = [
        _line(channel, words)
        for channel in sorted(
            [*lacking, *without_threads],
            key=lambda channel: (channel.id != here, not channel.missing),
        )
    ]
    lines = [words("ui.setup.fine", n=len(fine), m=len(channels)), *reported[:MAX_LISTED]]
    if len(reported) > MAX_LISTED:
        lines.append(words("ui.setup.more", n=len(reported) - MAX_LISTED))
    if hidden:
        shown = " ".join(f"<#{channel.id}>" for channel in hidden[:MAX_LISTED])
        lines.append(words("ui.setup.hidden", n=len(hidden), channels=shown))
    return lines


def health_message(found: Sequence[HealthFinding], words: Translator) -> Message:
    """Return the findings of the health check, failures first, with fixes and a repeat button.

    The first finding is the summary: it becomes the title.
    """
    head, *rest = found
    order = {"✗": 0, "!": 1}
    lines = [
        f"{one.symbol} {_linked(one.description)}"
        + (f"\n> {_linked(one.remedy)}" if one.remedy else "")
        for one in sorted(rest, key=lambda one: order.get(one.symbol, 2))
    ]
    card = Embed(
        title=cut(head.description, TITLE),
        text=cut("\n".join(lines), BODY),
        author=words("ui.setup.condition_title"),
    )
    again = Button(
        words("ui.setup.condition_again"),
        encode(TableId(NOBODY, TableAction.SHOW_HEALTH_CHECK, AGAIN)),
    )
    return Message(embed=card, rows=((again,),))


def _linked(text: str) -> str:
    """Escape a text's markup, but keep URLs as links."""
    return " ".join(
        one if one.startswith("https://") else escape_markup(one) for one in text.split(" ")
    )


def ratings_button(words: Translator, *, rated: bool) -> Button:
    """Return the button that turns ratings on or off."""
    label = words("ui.setup.unrate" if rated else "ui.setup.rate")
    return Button(label, encode(TableId(NOBODY, TableAction.SET_RATINGS, "off" if rated else "on")))


def _line(channel: Channel, words: Translator) -> str:
    """Return a line for a channel, such as `✕ #room: Send messages is missing`.

    If nothing is missing, the line tells where the tables are: in a forum each in its own post,
    in a channel without threads all in the channel itself.
    """
    mention = f"<#{channel.id}>"
    if not channel.missing and channel.kind != "text":
        return words(
            "ui.setup.forum" if channel.kind == "forum" else "ui.setup.one_place", channel=mention
        )
    if channel.missing:
        threads = () if channel.threads or channel.kind != "text" else ("create_public_threads",)
        return words(
            "ui.setup.lacks",
            channel=mention,
            perm=permission_names((*channel.missing, *threads), words),
        )
    return words(
        "ui.setup.no_threads",
        channel=mention,
        perm=permission_names(["create_public_threads"], words),
    )


def trial_message(words: Translator) -> Message:
    """Return a test message with an embed and a file, which needs the permissions of a table."""
    card = Embed(title=words("ui.setup.trial"), text=words("ui.setup.trial_note"))
    return Message(
        embed=card, attachment=TextAttachment("sobremesa.txt", words("ui.setup.trial").encode())
    )
