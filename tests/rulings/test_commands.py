"""The command line, as another program would use it."""

import json

import pytest

from rulings.laws2017 import LAWS
from tests.rulings.conftest import run_command, started

COMMON = {
    "able": True, "offender": "West", "declarer": "S", "trick": 4, "noticed": "during", "since": "played",
    "end_of_play": "reached", "exclusion": "none", "winner": "N", "tricks_after": 2, "line": "", "equity": False,
}  # fmt: skip


def asked(answers, *options):
    code, out, err = run_command("ask", "64", json.dumps(answers), *options)
    assert (code, err) == (0, "")
    return json.loads(out)


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        (("ask", "64", json.dumps(COMMON), "--lang", "fr"), ""),
        (("ask", "64", "-"), '{"offender": "♠"}'),
        (("table",), "[]"),
        (("score", "3NT+3", "--declarer", "S", "--vul", "NS"), ""),
        (("matchpoints",), "{"),
        (("imps",), "[1"),
        (("tree", "no such law"), ""),
        (("no such command",), ""),
    ],
)
def test_a_program_of_its_own_ends_prints_and_complains_as_it_does_here(arguments, stdin):
    assert started(*arguments, stdin=stdin) == run_command(*arguments, stdin=stdin)


def test_laws_lists_every_entry_point():
    code, out, err = run_command("laws")
    laws = {law["id"]: law for law in json.loads(out)}
    assert (code, err) == (0, "")
    assert {"61", "64"} <= set(laws)
    assert (laws["64"]["title"], laws["64"]["edition"]) == ("Revoke", "2017")


def test_a_law_that_players_have_no_words_for_has_none_in_french_either():
    _code, out, _err = run_command("--lang", "fr", "laws")
    assert [law["id"] for law in json.loads(out) if "\n" in law["finds"] or "charset" in law["finds"]] == []


def test_a_role_given_is_not_asked_again():
    trail = asked({"revoker": "defender", "able": True})
    assert trail["asking"]["id"] == "trick"
    assert [step["id"] for step in trail["trail"]] == ["able", "revoker"]


def test_the_questions_come_in_the_order_of_the_law_and_end_in_a_ruling():
    given, order = {}, []
    while "ruling" not in (answer := asked(given)):
        name = answer["asking"]["id"] if "asking" in answer else answer["waiting"]["for"]
        order.append(name)
        given[name] = COMMON[name]
    assert order == list(COMMON)
    assert answer["ruling"]["law"] == "64A2"
    assert answer["ruling"]["text"] == "One trick is transferred to North-South."
    (effect,) = answer["ruling"]["rectifications"]
    assert (effect["effect"], effect["tricks"], effect["to_is"]) == ("TRICK_TRANSFER", 1, "NS")
    assert answer["ruling"]["law_refs"] == ["61A", "62D", "64B", "63A1", "63B", "64A", "64C1", "64A2"]


def test_the_score_comes_with_the_facts_of_the_board():
    answer = asked(COMMON | {"contract": "3SA", "vul": "NS", "tricks": 11})
    assert answer["score"] == {
        "tricks_before": 11, "tricks_rectified": 12, "tricks": 12, "result": "3NT+3", "score_ns": 690, "law": "64A2",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("probable", "expected"),
    [
        ({"probable_contract": "3H", "probable_declarer": "W", "probable_tricks": 8}, ("3H-1", "W", 100)),
        ({"probable_contract": "Pass", "probable_declarer": "N", "probable_tricks": 0}, ("Pass", None, 0)),
    ],
)
def test_a_probable_result_in_another_contract_is_the_result_with_its_declarer(probable, expected):
    board = {"declarer": "S", "contract": "4S", "vul": "EW", "tricks": 9}
    judged = {"kind": "explanation", "explainer": "E", "said": "", "agreement": "", "shown": "explanation_wrong"}
    judged |= {"stage": "over", "would_have": "", "side_gained": True, "kind_of_score": "other_contract"}
    code, out, _ = run_command("ask", "21", json.dumps(board | judged | probable | {"line_without": ""}))
    score = json.loads(out)["score"]
    assert (code, score["result"], score.get("declarer"), score["score_ns"]) == (0, *expected)


def test_a_question_carries_all_its_options():
    options = asked({"able": True, "offender": "W", "declarer": "S", "trick": 4})["asking"]["options"]
    assert [option["value"] for option in options] == ["at_once", "played_on", "during", "all_played", "claim"]
    assert options[1]["law"] == "63A1"


def test_a_choice_of_a_player_names_him_and_forbids_consulting():
    given = {"able": True, "offender": "E", "declarer": "S", "trick": 4, "noticed": "during", "since": "nothing"}
    asking = asked(given | {"card": "♠4", "faced": False, "declaring_played": True})["asking"]
    assert (asking["chooser"], asking["no_consult"]) == ("declarer", True)
    assert asking["text"].startswith("South, you may take back any card")
    assert all(option["entails"] for option in asking["options"])


def test_until_the_end_of_play_there_is_a_ruling_meanwhile():
    given = {name: COMMON[name] for name in ("able", "offender", "declarer", "trick", "noticed", "since")}
    answer = asked(given)
    assert answer["waiting"] == {"for": "end_of_play", "answer": "reached", "text": "End of play"}
    assert [effect["effect"] for effect in answer["meanwhile"]["rectifications"]] == ["TD_PRESENCE"]


def test_words_come_in_french():
    assert asked(COMMON, "--lang", "fr")["ruling"]["text"] == "Une levée est transférée à Nord-Sud."
    code, out, _ = run_command("--lang", "fr", "laws")
    assert (code, [law["title"] for law in json.loads(out) if law["id"] == "64"]) == (0, ["Renonce"])


def test_a_fact_that_is_null_is_not_asked():
    assert asked({"able": True, "offender": None})["asking"]["id"] == "declarer"


def test_what_no_question_is_called_is_said():
    assert asked({"ofender": "W"})["ignored"] == ["ofender"]


def test_the_tree_has_every_path_and_its_law():
    code, out, err = run_command("tree", "64")
    tree = json.loads(out)
    assert (code, err) == (0, "")
    assert tree["nodes"][tree["root"]]["ask"] == "able"
    assert {path["law"] for path in tree["paths"]} >= {
        "61A",
        "62A",
        "62C3",
        "62D1",
        "63B",
        "64A1",
        "64A2",
        "64B1",
        "64C1",
    }
    assert sum(path["waiting"] for path in tree["paths"]) >= 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("ask", "64", '{"able": "maybe"}'), "able: 'maybe' is not an answer; expected yes | no."),
        (("ask", "64", '{"able": true, "offender": "X"}'), "offender:"),
        (("ask", "64", "{"), "answers: not a JSON document"),
        (("ask", "64", "[1]"), "answers: a JSON object"),
        (("ask", "64", '{"able": [1]}'), "able: a text, a whole number"),
        (("ask", "99"), f"law: '99' is not an entry point; there are: {', '.join(LAWS)}."),
        (("tree", "99"), "law: '99' is not an entry point"),
        (("frobnicate",), "usage:"),
        ((), "usage:"),
        (("score", "8NT+1", "--declarer", "S"), "result:"),
        (("score", "3NT+3"), "--declarer:"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_2(arguments, says):
    code, out, err = run_command(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith(says) and err.count("\n") == 1


@pytest.mark.parametrize(
    "document", ["", "nul", "[" * 10**5, "1" * 5_000, '{"results": 3}', '{"results": [{"id": "1"}]}']
)
@pytest.mark.parametrize("command", ["matchpoints", "imps"])
def test_a_malformed_document_is_one_clear_line_and_exit_2(command, document):
    code, out, err = run_command(command, stdin=document)
    assert (code, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    ("arguments", "points"),
    [
        (("3NT+3", "--declarer", "S", "--vul", "NS"), 690),
        (("3SA+3", "--declarer", "S", "--vul", "NS"), 690),
        (("4♠x-2", "--declarer", "N"), -300),
        (("4♠x", "-2", "--declarer", "O", "--vul", "EW"), 500),
        (("6C=", "--declarer", "E"), -920),
        (("passed", "out"), 0),
        (("Passe",), 0),
    ],
)
def test_score_prints_points_from_north_south(arguments, points):
    assert run_command("score", *arguments) == (0, f"{points}\n", "")


def test_matchpoints_of_the_founding_example():
    results = [{"id": "3", "score": 690}] + [{"id": str(n), "score": 660} for n in (1, 2, 4, 5, 6, 7, 8)]
    code, out, _ = run_command("matchpoints", stdin=json.dumps({"results": results}))
    board = json.loads(out)
    assert (code, board["top"]) == (0, 14)
    assert board["results"][0] == {"id": "3", "ns": 14.0, "ew": 0.0, "ns_percent": 100.0, "ew_percent": 0.0}
    assert {round(line["ns_percent"], 2) for line in board["results"][1:]} == {42.86}


def test_imps_of_a_team_match():
    code, out, _ = run_command("imps", stdin='{"method": "teams", "here": 620, "there": -170}')
    assert (code, json.loads(out)["imps"]) == (0, 13)
