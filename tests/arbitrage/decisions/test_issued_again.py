"""A ruling that is issued again in the same words, because the hands of its board were read later, stays the decision
that was given: its author, its time, its score, its appeal and the notices of it."""

import pytest
from django.contrib.auth.models import User

from arbitrage.models import Appeal, Incident, Ruling, Tournament
from arbitrage.pages.decisions.decision_lines import line
from arbitrage.pages.report.decided import in_force
from arbitrage.pages.wording.revokes import other_side_words
from arbitrage.pages.wording.standing import decided_line
from arbitrage.services import appeals, incidents
from arbitrage.services.appeals.asking import request_appeal
from arbitrage.services.appeals.wishes import wish, wishes_in
from arbitrage.services.errors import Refused
from arbitrage.services.files.protected_lines import Keeping
from arbitrage.services.incidents import reviewing
from arbitrage.services.incidents.standing import State, standing
from arbitrage.services.results.scores import Choice, confirm_adjustment, propose_adjustment
from rulings.bridge import Seat, parse_contract
from rulings.scores.award import Award, Possible
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import url, words
from tests.arbitrage.decisions.stories import Story, at
from tests.arbitrage.evidence.looking import DEAL

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(club) -> User:
    """The member who reads the hands, and gave no ruling."""
    return make.make_member(club, "besson", role="reviewer")


@pytest.fixture
def story(board, director, colleague) -> Story:
    """Scores can be corrected for a day (79C), so that no ruling is final yet."""
    Tournament.objects.update(correction_minutes=24 * 60)
    board.tournament.refresh_from_db()
    return Story(board, director, colleague)


def read_the_hands(incident: Incident, reader: User) -> Incident:
    """Read the hands of the board, as a file does, at five past midnight."""
    before = Ruling.objects.filter(inquiry__incident=incident).count()
    incident.board.deal = DEAL
    incident.board.save()
    with at(185):
        incidents.complete_facts(incidents.locked(incidents.fresh(incident)), reader, ended=False)
    assert Ruling.objects.filter(inquiry__incident=incident).count() == before + 1
    return incidents.fresh(incident)


def test_its_author_and_its_time_stay(story, director, reader):
    incident = story.ruled()
    before = standing(incident)
    again = standing(read_the_hands(incident, reader))
    (ruled,), day = again.rulings, incident.tournament.date
    assert (ruled.decided.by, ruled.decided.at) == (director, before.last.decided.at)
    assert decided_line(ruled, day) == decided_line(before.last, day)
    assert list(in_force(again, day)) == list(in_force(before, day))


def test_the_list_and_the_plan_of_a_file_name_its_director(story, director, reader):
    incident = read_the_hands(story.ruled(), reader)
    why, since, by = Keeping(incident.tournament).reason(incident.result)
    assert (why, since, by) == ("ruled", standing(incident).last.decided.at, director)
    incident.sections, incident.asked, incident.reviewed = 1, False, False
    assert line(standing(incident))["by_id"] == director.pk


def test_its_director_does_not_review_it_and_the_reader_of_the_hands_may(story, director, reader):
    incident = read_the_hands(story.ruled(), reader)
    assert reviewing.ruled_by(incident) == director.pk
    with pytest.raises(Refused) as refusal:
        reviewing.mark_reviewed(incident=incident, by=director)
    assert refusal.value.code == "own"
    assert reviewing.mark_reviewed(incident=incident, by=reader).ruling.revision == 3


def test_it_stays_upheld_on_appeal(story, reader):
    incident = story.heard()
    assert standing(incident).last.maintained
    again = standing(read_the_hands(incident, reader))
    assert again.last.maintained


def test_it_stays_changed_on_appeal(story, reader):
    incident = story.heard(outcome="score")
    assert standing(incident).last.state is State.CHANGED
    assert standing(read_the_hands(incident, reader)).last.state is State.CHANGED


def test_the_time_of_the_ruling_that_replaced_another_stays(client, story, reader):
    incident = story.ruled()
    with at(30):
        story.supersede(incident, tricks_after="0")
    read_the_hands(incident, reader)
    page = words(client.get(url("board", incident.board_id)))
    assert "Replaced at 21:30" in page
    assert "Replaced at 00:05" not in page and "Replaced on" not in page


def test_the_time_of_the_ruling_on_the_other_side_s_revoke_stays(story, director, reader):
    read_the_hands(story.ruled(), reader)
    other = incidents.open_inquiry(incident=story.call(40), law="64", by=director)
    other = make.answer(other, director, able="yes", offender="S")
    assert "décision rendue à 21\xa0h\xa006" in other_side_words(other)


def test_its_director_does_not_judge_the_appeal(story, director, reader):
    incident = read_the_hands(story.published(), reader)
    with at(140):
        appeal = appeals.request_appeal(incident=incident, by=director, side="EW", about="facts", agreed=True)
    assert appeals.barred(appeal, user=director)[1] == "own_ruling"
    assert appeals.barred(appeal, user=reader) is None


def test_what_a_side_was_told_holds(story, director, reader):
    incident = story.published()
    told = appeals.tell_the_right(incident=incident, side="EW", by=director)
    assert appeals.tell_the_right(incident=read_the_hands(incident, reader), side="EW", by=director) == told


def test_a_side_that_asked_in_time_to_appeal_is_not_forgotten_and_not_late(story, director, reader):
    incident = story.published()
    link = incident.pk
    with at(140):
        wish(incident=incident, side="EW", agreed=True, link=link)
    incident = read_the_hands(incident, reader)
    (waiting,) = wishes_in(incident.tournament)
    assert (waiting.incident, waiting.side) == (incident, "EW")
    with at(180):
        appeal = request_appeal(incident=incident, by=director, side="EW", about="facts", agreed=True)
    assert appeal.state == Appeal.State.REQUESTED


def test_a_score_composed_by_hand_stays_confirmed(story, director, reader):
    incident = story.ruled()
    contract = parse_contract("4S")
    possible = Possible.of(contract.by(Seat.S), 11, "NS")
    choice = Choice(Award((possible,), (possible,)), "64C", "")
    confirm_adjustment(incident=incident, by=director, seen=propose_adjustment(incident, choice).digest, choice=choice)
    incident = read_the_hands(incidents.fresh(incident), reader)
    assert standing(incident).mark.state == "confirmed"
    assert not propose_adjustment(incident).stale


def test_another_ruling_does_end_all_this(story, director):
    incident = story.published()
    with at(140):
        wish(incident=incident, side="EW", agreed=True, link=incident.pk)
    told = appeals.tell_the_right(incident=incident, side="EW", by=director)
    with at(150):
        story.supersede(incident, tricks_after="0")
    assert wishes_in(incident.tournament) == []
    assert appeals.tell_the_right(incident=incidents.fresh(incident), side="EW", by=director) != told
