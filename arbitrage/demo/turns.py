"""Worked cases of cards led or played out of turn, each with all hands and the director's answers.

They are the usual teaching examples for opening leads, leads and plays out of turn (LAWS.md 12). Where the teaching and
the Laws differ, the ruling follows the Laws and the case says so. Cases that share a deal are the same irregularity at
several tables, with a different option at each. This long file contains only data.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from arbitrage.demo.cases import Trick, tricks_of
from arbitrage.demo.movement import relay_mitchell
from rulings.bridge import Deal, parse_deal

BOARDS_A_SET = 3

DEALS = {
    2: "N:AJ7.T86.A83.Q975 K9864..KQJ95.842 T53.AKQJ54.T7.KJ Q2.9732.642.AT63",
    3: "N:T86.AJ98.A8.A962 KJ9754.64.973.KQ AQ32.KQ2.K4.T753 .T753.QJT652.J84",
    4: "N:964.KT4.8752.A98 JT.AJ86.JT9.JT63 AKQ72.Q92.K4.Q54 853.753.AQ63.K72",
    5: "N:JT9.AKJT4.93.T95 7.Q832.KQJ2.KQ73 AK864.976.A74.A8 Q532.5.T865.J642",
    6: "N:642.KJ8.A9.QJT73 T3.QT932.QT6.864 A75.A74.KJ85.K95 KQJ98.65.7432.A2",
    7: "N:T652.J98.42.KQ82 Q3.7654.KT9.T763 AKJ84.Q3.AQ86.J4 97.AKT2.J753.A95",
    9: "N:K75.T76.AJ32.T32 QJT4.Q9.K9854.74 A632.A52.QT6.AQ8 98.KJ843.7.KJ965",
    11: "N:T62.93.A63.KQ964 93.K84.KQJT7.J85 AQ85.AJ75.952.AT KJ74.QT62.84.732",
    13: "N:862.AT52.83.AT93 T54.86.K9754.762 AKQJ7.K94.T2.KJ5 93.QJ73.AQJ6.Q84",
    15: "N:543.AQ932.73.AT4 J2.K854.AT854.J6 AKQ98.JT7.QJ.K75 T76.6.K962.Q9832",
    17: "N:JT9.J8765.J76.JT 543.92.A84.KQ874 AKQ876.AQ4.Q32.A 2.KT3.KT95.96532",
    20: "N:J76.Q852.AKT8.T4 T952.KT6.Q94.Q65 AKQ43.J74.J32.K9 8.A93.765.AJ8732",
    23: "N:K4.975.7643.K973 J87..KQJT98.QJ62 A532.AQ86.A52.A4 QT96.KJT432..T85",
}
"""Hands of the boards with a case, by board number, in PBN."""


PARTNER_LEADS = {"now": "lead", "at_lead": "partner", "owners_cards": "one", "his_own": "no"}
"""Answers when one major penalty card lies on the table, and its owner's partner is on lead."""


class Sequel(NamedTuple):
    """A further law that the director applies later in the same play, before trick *trick*, counted from 1. *rules* is
    the law of its decision."""

    law: str
    answers: Mapping[str, str]
    rules: str
    trick: int


@dataclass(frozen=True)
class Turn:
    """A card led or played out of turn, or another mistake at a lead, at one table of the earlier afternoon.

    *before* has the tricks completed before the irregularity, *play* the tricks after the ruling that it affects.
    *law* is the law that the director opens, *rules* the law of the decision. *lead*, *tricks* and *played_by* are
    values of the traveller: the opening lead, declarer's tricks, and the player who became declarer by the ruling, ""
    if that is *declarer*.
    """

    name: str
    board: int
    table: int
    contract: str
    lead: str
    tricks: int
    answers: Mapping[str, str]
    rules: str
    play: str
    before: str = ""
    law: str = "54"
    declarer: str = "S"
    played_by: str = ""
    called_by: str = "S"
    sequels: tuple[Sequel, ...] = ()
    words: str = ""

    @property
    def hands(self) -> Deal:
        return parse_deal(DEALS[self.board])

    @property
    def round(self) -> int:
        """The round in which the table plays the board."""
        number = (self.board - 1) // BOARDS_A_SET + 1
        return next(
            sitting.round for sitting in relay_mitchell() if (sitting.table, sitting.set) == (self.table, number)
        )

    @property
    def tricks_before(self) -> list[Trick]:
        return tricks_of(self.before)

    @property
    def tricks_after(self) -> list[Trick]:
        return tricks_of(self.play)


def opening_lead(card: str, **more: str) -> dict[str, str]:
    """Return the first answers of a case: East has led *card* out of turn against South, and nothing else has
    happened."""
    return {"wrong_leader": "E", "since_lead": "nothing", "card": card} | more


def over_two(card: str, leader_card: str, option: str) -> dict[str, str]:
    """Return the first answers of a case: East has led *card* out of turn, then West has faced *leader_card*."""
    two = {"since_lead": "partner", "partner_lead": "after", "card": card, "leader_card": leader_card}
    return {"wrong_leader": "E"} | two | {"option_over_two": option}


# The king of diamonds: the five options

STAYS_DECLARER = Turn(
    name="4H: East leads the king of diamonds out of turn, South accepts it and plays the hand",
    board=2,
    table=1,
    contract="4H",
    lead="DK",
    tricks=10,
    answers=opening_lead("DK", option="stay"),
    rules="54B",
    play="""E DK D7 D2 DA
N H6 S4 HA H2""",
)
"""Accepted: dummy is spread, and South plays second (54B)."""

BECOMES_DUMMY = Turn(
    name="4H: East leads the king of diamonds out of turn, South accepts it and lets his partner play",
    board=2,
    table=7,
    contract="4H",
    lead="DK",
    tricks=10,
    answers=opening_lead("DK", option="become_dummy"),
    rules="54A",
    play="""E DK D7 D2 DA
N H6 S4 HA H2""",
    played_by="N",
)
"""Accepted: South spreads his hand and North is declarer (54A)."""

DIAMOND_REQUIRED = Turn(
    name="4H: East leads the king of diamonds out of turn, South refuses it and requires a diamond",
    board=2,
    table=6,
    contract="4H",
    lead="D2",
    tricks=10,
    answers=opening_lead("DK", option="require"),
    rules="50D2(a)",
    play="""W D2 DA D9 D7
N H6 S4 HA H2""",
    words="Le Roi de Carreau est repris sans devenir pénalisé, mais Ouest n’a pas le droit d’en tenir compte (50E2) : "
    "« sans pénalité » ne veut pas dire « sans conséquence ».",
)
"""Refused with a requirement: the king goes back, West leads a diamond, this time only (50D2(a)).

It is often taught that the card is taken back and nothing more follows. But West's knowledge of it is unauthorised
(50E2).
"""

DIAMOND_FORBIDDEN = Turn(
    name="4H: East leads the king of diamonds out of turn, South forbids diamonds and West keeps the lead",
    board=2,
    table=5,
    contract="4H",
    lead="CA",
    tricks=10,
    answers=opening_lead("DK", option="forbid"),
    rules="50D2(a)",
    play="""W CA C5 C2 CJ
W C3 C7 C4 CK
S HA H2 H6 S4""",
    words="C’est Ouest, partenaire du fautif, qui entame d’une autre couleur ; Est ne fait que reprendre son Roi. "
    "Inutile d’encaisser d’abord l’As de Trèfle : l’interdiction dure tant qu’Ouest garde la main.",
)
"""Refused with a prohibition: no diamond from West as long as he keeps the lead (50D2(a)).

One teaching document lets the offender lead another suit, but his partner is the one who leads.
"""

KING_CAPTURED = Turn(
    name="4H: East leads the king of diamonds out of turn, the lead is left free and dummy's ace takes the king",
    board=2,
    table=4,
    contract="4H",
    lead="SQ",
    tricks=11,
    answers=opening_lead("DK", option="free"),
    rules="54D",
    play="""W SQ SA S9 S3
N DA DK D7 D2""",
)
"""Refused, the lead left free: the king is a major penalty card and falls on the ace (54D, 50D1)."""

CHOICE_COMES_BACK = Turn(
    name="4H: East leads the king of diamonds out of turn, the lead is free, then a diamond is required",
    board=2,
    table=3,
    contract="4H",
    lead="CA",
    tricks=11,
    answers=opening_lead("DK", option="free"),
    rules="54D",
    play="""W CA C5 C2 CJ
W D2 DA D5 D7""",
    sequels=(
        Sequel(
            "50-table",
            PARTNER_LEADS | {"on_lead": "W", "card": "DK", "lead_choice": "require"},
            "50D2(a)",
            trick=2,
        ),
    ),
    words="Ouest garde la main avec l’As de Trèfle : le choix revient à Sud avant cette nouvelle attaque, et le Roi "
    "n’est repris que maintenant.",
)
"""South has the choice again before every lead by West while the king lies on the table, whether West has kept the lead
or not (50D2)."""

VOID_IN_SPADES = Turn(
    name="3NT: East leads the seven of spades out of turn, a spade is required and West has none",
    board=3,
    table=2,
    contract="3NT",
    lead="DQ",
    tricks=10,
    answers=opening_lead("S7", option="require"),
    rules="50D2(a)",
    play="W DQ D8 D3 DK",
)
"""West has no spade to lead, so he may lead any card without rectification (50D2(a), 59)."""

# A jack led through a king, and a lead in partner's suit

KING_SAVED = Turn(
    name="3S: East leads the jack of diamonds out of turn, a diamond is required and West cashes his ace",
    board=4,
    table=2,
    contract="3S",
    lead="DA",
    tricks=9,
    answers=opening_lead("DJ", option="require"),
    rules="50D2(a)",
    play="""W DA D2 D9 D4
W H5 HT HJ HQ""",
    words="L’exigence ne vaut que pour cette entame : Ouest, resté en main avec l’As, n’est pas tenu de continuer "
    "Carreau. Seule l’interdiction dure tant qu’il garde la main.",
)
"""West has the ace and the queen and must lead a diamond, so South's king is saved.

It is taught that West, still on lead with his ace, must go on with diamonds. But a requirement is for that lead only.
"""

TEMPO_GAINED = Turn(
    name="3NT: East leads his partner's suit out of turn, South forbids spades and has the time to establish clubs",
    board=6,
    table=6,
    contract="3NT",
    lead="H6",
    tricks=9,
    answers=opening_lead("ST", option="forbid"),
    rules="50D2(a)",
    play="""W H6 H8 H9 HA
S C5 CA C3 C4
W SK S2 S3 S5
W SQ S4 ST S7
W SJ S6 H2 SA""",
)
"""West has lost the lead at the first trick: when he regains it with the ace of clubs he may lead a spade."""

# A lead that an opponent asked for

TOLD_TO_LEAD = Turn(
    name="4S: South tells East that it is his lead, and East leads the king of diamonds",
    board=7,
    table=3,
    contract="4S",
    lead="HA",
    tricks=10,
    answers={"wrong_leader": "E", "since_lead": "told", "card": "DK"},
    rules="47E1",
    play="""W HA H8 H7 H3
W HK H9 H4 HQ""",
    words="Sud ne peut ni accepter le Roi de Carreau, ni fonder son jeu sur sa place : l’impasse reste permise, "
    "tirer l’As pour voir tomber le Roi ne l’est pas. Ouest, lui, entame ce qu’il veut.",
)
"""The card goes back, may not be accepted, and is unauthorised for declarer's side only (47E1, 16C)."""

# A lead and the next act of a player

ACE_PLAYED_OVER_THE_KING = Turn(
    name="4S: East leads the king of diamonds out of turn and South puts his ace on it",
    board=5,
    table=1,
    contract="4S",
    lead="DK",
    tricks=10,
    answers={"wrong_leader": "E", "since_lead": "declarer", "declarer_did": "played"},
    rules="54A",
    play="E DK DA D5 D3",
    played_by="N",
    words="Lecture de l’édition française : Sud a exposé une carte, il devient le mort et l’As n’est pas joué ; Nord "
    "peut l’appeler. L’article est la Loi 54A ; la 45D1 traite d’autre chose. Par le texte anglais, Sud resterait "
    "déclarant et l’As serait joué (54B1).",
)
"""The French edition: a card exposed accepts the lead and makes declarer dummy (54A); the ace is not played.

The teaching documents quote Law 45D1, which is about a card that dummy picks up unasked. By the English text a card
played to the trick accepts the lead too, but then South remains declarer and the ace is played (54B1).
"""

BEGINS_TO_SPREAD = Turn(
    name="4S: East leads the king of diamonds out of turn and South begins to spread his hand",
    board=5,
    table=5,
    contract="4S",
    lead="DK",
    tricks=10,
    answers={"wrong_leader": "E", "since_lead": "declarer", "declarer_did": "spread"},
    rules="54A",
    play="E DK D4 D8 D3",
    played_by="N",
)
"""One card of his hand spread is enough: he spreads them all, and North is declarer (54A)."""

DUMMY_SPREADS = Turn(
    name="4S: East leads the king of diamonds out of turn and North shows a first card of dummy",
    board=5,
    table=4,
    contract="4S",
    lead="DK",
    tricks=10,
    answers={"wrong_leader": "E", "since_lead": "dummy", "dummy_seen": "yes"},
    rules="54C",
    play="E DK DA D5 D3",
)
"""South could see a card of dummy: he must accept the lead, remains declarer, and plays second (54C)."""

ONE_FACE_DOWN = Turn(
    name="4S: West, on lead, has a card face down when East faces the king of diamonds",
    board=5,
    table=3,
    contract="4S",
    lead="H5",
    tricks=10,
    answers={
        "wrong_leader": "E",
        "since_lead": "partner",
        "partner_lead": "face_down",
        "card": "DK",
        "option": "forbid",
    },
    rules="50D2(a)",
    play="W H5 HA H2 H6",
)
"""A lead out of turn like any other: West takes his face-down card back, and South has the five options (54)."""

# Cards face down

FACE_DOWN_BY_THE_WRONG_PLAYER = Turn(
    name="3NT: East leads out of turn, face down",
    board=9,
    table=2,
    contract="3NT",
    lead="H4",
    tricks=9,
    answers={"wrong_leader": "E", "since_lead": "face_down", "seen_by_partner": "no"},
    rules="41A",
    play="W H4 H6 HQ H2",
    words="« Une carte entamée face cachée ne se reprend pas » : vrai pour le joueur qui doit entamer, non pour "
    "celui-ci, dont ce n’est pas le tour.",
)
"""The card goes back unseen, without rectification (41A).

One teaching document says that a card led face down can never be taken back. That holds only for the player whose turn
it was to lead.
"""

LEADER_CHANGES_HIS_MIND = Turn(
    name="3NT: West, on lead, wishes to change the card that he has put face down",
    board=9,
    table=1,
    contract="3NT",
    lead="H4",
    tricks=9,
    law="41",
    answers={"trouble": "change", "reason": "other"},
    rules="41A",
    play="W H4 H6 HQ H2",
)
"""It was his turn: the card led face down stays the lead (41A)."""

RIGHT_LEAD_FACED = Turn(
    name="3NT: West has faced his lead, and East has a card face down",
    board=9,
    table=6,
    contract="3NT",
    lead="H4",
    tricks=9,
    law="41",
    answers={"trouble": "partner"},
    rules="41A",
    play="W H4 H6 HQ H2",
)
"""The lead stands and play goes on; East takes his card back unseen (41A)."""

DECLARER_SPREADS_BY_MISTAKE = Turn(
    name="3NT: West has faced his lead, East has a card face down, and South spreads some of his cards",
    board=9,
    table=5,
    contract="3NT",
    lead="H4",
    tricks=8,
    law="41",
    answers={"trouble": "declarer", "claims": "no"},
    rules="48A",
    play="W H4 H6 HQ H2",
    called_by="W",
    words="La carte d’Est, face cachée, n’était pas une entame : Sud reste déclarant et reprend ses cartes. La défense "
    "peut tenir compte de ce qu’elle a vu.",
)
"""No lead out of turn was faced: South remains declarer, and the defenders may use what they saw (48A)."""

DUMMY_LEADS = Turn(
    name="3NT: North, who will be dummy, leads",
    board=9,
    table=4,
    contract="3NT",
    lead="H4",
    tricks=9,
    answers={"wrong_leader": "N", "card": "D2"},
    rules="54E",
    play="W H4 H6 HQ H2",
    called_by="E",
)
"""It is not for the declaring side to lead, so the card goes back under Law 24 (54E)."""

# Both defenders face a card

ACCEPTED_OVER_TWO = Turn(
    name="3NT: East's king of diamonds, then West's four of spades; South accepts the king",
    board=11,
    table=2,
    contract="3NT",
    lead="DK",
    tricks=10,
    answers=over_two("DK", "S4", "stay"),
    rules="54B",
    play="""E DK D2 D8 DA
N S2 S3 SQ S4""",
    words="Ouest a du Carreau : le 4 de Pique ne peut pas être joué à cette levée et reste pénalisé. Nord joue Pique, "
    "et Ouest, tenu de fournir son 4, ne prend pas de son Roi.",
)
"""The four is a penalty card because West has a diamond to follow with (54B, 50D1(b)).

It is taught that the four always is one. But without a diamond West would have to play it to the trick.
"""

FORBIDDEN_OVER_TWO = Turn(
    name="3NT: East's king of diamonds, then West's four of spades; South forbids diamonds",
    board=11,
    table=1,
    contract="3NT",
    lead="S4",
    tricks=10,
    answers=over_two("DK", "S4", "forbid"),
    rules="50D2(a)",
    play="W S4 S2 S9 SQ",
    words="Le Roi est repris : il ne peut pas être en même temps pénalisé. Ouest doit entamer de son 4.",
)
"""The king goes back, and a card taken back is not a penalty card; West must lead the four (50D2(a), 50D1(a)).

One teaching document takes the king back and penalises it too.
"""

FREE_OVER_TWO = Turn(
    name="3NT: East's king of diamonds, then West's four of spades; South leaves the lead free",
    board=11,
    table=7,
    contract="3NT",
    lead="S4",
    tricks=10,
    answers=over_two("DK", "S4", "free"),
    rules="54D",
    play="""W S4 S2 S9 SQ
S D2 D4 DA DK""",
)
"""Both are penalty cards: West must lead his four, and the king falls at the first diamond (54D)."""

REQUIRED_OVER_TWO = Turn(
    name="3NT: East's king of diamonds, then West's four of spades; South requires a diamond",
    board=11,
    table=6,
    contract="3NT",
    lead="D8",
    tricks=10,
    answers=over_two("DK", "S4", "require"),
    rules="50D2(a)",
    play="""W D8 DA D7 D2
N S2 S3 SQ S4""",
)
"""West leads a diamond. The four stays on the table, and West plays it when spades are led (50D2(a), 50D1(b))."""

SAME_MOMENT = Turn(
    name="3NT: West leads the four of spades and East the king of diamonds at the same moment",
    board=11,
    table=5,
    contract="3NT",
    lead="S4",
    tricks=10,
    answers={
        "wrong_leader": "E",
        "since_lead": "partner",
        "partner_lead": "same_time",
        "leader_card": "S4",
        "card": "DK",
    },
    rules="58A",
    play="""W S4 S2 S9 SQ
S D2 D4 DA DK""",
    words="Entames simultanées : celle d’Ouest, dont c’était le tour, est l’entame. Sud n’a rien à accepter ni à "
    "exiger.",
)
"""The proper lead stands; East has a spade to follow with, and the king is a penalty card (58A).

One teaching document gives declarer the options of a lead out of turn, but he has none here.
"""

ACCEPTED_OVER_A_VOID = Turn(
    name="3NT: East's king of diamonds, then West's four of hearts; South accepts, and West has no diamond",
    board=23,
    table=3,
    contract="3NT",
    lead="DK",
    tricks=8,
    answers=over_two("DK", "H4", "stay"),
    rules="54B",
    play="E DK DA H4 D3",
    words="Ouest n’a pas de Carreau : il doit fournir son 4 de Cœur à cette levée, qui n’est donc pas pénalisé.",
)
"""West cannot follow: the four must be played to the king (54B, 50D1(a)); it is not always a penalty card."""

REQUIRED_OF_A_VOID = Turn(
    name="3NT: East's king of diamonds, then West's four of hearts; a diamond is required and West has none",
    board=23,
    table=2,
    contract="3NT",
    lead="H4",
    tricks=9,
    answers=over_two("DK", "H4", "require"),
    rules="50D2(a)",
    play="W H4 H5 C2 H6",
    words="Ouest, chicane à Carreau, ne fait pas ce qu’il veut : il a une carte pénalisée, il doit l’entamer.",
)
"""West cannot lead the required suit, so he must lead his own penalty card (59, 50D1(a)).

One teaching document lets him lead what he likes.
"""

SAME_MOMENT_OVER_A_VOID = Turn(
    name="3NT: West's four of hearts and East's king of diamonds at the same moment, and East has no heart",
    board=23,
    table=1,
    contract="3NT",
    lead="H4",
    tricks=9,
    answers={
        "wrong_leader": "E",
        "since_lead": "partner",
        "partner_lead": "same_time",
        "leader_card": "H4",
        "card": "DK",
    },
    rules="58A",
    play="W H4 H5 DK H6",
    words="Est n’a pas de Cœur : le Roi de Carreau doit être fourni à l’entame ; il ne devient pas pénalisé.",
)
"""The king can be played to the four, and must be (58A, 57D); it is not always a penalty card."""

# Declarer leads from the wrong hand

TO_DUMMY = """W HQ H2 H8 HK
S SA S3 S2 S4
S SK S9 S6 S5
S SQ D6 S8 ST
S H4 H3 HA H6"""
"""Four spades: trumps are drawn and dummy is on lead with the ace of hearts."""

JACK = {"offender": "S", "leader": "N", "card": "CJ"}

JACK_COVERED = Turn(
    name="4S: South leads the jack of clubs from his hand with dummy on lead, and West covers it",
    board=13,
    table=4,
    contract="4S",
    lead="HQ",
    tricks=10,
    law="53",
    before=TO_DUMMY,
    answers=JACK | {"since_declarers_lead": "after"},
    rules="53A",
    play="S CJ CQ CA C2",
)
"""West has played to it: accepted (53A)."""

JACK_REFUSED = Turn(
    name="4S: South leads the jack of clubs from his hand with dummy on lead; East accepts it, West does not",
    board=13,
    table=3,
    contract="4S",
    lead="HQ",
    tricks=10,
    law="53",
    before=TO_DUMMY,
    answers=JACK | {"since_declarers_lead": "nothing", "from_wrong_hand": "disagree", "last_word": "back"},
    rules="55B2",
    play="N D3 D5 DT DJ",
    called_by="E",
    sequels=(Sequel("55C", {"based": "no"}, "55C", trick=2),),
    words="Ouest, placé après l’attaque, décide pour les deux. Sud reprend le Valet et joue Carreau du mort : rien ne "
    "l’oblige à jouer Trèfle.",
)
"""West, who plays after the hand that led, decides; declarer may change suit (55A, 55B2), and the director examines his
line."""

WRONG_DEFENDER_PLAYS = Turn(
    name="4S: South leads the jack of clubs from his hand with dummy on lead, and East plays before West",
    board=13,
    table=2,
    contract="4S",
    lead="HQ",
    tricks=11,
    law="53",
    before=TO_DUMMY,
    answers=JACK | {"since_declarers_lead": "before"},
    rules="53C",
    play="S CJ CQ CA C2",
    sequels=(
        Sequel(
            "57",
            {
                "offender": "E",
                "card": "C2",
                "did": "played",
                "around_play": "nothing",
                "partners_card": "highest_of_suit_led",
            },
            "57A",
            trick=1,
        ),
    ),
)
"""The jack stands because East has played, and East's card is premature: Law 57 (53C)."""

DUMMY_AT_A_DEFENDERS_TURN = Turn(
    name="4S: South calls a spade from dummy although East has won the trick",
    board=13,
    table=1,
    contract="4S",
    lead="DA",
    tricks=10,
    law="53",
    before="""W DA D3 D9 D2
W D6 D8 DK DT""",
    answers={
        "offender": "N",
        "leader": "E",
        "card": "S2",
        "since_declarers_lead": "nothing",
        "at_defenders_turn": "back",
    },
    rules="55B1",
    play="E H8 HK H3 H2",
    called_by="E",
)
"""The defenders refuse the lead: East leads, and there is no rectification (55B1)."""

# A defender leads at declarer's turn

AFTER_ONE_ROUND = """W C3 CT CQ CA
S SA S2 S9 S3"""
"""Four spades: declarer has taken the club lead and one round of trumps."""

NINE = {"offender": "W", "leader": "S", "card": "D9"}

NINE_REFUSED = Turn(
    name="4S: West leads the nine of diamonds at South's turn, and South does not accept it",
    board=17,
    table=5,
    contract="4S",
    lead="C3",
    tricks=11,
    law="53",
    before=AFTER_ONE_ROUND,
    answers=NINE | {"since_defenders_lead": "nothing", "at_declarers_turn": "refuse"},
    rules="56B",
    play="S SK D9 ST S4",
    sequels=(Sequel("50E4", {"owner": "W", "helped": "no"}, "50E4", trick=2),),
)
"""The nine is a major penalty card: West, who has no trump left, discards it at the next trick (56B, 50D1)."""

RUFF_AND_DISCARD = Turn(
    name="4S: West leads a club at South's turn, dummy and South have none left, and South accepts it",
    board=17,
    table=4,
    contract="4S",
    lead="C3",
    tricks=11,
    law="53",
    before="""W C3 CT CQ CA
S SA S2 S9 S3
S S6 D5 SJ S4
N CJ CK S7 C2""",
    answers={"offender": "W", "leader": "S", "card": "C9", "since_defenders_lead": "accepted"},
    rules="53A",
    play="W C9 ST C4 H4",
)
"""South says that he accepts it: he ruffs in dummy and discards a losing heart (53A)."""

CARD_CALLED_FROM_DUMMY = Turn(
    name="4S: West leads the nine of diamonds at South's turn, and South calls the jack from dummy",
    board=17,
    table=3,
    contract="4S",
    lead="C3",
    tricks=10,
    law="53",
    before=AFTER_ONE_ROUND,
    answers=NINE | {"since_defenders_lead": "played"},
    rules="53A",
    play="W D9 DJ DA D2",
)
"""Dummy, next to play, has played to it: accepted (53A)."""

QUEEN_LED = Turn(
    name="4S: West leads the nine of diamonds at South's turn, and South leads his queen",
    board=17,
    table=2,
    contract="4S",
    lead="C3",
    tricks=11,
    law="53",
    before=AFTER_ONE_ROUND,
    answers=NINE | {"since_defenders_lead": "other_hand", "declarer_meant": "own_lead"},
    rules="53B",
    play="S DQ DK D6 D4",
    words="L’attaque de Sud est la bonne : le 9 est repris, il n’est ni accepté ni pénalisé, et Est ne peut pas en "
    "tenir compte.",
)
"""The proper lead stands; the nine goes back unpenalised, unauthorised for East (53B, 16C)."""

HEART_REQUIRED = Turn(
    name="4S: East leads a heart when it is for West to lead, and South requires a heart",
    board=17,
    table=1,
    contract="4S",
    lead="C3",
    tricks=11,
    law="53",
    before="""W C3 CT CQ CA
S D2 DK D6 D4""",
    answers={
        "offender": "E",
        "leader": "W",
        "card": "H9",
        "since_defenders_lead": "nothing",
        "at_partners_turn": "require",
    },
    rules="50D2(a)",
    play="W H3 H5 H9 HQ",
)
"""At his partner's turn the choice of 50D2 is made at once: West leads from his king into the ace and queen."""

LAST_TRICK = Turn(
    name="4S: at the last trick West leads when South has won the twelfth",
    board=17,
    table=6,
    contract="4S",
    lead="C3",
    tricks=11,
    law="53",
    before="""W C3 CT CQ CA
S SA S2 S9 S3
S SK D5 ST S4
S S6 C2 SJ S5
N H5 H2 HQ HK
W C5 CJ CK S7
S HA H3 H6 H9
S H4 HT HJ D8
N H8 C7 D2 C6
N H7 C8 D3 C9
N D6 DA DQ D9
E C4 S8 DT D7""",
    answers={"offender": "W", "leader": "S", "card": "DK", "since_defenders_lead": "last_trick"},
    rules="53A",
    play="S SQ DK DJ D4",
)
"""At the thirteenth trick a lead out of turn always goes back (53A)."""

# A defender plays before his partner

TOWARDS_THE_QUEEN = """W D7 D8 D9 DJ
S SA S8 S6 S2"""
"""Four spades: South is about to lead a heart towards dummy's queen, and West has the ace, the nine and the three."""

KING_TOO_SOON = {"offender": "E", "card": "HK", "did": "played", "around_play": "nothing"}

HIGHEST = Turn(
    name="4S: South leads a heart, East plays the king before West; South requires the highest heart",
    board=20,
    table=6,
    contract="4S",
    lead="D7",
    tricks=10,
    law="57",
    before=TOWARDS_THE_QUEEN,
    answers=KING_TOO_SOON | {"partners_card": "highest_of_suit_led"},
    rules="57A",
    play="S H4 HA H2 HK",
    words="Le Roi d’Est est aussi une carte pénalisée, que la levée fait partir : l’As et le Roi tombent ensemble.",
)
"""West plays his ace on the king, which is a penalty card besides (57A)."""

LOWEST = Turn(
    name="4S: South leads a heart, East plays the king before West; South requires the lowest heart",
    board=20,
    table=5,
    contract="4S",
    lead="D7",
    tricks=10,
    law="57",
    before=TOWARDS_THE_QUEEN,
    answers=KING_TOO_SOON | {"partners_card": "lowest_of_suit_led"},
    rules="57A",
    play="S H4 H3 H2 HK",
)
"""West plays his three (57A)."""

TO_THE_FINESSE = """W H6 HA H4 H7
N S3 S2 SA S6"""
"""Four spades: South is about to take the heart finesse, and West has no heart left and two trumps."""

CLUB_REQUIRED = Turn(
    name="4S: South leads a heart, East plays the king before West, who has none; South requires a club",
    board=15,
    table=6,
    contract="4S",
    lead="H6",
    tricks=11,
    law="57",
    before=TO_THE_FINESSE,
    answers=KING_TOO_SOON | {"partners_card": "require_other_suit", "suit": "C"},
    rules="57A",
    play="S HJ C2 H3 HK",
    words="Sud nomme une couleur, une seule : « une autre des trois couleurs », sans dire laquelle, ne suffit pas.",
)
"""Declarer names one suit, and West, who cannot follow, plays it (57A). The teaching document lets West choose the
suit."""

SPADE_FORBIDDEN = Turn(
    name="4S: South leads a heart, East plays the king before West, who has none; South forbids spades",
    board=15,
    table=5,
    contract="4S",
    lead="H6",
    tricks=11,
    law="57",
    before=TO_THE_FINESSE,
    answers=KING_TOO_SOON | {"partners_card": "forbid_other_suit", "suit": "S"},
    rules="57A",
    play="S HJ D2 H3 HK",
    words="La quatrième option n’est pas « n’importe quelle autre couleur » : Sud interdit une couleur, qu’il nomme. "
    "Ici l’atout, pour qu’Ouest ne coupe pas.",
)
"""The fourth option is to forbid one suit that declarer names (57A). The teaching document says that declarer requires
another suit, which is wrong."""

# Several cards from one hand

THREE_ALONG = Turn(
    name="4S: on a heart West puts down the ace and the three together, and plays the ace",
    board=20,
    table=2,
    contract="4S",
    lead="D7",
    tricks=10,
    law="58",
    before=TOWARDS_THE_QUEEN,
    answers={
        "what": "one_hand",
        "both_played_on": "no",
        "offender": "W",
        "visible": "several",
        "named_card": "HA",
        "others": "one",
        "card": "H3",
        "accident": "yes",
        "played_after": "no",
    },
    rules="58B2",
    play="""S H4 HA H2 H6
W H3 HQ HK H7""",
)
"""The three came along by accident: a minor penalty card, played before any other small heart (58B2, 50B, 50C)."""

ACE_ALONG = Turn(
    name="4S: on a heart West puts down the ace and the three together, and plays the three",
    board=20,
    table=1,
    contract="4S",
    lead="D7",
    tricks=10,
    law="58",
    before=TOWARDS_THE_QUEEN,
    answers={
        "what": "one_hand",
        "both_played_on": "no",
        "offender": "W",
        "visible": "several",
        "named_card": "H3",
        "others": "one",
        "card": "HA",
        "accident": "yes",
        "played_after": "no",
    },
    rules="58B2",
    play="""S H4 H3 H2 HT
E C5 CK CA C4
W HA H5 H6 H7""",
    sequels=(
        Sequel(
            "50-table",
            PARTNER_LEADS | {"on_lead": "E", "card": "HA", "lead_choice": "forbid"},
            "50D2(a)",
            trick=2,
        ),
    ),
    words="L’As, un honneur, est une carte pénalisée principale : avant l’attaque d’Est, Sud interdit Cœur et l’As est "
    "repris.",
)
"""An honour is a major penalty card: before East leads South forbids hearts, and the ace goes back (58B2, 50D2)."""

TURNS = (
    STAYS_DECLARER,
    BECOMES_DUMMY,
    DIAMOND_REQUIRED,
    DIAMOND_FORBIDDEN,
    KING_CAPTURED,
    CHOICE_COMES_BACK,
    VOID_IN_SPADES,
    KING_SAVED,
    TEMPO_GAINED,
    TOLD_TO_LEAD,
    ACE_PLAYED_OVER_THE_KING,
    BEGINS_TO_SPREAD,
    DUMMY_SPREADS,
    ONE_FACE_DOWN,
    FACE_DOWN_BY_THE_WRONG_PLAYER,
    LEADER_CHANGES_HIS_MIND,
    RIGHT_LEAD_FACED,
    DECLARER_SPREADS_BY_MISTAKE,
    DUMMY_LEADS,
    ACCEPTED_OVER_TWO,
    FORBIDDEN_OVER_TWO,
    FREE_OVER_TWO,
    REQUIRED_OVER_TWO,
    SAME_MOMENT,
    ACCEPTED_OVER_A_VOID,
    REQUIRED_OF_A_VOID,
    SAME_MOMENT_OVER_A_VOID,
    JACK_COVERED,
    JACK_REFUSED,
    WRONG_DEFENDER_PLAYS,
    DUMMY_AT_A_DEFENDERS_TURN,
    NINE_REFUSED,
    RUFF_AND_DISCARD,
    CARD_CALLED_FROM_DUMMY,
    QUEEN_LED,
    HEART_REQUIRED,
    LAST_TRICK,
    HIGHEST,
    LOWEST,
    CLUB_REQUIRED,
    SPADE_FORBIDDEN,
    THREE_ALONG,
    ACE_ALONG,
)
"""The cases in the order in which they are taught."""
