"""Private dice screen: the dice lie in wells of the tray.

The wells are for dice that are rolled again, kept dice, and locked dice.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from games.core.views.scene import Mark, Scene
from games.era_medieval_age.model.catalog import DICE, RULES
from games.era_medieval_age.views.view import DieView, GameView, PrivateScreen
from render.base import i18n
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import Theme, parse
from render.era_medieval_age.layers import trays
from render.era_medieval_age.layers.all_dice import draw_all_dice
from render.era_medieval_age.layers.outcome import draw_outcome
from render.era_medieval_age.pieces import dice_sprites
from render.era_medieval_age.pieces.style import icon
from render.parts import header

LAYOUT = dice_sprites.LAYOUT
LOCK_ROOM = 1.4  # width of the padlock with its gap, in its sizes
KIND_OF = {face.id: kind for kind, die in DICE.items() for face in die.faces}


def draw_dice(scene: Scene, theme: Theme) -> Canvas:
    """Draw the viewer's own dice while they are thrown, else the dice of all players."""
    view: GameView = scene.view
    hand = view.hand
    if view.viewer is None or hand is None or hand.unplaced or not view.towns[view.viewer].dice:
        return draw_all_dice(scene, theme)
    dice = with_set_faces(view.towns[view.viewer].dice, scene.ghost)
    locked = sum(die.locked for die in dice)
    dice_by_well = sort_into_wells(dice, hand, scene.marks, scene.ghost)
    face_marks = [mark for mark in scene.marks if "=" in mark.spot]
    rolling = bool(face_marks or dice_by_well["roll"])
    canvas = trays.empty_tray(len(dice), locked, rolling=rolling)
    wells = trays.tray_boxes(len(dice), locked, rolling=rolling)
    header.draw_viewer_header(
        canvas, scene, theme, header.title(scene, "name"), moment(view, hand, scene.lang)
    )
    for name in trays.WELLS:
        if name == "roll" and face_marks:
            _draw_faces(canvas, scene, theme, wells[name], face_marks)
            continue
        title = _title_key(hand, name, rolling=rolling)
        _draw_title(canvas, scene, theme, name, wells[name], title)
        _draw_dice(canvas, scene, theme, wells[name], dice_by_well[name], rotated=name == "roll")
    draw_outcome(canvas, scene, theme)
    return canvas


def moment(view: GameView, hand: PrivateScreen, lang: str) -> str:
    """Return the header's text: the round and the number of rolls that are left.

    Before the first roll, and once all dice are kept, it is the round alone.
    """
    last = view.is_last_round
    if hand.throws:
        step = i18n.say(lang, "era.rolls_left", n=RULES.throws - hand.throws)
        return i18n.say(lang, f"era.moment.{'last' if last else 'round'}", n=view.round, step=step)
    return i18n.say(lang, "era.last_round") if last else i18n.say(lang, "era.round", n=view.round)


def with_set_faces(dice: Sequence[DieView], ghost: Sequence[str]) -> tuple[DieView, ...]:
    """Return the dice with the faces that a monastery would set.

    The faces are in the ghost, as `p1=peasant_food3` (die and face).
    """
    faces = dict(spot.split("=") for spot in ghost if "=" in spot)
    return tuple(structs.replace(die, face=faces.get(die.id, die.face)) for die in dice)


def die_being_set(marks: Sequence[Mark], ghost: Sequence[str]) -> str:
    """Return the id of the die that a monastery is about to set, or ""."""
    spots = (*ghost, *(mark.spot for mark in marks))
    return next((spot.split("=")[0] for spot in spots if "=" in spot), "")


def sort_into_wells(
    dice: Sequence[DieView], hand: PrivateScreen, marks: Sequence[Mark], ghost: Sequence[str] = ()
) -> dict[str, list[DieView]]:
    """Return the dice in each well, by the name of the well.

    While the player chooses which dice to roll again, the marks tell these dice; afterwards the
    ghost does. Dice without a face, or whose yield must be chosen, are also in the well `roll`.
    """
    # If the marks are exactly the free dice, the player is choosing which of them to reroll.
    if {mark.spot for mark in marks} == set(hand.free):
        rolling = {mark.spot for mark in marks if mark.tone == "chosen"}
    else:
        rolling = set(ghost) - {die_being_set(marks, ghost)}
    wells: dict[str, list[DieView]] = {name: [] for name in trays.WELLS}
    for die in dice:
        if die.locked:
            well = "locked"
        elif not die.face or die.id in hand.choosing:
            well = "roll"
        else:
            well = "roll" if die.id in rolling and die.id in hand.free else "kept"
        wells[well].append(die)
    return wells


def _title_key(hand: PrivateScreen, well: str, *, rolling: bool) -> str:
    """Return the last part of the key of a well's title.

    Unless a die is `rolling`, the title of the well `roll` is `unchosen` while dice may be rolled,
    and `nothing` afterwards. Otherwise it is `first` before the first throw, and `choice` while yields of
    dice are being chosen. The title of the well `kept` is `done` when the yield of its dice is
    known. Otherwise the key is the name of the well.
    """
    is_rolling = hand.throws > 0  # not before the first throw, and not after the last
    if well == "roll" and not rolling:
        return "unchosen" if is_rolling and hand.free else "nothing"
    if not is_rolling and well == "roll":
        return "choice" if hand.choosing else "first"
    if not is_rolling and well == "kept" and hand.forecast:
        return "done"
    return well


def _draw_title(
    canvas: Canvas, scene: Scene, theme: Theme, name: str, well: Rect, title: str
) -> None:
    """Draw the heading of a well, whose key is `title`.

    The well of locked dice has a padlock, which stands alone if the well is narrow.
    """
    hand: PrivateScreen = scene.view.hand
    text = i18n.say(scene.lang, f"era.tray.{title}")
    at = well.x + LAYOUT.int("trays.title_x"), well.y + LAYOUT.int("trays.title")
    right = well.right - LAYOUT.int("trays.title_x")
    size = LAYOUT.int("trays.lock")
    if name == "locked":
        room = right - at[0] - size * LOCK_ROOM
        width = trays.engrave(canvas, theme, at, text) if trays.fits(theme, text, room) else 0
        lock = icon("padlock", size, parse(LAYOUT.get("trays.cream")))
        x = at[0] + (width + size * 0.8 if width else size / 2)
        canvas.paste_centred(lock, (x, at[1] - size * 0.32))
        return
    if name == "roll" and hand.sets:
        sets_left = i18n.say(scene.lang, "era.sets", n=hand.sets)
        room = right - at[0] - LAYOUT.int("trays.title_x")
        if trays.least_width(theme, sets_left) + trays.full_width(theme, text) > room:
            text = i18n.say(scene.lang, "era.tray.roll")  # the empty well shows the rest
        room -= trays.full_width(theme, text)
        trays.engrave(canvas, theme, (right, at[1]), sets_left, "r", room)
    trays.engrave(canvas, theme, at, text)


def _draw_dice(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    well: Rect,
    dice: Sequence[DieView],
    *,
    rotated: bool,
) -> None:
    """Draw the dice of one well with letters; dice that roll again are rotated."""
    hand: PrivateScreen = scene.view.hand
    marks = {mark.spot: mark for mark in scene.marks}
    # while other dice are offered, only these have golden tags
    asked = any(die.id in marks for die in scene.view.towns[scene.view.viewer].dice)
    rollable = hand.free if hand.throws and not asked else ()
    spread = trays.spread(
        len(dice),
        trays.dice_area(well),
        LAYOUT.get("well.sizes"),
        LAYOUT.int("well.between"),
        LAYOUT.int("well.below"),
    )
    for die, middle in zip(dice, spread.at, strict=True):
        angle, (dx, dy) = dice_sprites.die_pose(die.id) if rotated else (0, (0, 0))
        x, y = middle[0] + dx, middle[1] + dy
        if die.id == die_being_set(scene.marks, scene.ghost):
            glow = dice_sprites.halo(theme, spread.size, angle)
            body = dice_sprites.of_die(theme, die.id, die.face, spread.size, angle)
            canvas.glow(glow, x - body.width / 2, y - body.height / 2, theme.halo)
        trays.draw_die(
            canvas,
            theme,
            die,
            spread.size,
            (x, y),
            angle,
            marks.get(die.id),
            named=bool(die.face),
            is_free=die.id in rollable,
        )
        if die.id in hand.fixed:
            size = LAYOUT.int("well.badge")
            at = (
                x + LAYOUT.float("well.badge_x") * spread.size,
                y + LAYOUT.float("well.badge_y") * spread.size,
            )
            canvas.paste_centred(dice_sprites.badge(theme, size), at)
            canvas.record_region("badge", trays.square_around(at, size), die.id)


def _draw_faces(
    canvas: Canvas, scene: Scene, theme: Theme, well: Rect, face_marks: Sequence[Mark]
) -> None:
    """Draw the faces that a monastery may choose for a die, with their letters."""
    at = well.x + LAYOUT.int("trays.title_x"), well.y + LAYOUT.int("trays.title")
    trays.engrave(
        canvas,
        theme,
        at,
        i18n.say(scene.lang, "era.tray.faces", die=face_marks[0].spot.split("=")[0].upper()),
    )
    spread = trays.spread(
        len(face_marks),
        trays.dice_area(well),
        LAYOUT.get("well.sizes"),
        LAYOUT.int("well.between"),
        LAYOUT.int("well.below"),
    )
    for mark, spot in zip(face_marks, spread.at, strict=True):
        face = mark.spot.split("=")[1]
        canvas.paste_centred(dice_sprites.sprite(theme, KIND_OF[face], face, spread.size), spot)
        canvas.record_region("face", trays.square_around(spot, spread.size), face)
        trays.draw_letter(canvas, theme, mark, spread.size, spot)
