"""All the documents of an evening, one after the other: the report of the session, its rulings, its penalties."""

from collections.abc import Callable
from typing import TYPE_CHECKING
from uuid import UUID

from arbitrage.models import Incident, Penalty, Tournament
from arbitrage.pages.report import Version, report_document
from arbitrage.pages.report.penalty import penalty_document
from arbitrage.pages.report.session import evening_document, incidents_of
from arbitrage.pages.wording.sentences import Words
from arbitrage.services.incidents.standing import standings
from arbitrage.services.results.field import Field

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def evening_documents(
    tournament: Tournament, reader: "User", address: Callable[[str, UUID], str], *, names: bool = True
) -> list[Words]:
    """Build the documents in order of time. Withdrawn calls, and calls without a ruling, have none; the session's
    report lists the open ones. *address* returns the full URL of a page by its name. Without *names*, the documents are
    fit for a notice board, and penalties are printed only in the session's report."""
    report_address = address("session_report", tournament.pk)
    version = Version.FULL if names else Version.NOTICE
    field = Field(tournament)
    documents = [evening_document(tournament, reader, address=report_address, names=names)]
    incidents = incidents_of(tournament, reader)
    stands = standings(incidents)
    for incident in incidents:
        if incident.state != Incident.State.WITHDRAWN and not stands[incident.pk].undecided:
            where = address("report", incident.pk)
            documents.append(report_document(incident, address=where, version=version, field=field))
    for penalty in Penalty.objects.filter(tournament=tournament).with_people() if names else ():
        documents.append(penalty_document(penalty, address=address("penalty_notice", penalty.pk)))
    return documents
