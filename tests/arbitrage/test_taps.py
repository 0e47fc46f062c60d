"""How many taps from "Arbitre !" to the first words that are read aloud: we must not be slower than the chart.

Every tap is a form that is sent to a page, and the next one is what that page shows. What the table knows is not
tapped: the auction stands on the bidding box, or in the file of the tournament.
"""

from dataclasses import dataclass

import pytest
from django.http import HttpResponse
from django.test import Client

from arbitrage.models import Incident, Tournament
from arbitrage.services import table
from tests.arbitrage.at_the_screen import post, url

IN_TIME = 5
AT_THE_END = 12
PLAYED = "S:1NT Pass 3NT Pass Pass Pass"


@dataclass(frozen=True)
class Called:
    """A call: what the director touches, the usual answers, and the auction on the bidding box."""

    words: str
    tile: str
    answers: dict[str, str]
    auction: str = PLAYED
    law: str = ""


CALLS = (
    Called("entame hors tour", "entame-hors-tour", {"wrong_leader": "E", "since_lead": "nothing", "card": "DK"}),
    Called("renonce", "renonce", {"able": "yes", "offender": "W", "trick": "5", "noticed": "played_on"}),
    Called("enchère insuffisante", "enchere-insuffisante", {"meant": "yes"}, "N:1S 1H"),
    Called("déclaration hors tour", "declaration-hors-tour", {}, "N:1S S/2H", law="29"),
    Called(
        "attaque hors tour",
        "carte-trop-tot",
        {"offender": "W", "leader": "E", "card": "DK", "since_defenders_lead": "nothing"},
    ),
    Called("carte vue", "carte-vue", {"owner": "E", "how": "dropped", "card": "C4"}),
    Called("changement de déclaration", "declaration-hors-tour", {"meant": "no"}, "N:1S 2H E/3H", law="25"),
    Called("nombre de cartes", "jeu-etui", {"count": "too_many", "play_over": "no", "called": "no", "saw": "no"}, ""),
    Called(
        "mauvaise main",
        "mauvaise-main",
        {"board_fault": "wrong_pocket", "called_on_it": "no", "saw_other_cards": "no"},
        "",
    ),
    Called(
        "hésitation",
        "hesitation-explication",
        {"event": "tempo", "informant": "W", "agreed": "agreed", "board_over": "no"},
        "",
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


class Tapping:
    """A director who taps his way through the pages, and what he has touched."""

    def __init__(self, client: Client, evening: Tournament, one: Called) -> None:
        self.client, self.one, self.touched = client, one, []
        self.page = self.tap("call", url("call", evening.pk), section=evening.sections.get().pk, table=1)
        self.incident = Incident.objects.latest("pk")
        if one.auction:
            table.say(incident=self.incident, what="auction", about=one.auction, by=self.incident.opened_by)
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
        return "To be read aloud" in self.page.content.decode() or self.decided

    @property
    def decided(self) -> bool:
        return "/decision" in self.page.request["PATH_INFO"]

    def answer(self) -> None:
        """The next tap: what the page asks, or what it asks beneath when nothing special happened."""
        shown = self.page.context
        first = (shown.get("tile") or {}).get("first")
        if "tile" in shown:
            asked = first and first["question"].id
            if first and self.one.law in ("", first["law"]):
                said = {"law": first["law"], "question": asked, "answer": self.one.answers[asked]}
                self.page = self.tap(asked, self.what, **said)
            else:
                self.page = self.tap(self.one.law, self.what, law=self.one.law)
            return
        inquiry, asked, beneath = self.incident.inquiries.get(), shown["question"], shown["beneath"]
        value = self.one.answers[asked.id]
        data = {"answer": value, "version": inquiry.version}
        name = asked.id
        if beneath and value == asked.leads_on:
            name = beneath["question"].id
            data |= {"first": asked.id, "answer": self.one.answers[name]}
        self.page = self.tap(name, url("question", inquiry.pk, name), **data)


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
    assert {words: touched for words, touched in counted.items() if len(touched) > IN_TIME} == {}


@pytest.mark.django_db
@pytest.mark.usefixtures("contexts")
def test_the_common_revoke_is_ruled_in_twelve_taps(client, evening):
    tapping = Tapping(client, evening, THE_REVOKE)
    while not tapping.decided:
        tapping.answer()
    assert "equity" in tapping.touched
    assert len(tapping.touched) <= AT_THE_END, tapping.touched
    assert Incident.objects.get().state == Incident.State.RULED
