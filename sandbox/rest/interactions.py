"""Route of the first answer to an interaction (called callback by Discord)."""

from __future__ import annotations

from typing import Any

from sandbox.rest.base import Call, RestResponse, route
from sandbox.services import messages
from sandbox.services.interactions import MESSAGE_ANSWERS, origin_fields
from sandbox.state import payloads
from sandbox.state.errors import FieldError, api_error, invalid_form_body, raise_if_any
from sandbox.state.model import Callback, Json, Kind, MessageFlag, MessageType, Option
from sandbox.validation import message_rules, schema

ANSWERS = (Callback.MESSAGE, Callback.DEFER)
ON_MESSAGE = (*ANSWERS, Callback.DEFER_UPDATE, Callback.UPDATE)
CHOICES = {
    Option.INTEGER: "InteractionApplicationCommandAutocompleteCallbackIntegerData",
    Option.NUMBER: "InteractionApplicationCommandAutocompleteCallbackNumberData",
    Option.STRING: "InteractionApplicationCommandAutocompleteCallbackStringData",
}


def allowed_callbacks(doc: Json) -> tuple[Callback, ...]:
    """Return the callback types that may answer an interaction."""
    match doc["kind"]:
        case Kind.AUTOCOMPLETE:
            return (Callback.AUTOCOMPLETE,)
        case Kind.COMPONENT:
            return (*ON_MESSAGE, Callback.MODAL)
        case Kind.MODAL:
            return ON_MESSAGE if doc["message_id"] else ANSWERS
    return (*ANSWERS, Callback.MODAL)


@route(
    "POST", "/interactions/{interaction_id}/{interaction_token}/callback", "create_interaction_response",
    auth=False, checks_request=False,
)  # fmt: skip
async def callback(call: Call) -> Any:
    """Answer an interaction: message, update, modal, suggestions, or deferral."""
    doc = call.flow.find(call.path["interaction_id"], call.path["interaction_token"])
    callback_number = call.body.get("type") if isinstance(call.body, dict) else None
    if callback_number == Callback.AUTOCOMPLETE and doc["kind"] == Kind.AUTOCOMPLETE:
        return _autocomplete(call, doc)
    raise_if_any(schema.request("create_interaction_response", call.body))
    if callback_number not in allowed_callbacks(doc):
        fitting = ", ".join(str(int(allowed_type)) for allowed_type in allowed_callbacks(doc))
        raise invalid_form_body(
            [FieldError(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {{{fitting}}}.")]
        )
    data, callback_type = call.body.get("data") or {}, Callback(callback_number)
    message: Json | None = None
    match callback_type:
        case Callback.MODAL:
            raise_if_any(message_rules.modal(data))
            data["components"] = messages.fill_in_components(_without_nulls(data["components"]))
        case Callback.MESSAGE | Callback.DEFER:
            message = _send(call, doc, callback_type, data)
        case Callback.UPDATE:
            message = messages.edit(call.world, _pressed(call, doc), data, call.files)
        case Callback.DEFER_UPDATE:
            message = _pressed(call, doc)
    response_id = message["id"] if message else None
    modal = data if callback_type == Callback.MODAL else None
    call.flow.acknowledge(doc, callback_type, response_id, modal)
    return _answer(call, doc, callback_type, message)


def _without_nulls(node: Any) -> Any:
    if isinstance(node, list):
        return [_without_nulls(part) for part in node]
    return (
        {key: _without_nulls(value) for key, value in node.items() if value is not None}
        if isinstance(node, dict)
        else node
    )


def _pressed(call: Call, doc: Json) -> Json:
    message = call.world.store.message(doc["message_id"])
    if message is None:
        raise api_error(10008)
    return message


def _send(call: Call, doc: Json, callback_type: Callback, data: Json) -> Json:
    """Create the message that answers an interaction, and return it.

    A deferred answer gets a placeholder ("thinking…"). `doc` is the interaction, `data` the message
    in the request.
    """
    channel = call.world.channel(doc["channel_id"])
    message = messages.new(call.world, channel, doc["bot"], interaction=origin_fields(doc))
    if doc["kind"] == Kind.COMMAND:
        message["type"] = int(MessageType.CHAT_INPUT_COMMAND)
    if int(data.get("flags") or 0) & MessageFlag.EPHEMERAL:
        message |= {"flags": int(MessageFlag.EPHEMERAL), "ephemeral_for": doc["user_id"]}
    if callback_type == Callback.DEFER:
        message["flags"] |= int(MessageFlag.LOADING)
        messages.publish(call.world, message)
        return message
    return messages.create(call.world, message, data, call.files)


def _autocomplete(call: Call, doc: Json) -> Any:
    """Answer with suggestions: at most 25, of the option's type."""
    focused = _focused(doc["data"].get("options") or [])
    data = call.body.get("data")
    name = CHOICES.get(Option(focused["type"]), CHOICES[Option.STRING])
    raise_if_any(
        [
            FieldError(("data", *error.path), error.code, error.message)
            for error in schema.errors_by_schema(name, data)
        ]
    )
    choices = [choice_or_none for choice_or_none in data.get("choices") or [] if choice_or_none]
    errors = [
        FieldError(("data", "choices", index, "name"), "BASE_TYPE_REQUIRED", "This field is required")
        for index, choice in enumerate(choices) if not choice["name"].strip()
    ]  # fmt: skip
    raise_if_any(errors)
    call.flow.acknowledge(doc, Callback.AUTOCOMPLETE)
    call.flow.suggest(doc, choices)
    return _answer(call, doc, Callback.AUTOCOMPLETE, None)


def _focused(options: list[Json]) -> Json:
    for option in options:
        if option.get("focused"):
            return option
        if option.get("options"):
            return _focused(option["options"])
    return {"type": int(Option.STRING)}


def _answer(call: Call, doc: Json, callback_type: Callback, message: Json | None) -> Any:
    if not call.flag("with_response"):
        return RestResponse(204)
    interaction: Json = {"id": doc["id"], "type": doc["kind"], "channel_id": doc["channel_id"]}
    if doc["guild_id"]:
        interaction["guild_id"] = doc["guild_id"]
    if message:
        flags = message["flags"]
        interaction |= {
            "response_message_id": message["id"],
            "response_message_loading": bool(flags & MessageFlag.LOADING),
        }
        interaction["response_message_ephemeral"] = bool(flags & MessageFlag.EPHEMERAL)
    answer: Json = {"interaction": interaction}
    if message and callback_type in MESSAGE_ANSWERS and callback_type != Callback.DEFER:
        answer["resource"] = {
            "type": int(callback_type),
            "message": payloads.message(call.world, message),
        }
    return answer
