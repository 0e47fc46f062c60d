"""Law 34 - Retention of the right to call.

Text:   WBF, Laws of Duplicate Bridge 2017, Laws 34 and 17D3; FFB, Code 2017, Lois 34 et 17D3.
Sends:  16C for the passes cancelled.
Rows:   LAWS.md 2.7, 17.R1.
"""

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Seen, WhichSeat, YesNo
from rulings.engine.ruling import Cancel, Info, Presence, Ruling
from rulings.engine.text import gettext_noop


def kept_from_calling(ask: Ask) -> Ruling:
    """Rule on three passes in a row, one of them out of turn: is the auction over?"""
    if not ask(DEPRIVED):
        return Ruling("22", OVER)
    ask(SKIPPED)
    return Ruling("17D3", NOT_OVER, (LATER_PASSES, HIS_TURN, MAY_NOT_USE))


LAW = Law(
    "34",
    gettext_noop("Three passes, and a player never had his turn"),
    kept_from_calling,
    tile="declaration-hors-tour",
    finds=gettext_noop("skipped player, deprived of his turn, three passes, the auction is not over"),
)


# Questions

DEPRIVED = YesNo(
    "deprived",
    "34",
    gettext_noop("Did one of the three passes, made out of turn, keep a player from calling?"),
    seen=Seen(
        lambda table: (
            table.auction.skipped is not None
            if table.auction and (table.auction.over or table.auction.skipped)
            else None
        )
    ),
)
SKIPPED = WhichSeat(
    "skipped",
    "34",
    gettext_noop("Who was kept from calling?"),
    seen=Seen(lambda table: table.auction.skipped if table.auction else None),
)


# Words and effects

OVER = gettext_noop("Three passes in turn after the last bid: the auction is over.")
NOT_OVER = gettext_noop("The auction is not over: it goes back to [skipped], and the passes made since are cancelled.")
LATER_PASSES = Cancel(law="17D3", what="later_passes", text=gettext_noop("Every pass after his turn is cancelled."))
HIS_TURN = Presence(law="34", do="STAY", until="next_call", text=gettext_noop("[skipped] calls now."))
MAY_NOT_USE = Info(
    law="16C",
    source="later_passes",
    text=gettext_noop(
        "Each player who passed out of turn is an offender: his partner may not use that pass, the opponents may."
    ),
    ui_for=("partner",),
    ai_for=("non_offending_side",),
)
