"""Documents as dictionaries of translated text, which a page and a PDF both print. This module builds the report of a
ruling.

The templates of page and PDF translate and compute nothing; they print the dictionary. Its values are plain data (text,
numbers, lists), in the reader's language. A *paragraph* is a list of runs, ``[bold, text]``.
"""

from enum import Enum
from typing import Any

from django.db.models import UUIDField
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from arbitrage.database.prepared import Prepared
from arbitrage.models import Incident, Inquiry, Remark
from arbitrage.pages.report.board import at_the_table, deal
from arbitrage.pages.report.chronology import course, told_with_its_course
from arbitrage.pages.report.contested_claim import claims
from arbitrage.pages.report.decided import decision, in_force, on_appeal, replaced, title_of, told_beside_the_replaced
from arbitrage.pages.report.evidence import evidence_part, makeable_part
from arbitrage.pages.report.facts import consultation, facts, polled, said_by_side
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
)
from arbitrage.pages.report.notice import notice_in_play
from arbitrage.pages.report.score_rows import effect, score
from arbitrage.pages.wording.document_parts import (
    answers,
    diagram,
    document,
    part,
    row,
    tabled,
    text_block,
    weighed,
)
from arbitrage.pages.wording.questions_and_rulings import asked_in, questions_and_answers, reasons
from arbitrage.pages.wording.sentences import Paragraph, Words, paragraph
from arbitrage.pages.wording.statements import told as told_by_side
from arbitrage.services.errors import Refused
from arbitrage.services.incidents.locking import tie
from arbitrage.services.incidents.standing import Standing, standing
from arbitrage.services.results.field import Field
from arbitrage.services.results.scores import Proposal, propose_adjustment
from arbitrage.services.tournaments.hand_looks import in_play


class Version(Enum):
    """The readers of a report: those concerned, the notice board (without names), the casebook (also without day, place
    and number)."""

    FULL = ""
    NOTICE = "notice"
    CASEBOOK = "casebook"


def report(
    incident: Incident,
    *,
    address: str,
    version: Version = Version.FULL,
    field: Field | None = None,
    evidence: bool = False,
    makeable: bool = False,
) -> Words:
    """Build the report of an incident, part by part; *address* is the page that its QR code opens.

    *field* is the tournament's, passed by callers that build several reports. With *evidence* the report has the
    evidence that the director saw before his decision, with *makeable* the makeable tricks of the board. Both are
    printed only on request.
    """
    tie(incident)
    inquiries = [inquiry for inquiry in incident.inquiries.all() if inquiry.stage != Inquiry.Stage.DROPPED]
    steps = asked_in(incident, inquiries)
    names, dated = version is Version.FULL, version is not Version.CASEBOOK
    proposal = _proposal(incident, field)
    incident_standing = standing(incident)
    if not names and incident.board is not None and in_play(incident.board):
        return notice_in_play(incident_standing, head(incident_standing, inquiries, address, version))
    heard = told_by_side(incident) if names else []
    return {
        **head(incident_standing, inquiries, address, version),
        **({"signatures": [], "appeal": None} if incident_standing.undecided else {}),
        "deal": deal(incident),
        "table": at_the_table(incident),
        "facts": facts(incident, steps, names=names, when=version is not Version.CASEBOOK),
        "statements": said_by_side(heard),
        "claims": claims(steps, names=names),
        "questions": questions_and_answers(steps, names=names),
        "on_appeal": on_appeal(incident_standing, names=names, dated=dated),
        "decision": decision(incident_standing, inquiries, names=names, dated=dated),
        "replaced": replaced(incident_standing, names=names, dated=dated),
        "reasons": [*reasons(inquiries), *(_corrections(incident_standing) if names else [])],
        "score": score(incident_standing, proposal, names=names, dated=dated),
        "effect": effect(incident.tournament, proposal) if names else None,
        "consultation": [*consultation(steps, names=names), *polled(heard)],
        "evidence": inquiries if names and evidence else [],
        "makeable": incident.board if names and makeable else None,
        "course": course(incident_standing) if names and told_with_its_course(incident_standing) else None,
    }


def head(standing: Standing, inquiries: list[Inquiry], address: str, version: Version = Version.FULL) -> Words:
    """Build the head and the foot of every document about an incident: title, event, reference, place, code,
    signatures, foot, and the right of appeal."""
    incident = standing.incident
    name = director(standing)
    if version is Version.CASEBOOK:
        board = [[_("Board"), dealer_words(incident.board)]] if incident.board else []
        when = date_format(timezone.localdate(incident.called_at), "Y")
        return _frame(title=_("A case from the casebook"), club=_("Casebook"), event=when, place=board)
    if version is Version.NOTICE:
        where = list(place_without_names(incident))
        title = _("Call without a ruling") if standing.undecided else _("Ruling, without names")
        return _frame(title=title, club=incident.club.name, event=event(incident), place=where)
    title = _("Call %(reference)s, no ruling yet") % {"reference": incident.reference}
    return _frame(
        title=title if standing.undecided else title_of(standing),
        club=incident.club.name,
        event=event(incident),
        place=[*place(incident, name), *in_force(standing, incident.tournament.date)],
        reference=incident.reference,
        code=code(address, _("Code that leads to the report %(reference)s") % {"reference": incident.reference}),
        signatures=signatures(name, standing.appeal),
        foot=record(incident),
        appeal=appeal(incident.tournament, standing),
    )


def _frame(**words: Any) -> Words:
    """Build a head with empty values where none are given."""
    return {"reference": "", "code": None, "signatures": [], "foot": "", "appeal": None} | words


FRAME = ("title", "club", "event", "place", "reference", "code", "signatures", "foot")


def report_document(incident: Incident, **how: Any) -> Words:
    """Lay the report out as a document; *how* as for `report`."""
    return laid_out(report(incident, **how))


def laid_out(words: Words) -> Words:
    """Put the parts of a report in the order of paper: the deal beside the incident, then the questions, the ruling and
    the score."""
    what_happened = part(words["facts"]["title"], text_block(words["facts"]["paragraphs"]))
    board = part(words["deal"]["title"], diagram(words["deal"])) if words["deal"] else None
    wide = words["facts"]["wide"]
    score, effects = words["score"], words["effect"]
    scored = part(score["title"], _score_table(score), weighed(score["bars"]), text_block(score["paragraphs"]))
    effected = part(effects["title"], text_block(effects["paragraphs"])) if effects else None
    return document(
        **{name: words[name] for name in FRAME},
        rows=[
            row([board], [table_part(words), None if wide else what_happened])
            if board
            else row([table_part(words)], [None if wide else what_happened]),
            row([what_happened if wide else None]),
            row(
                *([part(statement["title"], text_block(statement["paragraphs"]))] for statement in words["statements"])
            ),
            *(row([claim_part(claim)], [told_part(claim)]) for claim in words["claims"]),
            row([questions_part(words)]),
            *(
                row([part(section["title"], *section["blocks"])])
                for section in (words["on_appeal"], words["decision"], words["replaced"])
                if section
            ),
            row([part(_("Reasons"), text_block(words["reasons"]))]),
            row([scored, effected]) if score["fixed"] else row([scored], [effected]),
            row([part(_("In order of time"), words["course"])]),
            row([part(_("Consultation"), text_block(words["consultation"]))]),
            row([evidence_part(words["evidence"])]),
            row([makeable_part(words["makeable"])]),
            row(
                [part(words["appeal"]["title"], text_block(words["appeal"]["paragraphs"])) if words["appeal"] else None]
            ),
        ],
    )


def table_part(words: Words) -> Words | None:
    """Build the part with the auction, the contract and the result at the table."""
    section = words["table"]
    auction = section["auction"]
    calls = tabled(auction["seats"], auction["rows"], grow=-1) if auction else None
    return part(section["title"], calls, text_block([section["result"], *section["missing"]]))


def claim_part(claim: Words) -> Words | None:
    """Build the part with the cards left at a claim, where they were noted."""
    if claim["diagram"] is None:
        return None
    return part(claim["title"], diagram(claim["diagram"]), text_block([[[False, claim["says"]]]]))


def told_part(claim: Words) -> Words | None:
    """Build the part with the contract, the tricks played and the words of a claim."""
    return part(claim["told_title"], text_block(claim["told"]))


def questions_part(words: Words) -> Words | None:
    """Build the part with the questions and their answers, inquiry by inquiry."""
    section = words["questions"]
    return (
        part(section["title"], *(answers(inquiry, section["head"]) for inquiry in section["inquiries"]))
        if section
        else None
    )


def _score_table(table: Words) -> Words:
    rows = table["rows"]
    bold, struck = ([at for at, row in enumerate(rows) if row[how]] for how in ("bold", "struck"))
    after = 1 if table["fixed"] else 0
    figures = max(len(table["head"]) - 2 - after, 0)
    cells = [row["cells"] for row in rows]
    return tabled(table["head"], cells, figures=figures, grow=1, bold=bold, struck=struck, after=after)


def _proposal(incident: Incident, field: Field | None) -> Proposal | None:
    try:
        return propose_adjustment(incident, field=field, just_read=True)
    except Refused:
        return None


_CORRECTED = Prepared(
    lambda incident: Remark.objects.filter(incident=incident, kind=Remark.Kind.CORRECTION).order_by("at", "pk"),
    incident=UUIDField(),
)


def _corrections(standing: Standing) -> list[Paragraph]:
    """Print the typed reasons for replacing rulings, except for those printed beside a replaced ruling."""
    told = told_beside_the_replaced(standing)
    remarks = _CORRECTED(incident=standing.incident.pk)
    return [
        paragraph(_("Why another ruling was given: “%(reason)s”"), reason=remark.text)
        for remark in remarks
        if remark.text and remark.ruling_id not in told
    ]
