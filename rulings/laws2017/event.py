"""The form of scoring of the event, given by the tournament, and the sentences on averages that depend on it (Laws
12C2, 78, 86)."""

from rulings.engine.inquiry import Ask
from rulings.engine.questions import Choice, ChooseOne, Option, YesNo
from rulings.engine.ruling import Note
from rulings.engine.text import gettext_noop


class Form(Choice):
    """Forms of an event, as far as averages and the Laws on matches depend on them."""

    OPEN = Option("open", gettext_noop("Not said here"))
    MATCHPOINTS = Option("matchpoints", gettext_noop("Pairs or individual, in matchpoints"))
    IMPS = Option("imps", gettext_noop("Pairs or individual, in IMPs"))
    TOTAL = Option("total", gettext_noop("Pairs or individual, in total points"))
    MATCH = Option("match", gettext_noop("Teams, in IMPs"))
    KNOCK_OUT = Option("knock_out", gettext_noop("Teams, a knock-out match in IMPs"))
    POINTS = Option("points", gettext_noop("Teams, 2 points a board"))
    MATCH_TOTAL = Option("match_total", gettext_noop("Teams, in total points"))


FORM = ChooseOne("event_form", "78", gettext_noop("How is the event scored?"), Form, default=Form.OPEN.value)
"""The tournament gives the answer; without a tournament the sentences cover both pairs and matches."""

MATCHES = (Form.MATCH, Form.KNOCK_OUT, Form.POINTS, Form.MATCH_TOTAL)
"""The forms in which the two tables of a match are compared."""

OTHER_FAVOURS = YesNo(
    "other_favours",
    "86B1",
    gettext_noop("Does the result of the other table clearly favour one of the two teams?"),
)


def of_averages(ask: Ask) -> tuple[Note, ...]:
    """Build the sentences on an average in this event: the rule of the session, the other table, a knock-out."""
    form = ask(FORM)
    if form is Form.OPEN:
        return BY_SESSION, IN_A_MATCH
    return NOTES[form]


def other_table(ask: Ask) -> tuple[Note, ...]:
    """Name Law 86B1 where the event may be a match."""
    form = ask(FORM)
    return (IN_A_MATCH,) if form is Form.OPEN else (OTHER_TABLE_FIRST,) if form in MATCHES else ()


# Words

BY_SESSION = Note(
    law="88",
    text=gettext_noop(
        "A pair in no way at fault that has more than 60 per cent on its other boards of the session receives that "
        "percentage; a pair "
        "directly at fault that has less than 40 per cent receives that lower one. The ranking computes it."
    ),
)
BY_SESSION_IN_IMPS = Note(
    law="88",
    text=gettext_noop(
        "A pair in no way at fault that wins more than 3 IMPs a board on its other boards receives that mean; a pair "
        "directly at fault that loses more than 3 a board loses that much. The ranking computes it."
    ),
)
IN_A_MATCH = Note(
    law="86B1",
    text=gettext_noop(
        "In teams: if the result of the other table clearly favours a side, a result is assigned instead; rule by "
        "Law 86."
    ),
)
OTHER_TABLE_FIRST = Note(
    law="86B1",
    text=gettext_noop(
        "If the result of the other table clearly favours a team, a result is assigned instead; rule by Law 86."
    ),
)
BALANCED = Note(
    law="12C4",
    text=gettext_noop("It is a knock-out: what the two teams receive is averaged, so that plus and plus make zero."),
)
COUNTS_NOTHING = Note(
    law="12C2", text=gettext_noop("In total points an average is worth nothing: the board does not count.")
)
NOTES: dict[Form, tuple[Note, ...]] = {
    Form.MATCHPOINTS: (BY_SESSION,),
    Form.IMPS: (BY_SESSION_IN_IMPS,),
    Form.TOTAL: (COUNTS_NOTHING,),
    Form.MATCH: (),
    Form.KNOCK_OUT: (BALANCED,),
    Form.POINTS: (),
    Form.MATCH_TOTAL: (COUNTS_NOTHING,),
}
