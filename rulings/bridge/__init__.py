"""Seats, cards, contracts, results and deals, and their notation in English and in French.

Stored text is PBN English ("3NT", "4Sx", "SA", "N:..."). Readers accept both languages and the suit symbols; writers
use the reader's language. Letters used in one language only (SA, P, K, T; NT, S, H, D) are read in that language. "C"
is clubs in English and cœurs in French, so it is read in the language of the reader.
"""

from rulings.bridge.cards import (
    RANKS,
    SUITS,
    SYMBOLS,
    Card,
    Denomination,
    format_card,
    format_denomination,
    format_rank,
    suit_letter,
)
from rulings.bridge.contracts import (
    PASSED_OUT,
    Contract,
    ContractParts,
    Result,
    contract_parts,
    format_contract,
    format_margin,
    format_result,
    parse_contract,
    parse_result,
)
from rulings.bridge.deals import (
    Deal,
    Vulnerability,
    dealer,
    format_deal,
    holding,
    is_vulnerable,
    parse_deal,
    parse_vulnerability,
    sort_hand,
    vulnerability,
)
from rulings.bridge.notation import Language, NotationError, gettext_noop
from rulings.bridge.seats import Seat, Side, format_seat, format_side, parse_seat

__all__ = [
    "Card",
    "Contract",
    "ContractParts",
    "Deal",
    "Denomination",
    "Language",
    "NotationError",
    "PASSED_OUT",
    "RANKS",
    "Result",
    "SUITS",
    "SYMBOLS",
    "Seat",
    "Side",
    "Vulnerability",
    "contract_parts",
    "dealer",
    "format_card",
    "format_contract",
    "format_deal",
    "format_denomination",
    "format_margin",
    "format_rank",
    "format_result",
    "format_seat",
    "format_side",
    "gettext_noop",
    "holding",
    "is_vulnerable",
    "parse_contract",
    "parse_deal",
    "parse_result",
    "parse_seat",
    "parse_vulnerability",
    "sort_hand",
    "suit_letter",
    "vulnerability",
]
