"""New Zealand Scorer XML, the results files of New Zealand Bridge's scoring program.

A session holds sections, then results (brsection: one `result` a table and board, in attributes), then the ranking
(scsection: one `pair` each). Match points count 2 for each result beaten and are written in tenths; -9999 marks a table
with a phantom pair. Scores are from North-South's side. "Adj" is an artificial score, whose percentages are computed
from its match points. Dealer and vulnerability are those of Law 2.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from django.utils.translation import gettext as _

from arbitrage.exchange.gathering import Gathering
from arbitrage.exchange.markup import Element, parse_xml, root_name
from arbitrage.exchange.reading import (
    MAX_BOARD_NUMBER,
    MAX_TABLE,
    NOT_PLAYED,
    Notes,
    at_board,
    at_line,
    begin,
    date,
    decimal,
    read_play,
    read_score,
    settle,
    tidy,
    tricks_of,
    whole,
)
from arbitrage.exchange.records import (
    ContestantRecord,
    Direction,
    PlayerRecord,
    ResultRecord,
    Scoring,
    TournamentFile,
    Unreadable,
)

_SCORING: dict[str, Scoring] = {
    "MP": "MP", "MPS": "MP", "MATCHPOINTS": "MP",
    "BUTLER": "BUTLER", "IMP": "CROSS_IMPS", "IMPS": "CROSS_IMPS", "XIMP": "CROSS_IMPS", "XIMPS": "CROSS_IMPS",
    "CROSS IMPS": "CROSS_IMPS",
}  # fmt: skip
_DIRECTIONS: dict[str, Direction] = {"N": "NS", "NS": "NS", "E": "EW", "EW": "EW"}
_PHANTOM = -9999
_TENTH = Decimal(10)


def recognises(start: bytes) -> bool:
    """Is it XML with the root element of New Zealand Scorer?"""
    return root_name(start) == "SESSION"


def read(data: bytes) -> TournamentFile:
    """Read the tournament in a file of New Zealand Scorer.

    :raises Unreadable: the file is of another format, broken or hostile.
    """
    notes = begin(data)
    root, encoding = parse_xml(data, notes)
    if root.name != "SESSION":
        reason = _("The file begins with <%(name)s>; a New Zealand Scorer file begins with <session>.")
        raise Unreadable(at_line(root.line), reason % {"name": tidy(root.name, 40)})
    gathering = Gathering(notes)
    directions = {direction for node in _children(root, "SCORES", "SCSECTION") for direction in _pairs(node, gathering)}
    one_field = root.attributes.get("field_scoring", "").casefold() == "true"
    for node in _children(root, "BOARD_RESULTS", "BRSECTION"):
        _results(node, gathering)
    if not gathering.lines:
        raise Unreadable(at_line(root.line), _("The tournament has no board: nothing was recorded."))
    _artificial_shares(gathering, one_field)
    if any(
        child.attributes.get("handicap", "").casefold() == "true" for child in _children(root, "SECTIONS", "SECTION")
    ):
        notes.add("", _("The pairs have handicaps; the percentages read are those without them."))
    day = date(root.attributes.get("event_date", ""))
    if day is None:
        notes.add(at_line(root.line), _("The file has no date that can be read."))
    return TournamentFile(
        name=tidy(root.attributes.get("event_name", "")),
        date=day,
        scoring=_SCORING.get(root.attributes.get("scoring_type", "").strip().upper(), ""),
        winners=None if not directions else 2 if {"NS", "EW"} <= directions else 1,
        event="pairs",
        club=tidy(root.attributes.get("club", "")),
        sections=gathering.section_records(),
        boards=gathering.boards(),
        warnings=notes.all(),
        format="nzscorer",
        encoding=encoding,
    )


def _children(root: Element, group: str, name: str) -> Iterator[Element]:
    for node in root.all(group):
        yield from node.all(name)


def _letter(node: Element) -> str:
    return tidy(node.attributes.get("id", ""), 30)


def _pairs(node: Element, gathering: Gathering) -> Iterator[Direction]:
    """Store the pairs of a section's ranking, and yield the direction of each."""
    for pair in node.all("PAIR"):
        given = pair.attributes
        number = tidy(given.get("no", ""), 20)
        if not number:
            gathering.notes.add(at_line(pair.line), _("A contestant without a number is left out."))
            continue
        players = tuple(
            PlayerRecord(
                name=tidy(given.get(f"player_name_{number}", "")), licence=_licence(given.get(f"nzb_no_{number}"))
            )
            for number in (1, 2)
        )
        direction = _DIRECTIONS.get(given.get("dir", "").strip().upper(), "")
        contestant = ContestantRecord(
            number=number,
            direction=direction,
            players=players if any(player.name or player.licence for player in players) else (),
            percentage=decimal(given.get("raw_score", "")) or decimal(given.get("res", "")),
            total=decimal(given.get("match_points", "").partition("/")[0]),
            rank=tidy(given.get("place", ""), 10),
        )
        gathering.add_contestant(("", _letter(node)), contestant, at_line(pair.line))
        yield direction


def _licence(text: str | None) -> str:
    number = tidy(text or "", 30)
    return number if number.strip("0") else ""


def _results(node: Element, gathering: Gathering) -> None:
    where = ("", _letter(node))
    for result in node.all("RESULT"):
        number = whole(result.attributes.get("bd", ""), 1, MAX_BOARD_NUMBER)
        if number is None:
            reason = _("“%(text)s” is not a board number; the line is left out.")
            gathering.notes.add(at_line(result.line), reason % {"text": tidy(result.attributes.get("bd", ""), 20)})
            continue
        place = at_board(result.line, number)
        line = _result(result.attributes, where[1], place, gathering.notes)
        for pair in (line.ns, line.ew):
            gathering.meet(where, pair, place)
        gathering.add_line("", number, line, place)


def _result(given: dict[str, str], letter: str, place: str, notes: Notes) -> ResultRecord:
    def note(reason: str) -> None:
        notes.add(place, reason)

    contract, score = given.get("cont", "").strip(), given.get("score", "").strip()
    not_played = contract.upper() in NOT_PLAYED
    line = read_play(
        contract="" if not_played else contract,
        declarer=given.get("dec", ""),
        tricks=tricks_of(given.get("res", "").strip(), contract),
        lead=given.get("lead", ""),
        note=note,
    )
    ns_points, ew_points = (_points(given.get(f"mp_{side}", "")) for side in ("ns", "ew"))
    if not_played:
        line.kind = "not_played"
    elif score.upper().startswith("ADJ"):
        line.kind = "artificial"
    else:
        read_score(score, line, note)
    settle(line, points=ns_points is not None or ew_points is not None, note=note)
    ns, ew = tidy(given.get("ns", ""), 20), tidy(given.get("ew", ""), 20)
    if not ns or not ew:
        note(_("The line does not say which pairs played."))
    return ResultRecord(
        ns=ns,
        ew=ew,
        kind=line.kind,
        section=letter,
        table=whole(given.get("tab", ""), 1, MAX_TABLE),
        round=whole(given.get("rnd", ""), 1, MAX_TABLE),
        contract=line.contract,
        declarer=line.declarer,
        lead=line.lead,
        tricks=line.tricks,
        score=line.score,
        ns_points=ns_points,
        ew_points=ew_points,
        remark=line.remark,
    )


def _points(text: str) -> Decimal | None:
    """Convert match points from tenths; None for a table with a phantom pair."""
    tenths = decimal(text)
    return None if tenths is None or tenths == _PHANTOM else tenths / _TENTH


def _artificial_shares(gathering: Gathering, one_field: bool) -> None:
    """Compute the percentages of artificial scores: their match points divided by the top of the board."""
    for lines in gathering.lines.values():
        compared = Counter("" if one_field else line.section for line in lines)
        for place, line in enumerate(lines):
            top = 2 * (compared["" if one_field else line.section] - 1)
            if line.kind == "artificial" and top:
                lines[place] = replace(
                    line, ns_percent=_percent(line.ns_points, top), ew_percent=_percent(line.ew_points, top)
                )


def _percent(points: Decimal | None, top: int) -> Decimal | None:
    share = None if points is None else (100 * points / top).quantize(Decimal("0.01"))
    return share if share is not None and 0 <= share <= 100 else None
