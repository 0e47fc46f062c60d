"""Consequences of the answers: revisions of a ruling, duties to come back for, and the state of the incident."""

import pytest
from django.db import transaction

from arbitrage.database.ids import uuid7
from arbitrage.models import Club, Duty, Event, Incident, Inquiry
from arbitrage.services import incidents
from arbitrage.services.errors import Refused
from arbitrage.services.proof.replay import replay_incident
from arbitrage.services.record import history
from rulings.engine.inquiry import Law
from rulings.engine.questions import WhichCard, WhichSeat, YesNo
from rulings.engine.ruling import Duty as LawDuty
from rulings.engine.ruling import Ruling, When
from tests.arbitrage import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(incident, director) -> Inquiry:
    """The common revoke, established during the play; its tricks are counted at the end."""
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    return make.answer(inquiry, director, **make.DURING_THE_PLAY)


def state_of(incident: Incident) -> str:
    return Incident.objects.get(pk=incident.pk).state


def test_an_incident_is_open_then_waiting_then_open_for_the_last_questions_then_ruled(incident, director):
    assert state_of(incident) == "open"
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    assert state_of(incident) == "open"
    inquiry = make.answer(inquiry, director, **make.DURING_THE_PLAY)
    assert state_of(incident) == "waiting"
    incidents.reach_moment(duty=inquiry.duties.get(), by=director)
    assert state_of(incident) == "open"
    make.answer(Inquiry.objects.get(pk=inquiry.pk), director, **make.AT_THE_END)
    assert state_of(incident) == "ruled"
    changes = Event.objects.filter(incident=incident, kind="state_changed")
    assert [event.data["state"] for event in changes.order_by("seq")] == ["waiting", "open", "ruled"]


def test_a_second_inquiry_opens_a_ruled_incident_again(incident, director):
    make.rule_the_seed_case(incident, director)
    incidents.open_inquiry(incident=incident, law="61", by=director)
    assert state_of(incident) == "open"


def test_the_wait_is_one_duty_in_the_tray_with_the_words_of_the_law(waiting, incident, director):
    (duty,) = Duty.objects.tray(incident.tournament)
    assert (duty.inquiry, duty.law, duty.moment, duty.question, duty.state) == (
        waiting, "64A", "end_of_play", "end_of_play", "open",
    )  # fmt: skip
    assert duty.text == waiting.state().ruling.duties[0].text
    assert duty.due_since == Event.objects.get(kind="duty_opened").at


def test_the_tray_is_the_tournament_s_own_and_forgets_withdrawn_incidents(waiting, incident, director):
    other = make.make_tournament(Club.objects.get(), name="Other")
    assert list(Duty.objects.tray(other)) == []
    incidents.withdraw_incident(incident=incident, by=director)
    assert list(Duty.objects.tray(incident.tournament)) == []


def test_the_oldest_duty_is_on_top_of_the_tray(waiting, incident, director):
    second = make.make_incident(incident.board, director, table=2)
    inquiry = incidents.open_inquiry(incident=second, law="64", by=director)
    make.answer(inquiry, director, **make.DURING_THE_PLAY)
    assert [duty.inquiry.incident.table for duty in Duty.objects.tray(incident.tournament)] == [1, 2]


def test_reaching_the_moment_closes_the_duty_and_asks_on(waiting, director):
    duty = waiting.duties.get()
    outcome = incidents.reach_moment(duty=duty, by=director)
    duty.refresh_from_db()
    assert (outcome.status, duty.state, duty.done_by) == ("accepted", "done", director)
    assert duty.done_at == Event.objects.get(kind="duty_done").at
    assert outcome.inquiry.state().question.id == "exclusion"
    count = Event.objects.count()
    assert incidents.reach_moment(duty=duty, by=director).status == "same"
    assert Event.objects.count() == count


# The moment was touched too early


def test_a_moment_that_had_not_come_is_taken_back_and_waited_for_again(waiting, incident, director):
    duty = waiting.duties.get()
    provisional = waiting.current_ruling
    incidents.reach_moment(duty=duty, by=director)
    back = incidents.take_back_moment(inquiry=waiting, question_id="end_of_play", by=director)
    duty.refresh_from_db()
    assert (back.stage, state_of(incident), duty.state, duty.done_at) == ("waiting", "waiting", "open", None)
    assert "end_of_play" not in back.answers_dict()
    assert back.current_ruling == provisional
    assert back.version == waiting.version + 2
    assert list(Duty.objects.tray(incident.tournament)) == [duty]
    assert history.differences(incident) == []


def test_taking_it_back_keeps_the_later_answers_for_the_next_time(waiting, incident, director):
    incidents.reach_moment(duty=waiting.duties.get(), by=director)
    ruled = make.answer(Inquiry.objects.get(pk=waiting.pk), director, **make.AT_THE_END)
    final = ruled.current_ruling
    back = incidents.take_back_moment(inquiry=ruled, question_id="end_of_play", by=director)
    assert (back.stage, back.current_ruling.provisional) == ("waiting", True)
    assert back.current_ruling.supersedes == final
    incidents.reach_moment(duty=waiting.duties.get(state="open"), by=director)
    again = Inquiry.objects.with_answers().get(pk=waiting.pk)
    assert (again.stage, again.current_ruling.law) == ("ruled", final.law)
    assert {name: again.answers_dict()[name] for name in make.AT_THE_END} == make.AT_THE_END
    assert state_of(incident) == "ruled"
    assert history.differences(incident) == []
    assert list(replay_incident(incident)) == []


def test_taking_it_back_twice_changes_nothing_more(waiting, director):
    incidents.reach_moment(duty=waiting.duties.get(), by=director)
    for _time in range(2):
        incidents.take_back_moment(inquiry=waiting, question_id="end_of_play", by=director)
    assert Event.objects.filter(kind="moment_taken_back").count() == 1


def test_only_a_moment_is_taken_back(waiting, director):
    with pytest.raises(Refused) as refusal:
        incidents.take_back_moment(inquiry=waiting, question_id="able", by=director)
    assert refusal.value.code == "not_waiting"
    assert Inquiry.objects.get(pk=waiting.pk).answers_dict()["able"] == "yes"


def test_a_moment_sent_again_after_it_was_taken_back_is_told_so(waiting, director):
    key = uuid7()
    incidents.reach_moment(duty=waiting.duties.get(), by=director, id=key)
    incidents.take_back_moment(inquiry=waiting, question_id="end_of_play", by=director)
    with pytest.raises(Refused) as refusal:
        incidents.record_answer(
            inquiry=waiting,
            question_id="end_of_play",
            value="reached",
            seen_version=waiting.version,
            by=director,
            id=key,
        )
    assert refusal.value.code == "taken_back"


def test_a_change_of_answer_cancels_the_wait_and_brings_it_back(waiting, incident, director):
    waiting = make.answer(waiting, director, since="nothing")
    assert [duty.state for duty in waiting.duties.all()] == ["cancelled"]
    assert state_of(incident) == "open"
    waiting = make.answer(waiting, director, since="named")
    assert [duty.state for duty in waiting.duties.order_by("due_since")] == ["cancelled", "open"]
    assert state_of(incident) == "waiting"
    with pytest.raises(Refused) as refusal:
        incidents.close_duty(duty=waiting.duties.get(state="cancelled"), by=director)
    assert refusal.value.code == "duty_closed"
    assert history.differences(incident) == []


def test_a_wait_that_was_cancelled_cannot_be_reached(waiting, director):
    duty = waiting.duties.get()
    make.answer(waiting, director, able="no")
    with pytest.raises(Refused) as refusal:
        incidents.reach_moment(duty=duty, by=director)
    assert refusal.value.code == "not_asked"


def test_the_wait_of_an_inquiry_is_not_closed_by_hand(waiting, director):
    with pytest.raises(Refused) as refusal:
        incidents.close_duty(duty=waiting.duties.get(), by=director)
    assert refusal.value.code == "still_waiting"
    assert waiting.duties.get().state == "open"


def test_every_different_ruling_is_a_revision_that_supersedes_the_one_before(waiting, director):
    incidents.reach_moment(duty=waiting.duties.get(), by=director)
    inquiry = make.answer(Inquiry.objects.get(pk=waiting.pk), director, **make.AT_THE_END)
    inquiry = make.answer(inquiry, director, winner="W")
    rulings = list(inquiry.rulings.order_by("revision"))
    assert [(ruling.revision, ruling.law, ruling.provisional) for ruling in rulings] == [
        (1, "63B", True), (2, "64A2", False), (3, "64A1", False),
    ]  # fmt: skip
    assert [ruling.supersedes for ruling in rulings] == [None, rulings[0], rulings[1]]
    assert inquiry.current_ruling == rulings[2]
    assert rulings[2].data["rectifications"][0]["tricks"] == 2
    assert rulings[1].data["rectifications"][0]["tricks"] == 1


def test_an_answer_that_changes_nothing_of_the_ruling_but_its_trail_is_stored_whole(waiting, director):
    data = waiting.current_ruling.data
    assert (data["entry"], data["edition"], data["moment"]) == ("64", "2017", "end_of_play")
    assert [(step["question"], step["value"], step["derived"]) for step in data["trail"]] == [
        ("able", "yes", False),
        ("offender", "W", False),
        ("declarer", "S", False),
        ("revoker", "defender", True),
        ("trick", "3", False),
        ("which_trick", "earlier", True),
        ("noticed", "during", False),
        ("since", "played", False),
        ("revoke_card", "?", True),
    ]
    assert data["facts"].items() >= {"contract": "3NT", "tricks": "11", "offender": "W"}.items()
    assert data["law_refs"][-1] == "64A"
    assert all(step["text"] and step["law"] for step in data["trail"])


def test_no_ruling_holds_while_a_question_is_open(waiting, director):
    assert waiting.current_ruling.law == "63B"
    assert make.answer(waiting, director, since="nothing").current_ruling is None


# Standing duties, which have no question: tested on a law of our own, about a penalty card on the table


OWNER = WhichSeat("owner", "50", "Whose card is it?")
CARD = WhichCard("card", "50", "Which card?")
FACED = YesNo("faced", "50", "Is it on the table?")
PLAYED = YesNo("played", "50C", "Has it been played?")
ON_THE_TABLE = LawDuty("50D2", When.PARTNER_ON_LEAD, "Penalty card: [card]", opens="50-lead", hands=("owner", "card"))


def penalty_card(ask) -> Ruling:
    ask(OWNER)
    ask(CARD)
    if ask(FACED):
        return Ruling("50B", "It stays.", duties=(ON_THE_TABLE,))
    return Ruling("50C", "Gone.") if ask(PLAYED) else Ruling("50B", "It stays.", duties=(ON_THE_TABLE,))


@pytest.fixture
def card_on_the_table(monkeypatch, incident, director) -> Inquiry:
    from arbitrage.models import incident as stored

    laws = {"50": Law("50", "Card", penalty_card), "50-lead": Law("50-lead", "Lead", penalty_card)}
    monkeypatch.setattr(stored, "EDITIONS", {"2017": laws})
    monkeypatch.setattr("arbitrage.services.incidents.inquiry.EDITIONS", {"2017": laws})
    inquiry = incidents.open_inquiry(incident=incident, law="50", by=director)
    return make.answer(inquiry, director, owner="E", card="SK", faced="yes")


def test_a_standing_duty_keeps_the_incident_waiting_until_it_is_closed(card_on_the_table, incident, director):
    assert (card_on_the_table.stage, state_of(incident)) == ("ruled", "waiting")
    duty = card_on_the_table.duties.get()
    assert (duty.moment, duty.question, duty.opens, duty.hands) == ("partner_on_lead", "", "50-lead", ["owner", "card"])
    closed = incidents.close_duty(duty=duty, by=director)
    assert (closed.state, closed.done_by, state_of(incident)) == ("done", director, "ruled")
    count = Event.objects.count()
    assert incidents.close_duty(duty=duty, by=director).done_at == closed.done_at
    assert Event.objects.count() == count


def test_a_duty_that_was_closed_stays_closed_when_the_ruling_says_it_again(card_on_the_table, incident, director):
    incidents.close_duty(duty=card_on_the_table.duties.get(), by=director)
    make.answer(card_on_the_table, director, card="SQ")
    assert [duty.state for duty in card_on_the_table.duties.all()] == ["done"]
    assert state_of(incident) == "ruled"


def test_an_incident_waits_or_not_as_the_duty_comes_and_goes_with_a_changed_answer(
    card_on_the_table, incident, director
):
    """The inquiry stays ruled at each of these changes; only its duty makes the incident wait."""
    inquiry = make.answer(card_on_the_table, director, faced="no", played="yes")
    for _again in range(6):
        assert (inquiry.stage, state_of(incident)) == ("ruled", "ruled")
        inquiry = make.answer(inquiry, director, faced="yes")
        assert (inquiry.stage, state_of(incident)) == ("ruled", "waiting")
        inquiry = make.answer(inquiry, director, faced="no")
    assert history.differences(incident) == []


def test_a_standing_duty_opens_the_inquiry_that_it_names_with_the_facts_handed_on(
    card_on_the_table, incident, director
):
    duty = card_on_the_table.duties.get()
    opened = incidents.open_duty_inquiry(duty=duty, by=director)
    assert (opened.law, opened.opened_by_duty, opened.order) == ("50-lead", duty, 2)
    assert opened.facts.items() >= {"owner": "E", "card": "SK"}.items()
    assert opened.state().question.id == "faced"
    incidents.close_duty(duty=duty, by=director)
    with pytest.raises(Refused) as refusal:
        incidents.open_duty_inquiry(duty=duty, by=director)
    assert refusal.value.code == "duty_closed"


def test_a_standing_duty_stays_while_a_question_is_open_and_goes_when_the_ruling_does(
    card_on_the_table, incident, director
):
    asking = make.answer(card_on_the_table, director, faced="no")
    assert (asking.stage, [duty.state for duty in asking.duties.all()]) == ("asking", ["open"])
    same = make.answer(asking, director, played="no")
    assert [duty.state for duty in same.duties.all()] == ["open"]
    gone = make.answer(same, director, played="yes")
    assert [duty.state for duty in gone.duties.all()] == ["cancelled"]
    assert state_of(incident) == "ruled"
    with pytest.raises(Refused) as refusal:
        incidents.reach_moment(duty=gone.duties.get(), by=director)
    assert refusal.value.code == "not_waiting"
    assert history.differences(incident) == []


# Facts and words


def test_disputed_facts_keep_what_each_side_says(incident, director):
    disputed = incidents.dispute_facts(
        incident=incident, disputed=True, evidence="  South: a heart. West: a diamond. ", by=director
    )
    assert (disputed.disputed, disputed.evidence) == (True, "South: a heart. West: a diamond.")
    count = Event.objects.count()
    incidents.dispute_facts(incident=incident, disputed=True, evidence=disputed.evidence, by=director)
    assert Event.objects.count() == count


def test_words_are_added_after_those_that_are_there_and_the_same_words_once(incident, director):
    incidents.add_words(incident=incident, words="One.", by=director)
    incidents.add_words(incident=incident, words="One.", by=director)
    incidents.add_words(incident=incident, words="   ", by=director)
    assert incidents.add_words(incident=incident, words="Two.", by=director).words == "One.\n\nTwo."
    with pytest.raises(Refused) as refusal, transaction.atomic():
        incidents.add_words(incident=incident, words="x" * 5001, by=director)
    assert refusal.value.code == "too_long"


def test_a_withdrawn_incident_is_kept_and_closed_to_everything(waiting, incident, director):
    withdrawn = incidents.withdraw_incident(incident=incident, by=director, reason="Entered twice.")
    assert withdrawn.state == "withdrawn"
    assert Event.objects.get(kind="incident_withdrawn").data["was"] == "waiting"
    count = Event.objects.count()
    incidents.withdraw_incident(incident=incident, by=director)
    assert Event.objects.count() == count
    for refused in (
        lambda: incidents.attend(incident=incident, by=director),
        lambda: incidents.open_inquiry(incident=incident, law="64", by=director),
        lambda: incidents.place_incident(incident=incident, by=director, table=4),
        lambda: incidents.dispute_facts(incident=incident, disputed=True, evidence="", by=director),
        lambda: incidents.add_words(incident=incident, words="More.", by=director),
        lambda: incidents.reach_moment(duty=waiting.duties.get(), by=director),
    ):
        with pytest.raises(Refused) as refusal:
            refused()
        assert refusal.value.code == "withdrawn"
    assert Event.objects.count() == count
