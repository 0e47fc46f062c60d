"""Template tags for seats, suits, cards, contracts and Laws, in both languages."""

import re
from datetime import UTC, date, datetime
from fractions import Fraction
from types import SimpleNamespace

import pytest
from django.template import Context, Template
from django.test import RequestFactory
from django.utils import translation

from arbitrage.pages.wording import notation

ODD = [None, "", "?", "ZZ", "8NT", "10X", 12, "\x00", "<b>", "NTNT", [], {}, -3, 1.5, "SASA"]
ICONS = ["again", "back", "check", "cloud", "disputed", "file", "hand", "next", "pencil", "print", "search", "speaker"]
SHOWN = [
    "{{ it|seat }}", "{{ it|side }}", "{{ it|suit }}", "{{ it|card }}", "{{ it|rank }}", "{{ it|contract }}",
    "{{ it|result }}", "{{ it|vulnerability }}", "{{ it|score }}", "{{ it|percent }}", "{{ it|points }}",
    "{{ it|clock }}", "{{ it|day }}", "{{ it|dress }}", "{% lawref it %}", "{% picto it %}",
]  # fmt: skip


def seen(html: str) -> str:
    """Return the visible text, without the words for a screen reader."""
    return re.sub(r"<[^>]+>", "", re.sub(r'<span class="sr">.*?</span>', "", html))


def heard(html: str) -> str:
    """Return the text that a screen reader reads, without parts hidden from it."""
    hidden = re.compile(
        r'<span(?: class="[^"]*")? aria-hidden="true">(?:(?!<span).)*?(?:<span[^>]*>.*?</span>)*?[^<]*</span>'
    )
    return re.sub(r"<[^>]+>", "", hidden.sub("", html))


def render(source: str, language: str = "en", **context: object) -> str:
    with translation.override(language):
        return Template("{% load bridge %}" + source).render(Context(context))


@pytest.mark.parametrize("source", SHOWN)
@pytest.mark.parametrize("value", ODD, ids=repr)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_odd_raises_or_reaches_the_page_unescaped(source, value, language):
    assert "<b>" not in render(source, language, it=value)


@pytest.mark.parametrize(
    ("language", "stored", "shown"),
    [
        ("fr", "3NT", "3SA"),
        ("en", "3NT", "3NT"),
        ("fr", "4S", "4♠P"),
        ("fr", "4Sx", "4♠Px"),
        ("fr", "6Cxx", "6♣Txx"),
        ("fr", "2H", "2♥C"),
        ("fr", "5D", "5♦K"),
        ("en", "5D", "5♦D"),
    ],
)
def test_a_contract_is_written_as_its_reader_writes_it(language, stored, shown):
    assert seen(render("{{ it|contract }}", language, it=stored)) == shown


def test_a_contract_is_read_out_in_words():
    assert heard(render("{{ it|contract }}", it="4Sx")) == "4 spades doubled"
    assert heard(render("{{ it|contract }}", it="1C")) == "1 club"
    assert render('{{ it|contract:"words" }}', it="3NT") == "3 notrump"
    assert render('{{ it|contract:"words" }}', "fr", it="4Sxx") == "4 piques surcontré"
    assert render('{{ it|contract:"words" }}', "fr", it="1C") == "1 trèfle"


@pytest.mark.parametrize(
    ("contract", "tricks", "shown"),
    [("3NT", 12, "3SA+3"), ("3NT", 9, "3SA="), ("4Sx", 8, "4♠Px−2"), ("7C", 0, "7♣T−13")],
)
def test_a_result_counts_from_its_contract(contract, tricks, shown):
    assert seen(render("{{ contract|result:tricks }}", "fr", contract=contract, tricks=tricks)) == shown
    stored = SimpleNamespace(kind="played", contract=contract, tricks=tricks)
    assert seen(render("{{ it|result }}", "fr", it=stored)) == shown


def test_a_written_result_is_read_as_it_stands():
    assert seen(render("{{ it|result }}", "fr", it="3NT+2")) == "3SA+2"
    assert seen(render("{{ it|result }}", it="4Hx-1")) == "4♥Hx−1"


def test_a_board_that_was_not_played_says_so():
    shown = [
        render("{{ it|result }}", it=SimpleNamespace(kind=kind, contract="", tricks=None))
        for kind in ("passed", "artificial", "not_played", "unreadable")
    ]
    assert shown == ["Passed out", "Artificial score", "Not played", "Unreadable"]
    assert render("{{ it|result }}", it=None) == "Passed out"
    assert render("{{ it|contract }}", it="Pass") == "Passed out"


def test_a_card_shows_symbol_and_rank_and_is_named_for_a_screen_reader():
    king = render("{{ it|card }}", it="DK")
    assert king == (
        '<span class="ca red"><span aria-hidden="true">♦K</span><span class="sr">the king of diamonds</span></span>'
    )
    assert seen(render("{{ it|card }}", "fr", it="DK")) == "♦R"
    assert seen(render("{{ it|card }}", "fr", it="ST")) == "♠10"
    assert "red" not in render("{{ it|card }}", it="SA")
    assert render('{{ it|card:"words" }}', "fr", it="HQ") == "la dame de cœur"


def test_a_suit_carries_its_letter_beside_its_symbol():
    assert [seen(render("{{ it|suit }}", "fr", it=one)) for one in ("S", "H", "D", "C", "NT")] == [
        "♠P",
        "♥C",
        "♦K",
        "♣T",
        "SA",
    ]
    assert heard(render("{{ it|suit }}", it="D")) == "diamonds"
    assert render('{{ it|suit:"words" }}', "fr", it="NT") == "sans-atout"


def test_seats_and_sides_are_words_or_letters():
    assert render('{{ it|seat }} {{ it|seat:"letter" }}', it="W") == "West W"
    assert render('{{ it|seat }} {{ it|seat:"letter" }}', "fr", it="W") == "Ouest O"
    assert render('{{ it|side }} {{ it|side:"letter" }}', "fr", it="EW") == "Est-Ouest EO"
    assert render("{{ it|vulnerability }}", "fr", it="All") == "tous vulnérables"


def test_numbers_follow_the_reader():
    assert render("{{ it|percent }}", "fr", it=Fraction(300, 7)) == "42,9"
    assert render("{{ it|percent:2 }}", "en", it=Fraction(300, 7)) == "42.86"
    assert render("{{ it|percent }}", "fr", it=100) == "100,0"
    assert render("{{ a|points }} {{ b|points }} {{ c|points }}", "fr", a=10, b=Fraction(15, 2), c=0) == "10 7,5 0"
    assert render("{{ a|score }} {{ b|score }} {{ c|score }}", a=-690, b=660, c=None) == "−690 660 –"


def test_hours_and_days_follow_the_reader():
    at = datetime(2026, 3, 13, 14, 5, tzinfo=UTC)
    assert render("{{ at|clock }}", "en", at=at) == "15:05"
    assert render("{{ at|clock }}", "fr", at=at) == "15\u00a0h\u00a005"
    assert render("{{ on|day }}", "fr", on=date(2026, 12, 1)) == "mardi 1er\u00a0décembre\u00a02026"
    assert render("{{ on|day }}", "en", on=date(2026, 12, 1)) == "Tuesday 1\u00a0December\u00a02026"


def test_a_law_is_named_once_and_its_brackets_dropped():
    assert render('{% lawref "64A1" %}') == '<span class="law">Law 64A1</span>'
    assert render('{% lawref "50D2(a), 16C" %}') == '<span class="law">Laws 50D2a, 16C</span>'
    assert seen(render('{% lawref "64A1" short=True %}')) == "64A1"
    assert render('{% lawref "" %}') == ""


def test_words_fill_their_blanks_and_colour_their_suits():
    assert seen(
        render("{% words it facts %}", it="[offender] has the [card].", facts={"offender": "W", "card": "DK"})
    ) == ("West has the ♦K.")
    html = render("{% words it facts %}", it="[card:suit] was led.", facts={"card": "DK"})
    assert html == '<span class="ca"><span class="ca red" aria-hidden="true">♦</span> diamonds</span> was led.'


def test_words_without_facts_mark_each_blank():
    html = render("{% words it %}", it="It is [offender:of].")
    assert html == 'It is <span data-blank="offender:of">of the offender</span>.'


def test_words_escape_what_they_are_given():
    assert "<b>" not in render("{% words it facts %}", it="<b>[offender]</b>", facts={"offender": "W"})
    assert render("{% words it facts %}", it="Of [nobody_knows].", facts={"a": "b"}) == "Of [nobody_knows]."


def test_the_deal_shows_four_hands_and_marks_the_vulnerable_seats():
    pbn = "W:832.JT98.K43.875 Q74.A62.T8.AK964 KJT6.Q54.9752.JT A95.K73.AQJ6.Q32"
    html = render('{% deal pbn "NS" %}', "fr", pbn=pbn)
    assert re.findall(r'class="hand (\w)"', html) == ["N", "W", "E", "S"]
    assert re.findall(r'<span class="(\w vul)">', html) == ["N vul", "S vul"]
    assert "<span>R V 10 6</span>" in html
    assert "<span>A R 9 6 4</span>" in html


def test_a_void_is_said_and_an_unreadable_deal_is_an_empty_diagram():
    html = render("{% deal pbn %}", pbn="N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    assert html.count("void") == 12
    assert render("{% deal pbn %}", pbn="rubbish").count("void") == 16


def test_a_pictogram_takes_the_colours_of_the_page():
    html = render('{% picto "revoke" %}')
    assert html.startswith('<svg viewBox="0 0 96 96" aria-hidden="true"')
    assert "<style" not in html and "#0d4f38" not in html
    assert render('{% picto "../icon" %}') == render('{% picto "none-such" %}') == ""


@pytest.mark.parametrize("name", ICONS)
def test_every_icon_is_drawn_and_silent(name):
    html = render("{% icon name %}", name=name)
    assert 'aria-hidden="true"' in html
    assert re.search(r' d="M[^"]+"', html)


def test_the_same_page_is_one_link_away_in_the_other_language():
    request = RequestFactory().get("/fr/tournaments/?q=1")
    with translation.override("fr"):
        assert Template('{% load bridge %}{% in_language "en" %}').render(Context({"request": request})) == (
            "/en/tournaments/?q=1"
        )


def test_what_was_written_once_is_cached_for_each_language_and_not_under_debug(settings, monkeypatch):
    source = '{{ "1S"|contract:"words" }} {{ "SK"|card }} {% lawref "64A1" %}'
    shown = {language: render(source, language) for language in ("en", "fr")}
    assert shown["en"] != shown["fr"]
    monkeypatch.setattr(notation, "ngettext", lambda *_words: "%(level)s of a new catalogue")
    assert {language: render(source, language) for language in ("fr", "en")} == shown
    settings.DEBUG = True
    for language in ("en", "fr"):
        assert "1 of a new catalogue" in render(source, language)


def test_plain_words_are_dressed_as_those_with_a_suit_are():
    assert render("{{ it|dress }}", it="Une levée & <b>") == "Une levée &amp; &lt;b&gt;"
    assert render("{{ it|dress }}", it="A-t-il joué ♦R ?") == (
        '<span class="nw">A-t-il</span> joué <span class="ca red">♦R</span> ?'
    )
