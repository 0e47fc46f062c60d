"""Facts for a law from the board and the result of an incident."""

from arbitrage.models import Board, Result
from rulings.bridge import parse_contract, parse_deal


def board_facts(board: Board | None, result: Result | None) -> dict[str, str]:
    """Return the board's values as facts for a law: declarer, contract, trumps, declarer's tricks, vulnerability, the
    deal.

    Example: {"contract": "3NT", "declarer": "S", "trumps": "NT", "tricks": "11", "vulnerability": "NS"}. There are no
    tricks before the board is scored, and never a person's name.
    """
    facts = {"vulnerability": board.vulnerability} | _deal(board) if board else {}
    if result is None or result.kind != Result.Kind.PLAYED or not result.contract:
        return facts
    contract = parse_contract(result.contract)
    if contract is None:
        return facts
    facts |= {"contract": result.contract, "declarer": result.declarer, "trumps": str(contract.denomination)}
    return facts | ({} if result.tricks is None else {"tricks": str(result.tricks)})


def _deal(board: Board) -> dict[str, str]:
    """Return the fact "deal", from which a law reads voids; {} when the hands are unknown or unreadable."""
    try:
        return {"deal": board.deal} if parse_deal(board.deal, complete=False) else {}
    except ValueError:
        return {}
