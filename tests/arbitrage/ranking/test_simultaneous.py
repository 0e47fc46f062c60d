"""A simultaneous event: frequencies are typed or come from a file, and the ranking in the field of all clubs is
compared with an independent computation."""

import random
from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage import exchange
from arbitrage.exchange import frequencies
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    ResultRecord,
    SectionRecord,
    TournamentFile,
    Unreadable,
)
from arbitrage.models import Event, Result, Tournament
from arbitrage.services import tournaments
from arbitrage.services.errors import Refused
from arbitrage.services.files import exports
from arbitrage.services.results import simultaneous
from arbitrage.services.results.field import field_of, forget_fields
from arbitrage.services.results.simultaneous import Sent, forget_frequencies, general, tell_frequencies
from rulings.bridge import dealer, vulnerability
from rulings.scores.methods import Earned, Method, Scoring
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words
from tests.arbitrage.ranking.test_several_sessions import DAY, session
from tests.arbitrage.tournament.kinds_of_evening import points_of

pytestmark = [pytest.mark.django_db, pytest.mark.either_database, pytest.mark.usefixtures("one_moment")]


def everywhere(tournament: Tournament, seed: int = 0, *, boards=None) -> dict[int, Counter[int]]:
    """Count the scores in all clubs: here, and at a hundred other tables for each board."""
    draw = random.Random(seed)
    found: dict[int, Counter[int]] = defaultdict(Counter)
    for line in Result.objects.filter(board__tournament=tournament).select_related("board"):
        found[line.board.number][line.score] += 1
    for number, scores in found.items():
        for _table in range(100):
            scores[points_of(draw.randrange(5, 13), number)] += 1
    return {number: scores for number, scores in found.items() if boards is None or number in boards}


def typed(told: dict[int, Counter[int]]) -> str:
    return "\n".join(f"{board};{score};{count}" for board, scores in told.items() for score, count in scores.items())


def by_hand(tournament: Tournament, told: dict[int, Counter[int]]) -> dict[str, float]:
    """Compute everybody's percentage against every table of every club."""
    won, top = defaultdict(int), defaultdict(int)
    lines = Result.objects.filter(board__tournament=tournament).select_related("board")
    for line in lines:
        others = Counter(told.get(line.board.number, {}))
        if not others:
            continue
        others[line.score] -= 1
        points = sum((2 * (line.score > one) + (line.score == one)) * count for one, count in others.items())
        most = 2 * sum(others.values())
        north, east, south, west = line.seats or (str(line.ns_id), str(line.ew_id), None, None)
        for who, earned in ((north, points), (south, points), (east, most - points), (west, most - points)):
            if who is not None:
                won[who] += earned
                top[who] += most
    return {who: float(round(Fraction(100 * won[who], top[who]) + Fraction(1, 10**9), 2)) for who in won}


def ranked(tournament: Tournament) -> dict[str, float]:
    rankings = general(tournament)
    return {line.key: float(line.score_after) for ranking in rankings.rankings for line in ranking.lines}


@pytest.mark.parametrize("kind", ["Mitchell", "Howell", "individual"])
def test_everybody_is_ranked_among_all_clubs_beside_his_place_in_the_club(kind, club, director):
    tournament = session(club, director, kind, 0)
    told = everywhere(tournament)
    tell_frequencies(tournament=tournament, said=told, by=director)
    assert ranked(tournament) == by_hand(tournament, told)
    rankings = general(tournament)
    assert (rankings.tables, rankings.without, rankings.not_among) == (
        max(sum(value.values()) for value in told.values()),
        (),
        0,
    )
    for ranking in rankings.rankings:
        order = [line.score_after for line in ranking.lines]
        assert order == sorted(order, reverse=True)
        assert all(line.score_before is not None and line.rank_before for line in ranking.lines)


def test_a_board_without_frequencies_does_not_count_and_is_said(club, director):
    tournament = session(club, director, "Howell", 0)
    told = everywhere(tournament, boards=(1, 2, 4))
    tell_frequencies(tournament=tournament, said=told, by=director)
    assert ranked(tournament) == by_hand(tournament, told)
    assert general(tournament).boards == (1, 2, 4)
    assert set(general(tournament).without) == {
        number for number in tournament.boards.values_list("number", flat=True) if number not in (1, 2, 4)
    }


def test_a_corrected_result_is_counted_at_once_and_said_not_to_be_among_them(club, director):
    tournament = session(club, director, "Mitchell", 0)
    told = everywhere(tournament)
    tell_frequencies(tournament=tournament, said=told, by=director)
    line = Result.objects.filter(board__tournament=tournament).first()
    before = ranked(tournament)[str(line.ns_id)]
    Result.objects.filter(pk=line.pk).update(score=7_600, contract="", declarer="", tricks=None)
    forget_fields()
    assert ranked(tournament)[str(line.ns_id)] > before
    assert general(tournament).not_among == 1


def test_the_clubs_ranking_stays_and_an_event_in_imps_has_one_too(club, director):
    tournament = session(club, director, "Howell", 0)
    tournaments.set_method(tournament=tournament, method=Method(scoring=Scoring.CROSS_IMPS), by=director)
    tournament.refresh_from_db()
    tell_frequencies(tournament=tournament, said=everywhere(tournament), by=director)
    (one,) = general(tournament).rankings
    assert one.unit == "imps" and abs(sum(line.score_before for line in one.lines)) < 1


def test_said_twice_it_is_written_once_and_taken_away_it_is_gone(club, director):
    tournament = session(club, director, "Mitchell", 0)
    told = everywhere(tournament)
    for _time in range(2):
        tell_frequencies(tournament=tournament, said=told, by=director)
    tell_frequencies(tournament=tournament, said={1: {400: 9}}, by=director)  # this board alone is replaced
    assert simultaneous.frequencies_of(tournament) == {**{key: dict(one) for key, one in told.items()}, 1: {400: 9}}
    for _time in range(2):
        forget_frequencies(tournament=tournament, by=director)
    assert general(tournament) is None
    assert Event.objects.filter(kind="frequencies_told").count() == 3


def test_what_has_no_field_or_no_board_is_refused(club, director):
    teams, pairs = session(club, director, "teams", 0), session(club, director, "Mitchell", 1)
    wrong = [(teams, {1: {400: 9}}, "no_field"), (pairs, {77: {400: 9}}, "frequencies"), (pairs, {}, "frequencies")]
    for tournament, said, code in wrong:
        with pytest.raises(Refused) as refused:
            tell_frequencies(tournament=tournament, said=said, by=director)
        assert refused.value.code == code


# Reading


@pytest.mark.parametrize(
    "text",
    [
        "1;420;35\n1;-50;12\n2;0;3",
        "Donne;Marque;Nombre\n1\t420\t35\n1\t−50\t12\n2\t0\t3",
        "Donne 1\n420 ×35\n-50 x12\n\nDonne 2\n0 3",
        "1, 420, 35\n1, -50, 12\n2, 0, 3",
        "1; 420; 35\n1 -50 12\n2 ; 0 ; 3",
    ],
)
def test_frequencies_are_read_as_organisers_write_them(text):
    expected = {1: {420: 35, -50: 12}, 2: {0: 3}}
    assert frequencies.parse(text) == expected
    for data in (text.encode(), text.encode("utf-8-sig")):
        assert simultaneous.read_frequencies("", data, "frequences.csv") == Sent(expected)


@pytest.mark.parametrize(
    "text",
    ["420 35", "1;425;3", "1;420;0", "1;420;3;7", "1;99990;3", "1 7-50-12", "0;420;3"]
    + ["1 100;3", "1\u202f100;3", "3;1\u00a0100", "1 100\t3"],  # eleven hundred, not board 1
)
def test_a_line_that_is_none_is_refused_with_its_place(text):
    with pytest.raises(Unreadable) as refused:
        frequencies.parse(f"2;400;5\n{text}" if text != "420 35" else text)
    assert refused.value.place and refused.value.reason


@pytest.mark.parametrize("format", ["pbn", "usebio", "json"])
def test_they_are_counted_in_the_results_of_every_club(format):
    made = [(table, 9 + table % 3) for table in range(1, 13)]
    played = {"section": "A", "contract": "3NT", "declarer": "S"}
    lines = tuple(
        ResultRecord(ns=str(at), ew=str(at + 20), table=at, tricks=tricks, score=points_of(tricks, 1), **played)
        for at, tricks in made
    )
    board = BoardRecord(number=1, dealer=str(dealer(1)), vulnerability=vulnerability(1), results=lines)
    people = tuple(ContestantRecord(number=str(number)) for number in range(1, 33))
    sections = (SectionRecord(letter="A", contestants=people),)
    file = TournamentFile(name="Simultané", date=DAY, event="pairs", sections=sections, boards=(board,))
    data = exchange.write(file, format).data
    sent = simultaneous.read_frequencies("", data, f"tous.{format}")
    assert sent.frequencies == {1: {400: 4, 430: 4, 460: 4}}
    assert sorted(sent.everybody) == sorted(f"1{way}{points_of(tricks, 1)}" for _table, tricks in made for way in "NE")


# Places in the whole field


def of_every_club(tournament: Tournament, seed: int = 0, *, clubs: int = 12) -> TournamentFile:
    """Return the results file of all clubs, this one's among them; the others play the same movement, each in a section
    of its own."""
    draw, here = random.Random(seed), exports.tournament_file(tournament)
    letters = [f"C{number}" for number in range(clubs)]
    boards = []
    for board in here.boards:
        lines = list(board.results)
        for letter in letters:
            for line in board.results:
                tricks = draw.randrange(6, 13)
                said = {"tricks": tricks, "score": points_of(tricks, board.number), "contract": "3NT", "declarer": "S"}
                lines.append(replace(line, section=letter, **said))
        boards.append(replace(board, results=tuple(lines)))
    sections = [replace(here.sections[0], letter=letter) for letter in (here.sections[0].letter, *letters)]
    return replace(here, sections=tuple(sections), boards=tuple(boards))


def everybodys_places(file: TournamentFile, letter: str, *, two: bool) -> dict[tuple[str, str], tuple[int, int]]:
    """Compute by hand the place of everybody of a section in the whole field, and the size of the field."""
    won, top = defaultdict(int), defaultdict(int)
    for board in file.boards:
        for line in board.results:
            others = [result.score for result in board.results if result is not line]
            points = sum(2 * (line.score > other) + (line.score == other) for other in others)
            north, east, south, west = line.players or (line.ns, line.ew, None, None)
            for way, numbers, earned in (
                ("NS", (north, south), points),
                ("EW", (east, west), 2 * len(others) - points),
            ):
                for number in filter(None, numbers):
                    key = (line.section, way if two else "", number)
                    won[key] += earned
                    top[key] += 2 * len(others)
    share = {key: Fraction(won[key], top[key]) for key in won}
    found = {}
    for (section, way, number), own in share.items():
        if section == letter:
            field = [other for (_section, theirs, _number), other in share.items() if theirs == way]
            found[way, number] = 1 + sum(other > own for other in field), len(field)
    return found


@pytest.mark.parametrize("kind", ["Mitchell", "Howell", "individual"])
def test_everybody_has_his_place_among_all_clubs_once_their_results_are_read(kind, club, director):
    tournament = session(club, director, kind, 0)
    file = of_every_club(tournament)
    sent = simultaneous.read_frequencies("", exchange.write(file, "json").data, "tous.json")
    tell_frequencies(tournament=tournament, said=sent.frequencies, everybody=sent.everybody, by=director)
    rankings = general(tournament)
    expected = everybodys_places(file, file.sections[0].letter, two=kind == "Mitchell")
    people = {str(person.pk): (person.direction, person.number) for person in field_of(tournament).people.values()}
    assert {people[key]: (place.rank, place.of) for key, place in rankings.places.items()} == expected
    assert (rankings.besides, rankings.not_among) == (0, 0)
    assert not any(name in str(Event.objects.get(kind="frequencies_told").body) for name in ("Jeanne", "Martin"))


def test_a_correction_moves_the_place_and_typed_frequencies_make_it_provisional_again(club, director):
    tournament = session(club, director, "Howell", 0)
    file = of_every_club(tournament)
    sent = simultaneous.read_frequencies("", exchange.write(file, "json").data, "tous.json")
    tell_frequencies(tournament=tournament, said=sent.frequencies, everybody=sent.everybody, by=director)
    last = max(general(tournament).places.items(), key=lambda item: item[1].rank)
    line = Result.objects.filter(board__tournament=tournament, ns=last[0]).first()
    Result.objects.filter(pk=line.pk).update(score=7_600, contract="", declarer="", tricks=None)
    forget_fields()
    rankings = general(tournament)
    assert rankings.places[last[0]].rank < last[1].rank and rankings.besides == 0
    client = sign_in(director)
    page = words(client.get(url("ranking", tournament.pk, language="fr")))
    assert "Les places sont celles parmi tous les clubs." in page
    assert f"{last[1].of} concurrents dans tous les clubs" in page
    assert f"{last[1].of} concurrents" in words(client.get(url("session_report", tournament.pk, language="fr")))
    tell_frequencies(tournament=tournament, said={1: {400: 9}}, by=director)
    assert general(tournament).places == {}
    page = words(client.get(url("ranking", tournament.pk, language="fr")))
    assert "Provisoire : les places sont celles" in page.replace("\u00a0", " ")


def test_a_percentage_counts_for_who_has_it_elsewhere_and_a_file_of_one_club_gives_no_place(club, director):
    tournament = session(club, director, "Mitchell", 0)
    here = exports.tournament_file(tournament)
    data = exchange.write(here, "json").data
    sent = simultaneous.read_frequencies("", data, "seul.json")
    tell_frequencies(tournament=tournament, said=sent.frequencies, everybody=sent.everybody, by=director)
    assert general(tournament).places == {}
    boards = sorted(sent.frequencies)
    for percent, rank in (("100%", 2), ("0%", 1)):
        other = " ".join(f"{board}N{percent}" for board in boards)
        told = {"said": sent.frequencies, "everybody": (*sent.everybody, other)}
        tell_frequencies(tournament=tournament, by=director, **told)
        rankings = general(tournament)
        north_south = [
            rankings.places[line.key]
            for line in next(ranking.lines for ranking in rankings.rankings if ranking.field == "NS")
        ]
        assert min(place.rank for place in north_south) == rank
        assert {place.of for place in north_south} == {len(north_south) + 1}


L420 = {(1, "N"): "420", (2, "N"): "50", (3, "E"): "-100", (4, "E"): "0"}
"""Results of a contestant on four boards."""


def written(results) -> str:
    return " ".join(f"{board}{way}{score}" for (board, way), score in results.items())


@pytest.mark.parametrize(
    ("own", "everybody", "left", "besides"),
    [
        ([L420], [L420], 0, 0),
        ([L420], [L420 | {(4, "E"): "90"}], 0, 0),  # three of four results, as one may have been corrected here
        ([L420], [L420 | {(4, "E"): "90", (3, "E"): "90"}], 1, 1),
        ([L420, L420], [L420, L420, L420], 1, 0),  # two that have the same results are two
        ([L420, L420], [L420], 0, 1),
        ([L420], [L420 | {(4, "E"): "90"}, L420], 1, 0),  # the nearer one
    ],
)
def test_the_clubs_contestants_are_taken_out_of_those_of_all_clubs(monkeypatch, own, everybody, left, besides):
    monkeypatch.setattr(
        simultaneous, "_own", lambda _field: {str(at): set(results.items()) for at, results in enumerate(own)}
    )
    told = {board: {0: 9} for board in (1, 2, 3, 4)}
    others, missing = simultaneous._others(None, Sent(told, tuple(map(written, everybody))))
    assert (len(others), missing) == (left, besides)
    told[5] = {0: 9}  # nobody's results have this board
    assert simultaneous._others(None, Sent(told, tuple(map(written, everybody)))) == ([], 0)


@pytest.mark.parametrize(
    ("method", "worth", "score"),
    [
        (Method(Scoring.CROSS_IMPS), {"420": Earned(3, -3), "50": Earned(-1, 1)}, Fraction(4)),
        (Method(Scoring.CROSS_IMPS, by_mean=True), {"420": Earned(3, -3), "50": Earned(-1, 1)}, Fraction(2)),
        (Method(), {"420": Earned(Fraction(10, 3), Fraction(14, 3), 8), "50": Earned(2, 6, 8)}, Fraction(175, 3)),
        (Method(rounded=True), {"420": Earned(Fraction(10, 3), Fraction(14, 3), 8), "50": Earned(2, 6, 8)},
         Fraction(930, 16)),
        (Method(equal_as_printed=True), {"420": Earned(Fraction(10, 3), Fraction(14, 3), 8), "50": Earned(2, 6, 8)},
         Fraction(5833, 100)),
        (Method(), {"420": Earned(0, 0, 0)}, None),  # a board with one table
        (Method(), {"430": Earned(3, 5, 8)}, None),  # no board that counts
    ],
)  # fmt: skip
def test_a_contestant_of_another_club_has_the_score_of_the_boards_that_count(method, worth, score):
    made = {(1, "N"): "420", (2, "E"): "50", (3, "N"): "660"}
    points = {(1 if result in ("420", "430") else 2, result): earned for result, earned in worth.items()}
    assert simultaneous._score(made, points, method) == score


@pytest.mark.parametrize(("many", "besides"), [(5, 0), (3, 0), (2, 1)])
def test_a_line_that_stands_for_several_tables_is_as_many_of_the_frequencies(club, director, many, besides):
    tournament = session(club, director, "Mitchell", 0)
    lines = Result.objects.filter(board__tournament=tournament, board__number=1)
    first = lines.order_by("pk").first()
    lines.exclude(pk=first.pk).delete()
    Result.objects.filter(pk=first.pk).update(score=420, times=3)
    forget_fields()
    told = {1: {420: many, 50: 2}}
    boards, not_among = simultaneous._with_everybody(field_of(tournament), told)
    (rows,) = boards.values()
    assert not_among == besides
    assert sum(row.times for row in rows) == (many + 2 if not besides else many + 2 + 3)


def test_the_ranking_counts_a_simultaneous_once_and_asks_no_more_for_it(club, director):
    tournament, client = session(club, director, "Mitchell", 0), sign_in(director)
    client.get(url("ranking", tournament.pk))
    with CaptureQueriesContext(connection) as before:
        client.get(url("ranking", tournament.pk))
    file = of_every_club(tournament)
    sent = simultaneous.read_frequencies("", exchange.write(file, "json").data, "tous.json")
    tell_frequencies(tournament=tournament, said=sent.frequencies, everybody=sent.everybody, by=director)
    client.get(url("ranking", tournament.pk))
    kept = general(tournament)
    with CaptureQueriesContext(connection) as after:
        client.get(url("ranking", tournament.pk))
    assert general(tournament) is kept
    asked = [one["sql"] for one in after if "frequencies_told" in one["sql"]]
    assert (len(after), len(asked)) == (len(before), 1)


# The page, the report, the files


def test_frequencies_are_typed_or_sent_on_the_ranking_and_taken_away(club, director):
    tournament = session(club, director, "Mitchell", 0)
    told, client = everywhere(tournament), sign_in(director)
    ranking, sent = (url(name, tournament.pk, language="fr") for name in ("ranking", "simultaneous"))
    assert "Simultané" in words(client.get(ranking))
    wrong = client.post(sent, {"change": "tell", "typed": "1;425;3"})
    assert wrong.status_code == 422 and "1;425;3</textarea>" in wrong.content.decode()
    assert "ligne 1" in words(wrong)
    one = {board: scores for board, scores in told.items() if board == 1}
    shown_words = words(post(client, sent, {"change": "tell", "typed": typed(one)}))
    assert "Classement du simultané" in shown_words and "n’ont pas de fréquences et ne comptent pas ici." in shown_words
    file = SimpleUploadedFile("frequences.csv", typed(told).encode())
    shown_words = words(post(client, sent, {"change": "tell", "typed": "", "file": file}))
    best = max(by_hand(tournament, told).values())
    assert f"{best:.2f}".replace(".", ",") in shown_words and "n’ont pas de fréquences" not in shown_words
    assert f"Fréquences du simultané, {len(told)} donnes" in shown_words
    assert "Classement du simultané" in words(client.get(url("session_report", tournament.pk, language="fr")))
    for format in ("json", "csv", "pbn"):
        problems = [str(problem) for problem in exports.export_tournament(tournament, format).problems]
        assert any("simultané" in problem for problem in problems), format
    shown_words = words(post(client, sent, {"change": "forget"}))
    assert "Classement du simultané" not in shown_words and "Fréquences du simultané retirées" in shown_words


def test_who_may_only_read_notes_no_frequencies(club, director):
    tournament = session(club, director, "Mitchell", 0)
    reader = sign_in(make.make_member(club, "lecteur", role="reader"))
    assert reader.post(url("simultaneous", tournament.pk), {"typed": "1;420;3"}).status_code == 403
    assert not Event.objects.filter(kind="frequencies_told").exists()
    teams = session(club, director, "teams", 1)
    assert "Simultané" not in words(sign_in(director).get(url("ranking", teams.pk, language="fr")))
