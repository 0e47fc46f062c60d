"""The page *Le classement* shows the places, published or provisional, and the method that a director chooses after
seeing its effect."""

import datetime
import html
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Board, Club, Contestant, Event, Result, Tournament
from arbitrage.services import clock
from arbitrage.services.files import imports
from arbitrage.services.results import scores
from arbitrage.services.results.field import forget_fields
from arbitrage.services.tournaments import publish_scores, set_method
from rulings.scores.methods import Expected, Method, Scoring
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import HTMX, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

TEN_AT_NIGHT = datetime.datetime(2026, 11, 20, 21, 0, tzinfo=datetime.UTC)  # in Paris


@pytest.fixture(autouse=True)
def _at_ten():
    with clock.at(TEN_AT_NIGHT):
        yield


def page(client, name: str, tournament: Tournament, **data) -> str:
    address = url(name, tournament.pk)
    return (client.post(address, data) if data else client.get(address)).content.decode()


def tables(markup: str) -> list[list[list[str]]]:
    """Return the cells of the rows of every table."""
    return [
        [cells(row) for row in re.findall(r"<tr>(.*?)</tr>", body, re.S)]
        for body in re.findall(r"<tbody>(.*?)</tbody>", markup, re.S)
    ]


def cells(row: str) -> list[str]:
    return [plain(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]


def plain(markup: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", markup)).strip()


def chosen(markup: str) -> dict[str, str]:
    """Return the answer that is ticked to each question of the method."""
    ticked = re.findall(r'name="(\w+)" value="([^"]*)" checked', markup)
    return dict(ticked)


# The ranking


def test_the_page_says_where_the_file_has_another_total(client, tournament):
    pair = Contestant.objects.filter(section__tournament=tournament, direction="NS").first()
    assert "has another total" not in page(client, "ranking", tournament)
    Contestant.objects.filter(pk=pair.pk).update(percentage="57.25")
    forget_fields()
    markup = plain(page(client, "ranking", tournament))
    assert "The file has another total for 1 contestant" in markup
    assert f"NS {pair.number}: 57.25 % in the file, 50.00 % here" in markup


def test_pairs_of_several_sections_in_one_ranking_are_told_apart(client, tournament):
    section = tournament.sections.create(letter="B")
    line = Result.objects.filter(board__tournament=tournament).first()
    for direction in ("NS", "EW"):
        section.contestants.create(number="1", direction=direction, position=90)
    ns, ew = section.contestants.order_by("-direction")
    line.pk, line.section, line.ns, line.ew, line.position, line.key = None, section, ns, ew, 99, ""
    line.save(force_insert=True)
    (north_south, _east_west) = tables(page(client, "ranking", tournament))[:2]
    named = [row[1] for row in north_south]
    assert "B NS 1" in named and len(set(named)) == len(named)


def test_both_rankings_have_rank_pair_players_percentage_and_boards(client, tournament):
    Result.objects.filter(table=1).update(score=690, tricks=12)
    north_south, east_west = tables(page(client, "ranking", tournament))
    assert north_south[0] == ["1", "NS 1", "NS 1.1, NS 1.2", "100.00", "1"]
    assert [row[0] for row in north_south] == ["1"] + ["2="] * 7
    assert east_west[-1] == ["8", "EW 1", "EW 1.1, EW 1.2", "0.00", "1"]


def test_the_confirmed_adjusted_score_counts_and_is_counted(client, director, board):
    incident = make.make_incident(board, director)
    make.rule_the_seed_case(incident, director)
    scores.confirm_adjustment(incident=incident, by=director, seen=scores.propose_adjustment(incident).digest)
    north_south, _east_west = tables(page(client, "ranking", board.tournament))
    assert north_south[0] == ["1", "NS 1", "NS 1.1, NS 1.2", "100.00", "1", "1"]
    assert north_south[1][-1] == ""


def test_a_tournament_at_imps_is_ranked_in_imps(client, tournament, director):
    Result.objects.filter(table=1).update(score=690, tricks=12)
    set_method(tournament=tournament, method=Method(Scoring.BUTLER), by=director)
    shown = page(client, "ranking", tournament)
    assert '<th scope="col" class="num">IMPs</th>' in shown
    assert [row[3] for row in tables(shown)[0]] == ["1"] + ["0"] * 7


def test_teams_are_ranked_by_their_matches(client, tournament):
    Tournament.objects.update(kind="teams", scoring="IMPS", winners=None)
    for number, team in (("1", "Lynx"), ("2", "Ours")):
        Contestant.objects.filter(direction="NS", number=number).update(team=team)
        Contestant.objects.filter(direction="EW", number=str(3 - int(number))).update(team=team)
    Result.objects.filter(table__gt=2).delete()
    first, second = Result.objects.order_by("table")
    Result.objects.filter(pk=first.pk).update(score=690, ew=second.ew)
    Result.objects.filter(pk=second.pk).update(score=100, ew=first.ew)
    # Lynx sit North-South at the first table, and East-West at the second.
    Contestant.objects.filter(pk=second.ew_id).update(team="Ours")
    Contestant.objects.filter(pk=first.ew_id).update(team="Lynx")
    ranking, *_matches = tables(page(client, "ranking", tournament))
    lynx, ours = "NS 1.1, NS 1.2, EW 1.1, EW 1.2", "NS 2.1, NS 2.2, EW 2.1, EW 2.2"
    assert ranking == [["1", f"Lynx{lynx}", "11", "1"], ["2", f"Ours{ours}", "−11", "1"]]


def test_where_a_section_is_ranked_by_itself_the_others_are_named(client, director):
    rows = ["board;section;ns;ew;contract;declarer;tricks"]
    for letter in "AC":
        rows += [f"{board};{letter};{pair};{10 + (pair + board) % 2};3NT;S;9" for board in (1, 2) for pair in (1, 2)]
    rows += ["1;B;1;2;3NT;S;9", "1;B;3;4;3NT;S;8", "2;B;3;1;4S;N;9", "2;B;2;4;4S;N;9"]
    (made,) = imports.import_tournament(
        club=Club.objects.get(), by=director, data="\n".join(rows).encode(), filename="three.csv"
    ).tournaments
    captions = re.findall("<caption>(.*?)</caption>", client.get(url("ranking", made.pk)).content.decode())
    assert captions == ["North-South, sections A and C", "East-West, sections A and C", "Section B"]


def test_without_results_there_is_nothing_to_rank(client, director):
    empty = make.make_tournament(Club.objects.get(), name="Vide")
    shown = page(client, "ranking", empty)
    assert "No score to rank yet" in shown and tables(shown) == []


def test_the_ranking_takes_as_many_queries_for_a_large_field(client, tournament):
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            page(client, "ranking", tournament)
        return len(queries)

    page(client, "ranking", tournament)  # the session is saved once
    before = count()
    other = Board.objects.create(tournament=tournament, number=7, dealer="S", vulnerability="All")
    for table in range(1, 9):
        make.make_result(other, table)
    assert count() == before


# The correction period


def test_scores_are_provisional_then_published_then_final(client, tournament):
    assert "Provisional: the scores are not published." in page(client, "ranking", tournament)
    client.post(url("ranking", tournament.pk), {"minutes": "30"})
    assert "Published at 22:00; corrections may be asked until 22:30 on 20 November (Law 79C)." in page(
        client, "ranking", tournament
    )
    with clock.at(TEN_AT_NIGHT + datetime.timedelta(minutes=31)):
        ended = page(client, "ranking", tournament)
    assert "Published; the correction period ended on 20 November at 22:30 (Law 79C)." in ended


def test_a_director_changes_the_end_of_the_period_and_withdraws_the_publication(client, tournament):
    for minutes in ("30", "45"):
        client.post(url("ranking", tournament.pk), {"minutes": minutes})
    assert "until 22:45" in page(client, "ranking", tournament)
    client.post(url("ranking", tournament.pk), {"withdraw": "yes"})
    assert Tournament.objects.get().published_at is None
    assert re.findall(r"<li>([^<]*, martin\))</li>", page(client, "ranking", tournament)) == [
        "Publication withdrawn (20 November, 22:00, martin)",
        "Scores published, corrections until 22:45 (20 November, 22:00, martin)",
        "Scores published, corrections until 22:30 (20 November, 22:00, martin)",
    ]
    kinds = Event.objects.filter(stream_id=tournament.pk).order_by("seq").values_list("kind", flat=True)
    assert list(kinds) == ["scores_published", "scores_published", "publication_withdrawn"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type the number of minutes: the Law says 30."),
        ("demi-heure", "Type a whole number of minutes: the Law says 30."),
        ("-5", "greater than or equal to 0"),
        ("99999", "less than or equal to 20160"),
    ],
)
def test_minutes_that_are_none_are_told_and_kept_in_the_field(client, tournament, typed, said):
    answer = client.post(url("ranking", tournament.pk), {"minutes": typed})
    assert answer.status_code == 422
    assert said in words(answer)
    assert f'value="{typed}"' in answer.content.decode() or not typed
    assert Tournament.objects.get().published_at is None


def test_the_room_says_how_long_corrections_may_be_asked(client, tournament, director):
    assert "corrections" not in page(client, "room", tournament)
    publish_scores(tournament=tournament, by=director)
    assert "corrections may be asked until 22:30" in page(client, "room", tournament)


# The method


def test_the_page_of_the_method_ticks_what_counts_now_and_what_the_file_says(client, tournament):
    Result.objects.update(ns_points=3.5, ew_points=3.5)  # 1 and ½
    shown = page(client, "method", tournament)
    assert chosen(shown) == {
        "scoring": "MP", "winners": "2", "by_section": "no", "expected": "board", "totals": "", "session_rule": "yes",
        "sit_out": "nothing", "small_groups": "yes", "scale": "1-½-0", "rank_sections": "no", "rounded": "no",
        "equal_as_printed": "no",
    }  # fmt: skip
    assert "These choices give everything that the file records: 8 of 8 lines&#x27; points." in shown
    scale = next(part for part in shown.split("<fieldset")[1:] if "In which scale" in part)
    assert [("as in the file" in option) for option in scale.split("<label")[1:]] == [False, True, False]


def test_the_effect_is_shown_before_the_method_is_adopted(client, tournament):
    Result.objects.filter(table=1).update(score=690, tricks=12)
    shown = page(client, "method", tournament, scoring="BUTLER", winners="1", see="yes")
    (effect,) = tables(shown)
    assert effect[0] == ["NS 1", "100.00", "1", "1"]
    assert effect[-1] == ["EW 1", "0.00", "−1", "8 → 16"]
    assert "Which scores are left out of the average of a board?" in shown
    assert Tournament.objects.get().method == {}
    seen = re.search(r'name="seen" value="(\w+)"', shown)[1]
    client.post(url("method", tournament.pk), {"scoring": "BUTLER", "winners": "1", "store": "yes", "seen": seen})
    assert Method.from_json(Tournament.objects.get().method) == Method(Scoring.BUTLER, winners=1)
    (event,) = Event.objects.filter(kind="method_set")
    assert (event.data["proposed"], event.at) == (False, TEN_AT_NIGHT)
    assert "Method chosen by martin on 20 November at 22:00." in page(client, "ranking", tournament)


def test_choices_that_changed_since_the_effect_was_shown_are_shown_again(client, tournament):
    shown = page(client, "method", tournament, scoring="BUTLER", see="yes")
    seen = re.search(r'name="seen" value="(\w+)"', shown)[1]
    answer = client.post(url("method", tournament.pk), {"scoring": "CROSS_IMPS", "store": "yes", "seen": seen})
    assert answer.status_code == 409
    assert "have changed since" in words(answer)
    assert chosen(answer.content.decode())["scoring"] == "CROSS_IMPS"
    assert Tournament.objects.get().method == {}


def test_a_choice_that_is_not_offered_changes_nothing(client, tournament):
    answer = client.post(url("method", tournament.pk), {"expected": "all of them", "see": "yes"})
    assert answer.status_code == 422
    assert "One of the choices is none of those offered." in words(answer)


@pytest.mark.parametrize(
    ("typed", "margins"),
    [
        ("0 1 2 3 5 7 9 11 14 17 21", (0, 1, 2, 3, 5, 7, 9, 11, 14, 17, 21)),
        ("0,1,2,3,5,7,9,11,14,17,21", (0, 1, 2, 3, 5, 7, 9, 11, 14, 17, 21)),
        ("", ()),
        ("0 1 2", None),
        ("1 2 3 4 5 6 7 8 9 10 11", None),
        ("0 1 2 3 5 7 9 11 14 17 x", None),
    ],
)
def test_a_scale_of_victory_points_of_ones_own(client, tournament, typed, margins):
    Tournament.objects.update(kind="teams", scoring="IMPS")
    data = {"victory_points": "discrete", "margins": typed, "see": "yes"}
    answer = client.post(url("method", tournament.pk), data)
    if margins is None:
        assert answer.status_code == 422
        assert "eleven whole numbers" in words(answer)
        assert f'value="{typed}"' in answer.content.decode()
    else:
        assert answer.status_code == 200
        assert f'name="margins" value="{" ".join(map(str, margins))}"' in answer.content.decode()


def test_htmx_gets_the_form_alone(client, tournament):
    answer = client.post(url("method", tournament.pk), {"expected": "field", "see": "yes"}, headers=HTMX)
    assert answer.content.decode().lstrip().startswith('<form id="step"')
    assert chosen(answer.content.decode())["expected"] == Expected.FIELD


# Permissions


def test_a_reviewer_reads_the_ranking_and_changes_nothing(tournament):
    reader = sign_in(make.make_member(tournament.club, "lecteur", role="reviewer"))
    shown = page(reader, "ranking", tournament)
    assert "NS 1.1" in shown and "Publish the scores" not in shown and "Scoring method" not in shown
    assert reader.post(url("ranking", tournament.pk), {"minutes": "30"}).status_code == 403
    assert reader.get(url("method", tournament.pk)).status_code == 403
    assert reader.post(url("method", tournament.pk), {"scoring": "BUTLER", "see": "yes"}).status_code == 403
    assert Tournament.objects.get().published_at is None


def test_another_club_does_not_see_the_ranking(tournament):
    stranger = sign_in(make.make_member(make.make_club("Autre", "autre"), "voisine"))
    for name in ("ranking", "method"):
        answer = stranger.get(url(name, tournament.pk))
        assert answer.status_code == 404 and "NS 1.1" not in answer.content.decode()
    assert stranger.post(url("ranking", tournament.pk), {"minutes": "30"}).status_code == 404


def test_what_is_still_open_stands_where_the_page_begins_with_the_button_that_publishes(client, tournament, incident):
    assert page(client, "ranking", tournament).find("Publish the scores") >= 0
    answer = client.post(url("ranking", tournament.pk), {"minutes": "30"})
    assert answer.status_code == 409
    shown = answer.content.decode()
    assert shown.index("this is still open") < shown.index("Publish all the same") < shown.index("<table>")
    assert shown.count('name="minutes"') == 1
    assert Tournament.objects.get().published_at is None
    client.post(url("ranking", tournament.pk), {"minutes": "30", "agreed": "yes"})
    assert Tournament.objects.get().published_at is not None
