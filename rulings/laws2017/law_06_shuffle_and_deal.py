"""Law 6 - Shuffle and deal.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 6; FFB, Code 2017, Loi 6.
Before: Law 22B when all four have passed: the director orders no new deal then (6D3); 6D2 is not subject to it.
Sends:  13 a wrong number of cards, 16D a card seen, 24 a card seen during the auction, 86 a new deal in teams, 87 a
        duplicated board that is not the same at every table.
Rows:   LAWS.md 2.1, 6.R1 to 6.R5.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, Seen, YesNo
from rulings.engine.ruling import Cancel, Note, Ruling, Send
from rulings.engine.text import gettext_noop
from rulings.table import Table


def shuffle_and_deal(ask: Ask) -> Ruling:
    """Rule whether a new deal is due."""
    what = ask(WHAT)
    match what:
        case What.SORTED:
            return new_deal("6D2")
        case What.IMPORTED:
            return Ruling("6D2", PLAYED_AGAIN_ON_PURPOSE) if ask(REPLAY) else new_deal("6D2")
        case What.COUNT:
            return Ruling("13", COUNTED, (NEW_DEAL_AT_THE_TABLE, COUNT_NEXT))
        case What.SEEN | What.MISDEALT:
            return misdealt_or_seen(ask, what)
        case What.SEEN_SINCE:
            return seen_since(ask)
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
    # A pre-dealt board is normally not dealt again
    if ask(DEALT) is Dealt.BEFOREHAND:
        if what is What.SEEN:
            return Ruling("16D", NOT_DEALT_AGAIN, (SEEN_NEXT,))
        return Ruling("6D3", PUT_RIGHT_NOT_DEALT, (COUNT_IF_WRONG, FOULED))

    # D1. Dealt at the table, and nobody has begun the auction
    if ask(BEGUN) is Begun.NO:
        return new_deal("6D1")
    return Ruling("16D", TOO_LATE, (SEEN_NEXT,)) if what is What.SEEN else Ruling("6D1", DEALT_LATE, (COUNT_IF_WRONG,))


def seen_since(ask: Ask) -> Ruling:
    """Rule on a card seen once the cards have been dealt (6D1): it brings no new deal."""
    begun = ask(BEGUN)
    match begun:
        case Begun.AUCTION:
            return Ruling("24", NO_NEW_DEAL_FOR_THAT, (EXPOSED_NEXT,))
        case Begun.NO | Begun.PLAY:
            return Ruling("16D", NO_NEW_DEAL_FOR_THAT, (SEEN_NEXT,))
        case _:
            assert_never(begun)


def new_deal(law: str) -> Ruling:
    return Ruling(law, DEAL_AGAIN, (Cancel(law=law, what="deal", text=SHUFFLE), IN_TEAMS))


# Questions


class What(Choice):
    MISDEALT = Option("misdealt", gettext_noop("Cards were dealt wrongly"), law="6D1")
    SEEN = Option(
        "seen", gettext_noop("A player may have seen another player’s card, in the shuffle or the deal"), law="6D1"
    )
    SEEN_SINCE = Option("seen_since", gettext_noop("A player has seen another player’s card since the deal"), law="16D")
    SORTED = Option("sorted", gettext_noop("The pack was dealt without having been shuffled"), law="6D2")
    IMPORTED = Option("imported", gettext_noop("The deal is one of another session"), law="6D2")
    COUNT = Option("count", gettext_noop("A hand does not have thirteen cards"), law="13")
    OTHER = Option("other", gettext_noop("Another reason"), law="6D3")


class Dealt(Choice):
    AT_THE_TABLE = Option("at_the_table", gettext_noop("By the players, at the table"))
    BEFOREHAND = Option("beforehand", gettext_noop("Beforehand: the boards are duplicated"))


class Begun(Choice):
    NO = Option("no", gettext_noop("No: nobody has called yet"), law="6D1")
    AUCTION = Option("auction", gettext_noop("Yes, the auction has begun"), law="24")
    PLAY = Option("play", gettext_noop("Yes, and the auction is over"), law="16D")


def begun(table: Table) -> Begun | None:
    """Read from the noted calls whether the auction has begun; None without any, so that it is asked."""
    if table.auction is None or not table.auction.calls:
        return None
    return Begun.PLAY if table.auction.over else Begun.AUCTION


def passed_out(table: Table) -> bool | None:
    return table.auction.contract is None if table.auction and table.auction.over else None


PASSED_OUT = YesNo(
    "passed_out",
    "22B",
    gettext_noop("Have all four players passed on this board?"),
    why=gettext_noop("A board that was passed out is never dealt again; it scores zero."),
    seen=Seen(passed_out),
)
WHAT = ChooseOne("deal_fault", "6D", gettext_noop("What is wrong with the deal?"), What)
DEALT = ChooseOne("dealt", "6D", gettext_noop("How was the board dealt?"), Dealt)
BEGUN = ChooseOne("auction_begun", "6D1", gettext_noop("Has the auction begun on this board?"), Begun, seen=Seen(begun))
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
NEW_DEAL_AT_THE_TABLE = Note(
    law="6D1",
    text=gettext_noop(
        "Unless the board was dealt at this table and nobody has called yet: then it is shuffled and dealt again."
    ),
)
NOT_DEALT_AGAIN = gettext_noop("A duplicated board is not dealt again because a card was seen.")
PUT_RIGHT_NOT_DEALT = gettext_noop(
    "A duplicated board is normally not dealt again: with thirteen cards each, it is played."
)
DEALT_LATE = gettext_noop("It is too late for a new deal: with thirteen cards each, the board is played.")
COUNT_IF_WRONG = Send(
    law="13", to="13", text=gettext_noop("If a hand does not have thirteen cards, rule on the number of cards.")
)
FOULED = Note(
    law="87A",
    text=gettext_noop("If other tables have not played the same cards, the board is fouled: see Law 87."),
)
NO_NEW_DEAL_FOR_THAT = gettext_noop("A card seen since the deal brings no new deal.")
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
EXPOSED_NEXT = Send(
    law="24",
    to="24",
    hands=("auction_begun=yes",),
    text=gettext_noop("Now rule on the card exposed during the auction."),
)
