"""The worst result of a kind of carelessness after a claim, compared with published rulings, with an oracle, and by
invariants."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.bridge import Card, Seat, parse_deal
from rulings.evidence import claim
from rulings.evidence.claim import WAYS, Statement, TooLong, Way, look_at, worst
from rulings.evidence.open_cards import LONGEST, OpenCards
from rulings.evidence.position import Position, read_position
from tests.rulings.test_open_cards import SEATS, by_the_oracle, position_of, some_position, takes, tricks_of_ns


def cards(*texts: str) -> tuple[Card, ...]:
    return tuple(Card(*text) for text in texts)


def position(left: str, trumps: str, turn: str) -> Position:
    return read_position(parse_deal(left, complete=False), trumps, Seat(turn))


# Rulings that were published: the kind of carelessness is read from the reasoning of each. The
# small cards that a text does not give are chosen here.

RULED = [
    # source, cards left, trumps, claimer, declarer, on lead, statement, kind, tricks to the others
    ("Welsh Bridge Union 2018-12", "N:32..9. 4..8.7 .T.AK. .J..AK", "HSSS", {}, "unaware", 3),
    ("the same, from the top by regulation", "N:.J6.. .9..A ..98. ..76.", "SNNN", {}, "careful", 0),
    ("EBU forum 1202", "N:2..32.Q 54...98 .3..AKJ QJ.8.Q.", "HSSS", {}, "unaware", 4),
    ("BBF 50809", "N:987...2 .2..KQJ .AKQ.A. ..KQ.98", "HSSW", {}, "careful", 1),
    ("blml 2010-09, in the order stated", "N:2.A2..A2 .43..QJT A3.Q6..3 4.K5..K4", "NTSSS",
     {"first": cards("SA", "S3", "CA", "HA")}, "careful", 1),
    ("blml 2010-09, the tricks that he counts", "N:2.A2..A2 .43..QJT A3.Q6..3 4.K5..K4", "NTSSS",
     {"counted": frozenset(cards("SA", "S3", "CA", "HA", "HQ"))}, "careful", 3),
    ("White Book 8.70.4(a)", "N:32..32. QT..65. AK.9..9 J..98.4", "CSSS", {}, "unaware", 1),
    ("White Book 8.70.5, three tricks", "N:42..2. J3..3. AK5... 97..4.", "NTSSS", {}, "careful", 0),
    ("White Book 8.70.5, careless", "N:.32.2. 6.4.3. 754... .5.54.", "SSSS", {}, "any_order", 1),
    ("EBU forum 731", "N:.43.2. .65.3. J32... T.7.4.", "SSSS", {}, "careful", 0),
    ("BBF 49957, a defender", "N:K..T.A J...32 5.72.. 3...54", "NTSWS", {"first": cards("H7", "H2")}, "careful", 1),
    ("EBU forum 330, a defender", "N:..K.Q .5..3 ..Q.J ..A.A", "HESE", {"first": cards("H5")}, "careful", 1),
    ("two ways to find the queen", "N:K98... Q76... AJT... 543...", "NTSSS", {}, "careful", 1),
    ("the last trump drawn as he said", "N:.43.2. .65.3. A2..A. T.7.4.", "SSSS", {"first": cards("SA")}, "careful", 0),
]  # fmt: skip


@pytest.mark.parametrize(("where", "left", "who", "said", "kind", "lost"), RULED, ids=[ruling[0] for ruling in RULED])
def test_a_published_ruling_is_found_with_the_kind_that_its_director_took(where, left, who, said, kind, lost):
    trumps, (claimer, declarer, turn) = who[:-3], who[-3:]
    at = position(left, trumps, turn)
    answer = worst(at, Seat(claimer), Seat(declarer), kind, Statement(**said))
    assert (answer.lost, answer.certain) == (lost, True)


NUMBERS = ("113333", "020222", "134444", "111111", "111124", "343444", "001113", "020222", "010111", "010111", "111112",
           "111111", "111111", "000002")  # fmt: skip
"""The tricks for the others in each of these rulings, by kind from the strictest to every legal card."""


@pytest.mark.parametrize(
    ("ruling", "numbers"), list(zip(RULED, NUMBERS, strict=True)), ids=[ruling[0] for ruling in RULED]
)
def test_every_kind_has_its_number_in_the_rulings_that_were_published(ruling, numbers):
    _, left, who, statement, *_ = ruling
    trumps, (claimer, declarer, turn) = who[:-3], who[-3:]
    answer = look_at(position(left, trumps, turn), Seat(claimer), Seat(declarer), Statement(**statement))
    assert "".join(str(kind.lost) for kind in answer.kinds) == numbers
    assert all(kind.certain for kind in answer.kinds)


def test_in_most_of_them_the_number_depends_on_what_must_be_asked():
    numbers = []
    for _, left, who, statement, *_ in RULED:
        claimer, declarer, turn = who[-3:]
        answer = look_at(position(left, who[:-3], turn), Seat(claimer), Seat(declarer), Statement(**statement))
        numbers.append({kind.lost for kind in answer.kinds})
    assert sum(len(lost) > 1 for lost in numbers) > len(numbers) / 2


# An oracle that shares no code with the search


def test_every_legal_card_is_the_fewest_tricks_of_all_lines_of_three_hundred_endings():
    chance, wrong = random.Random(68), []
    for number in range(300):
        given_one = some_position(chance, 3) if number % 10 else some_position(chance, 4)
        at, side = position_of(*given_one), number % 2
        claimer, declarer = Seat(SEATS[side]), Seat(chance.choice(SEATS))
        answer = worst(at, claimer, declarer, "anything")
        ns = by_the_oracle(*given_one, "fewest" if side == 0 else "most")
        if not answer.certain or at.tricks - answer.lost != (ns if side == 0 else at.tricks - ns):
            wrong.append((number, given_one, answer, ns))
        tricks_of_ns.cache_clear()
    assert wrong == []


# Invariants


@st.composite
def claims(draw: st.DrawFn) -> tuple[tuple, Seat, Seat]:
    chance = draw(st.randoms(use_true_random=False))
    return some_position(chance, 4), draw(st.sampled_from(Seat)), draw(st.sampled_from(Seat))


def looser_than(kind: str) -> list[str]:
    return [other for other in WAYS if claim._allows(WAYS[other], WAYS[kind])]


@settings(max_examples=40, deadline=None)
@given(claims())
def test_a_looser_kind_is_never_better_and_open_cards_are_never_worse(one):
    given_one, claimer, declarer = one
    at = position_of(*given_one)
    # each kind by itself, without the result of a stricter one
    lost = {kind: worst(at, claimer, declarer, kind).lost for kind in WAYS}
    best = OpenCards(at.trump).most(at, SEATS.index(claimer) % 2)
    for kind, own in lost.items():
        assert all(lost[other] >= own for other in looser_than(kind)), (kind, lost)
        assert at.tricks - own <= best
    answer = look_at(at, claimer, declarer)
    assert {one.kind: one.lost for one in answer.kinds} == lost
    assert answer.open_cards == best


@settings(max_examples=40, deadline=None)
@given(claims())
def test_a_line_is_legal_and_has_the_tricks_that_are_said(one):
    (hands, trumps, leader, trick), claimer, declarer = one
    at = position_of(hands, trumps, leader, trick)
    for kind in look_at(at, claimer, declarer).kinds:
        now, won, played = at, 0, list(trick)
        for seat, card in kind.line:
            assert SEATS[now.seat] == seat
            now, taker = now.after(card)  # raises where it is not legal
            played.append(str(card))
            if taker is not None:
                first = SEATS.index(seat) - 3
                assert SEATS[(first + takes(tuple(played), trumps)) % 4] == taker
                won += taker.side is claimer.side
                played = []
        assert not any(now.hands)
        assert at.tricks - won == kind.lost


@settings(max_examples=25, deadline=None)
@given(claims(), st.permutations("SHDC"), st.integers(1, 3))
def test_turning_the_seats_and_the_suits_changes_nothing(one, suits, turn):
    (hands, trumps, leader, trick), claimer, declarer = one
    other = dict(zip("SHDC", suits, strict=True))

    def turned(seat: str) -> Seat:
        return Seat(SEATS[(SEATS.index(seat) + turn) % 4])

    moved = {turned(seat): [Card(other[card.suit], card.rank) for card in hand] for seat, hand in hands.items()}
    again = (moved, other.get(trumps, "NT"), turned(leader), [other[card[0]] + card[1] for card in trick])
    first = look_at(position_of(hands, trumps, leader, trick), claimer, declarer)
    second = look_at(position_of(*again), turned(claimer), turned(declarer))
    assert first.open_cards == second.open_cards
    assert [kind.lost for kind in first.kinds] == [kind.lost for kind in second.kinds]


@settings(max_examples=40, deadline=None)
@given(claims(), st.randoms(use_true_random=False))
def test_what_saves_work_changes_nothing(one, chance):
    given_one, claimer, declarer = one
    at = position_of(*given_one)
    own = [card for seat in claimer.side.seats for card in given_one[0][seat]]
    statement = Statement(
        first=tuple(chance.sample(own, chance.choice((0, 0, 1, 2)))),
        counted=frozenset(chance.sample(own, chance.choice((0, 1, 2, 3)))),
    )
    quick = [worst(at, claimer, declarer, kind, statement).lost for kind in WAYS]
    with pytest.MonkeyPatch.context() as patch:
        # The search without its cache of equivalent positions, and with every card tried.
        patch.setattr(claim, "standing_of", lambda hands, seat: (hands, seat))
        patch.setattr(claim, "different", lambda cards, hands, trick: cards)
        whole = [worst(at, claimer, declarer, kind, statement, steps=10**6).lost for kind in WAYS]
    assert quick == whole


@pytest.mark.parametrize("kind", [kind for kind in WAYS if kind != "anything"])
def test_the_partner_of_a_defender_who_claims_may_play_anything(kind):
    left = "N:.J7.. 43... Q.3.. 7.9.."
    assert worst(position(left, "NT", "S"), Seat.S, Seat.E, kind).lost == 1  # North may throw the jack on the queen
    assert worst(position(left, "NT", "S"), Seat.S, Seat.S, "careful").lost == 0  # dummy would not


def test_no_legal_card_loses_a_trick_is_said_of_a_hand_that_cannot():
    answer = look_at(position("N:AK... .43.. QJ... .65..", "NT", "N"), Seat.N, Seat.N)
    assert [kind.lost for kind in answer.kinds] == [0] * len(WAYS)


def test_a_finesse_that_was_said_is_taken_and_a_drop_is_not():
    # ♠AJ opposite ♠32; West holds the king and the queen.
    left = "N:32... 54... AJ... KQ..."
    low = worst(position(left, "NT", "N"), Seat.S, Seat.S, "careful", Statement(finesse=True))
    high = worst(position(left, "NT", "N"), Seat.S, Seat.S, "careful", Statement(finesse=False))
    assert [str(card) for seat, card in low.line if seat is Seat.S][0] == "SJ"
    assert [str(card) for seat, card in high.line if seat is Seat.S][0] == "SA"


def test_a_winner_is_thrown_away_by_the_wasteful_alone():
    left, statement = "N:A.2.. K3... 2..A. .43..", Statement(first=cards("DA"))
    lost = {kind: worst(position(left, "NT", "S"), Seat.S, Seat.S, kind, statement).lost for kind in WAYS}
    assert (lost["careful"], lost["any_order"], lost["wasteful"]) == (0, 0, 1)  # North’s discard on the diamond


def test_the_order_of_suits_that_was_said_is_kept():
    left = "N:2.2.. .A3.. A.4.. .65.."
    led = worst(position(left, "NT", "S"), Seat.S, Seat.S, "careful", Statement(suits=("S", "H")))
    assert str(led.line[0][1]) == "SA"


# Limits


def test_longer_hands_are_not_searched():
    deck = [Card(suit, rank) for suit in "SHDC" for rank in "AKQJT9"]
    hands = {seat: deck[at::4] for at, seat in enumerate(Seat)}
    assert len(hands[Seat.N]) == LONGEST + 1
    with pytest.raises(TooLong):
        look_at(read_position(hands, "NT", Seat.N), Seat.N, Seat.N)


def test_a_search_that_gives_up_says_so_and_has_a_line_for_what_it_found():
    left = "N:2.A2..A2 .43..QJT A3.Q6..3 4.K5..K4"
    answer = worst(position(left, "NT", "S"), Seat.S, Seat.S, "anything", steps=40)
    assert not answer.certain
    assert answer.steps == 40
    assert answer.lost <= worst(position(left, "NT", "S"), Seat.S, Seat.S, "anything").lost


def test_the_same_position_is_searched_in_the_same_steps():
    first, other = (look_at(position("N:2.A2..A2 .43..QJT A3.Q6..3 4.K5..K4", "NT", "S"), Seat.S, Seat.S) for _ in "12")
    assert first == other
    assert [kind.steps for kind in first.kinds] == [kind.steps for kind in other.kinds]


def test_the_kinds_go_from_the_strictest_to_every_legal_card():
    assert next(iter(WAYS)) == "careful"
    assert looser_than("careful") == list(WAYS)
    assert list(WAYS)[-1] == "anything"
    assert all(getattr(WAYS["anything"], name) for name in Way.__slots__)
