"""A committee works through last evening's decisions on a tablet: it asks a question and gets an answer, a ruling is
replaced, and the casebook is consulted."""

import datetime

import pytest
from playwright.sync_api import Browser, Page, expect

from arbitrage.models import Club, Event, Tournament
from arbitrage.services import incidents
from tests.arbitrage import factories as make
from tests.arbitrage.tablet import LANDSCAPE, TABLET, Tablet

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.either_database,
    pytest.mark.usefixtures("of_a_scoring_program"),
]


@pytest.fixture
def two_evenings(board, director) -> None:
    """Two revokes ruled last evening, and a call of the week before without a ruling."""
    for table in (1, 2):
        incident = make.make_incident(board, director, table=table)
        incidents.attend(incident=incident, by=director)
        make.rule_the_seed_case(incident, director)
    before = make.make_tournament(Club.objects.get(), boards=(5,), name="Tournoi de mardi")
    Tournament.objects.filter(pk=before.pk).update(date=make.EVENING - datetime.timedelta(days=7))
    make.make_incident(before.boards.get(), director, table=4)


@pytest.mark.usefixtures("two_evenings")
@pytest.mark.parametrize("size", [TABLET, LANDSCAPE], ids=["portrait", "landscape"])
def test_a_committees_morning(page: Page, browser: Browser, live_server, tournament, size):
    make.make_member(Club.objects.get(), "presidente", role="manager")
    page.set_viewport_size(size)
    committee = Tablet(page, live_server.url).signed_in("presidente")

    # Last evening's decisions
    committee.open("decision_list")
    expect(page.locator(".list li")).to_have_count(3)
    page.get_by_label("Période").select_option("Dernière soirée")
    committee.press("Chercher")
    expect(page.locator(".list li")).to_have_count(2)
    expect(page.locator(".head p")).to_contain_text("2 sur 3")

    # One reviewed, with a question to the director and his answer
    page.get_by_role("link", name="Relire").last.click()
    page.get_by_label("Commentaire ou question").fill("Qui a compté les levées ?")
    committee.press("Demander à l’arbitre")
    expect(page.get_by_text("Cette question attend sa réponse.")).to_be_visible()
    reviewed = page.url
    with browser.new_context(viewport=size, locale="fr-FR") as context:
        director = Tablet(context.new_page(), live_server.url).signed_in("martin")
        director.open("room", tournament.pk)
        expect(director.page.get_by_text("Une question de la commission")).to_be_visible()
        director.page.get_by_role("link", name="Répondre").click()
        director.page.get_by_label("La réponse de l’arbitre").fill("Sud et moi, ensemble.")
        director.press("Répondre à la commission")
        expect(director.page.get_by_text("Votre réponse est conservée avec la décision.")).to_be_visible()
    page.goto(reviewed)
    expect(page.get_by_text("Sud et moi, ensemble.")).to_be_visible()
    committee.press("Je l’ai relue, elle est maintenue")
    expect(page.get_by_text("Relue par presidente").first).to_be_visible()

    # The other decision, with another answer tried; nothing is written until the new ruling is given
    committee.open("decision_list")
    page.get_by_label("État").select_option("À relire")
    committee.press("Chercher")
    expect(page.locator(".list li")).to_have_count(1)
    page.get_by_role("link", name="Relire").click()
    expect(page.get_by_text("Pas encore relue")).to_be_visible()
    written = Event.objects.count()
    page.get_by_role("link", name="Et si la réponse avait été autre").click()
    page.locator("li", has_text="Combien de levées").get_by_role("link").first.click()
    committee.tap("button[name=answer][value='0']")
    expect(page.locator("h1")).to_have_text("La décision aurait été autre.")
    expect(page.locator(".sides .this").first).to_contain_text("≠")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert Event.objects.count() == written

    # … and is superseded, with its reason
    page.get_by_text("Décider ainsi, à la place").click()
    page.get_by_label("Motif").fill("Les levées ont été recomptées avec les quatre joueurs.")
    committee.press("Rendre cette décision à la place")
    expect(page.get_by_text("presidente a rendu une autre décision")).to_be_visible()
    expect(page.get_by_text("Les levées ont été recomptées")).to_be_visible()
    page.get_by_role("link", name="côte à côte").click()
    expect(page.locator(".sides .this").first).to_contain_text("Une levée est transférée")

    # One appealed to its end: noted by the director, heard, decided, and its score confirmed
    with browser.new_context(viewport=size, locale="fr-FR", service_workers="block") as context:
        director = Tablet(context.new_page(), live_server.url)
        director.sign_in("martin")
        director.page.goto(reviewed)
        director.page.get_by_role("link", name="Appel", exact=True).click()
        director.press("Les deux camps sont informés")
        expect(director.page.get_by_text("Les deux camps, par martin")).to_be_visible()
        director.page.get_by_text("Est-Ouest", exact=True).click()
        director.page.get_by_text("Les faits ou l’appréciation").click()
        director.press("Noter l’appel")
        expect(director.page.get_by_text("les deux partenaires, ou le capitaine, doivent le vouloir")).to_be_visible()
        director.page.get_by_label("Les deux partenaires veulent faire appel").check()
        director.press("Noter l’appel")
        expect(director.page.get_by_text("Les faits restent tels quels")).to_be_visible()
        director.open("room", tournament.pk)
        expect(director.page.get_by_role("list", name="Appels").get_by_text("En appel")).to_be_visible()
    committee.open("decision_list")
    page.get_by_label("État").select_option("En appel")
    committee.press("Chercher")
    expect(page.locator(".list li")).to_have_count(1)
    page.get_by_role("link", name="Relue").click()
    page.get_by_role("link", name="L’appel", exact=True).click()
    page.get_by_role("link", name="En appel").click()
    for name, role, seen in (("EW 1.1", "Président", "nul n’est juge"), ("Alice Renard", "Président", "Ne siège pas")):
        page.get_by_label("ou quelqu’un d’autre").fill(name)
        page.get_by_text(role, exact=True).click()
        committee.press("Faire siéger")
        expect(page.get_by_text(seen).first).to_be_visible()
    page.get_by_text("Une autre marque est attribuée").click()
    page.get_by_label("Selon quelle Loi").fill("64A2")
    page.get_by_label("Motifs", exact=True).fill("Les onze levées restent acquises.")
    committee.press("Noter cette décision")
    expect(page.get_by_text("Appel jugé, à appliquer").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="Composer la marque").click()
    expect(page.get_by_text("aucune période de correction ne s’y oppose")).to_be_visible()
    committee.tap("a[href*='kind=artificial']")
    for row, average in (("average_ns", "A+"), ("average_ew", "A-")):
        committee.tap(f"label:has(> input[name={row}][value='{average}'])")
    committee.tap("button[name=show]")
    committee.tap("#confirm .main")
    expect(page.locator("button[name=entered]")).to_be_visible()
    page.goto(reviewed)
    page.get_by_role("link", name="Appel", exact=True).click()
    page.get_by_role("link", name="Appel jugé").click()
    expect(page.get_by_text("Marque :")).to_be_visible()
    page.get_by_role("link", name="Dossier d’appel").click()
    expect(page.locator("article")).to_contain_text("Les onze levées restent acquises.")

    # The session report is printed
    committee.open("session_report", tournament.pk)
    expect(page.locator("article").first).to_contain_text("R-2026-0001")

    # The casebook, and the figures
    committee.open("decision_list")
    page.get_by_role("link", name="Le recueil des cas").click()
    page.get_by_label("Mots ou loi").fill("levee transferee")
    committee.press("Chercher")
    expect(page.locator("article")).to_have_count(2)
    assert not {"NS 1.1", "EW 1.1", "martin"} & set(page.locator("article").first.inner_text().split("\n"))
    committee.open("statistics")
    expect(page.locator("svg.chart").first).to_be_visible()
    small = page.evaluate(
        """() => [...document.querySelectorAll("main :is(.btn, select, input, textarea)")]
        .filter(one => one.checkVisibility()).map(one => [one.textContent.trim(), one.getBoundingClientRect()])
        .filter(([, box]) => box.height < 47.5).map(([text]) => text)"""
    )
    assert small == []
