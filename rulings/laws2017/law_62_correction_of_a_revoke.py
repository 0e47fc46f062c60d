"""Law 62 - Correction of a revoke.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 62; FFB, Code 2017, Loi 62.
Before: Law 61, is it a revoke? Law 63, is it established?
Sends:  50 for the penalty cards it leaves (their duty keeps the director at the table), 16C for what was withdrawn,
        43B2(b) and 64 when dummy had lost the right to ask.
Rows:   LAWS.md 8.4, 62.R1 to 62.R8; 43.R3; 47.R5.
Reading: 62.R8. At trick 12 the partner of the defender who revoked may not use the card seen, in spite of 50E1.
"""

from dataclasses import replace

from rulings.engine.inquiry import Ask
from rulings.engine.names import Player, TakenTo
from rulings.engine.questions import Among, Choice, ChooseOne, Option, Seen, WhichCard, WhichSeat, YesNo
from rulings.engine.ruling import Duty, Info, MustPlay, Note, PenaltyCard, Rectification, Ruling, Withdraw
from rulings.engine.text import gettext_noop
from rulings.laws2017 import corrected_trick, on_the_table, penalty_cards, terms
from rulings.laws2017.law_61_failure_to_follow_suit import OFFENDER, Revoker


def replaced_now(ask: Ask) -> bool:
    """Ask by 43B2(b) whether dummy asked without the right to; if so, the tricks are counted as if the revoke were
    established."""
    return ask(DUMMY_ASKED)


def correct(ask: Ask, revoker: Revoker, *, misdirected: bool = False, next_trick: YesNo | None = None) -> Ruling:
    """Rule on a revoke that is not established: cards that go back, cards that may be changed, penalty cards.

    *next_trick* asks whether a card led to the next trick goes back too; without it no such card is assumed.
    """
    effects: tuple[Rectification, ...] = ()
    duties: tuple[Duty, ...] = ()

    # 47E1. An opponent caused the later play
    if misdirected:
        effects += (
            Withdraw(
                law="47E1",
                player="offending_side",
                card="next_trick",
                to="hand",
                text=gettext_noop(
                    "The card led or played to the next trick goes back to the hand, without rectification. It may not "
                    "be accepted."
                ),
            ),
            Info(
                law="16C",
                source="next_trick",
                ui_for=("non_offending_side",),
                ai_for=("offending_side",),
                text=gettext_noop(
                    "That card is authorised information for [offending_side], unauthorised for [non_offending_side]."
                ),
            ),
        )

    # A, B. The offender takes his card back and plays a legal one
    ask(CARD)
    defender = revoker is Revoker.DEFENDER
    if defender:
        ask(ITS_OWNER)
    faced = defender and ask(FACED)
    minor = faced and ask(FACED_MINOR)
    if defender and not faced:
        effects += (
            Withdraw(law="62A", player="offender", card="card", to="table_as_MPC", text=TAKE_BACK),
            MustPlay(law="62A", player="offender", card="legal_card", when="now", text=PLAY_LEGALLY),
            PenaltyCard(law="62B1", player="offender", card="card", kind="major", text=STAYS_ON_TABLE),
        )
    elif faced:
        effects += (
            Withdraw(
                law="62B1",
                player="offender",
                card="card",
                to="table_as_mPC" if minor else "table_as_MPC",
                text=TAKE_BACK_TO_TABLE,
            ),
            MustPlay(law="62A", player="offender", card="legal_card", when="now", text=PLAY_LEGALLY),
        )
    else:
        effects += (
            Withdraw(law="62B2", player="offender", card="card", to="hand", text=TAKE_BACK),
            MustPlay(law="62A", player="offender", card="legal_card", when="now", text=PLAY_LEGALLY),
            REVOKE_CARD_SEEN,
        )

    if defender:
        duties += (penalty_cards.MINOR_PENALTY_CARD_DUTIES[0] if minor else penalty_cards.penalty_card_duty(),)

    # C. Cards played after it
    changed = later_cards(ask, revoker, next_trick=next_trick or corrected_trick.LEAD_GOES_BACK)
    effects += (*changed, *corrected_trick.who_leads(changed))
    partner_has_one = any(isinstance(effect, PenaltyCard) for effect in changed)
    if partner_has_one:
        duties += (PARTNER_PENALTY_CARD_DUTY,)

    # Penalty cards and duties
    if duties:
        effects += (
            penalty_cards.WHILE_IT_LIES
            if faced and not partner_has_one
            else (penalty_cards.TWO_ARE_MAJOR, *penalty_cards.WHILE_IT_LIES)
        )
        duties += (penalty_cards.HELPED_BY_PENALTY_CARD,)
    return Ruling("62A", CORRECTED, effects, duties)


def correct_at_trick_twelve(ask: Ask, revoker: Revoker) -> Ruling:
    """Rule by Law 62D: a revoke at trick 12, established or not, is corrected until all four hands are back in the
    board."""
    ask(CARD)
    defender = revoker is Revoker.DEFENDER
    faced = defender and ask(FACED_LAST)
    seen = REVOKE_CARD_SEEN
    back = Withdraw(law="62D1", player="offender", card="card", to="hand", text=TAKE_BACK)
    if faced:
        ask(ITS_OWNER)
        seen = penalty_cards.PENALTY_CARD_INFORMATION
        back = replace(back, to="table_as_mPC" if ask(FACED_MINOR) else "table_as_MPC", text=TAKE_BACK_TO_TABLE)
    effects: tuple[Rectification, ...] = (back, PLAY_AND_KEEP)
    if defender and ask(PARTNER_STILL_TO_PLAY):
        effects += (
            Info(
                law="62D2",
                source="card",
                ui_for=("partner",),
                text=gettext_noop(
                    "[partner] may not choose between his two plays with the help of [card:the] that he has seen."
                ),
            ),
            Note(
                law="62D2",
                text=gettext_noop(
                    "Reading followed: this rule comes before 50E1, which would let him know of the card."
                ),
            ),
        )
    else:
        effects += (seen,)
    changed = later_cards(ask, revoker, next_trick=corrected_trick.LEAD_GOES_BACK, last_cards=True)
    return Ruling("62D1", CORRECTED_TWELFTH, (*effects, *changed, COUNT_BOTH))


def correct_both(ask: Ask, revoker: Revoker) -> Ruling:
    """Rule by Law 62C3: both sides revoked on one trick and only one has played to the next; both are corrected."""
    defender = revoker is Revoker.DEFENDER
    ask(CARD)
    if not defender:
        ask(SECOND_OFFENDER)
    ask(ITS_OWNER if defender else ITS_OTHER_OWNER)
    ask(OTHER_CARD)
    effects: tuple[Rectification, ...] = (
        Withdraw(
            law="62C3",
            player="offender",
            card="card",
            to="table_as_MPC" if defender else "hand",
            text=gettext_noop("Both cards wrongly played ([card], [other_card]) are taken back."),
        ),
        Withdraw(
            law="62C1",
            player="both_sides",
            card="played_after",
            to="hand",
            text=gettext_noop(
                "Each of the two plays a legal card. The others may take back a card played after the other side’s "
                "revoke; a card played to the next trick goes back if another hand now wins this one."
            ),
        ),
        PenaltyCard(
            law="62C3",
            player="offender" if defender else "second_offender",
            card="card" if defender else "other_card",
            kind="major",
            text=STAYS_ON_TABLE
            if defender
            else gettext_noop("[other_card:the] stays face up on the table, in front [owner:of]: major penalty card."),
        ),
        Info(
            law="16C2",
            source="withdrawn_cards",
            ui_for=("offending_side", "non_offending_side"),
            text=gettext_noop(
                "Both sides have offended: a card taken back, other than a penalty card on the table, is unauthorised "
                "for the side that played it."
            ),
        ),
        Note(
            law="62C3",
            text=gettext_noop(
                "Every card that a defender takes back becomes a major penalty card; [declarer] has none."
            ),
        ),
        penalty_cards.TWO_ARE_MAJOR,
        *penalty_cards.WHILE_IT_LIES,
    )
    duty = penalty_cards.penalty_card_duty() if defender else OTHER_PENALTY_CARD_DUTY
    return Ruling("62C3", BOTH_CORRECTED, effects, (duty, penalty_cards.HELPED_BY_PENALTY_CARD))


def later_cards(
    ask: Ask, revoker: Revoker, *, next_trick: YesNo, last_cards: bool = False
) -> tuple[Rectification, ...]:
    """Ask which cards the others change (62C1, 62C2), the offender's partner among them; return the effects."""
    if revoker is Revoker.DEFENDER:
        if not ask(DECLARING_PLAYED):
            return ()
        led = corrected_trick.next_lead(ask, next_trick)
        if ask(DECLARING_CHANGES) is NosCard.KEEP:
            return (*led, WITHDRAWN_BY_NOS) if led else ()
        effects: tuple[Rectification, ...] = (
            *led,
            Withdraw(
                law="62C1",
                player="declarer",
                card="played_after",
                to="hand",
                text=gettext_noop("[declarer] takes back the card he wishes to change and plays another."),
            ),
            WITHDRAWN_BY_NOS,
        )
        if not ask(PARTNER_PLAYED):
            return effects
        if last_cards:
            if ask(PARTNER_CHANGES_LAST) is OsCardLast.KEEP:
                return effects
            ask(PARTNER_CARD)
            return (*effects, partner_takes_back("hand"))
        if ask(PARTNER_CHANGES) is OsCard.KEEP:
            return effects
        ask(PARTNER_CARD)
        return (
            *effects,
            partner_takes_back("table_as_MPC"),
            PenaltyCard(
                law="62C2",
                player="partner",
                card="partner_card",
                kind="major",
                text=gettext_noop("[partner_card:the] stays face up, in front [partner:of]: major penalty card."),
            ),
        )

    played = ask(DEFENDERS_PLAYED)
    led = () if played is NosPlayed.NOBODY else corrected_trick.next_lead(ask, next_trick)
    effects = ()
    if played in (NosPlayed.LHO, NosPlayed.BOTH) and ask(LHO_CHANGES) is NosCard.CHANGE:
        effects += (defender_takes_back("lho", gettext_noop("[lho] takes back his card and plays another.")),)
        if ask(PARTNER_PLAYED) and ask(PARTNER_HAND_CHANGES) is OsCardDeclarer.CHANGE:
            ask(PARTNER_CARD)
            effects += (partner_takes_back("hand"),)
    if played in (NosPlayed.RHO, NosPlayed.BOTH) and ask(RHO_CHANGES) is NosCard.CHANGE:
        effects += (defender_takes_back("rho", gettext_noop("[rho] takes back his card and plays another.")),)
    return (*led, *effects, WITHDRAWN_BY_NOS) if led or effects else ()


def partner_takes_back(to: TakenTo) -> Withdraw:
    return Withdraw(
        law="62C2",
        player="partner",
        card="partner_card",
        to=to,
        text=gettext_noop("[partner] takes back [partner_card:the] and plays another."),
    )


def defender_takes_back(player: Player, text: str) -> Withdraw:
    return Withdraw(law="62C1", player=player, card="played_after", to="hand", text=text)


# Questions


DUMMY_ASKED = YesNo(
    "dummy_asked",
    "43B2(b)",
    gettext_noop("Was dummy the first to ask about it, after he had lost the right by looking at a hand?"),
    why=gettext_noop("The card is then replaced, but the tricks are counted at the end as for an established revoke."),
)
CARD = WhichCard("card", "62B", gettext_noop("Which card was wrongly played?"), hand="offender")
FACED = YesNo(
    "faced",
    "62B1",
    gettext_noop("Before it was played, was the card already face up on the table, as a penalty card ([card])?"),
    why=gettext_noop("A card from a hand nobody could see becomes a major penalty card, even a small one."),
    seen=Seen(on_the_table.lies_there, OFFENDER, CARD),
)
FACED_MINOR = YesNo(
    "faced_minor",
    "50B",
    gettext_noop("Was it a minor penalty card ([card])?"),
    seen=Seen(on_the_table.lies_as_minor, OFFENDER, CARD),
    assumed="no",
)
FACED_LAST = replace(FACED, id="faced_last", law="62D1", why="", assumed="no")
"""The same question at trick 12, with the answers of the table or a default."""
PARTNER_STILL_TO_PLAY = YesNo(
    "partner_still_to_play",
    "62D2",
    gettext_noop("When the revoke was made, had [partner] still to play to trick 12?"),
    why=gettext_noop("If so, what he has seen of the card taken back may not guide his own choice."),
)
SECOND_OFFENDER = WhichSeat(
    "second_offender",
    "62C3",
    gettext_noop("Which defender has revoked too?"),
    among=Among(
        terms.opponents,
        (OFFENDER,),
        gettext_noop("Both sides have revoked: the second player is an opponent of the first."),
    ),
)
ITS_OWNER, ITS_OTHER_OWNER = terms.owner_is(OFFENDER), terms.owner_is(SECOND_OFFENDER)
OTHER_CARD = WhichCard("other_card", "62C3", gettext_noop("Which card did the opponent wrongly play?"))
DECLARING_PLAYED = YesNo(
    "declaring_played",
    "62C1",
    gettext_noop("Has declarer played a card after the revoke, from his hand or from dummy?"),
    why=gettext_noop("To the same trick, or as the lead to the next one. He may take it back, and must be told so."),
)


class NosCard(Choice):
    KEEP = Option(
        "keep",
        gettext_noop("You keep the card played"),
        entails=gettext_noop("Then no opponent may change a card because of it."),
        law="62C1",
    )
    CHANGE = Option(
        "change",
        gettext_noop("You take it back and play another"),
        entails=gettext_noop(
            "Then the next opponent, if he has played after it, may change his card too. The card taken back is "
            "authorised information for [non_offending_side] and unauthorised for [offending_side]."
        ),
        law="62C1",
    )


DECLARING_CHANGES = ChooseOne(
    "declaring_changes",
    "62C1",
    gettext_noop("[declarer], you may take back any card played after the revoke, from your hand or from dummy:"),
    NosCard,
    chooser="declarer",
)
PARTNER_PLAYED = YesNo(
    "partner_played",
    "62C2",
    gettext_noop("Had [partner] played after the card that is taken back?"),
    why=gettext_noop("Only a card played after the changed one may be changed in turn; one played before it stays."),
)


class OsCardLast(Choice):
    """The same for a defender at trick 12: two cards are left, and the one taken back is for trick 13."""

    KEEP = Option(
        "keep", gettext_noop("You keep the card played"), entails=gettext_noop("Nothing more changes."), law="62C2"
    )
    CHANGE = Option(
        "change",
        gettext_noop("You take it back and play another"),
        entails=gettext_noop("The card taken back is kept for trick 13."),
        law="62C2",
    )


PARTNER_CHANGES_LAST = ChooseOne(
    "partner_changes_last",
    "62C2",
    gettext_noop("[partner], your opponent has changed his card. You may change yours:"),
    OsCardLast,
    chooser="partner",
)
PARTNER_CARD = WhichCard("partner_card", "62C2", gettext_noop("Which card does [partner] take back?"), hand="partner")


class OsCard(Choice):
    KEEP = Option(
        "keep", gettext_noop("You keep the card played"), entails=gettext_noop("Nothing more changes."), law="62C2"
    )
    CHANGE_DEFENDER = Option(
        "change",
        gettext_noop("You take it back and play another"),
        entails=gettext_noop("The card taken back becomes a major penalty card."),
        law="62C2",
    )


PARTNER_CHANGES = ChooseOne(
    "partner_changes",
    "62C2",
    gettext_noop("[partner], your opponent has changed his card. You may change yours:"),
    OsCard,
    chooser="partner",
)


class NosPlayed(Choice):
    LHO = Option("lho", gettext_noop("[lho] only"))
    RHO = Option("rho", gettext_noop("[rho] only"))
    BOTH = Option("both", gettext_noop("Both of them"))
    NOBODY = Option("nobody", gettext_noop("Neither of them"))


DEFENDERS_PLAYED = ChooseOne(
    "defenders_played",
    "62C1",
    gettext_noop("Which defenders have played a card after the revoke?"),
    NosPlayed,
    why=gettext_noop("To the same trick, or as the lead to the next one. Each may take his card back."),
)
LHO_CHANGES = ChooseOne(
    "lho_changes",
    "62C1",
    gettext_noop("[lho], you may take back the card that you played after the revoke:"),
    NosCard,
    chooser="lho",
)


class OsCardDeclarer(Choice):
    KEEP = Option(
        "keep", gettext_noop("You keep the card played"), entails=gettext_noop("Nothing more changes."), law="62C2"
    )
    CHANGE = Option(
        "change",
        gettext_noop("You take it back and play another"),
        entails=gettext_noop("The card taken back goes back to the hand; it is never a penalty card."),
        law="62C2",
    )


PARTNER_HAND_CHANGES = ChooseOne(
    "partner_hand_changes",
    "62C2",
    gettext_noop("[declarer], your opponent has changed his card. You may change the one [partner:of]:"),
    OsCardDeclarer,
    chooser="declarer",
)
RHO_CHANGES = ChooseOne(
    "rho_changes",
    "62C1",
    gettext_noop("[rho], you may take back the card that you played after the revoke:"),
    NosCard,
    chooser="rho",
)


# Words and effects


TAKE_BACK = gettext_noop("[offender] takes back [card:the].")
PLAY_LEGALLY = gettext_noop("[offender] plays a legal card in its place.")
PLAY_AND_KEEP = MustPlay(
    law="62D1",
    player="offender",
    card="legal_card",
    when="now",
    text=gettext_noop("[offender] plays the legal card to trick 12 and keeps [card:the] for trick 13."),
)
COUNT_BOTH = Note(
    law="62D1",
    text=gettext_noop(
        "Count tricks 12 and 13 as they are now, even if both had been played: whoever wins trick 12 leads to trick 13."
    ),
)
STAYS_ON_TABLE = gettext_noop("[card:the] stays face up on the table, in front [offender:of]: major penalty card.")
TAKE_BACK_TO_TABLE = gettext_noop("[card:the] goes back face up on the table, in front [offender:of].")
REVOKE_CARD_SEEN = terms.card_taken_back(may="non_offending_side", may_not="offending_side")
PARTNER_PENALTY_CARD_DUTY = penalty_cards.penalty_card_duty(
    owner="partner",
    card="partner_card",
    text=gettext_noop(
        "Major penalty card, in front [partner:of] ([partner_card]): to be played at the first legal "
        "opportunity. Each time [offender] is about to lead, [declarer] first chooses: require the suit, "
        "forbid it, or leave the lead free."
    ),
)
CORRECTED = gettext_noop("The revoke is corrected. No trick is transferred.")
CORRECTED_TWELFTH = gettext_noop(
    "The revoke at trick 12 is corrected, even if it was established. No trick is transferred."
)
OTHER_PENALTY_CARD_DUTY = penalty_cards.penalty_card_duty(
    card="other_card",
    text=gettext_noop(
        "Major penalty card, in front [owner:of] ([other_card]): to be played at the first legal opportunity. "
        "Each time [owner_partner] is about to lead, [declarer] first chooses: require the suit, forbid it, "
        "or leave the lead free."
    ),
)
BOTH_CORRECTED = gettext_noop("Both revokes are corrected. No trick is transferred for the moment.")
WITHDRAWN_BY_NOS = Info(
    law="16C",
    source="withdrawn_by_non_offenders",
    ui_for=("offending_side",),
    ai_for=("non_offending_side",),
    text=gettext_noop(
        "Cards taken back by [non_offending_side]: authorised information for that side, "
        "unauthorised for [offending_side]."
    ),
)
AS_IF_ESTABLISHED = gettext_noop("The card is replaced now; the tricks are counted at the end of play.")
