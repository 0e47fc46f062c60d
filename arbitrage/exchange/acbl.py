"""JSON of club games of the American Contract Bridge League, as embedded in its pages of results.

An event has sessions; a session has hand_records and sections; a section has pair_summaries and boards, with
board_results. Match points count 1 for each result beaten, as usual in the ACBL. Scores are from North-South's side, in
words where the board was not scored: "AVE+", "AVE", "AVE-", "NP", "PASS".
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from arbitrage.exchange.gathering import Gathering
from arbitrage.exchange.reading import (
    MAX_BOARD_NUMBER,
    MAX_TABLE,
    Notes,
    at_table,
    begin,
    date,
    decimal,
    parse_json,
    read_play,
    read_score,
    settle,
    tidy,
    tricks_of,
    whole,
)
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    Direction,
    Event,
    PlayerRecord,
    ResultRecord,
    Scoring,
    TournamentFile,
    Unreadable,
)
from rulings.bridge import NotationError, parse_seat, parse_vulnerability

_SCORING: dict[str, Scoring] = {
    "MATCH_POINTS": "MP", "CROSS_IMPS": "CROSS_IMPS", "BUTLER": "BUTLER", "BUTLER_IMPS": "BUTLER", "IMPS": "IMPS",
    "TOTAL_POINTS": "TOTAL",
}  # fmt: skip
_EVENTS: dict[str, Event] = {"PAIRS": "pairs", "INDIVIDUAL": "individual", "TEAMS": "teams"}
_AWARDS = {"AVE+": Decimal(60), "AVE": Decimal(50), "AVE-": Decimal(40)}
_NOT_PLAYED = frozenset(("NP", "N/P", "NOT PLAYED", "LATE", "LATE PLAY"))
_AMERICAN_DATE = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})", re.ASCII)

Node = dict[str, Any]


def recognises(start: bytes) -> bool:
    """Does the file begin as the JSON of a club game?"""
    return start.startswith(b"{") and b'"sessions"' in start


def read(data: bytes) -> TournamentFile:
    """Read the tournament in the JSON of a club game.

    :raises Unreadable: the JSON is not that of a club game, is broken, or has no board.
    """
    notes = begin(data)
    document, encoding = parse_json(data, notes)
    if not isinstance(document, dict) or not isinstance(document.get("sessions"), list):
        raise Unreadable("", _("This JSON file does not hold a club game: it has no sessions."))
    reader = _Reader(notes)
    sessions = _nodes(document, "sessions")
    for place, session in enumerate(sessions, 1):
        name = str(whole(_text(session, "number"), 1, 999) or place) if len(sessions) > 1 else ""
        reader.read_session(session, name)
    if not reader.found.lines and not reader.found.deals:
        raise Unreadable("", _("The tournament has no board: nothing was recorded."))
    first = sessions[0] if sessions else {}
    return TournamentFile(
        name=tidy(_text(document, "name")),
        date=date(_text(first, "game_date")) or date(_day_first(_text(document, "start_date"))),
        scoring=_SCORING.get(_text(document, "board_scoring_method").upper(), ""),
        winners=whole(_text(document, "winner_type"), 1, 2),
        event=_EVENTS.get(_text(document, "type").upper(), "pairs"),
        club=tidy(_text(document, "club_name")),
        sections=reader.found.section_records(),
        boards=tuple(reader.board(board) for board in reader.found.boards()),
        warnings=notes.all(),
        format="acbl",
        program=tidy(_text(document, "program_name"), 100),
        encoding=encoding,
    )


class _Reader:
    """Results collected session after session."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.found = Gathering(notes)
        self.said: dict[tuple[str, int], tuple[str, str]] = {}

    def read_session(self, session: Node, name: str) -> None:
        sections = _nodes(session, "sections")
        for section in sections:
            where = name, tidy(_text(section, "name"), 30)
            for pair in _nodes(section, "pair_summaries"):
                self._read_pair(pair, where)
            for board in _nodes(section, "boards"):
                self._read_board(board, where)
        played = {number for session_name, number in self.found.lines if session_name == name}
        for hand in _nodes(session, "hand_records"):
            number = whole(_text(hand, "board"), 1, MAX_BOARD_NUMBER)
            # A set of deals may have more boards than the session played.
            if number is not None and (number in played or not played):
                self._read_hands(hand, (name, number))

    def board(self, board: BoardRecord) -> BoardRecord:
        """Return the board with the dealer and vulnerability that the file gives it."""
        dealt_by, vulnerable = self.said.get((board.session, board.number), ("", ""))
        return replace(board, dealer=dealt_by or board.dealer, vulnerability=vulnerable or board.vulnerability)

    def _read_pair(self, pair: Node, where: tuple[str, str]) -> None:
        number = tidy(_text(pair, "pair_number"), 20)
        place = _("section %(letter)s") % {"letter": where[1]}
        if not number:
            self.notes.add(place, _("A contestant without a number is left out."))
            return
        ranks = [_text(node, "rank") for node in _nodes(pair, "strat_place") if _text(node, "strat_number") == "1"]
        contestant = ContestantRecord(
            number=number,
            direction=_direction(_text(pair, "direction")),
            players=tuple(
                PlayerRecord(name=tidy(_text(node, "name")), licence=tidy(_text(node, "id_number"), 30))
                for node in _nodes(pair, "players")[:12]
            ),
            percentage=decimal(_text(pair, "percentage")),
            total=decimal(_text(pair, "score")),
            rank=tidy(next(iter(ranks), ""), 10),
        )
        self.found.add_contestant(where, contestant, place)

    def _read_board(self, board: Node, where: tuple[str, str]) -> None:
        number = whole(_text(board, "board_number"), 1, MAX_BOARD_NUMBER)
        if number is None:
            reason = _("“%(text)s” is not a board number; the board is left out.")
            self.notes.add("", reason % {"text": tidy(_text(board, "board_number"), 20)})
            return
        for node in _nodes(board, "board_results"):
            table = whole(_text(node, "table_number"), 1, MAX_TABLE)
            place = at_table(where[1], table or 0, number)
            line = self._line(node, where[1], table, place)
            for pair in (line.ns, line.ew):
                self.found.meet(where, pair, place)
            self.found.add_line(where[0], number, line, place)

    def _line(self, node: Node, letter: str, table: int | None, place: str) -> ResultRecord:
        def note(reason: str) -> None:
            self.notes.add(place, reason)

        contract, score = _text(node, "contract"), _text(node, "ns_score").upper()
        line = read_play(
            contract=contract or ("PASS" if score == "PASS" else ""),
            declarer=_text(node, "declarer"),
            tricks=_text(node, "tricks_taken") or tricks_of(_text(node, "result"), contract),
            lead=_text(node, "opening_lead"),
            note=note,
        )
        awards = [_text(node, f"{side}_score").upper() for side in ("ns", "ew")]
        if any(award in _AWARDS for award in awards):
            line.kind = "artificial"
            line.ns_percent, line.ew_percent = (_AWARDS.get(award) for award in awards)
            line.remark = "/".join(award.replace("AVE", "A") if award in _AWARDS else "-" for award in awards)
        elif score in _NOT_PLAYED:
            line.kind = "not_played"
        elif score != "PASS":
            read_score(score, line, note)
        if line.kind == "passed" and line.score is None:
            line.score = 0
        ns_points, ew_points = (decimal(_text(node, f"{side}_match_points")) for side in ("ns", "ew"))
        settle(line, points=ns_points is not None or ew_points is not None, note=note)
        ns, ew = (tidy(_text(node, f"{side}_pair"), 20) for side in ("ns", "ew"))
        if not ns or not ew:
            note(_("The line does not say which pairs played."))
        return ResultRecord(
            ns=ns,
            ew=ew,
            kind=line.kind,
            section=letter,
            table=table,
            round=whole(_text(node, "round_number"), 1, MAX_TABLE),
            contract=line.contract,
            declarer=line.declarer,
            lead=line.lead,
            tricks=line.tricks,
            score=line.score,
            ns_points=ns_points,
            ew_points=ew_points,
            ns_percent=line.ns_percent,
            ew_percent=line.ew_percent,
            remark=line.remark,
        )

    def _read_hands(self, hand: Node, board: tuple[str, int]) -> None:
        place = _("board %(number)s") % {"number": board[1]}
        hands = (
            ".".join(_holding(_text(hand, f"{seat}_{suit}")) for suit in ("spades", "hearts", "diamonds", "clubs"))
            for seat in ("north", "east", "south", "west")
        )
        self.found.hold(*board, "N:" + " ".join(hands), place)
        try:
            dealt_by, vulnerable = (
                str(parse_seat(_text(hand, "dealer"))),
                parse_vulnerability(_text(hand, "vulnerability")),
            )
        except NotationError:
            return
        self.said[board] = dealt_by, vulnerable


def _holding(written: str) -> str:
    """Read the ranks of "A K 10 4"; a void is dashes."""
    plain = re.sub(r"\s", "", written).upper().replace("10", "T")
    return plain.strip("-")


def _direction(text: str) -> Direction:
    plain = re.sub("[^A-Z]", "", text.upper())
    return "NS" if plain in ("NS", "N") else "EW" if plain in ("EW", "E") else ""


def _day_first(text: str) -> str:
    """Convert an American date, 04/15/2026, to one with the day first."""
    match = _AMERICAN_DATE.match(text)
    return f"{match[2]}/{match[1]}/{match[3]}" if match else ""


def _nodes(node: Node, name: str) -> list[Node]:
    return list(_each(node.get(name)))


def _each(value: object) -> Iterator[Node]:
    for node in value if isinstance(value, list) else ():
        if isinstance(node, dict):
            yield node


def _text(node: Node, name: str) -> str:
    """Return a value as text. The file may have numbers as numbers or as text; null gives ""."""
    value = node.get(name)
    if isinstance(value, str):
        return value.strip()
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9 else ""
