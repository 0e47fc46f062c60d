"""The notice of a ruling on a board that other tables still have to play: no card, contract, suit, result or answer."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.models import Board, Inquiry
from arbitrage.pages.wording.day_and_hour import final_moment
from arbitrage.pages.wording.document_parts import text_block
from arbitrage.pages.wording.notation import law_number
from arbitrage.pages.wording.sentences import Paragraph, Words, listed, paragraph, short_title
from arbitrage.services.incidents.standing import Standing
from arbitrage.services.tournaments.hand_looks import tables_to_play


def notice_in_play(standing: Standing, frame: Words) -> Words:
    """Build the notice for the time before all tables have played the board: the subject, the Laws, the time of the
    decision, and a line that the rest follows."""
    board = standing.incident.board
    assert board is not None  # noqa: S101  the caller has checked that the board is in play
    nothing = {"title": "", "paragraphs": [], "wide": False}
    return {
        **frame,
        "deal": None,
        "table": {"title": "", "auction": None, "result": [], "missing": []},
        "facts": nothing | {"title": _("What it is about"), "paragraphs": _about(standing), "wide": True},
        "statements": [],
        "claims": [],
        "questions": None,
        "on_appeal": None,
        "decision": {"title": _("Still to come"), "blocks": [text_block([_to_come(board)])]},
        "replaced": None,
        "reasons": [],
        "score": {"title": "", "head": [], "rows": [], "bars": [], "paragraphs": [], "fixed": False},
        "effect": None,
        "consultation": [],
        "evidence": [],
        "makeable": None,
        "course": None,
        "appeal": frame["appeal"],
    }


def _about(standing: Standing) -> list[Paragraph]:
    titles = dict.fromkeys(
        inquiry.entry.title for inquiry in standing.inquiries if inquiry.stage != Inquiry.Stage.DROPPED
    )
    lines: list[Paragraph] = [[[False, subject(titles)]]] if titles else []
    laws = dict.fromkeys(law_number(law) for ruled in standing.counting for law in ruled.ruling.data["law_refs"])
    if laws:
        lines.append([[False, _("Laws applied, in their order: %(laws)s.") % {"laws": ", ".join(laws)}]])
    if standing.last is not None and standing.last.decided.at is not None:
        lines.append(paragraph(_("Decided: %(when)s."), when=final_moment(standing.last.decided.at, None)))
    return lines


def subject(titles: Iterable[str]) -> str:
    """Write the titles of laws as a sentence, each up to its colon; a question keeps its question mark."""
    words = listed(short_title(title) for title in titles)
    return words if words.endswith("?") else f"{words}."


def _to_come(board: Board) -> Paragraph:
    count = tables_to_play(board)
    sentence = ngettext(
        "*%(count)s table has still to play board %(board)s: its cards, its contract and its result will be added to "
        "this notice when all have played it.*",
        "*%(count)s tables have still to play board %(board)s: its cards, its contract and its result will be added to "
        "this notice when all have played it.*",
        count,
    )
    return paragraph(sentence, count=count, board=board.number)
