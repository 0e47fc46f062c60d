"""LIN files contain boards, rooms, auctions, claims and play; the reader leaves out illegal parts and reports them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitrage import exchange
from arbitrage.exchange.lin import lin_deal
from arbitrage.exchange.records import PlayerRecord, ResultRecord, TeamRecord, TournamentFile
from rulings.bridge import RANKS, format_deal, parse_deal
from tests.arbitrage.exchange.exchange_files import dealt
from tests.arbitrage.exchange.exchange_malice import EDITS, check, mutated, quickly, read_or_refuse

pytestmark = pytest.mark.usefixtures("in_english")

# Each hand holds one suit: South spades, West hearts, North diamonds, East clubs.
HANDS = ",".join(suit + RANKS for suit in "SHDC")
DEAL = f"N:..{RANKS}. ...{RANKS} {RANKS}... .{RANKS}.."
NAMES = "Sue,Will,Nora,Ed"


def board(calls: str = "1S p p p", cards: str = "", *, names: str = NAMES, room: str = "o1", md: str = "1" + HANDS,
          sv: str = "o", mc: str = "") -> str:  # fmt: skip
    """Write a board in LIN. South deals unless *md* names another dealer; calls and cards are separated by spaces."""
    made = "".join(f"mb|{call}|" for call in calls.split())
    played = "".join(f"pc|{card}|" for card in cards.split())
    claim = f"mc|{mc}|" if mc else ""
    return f"qx|{room}|pn|{names}|st||md|{md}|sv|{sv}|{made}pg||\n{played}{claim}pg||\n"


def read(*boards: str) -> TournamentFile:
    return exchange.read("".join(boards).encode(), "table.lin")


def only(*boards: str) -> ResultRecord:
    (line,) = read(*boards).results
    return line


def said(tournament: TournamentFile) -> list[str]:
    return [str(problem) for problem in tournament.warnings]


def in_order(tricks: int = 13) -> str:
    """Write a play in which South's spades win every trick, and West leads hearts."""
    first = f"H{RANKS[0]} D{RANKS[0]} C{RANKS[0]} S{RANKS[0]}"
    rest = " ".join(f"S{rank} H{rank} D{rank} C{rank}" for rank in RANKS[1:tricks])
    return f"{first} {rest}"


def test_a_board_is_read_whole() -> None:
    tournament = read(board("1S! p 2d!d p 4S p p p".replace("2d!d", "2D!"), in_order()))
    assert (tournament.format, tournament.event, tournament.warnings) == ("lin", "pairs", ())
    (only_board,) = tournament.boards
    assert (only_board.number, only_board.dealer, only_board.vulnerability, only_board.deal) == (1, "S", "None", DEAL)
    (line,) = only_board.results
    assert (line.contract, line.declarer, line.tricks, line.lead, line.room) == ("4S", "S", 13, "HA", "open")
    assert line.auction == ("1S", "Pass", "2D", "Pass", "4S", "Pass", "Pass", "Pass")
    assert line.play[:8] == ("HA", "DA", "CA", "SA", "HK", "DK", "CK", "SK")
    assert len(line.play) == 52
    north_south, east_west = tournament.contestants
    assert [player.name for player in north_south.players + east_west.players] == ["Nora", "Sue", "Ed", "Will"]
    assert (line.ns, line.ew) == (north_south.number, east_west.number)


def test_a_claim_gives_all_declarers_tricks_and_the_cards_that_were_not_shown_are_dashes() -> None:
    line = only(board(cards=in_order(2) + " SQ HQ", mc="12"))
    assert line.tricks == 12
    assert line.play[8:] == ("HQ", "-", "-", "SQ")


def test_a_board_that_stops_without_a_claim_is_kept_as_unread_with_its_contract() -> None:
    tournament = read(board(cards=in_order(3)))
    (line,) = tournament.results
    assert (line.kind, line.contract, line.declarer, line.tricks) == ("unreadable", "1S", "S", None)
    assert said(tournament) == [
        "line 1, board 1: There is neither a score nor a contract with its tricks; the line is kept as unread."
    ]


@pytest.mark.parametrize(
    ("calls", "contract", "declarer"),
    [
        ("p p p 1H d r p p p", "1Hxx", "E"),
        ("1N p 3N p p p", "3NT", "S"),
        ("p 1H p 2S p 4H p p p", "4H", "W"),
        ("1D X p p p", "1Dx", "S"),
        ("- p 1C p 1H p 2C p p p", "2C", "N"),
    ],
)
def test_the_auction_makes_the_contract_and_its_declarer(calls: str, contract: str, declarer: str) -> None:
    line = only(board(calls, mc="7"))
    assert (line.contract, line.declarer, line.tricks) == (contract, declarer, 7)


def test_four_passes_are_a_board_passed_out() -> None:
    line = only(board("p p p p"))
    assert (line.kind, line.score, line.contract) == ("passed", 0, "")


@pytest.mark.parametrize(
    ("code", "vulnerability"), [("o", "None"), ("0", "None"), ("-", "None"), ("n", "NS"), ("e", "EW"), ("b", "All")]
)
def test_the_vulnerability_is_the_files(code: str, vulnerability: str) -> None:
    assert read(board(sv=code, mc="7")).boards[0].vulnerability == vulnerability


def test_dealer_and_vulnerability_that_are_not_said_are_those_of_the_number() -> None:
    board_four = read(board("p 1S p p p", md=HANDS, sv="", room="o4", mc="7")).boards[0]
    assert (board_four.dealer, board_four.vulnerability) == ("W", "All")


@pytest.mark.parametrize("fourth", ["", ",", None])
def test_a_fourth_hand_that_is_left_out_is_what_the_others_do_not_hold(fourth: str | None) -> None:
    hands = HANDS if fourth is None else HANDS.rpartition(",")[0] + fourth
    assert read(board(md="1" + hands, mc="7")).boards[0].deal == DEAL


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 999))
def test_any_deal_is_read_whatever_the_order_of_its_cards(seed: int) -> None:
    hands = parse_deal(dealt(seed))
    written = ",".join(
        "".join(suit + "".join(card.rank for card in reversed(hands[seat]) if card.suit == suit) for suit in "SHDC")
        for seat in "SWNE"
    )
    assert format_deal(parse_deal(lin_deal("3" + written))) == dealt(seed)


def test_two_rooms_are_a_match_of_two_teams() -> None:
    tournament = read(
        "vg|Cup,Final,I,1,2,Reds,0,Blues,0|rs|1SS=,1SS+1,PASS,2HWx-1|\n",
        "pn|Sue,Will,Nora,Ed,Sid,Wim,Ned,Eva|pg||\n",
        *(f"qx|o1|md|1{HANDS}|sv|o|mb|1S|mb|p|mb|p|mb|p|mc|7|",
          f"qx|c1|md|1{HANDS}|sv|o|mb|1S|mb|p|mb|p|mb|p|",
          f"qx|o2|md|4{HANDS}|sv|n|", f"qx|c2|md|4{HANDS}|sv|n|"),
    )  # fmt: skip
    assert (tournament.name, tournament.event, tournament.scoring) == ("Cup, Final", "teams", "IMPS")
    assert tournament.teams == (TeamRecord(number="Reds", name="Reds"), TeamRecord(number="Blues", name="Blues"))
    pairs = tournament.contestants
    assert [(pair.team, [player.name for player in pair.players]) for pair in pairs] == [
        ("Reds", ["Nora", "Sue"]), ("Blues", ["Ed", "Will"]), ("Blues", ["Ned", "Sid"]), ("Reds", ["Eva", "Wim"]),
    ]  # fmt: skip
    first, second = tournament.boards
    assert [(line.room, line.ns, line.ew, line.contract, line.tricks) for line in first.results] == [
        ("open", "1", "2", "1S", 7), ("closed", "3", "4", "1S", 8),
    ]  # fmt: skip
    # Without an auction the list of results has the contract.
    assert [(line.kind, line.contract, line.declarer, line.tricks) for line in second.results] == [
        ("passed", "", "", None), ("played", "2Hx", "W", 7),
    ]  # fmt: skip


def test_a_converter_that_names_the_open_room_twice_does_not_move_the_players() -> None:
    tournament = read(f"pn|{NAMES},Sid,Wim,Ned,Eva||pg||", board(mc="7"), board(room="c1", mc="8"))
    assert [contestant.players[0] for contestant in tournament.contestants] == [
        PlayerRecord(name=name) for name in ("Nora", "Ed", "Ned", "Eva")
    ]


def test_talk_diagrams_and_a_lost_bar_are_passed_over() -> None:
    odd = "nt|a: 3|4 - b|pg||at|\n x md qx\n}|pg||nt||"
    assert only(odd + board(mc="9").replace("st||", "st||" + odd)).tricks == 9


def test_boards_without_a_number_are_numbered_as_they_come() -> None:
    tournament = read(*[board(mc="7").replace("qx|o1|", "") for _board in range(2)])
    assert [one.number for one in tournament.boards] == [1, 2]
    assert said(tournament) == ["line 1: The file does not number its boards; they are numbered as they come."]
    assert read(board(mc="7").replace("qx|o1|", "").replace("sv|", "ah|Board 12|sv|")).boards[0].number == 12


@pytest.mark.parametrize(
    ("written", "why"),
    [
        (board(cards="DA", mc="7"), "A card of the play is not one that could be played"),
        (board(cards="HA DA CA SA HK", mc="7"), "A card of the play is not one that could be played"),
        (board(cards="HA zz", mc="7"), "A card of the play is not one that could be played"),
        (board("1S p 9Z p", mc="7"), "A call of the auction cannot be read"),
        (board("1S p p", mc="7"), "The auction does not come to an end"),
        (board("p d p p p", mc="7"), "The auction does not come to an end"),
        (board(md="1SAK,HAK,DAK", mc="7"), "The hands cannot be read and are left out."),
        (board(cards=in_order(), mc="12"), "The file says 12 tricks and the cards make 13; the file’s number is kept."),
    ],
)
def test_what_cannot_be_is_said_and_the_board_is_kept(written: str, why: str) -> None:
    tournament = read(written)
    assert len(tournament.results) == 1
    assert said(tournament)[0].startswith(f"line 1, board 1: {why}")


def test_a_file_without_hands_is_refused() -> None:
    with pytest.raises(exchange.Unreadable, match="table.lin: No board of the file can be read."):
        read(f"pn|{NAMES}|st||pg||")


def test_two_teams_of_one_club_are_two_teams_however_long_its_name() -> None:
    club = "Bridge Club de Clermont"
    tournament = read(
        f"vg|Cup,Final,I,1,1,{club} 1,0,{club} 2,0|\n",
        "pn|Sue,Will,Nora,Ed,Sid,Wim,Ned,Eva|pg||\n",
        *(f"qx|{room}1|md|1{HANDS}|sv|o|mb|1S|mb|p|mb|p|mb|p|mc|7|" for room in "oc"),
    )
    numbers = [team.number for team in tournament.teams]
    assert [team.name for team in tournament.teams] == [f"{club} 1", f"{club} 2"]
    assert [pair.team for pair in tournament.contestants] == [numbers[0], numbers[1], numbers[1], numbers[0]]
    assert len(set(numbers)) == 2


SOUND = (
    "vg|Cup,Final,I,1,2,Reds,0,Blues,0|rs|1SS=,1SS+1|\n"
    + board("1S! p 4S p p p", in_order())
    + board("1S p p d p p p", in_order(4), room="c1", mc="7")
    + board("p p p p", room="o2")
)


def test_the_file_that_is_mutated_is_sound() -> None:
    tournament = read(SOUND)
    check(tournament)
    assert (len(tournament.results), tournament.warnings) == (3, ())


@quickly
@given(EDITS)
def test_a_mutated_file_is_read_or_refused(edits: list) -> None:
    read_or_refuse(mutated(SOUND.encode(), edits))
