"""An inquiry that waits for a moment reads the state of the table again at that moment; its earlier facts stay."""

import pytest

from arbitrage.models import Duty, Incident, Inquiry
from arbitrage.pages.devices import page_downloads
from arbitrage.services import incidents
from arbitrage.services.proof import soundness
from arbitrage.services.proof.replay import replay_incident
from rulings.engine.inquiry import Asking, Waiting
from tests.arbitrage import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def call(club, director) -> Incident:
    """A call about a board that is being played: no result, dealer North."""
    board = make.make_tournament(club, tables=2, boards=(1,)).boards.get()
    return make.make_incident(board, director)


def say(incident: Incident, by, *said: tuple[str, str]) -> None:
    for what, about in said:
        incidents.say(incident=incident, what=what, about=about, by=by)


def begun(incident: Incident, by, law: str, **answers: str) -> Inquiry:
    inquiry = incidents.open_inquiry(incident=incident, law=law, by=by)
    return make.answer(inquiry, by, **answers)


def come(inquiry: Inquiry, by) -> Inquiry:
    duty = Duty.objects.get(inquiry=inquiry, state="open", question__gt="")
    incidents.reach_moment(duty=duty, by=by)
    return Inquiry.objects.with_answers().get(pk=inquiry.pk)


def told(inquiry: Inquiry) -> dict[str, tuple[str, bool]]:
    return {step.question.id: (step.value, step.derived) for step in inquiry.state().trail}


def sound(incident: Incident) -> None:
    assert list(replay_incident(incidents.fresh(incident))) == []
    assert soundness.incidents([incident.pk], broken=frozenset(), rebuild=True) == []


@pytest.mark.parametrize(
    ("called", "passes", "law"), [("N/Pass", "yes", "31A1"), ("N/1S", "no", "")], ids=["passes", "bids"]
)
def test_what_the_right_hand_opponent_called_since_is_seen(call, director, called, passes, law):
    say(call, director, ("auction", "N:E/1H"))
    inquiry = begun(call, director, "31", accepts="refuse")
    assert isinstance(inquiry.state(), Waiting)
    say(call, director, ("call", called))
    inquiry = come(inquiry, director)
    told_words = told(inquiry)
    assert (told_words["offender"], told_words["call"], told_words["turn"]) == (
        ("E", True),
        ("1H", True),
        ("rho", True),
    )
    assert told_words["rho_passes"] == (passes, True)
    assert (inquiry.current_ruling.law if inquiry.closed else "") == law, inquiry.state()
    assert inquiry.rulings.count() == 1 + bool(law)
    sound(call)


def test_a_double_out_of_turn_too(call, director):
    say(call, director, ("auction", "N:1C Pass W/X"))
    inquiry = begun(call, director, "32", accepts="refuse")
    say(call, director, ("call", "S/Pass"))
    inquiry = come(inquiry, director)
    assert (told(inquiry)["rho_passes"], inquiry.current_ruling.law) == (("yes", True), "32A1")
    sound(call)


@pytest.mark.parametrize(
    ("calls", "declarer", "law"), [("1S Pass Pass Pass", "N", "24E"), ("Pass 1H Pass Pass Pass", "E", "24D")]
)
def test_the_end_of_the_auction_is_on_the_pad_and_declarer_is_not_asked(call, director, calls, declarer, law):
    say(call, director, ("auction", "N:"))
    inquiry = begun(
        call, director, "24", auction_begun="yes", offender="E", could_see="yes", cards="dropped", card="D4"
    )
    assert isinstance(inquiry.state(), Waiting)
    say(call, director, *(("call", one) for one in calls.split()))
    inquiry = come(inquiry, director)
    assert told(inquiry)["declarer"][0] == declarer
    assert not inquiry.answers.filter(question="declarer").exists()
    assert (inquiry.stage, inquiry.current_ruling.law) == ("ruled", law)
    sound(call)


def test_a_moment_taken_back_forgets_what_the_table_was_and_learns_it_again(call, director):
    say(call, director, ("auction", "N:E/1H"))
    inquiry = begun(call, director, "31", accepts="refuse")
    say(call, director, ("call", "N/Pass"))
    inquiry = come(inquiry, director)
    incidents.take_back_moment(inquiry=inquiry, question_id="next_call", by=director)
    inquiry = Inquiry.objects.with_answers().get(pk=inquiry.pk)
    assert [name for name in inquiry.facts if name.startswith("table_at")] == []
    say(call, director, ("undo_call", ""), ("call", "N/1S"))
    inquiry = come(inquiry, director)
    assert told(inquiry)["rho_passes"] == ("no", True)
    sound(call)


def test_what_is_ruled_at_the_table_while_the_next_question_is_open_is_seen_too(call, director):
    """The pad is corrected after the moment has come, before the inquiry has ended."""
    say(call, director, ("auction", "N:E/1H"))
    inquiry = begun(call, director, "31", accepts="refuse")
    inquiry = come(inquiry, director)
    assert inquiry.state().question.id == "rho_passes"
    say(call, director, ("call", "N/Pass"))
    inquiry = Inquiry.objects.with_answers().get(pk=inquiry.pk)
    assert (told(inquiry)["rho_passes"], inquiry.stage) == (("yes", True), "ruled")
    sound(call)


def test_a_device_takes_along_what_the_table_is_at_the_moment(call, director):
    say(call, director, ("auction", "N:E/1H"))
    inquiry = begun(call, director, "31", accepts="refuse")
    say(call, director, ("call", "N/1S"))
    inquiry = come(inquiry, director)
    along = page_downloads.inquiry(inquiry)
    assert (along["facts"]["offender"], along["facts"]["call"]) == ("E", "1H")
    assert along["readings"]["rho_passes"]["E"] == "no"
    assert not [name for name in along["facts"] if name.startswith("table")]


def test_a_call_that_had_to_be_a_pass_between_a_card_seen_and_the_end_of_the_auction_is_replayed_alike(call, director):
    """Law 37 is ruled while Law 24 waits; a replay reads each answer with the auction of its time."""
    say(call, director, ("auction", "N:1C"))
    seen = begun(call, director, "24")
    usual = {"offender": "E", "could_see": "yes", "cards": "dropped", "card": "HK", "auction_begun": "yes"}
    seen = to_the_end(seen, director, usual)
    assert isinstance(seen.state(), Waiting)
    say(call, director, ("call", "E/Pass"), ("call", "S/Pass"), ("call", "W/1S"))
    forced = to_the_end(begun(call, director, "37"), director, {"lho_called": "no"})
    assert forced.current_ruling is not None
    say(call, director, ("call", "N/Pass"), ("call", "E/Pass"), ("call", "S/Pass"))
    seen = to_the_end(come(seen, director), director, {"declarer": "N"})
    assert seen.current_ruling.law.startswith("24")
    sound(call)


def to_the_end(inquiry: Inquiry, by, usual: dict[str, str]) -> Inquiry:
    """Answer the questions of an inquiry until it rules or waits."""
    while isinstance(state := inquiry.state(), Asking):
        inquiry = make.answer(inquiry, by, **{state.question.id: usual.get(state.question.id, "no")})
    return inquiry
