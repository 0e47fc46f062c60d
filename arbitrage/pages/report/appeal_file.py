"""The file of an appeal, for the committee: the ruling with all its grounds, in the order of the published casebooks.

Unknown parts are lines to write on, because the file is also the form that a committee fills in.
"""

from collections.abc import Collection, Iterator

from django.utils.translation import gettext as _

from arbitrage.models import Appeal, AppealWords, Incident, Remark
from arbitrage.pages.appeal.appeals import appeal_words
from arbitrage.pages.report import FRAME, laid_out, report
from arbitrage.pages.report.chronology import course
from arbitrage.pages.report.decided import told_beside_the_replaced
from arbitrage.pages.report.frame import signatures
from arbitrage.pages.wording.document_parts import document, part, row, text_block, to_write_on
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.sentences import Paragraph, Words, paragraph, paragraphs
from arbitrage.services.incidents.standing import standing


def appeal_document(incident: Incident, *, address: str) -> Words:
    """Build the ruling with its grounds, the chronology of the incident, and the parts of the appeal."""
    words = report(incident, address=address)
    drawn = laid_out(words)
    head = {name: words[name] for name in FRAME if name not in ("title", "signatures")}
    return document(
        **head,
        title=_("Appeal file, %(reference)s") % {"reference": incident.reference},
        rows=[
            *drawn["rows"],
            *([] if words["course"] else [row([part(_("In order of time"), course(standing(incident)))])]),
            row([part(_("Said of the ruling since"), text_block(_remarks(incident)))]),
            *_of_the_appeals(incident, words["on_appeal"]),
        ],
        signatures=_signatures(incident),
    )


def _signatures(incident: Incident) -> list[str]:
    """Write the names of the committee under their lines; before it is named, their roles."""
    appeal = incident.appeals.order_by("at", "pk").last()
    names = signatures("", appeal) if appeal is not None and appeal.state == Appeal.State.DECIDED else []
    return names or [_("The chairman"), _("The scribe"), _("The director in charge")]


def _of_the_appeals(incident: Incident, told: Words | None) -> Iterator[list[list[Words]]]:
    """Write the known parts of each appeal, with empty lines for the committee to write on. Paragraphs that the
    decision in force (*told*) already has are left out. A ruling without an appeal has only the empty form."""
    said_above = [paragraph for block in told["blocks"] for paragraph in block["paragraphs"]] if told else []
    appeals = list(Appeal.objects.filter(incident=incident).with_everything().order_by("at", "pk"))
    for appeal in appeals:
        words = appeal_words(appeal)
        said_of_it = [[[True, label], [False, _(": %(words)s") % {"words": value}]] for label, value in words["lines"]]
        yield row([part(words["title"] + _(": %(words)s") % {"words": words["state"]}, text_block(said_of_it))])
        parts = {part_words["key"]: part_words for part_words in words["parts"] if part_words["key"] != "ruling"}
        yield from (
            row([part(entry["title"], text_block([line for line in entry["paragraphs"] if line not in said_above]))])
            for entry in parts.values()
        )
        if appeal.state == Appeal.State.REQUESTED:
            yield from _to_write(appeal, parts.keys())
    if not appeals:
        yield from _form()


def _to_write(appeal: Appeal, spoken: Collection[str]) -> Iterator[list[list[Words]]]:
    """Draw lines for the parts of an appeal that are not known yet."""
    sides = (AppealWords.Kind.NS, AppealWords.Kind.EW)
    missing = [[part(str(side.label), to_write_on(5))] for side in sides if side.value not in spoken]
    yield row(*missing)
    if not appeal.seats.all():
        yield row([part(_("Committee: chairman, scribe, members"), to_write_on(2))])
    yield row([part(_("Comments of the committee"), to_write_on(5))])
    yield row([part(_("Decision of the committee, laws"), to_write_on(4))])


def _form() -> Iterator[list[list[Words]]]:
    """Draw the form of a committee, in the order of the casebooks: committee, appellants, statements, decision,
    deposit."""
    yield row([part(_("Appellants, agreement of both partners, time"), to_write_on(2))])
    yield row(
        [part(_("Statement of North-South"), to_write_on(5))], [part(_("Statement of East-West"), to_write_on(5))]
    )
    yield row([part(_("Committee: chairman, scribe, members"), to_write_on(2))])
    yield row([part(_("Comments of the committee"), to_write_on(5))])
    yield row([part(_("Decision of the committee, laws"), to_write_on(4))])
    yield row([part(_("Score after the appeal"), to_write_on(1))], [part(_("Deposit"), to_write_on(1))])


def _remarks(incident: Incident) -> Iterator[Paragraph]:
    """Write comments, questions to the director with his answers, and why another ruling was given."""
    labels = {
        Remark.Kind.COMMENT: _("%(by)s comments"),
        Remark.Kind.QUESTION: _("%(by)s asks %(to)s"),
        Remark.Kind.ANSWER: _("%(by)s answers"),
        Remark.Kind.REVIEW: _("Reviewed by %(by)s"),
        Remark.Kind.CORRECTION: _("%(by)s gave another ruling"),
    }
    told = told_beside_the_replaced(standing(incident))
    for remark in Remark.objects.filter(incident=incident).select_related("by", "to").order_by("at", "pk"):
        fact = labels[Remark.Kind(remark.kind)] % {"by": person(remark.by), "to": person(remark.to)}
        typed = "" if remark.ruling_id in told else " ".join(paragraphs(remark.text))
        yield (
            paragraph("*%(fact)s*", fact=fact)
            if not typed
            else [[True, fact], [False, _(": %(words)s") % {"words": typed}]]
        )
