"""Every refusal says what is missing and, if there is one, a remedy, in both languages."""

from __future__ import annotations

import re

import pytest

from games.core.text.languages import LANGUAGES
from games.core.text.messages import Msg, listed, msg
from games.hosted import GAMES
from ui.i18n import Translator
from ui.views.panel.refusals import suggested_fix

LONGEST = 90
# Refusals against which nothing can be done, and those that say themselves what can be.
NONE = {
    "tad.no_part",
    "tad.no_piles",
    "tad.no_swap",
    "tad.no_tiles",
    "tad.no_tower",
    "tad.no_unshown",
    "tad.most",
    "imp.no_discard_enemy_deal",
    "imp.no_take_enemy_deal",
    "imp.no_steal_resource",
    "imp.no_gain_from_enemy_raze_value",
    "imp.no_raze_enemy_location",
    "imp.no_remove_enemy_location",
    "imp.no_enemy_discards_card",
    "imp.no_block_enemy_action",
    "imp.no_capture_location",
    "imp.no_trade_route_deal",
    "imp.common_deal",
    "imp.no_raze_hand",
    "imp.no_raze_hand_card",
    "imp.no_tokens",
    "imp.no_copy_production",
    "imp.no_produce_location",
    "imp.no_gain_deal_good",
    "imp.no_raze_own_location",
    "imp.no_hand_card_to_foundation",
    "imp.no_build_from_hand",
    "imp.no_build_from_deal",
    "imp.no_repeat_action",
    "imp.workers",
    # the same as without `_only`, where what would help can't be done now
    "imp.empty_hand_only",
    "imp.jammed_only",
    "imp.no_action_only",
    "imp.no_deal_only",
    "imp.no_hand_only",
    "imp.no_own_deal_only",
    "imp.no_raze_only",
    "imp.no_raze_rival_only",
    "imp.no_site_only",
    "imp.short_only",
    "imp.used_only",
    "map.all_open",
    "map.nothing_to_turn",
}
THEMSELVES = {
    "tad.goods_near",
    "tad.short_trade",
    "tad.short_trades",
    "tad.short_discard",
    "map.no_market",
    "map.no_watchtower",
}
NESTED = {
    "imp.no_activate",
    "imp.no_build",
    "era.with_use",
    "tad.of_card",
    "map.bank_poor",
    "map.no_gold",
    "map.nothing_payable",
}  # they say another refusal
SHORT = {
    "era": ("goods", "stone", "wood", "food"),
    "tad": ("wood", "stone", "marble", "gold"),
    "imp": ("wood", "stone", "food", "gold", "worker", "raze"),
    "map": ("gold", "wood", "stone"),
}
MISSING = re.compile(r"\b(?:faltan?|hacen? falta|cuesta|short|costs|takes)\b")


def reasons() -> list[tuple[str, str]]:
    """Return every refusal by game and message key."""
    return [
        (game.id, key)
        for game in GAMES
        for key in Translator("es", game.id).catalogue.words
        if ".why." in key
    ]


def named(key: str) -> str:
    return key.replace(".why.", ".")


def test_a_refusal_has_a_way_out_where_there_is_one(subtests: pytest.Subtests) -> None:
    for game, key in reasons():
        with subtests.test(game=game, key=key):
            prefix = key.partition(".")[0]
            for lang in LANGUAGES:
                words = Translator(lang, game)
                if key.endswith(".short"):
                    for good in SHORT[prefix]:
                        out = suggested_fix(
                            msg(key, n=2, what=listed([msg(f"{prefix}.good.{good}", n=2)])), words
                        )
                        assert out, good
                        assert len(out) <= LONGEST
                    continue
                out = suggested_fix(
                    Msg(key, dict.fromkeys(words.catalogue.placeholders[key], 1)), words
                )
                assert bool(out) is (named(key) not in NONE | THEMSELVES | NESTED), (
                    "in the list, or with a `fix`"
                )
                assert len(out) <= LONGEST


def test_what_is_missing_is_said_with_its_number(subtests: pytest.Subtests) -> None:
    for game, key in reasons():
        with subtests.test(game=game, key=key):
            for lang in LANGUAGES:
                leaf = Translator(lang, game).catalogue.words[key]
                for said in leaf.values() if isinstance(leaf, dict) else (leaf,):
                    if MISSING.search(said):
                        assert re.search(r"\d|\{|\b(?:un|una|um|uma|a|an)\b", said), said


def test_a_refusal_within_another_is_the_one_that_is_mended() -> None:
    lack = msg("map.why.short", n=1, what=listed([msg("map.good.wood")]))
    out = suggested_fix(
        msg("map.why.nothing_payable", what=msg("map.building.market"), lack=lack),
        Translator("es", "el_mapa"),
    )
    assert out == "Una mina de madera da 1 por ronda; con un Mercado, cambias 2 de oro por 1."
    named = Msg("ui.named", {"what": msg("eme.card"), "why": msg("eme.why.coins", n=3, m=2)})
    assert (
        suggested_fix(named, Translator("es", "eight_minute_empire"))
        == "Toma una carta más barata; la primera es gratis."
    )


def test_every_way_out_is_of_a_refusal() -> None:
    for game in GAMES:
        words = Translator("en", game.id).catalogue.words
        loose = [
            key for key in words if ".fix." in key and key.replace(".fix.", ".why.") not in words
        ]
        assert [key for key in loose if key.split(".")[2] != "short"] == []
