"""The server carries out the stored acts of a device once, in their order, and decides on conflicts."""

import datetime
import json

import pytest
from django.utils import timezone, translation

from arbitrage.database.ids import uuid7
from arbitrage.models import Answer, Event, Incident, Inquiry, Note
from arbitrage.pages.devices.outbox import ruled_offline
from arbitrage.pages.wording.notation import clock as hour
from arbitrage.services import clock, incidents, tournaments
from arbitrage.services.incidents import polls
from arbitrage.services.incidents.ruling_digest import ruling_digest
from arbitrage.services.record import history
from arbitrage.services.tournaments import playing_director
from rulings import laws2017
from rulings.engine.inquiry import explore, questions_of
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import make_evening, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replayed")]

ANSWERS = {"offender": "W", "bid": "1C", "in_rotation": "no"}


class Device:
    """A tablet that sends its acts, possibly several times."""

    def __init__(self, user, tournament) -> None:
        self.client, self.user, self.tournament = sign_in(user), user, tournament
        self.incident, self.inquiry = str(uuid7()), str(uuid7())

    def send(self, kind, **said):
        body = {"id": str(uuid7()), "user": self.user.pk, "kind": kind, "at": "2026-11-19T20:04:05.000Z", **said}
        return self.client.post(url("outbox"), json.dumps(body), content_type="application/json")

    def call(self, **place):
        return self.send("open", id=self.incident, tournament=str(self.tournament.pk), **place)

    def choose(self, law):
        return self.send("law", incident=self.incident, inquiry=self.inquiry, law=law)

    def answer(self, question, value, **more):
        return self.send(
            "answer", incident=self.incident, inquiry=self.inquiry, question=question, value=value, seen=0, **more
        )


@pytest.fixture
def device(director, tournament) -> Device:
    return Device(director, tournament)


def test_an_incident_of_the_device_is_one_incident_however_often_it_is_sent(device):
    id = str(uuid7())
    for _again in range(3):
        assert device.call(table=3).json()["status"] in ("accepted", "same")
        assert device.send("law", id=id, incident=device.incident, inquiry=device.inquiry, law="27").status_code == 200
    acts = {name: str(uuid7()) for name in ANSWERS}
    for _again in range(2):
        for name, value in ANSWERS.items():
            assert device.answer(name, value, id=acts[name]).status_code == 200
    incident = Incident.objects.get()
    assert (str(incident.pk), incident.table, incident.attended_by) == (device.incident, 3, device.user)
    assert str(Inquiry.objects.get().pk) == device.inquiry
    assert Inquiry.objects.get().answers_dict() == ANSWERS
    assert Event.objects.filter(kind="answered").count() == len(ANSWERS)
    assert history.differences(incident) == []


def test_a_law_that_another_device_opened_without_an_answer_is_told_to_be_that_inquiry(device, tournament, director):
    earlier, device.inquiry, later = (str(uuid7()) for _ in range(3))
    device.call(table=3)
    assert device.choose("27").json()["status"] == "accepted"
    other = Device(director, tournament)
    for inquiry in (earlier, later):
        other.incident, other.inquiry = device.incident, inquiry
        told = other.choose("27").json()
        assert (told["status"], told["inquiry"]) == ("same", device.inquiry)
    assert str(Inquiry.objects.get().pk) == device.inquiry


def test_two_calls_of_no_table_are_two_and_a_call_that_waits_at_the_table_is_that_one(device, tournament, director):
    other = Device(director, tournament)
    device.call()
    other.call()
    assert Incident.objects.count() == 2
    third = Device(director, tournament)
    there = incidents.answer_call(tournament=tournament, by=director, section=tournament.sections.get(), table=7)
    place = {"table": 7, "section": str(tournament.sections.get().pk)}
    assert third.call(**place).json()["incident"] == str(there.pk)
    incidents.open_inquiry(incident=there, law="64", by=director)
    assert third.call(**place).json()["incident"] == str(there.pk), "sent again it is what it was"
    assert Incident.objects.count() == 3


def test_a_table_that_the_evening_does_not_have_is_asked_for_and_the_call_is_kept(device):
    assert device.call(table=7777).json()["status"] == "accepted"
    assert [(str(incident.pk), incident.section, incident.table) for incident in Incident.objects.all()] == [
        (device.incident, None, None)
    ]


def test_who_answered_otherwise_on_another_device_of_his_own_is_told_so(device):
    device.call(table=3)
    device.choose("27")
    incidents.record_answer(
        inquiry=Inquiry.objects.get(), question_id="offender", value="N", seen_version=0, by=device.user
    )
    assert device.answer("offender", "E").json()["by"] == "you, on another device"


def test_the_first_accepted_answer_counts_and_the_other_is_told_and_kept(device, colleague):
    device.call(table=3)
    device.choose("27")
    inquiry = Inquiry.objects.get()
    incidents.record_answer(inquiry=inquiry, question_id="offender", value="N", seen_version=0, by=colleague)
    told = device.answer("offender", "E").json()
    assert (told["status"], told["counts"]) == ("conflict", "N")
    assert "eclerc" in told["by"]
    assert Answer.objects.get().value == "N"
    assert Event.objects.filter(kind="answer_refused").count() == 1


def test_an_answer_changed_on_the_device_replaces_its_own_and_nobody_elses(device, colleague):
    device.call(table=3)
    device.choose("27")
    first, second, third = (str(uuid7()) for _ in range(3))
    device.answer("offender", "N", id=first)
    for _again in range(2):
        assert device.answer("offender", "E", id=second, after=first).json()["status"] != "conflict"
    assert Answer.objects.get().value == "E"
    inquiry = Inquiry.objects.get()
    incidents.record_answer(
        inquiry=inquiry, question_id="offender", value="N", seen_version=inquiry.version, by=colleague
    )
    assert device.answer("offender", "E", id=third, after=second).json()["status"] == "conflict"
    assert Answer.objects.get().value == "N"


def test_on_a_board_that_its_director_has_yet_to_play_an_act_is_taken_and_nothing_is_told(device, board, colleague):
    section = board.tournament.sections.get()
    there = incidents.open_incident(tournament=board.tournament, by=colleague, section=section, table=7, board=board)
    inquiry = incidents.open_inquiry(incident=there, law="27", by=colleague)
    incidents.record_answer(inquiry=inquiry, question_id="offender", value="N", seen_version=0, by=colleague)
    device.incident, device.inquiry = str(there.pk), str(inquiry.pk)
    sits_at_another_table = board.results.exclude(table=7).first()
    sits_at_another_table.kind = "not_played"
    sits_at_another_table.save()
    playing_director.say_playing(tournament=board.tournament, by=device.user, contestant=sits_at_another_table.ns)
    answered = device.answer("offender", "E").json()
    assert answered["status"] == "accepted"
    assert Answer.objects.get().value == "N", "the answer that came first counts"
    noted = device.send("words", incident=device.incident, words="Le mort a parlé").json()
    ruled = device.send("ruled", incident=device.incident, inquiry=device.inquiry, ruling="0" * 16).json()
    for told in (answered, noted, ruled):
        assert set(told) <= {"status", "incident", "inquiry", "url"}
    assert "Le mort a parlé" in Incident.objects.get().words


def test_a_refusal_tells_nothing_of_a_board_that_its_director_has_yet_to_play(device, board, colleague):
    section = board.tournament.sections.get()
    there = incidents.open_incident(tournament=board.tournament, by=colleague, section=section, table=7, board=board)
    inquiry = incidents.open_inquiry(incident=there, law="27", by=colleague)
    device.incident, device.inquiry = str(there.pk), str(inquiry.pk)
    open_to_him = device.answer("replacement", "other").json()
    line = board.results.exclude(table=7).first()
    line.kind = "not_played"
    line.save()
    playing_director.say_playing(tournament=board.tournament, by=device.user, contestant=line.ns)
    told = [device.answer("replacement", "other"), device.answer("offender", "nobody")]
    incidents.withdraw_incident(incident=there, by=colleague)
    told += [device.answer("offender", "E"), device.send("words", incident=device.incident, words="Le mort a parlé")]
    told += [device.send("law", incident=device.incident, inquiry=str(uuid7()), law="64")]
    assert open_to_him["code"] == "not_asked"
    assert {(one.status_code, one.json()["code"], one.json()["message"]) for one in told} == {
        (422, "closed", told[0].json()["message"])
    }


def test_words_whose_question_is_not_asked_any_more_become_a_note(device, director):
    device.call(table=3)
    device.choose("64")
    words = next(question for question in laws_questions("64") if question.kind == "words")
    id = str(uuid7())
    for _again in range(2):
        assert device.answer(words.id, "Ouest avait jeté un pique", id=id).json()["status"] == "noted"
    assert Incident.objects.get().words == "Ouest avait jeté un pique"
    assert Note.objects.count() == 1


def laws_questions(law):
    return questions_of(laws2017.LAWS[law]).values()


def test_answers_of_one_page_are_kept_for_their_turn_and_no_other_is_taken_ahead_of_it(device):
    """Two doubtful points of a claim were ticked together; the second question is asked only after the first has been
    answered."""
    device.call(table=3)
    device.choose("70")
    before = {"claimer": "S", "declarer": "S", "cards_left": "", "tricks_left": "3", "tricks_before": "8"}
    heard = {"statement": "", "tricks_claimed": "3", "said_on_the_left": "", "said_on_the_right": ""}
    for name, value in {**before, "to_play": "S", "trumps": "H", **heard, "said_by_partner": ""}.items():
        assert device.answer(name, value).status_code == 200, name
    assert device.answer("trump_out", "no").status_code == 200
    assert device.answer("new_line", "yes", ahead=True).status_code == 200
    assert device.answer("order_open", "yes").json()["code"] == "not_asked"
    id = str(uuid7())
    for status in ("accepted", "same"):
        assert device.answer("order_open", "yes", ahead=True, id=id).json()["status"] == status
    assert device.answer("of_another_law", "yes", ahead=True).json()["code"] == "not_asked"
    assert Inquiry.objects.get().state().question.id == "worse_line"
    device.answer("worse_line", "no")
    assert device.answer("one_opponent", "no").status_code == 200
    inquiry = Inquiry.objects.get()
    assert inquiry.state().question.id == "normal_lines"
    assert history.differences(inquiry.incident) == []


def test_notes_are_written_once_and_keep_their_order(device):
    device.call(table=3)
    first, second = str(uuid7()), str(uuid7())
    for id, note in ((first, "Une"), (second, "Deux"), (first, "Une"), (second, "Deux")):
        device.send("words", id=id, incident=device.incident, words=note)
    assert Incident.objects.get().words == "Une\n\nDeux"


def test_what_the_device_read_out_is_compared_and_a_difference_is_shown(device):
    device.call(table=3)
    device.choose("27")
    for name, value in ANSWERS.items():
        device.answer(name, value)
    inquiry = Inquiry.objects.get()
    right = ruling_digest(inquiry.state().ruling.as_json())
    said = device.send("ruled", incident=device.incident, inquiry=device.inquiry, ruling=right)
    assert said.json()["ruling"] == right
    assert ruled_offline(inquiry) is None
    otherwise = next(path.end.ruling for path in explore(laws2017.LAWS["27"]) if path.end.ruling.law == "27A1")
    id = str(uuid7())
    for _again in range(2):
        device.send(
            "ruled", id=id, incident=device.incident, inquiry=device.inquiry, ruling=ruling_digest(otherwise.as_json())
        )
    assert [event.data["same"] for event in Event.objects.filter(kind="ruled_offline").order_by("seq")] == [True, False]
    shown = device.client.get(url("decision", inquiry.pk)).content.decode()
    assert ruled_offline(inquiry)["words"]
    assert ruled_offline(inquiry)["words"][:20] in shown
    assert history.differences(Incident.objects.get()) == []


def test_nobody_signed_in_and_somebody_else_signed_in_change_nothing(device, colleague):
    device.client.logout()
    assert device.client.get(url("outbox")).status_code == 401
    assert device.call().status_code == 401
    device.client = sign_in(colleague)
    assert device.client.get(url("outbox")).json()["user"] == colleague.pk
    assert device.call().status_code == 409
    assert Incident.objects.count() == 0


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"kind": "open", "tournament": "x"},
        {"kind": "law", "law": "64"},
        {"kind": "answer", "question": "able"},
        {"kind": "ruled", "ruling": "not a digest"},
        {"kind": "gift"},
    ],
)
def test_what_is_no_act_is_refused_with_a_reason(device, said):
    response = device.send(**{"kind": "", **said})
    assert response.status_code == 422
    assert response.json()["status"] == "refused"
    assert Incident.objects.count() == 0


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"user": null}', b"\xff\xfe"])
def test_what_is_not_even_an_object_changes_nothing(device, body):
    response = device.client.post(url("outbox"), body, content_type="application/json")
    assert response.status_code in (409, 422)


def test_an_act_on_another_clubs_incident_is_unknown_here(device, incident):
    stranger = make.make_member(make.make_club("Club du Port", "port"), "stranger")
    theirs = Device(stranger, device.tournament)
    assert theirs.call().status_code == 422
    theirs.incident = str(incident.pk)
    refused = theirs.send("words", incident=theirs.incident, words="Bonjour")
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown")
    assert Incident.objects.get().words == ""


def test_an_identifier_of_something_else_is_refused(device):
    device.call(table=3)
    device.choose("27")
    id = str(uuid7())
    device.answer("offender", "N", id=id)
    assert device.answer("offender", "E", id=id).json()["code"] == "identifier_reused"
    assert device.send("words", id=id, incident=device.incident, words="x").json()["code"] == "identifier_reused"


WRONG_BY = datetime.timedelta(hours=25)
"""An error of a tablet's clock that is tolerated."""


def by_its_clock(moment: datetime.datetime) -> str:
    return (moment + WRONG_BY).astimezone(datetime.UTC).isoformat().replace("+00:00", "Z")


def test_a_call_that_arrives_late_was_made_when_it_was_made_whatever_the_clock_of_the_tablet_says(device, tournament):
    now = clock.now()
    ago = now - datetime.timedelta(minutes=40)
    with clock.at(now):
        device.call(table=3, at=by_its_clock(ago), sent_at=by_its_clock(now))
    incident = Incident.objects.get()
    assert incident.called_at == ago
    assert incident.attended_at == now
    assert history.differences(incident) == []
    shown = words(device.client.get(url("board", incident.board_id)))
    with translation.override("en"):
        assert f"Noted without a network at {hour(timezone.localtime(ago))}" in shown


@pytest.mark.parametrize("minutes", [-1, 60 * 24 * 4], ids=["from the future", "four days old"])
def test_a_time_that_cannot_be_is_not_believed(device, minutes):
    now = clock.now()
    with clock.at(now):
        device.call(table=3, at=by_its_clock(now - datetime.timedelta(minutes=minutes)), sent_at=by_its_clock(now))
    assert Incident.objects.get().called_at == now


def test_a_call_that_arrives_late_is_of_the_round_and_the_board_that_were_played_then(device, club, director):
    device.tournament = tournament = make_evening(club, tables=3, rounds=2, started=False)
    for number, minutes in ((1, 50), (2, 20)):
        with clock.at(clock.now() - datetime.timedelta(minutes=minutes)):
            tournaments.begin_round(tournament=tournament, number=number, by=director)
    now = clock.now()
    for table, minutes in ((1, 40), (2, 10)):
        device.incident = str(uuid7())
        place = {"table": table, "section": str(tournament.sections.get().pk), "round": 1}
        device.call(**place, at=by_its_clock(now - datetime.timedelta(minutes=minutes)), sent_at=by_its_clock(now))
    assert list(Incident.objects.order_by("table").values_list("table", "round")) == [(1, 1), (2, 2)]


def test_the_director_whose_answer_counts_is_told_of_the_other_one_until_either_is_chosen(device, colleague):
    device.call(table=3)
    device.choose("27")
    inquiry = Inquiry.objects.get()
    incidents.record_answer(inquiry=inquiry, question_id="offender", value="N", seen_version=0, by=colleague)
    theirs = sign_in(colleague)
    page = url("question", inquiry.pk, "bid")
    assert "answered otherwise" not in words(theirs.get(page))
    device.answer("offender", "E")
    text = words(theirs.get(page))
    assert "martin answered otherwise: East, received at" in text
    assert "What counts is the first answer, North (leclerc)." in text
    inquiry.refresh_from_db()
    incidents.record_answer(
        inquiry=inquiry, question_id="offender", value="E", seen_version=inquiry.version, by=colleague
    )
    assert "answered otherwise" not in words(theirs.get(page))


NOT_TO_BE_READ = {
    "nested without end": b"[" * 30_000,
    "nested in an object": b'{"user": ' + b"[" * 30_000,
    "half of a character": b'{"kind": "words", "words": "\\ud83d"}',
    "a number without end": b'{"user": 1e999, "id": ' + b"9" * 5_000 + b"}",
    "no object": b'"words"',
    "nothing": b"",
}


@pytest.mark.parametrize("body", NOT_TO_BE_READ.values(), ids=NOT_TO_BE_READ)
def test_what_cannot_be_read_is_refused_by_name(device, body):
    answer = device.client.post(url("outbox"), body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed")


@pytest.mark.parametrize("at", ["2026-99-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-11-19T25:61:00Z"])
@pytest.mark.parametrize("name", ["at", "sent_at"])
def test_a_month_or_an_hour_that_is_none_is_refused_and_breaks_no_page(device, name, at):
    answer = device.call(table=3, **{name: at})
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
    assert not Incident.objects.exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [("words", "\ud83d"), ("words", "\0"), ("incident", ["x"]), ("writing", {"a": 1}), ("edit", "9" * 400)],
)
def test_a_field_of_an_act_that_is_none_is_refused_by_name(device, name, value):
    device.call(table=3)
    answer = device.send("words", **{"incident": device.incident, "words": "Calme.", name: value})
    assert (answer.status_code, answer.json()["status"]) == (422, "refused")
    assert Incident.objects.get().words == ""


def test_what_a_law_is_handed_is_never_a_character_that_no_database_stores(device):
    device.call(table=3)
    answer = device.send(
        "law", incident=device.incident, inquiry=device.inquiry, law="64", handed={"offender": "W", "card": "C4\0"}
    )
    assert answer.status_code == 200
    assert "card" not in Inquiry.objects.get().facts


# A poll of players aloud, without a network


@pytest.fixture
def asked(device, dealt, director) -> Inquiry:
    """A hesitation; the device stores the players' answers."""
    incident = make.make_incident(dealt, director, table=2)
    inquiry = incidents.open_inquiry(incident=incident, law="16B", by=director)
    device.incident, device.inquiry = str(incident.pk), str(inquiry.pk)
    return inquiry


def aloud(device, chosen, id=None, **said):
    more = {"id": id} if id else {}
    return device.send("polled", incident=device.incident, inquiry=device.inquiry, value=chosen, **said, **more)


def told(inquiry) -> list[tuple[str, bool]]:
    now = polls.poll_of(inquiry)
    return [(answer.chosen, answer.oral) for answer in now.answers] if now else []


def a_page() -> polls.Page:
    return polls.Page("AQ64.KT6.KJ64.K6", "N", "E", "None", "MP", ("Pass", "1C", "X"))


def test_answers_aloud_and_by_telephone_are_each_counted_once_however_often_they_are_sent(device, asked, director):
    polls.open_poll(inquiry=asked, page=a_page(), by=director)
    first, second = str(uuid7()), str(uuid7())
    assert aloud(device, "Pass", first, considered=["1H", "1C"]).json()["status"] == "accepted"
    polls.answer(incident=asked.incident, poll=polls.poll_of(asked), said=polls.Answer("1H"), browser="telephone")
    for _again in range(3):
        assert aloud(device, "Pass", first).json()["status"] == "same"
    assert aloud(device, "1H", second, earlier=True).json()["status"] == "accepted"
    assert told(asked) == [("Pass", True), ("1H", False), ("1H", True)]
    now = polls.poll_of(asked)
    assert now.answers[0].considered == ("1H",), "1C is no call of that player's"
    assert now.chosen == [("Pass", 1), ("1H", 1)], "who would have called otherwise is counted apart"
    assert history.differences(asked.incident) == []


def test_what_comes_after_the_end_or_was_no_call_is_a_note_and_not_counted(device, asked, director):
    polls.open_poll(inquiry=asked, page=a_page(), by=director)
    assert aloud(device, "1C").json()["status"] == "noted"
    polls.close(inquiry=asked, by=director)
    late = [str(uuid7()), str(uuid7())]
    for id in (*late, *late):
        assert aloud(device, "Pass", id, considered=["1H"]).json()["status"] == "noted"
    assert told(asked) == []
    noted = Incident.objects.get(pk=asked.incident_id).words
    assert noted.count("not counted in the poll") >= 2 and "Pass, 1H" in noted


def test_without_a_poll_the_answers_make_one_that_was_sent_to_nobody(device, asked, director):
    for chosen in ("Pass", "7NT", ""):
        assert aloud(device, chosen, heard=not chosen).json()["status"] == "accepted"
    assert told(asked) == [("Pass", True), ("7NT", True), ("", True)]
    assert Event.objects.filter(kind="poll_opened").count() == 1
    now = polls.poll_of(asked)
    assert (now.page.hand, polls.by_link(now.opened.pk, now.token)) == ("", None), "there is no page to open"
    page = words(device.client.get(url("poll", asked.pk)))
    assert "Players were asked aloud, without a network" in page
    assert "2 answers" in page and "1 had played the board." in page
    assert "The page as it was sent" not in page
    assert device.client.post(url("poll", asked.pk), {"step": "close"}).status_code == 302


@pytest.mark.parametrize("said", [{"considered": "1H"}, {"considered": [["1H"], 7, None]}, {"heard": "yes"}, {}])
def test_nonsense_of_a_player_said_aloud_harms_nothing(device, asked, said):
    assert aloud(device, "<b>" if said else None, **said).json()["status"] in ("noted", "refused")
    assert told(asked) == []


def test_a_withdrawn_call_takes_no_answer_aloud(device, asked, director):
    incidents.withdraw_incident(incident=asked.incident, by=director)
    assert aloud(device, "Pass").status_code == 422
    assert told(asked) == []
