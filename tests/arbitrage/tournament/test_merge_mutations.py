"""Damaged files of every format, imported again into a played tournament. The outcome is an error message or the
changes of the preview; never a traceback, and never a lost line that the preview did not list.

`MUTATIONS=10000 make test ARGS="-k onto_a_full_tournament -rP"` damages each format ten thousand times, and
`FIRST=20000` begins with other damage. The plan is computed for each file; of many, one in twenty is also written, and
must match the preview.
"""

import html as markup
import io
import json
import os
import pickle
import random
import resource
import time
import zipfile
from collections.abc import Callable
from decimal import Decimal

import pytest
from django.db import transaction

from arbitrage import exchange
from arbitrage.exchange import pbn, spreadsheet, tournament_json, usebio
from arbitrage.exchange.records import Unreadable
from arbitrage.models import Result, Tournament
from arbitrage.services.errors import Refused
from arbitrage.services.files import imports, merging
from arbitrage.services.files.snapshot import Stored
from arbitrage.services.results import entering
from tests.arbitrage import evening_files as evening
from tests.arbitrage import factories as make
from tests.arbitrage.exchange.exchange_malice import MUTATIONS, SNIPPETS, mutated
from tests.arbitrage.exchange.test_deals import dlm, dup
from tests.arbitrage.exchange.test_shapes import ber, bri, dge
from tests.arbitrage.tournament.test_import_hands import DEALS, lin

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

FIRST = int(os.environ.get("FIRST") or 0)
WRITTEN_ONE_IN = 20 if MUTATIONS > 100 else 1
MOST_SECONDS, MOST_KILOBYTES = 10, 400_000


def nz() -> bytes:
    """Return the evening as New Zealand Scorer writes it."""
    rows = "".join(
        f'<result tab="{line.ns}" bd="{board.number}" rnd="1" ns="{line.ns}" ew="{line.ew}" dec="{line.declarer}" '
        f'cont="3 NT" lead="SA" res="=" score="{line.score}" mp_ns="20" mp_ew="20"/>'
        for board in evening.finished().boards for line in board.results
    )  # fmt: skip
    results = f'<board_results><brsection id="">{rows}</brsection></board_results>'
    return f'<session event_date="20/11/2026">{results}</session>'.encode()


HEADING = ("NS", "EW", "Contract", "By", "Tricks", "Score")


def rows() -> dict[int, list[tuple[str, ...]]]:
    """Return the lines of each board, in the columns of `HEADING`."""
    return {
        board.number: [
            (line.ns, line.ew, line.contract, line.declarer, str(line.tricks), str(line.score))
            for line in board.results
        ]
        for board in evening.finished().boards
    }  # fmt: skip


def bridgewebs() -> bytes:
    boards = "".join(
        f"#BOARD,{board}\n" + "".join(",".join(line) + "\n" for line in lines) for board, lines in rows().items()
    )
    pairs = "".join(f"{n},{n},Ann {n},Bob {n},5{n}.00\n" for n in (1, 2, 3))
    ranking = f"#SCORES\nPOSITION,PAIR,NAME1,NAME2,PERCENT\n{pairs}"
    told = f"#VERSION,1\n#DATE,20/11/2026\n#TITLE,Friday\n#WINNERS,2\n{ranking}"
    return f"{told}#TRAVELLERS\n{','.join(HEADING)}\n{boards}".encode()


def board_rows() -> bytes:
    """Return a file with one row for a board, as EBUScore and ScoreBridge write it."""
    boards = "".join(
        f"Board {board}\n" + "".join(";".join(line) + "\n" for line in lines) for board, lines in rows().items()
    )
    return f"Friday;;\n{';'.join(HEADING)}\n{boards}".encode()


def board_tables() -> bytes:
    """Return a saved page with a table for each board."""
    heading = "".join(f"<th>{one}</th>" for one in HEADING)
    tables = "".join(
        f"<h2>Board {board}</h2><table><tr>{heading}</tr>"
        + "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in line)}</tr>" for line in lines)
        + "</table>"
        for board, lines in rows().items()
    )
    return f"<!DOCTYPE html><html><body>{tables}</body></html>".encode()


def acbl_page() -> bytes:
    data = markup.escape(acbl().decode())
    return f'<!DOCTYPE html><html><result-details v-bind:data="{data}"></result-details></html>'.encode()


def html() -> bytes:
    file = evening.finished()
    rows = "".join(
        f"<tr><td>{board.number}</td><td>{line.ns}</td><td>{line.ew}</td><td>{line.contract}</td><td>{line.declarer}</td>"
        f"<td>{line.tricks}</td><td>{line.score}</td></tr>"
        for board in file.boards for line in board.results
    )  # fmt: skip
    heading = "".join(f"<th>{one}</th>" for one in ("Board", "NS", "EW", "Contract", "By", "Tricks", "Score"))
    return f"<!DOCTYPE html><html><body><table><tr>{heading}</tr>{rows}</table></body></html>".encode()


def connector() -> bytes:
    results = [
        {"SessionGuid": "A" * 32, "SectionLetters": "", "TableNumber": int(line.ns), "RoundNumber": place + 1,
         "BoardNumber": board.number, "ScoringDirection": 3, "PairNorthSouth": int(line.ns),
         "PairEastWest": int(line.ew), "DeclarerDirection": 3, "Level": 3, "Denomination": 5, "Stake": 0,
         "TotalTricks": line.tricks}
        for board in evening.finished().boards for place, line in enumerate(board.results)
    ]  # fmt: skip
    return json.dumps(results).encode()


def acbl() -> bytes:
    boards = [
        {"board_number": board.number, "board_results": [
            {"ns_pair": line.ns, "ew_pair": line.ew, "ns_score": str(line.score), "contract": "3 NT", "declarer": "S",
             "tricks_taken": line.tricks} for line in board.results]}
        for board in evening.finished().boards
    ]  # fmt: skip
    return json.dumps({"name": "x", "sessions": [{"number": 1, "sections": [{"name": "", "boards": boards}]}]}).encode()


Damage = list[tuple[str, float, float, bytes]]
KINDS = ("cut", "insert", "copy", "replace", "end", "digits", "digits", "digits")


def damage(name: str, number: int) -> Damage:
    """Return the damage of this number to a format, the same at each run."""
    chance = random.Random(f"{name} {number}")  # noqa: S311  damage, no secret
    return [
        (
            chance.choice(KINDS),
            chance.random(),
            chance.random(),
            chance.choice(SNIPPETS) if chance.random() < 0.7 else chance.randbytes(chance.randint(0, 6)),
        )
        for _edit in range(chance.randint(1, 4))
    ]


def mutated_inside(workbook: bytes, edits: Damage) -> bytes:
    """Damage the sheet of a workbook inside a sound archive: the checksums of the archive would detect damage to it."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook)) as whole, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as damaged:
        for part in whole.infolist():
            inside = whole.read(part)
            of_sheet = part.filename.startswith("xl/worksheets/")
            damaged.writestr(part.filename, mutated(inside, edits) if of_sheet else inside)
    return out.getvalue()


FILES: dict[str, Callable[[], bytes]] = {
    "bws": lambda: evening.bws(evening.played().values()),
    "usebio": lambda: usebio.write(evening.finished()),
    "pbn": lambda: pbn.write(evening.finished()),
    "csv": lambda: spreadsheet.write(evening.finished()),
    "xlsx": lambda: spreadsheet.write_workbook(evening.finished()),
    "json": lambda: tournament_json.write(evening.finished()),
    "nzscorer": nz,
    "html": html,
    "bridgemate": connector,
    "acbl": acbl,
    "bridgewebs": bridgewebs,
    "board rows": board_rows,
    "board tables": board_tables,
    "acbl page": acbl_page,
    "inside xlsx": lambda: spreadsheet.write_workbook(evening.finished()),
    "lin": lin,
    "dup": lambda: dup(*DEALS.values(), tail=bytes(10)),
    "dlm": lambda: dlm(*DEALS.values()),
    "bri": lambda: bri(*DEALS.values()),
    "dge": lambda: dge(*DEALS.values()),
    "ber": lambda: ber(*DEALS.values()),
}

Line = tuple[object, ...]


def stored(tournament: Tournament) -> dict[str, Line]:
    """Return the values of every line, by its identifier."""
    names = ("kind", "contract", "declarer", "tricks", "score", "score_ew", "ns_percent", "ew_percent")
    rows = Result.objects.filter(board__tournament=tournament).values_list("pk", *names)
    return {str(key): tuple(values) for key, *values in rows}


@pytest.fixture(scope="module")
def sound() -> dict[str, bytes]:
    return {name: made() for name, made in FILES.items()}


@pytest.fixture
def tournament() -> Tournament:
    """An evening of eighteen lines, one of them corrected by a director."""
    director = make.make_member(make.make_club())
    club = director.memberships.get().club
    data = evening.bws(evening.played().values())
    (made,) = imports.import_tournament(club=club, by=None, data=data, filename="soir.bws").tournaments
    line = Result.objects.filter(board__tournament=made).order_by("pk")[5]
    entry = entering.Entry(
        kind=Result.Kind.ARTIFICIAL, ns_share=Decimal(60), ew_share=Decimal(40), ns=line.ns, ew=line.ew
    )
    reason, seen = entering.Reason.OTHER, entering.seen_of(line)
    entering.correct_result(result=line, entry=entry, by=director, reason=reason, seen=seen)
    return made


def check_plan(merge: merging.Merge, before: dict[str, Line]) -> None:
    """Check that a plan, for any file, names only lines of the tournament and overwrites no decision."""
    (corrected,) = (key for key, line in before.items() if line[0] == "artificial")
    told = [change.key for change in (*merge.changed, *merge.removed, *merge.kept)]
    assert set(told) <= set(before) and len(told) == len(set(told))
    assert corrected not in {change.key for change in (*merge.changed, *merge.removed)}
    assert not before.keys() & {change.key for change in merge.added}


def check_written(merge: merging.Merge, before: dict[str, Line], after: dict[str, Line]) -> None:
    """Check that exactly the lines that the plan named were removed, changed and added."""
    removed, changed = ({change.key for change in changes} for changes in (merge.removed, merge.changed))
    assert before.keys() - after.keys() == removed
    assert len(after.keys() - before.keys()) == len(merge.added)
    for change in merge.changed:
        now = change.now
        assert now is not None and after[change.key][:1] == (now.kind,) and after[change.key][4] == now.score
    for key in before.keys() - removed - changed:
        # a line with the same result may gain its contract, and points that its file lacked
        assert (before[key][0], before[key][4]) == (after[key][0], after[key][4])


def tried(name: str, sound: bytes, tournament: Tournament) -> Callable[[int], str]:
    """Build a function that plans the merge of a damaged file into a tournament, writes one merge in `WRITTEN_ONE_IN`
    and rolls it back. It returns "refused", "planned" or "written"."""
    before, had = stored(tournament), pickle.dumps(Stored.of(tournament))
    assert len(before) == 18
    damaged_so = mutated_inside if name == "inside xlsx" else mutated
    turn = 0

    def read_again(number: int) -> str:
        nonlocal turn
        data = damaged_so(sound, damage(name, number))
        try:
            file, digest = exchange.read(data, "x"), imports.digest_of(data)
        except Unreadable as refused:
            assert str(refused)
            return "refused"
        session = file.sessions[0]
        merge = merging.plan_onto(pickle.loads(had), file.session(session), session, digest)  # noqa: S301  our own
        check_plan(merge, before)
        turn += 1
        return "planned" if turn % WRITTEN_ONE_IN else write(data, session, merge)

    def write(data: bytes, session: str, merge: merging.Merge) -> str:
        into = {session: tournament}
        with transaction.atomic():
            try:
                done = merging.update(club=tournament.club, by=None, data=data, filename="x", into=into)
            except (Unreadable, Refused) as refused:
                assert str(refused)
                assert stored(tournament) == before
                return "refused"
            assert merging.looked_at(done.merges) == merging.looked_at((merge,))
            check_written(merge, before, stored(tournament))
            transaction.set_rollback(True)
        return "written"

    return read_again


@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_onto_a_full_tournament_loses_nothing_that_was_not_shown(
    name: str, sound: dict[str, bytes], tournament: Tournament
):
    met = {"refused": 0, "planned": 0, "written": 0}
    read_again = tried(name, sound[name], tournament)
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    longest = 0.0
    for number in range(FIRST, FIRST + (MUTATIONS or 25)):
        began = time.process_time()
        try:
            met[read_again(number)] += 1
        except Exception as error:
            error.add_note(f"{name}, damage {number}: {damage(name, number)}")
            raise
        longest = max(longest, time.process_time() - began)
        assert longest < MOST_SECONDS, (name, number)
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - held
    assert kilobytes < MOST_KILOBYTES
    assert sum(met.values()) == (MUTATIONS or 25)
    print(name, met, f"at most {longest:.2f} s, {kilobytes} kB more")
