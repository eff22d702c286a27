"""Text of a refused move: the reason, how to fix it, and the chapter of the rules.

Pure functions. Reasons are messages of the games with keys such as `<game>.why.<name>`; the texts
that say how to fix them have corresponding keys (`suggested_fix`).
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


def refusal_text(
    panel: Panel, why: Msg, anchor: str | None, words: Translator, *, with_fix: bool = True
) -> str:
    """Return why a click was refused, what to do about it, and the rules' chapter.

    `why` is the reason. What to do about it is left out without `with_fix`, and the chapter if its
    `anchor` is None. Example: `costs 3, you have 2. Take one further left: the first is free. Rule:
    Taking a card.`
    """
    rule_chapter = chapter(panel.match.game, words.lang, anchor) if anchor else None
    hint = (suggested_fix(why, words) if with_fix else "") or _vote_hint(panel, why, words)
    rule = words("ui.panel.rule", title=rule_chapter.title) if rule_chapter else ""
    sentences = [sentence for sentence in (words.with_markup(why), hint, rule) if sentence]
    return " ".join(
        sentence
        if sentence.endswith((".", ":", "?")) or index == len(sentences) - 1
        else f"{sentence}."
        for index, sentence in enumerate(sentences)
    )


def joined_by_reason(names_and_reasons: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return one (bold names, reason) per reason, in the order of first appearance.

    `names_and_reasons` has one (name of a refused option, reason) per option.
    """
    by_reason: dict[str, list[str]] = {}
    for name, why in names_and_reasons:
        by_reason.setdefault(why, []).append(f"**{name}**")
    return [(", ".join(names), why) for why, names in by_reason.items()]


def _vote_hint(panel: Panel, why: Msg, words: Translator) -> str:
    """Return the hint that the players can vote to undo what the user can't undo alone.

    Returns "" for any other refusal `why`, and if the game is over or not in a guild.
    """
    can_vote = (
        why.key in _CANNOT_UNDO and panel.match.status == "running" and panel.match.places.guild
    )
    return words("ui.vote_back") if can_vote else ""


def suggested_fix(why: Msg, words: Translator) -> str:
    """Return what the user can do about the refusal `why`; "" without such a text.

    For the reason `<game>.why.<name>` the text's key is `<game>.fix.<name>`, or
    `<game>.fix.<name>.<good>` for missing goods. If there is no such text, the messages among the
    arguments of the reason are looked up in the same way.
    """
    inner_messages = list(_inner_messages(why))
    prefix, is_reason, name = why.key.partition(".why.")
    goods = (f"{prefix}.fix.{name}.{message.key.rpartition('.')[2]}" for message in inner_messages)
    for key in (f"{prefix}.fix.{name}", *goods):
        if is_reason and words.catalogue.has(key):
            return words.with_markup(Msg(key, why.args))
    return next((fix for message in inner_messages if (fix := suggested_fix(message, words))), "")


def _inner_messages(message: Msg) -> Iterator[Msg]:
    """Yield all messages in a message's arguments, outer before inner."""
    for value in message.args.values():
        for inner in value if isinstance(value, list | tuple) else (value,):
            if isinstance(inner, Msg):
                yield inner
                yield from _inner_messages(inner)


def rule_button(panel: Panel, words: Translator) -> tuple[Button, ...]:
    """Return the button to the chapter of the rules that a refusal is based on."""
    if not panel.rule or chapter(panel.match.game, words.lang, panel.rule) is None:
        return ()
    rules_id = TableId(panel.match.id, TableAction.SHOW_RULES, f"{panel.match.game}.{panel.rule}")
    return (Button(words("ui.panel.read_rule"), encode(rules_id)),)
