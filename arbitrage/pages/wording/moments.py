"""Words for the moments of duties."""

from django.utils.translation import gettext_lazy

from rulings.engine.ruling import When

HAPPENED = {
    When.NEXT_CALL.value: gettext_lazy("He has called"),
    When.END_OF_AUCTION.value: gettext_lazy("The auction is over"),
    When.OPENING_LEAD.value: gettext_lazy("They are about to lead"),
    When.PARTNER_ON_LEAD.value: gettext_lazy("His partner is about to lead"),
    When.LEAD_LOST.value: gettext_lazy("He has lost the lead"),
    When.OTHER_BOARD.value: gettext_lazy("The other board is on the table"),
    When.PLAYED_LATER.value: gettext_lazy("It is played, or can be played no more"),
}
"""Words of a director when the moment of a duty (`When`) has come, by moment; the end of a board is not listed."""
