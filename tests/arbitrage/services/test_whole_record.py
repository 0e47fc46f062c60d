"""The whole record is checked piece by piece, with the same result on any number of processors; a stopped check resumes
where it stopped."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Club, Event, Incident, Stream
from arbitrage.services.proof import replay, soundness, sweep
from tests.arbitrage import factories as make
from tests.arbitrage.services.record_problems import problems

pytestmark = [pytest.mark.django_db, pytest.mark.either_database, pytest.mark.usefixtures("in_english")]


@pytest.fixture(autouse=True)
def house(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def calls(count: int) -> list[Incident]:
    by = make.make_member(make.make_club())
    board = make.make_seed_case(Club.objects.get())
    return [make.make_incident(board, by, table=table) for table in range(1, count + 1)]


def altered(call: Incident) -> str:
    """Alter an event of a call, and return the sentence that reports it."""
    Event.objects.filter(stream_id=call.pk, seq=1).update(kind="attended")
    return f"{call.pk}: The columns of event 1 do not say what its text says."


def test_every_chain_is_looked_at_whatever_the_size_of_a_piece(monkeypatch):
    three = calls(3)
    sentences = [altered(three[0]), altered(three[2])]
    whole = problems()
    assert [part for part in whole if part in sentences] == sentences
    for size in (1, 2, 3, 4):
        monkeypatch.setattr(sweep, "A_PIECE", size)
        assert problems() == whole


@pytest.mark.parametrize("look", [soundness.chains, replay.differing])
def test_a_piece_takes_the_same_queries_for_one_and_for_three(look):
    three = [call.pk for call in calls(3)]
    with CaptureQueriesContext(connection) as one:
        assert look(three[:1]) == []
    with CaptureQueriesContext(connection) as all_of_them:
        assert look(three) == []
    assert len(all_of_them) == len(one)


def test_the_rows_of_three_incidents_are_compared_in_the_queries_of_one():
    three = [call.pk for call in calls(3)]
    counts = []
    for keys in (three[:1], three):
        with CaptureQueriesContext(connection) as found:
            assert soundness.incidents(keys, broken=frozenset(), rebuild=False) == []
        counts.append(len(found))
    assert counts[0] == counts[1]


def test_a_look_that_was_stopped_goes_on_and_tells_again_what_it_had_found(monkeypatch):
    monkeypatch.setattr(sweep, "A_PIECE", 1)
    first, _second, third = calls(3)
    sentences = [altered(first), altered(third)]
    looked: list[str] = []
    chains = soundness.chains

    def looking(keys):
        looked.extend(map(str, keys))
        return chains(keys)

    monkeypatch.setattr(soundness, "chains", looking)
    stopped = soundness.problems()
    for said in stopped:
        if said == sentences[0]:
            break
    stopped.close()
    before = list(looked)
    looked.clear()
    told_words = problems(resume=True)
    assert [word for word in told_words if word in sentences] == sentences
    assert before and looked
    assert not set(before) & set(looked)
    assert set(before) | set(looked) == {str(key) for key in Stream.objects.values_list("pk", flat=True)}
    assert not list(sweep.Progress("verifying", resume=True).lines)


def test_without_being_asked_to_go_on_a_look_begins_anew(monkeypatch):
    monkeypatch.setattr(sweep, "A_PIECE", 1)
    first, *_others = calls(3)
    sentence = altered(first)
    stopped = soundness.problems()
    while next(stopped) != sentence:
        pass
    stopped.close()
    assert sentence in problems()


def test_a_line_of_the_progress_that_the_power_cut_says_nothing(settings):
    progress = sweep.Progress("replaying")
    key = calls(1)[0].pk
    progress.reached("the incidents", key, [("a", ["b"])])
    with progress.path.open("a") as file:
        file.write('["the incid')
    assert sweep.Progress("replaying", resume=True).before("the incidents") == (key, [("a", ["b"])])


def test_replay_goes_on_where_it_was_stopped_and_counts_what_it_had_found(capsys):
    keys = sorted(call.pk for call in calls(2))
    sweep.Progress("replaying").reached("the incidents", keys[-1], [("a", ["R-1, law 64: was 64A2, would be 64B1."])])
    with pytest.raises(CommandError, match="would differ: 1"):
        call_command("replay", "--resume")
    assert capsys.readouterr().out == "R-1, law 64: was 64A2, would be 64B1.\n"
    call_command("replay", "--resume", stdout=io.StringIO())


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_processes_find_what_one_finds(monkeypatch):
    three = calls(3)
    sentence = altered(three[1])
    monkeypatch.setattr(sweep, "A_PIECE", 1)
    assert sentence in problems()
    assert problems(processes=2) == problems()
