"""Polls of players of the same level, on their own telephones; the answers are anonymous.

A poll is stored in events of the incident: `poll_opened` with the page and its digest, `poll_answered`, `poll_closed`.
These change no row and answer no question; the director himself enters the outcome as an answer (16B1).
"""

import datetime
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Event, Incident, Inquiry, Note
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.incidents.locking import OVER, locked, writable
from arbitrage.services.incidents.notes import note_of, words_typed
from arbitrage.services.people import link_tokens
from arbitrage.services.record.history import canonical, digest, record
from arbitrage.services.record.keys import key_text
from rulings.auction import CALLS, Auction
from rulings.bridge import Seat

if TYPE_CHECKING:
    from django.contrib.auth.models import User

OPENED, ANSWERED, CLOSED = "poll_opened", "poll_answered", "poll_closed"
OPEN_FOR = datetime.timedelta(hours=12)
MOST = 40
"""Most answers of a poll."""
MOST_CONSIDERED = 3
PURPOSE = "poll"


@dataclass(frozen=True)
class Page:
    """Page for a polled player: a hand, the calls before his, the vulnerability, the scoring, the director's words.

    It does not reveal the board, the table, the players, the event or the call that was chosen. A poll without a hand
    has no page; its players were asked aloud, on a device without a network.
    """

    hand: str
    seat: str
    dealer: str
    vulnerability: str
    scoring: str
    calls: tuple[str, ...]
    words: str = ""

    @property
    def auction(self) -> Auction:
        return Auction.recorded(Seat(self.dealer), self.calls)

    @property
    def legal(self) -> tuple[str, ...]:
        """Legal calls of the player; all calls if the poll has no hand."""
        if not self.hand:
            return CALLS
        auction, seat = self.auction, Seat(self.seat)
        return tuple(
            call
            for call in CALLS
            if auction.admissible(seat, call) and (not call[0].isdigit() or auction.sufficient(call))
        )

    @property
    def digest(self) -> str:
        return digest(canonical(asdict(self)))


@dataclass(frozen=True)
class Answer:
    """Answer of one player: his call, other calls that he considered, whether he would have called differently earlier
    in the auction; or only that he has played the board or heard of it. *oral*: he told it to the director."""

    chosen: str = ""
    considered: tuple[str, ...] = ()
    earlier: bool = False
    heard: bool = False
    oral: bool = False


@dataclass
class Poll:
    """A poll, read from its events."""

    opened: Event
    page: Page
    answers: list[Answer] = field(default_factory=list)
    browsers: set[str] = field(default_factory=set)
    closed: Event | None = None

    @property
    def until(self) -> datetime.datetime:
        return self.opened.at + OPEN_FOR

    @property
    def is_open(self) -> bool:
        return self.closed is None and clock.now() < self.until

    @property
    def token(self) -> str:
        return link_tokens.token(PURPOSE, self.opened.pk)

    @cached_property
    def peers(self) -> list[Answer]:
        """Answers that count: from players who did not know the board and would not have called differently earlier."""
        return [peer for peer in self.answers if not peer.heard and not peer.earlier]

    @property
    def chosen(self) -> list[tuple[str, int]]:
        return Counter(peer.chosen for peer in self.peers).most_common()

    @property
    def considered(self) -> list[tuple[str, int]]:
        return Counter(call for peer in self.peers for call in peer.considered).most_common()


# Reading a poll


def poll_of(inquiry: Inquiry) -> Poll | None:
    """Return the last poll of an inquiry; None without one."""
    events = Event.objects.filter(stream=inquiry.incident_id, kind__in=(OPENED, ANSWERED, CLOSED)).order_by("seq")
    polls = _polls([event for event in events.select_related("by") if event.data["inquiry"] == str(inquiry.pk)])
    return polls[-1] if polls else None


def by_link(key: uuid.UUID, token: str) -> tuple[Incident, Poll] | None:
    """Find the poll of a link, open or not; None for any other link."""
    if not link_tokens.is_right(PURPOSE, key, token):
        return None
    opened = Event.objects.filter(pk=key, kind=OPENED, club__disabled_at=None).first()
    if opened is None or opened.incident_id is None or not opened.data["page"]["hand"]:
        return None
    incident = Incident.objects.get(pk=opened.incident_id)
    return incident, _poll(incident, key)


def takes_answers(incident: Incident, poll: Poll) -> bool:
    """Is the poll open, and does its incident accept writes?"""
    return poll.is_open and incident.state not in OVER


def has_answered(poll: Poll, browser: str) -> bool:
    """Has this browser answered already?"""
    return _key(poll, browser) in poll.browsers


def _key(poll: Poll, browser: str) -> str:
    """Digest a browser's id together with the poll, so that the record does not show which answers to several polls
    came from one browser."""
    return digest(f"{poll.opened.pk}:{browser}") if browser else ""


def _poll(incident: Incident, key: uuid.UUID) -> Poll:
    events = Event.objects.filter(stream=incident.pk, kind__in=(OPENED, ANSWERED, CLOSED)).order_by("seq")
    return next(poll for poll in _polls(list(events)) if poll.opened.pk == key)


def _polls(events: Sequence[Event]) -> list[Poll]:
    words = _words(events)
    polls: dict[str, Poll] = {}
    for event in events:
        data = event.data
        if event.kind == OPENED:
            page = {**data["page"], "calls": tuple(data["page"]["calls"]), "words": words.get(data["note"] or "", "")}
            polls[str(event.pk)] = Poll(event, Page(**page))
        elif event.kind == ANSWERED:
            fields = {**data["said"], "considered": tuple(data["said"]["considered"])}
            polls[data["poll"]].answers.append(Answer(**fields))
            polls[data["poll"]].browsers.add(data["browser"])
        else:
            polls[data["poll"]].closed = event
    return list(polls.values())


def _words(events: Sequence[Event]) -> dict[str, str]:
    """Return the director's words on the pages, by identifier of the note."""
    keys = [event.data["note"] for event in events if event.data.get("note")]
    return {str(key): text for key, text in Note.objects.filter(pk__in=keys).values_list("pk", "text")} if keys else {}


# Writing


@transaction.atomic
def open_poll(*, inquiry: Inquiry, page: Page, by: "User") -> Event:
    """Open a poll, and store the page as it is sent.

    :raises Refused: another poll is open, the calls do not lead to that player, or the incident is over.
    """
    incident = writable(locked(inquiry.incident))
    before = poll_of(inquiry)
    if before is not None and before.is_open:
        raise Refused(_("A poll is open already: close it first."), "open")
    if page.hand:
        check(page)
    words = words_typed(page.words)
    sent = {name: value for name, value in asdict(page).items() if name != "words"}
    note = key_text(note_of(incident, words))
    return record(incident, by, OPENED, inquiry=str(inquiry.pk), page=sent, note=note, sent=page.digest)


def check(page: Page) -> None:
    """Check that, after the calls of a page, it is the player's turn.

    :raises Refused: after these calls another player is to call.
    """
    auction = page.auction
    if len(auction.calls) != len(page.calls) or auction.over or auction.turn is not Seat(page.seat):
        raise Refused(_("After these calls it is not this player’s turn: correct the auction or the player."), "turn")


@transaction.atomic
def answer(
    *,
    incident: Incident,
    poll: Poll,
    said: Answer,
    browser: str = "",
    by: "User | None" = None,
    id: uuid.UUID | None = None,
) -> bool:
    """Store a player's answer, once for each *browser*; return whether it was stored now.

    :raises Refused: the poll is over or full, or the call is not one that the player may make.
    """
    incident = locked(incident)
    now = _poll(incident, poll.opened.pk)
    key = _key(now, browser)
    if key and key in now.browsers:
        return False
    if not takes_answers(incident, now):
        raise Refused(_("This question is closed."), "closed")
    if len(now.answers) >= MOST:
        raise Refused(_("This question has had enough answers."), "full")
    legal = now.page.legal
    if not said.heard and said.chosen not in legal:
        raise Refused(_("Choose the call that you would make."), "call")
    others = tuple(call for call in dict.fromkeys(said.considered) if call in legal and call != said.chosen)
    kept = Answer(said.chosen, others[:MOST_CONSIDERED], said.earlier, oral=said.oral)
    if said.heard:
        kept = Answer(heard=True, oral=said.oral)
    about = {"inquiry": poll.opened.data["inquiry"], "poll": str(poll.opened.pk), "browser": key}
    record(incident, by, ANSWERED, id=id, said=asdict(kept), **about)
    return True


def aloud(inquiry: Inquiry, by: "User") -> Poll:
    """Return the poll for an answer given aloud: the last poll of the inquiry, or a new poll without a page for
    telephones.

    :raises Refused: the incident is over.
    """
    now = poll_of(inquiry)
    if now is not None:
        return now
    board, player = inquiry.incident.board, inquiry.known().get("receiver", "")
    page = Page(
        hand="",
        seat=player if player in tuple(Seat) else "S",
        dealer=board.dealer if board else "N",
        vulnerability=board.vulnerability if board else "None",
        scoring=inquiry.incident.tournament.scoring,
        calls=(),
    )
    opened = open_poll(inquiry=inquiry, page=page, by=by)
    return _poll(inquiry.incident, opened.pk)


@transaction.atomic
def close(*, inquiry: Inquiry, by: "User") -> None:
    """Close the open poll of an inquiry, if there is one."""
    incident = writable(locked(inquiry.incident))
    now = poll_of(inquiry)
    if now is not None and now.closed is None:
        record(incident, by, CLOSED, inquiry=str(inquiry.pk), poll=str(now.opened.pk))


def named_by_nobody(asked: int) -> float:
    """Compute the probability that none of *asked* players names a call that one player in five would choose."""
    return float(0.8**asked)
