"""The evidence of a claim, shown beside the question: when it opens, its content, and how it is stored. It never
answers a question."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Event, Inquiry
from arbitrage.pages.wording.day_and_hour import moment
from arbitrage.server.lock import one_at_a_time
from arbitrage.services import incidents
from arbitrage.services.incidents import evidence as looking
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import HTMX, sign_in, url, words
from tests.arbitrage.evidence.looking import answer_names, block, look, names_in, shown, still_played

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

LEFT = "N:.2.AK. .5..43 .A..AK 2..QJ."
"""South declares hearts and claims the rest with a trump out; three tricks are left."""
POSITION = {
    "claimer": "S", "declarer": "S", "cards_left": LEFT, "tricks_before": "9", "to_play": "S", "trumps": "H",
}  # fmt: skip
HEARD = {
    "statement": "the rest", "tricks_claimed": "3", "said_on_the_left": "a trump is out", "said_on_the_right": "",
    "said_by_partner": "",
}  # fmt: skip


def a_claim(incident, director, **said: str) -> Inquiry:
    return make.answer(incidents.open_inquiry(incident=incident, law="70", by=director), director, **(POSITION | said))


@pytest.fixture
def claim(incident, director) -> Inquiry:
    """A contested claim; all players were heard."""
    return a_claim(incident, director, **HEARD)


# When the evidence opens


def test_it_stays_shut_until_everybody_was_heard(client, incident, director):
    claim = a_claim(incident, director)
    page = client.get(url("question", claim.pk, "statement"))
    assert block(claim) not in page.content.decode()
    assert "Hear everybody first" in words(client.get(block(claim)))
    assert look(client, claim).status_code == 200
    assert shown(claim) == []
    for question, value in HEARD.items():
        claim = make.answer(claim, director, **{question: value})
    page = client.get(url("question", claim.pk, "spoke_of_it"))
    assert f'hx-get="{block(claim)}"' in page.content.decode()
    assert "Evidence: none of this decides" in words(page)


def test_the_page_of_a_question_asks_the_record_nothing_more_for_it(client, claim):
    with CaptureQueriesContext(connection) as queries:
        client.get(url("question", claim.pk, "spoke_of_it"))
    assert not [query for query in queries.captured_queries if "evidence_shown" in query["sql"]]


@pytest.mark.parametrize("law", ["64", "27"])
def test_a_law_that_is_no_claim_has_no_position_and_no_cloth(client, incident, director, claim, law):
    look(client, claim)
    inquiry = incidents.open_inquiry(incident=incident, law=law, by=director)
    assert "cards left" not in words(client.get(block(inquiry)))
    assert client.get(url("evidence_position", inquiry.pk)).status_code == 404
    assert client.get(url("unroll", inquiry.pk, Event.objects.get(kind="evidence_shown").pk)).status_code == 404


def test_the_hands_of_a_board_in_play_stay_shut_until_the_director_asks_and_that_is_noted(client, claim, board):
    still_played(board)
    page = client.get(block(claim))
    assert "its hands are not shown" in words(page)
    assert "the king of diamonds" not in words(page)
    assert look(client, claim).status_code == 200
    assert shown(claim) == []
    opened = client.post(block(claim), {"hands": "open"}, headers=HTMX)
    assert "Look at the cards" in words(opened)
    assert Event.objects.filter(kind="deal_looked_at", board=board).count() == 1
    look(client, claim)
    assert len(shown(claim)) == 1


def test_a_member_who_only_reads_does_not_look(claim, club):
    reader = sign_in(make.make_member(club, "lecteur", "reader"))
    assert reader.get(block(claim)).status_code == 403
    assert reader.post(block(claim), {"act": "look"}).status_code == 403


# Content of the evidence


TRUMP_OUT = {"cards_left": "N:32..32. QT..65. AK.9..9 J..98.4", "trumps": "C", "tricks_before": "8"}
"""White Book 8.70.4(a): a small trump is out, which the claimer may have forgotten."""


def rows(said: str) -> list[tuple[str, str]]:
    """List the ways of playing that have a row of their own, each with the tricks of the other side."""
    ways = "Knows what is out|A suit not from the top|Does not know of a trump|Throws winners|Any legal card"
    worst = said[said.index("The worst that each way") :]
    return re.findall(rf"({ways})(?:[^0-9]|70[CE]2)*?(\d) tricks? for the others", worst)


def test_it_says_what_each_kind_of_carelessness_can_do_and_by_which_line(client, incident, director):
    claim = a_claim(incident, director, **TRUMP_OUT, **HEARD)
    shown_words = words(look(client, claim))
    assert "With all four hands seen, North-South can make 4 of 4, against the best defence." in shown_words
    assert rows(shown_words) == [("Knows what is out", "0"), ("Does not know of a trump", "1"), ("Any legal card", "3")]
    assert "A line that loses 1 South" in shown_words
    assert "Nobody saw four hands" in shown_words


def test_what_other_federations_hold_to_be_normal_is_told_by_source_and_shut(client, incident, director):
    claim = a_claim(incident, director, **TRUMP_OUT, **HEARD)
    page = look(client, claim).content.decode()
    shut = re.search(
        r"<details[^>]*><summary>What other federations hold to be normal</summary>(.*?)</details>", page, re.DOTALL
    )
    told = re.findall(r"<p>(.*?)</p>", shut[1])
    assert [re.match(r"(.*?):", one)[1] for one in told] == ["ACBL Laws Commission 2019", "White Book 8.70.4, 8.70.5"]
    assert [re.search(r"<b>(.*?)</b>", one)[1] for one in told] == ["1 trick for the others"] * 2
    assert "<input" not in shut[1]


def test_rows_with_the_number_of_the_row_above_are_folded(client, claim):
    look(client, claim)
    numbers = [kind["lost"] for kind in shown(claim)[0]["outputs"]["kinds"]]
    page = look(client, claim).content.decode()
    assert page.count('value="irrational"') == len(
        [one for one in zip([None, *numbers], numbers, strict=False) if one[0] != one[1]]
    )


def test_when_no_card_can_lose_one_sentence_says_so(client, incident, director):
    claim = a_claim(
        incident,
        director,
        cards_left="N:AK... .43.. QJ... .65..",
        trumps="NT",
        to_play="N",
        tricks_before="5",
        **HEARD | {"tricks_claimed": "2"},
    )
    shown_words = words(look(client, claim))
    assert "No legal card loses a trick." in shown_words
    assert "The worst that each way" not in shown_words


def test_the_statement_binds_what_is_looked_at_and_is_kept_with_it(client, claim):
    first = look(client, claim, order="♥A")
    assert "Taken from the statement: in order ♥A." in words(first)
    assert shown(claim)[0]["inputs"]["first"] == ["HA"]
    look(client, claim, order="D H")
    assert shown(claim)[1]["inputs"]["suits"] == "DH"
    look(client, claim, counted=["HA", "CA", "CK"])
    assert shown(claim)[2]["inputs"]["counted"] == ["CA", "CK", "HA"]


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"order": "♥5"}, "the 5 of hearts is in none of the hands of the side that claimed."),
        ({"order": "xyz"}, "“xyz” is no card and no suit."),
        ({"order": "♥A ♦"}, "Write cards in order, or suits in order, not both."),
        ({"trick_N": "H2"}, "The trick in progress cannot be so"),
        ({"trick_W": "DQ", "trick_N": "H2", "trick_E": "C4"}, "a player did not follow suit though he could"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_and_nothing_is_kept(client, claim, sent, why):
    page = look(client, claim, **sent)
    assert page.status_code == 422
    assert why in words(page)
    assert shown(claim) == []


def test_the_trick_in_progress_is_played_on_from(client, claim):
    look(client, claim, trick_E="C4")
    assert shown(claim)[0]["inputs"]["trick"] == {"E": "C4"}
    line = shown(claim)[0]["outputs"]["kinds"][0]["line"]
    assert line[0].startswith("S:C")


def test_one_search_of_a_club_runs_at_a_time_in_whichever_process(client, claim, club, monkeypatch):
    monkeypatch.setattr(looking, "LONGEST_WAIT", 0.1)
    with one_at_a_time(f"search-{club.pk}", 0):
        page = look(client, claim)
    assert page.status_code == 422 and "Another search is running." in words(page)
    assert shown(claim) == []
    with one_at_a_time(f"search-{make.make_club('Autre', 'autre').pk}", 0):
        assert look(client, claim).status_code == 200
    assert look(client, claim).status_code == 200
    assert len(shown(claim)) == 2


def test_hands_that_do_not_agree_are_refused(client, incident, director):
    claim = a_claim(
        incident, director, cards_left="N:A... .43.. QJ... .65..", trumps="NT", **HEARD | {"tricks_claimed": "2"}
    )
    assert "do not have as many cards as each other" in words(look(client, claim))


SIX_CARDS = "N:AKQ.2.A2. .543.KQJ. J32.AK..A T98..T9.Q"


def test_longer_hands_are_laid_and_not_searched(client, incident, director, no_solver):
    left = SIX_CARDS
    claim = a_claim(incident, director, cards_left=left, tricks_before="2", **HEARD | {"tricks_claimed": "6"})
    shown_words = words(look(client, claim))
    assert "Too many cards to search" in shown_words
    assert shown(claim)[0]["complete"] is False
    event = Event.objects.get(kind="evidence_shown")
    cloth = client.get(url("unroll", claim.pk, event.pk))
    assert "South to play" in words(cloth)
    assert "The cards have numbers from 5 cards a hand" in words(cloth)
    after = client.get(url("unroll", claim.pk, event.pk) + "?line=SJ-S8-S3-H5")
    assert after.status_code == 422  # North holds ♠AKQ and not ♠3


@pytest.mark.solver
def test_with_a_solver_longer_hands_have_numbers_on_the_cloth_and_the_others_answer(client, incident, director):
    claim = a_claim(incident, director, cards_left=SIX_CARDS, tricks_before="2", **HEARD | {"tricks_claimed": "6"})
    shown_words = words(look(client, claim))
    assert "With all four hands seen, North-South can make 5 of 6, against the best defence." in shown_words
    assert "Too many cards to search" in shown_words
    data = shown(claim)[0]
    assert (data["complete"], data["versions"]["solver"]) == (False, "DDS 2.9.0 (endplay 0.5.12)")
    cloth = url("unroll", claim.pk, Event.objects.get(kind="evidence_shown").pk)
    html = client.get(cloth).content.decode()
    numbers = re.findall(r"tricks that it leaves: </span>(\d)", html)
    assert len(numbers) == 6 and max(numbers) == "5"
    assert "The cards have numbers from" not in html
    laid = client.get(cloth + "?line=SJ&answer=yes")
    assert laid.url.startswith(cloth + "?line=SJ-S") and len(laid.url.split("=")[-1].split("-")) > 1


# The evidence answers no question


def test_nothing_in_the_block_or_on_the_cloth_has_the_name_of_an_answer(client, claim):
    pages = [client.get(block(claim)), look(client, claim)]
    pages.append(client.get(url("unroll", claim.pk, Event.objects.get(kind="evidence_shown").pk)))
    for page in pages:
        html = page.content.decode()
        names = names_in(html)
        # no answer gives the position, so the page has fields for it
        asked_here = {"claimer", "declarer", "to_play", "trumps"}
        assert not (names - asked_here) & answer_names(("68", "69", "70", "71")), names
        assert not names & asked_here  # the answers give the position, so there are no fields
    before = Inquiry.objects.get(pk=claim.pk).answers_dict()
    client.post(block(claim), {"act": "look", "tricks_to_others": "2", "answer": "2", "normal_lines": "x"})
    assert Inquiry.objects.get(pk=claim.pk).answers_dict() == before


def test_the_question_after_it_is_as_empty_as_before(client, claim, director):
    claim = make.answer(
        claim, director, spoke_of_it="no", unaware="no", new_line="no", one_opponent="no", order_open="no"
    )
    before = client.get(url("question", claim.pk, "normal_lines")).content.decode()
    look(client, claim)
    after = client.get(url("question", claim.pk, "normal_lines")).content.decode()
    strip = re.compile(r'name="(csrfmiddlewaretoken|act)" value="[^"]*"')
    assert strip.sub("", before) == strip.sub("", after)


# Laws that do not ask for the position


def test_a_concession_regretted_has_its_position_noted_for_the_look_alone(client, incident, director):
    inquiry = incidents.open_inquiry(incident=incident, law="71", by=director)
    inquiry = make.answer(inquiry, director, claimer="S", in_time="yes", had_won="no")
    page = client.get(url("evidence", inquiry.pk))
    assert "The cards left are not noted." in words(page)
    pad = url("evidence_position", inquiry.pk)
    assert "this is no answer to the law" in words(client.get(pad))
    cards = ["N:SA", "N:SK", "E:H4", "E:H3", "S:SQ", "S:SJ", "W:H6", "W:H5"]
    turned = client.post(pad, {"left": cards, "seat": "W", "to": "N"})
    assert turned.status_code == 200
    noted = client.post(pad, {"left": cards, "seat": "W", "go": "all"})
    assert noted.url.startswith(url("evidence", inquiry.pk) + "?left=N")
    asks = client.get(noted.url)
    assert 'name="to_play"' in asks.content.decode()
    assert 'name="claimer"' not in asks.content.decode()
    nothing = client.post(
        url("evidence", inquiry.pk), {"act": "look", "left": "N:AK... .43.. QJ... .65.."}, headers=HTMX
    )
    assert "Say who claimed, who declares" in words(nothing)
    sent = {"act": "look", "left": "N:AK... .43.. QJ... .65..", "to_play": "N"}
    assert "No legal card loses a trick." in words(client.post(url("evidence", inquiry.pk), sent, headers=HTMX))
    assert set(Inquiry.objects.get(pk=inquiry.pk).answers_dict()) == {"claimer", "in_time", "had_won"}


# A line on the cloth


def on_the_cloth(client, claim: Inquiry) -> str:
    look(client, claim)
    return url("unroll", claim.pk, Event.objects.get(kind="evidence_shown").pk)


def test_a_card_is_laid_the_others_answer_and_it_is_taken_back(client, claim):
    cloth = on_the_cloth(client, claim)
    page = client.get(cloth)
    assert "South to play Of 3 tricks: 0 to North-South, 0 to East-West" in words(page)
    laid = client.get(cloth + "?line=HA&answer=yes")
    assert laid.url == cloth + "?line=HA-S2-H2-H5"
    after = client.get(laid.url)
    assert "Of 3 tricks: 1 to North-South, 0 to East-West" in words(after)
    assert "West: hearts" in words(after)  # a player who shows out is shown
    assert f'href="{cloth}?line="' in after.content.decode()  # the link back to the beginning


def test_each_card_says_what_it_leaves_with_open_cards(client, claim):
    html = client.get(on_the_cloth(client, claim)).content.decode()
    numbers = re.findall(r"tricks that it leaves: </span>(\d)", html)
    assert numbers == ["3", "3", "3"]


def test_a_free_hand_may_choose_another_card(client, claim):
    cloth = on_the_cloth(client, claim)
    answered = client.get(cloth + "?line=CA&answer=yes").url
    html = client.get(answered).content.decode()
    assert f'href="{cloth}?line=CA"' in html  # West's card may be another
    chosen = client.get(cloth + "?line=CA")
    assert "West to play" in words(chosen)


def test_a_line_is_kept_and_found_again(client, claim):
    cloth = on_the_cloth(client, claim)
    kept = client.post(cloth, {"act": "keep", "line": "HA-S2-H2-H5"})
    assert kept.url == cloth + "?line=HA-S2-H2-H5"
    assert shown(claim)[1]["outputs"] == {"won": {"NS": 1, "EW": 0}, "rest": 2}
    assert "Line 1: 0 tricks for East-West, 2 of the rest can still be made" in words(client.get(block(claim)))
    assert "Lines kept" in words(client.get(cloth))


def test_the_cards_are_looked_at_again_from_where_the_line_leads(client, claim):
    cloth = on_the_cloth(client, claim)
    client.post(cloth, {"act": "search", "line": "HA-S2-H2-H5-CA"})
    data = shown(claim)[1]
    assert (data["inputs"]["to_play"], data["inputs"]["trick"]) == ("W", {"S": "CA"})
    assert data["outputs"]["tricks"] == 2


@pytest.mark.parametrize("line", ["ZZ", "D9", "HA-H2"])
def test_a_line_that_cannot_be_begins_again(client, claim, line):
    page = client.get(on_the_cloth(client, claim) + f"?line={line}")
    assert page.status_code in (200, 422)
    assert "South to play" in words(page)


# Storage


def test_what_was_shown_is_in_the_chain_with_what_went_in_and_the_version(client, claim, director):
    look(client, claim)
    (data,) = shown(claim)
    assert data["inquiry"] == str(claim.pk)
    assert data["inputs"] == {
        "left": LEFT, "trumps": "H", "claimer": "S", "declarer": "S", "to_play": "S", "trick": {}, "first": [],
        "suits": "", "counted": [], "finesse": "",
    }  # fmt: skip
    assert data["versions"] == {"claim": 1}
    assert data["complete"] is True
    assert [kind["kind"] for kind in data["outputs"]["kinds"]][0] == "careful"
    event = Event.objects.get(kind="evidence_shown")
    assert event.by == director
    told = words(client.get(url("board", claim.incident.board_id)))
    assert "Evidence looked at: what carelessness can cost" in told


def test_the_ticks_are_kept_shown_again_and_no_answer(client, claim):
    look(client, claim)
    event = Event.objects.get(kind="evidence_shown")
    page = client.post(
        url("evidence_judged", claim.pk, event.pk),
        {"kind_careful": "normal", "kind_anything": "irrational", "kind_unaware": "nonsense"},
        headers=HTMX,
    )
    assert shown(claim)[1]["inputs"]["kinds"] == {"careful": "normal", "anything": "irrational"}
    assert re.search(r'name="kind_careful" value="normal" checked', page.content.decode())


def test_a_decision_that_is_over_keeps_what_was_shown_and_takes_nothing_more(client, claim, director):
    look(client, claim)
    incidents.withdraw_incident(incident=claim.incident, by=director)
    assert look(client, claim).status_code == 422
    assert len(shown(claim)) == 1


@pytest.mark.usefixtures("in_english")
def test_a_command_computes_it_again_and_says_what_differs(client, claim, monkeypatch):
    cloth = on_the_cloth(client, claim)
    client.post(cloth, {"act": "keep", "line": "HA-S2-H2-H5"})
    client.post(
        url("evidence_judged", claim.pk, Event.objects.filter(kind="evidence_shown").order_by("seq")[0].pk),
        {"kind_careful": "normal"},
    )
    out = StringIO()
    call_command("replay", processes=1, stdout=out)
    assert "Nothing differs" in out.getvalue()

    def otherwise(inputs):
        return {"tricks": 3, "open_cards": 0, "kinds": []}

    monkeypatch.setattr(looking, "computed", otherwise)
    with pytest.raises(CommandError, match="would differ: 1"):
        call_command("replay", processes=1, stdout=out)
    assert f"{claim.incident.reference}, evidence " in out.getvalue()


def test_what_an_earlier_version_has_shown_is_not_held_against_this_one(client, claim, monkeypatch):
    look(client, claim)
    monkeypatch.setattr(looking, "VERSIONS", {"claim": 2})
    monkeypatch.setattr(looking, "computed", lambda inputs: {})
    call_command("replay", processes=1, stdout=StringIO())


def test_another_inquiry_has_not_what_this_one_was_shown(client, claim, incident, director):
    look(client, claim)
    other = a_claim(incident, director, **HEARD)
    assert "The worst that each way" not in words(client.get(block(other)))
    event = Event.objects.get(kind="evidence_shown")
    assert client.get(url("unroll", other.pk, event.pk)).status_code == 404


@pytest.mark.parametrize("name", ["evidence", "evidence_position"])
def test_a_club_that_is_not_his_has_no_such_page(claim, name):
    stranger = sign_in(make.make_member(make.make_club("Autre club", "autre"), "voisin"))
    assert stranger.get(url(name, claim.pk)).status_code == 404


# The evidence is printed only on request


def test_the_claim_sheet_says_what_was_seen_only_on_request(client, incident, director):
    claim = a_claim(incident, director, **TRUMP_OUT, **HEARD)
    sheet = url("claim_sheet", incident.pk)
    assert "With the evidence seen" not in words(client.get(sheet))
    look(client, claim)
    event = Event.objects.get(kind="evidence_shown")
    client.post(url("evidence_judged", claim.pk, event.pk), {"kind_unaware": "normal"})
    plain = words(client.get(sheet))
    assert "With the evidence seen" in plain
    assert "Evidence seen before the decision" not in plain
    full = words(client.get(sheet + "?evidence=yes"))
    assert "Evidence seen before the decision; none of it decided" in full
    when = moment(event.at, incident.tournament.date).replace("\u00a0", " ")
    assert f"1. Looked at, {when}, martin. With all four hands seen, North-South can make 4 of 4" in full
    assert "2. Knows what is out; suits in any order, each from the top: 0." in full
    assert "3. Does not know of a trump that is out (70C2): 1 (normal)." in full
