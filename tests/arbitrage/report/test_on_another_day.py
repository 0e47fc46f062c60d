"""A time of another day than the session's has its day, and a day or a year is that of the club's clock, not of UTC."""

import datetime
from dataclasses import asdict
from decimal import Decimal

import pytest
from django.test import Client
from django.utils import translation

from arbitrage.models import Incident, Inquiry, PlayerLink, Rehearsal, Ruling
from arbitrage.pages.appeal.appeals import right_page
from arbitrage.pages.decisions.casebook import case
from arbitrage.pages.evidence.equity import printed_equity
from arbitrage.pages.report import Version, report
from arbitrage.pages.school.rehearsal_after import after_paper
from arbitrage.pages.wording.rankings import entry
from arbitrage.services import appeals, clock, incidents
from arbitrage.services.appeals.wishes import wish
from arbitrage.services.incidents import equity, evidence
from arbitrage.services.incidents.standing import standing
from arbitrage.services.people import link_tokens, player_links, table_sheets
from arbitrage.services.results import penalties
from arbitrage.services.tournaments import publish_scores
from arbitrage.services.tournaments.running import sayings
from tests.arbitrage.at_the_screen import sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

EVENING = datetime.datetime(2026, 11, 20, 22, 30, tzinfo=datetime.UTC)  # 23:30 in France
NEXT_DAY = EVENING + datetime.timedelta(hours=14)
NEW_YEAR = datetime.datetime(2026, 12, 31, 23, 30, tzinfo=datetime.UTC)  # half past midnight in France


@pytest.fixture(autouse=True)
def _no_crowd() -> None:
    table_sheets.arrivals.clear()


@pytest.fixture
def published(confirmed, director) -> Incident:
    """A decision of an evening whose scores were published that evening, with two days for corrections and appeals."""
    with clock.at(EVENING):
        publish_scores(tournament=confirmed.tournament, minutes=2 * 24 * 60, by=director)
    return incidents.fresh(confirmed)


@pytest.fixture
def link(published, director) -> PlayerLink:
    with clock.at(EVENING):
        return player_links.make(board=published.board, contestant=published.result.ns, by=director)


def on_the_telephone(link: PlayerLink) -> str:
    with clock.at(NEXT_DAY):
        return words(Client().get(url("player_evening", link.pk, link_tokens.token("board", link.pk))))


def asked(published, link, at: datetime.datetime) -> None:
    with clock.at(at):
        wish(incident=published, side="NS", agreed=True, link=link.pk)


@pytest.mark.parametrize(
    ("at", "french", "english"),
    [
        (EVENING, "à 23 h 30", "at 23:30"),
        (NEXT_DAY, "le samedi 21 novembre 2026 à 13 h 30", "on Saturday 21 November 2026 at 13:30"),
    ],
)
def test_a_request_by_a_link_says_on_which_day_it_was_made(published, link, at, french, english):
    asked(published, link, at)
    with clock.at(NEXT_DAY):
        for language, when in (("fr", french), ("en", english)):
            with translation.override(language):
                words_of = right_page(published, may_rule=True)["wished"][0].replace("\u00a0", " ")
                assert words_of.endswith(f"{'par son propre lien' if language == 'fr' else 'by its own link'} {when}.")
    assert f"You asked to appeal {english}:" in on_the_telephone(link)


def test_the_room_says_on_which_day_an_appeal_was_asked_for(published, link, director):
    asked(published, link, NEXT_DAY)
    with clock.at(NEXT_DAY):
        page = words(sign_in(director).get(url("room", published.tournament_id)))
        assert "North-South, Saturday 21 November 2026, 13:30" in page
        appeals.request_appeal(incident=published, side="NS", about="facts", agreed=True, by=director)
        page = words(sign_in(director).get(url("board", published.board_id)))
        assert "Under appeal, Table 1, board 2, North-South, Saturday 21 November 2026, 13:30" in page


def test_a_call_that_still_waits_says_on_which_day_it_was_made(published, link, director):
    with clock.at(NEXT_DAY):
        call = incidents.open_incident(tournament=published.tournament, by=director)
        incidents.place_incident(incident=call, by=director, line=published.result)
    assert "called on Saturday 21 November 2026 at 13:30." in on_the_telephone(link)


def test_corrections_of_two_days_end_on_a_day(published):
    event = sayings(published.tournament)[0]
    with translation.override("fr"):
        sentence = entry(event)["words"].replace("\u00a0", " ")
    assert sentence == "Marques publiées, corrections jusqu’au dimanche 22 novembre 2026 à 23 h 30"


def test_corrections_of_the_evening_end_at_an_hour(published, director):
    with clock.at(EVENING):
        publish_scores(tournament=published.tournament, minutes=15, by=director)
    with translation.override("fr"):
        sentence = entry(sayings(published.tournament)[0])["words"].replace("\u00a0", " ")
    assert sentence == "Marques publiées, corrections jusqu’à 23 h 45"


def test_a_penalty_that_is_withdrawn_later_says_on_which_day(published, director):
    with clock.at(NEXT_DAY):
        penalty = penalties.give_penalty(
            tournament=published.tournament,
            contestant=str(published.result.ns_id),
            law="90",
            amount=Decimal(10),
            unit="percent",
            reason="slow",
            by=director,
        )
        penalties.withdraw_penalty(penalty=penalty, by=director)
        page = words(sign_in(director).get(url("ranking", published.tournament_id)))
    assert "Withdrawn by martin on Saturday 21 November 2026 at 13:30" in page


def test_a_rehearsal_after_midnight_has_the_day_of_the_clock(director):
    rehearsal = Rehearsal(user=director, scenario="quarter-of-an-hour", seed=7, begun_at=NEW_YEAR, ended_at=NEW_YEAR)
    rehearsal.seen_at = NEW_YEAR
    with translation.override("en"), clock.at(NEW_YEAR):
        rehearsal.save()
        (document,) = after_paper(rehearsal, "Club")
    assert document["event"].endswith("1\u00a0January\u00a02027")


def test_a_case_of_the_first_hour_of_a_year_is_of_that_year(ruled):
    Incident.objects.update(called_at=NEW_YEAR)
    Ruling.objects.update(at=NEW_YEAR)
    incident = incidents.fresh(ruled)
    assert "2027" in str(report(incident, address="", version=Version.CASEBOOK))
    ruling = Ruling.objects.select_related("inquiry__incident__tournament").latest("at")
    assert case(ruling, standing(incident))["when"] == "2027"


def test_evidence_that_was_looked_at_later_says_on_which_day(published, director):
    inquiry = Inquiry.objects.with_answers().get(incident=published)
    inputs = asdict(equity.Inputs.of(inquiry))
    nobody = {"same": [], "others": [], "tables": 0}
    outputs = {"field": nobody, "all": None, "after_lead": None, "changes": [], "whole": True, "by": "", "tricks": []}
    with clock.at(NEXT_DAY), translation.override("en"):
        evidence.keep(inquiry, director, equity.SHOWN, inputs=inputs, outputs=outputs, complete=True)
        assert "Looked at, Saturday 21\u00a0November\u00a02026, 13:30, martin." in list(printed_equity(inquiry))
