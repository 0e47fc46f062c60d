"""The state of the table of a board, as a value: the cards that lie there, the players whose lead is bound, the players
who must pass.

`rulings.table_from_log` builds it from rulings and statements, in order of time. An inquiry has it as one fact, as
text. Laws read it through questions with a `Seen`; without a table these questions are asked.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Literal, TypeVar, get_args

from rulings.auction import CALLS, Auction
from rulings.bridge import Card, Seat

VERSION = 1

Kind = Literal["major", "minor", "exposed"]
How = Literal["require", "forbid", "may_forbid"]
LeadLasts = Literal["this_lead", "while_retains_lead"]
PassLasts = Literal["once", "rest_of_auction"]


@dataclass(frozen=True)
class Lying:
    """A card that lies face up: a penalty card ("major", "minor"), or one seen in the auction ("exposed").

    ``origin`` is the inquiry or the director's statement that put it there.
    """

    seat: Seat
    card: Card
    kind: Kind
    origin: str = ""

    @property
    def key(self) -> str:
        """Its permanent key: "E:C4"."""
        return f"{self.seat}:{self.card}"


@dataclass(frozen=True)
class Bound:
    """A bound lead: a suit is required, ``suits`` are forbidden ("DH"), or declarer still has to choose (26B)."""

    seat: Seat
    how: How
    suits: str = ""
    lasts: LeadLasts | Literal[""] = ""
    origin: str = ""

    @property
    def key(self) -> str:
        """Its key: "W:forbid:D"."""
        return ":".join(filter(None, (self.seat, self.how, self.suits)))


@dataclass(frozen=True)
class Silent:
    """A player who must pass. ``since`` is the number of calls made before; "once" is over after his next call."""

    seat: Seat
    lasts: PassLasts
    since: int = 0
    origin: str = ""

    @property
    def key(self) -> str:
        """Its key: "E:must_pass"."""
        return f"{self.seat}:must_pass"


@dataclass(frozen=True)
class Revoked:
    """A revoke that was ruled on, and the trick ("5"), where it was noted."""

    seat: Seat
    trick: str = ""
    origin: str = ""

    @property
    def key(self) -> str:
        """Its key: "E:revoke:5"."""
        return f"{self.seat}:revoke:{self.trick}"


@dataclass(frozen=True)
class Table:
    """The state of the table. An unknown value is empty, and laws ask about it.

    Penalty cards, restrictions and forced passes exist only by a ruling: one that is not listed does not exist.
    ``unsure`` are the seats with penalty cards that were not noted; questions about them are asked. ``followed`` is
    false until a first card or restriction is noted. Until then, a director who mentions a card knows more than the
    table, and is asked.
    """

    auction: Auction | None = None
    declarer: Seat | None = None
    trumps: str = ""
    cards: tuple[Lying, ...] = ()
    bounds: tuple[Bound, ...] = ()
    silent: tuple[Silent, ...] = ()
    unsure: frozenset[Seat] = frozenset()
    followed: bool = False
    revokes: tuple[Revoked, ...] = ()

    def penalties(self, *seats: Seat) -> tuple[Lying, ...] | None:
        """Return the penalty cards of these players; ``None`` if some were not noted, or if a card seen in the auction
        is not ruled on yet."""
        if self.unsure.intersection(seats) or any(
            lying.kind == "exposed" and lying.seat in seats for lying in self.cards
        ):
            return None
        return tuple(lying for lying in self.cards if lying.seat in seats and lying.kind != "exposed")

    def must_pass(self, seat: Seat) -> PassLasts | Literal[""]:
        """Tell how long this player must still pass, in the auction as it is now; "" when he may call."""
        held = {silence.lasts for silence in self.silenced if silence.seat == seat}
        return "rest_of_auction" if "rest_of_auction" in held else "once" if held else ""

    @property
    def silenced(self) -> tuple[Silent, ...]:
        """The players who must still pass: "once" is over after the player's next call that stands."""
        calls = self.auction.calls if self.auction else ()
        return tuple(
            silence
            for silence in self.silent
            if silence.lasts != "once"
            or not any(made.seat == silence.seat and made.stands for made in calls[silence.since :])
        )

    @property
    def keys(self) -> frozenset[str]:
        """Keys of the penalty cards. A duty about a penalty card is open as long as its key is here."""
        return frozenset(lying.key for lying in self.cards if lying.kind != "exposed")

    def facts(self) -> dict[str, str]:
        """Return the facts that the table gives to every law (such as declarer and trumps), and the whole table as
        text."""
        plain = {"declarer": str(self.declarer or ""), "trumps": self.trumps, "table": str(self)}
        return {name: value for name, value in plain.items() if value}

    def __str__(self) -> str:
        """Write the canonical text: equal tables have equal texts."""
        data: dict[str, Any] = {"v": VERSION}
        if self.auction:
            data["auction"] = str(self.auction)
        if self.declarer:
            data["declarer"] = self.declarer.value
        if self.trumps:
            data["trumps"] = self.trumps
        for name in ("cards", "bounds", "silent", "revokes"):
            if rows := getattr(self, name):
                data[name] = [{field: _plain(value) for field, value in vars(row).items() if value} for row in rows]
        if self.unsure:
            data["unsure"] = sorted(self.unsure)
        if self.followed:
            data["followed"] = True
        return json.dumps(data, sort_keys=True, separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> "Table | None":
        """Read the table of an inquiry's facts, written by any version; ``None`` without one.

        :raises ValueError: the text is not that of a table.
        """
        return _read(text) if text else None


TABLE = "table"
"""Name of the fact with the table at the start of an inquiry."""


def table_at(moment: str) -> str:
    """Return the name of the fact with the table at a *moment* of an inquiry."""
    return f"{TABLE}_at_{moment}"


def tables_of(facts: Mapping[str, str]) -> dict[str, str]:
    """Return the tables among the facts of an inquiry by name: the first one, and those of its moments."""
    return {name: text for name, text in facts.items() if name == TABLE or name.startswith(table_at(""))}


def last_table(facts: Mapping[str, str]) -> str:
    """Return the text of the latest table of an inquiry; "" without one."""
    return next(reversed(tables_of(facts).values()), "")


@lru_cache(maxsize=256)
def _read(text: str) -> Table:
    try:
        data = _of_this_version(json.loads(text))
        return Table(
            auction=Auction.parse(data["auction"]) if "auction" in data else None,
            declarer=Seat(data["declarer"]) if "declarer" in data else None,
            trumps=data.get("trumps", ""),
            cards=tuple(_row(Lying, row) for row in data.get("cards", ())),
            bounds=tuple(_row(Bound, row) for row in data.get("bounds", ())),
            silent=tuple(_row(Silent, row) for row in data.get("silent", ())),
            unsure=frozenset(Seat(seat) for seat in data.get("unsure", ())),
            revokes=tuple(_row(Revoked, row) for row in data.get("revokes", ())),
            followed=data.get("followed", False) is True,
        )
    except (TypeError, KeyError, AttributeError, ValueError) as error:
        raise ValueError("This is not the text of a table.") from error


UPGRADES: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""Upgrade of stored data to the next version, by version. Every text stays readable for ever."""


def _of_this_version(data: dict[str, Any]) -> dict[str, Any]:
    while data["v"] != VERSION:
        data = UPGRADES[data["v"]](data)
    return data


Row = TypeVar("Row", Lying, Bound, Silent, Revoked)


def _row(kind: type[Row], row: Mapping[str, Any]) -> Row:
    readers: dict[str, Callable[[str], object]] = {"seat": Seat, "card": stored_card}
    known = {field.name for field in fields(kind)}
    build: Callable[..., Row] = kind
    return build(**{name: readers[name](row[name]) if name in readers else row[name] for name in row.keys() & known})


def stored_card(text: str) -> Card:
    """Read a card as it is stored: "C4".

    :raises ValueError: the text is no card.
    """
    return Card(text[:1], text[1:])


def _plain(value: object) -> object:
    return value if isinstance(value, int) else str(value)


# The log from which `rulings.table_from_log` builds a table


@dataclass(frozen=True)
class Ended:
    """An inquiry that has ruled: its ruling as plain data (``Ruling.as_json``), its facts and answers including those
    from the table, and the moment that led to it ("end_of_auction", or "" for a first ruling)."""

    ruling: Mapping[str, Any]
    facts: Mapping[str, str]
    origin: str = ""
    moment: str = ""


What = Literal[
    "lies",
    "played",
    "picked_up",
    "not_penalised",
    "noted",
    "released",
    "led",
    "lost_lead",
    "auction",
    "call",
    "undo_call",
    "declarer",
    "end_of_play",
]
"""Kinds of statement that a director may make about the table; `Said` has the subject."""


@dataclass(frozen=True)
class Said:
    """A statement of the director about the table, at its place in the log.

    ==================================== ======================== ==============================================
    what                                 about                    its meaning
    ==================================== ======================== ==============================================
    lies                                 "E:C4 minor"             the card lies there, by no ruling of this log
    played, picked_up, not_penalised     "E:C4"                   the card does not lie there
    noted                                "E"                      all his cards that were seen are in the log
    released                             "W:forbid:D"             that no longer binds, or never did
    led, lost_lead                       "W"                      he has led; he has lost the lead
    auction                              "N:1S 1H 2H"             these are the calls so far
    call, undo_call                      "2H", "W/1C"; ""         one more call; the last one was a slip
    declarer                             "N"                      he declares
    end_of_play                          ""                       nothing lies there any more
    ==================================== ======================== ==============================================

    :raises ValueError: *about* is no subject of this kind of statement.
    """

    what: What
    about: str = ""
    origin: str = ""

    def __post_init__(self) -> None:
        if self.what not in get_args(What):
            raise ValueError(f"{self.what!r} is not something to say of a table: {', '.join(get_args(What))}.")
        try:
            READERS[self.what](self.about)
        except (ValueError, KeyError) as error:
            raise ValueError(f"{self.about!r} is not what {self.what!r} is about.") from error


def read_key(about: str) -> tuple[Seat, Card]:
    """Read the player and the card of a key: "E:C4".

    :raises ValueError: the text is no key of a card.
    """
    seat, _, card = about.partition(":")
    return Seat(seat), stored_card(card)


def read_lying(about: str) -> Lying:
    """Read a card on the table: "E:C4 minor"; without a kind it is a major penalty card."""
    key, _, kind = about.partition(" ")
    seat, card = read_key(key)
    if kind not in ("", *get_args(Kind)):
        raise ValueError(f"{kind!r} is not a kind of card on the table.")
    return Lying(seat, card, kind or "major")  # type: ignore[arg-type]


def read_call(about: str) -> tuple[Seat | None, str]:
    """Read a call, and its player if he called out of turn: "2H", "W/1C"."""
    seat, _, call = about.rpartition("/")
    if call not in CALLS:
        raise ValueError(f"{call!r} is not a call.")
    return (Seat(seat) if seat else None), call


def _nothing(about: str) -> None:
    if about:
        raise ValueError("Nothing is said about it.")


def _bond(about: str) -> str:
    Seat(about.partition(":")[0])
    return about


READERS: Mapping[str, Callable[[str], object]] = {
    "lies": read_lying,
    "played": read_key,
    "picked_up": read_key,
    "not_penalised": read_key,
    "noted": Seat,
    "released": _bond,
    "led": Seat,
    "lost_lead": Seat,
    "auction": Auction.parse,
    "call": read_call,
    "undo_call": _nothing,
    "declarer": Seat,
    "end_of_play": _nothing,
}
"""Reader of *about*, by kind of statement."""
