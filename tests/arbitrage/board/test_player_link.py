"""A link opens the published history of one board to a pair that played it. It shows no names of other players, and
nothing before publication."""

import datetime
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Board, Club, ConductNote, Event, PlayerLink
from arbitrage.services import clock, incidents
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import reviewing
from arbitrage.services.people import link_tokens, members, player_links
from arbitrage.services.results import penalties
from arbitrage.services.tournaments import publish_scores, withdraw_publication
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import deal, post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


@pytest.fixture
def link(confirmed, director) -> PlayerLink:
    """The link of pair 1 North-South to the board on which West revoked at their table."""
    return player_links.make(board=confirmed.board, contestant=confirmed.result.ns, by=director)


@pytest.fixture
def published(link, director) -> PlayerLink:
    deal(link.board)
    publish_scores(tournament=link.board.tournament, minutes=30, by=director)
    return PlayerLink.objects.get()


def address(link: PlayerLink, language: str = "en") -> str:
    return url("player_board", link.pk, link_tokens.token("board", link.pk), language=language)


def test_nothing_is_shown_before_publication_nor_after_it_is_withdrawn(link, director):
    browser = Client()

    def says_nothing() -> bool:
        shown_words = words(browser.get(address(link)))
        return "not published yet" in shown_words and not any(
            text in shown_words for text in ("3NT", "NS 1.1", "Revoke", "Traveller")
        )

    assert says_nothing()
    tournament = publish_scores(tournament=link.board.tournament, minutes=30, by=director)
    assert not says_nothing()
    withdraw_publication(tournament=tournament, by=director)
    assert says_nothing()


def test_the_pair_reads_deal_traveller_ruling_and_score(published):
    shown_words = words(Client().get(address(published)))
    for text in ("Board 2", "For NS 1.1, NS 1.2 (NS 1)", "64A", "Your table", "One trick is transferred", "690"):
        assert text in shown_words


def test_no_name_but_the_pairs_own_is_on_it(published, director, club, confirmed):
    SECRET = "Zébulon"
    incidents.add_words(incident=confirmed, words=SECRET, by=director)
    reviewing.comment(incident=confirmed, words=SECRET, by=director)
    ConductNote.objects.create(
        club=club, incident=confirmed, law="74", words=SECRET, by=director, at=clock.now(), digest="0" * 64
    )
    penalties.give_penalty(
        tournament=published.board.tournament,
        contestant=str(published.contestant_id),
        law="90",
        amount=Decimal(10),
        unit="percent",
        reason="slow",
        by=director,
    )
    director.first_name, director.last_name = "Paul", "Martineau"
    director.save()
    page = Client().get(address(published)).content.decode()
    assert "NS 1.1" in page
    others = [f"{side} {number}.{one}" for side in ("NS", "EW") for number in range(1, 9) for one in (1, 2)]
    for name in [*others[2:], SECRET, "Martineau", "Paul", "martin"]:
        assert name not in page


def test_another_table_of_the_board_is_told_without_a_name(confirmed, director):
    publish_scores(tournament=confirmed.tournament, minutes=30, by=director)
    other = confirmed.board.results.get(table=5).ns
    shown_words = words(Client().get(address(player_links.make(board=confirmed.board, contestant=other, by=director))))
    assert "For NS 5.1, NS 5.2 (NS 5)" in shown_words
    assert "table 1" in shown_words
    assert "Your table" not in shown_words
    assert "NS 1.1" not in shown_words


@pytest.mark.parametrize("what", ["withdrawn", "expired", "club closed", "guessed", "of an invitation"])
def test_a_link_that_is_not_good_opens_nothing(published, director, club, what):
    to = address(published)
    match what:
        case "withdrawn":
            post(sign_in(director), url("player_links", published.board_id), {"withdraw": published.pk})
        case "expired":
            PlayerLink.objects.update(expires_at=clock.now() - datetime.timedelta(seconds=1))
        case "club closed":
            members.disable_club(club=club, by=director)
        case "guessed":
            to = url("player_board", published.pk, "A" * 43)
        case "of an invitation":
            to = url("player_board", published.pk, link_tokens.token("invitation", published.pk))
    page = Client().get(to)
    assert page.status_code == 404
    assert not any(text in words(page) for text in ("3NT", "NS 1.1", "Lac", "Tournoi"))


def test_it_is_kept_by_no_browser_found_by_no_search_and_nothing_is_sent_to_it(published):
    for to in (address(published), url("player_board", published.pk, "guessed")):
        page = Client().get(to)
        assert (page["Cache-Control"], page["X-Robots-Tag"]) == ("no-store", "noindex, nofollow")
        assert page["Referrer-Policy"] == "same-origin"
    assert '<meta name="robots" content="noindex, nofollow">' in Client().get(address(published)).content.decode()
    assert Client().post(address(published)).status_code == 405


def test_it_is_good_as_long_as_the_club_says(club, board, director):
    manager = sign_in(make.make_member(club, "girard", role="manager"))
    post(manager, url("link_days", club.pk), {"days": 3})
    made = player_links.make(board=board, contestant=board.results.get(table=1).ns, by=director)
    assert datetime.timedelta(days=2) < made.expires_at - clock.now() < datetime.timedelta(days=4)
    post(manager, url("link_days", club.pk), {"days": 0})
    assert Club.objects.get().link_days == 3


def test_a_director_makes_one_for_a_pair_of_the_board_and_withdraws_it(client, board):
    address_of = url("player_links", board.pk)
    pair = board.results.get(table=3).ew
    page = post(client, address_of, {"contestant": pair.pk})
    (made,) = PlayerLink.objects.all()
    assert page.wsgi_request.build_absolute_uri(address(made)) in words(page)
    post(client, address_of, {"contestant": pair.pk})
    assert PlayerLink.objects.count() == 1
    assert address(made) not in words(post(client, address_of, {"withdraw": made.pk}))
    kinds = Event.objects.filter(stream_id=board.tournament.club_id).order_by("seq").values_list("kind", flat=True)
    assert list(kinds) == ["player_link_made", "player_link_withdrawn"]


def test_a_pair_that_has_no_line_on_the_board_gets_none(club, board, director):
    elsewhere = make.make_tournament(club, tables=1, name="Other")
    with pytest.raises(Refused):
        player_links.make(board=board, contestant=elsewhere.sections.get().contestants.first(), by=director)
    assert not PlayerLink.objects.exists()


@pytest.mark.parametrize("role", ["reviewer", "reader"])
def test_who_does_not_direct_makes_none(club, board, role):
    browser = sign_in(make.make_member(club, "somebody", role=role))
    assert browser.get(url("player_links", board.pk)).status_code == 403
    assert url("player_links", board.pk) not in browser.get(url("board", board.pk)).content.decode()


def test_it_asks_as_often_for_one_ruling_as_for_three(published, director, django_assert_num_queries):
    Client().get(address(published))  # fills the cache of the tournament's values
    with CaptureQueriesContext(connection) as one:
        Client().get(address(published))
    for table in (2, 3):
        make.rule_the_seed_case(make.make_incident(Board.objects.get(), director, table=table), director)
    with django_assert_num_queries(len(one)):
        Client().get(address(published))
