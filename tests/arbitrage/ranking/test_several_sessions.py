"""Several sessions of one competition: the carry-over and the general ranking are compared with an independent
computation."""

import datetime
import random
from decimal import Decimal
from fractions import Fraction

import pytest

from arbitrage.models import Event, Player, Result, Tournament
from arbitrage.pages.ranking.sessions import overall_words
from arbitrage.pages.wording.people import contestant_words
from arbitrage.services import tournaments
from arbitrage.services.errors import Refused
from arbitrage.services.files import exports
from arbitrage.services.record import tournament_rows
from arbitrage.services.results import penalties, several_sessions
from arbitrage.services.results.field import field_of, forget_fields
from arbitrage.services.results.several_sessions import join_session, leave_session, overall
from arbitrage.services.tournaments.evenings import Plan, make_evening
from rulings.scores.methods import Method, Scoring
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words
from tests.arbitrage.tournament.kinds_of_evening import expected, points_of

pytestmark = [pytest.mark.django_db, pytest.mark.either_database, pytest.mark.usefixtures("one_moment")]

DAY = datetime.date(2026, 11, 16)
PLANS = {
    "Mitchell": Plan(3, "mitchell", 3, 2),
    "Howell": Plan(3, "howell", 3, 2),
    "individual": Plan(2, "individual", 3, 2),
    "teams": Plan(4, "teams", 3, 2),
}


def people(plan: Plan, each: int, seed: int) -> list[tuple[str, ...]]:
    """Name the contestants of a session: the same people in every session, at other tables."""
    made = plan.made()
    count = len(made.ns) + len(made.ew) + len(made.others)
    known = [tuple(f"Joueur {number} {one}" for one in range(each)) for number in range(count)]
    if made.teams:  # teams change their numbers, and their pairs within them
        teams = [known[at : at + 2] for at in range(0, count, 2)]
        random.Random(seed).shuffle(teams)
        return [pair for two in teams for pair in reversed(two)]
    return random.Random(seed).sample(known, count)


def session(club, by, kind: str, at: int, *, names: bool = True, plan: Plan | None = None) -> Tournament:
    """Store session *at* with its results; the players sit at other tables than in the other sessions."""
    plan = plan or PLANS[kind]
    who = people(plan, 1 if kind == "individual" else 2, at) if names else ()
    day = DAY + datetime.timedelta(days=at)
    made = make_evening(club=club, by=by, name=f"Séance {at}", date=day, plan=plan, names=who)
    play(made, at)
    return made


def play(tournament: Tournament, seed: int) -> None:
    draw = random.Random(seed)
    for line in Result.objects.filter(board__tournament=tournament).select_related("board").order_by("pk"):
        tricks = draw.randrange(6, 12)
        score = points_of(tricks, line.board.number)
        Result.objects.filter(pk=line.pk).update(
            kind="played", contract="3NT", declarer="S", tricks=tricks, score=score
        )
    forget_fields()


def by_hand(tournament: Tournament) -> dict[str, Fraction]:
    """Compute each contestant's result of a session, by the alphabetically first name of the contestant."""
    counts = dict(Result.objects.filter(board__tournament=tournament).values_list("pk", "score"))
    teams = tournament.kind == "teams"
    of: dict[str, list[str]] = {}
    players = Player.objects.filter(contestant__section__tournament=tournament).select_related("contestant")
    for player in players:
        of.setdefault(player.contestant.team if teams else str(player.contestant_id), []).append(player.name)
    return {min(of[key]): points for key, points in expected(tournament, counts).items()}


def lines(tournament: Tournament) -> dict[str, several_sessions.OverallLine]:
    return {min(line.players): line for line in overall(tournament).lines}


@pytest.mark.parametrize("shares", [(100, 100), (50, 100), (100, 25), (33, 75)], ids=str)
@pytest.mark.parametrize("kind", PLANS)
def test_three_sessions_are_one_ranking(kind, shares, club, director):
    """The first session is carried over into the second, and the sum of both into the third."""
    three = [session(club, director, kind, at) for at in range(3)]
    for previous, later, share in zip(three, three[1:], shares, strict=False):
        join_session(tournament=later, previous=previous, share=share, by=director)
    weights = (Fraction(shares[0] * shares[1], 10_000), Fraction(shares[1], 100), Fraction(1))
    had = [by_hand(one) for one in three]
    totals = {one: sum(weight * of[one] for weight, of in zip(weights, had, strict=True)) for one in had[0]}
    if kind != "teams":
        totals = {one: total / sum(weights) for one, total in totals.items()}
    lines_read = lines(three[2])
    assert {one: line.total for one, line in lines_read.items()} == {
        one: Decimal(f"{float(round(total + Fraction(1, 10**9), 2)):.2f}") for one, total in totals.items()
    }
    order = sorted(totals.values(), reverse=True)
    assert {one: line.rank for one, line in lines_read.items()} == {
        one: order.index(total) + 1 for one, total in totals.items()
    }
    assert len(overall(three[1]).sessions) == 2 and overall(three[0]) is None


def test_every_board_may_count_alike(club, director):
    short, long = session(club, director, "Mitchell", 0), session(
        club, director, "Mitchell", 1, plan=Plan(3, "mitchell", 3, 4)
    )  # fmt: skip
    join_session(tournament=long, previous=short, share=100, by=director, by_board=True)
    had = by_hand(short), by_hand(long)
    for one, line in lines(long).items():
        assert line.total == Decimal(f"{float(round((6 * had[0][one] + 12 * had[1][one]) / 18, 2)):.2f}")


def test_points_of_sessions_are_added_however_many_boards_they_have(club, director):
    """The tick that boards count alike was set while both sessions were in percentages."""
    short, long = session(club, director, "Mitchell", 0), session(
        club, director, "Mitchell", 1, plan=Plan(3, "mitchell", 3, 4)
    )  # fmt: skip
    join_session(tournament=long, previous=short, share=50, by=director, by_board=True)
    short, long = (
        tournaments.set_method(tournament=each, method=Method(Scoring.CROSS_IMPS), by=director)
        for each in (short, long)
    )
    ranked = overall(long)
    assert (ranked.unit, ranked.by_board) == ("imps", False)
    for line in ranked.lines:
        assert abs(line.total - (line.scores[0] / 2 + line.scores[1])) <= Decimal("0.01")


@pytest.mark.parametrize("alike", [False, True], ids=["exact", "as printed"])
def test_totals_that_are_printed_alike_share_a_place_where_the_method_says_so(alike, club, director, monkeypatch):
    first, second = session(club, director, "Howell", 0), session(club, director, "Howell", 1)
    second = tournaments.set_method(tournament=second, method=Method(equal_as_printed=alike), by=director)
    join_session(tournament=second, previous=first, share=100, by=director)
    count = len(overall(second).lines)
    totals = iter([Fraction(60), *(Fraction(50) + Fraction(at, 100_000) for at in range(1, count))])
    line_of = several_sessions._line
    monkeypatch.setattr(several_sessions, "_line", lambda *of: (line_of(*of)[0], next(totals)))
    others = [2] * (count - 1) if alike else list(range(2, count + 1))
    assert [line.rank for line in overall(second).lines] == [1, *others]


def test_what_changes_in_an_earlier_session_is_in_the_ranking_at_once(club, director):
    first, second = session(club, director, "Howell", 0), session(club, director, "Howell", 1)
    join_session(tournament=second, previous=first, share=50, by=director)
    one, line = next((one, line) for one, line in lines(second).items() if line.rank == 1)
    there = Player.objects.get(contestant__section__tournament=first, name=one).contestant
    given = {"law": "90", "amount": Decimal(100), "unit": "percent", "reason": "slow"}
    before = field_of(first).points(field_of(first).counted()).standings[str(there.pk)].score
    penalties.give_penalty(tournament=first, contestant=str(there.pk), by=director, **given)
    after = field_of(first).points(field_of(first).counted()).standings[str(there.pk)].score
    now = lines(second)[one]
    assert after < before and float(line.total - now.total) == pytest.approx(float((before - after) / 3), abs=0.01)


def renamed(tournament: Tournament, was: str, now: str) -> None:
    Player.objects.filter(contestant__section__tournament=tournament, name=was).update(name=now)
    forget_fields()


def test_a_substitute_changes_nothing_and_a_pair_that_parts_is_nobodys(club, director):
    first, second = session(club, director, "Mitchell", 0), session(club, director, "Mitchell", 1)
    join_session(tournament=second, previous=first, share=100, by=director)
    renamed(second, "Joueur 2 1", "Un remplaçant")
    assert lines(second)["Joueur 2 0"].rank is not None
    renamed(second, "Joueur 3 1", "Parti")
    renamed(second, "Joueur 4 1", "Joueur 3 1")  # player 3 has another partner, and player 4's partner a new one
    found = [line for line in overall(second).lines if {"Joueur 3 0", "Joueur 3 1"} & set(line.players)]
    assert len(found) == 3 and all(line.rank is None for line in found)


def test_who_missed_fewest_sessions_comes_first_among_those_without_a_place_and_who_never_played_is_left_out():
    def of(name, *scores, total=None):
        scores = tuple(None if score is None else Decimal(score) for score in scores)
        return several_sessions.OverallLine(name, None, name, (), scores, total, None, 0), total

    lines = [of("never", None, None, None), of("once", None, 60, None), of("all", 50, 50, 50, total=Fraction(50)),
             of("twice", 40, None, 41), of("best", 50, 60, 50, total=Fraction(160, 3))]  # fmt: skip
    placed = [(line.name, line.rank) for line in several_sessions._placed(lines, as_printed=False)]
    assert placed == [("best", 1), ("all", 2), ("twice", None), ("once", None)]


def who(names="", licences="", number="1") -> several_sessions.Who:
    return several_sessions.Who(frozenset(names.split()), frozenset(licences.split()), ("A", "NS", number))


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        (who("Alix Bruno"), who("Alix Chloé"), True),  # a pair with a substitute
        (who("Alix Bruno"), who("Chloé Denis"), False),
        (who("Alix Bruno Chloé Denis"), who("Alix Bruno Emma Farid"), True),  # a team has two players in common
        (who("Alix Bruno Chloé Denis"), who("Alix Emma Farid Gaël"), False),
        (who("Alix Bruno Chloé Denis"), who("Alix Emma"), True),  # of a pair one is enough
        (who("Alix"), who("Alix"), True),
        (who("Alix Bruno", "01 02"), who("Alice Brune", "01 02"), True),  # spelt otherwise
        (who("Alix Bruno Chloé Denis", "01 02 03 04"), who("Ali Bru Emma Farid", "01 02 05 06"), True),
        (who("Alix Bruno Chloé Denis", "01 02 03 04"), who("Ali Brenda Emma Farid", "01 08 05 06"), False),
        (who(), who(), True),  # nobody is named: the numbers are the same
        (who(number="2"), who(), False),
        (who("Alix Bruno"), who(), False),
        (who(), who("Alix Bruno"), False),
        (who("Alix Bruno"), who("Chloé Denis", number="1"), False),
    ],
)
def test_a_contestant_is_found_again_by_its_players(before, after, same):
    assert several_sessions._found_again({"key": before}, [after]) == ({"key": 0} if same else {})


def test_the_contestants_with_the_most_players_in_common_are_matched_first_and_each_once():
    here = {"a": who("Alix Bruno"), "b": who("Bruno Chloé")}
    assert several_sessions._found_again(here, [who("Bruno Alix"), who("Chloé Denis")]) == {"a": 0, "b": 1}
    assert several_sessions._found_again(here, [who("Bruno Alix"), who("Bruno Emma")]) == {"a": 0, "b": 1}
    assert several_sessions._found_again(here, [who("Bruno Emma")]) == {}


def test_who_has_not_played_every_session_has_no_place(club, director):
    first, second = session(club, director, "Howell", 0), session(club, director, "Howell", 1)
    for name in ("Joueur 1 0", "Joueur 1 1"):
        renamed(second, name, f"Nouveau {name}")
    join_session(tournament=second, previous=first, share=100, by=director)
    ranking = overall(second)
    absent = [line for line in ranking.lines if line.rank is None]
    assert [line.scores.count(None) for line in absent] == [1, 1]
    assert ranking.lines[-2:] == tuple(absent)
    assert [line.rank for line in ranking.lines[:-2]] == sorted(line.rank for line in ranking.lines[:-2])
    notes = " ".join(overall_words(ranking)["notes"])
    assert "2 concurrents n’ont pas joué toutes les séances, et ne sont pas classés." in notes
    assert "retrouvée" not in notes


def test_nobody_is_named_in_either_session_and_numbers_tell(club, director):
    first, second = (session(club, director, "Mitchell", at, names=False) for at in range(2))
    join_session(tournament=second, previous=first, share=100, by=director)
    ranking = overall(second)
    assert (ranking.numbered, [line.rank is None for line in ranking.lines]) == (6, [False] * 6)
    notes = " ".join(overall_words(ranking)["notes"])
    assert "6 marques sans nom ont été retrouvées par leur numéro." in notes
    assert "toutes les séances" not in notes


# Refusals, and the record


def test_what_cannot_be_carried_over_is_refused_and_nothing_is_written(club, director):
    first, second = session(club, director, "Mitchell", 0), session(club, director, "Howell", 1)
    teams = session(club, director, "teams", 0)
    elsewhere = session(make.make_club("Autre", "autre"), director, "Mitchell", 0)
    join_session(tournament=second, previous=first, share=100, by=director)
    in_imps = session(club, director, "Mitchell", 2)
    same_day = session(club, director, "Mitchell", 1)
    join_session(tournament=second, previous=same_day, share=100, by=director)
    tournaments.set_method(tournament=in_imps, method=Method(scoring=Scoring.BUTLER), by=director)
    for later, previous, share, code in (
        (second, teams, 100, "previous"),
        (second, elsewhere, 100, "previous"),
        (same_day, second, 100, "circle"),
        (first, first, 100, "circle"),
        (in_imps, second, 100, "unit"),
        (first, in_imps, 100, "later"),
        (second, first, 0, "share"),
        (second, first, 101, "share"),
    ):
        with pytest.raises(Refused) as refused:
            join_session(tournament=later, previous=previous, share=share, by=director)
        assert refused.value.code == code
    assert Event.objects.filter(kind="session_joined").count() == 2
    assert [one.name for one in several_sessions.to_follow(first)] == []


def test_saying_it_twice_writes_once_and_the_record_is_whole(club, director):
    first, second = session(club, director, "Mitchell", 0), session(club, director, "Mitchell", 1)
    for _time in range(2):
        join_session(tournament=second, previous=first, share=100, by=director)
    assert several_sessions.followed_by(first) == [second]
    for _time in range(2):
        leave_session(tournament=second, by=director)
    assert (overall(second), several_sessions.followed_by(first)) == (None, [])
    assert list(Event.objects.filter(kind="session_joined").order_by("seq").values_list("stream", flat=True)) == [
        second.pk,
        second.pk,
    ]
    assert tournament_rows.people_told(second) is not None


# The page, the report, the file


def test_a_session_is_carried_over_on_the_ranking_and_back(club, director):
    first, second = session(club, director, "Mitchell", 0), session(club, director, "Mitchell", 1)
    client = sign_in(director)
    ranking, sessions = (url(name, second.pk, language="fr") for name in ("ranking", "several_sessions"))
    assert "Plusieurs séances" in words(client.get(ranking))
    wrong = client.post(sessions, {"change": "join", "share": "50", "by_board": "on"})
    assert wrong.status_code == 422 and "Choisissez la séance à reporter." in words(wrong)
    kept = wrong.content.decode()
    assert '<option value="50" selected>' in kept and 'name="by_board" checked' in kept
    shown_words = words(post(client, sessions, {"change": "join", "previous": str(first.pk), "share": "50"}))
    assert "Séance 1 : Séance 0, 16 novembre, comptée pour 50 %." in shown_words
    assert "Séance 2 : Séance 1, 17 novembre, comptée en entier." in shown_words
    assert "chaque séance pour sa part, quel que soit son nombre de donnes" in shown_words
    assert "Provisoire" in shown_words and "Une autre séance reportée, pour 50" in shown_words
    assert f"{overall(second).lines[0].total}".replace(".", ",") in shown_words
    assert "Reportée dans" in words(client.get(url("ranking", first.pk, language="fr")))
    for one in (first, second):
        tournaments.publish_scores(tournament=one, by=director)
    assert "Provisoire" not in words(client.get(ranking))
    shown_words = words(post(client, sessions, {"change": "leave"}))
    assert "Séance 2" not in shown_words and "Plus aucune séance reportée" in shown_words


def test_who_may_only_read_carries_nothing_over(club, director):
    first, second = session(club, director, "Mitchell", 0), session(club, director, "Mitchell", 1)
    reader = sign_in(make.make_member(club, "lecteur", role="reader"))
    assert "Several sessions" not in words(reader.get(url("ranking", second.pk)))
    answer = reader.post(
        url("several_sessions", second.pk), {"change": "join", "previous": str(first.pk), "share": "100"}
    )
    assert answer.status_code == 403 and not Event.objects.filter(kind="session_joined").exists()


@pytest.mark.usefixtures("in_english")
def test_the_report_prints_it_and_a_file_has_it_or_says_that_it_has_not(club, director):
    first, second = session(club, director, "Mitchell", 0), session(club, director, "Mitchell", 1)
    join_session(tournament=second, previous=first, share=100, by=director)
    best = overall(second).lines[0]
    report = words(sign_in(director).get(url("session_report", second.pk)))
    general = report[report.index("General ranking") :]
    assert f"{best.rank} {contestant_words(best.contestant)}".replace("\u00a0", " ") in general
    assert " ".join(map(str, (*best.scores, best.total))) in general
    assert "Session 1: Séance 0, 16 November, counted whole." in general
    pbn = exports.export_tournament(second, "pbn")
    assert str(best.total) in pbn.data.decode() and not any(
        "several sessions" in str(problem) for problem in pbn.problems
    )
    for format in ("csv", "usebio", "json"):
        problems = [str(problem) for problem in exports.export_tournament(second, format).problems]
        assert any("general ranking over several sessions is left out" in problem for problem in problems), format
