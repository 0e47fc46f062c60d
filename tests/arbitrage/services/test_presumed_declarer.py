"""A ruling under Law 54 keeps the presumed declarer, even if the result later names another one."""

import pytest

from arbitrage.models import Incident, Inquiry, Result
from arbitrage.services import incidents
from arbitrage.services.incidents import told_otherwise
from arbitrage.services.proof.replay import replay_incident
from arbitrage.services.record import history
from arbitrage.services.results.entering import Entry, correct_result, seen_of, take_over, to_review
from rulings.bridge import Contract, Denomination, Seat
from rulings.engine.roles import resolved, with_roles
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import url, words

pytestmark = pytest.mark.django_db

LEAD = {"wrong_leader": "E", "since_lead": "nothing", "card": "DK", "option": "become_dummy"}
BY_NORTH = Contract(3, Denomination.NT, 0, Seat.N)


@pytest.fixture
def line(board) -> Result:
    """The line of a table that is still playing the board."""
    line = board.results.get(table=1)
    Result.objects.filter(pk=line.pk).update(kind="not_played", score=None, tricks=None, contract="", declarer="")
    line.refresh_from_db()
    return line


def north_declared(line: Result, director) -> tuple[Incident, ...]:
    entry = Entry(kind=Result.Kind.PLAYED, ns=line.ns, ew=line.ew, contract=BY_NORTH, tricks=9)
    found = correct_result(result=line, by=director, entry=entry, seen=seen_of(line))
    return tuple(review.incident for review in found.review)


def again(inquiry: Inquiry) -> Inquiry:
    return Inquiry.objects.with_answers().get(pk=inquiry.pk)


def who_is_who(inquiry: Inquiry) -> dict[str, str]:
    known = with_roles(inquiry.known())
    return {name: known[name] for name in ("presumed_declarer", "offender", "opening_leader")}


def test_the_result_by_the_new_declarer_comes_and_the_ruling_keeps_its_roles(line, board, director, client):
    incident = make.make_incident(board, director)
    inquiry = incidents.open_inquiry(incident=incident, law="54", by=director)
    inquiry = make.answer(inquiry, director, **LEAD)
    before, roles = inquiry.current_ruling.data, who_is_who(inquiry)
    assert roles == {"presumed_declarer": "S", "offender": "E", "opening_leader": "W"}

    assert north_declared(line, director) == ()
    inquiry = again(inquiry)
    assert inquiry.known()["contract"] == "3NT"
    assert (who_is_who(inquiry), told_otherwise(incidents.fresh(incident), inquiry)) == (roles, ())
    change = next(
        effect for effect in inquiry.state().ruling.as_json()["rectifications"] if effect["effect"] == "DECLARER_IS"
    )
    assert resolved(change, with_roles(inquiry.known()))["seat_is"] == "N"
    assert incidents.substance(inquiry.current_ruling.data["rectifications"]) == incidents.substance(
        before["rectifications"]
    )
    assert to_review(board) == ()
    assert incidents.table_of(incidents.fresh(incident)).declarer is Seat.N
    assert [*history.differences(incident), *replay_incident(incident)] == []
    shown_words = words(client.get(url("decision", inquiry.pk)))
    assert "South spreads his whole hand and becomes dummy; North becomes declarer." in shown_words

    take_over(incident=incidents.fresh(incident), by=director)
    assert who_is_who(again(inquiry)) == roles


def test_the_next_inquiry_of_the_table_knows_who_declares_now(line, board, director):
    incident = make.make_incident(board, director)
    make.answer(incidents.open_inquiry(incident=incident, law="54", by=director), director, **LEAD)
    north_declared(line, director)
    seen = incidents.open_inquiry(incident=incidents.fresh(incident), law="49", by=director)
    seen = make.answer(seen, director, owner="N")
    assert {step.question.id: step.value for step in seen.state().trail}["holder"] == "declarer"


def test_a_lead_ruled_on_by_an_earlier_version_is_read_with_its_presumed_declarer(line, board, director):
    """Its facts lack the presumed declarer, and the later result, declared by North, was added to them."""
    incident = make.make_incident(board, director)
    inquiry = make.answer(incidents.open_inquiry(incident=incident, law="54", by=director), director, **LEAD)
    facts = {name: value for name, value in inquiry.facts.items() if name not in ("table", "presumed_declarer")}
    Inquiry.objects.filter(pk=inquiry.pk).update(facts=facts | {"declarer": "N", "contract": "3NT"})
    inquiry = again(inquiry)
    assert who_is_who(inquiry) == {"presumed_declarer": "S", "offender": "E", "opening_leader": "W"}
    assert inquiry.state().ruling.law == "54A"
