"""The style sheets are small, have sufficient contrast, and contain nothing that the content policy refuses."""

import gzip
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.contrib.staticfiles import finders

from tests.arbitrage.at_the_screen import url

ROOT = Path(__file__).resolve().parents[3]
SHEETS = sorted((ROOT / "static" / "css").glob("*.css"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


FIRST_LOAD = 90_000
"""Largest number of bytes that a first page may transfer, compressed as the server sends them."""


def transferred(client, address: str) -> int:
    """Count the bytes that a browser with an empty cache receives for a page: the page and every file it names,
    compressed."""
    page = client.get(address, headers={"accept-encoding": "gzip"})
    assert page.headers.get("Content-Encoding") == "gzip", address
    html = gzip.decompress(page.content).decode()
    files = {one for one in re.findall(r'(?:href|src)="/static/([^"?]+)"', html)}
    files |= {f"fonts/{path.name}" for path in (ROOT / "static/fonts").glob("*.woff2")}
    found = [finders.find(re.sub(r"\.[0-9a-f]{12}(?=\.)", "", name)) for name in files]
    return len(page.content) + sum(weight(Path(path)) for path in found if path)


def weight(path: Path) -> int:
    """Return the size of a file as sent; fonts are already compressed."""
    data = path.read_bytes()
    return len(data) if path.suffix == ".woff2" else len(gzip.compress(data, 9))


def test_the_first_load_of_the_room_and_of_a_question_is_light(client, inquiry, tournament):
    pages = [url("room", tournament.pk), url("question", inquiry.pk, "able")]
    heavy = {page: found for page in pages if (found := transferred(client, page)) > FIRST_LOAD}
    assert heavy == {}


def test_a_page_that_is_compressed_hides_its_length(client, tournament):
    """Without padding, the length of a page would leak secrets beside words typed by a stranger (BREACH)."""
    lengths = {
        len(client.get(url("room", tournament.pk), headers={"accept-encoding": "gzip"}).content) for _ in "12345"
    }
    assert len(lengths) > 1


def test_every_sheet_keeps_its_rules_in_the_declared_layers():
    tokens = (ROOT / "static/css/tokens.css").read_text()
    declared = re.search(r"@layer ([a-z,]+);", tokens)[1].split(",")
    assert declared == ["reset", "tokens", "base", "layout", "components", "print"]
    for sheet in SHEETS:
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.S)
        assert text.count("{") == text.count("}"), sheet.name
        used = set(re.findall(r"@layer ([a-z]+)\{", text))
        assert used and used <= set(declared), sheet.name


def test_sheets_fetch_nothing_from_elsewhere():
    for sheet in SHEETS:
        for address in re.findall(r"url\(([^)]*)\)", sheet.read_text()):
            assert (sheet.parent / address).resolve().is_file(), f"{sheet.name}: {address}"
        assert "@import" not in sheet.read_text()


def test_every_font_has_its_licence_beside_it():
    assert sorted(path.name for path in (ROOT / "static/fonts").iterdir()) == [
        "LICENSE-DejaVu.txt",
        "OFL-Atkinson-Hyperlegible-Next.txt",
        "atkinson-400.woff2",
        "atkinson-700.woff2",
        "suits.woff2",
    ]


def themes() -> dict[str, dict[str, str]]:
    """Return the colours by name of each theme in the style sheet: light, dark by the system, dark by choice."""
    blocks = re.findall(r"color-scheme:(light|dark);([^}]*)", (ROOT / "static/css/tokens.css").read_text())
    light, by_system, by_choice = (dict(re.findall(r"--(\w+):(#[0-9a-f]{3,6})", block)) for _, block in blocks)
    return {"light": light, "dark": by_system, "dark by choice": by_choice}


def luminance(colour: str) -> float:
    """Compute the relative luminance, 0 to 1 (WCAG 2)."""
    digits = colour.lstrip("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Compute the contrast of two colours (WCAG 2): 1 for the same colour, 21 for black on white."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize(
    ("text", "ground", "least"),
    [
        ("ink", "paper", 7),
        ("ink", "card", 7),
        ("soft", "paper", 7),
        ("soft", "card", 7),
        ("ink", "sand", 7),
        ("ink", "tint", 7),
        ("soft", "sand", 4.5),
        ("red", "paper", 4.5),
        ("red", "card", 4.5),
        ("red", "sand", 4.5),
        ("green", "paper", 7),
        ("green", "card", 7),
        ("on", "green", 7),
        ("edge", "paper", 3),
        ("edge", "card", 3),
    ],
)
def test_contrast_holds_in_both_themes(text: str, ground: str, least: float):
    for name, colours in themes().items():
        assert contrast(colours[text], colours[ground]) >= least, name


def test_an_open_call_keeps_its_dark_ink_on_amber_in_both_themes():
    assert "color:#1c1b18" in (ROOT / "static/css/room.css").read_text()
    assert all(contrast("#1c1b18", colours["amber"]) >= 7 for colours in themes().values())


def test_dark_by_choice_is_dark_by_the_system():
    assert themes()["dark"] == themes()["dark by choice"]


def test_no_type_is_smaller_than_18_pixels_but_a_suits_letter():
    sizes = re.findall(r"--t(\d):([\d.]+)rem", (ROOT / "static/css/tokens.css").read_text())
    first = [float(size) for _, size in sizes[:6]]
    assert first[0] * 16 == 18
    assert all(smaller < larger for smaller, larger in pairwise(first))
    for sheet in SHEETS:
        if sheet.stem == "report":  # paper is measured in points
            continue
        for selector, size in re.findall(r"([^{}]+)\{[^{}]*?font-size:([\d.]+)(?=em|rem|px)", sheet.read_text()):
            assert float(size) >= 1.125 or selector.strip() in ("sup", ".su i"), selector


def test_templates_hold_no_inline_style_script_or_handler():
    refused = re.compile(
        r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=|\shx-on|=[\"']js:|https?://(?!www\.w3\.org)"
    )
    for template in TEMPLATES:
        found = refused.search(
            re.sub(r"\{#.*?#\}|\{% comment.*?endcomment %\}|\{%.*?%\}", "", template.read_text(), flags=re.S)
        )
        assert found is None, f"{template.relative_to(ROOT)}: {found[0]}"


def test_every_pictogram_is_drawn_on_the_same_grid():
    pictos = sorted((ROOT / "static/pictos").glob("*.svg"))
    assert len(pictos) == 30
    for picto in pictos:
        drawing = ElementTree.parse(picto).getroot()  # noqa: S314  our own file
        assert drawing.get("viewBox") == "0 0 96 96", picto.name
