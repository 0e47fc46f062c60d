"""A note is saved while it is typed: it stays one note, shows its last words, and keeps every version."""

import pytest

from arbitrage.database.ids import uuid7
from arbitrage.models import Event, Incident, Note, Stream
from arbitrage.pages.board.history import History
from arbitrage.pages.incident.notes import notes_of
from arbitrage.services import incidents
from arbitrage.services.errors import Refused
from arbitrage.services.record import history
from arbitrage.services.record.free_words import erase_words
from tests.arbitrage.at_the_screen import post, sign_in, url, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def write(incident, director):
    """A function that saves the text typed so far, by default always of the same note."""
    writing = uuid7()

    def on(said: str, edit: int, of=writing, by=director) -> Incident:
        return incidents.write_note(incident=incident, words=said, by=by, writing=of, edit=edit)

    return on


def texts(incident: Incident) -> list[str]:
    return [note.words for note in notes_of(incident)]


def test_what_is_typed_on_takes_the_place_of_what_was_saved(write, incident):
    for edit, said in enumerate(("Le mort", "Le mort a", "Le mort a parlé.")):
        exported = write(said, edit)
    assert (exported.words, texts(exported)) == ("Le mort a parlé.", ["Le mort a parlé."])
    assert Note.objects.count() == 3, "every version is kept"
    assert history.differences(exported) == []
    assert history.verify(Stream.objects.get(pk=incident.pk)) == []


def test_sent_twice_or_late_it_changes_nothing(write):
    write("Le mort", 1)
    write("Le mort a parlé.", 3)
    for said, edit in (("Le mort a parlé.", 3), ("Le mort a parlé.", 4), ("Le mort a", 2), ("Le mort", 1)):
        assert write(said, edit).words == "Le mort a parlé."
    assert Event.objects.filter(kind="words_added").count() == 2


def test_a_note_keeps_its_place_among_the_others_and_two_directors_write_two(write, incident, director, colleague):
    other = uuid7()
    write("Une", 1)
    incidents.add_words(incident=incident, words="Deux", by=director)
    write("Trois", 1, of=other, by=colleague)
    write("Une et demie", 2)
    exported = write("Trois.", 2, of=other, by=colleague)
    assert exported.words == "Une et demie\n\nDeux\n\nTrois."
    with pytest.raises(Refused):
        write("à lui", 9, of=other)


def test_a_note_that_is_emptied_is_gone_and_may_come_back(write, incident):
    write("Une erreur", 1)
    assert write("", 2).words == ""
    assert write("Une autre", 3).words == "Une autre"
    assert history.differences(Incident.objects.get()) == []


def test_nothing_is_written_where_nothing_was_typed(write):
    assert write("", 1).words == ""
    assert not Event.objects.filter(kind="words_added").exists()


def test_the_history_shows_a_note_once_in_its_last_words(write, incident, board):
    for edit, said in enumerate(("Le mort", "Le mort a parlé.")):
        write(said, edit)
    shown = [entry["words"] for entry in History(board).entries() if entry.get("fact") == "Note"]
    assert shown == ["Le mort a parlé."]


def test_erasing_a_note_erases_every_version_of_it(write, incident):
    write("Mme Dupont", 1)
    write("Mme Dupont est partie.", 2)
    erase_words(note=Note.objects.get(text="Mme Dupont est partie."), by=None)
    assert not Note.objects.filter(text__contains="Dupont").exists()
    assert history.verify(Stream.objects.get(pk=incident.pk)) == []
    assert history.differences(Incident.objects.get()) == []


def test_the_page_goes_on_with_what_its_device_has_saved_and_needs_no_script(write, incident, director):
    client = sign_in(director)
    writing = uuid7()
    address = url("add_words", incident.pk)
    post(client, address, {"words": "Le mort a parlé.", "writing": writing, "edit": 2})
    post(client, address, {"words": "Le mort a parlé deux fois.", "writing": writing, "edit": 3})
    post(client, address, {"words": "Ouest est calme."})
    assert texts(incident) == ["Le mort a parlé deux fois.", "Ouest est calme."]
    assert "Le mort a parlé deux fois." in words(client.get(address))
