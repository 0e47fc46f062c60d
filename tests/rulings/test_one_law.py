"""`make law 27` tries one law: it finds the laws that a name means and the sentences without French, and runs their
tests."""

import pytest

from rulings.engine.inquiry import Law
from rulings.engine.questions import YesNo
from rulings.engine.ruling import Ruling
from rulings.laws2017 import LAWS
from tests.rulings.conftest import HERE
from tests.rulings.one_law import TESTS, Only, meant, without_french


def test_a_number_means_every_entry_point_of_its_law_and_a_name_means_one():
    assert {"50", "50-lead", "50-table"} <= {law.id for law in meant(["50"])}
    assert [law.id for law in meant(["50-lead"])] == ["50-lead"]
    assert [law.id for law in meant(["27D", "61"])] == ["27D", "61"]


@pytest.mark.parametrize(("names", "said"), [(["95"], "No Law 95. There are: "), ([], "Which Law? make law 27 ")])
def test_a_law_that_is_not_there_is_answered_with_those_that_are(names, said):
    with pytest.raises(SystemExit) as refused:
        meant(names)
    assert str(refused.value).startswith(said)
    assert "50-lead" in str(refused.value)


def test_the_sentences_without_french_are_named_once_and_in_their_order():
    asked = YesNo("sure", "61A", "Is it a question that nobody has translated?")
    law = Law("1", "A title without French", lambda ask: Ruling("9", "So be it, says nobody." if ask(asked) else ""))
    assert without_french(law) == [
        "A title without French",
        "Is it a question that nobody has translated?",
        "So be it, says nobody.",
    ]
    assert without_french(LAWS["61"]) == []


def test_the_tests_of_one_law_are_those_that_are_given_it_or_one_of_its_cases():
    class Item:
        def __init__(self, **params):
            self.callspec = type("Spec", (), {"params": params})

    left = []
    config = type("Config", (), {"hook": type("Hook", (), {"pytest_deselected": lambda items: left.extend(items)})})
    its = [Item(law=LAWS["61"], language="fr"), Item(law="61", case={})]
    others = [Item(law=LAWS["64"]), Item(law="64", case={}), Item(table="61"), type("Plain", (), {})()]
    items = [*its, *others]
    Only([LAWS["61"]]).pytest_collection_modifyitems(config, items)
    assert (items, left) == (its, others)


def test_the_files_that_are_run_are_there():
    assert [name for name in TESTS if not (HERE / f"{name}.py").exists()] == []
