"""A poll in words: the players' answers in one line, proposed as an answer when the poll is over, and contradictions
between the poll and the answers of the inquiry."""

import datetime
from collections.abc import Iterator

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from arbitrage.models import Inquiry
from arbitrage.pages.wording import notation as shown
from arbitrage.services.incidents.polls import Answer, Poll, poll_of
from rulings.auction import CALLS
from rulings.bridge.cards import suit_letter
from rulings.engine.inquiry import questions_of
from rulings.engine.questions import UNKNOWN

HOW_MANY, SAID = "polled", "poll"
"""Questions of 16B1 answered by a poll: the number of players, and their answers."""


def poll_words(now: Poll) -> str:
    """Write the answers in one line: "X 4, Pass 1; considered: Pass 2"."""
    chosen = ", ".join(f"{call_typed(call)} {count}" for call, count in now.chosen)
    considered = ", ".join(f"{call_typed(call)} {count}" for call, count in now.considered)
    return chosen + (_("; considered: %(calls)s") % {"calls": considered} if considered else "")


def call_typed(call: str) -> str:
    """Write a call as the reader types it: "1P" and "Passe" in French."""
    if not call[0].isdigit():
        return pgettext("call", "Pass") if call == "Pass" else call
    lang = shown.language()
    notrump = "SA" if lang == "fr" else "NT"
    return call[0] + (notrump if call[1:] == "NT" else suit_letter(call[1:], lang))


def late_words(answer: Answer, at: datetime.datetime) -> str:
    """Write the note of a player's late answer, with its time to the second, so that equal answers of two players stay
    distinct."""
    if answer.heard:
        remark = _("he had played the board, or heard of it")
    else:
        calls = [call for call in (answer.chosen, *answer.considered) if call in CALLS]
        remark = ", ".join(map(call_typed, calls)) or "–"
    time = timezone.localtime(at).strftime("%H:%M:%S")
    return _("A player asked aloud, not counted in the poll (%(time)s): %(said)s.") % {"time": time, "said": remark}


def over_poll(inquiry: Inquiry, question: str) -> Poll | None:
    """Return the closed poll with counted answers that can answer a question; None otherwise."""
    now = poll_of(inquiry) if question in (HOW_MANY, SAID) else None
    return now if now is not None and not now.is_open and now.peers else None


def proposed_words(inquiry: Inquiry, question: str) -> str:
    """Write the players' answers, for the director to confirm or correct; "" for other questions, and while the poll is
    open."""
    now = over_poll(inquiry, question) if question == SAID else None
    return poll_words(now) if now else ""


def proposed_number(inquiry: Inquiry, question: str) -> str:
    """Write the number of counted answers of a closed poll, to stand above the keys; no key is preselected."""
    now = over_poll(inquiry, question) if question == HOW_MANY else None
    if now is None:
        return ""
    count = len(now.peers)
    words = ngettext("The poll is over: %(count)s answer counts.", "The poll is over: %(count)s answers count.", count)
    return words % {"count": count}


def at_odds(inquiry: Inquiry) -> list[str]:
    """List the contradictions between the number of players noted, their noted words and the poll."""
    return list(_at_odds(inquiry)) if HOW_MANY in questions_of(inquiry.entry) else []


def _at_odds(inquiry: Inquiry) -> Iterator[str]:
    given = inquiry.answers_dict()
    number, words = given.get(HOW_MANY, ""), given.get(SAID)
    if not number.isdecimal():
        return
    asked = int(number)
    if words is not None and words.strip() in ("", UNKNOWN):
        if asked:
            sentence = ngettext(
                "%(count)s player was asked, and nothing is noted of what was said.",
                "%(count)s players were asked, and nothing is noted of what they said.",
                asked,
            )
            yield sentence % {"count": asked}
        else:
            yield _("Nobody was asked, and no reason is noted: note why, and what you weighed yourself (16B1).")
    now = over_poll(inquiry, HOW_MANY)
    if now is not None and asked != min(len(now.peers), _most(inquiry)):
        values = {"counted": len(now.peers), "noted": asked}
        yield _("%(counted)s answers of the poll count, and %(noted)s is noted as the number asked.") % values


def _most(inquiry: Inquiry) -> int:
    """Return the largest number of players that can be noted."""
    return max(int(value) for value in questions_of(inquiry.entry)[HOW_MANY].values)
