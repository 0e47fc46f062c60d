"""Real results files, where those are available: nothing is lost or invented, and scores follow Law 77 except in known
cases."""

import csv
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from arbitrage import exchange
from arbitrage.exchange import tournament_json
from arbitrage.exchange.access import Database
from arbitrage.exchange.reading import Notes
from arbitrage.exchange.records import BoardRecord, ResultRecord, TournamentFile
from rulings.bridge import Seat, dealer, format_margin, parse_contract, vulnerability
from rulings.scores.imps import LineImps, butler_board, cross_imp_board, shown_imps
from rulings.scores.matchpoints import Artificial, Scored, matchpoint_board
from rulings.scores.scoring import score_ns

FOLDER = Path(
    os.environ.get("ARBITRAGE_REAL_FILES") or Path(__file__).resolve().parents[3] / "../shared/data"
).resolve()
RESULTS = ["usebio/*.xml", "pbn/ffb_magic_contest_paires_seance1.pbn", "nzscorer/*.xml", "acbl/*.json"]
UNSCORED = ["bws/*.bws"]
"""Databases of the tables, which have contracts and results but no scores."""

pytestmark = [pytest.mark.real_files, pytest.mark.usefixtures("in_english")]


def named(*patterns: str) -> list[str]:
    """Return the files of the folder, or their patterns if there is no folder, so that a skipped test names its
    files."""
    if not FOLDER.is_dir():
        return list(patterns)
    return sorted(str(path.relative_to(FOLDER)) for pattern in patterns for path in FOLDER.glob(pattern))


def read(name: str) -> TournamentFile:
    return exchange.read((FOLDER / name).read_bytes(), name)


def manifest(name: str) -> dict:
    entries = json.loads((FOLDER / "MANIFEST.json").read_text(encoding="utf-8"))
    return next(entry for entry in entries if entry["file"] == name)


def golden(name: str) -> list[dict[str, str]]:
    with (FOLDER / manifest(name)["golden"]).open(encoding="utf-8", newline="") as rows:
        return list(csv.DictReader(rows))


every_result_file = pytest.mark.parametrize("name", named(*RESULTS))
every_golden_file = pytest.mark.parametrize("name", named(*RESULTS, *UNSCORED, "pbn/okbridge_tournament_v20.pbn"))


@pytest.mark.parametrize("name", named("usebio/*.xml"))
def test_boards_lines_pairs_and_hands_are_those_of_the_manifest(name: str) -> None:
    tournament, said = read(name), manifest(name)["verification"]
    played = {(board.number, line.section) for board in tournament.boards for line in board.results}
    assert len(played) == said["boards"]
    assert len(tournament.results) == said["traveller_lines"]
    named_contestants = [contestant for contestant in tournament.contestants if contestant.players]
    assert len(named_contestants) == said["pairs"] + said["individuals"]
    assert len(tournament.teams) == said["teams"]
    assert len(tournament.sections) == said["sections"]
    assert sum(bool(line.lead) for line in tournament.results) == said["leads"]
    hands = min(said["hands"], said["boards"]) or (said["boards"] if said["lin_play"] else 0)
    assert sum(bool(board.deal) for board in tournament.boards) == hands
    assert str(tournament.winners) == str(said["winner_type"])
    assert (tournament.version, tournament.program) == (said["usebio_version"], said["program"].strip())


def test_the_federations_file_has_its_boards_lines_pairs_hands_and_makeable_contracts() -> None:
    name = "pbn/ffb_magic_contest_paires_seance1.pbn"
    tournament, said = read(name), manifest(name)["verification"]
    assert len(tournament.boards) == said["boards"] == 30
    assert len(tournament.results) == said["scoretable"]["rows"] == 660
    assert len(tournament.contestants) == 44
    assert all(
        len(pair.players) == 2 and all(player.licence for player in pair.players) for pair in tournament.contestants
    )
    assert sum(bool(board.double_dummy) for board in tournament.boards) == said["with_dd"]
    assert all(board.deal and board.par for board in tournament.boards)
    assert tournament.scoring == "MP" and tournament.winners == 1
    assert tournament.encoding == "windows-1252"
    assert [problem.reason for problem in tournament.warnings] == [
        "The file does not say its encoding; it was read as Windows-1252. Check the accents in the names."
    ]


# Every recorded value, against the golden file


def plain_contract(written: str) -> str:
    """Spell a contract of the golden file our way: "3N", "5DX" and "4Hx" are "3NT", "5Dx", "4Hx"."""
    match = re.fullmatch(r"([1-7])(NT|N|[SHDC])([xX]{0,2})", written)
    return f"{match[1]}{'NT' if match[2] == 'N' else match[2]}{match[3].lower()}" if match else ""


def plain_lead(written: str) -> str:
    match = re.fullmatch(r"([SHDC])(10|\w)|(10|\w)([SHDC])", written)
    return (match[1] or match[4]) + (match[2] or match[3]).replace("10", "T") if match else ""


def plain_score(written: str) -> int | None:
    """Read a score such as "-50"; in the federation's form, "420/-" is 420 and "-/50" is -50."""
    ns, _slash, ew = written.partition("/")
    if re.fullmatch(r"-?\d+", ns):
        return int(ns)
    return -int(ew) if re.fullmatch(r"\d+", ew) else None


def number(written: str) -> Decimal | None:
    return Decimal(written) if written else None


KINDS = {"played": "played", "pass": "passed", "unreadable": "unreadable", "phantom": "not_played"}


def expected(row: dict[str, str]) -> dict:
    kind = KINDS.get(row["kind"], "artificial")
    passed = kind == "passed"
    shares = re.fullmatch(r"A(\d\d)(\d\d)", row["kind"])
    return {
        "board": row["board"],
        "ns": row["ns"].strip("?"),
        "ew": row["ew"].strip("?"),
        "kind": kind,
        "contract": plain_contract(row["contract"]),
        "declarer": "" if passed else row["declarer"].strip("-"),
        "tricks": None if passed or not row["tricks"].strip("-") else int(row["tricks"]),
        "lead": plain_lead(row["lead"]),
        "score": 0 if passed else plain_score(row["recorded_ns_score"]),
        "shares": (Decimal(shares[1]), Decimal(shares[2])) if shares else None,
    }


def recorded(board: int, line: ResultRecord) -> dict:
    return {
        "board": str(board),
        "ns": line.ns,
        "ew": line.ew,
        "kind": line.kind,
        "contract": line.contract,
        "declarer": line.declarer,
        "tricks": line.tricks,
        "lead": line.lead,
        "score": 0 if line.kind == "passed" else line.score,
        "shares": (line.ns_percent, line.ew_percent) if line.kind == "artificial" else None,
    }


def in_order(rows: list[dict]) -> list[dict]:
    return sorted(rows, key=lambda row: [str(value) for value in row.values()])


@every_golden_file
def test_every_recorded_value_is_that_of_the_golden_file(name: str) -> None:
    tournament = read(name)
    lines = [recorded(board.number, line) for board in tournament.boards for line in board.results]
    assert in_order(lines) == in_order([expected(row) for row in golden(name)])


@every_result_file
def test_every_recorded_match_point_and_imp_is_that_of_the_golden_file(name: str) -> None:
    tournament = read(name)
    read_points, golden_points = [], []
    for board in tournament.boards:
        for line in board.results:
            who = line.ns if not line.players else ""
            ns, ew = line.ns_points, line.ew_points
            if tournament.format == "acbl":  # the ACBL gives 1 for a result beaten, the golden file 2
                ns, ew = 2 * ns, 2 * ew
            read_points.append((str(board.number), who, line.score, ns, ew))
    for row in golden(name):
        other = row["recorded_ns_other"]
        ns = number(row["recorded_ns_mp"] or other)
        # For Butler and cross-IMPs the golden file has North-South's IMPs only; East-West's are the opposite.
        ew = number(row["recorded_ew_mp"]) if not other else -Decimal(other)
        golden_points.append((row["board"], row["ns"], plain_score(row["recorded_ns_score"]), ns, ew))
    assert Counter(read_points) == Counter(golden_points)


@pytest.mark.parametrize("name", named("usebio/teams*.xml"))
def test_every_teams_match_has_its_round_and_its_imps_add_up(name: str) -> None:
    tournament = read(name)
    assert sum(len(match.imps) for match in tournament.matches) == manifest(name)["verification"]["teams_boards"]["ok"]
    assert {line.round for line in tournament.results} == {match.round for match in tournament.matches}
    assert all(match.one_score + match.other_score == 20 for match in tournament.matches)


# Law 77


def law_77_score(line: ResultRecord, board: BoardRecord) -> int:
    contract = parse_contract(line.contract).by(Seat(line.declarer)) if line.contract else None
    return score_ns(contract, line.tricks, board.vulnerability)


def law_77(tournament: TournamentFile) -> list[tuple[int, str, str, int | None, int]]:
    """Return the lines whose recorded score is not that of Law 77: board, contract, declarer, recorded, computed."""
    wrong = []
    for board in tournament.boards:
        for line in board.results:
            if line.score is None or (line.kind == "played" and not line.contract) or line.kind == "unreadable":
                continue
            computed = law_77_score(line, board)
            if computed != line.score:
                wrong.append((board.number, line.contract, line.declarer, line.score, computed))
    return wrong


@every_result_file
def test_law_77_agrees_with_every_recorded_score(name: str) -> None:
    said = manifest(name)["verification"]
    tournament = read(name)
    checked = [line for line in tournament.results if line.score is not None and line.kind in ("played", "passed")]
    assert law_77(tournament) == []
    if "counts" in said and not said.get("individuals"):
        assert len(checked) == said["counts"]["raw_checked"]


def test_law_77_finds_the_one_wrong_score_of_the_okbridge_tournament() -> None:
    name = "pbn/okbridge_tournament_v20.pbn"
    known = manifest(name)["verification"]["scoretable"]["raw_mismatches"]
    assert law_77(read(name)) == [
        (int(one["board"]), one["contract"], one["by"], one["recorded"], one["expected"]) for one in known
    ]


# Scores, matchpoints and IMPs computed from the files


def lines_of(board: BoardRecord, *, as_recorded: bool) -> dict[str, Scored | Artificial]:
    """Return the lines of a board that count, by their place, each with Law 77's score. The file's score is used for a
    line without a contract, and with *as_recorded* for every line that has one."""
    found: dict[str, Scored | Artificial] = {}
    for place, line in enumerate(board.results):
        if line.kind == "artificial":
            found[str(place)] = Artificial(str(place), Fraction(line.ns_percent), Fraction(line.ew_percent))
        elif line.kind in ("played", "passed"):
            recorded = line.score is not None and (as_recorded or not line.contract)
            found[str(place)] = Scored(str(place), line.score if recorded else law_77_score(line, board))
    return found


def by_pair(rows: Iterable[tuple[object, ...]]) -> Counter[tuple[object, ...]]:
    """Count equal rows, their numbers rounded to the four decimals of the golden files."""
    return Counter(tuple(round(float(one), 4) if isinstance(one, Fraction) else one for one in row) for row in rows)


MATCHPOINTED = [
    *named("acbl/*.json", "nzscorer/*.xml", "bws/*.bws", "pbn/ffb_magic_contest_paires_seance1.pbn"),
    *(name for name in named("usebio/*.xml") if "_mp_" in name),
]


@pytest.mark.parametrize("name", [*MATCHPOINTED, "pbn/okbridge_tournament_v20.pbn"])
def test_law_77_and_78_give_the_scores_and_match_points_of_the_golden_file(name: str) -> None:
    rows = golden(name)
    # A score that does not follow from its contract is compared as recorded, as the program does.
    known_wrong = any(row["flag"].startswith("score does not follow") for row in rows)
    expected = {row["board"]: int(row["results_on_board"]) for row in rows}
    if manifest(name)["verification"].get("mp", {}).get("field") == "largest board":
        expected = dict.fromkeys(expected, max(expected.values()))
    computed, known = [], []
    for board in read(name).boards:
        number, lines = str(board.number), lines_of(board, as_recorded=known_wrong)
        points = matchpoint_board(list(lines.values()), expected=max(len(lines), expected[number]))
        for place, line in enumerate(board.results):
            if str(place) in lines:
                shares, score = points.line(str(place)), getattr(lines[str(place)], "score", None)
                computed.append((number, line.ns, line.ew, score, shares.ns, shares.ew))
    for row in rows:
        if row["neuberg_ns_mp"]:
            score = plain_score(row["recorded_ns_score"] if known_wrong else row["law77_ns_score"])
            score = None if row["kind"].startswith("A") else score or 0
            mps = Fraction(row["neuberg_ns_mp"]), Fraction(row["neuberg_ew_mp"])
            known.append((row["board"], row["ns"].strip("?"), row["ew"].strip("?"), score, *mps))
    assert by_pair(computed) == by_pair(known)


@pytest.mark.parametrize(
    ("name", "score"),
    [
        ("usebio/compscore_butler_howell.xml", lambda lines: butler_board(lines, drop=1).lines),
        ("usebio/pianola_cross_imps_bad_contract.xml", cross_imp_board),
        ("usebio/teamsscorer_multiple_teams_imps_vp.xml", cross_imp_board),
    ],
)
def test_law_78_gives_the_imps_of_the_golden_file(
    name: str, score: Callable[[list[Scored]], Iterable[LineImps]]
) -> None:
    computed, known = [], []
    for board in read(name).boards:
        # The scores recorded in the file, which include those of contracts that cannot be read.
        lines = [Scored(str(place), line.score) for place, line in enumerate(board.results) if line.score is not None]
        for one in score(lines):
            line = board.results[int(one.id)]
            computed.append((str(board.number), line.ns, line.ew, str(shown_imps(one.ns))))
    for row in golden(name):
        known.append((row["board"], row["ns"], row["ew"], str(shown_imps(Fraction(row["recorded_ns_other"])))))
    assert Counter(computed) == Counter(known)


# New Zealand Scorer and Bridgemate


@pytest.mark.parametrize("name", named("nzscorer/*.xml"))
def test_a_new_zealand_file_has_all_that_the_manifest_counts(name: str) -> None:
    tournament, said = read(name), manifest(name)["verification"]
    assert (len(tournament.boards), len(tournament.results)) == (said["boards"], said["traveller_lines"])
    assert len([contestant for contestant in tournament.contestants if contestant.players]) == said["pairs"]
    assert len(tournament.sections) == said["sections"]
    assert tournament.scoring == said["scoring"]
    assert sum(line.kind == "not_played" for line in tournament.results) == said["phantom_lines"]


def test_the_bridgemate_file_has_all_that_the_manifest_counts_and_every_name() -> None:
    name = "bws/bridgemate_11tables_27boards.bws"
    tournament, said = read(name), manifest(name)["verification"]
    assert (len(tournament.boards), len(tournament.results)) == (said["boards"], said["results"])
    assert sum(line.kind == "passed" for line in tournament.results) == said["passes"]
    assert {
        direction + contestant.number for contestant in tournament.contestants if (direction := contestant.direction)
    } == set(said["computed_percentages"])
    assert tournament.warnings == ()
    with (FOLDER / name.replace(".bws", "_csv") / "PlayerNumbers.csv").open(encoding="utf-8", newline="") as rows:
        sat = {(row["Name"], row["Number"]) for row in csv.DictReader(rows)}
    assert {
        (player.name, player.licence) for contestant in tournament.contestants for player in contestant.players
    } == sat


@pytest.mark.parametrize(
    "table",
    [
        "ReceivedData",
        "RoundData",
        "PlayerNumbers",
        "Section",
        "Tables",
        "Clients",
        "Settings",
        "Session",
    ],
)
def test_every_cell_of_the_bridgemate_file_is_that_of_another_reader(table: str) -> None:
    name = "bws/bridgemate_11tables_27boards.bws"
    notes = Notes()
    rows = Database((FOLDER / name).read_bytes(), notes).rows(table)
    with (FOLDER / name.replace(".bws", "_csv") / f"{table}.csv").open(encoding="utf-8", newline="") as written:
        known = list(csv.DictReader(written))
    # The other reader writes times its own way.
    columns = [column for column in known[0] if column not in ("DateLog", "TimeLog", "Date", "Time")]
    cells = [{column: int(v) if isinstance(v := row[column], bool) else v for column in columns} for row in rows]
    assert [{column: str(value) for column, value in row.items()} for row in cells] == [
        {column: row[column] for column in columns} for row in known
    ]
    assert notes.problems == []


@pytest.mark.parametrize("name", named("acbl/*.json"))
def test_an_acbl_game_has_all_that_the_manifest_counts(name: str) -> None:
    tournament, said = read(name), manifest(name)["verification"]
    assert (len(tournament.boards), len(tournament.results)) == (said["boards"], said["traveller_lines"])
    assert len([contestant for contestant in tournament.contestants if contestant.players]) == said["pairs"]
    assert all(board.deal for board in tournament.boards)
    assert (tournament.name, tournament.warnings) == (said["name"], ())
    # Dealer and vulnerability, which the file gives, are those of Law 2.
    assert all(board.dealer == dealer(board.number) for board in tournament.boards)
    assert all(board.vulnerability == vulnerability(board.number) for board in tournament.boards)


def test_the_deals_of_a_dealing_machine_are_those_of_its_pbn() -> None:
    machine, reference = read("deals/test16.dup"), read("deals/test16_jfr_ability.pbn")
    assert [(board.number, board.deal, board.dealer, board.vulnerability) for board in machine.boards] == [
        (board.number, board.deal, board.dealer, board.vulnerability) for board in reference.boards
    ]
    assert machine.warnings == ()


# LIN


@pytest.mark.parametrize("name", named("lin/*.lin"))
def test_every_lin_file_has_all_its_boards_hands_play_and_claims(name: str) -> None:
    said = manifest(name)["lin_check"] or {"boards": 32, "deal ok": 32, "claims": 27, "played out": 5}
    tournament = read(name)
    lines = tournament.results
    shown = [sum(card != "-" for card in line.play) for line in lines]
    assert len(lines) == said["boards"]
    assert sum(len(board.results) for board in tournament.boards if board.deal) == said["deal ok"]
    assert sum(cards == 52 for cards in shown) == said.get("played out", 0)
    unfinished = [line for line in lines if line.tricks is None and line.kind != "passed"]
    assert len(unfinished) == said.get("unfinished without claim", 0)
    assert len(lines) - shown.count(52) - len(unfinished) == said.get("claims", 0)
    assert len(tournament.warnings) == len(unfinished)


def test_a_match_in_lin_and_in_pbn_is_the_same_match() -> None:
    lin, pbn = read("lin/team_match_two_rooms.lin"), read("pbn/team_match_two_rooms_french_diagrams.pbn")

    def told(tournament: TournamentFile) -> list[tuple]:
        return [
            (board.number, board.deal, board.dealer, board.vulnerability, line.room, line.contract, line.declarer)
            + (line.tricks, line.lead, line.auction)
            for board in tournament.boards
            for line in board.results
        ]

    assert told(lin) == told(pbn)
    assert lin.name == pbn.name and lin.event == pbn.event


def test_the_claims_of_a_vugraph_are_its_list_of_results() -> None:
    name = "lin/vugraph_segment_claims_chat.lin"
    listed = re.search(r"rs\|([^|]*)\|", (FOLDER / name).read_text(encoding="ascii"))[1].upper().split(",")
    lines = [line for board in read(name).boards for line in board.results]
    shown = []
    for line in lines:
        contract = parse_contract(line.contract)
        margin = format_margin(contract, line.tricks)
        shown.append(f"{contract.level}{contract.denomination[0]}{line.declarer}{'X' * contract.doubled}{margin}")
    assert shown == listed


# Our own JSON


@pytest.mark.parametrize("name", named(*RESULTS, *UNSCORED, "lin/*.lin", "pbn/*.pbn"))
def test_every_real_tournament_goes_through_json_without_loss(name: str) -> None:
    tournament = read(name)
    assert exchange.read(tournament_json.write(tournament)) == tournament


# The other PBN files


@pytest.mark.parametrize("name", named("pbn/*.pbn", "bws/*.pbn"))
def test_every_pbn_file_has_all_its_boards_deals_and_results(name: str) -> None:
    said = manifest(name)["verification"]
    tournament = read(name)
    assert len(tournament.boards) == said["boards"]
    assert all(board.deal for board in tournament.boards)
    assert sum(bool(board.double_dummy) for board in tournament.boards) == said["with_dd"]
    if said["with_scoretable"]:
        assert len(tournament.results) == said["scoretable"]["rows"]
    elif said["with_dd"]:
        assert tournament.results == ()
    else:
        assert len(tournament.results) == said["games"]
        assert sum(bool(line.auction) for line in tournament.results) == said["with_auction"]
        # Three of the sections that one file has hold no card.
        text = (FOLDER / name).read_text(encoding="cp1252")
        with_cards = len(re.findall(r'^\[Play "[NESW]"\]\n(?=[SHDC-])', text, re.MULTILINE))
        assert sum(bool(line.play) for line in tournament.results) == with_cards
        assert said["with_play"] - with_cards in (0, 3)
    assert len(law_77(tournament)) == said.get("scoretable", {}).get("raw_bad", 0)


def test_a_deal_file_of_another_program_has_its_makeable_contracts() -> None:
    tournament = read("deals/test16_jfr_ability.pbn")
    assert [board.number for board in tournament.boards] == list(range(1, 17))
    assert all(board.deal and len(board.double_dummy) == 20 for board in tournament.boards)
    assert tournament.boards[0].double_dummy == "63456634567a9867a986"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("usebio/pianola_cross_imps_bad_contract.xml", "line 338, board 1: The contract cannot be read"),
        ("pbn/ec1997_irregular_result.pbn", "board 12: “^9” is marked as irregular"),
        ("pbn/ec1999_inherited_tags.pbn", "The tag Section repeats the value of the game before, which has none."),
        ("pbn/cap_gemini_1998_r07_result_side.pbn", "read as Windows-1252"),
        ("pbn/polish_barometer_one_game_per_table.pbn", ""),
    ],
)
def test_what_is_odd_in_a_file_is_said(name: str, words: str) -> None:
    warnings = [str(problem) for problem in read(name).warnings]
    assert warnings == [] if not words else any(words in warning for warning in warnings)


@pytest.mark.parametrize("name", named("deals/*.dup", "deals/*.dge", "deals/*.ber"))
def test_the_deals_of_a_dealing_machine_are_those_of_the_same_boards_in_pbn(name: str) -> None:
    tournament = read(name)
    assert tournament.format == name.rpartition(".")[2]
    assert tournament.results == ()
    in_pbn = read("deals/test16_jfr_ability.pbn").boards
    assert [(board.number, board.deal) for board in tournament.boards] == [(one.number, one.deal) for one in in_pbn]


@pytest.mark.parametrize("name", named("deals/*.csv"))
def test_what_is_not_a_results_file_is_refused_by_name(name: str) -> None:
    with pytest.raises(exchange.Unreadable, match=re.escape(name)):
        read(name)
