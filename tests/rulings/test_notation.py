"""Contracts and results as they are typed, stored and shown, in both languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.bridge import (
    PASSED_OUT,
    Contract,
    Denomination,
    Language,
    NotationError,
    Result,
    Seat,
    contract_parts,
    format_contract,
    format_denomination,
    format_margin,
    format_result,
    parse_contract,
    parse_result,
    suit_letter,
)

EVERY_CONTRACT = [
    Contract(level, denomination, doubled)
    for level in range(1, 8)
    for denomination in Denomination
    for doubled in (0, 1, 2)
]


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("3NT", "3NT"), ("3N", "3NT"), ("3 NT", "3NT"), ("3SA", "3NT"), ("3sa", "3NT"), ("3ＮＴ", "3NT"),
        ("4♠", "4S"), ("4S", "4S"), ("4P", "4S"), ("4 ♠", "4S"), ("4♤", "4S"), ("4♠️", "4S"), ("4♠P", "4S"),
        ("4♠S", "4S"), ("2♥", "2H"), ("2H", "2H"), ("2♥C", "2H"), ("5♦", "5D"), ("5D", "5D"), ("5K", "5D"),
        ("5♦K", "5D"), ("6♣", "6C"), ("6C", "6C"), ("6T", "6C"), ("6♣T", "6C"), ("6♣C", "6C"),
        ("4♠x", "4Sx"), ("4HX", "4Hx"), ("4Sxx", "4Sxx"), ("4D*", "4Dx"), ("4D**", "4Dxx"), ("4♥×", "4Hx"),
        ("4♥××", "4Hxx"),
        ("1 C xx", "1Cxx"), ("2 D x", "2Dx"), ("4♠ X X", "4Sxx"), ("3SAX", "3NTx"), ("3SA xx", "3NTxx"), ("4SX", "4Sx"),
    ],
)  # fmt: skip
def test_a_contract_is_read_in_both_languages_with_letters_or_symbols(text: str, stored: str):
    assert str(parse_contract(text)) == stored
    if "C" not in text.upper() or "♣" in text or "♥" in text:
        assert str(parse_contract(text, "fr")) == stored


def test_only_the_letter_c_depends_on_the_reader():
    assert (str(parse_contract("6C", "en")), str(parse_contract("6C", "fr"))) == ("6C", "6H")
    assert (str(parse_contract("1 C xx", "en")), str(parse_contract("1 C xx", "fr"))) == ("1Cxx", "1Hxx")
    for text in ("6T", "6K", "6P", "6SA", "6D", "6H", "6S", "6NT", "6♣C", "6♥C"):
        assert parse_contract(text, "en") == parse_contract(text, "fr")


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("3NT+3", "3NT+3"), ("3SA+3", "3NT+3"), ("3 SA + 3", "3NT+3"), ("4♠x-2", "4Sx-2"), ("4Sx-2", "4Sx-2"),
        ("4♠x−2", "4Sx-2"), ("4♠x–2", "4Sx-2"), ("4♠P=", "4S="), ("4♠P-2", "4S-2"), ("4♥C x +1", "4Hx+1"),
        ("6C=", "6C="), ("6T=", "6C="), ("3NT+0", "3NT="), ("7SA-13", "7NT-13"), ("1NT+6", "1NT+6"),
        ("1Cxx+4", "1Cxx+4"),
        ("Passe", "Pass"), ("PASS", "Pass"), ("passed out", "Pass"), ("Passed  Out", "Pass"),
        ("Passe générale", "Pass"), ("PO", "Pass"), ("P", "Pass"), ("all pass", "Pass"),
    ],
)  # fmt: skip
def test_a_result_is_read_in_both_languages(text: str, stored: str):
    assert str(parse_result(text)) == stored


def test_a_result_counts_all_the_tricks_of_declarers_side():
    assert parse_result("3NT+3") == Result(Contract(3, Denomination.NT), 12)
    assert parse_result("4♠x-2") == Result(Contract(4, Denomination.S, 1), 8)
    assert parse_result("6C=", "fr") == Result(Contract(6, Denomination.H), 12)
    assert parse_result("Passe") == PASSED_OUT == Result(None, None)


@pytest.mark.parametrize(
    ("text", "declarer"),
    [("4S by W -1", Seat.W), ("4♠ par O -1", Seat.W), ("4S W-1", Seat.W), ("4♠ N-1", Seat.N), ("4S-1", None)],
)
def test_the_declarer_may_follow_the_contract(text: str, declarer: Seat | None):
    assert parse_result(text) == Result(Contract(4, Denomination.S, 0, declarer), 9)


def test_a_declarer_can_be_given_afterwards():
    assert parse_contract("4Sx by E") == Contract(4, Denomination.S, 1).by(Seat.E)


@pytest.mark.parametrize(
    "text", ["", "3", "NT", "3Z", "3NTxxx", "3NT++1", "111NT", "42", "3NT+3 tricks", "3NT 9", "-", "4D♠"]
)
@pytest.mark.parametrize("parse", [parse_contract, parse_result])
def test_what_is_no_contract_is_refused_with_an_example(parse, text: str):
    with pytest.raises(NotationError) as refused:
        parse(text)
    assert (
        str(refused.value) == f"“{text}” is not a contract: write a level and a suit or NT, such as 3NT, 4♠x or Pass."
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("8C=", "A contract is at level 1 to 7, not 8."),
        ("0NT=", "A contract is at level 1 to 7, not 0."),
        ("7NT+1", "“7NT+1” would be 14 tricks for declarer: there are 13 in a deal."),
        ("1NT-8", "“1NT-8” would be -1 tricks for declarer: there are 13 in a deal."),
        ("3NT", "“3NT” does not say how it ended: add =, + or − and the tricks, such as 3NT+1."),
    ],
)
def test_a_result_that_cannot_be_says_why(text: str, sentence: str):
    with pytest.raises(NotationError) as refused:
        parse_result(text)
    assert str(refused.value) == sentence


def test_a_result_is_not_taken_for_a_contract():
    with pytest.raises(NotationError) as refused:
        parse_contract("3SA+3")
    assert str(refused.value) == "“3SA+3” is a result: the contract alone is wanted here."
    assert parse_contract("Passe") is None


@pytest.mark.parametrize(
    ("tricks", "contract"), [(None, Contract(3, Denomination.NT)), (9, None), (14, Contract(3, Denomination.NT))]
)
def test_a_result_needs_a_contract_and_its_tricks_or_neither(tricks: int | None, contract: Contract | None):
    with pytest.raises(ValueError, match=r"tricks|Tricks"):
        Result(contract, tricks)


def test_a_contract_outside_the_book_cannot_be_made():
    with pytest.raises(ValueError, match="level 1 to 7"):
        Contract(0, Denomination.S)
    with pytest.raises(ValueError, match="doubled is 0, 1 or 2"):
        Contract(1, Denomination.S, 3)


# Showing


def test_a_contract_is_shown_in_the_readers_notation():
    notrump, spades = Contract(3, Denomination.NT), Contract(4, Denomination.S, 1)
    assert [format_contract(notrump, "fr"), format_contract(notrump, "en")] == ["3SA", "3NT"]
    assert [format_contract(spades, "fr"), format_contract(spades, "en")] == ["4♠x", "4♠x"]
    assert [format_contract(spades, "fr", symbols=False), format_contract(spades, symbols=False)] == ["4Px", "4Sx"]
    assert [format_contract(None, "fr"), format_contract(None, "en")] == ["Passe", "Pass"]
    assert [format_denomination(d, "fr", symbols=False) for d in "CDHS"] == ["T", "K", "C", "P"]


def test_a_result_is_shown_in_the_readers_notation():
    notrump, spades, clubs = Contract(3, Denomination.NT), Contract(4, Denomination.S, 1), Contract(6, Denomination.C)
    assert [format_result(notrump, 12, "fr"), format_result(notrump, 12, "en")] == ["3SA+3", "3NT+3"]
    assert [format_result(spades, 8, "fr"), format_result(clubs, 12, "fr")] == ["4♠x-2", "6♣="]
    assert [format_result(clubs, 12, "fr", symbols=False), format_result(None, None, "fr")] == ["6T=", "Passe"]
    assert format_result(notrump, None, "fr") == "3SA"
    assert [format_margin(notrump, tricks) for tricks in (0, 8, 9, 13)] == ["-9", "-1", "=", "+4"]


def test_a_contract_comes_in_parts_for_a_page_that_colours_its_suit():
    assert contract_parts(Contract(4, Denomination.S, 1), "fr") == ("4", "♠", "P", "x", "S")
    assert contract_parts(Contract(4, Denomination.S, 2), "en") == ("4", "♠", "S", "xx", "S")
    assert contract_parts(Contract(3, Denomination.NT), "fr") == ("3", "", "SA", "", "NT")
    assert [suit_letter(suit, "fr") for suit in "SHDC"] == ["P", "C", "K", "T"]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("symbols", [True, False])
def test_every_result_is_read_back_as_it_is_shown(lang: Language, symbols: bool):
    for contract in EVERY_CONTRACT:
        for tricks in range(14):
            shown = format_result(contract, tricks, lang, symbols=symbols)
            assert parse_result(shown, lang) == Result(contract, tricks)


def test_every_stored_result_is_read_back():
    for contract in EVERY_CONTRACT:
        assert parse_contract(str(contract)) == contract
        assert parse_result(str(Result(contract, 7))) == Result(contract, 7)


@given(st.text(alphabet="1234567890NTSAHDCPK♠♥♦♣xX*=+- −byOWE", max_size=12), st.sampled_from(["en", "fr"]))
def test_any_text_is_a_result_or_a_sentence(text: str, lang: Language):
    try:
        result = parse_result(text, lang)
    except NotationError as refused:
        assert str(refused)
    else:
        assert parse_result(format_result(result.contract, result.tricks, lang), lang).tricks == result.tricks
