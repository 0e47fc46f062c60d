"""The charts agree with the laws: every path of every law can be followed on its chart, and the drawing fits."""

import re
import struct
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulings.engine.inquiry import Law, Ruled, Waiting
from rulings.engine.questions import Choice, ChooseOne, Fact, Option, Words, YesNo
from rulings.engine.ruling import Duty, Note, Ruling, When
from rulings.engine.text import plain, translator
from rulings.laws2017 import LAWS
from rulings.papers.a4 import FRAME, SHEET, document, inline
from rulings.papers.chart import NOTED, Chart, Exit, Outcome, Part, Sentence, chart
from rulings.papers.type_size import SIZES, sheets
from rulings.papers.typeface import BOLD, LENT, REGULAR, width, wrap
from tests.rulings import charts
from tests.rulings.conftest import every_law, paths
from tests.rulings.digests import digest, state_of, unchanged

ENGLISH = translator("en")
FONTS = Path(__file__).resolve().parents[2] / "templates" / "report" / "fonts"


def drawn(law: Law) -> list[str]:
    """Return the sheets of a law made for a test, as a page embeds them."""
    law_chart = chart(law, ENGLISH)
    return inline(law_chart, sheets(law_chart, ENGLISH), ENGLISH)


@cache
def say(text: str, roles=()) -> str:
    return plain(text, {}, ENGLISH, dict(roles))


# The words of the chart


def follow(drawn: Chart, end: Waiting | Ruled) -> tuple[set[tuple[str, str]], Outcome | Part]:
    """Walk a path of the law on its chart, by the words of its options; return all sentences on the way, and the
    end."""
    parts = {part.number: part for part in drawn.parts}
    at: Outcome | Part = parts[1]
    printed = {(line.text, line.law) for line in drawn.always}
    for step in end.trail:
        if isinstance(step.question, Fact):
            continue
        assert isinstance(at, Part)
        option = next(option for option in step.question.options if option.value == step.value)
        assert at.meanwhile is not None or at.text == say(step.question.text, step.question.roles)
        printed |= {(line.text, line.law) for line in at.meanwhile or ()}
        wanted = say(option.label, step.question.roles)
        taken = [exit for exit in at.exits if wanted in [words for words, _ in exit.options]]
        assert len(taken) == 1, wanted
        entailed = [Sentence(say(option.entails, step.question.roles), "", aloud(step))] if option.entails else []
        assert [*taken[0].entails] == entailed
        printed |= {(line.text, line.law) for line in taken[0].then if line.kind not in NOTED}
        at = parts[taken[0].part] if taken[0].part else taken[0].outcome
    if isinstance(at, Part):
        printed |= {(line.text, line.law) for line in at.meanwhile or ()}
    return printed, at


def aloud(step) -> str:
    return "aloud" if step.question.chooser else "entails"


def said_by(ruling: Ruling) -> set[tuple[str, str]]:
    effects = {(say(effect.text), effect.law) for effect in ruling.rectifications if effect.text}
    return effects | {(f"{duty.when.label} – {say(duty.text)}", duty.law) for duty in ruling.duties}


@every_law
def test_every_path_of_the_law_is_on_its_chart_with_all_that_is_ruled(law):
    meanwhile: dict[tuple[str, ...], set[tuple[str, str]]] = {}
    for path in paths(law):
        printed, end = follow(charts.drawn(law, "en")[0], path.end)
        ruling = path.end.ruling
        assert (end.text, end.law) == (say(ruling.text), ruling.law)
        assert isinstance(end, Part) == isinstance(path.end, Waiting)
        steps = tuple(f"{step.question.id}={step.value}" for step in path.end.trail)
        before = set().union(*(told for waited, told in meanwhile.items() if steps[: len(waited)] == waited))
        assert printed == said_by(ruling) | before
        if isinstance(path.end, Waiting):
            meanwhile[steps] = said_by(ruling) | before


@every_law
def test_every_fact_to_note_is_on_the_chart(law):
    instead = {fact.id for path in paths(law) for fact in instead_of_a_question(path.end)}
    asked = {
        (say(step.question.text, step.question.roles), step.question.law)
        for path in paths(law)
        for step in path.end.trail
        if isinstance(step.question, Fact) and step.question.id not in instead and step.question.asked
    }
    noted = [line for part in charts.drawn(law, "en")[0].parts for line in part.first]
    noted += [line for part in charts.drawn(law, "en")[0].parts for exit in part.exits for line in exit.then]
    assert asked <= {(line.text, line.law) for line in noted if line.kind in NOTED}


def instead_of_a_question(end: Waiting | Ruled) -> list[Fact]:
    return [
        fact
        for step in end.trail
        if step.question.given and step.question.given.ask
        for fact in step.question.given.facts
    ]


@every_law
def test_no_part_stands_twice_and_each_is_led_to(law):
    parts = charts.drawn(law, "en")[0].parts
    assert [part.number for part in parts] == list(range(1, len(parts) + 1))
    assert len({(part.text, part.law, part.exits, part.first, part.meanwhile) for part in parts}) == len(parts)
    assert {exit.part for part in parts for exit in part.exits if exit.part} | {1} == {part.number for part in parts}


# A small law, made for the test


class Way(Choice):
    LEFT = Option("left", "To the left")
    ALSO = Option("also", "To the left too", law="64A")
    RIGHT = Option("right", "To the right")


IN_DOUBT = YesNo("in_doubt", "61A", "Is it in doubt?")
WAY = ChooseOne("way", "64", "Which way?", Way, chooser="declarer")
SURE = YesNo("sure", "64B", "Sure?")
NOTES = Words("notes", "85", "What was said?")
IN_EVERY_CASE, ON_THIS_SIDE = Note(law="9", text="In every case."), Note(law="10", text="On this side.")
LATER = Duty("64C", When.END_OF_PLAY, "Look again.")


def small(ask) -> Ruling:
    if ask(IN_DOUBT):
        ask.wait(When.END_OF_PLAY, meanwhile=Ruling("81", "Play on.", (IN_EVERY_CASE,), (LATER,)))
    match ask(WAY):
        case Way.RIGHT:
            ask(NOTES)
            return Ruling("12", "Right.", (IN_EVERY_CASE,))
        case _:
            kept = (IN_EVERY_CASE, ON_THIS_SIDE)
            return Ruling("13", "Sure.", kept) if ask(SURE) else Ruling("14", "Unsure.", kept)


SMALL = Law("1", "A small law", small)


def test_a_law_becomes_numbered_questions_with_what_is_common_said_once():
    law_chart = chart(SMALL, ENGLISH)
    always = (Sentence("In every case.", "9"),)
    to_three = Exit((("To the left", ""), ("To the left too", "64A")), (Sentence("On this side.", "10"),), 4)
    noted = Exit((("To the right", ""),), (Sentence("What was said?", "85", "words"),), outcome=Outcome("Right.", "12"))
    come_back = (Sentence("End of play – Look again.", "64C", "come_back"),)
    assert law_chart == Chart(
        "1",
        "A small law",
        "2017",
        (
            Part(1, "Is it in doubt?", "61A", (Exit((("Yes", ""),), (), 2), Exit((("No", ""),), (), 3))),
            Part(2, "Play on.", "81", (Exit((("End of play", ""),), (), 3),), meanwhile=come_back),
            Part(3, "Which way?", "64", (to_three, noted), chooser="declarer"),
            Part(
                4,
                "Sure?",
                "64B",
                (
                    Exit((("Yes", ""),), (), outcome=Outcome("Sure.", "13")),
                    Exit((("No", ""),), (), outcome=Outcome("Unsure.", "14")),
                ),
            ),
        ),
        always,
    )


def test_a_law_that_asks_nothing_is_one_ruling():
    law_chart = chart(Law("2", "A plain law", lambda ask: Ruling("9", "So be it.", (ON_THIS_SIDE,))), ENGLISH)
    only = Exit((), (Sentence("On this side.", "10"),), outcome=Outcome("So be it.", "9"))
    assert law_chart.parts == (Part(1, "A plain law", "9", (only,)),)


# The drawing


def words_of(svg: str) -> list[str]:
    return ["".join(node.itertext()) for node in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314


def test_a_small_law_stands_on_one_sheet_in_the_largest_type():
    (sheet,) = drawn(SMALL)
    texts = words_of(sheet)
    assert "To be read aloud, every option; then declarer chooses alone." in texts
    assert 'aria-label="Law 1, A small law. Sheet 1 of 1"' in sheet
    assert re.findall(r'id="n(\d)"', sheet) == ["1", "2", "3", "4"]
    assert re.findall(r'href="#n(\d)"', sheet) == ["2", "3", "3", "4"]
    assert f'font-size="{SIZES[0]}" font-weight="700">Which way?' in sheet


def test_words_that_look_like_marks_are_words():
    odd = Law("3", "<b>&", lambda ask: Ruling("9", 'A < b & "c"'))
    assert 'A < b & "c"' in words_of(drawn(odd)[0])


@every_law
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("of", [charts.drawn, charts.on_one])
def test_everything_is_drawn_within_its_sheet(law, language, of):
    law_chart, pages = of(law, language)
    seen = set()
    for sheet in pages:
        assert sheet.height <= FRAME[1] + 1
        beside = any(moved for _, moved in texts(sheet.drawing))
        always = [
            node
            for node, _ in texts(sheet.drawing)
            if len(node.text or "") > 9 and any(node.text in words.text for words in law_chart.always)
        ]
        head = max([19.0, *(float(node.get("y")) for node in always)])
        for node, moved in texts(sheet.drawing):
            size, bold = float(node.get("font-size")), node.get("font-weight") == "700"
            long = width(node.text or "", size, bold=bold)
            left = moved + float(node.get("x")) - (long / 2 if node.get("text-anchor") == "middle" else 0)
            right = FRAME[0] / 2 if beside and not moved and float(node.get("y")) > head else FRAME[0]
            assert left >= moved - 0.2 and left + long <= right + 0.6, node.text
            assert 0 < float(node.get("y")) <= sheet.height + 0.5, node.text
            seen.add(node.text)
    for part in law_chart.parts:
        assert str(part.number) in seen


def texts(drawing: str) -> list[tuple[ElementTree.Element, float]]:
    """Return the texts of a sheet, each with the shift of its column to the right."""
    root = ElementTree.fromstring(f"<g>{drawing}</g>")  # noqa: S314  our own drawing
    columns = [node for node in root if (node.get("transform") or "").startswith("translate") and node.tag == "g"]
    second = {
        text: float(column.get("transform")[10:].split()[0]) for column in columns for text in column.iter("text")
    }
    return [(node, second.get(node, 0.0)) for node in root.iter("text")]


@every_law
@pytest.mark.parametrize("language", charts.LANGUAGES)
def test_a_law_of_few_words_stands_on_one_sheet(law, language):
    law_chart, pages = charts.drawn(law, language)
    texts_drawn = [word for page in inline(law_chart, pages, translator(language)) for word in words_of(page)]
    if sum(len(text) for text in texts_drawn) < 1500:
        assert len(pages) == 1


@every_law
@pytest.mark.parametrize("language", charts.LANGUAGES)
def test_what_is_read_aloud_is_not_broken_over_two_sheets(law, language):
    law_chart, pages = charts.drawn(law, language)
    for part in law_chart.parts:
        if part.chooser:
            assert len([page for page in pages if f'aria-label="{part.number}"' in page.drawing]) == 1


def long_law(questions: int) -> Law:
    def function(ask) -> Ruling:
        for at in range(questions):
            if ask(YesNo(f"q{at}", "61A", f"Is this question number {at} of a law that is longer than one sheet?")):
                return Ruling("64A", f"This is ruling {at}.", (Note(law="90", text="A sentence. " * 12),))
        return Ruling("64B", "None of them.")

    return Law("99", "A long law", function)


def test_a_long_law_goes_on_over_sheets_and_says_once_what_is_said_often():
    pages = [words_of(page) for page in drawn(long_law(40))]
    assert len(pages) > 1
    assert all("Law 99" in page for page in pages)
    assert f"Sheet 1 of {len(pages)}" in pages[0][2]
    texts_drawn = [text for page in pages for text in page]
    assert texts_drawn.count("A") == 41
    assert "What the letters stand for" in pages[-1]
    assert sum("A sentence." in text for text in texts_drawn) < 6


def test_the_file_is_a_pile_of_a4_sheets():
    law_chart = chart(long_law(40), ENGLISH)
    pages = sheets(law_chart, ENGLISH)
    root = ElementTree.fromstring(document(law_chart, pages, ENGLISH, "en"))  # noqa: S314  our own drawing
    tall = SHEET[1] * len(pages)
    assert (root.get("width"), root.get("height")) == ("210mm", f"{tall:g}mm")


# The type


def advances(file: Path) -> dict[str, float]:
    """Return the width of every letter of a TrueType font, in hundredths of its size."""
    data = file.read_bytes()
    count = struct.unpack(">H", data[4:6])[0]
    rows = [data[12 + 16 * at : 28 + 16 * at] for at in range(count)]
    tables = {row[:4].decode(): struct.unpack(">I", row[8:12])[0] for row in rows}
    em = struct.unpack(">H", data[tables["head"] + 18 : tables["head"] + 20])[0]
    measured = struct.unpack(">H", data[tables["hhea"] + 34 : tables["hhea"] + 36])[0]
    wide = [
        struct.unpack(">H", data[tables["hmtx"] + 4 * at : tables["hmtx"] + 4 * at + 2])[0] for at in range(measured)
    ]
    widths = {}
    for letter, glyph in letters(data, tables["cmap"]).items():
        widths[letter] = 100 * wide[min(glyph, measured - 1)] / em
    return widths


def letters(data: bytes, cmap: int) -> dict[str, int]:
    """Map each letter to the glyph that draws it, from a map of format 4."""
    glyphs: dict[str, int] = {}
    for at in range(struct.unpack(">H", data[cmap + 2 : cmap + 4])[0]):
        start = cmap + struct.unpack(">I", data[cmap + 8 + 8 * at : cmap + 12 + 8 * at])[0]
        kind, _, _, twice = struct.unpack(">4H", data[start : start + 8])
        if kind != 4:
            continue
        segments = twice // 2
        row = start + 14
        ends = struct.unpack(f">{segments}H", data[row : row + twice])
        starts = struct.unpack(f">{segments}H", data[row + twice + 2 : row + 2 * twice + 2])
        deltas = struct.unpack(f">{segments}h", data[row + 2 * twice + 2 : row + 3 * twice + 2])
        offsets = row + 3 * twice + 2
        for segment, (first, last, delta) in enumerate(zip(starts, ends, deltas, strict=True)):
            offset = struct.unpack(">H", data[offsets + 2 * segment : offsets + 2 * segment + 2])[0]
            for code in range(first, min(last, 0xFFFE) + 1):
                place = offsets + 2 * segment + offset + 2 * (code - first)
                glyph = struct.unpack(">H", data[place : place + 2])[0] if offset else code
                if glyph:
                    glyphs[chr(code)] = (glyph + delta) & 0xFFFF
    return glyphs


@pytest.mark.parametrize(("table", "font"), [(REGULAR, "atkinson-400.ttf"), (BOLD, "atkinson-700.ttf")])
def test_the_widths_are_those_of_the_typeface(table, font):
    measured = advances(FONTS / "suits.ttf") | advances(FONTS / font)
    for wide, those in table.items():
        for letter in those:
            assert abs(measured[letter] - wide) <= 1.05, letter


@every_law
@pytest.mark.parametrize("language", charts.LANGUAGES)
def test_every_letter_of_a_chart_has_its_width(law, language):
    known = {letter for those in (*REGULAR.values(), *LENT.values()) for letter in those}
    for file in charts.files(law, language).values():
        assert {letter for word in words_of(file) for letter in word} <= known


def test_lines_break_at_plain_spaces_only():
    assert wrap("one two\u00a0three four", 10 * width("e", 1), 1) == ["one", "two\u00a0three", "four"]


# The files


SOME = [LAWS[law] for law in ("61", "64")]
"""A law whose whole chart fits on one sheet, and one whose chart does not."""


def test_the_charts_of_a_folder_are_those_of_its_laws_and_a_page_lists_them(tmp_path):
    (tmp_path / "law_999.fr.svg").write_text("of a law that is gone")
    assert charts.write_charts(tmp_path, SOME) == ["61", "64"]
    wanted = {
        name: drawing
        for law in SOME
        for language in charts.LANGUAGES
        for name, drawing in charts.files(law, language).items()
    }
    assert {file.name: file.read_text(encoding="utf-8") for file in tmp_path.glob("*.svg")} == wanted
    listed = re.findall(r"\]\(([^)]+)\)", (tmp_path / "README.md").read_text(encoding="utf-8"))
    assert sorted(listed) == sorted(wanted)
    assert len(wanted) == 6


def test_a_chart_is_drawn_again_when_its_law_has_changed_or_its_file_is_lost_and_not_otherwise(tmp_path, monkeypatch):
    charts.write_charts(tmp_path, SOME)
    assert charts.write_charts(tmp_path, SOME) == []
    (tmp_path / "law_61.fr.svg").unlink()
    assert charts.write_charts(tmp_path, SOME) == ["61"]
    monkeypatch.setattr(charts, "digest", lambda law: f"another of {law.id}" if law.id == "64" else digest(law))
    assert charts.write_charts(tmp_path, SOME) == ["64"]


def test_another_rule_another_word_and_other_french_make_another_digest(monkeypatch):
    before = digest(SMALL)
    other = Law("1", "A small law", lambda ask: Ruling("12", "Right.") if ask(IN_DOUBT) else small(ask))
    assert len({before, digest(other), digest(Law("1", "Another title", small))}) == 3
    assert digest(Law("1", "A small law", lambda ask: small(ask))) == before
    catalogue = translator("fr")._catalog
    monkeypatch.setitem(catalogue, "A sentence of no law.", "Une phrase d’aucune loi.")
    assert digest(SMALL) == before
    monkeypatch.setitem(catalogue, LATER.text, "Regardez encore.")
    assert digest(SMALL) != before
    monkeypatch.delitem(catalogue, LATER.text)
    monkeypatch.setitem(catalogue, "Yes", "Ouais")
    assert digest(SMALL) != before


def test_only_a_test_of_a_drawing_that_has_not_changed_is_left_out(request):
    class Item:
        def __init__(self, law, module="test_chart"):
            self.nodeid, self.path, self.stash = f"{module}[{law.id}]", Path(f"{module}.py"), {}
            self.callspec = type("Spec", (), {"params": {"law": law}})

    same, changed, fixed, made = (Item(law) for law in (LAWS["9"], LAWS["12"], LAWS["61"], SMALL))
    other = Item(LAWS["9"], "test_cases")
    items = [same, changed, fixed, made, other]
    passed = {item.nodeid: state_of("9") for item in items}
    assert unchanged(items, passed) == [same]
    assert unchanged(items, {}) == []
