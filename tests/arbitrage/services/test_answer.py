"""Answers to questions: the first answer wins, a change leaves the other answers alone, and none is stored twice or
lost."""

import random

import pytest
from django.core.exceptions import ObjectDoesNotExist

from arbitrage.database.ids import uuid7
from arbitrage.models import Answer, Event, Inquiry, Note, Stream
from arbitrage.services import incidents
from arbitrage.services.errors import Refused
from arbitrage.services.proof.replay import replay_incident
from arbitrage.services.record import history
from rulings.engine.inquiry import Asking
from tests.arbitrage import factories as make

pytestmark = pytest.mark.django_db


def give(inquiry: Inquiry, by, question: str, value: str, seen: int | None = None, id=None) -> incidents.Outcome:
    seen = Inquiry.objects.get(pk=inquiry.pk).version if seen is None else seen
    return incidents.record_answer(inquiry=inquiry, question_id=question, value=value, seen_version=seen, by=by, id=id)


def values(inquiry: Inquiry) -> dict[str, str]:
    return Inquiry.objects.get(pk=inquiry.pk).answers_dict()


def refused(code: str, *arguments, **options) -> str:
    with pytest.raises(Refused) as refusal:
        give(*arguments, **options)
    assert refusal.value.code == code
    return str(refusal.value)


def test_an_answer_is_stored_with_its_author_and_moves_the_inquiry_on(inquiry, director):
    outcome = give(inquiry, director, "able", "yes")
    assert outcome.status == "accepted"
    assert (outcome.answer.value, outcome.answer.by, outcome.answer.version) == ("yes", director, 1)
    assert outcome.inquiry.version == 1
    assert outcome.inquiry.state().question.id == "offender"


def test_the_first_answer_wins_and_the_second_director_is_told_who_said_what_and_when(inquiry, director, colleague):
    first = give(inquiry, director, "able", "yes", seen=0).answer
    outcome = give(inquiry, colleague, "able", "no", seen=0)
    assert outcome.status == "conflict"
    assert (outcome.answer.value, outcome.answer.by, outcome.answer.at) == ("yes", director, first.at)
    assert outcome.value == "no"
    assert values(inquiry) == {"able": "yes"}
    assert Inquiry.objects.get(pk=inquiry.pk).version == 1
    kept = Event.objects.get(kind="answer_refused")
    assert (kept.by, kept.data["question"], kept.data["value"], kept.data["kept_by"]) == (
        colleague, "able", "no", director.pk,
    )  # fmt: skip


def test_the_same_answer_from_a_second_director_is_not_a_conflict(inquiry, director, colleague):
    give(inquiry, director, "able", "yes", seen=0)
    outcome = give(inquiry, colleague, "able", "yes", seen=0)
    assert (outcome.status, outcome.answer.by) == ("same", director)
    assert Event.objects.filter(incident=inquiry.incident).count() == 3


def test_whoever_has_seen_an_answer_may_change_it(inquiry, director, colleague):
    give(inquiry, director, "able", "no")
    assert Inquiry.objects.get(pk=inquiry.pk).stage == "ruled"
    outcome = give(inquiry, colleague, "able", "yes", seen=1)
    assert (outcome.status, outcome.answer.value, outcome.answer.by) == ("accepted", "yes", colleague)
    assert outcome.inquiry.stage == "asking"
    changed = Event.objects.get(kind="answer_changed")
    assert (changed.data["was"], changed.data["value"], changed.by) == ("no", "yes", colleague)
    assert Answer.objects.count() == 1


def test_a_change_that_has_not_seen_the_change_before_it_is_a_conflict(inquiry, director, colleague):
    give(inquiry, director, "able", "no", seen=0)
    give(inquiry, director, "able", "yes", seen=1)
    outcome = give(inquiry, colleague, "able", "no", seen=1)
    assert (outcome.status, outcome.answer.value, outcome.answer.version) == ("conflict", "yes", 2)


def test_answers_to_different_questions_never_conflict(inquiry, director, colleague):
    give(inquiry, director, "able", "yes", seen=0)
    assert give(inquiry, colleague, "offender", "W", seen=0).status == "accepted"
    assert values(inquiry) == {"able": "yes", "offender": "W"}


def test_changing_an_answer_keeps_the_others_and_those_no_longer_asked_do_not_count(inquiry, director):
    inquiry = make.answer(inquiry, director, **make.DURING_THE_PLAY)
    before = inquiry.state().trail
    inquiry = make.answer(inquiry, director, noticed="cards_out", trick="12")
    after = [step.question.id for step in inquiry.state().trail]
    assert "since" not in after and values(inquiry)["since"] == "played"
    inquiry = make.answer(inquiry, director, trick="3", noticed="during")
    assert inquiry.state().trail == before
    assert values(inquiry) == make.DURING_THE_PLAY


def test_later_answers_come_back_when_the_change_is_undone(inquiry, director):
    inquiry = make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="returned", since="played")
    inquiry = make.answer(inquiry, director, **make.AT_THE_END)
    ruling = inquiry.current_ruling
    give(inquiry, director, "able", "no")
    gone = Inquiry.objects.get(pk=inquiry.pk)
    assert (gone.current_ruling.law, len(gone.answers_dict())) == ("61A", 10)
    give(inquiry, director, "able", "yes")
    back = Inquiry.objects.get(pk=inquiry.pk)
    assert (back.stage, back.current_ruling.law, back.current_ruling.revision) == ("ruled", "64A2", 3)
    assert back.current_ruling.outcome == ruling.outcome


def test_an_answer_replaces_a_fact_of_the_board(inquiry, director):
    inquiry = make.answer(inquiry, director, able="yes", offender="W")
    assert inquiry.known()["declarer"] == "S"
    outcome = give(inquiry, director, "declarer", "E")
    assert outcome.inquiry.known()["declarer"] == "E"
    assert outcome.inquiry.facts["declarer"] == "S"


# Answers that arrive twice


def test_an_answer_sent_twice_under_one_identifier_is_stored_once(inquiry, director):
    key = uuid7()
    first = give(inquiry, director, "able", "yes", seen=0, id=key)
    count = Event.objects.count()
    again = give(inquiry, director, "able", "yes", seen=0, id=key)
    assert (first.status, again.status) == ("accepted", "same")
    assert again.answer == first.answer
    assert Event.objects.count() == count
    assert Event.objects.get(pk=key).kind == "answered"


def test_an_answer_sent_again_after_it_was_changed_does_not_come_back(inquiry, director):
    key = uuid7()
    give(inquiry, director, "able", "no", seen=0, id=key)
    give(inquiry, director, "able", "yes", seen=1)
    again = give(inquiry, director, "able", "no", seen=0, id=key)
    assert (again.status, again.answer.value) == ("same", "yes")
    assert values(inquiry) == {"able": "yes"}


def test_a_conflict_sent_again_is_the_same_conflict_stored_once(inquiry, director, colleague):
    key = uuid7()
    give(inquiry, director, "able", "yes", seen=0)
    for _time in range(3):
        outcome = give(inquiry, colleague, "able", "no", seen=0, id=key)
        assert (outcome.status, outcome.answer.value) == ("conflict", "yes")
    assert Event.objects.filter(kind="answer_refused").count() == 1


def test_an_answer_that_was_there_already_is_found_again_by_its_identifier(inquiry, director, colleague):
    key = uuid7()
    give(inquiry, director, "able", "yes", seen=0)
    assert give(inquiry, colleague, "able", "yes", seen=0, id=key).status == "same"
    give(inquiry, director, "able", "no", seen=1)
    assert give(inquiry, colleague, "able", "yes", seen=0, id=key).status == "same"
    assert values(inquiry) == {"able": "no"}


@pytest.mark.parametrize(
    "change",
    [{"value": "no"}, {"question": "offender", "value": "W"}, {"seen": 1}, {"by": "another"}, {"inquiry": "b"}],
)
def test_another_answer_under_the_same_identifier_is_refused(inquiry, incident, director, colleague, change):
    key = uuid7()
    give(inquiry, director, "able", "yes", seen=0, id=key)
    said = {"inquiry": inquiry, "by": director, "question": "able", "value": "yes", "seen": 0, "id": key} | change
    if "by" in change:
        said["by"] = colleague
    if "inquiry" in change:
        said["inquiry"] = incidents.open_inquiry(incident=incident, law="64", by=director)
    refused("identifier_reused", **said)
    assert values(inquiry) == {"able": "yes"}


def test_free_words_sent_twice_are_one_note(inquiry, director):
    inquiry = make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="returned", since="played")
    inquiry = make.answer(inquiry, director, exclusion="none", winner="S", tricks_after="2")
    key = uuid7()
    for _time in range(2):
        outcome = give(inquiry, director, "line", "  Finesse against West.\n", seen=inquiry.version, id=key)
    assert outcome.answer.value == "Finesse against West."
    assert Note.objects.get().text == "Finesse against West."
    event = Event.objects.get(pk=key)
    assert (event.data["value"], event.data["note"]) == ("", str(Note.objects.get().pk))
    give(inquiry, director, "line", "Another finesse.")
    assert [note.text for note in Note.objects.order_by("pk")] == ["Finesse against West.", "Another finesse."]
    assert values(inquiry)["line"] == "Another finesse."


# Refusals


def test_a_question_that_is_not_asked_any_more_is_refused_with_a_sentence(inquiry, director):
    make.answer(inquiry, director, able="no")
    sentence = refused("not_asked", inquiry, director, "offender", "W")
    assert "offender" not in sentence and len(sentence) > 30
    assert values(inquiry) == {"able": "no"}


@pytest.mark.parametrize("value", ["perhaps", "", "?", "Yes"])
def test_a_value_that_is_no_answer_is_refused_and_nothing_is_stored(inquiry, director, value):
    refused("invalid_answer", inquiry, director, "able", value)
    assert values(inquiry) == {}
    assert Event.objects.filter(incident=inquiry.incident).count() == 2


def test_a_fact_that_nobody_can_give_is_stored_as_unknown(inquiry, director):
    inquiry = make.answer(inquiry, director, able="yes", offender="?")
    assert inquiry.state().question.id == "revoker"


def test_too_long_a_text_is_refused(inquiry, director):
    inquiry = make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="returned", since="played")
    inquiry = make.answer(inquiry, director, exclusion="none", winner="S", tricks_after="2")
    refused("invalid_answer", inquiry, director, "line", "x" * 5001)
    assert give(inquiry, director, "line", "x" * 5000).status == "accepted"


def test_nothing_is_added_to_a_withdrawn_incident_but_what_was_sent_before_is_found(inquiry, incident, director):
    key = uuid7()
    give(inquiry, director, "able", "yes", seen=0, id=key)
    incidents.withdraw_incident(incident=incident, by=director)
    refused("withdrawn", inquiry, director, "offender", "W")
    assert give(inquiry, director, "able", "yes", seen=0, id=key).status == "same"


def test_a_law_that_does_not_exist_opens_nothing(incident, director):
    with pytest.raises(Refused) as refusal:
        incidents.open_inquiry(incident=incident, law="999", by=director)
    assert refusal.value.code == "no_law"


def test_an_inquiry_opened_twice_under_one_identifier_is_opened_once(incident, director):
    key = uuid7()
    for _time in range(2):
        inquiry = incidents.open_inquiry(incident=incident, law="64", by=director, id=key)
    assert (inquiry.pk, incident.inquiries.count()) == (key, 1)
    with pytest.raises(Refused) as refusal:
        incidents.open_inquiry(incident=incident, law="61", by=director, id=key)
    assert refusal.value.code == "identifier_reused"


# Answers in any order


@pytest.mark.parametrize("seed", range(6))
def test_two_tablets_in_any_order_lose_nothing_and_the_record_holds(inquiry, incident, director, colleague, seed):
    """Two directors answer at random, from pages of any age; they change answers, and send some twice."""
    chance = random.Random(seed)
    people = {director: 0, colleague: 0}
    told = 0
    for _turn in range(40):
        by = chance.choice(list(people))
        if chance.random() < 0.6:
            people[by] = Inquiry.objects.get(pk=inquiry.pk).version
        state = Inquiry.objects.get(pk=inquiry.pk).state()
        asked = chance.choice(list(state.questions.values()))
        value = chance.choice(asked.values or ("Some line.", "Another line."))
        if isinstance(state, Asking) and chance.random() < 0.7:
            asked, value = state.question, chance.choice(state.question.values or ("A line.",))
        try:
            before = Answer.objects.get(inquiry=inquiry, question=asked.id)
        except ObjectDoesNotExist:
            before = None
        key = uuid7()
        outcome = give(inquiry, by, asked.id, value, seen=people[by], id=key)
        expected = (
            "accepted" if before is None else
            "same" if before.value == value else
            "conflict" if people[by] < before.version else
            "accepted"
        )  # fmt: skip
        assert outcome.status == expected
        assert values(inquiry)[asked.id] == (before.value if expected == "conflict" else value)
        told += 1
        if chance.random() < 0.3:
            count = Event.objects.count()
            again = give(inquiry, by, asked.id, value, seen=people[by], id=key)
            assert again.status == ("conflict" if expected == "conflict" else "same")
            assert Event.objects.count() == count
    answered = ("answered", "answer_changed", "answer_repeated", "answer_refused")
    assert Event.objects.filter(incident=incident, kind__in=answered).count() == told
    assert history.verify(Stream.objects.get(pk=incident.pk)) == []
    assert history.differences(incident) == []
    assert list(replay_incident(incident)) == []


def test_a_law_opened_twice_under_two_identifiers_is_one_inquiry_and_each_may_be_sent_again(
    inquiry, director, incident
):
    again, other = uuid7(), uuid7()
    law = inquiry.law
    for _time in range(2):
        assert incidents.begin_inquiry(incident=incident, law=law, by=director, id=again) == inquiry
    assert Event.objects.get(kind="inquiry_repeated").pk == again
    give(inquiry, director, "able", "yes")
    assert incidents.begin_inquiry(incident=incident, law=law, by=director, id=again) == inquiry
    opened = incidents.begin_inquiry(incident=incident, law=law, by=director, id=other)
    assert (opened.pk, opened != inquiry) == (other, True)
    with pytest.raises(Refused):
        incidents.begin_inquiry(incident=make.make_incident(incident.board, director), law=law, by=director, id=again)
