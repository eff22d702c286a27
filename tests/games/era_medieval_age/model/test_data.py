"""The data equal the specification (`specification.json`), and the box is complete."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from games.core.guides.rulebook import passage
from games.core.state.options import Choice, Range
from games.era_medieval_age import GAME
from games.era_medieval_age.model.catalog import (
    BUILDINGS,
    DICE,
    LAYOUTS,
    PIECES,
    RESOURCES,
    RULES,
    WALLS,
    calamity,
    rank_of,
)
from games.era_medieval_age.model.land import GRID, TURNS, land, piece_id, placed, scorch_sites
from games.era_medieval_age.rules.domain.layout import (
    CENTER_KEEP,
    enclosed_scorched,
    preset,
    start_pieces,
)
from games.era_medieval_age.rules.domain.placement import sites
from tests.games.era_medieval_age.positions import begin

SPEC = Path(__file__).parent / "specification.json"


@pytest.fixture(scope="module")
def spec() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(SPEC.read_text("utf-8"))
    return data


def test_the_box_is_complete() -> None:
    assert sum(PIECES[kind].count for kind in BUILDINGS) == 71
    assert sum(PIECES[kind].count for kind in WALLS) == 32
    assert sum(one.count for one in DICE.values()) == 36
    assert PIECES["scorched_earth"].count == 27
    assert all(
        PIECES[one.source].die == kind and PIECES[one.source].count == one.count
        for kind, one in DICE.items()
    )


def sources(provenance: dict[str, str]) -> dict[str, str]:
    """Return the source of each aspect without reasons.

    Partly reconstructed counts as reconstructed.
    """
    return {
        aspect: "reconstructed" if "reconstructed" in why else why.split()[0]
        for aspect, why in provenance.items()
        if aspect != "name_es"
    }


def test_who_tells_a_fact_is_as_in_the_specification(spec: dict[str, Any]) -> None:
    pieces = {**spec["buildings"], **spec["walls"], "scorched_earth": spec["scorched_earth"]}
    assert {kind: one.prov for kind, one in PIECES.items()} == {
        kind: sources(one["provenance"]) for kind, one in pieces.items()
    }
    assert {kind: one.prov for kind, one in DICE.items()} == {
        kind: sources(one["provenance"]) for kind, one in spec["dice"].items()
    }
    assert {kind: one.prov for kind, one in RULES.resources.items()} == {
        kind: sources(spec["tracks"][kind]["provenance"]) for kind in RESOURCES
    }
    assert {str(n): one.prov for n, one in RULES.seats.items()} == {
        n: sources(one["provenance"]) for n, one in spec["setup_by_players"].items()
    }
    assert RULES.prov == sources(spec["domain"]["provenance"])
    assert {one.prov["places"] for one in LAYOUTS.values()} == {
        spec["default_layouts"]["provenance"]
    }


def ours(facts: Mapping[Any, Any], aspect: str) -> set[Any]:
    """Return the things for which this aspect had to be reconstructed."""
    return {name for name, one in facts.items() if one.prov.get(aspect) == "reconstructed"}


def test_what_no_public_source_tells_is_this_and_stands_in_the_help() -> None:
    assert ours(PIECES, "footprint") == set(PIECES)
    assert ours(PIECES, "cost_resource_kinds") == {*BUILDINGS, *WALLS} - {"church", "lumber_mill"}
    assert ours(RULES.resources, "max") == {"food"}
    assert ours(RULES.seats, "scorched_per_player") == {2}
    assert ours(DICE, "quill_copies") == {"clergy"}
    assert ours(LAYOUTS, "places") == set(LAYOUTS)
    assert RULES.prov["rotations"] == "reconstructed"
    every: list[Any] = [
        *PIECES.values(),
        *RULES.resources.values(),
        *RULES.seats.values(),
        *DICE.values(),
        *LAYOUTS.values(),
        RULES,
    ]
    assert (
        sum(why == "reconstructed" for one in every for why in one.prov.values())
        == 18 + 15 + 1 + 1 + 1 + 3 + 1
    ), "and no more"
    for lang, said in {
        "es": (
            "formas",
            "Iglesia y Aserradero",
            "9 de comida",
            "pluma",
            "Tierras quemadas",
            "voltee",
            "disposiciones",
        ),
        "en": (
            "shapes",
            "Church and Lumber Mill",
            "9 food",
            "quill",
            "scorched earth",
            "mirroring",
            "layouts",
        ),
    }.items():
        assert [word for word in said if word not in passage(GAME.id, lang, "ours")] == []


def test_pieces_are_those_of_the_specification(spec: dict[str, Any]) -> None:
    for kind, facts in {**spec["buildings"], **spec["walls"]}.items():
        piece = PIECES[kind]
        assert (piece.count, piece.cost, piece.points) == (
            facts["count"],
            facts["cost"],
            facts["points"],
        )
        assert [list(cell) for cell in piece.cells] == facts["footprint"]
        ops = {effect["op"]: effect for effect in facts["effects"]}
        assert piece.die == ops.get("add_die", {}).get("die", "")
        assert piece.barrier == ("barrier" in ops)
        assert piece.income == ops.get("income", {}).get("what", {})
        assert piece.heals == ("disease_shield" in ops)
        assert piece.sets == ops.get("set_die_after_roll_1", {}).get("n", 0)
        assert piece.bonus == ops.get("end_bonus", {}).get("per", "")
    assert set(PIECES) == {*spec["buildings"], *spec["walls"], "scorched_earth"}


def test_dice_are_those_of_the_specification(spec: dict[str, Any]) -> None:
    for kind, facts in spec["dice"].items():
        assert (DICE[kind].count, DICE[kind].source) == (facts["count"], facts["source_building"])
        for face, wanted in zip(DICE[kind].faces, facts["faces"], strict=True):
            assert (face.id, face.copies) == (wanted["id"], wanted["copies"])
            ops = {effect["op"]: effect for effect in wanted["effects"]}
            assert face.gain == ops.get("gain", {}).get("what", {})
            assert list(face.choose) == [
                one["what"] for one in ops.get("choose", {}).get("options", [])
            ]
            assert (face.hammers, face.skulls) == (
                ops.get("build", {}).get("n", 0),
                ops.get("skull", {}).get("n", 0),
            )
            assert (face.swords, face.shields) == (
                ops.get("swords", {}).get("n", 0),
                ops.get("shields", {}).get("n", 0),
            )
            assert face.quill == ("quill" in ops)


def test_numbers_are_those_of_the_specification(spec: dict[str, Any]) -> None:
    for what, track in RULES.resources.items():
        assert (track.start, track.most) == (
            spec["tracks"][what]["start"],
            spec["tracks"][what]["max"],
        )
    for n, facts in RULES.seats.items():
        wanted = spec["setup_by_players"][str(n)]
        assert (facts.box, facts.markers, facts.scorched) == (
            wanted["returned_buildings"],
            wanted["end_markers"],
            wanted["scorched_per_player"],
        )
    start = spec["start"]["structures"] | spec["start"]["walls"]
    assert RULES.start == {kind: n for kind, n in start.items() if kind != "keep"}
    rules = spec["rules"]
    assert (RULES.throws, RULES.refusal, RULES.wrap) == (
        rules["max_rolls"],
        rules["calamity_per_refused_extortion"],
        spec["tracks"]["culture"]["wrap_points"],
    )
    score = spec["scoring"]
    assert (RULES.walled, RULES.culture, RULES.area) == (
        score["walled_multiplier"],
        score["most_culture"]["points"],
        score["largest_walled_area"]["points"],
    )
    assert (RULES.solo.rounds, RULES.solo.dice) == (
        spec["solo"]["rounds"],
        spec["solo"]["dummy"]["dice_by_option"],
    )


def test_calamities_and_ranks_are_those_of_the_specification(spec: dict[str, Any]) -> None:
    for skulls in range(1, 40):
        wanted = next(
            one["id"]
            for one in spec["calamities"]
            if one["skulls_min"] <= skulls <= (one["skulls_max"] or 99)
        )
        assert calamity(skulls) == wanted
    ids = ["serf", "commoner", "merchant", "knight", "noble", "monarch", "pope"]
    for points in range(-60, 200):
        at = next(
            i
            for i, one in enumerate(spec["solo"]["ranks"])
            if (one["min"] is None or points >= one["min"])
            and (one["max"] is None or points <= one["max"])
        )
        assert rank_of(points) == ids[at]


def test_domain_scorched_earth_and_bonuses_are_those_of_the_specification(
    spec: dict[str, Any],
) -> None:
    domain = spec["domain"]
    assert (RULES.rows, RULES.cols) == (domain["rows"], domain["cols"])
    assert (
        piece_id("keep", domain["center_keep"]["row"], domain["center_keep"]["col"])
        == CENTER_KEEP
        == f"keep-{RULES.center}-0"
    )
    scorched = spec["scorched_earth"]
    assert (
        PIECES["scorched_earth"].count,
        [list(cell) for cell in PIECES["scorched_earth"].cells],
    ) == (scorched["count"], scorched["footprint"])
    assert sorted(kind for kind, piece in PIECES.items() if piece.barrier) == sorted(
        ["keep", *WALLS]
    )
    for kind, facts in spec["buildings"].items():
        for effect in facts["effects"]:
            if effect["op"] == "end_bonus":
                assert effect["points"] == 1
                assert effect["max"] in (
                    None,
                    GRID.adjacent(placed(piece_id(kind, 5, 5)).cells).bit_count(),
                ), "all its neighbours"
    score = spec["scoring"]
    assert not score["bonuses_doubled"]
    assert (score["culture_point"], score["calamity_point"]) == (1, -1)
    assert (
        score["most_culture"]["min"],
        score["largest_walled_area"]["min"],
        score["largest_walled_area"]["sum_all_areas"],
    ) == (1, 1, True)
    assert score["tie_break"] == [*RESOURCES, "shared"]
    assert spec["solo"]["dummy"]["demand_order"] == list(RESOURCES)


def test_names_are_those_of_the_specification(spec: dict[str, Any]) -> None:
    """Pieces, colours of dice, calamities and ranks as the box calls them, in both languages."""
    for lang in ("es", "en"):
        words = tomllib.loads((GAME.folder / "text" / f"{lang}.toml").read_text("utf-8"))["era"]
        for kind, facts in spec["buildings"].items():
            assert words["piece"][kind] == facts[lang]
        assert words["piece"]["scorched_earth"] == spec["scorched_earth"][lang]
        assert [words["calamity"][one["id"]] for one in spec["calamities"]] == [
            one[lang] for one in spec["calamities"]
        ]
        ranks = [rank.id for rank in RULES.solo.ranks]
        assert [words["rank"][rank] for rank in ranks] == [
            one[lang] for one in spec["solo"]["ranks"]
        ]
        assert words["jaime"].lower() == spec["solo"]["dummy"][lang].lower()


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_supply_after_setup_is_that_of_the_specification(spec: dict[str, Any], n: int) -> None:
    pos = begin(n)
    wanted = spec["setup_by_players"][str(n)]
    supply = (
        wanted["supply_buildings"]
        | wanted["supply_walls"]
        | {"scorched_earth": wanted["supply_scorched"]}
    )
    assert pos.state.supply == supply
    assert pos.state.pool == wanted["supply_dice"]
    assert GAME.audit(pos) == []


def test_options_are_those_of_the_specification(spec: dict[str, Any]) -> None:
    ruled = {
        "lost_die_result_stays_this_round": False,
        "solo_jaime_dice": "2_noble_1_peasant",
    }  # rulings R5, R29 of rules 2
    for n in (1, 2, 3, 4):
        assert GAME.defaults(n) == spec["options"] | ruled
    by_id = {one.id: one for one in GAME.options}
    assert set(by_id) == set(spec["option_values"])
    for key, wanted in spec["option_values"].items():
        if wanted["players"] != [1, 2, 3, 4]:
            assert list(by_id[key].players) == wanted["players"]
        match by_id[key]:
            case Range(lo=lo, hi=hi):
                assert (lo, hi) == (wanted["min"], wanted["max"])
            case Choice(values=values):
                assert list(values) == wanted["values"]
            case _:
                assert wanted["values"] == [True, False]


def test_the_default_layout_is_that_of_the_specification(spec: dict[str, Any]) -> None:
    def named(one: dict[str, Any]) -> str:
        return piece_id(one["piece"], one["row"], one["col"], one["rot"])

    assert sorted(map(named, spec["default_layouts"]["start"])) == sorted(LAYOUTS["compact"].pieces)
    assert [named(one) for one in spec["default_layouts"]["scorched_in_order"]] == list(
        LAYOUTS["compact"].scorched
    )
    assert sorted(map(named, spec["examples"]["closed_start"]["layout"][:-1])) == sorted(
        LAYOUTS["closed"].pieces[:-1]
    )


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("which", sorted(LAYOUTS))
def test_ready_made_layouts_are_legal(which: str, n: int) -> None:
    pieces = preset(which, n)
    here = land(pieces)
    kinds = sorted(one.kind for one in here.pieces if one.kind != "keep")
    assert kinds == sorted(start_pieces(n))
    assert here.taken.bit_count() == sum(len(PIECES[kind].cells) for kind in [*kinds, "keep"])
    assert not enclosed_scorched(pieces)


def test_scorch_sites_are_those_of_the_plain_way() -> None:
    """Rules 5.4 spelled out, on random domains full of houses."""
    from games.core.state.rng import Rng

    rng = Rng.of(4)
    for _ in range(25):
        pieces: list[str] = ["keep-g7-0"]
        for kind in (
            "farm",
            "longhouse",
            "wall_6",
            "wall_4",
            "university",
            "farm",
            "market",
            "longhouse",
        ) * 6:
            turn = rng.pick(list(TURNS[kind]))
            where = list(GRID.cells(sites(tuple(pieces), kind, turn)))
            if where:
                pieces = sorted([*pieces, piece_id(kind, *rng.pick(where), turn)])
        here = land(pieces)
        movable = {one.id for one in here.unwalled}
        plain = {}
        for cell in product(range(13), range(13)):
            spot = placed(piece_id("scorched_earth", *cell)).cells
            gone = {one.id for one in here.pieces if one.cells & spot}
            if not spot & here.inside and gone <= movable:
                plain[cell] = gone
        legal = {
            cell: tuple(sorted(gone))
            for cell, gone in plain.items()
            if not any(o < gone for o in plain.values())
        }
        assert scorch_sites(tuple(pieces)) == legal
