"""The index of the incidents: what each is found by, made from its inquiries, its rulings and its words."""

import hashlib
import json
import re
import uuid
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import translation

from arbitrage.folding import indexed
from arbitrage.models import Incident, IndexEntry, Inquiry, Note, Ruling
from arbitrage.models.incident import EDITIONS
from rulings.engine import text
from rulings.engine.roles import with_roles
from rulings.engine.stored import upgraded

CHANGES = frozenset(
    {
        *("incident_opened", "inquiry_opened", "inquiry_dropped", "ruling_issued"),
        *("facts_disputed", "words_added", "words_erased", "incident_withdrawn", "adjustment_confirmed"),
        *("commented", "question_asked", "question_answered", "ruling_corrected"),
        *("appeal_requested", "appeal_refused", "appeal_stated", "appeal_decided", "appeal_withdrawn"),
    }
)
"""The kinds of events after which an incident is found by other words."""


_later: ContextVar[set[uuid.UUID] | None] = ContextVar("incidents to index at the end", default=None)


@contextmanager
def postponed() -> Iterator[None]:
    """Inside, an incident is indexed once and at the end, however often it changes: for whoever writes many at once.

    Where it ends with an error nothing is indexed: nothing may have been written.
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
    """Bring the index up to date with an incident as it is stored."""
    if (later := _later.get()) is not None:
        later.add(incident)
        return
    year, number = Incident.objects.values_list("year", "number").get(pk=incident)
    inquiries = Inquiry.objects.filter(incident=incident).exclude(stage=Inquiry.Stage.DROPPED)
    last: dict[uuid.UUID, str] = {}
    for key, outcome in (
        Ruling.objects.filter(inquiry__in=inquiries).order_by("revision").values_list("inquiry_id", "outcome")
    ):
        last[key] = outcome
    found = entry(
        (year, number),
        inquiries.values_list("edition", "law"),
        map(json.loads, last.values()),
        Note.objects.filter(incident=incident, erased=False).values_list("text", flat=True),
    )
    IndexEntry.objects.bulk_create(
        [IndexEntry(incident_id=incident, **found)],
        update_conflicts=True,
        unique_fields=["incident"],
        update_fields=list(found),
    )


def forget_all() -> None:
    """The next `refresh_all` makes the index again: the database is another one now."""
    _made_for().unlink(missing_ok=True)


def _made_for() -> Path:
    return Path(settings.DATA_DIR) / "index"


def refresh_all() -> int:
    """Make the whole index again if the words of the program have changed since; how many incidents were read.

    A file beside the data says for which words it was made.
    """
    made_for = _made_for()
    words = _words_of_the_program()
    if made_for.exists() and made_for.read_text(encoding="ascii") == words:
        return 0
    keys = list(Incident.objects.order_by("pk").values_list("pk", flat=True))
    for key in keys:
        refresh(key)
    made_for.write_text(words, encoding="ascii")
    return len(keys)


def _words_of_the_program() -> str:
    """A digest of the catalogues, with which the index is made."""
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
    """The columns of an entry. *reference* is the year and the number, *asked* the edition and the law of each inquiry,
    *outcomes* the last ruling of each as it is stored, *typed* the free words."""
    asked, outcomes = list(asked), [upgraded(dict(one)) for one in outcomes]
    said = [" ".join(ref for one in outcomes for ref in (one["law"], *one["law_refs"]))]
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            said += [_titles(edition, law) for edition, law in asked]
            said += [_sentences(one) for one in outcomes]
    year, number = reference
    situation = " ".join(said)
    return {
        "situation": indexed(situation),
        "words": indexed(f"{situation} {year} {number} {number:04} {' '.join(typed)}"),
        "laws": _numbers([*(law for _edition, law in asked), *(one["law"] for one in outcomes)]),
    }


def _titles(edition: str, law: str) -> str:
    """What the law of an inquiry is called, in the players' words too, and the tile that it stands under."""
    entry = EDITIONS.get(edition, {}).get(law)
    if entry is None:
        return law
    finds = translation.gettext(entry.finds) if entry.finds else ""
    return f"{entry.id} {translation.gettext(entry.title)} {finds} {(entry.tile or '').replace('-', ' ')}"


def _sentences(outcome: Mapping[str, Any]) -> str:
    """What a stored ruling says, and what was answered where the answers are words of the Law."""
    known = with_roles(outcome["facts"])
    said = [outcome["text"], *(one["text"] for one in outcome["rectifications"] if one.get("text"))]
    said += [one["label"] for one in outcome["trail"] if one["label"] and one["value"] not in ("yes", "no")]
    return " ".join(text.plain(one, known, translation) for one in said)


def _numbers(laws: Iterable[str]) -> str:
    """The numbers of laws, a space around each: " 61 64 "."""
    found = {match[0] for law in laws if (match := re.match(r"\d+", law))}
    return f" {' '.join(sorted(found, key=int))} " if found else ""
