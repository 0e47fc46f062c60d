"""`python -m rulings table` and `ask … --table`: events in order, and the facts known to the next inquiry."""

import json

import pytest

from tests.rulings.conftest import run_command

DROPPED = {"declarer": "S", "what": "play", "owner": "E", "how": "dropped", "card": "C4", "could_see": True}
LED = {"wrong_leader": "East", "since_lead": "nothing", "card": "♦5", "over_cards": "refuse"}
HAPPENED = [
    {"law": "49", "answers": DROPPED},
    {"law": "54", "answers": LED},
    {"said": "lies", "seat": "E", "card": "C4", "kind": "minor"},
    {"said": "played", "seat": "E", "card": "C4"},
    {"said": "auction", "auction": "N:1S 1H 2H Pass Pass Pass"},
]


def table(happened):
    code, printed, complaint = run_command("table", stdin=json.dumps(happened))
    assert (code, complaint) == (0, "")
    return json.loads(printed)


def test_the_table_after_all_that_happened():
    assert table(HAPPENED) == {
        "declarer": "S",
        "penalty_cards": [{"seat": "E", "card": "D5", "kind": "major"}],
        "restrictions": [],
        "must_pass": [],
        "auction": "N:1S 1H 2H Pass Pass Pass",
        "trumps": "H",
    }


def test_cards_restrictions_and_forced_passes_are_there_with_how_long_they_last():
    forbidden = {"now": "lead", "on_lead": "W", "several_suits": "forbid", "suit": "D", "a_second": False}
    happened = [
        {"said": "declarer", "seat": "S"},
        {"said": "lies", "seat": "E", "card": "C4", "kind": "minor"},
        {"said": "lies", "seat": "E", "card": "D5"},
        {"law": "50-table", "answers": forbidden},
    ]
    assert table(happened) == {
        "declarer": "S",
        "penalty_cards": [{"seat": "E", "card": "C4", "kind": "major"}],
        "restrictions": [{"seat": "W", "how": "forbid", "suits": ["D"], "lasts": "while_retains_lead"}],
        "must_pass": [],
    }
    seen = {"offender": "W", "could_see": True, "cards": "led", "card": "HK"}
    assert table([{"law": "24", "answers": seen}])["must_pass"] == [{"seat": "E", "lasts": "once"}]
    assert table([]) == {"declarer": None, "penalty_cards": [], "restrictions": [], "must_pass": []}


def test_a_call_at_a_time_with_a_slip_taken_back():
    calls = [{"said": "auction", "auction": "N:1S"}, {"said": "call", "call": "2H"}, {"said": "undo_call"}]
    answer = table([*calls, {"said": "call", "call": "X"}, {"said": "call", "call": "1C", "seat": "N"}])
    assert answer["auction"] == "N:1S X N/1C"


def test_a_law_is_asked_with_what_the_table_knows(tmp_path):
    file = tmp_path / "happened.json"
    file.write_text(json.dumps(HAPPENED), encoding="utf-8")
    code, printed, complaint = run_command("ask", "50-table", '{"now": "lead", "on_lead": "W"}', "--table", str(file))
    assert (code, complaint) == (0, "")
    answer = json.loads(printed)
    assert answer["asking"]["id"] == "lead_choice"
    assert answer["asking"]["text"].startswith("South, it is for West to lead")
    by = {step["id"]: step["by"] for step in answer["trail"] if "by" in step}
    assert by == {"at_lead": ["E:D5"], "card": ["E:D5"], "owners_cards": ["E:D5"]}
    assert "ignored" not in answer


def test_an_answer_beats_the_table(tmp_path):
    file = tmp_path / "happened.json"
    file.write_text(json.dumps(HAPPENED), encoding="utf-8")
    answers = '{"now": "lead", "on_lead": "W", "at_lead": "none"}'
    _code, printed, _complaint = run_command("ask", "50-table", answers, "--table", str(file))
    assert json.loads(printed)["ruling"]["law"] == "50"


@pytest.mark.parametrize(
    ("happened", "line"),
    [
        ("{}", "table: a JSON list of what happened is wanted, in order."),
        ("[", "table: not a JSON document"),
        ("[3]", 'entry 1: an object with "law" and its "answers", or with "said", is wanted.'),
        ('[{"law": "1000"}]', "law: '1000' is not an entry point"),
        ('[{"law": "49"}]', "entry 1: Law 49 still asks what: play |"),
        ('[{"law": "49", "answers": {"what": "sing"}}]', "what: 'sing' is not an answer"),
        ('[{"law": "49", "answers": []}]', "answers: a JSON object of answers"),
        ('[{"said": "sung"}]', "entry 1: 'sung' is not something to say of a table; there are: lies, played,"),
        ('[{"said": ["lies"]}]', "entry 1: ['lies'] is not something to say of a table"),
        ('[{"said": "lies", "seat": "E"}]', 'entry 1: "card" is wanted with "said": "lies".'),
        ('[{"said": "lies", "seat": "E", "card": "C4", "kind": "big"}]', "entry 1: 'E:C4 big' is not what 'lies'"),
        ('[{"said": "led", "seat": 3}]', "entry 1: "),
        ('[{"said": "auction", "auction": "N:8C"}]', "entry 1: 'N:8C' is not what 'auction' is about."),
        ('[{"said": "call", "call": "1C"}, {"said": "call", "call": 7}]', "entry 2: "),
        ('[{"said": "released", "seat": "W", "how": 3}]', "entry 1: "),
    ],
)
def test_what_cannot_be_read_is_one_line_and_exit_2(happened, line):
    code, printed, complaint = run_command("table", stdin=happened)
    assert (code, printed) == (2, "")
    assert complaint.startswith(line)
    assert complaint.count("\n") == 1


def test_a_file_that_cannot_be_read_is_one_line_and_exit_2(tmp_path):
    code, _printed, complaint = run_command("ask", "49", "{}", "--table", str(tmp_path / "none.json"))
    assert (code, complaint.count("\n")) == (2, 1)
    assert complaint.startswith("table: ")
