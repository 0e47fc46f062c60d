"""A broken, wrong or hostile file is refused with a sentence that has its name, the place and the reason; it causes no
traceback and takes little time."""

import gzip
import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arbitrage import exchange
from arbitrage.exchange import markup, pbn, reading, usebio
from tests.arbitrage.exchange.exchange_files import (
    DEALS,
    PAIRS,
    PLAYED,
    TRAVELLER,
    pbn_game,
    usebio_board,
    usebio_event,
    usebio_line,
    usebio_pair,
)
from tests.arbitrage.exchange.exchange_malice import EDITS, MUTATIONS, check, mutated, quickly, read_or_refuse

pytestmark = pytest.mark.usefixtures("in_english")

ROOT = Path(__file__).resolve().parents[3]
REAL_FILES = Path(os.environ.get("ARBITRAGE_REAL_FILES") or ROOT / "../shared/data").resolve()


def refusal(data: bytes, filename: str = "evening.xml") -> str:
    """Return the sentence with which a file is refused."""
    with pytest.raises(exchange.Unreadable) as refused:
        exchange.read(data, filename)
    assert str(refused.value).startswith(filename)
    return str(refused.value).removeprefix(filename)


def archive() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as files:
        files.writestr("results.xml", usebio_event(PAIRS, usebio_board(PLAYED)))
    return packed.getvalue()


GOOD = usebio_event(PAIRS, usebio_board(PLAYED), usebio_board(PLAYED, number=2))


# Not a results file


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", ": The file is empty."),
        (b" \r\n\t ", ": The file is empty."),
        (b"x" * (reading.MAX_BYTES + 1), ": The file is 20 MB; results files are read up to 20 MB."),
        (archive(), ": This is a ZIP archive. Take the results file out of it first."),
        (gzip.compress(GOOD.encode()), ": This is a compressed archive."),
        (b"\x00\x01\x00\x00Standard Jet DB\x00" + bytes(500), ": The database is damaged: none of its tables can be"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), ": This is a document, not a results file."),
        (b"%PDF-1.7\n%\xe2\xe3", ": This is a document, not a results file."),
        (b"<!DOCTYPE html>\n<html><body>[Board \"1\"]</body></html>", ": This is a web page, not a results file."),
        (b"pn|a,b,c,d|st||pg||\n", ": No board of the file can be read. A LIN file has its hands after “md|”."),
        (b"Pair;Name;Percentage\n1;Ann;61\n", ": The format of this file is not known."),
        (b'{"event": [{"Board": "1"}]}', ": This JSON file does not hold a tournament written by Arbitrage."),
        (b'{"format": [\n{"a": 1,]}', ", line 2: The JSON of the file is damaged here."),
        (b'{"format":' * 5000, ": The JSON of the file is damaged."),
        (b'{"format": NaN}', ": The JSON of the file is damaged."),
        (b'{"format": ' + b"9" * 5000 + b"}", ": The JSON of the file is damaged."),
        (bytes(range(256)) * 8, ": The format of this file is not known."),
        (b'[Board "1"]\n[Deal "\0"]', ", line 2: This is not a text file: it holds binary data."),
        (b"\xff\xfe[\x00B\xd8", ": The format of this file is not known."),
        (b"\xff\xfe<\x00", ", line 1: The file stops before its end"),
        (b"\xff\xfe<\x00?\x00x", ": The file announces the encoding UTF-16 but is not written in it."),
        (b"\xef\xbb\xbf<USEBIO>\xff</USEBIO>", ": The file announces the encoding UTF-8 but is not written in it."),
        (b"<session><tab/></session>", ", line 1: The tournament has no board: nothing was recorded."),
        (b"<results/>", ", line 1: The file begins with <RESULTS>; a USEBIO results file begins with <USEBIO>."),
        (b"\n\n<USEBIO>\n</USEBIO>", ", line 3: There is no <EVENT> in the file: it holds no tournament."),
        (usebio_event(PAIRS).encode(), ", line 3: The tournament has no board: nothing was recorded."),
        (b"% PBN 2.1\n", ": No board of the file can be read."),
        (b'[Event "x"]\n[Board "none"]\n', ": No board of the file can be read."),
    ],
)  # fmt: skip
def test_a_file_that_holds_no_tournament_is_refused_with_its_reason(data: bytes, said: str) -> None:
    assert refusal(data).startswith(said)


def test_a_directory_of_formats_is_told_apart_whatever_the_name() -> None:
    assert exchange.detect(GOOD.encode(), "evening.pbn") == "usebio"
    assert exchange.detect(pbn_game(1).encode(), "evening.xml") == "pbn"
    assert exchange.detect(b"% PBN 1.0\r\n%\r\n", "") == "pbn"
    assert exchange.detect('[Board "1"]'.encode("utf-16")) == "pbn"
    assert exchange.detect(b"<?xml version='1.0'?>\n<!-- a -->\n<session>", "evening.pbn") == "nzscorer"
    assert exchange.detect(b"pn|a,b,c,d|st||md|3S2,H3|", "evening.txt") == "lin"


# Broken XML


def test_a_file_cut_anywhere_is_refused_with_the_line() -> None:
    data = GOOD.encode().rstrip()
    for length in range(60, len(data)):
        said = refusal(data[:length])
        assert said.startswith(", line ") and "Export the results again." in said, length


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ("<CONTRACT>4S</PLAYED_BY>", "An element is not closed where it should be"),
        ("<CONTRACT>4S<</CONTRACT>", "The XML of the file is damaged here."),
        ("<CONTRACT a='1' a='2'>4S</CONTRACT>", "The XML of the file is damaged here."),
        ("<CONTRACT>\x0b</CONTRACT>", "The XML of the file is damaged here."),
        ("<CONTRACT>&#0;</CONTRACT>", "The XML of the file is damaged here."),
        ("</USEBIO>", "An element is not closed where it should be"),
    ],
)
def test_broken_xml_is_refused_with_the_line(broken: str, said: str) -> None:
    sentence = refusal(usebio_event(PAIRS, "\n\n" + broken + usebio_board(PLAYED)).encode())
    assert sentence.startswith(", line 8: ")
    assert said in sentence


# Hostile XML


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))


@pytest.mark.parametrize(
    "doctype",
    [
        f'<!DOCTYPE USEBIO [<!ENTITY l0 "ha">{LAUGHS}]>',
        f'<!DOCTYPE USEBIO [<!ENTITY l11 "{"x" * 100_000}">]>',
        '<!DOCTYPE USEBIO [<!ENTITY l11 SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE USEBIO [<!ENTITY % l0 SYSTEM "http://127.0.0.1:1/x"> %l0;]>',
        '<!DOCTYPE USEBIO [<!ATTLIST PLAYER x CDATA "y">]>',
        '<!DOCTYPE USEBIO SYSTEM "x.dtd" [ ]>',
    ],
)
def test_entities_of_the_file_are_refused_before_anything_is_expanded(doctype: str) -> None:
    head = f'<?xml version="1.0"?>\n{doctype}'
    sentence = refusal(usebio_event(PAIRS.replace("Ann", "&l11;" * 1000), usebio_board(PLAYED), head=head).encode())
    assert sentence == (
        ", line 2: The file declares entities of its own, which no results file needs: it is refused as unsafe."
    )


def test_nothing_is_fetched_for_a_doctype(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_network(*_args: object, **_kwargs: object) -> None:
        raise AssertionError("the reader opened a connection")

    monkeypatch.setattr("socket.socket.connect", no_network)
    monkeypatch.setattr("urllib.request.urlopen", no_network)
    head = '<!DOCTYPE USEBIO PUBLIC "-//X" "http://127.0.0.1:1/usebio.dtd">'
    pairs = PAIRS.replace("Ann", "&unknown;")
    tournament = exchange.read(usebio_event(pairs, usebio_board(PLAYED), head=head).encode())
    assert tournament.contestants[0].players[0].name == "&unknown;"


def test_deep_and_endless_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    nested = "<SECTION>" * 40 + "</SECTION>" * 40
    assert "nested deeper than in any results file" in refusal(usebio_event(PAIRS, nested).encode())
    monkeypatch.setattr(markup, "MAX_ELEMENTS", 500)
    endless = usebio_event(PAIRS, usebio_board("<TRAVELLER_LINE/>" * 500))
    assert "The file is larger than any tournament’s." in refusal(endless.encode())


def test_more_of_anything_than_a_tournament_has_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (usebio.reading, pbn.reading):
        monkeypatch.setattr(module, "MAX_RESULTS", 3)
    five_lines = usebio_event(PAIRS, usebio_board(*[PLAYED] * 5)).encode()
    assert refusal(five_lines).endswith("There are more results than in any tournament.")
    five_rows = pbn_game(1, TRAVELLER, *["1 2 4S N 10 S9 420 - 2 0"] * 5).encode()
    assert refusal(five_rows) == ", line 8: There are more results than in any tournament."
    for module in (usebio.reading, pbn.reading):
        monkeypatch.setattr(module, "MAX_CONTESTANTS", 3)
    pairs = "".join(usebio_pair(number, "A", "B") for number in range(5))
    assert "more contestants" in refusal(
        usebio_event(f"<PARTICIPANTS>{pairs}</PARTICIPANTS>", usebio_board(PLAYED)).encode()
    )
    rows = [f"{number} A/B" for number in range(5)]
    assert "more contestants" in refusal(pbn_game(1, '[TotalScoreTable "PairId;Names"]', *rows).encode())
    for module in (usebio.reading, pbn.reading):
        monkeypatch.setattr(module, "MAX_BOARDS", 1)
    assert "more boards" in refusal(GOOD.encode())
    assert "more boards" in refusal((pbn_game(1) + pbn_game(2)).encode())
    monkeypatch.setattr(pbn.games, "MAX_LINES", 5)
    assert "larger than any tournament" in refusal(pbn_game(1, *[""] * 5).encode())


def test_a_line_far_too_long_costs_itself_only() -> None:
    tournament = exchange.read((pbn_game(1, "x" * 20_000) + pbn_game(2)).encode())
    assert [board.number for board in tournament.boards] == [1, 2]
    assert [str(problem) for problem in tournament.warnings] == [
        "line 4: The line is far too long for PBN; it is skipped."
    ]


HOSTILE = """
import resource, sys, time
resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000,) * 2)
sys.path.insert(0, sys.argv[1])
from django.conf import settings
settings.configure(USE_I18N=False)
from arbitrage.exchange import Unreadable, read
from arbitrage.exchange.reading import MAX_BYTES

def full(unit, before=b""):
    return before + unit * ((MAX_BYTES - len(before)) // len(unit))

event, board = b"<USEBIO><EVENT>", b'[Board "1"]\\n'
score = b'[ScoreTable "PairId_NS;PairId_EW;Contract"]\\n'
for data in (
    full(b"<A/>", event), full(b"<A>", event), full(b"&", event), full(b"&a;", event), full(b"<", event),
    full(b"\\xe9", event + b"<DATE>"), full(b"<![CDATA[", event), full(b"a=''", event + b"<B "), full(b"<?a?>", event),
    full(b"{"), full(b"{[", b"{"), full(b'{"a":', b""), full(b'"a",', b'{"a":['), full(b"7,", b'{"a":['),
    full(b"{", board), full(b"\\n", board), full(b'"', board), full(b'[Board "2"]', board), full(b"[", board),
    board + score + b"1 2 4S\\n" * 90_000, board + score + b"\\\\ \\"" * 90_000,
    b"".join(b'[Board "%d"]\\n[T%d "##x"]\\n' % (n % 9999 + 1, n) for n in range(60_000)),
    b"".join(b'[Board "1"]\\n[Session "%d"]\\n' % n for n in range(60_000)),
):
    began = time.process_time()
    try:
        read(data, "hostile")
    except Unreadable as refused:
        assert str(refused).startswith("hostile"), refused
    assert time.process_time() - began < 30, (data[:40], time.process_time() - began)
print("all read or refused")
"""


def test_twenty_megabytes_of_malice_take_bounded_time_and_memory() -> None:
    ended = subprocess.run([sys.executable, "-c", HOSTILE, str(ROOT)], capture_output=True, text=True, timeout=600)
    assert (ended.stdout.strip(), ended.returncode) == ("all read or refused", 0), ended.stderr[-2000:]


# Mutations


def small_usebio() -> bytes:
    lines = (
        PLAYED,
        usebio_line("2", "1", CONTRACT="3NTx", PLAYED_BY="E", TRICKS="7", SCORE="500", LEAD="SK", EW_MATCH_POINTS="1"),
        usebio_line("1", "2", SCORE="A6040", NS_MATCH_POINTS="1.2", EW_MATCH_POINTS="0.8"),
        usebio_line(
            "1", "2", CONTRACT="PASS", SCORE="0", LIN_DATA="md|3SJ543H43DAQ5CAKJ3,S987HQ52DKJ63CQT8,SKQT6HAJTDT984C65,|"
        ),
    )
    hands = "".join(
        f"<HAND><DIRECTION>{seat}</DIRECTION><SPADES>{suits[0]}</SPADES><HEARTS>{suits[1]}</HEARTS>"
        f"<DIAMONDS>{suits[2]}</DIAMONDS><CLUBS>{suits[3]}</CLUBS></HAND>"
        for seat, suits in zip("NESW", (hand.split(".") for hand in DEALS[0][2:].split()), strict=True)
    )
    nine = usebio_board(PLAYED, number=9)
    handset = f"<HANDSET><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{hands}</BOARD></HANDSET>"
    session = f'<SESSION SESSION_ID="1"><SECTION SECTION_ID="A">{PAIRS}{usebio_board(*lines)}{nine}</SECTION></SESSION>'
    return usebio_event("<WINNER_TYPE>1</WINNER_TYPE>", session, after=handset).encode()


def small_pbn() -> bytes:
    ranking = (
        '[TotalScoreTable "Rank;PairId;Direction;TotalPercentage;Names;MemberID1"]',
        '1 1 N-S 55.5 "Ann - Bob" "12"',
        '2 2 E-W 44.5 "Cleo - Dan" -',
    )
    rows = ("1 2 4S  N 10 S9 420 - 2 0", "2 1 4Hx E 8 - - 300 0 2", "1 2 - - - - A+ A- 1 1", "1 2 Pass - - - 0 0 1 1")
    games = (
        pbn_game(1, *ranking, TRAVELLER, *rows, Deal=DEALS[0], Dealer="N", Vulnerable="None", Scoring="MP"),
        pbn_game(2, '[Auction "N"]', "1C =1= Pass 1NT AP", '[Play "W"]', "S9 S2 S3 S4", "*", Deal=DEALS[1], Room="Open",
                 North="A", South="B", East="C", West="D", Declarer="S", Contract="1NT", Result="EW 6", Score="NS 90"),
        pbn_game(3, "{ a", "comment }", Event="#", Deal="#", DoubleDummyTricks="8a6978a7974364443644"),
    )  # fmt: skip
    return ("% PBN 2.1\n%Content-type: text/x-pbn; charset=ISO-8859-1\n" + "".join(games)).encode()


def test_the_small_files_that_are_mutated_are_sound() -> None:
    numbered = "The file does not number the pairs; they are numbered in the order they are met."
    for data, noted in ((small_usebio(), []), (small_pbn(), [numbered])):
        tournament = exchange.read(data)
        check(tournament)
        assert len(tournament.results) == 5
        assert [problem.reason for problem in tournament.warnings] == noted


@quickly
@given(EDITS)
@example([("insert", 0.99, 0, b"\n\n\n"), ("cut", 0.2, 1, b"")])
def test_a_mutated_usebio_file_is_read_or_refused(edits: list) -> None:
    read_or_refuse(mutated(small_usebio(), edits))


@quickly
@given(EDITS)
def test_a_mutated_pbn_file_is_read_or_refused(edits: list) -> None:
    read_or_refuse(mutated(small_pbn(), edits))


@settings(max_examples=150, deadline=None)
@given(
    st.binary(max_size=400),
    st.sampled_from((b"", b"<USEBIO>", b"<?xml version='1.0'?>", b"% PBN 2.1\n", b'[Board "1"]\n[')),
)
def test_noise_is_read_or_refused(noise: bytes, before: bytes) -> None:
    read_or_refuse(before + noise)


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=30),
    st.sampled_from(("CONTRACT", "PLAYED_BY", "LEAD", "TRICKS", "SCORE", "NS_MATCH_POINTS", "NOTES")),
)
def test_any_text_in_an_element_is_read(text: str, element: str) -> None:
    plain = "".join(letter for letter in text if letter.isprintable()).replace("&", "&amp;").replace("<", "&lt;")
    fields = {"CONTRACT": "4S", "PLAYED_BY": "N", "TRICKS": "10", "SCORE": "420", element: plain}
    tournament = exchange.read(usebio_event(PAIRS, usebio_board(usebio_line(**fields))).encode())
    check(tournament)
    assert len(tournament.results) == 1


TAGS = [
    "Event",
    "Date",
    "Dealer",
    "Vulnerable",
    "Deal",
    "Scoring",
    "Declarer",
    "Contract",
    "Result",
    "Score",
    "Section",
]
TAGS += ["Session", "Room", "North", "ScoreMP", "DoubleDummyTricks", "Ability", "OptimumScore", "TotalScoreTable"]


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=30), st.sampled_from(TAGS), st.integers(0, 9))
def test_any_text_in_a_tag_or_a_cell_is_read(text: str, tag: str, column: int) -> None:
    plain = "".join(letter for letter in text if letter.isprintable()).replace("\\", "").replace('"', "'")
    cells = ["1", "2", "4S", "N", "10", "S9", "420", "-", "2", "0"]
    cells[column] = f'"{plain}"'
    tags = {"Contract": "4S", "Declarer": "N", "Result": "10", "North": "A", "South": "B", "East": "C", "West": "D"}
    games = pbn_game(1, TRAVELLER, " ".join(cells)) + pbn_game(2, "1 2", **(tags | {tag: plain})) + pbn_game(3)
    tournament = exchange.read(games.encode())
    check(tournament)
    assert {board.number for board in tournament.boards} == {1, 2, 3}


@pytest.mark.real_files
@pytest.mark.parametrize("name", ["usebio/example_individual_v1_1.xml", "usebio/compscore_mp_mitchell_7tables.xml",
                                  "pbn/ffb_magic_contest_paires_seance1.pbn", "pbn/ec1999_inherited_tags.pbn",
                                  "pbn/team_match_two_rooms_french_diagrams.pbn", "lin/team_match_two_rooms.lin",
                                  "lin/vugraph_segment_claims_chat.lin", "nzscorer/pairs.xml"])  # fmt: skip
def test_a_mutated_real_file_is_read_or_refused(name: str) -> None:
    whole_file = (REAL_FILES / name).read_bytes()
    # The head, the head with the middle, and the end of the file: parts small enough to be read forty times.
    parts = [whole_file[:8_000], whole_file[:2_000] + whole_file[len(whole_file) // 2 :][:8_000], whole_file[-8_000:]]

    @settings(quickly, max_examples=MUTATIONS // 10 or 40)
    @given(st.sampled_from(parts), EDITS)
    def mutate(part: bytes, edits: list) -> None:
        read_or_refuse(mutated(part, edits))

    mutate()
    for edits in ([("cut", 0.5, 1.0, b"")], [("replace", 0.7, 0.5, b"\xff\xe9<")], [("end", 0.6, 0, b"")]):
        read_or_refuse(mutated(whole_file, edits))
