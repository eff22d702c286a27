"""Text of a refusal: what is missing, how to fix it, and the chapter of the rules. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.model.match import Panel
from games.core.guides.rulebook import chapter
from games.core.text.messages import Msg
from ui.components import Button
from ui.custom_ids import TableAction, TableId, encode
from ui.i18n import Translator

_FINAL = ("core.undo.seen", "core.undo.built")


def reason(panel: Panel, why: Msg, anchor: str | None, words: Translator) -> str:
    """Return the reason of a refusal, how to fix it, and the chapter of the rules.

    `costs 3, you have 2. Take one further left: the first is free. Rule: Taking a card.`
    """
    found = chapter(panel.match.game, words.lang, anchor) if anchor else None
    out = suggested_fix(why, words) or _together(panel, why, words)
    told = [words.rich(why), out, words("ui.panel.rule", title=found.title) if found else ""]
    said = [one for one in told if one]
    return " ".join(
        one if one.endswith((".", ":", "?")) or at == len(said) - 1 else f"{one}."
        for at, one in enumerate(said)
    )


def merged(shut: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return refused options in bold with their reason, those with the same reason together."""
    found: dict[str, list[str]] = {}
    for name, why in shut:
        found.setdefault(why, []).append(f"**{name}**")
    return [(", ".join(names), why) for why, names in found.items()]


def _together(panel: Panel, why: Msg, words: Translator) -> str:
    """Return the hint that a vote can undo what the user alone can't."""
    can = why.key in _FINAL and panel.match.status == "running" and panel.match.places.guild
    return words("ui.vote_back") if can else ""


def suggested_fix(why: Msg, words: Translator) -> str:
    """Return how to fix a refusal, "" if there is no text for it.

    For `<game>.why.<name>` the key is `<game>.fix.<name>`, or `<game>.fix.<name>.<good>` for
    missing goods. A refusal inside another message is looked up too.
    """
    inner = list(_within(why))
    prefix, refused, name = why.key.partition(".why.")
    goods = (f"{prefix}.fix.{name}.{one.key.rpartition('.')[2]}" for one in inner)
    for key in (f"{prefix}.fix.{name}", *goods):
        if refused and words.catalogue.has(key):
            return words.rich(Msg(key, why.args))
    return next((out for one in inner if (out := suggested_fix(one, words))), "")


def _within(what: Msg) -> Iterator[Msg]:
    """Yield all messages in a message, outer before inner."""
    for value in what.args.values():
        for one in value if isinstance(value, list | tuple) else (value,):
            if isinstance(one, Msg):
                yield one
                yield from _within(one)


def rule_button(panel: Panel, words: Translator) -> tuple[Button, ...]:
    """Return the button to the chapter of a refusal."""
    if not panel.rule or chapter(panel.match.game, words.lang, panel.rule) is None:
        return ()
    there = TableId(panel.match.id, TableAction.SHOW_RULES, f"{panel.match.game}.{panel.rule}")
    return (Button(words("ui.panel.read_rule"), encode(there)),)
