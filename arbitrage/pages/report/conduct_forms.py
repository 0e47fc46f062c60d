"""Two forms for those who may read notes on conduct: the report of a hand (psyche, 40C) and the recorder's memo.

Known values are printed; the rest are lines to write on. Neither form claims that anybody did wrong.
"""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from arbitrage.models import ConductNote, Incident
from arbitrage.pages.report import table_part
from arbitrage.pages.report.board import at_the_table, deal
from arbitrage.pages.report.frame import code, event, place, record
from arbitrage.pages.wording.day_and_hour import final_moment
from arbitrage.pages.wording.document_parts import diagram, document, part, row, text_block, to_write_on
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.sentences import Paragraph, Words, paragraphs
from arbitrage.services.incidents.standing import standing


def hand_document(incident: Incident, *, address: str) -> Words:
    """Build the report of a hand: the deal, the auction, the player who departed from the system, his partner's
    actions, and the statements. Clubs use it to detect repetitions (Law 40C)."""
    words = {"table": at_the_table(incident)}
    board = deal(incident)
    return document(
        **_head(incident, address),
        title=_("Report of a hand, %(reference)s") % {"reference": incident.reference},
        rows=[
            row([part(board["title"], diagram(board))], [table_part(words)]) if board else row([table_part(words)]),
            row([part(_("Player, and the call or the play that departed from the system (Law 40C1)"), to_write_on(2))]),
            row([part(_("What the system says of it, and what shows it"), to_write_on(2))]),
            row([part(_("What the partner called and played, and what he says of it"), to_write_on(3))]),
            row(
                [part(_("What the player says"), to_write_on(3))],
                [part(_("What the opponents say"), to_write_on(3))],
            ),
            row([part(_("Noted of this player before"), to_write_on(2))]),
            row([part(_("Finding: departure of one, partnership understanding, or nothing to note"), to_write_on(2))]),
        ],
        signatures=[_("The director"), _("The recorder")],
    )


def memo_document(incident: Incident, *, address: str) -> Words:
    """Build the recorder's memo of a complaint: the parties, witnesses, the facts, the people informed, the resolution;
    with the notes on the incident."""
    ruled = standing(incident).last
    director = person(ruled.decided.by if ruled else incident.attended_by or incident.opened_by)
    return document(
        **_head(incident, address),
        title=_("Recorder’s memo, %(reference)s") % {"reference": incident.reference},
        rows=[
            row([part(_("Complaint made by"), to_write_on(1))], [part(_("About"), to_write_on(1))]),
            row([part(_("Witnesses"), to_write_on(1))], [part(_("Received by, day and time"), to_write_on(1))]),
            row([part(_("What is said to have happened"), to_write_on(4))]),
            row([part(_("Noted already"), text_block(_noted(incident)))]),
            row([part(_("What the person concerned says"), to_write_on(3))]),
            row([part(_("What the director did: %(name)s") % {"name": director}, to_write_on(1))]),
            row([part(_("Who was informed, and when"), to_write_on(1))]),
            row([part(_("Resolved: how, and when"), to_write_on(1))]),
        ],
        signatures=[_("The recorder")],
    )


def _head(incident: Incident, address: str) -> Words:
    ruled = standing(incident).last
    director = person(ruled.decided.by if ruled else incident.attended_by or incident.opened_by)
    return {
        "club": incident.club.name,
        "event": event(incident),
        "reference": incident.reference,
        "place": list(place(incident, director)),
        "code": code(address, _("Code that leads to the report %(reference)s") % {"reference": incident.reference}),
        "foot": record(incident),
    }


def _noted(incident: Incident) -> Iterator[Paragraph]:
    """List the notes on the conduct of the incident that were not erased."""
    for note in ConductNote.objects.filter(incident=incident, erased=False).select_related("by").order_by("at", "pk"):
        head = _("Law %(law)s, %(by)s, %(when)s") % {
            "law": note.law,
            "by": person(note.by),
            "when": final_moment(note.at, None),
        }
        yield [[True, head], [False, _(": %(words)s") % {"words": " ".join(paragraphs(note.words))}]]
