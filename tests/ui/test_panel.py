"""Every kind of prompt as a panel within Discord's limits."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.model.match import Breadcrumb, FinalReason
from app.play.panel_builder import answer_text
from games.core.engine.game import find
from games.core.prompts.prompt import (
    AmountPrompt,
    DisabledOption,
    DistributePrompt,
    MoveReady,
    Option,
    SelectPrompt,
    Slot,
)
from games.core.text.messages import literal, msg
from tests.contract import playouts
from tests.ui.handler_harness import text
from tests.ui.panels import buttons, faults, label_list, match_of, menus, options, panel_of, pick
from ui.components import Select
from ui.custom_ids import PanelAct, PanelId, PanelVerb, decode
from ui.i18n import Translator
from ui.views.panel.details import breadcrumb
from ui.views.panel.forms import PanelViewState
from ui.views.panel.panel import render_panel
from ui.views.panel.pass_command import pass_moves

ES, EN = Translator.of(match_of()), Translator.of(match_of(), "en")


def drawn(answer, show: PanelViewState | None = None, words: Translator = ES, **more):
    message = render_panel(panel_of(answer, **more), words, show or PanelViewState())
    assert list(faults(message)) == []
    return message


def keys(message) -> set[str]:
    """The options that can be chosen on screen."""
    picked = {
        tap.arg
        for b in buttons(message)
        if isinstance(tap := decode(b.id), PanelId) and tap.act in (PanelAct.PICK, PanelAct.TOGGLE)
    }
    return picked | {choice.value for menu in menus(message) for choice in menu.choices}


@pytest.mark.parametrize("why", ["seen", "built"])
def test_what_nobody_can_take_back_alone_the_table_can(why: str):
    refused = msg(f"core.undo.{why}", seat=literal("Bruno"))
    assert "`/mesa votar`" in drawn(pick(2), refused=refused).embed.text
    over, learning = match_of(), match_of()
    over.status, learning.places.guild = "ended", 0
    assert all(
        "`/mesa votar`" not in drawn(None, refused=refused, match=one).embed.text
        for one in (over, learning)
    )
    assert "`/mesa votar`" not in drawn(pick(2), refused=msg("core.undo.nothing")).embed.text


@pytest.mark.parametrize("n", [1, 2, 5, 6, 10, 11, 20, 25, 26, 60, 130])
@pytest.mark.parametrize("layout", ["buttons", "menu", "grid", "cards"])
@pytest.mark.parametrize("shut", [0, 2, 7])
def test_pick_one_reaches_every_option_by_turning_pages(n: int, layout: str, shut: int):
    form = pick(n, shut, layout=layout, spot="c4")
    seen: set[str] = set()
    for page in range(8):
        seen |= keys(drawn(form, PanelViewState(page=page)))
    assert {f"o{i}" for i in range(n)} <= seen


def test_few_are_buttons_many_a_menu_and_a_grid_stays_a_grid():
    assert not menus(drawn(pick(5)))
    assert len(menus(drawn(pick(25)))[0].choices) == 25
    assert not menus(drawn(pick(20, layout="grid")))
    assert [len(row) for row in drawn(pick(6, layout="grid")).rows[:2]] == [3, 3]
    wide = SelectPrompt(
        tuple(Option(f"o{i}", literal("1 · colocar 3 o mover 4")) for i in range(6)), layout="grid"
    )
    assert [len(row) for row in drawn(wide).rows[:2]] == [3, 3], (
        "too wide for a phone in any case: the fewest rows"
    )
    cards = SelectPrompt(
        tuple(Option(f"o{i}", literal("1 · colocar 3")) for i in range(6)), layout="grid"
    )
    assert [len(row) for row in drawn(cards).rows[:3]] == [2, 2, 2]


def test_groups_make_a_level_and_back_leaves_it():
    form = SelectPrompt(
        tuple(
            Option(f"o{i}", literal(f"Casa {i}"), group=literal(f"Barrio {i % 3}"))
            for i in range(40)
        )
    )
    top = drawn(form)
    assert label_list(top)[:3] == ["Barrio 0 (14)", "Barrio 1 (13)", "Barrio 2 (13)"]
    inner = drawn(form, PanelViewState(group=1))
    assert keys(inner) == {f"o{i}" for i in range(40) if i % 3 == 1}
    assert "‹ Volver" in label_list(inner)


def test_up_to_three_blocked_are_live_grey_buttons_and_more_one_button():
    few = drawn(pick(3, 3))
    assert [b.style for b in buttons(few) if b.label.startswith("✕")] == ["grey"] * 3
    assert not [b for b in buttons(few) if b.disabled]
    many = drawn(pick(3, 7))
    assert "¿Por qué no? (7)" in label_list(many)
    assert (
        "**: falta 1 de madera" in drawn(pick(3, 7), PanelViewState(shows_reasons=True)).embed.text
    )


def test_blocked_lines_of_a_menu_come_last_with_their_reason():
    line = menus(drawn(pick(12, 2, layout="menu")))[0].choices[-1]
    assert (line.label, line.description) == ("✕ Cerrada 1", "falta 1 de madera")


@pytest.mark.parametrize("n", [2, 8, 15, 25, 26, 70])
def test_pick_several_shows_what_is_chosen_and_can_be_given(n: int):
    form = pick(n, min=1, max=3)
    message = drawn(form, pending=["o0"])
    assert "Seguir" in label_list(message)
    chosen = [b.label for b in buttons(message) if b.label.startswith("✓")] or [
        c.label for m in menus(message) for c in m.choices if c.chosen
    ]
    assert len(chosen) == 1
    assert "¿Qué falta?" in label_list(drawn(form, pending=[]))


def test_what_is_gathered_is_given_by_the_name_of_the_step_that_it_leads_to():
    step = MoveReady(literal("Te quedas con todos."), instant=True, label=literal("Guardar todos"))
    (given,) = [
        b
        for b in buttons(drawn(pick(3, min=0, max=3), pending=[], immediate_move=step))
        if b.label.startswith("Guardar")
    ]
    assert (given.label, given.style) == ("Guardar todos", "green"), (
        "no lock: it is confirmed first"
    )


@pytest.mark.parametrize(
    ("lo", "hi"), [(0, 0), (0, 14), (1, 20), (0, 24), (0, 99), (-5, 5), (0, 1_000_000)]
)
def test_amounts(lo: int, hi: int):
    message = drawn(AmountPrompt(lo, hi, literal("¿Cuánto?")))
    numbers = {
        tap.arg
        for b in buttons(message)
        if isinstance(tap := decode(b.id), PanelId) and tap.act is PanelAct.ENTER_NUMBER
    }
    lines = {c.value for m in menus(message) for c in m.choices}
    assert {str(lo), str(hi)} <= numbers | lines
    if hi - lo < 25:
        assert {str(n) for n in range(lo, hi + 1)} == numbers | lines
    else:
        assert any(label.startswith("Escribir") for label in label_list(message))


def test_a_bid_is_a_grid_of_five():
    assert [[b.label for b in row] for row in drawn(AmountPrompt(0, 14)).rows[:3]] == [
        ["0", "1", "2", "3", "4"],
        ["5", "6", "7", "8", "9"],
        ["10", "11", "12", "13", "14"],
    ]


@pytest.mark.parametrize("slots", [1, 4, 5, 9])
def test_allot_is_counters_up_to_four_slots_and_sheets_beyond(slots: int):
    form = DistributePrompt(
        tuple(Slot(f"s{i}", literal(f"bien {i}"), 4) for i in range(slots)), 2, 6
    )
    message = drawn(form)
    counters = [row for row in message.rows if not isinstance(row, Select) and row[0].label == "−"]
    assert len(counters) == (slots if slots <= 4 else 0)
    assert "Auto" in label_list(drawn(form, PanelViewState(shows_more=True)))
    assert ("Repartir (1 de 2)" in label_list(message)) == (slots == 9)


def test_counters_begin_at_zero_where_no_answer_is_likely():
    slots = (Slot("wood", literal("madera"), 4), Slot("stone", literal("piedra"), 4))
    likely, open_form = (
        drawn(DistributePrompt(slots, 1, 4, starts_empty=empty)) for empty in (False, True)
    )
    assert "Seguir" in label_list(likely)
    assert "Seguir" not in label_list(open_form)
    (given,) = [b for b in buttons(open_form) if b.label == "¿Qué falta?"]
    assert given.style == "grey"
    assert [row[1].label for row in open_form.rows[:2]] == ["madera 0/4", "piedra 0/4"]


def test_a_sum_that_is_not_the_number_of_things_begins_with_its_unit():
    slots = (Slot("wood", literal("madera"), 4, 2), Slot("stone", literal("piedra"), 4, 2))
    form = DistributePrompt(slots, 2, 8, unit=literal("obreros"))
    assert (
        drawn(form, pending={"wood": 2}).embed.text == "Obreros · Llevas 4. Puedes llegar hasta 8."
    )
    plain = DistributePrompt((Slot("wood", literal("madera"), 4),), 0, 4, unit=literal("bienes"))
    assert "ienes" not in drawn(plain, pending={"wood": 2}).embed.text


def test_counters_stop_at_their_ends():
    form = DistributePrompt((Slot("wood", literal("madera"), 4),), 0, 4)
    row = drawn(form, pending={"wood": 4}).rows[0]
    assert [b.disabled for b in row] == [False, False, True]
    assert row[1].label == "madera 4/4"


def test_done_says_whether_it_can_be_undone_before_the_tap():
    done = MoveReady(literal("Colocas 3 en C4."), effects=(literal("Pasas a controlar C4."),))
    free = drawn(done, path=("place", "c4"), crumbs=(Breadcrumb(literal("Colocar"), False),))
    assert free.embed.title == "¿Confirmas? Colocas 3 en C4."
    assert free.embed.footer == "↩ Se puede deshacer"
    assert (buttons(free)[-1].label, buttons(free)[-1].style) == ("Confirmar ↩", "green")
    final = drawn(done, path=("place", "c4"), final=FinalReason(msg("host.final.luck")))
    assert final.embed.footer == "🔒 No se puede deshacer: lo que sigue depende del azar."
    assert (buttons(final)[-1].label, buttons(final)[-1].style) == ("Confirmar 🔒", "blue")


def test_what_an_end_of_turn_gives_up_is_listed_before_it_is_confirmed():
    unused = literal("Todavía puedes construir.")
    ends = drawn(MoveReady(literal("Terminas."), gives_up=(unused,)), path=("end",))
    assert ends.embed.text.splitlines() == [
        "Antes de terminar:",
        "• Todavía puedes construir.",
    ]


@pytest.mark.parametrize(
    ("promise", "plain", "marked"),
    [
        ("undoable", "↩ Lo que elijas se puede deshacer", "🔒 = no se puede deshacer"),
        ("final", "🔒 No se puede deshacer", "🔒 No se puede deshacer"),
        ("open", "", ""),
    ],
)
def test_a_question_says_of_undo_only_what_holds_for_each_of_its_buttons(
    promise: str, plain: str, marked: str
):
    assert drawn(pick(3), promise=promise).embed.footer == plain
    assert drawn(pick(3), promise=promise, finals=frozenset({"o1"})).embed.footer == marked
    labelled = SelectPrompt((Option("a", literal("A")), Option("end", literal("Fin 🔒"))))
    assert drawn(labelled, promise=promise).embed.footer == marked


def test_what_was_proposed_can_be_changed_before_it_is_confirmed():
    crumbs = (
        Breadcrumb(literal("Construir"), False),
        Breadcrumb(literal("madera 1"), True, literal("Cambiar el pago")),
    )
    shown = drawn(MoveReady(literal("Construyes.")), path=("build", {"wood": 1}), crumbs=crumbs)
    assert [b.label for b in shown.rows[0]] == ["Cambiar el pago"]
    assert decode(shown.rows[0][0].id) == PanelId("4K2", 7, 1, PanelAct.RUN, PanelVerb.CHANGE_STEP)
    assert label_list(shown)[-1] == "Confirmar ↩"
    assert shown.embed.author.endswith("Construir"), "the move itself tells the payment"


def test_counters_that_were_opened_always_lead_back():
    form = DistributePrompt(
        (Slot("wood", literal("madera"), 2), Slot("gold", literal("oro"), 2)),
        2,
        2,
        change_label=literal("Cambiar el pago"),
    )
    crumbs = (Breadcrumb(literal("Construir"), True),)
    assert "‹ Volver" in label_list(drawn(form, path=("build",), crumbs=crumbs, changing=True))
    assert "‹ Volver" not in label_list(drawn(form, path=("build",), crumbs=crumbs))


def test_the_end_of_the_turn_stays_at_hand_below_the_root():
    root = SelectPrompt(
        (Option("move", literal("Mover")), Option("end", literal("Terminar"), tone="finish"))
    )
    crumbs = (Breadcrumb(literal("Mover"), True),)
    message = drawn(
        pick(4, spot="c6"), root=root, path=("move",), crumbs=crumbs, finals=frozenset({"end"})
    )
    end = next(b for b in buttons(message) if b.label == "Terminar 🔒")
    assert decode(end.id) == PanelId("4K2", 7, 0, PanelAct.PICK, "end")
    assert "‹ Volver" not in label_list(message), "a step that nobody chose can't be taken back"


def test_undo_is_offered_by_name():
    message = drawn(pick(3), undo=MoveReady(literal("…"), label=literal("C8→C6")))
    assert "↩ Deshacer: C8→C6" in label_list(message)


def test_letters_are_the_hosts_and_stand_before_the_labels():
    form = pick(3, spot="c6")
    assert label_list(drawn(form))[:3] == ["A Opción 0", "B Opción 1", "C Opción 2"]


def test_the_way_names_only_steps_that_somebody_chose():
    only, chosen = Breadcrumb(literal("Mover 3"), True), Breadcrumb(literal("C4"), False)
    payment = Breadcrumb(literal("madera 1"), True, literal("Cambiar el pago"))
    message = drawn(pick(2), path=("a", "b", {"wood": 1}), crumbs=(only, chosen, payment))
    assert message.embed.author == "Imperio › C4"
    assert drawn(pick(2), path=("a",), crumbs=(only,)).embed.author == "Imperio"
    changed = Breadcrumb(literal("oro 1"), False, literal("Cambiar el pago"))
    message = drawn(pick(2), path=("b", {"gold": 1}), crumbs=(chosen, changed))
    assert message.embed.author == "Imperio › C4 › oro 1", "a payment that was changed"


def test_refusals_notices_and_what_was_saved_come_first():
    more = {
        "notice": msg("ui.stale"),
        "refused": literal("Falta 1 de madera."),
        "committed_move": literal("Tomas una carta."),
    }
    text = drawn(pick(2), **more).embed.text
    assert text.split("\n") == [
        "Ese botón ya no vale. Así está ahora la mesa:",
        "Guardado: Tomas una carta.",
        "✕ Falta 1 de madera.",
    ]


def test_whoever_is_not_asked_sees_whom_we_wait_for():
    message = drawn(None, waiting=(1, 2))
    assert "Faltan 2 de 3: ■ Bruno y ▲ Carla." in message.embed.text


def test_names_are_no_markup():
    words = Translator("es", names=("*Ana*", "<@1> `x`"))
    assert "*" not in words.with_markup(msg("ui.waiting.one", seat=msg("@seat", seat=0))).replace(
        "\\*", ""
    )
    assert "<@1>" not in words.with_markup(msg("ui.waiting.one", seat=msg("@seat", seat=1)))


LABEL = st.text(min_size=1, max_size=120).map(lambda text: literal(text.strip() or "x"))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(LABEL, min_size=1, max_size=70),
    st.integers(0, 12),
    st.sampled_from(["buttons", "menu", "grid", "cards"]),
    st.booleans(),
    st.integers(0, 4),
    st.booleans(),
    st.booleans(),
)
def test_no_pick_ever_breaks_a_limit(named, shut, layout, spots, page, more, several):
    tones = ["finish" if len(named) > 1 else "plain", *["plain"] * len(named)]
    may = tuple(
        Option(f"o{i}", label, detail=label, spot="c4" if spots else None, tone=tones[i])
        for i, label in enumerate(named)
    )
    form = SelectPrompt(
        may,
        literal("¿Qué?"),
        pick(1, shut).blocked,
        1,
        min(3, len(may)) if several else 1,
        layout=layout,
    )
    crumbs = tuple(Breadcrumb(label, False) for label in named[:9])
    for show in (
        PanelViewState(),
        PanelViewState(page=page, shows_more=more, shows_reasons=more, as_text=not more),
    ):
        drawn(
            form,
            show,
            root=form,
            path=tuple("abc"),
            crumbs=crumbs,
            undo=MoveReady(named[0], label=named[0]),
        )


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(LABEL, st.integers(1, 40), st.integers(1, 3)), min_size=1, max_size=9),
    st.booleans(),
)
def test_no_allot_ever_breaks_a_limit(slots, more):
    form = DistributePrompt(
        tuple(Slot(f"s{i}", label, most, weight) for i, (label, most, weight) in enumerate(slots)),
        0,
        9,
    )
    drawn(form, PanelViewState(shows_more=more), EN)


def test_options_come_in_the_forms_order():
    assert [b.label for b in buttons(drawn(SelectPrompt(options(4))))][:4] == [
        "Opción 0",
        "Opción 1",
        "Opción 2",
        "Opción 3",
    ]


def described(n: int, detail: str = "2 madera · +1", **more) -> SelectPrompt:
    return SelectPrompt(
        tuple(Option(f"o{i}", literal(f"Casa {i}"), literal(detail), **more) for i in range(n)),
        literal("¿Qué?"),
    )


def test_what_options_cost_stands_above_their_buttons_by_the_letter_of_the_picture():
    one, two = (f"**Casa {i}**\u00a02 madera · +1" for i in range(2))
    assert drawn(described(3)).embed.text == f"{one}\u2003{two}\n**Casa 2**\u00a02 madera · +1"
    lettered = drawn(described(4, "Colinas Huecas", spot="c4")).embed.text
    assert (
        lettered
        == "**A**\u00a0Colinas Huecas\u2003**B**\u00a0Colinas Huecas\n**C**\u00a0Colinas Huecas\u2003**D**\u00a0Colinas Huecas"
    )
    several = SelectPrompt(described(3).options, literal("¿Cuáles?"), min=0, max=2)
    assert "**Casa 2**\u00a02 madera" in drawn(several).embed.text, "to tick, too"


def test_the_first_actions_are_described_if_there_is_no_room_for_all():
    wide = "Casa de la colina, Molino viejo y 12 cartas más"
    told = drawn(described(6, wide, tone="main")).embed.text.splitlines()
    assert [line.split("*")[2] for line in told] == ["Casa 0", "Casa 1", "Casa 2"]
    assert not drawn(described(6, wide)).embed.text, "other options: all or none"


def test_a_place_that_has_a_letter_is_not_named_again_for_what_else_may_be_done_there():
    place = Option("c4", literal("C4"), literal("Corona"), spot="c4")
    more = Option("c4_x2", literal("2 en C4"), literal("Corona"))
    assert drawn(SelectPrompt((place, more), literal("¿Dónde?"))).embed.text == "**A**\u00a0Corona"


def test_a_menu_tells_its_options_itself_and_so_do_labels_that_say_all():
    assert drawn(described(12)).embed.text == "", "a menu's lines have it"
    assert menus(drawn(described(12)))[0].choices[0].description == "2 madera · +1"
    assert drawn(described(3, "casa")).embed.text == ""
    named = SelectPrompt((Option("gull", literal("Gaviota"), literal("Gaviota: da 2 de oro.")),))
    assert drawn(named).embed.text == "**Gaviota**\u00a0da 2 de oro."
    longer = SelectPrompt((Option("build", literal("Build"), literal("Builder and Mason")),))
    assert drawn(longer).embed.text == "**Build**\u00a0Builder and Mason"


def test_more_lines_than_a_phone_has_room_for_are_left_to_the_words():
    long = described(4, "Al final, +12 PP si tus mercancías raras son las que más PP valen")
    assert drawn(long).embed.text == ""
    assert drawn(long, PanelViewState(as_text=True)).embed.text.count("Al final") == 4


@pytest.mark.parametrize(("n", "menu"), [(5, False), (6, False), (8, True), (13, True)])
def test_a_grid_whose_lines_do_not_fit_is_a_menu_that_has_them(n: int, menu: bool):
    """Thirteen cells with what each brings: nobody chooses coordinates blind. Five are buttons in any case."""
    brings = "si ganas: mina de piedra; +3 losetas"
    cells = tuple(
        Option(f"d{i}", literal(f"D{i} · 2 pasos"), literal(brings), name=literal(f"D{i}"))
        for i in range(1, n + 1)
    )
    message = drawn(SelectPrompt(cells, layout="grid"))
    assert [menu.choices[0].description for menu in menus(message)] == ([brings] if menu else [])
    assert keys(message) == {f"d{i}" for i in range(1, n + 1)}
    assert (brings in message.embed.text) is not menu
    bare = tuple(Option(f"d{i}", literal(f"D{i}")) for i in range(1, n + 1))
    assert not menus(drawn(SelectPrompt(bare, layout="grid"))), "without lines it stays a grid"


def test_more_beside_four_counters_is_a_level_of_its_own():
    form = DistributePrompt(tuple(Slot(f"s{i}", literal(f"Carta {i}"), 3) for i in range(4)), 1, 6)
    amid = {
        "crumbs": tuple(Breadcrumb(literal(f"Paso {i}"), False) for i in range(3)),
        "path": ("a", "b", "c"),
        "root": SelectPrompt((Option("end", literal("Terminar"), tone="finish"),)),
    }
    shut, opened = drawn(form, **amid), drawn(form, PanelViewState(shows_more=True), **amid)
    assert "Seguir" in " ".join(label_list(shut))
    assert "Más…" in label_list(shut)
    assert not [label for label in label_list(opened) if label in ("+", "−")]
    assert label_list(opened)[0] == "‹ Volver"
    assert "Auto" in label_list(opened)


def test_what_more_opens_less_shuts_again():
    form = DistributePrompt((Slot("wood", literal("madera"), 4),), 0, 4)
    shut, opened = drawn(form), drawn(form, PanelViewState(shows_more=True))
    assert ("Más…" in label_list(shut), "Menos" in label_list(shut)) == (True, False)
    assert ("Más…" in label_list(opened), "Menos" in label_list(opened)) == (False, True)
    (less,) = [decode(b.id) for b in buttons(opened) if b.label == "Menos"]
    assert isinstance(less, PanelId)
    assert less.verb is PanelVerb.SHOW_TOP


def test_short_lines_fill_up_earlier_ones_only_where_they_would_not_fit_in_their_order():
    short, long = "+3 losetas", "si ganas: mina de madera; +3 losetas"

    def cells(n: int) -> SelectPrompt:
        told = [short, long] * n
        ways = (
            Option(
                f"o{i}", literal(f"C{i} · 1 paso"), literal(one), mark="1", name=literal(f"C{i}")
            )
            for i, one in enumerate(told)
        )
        return SelectPrompt(tuple(ways), literal("¿Dónde?"))

    assert drawn(cells(3)).embed.text.splitlines() == [
        f"**C{i}**\u00a0{long if i % 2 else short}" for i in range(6)
    ]
    packed = drawn(cells(4)).embed.text.splitlines()
    assert packed[0] == f"**C0**\u00a0{short}\u2003**C2**\u00a0{short}\u2003**C4**\u00a0{short}"
    assert len(packed) == 6


def test_who_is_not_waited_for_reads_for_whom_the_table_waits():
    offer = SelectPrompt(
        (Option("withdraw", literal("Retirar la oferta"), tone="main"),),
        literal("Tu oferta sigue en pie."),
    )
    calm = drawn(offer, waiting=(1,))
    assert "Falta ■ Bruno." in calm.embed.text
    assert "Actualizar" in label_list(calm)
    assert [b.style for b in buttons(calm) if b.label.startswith("Retirar")] == ["grey"]
    asked = drawn(offer, waiting=(0, 1))
    assert "Actualizar" not in label_list(asked)
    assert [b.style for b in buttons(asked) if b.label.startswith("Retirar")] == ["blue"]


def test_how_much_was_chosen_is_said_as_such_and_no_bound_is_beyond_what_there_is():
    spread = DistributePrompt((Slot("wood", literal("wood"), 2),), 1, 9)
    assert (
        drawn(spread, words=EN, pending={"wood": 1}).embed.text == "1 selected. You can go up to 2."
    )
    assert drawn(spread, words=EN, pending={"wood": 2}).embed.text == "2 of 2 selected."
    assert drawn(spread, words=EN, pending={}).embed.text == "None yet. Choose 1 to 2."
    spread = DistributePrompt(
        (Slot("gold", literal("gold"), 2, 0), Slot("wood", literal("wood"), 2)), 0, 9
    )
    assert (
        drawn(spread, words=EN, pending={"gold": 2, "wood": 1}).embed.text
        == "1 selected. You can go up to 2. Not counting gold."
    )
    spread = DistributePrompt(
        (Slot("wood", literal("wood"), 3, 2),), 2, 6, progress="imp.workers.left"
    )
    for pending, left in (({}, 6), ({"wood": 2}, 2)):
        text = drawn(
            spread, words=Translator("en", "imperial_settlers"), pending=pending
        ).embed.text
        assert text == f"Each one costs 2 workers. Workers left: {left} of 6."
    spread = DistributePrompt((Slot("gold", literal("gold"), 2, 0),), 0, 0)
    assert drawn(spread, words=EN, pending={"gold": 2}).embed.text == "", (
        "nothing of what is there counts"
    )
    assert drawn(pick(3, min=1, max=9), words=EN, pending=[]).embed.text == "Choose 1 to 3."
    assert (
        drawn(pick(3, min=1, max=9), words=EN, pending=["o1"]).embed.text
        == "1 selected. You can select up to 3."
    )


def test_undo_keeps_its_verb_and_shortens_a_long_name():
    short, long = literal("Palacete A6"), literal("1 mármol → 1 madera y 1 piedra")
    assert "↩ Deshacer: Palacete A6" in label_list(
        drawn(pick(3), undo=MoveReady(short, label=short))
    )
    (cut_label,) = (
        label
        for label in label_list(drawn(pick(3), undo=MoveReady(long, label=long)))
        if label.startswith("↩")
    )
    assert cut_label == "↩ Deshacer: 1 mármol → 1 ma…"
    assert len(cut_label) <= 28


def test_in_words_the_way_to_the_picture_is_behind_more_where_free_verbs_are_there_too():
    """A form of many rows leaves it no room on the first page; it was on neither then."""
    free = tuple(
        Option(f"{tone}{n}", literal(f"{tone} {n}"), tone=tone)
        for n in range(3)
        for tone in ("free", "finish")
    )
    slots = tuple(Slot(f"s{n}", literal(f"Slot {n}"), 5) for n in range(4))
    form = DistributePrompt(slots, 1, 9, prompt=literal("Which?"), default={"s0": 1})
    panel = panel_of(
        form,
        path=("go",),
        root=SelectPrompt((Option("go", literal("Go")), *free), prompt=literal("What?")),
    )
    panel.view = find("eight_minute_empire").view(
        playouts.played("eight_minute_empire", 2, "one").moments[0].pos, 0
    )
    shown = [
        render_panel(
            panel,
            Translator.of(panel.match),
            PanelViewState(as_text=True, shows_more=more),
            (),
            ["told"],
        )
        for more in (False, True)
    ]
    assert any("en imagen" in label for one in shown for label in label_list(one)), [
        label_list(one) for one in shown
    ]
    assert all(list(faults(one)) == [] for one in shown)


def test_what_passes_after_a_spread_is_not_the_spread():
    done = MoveReady(literal("Comercias."))
    assert pass_moves(panel_of(done, path=("trade", {"wood": 2}))) == []
    assert pass_moves(panel_of(done, path=("trade", ["a", "b"]))) == []
    assert pass_moves(panel_of(done, path=("trade", "stop"))) == [("trade", "stop")]
    assert pass_moves(panel_of(done)) == []


def test_an_empty_spread_needs_no_words_in_the_path():
    trail = (
        Breadcrumb(literal("Comerciar"), False),
        Breadcrumb(
            answer_text(DistributePrompt((Slot("wood", literal("madera"), 2),), 0, 2), {}), False
        ),
    )
    assert (
        breadcrumb(panel_of(pick(2), path=("trade", {}), crumbs=trail), ES) == "Imperio › Comerciar"
    )


def test_what_is_refused_for_the_same_reason_is_told_once():
    why = {"Torre": "falta 1 de madera", "Templo": "no hay sitio", "Mercado": "falta 1 de madera"}
    form = SelectPrompt(
        options(2),
        literal("¿Qué quieres hacer?"),
        tuple(
            DisabledOption(key[0].lower() + key[-1], literal(key), literal(no))
            for key, no in why.items()
        ),
    )
    told = text(render_panel(panel_of(form), ES, PanelViewState(shows_reasons=True)))
    assert "✕ **Torre**, **Mercado**: falta 1 de madera" in told
    assert "✕ **Templo**: no hay sitio" in told
    assert told.count("falta 1 de madera") == 1
    read = text(render_panel(panel_of(form), ES, PanelViewState(as_text=True)))
    assert "✕ **Torre**, **Mercado** · falta 1 de madera" in read


def test_what_fixes_several_refusals_is_told_once():
    words = Translator("es", "era_medieval_age")
    form = SelectPrompt(
        options(2),
        literal("¿Qué construyes?"),
        tuple(
            DisabledOption(
                f"k{n}",
                literal(f"Pieza {n}"),
                msg("era.why.short", n=n, what=msg("era.amount.stone", n=n)),
            )
            for n in (1, 2)
        ),
    )
    told = text(render_panel(panel_of(form), words, PanelViewState(shows_reasons=True)))
    assert "✕ **Pieza 1**: falta 1 de piedra. La consigues" in told
    assert "✕ **Pieza 2**: faltan 2 de piedra" in told
    assert told.count("La consigues con los dados") == 1


@pytest.mark.parametrize("pictured", [False, True])
def test_a_short_label_is_for_buttons_below_a_picture(pictured: bool) -> None:
    form = SelectPrompt(
        tuple(
            Option(key.lower(), literal(f"{key} (3 gold)"), short=literal(key))
            for key in ("P1", "P2")
        ),
        literal("Which?"),
        blocked=(DisabledOption("p3", literal("P3 (skull)"), literal("no"), short=literal("P3")),),
    )
    shown = drawn(form, PanelViewState(pictured=pictured))
    names = [label for label in label_list(shown) if "P" in label]
    assert names == (
        ["P1", "P2", "✕ P3"] if pictured else ["P1 (3 gold)", "P2 (3 gold)", "✕ P3 (skull)"]
    )


def test_what_ending_the_turn_gives_up_is_said_even_without_room_for_all_actions():
    long = "una frase larga que ocupa dos renglones enteros del móvil"
    works = tuple(
        Option(f"o{n}", literal(f"Obra {n}"), literal(f"{long} {n}"), tone="main") for n in range(4)
    )
    done = Option("done", literal("Terminar"), literal("Obra 0 y Obra 1."), tone="finish")
    told = text(drawn(SelectPrompt((*works, done), literal("¿Qué construyes?"))))
    assert f"{long} 0" in told
    assert f"{long} 3" not in told
    assert "**Terminar**\u00a0Obra 0 y Obra 1." in told


def test_the_lines_of_a_prompt_stand_above_its_options():
    form = SelectPrompt(options(2), literal("¿Qué haces?"), lines=(literal("Falta 1 de oro."),))
    embed = drawn(form).embed
    assert embed is not None
    assert embed.text == "Falta 1 de oro."


def test_a_layout_of_menus_has_proposals_as_buttons_and_a_menu_for_each_group():
    groups = literal("Camellos"), literal("Barcos")
    form = SelectPrompt(
        tuple(Option(f"o{n}", literal(f"Espacio {n}"), group=groups[n % 2]) for n in range(12)),
        layout="menus",
        proposed=("o3", "o0"),
    )
    message = drawn(form)
    first = message.rows[0]
    assert isinstance(first, tuple)
    assert [button.label for button in first] == ["Espacio 3", "Espacio 0"]
    assert [one.placeholder for one in menus(message)] == ["Camellos", "Barcos"]
    assert [len(one.choices) for one in menus(message)] == [6, 6]
