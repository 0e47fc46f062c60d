"""Several irregularities one after the other: the facts that each ruling gets from earlier ones, and the score after
all of them.

A sequence is a TOML table that a director can read. ``board`` has the values of the board. A ``step`` is a statement
about the table (``said``, ``about``), or a law with answers and expected results: ``ruling``, ``waiting``, ``sends``,
``says_fr``; ``knows`` are answers that the table must give by itself. ``table`` is the table at the end, ``score`` the
score after all rulings. Keys that a sequence lacks are not compared.
"""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from rulings.bridge import Contract, Seat, parse_contract
from rulings.engine.inquiry import Asking, Waiting
from rulings.engine.roles import with_roles
from rulings.engine.text import plain, translator
from rulings.laws2017 import LAWS
from rulings.scores.outcome import Ended as Scored
from rulings.scores.outcome import Unsettled, outcome, percentages
from rulings.table import Said, Table
from rulings.table_from_log import Entry, entries, folded, of_board
from tests.rulings.conftest import HERE

Sequence = dict[str, Any]


def all_sequences() -> Iterator[tuple[str, Sequence]]:
    for file in sorted((HERE / "sequences").glob("*.toml")):
        for sequence in tomllib.loads(file.read_text(encoding="utf-8"))["sequence"]:
            yield file.stem, sequence


SEQUENCES = list(all_sequences())


@pytest.mark.parametrize(
    "sequence",
    [sequence for _, sequence in SEQUENCES],
    ids=[f"{file}: {sequence['name']}" for file, sequence in SEQUENCES],
)
def test_sequence(sequence):
    board = sequence.get("board", {})
    log: list[Entry] = []
    ended: list[Scored] = []
    for number, step in enumerate(sequence["step"]):
        if "said" in step:
            log.append(Said(step["said"], step.get("about", "")))
            continue
        table = folded(of_board(board), log)
        known = {name: value for name, value in board.items() if name != "auction"} | table.facts() | step["answers"]
        state = LAWS[step["law"]].step(known)
        assert not isinstance(state, Asking), f"step {number + 1} asks {state.question.id}: {state.question.text}"
        compared(step, state, known)
        log += entries(LAWS[step["law"]], known, origin=str(number))
        if not isinstance(state, Waiting):
            ended.append((state.ruling.as_json(), known | state.read))
    if "table" in sequence:
        assert {name: lies(folded(of_board(board), log))[name] for name in sequence["table"]} == sequence["table"]
    if "score" in sequence:
        assert {name: scored(board, ended).get(name) for name in sequence["score"]} == sequence["score"]


def compared(step, state, known):
    assert state.ruling.law == step.get("ruling", state.ruling.law)
    assert getattr(getattr(state, "moment", None), "value", "") == step.get("waiting", "")
    if "sends" in step:
        assert [effect.to for effect in state.ruling.rectifications if effect.effect == "SEND"] == step["sends"]
    for name, value in step.get("knows", {}).items():
        step_taken = next((answered for answered in state.trail if answered.question.id == name), None)
        assert step_taken is not None and (step_taken.derived, step_taken.value) == (True, value), name
    texts = [
        effect.text for effect in (state.ruling, *state.ruling.rectifications, *state.ruling.duties) if effect.text
    ]
    for language in ("fr", "en"):
        spoken = [plain(text, with_roles(known | state.read), translator(language)) for text in texts]
        spoken = [sentence.replace("\u202f", " ").replace("\u00a0", " ") for sentence in spoken]
        assert [sentence for sentence in step.get(f"says_{language}", ()) if sentence not in spoken] == [], spoken


def lies(table: Table) -> dict[str, Any]:
    """Describe the items on a table as a sequence writes them."""
    contract = table.auction.contract if table.auction else None
    return {
        "auction": str(table.auction or ""),
        "contract": f"{contract} {contract.declarer}" if contract else "",
        "declarer": str(table.declarer or ""),
        "turn": str(table.auction.turn) if table.auction else "",
        "cards": [f"{card.seat} {card.card} {card.kind}" for card in table.cards],
        "silent": [f"{seat} {lasts}" for seat in Seat if (lasts := table.must_pass(seat))],
        "bounds": [
            " ".join(filter(None, (str(bound.seat), bound.how, bound.suits, bound.lasts))) for bound in table.bounds
        ],
    }


def scored(board: dict[str, str], ended: list[Scored]) -> dict[str, Any]:
    """Describe the score of the board: points of both sides, tricks, and the law that decides; or why there is no
    score."""
    given = percentages(ended)
    if given is not None:
        return {"percent": ["" if percentage is None else percentage for percentage in given[:2]], "law": given[2]}
    made = parse_contract(board["contract"])
    contract: Contract | None = made and made.by(Seat(board["declarer"]))
    try:
        result = outcome(contract, int(board.get("tricks", "0")), board.get("vul", "None"), ended)
    except Unsettled as error:
        return {"unsettled": error.code}
    return {
        "ns": result.score,
        "ew": -result.score if result.score_ew is None else result.score_ew,
        "tricks": result.tricks,
        "law": result.law,
        "contract": str(result.contract or ""),
    }


def test_no_two_sequences_share_a_name():
    names = [sequence["name"] for _, sequence in SEQUENCES]
    assert len(names) == len(set(names)) >= 100
