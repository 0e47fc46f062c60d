"""The facts of a report, as a paragraph made from the answers; "agreed" or "disputed" only if recorded."""

import re
from collections.abc import Iterable, Iterator, Mapping

from django.db.models import UUIDField
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.database.prepared import Prepared
from arbitrage.models import Event, Incident
from arbitrage.pages.report.answers_as_facts import BY_LAW, SAID_LATER, By
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.day_and_hour import at_moment
from arbitrage.pages.wording.questions_and_rulings import Asked, Step
from arbitrage.pages.wording.sentences import Paragraph, Words, paragraph, paragraphs
from arbitrage.pages.wording.statements import Statement
from arbitrage.services.incidents.statements import POLLED
from rulings.engine import text

BESIDE_THE_DEAL = 500
"""Characters of facts that fit beside the diagram; longer ones are printed over the whole width."""

MOST_TYPED, MOST_LINES = 60_000, 400
"""Characters and paragraphs of typed text that a report prints: some twenty pages."""

QUE = re.compile(r"\bque (?=Est\b|Ouest\b)")
"""The French word "que" before East or West, where it must be elided."""

NO_CHOICE = ("disagree",)
"""Answers for which the facts have no sentence: the players of a side chose differently."""

HOW_MANY, POLL = "polled", "poll"
"""The questions about the players who were asked for their opinion (Law 16B1)."""


def facts(incident: Incident, inquiries: Asked, *, names: bool = True, when: bool = True) -> Words:
    """Print the call (with its time if *when*), the facts from the answers, whether they are agreed, and the typed
    text. Without *names* typed text is left out, as it may name anybody."""
    told_of = " ".join([*([called(incident)] if when else []), *happened(inquiries, names=names)])
    lines: list[Paragraph] = [[[False, told_of]]] if told_of else []
    lines += _agreed(incident)
    typed = [*paragraphs(incident.evidence), *paragraphs(incident.words)] if names else []
    lines += [[[False, line]] for line in _within(typed)]
    length = sum(len(run[1]) for paragraph in lines for run in paragraph)
    return {"title": _("Facts"), "paragraphs": lines, "wide": length > BESIDE_THE_DEAL}


def _within(typed: list[str]) -> Iterator[str]:
    """Cut typed text to the length for paper, with a note on how much is left on the page of the incident."""
    letters = 0
    for number, line in enumerate(typed):
        letters += len(line)
        if letters > MOST_TYPED or number >= MOST_LINES:
            left = len(typed) - number
            yield ngettext(
                "And %(left)s more paragraph, which stands on the page of the incident.",
                "And %(left)s more paragraphs, which stand on the page of the incident.",
                left,
            ) % {"left": left}
            return
        yield line


def called(incident: Incident) -> str:
    """Write who called the director, with the time."""
    when = at_moment(incident.called_at, incident.tournament.date)
    if incident.called_by:
        return _("%(seat)s called the director %(when)s.") % {"seat": shown.seat(incident.called_by), "when": when}
    return _("The director was called %(when)s.") % {"when": when}


def happened(inquiries: Asked, *, names: bool) -> Iterator[str]:
    """Write the facts from the answers, a sentence each. Without *names* typed text is left out."""
    for inquiry, steps in inquiries:
        if inquiry.law not in BY_LAW:  # without sentences for its answers, its subject is printed
            title = _(inquiry.entry.title)
            yield _("It was about: %(title)s.") % {"title": title[:1].lower() + title[1:].rstrip(".? \u00a0\u202f")}
        said_later = SAID_LATER.get(inquiry.law, {})
        answered = {_name(step) for step in steps if not step.derived and step.value not in ("", "?")}
        for step in steps:
            if answered.isdisjoint(said_later.get(_name(step), ())) and not step.derived and (names or not step.typed):
                yield from told(inquiry.law, step)


def told(law: str, step: Step) -> Iterator[str]:
    """Write the sentence that states an answer as a fact, if it has one."""
    if step.value in NO_CHOICE:
        return
    if step.question is not None and step.question.chooser:
        chooser = text.show(step.question.chooser, "", step.known.get(step.question.chooser, ""), translation)
        values = {"who": chooser, "choice": step.answer.rstrip(".")}
        yield _("Of the options read out, %(who)s chose: “%(choice)s”.") % values
        return
    sentence = BY_LAW.get(law, {}).get(_name(step), "")
    if isinstance(sentence, Mapping):
        sentence = sentence.get(step.value, "")
    if isinstance(sentence, By):
        sentence = sentence.chosen(step.known)
    if sentence and step.value not in ("", "?"):
        words = text.plain(sentence, step.known, translation, step.roles)
        words = QUE.sub("qu’", words)
        yield words % {"answer": _in_a_sentence(step)} if "%(answer)s" in words else words


def _in_a_sentence(step: Step) -> str:
    """Write an answer in the middle of a sentence: a card by its name, "the 4 of spades"."""
    if step.question is not None and step.question.kind == "card":
        return text.show(step.id, "the", step.value, translation)
    return step.answer.rstrip(".")


def _name(step: Step) -> str:
    """Return the name of a question without the prefix of its procedure."""
    return step.id.rpartition(".")[2]


_DISPUTED = Prepared(
    lambda incident: Event.objects.filter(incident=incident, kind="facts_disputed").order_by().values_list("pk")[:1],
    incident=UUIDField(),
)


def _agreed(incident: Incident) -> Iterator[Paragraph]:
    if incident.disputed:
        yield paragraph(
            _("*The facts are disputed and could not be determined* (Law 85B): the ruling lets play go on.")
        )
    elif incident.evidence:
        yield paragraph(_("*The facts were disputed; the director decided what happened* (Law 85A)."))
    elif _DISPUTED(incident=incident.pk):
        yield paragraph(_("*The facts are agreed* (Law 84)."))


def consultation(inquiries: Asked, *, names: bool = True) -> list[Paragraph]:
    """Print the players whom the director polled, and their opinions."""
    lines = []
    for _inquiry, steps in inquiries:
        answers = {step.id: step for step in steps}
        if HOW_MANY in answers:
            count = answers[HOW_MANY].answer
            words = _("No player was asked for an opinion.")
            if answers[HOW_MANY].value != "0":
                words = _("Players of the same level who were asked: %(count)s.") % {"count": count}
            lines.append([[False, words]])
        if POLL in answers and names and answers[POLL].answer not in ("", "–"):
            lines.append([[False, _("What they said: “%(words)s”.") % {"words": answers[POLL].answer.rstrip(".")}]])
    return lines


def said_by_side(heard: Iterable[Statement]) -> list[Words]:
    """Print the statements of the sides in their own words: a title and paragraphs for each side that was heard."""
    return [
        {
            "title": str(statement.whose),
            "paragraphs": [[[False, line]] for line in _within(paragraphs(statement.words))],
        }
        for statement in heard
        if statement.key != POLLED
    ]


def polled(heard: Iterable[Statement]) -> list[Paragraph]:
    """Name the players who were asked for an opinion, where the club wants their names."""
    return [
        paragraph(_("Players polled: %(names)s."), names=" ".join(paragraphs(statement.words)).rstrip("."))
        for statement in heard
        if statement.key == POLLED
    ]
