"""The case tables: worked examples that a director can write and check."""

import pytest

from rulings.auction import Auction
from rulings.bridge import Seat
from rulings.commands import laws as law_commands
from rulings.engine.inquiry import Waiting
from rulings.engine.roles import resolved, with_roles
from rulings.engine.text import plain, translator
from rulings.laws2017 import LAWS
from rulings.papers.register import rows
from rulings.table import Silent, Table
from tests.rulings.conftest import all_cases, cases_by_row

BOARD_FACTS = {"contract", "vul", "tricks", "declarer", "trumps", "tricks_without", "event_form"}


@pytest.mark.parametrize(("law", "case"), all_cases(), ids=[case["name"] for _, case in all_cases()])
def test_case(law, case):
    state = LAWS[law].step(case["answers"] | on_the_table(case))

    assert not hasattr(state, "question"), f"still asks {state.question.id}"
    assert getattr(state, "moment", None) is (state.moment if "waiting" in case else None)
    if "waiting" in case:
        assert isinstance(state, Waiting) and state.moment.value == case["waiting"]
    assert state.ruling.law == case["ruling"]
    unused = set(case["answers"]) - set(state.questions) - BOARD_FACTS
    assert unused == set(), "answers that no question asked for"
    known = with_roles(case["answers"] | state.read)
    if "effects" in case:
        assert [spelt(resolved(effect.as_json(), known)) for effect in state.ruling.rectifications] == case["effects"]
    for language in ("fr", "en"):
        spoken = [typed(sentence) for sentence in sentences(state.ruling, known, language)]
        assert [expected for expected in case.get(f"says_{language}", ()) if typed(expected) not in spoken] == []
        for question, entailed in case.get(f"entails_{language}", {}).items():
            assert typed(entails(state, question, known, language)) == typed(entailed)
    if "duties" in case:
        assert [f"{duty.law} {duty.when.value}" for duty in state.ruling.duties] == case["duties"]
    if "opens" in case:
        assert [duty.opens for duty in state.ruling.duties] == case["opens"]
    if "lasts" in case:
        restrictions = [effect.lasts for effect in state.ruling.rectifications if effect.effect == "LEAD_RESTRICTION"]
        assert restrictions == [case["lasts"]]
    if "passes" in case:
        passes = [effect for effect in state.ruling.rectifications if effect.effect == "MUST_PASS"]
        assert [f"{player} {silenced.lasts}" for silenced in passes for player in silenced.players] == case["passes"]
    if "sends" in case:
        assert [effect.to for effect in state.ruling.rectifications if effect.effect == "SEND"] == case["sends"]
    if "kinds" in case:
        kinds = [effect.kind for effect in state.ruling.rectifications if effect.effect == "PENALTY_CARD"]
        assert kinds == case["kinds"]
    if "closes" in case:
        assert state.ruling.closes is case["closes"]
    if "automatic" in case:
        moved = [effect.tricks for effect in state.ruling.rectifications if effect.effect == "TRICK_TRANSFER"]
        assert moved == [case["automatic"]]
    if "score_ns" in case:
        score = law_commands.ask(law, case["answers"], translator("en"))["score"]
        expected = (case["tricks"], case["result"], case["score_ns"])
        assert (score["tricks"], score["result"], score["score_ns"]) == expected
        assert score.get("score_ew") == case.get("score_ew")


def typed(sentence):
    """Return a sentence with plain spaces: the catalogue's own test checks which no-break space belongs where."""
    return sentence.replace("\u202f", " ").replace("\u00a0", " ")


def on_the_table(case):
    """Return the table as a fact: the auction noted on the pad, and the forced passes ("N once")."""
    if "auction" not in case:
        return {}
    silent = tuple(Silent(Seat(who), lasts) for who, lasts in map(str.split, case.get("silent", ())))
    return {"table": str(Table(auction=Auction.parse(case["auction"]), silent=silent))}


def spelt(effect) -> str:
    """Write an effect as a table of cases does, with every field but its sentences, and with seats, cards and suits
    filled in: "LEAD_RESTRICTION 50D2(a): player W, lasts this_lead, require D"."""
    fields = {name: effect.get(f"{name}_is", value) for name, value in effect.items() if not name.endswith("_is")}
    parts = [f"{name} {in_a_table(value)}" for name, value in fields.items() if name not in ("effect", "law", "text")]
    return f"{effect['effect']} {effect['law']}" + (f": {', '.join(parts)}" if parts else "")


def in_a_table(value) -> str:
    if isinstance(value, list):
        return " and ".join(value)
    return ("no", "yes")[value] if isinstance(value, bool) else str(value).replace(", ", " and ")


def sentences(ruling, known, language) -> list[str]:
    """Return all sentences of a ruling, with the facts of the case."""
    texts = [effect.text for effect in (ruling, *ruling.rectifications, *ruling.duties) if effect.text]
    return [plain(text, known, translator(language)) for text in texts]


def entails(state, question, known, language) -> str:
    """Return the consequences of the chosen option, as they are read aloud."""
    step = next(step for step in state.trail if step.question.id == question)
    option = next(option for option in step.question.options if option.value == step.value)
    return plain(option.entails, known, translator(language), dict(step.question.roles))


def test_every_row_ruled_here_has_a_case():
    assert set(rows()) - set(cases_by_row()) == set()


def test_every_case_names_rows_that_exist():
    assert set(cases_by_row()) - set(rows()) == set()


def test_no_two_cases_share_a_name():
    names = [case["name"] for _, case in all_cases()]
    assert len(names) == len(set(names))
