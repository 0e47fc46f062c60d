"""Stories of a ruling during an evening in Paris, from a confirmation to an appeal; each returns the incident to look
at."""

import datetime
from collections.abc import Callable, Mapping
from types import MappingProxyType

from django.contrib.auth.models import User

from arbitrage.models import Appeal, Board, Incident, Inquiry
from arbitrage.services import appeals, clock, incidents
from arbitrage.services.incidents import reviewing
from arbitrage.services.results.scores import Choice, confirm_adjustment, propose_adjustment
from arbitrage.services.tournaments import publish_scores
from rulings.bridge import Seat, parse_contract
from rulings.engine.inquiry import Asking
from rulings.scores.award import Award, Possible
from tests.arbitrage import factories as make

BEGINS = datetime.datetime(2026, 11, 20, 20, 0, tzinfo=datetime.UTC)
"""Time of the call: 21 h 00 in Paris."""


def at(minutes: int = 0, *, days: int = 0):
    """Return a context manager that sets the clock to *days* and *minutes* after the call."""
    return clock.at(BEGINS + datetime.timedelta(days=days, minutes=minutes))


class Story:
    """A table, the director who ruled there and another director, with the acts that the stories are made of."""

    def __init__(self, board: Board, director: User, colleague: User) -> None:
        self.board, self.director, self.colleague = board, director, colleague

    def call(self, minutes: int = 0, table: int = 1) -> Incident:
        with at(minutes):
            return make.make_incident(self.board, self.director, table=table)

    def ruled(self, table: int = 1) -> Incident:
        """Rule on the revoke of West, called at 21 h 00, at 21 h 06."""
        incident = self.call(table=table)
        with at(6):
            make.rule_the_seed_case(incident, self.director)
        return incidents.fresh(incident)

    def confirmed(self) -> Incident:
        """Rule on the revoke, and confirm its score at 21 h 10."""
        incident = self.ruled()
        with at(10):
            confirm_adjustment(incident=incident, by=self.director, seen=propose_adjustment(incident).digest)
        return incident

    def published(self) -> Incident:
        """Confirm the score, and publish the scores at 23 h 00: appeals are open until 23 h 30."""
        incident = self.confirmed()
        with at(120):
            publish_scores(tournament=incident.tournament, by=self.director)
        return incidents.fresh(incident)

    def supersede(self, incident: Incident, **answers: str) -> None:
        inquiry = incident.inquiries.get()
        reviewing.supersede(
            inquiry=inquiry,
            answers=answers,
            reason="Les levées ont été recomptées.",
            seen_version=inquiry.version,
            by=self.director,
        )

    def dropped_card(self, incident: Incident, card: str = "C4") -> Inquiry:
        """Rule that a card dropped by East is a penalty card."""
        inquiry = incidents.open_inquiry(incident=incident, law="49", by=self.director)
        usual = {"what": "play", "owner": "E", "how": "dropped", "card": card, "could_see": "yes"}
        while isinstance(state := inquiry.state(), Asking):
            inquiry = make.answer(inquiry, self.director, **{state.question.id: usual.get(state.question.id, "no")})
        return inquiry

    def appealed(self) -> tuple[Incident, Appeal]:
        """Publish the scores, and let East-West appeal at 23 h 20."""
        incident = self.published()
        with at(140):
            appeal = appeals.request_appeal(
                incident=incident, by=self.director, side="EW", about="facts", agreed=True, grounds="Jouée avant."
            )
        return incident, appeal

    def heard(self, **said: str) -> Incident:
        """Let East-West appeal, and the committee decide at 23 h 50."""
        incident, appeal = self.appealed()
        with at(170):
            appeals.seat(appeal=appeal, role="chair", name="Agnès Tourneur", by=self.colleague)
            appeals.seat(appeal=appeal, role="member", name="Paul Durand", by=self.colleague)
            usual = {"outcome": "stands", "law": "64A2", "reasons": "Les faits sont clairs."}
            appeals.decide(appeal=appeal, by=self.colleague, **(usual | said))
        return incidents.fresh(incident)


def ruled(story: Story) -> Incident:
    return story.ruled()


def confirmed(story: Story) -> Incident:
    return story.confirmed()


def corrected_answer(story: Story) -> Incident:
    incident = story.ruled()
    with at(9):
        make.answer(Inquiry.objects.get(incident=incident), story.director, tricks_after="0")
    return incident


def corrected_number(story: Story) -> Incident:
    """Correct the ruling on a withdrawn claim: two tricks are given back, not one. The sentence of the ruling stays the
    same."""
    incident = story.call()
    with at(6):
        inquiry = incidents.open_inquiry(incident=incident, law="69", by=story.director)
        usual = {"claimer": "S", "objected": "later", "had_won": "yes", "declarer": "S", "tricks_back": "1"}
        while isinstance(state := inquiry.state(), Asking):
            inquiry = make.answer(inquiry, story.director, **{state.question.id: usual[state.question.id]})
    with at(9):
        make.answer(Inquiry.objects.get(incident=incident), story.director, tricks_back="2")
    return incidents.fresh(incident)


def superseded_the_same_evening(story: Story) -> Incident:
    incident = story.ruled()
    with at(30):
        story.supersede(incident, tricks_after="0")
    return incident


def superseded_three_days_later(story: Story) -> Incident:
    incident = story.confirmed()
    with at(0, days=3):
        story.supersede(incident, tricks_after="0")
    return incident


def a_later_ruling_lifts_a_card(story: Story) -> Incident:
    """Return East's card to his hand, because declarer chooses to require its suit (50D2(a))."""
    incident = story.call()
    with at(3):
        inquiry = story.dropped_card(incident, "DK")
    with at(8):
        lead = incidents.open_duty_inquiry(duty=inquiry.duties.filter(opens="50-table").get(), by=story.director)
        answers = {"now": "lead", "on_lead": "W", "choice": "require", "option": "require", "suit": "D"}
        while isinstance(state := lead.state(), Asking):
            asked = state.question
            value = answers.get(asked.id) or next((one for one in asked.values if "require" in one), asked.values[0])
            lead = make.answer(lead, story.director, **{asked.id: value})
    return incident


def a_card_was_played(story: Story) -> Incident:
    incident = story.call()
    with at(3):
        story.dropped_card(incident)
    with at(9):
        incidents.say(incident=incident, what="played", about="E:C4", by=story.director)
    return incident


def a_correction_takes_the_card_away(story: Story) -> Incident:
    """Withdraw the first of two inquiries that made two cards of East major (50B): it was opened by mistake."""
    first, second = story.call(), story.call(4)
    with at(5):
        inquiry = story.dropped_card(first)
        story.dropped_card(second, "D5")
    with at(9):
        incidents.drop_inquiry(inquiry=inquiry, by=story.director)
    return second


def another_declarer_is_entered(story: Story) -> Incident:
    incident = story.ruled()
    line = incident.result
    assert line is not None
    line.declarer = "N"
    line.save()
    return incidents.fresh(incident)


def the_file_is_read_again(story: Story) -> Incident:
    incident = story.ruled()
    line = incident.result
    assert line is not None
    line.contract, line.tricks = "4S", 10
    line.save()
    return incidents.fresh(incident)


def appeal_asked(story: Story) -> Incident:
    return story.appealed()[0]


def maintained(story: Story) -> Incident:
    return story.heard()


def changed_by_the_committee(story: Story) -> Incident:
    incident = story.heard(outcome="score", law="64C")
    contract = parse_contract("3NT")
    assert contract is not None
    one = Possible.of(contract.by(Seat.S), 10, "NS")
    choice = Choice(Award((one,), (one,)), "64C", "")
    with at(175):
        seen = propose_adjustment(incident, choice).digest
        confirm_adjustment(incident=incident, by=story.colleague, seen=seen, choice=choice)
    return incidents.fresh(incident)


def final(story: Story) -> Incident:
    return story.published()


STORIES: Mapping[str, Callable[[Story], Incident]] = MappingProxyType(
    {
        one.__name__: one
        for one in (
            ruled,
            confirmed,
            corrected_answer,
            corrected_number,
            superseded_the_same_evening,
            superseded_three_days_later,
            a_later_ruling_lifts_a_card,
            a_card_was_played,
            a_correction_takes_the_card_away,
            another_declarer_is_entered,
            the_file_is_read_again,
            appeal_asked,
            maintained,
            changed_by_the_committee,
            final,
        )
    }
)
