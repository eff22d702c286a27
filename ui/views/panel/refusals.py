"""Why something is refused: the number that is missing, a way out, and the chapter of the rules. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.model.match import Panel
from games.core.guides.rulebook import chapter
from games.core.text.messages import Msg
from ui.components import Button
from ui.custom_ids import TableId, encode
from ui.i18n import Translator

_FINAL = ("core.undo.seen", "core.undo.built")


def reason(panel: Panel, why: Msg, anchor: str | None, words: Translator) -> str:
    """`costs 3, you have 2. Take one further left: the first is free. Rule: Taking a card.`"""
    found = chapter(panel.match.game, words.lang, anchor) if anchor else None
    out = suggested_fix(why, words) or _together(panel, why, words)
    told = [words.rich(why), out, words("ui.panel.rule", title=found.title) if found else ""]
    said = [one for one in told if one]
    return " ".join(
        one if one.endswith((".", ":", "?")) or at == len(said) - 1 else f"{one}."
        for at, one in enumerate(said)
    )


def merged(shut: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return what is refused, in bold, with its reason; all that is refused for the same reason together."""
    found: dict[str, list[str]] = {}
    for name, why in shut:
        found.setdefault(why, []).append(f"**{name}**")
    return [(", ".join(names), why) for why, names in found.items()]


def _together(panel: Panel, why: Msg, words: Translator) -> str:
    """What nobody can take back alone, a table can in common."""
    can = why.key in _FINAL and panel.match.status == "running" and panel.match.places.guild
    return words("ui.vote_back") if can else ""


def suggested_fix(why: Msg, words: Translator) -> str:
    """What can be done about a refusal `<game>.why.<name>`: `<game>.fix.<name>`, or of goods that are short
    `<game>.fix.<name>.<good>`; of a refusal within another one, that one's. "" where nothing can."""
    inner = list(_within(why))
    prefix, refused, name = why.key.partition(".why.")
    goods = (f"{prefix}.fix.{name}.{one.key.rpartition('.')[2]}" for one in inner)
    for key in (f"{prefix}.fix.{name}", *goods):
        if refused and words.catalogue.has(key):
            return words.rich(Msg(key, why.args))
    return next((out for one in inner if (out := suggested_fix(one, words))), "")


def _within(what: Msg) -> Iterator[Msg]:
    """All messages in a message, each before what is in it."""
    for value in what.args.values():
        for one in value if isinstance(value, list | tuple) else (value,):
            if isinstance(one, Msg):
                yield one
                yield from _within(one)


def rule_button(panel: Panel, words: Translator) -> tuple[Button, ...]:
    """After a refusal: the way to its chapter."""
    if not panel.rule or chapter(panel.match.game, words.lang, panel.rule) is None:
        return ()
    there = TableId(panel.match.id, "rules", f"{panel.match.game}.{panel.rule}")
    return (Button(words("ui.panel.read_rule"), encode(there)),)
