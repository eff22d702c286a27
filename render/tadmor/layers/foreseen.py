"""Preview of a mat after the shown decision: goods left, points of temples and rare goods."""

from __future__ import annotations

from msgspec import structs

from games.core.views.scene import Scene
from games.tadmor.model.catalog import PARTS, RESOURCES, RULES, set_points
from games.tadmor.views.view import GameView, MatView
from render.tadmor.layers import places


def with_ghost_applied(scene: Scene, seat: int) -> Scene:
    """Return the scene with a mat's goods and points after the previewed decision.

    Returns the scene itself if the decision (in `ghost`) changes none of them.
    """
    view: GameView = scene.view
    ghosts, mat = places.ghosts(scene.ghost), view.mats[seat]
    changed = mat
    if left := ghosts.get(f"left{seat}"):
        numbers = [int(n) for n in left.split("-")]
        store, traded = numbers[: len(RESOURCES)], numbers[len(RESOURCES) :]
        changed = structs.replace(
            changed,
            store=dict(zip(RESOURCES, store, strict=True)),
            traded=dict(zip(RESOURCES, traded, strict=True)),
        )
    if part := ghosts.get(f"temple{seat}"):
        changed = structs.replace(
            changed, temple_points=mat.temple_points + _gain(PARTS.index(part))
        )
    if good := ghosts.get(f"rare{seat}"):
        changed = structs.replace(changed, rare_points=_sets(mat, good))
    if changed is mat:
        return scene
    mats = tuple(changed if i == seat else other for i, other in enumerate(view.mats))
    return structs.replace(scene, view=structs.replace(view, mats=mats))


def _gain(part_index: int) -> int:
    return RULES.temple[part_index].points - (
        RULES.temple[part_index - 1].points if part_index else 0
    )


def _sets(mat: MatView, good: str) -> int:
    goods = [*mat.rare, good]
    return set_points({one: goods.count(one) for one in goods})
