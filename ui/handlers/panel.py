"""Components of panels: run the action in the app and render the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.app import App
from app.model.match import Panel, User
from games.core.prompts.prompt import AmountPrompt, DistributePrompt, SelectPrompt
from games.core.text.messages import Msg, literal, msg
from ui.components import (
    IN_MENU,
    LABEL,
    Message,
    Modal,
    ModalField,
    SelectOption,
    cut,
)
from ui.custom_ids import PanelId, encode, number
from ui.i18n import Translator, plain
from ui.response import Response
from ui.views.panel.forms import PanelViewState, control, pending_spread
from ui.views.panel.presenter import PanelPresenter
from ui.views.panel.tutorial import append_to_last_row, learn_button

_FIELDS = 5  # a modal holds five
_ALL = 10_000  # more than any slot holds: the host stops at what fits


class PanelHandler:
    """Handler of panels; `private` means that the panel is in the user's direct message (S4)."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._presenter = PanelPresenter(app)
        self.show = self._presenter.show

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
        panel = await self._app.game_service.panel(match, by, requested=True)
        panel.notice = notice or panel.notice
        since = None if panel.seat is None else await self._app.queries.recap(match, by)
        message = await self.show(panel, by, since=since, private=private, hand=hand)
        if not hand and await self._app.tutorials.offered(panel, by):
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
        if tap.act == "verb" and tap.arg in _DISPLAY_VERBS:
            panel = await self._app.game_service.panel(tap.match, by, requested=True)
            if tap.arg == "group" and values:
                show = replace(show, group=min(int(values[0]), IN_MENU))
            if tap.arg == "text":
                show = replace(show, part=tap.page, page=0)
            if tap.arg in ("text", "picture"):  # and so it stays at this table
                by = await self._app.users.show_as(by, tap.match, text=tap.arg == "text")
            show = replace(show, **dict.fromkeys(_DISPLAY_VERBS[tap.arg], True))
            return Response(
                await self.show(
                    panel, by, PanelViewState() if tap.arg == "top" else show, private=private
                )
            )
        if tap.act == "verb" and tap.arg == "advice":
            advice = await self._app.hints.advise(tap.match, by)
            panel = await self._app.game_service.panel(tap.match, by, requested=True)
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
        tables, at = self._app.game_service, (tap.match, by, tap.decision, tap.depth)
        match tap.act:
            case "pick":
                return await tables.choose(*at, tap.arg, click)
            case "number":
                return await tables.choose(*at, int(tap.arg), click)
            case "toggle":
                return await tables.update_pending(*at, tap.arg)
            case "add" | "take" | "most":
                return await tables.update_pending(
                    *at, (tap.arg, {"add": 1, "take": -1, "most": _ALL}[tap.act])
                )
            case "undo":
                return await tables.undo(tap.match, by, click, tap.decision)
            case "verb" if tap.arg in ("all", "none"):
                return await self._toggle_all(tap, by)
            case "verb" if values:
                return await self._chosen(tap, by, click, values)
        plain_verbs = {"back": tables.back, "cancel": tables.cancel, "auto": tables.fill_defaults}
        if tap.arg in plain_verbs:
            return await plain_verbs[tap.arg](tap.match, by, tap.decision)
        if tap.arg == "change":
            return await tables.change(*at)
        if tap.arg == "confirm":
            return await tables.confirm(tap.match, by, tap.decision, click)
        if tap.arg == "give":
            return await tables.answer(*at, None, click)
        return await tables.panel(tap.match, by, requested=True)

    async def _chosen(
        self, tap: PanelId, by: User, click: str | None, values: Sequence[str]
    ) -> Panel:
        """Run the action of a select.

        Discord returns several values in any order; they are put into the prompt's order.
        """
        tables, at = self._app.game_service, (tap.match, by, tap.decision, tap.depth)
        if tap.arg != "several":
            return await tables.choose(
                *at, int(values[0]) if tap.arg == "number" else values[0], click
            )
        panel = await tables.panel(tap.match, by, requested=True)
        chosen = list(values)
        if isinstance(panel.answer, SelectPrompt):
            chosen = [option.key for option in panel.answer.options if option.key in values]
        return await tables.answer(*at, chosen, click)

    async def _toggle_all(self, tap: PanelId, by: User) -> Panel:
        """Turn all toggles of the panel on or off."""
        panel = await self._app.game_service.panel(tap.match, by, requested=True)
        every = (
            [option.key for option in panel.answer.options]
            if isinstance(panel.answer, SelectPrompt)
            else []
        )
        return await self._app.game_service.update_pending(
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
            panel = await self._app.game_service.choose(
                tap.match, by, tap.decision, tap.depth, number, click
            )
            return Response(await self.show(panel, by, private=private))
        panel = await self._app.game_service.panel(tap.match, by, requested=True)
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
            panel = await self._app.game_service.update_pending(
                tap.match, by, tap.decision, tap.depth, spread
            )
        return Response(await self.show(panel, by, private=private))

    async def _refuse_number(self, tap: PanelId, by: User, text: str, *, private: bool) -> Message:
        panel = await self._app.game_service.panel(tap.match, by, requested=True)
        lo, hi = (
            (panel.answer.lo, panel.answer.hi)
            if isinstance(panel.answer, AmountPrompt | DistributePrompt)
            else (0, 0)
        )
        panel.refused = msg("ui.panel.not_number", text=literal(plain(cut(text, 40))), lo=lo, hi=hi)
        return await self.show(panel, by, private=private)

    async def _sheet(self, tap: PanelId, by: User) -> Response:
        panel = await self._app.game_service.panel(tap.match, by, requested=True)
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
        panel = await self._app.game_service.panel(tap.match, by, requested=True)
        panel.notice = msg("ui.stale")
        return Response(await self.show(panel, by))


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


_DISPLAY_VERBS: dict[str, tuple[str, ...]] = {
    "group": (),
    "earlier": (),
    "later": (),
    "top": (),
    "more": ("more",),
    "why": ("why",),
    "text": ("text",),
    "picture": ("picture",),
}
