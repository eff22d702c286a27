"""Components of the rules: chapters, rules sheet, legend of a picture; and `/rules`."""

from __future__ import annotations

from msgspec import structs

from app.app import App
from app.model.match import TableView, User
from games.core.engine.game import find
from games.core.guides import rulebook
from games.core.views.closeups import Closeup
from ui import rules_search
from ui.action import ActionHandlers, ComponentAction
from ui.components import Message
from ui.custom_ids import TableAction, TableId, number
from ui.i18n import Translator
from ui.response import Response
from ui.views.pages import cards
from ui.views.pages import rules as pages
from ui.views.pages.covers import Covers

OWN = "own"  # the legend of what goes with the reader's own panel


class RulesHandler:
    """Actions of the rules."""

    def __init__(self, app: App) -> None:
        self._app, self._covers = app, Covers(app)
        self.actions: ActionHandlers = {
            TableAction.SHOW_RULES: self.rules_clicked,
            TableAction.SHOW_RULES_SHEET: self.show_sheet,
            TableAction.SHOW_LEGEND: self.show_legend,
        }

    def _picture_prefs(self, by: User) -> pages.PicturePrefs:
        return None if self._app.renderer is None else by.prefs

    async def _game(self, action: ComponentAction, named: str) -> str:
        """Return the named game, else the table's."""
        return named if named in self._app.games else (await self._app.lobby.get(action.match)).game

    async def rules_clicked(self, action: ComponentAction) -> Response:
        """Show a chapter: chosen, by page (`<game>.<n>`) or by anchor (`<game>.<anchor>`).

        A refusal's reason names the anchor.
        """
        named, _, anchor = action.arg.partition(".")
        by_page = anchor.isdigit()
        game = await self._game(action, named)
        chapters = rulebook.chapters(game, action.by.lang)
        at = (
            int(anchor) - 1
            if by_page
            else next((n for n, one in enumerate(chapters) if one.anchor == anchor), 0)
        )
        at = max(0, number(action.value) or 0) if action.values else at
        return Response(self.chapter(game, action.by, at), edit=by_page or bool(action.values))

    def chapter(self, game: str, by: User, at: int = 0) -> Message:
        """Return a chapter of the rules; the first one without a picture has the game's cover."""
        words = Translator(by.lang, game)
        message = pages.rules_message(game, words, at=at, prefs=self._picture_prefs(by))
        if not at and message.scene is None:
            message = self._covers.one(message, words, game, by)
        return message

    async def show_sheet(self, action: ComponentAction) -> Response:
        """Show the rules sheet of the named game, else of the table's.

        `<game>.<n>` is a page of it as text.
        """
        named, _, page = action.arg.partition(".")
        game = await self._game(action, named)
        message = pages.sheet_message(
            game,
            Translator(action.by.lang, game),
            self._picture_prefs(action.by),
            number(page) or 0,
        )
        return Response(message, edit=bool(page))

    async def show_legend(self, action: ComponentAction) -> Response:
        """Show a numbered picture of the table as the user may see it, with its legend.

        As text for users who prefer that.
        """
        look = await self._app.queries.view(action.match, action.by)
        words = Translator.of(look.match, action.by.lang)
        kind, label, part = self._meant(look, action.arg, words)
        scene = None
        if self._app.renderer is not None and not action.by.prefs.get("text"):
            drawn = await self._app.queries.scene(
                action.match, look.seat, kind, action.by.lang, by=action.by
            )
            own = (part.seat, part.spot) if part else (None, "")
            scene = structs.replace(
                drawn, legend=True, trail=(), changed=(), large=False, focus=own[0], spot=own[1]
            )
        if action.arg == OWN:
            back = TableId(action.match, TableAction.SHOW_HAND)
        else:
            back = (
                TableId(action.match, TableAction.SHOW_PART, part.id)
                if part
                else TableId(action.match, TableAction.SHOW_BOARD, "back")
            )
        return Response(pages.legend_message(look, words, kind, label, scene, back), edit=False)

    @staticmethod
    def _meant(look: TableView, arg: str, words: Translator) -> tuple[str, str, Closeup | None]:
        """Return picture kind, label and part of the table: the named one, else the board."""
        part = next((one for one in look.closeups if one.id == arg), None)
        if part is not None:
            return part.picture, words(part.label), part
        game = find(look.match.game)
        if arg == OWN and look.seat is not None:
            kind = game.own_picture(look.view) or game.panel_picture(look.view, ())
            if rulebook.legend_of(look.match.game, kind):
                return kind, words("ui.board.hand"), None
        return "board", words("ui.look.board"), None

    def answer(self, game: str, by: User, sought: str) -> Message:
        """Answer `/rules` with the chapter, term or card of this name, else with a search.

        `sought` may be a whole suggestion line.
        """
        sought = cards.sought_by_label(game, rules_search.term_name_of(game, sought))
        words, prefs = Translator(by.lang, game), self._picture_prefs(by)
        if (at := rules_search.chapter_index(game, by.lang, sought)) is not None:
            return pages.rules_message(game, words, at=at, prefs=prefs)
        if (one := rules_search.term(game, sought)) is not None:
            return pages.term_message(game, words, one, prefs)
        named = cards.matching([game], by.lang, sought)
        if len(named) == 1 and rulebook.strip_accents(sought.strip()) in map(
            rulebook.strip_accents, named[0].names.values()
        ):
            scene = None if prefs is None else cards.card_scene(named[0], by.lang, prefs)
            return cards.card_message(named[0], words, scene)
        found, terms = (
            rules_search.search(game, by.lang, sought),
            rules_search.find_terms(game, by.lang, sought),
        )
        if not found and len(terms) == 1:
            return pages.term_message(game, words, terms[0], prefs)
        return pages.found_message(
            game, words, sought, found, terms, cards.card_lines(game, words, sought), prefs
        )
