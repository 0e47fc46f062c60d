"""A situation for the screen and for paper: its text, its deal, the auction, the tricks."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import translation
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from arbitrage.models import Inquiry
from arbitrage.pages.report.facts import happened
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.questions_and_rulings import steps_of
from arbitrage.pages.wording.scores import card_words, contract_words
from arbitrage.services import school
from rulings.bridge import Seat
from rulings.engine import text
from rulings.engine.questions import UNKNOWN, YES, Question
from rulings.engine.roles import with_roles
from rulings.school.situations import Played, Situation, themes

ORDER = tuple(Seat)
"""The seats in the order of the columns of calls and tricks, from North."""


def in_language(texts: "dict[str, str] | Any") -> str:
    """Return the text of the reader's language."""
    language = get_language() or "fr"
    return str(texts.get("fr" if language.startswith("fr") else "en", ""))


def situation_page(situation: Situation) -> dict[str, Any]:
    """Build the view of a situation: its text (*says*), its *number* in the theme, the number of situations there
    (*of*), the deal, the calls in rows, the tricks."""
    theme = next((candidate for candidate in themes() if candidate.key == situation.theme), None)
    among = theme.situations if theme else ()
    return {
        "situation": situation,
        "says": words_of(situation),
        "theme": {"key": theme.key, "title": in_language(theme.title)} if theme else None,
        "number": among.index(situation) + 1 if situation in among else 0,
        "of": len(among),
        "level": LEVEL_WORDS.get(situation.level, LEVEL_WORDS[1])(),
        "calls": calls_of(situation),
        "tricks": [_trick(trick, situation.facts.get("trumps", "")) for trick in situation.tricks if trick.complete],
        "cloth": next((_cloth(trick) for trick in situation.tricks if not trick.complete), None),
        "seats": ORDER,
        "known": _known(situation),
    }


LEVEL_WORDS = {
    1: lambda: _("Level 1: one fact decides."),
    2: lambda: _("Level 2: a player has a choice, or you judge."),
    3: lambda: _("Level 3: several things at once."),
}


def words_of(situation: Situation) -> str:
    """Return the words of a situation; those of a club's own case are written from its facts."""
    if situation.words:
        return in_language(situation.words)
    inquiry = Inquiry(law=situation.law, edition=situation.entry.edition, facts=dict(situation.facts))
    inquiry = school.answered(inquiry, situation.answers)
    steps = steps_of(inquiry, {})
    return " ".join(happened([(inquiry, steps)], names=False))


def why_of(situation: Situation) -> str:
    """Return the sentence to remember; for a club's own case it is the ruling."""
    return in_language(situation.why)


def calls_of(situation: Situation) -> list[list[str]]:
    """Set the calls in rows of four from North; "" before the dealer."""
    if not situation.calls:
        return []
    cells = [""] * ORDER.index(Seat(situation.dealer)) + list(situation.calls)
    return [cells[at : at + len(ORDER)] for at in range(0, len(cells), len(ORDER))]


def _trick(trick: Played, trumps: str) -> dict[str, Any]:
    cards = {seat: str(card) for seat, card in trick.cards}
    return {
        "number": trick.number,
        "cards": [cards.get(seat, "") for seat in ORDER],
        "led": trick.cards[0][0].value,
        "won": trick.winner(trumps),
    }


def _cloth(trick: Played) -> dict[str, Any]:
    """Lay the cards of a trick that is not complete: in the order of play, each with its seat."""
    cards = [{"seat": seat.value, "card": str(card)} for seat, card in trick.cards]
    return {
        "number": trick.number,
        "cards": cards,
        "empty": [seat.value for seat in Seat if seat not in dict(trick.cards)],
    }


def _known(situation: Situation) -> str:
    """Write the contract, the dealer and the vulnerability, as far as they are known."""
    facts = {} if situation.words else situation.facts  # the text of a theme's situation has them already
    parts = (
        contract_words(facts["contract"]) if facts.get("contract") else "",
        _("declarer %(seat)s") % {"seat": shown.seat(facts["declarer"])} if facts.get("declarer") else "",
        _("dealer %(seat)s") % {"seat": shown.seat(situation.dealer)} if situation.dealer else "",
        shown.vulnerability(situation.vulnerability) if situation.vulnerability else "",
    )
    return ", ".join(filter(None, parts))


def plain_answer(question: Question[Any], value: str, known: Mapping[str, str]) -> str:
    """Write an answer as it is printed, or in the middle of a sentence, without signs of the screen."""
    if value == UNKNOWN:
        return _("not known")
    match question.kind:
        case "card":
            return card_words(value)
        case "seat":
            return shown.seat(value)
        case "call":
            return text.call(value, translation)
        case "suit":
            return str(text.SYMBOLS.get(value, value))
        case "suits":
            return "".join(str(text.SYMBOLS[letter]) for letter in value)
        case "yes_no":
            return pgettext("answer", "yes") if value == YES else pgettext("answer", "no")
        case "choice":
            label = next((option.label for option in question.options if option.value == value), value)
            return text.plain(label, known, translation, dict(question.roles))
    return value


def cases_to_make(inquiries: Iterable[Inquiry]) -> list[dict[str, Any]]:
    """List the inquiries of a call that may become exercises, each with its text as a situation and its ruling."""
    cases = []
    for inquiry in inquiries:
        case = school.own_case_of(inquiry)
        if case is not None:
            situation = school.of_own_case(case)
            end = situation.ended()
            facts = with_roles({**situation.facts, **situation.answers, **end.read})
            cases.append({"value": inquiry.pk, "says": words_of(situation), "ruling": end.ruling, "facts": facts})
    return cases
