"""Initial content of a new sandbox: a guild with four users and one bot.

A user has the language of the page on which they act, until they choose one. The guild gets the
language of the first page that is opened.
"""

from __future__ import annotations

from sandbox.services import channels
from sandbox.state import payloads
from sandbox.state.model import EVERYONE, LOCALES, ChannelType, Intent, Json
from sandbox.state.server_state import DEFAULT_TOKEN, ServerState, new_role

USERS = (
    ("Ana", "es-ES", "#c8432f"), ("Bruno", "es-ES", "#35669b"),
    ("Carla", "en-GB", "#d1982c"), ("Diego", "es-ES", "#5a7d33"),
)  # fmt: skip
ROLE = "Club"  # a role of the first two users
# by language: name of the guild, and its categories, each with its channels (name, topic)
GUILD_TEXTS = {
    "es": ("Casa de juegos", (
        ("Salón", (("bienvenida", "Pasa y siéntate donde quieras."), ("charla", "De todo un poco."))),
        ("Mesas", (
            ("mesa-verde", "Aquí se juega. Un hilo por mesa a partir de la segunda."), ("mesa-larga", "Partidas largas."),
        )),
    )),
    "en": ("House of games", (
        ("Lounge", (("welcome", "Come in and sit wherever you like."), ("chat", "A bit of everything."))),
        ("Tables", (("green-table", "Play here. From the second table on, each has a thread."), ("long-table", "Long games."))),
    )),
}  # fmt: skip


def fill_empty(world: ServerState) -> None:
    """Fill an empty sandbox; the first user owns the guild."""
    users = []
    for name, locale, color in USERS:
        user = world.add_user(name, locale) | {"color": color}
        world.save_user(user)
        users.append(user)
    name, rooms = GUILD_TEXTS["es"]
    guild = world.add_guild(name, users[0]["id"])
    club = new_role(world.new_id(), ROLE, int(EVERYONE), 1)
    guild["roles"].append(club)
    for user in users[:2]:
        guild["members"][user["id"]]["roles"].append(club["id"])
    world.save_guild(guild)
    for category, inside in rooms:
        parent = channels.create(world, guild, category, ChannelType.CATEGORY)
        for room, topic in inside:
            channels.create(world, guild, room, ChannelType.TEXT, parent["id"], topic)
    world.add_bot(DEFAULT_TOKEN)
    world.save_last_id()


def set_missing_chosen(world: ServerState) -> None:
    """Add the field `chosen` to users stored by older versions, which lack it.

    `chosen` is True if the user's language differs from the initial one in `USERS`.
    """
    initial_locales = {(name, locale) for name, locale, _ in USERS}
    for user in world.people():
        if "chosen" not in user:
            world.save_user(
                user | {"chosen": (user["global_name"], user["locale"]) not in initial_locales}
            )


def translate_guild(world: ServerState, locale: str) -> None:
    """Translate guild and channel names to a page's language, if there is no message yet."""
    if locale not in LOCALES or not world.store.has_no_messages():
        return
    target_texts = GUILD_TEXTS["es" if locale.startswith("es") else "en"]
    names = {
        old: new
        for texts in GUILD_TEXTS.values()
        for old, new in zip(_names(texts), _names(target_texts), strict=True)
    }
    for guild in world.guilds.values():
        if (
            guild["name"] in (texts[0] for texts in GUILD_TEXTS.values())
            and guild["locale"] != locale
        ):
            _rename(world, guild, target_texts[0], locale, names)


def _rename(world: ServerState, guild: Json, name: str, locale: str, names: dict[str, str]) -> None:
    """Rename a guild to `name`; replace the names and topics of its channels.

    `names` maps old names and topics to new ones; a channel whose name is not in it stays.
    """
    guild |= {"name": name, "locale": locale}
    world.save_guild(guild)
    world.tell_bots(
        world.guild_bots(guild["id"]), "GUILD_UPDATE", payloads.guild(guild), Intent.GUILDS
    )
    for room in world.channels_of(guild["id"]):
        if room["name"] in names:
            channels.change(
                world,
                room,
                name=names[room["name"]],
                topic=names.get(room["topic"] or "", room["topic"]),
            )


def _names(texts: tuple[str, tuple[tuple[str, tuple[tuple[str, str], ...]], ...]]) -> list[str]:
    """Return all names and topics in a guild's texts, in order.

    `texts` is a value of `GUILD_TEXTS`.
    """
    return [
        texts[0],
        *(
            word
            for category, rooms in texts[1]
            for word in (category, *(said for room in rooms for said in room))
        ),
    ]
