"""An adjusted score in the terms of Bridgemate and of USEBIO, and the scores that one of them cannot express."""

from fractions import Fraction

import pytest

from arbitrage.exchange import slip
from rulings.bridge import parse_contract
from rulings.scores.adjusted import Average
from rulings.scores.award import Award, Possible

pytestmark = pytest.mark.usefixtures("in_english")

FORMATS: tuple[slip.Format, ...] = ("bws", "usebio", "pbn", "csv", "json")


def result(contract: str, tricks: int | None, weight: str = "1") -> Possible:
    return Possible.of(parse_contract(contract) if contract else None, tricks, "None", Fraction(weight))


MADE = Award.both(result("4S N", 10))
WEIGHTED = Award.both(result("4S N", 10, "3/5"), result("4S N", 9, "2/5"))
SPLIT = Award((result("4S N", 9),), (result("4S N", 10),))
SPLIT_WEIGHTED = Award((result("4S N", 10, "1/3"), result("4S N", 9, "2/3")), (result("4S N", 10),))


@pytest.mark.parametrize("ns", [40, 50, 60])
@pytest.mark.parametrize("ew", [40, 50, 60])
def test_bridgemate_has_a_remark_for_nine_pairs_of_percentages(ns: int, ew: int) -> None:
    award = Award(Fraction(ns), Fraction(ew))
    assert slip.bws_remark(award) == f"{ns}%-{ew}%"
    assert slip.usebio_code(award) == f"A{ns}{ew}"
    assert [slip.cannot_say(award, format) for format in FORMATS] == [[]] * 5


@pytest.mark.parametrize(
    ("award", "remark", "code", "silent"),
    [
        (MADE, "", "420", {}),
        (Award.both(result("", None)), "", "0", {}),
        (Award.both(Possible("", "", None, 300)), "Arbitral score", "300", {"bws": "without its contract"}),
        (Award(Fraction(55), Fraction(45)), "Arbitral score", "A5545", {"bws": "40%, 50% and 60% only"}),
        (
            Award(Fraction(125, 2), Fraction(100)),
            "Arbitral score",
            "",
            {"bws": "40%, 50% and 60% only", "usebio": "whole percentages"},
        ),
        (
            Award(Average.PLUS, Average.EVEN),
            "60%-50%",
            "A6050",
            {"bws": "12C2(c)", "usebio": "Average plus is written as 60%"},
        ),
        (
            Award(Average.MINUS, Average.MINUS),
            "40%-40%",
            "A4040",
            {"bws": "12C2(c)", "usebio": "Average minus is written as 40%"},
        ),
        (
            WEIGHTED,
            "Arbitral score",
            "",
            {"bws": "no weights", "usebio": "no weights", "pbn": "no weights", "csv": "no weights"},
        ),
        (
            SPLIT,
            "Arbitral score",
            "",
            {"bws": "one result", "usebio": "one score", "pbn": "one contract", "csv": "one result"},
        ),
    ],
)
def test_each_format_is_told_what_it_has_a_word_for(award, remark, code, silent) -> None:
    assert slip.bws_remark(award) == remark
    assert slip.usebio_code(award) == code
    said = {format: slip.cannot_say(award, format) for format in FORMATS}
    assert {format for format, sentences in said.items() if sentences} == set(silent)
    for format, part in silent.items():
        assert len(said[format]) == 1
        assert part in said[format][0]


def test_what_is_split_and_weighted_is_said_in_two_sentences() -> None:
    assert [len(slip.cannot_say(SPLIT_WEIGHTED, format)) for format in FORMATS] == [2, 2, 2, 2, 0]


def test_both_averages_are_said_one_after_the_other() -> None:
    plus_and_minus = Award(Average.PLUS, Average.MINUS)
    assert slip.bws_remark(plus_and_minus) == "60%-40%"
    assert len(slip.cannot_say(plus_and_minus, "usebio")) == 2
    assert slip.cannot_say(plus_and_minus, "pbn") == []


def test_imps_in_place_of_a_result_are_no_percentages() -> None:
    award = Award(Fraction(3), Fraction(-3))
    assert slip.bws_remark(award, imps=True) == "Arbitral score"
    assert slip.usebio_code(award, imps=True) == ""
    assert [len(slip.cannot_say(award, format, imps=True)) for format in FORMATS] == [1, 1, 1, 1, 0]
    averages = Award(Average.PLUS, Average.MINUS)
    assert slip.bws_remark(averages, imps=True) == "60%-40%"


@pytest.mark.parametrize(
    ("award", "words"),
    [
        (MADE, "4S N 10 420"),
        (Award.both(result("", None)), "0"),
        (WEIGHTED, "60% 4S N 10 420, 40% 4S N 9 -50"),
        (SPLIT, "NS 4S N 9 -50; EW 4S N 10 420"),
        (SPLIT_WEIGHTED, "NS 1/3 4S N 10 420, 2/3 4S N 9 -50; EW 4S N 10 420"),
        (Award(Average.PLUS, Average.MINUS), "A+/A-"),
        (Award(Fraction(55), Fraction(125, 2)), "55%/62.5%"),
    ],
)
def test_an_award_is_written_on_one_line(award: Award, words: str) -> None:
    assert slip.written(award) == words
