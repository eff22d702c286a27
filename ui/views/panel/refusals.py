"""Text of a refused move: the reason, how to fix it, and the chapter of the rules.

Pure functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.model.match import Panel
from games.core.guides.rulebook import chapter
from games.core.text.messages import Msg
from ui.components import Button
from ui.custom_ids import TableAction, TableId, encode
from ui.i18n import Translator

_CANNOT_UNDO = ("core.undo.seen", "core.undo.built")  # reasons why a step can't be undone


def refusal_text(panel: Panel, why: Msg, anchor: str | None, words: Translator) -> str:
    """Return the reason of a refusal, how to fix it, and the chapter of the rules.

    Example: `costs 3, you have 2. Take one further left: the first is free. Rule: Taking a
    card.`
    """
    found = chapter(panel.match.game, words.lang, anchor) if anchor else None
    fix = suggested_fix(why, words) or _vote_hint(panel, why, words)
    rule = words("ui.panel.rule", title=found.title) if found else ""
    sentences = [one for one in (words.with_markup(why), fix, rule) if one]
    return " ".join(
        one if one.endswith((".", ":", "?")) or at == len(sentences) - 1 else f"{one}."
        for at, one in enumerate(sentences)
    )


def joined_by_reason(shut: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return pairs of bold names and a reason; names with the same reason are joined.

    `shut` are pairs of a refused option's name and its reason.
    """
    by_reason: dict[str, list[str]] = {}
    for name, why in shut:
        by_reason.setdefault(why, []).append(f"**{name}**")
    return [(", ".join(names), why) for why, names in by_reason.items()]


def _vote_hint(panel: Panel, why: Msg, words: Translator) -> str:
    """Return the hint that the players can vote to undo what the user alone can't."""
    can_vote = (
        why.key in _CANNOT_UNDO and panel.match.status == "running" and panel.match.places.guild
    )
    return words("ui.vote_back") if can_vote else ""


def suggested_fix(why: Msg, words: Translator) -> str:
    """Return how to fix a refusal, "" if there is no text for it.

    For the reason `<game>.why.<name>` the text's key is `<game>.fix.<name>`, or
    `<game>.fix.<name>.<good>` for missing goods. If the reason contains other messages, they
    are looked up too.
    """
    inner = list(_inner_messages(why))
    prefix, refused, name = why.key.partition(".why.")
    goods = (f"{prefix}.fix.{name}.{one.key.rpartition('.')[2]}" for one in inner)
    for key in (f"{prefix}.fix.{name}", *goods):
        if refused and words.catalogue.has(key):
            return words.with_markup(Msg(key, why.args))
    return next((fix for one in inner if (fix := suggested_fix(one, words))), "")


def _inner_messages(what: Msg) -> Iterator[Msg]:
    """Yield all messages in a message's arguments, outer before inner."""
    for value in what.args.values():
        for one in value if isinstance(value, list | tuple) else (value,):
            if isinstance(one, Msg):
                yield one
                yield from _inner_messages(one)


def rule_button(panel: Panel, words: Translator) -> tuple[Button, ...]:
    """Return the button to the chapter of the rules that a refusal is based on."""
    if not panel.rule or chapter(panel.match.game, words.lang, panel.rule) is None:
        return ()
    target = TableId(panel.match.id, TableAction.SHOW_RULES, f"{panel.match.game}.{panel.rule}")
    return (Button(words("ui.panel.read_rule"), encode(target)),)
