"""The words of every page and paper after each event on a ruling, from the table `what_stands.toml`.

A director can read that table: for each event, it has the words that each page or paper must and must not contain.
"""

import io
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pypdf import PdfReader

import arbitrage
from arbitrage.models import Incident, Tournament
from arbitrage.pages.decisions.casebook import cases, cases_of
from arbitrage.pages.tournament.exports import commentary
from arbitrage.services import incidents
from arbitrage.services.errors import Refused
from arbitrage.services.people import link_tokens, player_links
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url, words
from tests.arbitrage.decisions.stories import STORIES, Story, at

pytestmark = [pytest.mark.django_db, pytest.mark.either_database, pytest.mark.usefixtures("replayed")]

ARBITRAGE = Path(arbitrage.__file__).parent
TABLE = tomllib.loads((Path(__file__).parent / "what_stands.toml").read_text(encoding="utf-8"))
PAGES = {
    "review": lambda one: ("review", one.pk),
    "history": lambda one: ("board", one.board_id),
    "room": lambda one: ("room", one.tournament_id),
    "report": lambda one: ("report", one.pk),
    "session": lambda one: ("session_report", one.tournament_id),
    "appeal_file": lambda one: ("appeal_file", one.pk),
    "right_of_appeal": lambda one: ("right_of_appeal", one.pk),
}
"""The pages about an incident, by their names in the table."""

PAPERS = ("report", "notice", "session", "season", "appeal_file")
TYPED = ("Les levées ont été recomptées.", "Les faits sont clairs.", "Jouée avant.")
"""Words that are typed in the stories; a paper prints each once."""


def surfaces(browser: Client, incident: Incident) -> Iterator[tuple[str, str]]:
    """Yield every page and paper about an incident, with its whole French text."""

    def read(name: str, *args: object, query: str = "") -> str:
        with translation.override("fr"):
            address = reverse(name, args=args)
        page = browser.get(address + query)
        assert page.status_code == 200, (name, page.status_code)
        return words(page).replace("\xa0", " ").replace("\u202f", " ")

    for inquiry in incident.inquiries.exclude(stage="dropped"):
        yield "decision", read("decision", inquiry.pk)
    for surface, address in PAGES.items():
        yield surface, read(*address(incident))
    yield "notice", read("report", incident.pk, query="?version=notice")
    yield "list", read("decision_list")
    yield "season", read("season_report")
    yield "casebook", read("casebook")
    yield "player", _read_by_the_pair(incident)
    with translation.override("fr"):
        yield "file", " ".join(commentary(incident, names=True)).replace("\xa0", " ").replace("\u202f", " ")


def _page_of_the_pair(incident: Incident) -> str:
    """Return the address of the page of a pair of the table, which exists once the scores are published."""
    link = player_links.make(board=incident.board, contestant=incident.result.ns, by=incident.opened_by)
    return reverse("player_board", args=[link.pk, link_tokens.token("board", link.pk)])


def _read_by_the_pair(incident: Incident) -> str:
    if incident.tournament.published_at is None or incident.result is None:
        return ""
    with translation.override("fr"):
        page = Client().get(_page_of_the_pair(incident))
    return words(page).replace("\xa0", " ").replace("\u202f", " ")


@pytest.mark.parametrize("name", STORIES)
def test_every_surface_says_what_stands_and_nothing_that_does_not(name, board, director, colleague):
    incident = STORIES[name](Story(board, director, colleague))
    row = TABLE[name]
    browser = sign_in(director)
    found = []
    with at(row.get("minutes", 40), days=row.get("days", 0)):
        for surface, said in surfaces(browser, Incident.objects.get(pk=incident.pk)):
            found += [f"{surface} does not say “{one}”" for one in row.get(surface, ()) if one not in said]
            never = [*row.get("never", ()), *row.get("never_on", {}).get(surface, ())]
            found += [f"{surface} says “{one}”" for one in never if one in said]
            found += [f"{surface} says “{one}” twice" for one in TYPED if surface in PAPERS and said.count(one) > 1]
    assert not found, "\n".join(found)


def test_every_event_of_the_stories_is_a_row_and_every_row_an_event():
    assert list(TABLE) == list(STORIES)


def test_the_casebook_tells_no_day_and_no_name(board, director, colleague):
    STORIES["changed_by_the_committee"](Story(board, director, colleague))
    with translation.override("fr"), at(300):
        (one,) = cases(cases_of(Tournament.objects.get().club, director))
    said = str(one)
    assert one["struck"]
    assert not [word for word in ("novembre", "martin", "Tourneur", "23 h") if word in said]


DECIDES = (
    "current_ruling",
    "overtaken_among",
    "told_otherwise",
    "is_final",
    "changes_score",
    "Adjustment.State.CONFIRMED",
)
"""Attributes that decide whether a ruling or a score is in force; code that reads one of them derives the state by
itself."""

MAY_ASK = {
    "pages/score": "the page on which a score is confirmed shows what follows from the rulings",
    "pages/decisions/revisions.py": "two revisions side by side, whatever counts",
    "pages/decisions/what_if.py": "what was really ruled, beside what is imagined",
    "pages/wording/revokes.py": "the revoke of the other side, where a question asks about it",
    "pages/wording/questions_and_rulings.py": "the answers as the ruling has them",
    "pages/wording/cards_left.py": "the cards of a claim as its ruling has them",
}
"""Pages that show the parts of a ruling, not whether it is in force."""


def test_no_surface_decides_by_itself_what_stands():
    found = []
    rooms = ("pages", "views", "forms", "templatetags")
    for path in (one for room in rooms for one in (ARBITRAGE / room).rglob("*.py")):
        where = path.relative_to(ARBITRAGE).as_posix()
        if not any(where.startswith(allowed) for allowed in MAY_ASK):
            source = path.read_text(encoding="utf-8")
            found += [f"{where} asks {name}: standing() tells it" for name in DECIDES if name in source]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", ["appeal_asked", "maintained", "changed_by_the_committee"])
def test_an_appeal_to_its_end_is_told_alike_on_page_and_paper(name, language, board, director, colleague):
    """The report, notice, appeal file, session and season use the words of the page, in print and as PDF. The pair
    reads these words on its page; the casebook has them once the appeal is decided."""
    incident = STORIES[name](Story(board, director, colleague))
    browser = sign_in(director)
    told = {"appeal_asked": 0, "maintained": 1, "changed_by_the_committee": 2}[name]
    sentences = {
        "fr": ("Appel formé à 23 h 20, pas encore jugé", "Maintenue en appel", "Changée en appel"),
        "en": ("Appeal asked for at 23:20, not judged yet", "Upheld on appeal", "Changed on appeal"),
    }[language]
    with translation.override(language), at(300 if told else 150):
        addresses = [
            reverse(surface, args=[key])
            for surface, key in (
                ("report", incident.pk),
                ("appeal_file", incident.pk),
                ("session_report", incident.tournament_id),
            )
        ]
        addresses += [reverse("season_report"), f"{addresses[0]}?version=notice"]
        for address in addresses:
            path, _mark, query = address.partition("?")
            short = ("En appel", "Under appeal")[language == "en"] if "session" in path or "season" in path else ""
            for page in (browser.get(address), browser.get(f"{path.rstrip('/')}.pdf?{query}")):
                said = _plain(page)
                wanted = short if short and told == 0 else sentences[told]
                assert wanted.replace(" ", "") in said, (address, page["Content-Type"])
                others = [
                    sentence.replace(" ", "") for sentence in sentences if sentence not in (sentences[told], wanted)
                ]
                assert not [one for one in others if one in said], (address, page["Content-Type"])
        pages = [Client().get(_page_of_the_pair(incident)), *([browser.get(reverse("casebook"))] if told else [])]
        for page in pages:
            said = _plain(page)
            assert sentences[told].replace(" ", "") in said, page.request["PATH_INFO"]
            assert not [
                sentence for sentence in sentences if sentence != sentences[told] and sentence.replace(" ", "") in said
            ]


def _plain(page: HttpResponse) -> str:
    """Return all the words of a page, or of a PDF, without any space: a line may end anywhere."""
    if page["Content-Type"] == "application/pdf":
        said = "".join(one.extract_text() for one in PdfReader(io.BytesIO(page.content)).pages)
    else:
        said = words(page)
    return re.sub(r"\s+", "", said)


def test_a_final_decision_is_changed_by_its_review_alone(board, director, colleague):
    """No answer can be tapped: the page of the question links to the review, which shows the changes and asks for a
    reason."""
    incident = STORIES["final"](Story(board, director, colleague))
    inquiry = incident.inquiries.get()
    with at(300):
        browser = sign_in(director)
        page = browser.get(url("decision", inquiry.pk))
        assert url("question", inquiry.pk, "tricks_after") not in page.content.decode()
        assert "Review a final decision" in words(page)
        asked = browser.get(url("question", inquiry.pk, "tricks_after"))
        assert asked.url == f"{url('what_if', inquiry.pk)}?change=tricks_after"
        review = words(browser.get(f"{url('what_if', inquiry.pk)}?a_tricks_after=0&if_tricks_after=0"))
        assert "Review a final decision" in review
        with pytest.raises(Refused) as refused:
            make.answer(inquiry, director, tricks_after="0")
        assert refused.value.code == "final_decision"
        for act in (
            lambda: incidents.drop_inquiry(inquiry=inquiry, by=director),
            lambda: incidents.take_back_moment(inquiry=inquiry, question_id="end_of_play", by=director),
        ):
            with pytest.raises(Refused) as refused:
                act()
            assert refused.value.code == "final_decision"
        Story(board, director, colleague).supersede(incident, tricks_after="0")
        assert "No trick is transferred." in words(browser.get(url("decision", inquiry.pk)))
