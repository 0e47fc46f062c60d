"""Laws 92 and 93 - The right to appeal, and how an appeal is heard.

Text:   WBF, Laws of Duplicate Bridge 2017, Laws 83, 92 and 93; FFB, Code 2017, Lois 83, 92 et 93.
Rows:   LAWS.md 10.9, 92.R1 to 92.R4, 93.R1 to 93.R4.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, YesNo
from rulings.engine.ruling import Note, Ruling, Send
from rulings.engine.text import gettext_noop


def right_to_appeal(ask: Ask) -> Ruling:
    """Rule whether the appeal of a contestant is heard."""
    # A. A ruling at his own table
    if not ask(OWN_TABLE):
        return Ruling("92A", NOT_HIS_TABLE)

    # B. In time
    if not ask(IN_TIME):
        return Ruling("92B", TOO_LATE)

    # D. Both partners, or the captain
    contestant = ask(CONTESTANT)
    match contestant:
        case Contestant.PAIR:
            consent = ask(BOTH_PARTNERS)
        case Contestant.TEAM:
            consent = ask(CAPTAIN)
        case Contestant.INDIVIDUAL:
            consent = True
        case _:
            assert_never(contestant)
    if not consent:
        return Ruling("92D", NO_CONSENT)
    return Ruling("92C", HEARD, (THROUGH_THE_DIRECTOR, SANCTION, COURSE_NEXT))


LAW = Law(
    "92",
    gettext_noop("A contestant wishes to appeal"),
    right_to_appeal,
    finds=gettext_noop("appeal, committee, contest the ruling, not satisfied, deposit, deadline"),
)


def course_of_an_appeal(ask: Ask) -> Ruling:
    """Rule on who decides an appeal (93)."""
    # A. No committee
    if not ask(COMMITTEE):
        return Ruling("93A", DIRECTOR_DECIDES, (FURTHER,))

    # B. The director in charge decides points of law, the committee everything else
    about = ask(ABOUT)
    match about:
        case About.LAW:
            return Ruling("93B1", LAW_BY_DIRECTOR, (COMMITTEES_LIMITS, FURTHER))
        case About.BOTH:
            return Ruling("93B2", BOTH_PARTS, (COMMITTEES_LIMITS, FURTHER))
        case About.FACTS:
            return Ruling("93B2", COMMITTEE_DECIDES, (COMMITTEES_LIMITS, FURTHER))
        case _:
            assert_never(about)


COURSE = Law(
    "93", gettext_noop("Who hears an appeal"), course_of_an_appeal, finds=gettext_noop("appeal committee, jury")
)


# Questions


class Contestant(Choice):
    PAIR = Option("pair", gettext_noop("A pair"), law="92D1")
    TEAM = Option("team", gettext_noop("A team"), law="92D2")
    INDIVIDUAL = Option("individual", gettext_noop("A player of an individual event"), law="92D")


class About(Choice):
    LAW = Option("law", gettext_noop("Only the law or the regulations"), law="93B1")
    FACTS = Option("facts", gettext_noop("Facts or judgement only"), law="93B2")
    BOTH = Option("both", gettext_noop("Both"), law="93B")


OWN_TABLE = YesNo("own_table", "92A", gettext_noop("Was the ruling given at the table of the contestant who appeals?"))
IN_TIME = YesNo(
    "in_time",
    "92B",
    gettext_noop("Is the time for appeals still running?"),
    why=gettext_noop("It ends [appeal_minutes] after the official score is available for inspection."),
)
CONTESTANT = ChooseOne("contestant", "92D", gettext_noop("Who appeals?"), Contestant)
BOTH_PARTNERS = YesNo("both_partners", "92D1", gettext_noop("Do both partners wish to appeal?"))
CAPTAIN = YesNo("captain", "92D2", gettext_noop("Does the captain of the team wish to appeal?"))
COMMITTEE = YesNo(
    "committee",
    "93A",
    gettext_noop("Is there a committee that can meet without disturbing the tournament?"),
)
ABOUT = ChooseOne("appeal_about", "93B", gettext_noop("What is the appeal about?"), About)


# Words and effects

NOT_HIS_TABLE = gettext_noop("The appeal is not heard: a contestant may appeal only a ruling given at his own table.")
TOO_LATE = gettext_noop("The appeal is not heard: the time for appeals is over.")
NO_CONSENT = gettext_noop("The appeal is not heard: both partners, or the captain, must wish it.")
HEARD = gettext_noop("The appeal is heard.")
DIRECTOR_DECIDES = gettext_noop("The director in charge hears and decides the appeal.")
LAW_BY_DIRECTOR = gettext_noop("The director in charge decides; his decision may be appealed to the committee.")
BOTH_PARTS = gettext_noop("The director in charge decides the part that is law; the committee decides the rest.")
COMMITTEE_DECIDES = gettext_noop("The committee decides.")
THROUGH_THE_DIRECTOR = Note(
    law="92C", text=gettext_noop("It goes through the director, who writes down the facts and his ruling.")
)
SANCTION = Note(
    law="92A",
    text=gettext_noop(
        "A deposit, or a sanction for an appeal without merit, exists only if the organiser has announced one."
    ),
)
COMMITTEES_LIMITS = Note(
    law="93B3",
    text=gettext_noop(
        "The committee has all the director’s powers, but it cannot overrule him on law, on regulations or on "
        "discipline (91); "
        "it may recommend a change."
    ),
)
FURTHER = Note(
    law="93C", text=gettext_noop("Whether a further appeal is possible is for the regulating authority to say.")
)
COURSE_NEXT = Send(law="93", to="93", text=gettext_noop("Now: who decides it?"))
