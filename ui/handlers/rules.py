"""Components of the rules: chapters, rules sheet, legends of pictures; and `/rules`."""

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
from ui.custom_ids import NO_MATCH, TableAction, TableId, number
from ui.i18n import Translator
from ui.response import Response
from ui.views.pages import cards
from ui.views.pages import rules as pages
from ui.views.pages.covers import Covers
from ui.views.pages.way_back import has_way_back

# Argument of the legend of the user's own picture (*My hand*); `own.<kind>` is for another
# picture on the user's panel.
OWN_PANEL = "own"


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
        """Return `named` if it is the id of a hosted game, else the table's game."""
        return named if named in self._app.games else (await self._app.lobby.get(action.match)).game

    async def _match_to_return_to(self, action: ComponentAction) -> str:
        """Return the id of the running match to which the page can lead back.

        That is the component's match. Returns `NO_MATCH` if there is none, if the user has no seat
        or if the game does not run.
        """
        if action.match == NO_MATCH:
            return NO_MATCH
        match = await self._app.lobby.get(action.match)
        return match.id if has_way_back(match, action.by) else NO_MATCH

    async def rules_clicked(self, action: ComponentAction) -> Response:
        """Show the chosen chapter, else the chapter that the argument names.

        The argument is `<game>.<number>` or `<game>.<anchor>`; components beside a refused move
        have the anchor of the rule that refused it.
        """
        named, _, anchor = action.arg.partition(".")
        has_number = anchor.isdigit()
        game = await self._game(action, named)
        chapters = rulebook.chapters(game, action.by.lang)
        index = (
            int(anchor) - 1
            if has_number
            else next(
                (
                    number_of_chapter
                    for number_of_chapter, chapter in enumerate(chapters)
                    if chapter.anchor == anchor
                ),
                0,
            )
        )
        index = max(0, number(action.value) or 0) if action.values else index
        return Response(
            self.chapter(game, action.by, index, await self._match_to_return_to(action)),
            edit=has_number or bool(action.values),
        )

    def chapter(self, game: str, by: User, index: int = 0, match_id: str = NO_MATCH) -> Message:
        """Return chapter number `index` (from 0) of the rules.

        If the first chapter has no picture, it gets the game's cover. `match_id` is the user's running
        game, to which the page leads back.
        """
        words = Translator(by.lang, game)
        message = pages.rules_message(
            game, words, index=index, prefs=self._picture_prefs(by), match_id=match_id
        )
        if not index and message.picture_source is None:
            message = self._covers.one(message, words, game, by)
        return message

    async def show_sheet(self, action: ComponentAction) -> Response:
        """Show the rules sheet of the named game, else of the table's game.

        The argument `<game>.p<n>` is page `n` as a picture, `<game>.<n>` is page `n` as text.
        """
        named, _, page = action.arg.partition(".")
        game = await self._game(action, named)
        message = pages.sheet_message(
            game,
            Translator(action.by.lang, game),
            self._picture_prefs(action.by),
            number(page.removeprefix(pages.SHEET_PICTURE)) or 1,
            as_text=bool(page) and not page.startswith(pages.SHEET_PICTURE),
            match_id=await self._match_to_return_to(action),
        )
        return Response(message, edit=bool(page))

    async def show_legend(self, action: ComponentAction) -> Response:
        """Show a picture of the table with numbered signs, and what they mean.

        The argument `<picture>,<n>` is page `n` of the legend. Users who prefer text get it without
        the picture, on one page.
        """
        view = await self._app.queries.view(action.match, action.by)
        words = Translator.of(view.match, action.by.lang)
        picture, turns_page, number_of_page = action.arg.partition(pages.LEGEND_PAGE)
        kind, label, part = self._named_picture(view, picture, words)
        signs = rulebook.legend_of(view.match.game, kind, view.view)
        page = min(max(1, number(number_of_page) or 1), rulebook.legend_pages(signs))
        scene = None
        if self._app.renderer is not None and not action.by.prefs.get("text"):
            unmarked = await self._app.queries.scene(
                action.match, view.seat, kind, action.by.lang, by=action.by
            )
            scene = structs.replace(
                unmarked,
                legend=True,
                legend_page=page,
                moved=(),
                changed=(),
                large=False,
                focus=part.seat if part else None,
                spot=part.spot if part else "",
            )
        if picture == OWN_PANEL:
            back = TableId(action.match, TableAction.SHOW_HAND)
        elif picture.startswith(f"{OWN_PANEL}."):
            back = TableId(action.match, TableAction.OPEN_PANEL)
        elif part is not None:
            back = TableId(action.match, TableAction.SHOW_PART, part.id)
        else:
            back = TableId(action.match, TableAction.SHOW_BOARD, "back")
        message = pages.legend_message(view, words, kind, label, scene, back, picture)
        return Response(message, edit=bool(turns_page))

    @staticmethod
    def _named_picture(
        view: TableView, arg: str, words: Translator
    ) -> tuple[str, str, Closeup | None]:
        """Return (kind, label, part) of the picture that `arg` names, else the board's.

        The kind is the game's name for the picture, the label its name for the user. The part is
        None unless `arg` is the id of a part of the table.
        """
        part = next((closeup for closeup in view.closeups if closeup.id == arg), None)
        if part is not None:
            return part.picture, words(part.label), part
        game = find(view.match.game)
        panel, _, kind = arg.partition(".")
        if panel == OWN_PANEL and view.seat is not None:
            own_kind = game.own_picture(view.view)
            kind = kind or own_kind or game.panel_picture(view.view, ())
            if kind in game.pictures and rulebook.legend_of(game.id, kind, view.view):
                return kind, words("ui.board.hand" if kind == own_kind else "ui.legend.this"), None
        return "board", words("ui.look.board"), None

    def answer(self, game: str, by: User, query: str, match_id: str = NO_MATCH) -> Message:
        """Answer `/rules` with the chapter, term or card named `query`, else with search results.

        `query` may be a whole line of the autocomplete, such as `Castle · Romans`: then only the
        name in it is searched. `match_id` is the user's running game, to which the page leads back.
        """
        query = rules_search.term_name_of(game, query)  # unchanged if it is not a line with a term
        query = cards.name_of_label(game, query)  # unchanged if it is not a line with a card
        words, prefs = Translator(by.lang, game), self._picture_prefs(by)
        if (index := rules_search.chapter_index(game, by.lang, query)) is not None:
            return pages.rules_message(game, words, index=index, prefs=prefs, match_id=match_id)
        if (term := rules_search.find_term(game, query)) is not None:
            return pages.term_message(game, words, term, prefs, match_id)
        cards_found = cards.matching_cards([game], by.lang, query)
        if len(cards_found) == 1 and rulebook.fold_case_and_accents(query.strip()) in map(
            rulebook.fold_case_and_accents, cards_found[0].names.values()
        ):
            scene = None if prefs is None else cards.card_scene(cards_found[0], by.lang, prefs)
            return cards.card_message(cards_found[0], words, scene)
        hits, terms = (
            rules_search.search(game, by.lang, query),
            rules_search.find_terms(game, by.lang, query),
        )
        if not hits and len(terms) == 1:
            return pages.term_message(game, words, terms[0], prefs, match_id)
        return pages.found_message(
            game, words, query, hits, terms, cards.card_lines(game, words, query), prefs, match_id
        )
