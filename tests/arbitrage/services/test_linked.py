"""One inquiry leads to another: the facts that it passes on, the inquiries that a duty opens, how these close, and
dropped inquiries."""

import pytest

from arbitrage.models import Board, Club, Duty, Event, Incident, Inquiry
from arbitrage.services import incidents
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import table
from arbitrage.services.proof.replay import replay_incident
from arbitrage.services.record import history
from arbitrage.services.results.scores import confirm_adjustment, propose_adjustment
from rulings.engine.inquiry import Asking
from tests.arbitrage import factories as make

pytestmark = pytest.mark.django_db

LEFT_FREE = {"wrong_leader": "E", "since_lead": "nothing", "card": "DK", "option": "free"}
CORRECTED = {
    "able": "yes", "offender": "W", "trick": "3", "noticed": "during", "since": "nothing", "card": "SQ", "faced": "yes",
}  # fmt: skip


def begin(incident: Incident, law: str, by, **answers: str) -> Inquiry:
    return make.answer(incidents.open_inquiry(incident=incident, law=law, by=by), by, **answers)


def again(inquiry: Inquiry) -> Inquiry:
    return Inquiry.objects.get(pk=inquiry.pk)


def trail(inquiry: Inquiry) -> dict[str, str]:
    return {step.question.id: step.value for step in again(inquiry).state().trail}


@pytest.mark.parametrize(
    ("law", "answers", "facts", "asked"),
    [
        (
            "43", {"act": "asked_declarer", "dummy_looked": "yes", "was_a_revoke": "yes"},
            {"offender": "S", "able": "yes", "dummy_asked": "yes"}, "trick",
        ),
        (
            "45D", {"named_card": "S2", "taken_card": "H2", "played_on": "yes", "wrong_card": "revoked"},
            {"offender": "N", "able": "yes", "since": "played"}, "trick",
        ),
        (
            "67", {"offender": "S", "what": "several", "both_played_on": "yes", "faced_known": "yes",
                   "failed_with_it": "yes"},
            {"offender": "S", "able": "yes", "since": "played"}, "trick",
        ),
        (
            "14", {"offender": "S", "stage": "play", "where": "elsewhere", "failed_to_follow": "yes"},
            {"offender": "S", "able": "yes"}, "trick",
        ),
    ],
)  # fmt: skip
def test_a_law_that_sends_to_the_revoke_hands_on_who_and_what_is_known(incident, director, law, answers, facts, asked):
    sender = begin(incident, law, director, **answers)
    revoke = incidents.open_linked_inquiry(inquiry=sender, law="64", by=director)
    assert revoke.facts.items() >= facts.items()
    assert trail(revoke).items() >= {"able": "yes", "offender": facts["offender"]}.items()
    state = revoke.state()
    assert isinstance(state, Asking)
    assert state.question.id == asked
    assert incidents.open_linked_inquiry(inquiry=sender, law="64", by=director) == revoke
    assert incident.inquiries.count() == 2
    assert history.differences(incident) == []
    assert list(replay_incident(incident)) == []


def test_a_law_that_the_ruling_does_not_send_to_is_refused(incident, director):
    sender = begin(incident, "43", director, act="took_part")
    with pytest.raises(Refused) as refusal:
        incidents.open_linked_inquiry(inquiry=sender, law="64", by=director)
    assert refusal.value.code == "not_sent"
    assert incident.inquiries.count() == 1


@pytest.mark.parametrize(
    ("law", "answers", "facts"),
    [
        ("54", LEFT_FREE, {"owner": "E", "card": "DK"}),
        ("64", CORRECTED | {"declaring_played": "no"}, {"owner": "W", "card": "SQ"}),
    ],
)
def test_a_penalty_card_is_seen_when_the_partner_of_its_owner_is_on_lead(incident, director, law, answers, facts):
    inquiry = begin(incident, law, director, **answers)
    duty = inquiry.duties.get(opens="50-table")
    assert duty.about == f"{facts['owner']}:{facts['card']}"
    lead = incidents.open_duty_inquiry(duty=duty, by=director)
    assert lead.facts["declarer"] == "S"
    partner = {"E": "W", "W": "E"}[facts["owner"]]
    lead = make.answer(lead, director, now="lead", on_lead=partner)
    assert lead.state().question.chooser == "declarer"
    assert lead.known().items() >= facts.items()


@pytest.fixture
def card(incident, director) -> Duty:
    """East's king of diamonds, left on the table."""
    return begin(incident, "54", director, **LEFT_FREE).duties.get(opens="50-table")


def choose(duty: Duty, by, choice: str) -> Inquiry:
    lead = incidents.open_duty_inquiry(duty=Duty.objects.get(pk=duty.pk), by=by)
    return make.answer(lead, by, now="lead", on_lead="W", lead_choice=choice)


def test_the_choice_comes_back_before_every_lead_until_the_card_is_picked_up(incident, director, card):
    first = choose(card, director, "free")
    second = choose(card, director, "free")
    assert (first.order, second.order, Duty.objects.get(pk=card.pk).state) == (2, 3, "open")
    third = choose(card, director, "forbid")
    card.refresh_from_db()
    assert (third.order, card.state, card.done_by) == (4, "done", director)
    with pytest.raises(Refused) as refusal:
        incidents.open_duty_inquiry(duty=card, by=director)
    assert refusal.value.code == "duty_closed"
    assert history.differences(incident) == []


def test_touched_twice_it_is_one_lead(incident, director, card):
    inquiry = incidents.open_duty_inquiry(duty=card, by=director)
    assert incidents.open_duty_inquiry(duty=card, by=director) == inquiry
    assert incident.inquiries.count() == 2


def test_another_player_who_is_about_to_lead_is_the_one_of_the_inquiry_that_was_left_open(incident, director, card):
    left = incidents.open_duty_inquiry(duty=card, by=director, on_lead="W")
    assert left.state().question.id == "lead_choice"
    again = incidents.open_duty_inquiry(duty=card, by=director, on_lead="W")
    assert (again, again.version) == (left, left.version)
    now = incidents.open_duty_inquiry(duty=card, by=director, on_lead="E")
    assert (now, now.answers_dict()) == (left, {"now": "lead", "on_lead": "E"})
    assert now.current_ruling.law == "50D1(a)"  # he leads his own card
    assert history.differences(incident) == []


def test_a_choice_that_is_changed_puts_the_card_back_on_the_table(incident, director, card):
    lead = choose(card, director, "require")
    assert Duty.objects.get(pk=card.pk).state == "done"
    lead = make.answer(lead, director, lead_choice="free")
    card.refresh_from_db()
    assert (card.state, card.done_at, card.done_by) == ("open", None, None)
    make.answer(lead, director, lead_choice="require")
    assert Duty.objects.get(pk=card.pk).state == "done"
    assert history.differences(incident) == []


def test_a_card_that_was_closed_by_hand_is_not_put_back(director, card):
    lead = incidents.open_duty_inquiry(duty=card, by=director)
    incidents.close_duty(duty=card, by=director)
    lead = make.answer(lead, director, now="lead", on_lead="W")
    assert lead.current_ruling.law == "50"
    assert Duty.objects.get(pk=card.pk).state == "done"


def test_the_review_at_the_end_of_play_closes_what_brought_it(incident, director, card):
    review = card.inquiry.duties.get(opens="50E4")
    inquiry = incidents.open_duty_inquiry(duty=review, by=director)
    make.answer(inquiry, director, helped="no")
    review.refresh_from_db()
    assert review.state == "done"
    incidents.close_duty(duty=card, by=director)
    assert Incident.objects.get(pk=incident.pk).state == "ruled"


def test_a_declarer_who_has_become_dummy_stays_so_when_the_board_is_said_later(director):
    board = make.make_seed_case(Club.objects.get())
    incident = incidents.open_incident(tournament=board.tournament, by=director)
    answers = {"wrong_leader": "E", "since_lead": "partner", "partner_lead": "after", "card": "DK", "leader_card": "S4"}
    inquiry = begin(incident, "54", director, **answers, option_over_two="become_dummy", leader_follows="yes")
    lead = incidents.open_duty_inquiry(duty=inquiry.duties.get(opens="50-table"), by=director)
    assert lead.facts["declarer"] == "N"
    incidents.place_incident(incident=incident, by=director, table=1, board=board)
    lead = again(lead)
    assert (lead.facts["declarer"], lead.facts["contract"]) == ("N", "3NT")


def test_what_repeats_the_board_follows_the_board(incident, director):
    sender = begin(incident, "66", director, asked="after_play", shown="revoke")
    revoke = incidents.open_linked_inquiry(inquiry=sender, law="64", by=director)
    assert revoke.facts["declarer"] == "S"
    result = incident.result
    result.declarer = "N"
    result.save()
    incidents.complete_facts(incidents.fresh(incident), director)
    assert (again(revoke).facts["declarer"], again(revoke).facts["able"]) == ("N", "yes")


# The deal


def test_a_void_that_the_deal_shows_is_not_asked(incident, director):
    board = Board.objects.get()
    board.deal = "N:AKQJT98765432... ..AKQJT98765432. .AKQJT98765432.. ...AKQJT98765432"
    board.save()
    inquiry = begin(
        incidents.fresh(incident), "54", director,
        wrong_leader="E", since_lead="partner", partner_lead="after", card="DK", leader_card="C4",
        option_over_two="stay",
    )  # fmt: skip
    assert inquiry.stage == "ruled"
    assert trail(inquiry)["leader_follows"] == "no"
    assert "leader_follows" not in inquiry.answers_dict()


def test_a_deal_that_does_not_read_is_no_fact(incident, director):
    board = Board.objects.get()
    board.deal = "N:what is this"
    board.save()
    inquiry = incidents.open_inquiry(incident=incidents.fresh(incident), law="64", by=director)
    assert "deal" not in inquiry.facts


# An inquiry opened by mistake


def test_a_dropped_inquiry_counts_no_more_and_stays_in_the_history(incident, director, card):
    inquiry = card.inquiry
    dropped = incidents.drop_inquiry(inquiry=inquiry, by=director)
    assert (dropped.stage, dropped.current_ruling) == ("dropped", None)
    assert set(dropped.duties.values_list("state", flat=True)) == {"cancelled"}
    assert list(Duty.objects.tray(incident.tournament)) == []
    assert Incident.objects.get(pk=incident.pk).state == "open"
    count = Event.objects.count()
    assert incidents.drop_inquiry(inquiry=inquiry, by=director) == dropped
    assert Event.objects.count() == count
    with pytest.raises(Refused) as refusal:
        make.answer(dropped, director, option="stay")
    assert refusal.value.code == "dropped"
    assert Event.objects.get(kind="inquiry_dropped").data["was"] == "ruled"
    assert history.differences(incident) == []
    assert list(replay_incident(incident)) == []
    assert history.verify(Event.objects.last().stream) == []


def test_a_linked_inquiry_that_was_dropped_is_not_found_again(incident, director):
    sender = begin(incident, "43", director, act="asked_declarer", dummy_looked="yes", was_a_revoke="yes")
    revoke = incidents.open_linked_inquiry(inquiry=sender, law="64", by=director)
    assert incidents.open_linked_inquiry(inquiry=again(sender), law="64", by=director) == revoke
    incidents.drop_inquiry(inquiry=revoke, by=director)
    anew = incidents.open_linked_inquiry(inquiry=again(sender), law="64", by=director)
    assert (anew.pk != revoke.pk, anew.stage, again(revoke).stage) == (True, "asking", "dropped")
    assert incidents.open_linked_inquiry(inquiry=again(sender), law="64", by=director) == anew


def test_a_lead_that_was_dropped_puts_the_card_back_on_the_table(incident, director, card):
    lead = choose(card, director, "require")
    incidents.drop_inquiry(inquiry=lead, by=director)
    assert Duty.objects.get(pk=card.pk).state == "open"
    assert Incident.objects.get(pk=incident.pk).state == "waiting"


def test_the_score_of_a_dropped_inquiry_counts_no_more(incident, director):
    inquiry = make.rule_the_seed_case(incident, director)
    confirm_adjustment(incident=incident, by=director, seen=propose_adjustment(incident).digest)
    incidents.drop_inquiry(inquiry=inquiry, by=director)
    assert [adjustment.state for adjustment in incident.adjustments.all()] == ["superseded"]
    with pytest.raises(Refused) as refusal:
        propose_adjustment(incident)
    assert refusal.value.code == "not_ruled"


def test_a_penalty_card_of_the_auction_is_chosen_over_by_who_has_become_declarer_since(incident, director):
    answers = {"auction_begun": "yes", "offender": "W", "could_see": "yes", "cards": "several", "card": "C7"}
    seen = {"second_card": "D4", "a_third_card": "no", "end_of_auction": "reached", "declarer": "S"}
    auction = begin(incident, "24", director, **answers, **seen)
    begin(incident, "54", director, wrong_leader="E", since_lead="nothing", card="DK", over_cards="become_dummy")
    lead = incidents.open_duty_inquiry(duty=auction.duties.filter(opens="50-table").first(), by=director)
    assert lead.facts["declarer"] == "N"
    assert make.answer(lead, director, now="lead", on_lead="E").known()["declarer"] == "N"
    before_the_lead = incidents.open_linked_inquiry(inquiry=auction, law="50-table", by=director)
    assert before_the_lead.facts["declarer"] == "N"


def test_play_that_is_over_stays_over_while_what_was_ruled_then_is_asked_again(incident, director):
    incidents.say(incident=incident, what="lies", about="E:H2", by=director)
    said = {"able": "yes", "offender": "W", "trick": "3", "noticed": "played_on", "end_of_play": "reached"}
    revoke = begin(incident, "64", director, **said, exclusion="none")
    while revoke.stage == "asking":
        asked = revoke.state().question
        revoke = make.answer(revoke, director, **{asked.id: [*asked.values, "?"][0]})
    assert revoke.stage == "ruled"
    assert table.table_of(incidents.fresh(incident)).cards == ()
    revoke = make.answer(revoke, director, exclusion="repeated")
    assert revoke.stage == "asking"
    assert table.table_of(incidents.fresh(incident)).cards == ()
