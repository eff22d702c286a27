"""Explanations for beginners: what a choice brings, what is missing, what came of it."""

from __future__ import annotations

from typing import Any

import pytest

from app.log import game_log
from games.core.engine import walk
from games.core.engine.context import StepContext
from games.core.prompts.prompt import DistributePrompt
from games.core.state.rng import Rng
from games.core.text.messages import Msg
from games.el_mapa import GAME
from games.el_mapa.model.catalog import TILES
from games.el_mapa.model.events import (
    BattleBegan,
    BattleEnded,
    Ended,
    Fled,
    Flipped,
    Hurried,
    Stopped,
    Struck,
    Treasure,
    TurnEnded,
)
from games.el_mapa.model.terrain import reading
from games.el_mapa.rules.ending.endings import end
from games.el_mapa.rules.strength.forecast import forecast
from games.el_mapa.views.build_view import view
from games.el_mapa.views.looks import closeups
from games.el_mapa.views.narrate import narrate
from tests.games.el_mapa.busy_player import crowded, game
from tests.games.el_mapa.positions import SPOT, castle, face, fight, first_turn, give, run, spend
from tests.games.el_mapa.staging import ORDER, done, door, face_down, field, keys, pick, settled
from tests.games.wording import speaker

say = speaker(GAME, ("● Ana", "■ Bruno", "▲ Carla", "◆ Diego", "★ Eva", "⬟ Fátima"))
PROMPT, LINE = 90, 160  # characters that a phone shows without pain


def why(pos: Any, seat: int, key: str, lang: str = "en") -> str:
    return next(say(one.why, lang) for one in pick(pos, seat).blocked if one.key == key)


def test_a_castle_in_which_nothing_can_be_paid_shows_every_price() -> None:
    pos, seat = field()
    found = walk.options_behind(pos, seat, ("build",))
    said = {one.key: (say(one.label, "en"), say(one.why, "en")) for one in found}
    assert said["statue"] == ("Statue · 1 gold", "1 gold short")
    assert next(iter(said)) == "statue", "the nearest first"
    assert "hanging_gardens" not in said, "what finds no space is not near"


def test_what_a_step_brought_is_told_and_what_the_next_question_says_is_not() -> None:
    assert Flipped.news
    assert Treasure.news
    assert Fled.news
    assert all(event.minor for event in (Stopped, Hurried, TurnEnded, BattleBegan))
    assert not BattleEnded.minor
    assert not Struck.minor, "who fell"


def test_nothing_to_pay_with_says_what_is_nearest_and_what_lacks() -> None:
    """Nine spaces full, 8 gold, 1 wood, 1 stone: the Temple of Midas is 1 wood short."""
    pos, seat = field()
    castle(pos, seat, *ORDER)
    spend(pos, seat, gold=8, wood=1, stone=1)
    said = why(pos, seat, "build")
    assert (
        said
        == "you're closest to Temple of Midas · 8 gold, 2 wood and 1 stone, but still 1 wood short"
    ), "what has no space is not near"
    pos, seat = field()
    assert why(pos, seat, "build") == "you're closest to Statue · 1 gold, but still 1 gold short"
    pos.state.castles[pos.state.homes[seat]].reserve = {"levy": 1, "cavalry": 1}
    assert why(pos, seat, "hire") == "Levy: 1 gold short"
    assert why(pos, seat, "trade") == "you need a Market: build one for 1 gold"
    give(pos, seat, "speed", "haggler")
    near = "Haggler costs 4 points in other cards, and you're 3 short"
    assert why(pos, seat, "tech") == f"cards help you move, build or fight; {near}"
    give(pos, seat, "vision")
    assert why(pos, seat, "tech").endswith("you're 1 short")


def test_a_limit_says_its_number() -> None:
    pos, seat = field()
    for cell in ("d4", "f6"):
        pos.state.players[seat].stacks[cell] = {"levy": 1}
    pos.state.turn.origins = ["d4"]
    pos.state.players[seat].stacks.pop("d4")
    assert (
        why(pos, seat, "move")
        == "troops can leave from only 1 cell this turn, and they've already done so"
    )


@pytest.mark.parametrize(
    ("mine", "others", "told"),
    [
        (
            {"levy": 1},
            {"levy": 1},
            "If nobody plays cards or flees, both sides fall at D4 and nobody scores.",
        ),
        (
            {"levy": 5},
            {"soldier": 2},
            "If nobody plays cards or flees, you win at D4 with 1 levy left: +4 VP.",
        ),
        (
            {"levy": 1},
            {"cavalry": 2},
            "If nobody plays cards or flees, you lose all your troops at D4. Left standing: 2 cavalry.",
        ),
        (
            {"cavalry": 1},
            {"cavalry": 1},
            "If nobody plays cards or flees, neither side can win at D4.",
        ),
    ],
)
@pytest.mark.parametrize("neutral", [False, True])
def test_an_attack_is_forecast_before_it_and_comes_out_so(
    mine: Any, others: Any, told: str, neutral: bool
) -> None:
    """Examples E7, E9, E11."""
    pos, seat, _ = face({}, others, neutral=neutral)
    s = pos.state
    s.turn.entries, s.turn.spent = {}, {}
    start = door(pos, SPOT)
    s.players[seat].stacks = {start: dict(mine)}
    move = ("move", start, dict(mine), SPOT)
    sure = done(pos, seat, *move)
    assert told in [say(one, "en") for one in sure.effects]
    assert not sure.instant, "it is read before it is done"
    run(pos, seat, move)
    assert told == say(forecast(s, seat, SPOT, {}, pos.options), "en")
    assert told in [say(one, "en") for one in done(pos, seat, "end").effects]
    points = s.players[seat].fights
    fight(pos)
    assert s.players[seat].fights - points == (4 if "you win" in told else 0)
    assert (SPOT in s.players[seat].stacks) is ("you win" in told)


def test_fighting_on_says_what_it_comes_to() -> None:
    pos, attacker, defender = face({"soldier": 3}, {"levy": 2}, cards=((), ("speed",)))
    run(pos, attacker, ("end",))
    assert [say(one, "en") for one in done(pos, defender, "stay").effects] == [
        "If nobody plays cards or flees, you lose all your troops at D4. Left standing: 2 soldiers."
    ]
    assert say(pick(pos, defender).options[0].label, "en") == "Hold"
    run(pos, defender, ("stay",))
    assert say(pick(pos, attacker).options[0].label, "en") == "Fight", (
        "the attacker holds nothing, and nobody has struck yet"
    )
    assert (
        say(pick(pos, attacker).prompt, "en")
        == "Clash 1 at D4: you attack 2 levies with 3 soldiers."
    )


def test_a_target_says_its_steps_its_foes_and_that_troops_stop_there() -> None:
    pos, seat = field()
    start = door(pos, SPOT)
    s = pos.state
    s.players[seat].stacks, s.garrisons = {start: {"levy": 1}}, {SPOT: {"soldier": 1, "archer": 1}}
    form = pick(pos, seat, "move", start, {"levy": 1})
    labels = {option.key: say(option.label, "en") for option in form.options}
    assert labels[SPOT] == "D4 · 1 step ⚔ 1 soldier and 1 archer"
    asked = "Where will you move 1 levy from D3? (2 steps)"
    assert say(form.prompt, "en") == asked
    near = next(key for key, label in labels.items() if label.endswith("· 1 step"))
    effects = done(pos, seat, "move", start, {"levy": 1}, near).effects
    assert "Your troops stop there with 1 step unused." in [say(one, "en") for one in effects]


def test_a_target_tells_all_that_its_way_turns_up_and_a_step_what_it_takes_to_stop_for_it() -> None:
    pos, seat = field()
    s, start = pos.state, door(pos, SPOT)
    s.players[seat].stacks, s.garrisons, s.chests = {start: {"levy": 1}}, {}, {}
    near = next(cell for cell in s.open_neighbors(start) if s.owners.get(cell) is None)
    s.chests[near] = 1
    face_down(
        pos,
        *(
            cell
            for cell in s.board.around[near]
            if cell not in s.open_neighbors(start) and cell != start
        ),
    )
    form = pick(pos, seat, "move", start, {"levy": 1})
    for option in form.options:
        told = say(option.detail, "en") if option.detail else ""
        if not option.mark:
            continue
        sure = " ".join(
            say(one, "en")
            for one in done(pos, seat, "move", start, {"levy": 1}, option.key).effects
        )
        for n in range(1, 9):
            assert (f"+{n} VP" in told) is (f"You reveal {n} tile" in sure), (
                option.key,
                told,
                sure,
            )
    steps = pick(pos, seat, "move", start, {"levy": 1}, "step")
    details = [
        say(option.detail, "en")
        for option in steps.options
        if option.spot == near and option.detail
    ]
    assert len(details) == 1
    assert "if you stop: 1 treasure" in details[0]
    s.garrisons = {near: {"levy": 1}}
    s.players[seat].stacks[start] = {"levy": 3}

    def guarded(n: int) -> str:
        """Return what is said of an attack with `n` levies."""
        for option in pick(pos, seat, "move", start, {"levy": n}).options:
            if option.spot == near:
                assert option.detail is not None
                return say(option.detail, "en")
        raise AssertionError(near)

    assert "if you win: 1 treasure" in guarded(3)
    assert "both sides fall" in guarded(1)
    assert "if you win" not in guarded(1), "nobody is left to open it"
    assert "; still +" in guarded(1), "revealed tiles score after a defeat too"
    assert "still" not in guarded(3)


def test_a_move_asks_for_its_troops_first_and_names_cells_in_reading_order() -> None:
    pos, seat = field()
    s, start = pos.state, door(pos, SPOT)
    s.players[seat].stacks, s.garrisons = {start: {"levy": 3}}, {}
    form = pick(pos, seat, "move", f"{start}-go")
    assert [option.key for option in form.options[:3]] == ["levy-1", "troops", "step"]
    cells = [option.spot for option in form.options[3:]]
    assert len(cells) > 3
    assert cells == reading(s.board, [cell for cell in cells if cell])
    nearest = next(option for option in form.options if option.key == form.default_answer())
    assert nearest.mark == "1", "who does not answer goes no further than one step"
    assert form.back_label is None, "no other group could move"
    s.players[seat].stacks[SPOT] = {"levy": 2}
    s.turn.spent[SPOT] = {"levy": 1}
    settled(pos, seat, "warehouse")
    form = pick(pos, seat, "move", f"{start}-go")
    assert form.back_label is not None
    labels = {
        option.key: say(option.label, "en")
        for option in pick(pos, seat, "move").options
        if option.key in keys(pos, seat, "move")
    }
    assert labels == {f"{start}-go": "D3 (3)", f"{SPOT}-go": "D4 (1 of 2 can move)"}


def test_the_building_menu_says_the_points_of_each_level() -> None:
    pos, seat = field()
    home = pos.state.homes[seat]
    spend(pos, seat, gold=20, wood=20, stone=20)
    castle(pos, seat, *ORDER[:6])

    def told() -> dict[str, str]:
        """Return the details of the buildings on offer."""
        return {
            option.key.partition("-")[0]: say(option.detail, "en")
            for option in reversed(pick(pos, seat, "build", home).options)
            if option.detail
        }

    missing = next(name for name in ("treasury", "coliseum") if name in told())
    assert ": 3 VP · +" in told()[missing]
    castle(pos, seat, *ORDER)
    assert told()["pyramid"] == "Pyramid: 4 VP · 10 VP at the end, plus 2 per stone mine"


def test_a_single_troop_to_hire_has_its_price_on_the_button() -> None:
    pos, seat = field()
    spend(pos, seat, gold=1)
    pos.state.castles[pos.state.homes[seat]].reserve = {"levy": 1}
    hire = next(option for option in pick(pos, seat).options if option.key == "hire")
    assert say(hire.label, "en") == "Hire 1 levy (1 gold)"
    assert hire.detail is None


def test_idle_troops_alone_do_not_hold_up_the_end_of_a_turn() -> None:
    pos, seat = field()
    claim_everything(pos, seat)
    assert "1 troop can still move." in [say(one, "en") for one in done(pos, seat, "end").effects]
    assert done(pos, seat, "end").instant
    spend(pos, seat, gold=9)
    assert done(pos, seat, "end").gives_up, "a building would score"


def claim_everything(pos: Any, seat: int) -> None:
    """Leave nothing on the map to claim, open or fight, so that moves bring nothing."""
    s = pos.state
    s.chests, s.garrisons = {}, {}
    for cell in s.board.cells:
        if TILES[s.kind(cell)].claimable:
            s.owners.setdefault(cell, seat)


def test_a_move_that_still_brings_something_holds_up_the_end_of_a_turn() -> None:
    pos, seat = field()
    claim_everything(pos, seat)
    start = pos.state.homes[seat]
    near = door(pos, start)
    pos.state.chests[near] = 1
    end = done(pos, seat, "end")
    assert f"You can still move {start.upper()}→{near.upper()}: treasure." in [
        say(one, "en") for one in end.gives_up
    ]


def test_the_second_round_says_what_one_has_asks_and_tells_what_ends_the_game() -> None:
    pos = first_turn()
    seat = pos.state.turn.seat
    spend(pos, seat, gold=2, wood=1)
    for n, lines in (
        (1, ["The player with the most victory points (VP) wins."]),
        (2, ["The game ends once 2 wonders are built or no hidden tiles are left."]),
    ):
        pos.state.round = n
        prompt = pick(pos, seat)
        assert "2 gold and 1 wood" in say(prompt.prompt, "en")
        assert all(say(prompt.prompt, lang).endswith("?") for lang in ("en", "es"))
        assert [say(one, "en") for one in prompt.lines] == lines


def test_advice_names_what_hired_and_moved_troops_are_for() -> None:
    pos, seat = field()
    s = pos.state
    home, other = s.homes[seat], 1 - seat
    s.castles[home].reserve = {"levy": 3}
    spend(pos, seat, gold=3)

    def aim(*path: Any) -> str:
        found = GAME.purpose(pos, seat, path)
        assert found is not None
        return say(found, "en")

    near = door(pos, home)
    s.players[other].stacks = {near: {"soldier": 2}}
    rival = ("● Ana", "■ Bruno")[other]
    assert aim("hire", home, {"levy": 3}) == f"They guard {home.upper()} against {rival}."
    s.players[other].stacks = {}
    assert "That gives you" not in aim("hire", home, {"levy": 1})


def test_the_last_village_of_who_has_no_troops_is_looked_at_before_it_is_taken_and_the_end_is_told() -> (
    None
):
    pos, seat = field()
    s, other = pos.state, 1 - seat
    home = s.homes[other]
    start = door(pos, home)
    s.players[seat].stacks, s.players[other].stacks = {start: {"levy": 1}}, {}
    go = ("move", start, {"levy": 1}, home)
    target = next(option for option in pick(pos, seat, *go[:-1]).options if option.key == home)
    rival = ("● Ana", "■ Bruno")[other]
    assert target.detail is not None
    assert f"{rival}'s village" in say(target.detail, "en")
    sure = done(pos, seat, *go)
    assert not sure.instant
    warned = f"This is {rival}'s last village, so they'll be out of the game when your turn ends."
    assert warned in [say(one, "en") for one in sure.effects]
    run(pos, seat, go)
    told = [say(one, "en") for one in done(pos, seat, "end").effects]
    assert told[:2] == [
        f"Out of the game (no villages or troops left): {rival}.",
        "You're the only one left, so the game ends.",
    ]
    run(pos, seat, ("end",))
    assert pos.outcome is not None


def test_a_small_house_in_a_high_row_and_the_last_turn_say_so() -> None:
    pos, seat = field(round_limit="8")
    home = pos.state.homes[seat]
    castle(pos, seat, *ORDER[:6])
    spend(pos, seat, gold=9, wood=9)
    form = pick(pos, seat, "build", home, "library")
    told = {option.key: option.detail and say(option.detail, "en") for option in form.options}
    assert set(told) == {"2-3", "3-1"}
    assert told == {
        space: None
        if space[0] == "1"
        else f"takes a level {'I' * int(space[0])} space, still scores 1 VP"
        for space in told
    }
    pos.state.round = 3
    assert say(pick(face_down(pos, SPOT), seat).prompt, "en").startswith("You have ")
    pos.state.round = 8
    assert say(pick(pos, seat).prompt, "en").startswith("It's your last turn. ")


def test_two_buildings_a_turn_are_named_when_they_stand() -> None:
    pos, seat = field(build_limit="2")
    pos.state.castles[pos.state.homes[seat]].built = 2
    spend(pos, seat, gold=9)
    why = next(one.why for one in pick(pos, seat).blocked if one.key == "build")
    assert say(why, "en") == "you've already built here 2 times this turn"


def test_the_watchtower_stands_beside_the_other_actions() -> None:
    pos, seat = field()
    castle(pos, seat, "watchtower")
    face_down(pos, SPOT)
    tones = {option.key: option.tone for option in pick(pos, seat).options}
    assert tones[f"see-{SPOT}"] == "main"
    assert tones["look"] == "free", "other tiles are behind More"


def test_what_is_undone_in_a_tap_is_done_in_one_and_a_wonder_is_confirmed() -> None:
    pos, seat = field()
    home = pos.state.homes[seat]
    spend(pos, seat, gold=20, wood=20, stone=20)
    pos.state.castles[home].reserve = {"levy": 2}
    for path, label in (
        (("build", home, "statue", "1-1"), "Statue"),
        (("hire", home, {"levy": 2}), "Hire 2 levies"),
    ):
        sure = done(pos, seat, *path)
        assert sure.instant
        assert sure.label is not None
        assert say(sure.label, "en") == label
    castle(pos, seat, *ORDER)
    assert not done(pos, seat, "build", home, "pyramid", "4-1").instant


def test_the_end_of_a_turn_names_what_could_still_be_hired() -> None:
    pos, seat = field()
    spend(pos, seat, gold=1)
    pos.state.players[seat].stacks = {}
    (
        pos.state.castles[pos.state.homes[seat]].reserve,
        pos.state.castles[pos.state.homes[seat]].built,
    ) = {"levy": 1}, 1
    assert [say(one, "en") for one in done(pos, seat, "end").effects] == ["You can still hire."]


def test_lasting_cards_say_their_price_and_what_they_will_do() -> None:
    pos, seat = field()
    give(pos, seat, "haggler", "shield", "teleport", "speed")
    form = pick(pos, seat, "tech", "lasting")
    told = {
        option.key: (say(option.label, "en"), say(option.detail, "en"))
        for option in form.options
        if option.detail
    }
    assert told["haggler"] == ("Haggler · 4 points", "Each building costs you 1 less gold.")
    assert form.layout == "menu", "a line for what it does"


def test_lands_tell_who_and_what_is_around() -> None:
    pos, seat = field()
    s = pos.state
    s.players[seat].stacks = {SPOT: {"levy": 1}}
    s.garrisons = {"d5": {"soldier": 2}}
    near = next(one for one in closeups(view(pos, seat)) if one.id == f"land{seat}")
    around = " ".join(say(one, "en") for one in near.words if one.key == "map.near.around")
    assert "D5" in around
    assert "2 soldiers (neutral)" in around


def test_whoever_fought_is_named_in_what_came_of_it() -> None:
    for mine, others, neutral in (
        ({"levy": 1}, {"levy": 1}, True),
        ({"levy": 1}, {"cavalry": 1}, True),
        ({"cavalry": 1}, {"cavalry": 1}, False),
        ({"levy": 5}, {"soldier": 1}, False),
    ):
        pos, seat, other = face(mine, others, neutral=neutral)
        ended = []
        run(pos, seat, ("end",))
        while pos.state.battle is not None:
            one = walk.actors(pos)[0]
            ended += [
                event
                for event in run(pos, one, walk.default_path(pos, one))
                if isinstance(event, BattleEnded)
            ]
        for event in ended:
            said = narrate(event)
            assert said is not None
            result = said.args.get("result", said)  # the sentence before the losses
            assert isinstance(result, Msg)
            named = {
                arg.args["seat"]
                for arg in result.args.values()
                if getattr(arg, "key", "") == "@seat"
            }
            assert {one for one in (seat, other if not neutral else seat) if one >= 0} <= named, (
                say(said)
            )


def test_prompts_and_lines_of_the_log_are_short_enough_for_a_phone() -> None:
    """In crowded random games, in both languages."""
    for seed in range(4):
        pos, rng = crowded(seed, 3 + seed), Rng.of(seed)
        for at, (seat, path) in enumerate(game(pos, rng, 3)):
            if at > 160:
                break
            for depth in range(len(path)):
                form = walk.ask(pos, seat, path[:depth])
                for lang in ("es", "en"):
                    assert not hasattr(form, "prompt") or len(say(form.prompt, lang)) <= PROMPT, (
                        say(form.prompt, lang)
                    )
            told = [
                said
                for one in walk.apply(pos, seat, path)
                for event in (one.public, *one.by_seat.values())
                if event is not None and (said := GAME.narrate(event)) is not None
            ]
            for said in told:
                assert max(len(say(said, lang)) for lang in ("es", "en")) <= LINE, say(said)


def test_a_second_village_is_named_where_something_can_be_built() -> None:
    pos, seat = field()
    other = settled(pos, seat, "statue")
    spend(pos, seat, gold=1)
    pos.state.castles[other].built = 1
    assert keys(pos, seat, "build") == [pos.state.homes[seat]]


def test_who_won_and_what_decided_a_tie_is_told_once() -> None:
    """By the host, below the line of the game."""
    pos, _ = field(round_limit="8")
    s = pos.state
    s.ending, s.round = "", 8
    for player in s.players:
        player.tiles, player.fights = 0, 0
    s.players[0].tiles, s.players[1].fights = 7, 7
    t = StepContext(GAME, pos)
    end(t, "rounds")
    (told,) = (one.public for one in t.events if isinstance(one.public, Ended))
    line, won = (
        say(narrate(told), "en"),
        [one.args["what"] for one in game_log.ending(GAME.score(pos))],
    )
    assert line == "The game ends at the round limit: ● Ana 7 and ■ Bruno 7."
    assert [say(what, "en") for what in won] == ["Battles"]


def test_who_hires_for_an_empty_village_or_empties_it_reads_that_it_invites_an_attack() -> None:
    pos, seat = field()
    s = pos.state
    home = s.homes[seat]
    s.castles[home].reserve = {"levy": 2}
    spend(pos, seat, gold=2)

    def asked(*path: Any) -> str:
        form = walk.ask(pos, seat, path)
        assert isinstance(form, DistributePrompt)
        return form.prompt.key

    assert (asked("hire", home), asked("move", home)) == ("map.ask.hire", "map.ask.troops_bare")
    s.turn.spent = {home: {"levy": 1}}
    s.players[seat].stacks[home] = {"levy": 2}
    assert asked("move", home) == "map.ask.troops", "one of them stays"
    s.players[seat].stacks = {}
    assert asked("hire", home) == "map.ask.hire_bare"


def test_the_note_on_a_high_space_stands_once_below_what_the_buildings_do() -> None:
    pos, seat = field()
    home = pos.state.homes[seat]
    castle(pos, seat, "town_hall", "statue")
    spend(pos, seat, gold=1, wood=1)
    form = pick(pos, seat, "build", home)
    told = {option.key: option.detail and say(option.detail, "en") for option in form.options}
    assert told == {
        "warehouse-1-3": "Warehouse: 1 VP · Troops can leave from one more cell each turn, "
        "but not to attack",
        "market-1-3": "Market: 1 VP · Lets you trade and raises your limit by 1 unit",
        "warehouse-2-1": "takes a level II space, still scores 1 VP",
        "market-2-1": None,
    }
