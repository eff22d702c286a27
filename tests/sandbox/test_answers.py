"""Checks of a user's client before it sends: menus, form fields, options."""

from __future__ import annotations

import pytest

from sandbox import Sandbox
from sandbox.client import UserClient
from sandbox.services.messages import fill_in_components
from sandbox.state.errors import PersonError
from sandbox.state.model import Json
from sandbox.validation import answers


def label(kind: int, custom_id: str, **changes) -> Json:
    return {
        "type": 18,
        "label": custom_id.title(),
        "component": {"type": kind, "custom_id": custom_id} | changes,
    }


TWO = [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]
FORM = {
    "components": fill_in_components([
        {"type": 10, "content": "Reparte"},
        label(4, "texto", style=1, required=False, max_length=5), label(21, "radio", options=TWO),
        label(22, "casillas", options=TWO, min_values=1, max_values=2), label(23, "sola"), label(5, "quien", max_values=2),
    ])
}  # fmt: skip


def sent(**fields) -> list[Json]:
    kinds = {"texto": 4, "radio": 21, "casillas": 22, "sola": 23, "quien": 5}
    return [
        {
            "type": 18,
            "component": {
                "type": kinds[k],
                "custom_id": k,
                "values" if isinstance(v, list) else "value": v,
            },
        }
        for k, v in fields.items()
    ]


def shaped(box: Sandbox, place: Json, **fields) -> tuple[list[Json], Json]:
    return answers.modal(box.world, place, FORM, sent(**fields))


@pytest.fixture
def place(sandbox: Sandbox, ana: UserClient) -> Json:
    return sandbox.world.channels[ana.channel("charla")]


def test_a_whole_form_in_discords_shape(sandbox: Sandbox, place: Json, bruno: UserClient):
    parts, resolved = shaped(
        sandbox, place, texto="ya", radio="b", casillas=["a", "b"], sola=True, quien=[bruno.id]
    )
    assert parts[0] == {"type": 10, "id": 1}
    fields = [p["component"] for p in parts[1:]]
    assert [f.get("value", f.get("values")) for f in fields] == [
        "ya",
        "b",
        ["a", "b"],
        True,
        [bruno.id],
    ]
    assert resolved["users"][bruno.id]["global_name"] == "Bruno"
    assert "deaf" not in resolved["members"][bruno.id]


GOOD = {"radio": "a", "casillas": ["a"], "quien": ["Ana"]}
BAD = {
    "Texto: ": {"texto": "largo de más"}, "Radio: ": {"radio": "z"}, "Casillas: ": {"casillas": []},
    "Casillas: The menu has no": {"casillas": ["z"]}, "Quien: Nothing here": {"quien": ["77"]},
    "Quien: A menu": {"quien": ["1", "1"]},
}  # fmt: skip


@pytest.mark.parametrize(("words", "fields"), BAD.items(), ids=BAD.keys())
def test_a_bad_field_is_named(
    sandbox: Sandbox, place: Json, ana: UserClient, words: str, fields: Json
):
    good = GOOD | {"quien": [ana.id]}
    assert shaped(sandbox, place, **good)[0][1]["component"]["value"] == ""
    with pytest.raises(PersonError, match=words):
        shaped(sandbox, place, **(good | fields))


@pytest.mark.parametrize("submitted", [None, "x", [1], [{"custom_id": "a"}]])
def test_nonsense_is_no_form(sandbox: Sandbox, place: Json, submitted):
    with pytest.raises(PersonError):
        answers.modal(sandbox.world, place, FORM, submitted)


def test_options_of_every_kind_resolve(sandbox: Sandbox, place: Json, ana: UserClient):
    kinds = {"persona": 6, "sala": 7, "rol": 8, "alguien": 9, "si": 5, "num": 10}
    definition = [{"name": name, "type": kind} for name, kind in kinds.items()]
    role = place["guild_id"]
    values = {
        "persona": ana.id,
        "sala": place["id"],
        "rol": role,
        "alguien": role,
        "si": True,
        "num": 2.5,
    }
    tree, resolved = answers.options(
        sandbox.world, place, definition, [{"name": k, "value": v} for k, v in values.items()]
    )
    assert [o["value"] for o in tree] == list(values.values())
    assert set(resolved) == {"users", "members", "channels", "roles"}
    assert resolved["roles"][role]["name"] == "@everyone"
    assert resolved["channels"][place["id"]]["name"] == "charla"


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ({"type": 5}, "sí", "wrong kind"), ({"type": 10}, True, "wrong kind"), ({"type": 4}, 1.5, "wrong kind"),
        ({"type": 3, "min_length": 3}, "ab", "at least 3"), ({"type": 3, "max_length": 1}, "ab", "at most 1"),
        ({"type": 3, "choices": [{"name": "A", "value": "a"}]}, "A", "no such choice"), ({"type": 6}, "77", "Nothing here"),
        ({"type": 11}, "1", "files"),
    ],
)  # fmt: skip
def test_bad_options_are_named(sandbox: Sandbox, place: Json, option: Json, value, words: str):
    with pytest.raises(PersonError, match=words):
        answers.options(
            sandbox.world, place, [option | {"name": "o"}], [{"name": "o", "value": value}]
        )


def test_disabled_parts_cannot_be_used(sandbox: Sandbox, place: Json):
    button = {"type": 2, "custom_id": "b", "style": 1, "label": "x", "disabled": True}
    menu = {"type": 3, "custom_id": "m", "options": TWO, "disabled": True}
    message = {
        "components": [{"type": 1, "components": [button]}, {"type": 1, "components": [menu]}]
    }
    with pytest.raises(PersonError, match="disabled"):
        answers.button(message, "b")
    with pytest.raises(PersonError, match="no such button"):
        answers.button(message, "m")
    with pytest.raises(PersonError, match="disabled"):
        answers.menu(sandbox.world, place, message, "m", ["a"])
    with pytest.raises(PersonError, match="no such menu"):
        answers.menu(sandbox.world, place, message, "b", ["a"])
