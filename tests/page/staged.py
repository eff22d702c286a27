"""Initial data of the fake server, in Discord's shapes."""

# ruff: noqa: E501 - staged things read best one to a line
from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

Json = dict[str, Any]
BOT: Json = {
    "id": "900",
    "username": "Sobremesa",
    "global_name": None,
    "bot": True,
    "discriminator": "0000",
    "avatar": None,
}
USERS: list[Json] = [
    {
        "id": "101",
        "username": "ana",
        "global_name": "Ana",
        "color": "#b9503f",
        "locale": "es-ES",
        "dms_open": True,
    },
    {
        "id": "102",
        "username": "bruno",
        "global_name": "Bruno",
        "color": "#3c5f8a",
        "locale": "es-ES",
        "dms_open": True,
    },
    {
        "id": "103",
        "username": "carla",
        "global_name": "Carla",
        "color": "#d3a02f",
        "locale": "en-US",
        "dms_open": True,
    },
    {
        "id": "104",
        "username": "diego",
        "global_name": "Diego",
        "color": "#4d7d43",
        "locale": "es-ES",
        "dms_open": False,
    },
]
ANA, BRUNO, CARLA, DIEGO = (u["id"] for u in USERS)
HOME, MARTES = "201", "202"
WELCOME, TALK, GREEN, TADMOR, COLONOS, LONG, ERA = "301", "302", "303", "304", "305", "306", "307"
DM_ANA, DM_CARLA = "401", "403"


def channel(id_: str, name: str, kind: int = 0, parent: str | None = None, **more: Any) -> Json:
    """Return a channel of a guild."""
    return {
        "id": id_,
        "type": kind,
        "name": name,
        "parent_id": parent,
        "position": int(id_) % 100,
        "guild_id": HOME,
        **more,
    }


def guilds() -> list[Json]:
    """Return two guilds: one with everything, one nearly empty."""
    rooms = [
        channel("210", "Salón", 4), channel(WELCOME, "bienvenida", 0, "210"), channel(TALK, "charla", 0, "210"),
        channel("211", "Mesas", 4), channel(GREEN, "mesa-verde", 0, "211", topic="Aquí se juega. Un hilo por mesa a partir de la segunda."),
        channel(TADMOR, "Tadmor «Los lunes»", 11, GREEN), channel(COLONOS, "Colonos «Jueves»", 11, GREEN),
        channel(LONG, "mesa-larga", 0, "211"), channel(ERA, "Era «Otoño»", 11, LONG),
        channel("212", "Voz", 4), channel("310", "Cocina", 2, "212"),
    ]  # fmt: skip
    martes = [{**channel("320", "general"), "guild_id": MARTES}]
    return [
        {
            "id": HOME,
            "name": "Casa de juegos",
            "owner_id": ANA,
            "channels": rooms,
            "permissions": {},
        },
        {
            "id": MARTES,
            "name": "Los del Martes",
            "owner_id": BRUNO,
            "channels": martes,
            "permissions": {},
        },
    ]


def at(minutes: float) -> str:
    """Return the time so many minutes ago."""
    return (datetime.now(UTC) - timedelta(minutes=minutes)).isoformat()


def message(
    id_: str, room: str, author: Json, minutes: float, content: str = "", **more: Any
) -> Json:
    """Return a message in Discord's shape with the fields that the page's protocol adds."""
    base = {
        "id": id_, "channel_id": room, "author": author, "type": 0, "content": content, "timestamp": at(minutes), "edited_timestamp": None, "flags": 0, "embeds": [],
        "attachments": [], "components": [], "mentions": [], "mention_everyone": False, "pinned": False, "tts": False, "mention_roles": [], "ephemeral_for": None, "seen_by": None,
    }  # fmt: skip
    return base | more


def button(label: str, custom_id: str, style: int = 2, **more: Any) -> Json:
    """Return a button."""
    return {"type": 2, "style": style, "label": label, "custom_id": custom_id, **more}


def row(*parts: Json) -> Json:
    """Return an action row."""
    return {"type": 1, "components": list(parts)}


def emoji(name: str) -> Json:
    """Return a unicode emoji of a component."""
    return {"name": name, "id": None, "animated": False}


BUILD = {
    "type": 3, "custom_id": "build", "placeholder": "¿Qué construyes?", "min_values": 1, "max_values": 1,
    "options": [
        {"label": "Iglesia · quedan 2", "value": "church", "description": "1 bien, 1 piedra, 1 madera · dado de clero"},
        {"label": "Mercado · queda 1", "value": "market", "description": "1 bien, 4 de madera · puntos por hueco"},
        {"label": "Aserradero · queda 1", "value": "sawmill", "description": "3 de madera · 2 de madera por ronda"},
        {"label": "Granja · quedan 6", "value": "farm", "description": "1 de madera · 1 de comida por ronda"},
        {"label": "✕ Hospital · queda 1", "value": "hospital", "description": "Faltan 3 de piedra · regla 2.1"},
    ],
}  # fmt: skip
TABLE_ROW = row(
    button("Jugar", "play", 1, emoji=emoji("▶")),
    button("Mi mano", "hand"),
    button("Deshacer", "undo"),
    button("Crónica", "log"),
    button("Ayuda", "help"),
)


def table_embed(picture: Json) -> Json:
    """Return the embed of the public table."""
    soon = int(datetime.now(UTC).timestamp()) + 14 * 3600
    return {
        "type": "rich", "color": 0xCF4A3C, "author": {"name": "El Mapa · «Domingo» · 7QF"}, "title": "● Le toca a Ana",
        "description": f"Ronda 7 · 115 de 144 losetas · hasta <t:{soon}:R>\n-# ■ Bruno entra en H3 con 2 levas. ▲ Carla lleva 12 tropas a I8.",
        "image": picture, "footer": {"text": "barajado 9f3c…e1 · reglas v3 · español"},
    }  # fmt: skip


def messages(base: str) -> list[Json]:
    """Return all messages; pictures are served under `base`."""
    ana, bruno, carla = USERS[0], USERS[1], USERS[2]
    board = {
        "url": f"{base}/cdn/attachments/303/1/board.png",
        "proxy_url": f"{base}/cdn/attachments/303/1/board.png",
        "width": 1312,
        "height": 1510,
    }
    crop = {
        **board,
        "url": f"{base}/cdn/attachments/401/2/crop.png",
        "proxy_url": None,
        "width": 1306,
        "height": 1478,
    }
    hand = {
        "id": "3",
        "filename": "hand.png",
        "size": 90000,
        "content_type": "image/png",
        "url": f"{base}/cdn/attachments/401/3/hand.png",
        "width": 1200,
        "height": 1444,
        "description": "Tu mano: tres cartas",
    }
    private = {"author": {"name": "El Mapa › Mover › F5 › 2 jinetes"}, "color": 0xCF4A3C, "title": "¿Hacia dónde? Paso 1 de 3",
               "description": "Salen 2 de caballería de F5. Se quedan 1 soldado y 2 arqueros.\n✕ E5: línea roja entre F5 y E5 · regla 3.2", "image": crop, "footer": {"text": "🔒 G5 y F6 piden Confirmar"}}  # fmt: skip
    steps = [row(button("F4", "s:F4", 1, emoji=emoji("⬆")), button("G5 ⚔ 2", "s:G5", 1, emoji=emoji("➡")), button("F6 🔒", "s:F6", 1, emoji=emoji("⬇")), button("✕ E5", "s:E5", 2, emoji=emoji("⬅"))),
             row(button("Volver", "back"), button("Cancelar", "cancel"), button("Más…", "more"))]  # fmt: skip
    building = {
        "author": {"name": "Era › Construir"},
        "color": 0xCF4A3C,
        "title": "¿Qué construyes? Quedan 2 martillos",
        "description": "Bienes 2, piedra 3, madera 6, comida 4.",
    }
    talk = [
        message(
            f"10{i:02}",
            TALK,
            bruno if i % 3 else ana,
            3000 - i,
            f"Mensaje número {i}. " + "Con algo de texto. " * (i % 5),
        )
        for i in range(40)
    ]
    call = "<@101> te toca en **El Mapa «Domingo»** · hasta <t:1900000000:R>"
    summons = [
        row(
            button("Jugar", "play", 1, emoji=emoji("▶")),
            button("Mi mano", "hand"),
            {
                "type": 2,
                "style": 5,
                "label": "Mesa",
                "url": f"https://discord.com/channels/{HOME}/{GREEN}/2002",
            },
        )
    ]
    return [
        *talk,
        message("1100", WELCOME, BOT, 5000, "# Casa de juegos\nReglas de la casa:\n- **negrita**, *cursiva*, __subrayado__, ~~tachado~~\n- `código` y ||sorpresa||\n> una cita\n```py\nprint('hola')\n```\n"
                "<@102> en <#303>: <t:1900000000:D> https://example.org/a?b=1 <script>alert(1)</script> [enlace](https://example.org) [malo](javascript:alert(1))"),
        message("2001", GREEN, bruno, 1300, "En H3 hay inquilinos nuevos. Con cariño."),
        message("2002", GREEN, BOT, 45, embeds=[table_embed(board)], components=[TABLE_ROW], edited_timestamp=at(44)),
        message("2003", GREEN, BOT, 44, call, mentions=[ana], components=summons),
        message("2101", TADMOR, BOT, 60, "<@102> te toca en **Tadmor «Los lunes»**", mentions=[bruno], components=summons),
        message("2201", COLONOS, carla, 30, "¿Quién empieza?"),
        message("2301", ERA, BOT, 20, embeds=[building | {"fields": [{"name": "Bienes", "value": "2", "inline": True}, {"name": "Piedra", "value": "3", "inline": True}, {"name": "Madera", "value": "6", "inline": True}]}],
                components=[row(BUILD), row({**BUILD, "custom_id": "goods", "placeholder": "Elige dos", "min_values": 2, "max_values": 2}),
                            row({"type": 5, "custom_id": "rival", "placeholder": "Elige rival", "min_values": 1, "max_values": 1}),
                            row(button("Confirmar", "yes", 3), button("Abandonar", "no", 4), button("Gastar obreros", "modal"), button("Viejo", "oldmodal"), button("Cerrado", "shut", disabled=True)),
                            row(button("No responde", "silent"), button("Sumar 0", "count", 1))]),
        message("2401", DM_ANA, BOT, 80, embeds=[building], components=[row({**BUILD, "custom_id": "dmbuild", "placeholder": "Elige: 7 edificios, 3 murallas"}), row(button("Volver", "back"), button("¿Por qué no? (7)", "why"), button("Terminar", "end", emoji=emoji("🔒")))]),
        message("2402", DM_ANA, BOT, 40, embeds=[private], components=steps),
        message("2403", DM_CARLA, BOT, 10, "Tu mano", attachments=[hand, {"id": "4", "filename": "reglas.pdf", "size": 2100000, "content_type": "application/pdf", "url": f"{base}/cdn/x.pdf"}]),
    ]  # fmt: skip


COMMANDS: list[Json] = [
    {"id": "701", "application_id": "900", "type": 1, "name": "play", "description": "Make your move", "name_localizations": {"es-ES": "jugar"}, "description_localizations": {"es-ES": "Haz tu jugada"},
     "options": [{"type": 3, "name": "move", "name_localizations": {"es-ES": "jugada"}, "description": "loose words", "description_localizations": {"es-ES": "escribe palabras sueltas"}, "autocomplete": True}]},
    {"id": "702", "application_id": "900", "type": 1, "name": "table", "description": "Tables", "name_localizations": {"es-ES": "mesa"}, "options": [
        {"type": 1, "name": "new", "name_localizations": {"es-ES": "nueva"}, "description": "Open a table", "description_localizations": {"es-ES": "Abre una mesa"}, "options": [
            {"type": 3, "name": "game", "name_localizations": {"es-ES": "juego"}, "description": "Which game", "required": True,
             "choices": [{"name": "Eight-Minute Empire", "name_localizations": {"es-ES": "Imperio en 8 minutos"}, "value": "eme"}, {"name": "Tadmor", "value": "tadmor"}]},
            {"type": 4, "name": "seats", "name_localizations": {"es-ES": "asientos"}, "description": "How many", "min_value": 2, "max_value": 5},
            {"type": 6, "name": "rival", "description": "Whom to invite"}]},
        {"type": 2, "name": "vote", "description": "Votes", "options": [{"type": 1, "name": "skip", "description": "Skip a seat", "options": []}]}]},
    {"id": "703", "application_id": "900", "type": 1, "name": "help", "description": "Help", "name_localizations": {"es-ES": "ayuda"}, "options": []},
]  # fmt: skip
PLAYS = [
    "acuerdo Gladiadores: 1 obrero por ronda",
    "acuerdo Colonia mercantil: 1 obrero por ronda",
    "acuerdo Jardines: 1 comida por ronda",
    "✕ acuerdo Castillo: con cartas Comunes no se firman Acuerdos",
    "pasar",
]


def unread() -> Json:
    """Return the unread marks."""
    return {
        ANA: {
            GREEN: {"count": 1, "mentions": 1, "since": "2003"},
            TALK: {"count": 2, "mentions": 0, "since": "1038"},
        },
        BRUNO: {
            TADMOR: {"count": 1, "mentions": 1, "since": "2101"},
            COLONOS: {"count": 1, "mentions": 0, "since": "2201"},
        },
        CARLA: {DM_CARLA: {"count": 1, "mentions": 0, "since": "2403"}},
    }


def field(label: str, part: Json, description: str | None = None) -> Json:
    """Return a label (component 18) around one field of a modal."""
    return {"type": 18, "label": label, "description": description, "component": part}


def amounts(custom_id: str) -> Json:
    """Return a menu of a modal."""
    return {
        "type": 3,
        "custom_id": custom_id,
        "placeholder": "nada",
        "required": False,
        "options": [{"label": "1 par", "value": "1"}, {"label": "2 pares", "value": "2"}],
    }


MODAL: Json = {"title": "Gastar obreros", "custom_id": "workers", "components": [
    {"type": 10, "content": "Tienes **4 obreros**: entre todo, 2 pares como mucho."}, field("Madera", amounts("wood")), field("Piedra", amounts("stone")),
    field("Nota", {"type": 4, "custom_id": "note", "style": 1, "min_length": 3, "max_length": 20, "required": True}, "Tres letras o más."),
]}  # fmt: skip
OLD_MODAL: Json = {
    "title": "Nombre",
    "custom_id": "old",
    "components": [
        row(
            {
                "type": 4,
                "custom_id": "name",
                "label": "Nombre de la mesa",
                "style": 2,
                "required": True,
                "value": "Los lunes",
            }
        )
    ],
}
