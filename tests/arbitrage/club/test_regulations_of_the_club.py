"""A club sets its own values where the Laws allow a choice. Each value has a date, and a ruling uses the value in force
on the day of its tournament."""

import datetime

import pytest
from django.urls import reverse
from django.utils import translation

from arbitrage.models import Event, Membership
from arbitrage.pages.wording.regulations import held
from arbitrage.services import incidents
from arbitrage.services.errors import Refused
from arbitrage.services.record.history import verify
from arbitrage.services.tournaments.regulations import appeal_minutes, facts_for, set_regulations
from rulings.engine.text import plain, translator
from rulings.laws2017 import LAWS
from rulings.regulations import allowed, as_facts, regulations
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

SPRING, SUMMER, AUTUMN = (datetime.date(2026, month, 1) for month in (3, 6, 9))


def sets(club, director, since=SPRING, authority="ffb", **own):
    return set_regulations(club=club, by=director, authority=authority, own=own, since=since)


def on(tournament, day):
    tournament.date = day
    tournament.save()
    return tournament


def test_a_club_plays_by_the_french_values_until_it_says_otherwise(club, tournament):
    assert club.regulations == []
    assert facts_for(club, tournament) == {}


def test_its_own_value_goes_before_the_authority_s(club, tournament, director):
    club = sets(club, director, authority="wbf", appeal_minutes="20", penalty_percent="")
    assert facts_for(club, on(tournament, SPRING)) == {
        "profile_54a": "INT",
        "profile_15a3": "assigned",
        "appeal_minutes": "20",
    }
    event = Event.objects.get(kind="regulations_set")
    said = {"authority": "wbf", "own": {"appeal_minutes": "20"}, "since": "2026-03-01"}
    assert event.data.items() >= said.items()
    assert event.data["rows"][0]["of"] == "Club"
    assert verify(event.stream) == []


@pytest.mark.parametrize(
    ("day", "minutes"),
    [("2026-02-28", None), ("2026-03-01", "20"), ("2026-05-31", "20"), ("2026-06-01", "45"), ("2026-09-01", None)],
)
def test_a_tournament_goes_by_the_value_in_force_on_its_day(club, tournament, director, day, minutes):
    sets(club, director, AUTUMN)
    club = sets(club, director, SUMMER, appeal_minutes="45")
    club = sets(club, director, SPRING, appeal_minutes="20")
    club = sets(club, director, AUTUMN)
    facts = facts_for(club, on(tournament, datetime.date.fromisoformat(day)))
    assert facts.get("appeal_minutes") == minutes


def test_set_again_for_the_same_day_the_later_word_holds(club, director):
    sets(club, director, appeal_minutes="20")
    club = sets(club, director, appeal_minutes="25")
    assert club.regulations == [{"since": "2026-03-01", "authority": "ffb", "own": {"appeal_minutes": "25"}}]


def test_the_same_values_again_are_no_event(club, director):
    for since in (SPRING, SPRING, SUMMER):
        sets(club, director, since, appeal_minutes="20")
    assert Event.objects.filter(kind="regulations_set").count() == 1


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("appeal_minutes", "-1"),
        ("appeal_minutes", "20161"),
        ("penalty_percent", "101"),
        ("profile_54a", "UK"),
        ("claim_suit_order", "bottom_up"),
    ],
)
def test_what_no_sensible_club_sets_is_refused_and_nothing_stored(club, director, fact, value):
    with pytest.raises(Refused) as refused:
        sets(club, director, **{fact: value})
    assert refused.value.code == fact
    club.refresh_from_db()
    assert club.regulations == [] and not Event.objects.filter(kind="regulations_set").exists()


def test_the_bounds_are_told_with_their_thousands_apart(client, club):
    answer = client.post(url("regulations", club.pk), {"appeal_minutes": "20161", "since": "2026-09-01"})
    assert "A whole number from 0 to 20,160 is wanted here." in words(answer)


@pytest.mark.parametrize("value", ["0", "20160"])
def test_the_bounds_themselves_are_taken(value):
    assert allowed("appeal_minutes", value)


def test_an_inquiry_keeps_the_values_it_was_opened_under(club, director, incident):
    sets(club, director, authority="wbf")
    on(incident.tournament, AUTUMN)
    incident.refresh_from_db()
    inquiry = incidents.open_inquiry(incident=incident, law="54", by=director)
    assert inquiry.facts["profile_54a"] == "INT"
    sets(club, director, AUTUMN)
    incidents.complete_facts(incident, director)
    inquiry.refresh_from_db()
    assert inquiry.facts["profile_54a"] == "INT"


def test_a_tournament_s_own_correction_period_goes_first(club, tournament):
    tournament.correction_minutes = 45
    assert facts_for(club, tournament)["correction_minutes"] == "45"


def test_appeals_end_with_the_correction_period_unless_the_club_has_set_a_time_for_them(club, tournament, director):
    on(tournament, SUMMER)
    assert appeal_minutes(tournament) == 30
    tournament.club = sets(club, director, correction_minutes="60")
    assert (appeal_minutes(tournament), facts_for(club, tournament)) == (60, {})
    assert facts_for(tournament.club, tournament) == {"correction_minutes": "60", "appeal_minutes": "60"}
    tournament.club = sets(club, director, correction_minutes="60", appeal_minutes="20")
    assert appeal_minutes(tournament) == 20


def test_the_report_gives_the_deadline_of_the_club(client, club, director, incident, inquiry):
    sets(club, director, appeal_minutes="20")
    make.answer(inquiry, director, able="no")
    on(incident.tournament, SUMMER)
    shown_words = words(client.get(url("report", incident.pk)))
    assert "An appeal may be made until 20 minutes after the scores are published" in shown_words


@pytest.mark.parametrize(("language", "said"), [("fr", "20 minutes"), ("en", "20 minutes")])
def test_the_ruling_says_the_value_it_used(language, said):
    question = LAWS["92"].step({"own_table": "yes"}).question
    assert said in plain(question.why, {"appeal_minutes": "20"}, translator(language))
    assert "30 minutes" in plain(question.why, {}, translator(language))


def test_what_is_said_while_nothing_is_set_is_the_french_default():
    usual = as_facts()
    assert (usual["correction_minutes"], usual["appeal_minutes"], usual["penalty_percent"]) == ("30", "30", "10")
    assert regulations("wbf")["penalty"] == regulations()["penalty"]


def test_a_claim_is_ruled_by_the_order_that_the_club_has_set(club, director, incident):
    sets(club, director, claim_suit_order="top_down")
    on(incident.tournament, SUMMER)
    incident = incidents.fresh(incident)
    inquiry = incidents.open_inquiry(incident=incident, law="70", by=director)
    assert inquiry.facts["claim_suit_order"] == "top_down"


# The club's values in a ruling

APPEAL = {"own_table": "yes", "in_time": "no"}
TOO_LATE = "Time for appeals (92B): 20 minutes. Source: the club’s regulations, since Sunday 1 March 2026."


def appealed(incident, director):
    inquiry = incidents.open_inquiry(incident=incidents.fresh(incident), law="92", by=director)
    make.answer(inquiry, director, **APPEAL)
    return inquiry


def test_the_decision_and_the_report_print_the_value_used_with_its_day(client, club, director, incident):
    sets(club, director, appeal_minutes="20")
    sets(club, director, SUMMER, appeal_minutes="20", penalty_percent="5")
    on(incident.tournament, AUTUMN)
    inquiry = appealed(incident, director)
    assert TOO_LATE in words(client.get(url("decision", inquiry.pk)))
    assert TOO_LATE in words(client.get(url("report", incident.pk)))


def test_a_value_set_since_for_a_later_day_changes_nothing_that_was_ruled(client, club, director, incident):
    sets(club, director, appeal_minutes="20")
    on(incident.tournament, SUMMER)
    inquiry = appealed(incident, director)
    sets(club, director, AUTUMN, appeal_minutes="60")
    assert TOO_LATE in words(client.get(url("decision", inquiry.pk)))


def test_a_value_that_the_club_has_changed_behind_a_ruling_is_printed_as_it_was(client, club, director, incident):
    sets(club, director, appeal_minutes="20")
    on(incident.tournament, SUMMER)
    inquiry = appealed(incident, director)
    sets(club, director, SPRING, appeal_minutes="60")
    shown_words = words(client.get(url("decision", inquiry.pk)))
    assert "20 minutes. Source: as it was when the inquiry was opened." in shown_words


def test_what_the_club_has_not_set_is_the_law_s_default_with_its_day(client, director, incident):
    inquiry = appealed(incident, director)
    shown_words = words(client.get(url("decision", inquiry.pk)))
    assert "30 minutes. Source: the Law’s own default, since Monday 1 January 2018." in shown_words


def test_a_value_that_rests_on_custom_alone_is_to_be_verified_and_a_club_s_own_is_not(client, club, director, incident):
    answers = {"offence": "late", "what_happened": "Ten minutes.", "at_fault": "yes", "penalty_decision": "standard"}
    inquiry = incidents.open_inquiry(incident=incident, law="90", by=director)
    make.answer(inquiry, director, **answers)
    shown_words = words(client.get(url("decision", inquiry.pk)))
    assert "Usual penalty (90): 10 per cent of a top. Source: custom, since" in shown_words
    assert "to be verified in the Code" in shown_words
    assert "to be verified in the Code" in words(client.get(url("code_law", "90"), answers))
    sets(club, director, penalty_percent="10")
    on(incident.tournament, SUMMER)
    assert "to be verified" not in words(client.get(url("decision", inquiry.pk)))


def test_a_ruling_that_uses_no_regulation_says_nothing_of_them(client, director, inquiry):
    make.answer(inquiry, director, able="no")
    assert "Source:" not in words(client.get(url("decision", inquiry.pk)))


def test_the_usual_penalty_said_beside_the_amounts_is_the_club_s(client, club, director, tournament):
    sets(club, director, penalty_percent="25")
    assert "Usual in this club: 25%" in words(client.get(url("penalty", on(tournament, SUMMER).pk)))
    assert "Usual in this club: 10%" in words(client.get(url("penalty", on(tournament, datetime.date(2026, 2, 1)).pk)))


# The page


def test_the_page_stores_what_was_typed(client, club):
    address = reverse("regulations", args=[club.pk])
    assert client.get(address).status_code == 200
    answer = client.post(address, {"authority": "ffb", "appeal_minutes": " 20 ", "since": "2026-09-01"})
    assert answer.status_code == 302
    club.refresh_from_db()
    assert club.regulations == [{"since": "2026-09-01", "authority": "ffb", "own": {"appeal_minutes": "20"}}]
    shown_words = words(client.get(url("regulations", club.pk)))
    assert "Since Tuesday 1 September 2026 French federation Time for appeals (92B): 20 minutes" in shown_words


def test_the_page_asks_from_which_day_on(client, club):
    answer = client.post(url("regulations", club.pk), {"authority": "ffb", "appeal_minutes": "20", "since": ""})
    assert answer.status_code == 422
    assert "Say from which day on these values hold." in words(answer)
    club.refresh_from_db()
    assert club.regulations == []


def test_the_page_keeps_what_was_typed_wrongly(client, club):
    answer = client.post(
        reverse("regulations", args=[club.pk]), {"authority": "ffb", "appeal_minutes": "soon", "since": "2026-09-01"}
    )
    assert answer.status_code == 422
    assert 'value="soon"' in answer.content.decode()
    club.refresh_from_db()
    assert club.regulations == []


def test_a_reader_and_another_club_may_not(client, club, director):
    Membership.objects.filter(user=director).update(role="reviewer")
    answer = client.get(reverse("regulations", args=[club.pk]))
    assert answer.status_code in (403, 404)


@pytest.mark.parametrize(
    ("fact", "value", "french", "english"),
    [
        ("appeal_further_days", "0", "aucun", "none"),
        ("appeal_further_days", "1", "dans un délai de 1 jour après la décision", "within 1 day of the decision"),
        ("appeal_further_days", "2", "dans les 2 jours de la décision", "within 2 days of the decision"),
        ("appeal_deposit", "1", "1 euro", "1 euro"),
        ("appeal_deposit", "30", "30 euros", "30 euros"),
    ],
)
def test_days_and_euros_agree_with_their_number(club, director, fact, value, french, english):
    club = sets(club, director, **{fact: value})
    for language, words_of in (("fr", french), ("en", english)):
        with translation.override(language):
            (line,) = held(club)[0]["own"]
            assert line.replace("\u00a0", " ").partition(":")[2].strip() == words_of
