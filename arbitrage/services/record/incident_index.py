"""The search index of incidents, computed from their inquiries, rulings and free texts."""

import hashlib
import json
import re
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import UUIDField
from django.utils import translation

from arbitrage.database.prepared import Prepared
from arbitrage.database.search_words import indexed
from arbitrage.models import Incident, IndexEntry, Inquiry, Note, Ruling
from arbitrage.models.history import locked_stream
from arbitrage.models.incident import EDITIONS
from arbitrage.services.record import unlike_rows
from rulings.engine import text
from rulings.engine.roles import with_roles
from rulings.engine.stored import upgraded

CHANGES = frozenset(
    {
        *("incident_opened", "inquiry_opened", "inquiry_dropped", "ruling_issued", "words_added", "words_erased"),
    }
)
"""Kinds of events that change the search words of an incident; so does every event that names a free text."""


_later: ContextVar[set[uuid.UUID] | None] = ContextVar("incidents to index at the end", default=None)


@contextmanager
def postponed() -> Iterator[None]:
    """Index each changed incident once, on exit from this context. For bulk writers.

    After an error nothing is indexed, because the writes may have been rolled back.
    """
    changed: set[uuid.UUID] = set()
    token = _later.set(changed)
    try:
        yield
    finally:
        _later.reset(token)
    for incident in sorted(changed):
        refresh(incident)


def refresh(incident: uuid.UUID) -> None:
    """Index an incident again, from its stored rows."""
    if (later := _later.get()) is not None:
        later.add(incident)
        return
    columns = made(incident)
    IndexEntry.objects.bulk_create(
        [IndexEntry(incident_id=incident, **columns)],
        update_conflicts=True,
        unique_fields=["incident"],
        update_fields=list(columns),
    )


def made(incident: uuid.UUID) -> dict[str, str]:
    """Compute the columns of an incident's entry from its rows."""
    ((year, number),) = _NUMBERED(incident=incident)
    asked = _ASKED(incident=incident)
    last: dict[uuid.UUID, str] = {}
    for key, outcome in _OUTCOMES(inquiries=[key for key, _edition, _law in asked]) if asked else ():
        last[key] = outcome
    return entry(
        (year, number),
        [(edition, law) for _key, edition, law in asked],
        map(json.loads, last.values()),
        _TYPED(incident=incident),
    )


_NUMBERED = Prepared(
    lambda incident: Incident.objects.filter(pk=incident).order_by().values_list("year", "number"),
    incident=UUIDField(),
)
_ASKED = Prepared(
    lambda incident: (
        Inquiry.objects.filter(incident=incident)
        .exclude(stage=Inquiry.Stage.DROPPED)
        .order_by("order")
        .values_list("pk", "edition", "law")
    ),
    incident=UUIDField(),
)
_OUTCOMES = Prepared(
    lambda inquiries: (
        Ruling.objects.filter(inquiry__in=inquiries).order_by("revision").values_list("inquiry_id", "outcome")
    ),
    inquiries=[UUIDField()],
)
_TYPED = Prepared(
    lambda incident: Note.objects.filter(incident=incident, erased=False).order_by("pk").values_list("text", flat=True),
    incident=UUIDField(),
)


def stored(incidents: Sequence[uuid.UUID]) -> dict[uuid.UUID, dict[str, str]]:
    """Return the stored entries of these incidents."""
    rows = IndexEntry.objects.filter(incident__in=incidents)
    return {row.incident_id: {"situation": row.situation, "words": row.words, "laws": row.laws} for row in rows}


def differences(incident: uuid.UUID, entry: Mapping[str, str] | None, *, current: bool) -> list[str]:
    """List the errors of an incident's index entry; [] when there is none.

    For an entry made with the catalogues of another version (not *current*) only its existence is checked.
    """
    if entry is None:
        sentence = translation.gettext("%(row)s: missing, so that no search finds the incident")
        return [sentence % {"row": unlike_rows.named("IndexEntry")}]
    if not current:
        return []
    anew = made(incident)
    unlike = sorted(name for name in anew if anew[name] != entry[name])
    return [unlike_rows.unlike("IndexEntry", "", unlike)] if unlike else []


def is_current() -> bool:
    """Was the whole index made with the catalogues of this version?"""
    made_for = _made_for()
    return made_for.exists() and made_for.read_text(encoding="ascii") == _words_of_the_program()


def forget_all() -> None:
    """Make the next `refresh_all` rebuild the index, because the database has been replaced."""
    _made_for().unlink(missing_ok=True)


def _made_for() -> Path:
    return Path(settings.DATA_DIR) / "index"


A_FEW = 100
"""Most incidents that are indexed at the start of a new version; more are indexed while the server runs."""


def refresh_all(at_most: int | None = None) -> int:
    """Index every incident again if the catalogues have changed since the last time; return the number indexed. With
    more incidents than *at_most* nothing is done.

    The file ``DATA_DIR/index`` has the digest of the catalogues used for the index.
    """
    made_for = _made_for()
    words = _words_of_the_program()
    if made_for.exists() and made_for.read_text(encoding="ascii") == words:
        return 0
    keys = list(Incident.objects.order_by("pk").values_list("pk", flat=True))
    if at_most is not None and len(keys) > at_most:
        return 0
    for key in keys:
        with transaction.atomic():
            locked_stream(key)  # wait for a director who writes meanwhile, and index the rows as he left them
            refresh(key)
    made_for.write_text(words, encoding="ascii")
    return len(keys)


def _words_of_the_program() -> str:
    """Digest of the catalogues whose words go into the index."""
    catalogues = sorted(path for folder in settings.LOCALE_PATHS for path in Path(folder).glob("*/LC_MESSAGES/*.mo"))
    digest = hashlib.sha256()
    for path in catalogues:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def entry(
    reference: tuple[int, int],
    asked: Iterable[tuple[str, str]],
    outcomes: Iterable[Mapping[str, Any]],
    typed: Iterable[str],
) -> dict[str, str]:
    """Build the columns of an entry. *reference* is the year and the number, *asked* the edition and the law of each
    inquiry, *outcomes* the last ruling of each as it is stored, *typed* the free texts."""
    asked, outcomes = list(asked), [upgraded(dict(outcome)) for outcome in outcomes]
    texts = [" ".join(ref for outcome in outcomes for ref in (outcome["law"], *outcome["law_refs"]))]
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            texts += [_titles(edition, law) for edition, law in asked]
            texts += [_sentences(outcome) for outcome in outcomes]
    year, number = reference
    situation = " ".join(texts)
    return {
        "situation": indexed(situation),
        "words": indexed(f"{situation} {year} {number} {number:04} {' '.join(typed)}"),
        "laws": _numbers([*(law for _edition, law in asked), *(outcome["law"] for outcome in outcomes)]),
    }


def _titles(edition: str, law: str) -> str:
    """Collect the titles of an inquiry's law, the players' words for it, and its tile."""
    entry = EDITIONS.get(edition, {}).get(law)
    if entry is None:
        return law
    finds = translation.gettext(entry.finds) if entry.finds else ""
    return f"{entry.id} {translation.gettext(entry.title)} {finds} {(entry.tile or '').replace('-', ' ')}"


def _sentences(outcome: Mapping[str, Any]) -> str:
    """Collect the sentences of a stored ruling, and the answers that are words of the Law."""
    known = with_roles(outcome["facts"])
    sentences = [outcome["text"], *(effect["text"] for effect in outcome["rectifications"] if effect.get("text"))]
    sentences += [step["label"] for step in outcome["trail"] if step["label"] and step["value"] not in ("yes", "no")]
    return " ".join(text.plain(sentence, known, translation) for sentence in sentences)


def _numbers(laws: Iterable[str]) -> str:
    """Write the numbers of laws, a space around each: " 61 64 "."""
    numbers = {match[0] for law in laws if (match := re.match(r"\d+", law))}
    return f" {' '.join(sorted(numbers, key=int))} " if numbers else ""
