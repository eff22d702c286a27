"""Confirmations say what goods remain, what else is triggered and what is hit without a choice."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.prompts.prompt import AmountPrompt, DistributePrompt, MoveReady, SelectPrompt
from games.core.text.messages import Key, Path, msg
from games.imperial_settlers import GAME
from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.model.names import FACTION_NAMES, card_name, the_card
from games.imperial_settlers.rules.actions.cards import BY_CARD
from games.imperial_settlers.rules.flow.scoring import score
from games.imperial_settlers.views.looks import FACES
from render.imperial_settlers.layers import strips
from tests.games.asking import done, pick
from tests.games.imperial_settlers.positions import (
    Pos,
    begin,
    empire,
    foundation,
    go,
    goods,
    hand,
    supply,
)
from tests.games.wording import speaker

say = speaker(GAME)
TITLE = 45  # letters that Discord gives the title of a sheet to fill in
CODE = {facts.id: code for code, facts in reversed(list(CARDS.items()))}


def completed(pos: Pos, *path: Key) -> Path:
    """Return the path to its end, with the automatic answer to each prompt."""
    while not isinstance(prompt := walk.ask(pos, 0, path), MoveReady):
        assert isinstance(prompt, SelectPrompt | AmountPrompt | DistributePrompt), prompt
        path = (*path, prompt.default_answer())
    return path


def effects(one: MoveReady) -> str:
    return " ".join(say(line) for line in (*one.gives_up, *one.effects))


@pytest.mark.parametrize(
    "path",
    [
        ("build", "com046", {"wood": 1, "stone": 1}),
        ("deal", "rom005", {"food": 1}),
        ("raze", "hand", "com065"),
        ("workers", "wood"),
        ("workers", "several", {"wood": 1, "stone": 1}),
    ],
)
def test_the_picture_shows_the_goods_that_are_left(path: Path) -> None:
    pos = supply(
        hand(begin("rb"), 0, "com046", "com065", "rom005"),
        0,
        wood=3,
        stone=1,
        food=1,
        worker=4,
        raze=1,
    )
    told = strips.previewed_goods(done(pos, *path).ghost, 0)
    before, after = goods(pos), goods(go(pos, path, seat=0))
    assert told
    paid = {good: after.get(good, 0) for good, n in before.items() if after.get(good, 0) < n}
    assert {good: n for good, n in told.items() if n < before.get(good, 0)} == paid


def test_what_stays_as_it_is_is_not_set_off() -> None:
    pos = supply(hand(begin("rb"), 0, "com046"), 0, wood=3, stone=1)
    assert strips.previewed_goods(
        done(pos, "build", "com046", {"wood": 1, "stone": 1}).ghost, 0
    ) == {
        "wood": 2,
        "stone": 0,
    }
    assert (
        strips.previewed_goods(done(pos, "build", "com046", {"wood": 1, "stone": 1}).ghost, 1) == {}
    )


def test_points_that_bring_another_one_are_told_before() -> None:
    pos = supply(
        hand(empire(begin("eb"), 0, CODE["egy_sphinx"]), 0), 0, worker=4, wood=4, stone=4, gold=4
    )
    name = say(the_card(CODE["egy_sphinx"]))
    market = CODE["com_marketplace"]
    pos = supply(empire(pos, 0, market), 0, wood=1, stone=1, food=1)
    assert f"Además, gracias a {name}, ganas 1 PV." in effects(
        done(pos, "activate", market, {"wood": 1, "stone": 1, "food": 1})
    )


def test_what_a_building_sets_off_in_the_empire_is_told_itself_included() -> None:
    canteen = next(code for code in CARDS if CARDS[code].id == "com_canteen")
    pink = next(
        code
        for code in CARDS
        if CARDS[code].colors == ("pink",) and not CARDS[code].site and code != canteen
    )
    pos = supply(hand(empire(begin("rb"), 0, canteen), 0, pink), 0, wood=4, stone=4, food=4, gold=4)
    path = completed(pos, "build", pink)
    assert f"Además, gracias a {say(the_card(canteen))}" in effects(done(pos, *path, seat=0))
    itself = [
        name
        for name, face in FACES.items()
        if any(line.key == "imp.near.itself" for line in face.text)
    ]
    assert itself
    assert all(
        any(getattr(one, "event", "") == "build" for one in BY_CARD[name].features)
        for name in itself
    )


def test_an_only_target_is_named_before_it_is_hit() -> None:
    rabble = CODE["bar_rabble"]
    pos = supply(empire(begin("br"), 0, rabble, "com046"), 0, worker=2)
    assert say(card_name("com046")) in effects(done(pos, "activate", rabble))


def test_twice_is_told_in_all() -> None:
    baths = CODE["egy_royal_baths"]
    pos = supply(empire(begin("eb"), 0, baths), 0, worker=4, wood=4, food=4, gold=4)
    path = completed(pos, "activate", baths, "twice")
    assert "dos veces y en total ganas 2 PV." in say(done(pos, *path, seat=0).summary)


def test_once_and_twice_say_what_they_cost_and_bring() -> None:
    pos = supply(empire(begin("rb"), 0, CODE["com_above_ground_mine"]), 0, worker=4)
    found = pick(pos, "activate", CODE["com_above_ground_mine"], seat=0)
    assert [say(one.detail) for one in found.options if one.detail] == [
        "1 obrero: ganas 1 de piedra",
        "2 obreros: ganas 2 de piedra",
    ]


@pytest.mark.parametrize(
    ("card", "have", "told"),
    [
        ("com046", {"wood": 1, "gold": 1}, "1 de madera y 1 de piedra (1 con oro)"),
        ("com046", {"wood": 1, "stone": 1, "gold": 1}, "1 de madera y 1 de piedra"),
        (CODE["rom_legion"], {"gold": 1}, "1 de comida (1 con oro), más una Localización"),
    ],
)
def test_a_cost_says_what_gold_has_to_pay_of_it(card: str, have: dict[str, int], told: str) -> None:
    pos = supply(hand(empire(begin("rb"), 0, "com047"), 0, card), 0, **have)
    found = pick(pos, "build", seat=0)
    assert [say(one.detail) for one in found.options if one.detail] == [told]


def test_the_first_cards_are_taken_by_who_is_told_whom_they_play() -> None:
    pos = walk.start(GAME, {"factions": "first"}, 2, "told")
    seat = walk.actors(pos)[0]
    name = say(FACTION_NAMES[pos.state.players[seat].faction])
    assert (
        say(pick(pos, "take", seat=seat).prompt)
        == f"Juegas con los {name}. ¿Qué carta te llevas a la mano?"
    )


@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_sheet_for_several_pairs_of_workers_has_its_whole_question_as_title(lang: str) -> None:
    form = walk.ask(supply(begin("rb"), 0, worker=18), 0, ("workers", "several"))
    assert isinstance(form, DistributePrompt)
    assert len(say(form.prompt, lang)) <= TITLE
    assert [say(slot.label) for slot in form.slots] == [
        "madera",
        "piedra",
        "comida",
        "carta Común",
        "carta de facción",
    ]


def test_a_deal_says_on_its_button_what_it_gives() -> None:
    form = walk.ask(supply(hand(begin("rb"), 0, "rom005", "rom001"), 0, food=1), 0, ("deal",))
    assert isinstance(form, SelectPrompt)
    assert [say(one.label) for one in form.options] == [
        f"{say(card_name(card))} · {say(msg(f'imp.target.good.{CARDS[card].deal}'))}"
        for card in ("rom005", "rom001")
    ]
    assert say(form.options[0].label) == "Aprendiz de escultor · 1 de piedra"


def test_a_site_says_the_points_that_are_lost_and_advice_names_a_foundation() -> None:
    pos = hand(foundation(empire(begin("rb"), 0, "com046"), 0, "com065"), 0, "rom005")
    pos = supply(pos, 0, wood=4, stone=4)
    form = walk.ask(pos, 0, ("build", "rom005"))
    assert isinstance(form, SelectPrompt)
    assert [say(one.label, "en") for one in form.options] == [
        "Foundation (Watchtower)",
        "Castle · −1 VP",
    ]
    sure = [done(pos, *completed(pos, "build", "rom005", one.key)) for one in form.options]
    assert [say(one.summary, "en").partition(", and ")[2] for one in sure] == [
        "give up a Foundation (Watchtower).",
        "give up Castle.",
    ]
    told = [done(pos, *completed(pos, "build", "rom005", one.key)).advice for one in form.options]
    assert [say(one, "en").partition(", ")[2] for one in told if one] == [
        "giving up the Foundation Watchtower",
        "giving up Castle",
    ]


@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_sheet_for_several_pairs_says_how_many_workers_are_left(lang: str) -> None:
    form = walk.ask(supply(begin("rb"), 0, worker=5), 0, ("workers", "several"))
    assert isinstance(form, DistributePrompt)
    told = say(msg(form.progress, n=2, left=2, lo=form.lo, hi=form.hi), lang)
    assert (
        told
        == {
            "es": "2 obreros por cada cosa. Te quedan 2 de 4 obreros.",
            "en": "Each one costs 2 workers. Workers left: 2 of 4.",
        }[lang]
    )


def test_a_sheet_for_several_pairs_proposes_nothing() -> None:
    form = walk.ask(supply(begin("rb"), 0, worker=4), 0, ("workers", "several"))
    assert isinstance(form, DistributePrompt)
    assert form.initial() == {}
    assert done(supply(begin("rb"), 0, worker=4), "workers", "several", form.default_answer())


def test_a_pass_names_what_is_lost_when_the_round_ends() -> None:
    pos = supply(begin("rb"), 0, wood=2, worker=1, raze=1)
    assert effects(done(pos, "pass")).endswith(
        "Al acabar la ronda pierdes 1 obrero y 2 de madera."
    ), "Romans keep raze tokens"
    stored = empire(supply(begin("rb"), 0, wood=2, worker=1), 0, CODE["rom_warehouses"])
    assert effects(done(stored, "pass")).endswith("Al acabar la ronda pierdes 1 obrero.")
    assert "pierdes" not in effects(done(supply(begin("rb"), 0, raze=1), "pass"))
    pos.state.round = 5
    assert "pierdes" not in effects(done(pos, "pass")), "nothing is discarded in the last round"


def test_the_reason_for_a_hand_card_names_the_chapter_of_the_action() -> None:
    pos = supply(hand(begin("rb"), 0, "com046", "com069", "rom005"), 0, raze=1, food=1)
    shut = {
        verb: {(one.key, one.why.key, one.rule) for one in pick(pos, *path).blocked}
        for verb, path in {"deal": ("deal",), "raze": ("raze", "hand")}.items()
    }
    assert shut == {
        "deal": {(card, "imp.why.common_deal", "deal") for card in ("com046", "com069")},
        "raze": {(card, "imp.why.no_raze_value", "raze") for card in ("com069", "rom005")},
    }


def test_gate_and_shrine_have_a_row_where_somebody_could_have_them() -> None:
    rows = {factions: [row.id for row in score(begin(factions)).rows] for factions in ("rb", "rj")}
    assert rows == {
        "rb": ["track", "common", "faction"],
        "rj": ["track", "common", "faction", "placed"],
    }


def test_the_chosen_faction_is_marked() -> None:
    pos = walk.start(GAME, {"factions": "pick"}, 2, "marked")
    seat = walk.actors(pos)[0]
    found = walk.ask(pos, seat, ("faction", "romans"))
    assert isinstance(found, MoveReady)
    assert found.ghost == ("romans",)


def test_two_of_a_name_that_add_the_same_share_a_sentence() -> None:
    pos = supply(hand(empire(begin("rb"), 0, "rom012", "rom013", "com046"), 0, "rom017"), 0, food=1)
    told = [say(line) for line in done(pos, "build", "rom017", "com046", {"food": 1}).effects]
    assert [line for line in told if "gracias a" in line] == [
        "Además, gracias a la Administración, ganas 1 de oro o 1 PV. ×2"
    ]
    told = [say(line) for line in done(pos, "build", "rom017", "rom012", {"food": 1}).effects]
    assert [line for line in told if "gracias a" in line] == [
        "Además, gracias a la Administración, ganas 1 de oro o 1 PV."
    ]


def test_what_was_chosen_of_a_card_is_taken_back_by_name() -> None:
    pos = supply(hand(empire(begin("rb"), 0, "rom012", "com046"), 0, "rom017"), 0, food=1)
    pos = go(pos, ("build", "rom017", "com046", {"food": 1}), seat=0)
    label = done(pos, "choose", "0").label
    assert label is not None
    assert say(label) == "Coger 1 de oro"


def test_a_razed_hand_card_is_named_with_the_points_that_it_becomes() -> None:
    pos = supply(hand(empire(begin("br"), 0, "bar014"), 0, "com018"), 0, raze=1)
    pos = go(pos, ("activate", "bar014", "0"))
    prompt = walk.ask(pos, 0, ("raze_hand_card", "com018"))
    assert isinstance(prompt, DistributePrompt)
    assert say(the_card("com018")) in say(prompt.prompt)
    summary = say(done(pos, "raze_hand_card", "com018", {"stone": 1}).summary)
    assert say(the_card("com018")) in summary
    assert "2 PV" in summary


def test_a_refused_razing_names_the_nearest_target_and_its_price() -> None:
    pos = supply(empire(begin("br"), 1, "com008"), 0, raze=1)
    why = next(one.why for one in pick(pos).blocked if one.key == "raze")
    assert say(card_name("com008")) in say(why)
    assert "cuesta 2 fichas de saqueo y tienes 1" in say(why)


def test_a_pass_names_what_could_still_be_done() -> None:
    pos = supply(hand(begin("jb"), 0, "com065"), 0, wood=2, stone=2, food=1)
    assert f"Aún puedes construir {say(the_card('com065'))}." in effects(done(pos, "pass"))
    samurai = supply(empire(begin("jb"), 0, "jap001"), 0, worker=1)
    passed = done(samurai, "pass")
    assert not passed.instant, "a Samurai could still be deployed"
    assert "Antes de pasar aún puedes: Desplegar samuráis." in effects(passed)
    assert done(supply(begin("jb"), 0, worker=1), "pass").instant


@pytest.mark.parametrize(
    ("workers", "reason"), [(0, "short_only"), (1, "short_only"), (2, "short"), (4, "short")]
)
def test_a_remedy_is_named_only_if_it_is_possible_now(workers: int, reason: str) -> None:
    pos = supply(hand(begin("rb"), 0, "com046", "com065"), 0, wood=1, worker=workers)
    refused = {one.key: one.why.key for one in pick(pos).blocked}
    assert refused["build"] == "imp.why.no_build"
    lacking = next(one.why for one in pick(pos).blocked if one.key == "build").args["why"]
    assert lacking.key == f"imp.why.{reason}"
