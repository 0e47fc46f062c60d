"""An appeal as the Laws describe it: the notice, the request or its refusal, the hearing by a committee, the decision,
and the score that carries it out."""

import datetime
import json
import uuid
from contextlib import contextmanager, nullcontext

import pytest
from django.db import IntegrityError, transaction
from django.utils import translation

from arbitrage.models import Appeal, AppealSeat, AppealWords, Contestant, Event, Incident, Inquiry, Note, RightTold
from arbitrage.pages.report import report
from arbitrage.services import appeals, clock, incidents
from arbitrage.services.appeals import wishes
from arbitrage.services.appeals.asking import period
from arbitrage.services.errors import Refused
from arbitrage.services.files.cases import export_case, import_case
from arbitrage.services.incidents import reviewing
from arbitrage.services.proof.replay import replay_incident
from arbitrage.services.record import history
from arbitrage.services.record.free_words import erase_words
from arbitrage.services.results.scores import Choice, confirm_adjustment, propose_adjustment
from arbitrage.services.tournaments import publish_scores
from arbitrage.services.tournaments.regulations import set_regulations
from rulings.bridge import Seat as At
from rulings.bridge import parse_contract
from rulings.scores.award import Award, Possible
from tests.arbitrage import factories as make

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replayed")]

PUBLISHED = datetime.datetime(2026, 11, 20, 22, 30, tzinfo=datetime.UTC)


def minutes(number: int):
    """Return a context manager that sets the clock to *number* minutes after the publication."""
    return clock.at(PUBLISHED + datetime.timedelta(minutes=number))


@contextmanager
def refused(code: str):
    """Expect a refusal with this code that stores nothing."""
    before = Event.objects.count()
    with pytest.raises(Refused) as found:
        yield
    assert (found.value.code, Event.objects.count()) == (code, before)


@pytest.fixture(scope="module")
def scene(set_once) -> None:
    set_once(make.a_ruled_revoke)


@pytest.fixture
def unruled(board, director) -> Incident:
    """A call of table 2 on that board, without an inquiry yet."""
    return make.make_incident(board, director, table=2)


@pytest.fixture
def president(club):
    return make.make_member(club, "girard", role="manager")


@pytest.fixture
def published(ruled, director):
    """The seed case, ruled and confirmed, its scores published at 22:30."""
    confirm_adjustment(incident=ruled, by=director, seen=propose_adjustment(ruled).digest)
    with minutes(0):
        publish_scores(tournament=ruled.tournament, by=director)
    return incidents.fresh(ruled)


def ask(incident, by, **said) -> Appeal:
    return appeals.request_appeal(incident=incident, by=by, **({"side": "EW", "about": "facts", "agreed": True} | said))


@pytest.fixture
def asked(published, director) -> Appeal:
    """An appeal that East-West requested ten minutes after the publication."""
    with minutes(10):
        return ask(published, director, grounds="Jeanne avait déjà joué.")


def sits(appeal, by, *names: str) -> None:
    for number, name in enumerate(names):
        appeals.seat(appeal=appeal, role="member" if number else "chair", name=name, by=by)


def decided(appeal, by, **said) -> Appeal:
    sits(appeal, by, "Alice Renard", "Bruno Petit")
    return decide(appeal, by, **said)


def decide(appeal, by, **said) -> Appeal:
    usual = {"outcome": "stands", "law": "64A2", "reasons": "Les faits sont clairs."}
    return appeals.decide(appeal=appeal, by=by, **(usual | said))


def play_by(club, director, **own: str) -> None:
    set_regulations(club=club, by=director, authority="ffb", own=own, since=datetime.date(2026, 1, 1))


def sound(incident) -> bool:
    stream = incident.events.order_by("seq").first().stream
    return not history.verify(stream) and not history.differences(incident) and not list(replay_incident(incident))


def state(incident) -> str:
    return Incident.objects.values_list("state", flat=True).get(pk=incident.pk)


# The notice of the right to appeal (83)


def test_the_director_says_that_he_told_a_side_once_of_a_ruling(ruled, director, colleague):
    assert appeals.tell_the_right(incident=ruled, side="EW", by=director)
    assert appeals.tell_the_right(incident=ruled, side="EW", by=colleague).by == director
    reviewing.supersede(
        inquiry=ruled.inquiries.get(),
        answers={"tricks_after": "0"},
        reason="Recompté.",
        seen_version=ruled.inquiries.get().version,
        by=director,
    )
    appeals.tell_the_right(incident=ruled, side="EW", by=colleague)
    told = RightTold.objects.order_by("at", "pk").values_list("side", "ruling__revision", "by__username")
    assert list(told) == [("EW", 2, "martin"), ("EW", 3, "leclerc")]
    assert sound(ruled)


def test_nobody_is_told_of_a_ruling_that_was_not_given(unruled, director):
    with refused("not_ruled"):
        appeals.tell_the_right(incident=unruled, side="both", by=director)


# The time limit (92B)


@pytest.mark.parametrize(
    ("own", "after", "left", "over"),
    [
        ({}, 0, 30, False),
        ({}, 10, 20, False),
        ({}, 30, 0, False),
        ({}, 31, 0, True),
        ({"appeal_minutes": "20"}, 21, 0, True),
        ({"appeal_minutes": "1440"}, 60, 1380, False),
        ({"correction_minutes": "30", "appeal_minutes": "45"}, 31, 14, False),
    ],
)
def test_the_time_for_appeals_is_the_club_s(published, club, director, own, after, left, over):
    play_by(club, director, **own)
    with minutes(after):
        found = period(incidents.fresh(published).tournament, clock.now())
        assert (found.minutes_left(clock.now()), found.over) == (left, over)


def test_before_the_publication_the_time_has_not_begun(ruled, director):
    assert period(ruled.tournament, clock.now()).until is None
    assert ask(ruled, director).until is None


# The request (92)


def test_an_appeal_freezes_the_facts_and_says_how_far_the_record_went(published, director, asked):
    events = list(Event.objects.filter(stream_id=published.pk).order_by("seq"))
    assert (asked.entries, asked.seal) == (events[-2].seq, events[-2].hash)
    assert (asked.side, asked.consent, asked.about, asked.heard_by) == ("EW", "both", "facts", "committee")
    assert asked.until == PUBLISHED + datetime.timedelta(minutes=30)
    assert asked.ruling == published.inquiries.get().current_ruling
    assert state(published) == "appealed"
    assert asked.grounds == "Jeanne avait déjà joué."
    assert "Jeanne" not in "".join(Event.objects.values_list("body", flat=True))
    assert sound(published)


def test_nothing_of_a_decision_under_appeal_is_changed(published, asked, director, colleague):
    inquiry = published.inquiries.get()
    for act in (
        lambda: make.answer(inquiry, director, tricks_after="1"),
        lambda: incidents.add_words(incident=published, words="Encore un mot.", by=director),
        lambda: incidents.open_inquiry(incident=published, law="61", by=director),
        lambda: confirm_adjustment(incident=published, by=director, seen="x"),
        lambda: incidents.withdraw_incident(incident=published, by=director),
        lambda: reviewing.supersede(
            inquiry=inquiry, answers={"tricks_after": "0"}, reason="Non.", seen_version=inquiry.version, by=director
        ),
    ):
        with refused("under_appeal"):
            act()
    assert reviewing.comment(incident=published, words="On en parle.", by=colleague)


@pytest.mark.parametrize(
    ("kind", "said", "law"),
    [
        ("pairs", {"agreed": False}, "92D"),
        ("teams", {"agreed": False}, "92D"),
        ("pairs", {"after": 31}, "92B"),
        ("individual", {"agreed": False, "after": 31}, "92B"),
    ],
)
def test_what_law_92_does_not_hear_is_refused_and_can_be_noted_with_its_law(published, director, kind, said, law):
    published.tournament.kind = kind
    published.tournament.save()
    after = said.pop("after", 10)
    with minutes(after), refused(law):
        ask(published, director, **said)
    assert not Appeal.objects.exists()
    with minutes(after):
        noted = ask(published, director, note_refusal=True, **said)
    assert (noted.state, noted.law, state(published)) == ("refused", law, "ruled")
    with minutes(12):  # the partner agrees after all
        assert ask(published, director).state == "requested"
    assert sound(published)


def test_in_an_individual_no_partner_is_asked_and_in_teams_the_captain(published, director):
    for kind, consent in (("individual", "player"), ("teams", "captain")):
        published.tournament.kind = kind
        published.tournament.save()
        with minutes(5):
            appeal = ask(published, director, agreed=kind == "teams")
        assert appeal.consent == consent
        appeals.withdraw(appeal=appeal, by=director)


def test_the_director_refers_a_case_himself_whatever_the_time(published, director):
    with minutes(600):
        appeal = ask(published, director, side="", agreed=False)
    assert (appeal.side, appeal.consent, appeal.state) == ("", "", "requested")


def test_one_appeal_is_open_at_a_time_and_sent_twice_it_is_asked_once(published, director, asked):
    with refused("open"):
        ask(published, director, side="NS")
    again = appeals.request_appeal(incident=published, side="EW", about="facts", agreed=True, by=director, id=asked.pk)
    assert again == asked
    with refused("identifier_reused"):
        appeals.request_appeal(incident=published, side="NS", about="facts", agreed=True, by=director, id=asked.pk)


def test_what_is_not_ruled_or_still_waits_is_not_appealed(unruled, director):
    with refused("not_ruled"):
        ask(unruled, director)
    inquiry = incidents.open_inquiry(incident=unruled, law="64", by=director)
    make.answer(inquiry, director, **make.DURING_THE_PLAY)
    with refused("waiting"):
        ask(unruled, director)


def test_a_deposit_is_taken_where_the_club_asks_for_one(published, club, director, president):
    play_by(club, director, appeal_deposit="20")
    with minutes(5), refused("deposit"):
        ask(published, director)
    with minutes(5):
        appeal = ask(published, director, deposit_paid=True)
    assert appeal.deposit == 20
    sits(appeal, president, "Alice Renard")
    with refused("merit"):
        decide(appeal, president, deposit_kept=True)
    appeal = decide(appeal, president, without_merit=True, deposit_kept=True)
    assert (appeal.without_merit, appeal.deposit_kept) == (True, True)


@pytest.mark.parametrize(
    ("kept", "french", "english"),
    [
        (True, "Consignation de 20 euros : conservée.", "Deposit of 20 euros: kept."),
        (False, "Consignation de 20 euros : rendue.", "Deposit of 20 euros: returned."),
    ],
)
def test_the_report_says_what_became_of_the_deposit(published, club, director, president, kept, french, english):
    play_by(club, director, appeal_deposit="20")
    with minutes(5):
        appeal = ask(published, director, deposit_paid=True)
    sits(appeal, president, "Alice Renard")
    decide(appeal, president, without_merit=True, deposit_kept=kept)
    for language, told in (("fr", french), ("en", english)):
        with translation.override(language):
            said = str(report(incidents.fresh(published), address="")["on_appeal"])
        assert told in said.replace("\\xa0", " ").replace("\\u202f", " ")


# The committee


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("NS 1.1", "party"),
        ("ns  1.2", "party"),
        ("EW 1.1", "party"),
        ("1.1 EW", "party"),
        ("EW 3.1", "team_mate"),
        ("EW 2.1", None),
        ("", "nobody"),
    ],
)
def test_nobody_of_the_table_or_of_their_teams_sits(asked, president, name, code):
    Contestant.objects.filter(number__in=("1", "3"), direction="EW").update(team="Les Dauphins")
    if code is None:
        assert appeals.seat(appeal=asked, role="chair", name=name, by=president).name == name
    else:
        with refused(code):
            appeals.seat(appeal=asked, role="chair", name=name, by=president)


def test_the_director_who_ruled_sits_where_the_club_says_so_and_one_who_plays_at_the_table_never(
    asked, club, director, colleague, president
):
    with refused("own_ruling"):
        appeals.seat(appeal=asked, role="chair", user=director, by=president)
    play_by(club, director, appeal_own_director="yes")
    assert appeals.seat(appeal=asked, role="chair", user=director, by=president)
    tournament = asked.incident.tournament
    tournament.playing = {str(colleague.pk): str(asked.incident.result.ew_id)}
    tournament.save()
    with refused("party"):
        appeals.seat(appeal=asked, role="member", user=colleague, by=president)


def test_a_member_sits_once_there_is_one_chair_and_one_referee(asked, president, colleague):
    appeals.seat(appeal=asked, role="chair", user=colleague, by=president)
    with refused("twice"):
        appeals.seat(appeal=asked, role="member", user=colleague, by=president)
    with refused("chair"):
        appeals.seat(appeal=asked, role="chair", name="Alice Renard", by=president)
    stranger = make.make_member(make.make_club("Autre", "autre"), "durand")
    with refused("nobody"):
        appeals.seat(appeal=asked, role="member", user=stranger, by=president)
    appeals.unseat(seat=asked.seats.get(), by=president)
    assert not asked.seats.exists()
    asked = appeals.set_body(appeal=asked, body="referee", by=president)
    appeals.seat(appeal=asked, role="member", name="Alice Renard", by=president)
    with refused("referee"):
        appeals.seat(appeal=asked, role="member", name="Bruno Petit", by=president)
    asked = appeals.set_body(appeal=asked, body="director", by=president)
    assert not asked.seats.exists()
    with refused("body"):
        appeals.seat(appeal=asked, role="member", name="Bruno Petit", by=president)
    assert sound(asked.incident)


# Statements of the parties


def test_each_side_states_and_the_hearing_is_noted_and_nothing_said_is_replaced(asked, director, president):
    for kind, words in (("NS", "Il avait joué."), ("EW", "Non."), ("director", "Vu la carte."), ("hearing", "À 23 h.")):
        appeals.say(appeal=asked, kind=kind, words=words, by=president)
    appeals.say(appeal=asked, kind="EW", words="Non, vraiment.", by=president)
    said = list(AppealWords.objects.order_by("at", "pk").values_list("kind", "text"))
    assert [text for kind, text in said if kind == "EW"] == ["Non.", "Non, vraiment."]
    with refused("empty"):
        appeals.say(appeal=asked, kind="EW", words="  ", by=president)
    with refused("kind"):
        appeals.say(appeal=asked, kind="kibitzer", words="Moi !", by=president)
    erase_words(note=asked.words.get(text="Non.").note, by=president)
    assert asked.words.filter(text="[…]").count() == 1
    assert sound(asked.incident)


# The decision (93)


def test_a_decision_has_its_law_and_reasons_and_needs_who_sits(asked, president):
    with refused("seats"):
        decide(asked, president)
    appeals.seat(appeal=asked, role="member", name="Alice Renard", by=president)
    with refused("seats"):
        decide(asked, president)
    appeals.seat(appeal=asked, role="chair", name="Bruno Petit", by=president)
    for said, code in (
        ({"law": "Article 64"}, "law"),
        ({"law": ""}, "law"),
        ({"reasons": " "}, "empty"),
        ({"outcome": "perhaps"}, "outcome"),
    ):
        with refused(code):
            decide(asked, president, **said)
    done = decide(asked, president, law="64A2, 12C1(c)")
    assert (done.state, done.outcome, done.law, done.why) == (
        "decided",
        "stands",
        "64A2, 12C1(c)",
        "Les faits sont clairs.",
    )
    assert state(asked.incident) == "ruled"
    assert not done.to_carry_out
    with refused("over"):
        appeals.say(appeal=asked, kind="NS", words="Trop tard.", by=president)
    with refused("over"):
        appeals.withdraw(appeal=asked, by=president)
    assert sound(asked.incident)


@pytest.mark.parametrize(
    ("about", "body", "outcome", "code"),
    [
        ("facts", "committee", "score", None),
        ("both", "committee", "ruling", None),
        ("law", "committee", "score", "recommends"),
        ("law", "referee", "ruling", "recommends"),
        ("discipline", "committee", "score", "recommends"),
        ("law", "committee", "recommends", None),
        ("law", "director", "ruling", None),
        ("discipline", "committee", "stands", None),
    ],
)
def test_a_committee_does_not_overrule_the_director_on_law_it_recommends(
    published, director, president, about, body, outcome, code
):
    with minutes(5):
        appeal = ask(published, director, about=about)
    appeal = appeals.set_body(appeal=appeal, body=body, by=president)
    if body != "director":
        appeals.seat(appeal=appeal, role="chair", name="Alice Renard", by=president)
    if code:
        with refused(code):
            decide(appeal, president, outcome=outcome)
    else:
        assert decide(appeal, president, outcome=outcome).outcome == outcome


def test_who_ruled_does_not_write_the_decision_of_the_committee_on_it(asked, director, president):
    sits(asked, president, "Alice Renard")
    with refused("own_ruling"):
        decide(asked, director)
    asked = appeals.set_body(appeal=asked, body="director", by=president)
    assert decide(asked, director).state == "decided"


# The decision is carried out


def test_another_score_is_given_on_the_way_of_every_score_and_supersedes_the_one_before(asked, director, president):
    done = decided(asked, president, outcome="score", law="12C1(c)")
    assert done.to_carry_out
    incident, before = asked.incident, asked.incident.adjustments.get()
    played = parse_contract("3NT").by(At("S"))
    choice = Choice(Award(*2 * ((Possible.of(played, 11, "NS"),),)), "12C1", "Appel : les levées restent acquises.")
    proposal = propose_adjustment(incident, choice)
    after = confirm_adjustment(incident=incident, by=director, seen=proposal.digest, choice=choice)
    done.refresh_from_db()
    assert (done.adjustment, done.to_carry_out) == (after, False)
    assert (after.supersedes, after.reason) == (before, "Appel : les levées restent acquises.")
    last = Event.objects.filter(incident=incident).order_by("-seq")[:2]
    assert [entry.kind for entry in last] == ["appeal_carried_out", "adjustment_confirmed"]
    assert last[1].data["correction"] == "93"  # although the correction period is over
    assert sound(incident)


def test_another_ruling_supersedes_the_one_appealed_and_its_score_follows(asked, director, president):
    done = decided(asked, president, outcome="ruling", law="64A2")
    inquiry = asked.incident.inquiries.get()
    ruling = reviewing.supersede(
        inquiry=inquiry, answers={"tricks_after": "0"}, reason="Appel.", seen_version=inquiry.version, by=director
    )
    done.refresh_from_db()
    assert (done.new_ruling, done.adjustment, done.to_carry_out) == (ruling, None, False)
    seen = propose_adjustment(asked.incident).digest
    score = confirm_adjustment(incident=asked.incident, by=director, seen=seen)
    done.refresh_from_db()
    assert done.adjustment == score
    assert sound(asked.incident)
    inquiry = asked.incident.inquiries.get()
    reviewing.supersede(
        inquiry=inquiry, answers={"tricks_after": "1"}, reason="Encore.", seen_version=inquiry.version, by=director
    )
    seen = propose_adjustment(asked.incident).digest
    with refused("correction_period_over"):  # later events are no part of the appeal
        confirm_adjustment(incident=asked.incident, by=director, seen=seen)


def test_the_score_that_follows_from_the_rulings_is_not_the_other_one_that_an_appeal_says(ruled, director, president):
    done = decided(ask(ruled, director), president, outcome="score", law="12C1(c)")
    confirm_adjustment(incident=ruled, by=director, seen=propose_adjustment(ruled).digest)
    done.refresh_from_db()
    assert done.to_carry_out


def test_a_score_confirmed_when_no_decision_asks_for_one_is_no_part_of_the_appeal(asked, director, president):
    decided(asked, president)
    inquiry = asked.incident.inquiries.get()
    reviewing.supersede(
        inquiry=inquiry, answers={"tricks_after": "0"}, reason="Recompté.", seen_version=inquiry.version, by=director
    )
    assert not Event.objects.filter(kind="appeal_carried_out").exists()


# A withdrawn appeal, and an appeal to a higher body


def test_a_withdrawn_appeal_leaves_the_ruling_and_may_be_asked_for_again_in_time(asked, published, director):
    gone = appeals.withdraw(appeal=asked, words="Il se rend.", by=director)
    assert (gone.state, gone.why, state(published)) == ("withdrawn", "Il se rend.", "ruled")
    with minutes(20):
        assert ask(published, director).state == "requested"
    assert sound(published)


def test_a_further_appeal_goes_to_the_authority_where_the_club_knows_one(asked, published, club, director, president):
    play_by(club, director, appeal_further_days="0")
    decided(asked, president)
    with minutes(30), refused("last"):
        ask(published, director)
    play_by(club, director, appeal_further_days="8")
    first = Appeal.objects.get()
    with clock.at(first.decided_at + datetime.timedelta(days=9)), refused("92B"):
        ask(published, director)
    with clock.at(first.decided_at + datetime.timedelta(days=7)):
        further = ask(published, director, side="NS")
    assert (further.level, further.of, further.heard_by) == ("authority", first, "authority")
    with refused("body"):
        appeals.set_body(appeal=further, body="committee", by=president)
    assert decide(further, president, outcome="ruling").to_carry_out
    with refused("due"):
        ask(published, director)
    assert sound(published)


# A request by a pair's own link


def by_link(incident, after: int) -> None:
    """Let East-West ask by its link, some minutes after the publication."""
    with minutes(after):
        wishes.wish(incident=incident, side="EW", agreed=True, link=uuid.uuid4())


def test_a_request_that_waits_decides_whether_the_appeal_is_in_time(published, director):
    by_link(published, 10)
    with minutes(600):
        assert ask(published, director).state == "requested"


def test_a_withdrawn_appeal_is_asked_for_again_in_time_whenever_the_pair_asked_first(published, director):
    by_link(published, 10)
    with minutes(15):
        appeals.withdraw(appeal=ask(published, director), by=director)
    with minutes(600), refused("92B"):
        ask(published, director)
    with minutes(20), refused("over"):
        wishes.wish(incident=published, side="EW", agreed=True, link=uuid.uuid4())


def test_a_further_appeal_has_its_own_time_whenever_the_pair_asked_first(published, club, director, president):
    play_by(club, director, appeal_further_days="8")
    by_link(published, 10)
    with minutes(15):
        first = decided(ask(published, director), president)
    with clock.at(first.decided_at + datetime.timedelta(days=9)), refused("92B"):
        ask(published, director)


@pytest.mark.parametrize(("further", "after", "code"), [("0", 1, "last"), ("8", 7, ""), ("8", 9, "92B")])
def test_the_other_side_asks_for_a_further_appeal_in_its_time_alone(
    asked, published, club, director, president, further, after, code
):
    play_by(club, director, appeal_further_days=further)
    first = decided(asked, president)
    with clock.at(first.decided_at + datetime.timedelta(days=after)), refused(code) if code else nullcontext():
        wishes.wish(incident=published, side="NS", agreed=True, link=uuid.uuid4())
        assert ask(published, director, side="NS").level == "authority"


# The record


@pytest.mark.usefixtures("in_english")
def test_the_rows_of_an_appeal_are_rebuilt_from_its_events(asked, president):
    appeals.say(appeal=asked, kind="NS", words="Il avait joué.", by=president)
    decided(asked, president)
    models = (Appeal, AppealWords, AppealSeat)
    before = {model: list(model.objects.order_by("pk").values()) for model in models}
    AppealWords.objects.all().delete()
    AppealSeat.objects.filter(role="chair").update(name="Quelqu’un d’autre")
    Appeal.objects.update(outcome="score", law="12")
    assert len(history.rebuild(asked.incident)) == 3
    assert {model: list(model.objects.order_by("pk").values()) for model in models} == before
    Note.objects.filter(text="Il avait joué.").update(text="Il n’avait pas joué.")
    assert [one for one in history.verify(asked.incident.events.first().stream) if "not what was typed" in one]


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"state": "lost"}, "an_appeal_has_a_known_state"),
        ({"decided_at": PUBLISHED}, "an_appeal_is_over_when_it_says_when"),
        ({"outcome": "stands"}, "a_decided_appeal_has_its_outcome_and_law"),
        ({"consent": ""}, "an_appeal_of_players_has_their_consent"),
        ({"level": "authority"}, "a_further_appeal_is_of_a_decided_one"),
        ({"deposit_kept": True}, "a_deposit_is_kept_only_without_merit"),
    ],
)
def test_the_database_itself_refuses_what_no_appeal_is(asked, change, name):
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        Appeal.objects.update(**change)


def test_the_database_itself_refuses_a_second_open_appeal_and_a_second_chair(asked, president):
    sits(asked, president, "Alice Renard", "Bruno Petit")
    fields = Appeal.objects.values().get()
    with pytest.raises(IntegrityError), transaction.atomic():
        Appeal.objects.create(**{name: value for name, value in fields.items() if name != "id"})
    with pytest.raises(IntegrityError), transaction.atomic():
        AppealSeat.objects.update(role="chair")


def test_a_case_under_appeal_goes_to_another_club_without_its_people(asked, president, colleague):
    appeals.seat(appeal=asked, role="chair", user=colleague, by=president)
    appeals.say(appeal=asked, kind="EW", words="Il avait joué.", by=president)
    appeals.decide(appeal=asked, outcome="stands", law="64A2", reasons="Clair.", by=president)
    other = make.make_club("Autre club", "autre")
    there = import_case(club=other, by=make.make_member(other, "durand"), data=export_case(asked.incident).data)
    copy = there.incident.appeals.get()
    assert (copy.state, copy.outcome, copy.why, copy.grounds) == ("decided", "stands", "Clair.", asked.grounds)
    assert list(copy.seats.values_list("role", "user")) == [("chair", None)]
    assert history.differences(there.incident) == []
    assert json.loads(export_case(there.incident).data)


def test_an_inquiry_that_was_dropped_is_not_appealed(published, director):
    with minutes(10):
        incidents.drop_inquiry(inquiry=Inquiry.objects.get(), by=director)
        with refused("not_ruled"):
            ask(published, director)
