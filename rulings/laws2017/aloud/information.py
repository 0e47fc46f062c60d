"""Information that may not be used, as the director says it to the player who has it."""

from rulings.engine.text import gettext_noop

SAID = {
    (
        "Say [receiver:to]: “You have information from your partner that you may not use. Choose no action that it "
        "suggests over another reasonable one.” The opponents may draw their conclusions, at their own risk."
    ): gettext_noop(
        "[receiver:to]: *“You have information from your partner that you may not use. Choose no action that it "
        "suggests over another reasonable one.”*"
    ),
    "Say [informed:to]: “Say nothing of it to anybody, and play as if you did not know.”": gettext_noop(
        "[informed:to]: *“Say nothing of it to anybody, and play as if you did not know.”*"
    ),
    "Tell the table: [declarer] may not use what dummy has suggested.": gettext_noop(
        "To everybody: *“Dummy has suggested a play: [declarer] may not use it.”*"
    ),
}
