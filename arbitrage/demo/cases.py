"""Worked cases of the revoke, each with all hands, every card of the play, and the director's answers.

They are the usual teaching examples for club directors (LAWS.md 8.7). Each line of a play is a trick: its leader, then
the cards in order. An established revoke is written with the card that was played, a corrected one with the legal card.
This long file contains only data.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rulings.bridge import Card, Deal, Seat, parse_deal


class Trick(NamedTuple):
    """The leader of a trick, and its four cards in the order in which they were played."""

    leader: Seat
    cards: tuple[Card, ...]


def tricks_of(play: str) -> list[Trick]:
    """Parse a play with one trick per line, such as "W HJ H2 H4 HK": the leader, then the four cards in order."""
    lines = (line.split() for line in play.splitlines())
    return [Trick(Seat(leader), tuple(map(Card.parse, cards))) for leader, *cards in lines]


class Elsewhere(NamedTuple):
    """The result of another table with the same cards: "3NT S HJ 11"."""

    contract: str
    declarer: str
    lead: str
    tricks: int


@dataclass(frozen=True)
class Case:
    """A revoke at one table of the afternoon.

    *offender*, who had the cards *held* to follow suit with, played *card* to trick *trick*. *declarer_won* is the
    number of declarer's tricks as played, *entered* their number in the score after the ruling, *law* the law of the
    decision. *answers* maps questions to the director's answers. *called* is the time of the call, and play ended
    *after_play* minutes later. *others* are the results of the other tables, from table 1: contract, declarer, lead,
    declarer's tricks.
    """

    name: str
    board: int
    round: int
    table: int
    deal: str
    contract: str
    lead: str
    declarer_won: int
    offender: str
    trick: int
    card: str
    held: str
    play: str
    called: str
    called_by: str
    answers: Mapping[str, str]
    law: str
    entered: int
    others: str
    corrected: bool = False
    words: str = ""
    evidence: str = ""
    declarer: str = "S"
    after_play: int = 8

    @property
    def hands(self) -> Deal:
        return parse_deal(self.deal)

    @property
    def tricks(self) -> list[Trick]:
        """The thirteen tricks of the play."""
        return tricks_of(self.play)

    @property
    def elsewhere(self) -> list[Elsewhere]:
        """The results of the other tables, in order of table."""
        lines = (line.split() for line in self.others.split("\n"))
        return [Elsewhere(contract, declarer, lead, int(tricks)) for contract, declarer, lead, tricks in lines]


ELEVEN_TRICKS = Case(
    name="3NT, eleven tricks, and West had a third club",
    board=12,
    round=2,
    table=3,
    deal="N:Q74.A62.T8.AK964 KJT6.Q54.9752.JT A95.K73.AQJ6.Q32 832.JT98.K43.875",
    contract="3NT",
    lead="HJ",
    declarer_won=11,
    offender="W",
    trick=4,
    card="S2",
    held="C8",
    play="""W HJ H2 H4 HK
S CQ C5 C4 CT
S C2 C7 CA CJ
N CK D2 C3 S2
N C9 D5 H3 C8
N C6 D7 S5 S3
N DT D9 D6 DK
W HT HA H5 H7
N D8 S6 DJ D3
S DQ D4 S4 ST
S DA S8 H6 HQ
S SA H8 S7 SJ
S S9 H9 SQ SK""",
    called="14:27",
    called_by="S",
    answers={
        "able": "yes",
        "offender": "W",
        "trick": "4",
        "noticed": "during",
        "since": "played",
        "exclusion": "none",
        "winner": "N",
        "tricks_after": "2",
        "line": "Cinq Trèfles, deux Cœurs, l’As de Pique et trois Carreaux, le Roi de Carreau étant mal "
        "placé : onze levées avec ou sans la renonce.",
        "equity": "no",
    },
    law="64A2",
    entered=12,
    words="À la 4e levée, au troisième tour de Trèfle, Ouest défausse le 2 de Pique ; il détient le 8 de Trèfle, qu’il "
    "fournit au tour suivant. Est avait déjà joué à la 5e levée.",
    others="""3NT S HJ 11
3NT S HJ 11
3NT S HJ 11
3NT S S8 11
3NT S HJ 11
3NT S HJ 11
3NT S D3 11""",
)
"""One trick moves (64A2): 3NT+3, 690 where the field has 660."""

JACK_TAKEN_BACK = Case(
    name="4S, declarer ruffs with a heart in his hand and says so at once",
    board=19,
    round=1,
    table=6,
    deal="N:K83.T72.A84.QJ73 T4.AQ95.J97.A852 AQJ975.4.KQ53.K4 62.KJ863.T62.T96",
    contract="4S",
    lead="H6",
    declarer_won=11,
    offender="S",
    trick=1,
    card="SJ",
    held="H4",
    play="""W H6 H2 HA H4
E HQ S5 H3 H7
S SA S2 S3 S4
S S7 S6 SK ST
N C3 C2 CK C6
S C4 C9 CJ CA
E H9 S9 H8 HT
S DK D2 D4 D7
S D3 D6 DA D9
N CQ C5 D5 CT
N D8 DJ DQ DT
S SQ HJ S8 C8
S SJ HK C7 H5""",
    called="14:03",
    called_by="S",
    answers={
        "able": "yes",
        "offender": "S",
        "trick": "1",
        "noticed": "during",
        "since": "nothing",
        "dummy_asked": "no",
        "card": "SJ",
        "defenders_played": "nobody",
    },
    law="62A",
    entered=11,
    corrected=True,
    others="""4S S H6 11
4S S CT 12
4S S H6 11
3S S H6 11
4S S H6 11
4S S H3 10
4S S H6 11""",
)
"""Not established: South takes the jack back and plays the four of hearts; there is no rectification (62A, 62B2)."""

ACE_AT_THE_NEXT_TRICK = Case(
    name="4S, declarer ruffs with a heart in his hand, wins and plays an ace",
    board=23,
    round=3,
    table=5,
    deal="N:A74.J842.K93.J72 93.AKT5.QT42.A98 KQJT5.3.A86.KQ54 862.Q976.J75.T63",
    contract="4S",
    lead="H6",
    declarer_won=10,
    offender="S",
    trick=1,
    card="SJ",
    held="H3",
    play="""W H6 H2 HK SJ
S DA D5 D3 D2
S SK S2 S4 S3
S SQ S6 S7 S9
S S5 S8 SA H5
N CJ CA C4 C3
E HA H3 H7 H4
E HT ST H9 H8
S CK C6 C2 C8
S CQ CT C7 C9
S C5 D7 HJ D4
S D6 DJ DK DT
N D9 DQ D8 HQ""",
    called="14:48",
    called_by="E",
    answers={
        "able": "yes",
        "offender": "S",
        "trick": "1",
        "noticed": "during",
        "since": "played",
        "exclusion": "none",
        "winner": "S",
        "tricks_after": "9",
        "line": "Le Roi de Cœur, l’As de Trèfle et un Carreau : le contrat juste fait.",
        "equity": "no",
    },
    law="64A1",
    entered=8,
    others="""4S S H6 10
4S S H6 10
4S S D5 10
4S S H6 10
3S S H6 10
4S S H7 11
4S S H6 10""",
)
"""The revoker's own card won the trick and his side won later ones: two tricks move (64A1), although the revoke gained
nothing."""

TWO_PENALTY_CARDS = Case(
    name="4S, a ruff corrected, then declarer changes his card, then the other defender",
    board=15,
    round=4,
    table=2,
    deal="N:Q83.T98.A86.J974 T74.63.KJ972.T62 AKJ95.AQ4.T3.KQ5 62.KJ752.Q54.A83",
    contract="4S",
    lead="D4",
    declarer_won=10,
    offender="E",
    trick=2,
    card="S4",
    held="H3 H6",
    play="""W D4 DA D7 D3
N H8 H3 HQ HK
W H2 H9 H6 H4
N S3 S4 SA S2
S SK S6 S8 S7
S S5 H5 SQ ST
N C4 C2 CK CA
W DQ D6 D2 DT
W C8 C7 C6 CQ
S SJ H7 D8 D9
S S9 C3 HT DJ
S HA HJ C9 CT
S C5 D5 CJ DK""",
    called="15:14",
    called_by="E",
    answers={
        "able": "yes",
        "offender": "E",
        "trick": "2",
        "noticed": "during",
        "since": "nothing",
        "card": "S4",
        "faced": "no",
        "declaring_played": "yes",
        "declaring_changes": "change",
        "partner_played": "yes",
        "partner_changes": "change",
        "partner_card": "H2",
    },
    law="62A",
    entered=10,
    corrected=True,
    others="""4S S D4 10
4S S H5 11
4S S D4 11
3NT S H5 10
4S S D4 10
4S S S2 10
4S S D4 10""",
)
"""Declarer takes back the four of hearts and plays the queen; West then changes his two to the king. East and West
each have a penalty card (62C)."""

TEN_OF_DUMMY = Case(
    name="3S, declarer discards with hearts in his hand, and dummy's ten wins",
    board=11,
    round=5,
    table=7,
    deal="N:J63.AQJT.T52.K85 T42.97.K874.AT32 KQ985.53.AJ6.Q74 A7.K8642.Q93.J96",
    contract="3S",
    lead="H2",
    declarer_won=10,
    offender="S",
    trick=1,
    card="D6",
    held="H5 H3",
    play="""W H2 HT H9 D6
N HJ H7 H3 HK
W C6 C5 CA C4
E C3 CQ C9 C8
S SK S7 S3 S2
S SQ SA S6 S4
W D3 D2 DK DA
S S5 H4 SJ ST
N HA D4 H5 H6
N HQ D7 C7 H8
N CK C2 DJ CJ
N D5 D8 S8 D9
S S9 DQ DT CT""",
    called="15:36",
    called_by="W",
    answers={
        "able": "yes",
        "offender": "S",
        "trick": "1",
        "noticed": "during",
        "since": "played",
        "exclusion": "none",
        "winner": "N",
        "tricks_after": "9",
        "line": "Le Roi de Cœur, l’As d’atout et l’As de Trèfle de toute façon, rien de plus.",
        "equity": "no",
    },
    law="64A2",
    entered=9,
    evidence="Sud : « Je croyais avoir appelé le Valet pour défausser. » Ouest : « Il a appelé le Valet, puis fourni "
    "le 3 de Cœur. » Est et Nord disent comme Ouest.",
    others="""3S S H4 9
4S S H2 9
2S S H2 10
3S S C6 9
4S S D3 10
2S S H2 9
3S S H2 10""",
)
"""A trick won by dummy is not won by the declarer who revoked: one trick moves, not two (64A2)."""

FINESSE_NOT_TAKEN = Case(
    name="3NT three down, West discards when declarer is about to finesse",
    board=17,
    round=6,
    table=1,
    deal="N:763.82.952.AKJ54 JT84.QT3.QJT4.97 AK52.A64.A87.T63 Q9.KJ975.K63.Q82",
    contract="3NT",
    lead="H7",
    declarer_won=6,
    offender="W",
    trick=4,
    card="D3",
    held="CQ C8 C2",
    play="""W H7 H2 HQ H4
E HT H6 H5 H8
E H3 HA H9 D2
S C3 D3 CA C7
N S3 ST SK S9
S S2 SQ S6 S4
W HK S7 D4 S5
W HJ C4 S8 D7
W D6 D5 DT DA
S SA C2 D9 SJ
S C6 C8 CK C9
N CJ DJ CT CQ
W DK C5 DQ D8""",
    called="15:58",
    called_by="S",
    answers={
        "able": "yes",
        "offender": "W",
        "trick": "4",
        "noticed": "during",
        "since": "played",
        "exclusion": "none",
        "winner": "N",
        "tricks_after": "5",
        "line": "Je joue Trèfle vers le mort pour passer le Valet. Sans la défausse je fais l’impasse : cinq "
        "levées à Trèfle, As et Roi de Pique, les deux autres As, neuf levées.",
        "equity": "yes",
        "tricks_without": "9",
    },
    law="64C1",
    entered=9,
    after_play=9,
    others="""3NT S H7 9
3NT S H7 9
3NT S H7 8
3NT S H7 10
2NT S H7 9
3NT S H7 9
3NT S H7 9""",
)
"""One trick would move (64A2), for two down. Without the revoke the contract makes, so 3NT= is assigned (64C)."""

ACE_RUFFED = Case(
    name="4S three down, East ruffs the ace of diamonds with the queen in his hand",
    board=3,
    round=6,
    table=4,
    deal="N:642.732.A74.QJ85 873.KJ96.Q.T9732 AKQT9.854.653.AK J5.AQT.KJT982.64",
    contract="4S",
    lead="C6",
    declarer_won=7,
    offender="E",
    trick=5,
    card="S8",
    held="DQ",
    play="""W C6 C5 C2 CA
S SA S5 S2 S3
S SK SJ S4 S7
S CK C4 C8 C3
S D3 D2 DA S8
E H6 H4 HA H2
W HQ H3 H9 H5
W HT H7 HJ H8
E DQ D5 D8 D4
E HK S9 D9 CJ
S SQ DT S6 C7
S ST DJ CQ C9
S D6 DK D7 CT""",
    called="16:07",
    called_by="S",
    answers={
        "able": "yes",
        "offender": "E",
        "trick": "5",
        "noticed": "during",
        "since": "played",
        "exclusion": "none",
        "winner": "E",
        "tricks_after": "5",
        "line": "Je suis au mort à l’As de Carreau, Dame et Valet de Trèfle pour deux défausses ; Est fournit "
        "quatre fois à Trèfle. Je perds trois levées.",
        "equity": "yes",
        "tricks_without": "10",
    },
    law="64C1",
    entered=10,
    after_play=5,
    others="""4S S C6 10
4S S DJ 8
4S S HA 10
4S S DJ 8
3S S DJ 8
4S S DJ 8
3S S HA 10""",
)
"""Two tricks would move (64A1), for one down. Without the revoke the contract makes, so 4S= is assigned (64C)."""

TRICK_TWELVE_CORRECTED = Case(
    name="3NT, West errs at trick twelve and the hands are still on the table",
    board=24,
    round=7,
    table=2,
    deal="N:764.K83.AKQT.J54 T52.QJT65.J8.A97 AQ3.A94.765.KT82 KJ98.72.9432.Q63",
    contract="3NT",
    lead="S8",
    declarer_won=9,
    offender="W",
    trick=12,
    card="CQ",
    held="D9",
    play="""W S8 S4 ST SQ
S CT C3 C4 CA
E S5 S3 SJ S6
W SK S7 S2 SA
S D5 D2 DA D8
N DK DJ D6 D3
N C5 C7 CK C6
S H9 H2 H3 HT
E HQ H4 H7 HK
N H8 HJ HA S9
S D7 D4 DQ H5
N DT H6 C2 D9
N CJ C9 C8 CQ""",
    called="16:29",
    called_by="W",
    answers={
        "able": "yes",
        "offender": "W",
        "trick": "12",
        "noticed": "cards_out",
        "card": "CQ",
        "partner_still_to_play": "no",
        "declaring_played": "yes",
        "declaring_changes": "keep",
    },
    law="62D1",
    entered=9,
    corrected=True,
    others="""3NT S S8 9
3NT S S8 10
3NT S S8 9
3NT N HQ 9
3NT S S8 8
3NT S S8 9
3NT S D2 10""",
)
"""Trick 12 is corrected while the four hands are not back in the board: West follows and keeps the queen (62D1)."""

TRICK_TWELVE_STANDS = Case(
    name="3NT, West errs at trick twelve and the hands are back in the board",
    board=13,
    round=8,
    table=5,
    deal="N:852.AKQT.K74.J63 T63.J7.QJT65.A98 AQ4.865.A93.KT72 KJ97.9432.82.Q54",
    contract="3NT",
    lead="S7",
    declarer_won=10,
    offender="W",
    trick=12,
    card="CQ",
    held="H9",
    play="""W S7 S2 ST SQ
S CT C4 C3 CA
E S6 S4 SJ S5
W SK S8 S3 SA
S H5 H2 HA H7
N HK HJ H6 H3
N C6 C8 CK C5
S D9 D2 D4 DT
E DQ D3 D8 DK
N D7 DJ DA S9
S H8 H4 HQ D5
N HT D6 C2 CQ
N CJ C9 C7 H9""",
    called="16:42",
    called_by="E",
    answers={
        "able": "yes",
        "offender": "W",
        "trick": "12",
        "noticed": "returned",
        "exclusion": "none",
        "line": "Le 10 de Cœur, puis le Valet de Trèfle pour la Dame d’Ouest : une levée de moins pour nous.",
        "equity": "no",
    },
    law="64B6",
    entered=10,
    others="""3NT S S7 9
3NT S S7 10
3NT S S7 9
3NT N DQ 9
3NT S S7 8
3NT S S7 9
3NT S S7 9""",
)
"""With the hands back in the board no trick moves automatically (64B6), and the other side has lost nothing (64C)."""

CASES = (
    JACK_TAKEN_BACK,
    ELEVEN_TRICKS,
    ACE_AT_THE_NEXT_TRICK,
    TWO_PENALTY_CARDS,
    TEN_OF_DUMMY,
    FINESSE_NOT_TAKEN,
    ACE_RUFFED,
    TRICK_TWELVE_CORRECTED,
    TRICK_TWELVE_STANDS,
)
"""The cases in the order of the afternoon."""
