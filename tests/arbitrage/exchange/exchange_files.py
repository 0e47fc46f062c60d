"""Small results files made for the tests, and tournaments for hypothesis to write and read back."""

import datetime
import io
import string
import zipfile
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from random import Random

from hypothesis import strategies as st

from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    PlayerRecord,
    ResultRecord,
    SectionRecord,
    TournamentFile,
)
from rulings.bridge import RANKS, Card, Seat, dealer, format_deal, vulnerability
from rulings.scores.adjusted import Average
from rulings.scores.award import Award, Possible, with_weights

DEALS = (
    "N:KQT6.AJT.T984.65 A2.K9876.72.9742 J543.43.AQ5.AKJ3 987.Q52.KJ63.QT8",
    "N:KJT6.K9752.5.J62 Q754.QJ83.942.85 8.T64.AKJ63.AQT7 A932.A.QT87.K943",
)


def all_text(data: bytes) -> str:
    """Return the whole text of a file; of a workbook, its unpacked parts one after the other, with their names."""
    if not zipfile.is_zipfile(io.BytesIO(data)):
        return data.decode()
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        return "\n".join(f"{name}\n{parts.read(name).decode()}" for name in parts.namelist())


# USEBIO


def usebio_line(ns: str = "1", ew: str = "2", **elements: object) -> str:
    """Return a TRAVELLER_LINE; elements by their names, in the order given."""
    inside = "".join(f"<{name}>{value}</{name}>" for name, value in elements.items())
    pairs = f"<NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>"
    return f"<TRAVELLER_LINE>{pairs}{inside}</TRAVELLER_LINE>"


PLAYED = usebio_line(CONTRACT="4S", PLAYED_BY="N", LEAD="D10", TRICKS="10", SCORE="420", NS_MATCH_POINTS="2")


def usebio_board(*lines: str, number: object = 1) -> str:
    return f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{''.join(lines)}</BOARD>"


def usebio_pair(number: object, *names: str, **elements: object) -> str:
    inside = "".join(f"<{name}>{value}</{name}>" for name, value in elements.items())
    players = "".join(f"<PLAYER><PLAYER_NAME>{name}</PLAYER_NAME></PLAYER>" for name in names)
    return f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER>{inside}{players}</PAIR>"


PAIRS = f"<PARTICIPANTS>{usebio_pair(1, 'Ann', 'Bob')}{usebio_pair(2, 'Cleo', 'Dan')}</PARTICIPANTS>"


def usebio_event(*parts: str, head: str = '<?xml version="1.0" encoding="UTF-8"?>', after: str = "") -> str:
    """Return a whole file around the content of an EVENT."""
    about = "<EVENT_DESCRIPTION>Club night</EVENT_DESCRIPTION><DATE>21/11/2026</DATE>"
    return (
        f'{head}\n<USEBIO Version="1.2">\n<EVENT EVENT_TYPE="PAIRS">\n{about}\n'
        + "\n".join(parts)
        + (f"\n</EVENT>{after}</USEBIO>\n")
    )


# PBN


def pbn_game(board: object = 1, *sections: str, **tags: str) -> str:
    """Return a game: the tags given, then sections as they are, then an empty line."""
    pairs = {"Event": "Club night", "Date": "2026.11.21", "Board": str(board), **tags}
    return "\n".join([*(f'[{name} "{value}"]' for name, value in pairs.items()), *sections, "", ""])


TRAVELLER = "".join((
    r'[ScoreTable "PairId_NS\2R;PairId_EW\2R;Contract\4L;Declarer\1L;Result\2R;Lead\2L;',
    r'Score_NS\5R;Score_EW\5R;MP_NS\4R;MP_EW\4R"]',
))  # fmt: skip


# Tournaments for hypothesis

ODD_LETTERS = string.ascii_letters + " .'éèçïœÀŁ&<>\"\\;{}%[]-/"
NAMES = st.text(ODD_LETTERS, max_size=16).map(lambda text: " ".join(f"{text}x".split()))
WORDS = st.text(string.ascii_letters + string.digits, min_size=1, max_size=6)
POINTS = st.none() | st.decimals(-99, 99, places=2, allow_nan=False)
CONTRACTS = st.builds("{}{}{}".format, st.integers(1, 7), st.sampled_from(("C", "D", "H", "S", "NT")),
                      st.sampled_from(("", "x", "xx")))  # fmt: skip
LEADS = st.builds("{}{}".format, st.sampled_from("SHDC"), st.sampled_from(RANKS)) | st.just("")
SEATS = st.sampled_from("NESW")


def dealt(seed: int) -> str:
    pack = [Card(suit, rank) for suit in "SHDC" for rank in RANKS]
    Random(seed).shuffle(pack)
    return format_deal({seat: tuple(pack[place * 13 : place * 13 + 13]) for place, seat in enumerate(Seat)})


@st.composite
def lines(draw: st.DrawFn, pairs: list[str], section: str, pbn: bool) -> ResultRecord:
    kind = draw(st.sampled_from(("played", "played", "played", "passed", "artificial", "not_played", "unreadable")))
    ns, ew = draw(st.permutations(pairs))[:2]
    common = dict(ns=ns, ew=ew, section=section, kind=kind, table=draw(st.none() | st.integers(1, 99)),
                  round=draw(st.none() | st.integers(1, 30)))  # fmt: skip
    remark = draw(st.just("") | st.sampled_from(("late play", "Arrêt à la table 3", "board fouled")))
    if kind == "not_played":
        return ResultRecord(**common, remark=remark)
    common |= dict(ns_points=draw(POINTS), ew_points=draw(POINTS))
    if kind == "artificial":
        share = st.integers(0, 99).map(Decimal)
        ns_percent, ew_percent = draw(share), draw(share)
        if pbn and draw(st.booleans()):
            remark = draw(st.sampled_from(("A+/A-", "A/A", "A-/A+")))
        return ResultRecord(**common, ns_percent=ns_percent, ew_percent=ew_percent, remark=remark)
    if kind == "passed":
        return ResultRecord(**common, score=0, remark=remark)
    score = draw(st.integers(-760, 760)) * 10
    if kind == "unreadable":
        return ResultRecord(**common, score=score, remark=draw(st.sampled_from(("42", "8NT", "3NT N +1 ?", "ZZ"))))
    if pbn:
        common |= dict(score_ew=draw(st.none() | st.just(7000)), times=draw(st.sampled_from((1, 1, 3))))
    return ResultRecord(**common, contract=draw(CONTRACTS), declarer=draw(SEATS), lead=draw(LEADS),
                        tricks=draw(st.integers(0, 13)), score=score, remark=remark)  # fmt: skip


@st.composite
def tournaments(draw: st.DrawFn, *, pbn: bool) -> TournamentFile:
    """Draw a pairs tournament that PBN (if *pbn*), or else USEBIO, can express."""
    letters = draw(st.sampled_from(([""], ["A"], ["A", "B"])))
    sections = []
    for letter in letters:
        numbers = draw(st.lists(WORDS, min_size=2, max_size=4, unique=True))
        sections.append(
            SectionRecord(
                letter=letter,
                contestants=tuple(
                    ContestantRecord(
                        number=number,
                        players=tuple(
                            PlayerRecord(name=draw(NAMES), licence=draw(st.just("") | WORDS.filter(_real)))
                            for _place in range(draw(st.sampled_from((0, 2, 2, 2, 3))))
                        ),
                        percentage=draw(st.none() | st.decimals(0, 100, places=2)),
                        total=draw(POINTS),
                        rank=draw(st.sampled_from(("", "1", "2=", "10"))),
                    )
                    for number in numbers
                ),
            )
        )
    boards = []
    for number in sorted(draw(st.sets(st.integers(1, 36), min_size=1, max_size=3))):
        results = [
            line
            for section in sections
            for line in draw(
                st.lists(
                    lines([contestant.number for contestant in section.contestants], section.letter, pbn), max_size=3
                )
            )
        ]
        if not results and not pbn:
            results = [ResultRecord(ns=sections[0].contestants[0].number, ew=sections[0].contestants[1].number,
                                    section=letters[0], kind="not_played")]  # fmt: skip
        boards.append(
            BoardRecord(
                number=number,
                dealer=draw(SEATS) if pbn else str(dealer(number)),
                vulnerability=draw(st.sampled_from(("None", "NS", "EW", "All"))) if pbn else vulnerability(number),
                deal=draw(st.just("") | st.integers(0, 999).map(dealt)),
                double_dummy=draw(st.just("") | st.text("0123456789abcd", min_size=20, max_size=20)) if pbn else "",
                par=draw(st.sampled_from(("", "NS 990", "EW 110"))) if pbn else "",
                results=tuple(results),
            )
        )
    return TournamentFile(
        name=draw(NAMES),
        date=draw(st.none() | st.dates(datetime.date(1990, 1, 1), datetime.date(2090, 1, 1))),
        scoring=draw(st.sampled_from(("MP", "CROSS_IMPS", "BUTLER"))),
        winners=draw(st.sampled_from((None, 1, 2))),
        event="pairs",
        club=draw(NAMES),
        sections=tuple(sections),
        boards=tuple(boards),
        program=draw(NAMES),
    )


def _real(licence: str) -> bool:
    return bool(licence.strip("0"))


# Adjusted scores

POSSIBLES = st.builds(
    Possible,
    contract=CONTRACTS,
    declarer=SEATS,
    tricks=st.integers(0, 13),
    score=st.integers(-760, 760).map(lambda tens: tens * 10),
) | st.just(Possible("", "", None, 0))


@st.composite
def shares(draw: st.DrawFn) -> tuple[Possible, ...]:
    """Draw the results given to one side: one result, or up to three with weights that sum to one."""
    results = draw(st.lists(POSSIBLES, min_size=1, max_size=3))
    parts = draw(st.lists(st.integers(1, 9), min_size=len(results), max_size=len(results)))
    total = sum(parts)
    return with_weights(
        replace(result, weight=Fraction(part, total)) for result, part in zip(results, parts, strict=True)
    )


ARTIFICIAL = st.sampled_from(Average) | st.integers(0, 100).map(Fraction) | st.just(Fraction(125, 2))
AWARDS = (
    shares().map(lambda share: Award(share, share))
    | st.builds(Award, shares(), shares())
    | st.builds(Award, ARTIFICIAL, ARTIFICIAL)
)


@st.composite
def adjusted(draw: st.DrawFn, tournament: TournamentFile) -> TournamentFile:
    """Draw adjusted scores for some lines of the tournament, and fouled boards, which only our own format can
    express."""
    boards = tuple(
        replace(
            board,
            results=tuple(
                replace(line, award=draw(st.none() | AWARDS), form=draw(st.sampled_from((1, 1, 2))))
                for line in board.results
            ),
        )
        for board in tournament.boards
    )
    return replace(tournament, boards=boards)
