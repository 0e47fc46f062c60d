"""A results file, looked at before anything is written: what it says, what its columns mean, what it changes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage import exchange, uploads
from arbitrage.exchange import spreadsheet
from arbitrage.exchange.records import TournamentFile, Unreadable
from arbitrage.exchange.spreadsheet import Layout, Meaning, Unfit
from arbitrage.forms.files import ResultsFileForm
from arbitrage.models import Club, Tournament
from arbitrage.pages.import_columns import columns_page, meaning, written
from arbitrage.pages.imports import checked, merge_words, said_by, targets, too_long
from arbitrage.services.errors import Refused
from arbitrage.services.files import imports, merging
from arbitrage.views import MemberRequest, for_members, go, own_club, posted


@for_members("GET", "POST")
def tournament_import(request: MemberRequest) -> HttpResponse:
    """A file is looked at first, and written once its director has seen what is in it and what it changes."""
    club = own_club(request)
    if "token" in request.POST:
        return _kept(request, Club.objects.for_director(request.user))  # it was looked at for one of them
    form = ResultsFileForm(posted(request), request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        return _file_page(request, {"form": form}, ok=request.method != "POST")
    sent = form.cleaned_data["file"]
    try:
        return _first_look(request, _Kept(club, sent.read(), sent.name, ""))
    except Unreadable as unreadable:
        unreadable.filename = sent.name
        return _file_page(request, {"form": ResultsFileForm(), "error": str(unreadable)}, ok=False)


def _first_look(request: MemberRequest, kept: "_Kept") -> HttpResponse:
    """What is in it; what its columns mean, where that is not sure; its tournament, if the club has the file."""
    found = _layout(kept.data)
    if found is None or found.sure:
        return _preview(request, kept)
    if already := imports.known(kept.club, imports.digest_of(kept.data)):
        return _already(request, already)
    return _columns_page(request, kept, found, found.meaning, problems=[])


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
        return {"token": self.token, "filename": self.filename, "columns": written(self.columns)}

    def discard(self) -> None:
        uploads.discard(self.token.partition(":")[2])


def _kept(request: MemberRequest, clubs: QuerySet[Club]) -> HttpResponse:
    """The next step with a file that was put aside."""
    key, _colon, token = request.POST["token"].partition(":")
    club = next((one for one in clubs if str(one.pk) == key), None)
    found = uploads.fetch(token, by=request.user)
    if club is None or found is None:
        again = _("This file was looked at more than an hour ago, and nothing was written. Choose it again.")
        return _file_page(request, {"form": ResultsFileForm(), "error": again}, ok=False)
    kept = _Kept(club, *found, request.POST["token"])
    try:
        kept.columns = meaning(request.POST.get("columns", ""))
        return _next_step(request, kept)
    except Unreadable as unreadable:
        unreadable.filename = unreadable.filename or kept.filename
        return _file_page(request, {"form": ResultsFileForm(), "error": str(unreadable)}, ok=False)


def _next_step(request: MemberRequest, kept: _Kept) -> HttpResponse:
    """What the button that was touched asks for; the preview again for none."""
    if "meaning" in request.POST or "map" in request.POST:
        return _columns(request, kept)
    if "look" in request.POST:
        return _changes(request, kept, request.POST["look"])
    if "update" in request.POST:
        return _update(request, kept, request.POST["update"])
    return _import(request, kept) if "confirm" in request.POST else _preview(request, kept)


def _file_page(request: MemberRequest, context: dict[str, Any], *, ok: bool = True) -> HttpResponse:
    if "error" in context and not ok:
        context = context | {"programs": exchange.programs()}
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
        "preview": said_by(found.file, kept.filename),
        "targets": targets(merging.targets(kept.club, found.file, kept.filename)),
        "check": checked(found.file),
        "too_long": too_long(found.file),
        "is_table": found.file.format in ("csv", "xlsx", "html"),
        "error": error,
    }
    return _file_page(request, context | kept.context(request), ok=not error)


def _already(request: MemberRequest, found: Iterable[Tournament]) -> HttpResponse:
    messages.info(request, _("The club has this file already: here is its tournament."))
    return go(request, next(iter(found)))


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


def _changes(request: MemberRequest, kept: _Kept, into: str, refused: Refused | None = None) -> HttpResponse:
    file = imports.read(kept.data, kept.filename, kept.columns)
    try:
        chosen = _chosen(kept, file, into)
    except Refused as gone:
        return _preview(request, kept, str(gone))
    return _changes_page(request, kept, _plan(kept, file, chosen), into=into, refused=refused)


def _changes_page(
    request: MemberRequest,
    kept: _Kept,
    merges: tuple[merging.Merge, ...],
    *,
    into: str = "",
    note: str = "",
    refused: Refused | None = None,
) -> HttpResponse:
    error = str(refused or "")
    context = {
        "merges": [merge_words(merge, request.POST.getlist("take")) for merge in merges],
        # A session that becomes a new tournament is something to write, too.
        "to_write": any(merge.to_write for merge in merges) or (into and "" in into.split(",")),
        "choices": any(merge.choices for merge in merges),
        "shrinks": any(merge.shrinks for merge in merges),
        "into": into or ",".join(str(merge.tournament.pk) for merge in merges),
        "seen": merging.looked_at(merges),
        "note": note,
        "error": error,
        "wrong": {refused.code: error} if refused else {},
    }
    return render(
        request,
        "tournament/import_changes.html",
        context | kept.context(request),
        status=422 if error else 200,
    )


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
    try:
        done = _updated(request, kept, into)
    except Refused as refused:
        if refused.code in ("tournament_changed", "shrinks"):
            return _changes(request, kept, into, refused)
        return _preview(request, kept, str(refused))
    kept.discard()
    messages.success(
        request,
        _("The tournament is up to date.") if done.written else _("The tournament had all of it already."),
    )
    return go(request, done.tournaments[0] if len(done.tournaments) == 1 else "tournament_list")


def _updated(request: MemberRequest, kept: _Kept, into: str) -> merging.Updated:
    return merging.update(
        club=kept.club,
        by=request.user,
        data=kept.data,
        filename=kept.filename,
        into=_chosen(kept, imports.read(kept.data, kept.filename, kept.columns), into),
        take=request.POST.getlist("take"),
        seen=request.POST.get("seen", ""),
        columns=kept.columns,
        shrinking="remove" in request.POST,
    )


# What the columns of a table mean


def _layout(data: bytes) -> Layout | None:
    """The table in a file; None for a file of another format."""
    try:
        if exchange.detect(data) not in ("csv", "xlsx", "html"):
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
    context = columns_page(found, meaning, problems) | {"error": error}
    status = 422 if problems or error else 200
    return render(request, "tournament/import_columns.html", context | kept.context(request), status=status)
