"""The decisions of a report: those in force first, then the superseded ones, struck out; an appeal."""

import datetime
from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from arbitrage.models import Appeal, Duty, Inquiry, Ruling
from arbitrage.pages.wording.day_and_hour import at_moment, final_moment, moment
from arbitrage.pages.wording.document_parts import numbered, text_block
from arbitrage.pages.wording.notation import lasting, law_number, minutes_between
from arbitrage.pages.wording.on_paper import ORDER, effect_on_paper, said_on_paper
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.questions_and_rulings import MOMENTS, REASONS, inquiry_title
from arbitrage.pages.wording.scores import award_words
from arbitrage.pages.wording.sentences import STRUCK, Paragraph, Words, in_brackets, paragraph, paragraphs
from arbitrage.pages.wording.standing import (
    body_words,
    decided_line,
    mark_words,
    score_line,
    stands_words,
    upheld_words,
)
from arbitrage.services.incidents.standing import Standing, Stands, State, decided_by
from rulings.engine import text
from rulings.engine.roles import with_roles


def decision(standing: Standing, inquiries: Sequence[Inquiry], *, names: bool = True, dated: bool = True) -> Words:
    """Print the rulings in force, with numbered rectifications and without instructions to the director. If none is in
    force, print the last one, struck out. *names* includes the names of persons, *dated* the days."""
    blocks: list[Words] = []
    if standing.incident.state == "withdrawn":
        blocks.append(text_block([paragraph(_("*This incident was withdrawn*: nothing below counts."))]))
    day = standing.incident.tournament.date if dated else None
    for number, inquiry in enumerate(inquiries, 1):
        if len(inquiries) > 1:
            blocks.append(text_block([[[True, inquiry_title(number, inquiry)]]]))
        ruled = standing.of(inquiry.pk)
        if ruled is None:
            blocks.append(text_block([paragraph(_("*The inquiry is not finished*: there is no ruling yet."))]))
        else:
            blocks += _ruled(ruled, day, names=names, dated=dated, scored=_of_the_score(standing, ruled))
    if not inquiries:
        blocks.append(text_block([paragraph(_("Nothing has been asked or ruled yet."))]))
    return {"title": _title(standing, day, dated=dated), "blocks": blocks}


def _title(standing: Standing, day: datetime.date | None, *, dated: bool) -> str:
    """Write the heading of the ruling. If the report has another decision beside it, add who decided, and when."""
    last = standing.last
    if last is None or not dated or not (replaced_rulings(standing) or _decided_appeal(standing)):
        return _("Ruling")
    when = final_moment(last.decided.at, None)
    if last.decided.body != "director":
        return _("Decision of %(body)s, %(when)s") % {"body": body_words(last.decided), "when": when}
    sentence = _("Ruling of the director, in force, %(when)s") if last.counts else _("Ruling of the director, %(when)s")
    return sentence % {"when": when}


def _of_the_score(standing: Standing, ruled: Stands) -> list[str]:
    """List the Laws of the adjusted score that was confirmed in this incident, if *ruled* is its last ruling and in
    force; [] otherwise."""
    score = standing.mark.adjustment
    if score is None or ruled is not standing.last or not ruled.counts or score.incident_id != standing.incident.pk:
        return []
    return score.law.split(", ")


def _ruled(
    ruled: Stands, day: datetime.date | None, *, names: bool, dated: bool, scored: Iterable[str] = ()
) -> Iterator[Words]:
    """Write a ruling: its current state, its sentence, its effects, and the Laws applied, with those of the score
    (*scored*) last."""
    data = ruled.ruling.data
    facts = with_roles(data["facts"])
    if ruled.state is State.WAITS:
        awaited = text.plain(MOMENTS[data["moment"]], {}, translation)
        yield text_block([paragraph(_("*Provisional ruling*, until this moment: %(moment)s."), moment=awaited.lower())])
    elif became := _became(ruled, day, names=names, dated=dated):
        yield text_block([[[True, became]]])
    how = STRUCK if not ruled.counts else True
    yield text_block([[[how, in_brackets(_sentence(ruled.ruling, ruled.inquiry), data["law"])]]])
    if effects := _effects(ruled.ruling):
        yield numbered(
            effects.values(),
            struck=[at for at, place in enumerate(effects) if place in ruled.gone_sentences or not ruled.counts],
        )
    adjusted = ["12C1"] if any(effect["effect"] in ADJUSTED for effect in data["rectifications"]) else []
    laws = dict.fromkeys(law_number(law) for law in (*data["law_refs"], *adjusted, *scored))
    yield text_block([[[False, _("Laws applied, in their order: %(laws)s.") % {"laws": ", ".join(laws)}]]])
    for duty in ruled.inquiry.duties.all() if ruled.counts else ():
        if duty.state == Duty.State.OPEN and not duty.question and not ORDER.match(duty.text):
            sentence = in_brackets(text.plain(duty.text, facts, translation), duty.law)
            yield text_block([paragraph(_("Still standing: %(duty)s"), duty=sentence)])


ADJUSTED = ("ASSIGNED", "SPLIT")
"""Effects that adjust the score to a result, by Law 12C1."""


def _sentence(ruling: Ruling, inquiry: Inquiry) -> str:
    """Write the sentence of a ruling, without its Law."""
    facts = with_roles(ruling.data["facts"])
    return said_on_paper(ruling.data["text"], facts) or _(inquiry.entry.title)


def _effects(ruling: Ruling) -> dict[int, str]:
    """Write the effects of a ruling, by their index among its rectifications."""
    facts = with_roles(ruling.data["facts"])
    return {
        place: in_brackets(words, effect["law"])
        for place, effect in enumerate(ruling.data["rectifications"])
        if effect["effect"] not in REASONS and (words := effect_on_paper(effect, facts))
    }


def _became(ruled: Stands, day: datetime.date | None, *, names: bool, dated: bool) -> str:
    """Describe the current state of a ruling; its finality is printed with the right of appeal."""
    if not dated and ruled.state not in (State.AGAIN, State.WITHDRAWN):
        return ""
    if ruled.state is State.FINAL:
        return upheld_words(ruled, day)
    return stands_words(ruled, day, names=names)


def replaced_rulings(standing: Standing) -> list[Stands]:
    """List the rulings that another one of the same inquiry replaced."""
    return [ruled for ruled in standing.rulings if not ruled.counts and not ruled.current]


def told_beside_the_replaced(standing: Standing) -> set[UUID]:
    """Return the rulings whose reason is printed beside the one that they replaced."""
    superseded = (ruled for ruled in standing.rulings if ruled.state is State.SUPERSEDED and not ruled.current)
    return {ruled.next.pk for ruled in superseded if ruled.next is not None}


def replaced(standing: Standing, *, names: bool = True, dated: bool = True) -> Words | None:
    """Print the replaced rulings, struck out, with the time, author and reason of the replacement; None if there are
    none."""
    day = standing.incident.tournament.date if dated else None
    blocks = list(_replaced(replaced_rulings(standing), day, names=names, dated=dated))
    return {"title": _("Ruling replaced"), "blocks": blocks} if blocks else None


def _replaced(rulings: Iterable[Stands], day: datetime.date | None, *, names: bool, dated: bool) -> Iterator[Words]:
    for ruled in rulings:
        runs: Paragraph = [[STRUCK, in_brackets(_sentence(ruled.ruling, ruled.inquiry), ruled.ruling.data["law"])]]
        if ruled.next is not None and _sentence(ruled.next, ruled.inquiry) == _sentence(ruled.ruling, ruled.inquiry):
            after = _effects(ruled.next).values()
            runs += [[STRUCK, f" {words}"] for words in _effects(ruled.ruling).values() if words not in after]
        if dated:
            said_of_it = (decided_line(ruled, day, names=names), stands_words(ruled, day, names=names))
            runs.append([False, " " + " ".join(filter(None, said_of_it))])
        yield text_block([runs])


# The appeal


def _decided_appeal(standing: Standing) -> Appeal | None:
    appeal = standing.appeal
    return appeal if appeal is not None and appeal.state == Appeal.State.DECIDED else None


def on_appeal(standing: Standing, *, names: bool = True, dated: bool = True) -> Words | None:
    """Print the decision of an appeal with its Law, its effect, its reasons and the deposit; None while there is none.
    Without *names* no free words."""
    appeal = _decided_appeal(standing)
    if appeal is None:
        return None
    decided = decided_by(appeal)
    title = _("Decision of %(body)s") % {"body": body_words(decided)}
    if dated:
        title = _("Decision of %(body)s, %(when)s") % {
            "body": body_words(decided),
            "when": final_moment(decided.at, None),
        }
    values = {"outcome": appeal.get_outcome_display(), "law": appeal.law}
    found_words = [paragraph(_("*%(outcome)s* (Law %(law)s)."), **values)]
    if appeal.adjustment is not None:
        found_words.append(paragraph(_("Score: *%(score)s*."), score=award_words(appeal.adjustment.given)))
    elif appeal.to_carry_out:
        found_words.append(paragraph(_("It is still to be carried out.")))
    if names:
        found_words += [[[False, line]] for line in paragraphs(appeal.why)]
    found_words += _merit(appeal)
    return {"title": title, "blocks": [text_block(found_words)]}


def _merit(appeal: Appeal) -> Iterator[Paragraph]:
    """Write whether the appeal was without merit, and the fate of its deposit."""
    if appeal.without_merit:
        yield paragraph(_("*The appeal was without merit (92A).*"))
    if appeal.deposit:
        fate = _("Deposit of %(amount)s euros: returned.")
        if appeal.deposit_kept:
            fate = _("Deposit of %(amount)s euros: kept.")
        yield paragraph(fate, amount=appeal.deposit)


# The head of the report


def title_of(standing: Standing) -> str:
    """Write the title of a report, with the state of the ruling: "Ruling R-2026-0057, changed on appeal"."""
    titles = {
        "changed": _("Ruling %(reference)s, changed on appeal"),
        "upheld": _("Ruling %(reference)s, upheld on appeal"),
        "appealed": _("Ruling %(reference)s, under appeal"),
        "corrected": _("Ruling %(reference)s, corrected"),
        "": _("Ruling %(reference)s"),
    }
    return titles[_became_of(standing)] % {"reference": standing.incident.reference}


def _became_of(standing: Standing) -> str:
    appeal = standing.appeal
    if appeal is not None and appeal.state == Appeal.State.REQUESTED:
        return "appealed"
    if appeal is not None:
        changes = (Appeal.Outcome.SCORE, Appeal.Outcome.RULING)
        return "changed" if appeal.outcome in changes else "upheld"
    return "corrected" if any(ruled.why == "corrected" for ruled in standing.rulings) else ""


def in_force(standing: Standing, day: datetime.date | None) -> Iterator[list[str]]:
    """Write the lines of the head: the time of the ruling and its delay, the decision in force, and the score."""
    last = standing.last
    if last is None:
        return
    ruled = [
        ruling.decided.at for ruling in standing.rulings if ruling.decided.body == "director" and ruling.decided.at
    ]
    if ruled:
        yield [_("Ruled"), _how_soon(standing, ruled[0], day)]
    appeal = _decided_appeal(standing)
    if appeal is not None:
        decided = decided_by(appeal)
        values = {"body": body_words(decided), "when": final_moment(decided.at, None)}
        yield [_("In force"), _("the decision of %(body)s, %(when)s") % values]
    elif len(standing.rulings) > 1 and replaced_rulings(standing):
        values = {"when": final_moment(last.decided.at, None), "name": person(last.decided.by)}
        yield [_("In force"), _("the ruling of %(when)s, by %(name)s") % values]
    score = score_line(standing.mark, day)
    if score and (appeal is not None or replaced_rulings(standing)):  # else the score table shows it
        yield [_("Score in force"), score]


def _how_soon(standing: Standing, at: datetime.datetime, day: datetime.date | None) -> str:
    """Write the time of the ruling, and the minutes from the call to the first ruling (provisional or not), as in the
    statistics; on another day, write the day instead."""
    called = standing.incident.called_at
    first = min(ruling.at for inquiry in standing.inquiries for ruling in inquiry.rulings.all())
    values = {"when": moment(at, day), "first": at_moment(first, day)}
    if timezone.localdate(first) != timezone.localdate(called):
        return values["when"]
    values["lasted"] = lasting(minutes_between(called, first))
    if minutes_between(first, at) == 0:
        return _("%(when)s, %(lasted)s after the call") % values
    return _("%(when)s; first ruling %(first)s, %(lasted)s after the call") % values


def marked(standing: Standing, *, names: bool, dated: bool) -> str:
    """Write the author and time of the score, or that it is still to be confirmed."""
    day = standing.incident.tournament.date if dated else None
    words = mark_words(standing.mark, day, names=names)
    if dated or standing.mark.state != "confirmed" or standing.mark.fixed is None:
        return words
    return _("Score fixed by %(body)s (Law %(law)s).") % {
        "body": body_words(standing.mark.fixed),
        "law": law_number(standing.mark.fixed.law),
    }
