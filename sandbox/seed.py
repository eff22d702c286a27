"""What stands in a new sandbox: a house of games with four people and one bot, all waiting for a table."""

from __future__ import annotations

from . import channels
from .model import ChannelType
from .world import DEFAULT_TOKEN, World

PEOPLE = (
    ("Ana", "es-ES", "#c8432f"), ("Bruno", "es-ES", "#35669b"),
    ("Carla", "en-GB", "#d1982c"), ("Diego", "es-ES", "#5a7d33"),
)  # fmt: skip
GUILD = "Casa de juegos"
ROOMS = (
    ("Salón", (("bienvenida", "Pasa y siéntate donde quieras."), ("charla", "De todo un poco."))),
    ("Mesas", (("mesa-verde", "Aquí se juega. Un hilo por mesa a partir de la segunda."), ("mesa-larga", "Partidas largas."))),
)


def plant(world: World) -> None:
    """Fills an empty world; the first person owns the guild."""
    users = []
    for name, locale, color in PEOPLE:
        user = world.add_user(name, locale) | {"color": color}
        world.save_user(user)
        users.append(user)
    guild = world.add_guild(GUILD, users[0]["id"])
    for category, rooms in ROOMS:
        parent = channels.create(world, guild, category, ChannelType.CATEGORY)
        for name, topic in rooms:
            channels.create(world, guild, name, ChannelType.TEXT, parent["id"], topic)
    world.add_bot(DEFAULT_TOKEN)
    world.save_last_id()
