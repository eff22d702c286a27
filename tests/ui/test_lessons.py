"""Tutorials, played to their end by their own instructions; other presses change nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from msgspec import structs

from app.model.match import LoadedMatch, Panel, UserError
from games.core.engine import walk
from games.core.engine.game import find
from games.core.guides.rulebook import chapters
from games.core.guides.tutorials import ANY, FIRST, Lesson, LocalizedText, lesson
from games.core.prompts.prompt import AmountPrompt, DistributePrompt, MoveReady, SelectPrompt
from games.core.text.messages import Key
from games.hosted import GAMES
from tests.app.harness import AppHarness
from tests.ui.handler_harness import ANA, BRUNO, HandlerHarness, labels, text
from tests.ui.tutorial_player import MARK, TutorialPlayer
from ui.i18n import Translator

TITLES = [game.id for game in GAMES if (game.folder / "lessons").is_dir()]
READERS = {"es": ANA, "en": BRUNO}
SENTENCES, LETTERS = 2, 100  # of what a step says: it stands above a board on a phone
WRONG = 3  # other answers that are tried at each step


@pytest.fixture
async def handlers(tmp_path):
    harness = AppHarness(tmp_path)
    await harness.open()
    for person in READERS.values():
        await harness.app.repo.users.save(person)
    yield HandlerHarness(harness)
    await harness.app.stop()


def the_lesson(game: str) -> Lesson:
    found = lesson(game)
    assert found is not None
    return found


def others(panel: Panel, wanted: Key) -> Iterator[Key]:
    """Answers to a form that the lesson does not ask for."""
    match panel.asked:
        case SelectPrompt(min=1, max=1) as form:
            yield from (one.key for one in form.options if one.key != wanted)
        case SelectPrompt() as form:
            yield from ([one.key] for one in form.options if [one.key] != wanted and form.min <= 1)
        case AmountPrompt(lo=lo, hi=hi):
            yield from (n for n in range(lo, min(hi, lo + WRONG) + 1) if n != wanted)
        case DistributePrompt() as form:
            if form.default_answer() != wanted:
                yield form.default_answer()


async def stored(handlers: HandlerHarness, match: str) -> LoadedMatch:
    found = await handlers.harness.app.repo.matches.load(match)
    assert found is not None
    return found


@pytest.mark.parametrize("lang", READERS)
@pytest.mark.parametrize("game", TITLES)
async def test_a_lesson_is_played_to_its_end_by_what_it_says(
    handlers: HandlerHarness, game: str, lang: str
):
    by, tables, told = READERS[lang], handlers.harness.app.game_service, list[str]()
    pupil, words = TutorialPlayer(handlers, by), Translator(lang)
    await pupil.begin(game)
    async for at in pupil.steps():
        said = at.guide.text[lang] if at.guide.text else ""
        assert said in text(at.message), "the idea stands there"
        if isinstance(at.panel.asked, SelectPrompt) and not at.guide.over:
            shortcuts = {option.key for option in at.panel.asked.options if option.shortcut}
            assert shortcuts <= set(map(str, at.guide.keys[:1])), (
                "what the step asks for may be one"
            )
        told.append(said)
        if isinstance(at.panel.asked, MoveReady) and not at.guide.over:
            idea, arrow = text(at.message).split(MARK)[:2]
            assert "onfirm" not in idea or "onfirm" in arrow, (
                "a button is called as it stands there"
            )
        if at.guide.over or not at.guide.keys or at.guide.keys[0] == ANY:
            continue
        before = (await stored(handlers, pupil.match.id)).pos
        for key in list(others(at.panel, at.guide.keys[0]))[:WRONG]:
            panel = await tables.answer(
                pupil.match.id, by, at.panel.decision, len(at.panel.path), key
            )
            assert panel.refused is not None, (at.guide, key)
            assert not panel.committed
            assert (panel.guide, panel.path) == (at.guide, at.panel.path), "the same question again"
            assert (await stored(handlers, pupil.match.id)).pos == before
            answered = text(await handlers.panels.build_message(panel, by))
            assert "✕ " in answered
            assert f"**{words('ui.lesson.own')}**" in answered, "how to leave the lesson"
            refused_why = panel.refused.args["why"]
            rules = rules_of_reply(the_lesson(game), at.guide.number - 1, refused_why, lang)
            assert {panel.rule} == rules, "the chapter of this reply, if it has one"
            assert said in answered
    now = await stored(handlers, pupil.match.id)
    assert at.guide.over
    assert (now.match.lesson, now.match.status) == ("first", "running")
    missed = [step.id for step in the_lesson(game).steps if step.text[lang] not in told]
    assert missed == [], "every step is met"
    # the table is theirs now: any move counts, and the rivals think for themselves
    await handlers.harness.settle()
    assert 0 in walk.actors((await stored(handlers, pupil.match.id)).pos)
    panel = await tables.fill_defaults(pupil.match.id, by, (await pupil.panel()).decision)
    if not panel.committed:
        panel = await tables.confirm(pupil.match.id, by, panel.decision)
    assert panel.committed
    assert panel.guide is None


@pytest.mark.parametrize("game", TITLES)
def test_every_chapter_of_the_rules_is_met_or_left_for_later(game: str):
    found = the_lesson(game)
    met = {
        one
        for step in found.steps
        for one in (
            step.rule,
            *step.other_chapters,
            *(said.rule for said in step.wrong_choices.values()),
        )
        if one
    }
    for lang in READERS:
        anchors = {one.anchor for one in chapters(game, lang) if one.anchor}
        assert {*met, *found.chapters_left_out} - anchors == set(), (
            "every rule that a lesson names stands in the book"
        )
        assert anchors - {*met, *found.chapters_left_out} == set()
    assert met.isdisjoint(found.chapters_left_out)


def rules_of_reply(found: Lesson, step_index: int, reply: str, lang: str) -> set[str | None]:
    """Return the chapter that this reply of a step names itself; None stands for none."""
    step = found.steps[step_index]
    replies = (found.ended_too_early, step.wrong_choice, *step.wrong_choices.values())
    return {one.rule or None for one in replies if one[lang] == reply}


def words(found: Lesson) -> Iterator[tuple[str, LocalizedText]]:
    yield "end", found.end
    yield "finish", found.ended_too_early
    for step in found.steps:
        yield step.id, step.text
        yield f"{step.id} no", step.wrong_choice
        yield from ((f"{step.id} but {key}", said) for key, said in step.wrong_choices.items())
        if step.confirmation:
            yield f"{step.id} sure", step.confirmation


@pytest.mark.parametrize("lang", READERS)
@pytest.mark.parametrize("game", TITLES)
def test_what_a_lesson_says_is_short_and_friendly(game: str, lang: str):
    told = [
        (name, said[lang], re.split(r"(?<=[.?…])\s", said[lang]))
        for name, said in words(the_lesson(game))
    ]
    assert [name for name, _, sentences in told if len(sentences) > SENTENCES] == []
    assert [
        (name, len(one)) for name, _, sentences in told for one in sentences if len(one) > LETTERS
    ] == []
    loud = re.compile(r"[!¡]|\b(todos|jugadores|invitad[oa])\b")
    assert [
        name for name, text_, _ in told if loud.search(text_) or not text_.endswith((".", "?"))
    ] == []


@pytest.mark.parametrize("game", TITLES)
def test_a_hint_is_for_an_answer_that_can_be_given(game: str):
    for step in the_lesson(game).steps:
        assert (
            not {str(key) for key in step.path} & set(step.wrong_choices) or len(step.path) > 1
        ), step.id
    assert find(game).players.start <= the_lesson(game).seats < find(game).players.stop


async def test_a_restart_in_its_midst_keeps_the_step(handlers: HandlerHarness):
    pupil = TutorialPlayer(handlers, ANA)
    await pupil.begin("eight_minute_empire")
    async for at in pupil.steps():
        if at.guide.number == 6 and at.panel.path == ("move", "c4"):
            break
    await handlers.harness.reopen()
    again = await handlers.harness.app.game_service.open_or_refresh_panel(pupil.match.id, ANA)
    assert (again.guide, again.path) == (at.guide, at.panel.path)


async def test_learn_goes_on_where_it_was_and_begins_anew_when_it_is_over(handlers: HandlerHarness):
    lessons, game = handlers.harness.app.tutorials, "eight_minute_empire"
    first = await lessons.start_or_resume(ANA, game, "a")
    assert (await lessons.start_or_resume(ANA, game, "a")).id == first.id, "the same tap"
    assert (await lessons.start_or_resume(ANA, game, "b")).id == first.id
    assert (await lessons.start_or_resume(BRUNO, game, "c")).id != first.id, (
        "everybody has their own"
    )
    await lessons.leave(first.id, ANA)
    assert (await lessons.start_or_resume(ANA, game, "d")).id != first.id


async def test_a_taken_back_move_takes_the_lesson_back(handlers: HandlerHarness):
    pupil = TutorialPlayer(handlers, ANA)
    await pupil.begin("eight_minute_empire")
    async for at in pupil.steps():
        if at.guide.number == 7:
            break
    back = await handlers.harness.app.game_service.undo(pupil.match.id, ANA)
    assert back.guide is not None
    assert back.guide.number == 6


async def test_on_my_own_and_back_again(handlers: HandlerHarness):
    pupil = TutorialPlayer(handlers, BRUNO)
    await pupil.begin("eight_minute_empire")
    await handlers.harness.settle()
    free = await handlers.press(pupil.message, "Play on my own", BRUNO)
    assert "Lesson 1 of" not in text(free)
    assert free.message is not None
    assert "Back to the lesson" in labels(free.message)
    guided = await handlers.press(free.message, "Back to the lesson", BRUNO)
    assert "Lesson 1 of" in text(guided)
    free = await handlers.press(pupil.message, "Play on my own", BRUNO)
    await handlers.harness.say(pupil.match, BRUNO, "bid", 0)
    assert free.message is not None
    with pytest.raises(UserError):
        await handlers.press(free.message, "Back to the lesson", BRUNO)


async def test_words_are_held_to_the_lesson_too(handlers: HandlerHarness):
    pupil, tables = TutorialPlayer(handlers, ANA), handlers.harness.app.game_service
    await pupil.begin("eight_minute_empire")
    await handlers.harness.settle()
    no = await tables.play(pupil.match.id, ANA, ("bid", 5))
    assert no.refused is not None
    assert not no.committed
    yes = await tables.play(pupil.match.id, ANA, ("bid", 2))
    assert yes.guide is not None
    assert yes.guide.number == 2 or not yes.guide.keys, "played, or waiting to be confirmed"


async def test_who_reads_gets_the_step_above_the_position(handlers: HandlerHarness):
    reader = structs.replace(ANA, prefs={"text": True})
    await handlers.harness.app.repo.users.save(reader)
    pupil = TutorialPlayer(handlers, reader)
    await pupil.begin("tadmor")
    card = pupil.message.embed
    assert card is not None
    goal, lesson_line, *_ = card.text.split("\n")
    assert goal == Translator("es", "tadmor")("tadmor.goal")
    assert lesson_line.startswith("**Lección 1 de ")


async def test_a_rival_who_leaves_the_line_ends_the_lesson_and_the_game_goes_on(
    handlers: HandlerHarness,
):
    """As after a rewind, with other luck: nothing is said any more, nothing refused."""
    pupil, app = TutorialPlayer(handlers, ANA), handlers.harness.app
    await pupil.begin("eight_minute_empire")
    await handlers.harness.settle()
    async with app.locks(pupil.match.id):
        await app.moves.rewind(await stored(handlers, pupil.match.id), 1)
        now = await stored(handlers, pupil.match.id)
        await app.moves.play(now, 1, ("bid", 4), "computer")
    await handlers.harness.settle()
    panel = await app.game_service.open_or_refresh_panel(pupil.match.id, ANA)
    assert panel.guide is None
    panel = await app.game_service.answer(pupil.match.id, ANA, panel.decision, len(panel.path), 5)
    assert panel.refused is None


async def test_it_is_offered_at_the_first_turn_of_ones_first_table(handlers: HandlerHarness):
    first = await handlers.harness.table(2, game="tadmor")
    people = {one.id: one for one in READERS.values()}
    table = (await stored(handlers, first.id)).match
    awaited = people[next(one.user for one in table.seats if one.awaited and one.user)]
    offered = await handlers.tap(first.id, "play", awaited)
    assert offered.message is not None
    label = {"es": "Aprender", "en": "Learn"}[awaited.lang]
    assert label in labels(offered.message)
    lesson_ = await handlers.press(offered.message, label, awaited)
    assert "1 de 20" in text(lesson_) or "1 of 20" in text(lesson_)
    again = await handlers.tap(first.id, "play", awaited)
    assert again.message is not None
    assert label not in labels(again.message), "who has begun the lesson is not asked again"


@pytest.mark.parametrize("game", TITLES)
async def test_the_lesson_stands_directly_above_the_buttons(handlers: HandlerHarness, game: str):
    pupil = TutorialPlayer(handlers, ANA)
    await pupil.begin(game)
    async for taken in pupil.steps():
        card = taken.message.embed
        assert card is not None
        if not taken.guide.over:
            assert card.text.splitlines()[-1].startswith(MARK)
            assert card.footer == ""


async def test_by_text_the_position_is_told_once_for_each_choice(handlers: HandlerHarness):
    ana = await handlers.harness.app.users.set(structs.replace(ANA, prefs={}), text=True)
    pupil, told = TutorialPlayer(handlers, ana), dict[bool, set[bool]]()
    await pupil.begin("eight_minute_empire")
    async for taken in pupil.steps():
        card = taken.message.embed
        assert card is not None
        chosen = any(not crumb.forced for crumb in taken.panel.crumbs)
        told.setdefault(chosen and "Guardado" not in card.text, set()).add("Mazo: " in card.text)
    assert told == {False: {True}, True: {False}}


async def test_no_control_makes_a_lesson_of_a_table_with_others(handlers: HandlerHarness) -> None:
    match = await handlers.harness.table(2, game=TITLES[0])
    with pytest.raises(UserError, match="lesson_over"):
        await handlers.tap(match.id, "guided", ANA, FIRST)
    assert (await handlers.harness.app.lobby.get(match.id)).lesson == ""
