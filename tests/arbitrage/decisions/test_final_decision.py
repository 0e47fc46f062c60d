"""Only a review changes a final decision: every act on an incident is tried on such a decision, or listed with the
reason why it changes nothing."""

import inspect
from collections.abc import Callable
from types import ModuleType

import pytest

from arbitrage.database.ids import uuid7
from arbitrage.models import Adjustment, Board, Incident, Inquiry, Ruling
from arbitrage.services import incidents
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import duties, facts, outbox, reviewing, several_options, sharing
from arbitrage.services.incidents.standing import standing
from arbitrage.services.proof import soundness
from arbitrage.services.proof.replay import replay_incident
from arbitrage.services.results import after_correction, entering
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words
from tests.arbitrage.decisions.stories import STORIES, Story, at

pytestmark = pytest.mark.django_db


@pytest.fixture
def final(board, director, colleague) -> Incident:
    """A confirmed decision on a revoke, published at 23 h and final half an hour later."""
    return STORIES["final"](Story(board, director, colleague))


def inquiry_of(incident: Incident) -> Inquiry:
    return Inquiry.objects.with_answers().get(incident=incident)


def correct_the_result(incident: Incident, by) -> None:
    line = incident.result
    line.declarer = "N"
    line.save()


def another_board(incident: Incident) -> Board:
    return make.make_board(incident.tournament, 7)


REFUSED: dict[str, Callable[[Incident, object], object]] = {
    "record_answer": lambda one, by: make.answer(inquiry_of(one), by, tricks_after="0"),
    "record_answers": lambda one, by: incidents.record_answers(
        inquiry=inquiry_of(one), answers=[("tricks_after", "0")], seen_version=99, by=by
    ),
    "record_ticked": lambda one, by: several_options.record_ticked(
        inquiry=inquiry_of(one), question_id="exclusion", ticked=["both"], seen_version=99, by=by
    ),
    "outbox.answer": lambda one, by: outbox.answer(
        inquiry=inquiry_of(one), question="tricks_after", value="0", seen=99, after=None, by=by, id=uuid7()
    ),
    "drop_inquiry": lambda one, by: incidents.drop_inquiry(inquiry=inquiry_of(one), by=by),
    "take_back_moment": lambda one, by: incidents.take_back_moment(
        inquiry=inquiry_of(one), question_id="end_of_play", by=by
    ),
    "take_over": lambda one, by: (correct_the_result(one, by), after_correction.take_over(incident=one, by=by)),
    "place_incident: another board": lambda one, by: incidents.place_incident(
        incident=one, by=by, board=another_board(one)
    ),
    "place_incident: another table": lambda one, by: incidents.place_incident(incident=one, by=by, table=3),
    "withdraw_incident": lambda one, by: incidents.withdraw_incident(incident=one, by=by),
}
"""Acts that would change a final decision."""

LEAVES_IT: dict[str, str] = {
    "add_words": "notes rule nothing",
    "answer": "of a question of the committee",
    "ask": "a question to the director",
    "attend": "who goes to the table",
    "begin_inquiry": "another law is another decision, with an hour of its own",
    "close_duty": "what there was to come back for",
    "comment": "what is said of it later",
    "complete": "called by the others, for an inquiry that asks or waits",
    "complete_facts": "called by the others; a file that is read again leaves a final decision alone",
    "choose_law": "another law",
    "compare": "the device tells what it had ruled; it is kept beside",
    "dispute_facts": "what the sides say",
    "follow": "called by the others",
    "follow_signpost": "of an inquiry that ended without a ruling",
    "known_at": "reads",
    "known_now": "reads",
    "leave_to_another": "who goes to the table",
    "mark_as_found": "called when Law 85 is answered",
    "mark_reviewed": "that it was read again",
    "note": "called by say",
    "note_statements": "what the sides say, as for disputed facts",
    "open_call": "a call",
    "open_duty_inquiry": "another law",
    "open_inquiry": "another law is another decision, with an hour of its own",
    "open_linked_inquiry": "another law",
    "player_said": "what a player says in a poll answers no question of the inquiry",
    "reach_moment": "of an inquiry that waits: it is not final",
    "record_facts": "called by the others",
    "reopen_duty": "what there was to come back for",
    "rule_on_disputed_facts": "another law",
    "say": "what lies on the table; what was ruled on it is to be looked at again",
    "say_of_table": "as say, from a device",
    "say_who_called": "who called",
    "settle": "called by the others",
    "share": "tells the inquiries that are asked",
    "supersede": "the review itself",
    "told_now": "reads",
    "told_otherwise": "reads",
    "unsay": "as say",
    "write": "notes rule nothing",
    "write_note": "notes rule nothing",
    "write_on": "notes rule nothing",
}
"""Acts that do not change a final decision, with the reason why."""


def verbs() -> set[str]:
    """Return the names of all acts of the services on an incident, an inquiry, a duty or a question."""
    modules: tuple[ModuleType, ...] = (incidents, duties, facts, outbox, reviewing, several_options, sharing)
    found = set()
    for module in (*modules, after_correction):
        for name, one in inspect.getmembers(module, inspect.isfunction):
            said = set(inspect.signature(one).parameters)
            ours = one.__module__.startswith(("arbitrage.services.incidents", after_correction.__name__))
            if (
                ours
                and not name.startswith("_")
                and "by" in said
                and said & {"incident", "inquiry", "duty", "question"}
            ):
                found.add(name)
    return found


def test_every_act_is_refused_or_leaves_a_final_decision_as_it_is():
    told = {name.split(":")[0].rpartition(".")[2] for name in REFUSED} | set(LEAVES_IT)
    missing = verbs() - told
    assert not missing, f"Say of {sorted(missing)} whether a final decision is changed by it."


def all_of(incident: Incident) -> list[object]:
    rulings = Ruling.objects.filter(inquiry__incident=incident).order_by("pk")
    scores = Adjustment.objects.filter(incident=incident).order_by("pk")
    return [list(rulings.values()), list(scores.values()), Incident.objects.values().get(pk=incident.pk)]


@pytest.mark.parametrize("act", REFUSED)
def test_it_is_refused(act, final, director):
    before = all_of(final)
    with at(300), pytest.raises(Refused) as refused:
        REFUSED[act](incidents.fresh(final), director)
    assert refused.value.code == "final_decision"
    assert all_of(final) == before


def test_before_the_times_are_over_the_same_acts_are_done(board, director, colleague):
    incident = STORIES["confirmed"](Story(board, director, colleague))
    with at(30):
        correct_the_result(incident, director)
        after_correction.take_over(incident=incidents.fresh(incident), by=director)
        assert Ruling.objects.filter(inquiry__incident=incident).count() == 3


def test_a_file_that_is_read_again_leaves_it_alone(final, director):
    before = all_of(final)
    with at(300):
        line = final.result
        line.tricks = 9
        line.save()
        facts.complete_facts(incidents.locked(final), director, ended=False)
    assert all_of(final) == before


def test_its_review_goes_on_from_the_corrected_result(final, director):
    """The board's page leads to the review, which names the correction, shows both rulings and asks for a reason."""
    with at(300):
        correct_the_result(final, director)
        browser = sign_in(director)
        (again,) = entering.to_review(final.board)
        assert again.facts == ("declarer",)
        inquiry = inquiry_of(final)
        there = browser.get(url("board", final.board_id)).content.decode()
        assert url("what_if", inquiry.pk) in there
        assert url("take_over", final.pk) not in there
        assert "is final" in words(post(browser, url("take_over", final.pk)))
        review = browser.get(url("what_if", inquiry.pk))
        assert "was corrected since" in words(review)
        assert url("supersede", inquiry.pk) in review.content.decode()
        said = {"version": str(inquiry.version), "reason": "Nord déclarait."}
        post(browser, url("supersede", inquiry.pk), said)
        one = standing(incidents.fresh(final))
        assert [stands.changed for stands in one.rulings if stands.counts] == [()]
        assert one.rulings[-1].ruling.data["facts"]["declarer"] == "N"
        assert "Nord déclarait." in words(browser.get(url("review", final.pk)))
        assert [again.facts for again in entering.to_review(final.board)] == [()]  # no fact differs, its score does
        assert list(replay_incident(incidents.fresh(final))) == []
    assert soundness.incidents([final.pk], broken=frozenset(), rebuild=True) == []
