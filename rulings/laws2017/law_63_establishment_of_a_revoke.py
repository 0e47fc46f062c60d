"""Law 63 - Establishment of a revoke.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 63; FFB, Code 2017, Loi 63.
Before: Law 61, is it a revoke?
Sends:  62 when it is not established, 64 when it is; 47E1 for a play caused by an
        opponent; 62C3 when both sides revoked.
Rows:   LAWS.md 8.3: 63.A1 to 63.A4; 47.R5 and 62.R7 as far as they undo an establishment.
"""

from rulings.engine.questions import Choice, ChooseOne, Option
from rulings.engine.text import gettext_noop


class Since(Choice):
    PLAYED = Option(
        "played",
        gettext_noop("[offender] or [partner] has led or played to the next trick, legally or not"),
        entails=gettext_noop("The revoke is established."),
        law="63A1",
    )
    NAMED = Option(
        "named",
        gettext_noop("[offender] or [partner] has named or designated a card to play to the next trick"),
        entails=gettext_noop("The revoke is established, even if the card has not moved."),
        law="63A2",
    )
    CLAIMED = Option(
        "claimed",
        gettext_noop("Their side has claimed, or has conceded tricks and the partner did not object at once"),
        entails=gettext_noop(
            "The revoke is established. A defender’s concession to which his partner objects at once is none (68B2): "
            "then another answer is the right one."
        ),
        law="63A3",
    )
    AGREED = Option(
        "agreed",
        gettext_noop(
            "Their opponents claimed or conceded, and their side let the round end or called on the next board "
            "without objecting"
        ),
        entails=gettext_noop("The revoke is established. Saying yes alone is not enough."),
        law="63A4",
    )
    MISDIRECTED = Option(
        "misdirected",
        gettext_noop("They played to the next trick only because an opponent wrongly told them that it was their turn"),
        entails=gettext_noop("That card goes back without rectification, and the revoke is not established."),
        law="47E1",
    )
    BOTH = Option(
        "both",
        gettext_noop("The other side revoked on the same trick too, and only one side has played to the next"),
        entails=gettext_noop("Both revokes are corrected, whichever side has played on."),
        law="62C3",
    )
    NOTHING = Option(
        "nothing",
        gettext_noop("None of these"),
        entails=gettext_noop("The revoke is not established: correct it."),
        law="62A",
    )


SINCE = ChooseOne(
    "since",
    "63A",
    gettext_noop("Since the revoke, what has [offending_side] done?"),
    Since,
    why=gettext_noop(
        "Only what the side of the player who revoked has done counts. What the others have done, or a "
        "trick already turned over, establishes nothing. If an opponent misled them, or if both sides "
        "revoked on this trick and only one has played to the next, that answer comes before the others."
    ),
)


# Words and effects


ESTABLISHED = (Since.PLAYED, Since.NAMED, Since.CLAIMED, Since.AGREED)
