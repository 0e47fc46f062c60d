"""The score commands: input, output, and refusals that name the field."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.commands.scores import CommandError, imps, matchpoints, score


def results(*scores: int) -> list[dict[str, object]]:
    return [{"id": str(number), "score": points} for number, points in enumerate(scores, 1)]


# score


@pytest.mark.parametrize(
    ("result", "declarer", "vul", "points"),
    [
        ("3NT+3", "S", "NS", 690), ("3SA+3", "S", "NS", 690), ("3NT+2", "S", "NS", 660), ("4♠x-2", "E", "EW", 500),
        ("4♠x-2", "N", "None", -300), ("6C=", "W", "All", -1370), ("6C=", "O", "Tous", -1370),
        ("passed out", "", "All", 0),
        ("Passe", "", "None", 0), ("4S by W =", "", "None", -420),
    ],
)  # fmt: skip
def test_a_result_is_scored_from_north_souths_side(result: str, declarer: str, vul: str, points: int):
    assert score(result, declarer=declarer, vul=vul) == points


def test_a_french_reader_bids_hearts_with_a_c():
    assert score("4C=", declarer="S", lang="fr") == 420
    assert score("4C=", declarer="S", lang="en") == 130


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ({"result": "3NT"}, "result: “3NT” does not say how it ended: add =, + or − and the tricks, such as 3NT+1."),
        ({"result": "3NT="}, "--declarer: say who played 3NT: N, E, S or W."),
        ({"result": "3NT=", "declarer": "X"}, "--declarer: “X” is not a seat: write N, E, S or W."),
        ({"result": "4S by W =", "declarer": "N"}, "--declarer: N is not the declarer that “4S by W =” names."),
        (
            {"result": "3NT=", "declarer": "S", "vul": "us"},
            "--vul: “us” is not a vulnerability: write None, NS, EW or All.",
        ),
    ],
)
def test_a_result_that_cannot_be_scored_names_what_is_wrong(arguments: dict[str, str], line: str):
    with pytest.raises(CommandError) as refused:
        score(**arguments)
    assert str(refused.value) == line


# matchpoints


def test_a_board_of_plain_scores():
    assert matchpoints({"results": results(690, 660, 660)}) == {
        "top": 4,
        "results": [
            {"id": "1", "ns": 4.0, "ew": 0.0, "ns_percent": 100.0, "ew_percent": 0.0},
            {"id": "2", "ns": 1.0, "ew": 3.0, "ns_percent": 25.0, "ew_percent": 75.0},
            {"id": "3", "ns": 1.0, "ew": 3.0, "ns_percent": 25.0, "ew_percent": 75.0},
        ],
    }


def test_an_artificial_score_is_a_share_of_the_top_and_the_others_are_carried_to_the_whole_board():
    lines = [*results(620, 600, 170, 140, 110, 100, -50, -100), {"id": "9", "artificial": {"ns": 60, "ew": 40.0}}]
    board = matchpoints({"expected": 9, "results": lines})
    assert board["top"] == 16
    assert (board["results"][0]["ns"], board["results"][7]["ns"]) == (15.875, 0.125)
    assert board["results"][8] == {"id": "9", "ns": 9.6, "ew": 6.4, "ns_percent": 60.0, "ew_percent": 40.0}
    assert matchpoints({"results": lines}) == board


def test_a_board_short_of_scores_keeps_its_weight():
    board = matchpoints({"expected": 10, "results": results(620, 600, 170, 140, 110, -50, -100)})
    assert [round(line["ns"], 3) for line in board["results"]] == [17.571, 14.714, 11.857, 9.0, 6.143, 3.286, 0.429]


@pytest.mark.parametrize(
    ("document", "line"),
    [
        ([], "document: a JSON object is wanted."),
        ({}, "results: is missing."),
        ({"results": []}, "results: a list of at least one result is wanted."),
        ({"results": {"1": 420}}, "results: a list of at least one result is wanted."),
        ({"results": results(1), "a\n b": True}, "a b: is not known here; known: results, expected."),
        ({"results": results(1), "neuberg": True}, "neuberg: is not known here; known: results, expected."),
        ({"results": [420]}, "results[0]: a JSON object is wanted."),
        ({"results": [{"score": 420}]}, "results[0].id: is missing."),
        ({"results": [{"id": 1, "score": 420}]}, 'results[0].id: a text is wanted, such as "1".'),
        ({"results": [{"id": "\ud800", "score": 420}]}, 'results[0].id: a text is wanted, such as "1".'),
        ({"results": [*results(420), {"id": "1", "score": 50}]}, "results[1].id: “1” is there twice."),
        (
            {"results": [{"id": "1", "score": "420"}]},
            "results[0].score: a whole number of points from North-South's side is wanted.",
        ),
        (
            {"results": [{"id": "1", "score": True}]},
            "results[0].score: a whole number of points from North-South's side is wanted.",
        ),
        ({"results": [{"id": "1"}]}, "results[0]: exactly one of score, weighted, split, artificial is wanted."),
        (
            {"results": [{"id": "1", "score": 420, "split": {}}]},
            "results[0]: exactly one of score, weighted, split, artificial is wanted.",
        ),
        (
            {"results": [{"id": "1", "points": 420}]},
            "results[0].points: is not known here; known: id, score, weighted, split, artificial, others.",
        ),
        ({"results": [{"id": "1", "artificial": 60}]}, "results[0].artificial: a JSON object is wanted."),
        ({"results": [{"id": "1", "artificial": {"ns": 60}}]}, "results[0].artificial.ew: is missing."),
        (
            {"results": [{"id": "1", "artificial": {"ns": 60, "ew": 140}}]},
            "results[0].artificial.ew: a percentage from 0 to 100 is wanted.",
        ),
        (
            {"results": [{"id": "1", "artificial": {"ns": float("nan"), "ew": 40}}]},
            "results[0].artificial.ns: a percentage from 0 to 100 is wanted.",
        ),
        ({"expected": "9", "results": results(1)}, "expected: a whole number of 0 or more is wanted."),
        (
            {"expected": 2, "results": results(1, 2, 3)},
            "expected: 2 scores are expected but the document has 3 results.",
        ),
    ],
)
def test_a_malformed_document_is_refused_with_the_name_of_the_field(document: object, line: str):
    with pytest.raises(CommandError) as refused:
        matchpoints(document)
    assert str(refused.value) == line


WEIGHTED = [[0.6, 420], [0.4, -50]]


def test_the_board_of_the_documentation():
    board = matchpoints(
        {
            "expected": 9,
            "results": [
                {"id": "1", "score": 420},
                {"id": "2", "weighted": WEIGHTED},
                {"id": "3", "split": {"ns": 420, "ew": [[0.5, 420], [0.5, -50]]}},
                {"id": "4", "artificial": {"ns": 60, "ew": 40}, "others": {"ns": 64.0, "ew": 47.5}},
            ],
        }
    )
    # NS: 420 twice, 420 and -50 at .6 and .4: MP(420) = 2.4, MP(-50) = -.6, carried from 3 to 9 by 3 M + 2
    # EW: 420 once, .6, .5 and -50 .4, .5: MP(420) = 1.1, MP(-50) = 4.1 - 1 = 3.1
    assert board["top"] == 16
    assert [(line["id"], line["ns"], line["ew"]) for line in board["results"]] == [
        ("1", 9.2, 5.3), ("2", 5.6, 8.9), ("3", 9.2, 9.8), ("4", 9.6, 6.4),
    ]  # fmt: skip
    assert [(line["ns_percent"], line["ew_percent"]) for line in board["results"]] == [
        (57.5, 33.125), (35.0, 55.625), (57.5, 61.25), (60.0, 40.0),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("weights", "ns"),
    [
        ([0.6, 0.4], 13.8),
        (["0.6", "0.4"], 13.8),
        (["3/5", "2/5"], 13.8),
        (["3 / 5", 0.4], 13.8),
        ([0.60005, 0.39995], 13.8007),
        ([1, 0], 19.0),
        ([0.0, 1.0], 6.0),
    ],
)
def test_a_weighted_score_earns_its_share_of_what_each_result_would(weights: list[object], ns: float):
    field = [110] * 5 + [50] * 3 + [-50] * 2 + [-110] * 2
    ruled = {"id": "ruled", "weighted": [[weights[0], 110], [weights[1], -50]]}
    board = matchpoints({"results": [*results(*field), ruled]})
    assert board["results"][-1]["ns"] == pytest.approx(ns, abs=1e-4)
    assert board["results"][-1]["ns"] + board["results"][-1]["ew"] == pytest.approx(24)


def test_thirds_as_fractions_or_as_decimals_that_nearly_sum_to_one_are_the_same():
    scores = [620, 170, -100]
    thirds = [
        [["1/3", points] for points in scores],
        [[0.3333, points] for points in scores],
        [[0.33335, points] for points in scores],
    ]
    boards = [matchpoints({"results": [*results(600, 140), {"id": "w", "weighted": third}]}) for third in thirds]
    assert boards[0] == boards[1] == boards[2]
    # 620 beats both of the others, 170 one of them, -100 none
    assert boards[0]["results"][2]["ns"] == 2.0


@pytest.mark.parametrize(
    ("artificial", "others", "percent"),
    [
        ({"ns": "A+", "ew": "A-"}, {"ns": 64.0, "ew": 36}, (64.0, 36.0)),
        ({"ns": "A+", "ew": "A-"}, {"ns": 47, "ew": 52}, (60.0, 40.0)),
        ({"ns": "A+", "ew": "A-"}, {"ew": 30}, (60.0, 30.0)),
        ({"ns": "A+", "ew": "A-"}, None, (60.0, 40.0)),
        ({"ns": "A+", "ew": "A+"}, {"ns": 70.5, "ew": 61}, (70.5, 61.0)),
        ({"ns": "A", "ew": "a"}, {"ns": 70, "ew": 30}, (50.0, 50.0)),
        ({"ns": "a+", "ew": "A−"}, {"ns": None, "ew": 39}, (60.0, 39.0)),
        ({"ns": 60, "ew": 40}, {"ns": 64, "ew": 36}, (60.0, 40.0)),
        ({"ns": 55.5, "ew": "A-"}, {"ns": 64, "ew": 36}, (55.5, 36.0)),
    ],
)
def test_an_average_follows_the_session_and_a_number_does_not(
    artificial: dict[str, object], others: dict[str, object] | None, percent: tuple[float, float]
):
    line = {"id": "art", "artificial": artificial} | ({} if others is None else {"others": others})
    board = matchpoints({"results": [*results(420, 50, -50), line]})
    artificial_line = board["results"][3]
    assert (artificial_line["ns_percent"], artificial_line["ew_percent"]) == percent
    assert (artificial_line["ns"], artificial_line["ew"]) == (percent[0] * 6 / 100, percent[1] * 6 / 100)


def test_a_small_board_is_carried_by_the_formula_and_never_by_the_exception_for_fouled_boards():
    board = matchpoints({"expected": 10, "results": results(620, 170, -100)})
    assert [round(line["ns"], 3) for line in board["results"]] == [15.667, 9.0, 2.333]


@pytest.mark.parametrize(
    ("result", "line"),
    [
        (
            {"weighted": 420},
            "results[0].weighted: a list of weights and scores is wanted, such as [[0.6, 420], [0.4, -50]].",
        ),
        (
            {"weighted": []},
            "results[0].weighted: a list of weights and scores is wanted, such as [[0.6, 420], [0.4, -50]].",
        ),
        ({"weighted": [[1.0]]}, "results[0].weighted[0]: a weight and a score are wanted, such as [0.6, 420]."),
        ({"weighted": [0.6, 420]}, "results[0].weighted[0]: a weight and a score are wanted, such as [0.6, 420]."),
        ({"weighted": [[0.6, 420], [0.3, -50]]}, "results[0].weighted: the weights sum to 0.9, not to 1."),
        ({"weighted": [[0.6, 420], [0.4002, -50]]}, "results[0].weighted: the weights sum to 1.0002, not to 1."),
        ({"weighted": [[60, 420], [40, -50]]}, 'results[0].weighted[0][0]: a weight from 0 to 1 is wanted, as a '
         'decimal or a fraction: 0.6 or "1/3".'),
        ({"weighted": [[1, 420], [-0.1, -50]]}, 'results[0].weighted[1][0]: a weight from 0 to 1 is wanted, as a '
         'decimal or a fraction: 0.6 or "1/3".'),
        ({"weighted": [["1/0", 420]]}, 'results[0].weighted[0][0]: a weight from 0 to 1 is wanted, as a decimal or a '
         'fraction: 0.6 or "1/3".'),
        ({"weighted": [["1e-9", 420]]}, 'results[0].weighted[0][0]: a weight from 0 to 1 is wanted, as a decimal or a '
         'fraction: 0.6 or "1/3".'),
        ({"weighted": [[True, 420]]}, 'results[0].weighted[0][0]: a weight from 0 to 1 is wanted, as a decimal or a '
         'fraction: 0.6 or "1/3".'),
        ({"weighted": [[float("inf"), 420]]}, 'results[0].weighted[0][0]: a weight from 0 to 1 is wanted, as a decimal '
         'or a fraction: 0.6 or "1/3".'),
        (
            {"weighted": [[1, "420"]]},
            "results[0].weighted[0][1]: a whole number of points from North-South's side is wanted.",
        ),
        ({"score": 10**400}, "results[0].score: is no bridge score: 1000000 points at most."),
        ({"split": 420}, "results[0].split: a JSON object is wanted."),
        ({"split": {"ns": 420}}, "results[0].split.ew: is missing."),
        ({"split": {"ns": 420, "ew": 50, "we": 0}}, "results[0].split.we: is not known here; known: ns, ew."),
        (
            {"split": {"ns": 420, "ew": None}},
            "results[0].split.ew: a whole number of points from North-South's side is wanted.",
        ),
        (
            {"split": {"ns": [[0.5, 420]], "ew": 50}},
            "results[0].split.ns: the weights sum to 0.5, not to 1.",
        ),
        ({"artificial": {"ns": "A++", "ew": 40}}, "results[0].artificial.ns: “A+”, “A”, “A-” or a number is wanted."),
        (
            {"artificial": {"ns": "A+", "ew": 40}, "others": {"ns": 164}},
            "results[0].others.ns: a percentage from 0 to 100 is wanted.",
        ),
        ({"score": 420, "others": [64]}, "results[0].others: a JSON object is wanted."),
        ({"score": 420, "others": {"NS": 64}}, "results[0].others.NS: is not known here; known: ns, ew."),
    ],
)  # fmt: skip
def test_an_adjusted_score_that_cannot_be_read_names_its_place(result: dict[str, object], line: str):
    with pytest.raises(CommandError) as refused:
        matchpoints({"results": [{"id": "1", **result}, {"id": "2", "score": 50}]})
    assert str(refused.value) == line


def test_a_count_beyond_reason_is_refused():
    with pytest.raises(CommandError, match="expected: is too large: 1000000 at most"):
        matchpoints({"expected": 10**400, "results": results(1, 2)})


# imps


@pytest.mark.parametrize(
    ("here", "there", "earned"), [(620, -170, 13), (600, -100, 12), (-800, 620, -16), (420, 420, 0)]
)
def test_teams(here: int, there: int, earned: int):
    document = {"method": "teams", "here": here, "there": there}
    assert imps(document) == {"imps": earned, "ns": earned, "ew": -earned}


def test_butler_prints_its_datum():
    board = imps({"method": "butler", "results": results(420, 420, 450, -50, 620)})
    assert (board["datum"], [line["ns"] for line in board["results"]]) == (430, [0, 0, 1, -10, 5])
    whole = imps(
        {"method": "butler", "results": results(420, 420, 450, -50, 620), "datum": {"drop": 0, "round": 1}},
    )
    assert whole["datum"] == 372


def test_cross_imps_are_divided_as_asked():
    board = {"method": "cross", "results": results(420, 420, -50)}
    assert imps(board)["results"][2] == {"id": "3", "ns": -10.0, "ew": 10.0}
    assert imps({**board, "divide_by": "comparisons"}) == imps(board)
    assert imps({**board, "divide_by": "results"})["results"][2]["ew"] == 20 / 3


@pytest.mark.parametrize(
    ("document", "line"),
    [
        (17, "document: a JSON object is wanted."),
        ({"here": 1, "there": 2}, "method: “teams”, “butler” or “cross” is wanted."),
        ({"method": ["teams"]}, "method: “teams”, “butler” or “cross” is wanted."),
        ({"method": "teams", "here": 620}, "there: is missing."),
        (
            {"method": "teams", "here": 620, "there": 0, "results": []},
            "results: is not known here; known: method, here, there, knock_out.",
        ),
        (
            {"method": "teams", "here": 6.5, "there": 0},
            "here: a whole number of points from North-South's side is wanted.",
        ),
        ({"method": "butler", "results": results(1), "datum": []}, "datum: a JSON object is wanted."),
        (
            {"method": "butler", "results": results(1), "datum": {"round": 0}},
            "datum.round: a whole number of 1 or more is wanted.",
        ),
        (
            {"method": "butler", "results": results(1, 2), "datum": {"drop": 1}},
            "datum.drop: dropping 1 at each end of 2 results leaves none.",
        ),
        (
            {"method": "cross", "results": results(1), "divide_by": 2},
            "divide_by: “comparisons” or “results” is wanted.",
        ),
    ],
)
def test_a_malformed_imp_document_is_refused_with_the_name_of_the_field(document: object, line: str):
    with pytest.raises(CommandError) as refused:
        imps(document)
    assert str(refused.value) == line


@pytest.mark.parametrize(
    ("here", "there", "earned"),
    [
        ([[0.5, 620], [0.5, -200]], -200, (13 + 0) / 2),
        ([[0.6, 420], [0.4, -50]], 420, -4.0),
        ([[0.7, 620], [0.3, 170]], 170, 7.0),
        (620, [["1/2", 170], ["1/2", -100]], (10 + 12) / 2),
        ([[0.5, 620], [0.5, 170]], [[0.5, 170], [0.5, -100]], (10 + 12 + 0 + 7) / 4),
    ],
)
def test_teams_with_weighted_scores_convert_first_and_weigh_then(here: object, there: object, earned: float):
    assert imps({"method": "teams", "here": here, "there": there}) == {"imps": earned, "ns": earned, "ew": -earned}


def test_adjusted_scores_in_cross_imps():
    field = {
        "method": "cross",
        "results": [
            {"id": "1", "score": 420},
            {"id": "2", "score": -50},
            {"id": "3", "weighted": [[0.5, 420], [0.5, -50]]},
            {"id": "4", "artificial": {"ns": "A+", "ew": "A-"}, "others": {"ns": 4.5, "ew": -1}},
        ],
    }
    assert imps(field)["results"] == [
        {"id": "1", "ns": 7.5, "ew": -7.5},
        {"id": "2", "ns": -7.5, "ew": 7.5},
        {"id": "3", "ns": 0.0, "ew": 0.0},
        {"id": "4", "ns": 4.5, "ew": -3.0},
    ]


def test_adjusted_scores_in_a_butler():
    lines = [
        *results(420, 420, 450, -50, 620),
        {"id": "w", "weighted": WEIGHTED},
        {"id": "a", "artificial": {"ns": 60, "ew": 40}},
        {"id": "b", "artificial": {"ns": 1.5, "ew": -1.5}},
    ]
    board = imps({"method": "butler", "results": lines})
    # Six scores count; the weighted one enters with 232. Without the best and the worst: (232 + 420 + 420 + 450) / 4
    assert board["datum"] == 380
    assert [(line["id"], line["ns"], line["ew"]) for line in board["results"]] == [
        ("1", 1, -1), ("2", 1, -1), ("3", 2, -2), ("4", -10, 10), ("5", 6, -6),
        ("w", 0.6 * 1 - 0.4 * 10, 0.4 * 10 - 0.6 * 1), ("a", 3, -3), ("b", 1.5, -1.5),
    ]  # fmt: skip


def test_split_scores_give_each_side_a_butler_datum_of_its_own():
    split = {"id": "s", "split": {"ns": 420, "ew": -50}}
    board = imps({"method": "butler", "results": [*results(420, 420), split]})
    assert (board["datum"], board["datum_ew"]) == (420, 260)
    assert board["results"][2] == {"id": "s", "ns": 0.0, "ew": 7.0}
    assert board["results"][0] == {"id": "1", "ns": 0.0, "ew": -4.0}


def test_a_butler_board_without_a_score_has_no_datum():
    line = {"id": "1", "artificial": {"ns": "A", "ew": 50}}
    board = imps({"method": "butler", "results": [line], "datum": {"drop": 1}})
    assert board == {"datum": None, "results": [{"id": "1", "ns": 0.0, "ew": 0.0}]}


@pytest.mark.parametrize(
    ("document", "line"),
    [
        (
            {"method": "teams", "here": [[0.5, 620]], "there": 0},
            "here: the weights sum to 0.5, not to 1.",
        ),
        (
            {"method": "teams", "here": 0, "there": "A+"},
            "there: a whole number of points from North-South's side is wanted.",
        ),
        (
            {"method": "cross", "results": [{"id": "1", "artificial": {"ns": 55, "ew": 45}}]},
            "results[0].artificial.ns: IMPs from -24 to 24 are wanted.",
        ),
        (
            {"method": "cross", "results": [{"id": "1", "artificial": {"ns": "A+", "ew": 0}, "others": {"ns": 164}}]},
            "results[0].others.ns: mean IMPs from -24 to 24 are wanted, or a percentage.",
        ),
    ],
)
def test_an_adjusted_score_that_has_no_imps_names_its_place(document: dict[str, object], line: str):
    with pytest.raises(CommandError) as refused:
        imps(document)
    assert str(refused.value) == line


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["A+", "A-", "1/3", "butler", "cross", "teams", 10**400]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "results",
                    "id",
                    "score",
                    "artificial",
                    "ns",
                    "ew",
                    "expected",
                    "method",
                    "here",
                    "there",
                    "datum",
                    "weighted",
                    "split",
                    "others",
                    "divide_by",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


numbers = st.integers(-800, 800).map(lambda tens: 10 * tens)
weights = st.integers(1, 4).flatmap(
    lambda size: st.lists(st.integers(1, 9), min_size=size, max_size=size).map(
        lambda parts: [f"{part}/{sum(parts)}" for part in parts]
    )
)
mixed = weights.flatmap(
    lambda drawn: st.tuples(*[st.tuples(st.just(weight), numbers).map(list) for weight in drawn])
).map(list)
outcomes = numbers | mixed
averages = st.sampled_from(["A+", "A", "A-", 60, 50, 40])
kinds = (
    st.fixed_dictionaries({"score": numbers})
    | st.fixed_dictionaries({"weighted": mixed})
    | st.fixed_dictionaries({"split": st.fixed_dictionaries({"ns": outcomes, "ew": outcomes})})
    | st.fixed_dictionaries({"artificial": st.fixed_dictionaries({"ns": averages, "ew": averages})})
)
well_formed = st.lists(kinds, min_size=1, max_size=12).map(
    lambda drawn: [{"id": str(number), **kind} for number, kind in enumerate(drawn)]
)


@settings(deadline=None)
@given(well_formed, st.integers(0, 5))
def test_every_well_formed_board_is_answered_line_by_line(lines: list[dict[str, object]], missing: int):
    board = matchpoints({"expected": len(lines) + missing, "results": lines})
    assert board["top"] == 2 * (len(lines) + missing - 1)
    for method in ("butler", "cross"):
        answer = imps({"method": method, "results": lines})
        assert [line["id"] for line in answer["results"]] == [line["id"] for line in lines]
    assert [line["id"] for line in board["results"]] == [line["id"] for line in lines]
    for given_line, line in zip(lines, board["results"], strict=True):
        if "score" in given_line or "weighted" in given_line:
            whole = [row for row in lines if "split" in row]
            assert whole or line["ns"] + line["ew"] == pytest.approx(board["top"])


@settings(deadline=None)
@given(json_values)
def test_any_document_is_answered_or_refused_in_one_line(document: object):
    for answer in (matchpoints, imps):
        try:
            json.dumps(answer(document), allow_nan=False)
        except CommandError as refused:
            assert str(refused).splitlines() == [str(refused)]
