"""Pings: who, where and for how long; and the texts of refusals."""

from __future__ import annotations

from typing import Any

from games.core.engine import walk
from games.core.guides import rulebook
from games.core.prompts.prompt import IllegalPath, MoveReady, SelectPrompt
from games.hosted import GAMES
from tests.e2e.conftest import ROOM, BotHarness, Player, labels, seated, words
from tools.playing import play, random_stream


def called(message: dict[str, Any]) -> set[str]:
    return {user["id"] for user in message["mentions"]}


async def test_the_opening_calls_everybody_once_and_keeps_calling_those_who_owe_a_bid(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    table = await ana.table()
    assert called(table) == {ana.person.id, bruno.person.id}
    await ana.play()
    await ana.choose("3")
    await ana.choose("Confirmar")
    after = await ana.table()
    assert after["id"] == table["id"]
    assert called(after) == {bruno.person.id}, "who still owes a bid stays called"
    await bruno.play()
    await bruno.choose("0")
    await bruno.choose("Confirmar")
    last = await ana.table()
    assert (called(last), last["content"]) == (set(), "")
    summons = [m for m in await ana.person.messages(ROOM) if m["mentions"]]
    assert [called(m) for m in summons] == [{ana.person.id}], "one call for one turn"


async def test_a_refusal_names_its_rule_and_leads_there(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    for who, n in ((ana, "12"), (bruno, "0")):
        await who.play()
        await who.choose(n)
        await who.choose("Confirmar")
    await ana.play()
    panel = await ana.panel()
    shut = next(label for label in labels(panel) if label.startswith("✕"))
    panel = await ana.choose(shut)
    told = "cuesta 3 y tienes 2. Toma una carta más barata; la primera es gratis. Regla: Tomar una carta."
    assert f"{shut}: {told}" in words(panel)
    await ana.tap(panel, "Leer la regla")
    assert "Tomar una carta" in words(await ana.panel())
    await ana.person.command("rules", ROOM, find="take")
    await harness.quiet()
    assert "Tomar una carta" in words(await ana.panel())


def test_every_rule_that_is_named_is_a_chapter_in_both_languages():
    for game in GAMES:
        named: set[str] = set()

        def note(pos: Any, seat: int, path: Any, events: Any, named: set[str] = named) -> None:
            del path, events
            for who in walk.actors(pos):
                todo: list[Any] = [()]
                while todo:
                    here = todo.pop()
                    form = walk.ask(pos, who, here)
                    if isinstance(form, SelectPrompt):
                        named |= {one.rule for one in form.options if one.rule} | {
                            one.rule for one in form.blocked if one.rule
                        }
                        todo += (
                            [(*here, option.key) for option in form.options[:3]]
                            if len(here) < 2
                            else []
                        )
                    elif isinstance(form, IllegalPath) and form.rule:
                        named.add(form.rule)
                    else:
                        assert not isinstance(form, MoveReady) or form.summary

        pos = walk.start(game, {}, 2, "rules")
        play(pos, ("random", "random"), random_stream("rules", game.id), note)
        assert named
        for lang in ("es", "en"):
            assert named <= {one.anchor for one in rulebook.chapters(game.id, lang)}, lang
