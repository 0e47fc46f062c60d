"""Parts of a report. The time from a call to its first ruling equals that of the figures; long durations are in hours,
not in hundreds of minutes; after an appeal the report says when the decision became final; the card of a revoke is
noted beside its ruling."""

import datetime
import json

import pytest
from django.utils import translation

from arbitrage.models import Adjustment, Appeal, Incident, Inquiry, Ruling
from arbitrage.pages.appeal.appeals import right_page
from arbitrage.pages.decisions.statistics import evening_page, statistics_page
from arbitrage.pages.report import report
from arbitrage.pages.report.frame import appeal
from arbitrage.pages.report.session import evening_document
from arbitrage.pages.wording.notation import counted_on, lasting, minutes_between
from arbitrage.pages.wording.sentences import printable
from arbitrage.services import appeals, clock, incidents
from arbitrage.services.incidents.standing import State, standing
from arbitrage.services.proof.replay import replay_incident
from arbitrage.services.tournaments import publish_scores
from arbitrage.services.tournaments.regulations import set_regulations
from rulings.engine import text
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url, words
from tests.arbitrage.decisions.stories import BEGINS, Story, at

pytestmark = [pytest.mark.django_db, pytest.mark.either_database, pytest.mark.usefixtures("replayed")]


def plain(said: str) -> str:
    return said.replace("\xa0", " ").replace("\u202f", " ")


def of_the_head(incident: Incident, label: str, language: str = "en") -> str:
    with translation.override(language):
        return plain(dict(report(incident, address="")["place"])[label])


@pytest.fixture
def slow(board, director) -> Incident:
    """A revoke of West: play continues after six minutes, and the tricks are counted after forty."""
    incident = Story(board, director, director).call()
    with at(6):
        inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
        inquiry = make.answer(inquiry, director, **make.DURING_THE_PLAY)
    with at(40):
        incidents.reach_moment(duty=inquiry.duties.get(state="open"), by=director)
        make.answer(Inquiry.objects.with_answers().get(pk=inquiry.pk), director, **make.AT_THE_END)
    return incidents.fresh(incident)


# The time until the ruling


def test_paper_and_figures_count_to_the_same_first_ruling(slow, tournament):
    assert of_the_head(slow, "Ruled") == "21:40; first ruling at 21:06, 6 min after the call"
    assert of_the_head(slow, "Décidée", "fr") == (
        "21 h 40 ; première décision à 21 h 06, 6 min après l’appel à l’arbitre"
    )
    assert statistics_page(type(tournament).objects.all())["median"] == 6
    assert [line["minutes"] for line in evening_page(tournament, slow.opened_by)["lines"]] == [6]


def test_what_says_the_same_again_leaves_the_first_ruling_where_it_was(slow, director):
    inquiry = Inquiry.objects.with_answers().get(incident=slow)
    with at(100):
        make.answer(inquiry, director, line="Another line, told later.")
    assert "first ruling at 21:06, 6 min after the call" in of_the_head(incidents.fresh(slow), "Ruled")


def test_a_ruling_of_the_same_day_says_hours_and_one_of_another_day_its_day(board, director):
    incident = Story(board, director, director).ruled()
    assert of_the_head(incident, "Ruled") == "21:06, 6 min after the call"
    for back, said in ((386, "21:06, 6 h 32 min after the call"), (26 * 60, "21:06")):
        Incident.objects.update(called_at=BEGINS - datetime.timedelta(minutes=back))
        assert of_the_head(incidents.fresh(incident), "Ruled") == said


def test_minutes_are_cut_as_they_are_printed():
    called = BEGINS.replace(second=40)
    assert minutes_between(called, BEGINS + datetime.timedelta(minutes=6, seconds=5)) == 6
    assert minutes_between(called, called - datetime.timedelta(minutes=6)) == 0


@pytest.mark.parametrize(
    ("minutes", "counted", "lasted"),
    [
        (0, "0", "0 min"),
        (59, "59", "59 min"),
        (60, "1 h 00", "1 h"),
        (65, "1 h 05", "1 h 05 min"),
        (386, "6 h 26", "6 h 26 min"),
    ],
)
def test_from_an_hour_on_minutes_are_hours(minutes, counted, lasted):
    assert (plain(counted_on(minutes)), plain(lasting(minutes))) == (counted, lasted)


@pytest.mark.parametrize(
    ("minutes", "french", "english"),
    [
        ("1", "1 minute", "1 minute"),
        ("30", "30 minutes", "30 minutes"),
        ("90", "90 minutes", "90 minutes"),
        ("120", "2 heures", "2 hours"),
        ("1440", "24 heures", "24 hours"),
        ("20160", "14 jours", "14 days"),
    ],
)
def test_a_time_limit_is_in_the_largest_unit_that_it_is_a_whole_number_of(minutes, french, english):
    for language, said in (("fr", french), ("en", english)):
        with translation.override(language):
            assert plain(text.show("appeal_minutes", "", minutes, translation)) == said


# The right of appeal


def test_a_time_of_days_is_said_in_days_and_by_whose_consent(tournament, club, director):
    set_regulations(
        club=club, by=director, authority="ffb", own={"appeal_minutes": "20160"}, since=datetime.date(2026, 1, 1)
    )
    consents = {"pairs": "both partners", "teams": "the captain", "individual": ""}
    tournament = type(tournament).objects.get()
    for kind, consent in consents.items():
        tournament.kind = kind
        with translation.override("en"):
            said = "".join(run[1] for run in appeal(tournament)["paragraphs"][0])
        assert "14 days after the scores are published" in said
        assert all((one in said) == (one == consent) for one in consents.values() if one)


def test_after_an_appeal_it_is_final_once_no_further_one_can_be_made(board, director, colleague):
    """The club's time for appeals ended long before; the decision becomes final only with the time for a further
    appeal."""
    incident = Story(board, director, colleague)
    maintained = _maintained(incident)
    decided = Appeal.objects.get()
    browser = sign_in(director)
    with clock.at(decided.decided_at + datetime.timedelta(hours=1)):
        assert standing(maintained).final_since is None
        page = words(browser.get(url("right_of_appeal", maintained.pk)))
        assert "Appeals to the authority until" in page
        assert "(Law 93C)" in page
        assert "Final since" not in page
        assert " min left" not in page
    with clock.at(decided.decided_at + datetime.timedelta(days=3)):
        now = standing(incidents.fresh(maintained))
        assert now.final_since == decided.decided_at + datetime.timedelta(days=2)
        assert {ruling.state for ruling in now.rulings} == {State.FINAL}
        assert "(Law 93C)." in words(browser.get(url("right_of_appeal", maintained.pk)))


def _maintained(story: Story) -> Incident:
    from tests.arbitrage.decisions.stories import STORIES

    return STORIES["maintained"](story)


# The card of an established revoke


def test_the_card_of_a_revoke_is_noted_beside_its_ruling_and_printed(board, director):
    incident = Story(board, director, director).confirmed()
    inquiry = incident.inquiries.get()
    browser = sign_in(director)
    page = browser.get(url("decision", inquiry.pk))
    assert "Which card was wrongly played? not noted" in words(page)
    address = url("question", inquiry.pk, "revoke_card")
    assert address in page.content.decode()
    with at(30):
        pads = browser.get(address)
        assert 'value="D2"' in pads.content.decode()
        answer = browser.post(address, {"answer": "D2", "version": inquiry.version})
        assert (answer.status_code, inquiry.answers.get(question="revoke_card").value) == (302, "D2")
    incident = incidents.fresh(incident)
    said = {language: _facts(incident, language) for language in ("en", "fr")}
    assert "The card wrongly played was the 2 of diamonds." in said["en"]
    assert "La carte jouée à tort était le 2 de carreau." in said["fr"]
    now = standing(incident)
    assert [ruling.why for ruling in now.rulings] == [""], "it makes no other ruling"
    assert now.mark.state == "confirmed"
    assert Adjustment.objects.confirmed().count() == 1
    assert list(replay_incident(incident)) == []


def _facts(incident: Incident, language: str) -> str:
    with translation.override(language):
        paragraphs = report(incident, address="")["facts"]["paragraphs"]
    return plain(printable(" ".join(run[1] for paragraph in paragraphs for run in paragraph)))


def test_a_card_that_nobody_noted_is_on_no_paper_and_asked_by_no_page(board, director):
    incident = Story(board, director, director).ruled()
    assert "wrongly played" not in _facts(incident, "en")
    assert "revoke_card" not in incident.inquiries.get().answers_dict()
    assert "Which card was wrongly played?" not in str(report(incident, address="")["questions"])


def test_who_only_reads_is_asked_to_note_nothing(board, director, club):
    incident = Story(board, director, director).ruled()
    reader = make.make_member(club, "lectrice", role="reviewer")
    page = words(sign_in(reader).get(url("decision", incident.inquiries.get().pk)))
    assert "not noted" not in page


@pytest.mark.parametrize(
    ("days", "language", "head", "facts"),
    [
        (0, "fr", "martin (appel à 21 h 00)", "L’arbitre a été appelé à 21 h 00."),
        (0, "en", "martin, called at 21:00", "The director was called at 21:00."),
        (
            3,
            "fr",
            "martin (appel le lundi 23 novembre 2026 à 21 h 00)",
            "L’arbitre a été appelé le lundi 23 novembre 2026 à 21 h 00.",
        ),
        (
            3,
            "en",
            "martin, called on Monday 23 November 2026 at 21:00",
            "The director was called on Monday 23 November 2026 at 21:00.",
        ),
    ],
)
def test_a_call_of_another_day_has_its_day_on_every_paper(board, director, days, language, head, facts):
    incident = Story(board, director, director).call(days * 24 * 60)
    with at(5, days=days):
        make.rule_the_seed_case(incident, director)
        publish_scores(tournament=incident.tournament, by=director)
        appeals.tell_the_right(incident=incidents.fresh(incident), side="EW", by=director)
    incident = incidents.fresh(incident)
    assert of_the_head(incident, "Arbitre" if language == "fr" else "Director", language) == head
    assert _facts(incident, language).startswith(facts)
    with translation.override(language):
        day = {"fr": "lundi 23 novembre 2026, ", "en": "Monday 23 November 2026, "}[language] if days else ""
        hours = {"fr": "21 h 0%s", "en": "21:0%s"}[language]
        session = plain(json.dumps(evening_document(incident.tournament, director, address=""), ensure_ascii=False))
        assert f'"{day}{hours % 0}"' in session
        assert f"{day}{hours % 5}{' :' if language == 'fr' else ':'} " in session
    with translation.override(language), at(10, days=days):
        told = plain(right_page(incident, may_rule=True)["told"][0]["words"])
    hour = {"fr": "à 21 h 05", "en": "at 21:05"}[language]
    moment = {"fr": f"le lundi 23 novembre 2026 {hour}", "en": f"on Monday 23 November 2026 {hour}"}[language]
    assert f" martin {moment if days else hour}" in told


def test_a_law_whose_answers_make_no_sentence_says_what_it_was_about(board, director):
    incident = Story(board, director, director).call()
    incidents.open_inquiry(incident=incident, law="57", by=director)
    assert "It was about: " in _facts(incidents.fresh(incident), "en")
    assert Ruling.objects.count() == 0
