"""Sentences that the director says to the players about calls, passes and cancelled calls."""

from rulings.engine.text import gettext_noop

SAID = {
    "Cancel the call [offender:of] and every call made after it.": gettext_noop(
        "To everybody: *“The call [offender:of] is cancelled, and so is every call after it.”*"
    ),
    "Every call made after the final pass is cancelled.": gettext_noop(
        "To everybody: *“Every call made after the final pass is cancelled.”*"
    ),
    "Every pass after his turn is cancelled.": gettext_noop(
        "To everybody: *“Every pass made after the missed turn is cancelled.”*"
    ),
    "No contract of more than seven is ever played; the auction goes on unless it is complete.": gettext_noop(
        "To everybody: *“No contract of more than seven is played.”*"
    ),
    (
        "Should [offender] become a defender: at the first lead [partner:of], declarer may forbid him one"
        " suit that [offender] has not shown in the legal auction."
    ): gettext_noop(
        "To everybody: *“If [offender] defends, at the first lead [partner:of] declarer may forbid one "
        "suit that [offender] has not shown in the legal auction. Call me then.”*"
    ),
    "The claim or the concession is void; it will not be ruled on.": gettext_noop(
        "To everybody: *“The claim or the concession is void: I do not rule on it.”*"
    ),
    "[bid] stands: the next bid need only be higher than it. No rectification.": gettext_noop(
        "To everybody: *“The bid stands ([bid]): the next one need only be higher. There is no rectification.”*"
    ),
    "[call] is cancelled, and so is every call made after it.": gettext_noop(
        "To everybody: *“The call is cancelled ([call]), and so is every call made after it.”*"
    ),
    "[call] is cancelled; a pass is put in its place.": gettext_noop(
        "To everybody: *“The call is cancelled ([call]); a pass takes its place.”*"
    ),
    "[call] is repeated and stands. No rectification.": gettext_noop(
        "[offender:to]: *“Repeat your call: it stands, without rectification.”*"
    ),
    "[call] stands, and so do all the calls made after it.": gettext_noop(
        "To everybody: *“The call stands ([call]), and so do all the calls made after it.”*"
    ),
    "[call] stands, made in turn.": gettext_noop("To everybody: *“The call stands ([call]): it was made in turn.”*"),
    "[call] stands; the auction goes on at the left [offender:of].": gettext_noop(
        "[lho:to]: *“The call stands ([call]): it is your turn to call.”*"
    ),
    "[claimer] takes back the cards he has shown: none of them is a penalty card.": gettext_noop(
        "[claimer:to]: *“Take back the cards that you have shown: none of them is a penalty card.”*"
    ),
    "[lho] takes back the call made over the first one, and calls again.": gettext_noop(
        "[lho:to]: *“Take back the call that you made over the first one, and call again.”*"
    ),
    "[misled] takes back the last call and makes another; no rectification.": gettext_noop(
        "[misled:to]: *“Take back your last call and make another: there is no rectification.”*"
    ),
    "[offender] and [partner] must both pass for the rest of the auction.": gettext_noop(
        "[offender:to] and [partner:to]: *“You both pass for the rest of the auction.”*"
    ),
    "[offender] must pass once: at his next turn to call, that time only.": gettext_noop(
        "[offender:to]: *“Pass at your next turn to call, that time only.”*"
    ),
    "[offender] must still pass for the rest of the auction.": gettext_noop(
        "[offender:to]: *“You still pass for the rest of the auction.”*"
    ),
    "[partner] must pass at his next turn to call, that time only.": gettext_noop(
        "[partner:to]: *“Pass at your next turn to call, that time only.”*"
    ),
    "[partner] must pass for the rest of the auction.": gettext_noop(
        "[partner:to]: *“Pass for the rest of the auction.”*"
    ),
    "[partner] must pass once: at his next turn to call, that time only.": gettext_noop(
        "[partner:to]: *“Pass once: at your next turn to call, that time only.”*"
    ),
    "[replacement] stands: the next bid need only be higher than it.": gettext_noop(
        "To everybody: *“The new call stands ([replacement]): the next bid need only be higher.”*"
    ),
}
