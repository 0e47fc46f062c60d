"""The other printed documents: claim diagram, penalty notice, session, season, appeal file, and a whole evening without
names."""

import io
import re
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from pypdf import PdfReader

from arbitrage.models import Board, Incident, Player, Result, Tournament
from arbitrage.models.incident import EDITIONS
from arbitrage.pages.report import report
from arbitrage.pages.report.answers_as_facts import BY_LAW, By, every_sentence
from arbitrage.pages.report.notice import subject
from arbitrage.pages.report.pdf import documents_pdf
from arbitrage.pages.wording.document_parts import document, part, row, tabled
from arbitrage.pages.wording.on_paper import PRINTED, effect_on_paper, said_on_paper, without_orders
from arbitrage.services import clock, incidents
from arbitrage.services.incidents import reviewing
from arbitrage.services.results import penalties, scores
from rulings.engine import text
from rulings.engine.inquiry import Asking, explore, questions_of
from rulings.laws2017 import LAWS
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url
from tests.arbitrage.at_the_screen import words as words_on
from tests.arbitrage.report.test_print_report import words_of_page, words_of_pdf
from tests.conftest import ONE_MOMENT

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_moment"), pytest.mark.either_database]

NAMES = ("Zébulon Ficelle", "Anicet Barbotin", "Prosper Lachenal", "Odilon Tasque")
TYPED = "Prosper a dit que c’était sa faute."
CARDS_LEFT = "N:A2..3. K5..4. 43..5. ..A2.6"
CLAIM = {
    "claimer": "S",
    "cards_left": CARDS_LEFT,
    "tricks_before": "9",
    "to_play": "N",
    "statement": "I ruff the rest.",
    "tricks_claimed": "3",
    "said_on_the_left": "",
    "said_on_the_right": "I have a trump.",
    "said_by_partner": "",
    "new_line": "no",
    "one_opponent": "no",
    "order_open": "no",
    "normal_lines": "Trumps last.",
    "tricks_to_others": "1",
}


@pytest.fixture(scope="module")
def scene(set_once) -> None:
    """An evening: a revoke ruled and confirmed, a claim, an open call, a penalty."""
    with clock.at(ONE_MOMENT):
        set_once(an_evening)


def an_evening() -> None:
    board, director = make.a_founding_case()
    line = board.results.get(table=1)
    for player, name in zip([*line.ns.players.all(), *line.ew.players.all()], NAMES, strict=True):
        Player.objects.filter(pk=player.pk).update(name=name)
    incident = make.make_incident(board, director)
    inquiry = make.rule_the_seed_case(incident, director)
    assert inquiry.closed
    scores.confirm_adjustment(incident=incident, by=director, seen=scores.propose_adjustment(incident).digest)
    incidents.add_words(incident=incident, words=TYPED, by=director)
    claim = make.make_incident(board, director, table=2)
    make.answer(incidents.open_inquiry(incident=claim, law="70", by=director), director, **CLAIM)
    make.make_incident(board, director, table=3)
    penalties.give_penalty(
        tournament=board.tournament,
        contestant=str(line.ns_id),
        law="90",
        amount=Decimal(10),
        unit="percent",
        reason="slow",
        by=director,
    )


@pytest.fixture
def board(scene, db) -> Board:
    return Board.objects.get()


@pytest.fixture
def tournament(board) -> Tournament:
    return board.tournament


@pytest.fixture
def revoke(board) -> Incident:
    return Incident.objects.get(table=1)


@pytest.fixture
def claim(board) -> Incident:
    return Incident.objects.get(table=2)


def documents(tournament: Tournament) -> dict[str, list[object]]:
    """Return the arguments of the address of every document, by the name of the address."""
    return {
        "report": [Incident.objects.get(table=1).pk],
        "claim_sheet": [Incident.objects.get(table=2).pk],
        "appeal_file": [Incident.objects.get(table=1).pk],
        "penalty_notice": [tournament.penalties.get().pk],
        "session_report": [tournament.pk],
        "evening_reports": [tournament.pk],
        "season_report": [],
    }


DOCUMENTS = (
    "report",
    "claim_sheet",
    "appeal_file",
    "penalty_notice",
    "session_report",
    "evening_reports",
    "season_report",
)


def printed(client, name: str, *args: object, query: str = "", language: str = "en") -> str:
    """Return the text of a page, with a space between all its elements."""
    html = client.get(url(name, *args, language=language) + query).content.decode()
    article = html[html.index("<article") : html.rindex("</article>")]
    article = re.sub(r'<span class="sr">.*?</span>', "", article)
    plain = re.sub(r"<[^>]*>", " ", article).replace("&#x27;", "'").replace("&quot;", '"').replace("\u00a0", " ")
    return re.sub(r"\s+", " ", plain)


# Every document


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_pdf_prints_the_words_of_the_page_and_is_tagged(client, tournament, name, language):
    args = documents(tournament)[name]
    page = client.get(url(name, *args, language=language))
    pdf = client.get(url(f"{name}_pdf", *args, language=language))
    assert pdf.headers["Content-Type"] == "application/pdf"
    assert words_of_page(page) == words_of_pdf(pdf.content)
    root = PdfReader(io.BytesIO(pdf.content)).trailer["/Root"]
    assert root["/Lang"] == language
    assert b"<pdfuaid:part>1" in root["/Metadata"].get_data() or b'pdfuaid:part="1"' in root["/Metadata"].get_data()


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_heading_stands_alone_and_no_key_is_printed(client, tournament, name, language):
    html = client.get(url(name, *documents(tournament)[name], language=language)).content.decode()
    article = html[html.index("<article") : html.rindex("</article>")]
    assert not re.search(
        r"<h[12]>\s*</h|</h2>\s*(<h2|</section>)|<section>\s*</section>|<t[hd][^>]*>\s*None</t", article
    )
    text_ = re.sub(r"<[^>]*>", " ", article)
    assert not re.search(r"\b[a-z]+_[a-z_]+\b|\[[a-z]|%\(|note:|[0-9a-f]{8}-[0-9a-f]{4}", text_)


ENGLISH = {"the", "of", "and", "was", "is", "board", "trick", "ruling", "director", "score", "for", "to", "by"}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_french_version_has_no_english(client, tournament, name):
    text_ = printed(client, name, *documents(tournament)[name], language="fr")
    for typed in ("The same line of play", "I ruff the rest", "East: I have a trump", "Trumps last"):
        text_ = text_.replace(typed, "")
    assert {word for word in re.findall(r"[a-z]+", text_) if word in ENGLISH} == set()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_who_is_of_another_club_finds_none(tournament, name):
    stranger = sign_in(make.make_member(make.make_club("Autre club", "autre"), "durand"))
    for address in (name, f"{name}_pdf"):
        response = stranger.get(url(address, *documents(tournament)[name]))
        assert response.status_code == (200 if name == "season_report" else 404)
        assert NAMES[0] not in response.content.decode("latin-1")


def test_nothing_on_paper_orders_the_director_to_do_something(client, tournament):
    orders = r"\b(Come back|Stay at|Stay until|Tell the|Ask the players|Now rule|come back at)"
    for name, args in documents(tournament).items():
        assert not re.search(orders, printed(client, name, *args)), name


@pytest.mark.parametrize(
    ("ruled", "printed"),
    [
        ("The board is played; come back at the end.", "The board is played."),
        ("La donne est jouée\u202f; revenez à la fin.", "La donne est jouée."),
        ("It is too late for a new deal: rule on the card that was seen.", "It is too late for a new deal."),
        ("Ce n’est pas une revendication. Statuez sur les cartes montrées.", "Ce n’est pas une revendication."),
        ("Statuez sur la première carte, puis sur celle-ci.", ""),
        (
            "The revoke is established: the cards stay as played.",
            "The revoke is established: the cards stay as played.",
        ),
    ],
)
def test_a_ruling_is_printed_without_what_the_director_does_next(ruled, printed):
    assert without_orders(ruled) == printed


TO_SOMEBODY = re.compile(r"\b(?!(?:assez|chez|nez)\b)\w+ez\b|\b(?:vous|votre|vos|dites|you|your)\b", re.IGNORECASE)
AN_ORDER = re.compile(
    r"(?:^|[.;:]\s)(?:Come back|Now rule|Rule|Stay|Tell|Write|Note everything|Stop|Count)\b", re.IGNORECASE
)


def test_no_ruling_of_any_law_speaks_to_the_director_on_paper():
    """Players read a report: outside quotations, no sentence on any path of any law addresses its reader."""
    given = {path.end.ruling for law in EDITIONS["2017"].values() for path in explore(law)}
    rulings = {one.text for one in given}
    effects = {(effect.effect, effect.text) for ruling in given for effect in ruling.rectifications}
    assert PRINTED.keys() <= rulings | {words for _effect, words in effects}
    known = {"tricks_agreed": "9"}
    printed_: list[str] = []
    for language in ("en", "fr"):
        with translation.override(language):
            printed_ += [said_on_paper(ruling, known) for ruling in rulings]
            printed_ += [effect_on_paper({"effect": kind, "text": words}, known) for kind, words in effects]
    for one in printed_:
        plain = re.sub("«[^»]*»|“[^”]*”", "", one)
        assert not TO_SOMEBODY.search(plain), one
        assert not AN_ORDER.search(plain), one
        assert one[:1] == one[:1].upper(), one


def test_a_score_adjusted_for_equity_names_law_12c1_among_those_applied(client, board, director):
    incident = make.make_incident(board, director, table=4)
    without = {"equity": "yes", "tricks_without": "11"}
    make.answer(make.rule_the_seed_case(incident, director), director, **without)
    said = printed(client, "report", incident.pk)
    assert "Laws applied, in their order: 61A, 62D, 64B, 63A1, 63B, 64A, 64C1, 64A2, 12C1." in said


# The ruling without names


def test_the_notice_board_has_the_ruling_without_anybody_s_name(client, revoke):
    text_ = printed(client, "report", revoke.pk, query="?version=notice")
    assert "One trick is transferred to North-South" in text_
    assert "Board 2 (dealer East, North-South vulnerable)" in text_
    for secret in (*NAMES, TYPED, "martin", "The same line of play", revoke.reference, "seal", "NS 1", "Tables 2"):
        assert secret not in text_, secret


def test_the_casebook_has_neither_day_nor_place_nor_number(client, revoke):
    text_ = printed(client, "report", revoke.pk, query="?version=casebook")
    assert "One trick is transferred to North-South" in text_
    assert text_.strip().startswith("2026 A case from the casebook")
    for secret in (*NAMES, "martin", "Bridge Club du Lac", "jeudi", "November", "board 2", "15:00", revoke.reference):
        assert secret not in text_, secret


# The claim


def test_the_claim_is_drawn_with_what_was_said(client, claim):
    text_ = printed(client, "claim_sheet", claim.pk)
    assert f"Claim, {claim.reference}" in text_
    assert "Cards left at the claim, trick 11 ♠ S A 2" in text_
    assert "Contract: 3NT by South, no trumps. Already played: 10 tricks, North-South 9, East-West 1." in text_
    assert "To play: North. Statement: “I ruff the rest”, all 3 tricks left." in text_
    assert "West: Nothing to say. East: “I have a trump”. North: Nothing to say." in text_
    assert "Normal lines that are left: Trumps last." in text_


def test_what_the_director_noted_stands_after_its_name_in_bold(client, claim):
    page = client.get(url("claim_sheet", claim.pk)).content.decode()
    assert re.search(r"<p><b>Normal lines that are left:</b> Trumps last\.\s*</p>", page)


@pytest.mark.parametrize(("trumps", "said"), [("C", "Trumps: clubs."), ("NT", "Trumps: no trumps.")])
def test_trumps_are_named_once_where_the_contract_is_not_known(client, board, director, trumps, said):
    board.results.filter(table=4).update(kind="not_played", contract="", declarer="", tricks=None)
    incident = make.make_incident(board, director, table=4)
    answers = {"claimer": "S", "declarer": "S", "cards_left": CARDS_LEFT, "tricks_before": "9", "to_play": "N"}
    inquiry = incidents.open_inquiry(incident=incident, law="70", by=director)
    make.answer(inquiry, director, **answers, trumps=trumps)
    assert said in printed(client, "claim_sheet", incident.pk)


@pytest.mark.parametrize(
    ("claimed", "left", "french", "english"),
    [
        ("3", "3", "Sud a revendiqué le reste.", "South claimed the rest."),
        ("0", "3", "Sud a concédé le reste.", "South conceded the rest."),
        (
            "2",
            "3",
            "Sud a revendiqué une partie des levées restantes, et donc concédé les autres.",
            "South claimed some of the tricks left, and so conceded the others.",
        ),
        ("2", "?", "Sud a revendiqué ou concédé.", "South claimed or conceded."),
        ("?", "3", "Sud a revendiqué ou concédé.", "South claimed or conceded."),
    ],
)
def test_a_contested_claim_is_told_as_what_it_was(board, director, claimed, left, french, english):
    incident = make.make_incident(board, director, table=2)
    inquiry = incidents.open_inquiry(incident=incident, law="70", by=director)
    made = CLAIM | {"cards_left": "", "tricks_left": left, "trumps": "NT", "tricks_claimed": claimed}
    while isinstance(state := inquiry.state(), Asking):
        inquiry = make.answer(inquiry, director, **{state.question.id: made.get(state.question.id, "no")})
    for language, told in (("fr", french), ("en", english)):
        with translation.override(language):
            (paragraph,) = report(incidents.fresh(incident), address="")["facts"]["paragraphs"]
        assert "".join(run[1] for run in paragraph).endswith(f" {told}")


def test_an_incident_without_a_claim_has_no_claim_sheet(client, revoke):
    assert client.get(url("claim_sheet", revoke.pk)).status_code == 404
    assert url("claim_sheet", revoke.pk) not in client.get(url("report", revoke.pk)).content.decode()


def test_a_claim_whose_cards_nobody_noted_leaves_room_to_draw_them(client, board, director):
    incident = make.make_incident(board, director, table=4)
    inquiry = incidents.open_inquiry(incident=incident, law="70", by=director)
    made = {"cards_left": "", "tricks_left": "2", "tricks_before": "8", "to_play": "S", "statement": "The rest."}
    make.answer(inquiry, director, claimer="S", **made)
    page = client.get(url("claim_sheet", incident.pk)).content.decode()
    assert "Cards left at the claim</h2>" in page
    assert page.count('<div class="fill"') == 1


# The penalty


def test_the_notice_of_a_penalty_says_to_whom_how_much_and_why(client, tournament):
    text_ = printed(client, "penalty_notice", tournament.penalties.get().pk)
    assert f"Given to NS 1: {NAMES[0]}, {NAMES[1]}" in text_
    assert "Procedural penalty: −10% of a top (Law 90). Reason: slow play." in text_
    assert "It is deducted from the total of the pair; the other scores do not change." in text_
    assert re.search(r"With the penalty: 90\.00%, number 1 ?. Without it: 100\.00%, number 1", text_)
    assert "An appeal may be made until 30 minutes after the scores are published" in text_


def test_the_notice_of_a_penalty_counts_the_other_places_that_it_changes(client, tournament):
    """Pair 5 is second alone, the six others are equal behind it."""
    Result.objects.exclude(table__in=(1, 5)).update(tricks=10, score=630)
    address = url("penalty_notice", tournament.penalties.get().pk)
    for amount, sentence in ((10, None), (60, "1 other place changes."), (90, "7 other places change.")):
        tournament.penalties.update(amount=Decimal(amount))
        notice = words_on(client.get(address))
        assert re.findall(r"\d+ other places? changes?\.", notice) == [sentence][: sentence is not None]


def test_a_disciplinary_penalty_is_final_and_a_withdrawn_one_counts_no_more(client, tournament, director):
    penalty = penalties.give_penalty(
        tournament=tournament,
        contestant=str(tournament.penalties.get().contestant_id),
        law="91A",
        amount=Decimal(5),
        unit="percent",
        reason="conduct",
        by=director,
    )
    text_ = printed(client, "penalty_notice", penalty.pk)
    assert "Disciplinary penalty: −5% of a top (Law 91A)" in text_
    assert "is final; a committee that is asked may recommend that he change it (Law 93B3)." in text_
    assert "It is deducted from the total" in text_
    penalties.withdraw_penalty(penalty=penalty, by=director)
    text_ = printed(client, "penalty_notice", penalty.pk)
    assert "Withdrawn by martin on Thursday 19 November 2026 at 15:00: it counts no more." in text_
    assert "deducted" not in text_


# The session and the season


def test_the_session_tells_calls_scores_corrections_penalties_and_what_is_open(client, board, director, revoke):
    tournament = board.tournament
    reviewing.ask(incident=revoke, words="Why?", by=make.make_member(tournament.club, "lecteur", role="reviewer"))
    text_ = printed(client, "session_report", tournament.pk)
    assert "3 calls, 8 boards played at a table: 375.0 for 1,000 boards." in text_
    called = "Thursday 19 November 2026, 15:00"
    assert f"{revoke.reference} {called} 1 2 Revoke. One trick is transferred to North-South. 3NT+3, 690" in text_
    assert "2 1 3NT+2, 660 to North-South 3NT+3, 690 to North-South 64A2 martin" in text_
    assert "NS 1, −10% of a top, slow play 90 given" in text_
    assert f"{Incident.objects.get(table=3).reference} : no ruling yet." in text_
    assert f"{revoke.reference} : a question to martin waits for its answer." in text_
    assert "The scores are not published." in text_


def test_the_session_on_the_notice_board_names_nobody(client, board):
    text_ = printed(client, "session_report", board.tournament_id, query="?version=notice")
    assert "Revoke. One trick is transferred to North-South." in text_
    assert "−10% of a top, slow play 90 given" in text_
    for secret in (*NAMES, "martin", "R-2026", "NS 1", "15:00", "Number", "Time", "Table", "Director", "Fixed by"):
        assert secret not in text_, secret


def test_a_session_without_a_call_says_so(client, club):
    tournament = make.make_tournament(club, boards=())
    text_ = printed(client, "session_report", tournament.pk)
    assert "Nobody called a director in this tournament." in text_
    assert "Left open" not in text_


def test_the_season_has_its_figures_and_the_list_of_its_calls(client, board, revoke):
    text_ = printed(client, "season_report")
    assert "1 tournament. 3 calls, 8 boards played at a table: 375.0 for 1,000 boards." in text_
    assert "By law Calls For 1,000 boards" in text_
    assert f"{revoke.reference} {timezone.localtime(revoke.called_at):%-d %B %Y} " in text_
    assert NAMES[0] not in text_
    nothing = printed(client, "season_report", query="?period=2001-01")
    assert "0 tournaments. 0 calls, 0 boards played at a table" in nothing
    assert revoke.reference not in nothing


@pytest.mark.parametrize("lines", [5, 8])
def test_a_row_of_a_list_is_read_on_one_page(lines):
    rows = [[f"R-{at}", f"begin{at} " + "words and more words " * 4 * lines + f"end{at}"] for at in range(60)]
    list_ = document(title="List", club="Club", rows=[row([part("Calls", tabled(["Number", "Ruling"], rows, grow=1))])])
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(documents_pdf([list_]))).pages]
    assert len(pages) > 1
    for at in range(60):
        assert [f"begin{at} " in page for page in pages] == [f"end{at}\n" in f"{page}\n" for page in pages], at


@pytest.mark.parametrize("name", ["session_report", "season_report"])
def test_a_longer_list_takes_no_more_queries(client, board, director, name):
    args = documents(board.tournament)[name]

    def queries() -> int:
        client.get(url(name, *args))  # the first request fills the caches
        with CaptureQueriesContext(connection) as found:
            client.get(url(name, *args))
        return len(found)

    before = queries()
    for table in range(4, 9):
        incident = make.make_incident(board, director, table=table)
        make.rule_the_seed_case(incident, director)
    assert queries() == before


# The appeal and the whole evening


def test_the_appeal_file_has_the_ruling_its_course_and_room_for_the_committee(client, revoke, director):
    reviewing.comment(incident=revoke, words="West agrees.", by=director)
    text_ = printed(client, "appeal_file", revoke.pk)
    in_order = [
        "Facts",
        "Questions and answers",
        "Ruling One trick",
        "Score Contract",
        "Right of appeal",
        "In order of time",
        "Thursday 19 November 2026, 15:00 Ruling martin 64A2",
        "Said of the ruling since martin comments : West agrees.",
        "Appellants",
        "Statement of North-South",
        "Comments of the committee",
        "Decision of the committee, laws",
        "Deposit",
        "The chairman",
    ]
    places = [text_.find(words) for words in in_order]
    assert -1 not in places, in_order[places.index(-1)]
    assert places == sorted(places)


def test_all_the_documents_of_an_evening_are_one_file_each_on_its_own_page(client, tournament):
    pdf = PdfReader(io.BytesIO(client.get(url("evening_reports_pdf", tournament.pk)).content))
    text_ = [page.extract_text() for page in pdf.pages]
    begins = [
        next(at for at, words in enumerate(text_) if title in words)
        for title in (
            "Report of the session",
            *(
                f"Ruling {incident.reference}"
                for incident in Incident.objects.exclude(table=3).order_by("called_at", "pk")
            ),
            "Penalty P-",
        )
    ]
    assert begins == sorted(set(begins))


def test_an_evening_has_nothing_of_a_call_that_was_withdrawn(client, tournament, director):
    gone = Incident.objects.get(table=3)
    incidents.withdraw_incident(incident=gone, by=director)
    assert f"Ruling {gone.reference}" not in printed(client, "evening_reports", tournament.pk)


def test_a_call_of_which_nothing_is_ruled_is_named_among_what_is_open_and_is_no_ruling(client, tournament, director):
    asked = Incident.objects.get(table=3)
    incidents.attend(incident=asked, by=director)
    incidents.open_inquiry(incident=asked, law="27", by=director)
    claim = make.make_incident(tournament.boards.get(), director, table=4)
    incidents.open_inquiry(incident=claim, law="68", by=director)
    for query in ("", "?version=notice"):
        evening = printed(client, "evening_reports", tournament.pk, query=query)
        assert evening.count("Ruling, without names" if query else "Ruling R-") == 2
        assert "The inquiry is not finished" not in evening
    waits = (
        f"{asked.reference} : no ruling yet. Insufficient bid. Table 3, board 2. The director was called on Thursday "
        "19 November 2026 at 15:00."
    )
    assert waits in printed(client, "evening_reports", tournament.pk)
    assert "may play go on? Table 4, board 2." in printed(client, "session_report", tournament.pk)
    alone = printed(client, "report", asked.pk)
    assert f"Call {asked.reference}, no ruling yet" in alone
    assert "Right of appeal" not in alone
    assert "For North-South" not in alone
    assert "Call without a ruling" in printed(client, "report", asked.pk, query="?version=notice")


INSUFFICIENT = {
    "offender": "S", "bid": "1H", "in_rotation": "yes", "meant": "yes", "since": "nothing", "accepts": "refuse",
    "choice": "same", "replacement": "2H",
}  # fmt: skip


def test_what_is_to_be_come_back_for_is_printed_as_a_sentence(client, tournament, revoke, director):
    asked = Incident.objects.get(table=3)
    make.answer(incidents.open_inquiry(incident=asked, law="27", by=director), director, **INSUFFICIENT)
    incidents.open_inquiry(incident=revoke, law="27", by=director)
    text_ = printed(client, "session_report", tournament.pk)
    assert f"{asked.reference} : Insufficient bid put right, South: did it help North-South to its result?" in text_
    assert "?." not in text_
    assert f"{revoke.reference} : an inquiry is not finished." in text_
    assert f"{revoke.reference} : no ruling yet" not in text_


# Sentences of answers


def test_every_sentence_of_the_facts_is_of_a_question_and_an_answer_that_its_law_has():
    for law, sentences in BY_LAW.items():
        for name, words in sentences.items():
            family = [questions_of(EDITIONS["2017"][one]) for one, other in BY_LAW.items() if other.get(name) is words]
            asked = [one[name] for one in family if name in one]
            assert asked, (law, name)
            if not isinstance(words, str | By):
                values = {option.value for question in asked for option in question.options}
                assert set(words) <= values, (law, name)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_sentence_of_the_facts_reads_with_nothing_known(language):
    with translation.override(language):
        for sentences in BY_LAW.values():
            for words in sentences.values():
                several = [words] if isinstance(words, str | By) else words.values()
                for one in (each for found in several for each in every_sentence(found)):
                    words_read = text.plain(one, {}, translation)
                    assert words_read.endswith("."), words_read
                    assert "[" not in words_read, words_read


def test_a_notice_prints_nothing_of_a_board_that_tables_have_still_to_play(client, tournament, revoke):
    """No card, contract, suit, result or answer until the last table has played; then all of it."""
    page = words_of_page(client.get(url("report", revoke.pk) + "?version=notice"))
    assert "3NT" in page
    Tournament.objects.filter(pk=tournament.pk).update(current_round=1, published_at=None)
    line = revoke.board.results.exclude(pk=revoke.result_id).first()
    line.kind, line.round = "not_played", 1
    line.save()
    for query in ("?version=notice", "?version=casebook"):
        said = client.get(url("report", revoke.pk) + query).content.decode().split("<main")[1]
        assert "1 table has still to play board 2" in re.sub(r"<[^>]+>", "", said)
        assert not [one for one in ("3NT", "660", "♠", "♥", "West", "trick", "Questions and answers") if one in said]
        assert "Laws applied, in their order: 61A" in re.sub(r"<[^>]+>", "", said)


def test_the_makeable_tricks_are_printed_on_request_alone_and_of_no_board_in_play(client, tournament, revoke):
    board, report = revoke.board, url("report", revoke.pk)
    board.double_dummy, board.par = "8" * 20, "NS 420; 4S N 10"
    board.save()

    def read(address: str) -> str:
        return " ".join(re.sub(r"<[^>]+>", " ", client.get(address).content.decode()).split())

    plain = read(report)
    assert "With the makeable tricks" in plain
    assert "Computed with all cards seen" not in plain
    full = read(f"{report}?makeable=yes")
    assert "Without the makeable tricks" in full
    printed = full[full.index("Makeable tricks ♣") :]
    assert printed.startswith("Makeable tricks ♣ ♦ ♥ ♠ NT NS 8 8 8 8 8 EW 8 8 8 8 8 Par: 4 ♠ S N = 420. Computed")
    assert "Par" not in read(f"{report}?makeable=yes&version=notice")
    Tournament.objects.filter(pk=tournament.pk).update(current_round=1, published_at=None)
    board.results.exclude(pk=revoke.result_id).update(kind="not_played", round=1)
    assert "akeable tricks" not in read(f"{report}?makeable=yes")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_a_notice_is_about_ends_with_one_sign_whatever_the_law(language):
    with translation.override(language):
        said = [subject([law.title]) for law in LAWS.values()]
    assert [one for one in said if not re.search(r"[^.?!\s][ \u202f]?[.?]$", one)] == []


def test_the_notice_of_a_penalty_has_a_number_and_says_what_was_given_before(client, tournament, director):
    pair = tournament.sections.get().contestants.first()
    for reason in ("phone", "slow"):
        last = penalties.give_penalty(
            tournament=tournament,
            by=director,
            contestant=str(pair.pk),
            law="90",
            amount=Decimal(5),
            unit="percent",
            reason=reason,
        )
    text_ = printed(client, "penalty_notice", last.pk)
    year = timezone.localdate(clock.now()).year
    assert re.search(rf"Penalty P-{year}-000[23]", text_)  # the evening of `scene` has a penalty already
    assert re.search(r"Already given to the same in this session: .*−5% of a top, telephone", text_)
