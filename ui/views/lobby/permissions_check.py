"""Messages of `/setup`: missing permissions per channel, defaults, health check.

Pure functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from app.people.guild_settings import GuildSettings
from app.ports.services import HealthFinding
from ui.components import (
    MAX_EMBED_CHARS,
    MAX_TITLE_CHARS,
    Button,
    Embed,
    Message,
    TextAttachment,
    cut,
)
from ui.custom_ids import NO_MATCH, TableAction, TableId, encode
from ui.errors import TABLE_PERMISSIONS, permission_names
from ui.i18n import Translator, escape_markup
from ui.views.lobby.defaults import defaults_lines

REPEAT_CHECK = "again"  # argument of the button that repeats the health check
DEFAULT_SETTINGS = GuildSettings()
MAX_LISTED = 12  # channels that are listed; the others are only counted


@dataclass(frozen=True)
class Channel:
    """Channel of the guild, with what `/setup` reports about it.

    - `missing`: the permissions that the bot lacks there, by Discord's names
    - `threads`: True if the bot may open threads there
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
    current_channel: int,
    words: Translator,
    settings: GuildSettings = DEFAULT_SETTINGS,
    *,
    operator: bool = False,
) -> Message:
    """Return the answer to `/setup`: state of the channels, and the guild's defaults.

    The channel with the id `current_channel` comes first. There are buttons to post a test message,
    change the defaults (`settings`), open the audit log and turn ratings on or off. With
    `operator`, for an operator of the bot, there is also a button to the health check.
    """
    other_lines = [*defaults_lines(settings, words), words("ui.setup.leaving")]
    is_ready = not any(channel.missing for channel in channels if channel.id == current_channel)
    card = Embed(
        title=cut(words("ui.setup.ready" if is_ready else "ui.setup.not_ready"), MAX_TITLE_CHARS),
        text=cut(
            "\n".join([*_channel_lines(channels, current_channel, words), "", *other_lines]),
            MAX_EMBED_CHARS,
        ),
        author=words("ui.setup.title"),
    )
    test = Button(
        words("ui.setup.try"),
        encode(TableId(NO_MATCH, TableAction.TEST_PERMISSIONS, str(current_channel))),
        "blue",
    )
    health = (
        (
            Button(
                words("ui.setup.condition"),
                encode(TableId(NO_MATCH, TableAction.SHOW_HEALTH_CHECK)),
            ),
        )
        if operator
        else ()
    )
    defaults = Button(
        words("ui.setup.defaults"), encode(TableId(NO_MATCH, TableAction.SHOW_DEFAULTS))
    )
    audit_log_button = Button(
        words("ui.done.title"), encode(TableId(NO_MATCH, TableAction.SHOW_AUDIT_LOG))
    )
    return Message(
        embed=card,
        rows=(
            (
                test,
                defaults,
                audit_log_button,
                ratings_button(words, rated=settings.rated),
                *health,
            ),
        ),
    )


def _channel_lines(
    channels: Sequence[Channel], current_channel: int, words: Translator
) -> list[str]:
    """Return the number of usable channels, then one line per channel with a problem.

    The channel with the id `current_channel` comes first. If the bot can't see some channels, a
    last line names them.
    """
    usable = [channel for channel in channels if not channel.missing]
    lacking = [
        channel
        for channel in channels
        if channel.missing and (not channel.hidden or channel.id == current_channel)
    ]
    hidden = [channel for channel in channels if channel.hidden and channel.id != current_channel]
    # usable channels in which the bot can't open a thread for each table
    without_threads = [
        channel
        for channel in usable
        if (
            not channel.threads
            if channel.kind == "text"
            else channel.kind == "forum" or channel.id == current_channel
        )
    ]
    reported = [
        _line(channel, words)
        for channel in sorted(
            [*lacking, *without_threads],
            key=lambda channel: (channel.id != current_channel, not channel.missing),
        )
    ]
    lines = [words("ui.setup.fine", n=len(usable), m=len(channels)), *reported[:MAX_LISTED]]
    if len(reported) > MAX_LISTED:
        lines.append(words("ui.setup.more", n=len(reported) - MAX_LISTED))
    if hidden:
        shown = " ".join(f"<#{channel.id}>" for channel in hidden[:MAX_LISTED])
        lines.append(words("ui.setup.hidden", n=len(hidden), channels=shown))
    return lines


def health_message(findings: Sequence[HealthFinding], words: Translator) -> Message:
    """Return the findings of the health check, with a button to repeat it.

    `findings[0]` is the summary and becomes the title; the others follow, failures first.
    """
    summary, *rest = findings
    order = {"✗": 0, "!": 1}
    lines = [
        f"{finding.symbol} {_linked(finding.description)}"
        + (f"\n> {_linked(finding.remedy)}" if finding.remedy else "")
        for finding in sorted(rest, key=lambda finding: order.get(finding.symbol, 2))
    ]
    card = Embed(
        title=cut(summary.description, MAX_TITLE_CHARS),
        text=cut("\n".join(lines), MAX_EMBED_CHARS),
        author=words("ui.setup.condition_title"),
    )
    again = Button(
        words("ui.setup.condition_again"),
        encode(TableId(NO_MATCH, TableAction.SHOW_HEALTH_CHECK, REPEAT_CHECK)),
    )
    return Message(embed=card, rows=((again,),))


def _linked(text: str) -> str:
    """Escape a text's markup, but keep URLs as links."""
    return " ".join(
        word if word.startswith("https://") else escape_markup(word) for word in text.split(" ")
    )


def ratings_button(words: Translator, *, rated: bool) -> Button:
    """Return the button that turns ratings on or off; `rated` says whether they are on."""
    return Button(
        words.switched(words("ui.setup.rate"), is_on=rated),
        encode(TableId(NO_MATCH, TableAction.SET_RATINGS, "off" if rated else "on")),
        "blue" if rated else "grey",
    )


def _line(channel: Channel, words: Translator) -> str:
    """Return a line for a channel, such as `✕ #room: Send messages is missing`.

    If no permission is missing, the line says where the channel's tables are. In a forum, each
    table has its own post. In a channel without threads, all tables are in the channel itself.
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


def permission_test_message(words: Translator) -> Message:
    """Return a test message that needs the same permissions as a table's messages.

    It has an embed and a file.
    """
    card = Embed(title=words("ui.setup.trial"), text=words("ui.setup.trial_note"))
    return Message(
        embed=card, attachment=TextAttachment("sobremesa.txt", words("ui.setup.trial").encode())
    )
