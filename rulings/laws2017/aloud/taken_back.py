"""Cards that go back or stay face up, and tricks that move, as the director says them to the players."""

from rulings.engine.text import gettext_noop

SAID = {
    "A further revoke in the same suit by the same player moves no trick.": gettext_noop(
        "To everybody: *“No trick moves: it is a further revoke in the same suit by the same player.”*"
    ),
    "A revoke by not playing a penalty card moves no trick.": gettext_noop(
        "To everybody: *“No trick moves: the revoke was by not playing a penalty card.”*"
    ),
    "A revoke with a card of dummy moves no trick.": gettext_noop(
        "To everybody: *“No trick moves: the revoke was with a card of dummy.”*"
    ),
    "A revoke with a card of dummy, or by not playing a penalty card, moves no trick.": gettext_noop(
        "To everybody: *“No trick moves: the revoke was with a card of dummy or a penalty card.”*"
    ),
    "Both cards wrongly played ([card], [other_card]) are taken back.": gettext_noop(
        "To everybody: *“Both cards wrongly played ([card], [other_card]) go back.”*"
    ),
    "Both sides have an established revoke on this board.": gettext_noop(
        "To everybody: *“No trick moves: both sides have revoked on this board.”*"
    ),
    "Both sides revoked on the same trick, and both revokes were corrected.": gettext_noop(
        "To everybody: *“No trick moves: both revokes of that trick were corrected.”*"
    ),
    (
        "Each of the two plays a legal card. The others may take back a card played after the other "
        "side’s revoke; a card played to the next trick goes back if another hand now wins this one."
    ): gettext_noop(
        "To everybody: *“Each of the two who revoked plays a legal card. The others may then change a "
        "card played after the other side’s revoke.”*"
    ),
    "It goes back to the hand, without rectification.": gettext_noop(
        "[declarer:to]: *“Put the card back: there is no rectification.”*"
    ),
    "So does every other card seen: all are major penalty cards.": gettext_noop(
        "[owner:to]: *“Leave every other card seen face up too: all are major penalty cards.”*"
    ),
    (
        "The card [owner_partner:of] ([leader_card]) stays on the table as a major penalty card; he leads"
        " it only if he has no card of the suit required."
    ): gettext_noop(
        "[owner_partner:to]: *“Leave your card ([leader_card]) face up in front of you. Lead it only if "
        "you have no card of the suit required.”*"
    ),
    (
        "The card [owner_partner:of] ([leader_card]) stays on the table as a major penalty card; he may "
        "not lead it as long as he keeps the lead."
    ): gettext_noop(
        "[owner_partner:to]: *“Leave your card ([leader_card]) face up in front of you. You may not lead "
        "it as long as you keep the lead.”*"
    ),
    "The card called or played from the other hand goes back, without rectification.": gettext_noop(
        "[before_lead:to]: *“The card from the other hand goes back: there is no rectification.”*"
    ),
    "The card goes back to the hand, and another is played.": gettext_noop(
        "[player:to]: *“Take the card back and play another.”*"
    ),
    "The card goes back to the hand.": gettext_noop("[player:to]: *“Take the card back.”*"),
    "The card goes back without rectification; another may be led.": gettext_noop(
        "[opening_leader:to]: *“Take your lead back; you may lead another card. There is no rectification.”*"
    ),
    "The card led before the choice ([led_card]) is a major penalty card, in front [on_lead:of].": gettext_noop(
        "[on_lead:to]: *“Leave the card that you led ([led_card]) face up in front of you: it is a major "
        "penalty card.”*"
    ),
    (
        "The card led or played to the next trick goes back to the hand, without rectification. It may not be accepted."
    ): gettext_noop(
        "[offending_side:to]: *“The card of the next trick goes back to the hand: it may not be accepted.”*"
    ),
    "The card led to the next trick goes back to the hand, without rectification.": gettext_noop(
        "To everybody: *“The card led to the next trick goes back to the hand: there is no rectification.”*"
    ),
    (
        "The card taken back ([other_card]) stays face up on the table, in front [owner:of]: major "
        "penalty card. So does every other card that he wrongly played meanwhile."
    ): gettext_noop(
        "[owner:to]: *“Leave the card taken back ([other_card]) face up in front of you, and every other "
        "one wrongly played meanwhile: major penalty cards.”*"
    ),
    "The card that [declarer] led from the other hand goes back, without rectification.": gettext_noop(
        "[declarer:to]: *“Take back the card led from the other hand: there is no rectification.”*"
    ),
    "The defender takes his card back and plays another, without rectification.": gettext_noop(
        "To the defender who has played to it: *“Take your card back and play another: there is no rectification.”*"
    ),
    "The fourth card ([fourth_card]) stays there too: major penalty card.": gettext_noop(
        "[owner:to]: *“Leave the fourth card ([fourth_card]) there too: it is a major penalty card.”*"
    ),
    "The opponent who had played takes his card back and plays another, without rectification.": gettext_noop(
        "To the opponent who had played to it: *“Take your card back and play another: there is no rectification.”*"
    ),
    "The other cards go back to the hand [offender:of]; declarer never has a penalty card.": gettext_noop(
        "[offender:to]: *“Put the other cards back in the hand: you have no penalty card.”*"
    ),
    "The penalty card ([card]) stays on the table, as it was.": gettext_noop(
        "To everybody: *“The penalty card ([card]) stays on the table, as it was.”*"
    ),
    "The revoke was at trick 12.": gettext_noop("To everybody: *“No trick moves: the revoke was at trick 12.”*"),
    "The round was over when attention was drawn to it.": gettext_noop(
        "To everybody: *“No trick moves: the round was over.”*"
    ),
    "The second card ([second_card]) stays there too: major penalty card.": gettext_noop(
        "[owner:to]: *“Leave the second card ([second_card]) there too: it is a major penalty card.”*"
    ),
    "The third card ([third_card]) stays there too: major penalty card.": gettext_noop(
        "[owner:to]: *“Leave the third card ([third_card]) there too: it is a major penalty card.”*"
    ),
    "[card:the] goes back face up on the table, in front [offender:of].": gettext_noop(
        "[offender:to]: *“Put [card:the] back face up in front of you.”*"
    ),
    "[card:the] goes back to the hand [offender:of], and so does any card played to it.": gettext_noop(
        "[offender:to]: *“Take [card:the] back; so does whoever has played to it.”*"
    ),
    "[card:the] goes back to the hand [offender:of].": gettext_noop("[offender:to]: *“Take [card:the] back.”*"),
    "[card:the] is a major penalty card.": gettext_noop(
        "[owner:to]: *“Leave [card:the] face up in front of you: it is a major penalty card.”*"
    ),
    "[card:the] stays face up on the table, in front [offender:of]: major penalty card.": gettext_noop(
        "[offender:to]: *“Leave [card:the] face up in front of you: it is a major penalty card.”*"
    ),
    "[card:the] stays face up on the table, in front [owner:of]: major penalty card.": gettext_noop(
        "[owner:to]: *“Leave [card:the] face up in front of you: it is a major penalty card.”*"
    ),
    "[card:the] stays face up on the table, in front [owner:of]: minor penalty card.": gettext_noop(
        "[owner:to]: *“Leave [card:the] face up in front of you: it is a minor penalty card.”*"
    ),
    "[declarer] takes back the card he wishes to change and plays another.": gettext_noop(
        "[declarer:to]: *“Take back the card that you wish to change, and play another.”*"
    ),
    "[declarer] takes back the card that he dropped: it accepts nothing and costs nothing.": gettext_noop(
        "[declarer:to]: *“Take back the card that you dropped: it costs you nothing.”*"
    ),
    "[declarer] takes back the cards that he has shown.": gettext_noop(
        "[declarer:to]: *“Take back the cards that you have shown.”*"
    ),
    "[declarer] takes his card back and plays another.": gettext_noop(
        "[declarer:to]: *“Take your card back and play another.”*"
    ),
    "[declarer] takes his cards back and need play none of them. He remains declarer.": gettext_noop(
        "[declarer:to]: *“Take your cards back: you need play none of them, and you remain declarer.”*"
    ),
    "[declarer_lho] takes his card back and plays another.": gettext_noop(
        "[declarer_lho:to]: *“Take your card back and play another.”*"
    ),
    "[declarer_rho] takes his card back and plays another.": gettext_noop(
        "[declarer_rho:to]: *“Take your card back and play another.”*"
    ),
    "[declarer_rho] takes his card back without showing it: no rectification.": gettext_noop(
        "[declarer_rho:to]: *“Take your card back without showing it: there is no rectification.”*"
    ),
    "[leader_card:the] stays face up on the table too, in front [partner:of]: major penalty card.": gettext_noop(
        "[partner:to]: *“Leave [leader_card:the] face up in front of you too: it is a major penalty card.”*"
    ),
    "[lho] takes back his card and plays another.": gettext_noop("[lho:to]: *“Take your card back and play another.”*"),
    "[named_card:the] goes back among dummy’s cards.": gettext_noop(
        "[declarer:to]: *“Put [named_card:the] back among dummy’s cards.”*"
    ),
    "[non_offending_side] had already called on the next board.": gettext_noop(
        "To everybody: *“No trick moves: [non_offending_side] had already called on the next board.”*"
    ),
    "[offender] did not win the trick of the revoke, but his partner did.": gettext_noop(
        "To everybody: *“One trick goes [non_offending_side:to].”*"
    ),
    "[offending_side] won a trick after that of the revoke.": gettext_noop(
        "To everybody: *“One trick goes [non_offending_side:to].”*"
    ),
    (
        "[offender] did not win the trick of the revoke with his own card, but his side won that trick or a later one."
    ): gettext_noop("To everybody: *“One trick goes [non_offending_side:to].”*"),
    (
        "[offender] follows suit. [card:the] stays face up on the table, in front [offender:of]: major penalty card."
    ): gettext_noop(
        "[offender:to]: *“Follow suit. Leave [card:the] face up in front of you: it is a major penalty card.”*"
    ),
    "[offender] puts it back in his hand.": gettext_noop("[offender:to]: *“Put the card back in your hand.”*"),
    "[offender] takes [card:the] back, without rectification.": gettext_noop(
        "[offender:to]: *“Take [card:the] back: there is no rectification.”*"
    ),
    "[offender] takes [card:the] back: it is not a penalty card.": gettext_noop(
        "[offender:to]: *“Take [card:the] back: it is not a penalty card.”*"
    ),
    "[offender] takes [card:the] back; it is not a penalty card.": gettext_noop(
        "[offender:to]: *“Take [card:the] back: it is not a penalty card.”*"
    ),
    "[offender] takes [card:the] back; no card of his side is ever a penalty card.": gettext_noop(
        "[offender:to]: *“Take [card:the] back: your side never has a penalty card.”*"
    ),
    "[offender] takes back [card:the].": gettext_noop("[offender:to]: *“Take [card:the] back.”*"),
    "[offender] takes back what was seen; no card of his side is ever a penalty card.": gettext_noop(
        "[offender:to]: *“Take back what was seen: your side never has a penalty card.”*"
    ),
    "[offender] takes his card back without showing it.": gettext_noop(
        "[offender:to]: *“Take your card back without showing it.”*"
    ),
    "[offender] takes the others back without showing them.": gettext_noop(
        "[offender:to]: *“Take the others back without showing them.”*"
    ),
    "[offender] won the trick of the revoke with his own card, and his side won a trick afterwards.": gettext_noop(
        "To everybody: *“Two tricks go [non_offending_side:to].”*"
    ),
    "[offender] won the trick of the revoke with his own card; his side won no trick afterwards.": gettext_noop(
        "To everybody: *“One trick goes [non_offending_side:to].”*"
    ),
    "[offending_side] won neither the trick of the revoke nor any trick after it.": gettext_noop(
        "To everybody: *“No trick moves: [offending_side] won none from the trick of the revoke on.”*"
    ),
    (
        "[opening_leader] follows suit. [leader_card:the] stays face up on the table, in front "
        "[opening_leader:of]: major penalty card."
    ): gettext_noop(
        "[opening_leader:to]: *“Follow suit. Leave [leader_card:the] face up in front of you: it is a "
        "major penalty card.”*"
    ),
    "[opening_leader] takes his face-down card back, without rectification.": gettext_noop(
        "[opening_leader:to]: *“Take your face-down card back: there is no rectification.”*"
    ),
    "[other_card:the] stays face up on the table, in front [owner:of]: major penalty card.": gettext_noop(
        "[owner:to]: *“Leave [other_card:the] face up in front of you: it is a major penalty card.”*"
    ),
    "[other_card:the], minor until now, becomes a major penalty card too.": gettext_noop(
        "[owner:to]: *“The other card ([other_card]) becomes a major penalty card too.”*"
    ),
    "[owner] takes [card:the] back and plays a legal card.": gettext_noop(
        "[owner:to]: *“Take [card:the] back and play a legal card.”*"
    ),
    "[owner] takes [card:the] back, without rectification.": gettext_noop(
        "[owner:to]: *“Take [card:the] back: there is no rectification.”*"
    ),
    "[owner] takes [card:the] back.": gettext_noop("[owner:to]: *“Take [card:the] back.”*"),
    "[owner] takes [card:the] back: it is no longer a penalty card.": gettext_noop(
        "[owner:to]: *“Take [card:the] back: it is no longer a penalty card.”*"
    ),
    "[owner] takes back all his penalty cards in [card:suit]: they are no longer penalty cards.": gettext_noop(
        "[owner:to]: *“Take back all your penalty cards in [card:suit]: they are no longer penalty cards.”*"
    ),
    (
        "[owner] takes back his penalty cards in [suit] and [second_suit]: they are no longer penalty "
        "cards. Any others stay on the table."
    ): gettext_noop(
        "[owner:to]: *“Take back your penalty cards in [suit] and [second_suit]: they are no longer "
        "penalty cards. Any others stay on the table.”*"
    ),
    (
        "[owner] takes back his penalty cards in [suit], [second_suit] and [third_suit]: they are no "
        "longer penalty cards. Any others stay on the table."
    ): gettext_noop(
        "[owner:to]: *“Take back your penalty cards in [suit], [second_suit] and [third_suit]: they are "
        "no longer penalty cards. Any others stay on the table.”*"
    ),
    (
        "[owner] takes back his penalty cards in [suit]: they are no longer penalty cards. The others "
        "stay on the table."
    ): gettext_noop(
        "[owner:to]: *“Take back your penalty cards in [suit]: they are no longer penalty cards. The "
        "others stay on the table.”*"
    ),
    "[owner] takes back the card played in its place ([other_card]).": gettext_noop(
        "[owner:to]: *“Take back the card that you played in its place ([other_card]).”*"
    ),
    (
        "[partner] follows suit. [leader_card:the] stays face up on the table, in front [partner:of]: "
        "major penalty card."
    ): gettext_noop(
        "[partner:to]: *“Follow suit. Leave [leader_card:the] face up in front of you: it is a major penalty card.”*"
    ),
    "[partner] takes back [partner_card:the] and plays another.": gettext_noop(
        "[partner:to]: *“Take [partner_card:the] back and play another.”*"
    ),
    "[partner_card:the] stays face up, in front [partner:of]: major penalty card.": gettext_noop(
        "[partner:to]: *“Leave [partner_card:the] face up in front of you: it is a major penalty card.”*"
    ),
    "[rho] takes back his card and plays another.": gettext_noop("[rho:to]: *“Take your card back and play another.”*"),
    "[taken_card:the] goes back among dummy’s cards.": gettext_noop(
        "[declarer:to]: *“Put [taken_card:the] back among dummy’s cards.”*"
    ),
}
