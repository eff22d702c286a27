"""Moves and hires that a panel proposes as one button (rules 6.3 and 6.4)."""

from __future__ import annotations

from collections import Counter
from statistics import median

from games.core.engine import walk
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.core.state.rng import Rng
from games.core.text.messages import Path, seat_name
from games.el_mapa import GAME
from games.el_mapa.model.catalog import TILES
from games.el_mapa.rules.flow.proposals import (
    MAX_MOVES,
    MAX_OTHERS,
    full_path,
    is_quick,
)
from tests.games.el_mapa import busy_player
from tests.games.el_mapa.positions import Pos, first_turn, give, run, spend
from tests.games.el_mapa.staging import cells_of, done, door, field, keys, pick, refused, settled
from tests.games.presses import presses
from tests.games.wording import speaker

say = speaker(GAME)


def quick(pos: Pos, seat: int) -> list[str]:
    """Return the keys of the proposed moves."""
    return [option.key for option in pick(pos, seat).options if is_quick((option.key,))]


def first_proposal(pos: Pos, seat: int) -> Path:
    """Return the first proposal, or the end of the turn; an empty path for other questions."""
    root = walk.ask(pos, seat)
    assert isinstance(root, SelectPrompt)
    return next(((option.key,) for option in root.options if is_quick((option.key,))), ())


def test_the_first_turn_proposes_the_free_mine_and_says_what_it_brings() -> None:
    pos = first_turn()
    seat = pos.state.turn.seat
    home = pos.state.homes[seat]
    proposed = quick(pos, seat)
    assert 1 <= len(proposed) <= MAX_MOVES + MAX_OTHERS
    best = next(one for one in pick(pos, seat).options if one.key == proposed[0])
    mine = proposed[0].split("-")[2]
    assert pos.state.kind(mine) == "free_wood_mine"
    assert say(best.label).startswith(f"{home.upper()}→{mine.upper()}: mina")
    assert "+" in say(best.label)
    assert best.detail is not None
    assert "madera" in say(best.detail)
    run(pos, seat, (proposed[0],))
    assert pos.state.owners[mine] == seat
    assert pos.state.players[seat].stacks == {mine: {"levy": 1}}


def test_a_proposed_move_is_the_move_that_it_is_short_for() -> None:
    for seed in range(4):
        pos = busy_player.crowded(seed, 2 + seed)
        seat = pos.state.turn.seat
        for key in quick(pos, seat):
            verb, *where = key.split("-")
            path = walk.default_path(pos, seat, (key,))
            assert done(pos, seat, *path).then == ()
            if verb in ("go", "war"):
                assert verb == ("war" if where[1] in pos.state.garrisons else "go")
            else:
                assert verb in ("make", "hire", "see")
            short = walk.submit(pos, seat, path).pos
            whole = walk.submit(pos, seat, full_path(pos.state, seat, path)).pos
            assert GAME.codec.encode(short) == GAME.codec.encode(whole)


def test_keys_stay_legal_that_are_no_longer_proposed() -> None:
    pos, seat = field()
    pos.state.players[seat].stacks = {"d4": {"levy": 2}}
    near = pos.state.open_neighbors("d4")[0]
    assert f"go-d4-{near}" in pick(pos, seat).unlisted_keys
    run(pos, seat, (f"go-d4-{near}",))
    assert pos.state.players[seat].stacks == {"d4": {"levy": 1}, near: {"levy": 1}}
    for key in ("go-d4-a1", "go-a9-b9", "go-d4", "war-d4-d4", "go-d4-zz", f"war-d4-{near}"):
        assert refused(pos, seat, key)


def test_only_attacks_that_are_sure_to_be_won_are_proposed() -> None:
    pos, seat = field()
    pos.state.players[seat].stacks = {"d4": {"soldier": 2}}
    target = door(pos, "d4")
    pos.state.garrisons[target], pos.state.chests = {"levy": 1}, {}
    for cell in pos.state.board.cells:
        if TILES[pos.state.kind(cell)].claimable and cell != target:
            pos.state.owners.setdefault(cell, seat)
    assert quick(pos, seat)[0] == f"war-d4-{target}"
    run(pos, seat, (f"war-d4-{target}",), ("end",))
    assert pos.state.players[seat].stacks == {target: {"soldier": 2}}
    pos, seat = field()
    pos.state.players[seat].stacks = {"d4": {"levy": 1}}
    pos.state.garrisons[target] = {"levy": 1}
    assert f"war-d4-{target}" not in quick(pos, seat)
    assert f"go-d4-{target}" not in quick(pos, seat)


def test_combat_cards_are_asked_about_before_a_proposed_attack() -> None:
    pos, seat = field()
    give(pos, seat, "bloodlust")
    pos.state.players[seat].stacks = {"d4": {"levy": 2}}
    target = door(pos, "d4")
    pos.state.garrisons[target] = {"levy": 1}
    assert keys(pos, seat, f"war-d4-{target}") == ["out", "ask"]


def test_a_village_is_not_left_empty_beside_a_rival() -> None:
    pos, seat = field()
    village = cells_of(pos, "village")[0]
    settled(pos, seat, at=village)
    s = pos.state
    s.players[seat].stacks = {village: {"levy": 1}}
    s.players[1 - seat].stacks = {s.homes[1 - seat]: {"levy": 1}}
    near = next(one for one in s.board.cells if s.board.distance(one, village) == 2)
    s.players[1 - seat].stacks[near] = {"levy": 1}
    assert not [key for key in quick(pos, seat) if key.startswith(f"go-{village}-")]


def test_a_shortcut_that_takes_a_rivals_village_names_the_rival() -> None:
    pos, seat = field()
    rival, s = 1 - seat, pos.state
    home = s.homes[rival]
    s.players[rival].stacks, s.castles[home].reserve = {}, {}
    near = next(one for one in s.open_neighbors(home) if one not in s.garrisons)
    s.players[seat].stacks = {near: {"levy": 2}}
    label = next(
        say(one.label) for one in pick(pos, seat).options if one.key == f"go-{near}-{home}"
    )
    assert f"pueblo de {say(seat_name(rival))}" in label


def test_troops_of_all_castles_are_hired_with_one_answer() -> None:
    pos, seat = field()
    s = pos.state
    home, other = s.homes[seat], settled(pos, seat)
    s.castles[home].reserve, s.castles[other].reserve = {"levy": 2}, {"levy": 3, "soldier": 1}
    spend(pos, seat, gold=6)
    assert keys(pos, seat, "hire")[0] == "everywhere"
    run(pos, seat, ("hire", "everywhere"))
    hired = [s.players[seat].stacks.get(cell, {}) for cell in (home, other)]
    assert sum(sum(one.values()) for one in hired) == 6  # with the levy that stood at home
    assert s.players[seat].goods["gold"] == 0
    spend(pos, seat, gold=1)
    s.castles[home].reserve = {}
    assert "everywhere" not in keys(pos, seat, "hire")


def test_what_wins_and_what_ends_the_game_is_said_in_the_first_rounds() -> None:
    pos = first_turn()
    seat = pos.state.turn.seat
    (line,) = pick(pos, seat).lines
    assert "más puntos de victoria (PV)" in say(line)
    pos.state.round = 2
    (line,) = pick(pos, seat).lines
    assert "maravillas" in say(line)
    pos.state.round = 3
    assert not pick(pos, seat).lines
    assert "PV" not in say(pick(pos, seat).prompt)
    limited = first_turn(round_limit="12")
    limited.state.round = 2
    (line,) = pick(limited, limited.state.turn.seat).lines
    assert "12" in say(line)


def test_random_play_takes_proposals_too() -> None:
    pos = busy_player.crowded(1, 3)
    taken = 0
    for at, (seat, path) in enumerate(busy_player.game(pos, Rng.of(5), 1)):
        taken += is_quick(path)
        walk.apply(pos, seat, path)
        assert GAME.audit(pos) == []
        if at > 150:
            break
    assert taken


def test_who_follows_the_proposals_plays_a_whole_game_in_few_presses() -> None:
    """A newcomer who takes the first proposal each time, with bots that do the same."""
    pos, opened = walk.start(GAME, {}, 2, "presses"), dict[int, Path]()
    turns = Counter[tuple[int, int]]()
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        path = walk.default_path(pos, seat, first_proposal(pos, seat))
        turns[pos.state.round, seat] += presses(pos, seat, path, opened.get(seat, ()))
        ready = walk.ask(pos, seat, path)
        assert isinstance(ready, MoveReady)
        opened[seat] = ready.then
        pos = walk.submit(pos, seat, path).pos
    assert median(turns.values()) <= 5
    assert pos.state.raised, "somebody builds a wonder"
    assert min(GAME.score(pos).total) > 40


def test_the_menu_of_cells_names_the_same_points_as_the_shortcut() -> None:
    pos = first_turn()
    seat = pos.state.turn.seat
    home = pos.state.homes[seat]
    pos.state.players[seat].stacks = {home: {"levy": 3}}
    shortcuts = [one for one in pick(pos, seat).options if is_quick((one.key,)) and one.name]
    cells = {one.spot: one for one in pick(pos, seat, "move", f"{home}-go").options if one.spot}
    moves = [one for one in shortcuts if one.key.split("-")[0] in ("go", "war")]
    assert moves
    for one in moves:
        points = say(one.label, "en").partition("+")[2].removesuffix(" 🔒")
        detail = cells[one.key.split("-")[2]].detail
        assert points.endswith("VP")
        assert detail is not None
        assert say(detail, "en").endswith(f"+{points}")
    assert all(one.detail for one in cells.values()), "each of these cells reveals tiles"


def test_with_several_origins_whole_moves_are_in_menus() -> None:
    pos, seat = field()
    s, home = pos.state, pos.state.homes[pos.state.turn.seat]
    other = settled(pos, seat, "warehouse")
    s.players[seat].stacks = {home: {"levy": 3}, other: {"levy": 1}}
    form = pick(pos, seat, "move")
    assert form.layout == "menus"
    assert {f"{home}-go", f"{other}-go"} <= set(form.proposed)
    shortcuts = [option for option in form.options if option.shortcut]
    verbs = Counter(option.key.partition("-")[0] for option in shortcuts)
    assert min(verbs[verb] for verb in ("go", "group", "all")) > 0
    for verb, n in (("group", 2), ("all", 3), ("go", 1)):
        option = next(one for one in reversed(shortcuts) if one.key.startswith(f"{verb}-{home}-"))
        target = option.key.split("-")[2]
        assert f"· {n} lev" in say(option.label)
        assert full_path(s, seat, (option.key,)) == ("move", home, {"levy": n}, target)
        short = walk.submit(pos, seat, ("move", option.key)).pos
        whole = walk.submit(pos, seat, ("move", home, {"levy": n}, target)).pos
        assert GAME.codec.encode(short) == GAME.codec.encode(whole)
    menus = Counter(option.group.key for option in form.options if option.group)
    assert max(menus.values()) <= 25


def test_a_single_troop_of_several_has_a_button_beside_all() -> None:
    pos = first_turn()
    seat = pos.state.turn.seat
    home = pos.state.homes[seat]
    stack = pos.state.players[seat].stacks
    for troops, listed in (
        ({"levy": 2}, ["all"]),  # one is proposed, so that the other one guards the village
        ({"levy": 3}, ["all", "levy-1"]),
        ({"levy": 4}, ["all", "levy-1", "troops"]),
        ({"levy": 1, "soldier": 1}, ["all", "levy-1"]),
    ):
        stack[home] = dict(troops)
        form = pick(pos, seat, "move", f"{home}-go")
        assert [one.key for one in form.options if not one.spot and one.key != "step"] == listed
        assert "troops" in form.unlisted_keys, "stored paths have it"
    target = next(one.key for one in pick(pos, seat, "move", f"{home}-go", "levy-1").options[1:])
    assert done(pos, seat, "move", f"{home}-go", "levy-1", target)


def at_war(rivals: int = 1) -> tuple[Pos, int, str, str]:
    """Return an open map with two levies at home, and so many levies of a rival beside it."""
    pos, seat = field()
    home = pos.state.homes[seat]
    beside = door(pos, home)
    pos.state.players[seat].stacks = {home: {"levy": 2}}
    pos.state.players[1 - seat].stacks = {beside: {"levy": rivals}}
    return pos, seat, home, beside


def test_all_troops_are_proposed_for_a_battle_that_only_they_win() -> None:
    pos, seat, home, beside = at_war()
    answer = next(
        one for one in pick(pos, seat, "move", f"{home}-go").options if one.spot == beside
    )
    assert answer.key == f"{beside}-all"
    assert "con todas" in say(answer.label)
    ready = done(pos, seat, "move", f"{home}-go", answer.key)
    assert not ready.instant
    assert any("ganas" in say(effect) for effect in ready.effects)
    run(pos, seat, ("move", f"{home}-go", answer.key))
    assert pos.state.players[seat].stacks == {beside: {"levy": 2}}


def test_the_usual_group_is_proposed_for_a_battle_that_nobody_wins() -> None:
    pos, seat, home, beside = at_war(rivals=3)
    keys_of = [one.key for one in pick(pos, seat, "move", f"{home}-go").options]
    assert beside in keys_of
    assert f"{beside}-all" not in keys_of


def test_the_menu_of_whole_moves_has_victories_over_rivals() -> None:
    pos, seat, home, beside = at_war()
    other = next(cell for cell in pos.state.board.cells if pos.state.board.distance(home, cell) > 4)
    pos.state.players[seat].stacks[other] = {"levy": 1}
    key = f"all-{home}-{beside}"
    assert key in [one.key for one in pick(pos, seat, "move").options]
    assert not done(pos, seat, "move", key).instant
    run(pos, seat, ("move", key))
    assert pos.state.players[seat].stacks[beside] == {"levy": 2}
