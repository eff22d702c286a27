"""A private message that lags behind its user's choice is brought up to date."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import discord
import pytest

from app.model.match import Match, User
from gateway.sharded_bot import ClusteredBot
from tests.app.harness import PEOPLE
from tests.ui.fake_discord import Channel, refusal
from tests.ui.fake_interaction import Tap
from tests.ui.publisher_harness import PublisherHarness
from tests.ui.test_dispatcher import comes
from ui.custom_ids import PanelAct, PanelId, PanelVerb, decode, encode
from ui.delivery import retry
from ui.delivery.table_publisher import TablePublisher
from ui.interactions import dispatcher as dispatching
from ui.interactions.dispatcher import Dispatcher
from ui.response import Response

ANA = PEOPLE[0]
AWAY = [refusal(500)] * 100  # more often than it is tried


class BiddingHarness(PublisherHarness):
    """Table for two at which Ana is asked for a bid."""

    only_match: Match
    hands: Dispatcher

    async def begin(self) -> None:
        await super().begin()
        self.hands = Dispatcher(self.app, self.table_publisher)
        self.only_match = await self.table(2, game="eight_minute_empire")
        await self.settle()

    async def ends(self) -> None:
        """Restart the process while Discord is unavailable until then."""
        await self.hands.close(0.0)
        for line in self.client.places.values():
            line.errors.clear()
        await self.restart()
        self.hands = Dispatcher(self.app, self.table_publisher)
        await self.caught_up()

    async def caught_up(self) -> None:
        await self.settle()
        await self.hands.idle()

    async def taps(
        self, act: PanelAct, arg: str, *, heard: bool = True, in_dm: bool = False
    ) -> None:
        """Press a control of Ana's panel, in the channel or in her private message.

        Returns when it is answered, if an answer is `heard`.
        """
        panel = await self.app.game_service.open_or_refresh_panel(self.only_match.id, ANA)
        where: dict[str, Any] = {"message": self.place, "guild": None} if in_dm else {"own": True}
        tap = Tap(
            ANA,
            encode(PanelId(self.only_match.id, panel.decision, len(panel.path), act, arg)),
            **where,
        )
        await self.hands.on_component(cast("discord.Interaction[Any]", tap if heard else deaf(tap)))
        if in_dm and heard:  # Discord changes the message by the answer
            self.line.messages[self.place] |= tap.answers[-1][1]

    async def bids(self, *, heard: bool = True, in_dm: bool = False) -> None:
        await self.taps(PanelAct.ENTER_NUMBER, "2", heard=heard, in_dm=in_dm)

    async def cancels(self) -> None:
        await self.taps(PanelAct.RUN, PanelVerb.CANCEL)

    @property
    def line(self) -> Channel:
        return self.client.line(ANA.id)

    @property
    def place(self) -> int:
        """Return the id of Ana's private message."""
        (place,) = self.line.messages
        return place

    @property
    def chosen(self) -> bool:
        """Return whether Ana's private message shows a bid to confirm."""
        found = [
            decode(one.custom_id)
            for one in self.line.messages[self.place]["view"].children
            if hasattr(one, "custom_id")
        ]
        return any(isinstance(one, PanelId) and one.verb is PanelVerb.CONFIRM for one in found)


def deaf(tap: Tap) -> Tap:
    """Make Discord refuse every answer to an interaction."""

    def may(what: str) -> None:
        raise refusal(500)

    tap.may = may  # type: ignore[method-assign]
    return tap


@pytest.fixture
async def harness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[BiddingHarness]:
    monkeypatch.setattr(dispatching, "DEFER_AFTER_S", 30.0)
    harness = BiddingHarness(tmp_path)
    await harness.begin()
    yield harness
    await harness.app.stop()


async def test_a_choice_made_elsewhere_that_the_screen_could_not_show_is_shown_in_the_next_life(
    harness: BiddingHarness,
) -> None:
    harness.line.fail("edit", *AWAY)
    await harness.bids()
    assert not harness.chosen
    await harness.ends()
    assert harness.chosen


async def test_so_is_one_that_was_dropped(harness: BiddingHarness) -> None:
    await harness.bids()
    await harness.caught_up()
    assert harness.chosen
    harness.line.fail("edit", *AWAY)
    await harness.cancels()
    await harness.ends()
    assert not harness.chosen


async def test_so_is_one_made_on_the_screen_itself_whose_answer_discord_did_not_take(
    harness: BiddingHarness,
) -> None:
    harness.line.fail("edit", *AWAY)
    await harness.bids(heard=False, in_dm=True)
    await harness.ends()
    assert harness.chosen


@pytest.mark.parametrize("in_dm", [True, False])
async def test_what_is_shown_is_not_shown_once_more(harness: BiddingHarness, in_dm: bool) -> None:
    await harness.bids(in_dm=in_dm)
    await harness.caught_up()
    assert await harness.app.repo.drafts.outdated_screens() == []
    edits = harness.line.edits
    await harness.ends()
    assert harness.line.edits == edits


@pytest.mark.parametrize("patience", [30.0, 0.0])
async def test_a_choice_begun_in_words_shows_though_its_answer_was_not_taken(
    harness: BiddingHarness, monkeypatch: pytest.MonkeyPatch, patience: float
) -> None:
    monkeypatch.setattr(
        dispatching, "DEFER_AFTER_S", patience
    )  # it is answered at once, or announced first

    async def work(by: User) -> Response:
        await asyncio.sleep(0)
        panel = await harness.app.game_service.open_or_refresh_panel(harness.only_match.id, by)
        panel = await harness.app.game_service.choose(
            harness.only_match.id, by, panel.decision, len(panel.path), 2
        )
        return Response(await harness.hands.panel_handler.build_message(panel, by))

    await harness.hands.handle(cast("discord.Interaction[Any]", deaf(Tap(ANA))), work)
    await comes(lambda: harness.chosen)


async def test_a_screen_is_tried_for_longer_than_an_answer_can_be_changed(
    harness: BiddingHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retry, "FIRST_RETRY_S", 0.01)
    monkeypatch.setattr(retry, "RETRY_LIMIT_S", 0.0)
    harness.line.fail("edit", *AWAY[:2])
    await harness.bids()
    await harness.caught_up()
    assert harness.chosen


async def test_an_edit_whose_receipt_was_lost_is_not_believed_to_show_what_was_there_before(
    harness: BiddingHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retry, "FIRST_RETRY_S", 0.2)
    await harness.bids()
    await harness.caught_up()
    await harness.cancels()
    await harness.caught_up()
    harness.line.fail("edited", refusal(502))
    await harness.bids()
    await comes(lambda: harness.chosen)  # it is there, and will be tried once more
    await harness.cancels()
    await harness.caught_up()
    assert not harness.chosen


async def test_what_another_process_has_shown_since_is_not_believed_to_be_still_as_one_left_it(
    harness: BiddingHarness,
) -> None:
    """Direct messages come to one process, a server's taps may come to another."""
    here, there = (
        harness.hands,
        Dispatcher(harness.app, TablePublisher(harness.app, cast("ClusteredBot", harness.client))),
    )
    await harness.bids()
    await harness.cancels()
    await harness.caught_up()
    harness.hands = there
    await harness.bids(in_dm=True)
    await harness.caught_up()
    assert harness.chosen
    harness.hands = here
    await harness.cancels()
    await harness.caught_up()
    assert not harness.chosen


async def test_who_chooses_while_the_bot_is_not_in_the_server_sees_it_when_it_is_back(
    harness: BiddingHarness,
) -> None:
    harness.client.guilds.clear()
    await harness.bids()
    await harness.caught_up()
    assert not harness.chosen
    harness.client.guilds.add(harness.only_match.places.guild)
    await harness.app.publish_scheduler.resume_pending()
    await harness.caught_up()
    assert harness.chosen
