"""Icon atlases per game: silhouettes from game-icons.net as alpha masks, with credits.

python -m tools.art icons --source game-icons.json.gz
"""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import resvg_py
from PIL import Image

RENDER = Path("render")
SIZE = 256
ARMS = (
    "lion",
    "eagle-emblem",
    "griffin-symbol",
    "unicorn",
    "horse-head",
    "fox",
    "rabbit",
    "cat",
    "elephant",
    "turtle",
    "frog",
    "snail",
    "bee",
    "rooster",
    "swan",
    "raven",
    "dolphin",
    "rose",
    "fleur-de-lys",
    "oak-leaf",
    "clover",
    "castle",
    "anchor",
    "key",
    "chess-pawn",
    "chess-knight",
    "chess-queen",
)
GAMES = {
    "eight_minute_empire": (
        "cut-diamond",
        "stone-pile",
        "pine-tree",
        "anvil@lorc",
        "carrot",
        "swap-bag",
        "walking-boot",
        "sailboat",
        "white-tower",
        "crossed-swords",
        "castle",
        "laurels",
        "flying-flag",
        "compass",
    ),
    "era_medieval_age": (
        "barrel",
        "stone-block",
        "log",
        "wheat",
        "lyre",
        "burning-skull",
        "flat-hammer",
        "broadsword",
        "checked-shield",
        "quill-ink",
        "death-skull",
        "padlock",
        "robber",
        "plague-doctor-profile",
        "backstab",
        "flame",
        "siege-ram",
        "primitive-torch",
        "crown@lorc",
        "perspective-dice-six-faces-random",
        "stone-wall",
        "circular-sawblade",
        "open-book",
        "laurels",
    ),
    "tadmor": (
        "camel",
        "sailboat",
        "stone-tower",
        "tower-fall",
        "greek-temple",
        "temple-gate",
        "ionic-column",
        "stone-bust",
        "stone-block",
        "scroll-unfurled",
        "scales",
        "receive-money",
        "chess-pawn",
        "cloak-dagger",
        "dervish-swords",
        "crossed-swords",
        "peace-dove",
        "laurel-crown",
        "crown@lorc",
        "padlock",
        "warehouse",
        "upgrade",
        "hourglass",
        "shaking-hands",
        "card-draw",
        "checked-shield",
        "emerald",
        "ivory-tusks",
        "porcelain-vase",
        "rolled-cloth",
        "amphora",
        "perfume-bottle",
        "incense",
        "covered-jar",
        "brandy-bottle",
        "trade",
        "hand@sbed",
        "walking-boot",
    ),
    "el_mapa": (
        "pitchfork",
        "gladius",
        "pocket-bow",
        "horse-head",
        "crossed-swords",
        "laurel-crown",
        "warehouse",
        "byzantin-temple",
        "bookshelf",
        "stone-bust",
        "scales",
        "archery-target",
        "anvil@lorc",
        "watchtower",
        "coins@delapouite",
        "pestle-mortar",
        "drama-masks",
        "coliseum",
        "locked-chest",
        "graduate-cap",
        "great-pyramid",
        "greek-temple",
        "dervish-swords",
        "palm-tree",
        "hourglass",
        "padlock",
        "stone-wall",
        "trade",
        "scroll-unfurled",
        "card-draw",
        "walking-boot",
        "on-target",
        "sprint",
        "shaking-hands",
        "bloody-sword",
        "spyglass",
        "clover",
        "wood-axe",
        "teleport",
        "checked-shield",
        "windmill",
        "war-pick",
        "death-skull",
        "run",
        "flying-flag",
        "treasure-map",
        "village",
        "hearts",
    ),
    "imperial_settlers": (
        "log",
        "stone-block",
        "shiny-apple",
        "meeple",
        "torch",
        "checked-shield",
        "two-coins",
        "card-draw",
        "card-play",
        "card-pick",
        "card-discard",
        "laurel-crown",
        "village",
        "swap-bag",
        "shaking-hands",
        "crossed-swords",
        "wheat",
        "ionic-column",
        "hand@sbed",
        "viking-helmet",
        "pagoda",
        "eagle-emblem",
        "eye-of-horus",
        "hammer-drop",
        "padlock",
        "cycle",
        "robber-hand",
        "flying-flag",
        "warehouse",
        "brick-wall",
        "samurai-helmet",
        "hourglass",
        "crown@lorc",
        "chess-pawn",
        "broken-wall",
        "scroll-unfurled",
        "card-random",
        "stack",
        "ankh",
        "trail",
        "night-sleep",
        "wooden-crate",
        "swords-emblem",
        "archery-target",
        "castle-ruins",
    ),
}


def render_mask(svg: str) -> Image.Image:
    """Render an icon as an alpha mask without margins, in its original size."""
    picture = (
        Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg))))
        .convert("RGBA")
        .getchannel("A")
    )
    return picture.crop(picture.getbbox())


def silhouette(svg: str) -> Image.Image:
    """Render an icon as a square alpha mask of `SIZE` pixels, without margins."""
    picture = render_mask(svg)
    share = SIZE / max(picture.size)
    size = (max(1, round(picture.width * share)), max(1, round(picture.height * share)))
    picture = picture.resize(size, Image.Resampling.LANCZOS)
    out = Image.new("L", (SIZE, SIZE))
    out.paste(picture, ((SIZE - size[0]) // 2, (SIZE - size[1]) // 2))
    return out


class Icons:
    """Collection of icon drawings, rendered on demand. Raises KeyError for an unknown name."""

    def __init__(self, source: Path) -> None:
        self.known = json.loads(gzip.decompress(source.read_bytes()))
        self.used: set[str] = set()

    def square(self, name: str, size: int) -> Image.Image:
        """Return an icon as an alpha mask of `size` x `size` pixels, without margins."""
        return silhouette(self._svg(name)).resize((size, size), Image.Resampling.LANCZOS)

    def upright(self, name: str, height: int) -> Image.Image:
        """Return an icon as an alpha mask `height` pixels high, in its own aspect ratio."""
        whole = render_mask(self._svg(name))
        return whole.resize(
            (max(1, round(whole.width * height / whole.height)), height), Image.Resampling.LANCZOS
        )

    def _svg(self, name: str) -> str:
        self.used.add(name)
        return str(self.known[name]["svg"])


def build(source: Path) -> None:
    """Write the icon atlases of all games and of the coats of arms.

    Each atlas has an index with the names and the authors of its icons.
    """
    known = json.loads(gzip.decompress(source.read_bytes()))
    for out, names in (
        (RENDER / "assets" / "arms", ARMS),
        *((RENDER / game / "assets", names) for game, names in GAMES.items()),
    ):
        strip = Image.new("L", (SIZE * len(names), SIZE))
        for i, name in enumerate(names):
            strip.paste(silhouette(known[name]["svg"]), (i * SIZE, 0))
        out.mkdir(parents=True, exist_ok=True)
        strip.save(out / "icons.png", compress_level=9)
        listed = {"size": SIZE, "icons": [{"name": n, "author": known[n]["author"]} for n in names]}
        (out / "icons.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
