"""A results file in words: its content, its contradictions with the Laws, the changes it makes."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.messages import constants
from django.utils.translation import gettext as _

from arbitrage.exchange.records import TournamentFile
from arbitrage.models import Tournament
from arbitrage.pages.tournament.import_columns import columns_page, written
from arbitrage.pages.wording.people import person
from arbitrage.services.files import checking, importing, imports, merging

SHOWN = 60
"""Lines of each kind that are listed; more are counted."""


CHECKED = 3_000
"""Lines up to which a page checks a file; `manage.py check_results` checks larger ones."""


def page(step: importing.Preview | importing.Columns | importing.Changes) -> tuple[str, dict[str, Any], bool]:
    """Return the template of a step, its context, and whether the request was successful."""
    carried = {
        "token": step.upload.token,
        "filename": step.upload.filename,
        "columns": written(step.upload.columns),
        "evening": step.upload.evening,
    }
    if isinstance(step, importing.Columns):
        shown = columns_page(step.layout, step.meaning, step.problems) | {"error": step.error}
        return "tournament/import_columns.html", shown | carried, not (step.problems or step.error)
    if isinstance(step, importing.Changes):
        return "tournament/import_changes.html", _changes(step) | carried, step.refused is None
    return "tournament/import.html", _preview(step) | carried, not step.error


def _preview(step: importing.Preview) -> dict[str, Any]:
    return {
        "preview": said_by(step.file, step.upload.filename),
        "targets": targets(step.targets, step.upload.evening),
        "check": checked(step.file),
        "too_long": too_long(step.file),
        "is_table": step.file.format in ("csv", "xlsx", "html"),
        "error": step.error,
    }


def _changes(step: importing.Changes) -> dict[str, Any]:
    error = str(step.refused or "")
    return {
        "merges": [merge_words(merge, step.take) for merge in step.merges],
        "to_write": step.to_write,
        "choices": any(merge.choices for merge in step.merges),
        "shrinks": any(merge.shrinks for merge in step.merges),
        "into": step.into or ",".join(str(merge.tournament.pk) for merge in step.merges),
        "seen": merging.looked_at(step.merges),
        "note": step.note,
        "error": error,
        "wrong": {step.refused.code: error} if step.refused else {},
    }


def done(step: importing.Done) -> tuple[int, str]:
    """Return the message about the outcome: its level and its words."""
    messages_of = {
        "new": _("The tournament is written. Touch the table that calls."),
        "changed": _("The tournament is up to date."),
        "unchanged": _("The tournament had all of it already."),
        "already": _("The club has this file already: here is its tournament."),
    }
    return constants.INFO if step.outcome == "already" else constants.SUCCESS, messages_of[step.outcome]


def leads_to_one(step: importing.Done) -> bool:
    """Is the next page a tournament, instead of the list?"""
    return step.outcome == "already" or len(step.tournaments) == 1


def said_by(file: TournamentFile, filename: str) -> dict[str, Any]:
    """List the contents of the file."""
    return {
        "filename": filename,
        "name": file.name,
        "date": file.date,
        "scoring": Tournament.Scoring(file.scoring).label if file.scoring else _("not said"),
        "winners": file.winners,
        "encoding": _ENCODINGS.get(file.encoding, file.encoding),
        "sessions": [session for session in file.sessions if session],
        "sections": [{"letter": section.letter, "pairs": len(section.contestants)} for section in file.sections],
        "pairs": len(file.contestants),
        "boards": len(file.boards),
        "deals": sum(1 for board in file.boards if board.deal),
        "results": len(file.results),
        "rounds": imports.rounds_of(file),
        "warnings": file.warnings,
    }


_ENCODINGS = {"ascii": "", "utf-8": "UTF-8", "windows-1252": "Windows-1252", "iso-8859-1": "ISO 8859-1"}


def too_long(file: TournamentFile) -> bool:
    """Does the file have more lines than a page has time to check?"""
    return len(file.results) > CHECKED


def checked(file: TournamentFile) -> dict[str, Any] | None:
    """List the contradictions between the file and the Laws; None if there is nothing to compute, or too much for a
    page."""
    if too_long(file):
        return None
    check = checking.check(file)
    if not check.looked_at:
        return None
    return {
        "found": check,
        "way": check.way,
        "findings": [{"one": finding, "why": checking.why(finding.reason)} for finding in check.findings[:SHOWN]],
        "more": max(0, len(check.findings) - SHOWN),
    }


# Update this tournament, or a new one


def targets(
    likenesses: Mapping[str, tuple[merging.Likeness, ...]], evening: Tournament | None = None
) -> list[dict[str, Any]]:
    """List the tournaments that the file may update, each choice with the tournaments of its sessions.

    *sure*: no other one is possible, so that the main button proposes it. *evening* is the tournament from which the
    director came; *doubtful*: the file is unlike it.
    """
    if len(likenesses) == 1:
        ((session, targets),) = likenesses.items()
        choices = [{session: target} for target in targets]
    else:
        taken: dict[str, merging.Likeness] = {}
        for session, targets in likenesses.items():
            free = (
                target for target in targets if target.tournament not in [other.tournament for other in taken.values()]
            )
            if (best := next(free, None)) is not None:
                taken[session] = best
        choices = [taken] if taken else []
    return [
        {
            "value": into({session: target.tournament for session, target in choice.items()}, list(likenesses)),
            "tournaments": [likeness.tournament for likeness in choice.values()],
            "why": " ".join(word for likeness in choice.values() for word in likeness.words())
            if len(choice) == 1
            else "",
            "sure": all(
                likeness.verdict == "sure" or (likeness.tournament == evening and likeness.verdict != "other")
                for likeness in choice.values()
            ),
            "doubtful": any(likeness.verdict == "other" for likeness in choice.values()),
        }
        for choice in choices
    ]


def into(tournaments: Mapping[str, Tournament], sessions: Iterable[str]) -> str:
    """Write the tournaments of the sessions of a file, in order, as the value of a button: identifiers, "" for a new
    one."""
    return ",".join(str(tournaments[session].pk) if session in tournaments else "" for session in sessions)


def merge_words(merge: merging.Merge, taken: Iterable[str]) -> dict[str, Any]:
    """List the changes that a file makes in a tournament."""
    listed = [(name, getattr(merge, name)) for name in ("changed", "removed", "added")]
    return {
        "merge": merge,
        "tournament": merge.tournament,
        "groups": [
            {"name": name, "lines": lines[:SHOWN], "count": len(lines), "more": max(0, len(lines) - SHOWN)}
            for name, lines in listed
            if lines
        ],
        "choices": [_kept_line(choice) | {"taken": choice.key in taken} for choice in merge.choices],
        "left": [_kept_line(change) for change in merge.kept if change.now is None],
        "seated": merge.seated[:SHOWN],
        "more_seated": max(0, len(merge.seated) - SHOWN),
        "about": [_about(*values) for values in merge.about],
        "lost": _lost(merge),
        "several_sections": merge.tournament.sections.count() > 1,
    }


def _lost(merge: merging.Merge) -> str:
    """Count the lines or results that would be removed, for a warning if they are many."""
    words = _(
        "Of the %(lines)s lines of the tournament, %(lost)s are not in the file or have no result there. Is it an "
        "older copy, or another session?"
    )
    return words % {"lines": merge.lines, "lost": len(merge.removed) + len(merge.emptied)}


def _kept_line(change: merging.Change) -> dict[str, Any]:
    return {"change": change, "by": person(change.by) if change.by else ""}


def _about(name: str, was: Any, now: Any) -> dict[str, Any]:
    if name == "scoring":
        was, now = (Tournament.Scoring(scoring).label if scoring else "" for scoring in (was, now))
    names = {"rounds": _("Rounds"), "winners": _("Rankings"), "scoring": _("Scoring")}
    return {"name": names[name], "was": was, "now": now}
