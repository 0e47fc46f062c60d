"""Questions, answers and rulings as a report prints them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import UUIDField
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.database.prepared import Prepared
from arbitrage.models import Incident, Inquiry, Note, Ruling
from arbitrage.pages.wording import cards_left
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.notation import law_number
from arbitrage.pages.wording.on_paper import effect_on_paper, said_on_paper
from arbitrage.pages.wording.regulations import used
from arbitrage.pages.wording.scores import card_words, contract_words
from arbitrage.pages.wording.sentences import Paragraph, Words, in_brackets, listed
from arbitrage.pages.wording.trail import ONCE_GIVEN, questions, supposed_words
from rulings.engine import text
from rulings.engine.questions import UNKNOWN, Question
from rulings.engine.roles import with_roles
from rulings.engine.ruling import When

MOMENTS = {moment.value: moment.label for moment in When}


# Questions, answers, decision


def questions_and_answers(asked: "Asked", *, names: bool = True) -> Words | None:
    """List the questions as they were read, with the answers; without *names*, those answered in free words are left
    out."""
    parts = [
        {
            "title": inquiry_title(number, inquiry) if len(asked) > 1 else "",
            "lines": list(_lines(inquiry, steps, names=names)),
        }
        for number, (inquiry, steps) in enumerate(asked, 1)
    ]
    parts = [part for part in parts if part["lines"]]
    head = [_("Question"), pgettext("noun", "Answer"), _("Law")]
    return {"title": _("Questions and answers"), "head": head, "inquiries": parts} if parts else None


def inquiry_title(number: int, inquiry: Inquiry) -> str:
    title = f"{number}. {_(inquiry.entry.title)}"
    duty = inquiry.opened_by_duty
    if duty is None or duty.moment == When.CARD_GONE.value:  # the end of the duty, not the moment at which it is due
        return title
    moment = _(MOMENTS[duty.moment]).lower()
    return title if moment in title.lower() else f"{title} ({moment})"


def _lines(inquiry: Inquiry, steps: "list[Step]", *, names: bool) -> Iterator[Words]:
    """List the questions of the trail with their answers, also assumed ones. Moments are left out, and answers taken
    from the board or from facts."""
    given = inquiry.facts.keys() - inquiry.answers_dict().keys()
    for step in steps:
        if (step.derived and not step.supposed) or step.id in given or (step.typed and not names):
            continue
        yield {
            "question": text.plain(step.text, step.known, translation, step.roles),
            "answer": f"{step.answer} ({supposed_words(step.question)})" if step.supposed else step.answer,
            "law": law_number(step.law),
            "options": _read_aloud(step.question, step.known, step.value),
        }


@dataclass(frozen=True)
class Step:
    """A question of an inquiry with its answer. *typed*: the answer is free words; *known* fills the blanks."""

    id: str
    question: Question[Any] | None
    text: str
    value: str
    answer: str
    law: str
    derived: bool
    supposed: bool
    roles: Mapping[str, str]
    known: Mapping[str, str]

    @property
    def typed(self) -> bool:
        return self.value.startswith("note:") or (self.question is not None and self.question.kind == "words")


Asked = list[tuple[Inquiry, list[Step]]]
"""Inquiries, each with its steps."""


def asked_in(incident: Incident, inquiries: Iterable[Inquiry]) -> Asked:
    """List these inquiries of an incident, each with its steps. One query fetches all free text."""
    notes = {str(note.pk): note.text for note in _NOTES(incident=incident.pk)}
    return [(inquiry, steps_of(inquiry, notes)) for inquiry in inquiries]


_NOTES = Prepared(lambda incident: Note.objects.filter(incident=incident).order_by(), incident=UUIDField())


def steps_of(inquiry: Inquiry, notes: Mapping[str, str]) -> list[Step]:
    """List the steps of an inquiry in order, without moments: from the stored ruling, or of the trail so far."""
    known, steps = _trail(inquiry)
    asked = questions(inquiry.edition, inquiry.law)
    return [
        Step(
            id=step["question"],
            question=asked.get(step["question"]),
            text=step["text"],
            value=step["value"],
            answer=answer_of(step, asked.get(step["question"]), known, notes),
            law=step["law"],
            derived=step["derived"],
            supposed=step.get("supposed", False),
            roles=step.get("roles") or {},
            known=known,
        )
        for step in steps
        if step["question"] not in MOMENTS
    ]


def _trail(inquiry: Inquiry) -> tuple[Mapping[str, str], list[Words]]:
    """Return the known facts, and the steps in order: from the stored ruling, or of the trail so far."""
    ruling = inquiry.current_ruling
    if ruling is not None:
        data = ruling.data
        return with_roles(data["facts"]), data["trail"]
    steps = [
        {
            "question": step.question.id,
            "text": step.question.text,
            "value": step.value,
            "label": next((option.label for option in step.question.options if option.value == step.value), ""),
            "law": step.law,
            "derived": step.derived,
            "supposed": step.supposed,
            "roles": dict(step.question.roles),
        }
        for step in inquiry.state().trail
    ]
    return with_roles(inquiry.known()), steps


def answer_of(step: Words, question: Question[Any] | None, known: Mapping[str, str], notes: Mapping[str, str]) -> str:
    value = step["value"]
    kind = question.kind if question else ""
    if value.startswith("note:"):
        return notes.get(value.removeprefix("note:"), "") or _("(erased)")
    if value == UNKNOWN:
        return _("not known")
    match kind:
        case "seat":
            return shown.seat(value)
        case "card":
            return card_words(value)
        case "hands":
            return cards_left.in_words(value) or "–"
        case "suit":
            return pgettext("trumps", "notrump") if value == "NT" else pgettext(*text.SUITS[""][value])
        case "suits":
            return listed(pgettext(*text.SUITS[""][suit]) for suit in value)
        case "call":
            return text.call(value, translation)
        case "contract":
            return contract_words(value)
        case "yes_no" | "choice":
            return text.plain(ONCE_GIVEN.get(step["label"], step["label"]), known, translation, step.get("roles"))
        case _:
            return str(value) or "–"


def _read_aloud(question: Question[Any] | None, known: Mapping[str, str], value: str) -> list[Words]:
    """List the options that were read to a player before he chose (Law 10C1), with the chosen one marked."""
    if question is None or not question.chooser:
        return []
    roles = dict(question.roles)
    choices = []
    for number, option in enumerate(question.options, 1):
        sentences = [text.plain(words, known, translation, roles) for words in (option.label, option.entails) if words]
        choices.append({"words": f"{number}. {'. '.join(sentences)}", "chosen": option.value == value})
    return choices


REASONS = ("NOTE", "CONSIDER_AS")
"""Effects that are reasons rather than acts."""


def reasons(inquiries: list[Inquiry]) -> list[Paragraph]:
    """List the reasons of a ruling: the points considered, and the club's regulations."""
    paragraphs: list[Paragraph] = []
    for inquiry in inquiries:
        ruling = inquiry.current_ruling
        if ruling is None:
            continue
        data = ruling.data
        known = with_roles(data["facts"])
        for effect in data["rectifications"]:
            if effect["effect"] in REASONS and (words := effect_on_paper(effect, known)):
                paragraphs.append([[False, in_brackets(words, effect["law"])]])
        paragraphs += ([[False, sentence]] for sentence in used(inquiry))
    return paragraphs


def ruling_paragraph(ruling: Ruling, *, paper: bool = False) -> Paragraph:
    """Write a stored ruling: its sentence in bold, then its reasons and effects, each with its Law; on *paper* without
    instructions to the director."""
    data = ruling.data
    known = with_roles(data["facts"])
    words_of = effect_on_paper if paper else _effect
    steps = [
        in_brackets(words, effect["law"]) for effect in data["rectifications"] if (words := words_of(effect, known))
    ]
    sentence = said_on_paper(data["text"], known) if paper else text.plain(data["text"], known, translation)
    if all(effect["law"] != data["law"] for effect in data["rectifications"] if effect.get("text")):
        sentence = in_brackets(sentence, data["law"])
    return [[True, sentence], *([[False, " " + " ".join(steps)]] if steps else [])]


def _effect(effect: Mapping[str, Any], known: Mapping[str, str]) -> str:
    return text.plain(effect["text"], known, translation) if effect.get("text") else ""
