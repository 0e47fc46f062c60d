"""The tray: the duties that bring a director back to a table, each with its buttons.

An entry is a table with its words and acts, the penalty cards now lying there, and the buttons for reporting events.
Duties for the end of the board are listed apart (`later`).
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from arbitrage.models import Contestant, Duty, Incident, Result, Tournament
from arbitrage.pages.inquiry.decision import ON_LEAD
from arbitrage.pages.room.floor import lies_still, of_now
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.moments import HAPPENED
from arbitrage.pages.wording.on_the_table import lying_there
from arbitrage.pages.wording.sentences import listed
from arbitrage.pages.wording.tables_and_boards import round_number, table_name
from arbitrage.services.incidents import table
from rulings.bridge import Seat
from rulings.engine import text
from rulings.engine.roles import with_roles
from rulings.engine.ruling import When

Due = dict[str, Any]
Seated = Mapping[tuple[UUID | None, str, str], int]
"""Table of each pair in the current round, by section, number and direction ("" for a pair that sits both ways)."""

AT_THE_END = frozenset({When.END_OF_PLAY.value})
"""Moments at the end of a board; during the board their duties are counted, not listed."""


def due_lines(due: Iterable[Duty], now: datetime) -> list[Due]:
    """List the open duties of a room, the oldest first, each with its place and its words. Duties of penalty cards have
    all the cards now on their table, because a minor card may have become major since its ruling (50B)."""
    lines = [_line(duty, now) for duty in due]
    logs = table.logs_at(line["incident"] for line in lines if not line["at_the_end"])
    at_tables = {line["incident"].pk: line["incident"] for line in lines if line["incident"].pk in logs}
    now_at = {key: table.table_of(incident, logs[key]) for key, incident in at_tables.items()}
    lying = {key: lying_there(incident, logs[key], now_at[key]) for key, incident in at_tables.items()}
    for line in lines:
        if (facts := now_at.get(line["incident"].pk)) and facts.declarer:
            line["declarer"] = facts.declarer.value
    return [line if line["at_the_end"] else _with_cards(line, lying.get(line["incident"].pk, [])) for line in lines]


def _line(duty: Duty, now: datetime) -> Due:
    incident, facts = duty.inquiry.incident, with_roles(duty.inquiry.known())
    sentence = text.plain(duty.text, facts, translation)
    first_words, _dot, when = sentence.partition(". ")
    return {
        "incident": incident,
        "url": duty.inquiry.get_absolute_url(),
        "duty": duty,
        "card": bool(duty.about),
        "place": (incident.section_id, incident.table),
        "table": table_name(incident),
        "board": incident.board.number if incident.board else "",
        "minutes": max(0, int((now - duty.due_since).total_seconds() // 60)),
        "since": duty.due_since,
        "declarer": facts.get("declarer", ""),
        "text": f"{first_words}." if when else first_words,
        "when": when,
        "at_the_end": duty.moment in AT_THE_END,
        "reason": _in_a_word(sentence) or first_words,
        "there": [],
        "penalised": [],
    }


def _in_a_word(sentence: str) -> str:
    """Return the text before the colon ("Revoke of West: count the tricks…"), if it is short enough for a tile."""
    head, colon, _rest = sentence.partition(":")
    return head.strip() if colon and len(head) <= 50 else ""


def _with_cards(duty: Due, lying: list[Due]) -> Due:
    cards = [item for item in lying if item.get("penalised")]
    if not duty["card"] or not cards:
        return duty | {"there": lying}
    reason = ngettext("Penalty card: %(cards)s", "Penalty cards: %(cards)s", len(cards))
    return duty | {"there": lying, "penalised": cards, "reason": reason % {"cards": listed(_by_owner(cards))}}


def _by_owner(cards: list[Due]) -> Iterable[str]:
    """Write the cards of each player together: "♣4, ♦5 of East"."""
    for _seat, several in groupby(sorted(cards, key=lambda card: str(card["seat"])), key=lambda card: card["seat"]):
        *first, last = several
        yield ", ".join((*(card["face"] for card in first), last["brief"]))


# One entry a table


def entries(duties: Iterable[Due], tournament: Tournament, seated: Seated) -> list[Due]:
    """Build one entry for each table and board: first those that need a director now, then the others, each the oldest
    first.

    *seated* has the table of each pair in the current round.
    """
    by_table: dict[Any, list[Due]] = {}
    for duty in duties:
        by_table.setdefault((duty["place"], duty["board"]) if duty["table"] else duty["incident"].pk, []).append(duty)
    by_urgency = [_entry(several, tournament, seated) for several in by_table.values()]
    return sorted(by_urgency, key=lambda entry: (not entry["urgent"], entry["since"]))


def _entry(several: Sequence[Due], tournament: Tournament, seated: Seated) -> Due:
    first = several[0]
    lying_lines = {line["key"]: line for duty_line in several for line in duty_line["there"]}
    cards = [line for line in lying_lines.values() if line.get("penalised")]
    lying = {card["key"] for card in cards}
    lines = [line for line in several if line["duty"].about not in lying]
    return {
        "id": first["duty"].pk,
        "table": first["table"],
        "minutes": max(line["minutes"] for line in several),
        "since": min(line["since"] for line in several),
        "url": first["url"],
        "call": first["incident"],
        "urgent": not all(line["at_the_end"] or lies_still(line) for line in several),
        "choice": choice_words(cards, first["declarer"]),
        "cards": cards,
        "lines": lines,
        "there": list(lying_lines.values()),
        "acts": _acts(several, cards, lines),
        "earlier": earlier_words(first["incident"], tournament, seated),
    }


def choice_words(cards: Iterable[Due], declarer: str) -> str:
    """Write when declarer chooses because of major penalty cards (50D2): "Before each lead of West, South chooses."; ""
    where no card is major."""
    leaders = partners(cards)
    if not leaders:
        return ""
    chooser = shown.seat(declarer) if declarer else _("declarer")
    of = _(" or ").join(pgettext(*text.SEATS["of"][leader.value]) for leader in leaders)
    return _("Before each lead %(of_leaders)s, %(declarer)s chooses.") % {"of_leaders": of, "declarer": chooser}


def partners(cards: Iterable[Due]) -> list[Seat]:
    """List the players whose lead a major penalty card of their partner restricts (50D2)."""
    return sorted({Seat(card["seat"]).partner for card in cards if not card["minor"]}, key=lambda seat: seat.value)


def _acts(several: Sequence[Due], cards: Sequence[Due], lines: Sequence[Due]) -> list[Due]:
    """List the buttons of an entry: label, address and data."""
    acts: list[Due] = []
    opener = next((line["duty"] for line in several if line["duty"].opens == ON_LEAD), None)
    if opener is not None:
        url = reverse("duty_open", args=[opener.pk])
        leaders = partners(cards)
        owners = [owner for owner in (Seat(card["seat"]) for card in cards) if owner not in leaders]
        acts += [
            {
                "label": _("%(player)s is about to lead") % {"player": shown.seat(player)},
                "url": url,
                "leader": player.value,
                "quiet": player not in leaders,
            }
            for player in dict.fromkeys((*leaders, *owners))
        ]
    for line in lines:
        if act := _moment(line["duty"]):
            acts.append(act)
    return acts


def _moment(duty: Duty) -> Due | None:
    """Build the button for the moment of a duty; None if the duty opens an inquiry that asks about the moment
    itself."""
    happened = HAPPENED.get(duty.moment)
    if happened is None or duty.opens == ON_LEAD:
        return None
    if duty.question:
        return {"label": happened, "url": reverse("reach", args=[duty.inquiry_id])}
    return {"label": happened, "url": reverse("duty_open" if duty.opens else "duty_done", args=[duty.pk])}


# Duties of earlier rounds


def earlier_words(incident: Incident, tournament: Tournament, seated: Seated) -> dict[str, str] | None:
    """Describe the place of an incident of an earlier round ("From round 5, board 24"), the pairs who sat there, and
    where they sit now if they have moved."""
    if of_now(incident, tournament):
        return None
    return left_words(
        incident.round,
        incident.board.number if incident.board else None,
        incident.section_id,
        pairs_of(incident.result or _line_of_the_round(incident, tournament)),
        incident.table,
        seated,
        tournament,
    )


def left_words(
    round: int | None,
    board: int | None,
    section: UUID | None,
    pairs: Mapping[str, Contestant],
    table: int | None,
    seated: Seated,
    tournament: Tournament,
) -> dict[str, str]:
    """Write the words of a board left over from an earlier round."""
    head = _("From round %(round)s, board %(board)s") if board else _("From round %(round)s")
    names = {side: f"{shown.side(side, 'letter')}\u00a0{pair.number}" for side, pair in pairs.items()}
    sat = list(names.values())
    moved = [
        _("%(pair)s is now at table %(table)s.") % {"pair": names[side], "table": at}
        for side, pair in pairs.items()
        if (at := seated.get((section, pair.number, pair.direction))) and at != table
    ]
    were = [_("%(pairs)s sat there.") % {"pairs": ", ".join(sat)}] if sat else []
    return {
        "head": head % {"round": round_number(round, tournament), "board": board},
        "pairs": " ".join([*were, *moved]),
    }


def _line_of_the_round(incident: Incident, tournament: Tournament) -> Result | None:
    """Find any line of an incident's table and round if its board is unknown, as the same pairs sat there."""
    if not incident.table or not incident.round:
        return None
    lines = Result.objects.filter(board__tournament=tournament, table=incident.table, round=incident.round)
    return lines.filter(section=incident.section_id).select_related("ns", "ew").first()


def pairs_of(result: Result | None) -> dict[str, Contestant]:
    """Return the pairs of a line, by side."""
    if result is None or result.ns is None or result.ew is None:
        return {}
    return {"NS": result.ns, "EW": result.ew}


def tables_in_words(entries: Iterable[Due]) -> str:
    """Name the tables of the entries, in the order of the room: "2, 5 and 9", "A2 and B2"; "11 tables" if there are
    many."""
    names = sorted({entry["table"] or "?" for entry in entries}, key=_order)
    if len(names) <= MOST_NAMED:
        return listed(names) if names else ""
    return ngettext("%(count)s table", "%(count)s tables", len(names)) % {"count": len(names)}


def _order(name: str) -> tuple[bool, str, int, str]:
    """Sort the names of tables by section and number; an unknown table comes last."""
    return name == "?", name.rstrip("0123456789"), len(name), name


MOST_NAMED = 4
