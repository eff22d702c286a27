from types import SimpleNamespace
from typing import Any, cast

import pytest

from app.app import catalogue
from app.log import game_log
from app.model.match import LogEntry, TableNotice
from games.core.engine import walk
from games.core.engine.game import Game
from games.core.engine.history import By, HistoryRow
from games.core.state.events import AddressedEvent, to_log_events
from games.core.state.recaps import NO_RECAP_RULES, RecapRules
from games.core.state.score import Criterion, Scoreboard, rank
from games.core.text.messages import Msg, literal, msg, seat_name
from games.core.views.scene import PieceMovement, RecentMoves
from games.hosted import GAMES
from tests.app.harness import PEOPLE
from tests.core.small_game import CELLAR, Drew, Gave
from ui.i18n import Translator
from ui.views.pages.common import since_message
from ui.views.panel.panel import render_panel
from ui.views.panel.recap_lines import recap_forms

ANA, BRUNO, CARLA = PEOPLE[:3]


class Teller:
    """A game that tells who is concerned."""

    event = staticmethod(CELLAR.event)
    recap = NO_RECAP_RULES

    @staticmethod
    def narrate(event) -> Msg:
        return msg("t.gave", seat=seat_name(event.seat), n=event.to)

    @staticmethod
    def changed_spots(event) -> tuple[str, ...]:
        return (f"s{event.seat}", "all")

    @staticmethod
    def movements(event) -> tuple[PieceMovement, ...]:
        return (PieceMovement(("s0", "s1"), event.seat),)


class Steady(Teller):
    """Tells of drawn cards, too."""

    @staticmethod
    def narrate(event) -> Msg:
        return msg("t.gave", seat=seat_name(event.seat), n=getattr(event, "to", 0))


def told(to: int, seat: int = 1, **flags: bool) -> SimpleNamespace:
    """Return an event of which only these flags are set."""
    unset = dict.fromkeys(("news", "minor", "idle", "heading", "urgent"), False)
    return SimpleNamespace(seat=seat, to=to, **{**unset, **flags})


def entry(n: int, seat: int, *events: Any, struck: int = 0, by: By = "player") -> LogEntry:
    emitted = [
        event if isinstance(event, AddressedEvent) else AddressedEvent(event) for event in events
    ]
    return LogEntry(
        HistoryRow(n, seat, by, ["x"], to_log_events(emitted), [], 1, ""), float(n), None, struck
    )


def test_since_keeps_eight_sentences_what_names_the_reader_before_others_in_order_of_time():
    rows = [entry(n, 1, Gave(2, n, taken=True)) for n in range(1, 12)]
    rows[2] = entry(3, 1, Gave(0, 3, taken=True))
    rows.append(entry(12, 0, Gave(0, 12, taken=True)))
    since = game_log.recap(Teller, rows, 0, 0, 5.0)
    assert [one.args["n"] for one in since.said] == [3, 5, 6, 7, 8, 9, 10, 11]
    assert since.has_news
    assert not game_log.recap(Teller, rows, 0, 11, 5.0).has_news
    many = [entry(n, 1, Gave(0, n, taken=True)) for n in range(20)]
    assert [one.args["n"] for one in game_log.recap(Teller, many, 0, 0, 0).said] == list(
        range(12, 20)
    )
    few = game_log.recap(Teller, rows[:2], 0, 0, 0)
    assert [one.args["n"] for one in few.said] == [1, 2]


def test_what_hit_the_reader_is_never_left_out_for_others():
    rows = [entry(n, 1, Gave(0 if n < 6 else 2, n, taken=True)) for n in range(1, 11)]
    since = game_log.recap(Teller, rows, 0, 0, 0)
    assert ([one.args["n"] for one in since.short], since.omitted) == ([1, 2, 3, 4, 5], 5)


def test_the_end_of_the_game_is_told_beside_what_names_the_reader():
    class Ending(Teller):
        @staticmethod
        def event(raw):
            return told(seat=raw["seat"], to=raw["to"], urgent=raw["to"] == 1)

    rows = [entry(n, 1, Gave(0 if n > 1 else 2, n, taken=True)) for n in range(1, 7)]
    since = game_log.recap(Ending, rows, 0, 0, 0)
    assert [one.args["n"] for one in since.short] == [1, 2, 3, 4, 5, 6]
    many = [entry(n, 1, Gave(0 if n > 1 else 2, n, taken=True)) for n in range(1, 12)]
    assert [one.args["n"] for one in game_log.recap(Ending, many, 0, 0, 0).said] == [
        1,
        *range(5, 12),
    ]


class Robbers(Teller):
    """A game in which `to` 0 takes from seat 0, and `Gave` is a smaller deed than `Drew`."""

    recap = RecapRules(
        deeds=(Drew, Gave), losers=lambda event: [0] if getattr(event, "to", None) == 0 else []
    )

    @staticmethod
    def narrate(event) -> Msg:
        return msg("t.told", seat=seat_name(event.seat), kind=type(event).__name__)


class Waited(Gave, frozen=True, tag="waited"):
    """`Gave` by which nothing happens yet."""

    idle = True


def kinds(said: tuple[Msg, ...]) -> list[tuple[int, str]]:
    """Return the seat and the kind of event of each sentence of `Robbers`."""
    return [(one.args["seat"].args["seat"], one.args["kind"]) for one in said]


def test_a_recap_begins_with_what_the_reader_lost_then_has_a_line_of_each_rival():
    rows = [
        entry(1, 2, Drew(2, "5")),
        *[entry(n, 3, Gave(3, 1, taken=True)) for n in range(2, 8)],
        entry(8, 1, Gave(1, 0, taken=True)),
        *[entry(n, 2, Gave(2, 3, taken=True)) for n in range(9, 12)],
    ]
    since = game_log.recap(Robbers, rows, 0, 0, 0)
    lost, deed_of_2, deed_of_3 = (1, "Gave"), (2, "Drew"), (3, "Gave")
    assert kinds(since.short) == [lost, deed_of_2, deed_of_3]
    assert kinds(since.shorter[0]) == [lost, deed_of_2, deed_of_3], "none of them is left out"
    assert since.omitted == len(rows) - 3


@pytest.mark.parametrize(("elapsed", "has_loss"), [(5.0, True), (3600.0, False)])
def test_what_the_readers_own_move_cost_is_told_again_if_others_answered_at_once(elapsed, has_loss):
    rows = [
        entry(1, 0, Drew(0, "5"), Gave(1, 0, taken=True)),
        *[entry(n, 1, Drew(1, f"{n}")) for n in range(2, 8)],
    ]
    since = game_log.recap(Robbers, rows, 0, 0, elapsed)
    assert ((1, "Gave") in kinds(since.short)) == has_loss
    assert kinds(since.losses) == [(1, "Gave")] * has_loss
    assert since.has_news
    assert not game_log.recap(Robbers, rows, 0, 7, elapsed).has_news, "it was read"
    alone = game_log.recap(Robbers, rows[:1], 0, 0, elapsed)
    assert (alone.has_news, alone.losses) == (False, ()), "it was shown right after the move"


def test_a_deed_of_a_rival_is_told_even_if_nothing_happens_by_it_yet():
    class Placing(Robbers):
        recap = RecapRules(deeds=(Gave,))

        @staticmethod
        def event(raw):
            event = CELLAR.event(raw)
            return Waited(event.seat, event.to, taken=True) if isinstance(event, Gave) else event

    rows = [entry(n, 1, Gave(1, 2, taken=True), Drew(1, f"{n}")) for n in range(1, 5)]
    assert kinds(game_log.recap(Placing, rows, 0, 0, 0).shorter[0]) == [(1, "Waited")]


def test_the_main_deed_of_a_rival_is_told_rather_than_what_came_of_it():
    rows = [entry(n, 1, Drew(1, f"{n}"), Gave(1, 2, taken=True)) for n in range(1, 5)]
    since = game_log.recap(Robbers, rows, 0, 0, 0)
    assert kinds(since.shorter[0]) == [(1, "Drew")]
    assert kinds(since.short) == [(1, "Drew")] * 3


def test_the_shortest_recap_is_one_sentence_for_panels_without_room():
    rows = [entry(n, 1, Gave(2, n, taken=True)) for n in range(1, 3)]
    since = game_log.recap(Teller, rows, 0, 0, 0)
    assert [one.args["n"] for one in since.short] == [1, 2]
    assert [one.args["n"] for one in since.shorter[0]] == [2]


def test_all_that_happened_is_told_in_order_however_much():
    rows = [entry(n, 1, Gave(0 if n == 3 else 2, n, taken=True)) for n in range(1, 31)]
    since = game_log.recap(Teller, rows, 0, 0, 0)
    assert [one.args["n"] for one in since.all] == list(range(1, 31))
    assert len(since.short) + since.omitted == 30


def test_a_log_opens_on_the_page_on_which_what_follows_a_row_begins():
    match = SimpleNamespace(notices=[])
    rows = [entry(n, 1, Gave(1, n, taken=True)) for n in range(1, 36)]

    def first(after: int) -> tuple[int, int]:
        page = game_log.page(match, cast("Game[Any, Any]", Teller), rows, 0, 0, after=after)
        return page.page, page.rows[0].n

    assert [first(after) for after in (0, 9, 10, 22, 34)] == [
        (1, 1),
        (1, 1),
        (2, 11),
        (3, 21),
        (4, 31),
    ]
    assert first(99) == (4, 31), "nothing follows: the newest"


def test_what_ones_own_step_set_off_is_told_but_not_the_step_itself():
    own = entry(
        4,
        0,
        Gave(0, 1, taken=True),
        Gave(1, 2, taken=True),
        AddressedEvent(Drew(0), {0: Drew(0, "card_3")}),
    )
    assert [one.args["n"] for one in game_log.consequences(Steady, own.row)] == [2, 0]
    assert game_log.own_results(Steady, own.row) == {0, 1}
    later = [own, entry(5, 1, Gave(1, 3, taken=True))]
    assert [one.args["n"] for one in game_log.recap(Steady, later, 0, 3, 0).said] == [2, 0, 3]
    assert not game_log.recap(Steady, later[:1], 0, 3, 0).has_news, (
        "it was on the panel that the step left"
    )


def test_minor_events_stand_in_the_log_alone():
    class Quiet(Steady):
        @staticmethod
        def event(raw):
            return told(to=raw["to"], minor=raw["to"] == 2, heading=raw["to"] == 1)

    rows = [entry(1, 1, Gave(1, 1, taken=True), Gave(1, 2, taken=True), Gave(1, 3, taken=True))]
    assert [one.args["n"] for one in game_log.recap(Quiet, rows, 0, 0, 0).said] == [1, 3]
    match = SimpleNamespace(notices=[])
    said = game_log.page(match, Quiet, rows, None, 0).rows[0].said
    assert [one.key for one in said] == ["host.heading", "t.gave", "t.gave"]


def test_a_heading_gives_way_to_what_happened_where_there_is_not_room_for_all():
    class Rounds(Steady):
        @staticmethod
        def event(raw):
            return told(to=raw["to"], heading=raw["to"] >= 4)

    rows = [entry(n, 1, Gave(1, n, taken=True)) for n in range(1, 6)]
    since = game_log.recap(Rounds, rows, 0, 0, 0)
    assert ([one.args["n"] for one in since.short], since.omitted) == ([1, 2, 3], 2)
    assert [one.args["n"] for one in since.said] == [1, 2, 3, 4, 5]
    few = game_log.recap(Rounds, rows[1:5:2], 0, 0, 0)
    assert [one.args["n"] for one in few.short] == [2, 4]


def test_that_the_end_is_near_is_told_before_all_that_does_not_name_the_reader():
    class Ending(Steady):
        @staticmethod
        def event(raw):
            return told(to=raw["to"], urgent=raw["to"] == 1)

    rows = [entry(n, 1, Gave(1, n, taken=True)) for n in range(1, 9)]
    assert [one.args["n"] for one in game_log.recap(Ending, rows, 0, 0, 0).short] == [1, 7, 8]
    rows[0] = entry(1, 1, Gave(1, 9, taken=True), Gave(1, 1, taken=True), by="order")
    assert game_log.recap(Ending, rows, 0, 0, 0).short[0].args["n"] == 1, (
        "in an answer of a standing order, too"
    )


def test_a_panel_has_room_for_three_and_never_says_that_there_is_one_more():
    rows = [entry(n, 1, Gave(0 if n in (2, 7) else 2, n, taken=True)) for n in range(1, 10)]
    for count, brief, left in (
        (0, [], 0),
        (3, [1, 2, 3], 0),
        (4, [1, 2, 3, 4], 0),
        (5, [2, 4, 5], 2),
        (9, [2, 7, 9], 6),
    ):
        since = game_log.recap(Teller, rows[:count], 0, 0, 0)
        assert ([one.args["n"] for one in since.short], since.omitted) == (brief, left)


def test_before_a_first_turn_there_is_nothing_to_tell_since():
    rows = [entry(n, 1, Gave(2, n, taken=True)) for n in range(1, 4)]
    since = game_log.recap(Teller, rows, 0, 0, 0, played=False)
    assert (since.has_news, len(since.said)) == (False, 3)


async def test_a_first_panel_has_no_last_turn_above_it(harness):
    """Others have played; who has not yet is asked at once. `/table since` tells it by another name."""
    match = await harness.table(3, game="eight_minute_empire")
    for person in (ANA, BRUNO):
        await harness.say(match, person, "bid", 1)
    since = await harness.app.queries.recap(match.id, CARLA)
    assert (len(since.said), since.has_news, since.played) == (2, False, False)
    words = Translator.of(match, "es")
    assert list(recap_forms(since, words, with_omitted=True)) == []
    card = since_message(match, since, words).embed
    assert card is not None
    assert card.title == "Desde que se abrió la mesa:"
    since = await harness.app.queries.recap(match.id, ANA)
    assert (len(since.said), since.played) == (1, True)


@pytest.mark.parametrize("tail", [1, 4, 1000])
async def test_the_newest_sentences_are_the_log_s_however_few_rows_are_read_at_a_time(
    harness, monkeypatch, tail
):
    monkeypatch.setattr(game_log, "ROW_BATCH", tail)
    match = await harness.table(2, game="eight_minute_empire")
    read = []
    for person in (ANA, BRUNO) * 12:
        last = await harness.app.queries.log(match.id)
        pages = [await harness.app.queries.log(match.id, None, n) for n in range(1, last.pages + 1)]
        said = [one for page in pages for row in page.rows for one in row.said]
        newest = await harness.app.queries.latest_log(await harness.app.repo.matches.get(match.id))
        assert newest == said[-game_log.PAGE_SIZE :]
        read.append(len(newest))
        for _ in range(4):
            stored, seat = await harness.app.repo.matches.load(match.id), PEOPLE.index(person)
            if seat in stored.match.waiting:
                await harness.app.game_service.play(
                    match.id, person, walk.default_path(stored.pos, seat)
                )
    assert max(read) == game_log.PAGE_SIZE


def points(*totals: int, ties: tuple[int, ...] = ()) -> Scoreboard:
    goods = Criterion("goods", literal("mercancías"), ties or (0,) * len(totals))
    return Scoreboard((), totals, rank([Criterion("total", literal("puntos"), totals), goods]))


@pytest.mark.parametrize(
    ("board", "said"),
    [
        (points(9, 12, 4), "Gana ■ con 12 puntos."),
        (
            points(12, 12, 4, ties=(6, 8, 9)),
            "Gana ■ con 12 puntos. Desempate: mercancías, 8 frente a 6.",
        ),
        (
            points(12, 12, 12, ties=(6, 8, 1)),
            "Gana ■ con 12 puntos. Desempate: mercancías, 8 frente a 6.",
        ),
        (points(12, 12, 4, ties=(6, 6, 9)), "Comparten la victoria ● y ■ con 12 puntos."),
        (points(7, 12, 9, ties=(6, 6, 9)), "Gana ■ con 12 puntos."),
    ],
)
def test_the_log_of_a_game_ends_with_who_won_and_why(board, said):
    (one,) = game_log.ending(board)
    assert catalogue("es").say(one) == said
    assert game_log.ending(points(12)) == (), "alone, the game says how one did"


@pytest.mark.parametrize("game", [game.id for game in GAMES])
async def test_the_last_line_of_every_log_names_who_won(harness, game):
    match, tables = await harness.table(2, game=game), harness.app.game_service
    await harness.finish(match)
    while (await harness.app.lobby.get(match.id)).status == "running":
        await harness.settle()
    last = (await harness.app.queries.log(match.id)).rows[-1]
    assert last.said[-1].key in ("host.end.won", "host.end.tie", "host.end.shared")
    board = await harness.app.queries.score(match.id)
    assert game_log.ending(board) == last.said[-1:]
    panel = await tables.open_or_refresh_panel(match.id, PEOPLE[0])
    assert panel.consequences == last.said[-1:], "so does whoever's panel is still open"
    own = Translator.of(panel.match, "es")
    assert f"• {own.with_markup(last.said[-1])}" in str(render_panel(panel, own).embed)


def test_the_newest_turn_is_one_persons_or_all_computers():
    def rows(*who):
        return [entry(n, seat, by=by).row for n, (seat, by) in enumerate(who)]

    person, computer = (0, "player"), (1, "computer")
    assert [r.n for r in game_log.newest_turn(rows(person, (2, "player"), (2, "player")))] == [1, 2]
    assert [r.n for r in game_log.newest_turn(rows(person, computer, (2, "caretaker")))] == [1, 2]
    assert game_log.newest_turn([]) == []


def test_spots_are_named_once():
    rows = [entry(1, 0, Gave(0, 1, taken=True), Gave(1, 1, taken=True)).row]
    assert game_log.trail(Teller, rows, None) == RecentMoves(
        ("s0", "all", "s1"), (PieceMovement(("s0", "s1"), 0), PieceMovement(("s0", "s1"), 1))
    )


def test_each_viewer_hears_one_version_or_none():
    row = entry(
        1,
        0,
        AddressedEvent(Drew(0), {0: Drew(0, "card_3")}),
        AddressedEvent(None, {1: Drew(1, "card_4")}),
    ).row
    assert game_log.events_for(CELLAR, row, None) == [Drew(0)]
    assert game_log.events_for(CELLAR, row, 0) == [Drew(0, "card_3")]
    assert game_log.events_for(CELLAR, row, 1) == [Drew(0), Drew(1, "card_4")]


async def test_pages_hold_ten_sentences_and_the_newest_comes_unasked(harness):
    match, tables = await harness.table(2), harness.app.game_service
    while (await harness.app.lobby.get(match.id)).status == "running":
        for person in (ANA, BRUNO):
            panel = await tables.open_or_refresh_panel(match.id, person)
            if panel.seat in panel.waiting:
                panel = await tables.fill_defaults(match.id, person, panel.decision)
                await tables.confirm(match.id, person, panel.decision)
    newest = await harness.app.queries.log(match.id)
    assert newest.page == newest.pages > 1
    pages = [await harness.app.queries.log(match.id, None, n) for n in range(1, newest.pages + 1)]
    counts = [sum(len(row.said) for row in page.rows) for page in pages]
    assert counts[:-1] == [10] * (len(pages) - 1)
    assert [row.n for page in pages for row in page.rows] == sorted(
        row.n for page in pages for row in page.rows
    )
    assert (await harness.app.queries.log(match.id, ANA, 99)).page == newest.pages
    empty = await harness.table(2)
    assert await harness.app.queries.log(empty.id) == game_log.LogPage((), 1, 1)


async def test_since_speaks_of_others_and_is_fresh_once(harness):
    match, tables = await harness.table(2), harness.app.game_service
    await harness.to_turns(match)
    harness.clock.at += 3600
    await harness.say(match, ANA, "buy", {"oil": 1})
    threw, bought = (await harness.app.queries.recap(match.id, BRUNO)).said
    assert (threw.key, threw.args["said"].args["text"], threw.args["n"]) == (
        "host.times",
        "Threw",
        2,
    ), "his own last throw turned up everybody's; what reads alike is told once"
    assert bought.args["text"] == "Bought"
    await harness.say(match, ANA, "stop")
    harness.clock.at += 1800
    since = await harness.app.queries.recap(match.id, BRUNO)
    assert (since.elapsed, since.has_news) == (5400, False)
    assert (await harness.app.queries.recap(match.id, ANA)).said == ()
    assert (await harness.app.queries.recap(match.id, CARLA)).said == ()
    panel = await tables.open_or_refresh_panel(match.id, BRUNO)
    assert panel.trail.changed == ()


@pytest.mark.parametrize("game", [game.id for game in GAMES])
async def test_what_setting_up_has_told_stands_first_in_the_log(harness, game):
    match = await harness.table(2, game=game)
    opening = (await harness.app.repo.game_log.entries(match.id, after=-1))[0].row
    assert (opening.n, opening.seat, opening.by, opening.path) == (0, None, "table", ["@start"])
    assert await harness.app.repo.game_log.entries(match.id) == [], (
        "the log of moves begins with row 1"
    )
    first = (await harness.app.queries.log(match.id, None, 1)).rows
    assert [row.n for row in first] == [0] * len(first)
    said = [
        one.args["said"] if one.key == "host.heading" else one for row in first for one in row.said
    ]
    assert said == list(game_log.narrate_row(harness.app.games[game], opening, None))
    await harness.finish(match)
    rows = (await harness.app.queries.log(match.id, None, 1)).rows
    assert rows[: len(first)] == first
    assert (await harness.app.queries.verify(match.id)).ok


class Turner(Steady):
    """A game in which one's step may turn something up."""

    @staticmethod
    def changed_spots(event) -> tuple[str, ...]:
        return (f"{type(event).__name__.lower()}{event.seat}",)

    @staticmethod
    def movements(event) -> tuple[PieceMovement, ...]:
        return ()


def test_what_ones_own_step_turned_up_is_marked_but_not_the_deed():
    deed, came, minor = Gave(0, 1, taken=True), Drew(0, "c1"), Gave(1, 1, taken=True)
    own, other = entry(3, 0, deed, came).row, entry(4, 1, minor).row
    assert game_log.trail_since(Turner, [own, other], 0, 3).changed == ("drew0", "gave1")
    assert game_log.trail_since(Turner, [own], 1, 2).changed == ("gave0", "drew0"), (
        "another's row tells it whole"
    )
    assert game_log.trail_since(Turner, [entry(3, 0, deed).row], 0, 3).changed == ()


def test_that_advice_was_asked_under_an_older_version_is_told_no_more():
    notices = [
        TableNotice(1, 1.0, msg(key, seat=seat_name(0)))
        for key in ("host.coach.asked", "host.resigned")
    ]
    rows = game_log.log_lines(SimpleNamespace(notices=notices), Teller, [], None, None)
    assert [row.said[0].key for row in rows] == ["host.resigned"]


def test_only_what_a_given_order_answers_is_said_to_be_its_doing():
    class Followed:
        """Tells nothing of the first event, which is only that the turn ended."""

        recap = NO_RECAP_RULES
        event = staticmethod(CELLAR.event)

        @staticmethod
        def narrate(event) -> Msg | None:
            return None if event.to == 9 else Steady.narrate(event)

    def said(game: Any, *events: Any, by: By) -> list[str]:
        row = entry(1, 0, *events, by=by)
        in_recap = game_log.recap(game, [row], 0, 0, 0).said
        assert game_log.narrate_row(game, row.row, 0) == in_recap
        assert game_log.significant_sentences(game, row.row, 0) == in_recap
        return [one.key for one in in_recap]

    answered, turn = Gave(1, 1, taken=True), Gave(1, 2, taken=True)
    assert said(Followed, answered, turn, by="order") == ["host.ordered", "t.gave"]
    assert said(Followed, answered, turn, by="default") == ["t.gave", "t.gave"]
    ended = Gave(1, 9, taken=True)
    assert said(Followed, ended, turn, by="order") == ["t.gave"], "a new turn is not its doing"
    assert said(Followed, ended, turn, by="default") == ["t.gave"]
