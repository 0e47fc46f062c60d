"""Vectors T13 to T26 of the reference, through the commands: requests as another program sends them, with their
answers.

The table is `vectors.toml`; a director can read it. A ruling has its law, its forced passes and its duties; a score has
the IMPs of both sides.
"""

import tomllib

import pytest

from rulings.auction import Auction
from rulings.commands import laws, scores
from rulings.engine.text import translator
from rulings.table import Table
from tests.rulings.conftest import HERE

VECTORS = tomllib.loads((HERE / "cases" / "vectors.toml").read_text(encoding="utf-8"))["vector"]


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] + ": " + vector["name"] for vector in VECTORS])
def test_what_the_door_answers(vector):
    answer = imps(vector) if "imps" in vector else ruling(vector)
    assert {name: answer[name] for name in vector["expected"]} == vector["expected"]


def imps(vector):
    return scores.imps(vector["imps"])


def ruling(vector):
    """Return the law, the forced passes, the effects, the duties and the laws sent to, as a document rules them."""
    seen = {"table": str(Table(auction=Auction.parse(vector["auction"])))} if "auction" in vector else {}
    answer = laws.ask(vector["law"], vector["answers"], translator("en"), seen)
    assert "question" not in answer, f"still asks {answer['question']['id']}"
    ruled = answer["meanwhile"] if "waiting" in answer else answer["ruling"]
    effects = ruled["rectifications"]
    return {
        "ruling": ruled["law"],
        "waits": answer["waiting"]["for"] if "waiting" in answer else "",
        "effects": [f"{effect['effect']} {effect['law']}" for effect in effects],
        "passes": [
            f"{player} {effect['lasts']}"
            for effect in effects
            if effect["effect"] == "MUST_PASS"
            for player in effect["players"]
        ],
        "duties": [f"{duty['law']} {duty['when']}" for duty in ruled["duties"]],
    }


def test_every_vector_from_t13_to_t26_is_in_the_table_but_the_one_that_is_a_table_of_its_own():
    """T20 is a set of revokes, which has its own tables: `law_64_scores.toml`, `law_64.toml`."""
    assert {vector["id"] for vector in VECTORS} == {f"T{number}" for number in range(13, 27)} - {"T20"}
