"""Message of `/setup`: missing permissions per channel, defaults, health check. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from app.people.guild_settings import GuildSettings
from app.ports.store import HealthFinding
from ui.components import BODY, TITLE, Button, Embed, Message, TextAttachment, cut
from ui.custom_ids import NOBODY, TableAction, TableId, encode
from ui.errors import NEEDED, permission_names
from ui.i18n import Translator, plain
from ui.views.lobby.defaults import defaults_lines

AGAIN = "again"
DEFAULT_SETTINGS = GuildSettings()
MOST_LISTED = 12  # channels listed; the rest is counted


@dataclass(frozen=True)
class Channel:
    """Channel with the permissions that the bot lacks (Discord's names) and its kind.

    `threads`: the bot may open threads. The kind "voice" means the text chat of a voice
    channel.
    """

    id: int
    missing: tuple[str, ...] = ()
    threads: bool = True
    kind: Literal["text", "voice", "thread", "forum"] = "text"

    @property
    def hidden(self) -> bool:
        """Return whether the bot can't see the channel, which is often intended."""
        return self.missing == NEEDED[:1]


def setup_message(
    channels: Sequence[Channel],
    here: int,
    words: Translator,
    chosen: GuildSettings = DEFAULT_SETTINGS,
    *,
    operator: bool = False,
) -> Message:
    """Return the channels, the current one (`here`) first, and the defaults (`chosen`).

    Buttons: post a test message, change the defaults, audit log, ratings, and for an `operator`
    the doctor.
    """
    fine = [one for one in channels if not one.missing]
    lacking = [one for one in channels if one.missing and (not one.hidden or one.id == here)]
    hidden = [one for one in channels if one.hidden and one.id != here]
    plain = [
        one
        for one in fine
        if (not one.threads if one.kind == "text" else one.kind == "forum" or one.id == here)
    ]
    told = [
        _line(one, words)
        for one in sorted([*lacking, *plain], key=lambda one: (one.id != here, not one.missing))
    ]
    lines = [words("ui.setup.fine", n=len(fine), m=len(channels)), *told[:MOST_LISTED]]
    if len(told) > MOST_LISTED:
        lines.append(words("ui.setup.more", n=len(told) - MOST_LISTED))
    if hidden:
        shown = " ".join(f"<#{one.id}>" for one in hidden[:MOST_LISTED])
        lines.append(words("ui.setup.hidden", n=len(hidden), channels=shown))
    rest = [*defaults_lines(chosen, words), words("ui.setup.leaving")]
    ready = not any(one.missing for one in channels if one.id == here)
    card = Embed(
        title=cut(words("ui.setup.ready" if ready else "ui.setup.not_ready"), TITLE),
        text=cut("\n".join([*lines, "", *rest]), BODY),
        author=words("ui.setup.title"),
    )
    tried = Button(
        words("ui.setup.try"),
        encode(TableId(NOBODY, TableAction.TEST_PERMISSIONS, str(here))),
        "blue",
    )
    state = (
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
        card=card,
        rows=((tried, defaults, done, ratings_button(words, rated=chosen.rated), *state),),
    )


def health_message(found: Sequence[HealthFinding], words: Translator) -> Message:
    """Return the findings of the health check, failures first, with fixes and a repeat button."""
    head, *rest = found
    order = {"✗": 0, "!": 1}
    lines = [
        f"{one.sign} {_linked(one.what)}" + (f"\n> {_linked(one.mend)}" if one.mend else "")
        for one in sorted(rest, key=lambda one: order.get(one.sign, 2))
    ]
    card = Embed(
        title=cut(head.what, TITLE),
        text=cut("\n".join(lines), BODY),
        author=words("ui.setup.condition_title"),
    )
    again = Button(
        words("ui.setup.condition_again"),
        encode(TableId(NOBODY, TableAction.SHOW_HEALTH_CHECK, AGAIN)),
    )
    return Message(card=card, rows=((again,),))


def _linked(text: str) -> str:
    """Escape a text, but keep URLs as links."""
    return " ".join(one if one.startswith("https://") else plain(one) for one in text.split(" "))


def ratings_button(words: Translator, *, rated: bool) -> Button:
    """Return the button that turns ratings on or off."""
    label = words("ui.setup.unrate" if rated else "ui.setup.rate")
    return Button(label, encode(TableId(NOBODY, TableAction.SET_RATINGS, "off" if rated else "on")))


def _line(one: Channel, words: Translator) -> str:
    """Return a line for a channel, such as `✕ #room: Send messages is missing`.

    If nothing is missing, the line tells where the channel's tables are: all in the channel
    itself where it has no threads, each in a post of its own in a forum.
    """
    if not one.missing and one.kind != "text":
        return words(
            "ui.setup.forum" if one.kind == "forum" else "ui.setup.one_place",
            channel=f"<#{one.id}>",
        )
    if one.missing:
        apart = () if one.threads or one.kind != "text" else ("create_public_threads",)
        return words(
            "ui.setup.lacks",
            channel=f"<#{one.id}>",
            perm=permission_names((*one.missing, *apart), words),
        )
    return words(
        "ui.setup.no_threads",
        channel=f"<#{one.id}>",
        perm=permission_names(["create_public_threads"], words),
    )


def trial_message(words: Translator) -> Message:
    """Return a message with an embed and a file, which need a table's permissions."""
    card = Embed(title=words("ui.setup.trial"), text=words("ui.setup.trial_note"))
    return Message(
        card=card, paper=TextAttachment("sobremesa.txt", words("ui.setup.trial").encode())
    )
