"""Routes of later answers to an interaction, by its token: follow-ups, edits, deletions."""

from __future__ import annotations

from typing import Any

from sandbox.rest.base import Call, route
from sandbox.services import messages
from sandbox.services.interactions import origin_fields
from sandbox.state import payloads
from sandbox.state.errors import api_error, raise_if_any
from sandbox.state.model import Callback, Json, MessageFlag, MessageType
from sandbox.validation import schema

HOOK = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL, MESSAGE = f"{HOOK}/messages/@original", f"{HOOK}/messages/{{message_id}}"


def interaction_of(call: Call) -> Json:
    """Return the interaction whose token is in the path.

    Raises 50027 and 10015 as `Interactions.by_token` does.
    """
    return call.flow.by_token(call.path["webhook_id"], call.path["webhook_token"])


def message_of(call: Call, interaction: Json) -> Json:
    """Return the message that the path names.

    Raises 10008 unless the message is the first answer to the interaction, one of its follow-ups,
    or the message with the clicked component.
    """
    wanted = call.path.get("message_id") or interaction["response_id"]
    message = call.world.store.message(wanted) if wanted else None
    if message is None:
        raise api_error(10008)
    made_here = message["interaction"] and message["interaction"]["id"] == interaction["id"]
    if not made_here and message["id"] not in (
        interaction["response_id"],
        interaction["message_id"],
    ):
        raise api_error(10008)
    return message


# without `checks_request`: the token is checked first, then the body, by another schema
@route("POST", HOOK, "execute_webhook", auth=False, checks_request=False)
async def follow_up(call: Call) -> Any:
    """Send a follow-up; after a deferral, the first one replaces the placeholder."""
    interaction = interaction_of(call)
    raise_if_any(schema.errors_by_schema("IncomingWebhookRequestPartial", call.body))
    channel = call.world.channel(interaction["channel_id"])
    deferred = (
        call.world.store.message(interaction["response_id"])
        if interaction["callback"] == Callback.DEFER
        else None
    )
    if deferred and deferred["flags"] & MessageFlag.LOADING:
        message_sent = messages.edit(call.world, deferred, call.body, call.files)
        call.flow.finish(interaction)
        return payloads.message(call.world, message_sent)
    message = messages.new(
        call.world, channel, interaction["bot"], interaction=origin_fields(interaction)
    )
    if interaction["response_id"]:
        message["type"] = int(MessageType.REPLY)
        message["reference"] = {
            "channel_id": channel["id"],
            "message_id": interaction["response_id"],
        }
    if int(call.body.get("flags") or 0) & MessageFlag.EPHEMERAL:
        message |= {"flags": int(MessageFlag.EPHEMERAL), "ephemeral_for": interaction["user_id"]}
    return payloads.message(call.world, messages.create(call.world, message, call.body, call.files))


@route("GET", ORIGINAL, "get_original_webhook_message", auth=False)
@route("GET", MESSAGE, "get_webhook_message", auth=False)
async def get_message(call: Call) -> Any:
    """Return a message by which the bot has answered an interaction."""
    return payloads.message(call.world, message_of(call, interaction_of(call)))


@route("PATCH", ORIGINAL, "update_original_webhook_message", auth=False)
@route("PATCH", MESSAGE, "update_webhook_message", auth=False)
async def patch_message(call: Call) -> Any:
    """Edit an answer to an interaction.

    Editing the first answer completes a deferred interaction.
    """
    interaction = interaction_of(call)
    before = message_of(call, interaction)
    made = messages.edit(call.world, before, call.body, call.files)
    if before["id"] == interaction["response_id"]:
        call.flow.finish(interaction)
    return payloads.message(call.world, made)


@route("DELETE", ORIGINAL, "delete_original_webhook_message", auth=False)
@route("DELETE", MESSAGE, "delete_webhook_message", auth=False)
async def delete_message(call: Call) -> Any:
    """Delete an answer, which may be ephemeral.

    If the interaction was deferred, it is then complete.
    """
    interaction = interaction_of(call)
    messages.delete(call.world, message_of(call, interaction))
    call.flow.finish(interaction)
