"""*Sur la table*: the auction, declarer, the cards and restrictions on the table; each line with its source."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.models import Incident, Inquiry
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.day_and_hour import moment
from arbitrage.pages.wording.notation import law_number
from arbitrage.pages.wording.sentences import listed
from arbitrage.services.incidents import table
from arbitrage.services.incidents.table import Logged
from rulings.auction import Auction
from rulings.bridge import Card, Seat
from rulings.engine import text
from rulings.engine.inquiry import Step
from rulings.table import READERS, Bound, Lying, Said, Silent, Table
from rulings.table_from_log import folded

Line = dict[str, Any]


def on_the_table(incident: Incident, log: list[Logged] | None = None) -> list[Line]:
    """List the current lines of an incident's table: words, origin, and the director's possible statements on each."""
    log = table.log_of(incident) if log is None else log
    return [*_auction(incident, log), *lying_there(incident, log, table.table_of(incident, log))]


def lying_there(incident: Incident, log: list[Logged], now: Table) -> list[Line]:
    """List the current effects of rulings on a table: cards, restrictions of leads and forced passes. *now* is the
    table after its *log*."""
    put = table.origins(log)
    return [line | {"origin": origin_words(put.get(line["origin"]), incident)} for line in lines_of(now)]


def lines_of(now: Table) -> list[Line]:
    """List cards, restrictions and forced passes, a line each; "origin" is the identifier of the log entry that made
    it."""
    return [*map(_card, now.cards), *map(_bound, now.bounds), *map(_silent, now.silenced)]


def told_by(inquiry: Inquiry, steps: Iterable[Step]) -> dict[str, list[Line]]:
    """Return, by question, the lines of the table that answered it instead of the director."""
    seen = {step.question.id: step.by for step in steps if step.by}
    if not seen:
        return {}
    log = table.log_of(inquiry.incident)
    then, put = table.table_for(inquiry.incident, inquiry, log), table.origins(log)
    lines = {line["key"]: line for line in lines_of(then)}
    return {
        question: [
            lines[key] | {"origin": origin_words(put.get(lines[key]["origin"]), inquiry.incident)}
            for key in keys
            if key in lines
        ]
        for question, keys in seen.items()
    }


def origin_words(logged: Logged | None, incident: Incident) -> str:
    """Describe the origin of a line: "board 12, 21:14, Law 49", or a director's statement; "" if it is not known."""
    if logged is None:
        return ""
    at = moment(logged.place[0], incident.tournament.date)
    board = _("board %(number)s") % {"number": incident.board.number} if incident.board else ""
    if logged.inquiry is None or isinstance(logged.entry, Said):
        return ", ".join(filter(None, (board, at, _("said by the director"))))
    law = str(logged.entry.ruling.get("law", ""))
    number = _("Law %(law)s") % {"law": law_number(law)} if law else ""
    return ", ".join(filter(None, (board, at, number)))


def _auction(incident: Incident, log: list[Logged]) -> Iterable[Line]:
    """List the calls and the declarer, each with its origin: the result, a ruling, or a statement."""
    start = table.start_of(incident)
    steps = [start, *(folded(start, [entry.entry for entry in log[: at + 1]]) for at in range(len(log)))]
    now = steps[-1]
    if now.auction is not None and now.auction.calls:
        calls = " ".join(
            shown.call(call.call) if call.stands else f"({shown.call(call.call)})" for call in now.auction.calls
        )
        origin = _origin_of([step.auction for step in steps], log, incident)
        url = reverse("auction", args=[incident.pk])
        yield {"key": "auction", "words": SafeString(calls), "title": _("Auction"), "origin": origin, "url": url}
    if now.declarer is not None:
        says = [
            {"what": "declarer", "about": seat.value, "label": shown.seat(seat)}
            for seat in Seat
            if seat != now.declarer
        ]
        origin = _origin_of([step.declarer for step in steps], log, incident)
        words = shown.seat(now.declarer)
        yield {"key": "declarer", "words": words, "title": _("Declarer"), "origin": origin, "says": says}


def _origin_of(values: list[Any], log: list[Logged], incident: Incident) -> str:
    """Find the log entry that last changed a value of the table; the result if none did."""
    changed = [act for act, before, after in zip(log, values, values[1:], strict=False) if before != after]
    return origin_words(changed[-1], incident) if changed else _("from the result")


def _card(lying: Lying) -> Line:
    card = text.card(str(lying.card), "", translation)
    owner = pgettext(*text.SEATS["of"][lying.seat.value])
    return {
        "key": lying.key,
        "card": str(lying.card),
        "face": card,
        "seat": lying.seat.value,
        "title": _("Card %(of_seat)s") % {"of_seat": owner},
        "words": f"{card}, {_kind(lying)}",
        "brief": _("%(card)s %(of_seat)s") % {"card": card, "of_seat": owner},
        "kind": _kind(lying),
        "due": _("to be played at the first legal opportunity") if lying.kind == "major" else "",
        "penalised": lying.kind != "exposed",
        "minor": lying.kind == "minor",
        "origin": lying.origin,
        "says": [
            {"what": "played", "about": lying.key, "label": _("It has been played")},
            {"what": "picked_up", "about": lying.key, "label": _("It has been picked up")},
            {"what": "not_penalised", "about": lying.key, "label": _("It is no penalty card")},
        ],
    }


def _kind(lying: Lying) -> str:
    return {
        "major": _("major penalty card"),
        "minor": _("minor penalty card"),
        "exposed": _("card seen during the auction"),
    }[lying.kind]


def _bound(bound: Bound) -> Line:
    suits = listed(pgettext(*text.SUITS[""][suit]) for suit in bound.suits) if bound.suits else ""
    words = {
        "require": _("must lead %(suits)s"),
        "forbid": _("may not lead %(suits)s"),
        "may_forbid": _("declarer may forbid a suit at the first lead"),
    }[bound.how] % {"suits": suits}
    until = {"while_retains_lead": _("while he retains the lead"), "this_lead": _("this lead only")}.get(
        bound.lasts, ""
    )
    says = [{"what": "released", "about": bound.key, "label": _("This does not bind any more")}]
    if bound.lasts == "while_retains_lead":
        says.insert(0, {"what": "lost_lead", "about": bound.seat.value, "label": _("He has lost the lead")})
    return {
        "key": bound.key,
        "title": shown.seat(bound.seat),
        "words": ", ".join(filter(None, (words, until))),
        "origin": bound.origin,
        "says": says,
    }


def _silent(silent: Silent) -> Line:
    words = _("must pass at his next turn") if silent.lasts == "once" else _("must pass for the rest of the auction")
    says = [{"what": "released", "about": silent.key, "label": _("He need not pass any more")}]
    return {"key": silent.key, "title": shown.seat(silent.seat), "words": words, "origin": silent.origin, "says": says}


def said_words(what: str, about: str) -> str:
    """Write a director's statement about the table, for the record, as plain text ("Card of East, ♣4: It has been
    played")."""
    match READERS[what](about), what:
        case Lying() as lying, _what:
            return _said(_of_card(lying), _kind(lying))
        case (Seat() as owner, Card() as card), _what:
            lying = Lying(owner, card, "major")
            label = next((say["label"] for say in _card(lying)["says"] if say["what"] == what), "")
            return _said(_of_card(lying), _small(label))
        case Auction() as auction, _what:
            return _said(_("Auction"), ", ".join(text.call(made.call, translation) for made in auction.calls))
        case Seat() as seat, "declarer":
            return _said(_("Declarer"), shown.seat(seat))
        case Seat() as seat, _what:
            words = {
                "noted": _("All his cards that were seen are noted"),
                "led": _("He has led"),
                "lost_lead": _("He has lost the lead"),
            }
            return _said(shown.seat(seat), _small(words[what]))
        case _bond, "released":
            silent = about.endswith(":must_pass")
            label = _("He need not pass any more") if silent else _("This does not bind any more")
            return _said(shown.seat(about[0]), _small(label))
        case (_seat, str(call)), "call":
            return _said(_("Auction"), text.call(call, translation))
        case _nothing, "undo_call":
            return _("The last call was a slip: it is taken away.")
        case _:
            return _("The play is over: nothing lies there any more.")


def _of_card(lying: Lying) -> str:
    line = _card(lying)
    return f"{line['title']}, {text.card(line['card'], '', translation)}"


def _said(of: str, what: str) -> str:
    """Join a subject and its words by the reader's punctuation: "East: He has lost the lead"."""
    return _("%(of)s: %(what)s") % {"of": of, "what": what}


def _small(label: str) -> str:
    """Write the label of a button within a sentence."""
    return label[:1].lower() + label[1:]


def known_words(lines: Iterable[Mapping[str, Any]], told: set[str]) -> str:
    """Write the trail's note on an answer from the table: "known: ♣4 of East (board 12, 21:14, Law 49)".

    *told* are the keys of the lines whose origin the trail already has; an origin is written only once.
    """
    known = []
    for line in lines:
        new = line["origin"] and line["key"] not in told
        told.add(line["key"])
        sentence = _("%(what)s %(of)s (%(origin)s)") if new else "%(what)s %(of)s"
        what, of = _what_and_whose(line)
        known.append(sentence % {"what": what, "of": of, "origin": line["origin"]})
    return _("known: %(what)s") % {"what": listed(known)} if known else _("known from the table")


def in_brief(line: Mapping[str, Any]) -> str:
    """Name a line as the trail does: "♣4 of East"."""
    return " ".join(_what_and_whose(line))


def _what_and_whose(line: Mapping[str, Any]) -> tuple[str, str]:
    seat = line["key"].partition(":")[0]
    owner = pgettext(*text.SEATS["of"][seat]) if seat in text.SEATS["of"] else ""
    return (text.card(line["card"], "", translation) if "card" in line else line["words"]), owner
