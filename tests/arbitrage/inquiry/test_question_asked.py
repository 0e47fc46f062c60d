"""A question is answered in its turn; a later one of the same law may be answered ahead only on purpose."""

import pytest

from arbitrage.services.errors import Refused
from arbitrage.services.incidents.inquiry import question_asked

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


def test_a_question_that_is_asked_is_found_and_one_that_may_come_later_is_refused_before_its_turn(inquiry):
    assert question_asked(inquiry, "able").id == "able"
    with pytest.raises(Refused) as refused:
        question_asked(inquiry, "equity")
    assert refused.value.code == "not_asked"


def test_one_that_may_come_later_is_found_where_it_may_be_said_ahead_and_one_of_another_law_is_not(inquiry):
    assert question_asked(inquiry, "equity", ahead=True).id == "equity"
    assert question_asked(inquiry, "able", ahead=True).id == "able"
    with pytest.raises(Refused):
        question_asked(inquiry, "since_lead", ahead=True)
