"""Law 26 - Call withdrawn, lead restrictions.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 26; FFB, Code 2017, Loi 26.
Before: a call withdrawn or cancelled under Laws 25B, 27, 30 to 32, 36 to 39; the duty they leave comes due when the
        auction ends.
Sends:  23C where the call was replaced by a comparable one; 16C for what was withdrawn; 59 a leader with no other suit.
Rows:   LAWS.md 4.5, 26.R1 to 26.R3.

Declarer may only forbid the lead of one suit, whichever call was withdrawn; the Laws of 2007 also let him require one.
"""

from typing import assert_never

from rulings.auction import PASS
from rulings.bridge import Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Given, Option, Seen, WhichSeat, WhichSuit, WhichSuits, YesNo
from rulings.engine.ruling import Duty, Info, LeadRestriction, Note, Presence, Ruling, Send, When
from rulings.engine.text import gettext_noop
from rulings.laws2017.calls import ALL_PASSED
from rulings.laws2017.law_23_comparable_call import HELPED_LATER
from rulings.laws2017.terms import DECLARER
from rulings.table import Table


def lead_restrictions(ask: Ask) -> Ruling:
    """Rule once the auction is over: has the offender become a defender, and what may declarer forbid to his
    partner?"""
    ask(OFFENDER)

    # A. Replaced by a comparable call
    if ask(REPLACED):
        return Ruling("26A", NO_RESTRICTION, duties=(HELPED_LATER,), closes=True)

    # All four have passed: nobody leads
    if ask(ALL_PASSED):
        return Ruling("22B", NOBODY_LEADS, closes=True)

    # B. Not comparable: at the partner's first turn to lead, one suit may be forbidden
    match ask(BECOMES):
        case Becomes.DECLARING:
            return Ruling("26B", DECLARES, closes=True)
        case Becomes.LEADER:
            come_back = Presence(law="26B", do="RETURN", until="partner_on_lead", text=BEFORE_HE_LEADS)
            ask.wait(When.PARTNER_ON_LEAD, meanwhile=Ruling("26B", LATER, (come_back,), (FIRST_LEAD,)))
        case Becomes.PARTNER:
            pass
        case other:
            assert_never(other)
    shown = ask(HAS_SHOWN)
    if shown:
        ask(SUITS_SHOWN)
    if ask(FORBIDS) is Forbids.NOTHING:
        return Ruling("26B", FREE, (STILL_UNAUTHORISED,), closes=True)
    ask(SUIT)
    if shown and ask(SUIT_SHOWN):
        return Ruling("26B", MAY_NOT_BE_FORBIDDEN, (NAME_ANOTHER,))
    forbidden = LeadRestriction(
        law="26B", player="partner", forbid="suit", lasts="while_retains_lead", text=STILL_FORBIDDEN
    )
    stay = Presence(law="26B", do="STAY", until="lead_lost", text=STAY)
    lost = Duty("26B", When.LEAD_LOST, STILL_FORBIDDEN)
    return Ruling("26B", FORBIDDEN, (forbidden, NOTHING_ELSE, STILL_UNAUTHORISED, stay), (lost,), closes=True)


LAW = Law(
    "26B",
    gettext_noop("First lead after a call taken back"),
    lead_restrictions,
    finds=gettext_noop("lead restriction, forbid a suit, call withdrawn, opening lead after an insufficient bid"),
)


# Questions


OFFENDER = WhichSeat("offender", "26", gettext_noop("Whose call was taken back?"))
REPLACED = YesNo(
    "replaced",
    "26A",
    gettext_noop("Was it replaced by a comparable call?"),
    why=gettext_noop(
        "A comparable call (23A), or the correction of 27B1(a) or of an unintended call, forbids no lead."
    ),
)


class Becomes(Choice):
    DECLARING = Option("declaring", gettext_noop("Declarer or dummy"), law="26B")
    PARTNER = Option("partner", gettext_noop("A defender, and the opening lead is his partner’s"), law="26B")
    LEADER = Option("leader", gettext_noop("A defender, and the opening lead is his own"), law="26B")


def becomes(offender: Seat, declarer: Seat) -> Becomes:
    """Return the offender's position (declarer, dummy, defender) once the auction is over."""
    if offender.side is declarer.side:
        return Becomes.DECLARING
    return Becomes.LEADER if offender is declarer.lho else Becomes.PARTNER


BECOMES = ChooseOne(
    "becomes",
    "26B",
    gettext_noop("What has [offender] become?"),
    Becomes,
    given=Given(becomes, OFFENDER, DECLARER, ask=True),
)


def nothing_shown(table: Table, offender: Seat) -> bool | None:
    """Answer yes where the offender's standing calls are all passes, which show no suit; otherwise the director judges
    the meaning of his calls."""
    if table.auction is None or any(made.seat is offender and made.call != PASS for made in table.auction.legal):
        return None
    return False


HAS_SHOWN = YesNo(
    "has_shown",
    "26B",
    gettext_noop("Has [offender] shown a suit, or several, by his calls that stand?"),
    seen=Seen(nothing_shown, OFFENDER),
    why=gettext_noop(
        "What counts is what those calls show, not what they name: a transfer shows the suit above. None of these "
        "suits may be forbidden."
    ),
)
SUITS_SHOWN = WhichSuits(
    "suits_shown", "26B", gettext_noop("Which suits has [offender] shown by his calls that stand?")
)


class Forbids(Choice):
    SUIT = Option(
        "suit",
        gettext_noop("Forbid one suit"),
        entails=gettext_noop(
            "Any suit that [offender] has not shown in the legal auction. [partner] may not lead it *as long as he "
            "keeps the lead*."
        ),
        law="26B",
    )
    NOTHING = Option(
        "nothing",
        gettext_noop("Forbid nothing"),
        entails=gettext_noop("No suit is forbidden to [partner], and the right is over *once he has led*."),
        law="26B",
    )


FORBIDS = ChooseOne(
    "forbids",
    "26B",
    gettext_noop("[declarer], [partner] is about to lead for the first time."),
    Forbids,
    chooser="declarer",
)
SUIT = WhichSuit("suit", "26B", gettext_noop("Which suit does [declarer] forbid?"))
SUIT_SHOWN = YesNo(
    "suit_shown",
    "26B",
    gettext_noop("Is it one of the suits that [offender] has shown?"),
    given=Given(lambda shown, suit: suit in shown, SUITS_SHOWN, SUIT),
)


# Words and effects

NO_RESTRICTION = gettext_noop("The call was replaced by a comparable one: no lead may be forbidden.")
NOBODY_LEADS = gettext_noop("All four have passed: no lead is concerned; nothing more.")
DECLARES = gettext_noop("[offending_side] declares: no lead is concerned; nothing more.")
LATER = gettext_noop("No suit is forbidden yet. Declarer’s choice comes when [partner] is on lead for the first time.")
BEFORE_HE_LEADS = gettext_noop("Tell the table to call you before [partner] leads for the first time.")
FIRST_LEAD = Duty(
    "26B",
    When.PARTNER_ON_LEAD,
    gettext_noop("[partner] is to lead for the first time: declarer may forbid a suit that [offender] has not shown."),
)
FREE = gettext_noop("No suit is forbidden; the right is over.")
MAY_NOT_BE_FORBIDDEN = gettext_noop("A suit that [offender] has shown may not be forbidden.")
NAME_ANOTHER = Send(
    law="26B",
    to="26B",
    hands=("offender", "replaced=no", "declarer", "partner_on_lead=reached", "has_shown=yes", "suits_shown"),
    text=gettext_noop("Declarer names another suit, or forbids nothing."),
)
FORBIDDEN = gettext_noop("[partner] may not lead [suit].")
STILL_FORBIDDEN = gettext_noop("[partner] may not lead [suit] as long as he keeps the lead.")
NOTHING_ELSE = Note(law="59", text=gettext_noop("If [partner] holds no other suit, he leads the card he likes."))
STAY = gettext_noop("Stay as long as [partner] keeps the lead.")
STILL_UNAUTHORISED = Info(
    law="16C",
    source="call",
    ui_for=("partner",),
    ai_for=("declaring_side",),
    text=gettext_noop("What was taken back remains unauthorised for [partner] all through the play."),
)
