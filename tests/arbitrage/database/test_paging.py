"""Reading many rows holds one page of them in memory at a time, and keeps no cursor open between two pages."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.database.paging import in_pages
from arbitrage.models import Club

pytestmark = pytest.mark.django_db


def test_every_row_comes_once_by_its_key_and_what_is_added_on_the_way_is_met():
    made = sorted(Club.objects.create(name=f"Club {number}", slug=f"club-{number}").pk for number in range(5))
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert [page.pk for page in in_pages(Club.objects.order_by("-name"), size=2)] == made
    assert len(asked) == 4  # pages of two, two, one and no rows

    met = []
    for page in in_pages(Club.objects.all(), size=2):
        met.append(page.pk)
        if len(met) == 5:
            made.append(Club.objects.create(name="Late", slug="late").pk)
    assert met == made


def test_a_queryset_that_leaves_some_out_goes_on_leaving_them_out():
    for number in range(5):
        Club.objects.create(name=f"Club {number}", slug=f"club-{number}")
    found = in_pages(Club.objects.exclude(slug="club-3"), size=1)
    assert sorted(one.slug for one in found) == ["club-0", "club-1", "club-2", "club-4"]
