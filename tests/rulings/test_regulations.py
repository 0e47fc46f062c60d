"""The settings that the Laws leave open: each has a date and a source, and its value equals the default of the
functions."""

import datetime
import inspect
from fractions import Fraction

import pytest

from rulings.regulations import regulations
from rulings.scores.adjusted import AVERAGE_IMPS, AVERAGE_PERCENT
from rulings.scores.imps import butler_board, datum, shown_imps
from rulings.scores.matchpoints import Neuberg, Scale, fouled_board, matchpoint_board, shown_percent, shown_points
from rulings.scores.victory_points import whole_victory_points


def default(function, argument):
    return inspect.signature(function).parameters[argument].default


def test_every_setting_has_its_law_source_and_date():
    for subject, setting in regulations().items():
        assert setting["law"][0].isdigit(), subject
        assert len(setting["source"]) > 5, subject
        assert isinstance(setting["since"], datetime.date), subject


def test_an_authority_that_is_not_known_is_refused():
    with pytest.raises(FileNotFoundError):
        regulations("nobody")


def test_artificial_scores():
    written = regulations()["artificial"]
    assert {average.name.lower(): value for average, value in AVERAGE_PERCENT.items()} == written["percent"]
    assert {average.name.lower(): value for average, value in AVERAGE_IMPS.items()} == written["imps"]


def test_matchpoints():
    assert default(matchpoint_board, "formula") == Neuberg(regulations()["neuberg"]["boards"])
    assert default(fouled_board, "small_groups") is regulations()["fouled_boards"]["small_groups"]
    assert Scale(regulations()["scale"]["value"]) is Scale.TWO


def test_butler():
    written = regulations()["butler"]
    assert default(butler_board, "round_to") == default(datum, "round_to") == written["round_to"]
    extremes = [0, 700] * written["drop"]
    for number in range(1, 9):
        scores = [100] * number
        kept = [*scores, *extremes]
        assert datum(kept) == datum(kept, drop=written["drop"] if len(kept) >= written["drop_from"] else 0)


def test_rounding():
    written = regulations()["rounding"]
    third = Fraction(100, 3)
    assert -shown_points(third, 100).as_tuple().exponent == written["matchpoint_decimals"]
    assert -shown_percent(third).as_tuple().exponent == written["percent_decimals"]
    assert -shown_imps(third).as_tuple().exponent == written["imp_decimals"]


def test_scales_of_victory_points_are_scales():
    for scale in regulations()["victory_points"]["scales"].values():
        assert whole_victory_points(scale[-1], scale) == (20, 0)


def test_what_an_older_regulation_says_is_dated_and_marked_as_not_verified():
    settings = regulations()
    for subject in ("further_appeal", "appeal_sanction", "last_session", "tariff"):
        assert settings[subject]["unverified"] is True
        assert "confirmed by the comité" in settings[subject]["source"]
    assert (settings["further_appeal"]["days"], regulations("wbf")["further_appeal"]["days"]) == (2, 0)
    assert "amount" not in settings["appeal_sanction"]
    tariff = settings["tariff"]
    assert (tariff["lead_card_percent"], tariff["missing_result_percent"]) == (10, 30)
    assert (tariff["late_sheet_imps"], tariff["later_sheet_imps"]) == (3, 6)


def test_the_score_of_15a3_follows_the_edition():
    assert regulations()["profile_15a3"]["value"] == "artificial"
    assert regulations("wbf")["profile_15a3"]["value"] == "assigned"
