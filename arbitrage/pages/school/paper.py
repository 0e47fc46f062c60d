"""A paper of ten questions, with the answers on sheets of their own."""

from collections.abc import Sequence
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.pages.report.board import suit_letters
from arbitrage.pages.school.situation import calls_of, in_language, plain_answer, words_of
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.document_parts import (
    answers,
    diagram,
    document,
    part,
    row,
    tabled,
    text_block,
    to_write_on,
)
from arbitrage.pages.wording.scores import card_words
from arbitrage.pages.wording.sentences import Words
from rulings.bridge import Seat
from rulings.engine import text
from rulings.engine.roles import with_roles
from rulings.school import correction
from rulings.school.situations import Situation


def paper(seed: int, situations: Sequence[Situation], club: str) -> list[Words]:
    """Build the questions and, as a separate document, the answers. Both have the number of the series, which
    reproduces the same paper."""
    series = _("Series %(seed)s") % {"seed": seed}
    questions = document(
        title=_("Ten situations to rule on"),
        club=club,
        event=f"{club}, {series}",
        place=[[_("Name"), "……………………………………"]],
        rows=[row([_question(number, situation)]) for number, situation in enumerate(situations, 1)],
        foot=_("Write for each: your decision, its Law, and what you asked before you gave it."),
    )
    answered = document(
        title=_("Answers"),
        club=club,
        event=f"{club}, {series}",
        rows=[row([_answer(number, situation)]) for number, situation in enumerate(situations, 1)],
    )
    return [questions, answered]


def _question(number: int, situation: Situation) -> Words | None:
    return part(
        f"{number}.",
        text_block([[[False, words_of(situation)]]]),
        _deal(situation),
        _calls(situation),
        _tricks(situation),
        to_write_on(3),
    )


def _deal(situation: Situation) -> Words | None:
    if not situation.deal:
        return None
    drawn: dict[str, Any] = shown.deal(situation.deal, situation.vulnerability)
    return diagram(drawn | {"label": _("The deal"), "letters": suit_letters(), "symbols": dict(text.SYMBOLS)})


def _seats() -> list[str]:
    return [shown.seat(seat) for seat in Seat]


def _calls(situation: Situation) -> Words | None:
    rows = [[text.call(call, translation) if call else "" for call in cells] for cells in calls_of(situation)]
    full = [[*cells, *([""] * (len(Seat) - len(cells)))] for cells in rows]
    return tabled(_seats(), full, grow=-1) if full else None


def _tricks(situation: Situation) -> Words | None:
    rows = []
    for trick in situation.tricks:
        cards = {seat: card_words(str(card)) for seat, card in trick.cards}
        rows.append([str(trick.number), *(cards.get(seat, "") for seat in Seat)])
    return tabled([_("Trick"), *_seats()], rows, grow=-1) if rows else None


def _answer(number: int, situation: Situation) -> Words | None:
    end = situation.ended()
    known = with_roles({**situation.facts, **situation.answers, **end.read})
    lines = [
        {
            "question": text.plain(line.question.text, known, translation, dict(line.question.roles)),
            "answer": plain_answer(line.question, line.expected or "", known),
            "law": shown.law_number(line.law),
            "options": [],
        }
        for line in correction.compared(end, end, situation.facts)
    ]
    ruling = text.plain(end.ruling.text, known, translation)
    return part(
        f"{number}. {ruling} ({shown.law_number(end.ruling.law)})",
        answers({"title": "", "lines": lines}, [_("Question"), pgettext("book", "The Code"), _("Law")]),
        text_block([[[True, in_language(situation.why)]]]),
    )
