"""The report of an incident as one dictionary of finished words, which the page and the PDF both print.

Neither template translates, computes or chooses: what is not in the dictionary is on neither. Everything is plain
data (text, numbers, lists), in the reader's language. A *paragraph* is a list of runs, ``[bold, text]``.
"""

from django.utils import translation
from django.utils.translation import gettext as _

from arbitrage.models import Incident
from arbitrage.pages.cards_left import diagrams
from arbitrage.pages.report.frame import appeal, code, director, event, place, record
from arbitrage.pages.report.inquiries import decision, questions_and_answers
from arbitrage.pages.report.score import effect, score
from arbitrage.pages.report.table import at_the_table, deal, facts, suit_letters
from arbitrage.pages.sentences import Words, printable
from arbitrage.services.errors import Refused
from arbitrage.services.results.scores import Proposal, propose_adjustment


def report(incident: Incident, *, address: str) -> Words:
    """All that the report of an incident says; *address* is the page that its code leads to.

    Keys: language, title, event, reference, place, deal, table, facts, claims, questions, decision, score, effect,
    appeal, signatures, record, code. A section has its *title*; one that has nothing to say is None.
    """
    inquiries = list(incident.inquiries.all())
    try:
        proposal: Proposal | None = propose_adjustment(incident)
    except Refused:
        proposal = None
    name = director(incident, inquiries)
    words: Words = {
        "language": translation.get_language() or "en",
        "reference": incident.reference,
        "club": incident.club.name,
        "title": _("Ruling %(reference)s") % {"reference": incident.reference},
        "event": event(incident),
        "place": list(place(incident, name)),
        "deal": deal(incident),
        "table": at_the_table(incident),
        "facts": facts(incident),
        "claims": diagrams(inquiries, suit_letters()),
        "questions": questions_and_answers(inquiries),
        "decision": decision(incident, inquiries),
        "score": score(incident, proposal),
        "effect": effect(incident.tournament, proposal),
        "appeal": appeal(incident.tournament),
        "signatures": [
            _("For North-South"),
            _("For East-West"),
            _("The director, %(name)s") % {"name": name} if name else _("The director"),
        ],
        "record": record(incident),
        "code": code(incident, address),
    }
    printed: Words = printable(words)
    return printed
