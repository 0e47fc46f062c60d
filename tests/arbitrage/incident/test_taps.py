"""Count of taps from "Arbitre !" to the first words read aloud: no more than the paper chart needs steps.

Every tap is a form that is sent to a page, and the next one is what that page shows. What the table knows is not
tapped: the auction stands on the bidding box, or in the file of the tournament.
"""

from dataclasses import dataclass

import pytest
from django.http import HttpResponse
from django.test import Client

from arbitrage.models import Incident, Tournament
from arbitrage.services import incidents
from tests.arbitrage.at_the_screen import post, url

IN_TIME = 5
WITH_A_CASE = 6
"""Where the tile asks which case it is."""
AT_THE_END = 12
PLAYED = "S:1NT Pass 3NT Pass Pass Pass"


@dataclass(frozen=True)
class Called:
    """A call: what the director touches, the usual answers, and the auction on the bidding box.

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
"""The ten commonest calls of the lists of FIELD 2.2, in the players' words."""

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
        "line": "",
        "equity": "no",
    },
)

THE_CLAIM = Called("revendication contestée", "reclamation", {}, case=0)
"""The hands are touched on the pad, or a card is unknown; nothing is typed, nothing is doubtful."""

ON_THE_PAGE = {
    "claimer": {"answer": "S"},
    "cards_left": {"left": ["N:CA", "N:C9", "E:SK", "E:CJ", "S:SA", "S:DQ", "W:S8", "W:C8"], "go": "all"},
    "tricks_left": {"answer": "2"},
    "tricks_before": {"answer": "9"},
    "to_play": {"answer": "S"},
    "statement": {"together": "heard"},
    "new_line": {"together": "doubts", "these": "none"},
    "normal_lines": {"together": "lines", "normal_lines": "", "tricks_to_others": "1"},
}
"""What each page of a contested claim is sent with."""


class Tapping:
    """A director who taps his way through the pages, and what he has touched."""

    def __init__(self, client: Client, evening: Tournament, one: Called) -> None:
        self.client, self.one, self.touched = client, one, []
        self.page = self.tap("call", url("call", evening.pk), section=evening.sections.get().pk, table=1)
        self.incident = Incident.objects.latest("pk")
        if one.auction:
            incidents.say(incident=self.incident, what="auction", about=one.auction, by=self.incident.opened_by)
        self.what = url("what", self.incident.pk)
        offered = {tile["id"]: tile["law"] for tile in self.page.context["tiles"]}
        law = offered[one.tile]
        self.page = self.tap(one.tile, self.what, **({"law": law} if law else {"tile": one.tile}))

    def tap(self, what: str, address: str, **data: object) -> HttpResponse:
        self.touched.append(what)
        return post(self.client, address, data)

    @property
    def read_aloud(self) -> bool:
        """Does the page say something to the players?"""
        return "to be read aloud" in self.page.content.decode().lower() or self.decided

    @property
    def decided(self) -> bool:
        return "/decision" in self.page.request["PATH_INFO"]

    def answer(self) -> None:
        """The next tap: what the page asks; the fact that it has taken is refused first where it is not so."""
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
        data["answer"] = self.one.answers[asked.id]
        self.page = self.tap(asked.id, url("question", inquiry.pk, asked.id), **data)


@pytest.mark.django_db
@pytest.mark.usefixtures("contexts")
def test_the_ten_commonest_calls_are_read_aloud_in_few_taps(client, evening, capsys):
    counted = {}
    for one in CALLS:
        tapping = Tapping(client, evening, one)
        while not tapping.read_aloud:
            tapping.answer()
        counted[one.words] = tapping.touched
    with capsys.disabled():
        print("\n\nAppel                       Touches  Ce qui est touché")
        for words, touched in counted.items():
            print(f"{words:<28}{len(touched):>5}   {', '.join(touched)}")
    most = {one.words: IN_TIME if one.case is None else WITH_A_CASE for one in CALLS}
    assert {words: touched for words, touched in counted.items() if len(touched) > most[words]} == {}


@pytest.mark.django_db
@pytest.mark.usefixtures("contexts")
def test_the_common_revoke_is_ruled_in_twelve_taps(client, evening):
    tapping = Tapping(client, evening, THE_REVOKE)
    while not tapping.decided:
        tapping.answer()
    assert "equity" in tapping.touched
    assert len(tapping.touched) <= AT_THE_END, tapping.touched
    assert Incident.objects.get().state == Incident.State.RULED


CLAIMED = 10


@pytest.mark.django_db
@pytest.mark.usefixtures("contexts")
def test_a_contested_claim_is_ruled_in_ten_taps_and_nothing_typed(client, evening, capsys):
    """The cards on the pad, a touch each and one a player, are counted apart."""
    tapping = Tapping(client, evening, THE_CLAIM)
    tapping.answer()  # the case
    while not tapping.decided:
        asked = tapping.page.context["question"].id
        version = tapping.incident.inquiries.get().version
        tapping.page = tapping.tap(
            asked, url("question", tapping.incident.inquiries.get().pk, asked), version=version, **ON_THE_PAGE[asked]
        )
    cards = len(ON_THE_PAGE["cards_left"]["left"])
    with capsys.disabled():
        print(f"\n{THE_CLAIM.words:<28}{len(tapping.touched):>5}   {', '.join(tapping.touched)}")
        print(f"{'  et sur le clavier':<28}{cards + 4:>5}   {cards} cartes, 4 joueurs")
    assert len(tapping.touched) <= CLAIMED, tapping.touched
    assert "Of the 2 tricks left, East-West win 1 and North-South 1." in tapping.page.content.decode()
