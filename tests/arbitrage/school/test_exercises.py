"""*S'entraîner*: a user rules on a situation on the inquiry's pages, outside the record, and reads the correction;
permissions."""

import datetime
import gzip
import html
import json
import uuid
from typing import Any

import pytest
from django.test import Client

from arbitrage.models import Doubt, Event, Exercise, Incident, Inquiry, OwnCase, ShownProgress, Stream
from arbitrage.pages.school import kit
from arbitrage.pages.wording.notation import law_number
from arbitrage.services import clock, school
from rulings.engine.inquiry import Asking
from rulings.engine.questions import UNKNOWN, Fact
from rulings.school.situations import Situation, by_id, themes
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

ONE_OF_EACH = [theme.situations[min(3, len(theme.situations) - 1)] for theme in themes()]
OWN_PAGES = ("exercise_what", "exercise_decision", "correction")


def words(response) -> str:
    assert response.status_code == 200, response.status_code
    return html.unescape(response.content.decode())


def begin(client: Client, situation: Situation, **more: object) -> Exercise:
    client.post(url("situation", situation.id), {"do": "begin", **more})
    return Exercise.objects.get(situation=situation.id, ended_at=None)


def walk(client: Client, situation: Situation, wrong: dict[str, str] | None = None, law: str = "") -> Exercise:
    """Begin the exercise and answer all its questions as the Code does, but for the *wrong* answers."""
    return go_through(client, begin(client, situation), situation, wrong, law)


def go_through(
    client: Client, exercise: Exercise, situation: Situation, wrong: dict[str, str] | None = None, law: str = ""
) -> Exercise:
    """Answer all the questions of an exercise as the Code does, but for the *wrong* answers."""
    client.post(url("exercise_what", exercise.pk), {"law": law or situation.law})
    answers = {**situation.answers, **(wrong or {})}
    for _question in range(40):
        exercise.refresh_from_db()
        state = school.inquiry_of(exercise, situation).state()
        if not isinstance(state, Asking):
            return exercise
        asked = state.question
        page = client.get(url("exercise_question", exercise.pk, asked.id))
        assert "Exercise" in words(page)
        usual = UNKNOWN if isinstance(asked, Fact) else asked.values[0]
        value = answers.get(asked.id, usual)
        sent = {"answer": value, "version": "0", "suit": list(value) if asked.kind == "suits" else []}
        client.post(url("exercise_question", exercise.pk, asked.id), sent)
    raise AssertionError(f"{situation.id} still asks {asked.id}")


def ended(client: Client, situation: Situation, decision: str = "code", **wrong: str) -> Exercise:
    exercise = walk(client, situation, wrong)
    assert "Before you read the Code" in words(client.get(url("exercise_decision", exercise.pk)))
    client.post(url("exercise_decision", exercise.pk), {"decision": decision})
    exercise.refresh_from_db()
    return exercise


@pytest.mark.parametrize("situation", ONE_OF_EACH, ids=lambda one: one.theme)
def test_a_situation_is_ruled_on_the_pages_of_the_inquiry_and_leaves_nothing_in_the_record(client, situation):
    before = Event.objects.count(), Stream.objects.count()

    exercise = ended(client, situation)

    assert exercise.right is True, exercise.answers
    page = words(client.get(url("correction", exercise.pk)))
    assert "Right: the facts and the decision are those of the Code." in page
    assert 'class="parts"' not in page
    assert (Event.objects.count(), Stream.objects.count()) == before
    assert not Incident.objects.exists() and not Inquiry.objects.exists()


def test_the_correction_parts_where_the_wrong_answer_was_given(client):
    exercise = ended(client, by_id()["revoke-4"], decision="winner=E", winner="E")

    page = words(client.get(url("correction", exercise.pk)))
    parts = page.split(' class="parts">')
    assert len(parts) == 2 and "Who won the trick" in parts[1].split("</tr>")[0]
    assert "Law 64A, where the ways part" in page
    assert exercise.right is False


TWENTY = [
    ("hands-10", "deal_fault", "misdealt", "6D1"),
    ("call-8", "asked", "restatement", "20G1"),
    ("insufficient-8", "since", "replaced", "27"),
    ("insufficient-9", "offender", "S", "27"),
    ("out-of-turn-3", "offender", "S", "29"),
    ("out-of-turn-9", "admissible", "no", "19"),
    ("played-3", "dummys_card", "other_named", "45B"),
    ("penalty-3", "owner", "W", "49"),
    ("penalty-4", "others", "same_suit", "50D2"),
    ("opening-lead-6", "since_lead", "knocked", "54"),
    ("lead-3", "offender", "E", "53"),
    ("lead-5", "since_defenders_lead", "knocked", "56B"),
    ("revoke-5", "trick", "4", "61A"),
    ("revoke-10", "offender", "S", "61A"),
    ("restriction-6", "offender", "E", "26"),
    ("hesitation-5", "informant", "S", "16B1"),
    ("explanation-1", "kind", "explanation", "21A"),
    ("explanation-6", "explainer", "E", "21B1"),
    ("claim-5", "to_play", "W", "70B3"),
    ("scores-5", "offence", "touched", "90B2"),
]
"""Deliberately wrong rulings of every theme: the situation, the question, the wrong answer, and the article."""


@pytest.mark.parametrize(("name", "question", "value", "law"), TWENTY)
def test_a_wrong_ruling_given_on_the_pages_is_caught_at_its_article(client, name, question, value, law):
    situation = by_id()[name]
    exercise = walk(client, situation, {question: value})
    assert exercise.answers[question] == value
    client.post(url("exercise_decision", exercise.pk), {"decision": ""})

    parts = words(client.get(url("correction", exercise.pk))).split(' class="parts">')
    assert len(parts) == 2, "the ways part once"
    asked = situation.ended().questions[question]
    row = parts[1].split("</tr>")[0]
    assert f">{law_number(law)}<" in row
    start = asked.text.partition("[")[0].split("’")[0].strip()
    assert start in row
    exercise.refresh_from_db()
    assert exercise.right is False


def test_right_facts_and_another_decision_say_when_that_decision_would_be_right(client):
    exercise = ended(client, by_id()["revoke-4"], decision="winner=E")

    page = words(client.get(url("correction", exercise.pk)))
    assert "The facts are right, the decision is another one." in page
    assert "This would be the decision if the answer to" in page and "East" in page


def test_the_correction_says_the_score(client):
    exercise = ended(client, by_id()["revoke-4"])

    page = words(client.get(url("correction", exercise.pk)))
    assert "450 to North-South" in page and "480 to North-South" in page


def test_another_law_is_said_at_once_and_counts_as_a_mistake(client):
    situation = by_id()["opening-lead-5"]
    exercise = walk(client, situation, law="56")
    client.post(url("exercise_decision", exercise.pk), {"decision": "code"})

    exercise.refresh_from_db()
    assert exercise.right is False
    page = words(client.get(url("correction", exercise.pk)))
    assert "Another Law was asked for." in page


def test_the_ruling_is_not_shown_before_the_director_has_given_his_own(client):
    situation = by_id()["opening-lead-5"]
    exercise = walk(client, situation)

    early = client.get(url("correction", exercise.pk))
    assert early.status_code == 302 and early.url == url("exercise_decision", exercise.pk)
    assert client.post(url("exercise_decision", exercise.pk), {"decision": "made up"}).status_code == 422
    exercise.refresh_from_db()
    assert exercise.ended_at is None


def test_bad_answers_change_nothing(client):
    situation = by_id()["opening-lead-5"]
    exercise = begin(client, situation)
    assert client.post(url("exercise_what", exercise.pk), {"law": "999"}).status_code == 422
    client.post(url("exercise_what", exercise.pk), {"law": "54"})
    asked = url("exercise_question", exercise.pk, "wrong_leader")
    assert client.post(asked, {"answer": "X", "version": "0"}).status_code == 422
    assert client.post(asked, {"version": "0"}).status_code == 422
    assert client.post(url("exercise_question", exercise.pk, "nothing"), {"answer": "E"}).status_code == 302
    exercise.refresh_from_db()
    assert exercise.answers == {}
    assert client.get(url("situation", "no-such-one")).status_code == 404
    assert client.get(url("school_theme", "no-such-one")).status_code == 404
    assert client.get(url("school_series", 100000)).status_code == 404


def test_an_exercise_is_nobody_elses(client, club):
    exercise = ended(client, by_id()["hands-6"])
    manager = sign_in(make.make_member(club, "chef", "manager"))

    for page in OWN_PAGES:
        assert manager.get(url(page, exercise.pk)).status_code == 404


def test_an_exercise_done_again_counts_as_it_was_done_last(client, director):
    situation = by_id()["hands-6"]
    ended(client, situation, decision="", called_on_it="yes")
    assert school.progress_of(director).missed([situation]) == [situation]
    assert "To see again: 1 situation" in words(client.get(url("school")))

    ended(client, situation)
    assert school.progress_of(director).right([situation]) == 1
    assert school.progress_of(director).missed([situation]) == []


def test_two_mistakes_in_thirty_days_make_a_theme_to_be_seen_again(client, director):
    ended(client, by_id()["hands-6"], decision="")
    assert not school.progress_of(director).again("hands-and-boards")
    ended(client, by_id()["hands-10"], decision="")
    assert school.progress_of(director).again("hands-and-boards")
    assert 'class="again"' in words(client.get(url("school")))


@pytest.mark.parametrize(("seconds", "counts"), [(0, True), (1, False)])
def test_a_mistake_counts_for_thirty_days(client, director, seconds, counts):
    ended(client, by_id()["hands-6"], decision="")
    at = Exercise.objects.get().ended_at
    with clock.at(at + datetime.timedelta(days=30, seconds=seconds)):
        progress = school.progress_of(director)
    assert progress.mistakes == ({"hands-and-boards": 1} if counts else {})
    assert progress.last == {"hands-6": False}, "it stays to be seen again"


@pytest.mark.parametrize(("length", "stored"), [(2000, True), (2001, False)])
def test_a_doubt_has_two_thousand_characters_at_most(client, director, club, length, stored):
    exercise = ended(client, by_id()["revoke-4"], winner="E")
    client.post(url("correction", exercise.pk), {"do": "doubt", "words": "x" * length})
    assert Doubt.objects.exists() == stored


def test_a_manager_sees_only_who_wants_to_be_seen(client, director, club):
    ended(client, by_id()["hands-6"])
    manager = sign_in(make.make_member(club, "chef", "manager"))
    assert "Nobody has wished it so far." in words(manager.get(url("school_learners")))

    client.post(url("school_shown"), {"shown": "yes"})
    shown = words(manager.get(url("school_learners")))
    assert "martin" in shown and "Irregular hands and boards" in shown and "1/10" in shown

    client.post(url("school_shown"), {"shown": "no"})
    assert not ShownProgress.objects.exists()
    assert client.get(url("school_learners")).status_code == 403


def test_a_doubt_reaches_the_reviewers_with_the_answers_and_stands_once(client, director, club):
    exercise = ended(client, by_id()["revoke-4"], winner="E")
    for _twice in range(2):
        page = client.post(url("correction", exercise.pk), {"do": "doubt", "words": "The ruff was his."})
        assert "Your reviewers have been told" in words(page)
    doubt = Doubt.objects.get()
    assert doubt.answers["winner"] == "E" and doubt.by == director
    assert client.post(url("correction", exercise.pk), {"words": "x" * 2001}).status_code == 422

    reviewer = sign_in(make.make_member(club, "relecteur", "reviewer"))
    assert "The ruff was his." in words(reviewer.get(url("school_doubts")))
    assert 'class="parts"' in words(reviewer.get(url("school_doubt", doubt.pk)))
    reviewer.post(url("school_doubt", doubt.pk))
    doubt.refresh_from_db()
    assert doubt.seen_by.username == "relecteur"
    assert client.get(url("school_doubts")).status_code == 403
    other = sign_in(make.make_member(make.make_club("Other", "other"), "autre", "reviewer"))
    assert other.get(url("school_doubt", doubt.pk)).status_code == 404


def test_a_series_goes_from_one_to_the_next_and_prints_with_its_answers_apart(client):
    listed = words(client.get(url("school_series", 4711)))
    assert listed.count("?series=4711") == 11
    paper = words(client.get(url("school_paper", 4711)))
    assert "Ten situations to rule on" in paper and "Answers" in paper and "Series 4711" in paper
    chosen = next(one for one in by_id().values() if f"/{one.id}/?series=4711" in listed)
    exercise = begin(client, chosen, series="4711")
    assert exercise.series == 4711


def test_a_case_of_the_club_becomes_an_exercise_in_two_taps_without_a_name(club, director, client):
    board = make.make_seed_case(club)
    incident = make.make_incident(board, director)
    make.rule_the_seed_case(incident, director)

    offered = words(client.get(url("own_case", incident.pk)))
    inquiry = Inquiry.objects.get()
    client.post(url("own_case", incident.pk), {"inquiry": str(inquiry.pk)})
    client.post(url("own_case", incident.pk), {"inquiry": str(inquiry.pk)})

    case = OwnCase.objects.get()
    page = words(client.get(url("situation", case.pk)))
    for player in ("Marchand", "Perrin", incident.reference, "seed-case"):
        assert player not in page and player not in offered
    situation = school.of_own_case(case)
    assert ended(client, situation).right is True
    other = sign_in(make.make_member(make.make_club("Other", "other"), "autre", "director"))
    assert other.get(url("situation", case.pk)).status_code == 404
    client.post(url("situation", case.pk), {"do": "drop"})
    assert not OwnCase.objects.exists() and not Exercise.objects.filter(situation=str(case.pk)).exists()


@pytest.mark.parametrize("stale", ["another question", "no such law"])
def test_a_case_of_the_club_whose_law_asks_more_since_is_not_practised_any_more(club, director, client, stale):
    incident = make.make_incident(make.make_seed_case(club), director)
    case = school.keep_own_case(inquiry=make.rule_the_seed_case(incident, director), by=director)
    exercise = begin(client, school.of_own_case(case))
    assert url("situation", case.pk) in client.get(url("school")).content.decode()
    if stale == "no such law":
        OwnCase.objects.update(law="64-before")
    else:
        OwnCase.objects.update(answers={"able": "yes"})
    page = client.get(url("school"))
    assert page.status_code == 200 and url("situation", case.pk) not in page.content.decode()
    for name, argument in (("situation", case.pk), ("exercise_what", exercise.pk), ("correction", exercise.pk)):
        assert client.get(url(name, argument)).status_code == 404
    assert client.post(url("exercise_decision", exercise.pk), {"decision": ""}).status_code == 404


# Without a network

LARGEST_KIT = 60 * 1024
"""The largest size in bytes of the situations that a device stores in one language."""


def bring(client: Client, user: Any, **more: object) -> Any:
    """Send an exercise that ended on a device an hour ago."""
    situation = by_id()["revoke-4"]
    sent = clock.now()
    said = {
        "id": str(uuid.uuid4()),
        "user": user.pk,
        "situation": situation.id,
        "law": "64",
        "answers": dict(situation.answers),
        "decision": "code",
        "at": (sent - datetime.timedelta(hours=1)).isoformat(),
        "sent_at": sent.isoformat(),
    }
    return client.post(url("school_brought"), json.dumps(said | more), content_type="application/json")


def test_an_exercise_of_a_device_is_counted_once_at_the_time_it_was_done_and_stays_out_of_the_record(client, director):
    before = Event.objects.count(), Stream.objects.count()
    key = str(uuid.uuid4())
    said = [bring(client, director, id=key) for _time in range(2)]
    assert [(one.status_code, one.json()["right"]) for one in said] == [(200, True)] * 2
    exercise = Exercise.objects.get()
    assert (str(exercise.pk), exercise.user, exercise.right) == (key, director, True)
    assert clock.now() - exercise.ended_at > datetime.timedelta(minutes=59)
    assert school.progress_of(director).last == {"revoke-4": True}
    assert (Event.objects.count(), Stream.objects.count()) == before
    page = words(client.get(url("correction", exercise.pk)))
    assert "Right: the facts and the decision are those of the Code." in page


def test_what_a_device_calls_right_is_judged_by_the_server(client, director):
    answers = by_id()["revoke-4"].answers | {"winner": "E"}
    assert bring(client, director, answers=answers).json()["right"] is False
    assert bring(client, director, decision="").json()["right"] is False
    assert bring(client, director, law="27").json()["right"] is False
    assert school.progress_of(director).mistakes == {"revoke": 3}


def test_bad_exercises_of_a_device_are_not_taken(client, director, club):
    other = make.make_member(club, "dupont")
    taken = bring(client, director).json()
    assert taken["status"] == "accepted"
    there = Exercise.objects.get()
    for more in (
        {"answers": {"able": "yes"}},
        {"answers": ["able"]},
        {"answers": {"able": 1}},
        {"answers": {str(number): "" for number in range(101)}},
        {"decision": "winner=Z"},
        {"situation": "no-such"},
        {"law": "no-such"},
        {"id": "no-such"},
    ):
        refused = bring(client, director, **more)
        assert refused.status_code == 422 and refused.json()["message"], more
    assert client.post(url("school_brought"), "[", content_type="application/json").status_code == 422
    assert bring(client, other).status_code == 409
    assert bring(sign_in(other), other, id=str(there.pk)).status_code == 422
    assert Exercise.objects.get() == there


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_device_takes_the_situations_along_in_one_file_and_only_once(client, language):
    response = client.get(url("school_kit", language=language))
    assert len(response.content) <= LARGEST_KIT
    taken = json.loads(gzip.decompress(response.content))
    assert list(taken["situations"]) == list(by_id())
    assert [one["key"] for one in taken["themes"]] == [theme.key for theme in themes()]
    assert by_id()["hands-2"].words[language] in html.unescape(taken["situations"]["hands-2"]["told"])
    assert client.get(url("school_kit", language=language), {"have": taken["version"]}).status_code == 204


def test_the_situations_are_collected_once_for_all_processes_of_a_version(settings, tmp_path, monkeypatch):
    settings.KEPT_DIR = tmp_path
    monkeypatch.setattr(kit, "kit_in", lambda language: {"language": language})
    kit.compressed.cache_clear()
    first = kit.compressed("fr")
    monkeypatch.setattr(kit, "kit_in", lambda _language: pytest.fail("collected again"))
    kit.compressed.cache_clear()
    assert kit.compressed("fr") == first

    monkeypatch.setattr(kit, "kit_in", lambda language: {"language": language, "words": "others"})
    monkeypatch.setattr(kit, "static", lambda _name: "css/another.css")
    kit.compressed.cache_clear()
    other = kit.compressed("fr")
    kit.compressed.cache_clear()
    assert other[0] != first[0] and other[1] != first[1]
    assert [path.name.partition("-")[2] for path in tmp_path.iterdir()] == [f"{other[0]}-situations-fr.json.gz"]
