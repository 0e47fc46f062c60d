"""Every screen of the application with realistic content, for accessibility checks and for photographs."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib.auth.models import User

from arbitrage.database.ids import uuid7
from arbitrage.models import (
    Appeal,
    Board,
    Club,
    Contestant,
    Doubt,
    Event,
    Exercise,
    Incident,
    Inquiry,
    Invitation,
    Membership,
    Pairing,
    Player,
    PlayerLink,
    Rehearsal,
    Result,
    Tournament,
)
from arbitrage.pages.wording.tables_and_boards import tables
from arbitrage.services import appeals, clock, incidents, rehearsals, school
from arbitrage.services.incidents import equity, evidence, polls, table_calls
from arbitrage.services.people import conduct, devices, invitations, link_tokens, player_links, table_sheets
from arbitrage.services.results import entering, scores, table_results
from arbitrage.services.results.several_sessions import join_session
from arbitrage.services.results.simultaneous import tell_frequencies
from arbitrage.services.tournaments import evenings, line_ups, playing_director, publish_scores
from arbitrage.services.tournaments.evenings import Plan
from rulings.bridge import Card, Seat
from rulings.school.situations import by_id
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import deal, url
from tests.arbitrage.rooms import busy_room

ASKED = ("able", "offender", "trick", "noticed", "since", "card", "declaring_changes")
"""Questions of a revoke, each with another kind of input."""

ROOMS = ((3, 1), (3, 20), (40, 1), (40, 20))
"""Numbers of tables and duties of the full rooms."""


@dataclass(frozen=True)
class Screen:
    """A screen by its name and its address; *signed_in* is false for those before signing in."""

    name: str
    address: str
    signed_in: bool = True


@dataclass(frozen=True)
class Scene:
    """The data of the screens: full rooms, a board with its history, an inquiry at its choice, a new call, an
    appeal, teams in halves."""

    rooms: tuple[Tournament, ...]
    board: Board
    ruled: Incident
    asked: Inquiry
    called: Incident
    appeal: Appeal
    pairing: Pairing
    seen: Event
    heard: Inquiry
    polled: Inquiry
    teams: Tournament


def set_the_scene() -> tuple[User, Scene]:
    """Store a club whose manager directs, with something to show on every screen."""
    club = make.make_club()
    manager = make.make_member(club, role="manager")
    User.objects.filter(pk=manager.pk).update(first_name="Claire", last_name="Aubry")
    make.make_member(club, "leclerc")
    devices.set_pin(user=manager, pin="2718")
    rooms = tuple(busy_room(club, manager, tables=tables, duties=duties) for tables, duties in ROOMS)
    board = deal(make.make_seed_case(club))
    ruled = make.make_incident(board, manager)
    make.rule_the_seed_case(ruled, manager)
    scores.confirm_adjustment(incident=ruled, by=manager, seen=scores.propose_adjustment(ruled).digest)
    choosing = incidents.attend(incident=make.make_incident(board, manager, table=2), by=manager)
    asked = incidents.open_inquiry(incident=choosing, law="64", by=manager)
    before = {"able": "yes", "offender": "W", "trick": "3", "noticed": "during", "since": "nothing", "card": "SQ"}
    make.answer(asked, manager, **before)
    make.answer(Inquiry.objects.get(pk=asked.pk), manager, faced="no", declaring_played="yes")
    called = incidents.attend(incident=make.make_incident(board, manager, table=3), by=manager)
    User.objects.filter(pk=manager.pk).update(is_staff=True)
    Membership.objects.filter(user=manager).update(conduct=True)
    Membership.objects.create(user=manager, club=make.make_club("Cercle du Pont", "pont"), role="reader")
    invitations.invite(club=club, role="reviewer", name="Anne", by=manager)
    conduct.write(club=club, incident=ruled, law="74", words="Threw the cards on the table.", by=manager)
    conduct.write(club=club, player="Élise Roux", law="91", words="Warned by the committee.", by=manager)
    player_links.make(board=board, contestant=board.results.get(table=1).ns, by=manager)
    tables_with_sheets(rooms[0], manager)
    publish_scores(tournament=board.tournament, minutes=30, by=manager)
    tell_frequencies(tournament=board.tournament, said={board.number: {660: 43, 690: 12, -100: 7}}, by=manager)
    join_session(tournament=rooms[0], previous=board.tournament, share=50, by=manager)
    playing_director.say_playing(
        tournament=rooms[0], by=manager, contestant=Contestant.objects.filter(section__tournament=rooms[0]).first()
    )
    appeal, pairing = an_appeal(board, manager), devices.ask_to_pair(secret="a tablet that waits")
    pairing.expires_at += datetime.timedelta(days=1)  # the pairing code stays valid while the screens are looked at
    pairing.save()
    seen = a_claim_looked_at(board, manager)
    heard, polled = a_line_heard(board, manager), a_poll(board, manager)
    practise(club, manager)
    asked.refresh_from_db()
    teams = teams_in_halves(club, manager)
    return manager, Scene(rooms, board, ruled, asked, called, appeal, pairing, seen, heard, polled, teams)


def practise(club: Club, user: User) -> None:
    """Store three exercises: one at its first question, one at its decision, and one ruled wrongly whose correction the
    user doubts. Store two rehearsals too."""
    for name, stops in (("lead-6", "question"), ("hands-6", "decision"), ("revoke-4", "correction")):
        situation = by_id()[name]
        exercise = school.begin(situation=situation, by=user)
        school.choose_law(exercise=exercise, law=situation.law, answers={})
        if stops == "question":
            continue
        given = {one: value for one, value in situation.answers.items() if one != "end_of_play"}
        for answer in (given | ({"winner": "E"} if stops == "correction" else {})).items():
            school.answer(exercise=exercise, situation=situation, given=[answer])
        if stops == "correction":
            school.decide(exercise=exercise, situation=situation, decision="winner=E")
            school.doubt(exercise=exercise, situation=situation, club=club, words="Ouest avait coupé.", by=user)
    school.show_progress(user=user, club=club, shown=True)
    rehearse(user)


REHEARSED = "quarter-of-an-hour"


def rehearse(user: User) -> None:
    """Store two rehearsals: one that is over, with a call at which the director found nothing and one that he forgot;
    and one that is paused, with two calls at once."""
    over = rehearsals.begin(scenario=REHEARSED, seed=1, by=user)
    Rehearsal.objects.filter(pk=over.pk).update(begun_at=clock.now() - datetime.timedelta(seconds=400))
    over.refresh_from_db()
    first = rehearsals.find(over, "lead")
    if first is not None:
        rehearsals.come(rehearsal=over, call=first)
        rehearsals.find_nothing(rehearsal=over, call=rehearsals.find(over, "lead") or first)
    rehearsals.end(rehearsal=over)
    running = rehearsals.begin(scenario=REHEARSED, seed=2, by=user)
    Rehearsal.objects.filter(pk=running.pk).update(begun_at=clock.now() - datetime.timedelta(seconds=250))
    running.refresh_from_db()
    if (first := rehearsals.find(running, "lead")) is not None:
        rehearsals.come(rehearsal=running, call=first)
    rehearsals.pause(rehearsal=running)


def teams_in_halves(club: Club, director: User) -> Tournament:
    """Store a Swiss of teams whose first match is played, half after half; team 1 has given its line-up for both."""
    names = [("Anne Roy", "Luc Petit", "Zoé Lenoir"), ("Jean Faure", "Marc Blanc", "Eva Noir")]
    plan = Plan(6, "swiss_teams", 3, 4, halves=2)
    name = "Coupe des équipes"
    teams = evenings.make_evening(club=club, by=director, name=name, date=make.EVENING, plan=plan, names=names)
    Result.objects.filter(board__tournament=teams, round__lte=2, table__lte=3).update(kind="passed", score=0)
    Result.objects.filter(board__tournament=teams, round__lte=2, table__gt=3).update(kind="passed", score=-50)
    players = list(Player.objects.filter(contestant__section__tournament=teams, name__gt="").order_by("name"))
    seats = {seat: str(player.pk) for seat, player in zip("NESW", players, strict=False)}
    line_ups.set_line_up(tournament=teams, team="1", round=1, seats=seats, final=True, by=director)
    return teams


def tables_with_sheets(room: Tournament, director: User) -> None:
    """Store a sheet for each table: table 1 has typed a result on its sheet, table 2 has called the director."""
    table_sheets.prepare(tournament=room, places=tables(room), results=True, by=director)
    table_calls.call(sheet=table_sheets.of_evening(room).get(table=2), called_by="W", about="revoke")
    line, sheet = table_lines(room)[0], table_sheets.of_evening(room).get(table=1)
    typed = {"kind": "played", "contract": "4S", "declarer": "N", "tricks": 10, "lead": "HK"}
    table_results.type_line(sheet=sheet, line=line.pk, typed=typed, seen=entering.seen_of(line), id=uuid7())


def table_lines(room: Tournament) -> list[Result]:
    """List the lines of table 1 in the first round."""
    return list(Result.objects.filter(board__tournament=room, table=1, round=1).order_by("board__number"))


CLAIM = {
    "claimer": "S", "declarer": "S", "cards_left": "N:32..32. QT..65. AK.9..9 J..98.4", "tricks_before": "8",
    "to_play": "S", "trumps": "C", "statement": "Le reste.", "tricks_claimed": "4",
    "said_on_the_left": "Il reste un atout.", "said_on_the_right": "", "said_by_partner": "",
    "spoke_of_it": "no", "unaware": "yes",
}  # fmt: skip


def a_claim_looked_at(board: Board, director: User) -> Event:
    """Store a claim with a small trump out, its evidence, the director's judgement on two ways of playing, and a
    line."""
    incident = incidents.attend(incident=make.make_incident(board, director, table=8), by=director)
    claim = make.answer(incidents.open_inquiry(incident=incident, law="70", by=director), director, **CLAIM)
    inputs = evidence.ClaimInputs(CLAIM["cards_left"], "C", Seat.S, Seat.S, Seat.S)
    seen = evidence.show_claim(inquiry=claim, inputs=inputs, by=director)
    evidence.judge_kinds(of=seen, inquiry=claim, judged={"unaware": "normal", "anything": "irrational"}, by=director)
    line = [Card("S", "A"), Card("S", "J"), Card("S", "2"), Card("S", "T")]
    evidence.keep_line(of=seen, inquiry=claim, cards=line, by=director)
    return seen


def a_line_heard(board: Board, director: User) -> Inquiry:
    """Store a revoke with its tricks counted, South's statement, and the evidence of the field."""
    incident = incidents.attend(incident=make.make_incident(board, director, table=6), by=director)
    inquiry = make.answer(
        incidents.open_inquiry(incident=incident, law="64", by=director), director, **make.DURING_THE_PLAY
    )
    incidents.reach_moment(duty=inquiry.duties.get(state="open"), by=director)
    said = {name: make.AT_THE_END[name] for name in ("exclusion", "winner", "tricks_after", "line")}
    inquiry = make.answer(Inquiry.objects.get(pk=inquiry.pk), director, **said)
    equity.show(inquiry=inquiry, by=director)
    return inquiry


def a_poll(board: Board, director: User) -> Inquiry:
    """Ask players about a hesitation; four have answered, one of them aloud."""
    incident = incidents.attend(incident=make.make_incident(board, director, table=5), by=director)
    inquiry = incidents.open_inquiry(incident=incident, law="16B", by=director)
    page = polls.Page(
        "AQ64.KT6.KJ64.K6", "N", board.dealer, board.vulnerability, "MP", ("Pass", "1C", "X"), "Majeure cinquième."
    )
    polls.open_poll(inquiry=inquiry, page=page, by=director)
    now = polls.poll_of(inquiry)
    assert now is not None
    for number, call in enumerate(("XX", "XX", "1NT", "Pass")):
        said = polls.Answer(call, ("Pass", "1NT")[: number % 3], oral=number == 3)
        polls.answer(incident=incident, poll=now, said=said, browser=str(number))
    return inquiry


def an_appeal(board: Board, director: User) -> Appeal:
    """Store a call of another table, ruled and appealed: a committee sits, and both sides have spoken."""
    incident = make.make_incident(board, director, table=7)
    make.rule_the_seed_case(incident, director)
    appeals.tell_the_right(incident=incident, side="both", by=director)
    found = appeals.request_appeal(
        incident=incident,
        side="EW",
        about="both",
        agreed=True,
        grounds="La renonce n’était pas consommée.",
        by=director,
    )
    appeals.seat(appeal=found, role="chair", name="Alice Renard", by=director)
    appeals.seat(appeal=found, role="scribe", name="Bruno Petit", by=director)
    appeals.say(appeal=found, kind="NS", words="Ouest avait joué dans la levée suivante.", by=director)
    appeals.say(appeal=found, kind="EW", words="Il avait seulement touché sa carte.", by=director)
    return Appeal.objects.get(pk=found.pk)


def screens(scene: Scene, language: str) -> Iterator[Screen]:
    """Yield every screen, in one language."""

    def at(name: str, *args: object, query: str = "", title: str = "", signed_in: bool = True) -> Screen:
        return Screen(title or name, url(name, *args, language=language) + query, signed_in)

    yield at("login", signed_in=False)
    yield at("offline")
    yield at("approve", scene.pairing.code)
    sheets = {sheet.table: sheet.pk for sheet in table_sheets.of_evening(scene.rooms[0])}
    for table, title in ((1, "table-sheet"), (2, "table-sheet-called")):
        yield at("table_sheet", sheets[table], link_tokens.token("table", sheets[table]), title=title, signed_in=False)
    for line, title in zip(table_lines(scene.rooms[0]), ("table-board-typed", "table-board"), strict=True):
        token = link_tokens.token("table", sheets[1])
        yield at("table_board", sheets[1], token, line.pk, title=title, signed_in=False)
    yield at("table_sheets", scene.rooms[0].pk)
    for (count, duties), room in zip(ROOMS, scene.rooms, strict=True):
        yield at("room", room.pk, title=f"room-{count}-tables-{duties}-duties")
    calm, board, line = scene.rooms[0], scene.board, scene.board.results.order_by("table")[4]
    tournament, club = board.tournament, board.tournament.club
    for name in ("tournament_list", "evening_new", "tournament_import", "case_import", "decision_list"):
        yield at(name)
    for name in ("decision_print", "casebook", "statistics", "code", "password", "second_step"):
        yield at(name)
    for name in ("clock", "evening", "play", "close_evening", "seating", "guide_cards"):
        yield at(name, calm.pk)
    yield at("wall", calm.pk, link_tokens.token(link_tokens.WALL, calm.pk), signed_in=False)
    closed = Result.objects.filter(board__tournament=calm, kind="not_played").order_by("board__number", "table")
    yield at("board", closed[0].board_id, title="board-yet-to-play")
    yield at("type_result", closed[0].pk)
    yield at("evening", calm.pk, query="?act=close", title="evening-a-table-closes")
    for name in ("board_list", "ranking", "method", "penalty", "export"):
        yield at(name, tournament.pk)
    yield at("ranking", calm.pk, title="ranking-of-several-sessions")
    yield at("what", scene.called.pk)
    yield at("what", scene.called.pk, query="?tile=hesitation-explication", title="what-second-touch")
    yield at("what", scene.called.pk, query="?q=alerte", title="what-search")
    yield at("what", scene.called.pk, query="?all=yes", title="what-everything")
    for name in ("dispute", "statements", "add_words", "auction", "which_line"):
        yield at(name, scene.called.pk)
    yield at("wrong_line", scene.called.pk, board.results.get(table=3).pk)
    for question in ASKED:
        yield at("question", scene.asked.pk, question, title=f"question-{question}")
    yield at("players", scene.asked.pk, "declaring_changes")
    claim = scene.seen.data["inquiry"]
    yield at("question", claim, "could_lose", title="question-with-evidence")
    yield at("evidence", claim)
    yield at("evidence_position", claim)
    yield at("evidence", scene.heard.pk, title="evidence-of-the-room")
    yield at("question", scene.heard.pk, "equity", title="question-of-equity")
    now = polls.poll_of(scene.polled)
    assert now is not None
    yield at("poll", scene.polled.pk)
    yield at("poll", scene.heard.pk, title="poll-to-ask")
    yield at("poll_page", now.opened.pk, now.token, signed_in=False)
    yield at("unroll", claim, scene.seen.pk, query="?line=SA-SJ-S2-ST", title="evidence-on-the-cloth")
    waiting = Inquiry.objects.filter(incident__tournament=scene.rooms[1], stage="waiting").first()
    if waiting is not None:
        yield at("decision", waiting.pk, title="decision-waiting")
    yield at("decision", scene.ruled.inquiries.get().pk)
    for name in ("score", "choose", "report", "appeal_file", "export_case", "review"):
        yield at(name, scene.ruled.pk)
    yield at("report", scene.ruled.pk, query="?version=casebook", title="report-casebook")
    for name in ("session_report", "evening_reports"):
        yield at(name, tournament.pk)
    yield at("season_report")
    yield at("right_of_appeal", scene.ruled.pk)
    yield at("right_of_appeal", scene.appeal.incident_id, title="right-of-appeal-used")
    yield at("appeal", scene.appeal.pk)
    for name in ("what_if", "compare", "similar"):
        yield at(name, scene.ruled.inquiries.get().pk)
    for name in ("board", "add_result", "board_forms"):
        yield at(name, board.pk)
    yield at("result", line.pk)
    for name in ("members", "conduct", "personal", "regulations", "watch"):
        yield at(name, club.pk)
    for name in ("enter", "site_clubs", "about", "volunteer_sheet", "tablets", "backups"):
        yield at(name)
    for query, title in (("", ""), ("?team=1", "-opened")):
        yield at("line_ups", scene.teams.pk, query=query, title=f"line_ups{title}")
    for name in ("draw", "room", "ranking", "guide_cards"):
        yield at(name, scene.teams.pk, title=f"{name}-of-teams-in-halves")
    for name, *args in (("code_players",), ("code_leaf", "revoke"), ("code_wall",)):
        yield at(name, *args, signed_in=False)
    yield at("player_links", board.pk)
    yield at("incident_conduct", scene.ruled.pk)
    for name, purpose, row in (("invitation", "invitation", Invitation), ("player_board", "board", PlayerLink)):
        key = row.objects.get().pk
        yield at(name, key, link_tokens.token(purpose, key), signed_in=name != "invitation")
    link = PlayerLink.objects.get().pk
    yield at("player_evening", link, link_tokens.token(link_tokens.BOARD, link), signed_in=False)
    yield at("evening_calls", tournament.pk)
    yield at("code", query="?q=alerte", title="code-search")
    yield at("code_law", "64")
    yield at("code_chart", "64")
    yield at("code_whole_chart", "54")
    for name in ("school", "school_learners", "school_doubts", "rehearsals"):
        yield at(name)
    running, over = Rehearsal.objects.order_by("-begun_at", "pk")
    yield at("rehearsal", running.pk)
    for call in ("lead", "bid"):
        yield at("rehearsal_call", running.pk, call, title=f"rehearsal_call-{call}")
    yield at("rehearsal_after", over.pk)
    yield at("rehearsal_paper", over.pk)
    for name in ("revoke-4", "opening-lead-5"):
        yield at("situation", name, title=f"situation-{name}")
    yield at("school_series", 4711)
    yield at("school_paper", 4711)
    yield at("school_doubt", Doubt.objects.get().pk)
    yield at("own_case", scene.ruled.pk)
    asking, deciding, ended = Exercise.objects.filter(rehearsal=None).order_by("begun_at", "pk")
    for query, title in (("", ""), ("?tile=carte-vue", "-second-touch"), ("?all=yes", "-everything")):
        yield at("exercise_what", asking.pk, query=query, title=f"exercise_what{title}")
    yield at("exercise_question", asking.pk, "offender")
    yield at("exercise_decision", deciding.pk)
    yield at("correction", ended.pk)
