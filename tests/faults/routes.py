"""Ways in which a user reaches a control that is not always shown."""

from __future__ import annotations

from tests.faults.scenes import BY_NAME, PLAIN, Scene

# controls that are shown only on a panel with much news, or are always disabled
ASIDE = frozenset({"table since", "table here"})
# controls of a table that the dispatcher answers itself: they continue a command
ELSEWHERE = frozenset({"table which"})

_OPTIONS = "it has not begun, its options are open"
_ENDED = "it has ended"
_ORGANIZER_OF_GUILD = "whoever looks after the server"
_OWN_SETTINGS = "one's own settings"
_SPECTATOR = "somebody watches"
_ROUTES: dict[str, tuple[str, tuple[str, ...]]] = {
    **dict.fromkeys(
        (f"table {what}" for what in ("option", "preset", "size", "moving", "pace", "lang")),
        (_OPTIONS, ("/table options",)),
    ),
    "table value": (_OPTIONS, ("/table options", "table option ▾")),
    "table nobot": (_OPTIONS, ("table bot", "/table options")),
    **dict.fromkeys(
        ("table bot", "table start", "table join", "table leave", "table options"), (_OPTIONS, ())
    ),
    "table sit": ("two tables wait for people", ("/join",)),
    "table accept": ("somebody is invited", ()),
    "table which": ("two tables wait for people", ("/table options",)),
    "table open": ("no table is here", ("/join",)),
    "table new": ("no table is here", ("/help",)),
    "table move": ("it has lost its channel", ("/play", "/hand")),
    "table resume": ("it was halted", ()),
    "table take": ("a seat is free", ("/board",)),
    "table take_sure": ("a seat is free", ("table take",)),
    "table vote": ("a vote is open", ("/turns",)),
    "table keep": (PLAIN.name, ("/table substitute",)),
    "table go_on": ("a pause", ("/board",)),
    **dict.fromkeys(("table vote_yes", "table vote_no"), ("a vote is open", ("/board",))),
    "table learn": ("a lesson", ("/table learn",)),
    "table alone": ("a lesson", ("/table learn",)),
    "table guided": ("a lesson", ("/table learn", "table alone")),
    "table real": ("a lesson is over", ("/play",)),
    "table explain": (PLAIN.name, ("table play", "/play")),
    "table board": (_SPECTATOR, ("/board", "table look", "table text")),
    "table follow": (_SPECTATOR, ("/board", "table text", "table look")),
    "table unfollow": (_SPECTATOR, ("/table follow",)),
    **dict.fromkeys(("table look", "table text"), (_SPECTATOR, ("/board",))),
    "table legend": (_SPECTATOR, ("/board",)),
    "table look_text": (_SPECTATOR, ("/board", "table look", "table look ▾")),
    "table look_picture": (_SPECTATOR, ("/board", "table look", "table look ▾", "table look_text")),
    "table orders": (PLAIN.name, ("/help", "table help")),
    "table order": ("standing orders are open", ("/table orders",)),
    "table note": (PLAIN.name, ("/note",)),
    "table resign_sure": (PLAIN.name, ("/table resign",)),
    "table go": (PLAIN.name, ("/turns",)),
    "table snooze": (PLAIN.name, ("/turns",)),
    "table turns": ("it runs beside a table that waits for people", ("/turns", "table go")),
    "table rematch": (_ENDED, ()),
    **dict.fromkeys(
        ("table verify", "table score", "table replay", "table film", "table poster"),
        (_ENDED, ("/table score",)),
    ),
    **dict.fromkeys(
        (f"table replay_{what}" for what in ("round", "first", "last", "row", "moments")),
        (_ENDED, ("/table replay", "table replay")),
    ),
    "table replay_eyes": (PLAIN.name, ("/table replay",)),
    "table replay_page": (_ENDED, ("/table log",)),
    "table turn": (PLAIN.name, ("/board",)),
    "table records": (_ENDED, ("/table records", "/me records")),
    "table records_own": (_ENDED, ("/play",)),
    **dict.fromkeys(
        ("table records_unlist", "table records_unsung"),
        (_ENDED, ("/me records", "/table records")),
    ),
    "table records_list": (_ENDED, ("/me records", "/table records", "table records_unlist")),
    "table records_sung": (_ENDED, ("/me records", "/table records", "table records_unsung")),
    **dict.fromkeys(
        (f"table {what}" for what in ("ratings", "try_here", "condition", "defaults", "done")),
        (_ORGANIZER_OF_GUILD, ("/setup",)),
    ),
    "table default": (_ORGANIZER_OF_GUILD, ("/setup", "table defaults")),
    "table rewind_sure": (_ORGANIZER_OF_GUILD, ("/table rewind",)),
    "table pref": (_OWN_SETTINGS, ("/me settings",)),
    **dict.fromkeys(("table my_data", "table erase_ask"), (_OWN_SETTINGS, ("/me data",))),
    "table erase_sure": (_OWN_SETTINGS, ("/me data", "table erase_ask")),
    **dict.fromkeys(("table rules", "table sheet"), (_OWN_SETTINGS, ("/rules", "table rules"))),
}


def route(kind: str) -> tuple[Scene, tuple[str, ...]]:
    """Return the state of the table and the controls that lead to this kind of control."""
    scene, leads = _ROUTES.get(kind.removesuffix(" ▾"), (PLAIN.name, ()))
    return BY_NAME[scene], leads
