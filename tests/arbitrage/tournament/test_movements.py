"""Every movement, for every number of tables and rounds: seats, meetings and boards."""

from collections import Counter
from itertools import combinations

import pytest

from arbitrage.services.tournaments import movements
from arbitrage.services.tournaments.movements import MOVEMENTS, Movement, Sitting, made, possible, switched, without

EVERY = [
    (key, tables, rounds)
    for tables in range(1, movements.MOST_TABLES + 1)
    for key in possible(tables)
    if key not in movements.DRAWN
    for rounds in sorted({1, MOVEMENTS[key].most(tables) // 2 or 1, MOVEMENTS[key].most(tables)})
]
every = pytest.mark.parametrize(("key", "tables", "rounds"), EVERY)
SHARING = {"individual", "teams"}


def sides(movement: Movement, sitting: Sitting) -> list[str]:
    """Return the contestants at a table; with their direction if each direction has its own ranking."""
    if sitting.players:
        return list(sitting.players)
    return [f"NS{sitting.ns}", f"EW{sitting.ew}"] if movement.winners == 2 else [sitting.ns, sitting.ew]


@every
def test_a_contestant_sits_once_a_round_and_everybody_sits(key, tables, rounds):
    movement = made(key, tables, rounds)
    if key == "teams" and tables % 2:
        return  # one team sits out: a later test checks this
    everybody = {f"NS{one}" for one in movement.ns} | {f"EW{one}" for one in movement.ew} | set(movement.others)
    for round in range(1, rounds + 1):
        sitting = [who for one in movement.sittings if one.round == round for who in sides(movement, one)]
        assert len(sitting) == len(set(sitting))
        assert len(everybody - set(sitting)) == (key in movements.WITH_A_ROVER)
        assert [one.table for one in movement.sittings if one.round == round] == list(range(1, tables + 1))


@every
def test_nobody_plays_a_set_twice_and_every_set_exists(key, tables, rounds):
    movement = made(key, tables, rounds)
    played = Counter((who, sitting.set) for sitting in movement.sittings for who in sides(movement, sitting))
    assert set(played.values()) == {1}
    assert {sitting.set for sitting in movement.sittings} <= set(range(1, movement.sets + 1))
    assert list(movement.boards(3)) == list(range(1, 3 * movement.sets + 1))


@every
def test_nobody_meets_twice(key, tables, rounds):
    movement = made(key, tables, rounds)
    if key == "individual":
        partners = Counter(
            frozenset(two) for sitting in movement.sittings for two in (sitting.players[::2], sitting.players[1::2])
        )
        assert set(partners.values()) == {1}
        opponents = Counter(
            frozenset((a, b))
            for sitting in movement.sittings
            for a in sitting.players[::2]
            for b in sitting.players[1::2]
        )
        assert max(opponents.values()) <= 2
    else:
        met = Counter(frozenset(sides(movement, sitting)) for sitting in movement.sittings)
        assert set(met.values()) == {1}


@pytest.mark.parametrize("tables", sorted({*movements.HOWELLS, *movements.SMALL}))
def test_in_a_whole_howell_everybody_meets_everybody_on_every_set(tables):
    movement = made("howell", tables, 2 * tables - 1)
    met = {frozenset((sitting.ns, sitting.ew)) for sitting in movement.sittings}
    assert met == {frozenset(two) for two in combinations(movement.others, 2)}
    for pair in movement.others:
        assert {sitting.set for sitting in movement.sittings if pair in (sitting.ns, sitting.ew)} == set(
            range(1, movement.sets + 1)
        )


@pytest.mark.parametrize("tables", sorted(movements.WHIST))
def test_in_a_whole_individual_everybody_plays_with_everybody_once_and_against_everybody_twice(tables):
    movement = made("individual", tables, 4 * tables - 1)
    partners = Counter(
        frozenset(two) for sitting in movement.sittings for two in (sitting.players[::2], sitting.players[1::2])
    )
    opponents = Counter(
        frozenset((a, b)) for sitting in movement.sittings for a in sitting.players[::2] for b in sitting.players[1::2]
    )
    everybody = {frozenset(two) for two in combinations(movement.others, 2)}
    assert partners == dict.fromkeys(everybody, 1)
    assert opponents == dict.fromkeys(everybody, 2)


@every
def test_tables_share_boards_only_where_the_movement_says_so(key, tables, rounds):
    movement = made(key, tables, rounds)
    for round in range(1, rounds + 1):
        sets = Counter(sitting.set for sitting in movement.sittings if sitting.round == round)
        shared = sorted((count for count in sets.values() if count > 1), reverse=True)
        if key in SHARING or (key, tables) == ("howell", 2):
            assert shared == [tables - (tables % 2 if key == "teams" else 0)]
        elif key == "relay":
            assert shared == [2]
            assert {
                sitting.set for sitting in movement.sittings if sitting.round == round and sitting.table in (1, tables)
            } == set(one for one, count in sets.items() if count == 2)
        elif (key, tables, round) == ("howell", 3, 1):
            assert shared == [3]
        else:
            assert shared == []


@pytest.mark.parametrize("tables", range(2, movements.MOST_TABLES + 1))
def test_fewer_rounds_are_the_first_rounds_of_the_whole_movement(tables):
    """Every property of the whole movement then holds for every number of rounds offered."""
    for key in possible(tables):
        most = MOVEMENTS[key].most(tables)
        whole = made(key, tables, most).sittings
        for rounds in range(1, most + 1):
            assert made(key, tables, rounds).sittings == tuple(part for part in whole if part.round <= rounds)


@pytest.mark.parametrize("tables", range(3, movements.MOST_TABLES + 1))
def test_a_turned_arrow_changes_nobodys_boards_or_opponents_and_turns_one_round_in_eight(tables):
    for key in ("mitchell", "skip", "relay", "rover", "bump"):
        for rounds in range(1, MOVEMENTS[key].most(tables) + 1) if key in possible(tables) else ():
            plain = made(key, tables, rounds)
            turned = switched(plain)
            changed = set()
            for before, after in zip(plain.sittings, turned.sittings, strict=True):
                here, there = before.ns, str(int(before.ew) + tables + (key == "bump"))
                assert (after.ns, after.ew) in ((here, there), (there, here))
                assert (after.round, after.table, after.set) == (before.round, before.table, before.set)
                changed |= {after.round} if after.ns == there else set()
            assert changed == set(range(rounds - max(1, round(rounds / 8)) + 1, rounds + 1))


@pytest.mark.parametrize(("key", "tables"), [("mitchell", 9), ("skip", 8), ("relay", 10), ("mitchell", 21)])
def test_the_arrow_is_turned_in_one_round_of_eight_for_one_ranking(key, tables):
    plain = made(key, tables, MOVEMENTS[key].most(tables))
    one_field = switched(plain)
    assert (one_field.winners, one_field.ns, one_field.ew) == (1, (), ())
    assert one_field.others == tuple(str(number) for number in range(1, 2 * tables + 1))
    turned = [sitting.round for sitting in one_field.sittings if int(sitting.ns) > tables]
    expected = max(1, round(plain.rounds / 8))
    assert set(turned) == set(range(plain.rounds - expected + 1, plain.rounds + 1))
    assert len(turned) == expected * tables
    for before, after in zip(plain.sittings, one_field.sittings, strict=True):
        assert {after.ns, after.ew} == {before.ns, str(int(before.ew) + tables)}
        assert (after.round, after.table, after.set) == (before.round, before.table, before.set)


@pytest.mark.parametrize("tables", [3, 5, 7, 9])
def test_of_an_odd_number_of_teams_each_sits_out_once(tables):
    movement = made("teams", tables, tables)
    team, every = dict(zip(movement.others, movement.teams, strict=True)), set(movement.teams)
    out = []
    for round in range(1, tables + 1):
        here = [sitting for sitting in movement.sittings if sitting.round == round]
        assert [one.table for one in here] == list(range(1, tables))
        out += every - {team[pair] for one in here for pair in (one.ns, one.ew)}
    assert sorted(out) == sorted(every)


@pytest.mark.parametrize("tables", [2, 3, 4, 5, 6, 7, 8])
def test_a_match_of_teams_has_two_tables_and_the_same_teams_the_other_way(tables):
    movement = made("teams", tables, tables - 1 + tables % 2)
    team = dict(zip(movement.others, movement.teams, strict=True))
    assert Counter(movement.teams) == dict.fromkeys((str(number) for number in range(1, tables + 1)), 2)
    matches = Counter()
    for first, second in zip(movement.sittings[::2], movement.sittings[1::2], strict=True):
        assert (first.round, first.set) == (second.round, second.set)
        assert (team[first.ns], team[first.ew]) == (team[second.ew], team[second.ns])
        matches[frozenset((team[first.ns], team[first.ew]))] += 1
    assert matches == {frozenset(two): 1 for two in combinations(sorted(set(movement.teams)), 2)}


def test_who_would_meet_a_pair_that_is_missing_sits_out():
    movement = without(made("mitchell", 5, 5), "5", "EW")
    assert (movement.ns, movement.ew) == (("1", "2", "3", "4", "5"), ("1", "2", "3", "4"))
    for round in range(1, 6):
        assert len([sitting for sitting in movement.sittings if sitting.round == round]) == 4
    resting = {sitting.ns for sitting in made("mitchell", 5, 5).sittings} - {
        sitting.ns for sitting in movement.sittings if sitting.round == 1
    }
    assert resting == {"5"}
    howell = without(made("howell", 4, 7), "8")
    assert howell.others == tuple("1234567")
    assert all("8" not in (sitting.ns, sitting.ew) for sitting in howell.sittings)
    assert len(howell.sittings) == 3 * 7


@pytest.mark.parametrize("key", movements.WITH_A_ROVER)
@pytest.mark.parametrize("tables", movements.ROVING)
def test_the_pair_that_roves_sits_out_first_and_then_everybody_once_at_most(key, tables):
    movement = made(key, tables, MOVEMENTS[key].most(tables))
    field = "NS" if key == "bump" else "EW"
    pairs = movement.ns if key == "bump" else movement.ew
    out = []
    for round in range(1, movement.rounds + 1):
        sitting = {one.ns if key == "bump" else one.ew for one in movement.sittings if one.round == round}
        out += [pair for pair in pairs if pair not in sitting]
    assert (len(movement.ns), len(movement.ew)) == (tables + (field == "NS"), tables + (field == "EW"))
    assert out[0] == str(tables + 1) and len(out) == len(set(out)) == movement.rounds
    assert movement.rounds >= tables - 1


def test_a_movement_that_does_not_exist_is_refused():
    assert possible(0) == () == possible(41)
    assert possible(1) == ()
    assert possible(5) == ("mitchell", "rover", "bump", "howell", "individual", "teams", "swiss")
    assert possible(8) == ("skip", "relay", "rover", "bump", "howell", "individual", "teams", "swiss", "swiss_teams")
    with pytest.raises(ValueError, match="no mitchell for 8 tables"):
        made("mitchell", 8, 3)
    with pytest.raises(ValueError, match="skip of 8 tables has 7 rounds, not 8"):
        made("skip", 8, 8)
