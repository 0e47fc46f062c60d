"""The regulations of a club in words: its own dated values, and those that a ruling has used."""

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from arbitrage.models import Club, Inquiry, Tournament
from arbitrage.pages.wording.notation import day
from arbitrage.services.tournaments.regulations import Source, settings_of, source_of
from rulings.engine import text
from rulings.engine.inquiry import Ending
from rulings.engine.text import NO_TARIFF
from rulings.regulations import FACTS, as_facts

NAMES = {
    "profile_54a": gettext_lazy("Card played by declarer to a lead out of turn (54A)"),
    "profile_15a3": gettext_lazy("Another call on the board that the cards belonged to (15A3)"),
    "correction_minutes": gettext_lazy("Time for correcting scores (79C)"),
    "appeal_minutes": gettext_lazy("Time for appeals (92B)"),
    "penalty_percent": gettext_lazy("Usual penalty (90)"),
    "claim_suit_order": gettext_lazy("Suit whose order a claim did not say (70E2)"),
    "appeal_body": gettext_lazy("Who hears an appeal (93)"),
    "appeal_own_director": gettext_lazy("The director whose ruling it is"),
    "appeal_deposit": gettext_lazy("Deposit of an appeal (92A)"),
    "appeal_further_days": gettext_lazy("Appeal to the authority (93C)"),
    "poll_told": gettext_lazy("Players polled (16B1), in the report"),
}
"""Names of the settings, by the name of their fact."""

READINGS = {
    "FR": gettext_lazy("declarer becomes dummy (French edition)"),
    "INT": gettext_lazy("declarer stays declarer (English edition)"),
    "artificial": gettext_lazy("an artificial score (French edition)"),
    "assigned": gettext_lazy("a result where one is found (English edition)"),
    "any": gettext_lazy("any normal order, the worst included"),
    "top_down": gettext_lazy("deemed played from the top down"),
    "committee": gettext_lazy("a committee"),
    "referee": gettext_lazy("a single referee"),
    "director": gettext_lazy("the director reconsiders it"),
    "no": gettext_lazy("does not sit on the committee"),
    "yes": gettext_lazy("may sit on the committee"),
    "count": gettext_lazy("how many"),
    "names": gettext_lazy("how many, and their names"),
}
AUTHORITIES = {"ffb": gettext_lazy("French federation"), "wbf": gettext_lazy("International")}
ORIGINS = {
    "ffb": gettext_lazy("French edition of the Laws"),
    "wbf": gettext_lazy("English edition of the Laws"),
    "law": gettext_lazy("the Law’s own default"),
    "custom": gettext_lazy("custom"),
}
"""Sources of a value that the club has not set."""


def held(club: Club) -> list[dict[str, Any]]:
    """List the club's settings, the latest first: date, authority, and own values."""
    return [
        {
            "since": _date(setting.since),
            "authority": AUTHORITIES[setting.authority],
            "own": [_line(fact, setting.own[fact]) for fact in FACTS if fact in setting.own],
        }
        for setting in reversed(settings_of(club))
    ]


def used(inquiry: Inquiry) -> list[str]:
    """List the values of the regulations that a ruling uses or mentions, each with its source and date."""
    state = inquiry.state()
    return used_by(state, inquiry.known(), inquiry.incident.tournament) if isinstance(state, Ending) else []


def used_by(state: Ending, known: Mapping[str, str], tournament: Tournament | None = None) -> list[str]:
    """List the values of the regulations that a ruling uses, also for a consultation without an incident."""
    values = as_facts() | dict(known) | state.read
    named = {step.question.id for step in state.trail} | set(_blanks(_texts(state)))
    return [_used(fact, values[fact], source_of(fact, values[fact], tournament)) for fact in FACTS if fact in named]


def _used(fact: str, value: str, source: Source) -> str:
    values = {"setting": _line(fact, value), "source": _source(source)}
    if source.unverified:
        return _("%(setting)s. Source: %(source)s; to be verified in the Code.") % values
    return _("%(setting)s. Source: %(source)s.") % values


def _texts(state: Ending) -> Iterator[str]:
    """Collect all texts of a ruling: questions with their explanations, the consequences of the chosen options, and the
    ruling."""
    for step in state.trail:
        yield from (step.question.text, step.question.why)
        yield from (option.entails for option in step.question.options if option.value == step.value)
    yield state.ruling.text
    yield from (rectification.text for rectification in state.ruling.rectifications)
    yield from (duty.text for duty in state.ruling.duties)


def _blanks(texts: Iterable[str]) -> Iterator[str]:
    for sentence in texts:
        yield from re.findall(r"\[(\w+)", sentence)


def _line(fact: str, value: str) -> str:
    """Write a value of the regulations: "Time for appeals (92B): 20 minutes"."""
    if fact.endswith("_minutes"):
        value = text.show(fact, "", value, translation)
    elif fact == "penalty_percent" and value == NO_TARIFF:
        value = _("none in this event, you say how much")
    elif fact == "penalty_percent":
        value = _("%(number)s per cent of a top") % {"number": value}
    elif fact == "appeal_deposit":
        value = ngettext("%(amount)s euro", "%(amount)s euros", int(value)) % {"amount": value}
    elif fact == "appeal_further_days":
        within = ngettext("within %(days)s day of the decision", "within %(days)s days of the decision", int(value))
        value = within % {"days": value} if value != "0" else _("none")
    else:
        value = str(READINGS[value])
    return _("%(name)s: %(value)s") % {"name": NAMES[fact], "value": value}


def _source(source: Source) -> str:
    since = day(source.since) if source.since else ""
    match source.whose:
        case "club":
            return _("the club’s regulations, since %(day)s") % {"day": since} if since else _("the club’s regulations")
        case "tournament":
            return _("set for this tournament")
        case "":
            return _("as it was when the inquiry was opened")
    named = {"authority": ORIGINS[source.whose]}
    return _("%(authority)s, since %(day)s") % {**named, "day": since} if since else str(named["authority"])


def _date(text: str) -> str:
    return day(datetime.date.fromisoformat(text)) if text else ""
