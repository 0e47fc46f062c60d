"""The cards left at a claim: the pad for entering them, and their words in the trail and the report."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import QueryDict
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.pages.wording import notation as shown
from rulings.bridge import RANKS, SUITS, Card, Deal, Seat, format_rank, parse_deal
from rulings.engine import text

CLOCKWISE = tuple(Seat)


def pad(deal: str, noted: str, sent: QueryDict | None = None, names: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Build the pad of the cards left. It shows all 52 cards for one player at a time; a card of another player has his
    letter.

    *noted* are the stored cards, *sent* those of the submitted page. If the remaining cards can only belong to one
    player, he gets them. The result has ``hands`` (seat, name, count, all, rows: suit, ranks), ``now`` (the player),
    ``others`` (hidden fields), ``suits`` (suit, cards: value, card, rank, at, of) and the words on the numbers of
    cards.
    """
    held = {str(card): seat.value for seat, hand in read(noted).items() for card in hand}
    of = {str(card): seat.value for seat, hand in read(deal).items() for card in hand}
    now = _first_to_note(held)
    if sent is not None and "seat" in sent:
        now, held = _sent(sent, now)
    follows = _follow(held, of)
    held |= follows
    counts = {seat.value: sum(holder == seat.value for holder in held.values()) for seat in CLOCKWISE}
    most = max(counts.values())
    return {
        "now": now,
        "hands": [
            {
                "seat": seat.value,
                "name": (names or {}).get(seat.value, ""),
                "count": counts[seat.value],
                "all": most,
                "on": seat.value == now,
                "rows": [{"suit": str(suit), "ranks": _ranks(held, seat.value, suit)} for suit in SUITS],
            }
            for seat in CLOCKWISE
        ],
        "others": [f"{at}:{card}" for card, at in held.items() if at != now],
        "suits": [
            {
                "suit": str(suit),
                "cards": [_key(suit + rank, now, held, of) for rank in RANKS],
            }
            for suit in SUITS
        ],
        "sum": sum(counts.values()),
        "all": 4 * most,
        "follows": next(iter(follows.values()), ""),
        "words": {
            "of": _("%(count)s of %(all)s"),
            "sum": _("Cards: %(count)s of %(all)s"),
            "more": _("%(player)s: %(count)s more"),
            "clear": _("Clear %(player)s"),
        },
    }


def _sent(sent: QueryDict, now: str) -> tuple[str, dict[str, str]]:
    """Read the submitted pad: the player whose cards are chosen next, and the holder of each card. A card chosen for
    two players belongs to the last one."""
    was = sent.get("seat", now)
    pairs = [pair.split(":") for pair in sent.getlist("left") if re.fullmatch("[NESW]:[SHDC][AKQJT2-9]", pair)]
    held = {card: at for at, card in sorted(pairs, key=lambda pair: pair[0] == was)}
    to = sent.get("to", "")
    if to == "clear":
        return was, {card: at for card, at in held.items() if at != was}
    return (to if to in tuple(Seat) else was), held


def _first_to_note(held: Mapping[str, str]) -> str:
    """Return the first player who holds fewer cards than another; North when they agree."""
    counts = [sum(holder == seat.value for holder in held.values()) for seat in CLOCKWISE]
    return next((seat.value for seat, count in zip(CLOCKWISE, counts, strict=True) if count < max(counts)), "N")


def _follow(held: Mapping[str, str], of: Mapping[str, str]) -> dict[str, str]:
    """Return the cards that must belong to the only player without noted cards, if as many are left as each other
    player holds."""
    counts = {seat.value: sum(holder == seat.value for holder in held.values()) for seat in CLOCKWISE}
    empty = [seat for seat, count in counts.items() if not count]
    full = {count for count in counts.values() if count}
    if len(empty) != 1 or len(full) != 1:
        return {}
    every = (str(suit) + rank for suit in SUITS for rank in RANKS)
    rest = [card for card in every if card not in held and of.get(card, empty[0]) == empty[0]]
    return dict.fromkeys(rest, empty[0]) if len(rest) == full.pop() else {}


def _key(card: str, now: str, held: Mapping[str, str], of: Mapping[str, str]) -> dict[str, Any]:
    """Build a card of the pad, with the letter of its holder if that is another player, as noted or else as dealt."""
    at = held.get(card, "") or of.get(card, "")
    own = held.get(card) == now
    return {
        "value": f"{now}:{card}",
        "card": card,
        "rank": card[1],
        "left": own,
        "of": of.get(card, ""),
        "at": "" if own or at == now else at,
    }


def _ranks(held: Mapping[str, str], seat: str, suit: str) -> str:
    own = (rank for rank in RANKS if held.get(suit + rank) == seat)
    return " ".join(format_rank(rank, shown.language()) for rank in own)


def read(deal: str) -> Deal:
    """Read the hands of a deal; {} when it cannot be read."""
    try:
        return parse_deal(deal, complete=False) if deal else {}
    except ValueError:
        return {}


def in_words(value: str) -> str:
    """Write the cards left on one line: "North ♥V 6 – East ♥10 ♣A"; "" when none is noted."""
    hands = read(value)
    return " – ".join(f"{shown.seat(seat)} {_hand(hands[seat])}" for seat in CLOCKWISE if hands.get(seat))


def _hand(cards: Iterable[Card]) -> str:
    held = [(suit, [card for card in cards if card.suit == suit]) for suit in SUITS]
    return " ".join(
        text.SYMBOLS[str(suit)] + " ".join(format_rank(card.rank, shown.language()) for card in own)
        for suit, own in held
        if own
    )


def diagram_of(known: Mapping[str, str], letters: Mapping[str, str]) -> dict[str, Any] | None:
    """Draw the cards left at a claim, for the report: label, hands, letters, symbols; None where none was noted."""
    if not any(read(known.get("cards_left", "")).values()):
        return None
    words = {"label": _("The cards left at the claim"), "letters": dict(letters), "symbols": dict(text.SYMBOLS)}
    return words | shown.deal(known["cards_left"])


def sum_of(known: Mapping[str, str]) -> str:
    """Write the number of tricks left, whose claim or concession it is, and the number of trumps in the opponents'
    hands; "" where all are unknown."""
    sentences = []
    if (left := known.get("tricks_left", "?")) != "?":
        sentences.append(ngettext("%(count)s trick left", "%(count)s tricks left", int(left)) % {"count": left})
    if known.get("claimer"):
        act = {"": _("claim or concession %(of_seat)s"), "0": _("concession %(of_seat)s")}.get(
            known.get("tricks_claimed", "?").replace("?", ""), _("claim %(of_seat)s")
        )
        sentences.append(act % {"of_seat": text.show("claimer", "of", known["claimer"], translation)})
    if (out := known.get("trumps_out", "?")) not in ("?", "0"):
        sentences.append(
            ngettext("%(count)s trump in the opponents’ hands", "%(count)s trumps in the opponents’ hands", int(out))
            % {"count": out}
        )
    return ", ".join(sentences) + "." if sentences else ""
