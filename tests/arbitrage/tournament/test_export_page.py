"""The page *Exporter*: the limits of each format, safe file names, and a case that is downloaded and imported."""

import json
import re
from fractions import Fraction

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import translation

from arbitrage import exchange
from arbitrage.exchange import case_json, writing
from arbitrage.models import Board, Club, Incident, Tournament
from arbitrage.pages.tournament.exports import commentary
from arbitrage.services import incidents
from rulings.scores.award import Award, Possible
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import buttons, post, sign_in, url, words
from tests.arbitrage.exchange.exchange_files import all_text

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

WEIGHTED = Award.both(Possible("4S", "N", 10, 620, Fraction(3, 5)), Possible("4S", "N", 9, -100, Fraction(2, 5)))


@pytest.fixture
def board(board: Board) -> Board:
    """Board 2 with 3NT+2 at every table; for table 1 a weighted score from a file is in force."""
    board.results.filter(table=1).update(award=WEIGHTED.as_json(), auction="Pass 3NT Pass Pass Pass")
    return board


@pytest.fixture
def incident(incident: Incident, director) -> Incident:
    incidents.add_words(incident=incident, words="Mme Dupont has {left}.", by=director)
    make.rule_the_seed_case(incident, director)
    return Incident.objects.get(pk=incident.pk)


def reader(role: str = "reviewer") -> Client:
    return sign_in(make.make_member(Club.objects.get(slug="lac"), "reader", role=role))


# A tournament


def test_the_page_offers_every_format_and_says_what_it_cannot_say(client, board):
    page = client.get(url("export", board.tournament_id))
    assert page.status_code == 200
    assert buttons(page, "format") == ["json", "usebio", "pbn", "csv", "xlsx"]
    shown_words = words(page)
    assert "Players’ names and licence numbers are personal data" in shown_words
    assert "JSON of Arbitrage Everything, to keep it or to read it into another club" in shown_words
    assert shown_words.count("It says all of this tournament.") == 1
    assert "What this format cannot say: 2 remarks" in shown_words
    assert "table A1, board 2: USEBIO has no weights: they are in the notes." in shown_words
    assert "board 2: The auctions and the play are left out." in shown_words


@pytest.mark.parametrize(
    ("format", "extension", "content_type"),
    [
        ("json", "json", "application/json"),
        ("usebio", "xml", "application/xml"),
        ("pbn", "pbn", "text/x-pbn; charset=utf-8"),
        ("csv", "csv", "text/csv; charset=utf-8"),
        ("xlsx", "xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ],
)
def test_a_file_is_handed_out_to_be_kept_and_never_shown(client, board, format, extension, content_type):
    response = client.get(url("export_file", board.tournament_id), {"format": format, "names": "yes"})
    assert response.status_code == 200
    assert response["Content-Disposition"] == f'attachment; filename="2026-11-20-tournoi-du-jeudi.{extension}"'
    assert response["Content-Type"] == content_type
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Cache-Control"] == "private, no-store"
    assert len(exchange.read(response.content).results) == 8
    assert "NS 1.1" in all_text(response.content)


def test_a_file_without_names_has_none(client, board):
    for format in writing.FORMATS:
        response = client.get(url("export_file", board.tournament_id), {"format": format, "names": "no"})
        assert response.status_code == 200
        assert "NS 1.1" not in all_text(response.content), format


def test_a_name_that_would_break_a_header_cannot(client, board):
    Tournament.objects.update(name='x"\r\nSet-Cookie: a=b')
    response = client.get(url("export_file", board.tournament_id))
    assert response["Content-Disposition"] == 'attachment; filename="2026-11-20-x-set-cookie-ab.json"'


def test_a_format_that_has_no_place_for_the_tournament_has_no_button_and_says_why(client, board):
    board.results.all().delete()
    page = client.get(url("export", board.tournament_id))
    assert buttons(page, "format") == ["json", "pbn", "csv", "xlsx"]
    assert "There are deals and no results: take PBN or JSON." in words(page)
    refused = client.get(url("export_file", board.tournament_id), {"format": "usebio"})
    assert refused.status_code == 409
    assert "There are deals and no results: take PBN or JSON." in words(refused)


def test_a_format_that_is_none_is_not_found(client, board, incident):
    assert client.get(url("export_file", board.tournament_id), {"format": "exe"}).status_code == 404
    assert client.get(url("export_case_file", incident.pk), {"format": "csv"}).status_code == 404


@pytest.mark.parametrize("name", ["export", "export_file"])
def test_readers_of_the_club_may_export_and_nobody_else(board, name):
    assert reader().get(url(name, board.tournament_id)).status_code == 200
    stranger = sign_in(make.make_member(make.make_club("Other", "other"), "stranger"))
    assert stranger.get(url(name, board.tournament_id)).status_code == 404
    assert Client().get(url(name, board.tournament_id)).status_code == 302


def test_the_ranking_leads_there(client, board):
    assert (
        f'href="{url("export", board.tournament_id)}"'
        in client.get(url("ranking", board.tournament_id)).content.decode()
    )


# A case


def test_a_case_is_offered_with_names_or_without(client, incident):
    page = client.get(url("export_case", incident.pk))
    assert buttons(page, "format") == ["json", "pbn"]
    shown_words = words(page)
    assert "With names The players of the table, the directors, and the words that were typed." in shown_words
    assert "Without names Seats and numbers only" in shown_words
    assert "The play that is recorded does not show the revoke" in shown_words


def test_a_case_in_json_can_be_followed(client, incident):
    response = client.get(url("export_case_file", incident.pk), {"format": "json"})
    assert response["Content-Disposition"] == f'attachment; filename="{incident.reference}.json"'
    case = case_json.read(response.content)
    assert (case.incident, case.names) == (str(incident.pk), True)
    nameless = client.get(url("export_case_file", incident.pk), {"format": "json", "names": "no"})
    assert nameless["Content-Disposition"] == f'attachment; filename="{incident.reference}-anonymous.json"'
    assert "Dupont" not in nameless.content.decode()


def test_a_case_in_pbn_has_the_revoke_at_its_card_and_the_ruling_as_a_comment(client, incident):
    # West, trick 3. North leads: the heart is not the diamond that was led.
    assert incident.result is not None
    type(incident.result).objects.filter(pk=incident.result_id).update(play="S4 S2 SK SA H5 H2 H3 HA C9 D2 D3 DA")
    text = client.get(url("export_case_file", incident.pk), {"format": "pbn"}).content.decode()
    assert "\r\nS4 S2 SK SA\r\nH5 H2 H3 HA\r\n^R C9 D2 D3 DA\r\n*\r\n" in text
    assert '[North "NS 1.1"]' in text and '[East "EW 1.1"]' in text
    assert f" Ruling {incident.reference}\r\n" in text
    assert "(Law 64A" in " ".join(text.split())
    assert "Mme Dupont has (left)." in text
    nameless = client.get(url("export_case_file", incident.pk), {"format": "pbn", "names": "no"}).content.decode()
    assert '[North "?"]' in nameless
    assert "Dupont" not in nameless and "NS 1.1" not in nameless


def test_a_lead_out_of_turn_that_was_accepted_is_marked(client, board, director):
    incident = make.make_incident(board, director, table=2)
    inquiry = incidents.open_inquiry(incident=incident, law="54", by=director)
    make.answer(inquiry, director, wrong_leader="E", since_lead="nothing", card="HK", option="stay")
    text = client.get(url("export_case_file", incident.pk), {"format": "pbn"}).content.decode()
    assert '[Play "W"]\r\n- - ^L HK -\r\n*\r\n' in text


def test_a_lead_out_of_turn_that_was_refused_is_told_and_not_marked(client, board, director):
    incident = make.make_incident(board, director, table=2)
    inquiry = incidents.open_inquiry(incident=incident, law="54", by=director)
    make.answer(inquiry, director, wrong_leader="E", since_lead="nothing", card="HK", option="free")
    text = client.get(url("export_case_file", incident.pk), {"format": "pbn"}).content.decode()
    assert "^L" not in text
    assert "The lead is refused." in text


def test_the_commentary_is_in_the_words_of_paper(board, director):
    """A title that is a question keeps its question mark and gets no colon, a suit has its name instead of its sign,
    and no paragraph is empty."""
    incident = make.make_incident(board, director, table=2)
    card = incidents.open_inquiry(incident=incident, law="54", by=director)
    make.answer(card, director, wrong_leader="E", since_lead="nothing", card="DK", option="free")
    lead = incidents.open_inquiry(incident=incident, law="50-table", by=director)
    make.answer(lead, director, now="lead", on_lead="W", lead_choice="require")
    with translation.override("fr"):
        told = [
            one.replace("\u202f", " ").replace("\xa0", " ") for one in commentary(incidents.fresh(incident), names=True)
        ]
    assert told[0] == f"Décision d’arbitrage {incident.reference}"
    assert told[1].startswith("Entame hors tour. L’entame est refusée. Le roi de carreau devient")
    assert told[2].startswith("Cartes pénalisées sur la table : qui est à l’attaque ? Ouest doit attaquer carreau. ")
    assert not [one for one in told if not one or re.search("[♠♥♦♣] |[?] ?[:.]", one)]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_call_on_which_nothing_is_ruled_is_no_ruling_in_a_file(board, director, language):
    incident = make.make_incident(board, director, table=2)
    with translation.override(language):
        heading = commentary(incident, names=False)[0]
    wanted = {"fr": "Appel à l’arbitre %s, pas encore de décision", "en": "Call %s, no ruling yet"}[language]
    assert heading == wanted % incident.reference


def test_a_case_without_a_board_has_no_pbn(client, director, board):
    incident = incidents.open_incident(tournament=board.tournament, by=director)
    assert buttons(client.get(url("export_case", incident.pk)), "format") == ["json"]
    refused = client.get(url("export_case_file", incident.pk), {"format": "pbn"})
    assert refused.status_code == 409
    assert "Say on which board it was: PBN begins with the board." in words(refused)


@pytest.mark.parametrize("name", ["export_case", "export_case_file"])
def test_readers_of_the_club_may_export_a_case_and_nobody_else(incident, name):
    assert reader().get(url(name, incident.pk)).status_code == 200
    stranger = sign_in(make.make_member(make.make_club("Other", "other"), "stranger"))
    assert stranger.get(url(name, incident.pk)).status_code == 404


# A case is imported


def send(client: Client, data: bytes, **more):
    return post(client, url("case_import"), {"file": SimpleUploadedFile("case.json", data), **more})


@pytest.fixture
def there() -> Client:
    return sign_in(make.make_member(make.make_club("Other", "other"), "there"))


def test_a_case_is_read_in_and_its_report_opens(client, there, incident):
    data = client.get(url("export_case_file", incident.pk)).content
    assert "Read a case" in words(there.get(url("case_import")))
    response = send(there, data)
    found = Incident.objects.get(club__slug="other")
    assert response.redirect_chain == [(url("report", found.pk), 302)]
    assert f"The case is {found.reference} here." in words(response)
    assert "Mme Dupont" in words(response)
    again = send(there, data)
    assert again.redirect_chain == response.redirect_chain
    assert "The club has this case already." in words(again)
    assert Incident.objects.filter(club__slug="other").count() == 1


def test_the_history_of_its_board_says_where_it_came_from(client, there, incident):
    send(there, client.get(url("export_case_file", incident.pk)).content)
    found = Incident.objects.get(club__slug="other")
    page = there.get(url("board", found.board_id))
    assert f"Case read from a file of Bridge Club du Lac It was {incident.reference} there." in words(page)


def test_a_changed_case_is_refused_on_the_page(client, there, incident):
    data = json.loads(client.get(url("export_case_file", incident.pk)).content)
    data["case"]["events"][2]["said"]["kind"] = "attended"
    response = send(there, json.dumps(data).encode())
    assert response.status_code == 422
    assert "case.json, events[2]: The file is not what was exported" in words(response)
    assert not Incident.objects.filter(club__slug="other").exists()


def test_a_case_is_no_tournament_and_the_import_page_says_so(client, incident, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    data = client.get(url("export_case_file", incident.pk)).content
    page = post(client, url("tournament_import"), {"file": SimpleUploadedFile("case.json", data)})
    assert "This is a case, not a tournament. Read it in from the page of the rulings." in words(page)


def test_a_reviewer_reads_nothing_in(incident):
    client = reader()
    assert client.get(url("case_import")).status_code == 403
    assert send(client, b"{}").status_code == 403


def test_nothing_chosen_says_to_choose(there):
    response = post(there, url("case_import"), {})
    assert response.status_code == 422
    assert "Choose a file first." in words(response)


# From the command line


@pytest.mark.usefixtures("in_english")
def test_the_command_writes_the_file_and_says_what_is_left_out(board, tmp_path, capsys):
    Club.objects.update(language="en")
    output = tmp_path / "evening.xml"
    call_command("export_tournament", str(board.tournament_id), format="usebio", output=output)
    assert len(exchange.read(output.read_bytes()).results) == 8
    said = capsys.readouterr()
    assert said.out == f"{output}: {output.stat().st_size} bytes.\n"
    assert said.err.startswith("table A1, board 2: USEBIO has no weights")
    assert said.err.endswith("board 2: The auctions and the play are left out.\n")


@pytest.mark.usefixtures("in_english")
def test_the_command_takes_the_tournaments_name_and_replaces_no_file(board, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    call_command("export_tournament", str(board.tournament_id), without_names=True)
    file = tmp_path / "2026-11-20-tournoi-du-jeudi.json"
    assert "NS 1.1" not in file.read_text()
    with pytest.raises(CommandError, match="File exists. Name another file with --output."):
        call_command("export_tournament", str(board.tournament_id))


@pytest.mark.usefixtures("in_english")
def test_the_command_says_what_it_cannot_do(board, tmp_path):
    with pytest.raises(CommandError, match="There is no such tournament"):
        call_command("export_tournament", "0190a0a0-0000-7000-8000-000000000000")
    board.results.all().delete()
    Club.objects.update(language="en")
    with pytest.raises(CommandError, match="take PBN or JSON"):
        call_command("export_tournament", str(board.tournament_id), format="usebio", output=tmp_path / "x.xml")
    assert not (tmp_path / "x.xml").exists()
