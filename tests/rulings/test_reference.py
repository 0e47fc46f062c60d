"""The reference (docs/reference.md) agrees with the laws: each of its rows, each section that is cited, and the worked
rulings on wrong numbers of cards."""

import json
import re

from rulings.commands import laws as law_commands
from rulings.engine.text import translator
from rulings.laws2017 import LAWS
from rulings.papers.register import rows
from tests.rulings.conftest import HERE
from tests.rulings.test_shared_cases import FILE

ROOT = HERE.parents[1]
REFERENCE = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
TOPICS = ("missing_card", "other")

TOLD = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
CASES = {told["id"]: told["expected"] for told in TOLD if told["topic"] in TOPICS}


def test_every_row_that_decides_something_is_declared_by_a_law():
    rows_named = set(re.findall(r"\*\*(\d+[A-Z]?\.R\d+)\*\*", REFERENCE))
    assert len(rows_named) > 200
    assert rows_named - set(rows()) == set()


def test_every_section_that_is_cited_is_told_in_the_reference():
    listed = set(re.findall(r"(?m)^\| ([\d.]+) \|", REFERENCE))
    files = [path for folder in ("rulings", "arbitrage", "tests") for path in (ROOT / folder).rglob("*.py")]
    cited = {
        section
        for file in files
        for several in re.findall(r"LAWS(?:\.md)? ((?:\d+\.\d+(?:, | and | to )?)+)", file.read_text(encoding="utf-8"))
        for section in re.findall(r"\d+\.\d+", several)
    }
    assert len(cited) > 50
    assert cited - listed == set()


# The worked rulings on a wrong number of cards


def test_these_are_all_of_them():
    assert set(CASES) == {"DER-M03", "PUB-M01", "PUB-M08", "PUB-R36", "PUB-R37", "SEED-043"}


def ruling(law, **answers):
    state = LAWS[law].step(answers)
    assert not hasattr(state, "question"), state.question.id
    return state.ruling


def moved(ruling_given):
    return sum(effect.tricks for effect in ruling_given.rectifications if effect.effect == "TRICK_TRANSFER")


SHORT = {"what": "none", "both_played_on": "yes", "exclusion": "none", "side_won": "yes", "line": "", "equity": "no"}
DECLARER = SHORT | {"offender": "S", "declarer": "S"}


def test_declarer_who_never_played_to_a_trick_that_dummy_won_gives_one_back():
    answers = DECLARER | {"noticed": "cards_out", "trick": "1", "tricks_after": "10"}
    ruling_given = ruling("67", **answers)
    assert moved(ruling_given) == CASES["PUB-R36"]["tricks_transferred"]
    scored = law_commands.ask("67", answers | {"contract": "4H", "vul": "None", "tricks": "11"}, translator("en"))[
        "score"
    ]
    assert scored["result"] == CASES["PUB-R36"]["result_after"]


def test_six_cards_against_five_after_trick_eight():
    ruling_given = ruling("67", **DECLARER, noticed="during", trick="6", end_of_play="reached", tricks_after="3")
    assert moved(ruling_given) == CASES["PUB-R37"]["tricks_transferred"]


def test_a_defender_one_card_too_many_whose_side_won_tricks_since():
    answers = SHORT | {"offender": "E", "declarer": "S", "noticed": "during", "trick": "4", "tricks_after": "2"}
    assert moved(ruling("67", **answers, end_of_play="reached")) == CASES["SEED-043"]["tricks_transferred"]


def test_two_cards_to_one_trick_make_a_revoke_of_the_later_one():
    answers = {"offender": "E", "declarer": "S", "what": "several", "both_played_on": "yes", "faced_known": "yes"}
    ruling_given = ruling("67", **answers, exposed="no", failed_with_it="yes")
    effects = {effect.effect: effect for effect in ruling_given.rectifications}
    assert effects["WITHDRAW"].to == "hand" and CASES["DER-M03"]["card_restored"] == "H7"
    assert effects["SEND"].to in ("61", "64") and CASES["DER-M03"]["possible_revoke_at_trick"] == 6


def test_fourteen_and_twelve_cards_need_not_cancel_the_board():
    assert CASES["PUB-M08"]["must_cancel"] is False
    assert ruling("13", count="too_many", play_over="no", called="no", saw="no").law == "13A1"


def test_a_card_found_at_the_table_before_is_restored_and_no_penalty_card():
    answers = {"offender": "W", "declarer": "S", "stage": "play", "where": "elsewhere", "could_see": "no"}
    effects = [effect.effect for effect in ruling("14", **answers, failed_to_follow="yes").rectifications]
    assert ("PENALTY_CARD" in effects) is bool(CASES["PUB-M01"]["penalty_cards"])
    assert ("SEND" in effects) is CASES["PUB-M01"]["possible_revoke"]
