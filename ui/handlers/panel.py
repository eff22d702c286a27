"""Components of panels: run the action in the app and render the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from app.app import App
from app.log.log_page import Recap
from app.model.match import Panel, User
from app.people.users import reads
from app.play.panel_builder import letters, marks
from games.core.engine.game import find
from games.core.prompts.prompt import AmountPrompt, DistributePrompt, MoveReady, SelectPrompt
from games.core.text.messages import Msg, literal, msg
from games.core.views.closeups import own_part
from ui.components import (
    ALT,
    IN_MENU,
    IN_ROW,
    LABEL,
    Button,
    Message,
    Modal,
    ModalField,
    PanelRef,
    SelectOption,
    cut,
    filled,
)
from ui.custom_ids import NOBODY, PanelId, TableId, encode, number
from ui.i18n import Translator, jump, plain, table_label
from ui.views.pages.common import rest_button
from ui.views.pages.leaderboards import firsts_said, own_button
from ui.views.panel.forms import PanelViewState, control, groups_of, pending_spread, shown_options
from ui.views.panel.panel import FOLLOWED, alt_text, render_panel
from ui.views.panel.tutorial import append_to_last_row, learn_button, with_tutorial
from ui.views.table.view_buttons import legend_way

_FIELDS = 5  # fields per modal: Discord's limit
_ALL = 10_000  # more than any slot holds; the app stops at what fits


@dataclass(frozen=True)
class Response:
    """Answer to an interaction: a message, a modal, or only an acknowledgement.

    `edit`: the message replaces the clicked one. `public`: everybody sees it. `saved`: a move
    has just been committed.
    """

    message: Message | None = None
    sheet: Modal | None = None
    edit: bool = True
    public: bool = False
    saved: bool = False


class PanelHandler:
    """Handler of panels; `private` means that the panel is in the user's direct message (S4)."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def open(
        self,
        match: str,
        by: User,
        *,
        private: bool = False,
        hand: bool = False,
        notice: Msg | None = None,
    ) -> Response:
        """Open the panel at the draft's depth, with what happened since the user's last step.

        `hand`: show the picture of the user's own pieces (*My hand*). `notice`: a sentence to
        show first.
        """
        panel = await self._app.tables.panel(match, by, tap=True)
        panel.notice = notice or panel.notice
        since = None if panel.seat is None else await self._app.tables.since(match, by)
        message = await self.show(panel, by, since=since, private=private, hand=hand)
        if not hand and await self._app.lessons.offered(panel, by):
            message = replace(
                message, rows=append_to_last_row(message.rows, learn_button(panel.match, by))
            )
        return Response(message)

    async def press(
        self,
        tap: PanelId,
        by: User,
        click: str | None,
        values: Sequence[str] = (),
        *,
        private: bool = False,
    ) -> Response:
        """Handle a button or select; raises `UserError`.

        An unknown select value is answered like an outdated component.
        """
        show = PanelViewState(page=tap.page, group=tap.group)
        if opens_sheet(tap):
            return await self._sheet(tap, by)
        if (
            tap.act == "verb"
            and tap.arg in ("group", "number")
            and any(number(value) is None for value in values)
        ):
            return await self._as_it_stands(tap, by)
        if tap.act == "verb" and tap.arg in _LOOKS:
            panel = await self._app.tables.panel(tap.match, by, tap=True)
            if tap.arg == "group" and values:
                show = replace(show, group=min(int(values[0]), IN_MENU))
            if tap.arg == "text":
                show = replace(show, part=tap.page, page=0)
            if tap.arg in ("text", "picture"):  # the choice is remembered for this table
                by = await self._app.people.show_as(by, tap.match, text=tap.arg == "text")
            show = replace(show, **dict.fromkeys(_LOOKS[tap.arg], True))
            return Response(
                await self.show(
                    panel, by, PanelViewState() if tap.arg == "top" else show, private=private
                )
            )
        if tap.act == "verb" and tap.arg == "advice":
            advice = await self._app.coach.advise(tap.match, by)
            panel = await self._app.tables.panel(tap.match, by, tap=True)
            panel.notice = advice.said
            return Response(await self.show(panel, by, show, private=private))
        panel = await self._act(tap, by, click, values)
        keep = tap.act in ("toggle", "add", "take", "most") or (
            tap.act == "verb" and tap.arg in ("all", "none")
        )
        keep = keep or panel.refused is not None
        return Response(
            await self.show(panel, by, show if keep else PanelViewState(), private=private),
            saved=panel.committed,
        )

    async def _act(self, tap: PanelId, by: User, click: str | None, values: Sequence[str]) -> Panel:
        """Run the action of a component; an outdated one shows the panel unchanged."""
        tables, at = self._app.tables, (tap.match, by, tap.decision, tap.depth)
        match tap.act:
            case "pick":
                return await tables.choose(*at, tap.arg, click)
            case "number":
                return await tables.choose(*at, int(tap.arg), click)
            case "toggle":
                return await tables.pend(*at, tap.arg)
            case "add" | "take" | "most":
                return await tables.pend(
                    *at, (tap.arg, {"add": 1, "take": -1, "most": _ALL}[tap.act])
                )
            case "undo":
                return await tables.undo(tap.match, by, click, tap.decision)
            case "verb" if tap.arg in ("all", "none"):
                return await self._swept(tap, by)
            case "verb" if values:
                return await self._chosen(tap, by, click, values)
        plain_verbs = {"back": tables.back, "cancel": tables.cancel, "auto": tables.auto}
        if tap.arg in plain_verbs:
            return await plain_verbs[tap.arg](tap.match, by, tap.decision)
        if tap.arg == "change":
            return await tables.change(*at)
        if tap.arg == "confirm":
            return await tables.confirm(tap.match, by, tap.decision, click)
        if tap.arg == "give":
            return await tables.answer(*at, None, click)
        return await tables.panel(tap.match, by, tap=True)

    async def _chosen(
        self, tap: PanelId, by: User, click: str | None, values: Sequence[str]
    ) -> Panel:
        """Run the action of a select.

        Discord returns several values in any order; they are put into the prompt's order.
        """
        tables, at = self._app.tables, (tap.match, by, tap.decision, tap.depth)
        if tap.arg != "several":
            return await tables.choose(
                *at, int(values[0]) if tap.arg == "number" else values[0], click
            )
        panel = await tables.panel(tap.match, by, tap=True)
        chosen = list(values)
        if isinstance(panel.answer, SelectPrompt):
            chosen = [option.key for option in panel.answer.options if option.key in values]
        return await tables.answer(*at, chosen, click)

    async def _swept(self, tap: PanelId, by: User) -> Panel:
        """Turn all toggles on or off."""
        panel = await self._app.tables.panel(tap.match, by, tap=True)
        every = (
            [option.key for option in panel.answer.options]
            if isinstance(panel.answer, SelectPrompt)
            else []
        )
        return await self._app.tables.pend(
            tap.match, by, tap.decision, tap.depth, every if tap.arg == "all" else []
        )

    async def submit(
        self,
        tap: PanelId,
        by: User,
        click: str | None,
        fields: Mapping[str, str],
        *,
        private: bool = False,
    ) -> Response:
        """Handle a submitted modal: a number, or the units of some slots."""
        if tap.arg == "write":
            text = fields.get("n", "").strip()
            try:
                number = int(text)
            except ValueError:
                return Response(await self._refuse_number(tap, by, text, private=private))
            panel = await self._app.tables.choose(
                tap.match, by, tap.decision, tap.depth, number, click
            )
            return Response(await self.show(panel, by, private=private))
        panel = await self._app.tables.panel(tap.match, by, tap=True)
        if isinstance(panel.answer, DistributePrompt) and (panel.decision, len(panel.path)) == (
            tap.decision,
            tap.depth,
        ):
            given = pending_spread(panel, panel.answer)
            try:
                given.update({key: int(text or 0) for key, text in fields.items()})
            except ValueError:
                return Response(
                    await self._refuse_number(tap, by, " ".join(fields.values()), private=private)
                )
            spread = {
                slot.key: given[slot.key] for slot in panel.answer.slots if given.get(slot.key)
            }
            panel = await self._app.tables.pend(tap.match, by, tap.decision, tap.depth, spread)
        return Response(await self.show(panel, by, private=private))

    async def _refuse_number(self, tap: PanelId, by: User, text: str, *, private: bool) -> Message:
        panel = await self._app.tables.panel(tap.match, by, tap=True)
        lo, hi = (
            (panel.answer.lo, panel.answer.hi)
            if isinstance(panel.answer, AmountPrompt | DistributePrompt)
            else (0, 0)
        )
        panel.refused = msg("ui.panel.not_number", text=literal(plain(cut(text, 40))), lo=lo, hi=hi)
        return await self.show(panel, by, private=private)

    async def _sheet(self, tap: PanelId, by: User) -> Response:
        panel = await self._app.tables.panel(tap.match, by, tap=True)
        words = Translator.of(panel.match, by.lang)
        if (panel.decision, len(panel.path)) == (tap.decision, tap.depth):
            title = (
                cut(words(panel.answer.prompt), 45)
                if isinstance(panel.answer, AmountPrompt | DistributePrompt)
                else ""
            )
            match tap.arg, panel.answer:
                case "write", AmountPrompt() as form:
                    label = words("ui.panel.write", lo=form.lo, hi=form.hi)
                    entry = ModalField(
                        "n", cut(label, 45), "" if form.default is None else str(form.default)
                    )
                    return Response(sheet=Modal(control(panel, "verb", "write"), title, (entry,)))
                case "spread", DistributePrompt() as form:
                    given = pending_spread(panel, form)
                    part = form.slots[tap.page * _FIELDS : (tap.page + 1) * _FIELDS]
                    entries = tuple(
                        _slot_entry(words(s.label), s.key, s.most, given.get(s.key, 0))
                        for s in part
                    )
                    return Response(sheet=Modal(encode(tap), title, entries))
        return await self._as_it_stands(tap, by)

    async def _as_it_stands(self, tap: PanelId, by: User) -> Response:
        """Show the current panel for an outdated component."""
        panel = await self._app.tables.panel(tap.match, by, tap=True)
        panel.notice = msg("ui.stale")
        return Response(await self.show(panel, by))

    async def show(
        self,
        panel: Panel,
        by: User,
        show: PanelViewState | None = None,
        *,
        since: Recap | None = None,
        private: bool = False,
        hand: bool = False,
    ) -> Message:
        """Return the panel as a message with its picture."""
        words = Translator.of(panel.match, by.lang)
        show = replace(show or PanelViewState(), own=hand or (private and panel.answer is None))
        if reads(by, panel.match.id) and not show.picture:
            show = replace(show, text=True)
        rests = (
            panel.seat is not None
            and panel.seat not in panel.waiting
            and panel.match.status != "ended"
        )
        # a private message that asks nothing omits the position: each move would edit it
        whole = show.text and (hand or not private or panel.answer is not None)
        amid = (
            any(not crumb.forced for crumb in panel.crumbs)
            and not panel.committed
            and since is None
        )
        whole = whole and not (
            panel.guide and amid
        )  # within a tutorial's choice the previous panel has told the position
        firsts, told = (
            await self._firsts(panel, by, words),
            position_lines(panel, words) if whole else (),
        )
        past = since_lines(since, words, whole=panel.guide is None)
        if past and panel.saved:  # the user's move came before the others' moves
            past.insert(0, words.rich("ui.saved", sentence=panel.saved))
            panel.saved = None
        message = render_panel(panel, words, show, [*past, *firsts], told)
        if firsts:
            message = replace(message, rows=append_to_last_row(message.rows, own_button(words)))
        cut_off = bool(past and since and since.left) or len(panel.followed) > FOLLOWED
        if cut_off and panel.guide is None:
            message = replace(
                message, rows=append_to_last_row(message.rows, rest_button(panel.match, words))
            )
        if not private and not hand and (on := await self._next(panel, by, words)):
            message = replace(message, rows=append_to_last_row(message.rows, on))
        message = with_tutorial(message, panel, words, first=show.text)
        opened = PanelRef(
            panel.match.id, rests, hand, panel.seat, panel.decision, panel.written, panel.saved
        )
        message = replace(message, panel=opened)
        if private or hand:
            message = replace(
                message,
                content=words("ui.hand.title", table=plain(table_label(panel.match, words))),
            )
            if panel.answer is None and message.rows:
                *above, last = message.rows
                ways = (
                    [Button(words("ui.hand.table"), url=link)]
                    if (link := jump(panel.match))
                    else []
                )
                ways += legend_way(panel.match, words, private_picture_kind(panel), "own")
                message = replace(
                    message,
                    rows=(*above, (*last, *ways)[:IN_ROW] if isinstance(last, tuple) else last),
                )
        shown = visible_panel(panel, show)
        kind = picture_kind(shown, by, hand=hand, private=private)
        if show.text or kind is None or self._app.images is None or message.card is None:
            return message
        seat = panel.seat
        scene = await self._app.tables.scene(panel.match.id, seat, kind, by.lang, shown, by)
        said = (
            []
            if panel.view is None
            else [words(one) for one in find(panel.match.game).describe(panel.view)]
        )
        if private_picture_kind(panel) == kind:
            said[1:1] = part_words(panel, kind, words)
        once = [*dict.fromkeys(said)]  # the hand is also part of the position
        alt = filled(
            [cut(alt_text(panel, words, once[0] if once else ""), ALT // 2), *once[1:]],
            words("ui.alt.more"),
            ALT,
        )
        return replace(message, card=replace(message.card, picture=True), scene=scene, alt=alt)

    async def _next(self, panel: Panel, by: User, words: Translator) -> Button | None:
        """Return a button to the next table that waits for the user, else to their list.

        None if something is asked here or there is no other table.
        """
        if panel.answer is not None or panel.seat is None or panel.guide is not None:
            return None
        others = [
            turn for turn in await self._app.tables.turns(by) if turn.match.id != panel.match.id
        ]
        mine = [turn.match.id for turn in others if turn.mine]
        if mine:
            return Button(
                words("ui.inbox.next", n=len(mine)), encode(TableId(mine[0], "go")), "blue"
            )
        return Button(words("ui.inbox.list"), encode(TableId(NOBODY, "turns"))) if others else None

    async def _firsts(self, panel: Panel, by: User, words: Translator) -> list[str]:
        """Return what the user did for the first time in an ended game; shown to them alone."""
        if panel.match.status != "ended" or panel.seat is None:
            return []
        said = firsts_said(await self._app.records.firsts(by), panel.match.id, words)
        return [said, ""] if said else []


def opens_sheet(tap: PanelId) -> bool:
    """Return whether a component opens a modal."""
    return tap.act == "verb" and tap.arg in ("write", "spread")


def _slot_entry(label: str, key: str, most: int, n: int) -> ModalField:
    """Return a select for a slot, or a text input if it would have too many options."""
    if most >= IN_MENU:
        return ModalField(key, cut(label, 45), str(n), hint=f"0-{most}")
    choices = tuple(
        SelectOption(str(i), cut(f"{i}", LABEL), chosen=i == n) for i in range(most + 1)
    )
    return ModalField(key, cut(label, 45), choices=choices)


_LOOKS: dict[str, tuple[str, ...]] = {
    "group": (),
    "earlier": (),
    "later": (),
    "top": (),
    "more": ("more",),
    "why": ("why",),
    "text": ("text",),
    "picture": ("picture",),
}


def since_lines(since: Recap | None, words: Translator, *, whole: bool = True) -> list[str]:
    """Return what happened since the user's last step, if some of it is new to them (S6).

    With `whole` the omitted lines are counted at the end.
    """
    if since is None or not since.fresh or not since.brief:
        return []
    rest = [words("ui.since.more", n=since.left)] if since.left and whole else []
    return [
        words("ui.since.title", t=words.lapse(since.elapsed)),
        *(f"• {words.rich(one)}" for one in since.brief),
        *rest,
        "",
    ]


def position_lines(panel: Panel, words: Translator) -> list[str]:
    """Return the position in words as the user may know it, including their own hand."""
    return (
        []
        if panel.view is None
        else [words.rich(one) for one in find(panel.match.game).describe(panel.view)]
    )


def visible_panel(panel: Panel, show: PanelViewState) -> Panel:
    """Return the panel as its picture shows it.

    In an open group only its options are marked, with the letters of their buttons.
    """
    form = panel.answer
    if show.group < 0 or not isinstance(form, SelectPrompt) or not groups_of(form):
        return panel
    named = letters(form)
    options = tuple(
        structs.replace(one, mark=named.get(one.key, one.mark)) for one in shown_options(form, show)
    )
    return structs.replace(panel, answer=structs.replace(form, options=options))


def private_picture_kind(panel: Panel) -> str:
    """Return the kind of the user's private picture (*My hand*); "" if there is none."""
    return (
        find(panel.match.game).hand(panel.view)
        if panel.view is not None and panel.match.status == "running"
        else ""
    )


def part_words(panel: Panel, kind: str | None, words: Translator) -> tuple[str, ...]:
    """Return in words what the picture shows, if it shows a part of the table."""
    looks = find(panel.match.game).looks(panel.view) if panel.view is not None else ()
    part = own_part(kind or "", panel.seat, looks)
    return tuple(words.rich(one) for one in part.words) if part else ()


def picture_kind(
    panel: Panel, by: User, *, hand: bool = False, private: bool = False
) -> str | None:
    """Return the kind of the game's picture for a panel, None if it has none.

    On *My hand* the private picture; on the private message too while no spots are marked; else
    the picture for the question. Users who prefer large pictures get the board, which zooms in
    on marked spots.
    """
    game = find(panel.match.game)
    spots = tuple(mark.spot for mark in marks(panel.answer))
    if isinstance(panel.answer, MoveReady):
        spots = panel.answer.ghost
    kind = game.panel_picture(panel.view, spots) if panel.view is not None else "board"
    if hand or (private and not spots):
        kind = private_picture_kind(panel) or kind
    elif spots and by.prefs.get("large"):
        kind = "board"
    return next((one for one in (kind, "board") if one in game.pictures), None)
