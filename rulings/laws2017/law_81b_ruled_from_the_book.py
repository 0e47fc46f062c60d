"""Law 81B2 - The director applies the Laws: a ruling that he makes from the book, stored with the others.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 81B2; FFB, Code 2017, Loi 81B2.

A ruling on a Law without questions in this edition is recorded here, in the director's words.
"""

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Words, YesNo
from rulings.engine.ruling import Note, Rectification, Ruling
from rulings.engine.text import gettext_noop


def ruled_from_the_book(ask: Ask) -> Ruling:
    """Record the Law, the facts and the decision, in the director's words. If the score changes, the director chooses
    it on the page of the score."""
    ask(WHICH_LAW)
    ask(HAPPENED)
    ask(DECIDED)
    effects: tuple[Rectification, ...] = (SCORE_BY_HAND,) if ask(SCORE_CHANGES) else ()
    return Ruling("81B2", IN_HIS_WORDS, effects)


LAW = Law(
    "81B2",
    gettext_noop("Another case: ruled from the book, in my own words"),
    ruled_from_the_book,
    finds=gettext_noop("other, something else, free words, by hand, none of these"),
)


# Questions

WHICH_LAW = Words("book_law", "81B2", gettext_noop("Which Law have you applied?"))
HAPPENED = Words("book_facts", "81B2", gettext_noop("What happened?"))
DECIDED = Words("book_ruling", "81B2", gettext_noop("What have you decided?"))
SCORE_CHANGES = YesNo("book_score", "81B2", gettext_noop("Does the score of the table change?"))


# Words and effects

IN_HIS_WORDS = gettext_noop("Ruled from the book, in the director’s words")
SCORE_BY_HAND = Note(law="12C", text=gettext_noop("Choose the score on its page, with its Law and your reason."))
