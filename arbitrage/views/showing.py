"""What several pages show of an incident: where it is, who plays, what was asked and answered."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.models import Answer, Contestant, Incident, Inquiry, Result
from arbitrage.models.incident import EDITIONS
from arbitrage.services.incidents import BOARD_FACTS
from arbitrage.templatetags.bridge import card, clock, dress, seat, suit, words
from rulings import text
from rulings.inquiry import Asking, InvalidAnswer, Law, Ruled, State, Waiting, explore
from rulings.questions import NO, UNKNOWN, YES, Question
from rulings.roles import with_roles

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser

LAYOUT = ("N", "W", "E", "S")
"""The seats in the order of a page: from the top, then from left to right."""


def place(incident: Incident) -> str:
    """Where it is, for the bar: "Table 3 · Board 12 · Round 2", as much of it as is known."""
    parts = [
        _("Table %(table)s") % {"table": table_name(incident)} if incident.table else "",
        _("Board %(board)s") % {"board": incident.board.number} if incident.board else "",
        _("Round %(round)s") % {"round": incident.round} if incident.round else "",
    ]
    return " · ".join(part.replace(" ", "\u00a0") for part in parts if part)


def table_name(incident: Incident) -> str:
    """The table as people call it: "7", or "B7" in a tournament of several sections."""
    if incident.section is None or incident.tournament.sections.count() < 2:
        return str(incident.table or "")
    return f"{incident.section.letter}{incident.table}"


def person(user: "AbstractBaseUser | None") -> str:
    """The name of a director."""
    return "" if user is None else (getattr(user, "get_full_name", str)() or user.get_username())


def players(incident: Incident) -> dict[str, str]:
    """The players' names by seat, from the result or, as long as the board is not known, from the table's round."""
    line = incident.result or _line_of_the_round(incident)
    if line is None:
        return {}
    pairs: list[tuple[Contestant | None, tuple[str, ...]]]
    if line.seats:
        found = {str(one.pk): one for one in Contestant.objects.prefetch_related("players").filter(pk__in=line.seats)}
        pairs = [(found.get(key), (place,)) for key, place in zip(line.seats, ("N", "E", "S", "W"), strict=False)]
    else:
        pairs = [(line.ns, ("N", "S")), (line.ew, ("E", "W"))]
    return {
        place: player.name
        for contestant, places in pairs
        if contestant is not None
        for player, place in zip(contestant.players.all(), places, strict=False)
    }


def _line_of_the_round(incident: Incident) -> Result | None:
    if incident.table is None or incident.round is None:
        return None
    lines: QuerySet[Result] = Result.objects.with_pairs().filter(
        board__tournament=incident.tournament_id, table=incident.table, round=incident.round
    )
    return (lines.filter(section=incident.section) if incident.section else lines).first()


def compass(names: Mapping[str, str], known: Mapping[str, str]) -> list[dict[str, str]]:
    """The four players round the table: seat, name, and the role that is known of each."""
    roles = {name: text.show(name, "", "", translation) for name in ("declarer", "dummy", "offender")}
    return [
        {
            "seat": one,
            "name": names.get(one, ""),
            "role": ", ".join(words_of for name, words_of in roles.items() if known.get(name) == one),
        }
        for one in LAYOUT
    ]


# The trail


def trail(inquiry: Inquiry, state: State, reader: "AbstractBaseUser | None" = None) -> list[dict[str, Any]]:
    """The lines of the trail: question, answer, law, the address where it can be changed, and what became of it.

    What followed from facts is left out. An answer that is not asked for any more is struck out; one whose question
    may still come is kept for then. *reader* is not told of his own answers who gave them.
    """
    answers = {answer.question: answer for answer in inquiry.answers.all()}
    known = with_roles(inquiry.known())
    lines = [
        _line(inquiry, step.question, step.value, known, law=step.law, answer=answers.get(step.question.id), to=reader)
        for step in state.trail
        if not step.derived
    ]
    left = [answer for name, answer in answers.items() if name not in state.questions]
    if not left:
        return lines
    words_of = questions(inquiry.edition, inquiry.law)
    coming = _still_possible(inquiry.entry, inquiry.known()) if isinstance(state, Asking) else frozenset()
    for answer in left:
        question = words_of.get(answer.question)
        if question is None:
            continue
        kept = question.id in coming
        line = _line(inquiry, question, answer.value, known, law=question.law, answer=answer, to=answer.by)
        lines.append(line | {"url": "", "stale": not kept, "by": _("kept for its turn") if kept else ""})
    return lines


def _line(
    inquiry: Inquiry,
    question: Question[Any],
    value: str,
    known: Mapping[str, str],
    *,
    law: str,
    answer: Answer | None,
    to: "AbstractBaseUser | None",
) -> dict[str, Any]:
    line = {"question": words(question.text, known, dict(question.roles)), "law": law}
    if question.kind == "moment":
        at = clock(timezone.localtime(answer.at)) if answer else ""
        url = reverse("question", args=[inquiry.pk, question.id]) if answer else ""
        return line | {"answer": at, "by": _who(answer, to), "url": url}
    return line | {
        "answer": shown(question, value, known),
        "by": _who(answer, to) if answer else _source(inquiry, question),
        "url": reverse("question", args=[inquiry.pk, question.id]),
    }


def _who(answer: Answer | None, reader: "AbstractBaseUser | None") -> str:
    return "" if answer is None or answer.by is None or answer.by == reader else person(answer.by)


def _source(inquiry: Inquiry, question: Question[Any]) -> str:
    """Where an answer comes from that nobody gave here."""
    if inquiry.incident.result_id and question.id in BOARD_FACTS:
        return _("from the result")
    return _("from the ruling before")


def shown(question: Question[Any], value: str, known: Mapping[str, str]) -> str:
    """An answer in the reader's words, to stand after its question: "no", "West", "♦K"."""
    if value == UNKNOWN and question.kind not in ("yes_no", "choice", "words"):
        return pgettext("answer", "not known")
    match question.kind:
        case "yes_no":
            return {YES: pgettext("answer", "yes"), NO: pgettext("answer", "no")}.get(value, value)
        case "seat":
            return seat(value)
        case "card":
            return card(value)
        case "suit":
            return suit(value)
        case "words":
            return format_html(pgettext("quotation", "“{}”"), value) if value else pgettext("answer", "nothing to note")
        case "choice":
            label = next((option.label for option in question.options if option.value == value), value)
            return _in_a_sentence(label, known, dict(question.roles))
        case _:
            return value


def _in_a_sentence(label: str, known: Mapping[str, str], roles: Mapping[str, str]) -> str:
    """The label of an option without its capital, unless it begins with a player's name."""
    pieces = text.fill(label, known, translation, roles)
    if pieces and not pieces[0].blank:
        first = pieces[0].text
        pieces[0] = text.Segment(first[:1].lower() + first[1:])
    return dress("".join(piece.text for piece in pieces))


@cache
def questions(edition: str, law: str) -> dict[str, Question[Any]]:
    """Every question that a law can ask, by id, from all its paths; the facts that answer one in its place too."""
    asked = [step.question for path in explore(EDITIONS[edition][law]) for step in path.end.trail]
    facts = [fact for question in asked if question.given for fact in question.given.facts]
    return {question.id: question for question in (*facts, *asked)}


def _still_possible(law: Law, known: Mapping[str, str]) -> frozenset[str]:
    """The ids of the questions that some way of going on from here would ask."""
    return frozenset(step.question.id for end in _endings(law, dict(known)) for step in end.trail)


def _endings(law: Law, known: dict[str, str]) -> Iterator[Ruled]:
    pending = [known]
    while pending:
        answers = pending.pop()
        try:
            state = law.step(answers)
        except InvalidAnswer as error:
            pending.append({name: value for name, value in answers.items() if name != error.question.id})
            continue
        match state:
            case Asking(question=question):
                values = question.values if question.kind in ("yes_no", "choice") else (UNKNOWN,)
                pending += [answers | {question.id: value} for value in values]
            case Waiting(moment=moment):
                pending.append(answers | {moment.value: "reached"})
            case Ruled() as end:
                yield end
