"""Two directors rule at one table concurrently, under the real laws and in two calls; both rulings apply to one table,
and no card is lost."""

import pytest

from arbitrage.models import Duty, Incident
from arbitrage.services import incidents
from arbitrage.services.incidents import table
from arbitrage.services.proof.replay import replay_incident
from arbitrage.services.record import history
from tests.arbitrage import factories as make
from tests.arbitrage.at_once import all_at_once

pytestmark = pytest.mark.django_db(transaction=True)

CARDS = ("C4", "D5", "H3", "S2")


@pytest.fixture
def calls(board, director, colleague) -> list[Incident]:
    return [make.make_incident(board, by) for by in (director, colleague)]


def there(incident: Incident) -> dict[str, str]:
    return {card.key: card.kind for card in table.table_of(incidents.fresh(incident)).cards}


def test_cards_dropped_and_leads_refused_at_once_lie_on_one_table(calls):
    """Each of four tablets puts one card on the table: two rule on a dropped card, one rules on a lead out of turn, and
    one says that a card lies there."""

    def tablet(number: int) -> str:
        call, card = calls[number % 2], CARDS[number]
        by = call.opened_by
        if number == 3:
            incidents.say(incident=call, what="lies", about=f"E:{card} minor", by=by)
            return "said"
        law, said = "49", {"what": "play", "owner": "E", "how": "dropped", "card": card}
        if number == 2:
            law = "56"
            said = {"offender": "E", "leader": "W", "card": card, "since_defenders_lead": "nothing"}
        inquiry = make.answer(incidents.open_inquiry(incident=call, law=law, by=by), by, **said)
        while inquiry.stage == "asking":
            asked = inquiry.state().question
            value = {"over_cards": "refuse", "at_partners_turn": "free"}[asked.id]
            inquiry = make.answer(inquiry, by, **{asked.id: value})
        return inquiry.stage

    assert set(all_at_once(tablet, 4)) == {"ruled", "said"}
    expected = {f"E:{card}": "major" for card in CARDS}
    assert there(calls[0]) == there(calls[1]) == expected
    duties = {*Duty.objects.filter(state="open").exclude(about="").values_list("about", flat=True)}
    # the fourth card has a duty only if it lay there before a ruling
    assert {f"E:{card}" for card in CARDS[:3]} <= duties <= {*expected}
    for call in calls:
        assert [*history.differences(call), *replay_incident(call)] == []


def test_the_same_card_taken_off_by_one_and_ruled_on_by_the_other_leaves_one_answer_for_both(calls):
    first, second = calls
    for card in CARDS[:2]:
        incidents.say(incident=first, what="lies", about=f"E:{card}", by=first.opened_by)

    def tablet(number: int) -> object:
        if number == 0:
            return incidents.say(incident=first, what="played", about="E:C4", by=first.opened_by)
        by = second.opened_by
        inquiry = incidents.open_inquiry(incident=second, law="49", by=by)
        return make.answer(inquiry, by, what="play", owner="E", how="dropped", card="H3")

    all_at_once(tablet, 2)
    assert there(first) == there(second) == {"E:D5": "major", "E:H3": "major"}
    for call in calls:
        assert [*history.differences(call), *replay_incident(call)] == []
