"""Each law has exactly one legible sheet that agrees with it; ways that are not drawn continue on the tablet."""

import re

import pytest

from rulings.engine.inquiry import Law, Ruled, Waiting, compile_tree
from rulings.engine.questions import Fact, Moment
from rulings.engine.text import translator
from rulings.laws2017 import LAWS
from rulings.papers.a4 import FRAME
from rulings.papers.chart import Chart, Outcome, Part, chart
from rulings.papers.one_sheet import EVERY_LAW, common_calls, kept_of, one_sheet, rare_ways, ruled_of
from rulings.papers.type_size import SIZES, sheets
from tests.rulings import charts
from tests.rulings.conftest import every_law, paths
from tests.rulings.test_chart import long_law, said_by, say, texts

ENGLISH = translator("en")
SMALLEST = 0.92 * 0.86 * SIZES[-1]
"""Type size of the laws' numbers beside small sentences, the smallest print of a sheet."""

in_both = pytest.mark.parametrize("language", charts.LANGUAGES)


# One sheet


@every_law
@in_both
def test_a_law_is_one_sheet_that_can_be_read(law, language):
    _, pages = charts.on_one(law, language)
    assert len(pages) == 1
    assert pages[0].height <= FRAME[1] + 1
    assert min(float(size) for size in re.findall(r'font-size="([\d.]+)"', pages[0].drawing)) >= SMALLEST - 0.01


@every_law
@in_both
def test_nothing_but_what_is_said_of_the_law_decides_what_its_sheet_draws(law, language):
    words = translator(language)
    law_chart, _ = charts.on_one(law, language)
    assert law_chart in (chart(law, words), chart(law, words, rare_ways(law, kept_of(law)), ruled_of(law)))


@every_law
@in_both
def test_every_sentence_of_a_sheet_is_printed_on_it(law, language):
    law_chart, (sheet,) = charts.on_one(law, language)
    printed = " ".join(node.text or "" for node, _ in texts(sheet.drawing))
    for part in law_chart.parts:
        texts_of_part = [part.text, *(line.text for line in part.meanwhile or ())]
        for exit in part.exits:
            texts_of_part += [words for words, _ in exit.options] + ([exit.outcome.text] if exit.outcome else [])
            texts_of_part += [line.text for line in exit.then if line.kind not in ("leave", "words")]
            texts_of_part += [line.text for line in exit.entails]
        assert [text for text in texts_of_part if text not in printed] == []
    tablet = translator(language).gettext("continue on the tablet")
    assert printed.count(tablet) >= sum(exit.on_the_tablet for part in law_chart.parts for exit in part.exits)
    assert f"{tablet} :" not in printed


# The rulings on a sheet


def walk(drawn: Chart, end: Waiting | Ruled) -> tuple[set[tuple[str, str]], Outcome | Part | None]:
    """Follow a path of the law on its sheet; return all texts on the way, and the ruling, or None where the tablet
    continues."""
    parts = {part.number: part for part in drawn.parts}
    at: Outcome | Part | None = parts[1]
    printed = {(line.text, line.law) for line in drawn.always}
    for step in end.trail:
        if isinstance(step.question, Fact):
            continue
        if not isinstance(at, Part):
            return printed, at
        printed |= {(line.text, line.law) for line in at.meanwhile or ()}
        if at.meanwhile is None and at.text != say(step.question.text, step.question.roles):
            continue  # all answers lead to the same place, so the sheet does not ask
        assert (at.meanwhile is None) != isinstance(step.question, Moment)
        label = next(option.label for option in step.question.options if option.value == step.value)
        wanted = say(label, step.question.roles)
        (taken,) = [exit for exit in at.exits if wanted in [words for words, _ in exit.options]]
        printed |= {(line.text, line.law) for line in taken.then if line.kind not in ("record", "words")}
        if taken.on_the_tablet:
            return printed, None
        at = parts[taken.part] if taken.part else taken.outcome
    if isinstance(at, Part):
        printed |= {(line.text, line.law) for line in at.meanwhile or ()}
    return printed, at


@every_law
def test_every_way_of_a_sheet_ends_as_the_law_rules_and_every_other_on_the_tablet(law):
    sheet, kept = charts.on_one(law, "en")[0], kept_of(law)
    meanwhile: dict[tuple[str, ...], set[tuple[str, str]]] = {}
    for path in paths(law):
        asked = [step for step in path.end.trail if not isinstance(step.question, Fact)]
        rare = [step for step in asked if step.value not in kept.get(step.question.id, [step.value])]
        printed, end = walk(sheet, path.end)
        if rare and not sheet.whole:
            assert end is None
            continue
        ruling = path.end.ruling
        assert end is not None
        assert (end.text, end.law) == (say(ruling.text), ruling.law)
        steps = tuple(f"{step.question.id}={step.value}" for step in path.end.trail)
        before = set().union(*(told for waited, told in meanwhile.items() if steps[: len(waited)] == waited))
        assert printed == said_by(ruling) | before
        if isinstance(path.end, Waiting):
            meanwhile[steps] = said_by(ruling) | before


@pytest.mark.parametrize(
    ("law", "answers"),
    [
        ("54", {"since_lead": "nothing", "besides": "no", "option": "require"}),
        ("64", {"able": "yes", "revoker": "defender", "won_by": "revoker", "later": "yes", "equity": "no"}),
        ("27", {"in_rotation": "yes", "meant": "yes", "since": "nothing", "accepts": "refuse", "choice": "other"}),
        ("50-lead", {"kind": "major", "others": "none", "lead_choice": "forbid"}),
        ("55", {"turn_over_declarer": "other_hand", "since_declarers_lead": "nothing", "from_wrong_hand": "back"}),
        ("49", {"holder": "defender", "how": "dropped", "could_see": "yes", "honour": "no", "already": "no"}),
    ],
)
def test_what_directors_are_called_for_every_week_is_ruled_on_the_sheet(law, answers):
    ended = [
        path.end
        for path in paths(LAWS[law])
        if isinstance(path.end, Ruled)
        and answers.items() <= {step.question.id: step.value for step in path.end.trail}.items()
    ]
    sheet = charts.on_one(LAWS[law], "en")[0]
    assert any(isinstance(walk(sheet, end)[1], Outcome) for end in ended)


# The list of common calls


def test_the_common_calls_are_named_as_the_laws_name_them():
    everywhere = {name for law in LAWS.values() for name in names_of(law)}
    for law, calls in common_calls().items():
        asked = everywhere if law == EVERY_LAW else set(names_of(LAWS[law]))
        assert calls["calls"].endswith((".", "?"))
        assert set(calls) <= {"calls", "kept", "ruled"}
        assert law == EVERY_LAW or set(calls.get("ruled", [])) <= choosing(LAWS[law])
        for name, kept in calls.get("kept", {}).items():
            assert name in asked, (law, name)
            if law != EVERY_LAW:
                assert set(kept) < set(names_of(LAWS[law])[name]), (law, name)


def choosing(law: Law) -> set[str]:
    """Return the questions that a player answers after every option was read aloud."""
    return {name for name, question in compile_tree(law)["questions"].items() if "chooser" in question}


def names_of(law: Law) -> dict[str, list[str]]:
    """Map every question of a law to its answers, by id; a moment to wait for has its own id as its one answer."""
    tree = compile_tree(law)
    options = {
        name: [option["value"] for option in question.get("options", [])]
        for name, question in tree["questions"].items()
    }
    return options | {node["wait"]: [node["wait"]] for node in tree["nodes"] if "wait" in node}


@every_law
def test_they_are_said_of_a_law_that_is_longer_than_a_sheet_and_of_no_other(law):
    longer = any(len(charts.drawn(law, language)[1]) > 1 for language in charts.LANGUAGES)
    assert (law.id in common_calls()) == longer


def test_they_are_said_of_no_law_that_is_not_here():
    assert set(common_calls()) - {EVERY_LAW} <= set(LAWS)


# A law without common calls


def test_a_new_law_has_its_first_questions_on_one_sheet_and_hides_nothing():
    law = long_law(40)
    law_chart, sheet = one_sheet(law, ENGLISH)
    assert len(sheets(law_chart, ENGLISH)) == 1
    assert sheet.height > FRAME[1] * 0.8
    last = law_chart.parts[-1]
    assert [part.text for part in law_chart.parts] == [
        f"Is this question number {at} of a law that is longer than one sheet?" for at in range(len(law_chart.parts))
    ]
    assert [exit.options for exit in last.exits if exit.on_the_tablet] == [(("No", ""),)]
    assert all(len(part.exits) == 2 and not part.exits[1].on_the_tablet for part in law_chart.parts[:-1])


def test_a_question_that_keeps_no_answer_is_asked_on_the_tablet():
    law_chart, _ = one_sheet(long_law(40), ENGLISH, {"q3": []})
    assert [part.text[:25] for part in law_chart.parts] == [f"Is this question number {at}" for at in range(3)]
    assert law_chart.parts[-1].exits[1].on_the_tablet


def test_a_law_that_stands_on_a_sheet_is_whole_whatever_is_kept():
    assert one_sheet(long_law(3), ENGLISH, {"q1": []})[0].whole
