"""The page *Les décisions* finds a decision by its evening, tournament, incident, law, director or state, and by
words."""

import datetime
import html
import re
from urllib.parse import urlencode

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arbitrage.database.search_words import indexed, wanted
from arbitrage.models import Club, Incident, IndexEntry, Player, Result, Tournament
from arbitrage.services import incidents
from arbitrage.services.incidents import polls, reviewing
from arbitrage.services.record import incident_index
from arbitrage.services.record.free_words import erase_words
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url, words
from tests.arbitrage.crowd import copies

pytestmark = pytest.mark.django_db

either_database = pytest.mark.either_database


def asked(client, language: str = "en", **sent: str):
    return client.get(f"{url('decision_list', language=language)}?{urlencode(sent)}")


def found(response) -> list[int]:
    """Return the numbers of the incidents that are listed, in their order."""
    return [int(one) for one in re.findall(r'<span class="sr"> R-\d+-0*(\d+)</span>', response.content.decode())]


def options(response, name: str) -> dict[str, str]:
    """Map the values of a select of the page to their labels."""
    select = re.search(rf'<select name="{name}">.*?</select>', response.content.decode(), re.S)[0]
    pairs = re.findall(r'<option value="([^"]*)"[^>]*>(.*?)</option>', select)
    return {value: html.unescape(said) for value, said in pairs}


def three_calls() -> None:
    """Store a revoke ruled by the director, a revoke that waits for the end of play, and an insufficient bid ruled by
    the colleague."""
    board, director = make.a_founding_case()
    colleague = make.make_member(board.tournament.club, "leclerc")
    ruled = make.make_incident(board, director, table=1)
    incidents.attend(incident=ruled, by=director)
    make.rule_the_seed_case(ruled, director)
    waiting = make.make_incident(board, director, table=2)
    incidents.attend(incident=waiting, by=director)
    make.answer(incidents.open_inquiry(incident=waiting, law="64", by=director), director, **make.DURING_THE_PLAY)
    bid = make.make_incident(board, colleague, table=3)
    incidents.attend(incident=bid, by=colleague)
    incidents.open_inquiry(incident=bid, law="27", by=colleague)


@pytest.fixture(scope="module")
def scene(set_once) -> None:
    set_once(three_calls)


@pytest.fixture
def three(scene) -> list[Incident]:
    """The calls of `three_calls`, in order."""
    return list(Incident.objects.order_by("number"))


# Words


@pytest.mark.parametrize(
    ("stored", "query"),
    [
        ("Renonces consommées", "renonce consommee"),
        ("Œuvre", "oeuvre"),
        ("hésitation", "HESITATION"),
        ("une enchère insuffisante", "enchères"),
        ("l’entame hors tour", "entames"),
        ("Loi 12C1(c)", "12c1c"),
        ("64A2", "64a"),
        ("renonce", "reno"),
    ],
)
def test_a_word_is_found_whatever_its_accents_its_capitals_and_its_ending(stored, query):
    assert wanted(query)
    assert all(any(one in indexed(stored) for one in either) for either in wanted(query))


def test_a_word_that_is_not_there_is_not_found():
    assert not any(one in indexed("renonce de l’Ouest") for one in wanted("revendication")[0])


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("renonce", [2, 1]),
        ("RENONCÉS", [2, 1]),
        ("revoke", [2, 1]),
        ("64A2", [1]),
        ("levee transferee", [1]),
        ("trick transferred", [2, 1]),
        ("enchere insuffisante", [3]),
        ("0002", [2]),
        ("xylophone", []),
        ("renonce insuffisante", []),
        ("de la", [3, 2, 1]),
        ("100%", []),
        ("re_once", []),
    ],
)
def test_the_list_is_searched_in_either_language(client, three, query, expected):
    assert found(asked(client, q=query)) == expected
    assert found(asked(client, "fr", q=query)) == expected


def test_what_was_typed_is_found_until_it_is_erased(client, three, director):
    incidents.add_words(incident=three[0], words="Le déclarant était très énervé.", by=director)
    incidents.dispute_facts(incident=three[1], disputed=True, evidence="Est se tait.", by=director)
    assert found(asked(client, q="enerve")) == [1]
    assert found(asked(client, q="taire")) == []
    assert found(asked(client, q="tait")) == [2]
    erase_words(note=three[0].notes.get(text__startswith="Le déclarant"), by=director)
    assert found(asked(client, q="declarant enerve")) == []


def an_answer(incident: Incident, by) -> None:
    incidents.open_inquiry(incident=incident, law="85", by=by)
    make.answer(incident.inquiries.get(law="85"), by, facts_agreed="no", evidence=TYPED)


def another_answer(incident: Incident, by) -> None:
    incidents.open_inquiry(incident=incident, law="85", by=by)
    inquiry = make.answer(incident.inquiries.get(law="85"), by, facts_agreed="no", evidence="Rien.")
    make.answer(inquiry, by, evidence=TYPED)


def a_poll(incident: Incident, by) -> None:
    inquiry = incidents.open_inquiry(incident=incident, law="16B", by=by)
    polls.open_poll(inquiry=inquiry, page=polls.Page("", "S", "N", "None", "matchpoints", (), TYPED), by=by)


def a_statement(incident: Incident, by) -> None:
    incidents.note_statements(incident=incident, said={"NS": TYPED}, by=by)


def a_comment(incident: Incident, by) -> None:
    reviewing.comment(incident=incident, words=TYPED, by=by)


def a_reason(incident: Incident, by) -> None:
    incidents.withdraw_incident(incident=incident, by=by, reason=TYPED)


TYPED = "Le corbeau croassait."


@either_database
@pytest.mark.parametrize("act", [an_answer, another_answer, a_poll, a_statement, a_comment, a_reason])
def test_words_are_found_as_soon_as_they_are_typed_wherever_that_was(client, three, director, act):
    act(three[2], director)
    assert found(asked(client, q="corbeau")) == [3]
    entry = IndexEntry.objects.get(incident=three[2])
    columns = {name: getattr(entry, name) for name in ("situation", "words", "laws")}
    assert incident_index.differences(three[2].pk, columns, current=True) == []


def test_an_inquiry_that_was_dropped_is_not_found(client, three, director):
    incidents.drop_inquiry(inquiry=three[1].inquiries.get(), by=director)
    assert found(asked(client, q="renonce")) == [1]
    assert found(asked(client, what="law:64")) == [1]
    assert found(asked(client, what="tile:renonce")) == [1]


def test_the_index_is_made_again_from_what_is_stored_and_not_when_no_word_has_changed(three, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    before = list(IndexEntry.objects.order_by("pk").values())
    assert len(before) == 3
    IndexEntry.objects.all().delete()
    call_command("adopt_history", stdout=open("/dev/null", "w"))  # noqa: SIM115
    assert list(IndexEntry.objects.order_by("pk").values()) == before
    assert incident_index.refresh_all() == 0
    incident_index.forget_all()
    assert incident_index.refresh_all() == 3
    assert list(IndexEntry.objects.order_by("pk").values()) == before


def test_no_name_of_a_player_is_in_the_index(three):
    for entry in IndexEntry.objects.all():
        assert not re.search(r"\b(ns|ew) \d", entry.words)
        assert "martin" not in entry.words


# Filters


def test_each_filter_finds_its_own(client, three, tournament, director, colleague):
    assert found(asked(client)) == [3, 2, 1]
    assert found(asked(client, state="waiting")) == [2]
    assert found(asked(client, state="open")) == [3]
    assert found(asked(client, what="law:27")) == [3]
    assert found(asked(client, what="law:64")) == [2, 1]
    assert found(asked(client, what="tile:enchere-insuffisante")) == [3]
    assert found(asked(client, director=str(colleague.pk))) == [3]
    assert found(asked(client, director=str(director.pk))) == [2, 1]
    assert found(asked(client, tournament=str(tournament.pk))) == [3, 2, 1]
    assert found(asked(client, what="law:64", state="ruled", q="renonce")) == [1]


@either_database
def test_what_is_chosen_stays_chosen_and_is_said(client, three):
    page = asked(client, what="law:64", state="ruled", q="dummy’s “trick” <b>")
    markup = page.content.decode()
    assert '<option value="law:64" selected>' in markup
    assert '<option value="ruled" selected>' in markup
    assert 'value="dummy’s “trick” &lt;b&gt;"' in markup
    assert "0 of 3, Law 64, Revoke, Ruled, “dummy’s “trick” <b>”" in words(page)
    assert "No decision is like that." in words(page)


def test_the_last_evening_is_that_of_the_last_call_not_of_the_next_tournament(client, three, club, director):
    older = make.make_tournament(club, boards=(7,), name="Tournoi de mardi")
    Tournament.objects.filter(pk=older.pk).update(date=make.EVENING - datetime.timedelta(days=2))
    older.refresh_from_db()
    make.make_incident(older.boards.get(), director, table=5)
    tonight = make.make_tournament(club, boards=(9,), name="Ce soir")
    Tournament.objects.filter(pk=tonight.pk).update(date=make.EVENING + datetime.timedelta(days=7))
    assert found(asked(client, period="last")) == [3, 2, 1]
    assert found(asked(client, tournament=str(older.pk))) == [4]
    assert list(options(asked(client), "tournament").values()) == [
        "All",
        "Tournoi du jeudi, 20 Nov 2026",
        "Tournoi de mardi, 18 Nov 2026",
    ]


def test_a_month_has_the_calls_of_its_days_in_the_clubs_time(client, three):
    local = timezone.get_current_timezone()
    times = ((2026, 1, 31, 23, 59), (2026, 2, 1, 0, 0), (2026, 2, 28, 23, 30))
    for incident, time in zip(three, times, strict=True):
        Incident.objects.filter(pk=incident.pk).update(called_at=datetime.datetime(*time, tzinfo=local))
    assert found(asked(client, period="2026-01")) == [1]
    assert found(asked(client, period="2026-02")) == [3, 2]
    assert options(asked(client), "period") == {
        "": "All",
        "last": "Last evening",
        "2026-02": "February 2026",
        "2026-01": "January 2026",
    }
    assert "Février 2026" in options(asked(client, "fr"), "period").values()


@either_database
@pytest.mark.parametrize(
    "sent",
    [
        {"period": "2026-13"},
        {"period": "yesterday"},
        {"period": "9999-12"},
        {"tournament": "x' or 1=1"},
        {"director": "²"},
        {"director": "99999999999999999999"},
        {"what": "tile:nothing"},
        {"what": "law: "},
        {"state": "lost"},
        {"q": "x" * 201},
    ],
)
def test_what_does_not_exist_finds_nothing_and_breaks_nothing(client, three, sent):
    page = asked(client, **sent)
    assert page.status_code == 200
    assert found(page) == []


@either_database
def test_only_what_is_there_can_be_chosen(client, three):
    page = asked(client)
    assert options(page, "what")["law:64"] == "Law 64, Revoke"
    assert [option for option in options(page, "what") if option.startswith("law:")] == ["law:27", "law:63", "law:64"]
    assert set(options(page, "director").values()) == {"All", "martin", "leclerc"}


@either_database
def test_another_club_is_neither_found_nor_offered(three):
    stranger = make.make_member(make.make_club("Autre club", "autre"), "durand")
    page = asked(sign_in(stranger), q="renonce", tournament=str(Tournament.objects.get().pk))
    assert found(page) == []
    assert "Tournoi du jeudi" not in page.content.decode()
    assert "martin" not in page.content.decode()


@either_database
def test_a_reader_finds_as_a_director_does(three):
    reader = make.make_member(Club.objects.get(slug="lac"), "lecteur", role="reviewer")
    assert found(asked(sign_in(reader), q="renonce")) == [2, 1]


# Pages and paper


@either_database
def test_the_next_page_keeps_what_was_chosen(client, three):
    copies(three[0], 25)
    first = asked(client, what="law:64", q="renonce")
    assert len(found(first)) == 20
    onward = html.unescape(re.search(r'href="(\?[^"]*)" rel="next"', first.content.decode())[1])
    second = client.get(url("decision_list") + onward)
    assert len(found(second)) == 7
    assert not set(found(first)) & set(found(second))


@either_database
def test_the_list_prints_whole_and_without_what_is_touched(client, three):
    copies(three[0], 60)
    page = client.get(url("decision_print") + "?what=law:64")
    assert len(re.findall(r'<th scope="row"', page.content.decode())) == 62
    assert "62 incidents, Law 64, Revoke" in words(page)
    assert "<select" not in page.content.decode()


def test_a_list_of_five_thousand_asks_the_database_as_often_as_a_list_of_four(client, three):
    counts = {}
    for total in (4, 50, 5000):  # a copy has no board
        copies(three[0], total - Incident.objects.count())
        with CaptureQueriesContext(connection) as queries:
            page = asked(client, q="renonce", what="law:64", period="last", state="ruled")
        assert Incident.objects.count() == total
        assert found(page)
        counts[total] = len(queries)
    assert len(set(counts.values())) == 1, counts


def test_many_changes_at_once_are_indexed_once_at_their_end(incident, director):
    before = IndexEntry.objects.get(incident=incident).words
    with CaptureQueriesContext(connection) as queries, incident_index.postponed():
        for words in ("Corbeau.", "Cigogne."):
            incidents.add_words(incident=incident, words=words, by=director)
            assert IndexEntry.objects.get(incident=incident).words == before
    written = [
        query["sql"]
        for query in queries
        if query["sql"].startswith(("INSERT", "UPDATE")) and "indexentry" in query["sql"]
    ]
    assert len(written) == 1
    assert Incident.objects.saying("corbeau cigogne").get() == incident


def test_what_ends_with_an_error_is_not_indexed(incident):
    IndexEntry.objects.all().delete()
    with pytest.raises(RuntimeError), incident_index.postponed():
        incident_index.refresh(incident.pk)
        raise RuntimeError
    assert not IndexEntry.objects.exists()
    incident_index.refresh(incident.pk)
    assert IndexEntry.objects.get().incident == incident


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("Loi 64A2", [1]),
        ("loi 64a", [2, 1]),  # every law applied, even if another decides the ruling
        ("Law 64A1", []),
        ("Loi 64", [2, 1]),
        ("loi 6", []),
        ("donne 2", [3, 2, 1]),
        ("donne 17", []),
        ("étui 2 table 3", [3]),
        ("table 1", [1]),
        ("table A1", [1]),
        ("table B1", []),
        ("table 11", []),
        ("20 novembre", [3, 2, 1]),
        ("20/11/2026", [3, 2, 1]),
        ("21 novembre", []),
        ("3SA", [3, 2, 1]),
        ("3NT+2", [3, 2, 1]),
        ("3SA+1", []),
        ("leclerc", [3]),
        ("tournoi du jeudi", [3, 2, 1]),
        ("renonce martin", [2, 1]),
        ("Hélène Dûpont", [2]),
        ("dupont table 2", [2]),
    ],
)
def test_what_the_list_shows_finds_it(client, query, numbers):
    pair = Incident.objects.get(number=2).result.ns
    Player.objects.filter(contestant=pair, order=1).update(name="DUPONT Helene")
    assert found(asked(client, q=query)) == numbers


@pytest.mark.parametrize(
    ("query", "language", "contract"),
    [
        ("3C", "fr", "3H"),
        ("3C", "en", "3C"),
        ("3C+1", "fr", "3H"),
        ("3C+1", "en", "3C"),
        ("3T", "fr", "3C"),
        ("3T", "en", "3C"),
        ("3H", "fr", "3H"),
        ("3H", "en", "3H"),
        ("3SA", "en", "3NT"),
        ("3NT", "fr", "3NT"),
    ],
)
def test_a_contract_is_read_in_the_language_of_the_page_or_else_in_the_other(client, three, query, language, contract):
    for incident, of in zip(three, ("3H", "3C", "3NT"), strict=True):
        Result.objects.filter(pk=incident.result_id).update(contract=of, tricks=10)
    numbers = {"3H": [1], "3C": [2], "3NT": [3]}
    assert found(asked(client, language, q=query)) == numbers[contract]


def test_the_casebook_is_found_by_law_and_never_by_a_name(client):
    pair = Incident.objects.get(number=1).result.ns
    Player.objects.filter(contestant=pair, order=1).update(name="DUPONT Helene")
    for query, count in (("Loi 64A2", 1), ("Dupont", 0), ("martin", 0), ("renonce loi 64", 1)):
        text = words(client.get(f"{url('casebook')}?{urlencode({'q': query})}"))
        assert f"{count} case" in text, query
