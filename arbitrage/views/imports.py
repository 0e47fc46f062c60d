"""A results file, looked at before anything is written: what it says, what its columns mean, what it changes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from arbitrage import exchange, uploads
from arbitrage.exchange import spreadsheet
from arbitrage.exchange.records import TournamentFile, Unreadable
from arbitrage.exchange.spreadsheet import Layout, Meaning, Unfit
from arbitrage.forms import ResultsFileForm
from arbitrage.models import Club, Tournament
from arbitrage.services import checking, imports, merging
from arbitrage.services.errors import Refused
from arbitrage.views import MemberRequest, for_members, go, posted
from arbitrage.views.showing import person

SHOWN = 60
"""So many lines of each kind are listed; more are counted."""
CHECKED = 3_000
"""Files with more lines are checked by `manage.py check_results`, which has no page waiting for it."""


@for_members("GET", "POST")
def tournament_import(request: MemberRequest) -> HttpResponse:
    """A file is looked at first, and written once its director has seen what is in it and what it changes."""
    clubs = Club.objects.for_director(request.user)
    if not clubs:
        raise PermissionDenied
    if "token" in request.POST:
        return _kept(request, clubs)
    form = ResultsFileForm(clubs, posted(request), request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        return _file_page(request, {"form": form}, ok=request.method != "POST")
    sent = form.cleaned_data["file"]
    data, club = sent.read(), form.cleaned_data["club"]
    try:
        found = _layout(data)
        kept = _Kept(club, data, sent.name, "")
        if found is None or found.sure:
            page = _preview_page(request, kept, imports.preview(data=data, filename=sent.name, club=club))
        elif already := imports.known(club, imports.digest_of(data)):
            return _already(request, already)
        else:
            page = _columns_page(request, kept, found, found.meaning, problems=[])
    except Unreadable as unreadable:
        unreadable.filename = sent.name
        return _file_page(request, {"form": ResultsFileForm(clubs), "error": str(unreadable)}, ok=False)
    return page


@dataclass
class _Kept:
    """A file put aside between two pages, for a club; *token* fetches it, "" while it has not been put aside.

    *columns* is what its director says of a table."""

    club: Club
    data: bytes
    filename: str
    token: str
    columns: Meaning | None = None

    def context(self, request: MemberRequest) -> dict[str, Any]:
        """What the next form sends back."""
        self.token = self.token or f"{self.club.pk}:{uploads.keep(self.data, self.filename, by=request.user)}"
        return {"token": self.token, "filename": self.filename, "columns": _written(self.columns)}

    def discard(self) -> None:
        uploads.discard(self.token.partition(":")[2])


def _kept(request: MemberRequest, clubs: QuerySet[Club]) -> HttpResponse:
    """The next step with a file that was put aside."""
    key, _colon, token = request.POST["token"].partition(":")
    club = next((one for one in clubs if str(one.pk) == key), None)
    found = uploads.fetch(token, by=request.user)
    if club is None or found is None:
        again = _("This file was looked at more than an hour ago, and nothing was written. Choose it again.")
        return _file_page(request, {"form": ResultsFileForm(clubs), "error": again}, ok=False)
    data, filename = found
    kept = _Kept(club, data, filename, request.POST["token"])
    try:
        kept.columns = _meaning(request.POST.get("columns", ""))
        if "meaning" in request.POST or "map" in request.POST:
            return _columns(request, kept)
        if "look" in request.POST:
            return _changes(request, kept, request.POST["look"])
        if "update" in request.POST:
            return _update(request, kept, request.POST["update"])
        if "confirm" in request.POST:
            return _import(request, kept)
        return _preview(request, kept)
    except Unreadable as unreadable:
        unreadable.filename = unreadable.filename or filename
        return _file_page(request, {"form": ResultsFileForm(clubs), "error": str(unreadable)}, ok=False)


def _file_page(request: MemberRequest, context: dict[str, Any], *, ok: bool = True) -> HttpResponse:
    return render(request, "tournament/import.html", context, status=200 if ok else 422)


# What is in the file


def _preview(request: MemberRequest, kept: _Kept, error: str = "") -> HttpResponse:
    found = imports.preview(data=kept.data, filename=kept.filename, club=kept.club, columns=kept.columns)
    return _preview_page(request, kept, found, error)


def _preview_page(request: MemberRequest, kept: _Kept, found: imports.Preview, error: str = "") -> HttpResponse:
    if found.already:
        into = {one.source_session: one for one in found.already}
        merges = _plan(kept, found.file, into)
        if not any(merge.to_write or merge.choices for merge in merges):
            return _already(request, found.already)
        note = _("The club has this file already. Its tournament says something else since:")
        return _changes_page(request, kept, merges, note=note)
    context = {
        "preview": _said(found.file, kept.filename),
        "targets": _targets(merging.targets(kept.club, found.file, kept.filename)),
        "check": _check(found.file),
        "too_long": len(found.file.results) > CHECKED,
        "is_table": found.file.format == "csv",
        "error": error,
    }
    return _file_page(request, context | kept.context(request), ok=not error)


def _already(request: MemberRequest, found: Iterable[Tournament]) -> HttpResponse:
    messages.info(request, _("The club has this file already: here is its tournament."))
    return go(request, next(iter(found)))


def _said(file: TournamentFile, filename: str) -> dict[str, Any]:
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


def _check(file: TournamentFile) -> dict[str, Any] | None:
    """Where the file and the Laws disagree; None where there is nothing to compute, or too much for a page."""
    if len(file.results) > CHECKED:
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


def _targets(found: Mapping[str, tuple[merging.Target, ...]]) -> list[dict[str, Any]]:
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
            "value": _into({session: one.tournament for session, one in choice.items()}, list(found)),
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


def _into(tournaments: Mapping[str, Tournament], sessions: Iterable[str]) -> str:
    """The tournaments of the sessions of a file, in order, as a button sends them: identifiers, "" for a new one."""
    return ",".join(str(tournaments[one].pk) if one in tournaments else "" for one in sessions)


def _chosen(kept: _Kept, file: TournamentFile, into: str) -> dict[str, Tournament]:
    """The tournaments of the club that the button names, by session.

    :raises Refused: one of them is not of this club, or they are not those of the sessions.
    """
    keys = into.split(",")
    found = {str(one.pk): one for one in Tournament.objects.filter(club=kept.club, pk__in=_uuids(keys))}
    sessions = file.sessions or ("",)
    chosen = {session: found[key] for session, key in zip(sessions, keys, strict=False) if key in found}
    named = [key for key in keys if key]
    if len(keys) != len(sessions) or len(chosen) != len(named) or len(set(named)) != len(named) or not chosen:
        raise Refused(gettext_lazy("This tournament is not one of the club’s. Choose it again."), "elsewhere")
    return chosen


def _uuids(keys: Iterable[str]) -> list[str]:
    field = forms.UUIDField(required=False)
    found = []
    for key in keys:
        try:
            found.append(str(field.clean(key) or ""))
        except forms.ValidationError:
            continue
    return [key for key in found if key]


def _plan(kept: _Kept, file: TournamentFile, into: Mapping[str, Tournament]) -> tuple[merging.Merge, ...]:
    return merging.plan(file=file, digest=imports.digest_of(kept.data, kept.columns), into=into)


def _changes(request: MemberRequest, kept: _Kept, into: str, error: str = "") -> HttpResponse:
    file = imports.read(kept.data, kept.filename, kept.columns)
    try:
        chosen = _chosen(kept, file, into)
    except Refused as refused:
        return _preview(request, kept, str(refused))
    return _changes_page(request, kept, _plan(kept, file, chosen), into=into, error=error)


def _changes_page(
    request: MemberRequest,
    kept: _Kept,
    merges: tuple[merging.Merge, ...],
    *,
    into: str = "",
    note: str = "",
    error: str = "",
) -> HttpResponse:
    context = {
        "merges": [_merge(merge, request.POST.getlist("take")) for merge in merges],
        # A session that becomes a new tournament is something to write, too.
        "to_write": any(merge.to_write for merge in merges) or (into and "" in into.split(",")),
        "choices": any(merge.choices for merge in merges),
        "into": into or ",".join(str(merge.tournament.pk) for merge in merges),
        "seen": merging.looked_at(merges),
        "note": note,
        "error": error,
    }
    return render(
        request,
        "tournament/import_changes.html",
        context | kept.context(request),
        status=422 if error else 200,
    )


def _merge(merge: merging.Merge, taken: Iterable[str]) -> dict[str, Any]:
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
        "several_sections": merge.tournament.sections.count() > 1,
    }


def _kept_line(change: merging.Change) -> dict[str, Any]:
    return {"change": change, "by": person(change.by) if change.by else ""}


def _about(name: str, was: Any, now: Any) -> dict[str, Any]:
    if name == "scoring":
        was, now = (Tournament.Scoring(one).label if one else "" for one in (was, now))
    said = {"rounds": _("Rounds"), "winners": _("Rankings"), "scoring": _("Scoring")}
    return {"name": said[name], "was": was, "now": now}


# Writing


def _import(request: MemberRequest, kept: _Kept) -> HttpResponse:
    """The file that was previewed is written as a new tournament, all of it or nothing."""
    made = imports.import_tournament(
        club=kept.club, by=request.user, data=kept.data, filename=kept.filename, columns=kept.columns
    )
    kept.discard()
    messages.success(request, _("The tournament is written. Touch the table that calls."))
    return go(request, made.tournaments[0] if len(made.tournaments) == 1 else "tournament_list")


def _update(request: MemberRequest, kept: _Kept, into: str) -> HttpResponse:
    """The changes that were looked at are written, all of them or nothing."""
    file = imports.read(kept.data, kept.filename, kept.columns)
    try:
        done = merging.update(
            club=kept.club,
            by=request.user,
            data=kept.data,
            filename=kept.filename,
            into=_chosen(kept, file, into),
            take=request.POST.getlist("take"),
            seen=request.POST.get("seen", ""),
            columns=kept.columns,
        )
    except Refused as refused:
        if refused.code == "tournament_changed":
            return _changes(request, kept, into, str(refused))
        return _preview(request, kept, str(refused))
    kept.discard()
    messages.success(
        request,
        _("The tournament is up to date.") if done.written else _("The tournament had all of it already."),
    )
    return go(request, done.tournaments[0] if len(done.tournaments) == 1 else "tournament_list")


# What the columns of a table mean


def _layout(data: bytes) -> Layout | None:
    """The table in a file; None for a file of another format."""
    try:
        if exchange.detect(data) != "csv":
            return None
    except Unreadable:
        found = spreadsheet.layout(data)
        if found is None:
            raise
        return found
    return spreadsheet.layout(data)


def _columns(request: MemberRequest, kept: _Kept) -> HttpResponse:
    """The columns of a table as its director says them; read so once they make a traveller."""
    found = spreadsheet.layout(kept.data)
    if found is None:
        return _preview(request, kept)
    if "map" in request.POST:
        return _columns_page(request, kept, found, kept.columns or found.meaning, problems=[])
    meaning = Meaning(
        tuple(
            field if (field := request.POST.get(f"column-{place}", "")) in spreadsheet.FIELDS else ""
            for place in range(len(found.proposal.columns))
        ),
        french=request.POST.get("cards") == "fr",
    )
    if problems := found.problems(meaning):
        return _columns_page(request, kept, found, meaning, problems=problems)
    kept.columns = meaning
    try:
        return _preview(request, kept)
    except Unreadable as unreadable:
        kept.columns = None
        return _columns_page(request, kept, found, meaning, problems=[], error=str(unreadable))


def _columns_page(
    request: MemberRequest, kept: _Kept, found: Layout, meaning: Meaning, *, problems: list[Unfit], error: str = ""
) -> HttpResponse:
    fields = meaning.columns + ("",) * (len(found.proposal.columns) - len(meaning.columns))
    wrong = {column for one in problems for column in one.columns}
    columns = [
        {
            "place": place,
            "heading": _heading(found, place),
            "samples": found.samples(place),
            "field": fields[place],
            "wrong": place in wrong,
        }
        for place in range(len(found.proposal.columns))
    ]
    context = {
        "layout": found,
        "column_list": columns,
        "fields": [(name, FIELD_NAMES[name]) for name in FIELD_NAMES],
        "french": meaning.french,
        "problems": [{"sentence": _problem(one, found), "place": next(iter(one.columns), None)} for one in problems],
        "error": error,
    }
    status = 422 if problems or error else 200
    return render(request, "tournament/import_columns.html", context | kept.context(request), status=status)


def _heading(found: Layout, place: int) -> str:
    """What a column is called: its heading, or its place where it has none."""
    return found.proposal.columns[place][0] or _("Column %(number)s") % {"number": place + 1}


def _problem(one: Unfit, found: Layout) -> str:
    """What is wrong with the meaning of the columns, and what to do."""
    field = FIELD_NAMES[one.field]
    headings = ", ".join(f"“{_heading(found, place)}”" for place in one.columns)
    if one.why == "twice":
        return _("%(headings)s: both are said to be “%(field)s”. Leave one of them out.") % {
            "headings": headings,
            "field": field,
        }
    if one.why == "missing":
        if one.field == "contract":
            return _("Say which column is the contract, or the score: a result needs one of them.")
        return _("Say which column is “%(field)s”: a result needs it.") % {"field": field}
    samples = ", ".join(f"“{cell}”" for cell in found.samples(one.columns[0]))
    return _("%(headings)s: what stands there is not “%(field)s” (%(samples)s). Choose what it is.") % {
        "headings": headings,
        "field": field,
        "samples": samples,
    }


def _written(columns: Meaning | None) -> str:
    """The meaning of the columns as the next form sends it back."""
    return "" if columns is None else ("fr:" if columns.french else "en:") + ",".join(columns.columns)


def _meaning(written: str) -> Meaning | None:
    language, _colon, fields = written.partition(":")
    if language not in ("en", "fr"):
        return None
    read = tuple(field if field in spreadsheet.FIELDS else "" for field in fields.split(",")[:200])
    return Meaning(read, french=language == "fr")


FIELD_NAMES: Mapping[str, Any] = {
    "board": pgettext_lazy("column", "board"),
    "ns": gettext_lazy("number of the North-South pair"),
    "ew": gettext_lazy("number of the East-West pair"),
    "contract": gettext_lazy("contract"),
    "declarer": gettext_lazy("declarer"),
    "tricks": gettext_lazy("tricks won by declarer"),
    "result": gettext_lazy("result (=, +1, −2)"),
    "lead": gettext_lazy("opening lead"),
    "score": gettext_lazy("score of North-South"),
    "score_ew": gettext_lazy("score of East-West"),
    "ns_points": gettext_lazy("points of North-South"),
    "ew_points": gettext_lazy("points of East-West"),
    "ns_percent": gettext_lazy("percentage of North-South"),
    "ew_percent": gettext_lazy("percentage of East-West"),
    "table": pgettext_lazy("column", "table"),
    "round": pgettext_lazy("column", "round"),
    "section": pgettext_lazy("column", "section"),
    "session": pgettext_lazy("column", "session"),
    "ns_names": gettext_lazy("names of North-South"),
    "ew_names": gettext_lazy("names of East-West"),
    "ns_name1": gettext_lazy("name of North"),
    "ns_name2": gettext_lazy("name of South"),
    "ew_name1": gettext_lazy("name of East"),
    "ew_name2": gettext_lazy("name of West"),
    "ns_licence1": gettext_lazy("licence of North"),
    "ns_licence2": gettext_lazy("licence of South"),
    "ew_licence1": gettext_lazy("licence of East"),
    "ew_licence2": gettext_lazy("licence of West"),
    "dealer": pgettext_lazy("column", "dealer"),
    "vulnerability": pgettext_lazy("column", "vulnerability"),
    "deal": gettext_lazy("hands (PBN)"),
    "remark": pgettext_lazy("column", "remark"),
    "kind": gettext_lazy("kind of result"),
    "tournament": gettext_lazy("name of the tournament"),
    "date": gettext_lazy("date of the tournament"),
    "club": gettext_lazy("name of the club"),
    "scoring": gettext_lazy("scoring method"),
    "winners": gettext_lazy("number of rankings"),
    "event": gettext_lazy("kind of tournament"),
}
"""What a column may be, as the page says it."""
