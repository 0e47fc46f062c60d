"""A witness's words cannot be changed unnoticed, and their erasure is visible."""

import pytest

from arbitrage.models import Club, Event, Incident, Note, Stream
from arbitrage.services import incidents
from arbitrage.services.record import free_words, history
from tests.arbitrage import factories as make

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

SAID = "East says that West hesitated."


@pytest.fixture
def witness() -> Incident:
    """An incident with evidence, words added twice, and an answer in words."""
    by = make.make_member(make.make_club())
    incident = make.make_incident(make.make_seed_case(Club.objects.get()), by)
    make.rule_the_seed_case(incident, by)
    incidents.dispute_facts(incident=incident, disputed=True, evidence=SAID, by=by)
    incidents.add_words(incident=incident, words="Calm.", by=by)
    incidents.add_words(incident=incident, words="Calm again.", by=by)
    return incidents.fresh(incident)


def problems(incident: Incident) -> list[str]:
    return history.verify(Stream.objects.get(pk=incident.pk))


def note_of(text: str) -> Note:
    return Note.objects.get(text=text)


def test_every_event_that_brings_words_has_their_digest(witness):
    notes = Note.objects.filter(incident=witness)
    assert notes.count() == 4
    said = [event.data.get("digests", {}) for event in Event.objects.filter(stream_id=witness.pk)]
    tied = {key: digest for one in said for key, digest in one.items()}
    assert tied == {str(note.pk): history.digest(note.text) for note in notes}
    assert problems(witness) == []


@pytest.mark.usefixtures("in_english")
def test_words_rewritten_together_with_their_digest_are_seen(witness):
    note, text = note_of(SAID), "East says nothing."
    Note.objects.filter(pk=note.pk).update(text=text, digest=history.digest(text))
    assert problems(witness) == [
        f"The words of note {note.pk} are not what was typed.",
        f"The digest of note {note.pk} is not the one that its event has.",
    ]


@pytest.mark.usefixtures("in_english")
@pytest.mark.parametrize("text", ["", "[…]", "East says nothing."])
def test_words_marked_as_erased_by_nobody_are_seen(witness, text):
    note = note_of(SAID)
    Note.objects.filter(pk=note.pk).update(text=text, erased=True)
    assert problems(witness) == [f"The words of note {note.pk} are marked as erased, and no event says so."]


@pytest.mark.usefixtures("in_english")
def test_words_lost_or_put_in_are_seen(witness):
    note = note_of("Calm.")
    Note.objects.filter(pk=note.pk).delete()
    put_in = Note.objects.create(incident=witness, text="More.", digest=history.digest("More."))
    assert problems(witness) == [f"Note {put_in.pk} is in no event.", f"Note {note.pk} is missing."]


def test_words_are_erased_from_every_row_and_the_chain_stays_sound(witness):
    by = witness.opened_by
    for note in Note.objects.filter(incident=witness):
        free_words.erase_words(note=note, by=by)
        free_words.erase_words(note=note, by=by)
    witness.refresh_from_db()
    assert (witness.evidence, witness.words) == ("[…]", "[…]\n\n[…]")
    answers = witness.inquiries.get().answers.filter(note__isnull=False)
    assert [answer.value for answer in answers] == ["[…]"]
    assert set(Note.objects.values_list("text", "erased")) == {("[…]", True)}
    assert Event.objects.filter(kind="words_erased", by=by).count() == 4
    assert problems(witness) == []
    assert history.differences(witness) == []


@pytest.mark.usefixtures("in_english")
def test_what_is_put_in_place_of_erased_words_is_seen(witness):
    note = free_words.erase_words(note=note_of(SAID), by=witness.opened_by)
    Note.objects.filter(pk=note.pk).update(text="East confessed.")
    assert problems(witness) == [
        f"The words of note {note.pk} were erased, and something stands in their place.",
    ]


@pytest.mark.usefixtures("in_english")
def test_words_of_an_earlier_version_are_tied_to_the_chain_once(witness, monkeypatch):
    text = "Written by the version before."
    note = Note.objects.create(incident=witness, text=text, digest=history.digest(text))
    history.append(witness.pk, "words_added", by=None, club=witness.club_id, incident=witness, notes=[str(note.pk)])
    altered = Note.objects.create(incident=witness, text="Altered.", digest=history.digest("As it was."))
    history.append(witness.pk, "facts_disputed", by=None, club=witness.club_id, incident=witness, note=str(altered.pk))
    event = free_words.adopt_words(witness)
    assert event.data["digests"] == {str(note.pk): note.digest, str(altered.pk): altered.digest}
    assert event.data["differences"] == [str(altered.pk)]
    assert free_words.adopt_words(witness) is None
    Note.objects.filter(pk=note.pk).update(text="Another.", digest=history.digest("Another."))
    assert f"The digest of note {note.pk} is not the one that its event has." in problems(witness)
