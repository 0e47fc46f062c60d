"""Evidence of the cards of a claim, beside the question that the director answers; and a line laid card by card.

Nothing here answers a question: no answer is filled in, proposed or coloured, and nothing has the name of one.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from arbitrage.models import Event, Inquiry
from arbitrage.pages.inquiry.question import head
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.next_page import stands_at
from arbitrage.pages.wording.people import person
from arbitrage.services.incidents.evidence import (
    ClaimInputs,
    hands_shut,
    known_position,
    line_outputs,
    opens,
    shown_of,
)
from rulings.bridge import RANKS, SUITS, Card, Seat, format_card, parse_deal
from rulings.engine.inquiry import State
from rulings.engine.roles import with_roles
from rulings.evidence.claim import Statement, lines_of
from rulings.evidence.open_cards import LONGEST, OpenCards, different
from rulings.evidence.position import Position, card_of, legal_cards

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
"""The kinds of carelessness in words, the strictest first."""

JUDGEMENTS: Mapping[str, Any] = {"normal": gettext_lazy("normal"), "irrational": gettext_lazy("irrational")}


def evidence_page(
    found: Inquiry, state: State, user: "User", form: "ClaimForm", *, sent: bool = False
) -> dict[str, Any]:
    """Build the block: why it is shut, or what was shown last, and what is asked before the cards are looked at."""
    page = {**head(found), "form": form, "back_url": stands_at(found, state), "problem": form.problem if sent else ""}
    page["here"] = reverse("evidence", args=[found.pk])
    if not opens(found, state):
        return page | {"shut": _("Hear everybody first: the cards are looked at when that is noted.")}
    if hands_shut(found.incident.board, found.incident, user):
        return page | {"hidden": True}
    known = form.known
    claims = shown_of(found, "claim")
    return page | {
        "found": _claim(found, claims[-1]) if claims else None,
        "again": bool(claims),
        "asks": _asks(form),
        "noted": bool(known.get("left") or form.data.get("left")),
        "position": reverse("evidence_position", args=[found.pk]),
        "pad_again": "cards_left" not in with_roles(found.known()) or found.known().get("cards_left") in ("", "?"),
    }


def known_now(found: Inquiry) -> dict[str, str]:
    """Return what the inquiry knows of the position already."""
    return known_position(with_roles(found.known()))


# What was shown


def _claim(found: Inquiry, event: Event) -> dict[str, Any]:
    data = event.data
    outputs, inputs = data["outputs"], ClaimInputs.from_json(data["inputs"])
    judged = _judged(found, event)
    rows = list(_rows(outputs["kinds"], inputs, judged, event, found))
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
        "proof": bool(outputs["kinds"]) and _proof(outputs["kinds"]),
        "given_up": any(not one["certain"] for one in outputs["kinds"]),
        "unroll": _unroll(found, event, ()),
        "lines": [
            _kept(found, event, one)
            for one in shown_of(found, "line")
            if one.data["inputs"]["evidence"] == str(event.pk)
        ],
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
    kinds: Sequence[Mapping[str, Any]], inputs: ClaimInputs, judged: Mapping[str, str], event: Event, found: Inquiry
) -> Iterator[dict[str, Any]]:
    """Write a row for each kind; one with the number of the row above is folded into it."""
    row: dict[str, Any] | None = None
    for one in kinds:
        if one["kind"].startswith("unaware") and not _trump_out(inputs):
            continue
        if row is not None and row["lost"] == one["lost"]:
            row["also"].append(KINDS[one["kind"]])
            row["certain"] = row["certain"] and one["certain"]
            continue
        if row is not None:
            yield row
        cards = [_seat_and_card(text) for text in one["line"]]
        row = {
            "kind": one["kind"],
            "words": KINDS[one["kind"]],
            "also": [],
            "lost": one["lost"],
            "certain": one["certain"],
            "line": _line_words(cards, len(inputs.trick)),
            "unroll": _unroll(found, event, [card for _seat, card in cards]),
            "judged": judged.get(one["kind"], ""),
        }
    if row is not None:
        yield row


def _trump_out(inputs: ClaimInputs) -> bool:
    hands = parse_deal(inputs.left, complete=False)
    others = inputs.claimer.side.other.seats
    return any(card.suit == inputs.trumps for seat in others for card in hands[seat])


def _seat_and_card(text: str) -> tuple[Seat, Card]:
    seat, _colon, card = text.partition(":")
    return Seat(seat), Card(*card)


def _line_words(cards: Sequence[tuple[Seat, Card]], begun: int) -> list[dict[str, Any]]:
    """Write a line trick by trick: who leads, and the four cards."""
    return [
        {"seat": trick[0][0].value, "cards": [str(card) for _seat, card in trick]}
        for trick in lines_of(cards, begun)
        if trick
    ]


def _said_words(said: Statement) -> str:
    """Describe what was read from the claimer's statement."""
    parts = []
    if said.first:
        parts.append(_("in order %(cards)s") % {"cards": " ".join(_plain(card) for card in said.first)})
    if said.suits:
        parts.append(
            _("suits in order %(suits)s") % {"suits": " ".join(shown.suit(one, "words") for one in said.suits)}
        )
    if said.counted:
        cards = sorted(said.counted, key=lambda card: (SUITS.index(card.suit), RANKS.index(card.rank)))
        parts.append(_("counted as tricks %(cards)s") % {"cards": " ".join(map(_plain, cards))})
    if said.finesse is not None:
        parts.append(_("a finesse was said") if said.finesse else _("playing for the drop was said"))
    return "; ".join(parts)


def _plain(card: Card) -> str:
    return format_card(card, shown.language())


def _judged(found: Inquiry, event: Event) -> dict[str, str]:
    ticks = [one.data["inputs"] for one in shown_of(found, "judged")]
    of_it = [one["kinds"] for one in ticks if one["evidence"] == str(event.pk)]
    return dict(of_it[-1]) if of_it else {}


# What is asked


def _asks(form: "ClaimForm") -> dict[str, Any]:
    """List what must be asked: who and what where the inquiry does not know it, the trick, the statement."""
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
    """List the players who may have played to the trick already, the leader first; all where nobody knows whose turn
    it was."""
    if turn not in SEATS:
        return list(SEATS)
    at = SEATS.index(Seat(turn))
    return [SEATS[(at - back) % 4] for back in (3, 2, 1)]


# A line that is laid


def unroll_page(found: Inquiry, state: State, event: Event, cards: Sequence[Card]) -> dict[str, Any]:
    """Build the cloth with the cards left after a line: each card that may be played has an address, and with five
    cards a hand at most the tricks that it leaves the claimer's side when everybody then plays with open cards.

    :raises Impossible: a card of the line may not be played.
    """
    inputs = ClaimInputs.from_json(event.data["inputs"])
    laid = Laid(inputs, cards)
    position, values = laid.position, laid.values()
    outputs = line_outputs(inputs, cards)
    side = inputs.claimer.side
    done = not any(position.hands)
    return {
        **head(found),
        "back_url": stands_at(found, state),
        "evidence": reverse("evidence", args=[found.pk]),
        "event": event,
        "tricks": inputs.position().tricks,
        "side": side.value,
        "others": side.other.value,
        "won": outputs["won"][side.value],
        "lost": outputs["won"][side.other.value],
        "done": done,
        "turn": "" if done else SEATS[position.seat].value,
        "hands": [_hand(found, event, laid, seat, values) for seat in SEATS],
        "trick": {SEATS[seat].value: str(card_of(card)) for seat, card in position.trick},
        "past": list(_past(found, event, laid)),
        "shows_out": [
            _("%(player)s: %(suit)s") % {"player": shown.seat(seat), "suit": shown.suit(suit, "words")}
            for seat, suit in laid.shows_out()
        ],
        "numbers": bool(values),
        "longest": LONGEST,
        "undo": _unroll(found, event, cards[: laid.last_choice()]) if cards else "",
        "again": _unroll(found, event, ()) if cards else "",
        "line": "-".join(map(str, cards)),
        "here": _unroll(found, event, cards),
        "kept": [
            _kept(found, event, one)
            for one in shown_of(found, "line")
            if one.data["inputs"]["evidence"] == str(event.pk)
        ],
    }


class Laid:
    """A line that was laid from a position, and what follows it."""

    def __init__(self, inputs: ClaimInputs, cards: Sequence[Card]) -> None:
        self.inputs, self.cards = inputs, tuple(cards)
        self.steps: list[tuple[Seat, Card]] = []
        self.start = self.position = inputs.position()
        self.won = 0
        self._side = SEATS.index(inputs.claimer) % 2
        for card in cards:
            self._lay(card)

    def _lay(self, card: Card) -> None:
        seat = SEATS[self.position.seat]
        self.position, taker = self.position.after(card)
        self.steps.append((seat, card))
        self.won += taker is not None and taker.side is self.inputs.claimer.side

    def is_free(self, position: Position) -> bool:
        """Does somebody play whom the claim does not bind: the other side, or a defender-claimer's partner (70D2)?"""
        claimer, seat = self.inputs.claimer, SEATS[position.seat]
        defender = claimer.side is not self.inputs.declarer.side
        return seat.side is not claimer.side or (defender and seat is not claimer)

    def values(self) -> dict[Card, int]:
        """Return, for each card that may be played now, the tricks of the claimer's side in all; {} for long hands."""
        position = self.position
        if not any(position.hands) or position.tricks > LONGEST:
            return {}
        own = position.seat % 2 == self._side
        left = position.tricks
        found = OpenCards(position.trump).every_card(position)
        return {card: self.won + (tricks if own else left - tricks) for card, tricks in found.items()}

    def answered(self) -> list[Card]:
        """Return the line with the cards of those whom the claim does not bind: each plays what leaves the claimer's
        side least, the lowest where several do, until a card of the claimer's is to be chosen; a
        card that is no choice is laid for him."""
        laid = Laid(self.inputs, self.cards)
        while any(laid.position.hands):
            legal = laid.position.legal
            if not has_choice(laid.position):
                laid._lay(legal[-1])
                continue
            values = laid.values() if laid.is_free(laid.position) else {}
            if not values:
                break
            least = min(values.values())
            laid._lay([card for card in legal if values[card] == least][-1])
        return [card for _seat, card in laid.steps]

    def last_choice(self) -> int:
        """Return the number of cards before the last one that the claimer's side chose."""
        position, choices = self.start, [0]
        for at, card in enumerate(self.cards):
            if not self.is_free(position) and has_choice(position):
                choices.append(at)
            position, _taker = position.after(card)
        return choices[-1]

    def shows_out(self) -> list[tuple[Seat, str]]:
        """List who has shown out of which suit in this line, each once: what the claimer would have seen."""
        found: list[tuple[Seat, str]] = []
        begun = [(SEATS[seat], card_of(card)) for seat, card in self.start.trick]
        for trick in lines_of([*begun, *self.steps]):
            led = trick[0][1].suit
            found += [(seat, led) for seat, card in trick if card.suit != led and (seat, led) not in found]
        return found


def has_choice(position: Position) -> bool:
    """Does it matter which card is played? To a trick, cards of a suit that nobody's card parts are one; a lead is
    always shown."""
    legal = legal_cards(position.hands[position.seat], position.trick)
    return len(different(legal, position.hands, position.trick) if position.trick else legal) > 1


def _hand(found: Inquiry, event: Event, laid: Laid, seat: Seat, values: Mapping[Card, int]) -> dict[str, Any]:
    position = laid.position
    plays = any(position.hands) and SEATS[position.seat] is seat
    legal = set(position.legal) if plays else set()
    cards = [card_of(one) for one in sorted(position.hands[SEATS.index(seat)], reverse=True)]
    return {
        "seat": seat.value,
        "plays": plays,
        "suits": [
            {
                "suit": str(suit),
                "cards": [
                    {
                        "card": str(card),
                        "tricks": values.get(card),
                        "url": f"{_unroll(found, event, [*laid.cards, card])}&answer=yes" if card in legal else "",
                    }
                    for card in cards
                    if card.suit == suit
                ],
            }
            for suit in SUITS
        ],
    }


def _past(found: Inquiry, event: Event, laid: Laid) -> Iterator[dict[str, Any]]:
    """List the tricks of the line; where a free hand had a choice, the address at which another card is chosen."""
    begun = [(SEATS[seat], card_of(card)) for seat, card in laid.start.trick]
    position, at, tricks = laid.start, 0, []
    cards: list[dict[str, Any]] = [{"seat": seat.value, "card": str(card), "other": ""} for seat, card in begun]
    for seat, card in laid.steps:
        other = laid.is_free(position) and has_choice(position)
        to = _unroll(found, event, laid.cards[:at]) if other else ""
        cards.append({"seat": seat.value, "card": str(card), "other": to})
        position, taker = position.after(card)
        at += 1
        if taker is not None:
            tricks.append({"cards": cards, "taker": taker.value})
            cards = []
    yield from tricks
    if cards and at:
        yield {"cards": cards, "taker": ""}


def _unroll(found: Inquiry, event: Event, cards: Sequence[Card]) -> str:
    address = reverse("unroll", args=[found.pk, event.pk])
    return f"{address}?line={'-'.join(map(str, cards))}"


def _kept(found: Inquiry, event: Event, kept: Event) -> dict[str, Any]:
    """Write a line that was kept: how the tricks go, and its address."""
    inputs, outputs = ClaimInputs.from_json(event.data["inputs"]), kept.data["outputs"]
    cards = [Card(*one) for one in kept.data["inputs"]["line"]]
    side = inputs.claimer.side
    lost, rest = outputs["won"][side.other.value], outputs["rest"]
    words = ngettext("%(count)s trick for %(side)s", "%(count)s tricks for %(side)s", lost) % {
        "count": lost,
        "side": shown.side(side.other),
    }
    if rest:
        words += ", " + _("%(count)s of the rest can still be made") % {"count": rest}
    return {
        "words": words,
        "url": _unroll(found, event, cards),
        "line": _line_words(Laid(inputs, cards).steps, len(inputs.trick)),
    }


# On paper, when it is asked for


def printed_evidence(found: Inquiry) -> list[str]:
    """Write in sentences the evidence shown before the decision on a claim, for a report that was asked to include
    it."""
    sentences = []
    for event in shown_of(found, "claim"):
        data = event.data
        inputs, judged = ClaimInputs.from_json(data["inputs"]), _judged(found, event)
        when = {"time": shown.clock(timezone.localtime(event.at)), "by": person(event.by)}
        sentences.append(_("Looked at, %(time)s, %(by)s.") % when + " " + _open_cards_words(inputs, data["outputs"]))
        for row in _rows(data["outputs"]["kinds"], inputs, judged, event, found):
            said = _("%(way)s: %(lost)s") % {"way": row["words"], "lost": row["lost"]}
            sentences.append(f"{said} ({JUDGEMENTS[row['judged']]})." if row["judged"] else f"{said}.")
    return sentences
