"""The bar of an inquiry names its law in a few words."""

import pytest
from django.urls import reverse
from django.utils import translation

from arbitrage.pages.wording.sentences import short_title
from arbitrage.services.incidents import open_inquiry
from rulings.laws2017 import LAWS


@pytest.mark.parametrize(
    ("law", "english", "french"),
    [
        ("16B", "Hesitation, remark or gesture", "Hésitation, remarque ou geste"),
        ("49", "Card seen", "Carte vue"),
        ("57", "Card played before partner", "Carte jouée avant le partenaire"),
        ("64", "Revoke", "Renonce"),
        ("70", "Contested claim", "Revendication contestée"),
        ("17", "Auction: beginning, end, passed out", "Annonces\u202f: début, fin, passe général"),
    ],
)
def test_a_law_is_named_by_what_stands_before_its_question(law, english, french):
    for language, said in (("en", english), ("fr", french)):
        with translation.override(language):
            assert short_title(LAWS[law].title).replace("\xa0", "\u202f") == said


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_law_has_more_than_a_line_and_a_half_in_the_bar(language):
    with translation.override(language):
        assert [law.id for law in LAWS.values() if len(short_title(law.title)) > 62] == []


@pytest.mark.django_db
@pytest.mark.either_database
def test_a_page_to_which_the_browser_goes_back_has_its_bar_once(client, ruled, director):
    asks = open_inquiry(incident=ruled, law="49", by=director)
    ruling = ruled.inquiries.get(law="64")
    for address in (asks.question_url("what"), reverse("decision", args=[ruling.pk])):
        back = client.get(address, headers={"HX-Request": "true", "HX-History-Restore-Request": "true"})
        page = back.content.decode()
        assert [page.count(text) for text in ('<header class="bar">', "<title>", "hx-swap-oob")] == [1, 1, 0], address
