"""A results file becomes a tournament, completely and once, in the club that imports it."""

import dataclasses
import datetime
import re
from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command

from arbitrage import exchange
from arbitrage.exchange import Unreadable, usebio
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    PlayerRecord,
    Problem,
    ResultRecord,
    SectionRecord,
    TournamentFile,
)
from arbitrage.models import Board, Contestant, Event, Player, Result, Section, Stream, Tournament
from arbitrage.services import incidents
from arbitrage.services.files import imports
from arbitrage.services.record import history
from arbitrage.services.results.field import Field
from tests.arbitrage import factories as make

pytestmark = pytest.mark.django_db

MITCHELL_PROGRAMS = {
    "usebio/compscore_mp_howell_a5050.xml": 12,
    "usebio/compscore_mp_mitchell_7tables.xml": 13,
    "usebio/ebuscore_mp_howell_hands.xml": 19,
    "usebio/ebuscore_mp_two_winner_a5050.xml": 18,
    "usebio/pairsscorer_mp_two_sections_a5050.xml": 32,
    "usebio/pairsscorer_mp_two_winner.xml": 22,
    "usebio/realbridge_mp_with_lin_play.xml": 16,
    "pbn/ffb_magic_contest_paires_seance1.pbn": 44,
}


LAST_FIGURE = Decimal("0.01")
"""The largest difference that rounding explains: some programs add up rounded points."""


def pair(number: str, direction: str = "", *names: str) -> ContestantRecord:
    return ContestantRecord(
        number=number, direction=direction, players=tuple(PlayerRecord(name=name) for name in names)
    )


def line(ns: str, ew: str, contract: str = "3NT", declarer: str = "S", tricks: int | None = 9, **more) -> ResultRecord:
    return ResultRecord(ns=ns, ew=ew, contract=contract, declarer=declarer, tricks=tricks, **more)


EVENING = TournamentFile(
    name="Tournoi du jeudi",
    date=datetime.date(2026, 11, 19),
    scoring="MP",
    winners=2,
    event="pairs",
    sections=(
        SectionRecord(
            letter="A",
            contestants=(
                pair("1", "NS", "Durand A", "Petit B"),
                pair("2", "NS", "Moreau C", "Roux D"),
                pair("1", "EW", "Leroy E", "Simon F"),
                pair("2", "EW", "Michel G", "Garcia H"),
            ),
        ),
    ),
    boards=(
        BoardRecord(
            number=2,
            dealer="E",
            vulnerability="NS",
            deal="N:AKQJ.T98.765.432 T98.AKQJ.432.765 765.432.AKQJ.T98 432.765.T98.AKQJ",
            results=(
                line("1", "1", score=600, section="A", lead="SA", ns_points=Decimal(0), ew_points=Decimal(2)),
                line("2", "2", score=630, tricks=10, section="A", ns_points=Decimal(2), ew_points=Decimal(0)),
            ),
        ),
        BoardRecord(
            number=3,
            dealer="S",
            vulnerability="EW",
            results=(
                ResultRecord(ns="1", ew="2", section="A", kind="passed", score=0),
                ResultRecord(
                    ns="2", ew="1", section="A", kind="artificial", ns_percent=Decimal(60), ew_percent=Decimal(40)
                ),
            ),
        ),
    ),
)


def file_of(evening: TournamentFile = EVENING, **changes) -> bytes:
    return usebio.write(dataclasses.replace(evening, **changes))


def read_as(monkeypatch, evening: TournamentFile) -> None:
    """Make the reader return this evening for any bytes, to test values that no format can express."""
    monkeypatch.setattr(exchange, "read", lambda data, filename: evening)


def store(club, by, evening: TournamentFile = EVENING, filename: str = "jeudi.xml", **options) -> Tournament:
    done = imports.import_tournament(club=club, by=by, data=file_of(evening), filename=filename, **options)
    (tournament,) = done.tournaments
    return tournament


def test_everything_that_the_file_knows_is_stored(club, director):
    tournament = store(club, director)
    assert (tournament.club, tournament.name, tournament.date, tournament.scoring, tournament.winners) == (
        club, "Tournoi du jeudi", datetime.date(2026, 11, 19), "MP", 2,
    )  # fmt: skip
    assert (tournament.kind, tournament.source_name, len(tournament.source_digest)) == ("pairs", "jeudi.xml", 64)
    (section,) = tournament.sections.all()
    contestants = list(section.contestants.values_list("direction", "number").order_by("position", "direction"))
    assert sorted(contestants) == [("EW", "1"), ("EW", "2"), ("NS", "1"), ("NS", "2")]
    assert list(
        Player.objects.filter(contestant__number="1", contestant__direction="NS").values_list("order", "name")
    ) == [
        (1, "Durand A"),
        (2, "Petit B"),
    ]
    two, three = tournament.boards.all()
    assert (two.number, two.dealer, two.vulnerability, two.deal[:8]) == (2, "E", "NS", "N:AKQJ.T")
    assert (three.number, three.dealer, three.vulnerability, three.deal) == (3, "S", "EW", "")
    first, second = two.results.all()
    assert (first.ns.number, first.ns.direction, first.ew.number, first.ew.direction) == ("1", "NS", "1", "EW")
    assert (first.contract, first.declarer, first.tricks, first.score, first.lead) == ("3NT", "S", 9, 600, "SA")
    assert (second.table, second.ns_points, second.ew_points) == (2, 2, 0)
    passed, artificial = three.results.all()
    assert (passed.kind, passed.contract, passed.score) == ("passed", "", 0)
    assert (artificial.kind, artificial.ns_percent, artificial.ew_percent, artificial.score) == (
        "artificial", 60, 40, None,
    )  # fmt: skip


def test_the_import_is_an_event_of_the_tournament_without_a_name(club, director):
    tournament = store(club, director)
    event, method = Event.objects.order_by("seq")
    assert (method.kind, method.data["proposed"]) == ("method_set", True)
    assert (event.kind, event.by, event.tournament, event.stream_id) == (
        "tournament_imported", director, tournament, tournament.pk,
    )  # fmt: skip
    assert (event.data["boards"], event.data["results"], event.data["contestants"]) == (2, 4, 4)
    assert event.data["digest"] == tournament.source_digest
    assert "jeudi" not in event.body and "Durand" not in event.body
    assert history.verify(Stream.objects.get(pk=tournament.pk)) == []


def test_the_same_file_twice_changes_nothing_and_says_so(club, director):
    first = imports.import_tournament(club=club, by=director, data=file_of(), filename="jeudi.xml")
    again = imports.import_tournament(club=club, by=director, data=file_of(), filename="copie.xml")
    assert (first.created, again.created) == (True, False)
    assert again.tournaments == first.tournaments
    assert (Tournament.objects.count(), Result.objects.count(), Event.objects.count()) == (1, 4, 2)


def test_the_same_file_in_two_clubs_is_two_tournaments(club, director):
    other = make.make_club("Autre club", "autre")
    first, second = store(club, director), store(other, director)
    assert (first.club, second.club) == (club, other)
    assert first.pk != second.pk
    assert list(Tournament.objects.for_user(director)) == [first]


def test_a_preview_writes_nothing_and_says_what_is_known_already(club, director):
    seen = imports.preview(data=file_of(), filename="jeudi.xml", club=club)
    assert (seen.sessions, seen.boards, seen.results, seen.contestants) == (1, 2, 4, 4)
    assert (seen.file.name, seen.already) == ("Tournoi du jeudi", ())
    assert Tournament.objects.count() == 0
    tournament = store(club, director)
    assert imports.preview(data=file_of(), filename="x", club=club).already == (tournament,)


@pytest.mark.parametrize("data", [b"", b"not a results file", b"<USEBIO", b"\x00" * 100])
def test_a_file_that_cannot_be_read_writes_nothing_and_names_itself(club, director, data):
    with pytest.raises(Unreadable) as error:
        imports.import_tournament(club=club, by=director, data=data, filename="cassé.xml")
    assert str(error.value).startswith("cassé.xml")
    assert Tournament.objects.count() == Section.objects.count() == Event.objects.count() == 0


def test_lines_that_contradict_each_other_are_refused_whole(club, director, monkeypatch):
    board = EVENING.boards[0]
    read_as(monkeypatch, dataclasses.replace(EVENING, boards=(*EVENING.boards, board)))
    with pytest.raises(Unreadable, match=r"double\.xml\s?:\s.+"):
        store(club, director, filename="double.xml")
    assert Tournament.objects.count() == Contestant.objects.count() == Board.objects.count() == 0


def test_a_value_that_no_column_holds_is_refused_whole(club, director, monkeypatch):
    board = dataclasses.replace(EVENING.boards[0], results=(line("1", "1", score=600, table=70000),))
    read_as(monkeypatch, dataclasses.replace(EVENING, boards=(board,)))
    with pytest.raises(Unreadable, match=r"^grand\.xml, .*2\s?:\s70000 .*\(table\)"):
        store(club, director, filename="grand.xml")
    assert Tournament.objects.count() == 0


def test_each_value_is_checked_as_the_model_does_also_after_equal_ones(board):
    line = board.results.first()
    same = Result.objects.get(pk=line.pk)
    same.tricks, same.ns_percent = True, Decimal("60.50")
    imports.check_rows([line, Result.objects.get(pk=line.pk), same])
    assert (same.tricks, str(same.ns_percent)) == (1, "60.50") and type(same.tricks) is int
    for name, value in (
        ("tricks", "ten"),
        ("kind", "x"),
        ("declarer", "X"),
        ("table", 70_000),
        ("ns_percent", Decimal("1000")),
    ):
        wrong = Result.objects.get(pk=line.pk)
        setattr(wrong, name, value)
        with pytest.raises(ValidationError) as expected:
            wrong.clean_fields()
        with pytest.raises(Unreadable, match=re.escape(f"({name})")) as error:
            imports.check_rows([line, same, wrong])
        assert all(sentence in str(error.value) for sentence in expected.value.messages)


def test_points_and_percentages_are_kept_to_what_the_columns_hold(club, director, monkeypatch):
    shares = dict(ns_points=Decimal("28.3333"), ew_points=Decimal("-1.66666"))
    artificial = dict(kind="artificial", ns_percent=Decimal("66.6667"), ew_percent=Decimal("33.3333"))
    lines = (line("1", "1", score=600, **shares), ResultRecord(ns="2", ew="2", **artificial))
    read_as(monkeypatch, dataclasses.replace(EVENING, boards=(dataclasses.replace(EVENING.boards[0], results=lines),)))
    store(club, director)
    played, given = Result.objects.order_by("position")
    assert (played.ns_points, played.ew_points) == (Decimal("28.333"), Decimal("-1.667"))
    assert (given.ns_percent, given.ew_percent) == (Decimal("66.67"), Decimal("33.33"))


def test_long_texts_of_a_file_are_cut_to_what_is_kept(club, director, monkeypatch):
    board = dataclasses.replace(EVENING.boards[0], results=(line("1", "1", score=600, remark="x" * 1000),))
    read_as(monkeypatch, dataclasses.replace(EVENING, name="T" * 500, boards=(board,)))
    tournament = store(club, director, filename="f" * 400)
    assert (len(tournament.name), len(tournament.source_name)) == (200, 255)
    assert len(tournament.boards.get().results.get().remark) == 200


def test_a_file_without_name_date_or_scoring_takes_what_the_director_says(club, director, monkeypatch):
    read_as(monkeypatch, dataclasses.replace(EVENING, name="", date=None, scoring="", winners=None))
    day = datetime.date(2026, 11, 5)
    tournament = store(club, director, name="Ligue 1", date=day)
    assert (tournament.name, tournament.date, tournament.scoring, tournament.winners) == ("Ligue 1", day, "MP", None)
    assert store(make.make_club("Autre club", "autre"), director, filename="a.pbn").name == "a.pbn"


def test_a_file_of_two_sessions_makes_two_tournaments(club, director, monkeypatch):
    boards = tuple(dataclasses.replace(EVENING.boards[0], session=name) for name in ("Samedi", "Dimanche"))
    sections = tuple(dataclasses.replace(EVENING.sections[0], session=name) for name in ("Samedi", "Dimanche"))
    read_as(monkeypatch, dataclasses.replace(EVENING, boards=boards, sections=sections))
    done = imports.import_tournament(club=club, by=director, data=b"two", filename="deux.xml")
    assert [tournament.name for tournament in done.tournaments] == [
        "Tournoi du jeudi · Samedi",
        "Tournoi du jeudi · Dimanche",
    ]
    assert [tournament.boards.count() for tournament in done.tournaments] == [1, 1]
    again = imports.import_tournament(club=club, by=director, data=b"two", filename="deux.xml")
    assert (again.created, set(again.tournaments)) == (False, set(done.tournaments))


def test_tables_are_the_file_s_or_those_of_the_north_south_pairs(club, director, monkeypatch):
    lines = (line("1", "1", score=600, table=7), line("2", "2", score=600), line("3NS", "1", score=600))
    read_as(monkeypatch, dataclasses.replace(EVENING, boards=(dataclasses.replace(EVENING.boards[0], results=lines),)))
    results = store(club, director).boards.get().results.all()
    assert [result.table for result in results] == [7, 2, None]
    assert [result.round for result in results] == [None, None, None]


def test_a_pair_that_only_results_name_is_kept_without_players(club, director, monkeypatch):
    lines = (line("9", "1", score=600, section="A"),)
    read_as(monkeypatch, dataclasses.replace(EVENING, boards=(dataclasses.replace(EVENING.boards[0], results=lines),)))
    nine = store(club, director).boards.get().results.get().ns
    assert (nine.number, nine.direction, nine.players.count()) == ("9", "NS", 0)


def test_pairs_that_sit_both_ways_are_one_contestant(club, director, monkeypatch):
    section = SectionRecord(contestants=(pair("1"), pair("2")))
    lines = (line("1", "2", score=600), line("2", "1", score=630, tricks=10))
    board = dataclasses.replace(EVENING.boards[0], results=lines)
    read_as(monkeypatch, dataclasses.replace(EVENING, winners=1, sections=(section,), boards=(board,)))
    first, second = store(club, director).boards.get().results.all()
    assert (first.ns, first.ew) == (second.ew, second.ns)
    assert Contestant.objects.count() == 2


def test_the_four_players_of_an_individual_are_ranked_each(club, director, monkeypatch):
    section = SectionRecord(contestants=tuple(pair(number, "", f"Joueur {number}") for number in "12345678"))
    lines = (
        ResultRecord(players=("1", "2", "3", "4"), score=620),
        ResultRecord(players=("5", "6", "7", "8"), score=170),
    )
    board = dataclasses.replace(EVENING.boards[0], results=lines)
    read_as(
        monkeypatch,
        dataclasses.replace(EVENING, event="individual", winners=1, sections=(section,), boards=(board,)),
    )
    tournament = store(club, director)
    seats = tournament.boards.get().results.first().seats
    assert [Contestant.objects.get(pk=seat).number for seat in seats] == ["1", "2", "3", "4"]
    session = Field(tournament)
    points = session.points(session.counted())
    (ranking,) = session.rankings(points, points)
    assert {line.contestant.number: make.percent_after(line) for line in ranking.lines} == {
        **dict.fromkeys(("1", "3", "6", "8"), Decimal("100.00")),
        **dict.fromkeys(("2", "4", "5", "7"), Decimal("0.00")),
    }


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (line("1", "1"), ("played", "3NT", 600)),
        (line("1", "1", contract="4Sx", declarer="W", tricks=8), ("played", "4Sx", 300)),
        (line("1", "1", contract="42"), ("unreadable", "42", None)),
        (line("1", "1", tricks=None), ("unreadable", "3NT", None)),
        (line("1", "1", declarer="", score=600), ("played", "", 600)),
        (ResultRecord(ns="1", ew="1", kind="passed"), ("passed", "", 0)),
        (ResultRecord(ns="1", ew="1", kind="not_played"), ("not_played", "", None)),
    ],
)
def test_a_score_that_the_file_leaves_out_is_that_of_law_77(club, director, monkeypatch, record, expected):
    board = dataclasses.replace(EVENING.boards[0], results=(record,))
    read_as(monkeypatch, dataclasses.replace(EVENING, boards=(board,)))
    result = store(club, director).boards.get().results.get()
    assert (result.kind, result.contract, result.score) == expected


def test_an_imported_result_is_where_an_incident_finds_its_facts(club, director):
    tournament = store(club, director)
    board = tournament.boards.get(number=2)
    incident = incidents.open_incident(tournament=tournament, by=director, table=2, board=board)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    assert board.deal and make.facts_of_the_board(inquiry) == {
        "deal": board.deal,
        "vulnerability": "NS",
        "contract": "3NT",
        "declarer": "S",
        "trumps": "NT",
        "tricks": "10",
    }


def test_warnings_of_the_reader_reach_the_director(club, director, monkeypatch):
    odd = (Problem("étui 2", "le contrat « 42 » n’en est pas un"),)
    read_as(monkeypatch, dataclasses.replace(EVENING, warnings=odd))
    assert imports.preview(data=b"x", filename="x", club=club).warnings == odd
    assert imports.import_tournament(club=club, by=director, data=b"x", filename="x").warnings == odd
    assert Event.objects.get(kind="tournament_imported").data["warnings"] == 1


# Real programs


@pytest.mark.real_files
@pytest.mark.parametrize("name", MITCHELL_PROGRAMS)
def test_the_percentages_of_every_pair_are_those_that_the_program_published(club, director, real_files, name):
    data = (real_files / name).read_bytes()
    (tournament,) = imports.import_tournament(club=club, by=director, data=data, filename=name).tournaments
    session = Field(tournament)
    assert not session.unlike_the_file
    points = session.points(session.counted())
    computed = {
        line.contestant.pk: make.percent_after(line)
        for ranking in session.rankings(points, points)
        for line in ranking.lines
    }
    published = dict(
        Contestant.objects.filter(section__tournament=tournament, percentage__isnull=False).values_list(
            "pk", "percentage"
        )
    )
    assert len(published) == MITCHELL_PROGRAMS[name]
    differing = {
        key: (computed[key], value) for key, value in published.items() if abs(computed[key] - value) > LAST_FIGURE
    }
    assert differing == {}


@pytest.mark.real_files
def test_every_real_results_file_imports_and_twice_changes_nothing(club, director, real_files):
    folders = ("usebio", "pbn", "nzscorer")
    files = sorted(
        [*(real_files / "bws").glob("*.bws"), *(one for name in folders for one in (real_files / name).iterdir())]
    )
    assert len(files) > 15
    for path in files:
        first = imports.import_tournament(club=club, by=director, data=path.read_bytes(), filename=path.name)
        again = imports.import_tournament(club=club, by=director, data=path.read_bytes(), filename=path.name)
        assert (first.created, again.created, again.tournaments) == (True, False, first.tournaments)


# manage.py import_results


@pytest.mark.usefixtures("in_english")
def test_files_are_imported_from_the_command_line(club, capsys, tmp_path):
    path = tmp_path / "jeudi.xml"
    path.write_bytes(file_of())
    call_command("import_results", "lac", str(path), preview=True)
    assert Tournament.objects.count() == 0
    call_command("import_results", "lac", str(path))
    call_command("import_results", "lac", str(path))
    tournament = Tournament.objects.get()
    assert capsys.readouterr().out.splitlines() == [
        "jeudi.xml: Tournoi du jeudi, 2026-11-19, sessions: 1, boards: 2, results: 4, contestants: 4.",
        f"jeudi.xml: Tournoi du jeudi ({tournament.pk}) imported.",
        f"jeudi.xml: Tournoi du jeudi ({tournament.pk}) had been imported before, nothing changed.",
    ]


@pytest.mark.usefixtures("in_english")
def test_the_command_names_what_is_wrong_and_imports_the_rest(club, capsys, tmp_path):
    good, bad = tmp_path / "jeudi.xml", tmp_path / "broken.xml"
    good.write_bytes(file_of())
    bad.write_bytes(b"nothing")
    with pytest.raises(CommandError, match="not imported: 2 of 3"):
        call_command("import_results", "lac", str(bad), str(good), str(tmp_path / "absent.xml"))
    assert capsys.readouterr().err.startswith("broken.xml")
    assert Tournament.objects.get().source_name == "jeudi.xml"
    with pytest.raises(CommandError, match="no club “nowhere”. The clubs are: lac"):
        call_command("import_results", "nowhere", str(good))
    with pytest.raises(CommandError, match="not a date"):
        call_command("import_results", "lac", str(good), "--date", "tomorrow")
