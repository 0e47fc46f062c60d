"""Evidence from the cards left at a claim, beside the question that the director answers.

It never answers the question: no answer is filled in, proposed or coloured, and no label of an answer is used.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.models import Event, Inquiry
from arbitrage.pages.evidence.cloth import checked_line, cloth_address, kept_line, line_words, of_it, printed_lines
from arbitrage.pages.inquiry.question import head
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.day_and_hour import moment
from arbitrage.pages.wording.next_page import stands_at
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.sentences import parted
from arbitrage.services.incidents.evidence import (
    CHECKED,
    ClaimInputs,
    hands_shut,
    known_position,
    opens,
    shown_of,
)
from rulings.bridge import RANKS, SUITS, Card, Seat, format_card, parse_deal
from rulings.engine.inquiry import State
from rulings.engine.roles import with_roles
from rulings.evidence.claim import Statement
from rulings.evidence.open_cards import LONGEST

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from arbitrage.forms.evidence import ClaimForm

SEATS = tuple(Seat)

KINDS: Mapping[str, Any] = {
    "careful": gettext_lazy("Knows what is out; suits in any order, each from the top"),
    "any_order": gettext_lazy("A suit not from the top (70E2)"),
    "unaware": gettext_lazy("Does not know of a trump that is out (70C2)"),
    "unaware_any_order": gettext_lazy("Does not know of it, and a suit not from the top"),
    "wasteful": gettext_lazy("Throws winners away, or crashes them"),
    "anything": gettext_lazy("Any legal card, whatever was said"),
}
"""The kinds of play assumed of the claimer, in words, from the most careful to the least."""

SOURCES: Sequence[tuple[str, Any]] = (
    (
        "ACBL Laws Commission 2019",
        gettext_lazy(
            "the other suits in the worst order, each from the top; a trump of which he was likely unaware stays out "
            "where that helps the others"
        ),
    ),
    (
        "White Book 8.70.4, 8.70.5",
        gettext_lazy("a suit is cashed from the top; to forget a trump that is out is careless, not irrational"),
    ),
)
"""Sources, each with the plays of the claimer that it holds to be normal."""

JUDGEMENTS: Mapping[str, Any] = {"normal": gettext_lazy("normal"), "irrational": gettext_lazy("irrational")}


def evidence_page(
    inquiry: Inquiry, state: State, user: "User", form: "ClaimForm", *, sent: bool = False
) -> dict[str, Any]:
    """Build the page of the evidence for a claim: the reason why it is closed, or else the last evidence shown and the
    inputs that new evidence needs. *sent*: the form was submitted, so that its error is shown."""
    page = {
        **head(inquiry),
        "form": form,
        "back_url": stands_at(inquiry, state),
        "problem": form.problem if sent else "",
    }
    page["here"] = reverse("evidence", args=[inquiry.pk])
    if not opens(inquiry, state):
        return page | {"shut": _("Hear everybody first: the cards are looked at when that is noted.")}
    if hands_shut(inquiry.incident.board, inquiry.incident, user):
        return page | {"hidden": True}
    known = form.known
    claims = shown_of(inquiry, "claim")
    return page | {
        "found": _claim(inquiry, claims[-1]) if claims else None,
        "again": bool(claims),
        "asks": _asks(form),
        "noted": bool(known.get("left") or form.data.get("left")),
        "position": reverse("evidence_position", args=[inquiry.pk]),
        "pad_again": "cards_left" not in with_roles(inquiry.known()) or inquiry.known().get("cards_left") in ("", "?"),
    }


def known_now(inquiry: Inquiry) -> dict[str, str]:
    """Return the values of the position that the inquiry already knows."""
    return known_position(with_roles(inquiry.known()))


# Evidence shown


def _claim(inquiry: Inquiry, event: Event) -> dict[str, Any]:
    data = event.data
    outputs, inputs = data["outputs"], ClaimInputs.from_json(data["inputs"])
    judged = _judged(inquiry, event)
    rows = list(_rows(outputs["kinds"], inputs, judged, event, inquiry))
    return {
        "event": event,
        "by": person(event.by),
        "claimer": inputs.claimer.value,
        "tricks": outputs["tricks"],
        "open_cards": outputs["open_cards"],
        "says": _open_cards_words(inputs, outputs),
        "too_long": not outputs["kinds"],
        "longest": LONGEST,
        "rows": rows,
        "sources": list(_sources(outputs["kinds"], inputs)),
        "proof": bool(outputs["kinds"]) and _proof(outputs["kinds"]),
        "given_up": any(not kind["certain"] for kind in outputs["kinds"]),
        "unroll": cloth_address(inquiry, event, ()),
        "lines": [kept_line(inquiry, event, line) for line in of_it(inquiry, event, "line")],
        "checked": [checked_line(inquiry, event, line) for line in of_it(inquiry, event, CHECKED)],
        "said": _said_words(inputs.said),
    }


def _open_cards_words(inputs: ClaimInputs, outputs: Mapping[str, Any]) -> str:
    if outputs["open_cards"] is None:
        return ""
    values = {"side": shown.side(inputs.claimer.side), "made": outputs["open_cards"], "all": outputs["tricks"]}
    return _("With all four hands seen, %(side)s can make %(made)s of %(all)s, against the best defence.") % values


def _proof(kinds: Sequence[Mapping[str, Any]]) -> bool:
    last = kinds[-1]
    return bool(last["kind"] == "anything" and last["certain"] and last["lost"] == 0)


def _rows(
    kinds: Sequence[Mapping[str, Any]], inputs: ClaimInputs, judged: Mapping[str, str], event: Event, inquiry: Inquiry
) -> Iterator[dict[str, Any]]:
    """Write a row for each kind of play; kinds with equal results share a row."""
    row: dict[str, Any] | None = None
    for kind in kinds:
        if kind["kind"].startswith("unaware") and not _trump_out(inputs):
            continue
        if row is not None and row["lost"] == kind["lost"]:
            row["also"].append(KINDS[kind["kind"]])
            row["certain"] = row["certain"] and kind["certain"]
            continue
        if row is not None:
            yield row
        cards = [_seat_and_card(text) for text in kind["line"]]
        row = {
            "kind": kind["kind"],
            "words": KINDS[kind["kind"]],
            "also": [],
            "lost": kind["lost"],
            "certain": kind["certain"],
            "line": line_words(cards, len(inputs.trick)),
            "unroll": cloth_address(inquiry, event, [card for _seat, card in cards]),
            "judged": judged.get(kind["kind"], ""),
        }
    if row is not None:
        yield row


def _sources(kinds: Sequence[Mapping[str, Any]], inputs: ClaimInputs) -> Iterator[dict[str, Any]]:
    """List the plays that each source holds to be normal, with the tricks that they would lose here."""
    normal = "unaware" if _trump_out(inputs) else "careful"
    lost = next((kind for kind in kinds if kind["kind"] == normal), None)
    if lost is not None:
        for name, holds in SOURCES:
            yield {"name": name, "words": holds, "lost": lost["lost"], "certain": lost["certain"]}


def _trump_out(inputs: ClaimInputs) -> bool:
    hands = parse_deal(inputs.left, complete=False)
    others = inputs.claimer.side.other.seats
    return any(card.suit == inputs.trumps for seat in others for card in hands[seat])


def _seat_and_card(text: str) -> tuple[Seat, Card]:
    seat, _colon, card = text.partition(":")
    return Seat(seat), Card(*card)


def _said_words(statement: Statement) -> str:
    """Describe how the program understood the claimer's statement."""
    parts = []
    if statement.first:
        parts.append(_("in order %(cards)s") % {"cards": " ".join(_plain(card) for card in statement.first)})
    if statement.suits:
        parts.append(
            _("suits in order %(suits)s") % {"suits": " ".join(shown.suit(suit, "words") for suit in statement.suits)}
        )
    if statement.counted:
        cards = sorted(statement.counted, key=lambda card: (SUITS.index(card.suit), RANKS.index(card.rank)))
        parts.append(_("counted as tricks %(cards)s") % {"cards": " ".join(map(_plain, cards))})
    if statement.finesse is not None:
        parts.append(_("a finesse was said") if statement.finesse else _("playing for the drop was said"))
    return parted(parts)


def _plain(card: Card) -> str:
    return format_card(card, shown.language())


def _judged(inquiry: Inquiry, event: Event) -> dict[str, str]:
    ticks = [tick.data["inputs"] for tick in shown_of(inquiry, "judged")]
    of_it = [tick["kinds"] for tick in ticks if tick["evidence"] == str(event.pk)]
    return dict(of_it[-1]) if of_it else {}


# Inputs


def _asks(form: "ClaimForm") -> dict[str, Any]:
    """List the inputs to show: unknown values of the position, the current trick, the statement."""
    known = {"left": form.data.get("left", ""), **form.known}
    hands = parse_deal(known["left"], complete=False) if _readable(known.get("left", "")) else {}
    turn, claimer = known.get("to_play", ""), known.get("claimer", "")
    sent = form.data
    return {
        "left": known.get("left", ""),
        "seats": [
            {"name": name, "words": words, "value": sent.get(name, "")}
            for name, words in (
                ("claimer", _("Who claimed or conceded?")),
                ("declarer", _("Who declares?")),
                ("to_play", _("Whose turn was it to play?")),
            )
            if name not in form.known
        ],
        "trumps": "trumps" not in form.known,
        "chosen_trumps": sent.get("trumps", ""),
        "trick": [
            {"seat": seat.value, "cards": [str(card) for card in hands[seat]], "value": sent.get(f"trick_{seat}", "")}
            for seat in _before(turn)
            if hands.get(seat)
        ],
        "counted": [
            {"card": str(card), "ticked": str(card) in _ticked(sent)}
            for seat in (Seat(claimer).side.seats if claimer else ())
            for card in hands.get(seat, ())
        ],
        "order": sent.get("order", ""),
        "finesse": sent.get("finesse", ""),
    }


def _ticked(sent: Any) -> list[str]:
    return list(sent.getlist("counted")) if hasattr(sent, "getlist") else []


def _readable(left: str) -> bool:
    try:
        return bool(left) and bool(parse_deal(left, complete=False))
    except ValueError:
        return False


def _before(turn: str) -> list[Seat]:
    """List the three players who may have played to the trick already, in order of play; all four players if the turn
    is unknown."""
    if turn not in SEATS:
        return list(SEATS)
    at = SEATS.index(Seat(turn))
    return [SEATS[(at - back) % 4] for back in (3, 2, 1)]


# On paper, on request


def printed_evidence(inquiry: Inquiry) -> list[str]:
    """Write the evidence that was shown before the decision on a claim, in sentences, for a report with evidence."""
    sentences = []
    for event in shown_of(inquiry, "claim"):
        data = event.data
        inputs, judged = ClaimInputs.from_json(data["inputs"]), _judged(inquiry, event)
        when = {"time": moment(event.at, inquiry.incident.tournament.date), "by": person(event.by)}
        sentences.append(_("Looked at, %(time)s, %(by)s.") % when + " " + _open_cards_words(inputs, data["outputs"]))
        for row in _rows(data["outputs"]["kinds"], inputs, judged, event, inquiry):
            sentence = _("%(way)s: %(lost)s") % {"way": row["words"], "lost": row["lost"]}
            sentences.append(f"{sentence} ({JUDGEMENTS[row['judged']]})." if row["judged"] else f"{sentence}.")
        kept = [kept_line(inquiry, event, line) for line in of_it(inquiry, event, "line")]
        checked = [checked_line(inquiry, event, line) for line in of_it(inquiry, event, CHECKED)]
        sentences += printed_lines([*kept, *checked])
    return sentences
