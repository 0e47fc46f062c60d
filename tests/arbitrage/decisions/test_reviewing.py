"""The review of a decision: comments, questions, the mark "reviewed", and a new ruling with its reason. The record
keeps all of them."""

import json
from contextlib import contextmanager

import pytest

from arbitrage.models import Event, Inquiry, Note, Remark, Ruling
from arbitrage.services import incidents
from arbitrage.services.errors import Refused
from arbitrage.services.files.cases import export_case, import_case
from arbitrage.services.incidents import reviewing
from arbitrage.services.record import history
from arbitrage.services.record.free_words import erase_words
from tests.arbitrage import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def inquiry(ruled) -> Inquiry:
    return ruled.inquiries.get()


def supersede(inquiry: Inquiry, by, reason: str = "Les levées ont été recomptées.", **answers: str) -> Ruling:
    return reviewing.supersede(
        inquiry=inquiry, answers=answers, reason=reason, seen_version=Inquiry.objects.get(pk=inquiry.pk).version, by=by
    )


def test_what_is_said_of_a_decision_is_in_its_chain_and_the_words_are_beside_it(ruled, inquiry, director, colleague):
    reviewing.comment(incident=ruled, words="Jeanne a été claire.", by=colleague)
    question = reviewing.ask(incident=ruled, words="Paul avait-il vu la carte ?", by=colleague)
    reviewing.answer(question=question, words="Paul, non.", by=director)
    reviewing.mark_reviewed(incident=ruled, by=colleague)
    supersede(inquiry, director, tricks_after="0")
    assert list(Remark.objects.order_by("at", "pk").values_list("kind", "text", "by__username", "to__username")) == [
        ("comment", "Jeanne a été claire.", "leclerc", None),
        ("question", "Paul avait-il vu la carte ?", "leclerc", "martin"),
        ("answer", "Paul, non.", "martin", None),
        ("review", "", "leclerc", None),
        ("correction", "Les levées ont été recomptées.", "martin", None),
    ]
    bodies = "".join(Event.objects.values_list("body", flat=True))
    assert [word for word in ("Jeanne", "Paul", "recompt") if word in bodies] == []
    assert history.verify(ruled.events.first().stream) == []
    assert history.differences(ruled) == []


@pytest.mark.usefixtures("in_english")
def test_what_was_said_is_rebuilt_from_the_events_and_an_altered_word_shows(ruled, director, colleague):
    question = reviewing.ask(incident=ruled, words="Pourquoi ?", by=colleague)
    reviewing.answer(question=question, words="La carte était nommée.", by=director)
    before = list(Remark.objects.order_by("pk").values())
    Remark.objects.filter(kind="answer").delete()
    Remark.objects.update(text="Autre chose", answered_at=None)
    assert len(history.rebuild(ruled)) == 2
    assert list(Remark.objects.order_by("pk").values()) == before
    Note.objects.filter(text="Pourquoi ?").update(text="Comment ?")
    assert [one for one in history.verify(ruled.events.first().stream) if "not what was typed" in one]


def test_words_of_a_review_can_be_forgotten(ruled, colleague):
    said = reviewing.comment(incident=ruled, words="Madame Untel s’est plainte.", by=colleague)
    erase_words(note=said.note, by=colleague)
    assert Remark.objects.get().text == "[…]"
    assert history.verify(ruled.events.first().stream) == []


@contextmanager
def refused(code: str):
    """Expect a refusal with this code that stores nothing."""
    before = Event.objects.count(), Remark.objects.count()
    with pytest.raises(Refused) as refusal:
        yield
    assert (refusal.value.code, Event.objects.count(), Remark.objects.count()) == (code, *before)


# Questions


def test_a_question_waits_for_who_ruled_until_he_has_answered(ruled, director, colleague):
    question = reviewing.ask(incident=ruled, words="Qui a compté ?", by=colleague)
    assert list(Remark.objects.waiting().filter(to=director)) == [question]
    assert not Remark.objects.waiting().filter(to=colleague).exists()
    reviewing.answer(question=question, words="Moi.", by=director)
    assert not Remark.objects.waiting().exists()


def test_a_question_is_answered_once(ruled, director, colleague):
    question = reviewing.ask(incident=ruled, words="Qui a compté ?", by=colleague)
    reviewing.answer(question=question, words="Moi.", by=director)
    with refused("answered"):
        reviewing.answer(question=question, words="Nord.", by=colleague)
    assert Remark.objects.filter(kind="answer").count() == 1


def test_before_any_ruling_a_question_goes_to_who_went_to_the_table(incident, director, colleague):
    incidents.attend(incident=incident, by=colleague)
    assert reviewing.ask(incident=incident, words="Où en est-on ?", by=director).to == colleague


@pytest.mark.parametrize("words", ["", "   \n "])
def test_nothing_typed_is_nothing_said(ruled, colleague, words):
    for verb in (reviewing.comment, reviewing.ask):
        with refused("empty"):
            verb(incident=ruled, words=words, by=colleague)
    assert not Remark.objects.exists()


# The mark "reviewed"


def test_nobody_reviews_his_own_decision(ruled, director):
    with refused("own"):
        reviewing.mark_reviewed(incident=ruled, by=director)


def test_nothing_is_reviewed_before_it_is_ruled(incident, colleague):
    with refused("not_ruled"):
        reviewing.mark_reviewed(incident=incident, by=colleague)


def test_a_review_said_twice_is_said_once_and_a_new_ruling_is_reviewed_anew(ruled, inquiry, director, colleague):
    assert reviewing.mark_reviewed(incident=ruled, by=colleague) == reviewing.mark_reviewed(
        incident=ruled, by=colleague
    )
    supersede(inquiry, director, tricks_after="0")
    again = reviewing.mark_reviewed(incident=ruled, by=colleague)
    assert again.ruling == Inquiry.objects.get().current_ruling
    assert Remark.objects.filter(kind="review").count() == 2


# A ruling is superseded


def test_a_correction_gives_one_ruling_for_several_answers_and_keeps_its_reason(ruled, inquiry, colleague):
    before = inquiry.current_ruling
    after = supersede(inquiry, colleague, winner="W", tricks_after="1")
    assert (before.law, after.law, after.revision) == ("64A2", "64A1", before.revision + 1)
    assert after.supersedes == before
    assert Remark.objects.get().ruling == after
    assert inquiry.rulings.count() == before.revision + 1
    assert Ruling.objects.get(pk=before.pk).outcome == before.outcome
    kinds = list(Event.objects.filter(stream_id=ruled.pk).order_by("seq").values_list("kind", flat=True))
    assert kinds[-4:] == ["answer_changed", "answer_changed", "ruling_issued", "ruling_corrected"]
    assert history.differences(ruled) == []


def test_answers_that_were_not_asked_before_are_kept_too(ruled, inquiry, director):
    after = supersede(inquiry, director, able="no")
    assert after.law != "64A2"
    assert Inquiry.objects.get().answers_dict()["able"] == "no"
    assert history.differences(ruled) == []


@pytest.mark.parametrize(
    ("answers", "reason", "code"),
    [
        ({"tricks_after": "0"}, " ", "empty"),
        ({"tricks_after": "2"}, "Recompté.", "same"),
        ({}, "Recompté.", "same"),
        ({"line": "Autrement."}, "Recompté.", "same"),
        ({"trick": "4"}, "Recompté.", "same"),
        ({"winner": "W", "tricks_after": "ninety"}, "Recompté.", "asking"),
        ({"nonsense": "1"}, "Recompté.", "same"),
    ],
)
def test_what_does_not_rule_otherwise_or_has_no_reason_changes_nothing(ruled, inquiry, director, answers, reason, code):
    before = Event.objects.count()
    with refused(code):
        supersede(inquiry, director, reason, **answers)
    assert Event.objects.count() == before
    assert history.differences(ruled) == []


def test_a_correction_that_has_not_seen_the_last_answer_is_refused(inquiry, director, colleague):
    seen = inquiry.version
    make.answer(inquiry, director, tricks_after="1")
    with refused("changed"):
        reviewing.supersede(
            inquiry=inquiry, answers={"tricks_after": "0"}, reason="Non.", seen_version=seen, by=colleague
        )


def test_what_was_withdrawn_is_spoken_of_and_not_ruled_otherwise(ruled, inquiry, director, colleague):
    incidents.withdraw_incident(incident=ruled, by=director)
    assert reviewing.comment(incident=ruled, words="Dommage.", by=colleague)
    with refused("withdrawn"):
        supersede(inquiry, director, tricks_after="0")


# Reviews on other pages and in exports


def test_a_case_that_goes_to_another_club_leaves_its_directors_behind(ruled, inquiry, director, colleague):
    question = reviewing.ask(incident=ruled, words="Pourquoi ?", by=colleague)
    reviewing.answer(question=question, words="Parce que.", by=director)
    supersede(inquiry, director, tricks_after="0")
    other = make.make_club("Autre club", "autre")
    imported = import_case(club=other, by=make.make_member(other, "durand"), data=export_case(ruled).data)
    there = getattr(imported, "incident", imported)
    assert list(there.remarks.order_by("at", "pk").values_list("kind", "to")) == [
        ("question", None),
        ("answer", None),
        ("correction", None),
    ]
    assert history.differences(there) == []
    assert json.loads(export_case(there).data)
