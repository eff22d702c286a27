"""The picture of Fishers: a purse for each seat, and the viewer's dice and cards."""

from games.core.scene import Scene
from render import chrome, images, markers, words
from render.canvas import Canvas
from render.layout import Rect, split
from render.theme import Theme


def board(scene: Scene, theme: Theme) -> Canvas:
    view, (title, moment, *own) = scene.view, [words.message(scene.game, scene.lang, said) for said in scene.view.headings()]
    canvas, persons = Canvas(chrome.table(1200, 620)), chrome.people(scene.names, len(view.coins), scene.lang)
    chrome.header(canvas, theme, title, moment, "", [persons[seat] for seat in view.actors])
    for seat, frame in enumerate(split(Rect(40, 130, 1120, 220), len(persons), 20)):
        chrome.lay_panel(canvas, theme, frame)
        canvas.put(markers.piece(theme, seat, 70), (frame.centre[0], frame.y + 55))
        chrome.centred(canvas, theme, persons[seat].name, Rect(frame.x, frame.y + 90, frame.w, 50))
        chrome.centred(canvas, theme, str(view.coins[seat]), Rect(frame.x, frame.y + 145, frame.w, 60), "alegreya-sans-900", 60)
    for word, frame in zip(own, split(Rect(40, 400, 1120, 170), 5, 20), strict=False):
        chrome.lay_panel(canvas, theme, frame, warm=True)
        chrome.centred(canvas, theme, word, frame)
    return canvas


images.know("fishers", {"board": board})
