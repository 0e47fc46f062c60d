"""An evening without a file is made from a movement, named, changed while it runs, and rebuilt from its record."""

import datetime
from decimal import Decimal

import pytest

from arbitrage.models import Board, Contestant, Event, Incident, Penalty, Player, Result, Stream, Tournament
from arbitrage.services import incidents
from arbitrage.services.errors import Refused
from arbitrage.services.record import history, tournament_rows
from arbitrage.services.results import entering, penalties
from arbitrage.services.results.entering import Entry, correct_result, seen_of
from arbitrage.services.tournaments import evenings, late_pairs
from arbitrage.services.tournaments.evenings import Plan, make_evening
from rulings.bridge import Seat, parse_contract

pytestmark = pytest.mark.django_db

EVENING = datetime.date(2026, 11, 20)
HOWELL = Plan(tables=5, movement="howell", rounds=9, each=3)


def made(club, director, plan: Plan = HOWELL, **more) -> Tournament:
    return make_evening(club=club, by=director, name="Tournoi du vendredi", date=EVENING, plan=plan, **more)


def lines(tournament: Tournament, **where) -> list[Result]:
    return list(Result.objects.filter(board__tournament=tournament, **where).order_by("board__number", "table"))


def type_result(line: Result, director, tricks: int) -> None:
    """Store 3NT by North, as the keypad of the board's page does."""
    contract = parse_contract("3NT").by(Seat.N)
    entry = Entry(kind=Result.Kind.PLAYED, contract=contract, tricks=tricks, ns=line.ns, ew=line.ew)
    correct_result(result=line, by=director, entry=entry, seen=seen_of(line))


def names_by_place(pair: Contestant) -> dict[int, str]:
    """Map each player's place in the pair, by which a file or a correction finds the player, to the name."""
    return {player.order: player.name for player in pair.players.all()}


def is_recorded(tournament: Tournament) -> None:
    assert tournament_rows.differences(tournament) == []
    assert history.verify(Stream.objects.get(pk=tournament.pk)) == []


def test_five_tables_of_a_howell_wait_for_their_results(club, director):
    tournament = made(club, director)
    assert (tournament.rounds, tournament.winners, tournament.kind, tournament.scoring) == (9, 1, "pairs", "MP")
    assert Board.objects.filter(tournament=tournament).count() == 27
    assert [contestant.number for contestant in Contestant.objects.order_by("position")] == [
        str(n) for n in range(1, 11)
    ]
    waiting = lines(tournament)
    assert (len(waiting), {line.kind for line in waiting}) == (5 * 9 * 3, {"not_played"})
    first = lines(tournament, round=1, table=1)
    assert [line.board.number for line in first] == [1, 2, 3]
    assert {(line.ns.number, line.ew.number) for line in first} == {("10", "1")}
    assert [(board.dealer, board.vulnerability) for board in Board.objects.order_by("number")[:3]] == [
        ("N", "None"),
        ("E", "NS"),
        ("S", "EW"),
    ]
    is_recorded(tournament)


def test_a_mitchell_ranks_two_fields_or_one_when_the_arrow_is_turned(club, director):
    two = made(club, director, Plan(tables=7, movement="mitchell", rounds=7, each=4))
    assert two.winners == 2
    assert sorted({contestant.direction for contestant in Contestant.objects.filter(section__tournament=two)}) == [
        "EW",
        "NS",
    ]
    one = made(club, director, Plan(tables=7, movement="mitchell", rounds=7, each=4, one_ranking=True))
    assert one.winners == 1
    numbers = Contestant.objects.filter(section__tournament=one).values_list("direction", "number")
    assert set(numbers) == {("", str(number)) for number in range(1, 15)}
    turned = lines(one, round=7, table=1)[0]
    assert int(turned.ns.number) > 7 >= int(turned.ew.number)


def test_names_go_to_the_pairs_in_their_order_and_not_into_the_chain(club, director):
    tournament = made(club, director, names=[("Jeanne Martin", "Paul Durand"), (), ("Zoé Lenoir",)])
    pairs = Contestant.objects.filter(section__tournament=tournament).order_by("position")
    assert [[player.name for player in pair.players.all()] for pair in pairs[:3]] == [
        ["Jeanne Martin", "Paul Durand"],
        [],
        ["Zoé Lenoir"],
    ]
    said = "".join(Event.objects.filter(stream_id=tournament.pk).values_list("body", flat=True))
    assert "Lenoir" not in said
    assert "Tournoi du vendredi" not in said


def test_teams_and_individuals_are_what_they_are(club, director):
    teams = made(club, director, Plan(tables=4, movement="teams", rounds=3, each=8))
    assert (teams.kind, teams.scoring) == ("teams", "IMPS")
    assert [
        contestant.team for contestant in Contestant.objects.filter(section__tournament=teams).order_by("position")
    ] == list("11223344")
    alone = made(club, director, Plan(tables=2, movement="individual", rounds=7, each=3))
    assert alone.kind == "individual"
    line = lines(alone)[0]
    assert (line.ns, line.ew, len(set(line.seats))) == (None, None, 4)
    is_recorded(alone)


def test_without_a_movement_there_are_pairs_and_boards_and_a_result_says_the_rest(club, director):
    tournament = made(club, director, Plan(tables=3, movement="none", rounds=4, each=6))
    assert (tournament.rounds, lines(tournament)) == (None, [])
    assert Board.objects.filter(tournament=tournament).count() == 24
    assert Contestant.objects.filter(section__tournament=tournament).count() == 6
    is_recorded(tournament)


def test_the_same_form_sent_twice_makes_one_evening(club, director):
    first = made(club, director)
    assert made(club, director, id=first.pk) == first
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (Plan(tables=0, movement="howell", rounds=3, each=3), "tables"),
        (Plan(tables=41, movement="mitchell", rounds=3, each=3), "tables"),
        (Plan(tables=8, movement="mitchell", rounds=8, each=3), "movement"),
        (Plan(tables=8, movement="skip", rounds=8, each=3), "movement"),
        (Plan(tables=5, movement="howell", rounds=9, each=0), "boards"),
        (Plan(tables=5, movement="howell", rounds=9, each=12), "boards"),
        (Plan(tables=4, movement="teams", rounds=3, each=8, half=True), "half"),
    ],
)
def test_what_cannot_be_played_is_refused_and_nothing_is_made(club, director, plan, code):
    with pytest.raises(Refused) as refusal:
        made(club, director, plan)
    assert refusal.value.code == code
    assert not Tournament.objects.exists()


def test_more_names_than_pairs_are_refused(club, director):
    with pytest.raises(Refused) as refusal:
        made(club, director, names=[("One", "Two")] * 11)
    assert refusal.value.code == "names"


def test_a_result_typed_on_a_waiting_line_counts(club, director):
    tournament = made(club, director, Plan(tables=3, movement="mitchell", rounds=3, each=2))
    for line in lines(tournament, board__number=1):
        type_result(line, director, 8 + line.table)
    assert [(line.kind, line.score) for line in lines(tournament, board__number=1)] == [
        ("played", 400),
        ("played", 430),
        ("played", 460),
    ]
    is_recorded(tournament)


def test_another_name_and_another_date_are_recorded_without_the_name(club, director):
    tournament = made(club, director)
    evenings.rename(tournament=tournament, by=director, name="  Challenge   Lenoir ", date=datetime.date(2026, 11, 21))
    renamed = Tournament.objects.get()
    assert (renamed.name, renamed.date) == ("Challenge Lenoir", datetime.date(2026, 11, 21))
    before = Event.objects.count()
    evenings.rename(tournament=tournament, by=director, name="Challenge Lenoir", date=datetime.date(2026, 11, 21))
    assert Event.objects.count() == before
    assert "Lenoir" not in "".join(Event.objects.values_list("body", flat=True))
    with pytest.raises(Refused):
        evenings.rename(tournament=tournament, by=director, name=" ", date=EVENING)
    is_recorded(renamed)


def test_names_are_typed_later_and_again(club, director):
    tournament = made(club, director)
    evenings.name_players(tournament=tournament, by=director, names=[("A", "B"), (" C  D ", "")])
    evenings.name_players(tournament=tournament, by=director, names=[("A", "E"), ("C D",)])
    assert list(Player.objects.order_by("contestant__position", "order").values_list("name", flat=True)) == [
        "A",
        "E",
        "C D",
    ]
    kinds = list(Event.objects.filter(stream_id=tournament.pk, kind="players_named"))
    evenings.name_players(tournament=tournament, by=director, names=[("A", "E"), ("C D",)])
    assert list(Event.objects.filter(stream_id=tournament.pk, kind="players_named")) == kinds
    is_recorded(tournament)


def test_a_table_more_before_the_first_result_makes_the_movement_again_and_keeps_the_names(club, director):
    tournament = made(club, director, names=[("Jeanne", "Paul")])
    again = evenings.make_again(
        tournament=tournament, by=director, plan=Plan(tables=6, movement="howell", rounds=9, each=3)
    )
    assert Contestant.objects.filter(section__tournament=again).count() == 12
    assert len(lines(again)) == 6 * 9 * 3
    assert [player.name for player in Contestant.objects.get(number="1").players.all()] == ["Jeanne", "Paul"]
    is_recorded(again)
    assert tournament_rows.rebuild(again) == []


def test_once_a_result_is_entered_the_movement_stays(club, director):
    tournament = made(club, director)
    line = lines(tournament)[0]
    type_result(line, director, 9)
    with pytest.raises(Refused) as refusal:
        evenings.make_again(tournament=tournament, by=director, plan=Plan(6, "howell", 9, 3))
    assert refusal.value.code == "begun"


def test_a_pair_that_leaves_gives_its_opponents_a_sit_out(club, director):
    tournament = made(club, director)
    pair = Contestant.objects.get(number="3")
    assert evenings.pair_leaves(tournament=tournament, by=director, contestant=pair, since=5) == 5 * 3
    left = [line for line in lines(tournament) if pair in (line.ns, line.ew)]
    assert {line.round for line in left} == {1, 2, 3, 4}
    assert evenings.pair_leaves(tournament=tournament, by=director, contestant=pair, since=5) == 0
    is_recorded(tournament)


def test_a_table_is_closed_from_a_round_on(club, director):
    tournament = made(club, director)
    assert (
        evenings.close_table(tournament=tournament, by=director, section=tournament.sections.get(), table=5, since=7)
        == 3 * 3
    )
    assert {line.round for line in lines(tournament, table=5)} == set(range(1, 7))
    is_recorded(tournament)


def _call(tournament, director, line) -> Incident:
    return incidents.open_incident(
        tournament=tournament, by=director, section=line.section, table=line.table, board=line.board
    )


def _add_again(tournament, director, line) -> None:
    line.delete()
    entry = Entry(kind=Result.Kind.PASSED, ns=line.ns, ew=line.ew)
    where = {"section": line.section, "table": line.table, "round": line.round}
    entering.add_result(board=line.board, by=director, entry=entry, **where)


ACTS = {
    "close a table": lambda it, by, line: evenings.close_table(
        tournament=it, by=by, section=line.section, table=line.table, since=1
    ),
    "a pair leaves": lambda it, by, line: evenings.pair_leaves(tournament=it, by=by, contestant=line.ns, since=1),
    "type a result": lambda it, by, line: type_result(line, by, 9),
    "enter the result of a call": lambda it, by, line: entering.enter_result(
        incident=_call(it, by, line), by=by, contract=parse_contract("3NT").by(Seat.N), tricks=9
    ),
    "note that a board is not played": lambda it, by, line: entering.note_unplayed(incident=_call(it, by, line), by=by),
    "add a line": _add_again,
    "penalize a pair": lambda it, by, line: penalties.give_penalty(
        tournament=it, contestant=str(line.ns_id), law="90", amount=Decimal(10), unit="percent", reason="slow", by=by
    ),
    "tell the forms of a board": lambda it, by, line: entering.set_forms(
        board=line.board, by=by, forms={line.pk: 2}, seen=entering.forms_of(line.board.results.all())
    ),
}


@pytest.mark.parametrize("act", ACTS)
def test_of_two_sections_with_the_same_numbers_an_act_is_in_one_alone(act, club, director):
    """A call waits at the same table of the other section, and stays unchanged."""
    tournament = made(club, director, Plan(tables=5, movement="mitchell", rounds=5, each=2, sections=2))
    line = Result.objects.with_pairs().get(section__letter="B", table=3, round=2, board__number=7)
    Result.objects.filter(section__letter="A", table=3, board=line.board).delete()
    call = _call(tournament, director, Result(section=tournament.sections.get(letter="A"), table=3, board=line.board))

    def stands(letter: str) -> list:
        return [
            list(Result.objects.filter(section__letter=letter).order_by("pk").values()),
            list(Penalty.objects.filter(contestant__section__letter=letter).values()),
            list(Incident.objects.filter(section__letter=letter).values()),
        ]

    before, other = stands("A"), stands("B")
    ACTS[act](tournament, director, line)
    assert stands("A") == before
    assert stands("B") != other
    call.refresh_from_db()
    assert call.result is None


@pytest.mark.parametrize(
    "plan",
    [
        Plan(tables=5, movement="howell", rounds=9, each=2, half=True),
        Plan(tables=7, movement="mitchell", rounds=7, each=2, half=True),
        Plan(tables=7, movement="mitchell", rounds=7, each=2, one_ranking=True, half=True),
    ],
)
def test_a_late_pair_plays_what_is_left(club, director, plan):
    tournament = made(club, director, plan)
    before = len(lines(tournament))
    rounds_left = plan.rounds - 3 + 1
    arrived = late_pairs.pair_arrives(tournament=tournament, by=director, since=3, names=("Late", "Later"))
    assert arrived == rounds_left * 2
    assert len(lines(tournament)) == before + arrived
    late = Contestant.objects.get(players__name="Late")
    assert {line.round for line in lines(tournament) if late in (line.ns, line.ew)} == set(range(3, plan.rounds + 1))
    assert names_by_place(late) == {1: "Late", 2: "Later"}
    assert late_pairs.pair_arrives(tournament=tournament, by=director, since=3) == 0
    is_recorded(tournament)


def test_a_late_pair_whose_names_come_later_takes_them_once(club, director):
    tournament = made(club, director, Plan(tables=7, movement="mitchell", rounds=7, each=2, half=True))
    late_pairs.pair_arrives(tournament=tournament, by=director, since=3)
    assert late_pairs.pair_arrives(tournament=tournament, by=director, since=3, names=("Late", "Later")) == 0
    late = Contestant.objects.get(players__name="Late")
    assert {line.round for line in lines(tournament) if late in (line.ns, line.ew)} == set(range(3, 8))
    with pytest.raises(Refused) as refusal:
        late_pairs.pair_arrives(tournament=tournament, by=director, since=2, names=("Other", "Pair"))
    assert refusal.value.code == "named"
    assert names_by_place(late) == {1: "Late", 2: "Later"}
    is_recorded(tournament)


def test_nobody_is_late_where_nobody_was_missing(club, director):
    with pytest.raises(Refused) as refusal:
        late_pairs.pair_arrives(tournament=made(club, director), by=director, since=2)
    assert refusal.value.code == "nobody_missing"
