"""A session from its travellers to its ranking: the order of the computation, and the effect of a correction."""

import xml.etree.ElementTree as ElementTree
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.scores.adjusted import Artificial, Average, Averaged, Line, Scored, Weighted, weighted
from rulings.scores.imps import butler_board, cross_imp_board, shown_imps
from rulings.scores.matchpoints import Neuberg, fouled_board, matchpoint_board, penalty, shown_percent
from rulings.scores.session import ImpStanding, Played, imp_session, matchpoint_session
from tests.conftest import REAL_FILES

NS = ("1", "2", "3")
PAIRS = {"a": ("1", "11"), "b": ("2", "12"), "c": ("3", "13")}
FIELDS = {pair: "NS" if pair in NS else "EW" for both in PAIRS.values() for pair in both}


def board(*lines: int | Line, **options: object) -> Played:
    made = [Scored(name, line) if isinstance(line, int) else line for name, line in zip("abc", lines, strict=False)]
    return Played(tuple(made), PAIRS, **options)


def percents(session) -> dict[str, Fraction]:
    return {standing.contestant: standing.percent for standing in session.standings}


def test_average_plus_is_what_the_pair_scored_on_the_boards_it_played():
    art = Averaged("c", Average.PLUS, Average.MINUS)
    session = matchpoint_session({"1": board(420, 400, 430), "2": board(50, 100, 110), "3": board(420, 400, art)})
    # Pair 3 has two tops: 100 %; pair 13 two bottoms: 0 %
    line = session.boards["3"].line("c")
    assert (line.ns_percent, line.ew_percent) == (100, 0)
    assert (line.ns, line.ew) == (4, 0)
    assert (percents(session)["3"], percents(session)["13"]) == (100, 0)


def test_average_plus_of_a_pair_below_sixty_is_sixty_and_a_plain_average_is_fifty():
    art = Averaged("b", Average.PLUS, Average.EVEN)
    session = matchpoint_session({"1": board(420, 410, 430), "2": board(420, art, 400)})
    line = session.boards["2"].line("b")
    assert (line.ns_percent, line.ew_percent) == (60, 50)


def test_boards_with_an_artificial_score_are_not_among_the_other_boards():
    first = Averaged("c", Average.PLUS, Average.EVEN)
    second = Artificial("c", Fraction(0), Fraction(100))
    session = matchpoint_session(
        {"1": board(400, 410, 430), "2": board(420, 400, first), "3": board(420, 400, second), "4": board(1, 2, 1)}
    )
    # 4 of 4 on board 1 and 1 of 4 on board 4: 62.5 %; the artificial 0 % of board 3 is not counted
    assert session.boards["2"].line("c").ns_percent == Fraction(125, 2)


def test_a_pair_without_another_board_has_the_laws_own_figure():
    art = Averaged("c", Average.PLUS, Average.MINUS)
    line = matchpoint_session({"1": board(420, 400, art)}).boards["1"].line("c")
    assert (line.ns_percent, line.ew_percent) == (60, 40)


def test_a_correction_of_another_board_moves_the_average_and_nobody_else_on_its_board():
    art = Averaged("c", Average.PLUS, Average.EVEN)
    before = matchpoint_session({"1": board(420, 410, 400), "2": board(420, 400, art)})
    after = matchpoint_session({"1": board(420, 410, 430), "2": board(420, 400, art)})
    assert before.boards["2"].line("c").ns_percent == 60
    assert after.boards["2"].line("c").ns_percent == 100
    assert before.boards["2"].lines[:2] == after.boards["2"].lines[:2]


def test_a_penalty_touches_its_pair_alone():
    boards = {"1": board(420, 410, 400), "2": board(110, 110, -50)}
    clean = matchpoint_session(boards, fields=FIELDS)
    fined = matchpoint_session(boards, fields=FIELDS, penalties=[penalty("1", 10, 4)])
    assert clean.boards == fined.boards
    assert percents(clean) | {"1": percents(clean)["1"] - 5} == percents(fined)
    assert [(standing.field, standing.rank, standing.contestant) for standing in clean.standings][:3] == [
        ("NS", 1, "1"), ("NS", 2, "2"), ("NS", 3, "3"),
    ]  # fmt: skip


def test_a_fouled_board_is_rated_by_form_and_a_lone_form_is_average_plus_of_the_session():
    fouled = board(420, 400, other_forms=((Scored("c", 690),),))
    session = matchpoint_session({"1": board(400, 410, 430), "2": fouled})
    expected = fouled_board([fouled.lines, *fouled.other_forms])
    assert session.boards["2"].lines[:2] == expected.lines[:2]
    assert (expected.line("c").ns_percent, expected.line("c").ew_percent) == (60, 60)
    assert session.boards["2"].line("c").ns_percent == 100
    assert session.boards["2"].line("c").ew_percent == 60
    assert percents(session)["3"] == 100


def test_short_boards_are_carried_as_the_tournament_says():
    boards = {"1": board(420, 410, 400), "2": board(420, 410), "3": board(420, 410, expected=5)}
    tops = {
        formula: [scored.top for scored in matchpoint_session(boards, formula=formula).boards.values()]
        for formula in Neuberg
    }
    assert tops == {Neuberg.BOARD: [4, 2, 8], Neuberg.FIELD: [8, 8, 8], Neuberg.NONE: [4, 2, 2]}


def test_a_program_may_print_one_size_and_add_up_another():
    boards = {"1": board(420, 410, 400), "2": board(420, 410)}
    session = matchpoint_session(boards, totals=Neuberg.FIELD)
    assert session.boards == matchpoint_session(boards).boards
    assert percents(session) == percents(matchpoint_session(boards, formula=Neuberg.FIELD))
    assert percents(session)["1"] == Fraction(100 * (4 + Fraction(7, 2)), 8)


def test_a_pair_that_sat_out_has_one_board_less():
    session = matchpoint_session({"1": board(420, 410, 400), "2": board(420, 410)})
    assert {standing.contestant: standing.boards for standing in session.standings} == {
        "1": 2, "11": 2, "2": 2, "12": 2, "3": 1, "13": 1,
    }  # fmt: skip


def test_a_session_without_boards_ranks_nobody():
    assert matchpoint_session({}).standings == ()
    assert imp_session({}, cross_imp_board).standings == ()


scores = st.integers(-20, 20).map(lambda tens: 10 * tens)
lines = st.one_of(
    scores.map(lambda score: ("played", score)),
    st.tuples(scores, scores).map(lambda two: ("weighted", two)),
    st.sampled_from(list(Average)).map(lambda average: ("average", average)),
)


def line_of(name: str, drawn) -> Line:
    match drawn:
        case ("played", score):
            return Scored(name, score)
        case ("weighted", (first, other)):
            return Weighted(name, weighted([(Fraction(1, 4), first), (Fraction(3, 4), other)]))
        case _:
            return Averaged(name, drawn[1], Average.EVEN)


@settings(deadline=None)
@given(st.lists(st.tuples(lines, lines, lines), min_size=1, max_size=6))
def test_in_a_session_only_averages_depend_on_other_boards(drawn):
    boards = {
        str(number): Played(tuple(line_of(name, line) for name, line in zip("abc", three, strict=True)), PAIRS)
        for number, three in enumerate(drawn)
    }
    session = matchpoint_session(boards)
    for name, played in boards.items():
        alone = matchpoint_board(played.lines)
        for line in played.lines:
            own = session.boards[name].line(line.id)
            if not isinstance(line, Averaged):
                assert own == alone.line(line.id)
            elif line.ns is Average.PLUS:
                others = [
                    session.boards[other].line(line.id).ns
                    for other, played in boards.items()
                    if not isinstance(next(x for x in played.lines if x.id == line.id), Averaged)
                ]
                assert own.ns_percent == max([60, *([100 * sum(others) / (4 * len(others))] if others else [])])
    everything = [standing.points for standing in session.standings]
    assert sum(everything) == sum(line.ns + line.ew for played in session.boards.values() for line in played.lines)


# By IMPs


def test_a_session_by_cross_imps_with_its_averages_and_penalties():
    art = Averaged("c", Average.PLUS, Average.MINUS)
    boards = {"1": board(0, 0, 620), "2": board(420, -50, art)}
    session = imp_session(boards, cross_imp_board, fields=FIELDS, penalties={"1": Fraction(3)})
    assert [(line.id, line.ns, line.ew) for line in session.boards["1"]] == [("a", -6, 6), ("b", -6, 6), ("c", 12, -12)]
    assert [(line.id, line.ns, line.ew) for line in session.boards["2"]] == [
        ("a", 10, -10),
        ("b", -10, 10),
        ("c", 12, -12),
    ]
    assert session.standings[:3] == (
        ImpStanding("3", "NS", 1, Fraction(24), 2),
        ImpStanding("1", "NS", 2, Fraction(1), 2),
        ImpStanding("2", "NS", 3, Fraction(-16), 2),
    )
    assert [(standing.contestant, standing.rank, standing.total) for standing in session.standings[3:]] == [
        ("12", 1, 16), ("11", 2, -4), ("13", 3, -24),
    ]  # fmt: skip


def test_a_session_by_butler():
    session = imp_session({"1": board(420, 420, -50)}, lambda lines: butler_board(lines).lines)
    assert [(line.id, line.ns) for line in session.boards["1"]] == [("a", 4), ("b", 4), ("c", -7)]


def test_a_pair_that_sat_out_may_be_ranked_by_its_mean():
    boards = {"1": board(0, -620, -50), "2": board(420, 420)}
    totals, means = (imp_session(boards, cross_imp_board, by_mean=by_mean) for by_mean in (False, True))
    best = totals.standings[:3]
    assert [(standing.contestant, standing.rank, standing.total, standing.boards) for standing in best] == [
        ("12", 1, Fraction(23, 2), 2), ("1", 2, 7, 2), ("3", 3, Fraction(9, 2), 1),
    ]  # fmt: skip
    assert [(standing.contestant, standing.rank, standing.mean) for standing in means.standings[:3]] == [
        ("12", 1, Fraction(23, 4)), ("3", 2, Fraction(9, 2)), ("1", 3, Fraction(7, 2)),
    ]  # fmt: skip


def test_the_forms_of_a_fouled_board_are_compared_apart_in_imps():
    fouled = board(420, -50, other_forms=((Scored("c", 690),),))
    session = imp_session({"1": fouled}, cross_imp_board)
    assert [(line.id, line.ns, line.ew) for line in session.boards["1"]] == [
        ("a", 10, -10),
        ("b", -10, 10),
        ("c", 3, 3),
    ]


# A real session


@pytest.mark.real_files
@pytest.mark.parametrize(
    ("name", "totals"),
    [
        ("compscore_mp_howell_a5050", Neuberg.FIELD),
        ("compscore_mp_mitchell_7tables", Neuberg.BOARD),
        ("ebuscore_mp_two_winner_a5050", Neuberg.BOARD),
        ("ebuscore_mp_howell_hands", Neuberg.BOARD),
        ("pairsscorer_mp_two_winner", Neuberg.BOARD),
        ("realbridge_mp_with_lin_play", Neuberg.BOARD),
    ],
)
def test_the_percentages_of_a_real_session_are_found_again(name: str, totals: Neuberg):
    event = ElementTree.parse(REAL_FILES / "usebio" / f"{name}.xml")  # noqa: S314
    boards = {}
    for board_node in event.iter("BOARD"):
        lines, pairs = [], {}
        for number, row in enumerate(board_node.iter("TRAVELLER_LINE")):
            score = row.findtext("SCORE")
            pairs[str(number)] = (f"NS{row.findtext('NS_PAIR_NUMBER')}", f"EW{row.findtext('EW_PAIR_NUMBER')}")
            if score.startswith("A"):
                lines.append(Artificial(str(number), Fraction(score[1:3]), Fraction(score[3:5])))
            else:
                lines.append(Scored(str(number), int(score)))
        if lines:
            boards[board_node.findtext("BOARD_NUMBER")] = Played(tuple(lines), pairs)
    recorded, one_field = {}, event.findtext(".//WINNER_TYPE") == "1"
    for pair in event.iter("PAIR"):
        direction = "" if one_field else (pair.findtext("DIRECTION") or "")[:1].replace("N", "NS").replace("E", "EW")
        recorded[direction + pair.findtext("PAIR_NUMBER")] = Decimal(pair.findtext("PERCENTAGE"))
    if one_field:
        boards = {
            number: Played(played.lines, {line: (ns[2:], ew[2:]) for line, (ns, ew) in played.pairs.items()})
            for number, played in boards.items()
        }
    session = matchpoint_session(boards, totals=totals)
    percentages = {standing.contestant: shown_percent(standing.percent) for standing in session.standings}
    assert percentages.keys() == recorded.keys()
    assert {
        pair: (percentages[pair], value)
        for pair, value in recorded.items()
        if abs(percentages[pair] - value) > Decimal("0.01")
    } == {}


@pytest.mark.real_files
def test_the_totals_of_a_real_butler_are_found_again():
    event = ElementTree.parse(REAL_FILES / "usebio" / "compscore_butler_howell.xml")  # noqa: S314
    boards = {}
    for board_node in event.iter("BOARD"):
        rows = [(str(number), row) for number, row in enumerate(board_node.iter("TRAVELLER_LINE"))]
        if rows:
            boards[board_node.findtext("BOARD_NUMBER")] = Played(
                tuple(Scored(number, int(row.findtext("SCORE"))) for number, row in rows),
                {number: (row.findtext("NS_PAIR_NUMBER"), row.findtext("EW_PAIR_NUMBER")) for number, row in rows},
            )
    recorded = {pair.findtext("PAIR_NUMBER"): Decimal(pair.findtext("TOTAL_SCORE")) for pair in event.iter("PAIR")}
    standings = imp_session(boards, lambda lines: butler_board(lines, drop=1).lines).standings
    assert {standing.contestant: shown_imps(standing.total) for standing in standings} == recorded
    assert len(recorded) == 8
