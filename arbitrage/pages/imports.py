"""A results file in words: what it says, where the Laws disagree, what it changes."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.exchange.records import TournamentFile
from arbitrage.models import Tournament
from arbitrage.pages.people import person
from arbitrage.services.files import checking, imports, merging

SHOWN = 60
"""So many lines of each kind are listed; more are counted."""


CHECKED = 3_000
"""Files with more lines are checked by `manage.py check_results`, which has no page waiting for it."""


def said_by(file: TournamentFile, filename: str) -> dict[str, Any]:
    """What the file says, as the page lists it."""
    return {
        "filename": filename,
        "name": file.name,
        "date": file.date,
        "scoring": Tournament.Scoring(file.scoring).label if file.scoring else _("not said"),
        "winners": file.winners,
        "encoding": _ENCODINGS.get(file.encoding, file.encoding),
        "sessions": [one for one in file.sessions if one],
        "sections": [{"letter": one.letter, "pairs": len(one.contestants)} for one in file.sections],
        "pairs": len(file.contestants),
        "boards": len(file.boards),
        "deals": sum(1 for board in file.boards if board.deal),
        "results": len(file.results),
        "rounds": imports.rounds_of(file),
        "warnings": file.warnings,
    }


_ENCODINGS = {"ascii": "", "utf-8": "UTF-8", "windows-1252": "Windows-1252", "iso-8859-1": "ISO 8859-1"}


def too_long(file: TournamentFile) -> bool:
    """Whether the file has more lines than a page has time to check."""
    return len(file.results) > CHECKED


def checked(file: TournamentFile) -> dict[str, Any] | None:
    """Where the file and the Laws disagree; None where there is nothing to compute, or too much for a page."""
    if too_long(file):
        return None
    found = checking.check(file)
    if not found.looked_at:
        return None
    return {
        "found": found,
        "way": found.way,
        "findings": [{"one": one, "why": checking.why(one.reason)} for one in found.findings[:SHOWN]],
        "more": max(0, len(found.findings) - SHOWN),
    }


# Update this tournament, or a new one


def targets(found: Mapping[str, tuple[merging.Target, ...]]) -> list[dict[str, Any]]:
    """The tournaments that the file may be an update of, each choice with the tournaments of its sessions."""
    if len(found) == 1:
        ((session, targets),) = found.items()
        choices = [{session: target} for target in targets]
    else:
        taken: dict[str, merging.Target] = {}
        for session, targets in found.items():
            free = (one for one in targets if one.tournament not in [other.tournament for other in taken.values()])
            if (best := next(free, None)) is not None:
                taken[session] = best
        choices = [taken] if taken else []
    return [
        {
            "value": into({session: one.tournament for session, one in choice.items()}, list(found)),
            "tournaments": [one.tournament for one in choice.values()],
            "why": " ".join(_why(one) for one in choice.values()) if len(choice) == 1 else "",
        }
        for choice in choices
    ]


def _why(target: merging.Target) -> str:
    if not target.common:
        return _("It has the same boards.")
    why = ngettext(
        "%(agreeing)s of the %(common)s line that both have is the same.",
        "%(agreeing)s of the %(common)s lines that both have are the same.",
        target.common,
    )
    return why % {"agreeing": target.agreeing, "common": target.common}


def into(tournaments: Mapping[str, Tournament], sessions: Iterable[str]) -> str:
    """The tournaments of the sessions of a file, in order, as a button sends them: identifiers, "" for a new one."""
    return ",".join(str(tournaments[one].pk) if one in tournaments else "" for one in sessions)


def merge_words(merge: merging.Merge, taken: Iterable[str]) -> dict[str, Any]:
    """What a file changes in a tournament, as the page lists it."""
    listed = [(name, getattr(merge, name)) for name in ("changed", "removed", "added")]
    return {
        "merge": merge,
        "tournament": merge.tournament,
        "groups": [
            {"name": name, "lines": lines[:SHOWN], "count": len(lines), "more": max(0, len(lines) - SHOWN)}
            for name, lines in listed
            if lines
        ],
        "choices": [_kept_line(one) | {"taken": one.key in taken} for one in merge.choices],
        "left": [_kept_line(one) for one in merge.kept if one.now is None],
        "seated": merge.seated[:SHOWN],
        "more_seated": max(0, len(merge.seated) - SHOWN),
        "about": [_about(*one) for one in merge.about],
        "lost": _lost(merge),
        "several_sections": merge.tournament.sections.count() > 1,
    }


def _lost(merge: merging.Merge) -> str:
    """How many lines or results would go; the page says it where they are many."""
    words = _(
        "Of the %(lines)s lines of the tournament, %(lost)s are not in the file or have no result there. Is it an "
        "older copy, or another session?"
    )
    return words % {"lines": merge.lines, "lost": len(merge.removed) + len(merge.emptied)}


def _kept_line(change: merging.Change) -> dict[str, Any]:
    return {"change": change, "by": person(change.by) if change.by else ""}


def _about(name: str, was: Any, now: Any) -> dict[str, Any]:
    if name == "scoring":
        was, now = (Tournament.Scoring(one).label if one else "" for one in (was, now))
    said = {"rounds": _("Rounds"), "winners": _("Rankings"), "scoring": _("Scoring")}
    return {"name": said[name], "was": was, "now": now}
