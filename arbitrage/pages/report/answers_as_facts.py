"""Answers as sentences of the facts, by law and question: "West revoked.", not "Who revoked? West".

A sentence has the blanks of the laws ("[offender]"); `%(answer)s` is the answer itself. If a question has a sentence
for each answer, an answer without a sentence adds nothing to the facts. Judgements are not facts: the report prints
them with the questions and in the ruling.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rulings.engine.text import gettext_noop


@dataclass(frozen=True)
class By:
    """Sentences of one answer, chosen by the answer to another question of the inquiry; *otherwise* for any other
    answer."""

    fact: str
    sentences: Mapping[str, "str | By"]
    otherwise: "str | By" = ""

    def chosen(self, facts: Mapping[str, str]) -> str:
        """Return the sentence for the known answers."""
        chosen = self.sentences.get(facts.get(self.fact, ""), self.otherwise)
        return chosen.chosen(facts) if isinstance(chosen, By) else chosen


def every_sentence(sentences: str | By) -> list[str]:
    """List all possible sentences for one answer."""
    if isinstance(sentences, str):
        return [sentences] if sentences else []
    return [
        sentence
        for nested in (*sentences.sentences.values(), sentences.otherwise)
        for sentence in every_sentence(nested)
    ]


Sentences = Mapping[str, str | By | Mapping[str, str | By]]

NOTHING_SINCE = gettext_noop("Nobody had called since.")
SECOND_MEANT = gettext_noop("He said that it was his turn to lead.")
FOLLOWED = gettext_noop("He said that he was following to the card led.")
THE_CARD_LED = gettext_noop("The card led was [card:the].")
TOLD = gettext_noop("An opponent had told him or shown him that it was his turn.")

SAID_LATER: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "64": {"offender": ("trick", "which_trick")},
    "54": {"since_lead": ("declarer_did", "partner_lead")},
    **dict.fromkeys(("68", "69", "71"), {"claimer": ("said",)}),
    "70": {"claimer": ("tricks_claimed",)},
    "16B": {"event": ("informant",)},
}
"""By law, the questions whose sentence is dropped once a later question is answered, because the later sentence repeats
it."""

REVOKE: Sentences = {
    "able": {"no": gettext_noop("The player could not follow suit: there was no revoke.")},
    "offender": gettext_noop("[offender] could have followed suit and played another suit."),
    "trick": gettext_noop("[offender], who could have followed suit, played another suit at trick %(answer)s."),
    "which_trick": {
        "earlier": gettext_noop("[offender], who could have followed suit, played another suit before trick 12."),
        "twelfth": gettext_noop("[offender], who could have followed suit, played another suit at trick 12."),
        "last": gettext_noop("[offender], who could have followed suit, played another suit at trick 13."),
    },
    "card": gettext_noop("The card wrongly played was [card:the]."),
    "revoke_card": gettext_noop("The card wrongly played was [revoke_card:the]."),
    "other_card": gettext_noop("The other card wrongly played was [other_card:the]."),
    "noticed": {
        "at_once": gettext_noop(
            "The revoke was pointed out before [offender] or [partner] played or named a card to the next trick."
        ),
        "played_on": gettext_noop(
            "The revoke was pointed out during the play, after [offending_side] had played to the next trick."
        ),
        "during": gettext_noop("The revoke was pointed out during the play."),
        "all_played": gettext_noop("The revoke was pointed out when the thirteen tricks had been played."),
        "claim": gettext_noop("The revoke was pointed out after a claim or a concession had ended the play."),
    },
    "since": {
        "played": gettext_noop("[offending_side] had already played to the next trick: the revoke was established."),
        "named": gettext_noop(
            "[offending_side] had already named a card to the next trick: the revoke was established."
        ),
        "claimed": gettext_noop("[offending_side] had already claimed or conceded: the revoke was established."),
        "agreed": gettext_noop(
            "Their opponents had claimed or conceded since, and their side had let the round end or called on the next "
            "board without objecting."
        ),
        "misdirected": gettext_noop(
            "They had played to the next trick only because an opponent wrongly told them that it was their turn."
        ),
        "both": gettext_noop("The other side had revoked on the same trick too."),
        "nothing": gettext_noop("Neither [offender] nor [partner] had played on, and their side had not claimed."),
    },
    "after_play": {
        "not_yet": gettext_noop("[non_offending_side] had not called on the next board yet."),
        "next_board": gettext_noop("[non_offending_side] had called on the next board already."),
        "round_over": gettext_noop("The round was over."),
    },
    "exclusion": {
        "repeated": gettext_noop("[offender] had already revoked in this suit, and that revoke was established."),
        "penalty_card": gettext_noop("He revoked by not playing a penalty card."),
        "both": gettext_noop("Both sides revoked on this board, and both revokes are established."),
    },
    "winner": gettext_noop("The trick of the revoke was won by %(answer)s."),
    "won_by": {
        "revoker": gettext_noop("The trick of the revoke was won by the player who revoked."),
        "his_side": gettext_noop("The trick of the revoke was won by his partner."),
        "opponents": gettext_noop("The trick of the revoke was won by the other side."),
    },
    "tricks_after": gettext_noop("Tricks won by [offending_side] after it: %(answer)s."),
    "later": {
        "yes": gettext_noop("[offending_side] won a trick after it."),
        "no": gettext_noop("[offending_side] won no trick after it."),
    },
    "line": gettext_noop("Line of play of [non_offending_side] without the revoke, as they tell it: “%(answer)s”."),
}

OPENING_LEAD: Sentences = {
    "wrong_leader": gettext_noop("[offender] made the opening lead when it was for [opening_leader] to lead."),
    "card": THE_CARD_LED,
    "since_lead": {
        "told": TOLD,
        "face_down": gettext_noop("The card was still face down."),
        "face_down_shown": gettext_noop(
            "The card was still face down, and [declarer] had shown cards of his own hand."
        ),
        "partner": gettext_noop("[opening_leader] had led too."),
        "declarer": gettext_noop("[declarer] had shown, dropped or played a card since."),
        "dummy": gettext_noop("[dummy] had shown a card since."),
        "nothing": gettext_noop("Nobody had shown or played a card since."),
    },
    "declarer_did": {
        "spread": gettext_noop("[declarer] had begun to spread his hand."),
        "played": gettext_noop("[declarer] had played a card to the trick from his hand."),
        "dropped": gettext_noop("[declarer] had only dropped a card by accident."),
    },
    "partner_lead": {
        "face_down": gettext_noop("[opening_leader] had led face down."),
        "same_time": gettext_noop("[opening_leader] had led face up at the same moment, as far as anybody knows."),
        "before": gettext_noop("[opening_leader] had led face up before [offender]."),
        "after": gettext_noop("[opening_leader] had led face up after [offender]."),
        "played_to": gettext_noop(
            "[opening_leader] had led face up after [offender], and declarer’s side had played a card to it."
        ),
    },
    "leader_card": gettext_noop("The card of [opening_leader] was %(answer)s."),
}

LEAD: Sentences = {
    "offender": gettext_noop("[offender] led out of turn."),
    "leader": gettext_noop("It was the turn of %(answer)s to lead."),
    "turn_over_declarer": {
        "other_hand": gettext_noop("Declarer’s side was on lead, from the other hand."),
        "defender": gettext_noop("A defender was on lead."),
    },
    "turn_over_defender": {
        "partner": gettext_noop("His partner was on lead."),
        "declaring_side": gettext_noop("Declarer or dummy was on lead."),
    },
    "card": THE_CARD_LED,
    "since_declarers_lead": {
        "told": gettext_noop("A defender had told declarer or shown him that he was on lead there."),
        "last_trick": gettext_noop("It was the last trick."),
        "by_word": gettext_noop("A defender had said that he accepted it."),
        "after": gettext_noop("[after_lead] had played a card since."),
        "before": gettext_noop("[before_lead] had played a card since."),
        "corrected": gettext_noop("[declarer] had corrected himself by leading from the other hand too."),
        "nothing": gettext_noop("Nobody had played since."),
    },
    "since_defenders_lead": {
        "told": gettext_noop("Declarer or dummy had told him or shown him that it was his lead."),
        "last_trick": gettext_noop("It was the last trick."),
        "accepted": gettext_noop("[declarer] said that he accepted the card led."),
        "played": gettext_noop("[after_lead], next in turn after that lead, had played a card."),
        "other_hand": gettext_noop("[before_lead] had played a card, and [after_lead] had not."),
        "partner": gettext_noop("[partner] had since led or played too."),
        "partner_led": gettext_noop("[partner] had since led too, and declarer’s side had played a card to that lead."),
        "nothing": gettext_noop("Nobody had played since."),
    },
    "after_meant": {"followed": FOLLOWED, "own_lead": SECOND_MEANT},
    "before_meant": {"followed": FOLLOWED, "own_lead": SECOND_MEANT},
    "declarer_meant": {"followed": FOLLOWED, "own_lead": SECOND_MEANT},
}

CALL: Sentences = {
    "offender": gettext_noop("[offender] called out of turn."),
    "call": gettext_noop("The call was %(answer)s."),
    "turn": {
        "rho": gettext_noop("It was the turn of [rho], who calls just before him."),
        "partner": gettext_noop("It was the turn of [partner], his partner."),
        "lho": gettext_noop("It was the turn of [lho], who calls just after him."),
    },
    "since_rho": {
        "nothing": NOTHING_SINCE,
        "lho": gettext_noop("[lho] had called over it."),
        "right": gettext_noop("[rho], whose turn it was, had called."),
    },
    "since_partner": {"nothing": NOTHING_SINCE, "lho": gettext_noop("[lho] had called over it.")},
    "since_lho": {"nothing": NOTHING_SINCE, "right": gettext_noop("[lho], whose turn it was, had called.")},
    "replacement": gettext_noop("At his turn the player called: %(answer)s."),
}

INSUFFICIENT_BID: Sentences = {
    "offender": gettext_noop("[offender] made an insufficient bid."),
    "bid": gettext_noop("The bid was %(answer)s."),
    "in_rotation": {"no": gettext_noop("It was not his turn to call.")},
    "meant": {
        "yes": gettext_noop("He had meant that call."),
        "no": gettext_noop("He had never meant that call."),
    },
    "since": {
        "nothing": NOTHING_SINCE,
        "lho": gettext_noop("[lho] had called over it."),
        "replaced": gettext_noop("[offender] had already replaced it himself."),
    },
    "replacement": gettext_noop("The call put in its place was %(answer)s."),
    "final_call": gettext_noop("The call made at last was %(answer)s."),
}

CHANGE_OF_CALL: Sentences = {
    "offender": gettext_noop("[offender] changed his call, or wished to."),
    "first_call": gettext_noop("The first call was %(answer)s."),
    "second_call": gettext_noop("The call put in its place was %(answer)s."),
    "meant": INSUFFICIENT_BID["meant"],
}

CARD_SEEN: Sentences = {
    "owner": gettext_noop("A card [owner:of] was seen, dropped or named."),
    "how": {
        "hidden": gettext_noop("[owner_partner] could not possibly have seen its face."),
        "dropped": gettext_noop("He dropped it, or it stuck to another card."),
        "several": gettext_noop("Two of his cards or more were seen at once."),
        "held": gettext_noop("He held it as if to play it."),
        "shown": gettext_noop("He showed it on purpose, without playing it."),
        "named": gettext_noop("He said that he held it."),
        "statement": gettext_noop("He spoke of the trick in progress, or conceded tricks and his partner objected."),
    },
    "exposed": {
        "accident": gettext_noop("[declarer] showed his cards by accident."),
        "played": gettext_noop("[declarer] held the card face up as played."),
        "hand": gettext_noop("[declarer] faced his hand, meaning to claim or to concede."),
        "no_claim": gettext_noop("[declarer] faced his hand, plainly meaning neither to claim nor to concede."),
        "lead": gettext_noop("[declarer] faced cards after an opening lead out of turn."),
    },
    "card": gettext_noop("The card was [card:the]."),
    "second_card": gettext_noop("Another card seen was %(answer)s."),
    "third_card": gettext_noop("A third card seen was %(answer)s."),
    "fourth_card": gettext_noop("A fourth card seen was %(answer)s."),
}

CARD_IN_THE_AUCTION: Sentences = {
    "offender": gettext_noop("A card [offender:of] was seen during the auction."),
    "cards": {
        "dropped": gettext_noop("It was one card, shown by accident and not led."),
        "shown": gettext_noop("It was one card, shown on purpose and not led."),
        "led": gettext_noop("It was one card, led too early."),
        "several": gettext_noop("There were two cards or more."),
    },
    "card": gettext_noop("The card was [card:the]."),
}

CLAIMED_OR_CONCEDED = gettext_noop("[claimer] claimed or conceded.")
CLAIMED_THE_REST = gettext_noop("[claimer] claimed the rest.")
CLAIMED_SOME = gettext_noop("[claimer] claimed some of the tricks left, and so conceded the others.")

CLAIM: Sentences = {
    "claimer": CLAIMED_OR_CONCEDED,
    "said": {
        "all": CLAIMED_THE_REST,
        "some": CLAIMED_SOME,
        "concession": gettext_noop("[claimer] conceded tricks, or gave up his hand."),
        "current_trick": gettext_noop("[claimer] spoke of the trick in progress only."),
        "not_meant": gettext_noop("[claimer] showed cards, plainly without meaning to claim."),
    },
    "doubted": {
        "yes": gettext_noop("A player contested it."),
        "no": gettext_noop("Nobody contested it."),
    },
    "since_claim": {
        "nothing": gettext_noop("Nobody had played since, and nobody asked to play on."),
        "refused": gettext_noop("It was asked to play on, but not all four players agreed."),
        "all_agree": gettext_noop(
            "The side that neither claimed nor conceded asked to play on, and all four players agreed."
        ),
        "played": gettext_noop("They had played on all the same."),
    },
    "partner_objects": {
        "yes": gettext_noop("[claimer_partner] objected at once to the concession."),
        "no": gettext_noop("[claimer_partner] did not object to the concession."),
    },
    "objected": {
        "in_time": gettext_noop(
            "[opposing_side] objected before calling on a later board, and before the end of the round."
        ),
        "later": gettext_noop("[opposing_side] objected after that, before the end of the correction period."),
        "too_late": gettext_noop("[opposing_side] objected after the end of the correction period."),
    },
}

CONTESTED_CLAIM: Sentences = {
    "claimer": CLAIMED_OR_CONCEDED,
    "tricks_claimed": By(
        "tricks_claimed",
        {"0": gettext_noop("[claimer] conceded the rest.")}
        | {
            claimed: By(
                "tricks_left",
                {claimed: CLAIMED_THE_REST, "": CLAIMED_OR_CONCEDED, "?": CLAIMED_OR_CONCEDED},
                CLAIMED_SOME,
            )
            for claimed in map(str, range(1, 14))
        },
    ),
}

EXPLANATION: Sentences = {
    "kind": {
        "explanation": gettext_noop("An explanation was wrong or incomplete."),
        "alert": gettext_noop("An alert or an announcement was missing, or came late."),
    },
    "explainer": gettext_noop("It was for [explainer] to explain or to alert."),
    "said": gettext_noop("What was said, or left unsaid: “%(answer)s”."),
    "agreement": gettext_noop("The agreement of the partnership, and what shows it: “%(answer)s”."),
    "would_have": gettext_noop("With the true agreement before them, the opponents said: “%(answer)s”."),
    "call": gettext_noop("[misled] took back this call: %(answer)s."),
    "replacement": gettext_noop("In its place: %(answer)s."),
}

MISLED: Sentences = {
    "offender": gettext_noop("It is about the tempo, a remark or the manner [offender:of]."),
    "happened": {
        "to_partner": gettext_noop("His partner may have learnt something from it."),
        "opponent": gettext_noop("An opponent drew a wrong conclusion from it."),
        "by_play": gettext_noop("An opponent was misled by a call or a card alone."),
        "no_pause": gettext_noop("A pause that the regulations ask for was not made."),
    },
    "inference": gettext_noop("What the opponent concluded and did: “%(answer)s”."),
}

INFORMATION: Sentences = {
    "event": {
        "tempo": gettext_noop("There was a hesitation, or haste, plain to everybody."),
        "explanation": gettext_noop("There was a question, an answer or an alert, or an alert was missing."),
        "manner": gettext_noop("There was a remark, a gesture, a tone or a mannerism."),
    },
    "informant": By(
        "event",
        {
            "tempo": By(
                "agreed",
                {"agreed": gettext_noop("A plain hesitation (or haste) [informant:of] is agreed.")},
                gettext_noop("A plain hesitation (or haste) [informant:of] is alleged."),
            ),
            "explanation": gettext_noop(
                "It is about a question, an answer or an alert [informant:of], or a missing one."
            ),
            "manner": gettext_noop("It is about a remark, a gesture, a tone or a mannerism [informant:of]."),
        },
    ),
    "agreed": {
        "agreed": By("event", {"tempo": ""}, gettext_noop("Everybody agrees that it happened.")),
        "reserved": gettext_noop("An opponent reserved his rights, and nobody disputed it at once."),
        "decided": gettext_noop("It is disputed; on the evidence it happened."),
        "not_found": gettext_noop("It is disputed; on the evidence it did not happen, or nothing can be found."),
    },
    "evidence": gettext_noop("What each side said: “%(answer)s”."),
    "action": gettext_noop("Action [receiver:of] in question: %(answer)s."),
    "suggestion": gettext_noop("What the information suggested: %(answer)s."),
}

DISPUTED: Sentences = {
    "facts_agreed": {
        "yes": gettext_noop("All four players agreed on what happened (Law 84)."),
        "no": gettext_noop("The players did not agree on what happened (Law 85)."),
    },
    "evidence": gettext_noop("What each said: “%(answer)s”."),
    "facts_found": gettext_noop("The director holds that this happened: “%(answer)s”."),
}

BY_LAW: Mapping[str, Sentences] = {
    "64": REVOKE,
    "54": OPENING_LEAD,
    **dict.fromkeys(("53", "55", "56"), LEAD),
    **dict.fromkeys(("29", "30", "31", "32"), CALL),
    "27": INSUFFICIENT_BID,
    "25": CHANGE_OF_CALL,
    "49": CARD_SEEN,
    "24": CARD_IN_THE_AUCTION,
    "68": CLAIM,
    "69": {**CLAIM, "claimer": gettext_noop("[claimer] claimed tricks.")},
    "71": {**CLAIM, "claimer": gettext_noop("[claimer] conceded tricks.")},
    "70": CONTESTED_CLAIM,
    "16B": INFORMATION,
    "21": EXPLANATION,
    "73": MISLED,
    "85": DISPUTED,
}
"""Sentences by law; a law that is missing here states its facts only by its questions and answers."""
