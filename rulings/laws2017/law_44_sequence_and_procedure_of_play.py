"""Law 44 - Sequence and procedure of play.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 44; FFB, Code 2017, Loi 44.
Before: every law that has a card played, in its turn.
Sends:  61 a player who could have followed suit and did not.
Rows:   LAWS.md 5.3.

This file has no entry point; the laws that rule which card is played import these reminders.
"""

from rulings.engine.ruling import Note
from rulings.engine.text import gettext_noop

FOLLOWS_SUIT = Note(
    law="44C",
    text=gettext_noop("Following suit comes first: no designation lets dummy revoke."),
)
PLAY_GOES_ROUND = Note(
    law="44G",
    text=gettext_noop("The trick keeps its winner, who has led or leads to the next one."),
)
