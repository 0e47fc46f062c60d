"""The steps of a ruling as words to say: each effect's sentence, spoken to the player whom it concerns.

An effect's own sentence tells what happens, of everybody; here it is said to somebody, "you", and what is said stands
in bold. It is found by the effect's sentence, as its French is: rulings that are stored say it too. "[player]" is the
player whom the effect names (`roles_of`). What a director does with his own hands (`ACTS`) or on the
page of the score (`SCORES`) is said to nobody.
"""

from rulings.laws2017.aloud import calls, played, taken_back

SAID = calls.SAID | played.SAID | taken_back.SAID

ACTS = {
    "Find the card and put it in its place among the cards played by [offender].",
    "Have the four hands put together, shuffled and dealt again, in the presence of a member of each side.",
    "Look at the played cards yourself. [offender] takes back every card of that trick but the "
    "highest that he could legally have played to it.",
    "Look at the played cards yourself. [offender] takes back every card of that trick but the one faced.",
    "Stop the play of this board. Nothing of it is scored here.",
    "Stop the play. Each board gets its cards back; nothing played here counts.",
    "The results of both tables are cancelled.",
}

SCORES = {"ASSIGNED", "SPLIT", "ARTIF", "AWARD_TRICKS"}
"""Effects that are entered, not said."""


def to_say(sentence: str) -> str:
    """Return the words to say for the sentence of an effect; "" where it is an act, or is said as it stands."""
    return SAID.get(sentence, "")


def roles_of(player: object) -> dict[str, str]:
    """Return whom "[player]" names in the words to say: the player of the effect, by his name there."""
    return {"player": player} if isinstance(player, str) and player else {}
