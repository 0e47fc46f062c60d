"""The page *Les décisions* lists the rulings of the club, each in two lines, twenty a page."""

import datetime
import html
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Club, Incident, Tournament
from arbitrage.services import clock, incidents
from arbitrage.services.incidents.standing import standing
from arbitrage.services.results import scores
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url, words
from tests.arbitrage.decisions.stories import Story, maintained

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


def items(response) -> list[str]:
    """Return the entries of the list, each in one line, without its date."""
    page = re.sub(r'<span class="sr">.*?</span>|<svg.*?</svg>', "", response.content.decode(), flags=re.S)
    matches = re.findall(r"<li>(.*?)</li>", re.search(r'<ul class="list".*?</ul>', page, re.S)[0], re.S)
    plain = [re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", match))).strip() for match in matches]
    return [re.sub(r"^\d+ \w+ ", "", one) for one in plain]


def test_a_ruling_says_where_what_how_and_by_whom(client, board, director):
    incident = make.make_incident(board, director, table=3)
    make.rule_the_seed_case(incident, director)
    page = client.get(url("decision_list"))
    assert items(page) == [
        "Table 3, board 2 Revoke One trick is transferred to North-South. Ruled Law 64A2, martin Review Report"
    ]
    for name, key in (("incident", incident.pk), ("board", board.pk), ("report", incident.pk)):
        assert f'href="{url(name, key)}"' in page.content.decode()


def test_an_inquiry_opened_by_mistake_is_not_named(client, board, director):
    incident = make.make_incident(board, director, table=3)
    mistake = incidents.open_inquiry(incident=incident, law="27", by=director)
    incidents.drop_inquiry(inquiry=mistake, by=director)
    assert "Insufficient bid" not in items(client.get(url("decision_list")))[0]
    make.rule_the_seed_case(incident, director)
    shown = items(client.get(url("decision_list")))[0]
    assert shown.startswith("Table 3, board 2 Revoke One trick")


def test_the_confirmed_score_is_told_with_the_ruling(client, board, director):
    incident = make.make_incident(board, director)
    make.rule_the_seed_case(incident, director)
    scores.confirm_adjustment(incident=incident, by=director, seen=scores.propose_adjustment(incident).digest)
    assert "3NT+3, 690 to North-South" in items(client.get(url("decision_list")))[0]


def test_each_state_has_its_word(client, board, director):
    make.make_incident(board, director, table=1)
    waiting = incidents.open_inquiry(incident=make.make_incident(board, director, table=2), law="64", by=director)
    make.answer(waiting, director, **make.DURING_THE_PLAY)
    make.rule_the_seed_case(make.make_incident(board, director, table=3), director)
    incidents.withdraw_incident(incident=make.make_incident(board, director, table=4), by=director)
    found = [
        re.search(r"Withdrawn|Ruled|To come back to|In progress", item)[0]
        for item in items(client.get(url("decision_list")))
    ]
    assert found == ["Withdrawn", "Ruled", "To come back to", "In progress"]


@pytest.mark.parametrize(
    ("minutes", "word"), [(-1, "Ruled"), (1, "Appeal possible"), (29, "Appeal possible"), (31, "Final")]
)
def test_an_appeal_is_possible_until_the_end_of_the_period(client, board, director, one_moment, minutes, word):
    make.rule_the_seed_case(make.make_incident(board, director), director)
    Tournament.objects.update(published_at=one_moment - datetime.timedelta(minutes=minutes))
    assert f" {word} Law 64A2" in items(client.get(url("decision_list")))[0]


def test_twenty_a_page_newest_first(client, board, director):
    numbers = [make.make_incident(board, director, table=1 + n % 8).number for n in range(23)]
    first, second = client.get(url("decision_list")), client.get(url("decision_list") + "?page=2")
    assert "1 to 20 of 23" in words(first)
    assert re.findall(r"<span class=\"sr\"> R-\d+-0*(\d+)</span>", first.content.decode()) == [
        str(n) for n in numbers[:2:-1]
    ]
    assert re.findall(r"<span class=\"sr\"> R-\d+-0*(\d+)</span>", second.content.decode()) == ["3", "2", "1"]
    assert 'href="?page=2" rel="next"' in first.content.decode()
    assert 'href="?page=1" rel="prev"' in second.content.decode()
    assert client.get(url("decision_list") + "?page=nothing").status_code == 200


def test_a_list_of_three_asks_the_database_as_often_as_a_list_of_one(client, board, director):
    counts = []
    for tables in ((1,), (2, 3)):
        for table in tables:
            make.rule_the_seed_case(make.make_incident(board, director, table=table), director)
        with CaptureQueriesContext(connection) as queries:
            client.get(url("decision_list"))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_ruling_alone_on_its_result_is_read_once_and_its_answers_not_at_all(client, board, director):
    for table in (1, 2):
        make.rule_the_seed_case(make.make_incident(board, director, table=table), director)
    with CaptureQueriesContext(connection) as queries:
        client.get(url("decision_list"))
    asked = [query["sql"].replace('"', "") for query in queries]
    assert sum(one.startswith("SELECT arbitrage_ruling.id") for one in asked) == 1
    assert not any("FROM arbitrage_answer" in one or "FROM arbitrage_duty" in one for one in asked)


def test_each_sees_the_incidents_of_his_clubs_alone(board, director):
    make.make_incident(board, director)
    other = make.make_club("Autre club", "autre")
    stranger = make.make_member(other, "durand")
    reviewer = make.make_member(Club.objects.get(slug="lac"), "lecteur", role="reviewer")
    assert "No call yet. The first one is made from the room." in words(sign_in(stranger).get(url("decision_list")))
    assert len(items(sign_in(reviewer).get(url("decision_list")))) == 1
    assert Incident.objects.count() == 1


def test_a_ruling_is_final_when_the_times_for_corrections_and_appeals_are_over(client, board, director, one_moment):
    inquiry = make.rule_the_seed_case(make.make_incident(board, director), director)
    tournaments = Tournament.objects.filter(pk=board.tournament_id)
    tournaments.update(published_at=one_moment - datetime.timedelta(minutes=40), correction_minutes=45)
    assert "64A2" not in words(client.get(url("decision_list") + "?state=final"))
    assert "Final since" not in words(client.get(url("inquiry", inquiry.pk), follow=True))
    tournaments.update(correction_minutes=35)
    assert " Final Law 64A2" in items(client.get(url("decision_list") + "?state=final"))[0]
    assert "the times for corrections and for appeals are over (79C, 92B)" in words(
        client.get(url("inquiry", inquiry.pk), follow=True)
    )
    tournaments.update(published_at=None)
    assert "64A2" not in words(client.get(url("decision_list") + "?state=final"))


def test_a_decision_that_may_go_to_the_authority_is_not_among_the_final_ones(client, board, director, colleague):
    decided = maintained(Story(board, director, colleague))
    appeal = decided.appeals.get()
    listed = url("decision_list") + "?state=final"
    for days, shown in ((1, False), (3, True)):
        with clock.at(appeal.decided_at + datetime.timedelta(days=days)):
            assert (decided.reference in words(client.get(listed))) == shown
            assert (standing(incidents.fresh(decided)).final_since is not None) == shown
