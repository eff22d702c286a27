"""Close-up of one Empire: faction board, goods, Deals, Foundations, all Locations.

Below the viewer's own Empire lies the hand, so that the picture of a turn has all that its buttons
name.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from PIL import ImageDraw

from games.core.views.scene import Scene
from games.imperial_settlers.model.catalog import CARDS, FACTIONS, KINDS, SUPPLY, Kind
from games.imperial_settlers.views.view import EmpireView, GameView
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas, PaddedSprite
from render.base.layout import Rect
from render.base.theme import (
    BLACK,
    BOLD,
    CORNERS,
    HEAVY,
    HEAVY_SERIF,
    RGB,
    SMALL,
    Theme,
    dark,
    mix,
    pale,
)
from render.imperial_settlers.layers import (
    handstrip,
    plan,
    purse,
    rows,
    seatpanel,
    spread,
    strips,
    tiles,
)
from render.imperial_settlers.layers.plan import TABLE
from render.imperial_settlers.layers.tiles import TileContext
from render.imperial_settlers.pieces import header, stamps
from render.imperial_settlers.pieces.badges import DEAL
from render.imperial_settlers.pieces.chips import chip
from render.imperial_settlers.pieces.style import CRESTS, FRAMES, LINES, icon
from render.imperial_settlers.screens import hand
from render.parts import panels

EMPIRE = TABLE.part("empire")
WIDTH, GAP = TABLE.int("width"), TABLE.int("gap")
HEADER_PAD_PX = 14
PICTURE_BELOW_FROM_PX = 116  # height from which tiles without effects have pictures below names
MOST_SINGLE_DEALS = 4  # with more, those of one good share a sign if two lines have room
MOST_IN_LINE = 8  # with more, they share a sign also in one line
# Kinds whose strips show effects, by the room there is; what is used in a turn comes first.
EFFECT_KINDS: tuple[tuple[Kind, ...], ...] = (("feature", "action"), ("action",), ())
# Kinds whose cards keep faces in a full Empire, by the number of kinds for which there is room.
FACED_KINDS: tuple[tuple[Kind, ...], ...] = (KINDS, ("production", "action"), ("action",))
CHIP_GAP_PX, NUMBER_GAP_PX = 4, 9  # between chips of goods, and before a number between them
MOST_GROWTH_PX = 90  # by which tiles become higher where there is room
CREAM: RGB = (255, 240, 212)


def painter(seat: int) -> Callable[[Scene, Theme], Canvas]:
    """Return the function that draws a seat's Empire.

    That function raises IndexError if the game has no such seat.
    """
    return functools.partial(draw_empire, seat=seat)


def draw_empire(scene: Scene, theme: Theme, seat: int) -> Canvas:
    """Draw a seat's Empire: at the left faction, points, goods and Deals, beside it all cards.

    If there are many cards, some or all tiles have pictures and names only. Raises IndexError if the
    game has no such seat.
    """
    view: GameView = scene.view
    empire, margin = view.empires[seat], panels.LAYOUT.int("margin")
    is_rival = view.viewer is not None and view.viewer != seat
    show = TileContext(
        scene,
        theme,
        EMPIRE.int("badge"),
        True,
        is_rival and not view.peaceful,
        tiles.ghosts(scene.ghost),
        frozenset(mark.spot for mark in scene.marks),
        effects=True,
    )
    top, bottom = EMPIRE.int("top"), EMPIRE.int("high") - EMPIRE.int("below")
    side = Rect(margin, top, EMPIRE.int("side"), bottom - top)
    field = Rect(side.right + GAP, top, WIDTH - margin - side.right - GAP, bottom - top)
    label, between = EMPIRE.int("label"), EMPIRE.int("between")
    strip, parts, spare = None, tuple[rows.Part, ...](), 0
    arranged = _own_hand(scene, seat, field.w)
    if arranged:
        strip, parts, spare = _above_hand(show, empire, field, arranged)
    if strip is None:
        parts, spare = _fitting(show, empire, field)
    more = max(0, spare) // len(KINDS)
    canvas = Canvas(panels.table(WIDTH, EMPIRE.int("high")))
    key = "imptable.own_empire" if view.viewer == seat else "imptable.empire"
    name = i18n.say(scene.lang, key)
    header.draw_head(canvas, scene, theme, name, header.moment(view, scene.lang), seat)
    spots = _draw_side(canvas, show, empire, side)
    end, cards = rows.lay_rows(canvas, parts, empire, field, label, between, wordy=True, more=more)
    spots |= cards
    if strip:
        handstrip.draw(canvas, theme, strip, field.moved(0, end + between - field.y), scene.lang)
    strips.draw_letters(canvas, theme, scene.marks, spots, EMPIRE)
    return canvas


def _own_hand(scene: Scene, seat: int, width: int) -> list[handstrip.HandStrip]:
    """Return the hand to draw below the rows of an Empire, what can be paid first.

    There are several ways to arrange it, the best first. There are none unless the Empire is the
    viewer's, in the phase that uses the hand, and no preview is about parts of the table.
    """
    view: GameView = scene.view
    is_own = view.viewer == seat and view.hand is not None and bool(view.hand.cards)
    if not is_own or view.phase != "action" or scene.ghost:
        return []
    held = sorted(hand.items(view, scene.lang), key=lambda item: hand.ORDER.index(item.group.name))
    return handstrip.arranged(spread.piles(held, by_cost=True), scene.lang, width)


Whole = tuple[handstrip.HandStrip, tuple[rows.Part, ...], int]
# hand, if there is room for one, and result of `_fitting`
Above = tuple[handstrip.HandStrip | None, tuple[rows.Part, ...], int]


def _above_hand(
    show: TileContext, empire: EmpireView, field: Rect, arranged: Sequence[handstrip.HandStrip]
) -> Above:
    """Return the hand, shortened if need be, and what `_fitting` returns for the rows above it.

    It is the first of the `arranged` ones that fits whole, else the one that loses fewest cards. It
    loses lines before the Locations lose their names, unless the names would have no room even
    above a single line. No effect is left out if all fit above the whole hand.
    If a question is about parts of the table, the hand lies below it on that condition only.
    """
    for whole in arranged:
        room = replace(field, h=field.h - whole.height - EMPIRE.int("between"))
        parts, spare = _fitting(show, empire, room, complete=True)
        if spare >= 0:
            return whole, parts, spare
    if show.marked:
        return None, (), 0
    found: list[Whole] = []
    for named in (True, False):
        found = []
        for whole in arranged:
            found.append(_shortened_to_fit(show, empire, field, whole, named=named))
            if found[-1][-1] >= 0 and not found[-1][0].more:
                return found[-1]
        if fitting := [one for one in found if one[-1] >= 0]:
            return min(fitting, key=lambda one: one[0].more)
    return found[0]


def _shortened_to_fit(
    show: TileContext, empire: EmpireView, field: Rect, strip: handstrip.HandStrip, *, named: bool
) -> Whole:
    """Return a hand with as many lines as fit below the rows, or with one, and `_fitting`."""
    while True:
        room = replace(field, h=field.h - strip.height - EMPIRE.int("between"))
        parts, spare = _fitting(show, empire, room, named=named)
        if spare >= 0 or len(strip.lines) == 1:
            return strip, parts, spare
        strip = handstrip.shortened(strip)


def _fitting(
    show: TileContext,
    empire: EmpireView,
    field: Rect,
    *,
    named: bool = False,
    complete: bool = False,
) -> tuple[tuple[rows.Part, ...], int]:
    """Return the parts of an Empire with the largest tiles that fit `field`, and the height left.

    If there is no room for the faces of all cards, the ones that matter now keep theirs and the
    others are strips with picture and name; without room for names, all are pictures alone, but
    not if `named`. If `complete`, all effects are shown. The height left is negative if not even
    the last way fits.
    """
    cards = [*rows.shown_locations(show.scene.view, empire), *rows.planned_cards(show, empire)]
    room = field.h - 2 * EMPIRE.int("between")
    parts, spare = tuple[rows.Part, ...](), 0
    width = field.w - EMPIRE.int("label")
    for parts in _candidates(show, empire, cards, width, named=named, complete=complete):
        first, *others = parts
        spare = room - plan.total_height(*(part.block for part in parts))
        if spare >= 0:
            if others and not any(map(first.block.count, KINDS)):
                first, others = others[0], []  # there are strips alone
            # only the first part grows; the strips of others keep their height
            block, left = _with_higher_tiles(first.block, spare)
            heights = [high for grid in block.grids.values() for high in grid.highs]
            is_bare = not others and not first.effects
            picture_below = is_bare and min(heights, default=0) >= PICTURE_BELOW_FROM_PX
            settings = replace(first.settings, below=int(picture_below))
            return (first._replace(settings=settings, block=block), *others), left
    return parts, spare


def _candidates(
    show: TileContext,
    empire: EmpireView,
    cards: Sequence[str],
    width: int,
    *,
    named: bool,
    complete: bool,
) -> Iterator[tuple[rows.Part, ...]]:
    """Yield ways to draw an Empire's cards, those with the largest tiles first.

    Each is a tuple of parts: cards with faces, cards as strips, or both. Rows are `width` pixels
    wide. If `named`, all strips have names, if `complete`, also effects. Before effects are left
    out, strips get narrower pictures and smaller letters, and at last words are split.
    """
    sizes = rows.sizes(EMPIRE)
    with_faces = [grid for grid in sizes if grid.picture]
    with_strips = [grid for grid in sizes if not grid.picture]
    copies = rows.copies_by_card(show, empire, cards, by_raze=True)
    cards, part = list(copies), functools.partial(_part, show, copies, width)
    for grid in with_faces:
        yield (part(grid, cards),)
    order = _by_importance(show, empire, cards)
    split = []  # cards with faces, and the others, from many faces to few
    for kinds in FACED_KINDS:
        faces = {
            card
            for kind in kinds
            for card in [one for one in order if CARDS[one].kind == kind][: with_faces[-1].columns]
        }
        faced = part(with_faces[-1], [one for one in cards if one in faces])
        split.append((faced, [one for one in cards if one not in faces]))
    with_names = [grid for grid in with_strips if grid.wide >= stamps.NAMED]
    yield from _with_all_effects(part, cards, split, with_names)
    if complete:
        return
    for effects in EFFECT_KINDS:
        for faced, others in split:
            yield faced, part(with_strips[0], others, effects=effects)
        for grid in with_strips:
            if grid.wide >= stamps.NAMED or not (named or effects):
                yield (part(grid, cards, effects=effects),)


def _with_all_effects(
    part: Callable[..., rows.Part],
    cards: Sequence[str],
    split: Sequence[tuple[rows.Part, list[str]]],
    with_names: Sequence[plan.Grid],
) -> Iterator[tuple[rows.Part, ...]]:
    """Yield the ways of `_candidates` with strips that show all effects."""
    for slim, plain in ((False, True), (True, True), (True, False)):
        strips = functools.partial(part, effects=KINDS, slim=slim, plain=plain)
        for faced, others in split:
            yield faced, strips(with_names[0], others)
        whole = [strips(grid, cards) for grid in with_names]
        for one in whole:
            yield (one,)
        yield (_lowest(whole),)


def _lowest(parts: Sequence[rows.Part]) -> rows.Part:
    """Return a part with the lowest of the rows of `parts`, which have the same cards."""
    first = parts[0]
    grids = {
        kind: min(
            (one.block.grids[kind] for one in parts),
            key=lambda grid: grid.row_height(first.block.count(kind)),
        )
        for kind in first.block.cards
    }
    return first._replace(block=plan.Block(first.block.cards, grids))


def _part(
    show: TileContext,
    copies: Mapping[str, Sequence[str]],
    width: int,
    grid: plan.Grid,
    cards: Sequence[str],
    *,
    effects: Sequence[Kind] = (),
    slim: bool = False,
    plain: bool = False,
) -> rows.Part:
    """Return a part of an Empire that has `cards` in lines of `grid`, `width` pixels wide.

    `copies` are the other equal cards, by card. Strips of the kinds `effects` are high enough for
    the effects of their cards; if `plain`, none fits with a word split.
    """
    shown = tiles.counted(replace(show, named=bool(grid.picture), slim=slim), copies)

    def least(card: str, wide: int, picture: int) -> int:
        lang, n = show.scene.lang, shown.copies.get(card, 1)
        if grid.picture:
            return tiles.least(lang, card, wide, picture, copies=n)
        if plain and stamps.is_hyphenated(lang, card, wide, n, slim=slim):
            return stamps.UNFIT_PX
        if CARDS[card].kind in effects:
            return stamps.least_with_effect(lang, card, wide, picture, copies=n, slim=slim)
        return stamps.least(lang, card, wide, picture, copies=n)

    by_kind = plan.by_kind(cards)
    block = plan.Block(by_kind, plan.fitted_grids(grid, by_kind, width, least))
    return rows.Part(shown, block, {card: copies[card] for card in cards}, bool(effects))


def _by_importance(show: TileContext, empire: EmpireView, cards: Sequence[str]) -> list[str]:
    """Return the cards in the order in which they keep their faces.

    First come those that the question, the preview or the last move is about, then unused actions,
    then the newest.
    """
    locations = rows.shown_locations(show.scene.view, empire)
    asked = {*show.marked, *show.ghosts, *show.scene.changed}

    def rank(card: str) -> tuple[bool, bool, int]:
        location = locations.get(card)
        usable = location is not None and seatpanel.is_usable(location, empire)
        return (card not in asked, not usable, -cards.index(card))

    return sorted(cards, key=rank)


def _with_higher_tiles(block: plan.Block, spare: int) -> tuple[plan.Block, int]:
    """Return the block with higher tiles that use `spare` pixels, and the pixels left."""
    heights = {kind: grid.heights(block.count(kind)) for kind, grid in block.grids.items()}
    lines = sum(map(len, heights.values()))
    extra = min(MOST_GROWTH_PX, spare // max(1, lines))
    taller = {
        kind: replace(grid, highs=tuple(high + extra for high in heights[kind]))
        for kind, grid in block.grids.items()
    }
    return plan.Block(block.cards, taller), spare - extra * lines


def _draw_side(
    canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect
) -> dict[str, Rect]:
    """Draw the column at the left, from the faction's name to the Foundations.

    Without Foundations, many Deals take their room. Returns the place of each spot.
    """
    theme, seat = show.theme, empire.seat
    panels.lay_panel(canvas, theme, frame)
    banner = Rect(frame.x, frame.y, frame.w, EMPIRE.int("banner"))
    _draw_banner(canvas, show, empire, banner)
    inner = Rect(frame.x + HEADER_PAD_PX, banner.bottom, frame.w - 2 * HEADER_PAD_PX, 0)
    points = Rect(inner.x, inner.y, inner.w, EMPIRE.int("points"))
    right, size = points.right, EMPIRE.int("small")
    seatpanel.draw_points(canvas, show, seat, right, points.centre[1] + 2, size)
    _draw_flags(canvas, show, empire, points.x, points.centre[1] + 2)
    goods_line = EMPIRE.int("goods")
    goods = Rect(inner.x, points.bottom, inner.w, goods_line * -(-len(SUPPLY) // purse.COLUMNS))
    spots = _draw_goods(canvas, show, empire, goods)
    y = _draw_cards(canvas, show, empire, Rect(inner.x, goods.bottom, inner.w, goods_line))
    if empire.faction:
        y = _draw_board(canvas, show, empire, Rect(inner.x, y, inner.w, 0))
    is_crowded = len(empire.deals) > MOST_SINGLE_DEALS and not empire.foundations
    height = 0 if is_crowded else EMPIRE.int("deals")  # then the Deals need the room
    foundations = Rect(frame.x + 6, frame.bottom - 6 - height, frame.w - 12, height)
    bottom = foundations.y - (6 if height else 0)
    spots |= _draw_deals(
        canvas, show, empire, Rect(foundations.x, y + 4, foundations.w, bottom - y - 4)
    )
    if not height:
        return spots
    return spots | _draw_foundations(canvas, show, empire, foundations)


@cached
def plaque(w: int, h: int, faction: str) -> PaddedSprite:
    """Return the ground of a faction's name: cloth in its color with a thin light line."""
    colour, line = FRAMES[faction], LINES[faction]
    out = panels.shadowed_panel(w, h, dark(colour, 0.1), dark(colour, 0.6), 3, 11)
    body = out.image.copy()
    pen, pad = ImageDraw.Draw(body), out.pad
    pen.rounded_rectangle(
        (pad + 8, pad + 8, pad + w - 9, pad + h - 9), 9, outline=(*line, 255), width=2
    )
    return PaddedSprite(body, pad)


def _draw_banner(canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect) -> None:
    """Draw crest and name of the faction."""
    scene, theme, lang = show.scene, show.theme, show.scene.lang
    if not empire.faction:
        style = writing.Style(BOLD, theme.small, theme.ink)
        text = i18n.say(lang, "imptable.no_faction")
        rich_text.set_text(canvas, frame.inset(6), text, style, anchor="m", middle=True)
        return
    line = LINES[empire.faction]
    canvas.paste_padded(plaque(frame.w, frame.h, empire.faction), frame.x, frame.y)
    canvas.record_region("banner", frame, empire.faction)
    crest, middle = EMPIRE.int("crest"), frame.centre[1]
    body = icon(
        CRESTS[empire.faction], crest, pale(line, 0.25), dark(FRAMES[empire.faction], 0.6), 2
    )
    canvas.paste_centred(body, (frame.x + 16 + crest / 2, middle))
    name = i18n.say_for_game(scene.game, lang, f"imp.faction.{empire.faction}")
    left = frame.x + crest + 24
    room = frame.right - 14 - left
    text, size = writing.fit_compressed(name, HEAVY_SERIF, EMPIRE.int("name"), room, theme.small)
    style = writing.Style(HEAVY_SERIF, size, CREAM)
    at = left, middle + size * writing.LETTER_DROP
    canvas.text(at, text, style, kind="title", room=room)


def _draw_flags(
    canvas: Canvas, show: TileContext, empire: EmpireView, x: float, middle: float
) -> None:
    """Draw the sign of a seat that has passed, else that of the first player, at `x`."""
    view: GameView = show.scene.view
    signs = [("night-sleep", "passed")] * empire.passed
    signs += [("chess-pawn", "first")] * (view.first == empire.seat and view.n > 1)
    for sign, about in signs[:1]:
        side = 40
        canvas.paste_padded(panels.badge(show.theme, side), x - 8, middle - side / 2)
        tone = show.theme.madder if about == "first" else (70, 84, 110)
        canvas.paste_centred(icon(sign, 28, tone), (x - 8 + side / 2, middle))
        canvas.record_region("flag", Rect(round(x - 8), round(middle - 20), side, side), about)


def _draw_goods(
    canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect
) -> dict[str, Rect]:
    """Draw the goods in two columns, highlighted if changed; return the place of each spot."""
    spot = f"supply{empire.seat}"
    if spot in show.scene.changed:
        # Its halo must not reach into the line of the cards.
        place = Rect(frame.x - 6, frame.y, frame.w + 12, frame.h - 5)
        strips.draw_halo(canvas, show.theme, place, spot, CORNERS["field"])
        seatpanel.highlight(canvas, show.theme, place)
    canvas.record_region("panel", frame, "supply")
    panels.hairline(canvas, frame.x, frame.y, frame.w)
    purse.draw_goods(canvas, show.scene, show.theme, frame, empire)
    return {spot: frame}


def _draw_cards(canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect) -> int:
    """Draw the numbers of cards in hand, deck and discards; return the y of the lower end."""
    theme = show.theme
    panels.hairline(canvas, frame.x, frame.y, frame.w)
    tone = dark(FRAMES.get(empire.faction, theme.table), 0.25)
    numbers = (
        ("card-random", empire.hand),
        ("stack", empire.deck),
        ("card-discard", len(empire.discard)),
    )
    size, number = 34, theme.small
    widths = [size + 4 + writing.width(str(n), HEAVY, number) for _, n in numbers]
    gap = (frame.w - sum(widths)) / (len(numbers) - 1)
    x = float(frame.x)
    for (sign, n), width in zip(numbers, widths, strict=True):
        at = x, frame.centre[1]
        if sign == "card-random" and f"hand{empire.seat}" in show.scene.changed:
            place = Rect(round(x) - 6, frame.y + 4, round(width) + 12, frame.h - 8)
            strips.draw_halo(canvas, theme, place, f"hand{empire.seat}", CORNERS["field"])
            seatpanel.highlight(canvas, theme, place)
        strips.draw_sign_and_number(canvas, theme, sign, str(n), at, size, tone, number)
        x += width + gap
    return frame.bottom


def _draw_board(canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect) -> int:
    """Draw in chips what the faction produces and keeps; return the y of the lower end."""
    facts, size, lang = FACTIONS[empire.faction], EMPIRE.int("chip"), show.scene.lang
    tone = dark(FRAMES[empire.faction], 0.25)
    word, y = writing.Style(BOLD, SMALL, tone), frame.y
    keeps = dict.fromkeys(facts.storage, 0)
    for key, goods in (("each", facts.production), ("keeps", keeps)):
        top = y
        panels.hairline(canvas, frame.x, top, frame.w)
        text = i18n.say(lang, f"imptable.{key}")
        x = frame.x + canvas.text((frame.x, y + 34), text, word, kind="label") + 12
        middle = y + 25.0
        if key == "each":  # its goods need a line of their own
            x, y = float(frame.x), y + 38
            middle = y + 24.0
        style = writing.Style(HEAVY, show.theme.small, show.theme.ink)
        size = min(size, _chip_size(goods, frame.w, style))
        for k, good in enumerate(good for good in SUPPLY if good in goods):
            if goods[good] > 1:  # nearer to its own good than to the one before
                x += NUMBER_GAP_PX * bool(k)
                x += canvas.digits((x, middle), str(goods[good]), style) + 2
            canvas.paste_centred(chip(good, size), (x + size / 2, middle))
            x += size + CHIP_GAP_PX
        y += 50
        box = Rect(frame.x - 6, top + 2, frame.w + 12, y - top - 4)
        canvas.record_region(key, box, empire.faction)
    return y


def _chip_size(goods: Mapping[str, int], room: int, style: writing.Style) -> int:
    """Return the size at which the chips of `goods` fit a line of `room` pixels with their numbers."""
    several = [n for n in goods.values() if n > 1]
    taken = sum(writing.width(str(n), style.face, style.size) + 2 + NUMBER_GAP_PX for n in several)
    return int((room + 6 - taken) / max(1, len(goods))) - CHIP_GAP_PX


def _draw_deals(
    canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect
) -> dict[str, Rect]:
    """Draw the Deals in up to two lines; return the place of each spot.

    Many Deals are counted by good, unless one of them may be chosen.
    """
    theme, seat = show.theme, empire.seat
    is_own = show.scene.view.viewer == seat
    planned_deal = next((card for card, tag in show.ghosts.items() if tag == "deal" and is_own), "")
    if f"deals{seat}" in show.scene.changed:
        strips.draw_halo(canvas, theme, frame, f"deals{seat}")
    fill = mix(theme.paper, DEAL, 0.2)
    canvas.paste_padded(
        panels.shadowed_panel(frame.w, frame.h, fill, theme.rim, 2, 5), frame.x, frame.y
    )
    canvas.record_region("panel", frame, "deals")
    body = icon("shaking-hands", 38, dark(DEAL, 0.5))
    canvas.paste_centred(body, (frame.x + 28, frame.centre[1]))
    inner = Rect(frame.x + 56, frame.y + 2, frame.w - 64, frame.h - 4)
    is_marked = any(spot.startswith(f"deal{seat}_") for spot in show.marked)
    most = MOST_SINGLE_DEALS if frame.h >= strips.TWO_ROWS_FROM_PX else MOST_IN_LINE
    if len(empire.deals) > most and not is_marked and not planned_deal:
        strips.lay_deal_sums(canvas, theme, empire, inner)
        return {}
    return strips.lay_deals(canvas, theme, empire, inner, EMPIRE.int("deal"), planned_deal)


def _draw_foundations(
    canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect
) -> dict[str, Rect]:
    """Draw the Foundations with their number; return the place of each spot."""
    theme = show.theme
    fill = mix(theme.paper, strips.BRICK, 0.4)
    canvas.paste_padded(
        panels.shadowed_panel(frame.w, frame.h, fill, theme.rim, 2, 5), frame.x, frame.y
    )
    canvas.record_region("panel", frame, "foundations")
    body = icon("brick-wall", 38, dark(theme.table, 0.2))
    cards = tiles.remaining_foundations(show, empire.foundations)
    style = writing.Style(BLACK, EMPIRE.int("number"), theme.ink)
    with canvas.group("foundations"):
        canvas.paste_centred(body, (frame.x + 28, frame.centre[1]))
        end = canvas.digits((frame.x + 56, frame.centre[1]), str(len(cards)), style)
        left = round(frame.x + 56 + end + 12)
        piles = Rect(left, frame.y, frame.right - 10 - left, frame.h)
        return strips.lay_backs(canvas, cards, piles, EMPIRE.int("back"))


def warm_up() -> None:
    """Fill the cache with the faction boards and icons."""
    for faction in FACTIONS:
        plaque(EMPIRE.int("side"), EMPIRE.int("banner"), faction)
    for good in SUPPLY:
        chip(good, EMPIRE.int("chip"))
