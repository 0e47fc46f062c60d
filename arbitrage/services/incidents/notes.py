"""Free text: checked, and stored in notes outside the chain, which contains only the digest."""

from django.utils.translation import gettext_lazy as _

from arbitrage.models import Incident, Note
from arbitrage.services.errors import Refused
from arbitrage.services.record.history import digest

LONGEST_WORDS = 5000


def words_typed(text: str) -> str:
    """Normalise a typed free text for storage.

    :raises Refused: the text is too long.
    """
    text = text.strip()
    if len(text) > LONGEST_WORDS:
        raise Refused(_("This text is too long: shorten it to 5,000 characters."), "too_long")
    return text


def note_of(incident: Incident, text: str) -> Note | None:
    """Store a free text as a note, outside the chain; None for an empty text."""
    return Note.objects.create(incident=incident, text=text, digest=digest(text)) if text else None
