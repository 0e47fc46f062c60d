"""An import, step by step: a file that was sent is looked at, its columns are given a meaning where that is not sure,
the changes in a tournament are seen, and it is written.

Between two steps the file is put aside for an hour (`uploads`); the form carries its token, and what was said so far.
Every step gives what the next page shows; nothing is written before `Asked.write` or `Asked.update`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage import exchange
from arbitrage.exchange import spreadsheet
from arbitrage.exchange.records import TournamentFile, Unreadable
from arbitrage.exchange.spreadsheet import Layout, Meaning, Unfit
from arbitrage.models import Club, Tournament
from arbitrage.services.errors import Refused
from arbitrage.services.files import imports, merging, uploads
from arbitrage.services.files.likeness import Likeness

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True)
class Upload:
    """A file between two pages, for a club; *token* fetches it, "" while it has not been put aside.

    *evening* is the tournament that its director came from to read a file again; *columns* what he says of a table.
    """

    club: Club
    data: bytes
    filename: str
    token: str = ""
    evening: Tournament | None = None
    columns: Meaning | None = None


@dataclass(frozen=True)
class Asked:
    """What a form asks for: to say what the columns mean (*columns* shows them, *meaning* answers), to see the changes
    in tournaments (*look*), to *update* them, or to *write* a new one; the preview again for none of these.

    *look* and *update* name the tournaments of the file's sessions in order, apart by commas, "" for a new one. *take*
    are the lines that shall say what the file says, *seen* what was looked at, *remove* that many lines may go.
    """

    columns: bool = False
    meaning: Meaning | None = None
    look: str | None = None
    update: str | None = None
    write: bool = False
    take: Sequence[str] = ()
    seen: str = ""
    remove: bool = False


# What a step comes to


@dataclass(frozen=True)
class Preview:
    """What the file says, and the tournaments that it may be an update of, by session."""

    upload: Upload
    file: TournamentFile
    targets: Mapping[str, tuple[Likeness, ...]]
    error: str = ""


@dataclass(frozen=True)
class Columns:
    """The columns of a table, what they are taken for, and what does not fit."""

    upload: Upload
    layout: Layout
    meaning: Meaning
    problems: Sequence[Unfit] = ()
    error: str = ""


@dataclass(frozen=True)
class Changes:
    """What the file changes in the tournaments that *into* names; *refused* says why they were not written."""

    upload: Upload
    merges: tuple[merging.Merge, ...]
    into: str = ""
    take: Sequence[str] = ()
    note: str = ""
    refused: Refused | None = None

    @property
    def to_write(self) -> bool:
        """Is there anything to write? A session that becomes a new tournament is, too."""
        return any(merge.to_write for merge in self.merges) or bool(self.into and "" in self.into.split(","))


@dataclass(frozen=True)
class Done:
    """The tournaments of the file: *new* ones, those that it *changed*, or those that had all of it *already*."""

    tournaments: tuple[Tournament, ...]
    what: str = field(default="new")


Step = Preview | Columns | Changes | Done


# The steps


def begin(*, club: Club, sent: Sequence[tuple[bytes, str]], evening: Tournament | None = None) -> Step:
    """Look at what was sent: one file, or several that make one tournament.

    :raises Unreadable: it cannot be read.
    """
    data, filename = imports.as_one_file(sent)
    upload = Upload(club, data, filename, evening=evening)
    layout = _layout(upload)
    if layout is None or layout.sure:
        return _preview(upload)
    if already := imports.known(club, imports.digest_of(data)):
        return Done(already, "already")
    return Columns(upload, layout, layout.meaning)


def resume(token: str, *, clubs: Iterable[Club], by: "User") -> Upload | None:
    """Fetch the file that was put aside under a token, for one of these clubs; None when it is too old or somebody
    else's."""
    key, _colon, rest = token.partition(":")
    club = next((one for one in clubs if str(one.pk) == key), None)
    found = uploads.fetch(rest, by=by)
    return None if club is None or found is None else Upload(club, *found, token)


def put_aside(upload: Upload, *, by: "User") -> Upload:
    """Put the file aside, and return it with the token that fetches it."""
    if upload.token:
        return upload
    return replace(upload, token=f"{upload.club.pk}:{uploads.keep(upload.data, upload.filename, by=by)}")


def evening_of(club: Club, key: str) -> Tournament | None:
    """Return the tournament of a club that a page names; None where it names none."""
    found = _tournaments(club, [key])
    return found.get(key)


def go_on(upload: Upload, asked: Asked, *, by: "User") -> Step:
    """Do what a form asks for with a file that was put aside.

    :raises Unreadable: the file cannot be read.
    """
    if asked.columns or asked.meaning is not None:
        return _columns(upload, asked.meaning)
    if asked.look is not None:
        return _changes(upload, asked.look)
    if asked.update is not None:
        return _update(upload, asked, asked.update, by)
    return _write(upload, by) if asked.write else _preview(upload)


def _preview(upload: Upload, error: str = "") -> Step:
    file = imports.read(upload.data, upload.filename, upload.columns)
    already = imports.known(upload.club, imports.digest_of(upload.data, upload.columns))
    if already:
        merges = _plan(upload, file, {one.source_session: one for one in already})
        if not any(merge.to_write or merge.choices for merge in merges):
            return Done(already, "already")
        note = _("The club has this file already. Its tournament says something else since:")
        return Changes(upload, merges, note=note)
    targets = merging.targets(upload.club, file, upload.filename, upload.evening)
    return Preview(upload, file, targets, error)


def _changes(upload: Upload, into: str, take: Sequence[str] = (), refused: Refused | None = None) -> Step:
    file = imports.read(upload.data, upload.filename, upload.columns)
    try:
        chosen = _chosen(upload, file, into)
    except Refused as gone:
        return _preview(upload, str(gone))
    return Changes(upload, _plan(upload, file, chosen), into, take, refused=refused)


def _update(upload: Upload, asked: Asked, into: str, by: "User") -> Step:
    """Write the changes that were looked at, all of them or nothing."""
    try:
        file = imports.read(upload.data, upload.filename, upload.columns)
        done = merging.update(
            club=upload.club,
            by=by,
            data=upload.data,
            filename=upload.filename,
            into=_chosen(upload, file, into),
            take=asked.take,
            seen=asked.seen,
            columns=upload.columns,
            shrinking=asked.remove,
        )
    except Refused as refused:
        if refused.code in ("tournament_changed", "shrinks"):
            return _changes(upload, into, asked.take, refused)
        return _preview(upload, str(refused))
    _discard(upload)
    return Done(done.tournaments, "changed" if done.written else "unchanged")


def _write(upload: Upload, by: "User") -> Step:
    """Write the file as a new tournament, all of it or nothing."""
    made = imports.import_tournament(
        club=upload.club, by=by, data=upload.data, filename=upload.filename, columns=upload.columns
    )
    _discard(upload)
    return Done(made.tournaments)


def _discard(upload: Upload) -> None:
    uploads.discard(upload.token.partition(":")[2])


def _plan(upload: Upload, file: TournamentFile, into: Mapping[str, Tournament]) -> tuple[merging.Merge, ...]:
    return merging.plan(file=file, digest=imports.digest_of(upload.data, upload.columns), into=into)


def _chosen(upload: Upload, file: TournamentFile, into: str) -> dict[str, Tournament]:
    """Find the tournaments of the club that a button names, by session.

    :raises Refused: one of them is not of this club, or they are not those of the sessions.
    """
    keys = into.split(",")
    found = _tournaments(upload.club, keys)
    sessions = file.sessions or ("",)
    chosen = {session: found[key] for session, key in zip(sessions, keys, strict=False) if key in found}
    named = [key for key in keys if key]
    if len(keys) != len(sessions) or len(chosen) != len(named) or len(set(named)) != len(named) or not chosen:
        raise Refused(gettext_lazy("This tournament is not one of the club’s. Choose it again."), "elsewhere")
    return chosen


def _tournaments(club: Club, keys: Iterable[str]) -> dict[str, Tournament]:
    """Return those tournaments of a club, by the identifier that a page has sent."""
    known = []
    for key in keys:
        try:
            known.append(UUID(key))
        except ValueError:
            continue
    return {str(one.pk): one for one in Tournament.objects.filter(club=club, pk__in=known)}


def _layout(upload: Upload) -> Layout | None:
    """Read the table in a file; None for a file of another format."""
    try:
        if exchange.detect(upload.data) not in ("csv", "xlsx", "html"):
            return None
    except Unreadable:
        found = spreadsheet.layout(upload.data, upload.filename)
        if found is None:
            raise
        return found
    return spreadsheet.layout(upload.data, upload.filename)


def _columns(upload: Upload, meaning: Meaning | None) -> Step:
    """Read the columns of a table as its director says them; the preview once they make a traveller."""
    layout = spreadsheet.layout(upload.data, upload.filename)
    if layout is None:
        return _preview(upload)
    if meaning is None:
        return Columns(upload, layout, upload.columns or layout.meaning)
    if problems := layout.problems(meaning):
        return Columns(upload, layout, meaning, problems)
    try:
        return _preview(replace(upload, columns=meaning))
    except Unreadable as unreadable:
        return Columns(upload, layout, meaning, error=str(unreadable))
