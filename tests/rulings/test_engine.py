"""The engine on small test laws: questions, waits, derived answers, scopes and refusals."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from rulings.bridge import Card, Contract, Denomination, Seat
from rulings.engine.inquiry import Ask, Asking, Law, Ruled, Waiting, compile_tree, explore, readings, stages
from rulings.engine.questions import (
    UNKNOWN,
    Choice,
    ChooseOne,
    Count,
    Given,
    InvalidAnswer,
    Option,
    Seen,
    Told,
    WhichCall,
    WhichCard,
    WhichContract,
    WhichSeat,
    YesNo,
)
from rulings.engine.ruling import Duty, Ruling, When
from rulings.laws2017 import LAWS
from rulings.table import Lying, Table


class Lead(Choice):
    REQUIRE = Option("require", "Require", entails="The card is picked up", law="50D2(a)")
    FREE = Option("free", "Leave free", entails="The card stays")


OWNER = WhichSeat("owner", "50", "Whose card is it?")
CARD = WhichCard("card", "50", "Which card?")
HONOUR = YesNo("honour", "50B", "Is it an honour?", given=Given(lambda card: card.rank in "AKQJT", CARD))
LEAD = ChooseOne("lead", "50D2", "Your choice?", Lead, chooser="declarer")
MINOR, MAJOR = Ruling("50C", "Minor"), Ruling("50D", "Major")


def penalty_card(ask: Ask) -> Ruling:
    ask(CARD)
    if not ask(HONOUR):
        return MINOR
    return MAJOR if ask(LEAD) is Lead.FREE else Ruling("50D2(a)", "Picked up")


def waiting(ask: Ask) -> Ruling:
    ask.wait(When.END_OF_PLAY, meanwhile=Ruling("63", "Play on", duties=(Duty("64", When.END_OF_PLAY, "Come back"),)))
    return MAJOR if ask(HONOUR) else MINOR


LAW, WAIT = Law("50", "Penalty card", penalty_card), Law("64", "Two moments", waiting)


def test_an_unknown_fact_is_asked_first():
    state = LAW.step({})
    assert isinstance(state, Asking)
    assert (state.question, state.trail) == (CARD, ())


def test_a_question_is_answered_from_the_fact_when_it_is_known():
    state = LAW.step({"card": "S2"})
    assert isinstance(state, Ruled)
    assert state.ruling == MINOR
    assert [(step.question.id, step.value, step.derived) for step in state.trail] == [
        ("card", "S2", False),
        ("honour", "no", True),
    ]


def test_the_director_may_answer_otherwise_than_the_fact():
    assert LAW.step({"card": "S2", "honour": "yes"}).question == LEAD


def test_a_fact_nobody_knows_leaves_the_question_to_the_director():
    assert LAW.step({"card": UNKNOWN}).question == HONOUR


INSTEAD = YesNo("honour", "50B", "Is it an honour?", given=Given(lambda card: card.rank in "AKQJT", CARD, ask=True))


def test_a_fact_that_is_asked_in_place_of_a_question_counts_before_it_once_somebody_knows_it():
    law = Law("50", "Penalty card", lambda ask: MAJOR if ask(INSTEAD) else MINOR)
    nobody_knew = law.step({"card": UNKNOWN, "honour": "yes"})
    assert [(step.question.id, step.value, step.derived) for step in nobody_knew.trail] == [
        ("card", UNKNOWN, False),
        ("honour", "yes", False),
    ]
    assert law.step({"card": "S2", "honour": "yes"}).ruling == MINOR
    assert law.step({"honour": "yes"}).ruling == MAJOR


def test_the_law_of_the_chosen_option_is_cited():
    assert LAW.step({"card": "SA", "lead": "require"}).law_refs == ("50B", "50D2(a)")
    assert LAW.step({"card": "SA", "lead": "free"}).law_refs == ("50B", "50D2", "50D")


def test_a_question_has_all_its_options_and_what_they_entail():
    question = LAW.step({"card": "SA"}).question
    assert [(option.value, option.label, option.entails, option.law) for option in question.options] == [
        ("require", "Require", "The card is picked up", "50D2(a)"),
        ("free", "Leave free", "The card stays", ""),
    ]


@pytest.mark.parametrize("answers", [{"card": "S1"}, {"card": "SA", "lead": "maybe"}, {"card": "S2", "honour": "oui"}])
def test_an_answer_that_the_question_does_not_admit_is_refused(answers):
    with pytest.raises(InvalidAnswer, match="is not an answer; expected"):
        LAW.step(answers)


def test_a_wait_gives_the_ruling_that_holds_meanwhile():
    state = WAIT.step({})
    assert isinstance(state, Waiting)
    assert (state.moment, state.ruling.text) == (When.END_OF_PLAY, "Play on")
    assert WAIT.step({"end_of_play": "reached"}).question == HONOUR
    with pytest.raises(InvalidAnswer):
        WAIT.step({"end_of_play": "soon"})


def test_explore_gives_the_pause_and_what_follows():
    assert [(path.answers, path.end.ruling.text) for path in explore(WAIT)] == [
        ({}, "Play on"),
        ({"end_of_play": "reached", "honour": "yes"}, "Major"),
        ({"end_of_play": "reached", "honour": "no"}, "Minor"),
    ]


@pytest.mark.parametrize(
    "use",
    [
        lambda handle: handle == "SA",
        lambda handle: handle != "SA",
        lambda handle: bool(handle),
        lambda handle: handle < 3,
        lambda handle: int(handle),
        lambda handle: {handle},
        lambda handle: {"SA": 1}[handle],
    ],
)
def test_a_law_may_not_branch_on_a_fact(use):
    def law(ask: Ask) -> Ruling:
        use(ask(CARD))
        return MINOR

    with pytest.raises(TypeError):
        Law("x", "x", law).step({"card": "SA"})


def test_a_fact_prints_its_blank():
    def law(ask: Ask) -> Ruling:
        return Ruling("50", str(ask(CARD)))

    assert Law("x", "x", law).step({"card": "SA"}).ruling.text == "[card]"


def test_a_procedure_called_twice_asks_under_two_names():
    def law(ask: Ask) -> Ruling:
        first = ask.scope("east", owner="lho")(HONOUR)
        second = ask.scope("west", owner="rho")(HONOUR)
        return Ruling("50", f"{first} {second}")

    state = Law("x", "x", law).step({"east.honour": "yes", "west.honour": "no"})
    assert state.ruling.text == "True False"
    assert [(step.question.id, step.question.roles) for step in state.trail] == [
        ("east.honour", (("owner", "lho"),)),
        ("west.honour", (("owner", "rho"),)),
    ]


def test_the_same_question_twice_is_one_line_of_the_trail():
    def law(ask: Ask) -> Ruling:
        return Ruling("50", f"{ask(HONOUR)} {ask(HONOUR)}")

    assert len(Law("x", "x", law).step({"honour": "yes"}).trail) == 1


def test_two_questions_under_one_id_are_an_error():
    other = YesNo("honour", "50B", "Something else?")

    def law(ask: Ask) -> Ruling:
        return Ruling("50", f"{ask(HONOUR)} {ask(other)}")

    with pytest.raises(LookupError, match="honour"):
        Law("x", "x", law).step({"honour": "yes"})


def test_facts_may_be_asked_in_place_of_the_question():
    trick = Count("trick", "62", "Which trick?", 1, 13)
    twelfth = YesNo("twelfth", "62D", "Trick 12?", given=Given(lambda number: number == 12, trick, ask=True))

    def law(ask: Ask) -> Ruling:
        return MAJOR if ask(twelfth) else MINOR

    two = Law("x", "x", law)
    asking = two.step({})
    assert (asking.question, asking.instead_of) == (trick, "twelfth")
    assert two.step({"trick": "12"}).ruling == MAJOR
    assert two.step({"twelfth": "no"}).ruling == MINOR
    assert compile_tree(two)["tables"][0]["12"] == "yes"


def test_equal_parts_of_a_tree_are_shared():
    def law(ask: Ask) -> Ruling:
        ask(YesNo("idle", "1", "Does it matter?"))
        return MAJOR if ask(HONOUR) else MINOR

    tree = compile_tree(Law("x", "x", law))
    assert [sorted(node) for node in tree["nodes"]].count(["ruling"]) == 2
    idle = tree["nodes"][tree["root"]]
    assert idle["next"]["yes"] == idle["next"]["no"]


def test_a_regulation_is_answered_already_and_every_value_of_it_is_enumerated():
    profile = ChooseOne("profile", "54A", "Which edition?", Lead, default="free")

    def law(ask: Ask) -> Ruling:
        return MAJOR if ask(profile) is Lead.REQUIRE else MINOR

    regulated = Law("x", "x", law)
    state = regulated.step({})
    assert isinstance(state, Ruled)
    assert (state.ruling, [(step.value, step.derived) for step in state.trail]) == (MINOR, [("free", True)])
    assert regulated.step({"profile": "require"}).ruling == MAJOR
    assert [path.answers for path in explore(regulated)] == [{"profile": "require"}, {"profile": "free"}]
    tree = compile_tree(regulated)
    assert tree["tables"][tree["nodes"][tree["root"]]["given"]["table"]] == {"": "free"}


DEAL = "N:A432.KQ2.AK2.432 KQJ.J543.QJ4.KQJ T9876.AT986..A85 5.7.T987653.T976"


@pytest.mark.parametrize(("card", "second"), [("DK", "MUST_PLAY"), ("HK", "PENALTY_CARD")])
def test_with_the_deal_a_void_is_known_and_not_asked(card, second):
    answers = {"wrong_leader": "N", "since_lead": "partner", "partner_lead": "after", "card": card}
    answers |= {"leader_card": "C5", "option_over_two": "stay"}

    assert LAWS["54"].step(answers).question.id == "leader_follows"
    state = LAWS["54"].step(answers | {"deal": DEAL})
    assert isinstance(state, Ruled)
    assert second in [
        effect.effect for effect in state.ruling.rectifications if getattr(effect, "card", "") == "leader_card"
    ]


# Answers of the table

C4 = Lying(Seat.E, Card("C", "4"), "minor", "first")
EAST_HAS_C4 = str(Table(cards=(C4,)))


def has_another(table: Table, owner: Seat) -> Told | None:
    lying = table.penalties(owner)
    return None if lying is None else Told(bool(lying), tuple(card.key for card in lying))


def its_only_one(table: Table, owner: Seat) -> Card | None:
    lying = table.penalties(owner) or ()
    return lying[0].card if len(lying) == 1 else None


ALREADY = YesNo("already", "50B", "Has he another?", seen=Seen(has_another, OWNER))
WHICH = WhichCard("other", "50B", "Which one?", seen=Seen(its_only_one, OWNER))


def another(ask: Ask) -> Ruling:
    ask(OWNER)
    if not ask(ALREADY):
        return MINOR
    ask(WHICH)
    return MAJOR


SEES = Law("49", "Another card", another)


def test_a_question_that_sees_is_answered_by_the_table_and_the_trail_says_by_what():
    state = SEES.step({"owner": "E", "table": EAST_HAS_C4})
    assert isinstance(state, Ruled)
    assert [(step.question.id, step.value, step.derived, step.by) for step in state.trail] == [
        ("owner", "E", False, ()),
        ("already", "yes", True, ("E:C4",)),
        ("other", "C4", True, ()),
    ]
    assert SEES.step({"owner": "W", "table": EAST_HAS_C4}).ruling == MINOR


def test_an_answer_beats_the_table():
    state = SEES.step({"owner": "E", "table": EAST_HAS_C4, "already": "no"})
    assert (state.ruling, state.trail[-1].derived) == (MINOR, False)


@pytest.mark.parametrize(
    "facts",
    [{"owner": "E"}, {"owner": UNKNOWN, "table": EAST_HAS_C4}, {"owner": "E", "table": str(Table(unsure={Seat.E}))}],
    ids=["no table", "a fact nobody knows", "cards nobody noted"],
)
def test_what_the_table_does_not_say_is_asked(facts):
    assert SEES.step(facts).question == ALREADY


def test_what_the_table_says_is_known_to_the_questions_after_it():
    def law(ask: Ask) -> Ruling:
        ask(OWNER)
        ask(card_seen)
        return MAJOR if ask(HONOUR) else MINOR

    card_seen = WhichCard("card", "50", "Which card?", seen=WHICH.seen)
    assert Law("x", "x", law).step({"owner": "E", "table": EAST_HAS_C4}).ruling == MINOR


def test_every_path_of_a_question_that_sees_is_enumerated_and_a_device_is_told_of_what_it_sees():
    assert len(list(explore(SEES))) == 2
    assert compile_tree(SEES)["questions"]["already"]["seen"] == ["owner"]
    assert readings(SEES, Table.read(EAST_HAS_C4) or Table())["already"] == {
        "N": "no",
        "E": "yes",
        "S": "no",
        "W": "no",
    }


def test_an_assumed_answer_is_not_asked_and_may_be_changed_and_both_branches_are_enumerated():
    assumed = YesNo("already", "50B", "Has he another?", seen=ALREADY.seen, assumed="no")

    def law(ask: Ask) -> Ruling:
        ask(OWNER)
        return MAJOR if ask(assumed) else MINOR

    assuming = Law("x", "x", law)
    state = assuming.step({"owner": "E"})
    assert (state.ruling, state.trail[-1].value, state.trail[-1].derived) == (MINOR, "no", True)
    assert assuming.step({"owner": "E", "already": "yes"}).ruling == MAJOR
    assert assuming.step({"owner": "E", "table": EAST_HAS_C4}).ruling == MAJOR
    assert [path.end.ruling for path in explore(assuming)] == [MAJOR, MINOR]
    tree = compile_tree(assuming)
    node = next(node for node in tree["nodes"] if node.get("ask") == "already")
    assert tree["tables"][node["given"]["table"]] == {"": "no"}


def test_in_a_scope_a_question_is_given_the_fact_of_the_scope():
    def law(ask: Ask) -> Ruling:
        ask(CARD)
        east = ask.scope("east", card="east.card")
        east(CARD)
        return Ruling("50", f"{ask(HONOUR)} {east(HONOUR)}")

    scoped = Law("x", "x", law)
    assert scoped.step({"card": "SA", "east.card": "C4"}).ruling.text == "True False"
    tree = compile_tree(scoped)
    assert [node["given"]["facts"] for node in tree["nodes"] if "given" in node] == [
        ["east.card"],
        ["east.card"],
        ["card"],
    ]


def test_the_stages_of_an_inquiry_are_each_pause_and_where_it_stands():
    assert stages(WAIT, {}) == [("", WAIT.step({}))]
    answers = {"end_of_play": "reached", "honour": "yes"}
    assert [(moment, state.ruling.text) for moment, state in stages(WAIT, answers)] == [
        ("", "Play on"),
        ("end_of_play", "Major"),
    ]
    assert [moment for moment, _state in stages(WAIT, {"end_of_play": "reached"})] == [""]
    assert stages(LAW, {}) == []


def test_a_call_and_a_contract_are_facts_of_finitely_many_values():
    call, contract = (
        WhichCall("call", "27", "Which call?"),
        WhichContract("probable_contract", "16B", "Which contract?"),
    )
    assert (len(call.values), call.parse("1NT")) == (38, "1NT")
    assert (len(contract.values), contract.parse("4Sx"), contract.parse("Pass")) == (
        106,
        Contract(4, Denomination.S, 1),
        None,
    )
    for question, value in ((call, "8C"), (call, "pass"), (contract, "4S+1")):
        with pytest.raises(InvalidAnswer):
            question.parse(value)


def test_a_table_is_whole_for_a_thread_that_reads_it_while_another_one_computes_it():
    lengths: list[int] = []
    computed: list[Seat] = []

    def first_letter(seat: Seat) -> bool:
        computed.append(seat)
        if len(computed) == 4:  # the last row: a second thread reads the table now
            with ThreadPoolExecutor(1) as other:
                lengths.append(other.submit(lambda: len(given.table)).result(timeout=10))
        return seat is Seat.N

    given = Given(first_letter, WhichSeat("player", "1", "Who?"))
    assert len(given.table) == 4
    assert lengths == [4]
