"""The end: the winner's town in the evening, laurels, and the points by category."""

from __future__ import annotations

from games.core.scene import Scene
from games.core.score import ScoreRow
from games.era_medieval_age.model.catalog import PIECES
from games.era_medieval_age.show.view import GameView
from render import ceremony, chrome, layout, scores, words
from render.canvas import Canvas
from render.era_medieval_age.layers.glory import GLORY, draw_glory
from render.era_medieval_age.look import HERE, TRACKS, icon
from render.era_medieval_age.moments import head
from render.era_medieval_age.pieces import sprites
from render.layout import Layout
from render.texture import Sprite
from render.theme import Theme, mix

END = scores.plan(layout.load(HERE / "table.toml").part("end"))
TIGHT = END.part("tight").over(END)
BESIDE = {"most_culture": "culture"}
EXTRA = "bonus_"
DRAWN = {"most_culture": "laurels", "largest_area": "stone-wall"}
WIDTH: int = layout.load(HERE / "table.toml").int("width")


def rows_of(view: GameView) -> tuple[list[ScoreRow], list[ScoreRow]]:
    """The categories in which anybody has points, and of the criteria apart those that had to decide."""
    board = view.scoreboard
    assert board is not None  # noqa: S101 - the caller has looked
    depth = max((len(rank.trail) for rank in board.ranking), default=0)
    return [row for row in board.rows if any(row.values)], list(board.apart[:depth]) if view.n > 1 else []


def lines_of(counted: list[ScoreRow]) -> list[tuple[ScoreRow, list[str]]]:
    """The rows as they are written: what a building brings besides stands beside its own points, as does most culture."""
    known = {row.id for row in counted}
    beside = {row.id: BESIDE.get(row.id, row.id.removeprefix(EXTRA)) for row in counted}
    lines = {row.id: (row, [str(value) for value in row.values]) for row in counted
             if beside[row.id] == row.id or beside[row.id] not in known}
    for row in counted:
        if row.id not in lines:
            said = lines[beside[row.id]][1]
            said[:] = [f"{one}+{value}" if value else one for one, value in zip(said, row.values, strict=True)]
    return list(lines.values())


def draw_end(scene: Scene, theme: Theme) -> Canvas:
    """Header with the winners, the ceremony, a column for each player: name, points by category, sum."""
    view: GameView = scene.view
    counted, apart = rows_of(view)
    lines = lines_of(counted)
    lay = TIGHT if len(lines) + len(apart) > END.int("loose_rows") else END
    above = scores.head(lay, view.n)
    high = above + (len(lines) + len(apart)) * lay.int("row") + lay.int("total") + lay.int("gap")
    place = ceremony.stage(GLORY, WIDTH, high)
    if (over := place.height - END.int("most")) > 0:
        place = ceremony.stage(Layout({"high": GLORY.int("high") - over}).over(GLORY), WIDTH, high)
    canvas = Canvas(chrome.table(WIDTH, place.height))
    head(canvas, scene, theme)
    draw_glory(canvas, scene, theme, place.scene)
    ceremony.crown(canvas, scene, theme, GLORY, place, _rank(scene))
    table = scores.Table(canvas, scene, theme, lay, place.grid, above)
    for person in table.persons:
        table.name(person)
    for row, said in lines:
        table.row(_picture(row, theme), _label(scene, row), said)
    assert view.scoreboard is not None  # noqa: S101 - the caller has looked
    wreath = icon("laurels", END.int("wreath"), mix(theme.saffron, theme.ink, 0.35))
    table.total(view.scoreboard.total, wreath, scores.halves(wreath))
    for row in apart:
        table.row(_picture(row, theme), _label(scene, row), row.values, apart=True)
    return canvas


def _rank(scene: Scene) -> str:
    """What a single player has become."""
    return words.of_game(scene.game, scene.lang, f"era.rank.{scene.view.rank}") if scene.view.rank else ""


def _picture(row: ScoreRow, theme: Theme) -> Sprite:
    """What stands before a category: the building, or a sign."""
    kind, high = row.id.removeprefix(EXTRA), END.int("icon_high")
    if kind in PIECES:
        return sprites.thumbnail(kind, 0, (END.int("icon"), high))
    if row.id in TRACKS:
        return icon(*_sized(TRACKS[row.id], high))
    return icon(DRAWN[row.id], high, mix(theme.rim, theme.ink, 0.3))


def _sized(track: tuple[str, tuple[int, int, int]], size: int) -> tuple[str, int, tuple[int, int, int]]:
    return track[0], size, track[1]


def _label(scene: Scene, row: ScoreRow) -> str:
    """The name of a category: a bonus by its building, the two that compare the players in fewer words."""
    if row.id.startswith(EXTRA):
        name = words.of_game(scene.game, scene.lang, f"era.piece.{row.id.removeprefix(EXTRA)}")
        return words.say(scene.lang, "era.extra", piece=name)
    short = {"largest_area": "era.area", "most_culture": "era.most_culture"}.get(row.id)
    said = words.say(scene.lang, short) if short else words.message(scene.game, scene.lang, row.label)
    return said[:1].upper() + said[1:]
