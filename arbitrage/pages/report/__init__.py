"""Documents as dictionaries of finished words, which a page and a PDF both print; here the report of a ruling.

Neither template translates, computes or chooses: what is not in the dictionary is on neither. Everything is plain
data (text, numbers, lists), in the reader's language. A *paragraph* is a list of runs, ``[bold, text]``.
"""

from enum import Enum
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from arbitrage.models import Incident, Inquiry, Remark
from arbitrage.pages.report.board import at_the_table, deal
from arbitrage.pages.report.claimed import claims
from arbitrage.pages.report.course import course, told_with_its_course
from arbitrage.pages.report.decided import decision, in_force, on_appeal, replaced, title_of
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
from arbitrage.pages.wording.document_parts import answers, diagram, document, part, row, tabled, text_block, weighed
from arbitrage.pages.wording.questions_and_rulings import asked_in, questions_and_answers, reasons
from arbitrage.pages.wording.sentences import Paragraph, Words, said
from arbitrage.services.errors import Refused
from arbitrage.services.incidents.standing import Standing, standing
from arbitrage.services.results.field import Field
from arbitrage.services.results.scores import Proposal, propose_adjustment
from arbitrage.services.tournaments.hand_looks import in_play


class Version(Enum):
    """The readers of a report: those concerned, the notice board (no names), the casebook (nor day, place or
    number)."""

    FULL = ""
    NOTICE = "notice"
    CASEBOOK = "casebook"


def report(incident: Incident, *, address: str, version: Version = Version.FULL, field: Field | None = None) -> Words:
    """Build everything the report of an incident prints, part by part; *address* is the page behind its QR code.

    *field* is that of the tournament, where several of its reports are made.
    """
    inquiries = [one for one in incident.inquiries.all() if one.stage != Inquiry.Stage.DROPPED]
    asked = asked_in(incident, inquiries)
    names, dated = version is Version.FULL, version is not Version.CASEBOOK
    proposal = _proposal(incident, field)
    found = standing(incident)
    if not names and incident.board is not None and in_play(incident.board):
        return notice_in_play(found, head(found, inquiries, address, version))
    return {
        **head(found, inquiries, address, version),
        **({"signatures": [], "appeal": None} if found.undecided else {}),
        "deal": deal(incident),
        "table": at_the_table(incident),
        "facts": facts(incident, asked, names=names, when=version is not Version.CASEBOOK),
        "statements": said_by_side(incident) if names else [],
        "claims": claims(asked, names=names),
        "questions": questions_and_answers(asked, names=names),
        "on_appeal": on_appeal(found, names=names, dated=dated),
        "decision": decision(found, inquiries, names=names, dated=dated),
        "replaced": replaced(found, names=names, dated=dated),
        "reasons": [*reasons(inquiries), *(_corrections(incident) if names else [])],
        "score": score(found, proposal, names=names, dated=dated),
        "effect": effect(incident.tournament, proposal) if names else None,
        "consultation": [*consultation(asked, names=names), *(polled(incident) if names else [])],
        "course": course(found) if names and told_with_its_course(found) else None,
    }


def head(found: Standing, inquiries: list[Inquiry], address: str, version: Version = Version.FULL) -> Words:
    """Build the head and the foot of every document about an incident: title, event, reference, place, code,
    signatures, foot, and the right of appeal."""
    incident = found.incident
    name = director(found)
    if version is Version.CASEBOOK:
        board = [[_("Board"), dealer_words(incident.board)]] if incident.board else []
        when = date_format(incident.called_at, "Y")
        return _frame(title=_("A case from the casebook"), club=_("Casebook"), event=when, place=board)
    if version is Version.NOTICE:
        where = list(place_without_names(incident))
        title = _("Call without a ruling") if found.undecided else _("Ruling, without names")
        return _frame(title=title, club=incident.club.name, event=event(incident), place=where)
    title = _("Call %(reference)s, no ruling yet") % {"reference": incident.reference}
    return _frame(
        title=title if found.undecided else title_of(found),
        club=incident.club.name,
        event=event(incident),
        place=[*place(incident, name), *in_force(found, incident.tournament.date)],
        reference=incident.reference,
        code=code(address, _("Code that leads to the report %(reference)s") % {"reference": incident.reference}),
        signatures=signatures(name, found.appeal),
        foot=record(incident),
        appeal=appeal(incident.tournament, found),
    )


def _frame(**said: Any) -> Words:
    """Build a head with empty values where none are given."""
    return {"reference": "", "code": None, "signatures": [], "foot": "", "appeal": None} | said


FRAME = ("title", "club", "event", "place", "reference", "code", "signatures", "foot")


def report_document(incident: Incident, **how: Any) -> Words:
    """Lay the report out as a document; *how* as for `report`."""
    return laid_out(report(incident, **how))


def laid_out(words: Words) -> Words:
    """Put the parts of a report in the order of paper: the deal beside what happened, then what was asked, ruled and
    scored."""
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
            row(*([part(one["title"], text_block(one["paragraphs"]))] for one in words["statements"])),
            *(row([claim_part(one)], [told_part(one)]) for one in words["claims"]),
            row([questions_part(words)]),
            *(
                row([part(one["title"], *one["blocks"])])
                for one in (words["on_appeal"], words["decision"], words["replaced"])
                if one
            ),
            row([part(_("Reasons"), text_block(words["reasons"]))]),
            row([scored, effected]) if score["fixed"] else row([scored], [effected]),
            row([part(_("In order of time"), words["course"])]),
            row([part(_("Consultation"), text_block(words["consultation"]))]),
            row(
                [part(words["appeal"]["title"], text_block(words["appeal"]["paragraphs"])) if words["appeal"] else None]
            ),
        ],
    )


def table_part(words: Words) -> Words | None:
    """Build the part with the auction, the contract and the result at the table."""
    found = words["table"]
    auction = found["auction"]
    calls = tabled(auction["seats"], auction["rows"], grow=-1) if auction else None
    return part(found["title"], calls, text_block([found["result"], *found["missing"]]))


def claim_part(claim: Words) -> Words | None:
    """Build the part with the cards left at a claim, where they were noted."""
    if claim["diagram"] is None:
        return None
    return part(claim["title"], diagram(claim["diagram"]), text_block([[[False, claim["says"]]]]))


def told_part(claim: Words) -> Words | None:
    """Build the part with the contract, the tricks played and what was said at a claim."""
    return part(claim["told_title"], text_block(claim["told"]))


def questions_part(words: Words) -> Words | None:
    """Build the part with the questions and their answers, inquiry by inquiry."""
    found = words["questions"]
    return part(found["title"], *(answers(one, found["head"]) for one in found["inquiries"])) if found else None


def _score_table(found: Words) -> Words:
    rows = found["rows"]
    bold, struck = ([at for at, one in enumerate(rows) if one[how]] for how in ("bold", "struck"))
    after = 1 if found["fixed"] else 0
    figures = max(len(found["head"]) - 2 - after, 0)
    cells = [one["cells"] for one in rows]
    return tabled(found["head"], cells, figures=figures, grow=1, bold=bold, struck=struck, after=after)


def _proposal(incident: Incident, field: Field | None) -> Proposal | None:
    try:
        return propose_adjustment(incident, field=field)
    except Refused:
        return None


def _corrections(incident: Incident) -> list[Paragraph]:
    """Print the reasons typed for replacing a ruling by another."""
    remarks = Remark.objects.filter(incident=incident, kind=Remark.Kind.CORRECTION).order_by("at", "pk")
    return [said(_("Why another ruling was given: “%(reason)s”"), reason=one.text) for one in remarks if one.text]
