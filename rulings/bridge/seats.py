"""The four seats and the two sides."""

from enum import StrEnum

from rulings.bridge.notation import Language, NotationError, gettext_noop


class Side(StrEnum):
    """A partnership at the table."""

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> "Side":
        return Side.EW if self is Side.NS else Side.NS

    @property
    def seats(self) -> "tuple[Seat, Seat]":
        return (Seat.N, Seat.S) if self is Side.NS else (Seat.E, Seat.W)


class Seat(StrEnum):
    """A player's place at the table; iterating goes clockwise from North."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @property
    def lho(self) -> "Seat":
        return CLOCKWISE[(CLOCKWISE.index(self) + 1) % 4]

    @property
    def partner(self) -> "Seat":
        return CLOCKWISE[(CLOCKWISE.index(self) + 2) % 4]

    @property
    def rho(self) -> "Seat":
        return CLOCKWISE[(CLOCKWISE.index(self) + 3) % 4]

    @property
    def side(self) -> Side:
        return Side.NS if self in (Seat.N, Seat.S) else Side.EW


CLOCKWISE = tuple(Seat)


_SEAT_WORDS = {
    "n": Seat.N, "north": Seat.N, "nord": Seat.N,
    "e": Seat.E, "east": Seat.E, "est": Seat.E,
    "s": Seat.S, "south": Seat.S, "sud": Seat.S,
    "w": Seat.W, "west": Seat.W, "o": Seat.W, "ouest": Seat.W,
}  # fmt: skip


def parse_seat(text: str) -> Seat:
    """Read the seat named in either language, as a letter or a word: "W", "O", "West" and "Ouest" are West.

    :raises NotationError: it names no seat.
    """
    seat = _SEAT_WORDS.get(text.strip().casefold())
    if seat is None:
        raise NotationError(gettext_noop("“%(text)s” is not a seat: write N, E, S or W."), text=text)
    return seat


def format_seat(seat: Seat, lang: Language = "en") -> str:
    """Write the seat's letter: West is "W" in English, "O" in French."""
    return "O" if lang == "fr" and seat is Seat.W else seat.value


def format_side(side: Side, lang: Language = "en") -> str:
    """Write the side's two letters: East-West is "EW" in English, "EO" in French."""
    return "".join(format_seat(seat, lang) for seat in side.seats)
