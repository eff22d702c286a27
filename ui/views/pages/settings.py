"""Page with the user's settings as selects and buttons. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from app.model.match import User
from app.people import avatars, preferences
from app.people.users import palette_of
from games.core.text.languages import LANGUAGES
from games.core.views.scene import Scene
from ui.components import Button, Embed, Message, Row, Select, SelectOption
from ui.custom_ids import NO_MATCH, TableAction, TableId, encode
from ui.i18n import Translator

# hours of the day: from, until; equal for no quiet hours
QUIET_HOUR_CHOICES = ((0, 0), (21, 8), (22, 8), (23, 8), (23, 10), (0, 9), (9, 17))
# arguments of the buttons that open the page of the user's coat of arms (avatar), and go back
ARMS, BACK = "arms", "back"


class Switch(NamedTuple):
    """Preference with two values, set by a button.

    `name` is the key of the preference, `off` and `on` are its stored values. `inverted` is True if
    the button's label says the opposite, so that it shows "on" for `off`.
    """

    name: str
    off: Any
    on: Any
    inverted: bool = False


SWITCHES = (
    # the board as text instead of a picture
    Switch("text", off=False, on=True),
    # large print on pictures
    Switch("large", off=False, on=True),
    # boards without the arrows that show the last moves
    Switch("bare", off=False, on=True, inverted=True),
    # confirm every move, not only final ones
    Switch("confirm", off="final", on="always"),
)
COATS = {"charge": avatars.CHARGES, "tincture": avatars.TINCTURES}
CHOICES: dict[str, tuple[str, ...]] = {
    "lang": LANGUAGES,
    **{name: preferences.CHOICES[name] for name in ("pings", "palette")},
}
INVISIBLE_SETTINGS = ("pings", "quiet")  # settings that change no message that was sent already


def settings_message(by: User) -> Message:
    """Return the settings: language, reminders, quiet hours, colors, text, confirmation."""
    words = Translator(by.lang)
    arms = Button(
        words("ui.me.arms.title"), encode(TableId(NO_MATCH, TableAction.SET_PREFERENCE, ARMS))
    )
    rows: tuple[Row, ...] = (
        *(_menu(by, name, words) for name in CHOICES),
        _quiet(by, words),
        (*(_switch(by, switch, words) for switch in SWITCHES), arms),
    )
    note = words("ui.me.zone", zone=by.prefs.get("zone", "UTC"))
    return Message(embed=Embed(title=words("ui.me.title"), text=note), rows=rows)


def arms_message(by: User, game: str) -> Message:
    """Return the user's coat of arms (their avatar on the boards) with selects to change it.

    `game` is the game whose render worker draws the picture; with "" there is no picture.
    """
    words, arms = Translator(by.lang), avatars.arms_of(by.id, by.prefs)
    rows: tuple[Row, ...] = (
        _arms_select("charge", avatars.CHARGES, arms.charge, words),
        _arms_select("tincture", avatars.TINCTURES, arms.tincture, words),
        (
            Button(
                words("ui.panel.back"), encode(TableId(NO_MATCH, TableAction.SET_PREFERENCE, BACK))
            ),
        ),
    )
    charge, tincture = (
        words(f"ui.me.arms.charge.{arms.charge}"),
        words(f"ui.me.arms.tincture.{arms.tincture}"),
    )
    description = words("ui.me.arms.is", charge=charge, tincture=tincture)
    card = Embed(
        title=words("ui.me.arms.title"),
        text="\n".join((description, words("ui.me.arms.note"))),
    )
    scene = (
        Scene(game, "arms", None, (), by.lang, palette=palette_of(by.prefs), arms=(arms,))
        if game
        else None
    )
    return Message(embed=card, rows=rows, picture_source=scene, alt=description if game else "")


def _arms_select(name: str, values: Sequence[str], now: str, words: Translator) -> Select:
    """Return the select of a part of the coat of arms; `now` is the current value.

    `name` is the part: `charge` (symbol) or `tincture`.
    """
    lines = tuple(
        SelectOption(value, words(f"ui.me.arms.{name}.{value}").capitalize(), chosen=value == now)
        for value in values
    )
    return Select(
        encode(TableId(NO_MATCH, TableAction.SET_PREFERENCE, name)),
        lines,
        words(f"ui.me.arms.{name}_menu"),
    )


def changed_preferences(by: User, name: str, values: tuple[str, ...]) -> dict[str, Any] | None:
    """Return the preferences that a click on the component `name` sets, by their keys.

    `values` are the chosen values if the component is a select. Returns None if the component or
    the value is unknown.
    """
    value = next(iter(values), "")
    switch = next((known_switch for known_switch in SWITCHES if known_switch.name == name), None)
    if switch is not None:
        return {name: switch.off if by.prefs.get(name, switch.off) == switch.on else switch.on}
    if name == "quiet" and value.isdecimal() and int(value) < len(QUIET_HOUR_CHOICES):
        return {"quiet": list(QUIET_HOUR_CHOICES[int(value)])}
    return {name: value} if value in {**CHOICES, **COATS}.get(name, ()) else None


def _menu(by: User, name: str, words: Translator) -> Select:
    now = by.lang if name == "lang" else by.prefs.get(name, CHOICES[name][0])
    lines = tuple(
        SelectOption(value, _name(name, value, words), chosen=value == now)
        for value in CHOICES[name]
    )
    return Select(
        encode(TableId(NO_MATCH, TableAction.SET_PREFERENCE, name)), lines, words("ui.me.title")
    )


def _name(name: str, value: str, words: Translator) -> str:
    if name == "lang":
        label = f"{words('ui.cmd.opt.language.name')}: {words.language_name(value)}"
    else:
        label = f"{words(f'ui.me.of.{name}')}: {words(f'ui.cmd.opt.{name}.{value}')}"
    return label[:1].upper() + label[1:]


def _quiet(by: User, words: Translator) -> Select:
    """Return the select of quiet hours."""
    now = tuple(by.prefs.get("quiet") or QUIET_HOUR_CHOICES[0])
    lines = tuple(
        SelectOption(
            str(index),
            words("ui.me.no_quiet")
            if hours == QUIET_HOUR_CHOICES[0]
            else words("ui.me.quiet", begin=hours[0], end=hours[1]),
            chosen=hours == now,
        )
        for index, hours in enumerate(QUIET_HOUR_CHOICES)
    )
    return Select(
        encode(TableId(NO_MATCH, TableAction.SET_PREFERENCE, "quiet")),
        lines,
        words("ui.me.quiet_menu"),
    )


def _switch(by: User, switch: Switch, words: Translator) -> Button:
    is_on = (by.prefs.get(switch.name, switch.off) == switch.on) != switch.inverted
    return Button(
        words.switched(words(f"ui.me.switch.{switch.name}"), is_on=is_on),
        encode(TableId(NO_MATCH, TableAction.SET_PREFERENCE, switch.name)),
        "blue" if is_on else "grey",
    )
