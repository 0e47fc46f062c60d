"""The worked cases that the product contains are shown beside a question of the same law, those with the most equal
answers first."""

import re

import pytest

from arbitrage.demo.cases import CASES
from arbitrage.demo.judgements import JUDGEMENTS
from arbitrage.demo.turns import TURNS
from arbitrage.models import Inquiry
from arbitrage.pages.decisions.worked_cases import WORKED, worked_count, worked_rulings
from arbitrage.services import incidents
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


def test_each_worked_case_is_ruled_by_the_law_that_it_is_taught_for():
    ruled = {law: sorted(data["law"] for _inquiry, data in worked_rulings(Inquiry(law=law))) for law in WORKED}
    expected: dict[str, list[str]] = {"64": [case.law for case in CASES]}
    for turn in TURNS:
        expected.setdefault(turn.law, []).append(turn.rules)
    for judged in JUDGEMENTS:
        expected.setdefault(judged.law, []).append(judged.rules)
    assert ruled == {law: sorted(laws) for law, laws in expected.items()}
    assert sum(map(len, ruled.values())) == len(CASES) + len(TURNS) + len(JUDGEMENTS)


def test_a_law_without_a_worked_case_has_no_link(client, incident, director):
    inquiry = incidents.open_inquiry(incident=incident, law="27", by=director)
    assert worked_count(inquiry) == 0
    page = words(client.get(url("question", inquiry.pk, "offender")))
    assert "worked case" not in page
    assert "Worked cases" not in words(client.get(url("similar", inquiry.pk)))


def test_a_new_club_finds_them_beside_its_first_question(client, inquiry):
    page = client.get(url("question", inquiry.pk, "able"), {"itself": "yes"})
    assert f"{len(CASES)} worked cases of this law" in words(page)
    assert url("similar", inquiry.pk) in page.content.decode()


def test_those_with_the_most_answers_in_common_come_first_each_with_what_differs(client, inquiry, director):
    last = CASES[-1].answers
    for name in ("able", "offender", "trick", "noticed"):
        inquiry = make.answer(inquiry, director, **{name: last[name]})
    text = words(client.get(url("similar", inquiry.pk)))
    worked = text[text.index("Worked cases") :]
    common = [int(number) for number in re.findall(r"(\d) of \d answers in common", worked)]
    assert common == sorted(common, reverse=True)
    assert len(common) == len(CASES)
    assert common[0] == 3  # able, trick and noticed; facts such as the offender's seat do not count
    first = worked[: worked.index("What was answered")]
    assert "64B6" in first
    assert "Answered otherwise" not in first


def test_nobody_is_named_and_nothing_that_was_typed_is_there(client, inquiry):
    text = words(client.get(url("similar", inquiry.pk)))
    for case in CASES:
        assert case.words[:40] not in text or not case.words
        assert case.answers.get("line", "–")[:40] not in text
    assert "2026" not in text[text.index("Worked cases") :]


def test_nothing_on_the_page_answers_the_question(client, inquiry):
    html = client.get(url("similar", inquiry.pk)).content.decode()
    assert not re.search(r'name="(answer|first|version|these)"', html)
