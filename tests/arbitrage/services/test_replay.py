"""`manage.py replay` runs the present laws on every stored answer, and compares the rulings."""

from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from arbitrage.models import Answer, Inquiry, Ruling
from arbitrage.services import incidents
from arbitrage.services.incidents import same_substance
from arbitrage.services.proof.replay import replay_incident
from rulings.engine.inquiry import Law
from rulings.engine.ruling import Ruling as LawRuling
from tests.arbitrage import factories as make

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.either_database,
    pytest.mark.replayed_otherwise,
    pytest.mark.usefixtures("in_english"),
]


def change_the_law(monkeypatch, function) -> None:
    from arbitrage.models import incident as stored
    from arbitrage.services.proof import replay

    editions = {"2017": {**stored.EDITIONS["2017"], "64": Law("64", "Revoke", function)}}
    monkeypatch.setattr(stored, "EDITIONS", editions)
    monkeypatch.setattr(replay, "EDITIONS", editions)


def test_stored_incidents_are_ruled_again_and_nothing_differs(incident, director, capsys):
    make.rule_the_seed_case(incident, director)
    waiting = incidents.open_inquiry(incident=make.make_incident(incident.board, director), law="64", by=director)
    make.answer(waiting, director, **make.DURING_THE_PLAY)
    asking = incidents.open_inquiry(incident=incident, law="61", by=director)
    assert (waiting.stage, asking.stage) == ("asking", "asking")
    call_command("replay")
    assert capsys.readouterr().out == "Inquiries ruled again: 3. Nothing differs.\n"


def test_a_law_that_rules_otherwise_today_is_told_and_nothing_is_changed(incident, director, monkeypatch, capsys):
    make.rule_the_seed_case(incident, director)
    before = list(Ruling.objects.values())
    change_the_law(monkeypatch, lambda ask: LawRuling("64B1", "No trick is transferred."))
    with pytest.raises(CommandError, match="would differ: 1") as error:
        call_command("replay")
    assert error.value.returncode == 1
    assert capsys.readouterr().out == f"{incident.reference}, law 64: was 64A2, would be 64B1.\n"
    assert list(Ruling.objects.values()) == before


def test_words_that_are_put_better_today_rule_nothing_otherwise(incident, director, monkeypatch):
    from rulings.laws2017 import LAWS

    make.rule_the_seed_case(incident, director)
    change_the_law(monkeypatch, lambda ask: replace(LAWS["64"].function(ask), text="Better words."))
    assert list(replay_incident(incident)) == []


def test_another_number_of_tricks_under_the_same_law_is_told(incident, director, monkeypatch):
    from rulings.laws2017 import LAWS

    make.rule_the_seed_case(incident, director)

    def generous(ask):
        ruling = LAWS["64"].function(ask)
        return replace(ruling, rectifications=tuple(replace(effect, tricks=2) for effect in ruling.rectifications))

    change_the_law(monkeypatch, generous)
    assert [(one.was, one.now) for one in replay_incident(incident)] == [("64A2", "64A2")]


def test_a_law_that_asks_more_today_is_told(incident, director, monkeypatch):
    from rulings.laws2017.law_61_failure_to_follow_suit import ASKER

    make.rule_the_seed_case(incident, director)

    def curious(ask):
        ask(ASKER)
        return LawRuling("64A2", "One trick.")

    change_the_law(monkeypatch, curious)
    (difference,) = replay_incident(incident)
    assert (difference.law, difference.was, difference.now) == ("64", "64A2", "asking asker")


def test_a_law_that_is_gone_is_told(incident, director, monkeypatch):
    from arbitrage.services.proof import replay

    make.rule_the_seed_case(incident, director)
    monkeypatch.setattr(replay, "EDITIONS", {"2017": {}})
    (difference,) = replay_incident(incident)
    assert (difference.was, difference.now) == ("64A2", "no such law")


def test_it_is_the_events_that_are_ruled_again_not_the_rows(incident, director):
    inquiry = make.rule_the_seed_case(incident, director)
    Answer.objects.filter(inquiry=inquiry, question="winner").update(value="W")
    Inquiry.objects.filter(pk=inquiry.pk).update(stage="asking")
    assert list(replay_incident(incident)) == []


def test_a_question_that_nobody_had_to_answer_rules_nothing_otherwise():
    def outcome(*derived, law="54D", **answers):
        said = [{"question": name, "value": value, "derived": name in derived} for name, value in answers.items()]
        return {"law": law, "rectifications": [], "duties": [], "trail": said, "facts": {"declarer": "S"} | answers}

    before = outcome(card="DK", option="free")
    assert same_substance(before, outcome("besides", card="DK", besides="no", option="free"))
    assert same_substance(outcome("declarer", declarer="S"), outcome("presumed", presumed="S"))
    assert not same_substance(before, outcome(card="DK", besides="no", option="free"))
    assert not same_substance(before, outcome("card", card="DQ", option="free"))
    warned = {"rectifications": [{"effect": "NOTE", "law": "50B"}]}
    assert same_substance(before, before | warned) and same_substance(before | warned, before)
    assert not same_substance(before, before | {"rectifications": [{"effect": "CANCEL", "law": "50B"}]})
    ruled_otherwise = outcome("besides", card="DK", besides="yes", option="free") | {"duties": [{"when": "card_gone"}]}
    assert not same_substance(before, ruled_otherwise)


def test_a_signpost_to_another_law_issued_no_ruling_and_none_is_missed(incident, director):
    inquiry = incidents.open_inquiry(incident=incident, law="27", by=director)
    make.answer(inquiry, director, offender="N", bid="1H", in_rotation="no")
    assert (Inquiry.objects.get().stage, Ruling.objects.count()) == ("ruled", 0)
    assert list(replay_incident(incident)) == []
