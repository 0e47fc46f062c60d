"""The prerequisites of a score that are missing: the place, the result, the end of the inquiry."""

from typing import Any

from arbitrage.models import Incident, Inquiry, Result
from arbitrage.pages.board.keypad import keypad
from arbitrage.pages.score.proposal import choices
from arbitrage.pages.wording.lines import line_words
from arbitrage.pages.wording.people import players
from arbitrage.pages.wording.tables_and_boards import board_choices, table_choices, tables
from arbitrage.services.errors import Refused
from arbitrage.services.incidents.table import table_of
from arbitrage.services.results.entering import says
from arbitrage.services.results.field import field_of
from rulings.engine.questions import UNKNOWN

# Missing prerequisites


def missing(incident: Incident, refused: Refused, touched: dict[str, str]) -> dict[str, Any]:
    """Build the page that asks for the missing prerequisites of the score."""
    inquiry = incident.inquiries.exclude(stage=Inquiry.Stage.RULED).first() or incident.inquiries.last()
    context: dict[str, Any] = {"inquiry": inquiry, "missing": refused.code, "why": str(refused)}
    lines = lines_meant(incident)
    if refused.code == "no_result" and not lines and not (incident.board_id and incident.table):
        return context | {
            "missing": "place",
            "tables": table_choices(incident, tables(incident.tournament)),
            "boards": board_choices(incident),
        }
    if incident.result_id and refused.code in (
        "two_sides",
        "one_revoke",
        "open_claim",
        "no_tricks",
        "who",
        "not_scored",
    ):
        context["hand"] = choices(incident)
    if refused.code == "no_result" and lines:
        people = field_of(incident.tournament).people
        return context | {
            "missing": "several",
            "lines": [{"value": line.pk, "label": line_words(says(line), people)} for line in lines],
        }
    if refused.code in ("no_result", "not_scored") and len(lines) < 2:
        vulnerability = incident.board.vulnerability if incident.board else ""
        known = _known_of_the_contract(incident, inquiry) if not touched else {}
        return context | {"missing": "result", "keypad": keypad(known | touched, vulnerability, players(incident))}
    return context


def _known_of_the_contract(incident: Incident, inquiry: Inquiry | None) -> dict[str, str]:
    """Return the contract and declarer keys known from the auction or an answer, so that they are not asked again."""
    auction = table_of(incident).auction
    contract = auction.contract if auction and auction.over else None
    if contract is None:
        declarer = inquiry.known().get("declarer", UNKNOWN) if inquiry else UNKNOWN
        return {} if declarer == UNKNOWN else {"declarer": declarer}
    return {
        "level": str(contract.level),
        "denomination": contract.denomination.value,
        "doubled": str(contract.doubled),
        "declarer": str(contract.declarer),
    }


def lines_meant(incident: Incident) -> list[Result]:
    """Find the lines of the board that may be the incident's: those of its table if there are several, or those without
    a table if the file has no tables."""
    if incident.board is None:
        return []
    lines = incident.board.results.filter(table=incident.table).order_by("section__letter", "position")
    if incident.section is not None:
        lines = lines.filter(section=incident.section)
    return list(lines) if incident.table is None or len(lines) > 1 else []
