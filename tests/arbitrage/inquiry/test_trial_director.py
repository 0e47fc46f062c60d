"""The simulated director of the trials taps as on a tablet, and reaches the ruling of a call through the pages
themselves."""

import random
import time

import pytest

from arbitrage.models import Inquiry
from tests.trials.director import Director, Pace
from tests.trials.tablet import Tablet

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.either_database]


def test_he_answers_one_question_after_the_other_to_the_ruling(client, live_server, director, inquiry):
    client.force_login(director)
    tablet = Tablet([live_server.url], client.cookies["sessionid"].value)
    one = Director(tablet, str(inquiry.incident.tournament_id), [], Pace(thinking=0.01), random.Random(1))
    page, where = tablet.get(f"/fr/inquiries/{inquiry.pk}/")
    ruled = one.answers(page, where, time.monotonic() + 60)
    assert [act.failed for act in one.acts] == [""] * len(one.acts)
    assert len(tablet.acknowledged) > 3
    assert ruled == str(inquiry.incident_id)
    assert Inquiry.objects.get().stage != Inquiry.Stage.ASKING
