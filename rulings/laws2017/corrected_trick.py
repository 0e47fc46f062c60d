"""A trick in which a card is changed (45, 47, 52, 58, 62): its new winner, and the next leader."""

from __future__ import annotations

from dataclasses import replace

from rulings.engine.inquiry import Ask
from rulings.engine.names import Who
from rulings.engine.questions import YesNo
from rulings.engine.ruling import MustPlay, Note, Rectification, Withdraw
from rulings.engine.text import gettext_noop


def next_lead(ask: Ask, next_trick: YesNo, *, led_by: Who = "non_offending_side") -> tuple[Rectification, ...]:
    """Send back a lead to the next trick, under the law of the question, if the leader no longer wins the corrected
    trick. *led_by* is the side that may have led: after a revoke only the other side, because the lead of the revoking
    side establishes it."""
    return (replace(LEAD_BACK, law=next_trick.law, player=led_by), WINNER_LEADS) if ask(next_trick) else ()


def who_leads(changed: tuple[Rectification, ...]) -> tuple[Rectification, ...]:
    """Remind the director that the trick may have another winner, where a card has been changed."""
    return (WHO_LEADS_NOW,) if changed and WINNER_LEADS not in changed else ()


# Questions


LEAD_GOES_BACK = YesNo(
    "lead_goes_back",
    "62C1",
    gettext_noop("Has a card been led to the next trick, and does another hand win this one now?"),
    why=gettext_noop("With the legal card in its place, look again at who wins the trick: that hand leads."),
    assumed="no",
)
NEXT_LEAD_BACK = replace(
    LEAD_GOES_BACK,
    id="next_lead_back",
    assumed="",
    leads_on="no",
    taken=gettext_noop("Nobody has led to the next trick, or the same hand still wins this one."),
)
"""The same question without a default; an earlier version supposed the answer, and stored answers stay valid."""


# Words and effects


LEAD_BACK = Withdraw(
    law="62C1",
    player="non_offending_side",
    card="next_trick",
    to="hand",
    text=gettext_noop("The card led to the next trick goes back to the hand, without rectification."),
)
WINNER_LEADS = MustPlay(
    law="44G",
    player="leader",
    card="any_card",
    when="now",
    text=gettext_noop("The hand that wins the corrected trick leads to the next one, any card."),
)
WHO_LEADS_NOW = Note(
    law="44G",
    text=gettext_noop(
        "A card is changed: look again at who wins the trick. That hand leads to the next one; a card that another "
        "hand has led to it goes back."
    ),
)
