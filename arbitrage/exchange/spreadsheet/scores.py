"""The cells of a row that hold its score: North-South's, and East-West's own where a table has both."""

from collections.abc import Callable, Mapping
from decimal import Decimal

from arbitrage.exchange.reading import NOT_PLAYED, Line, read_score
from arbitrage.exchange.spreadsheet.columns import AWARDS, SHARES


def read_scores(given: Mapping[str, str], line: Line, note: Callable[[str], None]) -> None:
    """Store the score of a row: points, averages ("A+", "M-"), percentages, or that the board was not played."""
    ns, ew = given.get("score", ""), given.get("score_ew", "")
    plain = ns.upper()
    if plain in AWARDS or ew.upper() in AWARDS:
        line.kind = "artificial"
        line.ns_percent = AWARDS.get(plain) if line.ns_percent is None else line.ns_percent
        line.ew_percent = AWARDS.get(ew.upper()) if line.ew_percent is None else line.ew_percent
        line.remark = "/".join(percentage.upper().replace("M", "A") or "-" for percentage in (ns, ew))
    elif plain in NOT_PLAYED and not line.contract:
        line.kind = "not_played"
    elif (shares := SHARES.fullmatch(plain)) and ("%" in plain or plain.startswith("A") or "/" in plain):
        line.kind = "artificial"
        line.ns_percent, line.ew_percent = Decimal(shares[1]), Decimal(shares[2])
    else:
        read_score(ns, line, note)
        own = Line("played" if line.kind == "unreadable" else line.kind, line.contract)
        read_score(ew, own, note)
        if own.kind == "unreadable":
            line.unread(ew)
        elif own.score is None:
            line.kind = "not_played" if own.kind == "not_played" and line.score is None else line.kind
        elif not line.score and line.kind != "passed":
            # Beside an empty North-South column, the figure is East-West's gain, whatever its sign.
            line.score = -abs(own.score) if "score" in given else -own.score
        elif own.score and own.score != -(line.score or 0):
            line.score_ew = own.score
