"""Deliberate faults in the searches of the evidence, one at a time: the published rulings and an oracle detect each of
them."""

import random
from pathlib import Path
from types import ModuleType

import pytest

from rulings.bridge import Card, Seat
from rulings.evidence import claim, defences, open_cards
from rulings.evidence.claim import Statement
from tests.rulings.test_claim_search import NUMBERS, RULED, position
from tests.rulings.test_defences import FINESSE, NORTH_SOUTH, best, ending
from tests.rulings.test_open_cards import by_the_oracle, position_of, some_position

ENDINGS = 40
CARELESS = ("N:A76.43.. 4..T932. Q.Q.Q85. J5.5.A7.", "H", "E")
"""An ending in which South can lose four tricks by legal cards. A search with a wrong cache finds three here, and is
right in the random endings."""
SHARED = ("N:KJ.Q.J7. 74.4.K5. 2.T9.86. A86.A.Q.", "S", "W")
"""An ending in which East-West can win four tricks and North-South one; both numbers come from one cache."""


def with_the_fault(module: ModuleType, right: str, wrong: str) -> ModuleType:
    """Read a module again with a piece of its text exchanged."""
    assert module.__file__ is not None
    text = Path(module.__file__).read_text()
    assert text.count(right) >= 1, right
    faulty = ModuleType(module.__name__)
    exec(compile(text.replace(right, wrong), module.__file__, "exec"), vars(faulty))  # noqa: S102  our own text
    return faulty


def published(module: ModuleType) -> bool:
    """Tell whether the search gives the numbers of the published rulings."""
    for (_, left, who, statement, *_), numbers in zip(RULED, NUMBERS, strict=True):
        claimer, declarer, turn = who[-3:]
        answer = module.look_at(position(left, who[:-3], turn), Seat(claimer), Seat(declarer), Statement(**statement))
        if "".join(str(kind.lost) for kind in answer.kinds) != numbers or not all(
            kind.certain for kind in answer.kinds
        ):
            return False
    return True


def every_legal_card(module: ModuleType) -> bool:
    """Tell whether the worst result with every legal card equals the oracle's, in random endings and in `CARELESS`."""
    chance = random.Random(17)
    for _ending in range(ENDINGS):
        drawn = some_position(chance, longest=3)
        at = position_of(*drawn)
        for claimer, side in ((Seat.N, "NS"), (Seat.E, "EW")):
            fewest = by_the_oracle(*drawn, "fewest" if side == "NS" else "most")
            lost = fewest if side == "EW" else at.tricks - fewest
            if module.worst(at, claimer, claimer, "anything").lost != lost:
                return False
    answer = module.worst(position(*CARELESS), Seat.S, Seat.S, "anything")
    return (answer.lost, answer.certain) == (4, True)


def a_defender_who_claims(module: ModuleType) -> bool:
    """Tell whether a defender's partner may throw the jack on the queen, and dummy may not."""
    at = position("N:.J7.. 43... Q.3.. 7.9..", "NT", "S")
    return [module.worst(at, Seat.S, declarer, "careful").lost for declarer in (Seat.E, Seat.S)] == [1, 0]


def perfect_play(module: ModuleType) -> bool:
    """Tell whether the tricks with open cards equal the oracle's, in random endings and, with one cache for both sides,
    in `SHARED`."""
    chance = random.Random(18)
    for _ending in range(ENDINGS):
        drawn = some_position(chance, longest=3)
        at = position_of(*drawn)
        search = module.OpenCards(at.trump)
        north_south = by_the_oracle(*drawn, "play")
        if search.most(at, 0) != north_south or search.most(at, 1) != at.tricks - north_south:
            return False
    at = position(*SHARED)
    east_west_first = module.OpenCards(at.trump)
    return (east_west_first.most(at, 1), east_west_first.most(at, 0)) == (4, 1)


def the_said_finesse(module: ModuleType) -> bool:
    """Tell whether the stated finesse is played: the ♠A not under a king, and the ♠Q not over one."""
    at = ending(FINESSE, "NT", "S")
    least_of = {}
    for line in ("S2 SK SA", "S2 S4 SQ"):
        cards = [Card(*code) for code in line.split()]
        statement = module.said_in(at, cards, NORTH_SOUTH)
        least_of[line] = module.against_every_defence(at, NORTH_SOUTH, statement, best, lambda: True).least
    return list(least_of.values()) == [1, 2]


BINDS = "{claimer} if (claimer - declarer) % 2 else {claimer, (claimer + 2) % 4}"
"""Players bound by a claim (70D2)."""

FAULTS = [
    (claim, "min(most_known, most)", "min(most_known, most - 1)", (published, every_legal_card)),
    (claim, "min(most_known, most)", "most_known", ()),  # the known bound is not used: slower, but not wrong
    (claim, "max(least, most + 1)", "max(least, most + 2)", (published, every_legal_card)),
    (claim, "if most >= most_known:", "if most > most_known - 2:", (published, every_legal_card)),
    (claim, "if most < least:", "if most <= least:", (published, every_legal_card)),
    (claim, "if most >= len(hands[seat]):", "if most + 1 >= len(hands[seat]):", (published, every_legal_card)),
    (claim, "return most >= 0 and", "return", ()),
    (claim, BINDS, "{claimer, (claimer + 2) % 4}", (a_defender_who_claims,)),
    (claim, BINDS, "{claimer}", (a_defender_who_claims, published)),
    (claim, "(claimer - declarer) % 2 else", "(claimer - declarer) % 2 == 0 else", (a_defender_who_claims,)),
    (claim, 'known.lost if known else position.tricks', 'known.lost - 1 if known else position.tricks', (published,)),
    (open_cards, "(max(least, need), most)", "(max(least, need + 1), most)", (perfect_play,)),
    (open_cards, "(least, min(most, need - 1))", "(least, min(most, need - 2))", (perfect_play,)),
    (open_cards, "(least, min(most, left - need))", "(least, min(most, left - need - 1))", (perfect_play,)),
    (open_cards, "(max(least, left - need + 1), most)", "(max(least, left - need + 2), most)", (perfect_play,)),
    (open_cards, "if need <= least:", "if need <= least + 1:", (perfect_play,)),
    (open_cards, "if need > most:", "if need >= most:", (perfect_play,)),
    (defences, "if fewest is None or tricks + trick < fewest[0]:", "if fewest is None:", (the_said_finesse,)),
    (defences, "if own in legal and not thrown:", "if own in legal:", (the_said_finesse,)),
    (defences, "if own in legal and not thrown:", "if False:", (the_said_finesse,)),
]  # fmt: skip


def test_without_a_fault_all_of_them_hold():
    assert published(claim) and every_legal_card(claim) and a_defender_who_claims(claim)
    assert perfect_play(open_cards) and the_said_finesse(defences)


@pytest.mark.parametrize(
    ("module", "right", "wrong", "guards"), FAULTS, ids=[f"{fault[0].__name__}: {fault[2]}" for fault in FAULTS]
)
def test_a_fault_is_seen(module, right, wrong, guards):
    faulty = with_the_fault(module, right, wrong)
    seen = [not _holds(guard, faulty) for guard in guards]
    assert any(seen) if guards else _holds(published if module is claim else perfect_play, faulty)


def _holds(guard, module: ModuleType) -> bool:
    try:
        return guard(module)
    except (RecursionError, IndexError, StopIteration, ValueError, KeyError):
        return False  # an exception shows the fault too
