"""Documents as dictionaries of finished words, which a page and a PDF both print; here the report of an incident.

Neither template translates, computes or chooses: what is not in the dictionary is on neither. Everything is plain
data (text, numbers, lists), in the reader's language. A *paragraph* is a list of runs, ``[bold, text]``.
"""

from enum import Enum
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from arbitrage.models import Incident, Inquiry, Remark
from arbitrage.pages.cards_left import diagrams
from arbitrage.pages.report.facts import consultation, facts
from arbitrage.pages.report.frame import (
    appeal,
    code,
    dealer_words,
    director,
    event,
    place,
    place_without_names,
    record,
    signatures,
    undecided,
)
from arbitrage.pages.report.inquiries import asked_in, decision, questions_and_answers, reasons
from arbitrage.pages.report.pieces import answers, diagram, document, part, row, tabled, text_block, weighed
from arbitrage.pages.report.score import effect, score
from arbitrage.pages.report.table import at_the_table, deal, suit_letters
from arbitrage.pages.sentences import Paragraph, Words, said
from arbitrage.services.errors import Refused
from arbitrage.services.results.field import Field
from arbitrage.services.results.scores import Proposal, propose_adjustment


class Version(Enum):
    """For whom a report is: those concerned, the notice board (no names), the casebook (nor day, place or number)."""

    FULL = ""
    NOTICE = "notice"
    CASEBOOK = "casebook"


def report(incident: Incident, *, address: str, version: Version = Version.FULL, field: Field | None = None) -> Words:
    """All that the report of an incident says, part by part; *address* is the page that its code leads to.

    *field* is that of the tournament, where several of its reports are made.
    """
    inquiries = [one for one in incident.inquiries.all() if one.stage != Inquiry.Stage.DROPPED]
    asked = asked_in(incident, inquiries)
    names = version is Version.FULL
    proposal = _proposal(incident, field)
    return {
        **head(incident, inquiries, address, version),
        **({"signatures": [], "appeal": None} if undecided(incident) else {}),
        "deal": deal(incident),
        "table": at_the_table(incident),
        "facts": facts(incident, asked, names=names, when=version is not Version.CASEBOOK),
        "claims": diagrams(inquiries, suit_letters()),
        "questions": questions_and_answers(asked, names=names),
        "decision": decision(incident, inquiries),
        "reasons": [*reasons(inquiries), *(_corrections(incident) if names else [])],
        "score": score(incident, proposal, names=names),
        "effect": effect(incident.tournament, proposal) if names else None,
        "consultation": consultation(asked, names=names),
    }


def head(incident: Incident, inquiries: list[Inquiry], address: str, version: Version = Version.FULL) -> Words:
    """What frames every document about an incident: title, event, reference, place, code, signatures, foot, and the
    right of appeal."""
    name = director(incident, inquiries)
    if version is Version.CASEBOOK:
        board = [[_("Board"), dealer_words(incident.board)]] if incident.board else []
        when = date_format(incident.called_at, "Y")
        return _frame(title=_("A case from the casebook"), club=_("Casebook"), event=when, place=board)
    if version is Version.NOTICE:
        where = list(place_without_names(incident))
        title = _("Call without a ruling") if undecided(incident) else _("Ruling, without names")
        return _frame(title=title, club=incident.club.name, event=event(incident), place=where)
    title = _("Call %(reference)s, no ruling yet") if undecided(incident) else _("Ruling %(reference)s")
    return _frame(
        title=title % {"reference": incident.reference},
        club=incident.club.name,
        event=event(incident),
        place=list(place(incident, name)),
        reference=incident.reference,
        code=code(address, _("Code that leads to the report %(reference)s") % {"reference": incident.reference}),
        signatures=signatures(name),
        foot=record(incident),
        appeal=appeal(incident.tournament),
    )


def _frame(**said: Any) -> Words:
    """A head in which what is not said is empty."""
    return {"reference": "", "code": None, "signatures": [], "foot": "", "appeal": None} | said


FRAME = ("title", "club", "event", "place", "reference", "code", "signatures", "foot")


def report_document(incident: Incident, **how: Any) -> Words:
    """The report as a document; *how* as for `report`."""
    return laid_out(report(incident, **how))


def laid_out(words: Words) -> Words:
    """A report as it stands on paper: the deal beside what happened, then what was asked, ruled and scored."""
    what_happened = part(words["facts"]["title"], text_block(words["facts"]["paragraphs"]))
    board = part(words["deal"]["title"], diagram(words["deal"])) if words["deal"] else None
    wide = words["facts"]["wide"]
    score, effects = words["score"], words["effect"]
    return document(
        **{name: words[name] for name in FRAME},
        rows=[
            row([board], [table_part(words), None if wide else what_happened])
            if board
            else row([table_part(words)], [None if wide else what_happened]),
            row([what_happened if wide else None]),
            *(row([claim_part(one)]) for one in words["claims"]),
            row([questions_part(words)]),
            row([part(words["decision"]["title"], *words["decision"]["blocks"])]),
            row([part(_("Reasons"), text_block(words["reasons"]))]),
            row(
                [part(score["title"], _score_table(score), weighed(score["bars"]), text_block(score["paragraphs"]))],
                [part(effects["title"], text_block(effects["paragraphs"])) if effects else None],
            ),
            row([part(_("Consultation"), text_block(words["consultation"]))]),
            row(
                [part(words["appeal"]["title"], text_block(words["appeal"]["paragraphs"])) if words["appeal"] else None]
            ),
        ],
    )


def table_part(words: Words) -> Words | None:
    """The auction, the contract and the result at the table."""
    found = words["table"]
    auction = found["auction"]
    calls = tabled(auction["seats"], auction["rows"], grow=-1) if auction else None
    return part(found["title"], calls, text_block([found["result"]]))


def claim_part(claim: Words) -> Words | None:
    """The cards left at a claim."""
    return part(claim["title"], diagram(claim), text_block([[[False, claim["says"]]]]))


def questions_part(words: Words) -> Words | None:
    """The questions with their answers, inquiry by inquiry."""
    found = words["questions"]
    return part(found["title"], *(answers(one, found["head"]) for one in found["inquiries"])) if found else None


def _score_table(found: Words) -> Words:
    rows = found["rows"]
    bold = [at for at, one in enumerate(rows) if one["bold"]]
    figures = max(len(found["head"]) - 2, 0)
    return tabled(found["head"], [one["cells"] for one in rows], figures=figures, grow=1, bold=bold)


def _proposal(incident: Incident, field: Field | None) -> Proposal | None:
    try:
        return propose_adjustment(incident, field=field)
    except Refused:
        return None


def _corrections(incident: Incident) -> list[Paragraph]:
    """Why a ruling was given in place of another, as whoever gave it typed it."""
    remarks = Remark.objects.filter(incident=incident, kind=Remark.Kind.CORRECTION).order_by("at", "pk")
    return [said(_("Why another ruling was given: “%(reason)s”"), reason=one.text) for one in remarks if one.text]
