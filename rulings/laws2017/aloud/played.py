"""Leads and plays that stand, are due or forbidden, as the director says them to the players."""

from rulings.engine.text import gettext_noop

SAID = {
    "Both cards stay: the irregular one and the one that followed it.": gettext_noop(
        "To everybody: *“Both cards stay played.”*"
    ),
    "Declarer names any legal card of dummy, by suit and rank.": gettext_noop(
        "[declarer:to]: *“Name the card that dummy plays, by suit and rank: any card you may legally play.”*"
    ),
    "Declarer says which of these cards dummy plays.": gettext_noop(
        "[declarer:to]: *“Say which of these cards dummy plays.”*"
    ),
    "Dummy leads the card of that rank in the suit with which it won the last trick.": gettext_noop(
        "To everybody: *“Dummy leads the card of that rank, in the suit with which it won the last trick.”*"
    ),
    "Dummy plays [meant_card:the].": gettext_noop("To everybody: *“Dummy plays [meant_card:the].”*"),
    "Dummy plays [named_card:the].": gettext_noop("To everybody: *“Dummy plays [named_card:the].”*"),
    "Dummy plays its highest card of the suit led.": gettext_noop(
        "To everybody: *“Dummy plays its highest card of the suit led.”*"
    ),
    "Dummy plays its lowest card of the suit led.": gettext_noop(
        "To everybody: *“Dummy plays its lowest card of the suit led.”*"
    ),
    "Dummy plays its lowest card of the suit named.": gettext_noop(
        "To everybody: *“Dummy plays its lowest card of the suit named.”*"
    ),
    "Dummy plays that card.": gettext_noop("To everybody: *“That card of dummy is played.”*"),
    "Dummy plays the card of that rank, in the suit to which declarer pointed.": gettext_noop(
        "To everybody: *“Dummy plays the card of that rank, in the suit that was pointed to.”*"
    ),
    "Dummy plays the card that declarer now names.": gettext_noop("[declarer:to]: *“Name the card that dummy plays.”*"),
    "Dummy plays the lowest card known to win the trick.": gettext_noop(
        "To everybody: *“Dummy plays the lowest card known to win the trick.”*"
    ),
    "Dummy plays the one card of that rank that is legal.": gettext_noop(
        "To everybody: *“Dummy plays the one card of that rank that is legal.”*"
    ),
    "The card led ([led_card]) stands as the lead.": gettext_noop(
        "To everybody: *“The card led ([led_card]) stands.”*"
    ),
    "The card played in its place ([other_card]) stays.": gettext_noop(
        "To everybody: *“The card played in its place ([other_card]) stays.”*"
    ),
    "The card stays played ([card]); the others play in turn.": gettext_noop(
        "To everybody: *“The card stays played ([card]). The others play in turn.”*"
    ),
    "The card stays, from his hand as from dummy; the others play in turn.": gettext_noop(
        "To everybody: *“The card stays, from whichever hand it came. The others play in turn.”*"
    ),
    "The card stays: it is played to the trick.": gettext_noop(
        "To everybody: *“The card stays: it is played to the trick.”*"
    ),
    "The card that [declarer] has led from the other hand is played: it is the lead.": gettext_noop(
        "To everybody: *“The card led from the other hand is played: it is the lead.”*"
    ),
    "The card that [declarer] played is the second card of the trick; then [opening_leader] plays.": gettext_noop(
        "[opening_leader:to]: *“The card [declarer:of] is the second of the trick. It is your turn to play.”*"
    ),
    "The defender plays that card to the trick.": gettext_noop("[player:to]: *“Play that card to the trick.”*"),
    "The hand that wins the corrected trick leads to the next one, any card.": gettext_noop(
        "To everybody: *“Whoever wins the trick as corrected leads to the next one, any card.”*"
    ),
    "The last card [leader:of] is led, and the others play theirs in turn.": gettext_noop(
        "[leader:to]: *“Lead your last card; the others then play theirs in turn.”*"
    ),
    "The lead [partner:of] ([leader_card]) stands; [before_lead] plays next.": gettext_noop(
        "[before_lead:to]: *“The lead [partner:of] ([leader_card]) stands: it is your turn to play.”*"
    ),
    "The lead [partner:of] stands; play goes on from it.": gettext_noop(
        "To everybody: *“The lead [partner:of] stands: go on from it.”*"
    ),
    "The lead comes from the hand [leader:of]: any card.": gettext_noop("[leader:to]: *“It is your lead: any card.”*"),
    "The lead comes from the hand [leader:of]: any card; a card already led from it is the lead.": gettext_noop(
        "[leader:to]: *“It is your lead: any card; a card that you have already led is the lead.”*"
    ),
    "The lead is [leader_card:the]; [dummy] is spread.": gettext_noop(
        "To everybody: *“The lead is [leader_card:the]; [dummy] is spread.”*"
    ),
    "The lead made in turn stays; [leader] has led to the trick.": gettext_noop(
        "To everybody: *“The lead made in turn stays.”*"
    ),
    "The lead out of turn stands as the opening lead.": gettext_noop(
        "To everybody: *“The lead stands as the opening lead.”*"
    ),
    "The trick in progress is finished; [card:the] is then led.": gettext_noop(
        "To everybody: *“Finish the trick; [card:the] is then led.”*"
    ),
    "When his turn comes, [offender] must play [card:the] to the first trick.": gettext_noop(
        "[offender:to]: *“When your turn comes, play [card:the] to the first trick.”*"
    ),
    "When his turn comes, [offender] plays [card:the] if that is legal; if not, it stays on the table.": gettext_noop(
        "[offender:to]: *“When your turn comes, play the card ([card]) if that is legal; if not, it stays"
        " on the table.”*"
    ),
    "When his turn comes, [opening_leader] must play [leader_card:the].": gettext_noop(
        "[opening_leader:to]: *“When your turn comes, play [leader_card:the].”*"
    ),
    "When his turn comes, [partner] must play [leader_card:the].": gettext_noop(
        "[partner:to]: *“When your turn comes, play [leader_card:the].”*"
    ),
    (
        "Without a card of the suit of the trick in progress, [partner] may play no card of the suit named ([suit])."
    ): gettext_noop("[partner:to]: *“If you cannot follow suit, play no card of the suit named ([suit]).”*"),
    (
        "Without a card of the suit of the trick in progress, [partner] must play a card of the suit named ([suit])."
    ): gettext_noop("[partner:to]: *“If you cannot follow suit, play a card of the suit named ([suit]).”*"),
    "[card:the] is the lead and the card played to it stays. The lead is not penalised.": gettext_noop(
        "To everybody: *“The lead stands ([card]), and the card played to it stays.”*"
    ),
    "[card:the] is the lead. Nobody plays on before the card [before_lead:of] is ruled on.": gettext_noop(
        "To everybody: *“The lead stands ([card]). Nobody plays before I have ruled on the other card.”*"
    ),
    "[card:the] is the lead; [after_lead] plays next. It is not penalised.": gettext_noop(
        "[after_lead:to]: *“The lead ([card]) stands: it is your turn to play.”*"
    ),
    "[declarer] first plays from the hand [rho:of], as he likes; then [offender] plays [card:the].": gettext_noop(
        "[declarer:to]: *“Play from the hand [rho:of], whatever you like.”* Then [offender:to]: *“Play [card:the].”*"
    ),
    "[declarer] first plays from the hand [rho:of], as he likes; then [offender] plays a legal card.": gettext_noop(
        "[declarer:to]: *“Play from the hand [rho:of], whatever you like.”* Then [offender:to]: *“Play a legal card.”*"
    ),
    "[declarer] leads from dummy, whatever card he likes.": gettext_noop(
        "[declarer:to]: *“Lead from dummy, any card.”*"
    ),
    "[declarer] leads from his own hand, whatever card he likes.": gettext_noop(
        "[declarer:to]: *“Lead from your own hand, any card.”*"
    ),
    "[declarer] leads from the hand that was on lead, any card.": gettext_noop(
        "[declarer:to]: *“Lead from the hand that was on lead, any card.”*"
    ),
    "[declarer] leads from the other hand, any card of any suit.": gettext_noop(
        "[declarer:to]: *“Lead from the other hand, any card of any suit.”*"
    ),
    "[declarer] leads from the proper hand, any card.": gettext_noop(
        "[declarer:to]: *“Lead from the proper hand, any card.”*"
    ),
    "[declarer] plays that card to the trick.": gettext_noop("[declarer:to]: *“Play that card to the trick.”*"),
    (
        "[declarer] plays the second card of the trick from his own hand; then [opening_leader], and dummy last."
    ): gettext_noop(
        "[declarer:to]: *“Play the second card of the trick from your own hand; then [opening_leader] "
        "plays, and dummy last.”*"
    ),
    "[declarer] spreads his whole hand and becomes dummy; [dummy] becomes declarer.": gettext_noop(
        "[declarer:to]: *“Spread your whole hand: you are dummy, and [dummy] is declarer.”*"
    ),
    (
        "[dummy] calls the second card of the trick from the hand spread; a card shown there is not played."
    ): gettext_noop(
        "[dummy:to]: *“Call the second card of the trick from the hand that is spread: a card shown there"
        " is not played.”*"
    ),
    "[dummy] spreads his hand.": gettext_noop("[dummy:to]: *“Spread your hand.”*"),
    "[dummy] spreads the hidden card with the others, in its suit.": gettext_noop(
        "[dummy:to]: *“Put the hidden card with the others, in its suit.”*"
    ),
    "[leader] leads what he likes.": gettext_noop("[leader:to]: *“Lead what you like.”*"),
    (
        "[offender] faces a card and puts it in its place among his played cards: one of the suit led to "
        "that trick if he has any, otherwise the card he likes."
    ): gettext_noop(
        "[offender:to]: *“Show a card and put it in its place among your played cards: one of the suit "
        "led to that trick if you have any, otherwise the card you like.”*"
    ),
    "[offender] must lead [card:the].": gettext_noop("[offender:to]: *“Lead [card:the].”*"),
    "[offender] plays a legal card in its place.": gettext_noop("[offender:to]: *“Play a legal card in its place.”*"),
    "[offender] plays another card, a legal one, to the later trick.": gettext_noop(
        "[offender:to]: *“Play another card, a legal one, to the later trick.”*"
    ),
    "[offender] plays the legal card to trick 12 and keeps [card:the] for trick 13.": gettext_noop(
        "[offender:to]: *“Play the legal card to trick 12, and keep [card:the] for trick 13.”*"
    ),
    "[offender] plays to that trick, now, a card that is legal.": gettext_noop(
        "[offender:to]: *“Play to that trick, now, a card that is legal.”*"
    ),
    "[on_lead] leads his penalty card ([own_card]).": gettext_noop(
        "[on_lead:to]: *“Lead your penalty card ([own_card]).”*"
    ),
    "[on_lead] leads the card named ([designated]).": gettext_noop(
        "[on_lead:to]: *“Lead the card named ([designated]).”*"
    ),
    "[opening_leader] faces his lead.": gettext_noop("[opening_leader:to]: *“Turn your lead face up.”*"),
    "[opening_leader] faces the card once questions have been answered.": gettext_noop(
        "[opening_leader:to]: *“Turn your card face up once the questions have been answered.”*"
    ),
    "[opening_leader] leads what he likes, [card:suit] included.": gettext_noop(
        "[opening_leader:to]: *“Lead what you like, [card:suit] included.”*"
    ),
    (
        "[opening_leader] leads what he likes, unless something binds him; a card that he has already led is the lead."
    ): gettext_noop(
        "[opening_leader:to]: *“Lead what you like, unless something binds you; a card that you have "
        "already led is the lead.”*"
    ),
    "[opening_leader] leads what he likes.": gettext_noop("[opening_leader:to]: *“Lead what you like.”*"),
    "[opening_leader] makes the opening lead, face down.": gettext_noop("[opening_leader:to]: *“Lead face down.”*"),
    (
        "[opening_leader] may not lead [card:suit], now or as long as he keeps the lead. With nothing "
        "else in his hand, he leads what he likes."
    ): gettext_noop(
        "[opening_leader:to]: *“Do not lead [card:suit], now or as long as you keep the lead. With "
        "nothing else in your hand, lead what you like.”*"
    ),
    "[opening_leader] must lead [card:suit], this time only.": gettext_noop(
        "[opening_leader:to]: *“Lead [card:suit], this time only.”*"
    ),
    (
        "[opening_leader] must lead [card:suit], this time only. Without a card of that suit, he leads what he likes."
    ): gettext_noop("[opening_leader:to]: *“Lead [card:suit], this time only. Without any, lead what you like.”*"),
    "[owner] plays [card:the] at the first legal opportunity that follows.": gettext_noop(
        "[owner:to]: *“Play [card:the] as soon as you legally can.”*"
    ),
    "[owner] plays [card:the] to this trick, if he has not played to it yet.": gettext_noop(
        "[owner:to]: *“Play [card:the] to this trick, if you have not played to it yet.”*"
    ),
    "[owner] plays the penalty card ([card]) to this trick.": gettext_noop(
        "[owner:to]: *“Play your penalty card ([card]) to this trick.”*"
    ),
    "[owner_partner] leads what he likes, [card:suit] included.": gettext_noop(
        "[owner_partner:to]: *“Lead what you like, [card:suit] included.”*"
    ),
    "[owner_partner] leads what he likes, within what follows.": gettext_noop(
        "[owner_partner:to]: *“Lead what you like, within what follows.”*"
    ),
    "[owner_partner] makes the opening lead as he likes, [card:suit] included.": gettext_noop(
        "[owner_partner:to]: *“Make the opening lead as you like, [card:suit] included.”*"
    ),
    (
        "[owner_partner] may lead neither [suit] nor [second_suit] nor [third_suit], now or as long as he"
        " keeps the lead. With nothing else in his hand, he leads what he likes."
    ): gettext_noop(
        "[owner_partner:to]: *“Lead neither [suit] nor [second_suit] nor [third_suit], now or as long as "
        "you keep the lead. With nothing else in your hand, lead what you like.”*"
    ),
    (
        "[owner_partner] may lead neither [suit] nor [second_suit], now or as long as he keeps the lead. "
        "With nothing else in his hand, he leads what he likes."
    ): gettext_noop(
        "[owner_partner:to]: *“Lead neither [suit] nor [second_suit], now or as long as you keep the "
        "lead. With nothing else in your hand, lead what you like.”*"
    ),
    (
        "[owner_partner] may not lead [card:suit], now or as long as he keeps the lead. With nothing else"
        " in his hand, he leads what he likes."
    ): gettext_noop(
        "[owner_partner:to]: *“Do not lead [card:suit], now or as long as you keep the lead. With nothing"
        " else in your hand, lead what you like.”*"
    ),
    (
        "[owner_partner] may not lead [card:suit], to the first trick or as long as he keeps the lead. "
        "With nothing else in his hand, he leads what he likes."
    ): gettext_noop(
        "[owner_partner:to]: *“Do not lead [card:suit], to the first trick or as long as you keep the "
        "lead. With nothing else in your hand, lead what you like.”*"
    ),
    (
        "[owner_partner] may not lead [suit], now or as long as he keeps the lead. With nothing else in "
        "his hand, he leads what he likes."
    ): gettext_noop(
        "[owner_partner:to]: *“Do not lead [suit], now or as long as you keep the lead. With nothing else"
        " in your hand, lead what you like.”*"
    ),
    "[owner_partner] must lead [card:suit], this time only.": gettext_noop(
        "[owner_partner:to]: *“Lead [card:suit], this time only.”*"
    ),
    (
        "[owner_partner] must lead [card:suit], this time only. Without a card of that suit, he leads his"
        " own penalty card if he has one, or what he likes."
    ): gettext_noop(
        "[owner_partner:to]: *“Lead [card:suit], this time only. Without any, lead your own penalty card "
        "if you have one, or what you like.”*"
    ),
    (
        "[owner_partner] must lead [card:suit], this time only. Without a card of that suit, he leads what he likes."
    ): gettext_noop("[owner_partner:to]: *“Lead [card:suit], this time only. Without any, lead what you like.”*"),
    "[owner_partner] must lead [leader_card:the].": gettext_noop("[owner_partner:to]: *“Lead [leader_card:the].”*"),
    "[owner_partner] must lead [suit], this time only.": gettext_noop(
        "[owner_partner:to]: *“Lead [suit], this time only.”*"
    ),
    (
        "[owner_partner] must lead [suit], this time only. Without a card of that suit, he leads his own "
        "penalty card if he has one, or what he likes."
    ): gettext_noop(
        "[owner_partner:to]: *“Lead [suit], this time only. Without any, lead your own penalty card if "
        "you have one, or what you like.”*"
    ),
    "[owner_partner] must lead the card that lies in front of him ([leader_card]).": gettext_noop(
        "[owner_partner:to]: *“Lead the card that lies in front of you ([leader_card]).”*"
    ),
    (
        "[owner_partner] must make the opening lead in [card:suit], this time only. Without a card of "
        "that suit, he leads what he likes."
    ): gettext_noop(
        "[owner_partner:to]: *“Make the opening lead in [card:suit], this time only. Without any, lead what you like.”*"
    ),
    "[partner] may not lead [suit] as long as he keeps the lead.": gettext_noop(
        "[partner:to]: *“Do not lead [suit] as long as you keep the lead.”*"
    ),
    "[partner] must play the highest card that he holds of the suit of the trick in progress.": gettext_noop(
        "[partner:to]: *“Play your highest card of the suit of the trick in progress.”*"
    ),
    "[partner] must play the lowest card that he holds of the suit of the trick in progress.": gettext_noop(
        "[partner:to]: *“Play your lowest card of the suit of the trick in progress.”*"
    ),
    "[player] follows suit if he can; if not, he plays any card.": gettext_noop(
        "[player:to]: *“Follow suit if you can; if not, play any card.”*"
    ),
    (
        "[player] holds nothing but the forbidden suit: he may lead it. As soon as he can lead another, he may not."
    ): gettext_noop(
        "[player:to]: *“You hold nothing but the forbidden suit: you may lead it. As soon as you can lead"
        " another, you may not.”*"
    ),
    "[player] leads any card. The suit was required for this lead only.": gettext_noop(
        "[player:to]: *“Lead any card. The suit was required for this lead only.”*"
    ),
    "[player] leads as required.": gettext_noop("[player:to]: *“Lead as required.”*"),
    "[player] leads his penalty card.": gettext_noop("[player:to]: *“Lead your penalty card.”*"),
    "[player] leads or plays as required.": gettext_noop("[player:to]: *“Lead or play as required.”*"),
    "[player] leads or plays his penalty card.": gettext_noop("[player:to]: *“Lead or play your penalty card.”*"),
    "[player] plays as required.": gettext_noop("[player:to]: *“Play as required.”*"),
    "[player] plays his penalty card.": gettext_noop("[player:to]: *“Play your penalty card.”*"),
}
