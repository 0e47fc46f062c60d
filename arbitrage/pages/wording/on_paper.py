"""Rulings on paper, without instructions to the director, because players read them."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils import translation

from arbitrage.pages.wording.sentences import ended
from rulings.engine import text
from rulings.engine.text import gettext_noop

ORDERS = ("TD_PRESENCE", "PP_POSSIBLE", "CONSIDER_AS", "SEND")
"""Effects for the director only: his presence, reminders, the next law."""

ORDER = re.compile(
    r"(Apply|Ask|Come back|Explain|First|Give|Have|Let|Look|Make sure|Note everything|Now|Open|Read|Remind|Rule|Say|"
    r"See|Stay|Tell|Then|Use|Whoever|Write)\b"
)

PRINTED: Mapping[str, str] = {
    "Rule on the opening lead out of turn: it decides what his cards mean.": gettext_noop(
        "The opening lead out of turn decides what his cards mean."
    ),
    "Say [receiver:to]: “You have information from your partner that you may not use. Choose no action that it "
    "suggests over another reasonable one.” The opponents may draw their conclusions, at their own risk.": gettext_noop(
        "[receiver] is told that he has information that he may not use: no action that it suggests over another "
        "reasonable one. The opponents may draw their conclusions, at their own risk."
    ),
    "Say [informed:to]: “Say nothing of it to anybody, and play as if you did not know.”": gettext_noop(
        "[informed] is told to say nothing of it to anybody, and to play as if he did not know."
    ),
    "Have the four hands put together, shuffled and dealt again, in the presence of a member of each "
    "side.": gettext_noop(
        "The four hands are put together, shuffled and dealt again, in the presence of a member of each side."
    ),
    "Give the opponents the true agreement; the hand itself is none of their business.": gettext_noop(
        "The opponents are given the true agreement; the hand itself is none of their business."
    ),
    "Say to the players that it is a warning; it is kept with this incident.": gettext_noop(
        "It is a warning, which is kept with this incident."
    ),
    "A warning, calmly and without witnesses if you can. Play goes on.": gettext_noop(
        "A warning, calmly and where possible without witnesses. Play goes on."
    ),
    "Write down what each side says: it may be heard again in an appeal.": "",
    "Say on the page of the board which tables played which form; the points follow.": "",
    "You may let it stand: it is what the Laws prescribe.": gettext_noop(
        "The director may let it stand: it is what the Laws prescribe."
    ),
    "Only the director rectifies; players may neither impose nor waive it. They may ask you to.": gettext_noop(
        "Only the director rectifies; players may neither impose nor waive it. They may ask the director to."
    ),
    "The choice is cancelled. Read out every option; then the player chooses.": gettext_noop(
        "The choice is cancelled. The player chooses once every option has been read out."
    ),
    "Cancel the call [offender:of] and every call made after it.": gettext_noop(
        "The call [offender:of] and every call made after it are cancelled."
    ),
    "Stop the play of this board. Nothing of it is scored here.": gettext_noop(
        "The play of this board is stopped. Nothing of it is scored here."
    ),
    "An arguable judgement: note your reasons.": "",
    "An arguable judgement: be generous, and note your reasons.": "",
    "Until the end of the board: if he warns declarer against the wrong hand, asks him about a revoke or points out an "
    "irregularity of the defenders, come back and say that he had looked.": "",
    "A card is changed: look again at who wins the trick. That hand leads to the next one; a card that another hand "
    "has led to it goes back.": gettext_noop(
        "A card is changed: the hand that wins the trick as it is now leads to the next one; a card that another hand "
        "has led to it goes back."
    ),
    "His partner had played: first finish the trick, then see who has won it.": gettext_noop(
        "His partner had played: the trick is finished first."
    ),
    "Count tricks 12 and 13 as they are now, even if both had been played: whoever wins trick 12 leads to trick "
    "13.": gettext_noop(
        "Tricks 12 and 13 count as they are now, even if both had been played: whoever wins trick 12 leads to trick 13."
    ),
    "Find the card and put it in its place among the cards played by [offender].": gettext_noop(
        "The card is put in its place among the cards played by [offender]."
    ),
    "Enter the result with the tricks claimed and conceded.": gettext_noop(
        "The result counts the tricks claimed and conceded."
    ),
    "Keep a note of the warning: it counts if there is a next time.": gettext_noop(
        "The warning counts if there is a next time."
    ),
    "The explanation is corrected now, in your presence.": gettext_noop(
        "The explanation is corrected in the presence of the director."
    ),
    "A spectator is under your control: you may ask him to leave the table.": gettext_noop(
        "A spectator is under the control of the director, who may ask him to leave the table."
    ),
    "You put the irregularity right all the same: what you have learnt in any way counts, until the correction period "
    "and the time for appeals are over.": gettext_noop(
        "The irregularity is put right all the same: what the director has learnt in any way counts, until the "
        "correction period and the time for appeals are over."
    ),
    "He may answer: only because you have asked him.": gettext_noop(
        "He may answer: only because the director has asked him."
    ),
    "You decide: [tricks_agreed] for declarer.": gettext_noop("The director decides: [tricks_agreed] for declarer."),
    "Correct the line of the board; the ranking follows from it.": gettext_noop(
        "The line of the board is corrected; the ranking follows from it."
    ),
    "You put it right: rule on it now, whoever told you.": gettext_noop("The director puts it right, whoever told."),
    "You may refer the matter to a committee, with the facts and what you have decided so far.": gettext_noop(
        "The director may refer the matter to a committee, with the facts and what was decided so far."
    ),
    "You may have the board played again, or averages plus given: [event_form:plus] each.": gettext_noop(
        "The director may have the board played again, or give averages plus: [event_form:plus] each."
    ),
    "Nobody should have acted before you came.": gettext_noop("Nobody should have acted before the director came."),
    "Keep to the facts in what you write: those concerned may read it.": "",
    "The contestant is suspended for this session, or for the part of it that you say.": gettext_noop(
        "The contestant is suspended for this session, or for the part of it that the director says."
    ),
    "Without the organiser’s approval nobody is disqualified; you may suspend.": gettext_noop(
        "Without the organiser’s approval nobody is disqualified; the director may suspend."
    ),
}
"""Sentences that address the director, with their words on paper; "" for none."""

_ORDERED = re.compile(
    r"\b(?!(?:assez|chez|nez)\b)\w+ez\b|\bdites\b|^faites\b|\bà la fin du jeu, voyez\b"  # French
    r"|(?:^|, (?:and |then )?|\bthen )(?:answer again|apply|ask|be generous|choose|come back|count|explain|finish|"
    r"first finish|give|have(?! not)|keep|let|look|make sure|note everything|now rule|open|put|read|remind|reproach|"
    r"rule|say|see|stay|stop|tell|use|weigh|when the play is over, look|write)\b"
    r"|^announce\b|\byours?\b",
    re.IGNORECASE,
)
"""Pattern of a clause that tells the director what to do next, in either language. In French an imperative always
addresses him."""

_CLAUSE = re.compile(r"(?<=[.;:])\s+")
_QUOTED = re.compile(r"«[^»]*»|“[^”]*”")


def said_on_paper(sentence: str, known: Mapping[str, str]) -> str:
    """Return the words on paper for a sentence of a ruling; "" when it is for the director only."""
    return without_orders(text.plain(PRINTED.get(sentence, sentence), known, translation))


def without_orders(words: str) -> str:
    """Remove the clauses that tell the director what to do next; "" if nothing else is left."""
    quotes: list[str] = []

    def hidden(match: re.Match[str]) -> str:
        quotes.append(match[0])
        return f"\0{len(quotes) - 1}\0"

    kept: list[str] = []
    cut = True
    for clause in _CLAUSE.split(_QUOTED.sub(hidden, words)):
        if _ORDERED.search(clause):
            kept[-1:] = [ended(kept[-1].rstrip(" \u00a0\u202f:;"))] if kept else []
            cut = True
        else:
            kept.append(clause[:1].upper() + clause[1:] if cut else clause)
            cut = False
    sentence = re.sub("\0(\\d+)\0", lambda match: quotes[int(match[1])], " ".join(kept)).rstrip(" \u00a0\u202f:;")
    return ended(sentence) if sentence else ""


def effect_on_paper(effect: Mapping[str, Any], known: Mapping[str, str]) -> str:
    """Return the words on paper for an effect; "" where it has none, or is for the director only."""
    sentence = effect.get("text") or ""
    return said_on_paper(sentence, known) if sentence and effect["effect"] not in ORDERS else ""
