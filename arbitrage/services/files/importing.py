"""Steps of an import: preview, meaning of uncertain columns, changes in a tournament, writing.

Between two steps the file is stored for an hour (`uploads`); the form has its token and the answers given so far.
`begin` and `go_on` return the content of the next page. Only `Asked.write` and `Asked.update` write anything.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
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
    """A file stored between two pages for a club; *token* fetches it, "" before it is stored.

    *evening* is the tournament from whose page the director came; *columns* is the meaning that he gave the columns.
    """

    club: Club
    data: bytes
    filename: str
    token: str = ""
    evening: Tournament | None = None
    columns: Meaning | None = None


@dataclass(frozen=True)
class Asked:
    """The choices sent by a form; without any, the preview is shown again.

    - *columns*: show the columns of a table; *meaning*: read the columns with this meaning.
    - *look*: show the changes in tournaments; *update*: write them. Both are the ids of the tournaments, one for each
      session of the file, in order and separated by commas; "" is a new tournament.
    - *write*: store the file as a new tournament.

    *take* are the protected lines that get the values of the file, *seen* is the digest of the changes shown, and
    *remove* allows the removal of many lines. *evening* and *said* (the meaning of the columns) come from an earlier
    step.
    """

    evening: str = ""
    said: Meaning | None = None
    columns: bool = False
    meaning: Meaning | None = None
    look: str | None = None
    update: str | None = None
    write: bool = False
    take: Sequence[str] = ()
    seen: str = ""
    remove: bool = False


# Results of a step


@dataclass(frozen=True)
class Preview:
    """Content of the file, and the tournaments that it may update, by session."""

    upload: Upload
    file: TournamentFile
    targets: Mapping[str, tuple[Likeness, ...]]
    error: str = ""


@dataclass(frozen=True)
class Columns:
    """Columns of a table with their proposed meaning, and the problems of this meaning."""

    upload: Upload
    layout: Layout
    meaning: Meaning
    problems: Sequence[Unfit] = ()
    error: str = ""


@dataclass(frozen=True)
class Changes:
    """Changes in the tournaments of *into* (as in `Asked.look`); *refused* is the error if they were not written."""

    upload: Upload
    merges: tuple[merging.Merge, ...]
    into: str = ""
    take: Sequence[str] = ()
    note: str = ""
    refused: Refused | None = None

    @property
    def to_write(self) -> bool:
        """Is there anything to write, including sessions that become new tournaments?"""
        return any(merge.to_write for merge in self.merges) or bool(self.into and "" in self.into.split(","))


@dataclass(frozen=True)
class Done:
    """Tournaments of the file, and the outcome: "new", "changed", "unchanged", or "already" if the club has imported
    this same file before."""

    tournaments: tuple[Tournament, ...]
    outcome: str = "new"


Step = Preview | Columns | Changes | Done


# The steps


def begin(*, club: Club, sent: Sequence[tuple[bytes, str]], evening: str = "", by: "User") -> Step:
    """Read the upload: one file, or several that make one tournament.

    :raises Unreadable: a file cannot be read; the sentence names it.
    """
    with _named(sent[0][1]):
        data, filename = imports.as_one_file(sent)
        return _kept(_first(Upload(club, data, filename, evening=evening_of(club, evening))), by)


def go_on(token: str, asked: Asked, *, clubs: Iterable[Club], by: "User") -> Step | None:
    """Do the step that a form asks for, with the file stored under a token, for one of these clubs; None when the file
    has expired or is somebody else's.

    :raises Unreadable: the file cannot be read; the sentence names it.
    """
    key, _colon, rest = token.partition(":")
    club = next((club for club in clubs if str(club.pk) == key), None)
    file = uploads.fetch(rest, by=by)
    if club is None or file is None:
        return None
    upload = Upload(club, *file, token, evening_of(club, asked.evening), asked.said)
    with _named(upload.filename):
        return _kept(_step(upload, asked, by), by)


def evening_of(club: Club, key: str) -> Tournament | None:
    """Return the tournament of a club by the id that a page sends; None if it sends none."""
    return _tournaments(club, [key]).get(key)


@contextmanager
def _named(filename: str) -> Iterator[None]:
    """Add the name of the file to an Unreadable error."""
    try:
        yield
    except Unreadable as unreadable:
        unreadable.filename = unreadable.filename or filename
        raise


def _kept(step: Step, by: "User") -> Step:
    """Store the file for the next step, unless this is the last one."""
    if isinstance(step, Done) or step.upload.token:
        return step
    upload = step.upload
    token = f"{upload.club.pk}:{uploads.keep(upload.data, upload.filename, by=by)}"
    return replace(step, upload=replace(upload, token=token))


def _first(upload: Upload) -> Step:
    layout = _layout(upload)
    if layout is None or layout.sure:
        return _preview(upload)
    if already := imports.known(upload.club, imports.digest_of(upload.data)):
        return Done(already, "already")
    return Columns(upload, layout, layout.meaning)


def _step(upload: Upload, asked: Asked, by: "User") -> Step:
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
        merges = _plan(upload, file, {tournament.source_session: tournament for tournament in already})
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
    """Write the changes that the director has seen, all of them or none."""
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
    """Return by session the tournaments of the club whose ids a form sends (*into*).

    :raises Refused: a tournament belongs to another club, or they do not match the sessions.
    """
    keys = into.split(",")
    tournaments = _tournaments(upload.club, keys)
    sessions = file.sessions or ("",)
    chosen = {session: tournaments[key] for session, key in zip(sessions, keys, strict=False) if key in tournaments}
    named = [key for key in keys if key]
    if len(keys) != len(sessions) or len(chosen) != len(named) or len(set(named)) != len(named) or not chosen:
        raise Refused(gettext_lazy("This tournament is not one of the club’s. Choose it again."), "elsewhere")
    return chosen


def _tournaments(club: Club, keys: Iterable[str]) -> dict[str, Tournament]:
    """Return by id the tournaments of a club with the ids that a page sends; unknown or invalid ids are skipped."""
    known = []
    for key in keys:
        try:
            known.append(UUID(key))
        except ValueError:
            continue
    return {str(tournament.pk): tournament for tournament in Tournament.objects.filter(club=club, pk__in=known)}


def _layout(upload: Upload) -> Layout | None:
    """Read the table in a file; None for a file of another format."""
    try:
        if exchange.detect(upload.data) not in ("csv", "xlsx", "html"):
            return None
    except Unreadable:
        layout = spreadsheet.layout(upload.data, upload.filename)
        if layout is None:
            raise
        return layout
    return spreadsheet.layout(upload.data, upload.filename)


def _columns(upload: Upload, meaning: Meaning | None) -> Step:
    """Read the columns of a table with the director's meaning; return the preview once they form a traveller."""
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
