"""A case exported from one club is imported into another with the same rows and a valid chain; a forged file is
refused."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from hypothesis import HealthCheck, given, settings

from arbitrage.exchange import Unreadable, case_json
from arbitrage.models import Board, Club, Event, Incident, Note, Player, Result, Stream, Tournament
from arbitrage.services import incidents
from arbitrage.services.errors import Refused
from arbitrage.services.files.cases import ImportedCase, case_file, export_case, import_case
from arbitrage.services.record import history
from arbitrage.services.record.reading import stored_rows
from arbitrage.services.results import scores
from rulings.scores.adjusted import Average
from rulings.scores.award import Award
from tests.arbitrage import factories as make
from tests.arbitrage.exchange.exchange_malice import EDITS, mutated

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english"), pytest.mark.either_database]

WORDS = "Mme Dupont says that she had not seen it.\nHer partner nods."


def a_case() -> Incident:
    """Store the revoke of the seed case, with disputed facts, words, and an inquiry opened by mistake."""
    club = make.make_club()
    director = make.make_member(club)
    User.objects.filter(pk=director.pk).update(first_name="Hélène", last_name="Martin")
    board = make.make_seed_case(club)
    Result.objects.filter(table=1).update(auction="Pass 3NT Pass Pass Pass", play="S4 S2 SK SA")
    incident = make.make_incident(board, director)
    incidents.attend(incident=incident, by=director)
    incidents.dispute_facts(incident=incident, disputed=True, evidence=WORDS, by=director)
    incidents.dispute_facts(incident=incident, disputed=False, evidence=WORDS, by=director)
    incidents.drop_inquiry(inquiry=incidents.open_inquiry(incident=incident, law="54", by=director), by=director)
    make.rule_the_seed_case(incident, director)
    return Incident.objects.get(pk=incident.pk)


def elsewhere(name: str = "elsewhere") -> tuple[Club, User]:
    club = make.make_club("Elsewhere", name)
    return club, make.make_member(club, f"director of {name}")


def read_in(data: bytes, club: Club | None = None, by: User | None = None) -> ImportedCase:
    if club is None or by is None:
        club, by = elsewhere()
    return import_case(club=club, by=by, data=data, filename="case.json")


@cache
def moved() -> tuple[bytes, dict[str, Any]]:
    """Export a case, delete it, and return the file and the rows that it had."""
    with transaction.atomic():
        incident = a_case()
        data, rows = export_case(incident).data, rows_of(incident)
        transaction.set_rollback(True)
    assert not Incident.objects.exists()
    return data, rows


def rows_of(incident: Incident) -> dict[str, Any]:
    """Return as text the rows that follow from the events, without their authors and club."""
    found = {
        model.__name__: {str(key): row for key, row in rows.items()}
        for model, rows in stored_rows([incident.pk])[incident.pk].items()
    }
    for rows in found.values():
        for row in rows.values():
            for name in [name for name in row if name == "club_id" or name.endswith("by_id")]:
                if name != "opened_by_duty_id":
                    del row[name]
    return json.loads(history.canonical(found))


def document(data: bytes) -> dict[str, Any]:
    return json.loads(data)


def sealed(said: dict[str, Any]) -> bytes:
    """Return the document with a new digest, as a forger who knows the format would."""
    said["digest"] = case_json.digest(case_json.canonical(said["case"]))
    return json.dumps(said).encode()


def chained(said: dict[str, Any]) -> bytes:
    """Return the document with every hash computed again."""
    before = ""
    for event in said["case"]["events"]:
        before = event["hash"] = case_json.digest(before + case_json.canonical(event["said"]))
    return sealed(said)


# Export and import


def test_a_case_is_read_back_with_the_same_rows_and_a_chain_that_holds() -> None:
    data, rows = moved()
    result = read_in(data)
    assert result.created
    assert rows_of(result.incident) == rows
    assert history.verify(Stream.objects.get(pk=result.incident.pk)) == []
    assert history.differences(result.incident) == []
    assert {note.text for note in result.incident.notes.all()} >= {WORDS}
    assert result.incident.reference == "R-2026-0001" or result.incident.number == 1


@pytest.mark.append_only
def test_a_case_is_read_in_under_the_guard_of_the_record() -> None:
    result = read_in(export_case(a_case()).data)
    assert history.verify(Stream.objects.get(pk=result.incident.pk)) == []


def test_the_place_comes_with_its_board_deal_and_traveller() -> None:
    data, _rows = moved()
    incident = read_in(data).incident
    assert incident.board is not None and incident.result is not None
    assert (incident.board.number, incident.board.results.count(), incident.table) == (2, 8, 1)
    assert (incident.result.contract, incident.result.tricks, incident.result.score) == ("3NT", 11, 660)
    assert incident.result.play == "S4 S2 SK SA"
    assert incident.tournament.name == "Tournoi du jeudi"
    names = {player.name for player in Player.objects.all()}
    assert names == {"NS 1.1", "NS 1.2", "EW 1.1", "EW 1.2"}  # those of the table, nobody else


def test_what_was_read_in_is_written_again_the_same_but_for_the_last_entry() -> None:
    data, _rows = moved()
    first = document(data)["case"]
    again = document(export_case(read_in(data).incident).data)["case"]
    kinds = [event["said"]["kind"] for event in again["events"]]
    assert kinds == [event["said"]["kind"] for event in first["events"]] + ["case_imported"]
    assert again["events"][-1]["said"]["data"]["head"] == first["events"][-1]["hash"]
    assert [event["said"]["at"] for event in again["events"][:-1]] == [e["said"]["at"] for e in first["events"]]
    assert again["place"] == first["place"]
    assert again["notes"] == first["notes"]


def test_a_club_of_the_same_server_has_a_case_of_its_own_with_other_identifiers() -> None:
    incident = a_case()
    result = read_in(export_case(incident).data)
    assert result.created
    assert result.incident.pk != incident.pk
    assert result.incident.tournament_id != incident.tournament_id
    assert history.verify(Stream.objects.get(pk=result.incident.pk)) == []
    assert history.verify(Stream.objects.get(pk=incident.pk)) == []
    outcomes = [
        [(ruling.law, ruling.data["text"]) for inquiry in one.inquiries.all() for ruling in inquiry.rulings.all()]
        for one in (incident, result.incident)
    ]
    assert outcomes[0] == outcomes[1] != []


def test_a_second_case_of_the_tournament_finds_it_there() -> None:
    incident = a_case()
    assert incident.board is not None
    other = make.make_incident(incident.board, incident.opened_by, table=2)
    club, by = elsewhere()
    first = read_in(export_case(incident).data, club, by).incident
    second = read_in(export_case(other).data, club, by).incident
    assert first.tournament_id == second.tournament_id
    assert first.board_id == second.board_id
    assert Tournament.objects.filter(club=club).count() == 1
    assert Board.objects.get(pk=first.board_id).results.count() == 8


def test_the_same_file_twice_changes_nothing() -> None:
    data, _rows = moved()
    club, by = elsewhere()
    first = read_in(data, club, by)
    events, notes = Event.objects.count(), Note.objects.count()
    second = read_in(data, club, by)
    assert (second.created, second.incident) == (False, first.incident)
    assert (Event.objects.count(), Note.objects.count(), Incident.objects.count()) == (events, notes, 1)


def test_the_club_that_wrote_the_file_has_it_already() -> None:
    incident = a_case()
    data = export_case(incident).data
    incidents.add_words(incident=incident, words="Later.", by=incident.opened_by)
    result = read_in(data, incident.club, incident.opened_by)
    assert (result.created, result.incident) == (False, incident)


def test_a_case_that_went_on_elsewhere_is_refused_by_a_club_that_has_its_beginning() -> None:
    incident = a_case()
    club, by = elsewhere()
    read_in(export_case(incident).data, club, by)
    incidents.add_words(incident=incident, words="Later.", by=incident.opened_by)
    with pytest.raises(Refused, match="tells it otherwise or goes further. Nothing was changed"):
        read_in(export_case(incident).data, club, by)


def test_a_number_that_is_taken_becomes_the_next_one() -> None:
    data, _rows = moved()
    club, by = elsewhere()
    board = make.make_seed_case(club)
    mine = make.make_incident(board, by)
    Incident.objects.filter(pk=mine.pk).update(year=document(data)["case"]["record"]["incidents"][0]["year"])
    incident = read_in(data, club, by).incident
    assert incident.number == 2
    last = incident.events.order_by("-seq").first()
    assert last is not None and last.data["reference"].endswith("-0001")


def test_a_director_of_the_same_name_is_the_one_who_ruled() -> None:
    data, _rows = moved()
    club, by = elsewhere()
    helene = make.make_member(club, "helene")
    User.objects.filter(pk=helene.pk).update(first_name="Hélène", last_name="Martin")
    incident = read_in(data, club, by).incident
    assert {event.by_id for event in incident.events.exclude(kind="case_imported")} == {helene.pk}
    assert incident.events.get(kind="case_imported").by_id == by.pk


def test_without_such_a_member_the_importer_opened_it_and_nobody_is_said_to_have_ruled() -> None:
    data, _rows = moved()
    club, by = elsewhere()
    incident = read_in(data, club, by).incident
    assert incident.opened_by_id == by.pk
    assert {event.by_id for event in incident.events.exclude(kind__in=("case_imported", "incident_opened"))} == {None}


# The adjusted score


def confirm(incident: Incident) -> Incident:
    seen = scores.propose_adjustment(incident).digest
    scores.confirm_adjustment(incident=incident, by=incident.opened_by, seen=seen)
    return Incident.objects.get(pk=incident.pk)


def test_the_adjusted_score_comes_with_its_case_and_counts() -> None:
    with transaction.atomic():
        incident = confirm(a_case())
        data, rows = export_case(incident).data, rows_of(incident)
        transaction.set_rollback(True)
    found = read_in(data).incident
    assert rows_of(found) == rows
    (adjustment,) = found.adjustments.confirmed()
    assert (adjustment.kind, adjustment.given.score) == ("transfer", 690)
    assert found.result is not None
    assert (found.result.score, found.result.award) == (660, {})
    proposal = scores.propose_adjustment(found)
    assert (proposal.confirmed, proposal.stale) == (adjustment, False)


def test_a_score_chosen_by_hand_stands_in_another_club_of_the_server_as_it_stood() -> None:
    incident = a_case()
    choice = scores.Choice(Award(Average.PLUS, Average.EVEN), law="12C1d", reason="Nobody can say.")
    seen = scores.propose_adjustment(incident, choice).digest
    scores.confirm_adjustment(incident=incident, by=incident.opened_by, seen=seen, choice=choice)
    assert not scores.propose_adjustment(incident).stale
    there = read_in(export_case(incident).data).incident
    (adjustment,) = there.adjustments.confirmed()
    assert (adjustment.by_hand, adjustment.reason) == (True, "Nobody can say.")
    assert adjustment.given == Award(Average.PLUS, Average.EVEN)
    assert not scores.propose_adjustment(there).stale


def test_a_score_that_another_case_replaced_is_read_without_that_case() -> None:
    """There were two revokes on one board. The second case replaced the score of the first, and each case is exported
    by itself."""
    first = confirm(a_case())
    assert first.board is not None
    second = make.make_incident(first.board, first.opened_by)
    make.rule_the_seed_case(second, first.opened_by)
    second = confirm(second)
    club, by = elsewhere()
    there = read_in(export_case(second).data, club, by).incident
    (adjustment,) = there.adjustments.all()
    assert (adjustment.state, adjustment.supersedes) == ("confirmed", None)
    assert history.differences(there) == []
    before = read_in(export_case(first).data, club, by).incident
    assert [one.state for one in before.adjustments.all()] == ["superseded"]


def test_an_adjusted_score_that_is_none_is_refused() -> None:
    printed = document(export_case(confirm(a_case())).data)
    confirmed = next(
        event["said"] for event in printed["case"]["events"] if event["said"]["kind"] == "adjustment_confirmed"
    )
    confirmed["data"]["award"] = {"ns": "A+", "ew": "none"}
    printed["case"]["record"]["adjustments"][0]["award"] = {"ns": "A+", "ew": "none"}
    with pytest.raises(Unreadable, match="The events of the file do not tell a case"):
        read_in(chained(printed))


# Names


def test_a_case_names_the_players_of_the_table_and_the_directors() -> None:
    said = export_case(a_case()).data.decode()
    assert document(said.encode())["case"]["names"] is True
    for name in ("NS 1.1", "EW 1.2", "Hélène Martin", "Mme Dupont"):
        assert name in said
    assert "NS 2.1" not in said


def test_a_case_does_not_name_the_pair_of_the_same_number_in_the_other_direction() -> None:
    incident = a_case()
    lines = {line.table: line for line in Result.objects.select_related("ew")}
    first, second = lines[1].ew, lines[2].ew
    Result.objects.filter(pk=lines[1].pk).update(ew=second)
    Result.objects.filter(pk=lines[2].pk).update(ew=first)
    text = export_case(incident).data.decode()
    assert {name for name in ("NS 1.1", "NS 2.1", "EW 1.1", "EW 2.1") if name in text} == {"NS 1.1", "EW 2.1"}
    read_in(text.encode())
    assert Result.objects.get(table=1, board__tournament__club__slug="elsewhere").ew.number == "2"


def test_the_place_of_a_case_keeps_the_rounds_and_the_halves_of_its_matches() -> None:
    incident = a_case()
    Tournament.objects.update(rounds=6, halves=2)
    read_in(export_case(incident).data)
    assert set(Tournament.objects.values_list("rounds", "halves")) == {(6, 2)}


def test_an_anonymous_case_names_nobody_and_has_nobodys_words() -> None:
    incident = a_case()
    exported = export_case(incident, names=False)
    said = exported.data.decode()
    assert document(exported.data)["case"]["names"] is False
    for name in ("NS 1.1", "EW 1.2", "Hélène", "Martin", "Dupont", "same line of play"):
        assert name not in said
    assert exported.filename == f"{incident.reference}-anonymous.json"
    result = read_in(exported.data)
    assert history.verify(Stream.objects.get(pk=result.incident.pk)) == []
    assert result.incident.evidence == ""
    assert {note.erased for note in result.incident.notes.all()} == {True}


# Forgeries

TAMPERINGS: dict[str, Callable[[dict[str, Any]], object]] = {
    "an answer": lambda case: case["events"][8]["said"]["data"].update(value="yes!"),
    "the time": lambda case: case["events"][3]["said"].update(at="2026-01-01T00:00:00.000000+00:00"),
    "the deal": lambda case: case["place"]["boards"][0].update(vulnerability="All"),
    "a score": lambda case: case["place"]["boards"][0]["results"][0].update(score=690),
    "the words": lambda case: case["notes"][0].update(text="Something else."),
    "the record": lambda case: case["record"]["rulings"][0].update(law="64A2"),
    "the reference": lambda case: case.update(reference="R-2026-0002"),
    "an event too few": lambda case: case["events"].pop(4),
    "the last event": lambda case: case["events"].pop(),
    "two events": lambda case: case["events"].insert(2, case["events"].pop(3)),
    "a field": lambda case: case.update(colour="red"),
}


@pytest.mark.parametrize("change", TAMPERINGS.values(), ids=TAMPERINGS.keys())
def test_a_file_that_was_changed_is_refused_and_nothing_is_stored(change: Callable[[dict[str, Any]], object]) -> None:
    data, _rows = moved()
    printed = document(data)
    change(printed["case"])
    with pytest.raises(Unreadable, match="^case.json.*The file is not what was exported: something in it was changed"):
        read_in(json.dumps(printed).encode())
    assert not Incident.objects.exists() and not Event.objects.exists() and not Tournament.objects.exists()


@pytest.mark.parametrize("name", ["an answer", "the time", "the words", "an event too few", "two events"])
def test_the_chain_and_the_digests_of_the_words_show_a_change_even_under_a_new_seal(name: str) -> None:
    data, _rows = moved()
    printed = document(data)
    TAMPERINGS[name](printed["case"])
    with pytest.raises(Unreadable, match=r"case.json, (events|notes)\[\d+\]: The file is not what was exported"):
        read_in(sealed(printed))


def name_the_section(case: dict[str, Any], letter: str) -> None:
    (was,) = case["sections"]
    case["sections"] = {letter: case["sections"][was]}
    case["place"]["sections"][0]["letter"] = letter
    for board in case["place"]["boards"]:
        for line in board["results"]:
            line["section"] = letter


@pytest.mark.parametrize(
    ("longest", "change"),
    [
        (40, lambda case, text: case.update(reference=text)),
        (200, lambda case, text: case.update(club=text)),
        (10, lambda case, text: case.update(edition=text)),
        (20, lambda case, text: case["people"].update({text: "Ann"})),
        (300, lambda case, text: case["people"].update({"1": text})),
        (30, name_the_section),
    ],
    ids=["reference", "club", "edition", "number of a person", "name of a person", "section"],
)
def test_a_sealed_file_has_no_longer_words_than_the_pages_have_room_for(
    longest: int, change: Callable[[dict[str, Any], str], object]
) -> None:
    data, _rows = moved()
    printed = document(data)
    change(printed["case"], "x" * longest)
    assert case_json.read(sealed(printed)).incident == printed["case"]["incident"]
    change(printed["case"], "x" * (longest + 1))
    with pytest.raises(Unreadable, match="The file is not what was exported"):
        case_json.read(sealed(printed))


@pytest.mark.parametrize(("kind", "read"), [("x" * 40, True), ("x" * 41, False)])
def test_a_chained_file_has_no_kind_of_event_longer_than_the_record_holds(kind: str, *, read: bool) -> None:
    data, _rows = moved()
    printed = document(data)
    printed["case"]["events"][0]["said"]["kind"] = kind
    if read:
        assert case_json.read(chained(printed)).events[0].said["kind"] == kind
    else:
        with pytest.raises(Unreadable, match="The file is not what was exported"):
            case_json.read(chained(printed))


NOBODYS = "00000000-0000-0000-0000-000000000000"


MISPLACED: dict[str, Callable[[dict[str, Any]], object]] = {
    "no events": lambda case: case.update(events=[]),
    "two results of one identifier": lambda case: case["boards"][0]["results"].__setitem__(
        0, case["boards"][0]["results"][1]
    ),
    "a board of the tournament's identifier": lambda case: case["boards"][0].update(id=case["tournament"]),
    "a tournament of the case's identifier": lambda case: case.update(tournament=case["incident"]),
    "a section of the case's identifier": lambda case: case["sections"].update(
        dict.fromkeys(case["sections"], case["incident"])
    ),
    "a note of the case's identifier": lambda case: case["notes"][0].update(id=case["incident"]),
    "a result too few": lambda case: case["boards"][0]["results"].pop(),
    "a result too many": lambda case: case["boards"][0]["results"].append(NOBODYS),
    "a board too few": lambda case: case["boards"].pop(),
    "a lower board": lambda case: case["boards"][0].update(number=case["boards"][0]["number"] - 1),
    "a higher board": lambda case: case["boards"][0].update(number=case["boards"][0]["number"] + 1),
    "a section too few": lambda case: case["sections"].clear(),
    "a section too many": lambda case: case["sections"].update(ZZ=NOBODYS),
}


@pytest.mark.parametrize("change", MISPLACED.values(), ids=MISPLACED.keys())
def test_a_sealed_file_whose_place_is_not_the_one_it_identifies_is_refused(
    change: Callable[[dict[str, Any]], object],
) -> None:
    data, _rows = moved()
    printed = document(data)
    change(printed["case"])
    with pytest.raises(Unreadable, match="The file is not what was exported"):
        case_json.read(sealed(printed))


def test_an_entry_of_the_chain_may_be_by_nobody() -> None:
    data, _rows = moved()
    printed = document(data)
    printed["case"]["events"][0]["said"]["by"] = None
    assert case_json.read(chained(printed)).events[0].said["by"] is None


def test_words_of_several_lines_are_read_and_no_words_without_end() -> None:
    data, _rows = moved()
    printed = document(data)

    def with_words(text: str) -> bytes:
        printed["case"]["notes"][0].update(text=text, digest=case_json.digest(text))
        return sealed(printed)

    words = "She says:\nI had not seen it. ".ljust(case_json.LONGEST_WORDS, "x")
    assert case_json.read(with_words(words)).notes[0].text == words
    with pytest.raises(Unreadable, match="The file is not what was exported"):
        case_json.read(with_words(words + "x"))


def test_a_record_that_does_not_follow_from_the_events_is_refused() -> None:
    data, _rows = moved()
    printed = document(data)
    TAMPERINGS["the record"](printed["case"])
    with pytest.raises(Unreadable, match="What the file says of the case does not follow from its events"):
        read_in(sealed(printed))


def test_events_that_name_what_is_not_in_the_file_are_refused() -> None:
    """Otherwise a forger who recomputes every hash could read the words of another club."""
    incident = a_case()
    assert incident.board is not None
    other = make.make_incident(incident.board, incident.opened_by, table=2)
    theirs = Note.objects.create(incident=other, text="Secret.", digest=history.digest("Secret."))
    printed = document(export_case(incident).data)
    disputed = next(event["said"] for event in printed["case"]["events"] if event["said"]["kind"] == "facts_disputed")
    disputed["data"]["note"] = str(theirs.pk)
    with pytest.raises(Unreadable, match="The events of the file do not tell a case"):
        read_in(chained(printed))


@pytest.mark.parametrize(
    "change",
    [
        lambda said: said["data"].update(by=1),
        lambda said: said["data"].update(year="x" * 20),
        lambda said: said["data"].update(number=10**30),
        lambda said: said["data"].update(called_by="X"),
        lambda said: said["data"].pop("year"),
        lambda said: said.update(tournament=None, kind="placed"),
        lambda said: said.update(by="somebody"),
        lambda said: said.update(at="2026-02-31T00:00:00.000000+00:00"),
    ],
)
def test_events_that_make_no_sense_are_refused_with_a_sentence(change: Callable[[dict[str, Any]], object]) -> None:
    data, _rows = moved()
    printed = document(data)
    change(printed["case"]["events"][0]["said"])
    with pytest.raises(Unreadable, match="^case.json.*Nothing was (stored|read)"):
        read_in(chained(printed))
    assert not Incident.objects.exists() and not Tournament.objects.exists()


def test_a_law_that_is_not_here_is_named() -> None:
    data, _rows = moved()
    printed = document(data)
    text = json.dumps(printed).replace('"edition": "2017"', '"edition": "2027"')
    changed = json.loads(text)
    with pytest.raises(Unreadable, match="Law 54, edition 2027, which is not in this version of Arbitrage"):
        read_in(chained(changed))


def test_other_files_and_later_versions_say_what_they_are() -> None:
    data, _rows = moved()
    with pytest.raises(Unreadable, match="does not hold a case written by Arbitrage"):
        case_json.read(b'{"format": "arbitrage-tournament"}')
    with pytest.raises(Unreadable, match="written by a later version of Arbitrage"):
        case_json.read(json.dumps(document(data) | {"version": 2}).encode())
    for version in (0, -1, "1", True, None, 1.0):  # no version ever was this
        with pytest.raises(Unreadable, match="^version: The file is not what was exported"):
            case_json.read(json.dumps(document(data) | {"version": version}).encode())


def test_a_damaged_record_is_not_handed_on() -> None:
    incident = a_case()
    Event.objects.filter(incident=incident, seq=3).update(hash="0" * 64)
    with pytest.raises(Refused, match="The record of this case is damaged"):
        export_case(incident)


def test_a_case_without_a_place_is_a_case_too() -> None:
    with transaction.atomic():
        club = make.make_club()
        incident = incidents.open_incident(tournament=make.make_tournament(club), by=make.make_member(club))
        data = export_case(incident).data
        transaction.set_rollback(True)
    found = read_in(data).incident
    assert (found.board, found.table, found.state) == (None, None, "open")


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(EDITS)
def test_a_mutated_file_is_read_or_refused(edits: list) -> None:
    with transaction.atomic():
        data = _A_FILE or export_case(a_case()).data
        transaction.set_rollback(True)
    _A_FILE[:] = data
    try:
        case = case_json.read(mutated(bytes(data), edits))
    except Unreadable as refused:
        assert str(refused)
    else:
        assert case_json.write(case)


_A_FILE = bytearray()


def test_the_file_is_the_same_for_the_same_case() -> None:
    incident = a_case()
    case = case_file(incident)
    assert export_case(incident).data == export_case(Incident.objects.get(pk=incident.pk)).data
    assert case_json.read(case_json.write(case)) == case
