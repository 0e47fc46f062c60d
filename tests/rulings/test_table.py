"""The table of a board: its text, the fold of rulings and statements, and the facts that a law then reads."""

import json
import tomllib
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.auction import Auction
from rulings.bridge import Card, Seat
from rulings.commands import table as table_commands
from rulings.engine.inquiry import Asking, Waiting, questions_of, reading_name, readings
from rulings.engine.names import Player
from rulings.engine.question import NOTHING_NOTED
from rulings.engine.questions import UNKNOWN, Fact, Told
from rulings.engine.roles import resolved, with_roles
from rulings.engine.ruling import (
    Accept,
    Cancel,
    DeclarerIs,
    LeadRestriction,
    MayForbid,
    MustPass,
    MustPlay,
    PenaltyCard,
    Rectification,
    Ruling,
    Withdraw,
)
from rulings.engine.text import plain, translator
from rulings.laws2017 import LAWS, on_the_table
from rulings.table import Bound, Ended, Lying, Said, Silent, Table
from rulings.table_from_log import entries, folded, of_board
from tests.rulings.conftest import HERE, every_law, paths

EAST = {"offender": "E", "owner": "E", "declarer": "S", "card": "D5"}
C4, D5 = Lying(Seat.E, Card("C", "4"), "minor"), Lying(Seat.E, Card("D", "5"), "major")


def ruled(*effects: Rectification, moment: str = "", **facts: str) -> Ended:
    return Ended(Ruling("50", "…", effects).as_json(), EAST | facts, "one", moment)


def penalty(card="card", player: Player = "owner", kind="major"):
    return PenaltyCard(law="50", player=player, card=card, kind=kind)


def cards(table: Table) -> list[str]:
    return [f"{card.key} {card.kind}" for card in table.cards]


# Text

FULL = Table(
    followed=True,
    auction=Auction.parse("N:1S 1H~ 2H"),
    declarer=Seat.S,
    trumps="S",
    cards=(Lying(Seat.E, Card("C", "4"), "major", "zero"), D5),
    bounds=(Bound(Seat.W, "forbid", "DH", "while_retains_lead", "two"), Bound(Seat.E, "may_forbid")),
    silent=(Silent(Seat.E, "once", 3, "three"),),
    unsure=frozenset((Seat.W, Seat.N)),
)


LEAD = {"now": "lead", "on_lead": "W"}


@pytest.mark.parametrize(
    ("noted", "binds"),
    [
        ({"cards": (C4,)}, "minor"),
        ({"bounds": (Bound(Seat.W, "may_forbid"),)}, "first_lead"),
        ({"bounds": (Bound(Seat.W, "forbid", "D", "while_retains_lead"),)}, "forbidden"),
        ({"unsure": frozenset((Seat.N,))}, "none"),
        ({"followed": True}, "none"),
    ],
)
def test_a_table_of_which_anything_is_noted_says_what_binds_a_lead(noted, binds):
    state = LAWS["50-table"].step(LEAD | {"table": str(Table(**noted))})
    assert [(step.question.id, step.value) for step in state.trail if step.derived][:1] == [("at_lead", binds)]


def test_a_table_of_which_nothing_is_noted_leaves_what_binds_a_lead_to_the_director():
    state = LAWS["50-table"].step(LEAD | {"table": str(Table(declarer=Seat.S))})
    assert isinstance(state, Asking) and state.question.id == "at_lead"


def test_a_question_reads_the_kind_of_its_own_card_and_of_no_other():
    west = Lying(Seat.W, Card("C", "4"), "major")
    seen = Lying(Seat.S, Card("H", "2"), "exposed")
    table = Table(cards=(C4, D5, west, seen))
    for lying in (C4, D5, west):
        assert on_the_table.kind_of(table, lying.seat, lying.card) == Told(lying.kind, (lying.key,))
    assert on_the_table.kind_of(table, Seat.S, seen.card) is None
    assert on_the_table.kind_of(table, Seat.N, C4.card) is None


@pytest.mark.parametrize("table", [Table(), FULL], ids=["empty", "full"])
def test_a_table_is_its_text(table):
    assert Table.read(str(table)) == table
    assert str(Table.read(str(table))) == str(table)
    assert len(str(table)) < 600


def test_its_text_is_canonical_and_says_its_version():
    assert str(Table(declarer=Seat.S, cards=(C4,))) == (
        '{"cards":[{"card":"C4","kind":"minor","seat":"E"}],"declarer":"S","v":1}'
    )


def test_a_text_of_the_first_version_is_read_for_ever():
    text = (
        '{"v":1,"auction":"N:1S 1H~ 2H","declarer":"S","trumps":"S","unsure":["N"],'
        '"cards":[{"seat":"E","card":"C4","kind":"minor","origin":"first"}],'
        '"bounds":[{"seat":"W","how":"forbid","suits":"D","lasts":"while_retains_lead"}],'
        '"silent":[{"seat":"E","lasts":"once","since":2}]}'
    )
    assert Table.read(text) == Table(
        auction=Auction.parse("N:1S 1H~ 2H"),
        declarer=Seat.S,
        trumps="S",
        cards=(Lying(Seat.E, Card("C", "4"), "minor", "first"),),
        bounds=(Bound(Seat.W, "forbid", "D", "while_retains_lead"),),
        silent=(Silent(Seat.E, "once", 2),),
        unsure=frozenset((Seat.N,)),
    )


@pytest.mark.parametrize(
    "text", ["[]", "{}", '{"v":0}', "x", '{"v":1,"cards":[{"seat":"E"}]}', '{"v":1,"declarer":"X"}']
)
def test_another_text_is_refused(text):
    with pytest.raises(ValueError, match="not the text of a table"):
        Table.read(text)


def test_no_text_is_no_table():
    assert Table.read("") is None


# Rulings


def test_a_penalty_card_lies_there_and_the_same_one_again_keeps_its_origin():
    once = folded(Table(), [ruled(penalty())])
    assert once.cards == (Lying(Seat.E, Card("D", "5"), "major", "one"),)
    again = folded(once, [Ended(ruled(penalty()).ruling, EAST, "two")])
    assert again == once


def test_two_penalty_cards_of_a_player_are_major_whoever_ruled_on_them():
    table = folded(Table(cards=(C4,)), [ruled(penalty(kind="minor"))])
    assert cards(table) == ["E:C4 major", "E:D5 major"]
    assert cards(folded(Table(cards=(C4,)), [ruled(penalty(kind="minor"), owner="W", offender="W")])) == [
        "E:C4 minor",
        "W:D5 minor",
    ]


def test_cards_that_nobody_noted_leave_the_player_unsure_until_they_are():
    table = folded(Table(), [ruled(penalty("cards"))])
    assert (table.cards, table.unsure, table.penalties(Seat.E)) == ((), {Seat.E}, None)
    noted = folded(table, [Said("lies", "E:H2"), Said("lies", "E:S3"), Said("noted", "E")])
    assert (cards(noted), noted.unsure) == (["E:H2 major", "E:S3 major"], frozenset())


@pytest.mark.parametrize(
    ("effect", "left"),
    [
        (Withdraw(law="50", player="owner", card="card", to="hand"), ["E:C4 major", "E:DQ major", "W:D9 major"]),
        (
            Withdraw(law="51", player="owner", card="penalty_cards", to="hand", suits="suit"),
            ["E:C4 major", "W:D9 major"],
        ),
        (
            Withdraw(law="51", player="owner", card="penalty_cards", to="hand", suits="suit, second_suit"),
            ["W:D9 major"],
        ),
        (MustPlay(law="50", player="owner", card="card", when="now"), ["E:C4 major", "E:DQ major", "W:D9 major"]),
        (
            MustPlay(law="50", player="owner", card="card", when="next_turn_if_legal"),
            ["E:C4 major", "E:D5 major", "E:DQ major", "W:D9 major"],
        ),
        (Accept(law="53", what="card", player="offender"), ["E:C4 major", "E:DQ major", "W:D9 major"]),
    ],
    ids=["one", "its suit (51B)", "two suits (51B)", "led now", "played later", "accepted: it is played"],
)
def test_cards_that_go_back_or_are_played_lie_there_no_more_and_no_other(effect, left):
    west = Lying(Seat.W, Card("D", "9"), "major")
    start = folded(Table(), [Said("lies", "E:C4"), Said("lies", "E:D5"), Said("lies", "E:DQ")])
    start = folded(start, [Said("lies", west.key)])
    assert cards(folded(start, [ruled(effect, suit="D", second_suit="C")])) == left


def test_a_card_taken_back_to_the_table_lies_there():
    back = Withdraw(law="62C2", player="owner", card="card", to="table_as_MPC")
    assert cards(folded(Table(), [ruled(back)])) == ["E:D5 major"]


def test_a_lead_is_bound_and_what_bound_an_earlier_lead_is_over():
    forbid = LeadRestriction(law="50D2", player="owner_partner", forbid="card:suit", lasts="while_retains_lead")
    table = folded(Table(), [ruled(forbid)])
    assert table.bounds == (Bound(Seat.W, "forbid", "D", "while_retains_lead", "one"),)
    require = LeadRestriction(law="50D2", player="owner_partner", require="card:suit", lasts="this_lead")
    both = folded(table, [ruled(require, card="H2")])
    assert [bound.key for bound in both.bounds] == ["W:forbid:D", "W:require:H"]
    assert [bound.key for bound in folded(both, [ruled(require, owner="W", offender="W", card="S3")]).bounds] == [
        "E:require:S"
    ]


def test_a_choice_over_a_penalty_card_leaves_the_right_of_26b_which_its_own_ruling_uses_up():
    right = Bound(Seat.W, "may_forbid", origin="call taken back")
    forbid = LeadRestriction(law="50D2", player="owner_partner", forbid="card:suit", lasts="while_retains_lead")
    both = folded(Table(bounds=(right,)), [ruled(forbid)])
    assert both.bounds == (right, Bound(Seat.W, "forbid", "D", "while_retains_lead", "one"))
    used = folded(both, [ruled(replace(forbid, law="26B"))])
    assert [(bound.key, bound.origin) for bound in used.bounds] == [("W:forbid:D", "one")]


def test_a_right_of_26b_is_used_up_by_the_first_lead_and_falls_where_his_side_declares():
    table = folded(Table(), [ruled(MayForbid(law="26B", player="partner"))])
    assert [bound.key for bound in table.bounds] == ["W:may_forbid"]
    assert folded(table, [Said("led", "W")]).bounds == ()
    assert folded(table, [Said("auction", "N:1S 2H Pass Pass Pass")]).bounds == ()
    assert len(folded(table, [Said("auction", "N:1S 2S~ Pass 2S Pass Pass Pass")]).bounds) == 1


def test_who_must_pass_once_may_call_after_his_next_call_that_stands():
    start = Table(auction=Auction.parse("N:1S 1H"))
    table = folded(start, [ruled(MustPass(law="31", players=("partner",), lasts="once"))])
    assert table.must_pass(Seat.W) == "once"
    passed = folded(table, [Said("call", "2S"), Said("call", "Pass")])
    assert (passed.must_pass(Seat.W), table.must_pass(Seat.N)) == ("", "")
    assert (len(table.silenced), passed.silenced) == (1, ())
    assert folded(table, [Said("call", "2S"), Said("call", "Pass"), Said("undo_call")]).must_pass(Seat.W) == "once"


def test_both_players_of_a_side_may_have_to_pass_until_the_end():
    table = folded(Table(), [ruled(MustPass(law="37B", players=("offending_side",), lasts="rest_of_auction"))])
    assert {seat: table.must_pass(seat) for seat in Seat} == {
        "N": "",
        "E": "rest_of_auction",
        "S": "",
        "W": "rest_of_auction",
    }
    over = folded(table, [Said("auction", "N:1S Pass Pass Pass")])
    assert over.must_pass(Seat.E) == ""


def test_no_suit_can_be_forbidden_to_the_side_that_declares_with_or_without_a_noted_auction():
    right = ruled(MayForbid(law="26B", player="partner"), offender="E", declarer="")
    for declarer, stays in (("E", []), ("W", []), ("S", ["W:may_forbid"])):
        assert [bound.key for bound in folded(Table(), [right, Said("declarer", declarer)]).bounds] == stays
        auction = Said("auction", f"{declarer}:1S Pass Pass Pass")
        assert [bound.key for bound in folded(Table(), [right, auction]).bounds] == stays


def test_a_call_accepted_or_cancelled_is_marked_in_the_auction():
    start = Table(auction=Auction.parse("N:1S 1H"))
    accepted = ruled(Accept(law="27A1", what="bid", player="offender"), bid="1H")
    cancelled = ruled(Cancel(law="27B", what="bid", player="offender"), bid="1H")
    assert folded(start, [accepted]).auction == Auction.parse("N:1S 1H+")
    assert folded(start, [cancelled]).auction == Auction.parse("N:1S 1H~")
    assert folded(Table(), [accepted, cancelled]).auction is None


def test_who_declares_was_answered_once_and_need_not_be_asked_again():
    assert folded(Table(), [ruled(trumps="H")]).facts().items() >= {"declarer": "S", "trumps": "H"}.items()
    assert folded(Table(declarer=Seat.N, trumps="NT"), [ruled(trumps="H")]) == Table(declarer=Seat.N, trumps="NT")
    assert folded(Table(), [ruled(declarer="?")]).declarer is None


def test_who_declares_is_ruled():
    change = DeclarerIs(law="54A", seat="dummy")
    assert folded(Table(declarer=Seat.S), [ruled(change)]).declarer is Seat.N


def test_at_the_end_of_play_nothing_lies_there_and_nobody_is_bound():
    table = folded(FULL, [ruled(moment="end_of_play")])
    assert (table.cards, table.bounds, table.silent, table.unsure, table.declarer) == ((), (), (), frozenset(), Seat.S)
    assert folded(FULL, [Said("end_of_play")]) == table


def test_what_is_not_resolved_changes_nothing():
    effects = (
        penalty(),
        Withdraw(law="50", player="owner", card="card", to="hand"),
        LeadRestriction(law="50", player="owner_partner", forbid="card:suit", lasts="while_retains_lead"),
        MustPass(law="31", players=("partner",), lasts="once"),
        DeclarerIs(law="54A", seat="dummy"),
    )
    assert folded(FULL, [Ended(Ruling("50", "…", effects).as_json(), {}, "one")]) == FULL


def test_a_ruling_of_an_earlier_version_folds_by_the_suits_in_its_words():
    old = {"effect": "WITHDRAW", "law": "51B2(b)", "player": "owner", "card": "penalty cards in suit", "to": "hand"}
    ended = Ended({"law": "51", "rectifications": [old]}, EAST | {"suit": "C"}, "old")
    assert cards(folded(Table(cards=(C4, D5)), [ended])) == ["E:D5 major"]


def test_a_ruling_of_an_earlier_version_folds_though_nothing_said_whose_the_card_was():
    facts = {"offender": "E", "declarer": "S", "card": "D5"}
    old = {"law": "56B", "rectifications": [penalty().as_json()], "facts": facts}
    assert cards(folded(Table(), [Ended(old, facts, "old")])) == ["E:D5 major"]


# Statements of the director


@pytest.mark.parametrize("what", ["played", "picked_up", "not_penalised"])
def test_a_card_that_he_says_has_gone_is_gone(what):
    assert folded(Table(cards=(C4, D5)), [Said(what, "E:C4")]).cards == (D5,)


def test_he_releases_a_player_from_what_binds_him():
    assert folded(FULL, [Said("released", "W:forbid:DH"), Said("released", "E:must_pass")]).bounds == FULL.bounds[1:]
    assert folded(FULL, [Said("released", "E:must_pass")]).silent == ()


def test_the_lead_is_made_or_lost():
    this_lead = Bound(Seat.W, "require", "D", "this_lead")
    keeps = Bound(Seat.W, "forbid", "H", "while_retains_lead")
    table = Table(bounds=(this_lead, keeps))
    assert folded(table, [Said("led", "W")]).bounds == (keeps,)
    assert folded(table, [Said("lost_lead", "W")]).bounds == (this_lead,)


def test_once_the_auction_is_over_declarer_and_trumps_follow():
    table = folded(Table(), [Said("auction", "N:1S 1H 2H"), Said("call", "Pass"), Said("call", "Pass")])
    assert (table.declarer, table.facts().get("trumps")) == (None, None)
    over = folded(table, [Said("call", "Pass")])
    assert (over.declarer, over.facts()["declarer"], over.facts()["trumps"]) == (Seat.S, "S", "H")


def test_the_board_and_its_result_are_where_it_starts():
    start = of_board({"declarer": "N", "contract": "3NT", "auction": "N:1S"})
    assert (start.declarer, start.trumps, str(start.auction)) == (Seat.N, "NT", "N:1S")
    assert of_board({"declarer": "?"}) == Table()


@pytest.mark.parametrize(
    ("what", "about"),
    [("played", "C4"), ("lies", "E:C4 big"), ("led", "X"), ("call", "8C"), ("end_of_play", "E"), ("sung", "")],
)
def test_what_cannot_be_said_of_a_table_is_refused(what, about):
    with pytest.raises(ValueError, match=what):
        Said(what, about)


# Every ruling of every law

SAMPLES = [
    Table(),
    FULL,
    Table(declarer=Seat.S, trumps="H", cards=(C4,)),
    Table(declarer=Seat.S, cards=(C4, D5, Lying(Seat.W, Card("H", "Q"), "major"))),
    Table(auction=Auction.parse("N:1S 1H"), unsure=frozenset((Seat.E,))),
]
FACTS = {"seat": "E", "card": "D5", "suit": "D", "count": "3", "words": "…", "call": "1H", "contract": "4S"}


@every_law
def test_every_effect_of_every_path_folds(law):
    values = {name: FACTS.get(question.kind, "") for name, question in questions_of(law).items()}
    values |= {"wrong_leader": "E", "declarer": "S"}
    for path in paths(law):
        known = {name: values[name] or value if value == UNKNOWN else value for name, value in path.answers.items()}
        for table in SAMPLES:
            folded_table = folded(table, [Ended(path.end.ruling.as_json(), known | {"declarer": "S"}, "x")])
            assert Table.read(str(folded_table)) == folded_table


@every_law
def test_every_question_that_sees_answers_a_value_that_it_admits(law):
    questions = questions_of(law)
    for table in SAMPLES:
        for name, rows in readings(law, table).items():
            assert set(rows.values()) <= {UNKNOWN, *questions[name.partition(" ")[0]].values}


SEATED = {"declarer": "S", "leader": "W", "presumed_declarer": "S"}
READ_THERE = ("49", "50", "50-table", "52", "54", "56", "58")
"""Laws whose questions about penalty cards the tables above answer."""


@every_law
def test_a_reading_on_a_device_equals_the_law(law):
    """Known answer, else reading: the device looks up the value that the law reads from the table."""
    read = set()
    for table in SAMPLES[2:4]:
        rows = readings(law, table)
        for path in paths(law)[:: max(1, len(paths(law)) // 30)] if rows else ():
            known = {"table": str(table)}
            while isinstance(state := law.step(known), Asking) and state.question.id in path.answers.keys() - known:
                asked = state.question
                known[asked.id] = SEATED.get(asked.id) or FACTS.get(asked.kind) or path.answers[asked.id]
            told = {step.question.id: step.value for step in state.trail}
            for step in state.trail:
                question = step.question
                if (name := reading_name(law, question)) in rows and question.id not in known:
                    values = ",".join(told[fact.id] for fact in question.seen.facts)
                    assert rows[name].get(values, question.usual) == step.value
                    read.add(question.id)
    if law.id in READ_THERE:
        assert read


# Any sequence

SEATS = st.sampled_from([Seat.E, Seat.W])
CARDS = st.sampled_from([Card(suit, rank) for suit in "SHDC" for rank in "A94"])
IRREGULARITIES = st.lists(st.tuples(st.integers(0, 6), SEATS, CARDS), max_size=6)


def entry_of(kind: int, seat: Seat, card: Card) -> Ended | Said:
    """Build one irregularity or statement about a card. It is drawn by its number, so that a failure shrinks."""
    facts = {"owner": seat.value, "offender": seat.value, "card": str(card), "suit": card.suit}
    match kind:
        case 0 | 1:
            return ruled(penalty(kind="major" if kind else "minor"), **facts)
        case 2:
            return ruled(Withdraw(law="50D2", player="owner", card="card", to="hand"), **facts)
        case 3:
            back = Withdraw(law="51B2", player="owner", card="penalty_cards", to="hand", suits="suit")
            forbid = LeadRestriction(law="51B2", player="owner_partner", forbid="suit", lasts="while_retains_lead")
            return ruled(back, forbid, **facts)
        case 4:
            return ruled(MustPlay(law="50D1", player="owner", card="card", when="now"), **facts)
        case 5:
            return Said("played", f"{seat}:{card}")
        case _:
            return Said("lies", f"{seat}:{card} minor")


def lying_by_hand(sequence) -> dict[str, set[str]]:
    """Compute the cards that lie on the table with a set of cards for East and one for West, without the product."""
    there: dict[str, set[str]] = {"E": set(), "W": set()}
    for kind, seat, card in sequence:
        if kind in (0, 1, 6):
            there[seat].add(str(card))
        elif kind == 3:
            there[seat] = {held for held in there[seat] if held[0] != card.suit}
        else:
            there[seat].discard(str(card))
    return there


@settings(max_examples=300, deadline=None)
@given(IRREGULARITIES)
def test_no_sequence_loses_a_card_that_lies_there_or_keeps_one_that_went_back(sequence):
    log = [entry_of(*entry) for entry in sequence]
    table = folded(Table(), log)
    there = lying_by_hand(sequence)
    assert {seat: {str(lying.card) for lying in table.penalties(seat)} for seat in (Seat.E, Seat.W)} == there
    for seat in (Seat.E, Seat.W):
        kinds = [lying.kind for lying in table.penalties(seat)]
        assert "minor" not in kinds or len(kinds) == 1
    assert folded(Table(), log) == table
    step_by_step = Table()
    for entry in log:
        step_by_step = folded(Table.read(str(step_by_step)), [entry])
    assert step_by_step == table


def test_the_stages_of_an_inquiry_enter_the_log_one_by_one():
    answers = {"offender": "E", "could_see": "yes", "cards": "led", "card": "C4"}
    waiting = entries(LAWS["24"], answers)
    assert [(inquiry.moment, [e["effect"] for e in inquiry.ruling["rectifications"]][:1]) for inquiry in waiting] == [
        ("", ["MUST_PASS"])
    ]
    assert isinstance(LAWS["24"].step(answers), Waiting)
    ended = entries(LAWS["24"], answers | {"end_of_auction": "reached", "declarer": "S", "lead_choice": "free"})
    assert [inquiry.moment for inquiry in ended] == ["", "end_of_auction"]
    assert folded(Table(), waiting).must_pass(Seat.W) == "once"
    table = folded(Table(), ended)
    assert (table.must_pass(Seat.W), cards(table)) == ("", ["E:C4 major"])
    assert json.loads(str(table))["v"] == 1


# Sequences: a ruling knows the effects of earlier ones

SEQUENCES = [
    case
    for file in sorted((HERE / "cases").glob("table_*.toml"))
    for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]
]


def in_short(document: dict[str, Any]) -> dict[str, Any]:
    """Write a table as its cases do: "E C4 major", "W forbid D while_retains_lead", "E once"."""

    def line(row: dict[str, Any]) -> str:
        return " ".join("".join(value) if isinstance(value, list) else value for value in row.values() if value)

    return {name: [line(row) for row in rows] if isinstance(rows, list) else rows for name, rows in document.items()}


@pytest.mark.parametrize("case", SEQUENCES, ids=[case["name"] for case in SEQUENCES])
def test_sequence(case):
    table = table_commands.after(case["log"])
    described = in_short(table_commands.described(table))
    assert {name: described[name] for name in case["table"]} == case["table"]
    if "next" in case:
        following = case["next"]
        state = LAWS[following["law"]].step(table.facts() | following["answers"])
        told = {step.question.id: step.value for step in state.trail if step.derived}
        assert told.items() >= following.get("tells", {}).items()
        asked = state.question.id if isinstance(state, Asking) else ""
        ruled_by = "" if isinstance(state, Asking) else state.ruling.law
        assert (asked, ruled_by) == (following.get("asks", ""), following.get("ruling", ""))
        if "presence" in following:
            seen = [
                f"{effect.do} {effect.until}".strip()
                for effect in state.ruling.rectifications
                if effect.effect == "TD_PRESENCE"
            ]
            assert seen == following["presence"]
        for language in ("en", "fr"):
            known = with_roles(table.facts() | following["answers"] | state.read)
            spoken = {plain(text, known, translator(language)).replace("\u00a0", " ") for text in said_by(state)}
            assert set(following.get(f"says_{language}", ())) <= spoken
        noted = {effect.law for effect in state.ruling.rectifications if effect.effect == "NOTE"} if ruled_by else set()
        assert noted >= set(following.get("notes", ()))
        if "sends" in following:
            sent = [effect.to for effect in state.ruling.rectifications if effect.effect == "SEND"]
            assert sent == following["sends"]


def said_by(state):
    """Return the sentences of a ruling; none while a question is open."""
    return (
        []
        if isinstance(state, Asking)
        else [state.ruling.text, *(effect.text for effect in state.ruling.rectifications)]
    )


def test_every_sequence_is_said_and_has_a_name_of_its_own():
    names = [case["name"] for case in SEQUENCES]
    assert len(set(names)) == len(names) >= 20
    assert all(case["source"] for case in SEQUENCES)


# Any inquiries of the laws themselves, one after another at one table

RULED_ON = ("24", "26B", "49", "50", "50-table", "52", "53", "54", "55", "56", "57", "58", "60", "64")
HANDS = {
    Seat.N: ["SA", "SK", "HA", "D2"],
    Seat.E: ["SQ", "H4", "D5", "C4"],
    Seat.S: ["SJ", "HK", "DA", "CA"],
    Seat.W: ["S9", "HQ", "D9", "C2"],
}


def answered(law, facts: dict[str, str], draw) -> dict[str, str]:
    """Answer an inquiry to its end as a director might: any option, players and cards of one board."""
    answers: dict[str, str] = {}
    for _step in range(40):
        state = law.step(facts | answers)
        if not isinstance(state, Asking):
            return answers
        question = state.question
        if question.kind == "card":
            player = with_roles(facts | answers | {s.question.id: s.value for s in state.trail}).get(question.hand, "")
            dealt = HANDS.get(Seat(player) if player in tuple(Seat) else Seat.E, HANDS[Seat.E])
            answers[question.id] = draw(st.sampled_from(dealt))
        else:
            answers[question.id] = draw(st.sampled_from(question.values)) if question.values else ""
    raise AssertionError(f"{law.id} never ends")


def touched(ended: Ended) -> set[str]:
    """Return the cards that the resolved effects of a ruling name."""
    known = with_roles(ended.facts)
    effects = [resolved(effect, known) for effect in ended.ruling["rectifications"]]
    return {str(effect[name]) for effect in effects for name in ("card_is", "what_is") if effect.get(name)}


def gone_back(ended: Ended) -> set[str]:
    """Return the cards that a ruling sends back to a hand without leaving them on the table by another effect."""
    known = with_roles(ended.facts)
    effects = [resolved(effect, known) for effect in ended.ruling["rectifications"]]
    cards = [effect for effect in effects if effect.get("player_is") in tuple(Seat) and effect.get("card_is")]
    back = {f"{card['player_is']}:{card['card_is']}" for card in cards if card.get("to") == "hand"}
    return back - {f"{card['player_is']}:{card['card_is']}" for card in cards if card["effect"] == "PENALTY_CARD"}


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_inquiries_in_a_row_keep_every_card_that_they_do_not_speak_of(data):
    table, log = Table(declarer=Seat.S), []
    for _number in range(data.draw(st.integers(1, 6))):
        law = LAWS[data.draw(st.sampled_from(RULED_ON))]
        answers = answered(law, table.facts(), data.draw)
        for entry in entries(law, table.facts() | answers):
            before, table = table, folded(table, [entry])
            log.append(entry)
            suits = any(effect.get("suits") for effect in entry.ruling["rectifications"])
            if not suits and entry.moment != "end_of_play":
                gone = before.keys - table.keys
                assert {key[2:] for key in gone} <= touched(entry)
            for effect in entry.ruling["rectifications"]:
                if effect["effect"] == "PENALTY_CARD" and effect["kind"] != "as_before":
                    there = resolved(effect, with_roles(entry.facts))
                    led_at_once = any(effect["effect"] == "MUST_PLAY" for effect in entry.ruling["rectifications"])
                    if there.get("card_is", "?") != "?" and there.get("player_is") in tuple(Seat) and not led_at_once:
                        assert f"{there['player_is']}:{there['card_is']}" in table.keys
            assert gone_back(entry).isdisjoint(table.keys)
            assert Table.read(str(table)) == table
    assert folded(Table(declarer=Seat.S), log) == table


def test_a_card_seen_in_the_auction_that_an_earlier_version_ruled_on_stays_ruled_on():
    """The earlier version did not ask whether the auction had begun."""
    before = {"offender": "E", "could_see": "yes", "cards": "dropped", "card": "C4"}
    assert isinstance(LAWS["24"].step(before), Waiting)
    assert LAWS["24"].step({"offender": "E"}).question.id == "auction_begun"


# Default answers

EVERYBODY_UNSURE = Table(unsure=frozenset(Seat))


@every_law
def test_an_empty_table_answers_a_question_in_one_way_and_an_unsure_one_supposes_nothing_of_cards(law):
    """A device stores one answer of an empty table for each question; if a player's cards were not noted, it does not
    suppose that he has none."""
    for question in questions_of(law).values():
        if question.seen is None:
            continue
        silence = {row.value for row in question.seen.rows(NOTHING_NOTED).values() if not row.by} - {UNKNOWN}
        assert len(silence) <= 1, question.id
        unsure = question.seen.rows(EVERYBODY_UNSURE)
        assumed = getattr(question, "assumed", "")
        if (
            silence and assumed and question.id not in ("still_barred", "still_required")
        ):  # where a ruling forbids or requires a suit, with or without cards on the table
            assert {told.value for told in unsure.values()} <= {UNKNOWN, "yes"}, question.id
            assert len(unsure) == len(question.seen.rows(NOTHING_NOTED)), question.id


@every_law
def test_what_an_empty_table_answers_is_supposed_and_can_be_denied(law):
    """On an empty table, an answer from a reading is marked as supposed, so that every page and paper shows it and one
    tap refuses it. Once one was refused, no other default is supposed."""
    empty = {"table": str(Table())}
    for path in paths(law):
        given = empty | {name: value for name, value in path.answers.items() if not _reads_an_empty_table(path, name)}
        state = law.step(given)
        for step in state.trail:
            if step.derived and step.question.seen is not None and not isinstance(step.question, Fact):
                assert step.supposed or step.question.given, step.question.id
                other = next(value for value in step.question.values if value != step.value)
                denied = law.step(given | {step.question.id: other})
                after = list(denied.trail)
                at = [line.question.id for line in after].index(step.question.id)
                silent = [line for line in after[at + 1 :] if line.supposed and _is_read(line, denied.read)]
                assert not silent, (step.question.id, [line.question.id for line in silent])


def _reads_an_empty_table(path, name: str) -> bool:
    """Is this an answer that an empty table gives by its silence?"""
    question = path.end.questions.get(name)
    return bool(
        question is not None
        and question.seen is not None
        and {row.value for row in question.seen.rows(NOTHING_NOTED).values()} - {UNKNOWN}
    )


def _is_read(step, known) -> bool:
    """Does the table answer this question, and not a default of the law?"""
    seen = step.question.seen
    if seen is None or any(known.get(fact.id, UNKNOWN) == UNKNOWN for fact in seen.facts):
        return False
    return seen.told(NOTHING_NOTED, tuple(known[fact.id] for fact in seen.facts)) is not None


def test_who_speaks_of_a_card_at_an_empty_table_is_asked_whether_one_still_lies_there():
    led = {"wrong_leader": "E", "since_lead": "nothing", "card": "DK", "option": "free", "declarer": "S"}
    law, empty = LAWS["54"], {"table": str(Table())}
    supposed = {step.question.id: step.supposed for step in law.step(empty | led).trail}
    assert supposed["besides"]
    denied = law.step(empty | led | {"besides": "yes", "over_cards": "accept"})
    assert isinstance(denied, Asking)
    assert denied.question.id == "cards_lie"
    noted = Table(declarer=Seat.S, cards=(D5,), followed=True)
    told = {step.question.id: step for step in law.step(led | {"table": str(noted), "over_cards": "accept"}).trail}
    assert (told["besides"].by, told["besides"].supposed) == (("E:D5",), False)
    assert told["cards_lie"].value == "yes"


def test_who_cannot_play_his_penalty_card_is_asked_for_it_where_none_was_noted():
    asked = LAWS["59"].step({"table": str(Table()), "player": "W", "bound": "required", "able": "no"})
    assert isinstance(asked, Asking)
    assert asked.question.id == "own_penalty_card"
    followed = LAWS["59"].step({"table": str(Table(followed=True)), "player": "W", "bound": "required", "able": "no"})
    assert {step.question.id for step in followed.trail if step.supposed} == {"own_penalty_card"}
