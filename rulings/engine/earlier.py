"""Sentences that rulings of earlier versions said, and say no more.

A ruling is stored with its words, and a reader sees the words that were ruled, in his language: what stands here keeps
its translation in the catalogue. A sentence of a ruling that is changed or dropped moves here; nothing is taken out.
"""

from rulings.engine.text import gettext_noop

EARLIER = (
    gettext_noop("A player looked at the opponents’ card, before the auction, at his turn or to answer"),
    gettext_noop("A player may have seen another player’s card, in the shuffle, the deal or since"),
    gettext_noop("As long as [card:the] lies on the table, everybody may know of it, [owner_partner] included."),
    gettext_noop("Averages by each team’s fault: minus 3, 0 or plus 3 IMPs."),
    gettext_noop(
        "Both cards stay on the table as penalty cards. You lead from the proper hand, any card. Each time that a "
        "defender is about to lead while the card of the other one is there, you choose: require its suit, forbid "
        "it, or leave the lead free."
    ),
    gettext_noop("Both cards wrongly played, [card:the] and [other_card:the], are taken back."),
    gettext_noop("Declarer chooses before the opening lead."),
    gettext_noop("Every card seen stays face up, in front [owner:of]: major penalty cards."),
    gettext_noop("Every other card seen stays face up, in front [owner:of]: major penalty cards."),
    gettext_noop(
        "How an irregularity noticed by a spectator is treated is for the regulations to say; without one, you put "
        "right what you have learnt in any way (81C3)."
    ),
    gettext_noop("If [partner] cannot follow suit, he may not play [suit]; [card] is a penalty card."),
    gettext_noop("If [partner] cannot follow suit, he plays [suit]; [card] is a penalty card."),
    gettext_noop("In [card:suit], [owner] may play no other card below the 10 before [card:the]."),
    gettext_noop("Is the auction still going on, and is it his turn to call?"),
    gettext_noop(
        "It goes back to the hand without rectification, and is never a penalty card. [defenders] may use what it "
        "has shown; [declaring_side] may not."
    ),
    gettext_noop(
        "It goes back to the hand, without rectification. What has been taken back is authorised information for "
        "[defenders] and unauthorised for [declaring_side]."
    ),
    gettext_noop(
        "It stands, and [after_lead] plays next. [partner] then plays [leader_card:the] if that is legal; if not, "
        "it is a penalty card."
    ),
    gettext_noop(
        "It stays on the table as a penalty card. You lead from the proper hand, any card. Each time that "
        "[partner] is about to lead while it is there, you choose: require the suit, forbid it, or leave the lead "
        "free."
    ),
    gettext_noop(
        "Major penalty card of the defender ([other_card]): to be played at the first legal opportunity. Each time"
        " his partner is about to lead, [declarer] first chooses: require the suit, forbid it, or leave the lead "
        "free."
    ),
    gettext_noop(
        "Minor penalty card [card], [owner]: he may play no other card of that suit below the 10 before it. "
        "[owner_partner] leads what he likes."
    ),
    gettext_noop("Now rule on the revoke: when asked about dummy, say that he asked without the right to."),
    gettext_noop(
        "Penalty card [card], [owner]: to be played at the first legal opportunity. Each time [owner_partner] is "
        "about to lead, [declarer] first chooses: require the suit, forbid it, or leave the lead free."
    ),
    gettext_noop(
        "Penalty card [leader_card], [owner_partner]: to be played at the first legal opportunity. Each time "
        "[owner] is about to lead, [declarer] first chooses: require the suit, forbid it, or leave the lead free."
    ),
    gettext_noop(
        "Penalty card [leader_card], [owner_partner]: to be played at the first legal opportunity. Each time "
        "[owner] is about to lead, [dummy], who is declarer now, first chooses: require the suit, forbid it, or "
        "leave the lead free."
    ),
    gettext_noop(
        "Penalty card [other_card] of the defender: to be played at the first legal opportunity. Each time his "
        "partner is about to lead, [declarer] first chooses: require the suit, forbid it, or leave the lead free."
    ),
    gettext_noop(
        "Penalty card [other_card], [owner], major from now on: to be played at the first legal opportunity. Each "
        "time [owner_partner] is about to lead, [declarer] first chooses: require the suit, forbid it, or leave "
        "the lead free."
    ),
    gettext_noop(
        "Penalty card [other_card], [owner]: to be played at the first legal opportunity. Each time "
        "[owner_partner] is about to lead, [declarer] first chooses: require the suit, forbid it, or leave the "
        "lead free."
    ),
    gettext_noop(
        "Penalty card [partner_card], [partner]: to be played at the first legal opportunity. Each time [offender]"
        " is about to lead, [declarer] first chooses: require the suit, forbid it, or leave the lead free."
    ),
    gettext_noop(
        "Penalty cards [owner:of]: each is to be played at the first legal opportunity. Each time [owner_partner] "
        "is about to lead, [declarer] first chooses."
    ),
    gettext_noop("Refused: [card:the] is a penalty card, and [partner] leads [leader_card:the]."),
    gettext_noop("Refused: [card:the] is a penalty card, and declarer’s side leads."),
    gettext_noop("Refused: [card:the] is a penalty card, and the lead is free."),
    gettext_noop("Refused: both cards are penalty cards, and declarer’s side leads."),
    gettext_noop("Stay until [leader_card:the] is played."),
    gettext_noop("Stay: [card:the] is still to be played at the first legal opportunity, and its entry stays open."),
    gettext_noop("The board is played; come back at the end."),
    gettext_noop("The call of the player whose turn it was comes first. What is [offender:of] after it?"),
    gettext_noop(
        "The card led out of turn is unauthorised information for the partner of the player who led it, and "
        "authorised for the other side. It is not a penalty card."
    ),
    gettext_noop("The cards are put right. No call changes; come back at the end."),
    gettext_noop("The cards are put right. The board is played and scored; come back at the end."),
    gettext_noop(
        "The choice comes back before the next lead [owner_partner:of], even if he keeps the lead. Leave the entry"
        " open."
    ),
    gettext_noop(
        "The lead is refused. [card:the] is a penalty card, and [opening_leader] must lead [leader_card:the]."
    ),
    gettext_noop("The lead is refused. [card:the] is a penalty card, and the lead is free."),
    gettext_noop("Then [after_lead] decides."),
    gettext_noop(
        "What has been taken back is authorised information for [non_offending_side], unauthorised for "
        "[offending_side]."
    ),
    gettext_noop(
        "Whoever took it back, the non-offending side may use it, the offending side may not, unless a law says "
        "otherwise: a call or card accepted, a comparable call, a penalty card on the table."
    ),
    gettext_noop("Without a card of the suit led, [partner] may play no card of the suit named: [suit]."),
    gettext_noop("Without a card of the suit led, [partner] must play a card of the suit named: [suit]."),
    gettext_noop("[card:the] becomes a penalty card; [declarer] leads from the proper hand."),
    gettext_noop("[card:the] cannot be played: it is a penalty card."),
    gettext_noop("[card:the] goes back unpenalised; [defenders] may use what they have seen of it."),
    gettext_noop(
        "[card:the] stays on the table as a penalty card, and [opening_leader] must lead [leader_card:the]. Before"
        " each later lead [opening_leader:of] comes the choice: require the suit, forbid it, or leave the lead "
        "free."
    ),
    gettext_noop(
        "[card:the] stays on the table as a penalty card, and [partner] must lead [leader_card:the]. Before each "
        "later lead [partner:of] comes the choice: require the suit, forbid it, or leave the lead free."
    ),
    gettext_noop(
        "[card:the] stays on the table as a penalty card, to be played at the first legal opportunity. "
        "[owner_partner] must lead [leader_card:the]."
    ),
    gettext_noop("[card:the] stays played; the others play in turn."),
    gettext_noop("[card:the] taken back: authorised information for [defenders], unauthorised for [declaring_side]."),
    gettext_noop("[card:the]: authorised information for [declaring_side], unauthorised for [defenders]."),
    gettext_noop("[card:the]: authorised information for [defenders], unauthorised for [declaring_side]."),
    gettext_noop(
        "[declarer] spreads his hand and becomes dummy. [dummy] becomes declarer and calls the second card from "
        "the hand spread. No rectification."
    ),
    gettext_noop(
        "[declarer] spreads his hand and becomes dummy. [dummy] becomes declarer and calls the second card from "
        "the hand spread. [opening_leader] then plays [leader_card:the] if that is legal; if not, it is a penalty "
        "card."
    ),
    gettext_noop("[declarer], [offender] has led [card:the] out of turn, and [partner] has put a card too."),
    gettext_noop(
        "[declarer], [owner] had to play his penalty card ([card:the]) and has played another ([other_card:the])."
    ),
    gettext_noop("[declarer], [owner] had to play his penalty card, [card:the], and has played [other_card:the]."),
    gettext_noop("[declarer], it is for [owner_partner] to lead, and [card:the] [owner:of] is a penalty card."),
    gettext_noop(
        "[dummy] spreads his hand. The second card is played from the hand [declarer:of], then [opening_leader] "
        "plays, and dummy last. No rectification."
    ),
    gettext_noop(
        "[dummy] spreads his hand. The second card is played from the hand [declarer:of]. [opening_leader] then "
        "plays [leader_card:the] if that is legal; if not, it is a penalty card."
    ),
    gettext_noop("[leader] leads what he likes. No other rectification."),
    gettext_noop(
        "[leader_card:the] [owner_partner:of] stays on the table as a penalty card; he leads it only if he has no "
        "card of the suit required."
    ),
    gettext_noop(
        "[leader_card:the] [owner_partner:of] stays on the table as a penalty card; he may not lead it as long as "
        "he keeps the lead."
    ),
    gettext_noop("[misled] changes the last call, without rectification. The auction goes on from there."),
    gettext_noop("[offender] must lead the penalty card that [declarer] names."),
    gettext_noop(
        "[offender] takes his card back. [opening_leader] may not lead [card:suit] as long as he keeps the lead. "
        "He must lead [leader_card:the] unless it is of that suit; then it stays on the table as a penalty card."
    ),
    gettext_noop(
        "[offender] takes his card back. [opening_leader] must lead [card:suit], this time only. He leads "
        "[leader_card:the] if it is of that suit, or if he has no card of that suit; otherwise it stays on the "
        "table as a penalty card."
    ),
    gettext_noop(
        "[offender] takes his card back. [partner] may not lead [card:suit] as long as he keeps the lead. He must "
        "lead [leader_card:the] unless it is of that suit; then it stays on the table as a penalty card."
    ),
    gettext_noop(
        "[offender] takes his card back. [partner] must lead [card:suit], this time only. He leads "
        "[leader_card:the] if it is of that suit, or if he has no card of that suit; otherwise it stays on the "
        "table as a penalty card."
    ),
    gettext_noop(
        "[opening_leader] leads what he likes. [card:the] stays on the table as a penalty card, to be played at "
        "the first legal opportunity; before each lead [opening_leader:of], the same choice comes back: require "
        "the suit, forbid it, or leave the lead free."
    ),
    gettext_noop("[other_card:the] of the defender stays face up on the table: major penalty card."),
    gettext_noop(
        "[other_card:the] stays face up on the table, in front [owner:of]: major penalty card. So does every other"
        " card that he wrongly played meanwhile."
    ),
    gettext_noop("[other_card:the] stays played."),
    gettext_noop("[other_card:the] stays played. The penalty card remains on the table."),
    gettext_noop(
        "[owner] must play [card:the] in its place. [other_card:the] becomes a major penalty card and stays on the"
        " table."
    ),
    gettext_noop("[owner] must play his penalty card, [card:the]."),
    gettext_noop("[owner] must play his penalty card: [card:the]."),
    gettext_noop("[owner] must play the penalty card that [declarer] names: [designated:the]."),
    gettext_noop("[owner] plays [card:the] in its place."),
    gettext_noop("[owner] takes [other_card:the] back."),
    gettext_noop(
        "[owner] takes his card back: it is no longer a penalty card. [owner_partner] may not lead [card:suit] as "
        "long as he keeps the lead; he must lead [leader_card:the] unless it is of that suit."
    ),
    gettext_noop(
        "[owner] takes his card back: it is no longer a penalty card. [owner_partner] must lead [card:suit], this "
        "time only; he leads [leader_card:the] if it is of that suit, or if he has no card of that suit."
    ),
    gettext_noop(
        "[owner_partner] leads what he likes. [card:the] stays on the table as a penalty card, to be played at the"
        " first legal opportunity. The same choice comes back before each lead [owner_partner:of]."
    ),
    gettext_noop("[owner_partner] must lead [leader_card:the]. The other penalty cards stay on the table."),
    gettext_noop(
        "[partner] leads what he likes. [card:the] stays on the table as a penalty card, to be played at the first"
        " legal opportunity; before each lead [partner:of], the same choice comes back: require the suit, forbid "
        "it, or leave the lead free."
    ),
    gettext_noop("[partner] must play the highest card that he holds of the suit led."),
    gettext_noop("[partner] must play the lowest card that he holds of the suit led."),
    gettext_noop("[partner] plays his highest card of the suit led; [card] is a penalty card."),
    gettext_noop("[partner] plays his lowest card of the suit led; [card] is a penalty card."),
)
