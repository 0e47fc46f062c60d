"""Files damaged at random, and the properties that a reader guarantees for any input.

`MUTATIONS=10000 make test ARGS="-k mutated"` damages each format ten thousand times, differently at every run; by
default the tests do so a few hundred times, always in the same way.
"""

import os
import resource
import time
from decimal import Decimal

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from arbitrage import exchange
from arbitrage.exchange import reading
from arbitrage.exchange.records import TournamentFile
from rulings.bridge import parse_contract, parse_deal

MUTATIONS = int(os.environ.get("MUTATIONS") or 0)
quickly = settings(
    max_examples=MUTATIONS or 300, derandomize=not MUTATIONS, deadline=None, suppress_health_check=list(HealthCheck)
)

MOST_SECONDS, MOST_KILOBYTES = 5, 100_000
"""Most time and memory for reading one damaged file; a sound one of the same size takes milliseconds and little
memory."""


def check(tournament: TournamentFile) -> None:
    """Check the properties of the tournament that a reader returns for any file."""
    assert tournament.boards and len(tournament.warnings) <= reading.MAX_WARNINGS + 1
    assert len({(board.session, board.number) for board in tournament.boards}) == len(tournament.boards)
    assert len({(one.session, one.letter) for one in tournament.sections}) == len(tournament.sections)
    sections = {(one.session, one.letter): {pair.number for pair in one.contestants} for one in tournament.sections}
    for section in tournament.sections:
        assert len({(contestant.number, contestant.direction) for contestant in section.contestants}) == len(
            section.contestants
        )
        for contestant in section.contestants:
            assert 1 <= len(contestant.number) <= 20 and len(contestant.team) <= 20
            assert all(len(player.name) <= 200 and len(player.licence) <= 30 for player in contestant.players)
    for board in tournament.boards:
        assert 1 <= board.number <= 9999 and board.dealer in tuple("NESW")
        assert board.vulnerability in ("None", "NS", "EW", "All")
        assert board.deal == "" or len(parse_deal(board.deal)) == 4
        assert len(board.double_dummy) in (0, 20)
        for line in board.results:
            known = sections[board.session, line.section]
            assert {line.ns, line.ew, *line.players} - {""} <= known
            assert line.kind in ("played", "passed", "artificial", "not_played", "unreadable")
            assert line.kind != "played" or line.score is not None or (line.contract and line.tricks is not None)
            assert not line.contract or (line.declarer in tuple("NESW") and parse_contract(line.contract) is not None)
            assert line.tricks is None or 0 <= line.tricks <= 13
            assert all(score is None or abs(score) <= 20_000 for score in (line.score, line.score_ew))
            assert all(share is None or Decimal(0) <= share <= 100 for share in (line.ns_percent, line.ew_percent))
            assert len(line.remark) <= 200 and 1 <= line.times <= 9999 and len(line.lead) in (0, 2)
            assert all(number is None or 1 <= number <= 9999 for number in (line.table, line.round))


def read_or_refuse(data: bytes) -> None:
    began, held = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        check(exchange.read(data, "mutated"))
    except exchange.Unreadable as refused:
        assert str(refused).startswith("mutated") and refused.reason
    seconds, kilobytes = time.process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - held
    assert seconds < MOST_SECONDS and kilobytes < MOST_KILOBYTES, (seconds, kilobytes)


SNIPPETS = [
    b"", b"\0", b"\xff\xfe", b"\xe9", b'"', b"<", b">", b"&", b"&lol;", b"]]>", b"<![CDATA[", b"<!--", b"{", b"}", b";",
    b"\n", b"\r", b"%", b"[", b"]", b"#", b"##", b"^", b"-", b"A+", b"99999999999999999999", b"-1", b"1e309", b"NaN",
    "٣".encode(), b"<SECTION>", b"</EVENT>", b"<BOARD>", b'[Board "1"]', b'[Event "#"]', b"<SCORE>A9999</SCORE>",
    b"PASS", b"<!DOCTYPE USEBIO [<!ENTITY a 'b'>]>", b'encoding="utf-16"', b'[Deal "N:- - - -"]', b"10",
    b"\\", b"\\2R;",
]  # fmt: skip

EDITS = st.lists(
    st.tuples(
        st.sampled_from(("cut", "insert", "copy", "replace", "end", "digits")),
        st.floats(0, 1),
        st.floats(0, 1),
        st.sampled_from(SNIPPETS) | st.binary(max_size=6),
    ),
    min_size=1,
    max_size=6,
)


def mutated(data: bytes, edits: list[tuple[str, float, float, bytes]]) -> bytes:
    for edit, where, how_much, snippet in edits:
        start = int(where * len(data))
        stop = start + int(how_much * min(200, len(data) - start))
        if edit == "cut":
            data = data[:start] + data[stop:]
        elif edit == "insert":
            data = data[:start] + snippet + data[start:]
        elif edit == "copy":
            data = data[:stop] + data[start:stop] + data[stop:]
        elif edit == "replace":
            data = data[:start] + snippet + data[stop:]
        elif edit == "digits":  # the structure stays and the numbers change
            by = 1 + sum(snippet) % 9
            shifted = bytes(48 + (one - 48 + by) % 10 if 48 <= one <= 57 else one for one in data[start:stop])
            data = data[:start] + shifted + data[stop:]
        else:
            data = data[: start + 1]
    return data
