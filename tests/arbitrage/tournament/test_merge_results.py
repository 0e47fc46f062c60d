"""A file, or a later version of it, is imported again: new values are taken, decisions of the club stay, and the page
lists every change."""

import datetime
from dataclasses import replace
from decimal import Decimal

import pytest
from django.core.management import CommandError, call_command

from arbitrage import exchange
from arbitrage.exchange import tournament_json
from arbitrage.exchange.records import PlayerRecord, TournamentFile, Unreadable
from arbitrage.models import (
    Board,
    Contestant,
    Event,
    Incident,
    Inquiry,
    Player,
    PlayerLink,
    Result,
    Stream,
    Tournament,
)
from arbitrage.services import clock, incidents
from arbitrage.services.errors import Refused
from arbitrage.services.files import exports, imports, merging
from arbitrage.services.people import player_links
from arbitrage.services.record import club_rows, history
from arbitrage.services.results import entering, scores
from rulings.bridge import Seat as BridgeSeat
from rulings.bridge import parse_contract
from rulings.scores.award import Award
from tests.arbitrage import evening_files as evening
from tests.arbitrage import factories as make

pytestmark = pytest.mark.django_db


def store(club, by, data: bytes, name: str = "soir.bws") -> Tournament:
    (tournament,) = imports.import_tournament(club=club, by=by, data=data, filename=name).tournaments
    return tournament


def look(tournament: Tournament, data: bytes, name: str = "soir.bws") -> merging.Merge:
    """Plan the merge of a file of one session."""
    file = exchange.read(data, name)
    (merge,) = merging.plan(
        file=file, digest=imports.digest_of(data), into={file.sessions[0]: Tournament.objects.get(pk=tournament.pk)}
    )
    return merge


def update(tournament: Tournament, by, data: bytes, name: str = "soir.bws", **options) -> merging.Updated:
    session = exchange.read(data, name).sessions[0]
    return merging.update(club=tournament.club, by=by, data=data, filename=name, into={session: tournament}, **options)


def line(tournament: Tournament, board: int, table: int) -> Result:
    return Result.objects.get(board__tournament=tournament, board__number=board, table=table)


def said(merge: merging.Merge) -> dict[str, int]:
    return {name: len(getattr(merge, name)) for name in ("added", "changed", "removed", "kept")}


def kinds(tournament: Tournament) -> list[str]:
    return list(Event.objects.filter(stream_id=tournament.pk).order_by("seq").values_list("kind", flat=True))


ROUND_1 = evening.played(1)
ALL = evening.played()


# The running evening


def test_the_live_database_read_again_brings_the_new_lines_and_leaves_the_others(club, director):
    tournament = store(club, director, evening.bws(ROUND_1.values()))
    before = dict(Result.objects.values_list("key", "pk"))
    assert (len(before), tournament.rounds) == (6, 3)  # as the movement says
    data = evening.bws(ALL.values())
    merge = look(tournament, data)
    assert said(merge) == {"added": 12, "changed": 0, "removed": 0, "kept": 0}
    assert merge.about == ()
    assert Result.objects.count() == 6
    done = update(tournament, director, data, seen=merging.looked_at([merge]))
    assert (done.tournaments, done.written) == ((tournament,), True)
    tournament.refresh_from_db()
    assert (Result.objects.count(), tournament.rounds, Tournament.objects.count()) == (18, 3, 1)
    assert {key: pk for key, pk in Result.objects.values_list("key", "pk") if key in before} == before
    new = line(tournament, 3, 1)
    assert (new.round, new.contract, new.tricks, new.score, new.ns.number, new.ew.number) == (
        2,
        "3NT",
        9,
        400,
        "1",
        "13",
    )
    assert kinds(tournament) == ["tournament_imported", *["result_added"] * 12, "tournament_updated"]
    assert history.verify(Stream.objects.get(pk=tournament.pk)) == []


def test_the_rounds_that_the_lines_tell_grow_with_the_file(club, director):
    no_movement = {"RoundData": (evening.ROUND, [])}
    tournament = store(club, director, evening.bws(ROUND_1.values(), **no_movement))
    assert tournament.rounds == 1
    data = evening.bws(ALL.values(), **no_movement)
    assert look(tournament, data).about == (("rounds", 1, 3),)
    update(tournament, director, data)
    tournament.refresh_from_db()
    assert tournament.rounds == 3


def test_the_same_file_twice_changes_nothing(club, director):
    tournament = store(club, director, evening.bws(ROUND_1.values()))
    data = evening.bws(ALL.values())
    update(tournament, director, data)
    events = Event.objects.count()
    merge = look(tournament, data)
    assert (said(merge), merge.to_write) == ({"added": 0, "changed": 0, "removed": 0, "kept": 0}, False)
    assert update(tournament, director, data).written is False
    again = imports.import_tournament(club=club, by=director, data=data, filename="copie.bws")
    assert (again.created, again.tournaments) == (False, (tournament,))
    assert (Event.objects.count(), Result.objects.count()) == (events, 18)


def test_what_was_put_right_at_the_table_is_shown_as_it_was_and_is(club, director):
    tournament = store(club, director, evening.bws(ALL.values()))
    rows = dict(ALL)
    rows[2, 1, 3] = evening.row(2, 1, 3, **{"Contract": "4 H x", "NS/EW": "W", "Result": "-2"})
    rows[3, 1, 5] = evening.row(3, 1, 5, PairEW=11)
    del rows[1, 1, 1]
    data = evening.bws(rows.values())
    merge = look(tournament, data)
    assert said(merge) == {"added": 0, "changed": 2, "removed": 1, "kept": 0}
    first, second = merge.changed
    assert (first.was.contract, first.was.score, first.now.contract, first.now.score) == ("3NT", 430, "4Hx", 500)
    assert (second.was.ew, second.now.ew, second.was.score) == ("13", "11", second.now.score)
    assert (merge.removed[0].was.ns, merge.removed[0].now) == ("1", None)
    update(tournament, director, data)
    changed = line(tournament, 3, 2)
    assert (changed.contract, changed.declarer, changed.tricks, changed.score) == ("4Hx", "W", 8, 500)
    assert Result.objects.count() == 17
    event = Event.objects.filter(kind="result_changed", board=changed.board).get()
    assert (event.data["was"]["contract"], event.data["now"]["contract"]) == ("3NT", "4Hx")
    removed = Event.objects.get(kind="result_removed")
    assert (removed.board.number, removed.data["was"]["score"]) == (1, 400)


def test_nothing_of_the_record_names_anybody_or_the_file(club, director):
    tournament = store(club, director, evening.bws(ROUND_1.values()))
    update(tournament, director, evening.bws(ALL.values()), name="dupont.bws")
    bodies = " ".join(Event.objects.values_list("body", flat=True))
    assert "dupont" not in bodies and "N of 1" not in bodies


def test_an_older_copy_is_told_as_one(club, director):
    early, late = evening.bws(ROUND_1.values()), evening.bws(ALL.values())
    read = datetime.datetime(2026, 11, 20, 20, 30, tzinfo=datetime.UTC)
    with clock.at(read):
        tournament = store(club, director, early)
    update(tournament, director, late)
    tournament.refresh_from_db()
    merge = look(tournament, early)
    assert (merge.older, merge.shrinks, len(merge.removed)) == (read, True, 12)
    assert look(tournament, late).older is None


# The finished file after the running one


def test_the_finished_file_completes_the_lines_of_the_live_one(club, director):
    tournament = store(club, director, evening.bws(ALL.values()))
    points = Decimal("2.5")
    file = evening.with_line(evening.finished(), 1, "1", ns_points=points, ew_points=Decimal("1.5"))
    data = evening.xml(file)
    merge = look(tournament, data, "vendredi.xml")
    assert said(merge) == {"added": 0, "changed": 0, "removed": 0, "kept": 0}
    assert (merge.completed, merge.seated, merge.to_write) == (1, (), True)
    update(tournament, director, data, "vendredi.xml")
    one = line(tournament, 1, 1)
    assert (one.ns_points, one.table, one.round, one.key, one.lead) == (points, 1, 1, "1.1.1.1", "SA")
    assert (Tournament.objects.get().sections.get().letter, Contestant.objects.count()) == ("A", 6)
    # The live file is read once more; nothing of the finished file is lost.
    again = look(tournament, evening.bws(ALL.values()))
    assert again.to_write is False


def test_a_line_that_changes_keeps_its_place_among_the_lines_of_the_board(club, director):
    tournament = store(club, director, evening.bws(ALL.values()))
    lines = Result.objects.filter(board__tournament=tournament, board__number=1)
    places = dict(lines.values_list("pk", "position"))
    assert len(set(places.values())) == len(places) == 3
    first = lines.order_by("position")[0]
    rows = {**ALL, (1, 1, 1): evening.row(1, 1, 1, Result="-1")}
    assert first == line(tournament, 1, 1)
    update(tournament, director, evening.bws(rows.values()))
    assert line(tournament, 1, 1).score == -50
    assert dict(lines.values_list("pk", "position")) == places


def test_the_points_of_another_result_are_gone_with_it(club, director):
    file = evening.with_line(evening.finished(), 1, "1", ns_points=Decimal(4), ew_points=Decimal(0))
    tournament = store(club, director, evening.xml(file), "vendredi.xml")
    rows = {**ALL, (1, 1, 1): evening.row(1, 1, 1, Result="-1")}
    update(tournament, director, evening.bws(rows.values()))
    one = line(tournament, 1, 1)
    assert (one.score, one.ns_points, one.ew_points) == (-50, None, None)


def test_a_file_is_recognised_by_its_date_and_the_lines_that_agree(club, director):
    tournament = store(club, director, evening.bws(ROUND_1.values()))
    file = exchange.read(evening.xml(), "vendredi.xml")
    (target,) = merging.targets(club, file, "vendredi.xml")[""]
    assert (target.tournament, target.common, target.agreeing, target.same_file) == (tournament, 6, 6, False)
    other = make.make_club("Autre club", "autre")
    assert merging.targets(other, file, "vendredi.xml") == {"": ()}
    week_after = replace(file, date=evening.DAY + datetime.timedelta(days=7))
    assert merging.targets(club, week_after, "soir.bws")[""] == ()


def test_another_session_of_the_same_evening_is_not_taken_for_an_update(club, director):
    store(club, director, evening.bws(ALL.values()))
    file = evening.finished()
    other = [
        replace(board, results=tuple(replace(result, contract="4S", tricks=10 - place, score=420 - 470 * bool(place))
                                     for place, result in enumerate(board.results)))
        for board in file.boards
    ]  # fmt: skip
    assert merging.targets(club, replace(file, boards=tuple(other)), "soir2.xml")[""] == ()


def test_names_that_come_later_are_shown_and_taken(club, director):
    tournament = store(club, director, evening.bws(ALL.values(), PlayerNumbers=(evening.PLAYER, [])))
    assert Player.objects.count() == 0
    data = evening.xml()
    merge = look(tournament, data, "vendredi.xml")
    one = next(seated for seated in merge.seated if (seated.number, seated.direction) == ("1", "NS"))
    assert (one.what, one.was, one.now) == ("renamed", "", "N of 1 / S of 1")
    update(tournament, director, data, "vendredi.xml")
    players = Player.objects.filter(contestant__number="1", contestant__direction="NS")
    assert [player.name for player in players] == ["N of 1", "S of 1"]


def test_a_name_put_right_is_shown_as_it_was_and_is_and_the_order_of_names_is_not(club, director):
    data = evening.xml()
    tournament = store(club, director, data, "vendredi.xml")
    file = evening.finished()
    (section,) = file.sections
    first, second, *rest = section.contestants
    first = replace(first, players=first.players[::-1])
    second = replace(second, players=(PlayerRecord(name="N of 2", licence="42"), PlayerRecord(name="Zoé")))
    changed = replace(file, sections=(replace(section, contestants=(first, second, *rest)),))
    merge = look(tournament, evening.xml(changed), "vendredi.xml")
    assert [(contestant.number, contestant.was, contestant.now) for contestant in merge.seated] == [
        ("2", "N of 2 / S of 2", "N of 2 / Zoé")
    ]
    update(tournament, director, evening.xml(changed), "vendredi.xml")
    names = Player.objects.filter(contestant__number="2", contestant__direction="NS").values_list("name", "licence")
    assert list(names) == [("N of 2", "42"), ("Zoé", "")]


def test_a_pair_that_nobody_is_any_more_is_taken_out(club, director):
    wrong = {**ALL, (3, 1, 5): evening.row(3, 1, 5, PairEW=99)}
    tournament = store(club, director, evening.bws(wrong.values()))
    assert Contestant.objects.filter(number="99").exists()
    player_links.make_for_everybody(tournament=tournament, by=director)
    merge = look(tournament, evening.bws(ALL.values()))
    assert [(contestant.what, contestant.number) for contestant in merge.seated] == [("removed", "99")]
    update(tournament, director, evening.bws(ALL.values()))
    assert not PlayerLink.objects.filter(contestant__number="99").exists() and PlayerLink.objects.exists()
    assert club_rows.differences(club) == [], "the record knows that its link is gone with the pair"
    assert (Contestant.objects.filter(number="99").exists(), Result.objects.count()) == (False, 18)


def test_hands_that_come_later_complete_the_boards(club, director):
    tournament = store(club, director, evening.bws(ALL.values()))
    deal = "N:AKQJ.T98.765.432 T98.AKQJ.432.765 765.432.AKQJ.T98 432.765.T98.AKQJ"
    data = "".join(f'[Board "{number}"]\n[Deal "{deal}"]\n\n' for number in range(1, 7)).encode()
    file = exchange.read(data, "donnes.pbn")
    with clock.at(datetime.datetime(2026, 11, 21, 9, tzinfo=datetime.UTC)):
        (target,) = merging.targets(club, file, "donnes.pbn")[""]
    assert target.tournament == tournament
    board = tournament.boards.get(number=1)
    incident = incidents.open_incident(tournament=tournament, by=director, table=1, board=board)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    assert "deal" not in inquiry.facts
    merge = look(tournament, data, "donnes.pbn")
    assert (merge.deals, said(merge)) == ((1, 2, 3, 4, 5, 6), {"added": 0, "changed": 0, "removed": 0, "kept": 0})
    update(tournament, director, data, "donnes.pbn")
    assert set(Board.objects.values_list("deal", flat=True)) == {deal}
    assert Inquiry.objects.get().facts["deal"] == deal
    tournament.refresh_from_db()
    assert tournament.source_name == "soir.bws"
    again = look(tournament, data, "donnes.pbn")
    assert (again.to_write, again.older) == (False, None)


# Decisions made here


def correct(result: Result, by, contract: str, tricks: int, declarer: str = "S") -> None:
    entry = entering.Entry(
        kind=Result.Kind.PLAYED,
        contract=parse_contract(contract).by(BridgeSeat(declarer)),
        tricks=tricks,
        ns=result.ns,
        ew=result.ew,
    )
    entering.correct_result(result=result, by=by, entry=entry, seen=entering.seen_of(result))


def test_a_line_corrected_here_stays_unless_its_director_takes_the_file_s(club, director):
    tournament = store(club, director, evening.bws(ROUND_1.values()))
    one = line(tournament, 1, 1)
    with clock.at(datetime.datetime(2026, 11, 20, 15, 12, tzinfo=datetime.UTC)):
        correct(one, director, "3NT", 8)
    data = evening.bws(ALL.values())
    merge = look(tournament, data)
    (kept,) = merge.kept
    assert (kept.why, kept.since.hour, kept.by, kept.was.tricks, kept.now.tricks) == ("corrected", 15, director, 8, 9)
    update(tournament, director, data)
    one.refresh_from_db()
    assert (one.tricks, one.score, Result.objects.count()) == (8, -50, 18)
    # The same file again; this time the director takes the file's line.
    done = update(tournament, director, data, take=[kept.key])
    one.refresh_from_db()
    assert (done.written, one.tricks, one.score) == (True, 9, 400)
    assert look(tournament, data).kept == ()


def test_a_result_noted_here_before_the_file_had_it_is_the_same_line(club, director):
    tournament = store(club, director, evening.bws([row for key, row in ROUND_1.items() if key != (2, 1, 3)]))
    board, section = tournament.boards.get(number=4), tournament.sections.get()
    board = Board.objects.create(tournament=tournament, number=3, dealer="S", vulnerability="EW")
    incident = incidents.open_incident(tournament=tournament, by=director, section=section, table=2, board=board)
    contract = parse_contract("3NT").by(BridgeSeat("S"))
    entering.enter_result(incident=incident, by=director, contract=contract, tricks=10)
    noted = line(tournament, 3, 2)
    data = evening.bws(ROUND_1.values())
    merge = look(tournament, data)
    assert (said(merge), merge.completed) == ({"added": 0, "changed": 0, "removed": 0, "kept": 0}, 1)
    update(tournament, director, data)
    noted.refresh_from_db()
    assert (noted.key, noted.ew.number, noted.tricks, board.results.count()) == ("1.2.1.3", "12", 10, 1)


def test_a_result_noted_here_that_the_file_has_otherwise_is_kept_and_said(club, director):
    tournament = store(club, director, evening.bws([row for key, row in ROUND_1.items() if key != (2, 1, 3)]))
    board = Board.objects.create(tournament=tournament, number=3, dealer="S", vulnerability="EW")
    section = tournament.sections.get()
    incident = incidents.open_incident(tournament=tournament, by=director, section=section, table=2, board=board)
    entering.enter_result(incident=incident, by=director, contract=None, tricks=None)
    merge = look(tournament, evening.bws(ROUND_1.values()))
    (kept,) = merge.kept
    assert (kept.why, kept.was.kind, kept.now.contract) == ("entered", "passed", "3NT")
    # A file without the result leaves the stored one.
    without = evening.bws([row for key, row in ROUND_1.items() if key != (2, 1, 3)])
    (left,) = look(tournament, without).kept
    assert (left.why, left.now) == ("entered", None)


def adjusted(tournament: Tournament, by, board: int = 1, table: int = 1) -> Incident:
    """Store the incident of a revoke with its adjusted score confirmed: a trick or two less for the offending side."""
    found = tournament.boards.get(number=board)
    incident = incidents.open_incident(tournament=tournament, by=by, table=table, board=found)
    make.rule_the_seed_case(incident, by)
    seen = scores.propose_adjustment(incident).digest
    scores.confirm_adjustment(incident=incident, by=by, seen=seen)
    return incidents.fresh(incident)


def test_a_line_with_an_adjusted_score_is_never_deleted_nor_changed_in_silence(club, director):
    tournament = store(club, director, evening.bws(ALL.values()))
    incident = adjusted(tournament, director)
    rows = {key: one for key, one in ALL.items() if key != (1, 1, 1)}
    (left,) = look(tournament, evening.bws(rows.values())).kept
    assert (left.why, left.now, left.result) == ("adjusted", None, incident.result)
    update(tournament, director, evening.bws(rows.values()))
    assert Result.objects.count() == 18
    rows[1, 1, 1] = evening.row(1, 1, 1, Result="-4")
    merge = look(tournament, evening.bws(rows.values()))
    assert [(one.why, one.now.tricks) for one in merge.kept] == [("adjusted", 5)]
    update(tournament, director, evening.bws(rows.values()))
    assert line(tournament, 1, 1).tricks == 9


def test_the_adjusted_score_that_comes_back_from_the_program_is_recognised(club, director):
    tournament = store(club, director, evening.bws(ALL.values()))
    incident = adjusted(tournament, director)
    given = incident.adjustments.get().given.single
    assert given.tricks == 10
    file = evening.with_line(evening.finished(), 1, "1", tricks=given.tricks, score=given.score)
    merge = look(tournament, evening.xml(file), "vendredi.xml")
    assert (merge.confirmed, said(merge)) == (1, {"added": 0, "changed": 0, "removed": 0, "kept": 0})
    update(tournament, director, evening.xml(file), "vendredi.xml")
    assert (line(tournament, 1, 1).tricks, line(tournament, 1, 1).score) == (9, 400)
    assert scores.propose_adjustment(incident).after.tricks == 10


def test_a_line_with_an_incident_is_kept_when_the_file_has_it_no_more(club, director):
    tournament = store(club, director, evening.bws(ALL.values()))
    board = tournament.boards.get(number=1)
    incidents.open_incident(tournament=tournament, by=director, table=1, board=board)
    rows = [one for key, one in ALL.items() if key != (1, 1, 1)]
    (left,) = look(tournament, evening.bws(rows)).kept
    assert (left.why, left.now) == ("incident", None)


def test_a_line_that_a_decision_rests_on_is_not_changed_in_silence(club, director):
    tournament = store(club, director, evening.bws(ALL.values()))
    board = tournament.boards.get(number=1)
    incident = incidents.open_incident(tournament=tournament, by=director, table=1, board=board)
    make.rule_the_seed_case(incident, director)
    rows = {**ALL, (1, 1, 1): evening.row(1, 1, 1, Result="+2")}
    (kept,) = look(tournament, evening.bws(rows.values())).kept
    assert (kept.why, kept.was.tricks, kept.now.tricks) == ("ruled", 9, 11)
    update(tournament, director, evening.bws(rows.values()), take=[kept.key])
    assert line(tournament, 1, 1).tricks == 11
    assert history.differences(incidents.fresh(incident)) == []


def test_the_result_that_arrives_completes_the_facts_of_the_incident(club, director):
    tournament = store(club, director, evening.bws([row for key, row in ROUND_1.items() if key[0] != 2]))
    section = tournament.sections.get()
    board = Board.objects.create(tournament=tournament, number=3, dealer="S", vulnerability="EW")
    incident = incidents.open_incident(tournament=tournament, by=director, section=section, table=2, board=board)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    assert (incident.result, inquiry.facts) == (
        None,
        {"event_form": "matchpoints", "table": '{"v":1}', "vulnerability": "EW"},
    )
    update(tournament, director, evening.bws(ALL.values()))
    incident = incidents.fresh(incident)
    assert incident.result == line(tournament, 3, 2)
    facts = Inquiry.objects.get().facts
    assert (facts["contract"], facts["declarer"], facts["tricks"]) == ("3NT", "S", "10")
    assert history.differences(incident) == []
    assert history.verify(Stream.objects.get(pk=incident.pk)) == []


def test_the_evening_of_a_club_from_the_first_round_to_the_finished_file(club, director):
    """The file is read in round 1; an incident happens; the file is read in round 3; the incident is decided; at the
    end the file of the scoring program is read."""
    tournament = store(club, director, evening.bws(ROUND_1.values()))
    incident = adjusted(tournament, director)
    update(tournament, director, evening.bws(evening.played(2).values()))
    update(tournament, director, evening.bws(ALL.values()))
    given = incident.adjustments.get().given.single
    file = evening.with_line(evening.finished(), 1, "1", tricks=given.tricks, score=given.score)
    (target,) = merging.targets(club, exchange.read(evening.xml(file)), "vendredi.xml")[""]
    assert target.tournament == tournament
    update(tournament, director, evening.xml(file), "vendredi.xml")
    assert (Tournament.objects.count(), Result.objects.count(), Incident.objects.get().result) == (
        1, 18, line(tournament, 1, 1),
    )  # fmt: skip
    assert scores.propose_adjustment(incident).stale is False
    assert history.differences(incidents.fresh(incident)) == []


@pytest.mark.parametrize("format", ["json", "usebio", "pbn", "csv"])
def test_our_own_file_of_the_tournament_changes_nothing_in_it(club, director, format):
    tournament = store(club, director, evening.bws(ALL.values()))
    adjusted(tournament, director)
    data = exports.export_tournament(tournament, format).data
    merge = look(tournament, data, f"export.{format}")
    assert said(merge) == {"added": 0, "changed": 0, "removed": 0, "kept": 0}
    update(tournament, director, data, f"export.{format}")
    assert (line(tournament, 1, 1).tricks, line(tournament, 1, 1).award) == (9, {})
    assert look(tournament, data, f"export.{format}").to_write is False


def test_an_adjusted_score_that_a_file_brings_is_a_change(club, director):
    tournament = store(club, director, evening.xml(), "fin.xml")
    award = Award.made(parse_contract("3NT").by(BridgeSeat("S")), 8, "None")
    data = tournament_json.write(evening.with_line(evening.finished(), 1, "1", award=award))
    (change,) = look(tournament, data, "autre.json").changed
    assert (change.was.award, change.now.award, change.now.tricks) == (False, True, 9)
    update(tournament, director, data, "autre.json")
    assert line(tournament, 1, 1).award == award.as_json()


# Several sections and sessions


def test_a_file_of_two_sessions_updates_one_and_makes_the_other(club, director, monkeypatch):
    file = evening.finished()
    friday = replace(
        file,
        boards=tuple(replace(board, session="1") for board in file.boards),
        sections=tuple(replace(section, session="1") for section in file.sections),
    )
    second = replace(
        friday,
        boards=friday.boards + tuple(replace(board, session="2") for board in file.boards),
        sections=friday.sections + tuple(replace(section, session="2") for section in file.sections),
    )
    read_as(monkeypatch, friday)
    tournament = store(club, director, b"one", "ligue.xml")
    read_as(monkeypatch, second)
    done = merging.update(club=club, by=director, data=b"two", filename="ligue.xml", into={"1": tournament})
    assert (done.tournaments[0], len(done.tournaments)) == (tournament, 2)
    assert [one.source_session for one in done.tournaments] == ["1", "2"]
    assert Result.objects.count() == 36


def read_as(monkeypatch, file: TournamentFile) -> None:
    monkeypatch.setattr(exchange, "read", lambda data, filename="": file)


def test_a_section_that_the_file_does_not_speak_of_is_left_alone(club, director, monkeypatch):
    file = evening.finished()
    a, b = (_in_section(file, letter) for letter in "AB")
    read_as(monkeypatch, replace(file, sections=a.sections + b.sections, boards=_together(a, b)))
    tournament = store(club, director, b"both", "deux.xml")
    assert Result.objects.count() == 36
    read_as(monkeypatch, evening.with_line(_in_section(file, "B"), 1, "1", tricks=8, score=-50))
    merge = look(tournament, b"only B", "b.xml")
    assert said(merge) == {"added": 0, "changed": 1, "removed": 0, "kept": 0}
    assert merge.changed[0].result.section.letter == "B"


def _in_section(file: TournamentFile, letter: str) -> TournamentFile:
    boards = tuple(
        replace(board, results=tuple(replace(result, section=letter) for result in board.results))
        for board in file.boards
    )
    return replace(file, boards=boards, sections=tuple(replace(section, letter=letter) for section in file.sections))


def _together(tournament_file: TournamentFile, other: TournamentFile):
    return tuple(
        replace(board, results=board.results + more.results)
        for board, more in zip(tournament_file.boards, other.boards, strict=True)
    )


# All or nothing


def test_a_tournament_that_has_changed_since_the_page_is_looked_at_again(club, director):
    tournament = store(club, director, evening.bws(ROUND_1.values()))
    data = evening.bws(ALL.values())
    seen = merging.looked_at([look(tournament, data)])
    correct(line(tournament, 1, 1), director, "3NT", 8)
    with pytest.raises(Refused) as refused:
        update(tournament, director, data, seen=seen)
    assert refused.value.code == "tournament_changed"
    assert Result.objects.count() == 6


def test_a_value_that_no_column_holds_leaves_everything_as_it_was(club, director, monkeypatch):
    tournament = store(club, director, evening.bws(ROUND_1.values()))
    events = Event.objects.count()
    file = exchange.read(evening.bws(ALL.values()))
    read_as(monkeypatch, evening.with_line(file, 1, "1", table=70000))
    with pytest.raises(Unreadable, match=r"^soir\.bws, .*70000"):
        merging.update(club=club, by=director, data=b"x", filename="soir.bws", into={"": tournament})
    assert (Result.objects.count(), Event.objects.count()) == (6, events)


def test_a_tournament_of_another_club_is_not_updated(club, director):
    other = make.make_club("Autre club", "autre")
    tournament = store(other, None, evening.bws(ROUND_1.values()))
    with pytest.raises(Refused) as refused:
        merging.update(club=club, by=director, data=evening.bws(ALL.values()), filename="x", into={"": tournament})
    assert (refused.value.code, Result.objects.count()) == ("elsewhere", 6)


def test_a_correction_after_the_scores_are_published_says_under_which_law(club, director):
    tournament = store(club, director, evening.bws(ROUND_1.values()))
    published = datetime.datetime(2026, 11, 20, 23, tzinfo=datetime.UTC)
    Tournament.objects.update(published_at=published)
    rows = {**ROUND_1, (1, 1, 1): evening.row(1, 1, 1, Result="+2")}
    tournament.refresh_from_db()
    assert look(tournament, evening.bws(rows.values())).published
    with clock.at(published + datetime.timedelta(minutes=10)):
        update(tournament, director, evening.bws(rows.values()))
    assert Event.objects.get(kind="result_changed").data["law"] == "79C1"


# Real files


@pytest.mark.real_files
@pytest.mark.either_database
@pytest.mark.parametrize("name", ["usebio", "pbn", "nzscorer", "acbl"])
def test_every_real_file_read_onto_itself_changes_nothing(club, director, real_files, name):
    for path in sorted((real_files / name).iterdir()):
        data = path.read_bytes()
        try:
            file = exchange.read(data, path.name)
        except Unreadable:
            continue
        stored = imports.import_tournament(club=club, by=director, data=data, filename=path.name).tournaments
        into = dict(zip(file.sessions, stored, strict=True))
        for merge in merging.plan(file=file, digest="another", into=into):
            assert (merge.to_write, said(merge)) == (False, {"added": 0, "changed": 0, "removed": 0, "kept": 0}), path


@pytest.mark.real_files
def test_a_real_live_database_grows_and_its_finished_file_follows(club, director, real_files, monkeypatch):
    data = (real_files / "bws/bridgemate_11tables_27boards.bws").read_bytes()
    file = exchange.read(data, "live.bws")
    early = [
        replace(board, results=tuple(result for result in board.results if result.round == 1)) for board in file.boards
    ]
    read_as(monkeypatch, replace(file, boards=tuple(board for board in early if board.results)))
    tournament = store(club, director, b"round one", "live.bws")
    first = Result.objects.count()
    assert 0 < first < len(file.results)
    read_as(monkeypatch, file)
    (target,) = merging.targets(club, file, "live.bws")[""]
    assert (target.tournament, target.agreeing, target.same_file) == (tournament, first, True)
    merge = look(tournament, data)
    assert (len(merge.added), len(merge.changed), len(merge.removed)) == (len(file.results) - first, 0, 0)
    update(tournament, director, data)
    assert Result.objects.count() == len(file.results)


# manage.py import_results --update


@pytest.mark.usefixtures("in_english")
def test_a_tournament_is_updated_from_the_command_line(club, capsys, tmp_path):
    path = tmp_path / "soir.bws"
    path.write_bytes(evening.bws(ROUND_1.values()))
    call_command("import_results", "lac", str(path))
    tournament = Tournament.objects.get()
    path.write_bytes(evening.bws(ALL.values()))
    call_command("import_results", "lac", str(path), update=str(tournament.pk), preview=True)
    assert Result.objects.count() == 6
    call_command("import_results", "lac", str(path), update=str(tournament.pk))
    call_command("import_results", "lac", str(path), update=str(tournament.pk))
    assert Result.objects.count() == 18
    out = capsys.readouterr().out.splitlines()
    assert "soir.bws: lines added: 12, changed: 0, removed: 0, kept: 0, completed: 0." in out
    assert out[-1] == f"soir.bws: {tournament.name} ({tournament.pk}) has all of it already, nothing changed."
    with pytest.raises(CommandError, match="no tournament"):
        call_command("import_results", "lac", str(path), update="nothing")
