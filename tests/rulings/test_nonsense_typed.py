"""Any text typed for a fact of a law gets an answer, or is refused in one line with exit status 2."""

import json

import pytest

from rulings.commands import laws as commands
from rulings.commands.scores import CommandError
from rulings.engine.inquiry import questions_of
from rulings.engine.text import translator
from tests.rulings.conftest import every_law, paths, run_command

NONSENSE = (
    "",
    "?",
    "x",
    "N:A.K",
    "N:A.K.. .Q.2. ..43. .2.3.",
    "N:AA.. ... ... ...",
    "-1",
    "\x00",
    "é" * 5_000,
    '{"v": 1}',
    "[]",
    True,
    None,
    10**30,
    1.5,
    float("inf"),
    [],
    ["N"],
)
BOARD = {"declarer": "S", "contract": "4S", "vul": "None", "tricks": "10", "trumps": "S", "deal": "", "table": ""}


def told(law, answers):
    """Return the fault of the command's response; "" when it is an answer, or a complaint of one line."""
    try:
        json.dumps(commands.ask(law.id, answers, translator("en")))
    except CommandError as complaint:
        return "" if " ".join(str(complaint).split()) else "an empty complaint"
    except Exception as error:  # any other error is a traceback
        return f"{law.id} {answers}: {error!r}"
    return ""


@every_law
def test_nonsense_for_any_fact_or_answer_is_answered_or_refused_in_one_line(law):
    ways = [path.answers for path in (paths(law)[0], paths(law)[-1])]
    names = [*questions_of(law), *BOARD, "vulnerability", "regulation"]
    wrong = [told(law, way | BOARD | {name: value}) for way in ways for name in names for value in NONSENSE]
    assert not any(wrong), "\n".join(list(filter(None, wrong))[:5])


@pytest.mark.parametrize(
    "answers", ['{"cards_left": "N:A.K"}', '{"table": "[]"}', '{"deal": "x"}', '{"declarer": []}', "[]", "{", "1e999"]
)
def test_the_program_says_it_in_one_line_and_ends_with_2(answers):
    for law in ("70", "64", "54", "27"):
        code, output, complained = run_command("ask", law, answers)
        assert (code == 2 and output == "" and complained.count("\n") == 1) or (code == 0 and complained == ""), law
