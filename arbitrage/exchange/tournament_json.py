"""A whole tournament in JSON: our own versioned format, without loss, to move or keep a tournament.

    {"format": "arbitrage-tournament", "version": 2, "tournament": {...}}

The tournament is a `TournamentFile` of `records`, field by field: empty fields are left out, numbers with decimals are
texts ("28.333"), dates are "2026-11-21", an adjusted score is as `rulings.scores.award.Award.as_json` writes it. The
reader guesses nothing: a file with an impossible value is refused, with its place, so that reading restores exactly the
tournament written.
"""

import dataclasses
import datetime
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from arbitrage.exchange.reading import (
    MAX_BOARD_NUMBER,
    MAX_BOARDS,
    MAX_CONTESTANTS,
    MAX_RESULTS,
    MAX_SCORE,
    MAX_TABLE,
    NO_TEXT,
    begin,
    parse_json,
    reason_of,
    tidy,
)
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    LineUpRecord,
    MatchRecord,
    PlayerRecord,
    Problem,
    ResultRecord,
    SectionRecord,
    TeamRecord,
    TournamentFile,
    Unreadable,
)
from rulings.bridge import Card, NotationError, format_deal, parse_contract, parse_deal
from rulings.scores.award import Award, Possible
from rulings.scores.methods import Method

FORMAT = "arbitrage-tournament"
VERSION = 2
"""Version 2 has the adjusted score and the form of a line, and the method of scoring. Version 1 is read too."""


def recognises(start: bytes) -> bool:
    """Does JSON begin as a tournament in our format?"""
    return start.startswith(b"{") and f'"{FORMAT}"'.encode() in start[:1000]


Reader = Callable[[Any, str], Any]
"""A function that converts a piece of JSON; the text is its place, such as "boards[2].results[0].tricks"."""


def write(tournament: TournamentFile, record: Mapping[str, int | str] | None = None) -> bytes:
    """Write the tournament as JSON in UTF-8, from which `read` restores an equal one. *record* identifies the record
    from which it was taken; it is not part of the tournament."""
    document = {"format": FORMAT, "version": VERSION, "tournament": plain(tournament)}
    document |= {"record": dict(record)} if record else {}
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def plain(tournament: TournamentFile) -> dict[str, Any]:
    """Return the tournament as plain data, from which `from_plain` restores an equal one."""
    fields: dict[str, Any] = _plain(tournament)
    return fields


def from_plain(data: object, place: str = "tournament", *, bare: bool = False) -> TournamentFile:
    """Read the tournament in plain data; *place* is its place in the file. A *bare* one may have no boards.

    :raises Unreadable: it has an impossible value.
    """
    tournament: TournamentFile = _record(TournamentFile)(data, place)
    if not tournament.boards and not bare:
        raise Unreadable(f"{place}.boards", _("The tournament has no board: nothing was recorded."))
    _check_whole(tournament, place)
    return tournament


def _plain(value: Any) -> Any:
    if isinstance(value, Award | Method):
        return value.as_json()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        kept = {
            field.name: getattr(value, field.name)
            for field in dataclasses.fields(value)
            if not _is_default(value, field)
        }
        return {name: _plain(inner) for name, inner in kept.items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Decimal):
        return f"{value:f}"
    return value.isoformat() if isinstance(value, datetime.date) else value


def _is_default(record: Any, field: "dataclasses.Field[Any]") -> bool:
    return bool(getattr(record, field.name) == field.default)


def read(data: bytes) -> TournamentFile:
    """Read the tournament in a JSON file of our own.

    :raises Unreadable: the file has another format or a later version, or an impossible value.
    """
    notes = begin(data)
    document, _encoding = parse_json(data, notes)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Unreadable("", _("This JSON file does not hold a tournament written by Arbitrage."))
    version = document.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise _wrong("version", version)
    if version > VERSION:
        reason = _("The file was written by a later version of Arbitrage. Bring this one up to date, then try again.")
        raise Unreadable("", reason)
    return from_plain(document.get("tournament"))


def _wrong(place: str, value: object) -> Unreadable:
    shown = tidy(json.dumps(value, ensure_ascii=False, default=str)[:60], 60)
    return Unreadable(place, _("“%(value)s” cannot stand here. Nothing was read.") % {"value": shown})


# Values


def _text(limit: int) -> Reader:
    def read_text(value: Any, place: str) -> str:
        if not isinstance(value, str) or len(value) > limit or value != tidy(value, limit):
            raise _wrong(place, value)
        return value

    return read_text


def _number(low: int, high: int) -> Reader:
    def read_number(value: Any, place: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise _wrong(place, value)
        return value

    return read_number


def _decimal(low: int, high: int) -> Reader:
    def read_decimal(value: Any, place: str) -> Decimal:
        if not isinstance(value, str) or not re.fullmatch(r"-?[0-9]{1,7}(\.[0-9]{1,8})?", value):
            raise _wrong(place, value)
        number = Decimal(value)
        if not low <= number <= high:
            raise _wrong(place, value)
        return number

    return read_decimal


def _one_of(*words: str) -> Reader:
    def read_word(value: Any, place: str) -> str:
        if not isinstance(value, str) or value not in words:
            raise _wrong(place, value)
        return value

    return read_word


def _matching(pattern: str) -> Reader:
    def read_pattern(value: Any, place: str) -> str:
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            raise _wrong(place, value)
        return value

    return read_pattern


def _notation(same: Callable[[str], str]) -> Reader:
    """Build a reader of texts in canonical notation (a deal, a contract, a card): *same* must return the text
    unchanged."""

    def read_notation(value: Any, place: str) -> str:
        try:
            if isinstance(value, str) and len(value) <= 100 and same(value) == value:
                return value
        except NotationError as error:
            raise Unreadable(place, reason_of(error)) from None
        raise _wrong(place, value)

    return read_notation


def _date(value: Any, place: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(value)
    except (TypeError, ValueError):
        raise _wrong(place, value) from None


def _true(value: Any, place: str) -> bool:
    if value is not True:  # false values are left out
        raise _wrong(place, value)
    return True


def _method(value: Any, place: str) -> Method:
    try:
        method = Method.from_json(value)
    except (ValueError, AttributeError, TypeError):
        raise _wrong(place, value) from None
    if method.as_json() != value:
        raise _wrong(place, value)
    return method


def _award(value: Any, place: str) -> Award:
    if not isinstance(value, dict) or set(value) != {"ns", "ew"}:
        raise _wrong(place, value)
    for side, share in value.items():
        if isinstance(share, list):
            _list(_possible, 20)(share, f"{place}.{side}")
        else:
            _SHARE(share, f"{place}.{side}")
    try:
        award = Award.from_json(value)
    except ValueError:
        raise _wrong(place, value) from None
    if award.as_json() != value:
        raise _wrong(place, value)
    return award


def _possible(value: Any, place: str) -> None:
    """Check one result of an adjusted score, with its weight, which is negative only for self-inflicted damage."""
    readers = _FIELDS[Possible]
    if not isinstance(value, dict) or value.keys() != readers.keys():
        raise _wrong(place, value)
    empty = {"contract": "", "declarer": "", "tricks": None}
    for name, reader in readers.items():
        if name not in empty or value[name] != empty[name]:
            reader(value[name], f"{place}.{name}")
    if bool(value["contract"]) != bool(value["declarer"]):
        raise _wrong(place, value)


def _list(reader: Reader, limit: int) -> Reader:
    def read_list(value: Any, place: str) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) > limit:
            raise _wrong(place, len(value) if isinstance(value, list) else value)
        return tuple(reader(item, f"{place}[{index}]") for index, item in enumerate(value))

    return read_list


def _pair(reader: Reader, other: Reader) -> Reader:
    def read_pair(value: Any, place: str) -> tuple[Any, Any]:
        if not isinstance(value, list) or len(value) != 2:
            raise _wrong(place, value)
        return reader(value[0], place), other(value[1], place)

    return read_pair


def _record(kind: type) -> Reader:
    def read_record(value: Any, place: str) -> Any:
        if not isinstance(value, dict):
            raise _wrong(place, value)
        readers = _FIELDS[kind]
        for name in value:
            if name not in readers:
                raise Unreadable(f"{place}.{tidy(name, 40)}", _("There is no such field. Nothing was read."))
        try:
            return kind(**{name: readers[name](inner, f"{place}.{name}") for name, inner in value.items()})
        except TypeError:  # a field that has no default is missing
            raise Unreadable(place, _("Something that is always there is missing. Nothing was read.")) from None

    return read_record


_SENTENCE = f"[^{NO_TEXT}]{{0,1000}}"
_ROUND = _number(1, MAX_TABLE)
_SCORE = _number(-MAX_SCORE, MAX_SCORE)
_POINTS = _decimal(-999_999, 999_999)
_PERCENT = _decimal(0, 100)
_WHO = _text(20)
_NAME = _text(200)
_SEAT = _one_of("N", "E", "S", "W")
_CONTRACT = _notation(lambda text: str(parse_contract(text) or ""))
_SHARE = _matching(r"A[+-]?|-?[0-9]{1,9}(/[1-9][0-9]{0,8})?( IMP)?")
_WEIGHT = _matching(r"-?[0-9]{1,9}(/[1-9][0-9]{0,8})?")

_FIELDS: Mapping[type, Mapping[str, Reader]] = {
    PlayerRecord: {"name": _NAME, "licence": _text(30)},
    ContestantRecord: {
        "number": _matching(f"[^{NO_TEXT}]{{1,20}}"),
        "direction": _one_of("NS", "EW", ""),
        "players": _list(_record(PlayerRecord), 12),
        "percentage": _POINTS,
        "total": _POINTS,
        "rank": _text(10),
        "team": _WHO,
        "overall": _POINTS,
    },
    LineUpRecord: {
        "number": _matching(f"[^{NO_TEXT}]{{1,20}}"),
        "round": _ROUND,
        "section": _text(30),
        "players": _list(_pair(_WHO, _number(1, 12)), 2),
        "final": _true,
    },
    SectionRecord: {
        "letter": _text(30),
        "contestants": _list(_record(ContestantRecord), MAX_CONTESTANTS),
        "session": _text(30),
    },
    ResultRecord: {
        "ns": _WHO,
        "ew": _WHO,
        "kind": _one_of("played", "passed", "artificial", "not_played", "unreadable"),
        "section": _text(30),
        "table": _ROUND,
        "round": _ROUND,
        "room": _one_of("open", "closed", ""),
        "players": _list(_WHO, 4),
        "contract": _CONTRACT,
        "declarer": _SEAT,
        "lead": _notation(lambda text: str(Card.parse(text))),
        "tricks": _number(0, 13),
        "score": _SCORE,
        "score_ew": _SCORE,
        "ns_points": _POINTS,
        "ew_points": _POINTS,
        "ns_percent": _PERCENT,
        "ew_percent": _PERCENT,
        "remark": _NAME,
        "auction": _list(_matching("Pass|XX?|[1-7](NT|[SHDC])|-"), 319),
        "play": _list(_matching("[SHDC][AKQJT2-9]|-"), 52),
        "times": _ROUND,
        "form": _number(1, 9),
        "award": _award,
        "key": _text(200),
    },
    Possible: {
        "contract": _CONTRACT,
        "declarer": _SEAT,
        "tricks": _number(0, 13),
        "score": _SCORE,
        "weight": _WEIGHT,
    },
    TeamRecord: {"number": _WHO, "name": _NAME, "total": _POINTS, "rank": _text(10)},
    MatchRecord: {
        "one": _WHO,
        "other": _WHO,
        "round": _ROUND,
        "one_score": _POINTS,
        "other_score": _POINTS,
        "imps": _list(_pair(_number(1, MAX_BOARD_NUMBER), _POINTS), MAX_BOARDS),
        "session": _text(30),
    },
    BoardRecord: {
        "number": _number(1, MAX_BOARD_NUMBER),
        "dealer": _SEAT,
        "vulnerability": _one_of("None", "NS", "EW", "All"),
        "deal": _notation(lambda text: format_deal(parse_deal(text))),
        "double_dummy": _matching("[0-9a-d]{20}"),
        "par": _NAME,
        "session": _text(30),
        "results": _list(_record(ResultRecord), MAX_RESULTS),
    },
    Problem: {"place": _matching(_SENTENCE), "reason": _matching(_SENTENCE)},
    TournamentFile: {
        "name": _NAME,
        "date": _date,
        "scoring": _one_of("MP", "BUTLER", "CROSS_IMPS", "IMPS", "PAB", "TOTAL", ""),
        "winners": _number(1, 2),
        "rounds": _ROUND,
        "halves": _number(1, 2),
        "line_ups": _list(_record(LineUpRecord), MAX_CONTESTANTS * 10),
        "event": _one_of("pairs", "individual", "teams", ""),
        "club": _NAME,
        "sections": _list(_record(SectionRecord), MAX_CONTESTANTS),
        "boards": _list(_record(BoardRecord), MAX_BOARDS),
        "teams": _list(_record(TeamRecord), MAX_CONTESTANTS),
        "matches": _list(_record(MatchRecord), MAX_RESULTS),
        "method": _method,
        "warnings": _list(_record(Problem), 1000),
        "format": _text(20),
        "version": _text(20),
        "program": _text(100),
        "encoding": _text(40),
        "damaged": _true,
    },
}


# Constraints between the records


def _check_whole(tournament: TournamentFile, at: str) -> None:
    if len(tournament.results) > MAX_RESULTS:
        raise Unreadable(f"{at}.boards", _("There are more results than in any tournament."))
    if len(tournament.contestants) > MAX_CONTESTANTS:
        raise Unreadable(f"{at}.sections", _("There are more contestants than in any tournament."))
    _once(f"{at}.boards", ((board.session, board.number) for board in tournament.boards))
    _once(f"{at}.sections", ((section.session, section.letter) for section in tournament.sections))
    numbers: dict[tuple[str, str], set[str]] = {}
    for place, section in enumerate(tournament.sections):
        named = [(contestant.number, contestant.direction) for contestant in section.contestants]
        _once(f"{at}.sections[{place}].contestants", named)
        numbers[section.session, section.letter] = {number for number, _direction in named}
    for place, board in enumerate(tournament.boards):
        for row, line in enumerate(board.results):
            _check_line(line, numbers.get((board.session, line.section)), f"{at}.boards[{place}].results[{row}]")


def _once(place: str, names: Any) -> None:
    for name, count in Counter(names).items():
        if count > 1:
            raise _wrong(place, name)


def _check_line(line: ResultRecord, numbers: set[str] | None, place: str) -> None:
    seats = {line.ns, line.ew, *line.players} - {""}
    if numbers is None:
        raise _wrong(f"{place}.section", line.section)
    if not seats <= numbers:
        raise _wrong(place, ", ".join(sorted(seats - numbers)))
    if len(line.players) not in (0, 4):
        raise _wrong(f"{place}.players", line.players)
    if line.contract and not line.declarer:
        raise _wrong(f"{place}.declarer", line.declarer)
    if line.kind == "played" and line.score is None and not (line.contract and line.tricks is not None):
        raise _wrong(f"{place}.score", line.score)
