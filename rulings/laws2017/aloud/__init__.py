"""The steps of a ruling as words to say: each effect's sentence, spoken to the player whom it concerns.

The sentence of an effect describes it in the third person; the words here address the player ("you"), with the spoken
words in bold. They are looked up by the English sentence of the effect, like its translation, so that stored rulings
have them too. "[player]" is the player whom the effect names (`roles_of`). The acts of the director's own hands
(`ACTS`) and the entries on the page of the score (`SCORES`) have no words to say.
"""

from rulings.laws2017.aloud import calls, information, played, taken_back

SAID = calls.SAID | information.SAID | played.SAID | taken_back.SAID

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
"""Effects on a score, which the director enters and does not say."""


def to_say(sentence: str) -> str:
    """Return the words to say for the sentence of an effect; "" for an act of the director, and for a sentence that is
    said unchanged."""
    return SAID.get(sentence, "")


def roles_of(player: object) -> dict[str, str]:
    """Return the role that "[player]" stands for in the words to say: the player of the effect."""
    return {"player": player} if isinstance(player, str) and player else {}
