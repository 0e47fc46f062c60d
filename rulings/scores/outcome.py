"""From ended inquiries to the score of a board: the tricks that each revoke moves, the results assigned, and the score
entered.

The arithmetic of Law 64 is in ``rulings.scores.scoring``; this module reads the fields of the rulings, never their
words.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from rulings.bridge import Contract, Seat, Side, parse_contract
from rulings.engine.roles import resolve, with_roles
from rulings.scores.scoring import BOTH_REVOKED, Adjusted, Transfer, adjusted, both_revoked, score_ns

CORRECTED = ("64B8",)
"""Laws under which a revoke was corrected. It moves no trick, and does not cancel the other side's (64B7)."""

ONE_SIDE_REVOKED = ("64C1", "64C2(a)")
"""Laws of a probable result that supposes a revoke by one side alone; when both revoked, 64C2(b) applies instead."""

WITHOUT_THE_LATER = "64C2(a)"

FOR_BOTH = (BOTH_REVOKED, "64C2(b)")
"""Laws of a ruling that takes the revokes of both sides into account."""

OF_A_CLAIM = ("70A", "70C", "70D1", "70D2", "70E1")
"""Laws of a ruling on a contested claim, which gives the tricks of the whole board."""

Ended = tuple[Mapping[str, Any], Mapping[str, str]]
"""One inquiry: its ruling as plain data (``Ruling.as_json``), with its facts and answers."""


class Unsettled(ValueError):
    """Error: the rulings do not give a score yet. ``code`` is the reason: "who", "no_tricks", "open_claim", "claim",
    "one_revoke" or "two_sides"."""

    def __init__(
        self, code: Literal["who", "no_tricks", "open_claim", "claim", "one_revoke", "two_sides"], sentence: str
    ) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True, slots=True)
class Entered:
    """The score to enter for a board, after all its rulings.

    *tricks* is declarer's number of tricks that counts for both sides, or for North-South when the score is split;
    *score* is in points from North-South's side.
    """

    played: int
    """Declarer's tricks as played, 0 to 13."""
    rectified: int
    """Declarer's tricks after the rulings on claims (68 to 71) and the automatic transfers (64A, 64B)."""
    tricks: int
    score: int
    law: str
    """Law that decided *tricks*: "64A1", "72C", "43B3"; "" when no ruling changes the score."""
    kind: Literal["played", "transfer", "equity", "split"]
    tricks_ew: int | None = None
    """Declarer's tricks that count for East-West, when the score is split."""
    score_ew: int | None = None
    """East-West's own points, from their side, when the score is split."""
    contract: Contract | Literal["Pass"] | None = None
    """Contract of the probable result with its declarer, when it is not the table's (16B, 21B); "Pass" when the board
    would have been passed out."""
    contract_ew: Contract | Literal["Pass"] | None = None
    """The same for East-West, when the score is split."""


@dataclass(frozen=True, slots=True)
class Assigned:
    """A probable result in place of the table's: declarer's *tricks* and the side that they protect, in *contract*
    where it is not the table's. A result that `split` lists counts for that side alone.

    A split score that *spares* its side a loss (82C) does not replace a table result that is better for that side. Any
    other split score takes a gain from its side (11A, 43B3, 79B3), and does not replace a table result that is worse
    for it.
    """

    tricks: int
    side: Side
    law: str
    contract: Contract | Literal["Pass"] | None = None
    spares: bool = False


def awarded(declaring: Side, tricks: int, inquiries: Iterable[Ended]) -> tuple[int, str]:
    """Return declarer's tricks once the claims and concessions are ruled on (68 to 71), and the law of the last of
    them: 10 recorded, and one trick given back to the defenders, are (9, "71A"); (10, "") where there is none.

    A ruling on a contested claim gives the total, whatever was recorded; a withdrawn agreement to a claim changes the
    recorded number.

    :raises Unsettled: a claim is contested and not ruled on yet, the number of tricks or the side is not known, or they
        do not fit into thirteen.
    """
    ended = list(inquiries)
    if contested(ended):
        raise Unsettled("open_claim", "A claim is contested: rule on it first (Law 70), the score follows.")
    law = ""
    for effect, known in _effects(ended, "AWARD_TRICKS"):
        counted = [resolve(effect[name], known) for name in ("tricks", "left", "before") if effect.get(name)]
        if not all(counted):
            raise Unsettled("no_tricks", "The ruling on the claim needs its numbers of tricks.")
        to_declarer = not effect.get("to") or _side(effect["to"], known) is declaring
        given = int(counted[0])
        if not effect.get("to"):
            tricks = given
        elif len(counted) > 1:
            left, before = int(counted[1]), int(counted[2])
            if given > left or before + left > 13:
                raise Unsettled("claim", "The tricks of the claim do not add up: count those won and those left.")
            tricks = before + (given if to_declarer else left - given)
        else:
            tricks += given if to_declarer else -given
        if not 0 <= tricks <= 13:
            raise Unsettled("claim", "The tricks of the claim do not add up: count those won and those left.")
        law = effect["law"]
    return tricks, law


def contested(inquiries: Iterable[Ended]) -> bool:
    """Is a claim or a concession still to be ruled on: did a ruling send to Law 70, and has Law 70 given no tricks
    yet?"""
    ended = list(inquiries)
    sent = any(effect["to"] == "70" for effect, _known in _effects(ended, "SEND"))
    return sent and all(effect["law"] not in OF_A_CLAIM for effect, _known in _effects(ended, "AWARD_TRICKS"))


def transfers(inquiries: Iterable[Ended]) -> list[Transfer]:
    """List the transfers of all established revokes in the order given, including those that move no trick. Where two
    rulings describe the same revoke alike, its tricks move once.

    :raises Unsettled: the sides of a transfer are unknown (offender and declarer must be given first), or two rulings
    on the same revoke contradict each other.
    """
    by_revoke: dict[object, Transfer] = {}
    winners: dict[int, str] = {}
    for effect, known in _effects(inquiries, "TRICK_TRANSFER"):
        if effect["law"] in CORRECTED:
            continue
        to = _side(effect["to"], known)
        after = "0" if known.get("later") == "no" else resolve("tricks_after", known)
        won_trick = effect.get("won_trick")
        moved = Transfer(
            revoker_side=to.other,
            to=to,
            tricks=effect["tricks"],
            trick=int(known["trick"]) if resolve("trick", known) else None,
            won=won_trick + int(after) if won_trick is not None and after else None,
            law=effect["law"],
        )
        winner, player = resolve("winner", known), resolve("offender", known)
        revoke: object = (player, moved.trick) if player and moved.trick else len(by_revoke)
        told = winners.setdefault(moved.trick, winner) if moved.trick and winner else winner
        if told != winner or by_revoke.setdefault(revoke, moved) != moved:
            raise Unsettled("one_revoke", f"Two rulings tell trick {moved.trick} otherwise: correct one of them.")
    return list(by_revoke.values())


def told_twice(inquiries: Iterable[Ended]) -> bool:
    """Do two rulings describe the same revoke, by one player at one trick? It counts once."""
    ended = list(inquiries)
    try:
        return len(transfers(ended)) < sum(len(transfers([inquiry])) for inquiry in ended)
    except Unsettled:
        return False


def overtaken(inquiries: Sequence[Ended]) -> dict[int, int]:
    """Find the rulings on a revoke that no longer count because the other side's revoke is established too (64B7).

    Keys are the indexes in *inquiries* of these rulings, values the index of the last ruling on the other side's
    revoke: {0: 1} where the first revoke was East's and the second South's.
    """
    revokes: dict[int, Transfer] = {}
    for place, inquiry in enumerate(inquiries):
        try:
            moved = transfers([inquiry])
        except Unsettled:
            continue
        if moved:
            revokes[place] = moved[-1]
    overtakers = {}
    for place, own in revokes.items():
        others = [other for other, its in revokes.items() if both_revoked((own, its)) and other != place]
        if others and inquiries[place][0]["law"] not in FOR_BOTH:
            overtakers[place] = max(others)
    return overtakers


def assigned(inquiries: Iterable[Ended]) -> list[Assigned]:
    """List every probable result that is assigned (12C1, under 64C, 72C, 55C...), in the order given.

    :raises Unsettled: the number of tricks or the side is not known.
    """
    return [_assigned(effect, "favours", known) for effect, known in _effects(inquiries, "ASSIGNED")]


def split(inquiries: Iterable[Ended]) -> list[Assigned]:
    """List every probable result that counts for one side alone (11A, 43B3, 79B3, 82C), in the order given.

    :raises Unsettled: the number of tricks or the side is not known.
    """
    return [
        replace(_assigned(effect, "to", known), spares=effect["kind"] == "loss_spared")
        for effect, known in _effects(inquiries, "SPLIT")
    ]


def percentages(inquiries: Iterable[Ended]) -> tuple[int | None, int | None, str] | None:
    """Return the last artificial score that was ruled where no result can be had (12C2), and its law: (60, 40, "12C2");
    None without one. A side that keeps its result (15B3) has None: (None, 60, "12C2")."""
    given = [(effect.get("ns"), effect.get("ew"), effect["law"]) for effect, _known in _effects(inquiries, "ARTIF")]
    return given[-1] if given else None


def outcome(contract: Contract | None, tricks: int, vul: str, inquiries: Iterable[Ended]) -> Entered:
    """Return the result to enter for a board, after all its ended inquiries: 3NT+2 with one trick moved is 3NT+3, 690.

    *tricks* are declarer's as played, or as a claim among the rulings gives them; *vul* is the board's ("None", "NS",
    "EW", "All"). A *contract* of ``None`` was passed out; only a result in a contract replaces it.

    :raises Unsettled: a fact that the arithmetic needs is missing, or two rulings protect opposite sides.
    """
    ended = list(inquiries)
    if contract is None:
        both = _in_another_contract(None, Entered(0, 0, 0, 0, "", "played"), vul, ended)
        return _each_side(None, both, vul, ended)
    if contract.declarer is None:
        raise Unsettled("who", f"Who declared {contract}? The score needs the declarer.")
    declaring = contract.declarer.side
    recorded = tricks
    tricks, claimed = awarded(declaring, recorded, ended)
    if any(assignment.contract is not None for assignment in assigned(ended)):
        moved = adjusted(contract, tricks, vul, transfers(ended))
        kind: Literal["played", "transfer", "equity"] = "played" if moved.rectified == moved.played else "transfer"
        law = "" if kind == "played" else moved.law
        rectified = Entered(moved.played, moved.rectified, moved.rectified, moved.score, law, kind)
        both = _in_another_contract(contract, rectified, vul, ended)
    else:
        result, law = _for_both(contract, declaring, tricks, vul, ended)
        kind = (
            "equity" if result.tricks != result.rectified else "played" if result.rectified == recorded else "transfer"
        )
        both = Entered(tricks, result.rectified, result.tricks, result.score, law or claimed, kind)
    return _each_side(contract, both, vul, ended)


def _each_side(contract: Contract | None, both: Entered, vul: str, ended: list[Ended]) -> Entered:
    """Return the result of *both* sides, or a split one where a ruling gives one side its own result. A result that
    spares a side a loss (82C) counts where it is better for that side; one that takes a gain (11A, 43B3, 79B3), where
    it is worse."""
    kept = Assigned(both.tricks, Side.NS, both.law, both.contract)
    own, laws = {side: replace(kept, side=side) for side in Side}, [both.law]
    for assignment in split(ended):
        if contract is None and assignment.contract is None:
            continue
        sign = 1 if assignment.side is Side.NS else -1
        gain = sign * (_score(assignment, contract, vul) - _score(own[assignment.side], contract, vul))
        if (gain > 0) if assignment.spares else (gain < 0):
            own[assignment.side] = assignment
            laws.append(assignment.law)
    if all(result.law == both.law for result in own.values()):
        return both
    ns, ew = own[Side.NS], own[Side.EW]
    return replace(
        both,
        tricks=ns.tricks,
        score=_score(ns, contract, vul),
        law=", ".join(dict.fromkeys(filter(None, laws))),
        kind="split",
        contract=ns.contract,
        tricks_ew=ew.tricks,
        score_ew=-_score(ew, contract, vul),
        contract_ew=ew.contract,
    )


def _score(assignment: Assigned, contract: Contract | None, vul: str) -> int:
    """Compute the points of a result from North-South's side, in its own contract or else the table's *contract*."""
    made = assignment.contract or contract
    return 0 if made is None or made == "Pass" else score_ns(made, assignment.tricks, vul)


def _for_both(contract: Contract, declaring: Side, tricks: int, vul: str, ended: list[Ended]) -> tuple[Adjusted, str]:
    """Return the result of both sides and its law: the automatic transfers, then the probable result if it is better
    for the side that it protects."""
    moved, probable = transfers(ended), probable_results(contract, vul, ended)
    if not probable:
        result = adjusted(contract, tricks, vul, moved)
        return result, result.law
    if len({assignment.side for assignment in probable}) > 1:
        raise Unsettled("two_sides", "Two decisions protect opposite sides: the probable result is one of them.")
    protected = probable[0].side
    best = (max if declaring is protected else min)(probable, key=lambda assignment: assignment.tricks)
    result = adjusted(contract, tricks, vul, moved, without=best.tricks, damaged=protected)
    return result, best.law if result.tricks != result.rectified else result.law


def probable_results(contract: Contract, vul: str, inquiries: Iterable[Ended]) -> list[Assigned]:
    """List the probable results that are compared with the tricks after the transfers. Those that suppose a revoke by
    one side alone are left out when both revoked (64C2(b)).

    :raises Unsettled: the number of tricks or the side is not known.
    """
    ended = list(inquiries)
    moved, probable = transfers(ended), assigned(ended)
    if both_revoked(moved):
        probable = [assignment for assignment in probable if assignment.law not in ONE_SIDE_REVOKED]
    return [_with_the_earlier(assignment, contract, vul, moved) for assignment in probable]


def _with_the_earlier(assignment: Assigned, contract: Contract, vul: str, moved: list[Transfer]) -> Assigned:
    """Return declarer's probable tricks without a later revoke, plus the transfer of the earlier one (64C2(a)): eight
    tricks and two are ten."""
    if assignment.law != WITHOUT_THE_LATER or assignment.contract is not None:
        return assignment
    return replace(assignment, tricks=adjusted(contract, assignment.tricks, vul, moved).rectified)


def _in_another_contract(contract: Contract | None, table: Entered, vul: str, ended: list[Ended]) -> Entered:
    """Return the result of the *table* after the transfers, or the probable one in another contract if that is better
    for the side that it protects."""
    if contract is None:
        probable = [assignment for assignment in assigned(ended) if assignment.contract is not None]
    else:
        probable = probable_results(contract, vul, ended)
    if len({assignment.side for assignment in probable}) > 1:
        raise Unsettled("two_sides", "Two decisions protect opposite sides: the probable result is one of them.")
    best = table
    for assignment in probable:
        sign, score = (1 if assignment.side is Side.NS else -1), _score(assignment, contract, vul)
        if sign * score > sign * best.score:
            best = replace(
                best,
                tricks=assignment.tricks,
                score=score,
                law=assignment.law,
                kind="equity",
                contract=assignment.contract,
            )
    return best


def _effects(inquiries: Iterable[Ended], name: str) -> Iterable[tuple[Mapping[str, Any], Mapping[str, str]]]:
    for ruling, facts in inquiries:
        effects = [effect for effect in ruling["rectifications"] if effect["effect"] == name]
        if effects:
            known = with_roles(facts)
            yield from ((effect, known) for effect in effects)


def _assigned(effect: Mapping[str, Any], side: str, known: Mapping[str, str]) -> Assigned:
    passed_out = not effect.get("tricks")
    contract = "Pass" if passed_out else _contract(effect, known)
    tricks = "0" if contract == "Pass" else resolve(effect["tricks"], known)
    if not tricks:
        raise Unsettled("no_tricks", "The assigned score needs the number of tricks that declarer would have won.")
    return Assigned(int(tricks), _side(effect[side], known), effect["law"], contract)


def _contract(effect: Mapping[str, Any], known: Mapping[str, str]) -> Contract | Literal["Pass"] | None:
    """Return the other contract that an effect assigns, by the declarer that it names or the table's."""
    named = resolve(effect.get("contract", ""), known)
    if not named:
        return None
    contract = parse_contract(named)
    if contract is None:
        return "Pass"
    declarer = resolve(effect.get("declarer", ""), known) or resolve("declarer", known)
    if declarer not in tuple(Seat):
        raise Unsettled("who", f"Who would have declared {contract}? The assigned score needs the declarer.")
    return contract.by(Seat(declarer))


def _side(role: str, known: Mapping[str, str]) -> Side:
    side = resolve(role, known)
    if side not in tuple(Side):
        raise Unsettled("who", "Say who revoked or offended, and who declares: a side is not known.")
    return Side(side)
