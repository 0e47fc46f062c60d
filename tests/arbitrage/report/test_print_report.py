"""The printed report: the page and the PDF use one dictionary of words; its words, and its robustness against any
input."""

import datetime
import io
import re
from html.parser import HTMLParser

import pytest
from django.utils import timezone, translation
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from arbitrage.models import Club, Incident, Inquiry, Note, Player, Result, Stream, Tournament
from arbitrage.pages.report import laid_out, report
from arbitrage.pages.report.pdf import documents_pdf
from arbitrage.pages.wording.sentences import plain, printable
from arbitrage.services import clock, incidents
from arbitrage.services.results import scores
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url
from tests.conftest import ONE_MOMENT

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_moment"), pytest.mark.either_database]

ADDRESS = "https://club.example/en/incidents/0190/report/"
DEAL = "N:Q74.A62.T8.AK964 KJT6.Q54.9752.JT A95.K73.AQJ6.Q32 832.JT98.K43.875"


@pytest.fixture(scope="module")
def scene(set_once) -> None:
    """The seed case with its hands and its lead, ruled and confirmed; all events have the same time."""
    with clock.at(ONE_MOMENT):
        set_once(ruled_and_confirmed)


def ruled_and_confirmed() -> None:
    board, director = make.a_founding_case()
    board.deal = DEAL
    board.save()
    board.results.update(lead="HJ")
    incident = make.make_incident(board, director)
    make.rule_the_seed_case(incident, director)
    scores.confirm_adjustment(incident=incident, by=director, seen=scores.propose_adjustment(incident).digest)


def printed(incident: Incident, language: str = "en") -> dict:
    with translation.override(language):
        return printable(report(Incident.objects.with_record().get(pk=incident.pk), address=ADDRESS))


def said(part: dict | None) -> list[str]:
    """List the paragraphs and the numbered sentences of a section."""
    if not part:
        return []
    found = part.get("paragraphs") or [
        one for block in part["blocks"] for one in [*block.get("paragraphs", ()), *block.get("items", ())]
    ]
    return [plain(paragraph) for paragraph in found]


def asked(words: dict) -> list[tuple[str, str, str]]:
    return [
        (line["question"], line["answer"], line["law"])
        for inquiry in words["questions"]["inquiries"]
        for line in inquiry["lines"]
    ]


class _Article(HTMLParser):
    """The text of the report on the page, without the words for a screen reader."""

    def __init__(self) -> None:
        super().__init__()
        self.text, self.depth, self.hidden = "", 0, 0

    def handle_starttag(self, tag: str, attrs: list) -> None:
        names = dict(attrs)
        if "sheet" in names.get("class", "").split():
            self.depth = 1
        elif self.depth and tag not in ("br", "path"):
            self.depth += 1
            if self.hidden or names.get("class") == "sr":
                self.hidden += 1

    def handle_endtag(self, tag: str) -> None:
        if self.depth and tag not in ("br", "path"):
            self.depth -= 1
            self.hidden = max(0, self.hidden - 1)

    def handle_data(self, data: str) -> None:
        if self.depth and not self.hidden:
            self.text += data


def words_of_page(response) -> str:
    article = _Article()
    article.feed(response.content.decode())
    return unspaced(article.text)


def words_of_pdf(data: bytes) -> str:
    pages = [page.extract_text().strip() for page in PdfReader(io.BytesIO(data)).pages]
    return unspaced("".join(re.sub(r"(R-\d+-\d+, )?\d+/\d+$", "", page) for page in pages))  # the foot of a long paper


def unspaced(text: str) -> str:
    return re.sub(r"[\s\u200b]+", "", text)


# The words of the report


def test_the_seed_case_is_printed_with_every_question_answer_and_law(confirmed):
    words = printed(confirmed)
    assert words["title"] == f"Ruling {confirmed.reference}"
    assert asked(words) == [
        ("Could the player follow suit, or play what he had to?", "Yes", "61A"),
        ("Who revoked?", "West", "61A"),
        ("At which trick?", "3", "61A"),
        ("When was attention drawn to it?", "During the play", "64B"),
        (
            "Since the revoke, what has East-West done?",
            "West or East has led or played to the next trick, legally or not",
            "63A1",
        ),
        ("Is this revoke one of these?", "None of these", "64B"),
        ("Who won the trick of the revoke?", "South", "64A"),
        ("After the trick of the revoke, how many tricks did East-West win?", "2", "64A"),
        ("Without the revoke, how would North-South have played?", "The same line of play.", "64C1"),
        (
            "Would North-South probably have done better without the revoke than with the tricks ruled?",
            "No",
            "64C1",
        ),
    ]
    assert said(words["decision"]) == [
        "One trick is transferred to North-South (Law\u00a064A2).",
        "1. East-West won a trick after that of the revoke (Law\u00a064A2).",
        "Laws applied, in their order: 61A, 62D, 64B, 63A1, 63B, 64A, 64C1, 64A2.",
    ]


def test_in_french_no_word_of_the_report_is_english(confirmed):
    words = printed(confirmed, "fr")
    assert said(words["decision"])[0] == "Une levée est transférée à Nord-Sud (Loi\u00a064A2)."
    assert not re.search(r"\bLaws?\b", str(words))


def test_the_score_before_and_after_and_what_it_does_to_the_field(confirmed):
    words = printed(confirmed)
    assert [row["cells"] for row in words["score"]["rows"]] == [
        ["At the table", "3NT+2", "660", "−660", "50.0", "50.0"],
        ["In force", "3NT+3", "690", "−690", "100.0", "0.0"],
    ]
    assert said(words["effect"]) == [
        "Tables 2, 3, 4, 5, 6, 7 and 8: from 50.0 to 42.9% for North-South.",
        "NS\u00a01: 50.00 to 100.00% in the session, still number 1. "
        "EW\u00a01: 50.00 to 0.00% in the session, number 1 to 8.",
    ]
    assert re.fullmatch(
        r"Score fixed by the director, martin, (at|on) .*\d+:\d\d \(Law 64A2\)\.", said(words["score"])[0]
    )


def test_the_head_says_where_when_and_who(confirmed):
    words = printed(confirmed)
    assert words["event"] == (
        "Bridge Club du Lac, Tournoi du jeudi, Friday 20\u00a0November\u00a02026, section A, matchpoints, Annecy"
    )
    assert words["place"][:3] == [
        ["Table, board", "1, board 2 (dealer East, North-South vulnerable)"],
        ["North-South", "1: NS 1.1, NS 1.2"],
        ["East-West", "1: EW 1.1, EW 1.2"],
    ]
    assert words["place"][3][0] == "Director"
    assert words["place"][3][1] == "martin, called on Thursday 19\xa0November\xa02026 at 15:00"
    assert plain(words["table"]["result"]) == "3NT by South, lead ♥J, 11 tricks: 3NT+2, 660 to North-South."
    assert words["signatures"] == ["For North-South", "For East-West", "The director, martin"]


def test_the_players_of_an_individual_are_printed_by_their_seats(confirmed):
    result = Result.objects.get(pk=confirmed.result_id)
    seats = [str(pair.pk) for pair in result.section.contestants.order_by("direction", "position")[:4]]
    Result.objects.filter(pk=result.pk).update(seats=seats, ns=None, ew=None)
    assert printed(confirmed)["place"][1:3] == [
        ["North-South", "EW 1.1, EW 3.1"],
        ["East-West", "EW 2.1, EW 4.1"],
    ]


@pytest.mark.replayed_otherwise
def test_the_auction_stands_under_the_seats_from_the_dealer_on(confirmed):
    Result.objects.filter(pk=confirmed.result_id).update(auction="Pass 1C Pass 3NT Pass Pass Pass")
    assert printed(confirmed)["table"]["auction"] == {
        "seats": ["W", "N", "E", "S"],
        "rows": [["", "", "Pass", "1♣C"], ["Pass", "3NT", "Pass", "Pass"], ["Pass", "", "", ""]],
    }


def test_the_record_is_sealed_with_the_head_of_its_chain(confirmed):
    stream = Stream.objects.get(pk=confirmed.pk)
    assert f"Record of {stream.seq} entries, seal {stream.head[:12]}." in printed(confirmed)["foot"]


def test_the_code_leads_to_the_report(confirmed):
    code = printed(confirmed)["code"]
    assert code["label"] == f"Code that leads to the report {confirmed.reference}"
    modules = {tuple(map(int, square)) for square in re.findall(r"M(\d+) (\d+)h1v1h-1z", code["path"])}
    finder = {(x, y) for x in range(7) for y in (0, 6)} | {(x, y) for x in (0, 6) for y in range(7)}
    assert finder <= modules
    assert not modules & {(7, y) for y in range(8)}
    assert code["size"] >= 25


def test_the_facts_are_a_paragraph_drawn_from_the_answers(confirmed):
    assert said(printed(confirmed)["facts"]) == [
        "The director was called on Thursday 19\xa0November\xa02026 at 15:00. West, who could have followed suit, "
        "played another suit at trick 3. The revoke was pointed out during the play. East-West had already played to "
        "the next trick: the revoke was established. The trick of the revoke was won by South. Tricks won by East-West "
        "after it: 2. Line of play of North-South without the revoke, as they tell it: “The same line of play”."
    ]


def test_the_facts_are_agreed_decided_or_disputed_only_where_somebody_said_so(confirmed, director):
    incidents.dispute_facts(incident=confirmed, disputed=True, evidence="East: a club.\n\nNorth: a spade.", by=director)
    assert said(printed(confirmed)["facts"])[1:] == [
        "The facts are disputed and could not be determined (Law 85B): the ruling lets play go on.",
        "East: a club.",
        "North: a spade.",
    ]
    incidents.dispute_facts(incident=confirmed, disputed=False, evidence="It was a spade.", by=director)
    incidents.add_words(incident=confirmed, words="A note.", by=director)
    assert said(printed(confirmed)["facts"])[1:] == [
        "The facts were disputed; the director decided what happened (Law 85A).",
        "It was a spade.",
        "A note.",
    ]


def test_the_time_for_an_appeal_ends_with_the_correction_period(confirmed):
    assert said(printed(confirmed)["appeal"]) == [
        "An appeal may be made until 30 minutes after the scores are published, through the director and with the "
        "consent of both partners (Laws 92B and 92D)."
    ]
    published = datetime.datetime(2026, 11, 20, 17, 42, tzinfo=timezone.get_default_timezone())
    Tournament.objects.update(published_at=published, correction_minutes=45)
    assert said(printed(confirmed)["appeal"]) == [
        "Scores published at 17:42: an appeal may be made until 18:27, through the director and with the consent of "
        "both partners (Laws 92B and 92D)."
    ]


def test_while_play_goes_on_the_ruling_is_printed_as_provisional(board, director):
    incident = make.make_incident(board, director)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    make.answer(inquiry, director, **make.DURING_THE_PLAY)
    words = printed(incident)
    assert said(words["decision"]) == [
        "Provisional ruling, until this moment: end of play.",
        "The revoke is established: the cards stay as played. Play goes on to the end (Law\u00a063B).",
        "Laws applied, in their order: 61A, 62D, 64B, 63A1, 63B, 64A.",
    ]
    assert said(words["score"]) == ["The score is looked at when the inquiry is finished."]
    assert words["effect"] is None


def test_an_inquiry_that_is_not_finished_is_no_ruling(board, director):
    incident = make.make_incident(board, director)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    make.answer(inquiry, director, able="yes", offender="W")
    words = printed(incident)
    assert said(words["decision"]) == ["The inquiry is not finished: there is no ruling yet."]
    assert [line[:2] for line in asked(words)][1] == ("Who revoked?", "West")


def test_a_call_about_nothing_yet_still_has_its_report(director):
    tournament = make.make_tournament(Club.objects.get(), boards=())
    incident = incidents.open_incident(tournament=tournament, by=director)
    words = printed(incident)
    assert words["place"][0] == ["Table", "not known"]
    assert said(words["decision"]) == ["Nothing has been asked or ruled yet."]
    assert said(words["score"]) == ["There is no score to adjust at this table yet."]
    assert (words["deal"], words["questions"]) == (None, None)
    assert words_of_pdf(documents_pdf([laid_out(words)])).startswith("BridgeClubduLac")


def test_options_are_printed_as_they_were_read_with_the_one_that_was_chosen(board, director):
    incident = make.make_incident(board, director)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    make.answer(
        inquiry,
        director,
        able="yes",
        offender="W",
        trick="3",
        noticed="during",
        since="nothing",
        card="SQ",
        faced="no",
        declaring_played="yes",
        declaring_changes="change",
        partner_played="no",
    )
    words = printed(incident)
    lines = [line for word in words["questions"]["inquiries"] for line in word["lines"]]
    read = next(line for line in lines if line["options"])
    assert read["question"].startswith("South, you may take back any card played after the revoke")
    assert [option["chosen"] for option in read["options"]] == [False, True]
    assert read["options"][1]["words"].startswith(f"2. {read['answer']}")
    assert next(line["answer"] for line in lines if line["question"] == "Which card was wrongly played?") == "♠Q"
    assert any(
        one.startswith("Still standing: Major penalty card, in front of West (♠Q)") for one in said(words["decision"])
    )


def test_several_inquiries_are_printed_in_their_order(board, director):
    incident = make.make_incident(board, director)
    first = incidents.open_inquiry(incident=incident, law="64", by=director)
    make.answer(first, director, able="no")
    second = incidents.open_inquiry(incident=incident, law="64", by=director)
    make.answer(second, director, able="no")
    words = printed(incident)
    assert [word["title"] for word in words["questions"]["inquiries"]] == ["1. Revoke", "2. Revoke"]
    assert said(words["decision"])[0::3] == ["1. Revoke", "2. Revoke"]


def test_a_ruling_that_was_changed_says_that_it_replaces_another(confirmed, director):
    make.answer(Inquiry.objects.get(), director, tricks_after="0")
    words = printed(confirmed)
    (before,) = said(words["replaced"])
    assert before.startswith("One trick is transferred to North-South (Law\u00a064A2). Ruled ")
    assert re.search(r"by martin\. Replaced (at|on) .* by another ruling\.$", before)
    assert words["decision"]["title"].startswith("Ruling of the director, in force, ")
    assert words["title"] == "Ruling R-2026-0001, corrected"
    assert [(row["cells"][0], row["cells"][-1]) for row in words["score"]["rows"]][-1] == (
        "As ruled",
        "to be confirmed",
    )


def test_a_score_that_is_not_confirmed_says_so(board, director):
    incident = make.make_incident(board, director, table=2)
    make.rule_the_seed_case(incident, director)
    assert said(printed(incident)["score"]) == ["Not confirmed yet: the result at the table counts until then."]


def test_words_that_were_erased_are_not_printed(confirmed):
    Note.objects.update(text="", erased=True)
    assert ("Without the revoke, how would North-South have played?", "(erased)", "64C1") in asked(printed(confirmed))


def test_a_withdrawn_call_says_that_nothing_counts(confirmed, director):
    incidents.withdraw_incident(incident=confirmed, by=director)
    assert said(printed(confirmed)["decision"])[0] == "This incident was withdrawn: nothing below counts."


def test_a_tournament_in_imps_prints_imps_in_place_of_percentages(confirmed):
    Tournament.objects.update(scoring="BUTLER")
    words = printed(confirmed)
    assert words["score"]["head"] == ["", "Contract", "NS", "EW", "IMPs NS", "IMPs EW"]
    assert words["score"]["rows"][1]["cells"] == ["In force", "3NT+3", "690", "−690", "1", "−1"]
    effect = said(words["effect"])
    assert effect == [
        "Tables 2, 3, 4, 5, 6, 7 and 8: unchanged.",
        "NS\u00a01: 0 to 1 IMPs in the session, still number 1. EW\u00a01: 0 to −1 IMPs in the session, number 1 to 8.",
    ]


# The page and the PDF


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_pdf_prints_the_words_of_the_page(client, confirmed, language):
    page = client.get(url("report", confirmed.pk, language=language))
    pdf = client.get(url("report_pdf", confirmed.pk, language=language))
    assert pdf.headers["Content-Type"] == "application/pdf"
    assert words_of_page(page) == words_of_pdf(pdf.content)
    assert confirmed.reference in words_of_page(page)


@pytest.mark.replayed_otherwise
def test_the_pdf_prints_the_words_of_the_page_with_disputed_facts_and_an_auction(client, confirmed, director):
    Result.objects.filter(pk=confirmed.result_id).update(auction="Pass 1C Pass 3NT Pass Pass Pass")
    evidence = "East followed with a club.\nNorth saw the ♠2; " + "he is certain of it. " * 40
    incidents.dispute_facts(incident=confirmed, disputed=True, evidence=evidence, by=director)
    page = client.get(url("report", confirmed.pk))
    assert words_of_page(page) == words_of_pdf(client.get(url("report_pdf", confirmed.pk)).content)


def test_the_pdf_is_tagged_in_the_language_of_the_reader_and_says_so(client, confirmed):
    for language in ("en", "fr"):
        pdf = PdfReader(io.BytesIO(client.get(url("report_pdf", confirmed.pk, language=language)).content))
        root = pdf.trailer["/Root"]
        assert root["/MarkInfo"]["/Marked"] is True or root["/MarkInfo"]["/Marked"].value is True
        assert len(root["/StructTreeRoot"]["/K"]) > 0
        assert root["/Lang"] == language
        assert root["/ViewerPreferences"]["/DisplayDocTitle"]
        assert confirmed.reference in pdf.metadata.title
        assert b'pdfuaid:part="1"' in root["/Metadata"].get_data() or b"<pdfuaid:part>1" in root["/Metadata"].get_data()


def tags(pdf: PdfReader) -> list[str]:
    """Return the kinds of the structure elements of a tagged PDF, in reading order."""
    found: list[str] = []

    def walk(node) -> None:
        node = node.get_object()
        if isinstance(node, list):
            for one in node:
                walk(one)
        elif hasattr(node, "get"):
            if node.get("/S"):
                found.append(node["/S"])
            if "/K" in node:
                walk(node["/K"])

    walk(pdf.trailer["/Root"]["/StructTreeRoot"]["/K"])
    return found


def test_the_pdf_has_headings_tables_with_heads_and_a_described_code(client, confirmed):
    kinds = tags(PdfReader(io.BytesIO(client.get(url("report_pdf", confirmed.pk)).content)))
    assert kinds.count("/H1") == 1
    assert kinds.count("/H2") == 8
    assert {"/Table", "/TH", "/TD", "/Figure"} <= set(kinds)


def test_a_ruling_fits_on_one_page(client, confirmed):
    pdf = PdfReader(io.BytesIO(client.get(url("report_pdf", confirmed.pk)).content))
    assert len(pdf.pages) == 1
    box = pdf.pages[0].mediabox
    assert (round(box.width), round(box.height)) == (595, 842)


def test_a_very_long_report_runs_over_several_numbered_pages(confirmed, director):
    for number in range(3):
        incidents.add_words(incident=confirmed, words=f"{number} " + "word " * 900, by=director)
    pdf = PdfReader(io.BytesIO(documents_pdf([laid_out(printed(confirmed))])))
    assert len(pdf.pages) > 1
    assert f"{confirmed.reference}, 2/{len(pdf.pages)}" in pdf.pages[1].extract_text()


@pytest.fixture
def words(confirmed) -> dict:
    return printed(confirmed)


def test_nobody_signs_a_page_on_which_nothing_else_stands(words):
    """However long the facts are, the right of appeal stays on the page of the signatures."""
    pages = set()
    for lines in range(8):
        told = {"title": "Facts", "paragraphs": [[[False, "A line."]]] * lines, "wide": True}
        found = PdfReader(io.BytesIO(documents_pdf([laid_out(words | {"facts": told})]))).pages
        pages.add(len(found))
        signed = [said_there for page in found if "For North-South" in (said_there := page.extract_text())]
        assert ["Right of appeal" in one for one in signed] == [True], lines
    assert {1, 2} <= pages


MARKUP = r"""#eval("1+1") #let x = 2 $x^2$ *bold* _it_ = h - list + enum / term: @ref <lbl> [ ] { }
\\ \u{41} "q" 'a' `raw` // c /* d */ ~ -- ---"""


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@example(MARKUP)
@example("😀👨‍👩‍👧 漢字 \x00\x07\x1b \ufeff \uffff \ud800 \U000e0041 a\u0301\u0327\u20dd e\u0301")
@example("\u202eabc\u202c שלום עולם مرحبا بالعالم")
@example("x" * 5000)
@example("♠♥♦♣" * 200)
@given(st.text(st.one_of(st.characters(), st.characters(max_codepoint=0x2C00)), max_size=300))
def test_no_words_break_the_pdf(words, typed):
    """Any text typed as evidence, name or answer is printed as words, in a PDF that keeps the standard."""
    hostile = words | {
        "title": f"Ruling {typed[:60]}",
        "event": typed[:200],
        "club": typed[:60],
        "place": [["Director", typed]],
        "facts": {"title": "Facts", "paragraphs": [[[True, typed], [False, typed]]], "wide": len(typed) > 100},
        "signatures": [typed[:40]] * 3,
    }
    lines = words["questions"]["inquiries"][0]["lines"]
    hostile["questions"] = words["questions"] | {
        "inquiries": [{"title": typed[:40], "lines": [line | {"answer": typed} for line in lines[:2]]}]
    }
    assert len(PdfReader(io.BytesIO(documents_pdf([laid_out(hostile)]))).pages) >= 1


def test_the_marks_of_typst_and_html_are_printed_as_they_were_typed(client, confirmed, director):
    Player.objects.filter(order=1).update(name='O’Neill <b>"#x" & $y$</b>')
    incidents.dispute_facts(incident=confirmed, disputed=True, evidence=MARKUP, by=director)
    page = words_of_page(client.get(url("report", confirmed.pk)))
    pdf = words_of_pdf(client.get(url("report_pdf", confirmed.pk)).content)
    assert page == pdf
    assert unspaced(MARKUP) in pdf
    assert 'O’Neill<b>"#x"&$y$</b>' in pdf


def test_a_sign_that_no_font_has_is_shown_as_a_box_and_the_rest_is_kept(confirmed, director):
    incidents.add_words(incident=confirmed, words="before 😀😀 between 漢 after, łódź, Ελένη, Ирина", by=director)
    assert "before□between□after,łódź,Ελένη,Ирина" in words_of_pdf(documents_pdf([laid_out(printed(confirmed))]))


def test_marks_that_turn_the_direction_of_writing_are_left_out(confirmed, director):
    incidents.add_words(incident=confirmed, words="score \u202e096\u202c \u2066not\u2069 \x07this", by=director)
    assert said(printed(confirmed)["facts"])[-1] == "score 096 not this"


def test_a_word_that_no_line_can_hold_has_places_to_break():
    assert printable("x" * 100) == f"{'x' * 40}\u200b{'x' * 40}\u200b{'x' * 20}"
    assert printable(["a b", {"c": "e\u0301"}, 3, None]) == ["a b", {"c": "é"}, 3, None]


# Permissions


def test_a_reviewer_prints_the_report(confirmed):
    reviewer = sign_in(make.make_member(Club.objects.get(), "lecteur", role="reviewer"))
    assert reviewer.get(url("report", confirmed.pk)).status_code == 200
    assert reviewer.get(url("report_pdf", confirmed.pk)).content[:5] == b"%PDF-"


def test_reports_of_another_club_do_not_exist(confirmed):
    stranger = sign_in(make.make_member(make.make_club("Autre club", "autre"), "durand"))
    assert stranger.get(url("report", confirmed.pk)).status_code == 404
    assert stranger.get(url("report_pdf", confirmed.pk)).status_code == 404


def test_the_pdf_is_kept_by_nobody_on_the_way(client, confirmed):
    headers = client.get(url("report_pdf", confirmed.pk)).headers
    assert headers["Cache-Control"] == "private, no-store"
    assert headers["Content-Disposition"] == f'inline; filename="{confirmed.reference}.pdf"'
