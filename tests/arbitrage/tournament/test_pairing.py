"""The pairing of a Swiss: contestants meet a second time only where it cannot be avoided, the differences in rank are
smallest, and byes follow a rule.

`PAIRINGS=10000 pytest tests/arbitrage/tournament/test_pairing.py` tries ten thousand rankings.
"""

import os
import random
from collections import Counter
from itertools import combinations

import pytest

from arbitrage.services.tournaments.pairing import Met, matched, next_round

TRIED = int(os.environ.get("PAIRINGS", "300"))


def every_matching(order):
    """Yield every matching by trying all of them, without any code of the product."""
    if not order:
        yield []
        return
    first, *others = order
    for other in others:
        for rest in every_matching([one for one in others if one != other]):
            yield [(first, other), *rest]


def cost(order, matches, met: Met) -> tuple[int, int]:
    place = {one: at for at, one in enumerate(order)}
    return (
        sum(met.get(frozenset(two), 0) for two in matches),
        sum(abs(place[one] - place[other]) for one, other in matches),
    )


def a_history(draw: random.Random, everybody, rounds: int) -> Counter:
    met: Counter = Counter()
    for _ in range(rounds):
        mixed = draw.sample(everybody, len(everybody))
        met.update(frozenset(two) for two in zip(mixed[::2], mixed[1::2], strict=False))
    return met


def test_what_is_found_is_the_least_of_all_ways():
    """The pairing is compared with every matching of up to eight contestants, for any earlier meetings, even if only
    repeated meetings are left."""
    draw = random.Random(27)
    for _ in range(TRIED):
        order = [str(number) for number in range(draw.choice((2, 4, 6, 8)))]
        draw.shuffle(order)
        met = a_history(draw, order, draw.randrange(8))
        matches, again = matched(order, met)
        assert sorted(one for two in matches for one in two) == sorted(order)
        least = min(cost(order, ways, met) for ways in every_matching(order))
        assert cost(order, matches, met) == least
        assert again == least[0]


def test_where_most_have_met_the_differences_in_rank_are_still_the_smallest():
    """The pairing of eight contestants is compared with every matching. Seven in ten pairs of contestants have met, so
    that often half of the contestants must meet somebody far below them."""
    draw = random.Random(1965)
    order = list("abcdefgh")
    ways = list(every_matching(order))
    for _ in range(TRIED):
        met = {frozenset(two): 1 for two in combinations(order, 2) if draw.random() > 0.3}
        matches, again = matched(order, met)
        assert cost(order, matches, met) == min(cost(order, matching, met) for matching in ways)
        assert again == cost(order, matches, met)[0]


def test_random_rankings_of_a_club_meet_nobody_twice_and_exchange_no_opponents_for_the_better():
    """The rankings have 9 to 40 contestants, odd and even, after up to nine rounds of a Swiss."""
    draw = random.Random(2027)
    tried = 0
    while tried < TRIED:
        everybody = [str(number) for number in range(draw.randrange(9, 41))]
        strength = {contestant: draw.gauss(0, 1) for contestant in everybody}
        points, met, sat_out = dict.fromkeys(everybody, 0.0), Counter(), Counter()
        for _round in range(draw.randrange(1, min(9, len(everybody) // 2))):
            order = sorted(everybody, key=lambda one: -points[one])
            found = next_round(order, met, sat_out)
            tried += 1
            assert found.again == 0, "half of the field has not been met: a first meeting is always there"
            assert not {frozenset(two) for two in found.matches} & met.keys()
            playing = [one for one in order if one != found.exempt]
            assert sorted(one for two in found.matches for one in two) == sorted(playing)
            assert bool(found.exempt) == bool(len(everybody) % 2)
            if found.exempt:
                assert sat_out[found.exempt] == min(sat_out[contestant] for contestant in everybody)
            here = cost(playing, found.matches, met)
            for (a, b), (c, d) in combinations(found.matches, 2):
                others = [two for two in found.matches if two not in ((a, b), (c, d))]
                for exchanged in (((a, c), (b, d)), ((a, d), (b, c))):
                    assert cost(playing, [*others, *exchanged], met) >= here
            met.update(frozenset(two) for two in found.matches)
            sat_out.update([found.exempt] if found.exempt else [])
            for one, other in found.matches:
                won = strength[one] - strength[other] + draw.gauss(0, 1)
                points[one], points[other] = points[one] + won, points[other] - won


def test_the_last_who_has_not_sat_out_is_exempt():
    order = list("abcdefg")
    assert next_round(order, {}).exempt == "g"
    assert next_round(order, {}, {"g": 1}).exempt == "f"
    assert next_round(order, {}, dict.fromkeys("efg", 1)).exempt == "d"
    assert next_round(order, {}, dict.fromkeys(order, 1)).exempt == "g"


def test_another_one_is_exempt_only_where_that_spares_a_second_meeting():
    met = {frozenset(two): 1 for two in (("a", "b"), ("a", "c"))}
    assert next_round(list("abc"), {frozenset("ab"): 1}).exempt == "b"
    assert next_round(list("abc"), met).exempt == "a"
    met[frozenset("bc")] = 1
    assert next_round(list("abc"), met) == ((("a", "b"),), "c", 1)


def test_neighbours_meet_first_and_a_second_meeting_floats_as_little_as_can_be():
    order = list("abcdef")
    assert next_round(order, {}).matches == (("a", "b"), ("c", "d"), ("e", "f"))
    met = {frozenset("ab"): 1}
    assert cost(order, next_round(order, met).matches, met) == (0, 5)


@pytest.mark.parametrize("count", [2, 4, 6])
def test_when_everybody_has_met_everybody_the_fewest_meet_again(count):
    order = [str(number) for number in range(count)]
    met = {frozenset(two): 1 for two in combinations(order, 2)}
    assert next_round(order, met).again == count // 2
