"""The number of taps from "Arbitre !" to the first words read aloud may not exceed the steps of the paper chart.

Every tap posts a form that the page before has shown. Facts of the table are not tapped: the auction is on the bidding
box, or in the file of the tournament.
"""

import re
from dataclasses import dataclass

import pytest
from django.http import HttpResponse
from django.test import Client

from arbitrage.models import Adjustment, Incident, Result, Tournament
from arbitrage.services import incidents, tournaments
from arbitrage.services.tournaments.evenings import Plan
from tests.arbitrage.at_the_screen import post, url, words
from tests.arbitrage.tournament.test_evenings import made

IN_TIME = 5
WITH_A_CASE = 6
"""Taps where the tile asks for the case."""
EXPLAINED = 7
CONFIRMED = 12
CLAIMED = 10
NEXT_RESULT = 7
PLAYED = "S:1NT Pass 3NT Pass Pass Pass"


@dataclass(frozen=True)
class Called:
    """A call: the tile and the case that the director touches, the usual answers, and the auction on the bidding box.

    *case* is the place of the case among those of its tile, None for a tile of one law.
    """

    words: str
    tile: str
    answers: dict[str, str]
    auction: str = PLAYED
    case: int | None = None


CALLS = (
    Called("entame hors tour", "entame-hors-tour", {"wrong_leader": "E", "since_lead": "nothing", "card": "DK"}),
    Called("renonce", "renonce", {"able": "yes", "offender": "W", "trick": "5", "noticed": "played_on"}),
    Called("enchère insuffisante", "enchere-insuffisante", {"meant": "yes"}, "N:1S 1H", 0),
    Called("déclaration hors tour", "declaration-hors-tour", {}, "N:1S S/2H", 0),
    Called(
        "attaque hors tour",
        "carte-trop-tot",
        {"offender": "W", "leader": "E", "card": "DK", "since_defenders_lead": "nothing"},
        case=0,
    ),
    Called("carte vue", "carte-vue", {"owner": "E", "how": "dropped", "card": "C4"}, case=0),
    Called("changement de déclaration", "declaration-hors-tour", {"meant": "no"}, "N:1S 2H E/3H", 1),
    Called(
        "nombre de cartes", "jeu-etui", {"count": "too_many", "play_over": "no", "called": "no", "saw": "no"}, "", 0
    ),
    Called(
        "mauvaise main",
        "mauvaise-main",
        {"board_fault": "wrong_pocket", "called_on_it": "no", "saw_other_cards": "no"},
        "",
        0,
    ),
    Called(
        "hésitation",
        "hesitation-explication",
        {"informant": "W", "agreed": "agreed", "board_over": "no"},
        "",
        0,
    ),
)
"""The ten commonest calls of a club evening, in the players' words."""

WITHOUT_THE_BOX = (
    Called(
        "enchère insuffisante, sans les annonces",
        "enchere-insuffisante",
        {"offender": "E", "bid": "1H", "in_rotation": "yes", "meant": "yes", "since": "nothing"},
        "",
        0,
    ),
    *(
        Called(
            f"déclaration hors tour, sans les annonces, au tour de {whose}",
            "declaration-hors-tour",
            {"offender": "S", "call": "1H", "turn": turn, f"since_{turn}": "nothing"},
            "",
            0,
        )
        for whose, turn in (("l’adversaire de droite", "rho"), ("son partenaire", "partner"))
    ),
)
"""The commonest calls of the auction where nobody has touched it on the bidding box."""

WRONG = {
    "kind": "explanation",
    "explainer": "E",
    "shown": "explanation_wrong",
    "misled": "S",
    "partner_called": "no",
} | {"misled_called": "yes"}
WRONG_EXPLANATIONS = (
    Called(
        "explication fausse, avant l’entame", "hesitation-explication", WRONG | {"stage": "auction"}, PLAYED, case=1
    ),
    Called("explication fausse, sans les annonces", "hesitation-explication", WRONG | {"stage": "auction"}, "", case=1),
    Called("explication fausse, pendant le jeu", "hesitation-explication", WRONG | {"stage": "play"}, PLAYED, case=1),
    Called(
        "explication fausse, donne finie",
        "hesitation-explication",
        WRONG | {"stage": "over", "side_gained": "no"},
        PLAYED,
        case=1,
    ),
)

THE_REVOKE = Called(
    "renonce",
    "renonce",
    {
        "able": "yes",
        "offender": "W",
        "trick": "5",
        "noticed": "all_played",
        "after_play": "not_yet",
        "exclusion": "none",
        "winner": "S",
        "tricks_after": "2",
        "equity": "no",
    },
)

THE_CLAIM = Called("revendication contestée", "reclamation", {}, case=0)
"""A contested claim: the cards left are touched on the pad; nothing is typed, and no doubtful point is ticked."""

ON_THE_PAGE = {
    "claimer": {"answer": "S"},
    "cards_left": {"left": ["N:CA", "N:C9", "E:SK", "E:CJ", "S:SA", "S:DQ", "W:S8", "W:C8"], "go": "all"},
    "tricks_left": {"answer": "2"},
    "tricks_before": {"answer": "9"},
    "to_play": {"answer": "S"},
    "statement": {"together": "heard"},
    "new_line": {"together": "doubts", "these": "none"},
    "normal_lines": {"together": "lines", "normal_lines": "", "touched": "tricks_to_others", "answer": "1"},
}
"""Fields to send with each page of a contested claim, by its question."""


def printed(capsys: pytest.CaptureFixture[str], counted: dict[str, list[str]], heading: str = "") -> None:
    with capsys.disabled():
        print(f"\n\n{heading:<38}Touches  Ce qui est touché")
        for named, touched in counted.items():
            print(f"{named:<38}{len(touched):>5}   {', '.join(touched)}")


class Tapping:
    """A director who taps his way through the pages, with his taps.

    *board* is the number that he touches beside the tile, None for a call without a board.
    """

    def __init__(self, client: Client, evening: Tournament, called: Called, board: int | None = None) -> None:
        self.client, self.one, self.touched = client, called, []
        self.page = self.tap("call", url("call", evening.pk), section=evening.sections.get().pk, table=1)
        self.incident = Incident.objects.latest("pk")
        if called.auction:
            incidents.say(incident=self.incident, what="auction", about=called.auction, by=self.incident.opened_by)
        self.what = url("what", self.incident.pk)
        offered = {tile["id"]: tile["law"] for tile in self.page.context["tiles"]}
        law = offered[called.tile]
        where = {}
        if board is not None:
            self.touched.append("la donne")
            where["board"] = next(key["value"] for key in self.page.context["boards"] if key["label"] == board)
        self.page = self.tap(called.tile, self.what, **({"law": law} if law else {"tile": called.tile}), **where)

    def tap(self, what: str, address: str, **data: object) -> HttpResponse:
        self.touched.append(what)
        return post(self.client, address, data)

    @property
    def read_aloud(self) -> bool:
        """Does the page have words to read aloud to the players, as every decision has?"""
        return "to be read aloud" in self.page.content.decode().lower() or self.decided

    @property
    def decided(self) -> bool:
        return "/decision" in self.page.request["PATH_INFO"]

    def answer(self) -> None:
        """Tap the case, or the next answer; or reject the fact that the page presumes, if it is wrong here."""
        shown = self.page.context
        if "tile" in shown:
            case = shown["tile"]["cases"][self.one.case]
            self.page = self.tap("le cas", self.what, case=case["value"])
            return
        inquiry, asked, taken = self.incident.inquiries.get(), shown["question"], shown["taken"]
        data = {"version": inquiry.version}
        if taken and self.one.answers[taken["question"].id] != taken["question"].leads_on:
            self.touched.append("ce n’est pas cela")
            self.page = self.client.get(taken["refused"], follow=True)
            return
        if taken:
            data["first"] = taken["question"].id
        if shown["together"]:
            data |= {"together": shown["together"]["name"], "touched": asked.id}
        data["answer"] = self.one.answers[asked.id]
        self.page = self.tap(asked.id, shown["here"], **data)

    def ruled(self) -> None:
        while not self.decided:
            self.answer()

    def confirm(self) -> None:
        """Go from the decision to the score, and touch its button."""
        self.touched.append("la marque")
        page = self.client.get(url("score", self.incident.pk))
        self.page = self.tap("valider", url("score", self.incident.pk), seen=page.context["proposal"].digest)


@pytest.mark.django_db
@pytest.mark.usefixtures("contexts")
def test_the_ten_commonest_calls_are_read_aloud_in_few_taps(client, evening, capsys):
    counted = {}
    for call in (*CALLS, *WITHOUT_THE_BOX):
        tapping = Tapping(client, evening, call)
        while not tapping.read_aloud:
            tapping.answer()
        counted[call.words] = tapping.touched
    printed(capsys, counted, "Appel, jusqu’aux premiers mots lus")
    most = {call.words: IN_TIME if call.case is None else WITH_A_CASE for call in (*CALLS, *WITHOUT_THE_BOX)}
    assert {words: touched for words, touched in counted.items() if len(touched) > most[words]} == {}


@pytest.mark.django_db
@pytest.mark.usefixtures("contexts")
def test_after_a_wrong_explanation_the_first_words_are_read_after_seven_taps(client, evening, capsys):
    counted = {}
    for explanation in WRONG_EXPLANATIONS:
        tapping = Tapping(client, evening, explanation)
        while not tapping.read_aloud:
            tapping.answer()
        counted[explanation.words] = tapping.touched
    printed(capsys, counted)
    assert {named: touched for named, touched in counted.items() if len(touched) > EXPLAINED} == {}


@pytest.mark.django_db
@pytest.mark.usefixtures("contexts")
def test_the_score_of_the_common_revoke_is_confirmed_at_the_twelfth_tap(client, evening, capsys):
    tapping = Tapping(client, evening, THE_REVOKE, board=1)
    tapping.ruled()
    assert "equity" in tapping.touched
    assert Incident.objects.get().state == Incident.State.RULED
    tapping.confirm()
    printed(capsys, {"renonce, jusqu’à la marque validée": tapping.touched})
    assert Adjustment.objects.confirmed().count() == 1
    assert len(tapping.touched) <= CONFIRMED, tapping.touched


@pytest.mark.django_db
@pytest.mark.usefixtures("contexts")
def test_a_wrong_score_is_corrected_at_the_fifth_tap(client, evening, capsys):
    """The taps go from the tile to the line, whose keys are prefilled; one of them is wrong."""
    tapping = Tapping(client, evening, Called("résultat faux", "resultat-faux", {}, ""))
    line = Result.objects.filter(table=1, round=1).order_by("board__number").first()
    address = url("wrong_line", tapping.incident.pk, line.pk)
    assert f'href="{address}"' in tapping.page.content.decode()
    tapping.touched.append("la ligne")
    page = client.get(address).content.decode()
    there = dict(re.findall(r'type="radio" name="(\w+)" value="([^"]*)" checked', page))
    right = there | {"margin": "1"}
    tapping.touched += [value for name, value in right.items() if there.get(name) != value]
    seen = re.search(r'name="seen" value="([^"]*)"', page)[1]
    shown_words = words(tapping.tap("corriger", address, **right, kind="played", seen=seen))
    printed(capsys, {"résultat faux, jusqu’à la ligne corrigée": tapping.touched})
    assert "The line is corrected." in shown_words
    assert Result.objects.get(pk=line.pk).tricks == line.tricks + 1
    assert len(tapping.touched) <= IN_TIME, tapping.touched


RESULT = {"level": "3", "denomination": "NT", "declarer": "S", "lead_suit": "H", "lead_rank": "4", "margin": "2"}
"""Keys of a result with its lead, in the order of the keypad."""


@pytest.mark.django_db
def test_the_next_result_is_written_at_the_seventh_tap(club, director, client, capsys):
    """Each key is on the page that the previous tap opened; nothing else is touched between two results."""
    running = made(club, director, Plan(tables=3, movement="mitchell", rounds=3, each=2))
    running = tournaments.begin_round(tournament=running, by=director, number=1)
    first, second = Result.objects.filter(board__tournament=running, table=2, round=1).order_by("board__number")
    page = client.get(url("type_result", first.pk))
    touched: list[str] = []
    for line in (first, second):
        known: dict[str, str] = {}
        touched = []
        for name, value in RESULT.items():
            assert f'name="{name}" value="{value}"' in page.content.decode()
            touched.append(value)
            known[name] = value
            page = client.get(url("type_result", line.pk), known)
        assert 'name="kind" value="played"' in page.content.decode()
        touched.append("valider")
        page = post(client, url("type_result", line.pk), known | {"kind": "played"})
    printed(capsys, {"le résultat suivant, avec l’entame": touched})
    assert len(touched) <= NEXT_RESULT, touched
    assert {(line.contract, line.lead, line.tricks) for line in (Result.objects.filter(round=1, table=2))} == {
        ("3NT", "H4", 11)
    }
    assert "is written: 3NT+2" in words(page)


@pytest.mark.django_db
@pytest.mark.usefixtures("contexts")
def test_a_contested_claim_is_ruled_in_ten_taps_and_nothing_typed(client, evening, capsys):
    """The taps for cards and players on the pad are counted separately."""
    tapping = Tapping(client, evening, THE_CLAIM)
    tapping.answer()  # the case
    while not tapping.decided:
        here = tapping.page.context["here"]
        asked = here.rstrip("/").rpartition("/")[2]
        version = tapping.incident.inquiries.get().version
        tapping.page = tapping.tap(asked, here, version=version, **ON_THE_PAGE[asked])
    cards = len(ON_THE_PAGE["cards_left"]["left"])
    printed(
        capsys, {THE_CLAIM.words: tapping.touched, "  et sur le clavier": ["une carte"] * cards + ["un joueur"] * 4}
    )
    assert len(tapping.touched) <= CLAIMED, tapping.touched
    assert "Of the 2 tricks left, East-West win 1 and North-South 1." in tapping.page.content.decode()
