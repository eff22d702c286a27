"""The survey finds leaks: each of these bots leaks on one surface and is caught."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.account.privacy import Privacy
from app.log import game_log, game_record
from app.match import moves
from app.model.match import Match, UserError
from app.play import panel_builder
from app.play.game_service import GameService
from app.play.queries import MatchQueries
from app.review.replay_viewer import Replays
from games.core.text.messages import literal
from games.core.views.scene import Mark
from tests.contract import playouts
from tests.leaks import survey as surveys
from tests.leaks.events import hidden
from tests.leaks.survey import EnoughError, Tally, survey
from ui.components import Message
from ui.delivery import table_publisher
from ui.handlers.table import TableHandler

FISHERS, CELLAR, ERA = "fishers", "cellar", "era_medieval_age"
ENOUGH = 9_000  # comparisons in which something is found, if it ever is
Sabotage = Callable[[pytest.MonkeyPatch], None]


def secret_letter(pos: playouts.Pos) -> str:
    """Return a letter that depends only on hidden information."""
    return "ab"[hash(hidden(pos)) % 2]


async def secret_letter_of_match(app: Any, match: str) -> str:
    """Return the secret letter of a match."""
    stored = await app.repo.matches.load(match)
    return secret_letter(stored.pos)


def in_a_message(verb: str, change: Callable[[Message, str], Message]) -> Sabotage:
    """Change the answer of a table's control by the secret letter."""

    def sabotage(patch: pytest.MonkeyPatch) -> None:
        plain = TableHandler.handle_modal

        async def run(self: Any, tap: Any) -> Any:
            answer = await plain(self, tap)
            if tap.id.action != verb or answer.message is None:
                return answer
            letter = await secret_letter_of_match(self._app, tap.match)
            return altered(answer, message=change(answer.message, letter))

        patch.setattr(TableHandler, "handle_modal", run)

    return sabotage


def altered(what: Any, **changes: Any) -> Any:
    """Return a changed copy of a frozen dataclass."""
    return type(what)(**{name: getattr(what, name) for name in what.__dataclass_fields__} | changes)


def titled(message: Message, letter: str) -> Message:
    assert message.embed is not None
    return altered(message, card=altered(message.embed, footer=message.embed.footer + letter))


def labelled(message: Message, letter: str) -> Message:
    buttons = message.rows[0]
    assert isinstance(buttons, tuple)
    row = tuple(altered(one, label=f"{one.label} {letter}") for one in buttons)
    return altered(message, rows=(row, *message.rows[1:]))


def turned(message: Message, letter: str) -> Message:
    """Reverse the order of the buttons."""
    buttons = message.rows[0]
    assert isinstance(buttons, tuple)
    return altered(message, rows=(buttons[::-1], *message.rows[1:])) if letter == "a" else message


def described(message: Message, letter: str) -> Message:
    return altered(message, alt=message.alt + letter)


def marked(message: Message, letter: str) -> Message:
    if message.picture_source is None:
        return message
    return altered(
        message,
        picture_source=msgspec.structs.replace(
            message.picture_source, marks=(Mark("board", letter),)
        ),
    )


def a_card_in_the_view(patch: pytest.MonkeyPatch) -> None:
    """One card of seat 0's hand is there for everybody, in the real position's view."""
    game, plain = playouts.ALL[FISHERS], playouts.ALL[FISHERS].view

    def leaky(pos: playouts.Pos, viewer: int | None) -> Any:
        return msgspec.structs.replace(plain(pos, viewer), laid=(pos.state.hands[0] or [""])[0])

    patch.setitem(game.__dict__, "view", leaky)


def others_events(patch: pytest.MonkeyPatch) -> None:
    """The log tells everybody what a seat alone was told."""

    def all_of_it(row: dict[str, Any], viewer: int | None) -> Any:
        return next(iter(row.get("to", {}).values()), row["all"])

    patch.setattr(game_log, "seen_in_log", all_of_it)


def a_replay_through_seat_0s_eyes(patch: pytest.MonkeyPatch) -> None:
    plain = Replays._step_view_at

    async def still(self: Any, table: Any, seat: Any, own: Any, reel: Any, at: int) -> Any:
        return await plain(self, table, seat if seat is not None else 0, own, reel, at)

    patch.setattr(Replays, "_step_view_at", still)


def a_turn_in_motion_through_anothers_eyes(patch: pytest.MonkeyPatch) -> None:
    plain = Replays._animation_frame

    async def take(self: Any, table: Any, reel: Any, seat: Any, *rest: Any) -> Any:
        return await plain(self, table, reel, 0 if seat is None else (seat + 1) % table.size, *rest)

    patch.setattr(Replays, "_animation_frame", take)


def completions_of_another(patch: pytest.MonkeyPatch) -> None:
    plain = GameService.move_tree

    async def asker(self: Any, match: str, by: Any) -> Any:
        found = await plain(self, match, by)
        found.seat = (found.seat + 1) % found._pos.n
        return found

    patch.setattr(GameService, "move_tree", asker)


def help_for_another(patch: pytest.MonkeyPatch) -> None:
    """`?` explains what is asked of somebody who may have thrown already."""
    plain = GameService.open_or_refresh_panel

    async def asked(self: Any, match: str, by: Any, **more: Any) -> Any:
        panel = await plain(self, match, by, **more)
        stored = await self._repo.matches.load(match)
        if stored is not None and panel.question:
            panel.question = "cast" if secret_letter(stored.pos) == "a" else ""
        return panel

    patch.setattr(GameService, "open_or_refresh_panel", asked)


def a_refusal_with_a_reason(patch: pytest.MonkeyPatch) -> None:
    plain = GameService.play

    async def play(self: Any, match: str, by: Any, *rest: Any, **more: Any) -> Any:
        stored = await self._repo.matches.load(match)
        panel = await plain(self, match, by, *rest, **more)
        if stored is not None and not panel.committed:
            raise UserError(literal(f"no, {secret_letter(stored.pos)}"))
        return panel

    patch.setattr(GameService, "play", play)


def warnings_that_know(patch: pytest.MonkeyPatch) -> None:
    """Whether a step is final is foretold from what will really happen."""
    plain = panel_builder.UndoForecast.promise

    def promise(self: Any, path: Any, finals: Any) -> Any:
        return "final" if secret_letter(self._stored.pos) == "a" else plain(self, path, finals)

    patch.setattr(panel_builder.UndoForecast, "promise", promise)


def orders_that_know(patch: pytest.MonkeyPatch) -> None:
    """A standing order answers by others' dice."""
    game = playouts.ALL[CELLAR]

    def obey(pos: playouts.Pos, seat: int, orders: Any, rng: Any) -> Any:
        return (
            ("keep",)
            if secret_letter(pos) == "a" and pos.lanes[seat] and pos.state.dice[seat]
            else None
        )

    assert game.orders
    patch.setattr("games.core.engine.bots.follow_orders", obey)


def a_seat_that_is_free_for_everybody(patch: pytest.MonkeyPatch) -> None:
    """Who may become a substitute sees what the seat sees before they sit down."""
    plain = Match.seat_of

    def seat_of(self: Any, user: int) -> Any:
        return plain(self, user) or next(
            (one for one in self.seats if one.offered and not one.resigned), None
        )

    patch.setattr(Match, "seat_of", seat_of)


def everybodys_moves_in_an_export(patch: pytest.MonkeyPatch) -> None:
    plain = Privacy._own_data

    async def own_part(self: Any, match: Any, by: Any) -> Any:
        rows = [entry.row for entry in await self._repo.game_log.entries(match.id)]
        return await plain(self, match, by) | {
            "moves": [row.path for row in rows if row.by == "player"]
        }

    patch.setattr(Privacy, "_own_data", own_part)


def deadlines_that_move(patch: pytest.MonkeyPatch) -> None:
    """As it was: each throw behind a screen begins the seat's time anew, and everybody sees until when."""
    plain = moves.update_seats_for_position
    patch.setattr(
        moves,
        "update_seats_for_position",
        lambda *rest, is_public=True, **more: plain(*rest, **more),
    )


def a_proof_that_counts_throws(patch: pytest.MonkeyPatch) -> None:
    """As it was: the proof tells how many rows it has checked."""
    patch.setattr(game_record, "public_rows", list)


def edits_at_each_step(patch: pytest.MonkeyPatch) -> None:
    """The board is edited whether or not there is anything new to be seen."""
    patch.setattr(table_publisher, "digest_of", lambda _message: object())


def a_log_that_talks(patch: pytest.MonkeyPatch) -> None:
    plain = MatchQueries.view

    async def look(self: Any, match: str, by: Any = None) -> Any:
        stored = await self._repo.matches.load(match)
        if stored is not None:
            logging.getLogger("app.play.queries").info("seat 0 holds %s", secret_letter(stored.pos))
        return await plain(self, match, by)

    patch.setattr(MatchQueries, "view", look)


def drawn(patch: pytest.MonkeyPatch, name: str, data: bytes) -> None:
    """Pictures of which every other one has another name, or is larger."""
    from games.core.views.scene import Picture

    numbers = itertools.count()

    def draw(_scene: Any, hurried: bool) -> Picture:
        odd = next(numbers) % 2
        return Picture(data * (1 + odd * 9), f"{name}{odd if data == b'' else ''}.webp", 1, 1)

    patch.setattr(surveys.render_worker, "draw", draw)


BOTS: list[tuple[str, str, Sabotage]] = [
    (FISHERS, "view", a_card_in_the_view),
    (FISHERS, "log: words", others_events),
    (FISHERS, "score: words", in_a_message("score", titled)),
    (FISHERS, "board: controls", in_a_message("board", labelled)),
    (FISHERS, "log: controls", in_a_message("log", turned)),
    (FISHERS, "board: alt text", in_a_message("board", described)),
    (FISHERS, "hand: picture", in_a_message("hand", marked)),
    (FISHERS, "replay", a_replay_through_seat_0s_eyes),
    (FISHERS, "turn: picture", a_turn_in_motion_through_anothers_eyes),
    (ERA, "completion", completions_of_another),
    (FISHERS, "explain", help_for_another),
    (FISHERS, "refusal", a_refusal_with_a_reason),
    (FISHERS, "play: words", warnings_that_know),
    (CELLAR, "orders: what they answer", orders_that_know),
    (FISHERS, "hand", a_seat_that_is_free_for_everybody),
    (ERA, "export", everybodys_moves_in_an_export),
    (ERA, "channel", deadlines_that_move),
    (ERA, "verify: words", a_proof_that_counts_throws),
    (ERA, "channel: sent, edited, deleted", edits_at_each_step),
    (FISHERS, "the bot's log", a_log_that_talks),
    (FISHERS, "file name", lambda patch: drawn(patch, "x", b"")),
    (FISHERS, "size class", lambda patch: drawn(patch, "x", b"12345678")),
]


SOME = BOTS if playouts.LONG else BOTS[::5]  # `make soak` tries all of them


@pytest.mark.parametrize(
    ("game", "surface", "sabotage"), SOME, ids=[f"{surface} of {game}" for game, surface, _ in SOME]
)
async def test_what_one_surface_gives_away_is_found_there(
    game: str, surface: str, sabotage: Sabotage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(tally: Tally) -> None:
        if any(surface in leak.surface for leak in tally.leaks):
            raise EnoughError

    sabotage(monkeypatch)
    tally = await survey(
        tmp_path,
        playouts.ALL[game],
        3,
        "bite",
        ENOUGH,
        drawn=1 if surface in ("file name", "size class") else 0,
        tally=Tally(most=60),
        follow=found,
    )
    assert [leak for leak in tally.leaks if surface in leak.surface], {
        leak.surface for leak in tally.leaks
    }


@pytest.mark.parametrize("game", [FISHERS, CELLAR])
async def test_the_same_games_give_nothing_away_as_they_are(game: str, tmp_path: Path) -> None:
    assert (await survey(tmp_path, playouts.ALL[game], 3, "bite", 2000)).leaks == []
