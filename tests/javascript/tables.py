"""Tables from which the laws read answers: together they give every answer that a question can get from a table.

They were drawn at random; a table was kept if it gave a law an answer that no other table gave.
"""

from rulings.auction import Auction
from rulings.bridge import Card, Seat
from rulings.table import Bound, Lying, Silent, Table
from tests.arbitrage.devices import offline_walks

AUCTIONS: tuple[tuple[str, str], ...] = (
    ("N:1S Pass Pass S/2C Pass E/3C~ 4C", "N once 1"),
    ("N:1S 2C W/X", ""),
    ("N:1S Pass N/1S Pass Pass", ""),
    ("N:1S Pass E/Pass Pass Pass", "S rest_of_auction 2"),
    ("N:1S Pass 2S Pass Pass Pass W/X+ W/2H", "S once 1"),
    ("N:1S Pass 2S Pass S/XX 2H Pass", ""),
    ("N:Pass Pass Pass Pass X 3C", ""),
    ("N:Pass Pass E/2S 3C", ""),
    ("N:Pass Pass E/7NT 2H Pass", ""),
    ("N:7NT N/1H Pass", "S rest_of_auction 2"),
    ("N:Pass Pass 2S E/2H", "E rest_of_auction 0"),
    ("N:Pass Pass Pass N/7NT+ S/3C", ""),
    ("N:1S Pass Pass Pass W/1S 3C", "N once 0"),
    ("N:7NT N/X Pass E/3C~ 4C", ""),
    ("N:7NT N/2C N/Pass", "W rest_of_auction 1"),
    ("N:7NT N/XX+ X", ""),
    ("N:1S Pass Pass Pass W/7NT X", "N rest_of_auction 2"),
    ("N:1S Pass 2S Pass Pass Pass E/Pass+ Pass E/3C~ 4C", ""),
    ("N:1S Pass Pass 2C Pass", "W once 1"),
    ("N:1S Pass Pass N/1S~ N/Pass", ""),
    ("N:Pass Pass Pass Pass 2C~ 3C", "N once 2"),
    ("N:7NT XX N/Pass", ""),
    ("N:1S Pass 2S Pass Pass Pass N/1H Pass Pass", "E rest_of_auction 1"),
    ("N:Pass Pass Pass Pass~ Pass", ""),
    ("N:1S Pass Pass Pass S/XX+ E/2H", ""),
    ("N:Pass Pass Pass Pass 2S 2H", ""),
    ("N:Pass Pass Pass Pass S/2C S/3C", ""),
    ("N:Pass Pass Pass Pass S/XX Pass", ""),
    ("N:Pass Pass Pass Pass E/3C~ 4C", ""),
    ("N:7NT W/7NT+ W/2H", "N once 0"),
    ("N:2S 1H E/1S Pass", ""),
)
"""An auction, and a player who must pass: his seat, for how long, and the number of calls made before."""

CARDS: tuple[dict[str, str], ...] = (
    {"declarer": "S", "lie": "S SA major, E C9 major", "bound": "S may_forbid - while_retains_lead"},
    {
        "declarer": "S",
        "lie": "S C4 major, W DK major, N C9 exposed",
        "bound": "E may_forbid - while_retains_lead",
        "unsure": "E",
    },
    {"declarer": "W", "lie": "N C9 major, W SA major, N HQ major", "bound": "W forbid DH while_retains_lead"},
    {"declarer": "E", "trumps": "S", "lie": "N D5 minor", "bound": "S forbid DH while_retains_lead"},
    {"declarer": "W", "lie": "E C4 major, N SA major", "bound": "N forbid S while_retains_lead"},
    {"declarer": "W", "lie": "N C4 major, N DK major, N SA major"},
    {"declarer": "W", "lie": "N C4 major", "bound": "N require C this_lead"},
)
"""Declarer, the trumps, the cards that lie there, the players whose lead is bound, and the players whose cards nobody
noted."""


def _auction(calls: str, silent: str) -> Table:
    seat, lasts, since = silent.split() if silent else ("", "", "0")
    passes = (Silent(Seat(seat), lasts, int(since), "one"),) if seat else ()
    return Table(auction=Auction.parse(calls), silent=passes)


def _cards(said: dict[str, str]) -> Table:
    lie = [one.split() for one in said.get("lie", "").split(", ") if one]
    bound = [one.replace("-", "").split(" ") for one in said.get("bound", "").split(", ") if one]
    return Table(
        declarer=Seat(said["declarer"]) if "declarer" in said else None,
        trumps=said.get("trumps", ""),
        cards=tuple(Lying(Seat(seat), Card(card[0], card[1]), kind) for seat, card, kind in lie),
        bounds=tuple(Bound(Seat(seat), how, suits, lasts) for seat, how, suits, lasts in bound),
        unsure=frozenset(map(Seat, said.get("unsure", "").split())),
    )


TABLES: tuple[Table, ...] = (
    *offline_walks.TABLES,
    *(_auction(*auction) for auction in AUCTIONS),
    *(_cards(one) for one in CARDS),
)
