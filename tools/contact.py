"""Draw contact sheets: every kind of picture early, midway and late in a game.

Pictures are at phone size, twelve on a sheet, in alternating languages; late ones are drawn in
both. Look at them for cut names, crowded places and illegible digits.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.engine.game import Game
from games.core.text.languages import COMPLETE_LANGUAGES
from games.core.views.scene import Scene
from games.hosted import GAMES
from render.base import fonts
from render.base.texture import Sheet
from render.pictures import drawing
from tools.gallery import NAMES, PHONE, GalleryStage, fits, kinds_of, marks_of
from tools.playing import next_seat, random_stream
from tools.sheets import VISIONS, as_seen

GAP, LINE, COLUMNS, EACH = 8, 26, 4, 12
PARTS = ("early", "middle", "late")
Shown = tuple[str, Sheet]  # caption and picture


def moments(
    game: Game[Any, Any], n: int, seed: str = "contact"
) -> dict[tuple[str, str], GalleryStage]:
    """Play a game of AI players; return a stage for each (kind of picture, part).

    The parts are thirds of the game: "early", "middle" and "late". The stage is the last one in
    that part that fits the kind.
    """
    rng = random_stream(seed, game.id, n)
    pos = walk.start(game, {}, n, seed)
    # Play the game once to count its moves, then again with the same random numbers.
    n_moves = 0
    rehearsal = game.codec.clone(pos)
    while rehearsal.outcome is None:
        seat = next_seat(rehearsal, rng)
        walk.apply(rehearsal, seat, decide(rehearsal, seat, "game", rng))
        n_moves += 1
    rng = random_stream(seed, game.id, n)
    stages = dict[tuple[str, str], GalleryStage]()
    changed: tuple[str, ...] = ()
    for i in range(n_moves):
        seat = next_seat(pos, rng)
        path = decide(pos, seat, "game", rng)
        for n_steps in range(len(path)):
            stage = GalleryStage("", pos, seat, walk.ask(pos, seat, path[:n_steps]), changed)
            fitting = [kind for kind in kinds_of(game) if fits(kind, stage)]
            if fitting:
                stage.pos = game.codec.clone(pos)
                stages |= {(kind, PARTS[i * len(PARTS) // n_moves]): stage for kind in fitting}
        events = walk.apply(pos, seat, path)
        changed = tuple(
            spot
            for event in events
            if event.public is not None
            for spot in game.changed_spots(event.public)
        )
    stage = GalleryStage("", pos, None, None, changed)
    return stages | {(kind, "late"): stage for kind in kinds_of(game) if kind == "end"}


def pictures(game: Game[Any, Any], n: int, sight: str) -> Iterator[Shown]:
    """Yield (caption, picture) for each kind of picture in each third of a game.

    `sight` is a kind of vision in `VISIONS`. The two languages alternate; pictures of the last
    third are drawn in both.
    """
    stages = moments(game, n)
    for i, (kind, part) in enumerate(sorted(stages, key=lambda one: (one[0], PARTS.index(one[1])))):
        stage = stages[kind, part]
        for lang in COMPLETE_LANGUAGES if part == "late" else (COMPLETE_LANGUAGES[i % 2],):
            scene = Scene(
                game.id,
                kind,
                game.view(stage.pos, stage.seat),
                NAMES[:n],
                lang,
                marks_of(stage),
                stage.changed,
            )
            yield f"{n} {kind} {part} {lang}", _small(scene, sight)


def _small(scene: Scene, sight: str) -> Sheet:
    whole = drawing.paint(scene).sheet
    return as_seen(
        whole.resize((PHONE, round(whole.height * PHONE / whole.width)), Image.Resampling.LANCZOS),
        sight,
    )


def sheet(captioned: list[Shown]) -> Sheet:
    """Return the captioned pictures in columns; each goes to the shortest column."""
    column_heights, places = [0] * COLUMNS, []
    for _, one in captioned:
        column = column_heights.index(min(column_heights))
        places.append((column * (PHONE + GAP), column_heights[column]))
        column_heights[column] += LINE + one.height + GAP
    out = Image.new("RGB", (COLUMNS * (PHONE + GAP) - GAP, max(column_heights)), "white")
    pen = ImageDraw.Draw(out)
    for (x, y), (caption, one) in zip(places, captioned, strict=True):
        pen.text((x + 4, y + 2), caption, fill="black", font=fonts.face("alegreya-sans-700", 20))
        out.paste(one, (x, y + LINE))
    return out


def main(argv: list[str] | None = None) -> int:
    """Draw and write the sheets."""
    parser = argparse.ArgumentParser(prog="contact", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("gallery/contact"))
    parser.add_argument("--game", choices=[game.id for game in GAMES], help="one game only")
    parser.add_argument("--players", type=int, help="one number of players only")
    parser.add_argument(
        "--sight", choices=VISIONS, default="normal", help="kind of vision to simulate"
    )
    args = parser.parse_args(argv)
    args.out.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        for n in game.players:
            if args.game in (None, game.id) and args.players in (None, n):
                captioned = list(pictures(game, n, args.sight))
                for i in range(0, len(captioned), EACH):
                    sheet(captioned[i : i + EACH]).save(
                        args.out / f"{game.id}-{n}-{i // EACH}-{args.sight}.png"
                    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
