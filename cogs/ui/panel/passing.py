"""`/pass`: what passes, ends or declines in the question that is asked, at the half-made choice's depth, else at its root."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.ui.panel.forms import choices_of, name_of
from cogs.ui.words import Words, plain
from games.core.forms import ENDINGS, Allot, Amount, Done, Option, Pick, endings
from games.core.messages import Msg, Path, listed, literal, msg
from host.model import Panel, Person
from host.tables import Tables

_SHOWN = 6  # options that are named where nothing can be passed


def ways(panel: Panel) -> list[Path]:
    """The paths that pass here; several where it is for the person to say which."""
    last = panel.path[-1] if panel.path else None   # what was spread is a dict
    if isinstance(panel.answer, Done) and ((isinstance(last, str) and last in ENDINGS) or panel.path[:1] in _roots(panel)):
        return [panel.path]
    here = [(*panel.path, option.key) for option in endings(panel.answer)]
    return here or _roots(panel)


def _roots(panel: Panel) -> list[Path]:
    return [(option.key,) for option in endings(panel.root)]


async def pass_on(tables: Tables, match: str, by: Person, click: str | None) -> Panel:
    """Play what passes; a final step is shown to be confirmed, by the button or by saying it again. Where it can't be told what,
    the panel says so and stays as it is. Raises `Trouble`."""
    panel = await tables.panel(match, by, tap=True)
    if panel.answer is None or panel.match.status != "running":
        return panel
    found, words = ways(panel), Words.of(panel.match, by.lang)
    if len(found) == 1:
        panel = await tables.play(match, by, found[0], click, sure=False)
        if isinstance(panel.answer, Done) and not panel.committed and panel.notice is None:
            panel.notice = msg("ui.pass.again")
    elif found:
        form = panel.answer if isinstance(panel.answer, Pick) and endings(panel.answer) else panel.root
        panel.notice = msg("ui.pass.which", moves=_named(endings(form), panel, words))
    else:
        _explain(panel, words)
    return panel


def _explain(panel: Panel, words: Words) -> None:
    """Why nothing passes here: the reason of what is blocked, else that something must be chosen; and what may be."""
    for form in (panel.answer, panel.root):
        shut = [one for one in form.blocked if one.key in ENDINGS] if isinstance(form, Pick) else []
        if shut:
            panel.refused, panel.rule = msg("host.blocked", option=shut[0].label, why=shut[0].why), shut[0].rule
            return
    panel.notice = msg("ui.pass.none", moves=_moves(panel, words))


def _named(options: Sequence[Option], panel: Panel, words: Words) -> Msg:
    return listed([literal(f"«{plain(name_of(option, panel, words))}»") for option in options], "or")


def _moves(panel: Panel, words: Words) -> Msg:
    match panel.answer:
        case Pick() as form:
            return _named(choices_of(form)[:_SHOWN], panel, words)
        case Amount(lo=lo, hi=hi):
            return msg("ui.pass.number", lo=lo, hi=hi)
        case Allot():
            return msg("ui.panel.spread_all")
    return msg("ui.panel.confirm")
