"""Files with hands only, in every format: importing one into a played tournament removes nothing from it. A file that
lacks many lines or results is written only after a confirmation."""

import csv
import io
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from arbitrage import exchange
from arbitrage.exchange import pbn, tournament_json
from arbitrage.exchange.records import ResultRecord
from arbitrage.models import Board, Result, Tournament
from arbitrage.services.errors import Refused
from arbitrage.services.files import merging
from rulings.bridge import Seat, holding, parse_deal
from tests.arbitrage import evening_files as evening
from tests.arbitrage import factories as make
from tests.arbitrage.exchange.exchange_files import dealt, pbn_game
from tests.arbitrage.exchange.test_deals import dlm, dup
from tests.arbitrage.tournament.test_merge_results import look, said, store, update

pytestmark = [pytest.mark.django_db, pytest.mark.either_database, pytest.mark.usefixtures("in_english")]

BOARDS = range(1, 7)
DEALS = {number: dealt(number) for number in BOARDS}


@pytest.fixture
def director():
    return make.make_member(make.make_club())


@pytest.fixture
def tournament(director) -> Tournament:
    return store(director.memberships.get().club, director, evening.bws(evening.played().values()))


def lin() -> bytes:
    """Return the hands in the form of a program for online play: with names, and without calls."""
    tables = []
    for number, deal in DEALS.items():
        hands = parse_deal(deal)
        of = [
            "".join(suit + holding(hands[seat], suit) for suit in "SHDC") for seat in (Seat.S, Seat.W, Seat.N, Seat.E)
        ]
        tables.append(f"qx|o{number}|pn|South,West,North,East|md|3{','.join(of)}|sv|o|ah|Board {number}|pg||")
    return "\n".join(tables).encode()


def table(*columns: str) -> bytes:
    """Return a table of deals; columns for pairs, if any, have the values of a movement."""
    out = io.StringIO()
    rows = csv.writer(out, delimiter=";")
    rows.writerow(("board", "deal", *columns))
    for number, deal in DEALS.items():
        for pair in (1, 2, 3) if columns else (0,):
            rows.writerow(
                (number, deal, *({"ns": pair, "ew": 10 + pair, "contract": ""}[column] for column in columns))
            )
    return out.getvalue().encode()


def usebio(*, movement: bool = False) -> bytes:
    boards = []
    for number, deal in DEALS.items():
        hands = "".join(
            f"<HAND><DIRECTION>{seat}</DIRECTION>"
            + "".join(
                f"<{name}>{holding(hand, suit)}</{name}>"
                for name, suit in zip(("SPADES", "HEARTS", "DIAMONDS", "CLUBS"), "SHDC", strict=True)
            )
            + "</HAND>"
            for seat, hand in parse_deal(deal).items()
        )
        boards.append(f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{hands}</BOARD>")
    lines = "<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>11</EW_PAIR_NUMBER></TRAVELLER_LINE>"
    played = "".join(f"<BOARD><BOARD_NUMBER>{one}</BOARD_NUMBER>{lines}</BOARD>" for one in DEALS) if movement else ""
    event = f"<EVENT><DATE>20/11/2026</DATE>{played}</EVENT>"
    return f"<USEBIO>{event}<HANDSET>{''.join(boards)}</HANDSET></USEBIO>".encode()


def ours() -> bytes:
    file = evening.finished()
    nobody = ResultRecord(ns="1", ew="11", kind="not_played")
    boards = tuple(replace(board, deal=DEALS[board.number], results=(nobody,)) for board in file.boards)
    return tournament_json.write(replace(file, boards=boards))


HANDS: dict[str, Callable[[], bytes]] = {
    "lin": lin,
    "pbn": lambda: "".join(pbn_game(number, Deal=deal, North="Ann") for number, deal in DEALS.items()).encode(),
    "pbn of ours": lambda: pbn.write(replace(exchange.read(table()), name="Hands")),
    "csv": table,
    "csv with pairs": lambda: table("ns", "ew", "contract"),
    "usebio": usebio,
    "usebio with a movement": lambda: usebio(movement=True),
    "dup": lambda: dup(*DEALS.values(), tail=bytes(10)),
    "dlm": lambda: dlm(*DEALS.values()),
    "json": ours,
}


@pytest.mark.parametrize("name", HANDS)
def test_hands_give_the_boards_their_deals_and_take_no_line_away(tournament, director, name):
    before = list(Result.objects.order_by("pk").values("pk", "kind", "contract", "tricks", "score", "ns", "ew"))
    assert len(before) == 18
    data = HANDS[name]()
    merge = look(tournament, data, "hands")
    assert said(merge) == {"added": 0, "changed": 0, "removed": 0, "kept": 0}
    assert merge.deals == tuple(BOARDS)
    update(tournament, director, data, "hands")
    assert list(Result.objects.order_by("pk").values("pk", "kind", "contract", "tricks", "score", "ns", "ew")) == before
    assert dict(Board.objects.values_list("number", "deal")) == DEALS


def test_hands_are_proposed_for_the_tournament_of_their_boards(tournament):
    file = exchange.read(lin(), "hands.lin")
    (found,) = merging.targets(tournament.club, replace(file, date=tournament.date), "hands.lin").values()
    assert [one.tournament for one in found] == [tournament]


def test_a_board_without_auction_is_hands_and_one_that_was_bid_is_a_result() -> None:
    bid = lin().replace(b"ah|Board 1|", b"ah|Board 1|mb|1N|mb|p|mb|p|mb|p|mc|7|")
    file = exchange.read(bid)
    assert [len(board.results) for board in file.boards] == [1, 0, 0, 0, 0, 0]
    assert not file.hands_alone
    assert exchange.read(lin()).hands_alone


def short(lines: int) -> bytes:
    return evening.bws(list(evening.played().values())[:lines])


@pytest.mark.usefixtures("in_english")
def test_the_command_says_what_would_go_and_waits_for_leave(tournament, tmp_path, capsys):
    path = tmp_path / "soir.bws"
    path.write_bytes(short(6))
    call_command("import_results", "lac", str(path), update=str(tournament.pk), preview=True)
    output = capsys.readouterr().out
    assert output.count("  removed: board ") == 12
    assert "soir.bws: of 18 lines of the tournament, 12 would go and 0 would lose their result" in output
    with pytest.raises(CommandError, match="12 would go .* Nothing was written; --allow-removal writes it."):
        call_command("import_results", "lac", str(path), update=str(tournament.pk))
    assert Result.objects.count() == 18
    call_command("import_results", "lac", str(path), update=str(tournament.pk), allow_removal=True)
    assert Result.objects.count() == 6


def test_results_that_would_be_emptied_are_guarded_as_lines_that_would_go(tournament, director, tmp_path):
    nothing = {"Contract": "", "Result": "", "NS/EW": "", "LeadCard": "", "Remarks": "Not played"}
    rows = evening.played()
    data = evening.bws([*list(rows.values())[:9], *({**row, **nothing} for row in list(rows.values())[9:])])
    merge = look(tournament, data)
    assert (len(merge.emptied), merge.shrinks) == (9, True)
    with pytest.raises(Refused, match="lacks many lines"):
        update(tournament, director, data, shrinking=False)
    assert Result.objects.filter(kind="played").count() == 18
