"""A PIN that is easy to guess is refused: consecutive digits, up or down, or fewer than three different digits."""

import pytest

from arbitrage.services.errors import Refused
from arbitrage.services.people.devices import set_pin

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

IN_A_ROW = ["0123", "1234", "6789", "3210", "9876", "01234", "012345", "56789", "01234567", "23456789", "87654321"]


@pytest.mark.parametrize("pin", [*IN_A_ROW, "0000", "1212", "77777777"])
def test_digits_in_a_row_or_of_two_kinds_are_refused(director, pin):
    with pytest.raises(Refused) as refused:
        set_pin(user=director, pin=pin)
    assert refused.value.code == "easy"


@pytest.mark.parametrize("pin", ["2718", "0124", "13579", "89012345"])
def test_others_are_taken(director, pin):
    set_pin(user=director, pin=pin)
    assert director.memberships.get().pin
