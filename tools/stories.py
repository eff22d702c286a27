"""Animations and stills of games between AI players, for gallery, benchmarks and READMEs.

Run as a program it writes docs/pictures/turn.gif, some moves in the middle of a game. With
--stills it writes the still pictures of the READMEs, which are listed in stills.toml.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import structs

from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.engine.game import Game, find
from games.core.state.events import Event
from games.core.text.i18n import MessageCatalogue, core_folder
from games.core.views.scene import Animation, CoatOfArms, Picture, Scene
from games.hosted import GAMES
from render.motion import animation_encoder
from render.pictures import drawing
from tools.playing import Pos, next_seat, random_stream

NAMES = ("Ana", "Bruno", "Carla", "Diego", "Eva", "Flor")
TURN_SCENES = 6
FILM_SCENES, FILM_CAPTIONS = 36, 6
PICTURES = Path("docs/pictures")
STILLS: dict[str, Any] = tomllib.loads(
    Path(__file__).with_name("stills.toml").read_text(encoding="utf-8")
)
ARGUMENTS_OF_STILLS: dict[str, Any] = STILLS["still"]  # arguments of `still`, by file name


def moves_of(game: Game[Any, Any], n: int, seed: str) -> Iterator[tuple[Pos, list[Event]]]:
    """Yield the start position of a game, then the position after each move.

    Each comes with the public events of the move. The players are AI players of kind "game".
    """
    rng = random_stream("stories", game.id, n, seed)
    pos = walk.start(game, {}, n, seed)
    yield game.codec.clone(pos), []
    while pos.outcome is None:
        seat = next_seat(pos, rng)
        events = walk.apply(pos, seat, decide(pos, seat, "game", rng))
        yield game.codec.clone(pos), [event.public for event in events if event.public is not None]


def turn(game: Game[Any, Any], n: int, seed: str = "turn") -> Animation:
    """Return an animation of the first moves after the middle of a game that move a piece."""
    moves = list(moves_of(game, n, seed))
    scenes: list[Scene] = []
    for pos, events in moves[len(moves) // 2 :]:
        if not scenes or any(game.movements(event) for event in events):
            scenes.append(_scene(game, pos, events))
        if len(scenes) == TURN_SCENES:
            break
    return Animation("turn", tuple(scenes))


def film(game: Game[Any, Any], n: int, seed: str = "film") -> Animation:
    """Return an animation of a whole game; every sixth scene has a caption."""
    moves = list(moves_of(game, n, seed))
    chosen = sorted({round(k * (len(moves) - 1) / (FILM_SCENES - 1)) for k in range(FILM_SCENES)})
    scenes, points, before = [], [], -1
    captions: list[str] = []
    words = MessageCatalogue.load("en", [core_folder(), game.folder / "text"])
    for at in chosen:
        pos = moves[at][0]
        scenes.append(
            _scene(
                game, pos, [event for _, events in moves[before + 1 : at + 1] for event in events]
            )
        )
        captioned = len(captions) % (FILM_SCENES // FILM_CAPTIONS) == 0
        captions.append(
            words.say(game.summary(game.view(pos, None)), lambda seat: NAMES[seat])
            if captioned
            else ""
        )
        points.append(tuple(game.score(pos).total))
        before = at
    end = Scene(
        game.id,
        "end" if "end" in game.pictures else "board",
        game.view(moves[-1][0], None),
        NAMES[:n],
        "en",
    )
    return Animation("film", (*scenes, end), tuple(captions), tuple(points))


def still(
    game: str, at: float, kind: str = "board", players: int = 4, seed: str = "still"
) -> Scene:
    """Return a scene of the game, at the share `at` (0 to 1) of its moves.

    If that move moves nothing on the board, the scene shows the last earlier move that does. The
    move is marked.
    """
    rules, arms = find(game), tuple(CoatOfArms(*one) for one in STILLS["arms"])
    moves = list(moves_of(rules, players, seed))
    last = round(at * (len(moves) - 1))
    while last and not any(rules.movements(one) for one in moves[last][1]):
        last -= 1
    return structs.replace(_scene(rules, *moves[last]), kind=kind, arms=arms[:players])


def _scene(game: Game[Any, Any], pos: Pos, events: list[Event]) -> Scene:
    changed = tuple(dict.fromkeys(spot for one in events for spot in game.changed_spots(one)))
    moved = tuple(trace for event in events for trace in game.movements(event))
    return Scene(
        game.id, "board", game.view(pos, None), NAMES[: pos.n], "en", changed=changed, moved=moved
    )


def main(argv: list[str] | None = None) -> int:
    """Write an animated turn as GIF, or still pictures as WebP."""
    parser = argparse.ArgumentParser(
        prog="stories", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, help="output file; with --stills the folder")
    parser.add_argument("--game", choices=[game.id for game in GAMES], default="tadmor")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", default="turn", help="seed of the game")
    parser.add_argument(
        "--stills",
        nargs="*",
        choices=ARGUMENTS_OF_STILLS,
        help="write all still pictures, or the named ones",
    )
    args = parser.parse_args(argv)
    if args.stills is None:
        animation = turn(find(args.game), args.players, args.seed)
        _write(args.out or PICTURES / "turn.gif", animation_encoder.draw_animation(animation))
        return 0
    folder = args.out or PICTURES
    for name in args.stills or ARGUMENTS_OF_STILLS:
        scene = still(**ARGUMENTS_OF_STILLS[name])
        _write(folder / f"{name}.webp", drawing.draw_picture(scene))
    return 0


def _write(path: Path, picture: Picture) -> None:
    path.write_bytes(picture.data)
    print(f"{path}: {picture.width}x{picture.height}, {len(picture.data) // 1024} KiB")


if __name__ == "__main__":
    sys.exit(main())
