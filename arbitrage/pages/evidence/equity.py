"""Evidence for an assigned score, beside its question: the results of the field and its size, and double-dummy tricks
as bounds."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from arbitrage.models import Event, Inquiry
from arbitrage.pages.evidence.cloth import checked_line, kept_line, printed_lines
from arbitrage.pages.inquiry.question import head
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.day_and_hour import moment
from arbitrage.pages.wording.next_page import stands_at
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.scores import contract_words, tricks_words
from arbitrage.services.incidents import equity
from arbitrage.services.incidents.evidence import CHECKED, hands_shut, opens, shown_of
from arbitrage.solver import process
from rulings.engine.inquiry import State

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MOST_LINES = 12
"""Most results in other contracts that are listed; in a large field the most frequent ones."""


def equity_page(inquiry: Inquiry, state: State, user: "User") -> dict[str, Any]:
    """Build the page of the evidence for an assigned score: the reason why it is closed, or else the last evidence
    shown."""
    page = {**head(inquiry), "back_url": stands_at(inquiry, state), "here": reverse("evidence", args=[inquiry.pk])}
    if not opens(inquiry, state):
        first = _("Ask the players first how they would have gone on: the block opens when that is noted.")
        return page | {"shut": first}
    if hands_shut(inquiry.incident.board, inquiry.incident, user):
        return page | {"hidden": True}
    events = shown_of(inquiry, equity.SHOWN)
    inputs = equity.Inputs.of(inquiry)
    return page | {
        "found": _shown(inquiry, events[-1]) if events else None,
        "board": inquiry.incident.board,
        "contract": _contract(inputs),
        "may_lay": bool(events) and process.installed() and equity.declarers_line(inquiry) is not None,
        "lines": list(_lines(inquiry)),
        "checked": list(_checked(inquiry)),
    }


def _lines(inquiry: Inquiry) -> Iterator[dict[str, Any]]:
    """List the stored lines with their tricks."""
    starts = {str(start.pk): start for start in shown_of(inquiry, "claim")}
    for kept in shown_of(inquiry, "line"):
        yield kept_line(inquiry, starts[kept.data["inputs"]["evidence"]], kept)


def _checked(inquiry: Inquiry) -> Iterator[dict[str, Any]]:
    """List the lines that were checked against every defence."""
    starts = {str(start.pk): start for start in shown_of(inquiry, "claim")}
    for checked in shown_of(inquiry, CHECKED):
        yield checked_line(inquiry, starts[checked.data["inputs"]["evidence"]], checked)


def _contract(inputs: equity.Inputs) -> SafeString:
    """Write a contract and its declarer; "" without one."""
    if not inputs.trumps or not inputs.declarer:
        return SafeString("")
    return format_html("{} {}", shown.contract(inputs.contract), shown.seat(inputs.declarer, "letter"))


def _shown(inquiry: Inquiry, event: Event) -> dict[str, Any]:
    inputs, outputs = equity.Inputs.from_json(event.data["inputs"]), event.data["outputs"]
    return {
        "event": event,
        "by": person(event.by),
        "contract": _contract(inputs),
        **field_words(inputs, outputs["field"]),
        "open": list(_open_cards(inquiry, inputs, outputs)),
        "changes": [_change(*change) for change in outputs["changes"][1:]],
        "part": bool(outputs["changes"]) and not outputs["whole"],
        "solver": outputs["by"],
        "other_trick": bool(inquiry.law == "64" and outputs["by"] and not inputs.play),
    }


def printed_equity(inquiry: Inquiry) -> Iterator[str]:
    """Write the evidence that was shown before an assigned score, in sentences, for a report with evidence."""
    before: Mapping[str, Any] = {}
    for event in shown_of(inquiry, equity.SHOWN):
        inputs, outputs = equity.Inputs.from_json(event.data["inputs"]), event.data["outputs"]
        if outputs == before:  # shown again, without new results
            continue
        before = outputs
        when = {"time": moment(event.at, inquiry.incident.tournament.date), "by": person(event.by)}
        yield _("Looked at, %(time)s, %(by)s.") % when
        room = field_words(inputs, outputs["field"])
        same = ", ".join(room.get("same", ()))
        yield " ".join([room["field"], *([_same(room) + " " + same + "."] if same else [])])
        if room.get("others"):
            listed = outputs["field"]["others"][:MOST_LINES]
            others = ", ".join(
                f"{contract_words(contract)} {shown.side(side, 'letter')} {tricks}{_times(count)}"
                for contract, side, tricks, count in listed
            )
            yield pgettext("results", "Others:") + f" {others}" + (" …" if room["more"] else ".")
        if outputs["all"] is not None:
            yield _("Declarer’s tricks if everybody saw the four hands:")
            yield from _open_cards(inquiry, inputs, outputs)
            yield _by(outputs["by"])
    yield from printed_lines([*_lines(inquiry), *_checked(inquiry)])


def _same(room: Mapping[str, Any]) -> str:
    words = ngettext(
        "At %(counter)s table, %(strain)s by %(side)s:",
        "At %(counter)s tables, %(strain)s by %(side)s:",
        room["same_count"],
    )
    return words % {"counter": room["same_count"], "strain": room["strain"], "side": room["side"]}


def _by(solver: str) -> str:
    return _("From the file.") if solver == "file" else _("Computed: %(by)s.") % {"by": solver}


def field_words(inputs: equity.Inputs, field: Mapping[str, Any]) -> dict[str, Any]:
    """Write the results of the other tables: those in the same denomination by the same side, then the others in one
    line."""
    tables = field["tables"]
    if tables < equity.FEWEST:
        few = ngettext(
            "Too few tables: %(count)s other result counts as played.",
            "Too few tables: %(count)s other results count as played.",
            tables,
        )
        return {"field": few % {"count": tables}}
    same = sum(count for _tricks, count in field["same"])
    others = [
        format_html("{} {} {}{}", shown.contract(contract), shown.side(side, "letter"), tricks, _times(count))
        for contract, side, tricks, count in field["others"][:MOST_LINES]
    ]
    return {
        "field": ngettext("%(count)s other table.", "%(count)s other tables.", tables) % {"count": tables},
        "same": [_tricks(tricks, count) for tricks, count in field["same"]],
        "same_count": same,
        "strain": shown.suit(inputs.trumps, "words") if inputs.trumps else "",
        "side": shown.side(equity.side_of(inputs.declarer)),
        "others": others,
        "more": max(len(field["others"]) - MOST_LINES, 0),
    }


def _tricks(tricks: int, count: int) -> str:
    return tricks_words(tricks) + _times(count)


def _times(count: int) -> str:
    return f" ×{count}" if count > 1 else ""


def _open_cards(inquiry: Inquiry, inputs: equity.Inputs, outputs: Mapping[str, Any]) -> Iterator[str]:
    """Write declarer's double-dummy tricks, as bounds."""
    if outputs["all"] is None:
        return
    yield _("From the first card: %(tricks)s.") % {"tricks": _bounds(outputs["all"])}
    if outputs["after_lead"] is not None:
        yield _("From the lead that was made: %(tricks)s.") % {"tricks": _bounds(outputs["after_lead"])}
    trick, numbers = inquiry.known().get("trick", ""), outputs["tricks"]
    if inquiry.law == "64" and trick.isdecimal() and 1 <= int(trick) <= len(numbers):
        at = int(trick)
        yield _("Before the trick of the revoke (%(trick)s): %(tricks)s.") % {
            "trick": at,
            "tricks": _bounds(numbers[at - 1]),
        }
        if at < len(numbers):
            yield _("After it: %(tricks)s.") % {"tricks": _bounds(numbers[at])}


def _bounds(tricks: int) -> str:
    return _("no fewer than %(count)s whatever the others do, no more against their best") % {"count": tricks}


def _change(cards: int, trick: int, seat: str, card: str, tricks: int) -> SafeString:
    """Write a card that changed the number of double-dummy tricks, and the number after that card."""
    words = _("trick %(trick)s, %(player)s") % {"trick": trick, "player": shown.seat(seat)}
    return format_html("{} {} : {}", words, shown.card(card), tricks)
