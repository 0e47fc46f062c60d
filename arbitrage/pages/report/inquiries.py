"""Questions, answers and rulings as a report prints them."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.models import Duty, Incident, Inquiry, Note, Ruling
from arbitrage.pages import cards_left
from arbitrage.pages import notation as shown
from arbitrage.pages.regulations import used
from arbitrage.pages.revokes import BOTH_SIDES, overtaken
from arbitrage.pages.sentences import Paragraph, Words, hour, in_brackets, law_number, listed, said
from arbitrage.pages.trail import questions
from arbitrage.pages.words import card_words, contract_words
from arbitrage.services.results.revokes import on_its_result, overtaken_among
from rulings.engine import text
from rulings.engine.questions import UNKNOWN, Question
from rulings.engine.roles import with_roles
from rulings.engine.ruling import When

MOMENTS = {moment.value: moment.label for moment in When}


# Questions, answers, decision


def questions_and_answers(inquiries: list[Inquiry]) -> Words | None:
    several = len(inquiries) > 1
    found = [
        {"title": _inquiry_title(number, inquiry) if several else "", "lines": list(_lines(inquiry))}
        for number, inquiry in enumerate(inquiries, 1)
    ]
    if not any(one["lines"] for one in found):
        return None
    return {"title": _("Questions and answers"), "inquiries": found}


def _inquiry_title(number: int, inquiry: Inquiry) -> str:
    title = f"{number}. {_(inquiry.entry.title)}"
    duty = inquiry.opened_by_duty
    return f"{title} ({_(MOMENTS[duty.moment]).lower()})" if duty else title


def _lines(inquiry: Inquiry) -> Iterator[Words]:
    """The trail as it was read and answered; what the board or the facts said by themselves left out, and moments."""
    known, steps = _trail(inquiry)
    asked = questions(inquiry.edition, inquiry.law)
    given = inquiry.facts.keys() - inquiry.answers_dict().keys()
    notes: dict[str, str] = {}
    for step in steps:
        question = asked.get(step["question"])
        if step["derived"] or step["question"] in given or step["question"] in MOMENTS:
            continue
        if step["value"].startswith("note:"):
            notes = notes or _notes(inquiry.incident)
        roles = step.get("roles")
        yield {
            "question": text.plain(step["text"], known, translation, roles),
            "answer": answer_of(step, question, known, notes),
            "law": law_number(step["law"]),
            "options": _read_aloud(question, known, step["value"]),
        }


def _trail(inquiry: Inquiry) -> tuple[Mapping[str, str], list[Words]]:
    """What is known, and the steps in their order: of the ruling as stored, or as far as the inquiry has come."""
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
            return pgettext(*text.SUITS[""][value])
        case "suits":
            return listed(pgettext(*text.SUITS[""][one]) for one in value)
        case "call":
            return text.call(value, translation)
        case "contract":
            return contract_words(value)
        case "yes_no" | "choice":
            return text.plain(step["label"], known, translation, step.get("roles"))
        case _:
            return str(value) or "–"


def _notes(incident: Incident) -> dict[str, str]:
    return {str(note.pk): note.text for note in Note.objects.filter(incident=incident)}


def _read_aloud(question: Question[Any] | None, known: Mapping[str, str], value: str) -> list[Words]:
    """The options that were read to a player before he chose (Law 10C1), and which one he chose."""
    if question is None or not question.chooser:
        return []
    roles = dict(question.roles)
    found = []
    for number, option in enumerate(question.options, 1):
        sentences = [text.plain(words, known, translation, roles) for words in (option.label, option.entails) if words]
        found.append({"words": f"{number}. {'. '.join(sentences)}", "chosen": option.value == value})
    return found


def decision(incident: Incident, inquiries: list[Inquiry]) -> Words:
    found: list[Paragraph] = []
    if incident.state == Incident.State.WITHDRAWN:
        found.append(said(_("*This incident was withdrawn*: nothing below counts.")))
    gone = overtaken_among(on_its_result(incident))
    for number, inquiry in enumerate(inquiries, 1):
        if len(inquiries) > 1:
            found.append([[True, _inquiry_title(number, inquiry)]])
        found += _ruled(inquiry)
        if by := gone.get(inquiry.pk):
            found.append([[True, in_brackets(overtaken(inquiry, by)["words"], BOTH_SIDES)]])
    if not inquiries:
        found.append(said(_("Nothing has been asked or ruled yet.")))
    return {"title": _("Ruling"), "paragraphs": found}


SAYS = ("law", "text", "rectifications", "duties")
"""What makes a ruling another one; a board that was named later does not."""


def _ruled(inquiry: Inquiry) -> Iterator[Paragraph]:
    ruling = inquiry.current_ruling
    if ruling is None:
        yield said(_("*The inquiry is not finished*: there is no ruling yet."))
        return
    data = ruling.data
    known = with_roles(data["facts"])
    if ruling.provisional:
        moment = _(MOMENTS[data["moment"]]).lower()
        yield said(_("*Provisional ruling*, until this moment: %(moment)s."), moment=moment)
    yield ruling_paragraph(ruling)
    yield from ([[False, one]] for one in used(inquiry))
    for duty in inquiry.duties.all():
        if duty.state == Duty.State.OPEN and not duty.question:
            sentence = in_brackets(text.plain(duty.text, known, translation), duty.law)
            yield said(_("To come back to: %(duty)s"), duty=sentence)
    before = (one for one in inquiry.rulings.all() if one.revision < ruling.revision and not one.provisional)
    replaced = [one for one in before if any(one.data[part] != data[part] for part in SAYS)]
    if replaced:
        yield said(_("This ruling replaces the one given at %(time)s."), time=hour(replaced[-1].at))


def ruling_paragraph(ruling: Ruling) -> Paragraph:
    """A stored ruling in words: its sentence in bold, then what it rests on and what it does, each with its Law."""
    data = ruling.data
    known = with_roles(data["facts"])
    steps = [
        in_brackets(text.plain(effect["text"], known, translation), effect["law"])
        for effect in data["rectifications"]
        if effect.get("text")
    ]
    sentence = text.plain(data["text"], known, translation)
    if all(effect["law"] != data["law"] for effect in data["rectifications"] if effect.get("text")):
        sentence = in_brackets(sentence, data["law"])
    return [[True, sentence], *([[False, " " + " ".join(steps)]] if steps else [])]
