"""One press on another army replaces the answer to the question before."""

from games.core.prompts.prompt import MoveReady, SelectPrompt
from tests.app.harness import PEOPLE


async def test_an_alternative_replaces_the_last_answer_and_nothing_else(harness):
    match, tables = await harness.table(2, game="eight_minute_empire"), harness.app.game_service
    for person in PEOPLE[:2]:
        await harness.say(match, person, "bid", 0)
    for _ in range(200):
        for person in PEOPLE[:2]:
            panel = await tables.open_or_refresh_panel(match.id, person)
            if panel.asked is not None:
                break
        if panel.alternatives:
            break
        if isinstance(panel.asked, MoveReady):
            await tables.confirm(match.id, person, panel.decision)
            continue
        depth = len(panel.path)
        key = panel.asked.options[-1 if depth > 1 else 0].key
        await tables.choose(match.id, person, panel.decision, depth, key)
    else:
        raise AssertionError("nobody had two armies to choose from")
    start, other = panel.path[-1], panel.alternatives[0].key
    depth = len(panel.path)
    stale = await tables.choose(match.id, person, panel.decision, depth - 1, "nowhere")
    assert stale.path == panel.path
    assert stale.refused or stale.notice
    changed = await tables.choose(match.id, person, panel.decision, depth - 1, other)
    assert changed.path == (*panel.path[:-1], other)
    assert isinstance(changed.asked, SelectPrompt)
    assert start in {option.key for option in changed.alternatives}
    assert changed.refused is None
    assert changed.notice is None
