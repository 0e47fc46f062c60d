"""A device without a network rules at a table with cards on it. The stored state of the table answers some questions,
and the page names the origin of these answers; where that state may have changed, the device asks. After the outbox is
sent, all pages and the record agree."""

import pytest
from playwright.sync_api import expect

from arbitrage.models import Event, Incident, Inquiry, Stream
from arbitrage.services import incidents
from arbitrage.services.proof.replay import replay_incident
from arbitrage.services.record import history
from tests.arbitrage.devices import test_browser_offline as alone
from tests.arbitrage.devices.test_browser_offline import back, cut, in_the_end, installed, pending, touch
from tests.arbitrage.services.test_linked import LEFT_FREE, begin

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]

patient_worker, windows, taken_along = alone.patient_worker, alone.windows, alone.taken_along

KNOWN = """async () => (await (await import("/static/js/offline/store.js")).all("meta"))
  .filter((one) => one.calls && one.now).map((one) => [one.asOf, Object.keys(one.lines).join(" ")])"""
OLDER = """async () => {
  const { all } = await import("/static/js/offline/store.js");
  const [table] = (await all("meta")).filter((one) => one.calls);
  return (await all("rooms")).some((one) => one.asOf > table.asOf);
}"""
"""Script that tells whether the device's copy of the room is newer than its state of the table."""
HAS = """async (inquiry) => {
  const { all } = await import("/static/js/offline/store.js");
  return (await all("incidents")).some((one) => one.inquiries.some(({ id }) => id === inquiry));
}"""
"""Script that tells whether the device has stored an inquiry."""
TWO_TOUCHES = """() => {
  for (const one of ["[data-say='picked_up']", "[data-ask] [data-answer='no']"]) document.querySelector(one).click();
}"""
"""Script that touches an answer while the device is still storing what was said of the table."""
TOLD = ".trail li:has(.told)"


class Evening:
    """A device at an evening: East's king of diamonds was led out of turn at table 1, and lies there."""

    def __init__(self, device, incident: Incident, director) -> None:
        self.device, self.page, self.incident = device, device.page, incident
        self.first = begin(incident, "54", director, **LEFT_FREE)
        device.open("decision", self.first.pk)
        self.room()

    def room(self) -> None:
        installed(self.device, self.incident.tournament)
        seen = int(self.page.locator("#step").get_attribute("data-seen") or 0)
        in_the_end(self.page, lambda: any(one[0] >= seen for one in self.page.evaluate(KNOWN)))
        assert [one[1] for one in self.page.evaluate(KNOWN)] == ["E:DK"]

    def inquiry(self, inquiry: Inquiry) -> None:
        """Open an inquiry, so that the device stores it, and go back to the room."""
        self.device.open("inquiry", inquiry.pk)
        in_the_end(self.page, lambda: self.page.evaluate(HAS, str(inquiry.pk)))
        self.room()

    def cut(self) -> None:
        cut(self.device)
        self.page.reload()
        expect(self.page.locator("#seen .room")).to_be_visible()

    def to_the_incident(self) -> None:
        link = self.page.locator(f"[data-incident='{self.incident.pk}']").locator("visible=true").first
        tile = self.page.locator("#seen .two > summary").first  # the rulings of this round are listed beneath
        expect(link.or_(tile).first).to_be_visible()
        if not link.count():
            tile.click()
        link.click()
        expect(self.page.locator("#seen")).to_have_count(0)
        expect(self.page.locator(".head h1")).to_be_visible()

    def another(self, law: str) -> None:
        """Report another irregularity in the same call."""
        touch(self.page, "[data-go='what']")
        self.page.locator("input[name=q]").fill(law)
        self.page.locator(f"#found [data-law='{law}']").click()

    def asked(self, question: str) -> None:
        expect(self.page.locator("[data-ask]")).to_have_attribute("data-question", question)

    def answer(self, **given: str) -> None:
        for question, value in given.items():
            fact = self.page.locator(f".known [data-change='{question}']")
            expect(self.page.locator(f"[data-ask][data-question='{question}']").or_(fact).first).to_be_attached()
            if fact.count():
                fact.click()
            self.asked(question)
            self.page.locator(f"[data-ask] [data-answer='{value}']").first.click()
            expect(self.page.locator(f"[data-ask][data-question='{question}']")).to_have_count(0)

    def ruled(self) -> str:
        expect(self.page.locator("[data-ask]")).to_have_count(0)
        expect(self.page.locator(".head h1")).to_be_visible()
        return self.page.locator(".head h1").inner_text()

    def sent(self, *rulings: str) -> None:
        """Check that everything was sent: the record is sound, and each inquiry has on the server, and on its page, the
        ruling that the device showed."""
        back(self.device)
        expect(self.page.locator("#net")).to_have_attribute("data-refused", "0")
        for incident in Incident.objects.all():
            assert history.differences(incident) == []
            assert list(replay_incident(incident)) == []
            assert history.verify(Stream.objects.get(pk=incident.pk)) == []
        read_out = [event.data["same"] for event in Event.objects.filter(kind="ruled_offline")]
        assert len(read_out) >= len(rulings)
        assert all(read_out)
        begun = Inquiry.objects.exclude(pk=self.first.pk).order_by("pk")
        for inquiry, said in zip([one for one in begun if one.closed], rulings, strict=True):
            self.device.open("decision", inquiry.pk)
            expect(self.page.locator(".head h1")).to_have_text(said)
            expect(self.page.locator("#step > .error")).to_have_count(0)
        self.device.open("room", self.incident.tournament_id)

    @property
    def there(self) -> dict[str, str]:
        now = incidents.table_of(Incident.objects.get(pk=self.incident.pk))
        return {card.key: card.kind for card in now.cards}


@pytest.fixture
def evening(taken_along, incident, director) -> Evening:
    return Evening(taken_along, incident, director)


DROPPED = {"what": "play", "owner": "E", "how": "dropped", "card": "C4"}
UNREAD = {"what": "play", "owner": "E", "declarer": "S", "how": "dropped", "card": "C4"}
"""The same answers on a device without the state of the table, which also asks who declares."""


def test_the_tray_asks_who_leads_and_the_choice_is_read_aloud_without_a_network(evening):
    evening.cut()
    evening.page.locator("#seen .tray button", has_text="Ouest va attaquer").click()
    evening.asked("lead_choice")
    known = evening.page.locator(TOLD).filter(has_text="connu : ♦R d’Est (")
    expect(known.first).to_contain_text("Loi 5")
    evening.answer(lead_choice="forbid")
    said = evening.ruled()
    evening.sent(said)
    inquiry = Inquiry.objects.get(law="50-table")
    assert inquiry.opened_by_duty.about == "E:DK"
    assert inquiry.answers_dict() == {"now": "lead", "on_lead": "W", "lead_choice": "forbid"}
    assert evening.there == {}
    expect(evening.page.locator(".tray")).not_to_contain_text("♦R")


def test_the_owner_himself_is_on_lead(evening):
    evening.cut()
    evening.page.locator("#seen .tray button", has_text="Ouest va attaquer").click()
    evening.page.locator(".trail [data-change='on_lead']").click()
    evening.answer(on_lead="E")
    said = evening.ruled()
    assert "Est" in said
    evening.sent(said)


def test_a_card_played_waits_and_may_be_taken_back_until_it_is_sent(evening):
    evening.cut()
    played = evening.page.locator("#seen .tray form[action$='/table/'] button.quiet", has_text="jouée")
    expect(played).to_be_visible()
    played.click()
    expect(evening.page.locator("section:has(#said)")).to_contain_text("♦R d’Est")
    expect(played).to_be_disabled()
    pending(evening.device, 1)
    evening.page.locator("[data-unsay]").click()
    expect(evening.page.locator("section:has(#said)")).to_have_count(0)
    pending(evening.device, 0)
    played.click()
    pending(evening.device, 1)
    evening.sent()
    assert Event.objects.filter(kind="table_said").count() == 1
    assert evening.there == {}
    expect(evening.page.locator(".tray")).not_to_contain_text("♦R")


def test_another_irregularity_knows_the_card_and_says_from_where(evening):
    evening.cut()
    evening.to_the_incident()
    evening.another("49")
    evening.answer(**DROPPED)
    said = evening.ruled()
    expect(evening.page.locator(TOLD).filter(has_text="♦R d’Est (").first).to_be_visible()
    evening.sent(said)
    assert "already" not in Inquiry.objects.get(law="49").answers_dict()
    assert evening.there == {"E:DK": "major", "E:C4": "major"}


def test_a_denial_here_only_counts_for_this_inquiry(evening):
    evening.cut()
    evening.to_the_incident()
    evening.another("49")
    evening.answer(**DROPPED)
    evening.page.locator(f"{TOLD} [data-change='already']").click()
    expect(evening.page.locator(".note h2")).to_contain_text("La table est-elle fausse")
    evening.answer(already="no")
    said = evening.ruled()
    evening.sent(said)
    assert Inquiry.objects.get(law="49").answers_dict() == {**DROPPED, "already": "no"}
    assert "E:DK" in evening.there, "the table is as it was"


def test_a_denial_of_the_table_is_said_once_and_what_it_answered_is_asked(evening):
    evening.cut()
    evening.to_the_incident()
    evening.another("54")
    evening.answer(wrong_leader="E", card="C5")
    evening.page.locator(f"{TOLD} [data-change='besides']").click()
    evening.page.locator(".note details summary").click()
    evening.page.evaluate(TWO_TOUCHES)
    expect(evening.page.locator("[data-ask][data-question='besides']")).to_have_count(0)
    evening.answer(option="free")
    said = evening.ruled()
    evening.sent(said)
    assert Event.objects.filter(kind="table_said").count() == 1
    assert evening.there == {"E:C5": "major"}
    expect(evening.page.locator(".tray")).not_to_contain_text("♦R")


def test_what_was_ruled_here_since_is_asked(evening):
    evening.cut()
    evening.to_the_incident()
    evening.another("49")
    evening.answer(**DROPPED)
    first = evening.ruled()
    evening.another("49")
    evening.answer(**UNREAD | {"owner": "W", "card": "H2"})
    evening.answer(already="no")
    evening.sent(first, evening.ruled())
    assert evening.there == {"E:DK": "major", "E:C4": "major", "W:H2": "minor"}


def test_an_inquiry_that_was_begun_with_the_network_goes_on_and_asks_what_was_ruled_here_since(evening, director):
    asked = incidents.open_inquiry(incident=incidents.fresh(evening.incident), law="49", by=director)
    evening.inquiry(asked)
    evening.cut()
    decision = evening.device.address + f"/fr/inquiries/{evening.first.pk}/decision/"
    evening.page.goto(decision)
    evening.another("49")
    evening.answer(**DROPPED | {"owner": "W", "card": "H2"})
    first = evening.ruled()
    evening.page.goto(decision)
    evening.another("49")
    evening.answer(**UNREAD)
    evening.answer(already="no")
    evening.sent(first, evening.ruled())
    assert Inquiry.objects.filter(law="49").earliest("pk") == asked
    assert evening.there == {"E:DK": "major", "E:C4": "major", "W:H2": "minor"}


def test_an_inquiry_that_was_being_answered_asks_what_was_ruled_here_since(evening, director):
    asked = incidents.open_inquiry(incident=incidents.fresh(evening.incident), law="49", by=director)
    evening.inquiry(asked)
    evening.cut()
    evening.page.goto(evening.device.address + f"/fr/inquiries/{asked.pk}/")
    evening.answer(what="play")
    evening.page.goto(evening.device.address + f"/fr/inquiries/{evening.first.pk}/decision/")
    evening.another("49")
    evening.answer(**DROPPED | {"owner": "W", "card": "H2"})
    first = evening.ruled()
    evening.page.goto(evening.device.address + f"/fr/inquiries/{asked.pk}/")
    evening.answer(owner="E", how="dropped", card="C4")
    evening.answer(already="no")
    evening.sent(evening.ruled(), first)
    assert evening.there == {"E:DK": "major", "E:C4": "major", "W:H2": "minor"}


def test_what_another_device_did_and_this_one_has_not_read_is_asked(evening, colleague):
    evening.page.context.route("**/tables/*", lambda route: route.abort())
    incidents.say(incident=incidents.fresh(evening.incident), what="picked_up", about="E:DK", by=colleague)
    evening.device.open("room", evening.incident.tournament_id)
    in_the_end(evening.page, lambda: evening.page.evaluate(OLDER))
    evening.cut()
    evening.to_the_incident()
    evening.another("49")
    evening.answer(**UNREAD)
    evening.answer(already="no")
    said = evening.ruled()
    evening.page.context.unroute("**/tables/*")
    evening.sent(said)
    assert evening.there == {"E:C4": "minor"}


def test_a_ruling_sends_on_and_the_second_law_asks(evening):
    evening.cut()
    evening.to_the_incident()
    evening.another("54")
    evening.answer(wrong_leader="E", since_lead="told", card="C5")
    first = evening.ruled()
    evening.page.locator("[data-send]").first.click()
    evening.asked("at_lead")
    evening.answer(at_lead="none", still_required="no")
    evening.sent(first, evening.ruled())


def test_a_table_whose_call_this_device_never_opened_is_known_all_the_same(evening):
    evening.page.evaluate(
        """async () => (await import("/static/js/offline/store.js")).write(({ incidents }) => {
          incidents.clear();
        })"""
    )
    evening.cut()
    evening.page.goto(f"{evening.device.address}/fr/incidents/{evening.incident.pk}/")
    evening.page.locator("input[name=q]").fill("49")
    evening.page.locator("#found [data-law='49']").click()
    evening.answer(**DROPPED)
    said = evening.ruled()
    expect(evening.page.locator(TOLD).filter(has_text="♦R d’Est (").first).to_be_visible()
    evening.sent(said)
    assert Incident.objects.count() == 1
