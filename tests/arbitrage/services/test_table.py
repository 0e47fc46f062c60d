"""The next ruling sees the effects that a ruling has left on the table, in any call and for any director."""

import pytest

from arbitrage.database.ids import uuid7
from arbitrage.models import Duty, Event, Incident, Inquiry
from arbitrage.services import incidents
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import table
from arbitrage.services.proof.replay import replay_incident
from arbitrage.services.record import history
from arbitrage.services.results.entering import to_review
from rulings.bridge import Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Seen, Told, WhichCard, WhichSeat, YesNo
from rulings.engine.ruling import Duty as LawDuty
from rulings.engine.ruling import PenaltyCard, Ruling, When, Withdraw
from rulings.table import Table
from tests.arbitrage import factories as make
from tests.arbitrage.at_once import all_at_once

pytestmark = pytest.mark.django_db


def has_another(there: Table, owner: Seat) -> Told | None:
    lying = there.penalties(owner)
    return None if lying is None else Told(bool(lying), tuple(one.key for one in lying))


OWNER = WhichSeat("owner", "50", "Whose card is it?")
CARD = WhichCard("card", "50", "Which card is it?")
ANOTHER = YesNo("already", "50B", "Has this player another penalty card?", seen=Seen(has_another, OWNER))


def dropped(ask: Ask) -> Ruling:
    ask(OWNER)
    ask(CARD)
    kind = "major" if ask(ANOTHER) else "minor"
    card = PenaltyCard(law="50B", text="[card] lies on the table.", player="owner", card="card", kind=kind)
    duty = LawDuty("50", When.CARD_GONE, "Penalty card: [card], [owner].", about=("owner", "card"))
    return Ruling("50B", f"A {kind} penalty card.", (card,), (duty,))


def taken_back(ask: Ask) -> Ruling:
    ask(OWNER)
    ask(CARD)
    back = Withdraw(law="50", text="[card] goes back.", player="owner", card="card", to="hand")
    return Ruling("50", "The card goes back.", (back,))


@pytest.fixture(autouse=True)
def laws(monkeypatch):
    """A law that puts a card on the table, and one that takes it back."""
    from arbitrage.models import incident as stored
    from arbitrage.services.proof import replay

    editions = {"2017": {"49": Law("49", "Dropped", dropped), "50": Law("50", "Back", taken_back)}}
    for where in (stored, replay):
        monkeypatch.setattr(where, "EDITIONS", editions)
    monkeypatch.setattr("arbitrage.services.incidents.inquiry.EDITIONS", editions)


@pytest.fixture
def calls(board, director, colleague) -> list[Incident]:
    """Two calls of one table about one board, one to each director."""
    return [make.make_incident(board, by) for by in (director, colleague)]


def drop(incident: Incident, owner: str, card: str, law: str = "49") -> Inquiry:
    by = incident.opened_by
    inquiry = incidents.open_inquiry(incident=incident, law=law, by=by)
    return make.answer(inquiry, by, owner=owner, card=card)


def there(incident: Incident) -> dict[str, str]:
    return {card.key: card.kind for card in table.table_of(incidents.fresh(incident)).cards}


def duties(state: str) -> list[str]:
    return sorted(Duty.objects.filter(state=state).values_list("about", flat=True))


def test_the_second_inquiry_knows_what_the_first_one_left_and_is_not_asked(calls):
    first, second = drop(calls[0], "E", "C4"), drop(calls[1], "E", "D5")
    assert (first.stage, second.stage) == ("ruled", "ruled")
    step = next(one for one in second.state().trail if one.question.id == "already")
    assert (step.value, step.by, step.derived) == ("yes", ("E:C4",), True)
    assert second.known()["already"] == "yes"
    assert "already" not in second.given()
    assert second.current_ruling.data["facts"]["already"] == "yes"
    assert there(calls[0]) == there(calls[1]) == {"E:C4": "major", "E:D5": "major"}
    assert duties("open") == ["E:C4", "E:D5"]


def test_what_stands_on_another_table_or_another_board_is_another_table(board, calls, director):
    drop(calls[0], "E", "C4")
    elsewhere = make.make_incident(board, director, table=2)
    assert there(elsewhere) == {}
    assert there(drop(elsewhere, "E", "D5").incident) == {"E:D5": "minor"}


def test_the_card_that_was_played_is_gone_for_everybody_and_its_duty_is_done(calls, director):
    drop(calls[0], "E", "C4")
    asked = incidents.open_inquiry(incident=calls[1], law="49", by=director)
    asked = make.answer(asked, director, owner="E")
    assert '"C4"' in asked.facts["table"]
    incidents.say(incident=calls[1], what="played", about="E:C4", by=director)
    assert '"C4"' not in Inquiry.objects.get(pk=asked.pk).facts["table"]
    assert (duties("open"), duties("done")) == ([], ["E:C4"])
    assert there(calls[0]) == {}
    assert Incident.objects.get(pk=calls[0].pk).state == "ruled"
    ended = make.answer(Inquiry.objects.with_answers().get(pk=asked.pk), director, card="D5")
    assert there(ended.incident) == {"E:D5": "minor"}


def test_closing_the_duty_of_a_card_says_that_it_was_played(calls, director):
    drop(calls[0], "E", "C4")
    duty = incidents.close_duty(duty=Duty.objects.get(), by=director)
    assert duty.state == "done"
    event = Event.objects.get(kind="table_said")
    assert (event.data["what"], event.data["about"]) == ("played", "E:C4")
    assert there(calls[1]) == {}


def test_a_card_that_went_back_by_a_mistake_lies_there_again_with_its_duty(calls, director):
    drop(calls[0], "E", "C4")
    back = drop(calls[1], "E", "C4", law="50")
    assert (there(calls[0]), duties("open")) == ({}, [])
    incidents.drop_inquiry(inquiry=back, by=director)
    assert (there(calls[0]), duties("open")) == ({"E:C4": "minor"}, ["E:C4"])
    incidents.withdraw_incident(incident=calls[0], by=director)
    assert there(calls[1]) == {}


def test_an_ended_inquiry_keeps_its_ruling_and_is_shown_when_the_table_before_it_was_another(calls, board, director):
    first, second = drop(calls[0], "E", "C4"), drop(calls[1], "E", "D5")
    assert to_review(board) == ()
    incidents.drop_inquiry(inquiry=first, by=director)
    call = incidents.fresh(calls[1])
    second = Inquiry.objects.with_everything().get(pk=second.pk)
    assert second.rulings.count() == 1
    assert incidents.told_otherwise(call, second) == ("table",)
    assert there(call) == {"E:D5": "major"}
    incidents.complete_facts(call, director)
    second = Inquiry.objects.with_everything().get(pk=second.pk)
    assert incidents.told_otherwise(call, second) == ()
    assert second.current_ruling.data["text"] == "A minor penalty card."
    assert there(call) == {"E:D5": "minor"}


def test_while_an_inquiry_is_asked_again_its_card_lies_there(calls, director):
    inquiry = drop(calls[0], "E", "C4")
    Inquiry.objects.filter(pk=inquiry.pk).update(stage="asking")  # as if a changed answer had led to another question
    assert there(calls[0]) == {"E:C4": "minor"}
    make.answer(Inquiry.objects.with_answers().get(pk=inquiry.pk), director, card="C5")
    assert there(calls[1]) == {"E:C5": "minor"}
    assert duties("open") == ["E:C5"]


def test_what_is_so_already_is_not_said_again_and_what_makes_no_sense_is_refused(calls, director):
    key = uuid7()
    for _time in range(2):
        incidents.say(incident=calls[0], what="lies", about="W:HA major", by=director, id=key)
    incidents.say(incident=calls[0], what="lies", about="W:HA major", by=director)
    assert Event.objects.filter(kind="table_said").count() == 1
    for what, about in (("lies", "W"), ("eaten", "W:HA"), ("call", "9S")):
        with pytest.raises(Refused) as refused:
            incidents.say(incident=calls[0], what=what, about=about, by=director)
        assert refused.value.code == "not_said"
    with pytest.raises(Refused) as refused:
        incidents.say(incident=calls[0], what="played", about="W:HA", by=director, id=key)
    assert refused.value.code == "identifier_reused"


def test_the_rows_are_what_the_events_say_and_ruling_again_gives_the_same(calls, director):
    drop(calls[0], "E", "C4")
    drop(calls[1], "E", "D5")
    incidents.say(incident=calls[0], what="played", about="E:C4", by=director)
    for call in calls:
        assert history.differences(call) == []
        assert list(replay_incident(call)) == []


def test_a_table_that_would_be_another_today_is_told_by_the_replay(calls):
    first, second = drop(calls[0], "E", "C4"), drop(calls[1], "E", "D5")
    Inquiry.objects.filter(pk=first.pk).update(stage="dropped")
    (difference,) = replay_incident(calls[1])
    assert difference.law == second.law
    assert "E" in difference.was and difference.was.startswith("table ")
    assert difference.was != difference.now


@pytest.mark.django_db(transaction=True)
def test_two_directors_who_rule_at_one_table_at_once_lose_no_card(calls):
    cards = [f"{suit}{rank}" for suit in "SH" for rank in "234"]
    opened = [
        incidents.open_inquiry(incident=calls[n % 2], law="49", by=calls[n % 2].opened_by) for n in range(len(cards))
    ]
    opened = [make.answer(one, one.incident.opened_by, owner="E") for one in opened]

    def tablet(number: int) -> str:
        return incidents.record_answer(
            inquiry=opened[number],
            question_id="card",
            value=cards[number],
            seen_version=10_000,
            by=calls[number % 2].opened_by,
        ).inquiry.stage

    assert set(all_at_once(tablet, len(cards))) == {"ruled"}
    expected = {f"E:{card}": "major" for card in cards}
    assert there(calls[0]) == there(calls[1]) == expected
    assert duties("open") == sorted(expected)
    for call in calls:
        assert history.differences(call) == []
        assert list(replay_incident(call)) == []
