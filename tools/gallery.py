"""Draw each kind of picture on one page, by game, number of players, stage and palette.

Pictures are shown at full size and at phone size. Stages (positions) are found by playing until
each kind of prompt has come up with each first choice. Writes `index.html` and the pictures.
"""

from __future__ import annotations

import argparse
import html
import sys
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from pathlib import Path
from typing import Any

from msgspec import structs

from app.play import panel_builder
from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.engine.game import Game, find
from games.core.prompts.prompt import (
    AmountPrompt,
    DistributePrompt,
    IllegalPath,
    MoveReady,
    PromptResult,
    SelectPrompt,
)
from games.core.state.rng import Rng
from games.core.text.i18n import MessageCatalogue, core_folder, seat_mark
from games.core.text.languages import COMPLETE_LANGUAGES
from games.core.text.messages import Path as Choices
from games.core.text.messages import Seat
from games.core.views.scene import Animation, Mark, Palette, Picture, Scene
from games.hosted import GAMES
from games.tadmor.model.catalog import SPACES
from games.tadmor.model.effects import UPGRADES
from render.motion import animation_encoder
from render.pictures import drawing
from tools import sheets, stories
from tools.playing import Pos, next_seat, random_options, random_stream
from tools.progress import bar

PHONE = 390
PARTS = ("map", "row", "crop")
NAMES = ("Ana", "Bartholomew Featherstonehaugh", "Κλειώ", "小林さくら", "Дмитрий Ж.", "W" * 32)
LOOKS: tuple[tuple[Palette, bool], ...] = (("contrast", False), ("default", True))
GAMES_EACH = 3  # random games per number of players
CSS = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --edge: #8885 }
body { margin: 0 auto; max-width: 1680px; padding: 24px }
h1 { font-size: 28px }
h2 { margin-top: 48px; border-bottom: 1px solid var(--edge) }
nav a { margin-right: 16px }
figure { margin: 24px 0; border: 1px solid var(--edge); border-radius: 12px; padding: 16px }
figcaption { margin-bottom: 12px }
.sizes { display: flex; gap: 24px; align-items: flex-start; overflow-x: auto; margin-top: 12px }
img { display: block; border-radius: 6px; height: auto }
small { opacity: .7 }
details { margin-top: 12px }
summary { cursor: pointer }
pre { white-space: pre-wrap }
"""


@dataclass
class Shot:
    """Picture to be drawn; `words` describes it in each language."""

    title: str
    scene: Scene | Animation
    words: dict[str, str] = field(default_factory=dict)


Figures = list[tuple[Shot, list[tuple[str, str]]]]  # each shot with its files: (name, caption)
Sections = dict[str, Figures]  # by game and number of players


@dataclass
class GalleryStage:
    """Situation to be drawn: a prompt in the middle of a move, or a position without a prompt."""

    title: str
    pos: Pos
    seat: Seat | None
    answer: PromptResult | None = None
    changed: tuple[str, ...] = ()


def stages(game: Game[Any, Any], n: int) -> Iterator[GalleryStage]:
    """Yield a stage for each new situation, and for the end of each game.

    A situation is new if its top frame, its first choice and the number of choices made have not
    occurred together before.
    """
    seen: set[tuple[str, ...]] = set()
    for i in range(GAMES_EACH):
        rng = random_stream("gallery", game.id, n, i)
        pos = walk.start(game, random_options(game, n, rng) if i else {}, n, f"gallery-{i}")
        changed: tuple[str, ...] = ()
        while pos.outcome is None:
            seat = next_seat(pos, rng)
            path = _varied_move(pos, seat, rng)
            for end in range(len(path) + 1):
                answer = walk.ask(pos, seat, path[:end])
                signature = (
                    type((pos.lanes[seat] or pos.stack)[-1]).__name__,
                    *(str(key) for key in path[:1] if end),
                    str(end),
                )
                if signature not in seen and not isinstance(answer, IllegalPath):
                    seen.add(signature)
                    position = game.codec.clone(pos)
                    yield GalleryStage(
                        f"{signature[0]}: {_words(path[:end]) or 'asked'}",
                        position,
                        seat,
                        answer,
                        changed,
                    )
            events = walk.apply(pos, seat, path)
            spots = tuple(
                spot
                for event in events
                if event.public is not None
                for spot in game.changed_spots(event.public)
            )
            changed = (*changed[-6:], *spots) if spots else changed
            if walk.actors(pos) and seat not in walk.actors(pos):
                changed = spots
        yield GalleryStage(f"the end of game {i + 1}", pos, None)


def _varied_move(pos: Pos, seat: Seat, rng: Rng) -> Choices:
    """Return an AI player's move or, one time in four, a random one.

    Random moves make rare options come up. The random stream is not restarted at each move:
    otherwise a deterministic move that the game takes back would be repeated for ever.
    """
    return walk.random_move(pos, seat, rng) if rng.below(4) == 0 else decide(pos, seat, "game", rng)


def _words(path: Choices) -> str:
    return " › ".join(str(key) for key in path)


def kinds_of(game: Game[Any, Any]) -> tuple[str, ...]:
    """Return the kinds of pictures that show a position."""
    return tuple(
        kind
        for kind in (drawing.painters(game.id) or game.pictures)
        if kind not in ("card", "past", "cover")
    )


def shots(game: Game[Any, Any], n: int) -> Iterator[Shot]:
    """Yield all pictures of one game with one number of players."""
    kinds = kinds_of(game)
    yield from [*_covers(game), *_cards(game), *_moving(game, n)] if n == max(game.players) else ()
    for i, stage in enumerate(stages(game, n)):
        marks = marks_of(stage)
        ghost = stage.answer.ghost if isinstance(stage.answer, MoveReady) else ()
        for kind in kinds:
            if not fits(kind, stage) or (
                kind in PARTS and i % 4 and not (marks and n == max(game.players))
            ):
                # Parts of the board are drawn at every fourth stage and, with
                # the most players, at all prompts.
                continue
            for lang in COMPLETE_LANGUAGES:
                view = game.view(stage.pos, stage.seat)
                scene = Scene(
                    game.id, kind, view, NAMES[:n], lang, marks, stage.changed, ghost=ghost
                )
                yield Shot(f"{n} players · {stage.title} · {kind}", scene, _described(game, scene))
        if i % 9 == 4:
            yield from _closeups(game, n, stage)
        if i % 6 == 2:
            view = game.view(stage.pos, stage.seat)
            for palette, large in LOOKS:
                scene = Scene(
                    game.id,
                    "board",
                    view,
                    NAMES[:n],
                    "es",
                    marks,
                    stage.changed,
                    ghost=ghost,
                    palette=palette,
                    large=large,
                )
                yield Shot(
                    f"{n} players · {stage.title} · board, {'large' if large else palette}", scene
                )


def _closeups(game: Game[Any, Any], n: int, stage: GalleryStage) -> Iterator[Shot]:
    """Yield close-ups of the board as a spectator sees them."""
    view = game.view(stage.pos, None)
    for one in game.closeups(view):
        scene = Scene(
            game.id,
            one.picture,
            view,
            NAMES[:n],
            "es",
            changed=stage.changed,
            focus=one.seat,
            spot=one.spot,
        )
        yield Shot(f"{n} players · {stage.title} · a look at {one.id}", scene)


def _moving(game: Game[Any, Any], n: int) -> Iterator[Shot]:
    """Yield an animated turn, a film and a poster of a game."""
    if drawing.painters(game.id):
        film = stories.film(game, n)
        yield Shot("the last turn moves", stories.turn(game, n))
        yield Shot("a whole game as a film", film)
        yield Shot("a whole game as a poster", structs.replace(film, kind="poster"))


def _covers(game: Game[Any, Any]) -> Iterator[Shot]:
    """Yield the cover in all lights and seasons."""
    if "cover" in game.pictures:
        for i, (light, season) in enumerate(
            product(("night", "dawn", "day", "dusk"), ("winter", "spring", "summer", "autumn"))
        ):
            scene = Scene(game.id, "cover", (light, season), (), COMPLETE_LANGUAGES[i % 2])
            yield Shot(f"the cover, {light}, {season}", scene)


def _cards(game: Game[Any, Any]) -> Iterator[Shot]:
    """Yield some single cards."""
    if "card" in drawing.painters(game.id):
        for card, face in [(card, face) for card, face in game.cards.items() if face.pictured][::7]:
            for lang in COMPLETE_LANGUAGES:
                yield Shot(
                    f"the card {card}", Scene(game.id, "card", face.image_id or card, (), lang)
                )


def marks_of(stage: GalleryStage) -> tuple[Mark, ...]:
    """Return the marks that the stage's prompt puts on the picture."""
    return (
        panel_builder.marks(stage.answer, None)
        if isinstance(stage.answer, SelectPrompt | AmountPrompt | DistributePrompt)
        else ()
    )


def fits(kind: str, stage: GalleryStage) -> bool:
    """Return whether a kind of picture can be drawn at a stage.

    - `take`, `layouts` and the pictures of Tadmor, Imperial Settlers and El Mapa that belong to a
      prompt: that prompt is shown.
    - `dice`: a prompt is shown, and the domains have been revealed.
    - `private`: the seat has an open lane.
    - `end`: the game has ended.
    """
    if kind == "take":
        return any(mark.spot.startswith("card") for mark in marks_of(stage))
    if kind == "layouts":
        return any(mark.spot.startswith("layout-") for mark in marks_of(stage))
    if kind == "dice":
        return stage.answer is not None and bool(stage.pos.state.layouts_revealed)
    if kind in TADMOR_PARTS:
        return TADMOR_PARTS[kind](stage)
    if kind in SETTLERS_PARTS or (stage.pos.game == "el_mapa" and kind in MAPA_PARTS):
        return stage.seat is not None and kind == _prompt_picture(stage)
    if kind == "private":
        return stage.seat is not None and bool(stage.pos.lanes[stage.seat])
    return kind != "end" or stage.pos.outcome is not None


def _asks(stage: GalleryStage, known: Container[str]) -> bool:
    return any(mark.spot in known for mark in marks_of(stage))


# Pictures of Tadmor that belong to a prompt: a region's spaces, upgrades, a mat, the hand of
# missions.
TADMOR_PARTS: dict[str, Callable[[GalleryStage], bool]] = {
    "region": lambda stage: _asks(stage, SPACES),
    "display": lambda stage: _asks(stage, UPGRADES),
    "mat": lambda stage: stage.seat is not None and not _asks(stage, SPACES),
    "missions": lambda stage: (
        stage.seat is not None and bool(stage.pos.state.players[stage.seat].hand)
    ),
}


# Pictures of Imperial Settlers that are drawn at the prompts about them.
SETTLERS_PARTS = ("hand", "offer", "empire0", "empire1", "empire2", "empire3")

# Pictures of El Mapa that are drawn at the prompts about them.
MAPA_PARTS = ("crop", "castle", "cards", "battle")


def _prompt_picture(stage: GalleryStage) -> str:
    """Return the kind of picture that the panel shows with the prompt."""
    game = find(stage.pos.game)
    ghost = stage.answer.ghost if isinstance(stage.answer, MoveReady) else ()
    return game.panel_picture(
        game.view(stage.pos, stage.seat), tuple(mark.spot for mark in marks_of(stage)) or ghost
    )


def _described(game: Game[Any, Any], scene: Scene) -> dict[str, str]:
    """Return the position as text, as in the text view for blind players."""
    words = MessageCatalogue.load(scene.lang, [core_folder(), game.folder / "text"])
    lines = [
        words.say(line, lambda seat: f"{seat_mark(seat)} {scene.names[seat]}")
        for line in game.describe(scene.view)
    ]
    return {scene.lang: "\n".join([words.say(game.summary(scene.view)), *lines])}


def make(out: Path, wanted: list[Shot]) -> Figures:
    """Draw all pictures; return each with its files and captions.

    A picture that looks the same in both languages is stored once.
    """
    made: Figures = []
    known: dict[str, tuple[bytes, int]] = {}
    for i, shot in enumerate(bar(wanted, len(wanted), "drawing")):
        picture = (
            animation_encoder.draw_animation(shot.scene)
            if isinstance(shot.scene, Animation)
            else drawing.draw_picture(shot.scene)
        )
        same_look = known.get(shot.title)
        if same_look and same_look[0] == picture.data:
            made[same_look[1]][0].words.update(shot.words)
            continue
        name = f"{i:04}-{picture.filename}"
        (out / name).write_bytes(picture.data)
        lang = shot.scene.scenes[-1].lang if isinstance(shot.scene, Animation) else shot.scene.lang
        fact = f"{lang} · {picture.width}x{picture.height} · {len(picture.data) // 1024} KiB"
        if same_look:
            made[same_look[1]][1].append((name, fact))
            made[same_look[1]][0].words.update(shot.words)
        else:
            known[shot.title] = (picture.data, len(made))
            made.append((shot, [(name, fact)]))
    return made


def overview(out: Path, sections: Sections) -> list[str]:
    """Write overview sheets and return their file names.

    There is one sheet of shared styles per palette. One sheet per game shows the last picture of
    each kind as color-blind users see it.
    """
    made: list[tuple[str, Picture]] = [
        ("style", sheets.style()),
        ("style-contrast", sheets.style("contrast")),
    ]
    for key, figures in sections.items():
        scenes = [shot.scene for shot, _ in figures if isinstance(shot.scene, Scene)]
        last = {scene.kind: scene for scene in scenes if scene.kind != "cover"}
        made += [(f"{key}-eyes", sheets.color_visions(list(last.values())))] if last else []
    for title, picture in made:
        (out / f"{title}.webp").write_bytes(picture.data)
    return [f"{title}.webp" for title, _ in made]


def page(sections: Sections, overviews: Sequence[str] = ()) -> str:
    """Return the page: plain HTML that works from a folder."""
    parts = [
        "<!doctype html><html lang='en'><meta charset='utf-8'><meta name='viewport' content='width=device-width'>"
    ]
    parts.append(f"<title>Gallery</title><style>{CSS}</style><h1>Every kind of picture</h1><nav>")
    parts += [f"<a href='#{key}'>{html.escape(key)}</a>" for key in sections]
    parts += ["</nav>", *(f"<p><a href='{name}'>{name}</a></p>" for name in overviews)]
    for key, figures in sections.items():
        parts.append(f"<h2 id='{key}'>{html.escape(key)}: {len(figures)}</h2>")
        for shot, files in figures:
            parts.append(f"<figure><figcaption><b>{html.escape(shot.title)}</b></figcaption>")
            for name, fact in files:
                parts.append(
                    f"<div class='sizes'><a href='{name}'><img loading='lazy' src='{name}' width='1200' alt=''></a>"
                    f"<div><img loading='lazy' src='{name}' width='{PHONE}' alt=''><small>{fact}</small></div></div>"
                )
            for lang, text in shot.words.items():
                parts.append(
                    f"<details><summary>In words ({lang})</summary><pre>{html.escape(text)}</pre></details>"
                )
            parts.append("</figure>")
    return "".join(parts)


def main(argv: list[str] | None = None) -> int:
    """Draw the pictures and write the page."""
    parser = argparse.ArgumentParser(
        prog="gallery", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=Path("gallery"))
    parser.add_argument("--game", choices=[game.id for game in GAMES], help="one game only")
    parser.add_argument("--players", type=int, help="one number of players only")
    parser.add_argument(
        "--most",
        type=int,
        default=0,
        help="most pictures of each game and number of players (0: all)",
    )
    args = parser.parse_args(argv)
    args.out.mkdir(parents=True, exist_ok=True)
    sections: Sections = {}
    for game in GAMES:
        if args.game in (None, game.id):
            for n in game.players:
                if args.players in (None, n):
                    wanted = list(islice(shots(game, n), args.most or None))
                    folder = args.out / f"{game.id}-{n}"
                    folder.mkdir(exist_ok=True)
                    for old in folder.glob("[0-9][0-9][0-9][0-9]-*"):
                        old.unlink()
                    made = make(folder, wanted)
                    sections[folder.name] = [
                        (shot, [(f"{folder.name}/{name}", fact) for name, fact in files])
                        for shot, files in made
                    ]
    (args.out / "index.html").write_text(page(sections, overview(args.out, sections)), "utf-8")
    print(
        f"{sum(len(files) for figures in sections.values() for _, files in figures)} pictures: {args.out / 'index.html'}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
