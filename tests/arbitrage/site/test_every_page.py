"""Every page is requested on both databases, because the tests of single pages run on one of them."""

import re

import pytest

from arbitrage.models import Club
from tests.arbitrage import factories as make
from tests.arbitrage.site.test_permissions import (
    EVERY_METHOD,
    NAMES,
    READ,
    addresses,
    an_inquiry_of_zebulon,
    answers_of,
)

pytestmark = pytest.mark.django_db


def test_a_director_is_shown_every_page_of_his_club_and_no_method_breaks_the_server():
    an_inquiry_of_zebulon()
    found = answers_of(make.make_member(Club.objects.get(), "insider"), EVERY_METHOD)
    assert found.broken == {}
    assert found.seen >= READ
    of_one_person = {name for name in NAMES if re.search("<uuid:(exercise|rehearsal)>", str(addresses()[name].pattern))}
    assert len(found.seen) > len(set(NAMES) - of_one_person) / 2
