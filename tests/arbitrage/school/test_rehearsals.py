"""A rehearsal of an evening has calls at set times, duties that fall due, disputes, and a page at the end; it leaves
nothing in the club's record."""

import datetime
import html
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import Client

from arbitrage.models import Exercise, Rehearsal
from arbitrage.pages.school.rehearsal import call_page, room_page
from arbitrage.services import clock, rehearsals, school
from arbitrage.services.rehearsals import Later, Standing
from rulings.engine import text
from rulings.engine.inquiry import Asking
from rulings.engine.questions import UNKNOWN
from rulings.engine.ruling import When
from rulings.engine.text import translator
from rulings.school.situations import Situation
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import HTMX, sign_in, url, words
from tests.arbitrage.school.test_exercises import go_through

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

SHORT, SEED = "quarter-of-an-hour", 7
BEGUN = datetime.datetime(2026, 11, 27, 19, tzinfo=datetime.UTC)


@contextmanager
def second(number: float) -> Iterator[None]:
    """Set the clock to this second of the rehearsal."""
    with clock.at(BEGUN + datetime.timedelta(seconds=number)):
        yield


def begun(client: Client, scenario: str = SHORT, seed: int = SEED) -> Rehearsal:
    with second(0):
        client.post(url("rehearsals"), {"scenario": scenario, "seed": seed})
    return Rehearsal.objects.latest("begun_at", "pk")


@pytest.fixture
def rehearsal(client, director) -> Rehearsal:
    return begun(client)


def room(client: Client, rehearsal: Rehearsal, at: float) -> str:
    """Open the room at a second, and every five minutes before it, so that the rehearsal's clock is never suspended."""
    seen = int((Rehearsal.objects.get(pk=rehearsal.pk).seen_at - BEGUN).total_seconds())
    for number in range(seen + 300, int(at), 300):
        with second(number):
            client.get(url("rehearsal", rehearsal.pk))
    with second(at):
        return words(client.get(url("rehearsal", rehearsal.pk), follow=True))


def standing(rehearsal: Rehearsal, key: str, at: float = 0) -> Standing:
    with second(at):
        return next(one for one in rehearsals.standing(fresh(rehearsal)) if one.call.key == key)


def fresh(rehearsal: Rehearsal) -> Rehearsal:
    return Rehearsal.objects.get(pk=rehearsal.pk)


def went(client: Client, rehearsal: Rehearsal, key: str, at: float) -> str:
    """Go to a call at a second; return its page."""
    room(client, rehearsal, at)
    with second(at):
        return words(client.post(url("rehearsal_call", rehearsal.pk, key), follow=True))


def ruled(client: Client, rehearsal: Rehearsal, key: str, at: float, law: str = "", **wrong: str) -> Exercise:
    """Go to a call, rule on it as the Code does but for the *wrong* answers, and announce it ten seconds later."""
    went(client, rehearsal, key, at)
    one = standing(rehearsal, key, at)
    with second(at):
        client.post(url("rehearsal_call", rehearsal.pk, key), {"do": "rule"})
        exercise = Exercise.objects.get(rehearsal=rehearsal, call=key)
        school.choose_law(exercise=exercise, law=law or one.situation.law, answers={})
        answered(exercise, one.situation, wrong)
    return announced(client, exercise, at + 10)


def answered(exercise: Exercise, situation: Situation, wrong: dict[str, str]) -> None:
    """Answer the questions of an exercise without its pages."""
    while isinstance(state := school.inquiry_of(exercise, situation).state(), Asking):
        name = state.question.id
        value = {**situation.answers, **wrong}.get(name, UNKNOWN)
        school.answer(exercise=exercise, situation=situation, given=[(name, value)])


def announced(client: Client, exercise: Exercise, at: float) -> Exercise:
    """Send that the director has announced the ruling and is back in the room, without opening the correction."""
    with second(at):
        sent = client.post(url("exercise_decision", exercise.pk))
        assert sent.url == url("rehearsal", exercise.rehearsal_id)
    exercise.refresh_from_db()
    return exercise


def due_at(rehearsal: Rehearsal, key: str) -> Later:
    """Return the duty of a rehearsal of this key."""
    calls = rehearsals.standing(fresh(rehearsal))
    return next(task for task in rehearsals.later(fresh(rehearsal), calls) if task.key == key)


def came_back(client: Client, rehearsal: Rehearsal, key: str, at: float) -> str:
    """Touch the act of a duty at a second; return the page that it opens."""
    room(client, rehearsal, at)
    with second(at):
        return words(client.post(url("rehearsal", rehearsal.pk) + f"?done={key}", follow=True))


def ended(client: Client, rehearsal: Rehearsal, at: float) -> str:
    room(client, rehearsal, at)
    with second(at):
        client.post(url("rehearsal", rehearsal.pk), {"do": "end"})
        return words(client.get(url("rehearsal_after", rehearsal.pk)))


# The room


def test_calls_come_by_themselves_and_two_at_the_same_moment(client, rehearsal):
    lead, dropped, bid = (standing(rehearsal, key) for key in ("lead", "dropped", "bid"))
    assert "Nobody is on the way" not in room(client, rehearsal, 5)

    shown = room(client, rehearsal, lead.begun)
    assert f"Table {lead.call.table}, called by South" in shown
    assert "The table says: An opening lead out of turn." in shown

    assert dropped.begun == bid.begun
    with second(dropped.begun):
        page = client.get(url("rehearsal", rehearsal.pk)).content.decode()
    assert page.count('class="tile open"') == 3 and 'data-calls="3"' in page


def test_a_table_stops_playing_while_it_waits_and_plays_on_once_the_director_has_ruled(client, rehearsal):
    lead = standing(rehearsal, "lead")
    called = lead.begun
    before = board_of(client, rehearsal, lead.call.table, called)
    assert board_of(client, rehearsal, lead.call.table, called + 480) == before
    ruled(client, rehearsal, "lead", called + 485)
    assert board_of(client, rehearsal, lead.call.table, called + 500) != before


def board_of(client: Client, rehearsal: Rehearsal, table: int, at: float) -> int:
    """Return the board that the tile of a table shows at a second."""
    room(client, rehearsal, at)
    with second(at):
        tiles = room_page(fresh(rehearsal), rehearsal.user)["tiles"]
    return next(tile["board"] for tile in tiles if tile["table"] == table)


def test_the_room_answers_its_poll_only_when_something_has_come(client, rehearsal):
    address = url("rehearsal", rehearsal.pk)
    with second(5):
        version = client.get(address).content.decode().split('data-seen="')[1].split('"')[0]
    with second(9):
        assert client.get(address, {"seen": version}, headers=HTMX).status_code == 204
    with second(standing(rehearsal, "lead").begun + 1):
        fragment = client.get(address, {"seen": version}, headers=HTMX)
    assert fragment.status_code == 200 and "<html" not in fragment.content.decode()


def test_a_call_says_what_the_table_says_and_once_there_what_is_seen(client, rehearsal):
    lead = standing(rehearsal, "lead")
    address = url("rehearsal_call", rehearsal.pk, "lead")
    with second(5):
        assert client.get(address).status_code == 404, "it has not come yet"
    with second(lead.begun + 5):
        before = words(client.get(address))
        assert "South calls." in before and "Rule on this situation" not in before
        client.post(address)
    there = went(client, rehearsal, "lead", lead.begun + 20)
    assert "You are there." in there and "Rule on this situation" in there and "On the cloth, trick 1" in there
    assert standing(rehearsal, "lead", lead.begun + 30).came == lead.begun + 5, "the first time counts"
    assert "martin is on the way" in room(client, rehearsal, lead.begun + 30)


def test_pages_of_a_rehearsal_say_that_it_is_an_exercise(client, rehearsal):
    lead = standing(rehearsal, "lead")
    went(client, rehearsal, "lead", lead.begun)
    with second(lead.begun):
        pages = [url("rehearsal", rehearsal.pk), url("rehearsal_call", rehearsal.pk, "lead"), url("rehearsals")]
        pages.append(client.post(url("rehearsal_call", rehearsal.pk, "lead"), {"do": "rule"}).url)
        for address in pages:
            assert "Exercise" in words(client.get(address)), address


# Duties, disputes, calls that need no ruling


def test_a_penalty_card_brings_the_director_back_before_its_partner_leads(client, rehearsal):
    at = standing(rehearsal, "dropped").begun
    assert ruled(client, rehearsal, "dropped", at).right
    shown = room(client, rehearsal, at + 15)
    assert "Before each lead of East, North chooses." in shown and "East is about to lead" in shown
    assert "coming to its end" not in shown
    assert "Not yet: the trick is still being played." in went(client, rehearsal, "on-lead", at + 20)

    due = standing(rehearsal, "on-lead", at + 20).begun
    assert "Trick 5 is coming to its end." in room(client, rehearsal, due + 1)
    assert ruled(client, rehearsal, "on-lead", due + 60).right
    assert "East led" not in ended(client, rehearsal, due + 400)


def test_a_penalty_card_that_nobody_came_back_for_is_forgotten(client, rehearsal):
    at = standing(rehearsal, "dropped").begun
    ruled(client, rehearsal, "dropped", at)
    due = standing(rehearsal, "on-lead", at + 20)
    late = due.begun + due.call.within + 1
    assert "East is about to lead" not in room(client, rehearsal, late)
    assert "Too late: they have led." in went(client, rehearsal, "on-lead", late)
    page = ended(client, rehearsal, late + 5)
    assert f"Table {due.call.table}: East led, and nobody had let declarer choose (50D2)." in page


def test_players_stay_at_their_table_for_a_call_and_for_a_penalty_card_though_the_round_ends(client, rehearsal):
    """The appeal comes in the last second of the round, the lead of the card's partner after it."""
    sat = {key: players(rehearsal, key, 400) for key in ("dropped", "bid")}
    ends = rehearsals.staged(rehearsal).round_seconds
    appeal, lead = (standing(rehearsal, key).call for key in ("appeal", "on-lead"))
    ruled(client, rehearsal, "bid", ends - 1 - appeal.at - 10)
    ruled(client, rehearsal, "dropped", ends - 20)
    assert standing(rehearsal, "appeal", ends).begun == ends - 1
    assert standing(rehearsal, "on-lead", ends).begun > ends
    assert players(rehearsal, "appeal", ends + 5) == sat["bid"]
    assert players(rehearsal, "on-lead", ends + lead.at + 5) == sat["dropped"]
    there = went(client, rehearsal, "appeal", ends + 5)
    assert all(player["name"] in there for player in sat["bid"])


def players(rehearsal: Rehearsal, key: str, at: float) -> list[dict[str, str]]:
    """Return the players whom the page of a call names at a second."""
    call = standing(rehearsal, key, at)
    with second(at):
        return call_page(fresh(rehearsal), call)["players"]


def test_a_card_that_the_ruling_left_on_nobodys_table_falls_due_nowhere(client, rehearsal):
    at = standing(rehearsal, "dropped").begun
    ruled(client, rehearsal, "dropped", at, how="hidden")
    assert standing(rehearsal, "on-lead", at + 600).begun is None


def test_a_player_disputes_the_ruling_after_it_was_given(client, rehearsal):
    bid = standing(rehearsal, "bid")
    assert standing(rehearsal, "appeal", bid.begun + 300).begun is None
    ruled(client, rehearsal, "bid", bid.begun + 30)
    appeal = standing(rehearsal, "appeal", bid.begun + 300)
    assert appeal.call.table == bid.call.table and appeal.shown
    page = went(client, rehearsal, "appeal", bid.begun + 300)
    assert "“I appeal!”" in page
    assert ruled(client, rehearsal, "appeal", bid.begun + 310).right


def test_a_call_for_nothing_is_right_when_nothing_is_ruled_and_is_taken_up_again(client, rehearsal):
    dummy = standing(rehearsal, "dummy")
    address = url("rehearsal_call", rehearsal.pk, "dummy")
    went(client, rehearsal, "dummy", dummy.begun)
    with second(dummy.begun + 9):
        client.post(address, {"do": "nothing"})
        assert "You found nothing to rule on" in words(client.get(address))
        client.post(address, {"do": "again"})
        assert "You are there." in words(client.get(address))
        client.post(address, {"do": "nothing"})
    page = ended(client, rehearsal, dummy.begun + 20)
    assert f"Table {dummy.call.table}, Nothing to rule on" in page.split("Right")[1]


def test_another_law_asked_for_where_nothing_was_to_be_ruled_is_said_in_the_end(client, rehearsal):
    dummy = standing(rehearsal, "dummy")
    went(client, rehearsal, "dummy", dummy.begun)
    with second(dummy.begun + 5):
        what = client.post(url("rehearsal_call", rehearsal.pk, "dummy"), {"do": "rule"}).url
        assert client.post(what, {"law": "64"}).url == url("rehearsal", rehearsal.pk)
        assert "There was nothing to rule on at this table." in words(client.get(url("rehearsal", rehearsal.pk)))
    page = ended(client, rehearsal, dummy.begun + 20)
    exercise = Exercise.objects.get(call="dummy")
    assert "There was nothing to rule on." in page and "(42B1, 61B2)" in page or "(49)" in page
    with second(dummy.begun + 30):
        assert client.get(url("correction", exercise.pk)).url == url("rehearsal_after", rehearsal.pk)
        assert client.get(url("situation", dummy.situation.id)).status_code == 404


def test_nothing_ruled_where_the_code_rules_is_otherwise_than_the_code(client, rehearsal):
    bid = standing(rehearsal, "bid")
    went(client, rehearsal, "bid", bid.begun)
    with second(bid.begun + 5):
        client.post(url("rehearsal_call", rehearsal.pk, "bid"), {"do": "nothing"})
    assert "Nothing was ruled. The Code:" in ended(client, rehearsal, bid.begun + 20)


def test_a_duty_for_the_end_of_the_board_opens_the_questions_of_an_evening_once_it_has_come(client, rehearsal):
    bid = standing(rehearsal, "bid")
    ruled(client, rehearsal, "bid", bid.begun)
    task = due_at(rehearsal, "bid-0")
    shown = room(client, rehearsal, bid.begun + 20)
    assert "At the end" in shown and "They are still playing," in shown

    early = came_back(client, rehearsal, "bid-0", task.due - 1)
    assert "Not yet: this table is still busy with the board." in early
    assert due_at(rehearsal, "bid-0").exercise is None

    page = came_back(client, rehearsal, "bid-0", task.due + 1)
    assert "The board is played." in page and "Exercise" in page
    assert "Whose call was taken back? East from the situation" in page
    exercise = due_at(rehearsal, "bid-0").exercise
    assert exercise.law == task.situation.law
    with second(task.due + 5):
        answered(exercise, task.situation, {})
        assert "The result of the table stands." in words(client.get(url("exercise_decision", exercise.pk)))
    assert announced(client, exercise, task.due + 10).right
    assert "They are still playing," not in room(client, rehearsal, task.due + 15)
    with second(task.due + 20):
        client.post(url("rehearsal", rehearsal.pk) + "?noted=bid-0", {"do": "undo"})
        assert due_at(rehearsal, "bid-0").done is not None, "a ruling is not taken back by a tap"
    over = ended(client, rehearsal, task.due + 30)
    assert "Insufficient bid put right" not in over.split("Ruled otherwise")[0]
    assert f"Table {bid.call.table}, Insufficient bid put right" in over.split("Right")[1]
    with second(task.due + 40):
        correction = words(client.get(url("correction", exercise.pk)))
        assert "Do this one again" not in correction and f"Table {bid.call.table}" in correction
        assert client.get(url("situation", task.situation.id)).status_code == 404


def test_a_duty_ruled_otherwise_than_the_code_is_said_in_the_end(client, rehearsal):
    bid = standing(rehearsal, "bid")
    ruled(client, rehearsal, "bid", bid.begun)
    task = due_at(rehearsal, "bid-0")
    came_back(client, rehearsal, "bid-0", task.due)
    exercise = due_at(rehearsal, "bid-0").exercise
    with second(task.due + 5):
        name, _equals, value = task.situation.tempting[0].partition("=")
        answered(exercise, task.situation, {name: value, "damaged": "no", "gained": "no"})
    assert not announced(client, exercise, task.due + 10).right
    otherwise = ended(client, rehearsal, task.due + 30).split("Ruled otherwise than the Code")[1].split("Right")[0]
    assert "You: Yes. The Code: No." in otherwise or "You: yes. The Code: no." in otherwise
    with second(task.due + 40):
        assert "One question parts you from the Code." in words(client.get(url("correction", exercise.pk)))


def test_duties_for_the_end_of_the_board_are_forgotten_if_nobody_comes_back(client, rehearsal):
    bid = standing(rehearsal, "bid")
    exercise = ruled(client, rehearsal, "bid", bid.begun)
    with second(bid.begun + 40):
        client.post(url("rehearsal", rehearsal.pk) + "?done=bid-99")
    assert not fresh(rehearsal).noted.get("done")
    forgotten = ended(client, rehearsal, bid.begun + 400).split("Forgotten")[1].split("Ruled otherwise")[0]
    duties = rehearsals.duties_of(exercise)
    assert duties
    for duty in duties:
        assert duty.text.partition("[")[0] in forgotten


def test_a_duty_that_a_wrong_ruling_has_left_is_only_looked_at(client, rehearsal):
    bid = standing(rehearsal, "bid")
    wrong = {"choice": "other", "replacement": "Pass"} if bid.situation.id == "insufficient-2" else {"choice": "same"}
    ruled(client, rehearsal, "bid", bid.begun, **wrong)
    calls = rehearsals.standing(fresh(rehearsal))
    alone = [task for task in rehearsals.later(fresh(rehearsal), calls) if task.situation is None]
    assert alone
    page = came_back(client, rehearsal, alone[0].key, alone[0].due)
    assert "Noted as done." in page and due_at(rehearsal, alone[0].key).done is not None


def test_who_has_lost_the_lead_is_noted_in_one_tap_and_never_counted_as_forgotten(client, rehearsal):
    at = standing(rehearsal, "dropped").begun
    ruled(client, rehearsal, "dropped", at)
    due = standing(rehearsal, "on-lead", at + 20).begun
    ruled(client, rehearsal, "on-lead", due + 10)
    calls = rehearsals.standing(fresh(rehearsal))
    task = next(task for task in rehearsals.later(fresh(rehearsal), calls) if task.duty.when is When.LEAD_LOST)
    shown = room(client, rehearsal, task.due - 10)
    assert "He still has the lead," in shown and "may not lead" in shown
    assert "He has lost the lead," in room(client, rehearsal, task.due)
    assert "may not lead" not in ended(client, rehearsal, task.due + 5).split("Forgotten")[1].split("Right")[0]


# The pages of an evening


def test_the_decision_of_a_rehearsal_is_the_one_that_the_answers_lead_to_and_is_announced(client, rehearsal):
    at = standing(rehearsal, "bid").begun
    went(client, rehearsal, "bid", at)
    call = standing(rehearsal, "bid", at)
    with second(at):
        client.post(url("rehearsal_call", rehearsal.pk, "bid"), {"do": "rule"})
        exercise = Exercise.objects.get(rehearsal=rehearsal, call="bid")
        assert client.post(url("exercise_decision", exercise.pk)).url == url("exercise_what", exercise.pk)
        school.choose_law(exercise=exercise, law=call.situation.law, answers={})
        asks = client.post(url("exercise_decision", exercise.pk))
        assert "/q/" in asks.url, "nothing is announced while a question is open"
        answered(exercise, call.situation, {"accepts": "accept"})
        page = words(client.get(url("exercise_decision", exercise.pk)))
    given = school.inquiry_of(fresh_exercise(exercise), call.situation).state()
    assert given.ruling.law == "27A1" != call.situation.ruling
    assert "Announced: back to the room" in page and "27A1" in page and 'name="decision"' not in page
    assert "Change" in page and call.situation.why["en"] not in page
    assert announced(client, exercise, at + 12).right is False
    assert standing(rehearsal, "bid", at + 20).ruled == at + 12

    over = ended(client, rehearsal, at + 30)
    assert "You: Accept the insufficient bid." in over.split("Ruled otherwise than the Code")[1].split("Right")[0]
    with second(at + 40):
        correction = words(client.get(url("correction", exercise.pk)))
    assert text.plain(given.ruling.text, {}, translator("en")) in correction.split("The decision")[1]


def fresh_exercise(exercise: Exercise) -> Exercise:
    return Exercise.objects.select_related("rehearsal", "user").get(pk=exercise.pk)


def test_the_clock_runs_on_while_the_pages_are_read(client, rehearsal):
    at = standing(rehearsal, "bid").begun
    went(client, rehearsal, "bid", at)
    with second(at):
        client.post(url("rehearsal_call", rehearsal.pk, "bid"), {"do": "rule"})
    exercise = Exercise.objects.get(rehearsal=rehearsal, call="bid")
    for later in (200, 500, 790):
        with second(at + later):
            client.get(url("exercise_what", exercise.pk))
            assert rehearsals.second_of(fresh(rehearsal)) == at + later


def test_a_line_that_a_table_forgot_is_asked_for_or_forgotten(client, rehearsal):
    asked = "no result yet."
    assert asked not in room(client, rehearsal, 470)
    assert asked in room(client, rehearsal, 485)
    with second(490):
        line = rehearsals.lines_left(fresh(rehearsal))[0]
        client.post(url("rehearsal", rehearsal.pk) + f"?done={line.key}")
    assert asked not in room(client, rehearsal, 495)
    with second(500):
        address = url("rehearsal", rehearsal.pk) + f"?noted={line.key}"
        assert "Noted as done." in words(client.get(address))
        client.post(address, {"do": "undo"})
        assert "Noted as done." not in words(client.get(address))
    assert asked in room(client, rehearsal, 505)
    other = begun(sign_in(make.make_member(make.make_club("Other", "other"), "autre")))
    assert asked in ended(sign_in(other.user), other, 485)


# The end of a rehearsal


def test_in_the_end_it_says_what_was_forgotten_what_parts_from_the_code_and_how_long_players_waited(client, rehearsal):
    lead, dropped, bid = (standing(rehearsal, key) for key in ("lead", "dropped", "bid"))
    ruled(client, rehearsal, "lead", lead.begun + 30)
    exercise = ruled(client, rehearsal, "bid", bid.begun + 50, law="36")
    page = ended(client, rehearsal, bid.begun + 70)

    assert f"Table {dropped.call.table}: nobody went to the call of North." in page
    assert "Half of them waited 50 s at most." in page and "Half of the rulings were given within 10 s." in page
    otherwise = page.split("Ruled otherwise than the Code")[1]
    assert f"Table {bid.call.table}, Insufficient bid" in otherwise.split("Right")[0]
    assert "You asked for another Law" in otherwise
    assert f"Table {lead.call.table}, Opening lead out of turn" in otherwise.split("Right")[1]
    with second(bid.begun + 80):
        correction = words(client.get(url("correction", exercise.pk)))
        assert "Another Law was asked for." in correction and "After the rehearsal" in correction
        paper = words(client.get(url("rehearsal_paper", rehearsal.pk)))
        assert "Half of the calls waited at most" in paper and "nobody went to the call of North" in paper
        assert "After the rehearsal" in words(client.get(url("rehearsal", rehearsal.pk), follow=True))
        french = client.get(url("rehearsal_after", rehearsal.pk, language="fr"))
    assert "Arbitré autrement que le Code" in html.unescape(french.content.decode())


def test_the_same_situation_practised_beside_a_rehearsal_is_another_exercise(client, rehearsal, director):
    exercise = ruled(client, rehearsal, "lead", standing(rehearsal, "lead").begun)
    Exercise.objects.filter(pk=exercise.pk).update(ended_at=None)
    client.post(url("situation", exercise.situation), {"do": "begin"})
    assert Exercise.objects.filter(situation=exercise.situation).count() == 2
    beside = Exercise.objects.exclude(pk=exercise.pk)
    beside.delete()
    assert school.goes_on(director) is None, "what is ruled in a rehearsal is no place to go on from"


def test_the_correction_waits_for_the_end(client, rehearsal):
    exercise = ruled(client, rehearsal, "lead", standing(rehearsal, "lead").begun)
    with second(120):
        assert client.get(url("correction", exercise.pk)).url == url("rehearsal", rehearsal.pk)
        assert client.get(url("rehearsal_after", rehearsal.pk)).url == url("rehearsal", rehearsal.pk)
        assert client.get(url("rehearsal_paper", rehearsal.pk)).url == url("rehearsal", rehearsal.pk)


def test_when_its_time_is_over_it_ends_unless_somebody_waits(client, rehearsal):
    assert "Its time is over" in room(client, rehearsal, 965), "nobody went to anybody"
    assert "After the rehearsal" in room(client, rehearsal, 965 + rehearsals.LONGER)

    done = begun(client)
    with second(0):
        for one in rehearsals.standing(done):
            done.noted = {"ruled": {**done.noted.get("ruled", {}), one.call.key: 1}}
        done.save()
    assert "After the rehearsal" in room(client, done, 961)


# The clock of a rehearsal


def test_an_interruption_stops_the_clock_and_a_restart_changes_nothing(client, rehearsal, director):
    room(client, rehearsal, 31)
    again = sign_in(director)
    with second(31 + 3600):
        again.get(url("rehearsal", rehearsal.pk))
        assert rehearsals.second_of(fresh(rehearsal)) == 31, "an hour without a page is no time of the rehearsal"
        again.post(url("rehearsal", rehearsal.pk), {"do": "pause"})
    with second(31 + 3600 + 120):
        assert "The clock is stopped" in words(again.get(url("rehearsal", rehearsal.pk)))
        again.post(url("rehearsal", rehearsal.pk), {"do": "resume"})
        assert rehearsals.second_of(fresh(rehearsal)) == 31
    with second(31 + 3600 + 120 + 30):
        assert "called by South" in words(again.get(url("rehearsal", rehearsal.pk)))


def test_one_that_was_left_open_ended_where_it_was_left(client, rehearsal):
    room(client, rehearsal, 60)
    with second(60 + rehearsals.LEFT_OPEN.total_seconds() + 1):
        assert "After the rehearsal" in words(client.get(url("rehearsal", rehearsal.pk), follow=True))
    assert fresh(rehearsal).ended_at == BEGUN + datetime.timedelta(seconds=60)


def test_old_ones_are_deleted_daily_and_all_of_them_with_their_person(client, rehearsal, director, monkeypatch):
    ruled(client, rehearsal, "lead", standing(rehearsal, "lead").begun)
    monkeypatch.setattr("arbitrage.management.commands.daily.call_command", lambda *args, **options: None)
    with clock.at(BEGUN + rehearsals.LEFT_OPEN * 2):
        call_command("daily")
    assert fresh(rehearsal).ended_at is not None and Exercise.objects.count() == 1
    with clock.at(BEGUN + rehearsals.KEPT + datetime.timedelta(days=1)):
        call_command("daily")
    assert not Rehearsal.objects.exists() and not Exercise.objects.exists()

    ruled(client, begun(client), "lead", 60)
    person = make.make_member(make.make_club("Other", "other"), "parti")
    begun(sign_in(person))
    person.delete()
    assert Rehearsal.objects.get().user == director


# Permissions


def test_one_runs_at_a_time_and_the_number_makes_it_the_same(client, rehearsal):
    assert begun(client, "whole-evening", 1) == rehearsal, "the one that runs goes on"
    with second(10):
        assert "Go on:" in words(client.get(url("rehearsals")))
        for sent, said in (({"scenario": "none", "seed": 1}, "Touch one"), ({"scenario": SHORT, "seed": "x"}, "99999")):
            refused = client.post(url("rehearsals"), sent)
            assert refused.status_code == 422 and said in words(refused)
    ended(client, rehearsal, 20)
    again = begun(client)
    assert again != rehearsal
    assert rehearsals.staged(again) == rehearsals.staged(rehearsal)


def test_two_directors_rehearse_at_once_and_see_nothing_of_each_other(client, rehearsal, club):
    colleague = sign_in(make.make_member(club, "dupont", "manager"))
    theirs = begun(colleague)
    ruled(client, rehearsal, "lead", standing(rehearsal, "lead").begun)
    assert standing(theirs, "lead", 100).ruled is None
    for name in ("rehearsal", "rehearsal_after", "rehearsal_paper"):
        assert colleague.get(url(name, rehearsal.pk)).status_code == 404
    assert colleague.post(url("rehearsal", rehearsal.pk), {"do": "end"}).status_code == 404
    assert colleague.post(url("rehearsal_call", rehearsal.pk, "lead")).status_code == 404


def test_a_manager_sees_how_many_somebody_ended_who_wishes_it(client, rehearsal, club):
    ended(client, rehearsal, 20)
    manager = sign_in(make.make_member(club, "chef", "manager"))
    assert "rehearsal of an evening" not in words(manager.get(url("school_learners")))
    client.post(url("school_shown"), {"shown": "yes"})
    assert "1 rehearsal of an evening" in words(manager.get(url("school_learners")))


OF_THE_SCHOOL = {"Rehearsal", "Exercise", "Session"}


def rows() -> dict[str, int]:
    """Count the rows of every table but those of the school."""
    return {
        model.__name__: model._default_manager.count()
        for model in apps.get_models()
        if model.__name__ not in OF_THE_SCHOOL
    }


def test_a_whole_rehearsal_leaves_no_row_in_any_other_table(client, rehearsal):
    """A rehearsal has no row in the tables that lists, figures, exports, searches, papers and rooms read."""
    before = rows()
    for number in range(45, 960, 45):
        room(client, rehearsal, number)
        with second(number):
            calls = rehearsals.standing(fresh(rehearsal))
        for call in calls:
            if call.shown and call.ruled is None and not call.missed and (call.begun or 0) <= number:
                through_its_pages(client, rehearsal, call, number)
    page = ended(client, rehearsal, 959)
    assert "Ruled otherwise than the Code Nothing." in page
    assert Exercise.objects.filter(rehearsal=rehearsal, right=True).count() == 6
    assert rows() == before


def through_its_pages(client: Client, rehearsal: Rehearsal, standing: Standing, at: float) -> None:
    """Go to a call and rule on it, page by page, or find nothing to rule."""
    address = url("rehearsal_call", rehearsal.pk, standing.call.key)
    with second(at):
        client.post(address)
        client.post(address, {"do": "rule" if standing.situation.law else "nothing"})
        if standing.situation.law:
            exercise = Exercise.objects.get(rehearsal=rehearsal, call=standing.call.key)
            go_through(client, exercise, standing.situation)
            assert "Announced: back to the room" in words(client.get(url("exercise_decision", exercise.pk)))
            announced(client, exercise, at + 10)
