"""Several directors correct one board concurrently: a line is corrected once, no typed word is lost without a message,
and no deadlock occurs."""

from collections import Counter

import pytest

from arbitrage.database.ids import uuid7
from arbitrage.models import Adjustment, Board, Contestant, Event, Incident, Inquiry, Result, Stream
from arbitrage.services import incidents
from arbitrage.services.errors import Refused
from arbitrage.services.record import history
from arbitrage.services.results import entering, scores
from arbitrage.services.results.entering import Entry, add_result, correct_result, seen_of, set_forms
from rulings.bridge import Contract, Denomination, Seat
from tests.arbitrage import factories as make
from tests.arbitrage.at_once import TABLETS, all_at_once

pytestmark = pytest.mark.django_db(transaction=True)


def entry(line: Result, tricks: int) -> Entry:
    contract = Contract(4, Denomination.S, 0, Seat.E)
    return Entry(kind=Result.Kind.PLAYED, contract=contract, tricks=tricks, ns=line.ns, ew=line.ew)


def codes(got: list[object]) -> Counter[str]:
    return Counter(one.code if isinstance(one, Refused) else "done" for one in got)


def sound(board: Board) -> bool:
    """Tell whether every stored row agrees with the record."""
    chains = [history.verify(stream) for stream in Stream.objects.all()]
    rows = [history.differences(incident) for incident in Incident.objects.all()]
    return not any(chains) and not any(rows) and entering.differences(board.tournament) == []


def test_of_24_different_corrections_of_one_line_the_first_counts_and_the_others_are_told(board, director):
    line = board.results.get(table=1)
    seen = seen_of(line)
    got = all_at_once(
        lambda number: correct_result(result=line, by=director, entry=entry(line, number % 12), seen=seen).line.tricks
    )
    assert codes(got) == {"done": 2, "changed": 22}
    (tricks,) = {one for one in got if not isinstance(one, Refused)}
    assert Result.objects.get(pk=line.pk).tricks == tricks
    assert Event.objects.filter(kind="result_corrected").count() == 1
    assert sound(board)


def test_a_line_added_24_times_at_once_is_one_line(board, director):
    section = board.tournament.sections.get()
    ns, ew = (
        Contestant.objects.create(section=section, direction=direction, number="9", position=9)
        for direction in ("NS", "EW")
    )
    wanted = Entry(kind=Result.Kind.PASSED, ns=ns, ew=ew)
    key = uuid7()
    got = all_at_once(
        lambda number: (
            add_result(
                board=board, section=section, by=director, entry=wanted, id=key if number % 2 else None
            ).line.table
        )
    )
    assert board.results.count() == 9
    assert Event.objects.filter(kind="result_added").count() == 1
    assert codes(got)["has_result"] + codes(got)["done"] == TABLETS
    assert sound(board)


def test_corrections_confirmations_answers_and_forms_at_once_wait_for_each_other_and_never_for_ever(board, director):
    lines = list(board.results.order_by("table"))
    ruled = [make.make_incident(board, director, table=line.table) for line in lines[:6]]
    inquiries = [make.rule_the_seed_case(one, director) for one in ruled]
    versions = [Inquiry.objects.get(pk=inquiry.pk).version for inquiry in inquiries]
    seen = [seen_of(line) for line in lines]
    forms = entering.forms_of(lines)

    def tablet(number: int) -> object:
        what, where = divmod(number, 6)
        if what == 0:
            return correct_result(result=lines[where], by=director, entry=entry(lines[where], 10), seen=seen[where])
        if what == 1:
            digest = scores.propose_adjustment(ruled[where]).digest
            return scores.confirm_adjustment(incident=ruled[where], by=director, seen=digest)
        if what == 2:
            return incidents.record_answer(
                inquiry=inquiries[where], question_id="winner", value="N", seen_version=versions[where], by=director
            )
        if where % 2:
            return entering.take_over(incident=ruled[where], by=director)
        return set_forms(board=board, by=director, forms={lines[where].pk: 2}, seen=forms)

    got = all_at_once(tablet)
    assert codes(got[:6]) == {"done": 6}
    assert codes(got[12:18]).keys() <= {"done", "not_asked"}  # a corrected declarer changes the question
    assert codes(got[6:12]).keys() <= {"done", "board_changed", "nothing_to_confirm"}
    assert codes(got[18:]) == {"done": 4, "changed": 2}
    assert [Result.objects.get(pk=line.pk).contract for line in lines] == ["4S"] * 6 + ["3NT"] * 2
    assert Adjustment.objects.count() == codes(got[6:12])["done"]
    assert sound(board)
