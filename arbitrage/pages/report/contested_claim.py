"""A claim: the cards left, the contract and the tricks played, the player to play, and the statements."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.pages.report.board import suit_letters
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.cards_left import diagram_of, sum_of
from arbitrage.pages.wording.claims import position
from arbitrage.pages.wording.questions_and_rulings import Asked, Step
from arbitrage.pages.wording.sentences import Words

CLAIMS = ("68", "70")
CONTESTED = "70"


def claims(inquiries: Asked, *, names: bool = True) -> list[Words]:
    """Print each contested claim of an incident: title, diagram (None where no card was noted), statements, and "told":
    contract, tricks played, words. Without *names* no free words are printed."""
    claimed = []
    for inquiry, steps in inquiries:
        if inquiry.law != CONTESTED or not steps:
            continue
        facts, by_question = steps[0].known, {step.id: step for step in steps}
        if not ({"statement", "to_play"} & set(by_question) or facts.get("cards_left")):
            continue
        drawn = diagram_of(facts, suit_letters())
        claimed.append(
            {
                "title": _title(facts),
                "diagram": drawn,
                "says": sum_of(facts) if drawn else "",
                "told_title": _("Contract, play, statement"),
                "told": [
                    [[True, f"{name} "], [False, words]]
                    for name, words in (*position(facts), *(_heard(by_question, facts) if names else ()))
                ],
            }
        )
    return claimed


def _title(facts: Mapping[str, str]) -> str:
    left = facts.get("tricks_left", "?")
    if left == "?":
        return _("Cards left at the claim")
    return _("Cards left at the claim, trick %(number)s") % {"number": 14 - int(left)}


def _heard(by_question: Mapping[str, Step], facts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Print each player's statement, also for a player who had nothing to say."""
    claimed, left = by_question.get("tricks_claimed"), facts.get("tricks_left", "?")
    if "statement" in by_question:
        words = [_quoted(by_question["statement"])] if _spoke(by_question["statement"]) else []
        if claimed is not None and claimed.value != "?":
            words.append(_claimed(int(claimed.value), int(left) if left != "?" else 0))
        yield _("Statement:"), ", ".join(words) + ("" if not words else ".") or _("Nothing was noted.")
    for question, role in (
        ("said_on_the_left", "claimer_lho"),
        ("said_on_the_right", "claimer_rho"),
        ("said_by_partner", "claimer_partner"),
    ):
        if question in by_question:
            name = _("%(player)s:") % {"player": shown.seat(facts.get(role, ""))}
            yield name, f"{_quoted(by_question[question])}." if _spoke(by_question[question]) else _("Nothing to say.")
    if "objections" in by_question and _spoke(by_question["objections"]):
        yield _("Objections:"), f"{_quoted(by_question['objections'])}."


def _spoke(step: Step) -> bool:
    return step.answer not in ("", "–")


def _quoted(step: Step) -> str:
    return _("“%(words)s”") % {"words": step.answer.rstrip(".")}


def _claimed(tricks: int, left: int) -> str:
    if not tricks:
        return _("no trick claimed")
    if tricks == left:
        return ngettext("the %(count)s trick left", "all %(count)s tricks left", tricks) % {"count": tricks}
    return ngettext("%(count)s trick claimed", "%(count)s tricks claimed", tricks) % {"count": tricks}
