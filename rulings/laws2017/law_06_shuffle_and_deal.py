"""Law 6 - Shuffle and deal.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 6; FFB, Code 2017, Loi 6.
Before: Law 22B when all four have passed: the director orders no new deal then (6D3); 6D2 is not subject to it.
Sends:  13 a wrong number of cards, 16D a card seen, 24 a card seen during the auction, 86 a new deal in teams.
Rows:   LAWS.md 2.1, 6.R1 to 6.R5.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, YesNo
from rulings.engine.ruling import Cancel, Note, Ruling, Send
from rulings.engine.text import gettext_noop


def shuffle_and_deal(ask: Ask) -> Ruling:
    """The deal itself is in doubt: is a new one due?"""
    what = ask(WHAT)
    match what:
        case What.SORTED:
            return new_deal("6D2")
        case What.IMPORTED:
            return Ruling("6D2", PLAYED_AGAIN_ON_PURPOSE) if ask(REPLAY) else new_deal("6D2")
        case What.COUNT:
            return Ruling("13", COUNTED, (COUNT_NEXT,))
        case What.SEEN | What.MISDEALT:
            return misdealt_or_seen(ask, what)
        # D3. Subject to 22B: no new deal after four passes
        case What.OTHER:
            if ask(PASSED_OUT):
                return Ruling("22B", NO_NEW_DEAL)
            return new_deal("6D3") if ask(DIRECTOR_ORDERS) else Ruling("6D3", DEAL_STANDS)
        case _:
            assert_never(what)


LAW = Law(
    "6",
    gettext_noop("The deal: wrongly dealt, not shuffled, of another session"),
    shuffle_and_deal,
    tile="jeu-etui",
    finds=gettext_noop("redeal, not shuffled, sorted, goulash, same deal, misdeal, card seen in the deal"),
)


def misdealt_or_seen(ask: Ask, what: "What") -> Ruling:
    # A pre-dealt board is not dealt again because a card was seen
    if ask(DEALT) is Dealt.BEFOREHAND:
        return (
            Ruling("16D", NOT_DEALT_AGAIN, (SEEN_NEXT,)) if what is What.SEEN else Ruling("13", COUNTED, (COUNT_NEXT,))
        )

    # D1. Dealt at the table, and nobody has begun the auction
    begun = ask(BEGUN)
    match begun:
        case Begun.NO:
            return new_deal("6D1")
        case Begun.AUCTION:
            return (
                Ruling("24", TOO_LATE, (EXPOSED_NEXT,)) if what is What.SEEN else Ruling("13", COUNTED, (COUNT_NEXT,))
            )
        case Begun.PLAY:
            return Ruling("16D", TOO_LATE, (SEEN_NEXT,)) if what is What.SEEN else Ruling("13", COUNTED, (COUNT_NEXT,))
        case _:
            assert_never(begun)


def new_deal(law: str) -> Ruling:
    return Ruling(law, DEAL_AGAIN, (Cancel(law=law, what="deal", text=SHUFFLE), IN_TEAMS))


# Questions


class What(Choice):
    MISDEALT = "misdealt", gettext_noop("Cards were dealt wrongly"), "", "6D1"
    SEEN = (
        "seen",
        gettext_noop("A player may have seen another player’s card, in the shuffle, the deal or since"),
        "",
        "6D1",
    )
    SORTED = "sorted", gettext_noop("The pack was dealt without having been shuffled"), "", "6D2"
    IMPORTED = "imported", gettext_noop("The deal is one of another session"), "", "6D2"
    COUNT = "count", gettext_noop("A hand does not have thirteen cards"), "", "13"
    OTHER = "other", gettext_noop("Another reason"), "", "6D3"


class Dealt(Choice):
    AT_THE_TABLE = "at_the_table", gettext_noop("By the players, at the table")
    BEFOREHAND = "beforehand", gettext_noop("Beforehand: the boards are duplicated")


class Begun(Choice):
    NO = "no", gettext_noop("No: nobody has called yet"), "", "6D1"
    AUCTION = "auction", gettext_noop("Yes, the auction has begun"), "", "24"
    PLAY = "play", gettext_noop("Yes, and the auction is over"), "", "16D"


PASSED_OUT = YesNo(
    "passed_out",
    "22B",
    gettext_noop("Have all four players passed on this board?"),
    why=gettext_noop("A board that was passed out is never dealt again; it scores zero."),
)
WHAT = ChooseOne("deal_fault", "6D", gettext_noop("What is wrong with the deal?"), What)
DEALT = ChooseOne("dealt", "6D", gettext_noop("How was the board dealt?"), Dealt)
BEGUN = ChooseOne("auction_begun", "6D1", gettext_noop("Has the auction begun on this board?"), Begun)
REPLAY = YesNo(
    "replay",
    "6D2",
    gettext_noop("Is this an event in which deals of another session are played again on purpose?"),
    why=gettext_noop("Boards exchanged between tables of this session are not deals of another session."),
)
DIRECTOR_ORDERS = YesNo(
    "director_orders",
    "6D3",
    gettext_noop("Do you order a new deal?"),
    why=gettext_noop("You may, for any reason that the Laws admit. It is the exception."),
)


# Words and effects

NO_NEW_DEAL = gettext_noop("All four have passed: the board scores zero and is not dealt again.")
PLAYED_AGAIN_ON_PURPOSE = gettext_noop("The deal is the one meant for this event: it is played.")
COUNTED = gettext_noop("The number of cards is wrong: that comes first.")
NOT_DEALT_AGAIN = gettext_noop("A duplicated board is not dealt again because a card was seen.")
TOO_LATE = gettext_noop("It is too late for a new deal: rule on the card that was seen.")
DEAL_STANDS = gettext_noop("The deal stands.")
DEAL_AGAIN = gettext_noop("No result may stand on this deal: the board is shuffled and dealt again.")
SHUFFLE = gettext_noop(
    "Have the four hands put together, shuffled and dealt again, in the presence of a member of each side."
)
IN_TEAMS = Note(
    law="86A",
    text=gettext_noop(
        "In teams: no new deal if a player may already know the result of the match without this board; see Law 86."
    ),
)
COUNT_NEXT = Send(law="13", to="13", text=gettext_noop("Now rule on the number of cards."))
SEEN_NEXT = Send(law="16D", to="16D", text=gettext_noop("Now rule on the card seen."))
EXPOSED_NEXT = Send(law="24", to="24", text=gettext_noop("Now rule on the card exposed during the auction."))
