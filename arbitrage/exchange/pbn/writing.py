"""A tournament as PBN 2.1."""

import re
from collections.abc import Iterable, Iterator, Mapping

from arbitrage.exchange.pbn.games import SEATS
from arbitrage.exchange.pbn.words import AVERAGES, NAME_SEPARATORS, PAR_CONTRACT
from arbitrage.exchange.reading import tidy, unread_contract, unread_score
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    Event,
    ResultRecord,
    Scoring,
    SectionRecord,
    TournamentFile,
)

SCORINGS: dict[Scoring, str] = {
    "MP": "MP",
    "BUTLER": "Butler",
    "CROSS_IMPS": "IMP;Cross",
    "IMPS": "IMP;Teams",
    "PAB": "BAM",
    "TOTAL": "TotalPoints",
    "": "",
}
"""The words of PBN's Scoring tag."""

_COMPETITIONS: dict[Event, str] = {"pairs": "Pairs", "individual": "Individuals", "teams": "Teams", "": ""}


def write(tournament: TournamentFile) -> bytes:
    """Write the tournament as PBN 2.1 in UTF-8, one game a board; `read` restores the same records.

    The results are in a ScoreTable, the contestants in the TotalScoreTable of their session's first board. A remark, a
    room or a section is a column of its own, which other programs skip. Auctions and play, which belong to one table,
    and matches of teams have no place in these tables and are not written.
    """
    lines = ["% PBN 2.1", "% EXPORT", "%Content-type: text/x-pbn; charset=UTF-8"]
    lines.append(f'% <META name=WinnerCount content="{tournament.winners or ""}">')
    for session in tournament.sessions:
        part = tournament.session(session)
        for place, board in enumerate(part.boards):
            lines += ["", *_board_tags(part, board)]
            if place == 0 and part.contestants:
                lines += _table("TotalScoreTable", _RANKING, _ranking_rows(part.sections))
            if board.results:
                points = "IMP" if tournament.scoring in ("BUTLER", "CROSS_IMPS", "IMPS") else "MP"
                lines += _table("ScoreTable", _TRAVELLER, (_score_row(line, points) for line in board.results))
    return ("\r\n".join(lines) + "\r\n").encode()


def _board_tags(tournament: TournamentFile, board: BoardRecord) -> Iterator[str]:
    tags = {
        "Event": tournament.name,
        "Site": tournament.club,
        "Date": tournament.date.strftime("%Y.%m.%d") if tournament.date else "",
        "Board": str(board.number),
        **dict.fromkeys(("West", "North", "East", "South"), ""),
        "Dealer": board.dealer,
        "Vulnerable": board.vulnerability,
        "Deal": board.deal,
        "Scoring": SCORINGS[tournament.scoring],
        **dict.fromkeys(("Declarer", "Contract", "Result"), ""),
    }
    optional = {
        "Competition": _COMPETITIONS[tournament.event],
        "Session": board.session,
        "Application": tournament.program,
        "DoubleDummyTricks": board.double_dummy,
        **_par(board.par),
    }
    for name, value in (*tags.items(), *((name, value) for name, value in optional.items() if value)):
        yield f"[{name} {quoted(value)}]"


def _par(par: str) -> dict[str, str]:
    """Write the tags of a par: its score, and its contract by the name that the file had for it."""
    score, _mark, contract = (part.strip() for part in par.partition(PAR_CONTRACT))
    name = "ParContract" if contract.startswith("par ") else "OptimumContract"
    return {"OptimumScore": score, name: contract.removeprefix("par ")}


# Columns that are always present are marked "!".
_RANKING = (
    "Rank",
    "Section",
    "PairId!",
    "Team",
    "Direction",
    "TotalScore",
    "TotalPercentage",
    "SessionPercentage",
    "Names!",
)
_TRAVELLER = (
    *("Section", "Table", "Round", "Room", "PairId_NS!", "PairId_EW!"),
    *(f"PlayerId_{name}" for _seat, name in SEATS),
    *("Contract!", "Declarer!", "Result!", "Lead", "Score_NS!", "Score_EW!", "MP_NS", "MP_EW", "IMP_NS", "IMP_EW"),
    *("Percentage_NS", "Percentage_EW", "Multiplicity", "Remark"),
)


def _table(name: str, columns: tuple[str, ...], rows: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """Write a table's tag and rows, without empty columns; those of *columns* come first, in their order."""
    rows = list(rows)
    used = dict.fromkeys(column for row in rows for column, cell in row.items() if cell != "-")
    known = [column.rstrip("!") for column in columns if column.endswith("!") or column in used]
    kept = [*known, *(column for column in used if column not in known)]
    widths = {column: max(len(row.get(column, "-")) for row in rows) for column in kept}
    header = ";".join(rf"{column}\{widths[column]}L" for column in kept)
    yield f'[{name} "{header}"]'
    for row in rows:
        yield " ".join(row.get(column, "-").ljust(widths[column]) for column in kept).rstrip()


def _ranking_rows(sections: tuple[SectionRecord, ...]) -> Iterator[dict[str, str]]:
    for section in sections:
        for contestant in section.contestants:
            names = [player.name for player in contestant.players]
            row = {
                "Rank": _token(contestant.rank),
                "Section": _token(section.letter),
                "PairId": _token(contestant.number),
                "Team": _token(contestant.team),
                "Direction": {"NS": "N-S", "EW": "E-W", "": "-"}[contestant.direction],
                "TotalScore": _token(contestant.total),
                **_percentages(contestant),
                "Names": quoted(" - ".join(names)) if names else "-",
            }
            if names and (
                len(names) != 2 or not all(names) or any(mark in name for mark in NAME_SEPARATORS for name in names)
            ):
                row |= {f"Name{place}": quoted(name) for place, name in enumerate(names, 1)}
            row |= {f"MemberID{place}": quoted(player.licence)
                    for place, player in enumerate(contestant.players, 1) if player.licence}  # fmt: skip
            yield row


def _percentages(contestant: ContestantRecord) -> dict[str, str]:
    """Write the session's percentage; if there is one of all sessions so far, write both in the columns of the French
    federation."""
    if contestant.overall is None:
        return {"TotalPercentage": _token(contestant.percentage)}
    session = {"SessionPercentage": _token(contestant.percentage), "SessionScore": _token(contestant.total)}
    return {"TotalPercentage": _token(contestant.overall), "TotalScore": "-"} | session


def _score_row(line: ResultRecord, points: str) -> dict[str, str]:
    contract, remark = line.contract, line.remark
    scores = [_token(line.score), _token(line.score_ew)]
    if line.kind == "passed":
        contract = "Pass"
    elif line.kind == "unreadable" and contract:
        scores, remark = [quoted(unread_score(remark)), "-"], ""
    elif line.kind == "unreadable":
        contract, remark = unread_contract(remark), ""
    elif line.kind == "artificial" and AVERAGES.fullmatch(remark):
        scores, remark = remark.split("/"), ""
    elif line.kind == "artificial":
        scores = ["-" if share is None else f"{share}%" for share in (line.ns_percent, line.ew_percent)]
    return {
        "Section": _token(line.section),
        "Table": _token(line.table),
        "Round": _token(line.round),
        "Room": line.room or "-",
        "PairId_NS": _token(line.ns),
        "PairId_EW": _token(line.ew),
        **{f"PlayerId_{name}": _token(number) for (_seat, name), number in zip(SEATS, line.players, strict=False)},
        "Contract": _token(contract),
        "Declarer": line.declarer or "-",
        "Result": _token(line.tricks),
        "Lead": line.lead or "-",
        "Score_NS": scores[0],
        "Score_EW": scores[1],
        f"{points}_NS": _token(line.ns_points),
        f"{points}_EW": _token(line.ew_points),
        "Percentage_NS": _token(line.ns_percent),
        "Percentage_EW": _token(line.ew_percent),
        "Multiplicity": str(line.times) if line.times != 1 else "-",
        "Remark": _token(remark),
    }


def _token(value: object) -> str:
    """Write a cell of a table: a plain word as it is, other text quoted, "-" for an empty value."""
    text = "" if value is None else tidy(str(value))
    return "-" if text == "" else text if re.fullmatch(r"[\w.,+=-]*\w[\w.,+=-]*", text) else quoted(text)


def quoted(text: str) -> str:
    """Quote the text as the value of a tag."""
    escaped = tidy(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
