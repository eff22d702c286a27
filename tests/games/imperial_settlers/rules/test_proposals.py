"""Actions that the first question of a turn proposes, each as one button."""

from __future__ import annotations

from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.core.state.rng import Rng
from games.core.text.messages import Path, msg
from games.imperial_settlers import GAME
from games.imperial_settlers.ai.evaluate import Valuation
from games.imperial_settlers.model.catalog import CARDS, RULES
from games.imperial_settlers.model.names import card_name
from games.imperial_settlers.rules.actions.cards import card_text
from games.imperial_settlers.rules.effects.resolve import EFFECTS
from games.imperial_settlers.rules.flow.proposals import (
    LONG_TEXTS,
    MAX_PROPOSALS,
    full_path,
    is_proposal,
)
from tests.games.asking import done, pick, refused
from tests.games.imperial_settlers.positions import (
    Pos,
    begin,
    empire,
    foundation,
    go,
    hand,
    names,
    supply,
    who,
)
from tests.games.presses import presses
from tests.games.wording import speaker

say = speaker(GAME)
PHONE_LETTERS = 40  # of a button's label that a phone shows


def proposed(pos: Pos, seat: int = 0) -> list[str]:
    """Return the keys of the proposals of a turn."""
    return [one.key for one in pick(pos, seat=seat).options if is_proposal((one.key,))]


def test_a_proposal_says_what_it_does_gains_and_costs() -> None:
    pos = supply(hand(empire(begin("rb"), 0, "com046"), 0, "rom005"), stone=1, worker=2)
    foundation(pos, 0, "com008")
    said = {one.key: one for one in pick(pos).options if is_proposal((one.key,))}
    build = said["now-build-rom005-com008"]
    assert say(build.label, "en").startswith("Build ")
    assert " for 1 stone + your Foundation" in say(build.label, "en")
    assert all(one.detail is None for one in pick(pos).options if not is_proposal((one.key,))), (
        "a phone has room for the lines of the proposals only"
    )


def test_a_building_is_proposed_on_a_location_that_does_nothing_anymore() -> None:
    """Ruins rather than a Grain Field built before them, also when neither produces again."""
    for round_ in (2, RULES.rounds):
        pos = supply(hand(empire(begin("rb"), 0, "com023", "com069"), 0, "rom001"), stone=1)
        pos.state.round = round_
        assert "now-build-rom001-com069" in proposed(pos)
        option = next(one for one in pick(pos).options if one.key == "now-build-rom001-com069")
        assert say(option.label, "en") == "Build Sculptor's Workshop for 1 stone + your Ruins"
        assert option.detail is not None, "what the card does"
        assert say(option.detail, "en").startswith("Action: ")
        ready = done(pos, *walk.default_path(pos, 0, (option.key,)))
        assert say(ready.summary, "en") == (
            "You build Sculptor's Workshop for 1 stone, and give up Ruins."
        )


def test_which_location_that_still_helps_is_given_up_is_left_open() -> None:
    for site in ("com023", "com046", "com001", "rom005"):  # produces, acts, or is worth 2 points
        pos = supply(hand(empire(begin("rb"), 0, site), 0, "rom001"), stone=1)
        is_useless = not (CARDS[site].kind == "production" or EFFECTS[site].action)
        listed = [key for key in proposed(pos) if key.startswith("now-build")]
        is_named = is_useless and CARDS[site].common
        assert listed == [f"now-build-rom001-{site}" if is_named else "now-build-rom001"]
        assert names(go(pos, walk.default_path(pos, 0, ("build", "rom001", site)))) == ["rom001"]


def test_the_site_of_a_proposal_is_the_least_by_the_measure_of_the_strong_bot() -> None:
    rng, checked = Rng.of(5), 0
    pos = walk.start(GAME, {"factions": "random"}, 2, "sites")
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        root = walk.ask(pos, seat)
        assert isinstance(root, SelectPrompt)
        own = [one.card for one in pos.state.players[seat].locations if one.captor is None]
        for one in root.options:
            _, _, site = str(one.key).rpartition("-")
            if str(one.key).startswith("now-build") and site in own:
                standing = Valuation(pos.state, seat).standing
                assert standing(site) == min(map(standing, own))
                checked += 1
        pos = walk.submit(pos, seat, decide(pos, seat, "game", rng)).pos
    assert checked


def test_the_label_of_a_proposal_has_its_price_since_lines_may_be_left_out() -> None:
    """Gold is named where it replaces what is missing."""
    pos = supply(hand(empire(begin("rb"), 0, "com046"), 0, "rom001"), worker=2, gold=1)
    labels = {
        str(one.key): say(one.label, "en") for one in pick(pos).options if is_proposal((one.key,))
    }
    assert "now-deal-rom001" in labels
    for key, label in labels.items():
        price = ": 2 workers" if key.startswith("now-activate") else " for 1 gold"
        assert price in label, key


def test_a_label_begins_with_the_card_and_few_are_longer_than_a_phones_button() -> None:
    """What a phone might cut off is only the end of a price or what an action brings."""
    rng, found = Rng.of(4), set[tuple[str, str, str]]()
    pos = walk.start(GAME, {"factions": "random"}, 2, "labels")
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        for one in (
            pick(pos, seat=seat).options if isinstance(walk.ask(pos, seat), SelectPrompt) else ()
        ):
            if is_proposal((one.key,)):
                found |= {(lang, str(one.key), say(one.label, lang)) for lang in ("en", "es")}
        pos = walk.submit(pos, seat, decide(pos, seat, "game", rng)).pos
    assert len(found) > 100
    for lang, key, label in found:
        card = next((step for step in key.split("-") if step in CARDS), "")
        name = say(card_name(card), lang) if card else ""
        assert name in label[:PHONE_LETTERS], label
    for lang, most in (("en", 60), ("es", 70)):
        lengths = [len(label) for one, _, label in found if one == lang]
        assert max(lengths) <= most
        assert sum(lengths) / len(lengths) < PHONE_LETTERS + 8


def test_a_proposal_is_one_press_and_the_same_move() -> None:
    """Over whole games: each proposal plays as the path for which it is short."""
    rng, seen = Rng.of(3), set[str]()
    pos = walk.start(GAME, {"factions": "random"}, 2, "short")
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        root = walk.ask(pos, seat)
        assert isinstance(root, SelectPrompt)
        keys = [one.key for one in root.options if is_proposal((one.key,))]
        assert len(keys) <= MAX_PROPOSALS
        for key in keys:
            path = walk.default_path(pos, seat, (key,))
            seen.add(str(full_path(path)[0]))
            ready = walk.ask(pos, seat, path)
            assert isinstance(ready, MoveReady)
            assert presses(pos, seat, path) <= len(path)
            short, whole = (walk.submit(pos, seat, way).pos for way in (path, full_path(path)))
            assert GAME.codec.encode(short) == GAME.codec.encode(whole)
        pos = walk.submit(pos, seat, decide(pos, seat, "game", rng)).pos
    assert seen == {"build", "deal", "raze", "activate", "workers"}


def test_a_key_stays_legal_that_is_not_proposed() -> None:
    pos = supply(hand(empire(begin("rb"), 0, "com046", "com065"), 0, "rom005"), stone=1, worker=2)
    unlisted = ("now-build-rom005-com046", "now-build-rom005-com065")
    assert sum(key in proposed(pos) for key in unlisted) <= 1
    for key in unlisted:
        assert names(go(pos, walk.default_path(pos, 0, (key,))))[-1] == "rom005"


def test_keys_of_impossible_actions_are_refused() -> None:
    pos = supply(hand(empire(begin("rb"), 0, "com046"), 0, "rom005"), worker=2)
    for key in (
        "now",
        "now-",
        "now-build",
        "now-build-rom005-com046",
        "now-build-com002",
        "now-deal-rom005",
        "now-activate-com046-thrice",
        "now-workers-gold",
        "now-workers",
        "now-raze-hand-rom005",
        "now-pass",
        "now-end",
        "now-defend-com046",
        "now-now-workers-wood",
    ):
        assert refused(pos, key), key


def test_an_exchange_is_proposed_for_what_a_card_lacks() -> None:
    pos = supply(hand(begin("rb"), 0, "com046"), wood=1, worker=2)
    assert proposed(pos) == ["now-workers-stone", "now-workers-common"]
    option = next(one for one in pick(pos).options if one.key == "now-workers-stone")
    assert say(option.label, "en") == "2 workers → 1 stone for Castle"
    cards = ["now-workers-common", "now-workers-faction"]
    assert proposed(supply(pos, worker=2)) == cards, "nothing could be built then"


def test_nothing_is_proposed_without_a_possible_action() -> None:
    assert proposed(begin("rb")) == []
    who(pos := begin("rb"), 1).passed = True
    assert [one.key for one in pick(pos).options] == ["pass"]


def test_a_newcomer_who_follows_the_proposals_plays_a_fair_game() -> None:
    """Each seat takes the first proposal, else passes; nobody plays well, but all build."""
    pos = walk.start(GAME, {"factions": "random"}, 2, "follow")
    taken = 0
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        root = walk.ask(pos, seat)
        assert isinstance(root, SelectPrompt)
        first: Path = next(((one.key,) for one in root.options if is_proposal((one.key,))), ())
        taken += bool(first)
        pos = walk.submit(pos, seat, walk.default_path(pos, seat, first)).pos
    assert taken > 40
    assert min(GAME.score(pos).total) >= 20


def test_a_proposal_is_undone_like_the_action_or_says_that_it_is_final() -> None:
    pos = supply(hand(empire(begin("rb"), 0, "com046"), 0, "rom005"), worker=4, food=1)
    for key in proposed(pos):
        ready = done(pos, *walk.default_path(pos, 0, (key,)))
        assert ready.instant
        assert ready.takeback


def test_texts_too_long_for_a_line_are_known() -> None:
    """A proposal's line has 100 letters; the picture and `/card` have the longer texts."""
    words = speaker(GAME)
    longest = {
        card: max(len(words(card_text(card), lang)) for lang in ("es", "en")) for card in CARDS
    }
    assert {card for card, length in longest.items() if length > 100} == LONG_TEXTS


def test_a_card_without_a_line_says_on_its_button_what_it_brings_beside_a_site() -> None:
    for card, others in (("jap024", ()), ("jap025", ("com046",))):
        pos = supply(hand(empire(begin("jb"), 0, *others), 0, card), wood=1)
        if not others:
            foundation(pos, 0, "com008")
        option = next(
            one for one in pick(pos).options if str(one.key).startswith(f"now-build-{card}")
        )
        assert option.detail is None
        site = "Location…" if others else "your Foundation"
        assert say(option.label, "en") == f"Build Dojo for 1 wood + {site} → 1 faction card"


def test_goods_on_spanish_buttons_are_named_like_signs() -> None:
    """`oros` is a suit of cards, `saqueos` would be several razings."""
    for good, said in (("wood", "2 madera"), ("gold", "2 oro"), ("food", "2 comida")):
        assert say(msg(f"imp.propose.good.{good}", n=2), "es") == said
    quarry = next(card for card in CARDS if CARDS[card].raze == {"stone": 2})
    pos = supply(hand(begin("rb"), 0, quarry), raze=1)
    labels = {one.key: say(one.label, "es") for one in pick(pos).options}
    assert labels[f"now-raze-hand-{quarry}"].endswith(" por 1 ficha → 2 piedra")
