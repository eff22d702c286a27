"""Proposed answers (`DistributePrompt.change_label`): accepted as they are, or changed first."""

from __future__ import annotations

from typing import Any

import pytest

from app.play import panel_builder
from games.core.prompts.prompt import (
    DistributePrompt,
    IllegalPath,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
    Slot,
)
from games.core.text.messages import Path, literal

NO_POSITION: Any = None  # `stage` replaces all that reads one
CHANGE = literal("Cambiar el pago")
PAY = DistributePrompt(
    (Slot("wood", literal("madera"), 2), Slot("gold", literal("oro"), 2)),
    2,
    2,
    default={"wood": 2},
    change_label=CHANGE,
)
JUST_ENOUGH = DistributePrompt(
    (Slot("wood", literal("madera"), 2),), 2, 2, default={"wood": 2}, change_label=CHANGE
)
VERBS = SelectPrompt((Option("build", literal("Construir")), Option("stop", literal("Terminar"))))
BUILT = MoveReady(literal("Construyes."))


def stage(
    patch: pytest.MonkeyPatch, pay: DistributePrompt = PAY, done: PromptResult = BUILT
) -> None:
    """A tree of two verbs: `build` is paid, `stop` is not."""

    def ask(pos: Any, seat: int, path: Path = ()) -> PromptResult:
        match path:
            case ():
                return VERBS
            case ("build",):
                return pay
            case ("build", _):
                return done
            case ("stop",):
                return BUILT
        return IllegalPath(literal("no"))

    patch.setattr("app.play.panel_builder.walk.ask", ask)


def test_a_proposal_is_filled_in_and_stands_in_brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch)
    assert panel_builder.legal_path(NO_POSITION, 0, ("build",)) == ("build", {"wood": 2})
    assert [
        (crumb.forced, crumb.change_label)
        for crumb in panel_builder.crumbs(NO_POSITION, 0, ("build", {"wood": 2}))
    ] == [
        (False, None),
        (True, CHANGE),
    ]
    assert panel_builder.back(NO_POSITION, 0, ("build", {"wood": 2})) == (), (
        "one question back is before what nobody was asked"
    )


def test_what_was_changed_is_kept_and_leads_back_to_the_proposal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage(monkeypatch)
    mine: Path = ("build", {"wood": 1, "gold": 1})
    assert (
        panel_builder.legal_path(NO_POSITION, 0, mine)
        == panel_builder.without_forced_steps(NO_POSITION, 0, mine)
        == mine
    )
    assert panel_builder.legal_path(NO_POSITION, 0, panel_builder.back(NO_POSITION, 0, mine)) == (
        "build",
        {"wood": 2},
    )


def test_open_counters_are_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch)
    assert panel_builder.legal_path(NO_POSITION, 0, ("build",), auto=False) == ("build",)
    assert panel_builder.without_forced_steps(
        NO_POSITION, 0, ("build", {"wood": 2}), auto=False
    ) == (
        "build",
        {"wood": 2},
    )
    assert panel_builder.is_changing_proposal(NO_POSITION, 0, ("build",), {"gold": 1})
    assert not panel_builder.is_changing_proposal(NO_POSITION, 0, ("build",), None)
    assert panel_builder.is_changeable(NO_POSITION, 0, ("build", {"wood": 2}), 1)
    assert not panel_builder.is_changeable(NO_POSITION, 0, ("build",), 1)


def test_what_can_be_paid_in_one_way_alone_has_nothing_to_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage(monkeypatch, JUST_ENOUGH)
    assert panel_builder.legal_path(NO_POSITION, 0, ("build",), auto=False) == (
        "build",
        {"wood": 2},
    )
    assert panel_builder.crumbs(NO_POSITION, 0, ("build", {"wood": 2}))[1].change_label is None
    assert not panel_builder.is_changeable(NO_POSITION, 0, ("build", {"wood": 2}), 1)


def test_a_proposal_that_leads_nowhere_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    stage(monkeypatch, done=IllegalPath(literal("no queda nada para el efecto")))
    assert panel_builder.legal_path(NO_POSITION, 0, ("build",)) == ("build",)


def test_nothing_is_paid_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that would be made by the tap is shown first when something was proposed in it."""
    stage(monkeypatch, done=MoveReady(literal("Construyes."), instant=True))
    assert panel_builder.instant_move(NO_POSITION, 0, ("build", {"wood": 2})) is None
    stage(monkeypatch, JUST_ENOUGH, MoveReady(literal("Construyes."), instant=True))
    assert panel_builder.instant_move(NO_POSITION, 0, ("build", {"wood": 2})) is not None
