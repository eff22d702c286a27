"""Handler of a panel's components: runs the action in the app and renders the answer.

A panel asks its user one question of the game. The user answers it step by step; the steps so far
are the draft. The custom_id of each component has the decision (number of the question) and the
depth (number of steps in the draft when the panel was shown). With these, `GameService` recognizes
clicks on outdated components.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from app.app import App
from app.model.match import Panel, User
from games.core.prompts.prompt import AmountPrompt, DistributePrompt, SelectPrompt
from games.core.text.messages import Msg, literal, msg
from ui.components import (
    MAX_MODAL_LABEL_CHARS,
    MAX_SELECT_OPTIONS,
    Message,
    Modal,
    ModalField,
    SelectOption,
    cut,
)
from ui.custom_ids import PanelAct, PanelId, PanelVerb, encode, number
from ui.i18n import Translator, escape_markup
from ui.response import Response
from ui.rules_search import question_help
from ui.views.panel.forms import PanelViewState, pending_units, verb_id
from ui.views.panel.presenter import PanelPresenter
from ui.views.panel.tutorial import learn_button

MAX_MODAL_FIELDS = 5  # Discord's limit of fields in a modal
MAX_ECHO_CHARS = 40  # characters of the user's input that a refusal repeats
NUMBER_FIELD = "n"  # custom_id of the field in which a number is typed
FILL_AMOUNT = 10_000  # more than any slot holds; `update_pending` adds as many as fit


class PanelHandler:
    """Handler of panels.

    Common parameters: `clicked` is the clicked component, `click` the interaction's id, `values`
    what was chosen in a select. `in_dm` is True for the panel in the user's private message.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._presenter = PanelPresenter(app)
        self.build_message = self._presenter.build_message

    async def open(
        self,
        match_id: str,
        by: User,
        *,
        in_dm: bool = False,
        hand: bool = False,
        notice: Msg | None = None,
        again: bool = False,
    ) -> Response:
        """Open the panel where the draft ends, with news since the user's last move.

        `in_dm` is True for the private message. With `hand`, show the picture of the user's own
        pieces (*My hand*). `notice` is a sentence to show first. With `again` (the user comes back
        from a page), show the news even if the user has seen them.
        """
        panel = await self._app.game_service.open_or_refresh_panel(match_id, by, requested=True)
        panel.notice = notice or panel.notice
        recap = None if panel.seat is None else await self._app.queries.recap(match_id, by)
        if again:
            recap = await self._presenter.recap_again(panel, by) or recap
        message = await self.build_message(panel, by, recap=recap, in_dm=in_dm, hand=hand)
        if not hand and await self._app.tutorials.should_offer(panel, by):
            message = message.with_last_button(learn_button(panel.match, by))
        return Response(message)

    async def handle_click(
        self,
        clicked: PanelId,
        by: User,
        click: str | None,
        values: Sequence[str] = (),
        *,
        in_dm: bool = False,
    ) -> Response:
        """Run the click on a button or select; raises `UserError`.

        `click` is the interaction's id, `values` what was chosen in a select. A click on an
        outdated component shows the current panel.
        """
        game_service, step_arguments = self._app.game_service, _step_arguments(clicked, by)
        match clicked.act:
            case PanelAct.RUN:
                return await self._run_verb(clicked, by, click, values, in_dm=in_dm)
            case PanelAct.PICK:
                panel = await game_service.choose(*step_arguments, clicked.arg, click)
            case PanelAct.ENTER_NUMBER:
                panel = await game_service.choose(*step_arguments, int(clicked.arg), click)
            case PanelAct.TOGGLE:
                panel = await game_service.update_pending(*step_arguments, clicked.arg)
            case PanelAct.ADD:
                panel = await game_service.update_pending(*step_arguments, (clicked.arg, 1))
            case PanelAct.TAKE:
                panel = await game_service.update_pending(*step_arguments, (clicked.arg, -1))
            case PanelAct.FILL:
                panel = await game_service.update_pending(
                    *step_arguments, (clicked.arg, FILL_AMOUNT)
                )
            case PanelAct.UNDO:
                panel = await game_service.undo(clicked.match, by, click, clicked.decision)
            case _:
                assert_never(clicked.act)
        changes_pending_answer = clicked.act in (
            PanelAct.TOGGLE,
            PanelAct.ADD,
            PanelAct.TAKE,
            PanelAct.FILL,
        )
        return await self._panel_response(
            clicked, panel, by, keep_view=changes_pending_answer, in_dm=in_dm
        )

    async def _panel_response(
        self, clicked: PanelId, panel: Panel, by: User, *, keep_view: bool, in_dm: bool
    ) -> Response:
        """Return `panel`, the panel after a step, as a response to the click `clicked`.

        With `keep_view`, or if the step was refused, the panel shows the same group and page of
        options as before; otherwise the first ones. `in_dm` is True for the private message. After
        a step of a hint's plan, the panel asks about the next one.
        """
        if panel.committed and (following := await self._app.hints.next_of_plan(panel.match, by)):
            panel = await self._app.game_service.open_at(panel, by, following)
        keep_view = keep_view or panel.refused is not None
        view = PanelViewState(page=clicked.page, group=clicked.group)
        return Response(
            await self.build_message(
                panel, by, view if keep_view else PanelViewState(), in_dm=in_dm
            ),
            saved=panel.committed,
        )

    async def _run_verb(
        self,
        clicked: PanelId,
        by: User,
        click: str | None,
        values: Sequence[str],
        *,
        in_dm: bool,
    ) -> Response:
        """Run the verb of a clicked component: open a modal, change the view, or answer."""
        match clicked.verb:
            case PanelVerb.WRITE_NUMBER | PanelVerb.DISTRIBUTE:
                return await self._open_modal(clicked, by)
            case PanelVerb.ADVISE:
                return await self._show_hint(clicked, by, in_dm=in_dm)
            case PanelVerb.FOLLOW_ADVICE:
                panel = await self._follow_hint(clicked, by, click)
            case (
                PanelVerb.SHOW_GROUP
                | PanelVerb.PREVIOUS_PAGE
                | PanelVerb.NEXT_PAGE
                | PanelVerb.SHOW_TOP
                | PanelVerb.SHOW_MORE
                | PanelVerb.SHOW_REASONS
                | PanelVerb.SHOW_TEXT
                | PanelVerb.SHOW_PICTURE
            ):
                return await self._change_view(clicked, by, values, in_dm=in_dm)
            case PanelVerb.CHOOSE_OPTION | PanelVerb.CHOOSE_NUMBER | PanelVerb.CHOOSE_SEVERAL:
                if any(_is_bad_number(clicked, value) for value in values):
                    return await self._show_stale(clicked, by)
                panel = await self._choose(clicked, by, click, values)
            case PanelVerb.SELECT_ALL | PanelVerb.SELECT_NONE:
                panel = await self._select_all_or_none(clicked, by)
            case (
                PanelVerb.BACK
                | PanelVerb.CANCEL
                | PanelVerb.FILL_DEFAULTS
                | PanelVerb.CHANGE_STEP
                | PanelVerb.CONFIRM
                | PanelVerb.GIVE_ANSWER
                | PanelVerb.PAGE_NUMBER
                | None
            ):
                panel = await self._run_step(clicked, by, click)
            case _:
                assert_never(clicked.verb)
        keep_view = clicked.verb in (PanelVerb.SELECT_ALL, PanelVerb.SELECT_NONE)
        return await self._panel_response(clicked, panel, by, keep_view=keep_view, in_dm=in_dm)

    async def _run_step(self, clicked: PanelId, by: User, click: str | None) -> Panel:
        """Run a verb that changes the draft: back, cancel, defaults, change, confirm, answer."""
        game_service, step_arguments = self._app.game_service, _step_arguments(clicked, by)
        match clicked.verb:
            case PanelVerb.BACK:
                return await game_service.back(clicked.match, by, clicked.decision)
            case PanelVerb.CANCEL:
                return await game_service.cancel(clicked.match, by, clicked.decision)
            case PanelVerb.FILL_DEFAULTS:
                return await game_service.fill_defaults(clicked.match, by, clicked.decision)
            case PanelVerb.CHANGE_STEP:
                return await game_service.open_counters(*step_arguments)
            case PanelVerb.CONFIRM:
                return await game_service.confirm(clicked.match, by, clicked.decision, click)
            case PanelVerb.GIVE_ANSWER:
                return await game_service.answer(*step_arguments, None, click)
            case _:  # the disabled button with the page number, or a verb of an older version
                return await game_service.open_or_refresh_panel(clicked.match, by, requested=True)

    async def _change_view(
        self, clicked: PanelId, by: User, values: Sequence[str], *, in_dm: bool
    ) -> Response:
        """Show another part of the panel, or show it as text or as a picture."""
        view = PanelViewState(page=clicked.page, group=clicked.group)
        match clicked.verb:
            case PanelVerb.SHOW_GROUP if values:
                group = number(values[0])
                if group is None:
                    return await self._show_stale(clicked, by)
                view = replace(view, group=min(group, MAX_SELECT_OPTIONS))
            case PanelVerb.SHOW_TOP:
                view = PanelViewState()
            case PanelVerb.SHOW_MORE:
                view = replace(view, shows_more=True)
            case PanelVerb.SHOW_REASONS:
                view = replace(view, shows_reasons=True)
            case PanelVerb.SHOW_TEXT:
                view = replace(view, as_text=True, text_part=clicked.page, page=0)
            case PanelVerb.SHOW_PICTURE:
                view = replace(view, as_picture=True)
        panel = await self._app.game_service.open_or_refresh_panel(
            clicked.match, by, requested=True
        )
        if view.as_text or view.as_picture:  # store the user's choice for this table
            by = await self._app.users.show_as(by, clicked.match, text=view.as_text)
        recap = (
            await self._presenter.recap_again(panel, by)
            if clicked.verb is PanelVerb.SHOW_TOP
            else None
        )
        return Response(await self.build_message(panel, by, view, recap=recap, in_dm=in_dm))

    async def _show_hint(self, clicked: PanelId, by: User, *, in_dm: bool) -> Response:
        """Show in the panel what an AI player would do."""
        self._app.hints.drop_plan(clicked.match, by)
        advice = await self._app.hints.advise(clicked.match, by)
        panel = await self._app.game_service.open_or_refresh_panel(
            clicked.match, by, requested=True
        )
        panel.notice, panel.advised = advice.said, advice.spots
        panel.advised_path = advice.paths[0]
        view = PanelViewState(page=clicked.page, group=clicked.group, shows_advice=True)
        return Response(await self.build_message(panel, by, view, in_dm=in_dm))

    async def _follow_hint(self, clicked: PanelId, by: User, click: str | None) -> Panel:
        """Play the next move of the hint's plan, or the first move of a hint.

        The first move is the one that the panel shows: the hint is computed again, with the same
        result. A move that can't be undone must be confirmed. If the button is outdated, nothing is
        played.
        """
        panel = await self._app.game_service.open_or_refresh_panel(
            clicked.match, by, requested=True
        )
        if panel.decision != clicked.decision:
            return panel
        path = await self._app.hints.next_step(clicked.match, by)
        return await self._app.game_service.play(clicked.match, by, path, click, sure=False)

    async def explain(
        self, match_id: str, by: User, view: PanelViewState, *, in_dm: bool = False
    ) -> Message | None:
        """Return the panel with an explanation of its question (`?`); None if there is none.

        `view` says which group and page of options is open.
        """
        panel = await self._app.game_service.open_or_refresh_panel(match_id, by, requested=True)
        if panel.match.status != "running" or (
            question_help(panel.match.game, by.lang, panel) is None
        ):
            return None
        return await self.build_message(panel, by, replace(view, shows_help=True), in_dm=in_dm)

    async def _choose(
        self, clicked: PanelId, by: User, click: str | None, values: Sequence[str]
    ) -> Panel:
        """Answer with the values of a select.

        Discord returns several values in any order; they are sorted in the prompt's order.
        """
        game_service, step_arguments = self._app.game_service, _step_arguments(clicked, by)
        if values and clicked.verb is PanelVerb.CHOOSE_OPTION:
            return await game_service.choose(*step_arguments, values[0], click)
        if values and clicked.verb is PanelVerb.CHOOSE_NUMBER:
            return await game_service.choose(*step_arguments, int(values[0]), click)
        panel = await game_service.open_or_refresh_panel(clicked.match, by, requested=True)
        if not values:
            return panel
        chosen = list(values)
        if isinstance(panel.asked, SelectPrompt):
            chosen = [option.key for option in panel.asked.options if option.key in values]
        return await game_service.answer(*step_arguments, chosen, click)

    async def _select_all_or_none(self, clicked: PanelId, by: User) -> Panel:
        """Turn all toggles of the panel on or off, as `clicked` says; return the panel."""
        panel = await self._app.game_service.open_or_refresh_panel(
            clicked.match, by, requested=True
        )
        all_keys = (
            [option.key for option in panel.asked.options]
            if isinstance(panel.asked, SelectPrompt)
            else []
        )
        chosen = all_keys if clicked.verb is PanelVerb.SELECT_ALL else []
        return await self._app.game_service.update_pending(*_step_arguments(clicked, by), chosen)

    async def submit(
        self,
        opened_by: PanelId,
        by: User,
        click: str | None,
        fields: Mapping[str, str],
        *,
        in_dm: bool = False,
    ) -> Response:
        """Handle a submitted modal, in which the user typed a number or the counts of some slots.

        `opened_by` is the component that opened the modal, `click` the interaction's id. `fields`
        has the typed text by field id.
        """
        game_service, step_arguments = self._app.game_service, _step_arguments(opened_by, by)
        if opened_by.verb is PanelVerb.WRITE_NUMBER:
            text = fields.get(NUMBER_FIELD, "").strip()
            try:
                entered = int(text)
            except ValueError:
                return Response(await self._refuse_number(opened_by, by, text, in_dm=in_dm))
            panel = await game_service.choose(*step_arguments, entered, click)
            return Response(await self.build_message(panel, by, in_dm=in_dm))
        panel = await game_service.open_or_refresh_panel(opened_by.match, by, requested=True)
        if isinstance(panel.asked, DistributePrompt) and _is_current(opened_by, panel):
            counts = pending_units(panel, panel.asked)
            try:
                counts.update({key: int(text or 0) for key, text in fields.items()})
            except ValueError:
                text = " ".join(fields.values())
                return Response(await self._refuse_number(opened_by, by, text, in_dm=in_dm))
            spread = {
                slot.key: counts[slot.key] for slot in panel.asked.slots if counts.get(slot.key)
            }
            panel = await game_service.update_pending(*step_arguments, spread)
        return Response(await self.build_message(panel, by, in_dm=in_dm))

    async def _refuse_number(
        self, opened_by: PanelId, by: User, text: str, *, in_dm: bool
    ) -> Message:
        """Return the panel with the notice that `text` is not a number in the allowed range."""
        panel = await self._app.game_service.open_or_refresh_panel(
            opened_by.match, by, requested=True
        )
        lo = hi = 0
        if isinstance(panel.asked, AmountPrompt | DistributePrompt):
            lo, hi = panel.asked.lo, panel.asked.hi
        panel.refused = msg(
            "ui.panel.not_number",
            text=literal(escape_markup(cut(text, MAX_ECHO_CHARS))),
            lo=lo,
            hi=hi,
        )
        return await self.build_message(panel, by, in_dm=in_dm)

    async def _open_modal(self, clicked: PanelId, by: User) -> Response:
        """Return the modal in which a number or the counts of slots are typed.

        If the component is outdated, return the current panel instead.
        """
        panel = await self._app.game_service.open_or_refresh_panel(
            clicked.match, by, requested=True
        )
        words = Translator.of(panel.match, by.lang)
        if _is_current(clicked, panel):
            title = (
                cut(words(panel.asked.prompt), MAX_MODAL_LABEL_CHARS)
                if isinstance(panel.asked, AmountPrompt | DistributePrompt)
                else ""
            )
            match clicked.verb, panel.asked:
                case PanelVerb.WRITE_NUMBER, AmountPrompt() as prompt:
                    label = words("ui.panel.write", lo=prompt.lo, hi=prompt.hi)
                    field = ModalField(
                        NUMBER_FIELD,
                        cut(label, MAX_MODAL_LABEL_CHARS),
                        "" if prompt.default is None else str(prompt.default),
                    )
                    modal_id = verb_id(panel, PanelVerb.WRITE_NUMBER)
                    return Response(modal=Modal(modal_id, title, (field,)))
                case PanelVerb.DISTRIBUTE, DistributePrompt() as prompt:
                    counts = pending_units(panel, prompt)
                    slots = prompt.slots[
                        clicked.page * MAX_MODAL_FIELDS : (clicked.page + 1) * MAX_MODAL_FIELDS
                    ]
                    fields = tuple(
                        _slot_field(words(slot.label), slot.key, slot.most, counts.get(slot.key, 0))
                        for slot in slots
                    )
                    return Response(modal=Modal(encode(clicked), title, fields))
        return await self._show_stale(clicked, by)

    async def _show_stale(self, clicked: PanelId, by: User) -> Response:
        """Show the current panel for an outdated component."""
        panel = await self._app.game_service.open_or_refresh_panel(
            clicked.match, by, requested=True
        )
        panel.notice = msg("ui.stale")
        return Response(await self.build_message(panel, by))


def opens_modal(component: PanelId) -> bool:
    """Return whether a component opens a modal."""
    return component.verb in (PanelVerb.WRITE_NUMBER, PanelVerb.DISTRIBUTE)


def _step_arguments(clicked: PanelId, by: User) -> tuple[str, User, int, int]:
    """Return match id, user, decision and depth of a click.

    These are the first arguments of the `GameService` methods that change a draft.
    """
    return clicked.match, by, clicked.decision, clicked.depth


def _is_current(clicked: PanelId, panel: Panel) -> bool:
    """Return whether the clicked component belongs to the panel's current step."""
    return (clicked.decision, clicked.depth) == (panel.decision, len(panel.path))


def _is_bad_number(clicked: PanelId, value: str) -> bool:
    return clicked.verb is PanelVerb.CHOOSE_NUMBER and number(value) is None


def _slot_field(label: str, key: str, most: int, current: int) -> ModalField:
    """Return the field for a slot: a select of 0 to `most`, or a text input.

    It is a text input if a select can't have that many options. `key` is the slot's key, and
    `current` the number that is filled in.
    """
    label = cut(label, MAX_MODAL_LABEL_CHARS)
    if most >= MAX_SELECT_OPTIONS:
        return ModalField(key, label, str(current), placeholder=f"0-{most}")
    choices = tuple(
        SelectOption(str(count), str(count), chosen=count == current) for count in range(most + 1)
    )
    return ModalField(key, label, choices=choices)
