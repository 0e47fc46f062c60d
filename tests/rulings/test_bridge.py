"""Seats, cards, the marks of a board (Law 2) and deals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.bridge import (
    RANKS,
    SUITS,
    Card,
    Denomination,
    NotationError,
    Seat,
    Side,
    dealer,
    format_card,
    format_deal,
    format_rank,
    format_seat,
    format_side,
    holding,
    is_vulnerable,
    parse_deal,
    parse_seat,
    parse_vulnerability,
    sort_hand,
    vulnerability,
)

N, E, S, W = Seat.N, Seat.E, Seat.S, Seat.W
PACK = [Card(suit.value, rank) for suit in SUITS for rank in RANKS]

NOT_A_DEAL = "is not a deal: write the first seat, a colon and four hands apart by spaces."
WHOLE_DEAL = "N:AKQJ.AKQ.AKQ.AKQ T987.JT98.JT9.JT 6543.765.876.987 2.432.5432.65432"  # 13 cards in each hand


# Seats and sides


def test_left_is_clockwise_and_right_is_the_other_way():
    assert [seat.lho for seat in (N, E, S, W)] == [E, S, W, N]
    assert [seat.rho for seat in (N, E, S, W)] == [W, N, E, S]
    assert [seat.partner for seat in (N, E, S, W)] == [S, W, N, E]


def test_a_side_knows_its_seats_and_the_other_side():
    assert Side.NS.seats == (N, S) and Side.EW.seats == (E, W)
    assert [seat.side for seat in (N, E, S, W)] == [Side.NS, Side.EW, Side.NS, Side.EW]
    assert Side.NS.other is Side.EW and Side.EW.other is Side.NS


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("N", N),
        ("e", E),
        ("S", S),
        ("W", W),
        ("O", W),
        ("West", W),
        ("ouest", W),
        ("Nord", N),
        (" Est ", E),
        ("Sud", S),
    ],
)
def test_a_seat_is_read_in_both_languages(text: str, seat: Seat):
    assert parse_seat(text) is seat


def test_west_is_ouest_for_a_french_reader():
    assert [format_seat(seat, "fr") for seat in Seat] == ["N", "E", "S", "O"]
    assert [format_seat(seat, "en") for seat in Seat] == ["N", "E", "S", "W"]
    assert (format_side(Side.EW, "fr"), format_side(Side.EW), format_side(Side.NS, "fr")) == ("EO", "EW", "NS")


def test_a_seat_that_is_none_says_what_to_write():
    with pytest.raises(NotationError) as refused:
        parse_seat("NW")
    assert str(refused.value) == "“NW” is not a seat: write N, E, S or W."


def test_a_refusal_can_be_said_in_another_language():
    with pytest.raises(NotationError) as refused:
        parse_seat("NO")
    assert refused.value.msgid % refused.value.fields == str(refused.value)
    assert refused.value.fields == {"text": "NO"}


def test_a_refusal_quotes_no_more_than_a_line_of_what_was_given():
    with pytest.raises(NotationError) as refused:
        parse_seat("N" * 5000)
    assert len(str(refused.value)) < 120


# Suits and cards


def test_notrump_outranks_spades_and_clubs_are_lowest():
    assert sorted(["NT", "S", "C", "H", "D"], key=Denomination) == ["C", "D", "H", "S", "NT"]
    assert Denomination.S < Denomination.NT and Denomination.C <= Denomination.C
    assert Denomination.NT > Denomination.S and Denomination.H >= Denomination.D
    assert not Denomination.NT < Denomination.S


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("SA", "SA"), ("AS", "SA"), ("DT", "DT"), ("D10", "DT"), ("10D", "DT"), ("s2", "S2"), ("HJ", "HJ"),
        ("CK", "CK"), ("♦R", "DK"), ("R♦", "DK"), ("♦K", "DK"), ("10♣", "CT"), ("♣T", "CT"), ("♠V", "SJ"), ("♥D", "HQ"),
        ("♥Q", "HQ"), ("RK", "DK"), ("KR", "DK"), ("PA", "SA"), ("AP", "SA"), ("P10", "ST"), ("CD", "HQ"), ("TV", "CJ"),
        ("9K", "D9"),
        ("♦KR", "DK"), ("♠P10", "ST"), ("♥️A", "HA"), (" ♠ 10 ", "ST"), ("♡D", "HQ"), ("C10", "CT"), ("DA", "DA"),
    ],
)  # fmt: skip
def test_a_card_is_read_in_both_languages_with_letters_or_symbols(text: str, card: str):
    assert str(Card.parse(text)) == card


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ("CA", "CA", "HA"), ("C5", "C5", "H5"), ("AC", "CA", "HA"),
        ("DT", "DT", "CQ"), ("TD", "DT", "CQ"), ("C10", "CT", "HT"),
    ],
)  # fmt: skip
def test_a_text_that_is_a_card_in_both_languages_follows_the_reader(text: str, english: str, french: str):
    assert (str(Card.parse(text, "en")), str(Card.parse(text, "fr"))) == (english, french)


@pytest.mark.parametrize("text", ["", "S", "A", "S1", "S11", "SAA", "ZK", "♠", "♠♥", "DR", "SV", "1S", "SA SK"])
def test_what_is_no_card_is_refused_with_an_example(text: str):
    with pytest.raises(NotationError) as refused:
        Card.parse(text)
    assert str(refused.value) == f"“{text}” is not a card: write a suit and a rank, such as S10, DK or ♥Q."


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("symbols", [True, False])
def test_every_card_is_read_back_as_it_is_shown(lang, symbols):
    assert [Card.parse(format_card(card, lang, symbols=symbols), lang) for card in PACK] == PACK
    assert len({format_card(card, lang, symbols=symbols) for card in PACK}) == 52


def test_a_stored_card_is_read_back_whatever_the_reader():
    assert [Card.parse(str(card)) for card in PACK] == PACK


def test_a_card_is_shown_in_the_readers_letters():
    king, ten = Card("D", "K"), Card("S", "T")
    assert [format_card(king, "fr"), format_card(king, "en")] == ["♦R", "♦K"]
    assert [format_card(king, "fr", symbols=False), format_card(king, "en", symbols=False)] == ["KR", "DK"]
    assert [format_card(ten, "fr"), format_card(ten, "en")] == ["♠10", "♠10"]
    assert [format_rank(rank, "fr") for rank in "AKQJT9"] == ["A", "R", "D", "V", "10", "9"]
    assert [format_rank(rank, "en") for rank in "AKQJT9"] == ["A", "K", "Q", "J", "10", "9"]


@pytest.mark.parametrize(("suit", "rank"), [("N", "A"), ("S", "10"), ("S", ""), ("P", "A"), ("", "A"), ("S", "AK")])
def test_a_card_outside_the_pack_cannot_be_made(suit: str, rank: str):
    with pytest.raises(ValueError, match="not the suit and the rank of a card"):
        Card(suit, rank)


# Law 2

LAW_2 = """
     1 N None    2 E NS      3 S EW      4 W All
     5 N NS      6 E EW      7 S All     8 W None
     9 N EW     10 E All    11 S None   12 W NS
    13 N All    14 E None   15 S NS     16 W EW
    17 N None   18 E NS     19 S EW     20 W All
    21 N NS     22 E EW     23 S All    24 W None
    25 N EW     26 E All    27 S None   28 W NS
    29 N All    30 E None   31 S NS     32 W EW
    33 N None   34 E NS     35 S EW     36 W All
"""


def test_dealer_and_vulnerability_are_those_of_law_2():
    words = LAW_2.split()
    printed = [(int(board), seat, vul) for board, seat, vul in zip(*[iter(words)] * 3, strict=True)]
    assert [board for board, _, _ in printed] == list(range(1, 37))
    assert [(board, dealer(board), vulnerability(board)) for board in range(1, 37)] == printed


@pytest.mark.parametrize("board", [0, -3])
def test_there_is_no_board_before_the_first(board: int):
    with pytest.raises(ValueError, match="numbered from 1"):
        dealer(board)
    with pytest.raises(ValueError, match="numbered from 1"):
        vulnerability(board)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("None", "None"), ("-", "None"), ("Love", "None"), ("Personne", "None"), ("none", "None"),
        ("NS", "NS"), ("N-S", "NS"), ("EW", "EW"), ("EO", "EW"), ("ew", "EW"),
        ("All", "All"), ("Both", "All"), ("Tous", "All"), ("both", "All"),
    ],
)  # fmt: skip
def test_a_vulnerability_is_read_in_both_languages(text: str, word: str):
    assert parse_vulnerability(text) == word


def test_each_side_is_vulnerable_when_the_board_says_so():
    words = ("None", "NS", "EW", "All")
    assert [is_vulnerable(word, Side.NS) for word in words] == [False, True, False, True]
    assert [is_vulnerable(word, Side.EW) for word in words] == [False, False, True, True]


@pytest.mark.parametrize("text", ["", "NSEW", "vul"])
def test_an_unknown_vulnerability_is_refused(text: str):
    with pytest.raises(NotationError, match="is not a vulnerability: write None, NS, EW or All"):
        is_vulnerable(text, Side.NS)


# Deals


def test_a_deal_is_read_clockwise_from_the_seat_it_names():
    deal = parse_deal(WHOLE_DEAL)
    assert list(deal) == [N, E, S, W]
    assert holding(deal[N], "S") == "AKQJ" and holding(deal[E], "C") == "JT"
    assert "".join(str(card) for card in deal[S]) == "S6S5S4S3H7H6H5D8D7D6C9C8C7"
    assert {len(hand) for hand in deal.values()} == {13}
    hands = WHOLE_DEAL[2:].split()
    for turn, first in enumerate("NESW"):
        turned = f"{first}:{' '.join(hands[turn:] + hands[:turn])}"
        assert parse_deal(turned) == deal
        assert format_deal(deal, Seat(first)) == turned


def test_a_void_is_an_empty_place_between_the_dots():
    deal = parse_deal("W:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    assert [holding(deal[seat], suit) for seat, suit in ((W, "S"), (N, "H"), (E, "D"), (S, "C"))] == [RANKS] * 4
    assert holding(deal[W], "H") == ""
    assert format_deal(deal, W) == "W:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def test_ranks_in_any_order_and_a_written_ten_are_put_in_order():
    untidy = parse_deal("n:jqka.qka.akq.akq 78910.JT98.JT9.JT 6543.765.876.987 2.432.5432.65432")
    assert format_deal(untidy) == WHOLE_DEAL


def test_an_incomplete_deal_is_read_only_when_that_is_asked():
    text = "N:AK.Q.. - - 2..."
    deal = parse_deal(text, complete=False)
    assert deal == {N: (Card("S", "A"), Card("S", "K"), Card("H", "Q")), E: (), S: (), W: (Card("S", "2"),)}
    assert format_deal(deal) == text
    with pytest.raises(NotationError) as refused:
        parse_deal(text)
    assert str(refused.value) == "The hand of N has 3 cards instead of 13."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f"“” {NOT_A_DEAL}"),
        ("AKQ... ... ... ...", f"“AKQ... ... ... ...” {NOT_A_DEAL}"),
        ("N:A... K... Q...", f"“N:A... K... Q...” {NOT_A_DEAL}"),
        ("X:A... K... Q... J...", "“X” is not a seat: write N, E, S or W."),
        (WHOLE_DEAL.replace("JT ", "JA "), "Card CA is there twice: in the hands of N and E."),
        (WHOLE_DEAL.replace("AKQJ.", "AKQQ."), "Card SQ is there twice: in the hands of N and N."),
        (WHOLE_DEAL.replace("987 2", "98 2"), "The hand of S has 12 cards instead of 13."),
        (WHOLE_DEAL.replace("987 2", "9872 "), "The hand of S has 14 cards instead of 13."),
        (WHOLE_DEAL.replace("T987.", "T98Z."), "“Z” in the hand of E is not a rank: write A K Q J T 9 to 2."),
        (
            WHOLE_DEAL.replace("2.432.", "2432."),
            "The hand of W has 3 suits: write four, apart by dots, a void left empty.",
        ),
    ],
)
def test_a_deal_that_cannot_be_read_says_what_is_wrong_and_where(text: str, sentence: str):
    with pytest.raises(NotationError) as refused:
        parse_deal(text)
    assert str(refused.value) == sentence


def test_a_short_hand_may_not_grow_beyond_thirteen():
    with pytest.raises(NotationError, match="The hand of N has 14 cards"):
        parse_deal("N:AKQJT98765432.A.. - - -", complete=False)


@given(st.permutations(PACK), st.sampled_from(list(Seat)))
def test_any_deal_is_read_back_as_it_was_written(pack: list[Card], first: Seat):
    deal = {seat: sort_hand(pack[13 * turn : 13 * turn + 13]) for turn, seat in enumerate(Seat)}
    assert parse_deal(format_deal(deal, first)) == deal


@given(st.text(max_size=80))
def test_any_text_is_a_deal_or_a_sentence(text: str):
    try:
        deal = parse_deal(text, complete=False)
    except NotationError as refused:
        assert str(refused)
    else:
        assert parse_deal(format_deal(deal), complete=False) == deal
