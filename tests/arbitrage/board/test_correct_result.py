"""A director corrects a line of a traveller: the stored line, its event, and the consequences for incidents."""

import datetime
from dataclasses import replace
from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from arbitrage.models import (
    Adjustment,
    Board,
    Club,
    Contestant,
    Event,
    Incident,
    Inquiry,
    Player,
    Result,
    Stream,
    Tournament,
)
from arbitrage.services import clock, incidents
from arbitrage.services.errors import Refused
from arbitrage.services.proof import adopting
from arbitrage.services.record import history
from arbitrage.services.results import entering, scores
from arbitrage.services.results.entering import Entry, add_result, correct_result, says, seen_of, set_forms, to_review
from rulings.bridge import Card, Contract, Denomination, Seat
from rulings.scores.adjusted import Average
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url, words

pytestmark = pytest.mark.django_db

FOUR_SPADES = Contract(4, Denomination.S, 0, Seat.E)


@pytest.fixture
def line(board) -> Result:
    return board.results.get(table=1)


def played(line: Result, contract: Contract = FOUR_SPADES, tricks: int = 10, **other: object) -> Entry:
    return Entry(kind=Result.Kind.PLAYED, contract=contract, tricks=tricks, ns=line.ns, ew=line.ew, **other)


def correct(line: Result, by, entry: Entry, **other: object):
    return correct_result(result=line, by=by, entry=entry, seen=other.pop("seen", "") or seen_of(line), **other)


def made_by(seat: Seat, tricks: int = 11) -> dict[str, object]:
    return {"contract": Contract(3, Denomination.NT, 0, seat), "tricks": tricks}


# Writing


def test_the_line_says_what_was_touched_and_is_scored_at_the_vulnerability_of_the_board(line, director):
    correct(line, director, played(line, lead=Card("H", "K")))
    line.refresh_from_db()
    assert (line.contract, line.declarer, line.tricks, line.lead) == ("4S", "E", 10, "HK")
    assert (line.score, line.kind) == (-420, "played")


def test_the_event_stands_in_the_tournament_s_chain_with_was_and_now(line, director, board):
    correct(line, director, played(line), reason="typed")
    event = Event.objects.get(kind="result_corrected")
    assert (event.stream_id, event.tournament, event.board, event.incident, event.by) == (
        board.tournament_id, board.tournament, board, None, director,
    )  # fmt: skip
    data = event.data
    assert data["result"] == str(line.pk)
    assert {name: data["was"][name] for name in ("contract", "declarer", "tricks", "score")} == {
        "contract": "3NT", "declarer": "S", "tricks": 11, "score": 660,
    }  # fmt: skip
    assert data["now"] == says(Result.objects.get(pk=line.pk))
    assert (data["reason"], data["law"]) == ("typed", "")
    assert history.verify(Stream.objects.get(pk=board.tournament_id)) == []


def test_the_record_never_holds_a_player_s_name(line, director):
    Player.objects.update(name="Zébulon")
    correct(line, director, Entry(kind=Result.Kind.PASSED, ns=line.ew, ew=line.ns))
    assert "Zébulon" not in Event.objects.get().body


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"kind": Result.Kind.PASSED}, ("passed", "", None, 0, None, None, {})),
        ({"kind": Result.Kind.NOT_PLAYED}, ("not_played", "", None, None, None, None, {})),
        (
            {"kind": Result.Kind.ARTIFICIAL, "ns_share": Decimal("60"), "ew_share": Decimal("37.5")},
            ("artificial", "", None, None, Decimal("60"), Decimal("37.5"), {"ns": "60", "ew": "75/2"}),
        ),
        (
            {"kind": Result.Kind.ARTIFICIAL, "ns_share": Average.PLUS, "ew_share": Average.MINUS},
            ("artificial", "", None, None, Decimal("60"), Decimal("40"), {"ns": "A+", "ew": "A-"}),
        ),
        (
            {"kind": Result.Kind.ARTIFICIAL, "ns_share": Average.EVEN, "ew_share": Decimal("33.33")},
            ("artificial", "", None, None, Decimal("50"), Decimal("33.33"), {"ns": "A", "ew": "3333/100"}),
        ),
    ],
)
def test_a_line_may_be_passed_out_not_played_or_artificial(line, director, entry, expected):
    correct(line, director, Entry(ns=line.ns, ew=line.ew, **entry))
    line.refresh_from_db()
    found = (line.kind, line.contract, line.tricks, line.score, line.ns_percent, line.ew_percent, line.award)
    assert found == expected
    assert (line.declarer, line.lead, line.score_ew) == ("", "", None)


def test_averages_are_said_in_the_words_of_results_files(line, director):
    correct(line, director, Entry(kind=Result.Kind.ARTIFICIAL, ns_share=Average.PLUS, ew_share=Average.MINUS,
                                  ns=line.ns, ew=line.ew))  # fmt: skip
    line.refresh_from_db()
    assert line.remark == "A+/A-"
    correct(line, director, played(line))
    line.refresh_from_db()
    assert (line.remark, line.award, line.ns_percent) == ("", {}, None)


def test_the_two_sides_may_be_exchanged_and_the_score_stays_that_of_the_seat(line, director):
    entry = Entry(kind=Result.Kind.PLAYED, ns=line.ew, ew=line.ns, **made_by(Seat.S))
    correct(line, director, entry, reason="sides")
    now = Result.objects.get(pk=line.pk)
    assert (now.ns, now.ew, now.score, now.contract) == (line.ew, line.ns, 660, "3NT")


def test_the_points_of_the_file_are_those_of_the_old_score_and_go(line, director):
    Result.objects.filter(pk=line.pk).update(ns_points=7, ew_points=7, score_ew=-660)
    line.refresh_from_db()
    correct(line, director, played(line))
    line.refresh_from_db()
    assert (line.ns_points, line.ew_points, line.score_ew) == (None, None, None)
    was = Event.objects.get().data["was"]
    assert (was["ns_points"], was["score_ew"]) == ("7", -660)


def test_what_a_director_typed_about_a_played_line_in_the_file_stays(line, director):
    Result.objects.filter(pk=line.pk).update(remark="late play")
    line.refresh_from_db()
    correct(line, director, played(line))
    assert Result.objects.get(pk=line.pk).remark == "late play"


def test_an_unreadable_line_becomes_a_result(line, director):
    Result.objects.filter(pk=line.pk).update(
        kind="unreadable", score=None, tricks=None, contract="", declarer="", remark="3SA ??"
    )
    line.refresh_from_db()
    correct(line, director, played(line))
    line.refresh_from_db()
    assert (line.kind, line.score, line.remark) == ("played", -420, "")
    assert Event.objects.get().data["was"]["remark"] == "3SA ??"


def test_saying_what_the_line_says_already_writes_nothing(line, director):
    entry = Entry(kind=Result.Kind.PLAYED, ns=line.ns, ew=line.ew, **made_by(Seat.S))
    correct(line, director, entry, seen="of another page")
    assert Event.objects.count() == 0


def test_an_artificial_score_said_again_writes_nothing(line, director):
    entry = Entry(kind=Result.Kind.ARTIFICIAL, ns_share=Decimal("60"), ew_share=Decimal("40"), ns=line.ns, ew=line.ew)
    correct(line, director, entry)
    correct(Result.objects.get(pk=line.pk), director, entry, seen="old")
    assert Event.objects.count() == 1


# Refusals


def refusal(*args: object, **kwargs: object) -> str:
    with pytest.raises(Refused) as refused:
        correct(*args, **kwargs)
    assert Event.objects.filter(kind="result_corrected").count() == 0
    return refused.value.code


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"kind": Result.Kind.PLAYED}, "missing"),
        ({"kind": Result.Kind.PLAYED, "contract": Contract(3, Denomination.NT), "tricks": 9}, "missing"),
        ({"kind": Result.Kind.PLAYED, "contract": FOUR_SPADES}, "missing"),
        ({"kind": Result.Kind.PLAYED, "contract": FOUR_SPADES, "tricks": 14}, "impossible"),
        ({"kind": Result.Kind.PLAYED, "contract": FOUR_SPADES, "tricks": -1}, "impossible"),
        ({"kind": Result.Kind.ARTIFICIAL, "ns_share": Decimal("60")}, "missing"),
        ({"kind": Result.Kind.ARTIFICIAL, "ns_share": Decimal("60"), "ew_share": Decimal("100.5")}, "impossible"),
        ({"kind": Result.Kind.ARTIFICIAL, "ns_share": Decimal("-1"), "ew_share": Decimal("40")}, "impossible"),
        ({"kind": Result.Kind.UNREADABLE}, "missing"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(line, director, entry, code):
    assert refusal(line, director, Entry(ns=line.ns, ew=line.ew, **entry)) == code
    assert says(Result.objects.get(pk=line.pk)) == says(line)


def test_a_pair_does_not_play_against_itself(line, director):
    assert refusal(line, director, Entry(kind=Result.Kind.PASSED, ns=line.ns, ew=line.ns)) == "impossible"


def test_a_pair_of_another_tournament_does_not_play_here(line, director):
    other = make.make_tournament(Club.objects.get(), name="Other")
    stranger = Contestant.objects.filter(section__tournament=other).first()
    assert refusal(line, director, Entry(kind=Result.Kind.PASSED, ns=stranger, ew=line.ew)) == "elsewhere"
    four = tuple(str(contestant.pk) for contestant in Contestant.objects.filter(section__tournament=other)[:4])
    assert refusal(line, director, Entry(kind=Result.Kind.PASSED, seats=four)) == "elsewhere"


def test_the_second_of_two_directors_is_told_and_the_first_correction_stays(line, director):
    shown = seen_of(line)
    correct(line, director, played(line), seen=shown)
    second = make.make_member(Club.objects.get(), "second")
    with pytest.raises(Refused) as refused:
        correct(line, second, played(line, tricks=9), seen=shown)
    assert refused.value.code == "changed"
    assert Result.objects.get(pk=line.pk).tricks == 10
    assert Event.objects.count() == 1


def test_a_correction_is_taken_back_by_another_and_both_stay_in_the_record(line, director):
    before = says(line)
    correct(line, director, played(line))
    correct(
        Result.objects.get(pk=line.pk),
        director,
        Entry(kind=Result.Kind.PLAYED, ns=line.ns, ew=line.ew, **made_by(Seat.S)),
    )
    assert says(Result.objects.get(pk=line.pk)) == before
    first, second = Event.objects.order_by("seq")
    assert (first.data["was"], second.data["was"]) == (second.data["now"], first.data["now"])


# Published scores (Law 79C)


@pytest.mark.parametrize(("minutes", "law"), [(10, "79C1"), (31, "79C2")])
def test_a_published_score_is_corrected_under_the_law_of_the_moment(line, director, minutes, law):
    published = datetime.datetime(2026, 11, 20, 23, 0, tzinfo=datetime.UTC)
    Tournament.objects.update(published_at=published, correction_minutes=30)
    with clock.at(published + datetime.timedelta(minutes=minutes)):
        if law == "79C2":
            assert refusal(line, director, played(line)) == "correction_period_over"
        correct(line, director, played(line), agreed=law == "79C2")
    assert Event.objects.get().data["law"] == law


# Consequences for the incidents


def test_a_confirmed_score_that_follows_no_more_is_to_be_reviewed(line, board, director, confirmed):
    assert to_review(board) == ()
    entry = Entry(kind=Result.Kind.PLAYED, ns=line.ns, ew=line.ew, **made_by(Seat.S, 10))
    correction = correct(line, director, entry)
    assert [(review.incident, review.stale) for review in correction.review] == [(confirmed, True)]
    assert [(review.incident, review.stale) for review in to_review(board)] == [(confirmed, True)]
    again = scores.propose_adjustment(confirmed)
    assert (again.after.score, again.stale) == (660, True)


def test_the_review_ends_when_the_new_score_is_confirmed(line, board, director, confirmed):
    correct(line, director, Entry(kind=Result.Kind.PLAYED, ns=line.ns, ew=line.ew, **made_by(Seat.S, 10)))
    scores.confirm_adjustment(incident=confirmed, by=director, seen=scores.propose_adjustment(confirmed).digest)
    assert [review.stale for review in to_review(board)] in ([], [False])
    assert Adjustment.objects.confirmed().get().seen


def test_a_score_that_is_confirmed_on_a_line_without_result_is_to_be_reviewed(line, board, director, confirmed):
    correction = correct(line, director, Entry(kind=Result.Kind.NOT_PLAYED, ns=line.ns, ew=line.ew))
    assert [(review.incident, review.stale) for review in correction.review] == [(confirmed, True)]


def test_a_decision_made_from_another_declarer_is_to_be_reviewed_and_not_rewritten(line, board, director):
    incident = make.make_incident(board, director)
    inquiry = make.rule_the_seed_case(incident, director)
    before = (inquiry.facts, [ruling.pk for ruling in inquiry.rulings.all()], inquiry.answers_dict())
    correction = correct(line, director, played(line))
    assert [(review.incident, review.facts) for review in correction.review] == [(incident, ("contract", "declarer"))]
    assert correction.followed == ()
    inquiry = Inquiry.objects.with_everything().get(pk=inquiry.pk)
    assert (inquiry.facts, [ruling.pk for ruling in inquiry.rulings.all()], inquiry.answers_dict()) == before


def test_a_director_takes_the_new_result_over_and_no_answer_is_changed(line, board, director):
    incident = make.make_incident(board, director)
    inquiry = make.rule_the_seed_case(incident, director)
    answers = inquiry.answers_dict()
    correct(line, director, played(line))
    entering.take_over(incident=incident, by=director)
    inquiry = Inquiry.objects.with_everything().get(pk=inquiry.pk)
    assert inquiry.answers_dict() == answers
    assert (inquiry.facts["contract"], inquiry.facts["declarer"], inquiry.facts["tricks"]) == ("4S", "E", "10")
    assert to_review(board) == ()
    count = Event.objects.count()
    entering.take_over(incident=incident, by=director)
    assert Event.objects.count() == count
    assert history.differences(incident) == []


def test_a_running_inquiry_goes_on_from_the_new_result(line, board, director):
    incident = make.make_incident(board, director)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    inquiry = make.answer(inquiry, director, able="yes")
    correction = correct(line, director, played(line))
    assert (correction.followed, correction.review) == ((incident,), ())
    inquiry = Inquiry.objects.with_answers().get(pk=inquiry.pk)
    assert inquiry.facts["declarer"] == "E"
    assert inquiry.answers_dict() == {"able": "yes"}
    assert history.differences(incident) == []


def test_an_inquiry_ruled_before_there_was_a_result_is_completed_from_it(line, board, director):
    Result.objects.filter(pk=line.pk).update(kind="not_played", score=None, tricks=None, contract="", declarer="")
    line.refresh_from_db()
    incident = make.make_incident(board, director)
    inquiry = rule_without_a_result(incident, director)
    assert "contract" not in inquiry.facts
    correction = correct(line, director, Entry(kind=Result.Kind.PLAYED, ns=line.ns, ew=line.ew, **made_by(Seat.S)))
    assert (correction.followed, correction.review) == ((incident,), ())
    assert Inquiry.objects.get(pk=inquiry.pk).facts["contract"] == "3NT"


def test_an_answer_that_the_new_result_contradicts_is_named_and_stays(line, board, director):
    Result.objects.filter(pk=line.pk).update(kind="not_played", score=None, tricks=None, contract="", declarer="")
    line.refresh_from_db()
    incident = make.make_incident(board, director)
    inquiry = rule_without_a_result(incident, director)
    correction = correct(line, director, played(line))
    assert [(review.incident, review.facts) for review in correction.review] == [(incident, ("declarer",))]
    entering.take_over(incident=incident, by=director)
    assert [review.facts for review in to_review(board)] == [("declarer",)]
    inquiry = Inquiry.objects.with_answers().get(pk=inquiry.pk)
    assert (inquiry.facts["declarer"], inquiry.known()["declarer"]) == ("E", "S")
    make.answer(inquiry, director, declarer="E")
    assert to_review(board) == ()


def rule_without_a_result(incident: Incident, by) -> Inquiry:
    """Rule on the seed case before its table has a result: the director enters the declarer."""
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=by)
    inquiry = make.answer(
        inquiry, by, able="yes", offender="W", declarer="S", trick="3", noticed="during", since="played"
    )
    incidents.reach_moment(duty=inquiry.duties.get(state="open"), by=by)
    return make.answer(Inquiry.objects.get(pk=inquiry.pk), by, **make.AT_THE_END)


def test_a_withdrawn_incident_and_one_of_another_table_are_left_alone(line, board, director):
    gone, other = make.make_incident(board, director), make.make_incident(board, director, table=2)
    for one in (gone, other):
        make.rule_the_seed_case(one, director)
    incidents.withdraw_incident(incident=gone, by=director)
    count = Event.objects.filter(incident__isnull=False).count()
    assert correct(line, director, played(line)).review == ()
    assert Event.objects.filter(incident__isnull=False).count() == count


def test_a_final_decision_is_named_and_not_touched(line, board, director, confirmed):
    Incident.objects.update(state=Incident.State.FINAL)
    correction = correct(line, director, played(line))
    assert [review.incident for review in correction.review] == [confirmed]
    with pytest.raises(Refused):
        entering.take_over(incident=confirmed, by=director)


# A line that the file lacks


def add(board: Board, director, table: int = 9, **other: object):
    section = board.tournament.sections.get()
    for direction in ("NS", "EW"):
        Contestant.objects.get_or_create(section=section, direction=direction, number="9", defaults={"position": 9})
    entry = Entry(
        kind=Result.Kind.PLAYED,
        ns=section.contestants.get(direction="NS", number="9"),
        ew=section.contestants.get(direction="EW", number="9"),
        **made_by(Seat.S),
    )
    return add_result(board=board, section=section, by=director, entry=other.pop("entry", entry), table=table, **other)


def test_a_line_is_added_at_the_end_with_its_event(board, director):
    line = add(board, director).line
    assert (line.table, line.score, line.position, line.form) == (9, 660, 9, 1)
    event = Event.objects.get(kind="result_added")
    assert (event.board, event.data["result"], event.data["now"], event.data["file"]) == (
        board,
        str(line.pk),
        says(line),
        "",
    )


def test_a_line_without_a_table_has_that_of_its_north_south_pair(board, director):
    assert add(board, director, table=None).line.table == 9


def test_a_line_sent_twice_is_added_once(board, director):
    key = entering.uuid7()
    assert add(board, director, id=key).line == add(board, director, id=key).line
    assert (board.results.count(), Event.objects.count()) == (9, 1)
    other = Board.objects.create(tournament=board.tournament, number=3, dealer="S", vulnerability="EW")
    with pytest.raises(Refused) as refused:
        add(other, director, id=key)
    assert refused.value.code == "identifier_reused"


def test_a_pair_that_has_a_result_on_the_board_is_not_given_a_second_one(board, line, director):
    with pytest.raises(Refused) as refused:
        add(board, director, entry=Entry(kind=Result.Kind.PASSED, ns=line.ns, ew=line.ew))
    assert (refused.value.code, board.results.count()) == ("has_result", 8)


def test_an_added_line_says_who_played(board, director):
    with pytest.raises(Refused) as refused:
        add(board, director, entry=Entry(kind=Result.Kind.PASSED))
    assert refused.value.code == "missing"


def test_an_incident_of_the_table_is_given_the_line(board, director):
    incident = make.make_incident(board, director, table=9)
    assert incident.result is None
    found = add(board, director)
    assert found.followed == (incident,)
    assert Incident.objects.get(pk=incident.pk).result == found.line
    assert history.differences(incident) == []


# The forms of a fouled board (Law 87)


def forms(board: Board) -> list[int]:
    return list(board.results.order_by("position").values_list("form", flat=True))


def test_the_lines_say_in_which_form_they_were_played(board, director):
    lines = list(board.results.order_by("position"))
    seen = entering.forms_of(lines)
    set_forms(board=board, by=director, forms={line.pk: 2 for line in lines[5:]}, seen=seen)
    assert forms(board) == [1, 1, 1, 1, 1, 2, 2, 2]
    data = Event.objects.get(kind="forms_set").data
    assert {result["result"]: (result["was"], result["form"]) for result in data["results"]} == {
        str(line.pk): (1, 2) for line in lines[5:]
    }
    set_forms(board=board, by=director, forms={line.pk: 2 for line in lines[5:]}, seen="anything")
    assert Event.objects.count() == 1


def test_forms_are_not_set_from_a_page_that_shows_others(board, director):
    lines = list(board.results.order_by("position"))
    seen = entering.forms_of(lines)
    set_forms(board=board, by=director, forms={lines[0].pk: 2}, seen=seen)
    with pytest.raises(Refused) as refused:
        set_forms(board=board, by=director, forms={lines[1].pk: 2}, seen=seen)
    assert (refused.value.code, forms(board)[:2]) == ("changed", [2, 1])


@pytest.mark.parametrize("form", [0, 4, 99])
def test_a_form_is_one_of_three(board, director, form):
    line = board.results.first()
    with pytest.raises(Refused):
        set_forms(board=board, by=director, forms={line.pk: form}, seen=entering.forms_of(board.results.all()))
    assert forms(board) == [1] * 8


def test_a_line_of_another_board_has_no_form_here(board, director):
    other = make.make_tournament(Club.objects.get(), name="Other").boards.get()
    foreign = make.make_result(other, 1)
    with pytest.raises(Refused):
        set_forms(board=board, by=director, forms={foreign.pk: 2}, seen=entering.forms_of(board.results.all()))
    assert Result.objects.get(pk=foreign.pk).form == 1


# The record


@pytest.mark.append_only
def test_every_line_is_what_its_events_say(board, line, director):
    correct(line, director, played(line))
    added = add(board, director).line
    set_forms(board=board, by=director, forms={added.pk: 2}, seen=entering.forms_of(board.results.all()))
    assert entering.differences(board.tournament) == []
    call_command("verify_history", stdout=StringIO())


@pytest.mark.usefixtures("in_english")
@pytest.mark.parametrize(("change", "names"), [({"tricks": 13, "score": 510}, "tricks, score"), ({"form": 3}, "form")])
def test_a_line_that_was_changed_behind_the_record_is_found(board, line, director, change, names):
    correct(line, director, played(line))
    set_forms(board=board, by=director, forms={line.pk: 2}, seen=entering.forms_of(board.results.all()))
    Result.objects.filter(pk=line.pk).update(**change)
    assert entering.differences(board.tournament) == [f"Result {line.pk}: {names}"]
    output = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_history", stdout=output)
    assert f"{board.tournament_id}: Result {line.pk}: {names}" in output.getvalue()


def test_what_an_adoption_finds_is_recorded_in_the_same_words_in_every_language(board, line, director):
    correct(line, director, played(line))
    Result.objects.filter(pk=line.pk).update(tricks=13)
    with translation.override("fr"):
        adopting.adopt_everything()
    adopted = Event.objects.get(stream_id=board.tournament_id, kind="tournament_adopted")
    assert adopted.data["differences"] == [f"Result {line.pk}: tricks"]


@pytest.mark.usefixtures("in_english")
def test_a_line_that_is_gone_without_an_event_is_found(board, line, director):
    correct(line, director, played(line))
    key = line.pk
    line.delete()
    assert entering.differences(board.tournament) == [f"Result {key}: missing"]


@pytest.mark.usefixtures("in_english")
def test_a_result_entered_for_an_incident_is_compared_too(board, line, director):
    Result.objects.filter(pk=line.pk).update(kind="not_played", score=None, tricks=None, contract="", declarer="")
    incident = make.make_incident(board, director)
    entering.enter_result(incident=incident, by=director, contract=FOUR_SPADES, tricks=10)
    assert entering.differences(board.tournament) == []
    Result.objects.filter(pk=line.pk).update(tricks=9, score=100)
    assert entering.differences(board.tournament) == [f"Result {line.pk}: tricks, score"]


@pytest.mark.parametrize("kind", ["not_played", "unreadable"])
def test_a_result_entered_for_an_incident_leaves_what_a_corrected_line_leaves(board, line, director, kind):
    """The remark and the points of the file were those of the missing result; a file sent on would repeat them."""
    of_the_file = {"kind": kind, "score": None, "tricks": None, "contract": "", "declarer": "", "lead": "",
                   "remark": "Not played", "score_ew": -50, "ns_points": 3, "ew_points": 11}  # fmt: skip
    Result.objects.filter(pk=line.pk).update(**of_the_file)
    correct(Result.objects.get(pk=line.pk), director, played(line))
    corrected = entering.says(Result.objects.get(pk=line.pk))
    Result.objects.filter(pk=line.pk).update(**of_the_file)
    incident = make.make_incident(board, director)
    entering.enter_result(incident=incident, by=director, contract=FOUR_SPADES, tricks=10)
    assert entering.says(Result.objects.get(pk=line.pk)) == corrected
    assert entering.differences(board.tournament) == []


def test_the_effect_of_an_entry_names_those_of_the_line_before_and_after_and_whoever_changes_place(board, line):
    """Eight tables are level. One that drops leaves the seven others in their places, one that rises moves them."""
    other_board = make.make_board(board.tournament, 3)
    for table in range(1, 9):
        make.make_result(other_board, table, tricks=9)
    people = {str(person.pk): f"{person.direction}{person.number}" for person in Contestant.objects.all()}

    def concerned(entry: Entry) -> set[str]:
        return {people[rank.key] for rank in entering.effect_of(line, entry).concerned}

    own = {people[str(key)] for key in (line.ns_id, line.ew_id)}
    south = Contract(3, Denomination.NT, 0, Seat.S)
    north_south = {name for name in people.values() if name.startswith("NS")}
    assert concerned(played(line, south, 12)) == north_south | own  # the best North-South: the others are second now
    assert concerned(played(line, south, 10)) == {name for name in people.values() if name.startswith("EW")} | own
    turned = replace(played(line, south, 11), ns=line.ew, ew=line.ns)
    assert own <= concerned(turned)
    other = Contestant.objects.exclude(pk__in=(line.ns_id, line.ew_id)).filter(direction="NS").first()
    assert own | {people[str(other.pk)]} <= concerned(replace(played(line, south, 11), ns=other))


# A result that comes after averages


def test_a_result_that_comes_after_averages_is_said_and_changes_neither_them_nor_what_is_past(line, director):
    correct(line, director, Entry(kind=Result.Kind.NOT_PLAYED, ns=line.ns, ew=line.ew))
    incident = make.make_incident(line.board, director, table=line.table)
    asked = incidents.open_inquiry(incident=incident, law="88", by=director)
    make.answer(asked, director, fault_ns="none", fault_ew="wholly")
    scores.confirm_adjustment(incident=incident, by=director, seen=scores.propose_adjustment(incident).digest)
    client, said = sign_in(director), "The table now has a result"
    assert said not in words(client.get(url("score", incident.pk)))
    correct(Result.objects.get(pk=line.pk), director, played(line))
    page = words(client.get(url("score", incident.pk)))
    assert f"{said}, 4 ♠ S =, 420 to East-West. The averages count as long as the ruling stands (12C2)." in page
    assert "Av+ / Av−" in words(client.get(url("board", line.board_id)))
    confirmed = "Score confirmed: North-South: average plus; East-West: average minus"
    assert confirmed in words(client.get(url("board", line.board_id)))
