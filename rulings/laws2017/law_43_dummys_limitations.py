"""Law 43 - Dummy's limitations.

Text:   WBF, Laws of Duplicate Bridge 2017, Laws 42 and 43; FFB, Code 2017, Lois 42 et 43.
Before: Law 42, what dummy may do; he keeps the rights of 42B only as long as he has not looked.
Sends:  64 for a revoke that his question brings to light, 45F when he suggests a play, 16B for what he tells declarer,
        12C1 for the scores at the end of play.
Rows:   LAWS.md 5.2, 43.R1 to 43.R7.
Reading: 43.R3. After a question that dummy had no right to ask, the trick belongs to the side that wins it once the
        card is replaced.
Reading: 43.R5. Declarer loses no right when a dummy who has not looked points out an irregularity.

This is the entry point of everything dummy says or does beyond playing the cards named.
"""

from typing import assert_never

from rulings.engine import ruling as effect
from rulings.engine.inquiry import Ask, Law
from rulings.engine.names import Player
from rulings.engine.questions import Choice, ChooseOne, Option, YesNo
from rulings.engine.ruling import Ruling, Send
from rulings.engine.text import gettext_noop
from rulings.laws2017 import law_42_dummys_rights as rights
from rulings.laws2017 import terms
from rulings.laws2017.law_12_directors_discretionary_powers import (
    LINE,
    PROBABLE_TRICKS,
    RESULT_STANDS,
    assign,
    come_back,
)


def dummy(ask: Ask) -> Ruling:
    """Rule on what dummy did or said: his rights, his limits, and the consequences when he has lost his rights."""
    act = ask(ACT)
    match act:
        # 42. His rights
        case Act.RIGHTS:
            return rights.always()
        case Act.AFTER_PLAY:
            return rights.after_play()
        case Act.ASKED_DECLARER:
            return asked_declarer(ask)
        case Act.OWN_HAND:
            return rights.of_his_own_hand(ask)
        case Act.WARNED:
            return warned(ask)

        # 43A1. What he may not do during play
        case Act.ASKED_DEFENDER:
            effects: tuple[effect.Rectification, ...] = (PENALTY_POSSIBLE, DECLARER_MAY_NOT_USE)
            return Ruling("61B2(b)", MAY_NOT_ASK, (*effects, DEFENDERS_REVOKE) if ask(WAS_A_REVOKE) else effects)
        case Act.POINTED_OUT:
            return pointed_out(ask)
        case Act.TOOK_PART:
            return Ruling("43A1(c)", BEYOND, (PENALTY_POSSIBLE, DECLARER_MAY_NOT_USE, SUGGESTED_A_PLAY))

        # 43A2, A3. Looking at hands
        case Act.LOOKED:
            return Ruling("43A2", LOST_RIGHTS, (REMEMBER, DECLARER_MAY_NOT_USE, PENALTY_POSSIBLE))
        case Act.SHOWN:
            return Ruling("43A3", NOTHING_FOR_DUMMY, (PENALTY_POSSIBLE, DECLARER_MAY_NOT_USE))
        case _:
            assert_never(act)


LAW = Law(
    "43",
    gettext_noop("Dummy spoke, asked or looked"),
    dummy,
    finds=gettext_noop("dummy, warned, wrong hand, called the director, looked at a hand, none left"),
)


def asked_declarer(ask: Ask) -> Ruling:
    """Rule on dummy who asked declarer about a revoke (42B1, 43B2(b)), which is his right unless he had looked. The
    revoke is ruled on either way; it is an ordinary one if somebody had asked before him."""
    if not ask(rights.DUMMY_LOOKED):
        return Ruling("42B1", rights.WITHIN_HIS_RIGHTS, (ORDINARY_REVOKE,) if ask(WAS_A_REVOKE) else ())
    if not ask(WAS_A_REVOKE):
        return Ruling("43B1", NO_RIGHT_TO_ASK, (PENALTY_POSSIBLE,))
    if not ask(FIRST_TO_ASK):
        return Ruling("43B1", NO_RIGHT_TO_ASK, (PENALTY_POSSIBLE, ORDINARY_REVOKE))
    return Ruling("43B2(b)", NO_RIGHT_TO_ASK, (PENALTY_POSSIBLE, CORRECT_IT))


def warned(ask: Ask) -> Ruling:
    """Rule on dummy who warned against a lead from the wrong hand (42B2, 43B2(a)), which is his right unless he had
    looked. If he had, the defenders choose the hand."""
    if not ask(rights.DUMMY_LOOKED):
        return rights.warned_in_time()
    if not ask(WRONG_HAND):
        return Ruling("43B1", BEYOND, (PENALTY_POSSIBLE, PREVENTED))
    hand = ask(WHICH_HAND)
    player: Player
    match hand:
        case WhichHand.DECLARER:
            player, text = "declarer", gettext_noop("[declarer] leads from his own hand, whatever card he likes.")
        case WhichHand.DUMMY:
            player, text = "dummy", gettext_noop("[declarer] leads from dummy, whatever card he likes.")
        case _:
            assert_never(hand)
    lead = effect.MustPlay(law="43B2(a)", player=player, card="any_card", when="now", text=text)
    return Ruling("43B2(a)", THEY_CHOOSE, (lead, PENALTY_POSSIBLE))


def pointed_out(ask: Ask) -> Ruling:
    """Rule by 43A1 and 43B3 on attention drawn during play."""
    if not ask(FIRST):
        return Ruling("43A1(a)", ANYBODY_MAY_CALL, (rights.RULE_ON_IT,))
    looked = ask(rights.DUMMY_LOOKED)

    # B3. A defender's irregularity: no rectification now, and later an adjustment for one side only
    if looked and ask(BY_DEFENDERS):
        now = Ruling(
            "43B3",
            AS_IF_NOTHING,
            (PENALTY_POSSIBLE, DECLARER_MAY_NOT_USE, come_back("43B3")),
            (SPLIT_LATER,),
        )
        ask.wait(effect.When.END_OF_PLAY, meanwhile=now)
        if not ask(DEFENDERS_GAINED):
            return Ruling("43B3", RESULT_STANDS)
        ask(terms.DECLARER)
        ask(LINE)
        ask(PROBABLE_TRICKS)
        split = effect.SplitScore(
            law="43B3",
            kind="gain_taken",
            tricks="probable_tricks",
            to="defenders",
            text=gettext_noop(
                "For [defenders]: [probable_tricks] for declarer. For [declaring_side]: as at the table."
            ),
        )
        return Ruling("43B3", ONLY_DEFENDERS, (split,))

    # A1. Otherwise the irregularity is ruled on, and the remark is looked at when play has ended
    judged = (effect.ConsiderAdjusting(law="12A1", when="end_of_play"), come_back("43A1(b)"))
    effects: tuple[effect.Rectification, ...] = (rights.RULE_ON_IT, PENALTY_POSSIBLE, DECLARER_MAY_NOT_USE, *judged)
    if not looked:
        effects += (READING_REMARK,)
    ask.wait(effect.When.END_OF_PLAY, meanwhile=Ruling("43A1(b)", NOT_FOR_DUMMY, effects, (REMARK_LATER,)))
    if not ask(DECLARER_GAINED):
        return Ruling("43A1(b)", RESULT_STANDS)
    ask(terms.DECLARER)
    return assign(ask, "12A1", "defenders")


# Questions


class Act(Choice):
    RIGHTS = Option(
        "rights", gettext_noop("He counted the tricks, or answered the director about facts or law"), law="42A"
    )
    ASKED_DECLARER = Option("asked_declarer", gettext_noop("He asked declarer “none left?”"), law="42B1")
    OWN_HAND = Option("own_hand", rights.SPOKE_OF_DUMMYS_CARD, law="42A")
    ASKED_DEFENDER = Option("asked_defender", gettext_noop("He asked a defender “none left?”"), law="61B2(b)")
    WARNED = Option("warned", gettext_noop("He warned somebody before the mistake was made"), law="42B2")
    POINTED_OUT = Option(
        "pointed_out", gettext_noop("During play, he called the director or pointed out an irregularity"), law="43A1(b)"
    )
    AFTER_PLAY = Option("after_play", gettext_noop("He pointed out an irregularity after play"), law="42B3")
    TOOK_PART = Option(
        "took_part", gettext_noop("He spoke about the play, or touched or suggested a card"), law="43A1(c)"
    )
    LOOKED = Option(
        "looked",
        gettext_noop("He exchanged hands with declarer, left his seat to watch him, or looked at a defender’s card"),
        law="43A2",
    )
    SHOWN = Option("shown", gettext_noop("A defender showed him his hand"), law="43A3")


ACT = ChooseOne("act", "43A1(c)", gettext_noop("What did [dummy] do?"), Act)
WAS_A_REVOKE = YesNo("was_a_revoke", "61A", gettext_noop("Could the player who was asked have followed suit?"))
FIRST_TO_ASK = YesNo(
    "first_to_ask",
    "43B2(b)",
    gettext_noop("Was [dummy] the first to ask about it?"),
    why=gettext_noop("If another player had asked before him, the revoke is ruled on as usual."),
    assumed="yes",
)
WRONG_HAND = YesNo(
    "wrong_hand",
    "43B2(a)",
    gettext_noop("Did he warn declarer not to lead from the wrong hand?"),
    why=gettext_noop("For this warning the law gives the defenders a choice; for another one, only a penalty."),
)


class WhichHand(Choice):
    DECLARER = Option(
        "declarer",
        gettext_noop("You have him lead from his own hand"),
        entails=gettext_noop("Declarer must lead from his own hand, whatever card he likes."),
        law="43B2(a)",
    )
    DUMMY = Option(
        "dummy",
        gettext_noop("You have him lead from dummy"),
        entails=gettext_noop("Declarer must lead from dummy, whatever card he likes."),
        law="43B2(a)",
    )


WHICH_HAND = ChooseOne(
    "which_hand",
    "43B2(a)",
    gettext_noop("Defenders, either of you may choose the hand from which declarer leads; the first to speak decides:"),
    WhichHand,
    chooser="defenders",
)
FIRST = YesNo(
    "first",
    "43A1(a)",
    gettext_noop("Was [dummy] the first to draw attention to it?"),
    why=gettext_noop("Once another player has drawn attention to an irregularity, anybody may call the director."),
)
BY_DEFENDERS = YesNo("by_defenders", "43B3", gettext_noop("Is it an irregularity of [defenders]?"))
DEFENDERS_GAINED = YesNo(
    "defenders_gained",
    "43B3",
    gettext_noop("Have [defenders] gained by their irregularity?"),
    why=gettext_noop("Compare the result at the table with the one expected without it, had play gone on normally."),
)
DECLARER_GAINED = YesNo(
    "declarer_gained",
    "12A1",
    gettext_noop("Has [declaring_side] gained by what dummy said, beyond the ordinary rectification?"),
)


# Words and effects


PENALTY_POSSIBLE = effect.PenaltyPossible(
    law="90", text=gettext_noop("A procedural penalty is possible, never automatic.")
)
DECLARER_MAY_NOT_USE = effect.Info(
    law="16B",
    source="dummy",
    ui_for=("declarer",),
    text=gettext_noop("[declarer] may not use what dummy has told him."),
)
MAY_NOT_ASK = gettext_noop("Dummy may not ask a defender.")
DEFENDERS_REVOKE = Send(
    law="62A", to="64", hands=("declarer", "able=yes"), text=gettext_noop("Now rule on the defender’s revoke itself.")
)
BEYOND = gettext_noop("Dummy went beyond his rights.")
SUGGESTED_A_PLAY = Send(
    law="45F",
    to="45F",
    hands=("declarer",),
    text=gettext_noop("If he touched, showed or suggested a card, rule on that too."),
)
LOST_RIGHTS = gettext_noop("Dummy loses his rights to warn and to ask, until the end of this board.")
REMEMBER = effect.Note(
    law="43B2(a)",
    text=gettext_noop(
        "Until the end of the board: if he warns declarer against the wrong hand, asks him about a revoke or points "
        "out an irregularity of the defenders, come back and say that he had looked."
    ),
)
NOTHING_FOR_DUMMY = gettext_noop("A defender may not show his hand to dummy. Play goes on.")
ORDINARY_REVOKE = Send(
    law="62A",
    to="64",
    hands=("offender=[declarer]", "declarer", "able=yes", "dummy_asked=no"),
    text=gettext_noop("Now rule on the revoke itself."),
)
NO_RIGHT_TO_ASK = gettext_noop("Dummy had lost the right to ask declarer.")
CORRECT_IT = Send(
    law="43B2(b)",
    to="64",
    hands=("offender=[declarer]", "declarer", "able=yes", "dummy_asked=yes"),
    text=gettext_noop(
        "Now rule on the revoke: declarer replaces his card, and the tricks are counted at the end of play as if the "
        "revoke were established."
    ),
)
PREVENTED = effect.Note(law="43B1", text=gettext_noop("What he prevented is not done: play goes on lawfully."))
THEY_CHOOSE = gettext_noop("The defenders choose the hand from which declarer leads.")
ANYBODY_MAY_CALL = gettext_noop("Another player had drawn attention to it: dummy may call the director.")
AS_IF_NOTHING = gettext_noop("Play goes on as if nothing had happened.")
SPLIT_LATER = effect.Duty(
    "43B3",
    effect.When.END_OF_PLAY,
    gettext_noop("Irregularity of [defenders], pointed out by dummy without the right to: have they gained by it?"),
)
ONLY_DEFENDERS = gettext_noop(
    "The score is adjusted for [defenders] only. [declaring_side] keeps the result of the table."
)
READING_REMARK = effect.Note(
    law="43A1(b)",
    text=gettext_noop(
        "Reading followed: no right of declarer’s is lost by the remark of a dummy who has not looked; the score is "
        "adjusted at the end of play if the remark helped his side."
    ),
)
NOT_FOR_DUMMY = gettext_noop(
    "It was not for dummy to point it out. Declarer keeps his rights: rule on the irregularity as usual."
)
REMARK_LATER = effect.Duty(
    "43A1(b)", effect.When.END_OF_PLAY, gettext_noop("Dummy’s remark during play: has [declaring_side] gained by it?")
)
